//! Boards above 9x9, solved by tabu search and SAT.

mod command;

use command::{TestFolder, qedoku};

/// A board with two givens in its first row. It has many solutions, and the canonical shift grid is none of them.
fn nearly_empty(folder: &TestFolder, side: usize) -> String {
    let mut numbers = vec!["0"; side * side];
    (numbers[0], numbers[1]) = ("2", "1");
    let rows: Vec<String> = numbers.chunks(side).map(|row| row.join(" ")).collect();
    let path = folder.path().join(format!("{side}.txt"));
    std::fs::write(&path, rows.join("\n") + "\n").unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_seed_gives_the_same_solution_on_one_and_two_threads() {
    let folder = TestFolder::new();
    let board = nearly_empty(&folder, 25);
    let solved = |seed: &str, threads: &str| {
        qedoku(["solve", &board, "--seed", seed, "--threads", threads, "--to", "line"]).exits_with(1).out
    };
    let alone = solved("5", "1");
    assert!(alone.ends_with(" many\n"), "{alone}");
    assert_eq!(alone, solved("5", "2"));
    assert_ne!(alone, solved("6", "1"));
}

#[test]
fn the_largest_boards_are_solved() {
    let folder = TestFolder::new();
    let output = qedoku(["solve", &nearly_empty(&folder, 64), "--json"]).exits_with(1);
    assert!(output.out.contains("\"answer\":\"many\""), "{}", output.out);
    let output = qedoku(["solve", "144x144", "--to", "numbers", "--solutions", "1"]).exits_with(1);
    assert_eq!(output.out.lines().filter(|line| line.split_whitespace().count() == 144).count(), 144);
}

#[test]
fn solutions_of_a_large_board_are_counted_up_to_the_limit() {
    let folder = TestFolder::new();
    qedoku(["count", &nearly_empty(&folder, 36), "--limit", "5"]).exits_with(0).stdout_is("5+\n");
}

#[test]
fn a_memory_limit_ends_with_124_and_a_partial_result() {
    let output = qedoku(["count", "9x9", "--memory-limit", "1M"]).exits_with(124);
    assert!(output.out.trim_end().ends_with('+'), "{}", output.out);
    assert!(output.err.contains("stopped at the memory limit of 1 MiB"), "{}", output.err);
    qedoku(["count", "9x9", "--memory-limit", "500"])
        .exits_with(124)
        .stderr_contains("stopped at the memory limit of 500 bytes");
    qedoku(["count", "4x4", "--memory-limit", "4G"]).exits_with(0).stdout_is("288\n");
    qedoku(["count", "4x4", "--memory-limit", "much"]).exits_with(2);
}
