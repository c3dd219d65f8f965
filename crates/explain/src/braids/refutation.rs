//! Refutation of a target by full unit propagation, minimised to a short braid without a search.
//!
//! One propagation gives a lower bound on the size of the braids of a target, and a refutation. Conflict analysis keeps
//! the candidates that the conflict depends on, and deletion then drops one candidate after the other. The result is a
//! braid from which no candidate can be dropped, not always a smallest one.

use super::braid_search::{BraidSearch, ROOT};
use super::constraint_state::bits;
use super::link_graph::{LinkGraph, contains};
use super::raw_braid::last_right_linking;
use super::tables::{ConstraintTables, MAX_CONSTRAINTS, mask_bits};

/// The candidates assigned to refute a target, needed or not.
#[derive(Default)]
pub(super) struct Refutation {
    assigned: Vec<u16>,
    /// The constraint that is empty.
    conflict: u16,
}

impl<const W: usize> BraidSearch<W> {
    /// Assigns all implied candidates, layer by layer, until there is a conflict. Returns a lower bound on the size of
    /// the braids of the target, or `None` if it has no braid.
    ///
    /// A braid of n constraints has its first n - 2 right-linking candidates in the first n - 2 layers, so the
    /// look-ahead completes it after layer n - 2 at the latest. If nothing is complete after layer k - 1, but something
    /// is within layer k, every braid has at least k + 2 constraints.
    pub(super) fn propagate_to_conflict(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        target: usize,
    ) -> Option<usize> {
        self.refutation.assigned.clear();
        let bound = self.propagate_layers(tables, graph, target)?;
        self.refutation.conflict = self.nodes[ROOT].conflict;
        self.set_bound(target, bound);
        Some(bound)
    }

    fn propagate_layers(&mut self, tables: &ConstraintTables, graph: &LinkGraph<W>, target: usize) -> Option<usize> {
        if self.assume_target(tables, graph, target) {
            return Some(1);
        }
        // The look-ahead of the root covers braids of two constraints; each layer adds one.
        let (mut bound, mut next, mut layer_end) = (2, 0, 0);
        while !self.nodes[ROOT].lookahead.completes() {
            if next == layer_end {
                layer_end = self.branch_queue.len();
                bound += 1;
            }
            let candidate = *self.branch_queue.get(next)?;
            next += 1;
            self.refutation.assigned.push(candidate);
            if self.assign(tables, graph, ROOT, candidate.into()) {
                return Some(bound);
            }
        }
        let last =
            last_right_linking(graph, target, &self.nodes[ROOT]).expect("an implied candidate empties a constraint");
        self.refutation.assigned.push(last);
        assert!(self.assign(tables, graph, ROOT, last.into()), "the last right-linking candidate empties a constraint");
        Some(bound)
    }

    /// Minimises the last refutation by conflict analysis and deletion. The braid is left in `right_linking`.
    pub(super) fn minimize_refutation(&mut self, tables: &ConstraintTables, graph: &LinkGraph<W>, target: usize) {
        let mut needed = ConflictAnalysis::new(graph, target, &self.refutation.assigned)
            .needed_for(&self.nodes[0].masks, self.refutation.conflict);
        // From the last to the first: dropping one candidate may make others after it superfluous, and `replay` drops
        // them at once.
        for index in (0..needed.len()).rev() {
            if index < needed.len() {
                let dropped = needed.remove(index);
                if !self.replay(tables, graph, target, &mut needed) {
                    needed.insert(index, dropped);
                }
            }
        }
        self.right_linking = needed;
    }

    /// Assigns in order those of the candidates that are implied. If that completes a braid, keeps only these.
    fn replay(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        target: usize,
        candidates: &mut Vec<u16>,
    ) -> bool {
        let mut used = Vec::with_capacity(candidates.len());
        let mut completes = self.assume_target(tables, graph, target) || self.nodes[ROOT].lookahead.completes();
        for candidate in candidates.iter() {
            if !completes && contains(&self.nodes[ROOT].lookahead.implied, (*candidate).into()) {
                used.push(*candidate);
                completes = self.assign_completes(tables, graph, ROOT, (*candidate).into());
            }
        }
        if completes {
            *candidates = used;
        }
        completes
    }
}

