//! Alternating inference chains and the techniques that are special cases of them.
//!
//! ```text
//!   target - a = b - c = d - target        = strong link: if the left node is false, the right one is true
//!                                          - weak link: both nodes cannot be true
//! ```
//!
//! Each constraint of the step is a strong link: its candidates are split into two nodes, and if one node is false, the other
//! holds the true candidate. Every candidate of a node is weakly linked to every candidate of the next node. So the first or the
//! last node is true, and a target that sees both is eliminated. A node of several candidates is a group.
//!
//! The links of a step may walk the chain from both ends at once, so their order is of no use and the chain is searched for by
//! depth-first search over the constraints. A node is weakly linked to few others and steps rarely have more than a dozen constraints:
//! the search is short, and [`MAX_STRONG_LINKS_TRIED`] bounds it otherwise.
//!
//! References: Sudopedia, "Alternating Inference Chain"; `HoDoKu`, "Chains and Loops".

use qedoku_puzzle::{Board, Candidate, HouseKind};

use super::pattern::{StepPattern, are_linked, house_of};
use super::technique::Technique;
use super::{bent_subset, fish};
use crate::position::Position;
use crate::step::ExactlyOne;

/// Bound of the search for a chain. Chains of a dozen constraints were found within 100 tries.
const MAX_STRONG_LINKS_TRIED: usize = 1000;

/// A constraint on the chain, split into two nodes. A node is a bit set over the candidates of the constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StrongLink {
    /// Index of the constraint in the pattern.
    pub(crate) constraint: usize,
    /// The node that the previous node (or the target) makes false.
    pub(crate) falsified: u128,
    /// The node that is true then.
    pub(crate) implied: u128,
}

/// A strong link with the candidates of its two nodes: if all of `falsified` are false, one of `implied` is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChainNodes {
    pub(crate) constraint: ExactlyOne,
    pub(crate) falsified: Vec<Candidate>,
    pub(crate) implied: Vec<Candidate>,
}

impl ChainNodes {
    pub(super) fn new(pattern: &StepPattern, link: StrongLink) -> ChainNodes {
        let candidates = pattern.candidates_of(link.constraint);
        ChainNodes {
            constraint: pattern.constraint(link.constraint),
            falsified: node_candidates(candidates, link.falsified),
            implied: node_candidates(candidates, link.implied),
        }
    }
}

/// An alternating inference chain through all constraints of a pattern, from the targets back to the targets.
#[derive(Debug)]
pub(crate) struct Aic<'a> {
    pattern: &'a StepPattern,
    strong_links: Vec<StrongLink>,
}

/// The technique of a chain: a special case of an alternating inference chain, a finned fish, or a bent subset.
pub(super) fn recognize_chain_shape(
    pattern: &StepPattern,
    position: &Position,
    eliminations: &[Candidate],
) -> Option<Technique> {
    let aic = Aic::new(pattern, eliminations);
    let ungrouped = aic.as_ref().filter(|aic| !aic.is_grouped());
    let empty_rectangle =
        || aic.as_ref().filter(|aic| aic.is_empty_rectangle(eliminations)).map(|_| Technique::EmptyRectangle);
    // Fish and bent subsets are easier to see than grouped chains, so these come last.
    ungrouped
        .map(|aic| aic.ungrouped_technique(position, eliminations))
        .or_else(empty_rectangle)
        .or_else(|| fish::finned_fish(pattern, eliminations))
        .or_else(|| bent_subset::bent_subset(pattern, eliminations))
        .or_else(|| aic.as_ref().map(|aic| aic.grouped_technique(eliminations)))
}

