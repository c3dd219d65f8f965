//! How large a formula is, and how long it takes to make and to solve.

use std::time::{Duration, Instant};

use qedoku::Puzzle;

use super::size::Total;
use crate::progress::ProgressLine;
use crate::solvers::{Clock, Program, Run, Runner, Way};

/// A way of saying the puzzles and a solver.
pub(crate) struct Row {
    pub(crate) way: Way,
    /// The place of the solver in the list; none for a scheme that is not solved with.
    pub(crate) solver: Option<usize>,
    pub(crate) size: Total,
    /// Until the clauses were made; unknown if not all were.
    pub(crate) encode: Option<Duration>,
    pub(crate) outcome: Outcome,
}

/// What became of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// All were solved in this time; whether each puzzle has a solution.
    Solved(Duration, Vec<bool>),
    /// A run reached its limit, so that solving takes longer than this.
    Over(Duration),
    /// The solver failed: a sentence.
    Failed(String),
    /// The scheme's models need not be solutions.
    Incomplete,
}

/// What measures.
pub(crate) struct Measure<'a> {
    puzzles: &'a [Puzzle],
    repeat: usize,
    clock: &'a Clock,
    progress: &'a ProgressLine,
}

impl Row {
    /// The time to solve, if all was solved.
    pub(crate) fn solve(&self) -> Option<Duration> {
        match self.outcome {
            Outcome::Solved(time, _) => Some(time),
            _ => None,
        }
    }

    /// Which puzzles have a solution, if all were solved.
    pub(crate) fn solvable(&self) -> Option<&[bool]> {
        match &self.outcome {
            Outcome::Solved(_, solvable) => Some(solvable),
            _ => None,
        }
    }
}

impl<'a> Measure<'a> {
    pub(crate) fn new(
        puzzles: &'a [Puzzle],
        repeat: usize,
        clock: &'a Clock,
        progress: &'a ProgressLine,
    ) -> Measure<'a> {
        Measure { puzzles, repeat, clock, progress }
    }

    /// The rows of these ways and solvers; fewer if the comparison is ended early.
    pub(crate) fn rows(&self, ways: &[Way], solvers: &[Program]) -> Vec<Row> {
        let mut rows = Vec::new();
        for way in ways {
            if self.rows_of(*way, solvers, &mut rows).is_none() {
                break;
            }
        }
        rows
    }

    fn rows_of(&self, way: Way, solvers: &[Program], rows: &mut Vec<Row>) -> Option<()> {
        let (size, encode) = self.write(way)?;
        if !way.is_complete() {
            rows.push(Row { way, solver: None, size, encode: Some(encode), outcome: Outcome::Incomplete });
            return Some(());
        }
        for (place, solver) in solvers.iter().enumerate() {
            if let Some(runner) = solver.runner(way) {
                let (encode, outcome) = self.solve(&runner)?;
                rows.push(Row { way, solver: Some(place), size, encode, outcome });
            }
        }
        Some(())
    }

    /// The sizes of the files, and the time to write them to nowhere; none if the comparison is ended.
    fn write(&self, way: Way) -> Option<(Total, Duration)> {
        let mut total = Total::default();
        let mut sum = Duration::ZERO;
        for puzzle in self.puzzles {
            if self.clock.is_over() {
                return None;
            }
            // Where there is a solver, its own encode time is shown.
            let repeat = if way.is_complete() { 1 } else { self.repeat };
            let written = |_| {
                let begin = Instant::now();
                (Total::of(way, puzzle), begin.elapsed())
            };
            let (sizes, mut times): (Vec<Total>, Vec<Duration>) = (0..repeat).map(written).unzip();
            total.add(sizes[0]);
            sum += median(&mut times);
        }
        Some((total, sum))
    }

    /// The time to make the files of all puzzles and what came of solving them; none if the comparison is ended.
    fn solve(&self, runner: &Runner) -> Option<(Option<Duration>, Outcome)> {
        let (mut encode, mut solve) = (Duration::ZERO, Duration::ZERO);
        let mut solvable = Vec::new();
        for (place, puzzle) in self.puzzles.iter().enumerate() {
            let (encoded, run) = self.runs(runner, puzzle);
            encode += encoded;
            let all_encoded = (place + 1 == self.puzzles.len()).then_some(encode);
            match run {
                Run::Solved(time, found) => {
                    solve += time;
                    solvable.push(found);
                }
                Run::Over => return Some((all_encoded, Outcome::Over(solve + self.clock.limit()))),
                Run::Wrong(why) | Run::Failed(why) => {
                    return Some((all_encoded, Outcome::Failed(self.of_puzzle(place, &why))));
                }
                Run::Ended => return None,
            }
        }
        Some((Some(encode), Outcome::Solved(solve, solvable)))
    }

    /// The median times of the runs of one puzzle; the first run without an answer is the last.
    fn runs(&self, runner: &Runner, puzzle: &Puzzle) -> (Duration, Run) {
        let (mut encodes, mut times, mut answers) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..self.repeat {
            let (encode, run) = self.clock.run(runner, puzzle);
            self.progress.add(1);
            encodes.push(encode);
            let Run::Solved(time, answer) = run else { return (median(&mut encodes), run) };
            times.push(time);
            answers.push(answer);
        }
        let run = if answers.iter().all(|answer| *answer == answers[0]) {
            Run::Solved(median(&mut times), answers[0])
        } else {
            Run::Failed("found a solution in one run and none in another".to_owned())
        };
        (median(&mut encodes), run)
    }

    fn of_puzzle(&self, place: usize, why: &str) -> String {
        if self.puzzles.len() == 1 { why.to_owned() } else { format!("puzzle {}: {why}", place + 1) }
    }
}

