//! Cycles of two lines, and connected components of two digits.
//!
//! ```text
//!   1 2 . | 3 . .      Two lines of a band: the cells below each other change places. 1 2 3 above
//!   2 3 . | 1 . .      and 2 3 1 below form a cycle, which can be exchanged on its own.
//!
//!   1 . . | 2 . .      Two digits: every cell of the one takes the other. Cells that are connected
//!   . 2 . | . 1 .      by a house change together; each connected component can be exchanged on its own.
//! ```
//!
//! Two digits that occur in no given can be exchanged as a whole, as can two lines of a band without a given (and two bands
//! without givens have such lines); cycles and components find more, and change fewer cells.
//!
//! The generator has the same sets as bit masks for boards up to 25x25 (`unavoidable.rs` there).
//!
//! A rectangle ([`rectangles`](super::rectangles)) is the smallest case of both. A solution of a large board found by cyclic
//! shift has rectangles if the side of a box is even and none if it is odd, so an empty board of odd box side needs cycles.
//! The search takes 3·side³ steps, less than a SAT solver needs to load the formula.

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, HouseKind, Puzzle};

use super::Exchange;

/// A smallest exchange of two lines or two digits, if there is no rectangle.
pub(super) fn find_smallest(puzzle: &Puzzle, solution: &Grid) -> Option<Exchange> {
    CycleFinder::new(puzzle, solution, Goal::Smallest).run().pop()
}

/// Up to `limit` exchanges that share no cell with each other or with those `taken`, in the order of their discovery.
pub(super) fn find_disjoint(puzzle: &Puzzle, solution: &Grid, taken: &[Cell], limit: usize) -> Vec<Exchange> {
    let mut finder = CycleFinder::new(puzzle, solution, Goal::Disjoint { limit });
    for cell in taken {
        finder.take_cell(puzzle.board().index(*cell));
    }
    finder.run()
}

/// The exchanges that are searched for.
#[derive(Clone, Copy)]
enum Goal {
    Smallest,
    Disjoint { limit: usize },
}

/// The cells of an exchange with their new digits.
type Changes = Vec<(usize, Digit)>;

/// Number of cells of the smallest exchanges that are no rectangles.
const SMALLEST: usize = 6;

/// The search for exchanges. Cells, houses and digits are indices.
struct CycleFinder {
    board: Board,
    tables: &'static HouseTables,
    /// The candidates of each cell; a given is the only one of its cell.
    candidates: Vec<DigitSet>,
    /// The digit of each cell.
    digits: Vec<Digit>,
    /// The cell of each digit in each house.
    places: Vec<u16>,
    /// The number of the last walk that visited each cell.
    visited: Vec<u32>,
    walks: u32,
    goal: Goal,
    /// The exchanges found so far; for the goal `Smallest` at most one.
    found: Vec<Changes>,
}

impl CycleFinder {
    fn new(puzzle: &Puzzle, solution: &Grid, goal: Goal) -> CycleFinder {
        let board = puzzle.board();
        let tables = HouseTables::of(board);
        let digits: Vec<Digit> = solution.filled().map(|(_, digit)| digit).collect();
        assert_eq!(digits.len(), board.cell_count(), "the solution is full");
        let mut places = vec![0; tables.house_count() * board.side()];
        for (cell, digit) in digits.iter().enumerate() {
            for house in tables.houses_of(cell) {
                places[house * board.side() + digit.index()] = cell as u16;
            }
        }
        let (candidates, visited) = (puzzle.initial_candidates(), vec![0; digits.len()]);
        CycleFinder { board, tables, candidates, digits, places, visited, walks: 0, goal, found: Vec::new() }
    }

    fn run(mut self) -> Vec<Exchange> {
        self.exchange_lines();
        self.exchange_digits();
        let board = self.board;
        let cells = |changes: Changes| changes.into_iter().map(|(cell, digit)| (board.cell(cell), digit)).collect();
        self.found.into_iter().map(cells).collect()
    }

