//! `qedoku bench --peers`: real solvers, scores, and solvers that give wrong answers, crash or never end.

mod command;

use command::{
    CommandOutput, QEDOKU, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, assert_well_formed, finish, qedoku,
};
use serde_json::{Value, json};

/// The run record of a solver on the puzzle with this name.
#[track_caller]
fn run<'o>(objects: &'o [Value], name: &str, solver: &str) -> &'o Value {
    let record = objects.iter().find(|object| object["name"] == name && object["solver"] == solver);
    record.unwrap_or_else(|| panic!("no run of {solver} on {name}"))
}

/// The scores of a solver, from the last object.
#[track_caller]
fn score<'o>(objects: &'o [Value], solver: &str) -> &'o Value {
    let summary = objects.last().unwrap()["summary"].as_array().expect("the last object has the scores");
    summary.iter().find(|score| score["solver"] == solver).unwrap_or_else(|| panic!("no score of {solver}"))
}

/// The words of every line.
fn lines(output: &CommandOutput) -> Vec<Vec<&str>> {
    output.out.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn json_has_an_object_for_every_puzzle_and_solver_and_one_with_the_scores() {
    let folder = TestFolder::new();
    let sixteen = qedoku(["generate", "--size", "16x16", "--seed", "1", "--to", "line"]).exits_with(0).out;
    let (small, large) =
        (folder.write("small.txt", format!("{UNIQUE_4X4}\n{UNIQUE_9X9}\n")), folder.write("large.txt", sixteen));
    let args = ["bench", "--peers", &small, &large, "--solver", "qedoku,minisat,cadical", "--json", "--quiet"];
    let objects = qedoku(args).exits_with(0).objects();
    assert_eq!(objects.len(), 3 * (1 + 2 + 2) + 1); // qedoku receives the puzzle, the others two schemes

    for object in &objects[..15] {
        assert_eq!(
            [&object["schema"], &object["outcome"], &object["solvable"]],
            [&json!(1), &json!("solved"), &json!(true)]
        );
        assert_eq!(object["run_limit_seconds"], 60.0);
        assert!(object["solve_seconds"].as_f64().unwrap() > 0.0 && object["error"].is_null(), "{object}");
    }
    let first = run(&objects, "small:1", "qedoku");
    assert_eq!([&first["input"], &first["board"]], [&json!(format!("{small}:1")), &json!("4x4")]);
    assert_eq!([&first["givens"], &first["scheme"]], [&json!(5), &Value::Null]);
    assert_eq!(run(&objects, "large", "minisat")["board"], "16x16");

    let last = &objects[15];
    assert_eq!([&last["schema"], &last["puzzles"]], [&json!(1), &json!(3)]);
    assert_eq!(last["summary"].as_array().unwrap().len(), 5);
    let (qedoku, minisat) = (score(&objects, "qedoku"), score(&objects, "minisat"));
    assert_eq!([&qedoku["solved"], &qedoku["par2_ratio"], &qedoku["both_solved"]], [&json!(3), &json!(1.0), &json!(3)]);
    assert_eq!([&minisat["scheme"], &minisat["wrong"]], [&json!("reduced"), &json!(0)]);
    let number = |score: &Value, key: &str| score[key].as_f64().unwrap();
    let ratio = number(minisat, "par2_seconds") / number(qedoku, "par2_seconds");
    assert!((number(minisat, "par2_ratio") - ratio).abs() < 1e-6 * ratio);
}

#[test]
fn a_table_for_each_scheme_and_then_the_scores() {
    let folder = TestFolder::new();
    let (one, none) = (folder.write("one.txt", UNIQUE_4X4), folder.write("none.txt", UNSOLVABLE_4X4));
    let output =
        qedoku(["bench", "--peers", &one, &none, "--solver", "qedoku,minisat"]).exits_with(0).stderr_is_empty();
    assert!(output.out.starts_with("seconds to a first solution, one thread, no more than 60 s each\n\nreduced "));
    let lines = lines(&output);
    for scheme in ["reduced", "efficient"] {
        let head = lines.iter().position(|line| *line == [scheme, "solution", "qedoku", "minisat"]).unwrap();
        assert_eq!([&lines[head + 1][..2], &lines[head + 2][..2]], [["one", "found"], ["none", "none"]]);
    }
    let scores = lines.iter().position(|line| line.starts_with(&["solver", "scheme", "solved", "wrong"])).unwrap();
    let starts: Vec<_> = lines[scores + 1..][..3].iter().map(|line| &line[..4]).collect();
    let expected =
        [["qedoku", "-", "2/2", "0"], ["minisat", "reduced", "2/2", "0"], ["minisat", "efficient", "2/2", "0"]];
    assert_eq!(starts, expected);
}

#[test]
fn cp_sat_takes_part() {
    let output = qedoku(["bench", "--peers", UNIQUE_9X9, "--solver", "cp-sat", "--json"]).exits_with(0);
    let run = &output.objects()[0];
    assert_eq!([&run["outcome"], &run["scheme"]], [&json!("solved"), &Value::Null]);
    assert!(run["version"].as_str().unwrap().starts_with(|symbol: char| symbol.is_ascii_digit()));
    assert_eq!(score(&output.objects(), "cp-sat")["par2_ratio"], Value::Null); // qedoku, the reference, did not take part
}

#[test]
fn missing_solvers_are_left_out_with_a_message() {
    let folder = TestFolder::new();
    let mut command = std::process::Command::new(QEDOKU);
    let output =
        finish(command.args(["bench", "--peers", UNIQUE_4X4, "--json"]).env("PATH", folder.path()), "").exits_with(0);
    let missing = "minisat, cryptominisat5, cadical, kissat, picosat, clasp, glucose, cp-sat";
    assert_eq!(output.err, format!("not installed and left out: {missing}\n"));
    assert_eq!(output.objects().len(), 2);
    qedoku(["bench", "--peers", UNIQUE_4X4, "--solver", "no-such-solver"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("no-such-solver");
}

#[test]
fn throughput_options_and_peer_options_exclude_each_other() {
    qedoku(["bench", UNIQUE_9X9, "--run-limit", "1s"]).exits_with(2).stdout_is("").stderr_contains("--peers");
    qedoku(["bench", "--peers", UNIQUE_9X9, "--repeat", "2"]).exits_with(2).stdout_is("").stderr_contains("--repeat");
    let houses = ["bench", "--peers", UNIQUE_9X9, "--solver", "minisat", "--scheme", "houses"];
    qedoku(houses).exits_with(2).stdout_is("").stderr_contains("houses");
    qedoku(["bench", "--peers", "nonsense"]).exits_with(2).stdout_is("");
}

#[test]
fn the_plot_has_a_curve_for_every_solver_and_scheme() {
    let folder = TestFolder::new();
    let plot = folder.path_to("cactus.svg");
    qedoku(["bench", "--peers", UNIQUE_4X4, "--solver", "qedoku,minisat", "--plot", &plot]).exits_with(0);
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_well_formed(&svg);
    for label in ["1 puzzle: solved within a time", "minisat, reduced", "minisat, efficient", "time (logarithmic)"] {
        assert!(svg.contains(&format!("\n{label}\n")), "{label} in {svg}");
    }
    assert!(svg.contains("<title>1 puzzle: solved within a time</title>\n<desc>Limit 60 s. "), "{svg}");
    assert!(svg.contains("minisat, reduced: 1 solved, the last after ") && svg.contains("<polygon"), "{svg}");
}

#[test]
fn previous_results_are_shown_next_to_new_ones() {
    let folder = TestFolder::new();
    let puzzle = folder.write("one.txt", UNIQUE_4X4);
    let args = |solver| ["bench", "--peers", &puzzle, "--scheme", "reduced", "--json", "--solver", solver];
    let previous = folder.write("previous.jsonl", qedoku(args("minisat")).exits_with(0).out);
    let objects = qedoku(args("qedoku").iter().chain(&["--also", &previous])).exits_with(0).objects();
    assert_eq!(run(&objects, "one", "minisat"), &read(&previous)[0]);
    assert!(score(&objects, "minisat")["mean_ratio"].as_f64().unwrap() > 0.0);

    let limit = ["--also", &previous, "--run-limit", "5s"];
    qedoku(args("qedoku").iter().chain(&limit))
        .exits_with(2)
        .stderr_contains("previous.jsonl:1: a run with a limit of 60 s, but the limit here is 5 s");
    let other = folder.write("other.jsonl", "{\"schema\":1,\"name\":\"another\"}\nnonsense\n");
    qedoku(args("qedoku").iter().chain(&["--also", &other])).exits_with(2).stderr_contains("other.jsonl:2: ");
}

fn read(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(unix)]
mod fake_solvers {
    use std::time::Instant;

    use super::*;

    /// Runs these solvers on a puzzle in one scheme.
    fn run_solvers(puzzle: &str, solvers: &str, more_args: &[&str]) -> CommandOutput {
        qedoku(["bench", "--peers", puzzle, "--scheme", "reduced", "--solver", solvers].iter().chain(more_args))
    }

    #[test]
    fn an_unsolved_puzzle_counts_twice_the_limit() {
        let folder = TestFolder::new();
        let slow = folder.script("slow", "exec sleep 600");
        let solvers = format!("qedoku,{slow}");
        let start = Instant::now();
        let objects = run_solvers(UNIQUE_4X4, &solvers, &["--run-limit", "3s", "--json"]).exits_with(0).objects();
        assert!(start.elapsed() < command::WAIT_TIMEOUT);
        assert_eq!([&objects[1]["outcome"], &objects[1]["solve_seconds"]], [&json!("over-limit"), &Value::Null]);
        let score = score(&objects, &slow);
        assert_eq!([&score["solved"], &score["par2_seconds"]], [&json!(0), &json!(6.0)]);
        assert_eq!([&score["both_solved"], &score["mean_ratio"]], [&json!(0), &Value::Null]);
        assert!(run_solvers(UNIQUE_4X4, &solvers, &["--run-limit", "3s"]).exits_with(0).out.contains(" >3\n"));
    }

    #[test]
    fn wrong_answers_are_marked() {
        let folder = TestFolder::new();
        let false_unsat = folder.script("false-unsat", "echo 's UNSATISFIABLE'; exit 20");
        let wrong = folder.script("wrong", "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10");
        let crash = folder.script("crash", "echo 'out of cheese' >&2; exit 3");
        let solvers = format!("{false_unsat},{wrong},{crash},minisat");
        let objects = run_solvers(UNIQUE_4X4, &solvers, &["--json"]).exits_with(0).objects();
        let outcomes: Vec<&Value> = objects[..4].iter().map(|object| &object["outcome"]).collect();
        assert_eq!(outcomes, ["wrong", "wrong", "failed", "solved"]);
        assert_eq!(objects[0]["error"], "reported no solution, but another solver has one");
        let score = score(&objects, &false_unsat);
        assert_eq!([&score["wrong"], &score["solved"], &score["par2_seconds"]], [&json!(1), &json!(0), &json!(120.0)]);

        let output = run_solvers(UNIQUE_4X4, &solvers, &[]).exits_with(0);
        assert!(
            output.out.contains("crash, reduced: crash failed (exit status: 3): out of cheese\n"),
            "{}",
            output.out
        );
        let alone = run_solvers(UNIQUE_4X4, &false_unsat, &["--json"]).exits_with(0); // nobody contradicts it
        assert_eq!(alone.objects()[0]["solvable"], false);
        run_solvers(UNIQUE_4X4, &crash, &[]).exits_with(2);
    }

    #[test]
    fn ctrl_c_prints_the_results_so_far() {
        let folder = TestFolder::new();
        let slow = folder.sleeping_solver();
        let args =
            ["bench", "--peers", UNIQUE_4X4, "--scheme", "reduced", "--json", "--solver", &format!("qedoku,{slow}")];
        let output = folder.run_and_interrupt(&args).exits_with(130);
        let objects: Vec<Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!([&objects[0]["solver"], &objects[0]["outcome"]], [&json!("qedoku"), &json!("solved")]);
        assert_eq!([&json!(objects.len()), &objects[1]["puzzles"]], [&json!(2), &json!(0)]);
        assert!(output.err.contains("stopped after 0 of 1 puzzles"));
    }
}
