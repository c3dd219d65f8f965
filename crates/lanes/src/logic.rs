//! The rules of Sudoku on triads, for all lanes at once.
//!
//! A *triad* is the three cells that a box shares with a row (a horizontal triad) or with a column (a vertical one); its
//! set holds the digits that may still be in one of them. The 54 triads of a grid are all that a search node needs: a cell
//! may hold what both its triads hold.
//!
//! ```text
//!        a band: three boxes, nine horizontal triads        one digit fills each row and each
//!                                                           box of a band once: six ways
//!       ┌───────────┬───────────┬───────────┐
//!   row │  t[0]     │  t[1]     │  t[2]     │                 \ . .    . \ .    . . \
//!       ├───────────┼───────────┼───────────┤                 . \ .    . . \    \ . .   falling[0..3]
//!   row │  t[3]     │  t[4]     │  t[5]     │                 . . \    \ . .    . \ .
//!       ├───────────┼───────────┼───────────┤
//!   row │  t[6]     │  t[7]     │  t[8]     │                 / . .    . / .    . . /
//!       └───────────┴───────────┴───────────┘                 . . /    / . .    . / .   rising[0..3]
//!                                                             . / .    . . /    / . .
//! ```
//!
//! A stack is the same with columns for rows. All functions take vectors, and know neither what stands in a lane nor how
//! many there are.

use crate::question::{ALL, Spread};
use crate::simd::Vector;

/// The ways of all digits through a band, by their triads.
#[derive(Clone, Copy)]
pub(crate) struct Ways<V> {
    falling: [V; 3],
    rising: [V; 3],
}

/// The ways that pass through each triad.
const FALLING: [usize; 9] = [0, 1, 2, 2, 0, 1, 1, 2, 0];
const RISING: [usize; 9] = [0, 1, 2, 1, 2, 0, 2, 0, 1];

impl<V: Vector> Ways<V> {
    /// Those that nine triads leave.
    #[inline(always)]
    pub(crate) fn new(t: &[V; 9]) -> Ways<V> {
        Ways {
            falling: [t[0].and3(t[4], t[8]), t[1].and3(t[5], t[6]), t[2].and3(t[3], t[7])],
            rising: [t[0].and3(t[5], t[7]), t[1].and3(t[3], t[8]), t[2].and3(t[4], t[6])],
        }
    }

    /// What they leave of the triads.
    #[inline(always)]
    pub(crate) fn triads(&self) -> [V; 9] {
        let mut triads = [V::splat(0); 9];
        for i in 0..9 {
            triads[i] = self.falling[FALLING[i]].or(self.rising[RISING[i]]);
        }
        triads
    }

    /// Eight times the number of ways, of all digits together, beyond ten. Where every digit has one way, it is the highest.
    #[inline(always)]
    pub(crate) fn excess(&self) -> V {
        let (f, r) = (&self.falling, &self.rising);
        let more = V::ones_of(&[f[0], f[1], f[2], r[0], r[1], r[2]]).sub(V::splat(10));
        let twice = more.add(more);
        let four = twice.add(twice);
        four.add(four)
    }

    /// `a` where the mask says yes, else `b`.
    #[inline(always)]
    pub(crate) fn select(mask: V::Mask, a: &Ways<V>, b: &Ways<V>) -> Ways<V> {
        let mut ways = *b;
        for i in 0..3 {
            ways.falling[i] = V::select(mask, a.falling[i], b.falling[i]);
            ways.rising[i] = V::select(mask, a.rising[i], b.rising[i]);
        }
        ways
    }

    /// The lowest digit of those with two ways; where there is none, of those with three; else of those with more.
    /// Nothing in lanes where every digit has one way.
    #[inline(always)]
    pub(crate) fn split_digit(&self) -> V {
        let (f, r) = (&self.falling, &self.rising);
        let (odd_f, two_f) = (f[0].xor3(f[1], f[2]), f[0].majority(f[1], f[2]));
        let (odd_r, two_r) = (r[0].xor3(r[1], r[2]), r[0].majority(r[1], r[2]));
        // The number of ways of each digit in binary.
        let carry = odd_f.and(odd_r);
        let (ones, twos, fours) = (odd_f.xor(odd_r), two_f.xor3(two_r, carry), two_f.majority(two_r, carry));
        let (two, three, several) = (twos.and_neither(ones, fours), twos.and(ones).without(fours), twos.or(fours));
        let none = V::splat(0);
        let digits = V::select(three.equal(none), several, three);
        let digits = V::select(two.equal(none), digits, two);
        digits.and(none.sub(digits))
    }
}

