//! Comparison of schemes, at-most-one encodings and solvers: formula sizes, encode times, solve times.
//!
//! Each row is an input encoding and a solver. Runs are made one at a time, on one thread, so that they do not disturb
//! each other. Each run is repeated and the median counts. Results are available only when all rows are measured, since
//! only then is it known which row is the fastest, and which solver reported "no solution" where another found one.

mod formula_size;
mod measure;
mod table;
mod plot;

use std::collections::BTreeSet;
use std::time::Duration;

use qedoku::message_text::group_digits;
use qedoku::{Interrupt, Puzzle};

use crate::solvers::{InputEncoding, NamedSolver, RunTimer};
use measure::Comparer;

pub use formula_size::TotalSize;
pub use measure::{CompareOutcome, CompareRow};
pub use table::TableStyles;

/// Configuration of a comparison.
pub struct CompareConfig {
    /// The input encodings.
    pub encodings: Vec<InputEncoding>,
    /// The solvers; each is measured on the encodings that it accepts.
    pub solvers: Vec<NamedSolver>,
    /// Runs for each puzzle, of which the median counts; at least 1.
    pub repeat: usize,
    /// Limit on the solve time of a run. A row ends when it is reached.
    pub run_limit: Duration,
    /// Ends the comparison; rows that are complete are kept.
    pub interrupt: Interrupt,
}

/// Configuration and result of a comparison.
pub struct Comparison {
    /// Source of the puzzles: `puzzle.txt`.
    pub origin: String,
    puzzles: Vec<Puzzle>,
    config: CompareConfig,
    /// The measured rows, ordered by encoding.
    pub rows: Vec<CompareRow>,
}

impl CompareConfig {
    /// Measures all rows. `on_run` is called after each run of a solver.
    pub fn measure(self, origin: String, puzzles: Vec<Puzzle>, on_run: &dyn Fn()) -> Comparison {
        let timer = RunTimer::new(self.run_limit, self.interrupt.clone());
        let mut rows = Comparer::new(&puzzles, self.repeat, &timer, on_run).rows(&self.encodings, &self.solvers);
        measure::mark_contradicted(&mut rows);
        Comparison { origin, puzzles, config: self, rows }
    }

    /// Number of rows if nothing is interrupted. An incomplete scheme has one row without a solver.
    pub fn row_count(&self) -> usize {
        let accepting = |encoding| self.solvers.iter().filter(|solver| solver.runner(encoding).is_some()).count();
        let rows = |encoding: &InputEncoding| if encoding.is_complete() { accepting(*encoding) } else { 1 };
        self.encodings.iter().map(rows).sum()
    }
}

impl Comparison {
    /// Number of rows if nothing had been interrupted.
    pub fn expected_rows(&self) -> usize {
        self.config.row_count()
    }

    /// Whether there were rows to solve and every one failed.
    pub fn all_failed(&self) -> bool {
        let mut tried = self.rows.iter().filter(|row| row.outcome != CompareOutcome::Incomplete).peekable();
        tried.peek().is_some() && tried.all(|row| matches!(row.outcome, CompareOutcome::Failed(_)))
    }

    /// The solver of a row; `None` for an incomplete scheme, which is not solved with.
    fn solver(&self, row: &CompareRow) -> Option<&NamedSolver> {
        row.solver.map(|index| &self.config.solvers[index])
    }

    /// `puzzle.txt: 9x9, 17 givens`.
    fn title(&self) -> String {
        let boards: BTreeSet<usize> = self.puzzles.iter().map(|puzzle| puzzle.board().side()).collect();
        let boards = boards.iter().map(|side| format!("{side}x{side}")).collect::<Vec<_>>().join(", ");
        match &self.puzzles[..] {
            [puzzle] => format!("{}: {boards}, {} givens", self.origin, puzzle.givens().filled_count()),
            puzzles => format!("{}: {} puzzles, {boards}", self.origin, group_digits(puzzles.len() as u64)),
        }
    }

    /// Aggregation of the repeated runs: `the median of 3 runs`.
    fn aggregation(&self) -> String {
        match self.config.repeat {
            1 => "one run".to_owned(),
            repeat => format!("the median of {repeat} runs"),
        }
    }

    /// Whether a row is the fastest of several that its solver solved.
    fn is_fastest(&self, row: &CompareRow) -> bool {
        let same_solver = self.rows.iter().filter(|other| other.solver == row.solver);
        let times: Vec<Duration> = same_solver.filter_map(CompareRow::solve_time).collect();
        times.len() > 1 && row.solve_time().is_some() && row.solve_time() == times.into_iter().min()
    }
}
