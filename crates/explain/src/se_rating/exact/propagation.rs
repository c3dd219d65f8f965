//! Propagation of an assumption through weak and strong links, in the order of Sudoku Explainer.
//!
//! Candidates that are on are processed before those that are off, each kind in the order of discovery. In a dynamic search,
//! candidates that are off leave the position, which makes new strong links; the removed candidates that such a link depends on
//! are further parents. When nothing is left to process, the patterns and the nested chains of the level are searched in the
//! position of the run.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use qedoku_solve::Interrupt;

use super::grid::{ALL, Candidate, GEOMETRY, Grid, bits, candidate, cell_of, digit_of};
use super::links::{Cause, strong_links, weak_links};
use super::multiple::MultipleSearch;
use super::nested::{NestedHint, NestedUnary};
use super::pattern::PatternHint;
use super::run::{NestedChain, Run, key};
use super::{locked, sets};

/// Kind of a chain search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChainKind {
    /// Candidates that are off leave the position.
    pub(super) is_dynamic: bool,
    /// Links in regions only, contradictions only.
    pub(super) is_nishio: bool,
    /// 1: patterns; 2: forcing chains too; 3: multiple chains too; 4: dynamic chains instead; 5: nested chains of level 2 too.
    pub(super) level: u8,
}

impl ChainKind {
    pub(super) const NISHIO: ChainKind = ChainKind { is_dynamic: true, is_nishio: true, level: 0 };
    pub(super) const MULTIPLE: ChainKind = ChainKind { is_dynamic: false, is_nishio: false, level: 0 };

    pub(super) const fn dynamic(level: u8) -> ChainKind {
        ChainKind { is_dynamic: true, is_nishio: false, level }
    }
}

/// A search of a level that is made in the position of a run when its patterns find nothing.
///
/// Equivalent assumptions, such as the two candidates of a strong link, lead to the same position, so the hints of the last positions
/// are kept for as long as the runs start from the same one.
struct CachedSearch {
    search: NestedSearch,
    source: Grid,
    hints: HashMap<[u16; 81], Vec<NestedHint>>,
    is_cut: bool,
}

/// Positions whose hints are kept; 4,096 take some megabytes.
const CACHED_POSITIONS: usize = 4096;

impl CachedSearch {
    fn new(search: NestedSearch) -> CachedSearch {
        CachedSearch { search, source: Grid::empty(), hints: HashMap::new(), is_cut: false }
    }

    fn hints(&mut self, grid: &Grid, source: &Grid, interrupt: &Interrupt) -> &[NestedHint] {
        // What an interrupted search has found so far is not kept for the next puzzle.
        if self.source.cells != source.cells || self.is_cut {
            self.hints.clear();
            self.source.clone_from(source);
        }
        if !self.hints.contains_key(&grid.cells) {
            if self.hints.len() == CACHED_POSITIONS {
                self.hints.clear();
            }
            let mut hints = Vec::new();
            match &mut self.search {
                NestedSearch::Unary(search) => search.hints(grid, source, &mut hints),
                NestedSearch::Multiple(search) => search.hints(grid, source, interrupt, &mut hints),
            }
            self.hints.insert(grid.cells, hints);
        }
        self.is_cut = interrupt.is_set();
        &self.hints[&grid.cells]
    }
}

enum NestedSearch {
    Unary(Box<NestedUnary>),
    Multiple(Box<MultipleSearch>),
}

/// Propagates assumptions.
pub(super) struct Propagator {
    kind: ChainKind,
    grid: Grid,
    pending_on: Vec<u16>,
    pending_off: Vec<u16>,
    found: Eliminations,
    searches: Vec<CachedSearch>,
}

impl Propagator {
    pub(super) fn new(kind: ChainKind) -> Propagator {
        let multiple = |kind| NestedSearch::Multiple(Box::new(MultipleSearch::new(kind)));
        let unary = || NestedSearch::Unary(Box::default());
        let searches = match kind.level {
            0 | 1 => Vec::new(),
            2 => vec![unary()],
            3 => vec![unary(), multiple(ChainKind::MULTIPLE)],
            4 => vec![multiple(ChainKind::dynamic(0))],
            _ => vec![multiple(ChainKind::dynamic(0)), multiple(ChainKind::dynamic(kind.level - 3))],
        };
        Propagator {
            kind,
            grid: Grid::empty(),
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            found: Eliminations::default(),
            searches: searches.into_iter().map(CachedSearch::new).collect(),
        }
    }

