//! Solver with the simple techniques of Sudoku Explainer, always the lowest rated first.
//!
//! Sudoku Explainer (Nicolas Juillerat, 2006) rates a puzzle by its hardest step. Up to the XYZ-wing, techniques are patterns with
//! fixed ratings, so replaying them in the same order rates about half of all puzzles:
//!
//! | rating | technique |
//! |---|---|
//! | 1.0 | last open cell of a house (full house) |
//! | 1.2, 1.5 | hidden single in a box; in a row or column |
//! | 1.7, 1.9 | direct pointing and claiming: locked candidates that leave a hidden single in another house of the same kind |
//! | 2.0, 2.5 | direct hidden pair and triplet: a hidden subset that leaves a hidden single in its house |
//! | 2.3 | naked single |
//! | 2.6, 2.8 | pointing, claiming (locked candidates in a box, in a line) |
//! | 3.0, 3.2, 3.4 | naked pair, X-wing, hidden pair |
//! | 3.6, 3.8, 4.0 | naked triplet, swordfish, hidden triplet |
//! | 4.2, 4.4 | XY-wing, XYZ-wing |
//!
//! Higher ratings use uniqueness and chains, rated by their length; this solver stops there.

use std::ops::Range;
use std::sync::OnceLock;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Puzzle};

/// Result of the simple techniques.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SeOutcome {
    /// The rating of the hardest technique used, in tenths.
    pub(super) rating: u8,
    /// Candidates left in open cells; 0 if the puzzle is solved.
    pub(super) open_candidates: usize,
}

/// Solves as far as the simple techniques lead. The puzzle is classic and has a solution.
pub(super) fn solve(puzzle: &Puzzle) -> SeOutcome {
    let mut solver = SeSolver::new(puzzle);
    let mut rating = 0;
    while let Some((tenths, _)) = TECHNIQUES.iter().find(|(_, apply)| apply(&mut solver)) {
        rating = rating.max(*tenths);
    }
    let open_candidates = solver.cells.iter().map(|digits| digits.count_ones() as usize).sum();
    SeOutcome { rating, open_candidates }
}

/// Applies the first instance of a technique. Returns whether there was one.
type TechniqueFn = fn(&mut SeSolver) -> bool;

/// The techniques with their ratings in tenths, in the order of SE.
const TECHNIQUES: [(u8, TechniqueFn); 18] = [
    (10, SeSolver::full_house),
    (12, |solver| solver.hidden_singles(BOXES)),
    (15, |solver| solver.hidden_singles(LINES)),
    (17, |solver| solver.locked_candidates(BOXES, true)),
    (19, |solver| solver.locked_candidates(LINES, true)),
    (20, |solver| solver.direct_hidden_subset(2)),
    (23, SeSolver::naked_single),
    (25, |solver| solver.direct_hidden_subset(3)),
    (26, |solver| solver.locked_candidates(BOXES, false)),
    (28, |solver| solver.locked_candidates(LINES, false)),
    (30, |solver| solver.naked_subset(2)),
    (32, |solver| solver.fish(2)),
    (34, |solver| solver.hidden_subset(2)),
    (36, |solver| solver.naked_subset(3)),
    (38, |solver| solver.fish(3)),
    (40, |solver| solver.hidden_subset(3)),
    (42, |solver| solver.wing(2)),
    (44, |solver| solver.wing(3)),
];

/// House numbers: rows 0 to 8, columns 9 to 17, boxes 18 to 26.
const LINES: Range<usize> = 0..18;
const BOXES: Range<usize> = 18..27;
/// All nine digits, or all nine places of a house.
const ALL: u16 = 0x1ff;

/// The candidates of a classic board, by cell and by house.
struct SeSolver {
    /// Per cell: its candidates as bits, 0 if it is filled.
    cells: [u16; 81],
    /// Per house and digit: the places in the house where the digit is a candidate, 0 if it is placed.
    places: [[u16; 9]; 27],
    tables: &'static ClassicTables,
}