    /// Exchanges cycles of two rows of a band, and of two columns of a stack.
    fn exchange_lines(&mut self) {
        let side = self.board.side();
        for (kind, thickness) in
            [(HouseKind::Row, self.board.box_height()), (HouseKind::Column, self.board.box_width())]
        {
            let lines = (0..side).map(|line| kind as usize * side + line);
            for first in lines {
                let end = first + thickness - first % side % thickness;
                for second in first + 1..end {
                    self.exchange_pair_of_lines(first, second);
                }
            }
        }
    }

    fn exchange_pair_of_lines(&mut self, first: usize, second: usize) {
        let tables = self.tables;
        self.walks += 1;
        for (start, below) in tables.cells_of(first).iter().zip(tables.cells_of(second)) {
            if self.is_done() {
                return;
            }
            let (mut cell, mut other) = (usize::from(*start), usize::from(*below));
            let (mut changes, mut allowed) = (Vec::new(), true);
            while std::mem::replace(&mut self.visited[cell], self.walks) != self.walks {
                let [digit, new] = [self.digits[cell], self.digits[other]];
                allowed &= self.may_hold(cell, new) && self.may_hold(other, digit);
                changes.extend([(cell, new), (other, digit)]);
                // The first line has lost its digit and received another, so the place of that other one changes next.
                let next = self.place(first, new);
                other = usize::from(tables.cells_of(second)[self.position(first, next)]);
                cell = next;
            }
            self.keep(changes, allowed);
        }
    }

    /// The position of a cell in a row or column.
    fn position(&self, line: usize, cell: usize) -> usize {
        let side = self.board.side();
        if line < side { cell % side } else { cell / side }
    }

    /// Exchanges the connected components of two digits.
    fn exchange_digits(&mut self) {
        let digits: Vec<Digit> = self.board.digits().collect();
        for (index, first) in digits.iter().enumerate() {
            for second in &digits[index + 1..] {
                self.exchange_pair_of_digits(*first, *second);
            }
        }
    }

