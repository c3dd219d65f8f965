//! NEON vectors: 16 lanes of 16 bits in two 128-bit registers.
//!
//! Every 64-bit ARM processor has NEON, so these vectors are the portable level there. Compared with SSE2: selections by bits, a test for
//! common bits that yields a mask, bit counts, and table lookups in two registers, which permute all 16 lanes.

use std::arch::aarch64::*;

use super::{BlockLanes, NodeLanes, Vector, for_each_bit};
use crate::input::ALL_DIGITS;

/// 16 lanes: 0 to 7, and 8 to 15.
#[derive(Clone, Copy)]
pub(crate) struct NeonLanes(uint16x8_t, uint16x8_t);

impl NeonLanes {
    #[inline(always)]
    fn zip(self, b: NeonLanes, each: impl Fn(uint16x8_t, uint16x8_t) -> uint16x8_t) -> NeonLanes {
        NeonLanes(each(self.0, b.0), each(self.1, b.1))
    }

    #[inline(always)]
    fn map(self, each: impl Fn(uint16x8_t) -> uint16x8_t) -> NeonLanes {
        NeonLanes(each(self.0), each(self.1))
    }

    /// All bits set in the lanes that have a bit in common.
    #[inline(always)]
    fn intersects(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vtstq_u16(a, b)))
    }

    /// Number of set bits in each byte.
    #[inline(always)]
    fn count_ones_per_byte(self) -> NeonLanes {
        self.map(|half| {
            let bytes = intrinsic!(vcntq_u8(intrinsic!(vreinterpretq_u8_u16(half))));
            intrinsic!(vreinterpretq_u16_u8(bytes))
        })
    }

    /// Sum of the two bytes of each lane.
    #[inline(always)]
    fn sum_bytes(self) -> NeonLanes {
        self.map(|half| intrinsic!(vpaddlq_u8(intrinsic!(vreinterpretq_u8_u16(half)))))
    }

    /// Permutes the bytes of each half by the same order.
    #[inline(always)]
    fn reorder(self, order: [u8; 16]) -> NeonLanes {
        // SAFETY: every AArch64 processor has NEON; the array has the 16 bytes that are read.
        let order = unsafe { vld1q_u8(order.as_ptr()) };
        self.map(|half| {
            let bytes = intrinsic!(vqtbl1q_u8(intrinsic!(vreinterpretq_u8_u16(half)), order));
            intrinsic!(vreinterpretq_u16_u8(bytes))
        })
    }
}

/// Numbers of the bytes of sixteen source lanes, in two halves.
#[inline(always)]
fn index(lanes: [u8; 16]) -> [uint8x16_t; 2] {
    // SAFETY: every AArch64 processor has NEON; the array has the 16 bytes that are read.
    let first = intrinsic!(vshlq_n_u8::<1>(unsafe { vld1q_u8(lanes.as_ptr()) }));
    let second = intrinsic!(vaddq_u8(first, intrinsic!(vdupq_n_u8(1))));
    [intrinsic!(vzip1q_u8(first, second)), intrinsic!(vzip2q_u8(first, second))]
}

/// Numbers of the lanes of these bits, compressed.
#[inline(always)]
fn lane_numbers(bits: u32) -> [u8; 16] {
    let mut lanes = [0; 16];
    for_each_bit(bits & 0xffff, |rank, lane| lanes[rank] = lane as u8);
    lanes
}

impl Vector for NeonLanes {
    const LANES: usize = 16;
    type Mask = NeonLanes;

