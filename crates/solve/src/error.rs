//! The error type of all solvers.

use std::error::Error;
use std::fmt;

use qedoku_encode::csp::{AssignmentDecodeError, CspSolutionError};
use qedoku_encode::dimacs::cnf_formula::FalsifiedClauseError;
use qedoku_encode::languages::ReplyError;
use qedoku_encode::model::GridDecodeError;
use qedoku_puzzle::referee::SolutionError;

use crate::external::ExternalSolverError;

/// The reason why a solver gave no answer. ("No solution" is an answer.)
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The interrupt flag was set.
    Interrupted,
    /// The lanes engine solves 9x9 boards with 3x3 boxes only.
    UnsupportedBoard,
    /// The result needs the built-in SAT solver, and the crate was compiled without the feature `sat`.
    SatUnavailable,
    /// The operation needs a puzzle with exactly one solution; this one has `none` or `many`.
    NotUnique(&'static str),
    /// The referee rejected the solution that the solver found.
    InvalidSolution(InvalidSolutionError),
    /// The solver reported the same solution again, in spite of its blocking clause.
    DuplicateSolution,
    /// The solver's claim is wrong: a certificate proves another one.
    RefutedClaim {
        /// Name of the solver.
        solver: String,
        /// The claim of the solver: `exactly 0`.
        claimed: String,
        /// The claim that was proved.
        proved: String,
    },
    /// The solver ended without a verdict.
    Unknown,
    /// The solver's output could not be parsed.
    Output(ReplyError),
    /// The solver's model could not be decoded.
    Decode(ModelDecodeError),
    /// The external solver could not be run.
    External(ExternalSolverError),
    /// The proof could not be written.
    ProofFile(std::io::Error),
    /// The solver used an inference that the proof format cannot state.
    UnsupportedProofStep,
}

/// The reason why a referee rejected a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidSolutionError {
    /// A grid that is not a solution of the puzzle.
    Grid(SolutionError),
    /// An assignment that is not a solution of the constraint problem.
    Assignment(CspSolutionError),
    /// An assignment that is not a model of the formula.
    Model(FalsifiedClauseError),
}

/// The reason why a model of the formula is not a solution of the problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelDecodeError {
    /// The model is not a grid.
    Grid(GridDecodeError),
    /// The model is not an assignment of the constraint problem.
    Assignment(AssignmentDecodeError),
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
            SolveError::InvalidSolution(error) => write!(f, "the solver's result is not a solution: {error}"),
            SolveError::DuplicateSolution => write!(f, "the solver repeated a solution that its formula excludes"),
            SolveError::RefutedClaim { solver, claimed, proved } => {
                write!(f, "the answer of {solver} is wrong: it claims {claimed}, but a certificate proves {proved}")
            }
            SolveError::Unknown => write!(f, "the solver ended without an answer"),
            SolveError::Output(error) => write!(f, "cannot parse the solver's output: {error}"),
            SolveError::Decode(error) => write!(f, "cannot decode the solver's model: {error}"),
            SolveError::External(error) => error.fmt(f),
            SolveError::ProofFile(error) => write!(f, "cannot write the proof: {error}"),
            SolveError::UnsupportedProofStep => write!(f, "the proof has a step that LRAT without RAT cannot state"),
        }
    }
}

/// The message of an inner error is part of the message here, so `source` continues with the cause of the inner error.
impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveError::InvalidSolution(error) => error.source(),
            SolveError::Output(error) => error.source(),
            SolveError::Decode(error) => error.source(),
            SolveError::External(error) => error.source(),
            SolveError::ProofFile(error) => error.source(),
            SolveError::Interrupted
            | SolveError::UnsupportedBoard
            | SolveError::SatUnavailable
            | SolveError::NotUnique(_)
            | SolveError::DuplicateSolution
            | SolveError::RefutedClaim { .. }
            | SolveError::UnsupportedProofStep
            | SolveError::Unknown => None,
        }
    }
}

impl fmt::Display for InvalidSolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidSolutionError::Grid(error) => error.fmt(f),
            InvalidSolutionError::Assignment(error) => error.fmt(f),
            InvalidSolutionError::Model(error) => error.fmt(f),
        }
    }
}

impl Error for InvalidSolutionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            InvalidSolutionError::Grid(error) => error.source(),
            InvalidSolutionError::Assignment(error) => error.source(),
            InvalidSolutionError::Model(error) => error.source(),
        }
    }
}

impl From<SolutionError> for InvalidSolutionError {
    fn from(error: SolutionError) -> InvalidSolutionError {
        InvalidSolutionError::Grid(error)
    }
}

impl From<CspSolutionError> for InvalidSolutionError {
    fn from(error: CspSolutionError) -> InvalidSolutionError {
        InvalidSolutionError::Assignment(error)
    }
}

impl From<FalsifiedClauseError> for InvalidSolutionError {
    fn from(error: FalsifiedClauseError) -> InvalidSolutionError {
        InvalidSolutionError::Model(error)
    }
}

impl fmt::Display for ModelDecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelDecodeError::Grid(error) => error.fmt(f),
            ModelDecodeError::Assignment(error) => error.fmt(f),
        }
    }
}

impl Error for ModelDecodeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ModelDecodeError::Grid(error) => error.source(),
            ModelDecodeError::Assignment(error) => error.source(),
        }
    }
}

impl From<GridDecodeError> for ModelDecodeError {
    fn from(error: GridDecodeError) -> ModelDecodeError {
        ModelDecodeError::Grid(error)
    }
}

impl From<AssignmentDecodeError> for ModelDecodeError {
    fn from(error: AssignmentDecodeError) -> ModelDecodeError {
        ModelDecodeError::Assignment(error)
    }
}

/// An error with the result so far, returned by operations that can be interrupted and have a partial result.
#[derive(Debug)]
#[non_exhaustive]
pub struct IncompleteError<P> {
    /// The result so far.
    pub partial: P,
    /// The reason why it is not complete.
    pub error: SolveError,
}

impl<P> IncompleteError<P> {
    /// The result so far, and the reason why it is not complete.
    pub fn new(partial: P, error: SolveError) -> IncompleteError<P> {
        IncompleteError { partial, error }
    }

    /// The same error with a converted partial result.
    pub fn map<Q>(self, convert: impl FnOnce(P) -> Q) -> IncompleteError<Q> {
        IncompleteError { partial: convert(self.partial), error: self.error }
    }

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
