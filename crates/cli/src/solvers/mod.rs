//! Solvers side by side: which there are, how they are told a puzzle, and how long one takes on it.

mod program;
mod way;
mod runner;
mod watch;
mod clock;

pub(crate) use clock::{Clock, Run};
pub(crate) use program::{CP_SAT, KNOWN, OWN, Program, names};
pub(crate) use runner::Runner;
pub(crate) use way::{TARGETS, Way};
