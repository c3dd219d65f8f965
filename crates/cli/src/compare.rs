//! `qedoku compare`: schemes, at-most-one encodings and solvers side by side.
//!
//! The measuring is done by the library `qedoku-bench`; this module turns arguments into its configuration and prints.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use qedoku::{Amo, Puzzle};
use qedoku_bench::compare::{CompareConfig, Comparison, TableStyles};
use qedoku_bench::solvers::{EncodingFamily, InputEncoding, NamedSolver};

use crate::args::{
    GlobalArgs, OutputArgs, SchemeItem, SchemeItemParser, choice, parse_duration, positive, solver_names, svg_file,
};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::{self, Limits};
use crate::output::{self, ErrorLog, Output, message};
use crate::progress::ProgressLine;

/// Compare schemes, at-most-one encodings and solvers
#[derive(Args)]
#[command(long_about = "Compare schemes, at-most-one encodings and solvers: sizes and times in a table.\n\n\
    Examples:\n  \
    qedoku compare puzzle.txt                              every scheme, by the built-in solver\n  \
    qedoku compare puzzle.txt --solver installed           by every solver that is found\n  \
    qedoku compare puzzle.txt --scheme extended --amo all  every at-most-one encoding\n  \
    qedoku compare puzzle.txt --scheme minimal,cell-some+house-some+house-once\n  \
    qedoku compare puzzle.txt --to cnf,minizinc,smt2       SAT against constraint solvers\n  \
    qedoku compare 25x25 --solver built-in,minisat --plot plot.svg\n  \
    qedoku compare puzzles.txt --max-puzzles 100 --csv -o table.csv\n\n\
    Encode time ends when the clauses are in the memory of the built-in solver, or in the input file of an external \
    solver. Solve time is from then to the first solution, or to the proof that there is none; for an external solver \
    this is the whole run of its process, which also reads the file. Both are medians of --repeat runs, made one at a \
    time. For several puzzles, the sizes and the medians are added up.\n\n\
    Every grid that a solver finds is checked. A solver that reports no solution is wrong if another row has one.\n\n\
    The models of an incomplete scheme such as houses need not be solutions, so it is measured but not solved with.\n\n\
    Exit code 0: there is a table; 2: every solver failed; 3: some puzzles could not be read.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    input: Inputs,
    /// Encodings, separated by commas: cnf for clauses and SAT solvers, or constraints, each for its usual solver (f2csp:
    /// built-in; minizinc: Gecode; xcsp3: ACE; opb: clasp; smt2: Z3)
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "cnf", value_parser = choice(&EncodingFamily::ALL))]
    to: Vec<EncodingFamily>,
    /// Schemes, separated by commas: names, families joined by + such as cell-some+house-once, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all", value_parser = SchemeItemParser)]
    scheme: Vec<SchemeItem>,
    /// At-most-one encodings, separated by commas, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "pairwise", value_parser = or_all(&Amo::ALL))]
    amo: Vec<String>,
    /// SAT solvers, separated by commas: built-in, a name, a path, or a command such as 'minisat -no-pre {cnf} {out}'
    /// (then in a --solver of its own); installed for built-in and those of minisat, cryptominisat5, cadical, kissat,
    /// picosat, clasp and glucose that are in PATH
    #[arg(long, value_name = "LIST", default_value = "built-in")]
    solver: Vec<String>,
    /// Number of runs, of which the median counts
    #[arg(long, value_name = "N", default_value = "3", value_parser = positive)]
    repeat: NonZeroUsize,
    /// Limit on the solve time of a run; a row ends when it is reached
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    run_limit: Duration,
    /// Only the first N puzzles
    #[arg(long, alias = "limit", value_name = "N", value_parser = positive)]
    max_puzzles: Option<NonZeroUsize>,
    /// Write a plot of the times and the numbers of clauses to this SVG file
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    plot: Option<PathBuf>,
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku compare`: text -> puzzles -> timed runs of every encoding and solver -> a table and a plot.
pub(crate) fn run(args: &CompareArgs, common: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let (origin, puzzles, all_read) = read_puzzles(args, common)?;
    if let Some(exit) = limits.early_exit() {
        return Ok(exit);
    }
    let encodings = args.encodings();
    let mut solvers = NamedSolver::sat_solvers(&solver_names(&args.solver))?;
    solvers.extend(NamedSolver::constraint_solvers(&encodings)?);
    let plot = args.plot.as_deref().map(Output::create).transpose()?;
    let (repeat, interrupt) = (args.repeat.get(), limits.interrupt.clone());
    let config = CompareConfig { encodings, solvers, repeat, run_limit: args.run_limit, interrupt };
    let progress = ProgressLine::of_runs(config.row_count() * puzzles.len() * repeat, common);
    let comparison = config.measure(origin, puzzles, &|| progress.add_run());
    drop(progress);
    let early_exit = limits.early_exit(); // Before the table is written: a closed output does not matter then.
    if early_exit.is_some() && !common.quiet {
        message!("stopped after {} of {} rows", comparison.rows.len(), comparison.expected_rows());
    }
    write(&comparison, args.csv, common.json, out)?;
    if let Some(mut file) = plot {
        file.write_all(comparison.plot()?.as_bytes())?;
        file.finish()?;
    }
    Ok(early_exit.unwrap_or(match (comparison.all_failed(), all_read) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Success,
        (false, false) => Exit::SomeBadInput,
    }))
}

/// The names of the inputs, their puzzles, and whether all could be read. Those that cannot are reported on standard error.
fn read_puzzles(args: &CompareArgs, common: &GlobalArgs) -> Result<(String, Vec<Puzzle>, bool)> {
    let sources = args.input.sources()?;
    let origin = sources.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (mut puzzles, mut all_read) = (Vec::new(), true);
    let mut errors = ErrorLog::default();
    for item in args.input.items(&sources, common).take(args.max_puzzles.map_or(usize::MAX, NonZeroUsize::get)) {
        match item.record {
            Ok(record) => puzzles.push(record.puzzle),
            Err(error) => {
                all_read = false;
                errors.print(&item.source.describe_error(&error));
            }
        }
    }
    if puzzles.is_empty() {
        limits::check_reading()?; // It may have been interrupted.
        bail!("no puzzle to compare with");
    }
    Ok((origin, puzzles, all_read))
}

fn write(comparison: &Comparison, csv: bool, json: bool, out: &mut Output) -> std::io::Result<()> {
    if json {
        return comparison.to_json().try_for_each(|row| out.json(&row));
    }
    if csv {
        return comparison.write_csv(out);
    }
    let colored = TableStyles {
        header: output::GIVEN,
        fastest: output::SUCCESS,
        inconclusive: output::WARNING,
        failed: output::ERROR,
    };
    comparison.write_table(&if out.color { colored } else { TableStyles::default() }, out)
}

impl CompareArgs {
    /// All encodings to compare, in the order of `--to`, `--scheme` and `--amo`.
    fn encodings(&self) -> Vec<InputEncoding> {
        let (schemes, amos) = (SchemeItem::schemes(&self.scheme), parse_names(&self.amo, &Amo::ALL));
        self.to.iter().flat_map(|target| target.encodings(&schemes, &amos)).collect()
    }
}

/// Parser for names from a table, or `all`.
fn or_all<T>(all: &'static [(T, &'static str)]) -> PossibleValuesParser {
    PossibleValuesParser::new(all.iter().map(|(_, name)| *name).chain(["all"]))
}

/// The values with these names, each once and in the order given.
fn parse_names<T: Copy + PartialEq>(names: &[String], all: &[(T, &str)]) -> Vec<T> {
    let mut values = Vec::new();
    for name in names {
        for (value, _) in all.iter().filter(|(_, known)| name == "all" || name == known) {
            if !values.contains(value) {
                values.push(*value);
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_once_and_in_the_order_given() {
        let names = ["product", "all", "pairwise"].map(str::to_owned);
        let amos = parse_names(&names, &Amo::ALL);
        assert_eq!(amos.len(), Amo::ALL.len());
        assert_eq!(amos[..2], [Amo::Product, Amo::Pairwise]);
    }
}
