//! [`Transformation`]: an element of the symmetry group of a board.
//!
//! A transformation transposes the board or not, then permutes rows and columns, then relabels digits:
//!
//! ```text
//!   image[i][j] = digits[ source[rows[i]][columns[j]] ]        source: the board, transposed or not
//! ```
//!
//! Rows stay together with the rows of their band, columns with the columns of their stack, so houses become houses and
//! solutions become solutions. Only boards with square boxes can be transposed. On 9x9 the group has 2 x 6^8 x 9! elements
//! (E. Russell, F. Jarvis, "Mathematics of Sudoku II", 2006).

use std::fmt;
use std::str::FromStr;

use qedoku_puzzle::board::ParseBoardError;
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, DigitSet, Grid, House, HouseKind, Puzzle};

/// A symmetry of Sudoku: a permutation of cells and digits that maps houses to houses.
///
/// The text form lists the source row of each row, the source column of each column and the new digit of each digit, all from
/// 1: `transposed rows 3 1 2 ... columns 1 2 3 ... digits 9 1 2 ...`. Sources are rows and columns of the board after the
/// transposition. The board stands before them if its boxes are not the usual ones: `6x6 with boxes 3x2: rows ...`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Transformation {
    board: Board,
    transposed: bool,
    /// The source row of each row.
    rows: Box<[u8]>,
    /// The source column of each column.
    columns: Box<[u8]>,
    /// The image of each digit, as an index from 0.
    digits: Box<[u8]>,
}

/// The parts of a [`Transformation`] as indices from 0, for [`Transformation::new`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TransformationParts {
    /// Whether the board is transposed first.
    pub transposed: bool,
    /// The source row of each row.
    pub rows: Vec<u8>,
    /// The source column of each column.
    pub columns: Vec<u8>,
    /// The image of each digit.
    pub digits: Vec<u8>,
}

