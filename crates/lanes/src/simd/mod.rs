//! Vectors of 16-bit lanes: the only part that knows what the processor can do, and the only one with `unsafe`.
//!
//! Everything above is written once, over the trait [`Vector`]. Its functions are `#[inline(always)]`, and so is all that
//! calls them, up to [`Simd::run`]: there the whole search is compiled once for each set of instructions.

mod pair;
mod portable;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

mod transpose;

pub use pair::Pair;
pub(crate) use portable::Portable;

/// The instructions that a solver uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Simd {
    /// Any processor: arrays that the compiler turns into what vectors there are.
    Portable,
    /// 256-bit vectors: 16 lanes.
    Avx2,
    /// 512-bit vectors: 32 lanes.
    Avx512,
}

/// Instructions that do not exist, or that this machine does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchSimd {
    name: String,
    /// Whether another machine may have them.
    known: bool,
}

impl std::fmt::Display for NoSuchSimd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let has: Vec<&str> = Simd::available().map(Simd::name).collect();
        let problem = if self.known { "this machine does not have these instructions" } else { "no such instructions" };
        write!(f, "{problem}: {:?}; this machine has {}", self.name, has.join(", "))?;
        if !self.known {
            let all: Vec<&str> = Simd::ALL.iter().map(|(_, name)| *name).collect();
            write!(f, " (of {})", all.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for NoSuchSimd {}

/// Work that is compiled once for each set of instructions.
pub(crate) trait Job {
    type Output;
    /// Does it with these vectors.
    fn run<V: Rotate>(self) -> Self::Output;
}

impl Simd {
    /// All, from the slowest to the fastest, with their names.
    pub const ALL: [(Simd, &'static str); 3] =
        [(Simd::Portable, "portable"), (Simd::Avx2, "avx2"), (Simd::Avx512, "avx512")];

    /// The name that `QEDOKU_SIMD` knows.
    pub fn name(self) -> &'static str {
        Simd::ALL[self as usize].1
    }

    /// Whether this machine has these instructions.
    pub fn is_available(self) -> bool {
        match self {
            Simd::Portable => true,
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx512 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512bitalg")
            }
            #[cfg(any(not(target_arch = "x86_64"), miri))]
            Simd::Avx2 | Simd::Avx512 => false,
        }
    }

    /// Those that this machine has.
    pub fn available() -> impl DoubleEndedIterator<Item = Simd> {
        Simd::ALL.into_iter().map(|(simd, _)| simd).filter(|simd| simd.is_available())
    }

    /// Those of this name.
    ///
    /// # Errors
    /// If there are none of this name, or this machine does not have them.
    pub fn named(name: &str) -> Result<Simd, NoSuchSimd> {
        let named = Simd::available().find(|simd| simd.name() == name);
        named.ok_or_else(|| NoSuchSimd { name: name.into(), known: Simd::ALL.iter().any(|(_, known)| *known == name) })
    }

    /// Those that the environment variable `QEDOKU_SIMD` names, if it names any.
    ///
    /// # Errors
    /// As [`Simd::named`].
    pub fn wanted() -> Result<Option<Simd>, NoSuchSimd> {
        match std::env::var_os("QEDOKU_SIMD") {
            Some(name) if !name.is_empty() => Simd::named(&name.to_string_lossy()).map(Some),
            _ => Ok(None),
        }
    }

    /// The fastest that this machine has, unless the environment variable `QEDOKU_SIMD` names another that it has. (What else
    /// it may name is passed over; [`Simd::wanted`] tells.)
    pub fn best() -> Simd {
        static BEST: std::sync::OnceLock<Simd> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = Simd::wanted().ok().flatten();
            wanted.or_else(|| Simd::available().next_back()).unwrap_or(Simd::Portable)
        })
    }

    /// Does a job with these instructions.
    ///
    /// # Panics
    /// If this machine does not have them.
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        assert!(self.is_available(), "this machine has no {}", self.name());
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `is_available` has asked the processor.
            Simd::Avx2 => unsafe { avx2::run(job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `is_available` has asked the processor.
            Simd::Avx512 => unsafe { avx512::run(job) },
            _ => job.run::<Portable>(),
        }
    }
}

/// A vector of lanes of 16 bits each. A lane mostly holds a set of digits: bits 0 to 8.
///
/// The functions are safe to call because vectors of a kind exist only inside a [`Job`] that runs with its instructions.
pub(crate) trait Vector: Copy {
    /// At most 32.
    const LANES: usize;
    /// Whether there are so few registers that each set is better used up before the next is computed.
    const FEW_REGISTERS: bool = false;
    /// One yes or no per lane.
    type Mask: Copy;
    /// Where each lane comes from.
    type Index: Copy;

    fn splat(value: u16) -> Self;
    /// The first [`Self::LANES`] of a slice.
    fn load(from: &[u16]) -> Self;
    /// Over the first [`Self::LANES`] of a slice.
    fn store(self, to: &mut [u16]);

    fn and(self, b: Self) -> Self;
    fn or(self, b: Self) -> Self;
    fn xor(self, b: Self) -> Self;
    /// `self & !b`
    fn without(self, b: Self) -> Self;
    fn add(self, b: Self) -> Self;
    fn sub(self, b: Self) -> Self;
    fn min(self, b: Self) -> Self;
    /// How many bits are set, of the lowest nine.
    fn ones(self) -> Self;
    /// How many bits are set in all of these (28 at most), of the lowest nine of each.
    #[inline(always)]
    fn ones_of(sets: &[Self]) -> Self {
        let mut sum = Self::splat(0);
        for set in sets {
            sum = sum.add(set.ones());
        }
        sum
    }

