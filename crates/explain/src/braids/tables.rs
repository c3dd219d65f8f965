//! The sets of a board and their candidates by number, and what a mask of candidates means.
//!
//! A candidate is numbered as [`Candidate::index`] says. A set is numbered as in [`ExactlyOne::all`]: cells, then the digits of rows, of
//! columns and of boxes, side x side of each. A mask has a bit for each place of a set: its digits, or the cells of its house.

use qedoku_puzzle::{Board, Candidate};

use crate::ExactlyOne;

/// The largest side whose masks fit into 16 bits.
pub(crate) const MAX_SIDE: usize = 16;
/// Sets on the largest board: what arrays that are indexed by sets hold.
pub(super) const MAX_SETS: usize = 4 * MAX_SIDE * MAX_SIDE;

/// What the candidates left in a set have in common.
///
/// One candidate from outside can leave nothing of a set only if one candidate is left, or several that stand together in a row
/// or column of a box: then it is in the other house that they share. 1, 2 and 3 say which: the number is the place of
/// that set in [`Tables::sets`] of any of them.
pub(super) mod shape {
    /// Nothing that helps.
    pub(in super::super) const LOOSE: u8 = 0;
    /// All in one box, which is not the house of the set.
    pub(in super::super) const IN_BLOCK: u8 = 3;
    /// All in one row.
    pub(in super::super) const IN_ROW: u8 = 1;
    /// All in one column.
    pub(in super::super) const IN_COLUMN: u8 = 2;
    /// One candidate.
    pub(in super::super) const ONE: u8 = 4;
    /// None.
    pub(in super::super) const EMPTY: u8 = 5;
}

/// The geometry of a board of side 4 to 16, for loops that look things up.
pub(crate) struct Tables {
    board: Board,
    /// What the numbers mean.
    names: Box<[Candidate]>,
    named_sets: Box<[ExactlyOne]>,
    /// Where each candidate stands.
    standings: Box<[Standing]>,
    /// The candidates of each set by place; sixteen for each, whatever the side.
    candidates: Box<[u16]>,
    /// The kind of each set: 0 for cells, 1 for rows, 2 for columns, 3 for boxes.
    kinds: Box<[u8; MAX_SETS]>,
    /// The shape of each mask, for each kind of set.
    shapes: Box<[u8]>,
}

/// The sets of a candidate: cell, row, column, box.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    pub(super) sets: [u16; 4],
    /// Its bit in the mask of each.
    pub(super) bits: [u16; 4],
    /// For each two of these sets, the places of the second that the first has as well, as a mask.
    pub(super) common: [[u16; 4]; 4],
}

impl Tables {
    /// The tables of a board.
    pub(crate) fn new(board: Board) -> Tables {
        assert!(board.side() <= MAX_SIDE, "masks have 16 bits");
        let mut tables = Tables {
            board,
            names: (0..board.side().pow(3)).map(|number| Candidate::from_index(board, number)).collect(),
            named_sets: ExactlyOne::all(board).collect(),
            standings: vec![Standing::default(); board.side().pow(3)].into(),
            candidates: vec![0; MAX_SETS * MAX_SIDE].into(),
            kinds: vec![0; MAX_SETS].try_into().expect("as many as there are"),
            shapes: shapes(board),
        };
        for (number, set) in ExactlyOne::all(board).enumerate() {
            tables.kinds[number] = (number / board.cell_count()) as u8;
            tables.enter(number, set);
        }
        for candidate in 0..tables.candidate_count() {
            tables.standings[candidate].common = tables.common(candidate);
        }
        tables
    }

    fn enter(&mut self, number: usize, set: ExactlyOne) {
        let kind = usize::from(self.kinds[number]);
        for (place, candidate) in set.candidates(self.board).enumerate() {
            let candidate = candidate.index(self.board);
            self.standings[candidate].sets[kind] = number as u16;
            self.standings[candidate].bits[kind] = 1 << place;
            self.candidates[number * MAX_SIDE + place] = candidate as u16;
        }
    }

    fn common(&self, candidate: usize) -> [[u16; 4]; 4] {
        let part = |set: u16, of: u16| {
            let is_common = |place: &u32| self.sets(self.candidate(of.into(), *place).into()).contains(&set);
            (0..self.side() as u32).filter(is_common).fold(0, |mask, place| mask | 1 << place)
        };
        let sets = self.sets(candidate);
        sets.map(|set| sets.map(|of| part(set, of)))
    }

    pub(crate) fn board(&self) -> Board {
        self.board
    }

    pub(crate) fn side(&self) -> usize {
        self.board.side()
    }

    /// How many sets there are.
    pub(crate) fn set_count(&self) -> usize {
        4 * self.board.cell_count()
    }

    /// How many candidates there are.
    pub(crate) fn candidate_count(&self) -> usize {
        self.standings.len()
    }

    /// The sets of a candidate: cell, row, column, box.
    #[inline]
    pub(crate) fn sets(&self, candidate: usize) -> [u16; 4] {
        self.standings[candidate].sets
    }

    /// Where a candidate stands.
    #[inline]
    pub(super) fn standing(&self, candidate: usize) -> &Standing {
        &self.standings[candidate]
    }

    /// Each set of a candidate, with its bit there.
    #[inline]
    pub(super) fn bits(&self, candidate: usize) -> impl Iterator<Item = (usize, u16)> + use<> {
        let Standing { sets, bits, .. } = self.standings[candidate];
        sets.into_iter().map(usize::from).zip(bits)
    }

