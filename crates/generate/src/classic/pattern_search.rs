//! Hill climbing over the digits of a pattern: changes one given at a time until the solution is unique, then until no given is
//! redundant.
//!
//! The digits that a random full grid has in the cells of a pattern hardly ever determine it. The search therefore minimises two
//! costs in turn, always in the same cells:
//!
//! 1. the number of solutions, until it is 1;
//! 2. if the puzzle has to be minimal: the number of redundant givens among puzzles with one solution, until it is 0.
//!
//! A step counts the solutions of a random sample of neighbours, puzzles with one given changed, as one batch of the SIMD engine,
//! and moves to the best of them (steepest descent on the sample). There are no restarts: an attempt that stagnates fails, and
//! the next attempt starts from another random grid.
//!
//! Reference for the method: H. Hoos, T. Stützle, "Stochastic Local Search: Foundations and Applications", 2004 (iterative
//! best improvement).

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};

use super::random_grid::random_grid;
use qedoku_puzzle::rng::Rng;

/// Solutions are counted up to this number; above it, states are not compared. (20,000: a third of the puzzles in the same time
/// on a pattern of 22 cells.)
const SOLUTION_COUNT_CAP: u32 = 2000;
/// Neighbours evaluated per step. (64: six sevenths of the puzzles in the same time.)
const NEIGHBOURS_PER_STEP: usize = 32;
/// Steps in a row without an improvement that are tolerated before the attempt fails. (16: two thirds of the puzzles in the same
/// time on a pattern of 27 cells.)
const MAX_NON_IMPROVING_STEPS: usize = 4;

/// Hill climbing; keeps its buffers from attempt to attempt.
#[derive(Debug, Default)]
pub(super) struct HillClimbing {
    /// The sampled neighbours, as a cell and its new digit.
    changes: Vec<(usize, u8)>,
    queries: Vec<CellDigits>,
    answers: Vec<BatchAnswer>,
}

/// Givens in the cells of the pattern, with the number of their solutions and, if it is 1, the solution.
#[derive(Clone, Copy)]
struct PatternState {
    givens: CellDigits,
    answer: BatchAnswer,
}

impl HillClimbing {
    /// Searches for a puzzle with a unique solution and givens in these cells. Returns its givens and its solution.
    pub(super) fn attempt(
        &mut self,
        solver: &mut LanesSolver,
        cells: &[usize],
        minimal: bool,
        rng: &mut Rng,
    ) -> Option<(CellDigits, CellDigits)> {
        let unique = self.descend_to_unique(solver, cells, rng)?;
        let state = if minimal { self.descend_to_minimal(solver, cells, unique, rng)? } else { unique };
        Some((state.givens, state.answer.solution))
    }

    /// Phase 1: fewer solutions with every step, until there is one.
    fn descend_to_unique(&mut self, solver: &mut LanesSolver, cells: &[usize], rng: &mut Rng) -> Option<PatternState> {
        let full = random_grid(rng);
        let mut givens = [0; 81];
        for &cell in cells {
            givens[cell] = full[cell] + 1;
        }
        let mut state = PatternState { givens, answer: solver.solve_one(&givens, SOLUTION_COUNT_CAP) };
        let mut steps_left = MAX_NON_IMPROVING_STEPS;
        while state.answer.count > 1 {
            self.sample_neighbours(cells, &state.givens, rng);
            // Counting up to the current number is enough to recognise an improvement.
            self.evaluate_neighbours(solver, &state.givens, state.answer.count);
            let improving = self.solvable_states().filter(|next| next.answer.count < state.answer.count);
            match improving.min_by_key(|next| next.answer.count) {
                Some(next) => (state, steps_left) = (next, MAX_NON_IMPROVING_STEPS),
                None => steps_left = steps_left.checked_sub(1)?,
            }
        }
        Some(state)
    }

