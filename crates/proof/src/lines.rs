//! A text line by line, with the memory of one line.

use std::io::{BufRead, Read};

use crate::Reason;

/// A text that is read line by line.
pub(crate) struct Lines<R> {
    from: R,
    text: Vec<u8>,
    /// The number of the line at hand, from 1.
    pub(crate) number: u64,
}

/// No line of a certificate is longer.
const LONGEST: u64 = 16 << 20;

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(from: R) -> Lines<R> {
        Lines { from, text: Vec::new(), number: 0 }
    }

    /// The next line, which must have an end.
    pub(crate) fn next(&mut self) -> Result<&str, Reason> {
        self.text.clear();
        self.number += 1;
        let mut line = (&mut self.from).take(LONGEST);
        line.read_until(b'\n', &mut self.text).map_err(Reason::Unreadable)?;
        match self.text.pop() {
            Some(b'\n') => str::from_utf8(&self.text).map_err(|_| Reason::Expected("text")),
            _ => Err(Reason::Expected("a line and its end")),
        }
    }
}

/// A number as people write it.
pub(crate) fn number<T: std::str::FromStr>(word: &str) -> Result<T, Reason> {
    word.parse().map_err(|_| Reason::Expected("a number"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_are_the_same_in_pieces_of_any_size() {
        let text = "qedoku certificate 2\n65 : 64\n\n";
        for size in 1..=text.len() {
            let mut lines = Lines::new(BufReader::with_capacity(size, text.as_bytes()));
            assert_eq!(lines.next().unwrap(), "qedoku certificate 2");
            assert_eq!(lines.next().unwrap(), "65 : 64");
            assert_eq!(lines.next().unwrap(), "");
            assert!(lines.next().is_err());
            assert_eq!(lines.number, 4);
        }
    }

    #[test]
    fn what_is_no_line_of_text_is_refused() {
        for text in [&b""[..], b"cut of", b"\xff\n"] {
            assert!(matches!(Lines::new(text).next(), Err(Reason::Expected(_))));
        }
    }

    #[test]
    fn a_line_without_end_is_refused_before_it_takes_all_memory() {
        let mut lines = Lines::new(BufReader::new(std::io::repeat(b'1')));
        assert!(lines.next().is_err());
        assert!(lines.text.capacity() as u64 <= 2 * LONGEST);
    }
}
