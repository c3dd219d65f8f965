//! Exhaustive search for the size of the smallest braid: no bit masks, no bounds, no look-ahead.

use std::collections::BTreeSet;

use qedoku::Candidate;
use qedoku::explain::{ExactlyOne, Position};

use crate::replay::are_linked;

/// The open constraints of a position, each as its candidates.
pub(crate) fn open_constraints(position: &Position) -> Vec<Vec<Candidate>> {
    let constraints =
        ExactlyOne::all(position.board()).map(|constraint| position.candidates_in(constraint).collect::<Vec<_>>());
    let is_open = |constraint: &Vec<Candidate>| {
        constraint.iter().all(|candidate| position.placed().get(candidate.cell).is_none())
    };
    constraints.filter(is_open).collect()
}

/// The size of the smallest braid that refutes a target, if it is at most `max_size`.
pub(crate) fn smallest_braid_size(
    position: &Position,
    constraints: &[Vec<Candidate>],
    target: Candidate,
    max_size: usize,
) -> Option<usize> {
    // Sets of true candidates, all of the same size.
    let mut layer = BTreeSet::from([vec![target]]);
    for size in 1..=max_size {
        let mut next = BTreeSet::new();
        for trues in &layer {
            for constraint in
                constraints.iter().filter(|constraint| !constraint.iter().any(|candidate| trues.contains(candidate)))
            {
                let is_eliminated =
                    |candidate: &&Candidate| trues.iter().any(|other| are_linked(position, *other, **candidate));
                let remaining: Vec<Candidate> =
                    constraint.iter().filter(|candidate| !is_eliminated(candidate)).copied().collect();
                match remaining[..] {
                    [] => return Some(size),
                    [candidate] => {
                        let mut extended = trues.clone();
                        extended.push(candidate);
                        extended.sort_unstable();
                        next.insert(extended);
                    }
                    _ => {}
                }
            }
        }
        layer = next;
    }
    None
}
