//! Step checker: replays every step on the proof kernel before it is shown.
//!
//! The kernel ([`qedoku_proof::kernel`]) is the one that verifies certificates. It receives the constraints of a step
//! in the order of its justification and nothing else. If it does not derive the same conclusion, the step is rejected,
//! so a step found by a faulty search is never printed. The checker keeps the conclusions of the steps it accepted:
//! each step is checked against exactly what was known before it. It takes about a twentieth of the time of an
//! explanation.
//!
//! Base/cover patterns and the patterns of finders are checked by cases: a naked triple in which no cell has two candidates does not follow by unit
//! propagation. A counting rule in the kernel would be faster, but the kernel is the code that must be trusted.
//!
//! A deadly pattern gives one more clause, which does not follow from the puzzle but from the claim that it has exactly
//! one solution ([`DeadlyPattern`] has the argument). The checker tests that the pattern is deadly, and accepts it only if
//! its caller has made that claim.

use std::fmt;

use qedoku_proof::{CandidateLit, kernel::Inference, kernel::Kernel};
use qedoku_puzzle::{Candidate, ExactlyOne, Puzzle};

use super::{ChainLink, DeadlyPattern, Justification, Position, Step};

/// Checks the steps of an explanation one after the other.
#[derive(Clone, Debug)]
pub struct StepChecker {
    kernel: Kernel,
    /// The puzzle, if it is known to have exactly one solution. Deadly patterns are accepted only then.
    unique: Option<Puzzle>,
}

/// A step whose conclusion does not follow from its justification: a bug in the search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InvalidStepError {
    /// The rejected step.
    pub step: Box<Step>,
}

impl StepChecker {
    /// Starts from the givens of a puzzle and the candidates that it allows.
    pub fn new(puzzle: &Puzzle) -> StepChecker {
        StepChecker { kernel: Kernel::new(puzzle), unique: None }
    }

    /// Accepts uniqueness techniques from now on. They rest on the claim of the caller that the puzzle has exactly one
    /// solution, and on cells that are no givens of it.
    #[must_use]
    pub fn with_unique_puzzle(self, puzzle: &Puzzle) -> StepChecker {
        StepChecker { unique: Some(puzzle.clone()), ..self }
    }

    /// Checks a step, and adds its conclusion to what is known.
    pub fn check_step(&mut self, step: &Step) -> Result<(), InvalidStepError> {
        self.replay(step).ok_or_else(|| InvalidStepError { step: Box::new(step.clone()) })
    }

    /// Checks steps one after the other.
    ///
    /// # Panics
    /// If a step is invalid.
    pub(super) fn check_all(&mut self, steps: &[Step]) {
        for step in steps {
            if let Err(error) = self.check_step(step) {
                panic!("{error}");
            }
        }
    }

    /// `None` if the step does not follow, here and in the methods below.
    fn replay(&mut self, step: &Step) -> Option<()> {
        match &step.justification {
            Justification::Single(constraint) => self.check_single(*constraint, step.placement?),
            Justification::Contradiction(constraint) => self.check_contradiction(*constraint),
            Justification::Chain(links) => self.refute_each(step, |checker| checker.check_chain(links)),
            Justification::BaseCover { base, .. } => self.refute_each(step, |checker| checker.check_cases(base, None)),
            Justification::Pattern(pattern) => {
                let clause = pattern.deadly.as_ref().map(|deadly| self.deadly_clause(deadly));
                let clause = match clause {
                    Some(clause) => Some(clause?),
                    None => None,
                };
                self.refute_each(step, |checker| checker.check_cases(&pattern.constraints, clause.as_deref()))
            }
            Justification::Nested(steps) => {
                self.refute_each(step, |checker| steps.iter().try_for_each(|step| checker.replay(step)))
            }
        }
    }

    /// Refutes each eliminated candidate by the same derivation.
    fn refute_each(&mut self, step: &Step, mut derive: impl FnMut(&mut StepChecker) -> Option<()>) -> Option<()> {
        step.eliminations.iter().try_for_each(|candidate| self.refute(*candidate, &mut derive))
    }

