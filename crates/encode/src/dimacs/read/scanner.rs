//! Scanner: a state machine over bytes that can suspend after any of them.
//!
//! ```text
//!             digit, -            blank, line end
//!   Between ----------> Number ---------------------> Between      0 completes a clause
//!      |  c                 line end
//!      +-------> Comment ---------------------------> Between
//!      |  p                 line end
//!      +-------> Header ----------------------------> Between
//!      |  %
//!      +-------> Trailer                                           only 0 and blanks may follow
//! ```
//!
//! A completed clause stays in the scanner until the next call, so that the reader can lend it out.

use super::text::LineText;
use super::{Deviation, DimacsError, DimacsHeader, UnexpectedInput};
use crate::Lit;

/// Maximum clause length. Bounds the memory for input that never ends a clause.
pub(super) const MAX_CLAUSE: usize = 1 << 24;

const NUMBER: &str = "a literal or 0";
const AFTER_TRAILER: &str = "nothing but 0 after '%'";

/// Reason why a scan stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    Clause,
    Comment,
    /// The chunk is used up.
    NeedsInput,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Between,
    Number,
    Comment,
    Header,
    Trailer,
}

/// The number being scanned.
#[derive(Debug, Default)]
struct Number {
    negative: bool,
    magnitude: u32,
    has_digits: bool,
}

#[derive(Debug, Default)]
pub(super) struct Scanner {
    state: State,
    /// Number of complete lines before the current one.
    completed_lines: u64,
    /// Offset of the current chunk in the input.
    consumed: u64,
    /// Offset of the current line in the input.
    line_start: u64,
    /// The current line contains more than blanks.
    has_content: bool,
    number: Number,
    clause: Vec<Lit>,
    /// `clause` was returned to the caller; the next scan clears it.
    is_emitted: bool,
    /// Number of clauses returned.
    clauses: u64,
    max_var: u32,
    /// Clauses end with their lines: line number of the first one.
    line_per_clause: Option<u64>,
    text: LineText,
    header: Option<DimacsHeader>,
    deviations: Vec<Deviation>,
}

impl Scanner {
    pub(super) fn clause(&self) -> &[Lit] {
        &self.clause
    }

    pub(super) fn text(&self) -> &LineText {
        &self.text
    }

    pub(super) fn text_mut(&mut self) -> &mut LineText {
        &mut self.text
    }

    pub(super) fn header(&self) -> Option<DimacsHeader> {
        self.header
    }

    pub(super) fn max_var(&self) -> u32 {
        self.max_var
    }

