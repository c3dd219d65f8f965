//! `qedoku compare`: exact sizes, real solvers, and solvers that give wrong answers, crash or never end.

mod command;

use command::{
    AMBIGUOUS_4X4, CommandOutput, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, assert_well_formed, qedoku,
};
use serde_json::{Value, json};

/// Clauses of the empty 9x9 board with pairwise at-most-one; each given adds a unit clause.
const EMPTY_BOARD_CLAUSES: [(&str, u64); 5] =
    [("minimal", 8_829), ("efficient", 11_745), ("houses", 8_991), ("houses-cells", 9_072), ("extended", 11_988)];

/// The cells of the table row that starts with these cells.
#[track_caller]
fn row(output: &CommandOutput, start: &[&str]) -> Vec<String> {
    let mut rows = output.out.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let row =
        rows.find(|row| row.len() >= start.len() && row.iter().zip(start).all(|(cell, expected)| cell == expected));
    row.unwrap_or_else(|| panic!("no row {start:?} in:\n{}", output.out))
}

fn count_givens(puzzle: &str) -> u64 {
    puzzle.chars().filter(char::is_ascii_digit).count() as u64
}

#[test]
fn the_table_has_every_scheme_with_its_exact_number_of_clauses() {
    let output = qedoku(["compare", UNIQUE_9X9, "--repeat", "1"]).exits_with(0).stderr_is_empty();
    let givens = count_givens(UNIQUE_9X9);
    assert!(
        output.out.starts_with(&format!("the command line: 9x9, {givens} givens; each time is one run\n\nscheme "))
    );
    for (scheme, rules) in EMPTY_BOARD_CLAUSES {
        let row = row(&output, &[scheme, "pairwise"]);
        let clauses = rules + givens;
        let clauses = format!("{},{:03}", clauses / 1_000, clauses % 1_000);
        assert!(row.contains(&"729".to_owned()) && row.contains(&clauses), "{clauses} in {row:?}");
    }
    row(&output, &["reduced", "pairwise", "built-in", "CaDiCaL"]);
    assert_eq!(output.out.lines().filter(|line| line.ends_with(" *")).count(), 1, "{}", output.out);
    assert!(output.out.ends_with("\n* the fastest of its solver\n"));
}

#[test]
fn the_columns_are_aligned() {
    let output = qedoku(["compare", UNIQUE_4X4, "--repeat", "1", "--amo", "all"]).exits_with(0);
    let table: Vec<&str> = output.out.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    assert_eq!(table.len(), 1 + 6 * 6);
    let end = table[0].chars().count();
    for line in &table[1..] {
        assert_eq!(line.trim_end_matches(" *").chars().count(), end, "{line}");
    }
}

#[test]
fn an_incomplete_scheme_is_measured_but_not_solved_with() {
    let output = qedoku(["compare", "9x9", "--scheme", "houses"]).exits_with(0);
    let row = row(&output, &["houses", "pairwise", "-", "729", "8,991"]);
    assert_eq!(row.last().unwrap(), "incomplete");
}