    /// Fills `run` with the consequences of the root, up to a contradiction.
    pub(super) fn propagate(
        &mut self,
        source: &Grid,
        root: Candidate,
        is_on: bool,
        run: &mut Run,
        interrupt: &Interrupt,
    ) {
        run.clear();
        // A static run leaves the position as it is.
        if self.kind.is_dynamic || self.grid.cells != source.cells {
            self.grid.clone_from(source);
        }
        self.pending_on.clear();
        self.pending_off.clear();
        let number = run.push(key(root, is_on), Cause::Root, None);
        if is_on {
            self.pending_on.push(number);
        } else {
            self.pending_off.push(number);
        }
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            let flow = if next_on < self.pending_on.len() {
                next_on += 1;
                self.turn_off(self.pending_on[next_on - 1], run)
            } else if next_off < self.pending_off.len() {
                next_off += 1;
                self.turn_on(source, self.pending_off[next_off - 1], run)
            } else if self.kind.level > 0 && self.advance(source, run, interrupt) {
                ControlFlow::Continue(())
            } else {
                return;
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Processes a candidate that is on.
    fn turn_off(&mut self, number: u16, run: &mut Run) -> ControlFlow<()> {
        let on = run.nodes[usize::from(number)].candidate();
        let mut links = [(0, Cause::Root); 28];
        let mut count = 0;
        weak_links(&self.grid, on, !self.kind.is_nishio, |off, cause| {
            links[count] = (off, cause);
            count += 1;
        });
        for (off, cause) in &links[..count] {
            if run.on.contains(*off) {
                run.push_parent(number);
                let off_node = run.push_unregistered(key(*off, false), *cause, None);
                run.contradiction = Some([run.number(key(*off, true)), off_node]);
                return ControlFlow::Break(());
            }
            if !run.off.contains(*off) {
                run.push_parent(number);
                self.pending_off.push(run.push(key(*off, false), *cause, None));
            }
        }
        ControlFlow::Continue(())
    }

    /// Processes a candidate that is off.
    fn turn_on(&mut self, source: &Grid, number: u16, run: &mut Run) -> ControlFlow<()> {
        let off = run.nodes[usize::from(number)].candidate();
        let mut links = [(0, Cause::Root, 0); 4];
        let mut count = 0;
        strong_links(&self.grid, off, !self.kind.is_nishio, true, |on, cause, region| {
            links[count] = (on, cause, region);
            count += 1;
        });
        for (on, cause, region) in &links[..count] {
            let is_contradiction = run.off.contains(*on);
            if !is_contradiction && run.on.contains(*on) {
                continue;
            }
            run.push_parent(number);
            if self.kind.is_dynamic {
                self.push_removed_parents(source, *on, *cause, *region, run);
            }
            if is_contradiction {
                let on_node = run.push_unregistered(key(*on, true), *cause, None);
                run.contradiction = Some([on_node, run.number(key(*on, false))]);
                return ControlFlow::Break(());
            }
            self.pending_on.push(run.push(key(*on, true), *cause, None));
        }
        if self.kind.is_dynamic {
            self.grid.remove(cell_of(off), digit_of(off));
        }
        ControlFlow::Continue(())
    }

    /// Adds the removed candidates that a strong link depends on as parents.
    fn push_removed_parents(&self, source: &Grid, on: Candidate, cause: Cause, region: usize, run: &mut Run) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        if cause == Cause::Cell {
            for removed in bits(source.cells[cell] & !self.grid.cells[cell]) {
                run.push_parent(run.number(key(candidate(cell, removed), false)));
            }
        } else {
            for place in bits(source.places[region][digit] & !self.grid.places[region][digit]) {
                let removed = candidate(usize::from(GEOMETRY.cells_of[region][place]), digit);
                run.push_parent(run.number(key(removed, false)));
            }
        }
    }

    /// Adds the eliminations of the first technique that has any. Returns whether there is something to process.
    fn advance(&mut self, source: &Grid, run: &mut Run, interrupt: &Interrupt) -> bool {
        self.find_eliminations(source, interrupt);
        let mut is_new = false;
        for elimination in &self.found.eliminations {
            if run.off.contains(elimination.off) {
                continue;
            }
            for parent in &self.found.parents[elimination.parents.clone()] {
                run.push_parent(run.number(key(*parent, false)));
            }
            self.pending_off.push(run.push(key(elimination.off, false), Cause::Advanced, elimination.nested));
            is_new = true;
        }
        is_new
    }

    /// The eliminations of the first technique that has some which depend on the run.
    fn find_eliminations(&mut self, source: &Grid, interrupt: &Interrupt) {
        let Propagator { grid, found, searches, .. } = self;
        found.clear();
        for technique in 0..4 {
            let mut visit = |hint: &PatternHint| {
                found.add_pattern(hint, source, grid);
                ControlFlow::Continue(())
            };
            let _ = match technique {
                0 => locked::locking(grid, ALL, &mut visit),
                1 => sets::hidden_sets(grid, 2, &mut visit),
                2 => sets::naked_sets(grid, 2, &mut visit),
                _ => sets::fish(grid, 2, ALL, &mut visit),
            };
            if !found.eliminations.is_empty() {
                return;
            }
        }
        for search in searches {
            if interrupt.is_set() {
                return;
            }
            search.hints(grid, source, interrupt).iter().for_each(|hint| found.add_nested(hint));
            if !found.eliminations.is_empty() {
                return;
            }
        }
    }
}

/// An elimination by a pattern or a nested chain. Its parents are in the buffer of the list.
struct Elimination {
    off: Candidate,
    parents: Range<usize>,
    nested: Option<NestedChain>,
}

/// Eliminations with their parents.
#[derive(Default)]
struct Eliminations {
    eliminations: Vec<Elimination>,
    parents: Vec<Candidate>,
}

impl Eliminations {
    fn clear(&mut self) {
        self.eliminations.clear();
        self.parents.clear();
    }

    /// Adds a pattern. One that needs no removed candidate exists without the run and is left out.
    fn add_pattern(&mut self, hint: &PatternHint, source: &Grid, grid: &Grid) {
        let first = self.parents.len();
        hint.pattern.parents(source, grid, &mut self.parents);
        self.add(hint.removals.as_slice(), first, None);
    }

    fn add_nested(&mut self, hint: &NestedHint) {
        let first = self.parents.len();
        self.parents.extend(&hint.parents);
        self.add(&hint.removals, first, Some(hint.chain));
    }

    fn add(&mut self, removals: &[(u8, u16)], first_parent: usize, nested: Option<NestedChain>) {
        let parents = first_parent..self.parents.len();
        if parents.is_empty() {
            return;
        }
        for (cell, digits) in removals {
            for digit in bits(*digits) {
                let off = candidate(usize::from(*cell), digit);
                self.eliminations.push(Elimination { off, parents: parents.clone(), nested });
            }
        }
    }
}
