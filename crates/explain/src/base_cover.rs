//! Base/cover patterns: naked and hidden subsets, and basic fish (base sets and cover sets in `HoDoKu`).
//!
//! k base constraints whose candidates all lie in k cover constraints. Each base constraint has its true candidate in a
//! different cover constraint, so every other candidate of the cover constraints is eliminated.
//!
//! ```text
//!                        base                      cover
//!   naked pair, ...      cells of a house          digits of that house
//!   hidden pair, ...     digits of a house         cells of that house
//!   X-wing, ...          a digit in rows           the same digit in columns, or the other way round
//! ```
//!
//! In each case the possible base constraints are the rows of an incidence matrix and the cover constraints its
//! columns. The masks of a [`ConstraintState`] are its rows: the search looks for k rows with k columns in total.

use qedoku_puzzle::Board;

use super::braids::{ConstraintState, ConstraintTables, mask_bits};
use super::raw_step::{RawJustification, RawStep};

/// Rows tried in one matrix. A 9x9 board never needs more than 255; on 16x16 a few houses would take all day.
const ROW_BUDGET: u32 = 20_000;

/// The largest k: half the side. k rows of n open ones have a complement: n - k columns form a pattern of the other
/// kind with the same eliminations, so larger patterns are found as smaller ones.
pub(crate) fn max_size(side: usize) -> usize {
    side / 2
}

/// Finds base/cover patterns. Keeps its memory.
pub(crate) struct BaseCoverFinder {
    matrices: Vec<IncidenceMatrix>,
    /// The matrices in which each constraint is a row.
    matrices_of: Vec<Vec<u16>>,
    /// For each constraint 1 if it is open, and 256 more if it also has few enough candidates: the sum over a matrix
    /// counts both in its two bytes.
    row_classes: Vec<u16>,
    /// The open constraints of a matrix with few enough candidates, and their masks.
    rows: Vec<(u16, u16)>,
    /// The base constraints chosen so far.
    base: Vec<u16>,
    /// Rows that may still be tried in this matrix.
    budget: u32,
}

/// The sizes searched along a solution path. A pattern and its eliminations depend only on the constraints of its
/// matrix, so a matrix is searched again only if one of them has changed.
#[derive(Default)]
pub(crate) struct SearchedSizes {
    /// The masks of the state searched last.
    masks: Vec<u16>,
    /// For each matrix a bit set of the sizes that were searched since one of its constraints changed.
    sizes: Vec<u16>,
}

/// The constraints that are the rows of a matrix, and which of the four constraints of a candidate is its column.
#[derive(Clone)]
struct IncidenceMatrix {
    rows: Vec<u16>,
    /// Kind of the cover constraints: 0 cell, 1 row, 2 column, 3 box.
    cover_kind: usize,
}

impl BaseCoverFinder {
    pub(crate) fn new(board: Board) -> BaseCoverFinder {
        let matrices = matrices(board);
        let mut matrices_of = vec![Vec::new(); 4 * board.cell_count()];
        for (index, matrix) in matrices.iter().enumerate() {
            matrix.rows.iter().for_each(|constraint| matrices_of[usize::from(*constraint)].push(index as u16));
        }
        BaseCoverFinder {
            matrices,
            matrices_of,
            row_classes: Vec::new(),
            rows: Vec::new(),
            base: Vec::new(),
            budget: 0,
        }
    }

    /// Appends all patterns of `size` base constraints with an elimination, except those found in an earlier state of
    /// the solution path.
    pub(crate) fn find(
        &mut self,
        tables: &ConstraintTables,
        state: &ConstraintState,
        size: usize,
        searched: &mut SearchedSizes,
        found: &mut Vec<RawStep>,
    ) {
        self.forget_changed(state, searched);
        self.classify_rows(state.masks(), size);
        for index in 0..self.matrices.len() {
            if searched.sizes[index] >> size & 1 != 0 {
                continue;
            }
            searched.sizes[index] |= 1 << size;
            let matrix = &self.matrices[index];
            let sum: u16 = matrix.rows.iter().map(|constraint| self.row_classes[usize::from(*constraint)]).sum();
            let (open, few) = (usize::from(sum & 0xff), usize::from(sum >> 8));
            // With fewer open rows, the complement is a smaller pattern of columns with the same eliminations.
            if open >= 2 * size && few >= size {
                self.rows.clear();
                let few = matrix.rows.iter().filter(|constraint| self.row_classes[usize::from(**constraint)] > 0xff);
                self.rows.extend(few.map(|constraint| (*constraint, state.mask((*constraint).into()))));
                self.budget = ROW_BUDGET;
                self.choose_rows(tables, state, matrix.cover_kind, size, 0, 0, found);
            }
        }
    }

