//! Comparison as an aligned table, as CSV and as JSON.

use std::io::{self, Write};

use anstyle::Style;
use qedoku::message_text::{group_digits, truncate_line};
use serde_json::{Value, json};

use super::Comparison;
use super::measure::{CompareOutcome, CompareRow};
use crate::duration_format::{format_limit, format_measured};
use crate::text::{align, three_digits};

/// The columns; the left-aligned ones come first.
const COLUMNS: [&str; 9] =
    ["scheme", "at most one", "solver", "version", "variables", "clauses", "file", "encode", "solve"];
const LEFT_ALIGNED: usize = 4;
const VERSION: usize = 3;
const SOLVE: usize = 8;

/// Longest reason of a failure in the table; JSON and CSV have the whole text.
const MAX_REASON: usize = 80;
/// Longest name of a solver, which may be a whole command.
const MAX_SOLVER: usize = 40;

/// Terminal styles of the table. The default is plain text.
#[derive(Clone, Copy, Default, Debug)]
pub struct TableStyles {
    /// Names of the columns.
    pub header: Style,
    /// Solve time of the fastest row of a solver.
    pub fastest: Style,
    /// Solve time of a row that reached the limit or has an incomplete scheme.
    pub inconclusive: Style,
    /// The word `failed`.
    pub failed: Style,
}

impl Comparison {
    /// Writes a table for people.
    pub fn write_table(&self, styles: &TableStyles, out: &mut impl Write) -> io::Result<()> {
        let times = match self.puzzles.len() {
            1 => "each time is",
            _ => "sums of the sizes and of the times, each",
        };
        writeln!(out, "{}; {times} {}\n", self.title(), self.aggregation())?;
        let header = COLUMNS.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> =
            std::iter::once(header).chain(self.rows.iter().map(|row| self.cells(row))).collect();
        let has_versions = rows[1..].iter().any(|cells| !cells[VERSION].is_empty());
        for (index, cells) in align(&rows, |column| column < LEFT_ALIGNED).into_iter().enumerate() {
            let row = index.checked_sub(1).map(|index| &self.rows[index]);
            let style = |column: usize| match row {
                None => styles.header,
                Some(row) if column == SOLVE => self.outcome_style(row, styles),
                Some(_) => Style::new(),
            };
            let shown = cells.iter().enumerate().filter(|(column, _)| *column != VERSION || has_versions);
            let painted = shown.map(|(column, cell)| {
                let style = style(column);
                format!("{style}{cell}{style:#}")
            });
            let note = row.map(|row| self.note(row)).unwrap_or_default();
            writeln!(out, "{}", format!("{} {note}", painted.collect::<Vec<_>>().join("  ")).trim_end())?;
        }
        if self.rows.iter().any(|row| self.is_fastest(row)) {
            writeln!(out, "\n* the fastest of its solver")?;
        }
        Ok(())
    }

    /// Writes comma-separated values with a header line; the columns are the keys of [`Comparison::to_json`].
    pub fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        for (index, fields) in self.to_json().enumerate() {
            let fields = fields.as_object().expect("a row is an object");
            if index == 0 {
                writeln!(out, "{}", fields.keys().cloned().collect::<Vec<_>>().join(","))?;
            }
            writeln!(out, "{}", fields.values().map(csv_field).collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }

    /// A JSON object for each row.
    pub fn to_json(&self) -> impl Iterator<Item = Value> {
        self.rows.iter().map(|row| self.row_json(row))
    }

    fn cells(&self, row: &CompareRow) -> Vec<String> {
        let solver = self.solver(row);
        let solve = match &row.outcome {
            CompareOutcome::Solved { time, .. } => format_measured(*time),
            CompareOutcome::TimedOut(bound) => format!("> {}", format_limit(*bound)),
            CompareOutcome::Failed(_) => "failed".to_owned(),
            CompareOutcome::Incomplete => "incomplete".to_owned(),
        };
        vec![
            row.encoding.name(),
            row.encoding.amo_name(),
            solver.map_or("-".to_owned(), |solver| truncate_line(&solver.name, MAX_SOLVER)),
            solver.map_or(String::new(), |solver| solver.short_version().to_owned()),
            group_digits(row.size.variables),
            if row.size.clauses == 0 { "-".to_owned() } else { group_digits(row.size.clauses) },
            format_bytes(row.size.bytes),
            row.encode_time.map_or("-".to_owned(), format_measured),
            solve,
        ]
    }

    /// Text after the last column: the mark of the fastest row, or the reason of a failure.
    fn note(&self, row: &CompareRow) -> String {
        match &row.outcome {
            CompareOutcome::Solved { .. } if self.is_fastest(row) => "*".to_owned(),
            CompareOutcome::Failed(reason) => format!(" {}", truncate_line(reason, MAX_REASON)),
            _ => String::new(),
        }
    }

    fn outcome_style(&self, row: &CompareRow, styles: &TableStyles) -> Style {
        match row.outcome {
            CompareOutcome::Solved { .. } if self.is_fastest(row) => styles.fastest,
            CompareOutcome::Solved { .. } => Style::new(),
            CompareOutcome::TimedOut(_) | CompareOutcome::Incomplete => styles.inconclusive,
            CompareOutcome::Failed(_) => styles.failed,
        }
    }

    fn row_json(&self, row: &CompareRow) -> Value {
        let solver = self.solver(row);
        let (outcome, error) = match &row.outcome {
            CompareOutcome::Solved { .. } => ("solved", None),
            CompareOutcome::TimedOut(_) => ("over-limit", None),
            CompareOutcome::Failed(reason) => ("failed", Some(reason)),
            CompareOutcome::Incomplete => ("incomplete", None),
        };
        json!({
            "input": self.origin,
            "puzzles": self.puzzles.len(),
            "scheme": row.encoding.name(),
            "amo": row.encoding.amo_name(),
            "solver": solver.map(|solver| &solver.name),
            "version": solver.and_then(|solver| solver.version.as_ref()),
            "variables": row.size.variables,
            "clauses": row.size.clauses,
            "literals": row.size.literals,
            "bytes": row.size.bytes,
            "repeat": self.config.repeat,
            "encode_seconds": row.encode_time.map(|time| time.as_secs_f64()),
            "solve_seconds": row.solve_time().map(|time| time.as_secs_f64()),
            "outcome": outcome,
            "solvable": row.solvable().map(|all| all.iter().filter(|solvable| **solvable).count()),
            "fastest": self.is_fastest(row),
            "error": error,
        })
    }
}

/// A JSON value as a CSV field, quoted if necessary.
fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A file size with three significant digits: `812 B`, `92.4 kB`, `3.21 MB`.
fn format_bytes(count: u64) -> String {
    let (number, unit) = match count {
        0..1_000 => return format!("{count} B"),
        1_000..1_000_000 => (count as f64 / 1e3, "kB"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "MB"),
        _ => (count as f64 / 1e9, "GB"),
    };
    format!("{} {unit}", three_digits(number, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_sizes_have_three_significant_digits() {
        let cases =
            [(812, "812 B"), (9_990, "9.99 kB"), (92_412, "92.4 kB"), (121_000, "121 kB"), (3_210_000, "3.21 MB")];
        for (count, text) in cases {
            assert_eq!(format_bytes(count), text);
        }
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(csv_field(&json!("a,\"b\"")), "\"a,\"\"b\"\"\"");
        assert_eq!(csv_field(&json!(null)), "");
        assert_eq!(csv_field(&json!(8_829)), "8829");
    }
}
