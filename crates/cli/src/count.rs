//! `qedoku count`: counts the solutions of each puzzle.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use qedoku::message_text::describe_estimate;
use qedoku::{CountEstimate, EstimateOptions, IncompleteError, Puzzle, SolutionCount, json};

use crate::args::{EngineArgs, GlobalArgs, OutputArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, write_json};
use crate::solve::trust::{self, Trust};

/// Count the solutions of each puzzle
#[derive(Args)]
#[command(long_about = "Count the solutions of each puzzle, or estimate their number. Prints one number per line.\n\n\
    Examples:\n  \
    qedoku count puzzle.txt\n  \
    qedoku count 4x4                       all 288 grids\n  \
    qedoku count puzzles.txt --limit 100   `100+` means 100 or more\n  \
    qedoku count 9x9 --estimate            about 6.7e21, with a confidence interval\n  \
    qedoku count 16x16 --estimate --samples 10000 --seed 7\n\n\
    --estimate is Knuth's estimator: the mean weight of random descents of the search tree, with an interval that contains the \
    number with a probability of about 95 %. Up to 100 solutions are counted exactly. The same --seed yields the same estimate.\n\n\
    Exit code 0: every puzzle has a solution; 1: some have none.")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: Inputs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Stop counting at this number
    #[arg(long, value_name = "K")]
    limit: Option<u64>,
    /// Print CSV: the rows of a CSV input with the number of solutions in a further column
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Estimate numbers that are too large to be counted
    #[arg(long, conflicts_with_all = ["limit", "csv"])]
    estimate: bool,
    /// Number of random descents of --estimate; four times as many halve the width of the interval [default: 1000]
    #[arg(long, value_name = "N", requires = "estimate", value_parser = clap::value_parser!(u64).range(2..))]
    samples: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku count`: text -> Puzzle -> number of solutions, counted or estimated.
pub(crate) fn run(args: &CountArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = args.engine.solver(global, count > 1, &limits)?;
    let options = BatchOptions {
        placeholder: Some("bad"),
        chunk_size: batch::lanes_chunk_size(&sources, &solver),
        search: Some(&solver.portfolio.progress),
        csv: args.csv.then_some(&["solutions"]),
        ..BatchOptions::default()
    };
    if args.estimate {
        let default = EstimateOptions::default();
        let estimate = EstimateOptions { samples: args.samples.unwrap_or(default.samples), seed: args.engine.seed };
        let options = BatchOptions { chunk_size: 0, ..options };
        let trust = Trust::new(&solver);
        let counts = batch::process_each(items, global, options, out, |entry, out| {
            write_estimate(solver.estimate_count(&entry.record.puzzle, estimate), estimate, &trust, global, entry, out)
        })?;
        trust.print_note(global);
        return Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()));
    }
    let trust = Trust::new(&solver);
    let count_batch = |entries: &[PuzzleEntry]| {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        solver.count_batch(&puzzles, args.limit)
    };
    let write = |entry: &PuzzleEntry, count, out: &mut dyn Write| write(count, &trust, args.csv, global, entry, out);
    let counts = batch::process_in_order(items, global, options, out, count_batch, write)?;
    trust.print_note(global);
    Ok(counts.early_exit(&limits).unwrap_or_else(|| counts.exit()))
}

fn write(
    count: Result<SolutionCount, IncompleteError<SolutionCount>>,
    trust: &Trust,
    csv: bool,
    global: &GlobalArgs,
    entry: &PuzzleEntry,
    out: &mut dyn Write,
) -> Result<PuzzleOutcome> {
    let interrupted = count.as_ref().is_err_and(IncompleteError::is_interrupted);
    let count = match count.or_else(IncompleteError::into_partial) {
        Ok(count) => count,
        Err(error) => return Ok(entry.failed(&error)),
    };
    let is_claimed =
        matches!(count, SolutionCount::Exactly(number) if !trust::is_evident(&entry.record.puzzle, number));
    let according_to = trust.solver().filter(|_| is_claimed);
    if global.json {
        let mut fields = entry.fields();
        json::merge(&mut fields, json::count(count));
        json::merge(&mut fields, json::verified(according_to));
        write_json(out, &fields)?;
    } else {
        let (count, suffix) = match count {
            SolutionCount::Exactly(count) => (count, ""),
            SolutionCount::AtLeast(count) => (count, "+"),
        };
        if csv {
            entry.write_csv(out, &[format!("{count}{suffix}").into()])?;
        } else {
            writeln!(out, "{count}{suffix}")?;
        }
        if according_to.is_some() {
            trust.add_unmarked();
        }
    }
    Ok(match count {
        _ if interrupted => PuzzleOutcome::Interrupted,
        SolutionCount::Exactly(0) => PuzzleOutcome::Negative { solvable: false },
        _ => PuzzleOutcome::Success,
    })
}

fn write_estimate(
    estimate: Result<CountEstimate, IncompleteError<Box<CountEstimate>>>,
    options: EstimateOptions,
    trust: &Trust,
    global: &GlobalArgs,
    entry: &PuzzleEntry,
    out: &mut dyn Write,
) -> Result<PuzzleOutcome> {
    let (estimate, error) = match estimate {
        Ok(estimate) => (estimate, None),
        Err(incomplete) => (*incomplete.partial, Some(incomplete.error)),
    };
    let sampled = match (estimate, error) {
        (CountEstimate::Counted(count), None) => return write(Ok(count), trust, false, global, entry, out),
        (CountEstimate::Counted(count), Some(error)) => {
            return write(Err(IncompleteError::new(count, error)), trust, false, global, entry, out);
        }
        (CountEstimate::Sampled(sampled), None) => Ok(sampled),
        (CountEstimate::Sampled(sampled), Some(_)) => Err(sampled),
    };
    let outcome = if sampled.is_ok() { PuzzleOutcome::Success } else { PuzzleOutcome::Interrupted };
    let (Ok(sampled) | Err(sampled)) = sampled;
    if global.json {
        let mut fields = entry.fields();
        json::merge(&mut fields, json::count_estimate(CountEstimate::Sampled(sampled)));
        fields["seed"] = options.seed.into();
        write_json(out, &fields)?;
    } else {
        let locale = global.locale();
        let [mean, low, high] =
            [sampled.mean, sampled.interval[0], sampled.interval[1]].map(|number| describe_estimate(number, locale));
        let text = match sampled.solved {
            0 => locale.format("estimate.bound", &[("low", &low)]),
            _ => locale.format("estimate.mean", &[("mean", &mean), ("low", &low), ("high", &high)]),
        };
        writeln!(out, "{text}")?;
    }
    Ok(outcome)
}
