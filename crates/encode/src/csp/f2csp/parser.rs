//! Parser of F2CSP: one pass over the grammar, which calls a visitor for each part.
//!
//! ```text
//!   file         title? "Domains" count domain* "Variables" count variable* "Constraints" count constraint* goal
//!   domain       name value*
//!   variable     name domain-name
//!   constraint   name | variable-name+ | "Accept" or "Reject" | count | tuple*       (| is a line end)
//!   goal         "Goal" | "Satisfy"
//! ```
//!
//! Most constraints of a file repeat the tuples of the previous one, byte for byte. The parser keeps the text of the
//! last table and skips an equal one at the speed of comparing memory.

use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::error::{LineError, UnexpectedText};
use super::lines::Lines;
use super::{F2cspError, KEYWORDS};
use crate::csp::TablePolarity;

/// Visitor of the parts of a file, in their order.
pub(super) trait F2cspVisitor {
    fn title(&mut self, title: &str);
    fn domain(&mut self, name: &str, values: SplitAsciiWhitespace) -> Result<(), LineError>;
    fn variable(&mut self, name: &str, domain: &str) -> Result<(), LineError>;
    /// Begins a constraint.
    fn constraint(&mut self, name: &str) -> Result<(), LineError>;
    /// Scope of the constraint. Returns its arity.
    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, LineError>;
    /// A tuple of the constraint, with the number of its line. Returns its number of values.
    fn tuple(&mut self, line: &[u8], number: u64) -> Result<usize, LineError>;
    /// Ends the constraint. If `repeats_table`, its tuples are those of the previous constraint and
    /// [`F2cspVisitor::tuple`] was not called.
    fn end(&mut self, polarity: TablePolarity, count: u64, repeats_table: bool) -> Result<(), LineError>;
}

/// Parses a file.
pub(super) fn parse<V: F2cspVisitor>(input: impl Read, visitor: &mut V) -> Result<(), F2cspError> {
    let mut parser =
        Parser { lines: Lines::new(input), last_table: TableText::default(), last_end: TableEnd::default() };
    parser.title(visitor)?;
    parser.domains(visitor)?;
    parser.variables(visitor)?;
    parser.constraints(visitor)?;
    parser.goal()
}

/// Recursive-descent parser.
struct Parser<R> {
    lines: Lines<R>,
    /// Text of the last table that was parsed.
    last_table: TableText,
    last_end: TableEnd,
}

/// End of the last table, for errors about its count.
#[derive(Default)]
struct TableEnd {
    arity: usize,
    count: u64,
    /// Line of the count.
    count_line: u64,
    /// Last tuple, if it has one value: a name alone on a line could be such a tuple.
    last_tuple: Vec<u8>,
    last_line: u64,
}

/// Text of a table.
#[derive(Default)]
struct TableText {
    arity: usize,
    count: u64,
    text: Vec<u8>,
    /// The text is complete: neither too long to keep nor interrupted by blank lines or comments.
    complete: bool,
}

impl TableText {
    /// Longest text that is kept.
    const MAX_LEN: usize = 1 << 16;

    fn begin(&mut self, arity: usize, count: u64) {
        *self = TableText { arity, count, text: std::mem::take(&mut self.text), complete: true };
        self.text.clear();
    }

    fn add(&mut self, line: &[u8]) {
        self.complete &= self.text.len() + line.len() < TableText::MAX_LEN;
        if self.complete {
            self.text.extend_from_slice(line);
            self.text.push(b'\n');
        }
    }
}

/// Description of the text allowed after the last tuple of a table.
fn surplus(count: u64, count_line: u64) -> String {
    format!("no more than {count} tuple{}, the number in line {count_line}", if count == 1 { "" } else { "s" })
}

impl<R: Read> Parser<R> {
    /// Title, which may be missing, and the keyword after it.
    fn title<V: F2cspVisitor>(&mut self, visitor: &mut V) -> Result<(), F2cspError> {
        self.next_line(|| "a title".into())?;
        // A byte order mark may follow a comment. It cannot stay in the title: the writer puts the title first, where a
        // reader would remove it.
        let first =
            self.text()?.trim_start_matches(|symbol: char| symbol.is_whitespace() || symbol == '\u{feff}').trim_end();
        if first.eq_ignore_ascii_case("Domains") {
            visitor.title("");
            return Ok(());
        }
        if first.starts_with('#') {
            // Only after white space or a byte order mark. The writer would turn it into a comment.
            return Err(self.unexpected("a title that does not begin with '#'".into()));
        }
        visitor.title(first);
        self.keyword("Domains")
    }

