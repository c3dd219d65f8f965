//! The memory beside the lanes: new puzzles, nodes that wait and solved nodes, one column each.

use crate::harvest::Harvest;
use crate::question::{ALL, Bytes, CELL, Spread};
use crate::simd::Vector;
use crate::solo::{LANE, Node};

/// Rows of triads: three bands, then three stacks, nine each.
const TRIADS: usize = 54;
/// The row of owners.
pub(crate) const OWNER: usize = TRIADS;
/// The rows of cells, box by box, for questions that need them.
pub(crate) const CELLS: usize = OWNER + 1;
/// All rows.
pub(crate) const ROWS: usize = CELLS + 81;

/// Columns of memory: for new puzzles and for nodes that wait. A row is an odd number of cache lines, so that the rows of a
/// column do not fight for the same places in the cache.
const FIRST_STRIDE: usize = 32 * 17;

/// Columns for new puzzles: they come a vector at a time, as soon as fewer are left.
pub(crate) const NEW: usize = 2 * 32;

/// Solved nodes that are not worth the vectors: with fewer, their digits are told one by one.
const FEW_SOLVED: usize = 3;

/// The row of a horizontal triad, by its box and the row in it.
const fn horizontal(block: usize, row: usize) -> usize {
    9 * (block / 3) + 3 * row + block % 3
}

/// The row of a vertical triad, by its box and the column in it.
const fn vertical(block: usize, column: usize) -> usize {
    27 + 9 * (block % 3) + 3 * column + block / 3
}

/// The rows of the two triads of each cell.
static TRIADS_OF: [[u8; 2]; 81] = {
    let mut rows = [[0; 2]; 81];
    let mut i = 0;
    while i < 81 {
        rows[CELL[i] as usize] = [horizontal(i / 9, i % 9 / 3) as u8, vertical(i / 9, i % 3) as u8];
        i += 1;
    }
    rows
};

/// Numbers that begin where a cache line does: most vectors are then in one line.
#[derive(Debug)]
pub(crate) struct Aligned {
    numbers: Vec<u16>,
    first: usize,
}

impl Aligned {
    fn new(count: usize) -> Aligned {
        let mut numbers = vec![0; count + 31];
        let first = numbers.as_ptr().align_offset(64).min(31);
        numbers.truncate(first + count);
        Aligned { numbers, first }
    }
}

impl std::ops::Deref for Aligned {
    type Target = [u16];

    #[inline(always)]
    fn deref(&self) -> &[u16] {
        &self.numbers[self.first..]
    }
}

impl std::ops::DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u16] {
        &mut self.numbers[self.first..]
    }
}

/// Rows of triads and owners.
#[derive(Debug)]
#[repr(align(64))]
struct Solved([[u16; 32]; CELLS]);

/// The memory of a search that lasts from one to the next.
#[derive(Debug)]
pub(crate) struct Memory {
    /// `ROWS` rows. The first [`NEW`] columns are for new puzzles, then come nodes that wait.
    pub(crate) nodes: Aligned,
    pub(crate) stride: usize,
    /// New puzzles that are left.
    pub(crate) new: usize,
    /// The end of the nodes that wait.
    pub(crate) top: usize,
    /// Solved nodes, up to a vector of them.
    solved: Solved,
    solved_count: usize,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            nodes: Aligned::new(ROWS * FIRST_STRIDE),
            stride: FIRST_STRIDE,
            new: 0,
            top: 0,
            solved: Solved([[0; 32]; CELLS]),
            solved_count: 0,
        }
    }
}

impl Memory {
    /// Makes room for twice as many nodes.
    #[cold]
    fn grow(&mut self) {
        let stride = 2 * self.stride - 32;
        let mut nodes = Aligned::new(ROWS * stride);
        for (to, from) in nodes.chunks_mut(stride).zip(self.nodes.chunks(self.stride)) {
            to[..self.stride].copy_from_slice(from);
        }
        (self.nodes, self.stride) = (nodes, stride);
    }

    /// Forgets all nodes.
    pub(crate) fn start(&mut self) {
        (self.new, self.top, self.solved_count) = (0, NEW, 0);
    }

    /// Adds a node of question 0. `allowed` is for questions that need cells.
    pub(crate) fn push(&mut self, node: &Node, allowed: Option<&[[u16; 16]; 9]>) {
        let (stride, at) = (self.stride, self.top);
        for block in 0..9 {
            for i in 0..3 {
                self.nodes[horizontal(block, i) * stride + at] = node[i][LANE[block]];
                self.nodes[vertical(block, i) * stride + at] = node[3 + i][LANE[block]];
            }
            for (i, cells) in allowed.into_iter().flatten().enumerate() {
                self.nodes[(CELLS + 9 * block + i) * stride + at] = cells[LANE[block]];
            }
        }
        self.nodes[OWNER * stride + at] = 0;
        self.top += 1;
        self.make_room();
    }

    /// Makes room for what may come before the next call.
    #[inline(always)]
    pub(crate) fn make_room(&mut self) {
        if self.top + 3 * 32 > self.stride {
            self.grow();
        }
    }

