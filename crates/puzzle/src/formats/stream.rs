//! [`PuzzleStream`]: the puzzles of a text of any length, in chunks that can be read on several threads.
//!
//! ```text
//!   bytes ──▶ window ──▶ PuzzleChunk: whole lines ────────▶ puzzles     read by PuzzleChunk::items, on any thread
//!                  └───▶ PuzzleChunk: puzzles of several lines          read by PuzzleStream::next_chunk
//! ```
//!
//! The layout is detected from the first lines and applies to the whole text, as for [`read`](super::read), and the puzzles and
//! errors are the same. Memory does not depend on the length of the text: the window holds one chunk of a file with one puzzle
//! per line, and about [`LOOKAHEAD`] of any other.
//!
//! Puzzles of several lines have no mark at their end. The reader therefore runs on the window, and its result counts if it left
//! [`LOOKAHEAD`] bytes unread, which is more than any puzzle has; otherwise the window grows and the puzzle is read again. A text
//! that begins like an XML document, or like JSON that is not one value per line, is held as a whole.

mod window;

use std::io::{self, Read};
use std::sync::Arc;

use super::count_line::CountLine;
use super::detect::FileLayout;
use super::one_per_line::Columns;
use super::reader::ReaderState;
use super::text::{Cursor, Line};
use super::{DetectedFormat, PuzzleReadError, PuzzleRecord, ReadOptions};
use crate::Board;
use window::{BLOCK, Taken, Window};
pub use window::{MAX_DOCUMENT_BYTES, MAX_LINE_BYTES};

/// Bytes that must follow a puzzle of several lines before it counts as read. The longest one, a 144x144 board of numbers with
/// borders, has less than 200,000, and the reader looks at most two puzzles ahead.
const LOOKAHEAD: usize = 1 << 20;

/// Size of the window at which a result counts even if it left less: only a text that is not a puzzle grows it so far.
const MAX_WINDOW: usize = 16 << 20;

/// Lines from which the layout is detected, and one more, which may end the first puzzle.
const HEAD_LINES: usize = Board::MAX_SIDE + 1;

/// The largest head: as many lines with the candidates of a 36x36 board, the longest that are read as one puzzle.
const MAX_HEAD: usize = 8 << 20;

/// Reads the puzzles of a stream of bytes in chunks.
///
/// ```
/// use qedoku_puzzle::formats::{PuzzleStream, ReadOptions};
///
/// let text = "1.3.....4.....2.\n".repeat(1000);
/// let mut stream = PuzzleStream::new(text.as_bytes(), &ReadOptions::default())?;
/// let mut lines = Vec::new();
/// while let Some(chunk) = stream.next_chunk(100, Vec::new())? {
///     lines.extend(chunk.items().into_iter().map(|item| item.record.unwrap().line)); // this part may run on another thread
/// }
/// assert!(lines.into_iter().eq(1..=1000));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PuzzleStream<R> {
    input: Window<R>,
    kind: StreamKind,
    csv: Option<Arc<CsvLayout>>,
    /// Whether a puzzle of the first lines has a given.
    has_givens: bool,
    /// The number of puzzles, if the first line states it; `None` after its error.
    count: Option<CountLine>,
}

/// The columns of a CSV file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CsvLayout {
    /// The separator of the fields: a comma, a semicolon or a tab.
    pub separator: char,
    /// The first line, if it names the columns.
    pub header: Option<String>,
}

/// A part of a stream: one or more puzzles.
#[derive(Debug)]
pub struct PuzzleChunk {
    /// The lines; empty if the puzzles have been read.
    text: Vec<u8>,
    /// The length of the text of the puzzles.
    bytes: usize,
    /// The number of lines before these.
    lines_before: usize,
    content: ChunkContent,
}

/// A puzzle of a chunk, or the error at its position.
#[derive(Debug)]
pub struct ChunkItem<'c> {
    /// Its line, if the file has one puzzle per line.
    pub line: Option<&'c str>,
    /// The puzzle.
    pub record: Result<PuzzleRecord, PuzzleReadError>,
}

#[derive(Debug)]
enum ChunkContent {
    /// Lines to be read with a copy of this state.
    Lines(Arc<ReaderState>),
    Records(Vec<Result<PuzzleRecord, PuzzleReadError>>),
}

#[derive(Debug)]
enum StreamKind {
    /// One puzzle per line.
    Lines(Arc<ReaderState>, LineSize),
    /// Puzzles of several lines, with the text that has been decoded.
    Sequential(Box<SequentialReader>),
}

