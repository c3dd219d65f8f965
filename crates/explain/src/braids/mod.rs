//! Braid search: smallest refutations of candidates by unit propagation.
//!
//! Every cell, and every digit of every house, is an exactly-one constraint over candidates (Berthier: a CSP variable).
//! Two candidates that share a constraint are *linked*: not both are true. A **braid** of length n refutes a candidate
//! z, its *target*:
//!
//! ```text
//!           V1        V2        V3          V1 = {L1, R1}   V2 = {L2, z2, R2}   V3 = {L3, t3}
//!   z ── L1 ══ R1 ── L2 ══ R2 ── L3         ──  linked
//!   │           └─────────────── t3         ══  in the same constraint
//!   └─────────────── z2
//! ```
//!
//! - V1 ... Vn are constraints, R1 ... R(n-1) candidates: the *right-linking* candidates. Ri is the only candidate of
//!   Vi that is linked neither to z nor to an earlier R. If z were true, unit propagation would imply R1, R2, ... in
//!   turn.
//! - Every candidate of Vn is linked to z or to an earlier R. So z would leave Vn empty, a conflict, and is false.
//! - The *left-linking* candidate Li connects Vi to what comes before. Vi may have more candidates that are linked to z
//!   (z-candidates) or to an earlier R (t-candidates). In a **whip** each Li is linked to R(i-1) (L1 to z): a
//!   continuous chain, as in the picture. In a **braid** Li may be linked to z or to any earlier R. The search makes no
//!   difference between left-linking, z- and t-candidates: a braid is a refutation by unit propagation, and its size n
//!   is the number of constraints used.
//!
//! Braids of size 1 are locked candidates. The rating B of a puzzle is the smallest n such that singles and braids of
//! size up to n solve it. Braids have the confluence property: eliminating candidates never makes the smallest braid of
//! a target larger, so braids of size up to n may be applied in any order.
//!
//! ```text
//!   ConstraintTables   ids and geometry of a board
//!   ConstraintState    masks of a position
//!   LinkGraph          open candidates and their links
//!   LowerBounds        lower bounds on the braid size of all targets at once
//!   LowerBoundCache    sizes excluded in earlier states
//!   BraidSearch        exact: is there a braid of size n?
//!   RawBraid           the braid, and all candidates that it refutes
//!   TrialAndError      is an assumption refuted by braids of any size?
//! ```
//!
//! **Invariant.** `find_braid` is exact: it misses no braid of the requested size, unless its budget is exhausted.
//! Every pruning rule states why it is sound where it stands ([`braid_search`], [`lower_bounds`], [`node`],
//! [`lower_bound_cache`]).
//!
//! **Limit.** Boards up to 16x16 ([`MAX_SIDE`]): masks have 16 bits. Larger boards are explained by
//! [`reference`](crate::reference).
//!
//! **Speed.** The search has its own unit propagation, on bit masks and for all targets at once. The exhaustive search of
//! [`reference`](crate::reference) takes 15 times as long for the next step on `17_clue`, 8 times on `hardest_1106`
//! (`cargo bench -p qedoku --bench propagation -- FILE`, row `braids`; easy steps only, which both prove smallest).
//!
//! # References
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012: whips, braids, their ratings and
//! confluence, and their relation to trial and error (a candidate is refuted by a braid if and only if T&E(1) refutes
//! it).

mod tables;
mod constraint_state;
mod lower_bound_cache;
mod link_graph;
mod target_bits;
mod lower_bounds;
mod trial_and_error;
mod node;
mod braid_search;
mod refutation;
mod raw_braid;

pub(crate) use constraint_state::ConstraintState;
pub(crate) use lower_bound_cache::LowerBoundCache;
pub(crate) use qedoku_solve::sat::SearchOutcome;
pub(crate) use raw_braid::RawBraid;
pub(crate) use tables::{ConstraintTables, MAX_SIDE, mask_bits};

use braid_search::BraidSearch;
use link_graph::LinkGraph;
use lower_bounds::LowerBounds;
use qedoku_puzzle::Board;
use tables::{Memberships, mask_class};
use target_bits::{contains, targets};
use trial_and_error::TrialAndError;

use qedoku_solve::Interrupt;

/// Words per set of open candidates, one engine for each. The smallest that has room is used; the last has room for all
/// 4,096 candidates of 16x16.
const WIDTHS: [usize; 5] = [2, 4, 6, 12, 64];

