//! `qedoku minimize`: redundant givens, minimal puzzles, refusals.

mod command;

use command::{AMBIGUOUS_4X4, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku};

/// The number of solutions of a puzzle, up to two.
fn solutions(puzzle: &str) -> String {
    qedoku(["count", puzzle, "--limit", "2"]).out.trim_end().to_owned()
}

/// Whether a puzzle has one solution, and more without any one of its givens.
fn is_minimal(puzzle: &str) -> bool {
    let givens = puzzle.char_indices().filter(|(_, symbol)| symbol.is_ascii_digit());
    let without = |index: usize| format!("{}.{}", &puzzle[..index], &puzzle[index + 1..]);
    solutions(puzzle) == "1" && givens.into_iter().all(|(index, _)| solutions(&without(index)) == "2+")
}

#[test]
fn one_minimal_puzzle_is_written_and_reproduced_by_its_seed() {
    for solution in [SOLUTION_4X4, SOLUTION_9X9] {
        let with_seed = |seed: &str| {
            let output = qedoku(["minimize", solution, "--to", "line", "--seed", seed]).exits_with(0);
            output.stderr_contains("givens are redundant; removed r").out.trim_end().to_owned()
        };
        let puzzle = with_seed("7");
        assert!(is_minimal(&puzzle), "{puzzle}");
        assert_eq!(with_seed("7"), puzzle);
        let further = ["1", "2", "3"].map(with_seed);
        assert!(further.iter().any(|other| *other != puzzle), "the seed selects the puzzle");
        qedoku(["solve", &puzzle, "--to", "line"]).exits_with(0).stdout_is(&format!("{solution}\n"));
    }
}

#[test]
fn redundant_givens_are_listed() {
    qedoku(["minimize", UNIQUE_4X4, "--redundant"]).exits_with(0).stdout_is("minimal\n").stderr_is_empty();
    // r1c1=4 is the digit of the solution, so it is redundant itself.
    let more = UNIQUE_4X4.replacen('.', "4", 1);
    let output = qedoku(["minimize", &more, "--redundant"]).exits_with(0);
    assert!(output.out.split_whitespace().any(|given| given == "r1c1=4"), "{}", output.out);
    let object = &qedoku(["minimize", &more, "--json"]).exits_with(0).objects()[0];
    assert!(object["redundant"].as_array().unwrap().contains(&"r1c1=4".into()), "{object}");
    assert!(is_minimal(object["minimal"].as_str().unwrap()), "{object}");
    assert_eq!(object["removed"].as_array().unwrap().len(), 1, "{object}");
}

#[test]
fn all_minimal_puzzles_are_listed_up_to_the_limit() {
    let more = UNIQUE_4X4.replacen('.', "4", 1);
    let output = qedoku(["minimize", &more, "--all"]).exits_with(0).stderr_is_empty();
    let puzzles: Vec<&str> = output.out.lines().collect();
    assert!(puzzles.contains(&UNIQUE_4X4) && puzzles.iter().all(|puzzle| is_minimal(puzzle)), "{puzzles:?}");
    let limited = qedoku(["minimize", SOLUTION_9X9, "--all", "--limit", "5"]).exits_with(0);
    assert_eq!(limited.out.lines().collect::<std::collections::HashSet<_>>().len(), 5);
    limited.stderr_contains("stopped at 5 minimal puzzles");
    let objects = qedoku(["minimize", SOLUTION_4X4, "--all", "--limit", "3", "--json", "-q"]).exits_with(0).objects();
    assert_eq!(objects.iter().map(|object| object["number"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    qedoku(["minimize", SOLUTION_4X4, "--limit", "3"]).exits_with(2).stderr_contains("--all");
}

#[test]
fn puzzles_without_a_unique_solution_are_refused_with_the_verdict() {
    qedoku(["minimize", AMBIGUOUS_4X4]).exits_with(1).stdout_is("not minimized: many solutions\n");
    qedoku(["minimize", UNSOLVABLE_4X4, "--redundant"]).exits_with(1).stdout_is("not minimized: no solution\n");
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_9X9}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\nxyz\n"));
    let output = qedoku(["minimize", &list, "--format", "line"]);
    assert_eq!(output.out.lines().collect::<Vec<_>>(), [UNIQUE_9X9, "many", "none", "bad"], "{}", output.err);
    let output = qedoku(["minimize", UNSOLVABLE_4X4, AMBIGUOUS_4X4, "--json"]).exits_with(1);
    let answers: Vec<String> = output.objects().iter().map(|object| object["answer"].to_string()).collect();
    assert_eq!(answers, ["\"none\"", "\"many\""]);
}

#[test]
fn results_go_to_the_output_file_and_an_interrupted_run_leaves_it() {
    let folder = TestFolder::new();
    let file = folder.path_to("minimal.txt");
    qedoku(["minimize", UNIQUE_9X9, "--to", "line", "-o", &file, "-q"]).exits_with(0).stdout_is("").stderr_is_empty();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{UNIQUE_9X9}\n"));
    let args = ["minimize", SOLUTION_9X9, "--all", "--limit", "1000000000", "--time-limit", "300ms", "-o", &file];
    qedoku(args).exits_with(124).stderr_contains("the output file was not written");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{UNIQUE_9X9}\n"));
}
