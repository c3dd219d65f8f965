//! Batch generator for 9x9: 128 attempts in progress, so that the lanes of the SIMD engine stay full.
//!
//! ```text
//!   slots   | attempt 7 | attempt 2 | attempt 9 | ...     one minimiser each
//!                 |           |           |               one uniqueness query per slot
//!   wave    |  givens   |  givens   |  givens   | ...     solved as one batch
//! ```
//!
//! A slot whose attempt has ended takes the next attempt, so all waves but the last ones are full. Slots are filled in an order
//! that depends on the answers, but attempts do not influence each other.

mod random_grid;
mod pattern_search;

use std::ops::Range;

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};

use super::cell_set::CellSet;
use super::minimize::{Minimizer, Orbits};
use super::{AttemptContext, GeneratedPuzzle};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, Grid, Puzzle};
use qedoku_solve::{Interrupt, SolveError};

use pattern_search::HillClimbing;
use random_grid::{FullGrid, random_grid};

/// Attempts in progress at a time. (512: 11 % slower, because the slots no longer fit into the cache; 64: waves have fewer queries
/// than the engine has room for when some of them take long.)
const SLOTS: usize = 128;

/// Generates 9x9 puzzles in batches; keeps the solver and the buffers.
#[derive(Debug)]
pub(super) struct BatchGenerator {
    solver: LanesSolver,
    orbits: Orbits<2>,
    slots: Vec<Slot>,
    /// The queries of the current wave, and their answers.
    queries: Vec<CellDigits>,
    answers: Vec<BatchAnswer>,
    hill_climbing: HillClimbing,
}

/// An attempt in progress.
#[derive(Clone, Debug)]
struct Slot {
    attempt: u64,
    solution: FullGrid,
    minimizer: Minimizer<2>,
}

impl BatchGenerator {
    pub(super) fn new(orbits: &[Vec<usize>]) -> BatchGenerator {
        BatchGenerator {
            solver: LanesSolver::default(),
            orbits: Orbits::new(Board::CLASSIC, orbits),
            slots: Vec::new(),
            queries: Vec::new(),
            answers: Vec::new(),
            hill_climbing: HillClimbing::default(),
        }
    }

    /// Runs these attempts. Returns the generated puzzles in any order.
    pub(super) fn run(
        &mut self,
        context: &AttemptContext,
        attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<GeneratedPuzzle>, SolveError> {
        match &context.pattern {
            None => self.minimize_batch(context, attempts, interrupt),
            Some(pattern) => self.fit_pattern(context, pattern, attempts, interrupt),
        }
    }

    /// Generates puzzles with givens in the cells of a pattern, one attempt after the other.
    fn fit_pattern(
        &mut self,
        context: &AttemptContext,
        cells: &[usize],
        attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<GeneratedPuzzle>, SolveError> {
        let mut puzzles = Vec::new();
        for attempt in attempts {
            if interrupt.is_set() {
                return Err(SolveError::Interrupted);
            }
            let mut rng = Rng::new(context.seed, attempt);
            let found = self.hill_climbing.attempt(&mut self.solver, cells, context.spec.minimal, &mut rng);
            puzzles.extend(found.map(|(givens, solution)| generated_puzzle(attempt, &givens, &solution)));
        }
        Ok(puzzles)
    }

    /// Minimises many full grids at a time, in waves of one query per attempt in progress.
    fn minimize_batch(
        &mut self,
        context: &AttemptContext,
        mut attempts: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<GeneratedPuzzle>, SolveError> {
        let mut puzzles = Vec::new();
        // The slots before `active` hold attempts in progress; slot i poses query i of the wave.
        let mut active = 0;
        loop {
            self.queries.clear();
            while self.queries.len() < SLOTS {
                let slot = self.queries.len();
                if slot == active {
                    let Some(attempt) = attempts.next() else { break };
                    self.start(slot, context, attempt);
                    active += 1;
                }
                if let Some(query) = self.next_query(slot) {
                    self.queries.push(query);
                } else {
                    // The attempt has ended. The last active slot takes its place and poses the next query.
                    puzzles.extend(self.slots[slot].generated_puzzle(context));
                    active -= 1;
                    self.slots.swap(slot, active);
                }
            }
            if active == 0 {
                return Ok(puzzles);
            }
            if interrupt.is_set() {
                return Err(SolveError::Interrupted);
            }
            self.solve_wave();
        }
    }

    fn start(&mut self, slot: usize, context: &AttemptContext, attempt: u64) {
        if slot == self.slots.len() {
            self.slots.push(Slot { attempt, solution: [0; 81], minimizer: Minimizer::new() });
        }
        let slot = &mut self.slots[slot];
        let mut rng = Rng::new(context.seed, attempt);
        slot.attempt = attempt;
        slot.solution = random_grid(&mut rng);
        let target = context.givens_target(&mut rng);
        slot.minimizer.start(&self.orbits, target, &slot.solution, &mut rng);
    }

    /// The next query of a slot, or `None` if its attempt has ended.
    fn next_query(&mut self, slot: usize) -> Option<CellDigits> {
        let slot = &mut self.slots[slot];
        let givens = slot.minimizer.next_query(&self.orbits).filter(|_| !slot.minimizer.exceeds_max(&self.orbits))?;
        Some(slot.digits(&givens))
    }

    /// Solves the queries of the wave and passes the answers to their slots.
    fn solve_wave(&mut self) {
        let count = self.queries.len();
        self.answers.resize(count.max(self.answers.len()), BatchAnswer { count: 0, solution: [0; 81] });
        self.solver.solve(&self.queries, 2, &mut self.answers[..count]);
        for (slot, answer) in self.slots.iter_mut().zip(&self.answers[..count]) {
            match answer.count {
                1 => slot.minimizer.record_unique(None),
                _ => slot.minimizer.record_ambiguous(slot.differences(&answer.solution)),
            }
        }
    }
}

impl Slot {
    fn digits(&self, givens: &CellSet<2>) -> CellDigits {
        let mut digits = [0; 81];
        givens.iter().for_each(|cell| digits[cell] = self.solution[cell] + 1);
        digits
    }

    /// The cells in which another solution differs; `None` if the engine reported the known solution.
    fn differences(&self, other: &CellDigits) -> Option<CellSet<2>> {
        let cells = CellSet::from_fn(|cell| other[cell] != self.solution[cell] + 1, 81);
        (!cells.is_empty()).then_some(cells)
    }

    /// The puzzle of an attempt that has ended, if it meets the specification.
    fn generated_puzzle(&self, context: &AttemptContext) -> Option<GeneratedPuzzle> {
        let givens = self.minimizer.givens();
        let meets_spec = context.spec.givens.contains(&givens.len());
        let solution = || self.solution.map(|digit| digit + 1);
        meets_spec.then(|| generated_puzzle(self.attempt, &self.digits(givens), &solution()))
    }
}

fn generated_puzzle(attempt: u64, givens: &CellDigits, solution: &CellDigits) -> GeneratedPuzzle {
    GeneratedPuzzle { attempt, puzzle: Puzzle::new(grid(givens)), solution: grid(solution) }
}

fn grid(digits: &CellDigits) -> Grid {
    let mut grid = Grid::empty(Board::CLASSIC);
    for (cell, digit) in Board::CLASSIC.cells().zip(digits) {
        grid.set(cell, Digit::new(usize::from(*digit)));
    }
    grid
}
