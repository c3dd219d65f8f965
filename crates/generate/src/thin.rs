//! From a full grid to a puzzle: givens are dropped in a random order as long as one solution remains.
//!
//! A given that cannot be dropped now cannot be dropped later, when there are fewer others. So one pass leaves a minimal
//! puzzle, and which one depends only on the grid and the order. This holds however the questions are put, and most of
//! them need not be put at all:
//!
//! - A given is needed if some [unavoidable set](super::unavoidable) has no other. A second solution that a solver finds
//!   is one more such set, so that no solution is ever asked for twice.
//! - Many givens are dropped by one question: all the next ones that are not known to be needed. If that was too much,
//!   the second solution tells which one at least has to stay, and the next question leaves it.
//! - If the solver knows which givens it used to prove that there is one solution, all others can go unasked.
//!
//! ```text
//!   order   7 2 5 9 1 4 8 3 6     kept: all that is not dropped
//!           x x N x ? ? ? ? ?     x dropped, N needed, ? not yet decided
//!                   ^ next
//! ```
//!
//! What is asked depends on which second solutions the solver happens to find; what comes out does not.
//!
//! Questions for a minimal 9x9: 81 if each given is asked about, 52 if half of them are dropped by the first question, 28
//! with the unavoidable sets. Lost: to drop up to four at a time to the end is 26 questions, but more of them with two
//! solutions, which take longer (10 % slower); to drop more than half at first (55 %: 10 % slower); to ask for a solution
//! with another digit in the cell, which the engine may answer sooner than by counting to two (11 % slower).

use super::cells::Cells;
use super::unavoidable::Unavoidable;
use qedoku_puzzle::Board;
use qedoku_puzzle::rng::Rng;

/// The groups of givens that are dropped together.
#[derive(Clone, Debug)]
pub(super) struct Orbits<const W: usize> {
    pub(super) board: Board,
    cells: Vec<Vec<u16>>,
    sets: Vec<Cells<W>>,
}

/// How far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aim {
    /// Never fewer givens than this.
    pub(super) least: usize,
    /// No need to go below this.
    pub(super) enough: usize,
    /// Of no use if more than this many are needed.
    pub(super) most: usize,
}

/// A puzzle on its way.
#[derive(Clone, Debug)]
pub(super) struct Thinning<const W: usize> {
    aim: Aim,
    /// The orbits in random order; those before `next` are decided.
    order: Vec<u16>,
    next: usize,
    /// The givens that are left: a puzzle with one solution.
    kept: Cells<W>,
    /// Some of them, which have one solution without the others.
    sufficient: Cells<W>,
    unavoidable: Unavoidable<W>,
    /// How many orbits to drop by the next question: half of all at first, and soon one.
    stride: usize,
    /// What was asked about, and `next` if the answer is yes.
    asked: (Cells<W>, usize),
}

impl<const W: usize> Orbits<W> {
    pub(super) fn new(board: Board, orbits: &[Vec<usize>]) -> Orbits<W> {
        let cells = orbits.iter().map(|orbit| orbit.iter().map(|cell| *cell as u16).collect());
        let sets = orbits.iter().map(|orbit| orbit.iter().copied().collect());
        Orbits { board, cells: cells.collect(), sets: sets.collect() }
    }
}

impl<const W: usize> Thinning<W> {
    /// Nothing yet.
    pub(super) fn new() -> Thinning<W> {
        Thinning {
            aim: Aim { least: 0, enough: 0, most: 0 },
            order: Vec::new(),
            next: 0,
            kept: Cells::EMPTY,
            sufficient: Cells::EMPTY,
            unavoidable: Unavoidable::new(),
            stride: 0,
            asked: (Cells::EMPTY, 0),
        }
    }

    /// Begins with a full grid: the digits of its cells, from 0.
    pub(super) fn begin(&mut self, orbits: &Orbits<W>, aim: Aim, digits: &[u8], random: &mut Rng) {
        self.aim = aim;
        self.order.clear();
        self.order.extend(0..orbits.sets.len() as u16);
        random.shuffle(&mut self.order);
        self.next = 0;
        self.kept = Cells::first(digits.len());
        self.sufficient = self.kept;
        self.unavoidable.look_at(orbits.board, digits);
        self.stride = (orbits.sets.len() / 2).max(1);
    }

    /// The givens that are left.
    pub(super) fn givens(&self) -> &Cells<W> {
        &self.kept
    }

    /// Those of them that stay, whatever the next answers are.
    pub(super) fn settled(&self, orbits: &Orbits<W>) -> Cells<W> {
        self.order[self.next..].iter().fold(self.kept, |rest, orbit| rest.minus(&orbits.sets[usize::from(*orbit)]))
    }

    /// The next question: do these givens have one solution? None when there is nothing left to ask.
    pub(super) fn ask(&mut self, orbits: &Orbits<W>) -> Option<Cells<W>> {
        let (mut trial, mut left) = (self.kept, self.kept.len());
        let (mut place, mut doubtful) = (self.next, 0);
        while place < self.order.len() && doubtful < self.stride && left > self.aim.enough {
            let orbit = usize::from(self.order[place]);
            let (set, size) = (&orbits.sets[orbit], orbits.cells[orbit].len());
            let rest = trial.minus(set);
            place += 1;
            if left - size >= self.aim.least && !self.unavoidable.need(&orbits.cells[orbit], &rest) {
                doubtful += usize::from(!set.is_disjoint(&self.sufficient));
                (trial, left) = (rest, left - size);
            }
            if doubtful == 0 {
                (self.kept, self.next) = (trial, place); // whatever the answer will be
            }
        }
        self.asked = (trial, place);
        (doubtful > 0).then_some(trial)
    }

    /// Whether more givens are needed than there should be, as far as is known: then there is no need to go on.
    pub(super) fn is_hopeless(&self, orbits: &Orbits<W>) -> bool {
        if self.aim.most >= orbits.board.cell_count() {
            return false;
        }
        let open: usize = self.order[self.next..].iter().map(|orbit| orbits.cells[usize::from(*orbit)].len()).sum();
        self.kept.len() - open > self.aim.most
    }

    /// The answer is yes; if it is known, by these of them alone.
    pub(super) fn yes(&mut self, sufficient: Option<Cells<W>>) {
        (self.kept, self.next) = self.asked;
        self.sufficient = sufficient.unwrap_or(self.kept);
        self.stride = (self.stride / 4).max(1);
    }

    /// The answer is no: another solution differs in these cells, or wherever no given was.
    pub(super) fn no(&mut self, differences: Option<Cells<W>>) {
        self.unavoidable.learn(differences.unwrap_or_else(|| self.asked.0.complement()));
        self.stride = (self.stride / 2).max(1);
    }
}
