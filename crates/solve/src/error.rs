//! The error type of all solvers.

use std::error::Error;
use std::fmt;

use crate::external::ExternalSolverError;
use crate::problem::DynError;

/// The reason why a solver gave no answer. ("No solution" is an answer.)
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The interrupt flag was set.
    Interrupted,
    /// The lanes engine solves 9x9 boards with 3x3 boxes only.
    UnsupportedBoard,
    /// The board needs the built-in SAT solver, and the crate was compiled without the feature `sat`.
    SatUnavailable,
    /// The operation needs a puzzle with exactly one solution; this one has `none` or `many`.
    NotUnique(&'static str),
    /// The referee rejected the grid that the solver found.
    InvalidSolution(DynError),
    /// The solver reported the same solution again, in spite of its blocking clause.
    DuplicateSolution,
    /// The solver ended without a verdict.
    Unknown,
    /// The solver's output could not be parsed.
    Output(DynError),
    /// The solver's model could not be decoded.
    Decode(DynError),
    /// The external solver could not be run.
    External(ExternalSolverError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Interrupted => write!(f, "interrupted before the answer was known"),
            SolveError::UnsupportedBoard => write!(f, "the lanes engine solves classic 9x9 puzzles only"),
            SolveError::SatUnavailable => {
                write!(f, "this board needs the built-in SAT solver (Cargo feature `sat`), which is not compiled in")
            }
            SolveError::NotUnique(answer) => write!(f, "expected a puzzle with one solution, found {answer}"),
            SolveError::InvalidSolution(error) => write!(f, "the solver's grid is not a solution: {error}"),
            SolveError::DuplicateSolution => write!(f, "the solver repeated a solution that its formula excludes"),
            SolveError::Unknown => write!(f, "the solver ended without an answer"),
            SolveError::Output(error) => write!(f, "cannot parse the solver's output: {error}"),
            SolveError::Decode(error) => write!(f, "cannot decode the solver's model: {error}"),
            SolveError::External(error) => error.fmt(f),
        }
    }
}

/// The message of an inner error is part of the message here, so `source` continues with the cause of the inner error.
impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveError::InvalidSolution(error) | SolveError::Output(error) | SolveError::Decode(error) => {
                error.source()
            }
            SolveError::External(error) => error.source(),
            SolveError::Interrupted
            | SolveError::UnsupportedBoard
            | SolveError::SatUnavailable
            | SolveError::NotUnique(_)
            | SolveError::DuplicateSolution
            | SolveError::Unknown => None,
        }
    }
}

/// An error with the result so far, returned by operations that can be interrupted and have a partial result.
#[derive(Debug)]
pub struct IncompleteError<P> {
    /// The result so far.
    pub partial: P,
    /// The reason why it is not complete.
    pub error: SolveError,
}

impl<P> IncompleteError<P> {
    /// Whether the operation was interrupted; otherwise the solver failed.
    pub fn is_interrupted(&self) -> bool {
        matches!(self.error, SolveError::Interrupted)
    }

    /// The partial result if the operation was interrupted, else the error: for callers that show partial results.
    pub fn into_partial(self) -> Result<P, SolveError> {
        if self.is_interrupted() { Ok(self.partial) } else { Err(self.error) }
    }
}

impl<P> fmt::Display for IncompleteError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<P: fmt::Debug> Error for IncompleteError<P> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

/// Discards the partial result.
impl<P> From<IncompleteError<P>> for SolveError {
    fn from(incomplete: IncompleteError<P>) -> SolveError {
        incomplete.error
    }
}
