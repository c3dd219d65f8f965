//! Board geometry: n x n cells in rows, columns and boxes.
//!
//! A box has `height` rows and `width` columns, and n = height x width, so every house has n cells:
//!
//! ```text
//!   6x6 with boxes 2x3        A band is a row of `height` boxes,
//!   . . . | . . .             a stack is a column of `width` boxes.
//!   . . . | . . .             Boxes are numbered in reading order:
//!   ------+------             along the first band, then the second.
//!   . . . | . . .
//! ```
//!
//! Identifiers call a box `block`, because `box` is a reserved word. Rows, columns and digits count from 0 in code and from 1
//! in text.

use std::fmt;
use std::str::FromStr;

/// The geometry of a board: the height and width of its boxes. Two bytes, so it is passed by value.
///
/// The text form is `6x6 with boxes 2x3`; `6x6`, `6X6` or `6` alone select the usual boxes of that side ([`Board::of_side`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    height: u8,
    width: u8,
}

/// A cell, named by row and column: `r1c9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

/// A row, a column or a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HouseKind {
    /// The n cells of a row.
    Row,
    /// The n cells of a column.
    Column,
    /// The `height` x `width` cells of a box.
    Block,
}

/// A house (one row, column or box of a board): `row 3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct House {
    kind: HouseKind,
    index: u8,
}

/// The reason why a board is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// The side is below 4 or above [`Board::MAX_SIDE`].
    SideOutOfRange(usize),
    /// The side is not the product of two factors of at least 2, for example because it is prime.
    Indivisible(usize),
    /// The boxes have fewer than two rows or columns: height and width.
    ThinBoxes(usize, usize),
    /// The boxes of this board do not belong to a board of this side.
    SideMismatch(Board, usize),
}

/// The reason why a text is not a [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// The text is not of the expected form; the field is an example of it.
    Syntax(&'static str),
    /// The text has the expected form but names an invalid board.
    Invalid(BoardError),
}

/// The text is not a [`Cell`] such as `r3c4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseCellError;

impl Board {
    /// The standard board: 9x9 with boxes 3x3.
    pub const CLASSIC: Board = Board { height: 3, width: 3 };
    /// The largest side of a board.
    pub const MAX_SIDE: usize = 144;

    /// The board whose boxes have this many rows and columns.
    pub fn new(box_height: usize, box_width: usize) -> Result<Board, BoardError> {
        if box_height < 2 || box_width < 2 {
            return Err(BoardError::ThinBoxes(box_height, box_width));
        }
        match box_height.checked_mul(box_width) {
            Some(side) if side <= Self::MAX_SIDE => Ok(Board { height: box_height as u8, width: box_width as u8 }),
            side => Err(BoardError::SideOutOfRange(side.unwrap_or(usize::MAX))),
        }
    }

