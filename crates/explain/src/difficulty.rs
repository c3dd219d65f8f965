//! Difficulty of a puzzle by all measures: B rating, SE rating, steps, hardest technique, guesses.

use qedoku_puzzle::message_text::{group_digits, pluralize};
use qedoku_puzzle::{Answer, Puzzle};
use qedoku_solve::{IncompleteError, Interrupt, Progress, SolveError, Solver};

use super::hodoku_rating::{HodokuRater, HodokuRating};
use super::se_rating::{EstimateQuality, SeEstimate, SeRater, SeRating, estimate_se};
use super::step_finder::PATH_BUDGET;
use super::{BraidRater, BraidRating, Explainer, Measure, Technique};

/// The difficulty of a puzzle with one solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// The B rating: the size of the largest braid needed.
    pub rating: BraidRating,
    /// The Sudoku Explainer rating (ER), exact or estimated; `None` for boards other than 9x9.
    pub estimate: Option<SeEstimate>,
    /// ER, EP and ED, if the rating is exact ([`DifficultyRater::exact_se`]) and was not interrupted.
    pub se_rating: Option<SeRating>,
    /// Score and level of `HoDoKu`, if wanted ([`DifficultyRater::with_hodoku`]); `None` for boards other than 9x9.
    pub hodoku: Option<HodokuRating>,
    /// Steps of the explanation that are not singles.
    pub steps: usize,
    /// The technique of its largest step.
    pub hardest: Option<Technique>,
    /// Guesses of a backtracking search that propagates singles only.
    pub guesses: Measure,
}

/// A measure of difficulty that takes a search of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DifficultyMeasure {
    /// The B rating.
    Braids,
    /// The Sudoku Explainer rating. An estimate needs the B rating too.
    Se,
    /// Steps and hardest technique of the explanation.
    Explanation,
    /// Guesses of a backtracking search.
    Guesses,
    /// Score and level of `HoDoKu`, by a rater [with it](DifficultyRater::with_hodoku).
    Hodoku,
}

impl DifficultyMeasure {
    /// All measures.
    pub const ALL: &'static [DifficultyMeasure] = &[
        DifficultyMeasure::Braids,
        DifficultyMeasure::Se,
        DifficultyMeasure::Explanation,
        DifficultyMeasure::Guesses,
        DifficultyMeasure::Hodoku,
    ];
}

/// The difficulty of a puzzle by some measures: the fields of [`Difficulty`] that were requested.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PartialDifficulty {
    /// The B rating.
    pub rating: Option<BraidRating>,
    /// The Sudoku Explainer rating (ER), exact or estimated.
    pub estimate: Option<SeEstimate>,
    /// ER, EP and ED, if the rating is exact and was not interrupted.
    pub se_rating: Option<SeRating>,
    /// Score and level of `HoDoKu`.
    pub hodoku: Option<HodokuRating>,
    /// Steps of the explanation that are not singles.
    pub steps: Option<usize>,
    /// The technique of the largest step of the explanation.
    pub hardest: Option<Technique>,
    /// Guesses of a backtracking search that propagates singles only.
    pub guesses: Option<Measure>,
}

impl From<Difficulty> for PartialDifficulty {
    fn from(rated: Difficulty) -> PartialDifficulty {
        PartialDifficulty {
            rating: Some(rated.rating),
            estimate: rated.estimate,
            se_rating: rated.se_rating,
            hodoku: rated.hodoku,
            steps: Some(rated.steps),
            hardest: rated.hardest,
            guesses: Some(rated.guesses),
        }
    }
}

/// Rates puzzles by all measures. Keeps its buffers from one puzzle to the next, so use one per thread.
#[derive(Default)]
pub struct DifficultyRater {
    rater: BraidRater,
    explainer: Explainer,
    se_rater: Option<SeRater>,
    hodoku_rater: Option<HodokuRater>,
}

impl DifficultyRater {
    /// Makes every B rating exact, however long that takes. Otherwise ratings that exceed [`RATING_BUDGET`](crate::RATING_BUDGET) are lower bounds.
    #[must_use]
    pub fn exact(mut self) -> DifficultyRater {
        self.rater.budget = u64::MAX;
        self
    }