/// The reason why a text or a list of numbers is not a [`Transformation`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TransformationError {
    /// The text is not of the form `rows 1 2 3 ... columns ... digits ...`.
    Syntax,
    /// The board before the colon is invalid.
    Board(ParseBoardError),
    /// No board has this side.
    Side(usize),
    /// These numbers are not a permutation of the rows, columns or digits of the board.
    NotAPermutation(&'static str),
    /// The rows of a band, or the columns of a stack, do not stay together.
    SplitsBand(&'static str),
    /// The boxes of the board are not square, so it cannot be transposed.
    RectangularBoxes(Board),
}

impl Transformation {
    /// The transformation that changes nothing.
    pub fn identity(board: Board) -> Transformation {
        let all: Box<[u8]> = (0..board.side() as u8).collect();
        Transformation { board, transposed: false, rows: all.clone(), columns: all.clone(), digits: all }
    }

    /// A random transformation; every element of the group is equally likely. The transformations of a seed never change.
    pub fn random(board: Board, rng: &mut Rng) -> Transformation {
        let transposed = rng.below(2) == 1 && can_transpose(board);
        let rows = random_lines(board.box_height(), board.box_width(), rng);
        let columns = random_lines(board.box_width(), board.box_height(), rng);
        let mut digits: Box<[u8]> = (0..board.side() as u8).collect();
        rng.shuffle(&mut digits);
        Transformation { board, transposed, rows, columns, digits }
    }

    /// The transformation with these parts.
    pub fn new(board: Board, parts: TransformationParts) -> Result<Transformation, TransformationError> {
        let TransformationParts { transposed, rows, columns, digits } = parts;
        if transposed && !can_transpose(board) {
            return Err(TransformationError::RectangularBoxes(board));
        }
        for (lines, name) in [(&rows, "rows"), (&columns, "columns"), (&digits, "digits")] {
            if !is_permutation(lines, board.side()) {
                return Err(TransformationError::NotAPermutation(name));
            }
        }
        for (lines, size, name) in [(&rows, board.box_height(), "rows"), (&columns, board.box_width(), "columns")] {
            let stays_together =
                |chunk: &[u8]| chunk.iter().all(|line| usize::from(*line) / size == usize::from(chunk[0]) / size);
            if !lines.chunks(size).all(stays_together) {
                return Err(TransformationError::SplitsBand(name));
            }
        }
        Ok(Transformation::from_valid_parts(board, TransformationParts { transposed, rows, columns, digits }))
    }

    /// The transformation with parts that are known to be valid.
    pub(super) fn from_valid_parts(board: Board, parts: TransformationParts) -> Transformation {
        let TransformationParts { transposed, rows, columns, digits } = parts;
        Transformation { board, transposed, rows: rows.into(), columns: columns.into(), digits: digits.into() }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whether the board is transposed before its rows and columns are permuted.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// The source row of each row, from 0, after the transposition.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// The source column of each column, from 0, after the transposition.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The image of each digit, as indices from 0.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The image of a digit.
    ///
    /// # Panics
    /// If the digit is not on the board.
    pub fn digit(&self, digit: Digit) -> Digit {
        Digit::from_index(usize::from(self.digits[digit.index()]))
    }

    /// The image of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn cell(&self, cell: Cell) -> Cell {
        let (row, column) = if self.transposed { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::new(position(&self.rows, row), position(&self.columns, column))
    }

    /// The image of a candidate.
    ///
    /// # Panics
    /// If the candidate is not on the board.
    pub fn candidate(&self, candidate: Candidate) -> Candidate {
        Candidate::new(self.cell(candidate.cell), self.digit(candidate.digit))
    }

    /// The image of a house: a row becomes a row, or a column if the board is transposed.
    ///
    /// # Panics
    /// If the house is not on the board.
    pub fn house(&self, house: House) -> House {
        let kind = match (house.kind(), self.transposed) {
            (HouseKind::Row, true) => HouseKind::Column,
            (HouseKind::Column, true) => HouseKind::Row,
            (kind, _) => kind,
        };
        let houses = self.board.houses_of(self.cell(self.board.cell_of(house, 0)));
        houses.into_iter().find(|image| image.kind() == kind).expect("a cell has a house of each kind")
    }

    /// The image of a grid, such as the solution of a puzzle.
    ///
    /// # Panics
    /// If the grid has another board.
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.board(), self.board, "the transformation is for another board");
        let relabel = |digit: u8| if digit == 0 { 0 } else { self.digits[usize::from(digit) - 1] + 1 };
        let digits: Vec<u8> = self.sources().map(|source| relabel(grid.digits()[source])).collect();
        Grid::from_digits(self.board, digits).expect("images of digits are digits of the board")
    }

    /// The image of a puzzle, eliminated candidates included. Its solutions are the images of the puzzle's solutions.
    ///
    /// # Panics
    /// If the puzzle has another board.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        if !puzzle.has_eliminations() {
            return Puzzle::new(self.grid(puzzle.givens()));
        }
        let allowed: Vec<DigitSet> = self.board.cells().map(|cell| puzzle.allowed(cell)).collect();
        Puzzle::with_candidates(
            self.board,
            self.cell_values(&allowed, |set| set.iter().map(|digit| self.digit(digit)).collect()),
        )
    }

    /// Values of cells in reading order, such as labels, moved to the images of the cells. `map` maps each value.
    ///
    /// # Panics
    /// If the number of values is not that of the cells.
    pub fn cell_values<T, U>(&self, values: &[T], map: impl Fn(&T) -> U) -> Vec<U> {
        assert_eq!(values.len(), self.board.cell_count(), "there is one value per cell");
        self.sources().map(|source| map(&values[source])).collect()
    }

    /// This transformation followed by another one of the same board.
    ///
    /// # Panics
    /// If the other transformation is for another board.
    #[must_use]
    pub fn then(&self, next: &Transformation) -> Transformation {
        assert_eq!(next.board, self.board, "the transformations are for different boards");
        // The rows of a transposed board are the columns of the board.
        let (rows, columns) = if next.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Transformation {
            board: self.board,
            transposed: self.transposed != next.transposed,
            rows: composed(rows, &next.rows),
            columns: composed(columns, &next.columns),
            digits: composed(&next.digits, &self.digits),
        }
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Transformation {
        let (rows, columns) = if self.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Transformation {
            board: self.board,
            transposed: self.transposed,
            rows: inverted(rows),
            columns: inverted(columns),
            digits: inverted(&self.digits),
        }
    }

    /// The index of the source cell of each cell, in reading order.
    fn sources(&self) -> impl Iterator<Item = usize> + '_ {
        let (row_step, column_step) = if self.transposed { (1, self.board.side()) } else { (self.board.side(), 1) };
        self.rows.iter().flat_map(move |row| {
            self.columns.iter().map(move |column| usize::from(*row) * row_step + usize::from(*column) * column_step)
        })
    }
}

/// Whether transposing the board maps boxes to boxes.
pub(super) fn can_transpose(board: Board) -> bool {
    board.box_height() == board.box_width()
}

