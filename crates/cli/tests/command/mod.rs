//! Test helper: runs the built command and checks its output and exit code.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A 4x4 puzzle with one solution.
pub(crate) const UNIQUE_4X4: &str = "..2..3.114......";
/// Its solution.
pub(crate) const SOLUTION_4X4: &str = "4123234114323214";
/// A 4x4 puzzle with six solutions.
pub(crate) const AMBIGUOUS_4X4: &str = "..2..3.1........";
/// A 4x4 puzzle without a solution, though no two givens conflict.
pub(crate) const UNSOLVABLE_4X4: &str = "123....4........";
/// A 9x9 puzzle with one solution.
pub(crate) const UNIQUE_9X9: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
/// Its solution.
pub(crate) const SOLUTION_9X9: &str =
    "126745938759183642483629157897316524612457389345892716934568271561274893278931465";

/// Path of the built command.
pub(crate) const QEDOKU: &str = env!("CARGO_BIN_EXE_qedoku");

/// Bound on every wait in a test. Only a hang reaches it, whatever else the machine does.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(300);

/// Output and exit code of a command.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    /// Exit code; -1 if a signal ended the process.
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A temporary folder that is removed at the end of the test.
pub(crate) struct TestFolder(tempfile::TempDir);

/// Runs `qedoku` with these arguments.
pub(crate) fn qedoku<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> CommandOutput {
    finish(Command::new(QEDOKU).args(args), "")
}

/// Runs `qedoku` with these arguments and this standard input.
pub(crate) fn qedoku_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> CommandOutput {
    finish(Command::new(QEDOKU).args(args), input)
}

/// Runs a program in PATH. Panics if it is not installed.
pub(crate) fn program(name: &str, args: &[&str]) -> CommandOutput {
    let missing = |error| panic!("{name} is needed for this test ({error}); ./test installs it");
    let output = Command::new(name).args(args).stdin(Stdio::null()).output().unwrap_or_else(missing);
    command_output(&output)
}

/// Runs a command with this standard input and waits for its end.
pub(crate) fn finish(command: &mut Command, input: &str) -> CommandOutput {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = without_settings(piped).spawn().expect("the command starts");
    // The command may end without reading all of its input.
    let _ = child.stdin.take().expect("standard input is piped").write_all(input.as_bytes());
    command_output(&child.wait_with_output().expect("the command ends"))
}

/// The subcommands listed in the help.
pub(crate) fn commands() -> Vec<String> {
    let help = qedoku(["--help"]).exits_with(0).out;
    let list = help.split_once("Commands:\n").expect("commands are listed").1;
    let names = list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// Removes the tester's locale and colours from the environment of a command, except for what the test sets.
pub(crate) fn without_settings(command: &mut Command) -> &mut Command {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "CLICOLOR_FORCE"] {
        if !command.get_envs().any(|(set, _)| set == name) {
            command.env_remove(name);
        }
    }
    command
}

pub(crate) fn command_output(output: &std::process::Output) -> CommandOutput {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    CommandOutput { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

impl CommandOutput {
    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits_with(self, code: i32) -> CommandOutput {
        assert_eq!(self.code, code, "standard output:\n{}\nstandard error:\n{}", self.out, self.err);
        self
    }

    /// Asserts that standard output is exactly this.
    #[track_caller]
    pub(crate) fn stdout_is(self, out: &str) -> CommandOutput {
        assert_eq!(self.out, out, "standard error:\n{}", self.err);
        self
    }

    /// Asserts that standard error contains this.
    #[track_caller]
    pub(crate) fn stderr_contains(self, err: &str) -> CommandOutput {
        assert!(self.err.contains(err), "expected '{err}' in:\n{}", self.err);
        self
    }

    /// Asserts that standard error is empty.
    #[track_caller]
    pub(crate) fn stderr_is_empty(self) -> CommandOutput {
        assert_eq!(self.err, "");
        self
    }

    /// Parses standard output as one JSON object per line.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in: {line}"));
        self.out.lines().map(object).collect()
    }
}

impl TestFolder {
    pub(crate) fn new() -> TestFolder {
        TestFolder(tempfile::tempdir().expect("a temporary folder can be created"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Path of a file in the folder, which need not exist.
    pub(crate) fn path_to(&self, name: &str) -> String {
        self.path().join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path().join(name), text).expect("the file is written");
        self.path_to(name)
    }

    /// Writes an executable shell script.
    #[cfg(unix)]
    pub(crate) fn script(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.write(name, format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
            .expect("the script can be made executable");
        path
    }

    /// Writes a solver that creates the file `begun` and then sleeps for ten minutes.
    #[cfg(unix)]
    pub(crate) fn sleeping_solver(&self) -> String {
        self.script("slow", "touch \"$(dirname \"$0\")/begun\"; exec sleep 600")
    }

    /// Runs `qedoku` with these arguments and interrupts it as soon as the sleeping solver runs.
    #[cfg(unix)]
    pub(crate) fn run_and_interrupt(&self, args: &[&str]) -> CommandOutput {
        let mut command = Command::new(QEDOKU);
        let piped = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = without_settings(piped).spawn().expect("the command starts");
        self.wait_for("begun");
        program("kill", &["-INT", &child.id().to_string()]).exits_with(0);
        command_output(&child.wait_with_output().expect("the command ends"))
    }

    /// Waits until a file exists.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn wait_for(&self, name: &str) {
        let start = Instant::now();
        while !self.path().join(name).exists() {
            assert!(start.elapsed() < WAIT_TIMEOUT, "no file '{name}' was written");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Waits until a process has a handler for SIGINT, so that the signal does not end it.
#[cfg(unix)]
pub(crate) fn wait_for_interrupt_handler(process: u32) {
    let start = Instant::now();
    while !handles_interrupt(process) {
        assert!(start.elapsed() < WAIT_TIMEOUT, "process {process} has no handler for SIGINT");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether SIGINT, signal 2, is in the set `SigCgt` (caught signals) of Linux's `/proc/PID/status`. Without such a file:
/// true after a second.
#[cfg(unix)]
fn handles_interrupt(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        std::thread::sleep(Duration::from_secs(1));
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("the set of caught signals");
    let caught = u64::from_str_radix(caught.trim(), 16).expect("a hexadecimal number");
    caught & (1 << (2 - 1)) != 0
}

/// Asserts that all tags are closed in order and that attributes and text are escaped.
#[track_caller]
pub(crate) fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.trim().split('<').skip(1).filter(|piece| !piece.starts_with(['?', '!'])) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("unterminated tag: {piece}"));
        let name = tag.split([' ', '\n', '/']).find(|name| !name.is_empty()).unwrap();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (_, true) => {}
            _ => open.push(name),
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let escaped = |part: &str| part.find(';').is_some_and(|end| end < 6);
        assert!(text.split('&').skip(1).all(escaped), "{text}");
    }
    assert!(svg.contains("<svg") && open.is_empty(), "still open: {open:?}");
}
