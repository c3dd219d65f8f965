//! Verification errors: the first invalid line of a certificate and its defect.

use std::error::Error;
use std::{fmt, io};

use qedoku_puzzle::referee::SolutionError;

/// The certificate does not prove its claim, or is no certificate.
#[derive(Debug)]
#[non_exhaustive]
pub struct VerifyError {
    /// Number of the first invalid line, counted from 1.
    pub line: u64,
    /// The defect in that line.
    pub kind: VerifyErrorKind,
}

/// The defect of a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyErrorKind {
    /// Reading failed before the end of the certificate.
    Io(io::Error),
    /// Syntax error; the text names what the format requires here.
    Expected(&'static str),
    /// The certificate was made for another board than that of the puzzle.
    BoardMismatch,
    /// A grid of the claim is not a solution of the puzzle.
    InvalidGrid(SolutionError),
    /// The grids of the claim do not ascend, so two of them may be equal.
    GridOrder,
    /// The grids or the stored clauses exceed the [`VerifyLimits`](crate::VerifyLimits).
    LimitExceeded,
    /// A step is not numbered one more than the step before it.
    StepNumber {
        /// The required number.
        expected: u64,
    },
    /// A hint or a deletion refers to a clause that is not stored.
    UnknownClause(u64),
    /// The hint with this number is neither unit nor falsified under the current assignment.
    HintNotUnit(u64),
    /// The hint with this number comes after the conflict that ends its step.
    HintAfterConflict(u64),
    /// All hints of a step were applied without reaching a conflict.
    NoConflict,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl Error for VerifyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            VerifyErrorKind::Io(error) => Some(error),
            // Part of the message, so its own source is the next in the chain.
            VerifyErrorKind::InvalidGrid(error) => error.source(),
            _ => None,
        }
    }
}

impl fmt::Display for VerifyErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyErrorKind::Io(_) => write!(f, "cannot read the certificate"),
            VerifyErrorKind::Expected(syntax) => write!(f, "expected {syntax}"),
            VerifyErrorKind::BoardMismatch => write!(f, "the certificate is for a different board than the puzzle"),
            VerifyErrorKind::InvalidGrid(error) => write!(f, "the grid is not a solution: {error}"),
            VerifyErrorKind::GridOrder => write!(f, "the grids are not in ascending order"),
            VerifyErrorKind::LimitExceeded => write!(f, "the certificate exceeds the memory limits of the checker"),
            VerifyErrorKind::StepNumber { expected } => write!(f, "wrong step number, expected {expected}"),
            VerifyErrorKind::UnknownClause(id) => {
                write!(f, "no stored clause {id} (never added, deleted, or a unit clause)")
            }
            VerifyErrorKind::HintNotUnit(id) => write!(f, "hint {id} is neither unit nor falsified here"),
            VerifyErrorKind::HintAfterConflict(id) => write!(f, "hint {id} comes after the conflict"),
            VerifyErrorKind::NoConflict => write!(f, "the hints do not lead to a conflict"),
        }
    }
}
