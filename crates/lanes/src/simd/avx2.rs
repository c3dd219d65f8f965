//! AVX2: 16 lanes.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{Job, Rotate, Vector};

/// Does a job with AVX2.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<J: Job>(job: J) -> J::Output {
    job.run::<Lanes16>()
}

/// 16 lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes16(__m256i);

impl Lanes16 {
    /// All bits of the lanes that are 0.
    #[inline(always)]
    fn is_zero(self) -> Lanes16 {
        // SAFETY: as below.
        self.equal(Lanes16(unsafe { _mm256_setzero_si256() }))
    }

    /// `self` where `set` has any bit, else nothing. One operation, where a comparison and what is made of it are two.
    #[inline(always)]
    fn if_any(self, set: Lanes16) -> Lanes16 {
        // SAFETY: as below.
        Lanes16(unsafe { _mm256_sign_epi16(self.0, set.0) })
    }

    /// A byte of each half-byte, from a table of 16.
    #[inline(always)]
    fn look_up(self, table: [i8; 16]) -> __m256i {
        // SAFETY: as below; the table has 16 bytes.
        unsafe { _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())), self.0) }
    }
}

impl Lanes16 {
    /// How many bits are set in each byte, of the lowest nine bits of a lane.
    #[inline(always)]
    fn ones_by_byte(self) -> Lanes16 {
        const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        let half = Lanes16::splat(0x0f0f);
        let low = self.and(half).look_up(ONES);
        // SAFETY: as below.
        let high = Lanes16(unsafe { _mm256_srli_epi16::<4>(self.0) }).and(half).look_up(ONES);
        Lanes16(low).add(Lanes16(high))
    }

    /// The sum of the two bytes of each lane.
    #[inline(always)]
    fn sum_bytes(self) -> Lanes16 {
        // SAFETY: as below.
        Lanes16(unsafe { _mm256_maddubs_epi16(self.0, _mm256_set1_epi8(1)) })
    }
}

/// 0 to 15, four bits each.
const NUMBERS: u64 = 0xfedc_ba98_7654_3210;

/// Four bits for each bit.
#[inline(always)]
fn nibbles(bits: u32) -> u64 {
    // SAFETY: as below.
    unsafe { _pdep_u64(bits.into(), 0x1111_1111_1111_1111) * 0xf }
}

/// The lanes of these bits, side by side, four bits each.
#[inline(always)]
fn lanes_of(bits: u32) -> u64 {
    // SAFETY: as below.
    unsafe { _pext_u64(NUMBERS, nibbles(bits)) }
}

