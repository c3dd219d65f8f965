//! `CandidateGrid`: the candidates of a position as bit sets, the common input of all pattern finders.
//!
//! ```text
//!   masks[cell]       digits that an open cell may hold, bit d for digit index d; 0 if the cell has its digit
//!   cells_with[digit] open cells that may hold a digit, bit c for cell index c
//! ```
//!
//! Cell sets are `u128`, so a board has at most 128 cells; with at most nine digits, candidates fit in a
//! [`CandidateSet`] of 729 bits. Both cover every board up to 9x9, which is where techniques have names.

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, ExactlyOne, House, HouseKind};

use crate::Position;

/// A set of cells by index.
pub(super) type CellSet = u128;

/// The largest side of a board whose patterns are searched.
pub(crate) const MAX_SIDE: usize = 9;

/// Geometry of a board as cell sets.
pub(super) struct Geometry {
    pub(super) board: Board,
    pub(super) side: usize,
    /// Cells of each house: rows, columns, boxes.
    pub(super) houses: Vec<CellSet>,
    /// Peers of each cell.
    pub(super) peers: Vec<CellSet>,
    tables: &'static HouseTables,
}

/// Candidates of a position.
pub(super) struct CandidateGrid<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) position: &'a Position,
    pub(super) masks: [u16; 81],
    pub(super) cells_with: [CellSet; MAX_SIDE],
    /// Cells without a digit.
    pub(super) open: CellSet,
}

/// Indices of the bits of a set, in ascending order.
#[inline]
pub(super) fn bits(mut set: CellSet) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros() as usize;
            set &= set - 1;
            index
        })
    })
}

/// Indices of the bits of a digit mask, in ascending order.
#[inline]
pub(super) fn digits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    bits(CellSet::from(mask))
}

/// Number of cells of a set.
#[inline]
pub(super) fn count(set: CellSet) -> usize {
    set.count_ones() as usize
}

/// The set of one cell.
#[inline]
pub(super) fn only(cell: usize) -> CellSet {
    1 << cell
}

impl Geometry {
    pub(super) fn new(board: Board) -> Geometry {
        let (side, tables) = (board.side(), HouseTables::of(board));
        let house_cells = |house| tables.cells_of(house).iter().fold(0, |set, cell| set | only((*cell).into()));
        let houses: Vec<CellSet> = (0..3 * side).map(house_cells).collect();
        let peers = |cell| tables.houses_of(cell).iter().fold(0, |set, house| set | houses[*house]) & !only(cell);
        let peers = (0..board.cell_count()).map(peers).collect();
        Geometry { board, side, houses, peers, tables }
    }

    /// Row, column and box of a cell, as indices into [`Geometry::houses`].
    #[inline]
    pub(super) fn houses_of(&self, cell: usize) -> [usize; 3] {
        self.tables.houses_of(cell)
    }

    /// The cells that see every cell of a set.
    #[inline]
    pub(super) fn common_peers(&self, cells: CellSet) -> CellSet {
        bits(cells).fold(CellSet::MAX, |common, cell| common & self.peers[cell])
    }

    /// The houses that contain every cell of a set, as indices into [`Geometry::houses`].
    pub(super) fn common_houses(&self, cells: CellSet) -> impl Iterator<Item = usize> {
        let first = if cells == 0 { None } else { Some(cells.trailing_zeros() as usize) };
        let houses = first.map_or([0; 3], |cell| self.houses_of(cell));
        houses.into_iter().filter(move |house| first.is_some() && cells & !self.houses[*house] == 0)
    }

    /// The boxes that a set of cells touches, as a bit set.
    pub(super) fn boxes_of(&self, cells: CellSet) -> u32 {
        bits(cells).fold(0, |set, cell| set | 1 << (self.houses_of(cell)[2] - 2 * self.side))
    }

    pub(super) fn cell(&self, index: usize) -> Cell {
        self.board.cell(index)
    }

    pub(super) fn candidate(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::new(self.cell(cell), Digit::from_index(digit))
    }

    pub(super) fn house(&self, index: usize) -> House {
        let kind = [HouseKind::Row, HouseKind::Column, HouseKind::Block][index / self.side];
        House::new(kind, index % self.side)
    }

    /// The constraint that a house contains a digit.
    pub(super) fn house_digit(&self, house: usize, digit: usize) -> ExactlyOne {
        ExactlyOne::HouseDigit(self.house(house), Digit::from_index(digit))
    }

    /// The constraint that a cell holds one digit.
    pub(super) fn cell_constraint(&self, cell: usize) -> ExactlyOne {
        ExactlyOne::Cell(self.cell(cell))
    }

    /// The constraints of all cells of a set.
    pub(super) fn cell_constraints(&self, cells: CellSet) -> Vec<ExactlyOne> {
        bits(cells).map(|cell| self.cell_constraint(cell)).collect()
    }
}

impl<'a> CandidateGrid<'a> {
    pub(super) fn new(geometry: &'a Geometry, position: &'a Position) -> CandidateGrid<'a> {
        let mut grid = CandidateGrid { geometry, position, masks: [0; 81], cells_with: [0; MAX_SIDE], open: 0 };
        for (index, cell) in position.board().cells().enumerate() {
            if position.placed().get(cell).is_none() {
                grid.open |= only(index);
                for digit in position.candidates(cell) {
                    grid.masks[index] |= 1 << digit.index();
                    grid.cells_with[digit.index()] |= only(index);
                }
            }
        }
        grid
    }

    /// Cells of a house that may hold a digit.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> CellSet {
        self.geometry.houses[house] & self.cells_with[digit]
    }

    /// The two candidates of a cell, as a mask, if it has two.
    #[inline]
    pub(super) fn is_bivalue(&self, cell: usize) -> bool {
        self.masks[cell].count_ones() == 2
    }

    /// All cells with two candidates.
    pub(super) fn bivalue_cells(&self) -> CellSet {
        bits(self.open).filter(|cell| self.is_bivalue(*cell)).fold(0, |set, cell| set | only(cell))
    }

    /// The digits that some cell of a set may hold.
    pub(super) fn digits_of(&self, cells: CellSet) -> u16 {
        bits(cells).fold(0, |mask, cell| mask | self.masks[cell])
    }

    /// The candidates of a digit in a set of cells.
    pub(super) fn candidates(&self, cells: CellSet, digit: usize) -> Vec<Candidate> {
        bits(cells & self.cells_with[digit]).map(|cell| self.geometry.candidate(cell, digit)).collect()
    }

    /// The candidates of a set of cells, limited to these digits.
    pub(super) fn candidates_among(&self, cells: CellSet, mask: u16) -> Vec<Candidate> {
        let of_cell = |cell| digits(self.masks[cell] & mask).map(move |digit| self.geometry.candidate(cell, digit));
        bits(cells).flat_map(of_cell).collect()
    }

    /// The digit placed in a cell.
    pub(super) fn placed(&self, cell: usize) -> Option<usize> {
        self.position.placed().get(self.geometry.cell(cell)).map(Digit::index)
    }
}
