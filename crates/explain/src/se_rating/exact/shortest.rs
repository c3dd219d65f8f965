//! Shortest forcing chains and cycles with links in cells and regions, from all candidates at the same time.
//!
//! The depth of a chain or cycle is half of its complexity, less one: the number of strong links of the chain. Hints of a pass
//! differ in difficulty only by their depth. Four facts limit the search:
//!
//! - A chain of depth `d` by which `w` turns itself off has `d` strong links. By contraposition, `w` is turned off from both ends
//!   of each of them, and for the middle one by chains with half the number of links. So the search starts at the ends of all strong
//!   links, and a candidate that both ends turn off is refuted.
//! - A chain by which the negation of `c` turns `c` on begins with a strong link to some `x`, and the rest of it turns `x` off in the
//!   same number of links. So no such chain is shorter than the shortest one of the first kind.
//! - A cycle of depth `d` that removes `w` yields a chain of at most depth `d + 1` by which `w` turns itself off: `w` excludes a
//!   candidate that is on and one that is off in the cycle. So no cycle of use has a depth less than that of the shortest chain,
//!   less one; and if it has this depth, the chain covers the whole cycle.
//! - Without a chain by which a candidate turns itself off there is no hint.
//!
//! The rows of bits do not record links, which decide whether a cycle is valid. So a possible cycle is searched again with lists.

use super::graph::{Graph, Row, common, contains, insert, is_empty, meets, members, union, without};
use super::grid::Candidate;
use super::links::length_increment;
use super::unary::{Conclusion, HintKey, Pass};

/// A shortest chain, or the root of a possible cycle.
pub(super) enum ShortestHint {
    PossibleCycle(Candidate),
    Chain(Conclusion),
}

/// Candidates that are on in a search from one candidate.
#[derive(Clone, Copy)]
struct Layer<const W: usize> {
    seen: Row<W>,
    frontier: Row<W>,
    depth: u32,
}

impl<const W: usize> Layer<W> {
    fn new(root: usize) -> Layer<W> {
        let mut row = [0; W];
        insert(&mut row, root);
        Layer { seen: row, frontier: row, depth: 0 }
    }

    /// Replaces the frontier by the next one.
    fn advance(&mut self, graph: &Graph<W>) {
        let mut next = [0; W];
        members(self.frontier).for_each(|on| union(&mut next, &graph.successors[on]));
        self.frontier = without(&next, &self.seen);
        union(&mut self.seen, &next);
        self.depth += 1;
    }
}

/// Search for the shortest chains of a position.
pub(super) struct ShortestChains<const W: usize> {
    pub(super) graph: Graph<W>,
    /// Searches from the candidates with strong links.
    on: Vec<Layer<W>>,
    /// Candidates that are off by the last layer, and by the one before.
    off: [Vec<Row<W>>; 2],
}

impl<const W: usize> Default for ShortestChains<W> {
    fn default() -> ShortestChains<W> {
        ShortestChains { graph: Graph::default(), on: Vec::new(), off: [Vec::new(), Vec::new()] }
    }
}

/// Candidates that turn themselves off by chains of the same depth, which no shorter chain refutes.
struct Refuted<const W: usize> {
    depth: u32,
    candidates: Row<W>,
}

fn cycle_key(pass: Pass, depth: u32) -> HintKey {
    let complexity = 2 * depth + 2;
    (pass.cycle_base() + length_increment(complexity), complexity, pass.rank())
}

fn chain_key(pass: Pass, depth: u32) -> HintKey {
    let complexity = 2 * depth + 2;
    (pass.chain_base() + length_increment(complexity), complexity, pass.rank())
}

impl<const W: usize> ShortestChains<W> {
    /// Searches the graph for the easiest hint of a pass. `limit` is the key that it must beat, if there is one. `visit` takes possible
    /// hints in the order of Sudoku Explainer, easiest first, and returns whether the hint is valid; the first valid one ends the
    /// search. Returns whether any candidate turns itself off, as far as that is known.
    pub(super) fn search(
        &mut self,
        pass: Pass,
        limit: Option<HintKey>,
        mut visit: impl FnMut(HintKey, ShortestHint) -> bool,
    ) -> bool {
        let is_wanted = |key| limit.is_none_or(|limit| key < limit);
        let is_near = |depth: u32| is_wanted(cycle_key(pass, depth.saturating_sub(1)));
        let refuted = match self.first_refuted(is_near) {
            Ok(refuted) => refuted,
            Err(is_limited) => return is_limited,
        };
        let depth = refuted.depth;
        if depth >= 2 {
            let key = cycle_key(pass, depth - 1);
            let roots = self.cycle_roots(&refuted);
            if self.offer_cycles(roots, depth - 1, |root| visit(key, ShortestHint::PossibleCycle(root))) {
                return true;
            }
        }
        let chain = (pass.with_regions() && is_wanted(chain_key(pass, depth))).then(|| self.first_chain(&refuted));
        let last = chain.map(|_| chain_key(pass, depth)).or(limit);
        // Among hints of the same key, the one with the first root is applied, of one root the cycle.
        if pass == Pass::XY {
            let Some((root, conclusion)) = chain else { return true };
            let roots = up_to(&self.graph.linked, root);
            let key = cycle_key(pass, depth);
            if !self.offer_cycles(roots, depth, |root| visit(key, ShortestHint::PossibleCycle(root))) {
                visit(key, ShortestHint::Chain(conclusion));
            }
            return true;
        }
        let mut depth = depth;
        while last.is_none_or(|last| cycle_key(pass, depth) < last) && self.is_open() {
            let key = cycle_key(pass, depth);
            if self.offer_cycles(self.graph.linked, depth, |root| visit(key, ShortestHint::PossibleCycle(root))) {
                return true;
            }
            depth += 1;
        }
        if let Some((_, conclusion)) = chain {
            visit(chain_key(pass, refuted.depth), ShortestHint::Chain(conclusion));
        }
        true
    }

