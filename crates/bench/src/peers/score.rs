//! Scores: number of solved instances, PAR-2, and both relative to qedoku.
//!
//! PAR-2 (penalised average runtime) is the mean solve time over all instances, where an unsolved one counts twice the time
//! limit. Unsolved instances dominate it. The geometric mean of the time ratios over the instances that both solved shows
//! the speed-up apart from them.
//!
//! # References
//! - M. Heule, M. Järvisalo, M. Suda: SAT Competition 2018. JSAT 11, 2019: the score of the competitions.

use std::time::Duration;

use super::participant::Participant;
use super::results::{InstanceResults, PeerResults};
use crate::solvers::RunOutcome;

/// Score of a participant.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// Number of solved instances.
    pub solved: usize,
    /// Number of wrong answers, which also count as unsolved.
    pub wrong: usize,
    /// PAR-2 in seconds.
    pub par2: f64,
    /// Score relative to qedoku, if it took part.
    pub relative: Option<RelativeScore>,
}

/// Score of a participant relative to qedoku; ratios above 1 mean that the participant is slower.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RelativeScore {
    /// PAR-2 of the participant divided by that of qedoku.
    pub par2_ratio: f64,
    /// Number of instances that both solved.
    pub both_solved: usize,
    /// Geometric mean of the ratios of the solve times, over these instances; `None` if there are none.
    pub mean_ratio: Option<f64>,
}

/// Shorter times count as this one in ratios: a time of zero has no ratio.
const MIN_TIME: Duration = Duration::from_micros(1);

impl PeerResults {
    /// The scores of all participants over the complete rows.
    pub fn scores(&self) -> Vec<Score> {
        let rows: Vec<&InstanceResults> = self.complete_rows().collect();
        let columns: Vec<Vec<&RunOutcome>> = (0..self.participants.len()).map(|index| column(&rows, index)).collect();
        let qedoku = self.participants.iter().position(Participant::is_qedoku).map(|index| &columns[index]);
        let score = |outcomes: &Vec<&RunOutcome>| Score {
            solved: outcomes.iter().filter(|outcome| outcome.time().is_some()).count(),
            wrong: outcomes.iter().filter(|outcome| matches!(outcome, RunOutcome::Wrong(_))).count(),
            par2: par2(outcomes, self.run_limit),
            relative: qedoku.map(|qedoku| RelativeScore::new(outcomes, qedoku, self.run_limit)),
        };
        columns.iter().map(score).collect()
    }
}

fn column<'r>(rows: &[&'r InstanceResults], index: usize) -> Vec<&'r RunOutcome> {
    rows.iter().filter_map(|row| row.outcomes[index].as_ref()).collect()
}

/// PAR-2 in seconds.
fn par2(outcomes: &[&RunOutcome], limit: Duration) -> f64 {
    let times = outcomes.iter().map(|outcome| outcome.time().unwrap_or(2 * limit).as_secs_f64());
    times.sum::<f64>() / outcomes.len().max(1) as f64
}

impl RelativeScore {
    /// Score of one column relative to that of qedoku.
    fn new(outcomes: &[&RunOutcome], qedoku: &[&RunOutcome], limit: Duration) -> RelativeScore {
        let seconds = |outcome: &RunOutcome| Some(outcome.time()?.max(MIN_TIME).as_secs_f64());
        let ratio = |(theirs, ours): (&&RunOutcome, &&RunOutcome)| Some(seconds(theirs)? / seconds(ours)?);
        let ratios: Vec<f64> = outcomes.iter().zip(qedoku).filter_map(ratio).collect();
        let geometric_mean = || (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        RelativeScore {
            par2_ratio: par2(outcomes, limit) / par2(qedoku, limit).max(MIN_TIME.as_secs_f64()),
            both_solved: ratios.len(),
            mean_ratio: (!ratios.is_empty()).then(geometric_mean),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peers::results::tests::row;

    const LIMIT: Duration = Duration::from_secs(10);

    fn solved(seconds: u64) -> RunOutcome {
        RunOutcome::Solved { time: Duration::from_secs(seconds), solvable: true }
    }

    fn participant(solver: &str) -> Participant {
        Participant { solver: solver.to_owned(), version: None, scheme: None }
    }

    /// Scores of qedoku and another solver, with a limit of 10 s.
    fn scores_of_two(rows: &[[RunOutcome; 2]]) -> Vec<Score> {
        let participants = ["qedoku", "other"].map(participant).to_vec();
        let rows = rows.iter().map(|outcomes| row(outcomes)).collect();
        PeerResults { run_limit: LIMIT, participants, rows }.scores()
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn an_unsolved_puzzle_counts_twice_the_limit() {
        let failed = RunOutcome::Failed(String::new());
        let wrong = RunOutcome::Wrong(String::new());
        let timed_out = RunOutcome::TimedOut;
        let scores =
            scores_of_two(&[[solved(1), timed_out], [solved(2), failed], [solved(3), wrong], [solved(6), solved(4)]]);
        assert_eq!((scores[0].solved, scores[0].wrong, scores[1].solved, scores[1].wrong), (4, 0, 1, 1));
        assert!(is_near(scores[0].par2, 3.0) && is_near(scores[1].par2, 16.0));
        assert!(is_near(scores[1].relative.unwrap().par2_ratio, 16.0 / 3.0));
    }

    #[test]
    fn the_mean_ratio_is_over_puzzles_that_both_solved() {
        let rows = [[solved(1), solved(8)], [solved(2), solved(4)], [RunOutcome::TimedOut, solved(1)]];
        let scores = scores_of_two(&rows);
        let relative = scores[1].relative.unwrap();
        assert_eq!(relative.both_solved, 2);
        assert!(is_near(relative.mean_ratio.unwrap(), 4.0));
        assert!(is_near(scores[0].relative.unwrap().mean_ratio.unwrap(), 1.0));
    }

    #[test]
    fn there_is_no_mean_ratio_without_a_puzzle_that_both_solved() {
        let scores = scores_of_two(&[[solved(1), RunOutcome::TimedOut]]);
        assert_eq!(scores[1].relative.unwrap().mean_ratio, None);
    }

    #[test]
    fn only_puzzles_that_all_participants_were_run_on_count() {
        let mut rows = vec![row(&[solved(2)]), row(&[])];
        rows[1].outcomes = vec![None];
        let results = PeerResults { run_limit: LIMIT, participants: vec![participant("other")], rows };
        assert_eq!(results.scores(), [Score { solved: 1, wrong: 0, par2: 2.0, relative: None }]);
    }
}
