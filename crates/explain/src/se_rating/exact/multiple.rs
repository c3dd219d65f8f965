//! Forcing chains from several assumptions: both states of a candidate, all candidates of a cell, all places of a digit in a region.
//!
//! Every candidate is assumed to be on and, if contradictions count, to be off. A consequence of all assumptions of a set holds;
//! an assumption that leads to a contradiction does not.

use qedoku_solve::Interrupt;

use super::grid::{ALL, Candidate, GEOMETRY, Grid, bits, candidate, cell_of, digit_of, size};
use super::groups::CommonGroups;
use super::links::Cause;
use super::nested::{ChainHash, NestedHint, ParentCollector};
use super::propagation::{ChainKind, Propagator};
use super::run::{CandidateSet, NestedChain, Run, key};

/// Ranks of the kinds of hints among those of the same complexity.
const DOUBLE: u8 = 1;
const CELL: u8 = 5;
const REGION: u8 = 6;
const CONTRADICTION: u8 = 7;

/// A node of a run: the state of its root, the root, and the number of the node.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Target {
    root_on: bool,
    root: Candidate,
    number: u16,
}

/// A hint: what holds, and the ends of its chains.
#[derive(Clone, Debug)]
pub(super) struct MultipleHint {
    pub(super) complexity: u32,
    rank: u8,
    order: u32,
    /// The candidate that holds or does not hold.
    pub(super) result: Candidate,
    pub(super) is_on: bool,
    targets: [Target; 9],
    target_count: u8,
    /// Why the roots are assumed: the cell or the region whose candidates they are.
    root_cause: Cause,
}

impl MultipleHint {
    fn targets(&self) -> &[Target] {
        &self.targets[..usize::from(self.target_count)]
    }

    pub(super) fn removal(&self, grid: &Grid) -> (u8, u16) {
        let (cell, bit) = (cell_of(self.result), 1 << digit_of(self.result));
        (cell as u8, if self.is_on { grid.cells[cell] & !bit } else { bit })
    }
}

/// The part of a position that can have hints.
pub(super) enum Scope {
    All,
    /// Chains with these digits only.
    Digits(u16),
    /// Chains from the candidates of these cells and regions.
    Groups(CommonGroups),
}

impl Scope {
    fn digits(&self) -> u16 {
        if let Scope::Digits(digits) = self { *digits } else { ALL }
    }

    fn has_cell(&self, cell: usize) -> bool {
        if let Scope::Groups(groups) = self { groups.cells >> cell & 1 == 1 } else { true }
    }

    fn has_region(&self, region: usize, digit: usize) -> bool {
        if let Scope::Groups(groups) = self { groups.regions[region] >> digit & 1 == 1 } else { true }
    }
}

/// Search for multiple, Nishio, dynamic and nested forcing chains.
pub(super) struct MultipleSearch {
    kind: ChainKind,
    propagator: Propagator,
    runs: Runs,
    best: BestHints,
}

/// The runs of the current position.
struct Runs {
    on: Vec<Run>,
    off: Vec<Run>,
    on_epoch: Vec<u32>,
    epoch: u32,
    scratch: Vec<u64>,
}

impl Runs {
    fn get(&self, target: Target) -> &Run {
        &(if target.root_on { &self.on } else { &self.off })[usize::from(target.root)]
    }

    fn chain_len(&self, target: Target) -> u32 {
        u32::from(self.get(target).nodes[usize::from(target.number)].ancestors)
    }

    /// The complexity of the nested chains, each counted once.
    fn nested_complexity(&self, targets: &[Target]) -> u32 {
        let mut seen: Vec<NestedChain> = Vec::new();
        for target in targets.iter().copied() {
            let run = self.get(target);
            if !run.has_nested() {
                continue;
            }
            let nested = run.chain(target.number).into_iter().filter_map(|number| run.nested(number));
            for nested in nested {
                if !seen.iter().any(|other| other.id == nested.id) {
                    seen.push(nested);
                }
            }
        }
        seen.iter().map(|nested| nested.complexity).sum()
    }
}

/// The best hints: one in all, or one for each removal.
struct BestHints {
    slots: Vec<Option<MultipleHint>>,
    is_single: bool,
    order: u32,
}

impl MultipleSearch {
    pub(super) fn new(kind: ChainKind) -> MultipleSearch {
        MultipleSearch {
            kind,
            propagator: Propagator::new(kind),
            runs: Runs {
                on: (0..729).map(|_| Run::default()).collect(),
                off: (0..729).map(|_| Run::default()).collect(),
                on_epoch: vec![0; 729],
                epoch: 0,
                scratch: Vec::new(),
            },
            best: BestHints { slots: vec![None; 1458], is_single: true, order: 0 },
        }
    }

