//! Core of a contradiction found by singles: unit propagation that records reasons.
//!
//! Each placement stores its reason (a given, or the exactly-one constraint it was the last open candidate of), each eliminated
//! candidate the placement that eliminated it: the implication graph of SAT solvers. A contradiction is traced back through it to
//! the givens. One pass over the placements in reverse order suffices, since reasons are older than what they imply.

use qedoku_puzzle::{Candidate, DigitSet, Puzzle};

use crate::board_index::BoardIndex;

/// Givens from which singles derive a contradiction, in the order of `givens`; `None` if there is no contradiction.
pub(super) fn propagation_core(bare: &Puzzle, givens: &[Candidate]) -> Option<Vec<Candidate>> {
    let mut propagation = TracedPropagation::new(bare);
    let conflict = propagation.run(givens)?;
    let involved = propagation.involved_givens(&conflict, givens.len());
    Some(givens.iter().zip(involved).filter(|(_, involved)| *involved).map(|(given, _)| *given).collect())
}

/// The candidate has not been eliminated.
const OPEN: u32 = u32::MAX;
/// The puzzle itself eliminates the candidate: no placement is involved.
const ELIMINATED_BY_PUZZLE: u32 = u32::MAX - 1;

struct TracedPropagation {
    index: BoardIndex,
    /// Per candidate: the index of the placement that eliminated it, or one of the two constants above.
    eliminated_by: Vec<u32>,
    /// Per constraint: the number of its open candidates.
    open_counts: Vec<u8>,
    /// The placements with their reasons, oldest first.
    placements: Vec<(u32, PlacementReason)>,
    /// Queue of constraints with one open candidate.
    singles: Vec<u32>,
}

#[derive(Clone, Copy)]
enum PlacementReason {
    /// The given with this index.
    Given(u32),
    /// The last open candidate of this constraint.
    LastOpen(u32),
}

enum TracedConflict {
    /// This constraint has no open candidate.
    Empty(usize),
    /// This given was eliminated, by a placement or by the puzzle itself.
    EliminatedGiven { given: u32, by: u32 },
}

impl TracedPropagation {
    fn new(bare: &Puzzle) -> TracedPropagation {
        let index = BoardIndex::new(bare.board());
        let allowed: Vec<DigitSet> = bare.board().cells().map(|cell| bare.allowed(cell)).collect();
        let digits = bare.board().digits();
        let initial = |allowed: &DigitSet| {
            let allowed = *allowed;
            digits.clone().map(move |digit| if allowed.contains(digit) { OPEN } else { ELIMINATED_BY_PUZZLE })
        };
        let eliminated_by: Vec<u32> = allowed.iter().flat_map(initial).collect();
        let mut open_counts = vec![0; index.constraint_count()];
        let open = eliminated_by.iter().enumerate().filter(|(_, by)| **by == OPEN);
        open.for_each(|(candidate, _)| {
            index.constraints_of(candidate).into_iter().for_each(|constraint| open_counts[constraint] += 1);
        });
        let singles =
            (0..index.constraint_count() as u32).filter(|constraint| open_counts[*constraint as usize] == 1).collect();
        TracedPropagation { index, eliminated_by, open_counts, placements: Vec::new(), singles }
    }

    /// Places the givens, then singles, until there is a conflict or a fixpoint.
    fn run(&mut self, givens: &[Candidate]) -> Option<TracedConflict> {
        if let Some(constraint) = self.open_counts.iter().position(|count| *count == 0) {
            return Some(TracedConflict::Empty(constraint));
        }
        for (number, given) in (0..).zip(givens) {
            let candidate = given.index(self.index.board());
            if self.eliminated_by[candidate] != OPEN {
                return Some(TracedConflict::EliminatedGiven { given: number, by: self.eliminated_by[candidate] });
            }
            if let Some(empty) = self.place(candidate, PlacementReason::Given(number)) {
                return Some(TracedConflict::Empty(empty));
            }
        }
        self.place_singles()
    }

    /// Places singles in the order in which they appear (breadth first), which keeps implication chains short and cores small.
    fn place_singles(&mut self) -> Option<TracedConflict> {
        let mut next = 0;
        while next < self.singles.len() {
            let constraint = self.singles[next] as usize;
            next += 1;
            let mut members = self.index.candidates_of(constraint);
            let candidate = members.find(|candidate| self.eliminated_by[*candidate] == OPEN)?;
            if let Some(empty) = self.place(candidate, PlacementReason::LastOpen(constraint as u32)) {
                return Some(TracedConflict::Empty(empty));
            }
        }
        None
    }

    /// Places a candidate and eliminates its peers. Returns a constraint left without an open candidate.
    fn place(&mut self, candidate: usize, reason: PlacementReason) -> Option<usize> {
        let placement = self.placements.len() as u32;
        self.placements.push((candidate as u32, reason));
        for constraint in self.index.constraints_of(candidate) {
            for other in self.index.candidates_of(constraint) {
                if other != candidate && self.eliminated_by[other] == OPEN {
                    self.eliminated_by[other] = placement;
                    if let Some(empty) = self.count_elimination(other) {
                        return Some(empty);
                    }
                }
            }
        }
        None
    }

    /// Updates the constraints of an eliminated candidate. Returns one that has no open candidate left.
    fn count_elimination(&mut self, candidate: usize) -> Option<usize> {
        for constraint in self.index.constraints_of(candidate) {
            self.open_counts[constraint] -= 1;
            match self.open_counts[constraint] {
                0 => return Some(constraint),
                1 => self.singles.push(constraint as u32),
                _ => {}
            }
        }
        None
    }

    /// Conflict analysis: marks the givens that the conflict depends on.
    fn involved_givens(&self, conflict: &TracedConflict, given_count: usize) -> Vec<bool> {
        let mut givens = vec![false; given_count];
        let mut placements = vec![false; self.placements.len()];
        match conflict {
            TracedConflict::Empty(constraint) => self.mark_reasons(*constraint, None, &mut placements),
            TracedConflict::EliminatedGiven { given, by } => {
                givens[*given as usize] = true;
                placements.get_mut(*by as usize).into_iter().for_each(|involved| *involved = true);
            }
        }
        for number in (0..self.placements.len()).rev() {
            match self.placements[number] {
                _ if !placements[number] => {}
                (_, PlacementReason::Given(given)) => givens[given as usize] = true,
                (candidate, PlacementReason::LastOpen(constraint)) => {
                    self.mark_reasons(constraint as usize, Some(candidate), &mut placements);
                }
            }
        }
        givens
    }

    /// Marks the placements that eliminated the candidates of a constraint, all but the implied one.
    fn mark_reasons(&self, constraint: usize, implied: Option<u32>, placements: &mut [bool]) {
        for candidate in self.index.candidates_of(constraint).filter(|candidate| implied != Some(*candidate as u32)) {
            // `get_mut` is `None` for candidates that the puzzle itself eliminates.
            if let Some(placement) = placements.get_mut(self.eliminated_by[candidate] as usize) {
                *placement = true;
            }
        }
    }
}
