//! Random numbers that are the same everywhere: one stream for each seed and attempt.
//!
//! The numbers are those of xoshiro256++, begun with `SplitMix64` (D. Blackman, S. Vigna: Scrambled linear pseudorandom number
//! generators, ACM TOMS 2021). A page of code that must never change is better kept here than behind the version number of
//! a crate: with other numbers, every seed that somebody wrote down would mean other puzzles.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random([u64; 4]);

impl Random {
    /// The stream of an attempt; streams of different attempts or seeds have nothing in common.
    pub fn new(seed: u64, attempt: u64) -> Random {
        let mut state = mix(seed) ^ mix(!attempt);
        Random(std::array::from_fn(|_| {
            state = state.wrapping_add(GOLDEN);
            mix(state)
        }))
    }

    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
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

    /// A number below this one. (Some are more likely than others, by less than one part in 2^50.)
    pub fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.next()) * below as u128) >> 64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// One of the bits of a set that is not empty, as a set of its own.
    pub fn one_of(&mut self, mut set: u16) -> u16 {
        for _ in 0..self.below(set.count_ones() as usize) {
            set &= set - 1;
        }
        set & set.wrapping_neg()
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// `SplitMix64`: a bijection without a visible pattern.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of xoshiro256++ from the state 1, 2, 3, 4, worked out by hand from its definition.
    #[test]
    fn the_numbers_are_those_of_the_paper() {
        let mut random = Random([1, 2, 3, 4]);
        assert_eq!([random.next(), random.next(), random.next()], [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn every_seed_and_attempt_has_its_own_stream() {
        let first = |seed, attempt| Random::new(seed, attempt).next();
        let firsts: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |attempt| first(seed, attempt))).collect();
        assert_eq!(firsts.len(), 10_000);
        assert_eq!(first(7, 8), first(7, 8));
    }

    #[test]
    fn every_order_of_three_things_comes_up_about_as_often() {
        let mut random = Random::new(1, 2);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..6000 {
            let mut things = [1, 2, 3];
            random.shuffle(&mut things);
            *seen.entry(things).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn one_of_a_set_is_each_of_its_bits_and_no_other() {
        let mut random = Random::new(3, 4);
        let seen = (0..1000).fold(0, |seen, _| {
            let one = random.one_of(0b1_0010_0100);
            assert_eq!(one.count_ones(), 1);
            seen | one
        });
        assert_eq!(seen, 0b1_0010_0100);
    }
}
