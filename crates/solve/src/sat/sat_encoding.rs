//! The encoding that the SAT engine chose: direct, or with triads where the direct one has too many clauses.

use qedoku_encode::{ClauseSink, Encoding, Formula, FormulaSize, Lit, Model, Var};
use qedoku_puzzle::{Candidate, Grid};

use super::TriadEncoding;
use crate::error::{InvalidSolutionError, ModelDecodeError};
use crate::problem::SatProblem;

/// A puzzle in one of two encodings. Both have the same problem variables.
#[derive(Debug)]
pub enum SatEncoding<'p> {
    /// A scheme of `qedoku-encode`.
    Direct(Encoding<'p>),
    /// Houses by triad variables.
    Triads(TriadEncoding<'p>),
}

impl Formula for SatEncoding<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        match self {
            SatEncoding::Direct(encoding) => encoding.emit(sink),
            SatEncoding::Triads(triads) => triads.emit(sink),
        }
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.encoding().is_problem_var(var)
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        self.encoding().comments(size)
    }
}

impl SatProblem for SatEncoding<'_> {
    type Solution = Grid;

    fn decode(&self, model: &Model) -> Result<Grid, ModelDecodeError> {
        self.encoding().decode(model)
    }

    fn check(&self, solution: &Grid) -> Result<(), InvalidSolutionError> {
        self.encoding().check(solution)
    }

    fn blocking_clause(&self, solution: &Grid) -> Vec<Lit> {
        self.encoding().blocking_clause(solution)
    }
}

impl<'p> SatEncoding<'p> {
    /// The variable of an open candidate.
    pub fn x(&self, candidate: Candidate) -> Option<Var> {
        self.encoding().variables().var(candidate.cell, candidate.digit)
    }

    fn encoding(&self) -> &Encoding<'p> {
        match self {
            SatEncoding::Direct(encoding) => encoding,
            SatEncoding::Triads(triads) => triads.encoding(),
        }
    }
}
