//! The geometry: an n x n board of cells in rows, columns and boxes.
//!
//! A box is `height` rows by `width` columns, and n = height x width, so that every house has n cells:
//!
//! ```text
//!   6x6, boxes 2x3            a band is a row of `height` boxes,
//!   . . . | . . .             a stack a column of `width` boxes;
//!   . . . | . . .             boxes are numbered along the bands,
//!   ------+------             as one reads.
//!   . . . | . . .
//! ```

use std::fmt;

/// The geometry of a board; one pair of small numbers, so it is passed by value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    height: u8,
    width: u8,
}

/// A place on a board; its `Debug` and `Display` are what people write: `r1c9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

/// A row, a column or a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HouseKind {
    /// n cells side by side.
    Row,
    /// n cells one below the other.
    Column,
    /// The `height` x `width` cells that a box encloses.
    Block,
}

/// One row, column or box of a board; displayed as `row 3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct House {
    kind: HouseKind,
    index: u8,
}

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// A side below 4 or above 144.
    Side(usize),
    /// A side that no box of at least 2x2 divides into, such as a prime.
    NoBoxes(usize),
    /// A box less than two cells high or wide.
    ThinBox(usize, usize),
}

impl Board {
    /// The board of the newspapers: 9x9 with boxes 3x3.
    pub const CLASSIC: Board = Board { height: 3, width: 3 };
    /// The largest side of a board.
    pub const MAX_SIDE: usize = 144;

    /// A board whose boxes have this many rows and columns.
    pub fn new(box_height: usize, box_width: usize) -> Result<Board, BoardError> {
        if box_height < 2 || box_width < 2 {
            return Err(BoardError::ThinBox(box_height, box_width));
        }
        match box_height.checked_mul(box_width) {
            Some(side) if side <= Self::MAX_SIDE => Ok(Board { height: box_height as u8, width: box_width as u8 }),
            side => Err(BoardError::Side(side.unwrap_or(usize::MAX))),
        }
    }

