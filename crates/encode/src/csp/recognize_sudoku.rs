//! Recognition of Sudoku: a constraint problem that is exactly a puzzle can be solved, proved and explained as one.
//!
//! A problem is a Sudoku if
//! - its variables are `V1-1`, `V1-2`, ... row by row, each with the values 1 to n;
//! - its binary constraints are "not equal" for all pairs of cells that share a house of one board, and for no other
//!   pair;
//! - all other constraints are unary: givens or eliminated candidates.
//!
//! The order of the constraints, their names and repetitions do not matter. Anything else is refused, because the
//! solutions of the puzzle must be the solutions of the problem.

use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle};

use super::{Assignment, Constraint, Csp, TablePolarity, Value, Variable};

impl Csp {
    /// The puzzle with the same solutions, if the problem is exactly a Sudoku.
    pub fn as_puzzle(&self) -> Option<Puzzle> {
        let side = self.side()?;
        let mut allowed = vec![DigitSet::all(side); side * side];
        let mut pairs = Vec::new();
        let is_difference: Vec<bool> =
            self.tables.iter().map(|table| self.is_difference(table.tuples(), side)).collect();
        for constraint in self.constraints() {
            match (constraint.polarity(), constraint.scope()) {
                (_, [cell]) => restrict(&mut allowed[*cell as usize], self.digits(constraint)?, constraint.polarity()),
                (TablePolarity::Reject, [a, b]) if a != b && is_difference[constraint.table_index() as usize] => {
                    pairs.push((*a.min(b), *a.max(b)));
                }
                _ => return None,
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let board = boards(side).find(|board| are_all_peer_pairs(*board, &pairs))?;
        Some(Puzzle::with_candidates(board, allowed))
    }

    /// Grid of an assignment, if the variables are the cells of a board and the values its digits.
    ///
    /// The constraints determine the shape of the boxes. If the problem is not exactly a Sudoku, it is the usual one of
    /// that side.
    pub fn grid(&self, assignment: &Assignment) -> Option<Grid> {
        let side = self.side()?;
        let board = self.as_puzzle().map_or_else(|| Board::of_side(side).ok(), |puzzle| Some(puzzle.board()))?;
        let mut grid = Grid::empty(board);
        for (cell, (_, name)) in board.cells().zip(self.named_values(assignment)) {
            grid.set(cell, digit(name, side)?);
        }
        Some(grid)
    }

    /// Side of the board, if the variables are its cells, row by row, each with all digits.
    fn side(&self) -> Option<usize> {
        let side = self.variables.len().isqrt();
        let is_cell = |(index, name): (usize, &str)| name == format!("V{}-{}", index / side + 1, index % side + 1);
        let is_board = boards(side).next().is_some() && side * side == self.variables.len();
        let names = || self.variables.iter().map(Variable::name).enumerate();
        let has_digits = || self.variables.iter().all(|variable| self.has_all_digits(variable.domain as usize, side));
        (is_board && names().all(is_cell) && has_digits()).then_some(side)
    }

    /// Whether a domain is exactly the digits 1 to n.
    fn has_all_digits(&self, domain: usize, side: usize) -> bool {
        let values = self.domains[domain].values();
        let digits: Option<DigitSet> = values.iter().map(|value| digit(self.value_name(*value), side)).collect();
        values.len() == side && digits == Some(DigitSet::all(side))
    }

    /// Whether the tuples are (d, d) for all digits d, so that rejecting them means "not equal".
    fn is_difference<'t>(&self, tuples: impl Iterator<Item = &'t [Value]>, side: usize) -> bool {
        let equal_digit = |tuple: &[Value]| match tuple {
            [a, b] if a == b => digit(self.value_name(*a), side),
            _ => None,
        };
        tuples.map(equal_digit).collect::<Option<DigitSet>>() == Some(DigitSet::all(side))
    }

    /// Digits in the table of a unary constraint.
    fn digits(&self, constraint: Constraint) -> Option<DigitSet> {
        let side = self.variables.len().isqrt();
        constraint.tuples().map(|tuple| digit(self.value_name(tuple[0]), side)).collect()
    }
}

fn restrict(allowed: &mut DigitSet, digits: DigitSet, polarity: TablePolarity) {
    *allowed = match polarity {
        TablePolarity::Accept => *allowed & digits,
        TablePolarity::Reject => *allowed - digits,
    };
}

/// Digit of a value name in canonical form: `7`, not `07`.
fn digit(name: &str, side: usize) -> Option<Digit> {
    let digit = name.parse().ok().filter(|digit: &usize| *digit <= side && digit.to_string() == name)?;
    Digit::new(digit)
}

/// Boards of a side, one for each shape of boxes.
fn boards(side: usize) -> impl Iterator<Item = Board> {
    let heights = (2..=side / 2).filter(move |height| side.is_multiple_of(*height));
    heights.filter_map(move |height| Board::new(height, side / height).ok())
}

/// Whether `pairs`, sorted and without repetition, are exactly the pairs of cells that share a house.
fn are_all_peer_pairs(board: Board, pairs: &[(u32, u32)]) -> bool {
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
