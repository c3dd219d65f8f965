//! How good a solver is on all puzzles.
//!
//! PAR-2, "penalized average runtime", is the mean time over all puzzles, where one that was not solved counts twice the
//! limit. It is dominated by what was not solved; the geometric mean of the ratios of two solvers' times, over what both
//! solved, says how much faster one is where that does not matter.
//!
//! # References
//! - M. Heule, M. Järvisalo, M. Suda: SAT Competition 2018. JSAT 11, 2019: the score of the competitions.

use std::time::Duration;

use super::entrant::Entrant;
use super::results::{Outcome, Results, Row};

/// The figures of one solver.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Score {
    pub(crate) solved: usize,
    pub(crate) wrong: usize,
    /// In seconds.
    pub(crate) par2: f64,
    /// Next to this program, if it took part.
    pub(crate) against: Option<Against>,
}

/// A solver next to this program; above 1, it is slower.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Against {
    /// The ratio of the two PAR-2.
    pub(crate) par2: f64,
    /// How many puzzles both solved.
    pub(crate) both: usize,
    /// The geometric mean of the ratios of the times, over these.
    pub(crate) mean: Option<f64>,
}

/// No time is shorter, for ratios.
const SHORTEST: Duration = Duration::from_micros(1);

/// The figures of all solvers, over the puzzles that all of them were run on.
pub(crate) fn scores(results: &Results) -> Vec<Score> {
    let rows: Vec<&Row> = results.whole().collect();
    let columns: Vec<Vec<&Outcome>> = (0..results.entrants.len()).map(|place| column(&rows, place)).collect();
    let own = results.entrants.iter().position(Entrant::is_own).map(|place| &columns[place]);
    let against = |column: &[&Outcome]| own.map(|own| Against::new(column, own, results.limit));
    let score = |column: &Vec<&Outcome>| Score {
        solved: column.iter().filter(|outcome| outcome.time().is_some()).count(),
        wrong: column.iter().filter(|outcome| matches!(outcome, Outcome::Wrong(_))).count(),
        par2: par2(column, results.limit),
        against: against(column),
    };
    columns.iter().map(score).collect()
}

fn column<'r>(rows: &[&'r Row], place: usize) -> Vec<&'r Outcome> {
    rows.iter().filter_map(|row| row.outcomes[place].as_ref()).collect()
}

/// The mean time in seconds; what was not solved counts twice the limit.
fn par2(outcomes: &[&Outcome], limit: Duration) -> f64 {
    let times = outcomes.iter().map(|outcome| outcome.time().unwrap_or(2 * limit).as_secs_f64());
    times.sum::<f64>() / outcomes.len().max(1) as f64
}

impl Against {
    fn new(outcomes: &[&Outcome], own: &[&Outcome], limit: Duration) -> Against {
        let seconds = |outcome: &Outcome| Some(outcome.time()?.max(SHORTEST).as_secs_f64());
        let ratio = |(theirs, ours): (&&Outcome, &&Outcome)| Some(seconds(theirs)? / seconds(ours)?);
        let ratios: Vec<f64> = outcomes.iter().zip(own).filter_map(ratio).collect();
        let mean = || (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        Against {
            par2: par2(outcomes, limit) / par2(own, limit).max(SHORTEST.as_secs_f64()),
            both: ratios.len(),
            mean: (!ratios.is_empty()).then(mean),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::peers::results::tests::row;

    fn solved(seconds: u64) -> Outcome {
        Outcome::Solved(Duration::from_secs(seconds), true)
    }

    /// This program and another, with a limit of 10 s.
    fn two(rows: &[[Outcome; 2]]) -> Vec<Score> {
        let entrant = |name: &str| Entrant { solver: name.to_owned(), version: None, scheme: None };
        let entrants = ["qedoku", "other"].map(entrant).to_vec();
        let rows = rows.iter().map(|outcomes| row(outcomes)).collect();
        scores(&Results { limit: Duration::from_secs(10), entrants, rows })
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn what_is_not_solved_counts_twice_the_limit() {
        let failed = Outcome::Failed(String::new());
        let wrong = Outcome::Wrong(String::new());
        let scores =
            two(&[[solved(1), Outcome::Over], [solved(2), failed], [solved(3), wrong], [solved(6), solved(4)]]);
        assert_eq!((scores[0].solved, scores[0].wrong, scores[1].solved, scores[1].wrong), (4, 0, 1, 1));
        assert!(is_near(scores[0].par2, 3.0) && is_near(scores[1].par2, 16.0));
        assert!(is_near(scores[1].against.unwrap().par2, 16.0 / 3.0));
    }

    #[test]
    fn the_mean_ratio_is_over_what_both_solved() {
        let scores = two(&[[solved(1), solved(8)], [solved(2), solved(4)], [Outcome::Over, solved(1)]]);
        let against = scores[1].against.unwrap();
        assert_eq!(against.both, 2);
        assert!(is_near(against.mean.unwrap(), 4.0));
        assert!(is_near(scores[0].against.unwrap().mean.unwrap(), 1.0));
    }

    #[test]
    fn nothing_in_common_has_no_ratio() {
        let scores = two(&[[solved(1), Outcome::Over]]);
        assert_eq!(scores[1].against.unwrap().mean, None);
    }

    #[test]
    fn only_puzzles_that_all_were_run_on_count() {
        let mut results = Results { limit: Duration::from_secs(10), entrants: Vec::new(), rows: Vec::new() };
        results.entrants = vec![Entrant { solver: "other".to_owned(), version: None, scheme: None }];
        results.rows = vec![row(&[solved(2)]), row(&[])];
        results.rows[1].outcomes = vec![None];
        assert_eq!(scores(&results), [Score { solved: 1, wrong: 0, par2: 2.0, against: None }]);
    }
}
