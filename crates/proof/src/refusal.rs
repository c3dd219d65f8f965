//! Why a certificate is refused: the first wrong line, and what is wrong with it.

use std::{fmt, io};

use qedoku_puzzle::referee::Fault;

/// A certificate that proves nothing.
#[derive(Debug)]
pub struct Refusal {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a certificate.
#[derive(Debug)]
pub enum Reason {
    /// It could not be read to its end.
    Unreadable(io::Error),
    /// Something else should stand here.
    Expected(&'static str),
    /// It is for another board than the puzzle.
    OtherBoard,
    /// A grid is not a solution.
    Grid(Fault),
    /// A grid that was there before, or should have been.
    GridOrder,
    /// More or longer grids, or more steps at a time, than the limits allow.
    TooLarge,
    /// A step with another number than the one after the last step.
    Number(u64),
    /// There is no set, grid or clause of this number, or no longer.
    NoSuchClause(u64),
    /// A hint that leaves two literals open or has a true one, so that nothing follows.
    UselessHint(u64),
    /// The hints do not lead to a contradiction.
    NoContradiction,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Reason::Expected(what) => write!(f, "expected {what}"),
            Reason::OtherBoard => write!(f, "the certificate is for another board than the puzzle"),
            Reason::Grid(fault) => write!(f, "the grid is not a solution: {fault}"),
            Reason::GridOrder => write!(f, "the grid is not greater than the one before"),
            Reason::TooLarge => write!(f, "more than the limits of the checker allow"),
            Reason::Number(expected) => write!(f, "the number must be {expected}, as steps are counted"),
            Reason::NoSuchClause(number) => write!(f, "there is no clause {number}, or no longer"),
            Reason::UselessHint(number) => write!(f, "nothing follows from clause {number} here"),
            Reason::NoContradiction => write!(f, "the hints end without a contradiction"),
        }
    }
}
