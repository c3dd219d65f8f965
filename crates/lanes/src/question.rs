//! What can be asked: digits in cells, or any candidates.

use crate::simd::Vector;
use crate::solver::Search;

/// The digits of 81 cells, row by row: 1 to 9, or 0 for an open cell.
pub type Digits = [u8; 81];

/// The candidates of 81 cells, row by row: bit 0 for the digit 1, up to bit 8 for the digit 9.
pub type Candidates = [u16; 81];

/// All nine candidates.
pub const ALL: u16 = 0x1ff;

/// What can be asked: [`Digits`] or [`Candidates`].
#[expect(private_bounds, reason = "nobody else can make questions")]
pub trait Question: Search + Sync {}

/// A puzzle as people write it, row by row: `1` to `9`, and any other byte for an open cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line<'a>(pub &'a [u8; 81]);

impl Question for Digits {}
impl Question for Line<'_> {}
impl Question for Candidates {}

/// The cell, counted row by row, that is cell `i % 9` of box `i / 9`.
pub(crate) const CELL: [u8; 81] = {
    let mut cells = [0; 81];
    let mut i = 0;
    while i < 81 {
        let (block, inner) = (i / 9, i % 9);
        cells[i] = (9 * (block / 3 * 3 + inner / 3) + block % 3 * 3 + inner % 3) as u8;
        i += 1;
    }
    cells
};

/// A byte of each cell for each lane, or of each lane for each cell: 16 cells together, and one that is left.
pub(crate) type Bytes = [[[u8; 32]; 16]; 6];

/// How questions of a kind get into the lanes.
pub(crate) trait Spread: Sized {
    /// Whether the cells need sets of their own. Givens do not: they say all they have to say to the triads.
    const CELLS: bool;

    /// Fills 81 vectors, box by box, with one question per lane: the given of each cell or nothing, or its candidates.
    fn spread<V: Vector>(questions: &[Self], cells: &mut [[V; 9]; 9]);

    /// The same of one question, in numbers.
    fn cell(&self, cell: usize) -> u16;
}

impl Spread for Digits {
    const CELLS: bool = false;

    #[inline(always)]
    fn spread<V: Vector>(questions: &[Digits], cells: &mut [[V; 9]; 9]) {
        spread_symbols(questions, |question| question, 0, cells);
    }

    #[inline(always)]
    fn cell(&self, cell: usize) -> u16 {
        BITS[usize::from(self[cell])]
    }
}

/// The bit of a symbol, where `zero` is that of 0; nothing for what is not 1 to 9.
#[inline(always)]
pub(crate) const fn bit(symbol: u8, zero: u8) -> u16 {
    match symbol.wrapping_sub(zero) {
        digit @ 1..=9 => 1 << (digit - 1),
        _ => 0,
    }
}

/// The same of every byte, if 0 is the symbol of 0: to look one up is less than to compute it.
static BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut digit = 1;
    while digit < 10 {
        bits[digit as usize] = bit(digit, 0);
        digit += 1;
    }
    bits
};

impl Spread for Line<'_> {
    const CELLS: bool = false;

    #[inline(always)]
    fn spread<V: Vector>(questions: &[Line<'_>], cells: &mut [[V; 9]; 9]) {
        spread_symbols(questions, |line| line.0, b'0', cells);
    }

    #[inline(always)]
    fn cell(&self, cell: usize) -> u16 {
        BITS[usize::from(self.0[cell].wrapping_sub(b'0'))]
    }
}

/// [`Spread::spread`] of symbols, where `zero` is that of 0.
#[inline(always)]
fn spread_symbols<V: Vector, Q>(
    questions: &[Q],
    symbols_of: impl Fn(&Q) -> &[u8; 81],
    zero: u8,
    cells: &mut [[V; 9]; 9],
) {
    let mut bytes: Bytes = [[[zero; 32]; 16]; 6];
    for lane in 0..V::LANES {
        // Lanes without a question get the last one.
        let symbols = symbols_of(&questions[lane.min(questions.len() - 1)]);
        let (pieces, last) = symbols.as_chunks::<16>();
        for piece in 0..5 {
            bytes[piece][lane % 16][lane / 16 * 16..][..16].copy_from_slice(&pieces[piece]);
        }
        bytes[5][0][lane] = last[0];
    }
    for piece in 0..5 {
        V::transpose(&mut bytes[piece]);
    }
    let bytes = bytes.as_flattened();
    for i in 0..81 {
        cells[i / 9][i % 9] = V::from_symbols(&bytes[usize::from(CELL[i])], zero);
    }
}

impl Spread for Candidates {
    const CELLS: bool = true;

    #[inline(always)]
    fn spread<V: Vector>(questions: &[Candidates], cells: &mut [[V; 9]; 9]) {
        for i in 0..81 {
            let mut lanes = [0; 32];
            for (lane, question) in lanes.iter_mut().zip(questions) {
                *lane = question[usize::from(CELL[i])];
            }
            cells[i / 9][i % 9] = V::load(&lanes);
        }
    }

    #[inline(always)]
    fn cell(&self, cell: usize) -> u16 {
        self[cell]
    }
}