/// The usual size of the lines of a file.
#[derive(Clone, Copy, Debug)]
struct LineSize {
    bytes: usize,
    /// Whether the board is not above 9x9.
    is_small: bool,
}

/// The reader of puzzles of several lines, and the text that it has not finished.
#[derive(Debug)]
struct SequentialReader {
    state: ReaderState,
    text: String,
    offset: usize,
    lines_before: usize,
    /// The length of the text that has been read since the last chunk.
    bytes_used: usize,
    /// Whether nothing follows the text.
    at_end: bool,
    /// The first puzzle, read ahead so that the format is known.
    first: Option<Result<PuzzleRecord, PuzzleReadError>>,
}

impl<R: Read> PuzzleStream<R> {
    /// Reads the first lines and detects the layout.
    pub fn new(reader: R, options: &ReadOptions) -> io::Result<PuzzleStream<R>> {
        let mut input = Window::new(reader);
        input.fill(BLOCK)?;
        if input.rest().starts_with("\u{feff}".as_bytes()) {
            input.start = "\u{feff}".len();
        }
        if is_document(input.rest()) {
            input.fill_document()?;
        } else {
            while !input.at_end && input.rest().len() < MAX_HEAD && significant_lines(input.rest()) < HEAD_LINES {
                input.fill(input.rest().len() * 2)?;
            }
        }
        let head = String::from_utf8_lossy(input.whole_lines()).into_owned();
        let cursor = Cursor::new(&head);
        let state = ReaderState::detect(&cursor, options);
        if let FileLayout::OnePerLine(columns, header) = state.layout {
            return Ok(PuzzleStream::of_lines(input, state, columns, header, &head));
        }
        let mut reader = SequentialReader {
            state,
            text: String::new(),
            offset: 0,
            lines_before: 0,
            bytes_used: 0,
            at_end: false,
            first: None,
        };
        reader.first = reader.next(&mut input)?.or_else(|| reader.state.nothing_found(&cursor));
        let has_givens = reader.first.as_ref().is_some_and(has_givens);
        Ok(PuzzleStream { input, kind: StreamKind::Sequential(Box::new(reader)), csv: None, has_givens, count: None })
    }

    fn of_lines(
        input: Window<R>,
        mut state: ReaderState,
        columns: Columns,
        header: usize,
        head: &str,
    ) -> PuzzleStream<R> {
        let mut cursor = Cursor::new(head);
        let count_line = CountLine::find(&state.layout, head, state.clone().advance(&mut cursor.clone()).as_ref());
        let mut side = None;
        let mut records = std::iter::from_fn(|| state.advance(&mut cursor)).take(HEAD_LINES);
        let has_givens = records.any(|record| {
            side = side.or_else(|| Some(record.as_ref().ok()?.puzzle.board().side()));
            has_givens(&record)
        });
        let csv = csv_layout(columns, header, head).map(Arc::new);
        let lines = head.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).take(HEAD_LINES);
        let (count, bytes) = lines.fold((0, 0), |(count, bytes), line| (count + 1, bytes + line.len() + 1));
        let line = LineSize { bytes: bytes / count.max(1), is_small: side.is_none_or(|side| side <= 9) };
        PuzzleStream { input, kind: StreamKind::Lines(Arc::new(state), line), csv, has_givens, count: count_line }
    }

    /// The format of the first valid puzzle of the first lines. As long as there is none, the requested format.
    pub fn detected(&self) -> &DetectedFormat {
        match &self.kind {
            StreamKind::Lines(state, _) => &state.detected,
            StreamKind::Sequential(reader) => &reader.state.detected,
        }
    }

    /// Whether one of the puzzles in the first lines has a given; without one, nothing is known about symbols.
    pub fn has_givens(&self) -> bool {
        self.has_givens
    }

    /// The columns of a CSV file; `None` for every other format.
    pub fn csv(&self) -> Option<&Arc<CsvLayout>> {
        self.csv.as_ref()
    }

    /// The next chunk: about this many puzzles of 9x9, or as many larger ones as have the cells of 32 puzzles of 9x9, but at
    /// least one. `None` at the end. `buffer` is the [buffer](PuzzleChunk::into_buffer) of an earlier chunk, or an empty one.
    pub fn next_chunk(&mut self, puzzles: usize, mut buffer: Vec<u8>) -> io::Result<Option<PuzzleChunk>> {
        let puzzles = puzzles.max(1);
        let (state, line) = match &mut self.kind {
            StreamKind::Lines(state, line) => (state, *line),
            StreamKind::Sequential(reader) => {
                let (records, bytes) = reader.next_records(&mut self.input, puzzles)?;
                return Ok((!records.is_empty()).then(|| PuzzleChunk { bytes, ..PuzzleChunk::from_records(records) }));
            }
        };
        let bytes =
            if line.is_small { puzzles * line.bytes } else { CHUNK_CELLS.min(puzzles * 81) }.min(MAX_CHUNK_BYTES);
        let lines_before = self.input.lines_before;
        buffer.clear();
        match self.input.take_lines(bytes.max(1), &mut buffer)? {
            Taken::Nothing => {
                let error = self.count.take().and_then(CountLine::error);
                Ok(error.map(|error| PuzzleChunk::from_records(vec![Err(error)])))
            }
            Taken::Lines => {
                self.count.iter_mut().for_each(|count| count.add_lines(&buffer, lines_before + 1));
                let content = ChunkContent::Lines(Arc::clone(state));
                Ok(Some(PuzzleChunk { bytes: buffer.len(), text: buffer, lines_before, content }))
            }
            Taken::TooLong => {
                self.count.iter_mut().for_each(|count| count.add(1));
                Ok(Some(PuzzleChunk::from_records(vec![Err(line_too_long(lines_before + 1))])))
            }
        }
    }
}

