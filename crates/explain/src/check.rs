//! Every step is checked before it is shown, by the kernel that also checks certificates.
//!
//! The kernel is told which sets to look at, in the order of the step, and nothing else: if it does not come to the same
//! conclusion, the step is wrong. A check goes along with the explanation, so each step is checked against what was known
//! before it.

use std::fmt;

use qedoku_proof::{CandidateLit, kernel::Inference, kernel::Kernel};
use qedoku_puzzle::{Candidate, ExactlyOne, Puzzle};

use super::{Link, Position, Reason, Step};

/// What is known so far by steps that were checked.
#[derive(Clone, Debug)]
pub struct Check {
    kernel: Kernel,
}

/// A step that does not follow: a bug of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoesNotFollow {
    /// What was said.
    pub step: Box<Step>,
}

impl Check {
    /// Knows the givens, and the candidates that the puzzle came without.
    pub fn new(puzzle: &Puzzle) -> Check {
        Check { kernel: Kernel::new(puzzle) }
    }

    /// Follows a step; from then on its conclusion is known.
    pub fn follow(&mut self, step: &Step) -> Result<(), DoesNotFollow> {
        self.conclude(step).ok_or_else(|| DoesNotFollow { step: Box::new(step.clone()) })
    }

    /// Follows steps one after the other.
    ///
    /// # Panics
    /// If one does not follow.
    pub(super) fn follow_all(&mut self, steps: &[Step]) {
        for step in steps {
            if let Err(wrong) = self.follow(step) {
                panic!("{wrong}");
            }
        }
    }

    fn conclude(&mut self, step: &Step) -> Option<()> {
        match &step.reason {
            Reason::Single(set) => self.see(*set, step.placed?),
            Reason::Contradiction(set) => self.see_nothing_left(*set),
            Reason::Chain(links) => self.refute_each(step, |check| check.walk(links)),
            Reason::Counted { sets, .. } => self.refute_each(step, |check| check.run_out(sets)),
            Reason::Nested(steps) => {
                self.refute_each(step, |check| steps.iter().try_for_each(|step| check.conclude(step)))
            }
        }
    }

    /// Assumes each removed candidate, lets the argument lead to a contradiction, and knows the opposite then.
    fn refute_each(&mut self, step: &Step, mut argue: impl FnMut(&mut Check) -> Option<()>) -> Option<()> {
        step.removed.iter().try_for_each(|candidate| self.refute(*candidate, &mut argue))
    }

    fn refute(&mut self, candidate: Candidate, mut argue: impl FnMut(&mut Check) -> Option<()>) -> Option<()> {
        let depth = self.kernel.depth();
        self.kernel.assume(self.lit(candidate));
        let refuted = argue(self).and_then(|()| self.kernel.discharge().ok()).map(drop);
        while self.kernel.depth() > depth {
            self.kernel.retract(); // after an argument that led nowhere
        }
        refuted
    }

    /// The set has only this candidate left, or it is known to be true.
    fn see(&mut self, set: ExactlyOne, candidate: Candidate) -> Option<()> {
        let lit = self.lit(candidate);
        let follows = match self.kernel.apply_exactly_one(set) {
            Ok(inference) => inference == Inference::Implied(lit),
            Err(_) => self.kernel.value(lit) == Some(true),
        };
        (follows && set.candidates(self.kernel.board()).any(|other| other == candidate)).then_some(())
    }

    fn see_nothing_left(&mut self, set: ExactlyOne) -> Option<()> {
        let contradiction = self.kernel.has_conflict() || self.kernel.apply_exactly_one(set) == Ok(Inference::Conflict);
        contradiction.then_some(())
    }

    /// Link by link; each leaves one candidate, the last one none.
    fn walk(&mut self, links: &[Link]) -> Option<()> {
        links.iter().try_for_each(|link| match link.left {
            Some(left) => self.see(link.set, left),
            None => self.see_nothing_left(link.set),
        })
    }

    /// There is no way to choose a candidate from each of the sets: all ways are tried, a set with the fewest candidates
    /// left first.
    fn run_out(&mut self, sets: &[ExactlyOne]) -> Option<()> {
        loop {
            let fewest =
                sets.iter().filter_map(|set| Some((*set, self.open(*set)?))).min_by_key(|(_, (_, count))| *count);
            match fewest? {
                (set, (_, 0)) => return self.see_nothing_left(set),
                (set, (first, 1)) => self.see(set, first?)?,
                (_, (first, _)) => self.refute(first?, |check| check.run_out(sets))?,
            }
        }
    }

    /// The first open candidate of a set and how many there are; none if one of the set is true.
    fn open(&self, set: ExactlyOne) -> Option<(Option<Candidate>, usize)> {
        let (mut first, mut count) = (None, 0);
        for candidate in set.candidates(self.kernel.board()) {
            match self.kernel.value(self.lit(candidate)) {
                Some(true) => return None,
                Some(false) => {}
                None => {
                    first = first.or(Some(candidate));
                    count += 1;
                }
            }
        }
        Some((first, count))
    }

    fn lit(&self, candidate: Candidate) -> CandidateLit {
        CandidateLit::positive(self.kernel.board(), candidate.cell, candidate.digit)
    }
}

