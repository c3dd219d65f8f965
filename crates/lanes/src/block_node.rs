//! Block node: the current node of a [single search](crate::single_search) in registers, one block per lane.
//!
//! A node is six vectors: the first, second and third horizontal triad of all nine blocks, and the three vertical ones
//! (see [`BlockLanes`] for the lanes).
//!
//! ```text
//!    lane          0    1    2    3    4    5    6    7    8    9   10   11  12 ...
//!    triads[0]     b0r0 b1r0 b2r0 -    b3r0 b4r0 b5r0 -    b6r0 b7r0 b8r0 -   -       first row of each block
//!    triads[1]     b0r1 b1r1 b2r1 -    b3r1 b4r1 ...                                  second row
//!    triads[2]     b0r2 ...                                                           third row
//!    triads[3..6]  b0c0 ...                                                           columns
//! ```
//!
//! Singles are local to a lane. A band needs the triads of all its blocks: each lane obtains those of the two other blocks by
//! rotating the lanes of the band (or of the stack), so every band is computed three times, in three rotated forms.

use crate::batch_search::MAX_BRANCH_CANDIDATES;
use crate::input::{ALL_DIGITS, BLOCK_ORDER, CellDigits, LaneInput};
use crate::propagation::{self, BandConfigurations, BandSummary};
use crate::simd::BlockLanes;
use crate::single_search::Node;

