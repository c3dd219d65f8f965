//! x(r,c,d), "the cell in row r and column c holds d", and its opposite.
//!
//! `encode` has literals too, for any numbering and with variables of its own. These are written again, because the checker
//! shares nothing with what makes the proofs.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

use qedoku_puzzle::{Board, Cell, Digit};

/// x(r,c,d) or its opposite, as DIMACS writes it: (r-1)n² + (c-1)n + d, with a minus sign for the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// "This cell holds this digit."
    #[inline]
    pub fn x(board: Board, cell: Cell, digit: Digit) -> Lit {
        Lit::from_index(board.index(cell) * board.side() + digit.index())
    }

    /// The literal that DIMACS writes so, if there is such an x on the board.
    pub fn from_dimacs(board: Board, number: i64) -> Option<Lit> {
        let variables = board.cell_count() * board.side();
        let number = i32::try_from(number).ok().filter(|number| number.unsigned_abs() as usize <= variables)?;
        NonZeroI32::new(number).map(Lit)
    }

    /// Signed, from 1.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// The x with this number among all of its board, from 0.
    #[inline]
    pub const fn from_index(index: usize) -> Lit {
        Lit(NonZeroI32::new(index as i32 + 1).expect("a board has fewer than 2^31 of them"))
    }

    /// The number of its x among all of the board, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get().unsigned_abs() as usize - 1
    }

    /// Whether it is the x itself, not its opposite.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
