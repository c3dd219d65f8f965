//! Lookup tables: the exactly-one constraints of a board and their candidates by id, and the class of every candidate
//! mask.
//!
//! A candidate id is [`Candidate::index`]. A constraint id is the index in [`ExactlyOne::all`]: cells, then the digits
//! of rows, of columns and of boxes, side x side of each kind. A mask has one bit for each candidate of a constraint:
//! the digits of a cell, or the cells of a house in reading order.
//!
//! **Size limit.** Masks have 16 bits, so boards have at most [`MAX_SIDE`] digits. [`ConstraintTables::new`] enforces
//! the limit with an assertion; `Explainer::supports` reports it in advance. Larger boards use the
//! [`reference`](crate::reference) search, which has no masks.

use qedoku_puzzle::{Board, Candidate};

use crate::ExactlyOne;

/// The largest side whose masks fit into 16 bits.
pub(crate) const MAX_SIDE: usize = 16;
/// Number of constraints of the largest board; length of arrays indexed by constraint.
pub(super) const MAX_CONSTRAINTS: usize = 4 * MAX_SIDE * MAX_SIDE;
/// Number of masks of a constraint of the largest board.
const MASK_COUNT: usize = 1 << MAX_SIDE;

/// Classes of masks: which single candidates can eliminate all candidates of the mask at once.
///
/// One candidate outside a constraint is linked to all candidates left of it only if one is left, or if several lie in
/// the intersection of a line and a box (a triad, on 9x9): then it lies in the other house of that intersection. This
/// is the pattern of locked candidates. The values 1, 2 and 3 name that house: they are the index of its constraint in
/// [`ConstraintTables::constraints_of`] any of the candidates.
///
/// Constants instead of an enum, because the value is such an index.
pub(super) mod mask_class {
    /// Two or more candidates without a common second house: no single candidate is linked to all of them.
    pub(in super::super) const NO_COMMON_HOUSE: u8 = 0;
    /// All in one row (of a box constraint).
    pub(in super::super) const COMMON_ROW: u8 = 1;
    /// All in one column (of a box constraint).
    pub(in super::super) const COMMON_COLUMN: u8 = 2;
    /// All in one box (of a row or column constraint).
    pub(in super::super) const COMMON_BLOCK: u8 = 3;
    /// One candidate.
    pub(in super::super) const SINGLE: u8 = 4;
    /// No candidate: a conflict.
    pub(in super::super) const EMPTY: u8 = 5;
}

/// The constraints of a board of side 4 to 16, as arrays for the inner loops of the search.
pub(crate) struct ConstraintTables {
    board: Board,
    /// The candidate of each candidate id.
    candidates: Box<[Candidate]>,
    /// The constraint of each constraint id.
    constraints: Box<[ExactlyOne]>,
    /// The four constraints of each candidate.
    memberships: Box<[Memberships]>,
    /// The candidates of each constraint by bit; `MAX_SIDE` entries per constraint, whatever the side.
    candidate_at: Box<[u16]>,
    /// The kind of each constraint: 0 cell, 1 row, 2 column, 3 box.
    kinds: Box<[u8; MAX_CONSTRAINTS]>,
    /// The class of each mask, for each kind of constraint. An entry for every `u16`, although 9x9 needs 512 of them: an index
    /// that is always in bounds saves 3 % of the instructions of a rating.
    mask_classes: Box<[u8; 4 * MASK_COUNT]>,
}

/// The constraints that contain a candidate: cell, row, column, box.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Memberships {
    pub(super) constraints: [u16; 4],
    /// Its bit in the mask of each.
    pub(super) bits: [u16; 4],
    /// `overlap[a][b]`: mask of the candidates of constraint b that are in constraint a as well.
    pub(super) overlap: [[u16; 4]; 4],
}

/// Kinds of constraints (cell 0, row 1, column 2, box 3) that two candidates share: the highest bit of each of four
/// 16-bit fields.
#[derive(Clone, Copy)]
pub(super) struct SharedKinds(u64);

impl SharedKinds {
    #[inline]
    pub(super) fn contains(self, kind: usize) -> bool {
        self.0 >> (16 * kind + 15) & 1 != 0
    }
}

impl Memberships {
    /// The kinds of constraints that contain another candidate as well.
    ///
    /// The four ids are compared at once. In each field, `0x8000 - (one ^ other)` keeps its highest bit only if the ids
    /// are equal, and never borrows from the next field, because ids are below [`MAX_CONSTRAINTS`].
    #[inline]
    pub(super) fn shared_constraints(&self, other: &Memberships) -> SharedKinds {
        SharedKinds(0x8000_8000_8000_8000 - (pack(self.constraints) ^ pack(other.constraints)))
    }
}

/// Four numbers as the fields of one word, the first one lowest.
#[inline]
fn pack([cell, row, column, block]: [u16; 4]) -> u64 {
    u64::from(cell) | u64::from(row) << 16 | u64::from(column) << 32 | u64::from(block) << 48
}

