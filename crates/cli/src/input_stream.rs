//! [`InputStream`]: the puzzles of all inputs of a command, in chunks or one by one.
//!
//! Every command that reads lists of puzzles reads them here, so that none holds a whole list:
//!
//! ```text
//!   Source ──▶ decompress ──▶ PuzzleStream ──▶ InputChunk ──▶ puzzles
//!             (its own thread)  whole lines     read by a worker of `batch`
//! ```

use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Error, Result, bail};
use qedoku::formats::{
    Alphabet, ChunkItem, CsvLayout, Format, PuzzleChunk, PuzzleReadError, PuzzleRecord, PuzzleStream, ReadOptions,
};

use crate::input::Source;
use crate::limits::{self, InterruptedError};

/// The puzzles of all inputs.
pub(crate) struct InputStream<'s> {
    sources: std::slice::Iter<'s, Source>,
    options: ReadOptions,
    /// Whether notes about the detection are left out.
    quiet: bool,
    current: Option<SourceStream<'s>>,
    /// The input that was opened last.
    last: Option<&'s Source>,
    /// Chunks that were read ahead.
    peeked: VecDeque<InputChunk<'s>>,
    /// Puzzles of the last chunk, for the iterator.
    items: VecDeque<InputItem<'s>>,
    /// An error that occurred while reading ahead.
    error: Option<Error>,
    /// The columns of the first input, if all inputs must have the same.
    csv: Option<(&'s Source, Option<Arc<CsvLayout>>)>,
    format: Option<Format>,
    has_begun: bool,
    was_interrupted: bool,
    progress: InputProgress,
}

/// How much of the inputs has been read.
#[derive(Clone, Default)]
pub(crate) struct InputProgress {
    pub(crate) bytes_read: Arc<AtomicU64>,
    /// Size of all inputs; `None` if one is a pipe.
    pub(crate) total: Option<u64>,
    pub(crate) is_compressed: bool,
    /// Whether the input is known to be a single puzzle.
    pub(crate) is_single: bool,
}

/// An input that is being read.
struct SourceStream<'s> {
    source: &'s Source,
    stream: PuzzleStream<Box<dyn Read + Send + 's>>,
}

/// Some puzzles of an input that have not been parsed.
pub(crate) struct InputChunk<'s> {
    pub(crate) source: &'s Source,
    pub(crate) chunk: PuzzleChunk,
    /// Symbols of the digits.
    pub(crate) alphabet: Option<Alphabet>,
    /// The columns, if the input is CSV.
    pub(crate) csv: Option<Arc<CsvLayout>>,
}

/// A puzzle or its syntax error, with the source it was read from.
pub(crate) struct InputItem<'s> {
    pub(crate) source: &'s Source,
    pub(crate) record: Result<PuzzleRecord, PuzzleReadError>,
}

impl InputProgress {
    /// Progress by a counter of the bytes that have been read from inputs of this size.
    pub(crate) fn new(bytes_read: &Arc<AtomicU64>, total: Option<u64>, is_compressed: bool) -> InputProgress {
        InputProgress { bytes_read: Arc::clone(bytes_read), total, is_compressed, is_single: false }
    }

    /// Number of bytes that have been read.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }
}

impl<'s> InputStream<'s> {
    pub(crate) fn new(sources: &'s [Source], options: ReadOptions, quiet: bool) -> InputStream<'s> {
        let total = sources.iter().map(Source::size).sum();
        InputStream {
            sources: sources.iter(),
            options,
            quiet,
            current: None,
            last: None,
            peeked: VecDeque::new(),
            items: VecDeque::new(),
            error: None,
            csv: None,
            format: None,
            has_begun: false,
            was_interrupted: false,
            progress: InputProgress {
                bytes_read: Arc::default(),
                total,
                is_compressed: sources.iter().any(|source| source.is_compressed),
                is_single: false,
            },
        }
    }

    /// How much has been read; the value is shared with this stream.
    pub(crate) fn progress(&self) -> InputProgress {
        self.progress.clone()
    }

    /// The format of the first input.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Line)
    }

