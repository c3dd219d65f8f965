//! Root expansion: fills all lanes with descendants of the root of one hard puzzle.
//!
//! By forking alone the lanes would fill over several scheduling steps, and one, two, four and eight nodes would each occupy
//! whole rounds. Instead the root is copied to every lane and branched four or five times without a round between; bit `k` of
//! the lane number selects the child at branching `k`:
//!
//! ```text
//!    lane                0  1  2  3  4  5  6  7  8 ...
//!    first branching     a  b  a  b  a  b  a  b  a ...
//!    second branching    a  a  b  b  a  a  b  b  a ...
//!    third branching     a  a  a  a  b  b  b  b  a ...
//! ```
//!
//! Branchings without propagation are worse than others, but the lanes would be idle. On a list of hard puzzles all lanes have
//! a node three rounds earlier, and the search takes two rounds more after that. (A round after the first, second or third
//! branching: 0.99 to 1.01 of the speed. Each branching in another band or stack: 0.84 and 0.72.)

use crate::batch_search::LaneNodes;
use crate::block_node::LANE_OF_BLOCK;
use crate::input::LaneInput;
use crate::simd::NodeLanes;
use crate::single_search::{Node, SingleSearch};

/// Lanes whose number has bit `k`.
const LANES_WITH_BIT: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];

impl<V: NodeLanes> LaneNodes<V> {
    /// Fills the lanes with descendants of the root of a single search, as puzzle 0. Returns their number.
    #[inline(always)]
    pub(crate) fn expand_root<I: LaneInput>(&mut self, search: &SingleSearch) -> u64 {
        self.broadcast(search.root());
        if I::HAS_CELL_MASKS {
            for block in 0..9 {
                for i in 0..9 {
                    self.allowed[block][i] = V::splat(search.allowed()[i][LANE_OF_BLOCK[block]]);
                }
            }
        }
        for with_bit in &LANES_WITH_BIT[..V::LANES.ilog2() as usize] {
            self.branch_all::<I>(*with_bit);
        }
        u64::from(self.active.count_ones())
    }

    /// Copies a node to every lane.
    #[inline(always)]
    fn broadcast(&mut self, node: &Node) {
        for block in 0..9 {
            let (band, stack) = (block / 3, block % 3);
            for i in 0..3 {
                self.triads[band][3 * i + stack] = V::splat(node[i][LANE_OF_BLOCK[block]]);
                self.triads[3 + stack][3 * i + band] = V::splat(node[3 + i][LANE_OF_BLOCK[block]]);
            }
        }
        self.puzzle_id = V::splat(0);
        self.active = Self::ALL_LANES;
    }

    /// Replaces every node by its first child, in the lanes of `second` by its second child. A node that cannot be branched on
    /// is in two lanes; the one of `second` becomes idle.
    #[inline(always)]
    fn branch_all<I: LaneInput>(&mut self, second: u32) {
        let branching = self.select_branches::<I>();
        self.active &= !(branching.unbranchable_lanes() & second);
        let eliminations = branching.eliminations(V::mask_from_bits(second));
        for which in 0..6 {
            // Branchings on configurations use one of the first two rows.
            for row in 0..if I::HAS_CELL_MASKS { 3 } else { 2 } {
                let digit = eliminations.in_row(3 * which + row);
                for i in 0..3 {
                    let triad = &mut self.triads[which][3 * row + i];
                    *triad = triad.and_not(digit[i]);
                }
            }
        }
    }
}
