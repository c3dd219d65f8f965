//! 128 lanes side by side.
//!
//! The compiler turns loops over arrays of words into scalar code with spilled registers. Two words as one value are kept together
//! better: rounds take a third fewer instructions. (SSE2 by name would do more, but asks for `unsafe`.)

/// 128 bits.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(super) struct Pair([u64; 2]);

impl Pair {
    /// Two words.
    #[inline]
    pub(super) fn new(low: u64, high: u64) -> Pair {
        Pair([low, high])
    }

    #[inline]
    pub(super) fn words(self) -> [u64; 2] {
        self.0
    }

    #[inline]
    pub(super) fn none() -> Pair {
        Pair([0; 2])
    }

    #[inline]
    pub(super) fn all() -> Pair {
        Pair([u64::MAX; 2])
    }

    #[inline]
    pub(super) fn and(self, other: Pair) -> Pair {
        Pair([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline]
    pub(super) fn or(self, other: Pair) -> Pair {
        Pair([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The bits that the other one has not.
    #[inline]
    pub(super) fn without(self, other: Pair) -> Pair {
        Pair([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }
}

impl Pair {
    /// The numbers of the bits that are set.
    pub(super) fn bits(self) -> impl Iterator<Item = usize> {
        let [low, high] = self.words();
        let mut both = u128::from(high) << 64 | u128::from(low);
        std::iter::from_fn(move || {
            let bit = (both != 0).then(|| both.trailing_zeros() as usize)?;
            both &= both - 1;
            Some(bit)
        })
    }

    /// Just this bit.
    pub(super) fn bit(number: usize) -> Pair {
        if number < 64 { Pair::new(1 << number, 0) } else { Pair::new(0, 1 << (number - 64)) }
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        let [low, high] = self.words();
        low | high == 0
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
    }
}
