//! Patterns by counting: k sets whose candidates are all in k other sets, the covers.
//!
//! ```text
//!                       sets                    covers
//!   naked pair, ...     cells of a house        digits of that house
//!   hidden pair, ...    digits of a house       cells of that house
//!   X-wing, ...         a digit in rows         the same digit in columns, or the other way round
//! ```
//!
//! In each case the sets are rows of a matrix whose columns are the covers, and the masks of a state are its rows: k of them that
//! have k columns in all. The other candidates of these columns go.

use qedoku_puzzle::Board;

use super::braids::{State, Tables, places};
use super::moves::{Move, Why};

/// Combinations that are looked at for one matrix. A 9x9 never needs more than 255; on 16x16 a few houses would take all day.
const EFFORT: u32 = 20_000;

/// The largest number of sets that are counted: half the side, since the rest of a house is a pattern of the other kind.
pub(crate) fn largest(side: usize) -> usize {
    side / 2
}

/// Finds patterns; keeps its memory.
pub(crate) struct Counter {
    matrices: Vec<Matrix>,
    /// The matrices that each set is in.
    of_sets: Vec<Vec<u16>>,
    /// For each set whether it is open, and in the high byte whether it has few enough candidates: sums count both.
    tallies: Vec<u16>,
    /// The open sets of a matrix with few enough candidates, and their masks.
    rows: Vec<(u16, u16)>,
    chosen: Vec<u16>,
    effort: u32,
}

/// What was looked at along a way from state to state. A pattern, and what it takes away, depend on the sets of its matrix alone.
#[derive(Default)]
pub(crate) struct Seen {
    masks: Vec<u16>,
    /// For each matrix the sizes, as bits, that were looked for since one of its sets changed.
    sizes: Vec<u16>,
}

/// The sets of a matrix, and which of the four sets of a candidate is its cover.
#[derive(Clone)]
struct Matrix {
    sets: Vec<u16>,
    cover: usize,
}

impl Counter {
    pub(crate) fn new(board: Board) -> Counter {
        let matrices = matrices(board);
        let mut of_sets = vec![Vec::new(); 4 * board.cell_count()];
        for (index, matrix) in matrices.iter().enumerate() {
            matrix.sets.iter().for_each(|set| of_sets[usize::from(*set)].push(index as u16));
        }
        Counter { matrices, of_sets, tallies: Vec::new(), rows: Vec::new(), chosen: Vec::new(), effort: 0 }
    }

    /// Adds all patterns of `size` sets that take something away, but for those that were found in an earlier state of the way.
    pub(crate) fn find(&mut self, tables: &Tables, state: &State, size: usize, seen: &mut Seen, found: &mut Vec<Move>) {
        self.compare(state, seen);
        self.tally(state.masks(), size);
        for index in 0..self.matrices.len() {
            if seen.sizes[index] >> size & 1 != 0 {
                continue;
            }
            seen.sizes[index] |= 1 << size;
            let matrix = &self.matrices[index];
            let tally: u16 = matrix.sets.iter().map(|set| self.tallies[usize::from(*set)]).sum();
            let (open, few) = (usize::from(tally & 0xff), usize::from(tally >> 8));
            // With fewer others, these make a smaller pattern of columns that takes the same away.
            if open >= 2 * size && few >= size {
                self.rows.clear();
                let few = matrix.sets.iter().filter(|set| self.tallies[usize::from(**set)] > 0xff);
                self.rows.extend(few.map(|set| (*set, state.mask((*set).into()))));
                self.effort = EFFORT;
                self.choose(tables, state, matrix.cover, size, 0, 0, found);
            }
        }
    }