    /// The usual board of a side: boxes as square as possible, and wider than high (6x6 has boxes 2x3).
    pub fn of_side(side: usize) -> Result<Board, BoardError> {
        if !(4..=Self::MAX_SIDE).contains(&side) {
            return Err(BoardError::SideOutOfRange(side));
        }
        let height = (2..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height));
        height.map_or(Err(BoardError::Indivisible(side)), |height| Board::new(height, side / height))
    }

    /// Parses the shape of the boxes: `2x6` is the 12x12 board whose boxes have 2 rows and 6 columns.
    pub fn from_boxes(text: &str) -> Result<Board, ParseBoardError> {
        let (height, width) = parse_product(text).ok_or(ParseBoardError::Syntax("2x3"))?;
        Ok(Board::new(height, width)?)
    }

    /// The board with the boxes of `boxes`, which must have the same side as this one. `None` keeps the boxes.
    pub fn with_boxes_of(self, boxes: impl Into<Option<Board>>) -> Result<Board, BoardError> {
        match boxes.into() {
            Some(boxes) if boxes.side() != self.side() => Err(BoardError::SideMismatch(boxes, self.side())),
            boxes => Ok(boxes.unwrap_or(self)),
        }
    }

    /// Whether the boxes are the usual ones of this side, see [`Board::of_side`].
    #[inline]
    pub fn is_usual(self) -> bool {
        Board::of_side(self.side()) == Ok(self)
    }

    /// The side n: the number of cells in a house, and of digits.
    #[inline]
    pub const fn side(self) -> usize {
        self.height as usize * self.width as usize
    }

    /// The number of cells, n x n.
    #[inline]
    pub const fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// The number of rows in a box.
    #[inline]
    pub const fn box_height(self) -> usize {
        self.height as usize
    }

    /// The number of columns in a box.
    #[inline]
    pub const fn box_width(self) -> usize {
        self.width as usize
    }

    /// All cells, row by row.
    #[inline]
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count()).map(move |index| self.cell(index))
    }

    /// The cell with this index in [`Board::cells`].
    #[inline]
    pub fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.side(), index % self.side())
    }

    /// The index of a cell in [`Board::cells`].
    #[inline]
    pub fn index(self, cell: Cell) -> usize {
        cell.row() * self.side() + cell.column()
    }

    /// All digits of this board, from 1.
    #[inline]
    pub fn digits(self) -> impl ExactSizeIterator<Item = crate::Digit> + Clone + use<> {
        (0..self.side()).map(crate::Digit::from_index)
    }

    /// All houses: rows, then columns, then boxes.
    #[inline]
    pub fn houses(self) -> impl Iterator<Item = House> + Clone + use<> {
        [HouseKind::Row, HouseKind::Column, HouseKind::Block]
            .into_iter()
            .flat_map(move |kind| self.houses_of_kind(kind))
    }

    /// All rows, all columns or all boxes.
    #[inline]
    pub fn houses_of_kind(self, kind: HouseKind) -> impl ExactSizeIterator<Item = House> + Clone + use<> {
        (0..self.side()).map(move |index| House::new(kind, index))
    }

    /// The n cells of a house, in reading order.
    #[inline]
    pub fn cells_of(self, house: House) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        (0..self.side()).map(move |position| self.cell_of(house, position))
    }

    /// The cell at a position of a house (from 0, in reading order).
    #[inline]
    pub fn cell_of(self, house: House, position: usize) -> Cell {
        let (height, width) = (self.box_height(), self.box_width());
        match house.kind {
            HouseKind::Row => Cell::new(house.index(), position),
            HouseKind::Column => Cell::new(position, house.index()),
            HouseKind::Block => Cell::new(
                house.index() / height * height + position / width,
                house.index() % height * width + position % width,
            ),
        }
    }

    /// The row, the column and the box of a cell.
    pub fn houses_of(self, cell: Cell) -> [House; 3] {
        let block = cell.row() / self.box_height() * self.box_height() + cell.column() / self.box_width();
        [
            House::new(HouseKind::Row, cell.row()),
            House::new(HouseKind::Column, cell.column()),
            House::new(HouseKind::Block, block),
        ]
    }

    /// The peers of a cell: the other cells of its row, of its column, then the remaining ones of its box. Each occurs once.
    #[inline]
    pub fn peers(self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<> {
        let [row, column, block] = self.houses_of(cell);
        let rest = self.cells_of(block).filter(move |peer| peer.row != cell.row && peer.column != cell.column);
        self.cells_of(row).chain(self.cells_of(column)).filter(move |peer| *peer != cell).chain(rest)
    }
}

impl Cell {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If one of them is not below [`Board::MAX_SIDE`].
    #[inline]
    pub const fn new(row: usize, column: usize) -> Cell {
        assert!(row < Board::MAX_SIDE && column < Board::MAX_SIDE, "row and column are below Board::MAX_SIDE");
        Cell { row: row as u8, column: column as u8 }
    }

    /// The row, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, from 0.
    #[inline]
    pub const fn column(self) -> usize {
        self.column as usize
    }
}

impl House {
    /// The house of this kind and index, from 0.
    ///
    /// # Panics
    /// If the index is not below [`Board::MAX_SIDE`].
    #[inline]
    pub const fn new(kind: HouseKind, index: usize) -> House {
        assert!(index < Board::MAX_SIDE, "the index of a house is below Board::MAX_SIDE");
        House { kind, index: index as u8 }
    }

