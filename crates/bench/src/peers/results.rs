//! Peer results: a matrix of run outcomes, instances by participants.

use std::path::Path;
use std::time::Duration;

use qedoku::Puzzle;

use super::participant::{Participant, ParticipantList};
use crate::solvers::RunOutcome;

/// An instance of a peer benchmark: a puzzle with its name.
#[derive(Debug)]
pub struct BenchInstance {
    /// `16x16_1`, or `list:3` if the file has several puzzles.
    pub name: String,
    /// `puzzles/16x16_1.txt:1`.
    pub location: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// A row of the results: an instance and the outcome of each participant; `None` if it was not run.
#[derive(Debug)]
pub struct InstanceResults {
    /// The instance.
    pub instance: BenchInstance,
    /// Outcomes in the order of the participants.
    pub outcomes: Vec<Option<RunOutcome>>,
}

/// Outcomes of all participants on all instances.
#[derive(Debug)]
pub struct PeerResults {
    /// Time limit of each run.
    pub run_limit: Duration,
    /// The columns: participants to run first, then those of previous results.
    pub participants: Vec<Participant>,
    /// The rows.
    pub rows: Vec<InstanceResults>,
}

impl BenchInstance {
    /// The instances of a file: its puzzles with their line numbers.
    pub fn of_file(file: &str, puzzles: Vec<(usize, Puzzle)>) -> Vec<BenchInstance> {
        let stem = Path::new(file).file_stem().map_or(file.into(), |stem| stem.to_string_lossy());
        let is_only = puzzles.len() == 1;
        let instance = |(line, puzzle)| BenchInstance {
            name: if is_only { stem.to_string() } else { format!("{stem}:{line}") },
            location: format!("{file}:{line}"),
            puzzle,
        };
        puzzles.into_iter().map(instance).collect()
    }

    /// `36x36`.
    pub(super) fn board_name(&self) -> String {
        let side = self.puzzle.board().side();
        format!("{side}x{side}")
    }
}

impl InstanceResults {
    /// Column and outcome of the participants that were run.
    pub fn known_outcomes(&self) -> impl Iterator<Item = (usize, &RunOutcome)> {
        self.outcomes.iter().enumerate().filter_map(|(column, outcome)| Some((column, outcome.as_ref()?)))
    }

    /// Whether the puzzle has a solution, if any participant found out. One that found a solution outweighs all others.
    pub fn is_solvable(&self) -> Option<bool> {
        let answers = self.known_outcomes().filter_map(|(_, outcome)| match outcome {
            RunOutcome::Solved { solvable, .. } => Some(*solvable),
            _ => None,
        });
        answers.max()
    }

    /// Marks the answer "no solution" as wrong where another participant has a solution, which the referee accepted.
    pub(super) fn mark_contradicted(&mut self) {
        if self.is_solvable() != Some(true) {
            return;
        }
        for outcome in self.outcomes.iter_mut().flatten() {
            if let RunOutcome::Solved { solvable: false, .. } = outcome {
                *outcome = RunOutcome::Wrong("reported no solution, but another solver has one".to_owned());
            }
        }
    }
}

impl PeerResults {
    /// Results without any outcome.
    pub fn new(run_limit: Duration, participants: &ParticipantList, instances: Vec<BenchInstance>) -> PeerResults {
        let participants: Vec<Participant> = participants.participants().collect();
        let row = |instance| InstanceResults { instance, outcomes: vec![None; participants.len()] };
        PeerResults { run_limit, rows: instances.into_iter().map(row).collect(), participants }
    }

    /// The column of a participant; adds one if it is new.
    pub(super) fn column_of(&mut self, participant: Participant) -> usize {
        if let Some(column) = self.participants.iter().position(|known| known.is_same_configuration(&participant)) {
            return column;
        }
        self.participants.push(participant);
        self.rows.iter_mut().for_each(|row| row.outcomes.push(None));
        self.participants.len() - 1
    }

    /// The rows on which all participants were run. Only these are compared.
    pub fn complete_rows(&self) -> impl Iterator<Item = &InstanceResults> {
        self.rows.iter().filter(|row| row.outcomes.iter().all(Option::is_some))
    }

    /// Whether every participant failed on every instance.
    pub fn all_failed(&self) -> bool {
        let mut outcomes = self.rows.iter().flat_map(InstanceResults::known_outcomes);
        outcomes.all(|(_, outcome)| matches!(outcome, RunOutcome::Failed(_)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A row with these outcomes.
    pub(in crate::peers) fn row(outcomes: &[RunOutcome]) -> InstanceResults {
        let puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let instance = BenchInstance { name: String::new(), location: String::new(), puzzle };
        InstanceResults { instance, outcomes: outcomes.iter().cloned().map(Some).collect() }
    }

    #[test]
    fn no_solution_is_wrong_where_another_participant_has_one() {
        let [solved, none] = [true, false].map(|solvable| RunOutcome::Solved { time: Duration::ZERO, solvable });
        let mut mixed = row(&[none.clone(), RunOutcome::TimedOut, solved.clone()]);
        mixed.mark_contradicted();
        assert!(matches!(mixed.outcomes[0], Some(RunOutcome::Wrong(_))));
        assert_eq!(mixed.outcomes[1..], [Some(RunOutcome::TimedOut), Some(solved)]);

        let mut agreed = row(&[none.clone(), none.clone()]);
        agreed.mark_contradicted();
        assert_eq!(agreed.is_solvable(), Some(false));
    }

    #[test]
    fn instances_are_named_after_their_file_and_line() {
        let puzzle = || "1.3. .... .... ..2.".parse::<Puzzle>().unwrap();
        let names = |puzzles| {
            let instances = BenchInstance::of_file("dir/list.txt", puzzles);
            instances.into_iter().map(|instance| (instance.name, instance.location)).collect::<Vec<_>>()
        };
        assert_eq!(names(vec![(2, puzzle())]), [("list".to_owned(), "dir/list.txt:2".to_owned())]);
        assert_eq!(names(vec![(1, puzzle()), (3, puzzle())])[1].0, "list:3");
    }
}
