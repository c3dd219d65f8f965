//! The table: aligned for people, JSON and CSV for programs.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};

use super::Comparison;
use super::measure::{Outcome, Row};
use crate::output::{self, Output, group_digits, shortened, styled};
use crate::times::{round_time, time};

/// The columns; those that are flush left come first.
const COLUMNS: [&str; 9] =
    ["scheme", "at most one", "solver", "version", "variables", "clauses", "file", "encode", "solve"];
const FLUSH_LEFT: usize = 4;
const SOLVE: usize = 8;

/// No longer than this is what a row says of a failure; `--json` has all of it.
const NOTE: usize = 80;

/// A row as text: the columns, and what is said after them.
struct Line {
    cells: [String; COLUMNS.len()],
    note: String,
}

/// Writes what was measured.
pub(crate) fn write(comparison: &Comparison, csv: bool, json: bool, out: &mut Output) -> Result<()> {
    match (json, csv) {
        (true, _) => comparison.rows.iter().try_for_each(|row| out.json(&fields(comparison, row)))?,
        (_, true) => write_csv(comparison, out)?,
        _ => write_table(comparison, out)?,
    }
    Ok(())
}

fn write_table(comparison: &Comparison, out: &mut Output) -> Result<()> {
    let mut lines: Vec<Line> = comparison.rows.iter().map(|row| line(comparison, row)).collect();
    lines.insert(0, Line { cells: COLUMNS.map(str::to_owned), note: String::new() });
    let width = |column: usize| lines.iter().map(|line| line.cells[column].chars().count()).max().unwrap_or(0);
    let mut widths: [usize; COLUMNS.len()] = std::array::from_fn(width);
    if lines[1..].iter().all(|line| line.cells[3].is_empty()) {
        widths[3] = 0;
    }
    let times = match comparison.puzzles.len() {
        1 => "each time is",
        _ => "sums of the sizes and of the times, each",
    };
    writeln!(out, "{}; {times} {}\n", comparison.subject(), comparison.runs())?;
    for (place, line) in lines.iter().enumerate() {
        let row = place.checked_sub(1).map(|place| &comparison.rows[place]);
        let text = line.text(comparison, row, &widths, out.color);
        writeln!(out, "{}", text.trim_end())?;
    }
    if comparison.rows.iter().any(|row| comparison.is_fastest(row)) {
        writeln!(out, "\n* the fastest of its solver")?;
    }
    Ok(())
}

fn line(comparison: &Comparison, row: &Row) -> Line {
    let solver = comparison.solver(row);
    let (solve, note) = match &row.outcome {
        Outcome::Solved(solve, _) => (time(*solve), if comparison.is_fastest(row) { "*" } else { "" }.to_owned()),
        Outcome::Over(limit) => (format!("> {}", round_time(*limit)), String::new()),
        Outcome::Failed(why) => ("failed".to_owned(), format!(" {}", shortened(why, NOTE))),
        Outcome::Incomplete => ("incomplete".to_owned(), String::new()),
    };
    let cells = [
        row.way.name(),
        row.way.amo(),
        solver.map_or("-".to_owned(), |solver| shortened(&solver.name, 40)),
        solver.map_or(String::new(), |solver| solver.short_version().to_owned()),
        group_digits(row.size.variables),
        if row.size.clauses == 0 { "-".to_owned() } else { group_digits(row.size.clauses) },
        bytes(row.size.bytes),
        row.encode.map_or("-".to_owned(), time),
        solve,
    ];
    Line { cells, note }
}

impl Line {
    fn text(&self, comparison: &Comparison, row: Option<&Row>, widths: &[usize; COLUMNS.len()], color: bool) -> String {
        let mut text = String::new();
        for (column, (cell, width)) in self.cells.iter().zip(widths).enumerate().filter(|(_, (_, width))| **width > 0) {
            let padded = if column < FLUSH_LEFT { format!("{cell:<width$}") } else { format!("{cell:>width$}") };
            let style = match row {
                None => Some(output::GIVEN),
                Some(row) if column == SOLVE => style(comparison, row),
                Some(_) => None,
            };
            text += &style.filter(|_| color).map_or(padded.clone(), |style| styled(padded, style));
            text += if column == SOLVE { " " } else { "  " };
        }
        text + &self.note
    }
}

fn style(comparison: &Comparison, row: &Row) -> Option<anstyle::Style> {
    match row.outcome {
        Outcome::Solved(..) => comparison.is_fastest(row).then_some(output::GOOD),
        Outcome::Over(_) | Outcome::Incomplete => Some(output::NOTE),
        Outcome::Failed(_) => Some(output::ERROR),
    }
}

/// What JSON and CSV say of a row.
fn fields(comparison: &Comparison, row: &Row) -> Value {
    let solver = comparison.solver(row);
    let (outcome, error) = match &row.outcome {
        Outcome::Solved(..) => ("solved", None),
        Outcome::Over(_) => ("over-limit", None),
        Outcome::Failed(why) => ("failed", Some(why)),
        Outcome::Incomplete => ("incomplete", None),
    };
    json!({
        "input": comparison.origin,
        "puzzles": comparison.puzzles.len(),
        "scheme": row.way.name(),
        "amo": row.way.amo(),
        "solver": solver.map(|solver| &solver.name),
        "version": solver.and_then(|solver| solver.version.as_ref()),
        "variables": row.size.variables,
        "clauses": row.size.clauses,
        "literals": row.size.literals,
        "bytes": row.size.bytes,
        "repeat": comparison.repeat,
        "encode_seconds": row.encode.map(|time| time.as_secs_f64()),
        "solve_seconds": row.solve().map(|time| time.as_secs_f64()),
        "outcome": outcome,
        "solvable": row.solvable().map(|known| known.iter().filter(|solvable| **solvable).count()),
        "fastest": comparison.is_fastest(row),
        "error": error,
    })
}

fn write_csv(comparison: &Comparison, out: &mut Output) -> Result<()> {
    for (place, row) in comparison.rows.iter().enumerate() {
        let fields = fields(comparison, row);
        let fields = fields.as_object().expect("a row is an object");
        if place == 0 {
            writeln!(out, "{}", fields.keys().cloned().collect::<Vec<_>>().join(","))?;
        }
        writeln!(out, "{}", fields.values().map(csv_field).collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}

fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The size of a file: `812 B`, `92.4 kB`, `3.21 MB`.
fn bytes(count: u64) -> String {
    let (number, unit) = match count {
        0..1_000 => return format!("{count} B"),
        1_000..1_000_000 => (count as f64 / 1e3, "kB"),
        1_000_000..1_000_000_000 => (count as f64 / 1e6, "MB"),
        _ => (count as f64 / 1e9, "GB"),
    };
    let places = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.places$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_files_have_three_digits_that_matter() {
        let cases =
            [(812, "812 B"), (9_990, "9.99 kB"), (92_412, "92.4 kB"), (121_000, "121 kB"), (3_210_000, "3.21 MB")];
        for (count, text) in cases {
            assert_eq!(bytes(count), text);
        }
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(csv_field(&json!("a,\"b\"")), "\"a,\"\"b\"\"\"");
        assert_eq!(csv_field(&json!(null)), "");
        assert_eq!(csv_field(&json!(8_829)), "8829");
    }
}
