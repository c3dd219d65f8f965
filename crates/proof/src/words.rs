//! Text in words and line ends, with the memory of one word.

use std::io::BufRead;

use crate::{Reason, Refusal};

/// A text that is read word by word. Words are separated by single spaces, and every line has an end.
pub(crate) struct Words<R> {
    from: R,
    /// The line at hand, from 1.
    line: u64,
    word: Vec<u8>,
    /// Whether the line ended with that word.
    is_over: bool,
}

/// A longer word than any in a certificate.
const TOO_LONG: usize = 32;

impl<R: BufRead> Words<R> {
    pub(crate) fn new(from: R) -> Words<R> {
        Words { from, line: 1, word: Vec::with_capacity(TOO_LONG), is_over: false }
    }

    pub(crate) fn refuse<T>(&self, reason: Reason) -> Result<T, Refusal> {
        Err(Refusal { line: self.line, reason })
    }

    /// The next word of this line, which must be one.
    pub(crate) fn word(&mut self) -> Result<&[u8], Refusal> {
        self.word.clear();
        if self.is_over {
            return self.refuse(Reason::Expected("more on this line"));
        }
        loop {
            let bytes = match self.from.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return self.refuse(Reason::Unreadable(error)),
            };
            let end = bytes.iter().position(|byte| matches!(byte, b' ' | b'\n'));
            let length = end.unwrap_or(bytes.len());
            if bytes.is_empty() || self.word.len() + length > TOO_LONG {
                return self.refuse(Reason::Expected("a word and the end of its line"));
            }
            self.word.extend_from_slice(&bytes[..length]);
            if let Some(end) = end {
                self.is_over = bytes[end] == b'\n';
                self.from.consume(end + 1);
                return Ok(&self.word);
            }
            self.from.consume(length);
        }
    }

    /// A number with digits only, and perhaps a minus sign.
    pub(crate) fn number(&mut self) -> Result<i64, Refusal> {
        self.word()?;
        self.last_number()
    }

    /// The same word as a number.
    pub(crate) fn last_number(&self) -> Result<i64, Refusal> {
        number(&self.word).map_or_else(|| self.refuse(Reason::Expected("a number")), Ok)
    }

    /// Goes on to the next line; this one must be over.
    pub(crate) fn end_line(&mut self) -> Result<(), Refusal> {
        if !self.is_over {
            return self.refuse(Reason::Expected("the end of the line"));
        }
        self.is_over = false;
        self.line += 1;
        Ok(())
    }

    /// A line with these words and no others.
    pub(crate) fn expect_line(&mut self, words: &'static str) -> Result<(), Refusal> {
        self.expect(words)?;
        self.end_line()
    }

    /// These words.
    pub(crate) fn expect(&mut self, words: &'static str) -> Result<(), Refusal> {
        for word in words.split(' ') {
            if self.word()? != word.as_bytes() {
                return self.refuse(Reason::Expected(words));
            }
        }
        Ok(())
    }
}

/// A number as it is written, without a plus sign or needless zeros.
pub(crate) fn number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let is_plain = match digits {
        [b'0'] => digits == word,
        [b'1'..=b'9', rest @ ..] => rest.len() < 18 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let amount =
        digits.iter().fold(0, |amount: i64, digit| amount.wrapping_mul(10).wrapping_add(i64::from(digit & 15)));
    is_plain.then_some(if digits == word { amount } else { -amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn numbers_are_plain() {
        for (word, value) in [("0", 0), ("7", 7), ("-7", -7), ("999999999999999999", 999_999_999_999_999_999)] {
            assert_eq!(number(word.as_bytes()), Some(value));
        }
        for word in ["", "-", "-0", "+1", "01", "1a", "1.0", "9999999999999999999", "--1", "\u{661}"] {
            assert_eq!(number(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn words_are_the_same_in_pieces_of_any_size() {
        let text = "qedoku certificate 1\n-12 345\n";
        for size in 1..=text.len() {
            let mut words = Words::new(BufReader::with_capacity(size, text.as_bytes()));
            words.expect_line("qedoku certificate 1").unwrap();
            assert_eq!((words.number().unwrap(), words.number().unwrap()), (-12, 345));
            words.end_line().unwrap();
            assert_eq!(words.word().unwrap_err().line, 3);
        }
    }

    #[test]
    fn a_line_has_the_words_that_it_has() {
        let mut words = Words::new(&b"one two\nthree\n"[..]);
        words.word().unwrap();
        assert!(words.end_line().is_err(), "there is another word");
        words.word().unwrap();
        assert!(words.word().is_err(), "the next word is on the next line");
        words.end_line().unwrap();
        assert_eq!(words.word().unwrap(), b"three");
    }

    #[test]
    fn a_word_without_end_is_refused_before_it_takes_memory() {
        let mut words = Words::new(BufReader::new(std::io::repeat(b'1')));
        assert!(words.word().is_err());
        assert!(words.word.capacity() <= 2 * TOO_LONG);
    }
}
