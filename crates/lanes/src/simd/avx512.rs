//! AVX-512 vectors: 32 lanes of 16 bits in 512 bits.
//!
//! Masks are integers (`k` registers), functions of three operands are one instruction, and lanes are permuted by bytes.

use std::arch::asm;
use std::arch::x86_64::*;

use super::avx512vl::BlockLanes16;
use super::{NodeLanes, SimdJob, Vector};
use crate::input::ALL_DIGITS;

level_entry!(
    Lanes32, BlockLanes16 => "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
);

/// 32 lanes. Values exist only inside [`run`].
#[derive(Clone, Copy)]
pub(super) struct Lanes32(__m512i);

/// Numbers of the two bytes of each lane: the identity permutation.
static BYTES: [u16; 32] = {
    let mut lanes = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        lanes[lane] = u16::from_le_bytes([2 * lane as u8, 2 * lane as u8 + 1]);
        lane += 1;
    }
    lanes
};

/// Returns its argument; the compiler cannot see that. Without it, the compiler turns `x & (x - 1) == 0` into a population
/// count, which is slower.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn opaque(mut vector: __m512i) -> __m512i {
    // SAFETY: the assembly is a comment: it has no instructions and leaves its operand unchanged.
    unsafe { asm!("/* {0} */", inout(zmm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// Function of three bits whose truth table, for the arguments 000 to 111, is the bits of `TABLE`.
#[inline(always)]
fn ternary<const TABLE: i32>(a: Lanes32, b: Lanes32, c: Lanes32) -> Lanes32 {
    Lanes32(intrinsic!(_mm512_ternarylogic_epi32::<TABLE>(a.0, b.0, c.0)))
}

impl Vector for Lanes32 {
    const LANES: usize = 32;
    type Mask = u32;

    #[inline(always)]
    fn splat(value: u16) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_set1_epi16(value as i16)))
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Lanes32 {
        let from = &from[..32];
        // SAFETY: inside `run` the features are available; the slice has the 32 elements that are read.
        Lanes32(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..32];
        // SAFETY: inside `run` the features are available; the slice has the 32 elements that are written.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_and_si512(self.0, b.0)))
    }
    #[inline(always)]
    fn or(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_or_si512(self.0, b.0)))
    }
    #[inline(always)]
    fn xor(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_xor_si512(self.0, b.0)))
    }
    #[inline(always)]
    fn and_not(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_andnot_si512(b.0, self.0)))
    }
    #[inline(always)]
    fn add(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_add_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn sub(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_sub_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn min(self, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_min_epu16(self.0, b.0)))
    }
    #[inline(always)]
    fn count_ones(self) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_popcnt_epi16(self.0)))
    }
    #[inline(always)]
    fn and3(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x80>(self, b, c)
    }
    #[inline(always)]
    fn or3(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xfe>(self, b, c)
    }
    #[inline(always)]
    fn xor3(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x96>(self, b, c)
    }
    #[inline(always)]
    fn majority(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xe8>(self, b, c)
    }
    #[inline(always)]
    fn and_or(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xe0>(self, b, c)
    }
    #[inline(always)]
    fn and_nor(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x10>(self, b, c)
    }
    #[inline(always)]
    fn and_xor(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x60>(self, b, c)
    }
    #[inline(always)]
    fn or_and(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xf8>(self, b, c)
    }
    #[inline(always)]
    fn or_and_not(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xf4>(self, b, c)
    }
    #[inline(always)]
    fn keep_single(self, minus_one: Lanes32) -> Lanes32 {
        // SAFETY: inside `run` AVX-512 F is available, the only feature of `opaque`.
        let minus_one = unsafe { opaque(minus_one.0) };
        let is_single = intrinsic!(_mm512_testn_epi16_mask(self.0, minus_one));
        Lanes32(intrinsic!(_mm512_maskz_mov_epi16(is_single, self.0)))
    }
    #[inline(always)]
    fn restrict_if_any(self, set: Lanes32, _: Lanes32) -> Lanes32 {
        let is_any = intrinsic!(_mm512_test_epi16_mask(self.0, set.0));
        Lanes32(intrinsic!(_mm512_mask_mov_epi16(self.0, is_any, self.and(set).0)))
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        let (own, three) = (self.and_nor(b, c), Lanes32::splat(3));
        let has_three = intrinsic!(_mm512_cmpge_epu16_mask(own.count_ones().0, three.0));
        Lanes32(intrinsic!(_mm512_mask_mov_epi16(self.0, has_three, own.0)))
    }
    #[inline(always)]
    fn equal(self, b: Lanes32) -> u32 {
        intrinsic!(_mm512_cmpeq_epi16_mask(self.0, b.0))
    }
    #[inline(always)]
    fn mask_bits(mask: u32) -> u32 {
        mask
    }
    #[inline(always)]
    fn select(mask: u32, a: Lanes32, b: Lanes32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_mask_mov_epi16(b.0, mask, a.0)))
    }
    #[inline(always)]
    fn zero_unless(self, mask: u32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_maskz_mov_epi16(mask, self.0)))
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        intrinsic!(_mm512_movepi16_mask(self.0))
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..32];
        let digit = self.sub(Lanes32::splat(1)).count_ones().add(Lanes32::splat(1));
        // SAFETY: inside `run` the features are available; the slice has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(digits.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(digit.0)) }
    }

    #[inline(always)]
    fn mask_from_bits(bits: u32) -> u32 {
        bits
    }
}

