//! Answers that rest on the word of an external solver.
//!
//! The referee checks every solution, so "there are two" needs no trust. "There is no solution" and "there is no other one" do,
//! if an external solver claims them and nothing checks its proof. Such an answer says so: in words for people, by the field
//! `verified` in JSON and the column `verified` in CSV. Formats that have no place for it are followed by a note on standard
//! error.

use std::sync::atomic::{AtomicU64, Ordering};

use qedoku::message_text::describe_unverified;
use qedoku::{Completeness, Engine, EnumerationResult, Grid, Locale, Puzzle, Solver};

use crate::args::GlobalArgs;
use crate::output::group_digits;

/// The external solver of a command, if it has one, and the answers that rest on its word.
pub(crate) struct Trust {
    solver: Option<String>,
    unmarked: AtomicU64,
}

impl Trust {
    pub(crate) fn new(solver: &Solver) -> Trust {
        let name = match &solver.engine {
            Engine::External(external) => Some(external.name().to_owned()),
            Engine::Auto | Engine::Lanes | Engine::Sat(_) => None,
        };
        Trust { solver: name, unmarked: AtomicU64::new(0) }
    }

    /// The external solver.
    pub(crate) fn solver(&self) -> Option<&str> {
        self.solver.as_deref()
    }

    /// The solver on whose word the completeness of some solutions rests; `None` if that is not claimed, or not by an external
    /// solver.
    pub(crate) fn according_to<S>(&self, result: &EnumerationResult<S>) -> Option<&str> {
        self.solver().filter(|_| result.completeness == Completeness::Complete)
    }

    /// The same for a puzzle. Conflicting givens exclude every solution, and a full grid every other one.
    pub(crate) fn according_to_on(&self, puzzle: &Puzzle, result: &EnumerationResult<Grid>) -> Option<&str> {
        self.according_to(result).filter(|_| !is_evident(puzzle, result.count))
    }

    /// Counts an answer whose output does not show on whose word it rests.
    pub(crate) fn add_unmarked(&self) {
        self.unmarked.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints a note on standard error if there are such answers, unless messages are suppressed.
    pub(crate) fn print_note(&self, global: &GlobalArgs) {
        let count = if global.quiet { 0 } else { self.unmarked.load(Ordering::Relaxed) };
        let Some(solver) = self.solver().filter(|_| count > 0) else { return };
        let answers =
            if count == 1 { "the answer is".to_owned() } else { format!("{} answers are", group_digits(count)) };
        anstream::eprintln!("note: {answers} according to {solver}: that there is no other solution was not checked");
    }
}

/// Whether the givens alone show that a puzzle has this many solutions, and no more.
pub(crate) fn is_evident(puzzle: &Puzzle, count: u64) -> bool {
    match count {
        0 => puzzle.given_conflicts().next().is_some(),
        _ => puzzle.givens().is_full(),
    }
}

/// The verdict with the solver on whose word it rests.
pub(crate) fn mark(verdict: String, according_to: Option<&str>, locale: Locale) -> String {
    match according_to {
        Some(solver) => describe_unverified(&verdict, solver, locale),
        None => verdict,
    }
}
