//! Text of messages, for the command and the page: results and progress in words, plurals, digit grouping, truncation.

use std::time::Duration;

pub use qedoku_puzzle::message_text::{group_digits, pluralize, truncate_line};

use crate::{Completeness, EnumerationResult, Progress};

/// The verdict of an enumeration as a phrase.
pub fn describe_enumeration<S>(result: &EnumerationResult<S>) -> String {
    let solutions = || pluralize(result.count, "solution");
    match (result.count, result.completeness) {
        (0, Completeness::Complete) => "no solution".to_owned(),
        (1, Completeness::Complete) => "one solution".to_owned(),
        (_, Completeness::Complete) => solutions(),
        (0, Completeness::Unknown) => "interrupted before a solution was found".to_owned(),
        (1, Completeness::Unknown) => "interrupted after one solution was found; it may not be the only one".to_owned(),
        (_, Completeness::Unknown) => format!("interrupted after {} were found", solutions()),
        (1 | 2, Completeness::More) => "many solutions".to_owned(),
        (_, Completeness::More) => format!("more than {}", solutions()),
    }
}

/// The progress of a search as one line: `tabu search: 31 cells in conflict, best cost 4; SAT: 120,431 conflicts, 9,800/s`.
/// Engines that have not started are left out.
pub fn describe_progress(progress: &Progress, elapsed: Duration) -> String {
    progress_line(progress.tabu_cost(), progress.conflicts(), elapsed)
}

fn progress_line((cells, best_cost): (u64, u64), conflicts: u64, elapsed: Duration) -> String {
    let [cells_text, best_cost] = [cells, best_cost].map(group_digits);
    let tabu = (cells > 0).then(|| format!("tabu search: {cells_text} cells in conflict, best cost {best_cost}"));
    let rate = (conflicts as f64 / elapsed.as_secs_f64().max(0.1)) as u64;
    let [conflicts_text, rate] = [conflicts, rate].map(group_digits);
    let sat = (conflicts > 0).then(|| format!("SAT: {conflicts_text} conflicts, {rate}/s"));
    tabu.into_iter().chain(sat).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_have_not_started_are_left_out() {
        let seconds = Duration::from_secs;
        assert_eq!(describe_progress(&Progress::default(), seconds(2)), "");
        assert_eq!(progress_line((0, 0), 120_431, seconds(2)), "SAT: 120,431 conflicts, 60,215/s");
        let both = progress_line((31, 4), 120_431, Duration::ZERO);
        assert!(both.starts_with("tabu search: 31 cells in conflict, best cost 4; SAT: 120,431 conflicts"), "{both}");
    }

    #[test]
    fn a_verdict_distinguishes_all_solutions_from_some() {
        let describe = |count, completeness| {
            describe_enumeration(&EnumerationResult::<()> { count, solutions: Vec::new(), completeness })
        };
        assert_eq!(describe(1, Completeness::Complete), "one solution");
        assert_eq!(describe(1203, Completeness::Complete), "1,203 solutions");
        assert_eq!(describe(2, Completeness::More), "many solutions");
        assert_eq!(describe(1000, Completeness::More), "more than 1,000 solutions");
        assert_eq!(describe(5, Completeness::Unknown), "interrupted after 5 solutions were found");
    }
}
