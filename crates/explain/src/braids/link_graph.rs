//! Link graph of the open candidates of a state, with dense ids.
//!
//! ```text
//!   board id   0 .. side^3      cell * side + digit, as everywhere outside this module
//!   graph id   0 .. len         rank among the candidates that were open when the graph was built
//! ```
//!
//! About 200 of 729 candidates are open in a typical 9x9 state, so a set of them ([`CandidateBits`]) fits into two to
//! six words. `W` is the number of words, chosen by [`Braids`](super::Braids).
//!
//! A graph outlives its state: candidates eliminated after it was built keep their ids. Their bits are harmless,
//! because masks alone decide which candidates a constraint has left.

use super::constraint_state::ConstraintState;
use super::tables::{ConstraintTables, MAX_CONSTRAINTS, MAX_SIDE, Memberships, mask_class};

/// A set of candidates by graph id.
pub(super) type CandidateBits<const W: usize> = [u64; W];

/// The open candidates and their links. Two candidates are linked if they share a constraint.
pub(super) struct LinkGraph<const W: usize> {
    /// The board id of each candidate, ascending.
    board_ids: Vec<u16>,
    /// The four constraints of each candidate.
    memberships: Vec<Memberships>,
    /// The candidates linked to each candidate.
    links: Vec<CandidateBits<W>>,
    /// The candidates of each constraint of the board.
    members: Box<[CandidateBits<W>; MAX_CONSTRAINTS]>,
    /// The candidate at each bit of each constraint.
    candidate_at: Box<[[u16; MAX_SIDE]; MAX_CONSTRAINTS]>,
}

impl<const W: usize> LinkGraph<W> {
    pub(super) fn new() -> LinkGraph<W> {
        LinkGraph {
            board_ids: Vec::new(),
            memberships: Vec::new(),
            links: Vec::new(),
            members: vec![[0; W]; MAX_CONSTRAINTS].try_into().expect("the vector has this length"),
            candidate_at: vec![[0; MAX_SIDE]; MAX_CONSTRAINTS].try_into().expect("the vector has this length"),
        }
    }

    /// Builds the graph of the open candidates of a state.
    pub(super) fn build(&mut self, tables: &ConstraintTables, state: &ConstraintState) {
        self.board_ids.clear();
        self.board_ids.extend(state.open_candidates().map(|candidate| candidate as u16));
        self.memberships.clear();
        self.memberships.extend(self.board_ids.iter().map(|id| *tables.memberships((*id).into())));
        self.build_links(tables.constraint_count());
    }

    fn build_links(&mut self, constraint_count: usize) {
        self.members[..constraint_count].fill([0; W]);
        for (candidate, memberships) in self.memberships.iter().enumerate() {
            for (constraint, bit) in memberships.constraints.iter().zip(&memberships.bits) {
                self.members[usize::from(*constraint)][candidate / 64] |= 1 << (candidate % 64);
                self.candidate_at[usize::from(*constraint)][bit.trailing_zeros() as usize] = candidate as u16;
            }
        }
        self.links.clear();
        self.links.extend(self.memberships.iter().enumerate().map(|(candidate, memberships)| {
            let [cell, row, column, block] =
                memberships.constraints.map(|constraint| &self.members[usize::from(constraint)]);
            let mut links: CandidateBits<W> =
                std::array::from_fn(|word| cell[word] | row[word] | column[word] | block[word]);
            links[candidate / 64] &= !(1 << (candidate % 64));
            links
        }));
    }

    /// Number of candidates that were open when the graph was built.
    pub(super) fn len(&self) -> usize {
        self.board_ids.len()
    }

    /// The board ids of all candidates, in ascending order.
    pub(super) fn board_ids(&self) -> &[u16] {
        &self.board_ids
    }

    /// The links of every candidate.
    pub(super) fn all_links(&self) -> impl Iterator<Item = &[u64]> {
        self.links.iter().map(|links| &links[..])
    }

    /// The board id of a candidate.
    #[inline]
    pub(super) fn board_id(&self, candidate: usize) -> u16 {
        self.board_ids[candidate]
    }

    /// The candidates that are open in a later state.
    pub(super) fn open(&self, state: &ConstraintState) -> CandidateBits<W> {
        let mut open = [0; W];
        // A word is built in a register, without branches: most of the time of this function is here.
        for (word, ids) in open.iter_mut().zip(self.board_ids.chunks(64)) {
            *word = ids.iter().rev().fold(0, |word, id| word << 1 | u64::from(state.is_open((*id).into())));
        }
        open
    }

    /// The graph id of a candidate, if it was open when the graph was built.
    pub(super) fn graph_id(&self, board_id: u16) -> Option<usize> {
        self.board_ids.binary_search(&board_id).ok()
    }

    /// The candidates linked to a candidate.
    #[inline]
    pub(super) fn links(&self, candidate: usize) -> &CandidateBits<W> {
        &self.links[candidate]
    }

    /// The constraints that contain a candidate.
    #[inline]
    pub(super) fn memberships(&self, candidate: usize) -> &Memberships {
        &self.memberships[candidate]
    }

    /// The candidate at a bit of a constraint.
    #[inline]
    pub(super) fn candidate_at(&self, constraint: usize, bit: u32) -> u16 {
        // `%` proves to the compiler that both indices are in bounds, here and below.
        self.candidate_at[constraint % MAX_CONSTRAINTS][bit as usize % MAX_SIDE]
    }

    /// Adds the candidates that would empty a constraint whose open candidates have a common house (`class`): the
    /// others of that house. `member` is any of its open candidates.
    #[inline]
    pub(super) fn add_emptying(&self, constraint: usize, class: u8, member: u16, to: &mut CandidateBits<W>) {
        debug_assert!(
            (mask_class::COMMON_ROW..=mask_class::COMMON_BLOCK).contains(&class),
            "the candidates of a mask of class {class} have no common house"
        );
        // `& 3` proves to the compiler that the index is in bounds.
        let common = self.memberships[usize::from(member)].constraints[usize::from(class & 3)];
        let other = &self.members[usize::from(common) % MAX_CONSTRAINTS];
        let own = &self.members[constraint % MAX_CONSTRAINTS];
        for word in 0..W {
            to[word] |= other[word] & !own[word];
        }
    }
}

/// Inserts a candidate.
#[inline]
pub(super) fn insert<const W: usize>(bits: &mut CandidateBits<W>, candidate: usize) {
    bits[candidate / 64] |= 1 << (candidate % 64);
}

/// Whether a candidate is in the set.
#[inline]
pub(super) fn contains<const W: usize>(bits: &CandidateBits<W>, candidate: usize) -> bool {
    bits[candidate / 64] >> (candidate % 64) & 1 != 0
}

/// Adds all candidates of another set.
#[inline]
pub(super) fn add_all<const W: usize>(bits: &mut CandidateBits<W>, other: &CandidateBits<W>) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Whether two sets have a candidate in common.
#[inline]
pub(super) fn intersect<const W: usize>(one: &CandidateBits<W>, other: &CandidateBits<W>) -> bool {
    one.iter().zip(other).fold(0, |both, (one, other)| both | one & other) != 0
}