    /// The easiest hint in a part of the position.
    pub(super) fn easiest(&mut self, grid: &Grid, scope: &Scope, interrupt: &Interrupt) -> Option<MultipleHint> {
        self.best.is_single = true;
        self.search(grid, scope, interrupt);
        self.best.slots[0].clone()
    }

    /// Appends all hints as steps of another chain: by complexity and kind, of those with the same removals only the first.
    pub(super) fn hints(&mut self, grid: &Grid, source: &Grid, interrupt: &Interrupt, hints: &mut Vec<NestedHint>) {
        self.best.is_single = false;
        self.search(grid, &Scope::All, interrupt);
        let mut all: Vec<&MultipleHint> = self.best.slots.iter().flatten().collect();
        all.sort_by_key(|hint| (hint.complexity, hint.rank, hint.order));
        for hint in all {
            hints.push(self.nested(hint, grid, source));
        }
    }

    fn search(&mut self, grid: &Grid, scope: &Scope, interrupt: &Interrupt) {
        self.best.slots.fill(None);
        self.best.order = 0;
        self.runs.epoch += 1;
        for cell in 0..81 {
            let count = grid.count(cell);
            if count < 2 || count == 2 && !self.kind.is_dynamic {
                continue;
            }
            for digit in bits(grid.cells[cell] & scope.digits()) {
                if interrupt.is_set() {
                    return;
                }
                if self.kind.is_dynamic {
                    self.binary_chains(grid, candidate(cell, digit), interrupt);
                }
                if !self.kind.is_nishio {
                    self.region_chains(grid, cell, digit, scope, interrupt);
                }
            }
            if !self.kind.is_nishio && scope.has_cell(cell) {
                let mut roots = [0; 9];
                bits(grid.cells[cell]).enumerate().for_each(|(index, digit)| roots[index] = candidate(cell, digit));
                self.common_consequences(grid, &roots[..count], (CELL, Cause::Cell), interrupt);
            }
        }
    }

    /// Makes sure that the run of a candidate that is on is there.
    fn ensure_on(&mut self, grid: &Grid, root: Candidate, interrupt: &Interrupt) {
        let index = usize::from(root);
        if self.runs.on_epoch[index] != self.runs.epoch {
            self.runs.on_epoch[index] = self.runs.epoch;
            let run = &mut self.runs.on[index];
            self.propagator.propagate(grid, root, true, run, interrupt);
            run.count_ancestors(&mut self.runs.scratch);
        }
    }

    /// Contradictions from either state of a candidate, and what follows from both.
    fn binary_chains(&mut self, grid: &Grid, root: Candidate, interrupt: &Interrupt) {
        self.ensure_on(grid, root, interrupt);
        let off_run = &mut self.runs.off[usize::from(root)];
        self.propagator.propagate(grid, root, false, off_run, interrupt);
        off_run.count_ancestors(&mut self.runs.scratch);
        for root_on in [true, false] {
            let run = self.runs.get(Target { root_on, root, number: 0 });
            if let Some(numbers) = run.contradiction {
                let targets = numbers.map(|number| Target { root_on, root, number });
                self.best.offer(&self.runs, grid, root, !root_on, CONTRADICTION, Cause::Root, &targets);
            }
        }
        if grid.count(cell_of(root)) < 3 || self.kind.is_nishio {
            return;
        }
        let (on_run, off_run) = (&self.runs.on[usize::from(root)], &self.runs.off[usize::from(root)]);
        for is_on in [true, false] {
            let (one, other) = if is_on { (&on_run.on, &off_run.on) } else { (&on_run.off, &off_run.off) };
            let mut common = *one;
            common.intersect(other);
            if common.is_empty() {
                continue;
            }
            for (number, node) in on_run.nodes.iter().enumerate() {
                if node.is_on() != is_on || !common.contains(node.candidate()) || !on_run.is_registered(number) {
                    continue;
                }
                let targets = [
                    Target { root_on: true, root, number: number as u16 },
                    Target { root_on: false, root, number: off_run.number(node.key) },
                ];
                self.best.offer(&self.runs, grid, node.candidate(), is_on, DOUBLE, Cause::Root, &targets);
            }
        }
    }

