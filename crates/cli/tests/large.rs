//! Boards above 9x9: filling and SAT together, as a user meets them.

mod command;

use command::{Folder, qedoku};

/// An empty board with two givens in its first row: open to many solutions, and not just a pattern.
fn nearly_empty(folder: &Folder, side: usize) -> String {
    let mut numbers = vec!["0"; side * side];
    (numbers[0], numbers[1]) = ("2", "1");
    let rows: Vec<String> = numbers.chunks(side).map(|row| row.join(" ")).collect();
    let path = folder.path().join(format!("{side}.txt"));
    std::fs::write(&path, rows.join("\n") + "\n").unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_seed_is_repeatable_on_one_thread_and_on_two() {
    let folder = Folder::new();
    let board = nearly_empty(&folder, 25);
    let solved = |seed: &str, threads: &str| {
        qedoku(["solve", &board, "--seed", seed, "--threads", threads, "--to", "line"]).ends(1).out
    };
    let alone = solved("5", "1");
    assert!(alone.ends_with(" many\n"), "{alone}");
    assert_eq!(alone, solved("5", "2"));
    assert_ne!(alone, solved("6", "1"));
}

#[test]
fn the_largest_boards_are_filled() {
    let folder = Folder::new();
    let said = qedoku(["solve", &nearly_empty(&folder, 64), "--json"]).ends(1);
    assert!(said.out.contains("\"answer\":\"many\""), "{}", said.out);
    let said = qedoku(["solve", "144x144", "--to", "numbers", "--solutions", "1"]).ends(1);
    assert_eq!(said.out.lines().filter(|line| line.split_whitespace().count() == 144).count(), 144);
}

#[test]
fn solutions_of_a_large_board_are_counted_up_to_the_limit() {
    let folder = Folder::new();
    qedoku(["count", &nearly_empty(&folder, 36), "--limit", "5"]).ends(0).prints("5+\n");
}

#[test]
fn a_memory_limit_ends_a_long_job_with_124_and_what_is_known() {
    let said = qedoku(["count", "9x9", "--memory-limit", "1M"]).ends(124);
    assert!(said.out.trim_end().ends_with('+'), "{}", said.out);
    assert!(said.err.contains("stopped at the memory limit of 1 MiB"), "{}", said.err);
    qedoku(["count", "9x9", "--memory-limit", "500"]).ends(124).complains("stopped at the memory limit of 500 bytes");
    qedoku(["count", "4x4", "--memory-limit", "4G"]).ends(0).prints("288\n");
    qedoku(["count", "4x4", "--memory-limit", "much"]).ends(2);
}
