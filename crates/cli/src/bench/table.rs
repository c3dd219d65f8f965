//! The figures: aligned for people, JSON for scripts.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};

use super::BenchArgs;
use super::list::List;
use super::measure::Row;
use super::work::Way;
use crate::output::{Output, group_digits};

/// Writes the figures of a list.
pub(crate) fn write(
    args: &BenchArgs,
    list: &List,
    rows: &[Row],
    another: bool,
    json: bool,
    out: &mut Output,
) -> Result<()> {
    if json {
        return Ok(out.json(&fields(args, list, rows))?);
    }
    if another {
        writeln!(out)?;
    }
    let puzzles = if list.count() == 1 { "puzzle" } else { "puzzles" };
    writeln!(out, "{}: {} {puzzles}, {}\n", list.name, group_digits(list.count() as u64), answers(list, rows))?;
    let head = ["engine", "threads", "way", "puzzles", "best", "median", "each", "guesses"].map(str::to_owned);
    let lines: Vec<[String; 8]> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    for cells in &lines {
        let cell = |(column, cell): (usize, &String)| match column {
            0 | 2 => format!("{cell:<width$}", width = width(column)),
            _ => format!("{cell:>width$}", width = width(column)),
        };
        let cells: Vec<String> = cells.iter().enumerate().map(cell).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    writeln!(out, "\n{}", note(args, list, rows))?;
    Ok(())
}

fn line(row: &Row) -> [String; 8] {
    [
        row.name(),
        row.threads().to_string(),
        way(row).to_owned(),
        group_digits(row.puzzles as u64),
        group_digits(row.best().round() as u64),
        group_digits(row.median().round() as u64),
        each(1e6 / row.best()),
        row.guesses().map_or("-".to_owned(), |guesses| format!("{guesses:.2}")),
    ]
}

/// The time of a puzzle, with three digits that matter.
fn each(microseconds: f64) -> String {
    let places = match microseconds {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{microseconds:.places$} µs")
}

fn way(row: &Row) -> &'static str {
    match (row.way, row.engine.simd()) {
        (Way::Single, _) | (_, None) => "one by one",
        _ => "many in a call",
    }
}

/// `49,158 one, 0 many, 0 none`: of all puzzles, or of those that were chosen.
fn answers(list: &List, rows: &[Row]) -> String {
    let row = said(rows);
    let answers = row.answers;
    let chosen =
        if row.puzzles < list.count() { format!(" of {}", group_digits(row.puzzles as u64)) } else { String::new() };
    let count = |count: u64, word: &str| format!("{} {word}", group_digits(count));
    format!("{}, {}, {}{chosen}", count(answers.one, "one"), count(answers.many, "many"), count(answers.none, "none"))
}

/// A row that got the most puzzles.
fn said(rows: &[Row]) -> &Row {
    rows.iter().max_by_key(|row| row.puzzles).expect("there are rows")
}

fn note(args: &BenchArgs, list: &List, rows: &[Row]) -> String {
    let runs = match args.repeats.get() {
        1 => "one run".to_owned(),
        repeats => format!("{repeats} runs"),
    };
    let passes = match rows.iter().map(|row| row.passes).max() {
        None | Some(1) => String::new(),
        Some(most) => format!(", each up to {} times over the list", group_digits(most as u64)),
    };
    let chosen = rows.iter().find(|row| row.puzzles < list.count());
    let chosen = chosen.map(|row| format!("; {} got {} puzzles, evenly chosen", row.name(), row.puzzles));
    let chosen = chosen.unwrap_or_default();
    format!("puzzles per second, from text to text in memory: best and median of {runs}{passes}{chosen}")
}

fn fields(args: &BenchArgs, list: &List, rows: &[Row]) -> Value {
    let single = rows.iter().filter(|row| row.threads() == 1).map(Row::best);
    let answers = said(rows).answers;
    json!({
        "file": list.name,
        "puzzles": list.count(),
        "bad": list.bad,
        "answers": { "none": answers.none, "one": answers.one, "many": answers.many },
        "puzzles_per_second": single.fold(0.0, f64::max).round(),
        "repeats": args.repeats,
        "engines": rows.iter().map(row_fields).collect::<Vec<_>>(),
    })
}

fn row_fields(row: &Row) -> Value {
    json!({
        "engine": row.engine.name(),
        "simd": row.engine.simd(),
        "threads": row.threads(),
        "batches": way(row) != "one by one",
        "puzzles": row.puzzles,
        "passes": row.passes,
        "best_per_second": row.best().round(),
        "median_per_second": row.median().round(),
        "guesses_per_puzzle": row.guesses(),
        "none": row.answers.none,
        "one": row.answers.one,
        "many": row.answers.many,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_that_matter() {
        let cases = [(0.4321, "0.43 µs"), (9.996, "10.0 µs"), (12.34, "12.3 µs"), (123.4, "123 µs")];
        for (time, text) in cases {
            assert_eq!(each(time), text);
        }
    }
}
