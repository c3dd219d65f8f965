//! [`TableReader`]: a table as a sequence of chunks.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Cursor, Read};
use std::sync::Arc;

use qedoku::formats::npy::{self, NpyReader};
use qedoku::formats::{LineReader, PuzzleReadError, PuzzleRecord, PuzzleStream};

use crate::TableFormat;
#[cfg(feature = "columnar")]
use crate::columnar::{BatchRows, BatchSource};
use crate::csv::{self, RowEnd};
use crate::json_lines::JsonRow;
use crate::layout::{Layout, PUZZLE_NAMES, TableOptions, lossy};
use crate::row_cutter::{CutRows, RowCutter, RowSyntax};
use crate::rows::{self, Rows};

/// The size of a chunk: it ends when it has this many rows, or about this many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChunkLimit {
    /// The number of rows.
    pub rows: usize,
    /// The number of bytes.
    pub bytes: usize,
}

/// Reads a table.
pub struct TableReader {
    source: RowSource,
    layout: Arc<Layout>,
}

/// Rows that have not been parsed.
#[derive(Debug)]
pub struct RowChunk {
    pub(crate) layout: Arc<Layout>,
    pub(crate) content: ChunkContent,
}

#[derive(Debug)]
pub(crate) enum ChunkContent {
    Lines(CutRows),
    /// Puzzles of several lines, and the length of their text.
    Records(Vec<Result<PuzzleRecord, PuzzleReadError>>, usize),
    /// Rows of a record batch.
    #[cfg(feature = "columnar")]
    Batch(BatchRows),
}

enum RowSource {
    Lines(RowCutter),
    /// Puzzles of several lines each.
    Records(Box<RecordSource>),
    /// Record batches of Parquet or Arrow.
    #[cfg(feature = "columnar")]
    Batches(Box<BatchSource>),
}

/// Puzzles of several lines each, and those that were read ahead with the length of their text.
struct RecordSource {
    stream: PuzzleStream<Box<dyn Read + Send>>,
    pending: VecDeque<(Result<PuzzleRecord, PuzzleReadError>, usize)>,
}

/// The reason why a table cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The input cannot be read.
    Io(io::Error),
    /// There is no column of this name; the columns follow.
    NoColumn(String, Vec<String>),
    /// No column holds puzzles; the columns follow.
    NoPuzzles(Vec<String>),
    /// The text is UTF-16.
    Utf16,
    /// The format cannot represent the result.
    Format(String),
    /// The data of a Parquet or Arrow table is damaged or not supported: the place and the reason.
    Data(String),
    /// The format needs the feature `columnar`, which this build does not have.
    NotBuilt(TableFormat),
}

impl Default for ChunkLimit {
    /// Some thousand rows, whose text and results stay in the second-level cache.
    fn default() -> ChunkLimit {
        ChunkLimit { rows: 2048, bytes: 256 << 10 }
    }
}

/// Bytes from which the layout is detected.
const HEAD_BYTES: usize = 64 << 10;
/// Bytes that are read in search of the end of the first row, which may have a certificate.
const MAX_HEAD_BYTES: usize = 1 << 30;
/// Bytes that tell an array and a columnar format from text.
const START_BYTES: u64 = 8;

