//! `qedoku minimize`: redundant givens and minimal puzzles.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::formats::{self, Format};
use qedoku::generate::Reducer;
use qedoku::{Candidate, Grid, Interrupt, Puzzle, SolveError, json};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs, writable_formats};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::csv::ResultColumns;
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::{self, Limits};
use crate::output::{Output, message, write_json};

/// Remove redundant givens from each puzzle
#[derive(Args)]
#[command(
    long_about = "Remove redundant givens from each puzzle: a given is redundant if the solution stays unique without it.\n\n\
    Examples:\n  \
    qedoku minimize puzzle.txt                  a minimal puzzle: no further given can be removed\n  \
    qedoku minimize puzzle.txt --seed 7         another one, with another order of removal\n  \
    qedoku minimize puzzle.txt --redundant      the givens that are redundant on their own\n  \
    qedoku minimize puzzle.txt --all            all minimal puzzles, up to 1000\n  \
    qedoku minimize puzzle.txt --all --limit 5  five of them\n\n\
    Redundant givens can seldom all be removed: without one, another may be needed. A puzzle without exactly one solution has no \
    minimal puzzle; its line is `none` or `many`.\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many."
)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    input: Inputs,
    /// List the givens that are redundant on their own, and remove none
    #[arg(long, conflicts_with_all = ["all", "seed", "to"])]
    redundant: bool,
    /// List all minimal puzzles
    #[arg(long, conflicts_with = "seed")]
    all: bool,
    /// With --all: stop at this number [default: 1000]
    #[arg(long, value_name = "K", requires = "all", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Seed of the order in which givens are removed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Format of the puzzles [default: grid for one, line for many]
    #[arg(long, value_name = "FORMAT", value_parser = writable_formats())]
    to: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Columns after those of the input.
const CSV_COLUMNS: ResultColumns = &["minimal", "solution", "answer"];

/// Default of `--limit`.
const DEFAULT_LIMIT: u64 = 1000;

/// `qedoku minimize`: text -> Puzzle -> minimal puzzles -> text.
pub(crate) fn run(args: &MinimizeArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::current();
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let many = count > 1;
    let to = args.to.unwrap_or(if many || args.all { Format::Line } else { Format::Grid });
    if to == Format::Svg && (many || args.all) && !global.json {
        bail!(
            "an SVG file shows one puzzle: write a list, then qedoku convert LIST --to svg -o 'puzzle-{{number}}.svg'"
        );
    }
    let (json, quiet, interrupt) = (global.json, global.quiet, limits.interrupt.clone());
    let command = MinimizeSettings { args, to, many, json, quiet, interrupt };
    let placeholder = (to == Format::Line && !args.redundant && !args.all).then_some("bad");
    // All minimal puzzles are written as they are found.
    let csv = (to == Format::Csv && !args.redundant).then_some(CSV_COLUMNS);
    let options = BatchOptions { stream: args.all, placeholder, csv, ..BatchOptions::default() };
    let counts = batch::process_each(items, global, options, out, |entry, out| command.process(entry, out))?;
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

/// Settings of the command.
struct MinimizeSettings<'a> {
    args: &'a MinimizeArgs,
    to: Format,
    /// Whether there are several puzzles.
    many: bool,
    json: bool,
    quiet: bool,
    interrupt: Interrupt,
}

