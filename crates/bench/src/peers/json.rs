//! Peer results as JSON: an object for each run, and one with the scores.

use serde_json::{Value, json};

use super::results::{InstanceResults, PeerResults};
use super::score::Score;
use crate::solvers::RunOutcome;

impl PeerResults {
    /// Run records of the instance with this index, one for each participant that was run.
    pub fn instance_json(&self, index: usize) -> impl Iterator<Item = Value> {
        let row = &self.rows[index];
        row.known_outcomes().map(move |(column, outcome)| self.run_json(row, column, outcome))
    }

    /// An object with the scores of all participants.
    pub fn summary_json(&self) -> Value {
        let scores = self.scores();
        let summary = scores.iter().zip(&self.participants);
        let summary =
            summary.map(|(score, participant)| score_json(score, &participant.solver, participant.scheme.as_deref()));
        json!({
            "puzzles": self.complete_rows().count(),
            "run_limit_seconds": self.run_limit.as_secs_f64(),
            "summary": summary.collect::<Vec<_>>(),
        })
    }

    fn run_json(&self, row: &InstanceResults, column: usize, outcome: &RunOutcome) -> Value {
        let (instance, participant) = (&row.instance, &self.participants[column]);
        let (word, solvable, error) = match outcome {
            RunOutcome::Solved { solvable, .. } => ("solved", Some(*solvable), None),
            RunOutcome::TimedOut => ("over-limit", None, None),
            RunOutcome::Wrong(reason) => ("wrong", None, Some(reason)),
            RunOutcome::Failed(reason) => ("failed", None, Some(reason)),
        };
        json!({
            "input": instance.location,
            "name": instance.name,
            "board": instance.board_name(),
            "givens": instance.puzzle.givens().filled_count(),
            "solver": participant.solver,
            "version": participant.version,
            "scheme": participant.scheme,
            "run_limit_seconds": self.run_limit.as_secs_f64(),
            "outcome": word,
            "solvable": solvable,
            "solve_seconds": outcome.time().map(|time| time.as_secs_f64()),
            "error": error,
        })
    }
}

fn score_json(score: &Score, solver: &str, scheme: Option<&str>) -> Value {
    json!({
        "solver": solver,
        "scheme": scheme,
        "solved": score.solved,
        "wrong": score.wrong,
        "par2_seconds": score.par2,
        "par2_ratio": score.relative.map(|relative| relative.par2_ratio),
        "both_solved": score.relative.map(|relative| relative.both_solved),
        "mean_ratio": score.relative.and_then(|relative| relative.mean_ratio),
    })
}
