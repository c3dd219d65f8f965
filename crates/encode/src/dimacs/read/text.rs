//! The text of a comment or a header line, gathered from pieces.

use super::{Header, ReadError};

/// How much of comments is kept.
const MAX_COMMENTS: usize = 1 << 24;
/// How long a header line may be.
const MAX_HEADER: usize = 256;
/// How the comments begin that are always kept.
const KEPT: [&[u8]; 2] = [b"c qedoku", b"c puzzle"];
const KEPT_LENGTH: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Text {
    /// The line so far; of a comment that nobody wants only the beginning.
    line: Vec<u8>,
    /// The column that it begins in.
    column: u64,
    /// Some of the line was left out.
    cut: bool,
    give_comments: bool,
    description: Vec<String>,
    description_length: usize,
}

impl Text {
    /// Gather all comments.
    pub(super) fn give_comments(&mut self) {
        self.give_comments = true;
    }

    /// The last comment.
    pub(super) fn comment(&self) -> &[u8] {
        self.line.trim_ascii_end()
    }

    /// The comments that are always kept.
    pub(super) fn description(&self) -> &[String] {
        &self.description
    }

    /// Whether the line is one of CR LF. Not told of comments that are not gathered.
    pub(super) fn ends_in_cr(&self) -> bool {
        !self.cut && self.line.ends_with(b"\r")
    }

    pub(super) fn begin(&mut self, column: u64) {
        self.column = column;
        self.line.clear();
        self.cut = false;
    }

    pub(super) fn add_header(&mut self, part: &[u8], line: u64) -> Result<(), ReadError> {
        self.line.extend_from_slice(&part[..part.len().min(MAX_HEADER)]);
        if self.line.len() >= MAX_HEADER { Err(self.bad_header(line)) } else { Ok(()) }
    }

    pub(super) fn end_header(&self, line: u64) -> Result<Header, ReadError> {
        header(&self.line).ok_or_else(|| self.bad_header(line))
    }

    fn bad_header(&self, line: u64) -> ReadError {
        let text = String::from_utf8_lossy(self.line.trim_ascii_end());
        ReadError::Header { line, column: self.column, found: text.chars().take(40).collect() }
    }

    pub(super) fn add_comment(&mut self, part: &[u8], line: u64) -> Result<(), ReadError> {
        if self.give_comments {
            self.line.extend_from_slice(part);
            return if self.line.len() > MAX_COMMENTS { Err(ReadError::CommentTooLong { line }) } else { Ok(()) };
        }
        let beginning = KEPT_LENGTH.saturating_sub(self.line.len()).min(part.len());
        let (beginning, rest) = part.split_at(beginning);
        self.line.extend_from_slice(beginning);
        if self.is_kept() && self.has_room_for(rest.len()) {
            self.line.extend_from_slice(rest);
        } else {
            self.cut |= !rest.is_empty();
        }
        Ok(())
    }

    fn is_kept(&self) -> bool {
        !self.cut && KEPT.iter().any(|start| self.line.starts_with(start))
    }

    fn has_room_for(&self, more: usize) -> bool {
        self.description_length + self.line.len() + more <= MAX_COMMENTS
    }

    /// The line has ended; whether it is to be given out.
    pub(super) fn end_comment(&mut self) -> bool {
        if self.is_kept() && self.has_room_for(0) {
            self.description_length += self.line.len();
            self.description.push(String::from_utf8_lossy(self.line.trim_ascii_end()).into_owned());
        }
        self.give_comments
    }
}

/// `p cnf VARIABLES CLAUSES`.
fn header(text: &[u8]) -> Option<Header> {
    let words: Vec<&str> = std::str::from_utf8(text).ok()?.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else { return None };
    let variables = variables.parse().ok().filter(|variables: &u32| i32::try_from(*variables).is_ok())?;
    Some(Header { variables, clauses: clauses.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_two_words_and_two_counts() {
        assert_eq!(header(b"p cnf 729 8829"), Some(Header { variables: 729, clauses: 8829 }));
        assert_eq!(header(b"p  cnf\t0   0 \r"), Some(Header { variables: 0, clauses: 0 }));
        for wrong in
            ["p wcnf 1 1 1", "p cnf 1", "p cnf 1 2 3", "p cnf -1 2", "p cnf 2147483648 1", "pcnf 1 1", "p cnf a b"]
        {
            assert_eq!(header(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn comments_are_kept_up_to_the_cap_and_only_whole() {
        let mut text = Text::default();
        let long = vec![b'.'; MAX_COMMENTS];
        for (part, kept) in [(&b"c qedoku 1"[..], 1), (b"c other", 1), (&long, 1), (b"c puzzle 12", 2)] {
            text.begin(1);
            text.add_comment(if part == long { b"c puzzle " } else { part }, 1).unwrap();
            text.add_comment(if part == long { part } else { b"" }, 1).unwrap();
            text.end_comment();
            assert_eq!(text.description().len(), kept);
        }
    }
}
