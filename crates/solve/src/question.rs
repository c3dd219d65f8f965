//! A formula whose models mean something: what the engines solve.

use qedoku_encode::csp::{Assignment, CspEncoding, Value, Variable};
use qedoku_encode::{Encoding, Formula, Lit, Model};
use qedoku_puzzle::{Grid, referee};

/// Why something is not what it should be: a sentence, in the words of the problem.
pub type Reason = Box<dyn std::error::Error + Send + Sync>;

/// A formula and the meaning of its models.
pub trait Question: Formula {
    /// What a model means.
    type Solution: Clone + PartialEq;

    /// The solution that a model means. It has not been checked.
    fn solution(&self, model: &Model) -> Result<Self::Solution, Reason>;

    /// Whether it is a solution, by a referee that knows no clauses.
    fn check(&self, solution: &Self::Solution) -> Result<(), Reason>;

    /// A clause that excludes this solution and no other one; empty if there can be no other.
    fn forbidding(&self, solution: &Self::Solution) -> Vec<Lit>;
}

impl Question for Encoding<'_> {
    type Solution = Grid;

    fn solution(&self, model: &Model) -> Result<Grid, Reason> {
        let givens = self.puzzle().givens();
        if givens.is_full() {
            return Ok(givens.clone()); // there is nothing that a model could say
        }
        Ok(model.decode_with_givens(givens, self.variables())?)
    }

    fn check(&self, solution: &Grid) -> Result<(), Reason> {
        Ok(referee::check(self.puzzle(), solution)?)
    }

    /// One of the cells without a given differs.
    fn forbidding(&self, solution: &Grid) -> Vec<Lit> {
        let givens = self.puzzle().givens();
        let open = solution.filled().filter(|(cell, _)| givens.get(*cell).is_none());
        open.filter_map(|(cell, digit)| Some(!self.variables().var(cell, digit)?.positive())).collect()
    }
}

impl Question for CspEncoding<'_> {
    type Solution = Assignment;

    fn solution(&self, model: &Model) -> Result<Assignment, Reason> {
        Ok(self.decode(model)?)
    }

    fn check(&self, solution: &Assignment) -> Result<(), Reason> {
        Ok(self.csp().check(solution)?)
    }

    /// One of the variables has another value.
    fn forbidding(&self, solution: &Assignment) -> Vec<Lit> {
        let variables = self.csp().variables().iter().zip(solution.values()).enumerate();
        let x = |(index, (variable, value)): (usize, (&Variable, &Value))| {
            let place = self.csp().domain_of(variable).index_of(*value);
            !self.var(index, place.expect("a solution has values of the domains")).positive()
        };
        variables.map(x).collect()
    }
}

/// A borrowed question is one too.
impl<Q: Question> Question for &Q {
    type Solution = Q::Solution;

    fn solution(&self, model: &Model) -> Result<Self::Solution, Reason> {
        (**self).solution(model)
    }

    fn check(&self, solution: &Self::Solution) -> Result<(), Reason> {
        (**self).check(solution)
    }

    fn forbidding(&self, solution: &Self::Solution) -> Vec<Lit> {
        (**self).forbidding(solution)
    }
}
