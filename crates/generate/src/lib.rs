//! Puzzle generator: random puzzles with exactly one solution, minimal unless the specification allows redundant givens.
//!
//! ```
//! use qedoku_generate::{GivenLayout, PuzzleSpec, Symmetry};
//! use qedoku_puzzle::{Answer, Board};
//!
//! // Minimal 9x9 puzzles whose givens form a pattern with half-turn symmetry.
//! let layout = GivenLayout::Symmetric(Symmetry::Rotate180);
//! let spec = PuzzleSpec { layout, ..PuzzleSpec::new(Board::CLASSIC) };
//!
//! let mut puzzles = qedoku_generate::puzzles(spec, 2026, None)?; // fails at once if no such puzzle exists
//! let generated = puzzles.next().expect("the iterator is endless")?;
//! assert_eq!(qedoku_solve::solve(&generated.puzzle), Answer::One(generated.solution));
//!
//! // At most 22 givens: most attempts fail. The iterator repeats until one succeeds, or until 5,000 in a row have failed.
//! let spec = PuzzleSpec { givens: 0..=22, ..PuzzleSpec::new(Board::CLASSIC) };
//! let generated = qedoku_generate::puzzles(spec, 2026, Some(5000))?.next().expect("the iterator is endless")?;
//! assert!(generated.puzzle.givens().filled_count() <= 22);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Method
//!
//! Top-down generation: an *attempt* starts from a random full grid and removes givens in random order as long as the solution
//! stays unique. [`PuzzleSpec`] determines how many stay and which are removed together. With a [`GivenPattern`]
//! the cells are fixed: on 9x9 hill climbing changes the digits, on other boards attempts try random grids.
//!
//! ```text
//!   PuzzleSpec ── Generator
//!                   ├─ classic (9x9): random_grid ─ minimize, 128 attempts at a time, on the SIMD engine
//!                   │                 pattern_search: hill climbing for a pattern of givens
//!                   └─ sat_generator (other boards): random grid ─ minimize, one attempt at a time, on CaDiCaL
//!                                                        └ unavoidable: sets of cells that need a given
//! ```
//!
//! [`Reducer`] does the same for a given puzzle: its redundant givens, one of its minimal puzzles, or all of them.
//! [`equivalence`] recognizes and generates equivalent puzzles: canonical forms and random transformations.
//!
//! Top-down generation is biased: it can reach every minimal puzzle, but it prefers those with few givens. Statistics of its
//! puzzles, such as the mean number of givens, are not those of all minimal puzzles (Berthier 2009).
//!
//! # Reproducibility
//!
//! Attempts are numbered from 0. Each has its own random stream, derived from the seed and its number. The puzzles of a seed are
//! the successful attempts in the order of their numbers: the same ones for any number of threads, on every machine and with
//! every SIMD level. The invariant behind it: control flow depends on *whether* a set of givens has a unique solution, never
//! on *which* second solution a solver finds.
//!
//! # References
//!
//! - D. Berthier, "Unbiased statistics of a constraint satisfaction problem - a controlled-bias generator", CISSE 2009.
//! - G. `McGuire`, B. Tugemann, G. Civario, "There is no 16-clue Sudoku: solving the Sudoku minimum number of clues problem via
//!   hitting set enumeration", Experimental Mathematics, 2014.

mod cell_set;
mod symmetry;
mod spec;
mod unavoidable;
mod minimize;
mod classic;
mod sat_generator;
mod reduce;
pub mod equivalence;

use std::collections::VecDeque;
use std::error::Error;
use std::fmt;
use std::ops::Range;

use classic::BatchGenerator;
use minimize::GivensTarget;
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Grid, Puzzle};
use qedoku_solve::{Interrupt, SolveError};
use sat_generator::SatGenerator;

pub use reduce::{MinimalPuzzles, Reducer};
pub use spec::{GivenLayout, PuzzleSpec, PuzzleSpecError};
pub use symmetry::{GivenPattern, GivenPatternError, Symmetry};

/// A generated puzzle with its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedPuzzle {
    /// The number of the attempt that generated it.
    pub attempt: u64,
    /// The puzzle. It has exactly one solution.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Grid,
}