/// Conflict analysis: the assigned candidates on which a conflict depends.
///
/// Works backwards from the empty constraint: for each of its candidates the first assigned candidate that eliminates
/// it is needed, unless a needed one eliminates it as well; then the same for a constraint that implies each needed
/// candidate.
struct ConflictAnalysis<'a, const W: usize> {
    graph: &'a LinkGraph<W>,
    /// The target, and then the candidates in the order of their assignment.
    order: Vec<u16>,
    /// For each candidate of the graph the index in `order` of the first one that eliminates it; `u16::MAX` if none
    /// does.
    first_eliminator: Vec<u16>,
    /// For each entry of `order` whether it is needed.
    needed: Vec<bool>,
}

impl<'a, const W: usize> ConflictAnalysis<'a, W> {
    fn new(graph: &'a LinkGraph<W>, target: usize, assigned: &[u16]) -> ConflictAnalysis<'a, W> {
        let order: Vec<u16> = std::iter::once(target as u16).chain(assigned.iter().copied()).collect();
        let mut first_eliminator = vec![u16::MAX; graph.len()];
        for (index, candidate) in order.iter().enumerate().rev() {
            bits(graph.links((*candidate).into())).for_each(|linked| first_eliminator[linked] = index as u16);
        }
        let mut needed = vec![false; order.len()];
        needed[0] = true;
        ConflictAnalysis { graph, order, first_eliminator, needed }
    }

    /// The candidates, besides the target, that are needed to empty this constraint.
    fn needed_for(mut self, masks: &[u16; MAX_CONSTRAINTS], conflict: u16) -> Vec<u16> {
        let eliminators =
            self.missing_eliminators(masks, conflict, self.order.len()).expect("the constraint is empty in the end");
        self.mark_needed(&eliminators);
        for index in (1..self.order.len()).rev() {
            if !self.needed[index] {
                continue;
            }
            // Several constraints may imply the candidate; take the one that needs the fewest more.
            let constraints = self.graph.memberships(self.order[index].into()).constraints;
            let reasons =
                constraints.iter().filter_map(|constraint| self.missing_eliminators(masks, *constraint, index));
            let reason = reasons.min_by_key(Vec::len).expect("a constraint implies each assigned candidate");
            self.mark_needed(&reason);
        }
        let assigned = self.order.iter().zip(&self.needed).skip(1);
        assigned.filter(|(_, needed)| **needed).map(|(candidate, _)| *candidate).collect()
    }

    fn mark_needed(&mut self, indices: &[u16]) {
        for index in indices {
            self.needed[usize::from(*index)] = true;
        }
    }

    /// The entries of `order` that must be added to the needed ones so that, before entry `before`, a constraint has no
    /// candidate left but that entry. `None` if it has another one.
    fn missing_eliminators(&self, masks: &[u16; MAX_CONSTRAINTS], constraint: u16, before: usize) -> Option<Vec<u16>> {
        let mut missing = Vec::new();
        for bit in mask_bits(masks[usize::from(constraint)]) {
            let member = self.graph.candidate_at(constraint.into(), bit);
            let first = self.first_eliminator[usize::from(member)];
            if self.order.get(before) == Some(&member) {
                continue;
            }
            if usize::from(first) >= before {
                return None;
            }
            let eliminates = |index: usize| contains(self.graph.links(self.order[index].into()), member.into());
            let is_eliminated =
                self.needed[usize::from(first)] || (0..before).any(|index| self.needed[index] && eliminates(index));
            if !is_eliminated && !missing.contains(&first) {
                missing.push(first);
            }
        }
        Some(missing)
    }
}
