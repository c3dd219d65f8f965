//! `qedoku encode`: a puzzle as clauses.

use anyhow::Result;
use clap::Args;
use qedoku::encode::dimacs::write::{Layout, write_as};
use qedoku::encode::{Family, Part, Place, Size};
use qedoku::{Encoding, Options};
use serde_json::{Value, json};

use crate::args::{Common, Into, Saying, choice};
use crate::exit::Exit;
use crate::input::Input;
use crate::limits::Limits;
use crate::output::{self, Output, commas};

/// Write a puzzle as a file for any SAT solver
#[derive(Args)]
#[command(long_about = "Write a puzzle as a file for any SAT solver.\n\n\
    Examples:\n  \
    qedoku encode puzzle.txt -o puzzle.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --no-repeats --numbering base --comments\n  \
    qedoku encode 9x9 --scheme efficient --rules-only -o rules.cnf\n  \
    qedoku encode puzzle.txt --scheme efficient --givens-only --no-header | cat rules.cnf - | minisat\n\n\
    x(r,c,d), cell r,c holds d, is variable (r-1)n\u{b2} + (c-1)n + d unless --numbering says otherwise. \
    The schemes minimal, efficient, houses and extended say the rules of the whole board; reduced only what the \
    givens leave open.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    input: Input,
    /// The kind of file
    #[arg(long, default_value = "cnf", value_parser = ["cnf"])]
    to: String,
    #[command(flatten)]
    saying: Saying,
    /// Only the rules: they are the same for all puzzles of a size
    #[arg(long, conflicts_with = "givens_only")]
    rules_only: bool,
    /// Only the givens, to be put after the rules
    #[arg(long)]
    givens_only: bool,
    /// Where the givens go
    #[arg(long, default_value = "last", value_parser = choice(&[(Place::First, "first"), (Place::Last, "last")]))]
    givens: Place,
    /// Say in a comment before each group of clauses what it means
    #[arg(long)]
    comments: bool,
    /// No header, only clauses
    #[arg(long)]
    no_header: bool,
    #[command(flatten)]
    into: Into,
}

/// `qedoku encode`: text -> Puzzle -> Encoding -> text.
pub(crate) fn run(args: &EncodeArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    Limits::end_at(common.time_limit, args.into.output.as_deref());
    let puzzle = args.input.puzzle(common)?;
    let encoding = Encoding::new(&puzzle, args.options())?;
    if !args.saying.scheme.is_complete() && !common.quiet {
        anstream::eprintln!("note: the scheme houses allows two digits in a cell; houses-cells does not");
    }
    let layout = Layout { header: !args.no_header, comments: args.comments };
    let size = match &args.into.output {
        Some(path) => {
            let mut file = Output::create(path)?;
            let size = write_as(&encoding, layout, &[], &mut file)?;
            file.finish()?;
            size
        }
        None => write_as(&encoding, layout, &[], &mut *out)?,
    };
    if common.json && args.into.output.is_some() {
        let mut fields = output::puzzle_fields(&puzzle);
        output::merge(&mut fields, &size_fields(&size));
        out.json(&fields)?;
    } else if !common.quiet {
        anstream::eprintln!("{} variables, {} clauses", commas(size.variables.into()), commas(size.clauses));
    }
    Ok(Exit::Yes)
}

impl EncodeArgs {
    fn options(&self) -> Options {
        let part = match self {
            EncodeArgs { rules_only: true, .. } => Part::Rules,
            EncodeArgs { givens_only: true, .. } => Part::Givens,
            _ => Part::Whole,
        };
        Options { part, givens: self.givens, ..self.saying.options() }
    }
}

/// What JSON says of a formula.
pub(crate) fn size_fields(size: &Size) -> Value {
    let families = Family::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
    json!({
        "variables": size.variables,
        "clauses": size.clauses,
        "literals": size.literals,
        "families": families.map(|((_, name), count)| ((*name).to_owned(), count.into())).collect::<serde_json::Map<_, _>>(),
    })
}