impl TableReader {
    /// Reads the first rows and detects the layout.
    pub fn open(mut reader: Box<dyn Read + Send>, options: &TableOptions) -> Result<TableReader, TableError> {
        let mut start = Vec::new();
        reader.by_ref().take(START_BYTES).read_to_end(&mut start)?;
        let is_array = start.starts_with(npy::MAGIC);
        if let Some(format) = TableFormat::columnar_from_start(&start) {
            return TableReader::open_columnar(format, Box::new(Cursor::new(start).chain(reader)), options);
        }
        let reader: Box<dyn Read + Send> = Box::new(Cursor::new(start).chain(reader));
        let reader = if is_array { Box::new(NpyReader::lenient(reader)) } else { reader };
        let mut cutter = RowCutter::new(reader);
        let mut head = cutter.peek(HEAD_BYTES)?.to_vec();
        while !cutter.at_end() && head.len() < MAX_HEAD_BYTES && !has_whole_row(&head) {
            head = cutter.peek(4 * head.len())?.to_vec();
        }
        let is_whole = cutter.at_end();
        if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
            return Err(TableError::Utf16);
        }
        let has_bom = head.starts_with(BOM);
        if has_bom {
            head.drain(..BOM.len());
            cutter.skip(BOM.len());
        }
        let (layout, syntax) = detect(&head, is_whole, is_array, options)?;
        let Some(syntax) = syntax else {
            let stream = PuzzleStream::new(cutter.into_reader(), &options.read)?;
            let source = RecordSource { stream, pending: VecDeque::new() };
            return Ok(TableReader { source: RowSource::Records(Box::new(source)), layout: Arc::new(layout) });
        };
        cutter.set_syntax(syntax);
        if layout.header.is_some() {
            cutter.next_rows(1, HEAD_BYTES)?;
        }
        let layout = Layout { has_bom, ..layout };
        Ok(TableReader { source: RowSource::Lines(cutter), layout: Arc::new(layout) })
    }

    /// Reads an Arrow file or stream. Parquet needs random access.
    #[cfg(feature = "columnar")]
    fn open_columnar(
        format: TableFormat,
        mut reader: Box<dyn Read + Send>,
        options: &TableOptions,
    ) -> Result<TableReader, TableError> {
        if format == TableFormat::Parquet {
            let message = "Parquet is read from a file that is not compressed, because its footer is at the end";
            return Err(TableError::Data(message.to_owned()));
        }
        let mut start = Vec::new();
        reader.by_ref().take(START_BYTES).read_to_end(&mut start)?;
        let is_file = !start.starts_with(crate::columnar::STREAM_START);
        let reader: Box<dyn Read + Send> = Box::new(Cursor::new(start).chain(reader));
        TableReader::of_batches(BatchSource::arrow(reader, is_file)?, options)
    }

    #[cfg(not(feature = "columnar"))]
    fn open_columnar(
        format: TableFormat,
        _: Box<dyn Read + Send>,
        _: &TableOptions,
    ) -> Result<TableReader, TableError> {
        Err(TableError::NotBuilt(format))
    }

    /// Reads a Parquet file. Adds the number of bytes that are read to a counter.
    #[cfg(feature = "columnar")]
    pub fn open_parquet(
        file: std::fs::File,
        bytes_read: Arc<std::sync::atomic::AtomicU64>,
        options: &TableOptions,
    ) -> Result<TableReader, TableError> {
        TableReader::of_batches(BatchSource::parquet(file, bytes_read)?, options)
    }

    /// Reads a Parquet file, which this build cannot.
    #[cfg(not(feature = "columnar"))]
    pub fn open_parquet(
        _: std::fs::File,
        _: Arc<std::sync::atomic::AtomicU64>,
        _: &TableOptions,
    ) -> Result<TableReader, TableError> {
        Err(TableError::NotBuilt(TableFormat::Parquet))
    }

    #[cfg(feature = "columnar")]
    fn of_batches(source: BatchSource, options: &TableOptions) -> Result<TableReader, TableError> {
        let layout = Layout::of_batches(&source, options)?;
        Ok(TableReader { source: RowSource::Batches(Box::new(source)), layout: Arc::new(layout) })
    }

    /// The columns.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The next rows; `None` at the end. The rows of a chunk depend on the table and the limits, not on how its bytes arrive.
    pub fn next_chunk(&mut self, limit: ChunkLimit) -> Result<Option<RowChunk>, TableError> {
        let content = match &mut self.source {
            RowSource::Lines(cutter) => cutter.next_rows(limit.rows, limit.bytes)?.map(ChunkContent::Lines),
            RowSource::Records(source) => source.next_records(limit)?,
            #[cfg(feature = "columnar")]
            RowSource::Batches(source) => source.next_rows(limit)?.map(ChunkContent::Batch),
        };
        Ok(content.map(|content| RowChunk { layout: Arc::clone(&self.layout), content }))
    }
}