    /// Assumes a candidate, derives a contradiction and adds the negation to what is known.
    fn refute(&mut self, candidate: Candidate, mut derive: impl FnMut(&mut StepChecker) -> Option<()>) -> Option<()> {
        let depth = self.kernel.depth();
        self.kernel.assume(self.lit(candidate));
        let refuted = derive(self).and_then(|()| self.kernel.discharge().ok()).map(drop);
        // A derivation that failed leaves its assumptions behind: the outer one and those of nested refutations.
        while self.kernel.depth() > depth {
            self.kernel.retract();
        }
        refuted
    }

    /// The candidate is the last one of the constraint, or it is known to be true already.
    fn check_single(&mut self, constraint: ExactlyOne, candidate: Candidate) -> Option<()> {
        let lit = self.lit(candidate);
        let follows = match self.kernel.apply_exactly_one(constraint) {
            Ok(inference) => inference == Inference::Implied(lit),
            Err(_) => self.kernel.value(lit) == Some(true),
        };
        // A true candidate of another constraint justifies nothing here.
        (follows && constraint.candidates(self.kernel.board()).any(|other| other == candidate)).then_some(())
    }

    fn check_contradiction(&mut self, constraint: ExactlyOne) -> Option<()> {
        let contradiction =
            self.kernel.has_conflict() || self.kernel.apply_exactly_one(constraint) == Ok(Inference::Conflict);
        contradiction.then_some(())
    }

    /// Each link leaves one candidate, and the last one none.
    fn check_chain(&mut self, links: &[ChainLink]) -> Option<()> {
        links.iter().try_for_each(|link| match link.candidate {
            Some(candidate) => self.check_single(link.constraint, candidate),
            None => self.check_contradiction(link.constraint),
        })
    }

    /// The clause of a deadly pattern; `None` if the puzzle is not known to have exactly one solution, or if the pattern
    /// is not deadly in it.
    fn deadly_clause(&self, deadly: &DeadlyPattern) -> Option<Vec<Candidate>> {
        let puzzle = self.unique.as_ref()?;
        deadly.is_deadly(puzzle).then(|| deadly.clause(puzzle.board()).collect())
    }

    /// Shows by case distinction that the constraints, and the clause of a deadly pattern, cannot all be satisfied.
    /// Branches on a constraint with the fewest open candidates.
    fn check_cases(&mut self, constraints: &[ExactlyOne], clause: Option<&[Candidate]>) -> Option<()> {
        loop {
            if self.kernel.has_conflict() {
                return Some(());
            }
            let board = self.kernel.board();
            let fewest = constraints
                .iter()
                .filter_map(|constraint| Some((Some(*constraint), self.open_candidates(constraint.candidates(board))?)))
                .chain(clause.and_then(|clause| Some((None, self.open_candidates(clause.iter().copied())?))))
                .min_by_key(|(_, (_, count))| *count);
            match fewest? {
                (Some(constraint), (_, 0)) => return self.check_contradiction(constraint),
                (Some(constraint), (first, 1)) => self.check_single(constraint, first?)?,
                (None, (_, 0 | 1)) => self.apply_clause(clause?)?,
                (_, (first, _)) => self.refute(first?, |checker| checker.check_cases(constraints, clause))?,
            }
        }
    }

    /// Propagates the clause of a deadly pattern.
    fn apply_clause(&mut self, clause: &[Candidate]) -> Option<()> {
        let board = self.kernel.board();
        let lits = clause.iter().map(|candidate| CandidateLit::positive(board, candidate.cell, candidate.digit));
        self.kernel.apply_derived_clause(lits).ok().map(drop)
    }

