//! Unique rectangles and loops of types 1 to 4 (4.5 to 5.8 and more).
//!
//! A loop is a cycle of cells that share two candidates, each region of which it visits exactly twice, with opposite parity. All
//! loops are found first; the hints are then sorted by difficulty and type, and the first one is applied.

use super::combinations;
use super::failed_searches::pair_number;
use super::grid::{ALL, GEOMETRY, Grid, bits, cells};
use super::step::Step;

/// A hint of a unique loop. Two hints are duplicates if type, set of cells and subset agree.
#[derive(PartialEq)]
struct LoopHint {
    /// Type and subset of type 3.
    kind: LoopKind,
    loop_cells: u128,
    difficulty: f64,
    removals: Vec<(u8, u16)>,
}

#[derive(Clone, PartialEq)]
enum LoopKind {
    Type1,
    Type2,
    NakedType3 { region: usize, digits: u16, places: u16 },
    HiddenType3 { region: usize, digits: u16, places: u16 },
    Type4,
}

impl LoopKind {
    fn number(&self) -> u8 {
        match self {
            LoopKind::Type1 => 1,
            LoopKind::Type2 => 2,
            LoopKind::NakedType3 { .. } | LoopKind::HiddenType3 { .. } => 3,
            LoopKind::Type4 => 4,
        }
    }
}

/// The easiest unique rectangle or loop. `failed` has the pairs of digits without loops.
pub(super) fn unique_loop(grid: &Grid, failed: &mut u64) -> Option<Step> {
    let mut hints = Vec::new();
    let mut with_loops = 0;
    let boards: [u128; 9] = std::array::from_fn(|digit| grid.board(digit));
    let mut search = LoopSearch {
        grid,
        pair: 0,
        fitting: 0,
        path: Vec::with_capacity(32),
        on_path: 0,
        visited: [0; 2],
        loops: Vec::new(),
    };
    for start in (0..81).filter(|cell| grid.count(*cell) == 2) {
        let pair = grid.cells[start];
        if *failed >> pair_number(pair) & 1 == 1 {
            continue;
        }
        let fitting = bits(pair).fold(!0, |fitting, digit| fitting & boards[digit]);
        // Every cell of a loop has a neighbour in it in at least two regions.
        if fitting.count_ones() < 4 || (fitting & GEOMETRY.peer_set[start]).count_ones() < 2 {
            continue;
        }
        (search.pair, search.fitting) = (pair, fitting);
        search.extend(start, 2, 0, 3);
        with_loops |= u64::from(!search.loops.is_empty()) << pair_number(pair);
        for path in search.loops.drain(..) {
            loop_hints(grid, &path, pair, &mut hints);
        }
    }
    *failed = !with_loops;
    let key = |hint: &LoopHint| (hint.difficulty, hint.kind.number());
    let first = hints.into_iter().reduce(|best, hint| if key(&hint) < key(&best) { hint } else { best })?;
    Some(Step::remove(first.difficulty, &first.removals))
}

/// Depth-first search for loops from one cell.
struct LoopSearch<'a> {
    grid: &'a Grid,
    /// The two digits of the loop.
    pair: u16,
    /// Cells that have both digits as candidates.
    fitting: u128,
    path: Vec<u8>,
    on_path: u128,
    /// The regions of the cells at even and at odd places of the path. A loop with two cells of the same parity in a region is not
    /// valid, so no path is extended by such a cell.
    visited: [u32; 2],
    loops: Vec<Vec<u8>>,
}

