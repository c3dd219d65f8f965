//! SSE2 vectors: 16 lanes of 16 bits in two 128-bit registers.
//!
//! Every x86-64 processor has SSE2, so these vectors are the portable level there. LLVM took 19 of the 24 s of compiling this
//! crate for the vectorisation of [`ArrayLanes`](super::array::ArrayLanes), and the result had 0.7 of the speed.

use std::arch::x86_64::*;

use super::{BlockLanes, NodeLanes, Vector, for_each_bit};

/// 16 lanes: 0 to 7, and 8 to 15.
#[derive(Clone, Copy)]
pub(crate) struct Sse2Lanes(__m128i, __m128i);

impl Sse2Lanes {
    #[inline(always)]
    fn zip(self, b: Sse2Lanes, each: impl Fn(__m128i, __m128i) -> __m128i) -> Sse2Lanes {
        Sse2Lanes(each(self.0, b.0), each(self.1, b.1))
    }

    /// All bits set in the lanes that are 0.
    #[inline(always)]
    fn is_zero(self) -> Sse2Lanes {
        self.equal(Sse2Lanes::splat(0))
    }

    /// Logical shift of each lane to the right.
    #[inline(always)]
    fn shift_right<const BITS: i32>(self) -> Sse2Lanes {
        Sse2Lanes(intrinsic!(_mm_srli_epi16::<BITS>(self.0)), intrinsic!(_mm_srli_epi16::<BITS>(self.1)))
    }

    #[inline(always)]
    fn to_array(self) -> [u16; 16] {
        let mut lanes = [0; 16];
        self.store(&mut lanes);
        lanes
    }
}

impl Vector for Sse2Lanes {
    const LANES: usize = 16;
    const FEW_REGISTERS: bool = true;
    type Mask = Sse2Lanes;

    #[inline(always)]
    fn splat(value: u16) -> Sse2Lanes {
        let half = intrinsic!(_mm_set1_epi16(value as i16));
        Sse2Lanes(half, half)
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Sse2Lanes {
        let from = &from[..16];
        // SAFETY: the slice has the two times 8 elements that are read.
        unsafe { Sse2Lanes(_mm_loadu_si128(from.as_ptr().cast()), _mm_loadu_si128(from.as_ptr().add(8).cast())) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: the slice has the two times 8 elements that are written.
        unsafe {
            _mm_storeu_si128(to.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(to.as_mut_ptr().add(8).cast(), self.1);
        }
    }
    #[inline(always)]
    fn and(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_and_si128(a, b)))
    }
    #[inline(always)]
    fn or(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_or_si128(a, b)))
    }
    #[inline(always)]
    fn xor(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_xor_si128(a, b)))
    }
    #[inline(always)]
    fn and_not(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_andnot_si128(b, a)))
    }
    #[inline(always)]
    fn add(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_add_epi16(a, b)))
    }
    #[inline(always)]
    fn sub(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_sub_epi16(a, b)))
    }
    #[inline(always)]
    fn min(self, b: Sse2Lanes) -> Sse2Lanes {
        // The minimum of unsigned lanes came with SSE4.1; a saturating difference takes its place.
        self.zip(b, |a, b| intrinsic!(_mm_sub_epi16(a, intrinsic!(_mm_subs_epu16(a, b)))))
    }
    #[inline(always)]
    fn count_ones(self) -> Sse2Lanes {
        // Sums in groups of two, four and eight bits, and the ninth bit.
        let (twos, fours, eights) = (Sse2Lanes::splat(0x55), Sse2Lanes::splat(0x33), Sse2Lanes::splat(0xf));
        let pairs = self.and(twos).add(self.shift_right::<1>().and(twos));
        let quads = pairs.and(fours).add(pairs.shift_right::<2>().and(fours));
        let ninth = self.shift_right::<8>().and(Sse2Lanes::splat(1));
        quads.and(eights).add(quads.shift_right::<4>()).add(ninth)
    }
    #[inline(always)]
    fn keep_single(self, minus_one: Sse2Lanes) -> Sse2Lanes {
        self.and(self.and(minus_one).is_zero())
    }
    #[inline(always)]
    fn restrict_if_any(self, set: Sse2Lanes, _: Sse2Lanes) -> Sse2Lanes {
        let some = self.and(set);
        some.or(self.and(some.is_zero()))
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: Sse2Lanes, c: Sse2Lanes) -> Sse2Lanes {
        let minus_one = Sse2Lanes::splat(u16::MAX);
        let own = self.and_nor(b, c);
        // Clear the lowest bit twice: what remains is not empty where there are three bits or more.
        let but_one = own.and(own.add(minus_one));
        let but_two = but_one.and(but_one.add(minus_one));
        own.or(self.and(but_two.is_zero()))
    }
    #[inline(always)]
    fn equal(self, b: Sse2Lanes) -> Sse2Lanes {
        self.zip(b, |a, b| intrinsic!(_mm_cmpeq_epi16(a, b)))
    }
    #[inline(always)]
    fn mask_bits(mask: Sse2Lanes) -> u32 {
        mask.sign_bits()
    }
    #[inline(always)]
    fn select(mask: Sse2Lanes, a: Sse2Lanes, b: Sse2Lanes) -> Sse2Lanes {
        b.xor(a.xor(b).and(mask))
    }
    #[inline(always)]
    fn zero_unless(self, mask: Sse2Lanes) -> Sse2Lanes {
        self.and(mask)
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        // Saturation to bytes keeps the sign.
        intrinsic!(_mm_movemask_epi8(intrinsic!(_mm_packs_epi16(self.0, self.1)))) as u32
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..16];
        let one = Sse2Lanes::splat(1);
        let Sse2Lanes(low, high) = self.sub(one).count_ones().add(one);
        let bytes = intrinsic!(_mm_packus_epi16(low, high));
        // SAFETY: the slice has the 16 bytes that are written.
        unsafe { _mm_storeu_si128(digits.as_mut_ptr().cast(), bytes) }
    }
    #[inline(always)]
    fn mask_from_bits(bits: u32) -> Sse2Lanes {
        const BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];
        let own = Sse2Lanes::load(&BITS);
        Sse2Lanes::splat(bits as u16).and(own).equal(own)
    }
}

