//! Literals over candidates: x(r,c,d), "the cell in row r and column c holds d", and its negation.
//!
//! `qedoku-encode` has a literal type too, for any numbering and with auxiliary variables. The checker has its own, because it
//! shares no code with the encoder and the provers.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

use qedoku_puzzle::{Board, Cell, Digit};

/// x(r,c,d) or ¬x(r,c,d), stored as its DIMACS number: (r-1)n² + (c-1)n + d, negative for the negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CandidateLit(NonZeroI32);

impl CandidateLit {
    /// The positive literal x(r,c,d): the cell holds the digit.
    #[inline]
    pub fn positive(board: Board, cell: Cell, digit: Digit) -> CandidateLit {
        CandidateLit::from_index(board.index(cell) * board.side() + digit.index())
    }

    /// The literal with this DIMACS number; `None` for 0 and for variables beyond the board.
    pub fn from_dimacs(board: Board, number: i64) -> Option<CandidateLit> {
        let variables = board.cell_count() * board.side();
        let number = i32::try_from(number).ok().filter(|number| number.unsigned_abs() as usize <= variables)?;
        NonZeroI32::new(number).map(CandidateLit)
    }

    /// The DIMACS number: signed, variables counted from 1.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// The positive literal of the variable with this index, counted from 0.
    #[inline]
    pub const fn from_index(index: usize) -> CandidateLit {
        // The largest board, 144x144, has 144³ < 2^22 variables.
        CandidateLit(NonZeroI32::new(index as i32 + 1).expect("a board has fewer than 2^31 candidates"))
    }

    /// The index of the variable, counted from 0; the same for both literals of a variable.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get().unsigned_abs() as usize - 1
    }

    /// Whether this is x(r,c,d) and not its negation.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for CandidateLit {
    type Output = CandidateLit;
    #[inline]
    fn not(self) -> CandidateLit {
        CandidateLit(-self.0)
    }
}

/// The DIMACS number, as in a certificate.
impl fmt::Display for CandidateLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for CandidateLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_dimacs() {
        let board = Board::CLASSIC;
        let lit = CandidateLit::positive(board, Cell::new(2, 4), Digit::from_index(6));
        assert_eq!((lit.to_dimacs(), lit.index(), lit.is_positive()), (2 * 81 + 4 * 9 + 7, 204, true));
        let negated = !lit;
        assert_eq!((negated.to_dimacs(), negated.index(), negated.is_positive()), (-205, 204, false));
        assert_eq!((negated.to_string(), format!("{negated:?}")), ("-205".to_owned(), "-205".to_owned()));
        assert_eq!(CandidateLit::from_dimacs(board, -205), Some(negated));
        for number in [0, 730, -730, i64::from(u32::MAX) + 2] {
            assert_eq!(CandidateLit::from_dimacs(board, number), None, "{number}");
        }
        assert_eq!(CandidateLit::from_dimacs(board, 729).map(CandidateLit::index), Some(728));
    }
}
