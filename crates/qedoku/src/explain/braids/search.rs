//! Whether a target has a braid of so many sets: a depth-first search over sets of candidates that would be true.
//!
//! A node has applied the target and some candidates R that follow from it. `follows` are the candidates that are the only ones
//! left in some set; `killers` are those that would leave nothing of some set. Where the two meet, two more sets end
//! the braid: one gives R, the other is left with nothing. So a braid of n sets is found with n - 2 candidates applied.
//!
//! Branches that were tried are dropped for good in the branches after them, so each set of candidates is visited once. A node with
//! several layers to go is cut off if applying everything that follows, layer by layer, gives no conflict in time.
//!
//! The look-ahead is exact because the root counts the sets that are single or together in a shared house from the beginning.

use super::net::{Bits, Net, add, contains, insert, meet};
use super::state::State;
use super::tables::{MAX_SETS, Tables, shape};

/// Effects of one candidate, at most: four houses of sixteen, three other sets for each.
const MAX_EFFECTS: usize = 256;

/// A set that a candidate leaves with few candidates: these, and their shape.
type Event = (u16, u16, u8);

/// What is known at a node.
#[derive(Clone)]
pub(super) struct Node<const W: usize> {
    pub(super) follows: Bits<W>,
    pub(super) killers: Bits<W>,
}

/// What the search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// There is a braid of this size, or of a smaller one.
    Found,
    /// There is none.
    None,
    /// It was given up.
    Unknown,
}

/// The memory of a search.
pub(super) struct Search<const W: usize> {
    /// The candidates left in each set.
    pub(super) masks: Box<[u16; MAX_SETS]>,
    /// What a leaf looks at; kept, since to clear it takes longer than the leaf.
    events: Box<[Event; MAX_EFFECTS]>,
    /// What masks were before they changed.
    trail: Vec<(u16, u16)>,
    /// The candidates to branch on, node below node.
    pub(super) choices: Vec<u16>,
    /// The candidates applied.
    pub(super) path: Vec<u16>,
    /// What holds before there is a target, and the candidates that follow already.
    pub(super) base: Node<W>,
    singles: Vec<u16>,
    /// The size asked for.
    size: usize,
    /// The set that was left empty last.
    pub(super) emptied: u16,
    /// Candidates that may still be applied before it is given up.
    pub(super) effort: u64,
}

impl<const W: usize> Search<W> {
    pub(super) fn new() -> Search<W> {
        let nothing = Node { follows: [0; W], killers: [0; W] };
        Search {
            masks: Box::new([0; MAX_SETS]),
            events: Box::new([(0, 0, 0); MAX_EFFECTS]),
            trail: Vec::new(),
            choices: Vec::new(),
            path: Vec::new(),
            base: nothing,
            singles: Vec::new(),
            size: 0,
            emptied: 0,
            effort: u64::MAX,
        }
    }

    /// Takes over a state, with what is single or together in it already.
    pub(super) fn start(&mut self, tables: &Tables, state: &State, net: &Net<W>) {
        self.masks[..state.masks().len()].copy_from_slice(state.masks());
        self.trail.clear();
        self.singles.clear();
        let mut base = Node { follows: [0; W], killers: [0; W] };
        for set in (0..tables.set_count()).filter(|set| !state.is_closed(*set)) {
            let mask = state.mask(set);
            let shape = tables.shape(set, mask);
            if shape != shape::LOOSE && shape != shape::EMPTY {
                note(net, set, mask, shape, &mut base, &mut self.singles);
            }
        }
        self.base = base;
    }

    /// Whether the target has a braid of at most `size` sets. If so, `path` has the candidates applied.
    pub(super) fn decide(&mut self, tables: &Tables, net: &mut Net<W>, target: usize, size: usize) -> Verdict {
        self.size = size;
        let found = match self.root(tables, net, target) {
            None => true,
            Some(_) if size < 2 => false,
            Some(node) => {
                meet(&node.follows, &node.killers)
                    || size > 2 && self.descend(tables, net, size - 2, &node, 0..self.choices.len())
            }
        };
        self.undo(0);
        match found {
            true => Verdict::Found,
            false if self.effort == 0 => Verdict::Unknown,
            false => Verdict::None,
        }
    }

    /// Assumes the target; nothing if a set is left empty at once.
    pub(super) fn root(&mut self, tables: &Tables, net: &mut Net<W>, target: usize) -> Option<Node<W>> {
        self.path.clear();
        self.choices.clear();
        let mut node = self.base.clone();
        insert(&mut node.follows, target);
        if self.apply(tables, net, target, &mut node) {
            return None;
        }
        // A single that the target is linked to would have left its set empty.
        self.choices.extend(self.singles.iter().filter(|single| usize::from(**single) != target));
        Some(node)
    }

    /// Branches on the candidates of `range` in `choices`, with so many to apply.
    fn descend(
        &mut self,
        tables: &Tables,
        net: &mut Net<W>,
        left: usize,
        node: &Node<W>,
        range: std::ops::Range<usize>,
    ) -> bool {
        if left == 1 {
            return self.finish(tables, net, node, range);
        }
        if self.effort == 0 || self.is_hopeless(tables, net, left, node, range.clone()) {
            return false;
        }
        for choice in range.clone() {
            let (trail, end) = (self.trail.len(), self.choices.len());
            let candidate = self.choices[choice];
            let mut below = node.clone();
            self.choices.extend_from_within(choice + 1..range.end);
            self.path.push(candidate);
            if self.apply(tables, net, candidate.into(), &mut below)
                || meet(&below.follows, &below.killers)
                || self.descend(tables, net, left - 1, &below, end..self.choices.len())
            {
                return true;
            }
            self.path.pop();
            self.choices.truncate(end);
            self.undo(trail);
        }
        false
    }