/// The reason why [`GeneratedPuzzles`] yields no further puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// Too many attempts in a row failed.
    AttemptsExhausted(AttemptsExhaustedError),
    /// A solver failed, or the interrupt flag was set ([`SolveError::Interrupted`]).
    Solve(SolveError),
}

/// Too many attempts in a row failed. A puzzle that meets the specification may still exist.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AttemptsExhaustedError {
    /// The specification that no attempt met.
    pub spec: PuzzleSpec,
    /// The number of failed attempts.
    pub tries: u64,
}

/// Runs attempts by their numbers. It owns a solver and its buffers; create one per thread.
pub struct Generator {
    context: AttemptContext,
    backend: Backend,
    interrupt: Interrupt,
}

/// Endless iterator over the puzzles of a seed, in the order of their attempts.
///
/// After an error the next call continues where the iterator stopped. It therefore yields the error again, unless the error came
/// from a solver and was transient.
pub struct GeneratedPuzzles {
    generator: Generator,
    failures: FailureCounter,
    /// The first attempt that has not been run.
    next_attempt: u64,
    /// Puzzles of past attempts that have not been yielded.
    pending: VecDeque<GeneratedPuzzle>,
}

/// Counts failed attempts since the last success, for callers that distribute attempts of a [`Generator`] themselves.
///
/// The count does not depend on how the attempts are split into ranges: it is a function of the numbers of the successful
/// attempts, reported in ascending order.
#[derive(Clone, Debug)]
pub struct FailureCounter {
    tries: u64,
    /// The attempt after the last success: failures are counted from here.
    failed_from: u64,
}

/// The data that all attempts share.
struct AttemptContext {
    spec: PuzzleSpec,
    seed: u64,
    /// The cells of the pattern, if the layout is one.
    pattern: Option<Vec<usize>>,
}

/// The engine that runs the attempts.
enum Backend {
    /// 9x9: batches on the SIMD engine.
    Batch(Box<BatchGenerator>),
    /// Other boards: `CaDiCaL`. Created by the first attempt, because loading the formula can be interrupted.
    Sat(Option<Box<SatGenerator>>),
}

/// The puzzles of a seed. `tries` is the number of attempts in a row that may fail, by default
/// [`PuzzleSpec::default_tries`]. To be able to interrupt the work, use [`GeneratedPuzzles::new`].
pub fn puzzles(spec: PuzzleSpec, seed: u64, tries: Option<u64>) -> Result<GeneratedPuzzles, PuzzleSpecError> {
    GeneratedPuzzles::new(spec, seed, tries, &Interrupt::default())
}

impl Generator {
    /// A generator for a specification, or the reason why no puzzle meets it. Setting `interrupt` ends running attempts.
    pub fn new(spec: PuzzleSpec, seed: u64, interrupt: &Interrupt) -> Result<Generator, PuzzleSpecError> {
        spec.check()?;
        let backend = match spec.board {
            Board::CLASSIC => Backend::Batch(Box::new(BatchGenerator::new(&spec.orbits()))),
            _ => Backend::Sat(None),
        };
        let pattern = match &spec.layout {
            GivenLayout::Symmetric(_) => None,
            GivenLayout::Pattern(pattern) => Some(pattern.cells().collect()),
        };
        Ok(Generator { context: AttemptContext { spec, seed, pattern }, backend, interrupt: interrupt.clone() })
    }

    /// Runs a range of attempts and returns the puzzles of the successful ones, in ascending order.
    ///
    /// Fails with [`SolveError::Interrupted`] if the interrupt flag is set; the puzzles found until then are lost.
    pub fn attempts(&mut self, attempts: Range<u64>) -> Result<Vec<GeneratedPuzzle>, SolveError> {
        let mut puzzles = match &mut self.backend {
            Backend::Batch(batch) => batch.run(&self.context, attempts, &self.interrupt)?,
            Backend::Sat(sat) => {
                let sat = match sat {
                    Some(sat) => sat,
                    None => sat.insert(Box::new(SatGenerator::new(&self.context.spec, &self.interrupt)?)),
                };
                sat.run(&self.context, attempts)?
            }
        };
        puzzles.sort_unstable_by_key(|generated| generated.attempt);
        Ok(puzzles)
    }
}