impl LoopSearch<'_> {
    /// Extends the path by a cell. `extra_cells` more cells may have extra candidates that differ from each other, `extra_digits`
    /// are those seen so far, and `last_kind` is the kind of region between the last two cells (3: none).
    fn extend(&mut self, cell: usize, extra_cells: i8, extra_digits: u16, last_kind: usize) {
        let parity = self.path.len() % 2;
        let regions = GEOMETRY.regions_of[cell].iter().fold(0u32, |set, region| set | 1 << region);
        if self.visited[parity] & regions != 0 {
            return;
        }
        self.visited[parity] |= regions;
        self.path.push(cell as u8);
        self.on_path |= 1 << cell;
        // The digits of every fitting neighbour stay in the union, extended or not, even for the neighbours that follow. This is how
        // Sudoku Explainer does it; it misses some loops of type 2.
        let mut extra_digits = extra_digits;
        for kind in (0..3).filter(|kind| *kind != last_kind) {
            let region = usize::from(GEOMETRY.regions_of[cell][kind]);
            for next in cells(GEOMETRY.region_set[region] & self.fitting) {
                if next == usize::from(self.path[0]) && self.path.len() >= 4 {
                    self.close();
                } else if self.on_path >> next & 1 == 0 {
                    let candidates = self.grid.cells[next];
                    extra_digits |= candidates & !self.pair;
                    let has_extra = candidates != self.pair;
                    if !has_extra || extra_digits.is_power_of_two() || extra_cells > 0 {
                        self.extend(next, extra_cells - i8::from(has_extra), extra_digits, kind);
                    }
                }
            }
        }
        self.path.pop();
        self.on_path &= !(1 << cell);
        self.visited[parity] &= !regions;
    }

    /// Records the path if it visits every region with both parities or with none.
    fn close(&mut self) {
        if self.visited[0] == self.visited[1] {
            self.loops.push(self.path.clone());
        }
    }
}

fn loop_hints(grid: &Grid, path: &[u8], pair: u16, hints: &mut Vec<LoopHint>) {
    let loop_cells = path.iter().fold(0u128, |set, cell| set | 1 << cell);
    let difficulty = loop_difficulty(path.len());
    let extra: Vec<usize> = path.iter().map(|cell| usize::from(*cell)).filter(|cell| grid.count(*cell) > 2).collect();
    let mut add = |kind: LoopKind, difficulty: f64, removals: Vec<(u8, u16)>| {
        let is_known = |hint: &LoopHint| hint.kind == kind && hint.loop_cells == loop_cells;
        if !removals.is_empty() && !hints.iter().any(is_known) {
            hints.push(LoopHint { kind, loop_cells, difficulty, removals });
        }
    };
    match extra[..] {
        [] => {}
        [rescue] => add(LoopKind::Type1, difficulty, vec![(rescue as u8, pair)]),
        [one, other] => {
            let digits = (grid.cells[one] | grid.cells[other]) & !pair;
            if digits.is_power_of_two() {
                add(LoopKind::Type2, difficulty, type_2_removals(grid, &extra, pair));
            } else {
                type_3_hints(grid, one, other, pair, |kind, added, removals| add(kind, difficulty + added, removals));
            }
            add(LoopKind::Type4, difficulty, type_4_removals(grid, one, other, pair));
        }
        _ => add(LoopKind::Type2, difficulty, type_2_removals(grid, &extra, pair)),
    }
}

/// 4.5 for a rectangle, 4.6 and 4.7 for loops of 6 and 8 cells, 5.0 for longer ones.
fn loop_difficulty(len: usize) -> f64 {
    let mut difficulty = 4.5;
    if len >= 10 {
        difficulty += 0.3;
    }
    if len >= 8 {
        difficulty += 0.2;
    } else if len >= 6 {
        difficulty += 0.1;
    }
    difficulty
}

/// Type 2: the extra digit is in one of the extra cells, so it is not in their common peers.
fn type_2_removals(grid: &Grid, extra: &[usize], pair: u16) -> Vec<(u8, u16)> {
    let digit = (grid.cells[extra[0]] & !pair).trailing_zeros() as usize;
    let common = extra.iter().fold(!0u128, |common, cell| common & GEOMETRY.peer_set[*cell]);
    cells(common & ((1 << 81) - 1)).filter(|cell| grid.has(*cell, digit)).map(|cell| (cell as u8, 1 << digit)).collect()
}

/// Type 3: the extra candidates of both cells act as one cell of a naked or hidden set in a common region.
fn type_3_hints(grid: &Grid, one: usize, other: usize, pair: u16, mut add: impl FnMut(LoopKind, f64, Vec<(u8, u16)>)) {
    let extra = (grid.cells[one] | grid.cells[other]) & !pair;
    // Sets of five and more need more open cells than a region has.
    for size in extra.count_ones() as usize..=4 {
        for kind in 0..3 {
            let region = usize::from(GEOMETRY.regions_of[one][kind]);
            if region != usize::from(GEOMETRY.regions_of[other][kind]) {
                continue;
            }
            let set = SharedSet {
                grid,
                region,
                extra,
                pair,
                size,
                both: extra & grid.cells[one] & grid.cells[other],
                one: 1 << GEOMETRY.places_of[one][kind],
                other: 1 << GEOMETRY.places_of[other][kind],
            };
            let open = usize::from(grid.open[region]);
            if 2 * size <= open {
                set.naked(&mut add);
            }
            if 2 * size < open {
                set.hidden(&mut add);
            }
        }
    }
}

