//! [`Candidate`]: a digit in a cell, written `r3c4=5`.
//!
//! A candidate is also the propositional variable x(cell, digit) of the encodings.

use std::fmt;
use std::str::FromStr;

use crate::{Board, Cell, Digit};

/// The proposition that a cell holds a digit. The fields are public because every combination of them is valid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The text is not a [`Candidate`] such as `r3c4=5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseCandidateError;

impl Candidate {
    /// The candidate of this cell and digit.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }

    /// Whether the board has this cell and this digit.
    #[inline]
    pub fn is_on(self, board: Board) -> bool {
        self.cell.row().max(self.cell.column()).max(self.digit.index()) < board.side()
    }

    /// The index on a board, from 0: cell by cell in reading order, then by digit.
    #[inline]
    pub fn index(self, board: Board) -> usize {
        board.index(self.cell) * board.side() + self.digit.index()
    }

    /// The candidate with this index on a board.
    #[inline]
    pub fn from_index(board: Board, index: usize) -> Candidate {
        Candidate::new(board.cell(index / board.side()), Digit::from_index(index % board.side()))
    }
}

/// Parses `r3c4=5`: row, column and digit from 1. The cell may be written in any way that [`Cell`] is read: `R3C4=5`, `C4=5`.
impl FromStr for Candidate {
    type Err = ParseCandidateError;

    fn from_str(text: &str) -> Result<Candidate, ParseCandidateError> {
        let parse = || {
            let (cell, digit) = text.split_once('=')?;
            Some(Candidate::new(cell.parse().ok()?, digit.parse().ok()?))
        };
        parse().ok_or(ParseCandidateError)
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ParseCandidateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell and a digit, such as r3c4=5")
    }
}

impl std::error::Error for ParseCandidateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_read_back() {
        for text in ["r1c1=1", "r3c4=5", "r144c12=100"] {
            assert_eq!(text.parse::<Candidate>().unwrap().to_string(), text);
        }
        for text in ["", "r3c4", "r3c4=", "c4r3=5", "=5", "r0c1=1", "r1c1=145", "r1c1=-1", "r1c1=5 "] {
            assert_eq!(text.parse::<Candidate>(), Err(ParseCandidateError), "{text}");
        }
    }

    #[test]
    fn the_cell_may_be_written_in_any_case_and_with_a_letter_for_the_row() {
        for text in ["R3C4=5", "r3C4=5", "C4=5", "c4=5"] {
            assert_eq!(text.parse::<Candidate>().unwrap().to_string(), "r3c4=5", "{text}");
        }
    }

    #[test]
    fn indices_count_cell_by_cell() {
        let board = Board::of_side(6).unwrap();
        for index in 0..6 * 6 * 6 {
            assert_eq!(Candidate::from_index(board, index).index(board), index);
        }
        assert_eq!(Candidate::from_index(board, 8).to_string(), "r1c2=3");
        assert!("r6c6=6".parse::<Candidate>().unwrap().is_on(board));
        assert!(!"r6c6=7".parse::<Candidate>().unwrap().is_on(board));
    }
}
