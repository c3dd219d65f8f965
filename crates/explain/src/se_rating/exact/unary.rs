//! Forcing chains and bidirectional cycles from one candidate (6.5 to about 8): all links with one parent each, no branches.
//!
//! Three passes, with strong links in regions (X), in cells (Y) and in both (XY). From each candidate that is on, a breadth-first
//! search over candidates that are on finds the shortest chain that turns the candidate itself off, and all cycles: chains whose
//! last candidate turns the first one on again. A second search from the candidate that is off finds the chain that turns it on.
//! Y-chains that end in their own negation do not exist, so the pass Y searches cycles only.

use super::grid::{ALL, Candidate, GEOMETRY, Grid, bits, candidate, cell_of, digit_of, is_pair, size};
use super::links::{Cause, excludes, length_increment, strong_links, weak_links};
use super::shortest::{ShortestChains, ShortestHint};

/// The links that a pass uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    X,
    Y,
    XY,
}

impl Pass {
    pub(super) fn with_cells(self) -> bool {
        self != Pass::X
    }

    pub(super) fn with_regions(self) -> bool {
        self != Pass::Y
    }

    /// Whether strong links of this cause are used.
    fn uses(self, cause: Cause) -> bool {
        if cause == Cause::Cell { self.with_cells() } else { self.with_regions() }
    }

    /// Rank among hints of the same difficulty and complexity.
    pub(super) fn rank(self) -> u8 {
        match self {
            Pass::X => 2,
            Pass::Y => 3,
            Pass::XY => 4,
        }
    }

    pub(super) fn cycle_base(self) -> f64 {
        if self == Pass::XY { 7.0 } else { 6.5 }
    }

    pub(super) fn chain_base(self) -> f64 {
        if self == Pass::XY { 7.0 } else { 6.6 }
    }
}

/// Order of hints: difficulty, complexity (number of candidates of the chains), rank of the kind.
pub(super) type HintKey = (f64, u32, u8);

/// A candidate that is on, the candidate `via` that its parent turns off, and the causes of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainLink {
    pub(super) on: Candidate,
    pub(super) via: Candidate,
    pub(super) via_cause: Cause,
    pub(super) cause: Cause,
    parent: u16,
    depth: u16,
}

/// Conclusion of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conclusion {
    /// Cycle through the root.
    Cycle,
    /// The root turns itself off.
    Off(Candidate),
    /// The negated root turns itself on.
    On(Candidate),
}

/// A chain or cycle.
pub(super) struct UnaryHint {
    pub(super) key: HintKey,
    pub(super) conclusion: Conclusion,
    pub(super) removals: Vec<(u8, u16)>,
    /// The links from the last one back to the root; the root itself is left out. The last candidate of a cycle and of a chain that
    /// turns its root on is the root again.
    pub(super) links: Vec<ChainLink>,
}

/// Receives hints in the order in which Sudoku Explainer generates them.
pub(super) trait HintSink {
    /// Whether a hint with this key could be of use.
    fn accepts(&self, key: HintKey) -> bool;
    fn offer(&mut self, hint: UnaryHint);
    /// Whether a chain with this conclusion could be of use.
    fn accepts_chain(&self, key: HintKey, _conclusion: Conclusion) -> bool {
        self.accepts(key)
    }
}

/// Edge between two candidates that are on: the first turns `via` off, which turns `on` on.
#[derive(Clone, Copy)]
struct Edge {
    via: Candidate,
    on: Candidate,
    via_cause: Cause,
    cause: Cause,
}

/// The edges of a pass.
struct EdgeList {
    edges: Vec<Edge>,
    /// Start of the edges of a candidate; one entry more than candidates.
    starts: Vec<u32>,
}

impl EdgeList {
    fn new() -> EdgeList {
        EdgeList { edges: Vec::new(), starts: vec![0; 730] }
    }

    fn of(&self, on: Candidate) -> std::ops::Range<usize> {
        self.starts[usize::from(on)] as usize..self.starts[usize::from(on) + 1] as usize
    }
}

/// Strong links of a candidate that is off.
#[derive(Clone, Copy)]
struct StrongLinks {
    len: u8,
    links: [(Candidate, Cause); 4],
}

