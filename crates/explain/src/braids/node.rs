//! A node of a search: what is left of each set when some candidates are true, and what follows from that.

use super::net::{Bits, Net, add, contains, insert, meet};
use super::tables::{MAX_SETS, Tables, shape};

/// What is known at a node.
#[derive(Clone)]
pub(super) struct Node<const W: usize> {
    /// The candidates left in each set; sets of which a candidate was made true are left as they were.
    pub(super) masks: Box<[u16; MAX_SETS]>,
    /// The candidates that are impossible.
    gone: Bits<W>,
    pub(super) signs: Signs<W>,
    /// The set that was left empty.
    pub(super) emptied: u16,
}

/// What the sets of a node say.
#[derive(Clone, Copy)]
pub(super) struct Signs<const W: usize> {
    /// The candidates that are the only ones left in some set.
    pub(super) follows: Bits<W>,
    /// The candidates that would leave nothing of some set.
    pub(super) killers: Bits<W>,
}

impl<const W: usize> Node<W> {
    pub(super) fn new() -> Node<W> {
        Node { masks: Box::new([0; MAX_SETS]), gone: [0; W], signs: Signs::none(), emptied: 0 }
    }

    /// Becomes another node of a board with so many sets.
    #[inline]
    pub(super) fn copy(&mut self, other: &Node<W>, sets: usize) {
        self.masks[..sets].copy_from_slice(&other.masks[..sets]);
        (self.gone, self.signs) = (other.gone, other.signs);
    }

    /// Makes a candidate true: takes what it is linked to from all other sets. Tells `fresh` what follows for the first time.
    /// Whether a set is left empty.
    #[inline]
    pub(super) fn apply(
        &mut self,
        tables: &Tables,
        net: &Net<W>,
        candidate: usize,
        mut fresh: impl FnMut(u16),
    ) -> bool {
        let own = net.standing(candidate);
        for (word, links) in net.links(candidate).iter().enumerate() {
            let mut new = links & !self.gone[word];
            self.gone[word] |= new;
            while new != 0 {
                let standing = net.standing(64 * word + new.trailing_zeros() as usize);
                new &= new - 1;
                for kind in 0..4 {
                    let set = standing.sets[kind];
                    if set == own.sets[kind] {
                        continue;
                    }
                    let mask = &mut self.masks[usize::from(set) % MAX_SETS];
                    *mask &= !standing.bits[kind];
                    let (mask, shape) = (*mask, tables.shape_of_kind(kind, *mask));
                    if shape == shape::LOOSE {
                        continue;
                    }
                    if shape == shape::EMPTY {
                        self.emptied = set;
                        return true;
                    }
                    self.signs.mark(net, set.into(), mask, shape).into_iter().for_each(&mut fresh);
                }
            }
        }
        false
    }

    /// Whether the braid would end with this candidate and two more sets at most.
    ///
    /// No mask is written: what a set loses is all that it has in common with the set of the candidate through which it loses something.
    pub(super) fn ends_with(&self, tables: &Tables, net: &Net<W>, candidate: usize) -> bool {
        let own = net.standing(candidate);
        let mut signs = self.signs;
        for (word, links) in net.links(candidate).iter().enumerate() {
            let mut new = links & !self.gone[word];
            while new != 0 {
                let standing = net.standing(64 * word + new.trailing_zeros() as usize);
                new &= new - 1;
                let shared: [bool; 4] = std::array::from_fn(|kind| standing.sets[kind] == own.sets[kind]);
                // A box has more in common with a row or column than these with each other.
                let through = if shared[3] { 3 } else { usize::from(shared[1]) + 2 * usize::from(shared[2]) };
                for (kind, is_own) in shared.into_iter().enumerate() {
                    let set = usize::from(standing.sets[kind]);
                    let mask = self.masks[set % MAX_SETS] & !standing.common[through][kind];
                    let shape = tables.shape_of_kind(kind, mask);
                    if shape == shape::LOOSE || is_own {
                        continue;
                    }
                    if shape == shape::EMPTY {
                        return true;
                    }
                    signs.mark(net, set, mask, shape);
                }
            }
        }
        signs.end()
    }

    /// Nothing is known but what is left.
    pub(super) fn reset(&mut self, masks: &[u16], gone: Bits<W>) {
        self.masks[..masks.len()].copy_from_slice(masks);
        (self.gone, self.signs) = (gone, Signs::none());
    }
}

impl<const W: usize> Signs<W> {
    fn none() -> Signs<W> {
        Signs { follows: [0; W], killers: [0; W] }
    }

    /// Whether two more sets end the braid: one gives a candidate, the other is left with nothing by it.
    #[inline]
    pub(super) fn end(&self) -> bool {
        meet(&self.follows, &self.killers)
    }

    /// Enters what a set with this mask says. Returns the candidate that follows from it, if it is new.
    #[inline]
    pub(super) fn mark(&mut self, net: &Net<W>, set: usize, mask: u16, shape: u8) -> Option<u16> {
        let candidate = net.slot(set, mask.trailing_zeros());
        if shape != shape::ONE {
            net.add_killers(set, shape, candidate, &mut self.killers);
            return None;
        }
        if contains(&self.follows, candidate.into()) {
            return None;
        }
        insert(&mut self.follows, candidate.into());
        add(&mut self.killers, net.links(candidate.into()));
        Some(candidate)
    }
}