    /// Tells open sets with at most `size` candidates from others. A set with one candidate is closed, or a single that goes first.
    ///
    /// Candidates are taken away one by one from all sets side by side: so the compiler makes vectors of it.
    fn tally(&mut self, masks: &[u16], size: usize) {
        self.tallies.clear();
        self.tallies.extend_from_slice(masks);
        for _ in 0..size {
            self.tallies.iter_mut().for_each(|rest| *rest &= rest.wrapping_sub(1));
        }
        for (tally, mask) in self.tallies.iter_mut().zip(masks) {
            let is_open = u16::from(mask & mask.wrapping_sub(1) != 0);
            *tally = is_open | (is_open & u16::from(*tally == 0)) << 8;
        }
    }

    /// Forgets what was seen of matrices that have changed.
    fn compare(&self, state: &State, seen: &mut Seen) {
        if seen.masks.is_empty() {
            seen.sizes.resize(self.matrices.len(), 0);
        }
        for (set, (before, now)) in seen.masks.iter().zip(state.masks()).enumerate() {
            if before != now {
                self.of_sets[set].iter().for_each(|matrix| seen.sizes[usize::from(*matrix)] = 0);
            }
        }
        seen.masks.clear();
        seen.masks.extend_from_slice(state.masks());
    }

    /// Chooses sets from `from` on, beside those chosen, whose columns are `columns`.
    #[allow(clippy::too_many_arguments, reason = "a recursion over a matrix")]
    fn choose(
        &mut self,
        tables: &Tables,
        state: &State,
        cover: usize,
        size: usize,
        from: usize,
        columns: u16,
        found: &mut Vec<Move>,
    ) {
        if self.chosen.len() == size {
            return found.extend(pattern(tables, state, cover, &self.chosen, columns));
        }
        for index in from..self.rows.len() {
            let (set, mask) = self.rows[index];
            self.effort = self.effort.saturating_sub(1);
            if has_at_most(columns | mask, size) && self.effort > 0 {
                self.chosen.push(set);
                self.choose(tables, state, cover, size, index + 1, columns | mask, found);
                self.chosen.pop();
            }
        }
    }
}

/// Whether a mask has at most so many bits: few, so that to take them away one by one is quicker than to count them.
#[inline]
fn has_at_most(mask: u16, count: usize) -> bool {
    (0..count).fold(mask, |mask, _| mask & mask.wrapping_sub(1)) == 0
}

/// The pattern of these sets and columns, if something goes.
fn pattern(tables: &Tables, state: &State, cover: usize, sets: &[u16], columns: u16) -> Option<Move> {
    if columns.count_ones() as usize != sets.len() {
        return None;
    }
    let cover = |place| tables.sets(tables.candidate(sets[0].into(), place).into())[cover];
    let covers: Vec<u16> = places(columns).map(cover).collect();
    let outside = |member: &u16| !tables.sets((*member).into()).iter().any(|set| sets.contains(set));
    let members = |set: &u16| tables.members((*set).into(), state.mask((*set).into())).filter(outside);
    let mut candidates: Vec<u16> = covers.iter().flat_map(members).collect();
    candidates.sort_unstable();
    (!candidates.is_empty()).then(|| Move { why: Why::Counted { sets: sets.to_vec(), covers }, candidates })
}

/// All matrices of a board: naked, hidden, fish.
fn matrices(board: Board) -> Vec<Matrix> {
    let (side, cells) = (board.side(), board.cell_count());
    let naked = board.houses().map(|house| Matrix {
        sets: board.cells_of(house).map(|cell| board.index(cell) as u16).collect(),
        cover: 1 + house.kind() as usize,
    });
    let along = move |first: usize, step: usize| (0..side).map(move |index| (first + index * step) as u16).collect();
    let hidden = (0..3 * side).map(move |house| Matrix { sets: along(cells + house * side, 1), cover: 0 });
    let fish = [(1, 2), (2, 1)].into_iter().flat_map(move |(kind, cover)| {
        (0..side).map(move |digit| Matrix { sets: along(kind * cells + digit, side), cover })
    });
    naked.chain(hidden).chain(fish).collect()
}
