//! Trial and error: is the assumption that a candidate is true refuted by braids of any size, applied in any order?
//!
//! Berthier's T&E: assume a candidate and eliminate what unit propagation (here: braids) refutes, until a contradiction
//! or a fixpoint. Braids eliminate exactly what T&E(1) eliminates, so a trial here is T&E(2).
//!
//! ```text
//!                   target     z0 z1 z2 ...       as in LowerBounds
//!   implied[c]      1 where the assumption and the target imply c
//!   eliminated[c]   1 where they eliminate c
//! ```
//!
//! All targets are propagated at once. Consequences are used immediately, not in rounds, and a target with a conflict
//! is eliminated under all other targets, until nothing changes. The fixpoint without an assumption is computed once
//! for a state (`base`); its consequences hold under every assumption. A trial starts there, copies the row entries of
//! the assumed candidate to all targets, and visits only constraints in which an active target has changed, the
//! smallest constraints first.
//!
//! A candidate eliminated under an assumption remains so in later states, so a trial that ran out of budget can be
//! resumed.
//!
//! The cost of a trial, in candidates visited, is also the measure by which nested steps are chosen: it gave shorter
//! explanations than the number of sweeps or of refuted targets. Going round the constraints takes a third of the work
//! of always visiting the first changed one.

use qedoku_lanes::Bits128;
use qedoku_solve::Interrupt;

use super::constraint_state::ConstraintState;
use super::tables::{MAX_CONSTRAINTS, mask_bits};
use super::target_bits::{TargetBits, clear, contains, from_words, set, some_and_several, targets};

/// Words of a set of open constraints: 1,024 bits for 16x16.
const CONSTRAINT_WORDS: usize = MAX_CONSTRAINTS / 64;

/// Trials in one state.
pub(super) struct TrialAndError<const P: usize> {
    constraints: OpenConstraints,
    /// The fixpoint without an assumption.
    base: TrialState<P>,
    /// The propagation of the current trial.
    trial: TrialState<P>,
    interrupt: Interrupt,
}

/// Constraints that a trial visits between two polls of the interrupt flag.
const VISITS_PER_POLL: usize = 256;

/// The open constraints of a state, the smallest first, with ids of their own.
#[derive(Default)]
struct OpenConstraints {
    /// The candidates, constraint after constraint.
    candidates: Vec<u16>,
    /// The range of each constraint in `candidates`.
    ranges: Vec<(u32, u32)>,
    /// The four constraints of each candidate.
    of_candidate: Vec<[u16; 4]>,
}

/// Unit propagation under every target.
struct TrialState<const P: usize> {
    /// For each candidate the targets that imply it.
    implied: Vec<TargetBits<P>>,
    /// For each candidate the targets that eliminate it.
    eliminated: Vec<TargetBits<P>>,
    /// The targets that are neither implied nor eliminated.
    active: TargetBits<P>,
    /// Bit set of the constraints to visit.
    queued: [u64; CONSTRAINT_WORDS],
}

impl<const P: usize> TrialAndError<P> {
    pub(super) fn new() -> TrialAndError<P> {
        TrialAndError {
            constraints: OpenConstraints::default(),
            base: TrialState::new(),
            trial: TrialState::new(),
            interrupt: Interrupt::default(),
        }
    }

    /// Starts with a state. `candidate_at` is the graph id of a candidate by constraint and bit, `links` are the links
    /// of each candidate.
    pub(super) fn start<'a>(
        &mut self,
        state: &ConstraintState,
        candidate_at: impl Fn(usize, u32) -> u16,
        links: impl Iterator<Item = &'a [u64]>,
        interrupt: &Interrupt,
    ) {
        self.interrupt = interrupt.clone();
        self.base.load_links(links);
        self.constraints.load(state, self.base.implied.len(), candidate_at);
        self.base.activate_all(&self.constraints);
        self.base.propagate(&self.constraints, None, usize::MAX, interrupt);
    }

    /// The cost of refuting the assumption of a candidate, or `None` if that fails or reaches the budget. `known` are
    /// candidates known to be eliminated under the assumption. Also returns the candidates eliminated in the end,
    /// except those that unit propagation from the assumption alone, or the state without it, eliminates.
    pub(super) fn refute(
        &mut self,
        assumed: usize,
        budget: usize,
        known: impl Iterator<Item = usize>,
    ) -> (Option<usize>, TargetBits<P>) {
        let mut eliminated = [Bits128::empty(); P];
        if !contains(&self.base.active, assumed) {
            return (Some(0), eliminated);
        }
        self.trial.assume(&self.base, assumed, &self.constraints);
        let before = self.trial.active;
        known.filter(|candidate| contains(&before, *candidate)).for_each(|candidate| set(&mut eliminated, candidate));
        self.trial.eliminate_targets(&eliminated, &self.constraints);
        let cost = self.trial.propagate(&self.constraints, Some(assumed), budget, &self.interrupt);
        (cost, std::array::from_fn(|pair| before[pair].without(self.trial.active[pair])))
    }
}

