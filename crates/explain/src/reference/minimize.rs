//! Deletion-based minimisation of a braid: leaves out constraints one by one.

use super::open_candidates::{OpenCandidates, RawLink};

/// A braid over some of the constraints of this one, none of which can be left out (unless interrupted).
pub(super) fn minimize(open: &OpenCandidates, target: u32, links: Vec<RawLink>) -> Vec<RawLink> {
    let all: Vec<usize> = links.iter().map(|(constraint, _)| *constraint).collect();
    let mut links = braid_within(open, target, &all).unwrap_or(links);
    let mut index = links.len();
    while index > 0 && !open.is_interrupted() {
        index -= 1;
        let others = (0..links.len()).filter(|other| *other != index);
        let constraints: Vec<usize> = others.map(|other| links[other].0).collect();
        if let Some(shorter) = braid_within(open, target, &constraints) {
            links = shorter;
            // A constraint that the longer braid needed may be superfluous in this one.
            index = links.len();
        }
    }
    links
}

/// A braid that uses only these constraints, in any order; `None` if they do not lead to a conflict.
pub(super) fn braid_within(open: &OpenCandidates, target: u32, constraints: &[usize]) -> Option<Vec<RawLink>> {
    let mut assigned = vec![target];
    let mut links: Vec<RawLink> = Vec::new();
    loop {
        let unused = constraints.iter().filter(|constraint| links.iter().all(|(used, _)| used != *constraint));
        let (constraint, single) = unused
            .filter_map(|constraint| link_of(open, &assigned, *constraint))
            .min_by_key(|(_, single)| single.is_some())?;
        links.push((constraint, single));
        match single {
            None => return Some(links),
            Some(candidate) => assigned.push(candidate),
        }
    }
}

/// The link that a constraint makes when these candidates are true: its only candidate left, or `None` if it is empty.
/// No link if it has more, or contains one of them.
fn link_of(open: &OpenCandidates, assigned: &[u32], constraint: usize) -> Option<RawLink> {
    let candidates = open.of_constraint(constraint);
    if candidates.iter().any(|candidate| assigned.contains(candidate)) {
        return None;
    }
    let is_linked = |candidate: &u32| assigned.iter().any(|one| open.are_linked(*one, *candidate));
    let mut rest = candidates.iter().filter(|candidate| !is_linked(candidate));
    match (rest.next(), rest.next()) {
        (first, None) => Some((constraint, first.copied())),
        _ => None,
    }
}

/// Whether the same links, in the same order, refute another target.
pub(super) fn refutes(open: &OpenCandidates, target: u32, links: &[RawLink]) -> bool {
    let mut assigned = vec![target];
    links.iter().all(|expected| {
        let holds = link_of(open, &assigned, expected.0) == Some(*expected);
        assigned.extend(expected.1);
        holds
    })
}