impl<'a> Aic<'a> {
    /// The chain that the constraints of a pattern form, if they form one.
    ///
    /// The search keeps constraints in a `u64` and nodes in a `u128`; a larger pattern is no chain that a person would follow.
    pub(crate) fn new(pattern: &'a StepPattern, eliminations: &[Candidate]) -> Option<Aic<'a>> {
        let can_be_split = |index| (2..=128).contains(&pattern.candidates_of(index).len());
        if eliminations.is_empty() || pattern.len() > 64 || !(0..pattern.len()).all(can_be_split) {
            return None;
        }
        let strong_links = Vec::with_capacity(pattern.len());
        let mut search =
            AicSearch { pattern, targets: eliminations, strong_links, used: 0, budget: MAX_STRONG_LINKS_TRIED };
        search.extend().then_some(Aic { pattern, strong_links: search.strong_links })
    }

    /// The strong links in the order of the chain.
    pub(crate) fn strong_links(&self) -> &[StrongLink] {
        &self.strong_links
    }

    /// The strong links in the order of the chain, with the candidates of their nodes.
    pub(crate) fn chain_links(&self) -> Vec<ChainNodes> {
        self.strong_links.iter().map(|link| ChainNodes::new(self.pattern, *link)).collect()
    }

    /// The candidates of a node.
    fn node_candidates(&self, constraint: usize, node: u128) -> Vec<Candidate> {
        node_candidates(self.pattern.candidates_of(constraint), node)
    }

    /// Whether some node has several candidates.
    pub(crate) fn is_grouped(&self) -> bool {
        let is_single = |link: &StrongLink| link.falsified.is_power_of_two() && link.implied.is_power_of_two();
        !self.strong_links.iter().all(is_single)
    }

    /// The falsified and the implied candidate of a strong link without groups.
    pub(crate) fn link_ends(&self, index: usize) -> [Candidate; 2] {
        let StrongLink { constraint, falsified, implied } = self.strong_links[index];
        [falsified, implied].map(|node| self.pattern.candidates_of(constraint)[node.trailing_zeros() as usize])
    }

    fn ungrouped_technique(&self, position: &Position, eliminations: &[Candidate]) -> Technique {
        let is_on_one_digit = self.pattern.digit() == Some(eliminations[0].digit);
        match self.strong_links.len() {
            _ if self.pattern.is_cells() => self.cell_chain_technique(),
            2 if is_on_one_digit => self.turbot_technique(),
            _ if is_on_one_digit && self.is_simple_colouring(position) => Technique::SimpleColouring,
            _ if is_on_one_digit => Technique::XChain,
            3 if self.is_w_wing() => Technique::WWing,
            _ => Technique::Aic,
        }
    }

    /// Chains of bivalue cells.
    fn cell_chain_technique(&self) -> Technique {
        let digits = |link| self.link_ends(link).map(|end| end.digit);
        let [one, other] = digits(0);
        let is_same_pair = |link| digits(link) == [one, other] || digits(link) == [other, one];
        match self.strong_links.len() {
            3 => Technique::XyWing,
            count if (0..count).all(is_same_pair) => Technique::RemotePairs,
            _ => Technique::XyChain,
        }
    }

    /// X-chains with two strong links, by the kinds of houses.
    fn turbot_technique(&self) -> Technique {
        let kinds = [0, 1].map(|link| house_kind(self.pattern.constraint(self.strong_links[link].constraint)));
        let ([_, one], [other, _]) = (self.link_ends(0), self.link_ends(1));
        let (row, column) = (one.cell.row() == other.cell.row(), one.cell.column() == other.cell.column());
        match kinds {
            [Some(HouseKind::Row), Some(HouseKind::Row)] if column => Technique::Skyscraper,
            [Some(HouseKind::Column), Some(HouseKind::Column)] if row => Technique::Skyscraper,
            [Some(HouseKind::Row), Some(HouseKind::Column)] | [Some(HouseKind::Column), Some(HouseKind::Row)] => {
                Technique::TwoStringKite
            }
            _ => Technique::TurbotFish,
        }
    }

    /// Whether every weak link is strong as well: its ends are the only two candidates of a constraint.
    fn is_simple_colouring(&self, position: &Position) -> bool {
        (1..self.strong_links.len()).all(|link| {
            let ([_, one], [other, _]) = (self.link_ends(link - 1), self.link_ends(link));
            let [mine, theirs] = [one, other].map(|end| ExactlyOne::containing(self.pattern.board, end));
            let shared = mine.into_iter().zip(theirs).filter(|(one, other)| one == other);
            shared.into_iter().any(|(constraint, _)| position.candidates_in(constraint).count() == 2)
        })
    }

    /// Whether the strong links are in a cell, a house and a cell, and both cells have the same two candidates.
    fn is_w_wing(&self) -> bool {
        let constraints = self.strong_links.iter().map(|link| self.pattern.constraint(link.constraint));
        let is_cell = constraints.map(|constraint| matches!(constraint, ExactlyOne::Cell(_)));
        let digits = |link| self.link_ends(link).map(|end| end.digit);
        let [falsified, implied] = digits(0);
        is_cell.eq([true, false, true]) && digits(2) == [implied, falsified]
    }

    /// Whether the chain is a strong link in a line and a box whose nodes lie in two crossing lines: one node in a line with
    /// an end of the strong link, the other in a line with the target.
    fn is_empty_rectangle(&self, eliminations: &[Candidate]) -> bool {
        let kind = |link: &StrongLink| house_kind(self.pattern.constraint(link.constraint));
        let is_box = |link: &&StrongLink| kind(link) == Some(HouseKind::Block);
        if self.strong_links.len() != 2
            || self.pattern.digit().is_none()
            || self.strong_links.iter().filter(is_box).count() != 1
        {
            return false;
        }
        let box_index = self.strong_links.iter().position(|link| is_box(&link)).expect("one strong link is in a box");
        let (block, line) = (self.strong_links[box_index], self.strong_links[1 - box_index]);
        let mut nodes = [block.falsified, block.implied];
        if box_index == 0 {
            nodes.reverse(); // The node next to the strong link in the line comes first.
        }
        let [near, far] = nodes.map(|node| self.node_candidates(block.constraint, node));
        if !line.falsified.is_power_of_two() || !line.implied.is_power_of_two() {
            return false;
        }
        let end = self.link_ends(1 - box_index)[box_index];
        let lines_cross = |target: &Candidate| match (shared_line(&near, end), shared_line(&far, *target)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        eliminations.iter().all(lines_cross)
    }

    fn grouped_technique(&self, eliminations: &[Candidate]) -> Technique {
        if self.pattern.digit() == Some(eliminations[0].digit) {
            Technique::GroupedXChain
        } else {
            Technique::GroupedAic
        }
    }
}

fn house_kind(constraint: ExactlyOne) -> Option<HouseKind> {
    house_of(constraint).map(qedoku_puzzle::House::kind)
}

/// The kind of line that contains a candidate and all of a node.
fn shared_line(node: &[Candidate], candidate: Candidate) -> Option<HouseKind> {
    if node.iter().all(|member| member.cell.row() == candidate.cell.row()) {
        return Some(HouseKind::Row);
    }
    node.iter().all(|member| member.cell.column() == candidate.cell.column()).then_some(HouseKind::Column)
}

/// Depth-first search for a chain through all constraints.
struct AicSearch<'a> {
    pattern: &'a StepPattern,
    targets: &'a [Candidate],
    strong_links: Vec<StrongLink>,
    /// The constraints on the chain so far, as bits.
    used: u64,
    /// Number of strong links that may still be tried.
    budget: usize,
}

impl AicSearch<'_> {
    /// Extends the chain until it contains all constraints and its last node is linked to the targets.
    fn extend(&mut self) -> bool {
        if self.strong_links.len() == self.pattern.len() {
            return self.is_closed();
        }
        (0..self.pattern.len()).any(|constraint| self.used >> constraint & 1 == 0 && self.try_constraint(constraint))
    }

