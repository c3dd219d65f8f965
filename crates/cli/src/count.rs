//! `qedoku count`: counts the solutions of each puzzle.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::{IncompleteError, Puzzle, SolutionCount, json};

use crate::args::{EngineArgs, GlobalArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};

/// Count the solutions of each puzzle
#[derive(Args)]
#[command(long_about = "Count the solutions of each puzzle. Prints one number per line.\n\n\
    Examples:\n  \
    qedoku count puzzle.txt\n  \
    qedoku count 4x4                       all 288 grids\n  \
    qedoku count puzzles.txt --limit 100   `100+` means 100 or more\n\n\
    Exit code 0: every puzzle has a solution; 1: some have none.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Stop counting at this number
    #[arg(long, value_name = "K")]
    limit: Option<u64>,
}

/// `qedoku count`: text -> Puzzle -> number of solutions.
pub(crate) fn run(args: &CountArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(global)?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = args.engine.solver(global, count > 1, &limits)?;
    let options = BatchOptions {
        placeholder: Some("bad"),
        chunk_size: batch::lanes_chunk_size(&sources, &solver),
        search: Some(&solver.portfolio.progress),
        ..BatchOptions::default()
    };
    let count_batch = |entries: &[PuzzleEntry]| {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        solver.count_batch(&puzzles, args.limit)
    };
    let write = |entry: &PuzzleEntry, count, out: &mut dyn Write| write(count, global, entry, out);
    let counts = batch::process_in_order(items, global, options, out, count_batch, write)?;
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

fn write(
    count: Result<SolutionCount, IncompleteError<SolutionCount>>,
    global: &GlobalArgs,
    entry: &PuzzleEntry,
    out: &mut dyn Write,
) -> Result<PuzzleOutcome> {
    let interrupted = count.as_ref().is_err_and(IncompleteError::is_interrupted);
    let count = match count.or_else(IncompleteError::into_partial) {
        Ok(count) => count,
        Err(error) => return Ok(entry.failed(&error)),
    };
    if global.json {
        let mut fields = entry.fields();
        json::merge(&mut fields, &json::count(count));
        write_json(out, &fields)?;
    } else {
        let (count, suffix) = match count {
            SolutionCount::Exactly(count) => (count, ""),
            SolutionCount::AtLeast(count) => (count, "+"),
        };
        writeln!(out, "{count}{suffix}")?;
    }
    Ok(match count {
        _ if interrupted => PuzzleOutcome::Interrupted,
        SolutionCount::Exactly(0) => PuzzleOutcome::Negative { solvable: false },
        _ => PuzzleOutcome::Success,
    })
}