impl OpenConstraints {
    fn load(&mut self, state: &ConstraintState, candidate_count: usize, candidate_at: impl Fn(usize, u32) -> u16) {
        let mut open: Vec<usize> = state.open_constraints().collect();
        open.sort_by_key(|constraint| state.mask(*constraint).count_ones());
        self.candidates.clear();
        self.ranges.clear();
        self.of_candidate.clear();
        self.of_candidate.resize(candidate_count, [u16::MAX; 4]);
        for (id, constraint) in open.into_iter().enumerate() {
            let begin = self.candidates.len() as u32;
            for candidate in mask_bits(state.mask(constraint)).map(|bit| candidate_at(constraint, bit)) {
                let of_candidate = &mut self.of_candidate[usize::from(candidate)];
                let free =
                    of_candidate.iter_mut().find(|id| **id == u16::MAX).expect("a candidate is in four constraints");
                *free = id as u16;
                self.candidates.push(candidate);
            }
            self.ranges.push((begin, self.candidates.len() as u32));
        }
    }

    #[inline]
    fn candidates(&self, constraint: usize) -> &[u16] {
        let (begin, end) = self.ranges[constraint];
        &self.candidates[begin as usize..end as usize]
    }
}

impl<const P: usize> TrialState<P> {
    fn new() -> TrialState<P> {
        TrialState {
            implied: Vec::new(),
            eliminated: Vec::new(),
            active: [Bits128::empty(); P],
            queued: [0; CONSTRAINT_WORDS],
        }
    }

