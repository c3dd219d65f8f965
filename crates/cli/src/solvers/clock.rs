//! One run of a solver, timed and ended at its limit.

use std::time::{Duration, Instant};

use qedoku::{Interrupt, Puzzle, SolveError};

use super::runner::Runner;
use super::watch::{TICK, Watch};

/// What times the runs, one at a time.
pub(crate) struct Clock {
    limit: Duration,
    /// Ends the whole work.
    all: Interrupt,
    watch: Watch,
}

/// How a run ended.
pub(crate) enum Run {
    /// With an answer: whether there is a solution.
    Solved(Duration, bool),
    /// At the limit.
    Over,
    /// With something that is no solution: a sentence.
    Wrong(String),
    /// Without an answer: a sentence.
    Failed(String),
    /// Because the whole work is to end.
    Ended,
}

impl Clock {
    /// Runs end at the limit, and when all is to end.
    pub(crate) fn new(limit: Duration, all: Interrupt) -> Clock {
        Clock { limit, watch: Watch::new(limit, all.clone()), all }
    }

    /// The limit of each run.
    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether all is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.all.is_set()
    }

    /// One run: the time to make the clauses or the file, then how solving ended.
    pub(crate) fn run(&self, runner: &Runner, puzzle: &Puzzle) -> (Duration, Run) {
        let stop = Interrupt::default();
        let begin = Instant::now();
        let mut ready = None;
        let found = runner.run(puzzle, &stop, || {
            self.watch.begin(&stop);
            ready = Some(Instant::now());
        });
        let end = Instant::now();
        self.watch.end();
        let ready = ready.unwrap_or(end);
        let (encode, time) = (ready - begin, end - ready);

        let run = match found {
            // The watch looks only now and then: some end by themselves just after the limit.
            Ok(_) if time > self.limit => Run::Over,
            Ok(solvable) => Run::Solved(time, solvable),
            Err(failure) => self.without_answer(&failure),
        };
        (encode, run)
    }

    fn without_answer(&self, failure: &SolveError) -> Run {
        // Ctrl-C also reaches an outside solver, which may be gone before we know why.
        std::thread::sleep(10 * TICK);
        match failure {
            _ if self.is_over() => Run::Ended,
            SolveError::Interrupted => Run::Over,
            SolveError::InvalidSolution(_) | SolveError::Decode(_) => Run::Wrong(failure.to_string()),
            failure => Run::Failed(failure.to_string()),
        }
    }
}
