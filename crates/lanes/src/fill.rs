//! One hard puzzle: its first splits fill all lanes at once.
//!
//! By forks the lanes would fill in a few steps, and one, two, four and eight nodes would take all the rounds between them.
//! Instead the root is put into every lane, and is split four or five times without a round: a bit of the number of each lane
//! says which child it becomes.
//!
//! ```text
//!    lane             0  1  2  3  4  5  6  7  8 ...
//!    first split      a  b  a  b  a  b  a  b  a ...
//!    second split     a  a  b  b  a  a  b  b  a ...
//!    third split      a  a  a  a  b  b  b  b  a ...
//! ```
//!
//! Splits without rounds are worse than others, but the lanes would be idle: on a list of hard puzzles, there are three rounds
//! less before all lanes have a node, and two more after that.

use crate::pool::Pool;
use crate::question::Spread;
use crate::simd::Vector;
use crate::solo::{LANE, Node, Solo};

/// The lanes whose number has a bit.
const WITH_BIT: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];

impl<V: Vector> Pool<V> {
    /// Fills the lanes with nodes below the root of a search for question 0; how many there are.
    #[inline(always)]
    pub(crate) fn fill<Q: Spread>(&mut self, solo: &Solo) -> u64 {
        self.spread(solo.root());
        if Q::CELLS {
            for block in 0..9 {
                for i in 0..9 {
                    self.allowed[block][i] = V::splat(solo.allowed()[i][LANE[block]]);
                }
            }
        }
        for with_bit in &WITH_BIT[..V::LANES.ilog2() as usize] {
            self.split_all::<Q>(*with_bit);
        }
        u64::from(self.live.count_ones())
    }

    /// Puts a node into every lane.
    #[inline(always)]
    fn spread(&mut self, node: &Node) {
        for block in 0..9 {
            let (band, stack) = (block / 3, block % 3);
            for i in 0..3 {
                self.triads[band][3 * i + stack] = V::splat(node[i][LANE[block]]);
                self.triads[3 + stack][3 * i + band] = V::splat(node[3 + i][LANE[block]]);
            }
        }
        self.owner = V::splat(0);
        self.live = Self::LANES;
    }

    /// Splits all nodes; the lanes of `other` become the other child. Of two lanes with the same node that cannot be split, one
    /// stays.
    #[inline(always)]
    fn split_all<Q: Spread>(&mut self, other: u32) {
        let splits = self.splits::<Q>();
        self.live &= !(splits.nowhere() & other);
        let cut = splits.cut(V::mask(other));
        for which in 0..6 {
            // Ways are split in one of the first two rows.
            for row in 0..if Q::CELLS { 3 } else { 2 } {
                let digit = cut.of_row(3 * which + row);
                for i in 0..3 {
                    let triad = &mut self.triads[which][3 * row + i];
                    *triad = triad.without(digit[i]);
                }
            }
        }
    }
}
