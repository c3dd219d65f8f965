//! All solutions are known: the fewest givens that single one out, over all of them.
//!
//! The givens that leave only the solution S must differ from every other solution somewhere: they meet the set of cells where it
//! differs from S, for each of them. A set that is not met yet is added when it is needed, so that few of them ever are.

use qedoku_puzzle::{Candidate, Grid};

use super::super::hitting_set::{ElementSet, HittingSetSolver, elements};
use super::{Ambiguous, open_in};
use qedoku_solve::{Interrupt, SolveError};

/// Why there is more than one solution, if these are all.
pub(super) fn ambiguous(solutions: &[Grid], interrupt: &Interrupt) -> Result<Ambiguous, SolveError> {
    let extra = fewest(solutions, interrupt)?;
    Ok(Ambiguous {
        solutions: [solutions[0].clone(), solutions[1].clone()],
        open: open_in(solutions),
        all_open: true,
        at_least: extra.len(),
        extra: Some(extra),
    })
}

/// A smallest set of givens that only one of these solutions has: the first solution that needs so few, and of its sets the first
/// in reading order.
pub(super) fn fewest(solutions: &[Grid], interrupt: &Interrupt) -> Result<Vec<Candidate>, SolveError> {
    let mut best: Option<(usize, ElementSet)> = None;
    let mut most = ElementSet::BITS as usize;
    for target in 0..solutions.len() {
        let mut only = Only::new(solutions, target);
        if let Some(found) = only.cells(|hitting| hitting.smallest(most, interrupt))? {
            most = found.count_ones() as usize - 1;
            best = Some((target, found));
        }
        if most == 0 {
            break;
        }
    }
    let (target, _) = best.expect("a whole solution is different from all others");
    let cells = Only::new(solutions, target).cells(|hitting| hitting.lexicographically_first(interrupt).map(Some))?;
    Ok(givens(&solutions[target], cells.expect("there is one")))
}

/// One of the solutions, which is to be the only one.
struct Only<'s> {
    solutions: &'s [Grid],
    target: usize,
    hitting: HittingSetSolver,
}

impl Only<'_> {
    fn new(solutions: &[Grid], target: usize) -> Only<'_> {
        Only { solutions, target, hitting: HittingSetSolver::default() }
    }

    /// Cells whose digits no other solution has, found by this way of meeting sets; none if it finds none.
    fn cells(
        &mut self,
        mut meet: impl FnMut(&mut HittingSetSolver) -> Result<Option<ElementSet>, SolveError>,
    ) -> Result<Option<ElementSet>, SolveError> {
        loop {
            let Some(cells) = meet(&mut self.hitting)? else { return Ok(None) };
            match self.unmet(cells) {
                None => return Ok(Some(cells)),
                Some(set) => self.hitting.add(set),
            }
        }
    }

    /// Where another solution with the same digits in these cells differs: the one that differs least.
    fn unmet(&self, cells: ElementSet) -> Option<ElementSet> {
        let others = self.solutions.iter().filter(|other| *other != &self.solutions[self.target]);
        let sets = others.map(|other| difference(&self.solutions[self.target], other));
        sets.filter(|set| set & cells == 0).min_by_key(|set| set.count_ones())
    }
}

/// The cells where two grids differ.
pub(super) fn difference(one: &Grid, other: &Grid) -> ElementSet {
    let pairs = one.digits().iter().zip(other.digits());
    pairs.enumerate().fold(0, |set, (cell, (one, other))| set | ElementSet::from(one != other) << cell)
}

/// The digits of a solution in these cells.
pub(super) fn givens(solution: &Grid, cells: ElementSet) -> Vec<Candidate> {
    let given = |index| {
        let cell = solution.board().cell(index);
        Candidate::new(cell, solution.get(cell).expect("a solution is full"))
    };
    elements(cells).map(given).collect()
}
