//! Difficulty of a puzzle by all measures: B rating, SE estimate, steps, hardest technique, guesses.

use qedoku_puzzle::message_text::{group_digits, pluralize};
use qedoku_puzzle::{Answer, Puzzle};
use qedoku_solve::{IncompleteError, Interrupt, SolveError, Solver};

use super::se_rating::{SeEstimate, estimate_se};
use super::{BraidRater, BraidRating, Explainer, Technique};

/// The difficulty of a puzzle with one solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// The B rating: the size of the largest braid needed.
    pub rating: BraidRating,
    /// The estimated Sudoku Explainer rating; `None` for boards other than 9x9.
    pub estimate: Option<SeEstimate>,
    /// Steps of the explanation that are not singles.
    pub steps: usize,
    /// The technique of its largest step.
    pub hardest: Option<Technique>,
    /// Guesses of a backtracking search that propagates singles only.
    pub guesses: u64,
}

/// Rates puzzles by all measures. Keeps its buffers from one puzzle to the next, so use one per thread.
#[derive(Default)]
pub struct DifficultyRater {
    rater: BraidRater,
    explainer: Explainer,
}

impl DifficultyRater {
    /// Rates a puzzle with one solution, on a board that [`Explainer::supports`]. The partial result of an interrupted
    /// rating is a lower bound of its B rating.
    pub fn rate(&mut self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Difficulty, IncompleteError<BraidRating>> {
        (self.rater.interrupt, self.explainer.interrupt) = (interrupt.clone(), interrupt.clone());
        let rating = self.rater.rate(puzzle)?;
        let incomplete = |error| IncompleteError::new(rating, error);
        let steps = self.explainer.explain(puzzle).map_err(|explanation| incomplete(explanation.error))?.steps;
        let hardest = steps.iter().max_by_key(|step| (step.size(), step.technique));
        Ok(Difficulty {
            rating,
            estimate: estimate_se(puzzle, rating.b),
            steps: steps.iter().filter(|step| step.size() > 0).count(),
            hardest: hardest.map(|step| step.technique),
            guesses: self.rater.guesses(puzzle),
        })
    }
}

/// Rates a puzzle with one solution; any other is [`SolveError::NotUnique`].
pub fn rate(puzzle: &Puzzle) -> Result<Difficulty, SolveError> {
    match Solver::default().solve(puzzle)? {
        Answer::One(_) => Ok(DifficultyRater::default().rate(puzzle, &Interrupt::default())?),
        answer => Err(SolveError::NotUnique(answer.as_str())),
    }
}

/// `B 3, SE about 7.1, 5 steps beyond singles, hardest XY-wing, guesses: 2`.
impl std::fmt::Display for Difficulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rating = self.rating.b.map_or("no B rating (beyond braids)".to_owned(), |b| format!("B {b}"));
        let estimate = self.estimate.map_or(String::new(), |estimate| format!(", SE {estimate}"));
        let hardest = self.hardest.map_or(String::new(), |technique| format!(", hardest {technique}"));
        let steps = pluralize(self.steps as u64, "step");
        write!(f, "{rating}{estimate}, {steps} beyond singles{hardest}, guesses: {}", group_digits(self.guesses))
    }
}

impl Difficulty {
    /// The SE estimate as a number: 4.2.
    pub fn se(&self) -> Option<f64> {
        self.estimate.map(|estimate| f64::from(estimate.tenths) / 10.0)
    }
}