impl ConstraintTables {
    /// Builds the tables of a board.
    ///
    /// # Panics
    /// If the side is larger than [`MAX_SIDE`].
    pub(crate) fn new(board: Board) -> ConstraintTables {
        assert!(board.side() <= MAX_SIDE, "braid search supports boards up to {MAX_SIDE}x{MAX_SIDE}");
        let mut tables = ConstraintTables {
            board,
            candidates: (0..board.side().pow(3)).map(|id| Candidate::from_index(board, id)).collect(),
            constraints: ExactlyOne::all(board).collect(),
            memberships: vec![Memberships::default(); board.side().pow(3)].into(),
            candidate_at: vec![0; MAX_CONSTRAINTS * MAX_SIDE].into(),
            kinds: vec![0; MAX_CONSTRAINTS].try_into().expect("the vector has this length"),
            mask_classes: mask_classes(board),
        };
        for (id, constraint) in ExactlyOne::all(board).enumerate() {
            tables.kinds[id] = (id / board.cell_count()) as u8;
            tables.add_constraint(id, constraint);
        }
        for candidate in 0..tables.candidate_count() {
            tables.memberships[candidate].overlap = tables.overlap(candidate);
        }
        tables
    }

    fn add_constraint(&mut self, id: usize, constraint: ExactlyOne) {
        let kind = usize::from(self.kinds[id]);
        for (bit, candidate) in constraint.candidates(self.board).enumerate() {
            let candidate = candidate.index(self.board);
            self.memberships[candidate].constraints[kind] = id as u16;
            self.memberships[candidate].bits[kind] = 1 << bit;
            self.candidate_at[id * MAX_SIDE + bit] = candidate as u16;
        }
    }

    fn overlap(&self, candidate: usize) -> [[u16; 4]; 4] {
        let overlap = |one: u16, other: u16| {
            let is_in_both =
                |bit: &u32| self.constraints_of(self.candidate_at(other.into(), *bit).into()).contains(&one);
            (0..self.side() as u32).filter(is_in_both).fold(0, |mask, bit| mask | 1 << bit)
        };
        let constraints = self.constraints_of(candidate);
        constraints.map(|one| constraints.map(|other| overlap(one, other)))
    }

    pub(crate) fn board(&self) -> Board {
        self.board
    }

    pub(crate) fn side(&self) -> usize {
        self.board.side()
    }

    /// Number of constraints.
    pub(crate) fn constraint_count(&self) -> usize {
        4 * self.board.cell_count()
    }

    /// Number of candidates, eliminated or not.
    pub(crate) fn candidate_count(&self) -> usize {
        self.memberships.len()
    }

    /// The constraints that contain a candidate: cell, row, column, box.
    #[inline]
    pub(crate) fn constraints_of(&self, candidate: usize) -> [u16; 4] {
        self.memberships[candidate].constraints
    }

    /// The constraints that contain a candidate, with its bits in their masks.
    #[inline]
    pub(super) fn memberships(&self, candidate: usize) -> &Memberships {
        &self.memberships[candidate]
    }

    /// Each constraint of a candidate with its bit there.
    #[inline]
    pub(super) fn membership_bits(&self, candidate: usize) -> impl Iterator<Item = (usize, u16)> + use<> {
        let Memberships { constraints, bits, .. } = self.memberships[candidate];
        constraints.into_iter().map(usize::from).zip(bits)
    }

    /// The candidate at a bit of a constraint.
    #[inline]
    pub(crate) fn candidate_at(&self, constraint: usize, bit: u32) -> u16 {
        self.candidate_at[constraint * MAX_SIDE + bit as usize]
    }

    /// The candidates of a constraint that are in a mask.
    #[inline]
    pub(crate) fn candidates_in(&self, constraint: usize, mask: u16) -> impl Iterator<Item = u16> + '_ {
        mask_bits(mask).map(move |bit| self.candidate_at(constraint, bit))
    }

    /// Whether two different candidates share a constraint.
    pub(crate) fn are_linked(&self, one: usize, other: usize) -> bool {
        let constraints = self.constraints_of(other);
        one != other && self.constraints_of(one).iter().zip(constraints).any(|(one, other)| *one == other)
    }

    /// Kind of a constraint: 0 for a cell; 1, 2 and 3 for a digit of a row, column and box.
    #[inline]
    pub(crate) fn kind(&self, constraint: usize) -> u8 {
        self.kinds[constraint % MAX_CONSTRAINTS]
    }

    /// The class of a mask of a constraint; see [`mask_class`].
    #[inline]
    pub(super) fn mask_class(&self, constraint: usize, mask: u16) -> u8 {
        self.mask_class_of_kind(self.kind(constraint).into(), mask)
    }

    /// The class of a mask of any constraint of this kind.
    #[inline]
    pub(super) fn mask_class_of_kind(&self, kind: usize, mask: u16) -> u8 {
        // `% 4` proves to the compiler that the index is in bounds.
        self.mask_classes[kind % 4 * MASK_COUNT + usize::from(mask)]
    }

    /// The constraint with this id.
    pub(crate) fn constraint(&self, id: usize) -> ExactlyOne {
        self.constraints[id]
    }

    /// The id of a constraint.
    pub(crate) fn constraint_id(&self, constraint: ExactlyOne) -> usize {
        constraint.index(self.board)
    }

    /// The candidate with this id.
    pub(crate) fn candidate(&self, id: u16) -> Candidate {
        self.candidates[usize::from(id)]
    }
}