impl MinimizeSettings<'_> {
    fn process(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        match self.try_process(entry, out) {
            Ok(()) => Ok(PuzzleOutcome::Success),
            Err(error) => match error.downcast::<SolveError>() {
                Ok(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
                Ok(SolveError::NotUnique(answer)) => self.write_refused(entry, answer, out),
                Ok(error) => Ok(entry.failed(&error)),
                Err(error) if error.is::<formats::PuzzleWriteError>() => Ok(entry.failed(&error)),
                Err(error) => Err(error),
            },
        }
    }

    fn try_process(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<()> {
        let mut reducer = Reducer::new(&entry.record.puzzle, &self.interrupt)?;
        if self.args.all {
            return self.write_all(entry, &mut reducer, out);
        }
        // A list of puzzles in line format has no room for the redundant givens.
        let shows_redundant = self.args.redundant || self.json || (!self.many && !self.quiet);
        let redundant = if shows_redundant { reducer.redundant_givens()? } else { Vec::new() };
        if self.args.redundant {
            return self.write_redundant(entry, &redundant, out);
        }
        let minimal = reducer.minimize(self.args.seed)?;
        if self.json {
            let more = json!({
                "redundant": names(&redundant),
                "minimal": json::line(minimal.givens(), entry.alphabet()),
                "removed": names(&removed(&entry.record.puzzle, &minimal)),
                "seed": self.args.seed,
            });
            return write_fields(entry, &more, out);
        }
        self.write_puzzle(entry, &minimal, &reducer, out)?;
        if shows_redundant {
            let givens = entry.record.puzzle.givens().filled_count();
            let removed = names(&removed(&entry.record.puzzle, &minimal)).join(" ");
            match redundant.len() {
                0 => message!("the puzzle is minimal: each of its {givens} givens is needed"),
                count => message!("{count} of {givens} givens are redundant; removed {removed}"),
            }
        }
        Ok(())
    }

    /// Writes all minimal puzzles up to the limit as they are found; as JSON, each is an object of its own.
    fn write_all(&self, entry: &PuzzleEntry, reducer: &mut Reducer, out: &mut dyn Write) -> Result<()> {
        match self.try_write_all(entry, reducer, out) {
            // The reducer exists, so the verdict is known: exactly one solution.
            Err(error) if error.is::<SolveError>() && limits::is_output_closed() => Ok(()),
            result => result,
        }
    }

    fn try_write_all(&self, entry: &PuzzleEntry, reducer: &mut Reducer, out: &mut dyn Write) -> Result<()> {
        let limit = self.args.limit.unwrap_or(DEFAULT_LIMIT);
        let solution = reducer.solution().clone();
        let mut puzzles = reducer.minimal_puzzles();
        for number in 1..=limit {
            let Some(minimal) = puzzles.next().transpose()? else { return Ok(()) };
            if self.json {
                let line = json::line(minimal.givens(), entry.alphabet());
                write_fields(entry, &json!({ "minimal": line, "number": number }), out)?;
            } else if self.to == Format::Csv {
                write_csv_row(entry, &minimal, &solution, out)?;
            } else {
                let options = entry.write_options();
                write!(out, "{}{}", formats::write(&minimal, self.to, &options)?, self.to.separator())?;
            }
        }
        if !self.quiet && puzzles.next().transpose()?.is_some() {
            message!("{}: stopped at {limit} minimal puzzles; --limit K lists more", entry.place());
        }
        Ok(())
    }

    fn write_puzzle(
        &self,
        entry: &PuzzleEntry,
        minimal: &Puzzle,
        reducer: &Reducer,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.to == Format::Csv {
            return write_csv_row(entry, minimal, reducer.solution(), out);
        }
        let separator = if self.many { self.to.separator() } else { "" };
        let options = entry.write_options();
        Ok(write!(out, "{}{separator}", formats::write(minimal, self.to, &options)?)?)
    }

    /// Writes the redundant givens on one line; `minimal` if there are none.
    fn write_redundant(&self, entry: &PuzzleEntry, redundant: &[Candidate], out: &mut dyn Write) -> Result<()> {
        if self.json {
            return write_fields(entry, &json!({ "redundant": names(redundant) }), out);
        }
        let list = if redundant.is_empty() { "minimal".to_owned() } else { names(redundant).join(" ") };
        Ok(writeln!(out, "{}{list}", self.place(entry))?)
    }

    /// Writes the verdict on a puzzle that has no minimal puzzle.
    fn write_refused(&self, entry: &PuzzleEntry, answer: &str, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        if self.json {
            write_fields(entry, &json!({ "answer": answer }), out)?;
        } else if self.to == Format::Line && !self.args.redundant {
            writeln!(out, "{answer}")?;
        } else if self.to == Format::Csv {
            entry.write_csv(out, &["".into(), "".into(), answer.into()])?;
        } else {
            let verdict = if answer == "none" { "no solution" } else { "many solutions" };
            writeln!(out, "{}not minimized: {verdict}", self.place(entry))?;
        }
        Ok(PuzzleOutcome::Negative { solvable: answer != "none" })
    }

    /// `file:3: ` if there are several puzzles.
    fn place(&self, entry: &PuzzleEntry) -> String {
        if self.many { format!("{}: ", entry.place()) } else { String::new() }
    }
}

/// Writes the row of the input, the minimal puzzle and the solution.
fn write_csv_row(entry: &PuzzleEntry, minimal: &Puzzle, solution: &Grid, out: &mut dyn Write) -> Result<()> {
    let line = |grid: &Grid| json::line(grid, entry.alphabet());
    Ok(entry.write_csv(out, &[line(minimal.givens()).into(), line(solution).into(), "one".into()])?)
}

/// Writes the fields of a puzzle and these. The answer is `one` unless they contain another.
fn write_fields(entry: &PuzzleEntry, more: &Value, out: &mut dyn Write) -> Result<()> {
    let mut fields = entry.fields();
    fields["answer"] = "one".into();
    json::merge(&mut fields, more);
    Ok(write_json(out, &fields)?)
}

/// The givens of a puzzle that a minimal puzzle does not have.
fn removed(puzzle: &Puzzle, minimal: &Puzzle) -> Vec<Candidate> {
    let givens = puzzle.givens().filled().filter(|(cell, _)| minimal.givens().get(*cell).is_none());
    givens.map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

fn names(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(ToString::to_string).collect()
}
