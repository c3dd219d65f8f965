//! `qedoku compare`: exact sizes, real solvers, and solvers that lie, crash or never end.

mod command;

use command::{Folder, MANY, NINE, NONE, ONE, Said, assert_well_formed, qedoku};
use serde_json::{Value, json};

/// Clauses of the rules on 9x9, pairwise; each given adds one.
const CLAUSES: [(&str, u64); 5] =
    [("minimal", 8_829), ("efficient", 11_745), ("houses", 8_991), ("houses-cells", 9_072), ("extended", 11_988)];

/// The words of the row that begins with these.
#[track_caller]
fn row(said: &Said, words: &[&str]) -> Vec<String> {
    let mut rows = said.out.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let found = rows.find(|row| row.len() >= words.len() && row.iter().zip(words).all(|(word, wanted)| word == wanted));
    found.unwrap_or_else(|| panic!("no row {words:?} in:\n{}", said.out))
}

fn givens(puzzle: &str) -> u64 {
    puzzle.chars().filter(char::is_ascii_digit).count() as u64
}

#[test]
fn the_table_has_every_scheme_with_its_exact_number_of_clauses() {
    let said = qedoku(["compare", NINE, "--repeat", "1"]).ends(0).keeps_quiet();
    let givens = givens(NINE);
    assert!(said.out.starts_with(&format!("the command line: 9x9, {givens} givens; each time is one run\n\nscheme ")));
    for (scheme, rules) in CLAUSES {
        let row = row(&said, &[scheme, "pairwise"]);
        let clauses = rules + givens;
        let clauses = format!("{},{:03}", clauses / 1_000, clauses % 1_000);
        assert!(row.contains(&"729".to_owned()) && row.contains(&clauses), "{clauses} in {row:?}");
    }
    row(&said, &["reduced", "pairwise", "built-in", "CaDiCaL"]);
    assert_eq!(said.out.lines().filter(|line| line.ends_with(" *")).count(), 1, "{}", said.out);
    assert!(said.out.ends_with("\n* the fastest of its solver\n"));
}

#[test]
fn the_columns_are_aligned() {
    let said = qedoku(["compare", ONE, "--repeat", "1", "--amo", "all"]).ends(0);
    let table: Vec<&str> = said.out.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    assert_eq!(table.len(), 1 + 6 * 6);
    let end = table[0].chars().count();
    for line in &table[1..] {
        assert_eq!(line.trim_end_matches(" *").chars().count(), end, "{line}");
    }
}

#[test]
fn an_incomplete_scheme_is_measured_but_not_solved_with() {
    let said = qedoku(["compare", "9x9", "--scheme", "houses"]).ends(0);
    let row = row(&said, &["houses", "pairwise", "-", "729", "8,991"]);
    assert_eq!(row.last().unwrap(), "incomplete");
}

