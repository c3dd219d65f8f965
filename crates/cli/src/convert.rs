//! `qedoku convert`: from any format to any other.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::formats::{self, Alphabet, Format, WriteOptions};
use qedoku::json;
use serde_json::{Value, json};

use crate::args::{Common, Into, writable_formats};
use crate::batch::{self, Entry, Manner, Outcome};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::Output;

/// Write puzzles in another format
#[derive(Args)]
#[command(long_about = "Write puzzles in another format.\n\n\
    Examples:\n  \
    qedoku convert puzzles.sdm --to grid\n  \
    qedoku convert puzzle.txt --to clues -o puzzle.clues\n  \
    qedoku convert hexadoku.txt --alphabet 0-F --to line --to-alphabet 1-G\n  \
    qedoku convert puzzle.txt --to svg -o puzzle.svg")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: Inputs,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Format,
    /// The symbols to write a large board with, such as 0-F
    #[arg(long, value_name = "SYMBOLS")]
    to_alphabet: Option<Alphabet>,
    /// The character for an empty cell: . 0 _ * or -
    #[arg(long, value_name = "CHAR")]
    blank: Option<char>,
    #[command(flatten)]
    into: Into,
}

/// `qedoku convert`: text -> Puzzle -> text.
pub(crate) fn run(args: &ConvertArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    Limits::end_at(common.time_limit);
    let sources = args.input.sources()?;
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let out = file.as_mut().unwrap_or(out);
    if args.to == Format::Csv && !common.json {
        writeln!(out, "{}", formats::CSV_HEADER)?;
    }
    let items = args.input.items(&sources, common);
    let manner = Manner { quick: batch::share(&sources), ..Manner::default() };
    let nothing = |entries: &[Entry]| vec![(); entries.len()];
    let tally = batch::report(items, common, manner, out, nothing, |entry, (), out| write(args, common, entry, out))?;
    if let Some(file) = file {
        file.finish()?;
    }
    Ok(tally.exit())
}

fn write(args: &ConvertArgs, common: &Common, entry: &Entry, out: &mut dyn Write) -> Result<Outcome> {
    let options = WriteOptions {
        alphabet: args.to_alphabet,
        blank: args.blank,
        solution: entry.record.solution.clone(),
        header: false,
    };
    match formats::write(&entry.record.puzzle, args.to, &options) {
        Ok(text) if common.json => writeln!(out, "{}", json::with_schema(&fields(args, entry, &text)))?,
        Ok(text) => {
            out.write_all(text.as_bytes())?;
            out.write_all(args.to.separator().as_bytes())?;
        }
        Err(error) => return Ok(Outcome::Bad(format!("{}: {error}", entry.place()))),
    }
    Ok(Outcome::Yes)
}

fn fields(args: &ConvertArgs, entry: &Entry, text: &str) -> Value {
    let mut fields = json!({ "input": entry.place() });
    json::merge(&mut fields, &json::puzzle(&entry.record.puzzle));
    json::merge(&mut fields, &json!({ "format": args.to.name(), "text": text }));
    fields
}