/// Takes the digits placed and the candidates left for granted. A digit that is the only one left for its cell has yet to be
/// placed by a step, so it must not be known: an argument that does without it would end too early.
impl From<&Position> for Check {
    fn from(position: &Position) -> Check {
        Check { kernel: Kernel::from_candidates(position.placed(), |cell| position.candidates(cell)) }
    }
}

impl fmt::Display for DoesNotFollow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a step that does not follow: {:?}", self.step)
    }
}

impl std::error::Error for DoesNotFollow {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use qedoku_puzzle::{Board, Cell, Digit, House, HouseKind};

    fn candidate(text: &str) -> Candidate {
        text.parse().unwrap()
    }

    fn step(reason: Reason, placed: Option<&str>, removed: &[&str]) -> Step {
        let removed = removed.iter().map(|text| candidate(text)).collect();
        Step { technique: Technique::Contradiction, reason, placed: placed.map(candidate), removed }
    }

    fn place(kind: HouseKind, house: usize, digit: usize) -> ExactlyOne {
        ExactlyOne::HouseDigit(House::new(kind, house - 1), Digit::new(digit).unwrap())
    }

    fn cell(row: usize, column: usize) -> ExactlyOne {
        ExactlyOne::Cell(Cell::new(row - 1, column - 1))
    }

    #[test]
    fn a_single_must_be_the_last_candidate_of_its_set() {
        let mut check = Check::new(&"123. .... .... ....".parse().unwrap());
        assert!(check.follow(&step(Reason::Single(cell(1, 4)), Some("r1c4=3"), &[])).is_err());
        assert!(check.follow(&step(Reason::Single(cell(2, 4)), Some("r2c4=1"), &[])).is_err());
        assert!(check.follow(&step(Reason::Single(place(HouseKind::Row, 2, 1)), Some("r1c4=4"), &[])).is_err());
        assert!(check.follow(&step(Reason::Single(cell(1, 4)), Some("r1c4=4"), &[])).is_ok());
    }

    /// 5 in row 1 is only in box 1, so it goes from the rest of the box, and from nowhere else.
    #[test]
    fn a_chain_must_lead_to_a_contradiction() {
        let puzzle: Puzzle =
            "...123467........................................................................".parse().unwrap();
        let claiming = |removed: &[&str]| {
            let links = vec![Link { set: place(HouseKind::Row, 1, 5), left: None }];
            step(Reason::Chain(links), None, removed)
        };
        let mut check = Check::new(&puzzle);
        assert!(check.follow(&claiming(&["r2c1=5", "r3c3=5"])).is_ok());
        assert!(check.follow(&claiming(&["r4c1=5"])).is_err());
        // What failed has left nothing behind.
        assert!(check.follow(&claiming(&["r2c2=5"])).is_ok());
        assert_eq!(check.kernel.depth(), 0);
    }

    /// Three cells of a row with three digits between them, none of which has just two of them: no unit propagation.
    #[test]
    fn a_counted_step_is_checked_by_trying_all_ways() {
        let board = Board::CLASSIC;
        let three = [1, 2, 3].map(|digit| Digit::new(digit).unwrap()).into_iter().collect();
        let mut allowed = Position::new(&Puzzle::new(qedoku_puzzle::Grid::empty(board))).candidates_of_all().to_vec();
        for column in [0, 3, 6] {
            allowed[column] = three;
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        let sets: Vec<ExactlyOne> = [1, 4, 7].map(|column| cell(1, column)).to_vec();
        let covers = [1, 2, 3].map(|digit| place(HouseKind::Row, 1, digit)).to_vec();
        let triple = |sets: &[ExactlyOne], removed: &[&str]| {
            step(Reason::Counted { sets: sets.to_vec(), covers: covers.clone() }, None, removed)
        };
        let mut check = Check::new(&puzzle);
        assert!(check.follow(&triple(&sets, &["r1c9=4"])).is_err());
        assert!(check.follow(&triple(&sets, &["r2c1=1"])).is_err());
        assert!(check.follow(&triple(&sets[..2], &["r1c9=1"])).is_err());
        assert!(check.follow(&triple(&sets, &["r1c9=1", "r1c8=3"])).is_ok());
    }

    #[test]
    fn nested_steps_are_checked_under_their_assumption_and_end_in_a_contradiction() {
        let puzzle: Puzzle = "12.. .... .... ....".parse().unwrap();
        // If r1c3 were 3, r1c4 would be 4; then box 2 has 3 and 4, which is no contradiction.
        let inner = step(Reason::Single(cell(1, 4)), Some("r1c4=4"), &[]);
        let mut check = Check::new(&puzzle);
        assert!(check.follow(&step(Reason::Nested(vec![inner.clone()]), None, &["r1c3=3"])).is_err());
        // If r1c3 were 1, row 1 would hold it twice.
        let end = step(Reason::Contradiction(cell(1, 3)), None, &[]);
        assert!(check.follow(&step(Reason::Nested(vec![end.clone()]), None, &["r1c3=1"])).is_ok());
        assert!(check.follow(&step(Reason::Nested(vec![inner, end.clone()]), None, &["r1c3=4"])).is_err());
        assert!(check.follow(&end).is_err());
    }
}