    /// The usual board of a side: boxes as square as can be, and wider than high (6x6 has boxes 2x3).
    pub fn of_side(side: usize) -> Result<Board, BoardError> {
        if !(4..=Self::MAX_SIDE).contains(&side) {
            return Err(BoardError::Side(side));
        }
        let height = (2..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height));
        height.map_or(Err(BoardError::NoBoxes(side)), |height| Board::new(height, side / height))
    }

    /// `2x6`: the board whose boxes have so many rows and columns; or a sentence that says what is wrong.
    pub fn from_boxes(text: &str) -> Result<Board, String> {
        let (height, width) = text.split_once('x').ok_or("expected rows x columns, such as 2x3")?;
        let number = |text: &str| text.parse().map_err(|_| format!("expected a number, found '{text}'"));
        Board::new(number(height)?, number(width)?).map_err(|error| error.to_string())
    }

    /// `16x16`: the usual board of a side, or the one whose boxes are known; none if the text is no such thing.
    pub fn from_size(text: &str, boxes: Option<Board>) -> Option<Result<Board, String>> {
        let (rows, columns) = text.split_once('x')?;
        let side: usize = rows.parse().ok().filter(|_| rows == columns)?;
        Some(match boxes {
            Some(board) if board.side() != side => Err(format!("these boxes make a board {board}, not {text}")),
            Some(board) => Ok(board),
            None => Board::of_side(side).map_err(|error| error.to_string()),
        })
    }

    /// The number of cells in a house, and of digits.
    pub const fn side(self) -> usize {
        self.height as usize * self.width as usize
    }

    /// The number of cells: side x side.
    pub const fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// The number of rows in a box.
    pub const fn box_height(self) -> usize {
        self.height as usize
    }

    /// The number of columns in a box.
    pub const fn box_width(self) -> usize {
        self.width as usize
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count()).map(move |index| self.cell(index))
    }

    /// The cell with this place in [`Board::cells`].
    pub fn cell(self, index: usize) -> Cell {
        Cell::new(index / self.side(), index % self.side())
    }

    /// The place of a cell in [`Board::cells`].
    #[inline]
    pub fn index(self, cell: Cell) -> usize {
        cell.row() * self.side() + cell.column()
    }

    /// All digits of this board, from 1.
    pub fn digits(self) -> impl ExactSizeIterator<Item = crate::Digit> + Clone + use<> {
        (0..self.side()).map(crate::Digit::from_index)
    }

    /// All houses: rows, then columns, then boxes.
    pub fn houses(self) -> impl Iterator<Item = House> + Clone + use<> {
        [HouseKind::Row, HouseKind::Column, HouseKind::Block]
            .into_iter()
            .flat_map(move |kind| self.houses_of_kind(kind))
    }

    /// All rows, all columns or all boxes.
    pub fn houses_of_kind(self, kind: HouseKind) -> impl ExactSizeIterator<Item = House> + Clone + use<> {
        (0..self.side()).map(move |index| House::new(kind, index))
    }

    /// The n cells of a house, in reading order.
    pub fn cells_of(self, house: House) -> impl ExactSizeIterator<Item = Cell> + Clone + use<> {
        (0..self.side()).map(move |place| self.cell_of(house, place))
    }

    /// The cell at a place (from 0) of a house, in reading order.
    #[inline]
    pub fn cell_of(self, house: House, place: usize) -> Cell {
        let (height, width) = (self.box_height(), self.box_width());
        match house.kind {
            HouseKind::Row => Cell::new(house.index(), place),
            HouseKind::Column => Cell::new(place, house.index()),
            HouseKind::Block => Cell::new(
                house.index() / height * height + place / width,
                house.index() % height * width + place % width,
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

    /// The other cells that share a house with this one, each once: its row, its column, the rest of its box.
    pub fn peers(self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<> {
        let [row, column, block] = self.houses_of(cell);
        let rest = self.cells_of(block).filter(move |peer| peer.row != cell.row && peer.column != cell.column);
        self.cells_of(row).chain(self.cells_of(column)).filter(move |peer| *peer != cell).chain(rest)
    }
}

impl Cell {
    /// The cell in this row and column, both from 0.
    #[inline]
    pub const fn new(row: usize, column: usize) -> Cell {
        debug_assert!(row < Board::MAX_SIDE && column < Board::MAX_SIDE);
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
    /// The house of this kind and number, from 0.
    pub const fn new(kind: HouseKind, index: usize) -> House {
        debug_assert!(index < Board::MAX_SIDE);
        House { kind, index: index as u8 }
    }

    /// Row, column or box.
    pub const fn kind(self) -> HouseKind {
        self.kind
    }

    /// Which one of its kind, from 0.
    pub const fn index(self) -> usize {
        self.index as usize
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
            BoardError::Side(side) => write!(f, "a board of side {side}: it must be from 4 to {}", Board::MAX_SIDE),
            BoardError::NoBoxes(side) => write!(f, "a board of side {side} cannot be cut into boxes of 2x2 or more"),
            BoardError::ThinBox(height, width) => write!(f, "boxes {height}x{width}: they must be 2x2 or more"),
        }
    }
}

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
    fn usual_boards_have_boxes_as_square_as_can_be() {
        let boxes = |side| Board::of_side(side).map(|board| (board.box_height(), board.box_width()));
        assert_eq!(boxes(4), Ok((2, 2)));
        assert_eq!(boxes(6), Ok((2, 3)));
        assert_eq!(boxes(12), Ok((3, 4)));
        assert_eq!(boxes(144), Ok((12, 12)));
        assert_eq!(boxes(7), Err(BoardError::NoBoxes(7)));
        assert_eq!(boxes(3), Err(BoardError::Side(3)));
        assert_eq!(boxes(145), Err(BoardError::Side(145)));
        assert_eq!(Board::new(1, 4), Err(BoardError::ThinBox(1, 4)));
        assert_eq!(Board::new(usize::MAX, 2), Err(BoardError::Side(usize::MAX)));
    }

    #[test]
    fn boards_are_named_by_their_boxes_or_their_size() {
        let twelve = Board::new(2, 6).unwrap();
        assert_eq!(Board::from_boxes("2x6"), Ok(twelve));
        assert!(["2", "2x", "1x4", "ax2"].iter().all(|text| Board::from_boxes(text).is_err()));
        assert_eq!(Board::from_size("12x12", None), Some(Board::of_side(12).map_err(|error| error.to_string())));
        assert_eq!(Board::from_size("12x12", Some(twelve)), Some(Ok(twelve)));
        assert!(
            Board::from_size("9x9", Some(twelve)).unwrap().is_err() && Board::from_size("7x7", None).unwrap().is_err()
        );
        assert!(["9", "9x8", "x", "..1x"].iter().all(|text| Board::from_size(text, None).is_none()));
    }

    #[test]
    fn places_are_written_as_people_write_them() {
        assert_eq!(Cell::new(0, 8).to_string(), "r1c9");
        assert_eq!(House::new(HouseKind::Block, 4).to_string(), "box 5");
        assert_eq!(Board::new(2, 3).unwrap().to_string(), "6x6 with boxes 2x3");
    }
}
