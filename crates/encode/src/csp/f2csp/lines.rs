//! Lines out of an input, in the memory of a few of them.
//!
//! ```text
//!   buffer   ....V1-1 V1-2\nReject\n9\n1 1\n2 2\n....
//!                          start                 end      read and not yet given
//! ```
//!
//! A buffer of our own, not the caller's: the lines of a whole table can then be compared at once ([`Lines::skip`]),
//! wherever the caller's pieces end.

use std::io::{ErrorKind, Read};
use std::ops::Range;

use super::ReadError;

/// The longest line: a domain of more than a million values.
pub(super) const MAX_LINE: usize = 1 << 24;
const PIECE: usize = 1 << 18;
/// Some editors put it before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The input has no more.
    ended: bool,
    line: Range<usize>,
    number: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, buffer: vec![0; PIECE], start: 0, end: 0, ended: false, line: 0..0, number: 0 }
    }

    /// Goes to the next line that is neither blank nor a comment; false at the end.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<bool, ReadError> {
        if self.number == 0 {
            self.skip(BYTE_ORDER_MARK, 0)?;
        }
        while self.advance_one()? {
            if self.line().iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|first| *first != b'#') {
                return Ok(true);
            }
        }
        self.number += 1; // what is missing is missing there
        Ok(false)
    }

    /// The line, without its line feed.
    #[inline]
    pub(super) fn line(&self) -> &[u8] {
        &self.buffer[self.line.clone()]
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Skips these lines if they are what comes next.
    pub(super) fn skip(&mut self, text: &[u8], lines: u64) -> Result<bool, ReadError> {
        while self.end - self.start < text.len() && self.fill()? {}
        let same = self.buffer[self.start..self.end].starts_with(text);
        if same {
            self.start += text.len();
            self.number += lines;
        }
        Ok(same)
    }

    #[inline]
    fn advance_one(&mut self) -> Result<bool, ReadError> {
        let mut length = 0;
        loop {
            let rest = &self.buffer[self.start + length..self.end];
            if let Some(more) = rest.iter().position(|byte| *byte == b'\n') {
                self.give(length + more);
                self.start += 1;
                return Ok(true);
            }
            length += rest.len();
            if length > MAX_LINE {
                return Err(ReadError::LineTooLong { line: self.number + 1 });
            }
            if !self.fill()? {
                self.give(length);
                return Ok(length > 0);
            }
        }
    }

    fn give(&mut self, length: usize) {
        self.line = self.start..self.start + length;
        self.start = self.line.end;
        self.number += u64::from(length > 0 || self.start < self.end);
    }

    /// Reads some more; false if there is no more.
    fn fill(&mut self) -> Result<bool, ReadError> {
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
                Err(error) => return Err(ReadError::Input(error)),
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
    fn blank_lines_and_comments_are_counted_and_left_out() {
        let text = "one\n\n  # no\n two\t\r\n#\n\n\nthree";
        let expected = [(1, "one"), (4, " two\t\r"), (8, "three")].map(|(number, line)| (number, line.to_owned()));
        assert_eq!(lines(text.as_bytes()), expected);
        assert_eq!(lines(BufReader::with_capacity(1, text.as_bytes())), expected);
        assert_eq!(lines("".as_bytes()), []);
        assert_eq!(lines("\n\n".as_bytes()), []);
    }

    #[test]
    fn lines_longer_than_a_piece_are_given_whole_and_endless_ones_refused() {
        let long = "x".repeat(3 * PIECE);
        assert_eq!(lines(format!("a\n{long}\nb").as_bytes())[1], (2, long));
        let mut endless = Lines::new(std::io::repeat(b'x'));
        assert!(matches!(endless.advance(), Err(ReadError::LineTooLong { line: 1 })));
    }

    #[test]
    fn what_is_skipped_is_the_same_and_counted() {
        let mut lines = Lines::new("1 1\n2 2\n1 1\n2 3\n".as_bytes());
        assert!(lines.skip(b"1 1\n2 2\n", 2).unwrap());
        assert!(!lines.skip(b"1 1\n2 2\n", 2).unwrap());
        assert!(!lines.skip(b"1 1\n2 3\n\n", 3).unwrap());
        assert!(lines.advance().unwrap());
        assert_eq!((lines.number(), lines.line()), (3, &b"1 1"[..]));
    }
}
