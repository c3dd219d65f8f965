//! Sentences about the chains of finders, from end to end; `eureka` writes the same nodes in Eureka notation.

use qedoku_puzzle::{Candidate, Cell};

use super::StepWriter;
use super::lists::join_list;
use crate::patterns::{PartRole, Pattern};
use crate::step::ExactlyOne;
use crate::techniques::{ChainNodes, Technique, house_of};

/// The nodes of a chain in order.
pub(crate) fn chain_nodes(pattern: &Pattern) -> Vec<&[Candidate]> {
    let nodes = pattern.parts.iter().filter(|part| part.role == PartRole::Node);
    nodes.map(|part| &part.candidates[..]).collect()
}

impl StepWriter<'_> {
    /// `if 8 in box 5 is not in r6c4, it is in r5c4; then r5c8 is 9. So r6c4 is 8 or r5c8 is 9, and ...`
    pub(super) fn found_chain(&self, pattern: &Pattern) -> String {
        let nodes = chain_nodes(pattern);
        let (heading, eliminations) = (self.heading(), self.eliminations());
        let [first, .., last] = nodes[..] else { return format!("{heading}: {eliminations}.") };
        if matches!(self.step.technique, Technique::DualTwoStringKite | Technique::DualEmptyRectangle) {
            // Two chains of two strong links each.
            let chains = nodes.chunks_exact(4).map(|chain| {
                let ends = self.one_of(chain[0], chain[3]);
                format!("{}, so {ends}", self.strong_links(pattern, chain))
            });
            return format!(
                "{heading}: {}. Therefore {eliminations}.",
                chains.collect::<Vec<_>>().join(". Likewise, ")
            );
        }
        let links = self.strong_links(pattern, &nodes);
        if matches!(self.step.technique, Technique::ContinuousLoop | Technique::GroupedContinuousLoop) {
            let weak_links = self.weak_links(&nodes);
            return format!("{heading}: {links}, and the loop closes. {weak_links} Therefore {eliminations}.");
        }
        let ends = if first == last { self.is(first) } else { self.one_of(first, last) };
        let ends = if first == last { format!("Either way, {ends}") } else { format!("So {ends}") };
        format!("{heading}: {links}. {ends}, and {eliminations}.")
    }

    /// `if 8 in box 5 is not in r6c4, it is in r5c4; then r5c8 is 9`.
    fn strong_links(&self, pattern: &Pattern, nodes: &[&[Candidate]]) -> String {
        let pairs = nodes.chunks_exact(2).enumerate();
        let links = pairs.map(|(index, pair)| self.strong_link(pattern, pair[0], pair[1], index == 0));
        links.collect::<Vec<_>>().join("; then ")
    }

    /// One strong link: if the first node is false, the second is true.
    fn strong_link(&self, pattern: &Pattern, one: &[Candidate], other: &[Candidate], is_first: bool) -> String {
        let Some(constraint) = self.constraint_between(pattern, one, other) else {
            let cells = self.lists.cells([one, other].concat().iter().map(|candidate| candidate.cell), "and");
            let consequence = format!("{} (almost locked set {cells})", self.is(other));
            let assumption = || format!("if no {} is in {}, ", self.digits_of(one), self.cells_of(one));
            return if is_first { assumption() + &consequence } else { consequence };
        };
        let link = ChainNodes { constraint, falsified: one.to_vec(), implied: other.to_vec() };
        if is_first { self.follow(&[link]) } else { self.node(constraint, other) }
    }

    /// The constraint of a strong link; none if it is an almost locked set.
    fn constraint_between(&self, pattern: &Pattern, one: &[Candidate], other: &[Candidate]) -> Option<ExactlyOne> {
        let contains = |constraint: &ExactlyOne| {
            let candidates: Vec<Candidate> = self.position.candidates_in(*constraint).collect();
            candidates.len() == one.len() + other.len() && one.iter().chain(other).all(|node| candidates.contains(node))
        };
        pattern.constraints.iter().copied().find(contains)
    }

    /// `So a candidate of the loop is true in each of these: r3c1, 6 in box 3 and 8 in row 1.`
    fn weak_links(&self, nodes: &[&[Candidate]]) -> String {
        let next = |index: usize| nodes[(index + 1) % nodes.len()];
        let links = (1..nodes.len()).step_by(2).map(|index| self.weak_link(nodes[index], next(index)));
        let has_almost_locked_set = |pair: &[&[Candidate]]| {
            let cells = |node: &[Candidate]| node.iter().map(|candidate| candidate.cell).collect::<Vec<Cell>>();
            pair[0][0].digit != pair[1][0].digit && (cells(pair[0]).len() > 1 || cells(pair[0]) != cells(pair[1]))
        };
        let has_sets = nodes.chunks_exact(2).any(has_almost_locked_set);
        let sets = if has_sets { " The almost locked sets hold all their other digits." } else { "" };
        let links: Vec<String> = links.collect();
        format!("So a candidate of the loop is true in each of these: {}.{sets}", join_list(&links, "and"))
    }

    /// The cell or house that two nodes share: `r3c1`, `6 in box 3`.
    fn weak_link(&self, one: &[Candidate], other: &[Candidate]) -> String {
        if one[0].digit != other[0].digit {
            return one[0].cell.to_string();
        }
        let board = self.position.board();
        let is_in = |house: &qedoku_puzzle::House| {
            one.iter().chain(other).all(|candidate| board.houses_of(candidate.cell).contains(house))
        };
        let house = board.houses_of(one[0].cell).into_iter().find(is_in);
        let digit = self.lists.digit(one[0].digit);
        house.map_or_else(|| self.is(one), |house| format!("{digit} in {house}"))
    }
}

/// `rows 1 and 4 and box 3`: houses of constraints, by kind.
pub(super) fn houses_by_kind(constraints: &[ExactlyOne]) -> String {
    let mut houses: Vec<_> = constraints.iter().filter_map(|constraint| house_of(*constraint)).collect();
    houses.sort_unstable();
    houses.dedup();
    let kinds = houses.chunk_by(|one, other| one.kind() == other.kind());
    join_list(&kinds.map(|houses| super::lists::list_houses(houses.iter().copied())).collect::<Vec<_>>(), "and")
}
