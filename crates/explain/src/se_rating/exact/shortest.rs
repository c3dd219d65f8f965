//! Shortest forcing chains and cycles with links in cells and regions, for all candidates at the same time.
//!
//! The breadth-first searches of `unary.rs` from all candidates advance together, one layer of sets after the other, and end at
//! the first layer with a hint: hints of this pass differ in difficulty only by their length. A layer is the union of the rows of an
//! adjacency matrix, one bit per candidate, which is about ten times as fast as lists of links. Whether a cycle is valid depends on
//! its links, so a possible one is searched again with lists.

use super::grid::{Candidate, Grid, bits, candidate, cell_of};
use super::links::{length_increment, strong_links, weak_links};
use super::unary::{Conclusion, HintKey, Pass};

/// A shortest chain, or the root of a possible cycle.
pub(super) enum ShortestHint {
    PossibleCycle(Candidate),
    Chain(Conclusion),
}

/// Adjacency matrices over the candidates of a position, numbered densely, in rows of `W` words.
pub(super) struct ShortestChains<const W: usize> {
    candidates: Vec<Candidate>,
    number: Vec<u16>,
    /// Candidates that are on two links after a candidate that is on.
    successors: Vec<[u64; W]>,
    /// Candidates that exclude each other.
    excluded: Vec<[u64; W]>,
    /// Candidates that a candidate that is off turns on.
    strong: Vec<[u64; W]>,
    on: Vec<Layer<W>>,
    off: Vec<Layer<W>>,
}

/// Candidates that a search has reached, and its last layer.
#[derive(Clone, Copy)]
struct Layer<const W: usize> {
    seen: [u64; W],
    frontier: [u64; W],
}

impl<const W: usize> Default for ShortestChains<W> {
    fn default() -> ShortestChains<W> {
        ShortestChains {
            candidates: Vec::new(),
            number: vec![0; 729],
            successors: Vec::new(),
            excluded: Vec::new(),
            strong: Vec::new(),
            on: Vec::new(),
            off: Vec::new(),
        }
    }
}

fn insert<const W: usize>(row: &mut [u64; W], bit: usize) {
    row[bit / 64] |= 1 << (bit % 64);
}

fn union<const W: usize>(row: &mut [u64; W], other: &[u64; W]) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

fn meets<const W: usize>(one: &[u64; W], other: &[u64; W]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

fn members<const W: usize>(row: &[u64; W], mut visit: impl FnMut(usize)) {
    for (index, word) in row.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            visit(64 * index + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

impl<const W: usize> ShortestChains<W> {
    /// Searches layer by layer. `limit` is the key that hints must beat, if there is one. `visit` takes a hint in the order of
    /// Sudoku Explainer and returns whether it is valid; then its key is the new limit.
    pub(super) fn search(
        &mut self,
        grid: &Grid,
        pass: Pass,
        mut limit: Option<HintKey>,
        mut visit: impl FnMut(HintKey, ShortestHint) -> bool,
    ) {
        if !self.build(grid, pass) {
            return;
        }
        for depth in 0.. {
            let complexity = 2 * depth + 2;
            let cycle_key = (pass.cycle_base() + length_increment(complexity), complexity, pass.rank());
            let chain_key = (pass.chain_base() + length_increment(complexity), complexity, pass.rank());
            let mut is_open = false;
            for root in 0..self.candidates.len() {
                let is_wanted = |limit: Option<HintKey>, key| limit.is_none_or(|limit| key < limit);
                // The base of cycles is not above that of chains.
                if !is_wanted(limit, cycle_key) {
                    return;
                }
                let target = self.candidates[root];
                let mut offer = |key, found| {
                    if is_wanted(limit, key) && visit(key, found) {
                        limit = Some(key);
                    }
                };
                let excluded = meets(&self.on[root].frontier, &self.excluded[root]);
                let returns = expand(&mut self.on[root], &self.successors, root);
                if depth >= 1 && returns {
                    offer(cycle_key, ShortestHint::PossibleCycle(target));
                }
                if excluded {
                    offer(chain_key, ShortestHint::Chain(Conclusion::Off(target)));
                }
                // The negated root turns candidates on with one link: its first layer counts as the second one.
                if depth >= 1 && expand(&mut self.off[root], &self.successors, root) {
                    offer(chain_key, ShortestHint::Chain(Conclusion::On(target)));
                }
                is_open |= self.on[root].frontier != [0; W] || self.off[root].frontier != [0; W];
            }
            if !is_open {
                return;
            }
        }
    }

    /// Builds the matrices of a pass. Returns whether there are strong links.
    fn build(&mut self, grid: &Grid, pass: Pass) -> bool {
        self.candidates.clear();
        for cell in 0..81 {
            for digit in bits(grid.cells[cell]) {
                let candidate = candidate(cell, digit);
                self.number[usize::from(candidate)] = self.candidates.len() as u16;
                self.candidates.push(candidate);
            }
        }
        let count = self.candidates.len();
        for rows in [&mut self.successors, &mut self.excluded, &mut self.strong] {
            rows.clear();
            rows.resize(count, [0; W]);
        }
        let ShortestChains { candidates, number, strong, excluded, successors, .. } = self;
        let number_of = |candidate: Candidate| usize::from(number[usize::from(candidate)]);
        let mut is_linked = false;
        for (index, off) in candidates.iter().enumerate() {
            strong_links(grid, *off, pass.with_cells(), pass.with_regions(), |on, _, _| {
                insert(&mut strong[index], number_of(on));
                is_linked = true;
            });
        }
        if !is_linked {
            return false;
        }
        for (index, on) in candidates.iter().enumerate() {
            weak_links(grid, *on, pass.with_cells(), |off, _| {
                // Chains that turn their root off or on do not exist in the pass Y.
                if pass.with_regions() {
                    insert(&mut excluded[index], number_of(off));
                }
                union(&mut successors[index], &strong[number_of(off)]);
            });
        }
        self.reset_layers(grid, pass);
        true
    }

    /// Starts a search from every candidate that is not alone in its cell, in the pass Y from those of cells with two.
    fn reset_layers(&mut self, grid: &Grid, pass: Pass) {
        let empty = Layer { seen: [0; W], frontier: [0; W] };
        for layers in [&mut self.on, &mut self.off] {
            layers.clear();
            layers.resize(self.candidates.len(), empty);
        }
        for root in 0..self.candidates.len() {
            let count = grid.count(cell_of(self.candidates[root]));
            if count == 2 || count > 2 && pass.with_regions() {
                insert(&mut self.on[root].seen, root);
                insert(&mut self.on[root].frontier, root);
                if pass.with_regions() {
                    self.off[root].frontier = self.strong[root];
                    self.off[root].seen = self.strong[root];
                }
            }
        }
    }
}

/// Replaces the frontier by the next layer. Returns whether the root follows from the frontier.
#[inline]
fn expand<const W: usize>(layer: &mut Layer<W>, successors: &[[u64; W]], root: usize) -> bool {
    if layer.frontier == [0; W] {
        return false;
    }
    let mut next = [0; W];
    members(&layer.frontier, |number| union(&mut next, &successors[number]));
    let returns = next[root / 64] >> (root % 64) & 1 == 1;
    next.iter_mut().zip(&layer.seen).for_each(|(word, seen)| *word &= !seen);
    union(&mut layer.seen, &next);
    layer.frontier = next;
    returns
}