    /// The kind: row, column or box.
    #[inline]
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// The index among the houses of its kind, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

/// Parses two numbers with an `x` between them, upper or lower case.
fn parse_product(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X'])?;
    Some((rows.parse().ok()?, columns.parse().ok()?))
}

/// Parses `36x36`, or `36` alone. More than three digits are not a side: they may be the cells of a puzzle.
fn parse_side(text: &str) -> Option<usize> {
    let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    match parse_product(text) {
        Some((rows, columns)) => (rows == columns).then_some(rows),
        None => text.parse().ok().filter(|_| is_number),
    }
}

/// Parses `12x12` (the usual boxes), `12`, or `12x12 with boxes 2x6`.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let (size, boxes) = match text.split_once(" with boxes ") {
            Some((size, boxes)) => (size, Some(boxes)),
            None => (text, None),
        };
        let usual = Board::of_side(parse_side(size).ok_or(ParseBoardError::Syntax("16x16"))?)?;
        match boxes {
            Some(boxes) => Ok(usual.with_boxes_of(Board::from_boxes(boxes)?)?),
            None => Ok(usual),
        }
    }
}

/// Parses `r3c4`, row and column from 1, or `C4`, the row as a letter. Upper and lower case are the same.
impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        let text = text.to_ascii_lowercase();
        let index = |text: &str| text.parse::<crate::Digit>().ok().map(crate::Digit::index);
        let by_numbers = || {
            let (row, column) = text.strip_prefix('r')?.split_once('c')?;
            Some(Cell::new(index(row)?, index(column)?))
        };
        // `r3` is row r, the eighteenth, so this comes second.
        let by_letter = || {
            let row = text.bytes().next().filter(u8::is_ascii_lowercase)?;
            Some(Cell::new(usize::from(row - b'a'), index(&text[1..])?))
        };
        by_numbers().or_else(by_letter).ok_or(ParseCellError)
    }
}

impl From<BoardError> for ParseBoardError {
    fn from(error: BoardError) -> ParseBoardError {
        ParseBoardError::Invalid(error)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{n}x{n} with boxes {}x{}", self.height, self.width, n = self.side())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Block => "box",
        })
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.index() + 1)
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::SideOutOfRange(side) => {
                write!(f, "the side of a board must be from 4 to {}, found {side}", Board::MAX_SIDE)
            }
            BoardError::Indivisible(side) => {
                write!(f, "a {side}x{side} board cannot be divided into boxes of at least 2x2")
            }
            BoardError::ThinBoxes(height, width) => write!(f, "boxes must be at least 2x2, found {height}x{width}"),
            BoardError::SideMismatch(Board { height, width }, side) => {
                let product = usize::from(*height) * usize::from(*width);
                write!(f, "boxes {height}x{width} make a {product}x{product} board, not {side}x{side}")
            }
        }
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Syntax(example) => write!(f, "expected rows x columns, such as {example}"),
            ParseBoardError::Invalid(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell, such as r3c4")
    }
}

