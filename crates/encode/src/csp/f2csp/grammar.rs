//! The grammar of a file, walked once; what to do with its parts is the caller's.
//!
//! ```text
//!   file         title? "Domains" count domain* "Variables" count variable* "Constraints" count constraint* goal
//!   domain       name value*
//!   variable     name domain-name
//!   constraint   name | variable-name+ | "Accept" or "Reject" | count | tuple*       (| is a line end)
//!   goal         "Goal" | "Satisfy"
//! ```
//!
//! Most constraints of a file repeat the tuples of the one before, letter for letter. So the text of the last table is
//! kept, and a table that is the same is skipped at the speed of comparing memory.

use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::error::{Found, Wrong};
use super::lines::Lines;
use super::{KEYWORDS, ReadError};
use crate::csp::Effect;

/// Takes the parts of a file, in their order.
pub(super) trait Parts {
    fn title(&mut self, title: &str);
    fn domain(&mut self, name: &str, values: SplitAsciiWhitespace) -> Result<(), Wrong>;
    fn variable(&mut self, name: &str, domain: &str) -> Result<(), Wrong>;
    /// A constraint begins.
    fn constraint(&mut self, name: &str) -> Result<(), Wrong>;
    /// The variables that it binds; returns how many.
    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, Wrong>;
    /// One of its tuples; returns how many values it has.
    fn tuple(&mut self, line: &[u8]) -> Result<usize, Wrong>;
    /// It is complete: its tuples were given, or they are those of the constraint before.
    fn end(&mut self, effect: Effect, count: u64, as_before: bool) -> Result<(), Wrong>;
}

/// Walks over a file.
pub(super) fn parse<P: Parts>(input: impl Read, parts: &mut P) -> Result<(), ReadError> {
    let mut parser = Parser { lines: Lines::new(input), last: Block::default() };
    parser.title(parts)?;
    parser.domains(parts)?;
    parser.variables(parts)?;
    parser.constraints(parts)?;
    parser.goal()
}

struct Parser<R> {
    lines: Lines<R>,
    last: Block,
}

/// The text of a table.
#[derive(Default)]
struct Block {
    arity: usize,
    count: u64,
    text: Vec<u8>,
    /// It is the text between its first and its last line, no less and no more.
    whole: bool,
}

impl Block {
    /// Longer tables are not compared as text.
    const MAX: usize = 1 << 16;

    fn begin(&mut self, arity: usize, count: u64) {
        *self = Block { arity, count, text: std::mem::take(&mut self.text), whole: true };
        self.text.clear();
    }

    fn add(&mut self, line: &[u8]) {
        self.whole &= self.text.len() + line.len() < Block::MAX;
        if self.whole {
            self.text.extend_from_slice(line);
            self.text.push(b'\n');
        }
    }
}

impl<R: Read> Parser<R> {
    /// The title, which may be missing, and the keyword after it.
    fn title<P: Parts>(&mut self, parts: &mut P) -> Result<(), ReadError> {
        self.need(|| "a title".into())?;
        // A byte order mark may also stand behind comments; written, the title comes first, where it would be taken for one.
        let first =
            self.text()?.trim_start_matches(|symbol: char| symbol.is_whitespace() || symbol == '\u{feff}').trim_end();
        if first.eq_ignore_ascii_case("Domains") {
            parts.title("");
            return Ok(());
        }
        if first.starts_with('#') {
            return Err(self.unexpected("a title that does not begin with '#'".into())); // written, it would be a comment
        }
        parts.title(first);
        self.keyword("Domains")
    }

    fn domains<P: Parts>(&mut self, parts: &mut P) -> Result<(), ReadError> {
        let count = self.count("domains")?;
        for number in 1..=count {
            let expected = || format!("domain {number} of {count}: a name and its values");
            self.need(expected)?;
            let mut words = self.text()?.split_ascii_whitespace();
            match words.next().filter(|_| !self.is_keyword()) {
                Some(name) => self.place(parts.domain(name, words))?,
                None => return Err(self.unexpected(expected())),
            }
        }
        self.keyword("Variables")
    }

    fn variables<P: Parts>(&mut self, parts: &mut P) -> Result<(), ReadError> {
        let count = self.count("variables")?;
        for number in 1..=count {
            let expected = || format!("variable {number} of {count}: a name and its domain");
            self.need(expected)?;
            match self.words::<2>()? {
                Some([name, domain]) => self.place(parts.variable(name, domain))?,
                None => return Err(self.unexpected(expected())),
            }
        }
        self.keyword("Constraints")
    }

