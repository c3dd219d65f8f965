//! Text of a comment or header line, assembled from chunks of the input.

use super::{DimacsError, DimacsHeader};

/// Maximum total length of the metadata comments, and maximum length of a comment that is returned.
const MAX_COMMENTS: usize = 1 << 24;
/// Maximum length of a header line.
const MAX_HEADER: usize = 256;
/// Prefixes of metadata comments, all of length `PREFIX_LENGTH`.
const METADATA_PREFIXES: [&[u8]; 2] = [b"c qedoku", b"c puzzle"];
const PREFIX_LENGTH: usize = 8;

/// The current comment or header line, and the metadata comments so far.
#[derive(Debug, Default)]
pub(super) struct LineText {
    /// The line so far; only its prefix for a comment that is neither returned nor metadata.
    line: Vec<u8>,
    /// Column of the first byte of `line`.
    column: u64,
    /// A part of the line was not stored.
    is_truncated: bool,
    returns_comments: bool,
    metadata_lines: Vec<String>,
    metadata_length: usize,
}

impl LineText {
    /// Stores all comments from now on.
    pub(super) fn return_comments(&mut self) {
        self.returns_comments = true;
    }

    /// The most recent comment.
    pub(super) fn comment(&self) -> &[u8] {
        self.line.trim_ascii_end()
    }

    /// The metadata comments so far.
    pub(super) fn metadata_lines(&self) -> &[String] {
        &self.metadata_lines
    }

    /// Whether the line ends in CR LF; `false` if the end of the line was not stored.
    pub(super) fn ends_in_cr(&self) -> bool {
        !self.is_truncated && self.line.ends_with(b"\r")
    }

    pub(super) fn begin(&mut self, column: u64) {
        self.column = column;
        self.line.clear();
        self.is_truncated = false;
    }

    pub(super) fn add_header(&mut self, part: &[u8], line: u64) -> Result<(), DimacsError> {
        self.line.extend_from_slice(&part[..part.len().min(MAX_HEADER)]);
        if self.line.len() >= MAX_HEADER { Err(self.invalid_header(line)) } else { Ok(()) }
    }

    pub(super) fn end_header(&self, line: u64) -> Result<DimacsHeader, DimacsError> {
        parse_header(&self.line).ok_or_else(|| self.invalid_header(line))
    }

    fn invalid_header(&self, line: u64) -> DimacsError {
        let text = String::from_utf8_lossy(self.line.trim_ascii_end());
        DimacsError::InvalidHeader { line, column: self.column, found: text.chars().take(40).collect() }
    }

    pub(super) fn add_comment(&mut self, part: &[u8], line: u64) -> Result<(), DimacsError> {
        if self.returns_comments {
            self.line.extend_from_slice(part);
            return if self.line.len() > MAX_COMMENTS { Err(DimacsError::CommentTooLong { line }) } else { Ok(()) };
        }
        // The prefix decides whether the rest of the line is stored; it may arrive in several chunks.
        let prefix = PREFIX_LENGTH.saturating_sub(self.line.len()).min(part.len());
        let (prefix, rest) = part.split_at(prefix);
        self.line.extend_from_slice(prefix);
        if self.is_metadata() && self.has_space_for(rest.len()) {
            self.line.extend_from_slice(rest);
        } else {
            self.is_truncated |= !rest.is_empty();
        }
        Ok(())
    }

    fn is_metadata(&self) -> bool {
        !self.is_truncated && METADATA_PREFIXES.iter().any(|prefix| self.line.starts_with(prefix))
    }

    fn has_space_for(&self, more: usize) -> bool {
        self.metadata_length + self.line.len() + more <= MAX_COMMENTS
    }

    /// Ends the comment. Returns whether it is to be returned to the caller.
    pub(super) fn end_comment(&mut self) -> bool {
        if self.is_metadata() && self.has_space_for(0) {
            self.metadata_length += self.line.len();
            self.metadata_lines.push(String::from_utf8_lossy(self.line.trim_ascii_end()).into_owned());
        }
        self.returns_comments
    }
}

/// Parses `p cnf VARIABLES CLAUSES`.
fn parse_header(text: &[u8]) -> Option<DimacsHeader> {
    let words: Vec<&str> = std::str::from_utf8(text).ok()?.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else { return None };
    let variables = variables.parse().ok().filter(|variables: &u32| i32::try_from(*variables).is_ok())?;
    Some(DimacsHeader { variables, clauses: clauses.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_p_cnf_and_two_counts() {
        assert_eq!(parse_header(b"p cnf 729 8829"), Some(DimacsHeader { variables: 729, clauses: 8829 }));
        assert_eq!(parse_header(b"p  cnf\t0   0 \r"), Some(DimacsHeader { variables: 0, clauses: 0 }));
        for wrong in
            ["p wcnf 1 1 1", "p cnf 1", "p cnf 1 2 3", "p cnf -1 2", "p cnf 2147483648 1", "pcnf 1 1", "p cnf a b"]
        {
            assert_eq!(parse_header(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn metadata_comments_are_kept_whole_or_not_at_all() {
        let mut text = LineText::default();
        let long = vec![b'.'; MAX_COMMENTS];
        for (part, kept) in [(&b"c qedoku 1"[..], 1), (b"c other", 1), (&long, 1), (b"c puzzle 12", 2)] {
            text.begin(1);
            text.add_comment(if part == long { b"c puzzle " } else { part }, 1).unwrap();
            text.add_comment(if part == long { part } else { b"" }, 1).unwrap();
            text.end_comment();
            assert_eq!(text.metadata_lines().len(), kept);
        }
    }
}