#[test]
fn json_has_one_object_per_row_and_adds_up_the_puzzles() {
    let folder = Folder::new();
    let file = folder.with("list.txt", format!("{ONE}\n{MANY}\n{NONE}\n"));
    let words = ["compare", &file, "--scheme", "minimal,houses", "--scheme", "extended", "--amo", "pairwise,binary"];
    let rows = qedoku(words.into_iter().chain(["--repeat", "2", "--json"])).ends(0).keeps_quiet().objects();
    let names: Vec<String> = rows.iter().map(|row| format!("{} {}", row["scheme"], row["amo"])).collect();
    assert_eq!(names[..3], [r#""minimal" "pairwise""#, r#""minimal" "binary""#, r#""houses" "pairwise""#]);
    assert_eq!(rows.len(), 6);

    assert_eq!(rows[0]["clauses"], 3 * 304 + givens(ONE) + givens(MANY) + givens(NONE));
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
fn the_size_of_the_file_is_that_of_the_file() {
    let folder = Folder::new();
    let cnf = folder.at("puzzle.cnf");
    qedoku(["encode", NINE, "--scheme", "extended", "--amo", "product", "-o", &cnf, "--quiet"]).ends(0);
    let said = qedoku(["compare", NINE, "--scheme", "extended", "--amo", "product", "--repeat", "1", "--json"]);
    assert_eq!(said.ends(0).objects()[0]["bytes"], std::fs::metadata(&cnf).unwrap().len());
}

#[test]
fn a_limit_takes_the_first_puzzles_and_csv_names_its_columns() {
    let folder = Folder::new();
    let file = folder.with("list.txt", format!("{ONE}\n{MANY}\n{NONE}\n"));
    let said = qedoku(["compare", &file, "--limit", "2", "--scheme", "minimal", "--repeat", "1", "--csv"]).ends(0);
    let lines: Vec<Vec<&str>> = said.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 2);
    let field = |name| lines[1][lines[0].iter().position(|known| *known == name).unwrap()];
    assert_eq!([field("puzzles"), field("solvable"), field("outcome")], ["2", "2", "solved"]);
    qedoku(["compare", &file, "--csv", "--json"]).ends(2).prints("").complains("cannot be used with");
    qedoku(["compare", &file, "--repeat", "0"]).ends(2).prints("").complains("expected a number from 1");
}

#[test]
fn puzzles_that_cannot_be_read_are_named_and_the_others_compared() {
    let folder = Folder::new();
    let file = folder.with("list.txt", format!("{ONE}\n..2..3x114......\n"));
    let said = qedoku(["compare", &file, "--scheme", "reduced", "--repeat", "1", "--json"]).ends(3);
    assert_eq!(said.objects()[0]["puzzles"], 1);
    assert!(said.err.contains("list.txt:2:7"), "{}", said.err);
    qedoku(["compare", "nonsense"]).ends(2).prints("");
    qedoku(["compare", ONE, "--solver", "no-such-solver"]).ends(2).prints("").complains("no-such-solver");
    qedoku(["compare", ONE, "--plot", &folder.at("no/such/folder.svg")]).ends(2).prints("").complains("cannot write");
}

/// Where they are not wanted, say so; where they are missing, fail.
fn solvers_are_wanted() -> bool {
    std::env::var_os("QEDOKU_SKIP_SOLVERS").is_none()
}

#[test]
fn real_solvers_solve_every_scheme_and_every_encoding() {
    if !solvers_are_wanted() {
        return;
    }
    let words = ["compare", NINE, "--solver", "built-in,minisat", "--solver", "picosat {cnf}", "--amo", "all"];
    let said = qedoku(words.into_iter().chain(["--repeat", "1", "--json"])).ends(0);
    for solver in ["built-in", "minisat", "picosat {cnf}"] {
        let rows: Vec<Value> = said.objects().into_iter().filter(|row| row["solver"] == solver).collect();
        assert_eq!(rows.len(), 5 * 6, "{solver}");
        assert!(rows.iter().all(|row| row["outcome"] == "solved" && row["solvable"] == 1), "{rows:?}");
        assert_eq!(rows.iter().filter(|row| row["fastest"] == true).count(), 1, "{solver}");
    }
}

#[test]
fn installed_finds_the_solvers_in_path_and_their_versions() {
    if !solvers_are_wanted() {
        return;
    }
    let said = qedoku(["compare", NINE, "--solver", "installed", "--scheme", "reduced", "--repeat", "1", "--json"]);
    let rows = said.ends(0).objects();
    let version = |solver: &str| &rows.iter().find(|row| row["solver"] == solver).unwrap()["version"];
    assert!(version("built-in").as_str().unwrap().starts_with("CaDiCaL "));
    assert!(version("picosat").as_str().unwrap().contains(|symbol: char| symbol.is_ascii_digit()));
    version("minisat");
}

#[test]
fn the_plot_is_well_formed_and_has_all_labels() {
    let folder = Folder::new();
    let (file, plot) = (folder.with("a<b&c.txt", ONE), folder.at("plot.svg"));
    qedoku(["compare", &file, "--repeat", "1", "--plot", &plot]).ends(0);
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_well_formed(&svg);
    let labels = ["minimal", "efficient", "houses", "houses-cells", "extended", "reduced"];
    let others =
        ["incomplete", "built-in CaDiCaL", "solve time", "clauses", "309", "453", "4x4, 5 givens", "a&lt;b&amp;c"];
    let expected = labels.map(|label| format!("\n{label}\n")).into_iter().chain(others.map(str::to_owned));
    expected.into_iter().for_each(|label| assert!(svg.contains(&label), "{label:?} in {svg}"));
}

#[cfg(unix)]
mod fakes {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_solver_that_fails_says_why_in_its_row_and_the_others_go_on() {
        let folder = Folder::new();
        let crash = folder.script("crash", "echo 'out of cheese' >&2; exit 3");
        let wrong = folder.script("wrong", "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10");
        let liar = folder.script("liar", "echo 's UNSATISFIABLE'; exit 20");
        let solvers = format!("{crash},{wrong},{liar},built-in");
        let said = qedoku(["compare", ONE, "--scheme", "minimal", "--repeat", "1", "--solver", &solvers]).ends(0);
        let line = |solver: &str| said.out.lines().find(|line| line.contains(&format!("/{solver} "))).unwrap();
        assert!(
            line("crash").ends_with("failed  crash failed (exit status: 3), saying: out of cheese"),
            "{}",
            said.out
        );
        assert!(line("wrong").contains("failed  the solver's "), "{}", said.out);
        assert!(
            line("liar").ends_with("said that the puzzle has no solution, but another row has one"),
            "{}",
            said.out
        );
        assert!(!row(&said, &["minimal", "pairwise", "built-in"]).contains(&"failed".to_owned()));
    }

    #[test]
    fn the_command_fails_if_every_row_does() {
        let folder = Folder::new();
        let crash = folder.script("crash", "exit 3");
        let said = qedoku(["compare", ONE, "--solver", &crash, "--json"]).ends(2);
        assert!(said.objects().iter().all(|row| row["outcome"] == "failed" || row["scheme"] == "houses"));
    }

    #[test]
    fn a_run_over_its_limit_is_shown_so_and_the_rest_goes_on() {
        let folder = Folder::new();
        let slow = folder.script("slow", "exec sleep 60");
        let plot = folder.at("plot.svg");
        let solvers = format!("{slow},built-in");
        let words = ["compare", ONE, "--scheme", "minimal,reduced", "--solver", &solvers, "--run-limit", "100ms"];
        let begin = Instant::now();
        let said = qedoku(words.into_iter().chain(["--plot", &plot])).ends(0);
        assert!(begin.elapsed() < Duration::from_secs(20));
        assert_eq!(said.out.matches("> 100 ms").count(), 2, "{}", said.out);
        assert_eq!(said.out.matches("built-in").count(), 2, "{}", said.out);
        assert_eq!(std::fs::read_to_string(&plot).unwrap().matches("&gt; 100 ms").count(), 2);
    }

    #[test]
    fn the_time_of_an_outside_solver_is_its_run_and_not_the_writing_of_the_file() {
        let folder = Folder::new();
        let sleeper = folder.script("sleeper", "sleep 0.4; echo 's UNSATISFIABLE'; exit 20");
        let words = ["compare", NONE, "--scheme", "minimal", "--solver", &sleeper, "--repeat", "1", "--json"];
        let row = qedoku(words).ends(0).objects().remove(0);
        assert!(row["solve_seconds"].as_f64().unwrap() >= 0.4, "{row}");
        assert!(row["encode_seconds"].as_f64().unwrap() < 0.4, "{row}");
    }

    #[test]
    fn ctrl_c_ends_it_with_the_rows_so_far() {
        let folder = Folder::new();
        let slow = folder.sleeper();
        let words = ["compare", ONE, "--scheme", "minimal", "--solver", &format!("built-in,{slow}"), "--json"];
        let said = folder.interrupted(&words).ends(130);
        let row: Value = serde_json::from_str(&said.out).expect("one row");
        assert_eq!([&row["solver"], &row["outcome"]], [&json!("built-in"), &json!("solved")]);
        assert!(said.err.contains("stopped after 1 of 2 rows"));
    }

    #[test]
    fn the_time_limit_ends_the_whole_with_124() {
        let folder = Folder::new();
        let slow = folder.script("slow", "exec sleep 60");
        let said = qedoku(["compare", ONE, "--solver", &slow, "--time-limit", "200ms"]).ends(124);
        assert!(said.err.contains("stopped after 0 of 6 rows"), "{}", said.err);
    }
}
