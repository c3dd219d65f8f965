//! Puzzle collection: published lists such as `9x9/17_clue.txt`.
//!
//! The folder `samples/` of this crate holds a part of each list. Tests use it, so that they check the same in every checkout. The
//! whole lists are the folder `QEDOKU_DATA`, or `../shared/data` beside the workspace; tests that need them are `#[ignore]`d
//! with that reason.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku_puzzle::Puzzle;
use qedoku_puzzle::formats::{self, ReadOptions};

use crate::is_long;

/// At most `limit` puzzles of the sample of a list, spread evenly; the whole sample in a long run.
///
/// # Panics
/// If there is no sample of the list.
pub fn sample(name: &str, limit: usize) -> Vec<Puzzle> {
    spread(parse(&sample_text(name)), if is_long() { usize::MAX } else { limit })
}

/// The puzzle of a file with one puzzle.
///
/// # Panics
/// If the samples have no such file.
pub fn sample_puzzle(name: &str) -> Puzzle {
    let [puzzle] = <[Puzzle; 1]>::try_from(parse(&sample_text(name))).expect("a file with one puzzle");
    puzzle
}

/// The text of the sample of a list.
///
/// # Panics
/// If there is no sample of the list.
pub fn sample_text(name: &str) -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name))
}

/// All puzzles of a list.
///
/// # Panics
/// If the puzzle collection is absent.
pub fn whole_list(name: &str) -> Vec<Puzzle> {
    parse(&whole_text(name))
}

/// The text of a list.
///
/// # Panics
/// If the puzzle collection is absent.
pub fn whole_text(name: &str) -> String {
    let beside_workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    read(&std::env::var_os("QEDOKU_DATA").map_or(beside_workspace, PathBuf::from).join(name))
}

/// At most `limit` puzzles, spread evenly.
pub fn spread(puzzles: Vec<Puzzle>, limit: usize) -> Vec<Puzzle> {
    let step = puzzles.len().div_ceil(limit).max(1);
    puzzles.into_iter().step_by(step).collect()
}

fn parse(text: &str) -> Vec<Puzzle> {
    let records = formats::read(text, &ReadOptions::default());
    let puzzles: Vec<Puzzle> = records.map(|record| record.expect("a list holds puzzles only").puzzle).collect();
    assert!(!puzzles.is_empty());
    puzzles
}

fn read(file: &Path) -> String {
    fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{}: {error} (QEDOKU_DATA names the collection)", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::oracle;

    #[test]
    fn samples_hold_puzzles_of_their_kind() {
        let sample = |name: &str| parse(&sample_text(name));
        let puzzles = sample("9x9/17_clue.txt");
        assert!(puzzles.len() == 300 && puzzles.iter().all(|puzzle| puzzle.givens().filled_count() == 17));
        for puzzle in &sample("9x9/serg_multi.txt") {
            assert_eq!(oracle::count(puzzle, 2), 2, "{}", puzzle.givens());
        }
        for (name, size) in [
            ("9x9/top1465.txt", 300),
            ("9x9/hardest_1106.txt", 100),
            ("9x9/hardest_1905_11.txt", 300),
            ("9x9/serg_multi.txt", 300),
            ("rated/cbg_000_a.csv", 1000),
            ("explain/sudokuwiki76.txt", 26),
        ] {
            assert_eq!(sample(name).len(), size, "{name}");
        }
        for (name, side) in [
            ("16x16_h055_1", 16),
            ("25x25_h050_1", 25),
            ("36x36_h045_1", 36),
            ("36x36_h050_1", 36),
            ("64x64_h045_1", 64),
            ("100x100_h030_1", 100),
        ] {
            assert_eq!(sample_puzzle(&format!("big/{name}.txt")).board().side(), side, "{name}");
        }
    }

    #[test]
    fn a_limit_spreads_puzzles_evenly() {
        let all = parse(&sample_text("9x9/top1465.txt"));
        let some = spread(all.clone(), 20);
        assert_eq!((some.len(), &some[1]), (20, &all[15]));
        assert_eq!(spread(all, 1).len(), 1);
    }

    #[test]
    #[should_panic(expected = "no_such_list")]
    fn a_list_without_a_sample_is_a_failure() {
        sample("9x9/no_such_list.txt", 1);
    }

    /// The sample is a part of the list, in its order.
    #[test]
    #[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
    fn samples_are_parts_of_the_lists() {
        for name in ["17_clue", "top1465", "hardest_1106", "hardest_1905_11", "serg_multi"] {
            let name = format!("9x9/{name}.txt");
            let mut list = whole_list(&name).into_iter();
            for puzzle in parse(&sample_text(&name)) {
                assert!(list.any(|other| other == puzzle), "{name}: {}", puzzle.givens());
            }
        }
    }
}
