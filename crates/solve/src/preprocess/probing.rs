//! Failed-literal probing: a candidate whose propagation ends in a conflict is eliminated.
//!
//! Propagation uses singles only. The candidates are stored with the four exactly-one constraints that contain each of them
//! (its cell; its digit in its row, column and box):
//!
//! ```text
//!   candidate     r1c1=5  r1c1=7  r1c4=5  ...      placing a candidate eliminates the others of its constraints;
//!   cell r1c1       *       *                      a constraint with one candidate left: it is placed;
//!   5 in row 1      *               *              a constraint with none left: conflict.
//! ```
//!
//! Naked and hidden singles are the same here: a constraint with one candidate left. A candidate that was placed while
//! propagating a successful probe need not be probed in the same round: it implies no more than that probe did.
//!
//! Separate from [`Trail`](crate::propagation::Trail) for speed: a probe needs no reasons, and the lists of members contain
//! open candidates only. Probes on a `Trail` take 2.3 to 2.8 times as long on 9x9, 3.9 times on 25x25 and 3.0 times on
//! 49x49 (`cargo bench -p qedoku --bench propagation -- FILE`, row `probing`).
//!
//! # References
//! - J. W. Freeman: Improvements to propositional satisfiability search algorithms. Dissertation, 1995 (failed literals).
//! - R. Debruyne, C. Bessière: Some practicable filtering techniques for the constraint satisfaction problem. IJCAI 1997
//!   (singleton consistency, the same idea for constraints).

use qedoku_puzzle::{Digit, DigitSet};

use super::singles::Domains;
use crate::Interrupt;

/// Probes each candidate once, within the budget and until interrupted; returns whether any was eliminated.
pub(super) fn probe_all(domains: &mut Domains, budget: &mut u64, interrupt: &Interrupt) -> Option<bool> {
    let count: usize = domains.candidates.iter().map(DigitSet::len).sum();
    // Building the probing state visits every candidate a few times; a budget that only covers that is not worth it.
    if *budget < 16 * count as u64 {
        return Some(false);
    }
    let mut state = ProbingState::new(domains, *budget);
    let consistent = state.probe_all(interrupt);
    *budget = state.budget;
    consistent?;
    let mut changed = false;
    for (candidate, _) in
        state.candidates.iter().zip(&state.statuses).filter(|(_, status)| **status == CandidateStatus::Eliminated)
    {
        domains.eliminate(candidate.cell, candidate.digit)?;
        changed = true;
    }
    Some(changed)
}

/// The open candidates with their exactly-one constraints, and the trail of the current probe.
struct ProbingState {
    candidates: Vec<ProbeCandidate>,
    /// The status of each candidate, in an array of its own because it is read most.
    statuses: Vec<CandidateStatus>,
    constraints: Vec<ExactlyOneCounter>,
    /// The candidates of all constraints, constraint by constraint.
    members: Vec<u32>,
    /// Trail: the candidates eliminated and placed since the probe started.
    eliminated: Vec<u32>,
    placed: Vec<u32>,
    /// Candidates to place.
    queue: Vec<u32>,
    /// Whether a constraint has no candidate left.
    conflict: bool,
    /// Remaining budget: candidates that may still be visited.
    budget: u64,
}

/// A candidate with the ids of its four constraints.
struct ProbeCandidate {
    cell: usize,
    digit: Digit,
    constraints: [u32; 4],
    /// Whether it was placed by a probe of this round that did not fail.
    implied_by_success: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CandidateStatus {
    Open,
    Placed,
    Eliminated,
}

/// An exactly-one constraint and the number of its open candidates.
#[derive(Clone, Default)]
struct ExactlyOneCounter {
    /// The start of its candidates in the list of members, and their number.
    start: u32,
    len: u32,
    /// The number of candidates that are not eliminated.
    left: u32,
}

impl ProbingState {
    fn new(domains: &Domains, budget: u64) -> ProbingState {
        let candidates = open_candidates(domains);
        let mut constraints = vec![ExactlyOneCounter::default(); 4 * domains.candidates.len()];
        for constraint in candidates.iter().flat_map(|candidate| candidate.constraints) {
            constraints[constraint as usize].len += 1;
        }
        let mut end = 0;
        for constraint in &mut constraints {
            constraint.start = end;
            end += constraint.len;
        }
        let mut members = vec![0; end as usize];
        for (number, candidate) in candidates.iter().enumerate() {
            for constraint in candidate.constraints {
                let constraint = &mut constraints[constraint as usize];
                members[(constraint.start + constraint.left) as usize] = number as u32;
                constraint.left += 1;
            }
        }
        let statuses = vec![CandidateStatus::Open; candidates.len()];
        let (eliminated, placed, queue) = (Vec::new(), Vec::new(), Vec::new());
        ProbingState { candidates, statuses, constraints, members, eliminated, placed, queue, conflict: false, budget }
    }