/// A set of `size` cells or digits of a region, in which the two extra cells of a loop count as one.
struct SharedSet<'a> {
    grid: &'a Grid,
    region: usize,
    extra: u16,
    pair: u16,
    size: usize,
    /// Extra digits that both cells have.
    both: u16,
    /// Places of the two cells in the region, as bits.
    one: u16,
    other: u16,
}

impl SharedSet<'_> {
    fn cell(&self, place: usize) -> usize {
        usize::from(GEOMETRY.cells_of[self.region][place])
    }

    fn naked(&self, add: &mut impl FnMut(LoopKind, f64, Vec<(u8, u16)>)) {
        let fits = |places: &u16| places & self.one != 0 && places & self.other == 0;
        for places in combinations::of_nine(self.size).iter().copied().filter(fits).map(|places| places & !self.one) {
            let digits = bits(places).fold(self.both, |digits, place| digits | self.grid.cells[self.cell(place)]);
            let is_multiple = bits(places).all(|place| self.grid.count(self.cell(place)) > 1);
            let union = digits | self.extra;
            let size = self.size as u32;
            if digits.count_ones() != size || !is_multiple || union.count_ones() != size {
                continue;
            }
            let others = bits(ALL & !(places | self.one | self.other)).map(|place| self.cell(place));
            let removals =
                others.map(|cell| (cell as u8, self.grid.cells[cell] & union)).filter(|(_, digits)| *digits != 0);
            let kind = LoopKind::NakedType3 { region: self.region, digits: union, places };
            add(kind, f64::from(size - 1) * 0.1, removals.collect());
        }
    }

    fn hidden(&self, add: &mut impl FnMut(LoopKind, f64, Vec<(u8, u16)>)) {
        let rest: Vec<usize> = bits(ALL & !self.pair & !self.extra).collect();
        if self.size - 2 > rest.len() || rest.is_empty() {
            return;
        }
        for chosen in combinations::of(self.size as u32 - 2, rest.len()) {
            let digits = bits(chosen).fold(self.pair, |digits, index| digits | 1 << rest[index]);
            let places = |digit: usize| self.grid.places[self.region][digit] & !self.other;
            let union = bits(digits).fold(0, |union, digit| union | places(digit));
            if union.count_ones() as usize != self.size || bits(digits).any(|digit| places(digit) == 0) {
                continue;
            }
            let places = union & !self.one;
            let cells = bits(places).map(|place| self.cell(place));
            let removals =
                cells.map(|cell| (cell as u8, self.grid.cells[cell] & !digits)).filter(|(_, digits)| *digits != 0);
            let kind = LoopKind::HiddenType3 { region: self.region, digits, places };
            add(kind, f64::from(places.count_ones() - 1) * 0.1, removals.collect());
        }
    }
}

/// Type 4: one digit of the loop is locked in the two cells, so the other one is removed from them.
fn type_4_removals(grid: &Grid, one: usize, other: usize, pair: u16) -> Vec<(u8, u16)> {
    let common = (0..3).filter(|kind| GEOMETRY.regions_of[one][*kind] == GEOMETRY.regions_of[other][*kind]);
    let common: Vec<usize> = common.collect();
    let is_locked = |digit: &usize| {
        common.iter().any(|kind| {
            let region = usize::from(GEOMETRY.regions_of[one][*kind]);
            let own = 1 << GEOMETRY.places_of[one][*kind] | 1 << GEOMETRY.places_of[other][*kind];
            grid.places[region][*digit] & !own == 0
        })
    };
    let Some(locked) = bits(pair).find(is_locked) else { return Vec::new() };
    let removed = pair & !(1 << locked);
    vec![(one as u8, removed), (other as u8, removed)]
}