    /// The candidate at a place of a set.
    #[inline]
    pub(crate) fn candidate(&self, set: usize, place: u32) -> u16 {
        self.candidates[set * MAX_SIDE + place as usize]
    }

    /// The candidates of a set that a mask has.
    #[inline]
    pub(crate) fn members(&self, set: usize, mask: u16) -> impl Iterator<Item = u16> + '_ {
        places(mask).map(move |place| self.candidate(set, place))
    }

    /// Whether two different candidates share a set.
    pub(crate) fn linked(&self, one: usize, other: usize) -> bool {
        one != other && self.sets(one).iter().zip(self.sets(other)).any(|(one, other)| *one == other)
    }

    /// 0 for a cell, 1, 2 and 3 for a digit in a row, column and box.
    #[inline]
    pub(super) fn kind(&self, set: usize) -> u8 {
        self.kinds[set % MAX_SETS]
    }

    /// What the candidates of a mask have in common.
    #[inline]
    pub(super) fn shape(&self, set: usize, mask: u16) -> u8 {
        self.shape_of_kind(self.kind(set).into(), mask)
    }

    /// The same for a kind of sets.
    #[inline]
    pub(super) fn shape_of_kind(&self, kind: usize, mask: u16) -> u8 {
        self.shapes[kind << self.side() | usize::from(mask)]
    }

    /// The set with this number.
    pub(crate) fn set(&self, number: usize) -> ExactlyOne {
        self.named_sets[number]
    }

    /// The number of a set.
    pub(crate) fn number(&self, set: ExactlyOne) -> usize {
        set.index(self.board)
    }

    /// The candidate with this number.
    pub(crate) fn name(&self, candidate: u16) -> Candidate {
        self.names[usize::from(candidate)]
    }
}

/// The places of a mask, in ascending order.
#[inline]
pub(crate) fn places(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(place)
    })
}

/// The shape of every mask, for each kind of set.
fn shapes(board: Board) -> Box<[u8]> {
    let masks = 0..1_u32 << board.side();
    (0..4).flat_map(|kind| masks.clone().map(move |mask| shape_of(board, kind, mask as u16))).collect()
}

fn shape_of(board: Board, kind: u8, mask: u16) -> u8 {
    let (height, width) = (board.box_height() as u32, board.box_width() as u32);
    let all_same = |group: &dyn Fn(u32) -> u32| {
        let mut groups = places(mask).map(group);
        let first = groups.next();
        groups.all(|group| Some(group) == first)
    };
    match (mask.count_ones(), kind) {
        (0, _) => shape::EMPTY,
        (1, _) => shape::ONE,
        (_, 1) if all_same(&|place| place / width) => shape::IN_BLOCK,
        (_, 2) if all_same(&|place| place / height) => shape::IN_BLOCK,
        (_, 3) if all_same(&|place| place / width) => shape::IN_ROW,
        (_, 3) if all_same(&|place| place % width) => shape::IN_COLUMN,
        _ => shape::LOOSE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        (4..=16).filter_map(|side| Board::of_side(side).ok())
    }

    #[test]
    fn numbers_and_sets_are_the_same_thing() {
        for board in boards() {
            let tables = Tables::new(board);
            for (number, set) in ExactlyOne::all(board).enumerate() {
                assert_eq!((tables.set(number), tables.number(set)), (set, number));
                let all = (u32::MAX >> (32 - board.side())) as u16;
                let members: Vec<Candidate> = tables.members(number, all).map(|one| tables.name(one)).collect();
                assert!(members.iter().copied().eq(set.candidates(board)), "{set} of {board}");
            }
            for index in 0..tables.candidate_count() {
                let sets = tables.sets(index).map(|set| tables.set(usize::from(set)));
                assert_eq!(sets, ExactlyOne::containing(board, Candidate::from_index(board, index)));
            }
        }
    }

    /// The one fact that the look-ahead of the search rests on.
    #[test]
    fn a_candidate_from_outside_is_linked_to_all_of_a_mask_exactly_if_its_shape_says_so() {
        for board in boards().filter(|board| board.side() <= 9) {
            let tables = Tables::new(board);
            for set in 0..tables.set_count() {
                for mask in [0b11, 0b101, 0b111, 0b1001, 0b11_0000, 0b10_0001]
                    .into_iter()
                    .filter(|mask| mask >> board.side() == 0)
                {
                    let members: Vec<usize> = tables.members(set, mask).map(usize::from).collect();
                    let outside = |one: &usize| !tables.sets(*one).contains(&(set as u16));
                    let hits = |one: &usize| members.iter().all(|member| tables.linked(*one, *member));
                    let expected: Vec<usize> = (0..tables.candidate_count()).filter(outside).filter(hits).collect();
                    let told: Vec<usize> = match tables.shape(set, mask) {
                        shape::LOOSE => Vec::new(),
                        which => {
                            let other = tables.sets(members[0])[usize::from(which)];
                            (0..tables.candidate_count())
                                .filter(outside)
                                .filter(|one| tables.sets(*one).contains(&other))
                                .collect()
                        }
                    };
                    assert_eq!(told, expected, "{} of {board}, {mask:b}", tables.set(set));
                }
            }
        }
    }
}
