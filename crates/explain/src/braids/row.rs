//! A bit for each lane.

use qedoku_lanes::Bits128;

/// The bits of all lanes, 128 together.
pub(super) type Row<const P: usize> = [Bits128; P];

/// A row of words.
pub(super) fn row<const P: usize>(words: &[u64]) -> Row<P> {
    std::array::from_fn(|pair| Bits128::new(words[2 * pair], words[2 * pair + 1]))
}

/// The lanes whose bit is set.
pub(super) fn numbers<const P: usize>(row: &Row<P>) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(index, pair)| pair.bits().map(move |bit| 128 * index + bit))
}

/// Sets the bit of a lane.
pub(super) fn set<const P: usize>(row: &mut Row<P>, number: usize) {
    row[number / 128] = row[number / 128].or(Bits128::bit(number % 128));
}

/// Clears the bit of a lane.
pub(super) fn clear<const P: usize>(row: &mut Row<P>, number: usize) {
    row[number / 128] = row[number / 128].without(Bits128::bit(number % 128));
}

/// Whether the bit of a lane is set.
pub(super) fn has<const P: usize>(row: &Row<P>, number: usize) -> bool {
    let words = row[number / 128].words();
    words[number % 128 / 64] >> (number % 64) & 1 != 0
}
