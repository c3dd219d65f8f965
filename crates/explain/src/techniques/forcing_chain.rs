//! Cell and region forcing chains: every candidate of one constraint leads to the same elimination.
//!
//! ```text
//!   base {a, b, c}    a - p = q - target
//!                     b - r = s - t = u - target
//!                     c - target
//! ```
//!
//! One candidate of the base constraint is true, whichever it is: this is the verity form. The base is a cell (cell
//! forcing chain) or a digit in a house (region forcing chain). A chain that the search found as a refutation has this
//! form if its constraints can be distributed over branches, each of which is an alternating chain from a candidate of the base
//! to the targets.
//!
//! References: Sudoku Explainer, "Cell/Region Forcing Chains"; Sudopedia, "Forcing Chain", "Verity".

use qedoku_puzzle::Candidate;

use super::aic::{ChainNodes, StrongLink, is_linked_to_node, node_of};
use super::pattern::{StepPattern, are_linked};
use crate::step::ExactlyOne;

/// Bound of the search, in strong links tried.
const MAX_STRONG_LINKS_TRIED: usize = 2000;

/// A forcing chain through all constraints of a pattern.
#[derive(Debug)]
pub(crate) struct ForcingChain {
    /// The constraint whose candidates are distinguished.
    pub(crate) base: ExactlyOne,
    /// A branch for each candidate of the base, in the order of the candidates.
    pub(crate) branches: Vec<Branch>,
}

/// The consequences of one candidate of the base, down to the targets.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The candidate of the base.
    pub(crate) start: Candidate,
    /// The strong links in the order of the chain; empty if the candidate sees the targets itself.
    pub(crate) links: Vec<ChainNodes>,
}

impl ForcingChain {
    /// The forcing chain that the constraints of a pattern form, if they form one.
    pub(crate) fn new(pattern: &StepPattern, targets: &[Candidate]) -> Option<ForcingChain> {
        // Constraints are bits of a `u64` and nodes of a `u128`.
        let fits = pattern.len() <= 64 && (0..pattern.len()).all(|index| pattern.candidates_of(index).len() <= 128);
        if targets.is_empty() || !fits {
            return None;
        }
        let mut budget = MAX_STRONG_LINKS_TRIED;
        (0..pattern.len()).find_map(|base| {
            // A base of two candidates is a link of an alternating inference chain.
            let candidates = pattern.candidates_of(base);
            if candidates.len() < 3 {
                return None;
            }
            let mut search =
                BranchSearch { pattern, targets, base, branches: vec![Vec::new()], used: 1 << base, budget };
            let found = search.extend();
            budget = search.budget;
            let nodes = |links: Vec<StrongLink>| links.into_iter().map(|link| ChainNodes::new(pattern, link)).collect();
            found.then(|| {
                let branches = candidates.iter().zip(search.branches);
                let branches = branches.map(|(start, links)| Branch { start: *start, links: nodes(links) });
                ForcingChain { base: pattern.constraint(base), branches: branches.collect() }
            })
        })
    }
}

/// Depth-first search that distributes all constraints over the branches.
struct BranchSearch<'a> {
    pattern: &'a StepPattern,
    targets: &'a [Candidate],
    /// Index of the base constraint.
    base: usize,
    /// The branches so far; the last one is not complete.
    branches: Vec<Vec<StrongLink>>,
    /// The constraints used so far, as bits.
    used: u64,
    budget: usize,
}

impl BranchSearch<'_> {
    /// Completes the last branch and those that are missing.
    fn extend(&mut self) -> bool {
        if self.is_closed() && self.next_branch() {
            return true;
        }
        (0..self.pattern.len()).any(|constraint| self.used >> constraint & 1 == 0 && self.try_constraint(constraint))
    }

    /// Starts the branch of the next candidate; true if all branches are complete and no constraint is unused.
    fn next_branch(&mut self) -> bool {
        if self.branches.len() == self.pattern.candidates_of(self.base).len() {
            return self.used.count_ones() as usize == self.pattern.len();
        }
        self.branches.push(Vec::new());
        let found = self.extend();
        if !found {
            self.branches.pop();
        }
        found
    }

    fn try_constraint(&mut self, constraint: usize) -> bool {
        let (candidates, board) = (self.pattern.candidates_of(constraint), self.pattern.board);
        let (before, node) = self.last_node();
        let falsified = node_of(candidates, |candidate| is_linked_to_node(board, before, node, candidate));
        let all = u128::MAX >> (128 - candidates.len());
        if falsified == 0 || falsified == all || self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.used |= 1 << constraint;
        let link = StrongLink { constraint, falsified, implied: all & !falsified };
        self.branches.last_mut().expect("there is a branch").push(link);
        let found = self.extend();
        if !found {
            self.branches.last_mut().expect("there is a branch").pop();
            self.used &= !(1 << constraint);
        }
        found
    }

    /// The candidates that the last node belongs to, and the node.
    fn last_node(&self) -> (&[Candidate], u128) {
        let index = self.branches.len() - 1;
        match self.branches[index].last() {
            Some(link) => (self.pattern.candidates_of(link.constraint), link.implied),
            None => (self.pattern.candidates_of(self.base), 1 << index),
        }
    }

    /// Whether every candidate of the last node sees all targets.
    fn is_closed(&self) -> bool {
        let (candidates, node) = self.last_node();
        let board = self.pattern.board;
        self.targets.iter().all(|target| {
            let is_linked =
                |(bit, candidate): (usize, &Candidate)| node >> bit & 1 == 0 || are_linked(board, *target, *candidate);
            candidates.iter().enumerate().all(is_linked)
        })
    }
}