/// Finds braids. Keeps its memory from one state to the next.
///
/// ```text
///   load_state ─┬─ start_bounds ── next_bound_round* ── finish_bounds     targets by lower bound
///               ├─ start_search ─┬─ find_braid ── last_braid              a smallest braid
///               │                └─ propagate_to_conflict ── minimize_refutation ── last_braid   a short one
///               └─ start_trials ── refute_by_trial
/// ```
pub(crate) struct Braids {
    /// Stops searches.
    pub(crate) interrupt: Interrupt,
    tables: ConstraintTables,
    /// Engines by width, created on first use.
    engines: [Option<Box<dyn BraidEngine + Send>>; WIDTHS.len()],
    /// The engine of the loaded state.
    current: usize,
    /// The constraints that changed since the previous state of the same solution path.
    changed: Vec<bool>,
    /// Rounds of lower bounds done in this state.
    rounds: usize,
    /// Number of link graphs built.
    builds: u64,
}

/// The engine for one width: sets of open candidates have `W` words, which are `P` pairs of words.
struct SizedEngine<const W: usize, const P: usize> {
    graph: LinkGraph<W>,
    bounds: LowerBounds<P>,
    search: BraidSearch<W>,
    trials: TrialAndError<P>,
}

/// A [`SizedEngine`] of any width. Candidates are passed by board id; see [`Braids`] for the methods.
trait BraidEngine {
    fn build(&mut self, tables: &ConstraintTables, state: &ConstraintState);
    fn len(&self) -> usize;
    fn start_bounds(&mut self, state: &ConstraintState, changed: &[bool]);
    fn start_trials(&mut self, state: &ConstraintState, interrupt: &Interrupt);
    fn refute_by_trial(&mut self, assumed: u16, budget: usize, eliminated: &mut Vec<u16>) -> Option<usize>;
    fn next_bound_round(
        &mut self,
        tables: &ConstraintTables,
        found: &mut Vec<u16>,
        on_affected: &mut dyn FnMut(u16),
    ) -> bool;
    fn start_search(&mut self, tables: &ConstraintTables, state: &ConstraintState, interrupt: &Interrupt);
    fn find_braid(
        &mut self,
        tables: &ConstraintTables,
        target: u16,
        size: usize,
        budget: &mut u64,
    ) -> SearchOutcome<()>;
    fn propagate_to_conflict(&mut self, tables: &ConstraintTables, target: u16) -> Option<usize>;
    fn minimize_refutation(&mut self, tables: &ConstraintTables, target: u16);
    fn last_braid(&mut self, tables: &ConstraintTables, state: &ConstraintState, target: u16) -> RawBraid;
}

impl Braids {
    /// # Panics
    /// If the side of the board is larger than [`MAX_SIDE`].
    pub(crate) fn new(board: Board) -> Braids {
        let engines = [const { None }; WIDTHS.len()];
        Braids {
            interrupt: Interrupt::default(),
            tables: ConstraintTables::new(board),
            engines,
            current: 0,
            changed: Vec::new(),
            rounds: 0,
            builds: 0,
        }
    }

    pub(crate) fn tables(&self) -> &ConstraintTables {
        &self.tables
    }

    /// Loads a state. Keeps the link graph if the last state loaded belongs to the same solution path and at least four
    /// fifths of the graph are still open: a graph with eliminated candidates is correct, only wider than necessary.
    pub(crate) fn load_state(&mut self, state: &ConstraintState, cache: &mut LowerBoundCache) {
        let built = self.builds;
        if cache.graph_build() == Some(built) && 5 * state.open_count() >= 4 * self.engine().len() {
            return;
        }
        self.current = WIDTHS
            .iter()
            .position(|words| state.open_count() <= 64 * words)
            .expect("the largest width has room for all candidates");
        let engine = self.engines[self.current].get_or_insert_with(|| new_engine(self.current));
        engine.build(&self.tables, state);
        self.builds += 1;
        cache.set_graph_build(self.builds);
    }

    fn engine(&mut self) -> &mut (dyn BraidEngine + Send) {
        self.engines[self.current].as_deref_mut().expect("a state is loaded")
    }

    fn tables_and_engine(&mut self) -> (&ConstraintTables, &mut (dyn BraidEngine + Send)) {
        (&self.tables, self.engines[self.current].as_deref_mut().expect("a state is loaded"))
    }

    /// Starts the rounds of lower bounds. The cache has the excluded sizes of earlier states of the same solution path.
    pub(crate) fn start_bounds(&mut self, state: &ConstraintState, cache: &mut LowerBoundCache) {
        cache.enter_state(state, self.tables.candidate_count(), &mut self.changed);
        self.rounds = 0;
        let engine = self.engines[self.current].as_deref_mut().expect("a state is loaded");
        engine.start_bounds(state, &self.changed);
    }