    fn domains<V: F2cspVisitor>(&mut self, visitor: &mut V) -> Result<(), F2cspError> {
        let count = self.count("domains")?;
        for number in 1..=count {
            let expected = || format!("domain {number} of {count}: a name and its values");
            self.next_line(expected)?;
            let mut words = self.text()?.split_ascii_whitespace();
            match words.next().filter(|_| !self.is_keyword()) {
                Some(name) => self.locate(visitor.domain(name, words))?,
                None => return Err(self.unexpected(expected())),
            }
        }
        self.keyword("Variables")
    }

    fn variables<V: F2cspVisitor>(&mut self, visitor: &mut V) -> Result<(), F2cspError> {
        let count = self.count("variables")?;
        for number in 1..=count {
            let expected = || format!("variable {number} of {count}: a name and its domain");
            self.next_line(expected)?;
            match self.words::<2>()? {
                Some([name, domain]) => self.locate(visitor.variable(name, domain))?,
                None => return Err(self.unexpected(expected())),
            }
        }
        self.keyword("Constraints")
    }

    fn constraints<V: F2cspVisitor>(&mut self, visitor: &mut V) -> Result<(), F2cspError> {
        let count = self.count("constraints")?;
        for number in 1..=count {
            let expected = || format!("constraint {number} of {count}: its name, alone on a line");
            self.next_line(expected)?;
            match self.words::<1>()?.filter(|_| !self.is_keyword()) {
                Some([name]) => self.locate(visitor.constraint(name))?,
                None => return Err(self.surplus_tuple().unwrap_or_else(|| self.unexpected(expected()))),
            }
            self.constraint(visitor)?;
        }
        self.next_line(|| "Goal".to_owned())?;
        if self.line().eq_ignore_ascii_case(b"Goal") {
            return Ok(());
        }
        Err(self.surplus_tuple().unwrap_or_else(|| self.unexpected("Goal".to_owned())))
    }

    /// Error of a line after a table that looks like one more of its tuples.
    fn surplus_tuple(&self) -> Option<F2cspError> {
        let TableEnd { arity, count, count_line, .. } = self.last_end;
        let words = self.text().ok()?.split_ascii_whitespace().count();
        let is_tuple = count_line > 0 && words == arity && !self.is_keyword();
        let is_name = arity == 1 && !self.line().iter().all(u8::is_ascii_digit);
        (is_tuple && !is_name).then(|| self.unexpected(surplus(count, count_line)))
    }

    /// Error of a scope that is not one, because the table before it has one tuple too many or too few. Tuples of one value look like
    /// names: with one too many the name was a value, with one too few the last value was the name.
    fn shifted_scope(&self, name_line: u64, name: &[u8]) -> Option<F2cspError> {
        let TableEnd { arity, count, count_line, last_tuple, last_line } = &self.last_end;
        if *arity != 1 || *count_line == 0 {
            return None;
        }
        let (expected, found, line) = if self.is_keyword() {
            (format!("tuple {count} of {count}: 1 value"), last_tuple.as_slice(), *last_line)
        } else if name.trim_ascii().iter().all(u8::is_ascii_digit) {
            (surplus(*count, *count_line), name, name_line)
        } else {
            return None;
        };
        Some(LineError { expected, found: UnexpectedText::text(found) }.at(line, found))
    }

    /// A constraint after its name.
    fn constraint<V: F2cspVisitor>(&mut self, visitor: &mut V) -> Result<(), F2cspError> {
        let (name, name_line) = (self.lines.line().to_vec(), self.lines.number());
        self.next_line(|| "the variables of the constraint".into())?;
        if self.is_keyword() {
            let error = self.shifted_scope(name_line, &name);
            return Err(error.unwrap_or_else(|| self.unexpected("the variables of the constraint".into())));
        }
        let scope = visitor.scope(self.text()?.split_ascii_whitespace());
        let arity = match scope {
            Ok(arity) => arity,
            Err(error) => {
                let shifted = self.shifted_scope(name_line, &name);
                return Err(shifted.unwrap_or_else(|| error.at(self.lines.number(), self.lines.line())));
            }
        };
        let polarity = self.polarity()?;
        let count = self.count("tuples")?;
        self.last_end = TableEnd { arity, count, count_line: self.lines.number(), ..TableEnd::default() };
        let repeats_table = self.skip_repeated_table(arity, count)?;
        if !repeats_table {
            self.tuples(arity, count, visitor)?;
        }
        self.locate(visitor.end(polarity, count, repeats_table))
    }

