//! A puzzle as the engine says it: plainly, or in fewer clauses if those would be too many.

use qedoku_encode::{ClauseSink, Encoding, Formula, FormulaSize, Lit, Model, Var};
use qedoku_puzzle::{Candidate, Grid};

use super::Triads;
use crate::question::{Question, Reason};

/// A puzzle in one of two kinds of clauses.
#[derive(Debug)]
pub enum Said<'p> {
    /// In a scheme of `encode`.
    Plainly(Encoding<'p>),
    /// With triads.
    Triads(Triads<'p>),
}

impl Formula for Said<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        match self {
            Said::Plainly(encoding) => encoding.emit(sink),
            Said::Triads(triads) => triads.emit(sink),
        }
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.encoding().is_problem_var(var)
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        self.encoding().comments(size)
    }
}

impl Question for Said<'_> {
    type Solution = Grid;

    fn solution(&self, model: &Model) -> Result<Grid, Reason> {
        self.encoding().solution(model)
    }

    fn check(&self, solution: &Grid) -> Result<(), Reason> {
        self.encoding().check(solution)
    }

    fn forbidding(&self, solution: &Grid) -> Vec<Lit> {
        self.encoding().forbidding(solution)
    }
}

impl<'p> Said<'p> {
    /// The variable of a candidate, if it is open.
    pub fn x(&self, candidate: Candidate) -> Option<Var> {
        self.encoding().variables().var(candidate.cell, candidate.digit)
    }

    /// What the x's are: both kinds have the same.
    fn encoding(&self) -> &Encoding<'p> {
        match self {
            Said::Plainly(encoding) => encoding,
            Said::Triads(triads) => triads.encoding(),
        }
    }
}
