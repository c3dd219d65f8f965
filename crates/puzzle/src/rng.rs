//! Value-stable random generator: xoshiro256++, seeded by `SplitMix64`.
//!
//! The same seed gives the same numbers in every version and on every machine. Generated puzzles depend on it: with other
//! numbers, every published seed would produce other puzzles. Therefore the generator is implemented here and not taken from a
//! crate, whose next version may change it. None of its values may ever change.
//!
//! This is the only random generator of the workspace. It is not cryptographically secure.
//!
//! ```
//! use qedoku_puzzle::rng::Rng;
//!
//! let mut rng = Rng::new(1, 0);
//! let mut digits = [1, 2, 3, 4];
//! rng.shuffle(&mut digits);
//! assert!(rng.below(6) < 6);
//! ```
//!
//! References: D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical
//! Software, 2021 (xoshiro256++); G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA, 2014
//! (`SplitMix64`).

/// A stream of random numbers: the state of xoshiro256++.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator of a seed and a stream number, such as the number of an attempt. Different pairs give unrelated streams.
    pub fn new(seed: u64, stream: u64) -> Rng {
        // The complement keeps (seed, stream) and (stream, seed) apart.
        let mut state = splitmix64(seed) ^ splitmix64(!stream);
        Rng(std::array::from_fn(|_| {
            state = state.wrapping_add(SPLITMIX_GAMMA);
            splitmix64(state)
        }))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A random number below the bound, or 0 if the bound is 0.
    ///
    /// Multiply and shift, without rejection: for the bounds used here (below 2^14) the bias is less than one part in 2^50.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Shuffles the items (Fisher-Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A random element of a non-empty bit set, as a set of its own.
    #[inline]
    pub fn pick_bit(&mut self, mut set: u16) -> u16 {
        for _ in 0..self.below(set.count_ones() as usize) {
            set &= set - 1;
        }
        set & set.wrapping_neg()
    }
}

/// Increment of the `SplitMix64` sequence: 2^64 divided by the golden ratio, rounded to an odd number.
const SPLITMIX_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Output function of `SplitMix64`, a bijection of 64-bit numbers.
fn splitmix64(state: u64) -> u64 {
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of xoshiro256++ from the state 1, 2, 3, 4, worked out by hand from its definition.
    #[test]
    fn the_values_are_those_of_the_paper() {
        let mut rng = Rng([1, 2, 3, 4]);
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn every_seed_and_stream_number_has_its_own_stream() {
        let first = |seed, stream| Rng::new(seed, stream).next_u64();
        let firsts: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |stream| first(seed, stream))).collect();
        assert_eq!(firsts.len(), 10_000);
        assert_eq!(first(7, 8), first(7, 8));
    }

    #[test]
    fn shuffle_is_about_uniform() {
        let mut rng = Rng::new(1, 2);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn pick_bit_returns_every_bit_of_the_set_and_no_other() {
        let mut rng = Rng::new(3, 4);
        let seen = (0..1000).fold(0, |seen, _| {
            let one = rng.pick_bit(0b1_0010_0100);
            assert_eq!(one.count_ones(), 1);
            seen | one
        });
        assert_eq!(seen, 0b1_0010_0100);
    }
}
