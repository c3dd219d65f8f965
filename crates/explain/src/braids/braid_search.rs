//! Exact search for a braid of at most n constraints: depth-first over sets of right-linking candidates.
//!
//! A node has assigned the target and some right-linking candidates R implied by it. Its branches are the implied
//! candidates that are not assigned yet (`branch_queue`). The order in which candidates are assigned does not matter
//! for what they imply, so a node stands for the set of them.
//!
//! ```text
//!   level 0      the state without a target           nodes[0]
//!   level 1      target assigned                      nodes[ROOT]
//!   level 1+k    target and R1 ... Rk assigned        k <= n - 2: the look-ahead finds the last R and both constraints
//! ```
//!
//! Four rules prune the tree. Each is sound: if the target has a braid of at most n constraints, the search finds one.
//!
//! 1. **Look-ahead of two constraints** ([`node`](super::node)): a braid of n constraints is found when all of its
//!    right-linking candidates but the last are assigned, n - 2 in number.
//! 2. **Each set once**: a branch removes the branches tried before it from its subtree. Let S be the candidates of a
//!    braid. At a node whose assigned candidates belong to S, follow the first branch that belongs to S: the removed
//!    ones do not, so every candidate of S can still be assigned.
//! 3. **Slack**: a candidate *advances* if it is implied only since the last advancing candidate was assigned (those
//!    implied by the target alone advance, too). When k candidates have advanced, by induction every assigned candidate
//!    is implied by round k of the propagation in rounds ([`lower_bounds`](super::lower_bounds)), and every queued one
//!    by round k + 1; a constraint that they empty is empty by round k + 1. So if the first conflict comes in round b,
//!    a braid has at least b - 1 advancing candidates, and at most n - b of its n - 1 candidates do not advance. This
//!    number is its slack. Where the slack is used up, only the latest consequences are branched on.
//!
//!    If round b is not tight, the bound is b + 1 and the slack is one smaller. That is sound as well: a braid with
//!    only b - 1 advancing candidates has two of round b - 1, because no single one empties its last constraint, and
//!    the second of them does not advance. So its last candidate does not advance. The look-ahead finds that one, so it
//!    is never assigned, and at most n - b - 1 assigned candidates do not advance.
//! 4. **Layered propagation** ([`BraidSearch::cannot_conflict_in_time`]): a subtree is cut if assigning all its
//!    branches and their consequences, layer by layer, does not complete a braid.
//!
//! Branch order is the order of implication; it affects the time only, and which of several smallest braids is found.
//!
//! Rejected: skipping a branch whose eliminations are a subset of another branch's. It is exact, and 0.9 to 1.03 times
//! as fast.

use super::constraint_state::ConstraintState;
use super::link_graph::{LinkGraph, insert};
use super::node::Node;
use super::refutation::Refutation;
use super::tables::{ConstraintTables, mask_class};
use qedoku_solve::Interrupt;
use qedoku_solve::sat::SearchOutcome;

/// Level of the node with nothing but the target assigned. Level 0 is the state without a target.
pub(super) const ROOT: usize = 1;

/// The search and its memory.
pub(super) struct BraidSearch<const W: usize> {
    /// The nodes from level 0 to the current one. Deeper entries are stale.
    pub(super) nodes: Vec<Node<W>>,
    constraint_count: usize,
    /// The candidates to branch on: those of the root, then those of each level below.
    pub(super) branch_queue: Vec<u16>,
    /// The right-linking candidates assigned on the current path.
    pub(super) right_linking: Vec<u16>,
    pub(super) refutation: Refutation,
    /// The candidates implied without a target.
    singles: Vec<u16>,
    /// Lower bound on the braid size of each target, 0 if unknown. Rule 3 depends on its definition: see
    /// [`BraidSearch::set_bound`].
    bounds: Vec<u8>,
    /// The size of the current search.
    size: usize,
    /// Number of candidates that may still be assigned; the search stops at 0.
    pub(super) budget: u64,
    /// Sets the budget to 0.
    interrupt: Interrupt,
}

