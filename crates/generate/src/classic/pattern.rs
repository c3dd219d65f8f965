//! Givens in exactly these cells: from a random grid downhill to one solution, and on to no given to spare.
//!
//! A random grid hardly ever has one solution when only the cells of a pattern are given. So one given at a time is changed,
//! each time to what leaves the fewest solutions, until one is left or no change helps. If the puzzle has to be minimal,
//! it goes on in the same way among puzzles with one solution, to ever fewer givens that could be dropped. All changes of a
//! step are looked at side by side.

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};

use super::fill::fill;
use qedoku_puzzle::rng::Rng;

/// Solutions are counted no further than this. (20,000: a third of the puzzles in the same time on a pattern of 22 cells.)
const MANY: u32 = 2000;
/// Changes that are looked at in a step. (64: six sevenths of the puzzles.)
const CHANGES: usize = 32;
/// Steps in a row that do not help before the attempt has failed. (16: two thirds of the puzzles on a pattern of 27 cells.)
const PATIENCE: usize = 4;

/// What is kept for the next attempt: memory.
#[derive(Debug, Default)]
pub(super) struct Descent {
    changes: Vec<(usize, u8)>,
    questions: Vec<CellDigits>,
    found: Vec<BatchAnswer>,
}

/// Givens in the cells of the pattern, and how many solutions they have: one of them is known if there is one only.
#[derive(Clone, Copy)]
struct Step {
    givens: CellDigits,
    found: BatchAnswer,
}

impl Descent {
    /// A puzzle with one solution and givens in these cells, and its solution.
    pub(super) fn attempt(
        &mut self,
        solver: &mut LanesSolver,
        cells: &[usize],
        minimal: bool,
        random: &mut Rng,
    ) -> Option<(CellDigits, CellDigits)> {
        let unique = self.descend_to_one_solution(solver, cells, random)?;
        let step = if minimal { self.descend_to_none_spare(solver, cells, unique, random)? } else { unique };
        Some((step.givens, step.found.solution))
    }

    /// Changes one given after the other until there is one solution.
    fn descend_to_one_solution(&mut self, solver: &mut LanesSolver, cells: &[usize], random: &mut Rng) -> Option<Step> {
        let full = fill(random);
        let mut givens = [0; 81];
        for &cell in cells {
            givens[cell] = full[cell] + 1;
        }
        let mut step = Step { givens, found: solver.solve_one(&givens, MANY) };
        let mut patience = PATIENCE;
        while step.found.count > 1 {
            self.choose_changes(cells, &step.givens, random);
            self.ask_changes(solver, &step.givens, step.found.count);
            let fewer = self.steps().filter(|next| next.found.count < step.found.count);
            match fewer.min_by_key(|next| next.found.count) {
                Some(next) => (step, patience) = (next, PATIENCE),
                None => patience = patience.checked_sub(1)?,
            }
        }
        Some(step)
    }

    /// Changes one given after the other until none could be dropped; one solution remains all the time.
    fn descend_to_none_spare(
        &mut self,
        solver: &mut LanesSolver,
        cells: &[usize],
        mut step: Step,
        random: &mut Rng,
    ) -> Option<Step> {
        let mut spare = self.count_spare(solver, cells, &[step]).pop()?;
        let mut patience = PATIENCE;
        while spare > 0 {
            self.choose_changes(cells, &step.givens, random);
            self.ask_changes(solver, &step.givens, 2);
            let unique: Vec<Step> = self.steps().filter(|next| next.found.count == 1).collect();
            let spares = self.count_spare(solver, cells, &unique);
            let best = unique.into_iter().zip(spares).min_by_key(|(_, spare)| *spare);
            let (next, next_spare) = best.filter(|(_, next_spare)| *next_spare <= spare).unwrap_or((step, spare));
            // To go on with as many to spare, but in other places, is allowed now and then.
            patience = if next_spare < spare { PATIENCE } else { patience.checked_sub(1)? };
            (step, spare) = (next, next_spare);
        }
        Some(step)
    }

    /// How many givens of each could be dropped.
    fn count_spare(&mut self, solver: &mut LanesSolver, cells: &[usize], steps: &[Step]) -> Vec<usize> {
        self.questions.clear();
        for step in steps {
            self.questions.extend(cells.iter().map(|cell| changed(&step.givens, *cell, 0)));
        }
        self.ask(solver, 2);
        let is_spare = |found: &&BatchAnswer| found.count == 1;
        self.found.chunks(cells.len()).map(|found| found.iter().filter(is_spare).count()).collect()
    }

    /// Some changes of one given, to digits that are not in its houses.
    fn choose_changes(&mut self, cells: &[usize], givens: &CellDigits, random: &mut Rng) {
        self.changes.clear();
        for &cell in cells {
            let taken = taken(givens, cell);
            let free = (1..=9).filter(|digit| *digit != givens[cell] && taken >> digit & 1 == 0);
            self.changes.extend(free.map(|digit| (cell, digit)));
        }
        random.shuffle(&mut self.changes);
        self.changes.truncate(CHANGES);
    }

    /// Asks about each of the changes, counting up to a limit.
    fn ask_changes(&mut self, solver: &mut LanesSolver, givens: &CellDigits, limit: u32) {
        self.questions.clear();
        self.questions.extend(self.changes.iter().map(|(cell, digit)| changed(givens, *cell, *digit)));
        self.ask(solver, limit);
    }

    fn ask(&mut self, solver: &mut LanesSolver, limit: u32) {
        self.found.clear();
        self.found.resize(self.questions.len(), BatchAnswer { count: 0, solution: [0; 81] });
        solver.solve(&self.questions, limit, &mut self.found);
    }

    /// What was asked about and has a solution.
    fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let steps = self.questions.iter().zip(&self.found);
        steps.filter(|(_, found)| found.count > 0).map(|(givens, found)| Step { givens: *givens, found: *found })
    }
}

fn changed(givens: &CellDigits, cell: usize, digit: u8) -> CellDigits {
    let mut changed = *givens;
    changed[cell] = digit;
    changed
}

/// The givens in the houses of a cell but in the cell itself, as bits.
fn taken(givens: &CellDigits, cell: usize) -> u16 {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    let peers = (0..9).flat_map(|i| [9 * row + i, 9 * i + column, corner + 9 * (i / 3) + i % 3]);
    peers.filter(|peer| *peer != cell).fold(0, |set, peer| set | 1 << givens[peer])
}
