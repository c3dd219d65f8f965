//! 9x9: many puzzles side by side, so that the lanes of the batch solver are always full.
//!
//! Each puzzle in progress puts one question in a wave; a puzzle that is done makes room for the next attempt.

mod fill;
mod pattern;

use std::ops::Range;

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};

use super::cells::Cells;
use super::thin::{Orbits, Thinning};
use super::{Generated, Task};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, Grid, Puzzle};
use qedoku_solve::{Interrupt, SolveError};

use fill::{Full, fill};
use pattern::Descent;

/// Puzzles in progress at a time. (512: 11 % slower, out of the cache; 64: waves have fewer questions than the engine has room
/// for when some of them take long.)
const SLOTS: usize = 128;

/// Makes puzzles, many at a time; keeps the memory for that.
#[derive(Debug)]
pub(super) struct Classic {
    solver: LanesSolver,
    orbits: Orbits<2>,
    slots: Vec<Slot>,
    questions: Vec<CellDigits>,
    found: Vec<BatchAnswer>,
    descent: Descent,
}

/// A puzzle in progress.
#[derive(Clone, Debug)]
struct Slot {
    attempt: u64,
    solution: Full,
    thinning: Thinning<2>,
}

impl Classic {
    pub(super) fn new(orbits: &[Vec<usize>]) -> Classic {
        Classic {
            solver: LanesSolver::default(),
            orbits: Orbits::new(Board::CLASSIC, orbits),
            slots: Vec::new(),
            questions: Vec::new(),
            found: Vec::new(),
            descent: Descent::default(),
        }
    }

    /// What comes of these attempts, in any order.
    pub(super) fn attempt(
        &mut self,
        task: &Task,
        attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Generated>, SolveError> {
        match &task.pattern {
            None => self.thin(task, attempts, interrupt),
            Some(pattern) => self.fit(task, pattern, attempts, interrupt),
        }
    }

    /// One puzzle after the other with givens in the cells of a pattern.
    fn fit(
        &mut self,
        task: &Task,
        cells: &[usize],
        attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Generated>, SolveError> {
        let mut done = Vec::new();
        for attempt in attempts {
            if interrupt.is_set() {
                return Err(SolveError::Interrupted);
            }
            let mut random = Rng::new(task.seed, attempt);
            let found = self.descent.attempt(&mut self.solver, cells, task.wish.minimal, &mut random);
            done.extend(found.map(|(givens, solution)| generated(attempt, &givens, &solution)));
        }
        Ok(done)
    }

    /// Many puzzles side by side, each from a full grid of its own: waves of questions, one for each puzzle in progress.
    fn thin(
        &mut self,
        task: &Task,
        mut attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Generated>, SolveError> {
        let mut done = Vec::new();
        let mut busy = 0;
        loop {
            self.questions.clear();
            while self.questions.len() < SLOTS {
                let place = self.questions.len();
                if place == busy {
                    let Some(attempt) = attempts.next() else { break };
                    self.begin(place, task, attempt);
                    busy += 1;
                }
                if let Some(question) = self.question(place) {
                    self.questions.push(question);
                } else {
                    done.extend(self.slots[place].generated(task));
                    busy -= 1;
                    self.slots.swap(place, busy);
                }
            }
            if busy == 0 {
                return Ok(done);
            }
            if interrupt.is_set() {
                return Err(SolveError::Interrupted);
            }
            self.solve();
        }
    }

    fn begin(&mut self, place: usize, task: &Task, attempt: u64) {
        if place == self.slots.len() {
            self.slots.push(Slot { attempt, solution: [0; 81], thinning: Thinning::new() });
        }
        let slot = &mut self.slots[place];
        let mut random = Rng::new(task.seed, attempt);
        slot.attempt = attempt;
        slot.solution = fill(&mut random);
        let aim = task.aim(&mut random);
        slot.thinning.begin(&self.orbits, aim, &slot.solution, &mut random);
    }

    fn question(&mut self, place: usize) -> Option<CellDigits> {
        let slot = &mut self.slots[place];
        let givens = slot.thinning.ask(&self.orbits).filter(|_| !slot.thinning.is_hopeless(&self.orbits))?;
        Some(slot.digits(&givens))
    }

    /// Puts the wave of questions, and hands out the answers.
    fn solve(&mut self) {
        let count = self.questions.len();
        self.found.resize(count.max(self.found.len()), BatchAnswer { count: 0, solution: [0; 81] });
        self.solver.solve(&self.questions, 2, &mut self.found[..count]);
        for (slot, found) in self.slots.iter_mut().zip(&self.found[..count]) {
            match found.count {
                1 => slot.thinning.yes(None),
                _ => slot.thinning.no(slot.differences(&found.solution)),
            }
        }
    }
}

impl Slot {
    fn digits(&self, givens: &Cells<2>) -> CellDigits {
        let mut digits = [0; 81];
        givens.iter().for_each(|cell| digits[cell] = self.solution[cell] + 1);
        digits
    }

    /// Where another solution differs; none if it is the same one.
    fn differences(&self, other: &CellDigits) -> Option<Cells<2>> {
        let cells = Cells::of_bits(|cell| other[cell] != self.solution[cell] + 1, 81);
        (!cells.is_empty()).then_some(cells)
    }

    fn generated(&self, task: &Task) -> Option<Generated> {
        let givens = self.thinning.givens();
        let is_wished = task.wish.givens.contains(&givens.len());
        let solution = || self.solution.map(|digit| digit + 1);
        is_wished.then(|| generated(self.attempt, &self.digits(givens), &solution()))
    }
}

fn generated(attempt: u64, givens: &CellDigits, solution: &CellDigits) -> Generated {
    Generated { attempt, puzzle: Puzzle::new(grid(givens)), solution: grid(solution) }
}

fn grid(digits: &CellDigits) -> Grid {
    let mut grid = Grid::empty(Board::CLASSIC);
    for (cell, digit) in Board::CLASSIC.cells().zip(digits) {
        grid.set(cell, Digit::new(usize::from(*digit)));
    }
    grid
}
