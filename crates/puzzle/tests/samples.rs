//! Reading texts whose lines allow several layouts, and texts that must hold exactly one puzzle.
//!
//! The texts in each format with their exact results are in `testdata/readers`; `crates/testdata/tests/readers.rs` runs them.

use qedoku_puzzle::formats::{self, PuzzleReadError, ReadOptions};
use qedoku_puzzle::{Cell, Puzzle};

const LINE: &str = "1..45.7.9.5.7..1.378..2..5.2..5.4..7.6.8.7.3.8.7...5.4.1.6..97.6..9.8..2.7.3.2.4.";

#[test]
fn dashes_as_blanks_are_not_borders() {
    let mut puzzle = LINE.parse::<Puzzle>().unwrap().into_givens();
    (0..9).for_each(|column| puzzle.set(Cell::new(4, column), None));
    let text = formats::line(&puzzle).replace('.', "-");
    let rows: Vec<&str> = (0..9).map(|row| &text[9 * row..9 * row + 9]).collect();
    let with_bars = rows.iter().map(|row| format!("{}|{}|{}\n", &row[..3], &row[3..6], &row[6..]));
    let boxed = with_bars.collect::<Vec<_>>().chunks(3).map(<[String]>::concat).collect::<Vec<_>>();
    for text in [rows.join("\n"), rows.join(" \n\t"), boxed.join("---+---+---\n")] {
        let read: Result<Puzzle, PuzzleReadError> = text.parse();
        assert_eq!(read.as_ref().map(Puzzle::givens), Ok(&puzzle), "{text}");
    }
}

#[test]
fn sixteen_lines_of_16_are_one_board_or_many() {
    let sides = |text: &str| -> Vec<usize> {
        formats::read(text, &ReadOptions::default()).map(|item| item.unwrap().puzzle.board().side()).collect()
    };
    assert_eq!(sides(&"1..4.....2....3.\n".repeat(16)), [4; 16]);
    assert_eq!(sides(&("1..4.....2....3.\n".repeat(15) + "G...............\n")), [16]);
    assert_eq!(sides(&"................\n".repeat(16)), [16]);
    assert_eq!(sides(&". . . . . . . . . . . . . . . 3\n".repeat(16)), [16]);
    assert_eq!(sides(&"1 . . . . . . . . . . . . . 1 3\n".repeat(16)), [4; 16]);
    assert_eq!(sides(&"1 . . . . . . . . . . . . . 1 3\n".repeat(15)), [4; 15]);
}

#[test]
fn a_text_for_one_puzzle_must_not_be_empty_or_hold_two() {
    assert_eq!("".parse::<Puzzle>().unwrap_err().to_string(), "line 1: expected a puzzle, found none");
    let two = format!("{LINE}\n{LINE}\n");
    assert_eq!(two.parse::<Puzzle>().unwrap_err().to_string(), "line 2: expected one puzzle, found a second one");
}

#[test]
fn conflicting_givens_are_a_valid_puzzle() {
    let puzzle: Puzzle = "11..............".parse().unwrap();
    assert_eq!(puzzle.given_conflicts().count(), 1);
}
