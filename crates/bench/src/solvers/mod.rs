//! Solvers under measurement: their names, the input that each accepts, and timed runs with a limit.
//!
//! [`NamedSolver`] x [`InputEncoding`] -> [`Runner`], which [`RunTimer`] runs on a puzzle -> [`TimedRun`].

mod named_solver;
mod input_encoding;
mod runner;
mod watchdog;
mod timed_run;

pub use input_encoding::{EncodingFamily, InputEncoding};
pub use named_solver::{NamedSolver, SAT_SOLVERS};
pub use runner::Runner;
pub use timed_run::{RunOutcome, RunTimer, TimedRun};

pub(crate) use named_solver::{CP_SAT, QEDOKU, push_new};
