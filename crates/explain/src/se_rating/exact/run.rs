//! One run of a chain search: all consequences of an assumption, each with its parents.
//!
//! Nodes are numbered in the order of their discovery, so parents come before their children. A candidate is on or off at most
//! once in a run; only the node that ends a run with a contradiction may repeat an earlier one.

use super::grid::Candidate;
use super::links::Cause;

const WORDS: usize = 12;
const NONE: u16 = u16::MAX;

/// A set of candidates.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct CandidateSet([u64; WORDS]);

impl CandidateSet {
    pub(super) fn insert(&mut self, candidate: Candidate) {
        self.0[usize::from(candidate) / 64] |= 1 << (candidate % 64);
    }

    pub(super) fn contains(&self, candidate: Candidate) -> bool {
        self.0[usize::from(candidate) / 64] >> (candidate % 64) & 1 == 1
    }

    pub(super) fn intersect(&mut self, other: &CandidateSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
}

/// A candidate that is on or off, as a number: `2 * candidate + on`.
pub(super) type NodeKey = u16;

pub(super) fn key(candidate: Candidate, is_on: bool) -> NodeKey {
    2 * candidate + NodeKey::from(is_on)
}

/// A consequence.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) key: NodeKey,
    pub(super) cause: Cause,
    /// Number of the nested chain that turned this candidate off, counted from 1.
    nested: u16,
    first_parent: u32,
    parent_count: u16,
    /// Number of nodes of the chain that ends here.
    pub(super) ancestors: u16,
}

impl Node {
    pub(super) fn candidate(&self) -> Candidate {
        self.key / 2
    }

    pub(super) fn is_on(&self) -> bool {
        self.key % 2 == 1
    }
}

/// Identity and complexity of a nested chain. Chains with the same nodes in the same order are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NestedChain {
    pub(super) id: u64,
    pub(super) complexity: u32,
}

/// The consequences of an assumption.
pub(super) struct Run {
    pub(super) nodes: Vec<Node>,
    parents: Vec<u16>,
    /// Node of a key.
    index: Box<[u16; 1458]>,
    pub(super) on: CandidateSet,
    pub(super) off: CandidateSet,
    /// The nodes on and off of a candidate that ended the run.
    pub(super) contradiction: Option<[u16; 2]>,
    nested: Vec<NestedChain>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            nodes: Vec::new(),
            parents: Vec::new(),
            index: Box::new([NONE; 1458]),
            on: CandidateSet::default(),
            off: CandidateSet::default(),
            contradiction: None,
            nested: Vec::new(),
        }
    }
}

impl Run {
    pub(super) fn clear(&mut self) {
        for node in &self.nodes {
            self.index[usize::from(node.key)] = NONE;
        }
        self.nodes.clear();
        self.parents.clear();
        self.on = CandidateSet::default();
        self.off = CandidateSet::default();
        self.contradiction = None;
        self.nested.clear();
    }

    /// Adds a node that follows from the parents pushed since the node before it. Returns its number.
    pub(super) fn push(&mut self, key: NodeKey, cause: Cause, nested: Option<NestedChain>) -> u16 {
        let number = self.push_unregistered(key, cause, nested);
        self.index[usize::from(key)] = number;
        if key % 2 == 1 {
            self.on.insert(key / 2);
        } else {
            self.off.insert(key / 2);
        }
        number
    }

    /// Adds the last node of a run, whose candidate is on and off.
    pub(super) fn push_unregistered(&mut self, key: NodeKey, cause: Cause, nested: Option<NestedChain>) -> u16 {
        let first_parent = self.nodes.last().map_or(0, |node| node.first_parent + u32::from(node.parent_count));
        let parent_count = (self.parents.len() as u32 - first_parent) as u16;
        let nested = nested.map_or(0, |chain| {
            self.nested.push(chain);
            self.nested.len() as u16
        });
        self.nodes.push(Node { key, cause, nested, first_parent, parent_count, ancestors: 0 });
        (self.nodes.len() - 1) as u16
    }

    pub(super) fn push_parent(&mut self, number: u16) {
        self.parents.push(number);
    }

    pub(super) fn parents(&self, node: &Node) -> &[u16] {
        &self.parents[node.first_parent as usize..][..usize::from(node.parent_count)]
    }

    /// Whether chains of this run may contain nested ones.
    pub(super) fn has_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    /// The nested chain that turned a candidate off.
    pub(super) fn nested(&self, number: u16) -> Option<NestedChain> {
        let nested = usize::from(self.nodes[usize::from(number)].nested);
        (nested > 0).then(|| self.nested[nested - 1])
    }

    /// The node of a key; the run contains it.
    pub(super) fn number(&self, key: NodeKey) -> u16 {
        self.index[usize::from(key)]
    }

    /// Whether a node is in the sets of the run; the last node of a contradiction is not.
    pub(super) fn is_registered(&self, number: usize) -> bool {
        usize::from(self.number(self.nodes[number].key)) == number
    }

    /// Counts the ancestors of all nodes, themselves included.
    pub(super) fn count_ancestors(&mut self, scratch: &mut Vec<u64>) {
        // With one parent for each node but the root, which is the rule in static runs, chains are paths.
        if self.parents.len() + 1 == self.nodes.len() && self.nodes[1..].iter().all(|node| node.parent_count == 1) {
            self.nodes[0].ancestors = 1;
            for number in 1..self.nodes.len() {
                let parent = usize::from(self.parents[self.nodes[number].first_parent as usize]);
                self.nodes[number].ancestors = self.nodes[parent].ancestors + 1;
            }
            return;
        }
        let stride = self.nodes.len().div_ceil(64);
        scratch.clear();
        scratch.resize(self.nodes.len() * stride, 0);
        for number in 0..self.nodes.len() {
            let node = self.nodes[number];
            let words = number / 64 + 1;
            let (earlier, own) = scratch.split_at_mut(number * stride);
            for parent in &self.parents[node.first_parent as usize..][..usize::from(node.parent_count)] {
                let row = &earlier[usize::from(*parent) * stride..][..words];
                own[..words].iter_mut().zip(row).for_each(|(word, other)| *word |= other);
            }
            own[number / 64] |= 1 << (number % 64);
            let count = own[..words].iter().map(|word| word.count_ones() as u16).sum();
            self.nodes[number].ancestors = count;
        }
        if let Some(targets) = self.contradiction {
            for target in targets {
                self.nodes[usize::from(target)].ancestors = self.chain(target).len() as u16;
            }
        }
    }

    /// The nodes of the chain that ends in `target`, breadth first from there. Of two nodes with the same key, the first counts.
    pub(super) fn chain(&self, target: u16) -> Vec<u16> {
        let mut chain = vec![target];
        let mut seen = [CandidateSet::default(); 2];
        let first = self.nodes[usize::from(target)].key;
        seen[usize::from(first % 2)].insert(first / 2);
        let mut next = 0;
        while next < chain.len() {
            let node = self.nodes[usize::from(chain[next])];
            for parent in self.parents(&node) {
                let key = self.nodes[usize::from(*parent)].key;
                let seen = &mut seen[usize::from(key % 2)];
                if !seen.contains(key / 2) {
                    seen.insert(key / 2);
                    chain.push(*parent);
                }
            }
            next += 1;
        }
        chain
    }
}
