//! The smallest chain by trying everything: sizes in turn, and for each size all sets of candidates that can become true.
//!
//! A node is the candidates that are true so far: the target and what followed. Every set that has none of them is looked at: if all
//! its candidates are linked to some of them, the chain ends here; if all but one are, that one may be the next. The order in
//! which candidates become true does not matter for what follows, so no two nodes of a size have the same ones.

use std::collections::BTreeSet;

use super::super::position::Position;
use super::super::step::Link;
use super::left::{Left, Move};
use qedoku_puzzle::Candidate;

/// What a search with bounded work came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Search {
    /// A smallest chain.
    Found(Vec<Link>),
    /// There is no chain of the sizes that were asked for.
    None,
    /// The work was done before anything was known.
    NotDecided,
}

/// A smallest chain that refutes the target, of at most `most` sets. The work is counted in candidates that are looked at.
pub fn smallest(position: &Position, target: Candidate, most: usize, mut work: u64) -> Search {
    let left = Left::new(position);
    let target = target.index(position.board()) as u32;
    match Plain::new(&left, &mut work).smallest(target, 1..=most) {
        Ok(Some(moves)) => Search::Found(left.links(&moves)),
        Ok(None) => Search::None,
        Err(OutOfWork) => Search::NotDecided,
    }
}

/// All work is done.
#[derive(Debug)]
pub(super) struct OutOfWork;

/// A search, with the work that is left to it.
pub(super) struct Plain<'a> {
    left: &'a Left,
    work: &'a mut u64,
    /// The nodes of this size, each as its candidates in order.
    seen: BTreeSet<Vec<u32>>,
    /// Whether something was left out because the chain would have been too long.
    is_cut: bool,
}

/// What follows from the candidates of a node.
enum Follows {
    /// This set is left without a candidate.
    Conflict(usize),
    /// Each of these candidates is the only one left of a set.
    More(Vec<(usize, u32)>),
}

impl<'a> Plain<'a> {
    pub(super) fn new(left: &'a Left, work: &'a mut u64) -> Plain<'a> {
        Plain { left, work, seen: BTreeSet::new(), is_cut: false }
    }

    /// A chain of the smallest of these sizes that has one.
    pub(super) fn smallest(
        &mut self,
        target: u32,
        sizes: std::ops::RangeInclusive<usize>,
    ) -> Result<Option<Vec<Move>>, OutOfWork> {
        for size in sizes {
            self.seen.clear();
            self.is_cut = false;
            let mut moves = Vec::new();
            if self.extend(&mut vec![target], &mut moves, size)? {
                return Ok(Some(moves));
            }
            if !self.is_cut {
                break; // all that follows was seen: longer chains find no more
            }
        }
        Ok(None)
    }

    /// Makes a chain longer by at most so many sets, until it ends in a conflict; whether it does.
    fn extend(&mut self, trues: &mut Vec<u32>, moves: &mut Vec<Move>, more: usize) -> Result<bool, OutOfWork> {
        let singles = match self.follows(trues)? {
            Follows::Conflict(set) => {
                moves.push((set, None));
                return Ok(true);
            }
            Follows::More(singles) => singles,
        };
        if more == 1 {
            self.is_cut |= !singles.is_empty();
            return Ok(false);
        }
        for (set, single) in singles {
            trues.push(single);
            moves.push((set, Some(single)));
            if self.is_new(trues) && self.extend(trues, moves, more - 1)? {
                return Ok(true);
            }
            moves.pop();
            trues.pop();
        }
        Ok(false)
    }

    fn is_new(&mut self, trues: &[u32]) -> bool {
        let mut node = trues.to_vec();
        node.sort_unstable();
        self.seen.insert(node)
    }

    fn follows(&mut self, trues: &[u32]) -> Result<Follows, OutOfWork> {
        let mut singles: Vec<(usize, u32)> = Vec::new();
        for set in self.touched(trues) {
            let members = self.left.of(set);
            *self.work = self.work.checked_sub(members.len() as u64 + 1).ok_or(OutOfWork)?;
            if members.iter().any(|member| trues.contains(member)) {
                continue;
            }
            let is_gone = |member: &u32| trues.iter().any(|one| self.left.are_linked(*one, *member));
            let mut left = members.iter().filter(|member| !is_gone(member));
            match (left.next(), left.next()) {
                (None, _) => return Ok(Follows::Conflict(set)),
                (Some(single), None) if singles.iter().all(|(_, other)| other != single) => {
                    singles.push((set, *single));
                }
                _ => {}
            }
        }
        Ok(Follows::More(singles))
    }

    /// The sets in which something is linked to one of these, and those that were short before.
    fn touched(&self, trues: &[u32]) -> BTreeSet<usize> {
        let linked = trues.iter().flat_map(|one| self.left.linked(*one));
        let sets = linked.flat_map(|candidate| self.left.map().sets_of(candidate as usize));
        sets.filter(|set| !self.left.of(*set).is_empty()).chain(self.left.short().iter().copied()).collect()
    }
}
