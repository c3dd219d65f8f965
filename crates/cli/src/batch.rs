//! Parallel processing of many puzzles, with results in the order of the input.
//!
//! Puzzles are distributed to the threads in chunks of about 2,600 cells, so that a file of three 49x49 boards still
//! uses three threads. Commands that need only a microsecond per 9x9 puzzle use larger chunks, up to 1,024 puzzles of a
//! long list: that makes the cost of distribution negligible, and the lanes engine solves many puzzles at once. The result
//! of a chunk is written as soon as those of all earlier chunks are.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;
use std::sync::mpsc;

use anyhow::Result;
use qedoku::formats::{Alphabet, PuzzleRecord, WriteOptions};
use qedoku::{Board, Engine, Progress, Solver, json};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::{Value, json};

use crate::args::GlobalArgs;
use crate::exit::Exit;
use crate::input::{InputItem, Source};
use crate::limits::Limits;
use crate::output::{Output, group_digits, pluralize, print_error, write_json};
use crate::progress::ProgressLine;

/// Cells in a chunk: 32 puzzles of 9x9.
const CHUNK_CELLS: usize = 32 * 81;
/// Upper bound on the number of 9x9 puzzles in a chunk.
const MAX_CHUNK: usize = 1024;
/// Chunks per thread that [`chunk_size`] aims at, so that all threads finish at about the same time.
const CHUNKS_PER_THREAD: usize = 8;
/// Bytes of a 9x9 puzzle in a list: 81 symbols and a line break.
const BYTES_PER_9X9: usize = 82;
/// Chunks that may be finished before the writer takes them.
const QUEUED_CHUNKS: usize = 64;

/// Result of processing one puzzle, as far as the exit code is concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PuzzleOutcome {
    /// The answer is yes: the puzzle has exactly one solution.
    Success,
    /// The answer is no; `solvable` is whether there is a solution at all.
    Negative { solvable: bool },
    /// The work was interrupted before the answer was known.
    Interrupted,
    /// The puzzle could not be read, or the solver failed. Contains the error message.
    Failed(String),
}

/// Number of puzzles by outcome.
#[derive(Default)]
pub(crate) struct OutcomeCounts {
    total: usize,
    negative: usize,
    unsolvable: usize,
    failed: usize,
    interrupted: usize,
}

/// Options of [`process_in_order`].
#[derive(Clone, Copy, Default)]
pub(crate) struct BatchOptions<'w> {
    /// Process one puzzle after the other and write each result at once, for results of any length. Otherwise results
    /// are buffered and all threads are used.
    pub(crate) stream: bool,
    /// Line to write in place of a failed puzzle, so that output lines correspond to input lines.
    pub(crate) placeholder: Option<&'static str>,
    /// Number of 9x9 puzzles per chunk, if more than usual: see [`lanes_chunk_size`] and [`chunk_size`].
    pub(crate) chunk_size: usize,
    /// Progress of long searches, for the progress line.
    pub(crate) search: Option<&'w Progress>,
}

/// Number of 9x9 puzzles per chunk for a solver: large if it solves them with the lanes engine, else the default.
pub(crate) fn lanes_chunk_size(sources: &[Source], solver: &Solver) -> usize {
    if matches!(solver.engine, Engine::Auto | Engine::Lanes) { chunk_size(sources) } else { 0 }
}

/// Number of 9x9 puzzles per chunk where each takes next to no time: as many as possible while a short list still
/// occupies all threads. Estimated from the length of the text.
pub(crate) fn chunk_size(sources: &[Source]) -> usize {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    (bytes / BYTES_PER_9X9 / (CHUNKS_PER_THREAD * rayon::current_num_threads())).min(MAX_CHUNK)
}

/// A puzzle that was read, and its origin.
pub(crate) struct PuzzleEntry<'i> {
    pub(crate) record: &'i PuzzleRecord,
    source: &'i Source,
    /// Symbols of the digits.
    alphabet: Option<Alphabet>,
}

/// Results of a chunk.
#[derive(Default)]
struct ChunkResult {
    text: Vec<u8>,
    counts: OutcomeCounts,
    errors: Vec<String>,
}

