//! The open candidates of a state, numbered anew without gaps, and how they are linked.
//!
//! Few candidates are open (200 of 729 in a usual 9x9), so sets of them fit into a few words: `W` of them, chosen by
//! their number. Candidates that go after the net was made keep their numbers; their bits do no harm, because only masks
//! say what is left.

use super::state::State;
use super::tables::{MAX_SETS, MAX_SIDE, Standing, Tables, shape};

/// A set of candidates by their numbers in a net.
pub(super) type Bits<const W: usize> = [u64; W];

/// Candidates and links.
pub(super) struct Net<const W: usize> {
    /// The number that each candidate has on the board.
    names: Vec<u16>,
    /// The sets of each candidate.
    standings: Vec<Standing>,
    /// The candidates linked to each.
    links: Vec<Bits<W>>,
    /// The candidates of each set of the board.
    members: Vec<Bits<W>>,
    /// The candidate at each place of each set; sixteen for each set.
    slots: Vec<u16>,
}

impl<const W: usize> Net<W> {
    pub(super) fn new() -> Net<W> {
        Net {
            names: Vec::new(),
            standings: Vec::new(),
            links: Vec::new(),
            members: Vec::new(),
            slots: vec![0; MAX_SETS * MAX_SIDE],
        }
    }

    /// Numbers the open candidates of a state.
    pub(super) fn build(&mut self, tables: &Tables, state: &State) {
        self.names.clear();
        self.names.extend(state.candidates().map(|candidate| candidate as u16));
        self.standings.clear();
        self.standings.extend(self.names.iter().map(|name| *tables.standing((*name).into())));
        self.join(tables.set_count());
    }

    fn join(&mut self, set_count: usize) {
        self.members.clear();
        self.members.resize(set_count, [0; W]);
        for (number, standing) in self.standings.iter().enumerate() {
            for (set, bit) in standing.sets.iter().zip(&standing.bits) {
                self.members[usize::from(*set)][number / 64] |= 1 << (number % 64);
                self.slots[usize::from(*set) * MAX_SIDE + bit.trailing_zeros() as usize] = number as u16;
            }
        }
        self.links.clear();
        self.links.extend(self.standings.iter().enumerate().map(|(number, standing)| {
            let [cell, row, column, block] = standing.sets.map(|set| &self.members[usize::from(set)]);
            let mut links: Bits<W> = std::array::from_fn(|word| cell[word] | row[word] | column[word] | block[word]);
            links[number / 64] &= !(1 << (number % 64));
            links
        }));
    }

    /// How many candidates were open when it was built.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The numbers that the candidates have on the board, in ascending order.
    pub(super) fn names(&self) -> &[u16] {
        &self.names
    }

    /// The candidates linked to each.
    pub(super) fn all_links(&self) -> impl Iterator<Item = &[u64]> {
        self.links.iter().map(|links| &links[..])
    }

    /// The number on the board.
    #[inline]
    pub(super) fn name(&self, candidate: usize) -> u16 {
        self.names[candidate]
    }

    /// The candidates that are still open.
    pub(super) fn open(&self, state: &State) -> Bits<W> {
        let mut open = [0; W];
        let all = state.count() == self.len();
        let numbers = (0..self.len()).filter(|number| all || state.is_open(self.names[*number].into()));
        numbers.for_each(|number| insert(&mut open, number));
        open
    }

    /// The number in this net of a candidate of the board that was open when it was built.
    pub(super) fn number(&self, name: u16) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }

    /// The candidates linked to this one.
    #[inline]
    pub(super) fn links(&self, candidate: usize) -> &Bits<W> {
        &self.links[candidate]
    }

    /// Where a candidate stands.
    #[inline]
    pub(super) fn standing(&self, candidate: usize) -> &Standing {
        &self.standings[candidate]
    }

    /// The candidate at a place of a set.
    #[inline]
    pub(super) fn slot(&self, set: usize, place: u32) -> u16 {
        self.slots[set * MAX_SIDE + place as usize]
    }

    /// Adds the candidates that would leave nothing of a set whose candidates have this shape; one of them is told.
    #[inline]
    pub(super) fn add_killers(&self, set: usize, which: u8, member: u16, to: &mut Bits<W>) {
        debug_assert!((shape::IN_ROW..=shape::IN_BLOCK).contains(&which), "other shapes have no shared house");
        let other = &self.members[usize::from(self.standings[usize::from(member)].sets[usize::from(which & 3)])];
        let own = &self.members[set];
        for word in 0..W {
            to[word] |= other[word] & !own[word];
        }
    }
}

/// Puts a number into a set.
#[inline]
pub(super) fn insert<const W: usize>(bits: &mut Bits<W>, number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// Whether a number is in a set.
#[inline]
pub(super) fn contains<const W: usize>(bits: &Bits<W>, number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 != 0
}

/// Adds all of another set.
#[inline]
pub(super) fn add<const W: usize>(bits: &mut Bits<W>, other: &Bits<W>) {
    bits.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

/// Whether two sets have something in common.
#[inline]
pub(super) fn meet<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> bool {
    one.iter().zip(other).fold(0, |both, (one, other)| both | one & other) != 0
}
