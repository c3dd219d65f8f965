//! [`Puzzle`]: a board with givens, and optionally with candidates that are eliminated from the start.

use std::fmt;
use std::str::FromStr;

use crate::formats::{self, PuzzleReadError, ReadOptions};
use crate::house_tables::HouseTables;
use crate::{Board, Candidate, Cell, Digit, DigitSet, Grid, House};

/// A board with givens; its solutions are the grids that extend them.
///
/// A puzzle that was read from a candidate grid also restricts the open cells. [`Puzzle::allowed`] covers both cases.
///
/// The text form is the line of the givens, preceded by the board if its boxes are not the usual ones, and followed by the
/// eliminated candidates if there are any: `6x6 with boxes 3x2: 1.....; eliminated r1c2=3 r1c2=4`. Parsing also accepts every
/// format that [`formats`] reads.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    givens: Grid,
    /// One set per cell, or `None` if only the givens restrict the puzzle.
    ///
    /// Invariant: a cell has a given if and only if its set has one digit, so equal puzzles have equal fields.
    allowed: Option<Box<[DigitSet]>>,
}

/// Two givens with the same digit in one house: the puzzle has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenConflict {
    /// The house that contains both.
    pub house: House,
    /// The digit of both.
    pub digit: Digit,
    /// The two cells, in reading order.
    pub cells: [Cell; 2],
}

impl Puzzle {
    /// A puzzle with these givens. A full grid is a puzzle too: it has one solution or none.
    #[inline]
    pub fn new(givens: Grid) -> Puzzle {
        Puzzle { givens, allowed: None }
    }

    /// A puzzle that allows these digits in each cell (row by row). A cell with a single allowed digit is a given.
    ///
    /// # Panics
    /// If the number of sets is not that of the cells, or a set contains a digit that is not on the board.
    pub fn with_candidates(board: Board, allowed: impl Into<Box<[DigitSet]>>) -> Puzzle {
        let allowed = allowed.into();
        assert_eq!(allowed.len(), board.cell_count(), "there is one set of candidates per cell");
        let mut givens = Grid::empty(board);
        for (cell, set) in board.cells().zip(&allowed) {
            assert!((*set - DigitSet::all(board.side())).is_empty(), "{cell} allows a digit that is not on the board");
            givens.set(cell, set.single());
        }
        let trivial = |(cell, set)| givens.get(cell).is_some() || set == DigitSet::all(board.side());
        let only_givens = board.cells().zip(allowed.iter().copied()).all(trivial);
        Puzzle { givens, allowed: (!only_givens).then_some(allowed) }
    }

    /// The same puzzle with this digit as the given of this cell, whatever the cell allowed before.
    #[must_use]
    pub fn with_placed(&self, candidate: Candidate) -> Puzzle {
        self.with_allowed(candidate.cell, DigitSet::only(candidate.digit))
    }

