//! `qedoku bench`: puzzles per second, engine by engine; and with `--peers`, seconds per puzzle next to other solvers.
//!
//! What is timed is what a user waits for, from text to text: the lines of the list, in memory, become questions, the
//! engine says none, one or many of each, and a line for each goes into a buffer. Opening the file is not timed, and
//! neither is finding out what is in it. Runs are made one at a time, each long enough for the clock, and repeated.

mod list;
mod work;
mod measure;
mod table;
mod peers;

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use qedoku::lanes::Simd;

use crate::args::{Common, duration, from_one};
use crate::exit::Exit;
use crate::input::Inputs;
use crate::limits::Limits;
use crate::output::Output;
use crate::progress::ProgressLine;
use list::List;
use measure::Measure;
use peers::PeersArgs;
use work::Engine;

/// Measure how many puzzles per second the engines answer
#[derive(Args)]
#[command(long_about = "Measure how many puzzles per second the engines answer: none, one or many for each.\n\n\
    Examples:\n  \
    qedoku bench puzzles.txt                 every engine that this machine can run\n  \
    qedoku bench easy.txt hard.txt --json    an object for each file, for scripts\n  \
    qedoku bench puzzles.txt --engine lanes --repeats 20\n  \
    qedoku bench puzzles.txt --engine portable,sat --sample 5000\n  \
    qedoku bench --peers big/*.txt --plot cactus.svg        next to the solvers that are installed\n  \
    qedoku bench --peers big/*.txt --solver qedoku,kissat --scheme reduced --run-limit 20s\n\n\
    Timed is the way from the lines of the list, in memory, to lines of solutions in memory; opening the file is not. \
    A run goes over the list as often as it takes to fill --run-time, after a warm-up; of --repeats runs the best and \
    the median are shown. Engines that answer many puzzles in one go are also measured with one puzzle per call.\n\n\
    lanes is for 9x9: a list with other puzzles, or with candidates, is measured with sat only. Since sat takes its \
    time, it gets no more than --sample puzzles, evenly chosen from the list.\n\n\
    --peers is for large boards: every solver is asked for a first solution of each puzzle, on one thread, for no longer \
    than --run-limit. The time of qedoku is from the puzzle to the grid; that of an outside solver is its process on a \
    file that is ready (for cp-sat, from when Python has loaded it). Every grid is checked, and a solver that finds none is \
    wrong if another has one. After the times come the scores: how many were solved; PAR-2, the mean time, where a puzzle \
    that was not solved counts twice the limit; and how both compare with qedoku. With --json there is an object for \
    each puzzle and solver, as soon as the puzzle is done, and one with the scores; --also reads them again, so that a \
    solver that has not changed need not be run twice.\n\n\
    Exit code 0: there is a table; 2: there is no puzzle to measure with; 3: some puzzles could not be read.")]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    input: Inputs,
    /// The engines, separated by group_digits: lanes (the fastest of portable, avx2 and avx512 that this machine has), one of
    /// these, sat, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all", value_parser = engines())]
    engine: Vec<String>,
    /// Do each run so many times
    #[arg(long, value_name = "N", default_value = "5", value_parser = from_one)]
    repeats: NonZeroUsize,
    /// Go over the list until a run takes about this long
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    run_time: Duration,
    /// The most puzzles for sat
    #[arg(long, value_name = "N", default_value = "500", value_parser = from_one)]
    sample: NonZeroUsize,
    #[command(flatten)]
    peers: PeersArgs,
}

/// `qedoku bench`: lists, or puzzle by puzzle next to other solvers.
pub(crate) fn run(args: &BenchArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    if args.peers.peers { peers::run(&args.peers, &args.input, common, out) } else { lists(args, common, out) }
}

/// Lists: text -> Answer -> text, timed.
fn lists(args: &BenchArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    let engines = chosen(&args.engine)?;
    let sources = args.input.sources()?;
    let lists: Vec<List> = sources.iter().map(|source| List::read(source, &args.input, common)).collect();
    if let Some(list) = lists.iter().find(|list| list.count() == 0) {
        bail!("{} has no puzzle to measure with", list.name);
    }
    let limits = Limits::new(common)?;
    let progress = ProgressLine::new("runs", common);
    for (place, list) in lists.iter().enumerate() {
        let measure = Measure::new(args, &limits.stop, &progress);
        let rows = measure.rows(&engines, list)?;
        if let Some(exit) = limits.exit() {
            return Ok(exit);
        }
        progress.aside(|| table::write(args, list, &rows, place > 0, common.json, out))?;
    }
    Ok(if lists.iter().any(|list| list.bad > 0) { Exit::SomeBad } else { Exit::Yes })
}

/// The engines of these names, each once. What this machine cannot run is refused if it was named.
fn chosen(names: &[String]) -> Result<Vec<Engine>> {
    let mut engines = Vec::new();
    for name in names {
        let meant = match &name[..] {
            "all" => Simd::available().map(Engine::Lanes).chain([Engine::Sat]).collect(),
            "lanes" => vec![Engine::Lanes(Simd::best())],
            "sat" => vec![Engine::Sat],
            name => vec![Engine::Lanes(Simd::named(name)?)],
        };
        for engine in meant {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
    }
    Ok(engines)
}

fn engines() -> PossibleValuesParser {
    PossibleValuesParser::new(["all", "lanes", "portable", "avx2", "avx512", "sat"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_taken_once_and_in_the_order_given() {
        let engines = chosen(&["sat", "all", "portable"].map(str::to_owned)).unwrap();
        assert_eq!(engines[..2], [Engine::Sat, Engine::Lanes(Simd::Portable)]);
        assert_eq!(engines.len(), 1 + Simd::available().count());
    }
}
