//! AVX2 vectors: 16 lanes of 16 bits in 256 bits.
//!
//! AVX2 lacks three things that AVX-512 has, and this module works around them: masks are vectors with all bits of a lane
//! set; a permutation of 16-bit lanes across the two 128-bit halves is two byte shuffles (one per source half) and an OR;
//! and bits are counted by table lookup.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{BlockLanes, NodeLanes, SimdJob, Vector};

level_entry!(Lanes16, Lanes16 => "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");

/// 16 lanes. Values exist only inside [`run`].
#[derive(Clone, Copy)]
pub(super) struct Lanes16(__m256i);

impl Lanes16 {
    /// All bits set in the lanes that are 0.
    #[inline(always)]
    fn is_zero(self) -> Lanes16 {
        self.equal(Lanes16(intrinsic!(_mm256_setzero_si256())))
    }

    /// `self` in lanes where `set` is not empty, 0 in the others. One `psignw` replaces a comparison and a logical
    /// operation; it would negate lanes where `set` is negative, but sets of digits have nine bits.
    #[inline(always)]
    fn if_any(self, set: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_sign_epi16(self.0, set.0)))
    }

    /// Replaces each byte, which must be below 16, by its entry in a table.
    #[inline(always)]
    fn look_up(self, table: [i8; 16]) -> __m256i {
        // SAFETY: `self` exists, so the code runs inside `run`, whose caller has detected AVX2; the table has the 16 bytes
        // that are read.
        unsafe { _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())), self.0) }
    }

    /// Number of set bits in each byte.
    #[inline(always)]
    fn count_ones_per_byte(self) -> Lanes16 {
        const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        let half = Lanes16::splat(0x0f0f);
        let low = self.and(half).look_up(ONES);
        let high = Lanes16(intrinsic!(_mm256_srli_epi16::<4>(self.0))).and(half).look_up(ONES);
        Lanes16(low).add(Lanes16(high))
    }

    /// Sum of the two bytes of each lane.
    #[inline(always)]
    fn sum_bytes(self) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_maddubs_epi16(self.0, intrinsic!(_mm256_set1_epi8(1)))))
    }
}

/// The lane numbers 0 to 15, four bits each.
const LANE_NUMBERS: u64 = 0xfedc_ba98_7654_3210;

/// Expands each of 16 bits to four equal bits.
#[inline(always)]
fn nibbles(bits: u32) -> u64 {
    intrinsic!(_pdep_u64(bits.into(), 0x1111_1111_1111_1111)) * 0xf
}

/// Numbers of the lanes of these bits, compressed, four bits each.
#[inline(always)]
fn lane_numbers(bits: u32) -> u64 {
    intrinsic!(_pext_u64(LANE_NUMBERS, nibbles(bits)))
}

/// Index for [`Vector::permute`] from sixteen source lane numbers, four bits each: one byte shuffle that takes from the lower
/// half of a vector and one that takes from the upper half. A shuffle byte with the highest bit set yields 0.
#[inline(always)]
fn index(from: u64) -> [Lanes16; 2] {
    // SAFETY: called by functions of `Lanes16` only, so the code runs inside `run`, whose caller has detected AVX2 and
    // BMI2. All operations are on registers.
    unsafe {
        // Spread the numbers to one per byte, then one per lane.
        let (low, high) = (_pdep_u64(from, 0x0f0f_0f0f_0f0f_0f0f), _pdep_u64(from >> 32, 0x0f0f_0f0f_0f0f_0f0f));
        let from = _mm256_cvtepu8_epi16(_mm_set_epi64x(high as i64, low as i64));
        // Lane i consists of the bytes 2 i and 2 i + 1.
        let bytes = _mm256_add_epi16(_mm256_mullo_epi16(from, _mm256_set1_epi16(0x202)), _mm256_set1_epi16(0x100));
        let upper = _mm256_cmpgt_epi16(from, _mm256_set1_epi16(7));
        let none = _mm256_set1_epi8(-128);
        [
            Lanes16(_mm256_or_si256(bytes, _mm256_and_si256(upper, none))),
            Lanes16(_mm256_or_si256(
                _mm256_sub_epi16(bytes, _mm256_and_si256(upper, _mm256_set1_epi16(0x1010))),
                _mm256_andnot_si256(upper, none),
            )),
        ]
    }
}