    /// The same puzzle with these digits allowed in a cell, in place of its given or its candidates.
    ///
    /// # Panics
    /// If the set contains a digit that is not on the board.
    #[must_use]
    pub fn with_allowed(&self, cell: Cell, digits: DigitSet) -> Puzzle {
        if !self.has_eliminations() && (digits.single().is_some() || digits == DigitSet::all(self.board().side())) {
            let mut givens = self.givens.clone();
            givens.set(cell, digits.single());
            return Puzzle::new(givens);
        }
        let mut allowed: Vec<DigitSet> = self.board().cells().map(|cell| self.allowed(cell)).collect();
        allowed[self.board().index(cell)] = digits;
        Puzzle::with_candidates(self.board(), allowed)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> Board {
        self.givens.board()
    }

    /// The givens.
    #[inline]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The givens, without the eliminations.
    #[inline]
    pub fn into_givens(self) -> Grid {
        self.givens
    }

    /// The digits that the puzzle allows in a cell: its given, its candidates, or all digits.
    ///
    /// Givens of other cells are not considered; [`Puzzle::initial_candidates`] does.
    #[inline]
    pub fn allowed(&self, cell: Cell) -> DigitSet {
        match (&self.allowed, self.givens.get(cell)) {
            (_, Some(given)) => DigitSet::only(given),
            (Some(allowed), None) => allowed[self.board().index(cell)],
            (None, None) => DigitSet::all(self.board().side()),
        }
    }

    /// Whether the puzzle eliminates candidates of open cells.
    #[inline]
    pub fn has_eliminations(&self) -> bool {
        self.allowed.is_some()
    }

    /// The candidates of each cell (row by row) after the givens have eliminated their digit from their peers.
    ///
    /// The candidate of a given stays, unless an equal given in one of its houses eliminates it; then the cell has none.
    pub fn initial_candidates(&self) -> Vec<DigitSet> {
        let board = self.board();
        let tables = HouseTables::of(board);
        // For each house the digits of at least one given, and of at least two.
        let mut given_digits = vec![[DigitSet::EMPTY; 2]; tables.house_count()];
        for (index, digit) in self.givens.iter().enumerate().filter_map(|(index, (_, digit))| Some((index, digit?))) {
            for house in tables.houses_of(index) {
                let [once, twice] = &mut given_digits[house];
                if once.contains(digit) { twice.insert(digit) } else { once.insert(digit) }
            }
        }
        let open = |(index, cell)| {
            // A given must not eliminate itself: for its cell only digits that its houses hold twice count.
            let least = usize::from(self.givens.get(cell).is_some());
            let [row, column, block] = tables.houses_of(index).map(|house| given_digits[house][least]);
            self.allowed(cell) - row - column - block
        };
        board.cells().enumerate().map(open).collect()
    }

    /// The pairs of equal givens in one house. A pair that shares two houses is reported for the first of them only.
    ///
    /// Of three equal givens in a house, the first is paired with each of the others.
    pub fn given_conflicts(&self) -> impl Iterator<Item = GivenConflict> + '_ {
        let board = self.board();
        board.houses().flat_map(move |house| {
            let mut first: Vec<Option<Cell>> = vec![None; board.side()];
            board.cells_of(house).filter_map(move |cell| {
                let digit = self.givens.get(cell)?;
                let earlier = *first[digit.index()].get_or_insert(cell);
                if earlier == cell {
                    return None;
                }
                let is_repeated = board
                    .houses_of(earlier)
                    .iter()
                    .any(|shared| *shared < house && board.houses_of(cell).contains(shared));
                (!is_repeated).then_some(GivenConflict { house, digit, cells: [earlier, cell] })
            })
        })
    }
}

