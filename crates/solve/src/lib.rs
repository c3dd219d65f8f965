//! Solvers for Sudoku puzzles of every size: preprocessing, search engines, external solvers, proof production.
//!
//! ```text
//!   Puzzle -> Engine -> solutions -> Answer | SolutionCount | TrueCandidates
//!             lanes      9x9, SIMD
//!             portfolio  all other boards: preprocessing, then tabu search and CDCL
//!             sat        preprocessing and CDCL alone; or an encoding to compare
//!             external   any SAT or constraint solver
//! ```
//!
//! [`Solver`] holds an [`Engine`] with its options and passes every grid through the referee. [`prove`] produces
//! certificates for what is true of a puzzle.

mod control;
mod error;
mod exchange;
mod solver;
pub mod cubes;
pub mod enumeration;
pub mod estimate;
pub mod external;
pub mod formula_proof;
pub mod lanes;
pub mod local_search;
pub mod portfolio;
pub mod preprocess;
pub mod problem;
pub mod propagation;
pub mod prove;
pub mod sat;
pub mod true_candidates;

pub use control::{Interrupt, Progress, StepSearch, StepStage};
pub use enumeration::{Completeness, EnumerationResult};
pub use error::{IncompleteError, InvalidSolutionError, ModelDecodeError, SolveError};
pub use estimate::{CountEstimate, EstimateOptions, LogNumber, SampledCount};
pub use external::{ConstraintSolver, ExternalSolver};
pub use formula_proof::ProofFormat;
pub use portfolio::Portfolio;
pub use problem::SatProblem;
pub use sat::SatEngine;
pub use solver::{Engine, SolutionCount, Solver, decode, solve};
pub use true_candidates::{CandidateCount, TrueCandidates};