    /// Consequences of all places of a digit, for the regions in which this cell is the first place.
    fn region_chains(&mut self, grid: &Grid, cell: usize, digit: usize, scope: &Scope, interrupt: &Interrupt) {
        for kind in 0..3 {
            let region = usize::from(GEOMETRY.regions_of[cell][kind]);
            let places = grid.places[region][digit];
            let first = places.trailing_zeros() as usize;
            let is_first = first == usize::from(GEOMETRY.places_of[cell][kind]);
            if size(places) < 2 || !is_first || !scope.has_region(region, digit) {
                continue;
            }
            let mut roots = [0; 9];
            for (index, place) in bits(places).enumerate() {
                roots[index] = candidate(usize::from(GEOMETRY.cells_of[region][place]), digit);
            }
            self.common_consequences(grid, &roots[..size(places)], (REGION, Cause::of_region(region)), interrupt);
        }
    }

    /// Offers what follows from all roots, in the order of the run of the first one.
    fn common_consequences(
        &mut self,
        grid: &Grid,
        roots: &[Candidate],
        (rank, root_cause): (u8, Cause),
        interrupt: &Interrupt,
    ) {
        for root in roots {
            self.ensure_on(grid, *root, interrupt);
        }
        let runs = &self.runs;
        let first_run = &runs.on[usize::from(roots[0])];
        for is_on in [true, false] {
            let set = |run: &Run| -> CandidateSet { if is_on { run.on } else { run.off } };
            let mut common = set(first_run);
            for root in roots {
                common.intersect(&set(&runs.on[usize::from(*root)]));
            }
            if common.is_empty() {
                continue;
            }
            for (number, node) in first_run.nodes.iter().enumerate() {
                if node.is_on() != is_on || !common.contains(node.candidate()) || !first_run.is_registered(number) {
                    continue;
                }
                let mut targets = [Target { root_on: true, root: 0, number: 0 }; 9];
                for (target, root) in targets.iter_mut().zip(roots) {
                    target.root = *root;
                    target.number = runs.on[usize::from(*root)].number(node.key);
                }
                self.best.offer(runs, grid, node.candidate(), is_on, rank, root_cause, &targets[..roots.len()]);
            }
        }
    }

    fn nested(&self, hint: &MultipleHint, grid: &Grid, source: &Grid) -> NestedHint {
        let mut parents = ParentCollector::new(source, grid);
        let mut hash = ChainHash::new();
        for target in hint.targets().iter().copied() {
            let run = self.runs.get(target);
            for number in run.chain(target.number) {
                let node = &run.nodes[usize::from(number)];
                hash.add(node.key);
                if node.is_on() {
                    let cause = if node.cause == Cause::Root { hint.root_cause } else { node.cause };
                    parents.add(node.candidate(), cause);
                }
            }
            hash.end_chain();
        }
        let chain = NestedChain { id: hash.finish(), complexity: hint.complexity };
        NestedHint { removals: vec![hint.removal(grid)], parents: parents.parents, chain }
    }
}

impl BestHints {
    /// Hints with the same removals share a slot: a candidate of two is off if and only if the other one is on.
    fn slot(&self, grid: &Grid, result: Candidate, is_on: bool) -> usize {
        if self.is_single {
            return 0;
        }
        let (cell, digit) = (cell_of(result), digit_of(result));
        if is_on && grid.count(cell) == 2 {
            let other = (grid.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
            return usize::from(key(candidate(cell, other), false));
        }
        usize::from(key(result, is_on))
    }

    /// Keeps the hint if it is better than the one of its slot; of equal hints, the first stays.
    #[expect(clippy::too_many_arguments, reason = "the parts of a hint, put together only if it is kept")]
    fn offer(
        &mut self,
        runs: &Runs,
        grid: &Grid,
        result: Candidate,
        is_on: bool,
        rank: u8,
        root_cause: Cause,
        targets: &[Target],
    ) {
        if is_on && grid.count(cell_of(result)) < 2 {
            return;
        }
        let slot = self.slot(grid, result, is_on);
        let is_better =
            |complexity| self.slots[slot].as_ref().is_none_or(|best| (complexity, rank) < (best.complexity, best.rank));
        let mut complexity = targets.iter().map(|target| runs.chain_len(*target)).sum();
        if !is_better(complexity) {
            return;
        }
        let nested = runs.nested_complexity(targets);
        complexity += nested;
        if nested > 0 && !is_better(complexity) {
            return;
        }
        let mut all = [Target { root_on: true, root: 0, number: 0 }; 9];
        all[..targets.len()].copy_from_slice(targets);
        self.order += 1;
        self.slots[slot] = Some(MultipleHint {
            complexity,
            rank,
            order: self.order,
            result,
            is_on,
            targets: all,
            target_count: targets.len() as u8,
            root_cause,
        });
    }
}
