//! Solvers for Sudoku puzzles of every size: preprocessing, search engines, external solvers, proofs.
//!
//! The pipeline: `prune` preprocesses a puzzle, an [`Engine`] enumerates its solutions, [`Solver`] turns them into an
//! answer, a count or the true candidates, and passes every grid through the referee. [`prove`] produces certificates.

pub mod stop;
pub mod words;
pub mod watch;
pub mod prune;
pub mod question;
pub mod sat;
pub mod lanes;
pub mod external;
mod exchange;
pub mod fill;
pub mod race;
pub mod solve;
pub mod found;
pub mod possible;
pub mod prove;

pub use external::{External, Tool};
pub use found::{Found, Known};
pub use possible::Possible;
pub use question::Question;
pub use race::Race;
pub use sat::Sat;
pub use solve::{Count, Engine, Failure, Solver, decode, solve};
pub use stop::Stop;
pub use watch::Watch;
