//! Timed run: one solver on one puzzle, with encode time, solve time and a limit on the latter.

use std::time::{Duration, Instant};

use qedoku::{Interrupt, Puzzle, SolveError};

use super::runner::Runner;
use super::watchdog::{POLL_INTERVAL, Watchdog};

/// Runs solvers one at a time, each within the same limit.
pub struct RunTimer {
    limit: Duration,
    benchmark_interrupt: Interrupt,
    watchdog: Watchdog,
}

/// Time and outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimedRun {
    /// Until the clauses or the input file were ready.
    pub encode_time: Duration,
    /// Result of solving.
    pub outcome: RunOutcome,
}

/// Result of a solver on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunOutcome {
    /// The solver answered within the limit.
    Solved {
        /// Solve time, without the encode time.
        time: Duration,
        /// Whether the puzzle has a solution.
        solvable: bool,
    },
    /// The solver did not answer within the limit.
    TimedOut,
    /// The answer is wrong, with the reason.
    Wrong(String),
    /// The solver ended without an answer, with the reason.
    Failed(String),
}

impl RunOutcome {
    /// The solve time, if the puzzle was solved.
    pub fn time(&self) -> Option<Duration> {
        if let RunOutcome::Solved { time, .. } = self { Some(*time) } else { None }
    }
}

impl RunTimer {
    /// A timer with this limit for each run. The flag interrupts the current run and all later ones.
    pub fn new(limit: Duration, benchmark_interrupt: Interrupt) -> RunTimer {
        RunTimer { limit, watchdog: Watchdog::new(limit, benchmark_interrupt.clone()), benchmark_interrupt }
    }

    /// The limit on the solve time of each run.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether the whole benchmark is interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.benchmark_interrupt.is_set()
    }

    /// The flag that interrupts the whole benchmark.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.benchmark_interrupt
    }

    /// Runs a solver on a puzzle; `None` if the whole benchmark was interrupted before it answered.
    pub fn run(&self, runner: &Runner, puzzle: &Puzzle) -> Option<TimedRun> {
        let run_interrupt = Interrupt::default();
        let start = Instant::now();
        let mut encoded = None;
        self.watchdog.start(&run_interrupt);
        let result = runner.run(puzzle, &run_interrupt, || {
            self.watchdog.start_limit();
            encoded = Some(Instant::now());
        });
        let end = Instant::now();
        self.watchdog.end();
        let encoded = encoded.unwrap_or(end); // encoding failed
        let (encode_time, time) = (encoded - start, end - encoded);

        let outcome = match result {
            // The watchdog polls: a solver may answer between the limit and the next poll.
            Ok(_) if time > self.limit => RunOutcome::TimedOut,
            Ok(solvable) => RunOutcome::Solved { time, solvable },
            Err(error) => self.outcome_of_error(&error)?,
        };
        Some(TimedRun { encode_time, outcome })
    }

    /// Outcome of a run without an answer; `None` if the whole benchmark is interrupted.
    fn outcome_of_error(&self, error: &SolveError) -> Option<RunOutcome> {
        // Ctrl-C reaches an external solver too, which may end before the interrupt flag of this process is set.
        std::thread::sleep(10 * POLL_INTERVAL);
        match error {
            _ if self.is_interrupted() => None,
            SolveError::Interrupted => Some(RunOutcome::TimedOut),
            SolveError::InvalidSolution(_) | SolveError::Decode(_) => Some(RunOutcome::Wrong(error.to_string())),
            error => Some(RunOutcome::Failed(error.to_string())),
        }
    }
}
