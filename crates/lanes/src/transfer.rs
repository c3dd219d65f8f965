//! Transfers: moves nodes between lanes and the node stack, and creates the children of branchings on the way.
//!
//! A scheduling step of the [batch search](crate::batch_search) changes three things, each described by masks of lanes:
//!
//! ```text
//!    fork   lane -> idle lane     the second child of a branching
//!    push   lane -> stack         the second child, if no lane is idle
//!    pop    stack -> idle lane    an open node, or an input
//! ```
//!
//! The first child always replaces its parent in the lane. All of it happens in one pass over the rows (one row per triad):
//! each row is loaded once, permuted by precomputed indices, and stored once. Which of the three kinds occur is a type
//! parameter, so the loop does nothing for the others. (Branching lane by lane in general registers took a quarter of the time
//! on hard lists, because of stores that later loads must wait for; a pass per kind of transfer was slower too.)

use crate::simd::NodeLanes;

/// Lanes and columns of one transfer.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TransferMasks {
    /// Lanes whose second child is pushed to the stack: compressed, from column `push_at` on.
    pub(crate) push: u32,
    pub(crate) push_at: usize,
    /// Lanes whose second child is copied to another lane: the i-th lane of `fork_from` to the i-th lane of `fork_to`.
    pub(crate) fork_from: u32,
    pub(crate) fork_to: u32,
    /// Lanes that are filled from the stack: the i-th lane of `pop_to` from the column of the i-th bit of `pop_from`,
    /// counted from column `pop_at`.
    pub(crate) pop_to: u32,
    pub(crate) pop_from: u32,
    pub(crate) pop_at: usize,
}

/// [`TransferMasks`] as permutation indices and vector masks. The type parameters name the kinds of transfer that occur.
pub(crate) struct TransferPlan<V: NodeLanes, const PUSH: bool, const FORK: bool, const POP: bool> {
    push: V::Index,
    push_at: usize,
    fork: V::Index,
    fork_to: V::Mask,
    pop: V::Index,
    pop_to: V::Mask,
    pop_at: usize,
}

impl<V: NodeLanes, const PUSH: bool, const FORK: bool, const POP: bool> TransferPlan<V, PUSH, FORK, POP> {
    #[inline(always)]
    pub(crate) fn new(masks: &TransferMasks) -> TransferPlan<V, PUSH, FORK, POP> {
        TransferPlan {
            push: V::compress_index(masks.push),
            push_at: masks.push_at,
            fork: V::copy_index(masks.fork_from, masks.fork_to),
            fork_to: V::mask_from_bits(masks.fork_to),
            pop: V::copy_index(masks.pop_from, masks.pop_to),
            pop_to: V::mask_from_bits(masks.pop_to),
            pop_at: masks.pop_at,
        }
    }

    /// Digits eliminated from nodes kept in lanes (first children and forked second children), and from nodes pushed to the
    /// stack. They are permuted here, once, and not again with every row.
    #[inline(always)]
    pub(crate) fn child_eliminations(&self, branching: &Branching<V>) -> [ChildEliminations<V>; 2] {
        let (mut lane_child, mut stack_child) = (
            ChildEliminations { row: branching.row, digit: branching.first_child },
            ChildEliminations { row: branching.row, digit: branching.second_child },
        );
        if FORK {
            lane_child.row = V::select(self.fork_to, stack_child.row.permute(&self.fork), lane_child.row);
        }
        for i in 0..3 {
            if FORK {
                let forked = stack_child.digit[i].permute(&self.fork);
                lane_child.digit[i] = V::select(self.fork_to, forked, lane_child.digit[i]);
            }
            if PUSH {
                stack_child.digit[i] = stack_child.digit[i].permute(&self.push);
            }
        }
        if PUSH {
            stack_child.row = stack_child.row.permute(&self.push);
        }
        [lane_child, stack_child]
    }

    /// Transfers one row of all nodes: a vector of the lanes and a row of the stack. `eliminated` holds the digits eliminated
    /// from nodes kept in lanes, and from nodes pushed to the stack.
    #[inline(always)]
    pub(crate) fn transfer_row(&self, lanes: &mut V, eliminated: Option<[V; 2]>, stack_row: &mut [u16]) {
        if PUSH {
            let mut pushed = V::permute_from_memory(lanes, &self.push);
            if let Some([_, from_stack_child]) = eliminated {
                pushed = pushed.and_not(from_stack_child);
            }
            pushed.store(&mut stack_row[self.push_at..]);
        }
        let mut kept = *lanes;
        if FORK {
            kept = V::select(self.fork_to, V::permute_from_memory(lanes, &self.fork), kept);
        }
        if let Some([from_lane_child, _]) = eliminated {
            kept = kept.and_not(from_lane_child);
        }
        if POP {
            kept = V::select(self.pop_to, V::load_permuted(&stack_row[self.pop_at..], &self.pop), kept);
        }
        *lanes = kept;
    }

    /// [`TransferPlan::transfer_row`] for the row of paths, which each child has of its own.
    #[inline(always)]
    pub(crate) fn transfer_paths(&self, [first_child, second_child]: [V; 2], stack_row: &mut [u16]) -> V {
        if PUSH {
            second_child.permute(&self.push).store(&mut stack_row[self.push_at..]);
        }
        let mut kept = first_child;
        if FORK {
            kept = V::select(self.fork_to, second_child.permute(&self.fork), kept);
        }
        if POP {
            kept = V::select(self.pop_to, V::load_permuted(&stack_row[self.pop_at..], &self.pop), kept);
        }
        kept
    }
}

/// Branching of each lane: a digit in the three triads of a row. One child keeps the digit in one triad only, the other child
/// loses it there.
pub(crate) struct Branching<V> {
    /// Row of triads: three times the number of the band (0 to 2) or stack (3 to 5), plus the row in it. A lane whose value is
    /// none of these is left alone.
    pub(crate) row: V,
    /// The digit, in each triad of the row from which it is eliminated in the first child.
    pub(crate) first_child: [V; 3],
    /// The same for the second child.
    pub(crate) second_child: [V; 3],
}

impl<V: NodeLanes> Branching<V> {
    /// Eliminations that make the second child in the lanes of `second`, and the first child in the others.
    #[inline(always)]
    pub(crate) fn eliminations(&self, second: V::Mask) -> ChildEliminations<V> {
        let (a, b) = (&self.first_child, &self.second_child);
        let digit = [V::select(second, b[0], a[0]), V::select(second, b[1], a[1]), V::select(second, b[2], a[2])];
        ChildEliminations { row: self.row, digit }
    }

    /// Lanes without a branching, because every digit has one configuration.
    #[inline(always)]
    pub(crate) fn unbranchable_lanes(&self) -> u32 {
        let second = &self.second_child;
        V::mask_bits(second[0].or3(second[1], second[2]).equal(V::splat(0)))
    }
}

/// Eliminations that turn a node into a child: a digit in some triads of a row.
pub(crate) struct ChildEliminations<V> {
    row: V,
    digit: [V; 3],
}

impl<V: NodeLanes> ChildEliminations<V> {
    /// The eliminations in the triads of a row.
    #[inline(always)]
    pub(crate) fn in_row(&self, row: usize) -> [V; 3] {
        let mask = self.row.equal(V::splat(row as u16));
        [self.digit[0].zero_unless(mask), self.digit[1].zero_unless(mask), self.digit[2].zero_unless(mask)]
    }
}
