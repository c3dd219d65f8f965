//! Exchanges: further solutions of a puzzle from a known one, without search.
//!
//! An exchange gives the cells of an unavoidable set other digits, so that every row, column and box holds the same digits as
//! before. If no cell of the set has a given and each may hold its new digit, the result is another solution. Exchanges of
//! disjoint sets are independent: k of them give 2^k solutions ([`SolutionFamily`]).
//!
//! | module | sets |
//! |---|---|
//! | [`rectangles`] | two digits in four cells, the smallest ones |
//! | [`cycles`] | cycles of two lines of a band, connected components of two digits |
//!
//! In each of these sets a cell has two digits, the one before and the one after the exchange. With these two for every cell, the
//! houses leave two fillings of the set only: all its cells change, or none. (In a pair of cells of one house that exchange
//! their digits, both change or none; a cell that takes the digit of a cell in another such pair forces that pair to change.)

mod cycles;
mod family;
mod rectangles;

use qedoku_puzzle::{Cell, Digit, Grid};

pub(crate) use family::SolutionFamily;

/// The cells of an exchange with their new digits.
type Exchange = Vec<(Cell, Digit)>;

/// Gives the cells of an exchange their new digits.
fn apply(exchange: &Exchange, grid: &mut Grid) {
    for (cell, digit) in exchange {
        grid.set(*cell, Some(*digit));
    }
}