    #[inline(always)]
    fn splat(value: u16) -> NeonLanes {
        let half = intrinsic!(vdupq_n_u16(value));
        NeonLanes(half, half)
    }
    #[inline(always)]
    fn load(from: &[u16]) -> NeonLanes {
        let from = &from[..16];
        // SAFETY: every AArch64 processor has NEON; the slice has the two times 8 elements that are read.
        unsafe { NeonLanes(vld1q_u16(from.as_ptr()), vld1q_u16(from.as_ptr().add(8))) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: every AArch64 processor has NEON; the slice has the two times 8 elements that are written.
        unsafe {
            vst1q_u16(to.as_mut_ptr(), self.0);
            vst1q_u16(to.as_mut_ptr().add(8), self.1);
        }
    }
    #[inline(always)]
    fn and(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vandq_u16(a, b)))
    }
    #[inline(always)]
    fn or(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vorrq_u16(a, b)))
    }
    #[inline(always)]
    fn xor(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(veorq_u16(a, b)))
    }
    #[inline(always)]
    fn and_not(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vbicq_u16(a, b)))
    }
    #[inline(always)]
    fn add(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vaddq_u16(a, b)))
    }
    #[inline(always)]
    fn sub(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vsubq_u16(a, b)))
    }
    #[inline(always)]
    fn min(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vminq_u16(a, b)))
    }
    #[inline(always)]
    fn count_ones(self) -> NeonLanes {
        self.count_ones_per_byte().sum_bytes()
    }
    #[inline(always)]
    fn sum_count_ones(sets: &[NeonLanes]) -> NeonLanes {
        let mut sum = NeonLanes::splat(0);
        for set in sets {
            sum = sum.add(set.count_ones_per_byte());
        }
        sum.sum_bytes()
    }
    #[inline(always)]
    fn majority(self, b: NeonLanes, c: NeonLanes) -> NeonLanes {
        // Where the first two differ, the third decides.
        NeonLanes::select(self.xor(b), c, self)
    }
    #[inline(always)]
    fn keep_single(self, minus_one: NeonLanes) -> NeonLanes {
        self.and_not(self.intersects(minus_one))
    }
    #[inline(always)]
    fn restrict_if_any(self, set: NeonLanes, complement: NeonLanes) -> NeonLanes {
        self.and_not(complement.and(self.intersects(set)))
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: NeonLanes, c: NeonLanes) -> NeonLanes {
        let (others, three) = (b.or(c), NeonLanes::splat(3));
        let own = self.and_not(others);
        let has_three = own.count_ones().zip(three, |count, three| intrinsic!(vcgeq_u16(count, three)));
        self.and_not(others.and(has_three))
    }
    #[inline(always)]
    fn equal(self, b: NeonLanes) -> NeonLanes {
        self.zip(b, |a, b| intrinsic!(vceqq_u16(a, b)))
    }
    #[inline(always)]
    fn mask_bits(mask: NeonLanes) -> u32 {
        mask.sign_bits()
    }
    #[inline(always)]
    fn select(mask: NeonLanes, a: NeonLanes, b: NeonLanes) -> NeonLanes {
        NeonLanes(intrinsic!(vbslq_u16(mask.0, a.0, b.0)), intrinsic!(vbslq_u16(mask.1, a.1, b.1)))
    }
    #[inline(always)]
    fn zero_unless(self, mask: NeonLanes) -> NeonLanes {
        self.and(mask)
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        let own = NeonLanes::load(&LANE_BITS);
        let bits = NeonLanes::splat(0x8000).intersects(self).and(own);
        u32::from(intrinsic!(vaddvq_u16(intrinsic!(vorrq_u16(bits.0, bits.1)))))
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..16];
        // A digit is one more than the number of its bit, which has 15 less that number of zeros before it.
        let zeros = self.map(|half| intrinsic!(vclzq_u16(half)));
        let NeonLanes(low, high) = NeonLanes::splat(16).sub(zeros);
        let bytes = intrinsic!(vcombine_u8(intrinsic!(vmovn_u16(low)), intrinsic!(vmovn_u16(high))));
        // SAFETY: every AArch64 processor has NEON; the slice has the 16 bytes that are written.
        unsafe { vst1q_u8(digits.as_mut_ptr(), bytes) }
    }
    #[inline(always)]
    fn mask_from_bits(bits: u32) -> NeonLanes {
        NeonLanes::splat(bits as u16).intersects(NeonLanes::load(&LANE_BITS))
    }
}

/// The bit of each lane in a mask that is an integer.
static LANE_BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];

impl NodeLanes for NeonLanes {
    type Index = [uint8x16_t; 2];

    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> NeonLanes {
        let symbols = &symbols[..16];
        // SAFETY: every AArch64 processor has NEON; the slice has the 16 bytes that are read.
        let symbols = unsafe { vld1q_u8(symbols.as_ptr()) };
        // The lowest byte of a lane is a signed shift count. A shift by 16 or more, or to the right, yields 0.
        let shifts = intrinsic!(vsubq_u8(symbols, intrinsic!(vdupq_n_u8(zero.wrapping_add(1)))));
        let shifts =
            NeonLanes(intrinsic!(vmovl_u8(intrinsic!(vget_low_u8(shifts)))), intrinsic!(vmovl_high_u8(shifts)));
        let bits = NeonLanes::splat(1)
            .zip(shifts, |one, shift| intrinsic!(vshlq_u16(one, intrinsic!(vreinterpretq_s16_u16(shift)))));
        bits.and(NeonLanes::splat(ALL_DIGITS))
    }
    #[inline(always)]
    fn halve(self) -> NeonLanes {
        self.map(|half| intrinsic!(vshrq_n_u16::<1>(half)))
    }
    #[inline(always)]
    fn compress_index(bits: u32) -> [uint8x16_t; 2] {
        index(lane_numbers(bits))
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> [uint8x16_t; 2] {
        let (from, mut lanes) = (lane_numbers(from), [0; 16]);
        for_each_bit(to & 0xffff, |rank, lane| lanes[lane] = from[rank]);
        index(lanes)
    }
    #[inline(always)]
    fn permute(self, index: &[uint8x16_t; 2]) -> NeonLanes {
        let table = uint8x16x2_t(intrinsic!(vreinterpretq_u8_u16(self.0)), intrinsic!(vreinterpretq_u8_u16(self.1)));
        NeonLanes(
            intrinsic!(vreinterpretq_u16_u8(intrinsic!(vqtbl2q_u8(table, index[0])))),
            intrinsic!(vreinterpretq_u16_u8(intrinsic!(vqtbl2q_u8(table, index[1])))),
        )
    }
}

impl BlockLanes for NeonLanes {
    #[inline(always)]
    fn next_in_band(self) -> NeonLanes {
        self.reorder([2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn previous_in_band(self) -> NeonLanes {
        self.reorder([4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }
    #[inline(always)]
    fn next_in_stack(self) -> NeonLanes {
        // Quarters 1, 2, 0, 3.
        let (first, last) = (intrinsic!(vget_low_u16(self.0)), intrinsic!(vget_high_u16(self.1)));
        NeonLanes(intrinsic!(vextq_u16::<4>(self.0, self.1)), intrinsic!(vcombine_u16(first, last)))
    }
    #[inline(always)]
    fn previous_in_stack(self) -> NeonLanes {
        // Quarters 2, 0, 1, 3.
        let (low, high) = (intrinsic!(vget_low_u16(self.1)), intrinsic!(vget_low_u16(self.0)));
        let (second, last) = (intrinsic!(vget_high_u16(self.0)), intrinsic!(vget_high_u16(self.1)));
        NeonLanes(intrinsic!(vcombine_u16(low, high)), intrinsic!(vcombine_u16(second, last)))
    }
}
