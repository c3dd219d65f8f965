//! A walk through a classic puzzle by the simple techniques of Sudoku Explainer, always the lowest rated first.
//!
//! Sudoku Explainer (N. Juillerat, 2007) rates a puzzle by its hardest step. Up to XYZ-wings its steps are simple patterns
//! with fixed ratings, so half of all puzzles are rated by doing the same here:
//!
//! | rating | step |
//! |---|---|
//! | 1.0 | the last open cell of a house |
//! | 1.2, 1.5 | a hidden single in a box; in a row or column |
//! | 1.7, 1.9 | locked candidates, in a box or in a line, that leave a hidden single in another such house at once |
//! | 2.0, 2.5 | a hidden pair or triplet that leaves a hidden single in its house at once |
//! | 2.3 | a naked single |
//! | 2.6, 2.8 | locked candidates in a box, in a line |
//! | 3.0, 3.2, 3.4 | a naked pair, an X-wing, a hidden pair |
//! | 3.6, 3.8, 4.0 | a naked triplet, a swordfish, a hidden triplet |
//! | 4.2, 4.4 | an XY-wing, an XYZ-wing |
//!
//! From there on it uses uniqueness and chains, whose ratings go with their length.

use std::ops::Range;
use std::sync::OnceLock;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Puzzle};

/// How far the simple techniques lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Walked {
    /// The rating of the hardest of them, in tenths.
    pub(super) rating: u8,
    /// How many candidates are left in open cells: none if it was solved.
    pub(super) open: usize,
}

/// Walks as far as it goes; the puzzle is a classic one with a solution.
pub(super) fn walk(puzzle: &Puzzle) -> Walked {
    let mut walk = Walk::new(puzzle);
    let mut rating = 0;
    while let Some((tenths, _)) = LEVELS.iter().find(|(_, act)| act(&mut walk)) {
        rating = rating.max(*tenths);
    }
    Walked { rating, open: walk.cells.iter().map(|digits| digits.count_ones() as usize).sum() }
}

/// A technique: does what it can do first, and says whether that was anything.
type Act = fn(&mut Walk) -> bool;

const LEVELS: [(u8, Act); 18] = [
    (10, Walk::place_last),
    (12, |walk| walk.place_hidden(18..27)),
    (15, |walk| walk.place_hidden(0..18)),
    (17, |walk| walk.lock(18..27, true)),
    (19, |walk| walk.lock(0..18, true)),
    (20, |walk| walk.hidden_set_then_single(2)),
    (23, Walk::place_naked),
    (25, |walk| walk.hidden_set_then_single(3)),
    (26, |walk| walk.lock(18..27, false)),
    (28, |walk| walk.lock(0..18, false)),
    (30, |walk| walk.naked_set(2)),
    (32, |walk| walk.fish(2)),
    (34, |walk| walk.hidden_set(2)),
    (36, |walk| walk.naked_set(3)),
    (38, |walk| walk.fish(3)),
    (40, |walk| walk.hidden_set(3)),
    (42, |walk| walk.wing(2)),
    (44, |walk| walk.wing(3)),
];

/// The open cells of a classic board.
struct Walk {
    /// For each cell its candidates; none if it holds a digit.
    cells: [u16; 81],
    /// For each house and digit the places where it can be; none if it is placed.
    places: [[u16; 9]; 27],
    geometry: &'static Geometry,
}

/// Cells and places by number.
struct Geometry {
    cells_of: [[u8; 9]; 27],
    houses_of: [[u8; 3]; 81],
    place_in: [[u8; 3]; 81],
    peers: [u128; 81],
}

impl Geometry {
    fn get() -> &'static Geometry {
        static GEOMETRY: OnceLock<Geometry> = OnceLock::new();
        GEOMETRY.get_or_init(Geometry::new)
    }

    fn new() -> Geometry {
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
        Geometry { cells_of, houses_of, place_in, peers }
    }
}

impl Walk {
    fn new(puzzle: &Puzzle) -> Walk {
        let mut walk = Walk { cells: [0x1ff; 81], places: [[0x1ff; 9]; 27], geometry: Geometry::get() };
        for (cell, digit) in puzzle.givens().filled() {
            walk.place(Board::CLASSIC.index(cell), digit.index());
        }
        for cell in Board::CLASSIC.cells().filter(|cell| puzzle.givens().get(*cell).is_none()) {
            let allowed = puzzle.allowed(cell);
            for digit in Board::CLASSIC.digits().filter(|digit| !allowed.contains(*digit)) {
                walk.remove(Board::CLASSIC.index(cell), digit.index());
            }
        }
        walk
    }

