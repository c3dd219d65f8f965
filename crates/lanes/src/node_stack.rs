//! Node stack: open nodes, loaded inputs and solved nodes of a batch search, as a struct of arrays.
//!
//! A node is a column; a row holds one triad of all nodes, so that a vector of a row is one triad of 16 or 32 nodes:
//!
//! ```text
//!                            0        inputs   64 = INPUT_COLUMNS        top            stride
//!                            ├────────┤········├─────────────────────────┤··············│
//!    rows 0..27   bands      │ inputs │        │ open nodes, oldest first│
//!    rows 27..54  stacks     │        │        │                         │
//!    row  54      puzzle id  │        │        │                         │
//!    row  55      path       │        │        │                         │
//!    rows 56..137 cell masks │        │        │                         │   for `CellCandidates` only
//! ```
//!
//! Inputs are loaded a vector at a time and taken from the end of their part. Open nodes are pushed and popped at `top`.
//! Invariant: at least 96 columns are free above `top` before a transfer, because it stores and loads whole vectors there
//! ([`NodeStack::reserve`]).
//!
//! Solved nodes wait in a buffer of their own until a vector of them can be converted to digits at once.

use crate::block_node::LANE_OF_BLOCK;
use crate::collector::Collector;
use crate::input::{ALL_DIGITS, BLOCK_ORDER, LaneInput, TransposeBuffer};
use crate::path::ROOT_PATH;
use crate::simd::NodeLanes;
use crate::single_search::Node;

/// Rows of triads: three bands, then three stacks, nine each.
const TRIAD_ROWS: usize = 54;
/// The row of puzzle ids.
const PUZZLE_ID_ROW: usize = TRIAD_ROWS;
/// The row of paths.
const PATH_ROW: usize = PUZZLE_ID_ROW + 1;
/// The first row of cell masks, in block order.
const FIRST_CELL_ROW: usize = PATH_ROW + 1;
/// Number of rows.
pub(crate) const ROWS: usize = FIRST_CELL_ROW + 81;

/// Initial number of columns: 17 cache lines of 32 columns. An odd number of cache lines per row keeps the rows of a column
/// in different cache sets; 17 instead of 65 lines touch fewer memory pages.
const INITIAL_STRIDE: usize = 32 * 17;

/// Columns reserved for inputs: a vector is loaded whenever less than a vector is left, so that the next inputs are ready
/// before the last ones are taken.
pub(crate) const INPUT_COLUMNS: usize = 2 * 32;

/// Solved nodes from which on the vector conversion pays; fewer are converted digit by digit.
const MIN_VECTOR_FLUSH: usize = 3;

/// The row of a horizontal triad, by its block and the row in it.
const fn horizontal_row(block: usize, row: usize) -> usize {
    9 * (block / 3) + 3 * row + block % 3
}

/// The row of a vertical triad, by its block and the column in it.
const fn vertical_row(block: usize, column: usize) -> usize {
    27 + 9 * (block % 3) + 3 * column + block / 3
}

/// The rows of the two triads of each cell, by its row-major index.
static TRIAD_ROWS_OF_CELL: [[u8; 2]; 81] = {
    let mut rows = [[0; 2]; 81];
    let mut i = 0;
    while i < 81 {
        rows[BLOCK_ORDER[i] as usize] = [horizontal_row(i / 9, i % 9 / 3) as u8, vertical_row(i / 9, i % 3) as u8];
        i += 1;
    }
    rows
};

/// A buffer that starts at a cache line, so that most vectors lie within one line (1.03 to 1.04 times the speed).
#[derive(Debug)]
pub(crate) struct AlignedBuffer {
    elements: Vec<u16>,
    first: usize,
}

impl AlignedBuffer {
    fn new(count: usize) -> AlignedBuffer {
        let mut elements = vec![0; count + 31];
        let first = elements.as_ptr().align_offset(64).min(31);
        elements.truncate(first + count);
        AlignedBuffer { elements, first }
    }
}

impl std::ops::Deref for AlignedBuffer {
    type Target = [u16];

    #[inline(always)]
    fn deref(&self) -> &[u16] {
        &self.elements[self.first..]
    }
}

impl std::ops::DerefMut for AlignedBuffer {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u16] {
        &mut self.elements[self.first..]
    }
}

/// Up to a vector of solved nodes: rows of triads and puzzle ids.
#[derive(Debug)]
#[repr(align(64))]
struct SolvedBuffer([[u16; 32]; PUZZLE_ID_ROW + 1]);

