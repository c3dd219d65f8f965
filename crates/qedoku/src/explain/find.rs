//! The smallest step that a state has to offer.

use super::braids::{Braids, Chain, State, Verdict};
use super::counted::{Counter, largest};
use super::moves::Move;
use super::name::name;
use super::{Position, Reason, Step, Technique};

/// Candidates that a search applies before it is given up, for the targets of one size together.
pub(crate) const EFFORT: u64 = 2_000_000;
/// As many steps of one size are named and compared; names of long ones tell nothing anyway.
const NAMED: usize = 12;

/// Finds steps; keeps its memory.
pub(crate) struct Finder {
    pub(crate) braids: Braids,
    counter: Counter,
    targets: Vec<u16>,
    found: Vec<Move>,
}

/// A move, and whether it is known that there is no smaller one.
pub(crate) struct Found {
    pub(crate) one: Move,
    pub(crate) smallest: bool,
}

impl Finder {
    pub(crate) fn new(board: qedoku_puzzle::Board) -> Finder {
        Finder { braids: Braids::new(board), counter: Counter::default(), targets: Vec::new(), found: Vec::new() }
    }

    /// A smallest move of a state without singles: locked candidates, then chains and counted patterns by size. The
    /// most familiar one, if the position is told; else the first.
    pub(crate) fn find(&mut self, state: &State, position: Option<&Position>, effort: u64) -> Option<Found> {
        if let Some(locked) = self.locked(state) {
            return Some(Found { one: locked, smallest: true });
        }
        self.braids.begin(state);
        self.braids.start_rounds(state);
        self.braids.start_search(state);
        self.targets.clear();
        let mut more = self.braids.round(&mut self.targets);
        let mut smallest = true;
        for size in 2.. {
            more = more && self.braids.round(&mut self.targets);
            let mut left = effort;
            self.collect(state, size, position.is_some(), &mut left);
            if let Some(one) = self.choose(position) {
                return Some(Found { one, smallest });
            }
            if left == 0 {
                // Beyond the effort, what can be had quickly is taken.
                smallest = false;
                if let Some(one) = self.trimmed(state) {
                    return Some(Found { one, smallest });
                }
            }
            if !more && self.targets.is_empty() && size >= largest(self.braids.tables().side()) {
                return None;
            }
        }
        None
    }

    /// Locked candidates.
    fn locked(&self, state: &State) -> Option<Move> {
        let (set, other, mask) = self.braids.locked(state)?;
        let removed = self.braids.tables().members(other, mask).collect();
        Some(Move::chain(Chain { links: vec![(set as u16, None)], removed }))
    }

    /// All steps of a size, or the first one.
    fn collect(&mut self, state: &State, size: usize, all: bool, effort: &mut u64) {
        self.found.clear();
        if size <= largest(self.braids.tables().side()) {
            self.counter.find(self.braids.tables(), state, size, &mut self.found);
        }
        for target in &self.targets {
            if !self.found.is_empty() && (!all || self.found.len() >= NAMED) {
                return;
            }
            let told = |one: &Move| one.candidates.contains(target);
            if !self.found.iter().any(told) && self.braids.decide(*target, size, effort) == Verdict::Found {
                self.found.push(Move::chain(self.braids.chain(state, *target)));
            }
        }
    }

    /// The most familiar of the steps found; among equals the one that takes most away, then the first.
    fn choose(&mut self, position: Option<&Position>) -> Option<Move> {
        let best = match position {
            Some(position) if self.found.len() > 1 => {
                let tables = self.braids.tables();
                let key = |one: &Move| (one.step(tables, position).technique, std::cmp::Reverse(one.candidates.len()));
                self.found.iter().enumerate().min_by_key(|(_, one)| key(one))?.0
            }
            _ => 0,
        };
        (best < self.found.len()).then(|| self.found.swap_remove(best))
    }

    /// The smallest chain that taking away one candidate after the other leaves of some refutation.
    fn trimmed(&mut self, state: &State) -> Option<Move> {
        let chains = self.targets.iter().filter_map(|target| {
            self.braids.trim(*target).then(|| Move::chain(self.braids.chain(state, *target)))
        });
        chains.min_by_key(Move::size)
    }
}