impl NodeLanes for Sse2Lanes {
    type Index = [u8; 16];

    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Sse2Lanes {
        let symbols = &symbols[..16];
        // SAFETY: the slice has the 16 bytes that are read.
        let symbols = unsafe { _mm_loadu_si128(symbols.as_ptr().cast()) };
        let digits = intrinsic!(_mm_sub_epi8(symbols, intrinsic!(_mm_set1_epi8(zero as i8))));
        // There is no table lookup (SSSE3): the bit of each digit is selected by a comparison. Digits 1 to 8 are bits of the
        // low byte of a lane; 9 is the lowest bit of the high byte.
        let bit_of = |digit: i8, bit: u8| {
            intrinsic!(_mm_and_si128(
                intrinsic!(_mm_cmpeq_epi8(digits, intrinsic!(_mm_set1_epi8(digit)))),
                intrinsic!(_mm_set1_epi8(bit as i8))
            ))
        };
        let mut low = bit_of(1, 1);
        for digit in 2..=8 {
            low = intrinsic!(_mm_or_si128(low, bit_of(digit, 1 << (digit - 1))));
        }
        let nine = bit_of(9, 1);
        Sse2Lanes(intrinsic!(_mm_unpacklo_epi8(low, nine)), intrinsic!(_mm_unpackhi_epi8(low, nine)))
    }
    #[inline(always)]
    fn halve(self) -> Sse2Lanes {
        self.shift_right::<1>()
    }
    #[inline(always)]
    fn compress_index(bits: u32) -> [u8; 16] {
        let mut index = [0; 16];
        for_each_bit(bits & 0xffff, |rank, lane| index[rank] = lane as u8);
        index
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> [u8; 16] {
        let (from, mut index) = (Sse2Lanes::compress_index(from), [0; 16]);
        for_each_bit(to & 0xffff, |rank, lane| index[lane] = from[rank]);
        index
    }
    #[inline(always)]
    fn permute(self, index: &[u8; 16]) -> Sse2Lanes {
        Sse2Lanes::load_permuted(&self.to_array(), index)
    }
    #[inline(always)]
    fn load_permuted(from: &[u16], index: &[u8; 16]) -> Sse2Lanes {
        // There is no shuffle by a variable index (SSSE3): lanes are moved one by one.
        let (from, mut lanes) = (&from[..16], [0; 16]);
        for lane in 0..16 {
            lanes[lane] = from[usize::from(index[lane] & 15)];
        }
        Sse2Lanes::load(&lanes)
    }
}

impl BlockLanes for Sse2Lanes {
    #[inline(always)]
    fn next_in_band(self) -> Sse2Lanes {
        // Lanes 1, 2, 0, 3 of each quarter.
        let rotate = |half| {
            intrinsic!(_mm_shufflehi_epi16::<0b11_00_10_01>(intrinsic!(_mm_shufflelo_epi16::<0b11_00_10_01>(half))))
        };
        Sse2Lanes(rotate(self.0), rotate(self.1))
    }
    #[inline(always)]
    fn previous_in_band(self) -> Sse2Lanes {
        // Lanes 2, 0, 1, 3 of each quarter.
        let rotate = |half| {
            intrinsic!(_mm_shufflehi_epi16::<0b11_01_00_10>(intrinsic!(_mm_shufflelo_epi16::<0b11_01_00_10>(half))))
        };
        Sse2Lanes(rotate(self.0), rotate(self.1))
    }
    #[inline(always)]
    fn next_in_stack(self) -> Sse2Lanes {
        // Quarters 1, 2, 0, 3.
        let (low, high) = (intrinsic!(_mm_castsi128_pd(self.0)), intrinsic!(_mm_castsi128_pd(self.1)));
        Sse2Lanes(
            intrinsic!(_mm_castpd_si128(intrinsic!(_mm_shuffle_pd::<0b01>(low, high)))),
            intrinsic!(_mm_castpd_si128(intrinsic!(_mm_shuffle_pd::<0b10>(low, high)))),
        )
    }
    #[inline(always)]
    fn previous_in_stack(self) -> Sse2Lanes {
        // Quarters 2, 0, 1, 3.
        Sse2Lanes(intrinsic!(_mm_unpacklo_epi64(self.1, self.0)), intrinsic!(_mm_unpackhi_epi64(self.0, self.1)))
    }
}