    fn place(&mut self, cell: usize, digit: usize) {
        self.strike(cell, 0x1ff);
        for house in self.geometry.houses_of[cell].map(usize::from) {
            for peer in self.cells_with(house, digit) {
                self.remove(peer, digit);
            }
        }
    }

    /// Whether the candidate was there.
    fn remove(&mut self, cell: usize, digit: usize) -> bool {
        let had = self.cells[cell] >> digit & 1 == 1;
        self.cells[cell] &= !(1 << digit);
        for (house, place) in self.geometry.houses_of[cell].into_iter().zip(self.geometry.place_in[cell]) {
            self.places[usize::from(house)][digit] &= !(1 << place);
        }
        had
    }

    fn remove_all(&mut self, cells: &[usize], digit: usize) -> bool {
        cells.iter().filter(|cell| self.remove(**cell, digit)).count() > 0
    }

    /// Takes the digits of a mask from a cell.
    fn strike(&mut self, cell: usize, digits: u16) {
        for digit in bits(self.cells[cell] & digits) {
            self.remove(cell, digit);
        }
    }

    fn cell(&self, house: usize, place: usize) -> usize {
        usize::from(self.geometry.cells_of[house][place])
    }

    /// The cells of a house that may hold the digit.
    fn cells_with(&self, house: usize, digit: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let cells = &self.geometry.cells_of[house];
        bits(self.places[house][digit]).map(move |place| usize::from(cells[place]))
    }

    fn is_in(&self, cell: usize, house: usize) -> bool {
        usize::from(self.geometry.houses_of[cell][house / 9]) == house
    }

    /// The last open cell of a house.
    fn place_last(&mut self) -> bool {
        let last = (0..27).find_map(|house| {
            let mut open = (0..9).map(|place| self.cell(house, place)).filter(|cell| self.cells[*cell] != 0);
            open.next().filter(|_| open.next().is_none())
        });
        last.inspect(|cell| self.place(*cell, self.cells[*cell].trailing_zeros() as usize)).is_some()
    }

    fn place_hidden(&mut self, houses: Range<usize>) -> bool {
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

    fn place_naked(&mut self) -> bool {
        let single = (0..81).find(|cell| self.cells[*cell].is_power_of_two());
        single.inspect(|cell| self.place(*cell, self.cells[*cell].trailing_zeros() as usize)).is_some()
    }

    /// A digit that is in one of these houses only where it meets another house, goes from the rest of that one; if
    /// `then_single`, only if it then has just one place in a third house of the first one's kind.
    fn lock(&mut self, houses: Range<usize>, then_single: bool) -> bool {
        for (house, digit) in houses.flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let mut cells = self.cells_with(house, digit);
            let Some(first) = cells.next() else { continue };
            let shared = |kind: usize| {
                let mut others = cells.clone();
                others.all(|cell| self.geometry.houses_of[cell][kind] == self.geometry.houses_of[first][kind])
            };
            let crossed = (0..3).filter(|kind| *kind != house / 9 && shared(*kind));
            let crossed = crossed.map(|kind| usize::from(self.geometry.houses_of[first][kind]));
            let gone = |other| self.cells_with(other, digit).filter(|cell| !self.is_in(*cell, house)).collect();
            let useful =
                |gone: &Vec<usize>| !gone.is_empty() && (!then_single || self.leaves_single(gone, digit, house / 9));
            if let Some(gone) = crossed.map(gone).find(useful) {
                return self.remove_all(&gone, digit);
            }
        }
        false
    }

    /// Whether the digit would have just one place left in some house of this kind without these cells.
    fn leaves_single(&self, gone: &[usize], digit: usize, kind: usize) -> bool {
        gone.iter().any(|cell| {
            let house = usize::from(self.geometry.houses_of[*cell][kind]);
            self.cells_with(house, digit).filter(|cell| !gone.contains(cell)).count() == 1
        })
    }