    fn exchange_pair_of_digits(&mut self, first: Digit, second: Digit) {
        self.walks += 1;
        for row in 0..self.board.side() {
            if self.is_done() {
                return;
            }
            let mut open = vec![self.place(row, first)];
            let (mut changes, mut allowed) = (Vec::new(), true);
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut self.visited[cell], self.walks) == self.walks {
                    continue;
                }
                let new = if self.digits[cell] == first { second } else { first };
                allowed &= self.may_hold(cell, new);
                changes.push((cell, new));
                open.extend(self.tables.houses_of(cell).map(|house| self.place(house, new)));
            }
            self.keep(changes, allowed);
        }
    }

    /// The cell of a digit in a house.
    fn place(&self, house: usize, digit: Digit) -> usize {
        self.places[house * self.board.side() + digit.index()].into()
    }

    fn may_hold(&self, cell: usize, digit: Digit) -> bool {
        self.candidates[cell].contains(digit)
    }

    /// Keeps an exchange if it is allowed and serves the goal.
    fn keep(&mut self, changes: Changes, allowed: bool) {
        // A walk that starts in a cell of an earlier one has no cells.
        if !allowed || changes.is_empty() || self.is_done() {
            return;
        }
        match self.goal {
            Goal::Smallest if self.found.first().is_some_and(|best| best.len() <= changes.len()) => {}
            Goal::Smallest => self.found = vec![changes],
            Goal::Disjoint { .. } => {
                for (cell, _) in &changes {
                    self.take_cell(*cell);
                }
                self.found.push(changes);
            }
        }
    }

    /// No further exchange contains this cell, because it may hold no digit.
    fn take_cell(&mut self, cell: usize) {
        self.candidates[cell] = DigitSet::default();
    }

    /// Whether the goal is reached. There is no rectangle when the smallest exchange is searched for.
    fn is_done(&self) -> bool {
        match self.goal {
            Goal::Smallest => self.found.first().is_some_and(|best| best.len() <= SMALLEST),
            Goal::Disjoint { limit } => self.found.len() >= limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;
    use qedoku_puzzle::referee;
    use qedoku_puzzle::rng::Rng;

    fn second_solution(puzzle: &Puzzle, solution: &Grid) -> Option<Grid> {
        find_smallest(puzzle, solution).map(|exchange| {
            let mut grid = solution.clone();
            apply(&exchange, &mut grid);
            grid
        })
    }

    const SOLUTION: &str = "126745938759183642483629157897316524612457389345892716934568271561274893278931465";

    fn grid(text: &str) -> Grid {
        text.parse::<Puzzle>().unwrap().givens().clone()
    }

    /// The puzzle that keeps the digits of a solution in these cells.
    fn keep_givens(solution: &Grid, is_given: impl Fn(usize, Digit) -> bool) -> Puzzle {
        let mut givens = Grid::empty(solution.board());
        for (index, (cell, digit)) in solution.filled().enumerate() {
            givens.set(cell, is_given(index, digit).then_some(digit));
        }
        Puzzle::new(givens)
    }

    fn differing_cells(one: &Grid, other: &Grid) -> usize {
        one.board().cells().filter(|cell| one.get(*cell) != other.get(*cell)).count()
    }

    #[test]
    fn two_digits_without_givens_are_exchanged() {
        let solution = grid(SOLUTION);
        let puzzle = keep_givens(&solution, |_, digit| digit.index() > 1);
        let second = second_solution(&puzzle, &solution).unwrap();
        assert_eq!(referee::check(&puzzle, &second), Ok(()));
        assert!((4..=18).contains(&differing_cells(&solution, &second)));
    }

    #[test]
    fn two_rows_of_a_band_without_givens_are_exchanged() {
        let solution = grid(SOLUTION);
        for rows in [[0, 1], [3, 5], [7, 8]] {
            let puzzle = keep_givens(&solution, |cell, _| !rows.contains(&(cell / 9)));
            let second = second_solution(&puzzle, &solution).unwrap();
            assert_eq!(referee::check(&puzzle, &second), Ok(()));
        }
    }

    #[test]
    fn every_exchange_is_a_solution_and_respects_eliminated_candidates() {
        let solution = grid(SOLUTION);
        let mut found = 0;
        for round in 0..300 {
            let mut random = Rng::new(5, round);
            let givens: Vec<bool> = (0..81).map(|_| random.below(3) == 0).collect();
            let puzzle = keep_givens(&solution, |cell, _| givens[cell]);
            let Some(second) = second_solution(&puzzle, &solution) else { continue };
            assert_ne!(second, solution);
            assert_eq!(referee::check(&puzzle, &second), Ok(()), "round {round}");
            // Without one of its candidates the exchange is refused, and any other one respects that too.
            let (cell, digit) = second.filled().find(|(cell, digit)| solution.get(*cell) != Some(*digit)).unwrap();
            let mut allowed: Vec<DigitSet> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
            allowed[puzzle.board().index(cell)].remove(digit);
            let restricted = Puzzle::with_candidates(puzzle.board(), allowed);
            if let Some(other) = second_solution(&restricted, &solution) {
                assert_eq!(referee::check(&restricted, &other), Ok(()), "round {round}");
            }
            found += 1;
        }
        assert!(found > 200, "{found}");
    }

    #[test]
    fn a_unique_puzzle_has_no_exchange() {
        let puzzle: Puzzle =
            "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.".parse().unwrap();
        assert_eq!(second_solution(&puzzle, &grid(SOLUTION)), None);
    }

    #[test]
    fn empty_boards_of_odd_and_even_box_sides_have_an_exchange() {
        for side in [4, 6, 9, 12, 15, 25, 49, 121, 143, 144] {
            let board = Board::of_side(side).unwrap();
            let (puzzle, solution) = (Puzzle::new(Grid::empty(board)), Grid::cyclic_shift(board));
            let second = second_solution(&puzzle, &solution).unwrap();
            assert_eq!(referee::check(&puzzle, &second), Ok(()), "{board}");
            assert!(differing_cells(&solution, &second) > 0);
        }
    }
}
