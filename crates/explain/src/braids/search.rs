//! Whether a target has a braid of so many sets: a depth-first search over sets of candidates that would be true.
//!
//! A node has applied the target and some candidates R that follow from it. `follows` are the candidates that are the only ones
//! left in some set; `killers` are those that would leave nothing of some set. Where the two meet, two more sets end
//! the braid: one gives R, the other is left with nothing. So a braid of n sets is found with n - 2 candidates applied.
//!
//! Branches that were tried are dropped for good in the branches after them, so each set of candidates is visited once. A node with
//! several layers to go is cut off if applying everything that follows, layer by layer, gives no conflict in time.
//!
//! A candidate advances if it follows only since the last one that did was applied. If everything that follows is applied in rounds,
//! and the first conflict comes in round b, then a braid has a candidate of each round before b; so one of n sets has at
//! most n - b candidates that do not advance, its slack. Where the slack is used up, nothing but the latest consequences is tried.
//!
//! The look-ahead is exact because the root counts the sets that are single or together in a shared house from the beginning.

use super::net::{Net, insert};
use super::node::Node;
use super::refute::Refutation;
use super::state::State;
use super::tables::{Tables, shape};
use qedoku_solve::Interrupt;

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

/// The root of a search: the node with nothing but the target applied. Above it is what holds without a target.
pub(super) const ROOT: usize = 1;

/// The memory of a search.
pub(super) struct Search<const W: usize> {
    /// What holds before there is a target, and then the nodes on the way down; those below are of no meaning.
    pub(super) nodes: Vec<Node<W>>,
    /// How many sets the board has.
    sets: usize,
    /// The candidates to branch on, node below node.
    pub(super) choices: Vec<u16>,
    /// The candidates applied.
    pub(super) path: Vec<u16>,
    pub(super) refutation: Refutation,
    /// The candidates that follow before there is a target.
    singles: Vec<u16>,
    /// The round of the first conflict with each target, as far as it is known; else a lower one.
    bounds: Vec<u8>,
    /// The size asked for.
    size: usize,
    /// Candidates that may still be applied before it is given up.
    pub(super) effort: u64,
    /// Set if there is no effort left, whatever was allowed.
    interrupt: Interrupt,
}

impl<const W: usize> Search<W> {
    pub(super) fn new() -> Search<W> {
        Search {
            nodes: vec![Node::new(); ROOT + 1],
            sets: 0,
            choices: Vec::new(),
            path: Vec::new(),
            refutation: Refutation::default(),
            singles: Vec::new(),
            bounds: vec![0; 64 * W],
            size: 0,
            effort: u64::MAX,
            interrupt: Interrupt::default(),
        }
    }

    /// Takes over a state, with what is single or together in it already.
    pub(super) fn start(&mut self, tables: &Tables, state: &State, net: &Net<W>, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
        self.sets = tables.set_count();
        self.singles.clear();
        self.bounds.fill(0);
        let base = &mut self.nodes[0];
        base.reset(state.masks(), net.open(state).map(|word| !word));
        for set in state.open_sets() {
            let mask = state.mask(set);
            let shape = tables.shape(set, mask);
            if shape != shape::LOOSE && shape != shape::EMPTY {
                self.singles.extend(base.signs.mark(net, set, mask, shape));
            }
        }
    }

    /// Whether the target has a braid of at most `size` sets. If so, `path` has the candidates applied.
    pub(super) fn decide(&mut self, tables: &Tables, net: &Net<W>, target: usize, size: usize) -> Verdict {
        let Some(slack) = size.checked_sub(self.bounds[target].into()) else { return Verdict::None };
        self.size = size;
        let found = self.root(tables, net, target)
            || size >= 2 && self.nodes[ROOT].signs.end()
            || size > 2 && self.descend(tables, net, ROOT, size - 2, Choices { begin: 0, ahead: 0, slack });
        match found {
            true => Verdict::Found,
            false if self.effort == 0 => Verdict::Unknown,
            false => Verdict::None,
        }
    }

    /// In this state, no set is left empty before this round when all that follows from the target is applied in rounds.
    pub(super) fn bound(&mut self, target: usize, round: usize) {
        self.bounds[target] = round.min(usize::from(u8::MAX)) as u8;
    }