impl<'i> PuzzleEntry<'i> {
    /// The puzzle of an item; `None` if it could not be read.
    fn from_item(item: &'i InputItem<'i>) -> Option<PuzzleEntry<'i>> {
        let record = item.record.as_ref().ok()?;
        Some(PuzzleEntry { record, source: item.source, alphabet: item.alphabet })
    }

    /// Position of the puzzle: `file:3`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source, self.record.line)
    }

    /// Stem for output files about the puzzle: `file-3`.
    pub(crate) fn file_stem(&self) -> String {
        format!("{}-{}", self.source.stem, self.record.line)
    }

    /// The JSON fields that identify the puzzle.
    pub(crate) fn fields(&self) -> Value {
        let mut fields = json!({ "input": self.place() });
        json::merge(&mut fields, &json::puzzle(&self.record.puzzle));
        fields
    }

    /// Outcome of a puzzle that could not be processed.
    pub(crate) fn failed(&self, error: &dyn Display) -> PuzzleOutcome {
        PuzzleOutcome::Failed(format!("{}: {error}", self.place()))
    }

    /// Options to write a grid with the symbols of the input.
    pub(crate) fn write_options(&self) -> WriteOptions {
        let side = self.record.puzzle.board().side();
        let alphabet = self.alphabet.filter(|alphabet| side <= alphabet.max_side());
        WriteOptions { alphabet, ..WriteOptions::default() }
    }
}

/// Processes all puzzles and writes the results in the order of the input. `compute` takes the puzzles of a chunk and
/// returns one value for each; `write` turns a puzzle and its value into text and an outcome.
pub(crate) fn process_in_order<'s, A>(
    items: impl Iterator<Item = InputItem<'s>> + Send,
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut Output,
    compute: impl Fn(&[PuzzleEntry]) -> Vec<A> + Sync,
    write: impl Fn(&PuzzleEntry, A, &mut dyn Write) -> Result<PuzzleOutcome> + Sync,
) -> Result<OutcomeCounts> {
    let mut counts = OutcomeCounts::default();
    if options.stream {
        for item in items {
            process_chunk(&[item], global, options, out, &compute, &write, |outcome| counts.add_and_print(outcome))?;
        }
        return Ok(counts);
    }
    let progress = ProgressLine::new("puzzles", global).with_search(options.search.unwrap_or(&Progress::default()));
    let process = |chunk: &[InputItem]| {
        let ChunkResult { mut text, mut counts, mut errors } = ChunkResult::default();
        let count = |outcome: PuzzleOutcome| {
            counts.add(&outcome);
            errors.extend(outcome.into_error());
        };
        process_chunk(chunk, global, options, &mut text, &compute, &write, count)?;
        Ok(ChunkResult { text, counts, errors })
    };
    map_in_order(items, options, process, |result: Result<ChunkResult>| {
        let ChunkResult { text, counts: of_chunk, errors } = result?;
        progress.add(of_chunk.total as u64);
        progress.suspend(|| {
            for error in &errors {
                print_error(error);
            }
            counts.merge(&of_chunk);
            Ok(out.write_all(&text)?)
        })
    })?;
    Ok(counts)
}

/// Like [`process_in_order`], for commands that process each puzzle on its own.
pub(crate) fn process_each<'s>(
    items: impl Iterator<Item = InputItem<'s>> + Send,
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut Output,
    write: impl Fn(&PuzzleEntry, &mut dyn Write) -> Result<PuzzleOutcome> + Sync,
) -> Result<OutcomeCounts> {
    let compute = |entries: &[PuzzleEntry]| vec![(); entries.len()];
    process_in_order(items, global, options, out, compute, |entry, (), out| write(entry, out))
}

fn process_chunk<A>(
    chunk: &[InputItem],
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut dyn Write,
    compute: impl Fn(&[PuzzleEntry]) -> Vec<A>,
    write: impl Fn(&PuzzleEntry, A, &mut dyn Write) -> Result<PuzzleOutcome>,
    mut count: impl FnMut(PuzzleOutcome),
) -> Result<()> {
    let entries: Vec<PuzzleEntry> = chunk.iter().filter_map(PuzzleEntry::from_item).collect();
    let mut computed = entries.iter().zip(compute(&entries));
    for item in chunk {
        let outcome = if let Err(error) = &item.record {
            PuzzleOutcome::Failed(item.source.describe_error(error))
        } else {
            let (entry, value) = computed.next().expect("compute returns one value per puzzle");
            write(entry, value, out)?
        };
        match (&outcome, options.placeholder) {
            (PuzzleOutcome::Failed(message), _) if global.json => {
                write_json(out, &json!({ "input": item.source.name, "error": message }))?;
            }
            (PuzzleOutcome::Failed(_), Some(placeholder)) => writeln!(out, "{placeholder}")?,
            _ => {}
        }
        count(outcome);
    }
    Ok(())
}