impl AttemptContext {
    /// The number of givens that an attempt aims at. A minimal puzzle has as few as its random order leads to; if redundant
    /// givens are allowed, the attempt stops at a random number within the specified range.
    fn givens_target(&self, rng: &mut Rng) -> GivensTarget {
        let cells = self.spec.board.cell_count();
        let (min, max) = (*self.spec.givens.start(), cells.min(*self.spec.givens.end()));
        if self.spec.minimal {
            return GivensTarget { min: 0, stop_at: 0, max };
        }
        GivensTarget { min, stop_at: min + rng.below(max - min + 1), max }
    }
}

impl FailureCounter {
    /// A counter that gives up after this many failed attempts in a row (at least 1).
    pub fn new(tries: u64) -> FailureCounter {
        FailureCounter { tries: tries.max(1), failed_from: 0 }
    }

    /// Records a successful attempt. Returns false if the failures before it already exceed the limit: its puzzle does not
    /// count.
    pub fn record_success(&mut self, attempt: u64) -> bool {
        let counts = !self.is_exhausted(attempt);
        self.failed_from = if counts { attempt + 1 } else { self.failed_from };
        counts
    }

    /// Whether too many attempts in a row have failed, if all attempts before `next` are known.
    pub fn is_exhausted(&self, next: u64) -> bool {
        next.saturating_sub(self.failed_from) >= self.tries
    }
}

impl GeneratedPuzzles {
    /// The puzzles of a seed, until `interrupt` is set: then the iterator yields [`SolveError::Interrupted`].
    ///
    /// `tries` is the number of attempts in a row that may fail, by default [`PuzzleSpec::default_tries`].
    pub fn new(
        spec: PuzzleSpec,
        seed: u64,
        tries: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<GeneratedPuzzles, PuzzleSpecError> {
        let failures = FailureCounter::new(tries.unwrap_or_else(|| spec.default_tries()));
        let generator = Generator::new(spec, seed, interrupt)?;
        Ok(GeneratedPuzzles { generator, failures, next_attempt: 0, pending: VecDeque::new() })
    }
}

impl Iterator for GeneratedPuzzles {
    type Item = Result<GeneratedPuzzle, GenerateError>;

    fn next(&mut self) -> Option<Result<GeneratedPuzzle, GenerateError>> {
        loop {
            if let Some(generated) = self.pending.pop_front()
                && self.failures.record_success(generated.attempt)
            {
                return Some(Ok(generated));
            }
            let spec = &self.generator.context.spec;
            if self.failures.is_exhausted(self.next_attempt) {
                return Some(Err(AttemptsExhaustedError::new(spec.clone(), self.failures.tries).into()));
            }
            let attempts = self.next_attempt..self.next_attempt + spec.attempts_per_chunk();
            let end = attempts.end;
            match self.generator.attempts(attempts) {
                Ok(puzzles) => self.pending.extend(puzzles),
                Err(error) => return Some(Err(error.into())),
            }
            self.next_attempt = end;
        }
    }
}

impl AttemptsExhaustedError {
    /// `tries` attempts in a row did not meet the specification.
    pub fn new(spec: PuzzleSpec, tries: u64) -> AttemptsExhaustedError {
        AttemptsExhaustedError { spec, tries }
    }
}

impl From<AttemptsExhaustedError> for GenerateError {
    fn from(error: AttemptsExhaustedError) -> GenerateError {
        GenerateError::AttemptsExhausted(error)
    }
}

impl From<SolveError> for GenerateError {
    fn from(error: SolveError) -> GenerateError {
        GenerateError::Solve(error)
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("spec", &self.context.spec)
            .field("seed", &self.context.seed)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for GeneratedPuzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GeneratedPuzzles")
            .field("generator", &self.generator)
            .field("next_attempt", &self.next_attempt)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for AttemptsExhaustedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = if self.tries == 1 { "attempt" } else { "attempts in a row" };
        write!(f, "no {} was found in {} {attempts}", self.spec, self.tries)
    }
}

impl Error for AttemptsExhaustedError {}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::AttemptsExhausted(error) => error.fmt(f),
            GenerateError::Solve(error) => error.fmt(f),
        }
    }
}

/// The message of the inner error is the message here, so `source` continues with the cause of the inner error.
impl Error for GenerateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            GenerateError::AttemptsExhausted(error) => error.source(),
            GenerateError::Solve(error) => error.source(),
        }
    }
}
