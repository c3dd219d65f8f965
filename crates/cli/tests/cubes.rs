//! `qedoku cubes` and `qedoku join`.

mod command;

use std::fs;

use command::{AMBIGUOUS_4X4, SOLUTION_4X4, TestFolder, UNIQUE_4X4, UNSOLVABLE_4X4, qedoku, qedoku_with};

/// A 9x9 puzzle with one solution that propagation does not find.
const HARD_9X9: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

/// Files of a split: `cubes.csv`, solved as `solved.csv` and proved as `proved.jsonl`.
struct SolvedSplit {
    folder: TestFolder,
    puzzle: String,
}

impl SolvedSplit {
    fn new(puzzle: &str, count: &str, options: &[&str]) -> SolvedSplit {
        let split = SolvedSplit { folder: TestFolder::new(), puzzle: puzzle.to_owned() };
        let [cubes, solved, proved] =
            ["cubes.csv", "solved.csv", "proved.jsonl"].map(|name| split.folder.path_to(name));
        qedoku(["cubes", puzzle, "--count", count, "-o", &cubes]).exits_with(0);
        qedoku(["batch", &cubes, "-o", &solved]).exits_with(0);
        let prove = ["batch", &cubes, "-o", &proved, "--add", "answer,certificate"];
        qedoku(prove.iter().chain(options)).exits_with(0);
        split
    }

    fn path_to(&self, name: &str) -> String {
        self.folder.path_to(name)
    }

    fn lines(&self, name: &str) -> Vec<String> {
        fs::read_to_string(self.path_to(name)).unwrap().lines().map(str::to_owned).collect()
    }

    /// Writes lines to a file and joins it.
    fn join_lines(&self, name: &str, lines: &[String]) -> command::CommandOutput {
        let path = self.path_to(name);
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        qedoku(["join", &self.puzzle, &path])
    }
}

#[test]
fn joined_answers_are_those_of_solve_and_their_certificates_are_accepted() {
    for (puzzle, code, verdict) in [
        (UNIQUE_4X4, 0, "one solution"),
        (HARD_9X9, 0, "one solution"),
        (UNSOLVABLE_4X4, 1, "no solution"),
        (AMBIGUOUS_4X4, 1, "6 solutions"),
    ] {
        for count in ["1", "2", "5"] {
            let split = SolvedSplit::new(puzzle, count, &["--limit", "100"]);
            let [proved, proof] = ["proved.jsonl", "puzzle.proof"].map(|name| split.path_to(name));
            let joined = qedoku(["join", puzzle, &proved, "--proof", &proof]).exits_with(code);
            assert!(joined.out.starts_with(&format!("{verdict}\n")), "{}", joined.out);
            qedoku(["verify", puzzle, &proof]).exits_with(0);
            // Without certificates the verdict rests on the word of the rows.
            let stated = qedoku(["join", puzzle, &split.path_to("solved.csv")]).exits_with(code);
            if verdict.contains("no ") || verdict.contains("one ") {
                assert!(stated.out.starts_with(&format!("{verdict} (according to the rows)\n")), "{}", stated.out);
            }
        }
    }
}

#[test]
fn a_row_has_the_sub_puzzle_and_its_place_in_the_split() {
    let rows = qedoku(["cubes", AMBIGUOUS_4X4, "--count", "3", "--json"]).exits_with(0).objects();
    assert!(rows.len() >= 3);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!((row["cube"].as_u64(), row["cubes"].as_u64()), (Some(index as u64 + 1), Some(rows.len() as u64)));
        assert_eq!(row["parent"], rows[0]["parent"]);
        let decisions = row["decisions"].as_str().unwrap();
        let givens = |text: &str| text.bytes().filter(|symbol| *symbol != b'.').count();
        let more = givens(row["puzzle"].as_str().unwrap()) - givens(AMBIGUOUS_4X4);
        assert_eq!(more, decisions.split(' ').count(), "{row}");
    }
    let csv = qedoku(["cubes", AMBIGUOUS_4X4, "--count", "3"]).exits_with(0).out;
    assert!(csv.starts_with("puzzle,parent,cubes,cube,decisions\n"), "{csv}");
    assert_eq!(csv.lines().count(), rows.len() + 1);
    let whole = qedoku(["cubes", UNIQUE_4X4, "--count", "1"]).exits_with(0).out;
    assert!(whole.ends_with(&format!("{UNIQUE_4X4},{},1,1,\n", rows_parent(&whole))), "{whole}");
}

