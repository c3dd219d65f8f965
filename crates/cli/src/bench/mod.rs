//! `qedoku bench`: throughput of the engines, or with `--peers` the time to a first solution next to other solvers.
//!
//! The measuring is done by the library `qedoku-bench`; this module turns arguments into its configuration and prints.

mod peers;

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use qedoku::lanes::SimdLevel;
use qedoku_bench::throughput::{BenchEngine, BenchmarkSet, ThroughputConfig};

use crate::args::{GlobalArgs, OutputArgs, parse_duration, positive};
use crate::exit::Exit;
use crate::input::{Inputs, Source};
use crate::limits::Limits;
use crate::output::{ErrorLog, Output};
use crate::progress::ProgressLine;
use peers::PeersArgs;

/// Measure how many puzzles per second each engine solves
#[derive(Args)]
#[command(
    long_about = "Measure the throughput of each engine: puzzles per second, classified as none, one or many solutions.\n\n\
    Examples:\n  \
    qedoku bench puzzles.txt                 every engine that this machine can run\n  \
    qedoku bench easy.txt hard.txt --json    an object for each file, for scripts\n  \
    qedoku bench puzzles.txt --engine lanes --repeat 20\n  \
    qedoku bench puzzles.txt --engine portable,sat --sample 5000\n  \
    qedoku bench --peers big/*.txt --plot cactus.svg        next to the solvers that are installed\n  \
    qedoku bench --peers big/*.txt --solver qedoku,kissat --scheme reduced --run-limit 20s\n\n\
    A run is timed from the lines of the list in memory to lines of solutions in memory; opening the file is not timed. \
    After a warm-up, each run makes as many passes over the list as fill --run-time. The table shows the best and the \
    median of --repeat runs. Engines that solve many puzzles per call are also measured with one puzzle per call.\n\n\
    The engine lanes solves 9x9 puzzles without candidates only: a list with other puzzles is measured with sat only. \
    Since sat is slower, it gets at most --sample puzzles, evenly spaced over the list.\n\n\
    --peers is for large boards: every solver searches for a first solution of each puzzle, on one thread, for at most \
    --run-limit. The time of qedoku is from the puzzle to the grid; that of an external solver is its process on an input \
    file that is ready (for cp-sat, from when Python has loaded it). Every grid is checked, and a solver that reports no \
    solution is wrong if another finds one. The scores follow the times: the number of solved puzzles; PAR-2, the mean \
    time where an unsolved puzzle counts twice the limit; and the ratios of PAR-2 and of the times to those of qedoku. \
    With --json there is an object for each puzzle and solver, written when the puzzle is done, and one with the scores; \
    --also reads these objects, so that a solver that has not changed need not be run again.\n\n\
    Exit code 0: measured; 2: no puzzle to measure with, or every solver failed; 3: some puzzles could not be read."
)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    input: Inputs,
    /// Engines, separated by commas: lanes (at the fastest SIMD level of this machine), portable, avx2 or avx512 (lanes at
    /// this SIMD level), sat, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all", value_parser = engine_names())]
    engine: Vec<String>,
    /// Number of timed runs
    #[arg(long, alias = "repeats", value_name = "N", default_value = "5", value_parser = positive)]
    repeat: NonZeroUsize,
    /// Approximate length of a run
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = parse_duration)]
    run_time: Duration,
    /// Most puzzles for the engine sat
    #[arg(long, value_name = "N", default_value = "500", value_parser = positive)]
    sample: NonZeroUsize,
    #[command(flatten)]
    peers: PeersArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku bench`: throughput, or with `--peers` times next to other solvers.
pub(crate) fn run(args: &BenchArgs, common: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    if args.peers.peers {
        peers::run(&args.peers, &args.input, common, out)
    } else {
        measure_throughput(args, common, out)
    }
}

/// Text -> benchmark set -> throughput -> a table or a JSON object for each file.
fn measure_throughput(args: &BenchArgs, common: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let engines = parse_engines(&args.engine)?;
    let sources = args.input.sources()?;
    let sets: Vec<BenchmarkSet> = sources.iter().map(|source| read_set(source, &args.input, common)).collect();
    let limits = Limits::current();
    if let Some(exit) = limits.early_exit() {
        return Ok(exit);
    }
    if let Some(set) = sets.iter().find(|set| set.is_empty()) {
        bail!("{} has no puzzle to measure with", set.name);
    }
    let config = ThroughputConfig {
        repeats: args.repeat.get(),
        run_time: args.run_time,
        sample: args.sample.get(),
        interrupt: limits.interrupt.clone(),
    };
    let progress = ProgressLine::new("runs", common);
    for (index, set) in sets.iter().enumerate() {
        let report = config.measure(&engines, set, &|| progress.add(1));
        if let Some(exit) = limits.early_exit() {
            return Ok(exit);
        }
        let report = report?;
        progress.suspend(|| {
            if common.json {
                return out.json(&report.to_json());
            }
            if index > 0 {
                writeln!(out)?;
            }
            report.write_table(out)
        })?;
    }
    Ok(if sets.iter().any(|set| set.unreadable > 0) { Exit::SomeBadInput } else { Exit::Success })
}

/// The puzzles of a file. Those that cannot be read are reported on standard error and counted.
fn read_set(source: &Source, input: &Inputs, common: &GlobalArgs) -> BenchmarkSet {
    let mut set = BenchmarkSet::new(&source.name);
    let mut errors = ErrorLog::default();
    for item in input.items(std::slice::from_ref(source), common) {
        match item.record {
            Ok(record) => set.push(&record.puzzle),
            Err(error) => {
                set.unreadable += 1;
                errors.print(&source.describe_error(&error));
            }
        }
    }
    set
}

/// The engines with these names, each once and in this order. A SIMD level that this machine lacks is an error if named.
fn parse_engines(names: &[String]) -> Result<Vec<BenchEngine>> {
    let mut engines = Vec::new();
    for name in names {
        let expanded = match &name[..] {
            "all" => SimdLevel::available().map(BenchEngine::Lanes).chain([BenchEngine::Sat]).collect(),
            "lanes" => vec![BenchEngine::Lanes(SimdLevel::default())],
            "sat" => vec![BenchEngine::Sat],
            level => vec![BenchEngine::Lanes(level.parse::<SimdLevel>()?)],
        };
        for engine in expanded {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
    }
    Ok(engines)
}

fn engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(["all", "lanes", "portable", "avx2", "avx512", "sat"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_taken_once_and_in_the_order_given() {
        let engines = parse_engines(&["sat", "all", "portable"].map(str::to_owned)).unwrap();
        assert_eq!(engines[..2], [BenchEngine::Sat, BenchEngine::Lanes(SimdLevel::Portable)]);
        assert_eq!(engines.len(), 1 + SimdLevel::available().count());
    }
}
