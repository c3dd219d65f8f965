//! `qedoku convert`: converts puzzles between formats.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::formats::{self, Alphabet, Format, PuzzleWriteError, WriteOptions, npy};
use qedoku::{Board, json};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs, convertible_formats};
use crate::batch::{self, BatchOptions, OutcomeCounts, PuzzleEntry, PuzzleOutcome};
use crate::csv::ResultColumns;
use crate::exit::Exit;
use crate::input::{Inputs, Source, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Convert puzzles to another format
#[derive(Args)]
#[command(long_about = "Convert puzzles to another format.\n\n\
    Examples:\n  \
    qedoku convert puzzles.sdm --to grid\n  \
    qedoku convert puzzle.txt --to clues -o puzzle.clues\n  \
    qedoku convert hexadoku.txt --alphabet 0-F --to line --to-alphabet 1-G\n  \
    qedoku convert puzzle.txt --to svg -o puzzle.svg\n  \
    qedoku convert puzzles.sdm --to npy -o puzzles.npy\n  \
    qedoku convert puzzles.txt --to svg -o 'puzzle-{number}.svg'   a file per puzzle\n\n\
    {number} in the name of the output file stands for the number of the puzzle: 1 for the first one that could be read. An SVG file \
    shows one puzzle, so a list of puzzles needs it.")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_parser = convertible_formats())]
    to: Format,
    /// Symbols for the digits of a large board, such as 0-F
    #[arg(long, value_name = "SYMBOLS")]
    to_alphabet: Option<Alphabet>,
    /// Character for an empty cell: . 0 _ * or -
    #[arg(long, value_name = "CHAR")]
    blank: Option<char>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Columns after those of a CSV file.
const CSV_COLUMNS: ResultColumns = &["converted", "status"];

/// Stands for the number of the puzzle in the name of the output file.
const NUMBER: &str = "{number}";

/// `qedoku convert`: text -> Puzzle -> text.
pub(crate) fn run(args: &ConvertArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    if let Some(pattern) = args.file_pattern() {
        return write_numbered_files(args, global, &sources, pattern, out)?.finish(&limits, None);
    }
    let (mut items, count) = count_up_to_two(args.input.items(&sources, global));
    if args.to == Format::Svg && count > 1 && !global.json {
        bail!(
            "an SVG file shows one puzzle, and the input has several: write numbered files with -o 'puzzle-{NUMBER}.svg'"
        );
    }
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    // The rows of a CSV file keep their columns.
    let keeps_rows = args.to == Format::Csv && !global.json && items.csv_columns().is_some();
    let csv = keeps_rows.then_some(CSV_COLUMNS);
    let options = BatchOptions { chunk_size: batch::chunk_size(&sources), csv, ..BatchOptions::default() };
    let counts = if args.to == Format::Npy {
        if global.json {
            bail!("--to npy writes an array: use it without --json");
        }
        // The header has the number of rows, so they are kept in a file until all are written.
        let rows = tempfile::tempfile()?;
        let mut rows_out = Output::unnamed(rows.try_clone()?);
        let counts = batch::process_each(items, global, options, &mut rows_out, write_row)?;
        rows_out.finish()?;
        write_array(rows, out)?;
        counts
    } else {
        let frame = |text: &'static str| if global.json || keeps_rows { "" } else { text };
        out.write_all(frame(args.to.prologue()).as_bytes())?;
        let counts = batch::process_each(items, global, options, out, |entry, out| {
            if keeps_rows { convert_row(args, entry, out) } else { convert(args, global, entry, out) }
        })?;
        out.write_all(frame(args.to.epilogue()).as_bytes())?;
        counts
    };
    counts.finish(&limits, file)
}

impl ConvertArgs {
    /// The name of the output file, if it contains the number of the puzzle.
    fn file_pattern(&self) -> Option<&str> {
        self.output.output.as_ref()?.to_str().filter(|name| name.contains(NUMBER))
    }
}

/// Writes a file for each puzzle, one after the other because of their numbers.
fn write_numbered_files(
    args: &ConvertArgs,
    global: &GlobalArgs,
    sources: &[Source],
    pattern: &str,
    out: &mut Output,
) -> Result<OutcomeCounts> {
    let items = args.input.items(sources, global);
    let options = BatchOptions { stream: true, ..BatchOptions::default() };
    let number = AtomicU64::new(0);
    let write = |entry: &PuzzleEntry, _: &mut dyn Write| {
        let number = number.fetch_add(1, Ordering::Relaxed) + 1;
        let path = pattern.replace(NUMBER, &number.to_string());
        let file = OutputArgs { output: Some(path.into()) }.create_file()?;
        let mut file = file.context("internal error: the name of the output file is lost")?;
        if args.to == Format::Csv && !global.json {
            writeln!(file, "{}", formats::CSV_HEADER)?;
        }
        let outcome = convert(args, global, entry, &mut file)?;
        // Without a result, no file: dropping it removes it.
        if matches!(outcome, PuzzleOutcome::Success) {
            file.finish()?;
        }
        Ok(outcome)
    };
    batch::process_each(items, global, options, out, write)
}

fn convert(args: &ConvertArgs, global: &GlobalArgs, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
    let options = WriteOptions {
        alphabet: args.to_alphabet,
        blank: args.blank,
        solution: entry.record.solution.clone(),
        header: false,
    };
    match formats::write(&entry.record.puzzle, args.to, &options) {
        Ok(text) if global.json => write_json(out, &fields(args, entry, &text))?,
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            out.write_all(args.to.separator().as_bytes())?;
        }
        Err(error) => return Ok(entry.failed(&error)),
    }
    Ok(PuzzleOutcome::Success)
}

/// Writes a row of a CSV file as it was, and the puzzle in the symbols that were asked for.
fn convert_row(args: &ConvertArgs, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
    let options =
        WriteOptions { alphabet: args.to_alphabet, blank: args.blank, header: false, ..WriteOptions::default() };
    match formats::write(&entry.record.puzzle, Format::Line, &options) {
        Ok(text) => entry.write_csv(out, &[text.trim_end().into(), "ok".into()])?,
        Err(error) => return Ok(entry.failed(&error)),
    }
    Ok(PuzzleOutcome::Success)
}

/// Writes the row of a 9x9 puzzle.
fn write_row(entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
    let puzzle = &entry.record.puzzle;
    let row = match puzzle.board() {
        Board::CLASSIC => npy::row(puzzle, Board::CLASSIC),
        board => Err(PuzzleWriteError::Only9x9(Format::Npy, board.side())),
    };
    match row {
        Ok(row) => out.write_all(&row)?,
        Err(error) => return Ok(entry.failed(&error)),
    }
    Ok(PuzzleOutcome::Success)
}

/// Writes the header of an array and its rows.
fn write_array(mut rows: File, out: &mut Output) -> Result<()> {
    let count = rows.metadata()?.len() as usize / Board::CLASSIC.cell_count();
    out.write_all(&npy::header(Board::CLASSIC, count))?;
    rows.rewind()?;
    io::copy(&mut rows, out)?;
    Ok(())
}

fn fields(args: &ConvertArgs, entry: &PuzzleEntry, text: &str) -> Value {
    let mut fields = entry.fields();
    json::merge(&mut fields, json!({ "format": args.to.name(), "text": text }));
    fields
}
