//! Time limit and Ctrl-C inside long searches: every command ends soon after, with its exit code and what it knows so far.

mod command;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{CommandOutput, QEDOKU, TestFolder, qedoku};

/// A minimal 16x16 puzzle whose exact rating takes more than a minute.
const HARD_16X16: &str = ".7.......G.CF.2.483...9..6..B...6.A9.GC7F.....4....CA.3.....E1.9.FE8..AB6.........2...7..1.............2948F..5....1...4..7.6.BA1....7..4...C.......1.F.2.B.G..E96...38.A...1D..G.C.D....FE1.B...D.G...1..3.9..C.49....3....7.D.AE..F......G4..22C.7...G.9...6.1";
/// Time limits, in milliseconds. A slow machine may need more than the first one before there is anything to report.
const LIMITS: [u64; 4] = [300, 1_000, 5_000, 20_000];
/// Bound on the time after the limit. Commands need a fraction of a second; test machines are noisy.
const GRACE: Duration = Duration::from_secs(10);

/// Runs a command with a time limit. Asserts that it ends in time, with exit code 124.
#[track_caller]
fn run_with_limit(args: &[&str], milliseconds: u64) -> CommandOutput {
    let (start, limit) = (Instant::now(), Duration::from_millis(milliseconds));
    let time_limit = format!("{milliseconds}ms");
    let output = qedoku(args.iter().copied().chain(["--time-limit", &time_limit])).exits_with(124);
    let elapsed = start.elapsed();
    assert!((limit..limit + GRACE).contains(&elapsed), "{args:?} took {elapsed:?}");
    output
}

#[track_caller]
fn run_to_limit(args: &[&str]) -> CommandOutput {
    run_with_limit(args, LIMITS[0])
}

/// Runs a command with longer and longer limits, until it prints at least this many lines.
#[track_caller]
fn run_until_lines(args: &[&str], lines: usize, run: impl Fn(&[&str], u64) -> CommandOutput) -> CommandOutput {
    let mut outputs = LIMITS.iter().map(|limit| run(args, *limit));
    outputs.find(|output| output.out.lines().count() >= lines).expect("the command reports what it knows")
}

/// Runs a command and interrupts it by SIGINT. Asserts that it ends in time, with exit code 130.
#[cfg(unix)]
#[track_caller]
fn run_and_interrupt(args: &[&str], milliseconds: u64) -> CommandOutput {
    let mut command = Command::new(QEDOKU);
    let piped = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = piped.spawn().expect("the command starts");
    command::wait_for_interrupt_handler(child.id());
    std::thread::sleep(Duration::from_millis(milliseconds));
    let start = Instant::now();
    command::program("kill", &["-INT", &child.id().to_string()]).exits_with(0);
    let output = command::command_output(&child.wait_with_output().expect("the command ends"));
    let elapsed = start.elapsed();
    assert!(elapsed < GRACE, "{args:?} took {elapsed:?} after the signal");
    output.exits_with(130)
}

#[test]
fn an_interrupted_rating_is_a_lower_bound_in_text_json_and_csv() {
    let output = run_until_lines(&["rate", HARD_16X16, "--exact"], 1, run_with_limit)
        .stderr_contains("stopped with 1 of 1 puzzle unanswered");
    let bound = output.out.strip_prefix("B >= ").and_then(|rest| rest.strip_suffix(", interrupted\n"));
    assert!(bound.expect(&output.out).parse::<u32>().expect("a number") >= 2);

    let object = run_until_lines(&["rate", HARD_16X16, "--exact", "--json"], 1, run_with_limit).objects().remove(0);
    assert!(object["b"].is_null() && object["b_at_least"].as_u64().unwrap() >= 2, "{object}");
    assert_eq!((&object["answer"], &object["interrupted"]), (&"one".into(), &true.into()));

    let output = run_until_lines(&["rate", HARD_16X16, "--exact", "--csv"], 2, run_with_limit);
    let columns: Vec<&str> = output.out.lines().nth(1).expect("a row").split(',').collect();
    assert!(columns[1].strip_prefix(">=").expect("a bound").parse::<u32>().unwrap() >= 2);
    assert_eq!(columns[2..], [""; 9]);
}

#[test]
fn an_explanation_ends_at_the_limit() {
    let stopped = "stopped with 1 of 1 puzzle unanswered";
    run_to_limit(&["explain", HARD_16X16]).stderr_contains(stopped).stdout_is("");
    run_to_limit(&["explain", "100x100", "--next"]).stderr_contains(stopped).stdout_is("");
}

#[test]
fn a_count_is_a_lower_bound() {
    for board in ["9x9", "16x16", "36x36"] {
        let output = run_to_limit(&["count", board]);
        assert!(output.out.strip_suffix("+\n").expect("a bound").parse::<u64>().is_ok(), "{}", output.out);
        let object = run_to_limit(&["count", board, "--json"]).objects().remove(0);
        assert_eq!(object["exact"], false, "{object}");
    }
}

#[test]
fn the_formula_of_a_large_board_is_abandoned_at_the_limit() {
    // The formula of 144x144 has 19 million clauses.
    run_to_limit(&["solve", "144x144", "--engine", "sat"]);
    run_to_limit(&["prove", "100x100", "--solutions", "2"]);
}

#[test]
fn generation_ends_at_the_limit() {
    run_to_limit(&["generate", "1000", "--size", "25x25", "--seed", "1"]);
    run_to_limit(&["generate", "--givens", "17", "--tries", "1000000000", "--seed", "1"]);
}

#[test]
#[cfg(unix)]
fn an_interrupt_by_signal_is_reported_in_the_same_way() {
    let output = run_until_lines(&["rate", HARD_16X16, "--exact"], 1, run_and_interrupt);
    assert!(output.out.starts_with("B >= "), "{}", output.out);
    assert!(run_until_lines(&["count", "16x16"], 1, run_and_interrupt).out.ends_with("+\n"));
    run_and_interrupt(&["explain", HARD_16X16], LIMITS[0]).stderr_contains("stopped with 1 of 1 puzzle unanswered");
    run_and_interrupt(&["solve", "144x144", "--engine", "sat"], LIMITS[0]);
}

/// The bound of the default budget is the same on every machine, and only says what was proved.
#[test]
fn a_rating_beyond_the_work_budget_is_a_bound_with_exit_code_0() {
    let output = qedoku(["rate", HARD_16X16]).exits_with(0).stderr_contains("--exact");
    assert!(output.out.starts_with("B >= ") && output.out.contains("steps beyond singles"), "{}", output.out);
}

#[test]
fn an_interrupted_command_leaves_its_output_file_unchanged() {
    let folder = TestFolder::new();
    let file = folder.write("ratings.csv", "as before");
    run_to_limit(&["rate", HARD_16X16, "--exact", "--csv", "-o", &file]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "as before");
}

#[test]
fn comparisons_and_estimates_stop_inside_a_run() {
    // Both encode or count for minutes: the formula of 121x121 has 1.3 billion literals.
    run_to_limit(&["compare", "121x121", "--scheme", "extended"]);
    run_to_limit(&["compare", "121x121", "--scheme", "extended", "--to", "f2csp"]);
    run_to_limit(&["count", "9x9", "--estimate", "--samples", "1000000000"]);
    run_to_limit(&["count", "144x144", "--estimate"]);
}
