//! A digit, and sets of digits.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitOr, Sub};

use crate::Board;

/// A digit from 1 to 144; which of them a board uses is the board's matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit(NonZeroU8);

/// A set of digits: the candidates of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet([u64; 3]);

impl Digit {
    /// The digit that people write so: 1 to 144.
    pub fn new(digit: usize) -> Option<Digit> {
        let digit = u8::try_from(digit).ok().filter(|digit| usize::from(*digit) <= Board::MAX_SIDE)?;
        NonZeroU8::new(digit).map(Digit)
    }

    /// The digit with this place in [`Board::digits`], from 0.
    #[inline]
    pub fn from_index(index: usize) -> Digit {
        Digit::new(index + 1).expect("a digit is at most 144")
    }

    /// What people write: from 1.
    #[inline]
    pub const fn get(self) -> usize {
        self.0.get() as usize
    }

    /// The place among the digits, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.get() - 1
    }
}

impl DigitSet {
    /// No digit.
    pub const EMPTY: DigitSet = DigitSet([0; 3]);

    /// The digits 1 to `side`.
    pub fn all(side: usize) -> DigitSet {
        let word = |from: usize| match side.saturating_sub(from) {
            0 => 0,
            bits => u64::MAX >> (64 - bits.min(64)),
        };
        DigitSet([word(0), word(64), word(128)])
    }

    /// Just this digit.
    pub fn only(digit: Digit) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        set.insert(digit);
        set
    }

    /// Adds a digit.
    #[inline]
    pub fn insert(&mut self, digit: Digit) {
        self.0[digit.index() / 64] |= 1 << (digit.index() % 64);
    }

    /// Takes a digit out; whether it was there.
    #[inline]
    pub fn remove(&mut self, digit: Digit) -> bool {
        let had = self.contains(digit);
        self.0[digit.index() / 64] &= !(1 << (digit.index() % 64));
        had
    }

    /// Whether the digit is in the set.
    #[inline]
    pub const fn contains(&self, digit: Digit) -> bool {
        self.0[digit.index() / 64] >> (digit.index() % 64) & 1 == 1
    }

    /// How many digits.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The digit, if there is exactly one.
    #[inline]
    pub fn single(&self) -> Option<Digit> {
        let which = self.0.iter().position(|word| *word != 0)?;
        let word = self.0[which];
        let alone = word.is_power_of_two() && self.0[which + 1..].iter().all(|word| *word == 0);
        alone.then(|| Digit::from_index(64 * which + word.trailing_zeros() as usize))
    }

    /// The digits in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Digit> + Clone + use<> {
        let words = self.0;
        (0..3).flat_map(move |which| {
            let mut word = words[which];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(Digit::from_index(64 * which + bit))
            })
        })
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        digits.into_iter().for_each(|digit| set.insert(digit));
        set
    }
}

impl BitAnd for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn bitand(self, other: DigitSet) -> DigitSet {
        DigitSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn bitor(self, other: DigitSet) -> DigitSet {
        DigitSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Sub for DigitSet {
    type Output = DigitSet;
    #[inline]
    fn sub(self, other: DigitSet) -> DigitSet {
        DigitSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_is_from_1_to_144() {
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(145), None);
        assert_eq!(Digit::new(256 + 1), None);
        assert_eq!(Digit::new(144).map(Digit::get), Some(144));
    }

    #[test]
    fn sets_hold_what_was_put_in_across_the_word_borders() {
        for side in [4, 9, 63, 64, 65, 127, 128, 129, 144] {
            let all = DigitSet::all(side);
            assert_eq!(all.len(), side);
            assert!(all.iter().map(Digit::get).eq(1..=side));
            let last = Digit::new(side).unwrap();
            assert_eq!((all - DigitSet::only(last)).len(), side - 1);
            assert_eq!((all & DigitSet::only(last)).single(), Some(last));
            assert_eq!(DigitSet::all(side - 1) | DigitSet::only(last), all);
        }
        let mut set = DigitSet::only(Digit::from_index(70));
        assert!(set.remove(Digit::from_index(70)) && !set.remove(Digit::from_index(70)) && set.is_empty());
    }
}