/// The memory of a batch search. It is kept from one search to the next.
#[derive(Debug)]
pub(crate) struct NodeStack {
    /// [`ROWS`] rows of `stride` columns.
    pub(crate) columns: AlignedBuffer,
    pub(crate) stride: usize,
    /// Number of loaded inputs that no lane has taken yet.
    pub(crate) inputs: usize,
    /// Column after the last open node.
    pub(crate) top: usize,
    solved: SolvedBuffer,
    solved_count: usize,
}

impl Default for NodeStack {
    fn default() -> NodeStack {
        NodeStack {
            columns: AlignedBuffer::new(ROWS * INITIAL_STRIDE),
            stride: INITIAL_STRIDE,
            inputs: 0,
            top: 0,
            solved: SolvedBuffer([[0; 32]; PUZZLE_ID_ROW + 1]),
            solved_count: 0,
        }
    }
}

impl NodeStack {
    /// Nearly doubles the number of columns; it stays an odd number of cache lines.
    #[cold]
    fn grow(&mut self) {
        let stride = 2 * self.stride - 32;
        let mut columns = AlignedBuffer::new(ROWS * stride);
        for (to, from) in columns.chunks_mut(stride).zip(self.columns.chunks(self.stride)) {
            to[..self.stride].copy_from_slice(from);
        }
        (self.columns, self.stride) = (columns, stride);
    }

    /// Removes all nodes.
    pub(crate) fn clear(&mut self) {
        (self.inputs, self.top, self.solved_count) = (0, INPUT_COLUMNS, 0);
    }

    /// Pushes a node of a single search, as puzzle 0. `allowed` is the candidates of the cells, if the input has cell masks.
    pub(crate) fn push(&mut self, node: &Node, allowed: Option<&[[u16; 16]; 9]>) {
        let (stride, at) = (self.stride, self.top);
        for block in 0..9 {
            for i in 0..3 {
                self.columns[horizontal_row(block, i) * stride + at] = node[i][LANE_OF_BLOCK[block]];
                self.columns[vertical_row(block, i) * stride + at] = node[3 + i][LANE_OF_BLOCK[block]];
            }
            for (i, cells) in allowed.into_iter().flatten().enumerate() {
                self.columns[(FIRST_CELL_ROW + 9 * block + i) * stride + at] = cells[LANE_OF_BLOCK[block]];
            }
        }
        self.columns[PUZZLE_ID_ROW * stride + at] = 0;
        self.columns[PATH_ROW * stride + at] = ROOT_PATH;
        self.top += 1;
        self.reserve();
    }

    /// Grows the stack unless 96 columns are free: room for the vectors that the next transfer stores and loads at `top`.
    #[inline(always)]
    pub(crate) fn reserve(&mut self) {
        if self.top + 3 * 32 > self.stride {
            self.grow();
        }
    }

    /// Pops nodes until `count` of them are needed, or a vector of nodes was popped. Returns a mask of the ones to work on, counted
    /// from the new `top`; nodes that answered puzzles do not need are dropped.
    #[inline(always)]
    pub(crate) fn pop<V: NodeLanes>(&mut self, count: u32, collector: &Collector) -> u32 {
        let puzzle_ids = &self.columns[PUZZLE_ID_ROW * self.stride..][INPUT_COLUMNS..self.top];
        let paths = &self.columns[PATH_ROW * self.stride..][INPUT_COLUMNS..self.top];
        let mut needed = 0u32;
        for (puzzle_id, path) in puzzle_ids.iter().zip(paths).rev().take(V::LANES) {
            if needed.count_ones() == count {
                break;
            }
            needed = needed << 1 | u32::from(collector.needs_node(*puzzle_id, *path));
            self.top -= 1;
        }
        needed
    }