impl From<Grid> for Puzzle {
    fn from(givens: Grid) -> Puzzle {
        Puzzle::new(givens)
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleReadError;

    /// Parses a text that contains one puzzle, in any format.
    fn from_str(text: &str) -> Result<Puzzle, PuzzleReadError> {
        let Some((text, eliminated)) = text.rsplit_once(ELIMINATED) else {
            return formats::read_with_board(text, &ReadOptions::default());
        };
        let puzzle = formats::read_with_board(text, &ReadOptions::default())?;
        let mut allowed: Vec<DigitSet> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
        for word in eliminated.split_whitespace() {
            let candidate = word.parse::<Candidate>().ok().filter(|candidate| candidate.is_on(puzzle.board()));
            let invalid = || format!("expected a candidate of the board, such as r1c1=1, found '{word}'");
            let candidate = candidate.ok_or_else(|| PuzzleReadError::new(1, 0, invalid()))?;
            allowed[puzzle.board().index(candidate.cell)].remove(candidate.digit);
        }
        Ok(Puzzle::with_candidates(puzzle.board(), allowed))
    }
}

/// Separates the givens from the eliminated candidates in the text form of a puzzle.
const ELIMINATED: &str = "; eliminated ";

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.givens.to_string();
        // Givens in the positions of candidates would be read as the candidates of a smaller board.
        if !self.board().is_usual() || formats::is_read_as_candidates(&line, self.board().side()) {
            write!(f, "{}: ", self.board())?;
        }
        f.write_str(&line)?;
        let open = self.board().cells().filter(|cell| self.has_eliminations() && self.givens.get(*cell).is_none());
        let mut separator = ELIMINATED;
        for cell in open {
            for digit in DigitSet::all(self.board().side()) - self.allowed(cell) {
                write!(f, "{separator}{}", Candidate::new(cell, digit))?;
                separator = " ";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for GivenConflict {
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
    fn given_conflicts_name_both_cells_and_the_house_once() {
        let conflicts =
            |givens: &[_]| puzzle(givens).given_conflicts().map(|conflict| conflict.to_string()).collect::<Vec<_>>();
        assert_eq!(conflicts(&[(1, 1, 5), (1, 2, 5)]), ["r1c1 and r1c2 both hold 5 in row 1"]);
        assert_eq!(conflicts(&[(1, 1, 5), (2, 2, 5)]), ["r1c1 and r2c2 both hold 5 in box 1"]);
        assert_eq!(conflicts(&[(1, 9, 5), (9, 9, 5), (9, 1, 4)]), ["r1c9 and r9c9 both hold 5 in column 9"]);
        assert_eq!(conflicts(&[(1, 1, 5), (2, 4, 5), (4, 2, 5)]), [""; 0]);
    }

    #[test]
    fn initial_candidates_exclude_the_digits_of_peers() {
        let open = puzzle(&[(1, 1, 5), (9, 2, 6)]).initial_candidates();
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
    fn conflicting_givens_have_no_candidate() {
        let open = puzzle(&[(1, 1, 5), (1, 2, 5)]).initial_candidates();
        assert!(open[0].is_empty() && open[1].is_empty());
    }

    #[test]
    fn candidates_without_eliminations_are_a_plain_puzzle() {
        let plain = puzzle(&[(3, 4, 7)]);
        let allowed: Vec<DigitSet> = Board::CLASSIC.cells().map(|cell| plain.allowed(cell)).collect();
        assert_eq!(Puzzle::with_candidates(Board::CLASSIC, allowed.clone()), plain);
        let mut fewer = allowed;
        fewer[0].remove(Digit::new(1).unwrap());
        let fewer = Puzzle::with_candidates(Board::CLASSIC, fewer);
        assert!(fewer.has_eliminations() && !fewer.allowed(Cell::new(0, 0)).contains(Digit::new(1).unwrap()));
    }

    #[test]
    fn the_digits_of_a_cell_can_be_replaced() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let cell = Cell::new(0, 0);
        assert_eq!(puzzle.with_placed("r1c2=4".parse().unwrap()).to_string(), "143...........2.");
        assert_eq!(puzzle.with_allowed(cell, DigitSet::all(4)).to_string(), "..3...........2.");
        let without_1 = puzzle.with_allowed(cell, DigitSet::all(4) - puzzle.allowed(cell));
        assert_eq!(without_1.to_string(), "..3...........2.; eliminated r1c1=1");
        assert_eq!(without_1.with_allowed(cell, DigitSet::all(4)).to_string(), "..3...........2.");
        assert_eq!(without_1.with_placed("r1c1=4".parse().unwrap()).to_string(), "4.3...........2.");
    }

    #[test]
    fn puzzles_read_back() {
        let high = Board::new(3, 2).unwrap();
        let plain: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        assert_eq!(plain.to_string(), "1.3...........2.");
        let pattern = Grid::from_digits(Board::of_side(8).unwrap(), [1, 2, 3, 4].repeat(16)).unwrap();
        let mut puzzles = vec![plain.clone(), Puzzle::new(Grid::empty(high)), Puzzle::new(pattern)];
        for board in [plain.board(), high, Board::of_side(49).unwrap()] {
            let mut allowed = vec![DigitSet::all(board.side()); board.cell_count()];
            allowed[1] = DigitSet::all(2);
            allowed[2] = DigitSet::all(1);
            allowed[3] = DigitSet::EMPTY;
            puzzles.push(Puzzle::with_candidates(board, allowed));
        }
        for puzzle in puzzles {
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
        }
        let eliminated = "1.3...........2.; eliminated r1c2=4 r4c4=1";
        assert_eq!(eliminated.parse::<Puzzle>().unwrap().to_string(), eliminated);
        let error = "1.3...........2.; eliminated r1c2=5".parse::<Puzzle>().unwrap_err();
        assert_eq!(error.to_string(), "line 1: expected a candidate of the board, such as r1c1=1, found 'r1c2=5'");
    }
}
