//! Guesses of a backtracking search: difficulty for machines, and for people who guess.
//!
//! The search propagates singles, then branches on the first cell with the fewest candidates and tries each of them in turn. It ends
//! when it has proved that the solution is unique, or found a second one.

use super::braids::{ConstraintState, ConstraintTables};

/// Counts the candidates that the search tries.
pub(super) fn count_guesses(tables: &ConstraintTables, state: &ConstraintState) -> u64 {
    let mut search = BacktrackingSearch { tables, guesses: 0, solutions: 0, spare_states: Vec::new() };
    search.solve(&mut state.clone());
    search.guesses
}

struct BacktrackingSearch<'a> {
    tables: &'a ConstraintTables,
    guesses: u64,
    solutions: u32,
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
            if self.solutions < 2 {
                self.guesses += 1;
                next.clone_from(state);
                next.place(self.tables, candidate.into());
                self.solve(&mut next);
            }
        }
        self.spare_states.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Puzzle;

    fn count(puzzle: &str) -> u64 {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let tables = ConstraintTables::new(puzzle.board());
        let mut state = ConstraintState::default();
        state.load_puzzle(&tables, &puzzle);
        count_guesses(&tables, &state)
    }

    #[test]
    fn counts_no_guess_for_singles_and_two_or_more_otherwise() {
        assert_eq!(count("4...3..2...4..2."), 0);
        assert_eq!(count("11.............."), 0);
        // Three solutions: r1c3=1 leads to one of them; r1c3=3 leaves two, so one more guess finds the second solution.
        assert_eq!(count("4...3..2...4...."), 3);
        assert!(count("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........") > 10);
    }
}
