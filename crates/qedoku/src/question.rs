//! A formula whose models mean something: what the engines solve.

use qedoku_encode::{Encoding, Formula, Lit, Model};
use qedoku_puzzle::Grid;

/// Why a model means nothing: a sentence, in the words of the problem.
pub type NotASolution = Box<dyn std::error::Error + Send + Sync>;

/// A formula and the meaning of its models.
pub trait Question: Formula {
    /// What a model means.
    type Solution: PartialEq;

    /// The solution that a model means. It has not been checked: whoever shows it asks the referee.
    fn solution(&self, model: &Model) -> Result<Self::Solution, NotASolution>;

    /// A clause that excludes this solution and no other one; empty if there can be no other.
    fn forbidding(&self, solution: &Self::Solution) -> Vec<Lit>;
}

impl Question for Encoding<'_> {
    type Solution = Grid;

    fn solution(&self, model: &Model) -> Result<Grid, NotASolution> {
        Ok(model.grid_with(self.puzzle().givens(), self.variables())?)
    }

    /// One of the cells without a given differs.
    fn forbidding(&self, solution: &Grid) -> Vec<Lit> {
        let givens = self.puzzle().givens();
        let open = solution.filled().filter(|(cell, _)| givens.get(*cell).is_none());
        open.filter_map(|(cell, digit)| Some(!self.variables().x(cell, digit)?.positive())).collect()
    }
}
