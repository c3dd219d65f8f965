//! The size of the smallest braid by trying everything: no masks, no bounds, no look-ahead.

use std::collections::BTreeSet;

use qedoku::Candidate;
use qedoku::explain::{ExactlyOne, Position};

use crate::replay::are_linked;

/// The open sets of a position, with their candidates.
pub(crate) fn open_sets(position: &Position) -> Vec<Vec<Candidate>> {
    let sets = ExactlyOne::all(position.board()).map(|set| position.candidates_in(set).collect::<Vec<_>>());
    let is_open = |set: &Vec<Candidate>| set.iter().all(|one| position.placed().get(one.cell).is_none());
    sets.filter(is_open).collect()
}

/// The size of the smallest braid of a target, if it is at most `most`.
pub(crate) fn smallest(position: &Position, sets: &[Vec<Candidate>], target: Candidate, most: usize) -> Option<usize> {
    // All sets of candidates that can be real, by their number.
    let mut layer = BTreeSet::from([vec![target]]);
    for size in 1..=most {
        let mut next = BTreeSet::new();
        for real in &layer {
            for set in sets.iter().filter(|set| !set.iter().any(|one| real.contains(one))) {
                let is_out = |one: &&Candidate| real.iter().any(|real| are_linked(position, *real, **one));
                let left: Vec<Candidate> = set.iter().filter(|one| !is_out(one)).copied().collect();
                match left[..] {
                    [] => return Some(size),
                    [one] => {
                        let mut more = real.clone();
                        more.push(one);
                        more.sort_unstable();
                        next.insert(more);
                    }
                    _ => {}
                }
            }
        }
        layer = next;
    }
    None
}
