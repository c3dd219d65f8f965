//! Eureka notation of chains: `(8=3)r1c1 - (3)r7c1=(3)r7c9 - (3=8)r5c9 => r1c9<>8`.
//!
//! `=` is a strong link, `-` a weak one. Neighbouring nodes in one cell share its name; a node of several cells (`r1c25`) is a group.
//! A forcing chain has a line per candidate of its base. A braid that is neither has no notation.
//!
//! Reference: Sudopedia, "Eureka".

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Candidate, Cell};

use super::text::{ListWriter, chain_nodes};
use crate::position::Position;
use crate::step::{Justification, Step};
use crate::techniques::{Aic, ChainNodes, ContinuousLoop, ForcingChain, StepPattern, Technique};

/// The chain of a step in Eureka notation, one line per branch; `None` if the step is no chain of strong and weak links.
pub fn eureka(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> Option<Vec<String>> {
    let writer = EurekaWriter { lists: ListWriter { board: position.board(), alphabet } };
    let conclusion = writer.conclusion(&step.eliminations);
    match &step.justification {
        Justification::BaseCover { base, cover }
            if matches!(step.technique, Technique::ContinuousLoop | Technique::GroupedContinuousLoop) =>
        {
            let chain = ContinuousLoop::new(position, base, cover)?;
            Some(vec![format!("{} - loop => {conclusion}", writer.chain(nodes(&chain.links)))])
        }
        Justification::Chain(links) if links.len() > 1 && is_seen_as_chain(step.technique) => {
            let pattern = StepPattern::of_step(position, step);
            if let Some(aic) = Aic::new(&pattern, &step.eliminations) {
                return Some(vec![format!("{} => {conclusion}", writer.chain(nodes(&aic.chain_links())))]);
            }
            let chain = ForcingChain::new(&pattern, &step.eliminations)?;
            let indirect = chain.branches.iter().filter(|branch| !branch.links.is_empty());
            let line = |start: Candidate, links: &[ChainNodes]| {
                let all = std::iter::once(vec![start]).chain(nodes(links));
                format!("{} => {conclusion}", writer.chain_from_weak_link(all))
            };
            Some(indirect.map(|branch| line(branch.start, &branch.links)).collect())
        }
        Justification::Pattern(pattern) if is_found_chain(step.technique) => {
            let nodes = chain_nodes(pattern).into_iter().map(<[Candidate]>::to_vec);
            let is_loop = matches!(step.technique, Technique::ContinuousLoop | Technique::GroupedContinuousLoop);
            Some(vec![format!("{}{} => {conclusion}", writer.chain(nodes), if is_loop { " - loop" } else { "" })])
        }
        _ => None,
    }
}

/// Whether a finder of chains has found a step.
fn is_found_chain(technique: Technique) -> bool {
    matches!(
        technique,
        Technique::XChain
            | Technique::XyChain
            | Technique::Aic
            | Technique::ContinuousLoop
            | Technique::DiscontinuousLoop
            | Technique::GroupedXChain
            | Technique::GroupedAic
            | Technique::GroupedContinuousLoop
            | Technique::GroupedDiscontinuousLoop
    )
}

/// Whether players see a technique as a chain, not as a whole.
fn is_seen_as_chain(technique: Technique) -> bool {
    !matches!(
        technique,
        Technique::NakedSubset(_)
            | Technique::HiddenSubset(_)
            | Technique::Fish(_)
            | Technique::FinnedFish(_)
            | Technique::SashimiFish(_)
            | Technique::BentNakedSubset(_)
            | Technique::XyzWing
    )
}

/// The nodes of strong links in order.
fn nodes(links: &[ChainNodes]) -> impl Iterator<Item = Vec<Candidate>> {
    links.iter().flat_map(|link| [link.falsified.clone(), link.implied.clone()])
}

struct EurekaWriter {
    lists: ListWriter,
}

impl EurekaWriter {
    /// Nodes that begin with a strong link.
    fn chain(&self, nodes: impl Iterator<Item = Vec<Candidate>>) -> String {
        self.join(nodes, ["=", " - "])
    }

    /// Nodes that begin with a weak link.
    fn chain_from_weak_link(&self, nodes: impl Iterator<Item = Vec<Candidate>>) -> String {
        self.join(nodes, [" - ", "="])
    }

    /// Joins nodes by two signs in turn.
    fn join(&self, nodes: impl Iterator<Item = Vec<Candidate>>, signs: [&str; 2]) -> String {
        let mut text = String::new();
        // The digits inside the parentheses that are open, and the cells that follow them.
        let mut open: Option<(String, String)> = None;
        for (index, node) in nodes.enumerate() {
            let digits = self.digits(&node);
            let cells = self.cells(&node);
            let sign = if index == 0 { "" } else { signs[(index - 1) % 2] };
            match &mut open {
                Some((inside, shared)) if *shared == cells && node.len() == 1 => {
                    *inside += &(sign.trim().to_owned() + &digits);
                }
                _ => {
                    text += &open.take().map_or(String::new(), |(inside, cells)| format!("({inside}){cells}"));
                    text += sign;
                    open = Some((digits, cells));
                }
            }
        }
        text + &open.map_or(String::new(), |(inside, cells)| format!("({inside}){cells}"))
    }

    /// `r1c2`, `r1c25`, `r24c3`: the cells of a group lie in one line of a box. Above 9x9, where merged coordinates would
    /// be ambiguous, `r1c12|r1c13`.
    fn cells(&self, node: &[Candidate]) -> String {
        let numbers = |of: fn(Cell) -> usize| {
            let mut numbers: Vec<usize> = node.iter().map(|candidate| of(candidate.cell) + 1).collect();
            numbers.dedup();
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let (rows, columns) = (numbers(Cell::row), numbers(Cell::column));
        if self.lists.board.side() <= 9 && (rows.len() == 1 || columns.len() == 1) {
            return format!("r{}c{}", rows.concat(), columns.concat());
        }
        node.iter().map(|candidate| candidate.cell.to_string()).collect::<Vec<_>>().join("|")
    }

    fn digits(&self, node: &[Candidate]) -> String {
        self.lists.digits(node.iter().map(|candidate| candidate.digit), "or").replace(" or ", "|")
    }

    /// `r1c9<>8, r5c1<>8`.
    fn conclusion(&self, eliminations: &[Candidate]) -> String {
        let one = |candidate: &Candidate| format!("{}<>{}", candidate.cell, self.lists.digit(candidate.digit));
        eliminations.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
