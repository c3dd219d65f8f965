//! The state of a scan, byte by byte: where in a line, a number, a clause it stands.
//!
//! ```text
//!             digit, -            blank, line end
//!   Between ----------> Number ---------------------> Between      a 0 gives a clause
//!      |  c                 line end
//!      +-------> Comment ---------------------------> Between
//!      |  p                 line end
//!      +-------> Header ----------------------------> Between
//!      |  %
//!      +-------> Tail                                              nothing but a 0 may follow
//! ```

use super::text::Text;
use super::{Found, Header, ReadError, Tolerated};
use crate::Lit;

/// The longest clause.
pub(super) const MAX_CLAUSE: usize = 1 << 24;

const NUMBER: &str = "a literal or 0";
const AFTER_TAIL: &str = "nothing but 0 after '%'";

/// What a step brought.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Clause,
    Comment,
    /// The piece of input is used up.
    More,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Between,
    Number,
    Comment,
    Header,
    Tail,
}

/// A number so far.
#[derive(Debug, Default)]
struct Number {
    negative: bool,
    size: u32,
    has_digits: bool,
}

#[derive(Debug, Default)]
pub(super) struct Scan {
    state: State,
    /// How many lines have ended.
    lines: u64,
    /// Bytes before the piece, and before the line.
    before: u64,
    line_start: u64,
    /// Something but blanks stands on the line.
    begun: bool,
    number: Number,
    clause: Vec<Lit>,
    /// The clause was given out and is to be forgotten.
    given: bool,
    clauses: u64,
    highest: u32,
    /// The line of the first clause, if clauses end with their lines.
    by_line: Option<u64>,
    text: Text,
    header: Option<Header>,
    tolerated: Vec<Tolerated>,
}

impl Scan {
    pub(super) fn clause(&self) -> &[Lit] {
        &self.clause
    }

    pub(super) fn text(&self) -> &Text {
        &self.text
    }

    pub(super) fn text_mut(&mut self) -> &mut Text {
        &mut self.text
    }

    pub(super) fn header(&self) -> Option<Header> {
        self.header
    }

    pub(super) fn highest(&self) -> u32 {
        self.highest
    }

    pub(super) fn tolerated(&self) -> &[Tolerated] {
        &self.tolerated
    }

    /// The line, from 1.
    pub(super) fn line(&self) -> u64 {
        self.lines + 1
    }

    /// The column, from 1, of a byte of the piece.
    fn column(&self, at: usize) -> u64 {
        self.before + at as u64 - self.line_start + 1
    }

    /// Scans a piece up to the end of a clause or comment; how many bytes that were.
    #[inline]
    pub(super) fn step(&mut self, piece: &[u8]) -> Result<(usize, Step), ReadError> {
        self.forget_given();
        let (mut at, mut step) = (0, Step::More);
        while at < piece.len() && step == Step::More {
            (at, step) = match self.state {
                State::Between => self.between(piece, at)?,
                State::Number => self.number(piece, at)?,
                State::Comment | State::Header => self.rest_of_line(piece, at)?,
                State::Tail => self.tail(piece, at)?,
            };
        }
        self.before += at as u64;
        Ok((at, step))
    }

    /// The input has ended: gives the last clause or comment if it was open, and then the end.
    pub(super) fn end(&mut self) -> Result<Step, ReadError> {
        self.forget_given();
        let step = match self.state {
            State::Number if !self.number.has_digits => return Err(self.unexpected(0, "a digit", Found::End)),
            State::Number => self.end_number()?,
            State::Comment | State::Header => self.end_text()?,
            State::Between | State::Tail => Step::More,
        };
        self.state = State::Between;
        if step != Step::More {
            return Ok(step);
        }
        if self.clause.is_empty() {
            return self.check_counts().map(|()| Step::End);
        }
        if self.by_line.is_none() {
            self.note(Tolerated::MissingZero(self.line()));
        }
        Ok(self.give_clause())
    }

    #[inline]
    fn forget_given(&mut self) {
        if self.given {
            self.clause.clear();
            self.given = false;
        }
    }

