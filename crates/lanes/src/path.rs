//! Path of a node: its place in the search tree, as a number that increases from left to right.
//!
//! Nodes are numbered as in a binary search tree. The lowest set bit of a path is its depth:
//!
//! ```text
//!                        1000 (root)
//!               0100                    1100             first child: minus half of the lowest bit
//!          0010      0110          1010      1110        second child: plus half of it
//! ```
//!
//! Of two nodes of which neither descends from the other, the one further left has the smaller path. At depth [`Path::BITS`] - 1
//! the paths are odd; all descendants of such a node have its path, and their order is unknown.
//!
//! # Ordered search
//!
//! The single search of one node at a time visits the tree from left to right, and its first solution is the leftmost. A batch
//! search that keeps the leftmost solution of each puzzle finds the same one, if its tree is the same: a node must be branched on
//! in the state in which it reaches its fixpoint. A batch search processes a node in further rounds while it waits for a scheduling
//! step, so an ordered search *freezes* the lanes of waiting nodes. It also never branches before the fixpoint. A puzzle whose limit is
//! reached is complete when all its nodes left of its leftmost solution are refuted or solved; the others are dropped.
//!
//! On ambiguous puzzles the alternative is to repeat the search one by one (docs/decisions/0081-ordered-batch-search.md).

use crate::simd::NodeLanes;

/// A path.
pub(crate) type Path = u16;

/// The path of a whole puzzle.
pub(crate) const ROOT_PATH: Path = 1 << (Path::BITS - 1);

/// Greater than every path with a known order: no solution yet.
pub(crate) const NO_PATH: Path = Path::MAX;

/// Whether the leftmost solution of an ambiguous puzzle is known: not if it lies deeper than 15 branchings.
pub(crate) const fn is_exact(path: Path) -> bool {
    path & 1 == 0
}

/// The paths of the first and the second children, except in the lanes of `unbranched`, which keep their own.
#[inline(always)]
pub(crate) fn children<V: NodeLanes>(path: V, unbranched: V::Mask) -> [V; 2] {
    let zero = V::splat(0);
    let half = V::select(unbranched, zero, path.and(zero.sub(path)).halve());
    [path.sub(half), path.add(half)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{ArrayLanes, Vector};

    fn children_of(path: Path) -> [Path; 2] {
        let none = ArrayLanes::mask_from_bits(0);
        children(ArrayLanes::splat(path), none).map(|child| {
            let mut lanes = [0; 16];
            child.store(&mut lanes);
            lanes[0]
        })
    }

    #[test]
    fn descendants_of_the_first_child_are_left_of_those_of_the_second() {
        let mut level = vec![ROOT_PATH];
        for _ in 1..Path::BITS {
            assert!(level.iter().all(|path| is_exact(*path)));
            level = level.into_iter().flat_map(children_of).collect();
            assert!(level.is_sorted_by(|a, b| a < b));
        }
        assert!(level.iter().all(|path| !is_exact(*path) && children_of(*path) == [*path; 2]));
    }

    #[test]
    fn lanes_that_are_not_branched_on_keep_their_path() {
        let [first, second] = children(ArrayLanes::splat(12), ArrayLanes::mask_from_bits(2));
        let (mut of_first, mut of_second) = ([0; 16], [0; 16]);
        first.store(&mut of_first);
        second.store(&mut of_second);
        assert_eq!((&of_first[..3], &of_second[..3]), (&[10, 12, 10][..], &[14, 12, 14][..]));
    }
}