#[test]
fn json_has_one_object_per_row_and_adds_up_the_puzzles() {
    let folder = TestFolder::new();
    let file = folder.write("list.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n"));
    let args = ["compare", &file, "--scheme", "minimal,houses", "--scheme", "extended", "--amo", "pairwise,binary"];
    let rows = qedoku(args.into_iter().chain(["--repeat", "2", "--json"])).exits_with(0).stderr_is_empty().objects();
    let names: Vec<String> = rows.iter().map(|row| format!("{} {}", row["scheme"], row["amo"])).collect();
    assert_eq!(names[..3], [r#""minimal" "pairwise""#, r#""minimal" "binary""#, r#""houses" "pairwise""#]);
    assert_eq!(rows.len(), 6);

    assert_eq!(
        rows[0]["clauses"],
        3 * 304 + count_givens(UNIQUE_4X4) + count_givens(AMBIGUOUS_4X4) + count_givens(UNSOLVABLE_4X4)
    );
    assert_eq!(rows[0]["variables"], 3 * 64);
    for row in &rows {
        assert_eq!([&row["schema"], &row["puzzles"], &row["repeat"]], [&json!(1), &json!(3), &json!(2)]);
        assert!(row["encode_seconds"].as_f64().unwrap() > 0.0);
        if row["scheme"] == "houses" {
            assert_eq!([&row["outcome"], &row["solve_seconds"]], [&json!("incomplete"), &Value::Null]);
        } else {
            assert_eq!([&row["outcome"], &row["solvable"]], [&json!("solved"), &json!(2)]);
            assert!(row["solve_seconds"].as_f64().unwrap() > 0.0);
        }
    }
    assert_eq!(rows.iter().filter(|row| row["fastest"] == true).count(), 1);
}

#[test]
fn the_reported_file_size_is_that_of_the_encoded_file() {
    let folder = TestFolder::new();
    let cnf = folder.path_to("puzzle.cnf");
    qedoku(["encode", UNIQUE_9X9, "--scheme", "extended", "--amo", "product", "-o", &cnf, "--quiet"]).exits_with(0);
    let output = qedoku(["compare", UNIQUE_9X9, "--scheme", "extended", "--amo", "product", "--repeat", "1", "--json"]);
    assert_eq!(output.exits_with(0).objects()[0]["bytes"], std::fs::metadata(&cnf).unwrap().len());
}

#[test]
fn a_limit_takes_the_first_puzzles_and_csv_names_its_columns() {
    let folder = TestFolder::new();
    let file = folder.write("list.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n"));
    let output =
        qedoku(["compare", &file, "--max-puzzles", "2", "--scheme", "minimal", "--repeat", "1", "--csv"]).exits_with(0);
    let lines: Vec<Vec<&str>> = output.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 2);
    let field = |name| lines[1][lines[0].iter().position(|known| *known == name).unwrap()];
    assert_eq!([field("puzzles"), field("solvable"), field("outcome")], ["2", "2", "solved"]);
    qedoku(["compare", &file, "--csv", "--json"]).exits_with(2).stdout_is("").stderr_contains("cannot be used with");
    qedoku(["compare", &file, "--repeat", "0"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("expected an integer from 1");
}

#[test]
fn puzzles_that_cannot_be_read_are_named_and_the_others_compared() {
    let folder = TestFolder::new();
    let file = folder.write("list.txt", format!("{UNIQUE_4X4}\n..2..3x114......\n"));
    let output = qedoku(["compare", &file, "--scheme", "reduced", "--repeat", "1", "--json"]).exits_with(3);
    assert_eq!(output.objects()[0]["puzzles"], 1);
    assert!(output.err.contains("list.txt:2:7"), "{}", output.err);
    qedoku(["compare", "nonsense"]).exits_with(2).stdout_is("");
    qedoku(["compare", UNIQUE_4X4, "--solver", "no-such-solver"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("no-such-solver");
    qedoku(["compare", UNIQUE_4X4, "--plot", &folder.path_to("no/such/folder.svg")])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("cannot write");
}

#[test]
fn real_solvers_solve_every_scheme_and_every_encoding() {
    let args = ["compare", UNIQUE_9X9, "--solver", "built-in,minisat", "--solver", "picosat {cnf}", "--amo", "all"];
    let output = qedoku(args.into_iter().chain(["--repeat", "1", "--json"])).exits_with(0);
    for solver in ["built-in", "minisat", "picosat {cnf}"] {
        let rows: Vec<Value> = output.objects().into_iter().filter(|row| row["solver"] == solver).collect();
        assert_eq!(rows.len(), 5 * 6, "{solver}");
        assert!(rows.iter().all(|row| row["outcome"] == "solved" && row["solvable"] == 1), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row["fastest"] == true).count(), 1, "{solver}");
    }
}

#[test]
fn installed_selects_the_solvers_in_path_with_their_versions() {
    let output =
        qedoku(["compare", UNIQUE_9X9, "--solver", "installed", "--scheme", "reduced", "--repeat", "1", "--json"]);
    let rows = output.exits_with(0).objects();
    let version = |solver: &str| &rows.iter().find(|row| row["solver"] == solver).unwrap()["version"];
    assert!(version("built-in").as_str().unwrap().starts_with("CaDiCaL "));
    assert!(version("picosat").as_str().unwrap().contains(|symbol: char| symbol.is_ascii_digit()));
    version("minisat");
}

#[test]
fn the_plot_is_well_formed_and_has_all_labels() {
    let folder = TestFolder::new();
    let (file, plot) = (folder.write("a<b&c.txt", UNIQUE_4X4), folder.path_to("plot.svg"));
    qedoku(["compare", &file, "--repeat", "1", "--plot", &plot]).exits_with(0);
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_well_formed(&svg);
    let labels = ["minimal", "efficient", "houses", "houses-cells", "extended", "reduced"];
    let others =
        ["incomplete", "built-in CaDiCaL", "solve time", "clauses", "309", "453", "4x4, 5 givens", "a&lt;b&amp;c"];
    let expected = labels.map(|label| format!("\n{label}\n")).into_iter().chain(others.map(str::to_owned));
    expected.into_iter().for_each(|label| assert!(svg.contains(&label), "{label:?} in {svg}"));
    let described = "<desc>Solve times. minimal, pairwise, 309 clauses: built-in ";
    assert!(svg.contains("b&amp;c.txt: 4x4, 5 givens</title>") && svg.contains(described), "{svg}");
}

#[cfg(unix)]
mod fake_solvers {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_failure_is_explained_in_its_row_and_the_other_rows_continue() {
        let folder = TestFolder::new();
        let crash = folder.script("crash", "echo 'out of cheese' >&2; exit 3");
        let wrong = folder.script("wrong", "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10");
        let false_unsat = folder.script("false-unsat", "echo 's UNSATISFIABLE'; exit 20");
        let solvers = format!("{crash},{wrong},{false_unsat},built-in");
        let output =
            qedoku(["compare", UNIQUE_4X4, "--scheme", "minimal", "--repeat", "1", "--solver", &solvers]).exits_with(0);
        let line = |solver: &str| output.out.lines().find(|line| line.contains(&format!("/{solver} "))).unwrap();
        assert!(line("crash").ends_with("failed  crash failed (exit status: 3): out of cheese"), "{}", output.out);
        assert!(line("wrong").contains("failed  cannot decode the solver's model: "), "{}", output.out);
        assert!(
            line("false-unsat").ends_with("reported that the puzzle has no solution, but another row has one"),
            "{}",
            output.out
        );
        assert!(!row(&output, &["minimal", "pairwise", "built-in"]).contains(&"failed".to_owned()));
    }

    #[test]
    fn the_command_fails_if_every_row_does() {
        let folder = TestFolder::new();
        let crash = folder.script("crash", "exit 3");
        let output = qedoku(["compare", UNIQUE_4X4, "--solver", &crash, "--json"]).exits_with(2);
        assert!(output.objects().iter().all(|row| row["outcome"] == "failed" || row["scheme"] == "houses"));
    }

    #[test]
    fn a_run_that_reaches_its_limit_is_shown_and_the_other_rows_continue() {
        let folder = TestFolder::new();
        let slow = folder.script("slow", "exec sleep 600");
        let plot = folder.path_to("plot.svg");
        let solvers = format!("{slow},built-in");
        let args = ["compare", UNIQUE_4X4, "--scheme", "minimal,reduced", "--solver", &solvers, "--run-limit", "3s"];
        let start = Instant::now();
        let output = qedoku(args.into_iter().chain(["--plot", &plot])).exits_with(0);
        assert!(start.elapsed() < command::WAIT_TIMEOUT);
        assert_eq!(output.out.matches("> 3 s").count(), 2, "{}", output.out);
        assert_eq!(output.out.matches("built-in").count(), 2, "{}", output.out);
        assert_eq!(std::fs::read_to_string(&plot).unwrap().matches("&gt; 3 s").count(), 2);
    }

    #[test]
    fn the_solve_time_of_an_external_solver_excludes_writing_its_input_file() {
        let folder = TestFolder::new();
        let sleeper = folder.script("sleeper", "sleep 0.4; echo 's UNSATISFIABLE'; exit 20");
        let args = ["compare", UNSOLVABLE_4X4, "--scheme", "minimal", "--solver", &sleeper, "--repeat", "1", "--json"];
        let row = qedoku(args).exits_with(0).objects().remove(0);
        assert!(row["solve_seconds"].as_f64().unwrap() >= 0.4, "{row}");
        assert!(row["encode_seconds"].as_f64().unwrap() < 0.4, "{row}");
    }

    #[test]
    fn ctrl_c_prints_the_rows_so_far() {
        let folder = TestFolder::new();
        let slow = folder.sleeping_solver();
        let args = ["compare", UNIQUE_4X4, "--scheme", "minimal", "--solver", &format!("built-in,{slow}"), "--json"];
        let output = folder.run_and_interrupt(&args).exits_with(130);
        let row: Value = serde_json::from_str(&output.out).expect("one row");
        assert_eq!([&row["solver"], &row["outcome"]], [&json!("built-in"), &json!("solved")]);
        assert!(output.err.contains("stopped after 1 of 2 rows"));
    }

    #[test]
    fn the_time_limit_ends_the_comparison_with_exit_code_124() {
        let folder = TestFolder::new();
        let slow = folder.script("slow", "exec sleep 600");
        let output = qedoku(["compare", UNIQUE_4X4, "--solver", &slow, "--time-limit", "200ms"]).exits_with(124);
        assert!(output.err.contains("stopped after 0 of 6 rows"), "{}", output.err);
    }
}

#[test]
fn families_of_a_scheme_are_joined_by_plus() {
    let list = "minimal,cell-some+row-some+box-some+house-once,house-some+house-once";
    let args = ["compare", UNIQUE_4X4, "--scheme", list, "--repeat", "1", "--json"];
    let rows = qedoku(args).exits_with(0).objects();
    let fields = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(fields("scheme"), ["minimal", "cell-some+row-some+box-some+house-once", "houses"]);
    assert_eq!(fields("outcome"), ["solved", "solved", "incomplete"]);
    for list in ["cell-some,house-once", "cell-some"] {
        qedoku(["compare", UNIQUE_4X4, "--scheme", list])
            .exits_with(2)
            .stderr_contains("join the families of a scheme with +, as in cell-some+house-once");
    }
}
