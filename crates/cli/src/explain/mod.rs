//! `qedoku explain`: why, for each puzzle.

mod position;
mod files;
mod report;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use qedoku::explain::{Ask, Hint};
use qedoku::{Candidate, Solver};

use crate::args::{Common, Into, choice};
use crate::batch::{self, Entry, Manner};
use crate::exit::Exit;
use crate::input::{Inputs, Item};
use crate::limits::Limits;
use crate::output::Output;

use files::Files;
use report::Report;

/// Say why: how each puzzle is solved, or why it has no solution, or not only one
#[derive(Args)]
#[command(
    long_about = "Say why: how each puzzle is solved step by step, or why it has no solution, or not only one.\n\n\
    Examples:\n  \
    qedoku explain puzzle.txt                     the whole solution, always by a smallest step\n  \
    qedoku explain puzzle.txt --next              just the next step\n  \
    qedoku explain puzzle.txt --hint cell         where to look for it\n  \
    qedoku explain puzzle.txt --why r3c4=5        why this digit must be there\n  \
    qedoku explain puzzle.txt --why-not r3c4=5    why it cannot be\n  \
    qedoku explain puzzle.txt --position mine.txt --next\n                                                \
    from what a player has filled in or crossed out\n  \
    qedoku explain puzzle.txt --html steps.html   a page that goes through the steps\n  \
    qedoku explain puzzle.txt --svg steps         a picture of each step in this folder\n\n\
    The size of a step is the number of sets that its reason needs: cells that must hold a digit, and digits that must be \
    somewhere in a house. Singles come first, then steps by their size; docs/explain.md has the names. Every step is checked by \
    the checker of certificates before it is shown.\n\n\
    Whole explanations are for boards up to 16x16; --next, --hint, --why and --why-not for boards of any size. In r3c4=5 \
    digits are numbers, whatever the symbols of the board: 10, not A.\n\n\
    Exit code 0: explained (every puzzle has exactly one solution); 1: some have none or many, a player's position is wrong, or \
    there is no such reason."
)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    input: Inputs,
    /// Only the next step
    #[arg(long, group = "ask")]
    next: bool,
    /// Only a hint at the next step: house, cell or reason
    #[arg(long, group = "ask", value_name = "STRENGTH", num_args = 0..=1, default_missing_value = "house", value_parser = choice(&HINTS), hide_possible_values = true)]
    hint: Option<Hint>,
    /// All steps that are possible now, with up to N sets
    #[arg(long, group = "ask", value_name = "N", num_args = 0..=1, default_missing_value = "3")]
    all: Option<usize>,
    /// Why this digit must be in this cell
    #[arg(long, group = "ask", value_name = "r3c4=5")]
    why: Option<Candidate>,
    /// Why this digit cannot be in this cell
    #[arg(long, group = "ask", value_name = "r3c4=5")]
    why_not: Option<Candidate>,
    /// What a player has made of the puzzle: a file or text in any format, with candidates or without
    #[arg(long, value_name = "INPUT")]
    position: Option<String>,
    /// Draw each step as a picture into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write a page that goes through the steps of a puzzle
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    into: Into,
}

const HINTS: [(Hint, &str); 3] = [(Hint::House, "house"), (Hint::Cell, "cell"), (Hint::Reason, "reason")];

/// `qedoku explain`: text -> Puzzle -> Steps -> text.
pub(crate) fn run(args: &ExplainArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let sources = args.input.sources()?;
    let limits = Limits::new(common)?;
    let files = Files::new(args.svg.as_deref(), args.html.as_deref())?;
    let mut file = args.into.output.as_deref().map(Output::create).transpose()?;
    let mut items = args.input.items(&sources, common);
    let firsts: Vec<Item> = items.by_ref().take(2).collect();
    let many = firsts.len() > 1;
    files.expect_one(many)?;
    let entered = args.position.as_deref().map(position::read).transpose()?;
    let solver = Solver { interrupt: limits.stop.clone(), ..Solver::default() };
    let color = file.is_none() && out.color;
    let report = Report { ask: args.ask(), entered, files, solver, many, json: common.json, color };
    let nothing = |entries: &[Entry]| vec![(); entries.len()];
    let to = file.as_mut().unwrap_or(out);
    let items = firsts.into_iter().chain(items);
    let tally = batch::report(items, common, Manner::default(), to, nothing, |entry, (), to| report.write(entry, to))?;
    tally.end(&limits, file)
}

impl ExplainArgs {
    fn ask(&self) -> Ask {
        match self {
            ExplainArgs { next: true, .. } => Ask::Next,
            ExplainArgs { hint: Some(hint), .. } => Ask::Hint(*hint),
            ExplainArgs { all: Some(size), .. } => Ask::All(*size),
            ExplainArgs { why: Some(candidate), .. } => Ask::Why(*candidate),
            ExplainArgs { why_not: Some(candidate), .. } => Ask::WhyNot(*candidate),
            _ => Ask::Everything,
        }
    }
}