    /// Phase 2: fewer redundant givens, until there are none. Every state has a unique solution.
    fn descend_to_minimal(
        &mut self,
        solver: &mut LanesSolver,
        cells: &[usize],
        mut state: PatternState,
        rng: &mut Rng,
    ) -> Option<PatternState> {
        let mut redundant = self.count_redundant(solver, cells, &[state]).pop()?;
        let mut steps_left = MAX_NON_IMPROVING_STEPS;
        while redundant > 0 {
            self.sample_neighbours(cells, &state.givens, rng);
            self.evaluate_neighbours(solver, &state.givens, 2);
            let unique: Vec<PatternState> = self.solvable_states().filter(|next| next.answer.count == 1).collect();
            let counts = self.count_redundant(solver, cells, &unique);
            let best = unique.into_iter().zip(counts).min_by_key(|(_, count)| *count);
            let (next, next_redundant) = best.filter(|(_, count)| *count <= redundant).unwrap_or((state, redundant));
            // Sideways moves (as many redundant givens, in other cells) are allowed, but use up the steps.
            steps_left =
                if next_redundant < redundant { MAX_NON_IMPROVING_STEPS } else { steps_left.checked_sub(1)? };
            (state, redundant) = (next, next_redundant);
        }
        Some(state)
    }

    /// The number of redundant givens of each state: those whose removal leaves the solution unique.
    fn count_redundant(&mut self, solver: &mut LanesSolver, cells: &[usize], states: &[PatternState]) -> Vec<usize> {
        self.queries.clear();
        for state in states {
            self.queries.extend(cells.iter().map(|cell| with_digit(&state.givens, *cell, 0)));
        }
        self.solve_queries(solver, 2);
        let is_redundant = |answer: &&BatchAnswer| answer.count == 1;
        self.answers.chunks(cells.len()).map(|answers| answers.iter().filter(is_redundant).count()).collect()
    }

    /// Samples changes of one given to a digit that none of its peers has.
    fn sample_neighbours(&mut self, cells: &[usize], givens: &CellDigits, rng: &mut Rng) {
        self.changes.clear();
        for &cell in cells {
            let seen = digits_of_peers(givens, cell);
            let free = (1..=9).filter(|digit| *digit != givens[cell] && seen >> digit & 1 == 0);
            self.changes.extend(free.map(|digit| (cell, digit)));
        }
        rng.shuffle(&mut self.changes);
        self.changes.truncate(NEIGHBOURS_PER_STEP);
    }

    /// Counts the solutions of the sampled neighbours up to a limit.
    fn evaluate_neighbours(&mut self, solver: &mut LanesSolver, givens: &CellDigits, limit: u32) {
        self.queries.clear();
        self.queries.extend(self.changes.iter().map(|(cell, digit)| with_digit(givens, *cell, *digit)));
        self.solve_queries(solver, limit);
    }

    fn solve_queries(&mut self, solver: &mut LanesSolver, limit: u32) {
        self.answers.clear();
        self.answers.resize(self.queries.len(), BatchAnswer { count: 0, solution: [0; 81] });
        solver.solve(&self.queries, limit, &mut self.answers);
    }

    /// The queries that have a solution, with their answers.
    fn solvable_states(&self) -> impl Iterator<Item = PatternState> + '_ {
        let states = self.queries.iter().zip(&self.answers);
        states
            .filter(|(_, answer)| answer.count > 0)
            .map(|(givens, answer)| PatternState { givens: *givens, answer: *answer })
    }
}

/// The givens with another digit in a cell; 0 removes the given.
fn with_digit(givens: &CellDigits, cell: usize, digit: u8) -> CellDigits {
    let mut changed = *givens;
    changed[cell] = digit;
    changed
}

/// The digits of the givens in the peers of a cell, as bits 1 to 9. (Bit 0 stands for open peers.)
fn digits_of_peers(givens: &CellDigits, cell: usize) -> u16 {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    let peers = (0..9).flat_map(|i| [9 * row + i, 9 * i + column, corner + 9 * (i / 3) + i % 3]);
    peers.filter(|peer| *peer != cell).fold(0, |set, peer| set | 1 << givens[peer])
}
