//! How often plain search has to guess.
//!
//! It places singles as long as there are any, then takes the first cell with the fewest candidates and tries each of them in
//! turn; a puzzle is done when a second solution was looked for everywhere. People who guess do about the same, and it is the
//! measure of hardness for machines.

use super::braids::{ConstraintState, ConstraintTables};

/// Guesses up to the end of the search, or to a second solution.
pub(super) fn guesses(tables: &ConstraintTables, state: &ConstraintState) -> u64 {
    let mut search = Search { tables, guesses: 0, solutions: 0, spare: Vec::new() };
    search.go_on(&mut state.clone());
    search.guesses
}

struct Search<'a> {
    tables: &'a ConstraintTables,
    guesses: u64,
    solutions: u32,
    /// States that are not in use, to be filled again.
    spare: Vec<ConstraintState>,
}

impl Search<'_> {
    fn go_on(&mut self, state: &mut ConstraintState) {
        if !state.propagate_singles(self.tables) {
            return;
        }
        let open = state.open_constraints().take_while(|set| *set < self.tables.side().pow(2));
        let Some(cell) = open.min_by_key(|cell| state.mask(*cell).count_ones()) else {
            self.solutions += 1;
            return;
        };
        let mut next = self.spare.pop().unwrap_or_default();
        for candidate in self.tables.candidates_in(cell, state.mask(cell)) {
            if self.solutions < 2 {
                self.guesses += 1;
                next.clone_from(state);
                next.place(self.tables, candidate.into());
                self.go_on(&mut next);
            }
        }
        self.spare.push(next);
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
        guesses(&tables, &state)
    }

    #[test]
    fn singles_need_no_guess_and_all_else_at_least_two() {
        assert_eq!(count("4...3..2...4..2."), 0);
        assert_eq!(count("11.............."), 0);
        // Three solutions: r1c3=1 leads to one; r1c3=3 leaves two, so it takes one more guess.
        assert_eq!(count("4...3..2...4...."), 3);
        assert!(count("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........") > 10);
    }
}