    #[inline]
    fn between(&mut self, piece: &[u8], at: usize) -> Result<(usize, Step), ReadError> {
        match piece[at] {
            b' ' => {}
            b'\n' => return Ok((at + 1, self.end_line(at))),
            byte @ (b'0'..=b'9' | b'-') => return Ok((self.begin_number(byte, at), Step::More)),
            b'\r' => self.note(Tolerated::Crlf(self.line())),
            b'\t' => self.note(Tolerated::Tabs(self.line())),
            b'c' if !self.begun || self.clause.is_empty() => return Ok((self.begin_comment(at), Step::More)),
            b'p' if !self.begun => return Ok(self.begin_header(at)),
            b'%' if !self.begun && self.clause.is_empty() => {
                self.note(Tolerated::Tail(self.line()));
                self.state = State::Tail;
            }
            byte => return Err(self.unexpected(at, NUMBER, Found::Byte(byte))),
        }
        Ok((at + 1, Step::More))
    }

    /// Something stands on the line.
    #[inline]
    fn begin_line(&mut self, at: usize) {
        if !self.begun && self.column(at) > 1 {
            self.note(Tolerated::Indented(self.line()));
        }
        self.begun = true;
    }

    /// A line has ended, at this line feed.
    #[inline]
    fn end_line(&mut self, at: usize) -> Step {
        if !self.begun {
            self.note(Tolerated::BlankLine(self.line()));
        }
        if !self.clause.is_empty() && self.header.is_none() && self.clauses == 0 {
            self.by_line = Some(self.line());
            self.note(Tolerated::LinePerClause(self.line()));
        }
        self.next_line(at);
        if self.by_line.is_some() && !self.clause.is_empty() { self.give_clause() } else { Step::More }
    }

    #[inline]
    fn next_line(&mut self, at: usize) {
        self.lines += 1;
        self.line_start = self.before + at as u64 + 1;
        self.begun = false;
    }

    #[inline]
    fn begin_number(&mut self, byte: u8, at: usize) -> usize {
        self.begin_line(at);
        self.state = State::Number;
        self.number = Number { negative: byte == b'-', size: 0, has_digits: false };
        at + usize::from(self.number.negative)
    }

