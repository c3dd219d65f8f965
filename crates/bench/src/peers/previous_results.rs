//! Previous results: run records that an earlier peer benchmark wrote as JSON Lines.
//!
//! Reusing them avoids an hour of external solver runs when only qedoku has changed. A record belongs to the instance with
//! the same name, board and number of givens; records of other instances are ignored.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::participant::Participant;
use super::results::{BenchInstance, PeerResults};
use crate::duration_format::format_limit;
use crate::solvers::RunOutcome;

/// A line of previous results that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct PreviousResultsError {
    /// The line, counted from 1.
    pub line: usize,
    /// Error in the line.
    pub error: RunRecordError,
}

/// Reason why a run record cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunRecordError {
    /// The line is not JSON.
    Json(serde_json::Error),
    /// A field is absent or has the wrong type.
    MissingField(&'static str),
    /// The field `outcome` has an unknown value.
    UnknownOutcome,
    /// The run had another time limit, so that its outcome cannot be compared.
    OtherLimit {
        /// Time limit of the record.
        recorded: Duration,
        /// Time limit of this benchmark.
        expected: Duration,
    },
}

impl PeerResults {
    /// Adds the run records of an earlier benchmark; objects with scores are skipped.
    pub fn add_previous(&mut self, json_lines: &str) -> Result<(), PreviousResultsError> {
        for (line, text) in (1..).zip(json_lines.lines()) {
            self.add_line(text).map_err(|error| PreviousResultsError { line, error })?;
        }
        Ok(())
    }

    fn add_line(&mut self, text: &str) -> Result<(), RunRecordError> {
        let object: Value = serde_json::from_str(text).map_err(RunRecordError::Json)?;
        if object["summary"].is_null() { self.add_record(&object) } else { Ok(()) }
    }

    fn add_record(&mut self, record: &Value) -> Result<(), RunRecordError> {
        let row = self.rows.iter().position(|row| is_about(record, &row.instance));
        let Some(row) = row else { return Ok(()) };
        let recorded = seconds(record, "run_limit_seconds")?;
        if recorded != self.run_limit {
            return Err(RunRecordError::OtherLimit { recorded, expected: self.run_limit });
        }
        let outcome = parse_outcome(record)?;
        let column = self.column_of(parse_participant(record)?);
        self.rows[row].outcomes[column] = Some(outcome);
        Ok(())
    }
}

fn is_about(record: &Value, instance: &BenchInstance) -> bool {
    record["name"] == instance.name
        && record["board"] == instance.board_name()
        && record["givens"] == instance.puzzle.givens().filled_count()
}

fn parse_participant(record: &Value) -> Result<Participant, RunRecordError> {
    let text = |key: &str| record[key].as_str().map(str::to_owned);
    Ok(Participant {
        solver: text("solver").ok_or(RunRecordError::MissingField("solver"))?,
        version: text("version"),
        scheme: text("scheme"),
    })
}

fn parse_outcome(record: &Value) -> Result<RunOutcome, RunRecordError> {
    let reason = || record["error"].as_str().unwrap_or_default().to_owned();
    match record["outcome"].as_str() {
        Some("solved") => {
            let time = seconds(record, "solve_seconds")?;
            let solvable = record["solvable"].as_bool().ok_or(RunRecordError::MissingField("solvable"))?;
            Ok(RunOutcome::Solved { time, solvable })
        }
        Some("over-limit") => Ok(RunOutcome::TimedOut),
        Some("wrong") => Ok(RunOutcome::Wrong(reason())),
        Some("failed") => Ok(RunOutcome::Failed(reason())),
        Some(_) => Err(RunRecordError::UnknownOutcome),
        None => Err(RunRecordError::MissingField("outcome")),
    }
}

fn seconds(record: &Value, key: &'static str) -> Result<Duration, RunRecordError> {
    let seconds = record[key].as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or(RunRecordError::MissingField(key))
}

impl fmt::Display for PreviousResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl Error for PreviousResultsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl fmt::Display for RunRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunRecordError::Json(_) => f.write_str("invalid JSON"),
            RunRecordError::MissingField(key) => write!(f, "a run record without a valid field \"{key}\""),
            RunRecordError::UnknownOutcome => f.write_str("a run record with an unknown outcome"),
            RunRecordError::OtherLimit { recorded, expected } => {
                let [recorded, expected] = [recorded, expected].map(|limit| format_limit(*limit));
                write!(f, "a run with a limit of {recorded}, but the limit here is {expected}")
            }
        }
    }
}

impl Error for RunRecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let RunRecordError::Json(error) = self { Some(error) } else { None }
    }
}