/// Applies `process` to each chunk on all threads and `consume` to the results in input order. The first error of
/// `consume` ends it.
fn map_in_order<'s, R: Send>(
    items: impl Iterator<Item = InputItem<'s>> + Send,
    options: BatchOptions,
    process: impl Fn(&[InputItem<'s>]) -> R + Sync,
    mut consume: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let (sender, receiver) = mpsc::sync_channel(QUEUED_CHUNKS);
    let process = &process;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // Sending fails once the receiver is dropped after an error; that ends the remaining work.
            let chunks = chunks(items, options).enumerate().par_bridge();
            chunks.try_for_each_with(sender, |sender, (number, chunk)| sender.send((number, process(&chunk))))
        });
        // Results that arrived before an earlier one did, by chunk number.
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&next) {
                consume(result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

/// Splits the items into chunks of about [`CHUNK_CELLS`] cells. A 9x9 puzzle counts for fewer cells if the
/// options set a larger chunk size.
fn chunks<'s>(
    mut items: impl Iterator<Item = InputItem<'s>>,
    options: BatchOptions,
) -> impl Iterator<Item = Vec<InputItem<'s>>> {
    let weight_of_9x9 = CHUNK_CELLS / options.chunk_size.max(CHUNK_CELLS / 81);
    let weight = move |item: &InputItem| match item.record.as_ref().map(|record| record.puzzle.board()) {
        Ok(board) if board != Board::CLASSIC => board.cell_count(),
        _ => weight_of_9x9,
    };
    std::iter::from_fn(move || {
        let mut chunk = Vec::new();
        let mut cells = 0;
        while cells < CHUNK_CELLS {
            let Some(item) = items.next() else { break };
            cells += weight(&item);
            chunk.push(item);
        }
        (!chunk.is_empty()).then_some(chunk)
    })
}

impl PuzzleOutcome {
    fn into_error(self) -> Option<String> {
        if let PuzzleOutcome::Failed(message) = self { Some(message) } else { None }
    }
}

impl OutcomeCounts {
    /// Counts of a single outcome; prints its error message.
    pub(crate) fn single(outcome: PuzzleOutcome) -> OutcomeCounts {
        let mut counts = OutcomeCounts::default();
        counts.add_and_print(outcome);
        counts
    }

    /// Counts an outcome and prints its error message.
    fn add_and_print(&mut self, outcome: PuzzleOutcome) {
        self.add(&outcome);
        if let Some(message) = outcome.into_error() {
            print_error(&message);
        }
    }

    fn add(&mut self, outcome: &PuzzleOutcome) {
        self.total += 1;
        match outcome {
            PuzzleOutcome::Success => {}
            PuzzleOutcome::Interrupted => self.interrupted += 1,
            PuzzleOutcome::Negative { solvable } => {
                self.negative += 1;
                self.unsolvable += usize::from(!solvable);
            }
            PuzzleOutcome::Failed(_) => self.failed += 1,
        }
    }

    fn merge(&mut self, other: &OutcomeCounts) {
        self.total += other.total;
        self.negative += other.negative;
        self.unsolvable += other.unsolvable;
        self.failed += other.failed;
        self.interrupted += other.interrupted;
    }

    /// Finishes the output file of a command and returns its exit code. An interrupted command leaves the file
    /// unchanged and prints how many puzzles have no answer.
    pub(crate) fn finish(&self, limits: &Limits, file: Option<Output>) -> Result<Exit> {
        if let Some(exit) = self.early_exit(limits) {
            let (interrupted, total) = (group_digits(self.interrupted as u64), pluralize(self.total as u64, "puzzle"));
            let not_written = if file.is_some() { "; the output file was not written" } else { "" };
            print_error(&format!("stopped with {interrupted} of {total} unanswered{not_written}"));
            return Ok(exit);
        }
        file.map_or(Ok(()), Output::finish)?;
        Ok(self.exit())
    }

    /// Exit code of a command that was interrupted before some puzzle was answered; else `None`.
    pub(crate) fn early_exit(&self, limits: &Limits) -> Option<Exit> {
        limits.early_exit().filter(|_| self.interrupted > 0)
    }

    /// Exit code of a command that was not interrupted.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            OutcomeCounts { total: 0, .. } => {
                print_error("the input contains no puzzle");
                Exit::BadInput
            }
            OutcomeCounts { total, failed, .. } if failed == total => Exit::BadInput,
            OutcomeCounts { failed: 1.., .. } => Exit::SomeBadInput,
            OutcomeCounts { negative: 1.., .. } => Exit::Negative,
            _ => Exit::Success,
        }
    }

    /// Exit code as SAT solvers define it: unsatisfiable if any puzzle has no solution.
    pub(crate) fn sat_exit(&self) -> Exit {
        match self.exit() {
            Exit::Success | Exit::Negative => Exit::Sat(self.unsolvable == 0),
            bad => bad,
        }
    }
}
