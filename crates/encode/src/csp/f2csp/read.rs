//! The reader: a file to a [`Csp`], in memory that grows with what the file says, never with what it announces.
//!
//! Counts are not trusted: nothing is allocated for lines that were not yet seen. A table that repeats the one before is
//! not read again ([`grammar`](super::grammar)), and one that stands elsewhere in the file is not kept again
//! ([`Tables`](crate::csp::tables::Tables)): an empty 9x9 is read in a third of a millisecond.

use std::collections::HashMap;
use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::error::Wrong;
use super::grammar::{Parts, parse};
use super::{Found, ReadError};
use crate::csp::tables::Known;
use crate::csp::{Csp, Domain, Effect, Value, Variable};

impl Csp {
    /// Reads an F2CSP text.
    pub fn read(input: impl Read) -> Result<Csp, ReadError> {
        let mut build = Build::default();
        parse(input, &mut build)?;
        Ok(build.csp)
    }
}

/// A problem so far.
#[derive(Default)]
struct Build {
    csp: Csp,
    /// Names and words, each with its number.
    domains: HashMap<Box<str>, u32>,
    variables: HashMap<Box<str>, u32>,
    words: HashMap<Box<str>, u32>,
    tables: Known,
    /// The tuples of the table at hand.
    tuples: Vec<Value>,
}

impl Build {
    fn value(&mut self, word: &str) -> Result<Value, Wrong> {
        if let Some(number) = self.words.get(word) {
            return Ok(Value(*number));
        }
        let number = number_of(word, self.csp.words.len())?;
        self.words.insert(word.into(), number);
        self.csp.words.push(word.into());
        Ok(Value(number))
    }
}

impl Parts for Build {
    fn title(&mut self, title: &str) {
        title.clone_into(&mut self.csp.title);
    }

    fn domain(&mut self, name: &str, values: SplitAsciiWhitespace) -> Result<(), Wrong> {
        let number = number_of(name, self.csp.domains.len())?;
        if self.domains.insert(name.into(), number).is_some() {
            return Err(Wrong::new("a domain of another name than those before", name));
        }
        let values = values.map(|word| self.value(word)).collect::<Result<_, _>>()?;
        let twice = |value| Wrong::new(format!("values that differ in domain {name}"), &format!("{value} twice"));
        let domain = Domain::new(name, values).map_err(|value| twice(self.csp.word(value)))?;
        self.csp.domains.push(domain);
        Ok(())
    }

    fn variable(&mut self, name: &str, domain: &str) -> Result<(), Wrong> {
        let number = number_of(name, self.csp.variables.len())?;
        if self.variables.insert(name.into(), number).is_some() {
            return Err(Wrong::new("a variable of another name than those before", name));
        }
        let unknown = || Wrong::new("the name of a domain", domain);
        let domain = *self.domains.get(domain).ok_or_else(unknown)?;
        self.csp.variables.push(Variable { name: name.into(), domain });
        Ok(())
    }

    fn constraint(&mut self, name: &str) -> Result<(), Wrong> {
        number_of(name, 0)?;
        self.csp.constraints.add_name(name);
        Ok(())
    }

    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, Wrong> {
        for name in variables {
            let variable = self.variables.get(name).ok_or_else(|| Wrong::new("the name of a variable", name))?;
            self.csp.constraints.add_variable(*variable);
        }
        Ok(self.csp.constraints.begun())
    }

    fn tuple(&mut self, line: &[u8]) -> Result<usize, Wrong> {
        let line = std::str::from_utf8(line)
            .map_err(|_| Wrong { expected: "text in UTF-8".into(), found: Found::text(line) })?;
        let before = self.tuples.len();
        for word in line.split_ascii_whitespace() {
            let value = self.value(word)?;
            self.tuples.push(value);
        }
        Ok(self.tuples.len() - before)
    }

    fn end(&mut self, effect: Effect, _count: u64, as_before: bool) -> Result<(), Wrong> {
        let arity = self.csp.constraints.begun();
        let table = match self.csp.constraints.last_table().filter(|_| as_before) {
            Some(table) => table,
            None => self.csp.tables.number(arity, &self.tuples, &mut self.tables),
        };
        self.tuples.clear();
        self.csp.constraints.end(effect, table);
        Ok(())
    }
}

/// The number of a new name or word when there are so many.
fn number_of(word: &str, count: usize) -> Result<u32, Wrong> {
    if word.starts_with('#') {
        return Err(Wrong::new("a word that does not begin with '#'", word));
    }
    u32::try_from(count).map_err(|_| Wrong::new("fewer than 2^32 names", word))
}
