//! A verdict survives a closed pipe: the exit code is the verdict where it is known, else 141. Nothing is printed about it.
#![cfg(unix)]

mod command;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use command::{AMBIGUOUS_4X4, QEDOKU, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku, without_settings};

/// The writing end of a pipe that nobody reads.
fn closed_pipe() -> std::io::PipeWriter {
    std::io::pipe().expect("a pipe can be created").1
}

/// Runs a command whose standard output is closed before it starts. Returns exit code and standard error.
fn run_closed(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(QEDOKU);
    let command = without_settings(command.args(args).stdin(Stdio::null()).stdout(closed_pipe()));
    let output = command.stderr(Stdio::piped()).output().expect("the command runs");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Asserts that a command has this exit code, whether or not somebody reads its output, and the same messages.
#[track_caller]
fn assert_verdict(args: &[&str], code: i32) {
    let expected = qedoku(args).exits_with(code).err;
    let (closed, err) = run_closed(args);
    assert_eq!(closed, Some(code), "{args:?}: {err}");
    // Times and seeds differ from run to run.
    assert_eq!(err.lines().count(), expected.lines().count(), "{args:?}: {err}");
}

#[test]
fn solve_and_count_exit_with_their_verdict() {
    for (puzzle, code, sat_code, count_code) in
        [(UNIQUE_4X4, 0, 10, 0), (AMBIGUOUS_4X4, 1, 10, 0), (UNSOLVABLE_4X4, 1, 20, 1), (UNIQUE_9X9, 0, 10, 0)]
    {
        assert_verdict(&["solve", puzzle], code);
        assert_verdict(&["solve", puzzle, "--json"], code);
        assert_verdict(&["solve", puzzle, "--solutions", "all"], code);
        assert_verdict(&["solve", puzzle, "--certified"], code);
        assert_verdict(&["solve", puzzle, "--sat-exit-codes"], sat_code);
        assert_verdict(&["count", puzzle], count_code);
    }
    assert_verdict(&["solve", "nonsense"], 2);
    // 77 kB of solutions, more than the buffer: a write in the middle fails.
    assert_verdict(&["solve", "16x16", "--solutions", "300", "--to", "line"], 1);
}

#[test]
fn commands_about_one_puzzle_exit_with_their_verdict() {
    for (puzzle, code) in [(UNIQUE_4X4, 0), (AMBIGUOUS_4X4, 1), (UNSOLVABLE_4X4, 1)] {
        for command in [&["prove"][..], &["rate"], &["minimize"], &["explain"], &["explain", "--json"]] {
            assert_verdict(&[command, &[puzzle]].concat(), code);
        }
    }
    assert_verdict(&["prove", UNIQUE_4X4, "--cell", "r1c1=4"], 0);
    assert_verdict(&["prove", UNIQUE_4X4, "--cell", "r1c1=3"], 1);
    assert_verdict(&["explain", UNIQUE_4X4, "--why-not", "r1c1=4"], 1);
    assert_verdict(&["candidates", UNIQUE_4X4, "--true"], 0);
    assert_verdict(&["candidates", UNSOLVABLE_4X4, "--true"], 1);
    assert_verdict(&["convert", UNIQUE_4X4, "--to", "grid"], 0);
    assert_verdict(&["convert", "144x144", "--to", "grid"], 0); // 89 kB
    assert_verdict(&["generate", "--size", "4x4", "--seed", "1"], 0);
    assert_verdict(&["generate", "--givens", "16", "--seed", "1", "--json"], 1);
    assert_verdict(&["encode", UNIQUE_4X4], 0);
    assert_verdict(&["compare", UNIQUE_4X4, "--scheme", "reduced", "--repeat", "1"], 0);
    assert_verdict(&["bench", UNIQUE_9X9, "--engine", "portable", "--repeat", "1", "--run-time", "1ms"], 0);
    for command in [&["help"][..], &["help", "solve"], &["man"], &["completions", "bash"], &["--help"], &["--version"]]
    {
        assert_verdict(command, 0);
    }
}

#[test]
fn commands_about_files_exit_with_their_verdict() {
    let folder = TestFolder::new();
    let puzzle = folder.write("puzzle.txt", UNIQUE_4X4);
    let proof = qedoku(["prove", &puzzle]).exits_with(0).out;
    let good = folder.write("good.proof", &proof);
    let bad = folder.write("bad.proof", proof.replace("exactly 1", "exactly 0"));
    assert_verdict(&["verify", &puzzle, &good], 0);
    assert_verdict(&["verify", &puzzle, &bad], 1);
    assert_verdict(&["verify", &puzzle, &bad, "--json"], 1);
    let two = folder.write("two.txt", format!("{UNIQUE_4X4}\n{UNIQUE_4X4}\n"));
    let proofs = folder.write("two.proof", format!("{proof}{}", proof.replace("exactly 1", "exactly 0")));
    assert_verdict(&["verify", &two, &proofs], 1);

    let cnf = folder.path_to("puzzle.cnf");
    qedoku(["encode", &puzzle, "-q", "-o", &cnf]).exits_with(0);
    let unsat = folder.write("unsat.txt", "s UNSATISFIABLE\n");
    assert_verdict(&["decode", &unsat], 1);
    let positive = |(cell, digit): (usize, char)| 4 * cell + digit.to_digit(10).unwrap() as usize;
    let literals: Vec<String> =
        command::SOLUTION_4X4.chars().enumerate().map(positive).map(|literal| literal.to_string()).collect();
    let sat = folder.write("sat.txt", format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")));
    assert_verdict(&["decode", &sat, "--size", "4x4", "--numbering", "rowmajor"], 0);

    assert_verdict(&["stats", &cnf], 0);
    assert_verdict(&["stats", &cnf, "--fix"], 0);
    let some_bad = folder.write("some.txt", format!("{UNIQUE_4X4}\nnonsense\n{UNSOLVABLE_4X4}\n"));
    for command in [&["stats"][..], &["convert", "--to", "line"], &["solve"], &["count"], &["rate"], &["prove"]] {
        assert_verdict(&[command, &[&some_bad]].concat(), 3);
    }
    // The `-o` file has the results; standard output is not needed.
    let results = folder.path_to("results.txt");
    assert_eq!(run_closed(&["solve", &two, "-o", &results]).0, Some(0));
    assert_eq!(std::fs::read_to_string(results).unwrap().lines().count(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn messages_that_cannot_be_written_do_not_change_the_verdict() {
    for (args, code) in [(&["solve", "nonsense"][..], 2), (&["encode", UNIQUE_4X4], 0), (&["minimize", UNIQUE_4X4], 0)]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(QEDOKU);
        let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(full);
        assert_eq!(command.status().unwrap().code(), Some(code), "{args:?}");
    }
}

#[test]
fn closed_standard_error_does_not_change_the_verdict() {
    let run = |args: &[&str]| {
        let mut command = Command::new(QEDOKU);
        let command = command.args(args).stdin(Stdio::null()).stdout(closed_pipe()).stderr(closed_pipe());
        command.status().expect("the command runs").code()
    };
    assert_eq!(run(&["solve", UNSOLVABLE_4X4]), Some(1));
    assert_eq!(run(&["solve", "nonsense"]), Some(2));
    assert_eq!(run(&["encode", UNIQUE_4X4]), Some(0)); // prints a summary
    assert_eq!(run(&["minimize", UNIQUE_4X4]), Some(0)); // prints the redundant givens
    assert_eq!(run(&["count", "9x9", "--time-limit", "200ms"]), Some(124));
}

/// Runs a command on an endless list of this line, reads one line of the output and closes it. Returns exit code and
/// standard error.
fn run_until_first_line(args: &[&str], line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = without_settings(piped).spawn().expect("the command starts");
    let mut input = child.stdin.take().unwrap();
    let lines = format!("{line}\n").repeat(1000);
    let writer = std::thread::spawn(move || while input.write_all(lines.as_bytes()).is_ok() {});
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_ne!(first, "", "{args:?}");
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_list_that_is_cut_off_ends_with_141_and_without_a_message() {
    for command in [
        &["solve"][..],
        &["solve", "--json"],
        &["solve", "--solutions", "all"],
        &["count"],
        &["rate"],
        &["explain"],
        &["prove"],
        &["candidates"],
        &["minimize"],
        &["minimize", "--all"],
        &["convert", "--to", "line"],
    ] {
        assert_eq!(run_until_first_line(command, UNIQUE_4X4), (Some(141), String::new()), "{command:?}");
    }
    assert_eq!(run_until_first_line(&["solve"], UNIQUE_9X9), (Some(141), String::new()));
    assert_eq!(run_until_first_line(&["generate", "1000000000", "--size", "4x4", "-q"], "").0, Some(141));
    assert_eq!(
        run_until_first_line(&["encode", "36x36", "--scheme", "extended", "-q"], ""),
        (Some(141), String::new())
    );
    // The list of solutions is cut off, but the verdict is known: many.
    assert_eq!(
        run_until_first_line(&["solve", "9x9", "--solutions", "all", "--to", "line"], ""),
        (Some(1), String::new())
    );
}

#[test]
fn an_interrupted_command_does_not_wait_for_its_reader() {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(["solve", "9x9", "--solutions", "all"]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::null()).spawn().unwrap();
    let unread = child.stdout.take();
    command::wait_for_interrupt_handler(child.id());
    // Long enough to fill the pipe.
    std::thread::sleep(std::time::Duration::from_secs(2));
    command::program("kill", &["-TERM", &child.id().to_string()]).exits_with(0);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(unread);
}

#[test]
fn lists_of_files_and_certificates_that_are_cut_off_end_with_141() {
    let folder = TestFolder::new();
    let puzzles = folder.write("puzzles.txt", format!("{UNIQUE_4X4}\n").repeat(20_000));
    let proof = qedoku(["prove", UNIQUE_4X4]).exits_with(0).out;
    let proofs = folder.write("all.proof", proof.repeat(20_000));
    assert_eq!(run_closed(&["verify", &puzzles, &proofs]), (Some(141), String::new()));
    let one = folder.write("one.txt", UNIQUE_4X4);
    let mut stats = vec!["stats"];
    stats.resize(3000, &one);
    assert_eq!(run_closed(&stats), (Some(141), String::new()));
    let cnf = folder.path_to("large.cnf");
    qedoku(["encode", "16x16", "-q", "-o", &cnf]).exits_with(0);
    assert_eq!(run_closed(&["stats", "--fix", &cnf]), (Some(141), String::new()));
}
