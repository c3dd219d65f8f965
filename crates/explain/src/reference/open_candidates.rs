//! `OpenCandidates`: the candidates left in each constraint of a position, as flat arrays.

use super::super::board_index::BoardIndex;
use super::super::position::Position;
use super::super::step::ChainLink;
use qedoku_solve::Interrupt;

/// The candidates left in each constraint, by the ids of [`BoardIndex`].
pub(super) struct OpenCandidates {
    index: BoardIndex,
    /// Start of each constraint in `candidates`, and the end of the last one.
    starts: Vec<u32>,
    /// The candidates of all constraints, one constraint after the other. A constraint with a placed digit has none.
    candidates: Vec<u32>,
    /// The candidates of cells without a digit.
    targets: Vec<u32>,
    /// The constraints without a placed digit that have at most one candidate left.
    reduced: Vec<usize>,
    interrupt: Interrupt,
}

/// A link of a braid by ids: a constraint and its right-linking candidate, the only one left; `None` in the last, empty
/// constraint.
pub(super) type RawLink = (usize, Option<u32>);

impl OpenCandidates {
    pub(super) fn new(position: &Position, interrupt: Interrupt) -> OpenCandidates {
        let index = BoardIndex::new(position.board());
        let allowed: Vec<bool> = (0..index.candidate_count()).map(|id| position.allows(index.candidate(id))).collect();
        let mut satisfied = vec![false; index.constraint_count()];
        for (cell, digit) in position.placed().filled() {
            let id = qedoku_puzzle::Candidate::new(cell, digit).index(index.board());
            // A placed digit that contradicts another one is no candidate: its constraints are not satisfied but empty.
            let constraints = index.constraints_of(id).into_iter().filter(|_| allowed[id]);
            constraints.for_each(|constraint| satisfied[constraint] = true);
        }
        let (mut starts, mut candidates) = (vec![0], Vec::new());
        for (constraint, is_satisfied) in satisfied.iter().enumerate() {
            let open = index.candidates_of(constraint).filter(|id| allowed[*id] && !is_satisfied);
            candidates.extend(open.map(|id| id as u32));
            starts.push(candidates.len() as u32);
        }
        let targets = position.open_candidates().map(|candidate| candidate.index(index.board()) as u32).collect();
        let length = |constraint: usize| starts[constraint + 1] - starts[constraint];
        let is_reduced = |constraint: &usize| !satisfied[*constraint] && length(*constraint) <= 1;
        let reduced = (0..index.constraint_count()).filter(is_reduced).collect();
        OpenCandidates { index, starts, candidates, targets, reduced, interrupt }
    }

    /// Whether the search in this position must end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    pub(super) fn index(&self) -> &BoardIndex {
        &self.index
    }

    /// The candidates left in a constraint; none if its digit is placed.
    #[inline]
    pub(super) fn of_constraint(&self, constraint: usize) -> &[u32] {
        &self.candidates[self.starts[constraint] as usize..self.starts[constraint + 1] as usize]
    }

    /// The candidates of cells without a digit, in reading order.
    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// The constraints without a placed digit that have at most one candidate left.
    pub(super) fn reduced(&self) -> &[usize] {
        &self.reduced
    }

    /// The candidates linked to this one. Some are repeated.
    pub(super) fn linked(&self, candidate: u32) -> impl Iterator<Item = u32> + '_ {
        let constraints = self.index.constraints_of(candidate as usize).into_iter();
        let all = constraints.flat_map(|constraint| self.of_constraint(constraint).iter().copied());
        all.filter(move |other| *other != candidate)
    }

    #[inline]
    pub(super) fn are_linked(&self, one: u32, other: u32) -> bool {
        self.index.are_linked(one as usize, other as usize)
    }

    pub(super) fn decode(&self, links: &[RawLink]) -> Vec<ChainLink> {
        let decode = |(constraint, candidate): &RawLink| ChainLink {
            constraint: self.index.constraint(*constraint),
            candidate: candidate.map(|candidate| self.index.candidate(candidate as usize)),
        };
        links.iter().map(decode).collect()
    }
}
