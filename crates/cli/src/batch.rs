//! Parallel processing of many puzzles, with results in the order of the input.
//!
//! ```text
//!   InputStream ─ cuts chunks ─▶ worker: parse, compute, write to memory ─▶ in order ─▶ Output
//!    (one lock)                  worker: ...
//! ```
//!
//! A chunk has about 2,600 cells, so that a file of three 49x49 boards still uses three threads. Commands that need only a
//! microsecond per 9x9 puzzle use larger chunks, up to 4,096 puzzles of a long list: that makes the cost of distribution
//! negligible, and the lanes engine solves many puzzles at once. The result of a chunk is written as soon as those of all earlier
//! chunks are ([`qedoku_batch::map_in_order`]), and memory does not depend on the length of the list.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use qedoku::formats::{Alphabet, CsvLayout, PuzzleRecord, WriteOptions};
use qedoku::lanes::PuzzleLine;
use qedoku::{Engine, Progress, Solver, json};
use serde_json::{Value, json};

use crate::args::GlobalArgs;
use crate::csv::{self, ResultColumns};
use crate::exit::Exit;
use crate::input::Source;
use crate::input_stream::{InputChunk, InputStream};
use crate::limits::Limits;
use crate::output::{ErrorLog, Output, group_digits, pluralize, print_error, write_json};
use crate::progress::ProgressLine;
use crate::threads;

/// Puzzles of 9x9 in a chunk.
const CHUNK: usize = 32;
/// Upper bound on the number of 9x9 puzzles in a chunk. A text of 336 kB and its solutions stay in the second-level cache.
const MAX_CHUNK: usize = 4096;
/// Chunks per thread that [`chunk_size`] aims at, so that all threads finish at about the same time.
const CHUNKS_PER_THREAD: usize = 8;
/// Bytes of a 9x9 puzzle in a list: 81 symbols and a line break.
const BYTES_PER_9X9: u64 = 82;

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
    /// Whether an interruption ended the work before the end of the input.
    ended_early: bool,
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
    /// The result columns, if the output is CSV. The header is written first.
    pub(crate) csv: Option<ResultColumns<'w>>,
    /// Shortcut for chunks that consist of classic puzzles on lines.
    pub(crate) lines: Option<LineProcessor<'w>>,
}

