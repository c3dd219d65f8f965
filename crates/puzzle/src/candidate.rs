//! A digit in a cell: `r3c4=5`.

use std::fmt;
use std::str::FromStr;

use crate::{Board, Cell, Digit};

/// "This cell holds this digit", which may turn out to be so or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// Where.
    pub cell: Cell,
    /// What.
    pub digit: Digit,
}

/// The text is not a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotACandidate;

impl Candidate {
    /// This digit in this cell.
    #[inline]
    pub const fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }

    /// Whether the board has this cell and this digit.
    pub fn is_on(self, board: Board) -> bool {
        self.cell.row().max(self.cell.column()).max(self.digit.index()) < board.side()
    }

    /// Its number on a board: cell by cell, then by digits, from 0.
    #[inline]
    pub fn index(self, board: Board) -> usize {
        board.index(self.cell) * board.side() + self.digit.index()
    }

    /// The candidate with this number on a board.
    #[inline]
    pub fn from_index(board: Board, index: usize) -> Candidate {
        Candidate::new(board.cell(index / board.side()), Digit::from_index(index % board.side()))
    }
}

/// `r3c4=5`: row, column and digit from 1.
impl FromStr for Candidate {
    type Err = NotACandidate;

    fn from_str(text: &str) -> Result<Candidate, NotACandidate> {
        let parse = || {
            let (row, rest) = text.strip_prefix('r')?.split_once('c')?;
            let (column, digit) = rest.split_once('=')?;
            let number = |text: &str| text.parse().ok().and_then(Digit::new);
            Some(Candidate::new(Cell::new(number(row)?.index(), number(column)?.index()), number(digit)?))
        };
        parse().ok_or(NotACandidate)
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

impl fmt::Display for NotACandidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell and a digit, such as r3c4=5")
    }
}

impl std::error::Error for NotACandidate {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_read_as_it_is_written() {
        for text in ["r1c1=1", "r3c4=5", "r144c12=100"] {
            assert_eq!(text.parse::<Candidate>().unwrap().to_string(), text);
        }
        for text in ["", "r3c4", "r3c4=", "c4r3=5", "r0c1=1", "r1c1=145", "r1c1=-1", "r1c1=5 "] {
            assert_eq!(text.parse::<Candidate>(), Err(NotACandidate), "{text}");
        }
    }

    #[test]
    fn numbers_go_cell_by_cell() {
        let board = Board::of_side(6).unwrap();
        for index in 0..6 * 6 * 6 {
            assert_eq!(Candidate::from_index(board, index).index(board), index);
        }
        assert_eq!(Candidate::from_index(board, 8).to_string(), "r1c2=3");
        assert!("r6c6=6".parse::<Candidate>().unwrap().is_on(board));
        assert!(!"r6c6=7".parse::<Candidate>().unwrap().is_on(board));
    }
}
