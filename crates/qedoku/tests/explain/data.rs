//! The puzzles of the collection.

use std::path::{Path, PathBuf};

use qedoku::Puzzle;
use qedoku::formats::{self, ReadOptions};

use crate::reference::long;

/// A file of the collection in `QEDOKU_DATA`, or beside the workspace. None, and a word about it, if it is absent.
pub(crate) fn text(name: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let file = std::env::var_os("QEDOKU_DATA").map_or(beside, PathBuf::from).join(name);
    let text = std::fs::read_to_string(&file).ok();
    if text.is_none() {
        println!("skipped: there is no {}", file.display());
    }
    text
}

/// The puzzles of a list: about `some` of them spread evenly, or all with `QEDOKU_LONG`.
pub(crate) fn list(name: &str, some: usize) -> Vec<Puzzle> {
    let Some(text) = text(name) else { return Vec::new() };
    let puzzles = formats::read(&text, &ReadOptions::default());
    let puzzles: Vec<Puzzle> = puzzles.map(|item| item.expect("every line of the list is a puzzle").puzzle).collect();
    let step = if long() { 1 } else { puzzles.len().div_ceil(some).max(1) };
    puzzles.into_iter().step_by(step).collect()
}