    /// The same, but not to be used before `done` was computed. With few registers this matters: the compiler likes to
    /// compute at the end what is wanted at the end, and all that it needs for that is in memory until then.
    #[inline(always)]
    fn after(self, _done: &mut Self) -> Self {
        self
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The bits that at least two of the three have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.xor(b).and(c))
    }
    /// `self & (b | c)`
    #[inline(always)]
    fn and_either(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }
    /// `self & !(b | c)`
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// `self & (b ^ c)`
    #[inline(always)]
    fn and_unequal(self, b: Self, c: Self) -> Self {
        self.and(b.xor(c))
    }
    /// `self | (b & c)`
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// `self | (b & !c)`
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self.or(b.without(c))
    }

    /// `self` where it has a single bit, else nothing. `less` is `self - 1`.
    fn if_single(self, less: Self) -> Self;
    /// `self & these` where that is anything, else `self`. `others` is all that `these` is not.
    fn only_if_any(self, these: Self, others: Self) -> Self;
    /// `self & !(b | c)` where that has three bits or more, else `self`.
    fn own_if_three(self, b: Self, c: Self) -> Self;

    fn equal(self, b: Self) -> Self::Mask;
    /// The yes of each lane as a bit.
    fn bits(mask: Self::Mask) -> u32;
    /// `a` where the mask says yes, else `b`.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// `self` where the mask says yes, else nothing.
    fn where_yes(self, mask: Self::Mask) -> Self;
    /// The lanes whose highest bit is set, as bits.
    fn high_bits(self) -> u32;
    /// The bit of each symbol, where `zero` is that of 0: 1 becomes bit 0, up to 9; all others become nothing.
    fn from_symbols(symbols: &[u8], zero: u8) -> Self;
    /// The digit of each single bit, into the first [`Self::LANES`] bytes.
    fn to_digits(self, digits: &mut [u8]);

    /// Turns rows of 16 bytes into columns, in each half that the lanes need.
    #[inline(always)]
    fn transpose(bytes: &mut [[u8; 32]; 16]) {
        for half in 0..Self::LANES / 16 {
            let (mut rows, place) = ([[0; 16]; 16], 16 * half..16 * half + 16);
            for i in 0..16 {
                rows[i].copy_from_slice(&bytes[i][place.clone()]);
            }
            let columns = transpose::transpose(rows);
            for i in 0..16 {
                bytes[i][place.clone()].copy_from_slice(&columns[i]);
            }
        }
    }

    /// The lowest `count` of the bits.
    #[inline(always)]
    fn lowest(bits: u32, count: u32) -> u32 {
        let mut rest = bits;
        for _ in 0..count {
            rest &= rest.wrapping_sub(1);
        }
        bits ^ rest
    }

    /// The lanes of these bits.
    fn mask(bits: u32) -> Self::Mask;
    /// For [`Vector::permute`]: the lanes of these bits, side by side.
    fn gather_index(bits: u32) -> Self::Index;
    /// For [`Vector::permute`]: the lanes of the bits `from` at the places of as many bits `to`.
    fn copy_index(from: u32, to: u32) -> Self::Index;
    /// Each lane gets the lane that the index says.
    fn permute(self, index: &Self::Index) -> Self;
    /// The same of the first [`Self::LANES`] of a slice.
    #[inline(always)]
    fn load_permuted(from: &[u16], index: &Self::Index) -> Self {
        Self::load(from).permute(index)
    }
    /// [`Vector::permute`] of a vector that is in memory.
    #[inline(always)]
    fn permuted(from: &Self, index: &Self::Index) -> Self {
        from.permute(index)
    }
}

/// A vector with *seats* of 16 lanes, of which nine stand for the boxes of one grid: the box in band `b` and stack `s` is lane
/// `4 b + s`. The seven lanes between are not used.
///
/// ```text
///    lane   0  1  2  3   4  5  6  7   8  9 10 11  12 13 14 15
///    box    0  1  2  -   3  4  5  -   6  7  8  -   -  -  -  -
/// ```
pub(crate) trait Rotate: Vector {
    /// How many there are.
    const SEATS: usize = Self::LANES / 16;

    /// Each lane gets what the next box of its band has.
    fn next_in_band(self) -> Self;
    /// Each lane gets what the box before it in its band has; before the first comes the last.
    fn before_in_band(self) -> Self;
    /// Each lane gets what the next box of its stack has.
    fn next_in_stack(self) -> Self;
    /// Each lane gets what the box before it in its stack has.
    fn before_in_stack(self) -> Self;
    /// The vector with other lanes in a seat.
    fn sit(self, seat: usize, lanes: &[u16; 16]) -> Self;
    /// The lanes of a seat.
    fn stand_up(self, seat: usize, lanes: &mut [u16; 16]);
}

/// Calls `each` with the number and the place of each bit.
#[inline(always)]
pub(crate) fn for_each_bit(mut bits: u32, mut each: impl FnMut(usize, usize)) {
    let mut number = 0;
    while bits != 0 {
        each(number, bits.trailing_zeros() as usize);
        bits &= bits - 1;
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_the_machine_has_by_name() {
        for simd in Simd::available() {
            assert_eq!(Simd::named(simd.name()), Ok(simd));
        }
    }

    #[test]
    fn tells_what_there_is_when_a_name_is_none() {
        let error = Simd::named("avx1024").unwrap_err().to_string();
        assert!(error.starts_with("no such instructions: \"avx1024\"; this machine has portable"), "{error}");
        assert!(error.ends_with("(of portable, avx2, avx512)"), "{error}");
        for (simd, name) in Simd::ALL.into_iter().filter(|(simd, _)| !simd.is_available()) {
            let error = Simd::named(name).unwrap_err().to_string();
            assert!(error.starts_with("this machine does not have"), "{simd:?}: {error}");
        }
    }
}
