//! `qedoku convert`: converts puzzles between formats.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::formats::{self, Alphabet, Format, WriteOptions};
use qedoku::json;
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs, writable_formats};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Convert puzzles to another format
#[derive(Args)]
#[command(long_about = "Convert puzzles to another format.\n\n\
    Examples:\n  \
    qedoku convert puzzles.sdm --to grid\n  \
    qedoku convert puzzle.txt --to clues -o puzzle.clues\n  \
    qedoku convert hexadoku.txt --alphabet 0-F --to line --to-alphabet 1-G\n  \
    qedoku convert puzzle.txt --to svg -o puzzle.svg")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: Inputs,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
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

/// `qedoku convert`: text -> Puzzle -> text.
pub(crate) fn run(args: &ConvertArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    Limits::exit_at_time_limit(global.time_limit);
    let sources = args.input.sources()?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    if args.to == Format::Csv && !global.json {
        writeln!(out, "{}", formats::CSV_HEADER)?;
    }
    let items = args.input.items(&sources, global);
    let options = BatchOptions { chunk_size: batch::chunk_size(&sources), ..BatchOptions::default() };
    let counts = batch::process_each(items, global, options, out, |entry, out| convert(args, global, entry, out))?;
    if let Some(file) = file {
        file.finish()?;
    }
    Ok(counts.exit())
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

fn fields(args: &ConvertArgs, entry: &PuzzleEntry, text: &str) -> Value {
    let mut fields = entry.fields();
    json::merge(&mut fields, &json!({ "format": args.to.name(), "text": text }));
    fields
}
