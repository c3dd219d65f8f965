//! A formula read from a DIMACS file, with all its clauses in memory.
//!
//! ```
//! use qedoku_encode::dimacs::CnfFormula;
//!
//! let formula = CnfFormula::read("p cnf 3 2\n1 -2 0\n2 3 0\n".as_bytes())?;
//! assert_eq!((formula.variables(), formula.clauses().count()), (3, 2));
//! assert!(formula.as_puzzle().is_none()); // not a Sudoku
//! # Ok::<(), qedoku_encode::dimacs::read::DimacsError>(())
//! ```
//!
//! Encodings stream their clauses and need no such type. It serves files of other programs, whose clauses are solved as they
//! are, or [recognised](CnfFormula::as_puzzle) as a Sudoku.

use std::fmt;
use std::io::BufRead;

use super::read::{DimacsError, DimacsReader};
use crate::{ClauseSink, Formula, FormulaSize, Lit, Model, Var};

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default)]
pub struct CnfFormula {
    literals: Vec<Lit>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    variables: u32,
    max_var: u32,
    /// Metadata comments of qedoku, if the file has them.
    metadata_lines: Vec<String>,
}

/// A clause that an assignment falsifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FalsifiedClauseError {
    /// Number of the clause, from 1.
    pub number: usize,
    /// Its literals.
    pub clause: Vec<Lit>,
}

/// Declared variables above this number that occur in no clause are ignored, because every variable of a model takes memory.
const MAX_UNUSED_VARIABLE: u32 = 1 << 26;

impl CnfFormula {
    /// Reads a file, as tolerantly as [`DimacsReader`].
    pub fn read(input: impl BufRead) -> Result<CnfFormula, DimacsError> {
        let mut reader = DimacsReader::new(input);
        let mut formula = CnfFormula::default();
        while let Some(clause) = reader.next_clause()? {
            formula.literals.extend_from_slice(clause);
            formula.ends.push(formula.literals.len());
        }
        let declared = reader.header().map_or(0, |header| header.variables);
        formula.max_var = reader.max_var();
        formula.variables = if declared <= MAX_UNUSED_VARIABLE { declared } else { 0 }.max(formula.max_var);
        formula.metadata_lines = reader.metadata_lines().to_vec();
        Ok(formula)
    }

    /// Number of variables: the declared number, or the highest in a clause if that is larger.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Highest variable in a clause; 0 if there is none.
    pub fn max_var(&self) -> u32 {
        self.max_var
    }

    /// The clauses in the order of the file.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (0..self.ends.len()).map(|index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.literals[start..self.ends[index]]
        })
    }

    /// The metadata comments of the file: `c qedoku ...` and `c puzzle ...`.
    pub(super) fn metadata_lines(&self) -> &[String] {
        &self.metadata_lines
    }

    /// Extends a partial model to all variables: those without a literal become false.
    pub fn complete(&self, model: &Model) -> Model {
        let mut literals: Vec<Lit> = (1..=self.variables).filter_map(Var::new).map(|var| !var.positive()).collect();
        for lit in model.literals() {
            if let Some(value) = literals.get_mut(lit.var().get() as usize - 1) {
                *value = *lit;
            }
        }
        Model::new(literals)
    }

    /// Checks that an assignment to all variables satisfies every clause.
    pub fn check(&self, model: &Model) -> Result<(), FalsifiedClauseError> {
        let values = model.literals();
        let is_true = |lit: &Lit| values.get(lit.var().get() as usize - 1) == Some(lit);
        match self.clauses().zip(1..).find(|(clause, _)| !clause.iter().any(is_true)) {
            Some((clause, number)) => Err(FalsifiedClauseError { number, clause: clause.to_vec() }),
            None => Ok(()),
        }
    }
}

impl Formula for CnfFormula {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        self.clauses().try_for_each(|clause| sink.add_clause(clause))?;
        Ok(self.variables)
    }

    fn is_problem_var(&self, var: Var) -> bool {
        var.get() <= self.variables
    }

    fn comments(&self, _: &FormulaSize) -> Vec<String> {
        Vec::new()
    }
}

impl fmt::Display for FalsifiedClauseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clause {} is false:", self.number)?;
        self.clause.iter().try_for_each(|lit| write!(f, " {}", lit.to_dimacs()))
    }
}

impl std::error::Error for FalsifiedClauseError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(literals: &[i32]) -> Model {
        Model::new(literals.iter().filter_map(|number| Lit::from_dimacs(*number)))
    }

    #[test]
    fn a_partial_model_is_completed_and_checked() {
        let formula = CnfFormula::read("p cnf 4 3\n1 -2 0\n2 3 0\n-3 -1 0\n".as_bytes()).unwrap();
        let completed = formula.complete(&model(&[3]));
        assert_eq!(completed, model(&[-1, -2, 3, -4]));
        assert_eq!(formula.check(&completed), Ok(()));
        let error = formula.check(&formula.complete(&model(&[1, 3, 9]))).unwrap_err();
        assert_eq!(error.to_string(), "clause 3 is false: -3 -1");
    }

    #[test]
    fn an_excessive_declaration_is_ignored() {
        let formula = CnfFormula::read("p cnf 2000000000 1\n1 -2 0\n".as_bytes()).unwrap();
        assert_eq!(formula.variables(), 2);
        assert_eq!(CnfFormula::read("p cnf 7 1\n1 -2 0\n".as_bytes()).unwrap().variables(), 7);
    }
}