/// The indices of the set bits of a mask, in ascending order.
#[inline]
pub(crate) fn mask_bits(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The class of every mask, for each kind of constraint.
fn mask_classes(board: Board) -> Box<[u8; 4 * MASK_COUNT]> {
    let mut classes = vec![mask_class::NO_COMMON_HOUSE; 4 * MASK_COUNT];
    for (kind, classes) in classes.chunks_exact_mut(MASK_COUNT).enumerate() {
        for (mask, class) in classes[..1 << board.side()].iter_mut().enumerate() {
            *class = classify_mask(board, kind as u8, mask as u16);
        }
    }
    classes.try_into().expect("the vector has this length")
}

fn classify_mask(board: Board, kind: u8, mask: u16) -> u8 {
    let (height, width) = (board.box_height() as u32, board.box_width() as u32);
    let all_same = |group: &dyn Fn(u32) -> u32| {
        let mut groups = mask_bits(mask).map(group);
        let first = groups.next();
        groups.all(|group| Some(group) == first)
    };
    match (mask.count_ones(), kind) {
        (0, _) => mask_class::EMPTY,
        (1, _) => mask_class::SINGLE,
        (_, 1) if all_same(&|bit| bit / width) => mask_class::COMMON_BLOCK,
        (_, 2) if all_same(&|bit| bit / height) => mask_class::COMMON_BLOCK,
        (_, 3) if all_same(&|bit| bit / width) => mask_class::COMMON_ROW,
        (_, 3) if all_same(&|bit| bit % width) => mask_class::COMMON_COLUMN,
        _ => mask_class::NO_COMMON_HOUSE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        (4..=16).filter_map(|side| Board::of_side(side).ok())
    }

    #[test]
    fn ids_match_the_constraints_and_candidates_of_the_board() {
        for board in boards() {
            let tables = ConstraintTables::new(board);
            for (id, constraint) in ExactlyOne::all(board).enumerate() {
                assert_eq!((tables.constraint(id), tables.constraint_id(constraint)), (constraint, id));
                let all = (u32::MAX >> (32 - board.side())) as u16;
                let candidates: Vec<Candidate> =
                    tables.candidates_in(id, all).map(|candidate| tables.candidate(candidate)).collect();
                assert!(candidates.iter().copied().eq(constraint.candidates(board)), "{constraint} of {board}");
            }
            for index in 0..tables.candidate_count() {
                let constraints = tables.constraints_of(index).map(|id| tables.constraint(usize::from(id)));
                assert_eq!(constraints, ExactlyOne::containing(board, Candidate::from_index(board, index)));
            }
        }
    }

    /// The fact that makes the look-ahead of the search exact.
    #[test]
    fn the_class_of_a_mask_names_all_outside_candidates_linked_to_the_whole_mask() {
        for board in boards().filter(|board| board.side() <= 9) {
            let tables = ConstraintTables::new(board);
            for constraint in 0..tables.constraint_count() {
                for mask in [0b11, 0b101, 0b111, 0b1001, 0b11_0000, 0b10_0001]
                    .into_iter()
                    .filter(|mask| mask >> board.side() == 0)
                {
                    let members: Vec<usize> = tables.candidates_in(constraint, mask).map(usize::from).collect();
                    let is_outside = |one: &usize| !tables.constraints_of(*one).contains(&(constraint as u16));
                    let is_linked_to_all = |one: &usize| members.iter().all(|member| tables.are_linked(*one, *member));
                    let expected: Vec<usize> =
                        (0..tables.candidate_count()).filter(is_outside).filter(is_linked_to_all).collect();
                    let found: Vec<usize> = match tables.mask_class(constraint, mask) {
                        mask_class::NO_COMMON_HOUSE => Vec::new(),
                        class => {
                            let other = tables.constraints_of(members[0])[usize::from(class)];
                            (0..tables.candidate_count())
                                .filter(is_outside)
                                .filter(|one| tables.constraints_of(*one).contains(&other))
                                .collect()
                        }
                    };
                    assert_eq!(found, expected, "{} of {board}, {mask:b}", tables.constraint(constraint));
                }
            }
        }
    }
}