/// Geometry of the classic board by indices. A place is the index of a cell in its house.
struct ClassicTables {
    cells_of: [[u8; 9]; 27],
    houses_of: [[u8; 3]; 81],
    place_in: [[u8; 3]; 81],
    peers: [u128; 81],
}

impl ClassicTables {
    fn get() -> &'static ClassicTables {
        static TABLES: OnceLock<ClassicTables> = OnceLock::new();
        TABLES.get_or_init(ClassicTables::new)
    }

    fn new() -> ClassicTables {
        let tables = HouseTables::of(Board::CLASSIC);
        let cells_of: [[u8; 9]; 27] =
            std::array::from_fn(|house| std::array::from_fn(|place| tables.cells_of(house)[place] as u8));
        let houses_of: [[u8; 3]; 81] = std::array::from_fn(|cell| tables.houses_of(cell).map(|house| house as u8));
        let place = |cell: usize, house: u8| {
            let found = cells_of[usize::from(house)].iter().position(|other| usize::from(*other) == cell);
            found.expect("a cell is in its houses") as u8
        };
        let place_in = std::array::from_fn(|cell| houses_of[cell].map(|house| place(cell, house)));
        let peers = std::array::from_fn(|cell: usize| {
            let all = houses_of[cell].iter().flat_map(|house| cells_of[usize::from(*house)]);
            all.fold(0u128, |all, peer| all | 1 << peer) & !(1 << cell)
        });
        ClassicTables { cells_of, houses_of, place_in, peers }
    }
}

impl SeSolver {
    fn new(puzzle: &Puzzle) -> SeSolver {
        let mut solver = SeSolver { cells: [ALL; 81], places: [[ALL; 9]; 27], tables: ClassicTables::get() };
        for (cell, digit) in puzzle.givens().filled() {
            solver.place(Board::CLASSIC.index(cell), digit.index());
        }
        for cell in Board::CLASSIC.cells().filter(|cell| puzzle.givens().get(*cell).is_none()) {
            let allowed = puzzle.allowed(cell);
            for digit in Board::CLASSIC.digits().filter(|digit| !allowed.contains(*digit)) {
                solver.eliminate(Board::CLASSIC.index(cell), digit.index());
            }
        }
        solver
    }

    fn place(&mut self, cell: usize, digit: usize) {
        self.eliminate_digits(cell, ALL);
        for house in self.tables.houses_of[cell].map(usize::from) {
            for peer in self.cells_with(house, digit) {
                self.eliminate(peer, digit);
            }
        }
    }

    /// Eliminates a candidate. Returns whether it was open.
    fn eliminate(&mut self, cell: usize, digit: usize) -> bool {
        let was_open = self.cells[cell] >> digit & 1 == 1;
        self.cells[cell] &= !(1 << digit);
        for (house, place) in self.tables.houses_of[cell].into_iter().zip(self.tables.place_in[cell]) {
            self.places[usize::from(house)][digit] &= !(1 << place);
        }
        was_open
    }

    /// Eliminates a digit from several cells. Returns whether any candidate was open.
    fn eliminate_from(&mut self, cells: &[usize], digit: usize) -> bool {
        cells.iter().filter(|cell| self.eliminate(**cell, digit)).count() > 0
    }

    /// Eliminates the digits of a mask from a cell.
    fn eliminate_digits(&mut self, cell: usize, digits: u16) {
        for digit in bits(self.cells[cell] & digits) {
            self.eliminate(cell, digit);
        }
    }

    fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.tables.cells_of[house][place])
    }

    /// The cells of a house that have the digit as a candidate.
    fn cells_with(&self, house: usize, digit: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let cells = &self.tables.cells_of[house];
        bits(self.places[house][digit]).map(move |place| usize::from(cells[place]))
    }

    fn is_in(&self, cell: usize, house: usize) -> bool {
        usize::from(self.tables.houses_of[cell][house / 9]) == house
    }

    /// Places the last digit of a house.
    fn full_house(&mut self) -> bool {
        let last = (0..27).find_map(|house| {
            let mut open = (0..9).map(|place| self.cell(house, place)).filter(|cell| self.cells[*cell] != 0);
            open.next().filter(|_| open.next().is_none())
        });
        last.inspect(|cell| self.place(*cell, self.cells[*cell].trailing_zeros() as usize)).is_some()
    }

    /// Places all hidden singles of these houses.
    fn hidden_singles(&mut self, houses: Range<usize>) -> bool {
        let mut any = false;
        for house in houses {
            for digit in 0..9 {
                if self.places[house][digit].is_power_of_two() {
                    self.place(self.cell(house, self.places[house][digit].trailing_zeros() as usize), digit);
                    any = true;
                }
            }
        }
        any
    }

    fn naked_single(&mut self) -> bool {
        let single = (0..81).find(|cell| self.cells[*cell].is_power_of_two());
        single.inspect(|cell| self.place(*cell, self.cells[*cell].trailing_zeros() as usize)).is_some()
    }

    /// Locked candidates: if all places of a digit in one of these houses are in a second house, the digit is eliminated from
    /// the rest of the second house. A `direct` instance must leave a hidden single of the digit in a third house of the same kind
    /// as the first.
    fn locked_candidates(&mut self, houses: Range<usize>, direct: bool) -> bool {
        for (house, digit) in houses.flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let mut cells = self.cells_with(house, digit);
            let Some(first) = cells.next() else { continue };
            let is_shared = |kind: usize| {
                let mut others = cells.clone();
                others.all(|cell| self.tables.houses_of[cell][kind] == self.tables.houses_of[first][kind])
            };
            let crossing = (0..3).filter(|kind| *kind != house / 9 && is_shared(*kind));
            let crossing = crossing.map(|kind| usize::from(self.tables.houses_of[first][kind]));
            let targets = |other| self.cells_with(other, digit).filter(|cell| !self.is_in(*cell, house)).collect();
            let is_useful = |targets: &Vec<usize>| {
                !targets.is_empty() && (!direct || self.leaves_hidden_single(targets, digit, house / 9))
            };
            if let Some(targets) = crossing.map(targets).find(is_useful) {
                return self.eliminate_from(&targets, digit);
            }
        }
        false
    }

    /// Whether eliminating the digit from these cells leaves it one place in a house of this kind (0 row, 1 column, 2 box).
    fn leaves_hidden_single(&self, targets: &[usize], digit: usize, kind: usize) -> bool {
        targets.iter().any(|cell| {
            let house = usize::from(self.tables.houses_of[*cell][kind]);
            self.cells_with(house, digit).filter(|cell| !targets.contains(cell)).count() == 1
        })
    }

    /// Hidden subsets of a size, as (house, digits, places): `size` digits with only `size` places between them.
    fn hidden_subsets(&self, size: u32) -> impl Iterator<Item = (usize, u16, u16)> + '_ {
        (0..27).flat_map(move |house| {
            let places = self.places[house];
            subsets(size, move |digit| places[digit]).map(move |(digits, places)| (house, digits, places))
        })
    }

    fn hidden_subset(&mut self, size: u32) -> bool {
        let is_useful = |(house, digits, places): &(usize, u16, u16)| {
            bits(*places).any(|place| self.cells[self.cell(*house, place)] & !digits != 0)
        };
        let Some((house, digits, places)) = self.hidden_subsets(size).find(is_useful) else { return false };
        for place in bits(places) {
            self.eliminate_digits(self.cell(house, place), !digits);
        }
        true
    }

    /// A hidden subset that leaves another digit of its house only one place; that digit is placed.
    fn direct_hidden_subset(&mut self, size: u32) -> bool {
        let hidden_single = |(house, digits, places): (usize, u16, u16)| {
            let others = (0..9).filter(|digit| digits >> digit & 1 == 0);
            let open = others.map(|digit| (digit, self.places[house][digit] & !places));
            let (digit, open) = open.into_iter().find(|(_, open)| open.is_power_of_two())?;
            Some((self.cell(house, open.trailing_zeros() as usize), digit))
        };
        let found = self.hidden_subsets(size).find_map(hidden_single);
        found.inspect(|(cell, digit)| self.place(*cell, *digit)).is_some()
    }

    fn naked_subset(&mut self, size: u32) -> bool {
        for house in 0..27 {
            let candidates = |place| self.cells[self.cell(house, place)];
            let found = subsets(size, candidates)
                .find(|(places, digits)| bits(!places & ALL).any(|place| candidates(place) & digits != 0));
            if let Some((places, digits)) = found {
                bits(!places & ALL).for_each(|place| self.eliminate_digits(self.cell(house, place), digits));
                return true;
            }
        }
        false
    }

    /// Basic fish: a digit with only `size` columns in `size` rows, or the other way round. Row r and column c are places c of
    /// house r and r of house 9 + c.
    fn fish(&mut self, size: u32) -> bool {
        for (first_line, digit) in [0, 9].into_iter().flat_map(|line| (0..9).map(move |digit| (line, digit))) {
            let places = |line: usize| self.places[first_line + line][digit];
            let found =
                subsets(size, places).find(|(base, cover)| bits(!base & ALL).any(|line| places(line) & cover != 0));
            if let Some((base, cover)) = found {
                for line in bits(!base & ALL) {
                    bits(cover)
                        .for_each(|place| self.eliminate_digits(self.cell(first_line + line, place), 1 << digit));
                }
                return true;
            }
        }
        false
    }

    /// XY-wing (a pivot with two candidates) or XYZ-wing (three): the wings xz and yz are peers of the pivot xy or xyz.
    fn wing(&mut self, pivot_candidates: u32) -> bool {
        for pivot in 0..81 {
            if self.cells[pivot].count_ones() != pivot_candidates {
                continue;
            }
            let is_wing =
                |cell: &usize| self.tables.peers[pivot] >> cell & 1 == 1 && self.cells[*cell].count_ones() == 2;
            let wings: Vec<usize> = (0..81).filter(is_wing).collect();
            for (index, one) in wings.iter().enumerate() {
                if wings[index + 1..].iter().any(|other| self.apply_wing([*one, *other, pivot])) {
                    return true;
                }
            }
        }
        false
    }

    /// Eliminates z from the common peers of the cells that contain z: both wings, and the pivot of an XYZ-wing.
    fn apply_wing(&mut self, cells: [usize; 3]) -> bool {
        let [one, other, pivot] = cells.map(|cell| self.cells[cell]);
        let z = one & other;
        let fits = pivot == one | other || pivot == (one | other) & !z;
        if !z.is_power_of_two() || !fits {
            return false;
        }
        let with_z = cells.iter().filter(|cell| self.cells[**cell] & z != 0);
        let common = with_z.fold(!0u128, |common, cell| common & self.tables.peers[*cell]);
        let targets: Vec<usize> = (0..81).filter(|cell| common >> cell & 1 == 1).collect();
        self.eliminate_from(&targets, z.trailing_zeros() as usize)
    }
}

/// The indices of the set bits.
fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// All choices of `size` of nine masks whose union has `size` bits, as (indices, union). Only masks with 2 to `size` bits take
/// part: those with one bit are singles, and larger ones cannot fit.
fn subsets(size: u32, mask: impl Fn(usize) -> u16) -> impl Iterator<Item = (u16, u16)> {
    let masks: [u16; 9] = std::array::from_fn(mask);
    let usable = (0..9)
        .filter(|index| (2..=size).contains(&masks[*index].count_ones()))
        .fold(0u16, |usable, index| usable | 1 << index);
    // Carry-rippler: subtracting the mask steps through all its non-empty subsets and ends at 0.
    let mut chosen = 0u16;
    let all = std::iter::from_fn(move || {
        chosen = chosen.wrapping_sub(usable) & usable;
        (chosen != 0).then_some(chosen)
    });
    all.filter(move |chosen| chosen.count_ones() == size).filter_map(move |chosen| {
        let union = bits(chosen).fold(0, |union, index| union | masks[index]);
        (union.count_ones() == size).then_some((chosen, union))
    })
}
