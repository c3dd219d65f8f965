//! Reader: an F2CSP file to a [`Csp`].
//!
//! Counts in the file are not trusted: memory grows with the lines that were read, never with a count that announces
//! them. A table that repeats the previous one is not parsed again ([`parser`](super::parser)), and one that occurred
//! before is not stored again ([`TupleTables`](crate::csp::tables::TupleTables)). An empty 9x9 is read in a third of a
//! millisecond.

use std::collections::HashMap;
use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::error::LineError;
use super::parser::{F2cspVisitor, parse};
use super::{F2cspError, F2cspWarning, UnexpectedText};
use crate::csp::tables::TableInterner;
use crate::csp::types::Constraints;
use crate::csp::{Csp, Domain, TablePolarity, Value, Variable};

impl Csp {
    /// Reads an F2CSP file.
    pub fn read(input: impl Read) -> Result<Csp, F2cspError> {
        Csp::read_with_warnings(input).map(|(csp, _)| csp)
    }

    /// Reads an F2CSP file, with warnings about values outside the domain of their variable: the first 100, for each table that
    /// differs from the one before it.
    pub fn read_with_warnings(input: impl Read) -> Result<(Csp, Vec<F2cspWarning>), F2cspError> {
        let mut builder = CspBuilder::default();
        parse(input, &mut builder)?;
        Ok((builder.csp, builder.warnings))
    }
}

/// Builder of a problem.
#[derive(Default)]
pub(super) struct CspBuilder {
    csp: Csp,
    /// Index of each domain, variable and value by its name.
    domains: HashMap<Box<str>, u32>,
    variables: HashMap<Box<str>, u32>,
    values: HashMap<Box<str>, u32>,
    interner: TableInterner,
    /// Tuples of the current table.
    tuples: Vec<Value>,
    pub(super) warnings: Vec<F2cspWarning>,
    /// Whether constraints and tuples are checked but not stored: for statistics.
    is_check_only: bool,
}

/// Largest number of warnings of a file.
const MAX_WARNINGS: usize = 100;

impl CspBuilder {
    /// A builder that checks names and values like any other, and stores domains and variables only.
    pub(super) fn check_only() -> CspBuilder {
        CspBuilder { is_check_only: true, ..CspBuilder::default() }
    }

    /// The value of this name in a tuple. Without storing tuples, a name that is in no domain needs no value of its own.
    fn value_in_tuple(&mut self, name: &str) -> Result<Option<Value>, LineError> {
        if self.is_check_only {
            return Ok(self.values.get(name).map(|index| Value(*index)));
        }
        self.value(name).map(Some)
    }

    fn value(&mut self, name: &str) -> Result<Value, LineError> {
        if let Some(index) = self.values.get(name) {
            return Ok(Value(*index));
        }
        let index = new_index(name, self.csp.value_names.len())?;
        self.values.insert(name.into(), index);
        self.csp.value_names.push(name.into());
        Ok(Value(index))
    }

    /// Records a warning if a value is not in the domain of the variable at this position of the scope.
    fn check_domain(&mut self, value: Option<Value>, position: usize, word: &str, line: &str, number: u64) {
        let Some(variable) = self.csp.constraints.current_variable(position) else { return };
        let variable = &self.csp.variables[variable as usize];
        let domain = self.csp.domain_of(variable);
        if value.is_some_and(|value| domain.index_of(value).is_some()) || self.warnings.len() >= MAX_WARNINGS {
            return;
        }
        let before = word.as_ptr() as usize - line.as_ptr() as usize;
        let column = line[..before].chars().count() as u64 + 1;
        let message = format!("{word} is not a value of {}, whose domain is {}", variable.name(), domain.name());
        self.warnings.push(F2cspWarning { line: number, column, message });
    }
}

impl F2cspVisitor for CspBuilder {
    fn title(&mut self, title: &str) {
        title.clone_into(&mut self.csp.title);
    }

    fn domain(&mut self, name: &str, values: SplitAsciiWhitespace) -> Result<(), LineError> {
        let index = new_index(name, self.csp.domains.len())?;
        if self.domains.insert(name.into(), index).is_some() {
            return Err(LineError::new("a domain of another name than those before", name));
        }
        let values = values.map(|name| self.value(name)).collect::<Result<_, _>>()?;
        let duplicate =
            |value| LineError::new(format!("values that differ in domain {name}"), &format!("{value} twice"));
        let domain = Domain::new(name, values).map_err(|value| duplicate(self.csp.value_name(value)))?;
        self.csp.domains.push(domain);
        Ok(())
    }

    fn variable(&mut self, name: &str, domain: &str) -> Result<(), LineError> {
        let index = new_index(name, self.csp.variables.len())?;
        if self.variables.insert(name.into(), index).is_some() {
            return Err(LineError::new("a variable of another name than those before", name));
        }
        let unknown = || LineError::new("the name of a domain", domain);
        let domain = *self.domains.get(domain).ok_or_else(unknown)?;
        self.csp.variables.push(Variable { name: name.into(), domain });
        Ok(())
    }

    fn constraint(&mut self, name: &str) -> Result<(), LineError> {
        new_index(name, 0)?; // for the check of the name
        self.csp.constraints.begin(name);
        Ok(())
    }

    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, LineError> {
        for name in variables {
            let variable = self.variables.get(name).ok_or_else(|| LineError::new("the name of a variable", name))?;
            self.csp.constraints.add_variable(*variable);
        }
        Ok(self.csp.constraints.current_arity())
    }

    fn tuple(&mut self, line: &[u8], number: u64) -> Result<usize, LineError> {
        let line = std::str::from_utf8(line)
            .map_err(|_| LineError { expected: "text in UTF-8".into(), found: UnexpectedText::text(line) })?;
        let mut arity = 0;
        for word in line.split_ascii_whitespace() {
            let value = self.value_in_tuple(word)?;
            self.check_domain(value, arity, word, line, number);
            self.tuples.extend(value.filter(|_| !self.is_check_only));
            arity += 1;
        }
        Ok(arity)
    }

    fn end(&mut self, polarity: TablePolarity, _count: u64, repeats_table: bool) -> Result<(), LineError> {
        if self.is_check_only {
            self.csp.constraints = Constraints::default();
            return Ok(());
        }
        let arity = self.csp.constraints.current_arity();
        let table = match self.csp.constraints.last_table().filter(|_| repeats_table) {
            Some(table) => table,
            None => self.csp.tables.intern(arity, &self.tuples, &mut self.interner),
        };
        self.tuples.clear();
        self.csp.constraints.end(polarity, table);
        Ok(())
    }
}

/// Index of a new name after `count` others. Refuses names that would be written as comments.
fn new_index(name: &str, count: usize) -> Result<u32, LineError> {
    if name.starts_with('#') {
        return Err(LineError::new("a word that does not begin with '#'", name));
    }
    u32::try_from(count).map_err(|_| LineError::new("fewer than 2^32 names", name))
}