    pub(super) fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// The current line, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.completed_lines + 1
    }

    /// The column, counted from 1, of a byte of the chunk.
    fn column(&self, at: usize) -> u64 {
        self.consumed + at as u64 - self.line_start + 1
    }

    /// Scans up to the end of a clause, a comment or the chunk. Returns the number of bytes used.
    #[inline]
    pub(super) fn scan(&mut self, chunk: &[u8]) -> Result<(usize, Event), DimacsError> {
        self.discard_emitted();
        let (mut at, mut event) = (0, Event::NeedsInput);
        while at < chunk.len() && event == Event::NeedsInput {
            (at, event) = match self.state {
                State::Between => self.between(chunk, at)?,
                State::Number => self.number(chunk, at)?,
                State::Comment | State::Header => self.rest_of_line(chunk, at)?,
                State::Trailer => self.trailer(chunk, at)?,
            };
        }
        self.consumed += at as u64;
        Ok((at, event))
    }

    /// Handles the end of the input: completes an open clause or comment, and reports the end in a further call.
    pub(super) fn end_input(&mut self) -> Result<Event, DimacsError> {
        self.discard_emitted();
        let event = match self.state {
            State::Number if !self.number.has_digits => {
                return Err(self.unexpected(0, "a digit", UnexpectedInput::End));
            }
            State::Number => self.end_number()?,
            State::Comment | State::Header => self.end_text()?,
            State::Between | State::Trailer => Event::NeedsInput,
        };
        self.state = State::Between;
        if event != Event::NeedsInput {
            return Ok(event);
        }
        if self.clause.is_empty() {
            return self.check_counts().map(|()| Event::End);
        }
        if self.line_per_clause.is_none() {
            self.record(Deviation::MissingZero(self.line()));
        }
        Ok(self.emit_clause())
    }

    #[inline]
    fn discard_emitted(&mut self) {
        if self.is_emitted {
            self.clause.clear();
            self.is_emitted = false;
        }
    }

    #[inline]
    fn between(&mut self, chunk: &[u8], at: usize) -> Result<(usize, Event), DimacsError> {
        match chunk[at] {
            b' ' => {}
            b'\n' => return Ok((at + 1, self.end_line(at))),
            byte @ (b'0'..=b'9' | b'-') => return Ok((self.begin_number(byte, at), Event::NeedsInput)),
            b'\r' => self.record(Deviation::Crlf(self.line())),
            b'\t' => self.record(Deviation::Tabs(self.line())),
            b'c' if !self.has_content || self.clause.is_empty() => {
                return Ok((self.begin_comment(at), Event::NeedsInput));
            }
            b'p' if !self.has_content => return Ok(self.begin_header(at)),
            b'%' if !self.has_content && self.clause.is_empty() => {
                self.record(Deviation::SatlibTrailer(self.line()));
                self.state = State::Trailer;
            }
            byte => return Err(self.unexpected(at, NUMBER, UnexpectedInput::Byte(byte))),
        }
        Ok((at + 1, Event::NeedsInput))
    }

    /// Records that the current line has content.
    #[inline]
    fn begin_line(&mut self, at: usize) {
        if !self.has_content && self.column(at) > 1 {
            self.record(Deviation::Indented(self.line()));
        }
        self.has_content = true;
    }

    /// Handles the line feed at this offset.
    #[inline]
    fn end_line(&mut self, at: usize) -> Event {
        if !self.has_content {
            self.record(Deviation::BlankLine(self.line()));
        }
        // Decided once, at the first clause: without a header, a line end inside it means one clause per line.
        if !self.clause.is_empty() && self.header.is_none() && self.clauses == 0 {
            self.line_per_clause = Some(self.line());
            self.record(Deviation::LinePerClause(self.line()));
        }
        self.next_line(at);
        if self.line_per_clause.is_some() && !self.clause.is_empty() { self.emit_clause() } else { Event::NeedsInput }
    }

    #[inline]
    fn next_line(&mut self, at: usize) {
        self.completed_lines += 1;
        self.line_start = self.consumed + at as u64 + 1;
        self.has_content = false;
    }

    #[inline]
    fn begin_number(&mut self, byte: u8, at: usize) -> usize {
        self.begin_line(at);
        self.state = State::Number;
        self.number = Number { negative: byte == b'-', magnitude: 0, has_digits: false };
        at + usize::from(self.number.negative)
    }

    #[inline]
    fn number(&mut self, chunk: &[u8], start: usize) -> Result<(usize, Event), DimacsError> {
        let mut magnitude = u64::from(self.number.magnitude);
        for (at, byte) in (start..).zip(&chunk[start..]) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                self.number.magnitude = magnitude as u32;
                self.number.has_digits |= at > start;
                return self.after_number(*byte, at);
            }
            magnitude = magnitude * 10 + u64::from(digit);
            if magnitude > i32::MAX as u64 {
                return Err(DimacsError::LiteralTooLarge { line: self.line(), column: self.column(at) });
            }
        }
        self.number.magnitude = magnitude as u32;
        self.number.has_digits |= start < chunk.len();
        Ok((chunk.len(), Event::NeedsInput))
    }

    /// Handles the byte after a number. A blank is not consumed, because it may be a line end, which `between` handles.
    #[inline]
    fn after_number(&mut self, byte: u8, at: usize) -> Result<(usize, Event), DimacsError> {
        match byte {
            _ if !self.number.has_digits => Err(self.unexpected(at, "a digit", UnexpectedInput::Byte(byte))),
            b' ' | b'\n' | b'\r' | b'\t' => Ok((at, self.end_number()?)),
            _ => Err(self.unexpected(at, "a digit or a blank", UnexpectedInput::Byte(byte))),
        }
    }

    #[inline]
    fn end_number(&mut self) -> Result<Event, DimacsError> {
        self.state = State::Between;
        let magnitude = self.number.magnitude as i32;
        match Lit::from_dimacs(if self.number.negative { -magnitude } else { magnitude }) {
            Some(lit) => self.push(lit),
            None => self.zero(),
        }
    }

    #[inline]
    fn push(&mut self, lit: Lit) -> Result<Event, DimacsError> {
        if self.clause.len() == MAX_CLAUSE {
            return Err(DimacsError::ClauseTooLong { line: self.line() });
        }
        self.max_var = self.max_var.max(lit.var().get());
        self.clause.push(lit);
        Ok(Event::NeedsInput)
    }

    #[inline]
    fn zero(&mut self) -> Result<Event, DimacsError> {
        match self.line_per_clause {
            Some(first) => Err(DimacsError::UnexpectedTerminator { line: self.line(), first }),
            None => Ok(self.emit_clause()),
        }
    }

    #[inline]
    fn emit_clause(&mut self) -> Event {
        self.clauses += 1;
        self.is_emitted = true;
        Event::Clause
    }

    fn begin_comment(&mut self, at: usize) -> usize {
        if self.header.is_some() || self.clauses > 0 || !self.clause.is_empty() {
            self.record(Deviation::CommentAfterHeader(self.line()));
        }
        self.begin_line(at);
        self.state = State::Comment;
        self.text.begin(self.column(at));
        at
    }

    /// Begins a header. A header inside a clause ends it: the file is a concatenation, and the first part lacks its last 0.
    fn begin_header(&mut self, at: usize) -> (usize, Event) {
        if !self.clause.is_empty() {
            self.record(Deviation::MissingZero(self.completed_lines));
            return (at, self.emit_clause());
        }
        self.begin_line(at);
        self.state = State::Header;
        self.text.begin(self.column(at));
        (at, Event::NeedsInput)
    }

    /// Stores the text of a comment or header up to the end of the line or the chunk.
    fn rest_of_line(&mut self, chunk: &[u8], at: usize) -> Result<(usize, Event), DimacsError> {
        let end = chunk[at..].iter().position(|byte| *byte == b'\n').map(|length| at + length);
        let part = &chunk[at..end.unwrap_or(chunk.len())];
        match self.state {
            State::Header => self.text.add_header(part, self.completed_lines + 1)?,
            _ => self.text.add_comment(part, self.completed_lines + 1)?,
        }
        let Some(end) = end else { return Ok((chunk.len(), Event::NeedsInput)) };
        let event = self.end_text()?;
        self.next_line(end);
        Ok((end + 1, event))
    }

    fn end_text(&mut self) -> Result<Event, DimacsError> {
        if self.text.ends_in_cr() {
            self.record(Deviation::Crlf(self.line()));
        }
        match std::mem::take(&mut self.state) {
            State::Header => {
                let header = self.text.end_header(self.line())?;
                self.set_header(header);
                Ok(Event::NeedsInput)
            }
            _ => Ok(if self.text.end_comment() { Event::Comment } else { Event::NeedsInput }),
        }
    }

    fn set_header(&mut self, header: DimacsHeader) {
        match self.header {
            Some(_) => self.record(Deviation::RepeatedHeader(self.line(), header)),
            None if self.clauses > 0 => self.record(Deviation::LateHeader(self.line())),
            None => {}
        }
        self.header.get_or_insert(header);
    }

    fn trailer(&mut self, chunk: &[u8], at: usize) -> Result<(usize, Event), DimacsError> {
        match chunk[at] {
            b'\n' => self.next_line(at),
            b' ' | b'\t' | b'\r' | b'0' => {}
            byte => return Err(self.unexpected(at, AFTER_TRAILER, UnexpectedInput::Byte(byte))),
        }
        Ok((at + 1, Event::NeedsInput))
    }

    fn check_counts(&mut self) -> Result<(), DimacsError> {
        let (counted, highest) = (self.clauses, self.max_var);
        match self.header {
            None if counted == 0 => return Err(DimacsError::Empty),
            None => self.record(Deviation::MissingHeader),
            Some(DimacsHeader { variables, clauses }) => {
                if highest > variables {
                    self.record(Deviation::VariableCount { declared: variables, highest });
                }
                if counted != clauses {
                    self.record(Deviation::ClauseCount { declared: clauses, counted });
                }
            }
        }
        Ok(())
    }

    /// Records the first deviation of each kind.
    #[inline]
    fn record(&mut self, deviation: Deviation) {
        let kind = std::mem::discriminant(&deviation);
        if !self.deviations.iter().any(|one| std::mem::discriminant(one) == kind) {
            self.deviations.push(deviation);
        }
    }

    #[cold]
    fn unexpected(&self, at: usize, expected: &'static str, found: UnexpectedInput) -> DimacsError {
        let found = if found == UnexpectedInput::Byte(b'\n') { UnexpectedInput::LineEnd } else { found };
        DimacsError::Unexpected { line: self.line(), column: self.column(at), expected, found }
    }
}
