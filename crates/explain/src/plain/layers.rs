//! All that follows from a target, layer by layer: quick, and a bound for every chain.
//!
//! In each layer all candidates that became true in the one before take away those they are linked to. A chain of n sets has its n - 1
//! candidates true by layer n, so its last set is empty by then: no chain is shorter than the layer of the first empty set.
//!
//! What a target changes is marked with its number, so that the next one finds all as it was without any clearing.

use super::left::{Left, Move};
use super::search::OutOfWork;

/// Follows targets, one after the other.
pub(super) struct Layers<'l> {
    left: &'l Left,
    /// The number of the target at hand.
    run: u32,
    /// By candidate: in which run it was last taken away, and by which of the true ones.
    gone: Vec<(u32, u32)>,
    /// By set: in which run a candidate was last taken from it, and how many it has left then.
    counts: Vec<(u32, u32)>,
    /// By set: in which run it last got its true candidate.
    settled: Vec<u32>,
    /// The true candidates in order, each with the set whose only one it is. (The target has none.)
    trues: Vec<(u32, usize)>,
}

/// Where a target leads to.
pub(super) struct Conflict {
    /// No chain has fewer sets.
    pub(super) layer: usize,
    /// A chain, not the shortest.
    pub(super) moves: Vec<Move>,
}

/// The target is there without a set.
const TARGET: usize = usize::MAX;

impl<'l> Layers<'l> {
    pub(super) fn new(left: &'l Left) -> Layers<'l> {
        let (candidates, sets) = (left.map().candidates(), left.map().sets());
        let (gone, counts) = (vec![(0, 0); candidates], vec![(0, 0); sets]);
        Layers { left, run: 0, gone, counts, settled: vec![0; sets], trues: Vec::new() }
    }

    /// The conflict that a target leads to, if that is within so many layers.
    pub(super) fn follow(&mut self, target: u32, most: usize, work: &mut u64) -> Result<Option<Conflict>, OutOfWork> {
        self.run += 1;
        self.trues.clear();
        self.trues.push((target, TARGET));
        let mut begin = 0;
        for layer in 1..=most {
            let end = self.trues.len();
            let mut reduced = if layer == 1 { self.left.short().to_vec() } else { Vec::new() };
            for one in begin..end {
                self.take_away(one, &mut reduced, work)?;
            }
            if let Some(set) = reduced.iter().find(|set| self.is_empty(**set)) {
                return Ok(Some(Conflict { layer, moves: self.chain(*set) }));
            }
            for set in reduced {
                self.add_single(set);
            }
            if self.trues.len() == end {
                break;
            }
            begin = end;
        }
        Ok(None)
    }

    /// Takes away what is linked to one of the true candidates; the sets that have one candidate left or none.
    fn take_away(&mut self, one: usize, reduced: &mut Vec<usize>, work: &mut u64) -> Result<(), OutOfWork> {
        let left = self.left;
        let candidate = self.trues[one].0;
        left.map().sets_of(candidate as usize).into_iter().for_each(|set| self.settled[set] = self.run);
        for other in left.linked(candidate) {
            *work = work.checked_sub(1).ok_or(OutOfWork)?;
            let gone = &mut self.gone[other as usize];
            if gone.0 != self.run {
                *gone = (self.run, one as u32);
                for set in left.map().sets_of(other as usize) {
                    if self.count_down(set) <= 1 {
                        reduced.push(set);
                    }
                }
            }
        }
        Ok(())
    }

    fn count_down(&mut self, set: usize) -> u32 {
        let before = self.count(set);
        self.counts[set] = (self.run, before.saturating_sub(1));
        before.saturating_sub(1)
    }

    fn count(&self, set: usize) -> u32 {
        let (run, count) = self.counts[set];
        if run == self.run { count } else { self.left.of(set).len() as u32 }
    }

    /// Whether all candidates of a set are gone: even one that is true may be, by another true one of the same layer.
    fn is_empty(&self, set: usize) -> bool {
        self.count(set) == 0
    }

    /// Makes the only candidate of a set true, unless one of the set is.
    fn add_single(&mut self, set: usize) {
        let single = self.left.of(set).iter().find(|candidate| self.gone[**candidate as usize].0 != self.run);
        if let Some(single) = single.filter(|_| self.settled[set] != self.run)
            && self.trues.iter().rev().all(|(other, _)| other != single)
        {
            self.trues.push((*single, set));
        }
    }

    /// The chain that ends with this set: only what it goes back to.
    fn chain(&self, empty: usize) -> Vec<Move> {
        let mut needed = vec![false; self.trues.len()];
        let mark = |set: usize, but: Option<u32>, needed: &mut Vec<bool>| {
            for candidate in self.left.of(set).iter().filter(|candidate| Some(**candidate) != but) {
                needed[self.gone[*candidate as usize].1 as usize] = true;
            }
        };
        mark(empty, None, &mut needed);
        for one in (1..self.trues.len()).rev() {
            if needed[one] {
                mark(self.trues[one].1, Some(self.trues[one].0), &mut needed);
            }
        }
        let used = self.trues.iter().zip(&needed).skip(1).filter(|(_, needed)| **needed);
        used.map(|((candidate, set), _)| (*set, Some(*candidate))).chain([(empty, None)]).collect()
    }
}
