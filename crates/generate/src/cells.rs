//! Sets of cells: one bit per cell.

/// A set of cells of a board with up to 64 `W` cells, by their numbers in [`Board::cells`](qedoku_puzzle::Board::cells).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub(super) const EMPTY: Cells<W> = Cells([0; W]);

    /// The cells from 0 to `count`.
    pub(super) fn first(count: usize) -> Cells<W> {
        Cells::of_bits(|_| true, count)
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

    /// Whether no cell is in both.
    #[inline]
    pub(super) fn is_disjoint(&self, other: &Cells<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | (a & b)) == 0
    }

    /// The cells that are not in the other set.
    #[inline]
    pub(super) fn minus(&self, other: &Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// All other cells, and whatever lies beyond the board.
    pub(super) fn complement(&self) -> Cells<W> {
        Cells(self.0.map(|word| !word))
    }

    /// The cells whose place has a 1.
    #[inline]
    pub(super) fn of_bits(mut is_in: impl FnMut(usize) -> bool, count: usize) -> Cells<W> {
        Cells(std::array::from_fn(|word| {
            let places = 64 * word..count.min(64 * word + 64);
            places.rev().fold(0, |bits, cell| bits << 1 | u64::from(is_in(cell)))
        }))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(which, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * which + bit)
            })
        })
    }
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells<W> {
        let mut set = Cells::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let set: Cells<2> = [80, 3, 64, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 80]);
        assert_eq!((set.len(), set.contains(64), set.contains(65)), (3, true, false));
        let rest = set.minus(&[64].into_iter().collect());
        assert_eq!(rest.iter().collect::<Vec<_>>(), [3, 80]);
        assert!(rest.is_disjoint(&[64].into_iter().collect()) && !rest.is_disjoint(&set));
        assert!(Cells::<2>::EMPTY.is_empty() && Cells::<10>::first(625).len() == 625);
    }
}
