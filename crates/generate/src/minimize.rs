//! Minimisation of a puzzle: removes givens of a full grid in random order as long as the solution stays unique.
//!
//! ```text
//!   order   7 2 5 9 1 4 8 3 6     orbits of givens in random order
//!           x x N x ? ? ? ? ?     x removed, N needed, ? undecided
//!                   ^ next
//! ```
//!
//! Invariants: the kept givens (all that were not removed) have a unique solution, and the orbits before `next` are decided for
//! good. A given that is needed now stays needed when others are removed, so one pass leaves a minimal puzzle. The puzzle depends
//! only on the grid and the order, not on how the uniqueness queries are chosen or answered:
//!
//! - A given is needed if it is the last one of an [unavoidable set](super::unavoidable). The cells in which a second solution
//!   differs are another such set, so no second solution is found twice.
//! - One query removes many orbits: the next ones that are not known to be needed. If the result is ambiguous, the second
//!   solution shows an orbit that must stay, and the next query keeps it.
//! - If the solver reports which givens its uniqueness proof used, all others are removed without a query.
//!
//! The queries depend on the second solutions that the solver happens to find; the puzzle does not.
//!
//! Cost, in queries for a minimal 9x9: 81 with one given per query, 52 if the first query removes half of the givens, 28 with
//! unavoidable sets. Rejected: removing up to four givens per query to the end needs 26 queries, but more of them are
//! ambiguous, and these take longer (10 % slower); removing 55 % instead of half by the first query (10 % slower);
//! searching for a solution with another digit in the cell, which may end sooner than counting to two (11 % slower).

use super::cell_set::CellSet;
use super::unavoidable::UnavoidableSets;
use qedoku_puzzle::Board;
use qedoku_puzzle::rng::Rng;

/// The orbits of a symmetry: sets of givens that are removed together.
#[derive(Clone, Debug)]
pub(super) struct Orbits<const W: usize> {
    pub(super) board: Board,
    /// The cells of each orbit as a list,
    cells: Vec<Vec<u16>>,
    /// and as a set.
    sets: Vec<CellSet<W>>,
}

/// The number of givens at which to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GivensTarget {
    /// Never leave fewer givens.
    pub(super) min: usize,
    /// Stop once this many givens or fewer are left.
    pub(super) stop_at: usize,
    /// The attempt fails if more givens are needed.
    pub(super) max: usize,
}

/// A puzzle being minimised. The caller answers its queries with [`record_unique`](Minimizer::record_unique) or
/// [`record_ambiguous`](Minimizer::record_ambiguous); its buffers are reused from puzzle to puzzle.
#[derive(Clone, Debug)]
pub(super) struct Minimizer<const W: usize> {
    target: GivensTarget,
    /// The orbits in random order; those before `next` are decided.
    order: Vec<u16>,
    next: usize,
    /// The givens that were not removed. They have a unique solution.
    kept: CellSet<W>,
    /// A subset of `kept` that has a unique solution too: orbits outside it are removed without a query.
    sufficient: CellSet<W>,
    unavoidable: UnavoidableSets<W>,
    /// The number of orbits that the next query removes: half of all at first, soon one.
    stride: usize,
    /// The givens of the current query, and the value of `next` if they have a unique solution.
    query: (CellSet<W>, usize),
}

impl<const W: usize> Orbits<W> {
    pub(super) fn new(board: Board, orbits: &[Vec<usize>]) -> Orbits<W> {
        let cells = orbits.iter().map(|orbit| orbit.iter().map(|cell| *cell as u16).collect());
        let sets = orbits.iter().map(|orbit| orbit.iter().copied().collect());
        Orbits { board, cells: cells.collect(), sets: sets.collect() }
    }
}

impl<const W: usize> Minimizer<W> {
    /// A minimiser without a puzzle: [`start`](Minimizer::start) provides it.
    pub(super) fn new() -> Minimizer<W> {
        Minimizer {
            target: GivensTarget { min: 0, stop_at: 0, max: 0 },
            order: Vec::new(),
            next: 0,
            kept: CellSet::EMPTY,
            sufficient: CellSet::EMPTY,
            unavoidable: UnavoidableSets::new(),
            stride: 0,
            query: (CellSet::EMPTY, 0),
        }
    }

    /// Starts from a full grid. `digits` are the digits of its cells, from 0.
    pub(super) fn start(&mut self, orbits: &Orbits<W>, target: GivensTarget, digits: &[u8], rng: &mut Rng) {
        self.target = target;
        self.order.clear();
        self.order.extend(0..orbits.sets.len() as u16);
        rng.shuffle(&mut self.order);
        self.next = 0;
        self.kept = CellSet::first(digits.len());
        self.sufficient = self.kept;
        self.unavoidable.collect(orbits.board, digits);
        self.stride = (orbits.sets.len() / 2).max(1);
    }

    /// The remaining givens.
    pub(super) fn givens(&self) -> &CellSet<W> {
        &self.kept
    }

    /// The remaining givens that are decided: they stay, whatever the next answers are.
    pub(super) fn decided_givens(&self, orbits: &Orbits<W>) -> CellSet<W> {
        self.order[self.next..].iter().fold(self.kept, |rest, orbit| rest.minus(&orbits.sets[usize::from(*orbit)]))
    }

    /// The next uniqueness query: a subset of the givens. `None` when all orbits are decided or the target is reached.
    pub(super) fn next_query(&mut self, orbits: &Orbits<W>) -> Option<CellSet<W>> {
        let (mut trial, mut count) = (self.kept, self.kept.len());
        // `undecided` counts the orbits whose removal needs the solver's answer.
        let (mut place, mut undecided) = (self.next, 0);
        while place < self.order.len() && undecided < self.stride && count > self.target.stop_at {
            let orbit = usize::from(self.order[place]);
            let (set, size) = (&orbits.sets[orbit], orbits.cells[orbit].len());
            let rest = trial.minus(set);
            place += 1;
            if count - size >= self.target.min && !self.unavoidable.requires_one_of(&orbits.cells[orbit], &rest) {
                undecided += usize::from(!set.is_disjoint(&self.sufficient));
                (trial, count) = (rest, count - size);
            }
            if undecided == 0 {
                // So far every orbit was needed or redundant for certain, so this part does not wait for the answer.
                (self.kept, self.next) = (trial, place);
            }
        }
        self.query = (trial, place);
        (undecided > 0).then_some(trial)
    }

    /// Whether the decided givens alone exceed the maximum, so that the attempt has failed.
    pub(super) fn exceeds_max(&self, orbits: &Orbits<W>) -> bool {
        if self.target.max >= orbits.board.cell_count() {
            return false;
        }
        let undecided: usize =
            self.order[self.next..].iter().map(|orbit| orbits.cells[usize::from(*orbit)].len()).sum();
        self.kept.len() - undecided > self.target.max
    }

    /// Answers the query: the solution is unique, if known already with a subset of the givens.
    pub(super) fn record_unique(&mut self, sufficient: Option<CellSet<W>>) {
        (self.kept, self.next) = self.query;
        self.sufficient = sufficient.unwrap_or(self.kept);
        // The fewer givens are left, the fewer of them are redundant, so the stride shrinks after a success too.
        self.stride = (self.stride / 4).max(1);
    }

    /// Answers the query: a second solution differs in these cells, or in unknown cells without a given.
    pub(super) fn record_ambiguous(&mut self, differences: Option<CellSet<W>>) {
        self.unavoidable.add(differences.unwrap_or_else(|| self.query.0.complement()));
        self.stride = (self.stride / 2).max(1);
    }
}
