//! Puzzle inputs: the three forms in which callers state a 9x9 puzzle, and how they are loaded into lanes.
//!
//! Loading transposes: a caller has one array of 81 cells per puzzle, the lanes need one vector of puzzles per cell.
//! Digits and text are transposed as bytes, 16 cells of all puzzles at a time ([`TransposeBuffer`]).

use crate::simd::NodeLanes;
use crate::solver::CompiledSearch;

/// The digits of the 81 cells, row by row: 1 to 9, or 0 for an open cell.
pub type CellDigits = [u8; 81];

/// The candidates of the 81 cells, row by row: bit 0 is the digit 1, bit 8 is the digit 9.
pub type CellCandidates = [u16; 81];

/// The set of all nine digits.
pub const ALL_DIGITS: u16 = 0x1ff;

/// A 9x9 puzzle: [`CellDigits`], a [`PuzzleLine`] or [`CellCandidates`].
#[expect(private_bounds, reason = "the search is compiled for these three types only")]
pub trait PuzzleInput: CompiledSearch + Copy + Sync {}

/// A puzzle as one line of text, row by row: `1` to `9`, and any other byte for an open cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PuzzleLine<'a>(pub &'a [u8; 81]);

impl PuzzleInput for CellDigits {}
impl PuzzleInput for PuzzleLine<'_> {}
impl PuzzleInput for CellCandidates {}

/// Row-major index of each cell in block order: entry `9 b + i` is cell `i` of block `b`.
pub(crate) const BLOCK_ORDER: [u8; 81] = {
    let mut cells = [0; 81];
    let mut i = 0;
    while i < 81 {
        let (block, inner) = (i / 9, i % 9);
        cells[i] = (9 * (block / 3 * 3 + inner / 3) + block % 3 * 3 + inner % 3) as u8;
        i += 1;
    }
    cells
};

/// One byte per cell and lane, in six groups of cells: five groups of 16 cells, and one for the last cell.
///
/// Before the transposition, row `i` of a group holds the 16 cells of the lanes `i` and `16 + i`, side by side. After it,
/// row `i` holds cell `i` of the group for all 32 lanes.
pub(crate) type TransposeBuffer = [[[u8; 32]; 16]; 6];

/// A form of input that can be loaded into lanes.
pub(crate) trait LaneInput: Sized {
    /// Whether nodes must carry the candidates of each cell. Givens need none: the triads of a node express them fully.
    const HAS_CELL_MASKS: bool;

    /// Fills 81 vectors, in block order, with one puzzle per lane: the given of each cell or 0; or its candidates, if
    /// [`LaneInput::HAS_CELL_MASKS`].
    fn load_lanes<V: NodeLanes>(inputs: &[Self], cells: &mut [[V; 9]; 9]);

    /// The same for one cell of one puzzle, by its row-major index.
    fn cell_mask(&self, cell: usize) -> u16;
}

/// The givens of a puzzle, one symbol per cell: what the search sees of [`CellDigits`] and of a [`PuzzleLine`]. One type for
/// both, because the search is compiled for every type of input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Givens<'a> {
    pub(crate) symbols: &'a [u8; 81],
    /// The symbol of 0. All puzzles of a call have the same.
    pub(crate) zero: u8,
}

impl<'a> From<&'a CellDigits> for Givens<'a> {
    #[inline]
    fn from(digits: &'a CellDigits) -> Givens<'a> {
        Givens { symbols: digits, zero: 0 }
    }
}

impl<'a> From<&PuzzleLine<'a>> for Givens<'a> {
    #[inline]
    fn from(line: &PuzzleLine<'a>) -> Givens<'a> {
        Givens { symbols: line.0, zero: b'0' }
    }
}

impl LaneInput for Givens<'_> {
    const HAS_CELL_MASKS: bool = false;

    #[inline(always)]
    fn load_lanes<V: NodeLanes>(inputs: &[Givens<'_>], cells: &mut [[V; 9]; 9]) {
        let zero = inputs[0].zero;
        let mut bytes: TransposeBuffer = [[[zero; 32]; 16]; 6];
        for lane in 0..V::LANES {
            // Lanes beyond the last puzzle repeat it.
            let (groups, last) = inputs[lane.min(inputs.len() - 1)].symbols.as_chunks::<16>();
            for group in 0..5 {
                bytes[group][lane % 16][lane / 16 * 16..][..16].copy_from_slice(&groups[group]);
            }
            bytes[5][0][lane] = last[0];
        }
        for group in 0..5 {
            V::transpose(&mut bytes[group]);
        }
        let bytes = bytes.as_flattened();
        for i in 0..81 {
            cells[i / 9][i % 9] = V::from_symbols(&bytes[usize::from(BLOCK_ORDER[i])], zero);
        }
    }

    #[inline(always)]
    fn cell_mask(&self, cell: usize) -> u16 {
        DIGIT_BITS[usize::from(self.symbols[cell].wrapping_sub(self.zero))]
    }
}

/// The bit of a symbol, where `zero` is the symbol of 0; no bit for anything but 1 to 9.
#[inline(always)]
pub(crate) const fn digit_bit(symbol: u8, zero: u8) -> u16 {
    match symbol.wrapping_sub(zero) {
        digit @ 1..=9 => 1 << (digit - 1),
        _ => 0,
    }
}

/// [`digit_bit`] of every byte, for `zero` = 0. A lookup is cheaper than the comparison.
static DIGIT_BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut digit = 1;
    while digit < 10 {
        bits[digit as usize] = digit_bit(digit, 0);
        digit += 1;
    }
    bits
};

impl LaneInput for CellCandidates {
    const HAS_CELL_MASKS: bool = true;

    #[inline(always)]
    fn load_lanes<V: NodeLanes>(inputs: &[CellCandidates], cells: &mut [[V; 9]; 9]) {
        for i in 0..81 {
            let mut lanes = [0; 32];
            for (lane, input) in lanes.iter_mut().zip(inputs) {
                *lane = input[usize::from(BLOCK_ORDER[i])];
            }
            cells[i / 9][i % 9] = V::load(&lanes);
        }
    }

    #[inline(always)]
    fn cell_mask(&self, cell: usize) -> u16 {
        self[cell]
    }
}
