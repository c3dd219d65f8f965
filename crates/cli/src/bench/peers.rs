//! `qedoku bench --peers`: qedoku and other solvers on the same puzzles.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku_bench::peers::{BenchInstance, ParticipantList, PeerResults};
use qedoku_bench::solvers::RunTimer;

use crate::args::{GlobalArgs, SchemeItem, SchemeItemParser, parse_duration, solver_names, svg_file};
use crate::exit::Exit;
use crate::input::{Inputs, Source};
use crate::limits::{self, Limits};
use crate::output::{ErrorLog, Output, message};
use crate::progress::ProgressLine;

/// Options of `--peers`.
#[derive(Args)]
pub(crate) struct PeersArgs {
    /// Measure the time to a first solution of each puzzle, next to external solvers
    #[arg(long, conflicts_with_all = ["engine", "repeat", "run_time", "sample"])]
    pub(super) peers: bool,
    /// Solvers for --peers, separated by commas: qedoku, built-in for its SAT solver alone, cp-sat for OR-Tools CP-SAT, a
    /// name, a path, or a command such as 'minisat -no-pre {cnf} {out}' (then in a --solver of its own); installed for
    /// qedoku, cp-sat, and those of minisat, cryptominisat5, cadical, kissat, picosat, clasp and glucose that are in PATH
    #[arg(long, value_name = "LIST", default_value = "installed", requires = "peers")]
    solver: Vec<String>,
    /// Schemes in which puzzles are encoded for SAT solvers, separated by commas: names, families joined by + such as
    /// cell-some+house-once, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "reduced,efficient", requires = "peers")]
    #[arg(value_parser = SchemeItemParser)]
    scheme: Vec<SchemeItem>,
    /// Time limit of a solver on a puzzle
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, requires = "peers")]
    run_limit: Duration,
    /// Add the results of an earlier --peers --json on these puzzles with the same --run-limit
    #[arg(long, value_name = "FILE", requires = "peers")]
    also: Vec<PathBuf>,
    /// Write a cactus plot (number of puzzles that each solver solves within a time) to this SVG file
    #[arg(long, value_name = "FILE.svg", requires = "peers", value_parser = svg_file)]
    plot: Option<PathBuf>,
}

/// `qedoku bench --peers`: text -> instances -> timed runs of every solver -> tables, scores and a cactus plot.
pub(super) fn run(args: &PeersArgs, input: &Inputs, common: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let (instances, all_read) = read_instances(input, common)?;
    if let Some(exit) = limits.early_exit() {
        return Ok(exit);
    }
    let participants = ParticipantList::new(&solver_names(&args.solver), &SchemeItem::schemes(&args.scheme))?;
    if !participants.missing.is_empty() && !common.quiet {
        message!("not installed and left out: {}", participants.missing.join(", "));
    }
    let mut results = PeerResults::new(args.run_limit, &participants, instances);
    args.also.iter().try_for_each(|file| add_previous(file, &mut results))?;
    if results.participants.is_empty() {
        bail!("no solver to measure");
    }
    let plot = args.plot.as_deref().map(Output::create).transpose()?;

    let timer = RunTimer::new(args.run_limit, limits.interrupt.clone());
    run_all(&participants, &mut results, &timer, common, out)?;
    let early_exit = limits.early_exit(); // Before the table is written: a closed output does not matter then.
    if early_exit.is_some() && !common.quiet {
        message!("stopped after {} of {} puzzles", results.complete_rows().count(), results.rows.len());
    }
    if common.json {
        out.json(&results.summary_json())?;
    } else {
        results.write_table(out)?;
    }
    if let Some(mut file) = plot {
        file.write_all(results.cactus_plot()?.as_bytes())?;
        file.finish()?;
    }
    Ok(early_exit.unwrap_or(match (results.all_failed(), all_read) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Success,
        (false, false) => Exit::SomeBadInput,
    }))
}

/// The puzzles, and whether all could be read. Those that cannot are reported on standard error.
fn read_instances(input: &Inputs, common: &GlobalArgs) -> Result<(Vec<BenchInstance>, bool)> {
    let (mut instances, mut all_read) = (Vec::new(), true);
    let mut errors = ErrorLog::default();
    for source in input.sources()? {
        let mut puzzles = Vec::new();
        for item in input.items(std::slice::from_ref(&source), common) {
            match item.record {
                Ok(record) => puzzles.push((record.line, record.puzzle)),
                Err(error) => {
                    all_read = false;
                    errors.print(&source.describe_error(&error));
                }
            }
        }
        instances.extend(BenchInstance::of_file(&source.name, puzzles));
    }
    if instances.is_empty() {
        limits::check_reading()?; // It may have been interrupted.
        bail!("no puzzle to measure with");
    }
    Ok((instances, all_read))
}

/// Adds the results of an earlier benchmark from a JSON Lines file.
fn add_previous(file: &Path, results: &mut PeerResults) -> Result<()> {
    let source = Source::open(file.to_str().context("the name of a file of --also is not UTF-8")?)?;
    let added = results.add_previous(&source.text);
    added.map_err(|error| anyhow::Error::new(error.error).context(format!("{}:{}", file.display(), error.line)))
}

/// Runs all solvers puzzle by puzzle. JSON is written after each puzzle, since the next one may take an hour.
fn run_all(
    participants: &ParticipantList,
    results: &mut PeerResults,
    timer: &RunTimer,
    common: &GlobalArgs,
    out: &mut Output,
) -> Result<()> {
    let progress = ProgressLine::new("runs", common);
    for index in 0..results.rows.len() {
        participants.run_instance(results, index, timer, &|| progress.add(1));
        if common.json {
            progress.suspend(|| {
                results.instance_json(index).try_for_each(|record| out.json(&record))?;
                out.flush()
            })?;
        }
    }
    Ok(())
}