/// A random permutation of the rows of a board that keeps bands together: `count` bands of `size` rows. The same for columns.
fn random_lines(size: usize, count: usize, rng: &mut Rng) -> Box<[u8]> {
    let mut bands: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut bands);
    let mut lines = Vec::with_capacity(size * count);
    for band in bands {
        let mut of_band: Vec<u8> = (band * size..(band + 1) * size).map(|line| line as u8).collect();
        rng.shuffle(&mut of_band);
        lines.extend(of_band);
    }
    lines.into()
}

fn is_permutation(items: &[u8], count: usize) -> bool {
    let mut seen = vec![false; count];
    let is_new = |item: &u8| seen.get_mut(usize::from(*item)).is_some_and(|seen| !std::mem::replace(seen, true));
    items.len() == count && items.iter().all(is_new)
}

fn position(permutation: &[u8], item: usize) -> usize {
    permutation.iter().position(|other| usize::from(*other) == item).expect("the item is on the board")
}

/// `outer[inner[i]]` for each i.
fn composed(outer: &[u8], inner: &[u8]) -> Box<[u8]> {
    inner.iter().map(|index| outer[usize::from(*index)]).collect()
}

fn inverted(permutation: &[u8]) -> Box<[u8]> {
    let mut inverse = vec![0; permutation.len()];
    for (index, image) in permutation.iter().enumerate() {
        inverse[usize::from(*image)] = index as u8;
    }
    inverse.into()
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.board.is_usual() {
            write!(f, "{}: ", self.board)?;
        }
        if self.transposed {
            f.write_str("transposed ")?;
        }
        for (separator, name, items) in
            [("", "rows", &self.rows), (" ", "columns", &self.columns), (" ", "digits", &self.digits)]
        {
            write!(f, "{separator}{name}")?;
            items.iter().try_for_each(|item| write!(f, " {}", item + 1))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Transformation {
    type Err = TransformationError;

    fn from_str(text: &str) -> Result<Transformation, TransformationError> {
        let (board, text) = match text.split_once(':') {
            Some((board, text)) => (Some(board.trim().parse().map_err(TransformationError::Board)?), text),
            None => (None, text),
        };
        let mut words = text.split_whitespace().peekable();
        let transposed = words.next_if_eq(&"transposed").is_some();
        let mut parts = TransformationParts { transposed, ..TransformationParts::default() };
        for (name, items) in [("rows", &mut parts.rows), ("columns", &mut parts.columns), ("digits", &mut parts.digits)]
        {
            words.next_if_eq(&name).ok_or(TransformationError::Syntax)?;
            while let Some(number) = words.next_if(|word| word.starts_with(|symbol: char| symbol.is_ascii_digit())) {
                let number: Digit = number.parse().map_err(|_| TransformationError::NotAPermutation(name))?;
                items.push(number.index() as u8);
            }
        }
        if words.next().is_some() {
            return Err(TransformationError::Syntax);
        }
        let side = parts.rows.len();
        let usual = || Board::of_side(side).map_err(|_| TransformationError::Side(side));
        Transformation::new(board.map_or_else(usual, Ok)?, parts)
    }
}

impl fmt::Display for TransformationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransformationError::Syntax => f.write_str(
                "expected a transformation, such as: transposed rows 3 4 1 2 columns 1 2 3 4 digits 4 3 2 1",
            ),
            TransformationError::Board(error) => error.fmt(f),
            TransformationError::Side(side) => write!(f, "no board has {side} rows"),
            TransformationError::NotAPermutation(name) => {
                write!(f, "the {name} are not a permutation of the {name} of the board")
            }
            TransformationError::SplitsBand("rows") => f.write_str("the rows of a band must stay together"),
            TransformationError::SplitsBand(_) => f.write_str("the columns of a stack must stay together"),
            TransformationError::RectangularBoxes(board) => {
                write!(f, "a board of {board} cannot be transposed, because its boxes are not square")
            }
        }
    }
}

