//! The encoding that the SAT engine chose: direct, or with triads where the direct one has too many clauses.

use qedoku_encode::{ClauseSink, Encoding, Formula, FormulaSize, Lit, Model, Var};
use qedoku_puzzle::{Candidate, DigitSet, Grid};

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

    /// The clause that excludes the solutions in which every open cell holds a digit of its domain; a domain for each cell.
    pub(crate) fn blocking_clause_of_domains(&self, domains: &[DigitSet]) -> Vec<Lit> {
        let (encoding, mut clause) = (self.encoding(), Vec::new());
        let givens = encoding.puzzle().givens();
        for (cell, domain) in givens.board().cells().zip(domains).filter(|(cell, _)| givens.get(*cell).is_none()) {
            let lit = |digit| encoding.variables().var(cell, digit).map(Var::positive);
            match domain.single() {
                Some(digit) => clause.extend(lit(digit).map(|lit| !lit)),
                None => clause.extend(givens.board().digits().filter(|digit| !domain.contains(*digit)).filter_map(lit)),
            }
        }
        clause
    }

    fn encoding(&self) -> &Encoding<'p> {
        match self {
            SatEncoding::Direct(encoding) => encoding,
            SatEncoding::Triads(triads) => triads.encoding(),
        }
    }
}
