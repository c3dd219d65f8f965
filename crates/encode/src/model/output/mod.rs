//! A solver's text to its answer, whatever the solver.
//!
//! | form | looks like | from |
//! |---|---|---|
//! | competition | `s SATISFIABLE`, `v 1 -2 ...`, `v ... 0` | `cadical`, `kissat`, `cryptominisat5`, `picosat`, `clasp` |
//! | result file | `SAT`, then `1 -2 ... 0` | `minisat`, `glucose` |
//! | a word | `SATISFIABLE` below a table of statistics | `minisat` on the terminal |
//! | chatty | `Instance Satisfiable`, literals, statistics | `zchaff` |
//! | bare | literals, with or without a final 0; one per line, too | course files (`.sol`) |
//! | units | `p cnf 999 729`, then `-111 0`, `112 0` ... | course files (`.out`) |
//! | list | `[1, -2, 3]` | Python's `pysat` |
//!
//! The form is told by content, line by line: a line that begins like a number holds literals; `s`, `v` and `c` lines
//! and the status words are what they are; anything else is a solver's talk, which is accepted only in company of a
//! status. What contradicts itself is an error, never a choice: `UNSAT` with literals, `5` with `-5`.
//!
//! A solver that was asked for several models prints several; [`Output::read`] gives the first,
//! [`Output::read_all`] all of them.

use std::fmt;

use super::Model;
use crate::Lit;

mod gather;
mod line;

/// What a solver answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// There is a model; it is empty if the solver printed none.
    Satisfiable(Model),
    /// There is none.
    Unsatisfiable,
    /// The solver gave up: a limit was reached.
    Unknown,
}

/// What a solver says about a formula, in any of the words that solvers have for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// `s SATISFIABLE`, `SAT`, `Instance Satisfiable` ...
    Satisfiable,
    /// `s UNSATISFIABLE`, `UNSAT`, `Instance Unsatisfiable` ...
    Unsatisfiable,
    /// `s UNKNOWN`, `INDET`, `INDETERMINATE` ...
    Unknown,
}

/// Why a text is no solver's answer. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputError {
    /// The text is empty or blank.
    Nothing,
    /// Only comments or talk; the first line that is no comment, if any.
    NoAnswer(Option<(usize, String)>),
    /// A line of literals with something else in it.
    NotALiteral {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// A status that an earlier line contradicts.
    Conflict {
        /// The later line.
        line: usize,
        /// What it says.
        says: Statement,
        /// The earlier line.
        earlier: usize,
        /// What that says.
        said: Statement,
    },
    /// A literal whose negation was said before.
    BothWays {
        /// The later line.
        line: usize,
        /// The literal there.
        literal: Lit,
        /// The line of its negation.
        earlier: usize,
    },
    /// A clause of several literals, or one list after another: a formula or a grid, not a model.
    SeveralLists {
        /// Where the second list begins.
        line: usize,
    },
    /// `p cnf` and then clauses that are not all of one literal.
    Formula {
        /// The first line with a longer clause.
        line: usize,
    },
}

/// One half of a contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A status word.
    Status(Status),
    /// Literals.
    Literals,
}

impl Output {
    /// The first answer in a solver's text.
    pub fn read(text: &str) -> Result<Output, OutputError> {
        Ok(Output::read_all(text)?.remove(0))
    }

    /// Every answer in a solver's text, at least one: models in their order, then "unsatisfiable" if the solver said so
    /// after the last of them, meaning that there are no more.
    pub fn read_all(text: &str) -> Result<Vec<Output>, OutputError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(OutputError::Nothing);
        }
        let mut gather = gather::Gather::default();
        for (number, text) in (1..).zip(text.lines()) {
            gather.line(number, line::Line::of(number, text)?)?;
        }
        gather.finish()
    }

    /// What it says, without the model.
    pub fn status(&self) -> Status {
        match self {
            Output::Satisfiable(_) => Status::Satisfiable,
            Output::Unsatisfiable => Status::Unsatisfiable,
            Output::Unknown => Status::Unknown,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        })
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Status(status) => write!(f, "says \"{status}\""),
            Statement::Literals => f.write_str("gives literals"),
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected =
            "expected a solver's answer, such as 's SATISFIABLE' and 'v' lines, 'UNSAT' or a list of literals";
        match self {
            OutputError::Nothing => f.write_str(
                "the text is empty: the solver printed nothing (some courses have an empty file mean \"unsatisfiable\")",
            ),
            OutputError::NoAnswer(Some((line, found))) => write!(f, "line {line}: {expected}, found '{found}'"),
            OutputError::NoAnswer(None) => write!(f, "only comments: {expected}; was the solver stopped?"),
            OutputError::NotALiteral { line, column, found } => {
                write!(f, "line {line}, column {column}: expected a literal or 0, found '{found}'")
            }
            OutputError::Conflict { line, says, earlier, said } => {
                write!(f, "line {line} {says}, but line {earlier} {said}")
            }
            OutputError::BothWays { line, literal, earlier } => {
                write!(f, "line {line}: literal {literal:?}, but line {earlier} has {:?}", !*literal)
            }
            OutputError::SeveralLists { line } => {
                write!(f, "line {line}: literals after the 0 that ended the model: this is not one model")
            }
            OutputError::Formula { line } => {
                write!(f, "line {line}: a clause of several literals: this is a formula, not a solver's answer")
            }
        }
    }
}

impl std::error::Error for OutputError {}
