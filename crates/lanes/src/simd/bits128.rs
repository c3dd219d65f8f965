//! [`Bits128`]: a set of up to 128 small integers in one register.
//!
//! The compiler turns loops over arrays of two words into scalar code with spilled registers. On x86-64 this type is an SSE2
//! register instead; SSE2 is part of the baseline, so nothing is detected at run time.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// A set of the integers 0 to 127.
#[must_use]
#[derive(Clone, Copy)]
pub struct Bits128(#[cfg(target_arch = "x86_64")] __m128i, #[cfg(not(target_arch = "x86_64"))] [u64; 2]);

#[cfg(target_arch = "x86_64")]
impl Bits128 {
    /// The set whose bits 0 to 63 are `low` and whose bits 64 to 127 are `high`.
    #[inline(always)]
    pub fn new(low: u64, high: u64) -> Bits128 {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        Bits128(unsafe { _mm_set_epi64x(high as i64, low as i64) })
    }

    /// The low and the high word.
    #[inline(always)]
    pub fn words(self) -> [u64; 2] {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        let halves = unsafe { [_mm_cvtsi128_si64(self.0), _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0))] };
        halves.map(|half| half as u64)
    }

    /// Intersection.
    #[inline(always)]
    pub fn and(self, other: Bits128) -> Bits128 {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        Bits128(unsafe { _mm_and_si128(self.0, other.0) })
    }

    /// Union.
    #[inline(always)]
    pub fn or(self, other: Bits128) -> Bits128 {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        Bits128(unsafe { _mm_or_si128(self.0, other.0) })
    }

    /// Difference: the elements that `other` does not have.
    #[inline(always)]
    pub fn without(self, other: Bits128) -> Bits128 {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        Bits128(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    /// Whether the set has no element.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        // SAFETY: SSE2 is part of the x86-64 baseline.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xffff }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Bits128 {
    /// The set whose bits 0 to 63 are `low` and whose bits 64 to 127 are `high`.
    #[inline(always)]
    pub fn new(low: u64, high: u64) -> Bits128 {
        Bits128([low, high])
    }

    /// The low and the high word.
    #[inline(always)]
    pub fn words(self) -> [u64; 2] {
        self.0
    }

    /// Intersection.
    #[inline(always)]
    pub fn and(self, other: Bits128) -> Bits128 {
        Bits128([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Union.
    #[inline(always)]
    pub fn or(self, other: Bits128) -> Bits128 {
        Bits128([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Difference: the elements that `other` does not have.
    #[inline(always)]
    pub fn without(self, other: Bits128) -> Bits128 {
        Bits128([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Whether the set has no element.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }
}

impl Bits128 {
    /// The empty set.
    #[inline(always)]
    pub fn empty() -> Bits128 {
        Bits128::new(0, 0)
    }

    /// The set of all 128 integers.
    #[inline(always)]
    pub fn all() -> Bits128 {
        Bits128::new(u64::MAX, u64::MAX)
    }

    /// The set with a single element, below 128.
    #[inline]
    pub fn bit(number: usize) -> Bits128 {
        if number < 64 { Bits128::new(1 << number, 0) } else { Bits128::new(0, 1 << (number - 64)) }
    }

    /// The elements in ascending order.
    #[inline]
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let [low, high] = self.words();
        let mut both = u128::from(high) << 64 | u128::from(low);
        std::iter::from_fn(move || {
            let bit = (both != 0).then(|| both.trailing_zeros() as usize)?;
            both &= both - 1;
            Some(bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_words_and_bits() {
        let set = Bits128::new(0b101, 1 << 63);
        assert_eq!(set.words(), [0b101, 1 << 63]);
        assert!(set.bits().eq([0, 2, 127]));
        assert_eq!(set.and(Bits128::bit(2)).words(), [0b100, 0]);
        assert_eq!(set.without(Bits128::bit(127)).words(), [0b101, 0]);
        assert_eq!(set.or(Bits128::bit(64)).words(), [0b101, 1 << 63 | 1]);
        assert!(Bits128::empty().is_empty() && !Bits128::all().is_empty() && Bits128::all().bits().eq(0..128));
        assert!((0..128).all(|number| !Bits128::bit(number).is_empty()));
    }
}