/// What [`Vector::permute`] needs, of sixteen numbers of lanes, four bits each: which bytes of the lower half of a vector go
/// where, and which of the upper half. A byte with the highest bit set stands for none.
#[inline(always)]
fn index(from: u64) -> [Lanes16; 2] {
    // SAFETY: as below.
    unsafe {
        // One number to a byte, then to a lane.
        let (low, high) = (_pdep_u64(from, 0x0f0f_0f0f_0f0f_0f0f), _pdep_u64(from >> 32, 0x0f0f_0f0f_0f0f_0f0f));
        let from = _mm256_cvtepu8_epi16(_mm_set_epi64x(high as i64, low as i64));
        // Lane i is the bytes 2 i and 2 i + 1.
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

// SAFETY, for every block: `Lanes16` exists only inside `run`, whose caller has asked the processor for
// the instructions; pointers come from slices of the length that is read or written.
impl Vector for Lanes16 {
    const LANES: usize = 16;
    const FEW_REGISTERS: bool = true;
    type Mask = Lanes16;
    type Index = [Lanes16; 2];

    #[inline(always)]
    fn splat(value: u16) -> Lanes16 {
        Lanes16(unsafe { _mm256_set1_epi16(value as i16) })
    }
    #[inline(always)]
    fn load(from: &[u16]) -> Lanes16 {
        let from = &from[..16];
        Lanes16(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..16];
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn and(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_and_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_or_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn without(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
    #[inline(always)]
    fn add(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_add_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn sub(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_sub_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn min(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_min_epu16(self.0, b.0) })
    }
    #[inline(always)]
    fn ones(self) -> Lanes16 {
        self.ones_by_byte().sum_bytes()
    }
    #[inline(always)]
    fn ones_of(sets: &[Lanes16]) -> Lanes16 {
        let mut sum = Lanes16::splat(0);
        for set in sets {
            sum = sum.add(set.ones_by_byte());
        }
        sum.sum_bytes()
    }
    #[inline(always)]
    fn after(self, done: &mut Lanes16) -> Lanes16 {
        Lanes16(unsafe { order(&mut done.0, self.0) })
    }
    #[inline(always)]
    fn if_single(self, less: Lanes16) -> Lanes16 {
        self.and(self.and(less).is_zero())
    }
    #[inline(always)]
    fn only_if_any(self, these: Lanes16, others: Lanes16) -> Lanes16 {
        self.without(others.if_any(self.and(these)))
    }
    #[inline(always)]
    fn own_if_three(self, b: Lanes16, c: Lanes16) -> Lanes16 {
        let minus_one = Lanes16::splat(u16::MAX);
        let others = b.or(c);
        let own = self.without(others);
        let but_one = own.and(own.add(minus_one));
        let but_two = but_one.and(but_one.add(minus_one));
        self.without(others.if_any(but_two))
    }
    #[inline(always)]
    fn equal(self, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_cmpeq_epi16(self.0, b.0) })
    }
    #[inline(always)]
    fn bits(mask: Lanes16) -> u32 {
        mask.high_bits()
    }
    #[inline(always)]
    fn select(mask: Lanes16, a: Lanes16, b: Lanes16) -> Lanes16 {
        Lanes16(unsafe { _mm256_blendv_epi8(b.0, a.0, mask.0) })
    }
    #[inline(always)]
    fn where_yes(self, mask: Lanes16) -> Lanes16 {
        self.and(mask)
    }
    #[inline(always)]
    fn high_bits(self) -> u32 {
        // The halves are packed into bytes each for itself: lanes 0-7 and 8-15 stand in the first and third quarter.
        unsafe {
            let bytes = _mm256_packs_epi16(self.0, _mm256_setzero_si256());
            let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(bytes);
            _mm256_movemask_epi8(bytes) as u32
        }
    }
    #[inline(always)]
    fn from_symbols(symbols: &[u8], zero: u8) -> Lanes16 {
        let symbols = &symbols[..16];
        let digits = Lanes16(unsafe {
            let digits = _mm_sub_epi8(_mm_loadu_si128(symbols.as_ptr().cast()), _mm_set1_epi8(zero as i8));
            _mm256_cvtepu8_epi16(_mm_min_epu8(digits, _mm_set1_epi8(15)))
        });
        // The low bytes hold the digit: the bits of 1 to 8; and 9 is the low bit of the high byte.
        let low = digits.look_up([0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0]);
        let nine = digits.equal(Lanes16::splat(9)).and(Lanes16::splat(0x100));
        Lanes16(low).and(Lanes16::splat(0xff)).or(nine)
    }
    #[inline(always)]
    fn to_digits(self, digits: &mut [u8]) {
        let digits = &mut digits[..16];
        let one = Lanes16::splat(1);
        let digit = self.sub(one).ones().add(one).0;
        unsafe {
            let bytes = _mm_packus_epi16(_mm256_castsi256_si128(digit), _mm256_extracti128_si256::<1>(digit));
            _mm_storeu_si128(digits.as_mut_ptr().cast(), bytes);
        }
    }
    #[inline(always)]
    fn lowest(bits: u32, count: u32) -> u32 {
        unsafe { _pdep_u32(_bzhi_u32(u32::MAX, count), bits) }
    }
    #[inline(always)]
    fn mask(bits: u32) -> Lanes16 {
        const BITS: [u16; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];
        let own = Lanes16::load(&BITS);
        Lanes16::splat(bits as u16).and(own).equal(own)
    }
    #[inline(always)]
    fn gather_index(bits: u32) -> [Lanes16; 2] {
        index(lanes_of(bits))
    }
    #[inline(always)]
    fn copy_index(from: u32, to: u32) -> [Lanes16; 2] {
        index(unsafe { _pdep_u64(lanes_of(from), nibbles(to)) })
    }
    #[inline(always)]
    fn permute(self, [low, high]: &[Lanes16; 2]) -> Lanes16 {
        Lanes16(unsafe {
            let first = _mm256_permute2x128_si256::<0x00>(self.0, self.0);
            let second = _mm256_permute2x128_si256::<0x11>(self.0, self.0);
            _mm256_or_si256(_mm256_shuffle_epi8(first, low.0), _mm256_shuffle_epi8(second, high.0))
        })
    }
    #[inline(always)]
    fn load_permuted(from: &[u16], [low, high]: &[Lanes16; 2]) -> Lanes16 {
        let from = &from[..16];
        // A half that is loaded twice needs no permutation.
        Lanes16(unsafe {
            let first = _mm256_broadcastsi128_si256(_mm_loadu_si128(from.as_ptr().cast()));
            let second = _mm256_broadcastsi128_si256(_mm_loadu_si128(from.as_ptr().add(8).cast()));
            _mm256_or_si256(_mm256_shuffle_epi8(first, low.0), _mm256_shuffle_epi8(second, high.0))
        })
    }
    #[inline(always)]
    fn permuted(from: &Lanes16, index: &[Lanes16; 2]) -> Lanes16 {
        // SAFETY: a vector is 16 numbers of 16 bits.
        Lanes16::load_permuted(unsafe { &*std::ptr::from_ref(from).cast::<[u16; 16]>() }, index)
    }
}

/// The same vector; the compiler does not know it.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn opaque(mut vector: __m256i) -> __m256i {
    // SAFETY: no instruction is in there.
    unsafe { asm!("/* {0} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags)) };
    vector
}

/// The second vector, which the compiler does not know before the first is computed.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn order(first: &mut __m256i, mut second: __m256i) -> __m256i {
    let mut done = *first;
    // SAFETY: no instruction is in there.
    unsafe {
        asm!("/* {0} {1} */", inout(ymm_reg) done, inout(ymm_reg) second, options(pure, nomem, nostack, preserves_flags));
    }
    *first = done;
    second
}

/// Each half with its bytes in another order. Where the compiler knows the order, it makes two operations of it that need no
/// table.
#[inline(always)]
fn reorder(lanes: Lanes16, order: __m128i) -> Lanes16 {
    // SAFETY: as above.
    Lanes16(unsafe { _mm256_shuffle_epi8(lanes.0, opaque(_mm256_broadcastsi128_si256(order))) })
}

// SAFETY: as above.
impl Rotate for Lanes16 {
    #[inline(always)]
    fn next_in_band(self) -> Lanes16 {
        reorder(self, unsafe { _mm_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15) })
    }
    #[inline(always)]
    fn before_in_band(self) -> Lanes16 {
        reorder(self, unsafe { _mm_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15) })
    }
    #[inline(always)]
    fn next_in_stack(self) -> Lanes16 {
        Lanes16(unsafe { _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn before_in_stack(self) -> Lanes16 {
        Lanes16(unsafe { _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0) })
    }
    #[inline(always)]
    fn sit(self, _: usize, lanes: &[u16; 16]) -> Lanes16 {
        Lanes16::load(lanes)
    }
    #[inline(always)]
    fn stand_up(self, _: usize, lanes: &mut [u16; 16]) {
        self.store(lanes);
    }
}