    fn probe_all(&mut self, interrupt: &Interrupt) -> Option<()> {
        for probed in 0..self.candidates.len() as u32 {
            if self.statuses[probed as usize] != CandidateStatus::Open
                || self.candidates[probed as usize].implied_by_success
            {
                continue;
            }
            if self.budget == 0 || interrupt.is_set() {
                break;
            }
            if !self.probe(probed) {
                self.eliminate_permanently(probed)?;
            }
        }
        Some(())
    }

    /// Propagates a candidate and undoes it; returns whether there was no conflict.
    fn probe(&mut self, candidate: u32) -> bool {
        self.queue.push(candidate);
        self.propagate();
        let success = !std::mem::take(&mut self.conflict);
        self.backtrack(success);
        success
    }

    /// Eliminates a candidate and propagates, without a way back.
    fn eliminate_permanently(&mut self, candidate: u32) -> Option<()> {
        self.eliminate(candidate);
        self.propagate();
        self.eliminated.clear();
        self.placed.clear();
        (!self.conflict).then_some(())
    }

    /// Unit propagation: places the queued candidates until the queue is empty or there is a conflict.
    fn propagate(&mut self) {
        while let Some(next) = self.queue.pop() {
            if self.statuses[next as usize] == CandidateStatus::Open {
                self.place(next);
            }
            if self.conflict {
                self.queue.clear();
            }
        }
    }

    /// Places a candidate: eliminates all others of its constraints.
    fn place(&mut self, placed: u32) {
        self.statuses[placed as usize] = CandidateStatus::Placed;
        self.placed.push(placed);
        for constraint in self.candidates[placed as usize].constraints {
            let ExactlyOneCounter { start, len, left } = self.constraints[constraint as usize];
            self.budget = self.budget.saturating_sub(len.into());
            if left == 1 {
                continue;
            }
            for member in start..start + len {
                let other = self.members[member as usize];
                if self.statuses[other as usize] == CandidateStatus::Open {
                    self.eliminate(other);
                }
            }
        }
    }

    fn eliminate(&mut self, candidate: u32) {
        self.statuses[candidate as usize] = CandidateStatus::Eliminated;
        self.eliminated.push(candidate);
        self.budget = self.budget.saturating_sub(4);
        for constraint in self.candidates[candidate as usize].constraints {
            self.constraints[constraint as usize].left -= 1;
            match self.constraints[constraint as usize].left {
                0 => self.conflict = true,
                1 => self.enqueue_last(constraint),
                _ => {}
            }
        }
    }

    /// Enqueues the only candidate that a constraint has left.
    fn enqueue_last(&mut self, constraint: u32) {
        let ExactlyOneCounter { start, len, .. } = self.constraints[constraint as usize];
        self.budget = self.budget.saturating_sub(len.into());
        let members = &self.members[start as usize..(start + len) as usize];
        let last = members.iter().find(|member| self.statuses[**member as usize] != CandidateStatus::Eliminated);
        self.queue.extend(last);
    }

    /// Undoes the trail of a probe.
    fn backtrack(&mut self, success: bool) {
        while let Some(placed) = self.placed.pop() {
            self.statuses[placed as usize] = CandidateStatus::Open;
            self.candidates[placed as usize].implied_by_success |= success;
        }
        while let Some(eliminated) = self.eliminated.pop() {
            self.statuses[eliminated as usize] = CandidateStatus::Open;
            for constraint in self.candidates[eliminated as usize].constraints {
                self.constraints[constraint as usize].left += 1;
            }
        }
    }
}

/// The candidates of the cells that have several.
fn open_candidates(domains: &Domains) -> Vec<ProbeCandidate> {
    let (cells, side) = (domains.candidates.len(), domains.side());
    let open = (0..cells).filter(|cell| domains.candidates[*cell].single().is_none());
    let candidate = |cell: usize, digit: Digit| {
        let [row, column, block] = domains.tables.houses_of(cell).map(|house| cells + house * side + digit.index());
        let constraints = [cell, row, column, block].map(|constraint| constraint as u32);
        ProbeCandidate { cell, digit, constraints, implied_by_success: false }
    };
    open.flat_map(|cell| domains.candidates[cell].iter().map(move |digit| candidate(cell, digit))).collect()
}

#[cfg(test)]
mod tests {
    use crate::Interrupt;
    use crate::preprocess::{PROBING_BUDGET, preprocess_fully};
    use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

    /// r1c1 is 1 or 2, r1c5 is 1 or 3, r5c1 is 2 or 3: one of the last two is 3, so r5c5, which both see, is not.
    #[test]
    fn a_candidate_whose_probe_fails_is_eliminated() {
        let mut candidates = vec![DigitSet::all(9); 81];
        for (index, digits) in [(0, [1, 2]), (4, [1, 3]), (36, [2, 3])] {
            candidates[index] = digits.into_iter().filter_map(Digit::new).collect();
        }
        let puzzle = Puzzle::with_candidates(Board::CLASSIC, candidates);
        let keeps_three = |budget| {
            let left = preprocess_fully(&puzzle, budget, &Interrupt::default()).unwrap();
            left.allowed(Cell::new(4, 4)).contains(Digit::new(3).unwrap())
        };
        assert!(keeps_three(0) && !keeps_three(PROBING_BUDGET));
    }
}
