//! [`RowCutter`]: cuts a stream of bytes into chunks of whole rows.
//!
//! A row is a line that is not empty; in a CSV file it goes on as long as a quote is open, in a list it is not a comment. One thread at
//! a time cuts, so most chunks are scanned by vector instructions only: without quotes, empty lines and comments, the rows are
//! counted by their line breaks. The cuts depend on the bytes alone, not on how the reader delivers them.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::csv::{self, RowEnd};

/// The longest row. A longer one is no table.
pub(crate) const MAX_ROW_BYTES: usize = 256 << 20;

/// What ends a row, and which lines are no rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowSyntax {
    /// Quotes may enclose line breaks.
    Csv { separator: u8 },
    /// Lines; those that begin with `#` are comments.
    List,
    /// Lines.
    Lines,
}

/// Some whole rows.
#[derive(Debug, Default)]
pub(crate) struct CutRows {
    /// The rows with their line breaks, and the lines between them that are no rows.
    pub(crate) text: Vec<u8>,
    pub(crate) rows: usize,
    /// The range of each row with its line break; `None` if every line is a row.
    pub(crate) ranges: Option<Vec<(usize, usize)>>,
}

/// Cuts a stream of bytes into rows.
pub(crate) struct RowCutter {
    reader: Box<dyn Read + Send>,
    syntax: RowSyntax,
    buffer: Vec<u8>,
    /// The position of the first byte that has not been returned.
    start: usize,
    at_end: bool,
}

impl RowCutter {
    pub(crate) fn new(reader: Box<dyn Read + Send>) -> RowCutter {
        RowCutter { reader, syntax: RowSyntax::Lines, buffer: Vec::new(), start: 0, at_end: false }
    }

    /// From now on, rows are cut with this syntax.
    pub(crate) fn set_syntax(&mut self, syntax: RowSyntax) {
        self.syntax = syntax;
    }

    /// The bytes that have been read and not returned, at least this many unless the input is shorter.
    pub(crate) fn peek(&mut self, bytes: usize) -> io::Result<&[u8]> {
        self.fill(bytes)?;
        Ok(&self.buffer[self.start..])
    }

    /// Whether nothing follows the bytes that [`RowCutter::peek`] returns.
    pub(crate) fn at_end(&self) -> bool {
        self.at_end
    }

    /// Drops the next bytes, which have been read.
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// The rest of the input as bytes.
    pub(crate) fn into_reader(mut self) -> Box<dyn Read + Send> {
        self.buffer.drain(..self.start);
        Box::new(io::Cursor::new(self.buffer).chain(self.reader))
    }