impl Vector for Lanes16 {
    const LANES: usize = 16;
    const FEW_REGISTERS: bool = true;
    type Mask = Lanes16;

    #[inline(always)]
    fn splat(value: u16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_set1_epi16(value as i16)))
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Lanes16 {
        let from = &from[..16];
        // SAFETY: inside `run` AVX2 is available; the slice has the 16 elements that are read.
        Lanes16(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..16];
        // SAFETY: inside `run` AVX2 is available; the slice has the 16 elements that are written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_and_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn or(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_or_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn xor(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_xor_si256(self.0, b.0)))
    }
    #[inline(always)]
    fn and_not(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_andnot_si256(b.0, self.0)))
    }
    #[inline(always)]
    fn add(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_add_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn sub(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_sub_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn min(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_min_epu16(self.0, b.0)))
    }
    #[inline(always)]
    fn count_ones(self) -> Lanes16 {
        self.count_ones_per_byte().sum_bytes()
    }
    #[inline(always)]
    fn sum_count_ones(sets: &[Lanes16]) -> Lanes16 {
        let mut sum = Lanes16::splat(0);
        for set in sets {
            sum = sum.add(set.count_ones_per_byte());
        }
        sum.sum_bytes()
    }
    #[inline(always)]
    fn sequence_after(self, done: &mut Lanes16) -> Lanes16 {
        // SAFETY: inside `run` AVX2 is available, the only feature of `order`.
        Lanes16(unsafe { order(&mut done.0, self.0) })
    }
    #[inline(always)]
    fn keep_single(self, minus_one: Lanes16) -> Lanes16 {
        self.and(self.and(minus_one).is_zero())
    }
    #[inline(always)]
    fn restrict_if_any(self, set: Lanes16, complement: Lanes16) -> Lanes16 {
        self.and_not(complement.if_any(self.and(set)))
    }
    #[inline(always)]
    fn restrict_to_hidden_triple(self, b: Lanes16, c: Lanes16) -> Lanes16 {
        let minus_one = Lanes16::splat(u16::MAX);
        let others = b.or(c);
        let own = self.and_not(others);
        // Clear the lowest bit twice: what remains is not empty where there are three bits or more.
        let but_one = own.and(own.add(minus_one));
        let but_two = but_one.and(but_one.add(minus_one));
        self.and_not(others.if_any(but_two))
    }
    #[inline(always)]
    fn equal(self, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_cmpeq_epi16(self.0, b.0)))
    }
    #[inline(always)]
    fn mask_bits(mask: Lanes16) -> u32 {
        mask.sign_bits()
    }
    #[inline(always)]
    fn select(mask: Lanes16, a: Lanes16, b: Lanes16) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_blendv_epi8(b.0, a.0, mask.0)))
    }
    #[inline(always)]
    fn zero_unless(self, mask: Lanes16) -> Lanes16 {
        self.and(mask)
    }
    #[inline(always)]
    fn sign_bits(self) -> u32 {
        // Packing to bytes works per 128-bit half: lanes 0-7 end up in the first quarter, lanes 8-15 in the third.
        let bytes = intrinsic!(_mm256_packs_epi16(self.0, intrinsic!(_mm256_setzero_si256())));
        let bytes = intrinsic!(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes));
        intrinsic!(_mm256_movemask_epi8(bytes)) as u32
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..16];
        let one = Lanes16::splat(1);
        let digit = self.sub(one).count_ones().add(one).0;
        // SAFETY: inside `run` AVX2 is available; the slice has the 16 bytes that are written.
        unsafe {
            let bytes = _mm_packus_epi16(_mm256_castsi256_si128(digit), _mm256_extracti128_si256::<1>(digit));
            _mm_storeu_si128(digits.as_mut_ptr().cast(), bytes);
        }
    }
    #[inline(always)]
    fn mask_from_bits(bits: u32) -> Lanes16 {
        const BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];
        let own = Lanes16::load(&BITS);
        Lanes16::splat(bits as u16).and(own).equal(own)
    }
}