impl RecordSource {
    fn next_records(&mut self, limit: ChunkLimit) -> io::Result<Option<ChunkContent>> {
        let (mut records, mut bytes) = (Vec::new(), 0);
        while records.len() < limit.rows.max(1) && bytes < limit.bytes.max(1) {
            if self.pending.is_empty()
                && let Some(chunk) = self.stream.next_chunk(1, Vec::new())?
            {
                let items = chunk.items();
                let length = chunk.bytes().div_ceil(items.len().max(1));
                self.pending.extend(items.into_iter().map(|item| (item.record, length)));
            }
            let Some((record, length)) = self.pending.pop_front() else { break };
            bytes += length;
            records.push(record);
        }
        Ok((!records.is_empty()).then_some(ChunkContent::Records(records, bytes)))
    }
}

/// Whether a text has the header and the first row of CSV, or the first object of JSON Lines, as a whole.
fn has_whole_row(head: &[u8]) -> bool {
    if head.trim_ascii_start().first() == Some(&b'{') {
        return memchr::memchr(b'\n', head).is_some();
    }
    let end = |start| match csv::row_end(head, start, b',', false) {
        RowEnd::At(end) => Some(end),
        RowEnd::Unknown => None,
    };
    // Without a line break it is no table, and no reason to read on.
    end(0).is_none_or(|header| end(header).is_some())
}

const BOM: &[u8] = "\u{feff}".as_bytes();

/// The layout of a text that begins like this, and what ends a row; `None` for puzzles of several lines.
fn detect(
    head: &[u8],
    is_whole: bool,
    is_array: bool,
    options: &TableOptions,
) -> Result<(Layout, Option<RowSyntax>), TableError> {
    let csv = || {
        let layout = Layout::of_csv(head, is_whole, options)?;
        let syntax = RowSyntax::Csv { separator: layout.separator };
        Ok((layout, Some(syntax)))
    };
    let text =
        lossy(if is_whole { head } else { &head[..memchr::memrchr(b'\n', head).map_or(head.len(), |end| end + 1)] });
    let list = |reader| (Layout::of_list(reader, &text), Some(RowSyntax::List));
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).take(144);
    match options.format {
        _ if is_array => {
            let reader = LineReader::of_column(lines(), &options.read);
            Ok((Layout::of_format(TableFormat::Npy, reader), Some(RowSyntax::Lines)))
        }
        Some(TableFormat::Csv | TableFormat::Tsv) => csv(),
        Some(TableFormat::JsonLines) => Ok((Layout::of_json(head, options)?, Some(RowSyntax::Lines))),
        Some(TableFormat::Npy) => Err(TableError::Format("this is not a NumPy array".to_owned())),
        Some(format @ (TableFormat::Parquet | TableFormat::Arrow)) if !format.is_available() => {
            Err(TableError::NotBuilt(format))
        }
        Some(TableFormat::Parquet) => {
            Err(TableError::Format("this is not a Parquet file: it does not begin with PAR1".to_owned()))
        }
        Some(TableFormat::Arrow) => Err(TableError::Format("this is neither an Arrow file nor a stream".to_owned())),
        None if is_json_lines(&text) => Ok((Layout::of_json(head, options)?, Some(RowSyntax::Lines))),
        Some(TableFormat::List) | None => match LineReader::detect(&text, &options.read) {
            Some(reader) if reader.csv().is_some() && options.format.is_none() => csv(),
            Some(reader) => Ok(list(reader)),
            None if options.format.is_none() && (options.column.is_some() || is_header(&text)) => csv(),
            None => {
                let reader = LineReader::of_column([], &options.read);
                // Blank lines and comments only: a list without puzzles.
                let syntax = (is_whole && lines().next().is_none()).then_some(RowSyntax::List);
                Ok((Layout::of_format(TableFormat::List, reader), syntax))
            }
        },
    }
}

