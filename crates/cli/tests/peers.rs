//! `qedoku bench --peers`: real solvers beside ours, scores, and solvers that lie, crash or never end.

mod command;

use command::{Folder, NINE, NONE, ONE, QEDOKU, Said, assert_well_formed, finish, qedoku};
use serde_json::{Value, json};

/// The run of a solver on a puzzle of this name, or its scores.
#[track_caller]
fn run<'o>(objects: &'o [Value], name: &str, solver: &str) -> &'o Value {
    let found = objects.iter().find(|object| object["name"] == name && object["solver"] == solver);
    found.unwrap_or_else(|| panic!("no run of {solver} on {name}"))
}

#[track_caller]
fn score<'o>(objects: &'o [Value], solver: &str) -> &'o Value {
    let summary = objects.last().unwrap()["summary"].as_array().expect("the last object has the scores");
    summary.iter().find(|score| score["solver"] == solver).unwrap_or_else(|| panic!("no score of {solver}"))
}

/// The words of every line.
fn lines(said: &Said) -> Vec<Vec<&str>> {
    said.out.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn json_has_an_object_for_every_puzzle_and_solver_and_one_with_the_scores() {
    let folder = Folder::new();
    let sixteen = qedoku(["generate", "--size", "16x16", "--seed", "1", "--to", "line"]).ends(0).out;
    let (small, large) = (folder.with("small.txt", format!("{ONE}\n{NINE}\n")), folder.with("large.txt", sixteen));
    let words = ["bench", "--peers", &small, &large, "--solver", "qedoku,minisat,cadical", "--json", "--quiet"];
    let objects = qedoku(words).ends(0).objects();
    assert_eq!(objects.len(), 3 * (1 + 2 + 2) + 1); // qedoku is told the puzzle, the others two schemes

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
    let (own, minisat) = (score(&objects, "qedoku"), score(&objects, "minisat"));
    assert_eq!([&own["solved"], &own["par2_ratio"], &own["both_solved"]], [&json!(3), &json!(1.0), &json!(3)]);
    assert_eq!([&minisat["scheme"], &minisat["wrong"]], [&json!("reduced"), &json!(0)]);
    let number = |score: &Value, key: &str| score[key].as_f64().unwrap();
    let ratio = number(minisat, "par2_seconds") / number(own, "par2_seconds");
    assert!((number(minisat, "par2_ratio") - ratio).abs() < 1e-6 * ratio);
}

#[test]
fn a_table_for_each_scheme_and_then_the_scores() {
    let folder = Folder::new();
    let (one, none) = (folder.with("one.txt", ONE), folder.with("none.txt", NONE));
    let said = qedoku(["bench", "--peers", &one, &none, "--solver", "qedoku,minisat"]).ends(0).keeps_quiet();
    assert!(said.out.starts_with("seconds to a first solution, one thread, no more than 60 s each\n\nreduced "));
    let lines = lines(&said);
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
    let said = qedoku(["bench", "--peers", NINE, "--solver", "cp-sat", "--json"]).ends(0);
    let run = &said.objects()[0];
    assert_eq!([&run["outcome"], &run["scheme"]], [&json!("solved"), &Value::Null]);
    assert!(run["version"].as_str().unwrap().starts_with(|symbol: char| symbol.is_ascii_digit()));
    assert_eq!(score(&said.objects(), "cp-sat")["par2_ratio"], Value::Null); // there is nothing to compare it with
}

#[test]
fn what_is_not_installed_is_left_out_with_a_word() {
    let folder = Folder::new();
    let mut command = std::process::Command::new(QEDOKU);
    let said = finish(command.args(["bench", "--peers", ONE, "--json"]).env("PATH", folder.path()), "").ends(0);
    let missing = "minisat, cryptominisat5, cadical, kissat, picosat, clasp, glucose, cp-sat";
    assert_eq!(said.err, format!("not installed and left out: {missing}\n"));
    assert_eq!(said.objects().len(), 2);
    qedoku(["bench", "--peers", ONE, "--solver", "no-such-solver"]).ends(2).prints("").complains("no-such-solver");
}

#[test]
fn flags_of_one_kind_are_refused_with_the_other() {
    qedoku(["bench", NINE, "--run-limit", "1s"]).ends(2).prints("").complains("--peers");
    qedoku(["bench", "--peers", NINE, "--repeats", "2"]).ends(2).prints("").complains("--repeats");
    let houses = ["bench", "--peers", NINE, "--solver", "minisat", "--scheme", "houses"];
    qedoku(houses).ends(2).prints("").complains("houses");
    qedoku(["bench", "--peers", "nonsense"]).ends(2).prints("");
}

#[test]
fn the_plot_has_a_line_for_every_solver_and_scheme() {
    let folder = Folder::new();
    let plot = folder.at("cactus.svg");
    qedoku(["bench", "--peers", ONE, "--solver", "qedoku,minisat", "--plot", &plot]).ends(0);
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_well_formed(&svg);
    for label in ["1 puzzle: solved within a time", "minisat, reduced", "minisat, efficient", "time (logarithmic)"] {
        assert!(svg.contains(&format!("\n{label}\n")), "{label} in {svg}");
    }
}

#[test]
fn earlier_runs_are_shown_beside_new_ones() {
    let folder = Folder::new();
    let puzzle = folder.with("one.txt", ONE);
    let words = |solver| ["bench", "--peers", &puzzle, "--scheme", "reduced", "--json", "--solver", solver];
    let kept = folder.with("kept.jsonl", qedoku(words("minisat")).ends(0).out);
    let objects = qedoku(words("qedoku").iter().chain(&["--also", &kept])).ends(0).objects();
    assert_eq!(run(&objects, "one", "minisat"), &read(&kept)[0]);
    assert!(score(&objects, "minisat")["mean_ratio"].as_f64().unwrap() > 0.0);

    let limit = ["--also", &kept, "--run-limit", "5s"];
    qedoku(words("qedoku").iter().chain(&limit))
        .ends(2)
        .complains("kept.jsonl:1: a run with the limit 60 s, here it is 5 s");
    let other = folder.with("other.jsonl", "{\"schema\":1,\"name\":\"another\"}\nnonsense\n");
    qedoku(words("qedoku").iter().chain(&["--also", &other])).ends(2).complains("other.jsonl:2: ");
}

fn read(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(unix)]
mod fakes {
    use std::time::{Duration, Instant};

    use super::*;

    /// The runs of these solvers on a 4x4 in one scheme.
    fn runs(puzzle: &str, solvers: &str, more: &[&str]) -> Said {
        qedoku(["bench", "--peers", puzzle, "--scheme", "reduced", "--solver", solvers].iter().chain(more))
    }

    #[test]
    fn a_solver_over_its_limit_counts_twice_the_limit() {
        let folder = Folder::new();
        let slow = folder.script("slow", "exec sleep 60");
        let solvers = format!("qedoku,{slow}");
        let begin = Instant::now();
        let objects = runs(ONE, &solvers, &["--run-limit", "200ms", "--json"]).ends(0).objects();
        assert!(begin.elapsed() < Duration::from_secs(20));
        assert_eq!([&objects[1]["outcome"], &objects[1]["solve_seconds"]], [&json!("over-limit"), &Value::Null]);
        let score = score(&objects, &slow);
        assert_eq!([&score["solved"], &score["par2_seconds"]], [&json!(0), &json!(0.4)]);
        assert_eq!([&score["both_solved"], &score["mean_ratio"]], [&json!(0), &Value::Null]);
        assert!(runs(ONE, &solvers, &["--run-limit", "200ms"]).ends(0).out.contains(" >0.2\n"));
    }

    #[test]
    fn a_solver_that_says_something_wrong_is_shown_so() {
        let folder = Folder::new();
        let liar = folder.script("liar", "echo 's UNSATISFIABLE'; exit 20");
        let wrong = folder.script("wrong", "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10");
        let crash = folder.script("crash", "echo 'out of cheese' >&2; exit 3");
        let solvers = format!("{liar},{wrong},{crash},minisat");
        let objects = runs(ONE, &solvers, &["--json"]).ends(0).objects();
        let outcomes: Vec<&Value> = objects[..4].iter().map(|object| &object["outcome"]).collect();
        assert_eq!(outcomes, ["wrong", "wrong", "failed", "solved"]);
        assert_eq!(objects[0]["error"], "said that there is no solution, but another solver has one");
        let score = score(&objects, &liar);
        assert_eq!([&score["wrong"], &score["solved"], &score["par2_seconds"]], [&json!(1), &json!(0), &json!(120.0)]);

        let said = runs(ONE, &solvers, &[]).ends(0);
        assert!(
            said.out.contains("crash, reduced: crash failed (exit status: 3), saying: out of cheese\n"),
            "{}",
            said.out
        );
        let alone = runs(ONE, &liar, &["--json"]).ends(0); // nobody knows better
        assert_eq!(alone.objects()[0]["solvable"], false);
        runs(ONE, &crash, &[]).ends(2);
    }

    #[test]
    fn ctrl_c_ends_it_with_what_is_known() {
        let folder = Folder::new();
        let slow = folder.sleeper();
        let words = ["bench", "--peers", ONE, "--scheme", "reduced", "--json", "--solver", &format!("qedoku,{slow}")];
        let said = folder.interrupted(&words).ends(130);
        let objects: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!([&objects[0]["solver"], &objects[0]["outcome"]], [&json!("qedoku"), &json!("solved")]);
        assert_eq!([&json!(objects.len()), &objects[1]["puzzles"]], [&json!(2), &json!(0)]);
        assert!(said.err.contains("stopped after 0 of 1 puzzles"));
    }
}
