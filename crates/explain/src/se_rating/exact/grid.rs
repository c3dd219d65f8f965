//! Candidates of a classic 9x9 board by cell and by region, with the geometry tables of the exact SE rating.
//!
//! A candidate has the number `9 * cell + digit`, with digits from 0. Regions are numbered in the order in which Sudoku Explainer
//! enumerates their kinds in chains: boxes 0 to 8, rows 9 to 17, columns 18 to 26. The searches for patterns take boxes, then
//! columns, then rows ([`KIND_ORDER`]).

use qedoku_puzzle::{Board, Puzzle};

/// A candidate: `9 * cell + digit`.
pub(super) type Candidate = u16;

pub(super) const ALL: u16 = 0x1ff;
pub(super) const BOXES: usize = 0;
pub(super) const ROWS: usize = 9;
pub(super) const COLUMNS: usize = 18;
/// The first regions of each kind in the order of the pattern searches: boxes, columns, rows.
pub(super) const KIND_ORDER: [usize; 3] = [BOXES, COLUMNS, ROWS];

pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    (9 * cell + digit) as Candidate
}

pub(super) fn cell_of(candidate: Candidate) -> usize {
    usize::from(candidate) / 9
}

pub(super) fn digit_of(candidate: Candidate) -> usize {
    usize::from(candidate) % 9
}

/// Geometry of the board. A place is the index of a cell in its region.
pub(super) struct Geometry {
    pub(super) cells_of: [[u8; 9]; 27],
    /// Box, row and column of a cell, as region numbers.
    pub(super) regions_of: [[u8; 3]; 81],
    /// Places of a cell in its box, row and column.
    pub(super) places_of: [[u8; 3]; 81],
    /// The 20 peers of a cell: those in its box, then the others of its row, then those of its column.
    pub(super) peers: [[u8; 20]; 81],
    pub(super) peer_set: [u128; 81],
    /// The cells of a region as a set.
    pub(super) region_set: [u128; 27],
}

pub(super) static GEOMETRY: Geometry = Geometry::new();

impl Geometry {
    const fn new() -> Geometry {
        let mut g = Geometry {
            cells_of: [[0; 9]; 27],
            regions_of: [[0; 3]; 81],
            places_of: [[0; 3]; 81],
            peers: [[0; 20]; 81],
            peer_set: [0; 81],
            region_set: [0; 27],
        };
        let mut cell = 0;
        while cell < 81 {
            let (row, column) = (cell / 9, cell % 9);
            g.regions_of[cell] = [(row / 3 * 3 + column / 3) as u8, (ROWS + row) as u8, (COLUMNS + column) as u8];
            g.places_of[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
            let mut kind = 0;
            while kind < 3 {
                let region = g.regions_of[cell][kind] as usize;
                g.cells_of[region][g.places_of[cell][kind] as usize] = cell as u8;
                g.region_set[region] |= 1 << cell;
                kind += 1;
            }
            cell += 1;
        }
        g.fill_peers()
    }

    const fn fill_peers(mut self) -> Geometry {
        let mut cell = 0;
        while cell < 81 {
            let (mut kind, mut count) = (0, 0);
            while kind < 3 {
                let region = self.regions_of[cell][kind] as usize;
                let mut place = 0;
                while place < 9 {
                    let peer = self.cells_of[region][place] as usize;
                    if peer != cell && self.peer_set[cell] >> peer & 1 == 0 {
                        self.peers[cell][count] = peer as u8;
                        self.peer_set[cell] |= 1 << peer;
                        count += 1;
                    }
                    place += 1;
                }
                kind += 1;
            }
            cell += 1;
        }
        self
    }
}

/// A position: the candidates of open cells.
#[derive(Clone, PartialEq)]
pub(super) struct Grid {
    /// Candidates of a cell as bits; 0 in a filled cell.
    pub(super) cells: [u16; 81],
    /// Places of a digit in a region as bits; 0 if it is placed.
    pub(super) places: [[u16; 9]; 27],
    /// Number of cells of a region without a digit.
    pub(super) open: [u8; 27],
    /// Number of cells that hold the digit.
    pub(super) placed: [u8; 9],
    /// Number of cells without a digit.
    pub(super) unsolved: u8,
}

impl Grid {
    /// An unfilled board with all candidates.
    pub(super) fn empty() -> Grid {
        Grid { cells: [ALL; 81], places: [[ALL; 9]; 27], open: [9; 27], placed: [0; 9], unsolved: 81 }
    }

    pub(super) fn new(puzzle: &Puzzle) -> Grid {
        let mut grid = Grid::empty();
        for (cell, digit) in puzzle.givens().filled() {
            grid.place(Board::CLASSIC.index(cell), digit.index());
        }
        for cell in Board::CLASSIC.cells().filter(|cell| puzzle.givens().get(*cell).is_none()) {
            let allowed = puzzle.allowed(cell);
            for digit in Board::CLASSIC.digits().filter(|digit| !allowed.contains(*digit)) {
                grid.remove(Board::CLASSIC.index(cell), digit.index());
            }
        }
        grid
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    /// Removes a candidate; it may be removed already.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        let (regions, places) = (&GEOMETRY.regions_of[cell], &GEOMETRY.places_of[cell]);
        for kind in 0..3 {
            self.places[usize::from(regions[kind])][digit] &= !(1 << places[kind]);
        }
    }

    pub(super) fn remove_digits(&mut self, cell: usize, digits: u16) {
        for digit in bits(digits & self.cells[cell]) {
            self.remove(cell, digit);
        }
    }

    /// Puts a digit into a cell and removes the candidates that it excludes.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.remove_digits(cell, ALL);
        for peer in GEOMETRY.peers[cell] {
            if self.has(usize::from(peer), digit) {
                self.remove(usize::from(peer), digit);
            }
        }
        for region in GEOMETRY.regions_of[cell] {
            self.open[usize::from(region)] -= 1;
        }
        self.placed[digit] += 1;
        self.unsolved -= 1;
    }

    /// Cells with a digit as a candidate.
    pub(super) fn board(&self, digit: usize) -> u128 {
        (0..9).fold(0, |board, row| board | u128::from(self.places[ROWS + row][digit]) << (9 * row))
    }

    /// Number of candidates of a cell.
    pub(super) fn count(&self, cell: usize) -> usize {
        size(self.cells[cell])
    }
}

/// Number of set bits of nine. A table is faster than the code for machines without an instruction for it.
#[inline]
pub(super) fn size(mask: u16) -> usize {
    usize::from(SIZES[usize::from(mask & ALL)])
}

static SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        sizes[mask] = mask.count_ones() as u8;
        mask += 1;
    }
    sizes
};

/// Whether exactly two bits are set.
#[inline]
pub(super) fn is_pair(mask: u16) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest.is_power_of_two()
}

/// The indices of the set bits, ascending.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// The cells of a set, ascending.
pub(super) fn cells(set: u128) -> impl Iterator<Item = usize> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}
