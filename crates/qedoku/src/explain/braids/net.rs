//! The open candidates of a state, numbered anew without gaps, and how they are linked.
//!
//! Few candidates are open (200 of 729 in a usual 9x9), so sets of them fit into a few words: `W` of them, chosen by
//! their number. Candidates that go after the net was made keep their numbers; their bits do no harm, because only masks
//! say what is left.

use super::state::State;
use super::tables::{MAX_SETS, MAX_SIDE, Tables, shape};

/// A set of candidates by their numbers in a net.
pub(super) type Bits<const W: usize> = [u64; W];

/// What is said of a candidate before anything is known about its effects.
const UNKNOWN: (u32, u32) = (u32::MAX, 0);

/// What a candidate would take from a set, were it true.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    pub(super) set: u16,
    /// The places that go.
    pub(super) taken: u16,
    /// Where the shapes of the set's masks begin.
    pub(super) shapes: u32,
}

/// Candidates and links.
pub(super) struct Net<const W: usize> {
    /// The number that each candidate has on the board.
    names: Vec<u16>,
    /// The sets of each candidate.
    sets: Vec<[u16; 4]>,
    /// The candidates linked to each.
    links: Vec<Bits<W>>,
    /// The candidates of each set of the board.
    members: Vec<Bits<W>>,
    /// The candidate at each place of each set; sixteen for each set.
    slots: Vec<u16>,
    /// The places of each candidate in its sets.
    places: Vec<[u8; 4]>,
    /// What each candidate takes from which set. Made when it is first needed.
    effects: Vec<Effect>,
    /// Where in `effects` those of a candidate are.
    spans: Vec<(u32, u32)>,
    /// For each set what a candidate takes from it; all zero between uses.
    taken: Vec<u16>,
}

impl<const W: usize> Net<W> {
    pub(super) fn new() -> Net<W> {
        Net {
            names: Vec::new(),
            sets: Vec::new(),
            links: Vec::new(),
            members: Vec::new(),
            slots: vec![0; MAX_SETS * MAX_SIDE],
            places: Vec::new(),
            effects: Vec::new(),
            spans: Vec::new(),
            taken: vec![0; MAX_SETS],
        }
    }

    /// Numbers the open candidates of a state.
    pub(super) fn build(&mut self, tables: &Tables, state: &State) {
        self.names.clear();
        self.names.extend(state.candidates().map(|candidate| candidate as u16));
        self.sets.clear();
        self.sets.extend(self.names.iter().map(|name| tables.sets(usize::from(*name))));
        self.places.clear();
        self.places.extend(self.names.iter().map(|name| tables.places(usize::from(*name))));
        self.effects.clear();
        self.spans.clear();
        self.spans.resize(self.names.len(), UNKNOWN);
        self.join(tables.set_count());
    }

    fn join(&mut self, set_count: usize) {
        self.members.clear();
        self.members.resize(set_count, [0; W]);
        for (number, (sets, places)) in self.sets.iter().zip(&self.places).enumerate() {
            for (set, place) in sets.iter().zip(places) {
                self.members[usize::from(*set)][number / 64] |= 1 << (number % 64);
                self.slots[usize::from(*set) * MAX_SIDE + usize::from(*place)] = number as u16;
            }
        }
        self.links.clear();
        self.links.extend(self.sets.iter().enumerate().map(|(number, sets)| {
            let [cell, row, column, block] = sets.map(|set| &self.members[usize::from(set)]);
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

    /// The number in this net of a candidate of the board that was open when it was built.
    pub(super) fn number(&self, name: u16) -> Option<usize> {
        self.names.binary_search(&name).ok()
    }

    /// The candidates linked to this one.
    #[inline]
    pub(super) fn links(&self, candidate: usize) -> &Bits<W> {
        &self.links[candidate]
    }

    /// The sets of a candidate, and its places there.
    pub(super) fn standing(&self, candidate: usize) -> ([u16; 4], [u8; 4]) {
        (self.sets[candidate], self.places[candidate])
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
        let other = &self.members[usize::from(self.sets[usize::from(member)][usize::from(which & 3)])];
        let own = &self.members[set];
        for word in 0..W {
            to[word] |= other[word] & !own[word];
        }
    }

    /// Makes sure that the effects of a candidate are known.
    #[inline]
    pub(super) fn learn(&mut self, tables: &Tables, candidate: usize) {
        if self.spans[candidate] == UNKNOWN {
            self.trace(tables, candidate);
        }
    }

    /// What a candidate would take from which set. [`Net::learn`] comes first.
    #[inline]
    pub(super) fn effects(&self, candidate: usize) -> &[Effect] {
        let (begin, end) = self.spans[candidate];
        &self.effects[begin as usize..end as usize]
    }

    fn trace(&mut self, tables: &Tables, candidate: usize) {
        let own = self.sets[candidate];
        let begin = self.effects.len();
        for (index, word) in self.links[candidate].into_iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let linked = 64 * index + word.trailing_zeros() as usize;
                word &= word - 1;
                for ((set, place), own) in self.sets[linked].iter().zip(&self.places[linked]).zip(&own) {
                    if set != own {
                        let taken = &mut self.taken[usize::from(*set) % MAX_SETS];
                        if *taken == 0 {
                            self.effects.push(Effect { set: *set, taken: 0, shapes: tables.shapes_of((*set).into()) });
                        }
                        *taken |= 1 << place;
                    }
                }
            }
        }
        for effect in &mut self.effects[begin..] {
            effect.taken = std::mem::take(&mut self.taken[usize::from(effect.set)]);
        }
        self.spans[candidate] = (begin as u32, self.effects.len() as u32);
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