    fn try_constraint(&mut self, constraint: usize) -> bool {
        let falsified = self.falsified_by_last(constraint);
        let all = u128::MAX >> (128 - self.pattern.candidates_of(constraint).len());
        if falsified == 0 || falsified == all || self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.used |= 1 << constraint;
        self.strong_links.push(StrongLink { constraint, falsified, implied: all & !falsified });
        let found = self.extend();
        if !found {
            self.strong_links.pop();
            self.used &= !(1 << constraint);
        }
        found
    }

    /// The candidates of a constraint that are linked to all of the last node; for the first constraint, to all targets.
    fn falsified_by_last(&self, constraint: usize) -> u128 {
        let candidates = self.pattern.candidates_of(constraint);
        let Some(last) = self.strong_links.last() else {
            return node_of(candidates, |candidate| self.is_linked_to_targets(candidate));
        };
        let before = self.pattern.candidates_of(last.constraint);
        node_of(candidates, |candidate| is_linked_to_node(self.pattern.board, before, last.implied, candidate))
    }

    fn is_closed(&self) -> bool {
        let Some(last) = self.strong_links.last() else { return false };
        let mut candidates = self.pattern.candidates_of(last.constraint).iter().enumerate();
        candidates.all(|(bit, candidate)| last.implied >> bit & 1 == 0 || self.is_linked_to_targets(*candidate))
    }

    fn is_linked_to_targets(&self, candidate: Candidate) -> bool {
        self.targets.iter().all(|target| are_linked(self.pattern.board, *target, candidate))
    }
}

/// The candidates of a node.
fn node_candidates(candidates: &[Candidate], node: u128) -> Vec<Candidate> {
    candidates.iter().enumerate().filter(|(bit, _)| node >> bit & 1 == 1).map(|(_, candidate)| *candidate).collect()
}

/// The node of the candidates with a property.
pub(super) fn node_of(candidates: &[Candidate], is_in: impl Fn(Candidate) -> bool) -> u128 {
    candidates.iter().enumerate().fold(0, |node, (bit, candidate)| node | u128::from(is_in(*candidate)) << bit)
}

/// Whether a candidate is linked to every candidate of a node.
pub(super) fn is_linked_to_node(board: Board, candidates: &[Candidate], node: u128, other: Candidate) -> bool {
    candidates.iter().enumerate().all(|(bit, candidate)| node >> bit & 1 == 0 || are_linked(board, *candidate, other))
}
