//! Statistics of an F2CSP file, in one pass.
//!
//! All counts are checked against the lines that follow, and every tuple against the arity of its constraint. Names are
//! not resolved, because that would need memory for them.

use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::F2cspError;
use super::error::LineError;
use super::parser::{F2cspVisitor, parse};
use crate::csp::{Csp, TablePolarity};

/// Statistics of an F2CSP file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct F2cspStats {
    /// Title; empty if it is missing.
    pub title: String,
    /// Number of domains.
    pub domains: u64,
    /// Number of variables.
    pub variables: u64,
    /// Number of constraints.
    pub constraints: u64,
    /// Number of accepted tuples in all constraints.
    pub accepted: u64,
    /// Number of rejected tuples in all constraints.
    pub rejected: u64,
}

impl F2cspStats {
    /// Statistics of a file. Memory use does not depend on its length.
    ///
    /// ```
    /// use qedoku_encode::csp::f2csp::{self, F2cspStats};
    /// use qedoku_puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    /// let mut file = Vec::new();
    /// f2csp::write(&puzzle, &mut file).unwrap();
    /// let stats = F2cspStats::of(&file[..]).unwrap();
    /// assert_eq!((stats.domains, stats.variables, stats.constraints), (1, 16, 56 + 3));
    /// assert_eq!((stats.accepted, stats.rejected), (3, 224));
    /// ```
    pub fn of(input: impl Read) -> Result<F2cspStats, F2cspError> {
        let mut stats = F2cspStats::default();
        parse(input, &mut stats)?;
        Ok(stats)
    }
}

impl Csp {
    /// Statistics of the file of this problem.
    pub fn stats(&self) -> F2cspStats {
        let tuples = |polarity| {
            let constraints = self.constraints().filter(|constraint| constraint.polarity() == polarity);
            constraints.map(|constraint| constraint.tuples().len() as u64).sum()
        };
        F2cspStats {
            title: self.title.clone(),
            domains: self.domains.len() as u64,
            variables: self.variables.len() as u64,
            constraints: self.constraints().len() as u64,
            accepted: tuples(TablePolarity::Accept),
            rejected: tuples(TablePolarity::Reject),
        }
    }
}

impl F2cspVisitor for F2cspStats {
    fn title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    fn domain(&mut self, _name: &str, _values: SplitAsciiWhitespace) -> Result<(), LineError> {
        self.domains += 1;
        Ok(())
    }

    fn variable(&mut self, _name: &str, _domain: &str) -> Result<(), LineError> {
        self.variables += 1;
        Ok(())
    }

    fn constraint(&mut self, _name: &str) -> Result<(), LineError> {
        self.constraints += 1;
        Ok(())
    }

    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, LineError> {
        Ok(variables.count())
    }

    fn tuple(&mut self, line: &[u8], _number: u64) -> Result<usize, LineError> {
        let begins_word =
            |at: usize| !line[at].is_ascii_whitespace() && (at == 0 || line[at - 1].is_ascii_whitespace());
        Ok((0..line.len()).filter(|at| begins_word(*at)).count())
    }

    fn end(&mut self, polarity: TablePolarity, count: u64, _repeats_table: bool) -> Result<(), LineError> {
        match polarity {
            TablePolarity::Accept => self.accepted += count,
            TablePolarity::Reject => self.rejected += count,
        }
        Ok(())
    }
}
