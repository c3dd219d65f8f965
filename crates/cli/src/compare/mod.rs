//! `qedoku compare`: schemes, at-most-one encodings and solvers side by side.
//!
//! Each row is a scheme, an at-most-one encoding and a solver. Runs are made one at a time, on one thread, so that they
//! do not disturb each other, and each is repeated; the median counts. The table is written when all is measured, since
//! only then is it known which row is the fastest, and which solver said "no solution" where another found one.

mod size;
mod measure;
mod table;
mod plot;

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use qedoku::{Amo, EncodingOptions, Puzzle, Scheme};

use crate::args::{Common, duration, from_one};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::{Output, complain, group_digits};
use crate::progress::ProgressLine;
use crate::solvers::{Clock, Program, TARGETS, Way};
use measure::{Measure, Outcome, Row};

/// Compare schemes, at-most-one encodings and solvers
#[derive(Args)]
#[command(long_about = "Compare schemes, at-most-one encodings and solvers: sizes and times in a table.\n\n\
    Examples:\n  \
    qedoku compare puzzle.txt                              every scheme, by the built-in solver\n  \
    qedoku compare puzzle.txt --solver installed           by every solver that is found\n  \
    qedoku compare puzzle.txt --scheme extended --amo all  every at-most-one encoding\n  \
    qedoku compare puzzle.txt --to cnf,minizinc,smt2       SAT against constraint solvers\n  \
    qedoku compare 25x25 --solver built-in,minisat --plot plot.svg\n  \
    qedoku compare puzzles.txt --limit 100 --csv > table.csv\n\n\
    Encode time: until the clauses are in the built-in solver's memory, or in the file for an outside solver. \
    Solve time: from then to the first solution, or until it is known that there is none; for an outside solver \
    this is the whole run of its process, in which it also reads the file. Both are medians of --repeat runs, made \
    one at a time. Of several puzzles, the sizes and the medians are added up.\n\n\
    Every grid that a solver finds is checked. A solver that finds none is wrong if another row has one.\n\n\
    The scheme houses is incomplete: its models need not be solutions, so it is measured but not solved with.\n\n\
    Exit code 0: there is a table; 2: every solver failed; 3: some puzzles could not be read.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    input: Inputs,
    /// The kinds of files, separated by group_digits: clauses for SAT solvers, or constraints, each for its usual solver
    /// (f2csp: built-in; minizinc: Gecode; xcsp3: ACE; opb: clasp; smt2: Z3)
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "cnf", value_parser = targets())]
    to: Vec<String>,
    /// The schemes, separated by group_digits, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all", value_parser = or_all(&Scheme::ALL))]
    scheme: Vec<String>,
    /// The at-most-one encodings, separated by group_digits, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "pairwise", value_parser = or_all(&Amo::ALL))]
    amo: Vec<String>,
    /// The solvers, separated by group_digits: built-in, a name, a path, or a command such as 'minisat -no-pre {cnf} {out}'
    /// (then in a --solver of its own); installed for built-in and those of minisat, cryptominisat5, cadical, kissat,
    /// picosat, clasp and glucose that are in PATH
    #[arg(long, value_name = "LIST", default_value = "built-in")]
    solver: Vec<String>,
    /// Do each run so many times; the median counts
    #[arg(long, value_name = "N", default_value = "3", value_parser = from_one)]
    repeat: NonZeroUsize,
    /// Stop a run that takes longer than this to solve, and go on with the next row
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    run_limit: Duration,
    /// Only the first N puzzles
    #[arg(long, value_name = "N", value_parser = from_one)]
    limit: Option<NonZeroUsize>,
    /// Also draw the times and clauses into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// The table as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// What was compared, and the result.
struct Comparison {
    /// Where the puzzles come from: `puzzle.txt`.
    origin: String,
    puzzles: Vec<Puzzle>,
    solvers: Vec<Program>,
    repeat: usize,
    rows: Vec<Row>,
}

/// `qedoku compare`: text -> Puzzle -> Encoding -> Solver, measured -> a table.
pub(crate) fn run(args: &CompareArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let (origin, puzzles, all_read) = read(args, common)?;
    let mut solvers = Program::all(&args.solver)?;
    solvers.extend(Program::for_ways(&ways(args))?);
    let plot = args.plot.as_deref().map(Output::create).transpose()?;
    let limits = Limits::new(common)?;
    let rows = measured(args, common, &limits, &puzzles, &solvers);
    let comparison = Comparison { origin, puzzles, solvers, repeat: args.repeat.get(), rows };
    table::write(&comparison, args.csv, common.json, out)?;
    if let Some(mut file) = plot {
        file.write_all(plot::draw(&comparison)?.as_bytes())?;
        file.finish()?;
    }
    Ok(limits.exit().unwrap_or_else(|| comparison.exit(all_read)))
}

/// The puzzles, where they come from, and whether all could be read; what cannot be is told.
fn read(args: &CompareArgs, common: &Common) -> Result<(String, Vec<Puzzle>, bool)> {
    let sources = args.input.sources()?;
    let origin = sources.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut puzzles = Vec::new();
    let mut all_read = true;
    for item in args.input.items(&sources, common).take(args.limit.map_or(usize::MAX, NonZeroUsize::get)) {
        match item.record {
            Ok(record) => puzzles.push(record.puzzle),
            Err(error) => {
                all_read = false;
                complain(&item.source.at(&error));
            }
        }
    }
    if puzzles.is_empty() {
        bail!("there is no puzzle to compare with");
    }
    Ok((origin, puzzles, all_read))
}

