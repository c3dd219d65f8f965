//! A chain with the sets left out that it does not need.

use super::left::{Left, Move};

/// A chain from some sets of this one, of which none can be left out.
pub(super) fn trim(left: &Left, target: u32, moves: Vec<Move>) -> Vec<Move> {
    let all: Vec<usize> = moves.iter().map(|(set, _)| *set).collect();
    let mut moves = within(left, target, &all).unwrap_or(moves);
    let mut place = moves.len();
    while place > 0 {
        place -= 1;
        let sets: Vec<usize> = (0..moves.len()).filter(|other| *other != place).map(|other| moves[other].0).collect();
        if let Some(fewer) = within(left, target, &sets) {
            moves = fewer;
            place = moves.len(); // what was needed for the longer one may not be for this one
        }
    }
    moves
}

/// A chain that uses no sets but these, in an order in which they work; none if they lead to no conflict.
pub(super) fn within(left: &Left, target: u32, sets: &[usize]) -> Option<Vec<Move>> {
    let mut trues = vec![target];
    let mut moves: Vec<Move> = Vec::new();
    loop {
        let unused = sets.iter().filter(|set| moves.iter().all(|(used, _)| used != *set));
        let (set, only) =
            unused.filter_map(|set| move_of(left, &trues, *set)).min_by_key(|(_, only)| only.is_some())?;
        moves.push((set, only));
        match only {
            None => return Some(moves),
            Some(candidate) => trues.push(candidate),
        }
    }
}

/// The set with the only candidate that it has left beside these true ones, or with none; nothing if it has more, or one that is
/// true.
fn move_of(left: &Left, trues: &[u32], set: usize) -> Option<Move> {
    let members = left.of(set);
    if members.iter().any(|member| trues.contains(member)) {
        return None;
    }
    let mut rest = members.iter().filter(|member| !trues.iter().any(|one| left.are_linked(*one, **member)));
    match (rest.next(), rest.next()) {
        (first, None) => Some((set, first.copied())),
        _ => None,
    }
}

/// Whether just this chain, move by move, refutes a target too.
pub(super) fn refutes(left: &Left, target: u32, moves: &[Move]) -> bool {
    let mut trues = vec![target];
    moves.iter().all(|expected| {
        let follows = move_of(left, &trues, expected.0) == Some(*expected);
        trues.extend(expected.1);
        follows
    })
}