fn rows_parent(csv: &str) -> &str {
    csv.lines().nth(1).unwrap().split(',').nth(1).unwrap()
}

#[test]
fn rows_may_be_reordered_and_in_several_files() {
    let split = SolvedSplit::new(HARD_9X9, "6", &[]);
    let mut rows = split.lines("proved.jsonl");
    rows.reverse();
    let (first, second) = rows.split_at(2);
    let [a, b, proof] = ["a.jsonl", "b.jsonl", "puzzle.proof"].map(|name| split.path_to(name));
    fs::write(&a, first.join("\n")).unwrap();
    fs::write(&b, second.join("\n")).unwrap();
    qedoku(["join", HARD_9X9, &a, &b, "--proof", &proof]).exits_with(0);
    qedoku(["verify", HARD_9X9, &proof]).exits_with(0);
}

#[test]
fn missing_rows_and_rows_without_a_result_leave_the_answer_unknown() {
    let split = SolvedSplit::new(HARD_9X9, "6", &[]);
    let rows = split.lines("proved.jsonl");
    for missing in 0..rows.len() {
        let mut some = rows.clone();
        some.remove(missing);
        let joined = split.join_lines("some.jsonl", &some).exits_with(124);
        assert_eq!(joined.out, "");
        assert!(joined.err.contains(&format!("cubes have no row: {}\n", missing + 1)), "{}", joined.err);
    }
    // The rows of `cubes` itself have no results.
    let cubes = split.path_to("cubes.csv");
    qedoku(["join", HARD_9X9, &cubes]).exits_with(124).stderr_contains("have no result: 1, 2, 3");
    let proof = split.path_to("none.proof");
    qedoku(["join", HARD_9X9, &cubes, "--proof", &proof]).exits_with(124);
    let solved = split.path_to("solved.csv");
    qedoku(["join", HARD_9X9, &solved, "--proof", &proof]).exits_with(124).stderr_contains("not every row");
    assert!(!fs::exists(&proof).unwrap());
    let object = &qedoku(["join", HARD_9X9, &cubes, "--json"]).exits_with(124).objects()[0];
    assert_eq!((object["answer"].as_str(), object["verified"].as_bool()), (Some("unknown"), Some(false)), "{object}");
}

#[test]
fn two_solutions_are_enough_for_many_whatever_is_missing() {
    let split = SolvedSplit::new(AMBIGUOUS_4X4, "5", &[]);
    let rows = split.lines("solved.csv");
    let joined = split.join_lines("some.csv", &rows[..rows.len() - 1]).exits_with(1);
    assert!(joined.out.starts_with("many solutions") || joined.out.starts_with("more than"), "{}", joined.out);
}