impl std::error::Error for ParseBoardError {}
impl std::error::Error for ParseCellError {}
impl std::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn boards() -> impl Iterator<Item = Board> {
        (4..=36).filter_map(|side| Board::of_side(side).ok())
    }

    #[test]
    fn every_house_has_n_different_cells_and_every_cell_three_houses() {
        for board in boards() {
            let mut seen = vec![0; board.cell_count()];
            for house in board.houses() {
                let cells: HashSet<Cell> = board.cells_of(house).collect();
                assert_eq!(cells.len(), board.side(), "{house} of {board}");
                for cell in cells {
                    assert!(board.houses_of(cell).contains(&house), "{cell} in {house} of {board}");
                    seen[board.index(cell)] += 1;
                }
            }
            assert!(seen.iter().all(|count| *count == 3), "{board}");
        }
    }

    #[test]
    fn peers_are_the_cells_that_share_a_house_each_once() {
        for board in boards().filter(|board| board.side() <= 12) {
            for cell in board.cells() {
                let peers: Vec<Cell> = board.peers(cell).collect();
                let shared = |other: &Cell| board.houses_of(*other).iter().any(|h| board.houses_of(cell).contains(h));
                let expected: HashSet<Cell> = board.cells().filter(|c| *c != cell).filter(shared).collect();
                assert_eq!(peers.len(), expected.len());
                assert_eq!(peers.into_iter().collect::<HashSet<_>>(), expected);
            }
        }
    }

    #[test]
    fn usual_boards_have_boxes_as_square_as_possible() {
        let boxes = |side| Board::of_side(side).map(|board| (board.box_height(), board.box_width()));
        assert_eq!(boxes(4), Ok((2, 2)));
        assert_eq!(boxes(6), Ok((2, 3)));
        assert_eq!(boxes(12), Ok((3, 4)));
        assert_eq!(boxes(144), Ok((12, 12)));
        assert_eq!(boxes(7), Err(BoardError::Indivisible(7)));
        assert_eq!(boxes(3), Err(BoardError::SideOutOfRange(3)));
        assert_eq!(boxes(145), Err(BoardError::SideOutOfRange(145)));
        assert_eq!(Board::new(1, 4), Err(BoardError::ThinBoxes(1, 4)));
        assert_eq!(Board::new(usize::MAX, 2), Err(BoardError::SideOutOfRange(usize::MAX)));
    }

    #[test]
    fn boards_are_parsed_from_their_boxes_or_their_size() {
        let twelve = Board::new(2, 6).unwrap();
        assert_eq!(Board::from_boxes("2x6"), Ok(twelve));
        assert!(["2", "2x", "1x4", "ax2"].iter().all(|text| Board::from_boxes(text).is_err()));
        assert_eq!("12x12".parse(), Board::of_side(12).map_err(ParseBoardError::Invalid));
        for text in ["36", "36x36", "36X36"] {
            assert_eq!(text.parse(), Ok(Board::new(6, 6).unwrap()), "{text}");
        }
        assert_eq!(Board::from_boxes("2X6"), Ok(twelve));
        assert_eq!("145".parse::<Board>(), Err(ParseBoardError::Invalid(BoardError::SideOutOfRange(145))));
        assert!("1234123412341234".parse::<Board>().is_err_and(|error| matches!(error, ParseBoardError::Syntax(_))));
        assert_eq!("12x12".parse::<Board>().unwrap().with_boxes_of(twelve), Ok(twelve));
        assert_eq!(Board::CLASSIC.with_boxes_of(twelve), Err(BoardError::SideMismatch(twelve, 9)));
        assert_eq!("7x7".parse::<Board>(), Err(ParseBoardError::Invalid(BoardError::Indivisible(7))));
        for text in ["9x8", "x", "", "+9", "9 9", "..1x", "12x12 with boxes", "12x12 with boxes 2"] {
            assert!(matches!(text.parse::<Board>(), Err(ParseBoardError::Syntax(_))), "{text}");
        }
    }

    #[test]
    fn boards_and_cells_read_back() {
        for board in boards().chain([Board::new(2, 6).unwrap(), Board::new(4, 3).unwrap()]) {
            assert_eq!(board.to_string().parse(), Ok(board));
        }
        assert!(Board::CLASSIC.is_usual() && !Board::new(4, 3).unwrap().is_usual());
        for cell in [Cell::new(0, 8), Cell::new(143, 143)] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for text in ["", "r", "c1r1", "r0c1", "r145c1", "r1c1=1", "r1c-1", "a0", "A145", "1a", "aa1", "é1"] {
            assert_eq!(text.parse::<Cell>(), Err(ParseCellError), "{text}");
        }
    }

    #[test]
    fn cells_are_read_in_any_case_and_with_a_letter_for_the_row() {
        for (text, cell) in [("R1C9", Cell::new(0, 8)), ("r12C3", Cell::new(11, 2)), ("A1", Cell::new(0, 0))] {
            assert_eq!(text.parse(), Ok(cell), "{text}");
        }
        assert_eq!(("i3".parse(), "R4".parse()), (Ok(Cell::new(8, 2)), Ok(Cell::new(17, 3))));
    }

    #[test]
    fn cells_houses_and_boards_have_conventional_names() {
        assert_eq!(Cell::new(0, 8).to_string(), "r1c9");
        assert_eq!(House::new(HouseKind::Block, 4).to_string(), "box 5");
        assert_eq!(Board::new(2, 3).unwrap().to_string(), "6x6 with boxes 2x3");
    }
}
