//! Some refutation of a target, and a short braid made of it without a search.

use super::chain::last;
use super::net::{Net, contains};
use super::search::{ROOT, Search};
use super::state::bits;
use super::tables::{MAX_SETS, Tables, places};

/// What was applied to refute a target, whether it was needed or not.
#[derive(Default)]
pub(super) struct Refutation {
    path: Vec<u16>,
    /// The set that is left empty.
    emptied: u16,
}

impl<const W: usize> Search<W> {
    /// Applies all that follows, layer by layer, until there is a conflict. How many sets a braid has at least: fewer would
    /// have met a conflict in an earlier layer. None if there is no conflict.
    pub(super) fn refute(&mut self, tables: &Tables, net: &Net<W>, target: usize) -> Option<usize> {
        self.refutation.path.clear();
        let size = self.propagate(tables, net, target)?;
        self.refutation.emptied = self.nodes[ROOT].emptied;
        self.bound(target, size);
        Some(size)
    }

    fn propagate(&mut self, tables: &Tables, net: &Net<W>, target: usize) -> Option<usize> {
        if self.root(tables, net, target) {
            return Some(1);
        }
        let (mut size, mut begin, mut end) = (2, 0, 0);
        while !self.nodes[ROOT].signs.end() {
            if begin == end {
                end = self.choices.len();
                size += 1;
            }
            let candidate = *self.choices.get(begin)?;
            begin += 1;
            self.refutation.path.push(candidate);
            if self.apply(tables, net, ROOT, candidate.into()) {
                return Some(size);
            }
        }
        let last = last(net, target, &self.nodes[ROOT]).expect("where it ends, there is a conflict");
        self.refutation.path.push(last);
        assert!(self.apply(tables, net, ROOT, last.into()), "the last candidate leaves a set empty");
        Some(size)
    }

    /// What is left of the last refutation when one candidate after the other is left out: a braid, in `path`.
    pub(super) fn shorten(&mut self, tables: &Tables, net: &Net<W>, target: usize) {
        let mut path =
            Blame::new(net, target, &self.refutation.path).trace(&self.nodes[0].masks, self.refutation.emptied);
        for index in (0..path.len()).rev() {
            if index < path.len() {
                let dropped = path.remove(index);
                if !self.follow(tables, net, target, &mut path) {
                    path.insert(index, dropped);
                }
            }
        }
        self.path = path;
    }

    /// Applies those of the path that follow, in order. If there is a conflict, only those are kept.
    fn follow(&mut self, tables: &Tables, net: &Net<W>, target: usize, path: &mut Vec<u16>) -> bool {
        let mut used = Vec::with_capacity(path.len());
        let mut conflict = self.root(tables, net, target) || self.nodes[ROOT].signs.end();
        for candidate in path.iter() {
            if !conflict && contains(&self.nodes[ROOT].signs.follows, (*candidate).into()) {
                used.push(*candidate);
                conflict = self.apply_ends(tables, net, ROOT, (*candidate).into());
            }
        }
        if conflict {
            *path = used;
        }
        conflict
    }
}

/// Who rules out what in a refutation, and who of them is needed.
///
/// Backwards from the set that is left empty: whoever first ruled out a candidate of it is needed, unless another does as well
/// that is needed anyway; and so on for the set that each needed candidate follows from.
struct Blame<'a, const W: usize> {
    net: &'a Net<W>,
    /// The target, and then what was applied.
    order: Vec<u16>,
    /// The place in `order` of the first that rules out each candidate of the net; if there is none, that of nobody.
    first: Vec<u16>,
    needed: Vec<bool>,
}

impl<'a, const W: usize> Blame<'a, W> {
    fn new(net: &'a Net<W>, target: usize, path: &[u16]) -> Blame<'a, W> {
        let order: Vec<u16> = std::iter::once(target as u16).chain(path.iter().copied()).collect();
        let mut first = vec![u16::MAX; net.len()];
        for (index, candidate) in order.iter().enumerate().rev() {
            bits(net.links((*candidate).into())).for_each(|linked| first[linked] = index as u16);
        }
        let mut needed = vec![false; order.len()];
        needed[0] = true;
        Blame { net, order, first, needed }
    }

    /// What is needed, beside the target, to leave this set empty.
    fn trace(mut self, masks: &[u16; MAX_SETS], emptied: u16) -> Vec<u16> {
        let all = self.missing(masks, emptied, self.order.len()).expect("all of this set was ruled out");
        self.need(&all);
        for index in (1..self.order.len()).rev() {
            if !self.needed[index] {
                continue;
            }
            let sets = self.net.standing(self.order[index].into()).sets;
            let ways = sets.iter().filter_map(|set| self.missing(masks, *set, index));
            let way = ways.min_by_key(Vec::len).expect("what was applied was alone in a set");
            self.need(&way);
        }
        let path = self.order.iter().zip(&self.needed).skip(1);
        path.filter(|(_, needed)| **needed).map(|(candidate, _)| *candidate).collect()
    }

    fn need(&mut self, places: &[u16]) {
        for place in places {
            self.needed[usize::from(*place)] = true;
        }
    }

    /// Who is needed beside those that are, so that before a place in the order nothing of a set is left but what has that place.
    fn missing(&self, masks: &[u16; MAX_SETS], set: u16, before: usize) -> Option<Vec<u16>> {
        let mut missing = Vec::new();
        for place in places(masks[usize::from(set)]) {
            let member = self.net.slot(set.into(), place);
            let first = self.first[usize::from(member)];
            if self.order.get(before) == Some(&member) {
                continue;
            }
            if usize::from(first) >= before {
                return None;
            }
            let by = |index: usize| contains(self.net.links(self.order[index].into()), member.into());
            let is_met = self.needed[usize::from(first)] || (0..before).any(|index| self.needed[index] && by(index));
            if !is_met && !missing.contains(&first) {
                missing.push(first);
            }
        }
        Some(missing)
    }
}
