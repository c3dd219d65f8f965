//! [`Window`]: the part of a stream of bytes that is in memory, and its whole lines.

use std::io::{self, Read};

/// The longest line of a file with one puzzle per line. The candidates of a 144x144 board have 2,985,984 symbols.
pub const MAX_LINE_BYTES: usize = 4 << 20;

/// The largest document that is held as a whole. Its values take up to twenty times as much memory.
pub const MAX_DOCUMENT_BYTES: usize = 64 << 20;

/// Bytes per call of the reader.
pub(super) const BLOCK: usize = 1 << 18;

/// The bytes that have been read but not used: those from `start` to `end`.
#[derive(Debug)]
pub(super) struct Window<R> {
    reader: R,
    /// All of it is initialised, so that no byte is written twice.
    pub(super) bytes: Vec<u8>,
    pub(super) start: usize,
    end: usize,
    /// The number of lines before `start`.
    pub(super) lines_before: usize,
    pub(super) at_end: bool,
}

/// Result of [`Window::take_lines`].
pub(super) enum Taken {
    Lines,
    /// A line above [`MAX_LINE_BYTES`], which was skipped.
    TooLong,
    /// The end.
    Nothing,
}

impl<R: Read> Window<R> {
    pub(super) fn new(reader: R) -> Window<R> {
        Window { reader, bytes: Vec::new(), start: 0, end: 0, lines_before: 0, at_end: false }
    }

    /// The bytes that have not been used.
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Reads until `rest` has this many bytes, or the end.
    pub(super) fn fill(&mut self, length: usize) -> io::Result<()> {
        if self.rest().len() >= length || self.at_end {
            return Ok(());
        }
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.bytes.len() < length.max(BLOCK) {
            self.bytes.resize(length.max(BLOCK), 0);
        }
        while self.end < length && !self.at_end {
            match self.reader.read(&mut self.bytes[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    self.at_end = read == 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads everything.
    pub(super) fn fill_document(&mut self) -> io::Result<()> {
        while !self.at_end {
            if self.rest().len() > MAX_DOCUMENT_BYTES {
                let size = MAX_DOCUMENT_BYTES >> 20;
                return Err(io::Error::other(format!("the document is longer than {size} MiB")));
            }
            self.fill(self.rest().len() + 4 * BLOCK)?;
        }
        Ok(())
    }

    /// The lines that are complete; everything at the end.
    pub(super) fn whole_lines(&self) -> &[u8] {
        let rest = self.rest();
        let end = rest.iter().rposition(|byte| *byte == b'\n').filter(|_| !self.at_end);
        end.map_or(rest, |end| &rest[..=end])
    }

    /// Moves whole lines of about this many bytes into the buffer.
    pub(super) fn take_lines(&mut self, bytes: usize, buffer: &mut Vec<u8>) -> io::Result<Taken> {
        self.fill(bytes)?;
        let mut searched = 0;
        let length = loop {
            let rest = self.rest();
            if rest.is_empty() {
                return Ok(Taken::Nothing);
            }
            if rest.len() <= bytes && self.at_end {
                break rest.len();
            }
            // The last line that ends within the size, else the first one.
            let last = rest[..bytes.min(rest.len())].iter().rposition(|byte| *byte == b'\n');
            let first = || rest[searched..].iter().position(|byte| *byte == b'\n').map(|end| searched + end);
            match last.or_else(first) {
                Some(end) if end >= MAX_LINE_BYTES => return self.skip_line().map(|()| Taken::TooLong),
                Some(end) => break end + 1,
                None if rest.len() > MAX_LINE_BYTES => return self.skip_line().map(|()| Taken::TooLong),
                None if self.at_end => break rest.len(),
                None => searched = rest.len(),
            }
            self.fill(searched + BLOCK)?;
        };
        buffer.extend_from_slice(&self.rest()[..length]);
        self.start += length;
        self.lines_before += line_breaks(buffer);
        Ok(Taken::Lines)
    }

    /// Reads past the next line break without keeping the line.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        self.lines_before += 1;
        loop {
            if let Some(end) = self.rest().iter().position(|byte| *byte == b'\n') {
                self.start += end + 1;
                return Ok(());
            }
            self.start = self.end;
            if self.at_end {
                return Ok(());
            }
            self.fill(BLOCK)?;
        }
    }
}

/// The number of line breaks. The sums of at most 255 bytes fit into a byte, so that the compiler adds 16 at a time.
fn line_breaks(text: &[u8]) -> usize {
    let sum = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    text.chunks(255).map(|part| usize::from(sum(part))).sum()
}
