//! Line reader with bounded memory: one buffer, reused for every line.

use std::io::{BufRead, Read};

use crate::VerifyErrorKind;

/// Reads the lines of a certificate one by one.
pub(crate) struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Number of the current line, counted from 1; 0 before the first.
    pub(crate) number: u64,
}

/// Longest accepted line. A hostile certificate without line feeds is refused at this size instead of filling the memory.
const MAX_LINE_BYTES: u64 = 16 << 20;

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(input: R) -> LineReader<R> {
        LineReader { input, buffer: Vec::new(), number: 0 }
    }

    /// The next line without its line feed. A last line without a line feed is an error: the certificate was cut off.
    pub(crate) fn next(&mut self) -> Result<&str, VerifyErrorKind> {
        self.buffer.clear();
        self.number += 1;
        let mut bounded = (&mut self.input).take(MAX_LINE_BYTES);
        bounded.read_until(b'\n', &mut self.buffer).map_err(VerifyErrorKind::Io)?;
        match self.buffer.pop() {
            Some(b'\n') => str::from_utf8(&self.buffer).map_err(|_| VerifyErrorKind::Expected("UTF-8 text")),
            _ => Err(VerifyErrorKind::Expected("a line that ends with a line feed")),
        }
    }
}

/// The words of a line or of a part of it, separated by one or more spaces.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// Parses a decimal number. Each number has one spelling: without a plus sign and without leading zeros, which `FromStr` accepts.
pub(crate) fn parse_number<T: std::str::FromStr>(word: &str) -> Result<T, VerifyErrorKind> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_canonical = !digits.starts_with('+') && (digits == "0" || !digits.starts_with('0'));
    word.parse().ok().filter(|_| is_canonical).ok_or(VerifyErrorKind::Expected("a number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_do_not_depend_on_the_buffer_size_of_the_input() {
        let text = "qedoku certificate 2\n65 : 64\n\n";
        for size in 1..=text.len() {
            let mut lines = LineReader::new(BufReader::with_capacity(size, text.as_bytes()));
            assert_eq!(lines.next().unwrap(), "qedoku certificate 2");
            assert_eq!(lines.next().unwrap(), "65 : 64");
            assert_eq!(lines.next().unwrap(), "");
            assert!(lines.next().is_err());
            assert_eq!(lines.number, 4);
        }
    }

    #[test]
    fn a_number_has_one_spelling() {
        for (word, number) in
            [("0", Some(0)), ("10", Some(10)), ("-7", Some(-7)), ("+5", None), ("05", None), ("-05", None)]
        {
            assert_eq!(parse_number::<i64>(word).ok(), number, "{word}");
        }
        for word in ["", "-", "00", "-+5", "5\t", "5\r", "\u{664}"] {
            assert!(parse_number::<i64>(word).is_err(), "{word:?}");
        }
        assert!(parse_number::<u64>("-5").is_err());
    }

    #[test]
    fn only_spaces_separate_words() {
        assert_eq!(words(" 1  2\t3 \r").collect::<Vec<_>>(), ["1", "2\t3", "\r"]);
    }

    #[test]
    fn refuses_empty_input_unterminated_lines_and_invalid_utf8() {
        for text in [&b""[..], b"cut of", b"\xff\n"] {
            assert!(matches!(LineReader::new(text).next(), Err(VerifyErrorKind::Expected(_))));
        }
    }

    #[test]
    fn refuses_an_endless_line_with_bounded_memory() {
        let mut lines = LineReader::new(BufReader::new(std::io::repeat(b'1')));
        assert!(lines.next().is_err());
        assert!(lines.buffer.capacity() as u64 <= 2 * MAX_LINE_BYTES);
    }
}
