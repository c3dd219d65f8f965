//! The results for scripts: an object for every run, and one with the scores.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};

use super::results::{Outcome, Results, Row};
use super::score::{Score, scores};
use crate::output::Output;

/// Writes what became of the solvers on a puzzle. It is there at once: the next puzzle may take an hour.
pub(crate) fn write_row(results: &Results, row: &Row, out: &mut Output) -> Result<()> {
    for (place, outcome) in row.known() {
        out.json(&fields(results, row, place, outcome))?;
    }
    Ok(out.flush()?)
}

/// Writes the scores.
pub(crate) fn write_summary(results: &Results, out: &mut Output) -> Result<()> {
    let summary: Vec<Value> = scores(results)
        .iter()
        .zip(&results.entrants)
        .map(|(score, entrant)| score_fields(score, &entrant.solver, entrant.scheme.as_deref()))
        .collect();
    let fields = json!({
        "puzzles": results.whole().count(),
        "run_limit_seconds": results.limit.as_secs_f64(),
        "summary": summary,
    });
    Ok(out.json(&fields)?)
}

fn fields(results: &Results, row: &Row, place: usize, outcome: &Outcome) -> Value {
    let (subject, entrant) = (&row.subject, &results.entrants[place]);
    let (word, solvable, error) = match outcome {
        Outcome::Solved(_, solvable) => ("solved", Some(*solvable), None),
        Outcome::Over => ("over-limit", None, None),
        Outcome::Wrong(why) => ("wrong", None, Some(why)),
        Outcome::Failed(why) => ("failed", None, Some(why)),
    };
    json!({
        "input": subject.place,
        "name": subject.name,
        "board": subject.size(),
        "givens": subject.puzzle.givens().filled_count(),
        "solver": entrant.solver,
        "version": entrant.version,
        "scheme": entrant.scheme,
        "run_limit_seconds": results.limit.as_secs_f64(),
        "outcome": word,
        "solvable": solvable,
        "solve_seconds": outcome.time().map(|time| time.as_secs_f64()),
        "error": error,
    })
}

fn score_fields(score: &Score, solver: &str, scheme: Option<&str>) -> Value {
    json!({
        "solver": solver,
        "scheme": scheme,
        "solved": score.solved,
        "wrong": score.wrong,
        "par2_seconds": score.par2,
        "par2_ratio": score.against.map(|against| against.par2),
        "both_solved": score.against.map(|against| against.both),
        "mean_ratio": score.against.and_then(|against| against.mean),
    })
}
