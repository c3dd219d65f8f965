//! Measurement of one row: formula size, encode time, solve time and outcome over all puzzles.

use std::time::{Duration, Instant};

use qedoku::Puzzle;

use super::formula_size::TotalSize;
use crate::solvers::{InputEncoding, NamedSolver, RunOutcome, RunTimer, Runner, TimedRun};

/// An input encoding and a solver, measured over all puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareRow {
    /// The input encoding.
    pub encoding: InputEncoding,
    /// Index of the solver; `None` for an incomplete scheme, which is not solved with.
    pub solver: Option<usize>,
    /// Sum of the sizes.
    pub size: TotalSize,
    /// Sum of the encode times; `None` if not all puzzles were encoded.
    pub encode_time: Option<Duration>,
    /// Result of solving.
    pub outcome: CompareOutcome,
}

/// Result of solving all puzzles of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareOutcome {
    /// All puzzles were solved.
    Solved {
        /// Sum of the solve times.
        time: Duration,
        /// For each puzzle, whether it has a solution.
        solvable: Vec<bool>,
    },
    /// A run reached the limit. The time is a lower bound: that of the solved puzzles and one limit.
    TimedOut(Duration),
    /// The solver failed or gave a wrong answer, with the reason.
    Failed(String),
    /// The scheme is incomplete: its models need not be solutions.
    Incomplete,
}

/// Measures rows.
pub(super) struct Comparer<'a> {
    puzzles: &'a [Puzzle],
    repeat: usize,
    timer: &'a RunTimer,
    on_run: &'a dyn Fn(),
}

impl CompareRow {
    /// The solve time, if all puzzles were solved.
    pub fn solve_time(&self) -> Option<Duration> {
        match self.outcome {
            CompareOutcome::Solved { time, .. } => Some(time),
            _ => None,
        }
    }

    /// For each puzzle, whether it has a solution, if all puzzles were solved.
    pub fn solvable(&self) -> Option<&[bool]> {
        match &self.outcome {
            CompareOutcome::Solved { solvable, .. } => Some(solvable),
            _ => None,
        }
    }
}