/// The lane of each block.
pub(crate) const LANE_OF_BLOCK: [usize; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// Index of each cell, by its row-major number, in nine arrays of 16 lanes, one array per cell of a block.
pub(crate) static LANE_INDEX_OF_CELL: [u8; 81] = {
    let mut indices = [0; 81];
    let mut i = 0;
    while i < 81 {
        indices[BLOCK_ORDER[i] as usize] = (i % 9 * 16 + LANE_OF_BLOCK[i / 9]) as u8;
        i += 1;
    }
    indices
};

/// Sum of the six triads in each lane of a decided node: a digit is in one horizontal and one vertical triad of its block.
/// Unused lanes keep all digits in all six.
static DECIDED_TRIAD_SUMS: [u16; 16] = {
    let mut sums = [6 * ALL_DIGITS; 16];
    let mut block = 0;
    while block < 9 {
        sums[LANE_OF_BLOCK[block]] = 2 * ALL_DIGITS;
        block += 1;
    }
    sums
};

/// All 16 lanes of a mask.
const ALL_LANES: u32 = 0xffff;

/// Vectors for one node.
pub(crate) struct BlockNode<N> {
    /// Horizontal triads, then vertical ones.
    triads: [N; 6],
    /// Candidates of the puzzle in each cell of a block.
    allowed: [N; 9],
    /// Whether there is a node in the vectors.
    pub(crate) is_occupied: bool,
    /// Whether the node is the whole puzzle, not yet branched on.
    pub(crate) is_root: bool,
    /// Whether the vertical triads did not change in the last round.
    pub(crate) is_unchanged: bool,
}

/// Result of a round.
#[derive(Clone, Copy)]
pub(crate) struct RoundResult {
    /// A cell is empty, or a digit has no configuration.
    pub(crate) contradiction: bool,
    /// No vertical triad changed.
    pub(crate) unchanged: bool,
    /// Every digit has one configuration.
    pub(crate) decided: bool,
}

/// Branching of a node: a digit in the three triads of a row, as in the batch search.
struct BlockBranching {
    /// Vector and lanes of the three triads.
    vector: usize,
    lanes: [usize; 3],
    digit: u16,
    /// Which of the three keeps the digit in the first child, and loses it in the second.
    keep: usize,
}

impl<N: BlockLanes> BlockNode<N> {
    /// Vectors for the nodes of a puzzle, without a node.
    #[inline(always)]
    pub(crate) fn new(allowed: &[[u16; 16]; 9]) -> BlockNode<N> {
        let all = N::splat(ALL_DIGITS);
        let mut node =
            BlockNode { triads: [all; 6], allowed: [all; 9], is_occupied: false, is_root: false, is_unchanged: false };
        for i in 0..9 {
            node.allowed[i] = N::load(&allowed[i]);
        }
        node
    }

    /// Loads a node.
    #[inline(always)]
    pub(crate) fn load(&mut self, node: &Node, is_root: bool) {
        for i in 0..6 {
            self.triads[i] = N::load(&node[i]);
        }
        (self.is_occupied, self.is_root, self.is_unchanged) = (true, is_root, false);
    }

    /// The node in memory.
    #[inline(always)]
    pub(crate) fn to_node(&self) -> Node {
        let mut node = [[0; 16]; 6];
        for i in 0..6 {
            self.triads[i].store(&mut node[i]);
        }
        node
    }

    /// Candidates of cell `i` of each block.
    #[inline(always)]
    pub(crate) fn cell<I: LaneInput>(&self, i: usize) -> N {
        let (h, v) = (self.triads[i / 3], self.triads[3 + i % 3]);
        if I::HAS_CELL_MASKS { h.and3(v, self.allowed[i]) } else { h.and(v) }
    }

    /// Candidates of all cells after singles.
    #[inline(always)]
    fn cells_after_singles<I: LaneInput>(&self, contradiction: &mut N) -> [N; 9] {
        let mut cells = [N::splat(ALL_DIGITS); 9];
        for i in 0..9 {
            cells[i] = self.cell::<I>(i);
        }
        propagation::block_singles::<N, I>(&mut cells, contradiction);
        cells
    }

    /// Propagates once: blocks and bands, then stacks.
    #[inline(always)]
    pub(crate) fn propagate_round<I: LaneInput>(&mut self) -> RoundResult {
        let all = N::splat(ALL_DIGITS);
        let (mut summary, mut contradiction) = (BandSummary::new(), N::splat(0));
        let cells = self.cells_after_singles::<I>(&mut contradiction);
        let mut rows = [all; 3];
        for i in 0..3 {
            rows[i] = cells[3 * i].or3(cells[3 * i + 1], cells[3 * i + 2]);
        }
        let h = propagate_bands::<N, false>(&mut summary, rows);
        let mut columns = [all; 3];
        for i in 0..3 {
            columns[i] = cells[i].and(h[0]).or_and(cells[3 + i], h[1]).or_and(cells[6 + i], h[2]);
        }
        let v = propagate_bands::<N, true>(&mut summary, columns);
        let t = [h[0], h[1], h[2], v[0], v[1], v[2]];
        self.triads = t;
        let eliminated = columns[0].and_not(t[3]).or_and_not(columns[1], t[4]).or_and_not(columns[2], t[5]);
        let sum = t[0].add(t[1]).add(t[2]).add(t[3].add(t[4]).add(t[5]));
        RoundResult {
            // If a digit has no configuration, the difference is negative.
            contradiction: summary.possible_digits.sub(all).or(contradiction).sign_bits() != 0,
            unchanged: N::mask_bits(eliminated.equal(N::splat(0))) == ALL_LANES,
            decided: N::mask_bits(sum.equal(N::load(&DECIDED_TRIAD_SUMS))) == ALL_LANES,
        }
    }

    /// Number of digits in all triads together.
    #[inline(always)]
    pub(crate) fn open_digits(&self) -> u16 {
        let mut counts = [0; 16];
        N::sum_count_ones(&self.triads).store(&mut counts);
        LANE_OF_BLOCK.iter().map(|lane| counts[*lane]).sum()
    }

    /// Whether a decided node has no empty cell: each of its cells then holds one digit.
    #[inline(always)]
    pub(crate) fn is_solved<I: LaneInput>(&self) -> bool {
        let mut least = N::splat(ALL_DIGITS);
        for i in 0..9 {
            least = least.min(self.cell::<I>(i));
        }
        N::mask_bits(least.equal(N::splat(0))) == 0
    }

    /// The digits of a solved node.
    #[inline(always)]
    pub(crate) fn digits<I: LaneInput>(&self) -> CellDigits {
        let mut bytes = [0; 9 * 16];
        for i in 0..9 {
            self.cell::<I>(i).to_digits(&mut bytes[16 * i..16 * i + 16]);
        }
        let mut digits = [0; 81];
        for (digit, index) in digits.iter_mut().zip(&LANE_INDEX_OF_CELL) {
            *digit = bytes[usize::from(*index)];
        }
        digits
    }

    /// Branches on the node, as the batch search would. The first child takes its place; returns the second.
    #[inline(always)]
    pub(crate) fn branch<I: LaneInput>(&mut self) -> Node {
        let at_cell = if I::HAS_CELL_MASKS { self.branch_at_cell::<I>() } else { None };
        let BlockBranching { vector, lanes, digit, keep } = match at_cell {
            Some(branching) => branching,
            None => self.branch_on_configurations(),
        };
        let bit = |i: usize| 1 << lanes[i];
        let from_second = bit(keep);
        let from_first = (bit(0) | bit(1) | bit(2)) ^ from_second;
        let (digit, zero, mut second_child) = (N::splat(digit), N::splat(0), [[0; 16]; 6]);
        for i in 0..6 {
            let (from_first, from_second) = if i == vector { (from_first, from_second) } else { (0, 0) };
            let triads = self.triads[i];
            let second = triads.and_not(N::select(N::mask_from_bits(from_second), digit, zero));
            second.store(&mut second_child[i]);
            self.triads[i] = triads.and_not(N::select(N::mask_from_bits(from_first), digit, zero));
        }
        (self.is_root, self.is_unchanged) = (false, false);
        second_child
    }

    /// Branching at the last of the cells with the fewest candidates, if it has at most four.
    #[inline(always)]
    fn branch_at_cell<I: LaneInput>(&self) -> Option<BlockBranching> {
        let (mut cells, node) = ([[0; 16]; 9], self.to_node());
        for (i, cell) in self.cells_after_singles::<I>(&mut N::splat(0)).into_iter().enumerate() {
            cell.store(&mut cells[i]);
        }
        let few = 2..=u32::from(MAX_BRANCH_CANDIDATES);
        let positions = (0..9).rev().flat_map(|block| (0..9).rev().map(move |i| (block, i)));
        let cells = positions.map(|(block, i)| (block, i, cells[i][LANE_OF_BLOCK[block]]));
        let (block, i, cell) =
            cells.filter(|(.., cell)| few.contains(&cell.count_ones())).min_by_key(|(.., cell)| cell.count_ones())?;
        let (band, stack, digit) = (block / 3, block % 3, cell & cell.wrapping_neg());
        let row = BlockBranching { vector: i / 3, lanes: lanes_of(0, band), digit, keep: stack };
        let elsewhere = (0..3).any(|i| i != stack && node[row.vector][row.lanes[i]] & digit != 0);
        let column = BlockBranching { vector: 3 + i % 3, lanes: lanes_of(1, stack), digit, keep: band };
        Some(if elsewhere { row } else { column })
    }

    /// Branching on the configurations of a digit.
    #[inline(always)]
    fn branch_on_configurations(&self) -> BlockBranching {
        // All bands and stacks compute their score and branching at once. The result of a band is valid in its first lane (of a
        // stack, in its first band), where the rotated blocks are in their natural order.
        let (mut scores, mut choices) = ([[0; 16]; 2], [[0; 16]; 2]);
        let (zero, t) = (N::splat(0), &self.triads);
        let nines = [with_neighbours::<N, false>([t[0], t[1], t[2]]), with_neighbours::<N, true>([t[3], t[4], t[5]])];
        for kind in 0..2 {
            let (configurations, t) = (BandConfigurations::from_triads(&nines[kind]), &nines[kind]);
            let digit = configurations.branching_digit();
            let second_row = t[0].majority(t[1], t[2]).and(digit).equal(zero);
            let second_triad = N::select(second_row, t[3], t[0]).and(digit).equal(zero);
            let choice = digit.or3(
                N::select(second_row, N::splat(SECOND_ROW), zero),
                N::select(second_triad, N::splat(SECOND_TRIAD), zero),
            );
            configurations.branching_score().store(&mut scores[kind]);
            choice.store(&mut choices[kind]);
        }
        let lane = |which: usize| if which < 3 { 4 * which } else { which - 3 };
        let mut best = u16::MAX;
        for which in 0..6 {
            best = best.min(scores[which / 3][lane(which)] | which as u16);
        }
        let which = usize::from(best & 7);
        let (kind, number) = (which / 3, which % 3);
        let choice = choices[kind][lane(which)];
        BlockBranching {
            vector: 3 * kind + usize::from(choice & SECOND_ROW != 0),
            lanes: lanes_of(kind, number),
            digit: choice & ALL_DIGITS,
            keep: usize::from(choice & SECOND_TRIAD != 0),
        }
    }
}

/// Lanes of the blocks of a band (kind 0) or stack (kind 1).
#[inline(always)]
fn lanes_of(kind: usize, number: usize) -> [usize; 3] {
    if kind == 0 { [4 * number, 4 * number + 1, 4 * number + 2] } else { [number, 4 + number, 8 + number] }
}

/// Flags beside the branching digit: branch in the second row rather than the first; keep the second triad of the row.
const SECOND_ROW: u16 = 1 << 9;
const SECOND_TRIAD: u16 = 1 << 10;

/// [`BandSummary::propagate_band`] for all bands or stacks at once, given and returning the three triads of each block. Hidden
/// triples concern only these three, so they are found before the rotation and not in all nine (1.09 times the speed on
/// `17_clue`, together with branchings that stay in registers).
#[inline(always)]
fn propagate_bands<N: BlockLanes, const STACK: bool>(summary: &mut BandSummary<N>, own: [N; 3]) -> [N; 3] {
    let t = summary.first_configurations(&with_neighbours::<N, STACK>(own)).triads();
    let narrowed = propagation::hidden_triples([t[0], t[3], t[6]]);
    let t = summary.final_configurations(&with_neighbours::<N, STACK>(narrowed)).triads();
    [t[0], t[3], t[6]]
}

/// The nine triads of a band or stack as each block sees them: its own first in each row, then those of the next two blocks.
#[inline(always)]
fn with_neighbours<N: BlockLanes, const STACK: bool>(own: [N; 3]) -> [N; 9] {
    let mut all = [own[0]; 9];
    for i in 0..3 {
        all[3 * i] = own[i];
        all[3 * i + 1] = if STACK { own[i].next_in_stack() } else { own[i].next_in_band() };
        all[3 * i + 2] = if STACK { own[i].previous_in_stack() } else { own[i].previous_in_band() };
    }
    all
}
