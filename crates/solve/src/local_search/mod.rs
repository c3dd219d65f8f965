//! Tabu search: solutions of large boards by local search.
//!
//! A state assigns a digit to every open cell such that each box holds every digit once, which is easy to reach
//! (`initial.rs`). Its cost is the number of pairs of equal digits in rows and columns. A move swaps the digits of two cells
//! of a box:
//!
//! ```text
//!   1 2 | 3 4          1 2 | 3 4
//!   3 4 | 2 1    ->    3 4 | 1 2       Column 3 had no 1 and two 2s; now all columns are right,
//!   ----+----          ----+----       and every box still holds each digit once.
//!   2 1 | 4 3          2 1 | 4 3
//!   4 3 | 2 1          4 3 | 2 1
//! ```
//!
//! Each iteration makes the best move of a sample of the cells in conflict, even if it raises the cost; a move that brings both
//! digits back is then tabu for a while (`tabu_search.rs`). The tenure factor falls from high to low in cycles (`tenure.rs`), like a temperature. Tabu
//! search can prove neither "no solution" nor "unique": those verdicts come from the SAT session.
//!
//! A move may bring a digit to a cell where it is not a candidate, at a fixed cost (`tabu_state.rs`): without that, the
//! states of a box with few candidates would not be connected by swaps.
//!
//! # References
//! - A. Hertz, D. de Werra: Using tabu search techniques for graph coloring. Computing 1987.
//! - P. Galinier, J.-K. Hao: Hybrid evolutionary algorithms for graph coloring. J. Comb. Optim. 1999 (tabu
//!   tenure in proportion to the number of conflicts).
//! - R. Lewis: Metaheuristics can solve sudoku puzzles. J. Heuristics 2007 (swaps within boxes).

mod instance;
mod initial;
mod tabu_state;
mod tenure;
mod tabu_search;

pub use tabu_search::TabuSearch;