impl NodeLanes for Lanes32 {
    type Index = Lanes32;

    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Lanes32 {
        let symbols = &symbols[..32];
        // SAFETY: inside `run` the features are available; the slice has the 32 bytes that are read.
        let bits = Lanes32(unsafe {
            let digits = _mm256_sub_epi8(_mm256_loadu_si256(symbols.as_ptr().cast()), _mm256_set1_epi8(zero as i8));
            // A shift by 16 or more yields 0.
            let bits = _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_cvtepu8_epi16(digits));
            _mm512_srli_epi16::<1>(bits)
        });
        bits.and(Lanes32::splat(ALL_DIGITS))
    }
    #[inline(always)]
    fn transpose(bytes: &mut [[u8; 32]; 16]) {
        // The algorithm of `transpose`, in both 128-bit halves at once.
        // SAFETY: both types are 512 bytes of plain integers, valid for every bit pattern.
        let mut rows: [__m256i; 16] = unsafe { std::mem::transmute(*bytes) };
        for _ in 0..4 {
            let from = rows;
            for i in 0..8 {
                rows[2 * i] = intrinsic!(_mm256_unpacklo_epi8(from[i], from[i + 8]));
                rows[2 * i + 1] = intrinsic!(_mm256_unpackhi_epi8(from[i], from[i + 8]));
            }
        }
        // SAFETY: as for the transmutation above, in the other direction.
        *bytes = unsafe { std::mem::transmute::<[__m256i; 16], [[u8; 32]; 16]>(rows) };
    }
    #[inline(always)]
    fn halve(self) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_srli_epi16::<1>(self.0)))
    }
    #[inline(always)]
    fn lowest_bits(bits: u32, count: u32) -> u32 {
        intrinsic!(_pdep_u32(intrinsic!(_bzhi_u32(u32::MAX, count)), bits))
    }
    #[inline(always)]
    fn compress_index(bits: u32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_maskz_compress_epi16(bits, Lanes32::load(&BYTES).0)))
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> Lanes32 {
        Lanes32(intrinsic!(_mm512_maskz_expand_epi16(to, Lanes32::compress_index(from).0)))
    }
    #[inline(always)]
    fn permute(self, index: &Lanes32) -> Lanes32 {
        // By bytes: one micro-operation, where the permutation of 16-bit lanes takes two (1.03 times the speed).
        Lanes32(intrinsic!(_mm512_permutexvar_epi8(index.0, self.0)))
    }
}
