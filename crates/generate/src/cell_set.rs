//! Bit set of cells.

/// A set of cells of a board with up to 64 `W` cells: bit i stands for the cell with index i in
/// [`Board::cells`](qedoku_puzzle::Board::cells).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    pub(super) const EMPTY: CellSet<W> = CellSet([0; W]);

    /// The first `count` cells.
    pub(super) fn first(count: usize) -> CellSet<W> {
        CellSet::from_fn(|_| true, count)
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the sets have no cell in common.
    #[inline]
    pub(super) fn is_disjoint(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | (a & b)) == 0
    }

    /// Set difference: the cells that are not in the other set.
    #[inline]
    pub(super) fn minus(&self, other: &CellSet<W>) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Complement. It contains bits beyond the board too; they do no harm in intersections with sets of cells.
    pub(super) fn complement(&self) -> CellSet<W> {
        CellSet(self.0.map(|word| !word))
    }

    /// The cells below `count` for which the predicate holds.
    #[inline]
    pub(super) fn from_fn(mut is_in: impl FnMut(usize) -> bool, count: usize) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| {
            let cells = 64 * word..count.min(64 * word + 64);
            cells.rev().fold(0, |bits, cell| bits << 1 | u64::from(is_in(cell)))
        }))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * index + bit)
            })
        })
    }
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insertion_difference_and_iteration_agree() {
        let set: CellSet<2> = [80, 3, 64, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 80]);
        assert_eq!((set.len(), set.contains(64), set.contains(65)), (3, true, false));
        let rest = set.minus(&[64].into_iter().collect());
        assert_eq!(rest.iter().collect::<Vec<_>>(), [3, 80]);
        assert!(rest.is_disjoint(&[64].into_iter().collect()) && !rest.is_disjoint(&set));
        assert!(CellSet::<2>::EMPTY.is_empty() && CellSet::<10>::first(625).len() == 625);
    }
}
