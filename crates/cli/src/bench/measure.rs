//! How long the work takes: a warm-up that also says how often to go over the list, then the runs.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use qedoku::{Interrupt, SolveError};

use super::BenchArgs;
use super::list::List;
use super::work::{Answers, Engine, Way, Work};
use crate::progress::ProgressLine;

/// An engine used in one way.
pub(crate) struct Row {
    pub(crate) engine: Engine,
    pub(crate) way: Way,
    /// How many puzzles it got.
    pub(crate) puzzles: usize,
    /// How often each run went over them.
    pub(crate) passes: usize,
    /// Of one pass.
    pub(crate) answers: Answers,
    /// The time of each run, ascending.
    pub(crate) times: Vec<Duration>,
}

/// What measures.
pub(crate) struct Measure<'a> {
    args: &'a BenchArgs,
    stop: &'a Interrupt,
    progress: &'a ProgressLine,
}

impl<'a> Measure<'a> {
    pub(crate) fn new(args: &'a BenchArgs, stop: &'a Interrupt, progress: &'a ProgressLine) -> Measure<'a> {
        Measure { args, stop, progress }
    }

    /// The rows of a list, in the order of the engines; fewer if the work is stopped.
    pub(crate) fn rows(&self, engines: &[Engine], list: &List) -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        for engine in engines {
            let work = match (engine, list.lines()) {
                (Engine::Lanes(simd), Some(lines)) => Work::lanes(*simd, lines),
                (Engine::Lanes(_), None) => continue,
                (Engine::Sat, _) => Work::sat(list.sample(self.args.sample.get()), self.stop),
            };
            for way in work.ways() {
                match self.row(*engine, &work, way) {
                    Ok(row) => rows.push(row),
                    Err(SolveError::Interrupted) => return Ok(rows),
                    Err(failure) => bail!("{}: {failure}", list.name),
                }
            }
        }
        if rows.is_empty() {
            bail!("{} has puzzles that are not 9x9, or have candidates: they are for --engine sat", list.name);
        }
        agree(&rows)?;
        Ok(rows)
    }

    fn row(&self, engine: Engine, work: &Work, way: Way) -> Result<Row, SolveError> {
        let answers = work.run(way, 1)?; // the first time is the slowest
        let passes = self.passes(work, way)?;
        let mut times = Vec::new();
        for _ in 0..self.args.repeats.get() {
            times.push(self.time(work, way, passes)?);
            self.progress.add(1);
        }
        times.sort_unstable();
        Ok(Row { engine, way, puzzles: work.count(), passes, answers, times })
    }

    /// How often a run goes over the list: doubled until it takes a quarter of the time that it should.
    fn passes(&self, work: &Work, way: Way) -> Result<usize, SolveError> {
        let mut passes = 1;
        loop {
            let time = self.time(work, way, passes)?.max(Duration::from_nanos(1));
            if time * 4 >= self.args.run_time {
                let all = self.args.run_time.as_secs_f64() / time.as_secs_f64() * passes as f64;
                return Ok((all.round() as usize).max(1));
            }
            passes *= 2;
        }
    }

    fn time(&self, work: &Work, way: Way, passes: usize) -> Result<Duration, SolveError> {
        if self.stop.is_set() {
            return Err(SolveError::Interrupted);
        }
        let begin = Instant::now();
        work.run(way, passes)?;
        Ok(begin.elapsed())
    }
}

/// Rows about the same puzzles must say the same of them.
fn agree(rows: &[Row]) -> Result<()> {
    let said = |row: &Row| (row.answers.none, row.answers.one, row.answers.many);
    for row in rows {
        let other = rows.iter().find(|other| other.puzzles == row.puzzles).expect("at least the row itself");
        if said(row) != said(other) {
            bail!("{} and {} have different answers: this is a mistake in qedoku", row.name(), other.name());
        }
    }
    Ok(())
}

impl Row {
    /// `lanes avx2`.
    pub(crate) fn name(&self) -> String {
        self.engine.simd().map_or(self.engine.name().to_owned(), |simd| format!("{} {simd}", self.engine.name()))
    }

    pub(crate) fn threads(&self) -> usize {
        if self.way == Way::Threads { rayon::current_num_threads() } else { 1 }
    }

    /// Puzzles per second in the fastest run.
    pub(crate) fn best(&self) -> f64 {
        self.rate(self.times[0])
    }

    /// Puzzles per second in the run in the middle.
    pub(crate) fn median(&self) -> f64 {
        self.rate(self.times[self.times.len() / 2])
    }

    fn rate(&self, time: Duration) -> f64 {
        (self.puzzles * self.passes) as f64 / time.as_secs_f64().max(1e-9)
    }

    /// Guesses per puzzle, if the engine counts them.
    pub(crate) fn guesses(&self) -> Option<f64> {
        let per_puzzle = self.answers.guesses as f64 / self.puzzles as f64;
        matches!(self.engine, Engine::Lanes(_)).then_some(per_puzzle)
    }
}