    /// Up to this many rows of about this many bytes, but at least one. `None` at the end.
    pub(crate) fn next_rows(&mut self, rows: usize, bytes: usize) -> io::Result<Option<CutRows>> {
        let (rows, mut wanted) = (rows.max(1), bytes.max(1));
        loop {
            self.fill(wanted)?;
            let rest = &self.buffer[self.start..];
            if rest.is_empty() {
                return Ok(None);
            }
            // The same bytes are looked at whatever the reader has delivered beyond them.
            let is_whole = self.at_end && rest.len() <= wanted;
            let window = &rest[..rest.len().min(wanted)];
            if let Some((end, cut)) = cut(window, self.syntax, rows, is_whole) {
                let text = window[..end].to_vec();
                self.start += end;
                return Ok(Some(CutRows { text, ..cut }));
            }
            if wanted > MAX_ROW_BYTES {
                let message = format!("a row has more than {} MiB", MAX_ROW_BYTES >> 20);
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            wanted *= 2;
        }
    }

    fn fill(&mut self, bytes: usize) -> io::Result<()> {
        let available = self.buffer.len() - self.start;
        if self.at_end || available >= bytes {
            return Ok(());
        }
        self.buffer.copy_within(self.start.., 0);
        self.buffer.truncate(available);
        self.start = 0;
        while self.buffer.len() < bytes && !self.at_end {
            let missing = (bytes - self.buffer.len()) as u64;
            self.at_end = self.reader.by_ref().take(missing).read_to_end(&mut self.buffer)? == 0;
        }
        Ok(())
    }
}

/// The end of the rows, and the rows without their text. `None` if the text holds no whole row; but lines at its end that are no rows
/// are returned.
fn cut(text: &[u8], syntax: RowSyntax, max_rows: usize, is_whole: bool) -> Option<(usize, CutRows)> {
    if let Some((end, rows)) = cut_plain(text, syntax, is_whole).filter(|(_, rows)| *rows <= max_rows) {
        return (end > 0).then_some((end, CutRows { text: Vec::new(), rows, ranges: None }));
    }
    let mut ranges = Vec::new();
    let mut position = 0;
    while position < text.len() && ranges.len() < max_rows {
        let end = match syntax {
            RowSyntax::Csv { separator } => csv::row_end(text, position, separator, is_whole),
            RowSyntax::List | RowSyntax::Lines => line_end(text, position, is_whole),
        };
        let RowEnd::At(end) = end else { break };
        if is_row(&text[position..end], syntax) {
            ranges.push((position, end));
        }
        position = end;
    }
    (position > 0).then(|| (position, CutRows { text: Vec::new(), rows: ranges.len(), ranges: Some(ranges) }))
}

/// The end of the last row and the number of rows, if every line is a row.
fn cut_plain(text: &[u8], syntax: RowSyntax, is_whole: bool) -> Option<(usize, usize)> {
    let end = if is_whole { text.len() } else { memrchr(b'\n', text)? + 1 };
    let text = &text[..end];
    // A row that is not whole may have opened a quote before the end.
    let has_quotes = matches!(syntax, RowSyntax::Csv { .. }) && memchr(b'"', text).is_some();
    let is_special = |byte: u8| matches!(byte, b'\n' | b'\r') || byte == b'#' && syntax == RowSyntax::List;
    let begins_special = text.first().is_some_and(|first| is_special(*first));
    if has_quotes || begins_special || has_pair(text, is_special) {
        return None;
    }
    let last_row = usize::from(text.last().is_some_and(|last| *last != b'\n'));
    Some((end, memchr_iter(b'\n', text).count() + last_row))
}

/// Whether a line break is followed by such a byte. Without early exit, so that it is done with vector instructions.
fn has_pair(text: &[u8], is_special: impl Fn(u8) -> bool) -> bool {
    let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
    pairs.fold(false, |found, (first, second)| found | (*first == b'\n') & is_special(*second))
}

fn line_end(text: &[u8], start: usize, is_whole: bool) -> RowEnd {
    match memchr(b'\n', &text[start..]) {
        Some(offset) => RowEnd::At(start + offset + 1),
        None if is_whole => RowEnd::At(text.len()),
        None => RowEnd::Unknown,
    }
}

/// Whether a line is neither empty nor a comment.
fn is_row(line: &[u8], syntax: RowSyntax) -> bool {
    let content = trim_line_break(line);
    !content.is_empty()
        && !(syntax == RowSyntax::List && (content.starts_with(b"#") || content.trim_ascii().is_empty()))
}

/// A line without its line break.
pub(crate) fn trim_line_break(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

impl CutRows {
    /// The rows with their line breaks.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = &[u8]> + '_> {
        if let Some(ranges) = &self.ranges {
            return Box::new(ranges.iter().map(|(start, end)| &self.text[*start..*end]));
        }
        let mut rest = &self.text[..];
        Box::new(std::iter::from_fn(move || {
            let end = memchr(b'\n', rest).map_or(rest.len(), |position| position + 1);
            let (row, after) = rest.split_at(end);
            rest = after;
            (!row.is_empty()).then_some(row)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Delivers a few bytes at a time.
    struct Slowly(Vec<u8>, usize);

    impl Read for Slowly {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(3).min(self.0.len() - self.1);
            buffer[..length].copy_from_slice(&self.0[self.1..][..length]);
            self.1 += length;
            Ok(length)
        }
    }

    fn rows(text: &str, syntax: RowSyntax, max_rows: usize, bytes: usize) -> (Vec<String>, Vec<usize>) {
        let mut cutter = RowCutter::new(Box::new(Slowly(text.as_bytes().to_vec(), 0)));
        cutter.set_syntax(syntax);
        let (mut found, mut sizes, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(cut) = cutter.next_rows(max_rows, bytes).unwrap() {
            assert_eq!(cut.iter().count(), cut.rows);
            assert!(cut.rows <= max_rows);
            found.extend(cut.iter().map(|row| String::from_utf8(trim_line_break(row).to_vec()).unwrap()));
            sizes.push(cut.rows);
            whole.extend(cut.text);
        }
        assert_eq!(whole, text.as_bytes(), "no byte is lost");
        (found, sizes)
    }

    const CSV: RowSyntax = RowSyntax::Csv { separator: b',' };

    #[test]
    fn rows_do_not_depend_on_the_size_of_chunks() {
        let texts = ["a\nb\nc", "a\r\n\r\n\nb\n", "#c\na\n#d\nb", "1,\"x\ny\"\n2,\"z\"\n3,\"open\n4,5\n", "", "\n\n"];
        let expected: [(RowSyntax, &[&str]); 6] = [
            (RowSyntax::Lines, &["a", "b", "c"]),
            (RowSyntax::Lines, &["a", "b"]),
            (RowSyntax::List, &["a", "b"]),
            (CSV, &["1,\"x\ny\"", "2,\"z\"", "3,\"open", "4,5"]),
            (CSV, &[]),
            (RowSyntax::List, &[]),
        ];
        for (text, (syntax, expected)) in texts.iter().zip(expected) {
            for bytes in 1..30 {
                for max_rows in 1..5 {
                    assert_eq!(rows(text, syntax, max_rows, bytes).0, expected, "{text:?} {bytes} {max_rows}");
                }
            }
        }
    }

    #[test]
    fn chunks_have_as_many_rows_as_requested() {
        let text = "abc\n".repeat(100);
        assert_eq!(rows(&text, RowSyntax::Lines, 30, 1 << 16).1, [30, 30, 30, 10]);
        assert_eq!(rows(&text, RowSyntax::Lines, 30, 40).1, [10; 10]);
    }
}
