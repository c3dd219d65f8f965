//! `qedoku count`: how many solutions.

use anyhow::Result;
use clap::Args;
use qedoku::{Puzzle, SolutionCount, SolveError, json};
use serde_json::json;
use std::io::Write;

use crate::args::{Common, Solving};
use crate::batch::{self, Entry, Manner, Outcome};
use crate::exit::Exit;
use crate::input::{Inputs, Item};
use crate::limits::Limits;
use crate::output::Output;

/// Count the solutions of each puzzle
#[derive(Args)]
#[command(long_about = "Count the solutions of each puzzle, one number per line.\n\n\
    Examples:\n  \
    qedoku count puzzle.txt\n  \
    qedoku count 4x4                       all 288 grids\n  \
    qedoku count puzzles.txt --limit 100   `100+` where there are more\n\n\
    Exit code 0: every puzzle has a solution; 1: some have none.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    solving: Solving,
    /// Count no further than this
    #[arg(long, value_name = "K")]
    limit: Option<u64>,
}

/// `qedoku count`: text -> Puzzle -> a number.
pub(crate) fn run(args: &CountArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common)?;
    let mut items = args.input.items(&sources, common);
    let firsts: Vec<Item> = items.by_ref().take(2).collect();
    let solver = args.solving.solver(common, firsts.len() > 1, &limits)?;
    let items = firsts.into_iter().chain(items);
    let (quick, watch) = (batch::quick(&sources, &solver), Some(&solver.portfolio.progress));
    let manner = Manner { placeholder: Some("bad"), quick, watch, ..Manner::default() };
    let count = |entries: &[Entry]| {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        solver.counts(&puzzles, args.limit)
    };
    let write = |entry: &Entry, count, out: &mut dyn Write| write(count, args.limit, common, entry, out);
    let tally = batch::report(items, common, manner, out, count, write)?;
    Ok(limits.exit().filter(|_| tally.was_stopped()).unwrap_or_else(|| tally.exit()))
}

fn write(
    count: Result<SolutionCount, SolveError>,
    limit: Option<u64>,
    common: &Common,
    entry: &Entry,
    out: &mut dyn Write,
) -> Result<Outcome> {
    let count = match count {
        Ok(count) => count,
        Err(failure) => return Ok(Outcome::Bad(format!("{}: {failure}", entry.place()))),
    };
    if common.json {
        let mut fields = json!({ "input": entry.place() });
        json::merge(&mut fields, &json::puzzle(&entry.record.puzzle));
        json::merge(&mut fields, &json::count(count));
        writeln!(out, "{}", json::with_schema(&fields))?;
    } else {
        let (count, more) = match count {
            SolutionCount::Exactly(count) => (count, ""),
            SolutionCount::AtLeast(count) => (count, "+"),
        };
        writeln!(out, "{count}{more}")?;
    }
    Ok(match count {
        SolutionCount::Exactly(0) => Outcome::No { solvable: false },
        SolutionCount::AtLeast(count) if limit != Some(count) => Outcome::Stopped,
        _ => Outcome::Yes,
    })
}