/// Buffers of the search.
pub(super) struct UnarySearch {
    /// The edges of the passes X, Y and XY.
    lists: [EdgeList; 3],
    strong: Vec<StrongLinks>,
    links: Vec<ChainLink>,
    seen: Vec<u32>,
    epoch: u32,
    boards: [u128; 9],
    /// Taken out while it is used.
    shortest: Option<Box<ShortestByWidth>>,
    /// The last position without a hint.
    failed: Option<Box<Grid>>,
    /// Digits whose places have not changed since the pass X found nothing for them.
    without_x: u16,
}

/// Buffers for matrices of all widths.
#[derive(Default)]
struct ShortestByWidth {
    narrow: ShortestChains<2>,
    medium: ShortestChains<4>,
    wide: ShortestChains<6>,
    widest: ShortestChains<12>,
    /// Whether the matrices have the candidates of all digits, for the passes Y and XY.
    has_candidates: bool,
}

impl ShortestByWidth {
    /// Searches a pass for a hint that is easier than the best one. Returns whether a candidate of the digits may be refuted.
    fn search(
        &mut self,
        unary: &mut UnarySearch,
        grid: &Grid,
        pass: Pass,
        digits: u16,
        best: &mut Option<UnaryHint>,
    ) -> bool {
        let limit = best.as_ref().map(|hint| hint.key);
        if limit.is_some_and(|limit| (pass.cycle_base(), 0, pass.rank()) >= limit) {
            return true;
        }
        // The matrices are as wide as the number of candidates needs.
        let candidates: usize = grid.cells.iter().map(|candidates| size(candidates & digits)).sum();
        let is_new = !std::mem::replace(&mut self.has_candidates, pass.with_cells());
        match candidates {
            0..=128 => unary.search_shortest(grid, &mut self.narrow, (pass, digits, is_new), best),
            129..=256 => unary.search_shortest(grid, &mut self.medium, (pass, digits, is_new), best),
            257..=384 => unary.search_shortest(grid, &mut self.wide, (pass, digits, is_new), best),
            _ => unary.search_shortest(grid, &mut self.widest, (pass, digits, is_new), best),
        }
    }
}

impl Default for UnarySearch {
    fn default() -> UnarySearch {
        UnarySearch {
            lists: [EdgeList::new(), EdgeList::new(), EdgeList::new()],
            strong: vec![StrongLinks { len: 0, links: [(0, Cause::Root); 4] }; 729],
            links: Vec::new(),
            seen: vec![0; 729],
            epoch: 0,
            boards: [0; 9],
            shortest: None,
            failed: None,
            without_x: 0,
        }
    }
}

impl UnarySearch {
    /// Forgets the positions of the puzzle before.
    pub(super) fn start_puzzle(&mut self) {
        self.failed = None;
        self.without_x = 0;
    }

    /// The easiest hint. The position before, in the same puzzle, had all candidates of this one.
    pub(super) fn easiest(&mut self, grid: &Grid) -> Option<UnaryHint> {
        if self.failed.as_ref().is_some_and(|failed| !has_new_links(failed, grid)) {
            return None;
        }
        self.boards = std::array::from_fn(|digit| grid.board(digit));
        let mut best = None;
        let mut shortest = self.shortest.take().unwrap_or_default();
        shortest.has_candidates = false;
        let is_changed = |digit: &usize| self.without_x >> digit & 1 == 0;
        let digits = (0..9).filter(is_changed).fold(0, |digits, digit| digits | 1 << digit);
        if !shortest.search(self, grid, Pass::X, digits, &mut best) {
            self.without_x = ALL;
        }
        shortest.search(self, grid, Pass::Y, ALL, &mut best);
        shortest.search(self, grid, Pass::XY, ALL, &mut best);
        self.shortest = Some(shortest);
        if best.is_none() {
            self.failed = Some(Box::new(grid.clone()));
        }
        best
    }

    /// Notes that the places of some digits have changed.
    pub(super) fn note_changes(&mut self, digits: u16) {
        self.without_x &= !digits;
    }

