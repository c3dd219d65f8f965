//! SIMD engine for 9x9 Sudoku: one search node per SIMD lane.
//!
//! ```
//! use qedoku_lanes::{BatchAnswer, LanesSolver, PuzzleLine};
//!
//! let puzzles = [
//!     b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
//!     b"....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
//! ];
//! let mut answers = [BatchAnswer::default(); 2];
//! LanesSolver::default().solve(&puzzles.map(PuzzleLine), 2, &mut answers);
//! assert_eq!(answers.map(|answer| answer.count), [1, 1]); // both are unique: a second solution was searched for
//! assert_eq!(answers[0].solution[..9], [4, 6, 8, 9, 3, 1, 5, 2, 7]);
//! ```
//!
//! A puzzle is [`CellDigits`], a [`PuzzleLine`] of text or [`CellCandidates`]. A [`LanesSolver`] solves a slice of puzzles,
//! counts solutions, or finds the true candidates; [`SolutionIter`] enumerates solutions; [`solve_parallel`] and
//! [`solve_stream`] use all threads.
//!
//! # Method
//!
//! Other fast solvers, tdoku first among them, spread one puzzle over the lanes of a vector. Here every 16-bit lane holds a set
//! of digits of a *different* search node, and 54 vectors hold the 54 triads of 16 or 32 nodes. Propagation is then plain logic
//! on whole vectors, without a shift or a shuffle.
//!
//! ```text
//!   puzzles ── input: cells to lanes                      module
//!             │
//!             ├─ single_search: one puzzle, a block per lane ──────────┐ both apply
//!             │      ├ block_node: the current node                    │
//!             │      └ root_expansion: hands a hard puzzle over        │
//!             └─ batch_search: many puzzles, a node per lane ──────────┴─ propagation: singles, band configurations,
//!                    ├ node_stack: open nodes, path: their order                       hidden triples
//!                    └ transfer: fork, push, pop                          over
//!                                                                         simd: AVX-512, AVX2, portable
//!   solutions ── collector: count, first, true candidates
//!                grid_check: are they solutions?
//! ```
//!
//! The module `simd` holds all `unsafe` code. The search is compiled once per [`SimdLevel`], and the level is chosen at run time:
//! the fastest one that the processor supports, unless the caller names another ([`LanesSolver::with_level`],
//! [`SimdLevel::set_default`]).
//!
//! Figures in the comments are ratios of speed unless they name a unit: the alternative against the code as it is, or the code
//! with an idea against the code without it. The puzzle lists are `17_clue` (49,158 puzzles with 17 givens), `top1465`,
//! `hardest_1905_11` and `hardest_1106` (hard ones), and `serg_multi` (ambiguous ones).
//!
//! # References
//!
//! Tom Dillon, *tdoku* (github.com/t-dillon/tdoku), 2019: triads and band configurations.

mod simd;
mod input;
mod path;
mod collector;
mod propagation;
mod node_stack;
mod transfer;
mod block_node;
mod single_search;
mod batch_search;
mod root_expansion;
mod solver;
mod grid_check;
mod parallel;
#[cfg(test)]
mod scalar_model;

pub use input::{ALL_DIGITS, CellCandidates, CellDigits, PuzzleInput, PuzzleLine};
pub use parallel::{solve_parallel, solve_stream};
pub use simd::{Bits128, SimdLevel, SimdLevelError};
pub use solver::{BatchAnswer, LanesSolver, SearchStats, SolutionIter};