impl std::error::Error for TransformationError {}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::referee;

    const SHAPES: [(usize, usize); 6] = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 6), (4, 4)];

    fn boards() -> impl Iterator<Item = Board> {
        SHAPES.into_iter().map(|(height, width)| Board::new(height, width).unwrap())
    }

    fn random_pair(board: Board, seed: u64) -> [Transformation; 2] {
        let mut rng = Rng::new(seed, 0);
        [(); 2].map(|()| Transformation::random(board, &mut rng))
    }

    #[test]
    fn images_of_solutions_are_solutions() {
        for board in boards() {
            for seed in 0..20 {
                let [transformation, _] = random_pair(board, seed);
                let image = transformation.grid(&Grid::cyclic_shift(board));
                let empty = Puzzle::new(Grid::empty(board));
                assert_eq!(referee::check(&empty, &image), Ok(()), "{transformation}");
            }
        }
    }

    #[test]
    fn grids_cells_candidates_and_houses_are_mapped_alike() {
        for board in boards() {
            let grid = Grid::cyclic_shift(board);
            for seed in 0..10 {
                let [transformation, _] = random_pair(board, seed);
                let image = transformation.grid(&grid);
                for (cell, digit) in grid.filled() {
                    let candidate = transformation.candidate(Candidate::new(cell, digit));
                    assert_eq!(image.get(candidate.cell), Some(candidate.digit));
                }
                for house in board.houses() {
                    let mut cells: Vec<Cell> = board.cells_of(house).map(|cell| transformation.cell(cell)).collect();
                    cells.sort_unstable();
                    let mut expected: Vec<Cell> = board.cells_of(transformation.house(house)).collect();
                    expected.sort_unstable();
                    assert_eq!(cells, expected, "{house} under {transformation}");
                }
            }
        }
    }

    #[test]
    fn eliminated_candidates_are_mapped_with_their_cells() {
        let puzzle: Puzzle = "1.3...........2.; eliminated r1c2=4 r4c4=1".parse().unwrap();
        let [transformation, _] = random_pair(puzzle.board(), 5);
        let image = transformation.puzzle(&puzzle);
        for cell in puzzle.board().cells() {
            let allowed: DigitSet = puzzle.allowed(cell).iter().map(|digit| transformation.digit(digit)).collect();
            assert_eq!(image.allowed(transformation.cell(cell)), allowed);
        }
        assert_eq!(transformation.inverse().puzzle(&image), puzzle);
    }

    #[test]
    fn composition_and_inverse_follow_the_laws_of_a_group() {
        for board in boards() {
            let grid = Grid::cyclic_shift(board);
            for seed in 0..20 {
                let [first, second] = random_pair(board, seed);
                let both = first.then(&second);
                assert_eq!(both.grid(&grid), second.grid(&first.grid(&grid)), "{first} then {second}");
                assert_eq!(first.then(&first.inverse()), Transformation::identity(board));
                assert_eq!(both.inverse(), second.inverse().then(&first.inverse()));
            }
        }
    }

    #[test]
    fn transformations_read_back() {
        for board in boards() {
            for seed in 0..20 {
                for transformation in random_pair(board, seed) {
                    assert_eq!(transformation.to_string().parse(), Ok(transformation));
                }
            }
        }
        let text = "transposed rows 3 4 2 1 columns 1 2 3 4 digits 4 3 2 1";
        assert_eq!(text.parse::<Transformation>().unwrap().to_string(), text);
    }

    #[test]
    fn invalid_transformations_are_refused_with_the_reason() {
        let error = |text: &str| text.parse::<Transformation>().unwrap_err();
        assert_eq!(error(""), TransformationError::Syntax);
        assert_eq!(error("rows 1 2 3 4 columns 1 2 3 4"), TransformationError::Syntax);
        assert_eq!(error("rows 1 2 3 4 columns 1 2 3 4 digits 1 2 3 4 5 x"), TransformationError::Syntax);
        let repeated = "rows 1 2 3 3 columns 1 2 3 4 digits 1 2 3 4";
        assert_eq!(error(repeated), TransformationError::NotAPermutation("rows"));
        assert_eq!(
            error("rows 1 2 3 4 columns 1 2 3 4 digits 0 1 2 3"),
            TransformationError::NotAPermutation("digits")
        );
        assert_eq!(error("rows 1 3 2 4 columns 1 2 3 4 digits 1 2 3 4"), TransformationError::SplitsBand("rows"));
        assert_eq!(error("rows 1 columns 1 digits 1"), TransformationError::Side(1));
        let six = "6x6 with boxes 3x2: transposed rows 1 2 3 4 5 6 columns 1 2 3 4 5 6 digits 1 2 3 4 5 6";
        assert_eq!(error(six), TransformationError::RectangularBoxes(Board::new(3, 2).unwrap()));
    }

    /// Published seeds rely on these values.
    #[test]
    fn the_transformations_of_a_seed_never_change() {
        let first = Transformation::random(Board::of_side(6).unwrap(), &mut Rng::new(2026, 0));
        assert_eq!(first.to_string(), "rows 6 5 1 2 4 3 columns 6 4 5 2 3 1 digits 1 4 2 6 5 3");
    }
}