    /// Whether an interruption ended the stream before the inputs did.
    pub(crate) fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// The next chunk, of about `puzzles` puzzles of 9x9 (see [`PuzzleStream::next_chunk`]). `None` at the end, and after an
    /// interruption; but the first chunk is always returned, because a single puzzle shows a partial result.
    pub(crate) fn next_chunk(&mut self, puzzles: usize, mut buffer: Vec<u8>) -> Result<Option<InputChunk<'s>>> {
        if self.has_begun && limits::current_early_exit().is_some() {
            self.was_interrupted = self.has_more();
            return Ok(None);
        }
        self.has_begun = true;
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if let Some(chunk) = self.peeked.pop_front() {
            return Ok(Some(chunk));
        }
        loop {
            if let Some(SourceStream { source, stream }) = &mut self.current {
                match stream.next_chunk(puzzles, buffer).with_context(|| source.name.clone()) {
                    Ok(Some(chunk)) => {
                        self.format.get_or_insert(stream.detected().format);
                        let (alphabet, csv) = (stream.detected().alphabet, stream.csv().cloned());
                        return Ok(Some(InputChunk { source, chunk, alphabet, csv }));
                    }
                    Ok(None) => self.current = None,
                    Err(error) => return self.end_by_error(error),
                }
                buffer = Vec::new();
            }
            let Some(source) = self.sources.next() else { return Ok(None) };
            self.last = Some(source);
            if let Some(chunk) = problem_chunk(source, &self.options) {
                self.check_columns(source, None)?;
                return Ok(Some(chunk));
            }
            if let Err(error) = self.open(source) {
                return self.end_by_error(error);
            }
        }
    }

    /// Whether there is input that has not been returned. It may be consumed: call this function only after an interruption.
    fn has_more(&mut self) -> bool {
        let has_more_text = |current: &mut SourceStream| !matches!(current.stream.next_chunk(1, Vec::new()), Ok(None));
        self.error.is_some()
            || !self.peeked.is_empty()
            || !self.sources.as_slice().is_empty()
            || self.current.as_mut().is_some_and(has_more_text)
    }

    /// An error; but the end if a limit or Ctrl-C interrupted the wait for input.
    fn end_by_error(&mut self, error: Error) -> Result<Option<InputChunk<'s>>> {
        self.current = None;
        self.sources = [].iter();
        self.was_interrupted = InterruptedError::is_cause_of(&error);
        if self.was_interrupted { Ok(None) } else { Err(error) }
    }

    fn open(&mut self, source: &'s Source) -> Result<()> {
        let context = || source.name.clone();
        let reader = source.reader(&self.progress.bytes_read).with_context(context)?;
        let stream = PuzzleStream::new(reader, &self.options).with_context(context)?;
        self.check_columns(source, stream.csv())?;
        if !self.quiet && stream.has_givens() {
            source.print_detection_notes(stream.detected());
        }
        self.current = Some(SourceStream { source, stream });
        Ok(())
    }

    fn check_columns(&self, source: &Source, csv: Option<&Arc<CsvLayout>>) -> Result<()> {
        match &self.csv {
            Some((first, expected)) if expected.as_ref() != csv => {
                bail!("{source} has other columns than {first}: their results cannot be in one CSV file")
            }
            _ => Ok(()),
        }
    }

    /// The columns of the first input, if it is CSV. From now on, an input with other columns is an error.
    pub(crate) fn csv_columns(&mut self) -> Option<Arc<CsvLayout>> {
        self.peek();
        let first = self.peeked.front()?;
        let csv = first.csv.clone();
        self.csv = Some((first.source, csv.clone()));
        // Inputs that were opened to look ahead.
        let peeked = self.peeked.iter().map(|chunk| (chunk.source, chunk.csv.as_ref()));
        let opened = self.current.iter().map(|current| (current.source, current.stream.csv()));
        let checked = peeked.chain(opened).try_for_each(|(source, csv)| self.check_columns(source, csv));
        self.error = self.error.take().or(checked.err());
        csv
    }

    /// Reads the first chunk ahead.
    fn peek(&mut self) {
        if self.peeked.is_empty() {
            self.peek_another();
        }
    }

    /// Reads a small chunk ahead. Returns the number of its puzzles, `None` at the end.
    fn peek_another(&mut self) -> Option<usize> {
        let peeked = std::mem::take(&mut self.peeked);
        let chunk = self.next_chunk(2, Vec::new());
        self.peeked = peeked;
        self.has_begun = false;
        match chunk {
            Ok(None) => None,
            Ok(Some(chunk)) => {
                let count = chunk.items().len();
                self.peeked.push_back(chunk);
                Some(count)
            }
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// Puzzles per chunk of the iterator.
const ITERATOR_CHUNK: usize = 256;

impl<'s> Iterator for InputStream<'s> {
    type Item = InputItem<'s>;

    /// The next puzzle. An input that cannot be read is an item with an error, and the last one.
    fn next(&mut self) -> Option<InputItem<'s>> {
        while self.items.is_empty() {
            match self.next_chunk(ITERATOR_CHUNK, Vec::new()) {
                Ok(Some(chunk)) => {
                    let source = chunk.source;
                    self.items.extend(chunk.items().into_iter().map(|item| InputItem { source, record: item.record }));
                }
                Ok(None) => return None,
                Err(error) => {
                    let record = Err(PuzzleReadError::new(1, 0, format!("{:#}", error.root_cause())));
                    return self.last.map(|source| InputItem { source, record });
                }
            }
        }
        self.items.pop_front()
    }
}

impl InputChunk<'_> {
    /// Reads the puzzles.
    pub(crate) fn items(&self) -> Vec<ChunkItem<'_>> {
        self.chunk.items()
    }
}

/// Looks ahead at the first two puzzles. Returns the stream, and the number of its puzzles if it is less than 2, else 2 or more.
pub(crate) fn count_up_to_two(mut stream: InputStream<'_>) -> (InputStream<'_>, usize) {
    let mut count = 0;
    while count < 2
        && let Some(more) = stream.peek_another()
    {
        count += more;
    }
    stream.progress.is_single = count < 2;
    (stream, count)
}

/// The puzzle of a file that states one problem (F2CSP or CNF); `None` for every other file.
fn problem_chunk<'s>(source: &'s Source, options: &ReadOptions) -> Option<InputChunk<'s>> {
    let record = source.puzzle_as_problem(options)?;
    let record =
        record.map(|puzzle| PuzzleRecord { puzzle, line: 1, solution: None, rest: String::new(), placed: Vec::new() });
    Some(InputChunk { source, chunk: PuzzleChunk::from_records(vec![record]), alphabet: None, csv: None })
}
