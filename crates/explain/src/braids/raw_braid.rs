//! `RawBraid`: a braid by ids, reconstructed from the right-linking candidates that a search found.

use super::braid_search::{BraidSearch, ROOT};
use super::constraint_state::{ConstraintState, bits};
use super::link_graph::{LinkGraph, contains};
use super::node::Node;
use super::tables::{ConstraintTables, mask_bits};

/// A braid by board ids of constraints and candidates.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RawBraid {
    /// Each constraint with its right-linking candidate, the only one left by then; the last constraint has none.
    pub(crate) links: Vec<(u16, Option<u16>)>,
    /// All open candidates that these links refute, in ascending order: the target, and every other that can take its
    /// place.
    pub(crate) eliminations: Vec<u16>,
}

/// Order of preference among the constraints that imply a candidate: cell, box, row, column. A naked single is the
/// easiest to see.
const KIND_PREFERENCE: [usize; 4] = [0, 3, 1, 2];

impl<const W: usize> BraidSearch<W> {
    /// The braid of the last successful search or minimisation, for this target.
    pub(super) fn last_braid(
        &mut self,
        tables: &ConstraintTables,
        state: &ConstraintState,
        graph: &LinkGraph<W>,
        target: usize,
    ) -> RawBraid {
        let mut right_linking = std::mem::take(&mut self.right_linking);
        let mut braid = RawBraid::default();
        let mut is_conflict = self.assume_target(tables, graph, target);
        for candidate in &right_linking {
            debug_assert!(!is_conflict, "a braid ends with its first conflict");
            braid.links.push((self.implying_constraint(graph, *candidate), Some(graph.board_id((*candidate).into()))));
            is_conflict = self.assign(tables, graph, ROOT, (*candidate).into());
        }
        if !is_conflict {
            let last = last_right_linking(graph, target, &self.nodes[ROOT]).expect("the search found a conflict");
            braid.links.push((self.implying_constraint(graph, last), Some(graph.board_id(last.into()))));
            assert!(
                self.assign(tables, graph, ROOT, last.into()),
                "the last right-linking candidate empties a constraint"
            );
            right_linking.push(last);
        }
        braid.links.push((self.nodes[ROOT].conflict, None));
        braid.eliminations = eliminations(state, graph, &right_linking, &braid);
        debug_assert!(braid.eliminations.contains(&graph.board_id(target)), "a braid eliminates its target");
        self.right_linking = right_linking;
        braid
    }

    /// A constraint that has only this candidate left.
    fn implying_constraint(&self, graph: &LinkGraph<W>, candidate: u16) -> u16 {
        let memberships = graph.memberships(candidate.into());
        let implies = |kind: &usize| {
            self.nodes[ROOT].masks[usize::from(memberships.constraints[*kind])] == memberships.bits[*kind]
        };
        let kind =
            KIND_PREFERENCE.into_iter().find(implies).expect("a constraint implies each right-linking candidate");
        memberships.constraints[kind]
    }
}

/// The right-linking candidate that the look-ahead of a node finds: implied, and emptying a constraint.
pub(super) fn last_right_linking<const W: usize>(graph: &LinkGraph<W>, target: usize, node: &Node<W>) -> Option<u16> {
    let both: [u64; W] = std::array::from_fn(|word| node.lookahead.implied[word] & node.lookahead.emptying[word]);
    bits(&both)
        .find(|candidate| *candidate != target && !contains(graph.links(target), *candidate))
        .map(|candidate| candidate as u16)
}

/// The open candidates that the links refute. Such a candidate is linked to every candidate that the braid leaves to
/// its target, that is, every left-linking or additional candidate not linked to an earlier right-linking one; and it
/// is linked to no right-linking candidate.
fn eliminations<const W: usize>(
    state: &ConstraintState,
    graph: &LinkGraph<W>,
    right_linking: &[u16],
    braid: &RawBraid,
) -> Vec<u16> {
    let mut targets = [u64::MAX; W];
    // Candidates linked to the right-linking candidates so far.
    let mut eliminated = [0; W];
    for (index, (constraint, _)) in braid.links.iter().enumerate() {
        let own = right_linking.get(index).copied();
        for bit in mask_bits(state.mask((*constraint).into())) {
            let member = graph.candidate_at((*constraint).into(), bit);
            if Some(member) != own && !contains(&eliminated, member.into()) {
                let links = graph.links(member.into());
                targets.iter_mut().zip(links).for_each(|(target, link)| *target &= link);
            }
        }
        if let Some(own) = own {
            eliminated.iter_mut().zip(graph.links(own.into())).for_each(|(eliminated, link)| *eliminated |= link);
        }
    }
    let is_refuted = |target: &usize| !contains(&eliminated, *target) && !right_linking.contains(&(*target as u16));
    let ids = bits(&targets).take_while(|target| *target < graph.len()).filter(is_refuted);
    ids.map(|target| graph.board_id(target)).filter(|id| state.is_open((*id).into())).collect()
}
