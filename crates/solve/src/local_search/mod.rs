//! The filling engine: large boards that have solutions, by local search.
//!
//! Every open cell always holds some digit, and every box every digit once: that much is easy (`start.rs`). What is wrong are
//! pairs of equal digits in rows and columns. A move swaps the digits of two cells of a box:
//!
//! ```text
//!   1 2 | 3 4          1 2 | 3 4
//!   3 4 | 2 1    ->    3 4 | 1 2       Column 3 had no 1 and two 2s; now the columns are right,
//!   ----+----          ----+----       and no box was left.
//!   2 1 | 4 3          2 1 | 4 3
//!   4 3 | 2 1          4 3 | 2 1
//! ```
//!
//! Of the swaps with some of the cells in conflict the best is made, even if it makes things worse; a swap back is then forbidden for a
//! while (`search.rs`), and how long that is goes up and down (`sweep.rs`), as a temperature would. This is tabu search. It
//! knows no "none" and no "only one": those come from the SAT engine.
//!
//! A swap may bring a digit to a cell where it is not a candidate, at the price of two pairs (`state.rs`): without that, the
//! fillings of a box with few candidates would not be connected by swaps.
//!
//! What it is measured against, and what lost, is in DECISIONS.md.
//!
//! # References
//! - A. Hertz, D. de Werra: Using tabu search techniques for graph coloring. Computing 1987.
//! - P. Galinier, J.-K. Hao: Hybrid evolutionary algorithms for graph coloring. J. Comb. Optim. 1999 (how long a swap is
//!   forbidden: in proportion to the conflicts).
//! - R. Lewis: Metaheuristics can solve sudoku puzzles. J. Heuristics 2007 (swaps within boxes).

mod instance;
mod initial;
mod shift_grid;
mod tabu_state;
mod tenure;
mod tabu_search;

pub use tabu_search::TabuSearch;
