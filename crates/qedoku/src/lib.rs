//! Sudoku as logic: say it, solve it, prove it.
//!
//! ```
//! use qedoku::{Answer, Encoding, EncodingOptions, Puzzle};
//!
//! // Text to a puzzle, and its answer: none, one or many.
//! let puzzle: Puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let Answer::One(solution) = qedoku::solve(&puzzle) else { panic!("it has one solution") };
//!
//! // The same in clauses, for any SAT solver, and that solver's output back to a grid.
//! let encoding = Encoding::new(&puzzle, EncodingOptions::default())?;
//! let mut cnf = Vec::new();
//! encoding.write_dimacs(&mut cnf)?;
//! # let output = { let x = |(cell, digit)| encoding.variables().var(cell, digit).unwrap().get().to_string();
//! #     format!("s SATISFIABLE\nv {} 0\n", solution.filled().map(x).collect::<Vec<_>>().join(" ")) };
//! let decoded = qedoku::decode(&output, &encoding)?; // output: what the solver printed
//! assert_eq!(decoded, Some(solution));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pipeline: [`Puzzle`] from text ([`formats`]), [`Encoding`] of it, an [`Engine`] that solves, an [`Answer`] whose
//! every grid has passed the [`referee`], a [`prove::Certificate`] that the checker has accepted. Nothing here prints or reads
//! a clock; [`external`] alone opens files, because an outside solver reads one.

pub mod json;

pub use qedoku_encode as encode;
pub use qedoku_encode::{Amo, Encoding, EncodingOptions, Numbering, Scheme};
pub use qedoku_explain as explain;
pub use qedoku_generate as generate;
pub use qedoku_proof as proof;
pub use qedoku_puzzle::{
    Answer, Board, Candidate, Cell, Digit, DigitSet, GivenConflict, Grid, House, HouseKind, Puzzle, board, formats,
    referee,
};
pub use qedoku_solve::{
    Completeness, ConstraintSolver, Engine, EnumerationResult, ExternalSolver, IncompleteError, Interrupt, Portfolio,
    Progress, SatEngine, SatProblem, SolutionCount, SolveError, Solver, TrueCandidates, decode, external, lanes,
    local_search, number_format, preprocess, prove, solve,
};
