//! Round trips of the core types through JSON (feature `serde`).

use std::fmt::Debug;

use qedoku_puzzle::{Answer, Board, Candidate, Cell, Digit, DigitSet, Grid, Puzzle};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value, "{json}");
    json
}

#[test]
fn small_types_are_strings() {
    assert_eq!(round_trip(&Cell::new(2, 3)), "\"r3c4\"");
    assert_eq!(round_trip(&Digit::from_index(143)), "\"144\"");
    assert_eq!(round_trip(&Candidate::new(Cell::new(2, 3), Digit::from_index(4))), "\"r3c4=5\"");
    assert_eq!(round_trip(&Board::CLASSIC), "\"9x9 with boxes 3x3\"");
    assert_eq!(round_trip(&Board::new(2, 6).unwrap()), "\"12x12 with boxes 2x6\"");
}

#[test]
fn grids_puzzles_and_answers_keep_their_board_and_their_eliminations() {
    for board in [(2, 2), (3, 2), (2, 4), (3, 3), (2, 6), (4, 4), (5, 5), (6, 6), (7, 7)] {
        let board = Board::new(board.0, board.1).unwrap();
        let mut grid = Grid::empty(board);
        round_trip(&grid);
        for cell in board.cells().step_by(3) {
            grid.set(cell, Digit::from_index((cell.row() + cell.column()) % board.side()));
        }
        round_trip(&grid);
        round_trip(&Puzzle::new(grid.clone()));
        let mut allowed: Vec<DigitSet> =
            grid.iter().map(|(_, digit)| digit.map_or(DigitSet::all(board.side()), DigitSet::only)).collect();
        allowed[1].remove(Digit::from_index(1));
        allowed[2] = DigitSet::EMPTY;
        round_trip(&Puzzle::with_candidates(board, allowed));
        for answer in [Answer::None, Answer::One(grid.clone()), Answer::Many(grid, Grid::empty(board))] {
            round_trip(&answer);
        }
    }
}

#[test]
fn invalid_text_is_an_error() {
    assert_eq!(
        serde_json::from_str::<Cell>("\"3c4\"").unwrap_err().to_string(),
        "expected a cell, such as r3c4 at line 1 column 5"
    );
    assert!(serde_json::from_str::<Digit>("7").unwrap_err().to_string().contains("expected the text of a Digit"));
    assert!(serde_json::from_str::<Grid>("\"12\"").is_err());
}
