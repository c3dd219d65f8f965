//! Peer results as tables: for each scheme the solve times, instances by solvers; then the scores.

use std::io::{self, Write};

use qedoku::message_text::truncate_line;

use super::participant::Participant;
use super::results::{InstanceResults, PeerResults};
use super::score::Score;
use crate::duration_format::format_limit;
use crate::solvers::RunOutcome;
use crate::text::{table_lines, three_digits};

/// Longest name of a solver, which may be a whole command.
const MAX_SOLVER: usize = 24;
/// Longest reason of a failure.
const MAX_REASON: usize = 120;
/// Most decimals of seconds and ratios.
const MAX_DECIMALS: usize = 4;

const SCORE_COLUMNS: [&str; 8] = ["solver", "scheme", "solved", "wrong", "PAR-2", "ratio", "both", "mean ratio"];

impl PeerResults {
    /// Writes tables for people.
    pub fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "seconds to a first solution, one thread, no more than {} each", format_limit(self.run_limit))?;
        for scheme in self.schemes() {
            writeln!(out)?;
            write_aligned(&self.time_table(scheme), out)?;
        }
        writeln!(out)?;
        write_aligned(&self.score_table(), out)?;
        write!(out, "\n{}", self.footnote())?;
        for line in self.failures() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// The schemes of all participants, each once; `None` alone if all receive the puzzle itself.
    fn schemes(&self) -> Vec<Option<&str>> {
        let mut schemes: Vec<Option<&str>> = Vec::new();
        for scheme in self.participants.iter().filter_map(|participant| participant.scheme.as_deref()) {
            if !schemes.contains(&Some(scheme)) {
                schemes.push(Some(scheme));
            }
        }
        if schemes.is_empty() { vec![None] } else { schemes }
    }

    /// Times of a scheme. Participants that receive the puzzle itself are in the table of every scheme.
    fn time_table(&self, scheme: Option<&str>) -> Vec<Vec<String>> {
        let is_shown = |column: &usize| {
            let own = self.participants[*column].scheme.as_deref();
            own.is_none() || own == scheme
        };
        let columns: Vec<usize> = (0..self.participants.len()).filter(is_shown).collect();
        let first = [scheme.unwrap_or("puzzle").to_owned(), "solution".to_owned()];
        let names = columns.iter().map(|column| truncate_line(&self.participants[*column].solver, MAX_SOLVER));
        let head = first.into_iter().chain(names).collect();
        let line = |row: &InstanceResults| {
            let cells = columns.iter().map(|column| self.time_cell(row.outcomes[*column].as_ref()));
            [row.instance.name.clone(), solution_cell(row).to_owned()].into_iter().chain(cells).collect()
        };
        std::iter::once(head).chain(self.rows.iter().map(line)).collect()
    }

    fn time_cell(&self, outcome: Option<&RunOutcome>) -> String {
        match outcome {
            Some(RunOutcome::Solved { time, .. }) => three_digits(time.as_secs_f64(), MAX_DECIMALS),
            Some(RunOutcome::TimedOut) => format!(">{}", self.run_limit.as_secs_f64()),
            Some(RunOutcome::Wrong(_)) => "wrong".to_owned(),
            Some(RunOutcome::Failed(_)) => "failed".to_owned(),
            None => "-".to_owned(),
        }
    }

    fn score_table(&self) -> Vec<Vec<String>> {
        let puzzles = self.complete_rows().count();
        let line = |(participant, score): (&Participant, Score)| {
            let relative = score.relative;
            let number =
                |number: Option<f64>| number.map_or("-".to_owned(), |number| three_digits(number, MAX_DECIMALS));
            vec![
                truncate_line(&participant.solver, MAX_SOLVER),
                participant.scheme.clone().unwrap_or("-".to_owned()),
                format!("{}/{puzzles}", score.solved),
                score.wrong.to_string(),
                number(Some(score.par2)),
                number(relative.map(|relative| relative.par2_ratio)),
                relative.map_or("-".to_owned(), |relative| relative.both_solved.to_string()),
                number(relative.and_then(|relative| relative.mean_ratio)),
            ]
        };
        let lines = self.participants.iter().zip(self.scores()).map(line);
        std::iter::once(SCORE_COLUMNS.map(str::to_owned).to_vec()).chain(lines).collect()
    }

    /// Meaning of the columns.
    fn footnote(&self) -> String {
        let has_qedoku = self.participants.iter().any(Participant::is_qedoku);
        let relative = "ratio: of its PAR-2 to that of qedoku; both: puzzles that it and qedoku solved; mean ratio: the geometric \
            mean of\nthe ratios of its times to those of qedoku on these. qedoku's time is from the puzzle to the grid, others' \
            that of\ntheir process on a file that is ready.\n";
        let absolute = "The time of an external solver is that of its process on a file that is ready.\n";
        let par2 = "PAR-2: the mean time in seconds, where a puzzle that was not solved counts twice the limit.\n";
        format!("{par2}{}", if has_qedoku { relative } else { absolute })
    }

    /// A line for each wrong answer and each failure, with the reason.
    fn failures(&self) -> impl Iterator<Item = String> {
        let outcomes = |row| InstanceResults::known_outcomes(row).map(move |(column, outcome)| (row, column, outcome));
        self.rows.iter().flat_map(outcomes).filter_map(|(row, column, outcome)| match outcome {
            RunOutcome::Wrong(reason) | RunOutcome::Failed(reason) => {
                let participant = self.participants[column].label();
                Some(format!("{}: {participant}: {}", row.instance.name, truncate_line(reason, MAX_REASON)))
            }
            RunOutcome::Solved { .. } | RunOutcome::TimedOut => None,
        })
    }
}

fn solution_cell(row: &InstanceResults) -> &'static str {
    match row.is_solvable() {
        Some(true) => "found",
        Some(false) => "none",
        None => "?",
    }
}

/// Writes the rows of a table whose first two columns are text and the others numbers.
fn write_aligned(rows: &[Vec<String>], out: &mut impl Write) -> io::Result<()> {
    table_lines(rows, |column| column < 2).try_for_each(|line| writeln!(out, "{line}"))
}