    /// The candidates that are refuted by the shortest chains. The error is whether the search ended because a depth is not wanted.
    fn first_refuted(&mut self, is_near: impl Fn(u32) -> bool) -> Result<Refuted<W>, bool> {
        let ShortestChains { graph, on, off: [last, before] } = self;
        on.clear();
        on.extend((0..graph.candidates.len()).map(Layer::new));
        last.clone_from(&graph.excluded);
        let joint = |one: &[Row<W>], other: &[Row<W>]| {
            let mut refuted = [0; W];
            for (first, second) in &graph.links {
                let (first, second) = (usize::from(*first), usize::from(*second));
                union(&mut refuted, &common(&one[first], &other[second]));
                union(&mut refuted, &common(&one[second], &other[first]));
            }
            refuted
        };
        for layers in 0.. {
            if layers > 0 {
                before.clone_from(last);
                let mut is_open = false;
                for root in members(graph.linked) {
                    let layer = &mut on[root];
                    layer.advance(graph);
                    members(layer.frontier).for_each(|on| union(&mut last[root], &graph.excluded[on]));
                    is_open |= !is_empty(&layer.frontier);
                }
                if !is_open {
                    return Err(false);
                }
            }
            // A chain of an even depth has the middle link in one of two places.
            for depth in 2 * layers..2 * layers + 2 {
                if depth == 0 {
                    continue;
                }
                if !is_near(depth) {
                    return Err(true);
                }
                let candidates = joint(last, if depth % 2 == 0 { before } else { last });
                if !is_empty(&candidates) {
                    return Ok(Refuted { depth, candidates });
                }
            }
        }
        unreachable!("a layer without new candidates ends the search")
    }

    /// Candidates through which a cycle may go that is one link shorter than the chains: both states of them are on a shortest chain.
    fn cycle_roots(&self, refuted: &Refuted<W>) -> Row<W> {
        let depth = refuted.depth as usize;
        let mut roots = [0; W];
        let (mut frontiers, mut off) = (Vec::new(), Vec::new());
        for target in members(refuted.candidates) {
            frontiers.clear();
            off.clear();
            let mut layer = Layer::new(target);
            let mut seen = [0; W];
            for _ in 0..=depth {
                let mut next = [0; W];
                members(layer.frontier).for_each(|on| union(&mut next, &self.graph.excluded[on]));
                off.push(without(&next, &seen));
                union(&mut seen, &next);
                frontiers.push(layer.frontier);
                layer.advance(&self.graph);
            }
            (1..=depth).for_each(|index| union(&mut roots, &common(&frontiers[index], &off[depth - index])));
        }
        common(&roots, &self.graph.linked)
    }

    /// Visits the roots from which a cycle of a depth may exist; a valid cycle ends the search.
    fn offer_cycles(&mut self, roots: Row<W>, depth: u32, mut visit: impl FnMut(Candidate) -> bool) -> bool {
        members(roots).any(|root| self.returns(root, depth) && visit(self.graph.candidates[root]))
    }

    /// Whether a root with a strong link turns itself on at a depth.
    fn returns(&mut self, root: usize, depth: u32) -> bool {
        let layer = &mut self.on[root];
        while layer.depth < depth && !is_empty(&layer.frontier) {
            layer.advance(&self.graph);
        }
        members(self.graph.strong[root]).any(|last| meets(&layer.frontier, &self.graph.excluded[last]))
    }

    /// Whether any search is unfinished.
    fn is_open(&self) -> bool {
        members(self.graph.linked).any(|root| !is_empty(&self.on[root].frontier))
    }

    /// The first root of a shortest chain, and what the chain shows.
    fn first_chain(&self, refuted: &Refuted<W>) -> (usize, Conclusion) {
        let first = members(refuted.candidates).next().expect("some candidate is refuted");
        let turned_on = members(up_to(&self.graph.linked, first)).find(|root| {
            let ends = common(&self.graph.strong[*root], &refuted.candidates);
            *root != first && members(ends).any(|end| self.distance(end, *root, refuted.depth) == Some(refuted.depth))
        });
        turned_on.map_or((first, Conclusion::Off(self.graph.candidates[first])), |root| {
            (root, Conclusion::On(self.graph.candidates[root]))
        })
    }

    /// The number of steps of the shortest chain from one candidate that is on to another, up to a limit.
    fn distance(&self, from: usize, to: usize, limit: u32) -> Option<u32> {
        let mut layer = Layer::new(from);
        while layer.depth < limit && !contains(&layer.frontier, to) {
            layer.advance(&self.graph);
        }
        contains(&layer.frontier, to).then_some(layer.depth)
    }
}

/// The members of a set up to the given one.
fn up_to<const W: usize>(row: &Row<W>, last: usize) -> Row<W> {
    std::array::from_fn(|index| match index.cmp(&(last / 64)) {
        std::cmp::Ordering::Less => row[index],
        std::cmp::Ordering::Equal => row[index] & (!0 >> (63 - last % 64)),
        std::cmp::Ordering::Greater => 0,
    })
}
