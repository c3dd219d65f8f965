//! Propagation on triads, for all lanes at once: singles in blocks, band configurations, hidden triples.
//!
//! A *triad* is the three cells that a block shares with a row (horizontal triad) or a column (vertical triad). Its set holds
//! the digits that may still be in one of the three cells. The 54 triads of a grid are the whole state of a search node: the
//! candidates of a cell are the intersection of its two triads.
//!
//! In a band, a digit occupies each row once and each block once. That leaves six *configurations*, the permutations of
//! three elements:
//!
//! ```text
//!        a band: three blocks, nine horizontal triads       the six configurations of a digit
//!
//!       ┌───────────┬───────────┬───────────┐
//!   row │  t[0]     │  t[1]     │  t[2]     │                 \ . .    . \ .    . . \
//!       ├───────────┼───────────┼───────────┤                 . \ .    . . \    \ . .   even[0..3]
//!   row │  t[3]     │  t[4]     │  t[5]     │                 . . \    \ . .    . \ .
//!       ├───────────┼───────────┼───────────┤
//!   row │  t[6]     │  t[7]     │  t[8]     │                 / . .    . / .    . . /
//!       └───────────┴───────────┴───────────┘                 . . /    / . .    . / .   odd[0..3]
//!                                                             . / .    . . /    / . .
//! ```
//!
//! Six ANDs of three triads compute the configurations of all nine digits, nine ORs of two turn them back into triads. This
//! finds all locked candidates of the band and all hidden singles of its rows. A stack is the same with columns for rows.
//! All functions work on vectors and know neither what a lane holds nor how many lanes there are.
//!
//! Value of each rule (rounds without it, relative to all rules): naked singles in blocks 1.9 times on `17_clue` and 2.9
//! on `top1465`, hidden singles in blocks 400 and 13 times, hidden triples 1.8 to 1.9 times.
//!
//! Separate from the general unit propagation of `qedoku-solve` for speed: DPLL on that one takes 219 times as long as this
//! engine on `17_clue` and 247 times on `hardest_1106` (`cargo bench -p qedoku --bench propagation -- FILE`, row `lanes`).
//!
//! Triads and band configurations come from Tom Dillon's solver tdoku (github.com/t-dillon/tdoku, 2019), which spreads one
//! puzzle over the lanes of a vector; here each lane is a different search node.

use crate::input::{ALL_DIGITS, LaneInput};
use crate::simd::Vector;

/// Which digits have which configuration in a band or stack.
#[derive(Clone, Copy)]
pub(crate) struct BandConfigurations<V> {
    /// Even permutations: the falling diagonals.
    even: [V; 3],
    /// Odd permutations: the rising diagonals.
    odd: [V; 3],
}

/// The even and the odd configuration that pass through each triad.
const EVEN_CONFIG_OF_TRIAD: [usize; 9] = [0, 1, 2, 2, 0, 1, 1, 2, 0];
const ODD_CONFIG_OF_TRIAD: [usize; 9] = [0, 1, 2, 1, 2, 0, 2, 0, 1];

impl<V: Vector> BandConfigurations<V> {
    /// The configurations that nine triads admit.
    #[inline(always)]
    pub(crate) fn from_triads(t: &[V; 9]) -> BandConfigurations<V> {
        BandConfigurations {
            even: [t[0].and3(t[4], t[8]), t[1].and3(t[5], t[6]), t[2].and3(t[3], t[7])],
            odd: [t[0].and3(t[5], t[7]), t[1].and3(t[3], t[8]), t[2].and3(t[4], t[6])],
        }
    }

    /// The triads that the configurations cover.
    #[inline(always)]
    pub(crate) fn triads(&self) -> [V; 9] {
        let mut triads = [V::splat(0); 9];
        for i in 0..9 {
            triads[i] = self.even[EVEN_CONFIG_OF_TRIAD[i]].or(self.odd[ODD_CONFIG_OF_TRIAD[i]]);
        }
        triads
    }