impl<'a> Comparer<'a> {
    pub(super) fn new(puzzles: &'a [Puzzle], repeat: usize, timer: &'a RunTimer, on_run: &'a dyn Fn()) -> Comparer<'a> {
        Comparer { puzzles, repeat, timer, on_run }
    }

    /// The rows of these encodings and solvers; fewer if the comparison is interrupted.
    pub(super) fn rows(&self, encodings: &[InputEncoding], solvers: &[NamedSolver]) -> Vec<CompareRow> {
        let mut rows = Vec::new();
        for encoding in encodings {
            if self.push_rows(*encoding, solvers, &mut rows).is_none() {
                break;
            }
        }
        rows
    }

    /// Adds the rows of an encoding; `None` if the comparison is interrupted.
    fn push_rows(&self, encoding: InputEncoding, solvers: &[NamedSolver], rows: &mut Vec<CompareRow>) -> Option<()> {
        let (size, encode_time) = self.measure_size(encoding)?;
        if !encoding.is_complete() {
            let (encode_time, outcome) = (Some(encode_time), CompareOutcome::Incomplete);
            rows.push(CompareRow { encoding, solver: None, size, encode_time, outcome });
            return Some(());
        }
        for (index, solver) in solvers.iter().enumerate() {
            if let Some(runner) = solver.runner(encoding) {
                let (encode_time, outcome) = self.solve_all(&runner)?;
                rows.push(CompareRow { encoding, solver: Some(index), size, encode_time, outcome });
            }
        }
        Some(())
    }

    /// Sum of the sizes, and of the times to format the files without storing them; `None` if interrupted.
    fn measure_size(&self, encoding: InputEncoding) -> Option<(TotalSize, Duration)> {
        let mut total = TotalSize::default();
        let mut sum = Duration::ZERO;
        for puzzle in self.puzzles {
            if self.timer.is_interrupted() {
                return None;
            }
            // Rows with a solver show the encode time of their own runs, so that one pass for the size is enough.
            let repeat = if encoding.is_complete() { 1 } else { self.repeat };
            let mut times = Vec::with_capacity(repeat);
            let mut size = TotalSize::default();
            for _ in 0..repeat {
                let start = Instant::now();
                size = TotalSize::of(encoding, puzzle, self.timer.interrupt())?;
                times.push(start.elapsed());
            }
            total.add(size);
            sum += median(&mut times);
        }
        Some((total, sum))
    }

    /// Encode time of all puzzles and the outcome of solving them; `None` if interrupted. Ends at the first puzzle that is
    /// not solved, since the sum of times is unknown from there on.
    fn solve_all(&self, runner: &Runner) -> Option<(Option<Duration>, CompareOutcome)> {
        let (mut encode_sum, mut solve_sum) = (Duration::ZERO, Duration::ZERO);
        let mut all_solvable = Vec::new();
        for (index, puzzle) in self.puzzles.iter().enumerate() {
            let TimedRun { encode_time, outcome } = self.median_run(runner, puzzle)?;
            encode_sum += encode_time;
            let all_encoded = (index + 1 == self.puzzles.len()).then_some(encode_sum);
            match outcome {
                RunOutcome::Solved { time, solvable } => {
                    solve_sum += time;
                    all_solvable.push(solvable);
                }
                RunOutcome::TimedOut => {
                    return Some((all_encoded, CompareOutcome::TimedOut(solve_sum + self.timer.limit())));
                }
                RunOutcome::Wrong(reason) | RunOutcome::Failed(reason) => {
                    return Some((all_encoded, CompareOutcome::Failed(self.with_puzzle(index, &reason))));
                }
            }
        }
        Some((Some(encode_sum), CompareOutcome::Solved { time: solve_sum, solvable: all_solvable }))
    }

    /// Median times of the repeated runs on one puzzle; `None` if interrupted. A run without an answer is not repeated.
    fn median_run(&self, runner: &Runner, puzzle: &Puzzle) -> Option<TimedRun> {
        let (mut encode_times, mut times, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.repeat {
            let run = self.timer.run(runner, puzzle)?;
            (self.on_run)();
            encode_times.push(run.encode_time);
            let RunOutcome::Solved { time, solvable } = run.outcome else {
                return Some(TimedRun { encode_time: median(&mut encode_times), outcome: run.outcome });
            };
            times.push(time);
            answers.push(solvable);
        }
        let outcome = if answers.iter().all(|answer| *answer == answers[0]) {
            RunOutcome::Solved { time: median(&mut times), solvable: answers[0] }
        } else {
            RunOutcome::Failed("found a solution in one run and none in another".to_owned())
        };
        Some(TimedRun { encode_time: median(&mut encode_times), outcome })
    }

    fn with_puzzle(&self, index: usize, reason: &str) -> String {
        if self.puzzles.len() == 1 { reason.to_owned() } else { format!("puzzle {}: {reason}", index + 1) }
    }
}

/// Marks rows as failed that report no solution where another row has one, which the referee accepted.
pub(super) fn mark_contradicted(rows: &mut [CompareRow]) {
    let answers: Vec<Vec<bool>> = rows.iter().filter_map(CompareRow::solvable).map(<[bool]>::to_vec).collect();
    let Some(count) = answers.first().map(Vec::len) else { return };
    let solvable: Vec<bool> = (0..count).map(|index| answers.iter().any(|row| row[index])).collect();
    for row in rows {
        let contradicted = row.solvable().and_then(|own| (0..count).find(|index| solvable[*index] && !own[*index]));
        if let Some(index) = contradicted {
            let which = if count == 1 { "the puzzle".to_owned() } else { format!("puzzle {}", index + 1) };
            let reason = format!("reported that {which} has no solution, but another row has one");
            row.outcome = CompareOutcome::Failed(reason);
        }
    }
}

/// The median; of an even number, the mean of the two in the middle.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(times: &[u64]) -> Vec<Duration> {
        times.iter().copied().map(Duration::from_millis).collect()
    }

    fn row(solvable: &[bool]) -> CompareRow {
        let outcome = CompareOutcome::Solved { time: Duration::ZERO, solvable: solvable.to_vec() };
        let (encoding, size) = (InputEncoding::F2csp, TotalSize::default());
        CompareRow { encoding, solver: Some(0), size, encode_time: None, outcome }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut milliseconds(&[9, 1, 4])), Duration::from_millis(4));
        assert_eq!(median(&mut milliseconds(&[9, 1, 4, 6])), Duration::from_millis(5));
        assert_eq!(median(&mut milliseconds(&[7])), Duration::from_millis(7));
    }

    #[test]
    fn a_row_without_a_solution_that_another_row_has_is_marked() {
        let mut rows = [row(&[true, true]), row(&[true, false]), row(&[true, true])];
        mark_contradicted(&mut rows);
        assert_eq!(
            rows[1].outcome,
            CompareOutcome::Failed("reported that puzzle 2 has no solution, but another row has one".to_owned())
        );
        assert!(rows[0].solve_time().is_some() && rows[2].solve_time().is_some());
    }

    #[test]
    fn rows_that_agree_are_not_marked() {
        let mut rows = [row(&[false]), row(&[false])];
        mark_contradicted(&mut rows);
        assert!(rows.iter().all(|row| row.solve_time().is_some()));
    }
}