    /// Under each target only the target is implied, and its links are eliminated.
    fn load_links<'a>(&mut self, links: impl Iterator<Item = &'a [u64]>) {
        self.eliminated.clear();
        self.eliminated.extend(links.map(from_words));
        self.implied.clear();
        self.implied.resize(self.eliminated.len(), [Bits128::empty(); P]);
        self.implied.iter_mut().enumerate().for_each(|(target, implied)| set(implied, target));
    }

    /// Makes all targets active and queues all constraints.
    fn activate_all(&mut self, constraints: &OpenConstraints) {
        self.active = [Bits128::empty(); P];
        self.queued = [0; CONSTRAINT_WORDS];
        for candidate in &constraints.candidates {
            set(&mut self.active, usize::from(*candidate));
            self.queue_constraints_of(constraints, usize::from(*candidate));
        }
    }

    /// Starts a trial: what holds under the assumed target holds under all.
    fn assume(&mut self, base: &TrialState<P>, assumed: usize, constraints: &OpenConstraints) {
        self.implied.clone_from(&base.implied);
        self.eliminated.clone_from(&base.eliminated);
        self.active = base.active;
        self.queued = [0; CONSTRAINT_WORDS];
        for candidate in 0..self.implied.len() {
            let row =
                match (contains(&base.implied[candidate], assumed), contains(&base.eliminated[candidate], assumed)) {
                    (true, _) => &mut self.implied[candidate],
                    (_, true) => &mut self.eliminated[candidate],
                    _ => continue,
                };
            *row = [Bits128::all(); P];
            clear(&mut self.active, candidate);
            self.queue_constraints_of(constraints, candidate);
        }
        // The row of the assumed candidate stays active: its conflict ends the trial.
        set(&mut self.active, assumed);
    }

    /// Visits queued constraints until none is left, or until the assumed target has a conflict. Returns the number of
    /// candidates visited in the latter case; `None` otherwise, when that number reaches the budget, or if interrupted.
    fn propagate(
        &mut self,
        constraints: &OpenConstraints,
        assumed: Option<usize>,
        budget: usize,
        interrupt: &Interrupt,
    ) -> Option<usize> {
        let (mut cost, mut from, mut visits) = (0, 0, 0_usize);
        // Round robin: the next queued constraint after the last one, then from the first again.
        while let Some(constraint) = self.next_queued(from).or_else(|| self.next_queued(0)) {
            let candidates = constraints.candidates(constraint);
            cost += candidates.len();
            visits += 1;
            if cost >= budget || visits.is_multiple_of(VISITS_PER_POLL) && interrupt.is_set() {
                return None;
            }
            let conflicts = self.visit(candidates, constraints);
            self.queued[constraint / 64] &= !(1 << (constraint % 64));
            from = constraint + 1;
            if let Some(conflicts) = conflicts {
                if assumed.is_some_and(|assumed| contains(&conflicts, assumed)) {
                    return Some(cost);
                }
                self.eliminate_targets(&conflicts, constraints);
            }
        }
        None
    }

    /// The first queued constraint from this one on.
    #[inline]
    fn next_queued(&self, from: usize) -> Option<usize> {
        let mut mask = u64::MAX << (from % 64);
        (from / 64..CONSTRAINT_WORDS).find_map(|word| {
            let left = self.queued[word] & std::mem::replace(&mut mask, u64::MAX);
            (left != 0).then(|| 64 * word + left.trailing_zeros() as usize)
        })
    }

    /// Propagates a constraint in both directions: implied candidates eliminate the others, the only candidate left is
    /// implied. Returns the active targets under which it is empty, if there are any.
    #[inline]
    fn visit(&mut self, candidates: &[u16], constraints: &OpenConstraints) -> Option<TargetBits<P>> {
        let (one, two) = some_and_several(candidates, &self.implied, |pair| pair);
        let (mut some, mut several) = ([Bits128::empty(); P], [Bits128::empty(); P]);
        for candidate in candidates.iter().map(|candidate| usize::from(*candidate)) {
            let (implied, eliminated) = (&self.implied[candidate], &mut self.eliminated[candidate]);
            let mut new = Bits128::empty();
            for pair in 0..P {
                let all = one[pair].without(implied[pair]).or(two[pair]).or(eliminated[pair]);
                new = new.or(all.without(eliminated[pair]).and(self.active[pair]));
                eliminated[pair] = all;
                several[pair] = several[pair].or(some[pair].without(all));
                some[pair] = some[pair].or(Bits128::all().without(all));
            }
            if !new.is_empty() {
                self.queue_constraints_of(constraints, candidate);
            }
        }
        let single: TargetBits<P> = std::array::from_fn(|pair| some[pair].without(several[pair]));
        if (0..P).any(|pair| !single[pair].and(self.active[pair]).without(one[pair]).is_empty()) {
            self.imply_single(candidates, &single, constraints);
        }
        let conflicts: TargetBits<P> = std::array::from_fn(|pair| self.active[pair].without(some[pair]));
        conflicts.iter().any(|pair| !pair.is_empty()).then_some(conflicts)
    }

    /// Implies the only candidate left of a constraint, under the targets for which there is just one.
    #[inline]
    fn imply_single(&mut self, candidates: &[u16], single: &TargetBits<P>, constraints: &OpenConstraints) {
        for candidate in candidates.iter().map(|candidate| usize::from(*candidate)) {
            let (eliminated, implied) = (&self.eliminated[candidate], &mut self.implied[candidate]);
            let mut new = Bits128::empty();
            for pair in 0..P {
                let alone = single[pair].without(eliminated[pair]);
                new = new.or(alone.without(implied[pair]).and(self.active[pair]));
                implied[pair] = implied[pair].or(alone);
            }
            if !new.is_empty() {
                self.queue_constraints_of(constraints, candidate);
            }
        }
    }

    /// Eliminates refuted targets under all other targets.
    fn eliminate_targets(&mut self, refuted: &TargetBits<P>, constraints: &OpenConstraints) {
        for target in targets(refuted) {
            clear(&mut self.active, target);
            self.eliminated[target] = [Bits128::all(); P];
            self.queue_constraints_of(constraints, target);
        }
    }

    #[inline]
    fn queue_constraints_of(&mut self, constraints: &OpenConstraints, candidate: usize) {
        for constraint in &constraints.of_candidate[candidate] {
            // `% CONSTRAINT_WORDS` proves to the compiler that the index is in bounds.
            self.queued[usize::from(*constraint) / 64 % CONSTRAINT_WORDS] |= 1 << (constraint % 64);
        }
    }
}