    /// Takes the last nodes away, until so many are found whose questions are not answered, or a vector of nodes was looked
    /// at. Those that are to be worked on, counted from the new end.
    #[inline(always)]
    pub(crate) fn pop<V: Vector>(&mut self, count: u32, harvest: &Harvest) -> u32 {
        let owners = &self.nodes[OWNER * self.stride..][..self.top];
        let mut wanted = 0u32;
        for owner in owners[NEW..].iter().rev().take(V::LANES) {
            if wanted.count_ones() == count {
                break;
            }
            wanted = wanted << 1 | u32::from(harvest.wants(*owner));
            self.top -= 1;
        }
        wanted
    }

    /// Puts up to a vector of questions into the first columns of self.
    #[inline(always)]
    pub(crate) fn take_in<V: Vector, Q: Spread>(&mut self, questions: &[Q], first: usize) {
        let (all, stride, at) = (V::splat(ALL), self.stride, self.new);
        let mut cells = [[V::splat(0); 9]; 9];
        Q::spread(questions, &mut cells);
        for (block, c) in cells.iter().enumerate() {
            let rows = [c[0].or3(c[1], c[2]), c[3].or3(c[4], c[5]), c[6].or3(c[7], c[8])];
            let columns = [c[0].or3(c[3], c[6]), c[1].or3(c[4], c[7]), c[2].or3(c[5], c[8])];
            for i in 0..3 {
                // What is given in one triad of a box is in no other.
                let of = |triads: &[V; 3]| {
                    if Q::CELLS {
                        triads[i].and(all)
                    } else {
                        all.and_neither(triads[(i + 1) % 3], triads[(i + 2) % 3])
                    }
                };
                of(&rows).store(&mut self.nodes[horizontal(block, i) * stride + at..]);
                of(&columns).store(&mut self.nodes[vertical(block, i) * stride + at..]);
            }
            if Q::CELLS {
                for i in 0..9 {
                    c[i].store(&mut self.nodes[(CELLS + 9 * block + i) * stride + at..]);
                }
            }
        }
        for i in 0..questions.len() {
            self.nodes[OWNER * stride + at + i] = (first + i) as u16;
        }
        self.new += questions.len();
    }

    /// Keeps the solved nodes of some lanes, and tells them as soon as they fill a vector.
    #[inline(always)]
    pub(crate) fn keep<V: Vector>(&mut self, mut lanes: u32, triads: &[[V; 9]; 6], owner: V, harvest: &mut Harvest) {
        while lanes != 0 {
            let count = lanes.count_ones().min((V::LANES - self.solved_count) as u32);
            let from = V::lowest(lanes, count);
            let to = V::lowest(u32::MAX, count) << self.solved_count;
            let (index, to) = (V::copy_index(from, to), V::mask(to));
            let [rows @ .., owners] = &mut self.solved.0;
            for (row, triad) in rows.iter_mut().zip(triads.as_flattened()) {
                V::select(to, V::permuted(triad, &index), V::load(row)).store(row);
            }
            V::select(to, owner.permute(&index), V::load(owners)).store(owners);
            self.solved_count += count as usize;
            if self.solved_count == V::LANES {
                self.tell::<V>(harvest);
            }
            lanes &= !from;
        }
    }

    /// Tells the digits of the solved nodes.
    #[inline(always)]
    pub(crate) fn tell<V: Vector>(&mut self, harvest: &mut Harvest) {
        if self.solved_count < FEW_SOLVED {
            self.tell_each(harvest);
            return;
        }
        let (mut bytes, rows): (Bytes, _) = ([[[0; 32]; 16]; 6], &self.solved.0);
        for block in 0..9 {
            for i in 0..9 {
                let (h, v) = (&rows[horizontal(block, i / 3)], &rows[vertical(block, i % 3)]);
                let cell = usize::from(CELL[9 * block + i]);
                V::load(h).and(V::load(v)).to_digits(&mut bytes.as_flattened_mut()[cell]);
            }
        }
        for piece in 0..5 {
            V::transpose(&mut bytes[piece]);
        }
        for (lane, owner) in rows[OWNER][..self.solved_count].iter().enumerate() {
            harvest.solution(*owner, |digits| {
                for piece in 0..5 {
                    let of_lane = &bytes[piece][lane % 16][lane / 16 * 16..][..16];
                    digits[16 * piece..16 * piece + 16].copy_from_slice(of_lane);
                }
                digits[80] = bytes[5][0][lane];
            });
        }
        self.solved_count = 0;
    }

    /// The same of a few, digit by digit.
    #[inline(always)]
    fn tell_each(&mut self, harvest: &mut Harvest) {
        for i in 0..self.solved_count {
            let row = |number: u8| self.solved.0[usize::from(number)][i];
            harvest.solution(self.solved.0[OWNER][i], |digits| {
                for (digit, [h, v]) in digits.iter_mut().zip(&TRIADS_OF) {
                    *digit = (row(*h) & row(*v)).trailing_zeros() as u8 + 1;
                }
            });
        }
        self.solved_count = 0;
    }
}
