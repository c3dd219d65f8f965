//! What is in a file, found in one pass.
//!
//! Names are not looked up, which would need memory for them; all counts are held against the lines that follow, and
//! every tuple against the number of variables that it is for.

use std::io::Read;
use std::str::SplitAsciiWhitespace;

use super::ReadError;
use super::error::Wrong;
use super::grammar::{Parts, parse};
use crate::csp::{Csp, Effect};

/// The contents of an F2CSP file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// The first line; empty if it is missing.
    pub title: String,
    /// The number of domains.
    pub domains: u64,
    /// The number of variables.
    pub variables: u64,
    /// The number of constraints.
    pub constraints: u64,
    /// The number of tuples that stand under `Accept`, in all constraints together.
    pub accepted: u64,
    /// The number of tuples that stand under `Reject`.
    pub rejected: u64,
}

impl Stats {
    /// Counts what a file has, in the memory of one line.
    ///
    /// ```
    /// use qedoku_encode::csp::f2csp::{self, Stats};
    /// use qedoku_puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    /// let mut file = Vec::new();
    /// f2csp::write(&puzzle, &mut file).unwrap();
    /// let stats = Stats::of(&file[..]).unwrap();
    /// assert_eq!((stats.domains, stats.variables, stats.constraints), (1, 16, 56 + 3));
    /// assert_eq!((stats.accepted, stats.rejected), (3, 224));
    /// ```
    pub fn of(input: impl Read) -> Result<Stats, ReadError> {
        let mut stats = Stats::default();
        parse(input, &mut stats)?;
        Ok(stats)
    }
}

impl Csp {
    /// What the statistics of its file are.
    pub fn stats(&self) -> Stats {
        let tuples = |effect| {
            let some = self.constraints().filter(|constraint| constraint.effect() == effect);
            some.map(|constraint| constraint.tuples().len() as u64).sum()
        };
        Stats {
            title: self.title.clone(),
            domains: self.domains.len() as u64,
            variables: self.variables.len() as u64,
            constraints: self.constraints().len() as u64,
            accepted: tuples(Effect::Accept),
            rejected: tuples(Effect::Reject),
        }
    }
}

impl Parts for Stats {
    fn title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
    }

    fn domain(&mut self, _name: &str, _values: SplitAsciiWhitespace) -> Result<(), Wrong> {
        self.domains += 1;
        Ok(())
    }

    fn variable(&mut self, _name: &str, _domain: &str) -> Result<(), Wrong> {
        self.variables += 1;
        Ok(())
    }

    fn constraint(&mut self, _name: &str) -> Result<(), Wrong> {
        self.constraints += 1;
        Ok(())
    }

    fn scope(&mut self, variables: SplitAsciiWhitespace) -> Result<usize, Wrong> {
        Ok(variables.count())
    }

    fn tuple(&mut self, line: &[u8]) -> Result<usize, Wrong> {
        let is_begin = |at: usize| !line[at].is_ascii_whitespace() && (at == 0 || line[at - 1].is_ascii_whitespace());
        Ok((0..line.len()).filter(|at| is_begin(*at)).count())
    }

    fn end(&mut self, effect: Effect, count: u64, _as_before: bool) -> Result<(), Wrong> {
        match effect {
            Effect::Accept => self.accepted += count,
            Effect::Reject => self.rejected += count,
        }
        Ok(())
    }
}