    #[inline]
    fn number(&mut self, piece: &[u8], start: usize) -> Result<(usize, Step), ReadError> {
        let mut size = u64::from(self.number.size);
        for (at, byte) in (start..).zip(&piece[start..]) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                self.number.size = size as u32;
                self.number.has_digits |= at > start;
                return self.after_number(*byte, at);
            }
            size = size * 10 + u64::from(digit);
            if size > i32::MAX as u64 {
                return Err(ReadError::LiteralTooLarge { line: self.line(), column: self.column(at) });
            }
        }
        self.number.size = size as u32;
        self.number.has_digits |= start < piece.len();
        Ok((piece.len(), Step::More))
    }

    /// The blank after a number is looked at again in the next step: it may be a line end.
    #[inline]
    fn after_number(&mut self, byte: u8, at: usize) -> Result<(usize, Step), ReadError> {
        match byte {
            _ if !self.number.has_digits => Err(self.unexpected(at, "a digit", Found::Byte(byte))),
            b' ' | b'\n' | b'\r' | b'\t' => Ok((at, self.end_number()?)),
            _ => Err(self.unexpected(at, "a digit or a blank", Found::Byte(byte))),
        }
    }

    #[inline]
    fn end_number(&mut self) -> Result<Step, ReadError> {
        self.state = State::Between;
        let size = self.number.size as i32;
        match Lit::from_dimacs(if self.number.negative { -size } else { size }) {
            Some(lit) => self.push(lit),
            None => self.zero(),
        }
    }

    #[inline]
    fn push(&mut self, lit: Lit) -> Result<Step, ReadError> {
        if self.clause.len() == MAX_CLAUSE {
            return Err(ReadError::ClauseTooLong { line: self.line() });
        }
        self.highest = self.highest.max(lit.var().get());
        self.clause.push(lit);
        Ok(Step::More)
    }

    #[inline]
    fn zero(&mut self) -> Result<Step, ReadError> {
        match self.by_line {
            Some(first) => Err(ReadError::ZeroAmongLines { line: self.line(), first }),
            None => Ok(self.give_clause()),
        }
    }

    #[inline]
    fn give_clause(&mut self) -> Step {
        self.clauses += 1;
        self.given = true;
        Step::Clause
    }

    fn begin_comment(&mut self, at: usize) -> usize {
        if self.header.is_some() || self.clauses > 0 || !self.clause.is_empty() {
            self.note(Tolerated::CommentInside(self.line()));
        }
        self.begin_line(at);
        self.state = State::Comment;
        self.text.begin(self.column(at));
        at
    }

    /// A header within a clause ends it: files were put one after the other, and the first lacks its last 0.
    fn begin_header(&mut self, at: usize) -> (usize, Step) {
        if !self.clause.is_empty() {
            self.note(Tolerated::MissingZero(self.lines));
            return (at, self.give_clause());
        }
        self.begin_line(at);
        self.state = State::Header;
        self.text.begin(self.column(at));
        (at, Step::More)
    }

    /// The text of a comment or header, up to the line end if the piece has it.
    fn rest_of_line(&mut self, piece: &[u8], at: usize) -> Result<(usize, Step), ReadError> {
        let end = piece[at..].iter().position(|byte| *byte == b'\n').map(|length| at + length);
        let part = &piece[at..end.unwrap_or(piece.len())];
        match self.state {
            State::Header => self.text.add_header(part, self.lines + 1)?,
            _ => self.text.add_comment(part, self.lines + 1)?,
        }
        let Some(end) = end else { return Ok((piece.len(), Step::More)) };
        let step = self.end_text()?;
        self.next_line(end);
        Ok((end + 1, step))
    }

    fn end_text(&mut self) -> Result<Step, ReadError> {
        if self.text.ends_in_cr() {
            self.note(Tolerated::Crlf(self.line()));
        }
        match std::mem::take(&mut self.state) {
            State::Header => {
                let header = self.text.end_header(self.line())?;
                self.take_header(header);
                Ok(Step::More)
            }
            _ => Ok(if self.text.end_comment() { Step::Comment } else { Step::More }),
        }
    }

    fn take_header(&mut self, header: Header) {
        match self.header {
            Some(_) => self.note(Tolerated::AnotherHeader(self.line(), header)),
            None if self.clauses > 0 => self.note(Tolerated::LateHeader(self.line())),
            None => {}
        }
        self.header.get_or_insert(header);
    }

    fn tail(&mut self, piece: &[u8], at: usize) -> Result<(usize, Step), ReadError> {
        match piece[at] {
            b'\n' => self.next_line(at),
            b' ' | b'\t' | b'\r' | b'0' => {}
            byte => return Err(self.unexpected(at, AFTER_TAIL, Found::Byte(byte))),
        }
        Ok((at + 1, Step::More))
    }

    fn check_counts(&mut self) -> Result<(), ReadError> {
        let (counted, highest) = (self.clauses, self.highest);
        match self.header {
            None if counted == 0 => return Err(ReadError::Nothing),
            None => self.note(Tolerated::NoHeader),
            Some(Header { variables, clauses }) => {
                if highest > variables {
                    self.note(Tolerated::Variables { declared: variables, highest });
                }
                if counted != clauses {
                    self.note(Tolerated::Clauses { declared: clauses, counted });
                }
            }
        }
        Ok(())
    }

    /// Notes each kind once.
    #[inline]
    fn note(&mut self, what: Tolerated) {
        let kind = std::mem::discriminant(&what);
        if !self.tolerated.iter().any(|one| std::mem::discriminant(one) == kind) {
            self.tolerated.push(what);
        }
    }

    #[cold]
    fn unexpected(&self, at: usize, expected: &'static str, found: Found) -> ReadError {
        let found = if found == Found::Byte(b'\n') { Found::LineEnd } else { found };
        ReadError::Unexpected { line: self.line(), column: self.column(at), expected, found }
    }
}
