//! Puzzle collection: published lists such as `9x9/17_clue.txt`, kept outside the repository.
//!
//! The collection is the folder `QEDOKU_DATA`, or `../shared/data` beside the workspace. The folder `samples/` of this crate has
//! the same layout and holds some puzzles of each list, so that tests run in a fresh checkout too, on fewer puzzles. Messages on
//! stderr name the files that are absent.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku_puzzle::Puzzle;
use qedoku_puzzle::formats::{self, ReadOptions};

use crate::is_long;

/// At most `limit` puzzles of a list, spread evenly; all of them in a long run.
///
/// Reads the committed sample if the collection is absent. Returns no puzzle if the list is in neither.
pub fn puzzles(name: &str, limit: usize) -> Vec<Puzzle> {
    let limit = if is_long() { usize::MAX } else { limit };
    let Some(text) = read(name).or_else(|| read_sample(name)) else { return Vec::new() };
    let records = formats::read(&text, &ReadOptions::default());
    let puzzles: Vec<Puzzle> = records.map(|record| record.expect("a list holds puzzles only").puzzle).collect();
    let step = puzzles.len().div_ceil(limit).max(1);
    puzzles.into_iter().step_by(step).collect()
}

/// The first puzzle of a file of the collection or of its committed sample.
pub fn puzzle(name: &str) -> Option<Puzzle> {
    puzzles(name, 1).into_iter().next()
}

/// A whole file of the collection. Samples do not count: the callers rely on line numbers or on totals.
pub fn read(name: &str) -> Option<String> {
    let file = folder().join(name);
    let text = fs::read_to_string(&file).ok();
    if text.is_none() {
        eprintln!("absent from the puzzle collection: {} (set QEDOKU_DATA)", file.display());
    }
    text
}

fn read_sample(name: &str) -> Option<String> {
    let text = fs::read_to_string(samples().join(name)).ok();
    match text {
        Some(_) => eprintln!("using the committed sample of {name}"),
        None => eprintln!("no committed sample of {name} either: nothing is tested with it"),
    }
    text
}

fn folder() -> PathBuf {
    let beside_workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("QEDOKU_DATA").map_or(beside_workspace, PathBuf::from)
}

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::oracle;

    fn sample(name: &str) -> Vec<Puzzle> {
        let text = read_sample(name).expect("the sample is committed");
        formats::read(&text, &ReadOptions::default()).map(|record| record.unwrap().puzzle).collect()
    }

    #[test]
    fn samples_hold_puzzles_of_their_kind() {
        assert!(sample("9x9/17_clue.txt").iter().all(|puzzle| puzzle.givens().filled_count() == 17));
        for puzzle in &sample("9x9/serg_multi.txt") {
            assert_eq!(oracle::count(puzzle, 2), 2, "{}", puzzle.givens());
        }
        for name in ["9x9/top1465.txt", "9x9/hardest_1106.txt", "9x9/hardest_1905_11.txt"] {
            assert!(sample(name).len() >= 30, "{name}");
        }
        for (name, side) in [("16x16_h055_1", 16), ("25x25_h050_1", 25), ("36x36_h045_1", 36), ("36x36_h050_1", 36)] {
            let puzzles = sample(&format!("big/{name}.txt"));
            assert_eq!(puzzles.iter().map(|puzzle| puzzle.board().side()).collect::<Vec<_>>(), [side], "{name}");
        }
    }

    #[test]
    fn a_limit_spreads_puzzles_evenly() {
        if !is_long() {
            assert!((10..=20).contains(&puzzles("9x9/top1465.txt", 20).len()));
            assert_eq!(puzzles("9x9/top1465.txt", 1).len(), 1);
        }
        assert!(puzzles("9x9/no_such_list.txt", 1).is_empty());
    }
}