    /// Searches one pass.
    fn search_shortest<const W: usize>(
        &mut self,
        grid: &Grid,
        chains: &mut ShortestChains<W>,
        (pass, digits, is_new): (Pass, u16, bool),
        best: &mut Option<UnaryHint>,
    ) -> bool {
        if is_new {
            chains.graph.set_candidates(grid, digits, pass.with_cells());
        }
        chains.graph.set_links(grid, pass, digits);
        let mut has_strong = false;
        let limit = best.as_ref().map(|hint| hint.key);
        chains.search(pass, limit, |key, found| {
            let hint = match found {
                ShortestHint::Chain(conclusion) => Some(chain_hint(grid, key, conclusion, Vec::new())),
                ShortestHint::PossibleCycle(root) => {
                    if !has_strong {
                        self.build_strong(grid);
                        has_strong = true;
                    }
                    self.cycle_of_length(grid, pass, root, key)
                }
            };
            let is_valid = hint.is_some();
            *best = hint.or(best.take());
            is_valid
        })
    }

    /// Offers all hints that the sink accepts.
    pub(super) fn search(&mut self, grid: &Grid, sink: &mut impl HintSink) {
        self.boards = std::array::from_fn(|digit| grid.board(digit));
        self.build_edges(grid);
        for pass in [Pass::X, Pass::Y, Pass::XY] {
            for root in candidates(grid) {
                let count = grid.count(cell_of(root));
                if count == 2 || count > 2 && pass.with_regions() {
                    self.search_root(grid, pass, root, sink);
                }
            }
        }
    }

    /// The first valid cycle through `root` with the complexity of the key.
    fn cycle_of_length(&mut self, grid: &Grid, pass: Pass, root: Candidate, key: HintKey) -> Option<UnaryHint> {
        self.start(root);
        let last_depth = (key.1 / 2 - 1) as u16;
        let mut sink = FirstHint(None);
        let mut next = 0;
        while next < self.links.len() && self.links[next].depth <= last_depth && sink.0.is_none() {
            let link = self.links[next];
            let mut edges = [Edge { via: 0, on: 0, via_cause: Cause::Root, cause: Cause::Root }; 112];
            let mut count = 0;
            weak_links(grid, link.on, pass.with_cells(), |via, via_cause| {
                let links = &self.strong[usize::from(via)];
                for (on, cause) in &links.links[..usize::from(links.len)] {
                    if pass.uses(*cause) {
                        edges[count] = Edge { via, on: *on, via_cause, cause: *cause };
                        count += 1;
                    }
                }
            });
            for edge in edges[..count].iter().copied() {
                if edge.on != root {
                    if link.depth < last_depth {
                        self.push(next, edge);
                    }
                } else if link.depth == last_depth && !self.is_ancestor(next, edge.via) {
                    self.offer_cycle(key, next, edge, &mut sink);
                }
            }
            next += 1;
        }
        sink.0
    }

    /// Finds the strong links of all candidates.
    fn build_strong(&mut self, grid: &Grid) {
        for off in candidates(grid) {
            let links = &mut self.strong[usize::from(off)];
            links.len = 0;
            strong_links(grid, off, true, true, |on, cause, _| {
                links.links[usize::from(links.len)] = (on, cause);
                links.len += 1;
            });
        }
    }

    /// Builds the edges of all passes.
    fn build_edges(&mut self, grid: &Grid) {
        self.build_strong(grid);
        let UnarySearch { lists: [x, y, xy], strong, .. } = self;
        for list in [&mut *x, &mut *y, &mut *xy] {
            list.edges.clear();
        }
        let mut next = 0;
        let mut start_up_to = |on: usize, lists: [&mut EdgeList; 3]| {
            for list in lists {
                list.starts[next..=on].fill(list.edges.len() as u32);
            }
            next = on + 1;
        };
        for on in candidates(grid) {
            start_up_to(usize::from(on), [&mut *x, &mut *y, &mut *xy]);
            weak_links(grid, on, true, |via, via_cause| {
                let links = &strong[usize::from(via)];
                for (on, cause) in &links.links[..usize::from(links.len)] {
                    let edge = Edge { via, on: *on, via_cause, cause: *cause };
                    xy.edges.push(edge);
                    if *cause == Cause::Cell {
                        y.edges.push(edge);
                    } else if via_cause != Cause::Cell {
                        x.edges.push(edge);
                    }
                }
            });
        }
        start_up_to(729, [x, y, xy]);
    }