/// The largest chunk of more than one line.
const MAX_CHUNK_BYTES: usize = 1 << 20;

/// Cells of larger boards in a chunk: as many as 32 puzzles of 9x9 have.
const CHUNK_CELLS: usize = 32 * 81;

impl PuzzleChunk {
    /// A chunk of puzzles that have been read.
    pub fn from_records(records: Vec<Result<PuzzleRecord, PuzzleReadError>>) -> PuzzleChunk {
        PuzzleChunk { text: Vec::new(), bytes: 0, lines_before: 0, content: ChunkContent::Records(records) }
    }

    /// The length of the text of the puzzles, to report progress.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Reads the puzzles.
    pub fn items(&self) -> Vec<ChunkItem<'_>> {
        match &self.content {
            ChunkContent::Records(records) => {
                records.iter().map(|record| ChunkItem { line: None, record: record.clone() }).collect()
            }
            ChunkContent::Lines(state) => self.read_lines(state),
        }
    }

    /// The puzzles as lines of 81 symbols, if the chunk has no others: the digits `1` to `9`, and blanks. Each is a classic
    /// puzzle, which [`PuzzleChunk::items`] reads as well; this takes a tenth of the time.
    pub fn classic_lines(&self) -> Option<Vec<&[u8; 81]>> {
        let ChunkContent::Lines(state) = &self.content else { return None };
        let FileLayout::OnePerLine(columns, header) = state.layout else { return None };
        if !columns.is_first() || header > self.lines_before {
            return None;
        }
        let mut context = state.context.clone();
        let mut lines = Vec::with_capacity(self.text.len() / 82 + 1);
        let mut rest = &self.text[..];
        while let Some(first) = rest.first() {
            if matches!(first, b'#' | b'\n') {
                let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len() - 1);
                rest = &rest[end + 1..];
                continue;
            }
            let (symbols, after) = rest.split_first_chunk::<81>()?;
            let line_break = after.iter().take_while(|byte| **byte == b'\r').count();
            if !matches!(after.get(line_break), None | Some(b'\n')) || !context.is_classic(symbols) {
                return None;
            }
            lines.push(symbols);
            rest = after.get(line_break + 1..).unwrap_or_default();
        }
        Some(lines)
    }

    /// The memory of the text, for another chunk.
    pub fn into_buffer(self) -> Vec<u8> {
        self.text
    }

    fn read_lines(&self, state: &ReaderState) -> Vec<ChunkItem<'_>> {
        let FileLayout::OnePerLine(columns, header) = state.layout else { return Vec::new() };
        let mut state = state.clone();
        let Ok(text) = std::str::from_utf8(&self.text) else {
            // Another encoding does no harm in a comment or a name; in a puzzle the reader reports the bad symbol.
            let text = String::from_utf8_lossy(&self.text);
            let mut cursor = Cursor::at(&text, 0, self.lines_before);
            let records = std::iter::from_fn(|| state.next_line(&mut cursor, columns, header));
            return records.map(|(_, record)| ChunkItem { line: None, record }).collect();
        };
        let mut cursor = Cursor::at(text, 0, self.lines_before);
        let records = std::iter::from_fn(|| state.next_line(&mut cursor, columns, header));
        records.map(|(line, record)| ChunkItem { line: Some(whole_line(text, line)), record }).collect()
    }
}

