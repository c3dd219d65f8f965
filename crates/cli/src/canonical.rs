//! `qedoku canonical`: canonical forms of puzzles.

use std::cell::RefCell;
use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::formats::{self, Format};
use qedoku::generate::equivalence::{CanonicalForm, Canonicalizer};
use qedoku::json;
use serde_json::json;

use crate::args::{GlobalArgs, OutputArgs, writable_formats};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Print the canonical form of each puzzle
#[derive(Args)]
#[command(
    long_about = "Print the canonical form of each puzzle: the same for all equivalent puzzles, up to 16x16.\n\n\
    Examples:\n  \
    qedoku canonical puzzle.txt                  the canonical form\n  \
    qedoku canonical puzzles.txt | sort -u       the classes of equivalent puzzles in a list\n  \
    qedoku canonical puzzle.txt --details        with transformation and automorphisms\n  \
    qedoku batch puzzles.csv -o u.csv --dedup    a table without equivalent puzzles\n\n\
    Two puzzles are equivalent if one becomes the other by permuting digits, rows of a band, columns of a stack, bands and \
    stacks, and by transposing the board. The canonical form is the minlex form: of all equivalent puzzles the one whose line, \
    with 0 for an empty cell, is the smallest. An automorphism maps the puzzle to itself; the identity counts."
)]
pub(crate) struct CanonicalArgs {
    #[command(flatten)]
    input: Inputs,
    /// Print the transformation to the canonical form and the number of automorphisms, too
    #[arg(long, conflicts_with = "to")]
    details: bool,
    /// Format of the canonical form [default: grid for one puzzle, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

thread_local! {
    /// Buffers that are reused for all puzzles of a thread.
    static CANONICALIZER: RefCell<Canonicalizer> = RefCell::default();
}

/// `qedoku canonical`: text -> Puzzle -> canonical form -> text.
pub(crate) fn run(args: &CanonicalArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let to = args.to.unwrap_or(if count > 1 || args.details { Format::Line } else { Format::Grid });
    if to == Format::Svg && count > 1 && !global.json {
        bail!("an SVG file shows one puzzle: the input has several");
    }
    if to == Format::Csv && !global.json {
        writeln!(out, "{}", formats::CSV_HEADER)?;
    }
    let placeholder = (to == Format::Line).then_some("bad");
    let options = BatchOptions { placeholder, chunk_size: batch::chunk_size(&sources), ..BatchOptions::default() };
    let counts = batch::process_each(items, global, options, out, |entry, out| {
        match CANONICALIZER.with_borrow_mut(|canonicalizer| canonicalizer.canonical(&entry.record.puzzle)) {
            Ok(form) => write_form(entry, &form, to, args.details, global.json, out),
            Err(error) => Ok(entry.failed(&error)),
        }
    })?;
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

fn write_form(
    entry: &PuzzleEntry,
    form: &CanonicalForm,
    to: Format,
    has_details: bool,
    json: bool,
    out: &mut dyn Write,
) -> Result<PuzzleOutcome> {
    if json {
        let mut fields = entry.fields();
        let form = json!({
            "canonical": form.puzzle.to_string(),
            "transformation": form.transformation.to_string(),
            "automorphisms": form.automorphisms.to_string(),
        });
        json::merge(&mut fields, form);
        write_json(out, &fields)?;
        return Ok(PuzzleOutcome::Success);
    }
    match formats::write(&form.puzzle, to, &entry.write_options()) {
        Ok(text) if has_details => {
            let (text, automorphisms) = (text.trim_end(), form.automorphisms);
            writeln!(out, "{text}\tautomorphisms {automorphisms}\t{}", form.transformation)?;
        }
        Ok(text) => write!(out, "{text}")?,
        Err(error) => return Ok(entry.failed(&error)),
    }
    Ok(PuzzleOutcome::Success)
}
