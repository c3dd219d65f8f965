//! The tabu search itself: choice of moves, tabu list, aspiration.
//!
//! A swap is tabu while it would bring both digits back to cells that they left recently. Aspiration: a swap that leads to a
//! lower cost than any state of this level is always allowed.

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Grid, Puzzle};

use super::initial::{initial_state, random_shift};
use super::instance::TabuInstance;
use super::tabu_state::TabuState;
use super::tenure::TenureSchedule;
use crate::Interrupt;

/// Sample size: the number of cells in conflict whose moves are evaluated, a contiguous run of the list from a random start. Where
/// there are more, evaluating all took most of the time (49x49 with 43 % open cells: 8 s for all, 1.2 s for 24, 7 s for 12,
/// unsolved in 12 s for 6; 36x36 and 49x49 with 50 %, which have fewer conflicts: the same for all and for 24).
const CONFLICT_SAMPLE: usize = 24;
/// Work between two polls of the interrupt flag, about 10 ms.
pub(crate) const POLL_INTERVAL: u64 = 1_000_000;
/// Random part of the tabu tenure, in moves.
const TENURE_JITTER: usize = 4;

/// A tabu search on one puzzle. The same puzzle, seed and budget lead to the same grid on every machine.
pub struct TabuSearch {
    givens: Grid,
    state: TabuState,
    rng: Rng,
    schedule: TenureSchedule,
    /// For each open cell and digit, the move until which the digit is tabu there. Moves are counted from 0 at each level.
    tabu_until: Vec<u32>,
    move_number: u32,
    /// The lowest cost at this level.
    level_best: i32,
    /// The lowest cost of all.
    best_cost: i32,
    /// The moves with the smallest delta among those evaluated so far.
    best_moves: Vec<(u16, u16)>,
    /// A solution that needs no search.
    ready: Option<Grid>,
}

impl TabuSearch {
    /// Starts a search; `None` if some box has no valid assignment, so that there is no solution. Preprocess the puzzle first: fewer
    /// candidates make the search shorter.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Option<TabuSearch> {
        let mut rng = Rng::new(seed, 0);
        let instance = TabuInstance::new(puzzle);
        let owner = initial_state(&instance, &mut rng)?;
        let is_empty = puzzle.givens().filled().next().is_none() && !puzzle.has_eliminations();
        let ready = is_empty.then(|| random_shift(puzzle.board(), &mut rng));
        let schedule = TenureSchedule::new(instance.len(), instance.candidates());
        let tabu_until = vec![0; instance.len() * instance.side];
        let state = TabuState::new(instance, owner);
        let cost = state.cost();
        let givens = puzzle.givens().clone();
        Some(TabuSearch {
            givens,
            state,
            rng,
            schedule,
            tabu_until,
            move_number: 0,
            level_best: cost,
            best_cost: cost,
            best_moves: Vec::new(),
            ready,
        })
    }

    /// Searches until a solution is found or the budget is exhausted. The budget is counted in evaluated candidates, on the
    /// order of a hundred million per second.
    pub fn run_limited(&mut self, budget: u64) -> Option<Grid> {
        if let Some(grid) = self.ready.take() {
            return Some(grid);
        }
        let mut evaluated = 0;
        while self.state.cost() > 0 {
            if evaluated >= budget {
                return None;
            }
            if self.move_number >= self.schedule.moves() {
                self.start_level();
            }
            self.move_number += 1;
            evaluated += self.step();
        }
        Some(self.state.grid(&self.givens))
    }

    /// Like [`TabuSearch::run_limited`], and ends without a solution if interrupted.
    pub fn run_until(&mut self, budget: u64, interrupt: &Interrupt) -> Option<Grid> {
        let mut polls = (0..budget.div_ceil(POLL_INTERVAL)).take_while(|_| !interrupt.is_set());
        polls.find_map(|_| self.run_limited(POLL_INTERVAL.min(budget)))
    }

    /// The number of cells in conflict.
    pub fn cells_in_conflict(&self) -> usize {
        self.state.conflicts().len()
    }

    /// The lowest cost so far: pairs of equal digits in a row or column, and digits that are not candidates.
    pub fn best_cost(&self) -> usize {
        self.best_cost as usize
    }

    /// Proceeds to the next level of the tenure schedule, with an empty tabu list.
    fn start_level(&mut self) {
        self.schedule.next_level();
        self.move_number = 0;
        self.tabu_until.fill(0);
        self.level_best = self.state.cost();
    }

    /// Makes one move; returns the number of candidates evaluated.
    fn step(&mut self) -> u64 {
        let (delta, evaluated) = self.find_best_moves();
        let (cell, other, delta) = if self.best_moves.is_empty() {
            self.random_move()
        } else {
            let (cell, other) = self.best_moves[self.rng.below(self.best_moves.len())];
            (cell.into(), other.into(), delta)
        };
        if cell != other {
            self.make_tabu(cell);
            self.make_tabu(other);
            self.state.swap(cell, other, delta);
            self.level_best = self.level_best.min(self.state.cost());
            self.best_cost = self.best_cost.min(self.state.cost());
        }
        evaluated
    }

    /// Collects the admissible moves with the smallest delta over a sample of the cells in conflict; returns that delta and the
    /// number of candidates evaluated.
    fn find_best_moves(&mut self) -> (i32, u64) {
        let side = self.state.instance.side;
        let aspiration_delta = self.level_best - self.state.cost() - 1;
        let (mut least, mut evaluated) = (i32::MAX, 0);
        self.best_moves.clear();
        let conflicts = self.state.conflicts();
        let from = if conflicts.len() > CONFLICT_SAMPLE { self.rng.below(conflicts.len()) } else { 0 };
        for &cell in conflicts[from..].iter().chain(&conflicts[..from]).take(CONFLICT_SAMPLE) {
            let cell = usize::from(cell);
            let digits = self.state.instance.digits_of(cell);
            evaluated += digits.len() as u64;
            let neighbourhood = self.state.neighbourhood(cell);
            for &digit in digits {
                let digit = usize::from(digit);
                let Some((other, delta)) = neighbourhood.delta(digit, least) else { continue };
                let is_tabu = self.tabu_until[cell * side + digit] > self.move_number
                    && self.tabu_until[other * side + neighbourhood.current] > self.move_number;
                if other == cell || (is_tabu && delta > aspiration_delta) {
                    continue;
                }
                if delta < least {
                    least = delta;
                    self.best_moves.clear();
                }
                self.best_moves.push((cell as u16, other as u16));
            }
        }
        (least, evaluated)
    }

    /// A random move of a cell in conflict, tabu or not, and its delta. It swaps the cell with itself if its own digit is drawn.
    fn random_move(&mut self) -> (usize, usize, i32) {
        let conflicts = self.state.conflicts();
        let cell = usize::from(conflicts[self.rng.below(conflicts.len())]);
        let digits = self.state.instance.digits_of(cell);
        let digit = usize::from(digits[self.rng.below(digits.len())]);
        let (other, delta) =
            self.state.neighbourhood(cell).delta(digit, i32::MAX).expect("no delta exceeds the maximum");
        (cell, other, delta)
    }

    /// Makes the digit that a cell is about to lose tabu there, for a tenure in proportion to the conflicts (Galinier & Hao).
    fn make_tabu(&mut self, cell: usize) {
        let tenure = (self.schedule.factor() * self.cells_in_conflict() as f64) as u32
            + self.rng.below(TENURE_JITTER) as u32
            + 1;
        self.tabu_until[cell * self.state.instance.side + self.state.digit(cell)] = self.move_number + tenure;
    }
}