/// The line with the white space at its ends, which may be empty fields of CSV.
fn whole_line<'a>(text: &'a str, line: Line<'a>) -> &'a str {
    let rest = &text[line.offset..];
    rest.split_once('\n').map_or(rest, |(line, _)| line).trim_end_matches('\r')
}

impl SequentialReader {
    /// About as many puzzles as have the cells of this many 9x9 puzzles, and the length of their text. Empty at the end.
    fn next_records<R: Read>(
        &mut self,
        input: &mut Window<R>,
        puzzles: usize,
    ) -> io::Result<(Vec<Result<PuzzleRecord, PuzzleReadError>>, usize)> {
        let weight_of_9x9 = CHUNK_CELLS / puzzles.max(CHUNK_CELLS / 81);
        let mut records = Vec::new();
        let mut cells = 0;
        while cells < CHUNK_CELLS.min(puzzles * 81) {
            let record = match self.first.take() {
                Some(first) => Some(first),
                None => self.next(input)?,
            };
            let Some(record) = record else { break };
            cells += match record.as_ref().map(|record| record.puzzle.board()) {
                Ok(board) if board != Board::CLASSIC => board.cell_count(),
                _ => weight_of_9x9.max(1),
            };
            records.push(record);
        }
        Ok((records, std::mem::take(&mut self.bytes_used)))
    }

    /// Reads the next puzzle. `None` at the end.
    fn next<R: Read>(&mut self, input: &mut Window<R>) -> io::Result<Option<Result<PuzzleRecord, PuzzleReadError>>> {
        let mut wanted = LOOKAHEAD + LOOKAHEAD / 16;
        loop {
            self.fill(input, wanted)?;
            let rest = &self.text[self.offset..];
            if rest.len() > MAX_LINE_BYTES && !rest.as_bytes()[..MAX_LINE_BYTES].contains(&b'\n') {
                return self.skip_line(input).map(|error| Some(Err(error)));
            }
            let before = (!self.at_end).then(|| self.state.clone());
            let mut cursor = Cursor::at(&self.text, self.offset, self.lines_before);
            let record = self.state.advance(&mut cursor);
            let (offset, lines_before) = cursor.position();
            let available = self.text.len() - self.offset;
            let is_unfinished = self.text.len() - offset < LOOKAHEAD && available < MAX_WINDOW;
            if let Some(before) = before.filter(|_| is_unfinished) {
                self.state = before;
                wanted = 2 * available.max(LOOKAHEAD);
                continue;
            }
            // A text that is refused has no further puzzles, however long it is.
            let has_ended = self.at_end || offset == self.offset;
            self.bytes_used += offset - self.offset;
            (self.offset, self.lines_before) = (offset, lines_before);
            if record.is_some() || has_ended {
                return Ok(record);
            }
        }
    }

    /// Decodes text until this many bytes follow the offset, or the end.
    fn fill<R: Read>(&mut self, input: &mut Window<R>, length: usize) -> io::Result<()> {
        if self.at_end || self.text.len() - self.offset >= length {
            return Ok(());
        }
        self.text.drain(..self.offset);
        self.offset = 0;
        let length = length.max(2 * LOOKAHEAD);
        while self.text.len() < length && !self.at_end {
            input.fill(length - self.text.len())?;
            let lines = input.whole_lines();
            let used = lines.len();
            self.text.push_str(&String::from_utf8_lossy(lines));
            input.start += used;
            self.at_end = input.at_end && input.rest().is_empty();
        }
        Ok(())
    }

    /// Skips a line above [`MAX_LINE_BYTES`], and returns the error.
    fn skip_line<R: Read>(&mut self, input: &mut Window<R>) -> io::Result<PuzzleReadError> {
        self.lines_before += 1;
        if let Some(end) = self.text[self.offset..].find('\n') {
            self.offset += end + 1;
        } else {
            self.text.clear();
            self.offset = 0;
            input.skip_line()?;
            self.at_end = input.at_end && input.rest().is_empty();
        }
        Ok(line_too_long(self.lines_before))
    }
}

