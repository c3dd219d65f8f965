//! Parser for the output of SAT solvers.
//!
//! | form | looks like | from |
//! |---|---|---|
//! | SAT Competition | `s SATISFIABLE`, `v 1 -2 ...`, `v ... 0` | `cadical`, `kissat`, `cryptominisat5`, `picosat`, `clasp` |
//! | result file | `SAT`, then `1 -2 ... 0` | `minisat`, `glucose` |
//! | status only | `SATISFIABLE` below a table of statistics | `minisat` on the terminal |
//! | verbose | `Instance Satisfiable`, literals, statistics | `zchaff` |
//! | bare | literals, with or without a final 0; also one per line | course files (`.sol`) |
//! | unit clauses | `p cnf 999 729`, then `-111 0`, `112 0` ... | course files (`.out`) |
//! | list | `[1, -2, 3]` | Python's `pysat` |
//!
//! The form is detected line by line. A line that begins like a number holds literals; `s`, `v` and `c` lines and the
//! status words have their usual meaning; any other line is log output, which is accepted only together with a status.
//! Contradictory output is always an error, such as `UNSAT` with literals, or `5` with `-5`.
//!
//! A solver that enumerates models prints several. [`SolverOutput::parse`] returns the first,
//! [`SolverOutput::parse_all`] all of them.

use std::fmt;

use super::Model;
use crate::Lit;

mod collector;
mod line;

/// An answer of a SAT solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverOutput {
    /// The formula is satisfiable. The model is empty if the solver printed none.
    Satisfiable(Model),
    /// The formula is unsatisfiable.
    Unsatisfiable,
    /// The solver stopped at a limit.
    Unknown,
}

/// Status of a formula as reported by a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverStatus {
    /// `s SATISFIABLE`, `SAT`, `Instance Satisfiable` ...
    Satisfiable,
    /// `s UNSATISFIABLE`, `UNSAT`, `Instance Unsatisfiable` ...
    Unsatisfiable,
    /// `s UNKNOWN`, `INDET`, `INDETERMINATE` ...
    Unknown,
}

/// Error of parsing the output of a SAT solver. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OutputError {
    /// The text is empty or blank.
    Empty,
    /// The text consists of comments and log output. Holds the number and text of the first line of log output.
    NoAnswer(Option<(usize, String)>),
    /// A word that is not a literal, in a line of literals.
    InvalidLiteral {
        /// Line number.
        line: usize,
        /// Column number.
        column: usize,
        /// The word, shortened.
        found: String,
    },
    /// Two lines contradict each other.
    Contradiction {
        /// The later line.
        line: usize,
        /// Its claim.
        claim: OutputClaim,
        /// The earlier line.
        earlier_line: usize,
        /// Its claim.
        earlier_claim: OutputClaim,
    },
    /// A literal and its negation.
    ComplementaryLiterals {
        /// The later line.
        line: usize,
        /// The literal there.
        literal: Lit,
        /// The line of its negation.
        earlier_line: usize,
    },
    /// Several lists of literals that do not come from `v` lines: a formula or a grid, not a model.
    MultipleLists {
        /// Line on which the second list begins.
        line: usize,
    },
    /// A `p cnf` line followed by a clause of several literals: a formula, not a model.
    NotUnitClauses {
        /// Line of the first such clause.
        line: usize,
    },
}

/// Claim of an output line about the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputClaim {
    /// A status.
    Status(SolverStatus),
    /// Literals of a model, hence that the formula is satisfiable.
    Literals,
}

impl SolverOutput {
    /// Parses the first answer in the output of a solver.
    pub fn parse(text: &str) -> Result<SolverOutput, OutputError> {
        Ok(SolverOutput::parse_all(text)?.remove(0))
    }

    /// Parses every answer in the output of a solver; there is at least one. A final `Unsatisfiable` after models means
    /// that the enumeration is complete.
    pub fn parse_all(text: &str) -> Result<Vec<SolverOutput>, OutputError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(OutputError::Empty);
        }
        let mut collector = collector::OutputCollector::default();
        for (number, text) in (1..).zip(text.lines()) {
            collector.add(number, line::Line::parse(number, text)?)?;
        }
        collector.finish()
    }

    /// The status, without the model.
    pub fn status(&self) -> SolverStatus {
        match self {
            SolverOutput::Satisfiable(_) => SolverStatus::Satisfiable,
            SolverOutput::Unsatisfiable => SolverStatus::Unsatisfiable,
            SolverOutput::Unknown => SolverStatus::Unknown,
        }
    }
}

impl fmt::Display for SolverStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolverStatus::Satisfiable => "satisfiable",
            SolverStatus::Unsatisfiable => "unsatisfiable",
            SolverStatus::Unknown => "unknown",
        })
    }
}

impl fmt::Display for OutputClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputClaim::Status(status) => write!(f, "reports \"{status}\""),
            OutputClaim::Literals => f.write_str("contains literals"),
        }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected =
            "expected the output of a SAT solver, such as 's SATISFIABLE' and 'v' lines, 'UNSAT' or a list of literals";
        match self {
            OutputError::Empty => f.write_str(
                "the text is empty: the solver printed nothing (in some courses an empty file means \"unsatisfiable\")",
            ),
            OutputError::NoAnswer(Some((line, found))) => write!(f, "line {line}: {expected}, found '{found}'"),
            OutputError::NoAnswer(None) => write!(f, "only comments: {expected}; was the solver interrupted?"),
            OutputError::InvalidLiteral { line, column, found } => {
                write!(f, "line {line}, column {column}: expected a literal or 0, found '{found}'")
            }
            OutputError::Contradiction { line, claim, earlier_line, earlier_claim } => {
                write!(f, "line {line} {claim}, but line {earlier_line} {earlier_claim}")
            }
            OutputError::ComplementaryLiterals { line, literal, earlier_line } => {
                write!(f, "line {line}: literal {literal:?}, but line {earlier_line} has {:?}", !*literal)
            }
            OutputError::MultipleLists { line } => {
                write!(f, "line {line}: literals after the 0 that ended the model: this is not one model")
            }
            OutputError::NotUnitClauses { line } => {
                write!(f, "line {line}: a clause of several literals: this is a formula, not the output of a solver")
            }
        }
    }
}

impl std::error::Error for OutputError {}
