//! Why a candidate is false, or true: the shortest argument for just that, from a position alone.

use qedoku_puzzle::Candidate;

use super::braids::{LowerBoundCache, SearchOutcome};
use super::moves::{Move, Why};
use super::path::{Explainer, Path};
use super::truth::Truth;
use super::{ExactlyOne, Link, Position, Reason, Step};

/// Candidates that a search applies before it is given up.
const EFFORT: u64 = 200_000;

/// A step that says why, and whether it is known to be the smallest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The step.
    pub step: Step,
    /// False where the search for a smaller one was given up, or steps are nested: then there may be a smaller one.
    pub smallest: bool,
}

impl Explainer {
    /// Why a candidate is false: a step that takes it away and needs nothing but this position.
    ///
    /// It is a chain with as few sets as there can be. If the search for that takes too long, it is one that is left when one
    /// candidate after the other is dropped from some refutation, and [`Argument::smallest`] says so. If no chain does, it is
    /// a nested step. None if some solution has the candidate, if it is placed or gone already, or if the work is stopped.
    pub fn why_not(&mut self, position: &Position, candidate: Candidate) -> Option<Argument> {
        let path = self.at(position);
        let number = candidate.index(position.board());
        let (one, smallest) = path.refute(number as u16)?;
        Some(Argument { step: one.step(path.finder.braids.tables(), position), smallest })
    }

    /// Why a candidate is true: the steps that take away all others of one of its sets, other singles among them, and the
    /// single at the end. Of its four sets, the one that takes the fewest sets in all. None if it cannot be shown, or if the position
    /// is a contradiction.
    pub fn why(&mut self, position: &Position, candidate: Candidate) -> Option<Vec<Step>> {
        let is_open = position.placed().get(candidate.cell).is_none() && position.allows(candidate);
        // From a contradiction all would follow, and nothing be learnt.
        if !is_open || self.at(position).state.conflict().is_some() {
            return None;
        }
        let sets = ExactlyOne::containing(position.board(), candidate);
        let ways = sets.into_iter().filter_map(|set| self.way(position, candidate, set));
        ways.min_by_key(|steps| steps.iter().map(Step::size).sum::<usize>())
    }

    /// Why a candidate is the true one of a set.
    fn way(&mut self, position: &Position, candidate: Candidate, set: ExactlyOne) -> Option<Vec<Step>> {
        let mut now = position.clone();
        let mut steps = Vec::new();
        loop {
            let other = now.left(set).find(|other| *other != candidate);
            let Some(other) = other else { break };
            let step = self.why_not(&now, other)?.step;
            if matches!(step.reason, Reason::Contradiction(_)) {
                return None;
            }
            let step = single(&now, &step).unwrap_or(step);
            now.apply(&step);
            steps.push(step);
            if now.placed().get(candidate.cell).is_some() || !now.allows(candidate) {
                return now.allows(candidate).then_some(steps);
            }
        }
        let board = position.board();
        let index = candidate.index(board) as u16;
        let path = self.path(board);
        let single =
            Move { why: Why::Single(path.finder.braids.tables().constraint_id(set) as u16), candidates: vec![index] };
        steps.push(single.step(path.finder.braids.tables(), &now));
        Some(steps)
    }

    /// Ready to argue from a position; quick if it is the one of the last time.
    fn at(&mut self, position: &Position) -> &mut Path {
        let path = self.path(position.board());
        if path.at.as_ref().is_none_or(|at| at.position() != position) {
            path.enter(position);
        }
        path
    }
}

/// The single that a step draws its conclusion from, if it does: easier to see, and it takes the same away.
fn single(position: &Position, step: &Step) -> Option<Step> {
    let Reason::Chain(links) = &step.reason else { return None };
    let [Link { set, .. }] = links[..] else { return None };
    let mut left = position.left(set);
    let only = left.next().filter(|_| left.next().is_none())?;
    Some(Step::new(position, Reason::Single(set), Some(only), Vec::new()))
}

impl Path {
    /// Takes over a position.
    fn enter(&mut self, position: &Position) {
        self.state.load_position(self.finder.braids.tables(), position);
        if self.state.conflict().is_none() {
            self.finder.braids.load_state(&self.state, &mut LowerBoundCache::default());
            self.finder.braids.start_search(&self.state);
        }
        self.at = Some(Truth::new(position));
    }

    /// A move that takes a candidate away, and whether it is known to be the smallest.
    fn refute(&mut self, target: u16) -> Option<(Move, bool)> {
        if let Some(set) = self.state.conflict() {
            return Some((Move { why: Why::Contradiction(set as u16), candidates: vec![target] }, true));
        }
        if !self.state.is_open(target.into()) {
            return None;
        }
        if let Some(braid) = self.braid(target) {
            return Some(braid);
        }
        let is_false = |at: &Truth| at.is_false(self.finder.braids.tables(), target);
        if !self.at.as_ref().is_some_and(is_false) {
            return None;
        }
        let (board, interrupt) = (self.board(), &self.finder.braids.interrupt);
        let other = self.other.get_or_insert_with(|| Box::new(Path::new(board)));
        other.finder.braids.interrupt = interrupt.clone();
        let mut depths = (0..).take_while(|_| !interrupt.is_set());
        let nested = depths.find_map(|depth| other.refuted_at(&self.state, target, depth));
        Some((nested?, false))
    }

    /// The smallest braid of a target, unless the search takes too long.
    fn braid(&mut self, target: u16) -> Option<(Move, bool)> {
        let braids = &mut self.finder.braids;
        let bound = braids.propagate_to_conflict(target)?;
        // Bounds of up to three sets are mostly met; then there is no need for another braid to stop at.
        let mut effort = EFFORT;
        if braids.find_braid(target, bound, &mut effort) == SearchOutcome::Found(()) {
            return Some((Move::chain(braids.last_braid(&self.state, target)), true));
        }
        braids.minimize_refutation(target);
        let short = braids.last_braid(&self.state, target);
        for size in bound + 1..short.links.len() {
            match braids.find_braid(target, size, &mut effort) {
                SearchOutcome::Found(()) => return Some((Move::chain(braids.last_braid(&self.state, target)), true)),
                SearchOutcome::Exhausted => {}
                SearchOutcome::OutOfBudget => return Some((Move::chain(short), false)),
            }
        }
        Some((Move::chain(short), true))
    }
}
