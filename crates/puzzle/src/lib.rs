//! Text to [`Puzzle`] and back: boards of any size, their cells, digits and houses, and the referee.
//!
//! ```
//! use qedoku_puzzle::{Cell, Puzzle};
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse()?;
//! assert_eq!(puzzle.board().side(), 4);
//! assert_eq!(puzzle.givens().get(Cell::new(0, 2)).unwrap().get(), 3);
//! assert!(puzzle.clashes().next().is_none());
//! # Ok::<(), qedoku_puzzle::formats::ReadError>(())
//! ```
//!
//! The modules in the order in which they build on each other: [`board`], [`digit`], [`candidate`], [`set`], [`grid`], [`puzzle`], [`answer`],
//! [`referee`], [`oracle`], [`tables`], [`formats`]. This crate has no dependencies, prints nothing and opens no file.

pub mod board;
pub mod digit;
pub mod candidate;
pub mod set;
pub mod grid;
pub mod puzzle;
pub mod answer;
pub mod referee;
pub mod oracle;
pub mod tables;
pub mod formats;

pub use answer::Answer;
pub use board::{Board, Cell, House, HouseKind};
pub use candidate::Candidate;
pub use digit::{Digit, DigitSet};
pub use grid::Grid;
pub use puzzle::{Clash, Puzzle};
pub use set::Set;
