//! `qedoku shuffle`: random puzzles equivalent to a given one.

use std::io::Write;
use std::num::NonZeroUsize;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::formats::{self, Format, PuzzleWriteError};
use qedoku::generate::equivalence::{Transformation, augment};
use qedoku::{Puzzle, json};
use serde_json::json;

use crate::args::{GlobalArgs, OutputArgs, positive, writable_formats};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Print random puzzles equivalent to each puzzle
#[derive(Args)]
#[command(
    long_about = "Print random puzzles equivalent to each puzzle: digits, rows, columns, bands and stacks are permuted.\n\n\
    Examples:\n  \
    qedoku shuffle puzzle.txt                    an equivalent puzzle\n  \
    qedoku shuffle puzzles.txt --count 10        ten for each puzzle, one per line\n  \
    qedoku shuffle puzzle.txt --seed 7 --details with its transformation\n\n\
    Equivalent puzzles are equally difficult and have equally many solutions, so labels stay. The result depends on the seed and \
    the puzzle only, not on its place in a list. Every equivalent puzzle is equally likely."
)]
pub(crate) struct ShuffleArgs {
    #[command(flatten)]
    input: Inputs,
    /// Number of equivalent puzzles for each puzzle
    #[arg(long, short = 'n', value_name = "K", default_value = "1", value_parser = positive)]
    count: NonZeroUsize,
    /// Seed of the random transformations
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print the transformations, too
    #[arg(long, conflicts_with = "to")]
    details: bool,
    /// Format of the puzzles [default: grid for one, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku shuffle`: text -> Puzzle -> equivalent puzzles -> text.
pub(crate) fn run(args: &ShuffleArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let (items, inputs) = count_up_to_two(args.input.items(&sources, global));
    let many = inputs > 1 || args.count.get() > 1;
    let to = args.to.unwrap_or(if many || args.details { Format::Line } else { Format::Grid });
    if to == Format::Svg && many && !global.json {
        bail!("an SVG file shows one puzzle: write a list, then qedoku convert LIST --to svg -o 'puzzle-{{n}}.svg'");
    }
    if to == Format::Csv && !global.json {
        writeln!(out, "{}", formats::CSV_HEADER)?;
    }
    let placeholder = (to == Format::Line && args.count.get() == 1).then_some("bad");
    let options = BatchOptions { placeholder, ..BatchOptions::default() };
    let counts = batch::process_each(items, global, options, out, |entry, out| {
        for (puzzle, transformation) in augment(&entry.record.puzzle, args.seed).take(args.count.get()) {
            if limits.interrupt.is_set() {
                return Ok(PuzzleOutcome::Interrupted);
            }
            if let Err(error) = write_puzzle(entry, &puzzle, &transformation, to, args, global, out)? {
                return Ok(entry.failed(&error));
            }
        }
        Ok(PuzzleOutcome::Success)
    })?;
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

fn write_puzzle(
    entry: &PuzzleEntry,
    puzzle: &Puzzle,
    transformation: &Transformation,
    to: Format,
    args: &ShuffleArgs,
    global: &GlobalArgs,
    out: &mut dyn Write,
) -> Result<Result<(), PuzzleWriteError>> {
    if global.json {
        let mut fields = entry.fields();
        let shuffled = json!({ "shuffled": puzzle.to_string(), "transformation": transformation.to_string() });
        json::merge(&mut fields, shuffled);
        write_json(out, &fields)?;
        return Ok(Ok(()));
    }
    match formats::write(puzzle, to, &entry.write_options()) {
        Ok(text) if args.details => writeln!(out, "{}\t{transformation}", text.trim_end())?,
        Ok(text) => write!(out, "{text}")?,
        Err(error) => return Ok(Err(error)),
    }
    Ok(Ok(()))
}