    /// Computes the exact Sudoku Explainer rating instead of an estimate. That takes below a millisecond for most puzzles and
    /// seconds for the hardest ones.
    #[must_use]
    pub fn exact_se(mut self) -> DifficultyRater {
        self.se_rater = Some(SeRater::default());
        self
    }

    /// Computes score and level of `HoDoKu` as well, which takes some milliseconds for hard puzzles.
    #[must_use]
    pub fn with_hodoku(mut self) -> DifficultyRater {
        self.hodoku_rater = Some(HodokuRater::default());
        self
    }

    /// Reports the progress of ratings.
    #[must_use]
    pub fn with_progress(mut self, progress: &Progress) -> DifficultyRater {
        self.rater.progress = progress.clone();
        self.explainer.progress = progress.clone();
        self
    }

    /// Rates a puzzle with one solution, on a board that [`Explainer::supports`]. The partial result of an interrupted
    /// rating is its B rating, or a lower bound of it. If only the exact SE rating was interrupted, the result has a lower
    /// bound of it.
    pub fn rate(&mut self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Difficulty, IncompleteError<BraidRating>> {
        let measured = "every measure was requested";
        let rated = self
            .rate_measures(puzzle, DifficultyMeasure::ALL, interrupt)
            .map_err(|incomplete| incomplete.map(|rating| rating.expect(measured)))?;
        Ok(Difficulty {
            rating: rated.rating.expect(measured),
            estimate: rated.estimate,
            se_rating: rated.se_rating,
            hodoku: rated.hodoku,
            steps: rated.steps.expect(measured),
            hardest: rated.hardest,
            guesses: rated.guesses.expect(measured),
        })
    }

    /// The same by some measures only: the others are not computed. The partial result of an interrupted rating is its B rating,
    /// if that was requested.
    pub fn rate_measures(
        &mut self,
        puzzle: &Puzzle,
        measures: &[DifficultyMeasure],
        interrupt: &Interrupt,
    ) -> Result<PartialDifficulty, IncompleteError<Option<BraidRating>>> {
        (self.rater.interrupt, self.explainer.interrupt) = (interrupt.clone(), interrupt.clone());
        let wants = |measure| measures.contains(&measure);
        let mut rated = PartialDifficulty::default();
        self.rater.progress.start_puzzle();
        let mut path_budget = PATH_BUDGET;
        if wants(DifficultyMeasure::Braids) || wants(DifficultyMeasure::Se) && self.se_rater.is_none() {
            rated.rating = Some(self.rater.rate(puzzle).map_err(|incomplete| incomplete.map(Some))?);
            // Together they take less than a second on the hardest 16x16, where each of them may use up its budget.
            path_budget = path_budget.min(self.rater.unused_budget());
        }
        let incomplete = |error| IncompleteError::new(rated.rating, error);
        if wants(DifficultyMeasure::Explanation) {
            self.explainer.path_budget = Some(path_budget);
            let steps = self.explainer.explain(puzzle).map_err(|explanation| incomplete(explanation.error))?.steps;
            let hardest = steps.iter().max_by_key(|step| (step.size(), step.technique));
            rated.steps = Some(steps.iter().filter(|step| step.size() > 0).count());
            rated.hardest = hardest.map(|step| step.technique);
        }
        if wants(DifficultyMeasure::Guesses) {
            rated.guesses = Some(self.rater.guesses(puzzle));
        }
        if let Some(rater) = self.hodoku_rater.as_mut().filter(|_| wants(DifficultyMeasure::Hodoku)) {
            rated.hodoku = rater.rate(puzzle, interrupt).map_err(incomplete)?;
        }
        if interrupt.is_set() {
            return Err(IncompleteError::new(rated.rating, SolveError::Interrupted));
        }
        if wants(DifficultyMeasure::Se) {
            (rated.estimate, rated.se_rating) = self.rate_se(puzzle, rated.rating, interrupt);
        }
        Ok(rated)
    }

    /// The SE rating: with [`exact_se`](Self::exact_se) ER, or a lower bound of it if interrupted; else the estimate.
    fn rate_se(
        &mut self,
        puzzle: &Puzzle,
        rating: Option<BraidRating>,
        interrupt: &Interrupt,
    ) -> (Option<SeEstimate>, Option<SeRating>) {
        let Some(rater) = &mut self.se_rater else {
            return (rating.and_then(|rating| estimate(puzzle, rating)), None);
        };
        rater.progress.clone_from(&self.rater.progress);
        let with_quality = |er, quality| Some(SeEstimate { tenths: er, quality });
        match rater.rate(puzzle, interrupt) {
            Ok(None) => (None, None),
            Ok(Some(rating)) => (with_quality(rating.er, EstimateQuality::Exact), Some(rating)),
            Err(incomplete) => (with_quality(incomplete.partial.er, EstimateQuality::LowerBound), None),
        }
    }
}

/// Rates a puzzle with one solution; any other is [`SolveError::NotUnique`].
pub fn rate(puzzle: &Puzzle) -> Result<Difficulty, SolveError> {
    match Solver::default().solve(puzzle)? {
        Answer::One(_) => Ok(DifficultyRater::default().rate(puzzle, &Interrupt::default())?),
        answer => Err(SolveError::NotUnique(answer.as_str())),
    }
}

/// The SE estimate; a lower bound of B gives a lower bound.
fn estimate(puzzle: &Puzzle, rating: BraidRating) -> Option<SeEstimate> {
    let Some(Measure::AtLeast(bound)) = rating.b else {
        return estimate_se(puzzle, rating.exact().map(|b| b as usize));
    };
    let estimate = estimate_se(puzzle, Some(bound as usize))?;
    let is_fitted = estimate.quality == EstimateQuality::Fitted;
    Some(SeEstimate { quality: if is_fitted { EstimateQuality::LowerBound } else { estimate.quality }, ..estimate })
}

/// `B 3`, `B >= 12`, `no B rating (beyond braids)`.
impl std::fmt::Display for BraidRating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.b {
            Some(Measure::Exactly(b)) => write!(f, "B {b}"),
            Some(Measure::AtLeast(b)) => write!(f, "B >= {b}"),
            None => write!(f, "no B rating (beyond braids)"),
        }
    }
}

