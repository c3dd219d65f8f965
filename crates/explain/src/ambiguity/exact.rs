//! Minimum disambiguating givens when all solutions are known: implicit hitting sets over difference sets.
//!
//! The difference set of two solutions holds the cells where they differ. Givens that leave only the solution `S` must contain a
//! cell of the difference set of `S` and `T` for every other solution `T`. So a minimum hitting set of these difference sets is
//! a minimum set of givens for `S`, and the best `S` wins.
//!
//! Difference sets are added lazily: the search proposes a minimum hitting set, and only a difference set that it misses is added.
//! Few of them are ever needed.
//!
//! # References
//! E. Moreno-Centeno, R. Karp: The implicit hitting set approach to solve combinatorial optimization problems with an application
//! to multigenome alignment. Operations Research 61, 2013.

use qedoku_puzzle::{Candidate, Grid};
use qedoku_solve::{Interrupt, SolveError};

use super::{Ambiguity, differing_cells};
use crate::hitting_set::{ElementSet, HittingSetSolver, elements};

/// Analyses an ambiguous puzzle, given all its solutions.
pub(super) fn find(solutions: &[Grid], interrupt: &Interrupt) -> Result<Ambiguity, SolveError> {
    let givens = minimum_givens(solutions, interrupt)?;
    Ok(Ambiguity {
        solutions: [solutions[0].clone(), solutions[1].clone()],
        differing_cells: differing_cells(solutions),
        is_complete: true,
        min_givens: givens.len(),
        disambiguating_givens: Some(givens),
    })
}

/// A minimum set of givens that only one of these solutions satisfies: for the first solution that needs so few, the
/// lexicographically first set in reading order.
pub(super) fn minimum_givens(solutions: &[Grid], interrupt: &Interrupt) -> Result<Vec<Candidate>, SolveError> {
    let mut best_target: Option<usize> = None;
    // Later targets must beat the best one: each success lowers the bound to one less.
    let mut max_size = ElementSet::BITS as usize;
    for target in 0..solutions.len() {
        let mut target_solution = TargetSolution::new(solutions, target);
        if let Some(cells) = target_solution.distinguishing_cells(|sets| sets.smallest(max_size, interrupt))? {
            max_size = cells.count_ones() as usize - 1;
            best_target = Some(target);
        }
        if max_size == 0 {
            break;
        }
    }
    let target = best_target.expect("all cells of a solution together distinguish it");
    let cells = TargetSolution::new(solutions, target)
        .distinguishing_cells(|sets| sets.lexicographically_first(interrupt).map(Some))?;
    Ok(givens_in(&solutions[target], cells.expect("the unbounded search finds a hitting set")))
}

/// The solution that is to become the only one.
struct TargetSolution<'s> {
    solutions: &'s [Grid],
    target: usize,
    difference_sets: HittingSetSolver,
}

impl TargetSolution<'_> {
    fn new(solutions: &[Grid], target: usize) -> TargetSolution<'_> {
        TargetSolution { solutions, target, difference_sets: HittingSetSolver::default() }
    }

    /// Cells whose digits no other solution shares. `hit` proposes hitting sets; if it returns `None`, so does this.
    fn distinguishing_cells(
        &mut self,
        mut hit: impl FnMut(&mut HittingSetSolver) -> Result<Option<ElementSet>, SolveError>,
    ) -> Result<Option<ElementSet>, SolveError> {
        loop {
            let Some(cells) = hit(&mut self.difference_sets)? else { return Ok(None) };
            match self.missed_difference(cells) {
                None => return Ok(Some(cells)),
                Some(difference) => self.difference_sets.add(difference),
            }
        }
    }

    /// The smallest difference set that these cells miss: small sets constrain the hitting set most.
    fn missed_difference(&self, cells: ElementSet) -> Option<ElementSet> {
        let others = self.solutions.iter().filter(|other| *other != &self.solutions[self.target]);
        let differences = others.map(|other| difference_set(&self.solutions[self.target], other));
        differences.filter(|difference| difference & cells == 0).min_by_key(|difference| difference.count_ones())
    }
}

/// The cells where two grids differ, as bits.
fn difference_set(one: &Grid, other: &Grid) -> ElementSet {
    let pairs = one.digits().iter().zip(other.digits());
    pairs.enumerate().fold(0, |set, (cell, (one, other))| set | ElementSet::from(one != other) << cell)
}

/// The digits of a solution in these cells, as givens.
fn givens_in(solution: &Grid, cells: ElementSet) -> Vec<Candidate> {
    let given = |index| {
        let cell = solution.board().cell(index);
        Candidate::new(cell, solution.get(cell).expect("a solution is full"))
    };
    elements(cells).map(given).collect()
}