/// Naked and hidden singles of a box: nine cells, three to a row. A naked single leaves the other cells of the box, a
/// digit with one place in the box takes it. Where a cell has no candidate, the highest bit of `empty` becomes set.
///
/// Two naked singles of the same digit are an end too, and so are two digits whose only place is the same cell: for questions
/// of candidates this is said at once. Among givens the triads see it, and later it is seen soon enough; but cells with
/// candidates of their own can hide it from the triads, and a search would go on elsewhere without end.
#[inline(always)]
pub(crate) fn settle<V: Vector, Q: Spread>(cells: &mut [V; 9], empty: &mut V) {
    let one = V::splat(1);
    let mut singles = *cells;
    let mut less = *cells;
    for i in 0..9 {
        less[i] = cells[i].sub(one);
        if V::FEW_REGISTERS {
            *empty = empty.or(less[i]);
            less[i] = less[i].after(empty);
        }
        singles[i] = cells[i].if_single(less[i]);
    }
    if !V::FEW_REGISTERS {
        for i in [0, 2, 4, 6] {
            *empty = empty.or3(less[i], less[i + 1]);
        }
        *empty = empty.or(less[8]);
    }

    let s = &singles;
    let placed = s[0].or3(s[1], s[2]).or3(s[3].or3(s[4], s[5]), s[6].or3(s[7], s[8]));
    if Q::CELLS {
        let mut sum = s[0];
        for i in 1..9 {
            sum = sum.add(s[i]);
        }
        // The sum is above the union where a digit is in it twice.
        *empty = empty.or(placed.sub(sum));
    }
    for i in 0..9 {
        cells[i] = singles[i].or_without(cells[i], placed);
    }

    // Which digits have exactly one place: odd in number, and never two of three.
    let c = &*cells;
    let odd = [c[0].xor3(c[1], c[2]), c[3].xor3(c[4], c[5]), c[6].xor3(c[7], c[8])];
    let two = [c[0].majority(c[1], c[2]), c[3].majority(c[4], c[5]), c[6].majority(c[7], c[8])];
    let once = odd[0].xor3(odd[1], odd[2]).and_neither(odd[0].majority(odd[1], odd[2]), two[0].or3(two[1], two[2]));
    if Q::CELLS {
        let mut crowded = V::splat(0);
        for i in 0..9 {
            let here = cells[i].and(once);
            crowded = crowded.or(here.and(here.sub(one)));
        }
        *empty = empty.or(V::splat(0).sub(crowded));
    }
    let others = V::splat(ALL).without(once);
    for i in 0..9 {
        cells[i] = cells[i].only_if_any(once, others);
    }
}

/// What the bands and stacks of a round come to.
#[derive(Clone, Copy)]
pub(crate) struct Passed<V> {
    /// The digits that have a way through each.
    pub(crate) possible: V,
    /// The digits that have an odd number of ways through each: all of them, once all is decided.
    pub(crate) odd: V,
}

impl<V: Vector> Passed<V> {
    /// Before the first.
    #[inline(always)]
    pub(crate) fn new() -> Passed<V> {
        Passed { possible: V::splat(ALL), odd: V::splat(ALL) }
    }

    /// What is left of the nine triads of a band or stack: those on the ways of each digit, less what hidden triples take
    /// away.
    #[inline(always)]
    pub(crate) fn pass(&mut self, triads: &[V; 9]) -> [V; 9] {
        let mut t = Ways::new(triads).triads();
        // Every way passes through each row.
        self.possible = self.possible.and(t[0].or3(t[1], t[2]));
        t[0] = t[0].after(&mut self.possible);
        let mut narrowed = t;
        for i in 0..3 {
            [narrowed[i], narrowed[3 + i], narrowed[6 + i]] = narrow([t[i], t[3 + i], t[6 + i]]);
        }
        self.last_ways(&narrowed).triads()
    }

    /// The ways before hidden triples are looked for.
    #[inline(always)]
    pub(crate) fn ways(&mut self, triads: &[V; 9]) -> Ways<V> {
        let ways = Ways::new(triads);
        let (f, r) = (&ways.falling, &ways.rising);
        self.possible = self.possible.and_either(f[0].or3(f[1], f[2]), r[0].or3(r[1], r[2]));
        ways
    }

    /// The ways after that.
    #[inline(always)]
    pub(crate) fn last_ways(&mut self, triads: &[V; 9]) -> Ways<V> {
        let ways = Ways::new(triads);
        let (f, r) = (&ways.falling, &ways.rising);
        self.odd = self.odd.and_unequal(f[0].xor3(f[1], f[2]), r[0].xor3(r[1], r[2]));
        ways
    }
}

/// What hidden triples leave of the three rows, or columns, of a box: one that is the only home of three digits has no room
/// for others.
#[inline(always)]
pub(crate) fn narrow<V: Vector>([a, b, c]: [V; 3]) -> [V; 3] {
    [a.own_if_three(b, c), b.own_if_three(c, a), c.own_if_three(a, b)]
}

/// The sum of all 54 sets when every digit has one way through each band and stack: each digit is in 18 triads.
pub(crate) const DECIDED: u16 = 18 * ALL;
