//! [`CanonicalSet`]: the equivalence classes seen so far, 16 bytes each.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use qedoku_puzzle::{Grid, Puzzle};

/// A set of canonical forms, stored as 128-bit hashes: 16 bytes per class, plus the free space of a hash table.
///
/// Among a billion classes, the probability that two share a hash is below 2^-68; nothing protects against puzzles that were
/// constructed to collide.
#[derive(Clone, Debug, Default)]
pub struct CanonicalSet {
    hashes: HashSet<u128, BuildHasherDefault<LowHalf>>,
}

impl CanonicalSet {
    /// An empty set.
    pub fn new() -> CanonicalSet {
        CanonicalSet::default()
    }

    /// Adds the class of a canonical form ([`CanonicalForm::puzzle`](super::CanonicalForm::puzzle)). Returns whether it is new.
    pub fn insert(&mut self, canonical: &Puzzle) -> bool {
        self.hashes.insert(hash(canonical.givens()))
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether the set has no class.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

/// Hash of a board and the digits of a grid. Published seeds of [`augment`](super::augment) depend on it: its values never change.
///
/// Each half absorbs 8 cells at a time by multiplication with an odd constant of its own, and mixes its high bits down.
pub(super) fn hash(grid: &Grid) -> u128 {
    let shape = (grid.board().box_height() * 256 + grid.board().box_width()) as u64;
    let mut halves = [shape ^ 0x243f_6a88_85a3_08d3, shape ^ 0x1319_8a2e_0370_7344]; // digits of pi
    for cells in grid.digits().chunks(8) {
        let mut word = [0; 8];
        word[..cells.len()].copy_from_slice(cells);
        let word = u64::from_le_bytes(word);
        for (half, factor) in halves.iter_mut().zip([0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb]) {
            *half = (*half ^ word).wrapping_mul(factor);
            *half ^= *half >> 32;
            *half = half.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *half ^= *half >> 29;
        }
    }
    u128::from(halves[0]) << 64 | u128::from(halves[1])
}

/// Hash function of values that are hashes already: their low half.
#[derive(Clone, Copy, Debug, Default)]
struct LowHalf(u64);

impl Hasher for LowHalf {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut low = [0; 8];
        low.copy_from_slice(&bytes[..8]);
        self.0 = u64::from_le_bytes(low);
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::Board;

    #[test]
    fn a_class_is_new_once() {
        let mut set = CanonicalSet::new();
        let [one, two]: [Puzzle; 2] = ["...............1", "..............12"].map(|text| text.parse().unwrap());
        assert!(set.is_empty() && set.insert(&one) && set.insert(&two) && !set.insert(&one));
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn boards_of_the_same_size_have_different_hashes() {
        let [high, wide] = [(3, 2), (2, 3)].map(|(height, width)| Board::new(height, width).unwrap());
        assert_ne!(hash(&Grid::empty(high)), hash(&Grid::empty(wide)));
    }

    #[test]
    fn hashes_of_similar_grids_differ_in_both_halves() {
        let mut halves: [HashSet<u64>; 2] = Default::default();
        let mut grids = 0;
        for cell in Board::CLASSIC.cells() {
            for digit in Board::CLASSIC.digits() {
                let mut grid = Grid::empty(Board::CLASSIC);
                grid.set(cell, digit);
                let hash = hash(&grid);
                halves[0].insert(hash as u64);
                halves[1].insert((hash >> 64) as u64);
                grids += 1;
            }
        }
        assert_eq!([halves[0].len(), halves[1].len()], [grids, grids]);
    }
}
