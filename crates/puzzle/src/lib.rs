//! Sudoku puzzles of any size: board geometry, digits, candidates, constraints, text formats and the definition of a solution.
//!
//! ```
//! use qedoku_puzzle::{Cell, Puzzle};
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse()?;
//! assert_eq!(puzzle.board().side(), 4);
//! assert_eq!(puzzle.givens().get(Cell::new(0, 2)).unwrap().get(), 3);
//! assert!(puzzle.given_conflicts().next().is_none());
//! # Ok::<(), qedoku_puzzle::formats::PuzzleReadError>(())
//! ```
//!
//! The modules in dependency order:
//!
//! | module | contents |
//! |---|---|
//! | [`board`] | [`Board`] (geometry), [`Cell`], [`House`] |
//! | [`digit`] | [`Digit`], [`DigitSet`] |
//! | [`candidate`] | [`Candidate`]: a digit in a cell, `r3c4=5` |
//! | [`exactly_one`] | [`ExactlyOne`]: the constraints of Sudoku |
//! | [`grid`] | [`Grid`]: digits in cells |
//! | [`puzzle`] | [`Puzzle`]: givens and eliminated candidates |
//! | [`answer`] | [`Answer`]: no solution, one, or many |
//! | [`referee`] | the definition of a solution |
//! | [`oracle`] | a plain backtracking solver for tests |
//! | [`house_tables`] | precomputed cell and house indices for hot loops |
//! | [`rng`] | the random generator of the workspace |
//! | [`formats`] | reading and writing puzzles as text |
//! | [`message_text`] | digit grouping, plurals and truncation in messages |
//! | [`locale`] | [`Locale`]: messages in English and Portuguese |
//!
//! The crate prints nothing and opens no file. It has no dependencies unless the feature `serde` is enabled, which implements
//! `Serialize` and `Deserialize` for the core types as their text forms.

pub mod board;
pub mod digit;
pub mod candidate;
pub mod exactly_one;
pub mod grid;
pub mod puzzle;
pub mod answer;
pub mod referee;
pub mod oracle;
pub mod house_tables;
pub mod rng;
pub mod formats;
pub mod message_text;
pub mod locale;
#[cfg(feature = "serde")]
mod text_serde;

pub use answer::Answer;
pub use board::{Board, Cell, House, HouseKind};
pub use candidate::Candidate;
pub use digit::{Digit, DigitSet};
pub use exactly_one::ExactlyOne;
pub use grid::Grid;
pub use locale::Locale;
pub use puzzle::{GivenConflict, Puzzle};