/// Processes classic puzzles from text to text: the same result as that of the general way, without a record for each puzzle.
/// `None` leaves them to the general way.
pub(crate) type LineProcessor<'w> = &'w (dyn Fn(&[PuzzleLine<'_>], &mut Vec<u8>) -> Option<OutcomeCounts> + Sync);

/// Number of 9x9 puzzles per chunk for a solver: large if it solves them with the lanes engine, else the default.
pub(crate) fn lanes_chunk_size(sources: &[Source], solver: &Solver) -> usize {
    if matches!(solver.engine, Engine::Auto | Engine::Lanes) { chunk_size(sources) } else { 0 }
}

/// Number of 9x9 puzzles per chunk where each takes next to no time: as many as possible while a short list still
/// occupies all threads. Estimated from the length of the text.
pub(crate) fn chunk_size(sources: &[Source]) -> usize {
    let bytes: Option<u64> = sources.iter().map(Source::size).sum();
    let puzzles = bytes.map_or(u64::MAX, |bytes| bytes / BYTES_PER_9X9);
    let per_chunk = puzzles / (CHUNKS_PER_THREAD * threads::count()) as u64;
    usize::try_from(per_chunk).unwrap_or(MAX_CHUNK).min(MAX_CHUNK)
}

/// A puzzle that was read, and its origin.
pub(crate) struct PuzzleEntry<'i> {
    pub(crate) record: &'i PuzzleRecord,
    source: &'i Source,
    /// Symbols of the digits.
    alphabet: Option<Alphabet>,
    /// The line of the puzzle, if the input has one puzzle per line.
    line: Option<&'i str>,
    /// The columns, if the input is CSV.
    csv: Option<&'i CsvLayout>,
}

/// Results of a chunk.
#[derive(Default)]
struct ChunkResult {
    text: Vec<u8>,
    counts: OutcomeCounts,
    errors: Vec<String>,
    /// Length of the input text.
    bytes: usize,
}

impl PuzzleEntry<'_> {
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
        json::merge(&mut fields, json::puzzle_with_symbols(&self.record.puzzle, self.alphabet));
        fields
    }

    /// Symbols of the digits in the input.
    pub(crate) fn alphabet(&self) -> Option<Alphabet> {
        self.alphabet
    }

    /// Outcome of a puzzle that could not be processed.
    pub(crate) fn failed(&self, error: &dyn Display) -> PuzzleOutcome {
        PuzzleOutcome::Failed(format!("{}: {error}", self.place()))
    }

    /// Writes a row of CSV: that of the input, or the puzzle, and the results.
    pub(crate) fn write_csv(&self, out: &mut dyn Write, results: &[Cow<'_, str>]) -> std::io::Result<()> {
        match (self.csv, self.line) {
            (Some(layout), Some(line)) => csv::write_row(out, Some(layout), line, results),
            _ => csv::write_row(out, None, &self.record.puzzle.givens().to_string(), results),
        }
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
///
/// The first interrupted puzzle is the last one: its partial result is written, and none of those after it.
pub(crate) fn process_in_order<A>(
    mut input: InputStream<'_>,
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut Output,
    compute: impl Fn(&[PuzzleEntry]) -> Vec<A> + Sync,
    write: impl Fn(&PuzzleEntry, A, &mut dyn Write) -> Result<PuzzleOutcome> + Sync,
) -> Result<OutcomeCounts> {
    let options = BatchOptions { csv: options.csv.filter(|_| !global.json), ..options };
    if let Some(columns) = options.csv {
        let layout = input.csv_columns();
        csv::write_header(out, layout.as_deref(), columns)?;
    }
    let mut counts = OutcomeCounts::default();
    let mut errors = ErrorLog::default();
    if options.stream {
        while let Some(chunk) = input.next_chunk(1, Vec::new())? {
            process_chunk(&chunk, global, options, out, &compute, &write, |outcome| {
                counts.add(&outcome);
                outcome.into_error().iter().for_each(|error| errors.print(error));
            })?;
            if counts.interrupted > 0 {
                break;
            }
        }
        counts.ended_early = input.was_interrupted();
        return Ok(counts);
    }
    let progress = ProgressLine::for_input("puzzles", global, input.progress());
    let progress = progress.with_search(options.search.unwrap_or(&Progress::default()));
    let process = |chunk: &InputChunk, text: Vec<u8>| process_to_memory(chunk, text, global, options, &compute, &write);
    counts.ended_early = map_in_order(&mut input, options, process, |result: ChunkResult| {
        let ChunkResult { text, counts: of_chunk, errors: of_errors, bytes } = result;
        progress.add_from_input(of_chunk.total as u64, bytes);
        let is_interrupted = of_chunk.interrupted > 0;
        counts.merge(&of_chunk);
        progress.suspend(|| {
            for error in &of_errors {
                errors.print(error);
            }
            out.write_all(&text)
        })?;
        Ok((text, !is_interrupted))
    })?;
    counts.ended_early |= input.was_interrupted();
    drop(progress);
    Ok(counts)
}

/// Like [`process_in_order`], for commands that process each puzzle on its own.
pub(crate) fn process_each(
    input: InputStream<'_>,
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut Output,
    write: impl Fn(&PuzzleEntry, &mut dyn Write) -> Result<PuzzleOutcome> + Sync,
) -> Result<OutcomeCounts> {
    let compute = |entries: &[PuzzleEntry]| vec![(); entries.len()];
    process_in_order(input, global, options, out, compute, |entry, (), out| write(entry, out))
}

/// Processes a chunk; the result is appended to `text`, which is empty.
fn process_to_memory<A>(
    chunk: &InputChunk,
    mut text: Vec<u8>,
    global: &GlobalArgs,
    options: BatchOptions,
    compute: impl Fn(&[PuzzleEntry]) -> Vec<A>,
    write: impl Fn(&PuzzleEntry, A, &mut dyn Write) -> Result<PuzzleOutcome>,
) -> Result<ChunkResult> {
    let bytes = chunk.chunk.bytes();
    let lines = options.lines.and_then(|process| Some((process, chunk.chunk.classic_lines()?)));
    if let Some((process, lines)) = lines {
        let lines: Vec<PuzzleLine> = lines.into_iter().map(PuzzleLine).collect();
        if let Some(counts) = process(&lines, &mut text) {
            return Ok(ChunkResult { text, counts, errors: Vec::new(), bytes });
        }
        text.clear();
    }
    let mut counts = OutcomeCounts::default();
    let mut errors = Vec::new();
    process_chunk(chunk, global, options, &mut text, compute, write, |outcome| {
        counts.add(&outcome);
        errors.extend(outcome.into_error());
    })?;
    Ok(ChunkResult { text, counts, errors, bytes })
}

/// Processes the puzzles of a chunk in order, up to the first that is interrupted.
fn process_chunk<A>(
    chunk: &InputChunk,
    global: &GlobalArgs,
    options: BatchOptions,
    out: &mut dyn Write,
    compute: impl Fn(&[PuzzleEntry]) -> Vec<A>,
    write: impl Fn(&PuzzleEntry, A, &mut dyn Write) -> Result<PuzzleOutcome>,
    mut count: impl FnMut(PuzzleOutcome),
) -> Result<()> {
    let InputChunk { source, alphabet, .. } = *chunk;
    let csv = chunk.csv.as_deref();
    let items = chunk.items();
    let entries: Vec<PuzzleEntry> = items
        .iter()
        .filter_map(|item| {
            Some(PuzzleEntry { record: item.record.as_ref().ok()?, source, alphabet, line: item.line, csv })
        })
        .collect();
    let mut computed = entries.iter().zip(compute(&entries));
    for item in &items {
        let outcome = if let Err(error) = &item.record {
            PuzzleOutcome::Failed(source.describe_error(error))
        } else {
            let (entry, value) = computed.next().expect("compute returns one value per puzzle");
            write(entry, value, out)?
        };
        match (&outcome, options.placeholder, options.csv) {
            (PuzzleOutcome::Failed(message), ..) if global.json => {
                write_json(out, &json!({ "input": source.name, "error": message }))?;
            }
            (PuzzleOutcome::Failed(_), _, Some(columns)) => {
                csv::write_failed(out, csv, item.line.unwrap_or_default(), columns)?;
            }
            (PuzzleOutcome::Failed(_), Some(placeholder), None) => writeln!(out, "{placeholder}")?,
            _ => {}
        }
        let is_interrupted = outcome == PuzzleOutcome::Interrupted;
        count(outcome);
        if is_interrupted {
            break;
        }
    }
    Ok(())
}

/// Applies `process` to each chunk on all threads and `consume` to the results in input order. `consume` returns the memory of the
/// result, and whether to go on. The first error ends it. Returns whether `consume` ended it.
fn map_in_order<R: Send>(
    input: &mut InputStream<'_>,
    options: BatchOptions,
    process: impl Fn(&InputChunk, Vec<u8>) -> Result<R> + Sync,
    mut consume: impl FnMut(R) -> Result<(Vec<u8>, bool)> + Send,
) -> Result<bool> {
    let chunk_size = options.chunk_size.max(CHUNK);
    // A single puzzle takes less time than the start of a thread.
    if input.progress().is_single {
        while let Some(chunk) = input.next_chunk(chunk_size, Vec::new())? {
            if !consume(process(&chunk, Vec::new())?)?.1 {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    // The memory of chunks and results that are finished.
    let (buffers, texts) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let take =
        |pool: &Mutex<Vec<Vec<u8>>>| pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    let give = |pool: &Mutex<Vec<Vec<u8>>>, mut memory: Vec<u8>| {
        memory.clear();
        pool.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    };
    let next_chunk = || input.next_chunk(chunk_size, take(&buffers));
    let process = |_: usize, chunk: InputChunk| {
        let result = process(&chunk, take(&texts));
        give(&buffers, chunk.chunk.into_buffer());
        result
    };
    let consume = |result: R| {
        let (text, go_on) = consume(result)?;
        give(&texts, text);
        Ok(go_on)
    };
    Ok(!qedoku_batch::map_in_order(threads::count(), threads::consumer(), next_chunk, process, consume)?)
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
        counts.add(&outcome);
        if let Some(message) = outcome.into_error() {
            print_error(&message);
        }
        counts
    }

    pub(crate) fn add(&mut self, outcome: &PuzzleOutcome) {
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
        if let Some(exit) = limits.early_exit().filter(|_| self.interrupted > 0 || self.ended_early) {
            if exit != Exit::OutputClosed {
                let not_written = if file.is_some() { "; the output file was not written" } else { "" };
                print_error(&format!("{}{not_written}", self.describe_stop()));
            }
            return Ok(exit);
        }
        file.map_or(Ok(()), Output::finish)?;
        Ok(self.exit())
    }

    /// Exit code of a command that was interrupted before some puzzle was answered; else `None`. Prints where a list ended.
    pub(crate) fn early_exit(&self, limits: &Limits) -> Option<Exit> {
        let is_incomplete = self.interrupted > 0 || self.ended_early;
        // An external solver that was interrupted may have ended before our own handler sets the flag.
        let exit = is_incomplete.then(|| limits.early_exit().unwrap_or(Exit::Interrupted))?;
        if self.total > 1 && exit != Exit::OutputClosed {
            print_error(&self.describe_stop());
        }
        Some(exit)
    }

    fn describe_stop(&self) -> String {
        let (interrupted, total) = (group_digits(self.interrupted as u64), pluralize(self.total as u64, "puzzle"));
        if self.total > 1 || self.interrupted == 0 {
            let answered = pluralize((self.total - self.interrupted) as u64, "puzzle");
            return format!("stopped after {answered}; the rest of the input was not processed");
        }
        format!("stopped with {interrupted} of {total} unanswered")
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