    /// Classifies each constraint as open or not, and open ones by whether they have at most `size` candidates. A
    /// constraint with one candidate is closed, or a single that comes before any pattern.
    ///
    /// Clears the lowest bit of all masks at once, `size` times: the compiler vectorises these loops (1.04 times as
    /// fast as counting bits).
    fn classify_rows(&mut self, masks: &[u16], size: usize) {
        self.row_classes.clear();
        self.row_classes.extend_from_slice(masks);
        for _ in 0..size {
            self.row_classes.iter_mut().for_each(|rest| *rest &= rest.wrapping_sub(1));
        }
        for (class, mask) in self.row_classes.iter_mut().zip(masks) {
            let is_open = u16::from(mask & mask.wrapping_sub(1) != 0);
            *class = is_open | (is_open & u16::from(*class == 0)) << 8;
        }
    }

    /// Forgets the sizes searched in matrices with a changed constraint.
    fn forget_changed(&self, state: &ConstraintState, searched: &mut SearchedSizes) {
        if searched.masks.is_empty() {
            searched.sizes.resize(self.matrices.len(), 0);
        }
        for (constraint, (before, now)) in searched.masks.iter().zip(state.masks()).enumerate() {
            if before != now {
                self.matrices_of[constraint].iter().for_each(|matrix| searched.sizes[usize::from(*matrix)] = 0);
            }
        }
        searched.masks.clear();
        searched.masks.extend_from_slice(state.masks());
    }

    /// Chooses base constraints among the rows from `from` on. `columns` are the columns of those chosen so far.
    #[allow(clippy::too_many_arguments, reason = "a recursion over a matrix")]
    fn choose_rows(
        &mut self,
        tables: &ConstraintTables,
        state: &ConstraintState,
        cover_kind: usize,
        size: usize,
        from: usize,
        columns: u16,
        found: &mut Vec<RawStep>,
    ) {
        if self.base.len() == size {
            let pattern = pattern(tables, state, cover_kind, &self.base, columns);
            // A naked subset in a line and a box is found in both.
            let is_new = |pattern: &RawStep| cover_kind != 3 || !found.iter().any(|other| has_base_of(other, pattern));
            return found.extend(pattern.filter(is_new));
        }
        for index in from..self.rows.len() {
            let (constraint, mask) = self.rows[index];
            self.budget = self.budget.saturating_sub(1);
            // Columns are only added, so more than `size` of them never become a pattern.
            if has_at_most(columns | mask, size) && self.budget > 0 {
                self.base.push(constraint);
                self.choose_rows(tables, state, cover_kind, size, index + 1, columns | mask, found);
                self.base.pop();
            }
        }
    }
}

/// Whether two patterns have the same base and eliminate the same candidates.
fn has_base_of(one: &RawStep, other: &RawStep) -> bool {
    match (&one.justification, &other.justification) {
        (RawJustification::BaseCover { base, .. }, RawJustification::BaseCover { base: of_other, .. }) => {
            base == of_other && one.candidates == other.candidates
        }
        _ => false,
    }
}

/// Whether a mask has at most this many bits. The number is small, so clearing bits one by one is faster than counting
/// them.
#[inline]
fn has_at_most(mask: u16, count: usize) -> bool {
    (0..count).fold(mask, |mask, _| mask & mask.wrapping_sub(1)) == 0
}

