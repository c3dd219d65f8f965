//! The question: a board with givens, and sometimes with candidates already ruled out.

use std::fmt;

use crate::tables::Tables;
use crate::{Board, Cell, Digit, DigitSet, Grid, House};

/// A board and its givens: which grid extends them?
///
/// A puzzle read from a candidate grid also restricts the open cells; [`Puzzle::allowed`] is the one place to ask.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    givens: Grid,
    /// One set per cell, or none where only the givens restrict. A cell that holds a given allows just that digit.
    allowed: Option<Box<[DigitSet]>>,
}

/// Two givens with the same digit in one house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Where they meet.
    pub house: House,
    /// What both hold.
    pub digit: Digit,
    /// The two cells, in reading order.
    pub cells: [Cell; 2],
}

impl Puzzle {
    /// A puzzle with these givens. A full grid is a puzzle too: is it a solution?
    pub fn new(givens: Grid) -> Puzzle {
        Puzzle { givens, allowed: None }
    }

    /// A puzzle that allows these digits in each cell (row by row); a cell with one of them is a given.
    ///
    /// # Panics
    /// If there is not one set per cell, or a set has a digit that is not on the board.
    pub fn with_candidates(board: Board, allowed: impl Into<Box<[DigitSet]>>) -> Puzzle {
        let allowed = allowed.into();
        assert_eq!(allowed.len(), board.cell_count(), "one set of candidates per cell");
        let mut givens = Grid::empty(board);
        for (cell, set) in board.cells().zip(&allowed) {
            assert!((*set - DigitSet::all(board.side())).is_empty(), "{cell} allows a digit that is not on the board");
            givens.set(cell, set.single());
        }
        let trivial = |(cell, set)| givens.get(cell).is_some() || set == DigitSet::all(board.side());
        let only_givens = board.cells().zip(allowed.iter().copied()).all(trivial);
        Puzzle { givens, allowed: (!only_givens).then_some(allowed) }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.givens.board()
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The digits that the question itself allows in a cell: the given, the candidates that it was read with, or all.
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        match (&self.allowed, self.givens.get(cell)) {
            (_, Some(given)) => DigitSet::only(given),
            (Some(allowed), None) => allowed[self.board().index(cell)],
            (None, None) => DigitSet::all(self.board().side()),
        }
    }

    /// Whether candidates beyond those that the givens forbid were ruled out when the puzzle was read.
    pub fn has_candidates(&self) -> bool {
        self.allowed.is_some()
    }

    /// The candidates of every cell (row by row) that no given of another cell in its houses takes away.
    ///
    /// A cell with a given keeps it unless another given clashes with it; then it is left with none.
    pub fn open_candidates(&self) -> Vec<DigitSet> {
        let board = self.board();
        let tables = Tables::of(board);
        let mut taken = vec![[DigitSet::EMPTY; 2]; tables.house_count()]; // by some given; by two or more
        for (index, digit) in self.givens.iter().enumerate().filter_map(|(index, (_, digit))| Some((index, digit?))) {
            for house in tables.houses_of(index) {
                let [once, twice] = &mut taken[house];
                if once.contains(digit) { twice.insert(digit) } else { once.insert(digit) }
            }
        }
        let open = |(index, cell)| {
            let by_others = usize::from(self.givens.get(cell).is_some());
            let [row, column, block] = tables.houses_of(index).map(|house| taken[house][by_others]);
            self.allowed(cell) - row - column - block
        };
        board.cells().enumerate().map(open).collect()
    }

    /// The pairs of givens that clash directly. A clash that a row or column shares with a box is told once.
    pub fn clashes(&self) -> impl Iterator<Item = Clash> + '_ {
        let board = self.board();
        board.houses().flat_map(move |house| {
            let mut first: Vec<Option<Cell>> = vec![None; board.side()];
            board.cells_of(house).filter_map(move |cell| {
                let digit = self.givens.get(cell)?;
                let earlier = *first[digit.index()].get_or_insert(cell);
                let told = board
                    .houses_of(earlier)
                    .iter()
                    .any(|shared| *shared < house && { board.houses_of(cell).contains(shared) });
                (earlier != cell && !told).then_some(Clash { house, digit, cells: [earlier, cell] })
            })
        })
    }
}

impl From<Grid> for Puzzle {
    fn from(givens: Grid) -> Puzzle {
        Puzzle::new(givens)
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cells;
        write!(f, "{a} and {b} both hold {} in {}", self.digit, self.house)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(givens: &[(usize, usize, usize)]) -> Puzzle {
        let mut grid = Grid::empty(Board::CLASSIC);
        for (row, column, digit) in givens {
            grid.set(Cell::new(row - 1, column - 1), Digit::new(*digit));
        }
        Puzzle::new(grid)
    }

    #[test]
    fn clashes_name_both_cells_and_the_house_once() {
        let told = |givens: &[_]| puzzle(givens).clashes().map(|clash| clash.to_string()).collect::<Vec<_>>();
        assert_eq!(told(&[(1, 1, 5), (1, 2, 5)]), ["r1c1 and r1c2 both hold 5 in row 1"]);
        assert_eq!(told(&[(1, 1, 5), (2, 2, 5)]), ["r1c1 and r2c2 both hold 5 in box 1"]);
        assert_eq!(told(&[(1, 9, 5), (9, 9, 5), (9, 1, 4)]), ["r1c9 and r9c9 both hold 5 in column 9"]);
        assert_eq!(told(&[(1, 1, 5), (2, 4, 5), (4, 2, 5)]), [""; 0]);
    }

    #[test]
    fn open_candidates_are_what_the_givens_leave() {
        let open = puzzle(&[(1, 1, 5), (9, 2, 6)]).open_candidates();
        let at = |row: usize, column: usize| open[9 * (row - 1) + column - 1];
        let all = DigitSet::all(9);
        let five = DigitSet::only(Digit::new(5).unwrap());
        let six = DigitSet::only(Digit::new(6).unwrap());
        assert_eq!(at(1, 1), five);
        assert_eq!(at(1, 9), all - five);
        assert_eq!(at(1, 2), all - five - six);
        assert_eq!(at(9, 9), all - six);
        assert_eq!(at(5, 5), all);
    }

    #[test]
    fn a_given_that_clashes_is_left_with_no_candidate() {
        let open = puzzle(&[(1, 1, 5), (1, 2, 5)]).open_candidates();
        assert!(open[0].is_empty() && open[1].is_empty());
    }

    #[test]
    fn candidates_that_say_no_more_than_givens_are_a_plain_puzzle() {
        let plain = puzzle(&[(3, 4, 7)]);
        let allowed: Vec<DigitSet> = Board::CLASSIC.cells().map(|cell| plain.allowed(cell)).collect();
        assert_eq!(Puzzle::with_candidates(Board::CLASSIC, allowed.clone()), plain);
        let mut fewer = allowed;
        fewer[0].remove(Digit::new(1).unwrap());
        let fewer = Puzzle::with_candidates(Board::CLASSIC, fewer);
        assert!(fewer.has_candidates() && !fewer.allowed(Cell::new(0, 0)).contains(Digit::new(1).unwrap()));
    }
}
