//! `qedoku bench --peers`: this program and the solvers that people would use instead, on the same puzzles.
//!
//! Every solver gets one thread and the same limit, and is asked for a first solution. This program's time is from the
//! puzzle to the grid; that of an outside solver is its process on a file that is ready, as in `compare`: what it takes
//! to write the file is our business. No solver is believed: a grid must pass the referee, and "no solution" is wrong if
//! anybody has one.
//!
//! Puzzles come one after the other, not solvers, so that a work that is stopped has told something of every solver.

mod entrant;
mod results;
mod earlier;
mod score;
mod table;
mod json;
mod cactus;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use qedoku::Scheme;

use crate::args::{Common, choice, duration};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::{Output, complain};
use crate::progress::ProgressLine;
use crate::solvers::{Clock, Runner};
use entrant::Field;
use results::{Outcome, Results, Row, Subject};

/// The flags of `--peers`.
#[derive(Args)]
pub(crate) struct PeersArgs {
    /// Measure the time to a first solution, next to outside solvers, puzzle by puzzle
    #[arg(long, conflicts_with_all = ["engine", "repeats", "run_time", "sample"])]
    pub(super) peers: bool,
    /// The solvers for --peers, separated by group_digits: qedoku, built-in for its SAT solver alone, cp-sat for the one of
    /// OR-Tools, a name, a path, or a command such as 'minisat -no-pre {cnf} {out}' (then in a --solver of its own);
    /// installed for qedoku, cp-sat, and those of minisat, cryptominisat5, cadical, kissat, picosat, clasp and glucose
    /// that are in PATH
    #[arg(long, value_name = "LIST", default_value = "installed", requires = "peers")]
    solver: Vec<String>,
    /// The schemes in which SAT solvers are told the puzzles, separated by group_digits
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "reduced,efficient", requires = "peers")]
    #[arg(value_parser = choice(&Scheme::ALL))]
    scheme: Vec<Scheme>,
    /// Stop a solver that takes longer than this on a puzzle
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, requires = "peers")]
    run_limit: Duration,
    /// Show also what an earlier --peers --json told of these puzzles, with the same --run-limit
    #[arg(long, value_name = "FILE", requires = "peers")]
    also: Vec<PathBuf>,
    /// Also draw how many puzzles each solver solves within which time, into this SVG file
    #[arg(long, value_name = "FILE.svg", requires = "peers")]
    plot: Option<PathBuf>,
}

/// `qedoku bench --peers`: Puzzle -> every solver, timed -> a table and scores.
pub(super) fn run(args: &PeersArgs, input: &Inputs, common: &Common, out: &mut Output) -> Result<Exit> {
    let (subjects, all_read) = read(input, common)?;
    let field = Field::new(&args.solver, &args.scheme, common)?;
    let (entrants, runners): (Vec<_>, Vec<_>) = field.runners().into_iter().unzip();
    let mut results = Results::new(args.run_limit, entrants, subjects);
    args.also.iter().try_for_each(|file| earlier::add(file, &mut results))?;
    if results.entrants.is_empty() {
        bail!("there is no solver to measure");
    }
    let plot = args.plot.as_deref().map(Output::create).transpose()?;

    let limits = Limits::new(common)?;
    let clock = Clock::new(args.run_limit, limits.stop.clone());
    race(&mut results, &runners, &clock, common, out)?;
    if limits.exit().is_some() && !common.quiet {
        anstream::eprintln!("stopped after {} of {} puzzles", results.whole().count(), results.rows.len());
    }
    write(&results, common.json, out)?;
    if let Some(mut file) = plot {
        file.write_all(cactus::draw(&results)?.as_bytes())?;
        file.finish()?;
    }
    Ok(limits.exit().unwrap_or_else(|| exit(&results, all_read)))
}

/// The puzzles, and whether all could be read; what cannot be is told.
fn read(input: &Inputs, common: &Common) -> Result<(Vec<Subject>, bool)> {
    let (mut subjects, mut all_read) = (Vec::new(), true);
    for source in input.sources()? {
        let mut records = Vec::new();
        for item in input.items(std::slice::from_ref(&source), common) {
            match item.record {
                Ok(record) => records.push(record),
                Err(error) => {
                    all_read = false;
                    complain(&source.at(&error));
                }
            }
        }
        subjects.extend(Subject::all(&source, records));
    }
    if subjects.is_empty() {
        bail!("there is no puzzle to measure with");
    }
    Ok((subjects, all_read))
}

/// Lets everybody solve every puzzle, until all is to end; JSON is written puzzle by puzzle.
fn race(results: &mut Results, runners: &[Runner], clock: &Clock, common: &Common, out: &mut Output) -> Result<()> {
    let progress = ProgressLine::new("runs", common);
    for place in 0..results.rows.len() {
        let row = &mut results.rows[place];
        row.outcomes[..runners.len()].fill(None); // whoever is run now is not taken from an earlier time
        for (runner, outcome) in runners.iter().zip(&mut row.outcomes) {
            if let Some(found) = solve(runner, &row.subject, clock) {
                *outcome = Some(found);
                progress.add(1);
            }
        }
        row.expose_liars();
        if common.json {
            progress.aside(|| json::write_row(results, &results.rows[place], out))?;
        }
    }
    Ok(())
}

/// What becomes of a solver on a puzzle; none if all is to end.
fn solve(runner: &Runner, subject: &Subject, clock: &Clock) -> Option<Outcome> {
    if clock.is_over() {
        return None;
    }
    let (_encode, run) = clock.run(runner, &subject.puzzle);
    Outcome::of(run)
}

/// The scores, and for people all the times.
fn write(results: &Results, json: bool, out: &mut Output) -> Result<()> {
    if json { json::write_summary(results, out) } else { table::write(results, out) }
}

/// Bad if every solver failed on every puzzle.
fn exit(results: &Results, all_read: bool) -> Exit {
    let mut outcomes = results.rows.iter().flat_map(Row::known);
    if outcomes.all(|(_, outcome)| matches!(outcome, Outcome::Failed(_))) {
        return Exit::Bad;
    }
    if all_read { Exit::Yes } else { Exit::SomeBad }
}
