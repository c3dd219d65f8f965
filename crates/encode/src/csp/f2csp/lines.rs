//! Line reader with its own buffer.
//!
//! ```text
//!   buffer   ....V1-1 V1-2\nReject\n9\n1 1\n2 2\n....
//!                          start                 end      read from the input, not yet returned
//! ```
//!
//! The buffer belongs to this reader and not to the caller's `BufRead`, so that the lines of a whole table can be
//! compared at once ([`Lines::skip`]), wherever the input is split. Memory use is that of the longest line or table.

use std::io::{ErrorKind, Read};
use std::ops::Range;

use super::F2cspError;

/// Longest line: a domain of more than a million values.
pub(super) const MAX_LINE: usize = 1 << 24;
/// Initial size of the buffer.
const BUFFER_SIZE: usize = 1 << 18;
/// UTF-8 byte order mark, which some editors write before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reader of lines that counts them and skips blank lines and comments.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The input is exhausted.
    ended: bool,
    /// Current line in the buffer.
    line: Range<usize>,
    /// Number of the current line, from 1.
    number: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, buffer: vec![0; BUFFER_SIZE], start: 0, end: 0, ended: false, line: 0..0, number: 0 }
    }

    /// Moves to the next line that is neither blank nor a comment. Returns `false` at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<bool, F2cspError> {
        if self.number == 0 {
            self.skip(BYTE_ORDER_MARK, 0)?;
        }
        while self.advance_one()? {
            if self.line().iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|first| *first != b'#') {
                return Ok(true);
            }
        }
        self.number += 1; // errors about missing text name the line after the last
        Ok(false)
    }

    /// Current line, without its line feed.
    #[inline]
    pub(super) fn line(&self) -> &[u8] {
        &self.buffer[self.line.clone()]
    }

    /// Number of the current line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Skips `text`, which has this number of lines, if the input continues with it.
    pub(super) fn skip(&mut self, text: &[u8], lines: u64) -> Result<bool, F2cspError> {
        while self.end - self.start < text.len() && self.fill()? {}
        let matches = self.buffer[self.start..self.end].starts_with(text);
        if matches {
            self.start += text.len();
            self.number += lines;
        }
        Ok(matches)
    }

    #[inline]
    fn advance_one(&mut self) -> Result<bool, F2cspError> {
        let mut length = 0;
        loop {
            let rest = &self.buffer[self.start + length..self.end];
            if let Some(more) = rest.iter().position(|byte| *byte == b'\n') {
                self.set_line(length + more);
                self.start += 1;
                return Ok(true);
            }
            length += rest.len();
            if length > MAX_LINE {
                return Err(F2cspError::LineTooLong { line: self.number + 1 });
            }
            if !self.fill()? {
                self.set_line(length);
                return Ok(length > 0);
            }
        }
    }

    /// Makes the next bytes the current line. An empty rest at the end of the input is not a line.
    fn set_line(&mut self, length: usize) {
        self.line = self.start..self.start + length;
        self.start = self.line.end;
        self.number += u64::from(length > 0 || self.start < self.end);
    }

    /// Reads more input into the buffer. Returns `false` if the input is exhausted.
    fn fill(&mut self) -> Result<bool, F2cspError> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        while !self.ended {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(more) => {
                    self.end += more;
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(F2cspError::Io(error)),
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(input: impl Read) -> Vec<(u64, String)> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while lines.advance().unwrap() {
            all.push((lines.number(), String::from_utf8_lossy(lines.line()).into_owned()));
        }
        all
    }

    #[test]
    fn blank_lines_and_comments_are_counted_and_skipped() {
        let text = "one\n\n  # no\n two\t\r\n#\n\n\nthree";
        let expected = [(1, "one"), (4, " two\t\r"), (8, "three")].map(|(number, line)| (number, line.to_owned()));
        assert_eq!(lines(text.as_bytes()), expected);
        assert_eq!(lines(BufReader::with_capacity(1, text.as_bytes())), expected);
        assert_eq!(lines("".as_bytes()), []);
        assert_eq!(lines("\n\n".as_bytes()), []);
    }

    #[test]
    fn lines_longer_than_the_buffer_are_returned_whole_and_endless_ones_refused() {
        let long = "x".repeat(3 * BUFFER_SIZE);
        assert_eq!(lines(format!("a\n{long}\nb").as_bytes())[1], (2, long));
        let mut endless = Lines::new(std::io::repeat(b'x'));
        assert!(matches!(endless.advance(), Err(F2cspError::LineTooLong { line: 1 })));
    }

    #[test]
    fn skips_only_equal_text_and_counts_its_lines() {
        let mut lines = Lines::new("1 1\n2 2\n1 1\n2 3\n".as_bytes());
        assert!(lines.skip(b"1 1\n2 2\n", 2).unwrap());
        assert!(!lines.skip(b"1 1\n2 2\n", 2).unwrap());
        assert!(!lines.skip(b"1 1\n2 3\n\n", 3).unwrap());
        assert!(lines.advance().unwrap());
        assert_eq!((lines.number(), lines.line()), (3, &b"1 1"[..]));
    }
}