    /// Whether applying all that follows, layer by layer, gives no conflict in as many layers as are left.
    ///
    /// It costs as much as many leaves, so it is done where the rest is large. (Before every branch: slower.)
    fn is_hopeless(
        &mut self,
        tables: &Tables,
        net: &mut Net<W>,
        left: usize,
        node: &Node<W>,
        range: std::ops::Range<usize>,
    ) -> bool {
        if (left < 3 && self.size < 5) || left + 2 >= self.size {
            return false;
        }
        let (trail, end) = (self.trail.len(), self.choices.len());
        let mut node = node.clone();
        self.choices.extend_from_within(range);
        let conflict = self.layers(tables, net, left, &mut node, end);
        self.choices.truncate(end);
        self.undo(trail);
        !conflict
    }

    /// Applies the choices from `begin` on, and those that come of them, for so many layers; whether there was a conflict.
    fn layers(
        &mut self,
        tables: &Tables,
        net: &mut Net<W>,
        layers: usize,
        node: &mut Node<W>,
        mut begin: usize,
    ) -> bool {
        for _ in 0..layers {
            let end = self.choices.len();
            for choice in begin..end {
                let candidate = self.choices[choice].into();
                if self.apply(tables, net, candidate, node) || meet(&node.follows, &node.killers) {
                    return true;
                }
            }
            begin = end;
        }
        false
    }

    /// The last candidate to apply: no masks are written.
    fn finish(&mut self, tables: &Tables, net: &mut Net<W>, node: &Node<W>, range: std::ops::Range<usize>) -> bool {
        for choice in range {
            let candidate = self.choices[choice];
            net.learn(tables, candidate.into());
            if self.is_last(tables, net, candidate.into(), node) {
                self.path.push(candidate);
                return true;
            }
        }
        false
    }

    /// Whether a set is left empty, or two more sets end the braid, after this candidate.
    #[inline]
    fn is_last(&mut self, tables: &Tables, net: &Net<W>, candidate: usize, node: &Node<W>) -> bool {
        // Most effects mean nothing; the others are collected without a branch.
        let mut count = 0;
        for effect in net.effects(candidate) {
            let before = self.masks[usize::from(effect.set) % MAX_SETS];
            let mask = before & !effect.taken;
            let shape = tables.shape_at(effect.shapes, mask);
            self.events[count % MAX_EFFECTS] = (effect.set, mask, shape);
            count += usize::from(mask != before && shape != shape::LOOSE);
        }
        if count == 0 {
            return false;
        }
        let mut node = node.clone();
        for (set, mask, shape) in &self.events[..count] {
            if *shape == shape::EMPTY {
                return true;
            }
            mark(net, usize::from(*set), *mask, *shape, &mut node);
        }
        meet(&node.follows, &node.killers)
    }

    /// Makes a candidate true: takes what it is linked to from all sets. Whether one is left empty.
    #[inline]
    pub(super) fn apply(&mut self, tables: &Tables, net: &mut Net<W>, candidate: usize, node: &mut Node<W>) -> bool {
        net.learn(tables, candidate);
        self.effort = self.effort.saturating_sub(1);
        for effect in net.effects(candidate) {
            let slot = &mut self.masks[usize::from(effect.set) % MAX_SETS];
            let (before, mask) = (*slot, *slot & !effect.taken);
            if mask == before {
                continue;
            }
            self.trail.push((effect.set, before));
            *slot = mask;
            match tables.shape_at(effect.shapes, mask) {
                shape::LOOSE => {}
                shape::EMPTY => {
                    self.emptied = effect.set;
                    return true;
                }
                shape => note(net, effect.set.into(), mask, shape, node, &mut self.choices),
            }
        }
        false
    }

    /// Takes back what was applied since the trail had this length.
    pub(super) fn undo(&mut self, to: usize) {
        for (set, before) in self.trail.drain(to..).rev() {
            self.masks[usize::from(set) % MAX_SETS] = before;
        }
    }
}

/// Enters what a set with this mask says; a candidate that follows for the first time is noted.
#[inline]
fn note<const W: usize>(net: &Net<W>, set: usize, mask: u16, shape: u8, node: &mut Node<W>, fresh: &mut Vec<u16>) {
    if let Some(candidate) = mark(net, set, mask, shape, node) {
        fresh.push(candidate);
    }
}

/// Enters what a set with this mask says. Returns the candidate that follows from it, if it is new.
#[inline]
fn mark<const W: usize>(net: &Net<W>, set: usize, mask: u16, shape: u8, node: &mut Node<W>) -> Option<u16> {
    let candidate = net.slot(set, mask.trailing_zeros());
    if shape != shape::ONE {
        net.add_killers(set, shape, candidate, &mut node.killers);
        return None;
    }
    if contains(&node.follows, candidate.into()) {
        return None;
    }
    insert(&mut node.follows, candidate.into());
    add(&mut node.killers, net.links(candidate.into()));
    Some(candidate)
}