    /// Runs one more round: appends the targets with their first conflict in it. Returns whether later rounds may find
    /// more.
    pub(crate) fn next_bound_round(&mut self, found: &mut Vec<u16>, cache: &mut LowerBoundCache) -> bool {
        self.rounds += 1;
        let round = self.rounds;
        let (tables, engine) = self.tables_and_engine();
        engine.next_bound_round(tables, found, &mut |target| cache.invalidate(target, round))
    }

    /// Ends the rounds in this state. `more` is the result of the last round.
    pub(crate) fn finish_bounds(&self, more: bool, cache: &mut LowerBoundCache) {
        cache.leave_state(if more { self.rounds } else { usize::MAX });
    }

    /// Starts trials in a state.
    pub(crate) fn start_trials(&mut self, state: &ConstraintState) {
        self.load_state(state, &mut LowerBoundCache::default());
        let interrupt = self.interrupt.clone();
        self.engine().start_trials(state, &interrupt);
    }

    /// The cost of refuting the assumption that an open candidate is true by braids of any size; `None` if that fails
    /// or exceeds the budget. The candidates in `eliminated` are known to be eliminated under the assumption; more are
    /// added.
    pub(crate) fn refute_by_trial(&mut self, assumed: u16, budget: usize, eliminated: &mut Vec<u16>) -> Option<usize> {
        self.engine().refute_by_trial(assumed, budget, eliminated)
    }

    /// Words of a set of open candidates in the loaded state: the cost of assigning one.
    pub(crate) fn words(&self) -> u64 {
        WIDTHS[self.current] as u64
    }

    /// Number of rounds of lower bounds done.
    pub(crate) fn bound_rounds(&self) -> usize {
        self.rounds
    }

    /// Starts searches in a state.
    pub(crate) fn start_search(&mut self, state: &ConstraintState) {
        let engine = self.engines[self.current].as_deref_mut().expect("a state is loaded");
        engine.start_search(&self.tables, state, &self.interrupt);
    }

    /// Searches for a braid of at most `size` constraints. The budget is the number of candidates that may be assigned,
    /// and is reduced accordingly.
    pub(crate) fn find_braid(&mut self, target: u16, size: usize, budget: &mut u64) -> SearchOutcome<()> {
        let (tables, engine) = self.tables_and_engine();
        engine.find_braid(tables, target, size, budget)
    }

    /// Refutes a target by full propagation. Returns a lower bound on the size of its braids, or `None` if it has no
    /// braid.
    pub(crate) fn propagate_to_conflict(&mut self, target: u16) -> Option<usize> {
        let (tables, engine) = self.tables_and_engine();
        engine.propagate_to_conflict(tables, target)
    }

    /// Minimises the refutation that [`Braids::propagate_to_conflict`] found for this target: a short braid, not always
    /// a smallest one.
    pub(crate) fn minimize_refutation(&mut self, target: u16) {
        let (tables, engine) = self.tables_and_engine();
        engine.minimize_refutation(tables, target);
    }

    /// A short braid of a target, not always a smallest one; `None` if it has no braid.
    pub(crate) fn short_braid(&mut self, state: &ConstraintState, target: u16) -> Option<RawBraid> {
        self.propagate_to_conflict(target)?;
        self.minimize_refutation(target);
        Some(self.last_braid(state, target))
    }

    /// The braid that was found or minimised last, for this target.
    pub(crate) fn last_braid(&mut self, state: &ConstraintState, target: u16) -> RawBraid {
        let (tables, engine) = self.tables_and_engine();
        engine.last_braid(tables, state, target)
    }

    /// Applies singles and locked candidates to their fixpoint. Returns whether no constraint is empty.
    pub(crate) fn propagate_locked(&self, state: &mut ConstraintState) -> bool {
        loop {
            if !state.propagate_singles(&self.tables) {
                return false;
            }
            let Some((_, other, mask)) = self.locked(state) else { return true };
            for candidate in self.tables.candidates_in(other, mask) {
                state.eliminate(&self.tables, candidate.into());
            }
        }
    }

    /// Locked candidates, as a braid of one constraint.
    pub(crate) fn find_locked_candidates(&self, state: &ConstraintState) -> Option<RawBraid> {
        let (constraint, other, mask) = self.locked(state)?;
        let eliminations = self.tables.candidates_in(other, mask).collect();
        Some(RawBraid { links: vec![(constraint as u16, None)], eliminations })
    }