    fn polarity(&mut self) -> Result<TablePolarity, F2cspError> {
        self.next_line(|| "Accept or Reject".into())?;
        match self.line() {
            word if word.eq_ignore_ascii_case(b"Accept") => Ok(TablePolarity::Accept),
            word if word.eq_ignore_ascii_case(b"Reject") => Ok(TablePolarity::Reject),
            _ => Err(self.unexpected("Accept or Reject".into())),
        }
    }

    /// Skips the tuples if their text equals that of the last table.
    fn skip_repeated_table(&mut self, arity: usize, count: u64) -> Result<bool, F2cspError> {
        let TableText { arity: last_arity, count: lines, complete, .. } = self.last_table;
        Ok(complete && (last_arity, lines) == (arity, count) && self.lines.skip(&self.last_table.text, lines)?)
    }

    fn tuples<V: F2cspVisitor>(&mut self, arity: usize, count: u64, visitor: &mut V) -> Result<(), F2cspError> {
        self.last_table.begin(arity, count);
        let first_line = self.lines.number();
        for number in 1..=count {
            let expected = || format!("tuple {number} of {count}: {arity} value{}", if arity == 1 { "" } else { "s" });
            self.next_line(expected)?;
            let line = self.lines.line();
            self.last_table.add(line);
            let number_of_line = self.lines.number();
            if self.locate(visitor.tuple(line, number_of_line))? != arity {
                return Err(self.unexpected(expected()));
            }
            if arity == 1 && number == count {
                self.last_end.last_tuple = line.to_vec();
                self.last_end.last_line = number_of_line;
            }
        }
        self.last_table.complete &= self.lines.number() == first_line + count;
        Ok(())
    }

    fn goal(&mut self) -> Result<(), F2cspError> {
        self.next_line(|| "the goal: Satisfy".into())?;
        if !self.line().eq_ignore_ascii_case(b"Satisfy") {
            return Err(self.unexpected("the goal: Satisfy".into()));
        }
        if self.lines.advance()? { Err(self.unexpected("the end of the file".into())) } else { Ok(()) }
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), F2cspError> {
        self.next_line(|| keyword.to_owned())?;
        let matches = self.line().eq_ignore_ascii_case(keyword.as_bytes());
        if matches { Ok(()) } else { Err(self.unexpected(keyword.to_owned())) }
    }

    fn count(&mut self, what: &str) -> Result<u64, F2cspError> {
        let expected = || format!("the number of {what}");
        self.next_line(expected)?;
        let digits =
            std::str::from_utf8(self.line()).ok().filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| self.unexpected(expected()))
    }

    /// Moves to the next line. The end of the file is an error.
    #[inline]
    fn next_line(&mut self, expected: impl FnOnce() -> String) -> Result<(), F2cspError> {
        if self.lines.advance()? {
            return Ok(());
        }
        Err(LineError { expected: expected(), found: UnexpectedText::End }.at(self.lines.number(), b""))
    }

    /// Current line without white space around it.
    fn line(&self) -> &[u8] {
        self.lines.line().trim_ascii()
    }

    /// Current line as UTF-8.
    fn text(&self) -> Result<&str, F2cspError> {
        std::str::from_utf8(self.lines.line()).map_err(|_| self.unexpected("text in UTF-8".into()))
    }

    /// Words of the current line, if there are exactly `N`.
    fn words<const N: usize>(&self) -> Result<Option<[&str; N]>, F2cspError> {
        let mut words = self.text()?.split_ascii_whitespace();
        let mut array = [""; N];
        for slot in &mut array {
            let Some(word) = words.next() else { return Ok(None) };
            *slot = word;
        }
        Ok(words.next().is_none().then_some(array))
    }

    fn is_keyword(&self) -> bool {
        KEYWORDS.iter().any(|keyword| self.line() == keyword.as_bytes())
    }

    /// Adds line and column to an error.
    #[inline]
    fn locate<T>(&self, result: Result<T, LineError>) -> Result<T, F2cspError> {
        result.map_err(|error| error.at(self.lines.number(), self.lines.line()))
    }

    #[cold]
    fn unexpected(&self, expected: String) -> F2cspError {
        LineError { expected, found: UnexpectedText::text(self.lines.line()) }
            .at(self.lines.number(), self.lines.line())
    }
}
