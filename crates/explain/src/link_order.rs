//! Order of the links of a chain: each follows from the one before it wherever that is possible.
//!
//! The search finds the links of a braid in any order that unit propagation allows, often from both ends at once. A
//! reader wants chains from end to end:
//!
//! ```text
//!   alternating inference chain    along the chain
//!   forcing chain                  branch after branch, from the target to the base constraint
//!   any other braid                depth first from the last constraint, its longest branch last
//! ```
//!
//! The order is a topological one in each case: every link is still implied by the assumption and the links before it.

use qedoku_puzzle::Candidate;

use super::techniques::{Aic, ChainNodes, ForcingChain, StepPattern, are_linked};
use super::{ChainLink, Position};

/// The links of a chain that refutes the targets, in reading order.
pub(crate) fn order_links(position: &Position, links: Vec<ChainLink>, targets: &[Candidate]) -> Vec<ChainLink> {
    // Two links have one order only, apart from the direction.
    if links.len() < 3 {
        return links;
    }
    let pattern = StepPattern::new(position, links.iter().map(|link| link.constraint));
    // A target that sees an implied candidate would end the chain too early.
    let refutes_targets = |order: &Vec<ChainLink>| {
        let mut implied = order.iter().filter_map(|link| link.candidate);
        implied.all(|implied| targets.iter().all(|target| !are_linked(position.board(), implied, *target)))
    };
    if let Some(aic) = Aic::new(&pattern, targets) {
        let orders = if aic.is_grouped() { Vec::new() } else { both_ways(aic.chain_links()) };
        return orders.into_iter().find(refutes_targets).unwrap_or(links);
    }
    let toward_base = ForcingChain::new(&pattern, targets).and_then(|chain| toward_base(&chain));
    if let Some(order) = toward_base.filter(refutes_targets) {
        return order;
    }
    let causes = LinkCauses::new(position, &links, targets);
    causes.depth_first().into_iter().map(|index| links[index]).collect()
}

/// The links along a chain without groups from its first end, and from its last one.
fn both_ways(mut chain: Vec<ChainNodes>) -> Vec<Vec<ChainLink>> {
    let forward = along(&chain);
    chain.reverse();
    for nodes in &mut chain {
        std::mem::swap(&mut nodes.falsified, &mut nodes.implied);
    }
    vec![forward, along(&chain)]
}

/// Each link implies the node after its strong link; the last one has no candidate left.
fn along(chain: &[ChainNodes]) -> Vec<ChainLink> {
    let last = chain.len() - 1;
    let link = |(index, nodes): (usize, &ChainNodes)| ChainLink {
        constraint: nodes.constraint,
        candidate: if index == last { None } else { Some(nodes.implied[0]) },
    };
    chain.iter().enumerate().map(link).collect()
}

/// The branches backwards, from the targets to the base. `None` if a node toward the base is a group: unit propagation
/// implies single candidates only.
fn toward_base(chain: &ForcingChain) -> Option<Vec<ChainLink>> {
    let mut links = Vec::new();
    for nodes in chain.branches.iter().flat_map(|branch| branch.links.iter().rev()) {
        let [implied] = nodes.falsified[..] else { return None };
        links.push(ChainLink { constraint: nodes.constraint, candidate: Some(implied) });
    }
    links.push(ChainLink { constraint: chain.base, candidate: None });
    Some(links)
}

/// For each link of a chain, the earlier links that it follows from.
pub(crate) struct LinkCauses {
    causes: Vec<Vec<usize>>,
}

impl LinkCauses {
    /// Each candidate that a link excludes is excluded by the targets or by the candidate of an earlier link: by a link
    /// that excludes another candidate as well if possible, else by the latest.
    pub(crate) fn new(position: &Position, links: &[ChainLink], targets: &[Candidate]) -> LinkCauses {
        let board = position.board();
        let is_linked = |cause: usize, member: Candidate| {
            links[cause].candidate.is_some_and(|implied| are_linked(board, implied, member))
        };
        let causes_of = |(index, link): (usize, &ChainLink)| {
            let mut causes: Vec<usize> = Vec::new();
            // The latest links first, so that a chain continues with the link before.
            for member in position.candidates_in(link.constraint).filter(|member| Some(*member) != link.candidate) {
                let is_direct = targets.iter().all(|target| are_linked(board, *target, member));
                if is_direct || causes.iter().any(|cause| is_linked(*cause, member)) {
                    continue;
                }
                causes.extend((0..index).rev().find(|cause| is_linked(*cause, member)));
            }
            causes
        };
        LinkCauses { causes: links.iter().enumerate().map(causes_of).collect() }
    }

    /// The links that a link follows from, besides the assumption.
    pub(crate) fn of(&self, link: usize) -> &[usize] {
        &self.causes[link]
    }

    /// All links in the order of a depth-first search from the last one. The deepest cause of a link is visited last, so
    /// that the link follows it immediately.
    fn depth_first(&self) -> Vec<usize> {
        let mut depths = vec![0_usize; self.causes.len()];
        for link in 0..self.causes.len() {
            depths[link] = self.causes[link].iter().map(|cause| depths[*cause] + 1).max().unwrap_or_default();
        }
        let mut order = Vec::with_capacity(self.causes.len());
        self.visit(self.causes.len() - 1, &depths, &mut order);
        order
    }

    fn visit(&self, link: usize, depths: &[usize], order: &mut Vec<usize>) {
        let mut causes = self.causes[link].clone();
        causes.sort_by_key(|cause| depths[*cause]);
        for cause in causes {
            if !order.contains(&cause) {
                self.visit(cause, depths, order);
            }
        }
        order.push(link);
    }
}