    /// So many digits that have, in a house, only so many places between them.
    fn hidden_sets(&self, size: u32) -> impl Iterator<Item = (usize, u16, u16)> + '_ {
        (0..27).flat_map(move |house| {
            let places = self.places[house];
            subsets(size, move |digit| places[digit]).map(move |(digits, places)| (house, digits, places))
        })
    }

    fn hidden_set(&mut self, size: u32) -> bool {
        let useful = |(house, digits, places): &(usize, u16, u16)| {
            bits(*places).any(|place| self.cells[self.cell(*house, place)] & !digits != 0)
        };
        let Some((house, digits, places)) = self.hidden_sets(size).find(useful) else { return false };
        for place in bits(places) {
            self.strike(self.cell(house, place), !digits);
        }
        true
    }

    /// A hidden set whose cells taken away leave another digit of the house with one place: it is placed there.
    fn hidden_set_then_single(&mut self, size: u32) -> bool {
        let single = |(house, digits, places): (usize, u16, u16)| {
            let others = (0..9).filter(|digit| digits >> digit & 1 == 0);
            let left = others.map(|digit| (digit, self.places[house][digit] & !places));
            let (digit, left) = left.into_iter().find(|(_, left)| left.is_power_of_two())?;
            Some((self.cell(house, left.trailing_zeros() as usize), digit))
        };
        let found = self.hidden_sets(size).find_map(single);
        found.inspect(|(cell, digit)| self.place(*cell, *digit)).is_some()
    }

    fn naked_set(&mut self, size: u32) -> bool {
        for house in 0..27 {
            let candidates = |place| self.cells[self.cell(house, place)];
            let found = subsets(size, candidates)
                .find(|(places, digits)| bits(!places & 0x1ff).any(|place| candidates(place) & digits != 0));
            if let Some((places, digits)) = found {
                bits(!places & 0x1ff).for_each(|place| self.strike(self.cell(house, place), digits));
                return true;
            }
        }
        false
    }

    /// A digit that in so many rows has only so many columns, or the other way round.
    fn fish(&mut self, size: u32) -> bool {
        for (from, digit) in [0, 9].into_iter().flat_map(|from| (0..9).map(move |digit| (from, digit))) {
            let lines = |line: usize| self.places[from + line][digit];
            let found = subsets(size, lines)
                .find(|(chosen, across)| bits(!chosen & 0x1ff).any(|line| lines(line) & across != 0));
            if let Some((chosen, across)) = found {
                for line in bits(!chosen & 0x1ff) {
                    bits(across).for_each(|place| self.strike(self.cell(from + line, place), 1 << digit));
                }
                return true;
            }
        }
        false
    }

    /// Two cells with two candidates, xz and yz, both seen by a cell with xy (or xyz, if it has three): z goes from the cells
    /// that see them all, the third one too if it can hold z.
    fn wing(&mut self, candidates: u32) -> bool {
        for pivot in 0..81 {
            if self.cells[pivot].count_ones() != candidates {
                continue;
            }
            let is_wing =
                |cell: &usize| self.geometry.peers[pivot] >> cell & 1 == 1 && self.cells[*cell].count_ones() == 2;
            let wings: Vec<usize> = (0..81).filter(is_wing).collect();
            for (at, one) in wings.iter().enumerate() {
                if wings[at + 1..].iter().any(|other| self.act_on_wing([*one, *other, pivot])) {
                    return true;
                }
            }
        }
        false
    }

    fn act_on_wing(&mut self, cells: [usize; 3]) -> bool {
        let [one, other, pivot] = cells.map(|cell| self.cells[cell]);
        let z = one & other;
        let fits = pivot == one | other || pivot == (one | other) & !z;
        if !z.is_power_of_two() || !fits {
            return false;
        }
        let holders = cells.iter().filter(|cell| self.cells[**cell] & z != 0);
        let common = holders.fold(!0u128, |common, cell| common & self.geometry.peers[*cell]);
        let gone: Vec<usize> = (0..81).filter(|cell| common >> cell & 1 == 1).collect();
        self.remove_all(&gone, z.trailing_zeros() as usize)
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// All choices of so many of nine masks that have only so many bits between them; only masks with two bits or more, and no
/// more than the size, take part.
fn subsets(size: u32, mask: impl Fn(usize) -> u16) -> impl Iterator<Item = (u16, u16)> {
    let masks: [u16; 9] = std::array::from_fn(mask);
    let fit = (0..9)
        .filter(|which| (2..=size).contains(&masks[*which].count_ones()))
        .fold(0u16, |fit, which| fit | 1 << which);
    // Every subset of the fitting ones, by the usual trick.
    let mut chosen = 0u16;
    let all = std::iter::from_fn(move || {
        chosen = chosen.wrapping_sub(fit) & fit;
        (chosen != 0).then_some(chosen)
    });
    all.filter(move |chosen| chosen.count_ones() == size).filter_map(move |chosen| {
        let union = bits(chosen).fold(0, |union, which| union | masks[which]);
        (union.count_ones() == size).then_some((chosen, union))
    })
}