    /// Branching score of the band, lower is better: 8 (n - 10), where n is the number of configurations of all digits
    /// together. If every digit has one configuration, n is 9 and the difference wraps around to the worst score, so that a
    /// decided band is never chosen. The three free low bits take the number of the band or stack.
    #[inline(always)]
    pub(crate) fn branching_score(&self) -> V {
        let (e, o) = (&self.even, &self.odd);
        let beyond = V::sum_count_ones(&[e[0], e[1], e[2], o[0], o[1], o[2]]).sub(V::splat(10));
        let twice = beyond.add(beyond);
        let four_times = twice.add(twice);
        four_times.add(four_times)
    }

    /// `a` in the lanes of the mask, `b` in the others.
    #[inline(always)]
    pub(crate) fn select(mask: V::Mask, a: &BandConfigurations<V>, b: &BandConfigurations<V>) -> BandConfigurations<V> {
        let mut selected = *b;
        for i in 0..3 {
            selected.even[i] = V::select(mask, a.even[i], b.even[i]);
            selected.odd[i] = V::select(mask, a.odd[i], b.odd[i]);
        }
        selected
    }

    /// The digit to branch on: the lowest one with two configurations; if there is none, with three; if there is none, with
    /// more. Empty in lanes where every digit has one configuration.
    #[inline(always)]
    pub(crate) fn branching_digit(&self) -> V {
        let (e, o) = (&self.even, &self.odd);
        // Two full adders, and a third one for their sums, count the configurations of each digit in binary.
        let (sum_e, carry_e) = (e[0].xor3(e[1], e[2]), e[0].majority(e[1], e[2]));
        let (sum_o, carry_o) = (o[0].xor3(o[1], o[2]), o[0].majority(o[1], o[2]));
        let carry = sum_e.and(sum_o);
        let (ones, twos, fours) = (sum_e.xor(sum_o), carry_e.xor3(carry_o, carry), carry_e.majority(carry_o, carry));
        let (two, three, several) = (twos.and_nor(ones, fours), twos.and(ones).and_not(fours), twos.or(fours));
        let zero = V::splat(0);
        let digits = V::select(three.equal(zero), several, three);
        let digits = V::select(two.equal(zero), digits, two);
        digits.and(zero.sub(digits))
    }
}

/// Naked and hidden singles of a block of nine cells, in rows of three. A naked single is eliminated from the other cells of the
/// block; a digit with one place in the block is placed there. Sets the highest bit of `contradiction` in lanes where a cell
/// has no candidate.
///
/// Two more contradictions are detected at once if the input has cell masks: two naked singles of one digit, and two digits
/// whose only place is the same cell. With givens the triads expose them soon enough; but cell masks can hide them from the
/// triads, and the search would then branch elsewhere on the board without end.
#[inline(always)]
pub(crate) fn block_singles<V: Vector, I: LaneInput>(cells: &mut [V; 9], contradiction: &mut V) {
    // A cell minus one has the highest bit set if the cell is empty, and shares no bit with the cell if that is a single.
    let one = V::splat(1);
    let mut singles = *cells;
    let mut minus_one = *cells;
    for i in 0..9 {
        minus_one[i] = cells[i].sub(one);
        if V::FEW_REGISTERS {
            *contradiction = contradiction.or(minus_one[i]);
            minus_one[i] = minus_one[i].sequence_after(contradiction);
        }
        singles[i] = cells[i].keep_single(minus_one[i]);
    }
    if !V::FEW_REGISTERS {
        for i in [0, 2, 4, 6] {
            *contradiction = contradiction.or3(minus_one[i], minus_one[i + 1]);
        }
        *contradiction = contradiction.or(minus_one[8]);
    }

    let s = &singles;
    let placed = s[0].or3(s[1], s[2]).or3(s[3].or3(s[4], s[5]), s[6].or3(s[7], s[8]));
    if I::HAS_CELL_MASKS {
        let mut sum = s[0];
        for i in 1..9 {
            sum = sum.add(s[i]);
        }
        // The sum exceeds the union exactly if a digit is single in two cells; the difference is then negative.
        *contradiction = contradiction.or(placed.sub(sum));
    }
    for i in 0..9 {
        cells[i] = singles[i].or_and_not(cells[i], placed);
    }

    // Hidden singles: digits with exactly one place, that is an odd number of places and never two of any three.
    let c = &*cells;
    let odd = [c[0].xor3(c[1], c[2]), c[3].xor3(c[4], c[5]), c[6].xor3(c[7], c[8])];
    let two = [c[0].majority(c[1], c[2]), c[3].majority(c[4], c[5]), c[6].majority(c[7], c[8])];
    let once = odd[0].xor3(odd[1], odd[2]).and_nor(odd[0].majority(odd[1], odd[2]), two[0].or3(two[1], two[2]));
    if I::HAS_CELL_MASKS {
        let mut crowded = V::splat(0);
        for i in 0..9 {
            let hidden = cells[i].and(once);
            crowded = crowded.or(hidden.and(hidden.sub(one)));
        }
        *contradiction = contradiction.or(V::splat(0).sub(crowded));
    }
    let others = V::splat(ALL_DIGITS).and_not(once);
    for i in 0..9 {
        cells[i] = cells[i].restrict_if_any(once, others);
    }
}

