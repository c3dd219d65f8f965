//! Runs of an earlier time, from the JSON that was written then.
//!
//! An hour of outside solvers need not be spent again when only this program has changed. A run belongs to a puzzle of
//! the same name, board and number of givens; runs of other puzzles are passed over.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use super::entrant::Entrant;
use super::results::{Outcome, Results, Subject};
use crate::times::round_time;

/// Adds the runs of a file.
pub(crate) fn add(file: &Path, results: &mut Results) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    for (number, line) in (1..).zip(text.lines()) {
        let place = || format!("{}:{number}", file.display());
        let object: Value = serde_json::from_str(line).with_context(place)?;
        if object["summary"].is_null() {
            add_run(&object, results).with_context(place)?;
        }
    }
    Ok(())
}

fn add_run(object: &Value, results: &mut Results) -> Result<()> {
    let Some(row) = results.rows.iter().position(|row| is_about(object, &row.subject)) else { return Ok(()) };
    let limit = seconds(&object["run_limit_seconds"]).context("a run without run_limit_seconds")?;
    if limit != results.limit {
        bail!("a run with the limit {}, here it is {}", round_time(limit), round_time(results.limit));
    }
    let outcome = outcome(object)?;
    let place = results.place(entrant(object)?);
    results.rows[row].outcomes[place] = Some(outcome);
    Ok(())
}

fn is_about(object: &Value, subject: &Subject) -> bool {
    object["name"] == subject.name
        && object["board"] == subject.size()
        && object["givens"] == subject.puzzle.givens().filled_count()
}

fn entrant(object: &Value) -> Result<Entrant> {
    let text = |key: &str| object[key].as_str().map(str::to_owned);
    Ok(Entrant {
        solver: text("solver").context("a run without a solver")?,
        version: text("version"),
        scheme: text("scheme"),
    })
}

fn outcome(object: &Value) -> Result<Outcome> {
    let why = || object["error"].as_str().unwrap_or_default().to_owned();
    match object["outcome"].as_str() {
        Some("solved") => {
            let time = seconds(&object["solve_seconds"]).context("a solved run without solve_seconds")?;
            let solvable =
                object["solvable"].as_bool().context("a solved run that is not said to be solvable or not")?;
            Ok(Outcome::Solved(time, solvable))
        }
        Some("over-limit") => Ok(Outcome::Over),
        Some("wrong") => Ok(Outcome::Wrong(why())),
        Some("failed") => Ok(Outcome::Failed(why())),
        _ => Err(anyhow!("expected a run of bench --peers --json")),
    }
}

fn seconds(value: &Value) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?).ok()
}