fn line_too_long(line: usize) -> PuzzleReadError {
    PuzzleReadError::new(line, 0, format!("expected a puzzle, found a line of more than {} MiB", MAX_LINE_BYTES >> 20))
}

pub(super) fn csv_layout(columns: Columns, header: usize, head: &str) -> Option<CsvLayout> {
    let header = header.checked_sub(1).and_then(|line| head.lines().nth(line)).map(str::to_owned);
    // A file with one column has no separator; a count above the puzzles is not the name of a column.
    let is_named = header.as_ref().is_some_and(|header| header.starts_with(|c: char| c.is_alphabetic()));
    let separator = columns.separator().or(is_named.then_some(','))?;
    Some(CsvLayout { separator, header })
}

fn has_givens(record: &Result<PuzzleRecord, PuzzleReadError>) -> bool {
    record.as_ref().is_ok_and(|record| record.puzzle.givens().filled_count() > 0)
}

/// Whether a text begins like a document that has to be held as a whole: XML, or JSON that is not one value per line. The heading
/// `[Puzzle]` of an .sdk file is not JSON.
fn is_document(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let (open, close) = match text {
        [b'<', ..] => return true,
        [b'{', ..] => (b'{', b'}'),
        [b'[', second, ..] if !second.is_ascii_alphabetic() => (b'[', b']'),
        _ => return false,
    };
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_whole_value = lines.next().is_some_and(|first| first.last() == Some(&close));
    !(is_whole_value && lines.next().is_none_or(|second| second[0] == open))
}