impl NodeLanes for Lanes16 {
    type Index = [Lanes16; 2];

    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Lanes16 {
        let symbols = &symbols[..16];
        // SAFETY: inside `run` AVX2 is available; the slice has the 16 bytes that are read.
        let digits = Lanes16(unsafe {
            let digits = _mm_sub_epi8(_mm_loadu_si128(symbols.as_ptr().cast()), _mm_set1_epi8(zero as i8));
            _mm256_cvtepu8_epi16(_mm_min_epu8(digits, _mm_set1_epi8(15)))
        });
        // Digits 1 to 8 are looked up as the low byte of their lane; 9 is the lowest bit of the high byte.
        let low = digits.look_up([0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0]);
        let nine = digits.equal(Lanes16::splat(9)).and(Lanes16::splat(0x100));
        Lanes16(low).and(Lanes16::splat(0xff)).or(nine)
    }
    #[inline(always)]
    fn halve(self) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_srli_epi16::<1>(self.0)))
    }
    #[inline(always)]
    fn lowest_bits(bits: u32, count: u32) -> u32 {
        intrinsic!(_pdep_u32(intrinsic!(_bzhi_u32(u32::MAX, count)), bits))
    }
    #[inline(always)]
    fn compress_index(bits: u32) -> [Lanes16; 2] {
        index(lane_numbers(bits))
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> [Lanes16; 2] {
        index(intrinsic!(_pdep_u64(lane_numbers(from), nibbles(to))))
    }
    #[inline(always)]
    fn permute(self, [low, high]: &[Lanes16; 2]) -> Lanes16 {
        // SAFETY: inside `run` AVX2 is available; all operations are on registers.
        Lanes16(unsafe {
            let first = _mm256_permute2x128_si256::<0x00>(self.0, self.0);
            let second = _mm256_permute2x128_si256::<0x11>(self.0, self.0);
            _mm256_or_si256(_mm256_shuffle_epi8(first, low.0), _mm256_shuffle_epi8(second, high.0))
        })
    }
    #[inline(always)]
    fn load_permuted(from: &[u16], [low, high]: &[Lanes16; 2]) -> Lanes16 {
        let from = &from[..16];
        // A half that is broadcast from memory needs no exchange of halves.
        // SAFETY: inside `run` AVX2 is available; the slice has the two times 8 elements that are read.
        Lanes16(unsafe {
            let first = _mm256_broadcastsi128_si256(_mm_loadu_si128(from.as_ptr().cast()));
            let second = _mm256_broadcastsi128_si256(_mm_loadu_si128(from.as_ptr().add(8).cast()));
            _mm256_or_si256(_mm256_shuffle_epi8(first, low.0), _mm256_shuffle_epi8(second, high.0))
        })
    }
    #[inline(always)]
    fn permute_from_memory(from: &Lanes16, index: &[Lanes16; 2]) -> Lanes16 {
        // SAFETY: `Lanes16` wraps 32 bytes without padding, all of which are initialised and valid as `u16`; its alignment
        // is larger than that of `u16`.
        Lanes16::load_permuted(unsafe { &*std::ptr::from_ref(from).cast::<[u16; 16]>() }, index)
    }
}

/// Returns its argument; the compiler cannot see that.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn opaque(mut vector: __m256i) -> __m256i {
    // SAFETY: the assembly is a comment: it has no instructions and leaves its operands unchanged.
    unsafe { asm!("/* {0} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// Returns `second`; to the compiler, it depends on `first`. See [`Vector::sequence_after`].
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn order(first: &mut __m256i, mut second: __m256i) -> __m256i {
    let mut done = *first;
    // SAFETY: the assembly is a comment: it has no instructions and leaves its operands unchanged.
    unsafe {
        asm!("/* {0} {1} */", inout(ymm_reg) done, inout(ymm_reg) second, options(pure, nomem, nostack, preserves_flags));
    }
    *first = done;
    second
}

/// Permutes the bytes of each half by the same order. The order is opaque to the compiler, which would otherwise replace the
/// one `pshufb` by two operations without a table.
#[inline(always)]
fn reorder(lanes: Lanes16, order: [i8; 16]) -> Lanes16 {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = order;
    // SAFETY: inside `run` AVX2 is available; all operations are on registers.
    Lanes16(unsafe {
        let order = _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
        _mm256_shuffle_epi8(lanes.0, opaque(_mm256_broadcastsi128_si256(order)))
    })
}

impl BlockLanes for Lanes16 {
    #[inline(always)]
    fn next_in_band(self) -> Lanes16 {
        reorder(self, [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn previous_in_band(self) -> Lanes16 {
        reorder(self, [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }
    #[inline(always)]
    fn next_in_stack(self) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)))
    }
    #[inline(always)]
    fn previous_in_stack(self) -> Lanes16 {
        Lanes16(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)))
    }
}
