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
            // A `SolutionError` is part of the message and has no source of its own.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VerifyLimits, verify};
    use qedoku_puzzle::Puzzle;
    use std::io::{BufReader, Read};

    /// An input whose connection breaks after these bytes.
    struct FailingInput(&'static [u8]);

    impl Read for FailingInput {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::ErrorKind::ConnectionReset.into()) } else { self.0.read(buffer) }
        }
    }

    fn error_of(certificate: impl Read) -> VerifyError {
        let puzzle: Puzzle = "1234 3412 2143 432.".parse().unwrap();
        verify(&puzzle, BufReader::new(certificate), VerifyLimits::default()).unwrap_err()
    }

    #[test]
    fn a_read_error_is_the_source_and_names_the_line_where_reading_failed() {
        let error = error_of(FailingInput(b"qedoku certificate 2\nboard 4x4"));
        assert_eq!(error.to_string(), "line 2: cannot read the certificate");
        let source =
            error.source().and_then(|source| source.downcast_ref::<io::Error>()).expect("the error of the input");
        assert_eq!(source.kind(), io::ErrorKind::ConnectionReset);
    }

    #[test]
    fn an_invalid_grid_is_explained_in_the_message_and_not_again_by_a_source() {
        let header = "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim at-least 1\n";
        let error = error_of(format!("{header}grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 2\n").as_bytes());
        assert_eq!(error.to_string(), "line 4: the grid is not a solution: row 4 has no 1");
        assert!(error.source().is_none());
    }
}
