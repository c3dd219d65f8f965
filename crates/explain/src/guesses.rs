//! Guesses of a backtracking search: difficulty for machines, and for people who guess.
//!
//! The search propagates singles, then branches on the first cell with the fewest candidates and tries each of them in turn. It ends
//! when it has proved that the solution is unique, or found a second one.

use super::Measure;
use super::braids::{ConstraintState, ConstraintTables};
use qedoku_solve::Interrupt;

/// Guesses after which the count ends with a lower bound: some seconds on 16x16. Minimal 16x16 puzzles need up to tens of
/// thousands, 9x9 puzzles some hundreds.
pub const MAX_GUESSES: u64 = 200_000;

/// Counts the candidates that the search tries, up to a limit and until interrupted.
pub(super) fn count_guesses(
    tables: &ConstraintTables,
    state: &ConstraintState,
    limit: u64,
    interrupt: &Interrupt,
) -> Measure {
    let spare_states = Vec::new();
    let mut search =
        BacktrackingSearch { tables, guesses: 0, solutions: 0, limit, is_complete: true, interrupt, spare_states };
    search.solve(&mut state.clone());
    if search.is_complete { Measure::Exactly(search.guesses) } else { Measure::AtLeast(search.guesses) }
}

struct BacktrackingSearch<'a> {
    tables: &'a ConstraintTables,
    guesses: u64,
    solutions: u32,
    limit: u64,
    /// Whether neither the limit nor the interrupt flag ended the search.
    is_complete: bool,
    interrupt: &'a Interrupt,
    /// Unused states, whose buffers are reused.
    spare_states: Vec<ConstraintState>,
}

impl BacktrackingSearch<'_> {
    fn solve(&mut self, state: &mut ConstraintState) {
        if !state.propagate_singles(self.tables) {
            return;
        }
        // The constraints of cells are numbered first.
        let open = state.open_constraints().take_while(|constraint| *constraint < self.tables.side().pow(2));
        let Some(cell) = open.min_by_key(|cell| state.mask(*cell).count_ones()) else {
            self.solutions += 1;
            return;
        };
        let mut next = self.spare_states.pop().unwrap_or_default();
        for candidate in self.tables.candidates_in(cell, state.mask(cell)) {
            if self.solutions >= 2 || !self.is_complete {
                break;
            }
            if self.guesses == self.limit || self.interrupt.is_set() {
                self.is_complete = false;
                break;
            }
            self.guesses += 1;
            next.clone_from(state);
            next.place(self.tables, candidate.into());
            self.solve(&mut next);
        }
        self.spare_states.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Puzzle;

    fn count(puzzle: &str) -> u64 {
        count_up_to(puzzle, u64::MAX).exact().unwrap()
    }

    fn count_up_to(puzzle: &str, limit: u64) -> Measure {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let tables = ConstraintTables::new(puzzle.board());
        let mut state = ConstraintState::default();
        state.load_puzzle(&tables, &puzzle);
        count_guesses(&tables, &state, limit, &Interrupt::default())
    }

    #[test]
    fn counts_no_guess_for_singles_and_two_or_more_otherwise() {
        assert_eq!(count("4...3..2...4..2."), 0);
        assert_eq!(count("11.............."), 0);
        // Three solutions: r1c3=1 leads to one of them; r1c3=3 leaves two, so one more guess finds the second solution.
        assert_eq!(count("4...3..2...4...."), 3);
        assert!(count("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........") > 10);
    }

    #[test]
    fn the_count_is_a_lower_bound_at_the_limit_and_if_interrupted() {
        let hard = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
        let all = count(hard);
        assert_eq!(count_up_to(hard, all), Measure::Exactly(all));
        assert_eq!(count_up_to(hard, all - 1), Measure::AtLeast(all - 1));
        let puzzle: Puzzle = hard.parse().unwrap();
        let (tables, mut state) = (ConstraintTables::new(puzzle.board()), ConstraintState::default());
        state.load_puzzle(&tables, &puzzle);
        let interrupt = Interrupt::default();
        interrupt.set();
        assert_eq!(count_guesses(&tables, &state, u64::MAX, &interrupt), Measure::AtLeast(0));
    }
}