    fn constraints<P: Parts>(&mut self, parts: &mut P) -> Result<(), ReadError> {
        let count = self.count("constraints")?;
        for number in 1..=count {
            let expected = || format!("constraint {number} of {count}: its name, alone on a line");
            self.need(expected)?;
            match self.words::<1>()?.filter(|_| !self.is_keyword()) {
                Some([name]) => self.place(parts.constraint(name))?,
                None => return Err(self.unexpected(expected())),
            }
            self.constraint(parts)?;
        }
        self.keyword("Goal")
    }

    /// A constraint but for its name.
    fn constraint<P: Parts>(&mut self, parts: &mut P) -> Result<(), ReadError> {
        self.need(|| "the variables of the constraint".into())?;
        let arity = self.place(parts.scope(self.text()?.split_ascii_whitespace()))?;
        let effect = self.effect()?;
        let count = self.count("tuples")?;
        let as_before = self.is_as_before(arity, count)?;
        if !as_before {
            self.tuples(arity, count, parts)?;
        }
        self.place(parts.end(effect, count, as_before))
    }

    fn effect(&mut self) -> Result<Effect, ReadError> {
        self.need(|| "Accept or Reject".into())?;
        match self.line() {
            word if word.eq_ignore_ascii_case(b"Accept") => Ok(Effect::Accept),
            word if word.eq_ignore_ascii_case(b"Reject") => Ok(Effect::Reject),
            _ => Err(self.unexpected("Accept or Reject".into())),
        }
    }

    /// Skips the tuples if they are, letter for letter, those of the constraint before.
    fn is_as_before(&mut self, arity: usize, count: u64) -> Result<bool, ReadError> {
        let Block { arity: last, count: lines, whole, .. } = self.last;
        Ok(whole && (last, lines) == (arity, count) && self.lines.skip(&self.last.text, lines)?)
    }

    fn tuples<P: Parts>(&mut self, arity: usize, count: u64, parts: &mut P) -> Result<(), ReadError> {
        self.last.begin(arity, count);
        let before = self.lines.number();
        for number in 1..=count {
            let expected = || format!("tuple {number} of {count}: {arity} value{}", if arity == 1 { "" } else { "s" });
            self.need(expected)?;
            let line = self.lines.line();
            self.last.add(line);
            if self.place(parts.tuple(line))? != arity {
                return Err(self.unexpected(expected()));
            }
        }
        self.last.whole &= self.lines.number() == before + count;
        Ok(())
    }

    fn goal(&mut self) -> Result<(), ReadError> {
        self.need(|| "the goal: Satisfy".into())?;
        if !self.line().eq_ignore_ascii_case(b"Satisfy") {
            return Err(self.unexpected("the goal: Satisfy".into()));
        }
        if self.lines.advance()? { Err(self.unexpected("the end of the file".into())) } else { Ok(()) }
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), ReadError> {
        self.need(|| keyword.to_owned())?;
        let is_there = self.line().eq_ignore_ascii_case(keyword.as_bytes());
        if is_there { Ok(()) } else { Err(self.unexpected(keyword.to_owned())) }
    }

    fn count(&mut self, what: &str) -> Result<u64, ReadError> {
        let expected = || format!("the number of {what}");
        self.need(expected)?;
        let digits =
            std::str::from_utf8(self.line()).ok().filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
        digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| self.unexpected(expected()))
    }

    /// Goes to the next line; there must be one.
    #[inline]
    fn need(&mut self, expected: impl FnOnce() -> String) -> Result<(), ReadError> {
        if self.lines.advance()? {
            return Ok(());
        }
        Err(Wrong { expected: expected(), found: Found::End }.at(self.lines.number()))
    }

    /// The line, without the blanks around it.
    fn line(&self) -> &[u8] {
        self.lines.line().trim_ascii()
    }

    /// The line, which must be text.
    fn text(&self) -> Result<&str, ReadError> {
        std::str::from_utf8(self.lines.line()).map_err(|_| self.unexpected("text in UTF-8".into()))
    }

    /// The words of the line if there are so many.
    fn words<const N: usize>(&self) -> Result<Option<[&str; N]>, ReadError> {
        let mut words = self.text()?.split_ascii_whitespace();
        let mut found = [""; N];
        for place in &mut found {
            let Some(word) = words.next() else { return Ok(None) };
            *place = word;
        }
        Ok(words.next().is_none().then_some(found))
    }

    fn is_keyword(&self) -> bool {
        KEYWORDS.iter().any(|keyword| self.line() == keyword.as_bytes())
    }

    /// Says where something is wrong.
    #[inline]
    fn place<T>(&self, result: Result<T, Wrong>) -> Result<T, ReadError> {
        result.map_err(|wrong| wrong.at(self.lines.number()))
    }

    #[cold]
    fn unexpected(&self, expected: String) -> ReadError {
        Wrong { expected, found: Found::text(self.lines.line()) }.at(self.lines.number())
    }
}