/// Whether a text is the header of a table without rows.
fn is_header(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let names = lines.next().unwrap_or_default().split([',', ';', '\t']);
    let is_usual = |name: &str| PUZZLE_NAMES.contains(&name.trim().trim_matches('"').to_ascii_lowercase().as_str());
    lines.next().is_none() && names.clone().count() > 1 && names.into_iter().any(is_usual)
}

/// Whether a text begins with an object, a string or an array on a line of its own. Other documents are read as a whole.
fn is_json_lines(text: &str) -> bool {
    let Some(first) = text.lines().map(str::trim).find(|line| !line.is_empty()) else { return false };
    match JsonRow::parse(first) {
        Ok(JsonRow::Object(_)) => true,
        Ok(JsonRow::Value(value)) => crate::json_lines::puzzle_text(value).is_some(),
        Err(_) => false,
    }
}

impl RowChunk {
    /// Parses the rows. This part may run on another thread.
    pub fn rows(&self) -> Rows<'_> {
        rows::parse(self)
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        match &self.content {
            ChunkContent::Lines(cut) => cut.rows,
            ChunkContent::Records(records, _) => records.len(),
            #[cfg(feature = "columnar")]
            ChunkContent::Batch(rows) => rows.batch.num_rows(),
        }
    }

    /// The length of the text, to report progress.
    pub fn bytes(&self) -> usize {
        match &self.content {
            ChunkContent::Lines(cut) => cut.text.len(),
            ChunkContent::Records(_, bytes) => *bytes,
            #[cfg(feature = "columnar")]
            ChunkContent::Batch(rows) => rows.bytes(),
        }
    }

    /// The CRC-32 of the text; of the puzzles for Parquet and Arrow. The checksums of consecutive chunks can be [combined](crc32fast::Hasher::combine).
    pub fn checksum(&self) -> crc32fast::Hasher {
        let mut hasher = crc32fast::Hasher::new();
        match &self.content {
            ChunkContent::Lines(cut) => hasher.update(&cut.text),
            ChunkContent::Records(records, _) => {
                for record in records {
                    match record {
                        Ok(record) => hasher.update(record.puzzle.to_string().as_bytes()),
                        Err(error) => hasher.update(error.message.as_bytes()),
                    }
                    hasher.update(b"\n");
                }
            }
            #[cfg(feature = "columnar")]
            ChunkContent::Batch(rows) => {
                let puzzles = rows.puzzles(self.layout.puzzle);
                for row in 0..rows.batch.num_rows() {
                    hasher.update(puzzles.get(row).unwrap_or(b"null"));
                    hasher.update(b"\n");
                }
            }
        }
        hasher
    }
}

impl fmt::Debug for TableReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableReader").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(error) => error.fmt(f),
            TableError::NoColumn(name, columns) => write!(f, "no column \"{name}\" (columns: {})", columns.join(", ")),
            TableError::NoPuzzles(columns) => {
                write!(f, "no column holds puzzles (columns: {}); choose one with --column", columns.join(", "))
            }
            TableError::Utf16 => {
                f.write_str("the text is UTF-16: convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)")
            }
            TableError::Format(message) | TableError::Data(message) => f.write_str(message),
            TableError::NotBuilt(format) => {
                let name = if *format == TableFormat::Parquet { "Parquet" } else { "Arrow" };
                write!(
                    f,
                    "{name} needs the feature \"columnar\", which this qedoku was built without: install it with \
                     cargo install --path crates/cli --features columnar, or use the Debian or the Python package"
                )
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let TableError::Io(error) = self { Some(error) } else { None }
    }
}
