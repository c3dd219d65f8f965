//! Throughput measurement: warm-up, calibration of the number of passes, timed runs.
//!
//! A run makes as many passes over the benchmark set as are needed to fill [`ThroughputConfig::run_time`]. The best of
//! several runs is the one with the least interference from other processes; the median shows how large that is.

use std::time::{Duration, Instant};

use qedoku::{Interrupt, SolveError};

use super::benchmark_set::BenchmarkSet;
use super::workload::{AnswerCounts, BenchEngine, CallMode, Workload};
use crate::BenchError;

/// Configuration of a throughput measurement.
#[derive(Clone, Debug)]
pub struct ThroughputConfig {
    /// Timed runs for each engine and call mode; at least 1.
    pub repeats: usize,
    /// Approximate length of a run.
    pub run_time: Duration,
    /// Most puzzles for the SAT engine, which is slower than the lanes engine by orders of magnitude.
    pub sample: usize,
    /// Ends the measurement.
    pub interrupt: Interrupt,
}

/// Throughput of all engines on a benchmark set.
#[derive(Clone, Debug)]
pub struct ThroughputReport {
    /// Name of the benchmark set.
    pub set: String,
    /// Number of puzzles in the set.
    pub puzzles: usize,
    /// Number of puzzles that could not be read.
    pub unreadable: usize,
    /// Timed runs for each row.
    pub repeats: usize,
    /// One row for each engine and call mode; at least one.
    pub rows: Vec<ThroughputRow>,
}

/// Throughput of one engine in one call mode.
#[derive(Clone, Debug)]
pub struct ThroughputRow {
    /// The engine.
    pub engine: BenchEngine,
    /// The call mode.
    pub mode: CallMode,
    /// Threads in use.
    pub threads: usize,
    /// Puzzles in one pass.
    pub puzzles: usize,
    /// Passes over the puzzles in each run.
    pub passes: usize,
    /// Answers of one pass.
    pub answers: AnswerCounts,
    /// Time of each run, ascending.
    pub times: Vec<Duration>,
}

impl Default for ThroughputConfig {
    fn default() -> ThroughputConfig {
        let interrupt = Interrupt::default();
        ThroughputConfig { repeats: 5, run_time: Duration::from_millis(200), sample: 500, interrupt }
    }
}

impl ThroughputConfig {
    /// Measures these engines in all call modes. `on_run` is called after each timed run.
    pub fn measure(
        &self,
        engines: &[BenchEngine],
        set: &BenchmarkSet,
        on_run: &dyn Fn(),
    ) -> Result<ThroughputReport, BenchError> {
        let mut rows: Vec<ThroughputRow> = Vec::new();
        for engine in engines {
            let workload = match (engine, set.classic_lines()) {
                (BenchEngine::Lanes(simd), Some(lines)) => Workload::lanes(*simd, lines, &self.interrupt),
                (BenchEngine::Lanes(_), None) => continue, // 9x9 without candidates only
                (BenchEngine::Sat, _) => Workload::sat(set.sample(self.sample), &self.interrupt),
            };
            for mode in workload.call_modes() {
                let row = self.measure_row(*engine, &workload, mode, on_run);
                rows.push(row.map_err(|error| match error {
                    SolveError::Interrupted => BenchError::Interrupted,
                    source => BenchError::Engine { set: set.name.clone(), source },
                })?);
            }
        }
        if rows.is_empty() {
            return Err(BenchError::NoEngine { set: set.name.clone() });
        }
        check_agreement(&rows)?;
        let (puzzles, unreadable) = (set.len(), set.unreadable);
        Ok(ThroughputReport { set: set.name.clone(), puzzles, unreadable, repeats: self.repeats, rows })
    }

    fn measure_row(
        &self,
        engine: BenchEngine,
        workload: &Workload,
        mode: CallMode,
        on_run: &dyn Fn(),
    ) -> Result<ThroughputRow, SolveError> {
        let answers = workload.run(mode, 1)?; // warm-up: the first pass is the slowest
        let passes = self.calibrate_passes(workload, mode)?;
        let mut times = Vec::new();
        for _ in 0..self.repeats {
            times.push(self.time(workload, mode, passes)?);
            on_run();
        }
        times.sort_unstable();
        let threads = if mode == CallMode::Parallel { rayon::current_num_threads() } else { 1 };
        Ok(ThroughputRow { engine, mode, threads, puzzles: workload.puzzle_count(), passes, answers, times })
    }

    /// Number of passes that fill the run time: doubled until they take a quarter of it, then extrapolated.
    fn calibrate_passes(&self, workload: &Workload, mode: CallMode) -> Result<usize, SolveError> {
        let mut passes = 1;
        loop {
            let time = self.time(workload, mode, passes)?.max(Duration::from_nanos(1));
            if time * 4 >= self.run_time {
                let extrapolated = self.run_time.as_secs_f64() / time.as_secs_f64() * passes as f64;
                return Ok((extrapolated.round() as usize).max(1));
            }
            passes *= 2;
        }
    }

    fn time(&self, workload: &Workload, mode: CallMode, passes: usize) -> Result<Duration, SolveError> {
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let start = Instant::now();
        workload.run(mode, passes)?;
        Ok(start.elapsed())
    }
}

/// Checks that engines counted the same answers. Rows with the same number of puzzles were measured on the same puzzles.
fn check_agreement(rows: &[ThroughputRow]) -> Result<(), BenchError> {
    let counts = |row: &ThroughputRow| (row.answers.none, row.answers.one, row.answers.many);
    for row in rows {
        let first = rows.iter().find(|first| first.puzzles == row.puzzles).expect("at least the row itself");
        if counts(row) != counts(first) {
            return Err(BenchError::Disagreement { first: row.name(), second: first.name() });
        }
    }
    Ok(())
}

impl ThroughputRow {
    /// `lanes avx2`.
    pub fn name(&self) -> String {
        self.engine.simd().map_or(self.engine.name().to_owned(), |simd| format!("{} {simd}", self.engine.name()))
    }

    /// Whether the engine receives many puzzles per call.
    pub fn is_batched(&self) -> bool {
        self.mode != CallMode::Single && self.engine != BenchEngine::Sat
    }

    /// Puzzles per second in the fastest run.
    pub fn best_per_second(&self) -> f64 {
        self.per_second(self.times[0])
    }

    /// Puzzles per second in the median run; of an even number of runs, the slower one in the middle.
    pub fn median_per_second(&self) -> f64 {
        self.per_second(self.times[self.times.len() / 2])
    }

    fn per_second(&self, time: Duration) -> f64 {
        (self.puzzles * self.passes) as f64 / time.as_secs_f64().max(1e-9)
    }

    /// Guesses per puzzle; only the lanes engine counts them.
    pub fn guesses_per_puzzle(&self) -> Option<f64> {
        let per_puzzle = self.answers.guesses as f64 / self.puzzles as f64;
        matches!(self.engine, BenchEngine::Lanes(_)).then_some(per_puzzle)
    }
}
