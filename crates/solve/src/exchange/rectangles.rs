//! Unavoidable rectangles: two digits exchanged in four cells.
//!
//! ```text
//!   1 . | 2 .        If none of the four is a given, 2 . | 1 . is another solution:
//!   2 . | 1 .        rows, columns and the two boxes hold the same digits as before.
//! ```
//!
//! The four cells are the smallest kind of unavoidable set: a puzzle with a given in none of them is ambiguous. A large board
//! with many open cells is full of them, and one is found at once, where a SAT solver would first have to load millions of
//! clauses.

use qedoku_puzzle::{Board, Cell, Grid, Puzzle};

use super::Exchange;

/// The exchanges of all unavoidable rectangles without a given.
pub(super) fn find_all(puzzle: &Puzzle, solution: &Grid) -> impl Iterator<Item = Exchange> {
    let board = puzzle.board();
    let rows = RowByDigit::new(solution);
    let open = board.cells().filter(|cell| puzzle.givens().get(*cell).is_none());
    let pairs = open.flat_map(move |corner| {
        (corner.column() + 1..board.side()).map(move |column| (corner, Cell::new(corner.row(), column)))
    });
    let rectangles = pairs.filter_map(move |(left, right)| rows.rectangle(board, left, right));
    rectangles.map(|rectangle| exchange(solution, rectangle)).filter(|exchange| {
        let is_allowed = |(cell, digit)| puzzle.givens().get(cell).is_none() && puzzle.allowed(cell).contains(digit);
        exchange.iter().copied().all(is_allowed)
    })
}

/// The digits of a rectangle exchanged between left and right.
fn exchange(solution: &Grid, [a, b, c, d]: [Cell; 4]) -> Exchange {
    let digit = |cell| solution.get(cell).expect("the grid is full");
    vec![(a, digit(b)), (b, digit(a)), (c, digit(d)), (d, digit(c))]
}

/// The row of each digit in each column of a full grid.
struct RowByDigit<'g> {
    solution: &'g Grid,
    /// By column and digit.
    rows: Vec<u8>,
}

impl RowByDigit<'_> {
    fn new(solution: &Grid) -> RowByDigit<'_> {
        let side = solution.board().side();
        let mut rows = vec![0; side * side];
        for (cell, digit) in solution.filled() {
            rows[cell.column() * side + digit.index()] = cell.row() as u8;
        }
        RowByDigit { solution, rows }
    }

    /// The rectangle with these two upper corners, if the lower corners hold the same two digits the other way round and it
    /// spans exactly two boxes.
    fn rectangle(&self, board: Board, left: Cell, right: Cell) -> Option<[Cell; 4]> {
        let [first, second] = [left, right].map(|cell| self.solution.get(cell).expect("the grid is full"));
        let row = usize::from(self.rows[left.column() * board.side() + second.index()]);
        let (low_left, low_right) = (Cell::new(row, left.column()), Cell::new(row, right.column()));
        let same_box = |one: Cell, other: Cell| board.houses_of(one)[2] == board.houses_of(other)[2];
        let in_two_boxes = same_box(left, right) != same_box(left, low_left);
        (row > left.row() && in_two_boxes && self.solution.get(low_right) == Some(first))
            .then_some([left, right, low_left, low_right])
    }
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;
    use qedoku_puzzle::referee;

    fn second_solution(puzzle: &Puzzle, solution: &Grid) -> Option<Grid> {
        find_all(puzzle, solution).next().map(|exchange| {
            let mut grid = solution.clone();
            apply(&exchange, &mut grid);
            grid
        })
    }

    #[test]
    fn exchanging_a_rectangle_without_givens_gives_another_solution() {
        let solution: Grid = "1234341221434321".parse::<Puzzle>().unwrap().givens().clone();
        let mut found = 0;
        for givens in 0..1_u32 << 16 {
            let mut grid = solution.clone();
            let cells = grid.board().cells().enumerate().filter(|(index, _)| givens >> index & 1 == 0);
            cells.for_each(|(_, cell)| grid.set(cell, None));
            let puzzle = Puzzle::new(grid);
            let Some(other) = second_solution(&puzzle, &solution) else { continue };
            assert_ne!(other, solution);
            assert_eq!(referee::check(&puzzle, &other), Ok(()), "{puzzle:?}");
            found += 1;
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn eliminated_candidates_are_respected() {
        let puzzle: Puzzle = "4...3..2...4....".parse().unwrap();
        let solution: Grid = "4231314223141423".parse::<Puzzle>().unwrap().givens().clone();
        let other = second_solution(&puzzle, &solution).unwrap();
        assert_eq!(other.to_string(), "4231314213242413");
        let mut allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
        allowed[8].remove(qedoku_puzzle::Digit::new(1).unwrap());
        assert_eq!(second_solution(&Puzzle::with_candidates(puzzle.board(), allowed), &solution), None);
    }
}
