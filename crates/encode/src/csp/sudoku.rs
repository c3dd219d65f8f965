//! Whether a problem is precisely Sudoku, so that it can be answered as a puzzle.
//!
//! It is if its variables are `V1-1`, `V1-2`, ... row by row, each with the values 1 to n, and its constraints say for all
//! pairs of cells that share a house of one board, and for no other pair, that they are not equal; besides, any
//! constraints over a single cell, which are givens or rule candidates out. The order of the constraints, their names, and
//! whether one stands there twice do not matter.

use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle};

use super::{Assignment, Constraint, Csp, Effect, Value, Variable};

impl Csp {
    /// The puzzle that this problem is, if it is exactly Sudoku: the solutions of both are the same.
    pub fn as_puzzle(&self) -> Option<Puzzle> {
        let side = self.side()?;
        let mut allowed = vec![DigitSet::all(side); side * side];
        let mut pairs = Vec::new();
        let is_difference: Vec<bool> =
            self.tables.iter().map(|table| self.is_difference(table.tuples(), side)).collect();
        for constraint in self.constraints() {
            match (constraint.effect(), constraint.scope()) {
                (_, [cell]) => restrict(&mut allowed[*cell as usize], self.digits(constraint)?, constraint.effect()),
                (Effect::Reject, [a, b]) if a != b && is_difference[constraint.table_number() as usize] => {
                    pairs.push((*a.min(b), *a.max(b)));
                }
                _ => return None,
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let board = boards(side).find(|board| is_all_pairs(*board, &pairs))?;
        Some(Puzzle::with_candidates(board, allowed))
    }

    /// The assignment as a grid, if the variables are the cells of a board and the values its digits.
    ///
    /// The boxes are those that the constraints speak of; if they do not, the usual ones of that side.
    pub fn grid(&self, assignment: &Assignment) -> Option<Grid> {
        let side = self.side()?;
        let board = self.as_puzzle().map_or_else(|| Board::of_side(side).ok(), |puzzle| Some(puzzle.board()))?;
        let mut grid = Grid::empty(board);
        for (cell, (_, word)) in board.cells().zip(self.pairs(assignment)) {
            grid.set(cell, digit(word, side)?);
        }
        Some(grid)
    }

    /// The side of the board if the variables are its cells, row by row, each with all digits.
    fn side(&self) -> Option<usize> {
        let side = self.variables.len().isqrt();
        let is_cell = |(index, name): (usize, &str)| name == format!("V{}-{}", index / side + 1, index % side + 1);
        let is_board = boards(side).next().is_some() && side * side == self.variables.len();
        let names = || self.variables.iter().map(Variable::name).enumerate();
        let has_digits = || self.variables.iter().all(|variable| self.has_all_digits(variable.domain as usize, side));
        (is_board && names().all(is_cell) && has_digits()).then_some(side)
    }

    /// Whether a domain has the digits 1 to n and nothing else.
    fn has_all_digits(&self, domain: usize, side: usize) -> bool {
        let values = self.domains[domain].values();
        let digits: Option<DigitSet> = values.iter().map(|value| digit(self.word(*value), side)).collect();
        values.len() == side && digits == Some(DigitSet::all(side))
    }

    /// Whether the tuples are two times the same digit, for all digits.
    fn is_difference<'t>(&self, tuples: impl Iterator<Item = &'t [Value]>, side: usize) -> bool {
        let twice = |tuple: &[Value]| match tuple {
            [a, b] if a == b => digit(self.word(*a), side),
            _ => None,
        };
        tuples.map(twice).collect::<Option<DigitSet>>() == Some(DigitSet::all(side))
    }

    /// The digits that a constraint over one cell speaks of.
    fn digits(&self, constraint: Constraint) -> Option<DigitSet> {
        let side = self.variables.len().isqrt();
        constraint.tuples().map(|tuple| digit(self.word(tuple[0]), side)).collect()
    }
}

fn restrict(allowed: &mut DigitSet, digits: DigitSet, effect: Effect) {
    *allowed = match effect {
        Effect::Accept => *allowed & digits,
        Effect::Reject => *allowed - digits,
    };
}

/// A digit as we write it: `7`, not `07`.
fn digit(word: &str, side: usize) -> Option<Digit> {
    let digit = word.parse().ok().filter(|digit: &usize| *digit <= side && digit.to_string() == word)?;
    Digit::new(digit)
}

/// The boards of a side, one for each shape of boxes.
fn boards(side: usize) -> impl Iterator<Item = Board> {
    let heights = (2..=side / 2).filter(move |height| side.is_multiple_of(*height));
    heights.filter_map(move |height| Board::new(height, side / height).ok())
}

/// Whether these are the pairs of cells that share a house, each once and in order.
fn is_all_pairs(board: Board, pairs: &[(u32, u32)]) -> bool {
    let mut rest = pairs;
    for cell in board.cells() {
        let index = board.index(cell) as u32;
        let mut later: Vec<_> =
            board.peers(cell).map(|peer| (index, board.index(peer) as u32)).filter(|(a, b)| a < b).collect();
        later.sort_unstable();
        match rest.strip_prefix(&later[..]) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}
