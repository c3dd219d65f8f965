//! AVX-512: 32 lanes.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{Job, Rotate, Vector};
use crate::question::ALL;

/// Does a job with AVX-512.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg")]
pub(super) unsafe fn run<J: Job>(job: J) -> J::Output {
    job.run::<Lanes32>()
}

/// 32 lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes32(__m512i);

/// The numbers of the two bytes of each lane.
static BYTES: [u16; 32] = {
    let mut lanes = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        lanes[lane] = u16::from_le_bytes([2 * lane as u8, 2 * lane as u8 + 1]);
        lane += 1;
    }
    lanes
};

/// The same vector; the compiler does not know it. Where it sees `x & (x - 1) == 0`, it counts the bits of `x` instead, which
/// is slower.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn opaque(mut vector: __m512i) -> __m512i {
    // SAFETY: no instruction is in there.
    unsafe { asm!("/* {0} */", inout(zmm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// The function of three bits whose values for 000 to 111 are the bits of `TABLE`.
#[inline(always)]
fn ternary<const TABLE: i32>(a: Lanes32, b: Lanes32, c: Lanes32) -> Lanes32 {
    // SAFETY: as below.
    Lanes32(unsafe { _mm512_ternarylogic_epi32::<TABLE>(a.0, b.0, c.0) })
}

// SAFETY, for every block: `Lanes32` exists only inside `run`, whose caller has asked the processor for the instructions;
// pointers come from slices of the length that is read or written.
impl Vector for Lanes32 {
    const LANES: usize = 32;
    type Mask = u32;
    type Index = Lanes32;

    #[inline(always)]
    fn splat(value: u16) -> Lanes32 {
        Lanes32(unsafe { _mm512_set1_epi16(value as i16) })
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Lanes32 {
        let from = &from[..32];
        Lanes32(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..32];
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_and_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_or_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn without(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }
    #[inline(always)]
    fn add(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_add_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn sub(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_sub_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn min(self, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_min_epu16(self.0, b.0) })
    }
    #[inline(always)]
    fn ones(self) -> Lanes32 {
        Lanes32(unsafe { _mm512_popcnt_epi16(self.0) })
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
    fn and_either(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xe0>(self, b, c)
    }
    #[inline(always)]
    fn and_neither(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x10>(self, b, c)
    }
    #[inline(always)]
    fn and_unequal(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0x60>(self, b, c)
    }
    #[inline(always)]
    fn or_both(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xf8>(self, b, c)
    }
    #[inline(always)]
    fn or_without(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        ternary::<0xf4>(self, b, c)
    }
    #[inline(always)]
    fn if_single(self, less: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, opaque(less.0)), self.0) })
    }
    #[inline(always)]
    fn only_if_any(self, these: Lanes32, _: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_mask_mov_epi16(self.0, _mm512_test_epi16_mask(self.0, these.0), self.and(these).0) })
    }
    #[inline(always)]
    fn own_if_three(self, b: Lanes32, c: Lanes32) -> Lanes32 {
        let (own, three) = (self.and_neither(b, c), Lanes32::splat(3));
        Lanes32(unsafe { _mm512_mask_mov_epi16(self.0, _mm512_cmpge_epu16_mask(own.ones().0, three.0), own.0) })
    }
    #[inline(always)]
    fn equal(self, b: Lanes32) -> u32 {
        unsafe { _mm512_cmpeq_epi16_mask(self.0, b.0) }
    }
    #[inline(always)]
    fn bits(mask: u32) -> u32 {
        mask
    }
    #[inline(always)]
    fn select(mask: u32, a: Lanes32, b: Lanes32) -> Lanes32 {
        Lanes32(unsafe { _mm512_mask_mov_epi16(b.0, mask, a.0) })
    }
    #[inline(always)]
    fn where_yes(self, mask: u32) -> Lanes32 {
        Lanes32(unsafe { _mm512_maskz_mov_epi16(mask, self.0) })
    }
    #[inline(always)]
    fn high_bits(self) -> u32 {
        unsafe { _mm512_movepi16_mask(self.0) }
    }
    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Lanes32 {
        let symbols = &symbols[..32];
        let bits = Lanes32(unsafe {
            let digits = _mm256_sub_epi8(_mm256_loadu_si256(symbols.as_ptr().cast()), _mm256_set1_epi8(zero as i8));
            // What is shifted by 16 or more is gone.
            let bits = _mm512_sllv_epi16(_mm512_set1_epi16(1), _mm512_cvtepu8_epi16(digits));
            _mm512_srli_epi16::<1>(bits)
        });
        bits.and(Lanes32::splat(ALL))
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..32];
        let below = self.sub(Lanes32::splat(1)).ones().add(Lanes32::splat(1));
        unsafe { _mm256_storeu_si256(digits.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(below.0)) }
    }

    #[inline(always)]
    fn transpose(bytes: &mut [[u8; 32]; 16]) {
        // SAFETY: both are 512 bytes. (As `transpose` does it with 16 bytes, here in both halves at once.)
        let mut rows: [__m256i; 16] = unsafe { std::mem::transmute(*bytes) };
        for _ in 0..4 {
            let from = rows;
            for i in 0..8 {
                rows[2 * i] = unsafe { _mm256_unpacklo_epi8(from[i], from[i + 8]) };
                rows[2 * i + 1] = unsafe { _mm256_unpackhi_epi8(from[i], from[i + 8]) };
            }
        }
        // SAFETY: as above.
        *bytes = unsafe { std::mem::transmute::<[__m256i; 16], [[u8; 32]; 16]>(rows) };
    }

    #[inline(always)]
    fn lowest(bits: u32, count: u32) -> u32 {
        unsafe { _pdep_u32(_bzhi_u32(u32::MAX, count), bits) }
    }
    #[inline(always)]
    fn mask(bits: u32) -> u32 {
        bits
    }
    #[inline(always)]
    fn gather_index(bits: u32) -> Lanes32 {
        Lanes32(unsafe { _mm512_maskz_compress_epi16(bits, Lanes32::load(&BYTES).0) })
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> Lanes32 {
        Lanes32(unsafe { _mm512_maskz_expand_epi16(to, Lanes32::gather_index(from).0) })
    }
    #[inline(always)]
    fn permute(self, index: &Lanes32) -> Lanes32 {
        // Of bytes: the processor has one operation for it, and two for the permutation of lanes.
        Lanes32(unsafe { _mm512_permutexvar_epi8(index.0, self.0) })
    }
}

