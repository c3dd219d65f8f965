//! SAT problems: a formula, the decoder of its models, and a referee that knows no clauses.

use qedoku_encode::csp::{Assignment, CspEncoding, Value, Variable};
use qedoku_encode::dimacs::CnfFormula;
use qedoku_encode::{Encoding, Formula, Lit, Model};
use qedoku_puzzle::{Grid, referee};

use crate::error::{InvalidSolutionError, ModelDecodeError};

/// A formula together with the meaning of its models.
pub trait SatProblem: Formula {
    /// The type of a solution.
    type Solution: Clone + PartialEq;

    /// Decodes a model. The solution has not passed the referee.
    fn decode(&self, model: &Model) -> Result<Self::Solution, ModelDecodeError>;

    /// Checks a solution without looking at clauses.
    fn check(&self, solution: &Self::Solution) -> Result<(), InvalidSolutionError>;

    /// The blocking clause of a solution: it excludes this solution and no other one. Empty if there can be no other.
    fn blocking_clause(&self, solution: &Self::Solution) -> Vec<Lit>;
}

impl SatProblem for Encoding<'_> {
    type Solution = Grid;

    fn decode(&self, model: &Model) -> Result<Grid, ModelDecodeError> {
        let givens = self.puzzle().givens();
        if givens.is_full() {
            return Ok(givens.clone()); // no open cell, so no variable
        }
        Ok(model.decode_with_givens(givens, self.variables())?)
    }

    fn check(&self, solution: &Grid) -> Result<(), InvalidSolutionError> {
        Ok(referee::check(self.puzzle(), solution)?)
    }

    /// At least one of the cells without a given differs.
    fn blocking_clause(&self, solution: &Grid) -> Vec<Lit> {
        let givens = self.puzzle().givens();
        let open = solution.filled().filter(|(cell, _)| givens.get(*cell).is_none());
        open.filter_map(|(cell, digit)| Some(!self.variables().var(cell, digit)?.positive())).collect()
    }
}

impl SatProblem for CspEncoding<'_> {
    type Solution = Assignment;

    fn decode(&self, model: &Model) -> Result<Assignment, ModelDecodeError> {
        Ok(self.decode(model)?)
    }

    fn check(&self, solution: &Assignment) -> Result<(), InvalidSolutionError> {
        Ok(self.csp().check(solution)?)
    }

    /// At least one of the variables has another value.
    fn blocking_clause(&self, solution: &Assignment) -> Vec<Lit> {
        let variables = self.csp().variables().iter().zip(solution.values()).enumerate();
        let x = |(index, (variable, value)): (usize, (&Variable, &Value))| {
            let place = self.csp().domain_of(variable).index_of(*value);
            !self.var(index, place.expect("the values of a solution are in the domains")).positive()
        };
        variables.map(x).collect()
    }
}

/// A formula without further meaning: its solutions are its models, over all variables.
impl SatProblem for CnfFormula {
    type Solution = Model;

    fn decode(&self, model: &Model) -> Result<Model, ModelDecodeError> {
        Ok(self.complete(model))
    }

    fn check(&self, solution: &Model) -> Result<(), InvalidSolutionError> {
        Ok(CnfFormula::check(self, solution)?)
    }

    /// At least one of the variables has another value.
    fn blocking_clause(&self, solution: &Model) -> Vec<Lit> {
        solution.literals().iter().map(|lit| !*lit).collect()
    }
}

impl<P: SatProblem> SatProblem for &P {
    type Solution = P::Solution;

    fn decode(&self, model: &Model) -> Result<Self::Solution, ModelDecodeError> {
        (**self).decode(model)
    }

    fn check(&self, solution: &Self::Solution) -> Result<(), InvalidSolutionError> {
        (**self).check(solution)
    }

    fn blocking_clause(&self, solution: &Self::Solution) -> Vec<Lit> {
        (**self).blocking_clause(solution)
    }
}
