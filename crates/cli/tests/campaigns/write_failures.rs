//! Failure of the Nth system call, for every N: `strace` makes one call of a run fail, as a full or broken disk does.
//!
//! A run either succeeds with the complete file (the call did not matter, such as a message on standard error), or it
//! reports an error, leaves the old file, and removes its temporary file.

use std::fs;

use crate::command::program;
use crate::file_writers::{FileState, FileWriter};

/// System calls, and the error that each of them returns.
const FAILURES: [(&str, &str); 4] = [("write", "ENOSPC"), ("fsync", "EIO"), ("rename", "EIO"), ("fchmod", "EPERM")];

/// Bound on N. The commands make fewer calls than that.
const MAX_CALLS: u64 = 2_000;

#[test]
#[ignore = "takes minutes and needs strace: ./test --long write-failures"]
fn every_failing_system_call_is_reported_and_loses_no_file() {
    program("strace", &["--version"]).exits_with(0);
    let mut failures = [0; FAILURES.len()];
    for writer in FileWriter::all(5_000) {
        for (failures, (call, error)) in failures.iter_mut().zip(FAILURES) {
            let failing = (1..MAX_CALLS).take_while(|number| fails_safely(&writer, call, error, *number)).count();
            assert!(failing < MAX_CALLS as usize - 1, "{:?}: too many calls of {call}", writer.args);
            *failures += failing;
        }
    }
    for (failures, (call, error)) in failures.iter().zip(FAILURES) {
        println!("{call}: {failures} calls failed with {error}");
    }
    assert!(failures[0] > 20 && failures[1] > 0 && failures[2] > 0, "{failures:?}");
}

/// Runs the command with one failing call. Whether there was such a call.
fn fails_safely(writer: &FileWriter, call: &str, error: &str, number: u64) -> bool {
    writer.reset();
    let log = writer.folder.path_to("strace.log");
    let (trace, injection) = (format!("trace={call}"), format!("inject={call}:error={error}:when={number}"));
    let output = writer.run_under("strace", &["-f", "-qq", "-o", &log, "-e", &trace, "-e", &injection, "--"]);
    let case = format!("{:?}, call {number} of {call}: {output:?}", writer.args);
    let injected = fs::read_to_string(&log).expect("strace writes its log").contains("(INJECTED)");
    if writer.state() == FileState::New {
        assert_eq!(output.code, writer.code, "{case}");
    } else {
        assert!(injected && output.code == 2 && output.err.contains("error"), "{case}");
    }
    assert_eq!(writer.leftovers(), Vec::<String>::new(), "{case}");
    injected
}