/// The branches of a node: the part of `branch_queue` from `begin` on.
#[derive(Clone, Copy)]
struct Branches {
    begin: usize,
    /// Branches from here on advance.
    latest_from: usize,
    /// Number of candidates that may be assigned without advancing.
    slack: usize,
}

impl<const W: usize> BraidSearch<W> {
    pub(super) fn new() -> BraidSearch<W> {
        BraidSearch {
            nodes: vec![Node::new(); ROOT + 1],
            constraint_count: 0,
            branch_queue: Vec::new(),
            right_linking: Vec::new(),
            refutation: Refutation::default(),
            singles: Vec::new(),
            bounds: vec![0; 64 * W],
            size: 0,
            budget: u64::MAX,
            interrupt: Interrupt::default(),
        }
    }

    /// Loads a state. Records the constraints that already have one candidate or a common house: the look-ahead is
    /// exact only with them.
    pub(super) fn start(
        &mut self,
        tables: &ConstraintTables,
        state: &ConstraintState,
        graph: &LinkGraph<W>,
        interrupt: &Interrupt,
    ) {
        self.interrupt = interrupt.clone();
        self.constraint_count = tables.constraint_count();
        self.singles.clear();
        self.bounds.fill(0);
        let base = &mut self.nodes[0];
        base.reset(state.masks(), graph.open(state).map(|word| !word));
        for constraint in state.open_constraints() {
            let mask = state.mask(constraint);
            let class = tables.mask_class(constraint, mask);
            if class != mask_class::NO_COMMON_HOUSE && class != mask_class::EMPTY {
                self.singles.extend(base.lookahead.record(graph, constraint, mask, class));
            }
        }
    }

    /// Sets the lower bound of a target in this state: the round of its first conflict, or one more if that round is
    /// not tight ([`lower_bounds`](super::lower_bounds)).
    pub(super) fn set_bound(&mut self, target: usize, bound: usize) {
        self.bounds[target] = bound.min(usize::from(u8::MAX)) as u8;
    }

    /// Searches for a braid of at most `size` constraints. If there is one, `right_linking` has all its right-linking
    /// candidates but those that the look-ahead finds.
    pub(super) fn find_braid(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        target: usize,
        size: usize,
    ) -> SearchOutcome<()> {
        // Rule 3; without a slack no braid is small enough.
        let Some(slack) = size.checked_sub(self.bounds[target].into()) else { return SearchOutcome::Exhausted };
        self.size = size;
        let found = self.assume_target(tables, graph, target)
            || size >= 2 && self.nodes[ROOT].lookahead.completes()
            || size > 2 && self.descend(tables, graph, ROOT, size - 2, Branches { begin: 0, latest_from: 0, slack });
        match found {
            true => SearchOutcome::Found(()),
            false if self.budget == 0 => SearchOutcome::OutOfBudget,
            false => SearchOutcome::Exhausted,
        }
    }

    /// Assigns the target at the root. Returns whether a constraint is empty.
    pub(super) fn assume_target(&mut self, tables: &ConstraintTables, graph: &LinkGraph<W>, target: usize) -> bool {
        self.right_linking.clear();
        self.branch_queue.clear();
        self.copy_parent(ROOT);
        // A target that is implied itself must not become a branch.
        insert(&mut self.nodes[ROOT].lookahead.implied, target);
        if self.assign(tables, graph, ROOT, target) {
            return true;
        }
        // No single is linked to the target: assigning the target would have emptied its constraint.
        self.branch_queue.extend(self.singles.iter().filter(|single| usize::from(**single) != target));
        false
    }

    /// Makes a node a copy of the one above it.
    #[inline]
    fn copy_parent(&mut self, level: usize) {
        if self.nodes.len() == level {
            self.nodes.push(Node::new());
        }
        let (above, below) = self.nodes.split_at_mut(level);
        below[0].copy_from(&above[level - 1], self.constraint_count);
    }

