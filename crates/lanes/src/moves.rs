//! What a step moves between the lanes and memory, and where it splits nodes.

use crate::simd::Vector;

/// Which nodes go where.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Moves {
    /// Lanes whose copy goes to memory, side by side, from `push_at` on.
    pub(crate) push: u32,
    pub(crate) push_at: usize,
    /// Lanes whose copy goes to another lane: the first of these to the first of those, and so on.
    pub(crate) fork_from: u32,
    pub(crate) fork_to: u32,
    /// Lanes that are filled from memory: the first of these from the first of those columns after `pop_at`, and so on.
    pub(crate) pop_to: u32,
    pub(crate) pop_from: u32,
    pub(crate) pop_at: usize,
}

/// The same in vectors, of those kinds that there are.
pub(crate) struct Plan<V: Vector, const PUSH: bool, const FORK: bool, const POP: bool> {
    push: V::Index,
    push_at: usize,
    fork: V::Index,
    fork_to: V::Mask,
    pop: V::Index,
    pop_to: V::Mask,
    pop_at: usize,
}

impl<V: Vector, const PUSH: bool, const FORK: bool, const POP: bool> Plan<V, PUSH, FORK, POP> {
    #[inline(always)]
    pub(crate) fn new(moves: &Moves) -> Plan<V, PUSH, FORK, POP> {
        Plan {
            push: V::gather_index(moves.push),
            push_at: moves.push_at,
            fork: V::copy_index(moves.fork_from, moves.fork_to),
            fork_to: V::mask(moves.fork_to),
            pop: V::copy_index(moves.pop_from, moves.pop_to),
            pop_to: V::mask(moves.pop_to),
            pop_at: moves.pop_at,
        }
    }

    /// Where the nodes are cut that are in the lanes after forks, and those that go to memory.
    #[inline(always)]
    pub(crate) fn cuts(&self, splits: &Splits<V>) -> [Cut<V>; 2] {
        let (mut stay, mut go) =
            (Cut { row: splits.row, digit: splits.here }, Cut { row: splits.row, digit: splits.there });
        if FORK {
            stay.row = V::select(self.fork_to, go.row.permute(&self.fork), stay.row);
        }
        for i in 0..3 {
            if FORK {
                stay.digit[i] = V::select(self.fork_to, go.digit[i].permute(&self.fork), stay.digit[i]);
            }
            if PUSH {
                go.digit[i] = go.digit[i].permute(&self.push);
            }
        }
        if PUSH {
            go.row = go.row.permute(&self.push);
        }
        [stay, go]
    }

    /// Moves one row of nodes between the lanes and memory. `cut` is what those lose that stay in the lanes, and those that go
    /// to memory.
    #[inline(always)]
    pub(crate) fn carry_out(&self, lanes: &mut V, cut: Option<[V; 2]>, memory: &mut [u16]) {
        if PUSH {
            let mut pushed = V::permuted(lanes, &self.push);
            if let Some([_, go]) = cut {
                pushed = pushed.without(go);
            }
            pushed.store(&mut memory[self.push_at..]);
        }
        let mut here = *lanes;
        if FORK {
            here = V::select(self.fork_to, V::permuted(lanes, &self.fork), here);
        }
        if let Some([stay, _]) = cut {
            here = here.without(stay);
        }
        if POP {
            here = V::select(self.pop_to, V::load_permuted(&memory[self.pop_at..], &self.pop), here);
        }
        *lanes = here;
    }
}

/// Where nodes are to be split: a digit in the triads of a row. One child loses the digit in all triads of the row but one,
/// the other child in that one.
pub(crate) struct Splits<V> {
    /// The number of the row: three times the number of the band or stack, plus that of the row in it; or none of them.
    pub(crate) row: V,
    /// The digit where it leaves the one child, as a bit, for each triad of the row.
    pub(crate) here: [V; 3],
    /// The digit where it leaves the other child.
    pub(crate) there: [V; 3],
}

impl<V: Vector> Splits<V> {
    /// What the lanes lose that become the one child, and those of `other` that become the other.
    #[inline(always)]
    pub(crate) fn cut(&self, other: V::Mask) -> Cut<V> {
        let (a, b) = (&self.here, &self.there);
        let digit = [V::select(other, b[0], a[0]), V::select(other, b[1], a[1]), V::select(other, b[2], a[2])];
        Cut { row: self.row, digit }
    }

    /// The lanes that cannot be split.
    #[inline(always)]
    pub(crate) fn nowhere(&self) -> u32 {
        V::bits(self.there[0].or3(self.there[1], self.there[2]).equal(V::splat(0)))
    }
}

/// What one child of each lane loses: a digit in some triads of a row.
pub(crate) struct Cut<V> {
    row: V,
    digit: [V; 3],
}

impl<V: Vector> Cut<V> {
    /// What it loses in the triads of a row.
    #[inline(always)]
    pub(crate) fn of_row(&self, row: usize) -> [V; 3] {
        let mask = self.row.equal(V::splat(row as u16));
        [self.digit[0].where_yes(mask), self.digit[1].where_yes(mask), self.digit[2].where_yes(mask)]
    }
}
