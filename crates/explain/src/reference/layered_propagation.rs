//! Layered unit propagation from a target: some braid, and a lower bound on the size of every braid.
//!
//! In each layer, the candidates implied in the layer before eliminate those linked to them. A braid of n constraints
//! has its n - 1 right-linking candidates implied before layer n, so its last constraint is empty by layer n. The layer
//! of the first empty constraint is therefore a lower bound.
//!
//! Marks carry the number of the run that wrote them, so that a new target starts without clearing any array.
//!
//! Separate from `qedoku_solve::propagation::Trail`, which propagates literal by literal and so has no layers; and faster,
//! because it visits open candidates only. Propagating every candidate on a `Trail` takes 1.2 times as long on 9x9, 3.0
//! times on 16x16 and 25x25, and 2.0 times on 49x49 (`cargo bench -p qedoku --bench propagation -- FILE`, row `layers`).

use super::exhaustive_search::BudgetExhaustedError;
use super::open_candidates::{OpenCandidates, RawLink};

/// Propagates targets, one after the other.
pub(super) struct LayeredPropagation<'o> {
    open: &'o OpenCandidates,
    /// The number of the current run, from 1.
    run: u32,
    /// By candidate: the run in which it was eliminated last, and the index in `implied` of the candidate that did.
    eliminated: Vec<(u32, u32)>,
    /// By constraint: the run in which it lost a candidate last, and the number of candidates left then.
    counts: Vec<(u32, u32)>,
    /// By constraint: the run in which one of its candidates was implied last.
    satisfied: Vec<u32>,
    /// The implied candidates in order, each with the constraint that implies it. (The target has none.)
    implied: Vec<(u32, usize)>,
}

/// The conflict that a target leads to.
pub(super) struct LayerConflict {
    /// No braid of the target has fewer constraints.
    pub(super) layer: usize,
    /// Some braid, rarely a smallest one.
    pub(super) links: Vec<RawLink>,
}

/// Takes the place of the implying constraint for the target.
const NO_CONSTRAINT: usize = usize::MAX;

impl<'o> LayeredPropagation<'o> {
    pub(super) fn new(open: &'o OpenCandidates) -> LayeredPropagation<'o> {
        let (candidates, constraints) = (open.index().candidate_count(), open.index().constraint_count());
        let (eliminated, counts) = (vec![(0, 0); candidates], vec![(0, 0); constraints]);
        LayeredPropagation { open, run: 0, eliminated, counts, satisfied: vec![0; constraints], implied: Vec::new() }
    }

    /// The conflict that a target leads to within this many layers, if there is one.
    pub(super) fn propagate(
        &mut self,
        target: u32,
        max_layers: usize,
        budget: &mut u64,
    ) -> Result<Option<LayerConflict>, BudgetExhaustedError> {
        if self.open.is_interrupted() {
            return Err(BudgetExhaustedError);
        }
        self.run += 1;
        self.implied.clear();
        self.implied.push((target, NO_CONSTRAINT));
        let mut begin = 0;
        for layer in 1..=max_layers {
            let end = self.implied.len();
            let mut reduced = if layer == 1 { self.open.reduced().to_vec() } else { Vec::new() };
            for index in begin..end {
                self.eliminate_linked(index, &mut reduced, budget)?;
            }
            if let Some(constraint) = reduced.iter().find(|constraint| self.is_empty(**constraint)) {
                return Ok(Some(LayerConflict { layer, links: self.braid_to(*constraint) }));
            }
            for constraint in reduced {
                self.imply_single(constraint);
            }
            if self.implied.len() == end {
                break;
            }
            begin = end;
        }
        Ok(None)
    }

    /// Eliminates the candidates linked to an implied one. Appends the constraints that have at most one candidate
    /// left.
    fn eliminate_linked(
        &mut self,
        index: usize,
        reduced: &mut Vec<usize>,
        budget: &mut u64,
    ) -> Result<(), BudgetExhaustedError> {
        let open = self.open;
        let candidate = self.implied[index].0;
        let constraints = open.index().constraints_of(candidate as usize);
        for constraint in constraints {
            self.satisfied[constraint] = self.run;
        }
        for other in open.linked(candidate) {
            *budget = budget.checked_sub(1).ok_or(BudgetExhaustedError)?;
            let eliminated = &mut self.eliminated[other as usize];
            if eliminated.0 != self.run {
                *eliminated = (self.run, index as u32);
                for constraint in open.index().constraints_of(other as usize) {
                    if self.decrement(constraint) <= 1 {
                        reduced.push(constraint);
                    }
                }
            }
        }
        Ok(())
    }

    fn decrement(&mut self, constraint: usize) -> u32 {
        let before = self.count(constraint);
        self.counts[constraint] = (self.run, before.saturating_sub(1));
        before.saturating_sub(1)
    }

    fn count(&self, constraint: usize) -> u32 {
        let (run, count) = self.counts[constraint];
        if run == self.run { count } else { self.open.of_constraint(constraint).len() as u32 }
    }

    /// Whether all candidates of a constraint are eliminated. An implied candidate can be, too, by another one implied
    /// in the same layer.
    fn is_empty(&self, constraint: usize) -> bool {
        self.count(constraint) == 0
    }

    /// Implies the only candidate left of a constraint, unless one of its candidates is implied already.
    fn imply_single(&mut self, constraint: usize) {
        let mut rest = self.open.of_constraint(constraint).iter();
        let single = rest.find(|candidate| self.eliminated[**candidate as usize].0 != self.run);
        if let Some(single) = single.filter(|_| self.satisfied[constraint] != self.run)
            && self.implied.iter().rev().all(|(other, _)| other != single)
        {
            self.implied.push((*single, constraint));
        }
    }

    /// The braid that ends with this constraint: conflict analysis keeps only the implied candidates that it depends
    /// on.
    fn braid_to(&self, empty: usize) -> Vec<RawLink> {
        let mut needed = vec![false; self.implied.len()];
        let mark = |constraint: usize, except: Option<u32>, needed: &mut Vec<bool>| {
            let candidates = self.open.of_constraint(constraint).iter();
            for candidate in candidates.filter(|candidate| Some(**candidate) != except) {
                needed[self.eliminated[*candidate as usize].1 as usize] = true;
            }
        };
        mark(empty, None, &mut needed);
        for index in (1..self.implied.len()).rev() {
            if needed[index] {
                mark(self.implied[index].1, Some(self.implied[index].0), &mut needed);
            }
        }
        let used = self.implied.iter().zip(&needed).skip(1).filter(|(_, needed)| **needed);
        used.map(|((candidate, constraint), _)| (*constraint, Some(*candidate))).chain([(empty, None)]).collect()
    }
}
