//! `TargetBits`: one bit for each target, that is, for each candidate of a [`LinkGraph`](super::link_graph::LinkGraph).
//!
//! Bit-parallel propagation ([`LowerBounds`](super::lower_bounds), [`TrialAndError`](super::trial_and_error)) keeps one
//! row of such bits per candidate. The bits are stored as 128-bit [`Bits128`] values, because arrays of words compile
//! to scalar code with spilled registers (a round of lower bounds then executes half as many instructions again).

use qedoku_lanes::Bits128;

/// One bit per target, 128 in each of `P` pairs.
pub(super) type TargetBits<const P: usize> = [Bits128; P];

/// The bits of `2 * P` words.
pub(super) fn from_words<const P: usize>(words: &[u64]) -> TargetBits<P> {
    std::array::from_fn(|pair| Bits128::new(words[2 * pair], words[2 * pair + 1]))
}

/// The targets whose bit is set, in ascending order.
pub(super) fn targets<const P: usize>(bits: &TargetBits<P>) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(index, pair)| pair.bits().map(move |bit| 128 * index + bit))
}

/// Sets the bit of a target.
pub(super) fn set<const P: usize>(bits: &mut TargetBits<P>, target: usize) {
    bits[target / 128] = bits[target / 128].or(Bits128::bit(target % 128));
}

/// Clears the bit of a target.
pub(super) fn clear<const P: usize>(bits: &mut TargetBits<P>, target: usize) {
    bits[target / 128] = bits[target / 128].without(Bits128::bit(target % 128));
}

/// Whether the bit of a target is set.
pub(super) fn contains<const P: usize>(bits: &TargetBits<P>, target: usize) -> bool {
    let words = bits[target / 128].words();
    words[target % 128 / 64] >> (target % 64) & 1 != 0
}

/// The targets for which some candidate of a constraint has its bit in `rows`, and those for which two or more have.
#[inline]
pub(super) fn some_and_several<const P: usize>(
    candidates: &[u16],
    rows: &[TargetBits<P>],
    bit: impl Fn(Bits128) -> Bits128,
) -> (TargetBits<P>, TargetBits<P>) {
    let (mut some, mut several) = ([Bits128::empty(); P], [Bits128::empty(); P]);
    for candidate in candidates {
        let row = &rows[usize::from(*candidate)];
        for pair in 0..P {
            let bit = bit(row[pair]);
            several[pair] = several[pair].or(some[pair].and(bit));
            some[pair] = some[pair].or(bit);
        }
    }
    (some, several)
}
