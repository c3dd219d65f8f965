//! Runs the built command in a folder of its own and keeps what it said.
#![allow(dead_code, reason = "every test file uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// 4x4 with one solution.
pub(crate) const ONE: &str = "..2..3.114......";
/// Its solution.
pub(crate) const SOLVED: &str = "4123234114323214";
/// 4x4 with six solutions.
pub(crate) const MANY: &str = "..2..3.1........";
/// 4x4 without a solution, though no two givens clash.
pub(crate) const NONE: &str = "123....4........";
/// 9x9 with one solution.
pub(crate) const NINE: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
/// Its solution.
pub(crate) const NINE_SOLVED: &str =
    "126745938759183642483629157897316524612457389345892716934568271561274893278931465";

/// The built command.
pub(crate) const QEDOKU: &str = env!("CARGO_BIN_EXE_qedoku");

/// What a command said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    /// The exit code; -1 if a signal ended it.
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A folder that is gone at the end of the test.
pub(crate) struct Folder(tempfile::TempDir);

/// `qedoku` with these words.
pub(crate) fn qedoku<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> Said {
    finish(Command::new(QEDOKU).args(words), "")
}

/// `qedoku` with these words and this standard input.
pub(crate) fn qedoku_with<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>, input: &str) -> Said {
    finish(Command::new(QEDOKU).args(words), input)
}

/// A program in PATH; the test fails where it is not installed.
pub(crate) fn program(name: &str, words: &[&str]) -> Said {
    let missing = |error| panic!("{name} is needed for this test ({error}); ./test installs it");
    let output = Command::new(name).args(words).stdin(Stdio::null()).output().unwrap_or_else(missing);
    said(&output)
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command, input: &str) -> Said {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").spawn().expect("the command starts");
    // It may end without reading all of it.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    said(&child.wait_with_output().expect("the command ends"))
}

fn said(output: &std::process::Output) -> Said {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("what it says is UTF-8");
    Said { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

impl Said {
    /// Fails unless it ended with this code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Said {
        assert_eq!(self.code, code, "standard output:\n{}\nstandard error:\n{}", self.out, self.err);
        self
    }

    /// Fails unless standard output is exactly this.
    #[track_caller]
    pub(crate) fn prints(self, out: &str) -> Said {
        assert_eq!(self.out, out, "standard error:\n{}", self.err);
        self
    }

    /// Fails unless standard error has this.
    #[track_caller]
    pub(crate) fn complains(self, err: &str) -> Said {
        assert!(self.err.contains(err), "expected '{err}' in:\n{}", self.err);
        self
    }

    /// Fails unless nothing is on standard error.
    #[track_caller]
    pub(crate) fn keeps_quiet(self) -> Said {
        assert_eq!(self.err, "");
        self
    }

    /// Standard output as one JSON object per line.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        let object = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in: {line}"));
        self.out.lines().map(object).collect()
    }
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file in it, as text for a command line; it need not exist.
    pub(crate) fn at(&self, name: &str) -> String {
        self.path().join(name).to_str().expect("a path of characters").to_owned()
    }

    /// Writes a file in it.
    pub(crate) fn with(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path().join(name), text).expect("the file is written");
        self.at(name)
    }

    /// Writes a solver that is this shell script.
    #[cfg(unix)]
    pub(crate) fn script(&self, name: &str, script: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.with(name, format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it becomes a program");
        path
    }

    /// Writes a solver that says that it has begun, and then does nothing for a minute.
    #[cfg(unix)]
    pub(crate) fn sleeper(&self) -> String {
        self.script("slow", "touch \"$(dirname \"$0\")/begun\"; exec sleep 60")
    }

    /// `qedoku` with these words, ended by Ctrl-C as soon as the sleeper has begun.
    #[cfg(unix)]
    pub(crate) fn interrupted(&self, words: &[&str]) -> Said {
        let mut command = Command::new(QEDOKU);
        let piped = command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = piped.spawn().expect("the command starts");
        let begin = Instant::now();
        while !self.path().join("begun").exists() {
            assert!(begin.elapsed() < Duration::from_secs(30), "the solver was not started");
            std::thread::sleep(Duration::from_millis(10));
        }
        program("kill", &["-INT", &child.id().to_string()]).ends(0);
        said(&child.wait_with_output().expect("the command ends"))
    }
}

/// Fails unless every tag is closed in its order, and every attribute and text is escaped.
#[track_caller]
pub(crate) fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.trim().split('<').skip(1).filter(|piece| !piece.starts_with(['?', '!'])) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("a tag without end: {piece}"));
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
