//! Throughput report as an aligned table and as JSON.

use std::io::{self, Write};

use qedoku::message_text::group_digits;
use serde_json::{Value, json};

use super::measure::{ThroughputReport, ThroughputRow};
use crate::text::{table_lines, three_digits};

const COLUMNS: [&str; 8] = ["engine", "threads", "way", "puzzles", "best", "median", "each", "guesses"];

impl ThroughputReport {
    /// Writes a table for people.
    pub fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        let noun = if self.puzzles == 1 { "puzzle" } else { "puzzles" };
        writeln!(out, "{}: {} {noun}, {}\n", self.set, group_digits(self.puzzles as u64), self.answer_counts())?;
        let head = COLUMNS.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.rows.iter().map(cells)).collect();
        for line in table_lines(&rows, |column| matches!(column, 0 | 2)) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}", self.footnote())
    }

    /// The report as a JSON object.
    pub fn to_json(&self) -> Value {
        let single_threaded = self.rows.iter().filter(|row| row.threads == 1).map(ThroughputRow::best_per_second);
        let answers = self.largest_row().answers;
        json!({
            "file": self.set,
            "puzzles": self.puzzles,
            "bad": self.unreadable,
            "answers": { "none": answers.none, "one": answers.one, "many": answers.many },
            "puzzles_per_second": single_threaded.fold(0.0, f64::max).round(),
            "repeats": self.repeats,
            "engines": self.rows.iter().map(row_json).collect::<Vec<_>>(),
        })
    }

    /// `49,158 one, 0 many, 0 none`, with the sample size if no engine solved all puzzles.
    fn answer_counts(&self) -> String {
        let row = self.largest_row();
        let (one, many, none) =
            (group_digits(row.answers.one), group_digits(row.answers.many), group_digits(row.answers.none));
        let sample = if row.puzzles < self.puzzles {
            format!(" of {}", group_digits(row.puzzles as u64))
        } else {
            String::new()
        };
        format!("{one} one, {many} many, {none} none{sample}")
    }

    /// A row that was measured on the most puzzles.
    fn largest_row(&self) -> &ThroughputRow {
        self.rows.iter().max_by_key(|row| row.puzzles).expect("a report has rows")
    }

    fn footnote(&self) -> String {
        let runs = match self.repeats {
            1 => "one run".to_owned(),
            repeats => format!("{repeats} runs"),
        };
        let passes = match self.rows.iter().map(|row| row.passes).max() {
            None | Some(1) => String::new(),
            Some(max) => format!(", each up to {} times over the list", group_digits(max as u64)),
        };
        let sampled = self.rows.iter().find(|row| row.puzzles < self.puzzles);
        let sampled = sampled.map(|row| format!("; {} got {} puzzles, evenly chosen", row.name(), row.puzzles));
        let sampled = sampled.unwrap_or_default();
        format!("puzzles per second, from text to text in memory: best and median of {runs}{passes}{sampled}")
    }
}

fn cells(row: &ThroughputRow) -> Vec<String> {
    vec![
        row.name(),
        row.threads.to_string(),
        if row.is_batched() { "many in a call" } else { "one by one" }.to_owned(),
        group_digits(row.puzzles as u64),
        group_digits(row.best_per_second().round() as u64),
        group_digits(row.median_per_second().round() as u64),
        format!("{} µs", three_digits(1e6 / row.best_per_second(), 2)),
        row.guesses_per_puzzle().map_or("-".to_owned(), |guesses| format!("{guesses:.2}")),
    ]
}

fn row_json(row: &ThroughputRow) -> Value {
    json!({
        "engine": row.engine.name(),
        "simd": row.engine.simd(),
        "threads": row.threads,
        "batches": row.is_batched(),
        "puzzles": row.puzzles,
        "passes": row.passes,
        "best_per_second": row.best_per_second().round(),
        "median_per_second": row.median_per_second().round(),
        "guesses_per_puzzle": row.guesses_per_puzzle(),
        "none": row.answers.none,
        "one": row.answers.one,
        "many": row.answers.many,
    })
}
