//! Search node: the candidates each constraint has left when some candidates are assigned true, with the look-ahead
//! sets.
//!
//! **Look-ahead.** `implied` holds the candidates that are the only one left of some constraint; `emptying` holds those
//! whose assignment would empty some constraint. A candidate R in both completes a braid with two more constraints: one
//! constraint implies R, the other is left empty by R. The test is exact: one candidate can empty a constraint only if
//! the constraint has one candidate left that is linked to it, or several that lie in a common house with it
//! ([`mask_class`]), and both cases are recorded when a mask changes. (Masks that are of such a class from the start
//! are recorded by [`BraidSearch::start`](super::braid_search::BraidSearch::start).)
//!
//! Both sets only grow as candidates are assigned. An implied candidate stays implied: eliminating it would empty its
//! constraint, which is a conflict. A candidate that empties a constraint empties every smaller remainder of it, too.
//!
//! **Cost.** A node remembers what is eliminated, so assigning a candidate costs its new eliminations (three on
//! average), not all its links: 1.45 times as fast for long braids, 1.05 for short ones. A node copies the masks of all
//! constraints; a trail to undo changes was slower (0.85 as a vector, 0.9 as an array).

use super::link_graph::{CandidateBits, LinkGraph, add_all, contains, insert, intersect};
use super::tables::{ConstraintTables, MAX_CONSTRAINTS, mask_class};

/// Propagation state of a search node.
#[derive(Clone)]
pub(super) struct Node<const W: usize> {
    /// The candidates left in each constraint. Constraints of an assigned candidate are satisfied and not updated.
    pub(super) masks: Box<[u16; MAX_CONSTRAINTS]>,
    /// The eliminated candidates.
    eliminated: CandidateBits<W>,
    pub(super) lookahead: LookaheadSets<W>,
    /// The constraint that is empty, after [`Node::assign`] returned `true`.
    pub(super) conflict: u16,
}

/// Candidates that are implied, and candidates whose assignment would be a conflict.
#[derive(Clone, Copy)]
pub(super) struct LookaheadSets<const W: usize> {
    /// The candidates that are the only one left of some constraint.
    pub(super) implied: CandidateBits<W>,
    /// The candidates that would empty some constraint.
    pub(super) emptying: CandidateBits<W>,
}

impl<const W: usize> Node<W> {
    pub(super) fn new() -> Node<W> {
        Node {
            masks: Box::new([0; MAX_CONSTRAINTS]),
            eliminated: [0; W],
            lookahead: LookaheadSets::none(),
            conflict: 0,
        }
    }

    /// Copies another node of a board with this many constraints.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Node<W>, constraint_count: usize) {
        self.masks[..constraint_count].copy_from_slice(&other.masks[..constraint_count]);
        (self.eliminated, self.lookahead) = (other.eliminated, other.lookahead);
    }

    /// Assigns a candidate true: eliminates its links from all other constraints. Calls `on_implied` for each candidate
    /// that is implied for the first time. Returns whether a constraint is empty.
    #[inline]
    pub(super) fn assign(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        candidate: usize,
        mut on_implied: impl FnMut(u16),
    ) -> bool {
        let own = graph.memberships(candidate);
        for (word, links) in graph.links(candidate).iter().enumerate() {
            let mut new = links & !self.eliminated[word];
            self.eliminated[word] |= new;
            while new != 0 {
                let memberships = graph.memberships(64 * word + new.trailing_zeros() as usize);
                new &= new - 1;
                for kind in 0..4 {
                    let constraint = memberships.constraints[kind];
                    if constraint == own.constraints[kind] {
                        continue;
                    }
                    // `% MAX_CONSTRAINTS` proves to the compiler that the index is in bounds.
                    let mask = &mut self.masks[usize::from(constraint) % MAX_CONSTRAINTS];
                    *mask &= !memberships.bits[kind];
                    let (mask, class) = (*mask, tables.mask_class_of_kind(kind, *mask));
                    if class == mask_class::NO_COMMON_HOUSE {
                        continue;
                    }
                    if class == mask_class::EMPTY {
                        self.conflict = constraint;
                        return true;
                    }
                    self.lookahead.record(graph, constraint.into(), mask, class).into_iter().for_each(&mut on_implied);
                }
            }
        }
        false
    }

    /// Whether assigning this candidate would complete the braid, with at most two more constraints.
    ///
    /// Leaves of the search are tested this way, without a node of their own. No mask is written: all candidates that a
    /// constraint loses lie in one constraint of the assigned candidate, so its remainder is its mask without
    /// [`Memberships::overlap`](super::tables::Memberships) with that one.
    pub(super) fn completes_with(&self, tables: &ConstraintTables, graph: &LinkGraph<W>, candidate: usize) -> bool {
        let own = graph.memberships(candidate);
        let mut lookahead = self.lookahead;
        for (word, links) in graph.links(candidate).iter().enumerate() {
            let mut new = links & !self.eliminated[word];
            while new != 0 {
                let memberships = graph.memberships(64 * word + new.trailing_zeros() as usize);
                new &= new - 1;
                let shared = own.shared_constraints(memberships);
                // The block comes first: a candidate in the same block and the same row costs its column all cells that
                // the column shares with the block; the row shares only one of them. Otherwise the shared one is
                // unique: row 1, column 2, cell 0.
                let through = if shared.contains(3) {
                    3
                } else {
                    usize::from(shared.contains(1)) + 2 * usize::from(shared.contains(2))
                };
                for kind in 0..4 {
                    let constraint = usize::from(memberships.constraints[kind]);
                    let mask = self.masks[constraint % MAX_CONSTRAINTS] & !memberships.overlap[through][kind];
                    let class = tables.mask_class_of_kind(kind, mask);
                    if class == mask_class::NO_COMMON_HOUSE || shared.contains(kind) {
                        continue;
                    }
                    if class == mask_class::EMPTY {
                        return true;
                    }
                    lookahead.record(graph, constraint, mask, class);
                }
            }
        }
        lookahead.completes()
    }

    /// Starts from the masks and the eliminated candidates of a state, with empty look-ahead sets.
    pub(super) fn reset(&mut self, masks: &[u16], eliminated: CandidateBits<W>) {
        self.masks[..masks.len()].copy_from_slice(masks);
        (self.eliminated, self.lookahead) = (eliminated, LookaheadSets::none());
    }
}

impl<const W: usize> LookaheadSets<W> {
    fn none() -> LookaheadSets<W> {
        LookaheadSets { implied: [0; W], emptying: [0; W] }
    }

    /// Whether two more constraints complete the braid: one implies a candidate, the other is emptied by it.
    #[inline]
    pub(super) fn completes(&self) -> bool {
        intersect(&self.implied, &self.emptying)
    }

    /// Records a constraint whose mask has one candidate or a common house. Returns the candidate that it implies, if
    /// it was not implied before.
    #[inline]
    pub(super) fn record(&mut self, graph: &LinkGraph<W>, constraint: usize, mask: u16, class: u8) -> Option<u16> {
        let candidate = graph.candidate_at(constraint, mask.trailing_zeros());
        if class != mask_class::SINGLE {
            graph.add_emptying(constraint, class, candidate, &mut self.emptying);
            return None;
        }
        if contains(&self.implied, candidate.into()) {
            return None;
        }
        insert(&mut self.implied, candidate.into());
        add_all(&mut self.emptying, graph.links(candidate.into()));
        Some(candidate)
    }
}
