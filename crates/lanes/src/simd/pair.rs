//! 128 bits as one value.
//!
//! The compiler turns loops over arrays of words into scalar code with spilled registers. Where vectors are part of every processor
//! of a kind, as on x86-64, they are named here, without a choice when the program runs.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// 128 bits, by numbers from 0.
#[must_use]
#[derive(Clone, Copy)]
pub struct Pair(#[cfg(target_arch = "x86_64")] __m128i, #[cfg(not(target_arch = "x86_64"))] [u64; 2]);

/// SSE2 is a part of x86-64.
#[cfg(target_arch = "x86_64")]
impl Pair {
    /// Two words.
    #[inline(always)]
    pub fn new(low: u64, high: u64) -> Pair {
        // SAFETY: every processor of this architecture has SSE2.
        Pair(unsafe { _mm_set_epi64x(high as i64, low as i64) })
    }

    /// The words.
    #[inline(always)]
    pub fn words(self) -> [u64; 2] {
        // SAFETY: as above.
        let halves = unsafe { [_mm_cvtsi128_si64(self.0), _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0))] };
        halves.map(|half| half as u64)
    }

    /// The bits that both have.
    #[inline(always)]
    pub fn and(self, other: Pair) -> Pair {
        // SAFETY: as above.
        Pair(unsafe { _mm_and_si128(self.0, other.0) })
    }

    /// The bits that one of them has.
    #[inline(always)]
    pub fn or(self, other: Pair) -> Pair {
        // SAFETY: as above.
        Pair(unsafe { _mm_or_si128(self.0, other.0) })
    }

    /// The bits that the other one has not.
    #[inline(always)]
    pub fn without(self, other: Pair) -> Pair {
        // SAFETY: as above.
        Pair(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    /// Whether there is no bit.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        // SAFETY: as above.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xffff }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Pair {
    /// Two words.
    #[inline(always)]
    pub fn new(low: u64, high: u64) -> Pair {
        Pair([low, high])
    }

    /// The words.
    #[inline(always)]
    pub fn words(self) -> [u64; 2] {
        self.0
    }

    /// The bits that both have.
    #[inline(always)]
    pub fn and(self, other: Pair) -> Pair {
        Pair([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The bits that one of them has.
    #[inline(always)]
    pub fn or(self, other: Pair) -> Pair {
        Pair([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The bits that the other one has not.
    #[inline(always)]
    pub fn without(self, other: Pair) -> Pair {
        Pair([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Whether there is no bit.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0[0] | self.0[1] == 0
    }
}

impl Pair {
    /// No bit.
    #[inline(always)]
    pub fn none() -> Pair {
        Pair::new(0, 0)
    }

    /// All bits.
    #[inline(always)]
    pub fn all() -> Pair {
        Pair::new(u64::MAX, u64::MAX)
    }

    /// Just this bit.
    #[inline]
    pub fn bit(number: usize) -> Pair {
        if number < 64 { Pair::new(1 << number, 0) } else { Pair::new(0, 1 << (number - 64)) }
    }

    /// The numbers of the bits, in ascending order.
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
    fn bits_go_in_and_out() {
        let pair = Pair::new(0b101, 1 << 63);
        assert_eq!(pair.words(), [0b101, 1 << 63]);
        assert!(pair.bits().eq([0, 2, 127]));
        assert_eq!(pair.and(Pair::bit(2)).words(), [0b100, 0]);
        assert_eq!(pair.without(Pair::bit(127)).words(), [0b101, 0]);
        assert_eq!(pair.or(Pair::bit(64)).words(), [0b101, 1 << 63 | 1]);
        assert!(Pair::none().is_none() && !Pair::all().is_none() && Pair::all().bits().eq(0..128));
        assert!((0..128).all(|number| !Pair::bit(number).is_none()));
    }
}