/// Every chosen scheme with every chosen at-most-one encoding, if clauses are among the targets; and the others.
fn ways(args: &CompareArgs) -> Vec<Way> {
    let targets = args.to.iter().map(|name| TARGETS.iter().find(|(_, known)| known == name));
    let targets = targets.flatten().map(|(way, _)| *way);
    targets.flat_map(|target| target.map_or_else(|| clauses(args), |way| vec![way])).collect()
}

fn clauses(args: &CompareArgs) -> Vec<Way> {
    let (schemes, amos) = (chosen(&args.scheme, &Scheme::ALL), chosen(&args.amo, &Amo::ALL));
    let options = |scheme, amo| EncodingOptions { scheme, amo, ..EncodingOptions::default() };
    let each = |scheme: Scheme| amos.iter().map(move |amo| Way::Clauses(options(scheme, *amo)));
    schemes.into_iter().flat_map(each).collect()
}

/// The rows, as far as the time limit and Ctrl-C let them be measured.
fn measured(args: &CompareArgs, common: &Common, limits: &Limits, puzzles: &[Puzzle], solvers: &[Program]) -> Vec<Row> {
    let progress = ProgressLine::new("runs", common);
    let clock = Clock::new(args.run_limit, limits.stop.clone());
    let measure = Measure::new(puzzles, args.repeat.get(), &clock, &progress);
    let mut rows = measure.rows(&ways(args), solvers);
    drop(progress);
    if limits.exit().is_some() && !common.quiet {
        anstream::eprintln!("stopped after {} of {} rows", rows.len(), row_count(args, solvers));
    }
    measure::expose_liars(&mut rows);
    rows
}

/// How many rows there are if nothing is stopped.
fn row_count(args: &CompareArgs, solvers: &[Program]) -> usize {
    let rows = |way: &Way| solvers.iter().filter(|solver| solver.runner(*way).is_some()).count();
    ways(args).iter().map(|way| if way.is_complete() { rows(way) } else { 1 }).sum()
}

impl Comparison {
    fn exit(&self, all_read: bool) -> Exit {
        let mut tried = self.rows.iter().filter(|row| row.outcome != Outcome::Incomplete).peekable();
        if tried.peek().is_some() && tried.all(|row| matches!(row.outcome, Outcome::Failed(_))) {
            return Exit::Bad;
        }
        if all_read { Exit::Yes } else { Exit::SomeBad }
    }

    /// The name of a row's solver; none for a scheme that is not solved with.
    fn solver(&self, row: &Row) -> Option<&Program> {
        row.solver.map(|place| &self.solvers[place])
    }

    /// `puzzle.txt: 9x9, 17 givens`.
    fn subject(&self) -> String {
        let boards: BTreeSet<usize> = self.puzzles.iter().map(|puzzle| puzzle.board().side()).collect();
        let boards = boards.iter().map(|side| format!("{side}x{side}")).collect::<Vec<_>>().join(", ");
        match &self.puzzles[..] {
            [puzzle] => format!("{}: {boards}, {} givens", self.origin, puzzle.givens().filled_count()),
            puzzles => format!("{}: {} puzzles, {boards}", self.origin, group_digits(puzzles.len() as u64)),
        }
    }

    /// What a time is: `the median of 3 runs`.
    fn runs(&self) -> String {
        match self.repeat {
            1 => "one run".to_owned(),
            repeat => format!("the median of {repeat} runs"),
        }
    }

    /// Whether a row is the fastest of several that its solver solved.
    fn is_fastest(&self, row: &Row) -> bool {
        let solved = self.rows.iter().filter(|other| other.solver == row.solver).filter_map(Row::solve);
        let times: Vec<Duration> = solved.collect();
        times.len() > 1 && row.solve().is_some() && row.solve() == times.into_iter().min()
    }
}

fn targets() -> PossibleValuesParser {
    PossibleValuesParser::new(TARGETS.map(|(_, name)| name))
}

/// Names from a table, or `all`.
fn or_all<T>(all: &'static [(T, &'static str)]) -> PossibleValuesParser {
    PossibleValuesParser::new(all.iter().map(|(_, name)| *name).chain(["all"]))
}

/// What these names mean, each once, in the order given.
fn chosen<T: Copy + PartialEq + FromStr<Err = qedoku::encode::UnknownOptionError>>(
    names: &[String],
    all: &[(T, &str)],
) -> Vec<T> {
    let mut chosen = Vec::new();
    for name in names {
        let meant = match name.as_str() {
            "all" => all.iter().map(|(each, _)| *each).collect(),
            name => vec![name.parse().expect("one of the possible values")],
        };
        for each in meant {
            if !chosen.contains(&each) {
                chosen.push(each);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_once_and_in_the_order_given() {
        let names = ["reduced", "all", "minimal"].map(str::to_owned);
        let schemes = chosen(&names, &Scheme::ALL);
        assert_eq!(schemes.len(), Scheme::ALL.len());
        assert_eq!(schemes[..2], [Scheme::Reduced, Scheme::Minimal]);
    }
}
