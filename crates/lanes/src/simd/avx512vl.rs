//! AVX-512VL vectors: 16 lanes of 16 bits in 256 bits, for the single search of the level `avx512`.
//!
//! One node has nine blocks, so a 512-bit vector would hold two nodes, of which the second is of little use: most puzzles are
//! solved with few branchings. On processors that execute a 512-bit operation as two of 256 bits (Zen 4), half a vector
//! takes half the time. Compared with AVX2, functions of three operands are one instruction, bits are counted by one, and there are
//! 32 registers.
//!
//! Comparisons yield vectors as in AVX2, not masks in `k` registers: the single search has few operations that do not depend on
//! each other, and a mask lengthens the chain of those that do. With AVX-512VL enabled, the compiler always compares into masks;
//! therefore comparisons are written in assembly.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{BlockLanes, Vector};

/// 16 lanes. Values exist only inside [`run`](super::avx512::run).
#[derive(Clone, Copy)]
pub(super) struct BlockLanes16(__m256i);

/// Function of three bits whose truth table, for the arguments 000 to 111, is the bits of `TABLE`.
#[inline(always)]
fn ternary<const TABLE: i32>(a: BlockLanes16, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
    BlockLanes16(intrinsic!(_mm256_ternarylogic_epi32::<TABLE>(a.0, b.0, c.0)))
}

/// All bits set in the lanes that are equal.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn compare_equal(a: __m256i, b: __m256i) -> __m256i {
    let equal: __m256i;
    // SAFETY: the instruction reads and writes these registers only; AVX2 is enabled.
    unsafe {
        asm!("vpcmpeqw {}, {}, {}", out(ymm_reg) equal, in(ymm_reg) a, in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags));
    }
    equal
}

/// All bits set in the lanes where `a`, as a signed number, is greater.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn compare_greater(a: __m256i, b: __m256i) -> __m256i {
    let greater: __m256i;
    // SAFETY: the instruction reads and writes these registers only; AVX2 is enabled.
    unsafe {
        asm!("vpcmpgtw {}, {}, {}", out(ymm_reg) greater, in(ymm_reg) a, in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags));
    }
    greater
}

/// Returns its argument; the compiler cannot see that.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn opaque(mut vector: __m256i) -> __m256i {
    // SAFETY: the assembly is a comment: it has no instructions and leaves its operand unchanged.
    unsafe { asm!("/* {0} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

impl BlockLanes16 {
    /// All bits set in the lanes that are 0.
    #[inline(always)]
    fn is_zero(self) -> BlockLanes16 {
        self.equal(BlockLanes16(intrinsic!(_mm256_setzero_si256())))
    }

    /// Permutes the bytes of each half by the same order, which is opaque to the compiler: otherwise it would replace the one
    /// `pshufb` by two operations without a table.
    #[inline(always)]
    fn reorder(self, order: [i8; 16]) -> BlockLanes16 {
        // SAFETY: inside `run` the features are available; the array has the 16 bytes that are read.
        BlockLanes16(unsafe {
            let order = _mm256_broadcastsi128_si256(_mm_loadu_si128(order.as_ptr().cast()));
            _mm256_shuffle_epi8(self.0, opaque(order))
        })
    }
}

impl Vector for BlockLanes16 {
    const LANES: usize = 16;
    type Mask = BlockLanes16;

    #[inline(always)]
    fn splat(value: u16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_set1_epi16(value as i16)))
    }
    #[inline(always)]
    fn load(from: &[u16]) -> BlockLanes16 {
        let from = &from[..16];
        // SAFETY: inside `run` the features are available; the slice has the 16 elements that are read.
        BlockLanes16(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: inside `run` the features are available; the slice has the 16 elements that are written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_and_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn or(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_or_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn xor(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_xor_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn and_not(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_andnot_si256(b.0, self.0)))
    }
    #[inline(always)]
    fn add(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_add_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn sub(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_sub_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn min(self, b: BlockLanes16) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_min_epu16(self.0, b.0)))
    }
    #[inline(always)]
    fn count_ones(self) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_popcnt_epi16(self.0)))
    }
    #[inline(always)]
    fn and3(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0x80>(self, b, c)
    }
    #[inline(always)]
    fn or3(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0xfe>(self, b, c)
    }
    #[inline(always)]
    fn xor3(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0x96>(self, b, c)
    }
    #[inline(always)]
    fn majority(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0xe8>(self, b, c)
    }
    #[inline(always)]
    fn and_or(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0xe0>(self, b, c)
    }
    #[inline(always)]
    fn and_nor(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0x10>(self, b, c)
    }
    #[inline(always)]
    fn and_xor(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0x60>(self, b, c)
    }
    #[inline(always)]
    fn or_and(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0xf8>(self, b, c)
    }
    #[inline(always)]
    fn or_and_not(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        ternary::<0xf4>(self, b, c)
    }
    #[inline(always)]
    fn keep_single(self, minus_one: BlockLanes16) -> BlockLanes16 {
        self.and(self.and(minus_one).is_zero())
    }
    #[inline(always)]
    fn restrict_if_any(self, set: BlockLanes16, _: BlockLanes16) -> BlockLanes16 {
        self.and_or(set, self.and(set).is_zero())
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: BlockLanes16, c: BlockLanes16) -> BlockLanes16 {
        let own = self.and_nor(b, c);
        // SAFETY: inside `run` AVX2 is available, the only feature of the function.
        let has_two_at_most = unsafe { compare_greater(BlockLanes16::splat(3).0, own.count_ones().0) };
        own.or_and(self, BlockLanes16(has_two_at_most))
    }
    #[inline(always)]
    fn equal(self, b: BlockLanes16) -> BlockLanes16 {
        // SAFETY: inside `run` AVX2 is available, the only feature of the function.
        BlockLanes16(unsafe { compare_equal(self.0, b.0) })
    }
    #[inline(always)]
    fn mask_bits(mask: BlockLanes16) -> u32 {
        mask.sign_bits()
    }
    #[inline(always)]
    fn mask_from_bits(bits: u32) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_movm_epi16(bits as u16)))
    }
    #[inline(always)]
    fn select(mask: BlockLanes16, a: BlockLanes16, b: BlockLanes16) -> BlockLanes16 {
        ternary::<0xca>(mask, a, b)
    }
    #[inline(always)]
    fn zero_unless(self, mask: BlockLanes16) -> BlockLanes16 {
        self.and(mask)
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        intrinsic!(_mm256_movepi16_mask(self.0)).into()
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let (digits, one) = (&mut digits[..16], BlockLanes16::splat(1));
        let digit = self.sub(one).count_ones().add(one);
        // SAFETY: inside `run` the features are available; the slice has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(digits.as_mut_ptr().cast(), _mm256_cvtepi16_epi8(digit.0)) }
    }
}

impl BlockLanes for BlockLanes16 {
    #[inline(always)]
    fn next_in_band(self) -> BlockLanes16 {
        self.reorder([2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn previous_in_band(self) -> BlockLanes16 {
        self.reorder([4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }
    #[inline(always)]
    fn next_in_stack(self) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)))
    }
    #[inline(always)]
    fn previous_in_stack(self) -> BlockLanes16 {
        BlockLanes16(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)))
    }
}