/// The number of complete lines that are neither empty nor comments.
fn significant_lines(text: &[u8]) -> usize {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")).count().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, read};

    /// A reader that returns at most this many bytes per call.
    struct SlowReader<'a>(&'a [u8], usize);

    impl Read for SlowReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let limit = buffer.len().min(self.1);
            self.0.read(&mut buffer[..limit])
        }
    }

    /// All puzzles and errors of a stream in chunks of this many puzzles.
    fn stream(text: &[u8], puzzles: usize) -> Vec<Result<PuzzleRecord, PuzzleReadError>> {
        let mut stream = PuzzleStream::new(SlowReader(text, 1000), &ReadOptions::default()).unwrap();
        let mut records = Vec::new();
        let mut buffer = Vec::new();
        while let Some(chunk) = stream.next_chunk(puzzles, buffer).unwrap() {
            if let Some(lines) = chunk.classic_lines() {
                let parsed = chunk.items().into_iter().map(|item| item.record.unwrap().puzzle);
                let from_lines = lines.iter().map(|line| std::str::from_utf8(*line).unwrap().parse().unwrap());
                assert!(parsed.eq(from_lines), "the lines of a chunk are its puzzles");
            }
            records.extend(chunk.items().into_iter().map(|item| item.record));
            buffer = chunk.into_buffer();
        }
        records
    }

    #[track_caller]
    fn assert_same(text: &str) {
        let expected: Vec<_> = read(text, &ReadOptions::default()).collect();
        for puzzles in [1, 40, 10_000] {
            assert_eq!(stream(text.as_bytes(), puzzles), expected, "{puzzles} puzzles per chunk");
        }
    }

    const CLASSIC: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";

    #[test]
    fn a_long_text_that_is_refused_has_one_error() {
        for start in ["qedoku certificate 2\n", "<html>\n"] {
            let text = start.to_owned() + &"1 2 3 4 5 6\n".repeat(4 * LOOKAHEAD / 12);
            let records = stream(text.as_bytes(), 32);
            assert!(records.len() == 1 && records[0].is_err(), "{start}: {records:?}");
        }
    }

    #[test]
    fn lists_are_read_as_if_in_one_piece() {
        let mut list = format!("\u{feff}# a list\r\n{CLASSIC}\r\n\n");
        for number in 0..3000 {
            match number % 100 {
                17 => list.push_str("# a comment\n"),
                40 => list.push_str("too short\n"),
                60 => list.extend([CLASSIC, " with a näme\n"]),
                80 => list.push_str(&CLASSIC.replace('6', "x")),
                _ => {}
            }
            list.extend([CLASSIC, "\n"]);
        }
        [&list, list.trim_end(), "", "# nothing\n\n"].into_iter().for_each(assert_same);
        for count in [2999, 3000] {
            assert_same(&format!("# a list\n{count}\n{}", format!("# name\n{CLASSIC}\n\n").repeat(3000)));
        }
        assert_same(&format!("quiz,id\n{}", format!("{CLASSIC},7\n").repeat(2000)));
    }

    #[test]
    fn puzzles_of_several_lines_are_read_as_if_in_one_piece() {
        let grid = "1.|3.\n..|..\n--+--\n..|..\n..|2.\n";
        assert_same(&format!("Grid 01\n{grid}\n").repeat(3000));
        assert_same(&format!("{grid}\nx y z\n\n").repeat(20_000));
        assert_same(&"4\n2\n1 1 1\n2 3 4\n\n".repeat(100_000));
    }

    #[test]
    fn documents_and_values_on_lines_are_read_as_if_in_one_piece() {
        let object = "{\"puzzle\": \"1.3.....4.....2.\"}";
        assert_same(&format!("{object}\n").repeat(20_000));
        assert_same(&format!("[{object}{}]\n", format!(",\n{object}").repeat(20_000)));
        assert_same(&format!("[\n{object}{}]", format!(",{object}").repeat(20_000)));
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_with_its_place() {
        let long = "5".repeat(MAX_LINE_BYTES + 1);
        let records = stream(format!("{CLASSIC}\n{CLASSIC}\n{long}\n{CLASSIC}\n").as_bytes(), 4096);
        let lines: Vec<usize> = records
            .iter()
            .map(|record| record.as_ref().map_or_else(|error| error.line, |record| record.line))
            .collect();
        assert_eq!(lines, [1, 2, 3, 4]);
        let message = "line 3: expected a puzzle, found a line of more than 4 MiB";
        assert_eq!(records[2].as_ref().unwrap_err().to_string(), message);
        let grid = "1.|3.\n..|..\n--+--\n..|..\n..|2.\n\n";
        let records = stream(format!("{grid}{long}{long}\n\n{grid}").as_bytes(), 4096);
        assert_eq!(records.len(), 3);
        assert_eq!((records[1].as_ref().unwrap_err().line, records[2].as_ref().unwrap().line), (7, 9));
    }

    #[test]
    fn an_endless_line_takes_bounded_memory() {
        let reader = io::repeat(b'1').take(100 << 20);
        let mut stream = PuzzleStream::new(reader, &ReadOptions::default()).unwrap();
        let chunk = stream.next_chunk(4096, Vec::new()).unwrap().unwrap();
        assert!(chunk.items()[0].record.is_err());
        assert!(stream.next_chunk(4096, Vec::new()).unwrap().is_none());
        assert!(stream.input.bytes.len() < MAX_WINDOW);
    }

    #[test]
    fn the_window_of_a_long_list_is_a_chunk() {
        let list = format!("{CLASSIC}\n").repeat(100_000);
        let mut stream = PuzzleStream::new(list.as_bytes(), &ReadOptions::default()).unwrap();
        while let Some(chunk) = stream.next_chunk(1024, Vec::new()).unwrap() {
            assert!(chunk.bytes() <= 1024 * 82);
        }
        assert!(stream.input.bytes.len() <= 2 * BLOCK);
    }

    #[test]
    fn csv_columns_are_known() {
        let csv = |text: &str| {
            let stream = PuzzleStream::new(text.as_bytes(), &ReadOptions::default()).unwrap();
            stream.csv().map(|csv| (csv.separator, csv.header.clone()))
        };
        assert_eq!(csv(&format!("id;quiz\n1;{CLASSIC}\n")), Some((';', Some("id;quiz".into()))));
        assert_eq!(csv(&format!("{CLASSIC},7\n")), Some((',', None)));
        assert_eq!(csv(&format!("puzzle\n{CLASSIC}\n")), Some((',', Some("puzzle".into()))));
        assert_eq!(csv(&format!("49158\n{CLASSIC}\n")), None);
        assert_eq!(csv(&format!("{CLASSIC} name\n")), None);
    }

    #[test]
    fn rows_keep_empty_fields_at_their_ends() {
        let text = format!("\"a b\"\t{CLASSIC}\t\t\r\n");
        let mut stream = PuzzleStream::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(stream.detected().format, Format::Csv);
        let chunk = stream.next_chunk(10, Vec::new()).unwrap().unwrap();
        assert_eq!(chunk.items()[0].line, Some(&text[..text.len() - 2]));
    }
}
