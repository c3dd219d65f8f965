//! The candidates that a position has left, by sets.

use super::super::map::Map;
use super::super::position::Position;
use super::super::step::Link;

/// What a position has left, by the numbers of [`Map`].
pub(super) struct Left {
    map: Map,
    /// Where the candidates of each set begin, and behind the last one where they end.
    starts: Vec<u32>,
    /// The candidates of all sets, one set after the other; nothing for a set whose digit is placed.
    members: Vec<u32>,
    /// The candidates of cells without a digit.
    open: Vec<u32>,
    /// The sets without a placed digit that have no or one candidate left.
    short: Vec<usize>,
}

/// A set and its only candidate left; none if it is left without.
pub(super) type Move = (usize, Option<u32>);

impl Left {
    pub(super) fn new(position: &Position) -> Left {
        let map = Map::new(position.board());
        let allowed: Vec<bool> = (0..map.candidates()).map(|number| position.allows(map.candidate(number))).collect();
        let mut settled = vec![false; map.sets()];
        for (cell, digit) in position.placed().filled() {
            let number = qedoku_puzzle::Candidate::new(cell, digit).index(map.board());
            // A digit that clashes with another one is placed and is no candidate: its sets are not settled but empty.
            map.sets_of(number).into_iter().filter(|_| allowed[number]).for_each(|set| settled[set] = true);
        }
        let (mut starts, mut members) = (vec![0], Vec::new());
        for (set, settled) in settled.iter().enumerate() {
            let left = map.members(set).filter(|number| allowed[*number] && !settled);
            members.extend(left.map(|number| number as u32));
            starts.push(members.len() as u32);
        }
        let open = position.open().map(|candidate| candidate.index(map.board()) as u32).collect();
        let length = |set: usize| starts[set + 1] - starts[set];
        let short = (0..map.sets()).filter(|set| !settled[*set] && length(*set) <= 1).collect();
        Left { map, starts, members, open, short }
    }

    pub(super) fn map(&self) -> &Map {
        &self.map
    }

    /// The candidates left of a set; none if its digit is placed.
    #[inline]
    pub(super) fn of(&self, set: usize) -> &[u32] {
        &self.members[self.starts[set] as usize..self.starts[set + 1] as usize]
    }

    /// The candidates of cells without a digit, in reading order.
    pub(super) fn open(&self) -> &[u32] {
        &self.open
    }

    /// The sets without a placed digit that have no or one candidate left.
    pub(super) fn short(&self) -> &[usize] {
        &self.short
    }

    /// The candidates that cannot be true together with this one. Some come twice.
    pub(super) fn linked(&self, candidate: u32) -> impl Iterator<Item = u32> + '_ {
        let sets = self.map.sets_of(candidate as usize).into_iter();
        sets.flat_map(|set| self.of(set).iter().copied()).filter(move |other| *other != candidate)
    }

    #[inline]
    pub(super) fn are_linked(&self, one: u32, other: u32) -> bool {
        self.map.are_linked(one as usize, other as usize)
    }

    pub(super) fn links(&self, moves: &[Move]) -> Vec<Link> {
        let link = |(set, left): &Move| Link {
            set: self.map.set(*set),
            left: left.map(|left| self.map.candidate(left as usize)),
        };
        moves.iter().map(link).collect()
    }
}