    fn search_root(&mut self, grid: &Grid, pass: Pass, root: Candidate, sink: &mut impl HintSink) {
        let off = self.search_on(grid, pass, root, sink);
        if pass.with_regions() {
            if let Some(hint) = off {
                sink.offer(hint);
            }
            if let Some(hint) = self.search_off(grid, pass, root, sink) {
                sink.offer(hint);
            }
        }
    }

    /// Offers the cycles through `root` and returns the chain that turns it off.
    fn search_on(&mut self, grid: &Grid, pass: Pass, root: Candidate, sink: &mut impl HintSink) -> Option<UnaryHint> {
        self.start(root);
        let (mut chain, mut next) = (None, 0);
        let mut wants_chain = pass.with_regions();
        while next < self.links.len() {
            let link = self.links[next];
            let complexity = u32::from(2 * link.depth) + 2;
            let cycle_key = (pass.cycle_base() + length_increment(complexity), complexity, pass.rank());
            let chain_key = (pass.chain_base() + length_increment(complexity), complexity, pass.rank());
            wants_chain = wants_chain && sink.accepts_chain(chain_key, Conclusion::Off(root));
            let wants_cycle = sink.accepts(cycle_key);
            if !wants_chain && !wants_cycle {
                break;
            }
            if wants_chain && excludes(link.on, root, pass.with_cells()) {
                wants_chain = false;
                chain = Some(chain_hint(grid, chain_key, Conclusion::Off(root), self.path(next)));
            }
            for edge in self.lists[pass as usize].of(link.on) {
                let edge = self.lists[pass as usize].edges[edge];
                if edge.on == root {
                    if wants_cycle && link.depth >= 1 && !self.is_ancestor(next, edge.via) {
                        self.offer_cycle(cycle_key, next, edge, sink);
                    }
                } else {
                    self.push(next, edge);
                }
            }
            next += 1;
        }
        chain
    }

    /// The chain from the negated `root` that turns it on.
    fn search_off(&mut self, grid: &Grid, pass: Pass, root: Candidate, sink: &impl HintSink) -> Option<UnaryHint> {
        self.start(root);
        self.links.clear();
        let mut first = [(0, Cause::Root); 4];
        let mut count = 0;
        strong_links(grid, root, pass.with_cells(), true, |on, cause, _| {
            first[count] = (on, cause);
            count += 1;
        });
        for (on, cause) in &first[..count] {
            self.seen[usize::from(*on)] = self.epoch;
            self.links.push(ChainLink {
                on: *on,
                via: root,
                via_cause: Cause::Root,
                cause: *cause,
                parent: u16::MAX,
                depth: 1,
            });
        }
        let mut next = 0;
        while next < self.links.len() {
            let link = self.links[next];
            let complexity = u32::from(2 * link.depth) + 2;
            let key = (pass.chain_base() + length_increment(complexity), complexity, pass.rank());
            if !sink.accepts_chain(key, Conclusion::On(root)) {
                return None;
            }
            for edge in self.lists[pass as usize].of(link.on) {
                let edge = self.lists[pass as usize].edges[edge];
                if edge.on == root {
                    self.links.push(self.link(next, edge));
                    return Some(chain_hint(grid, key, Conclusion::On(root), self.path(self.links.len() - 1)));
                }
                self.push(next, edge);
            }
            next += 1;
        }
        None
    }

    fn start(&mut self, root: Candidate) {
        self.epoch += 1;
        self.seen[usize::from(root)] = self.epoch;
        self.links.clear();
        self.links.push(ChainLink {
            on: root,
            via: root,
            via_cause: Cause::Root,
            cause: Cause::Root,
            parent: u16::MAX,
            depth: 0,
        });
    }

    fn link(&self, parent: usize, edge: Edge) -> ChainLink {
        let depth = self.links[parent].depth + 1;
        ChainLink {
            on: edge.on,
            via: edge.via,
            via_cause: edge.via_cause,
            cause: edge.cause,
            parent: parent as u16,
            depth,
        }
    }