/// `B 3, SE 7.1 (EP 1.2, ED 1.2), 5 steps beyond singles, hardest XY-wing, guesses: 2`; `SE about 7.1` for an estimate.
impl std::fmt::Display for Difficulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rating = self.rating;
        let estimate = self.estimate.map_or(String::new(), |estimate| format!(", SE {estimate}"));
        let first_steps = self
            .se_rating
            .map_or(String::new(), |rating| format!(" (EP {}, ED {})", decimal(rating.ep), decimal(rating.ed)));
        let hodoku = self.hodoku.map_or(String::new(), |rating| format!(", {rating}"));
        let hardest = self.hardest.map_or(String::new(), |technique| format!(", hardest {technique}"));
        let steps = pluralize(self.steps as u64, "step");
        let guesses = match self.guesses {
            Measure::Exactly(guesses) => group_digits(guesses),
            Measure::AtLeast(guesses) => format!("at least {}", group_digits(guesses)),
        };
        write!(f, "{rating}{estimate}{first_steps}{hodoku}, {steps} beyond singles{hardest}, guesses: {guesses}")
    }
}

impl Difficulty {
    /// The SE rating, exact or estimated, as a number: 4.2.
    pub fn se(&self) -> Option<f64> {
        self.estimate.map(|estimate| f64::from(estimate.tenths) / 10.0)
    }
}

/// Tenths as a decimal number: 42 is `4.2`.
fn decimal(tenths: u8) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_gets_what_the_rating_leaves_of_the_budget() {
        let puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let mut rater = DifficultyRater::default();
        let complete = rater.rate(&puzzle, &Interrupt::default()).unwrap();
        let left = rater.explainer.path_budget.unwrap();
        assert!(complete.rating.exact().is_some() && 0 < left && left < PATH_BUDGET, "{left}");
        rater.rater.budget = 2_000;
        let bound = rater.rate(&puzzle, &Interrupt::default()).unwrap();
        assert!(bound.rating.exact().is_none() && rater.explainer.path_budget == Some(0), "{bound}");
        assert!(bound.steps > 0, "steps are found all the same");
    }
}
