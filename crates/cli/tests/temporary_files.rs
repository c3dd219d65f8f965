//! Output files appear as a whole or not at all: signals remove temporary files in every command, and a run removes those of an
//! earlier one that was killed.
#![cfg(unix)]

mod command;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use command::{
    AMBIGUOUS_4X4, QEDOKU, TestFolder, UNIQUE_4X4, UNIQUE_9X9, WAIT_TIMEOUT, program, qedoku, without_settings,
};

/// Content of an output file before a run.
const BEFORE: &str = "as before";

/// Names of the temporary files in a folder.
fn temporary_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    entries.filter(|name| name.ends_with(".unfinished")).collect()
}

/// A command that is busy, with this many temporary files.
struct BusyCommand {
    child: Child,
    /// Writes the text and keeps standard input open, so that a command that reads it waits.
    writer: std::thread::JoinHandle<ChildStdin>,
}

impl BusyCommand {
    /// Starts a command with this text as the beginning of its standard input, and waits for its temporary files.
    #[track_caller]
    fn start(folder: &TestFolder, args: &[&str], input: &str, files: usize) -> BusyCommand {
        let mut command = Command::new(QEDOKU);
        let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = without_settings(piped).spawn().expect("the command starts");
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(input.as_bytes()); // The command may be interrupted before it has read everything.
            stdin
        });
        let start = Instant::now();
        while temporary_files(folder.path()).len() < files {
            assert!(start.elapsed() < WAIT_TIMEOUT, "{args:?}: {:?}", temporary_files(folder.path()));
            assert_eq!(child.try_wait().unwrap().map(|status| status.code()), None, "{args:?} ended early");
            std::thread::sleep(Duration::from_millis(5));
        }
        BusyCommand { child, writer }
    }

    /// Sends a signal and waits for the end. Returns the exit code; `None` if the signal ended the process.
    fn signal(self, signal: &str) -> Option<i32> {
        program("kill", &[&format!("-{signal}"), &self.child.id().to_string()]).exits_with(0);
        let code = self.child.wait_with_output().unwrap().status.code();
        drop(self.writer.join().unwrap());
        code
    }
}

/// Interrupts a command by both signals, and asserts that its output is as before and that its temporary files are removed.
#[track_caller]
fn assert_removed(args: &[&str], input: &str) {
    let folder = TestFolder::new();
    let output = folder.write("output.txt", BEFORE);
    let args: Vec<&str> = args.iter().copied().chain(["-o", &output]).collect();
    for signal in ["INT", "TERM"] {
        let code = BusyCommand::start(&folder, &args, input, 1).signal(signal);
        assert_eq!(code, Some(130), "{args:?} after {signal}");
        assert_eq!(temporary_files(folder.path()), [""; 0], "{args:?} after {signal}");
        assert_eq!(fs::read_to_string(&output).unwrap(), BEFORE);
    }
}

#[test]
fn signals_remove_the_output_of_commands_that_wait_for_input() {
    for command in [
        &["solve", "-"][..],
        &["count", "-"],
        &["candidates", "-"],
        &["minimize", "-"],
        &["decode", "-"],
        &["stats", "-"],
        &["stats", "-", "--fix"],
        &["compare", "-"],
        &["bench", "-"],
        &["verify", UNIQUE_4X4, "-"],
        &["verify", "-", "no.proof"],
    ] {
        assert_removed(command, "");
    }
}

#[test]
fn signals_remove_the_output_of_commands_in_the_middle_of_a_list() {
    // More than what is read before the output is opened.
    let list = format!("{UNIQUE_9X9}\n").repeat(20_000);
    for command in [
        &["solve", "-"][..],
        &["convert", "-", "--to", "line"],
        &["convert", "-", "--to", "npy"],
        &["prove", "-"],
        &["rate", "-"],
        &["explain", "-"],
        &["count", "-", "--csv"],
    ] {
        assert_removed(command, &list);
    }
}

#[test]
fn signals_remove_the_output_of_commands_that_compute_or_write() {
    assert_removed(&["encode", "144x144", "--scheme", "extended", "-q"], "");
    assert_removed(&["generate", "1000000000", "--seed", "1"], "");
    assert_removed(&["count", "16x16"], "");
    assert_removed(&["solve", "9x9", "--solutions", "all"], "");
}

