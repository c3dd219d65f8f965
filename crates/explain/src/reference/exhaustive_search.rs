//! Exhaustive search for a smallest braid: sizes in ascending order, and for each size all sets of implied candidates.
//!
//! A node is the set of candidates assigned so far: the target and some implied ones. Every constraint that contains
//! none of them is checked. If all its candidates are linked to assigned ones, the braid is complete; if all but one
//! are, that one is implied and becomes a branch. Implications depend on the set of assigned candidates only, not on
//! their order, so each set is visited once per size.

use std::collections::BTreeSet;

use super::super::position::Position;
use super::super::step::ChainLink;
use super::SearchOutcome;
use super::open_candidates::{OpenCandidates, RawLink};
use qedoku_puzzle::Candidate;
use qedoku_solve::Interrupt;

/// Searches for a smallest braid that refutes the target, of at most `max_size` constraints. The budget is counted in
/// candidates visited.
pub fn smallest_braid(
    position: &Position,
    target: Candidate,
    max_size: usize,
    mut budget: u64,
) -> SearchOutcome<Vec<ChainLink>> {
    let open = OpenCandidates::new(position, Interrupt::default());
    let target = target.index(position.board()) as u32;
    match ExhaustiveSearch::new(&open, &mut budget).smallest(target, 1..=max_size) {
        Ok(Some(links)) => SearchOutcome::Found(open.decode(&links)),
        Ok(None) => SearchOutcome::Exhausted,
        Err(BudgetExhaustedError) => SearchOutcome::OutOfBudget,
    }
}

/// The budget was exhausted before the search ended.
#[derive(Debug)]
pub(super) struct BudgetExhaustedError;

/// A search with the budget left to it.
pub(super) struct ExhaustiveSearch<'a> {
    open: &'a OpenCandidates,
    budget: &'a mut u64,
    /// The nodes visited for this size, each as its candidates in ascending order.
    visited: BTreeSet<Vec<u32>>,
    /// Whether a branch was cut because the braid would be too long.
    is_cut: bool,
}

/// Result of unit propagation at a node.
enum Implications {
    /// This constraint is empty.
    Conflict(usize),
    /// Each constraint implies its candidate.
    Singles(Vec<(usize, u32)>),
}

impl<'a> ExhaustiveSearch<'a> {
    pub(super) fn new(open: &'a OpenCandidates, budget: &'a mut u64) -> ExhaustiveSearch<'a> {
        ExhaustiveSearch { open, budget, visited: BTreeSet::new(), is_cut: false }
    }

    /// A braid of the smallest of these sizes that has one.
    pub(super) fn smallest(
        &mut self,
        target: u32,
        sizes: std::ops::RangeInclusive<usize>,
    ) -> Result<Option<Vec<RawLink>>, BudgetExhaustedError> {
        for size in sizes {
            self.visited.clear();
            self.is_cut = false;
            let mut links = Vec::new();
            if self.extend(&mut vec![target], &mut links, size)? {
                return Ok(Some(links));
            }
            // No branch was cut, so larger sizes would visit the same nodes.
            if !self.is_cut {
                break;
            }
        }
        Ok(None)
    }

    /// Extends a braid by at most `left` constraints. Returns whether that ends in a conflict.
    fn extend(
        &mut self,
        assigned: &mut Vec<u32>,
        links: &mut Vec<RawLink>,
        left: usize,
    ) -> Result<bool, BudgetExhaustedError> {
        let singles = match self.implications(assigned)? {
            Implications::Conflict(constraint) => {
                links.push((constraint, None));
                return Ok(true);
            }
            Implications::Singles(singles) => singles,
        };
        if left == 1 {
            self.is_cut |= !singles.is_empty();
            return Ok(false);
        }
        for (constraint, single) in singles {
            assigned.push(single);
            links.push((constraint, Some(single)));
            if self.is_new(assigned) && self.extend(assigned, links, left - 1)? {
                return Ok(true);
            }
            links.pop();
            assigned.pop();
        }
        Ok(false)
    }

    fn is_new(&mut self, assigned: &[u32]) -> bool {
        let mut node = assigned.to_vec();
        node.sort_unstable();
        self.visited.insert(node)
    }

    fn implications(&mut self, assigned: &[u32]) -> Result<Implications, BudgetExhaustedError> {
        if self.open.is_interrupted() {
            return Err(BudgetExhaustedError);
        }
        let mut singles: Vec<(usize, u32)> = Vec::new();
        for constraint in self.constraints_to_check(assigned) {
            let candidates = self.open.of_constraint(constraint);
            *self.budget = self.budget.checked_sub(candidates.len() as u64 + 1).ok_or(BudgetExhaustedError)?;
            if candidates.iter().any(|candidate| assigned.contains(candidate)) {
                continue;
            }
            let is_eliminated = |candidate: &u32| assigned.iter().any(|one| self.open.are_linked(*one, *candidate));
            let mut rest = candidates.iter().filter(|candidate| !is_eliminated(candidate));
            match (rest.next(), rest.next()) {
                (None, _) => return Ok(Implications::Conflict(constraint)),
                (Some(single), None) if singles.iter().all(|(_, other)| other != single) => {
                    singles.push((constraint, *single));
                }
                _ => {}
            }
        }
        Ok(Implications::Singles(singles))
    }

    /// The constraints that have lost a candidate to one of these, and those with at most one candidate from the start.
    /// All others are neither single nor empty.
    fn constraints_to_check(&self, assigned: &[u32]) -> BTreeSet<usize> {
        let linked = assigned.iter().flat_map(|one| self.open.linked(*one));
        let constraints = linked.flat_map(|candidate| self.open.index().constraints_of(candidate as usize));
        let open = constraints.filter(|constraint| !self.open.of_constraint(*constraint).is_empty());
        open.chain(self.open.reduced().iter().copied()).collect()
    }
}
