//! Error messages: an error either contains the message of its cause or returns the cause from `source`, never both.
//! Programs that print the whole chain (`{error:#}` of `anyhow`, as the command does) would print the cause twice.

use std::error::Error;
use std::io;

use qedoku::encode::csp::{CspSolutionError, f2csp::F2cspError};
use qedoku::encode::dimacs::normalize::NormalizeError;
use qedoku::encode::dimacs::read::DimacsError;
use qedoku::encode::languages::ReplyError;
use qedoku::encode::model::{GridDecodeError, OutputError};
use qedoku::external::ExternalSolverError;
use qedoku::proof::{VerifyError, VerifyErrorKind, VerifyLimits, verify, verify_text};
use qedoku::referee::SolutionError;
use qedoku::{Answer, Cell, IncompleteError, InvalidSolutionError, ModelDecodeError, ProveError, Puzzle, SolveError};

const CAUSE: &str = "connection lost";

fn input_error() -> io::Error {
    io::Error::other(CAUSE)
}

/// A reader that fails at once.
struct FailingInput;

impl io::Read for FailingInput {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(input_error())
    }
}

fn puzzle() -> Puzzle {
    "4...3..2...4..2.".parse().unwrap()
}

/// The error of a certificate whose grid violates row 1.
fn invalid_grid() -> VerifyError {
    let text =
        "qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim at-least 1\ngrid 4 2 3 3 3 1 4 2 2 3 1 4 1 4 2 3\nsteps\n";
    let error = verify_text(&puzzle(), text.as_bytes(), VerifyLimits::default()).unwrap_err();
    assert!(matches!(error.kind, VerifyErrorKind::InvalidGrid(_)), "{error}");
    error
}

/// The messages of an error and its causes. Panics if a message contains that of its cause.
fn messages(error: &dyn Error) -> Vec<String> {
    let chain = std::iter::successors(Some(error), |error: &&dyn Error| (*error).source());
    let messages: Vec<String> = chain.map(ToString::to_string).collect();
    for pair in messages.windows(2) {
        assert!(!pair[0].contains(&pair[1]), "the message repeats its source: {messages:?}");
    }
    messages
}

#[test]
fn a_failed_input_or_output_is_in_the_chain_and_is_reported_once() {
    let verify_error = verify(&puzzle(), io::BufReader::new(FailingInput), VerifyLimits::default()).unwrap_err();
    let errors: [Box<dyn Error>; 8] = [
        Box::new(DimacsError::Io(input_error())),
        Box::new(F2cspError::Io(input_error())),
        Box::new(NormalizeError::Open(input_error())),
        Box::new(NormalizeError::Read(DimacsError::Io(input_error()))),
        Box::new(NormalizeError::Write(input_error())),
        Box::new(verify_error),
        Box::new(ExternalSolverError::File(input_error())),
        Box::new(SolveError::External(ExternalSolverError::Start("minisat".to_owned(), input_error()))),
    ];
    for error in errors {
        let whole = messages(&*error).join(": ");
        assert_eq!(whole.matches(CAUSE).count(), 1, "{whole}");
    }
}

#[test]
fn a_message_does_not_repeat_its_source() {
    let cell = Cell::new(0, 0);
    let invalid = || InvalidSolutionError::Grid(SolutionError::EmptyCell(cell));
    let errors: [Box<dyn Error>; 9] = [
        Box::new(invalid_grid()),
        Box::new(ProveError::Rejected(invalid_grid())),
        Box::new(ProveError::Solve(SolveError::InvalidSolution(invalid()))),
        Box::new(SolveError::InvalidSolution(InvalidSolutionError::Assignment(CspSolutionError::OtherProblem))),
        Box::new(SolveError::Output(ReplyError::Output(OutputError::Empty))),
        Box::new(SolveError::Decode(ModelDecodeError::Grid(GridDecodeError::NoDigit(cell)))),
        Box::new(IncompleteError::new(3, SolveError::InvalidSolution(invalid()))),
        Box::new("one: 4.x.".parse::<Answer>().unwrap_err()),
        Box::new(invalid()),
    ];
    for error in errors {
        assert!(!messages(&*error)[0].is_empty());
    }
}