#[test]
fn signals_remove_side_files() {
    let list = format!("{UNIQUE_9X9}\n").repeat(20_000);
    let folder = TestFolder::new();
    let (results, proofs) = (folder.write("results.txt", BEFORE), folder.write("all.proof", BEFORE));
    let solver = folder.sleeping_solver();
    let plot = folder.write("plot.svg", BEFORE);
    let runs: [(&[&str], &str, usize); 3] = [
        (&["prove", "-", "--proof", &proofs, "-o", &results], &list, 2),
        (&["compare", UNIQUE_4X4, "--solver", &solver, "--plot", &plot, "-o", &results], "", 2),
        (&["bench", "--peers", AMBIGUOUS_4X4, "--solver", &solver, "--plot", &plot, "-o", &results], "", 2),
    ];
    for (args, input, files) in runs {
        for signal in ["INT", "TERM"] {
            BusyCommand::start(&folder, args, input, files).signal(signal);
            assert_eq!(temporary_files(folder.path()), [""; 0], "{args:?} after {signal}");
            assert_eq!(fs::read_to_string(&results).unwrap(), BEFORE, "{args:?} after {signal}");
        }
    }
    assert_eq!(fs::read_to_string(&proofs).unwrap(), BEFORE);
}

#[test]
fn the_time_limit_removes_the_output() {
    let folder = TestFolder::new();
    let output = folder.write("output.cnf", BEFORE);
    let args = ["encode", "144x144", "--scheme", "extended", "-q", "-o", &output, "--time-limit", "300ms"];
    qedoku(args).exits_with(124).stderr_contains("stopped at the time limit of 300ms\n");
    assert_eq!((temporary_files(folder.path()).len(), fs::read_to_string(&output).unwrap()), (0, BEFORE.to_owned()));
}

#[test]
fn the_next_run_removes_what_a_killed_one_left() {
    let folder = TestFolder::new();
    let output = folder.write("output.txt", BEFORE);
    let other = folder.write("other.txt", BEFORE);
    for args in [&["stats", "-", "-o", &output][..], &["encode", "144x144", "--scheme", "extended", "-o", &output]] {
        assert_eq!(BusyCommand::start(&folder, args, "", 1).signal("KILL"), None);
    }
    // A second output in the same folder, and a command that still writes to the first.
    assert_eq!(BusyCommand::start(&folder, &["solve", "-", "-o", &other], "", 2).signal("KILL"), None);
    assert_eq!(temporary_files(folder.path()).len(), 2, "the second run has removed the file of the first");
    let running = BusyCommand::start(&folder, &["count", "-", "-o", &output], "", 2);
    assert_eq!(temporary_files(folder.path()).len(), 2, "and a third one that of the second");
    qedoku(["solve", UNIQUE_4X4, "--to", "line", "-o", &output]).exits_with(0);
    assert_eq!(
        temporary_files(folder.path()).len(),
        2,
        "the file of a running command stays, and so does that of other.txt"
    );
    assert_eq!(running.signal("INT"), Some(130));
    qedoku(["solve", UNIQUE_4X4, "--to", "line", "-o", &other]).exits_with(0);
    assert_eq!(temporary_files(folder.path()), [""; 0]);
    assert_eq!(fs::read_to_string(&output).unwrap(), fs::read_to_string(&other).unwrap());
}

#[test]
fn mode_links_and_long_names_are_kept_by_the_command() {
    let folder = TestFolder::new();
    let target = folder.write("target.txt", BEFORE);
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    let link = folder.path_to("link.txt");
    symlink("target.txt", &link).unwrap();
    qedoku(["solve", UNIQUE_4X4, "--to", "line", "-o", &link]).exits_with(0);
    assert!(Path::new(&link).is_symlink());
    let metadata = fs::metadata(&target).unwrap();
    assert_eq!((metadata.mode() & 0o7777, fs::read_to_string(&target).unwrap().len()), (0o600, 17));
    // The longest name of a file, in characters of two bytes.
    let long = folder.path_to(&("é".repeat(125) + ".txt"));
    qedoku(["solve", UNIQUE_4X4, "--to", "line", "-o", &long]).exits_with(0);
    assert_eq!(fs::read_to_string(&long).unwrap().len(), 17);
    assert_eq!(temporary_files(folder.path()), [""; 0]);
    // A file that may not be written is not replaced. The superuser may write every file.
    let read_only = folder.write("read-only.txt", BEFORE);
    fs::set_permissions(&read_only, fs::Permissions::from_mode(0o400)).unwrap();
    if fs::OpenOptions::new().write(true).open(&read_only).is_err() {
        qedoku(["solve", UNIQUE_4X4, "-o", &read_only]).exits_with(2);
        assert_eq!(fs::read_to_string(&read_only).unwrap(), BEFORE);
    }
}
