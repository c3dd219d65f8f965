//! Explanation of one candidate: the smallest step that proves it false, or the steps that prove it true.

use qedoku_puzzle::Candidate;

use super::braids::{LowerBoundCache, SearchOutcome};
use super::moves::{Move, Why};
use super::path::{Explainer, Path};
use super::truth::Truth;
use super::{ExactlyOne, Link, Position, Reason, Step};

/// Budget of the search for a smallest braid, in candidates applied.
const SEARCH_BUDGET: u64 = 200_000;

/// A step that proves a candidate false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateExplanation {
    /// The step.
    pub step: Step,
    /// Whether the search proved that no smaller step does it. False if its budget was exhausted, or if the step is nested.
    pub is_minimal: bool,
}

impl Explainer {
    /// Why a candidate is false: a step that eliminates it and holds in this position alone.
    ///
    /// The step is a smallest braid. If the search for it exceeds its budget, the step is a refutation by propagation that was
    /// minimised by deletion, and [`CandidateExplanation::is_minimal`] is false. If no braid exists, it is a nested forcing
    /// chain. `None` if some solution contains the candidate, if it is placed or eliminated already, or if interrupted.
    pub fn why_not(&mut self, position: &Position, candidate: Candidate) -> Option<CandidateExplanation> {
        let path = self.path_at(position);
        let id = candidate.index(position.board());
        let (step, is_minimal) = path.refute(id as u16)?;
        Some(CandidateExplanation { step: step.step(path.finder.braids.tables(), position), is_minimal })
    }

    /// Why a candidate is true: the steps that eliminate all other candidates of one of its constraints, singles among them,
    /// and the final single. Of its four constraints, the one with the smallest total step size is chosen. `None` if no proof was
    /// found, or if the position is contradictory.
    pub fn why(&mut self, position: &Position, candidate: Candidate) -> Option<Vec<Step>> {
        let is_open = position.placed().get(candidate.cell).is_none() && position.allows(candidate);
        // Anything follows from a contradiction, so a proof from there would explain nothing.
        if !is_open || self.path_at(position).state.conflict().is_some() {
            return None;
        }
        let constraints = ExactlyOne::containing(position.board(), candidate);
        let proofs =
            constraints.into_iter().filter_map(|constraint| self.derive_single(position, candidate, constraint));
        proofs.min_by_key(|steps| steps.iter().map(Step::size).sum::<usize>())
    }

    /// The steps that make a candidate the last open one of a constraint, and the single.
    fn derive_single(
        &mut self,
        position: &Position,
        candidate: Candidate,
        constraint: ExactlyOne,
    ) -> Option<Vec<Step>> {
        let mut current = position.clone();
        let mut steps = Vec::new();
        loop {
            let other = current.left(constraint).find(|other| *other != candidate);
            let Some(other) = other else { break };
            let step = self.why_not(&current, other)?.step;
            if matches!(step.reason, Reason::Contradiction(_)) {
                return None;
            }
            let step = as_single(&current, &step).unwrap_or(step);
            current.apply(&step);
            steps.push(step);
            // A single on the way may already place the candidate, or eliminate it if the puzzle has no solution.
            if current.placed().get(candidate.cell).is_some() || !current.allows(candidate) {
                return current.allows(candidate).then_some(steps);
            }
        }
        let board = position.board();
        let id = candidate.index(board) as u16;
        let path = self.path(board);
        let tables = path.finder.braids.tables();
        let single = Move { why: Why::Single(tables.constraint_id(constraint) as u16), candidates: vec![id] };
        steps.push(single.step(tables, &current));
        Some(steps)
    }

    /// The search state of a position. Cheap if the position is the one of the last call.
    fn path_at(&mut self, position: &Position) -> &mut Path {
        let path = self.path(position.board());
        if path.at.as_ref().is_none_or(|at| at.position() != position) {
            path.enter(position);
        }
        path
    }
}

/// The single that a chain of one link is a consequence of, if there is one: easier to see, and it eliminates the same candidate.
fn as_single(position: &Position, step: &Step) -> Option<Step> {
    let Reason::Chain(links) = &step.reason else { return None };
    let [Link { set, .. }] = links[..] else { return None };
    let mut open = position.left(set);
    let only = open.next().filter(|_| open.next().is_none())?;
    Some(Step::new(position, Reason::Single(set), Some(only), Vec::new()))
}

impl Path {
    /// Loads a position.
    fn enter(&mut self, position: &Position) {
        self.state.load_position(self.finder.braids.tables(), position);
        if self.state.conflict().is_none() {
            self.finder.braids.load_state(&self.state, &mut LowerBoundCache::default());
            self.finder.braids.start_search(&self.state);
        }
        self.at = Some(Truth::new(position));
    }

    /// Finds a step that eliminates a candidate. Also returns whether it is proved to be smallest.
    fn refute(&mut self, target: u16) -> Option<(Move, bool)> {
        if let Some(empty) = self.state.conflict() {
            return Some((Move { why: Why::Contradiction(empty as u16), candidates: vec![target] }, true));
        }
        if !self.state.is_open(target.into()) {
            return None;
        }
        if let Some(braid) = self.smallest_braid(target) {
            return Some(braid);
        }
        // The depth of nesting would grow forever for a true candidate, so the solver decides first.
        let is_false = |at: &Truth| at.is_false(self.finder.braids.tables(), target);
        if !self.at.as_ref().is_some_and(is_false) {
            return None;
        }
        let (board, interrupt) = (self.board(), &self.finder.braids.interrupt);
        // A second path keeps the search state of this position intact for the next query.
        let other = self.other.get_or_insert_with(|| Box::new(Path::new(board)));
        other.finder.braids.interrupt = interrupt.clone();
        let mut depths = (0..).take_while(|_| !interrupt.is_set());
        let nested = depths.find_map(|depth| other.refuted_at(&self.state, target, depth));
        Some((nested?, false))
    }

    /// A smallest braid of a target, or a short one if the budget is exhausted; `None` if it has none.
    fn smallest_braid(&mut self, target: u16) -> Option<(Move, bool)> {
        let braids = &mut self.finder.braids;
        let bound = braids.propagate_to_conflict(target)?;
        // Up to three constraints the lower bound is mostly tight; then the refutation need not be minimised as an upper bound.
        let mut budget = SEARCH_BUDGET;
        if braids.find_braid(target, bound, &mut budget) == SearchOutcome::Found(()) {
            return Some((Move::chain(braids.last_braid(&self.state, target)), true));
        }
        braids.minimize_refutation(target);
        let short = braids.last_braid(&self.state, target);
        for size in bound + 1..short.links.len() {
            match braids.find_braid(target, size, &mut budget) {
                SearchOutcome::Found(()) => return Some((Move::chain(braids.last_braid(&self.state, target)), true)),
                SearchOutcome::Exhausted => {}
                SearchOutcome::OutOfBudget => return Some((Move::chain(short), false)),
            }
        }
        Some((Move::chain(short), true))
    }
}