    /// Assigns a candidate at a node and queues its consequences. Returns whether a constraint is empty.
    #[inline]
    pub(super) fn assign(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        candidate: usize,
    ) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.nodes[level].assign(tables, graph, candidate, |implied| self.branch_queue.push(implied))
    }

    /// Assigns a candidate at a node. Returns whether that completes the braid, with at most two more constraints.
    #[inline]
    pub(super) fn assign_completes(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        candidate: usize,
    ) -> bool {
        self.assign(tables, graph, level, candidate) || self.nodes[level].lookahead.completes()
    }

    /// Searches the subtree of a node in which at most `left` more candidates are assigned.
    fn descend(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        left: usize,
        branches: Branches,
    ) -> bool {
        let range = branches.begin..self.branch_queue.len();
        if left == 1 {
            return self.test_leaves(tables, graph, level, range);
        }
        if self.interrupt.is_set() {
            self.budget = 0;
        }
        if self.budget == 0 || self.cannot_conflict_in_time(tables, graph, level, left, range.clone()) {
            return false;
        }
        for branch in range.clone() {
            let candidate = self.branch_queue[branch];
            let below = self.inherit_branches(branch, range.end, branches);
            self.right_linking.push(candidate);
            self.copy_parent(level + 1);
            if self.assign_completes(tables, graph, level + 1, candidate.into())
                || self.descend(tables, graph, level + 1, left - 1, below)
            {
                return true;
            }
            self.right_linking.pop();
            self.branch_queue.truncate(range.end);
        }
        false
    }

    /// Copies to the end of the queue the branches that remain below this one: those after it (rule 2), and with no
    /// slack left only those that still advance (rule 3). Its own consequences follow when it is assigned.
    fn inherit_branches(&mut self, branch: usize, end: usize, from: Branches) -> Branches {
        let advances = branch >= from.latest_from;
        // No underflow: with slack 0, a node has inherited only branches that advance.
        let slack = from.slack - usize::from(!advances);
        let latest_from = if advances { end } else { from.latest_from };
        let kept = if slack == 0 { latest_from } else { branch + 1 };
        self.branch_queue.extend_from_within(kept..end);
        Branches { begin: end, latest_from: end + latest_from - kept, slack }
    }

    /// Whether no braid is complete after all branches and their consequences are assigned, in as many layers as
    /// candidates are left.
    ///
    /// Sound: whatever the subtree assigns with `left` candidates is among the first `left` layers, and assigning more
    /// candidates never undoes an implication. Branches removed by rules 2 and 3 are in no layer, and in no node of the
    /// subtree either.
    ///
    /// The propagation costs as much as many leaves, so it is done where the subtree is large: not for `left == 1`,
    /// where the branches are leaves themselves, and once per node (before every branch it was slower). At the root the
    /// lower bound of the target has answered the question.
    fn cannot_conflict_in_time(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        left: usize,
        range: std::ops::Range<usize>,
    ) -> bool {
        if level == ROOT {
            return false;
        }
        let end = self.branch_queue.len();
        self.branch_queue.extend_from_within(range);
        self.copy_parent(level + 1);
        let completes = self.assign_layers(tables, graph, level + 1, left, end);
        self.branch_queue.truncate(end);
        !completes
    }

    /// Assigns the queue from `begin` on and its consequences, for this many layers. Returns whether that completes a
    /// braid.
    fn assign_layers(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        layers: usize,
        mut begin: usize,
    ) -> bool {
        for _ in 0..layers {
            let end = self.branch_queue.len();
            for branch in begin..end {
                let candidate = self.branch_queue[branch].into();
                if self.assign_completes(tables, graph, level, candidate) {
                    return true;
                }
            }
            begin = end;
        }
        false
    }

    /// Tests each branch as the last candidate to assign, without making a node of it.
    fn test_leaves(
        &mut self,
        tables: &ConstraintTables,
        graph: &LinkGraph<W>,
        level: usize,
        range: std::ops::Range<usize>,
    ) -> bool {
        let node = &self.nodes[level];
        let mut branches = self.branch_queue[range].iter();
        let last = branches.find(|branch| node.completes_with(tables, graph, (**branch).into()));
        self.right_linking.extend(last);
        last.is_some()
    }
}