/// The pattern of these base constraints and columns, if it eliminates something.
fn pattern(
    tables: &ConstraintTables,
    state: &ConstraintState,
    cover_kind: usize,
    base: &[u16],
    columns: u16,
) -> Option<RawStep> {
    // Fewer columns than rows would be a contradiction, not a pattern.
    if columns.count_ones() as usize != base.len() {
        return None;
    }
    let cover = |bit| tables.constraints_of(tables.candidate_at(base[0].into(), bit).into())[cover_kind];
    let cover: Vec<u16> = mask_bits(columns).map(cover).collect();
    let is_outside = |candidate: &u16| {
        !tables.constraints_of((*candidate).into()).iter().any(|constraint| base.contains(constraint))
    };
    let eliminated_from = |constraint: &u16| {
        tables.candidates_in((*constraint).into(), state.mask((*constraint).into())).filter(is_outside)
    };
    let mut candidates: Vec<u16> = cover.iter().flat_map(eliminated_from).collect();
    // The cells of a naked subset may share a line and a box, and its digits are eliminated from both.
    for kind in (1..4).filter(|kind| *kind != cover_kind && are_cells_of_one_house(tables, base, *kind)) {
        let cover = |bit| tables.constraints_of(tables.candidate_at(base[0].into(), bit).into())[kind];
        candidates.extend(mask_bits(columns).map(cover).flat_map(|constraint| {
            tables.candidates_in(constraint.into(), state.mask(constraint.into())).filter(is_outside)
        }));
    }
    candidates.sort_unstable();
    candidates.dedup();
    (!candidates.is_empty())
        .then(|| RawStep { justification: RawJustification::BaseCover { base: base.to_vec(), cover }, candidates })
}

/// The base/cover pattern whose base are the constraints of a chain, if they form one: the chain refutes some of the
/// candidates that the pattern eliminates.
pub(crate) fn pattern_of_chain(tables: &ConstraintTables, state: &ConstraintState, chain: &RawStep) -> Option<RawStep> {
    let RawJustification::Chain(links) = &chain.justification else { return None };
    let base: Vec<u16> = links.iter().map(|(constraint, _)| *constraint).collect();
    let columns = base.iter().fold(0, |columns, constraint| columns | state.mask((*constraint).into()));
    if base.len() < 2 || columns.count_ones() as usize != base.len() {
        return None;
    }
    let cover_kind = cover_kind(tables, &base)?;
    let pattern = pattern(tables, state, cover_kind, &base, columns)?;
    chain.candidates.iter().all(|candidate| pattern.candidates.contains(candidate)).then_some(pattern)
}

/// The kind of the cover constraints if the base constraints are rows of one matrix.
fn cover_kind(tables: &ConstraintTables, base: &[u16]) -> Option<usize> {
    let (side, kind) = (tables.side(), tables.kind(base[0].into()));
    if base.iter().any(|constraint| tables.kind((*constraint).into()) != kind) {
        return None;
    }
    let is_same = |key: &dyn Fn(usize) -> usize| base.iter().all(|one| key((*one).into()) == key(base[0].into()));
    match kind {
        0 => (1..4).find(|house_kind| are_cells_of_one_house(tables, base, *house_kind)),
        // Digits of one house, or one digit in several lines of a kind.
        _ if is_same(&|constraint| constraint / side) => Some(0),
        1 | 2 if is_same(&|constraint| constraint % side) => Some(usize::from(3 - kind)),
        _ => None,
    }
}

/// Whether the constraints are cells, and one house of this kind contains all of them.
fn are_cells_of_one_house(tables: &ConstraintTables, constraints: &[u16], kind: usize) -> bool {
    // The constraint of the first digit stands for the house.
    let house = |cell: u16| tables.constraints_of(tables.candidate_at(cell.into(), 0).into())[kind];
    let is_cell = |constraint: &u16| tables.kind((*constraint).into()) == 0;
    constraints.iter().all(is_cell) && constraints.iter().all(|cell| house(*cell) == house(constraints[0]))
}

/// All matrices of a board: naked subsets, hidden subsets, fish.
fn matrices(board: Board) -> Vec<IncidenceMatrix> {
    let (side, cells) = (board.side(), board.cell_count());
    let naked = board.houses().map(|house| IncidenceMatrix {
        rows: board.cells_of(house).map(|cell| board.index(cell) as u16).collect(),
        cover_kind: 1 + house.kind() as usize,
    });
    let ids = move |first: usize, step: usize| (0..side).map(move |index| (first + index * step) as u16).collect();
    let hidden = (0..3 * side).map(move |house| IncidenceMatrix { rows: ids(cells + house * side, 1), cover_kind: 0 });
    let fish = [(1, 2), (2, 1)].into_iter().flat_map(move |(kind, cover_kind)| {
        (0..side).map(move |digit| IncidenceMatrix { rows: ids(kind * cells + digit, side), cover_kind })
    });
    naked.chain(hidden).chain(fish).collect()
}