    /// Locked candidates: the constraint, the other house that all its candidates share, and the mask of what they
    /// eliminate there.
    ///
    /// Boxes come before lines, because pointing is easier to see than claiming (2.6 and 2.8 on the scale of Sudoku
    /// Explainer).
    fn locked(&self, state: &ConstraintState) -> Option<(usize, usize, u16)> {
        let cells = self.tables.board().cell_count();
        let (lines, blocks) = (cells..3 * cells, 3 * cells..4 * cells);
        let mut constraints = state.open_constraints_in(blocks).chain(state.open_constraints_in(lines));
        constraints.find_map(|constraint| {
            let mask = state.mask(constraint);
            let class = self.tables.mask_class(constraint, mask);
            if !(mask_class::COMMON_ROW..=mask_class::COMMON_BLOCK).contains(&class) {
                return None;
            }
            let member = self.tables.candidate_at(constraint, mask.trailing_zeros());
            let Memberships { constraints, overlap, .. } = self.tables.memberships(member.into());
            let other = usize::from(constraints[usize::from(class)]);
            let rest = state.mask(other) & !overlap[usize::from(self.tables.kind(constraint))][usize::from(class)];
            (rest != 0).then_some((constraint, other, rest))
        })
    }
}

fn new_engine(width: usize) -> Box<dyn BraidEngine + Send> {
    fn new<const W: usize, const P: usize>() -> Box<dyn BraidEngine + Send> {
        Box::new(SizedEngine::<W, P> {
            graph: LinkGraph::new(),
            bounds: LowerBounds::new(),
            search: BraidSearch::new(),
            trials: TrialAndError::new(),
        })
    }
    // In the order of `WIDTHS`.
    [new::<2, 1>, new::<4, 2>, new::<6, 3>, new::<12, 6>, new::<64, 32>][width]()
}

impl<const W: usize, const P: usize> SizedEngine<W, P> {
    fn graph_id(&self, target: u16) -> usize {
        self.graph.graph_id(target).expect("targets are open candidates")
    }
}

impl<const W: usize, const P: usize> BraidEngine for SizedEngine<W, P> {
    fn build(&mut self, tables: &ConstraintTables, state: &ConstraintState) {
        self.graph.build(tables, state);
        self.bounds.load_links(self.graph.all_links());
    }

    fn len(&self) -> usize {
        self.graph.len()
    }

    fn start_bounds(&mut self, state: &ConstraintState, changed: &[bool]) {
        let candidate_at = |constraint, bit| self.graph.candidate_at(constraint, bit);
        self.bounds.start(state, &self.graph.open(state), candidate_at, changed);
    }

    fn start_trials(&mut self, state: &ConstraintState, interrupt: &Interrupt) {
        let candidate_at = |constraint, bit| self.graph.candidate_at(constraint, bit);
        self.trials.start(state, candidate_at, self.graph.all_links(), interrupt);
    }

    fn refute_by_trial(&mut self, assumed: u16, budget: usize, eliminated: &mut Vec<u16>) -> Option<usize> {
        let assumed = self.graph_id(assumed);
        let known = eliminated.iter().filter_map(|id| self.graph.graph_id(*id));
        let (cost, all) = self.trials.refute(assumed, budget, known);
        eliminated.clear();
        eliminated.extend(targets(&all).map(|target| self.graph.board_id(target)));
        cost
    }

    fn next_bound_round(
        &mut self,
        tables: &ConstraintTables,
        found: &mut Vec<u16>,
        on_affected: &mut dyn FnMut(u16),
    ) -> bool {
        let round = self.bounds.next_round(tables);
        for target in targets(&round.conflicts).take_while(|target| *target < self.graph.len()) {
            let extra = usize::from(!contains(&round.tight, target));
            self.search.set_bound(target, self.bounds.rounds() + extra);
            found.push(self.graph.board_id(target));
        }
        targets(&round.affected).filter_map(|id| self.graph.board_ids().get(id).copied()).for_each(on_affected);
        round.more
    }

    fn start_search(&mut self, tables: &ConstraintTables, state: &ConstraintState, interrupt: &Interrupt) {
        self.search.start(tables, state, &self.graph, interrupt);
    }

    fn find_braid(
        &mut self,
        tables: &ConstraintTables,
        target: u16,
        size: usize,
        budget: &mut u64,
    ) -> SearchOutcome<()> {
        let target = self.graph_id(target);
        self.search.budget = *budget;
        let outcome = self.search.find_braid(tables, &self.graph, target, size);
        *budget = self.search.budget;
        outcome
    }

    fn propagate_to_conflict(&mut self, tables: &ConstraintTables, target: u16) -> Option<usize> {
        let target = self.graph_id(target);
        self.search.propagate_to_conflict(tables, &self.graph, target)
    }

    fn minimize_refutation(&mut self, tables: &ConstraintTables, target: u16) {
        let target = self.graph_id(target);
        self.search.minimize_refutation(tables, &self.graph, target);
    }

    fn last_braid(&mut self, tables: &ConstraintTables, state: &ConstraintState, target: u16) -> RawBraid {
        let target = self.graph_id(target);
        self.search.last_braid(tables, state, &self.graph, target)
    }
}
