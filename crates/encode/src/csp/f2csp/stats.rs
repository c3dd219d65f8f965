//! Statistics of an F2CSP file, in one pass.
//!
//! The file is checked as by [`Csp::read`], with the same errors and warnings. Domains and variables are kept in memory,
//! constraints and tuples are not.

use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::error::LineError;
use super::parser::{F2cspVisitor, parse};
use super::read::CspBuilder;
use super::{F2cspError, F2cspWarning};
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
    /// Statistics of a file. Memory use depends on the number of its variables, not on that of its tuples.
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
        F2cspStats::with_warnings(input).map(|(stats, _)| stats)
    }

    /// Statistics of a file, with the warnings of [`Csp::read_with_warnings`].
    pub fn with_warnings(input: impl Read) -> Result<(F2cspStats, Vec<F2cspWarning>), F2cspError> {
        let mut counter = Counter { stats: F2cspStats::default(), checker: CspBuilder::check_only() };
        parse(input, &mut counter)?;
        Ok((counter.stats, counter.checker.warnings))
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

/// Counts what the checker accepts.
struct Counter {
    stats: F2cspStats,
    checker: CspBuilder,
}

impl F2cspVisitor for Counter {
    fn title(&mut self, title: &str) {
        title.clone_into(&mut self.stats.title);
    }

    fn domain(&mut self, name: &str, values: SplitAsciiWhitespace) -> Result<(), LineError> {
        self.stats.domains += 1;
        self.checker.domain(name, values)
    }

    fn variable(&mut self, name: &str, domain: &str) -> Result<(), LineError> {
        self.stats.variables += 1;
        self.checker.variable(name, domain)
    }

    fn constraint(&mut self, name: &str) -> Result<(), LineError> {
        self.stats.constraints += 1;
        self.checker.constraint(name)
    }

    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, LineError> {
        self.checker.scope(variables)
    }

    fn tuple(&mut self, line: &[u8], number: u64) -> Result<usize, LineError> {
        self.checker.tuple(line, number)
    }

    fn end(&mut self, polarity: TablePolarity, count: u64, repeats_table: bool) -> Result<(), LineError> {
        match polarity {
            TablePolarity::Accept => self.stats.accepted += count,
            TablePolarity::Reject => self.stats.rejected += count,
        }
        self.checker.end(polarity, count, repeats_table)
    }
}