    /// Loads up to a vector of inputs into the input columns. `first` is the puzzle id of the first.
    #[inline(always)]
    pub(crate) fn load_inputs<V: NodeLanes, I: LaneInput>(&mut self, inputs: &[I], first: usize) {
        let (all, stride, at) = (V::splat(ALL_DIGITS), self.stride, self.inputs);
        let mut cells = [[V::splat(0); 9]; 9];
        I::load_lanes(inputs, &mut cells);
        for (block, c) in cells.iter().enumerate() {
            let rows = [c[0].or3(c[1], c[2]), c[3].or3(c[4], c[5]), c[6].or3(c[7], c[8])];
            let columns = [c[0].or3(c[3], c[6]), c[1].or3(c[4], c[7]), c[2].or3(c[5], c[8])];
            for i in 0..3 {
                // A given in one triad of a block excludes its digit from the two parallel ones; the digit is then a hidden
                // single of the block. With cell masks, a triad is the union of its cells.
                let of = |triads: &[V; 3]| {
                    if I::HAS_CELL_MASKS {
                        triads[i].and(all)
                    } else {
                        all.and_nor(triads[(i + 1) % 3], triads[(i + 2) % 3])
                    }
                };
                of(&rows).store(&mut self.columns[horizontal_row(block, i) * stride + at..]);
                of(&columns).store(&mut self.columns[vertical_row(block, i) * stride + at..]);
            }
            if I::HAS_CELL_MASKS {
                for i in 0..9 {
                    c[i].store(&mut self.columns[(FIRST_CELL_ROW + 9 * block + i) * stride + at..]);
                }
            }
        }
        for i in 0..inputs.len() {
            self.columns[PUZZLE_ID_ROW * stride + at + i] = (first + i) as u16;
            self.columns[PATH_ROW * stride + at + i] = ROOT_PATH;
        }
        self.inputs += inputs.len();
    }

    /// Moves the solved nodes of some lanes to the buffer, and flushes it whenever it holds a full vector.
    #[inline(always)]
    pub(crate) fn buffer_solved<V: NodeLanes>(
        &mut self,
        mut lanes: u32,
        triads: &[[V; 9]; 6],
        puzzle_id: V,
        collector: &mut Collector,
    ) {
        while lanes != 0 {
            let count = lanes.count_ones().min((V::LANES - self.solved_count) as u32);
            let from = V::lowest_bits(lanes, count);
            let to = V::lowest_bits(u32::MAX, count) << self.solved_count;
            let (index, to) = (V::copy_index(from, to), V::mask_from_bits(to));
            let [rows @ .., puzzle_ids] = &mut self.solved.0;
            for (row, triad) in rows.iter_mut().zip(triads.as_flattened()) {
                V::select(to, V::permute_from_memory(triad, &index), V::load(row)).store(row);
            }
            V::select(to, puzzle_id.permute(&index), V::load(puzzle_ids)).store(puzzle_ids);
            self.solved_count += count as usize;
            if self.solved_count == V::LANES {
                self.flush_solved::<V>(collector);
            }
            lanes &= !from;
        }
    }

    /// Converts the buffered nodes to digits and stores them in the collector.
    #[inline(always)]
    pub(crate) fn flush_solved<V: NodeLanes>(&mut self, collector: &mut Collector) {
        if self.solved_count < MIN_VECTOR_FLUSH {
            self.flush_solved_scalar(collector);
            return;
        }
        let (mut bytes, rows): (TransposeBuffer, _) = ([[[0; 32]; 16]; 6], &self.solved.0);
        for block in 0..9 {
            for i in 0..9 {
                let (h, v) = (&rows[horizontal_row(block, i / 3)], &rows[vertical_row(block, i % 3)]);
                let cell = usize::from(BLOCK_ORDER[9 * block + i]);
                V::load(h).and(V::load(v)).to_digits(&mut bytes.as_flattened_mut()[cell]);
            }
        }
        for group in 0..5 {
            V::transpose(&mut bytes[group]);
        }
        for (lane, puzzle_id) in rows[PUZZLE_ID_ROW][..self.solved_count].iter().enumerate() {
            collector.store(*puzzle_id, |digits| {
                for group in 0..5 {
                    let of_lane = &bytes[group][lane % 16][lane / 16 * 16..][..16];
                    digits[16 * group..16 * group + 16].copy_from_slice(of_lane);
                }
                digits[80] = bytes[5][0][lane];
            });
        }
        self.solved_count = 0;
    }

    /// [`NodeStack::flush_solved`] digit by digit.
    #[inline(always)]
    fn flush_solved_scalar(&mut self, collector: &mut Collector) {
        for i in 0..self.solved_count {
            let row = |number: u8| self.solved.0[usize::from(number)][i];
            collector.store(self.solved.0[PUZZLE_ID_ROW][i], |digits| {
                for (digit, [h, v]) in digits.iter_mut().zip(&TRIAD_ROWS_OF_CELL) {
                    *digit = (row(*h) & row(*v)).trailing_zeros() as u8 + 1;
                }
            });
        }
        self.solved_count = 0;
    }
}
