//! Random puzzles: solutions, puzzles with a number of givens, mutations and symmetries, all from a seeded generator.
//!
//! Nothing here uses an engine under test: solutions come from the oracle or from a cyclic shift.

use std::ops::ControlFlow;

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, Puzzle, oracle};

/// Up to `limit` solutions of a puzzle, from the oracle.
pub fn oracle_solutions(puzzle: &Puzzle, limit: usize) -> Vec<Grid> {
    let mut solutions = Vec::new();
    oracle::solutions(puzzle, |grid| {
        solutions.push(grid.clone());
        if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    solutions
}

/// A random solution of a board up to 9x9: some cells filled at random, completed by the oracle, then transformed.
pub fn random_solution(board: Board, rng: &mut Rng) -> Grid {
    loop {
        let mut grid = Grid::empty(board);
        for _ in 0..board.side() {
            let cell = board.cell(rng.below(board.cell_count()));
            let taken: DigitSet = board.peers(cell).filter_map(|peer| grid.get(peer)).collect();
            let open: Vec<Digit> = board.digits().filter(|digit| !taken.contains(*digit)).collect();
            if !open.is_empty() {
                grid.set(cell, open[rng.below(open.len())]);
            }
        }
        if let Some(solution) = oracle_solutions(&Puzzle::new(grid), 1).pop() {
            return Isomorphism::random(board, rng).apply(&solution);
        }
    }
}

/// A random 9x9 solution, fast: three boxes on a diagonal at random, completed by the oracle, then transformed.
///
/// Boxes on a diagonal share no house, so a completion always exists and the oracle finds it soon. From a few random cells
/// ([`random_solution`]) it now and then takes very long.
pub fn random_classic_solution(rng: &mut Rng) -> Grid {
    let board = Board::CLASSIC;
    let mut start = Grid::empty(board);
    for block in 0..3 {
        let source = Isomorphism::random(board, rng).apply(&Grid::cyclic_shift(board));
        let cells = board.cells().filter(|cell| cell.row() / 3 == block && cell.column() / 3 == block);
        cells.for_each(|cell| start.set(cell, source.get(cell)));
    }
    let solution = oracle_solutions(&Puzzle::new(start), 1).pop().expect("three boxes on a diagonal can be completed");
    Isomorphism::random(board, rng).apply(&solution)
}

/// The puzzle with `count` digits of the grid as givens, chosen at random.
pub fn with_givens(grid: &Grid, count: usize, rng: &mut Rng) -> Puzzle {
    let mut cells: Vec<Cell> = grid.board().cells().collect();
    rng.shuffle(&mut cells);
    let mut givens = grid.clone();
    for cell in &cells[count.min(cells.len())..] {
        givens.set(*cell, None);
    }
    Puzzle::new(givens)
}

/// The puzzle with one given changed or added; often it has no solution.
pub fn mutate(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let board = puzzle.board();
    let mut grid = puzzle.givens().clone();
    grid.set(board.cell(rng.below(board.cell_count())), Digit::from_index(rng.below(board.side())));
    Puzzle::new(grid)
}

/// An isomorphism of puzzles: relabels digits, permutes lines within bands and stacks, transposes. Solutions map to solutions.
#[derive(Clone, Debug)]
pub struct Isomorphism {
    rows: Vec<usize>,
    columns: Vec<usize>,
    digits: Vec<usize>,
    transpose: bool,
}

impl Isomorphism {
    /// Permutes bands, stacks, rows within bands, columns within stacks and digits; transposes half of the time.
    pub fn random(board: Board, rng: &mut Rng) -> Isomorphism {
        Isomorphism {
            rows: permute_lines(board.side(), board.box_height(), rng),
            columns: permute_lines(board.side(), board.box_width(), rng),
            digits: permutation(board.side(), rng),
            // Transposing boxes that are not square gives another board.
            transpose: board.box_height() == board.box_width() && rng.below(2) == 1,
        }
    }

    /// The transformed grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut transformed = Grid::empty(grid.board());
        for (cell, digit) in grid.filled() {
            let (row, column) = (self.rows[cell.row()], self.columns[cell.column()]);
            let (row, column) = if self.transpose { (column, row) } else { (row, column) };
            transformed.set(Cell::new(row, column), Digit::from_index(self.digits[digit.index()]));
        }
        transformed
    }
}

/// A permutation of lines that keeps groups (bands or stacks) of `group_size` lines together.
fn permute_lines(side: usize, group_size: usize, rng: &mut Rng) -> Vec<usize> {
    let mut lines = Vec::with_capacity(side);
    for group in permutation(side / group_size, rng) {
        lines.extend(permutation(group_size, rng).into_iter().map(|line| group * group_size + line));
    }
    lines
}

fn permutation(length: usize, rng: &mut Rng) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..length).collect();
    rng.shuffle(&mut permutation);
    permutation
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::referee;

    #[test]
    fn shifted_and_random_grids_are_solutions() {
        let mut rng = Rng::new(1, 0);
        let is_solution = |grid: &Grid| referee::check(&Puzzle::new(Grid::empty(grid.board())), grid).is_ok();
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (12, 12)] {
            let board = Board::new(height, width).unwrap();
            let grid = Grid::cyclic_shift(board);
            assert!(is_solution(&grid), "{board}");
            assert!(is_solution(&Isomorphism::random(board, &mut rng).apply(&grid)), "{board}");
            if board.side() <= 6 {
                assert!(is_solution(&random_solution(board, &mut rng)), "{board}");
            }
        }
        for _ in 0..20 {
            assert!(is_solution(&random_classic_solution(&mut rng)));
        }
    }
}