    fn push(&mut self, parent: usize, edge: Edge) {
        if self.seen[usize::from(edge.on)] != self.epoch {
            self.seen[usize::from(edge.on)] = self.epoch;
            self.links.push(self.link(parent, edge));
        }
    }

    /// The links from `last` to the root, which is left out if it was assumed to be on.
    fn path(&self, last: usize) -> Vec<ChainLink> {
        let mut links = Vec::new();
        let mut next = last as u16;
        while next != u16::MAX {
            let link = self.links[usize::from(next)];
            if link.cause != Cause::Root {
                links.push(link);
            }
            next = link.parent;
        }
        links
    }

    /// Whether `via` is off in the chain that ends in `last`.
    fn is_ancestor(&self, last: usize, via: Candidate) -> bool {
        let mut next = last as u16;
        while next != u16::MAX {
            let link = &self.links[usize::from(next)];
            if link.via == via && link.cause != Cause::Root {
                return true;
            }
            next = link.parent;
        }
        false
    }

    /// Offers the cycle that `edge` closes, if it removes something: candidates outside of its cells that are turned off by a
    /// candidate of either state of the cycle.
    fn offer_cycle(&self, key: HintKey, last: usize, edge: Edge, sink: &mut impl HintSink) {
        let (mut forward, mut backward, mut own) = ([0u128; 9], [0u128; 9], 0u128);
        let mut add = |link: &ChainLink| {
            let (on, off) = (cell_of(link.on), cell_of(link.via));
            forward[digit_of(link.on)] |= GEOMETRY.peer_set[on];
            backward[digit_of(link.via)] |= GEOMETRY.peer_set[off];
            own |= 1 << on | 1 << off;
        };
        let closing = self.link(last, edge);
        add(&closing);
        let mut next = last as u16;
        while self.links[usize::from(next)].cause != Cause::Root {
            add(&self.links[usize::from(next)]);
            next = self.links[usize::from(next)].parent;
        }
        let removed: [u128; 9] =
            std::array::from_fn(|digit| forward[digit] & backward[digit] & self.boards[digit] & !own);
        let affected = removed.iter().fold(0, |all, set| all | set);
        if affected == 0 {
            return;
        }
        let digits_of =
            |cell: usize| (0..9).fold(0u16, |digits, digit| digits | ((removed[digit] >> cell & 1) as u16) << digit);
        let removals = super::grid::cells(affected).map(|cell| (cell as u8, digits_of(cell))).collect();
        let mut links = vec![closing];
        links.extend(self.path(last));
        sink.offer(UnaryHint { key, conclusion: Conclusion::Cycle, removals, links });
    }
}

/// Whether a position has a strong link that one with more candidates does not have.
fn has_new_links(before: &Grid, grid: &Grid) -> bool {
    let is_new = |(before, now): (&u16, &u16)| before != now && is_pair(*now);
    before.cells.iter().zip(&grid.cells).any(is_new)
        || before.places.as_flattened().iter().zip(grid.places.as_flattened()).any(is_new)
}

/// The candidates of a position, ascending.
fn candidates(grid: &Grid) -> impl Iterator<Item = Candidate> + '_ {
    (0..81).flat_map(|cell| bits(grid.cells[cell]).map(move |digit| candidate(cell, digit)))
}

/// The hint of a chain with one target.
fn chain_hint(grid: &Grid, key: HintKey, conclusion: Conclusion, links: Vec<ChainLink>) -> UnaryHint {
    let (target, is_on) = match conclusion {
        Conclusion::On(target) => (target, true),
        Conclusion::Off(target) => (target, false),
        Conclusion::Cycle => unreachable!("a chain has one target"),
    };
    let bit = 1 << digit_of(target);
    let digits = if is_on { grid.cells[cell_of(target)] & !bit } else { bit };
    UnaryHint { key, conclusion, removals: vec![(cell_of(target) as u8, digits)], links }
}

/// Keeps the first hint.
struct FirstHint(Option<UnaryHint>);

impl HintSink for FirstHint {
    fn accepts(&self, _key: HintKey) -> bool {
        self.0.is_none()
    }

    fn offer(&mut self, hint: UnaryHint) {
        if self.0.is_none() {
            self.0 = Some(hint);
        }
    }
}