    /// Assumes the target. Whether a set is left empty at once.
    pub(super) fn root(&mut self, tables: &Tables, net: &Net<W>, target: usize) -> bool {
        self.path.clear();
        self.choices.clear();
        self.open(ROOT);
        insert(&mut self.nodes[ROOT].signs.follows, target);
        if self.apply(tables, net, ROOT, target) {
            return true;
        }
        // A single that the target is linked to would have left its set empty.
        self.choices.extend(self.singles.iter().filter(|single| usize::from(**single) != target));
        false
    }

    /// Makes a node the same as the one above it.
    #[inline]
    fn open(&mut self, level: usize) {
        if self.nodes.len() == level {
            self.nodes.push(Node::new());
        }
        let (above, below) = self.nodes.split_at_mut(level);
        below[0].copy(&above[level - 1], self.sets);
    }

    /// Makes a candidate true at a node. Whether a set is left empty.
    #[inline]
    pub(super) fn apply(&mut self, tables: &Tables, net: &Net<W>, level: usize, candidate: usize) -> bool {
        self.effort = self.effort.saturating_sub(1);
        self.nodes[level].apply(tables, net, candidate, |fresh| self.choices.push(fresh))
    }

    /// Makes a candidate true at a node. Whether that ends the braid, with two more sets at most.
    #[inline]
    pub(super) fn apply_ends(&mut self, tables: &Tables, net: &Net<W>, level: usize, candidate: usize) -> bool {
        self.apply(tables, net, level, candidate) || self.nodes[level].signs.end()
    }

    /// Branches on the last candidates of `choices`, with so many to apply.
    fn descend(&mut self, tables: &Tables, net: &Net<W>, level: usize, left: usize, from: Choices) -> bool {
        let range = from.begin..self.choices.len();
        if left == 1 {
            return self.finish(tables, net, level, range);
        }
        if self.interrupt.is_set() {
            self.effort = 0;
        }
        if self.effort == 0 || self.is_hopeless(tables, net, level, left, range.clone()) {
            return false;
        }
        for choice in range.clone() {
            let candidate = self.choices[choice];
            let below = self.inherit(choice, range.end, from);
            self.path.push(candidate);
            self.open(level + 1);
            if self.apply_ends(tables, net, level + 1, candidate.into())
                || self.descend(tables, net, level + 1, left - 1, below)
            {
                return true;
            }
            self.path.pop();
            self.choices.truncate(range.end);
        }
        false
    }

    /// Copies the choices up to `end` that are left below this one.
    fn inherit(&mut self, choice: usize, end: usize, from: Choices) -> Choices {
        let advances = choice >= from.ahead;
        let slack = from.slack - usize::from(!advances);
        let ahead = if advances { end } else { from.ahead };
        let kept = if slack == 0 { ahead } else { choice + 1 };
        self.choices.extend_from_within(kept..end);
        Choices { begin: end, ahead: end + ahead - kept, slack }
    }

    /// Whether applying all that follows, layer by layer, gives no conflict in as many layers as are left.
    ///
    /// It costs as much as many leaves, so it is done where the rest is large. (Before every branch: slower.)
    fn is_hopeless(
        &mut self,
        tables: &Tables,
        net: &Net<W>,
        level: usize,
        left: usize,
        range: std::ops::Range<usize>,
    ) -> bool {
        if (left < 3 && self.size < 5) || left + 2 >= self.size {
            return false;
        }
        let end = self.choices.len();
        self.choices.extend_from_within(range);
        self.open(level + 1);
        let conflict = self.layers(tables, net, level + 1, left, end);
        self.choices.truncate(end);
        !conflict
    }

    /// Applies the choices from `begin` on, and those that come of them, for so many layers; whether there was a conflict.
    fn layers(&mut self, tables: &Tables, net: &Net<W>, level: usize, layers: usize, mut begin: usize) -> bool {
        for _ in 0..layers {
            let end = self.choices.len();
            for choice in begin..end {
                let candidate = self.choices[choice].into();
                if self.apply_ends(tables, net, level, candidate) {
                    return true;
                }
            }
            begin = end;
        }
        false
    }

    /// The last candidate to apply: no node is made of it.
    fn finish(&mut self, tables: &Tables, net: &Net<W>, level: usize, range: std::ops::Range<usize>) -> bool {
        let node = &self.nodes[level];
        let mut choices = self.choices[range].iter();
        let last = choices.find(|choice| node.ends_with(tables, net, (**choice).into()));
        self.path.extend(last);
        last.is_some()
    }
}

/// Which of the choices are those of a node: from `begin` on.
#[derive(Clone, Copy)]
struct Choices {
    begin: usize,
    /// From here on they advance.
    ahead: usize,
    /// As many may be applied that do not.
    slack: usize,
}