// SAFETY: as above.
impl Rotate for Lanes32 {
    #[inline(always)]
    fn next_in_band(self) -> Lanes32 {
        Lanes32(unsafe {
            let order = _mm_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15);
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
    #[inline(always)]
    fn before_in_band(self) -> Lanes32 {
        Lanes32(unsafe {
            let order = _mm_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15);
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
    #[inline(always)]
    fn next_in_stack(self) -> Lanes32 {
        Lanes32(unsafe { _mm512_permutex_epi64::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn before_in_stack(self) -> Lanes32 {
        Lanes32(unsafe { _mm512_permutex_epi64::<0b11_01_00_10>(self.0) })
    }
    #[inline(always)]
    fn sit(self, seat: usize, lanes: &[u16; 16]) -> Lanes32 {
        Lanes32(unsafe {
            let lanes = _mm256_loadu_si256(lanes.as_ptr().cast());
            if seat == 0 { _mm512_inserti64x4::<0>(self.0, lanes) } else { _mm512_inserti64x4::<1>(self.0, lanes) }
        })
    }
    #[inline(always)]
    fn stand_up(self, seat: usize, lanes: &mut [u16; 16]) {
        unsafe {
            let out = if seat == 0 { _mm512_castsi512_si256(self.0) } else { _mm512_extracti64x4_epi64::<1>(self.0) };
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), out);
        }
    }
}
