//! Continuous loops: alternating inference chains whose two ends see each other.
//!
//! ```text
//!   - a = b - c = d - ... = z -      the last weak link joins z to a
//! ```
//!
//! With n strong links there are n weak ones. n true candidates lie in the strong links, at most one of them in each weak
//! link, so exactly one in each: every other candidate of the constraint of a weak link is false. That is a base/cover
//! pattern: the strong links are its base, the constraints of the weak links its cover.
//!
//! Reference: Sudopedia, "Continuous Nice Loop".

use qedoku_puzzle::{Board, Candidate, ExactlyOne};

use super::aic::ChainNodes;
use super::technique::Technique;
use crate::position::Position;

/// A continuous loop.
#[derive(Debug)]
pub(crate) struct ContinuousLoop {
    /// The strong links in the order of the loop.
    pub(crate) links: Vec<ChainNodes>,
    /// The constraint of the weak link after each strong link; the last one leads back to the first strong link.
    pub(crate) weak_links: Vec<ExactlyOne>,
}

impl ContinuousLoop {
    /// Closes a chain to a loop, if that is possible and the closing weak link contains the eliminations of the chain.
    pub(crate) fn close(
        position: &Position,
        links: Vec<ChainNodes>,
        eliminations: &[Candidate],
    ) -> Option<ContinuousLoop> {
        let (first, last) = (links.first()?, links.last()?);
        if links.len() < 2 || !are_distinct(&links) {
            return None;
        }
        let closing: Vec<Candidate> = [&last.implied, &first.falsified].into_iter().flatten().copied().collect();
        let inner = links.windows(2).map(|pair| [&pair[0].implied[..], &pair[1].falsified[..]].concat());
        let mut weak_links: Vec<ExactlyOne> = inner.map(|weak| common(position, &weak, &[])).collect::<Option<_>>()?;
        weak_links.push(common(position, &closing, eliminations)?);
        Some(ContinuousLoop { links, weak_links })
    }

    /// The loop of a base/cover pattern in which `cover[i]` joins `base[i]` to the next base constraint.
    pub(crate) fn new(position: &Position, base: &[ExactlyOne], cover: &[ExactlyOne]) -> Option<ContinuousLoop> {
        if base.len() != cover.len() || base.len() < 2 {
            return None;
        }
        let board = position.board();
        let links = base.iter().enumerate().map(|(index, constraint)| {
            let before = cover[(index + cover.len() - 1) % cover.len()];
            let candidates = position.candidates_in(*constraint);
            let (implied, falsified): (Vec<_>, Vec<_>) = candidates.partition(|one| is_in(board, *one, cover[index]));
            let is_split = !implied.is_empty() && !falsified.is_empty();
            let is_covered = falsified.iter().all(|one| is_in(board, *one, before));
            (is_split && is_covered).then_some(ChainNodes { constraint: *constraint, falsified, implied })
        });
        Some(ContinuousLoop { links: links.collect::<Option<_>>()?, weak_links: cover.to_vec() })
    }

    /// A grouped loop has a node of several candidates.
    pub(crate) fn technique(&self) -> Technique {
        let is_grouped = self.links.iter().any(|link| link.falsified.len() > 1 || link.implied.len() > 1);
        if is_grouped { Technique::GroupedContinuousLoop } else { Technique::ContinuousLoop }
    }

    /// All eliminations: the candidates of the weak links outside the strong links.
    pub(crate) fn eliminations(&self, position: &Position) -> Vec<Candidate> {
        let outside = |candidate: &Candidate| !self.links.iter().any(|link| contains(link, *candidate));
        let weak_links = self.weak_links.iter();
        let mut eliminations: Vec<Candidate> =
            weak_links.flat_map(|constraint| position.candidates_in(*constraint)).filter(outside).collect();
        eliminations.sort_unstable();
        eliminations.dedup();
        eliminations
    }
}

fn contains(link: &ChainNodes, candidate: Candidate) -> bool {
    link.falsified.contains(&candidate) || link.implied.contains(&candidate)
}

/// Whether no candidate occurs in two strong links.
fn are_distinct(links: &[ChainNodes]) -> bool {
    links.iter().enumerate().all(|(index, link)| {
        let mut candidates = link.falsified.iter().chain(&link.implied);
        candidates.all(|candidate| !links[..index].iter().any(|other| contains(other, *candidate)))
    })
}

fn is_in(board: Board, candidate: Candidate, constraint: ExactlyOne) -> bool {
    ExactlyOne::containing(board, candidate).contains(&constraint)
}

/// The constraint that contains all these candidates and targets; of several, the one with the most open candidates.
fn common(position: &Position, candidates: &[Candidate], targets: &[Candidate]) -> Option<ExactlyOne> {
    let (first, board) = (candidates.first()?, position.board());
    let contains_all =
        |constraint: &ExactlyOne| candidates.iter().chain(targets).all(|one| is_in(board, *one, *constraint));
    let common = ExactlyOne::containing(board, *first).into_iter().filter(contains_all);
    common.max_by_key(|constraint| position.candidates_in(*constraint).count())
}