#[test]
fn altered_foreign_and_repeated_rows_are_refused() {
    let split = SolvedSplit::new(HARD_9X9, "6", &[]);
    let rows = split.lines("proved.jsonl");
    let without_solution: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].contains("claim exactly 0")).collect();
    let refused = |row: usize, changed: String, message: &str| {
        let mut all = rows.clone();
        if row < all.len() {
            assert_ne!(all[row], changed, "{message}");
            all[row] = changed;
        } else {
            all.push(changed);
        }
        let result = split.join_lines("changed.jsonl", &all).exits_with(2).stderr_contains(message);
        assert!(result.out.is_empty() && result.err.contains(&format!("row {}: ", row + 1)), "{}", result.err);
    };
    let replaced = |row: usize, from: &str, to: &str| rows[row].replace(from, to);
    refused(rows.len(), rows[2].clone(), "cube 3 occurs twice");
    refused(1, replaced(1, &format!("\"cubes\":\"{}\"", rows.len()), "\"cubes\":\"99\""), "rows of two splits");
    refused(1, replaced(1, "\"cube\":\"2\"", "\"cube\":\"1000\""), "invalid value in the column \"cube\"");
    refused(1, replaced(1, "\"parent\":\"", "\"parent\":\"0"), "belongs to another puzzle");
    refused(1, replaced(1, "\"puzzle\":\"4", "\"puzzle\":\"."), "is not the puzzle with the decisions");
    refused(1, replaced(1, "\"decisions\":\"r", "\"decisions\":\"x"), "invalid value in the column \"decisions\"");
    let [from, to] = [without_solution[0], without_solution[1]];
    refused(to, replaced(to, "\"answer\":\"none\"", "\"answer\":\"one\""), "but the certificate proves: exactly 0");
    refused(to, replaced(to, "claim exactly 0", "claim exactly 1"), "the certificate is refused: line 4");
    // A proof for another cube is no proof for this one.
    let certificate = |row: usize| rows[row].split_once("\"certificate\":").expect("each row has one").1;
    refused(to, replaced(to, certificate(to), certificate(from)), "the certificate is refused: line");
    // The cubes of another puzzle.
    let other = SolvedSplit::new(UNIQUE_4X4, "2", &[]);
    qedoku(["join", HARD_9X9, &other.path_to("solved.csv")]).exits_with(2);
}

#[test]
fn wrong_solutions_and_contradictions_of_stated_rows_are_refused() {
    let split = SolvedSplit::new(UNIQUE_4X4, "2", &[]);
    let rows = split.lines("solved.csv");
    let replaced = |from: &str, to: &str| rows.iter().map(|row| row.replace(from, to)).collect::<Vec<_>>();
    let wrong = SOLUTION_4X4.replace('1', "x").replace('2', "1").replace('x', "2");
    split.join_lines("a.csv", &replaced(SOLUTION_4X4, &wrong)).exits_with(2).stderr_contains("the solution is refused");
    split.join_lines("b.csv", &replaced(",one,", ",none,")).exits_with(2).stderr_contains("row ");
}

#[test]
fn counts_add_up_and_a_count_at_the_limit_is_a_lower_bound() {
    let folder = TestFolder::new();
    let [cubes, counted] = ["cubes.csv", "counted.csv"].map(|name| folder.path_to(name));
    qedoku(["cubes", "1.3.............", "--count", "4", "-o", &cubes]).exits_with(0);
    qedoku(["batch", &cubes, "-o", &counted, "--add", "count"]).exits_with(0);
    let object = &qedoku(["join", "1.3.............", &counted, "--json"]).exits_with(1).objects()[0];
    assert_eq!((object["count"].as_u64(), object["exact"].as_bool()), (Some(24), Some(true)), "{object}");
    qedoku(["batch", &cubes, "-o", &counted, "--add", "count", "--limit", "2", "--overwrite"]).exits_with(0);
    let object = &qedoku(["join", "1.3.............", &counted, "--json", "--limit", "2"]).exits_with(1).objects()[0];
    assert_eq!((object["exact"].as_bool(), object["answer"].as_str()), (Some(false), Some("many")), "{object}");
}

#[test]
fn bad_usage_is_an_error() {
    qedoku(["cubes", UNIQUE_4X4, "--count", "0"]).exits_with(2);
    qedoku(["cubes", UNIQUE_4X4, "--to", "npy"]).exits_with(2).stderr_contains("csv, tsv or jsonl");
    qedoku(["join", UNIQUE_4X4]).exits_with(2);
    qedoku_with(["join", UNIQUE_4X4, "-", "--proof", "x.proof"], "").exits_with(2).stderr_contains("name files");
    qedoku_with(["join", UNIQUE_4X4, "-"], "puzzle,answer\n").exits_with(2);
    qedoku_with(["join", UNIQUE_4X4, "-"], "puzzle,answer\n..2..3.114......,one\n")
        .exits_with(2)
        .stderr_contains("row 1");
}

#[test]
fn a_time_limit_ends_both_commands() {
    let result = qedoku(["cubes", "100x100", "--count", "100000", "--time-limit", "0.2"]).exits_with(124);
    assert_eq!(result.out, "");
}