/// Summary over the bands and stacks of a round.
#[derive(Clone, Copy)]
pub(crate) struct BandSummary<V> {
    /// Digits with a configuration in every band and stack. A missing digit is a contradiction.
    pub(crate) possible_digits: V,
    /// Digits with an odd number of configurations in every band and stack: all nine if the node is decided. The converse
    /// does not hold (three or five are odd too), but the test takes 3 operations for nine triads where the exact one takes 9.
    pub(crate) odd_digits: V,
}

impl<V: Vector> BandSummary<V> {
    /// The summary of no band.
    #[inline(always)]
    pub(crate) fn new() -> BandSummary<V> {
        BandSummary { possible_digits: V::splat(ALL_DIGITS), odd_digits: V::splat(ALL_DIGITS) }
    }

    /// Propagates a band or stack: configurations, hidden triples, configurations again. Returns its triads.
    ///
    /// (Hidden triples first and configurations once: 12 % more rounds, 0.94 to 0.97 of the speed. Configurations once, then
    /// hidden triples: 7 to 14 % more rounds, 0.92 to 0.97.)
    #[inline(always)]
    pub(crate) fn propagate_band(&mut self, triads: &[V; 9]) -> [V; 9] {
        let mut t = BandConfigurations::from_triads(triads).triads();
        // Every configuration passes through each row, so one row shows which digits have any.
        self.possible_digits = self.possible_digits.and(t[0].or3(t[1], t[2]));
        t[0] = t[0].sequence_after(&mut self.possible_digits);
        let mut narrowed = t;
        for i in 0..3 {
            [narrowed[i], narrowed[3 + i], narrowed[6 + i]] = hidden_triples([t[i], t[3 + i], t[6 + i]]);
        }
        self.final_configurations(&narrowed).triads()
    }

    /// The configurations before hidden triples.
    #[inline(always)]
    pub(crate) fn first_configurations(&mut self, triads: &[V; 9]) -> BandConfigurations<V> {
        let configurations = BandConfigurations::from_triads(triads);
        let (e, o) = (&configurations.even, &configurations.odd);
        self.possible_digits = self.possible_digits.and_or(e[0].or3(e[1], e[2]), o[0].or3(o[1], o[2]));
        configurations
    }

    /// The configurations after hidden triples.
    #[inline(always)]
    pub(crate) fn final_configurations(&mut self, triads: &[V; 9]) -> BandConfigurations<V> {
        let configurations = BandConfigurations::from_triads(triads);
        let (e, o) = (&configurations.even, &configurations.odd);
        self.odd_digits = self.odd_digits.and_xor(e[0].xor3(e[1], e[2]), o[0].xor3(o[1], o[2]));
        configurations
    }
}

/// Hidden triples among the three parallel triads of a block: a triad that is the only place of three digits loses all others.
#[inline(always)]
pub(crate) fn hidden_triples<V: Vector>([a, b, c]: [V; 3]) -> [V; 3] {
    [a.restrict_to_hidden_triple(b, c), b.restrict_to_hidden_triple(c, a), c.restrict_to_hidden_triple(a, b)]
}

/// Sum of the 54 triads of a decided node. After propagation each digit occurs in at least 18 triads (three per band and
/// stack), and in exactly 18 if it has one configuration everywhere; so the sum of any other node is larger.
pub(crate) const DECIDED_TRIAD_SUM: u16 = 18 * ALL_DIGITS;
