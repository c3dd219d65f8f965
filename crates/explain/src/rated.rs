//! All that is said of how hard a puzzle is.

use qedoku_puzzle::Puzzle;
use serde_json::{Value, json};

use super::scale::{Estimate, Trust, estimate};
use super::{Explainer, Rater, Rating, Technique};
use qedoku_solve::number_format::{group_digits, pluralize};
use qedoku_solve::{Interrupt, SolveError};

/// How hard a puzzle with one solution is, by several measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The largest step that it needs.
    pub rating: Rating,
    /// About what Sudoku Explainer would say; none for other boards than 9x9.
    pub estimate: Option<Estimate>,
    /// Steps of its explanation beyond singles.
    pub steps: usize,
    /// The hardest of all steps.
    pub hardest: Option<Technique>,
    /// Guesses of a plain search that knows singles only.
    pub guesses: u64,
}

/// Rates by all measures; keeps its memory from puzzle to puzzle. One for each thread.
#[derive(Default)]
pub struct Critic {
    rater: Rater,
    explainer: Explainer,
}

impl Critic {
    /// Rates a puzzle with one solution, on a board that [`Explainer::covers`].
    pub fn rate(&mut self, puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Rated, SolveError> {
        (self.rater.interrupt, self.explainer.interrupt) = (interrupt.clone(), interrupt.clone());
        let rated = self.measure(puzzle);
        if interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(rated) }
    }

    fn measure(&mut self, puzzle: &Puzzle) -> Rated {
        let rating = self.rater.rate(puzzle);
        let steps = self.explainer.explain(puzzle).steps;
        let hardest = steps.iter().max_by_key(|step| (step.size(), step.technique));
        Rated {
            rating,
            estimate: estimate(puzzle, rating.braids),
            steps: steps.iter().filter(|step| step.size() > 0).count(),
            hardest: hardest.map(|step| step.technique),
            guesses: self.rater.guesses(puzzle),
        }
    }
}

impl Rated {
    /// `B 3, SE about 7.1, 5 steps beyond singles, hardest XY-wing, guesses: 2`.
    pub fn sentence(&self) -> String {
        let rating = self.rating.braids.map_or("beyond B".to_owned(), |size| format!("B {size}"));
        let estimate = self.estimate.map_or(String::new(), |estimate| format!(", SE {estimate}"));
        let hardest = self.hardest.map_or(String::new(), |technique| format!(", hardest {technique}"));
        let steps = pluralize(self.steps as u64, "step");
        format!("{rating}{estimate}, {steps} beyond singles{hardest}, guesses: {}", group_digits(self.guesses))
    }

    /// The estimate as a number: 4.2.
    pub fn se(&self) -> Option<f64> {
        self.estimate.map(|estimate| f64::from(estimate.tenths) / 10.0)
    }

    /// The same for scripts.
    pub fn fields(&self) -> Value {
        let trust = self.estimate.map(|estimate| match estimate.trust {
            Trust::Walked => "walked",
            Trust::Fitted => "fitted",
            Trust::AtLeast => "at-least",
        });
        json!({
            "b": self.rating.braids,
            "se": self.se(),
            "se_trust": trust,
            "steps": self.steps,
            "hardest": self.hardest.map(|technique| technique.to_string()),
            "guesses": self.guesses,
        })
    }
}
