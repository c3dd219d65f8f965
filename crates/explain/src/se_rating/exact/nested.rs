//! Chains that are found in the position of another chain's run, and the removed candidates that they depend on.

use super::grid::{Candidate, GEOMETRY, Grid, bits, candidate, cell_of, digit_of};
use super::links::Cause;
use super::run::{CandidateSet, NestedChain, NodeKey, key};
use super::unary::{ChainLink, Conclusion, HintKey, HintSink, UnaryHint, UnarySearch};

/// A chain hint as a step of another chain.
pub(super) struct NestedHint {
    pub(super) removals: Vec<(u8, u16)>,
    /// Candidates that the outer chain removed and that the inner chain depends on.
    pub(super) parents: Vec<Candidate>,
    pub(super) chain: NestedChain,
}

/// Hash of a sequence of nodes (FNV-1a with 64 bits, over words of 16 bits).
pub(super) struct ChainHash(u64);

impl ChainHash {
    pub(super) fn new() -> ChainHash {
        ChainHash(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, key: NodeKey) {
        self.0 = (self.0 ^ u64::from(key)).wrapping_mul(0x0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    /// Ends the chain of one target.
    pub(super) fn end_chain(&mut self) {
        self.add(NodeKey::MAX);
    }

    pub(super) fn finish(&self) -> u64 {
        self.0
    }
}

/// Collects the candidates of `source` that are removed in `grid` and on which strong links depend.
pub(super) struct ParentCollector<'a> {
    pub(super) source: &'a Grid,
    pub(super) grid: &'a Grid,
    seen: CandidateSet,
    pub(super) parents: Vec<Candidate>,
}

impl<'a> ParentCollector<'a> {
    pub(super) fn new(source: &'a Grid, grid: &'a Grid) -> ParentCollector<'a> {
        ParentCollector { source, grid, seen: CandidateSet::default(), parents: Vec::new() }
    }

    /// Adds the candidates that were removed before `on` followed for the given cause.
    pub(super) fn add(&mut self, on: Candidate, cause: Cause) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        if cause == Cause::Cell {
            for removed in bits(self.source.cells[cell] & !self.grid.cells[cell]) {
                self.insert(candidate(cell, removed));
            }
        } else if let Some(kind) = cause.kind() {
            let region = usize::from(GEOMETRY.regions_of[cell][kind]);
            for place in bits(self.source.places[region][digit] & !self.grid.places[region][digit]) {
                self.insert(candidate(usize::from(GEOMETRY.cells_of[region][place]), digit));
            }
        }
    }

    fn insert(&mut self, candidate: Candidate) {
        if !self.seen.contains(candidate) {
            self.seen.insert(candidate);
            self.parents.push(candidate);
        }
    }
}

/// Search for all forcing chains and cycles in the position of a run.
#[derive(Default)]
pub(super) struct NestedUnary {
    search: UnarySearch,
    sink: AllHints,
}

impl NestedUnary {
    /// Appends the hints in the order of Sudoku Explainer: by key, of those with the same removals only the first.
    pub(super) fn hints(&mut self, grid: &Grid, source: &Grid, hints: &mut Vec<NestedHint>) {
        self.sink.clear();
        self.search.search(grid, &mut self.sink);
        let all = &mut self.sink.hints;
        // The sort is stable, so hints of the same key stay in the order of their discovery.
        all.sort_by(|one, other| one.key.partial_cmp(&other.key).expect("difficulties are numbers"));
        for index in 0..all.len() {
            let hint = &all[index];
            if all[..index].iter().any(|earlier| earlier.removals == hint.removals) {
                continue;
            }
            hints.push(nested_unary(hint, grid, source));
        }
    }
}

/// Keeps all cycles and the best chain for each removal.
struct AllHints {
    hints: Vec<UnaryHint>,
    /// Key of the best chain that turns a candidate off, or on.
    best: Vec<Option<HintKey>>,
}

impl Default for AllHints {
    fn default() -> AllHints {
        AllHints { hints: Vec::new(), best: vec![None; 1458] }
    }
}

impl AllHints {
    fn clear(&mut self) {
        self.hints.clear();
        self.best.fill(None);
    }

    fn slot(conclusion: Conclusion) -> Option<usize> {
        match conclusion {
            Conclusion::Cycle => None,
            Conclusion::Off(target) => Some(usize::from(key(target, false))),
            Conclusion::On(target) => Some(usize::from(key(target, true))),
        }
    }
}

impl HintSink for AllHints {
    fn accepts(&self, _key: HintKey) -> bool {
        true
    }

    fn accepts_chain(&self, key: HintKey, conclusion: Conclusion) -> bool {
        Self::slot(conclusion).and_then(|slot| self.best[slot]).is_none_or(|best| key < best)
    }

    fn offer(&mut self, hint: UnaryHint) {
        if let Some(slot) = Self::slot(hint.conclusion) {
            self.best[slot] = Some(hint.key);
        }
        self.hints.push(hint);
    }
}

fn nested_unary(hint: &UnaryHint, grid: &Grid, source: &Grid) -> NestedHint {
    let mut parents = ParentCollector::new(source, grid);
    let mut hash = ChainHash::new();
    if let Conclusion::Off(target) = hint.conclusion {
        hash.add(key(target, false));
    }
    // The target comes first: the last link of the chain.
    for link in &hint.links {
        hash.add(key(link.on, true));
        hash.add(key(link.via, false));
        parents.add(link.on, link.cause);
    }
    match hint.conclusion {
        Conclusion::Off(target) => hash.add(key(target, true)),
        Conclusion::On(_) => {}
        Conclusion::Cycle => add_reversed(&hint.links, &mut hash, &mut parents),
    }
    let chain = NestedChain { id: hash.finish(), complexity: hint.key.1 };
    NestedHint { removals: hint.removals.clone(), parents: parents.parents, chain }
}

/// The cycle in the other direction: what was off is on, with the cause that had turned it off.
fn add_reversed(links: &[ChainLink], hash: &mut ChainHash, parents: &mut ParentCollector<'_>) {
    hash.end_chain();
    let root = links[0].on;
    let mut last = root;
    for link in links.iter().rev() {
        hash.add(key(last, false));
        hash.add(key(link.via, true));
        parents.add(link.via, link.via_cause);
        last = link.on;
    }
}