    /// The first open candidate of a clause and their number; `None` if a candidate is true.
    fn open_candidates(&self, clause: impl Iterator<Item = Candidate>) -> Option<(Option<Candidate>, usize)> {
        let (mut first, mut count) = (None, 0);
        for candidate in clause {
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

/// Starts from the placed digits and the candidates of a position.
///
/// A digit that is the last candidate of its cell but not placed yet is unknown to the kernel: a step must place it
/// first. If the kernel knew it, a contradiction could arise before the derivation of a step reaches its end.
impl From<&Position> for StepChecker {
    fn from(position: &Position) -> StepChecker {
        let kernel = Kernel::from_candidates(position.placed(), |cell| position.candidates(cell));
        StepChecker { kernel, unique: None }
    }
}

impl fmt::Display for InvalidStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid step: {:?}", self.step)
    }
}

impl std::error::Error for InvalidStepError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pattern, Technique};
    use qedoku_puzzle::{Board, Cell, Digit, House, HouseKind};

    fn candidate(text: &str) -> Candidate {
        text.parse().unwrap()
    }

    fn step(justification: Justification, placement: Option<&str>, eliminations: &[&str]) -> Step {
        let eliminations = eliminations.iter().map(|text| candidate(text)).collect();
        let placement = placement.map(candidate);
        Step { technique: Technique::Contradiction, justification, placement, eliminations }
    }

    fn house_digit(kind: HouseKind, house: usize, digit: usize) -> ExactlyOne {
        ExactlyOne::HouseDigit(House::new(kind, house - 1), Digit::new(digit).unwrap())
    }

    fn cell(row: usize, column: usize) -> ExactlyOne {
        ExactlyOne::Cell(Cell::new(row - 1, column - 1))
    }

    #[test]
    fn accepts_a_single_only_for_the_last_candidate_of_its_constraint() {
        let mut checker = StepChecker::new(&"123. .... .... ....".parse().unwrap());
        assert!(checker.check_step(&step(Justification::Single(cell(1, 4)), Some("r1c4=3"), &[])).is_err());
        assert!(checker.check_step(&step(Justification::Single(cell(2, 4)), Some("r2c4=1"), &[])).is_err());
        assert!(
            checker
                .check_step(&step(Justification::Single(house_digit(HouseKind::Row, 2, 1)), Some("r1c4=4"), &[]))
                .is_err()
        );
        assert!(checker.check_step(&step(Justification::Single(cell(1, 4)), Some("r1c4=4"), &[])).is_ok());
    }

    /// Claiming: the 5 of row 1 is in box 1, which eliminates it from the rest of the box and nowhere else.
    #[test]
    fn accepts_a_chain_only_if_it_ends_in_a_contradiction() {
        let puzzle: Puzzle =
            "...123467........................................................................".parse().unwrap();
        let claiming = |eliminations: &[&str]| {
            let links = vec![ChainLink { constraint: house_digit(HouseKind::Row, 1, 5), candidate: None }];
            step(Justification::Chain(links), None, eliminations)
        };
        let mut checker = StepChecker::new(&puzzle);
        assert!(checker.check_step(&claiming(&["r2c1=5", "r3c3=5"])).is_ok());
        assert!(checker.check_step(&claiming(&["r4c1=5"])).is_err());
        // The rejected step has left no assumption behind.
        assert!(checker.check_step(&claiming(&["r2c2=5"])).is_ok());
        assert_eq!(checker.kernel.depth(), 0);
    }

    /// A naked triple whose cells have three candidates each does not follow by unit propagation.
    #[test]
    fn checks_a_base_cover_step_by_cases() {
        let board = Board::CLASSIC;
        let three = [1, 2, 3].map(|digit| Digit::new(digit).unwrap()).into_iter().collect();
        let mut allowed = Position::new(&Puzzle::new(qedoku_puzzle::Grid::empty(board))).all_candidates().to_vec();
        for column in [0, 3, 6] {
            allowed[column] = three;
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        let base: Vec<ExactlyOne> = [1, 4, 7].map(|column| cell(1, column)).to_vec();
        let cover = [1, 2, 3].map(|digit| house_digit(HouseKind::Row, 1, digit)).to_vec();
        let triple = |base: &[ExactlyOne], eliminations: &[&str]| {
            step(Justification::BaseCover { base: base.to_vec(), cover: cover.clone() }, None, eliminations)
        };
        let mut checker = StepChecker::new(&puzzle);
        assert!(checker.check_step(&triple(&base, &["r1c9=4"])).is_err());
        assert!(checker.check_step(&triple(&base, &["r2c1=1"])).is_err());
        assert!(checker.check_step(&triple(&base[..2], &["r1c9=1"])).is_err());
        assert!(checker.check_step(&triple(&base, &["r1c9=1", "r1c8=3"])).is_ok());
    }

    /// Three cells of a rectangle have only 1 and 2, the fourth one has 3 as well.
    #[test]
    fn accepts_a_deadly_pattern_only_in_a_puzzle_that_is_claimed_to_have_one_solution() {
        let board = Board::of_side(4).unwrap();
        let set = |digits: &[usize]| digits.iter().map(|digit| Digit::new(*digit).unwrap()).collect();
        let mut allowed = Position::new(&Puzzle::new(qedoku_puzzle::Grid::empty(board))).all_candidates().to_vec();
        for index in [0, 2, 4] {
            allowed[index] = set(&[1, 2]);
        }
        allowed[6] = set(&[1, 2, 3]);
        let puzzle = Puzzle::with_candidates(board, allowed);
        let pair = [1, 2].map(|digit| Digit::new(digit).unwrap());
        let rectangle = |corners: [(usize, usize); 4], eliminations: &[&str]| {
            let cells = corners.map(|(row, column)| (Cell::new(row - 1, column - 1), pair)).to_vec();
            let pattern = Pattern { deadly: Some(DeadlyPattern { cells }), ..Pattern::default() };
            step(Justification::Pattern(Box::new(pattern)), None, eliminations)
        };
        let type_1 = rectangle([(1, 1), (1, 3), (2, 1), (2, 3)], &["r2c3=1", "r2c3=2"]);
        assert!(StepChecker::new(&puzzle).check_step(&type_1).is_err());
        let unique = || StepChecker::new(&puzzle).with_unique_puzzle(&puzzle);
        assert!(unique().check_step(&type_1).is_ok());
        // Four cells in four boxes are not exchangeable, and the pattern says nothing about other cells.
        assert!(unique().check_step(&rectangle([(1, 1), (1, 3), (3, 1), (3, 3)], &["r2c3=1"])).is_err());
        assert!(unique().check_step(&rectangle([(1, 1), (1, 3), (2, 1), (2, 3)], &["r2c3=3"])).is_err());
        // A given in the pattern cannot be exchanged.
        let with_given = puzzle.with_placed(candidate("r1c1=1"));
        let checker = StepChecker::new(&with_given).with_unique_puzzle(&with_given);
        assert!(checker.clone().check_step(&type_1).is_err());
    }

    #[test]
    fn checks_nested_steps_under_their_assumption_up_to_a_contradiction() {
        let puzzle: Puzzle = "12.. .... .... ....".parse().unwrap();
        // If r1c3 were 3, r1c4 would be 4. Box 2 then holds 3 and 4, which is no contradiction.
        let inner = step(Justification::Single(cell(1, 4)), Some("r1c4=4"), &[]);
        let mut checker = StepChecker::new(&puzzle);
        assert!(checker.check_step(&step(Justification::Nested(vec![inner.clone()]), None, &["r1c3=3"])).is_err());
        // If r1c3 were 1, row 1 would hold it twice.
        let end = step(Justification::Contradiction(cell(1, 3)), None, &[]);
        assert!(checker.check_step(&step(Justification::Nested(vec![end.clone()]), None, &["r1c3=1"])).is_ok());
        assert!(checker.check_step(&step(Justification::Nested(vec![inner, end.clone()]), None, &["r1c3=4"])).is_err());
        assert!(checker.check_step(&end).is_err());
    }
}
