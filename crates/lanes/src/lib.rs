//! Classic 9x9 puzzles, many at once, very fast.
//!
//! ```
//! use qedoku_lanes::{Found, Line, Solver};
//!
//! let puzzles = [
//!     b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
//!     b"....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
//! ];
//! let questions = puzzles.map(Line);
//! let mut found = [Found::default(); 2];
//! Solver::default().solve(&questions, 2, &mut found);
//! assert_eq!(found.map(|found| found.count), [1, 1]); // none, one or many: 0, 1, 2
//! assert_eq!(found[0].solution[..9], [4, 6, 8, 9, 3, 1, 5, 2, 7]);
//! ```
//!
//! A question is [`Digits`], a [`Line`] of text or [`Candidates`]. A [`Solver`] answers a slice of them, counts, or finds
//! the candidates that are true; [`Solutions`] gives them one by one; [`solve_all`] and [`answers`] use all threads.
//!
//! # How it works
//!
//! The other fast solvers spread one puzzle over a vector. Here every 16-bit lane of a vector holds a set of digits of a
//! *different* search node, and 54 vectors hold the 54 triads of 32 nodes: what to do with them is plain logic, without a
//! shift or a shuffle.
//!
//! ```text
//!   question ─┐                                    module
//!             ├─ question: digits to lanes
//!             │
//!             ├─ solo: one puzzle, a box per lane ──┐   both apply
//!             └─ pool: many, a node per lane ───────┴─ logic: singles, ways, hidden triples
//!                                                       over
//!                                                      simd: AVX-512, AVX2, or any processor
//! ```
//!
//! `unsafe` is in the module `simd` alone. Each set of instructions compiles the same search; [`Simd::best`] chooses when
//! the program runs, and the environment variable `QEDOKU_SIMD` (`avx512`, `avx2`, `portable`) overrules it.

mod simd;
mod question;
mod harvest;
mod logic;
mod memory;
mod moves;
mod solo;
mod pool;
mod fill;
mod solver;
mod threads;
#[cfg(test)]
mod model;

pub use question::{ALL, Candidates, Digits, Line, Question};
pub use simd::{NoSuchSimd, Pair, Simd};
pub use solver::{Effort, Found, Solutions, Solver};
pub use threads::{answers, solve_all};
