//! The vector traits: [`Vector`] for arithmetic on lanes, [`NodeLanes`] for one search node per lane, [`BlockLanes`] for one block
//! of a grid per lane.

use super::transpose;

/// A vector of 16-bit lanes. A lane mostly holds a set of digits, in bits 0 to 8.
///
/// The functions are safe to call because vectors of a level exist only inside a [`SimdJob`](super::SimdJob) that runs at
/// this level.
pub(crate) trait Vector: Copy {
    /// Number of lanes: 16 or 32.
    const LANES: usize;
    /// Whether registers are so few (16) that a temporary should be used up before the next one is computed.
    const FEW_REGISTERS: bool = false;
    /// One boolean per lane.
    type Mask: Copy;

    fn splat(value: u16) -> Self;
    /// Loads the first [`Self::LANES`] elements of a slice.
    fn load(from: &[u16]) -> Self;
    /// Overwrites the first [`Self::LANES`] elements of a slice.
    fn store(self, to: &mut [u16]);

    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn and_not(self, b: Self) -> Self;
    /// Wrapping addition.
    fn add(self, b: Self) -> Self;
    /// Wrapping subtraction.
    fn sub(self, b: Self) -> Self;
    /// Unsigned minimum.
    fn min(self, b: Self) -> Self;
    /// Number of set bits among the lowest nine.
    fn count_ones(self) -> Self;
    /// Sum of [`Vector::count_ones`] over at most 28 vectors: AVX2 accumulates the sum in bytes.
    #[inline(always)]
    fn sum_count_ones(sets: &[Self]) -> Self {
        let mut sum = Self::splat(0);
        for set in sets {
            sum = sum.add(set.count_ones());
        }
        sum
    }

    /// `self`, with a barrier: the compiler must compute `done` before it uses the result.
    ///
    /// Left alone, the compiler postpones values that are needed at the end of a loop (is a cell empty, did a triad change)
    /// and spills all their operands until then. With 16 registers the barrier is worth 1 to 2 % per use; with 32 it does
    /// nothing.
    #[inline(always)]
    fn sequence_after(self, _done: &mut Self) -> Self {
        self
    }

    // Functions of three operands: one instruction with AVX-512 (`vpternlog`).

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Bits set in at least two of the three: the carry of a full adder whose sum is [`Vector::xor3`].
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.xor(b).and(c))
    }
    /// `self & (b | c)`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }
    /// `self & !(b | c)`
    #[inline(always)]
    fn and_nor(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }
    /// `self & (b ^ c)`
    #[inline(always)]
    fn and_xor(self, b: Self, c: Self) -> Self {
        self.and(b.xor(c))
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self | (b & !c)`
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// `self` in lanes with exactly one bit (or none), 0 in the others. `minus_one` is `self - 1`.
    fn keep_single(self, minus_one: Self) -> Self;
    /// `self & set` in lanes where that is not empty, `self` in the others. `complement` is the complement of `set`.
    fn restrict_if_any(self, set: Self, complement: Self) -> Self;
    /// `self & !(b | c)` in lanes where that has at least three bits, `self` in the others.
    fn restrict_to_hidden_triple(self, b: Self, c: Self) -> Self;

    fn equal(self, b: Self) -> Self::Mask;
    /// The mask as an integer, bit `i` for lane `i`.
    fn mask_bits(mask: Self::Mask) -> u32;
    /// The mask whose lane `i` is bit `i`.
    fn mask_from_bits(bits: u32) -> Self::Mask;
    /// `a` in the lanes of the mask, `b` in the others.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// `self` in the lanes of the mask, 0 in the others.
    fn zero_unless(self, mask: Self::Mask) -> Self;
    /// Lanes whose highest bit is set, as an integer.
    fn sign_bits(self) -> u32;
    /// Writes the digit of each single bit to the first [`Self::LANES`] bytes.
    fn to_digits(self, digits: &mut [u8]);
}

/// A vector with one search node per lane, for the [batch search](crate::batch_search).
pub(crate) trait NodeLanes: Vector {
    /// Source lane of each lane, for [`NodeLanes::permute`].
    type Index: Copy;

    /// Digit bits of symbols, where `zero` is the symbol of 0: 1 becomes bit 0, 9 becomes bit 8, everything else 0.
    fn from_symbols(symbols: &[u8], zero: u8) -> Self;
    /// Transposes the 16x16 byte matrix in each half of the rows that the lanes use.
    #[inline(always)]
    fn transpose(bytes: &mut [[u8; 32]; 16]) {
        for half in 0..Self::LANES / 16 {
            let (mut rows, range) = ([[0; 16]; 16], 16 * half..16 * half + 16);
            for i in 0..16 {
                rows[i].copy_from_slice(&bytes[i][range.clone()]);
            }
            let columns = transpose::transpose(rows);
            for i in 0..16 {
                bytes[i][range.clone()].copy_from_slice(&columns[i]);
            }
        }
    }

    /// Half of each number, rounded down.
    fn halve(self) -> Self;

    /// The lowest `count` set bits.
    #[inline(always)]
    fn lowest_bits(bits: u32, count: u32) -> u32 {
        let mut rest = bits;
        for _ in 0..count {
            rest &= rest.wrapping_sub(1);
        }
        bits ^ rest
    }

    /// Index that compresses: moves the lanes of `bits` to the lowest lanes, in order.
    fn compress_index(bits: u32) -> Self::Index;
    /// Index that copies the i-th lane of `from` to the i-th lane of `to`.
    fn copy_index(from: u32, to: u32) -> Self::Index;
    /// Each lane receives the lane that the index names.
    fn permute(self, index: &Self::Index) -> Self;
    /// [`NodeLanes::permute`] of the first [`Self::LANES`] elements of a slice.
    #[inline(always)]
    fn load_permuted(from: &[u16], index: &Self::Index) -> Self {
        Self::load(from).permute(index)
    }
    /// [`NodeLanes::permute`] of a vector that is in memory rather than in a register.
    #[inline(always)]
    fn permute_from_memory(from: &Self, index: &Self::Index) -> Self {
        from.permute(index)
    }
}

/// A vector of 16 lanes with one value per block of a grid, for the [single search](crate::single_search). The block in band `b`
/// and stack `s` is lane `4 b + s`; seven lanes are unused. Bands are quarters of the vector, so that a rotation within a band
/// stays inside 64 bits and a rotation within a stack moves whole 64-bit quarters.
///
/// ```text
///    lane    0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15
///    block   0  1  2  -   3  4  5  -   6  7  8  -   -  -  -  -
/// ```
pub(crate) trait BlockLanes: Vector {
    /// Each block receives the value of the next block in its band (cyclically).
    fn next_in_band(self) -> Self;
    /// Each block receives the value of the previous block in its band (cyclically).
    fn previous_in_band(self) -> Self;
    /// Each block receives the value of the next block in its stack (cyclically).
    fn next_in_stack(self) -> Self;
    /// Each block receives the value of the previous block in its stack (cyclically).
    fn previous_in_stack(self) -> Self;
}

/// Calls `visit` with the rank and the position of each set bit.
#[inline(always)]
pub(crate) fn for_each_bit(mut bits: u32, mut visit: impl FnMut(usize, usize)) {
    let mut rank = 0;
    while bits != 0 {
        visit(rank, bits.trailing_zeros() as usize);
        bits &= bits - 1;
        rank += 1;
    }
}