/// Says of every row that knows no solution where another found one (and the referee accepted it) that it is wrong.
pub(crate) fn expose_liars(rows: &mut [Row]) {
    let found: Vec<Vec<bool>> = rows.iter().filter_map(Row::solvable).map(<[bool]>::to_vec).collect();
    let Some(count) = found.first().map(Vec::len) else { return };
    let solvable: Vec<bool> = (0..count).map(|place| found.iter().any(|row| row[place])).collect();
    for row in rows {
        let wrong = row.solvable().and_then(|known| (0..count).find(|place| solvable[*place] && !known[*place]));
        if let Some(place) = wrong {
            let which = if count == 1 { "the puzzle".to_owned() } else { format!("puzzle {}", place + 1) };
            let why = format!("said that {which} has no solution, but another row has one");
            row.outcome = Outcome::Failed(why);
        }
    }
}

/// The one in the middle; of an even number, half-way between the two.
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

    fn row(solvable: &[bool]) -> Row {
        let outcome = Outcome::Solved(Duration::ZERO, solvable.to_vec());
        Row { way: Way::F2csp, solver: Some(0), size: Total::default(), encode: None, outcome }
    }

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(&mut milliseconds(&[9, 1, 4])), Duration::from_millis(4));
        assert_eq!(median(&mut milliseconds(&[9, 1, 4, 6])), Duration::from_millis(5));
        assert_eq!(median(&mut milliseconds(&[7])), Duration::from_millis(7));
    }

    #[test]
    fn a_row_without_a_solution_that_another_row_has_is_wrong() {
        let mut rows = [row(&[true, true]), row(&[true, false]), row(&[true, true])];
        expose_liars(&mut rows);
        assert_eq!(
            rows[1].outcome,
            Outcome::Failed("said that puzzle 2 has no solution, but another row has one".to_owned())
        );
        assert!(rows[0].solve().is_some() && rows[2].solve().is_some());
    }

    #[test]
    fn rows_that_agree_are_believed() {
        let mut rows = [row(&[false]), row(&[false])];
        expose_liars(&mut rows);
        assert!(rows.iter().all(|row| row.solve().is_some()));
    }
}
