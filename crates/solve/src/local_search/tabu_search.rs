//! Which swap is made, and which are forbidden.
//!
//! A swap is forbidden while both digits would come back to cells that they left not long ago; but one that leads to a better
//! filling than any in this stage never is.

use qedoku_puzzle::{Grid, Puzzle};

use super::initial;
use super::instance::Layout;
use super::shift_grid::shift_grid;
use super::tabu_state::State;
use super::tenure::Sweep;
use qedoku_puzzle::rng::Rng;

/// No more cells in conflict than this are looked at for a move: a run of the list that begins anywhere. Where there are
/// more, most of the time went into looking at all (49x49 with 43 % holes: 8 s for all, 1.2 s for 24, 7 s for 12, not in 12 s
/// for 6; 36x36 and 49x49 with 50 %, which have fewer conflicts: the same for all and for 24).
const CELLS: usize = 24;
/// A random part of the time for which a swap back is forbidden, in moves.
const JITTER: usize = 4;

/// A board that is being filled. The same puzzle, seed and work lead to the same grid everywhere.
pub struct TabuSearch {
    givens: Grid,
    state: State,
    random: Rng,
    sweep: Sweep,
    /// By open cell and digit: the digit should not come back before this move. Moves are counted in each stage anew.
    forbidden: Vec<u32>,
    move_number: u32,
    /// The best total in this stage.
    best: i32,
    lowest: i32,
    /// The best swaps of a move, while they are looked for.
    ties: Vec<(u16, u16)>,
    /// A solution that needed no search.
    ready: Option<Grid>,
}

impl TabuSearch {
    /// Begins to fill a board; `None` if some box cannot be filled, so that there is no solution. The puzzle should be
    /// pruned: then there are fewer candidates to try.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Option<TabuSearch> {
        let mut random = Rng::new(seed, 0);
        let layout = Layout::new(puzzle);
        let holder = initial::fill_boxes(&layout, &mut random)?;
        let is_empty = puzzle.givens().filled().next().is_none() && !puzzle.has_eliminations();
        let ready = is_empty.then(|| shift_grid(puzzle.board(), &mut random));
        let sweep = Sweep::new(layout.len(), layout.candidates());
        let forbidden = vec![0; layout.len() * layout.side];
        let state = State::new(layout, holder);
        let (best, lowest) = (state.total(), state.total());
        let givens = puzzle.givens().clone();
        Some(TabuSearch {
            givens,
            state,
            random,
            sweep,
            forbidden,
            move_number: 0,
            best,
            lowest,
            ties: Vec::new(),
            ready,
        })
    }

    /// Searches on until the board is filled or this much work was done. Work is counted in candidates that were looked
    /// at; a second has some hundred millions of them.
    pub fn run_limited(&mut self, work: u64) -> Option<Grid> {
        if let Some(grid) = self.ready.take() {
            return Some(grid);
        }
        let mut done = 0;
        while self.state.total() > 0 {
            if done >= work {
                return None;
            }
            if self.move_number >= self.sweep.moves() {
                self.begin_stage();
            }
            self.move_number += 1;
            done += self.step();
        }
        Some(self.state.grid(&self.givens))
    }

    /// Cells in conflict.
    pub fn cells_in_conflict(&self) -> usize {
        self.state.conflicts().len()
    }

    /// The fewest pairs of equal digits that there were.
    pub fn best_cost(&self) -> usize {
        self.lowest as usize
    }

    fn begin_stage(&mut self) {
        self.sweep.advance();
        self.move_number = 0;
        self.forbidden.fill(0);
        self.best = self.state.total();
    }

    /// Makes a move; the candidates it looked at.
    fn step(&mut self) -> u64 {
        let (change, looked) = self.find_best();
        let (cell, other, change) = if self.ties.is_empty() {
            self.any_swap()
        } else {
            let (cell, other) = self.ties[self.random.below(self.ties.len())];
            (cell.into(), other.into(), change)
        };
        if cell != other {
            self.forbid_return(cell);
            self.forbid_return(other);
            self.state.swap(cell, other, change);
            self.best = self.best.min(self.state.total());
            self.lowest = self.lowest.min(self.state.total());
        }
        looked
    }

    /// Collects the best swaps with some of the cells in conflict; what they change, and the candidates that were looked at.
    fn find_best(&mut self) -> (i32, u64) {
        let side = self.state.layout.side;
        let a_new_best = self.best - self.state.total() - 1;
        let (mut least, mut looked) = (i32::MAX, 0);
        self.ties.clear();
        let conflicts = self.state.conflicts();
        let from = if conflicts.len() > CELLS { self.random.below(conflicts.len()) } else { 0 };
        for &cell in conflicts[from..].iter().chain(&conflicts[..from]).take(CELLS) {
            let cell = usize::from(cell);
            let digits = self.state.layout.digits_of(cell);
            looked += digits.len() as u64;
            let swaps = self.state.swaps_of(cell);
            for &digit in digits {
                let digit = usize::from(digit);
                let Some((other, change)) = swaps.judge(digit, least) else { continue };
                let is_forbidden = self.forbidden[cell * side + digit] > self.move_number
                    && self.forbidden[other * side + swaps.mine] > self.move_number;
                if other == cell || (is_forbidden && change > a_new_best) {
                    continue;
                }
                if change < least {
                    least = change;
                    self.ties.clear();
                }
                self.ties.push((cell as u16, other as u16));
            }
        }
        (least, looked)
    }

    /// A random swap of a cell in conflict, allowed or not, and what it changes; the cell with itself, if its digit came up.
    fn any_swap(&mut self) -> (usize, usize, i32) {
        let conflicts = self.state.conflicts();
        let cell = usize::from(conflicts[self.random.below(conflicts.len())]);
        let digits = self.state.layout.digits_of(cell);
        let digit = usize::from(digits[self.random.below(digits.len())]);
        let (other, change) = self.state.swaps_of(cell).judge(digit, i32::MAX).expect("no change is too large");
        (cell, other, change)
    }

    /// The digit that a cell is about to leave should not come back soon.
    fn forbid_return(&mut self, cell: usize) {
        let tenure =
            (self.sweep.share() * self.cells_in_conflict() as f64) as u32 + self.random.below(JITTER) as u32 + 1;
        self.forbidden[cell * self.state.layout.side + self.state.digit(cell)] = self.move_number + tenure;
    }
}
