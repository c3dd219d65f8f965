//! New puzzles, each with exactly one solution; minimal, unless something else is wished for.
//!
//! ```
//! use qedoku_puzzle::{Answer, Board};
//! use qedoku_generate::{Places, Symmetry, Wish};
//!
//! let wish = Wish { places: Places::Symmetric(Symmetry::Rotate180), ..Wish::new(Board::CLASSIC) };
//! let mut puzzles = qedoku_generate::puzzles(wish, 2026, None)?;
//! let made = puzzles.next().expect("there is always another one")?;
//! assert_eq!(qedoku_solve::solve(&made.puzzle), Answer::One(made.solution));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle is the result of an *attempt*: a random full grid, from which givens are dropped as long as one solution
//! remains ([`Wish`] says how far). Attempts are numbered from 0, and each has a stream of random numbers of its own, made
//! from the seed and its number. The puzzles of a seed are the attempts that succeed, in the order of their numbers: however
//! they are spread over threads and whatever the machine, the same ones. Every step follows from whether some givens have
//! one solution, never from which solutions a solver finds first.
//!
//! On 9x9 hundreds of attempts go side by side through [`qedoku_lanes`]; on other boards one by one through `CaDiCaL`.

mod cells;
mod symmetry;
mod wish;
mod unavoidable;
mod thin;
mod classic;
mod large;

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use classic::Classic;
use large::Large;
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Grid, Puzzle};
use qedoku_solve::{Interrupt, SolveError};
use thin::Aim;

pub use symmetry::{Pattern, PatternError, Symmetry};
pub use wish::{Impossible, Places, Wish};

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The number of the attempt that made it.
    pub attempt: u64,
    /// It has exactly one solution,
    pub puzzle: Puzzle,
    /// which is this.
    pub solution: Grid,
}

/// So many attempts in a row failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotFound {
    /// What was wished for.
    pub wish: Wish,
    /// How many attempts.
    pub tries: u64,
}

/// Makes attempts; keeps the memory and the solver for that. One for each thread.
pub struct Generator {
    task: Task,
    maker: Maker,
    interrupt: Interrupt,
}

/// The puzzles of a seed, one after the other.
pub struct Puzzles {
    generator: Generator,
    counter: Counter,
    next: u64,
    ready: VecDeque<Generated>,
}

/// Follows the attempts in their order, and knows when too many have failed.
#[derive(Clone, Debug)]
pub struct Counter {
    tries: u64,
    /// The attempts before this one have been counted since the last puzzle.
    failed_from: u64,
}

/// What all attempts share.
struct Task {
    wish: Wish,
    seed: u64,
    /// The cells of the pattern, if there is one.
    pattern: Option<Vec<usize>>,
}

enum Maker {
    Classic(Box<Classic>),
    /// None before the first attempt.
    Large(Option<Box<Large>>),
}

/// The puzzles of a seed. `tries` is the number of attempts that may fail in a row; if it is not told, as many as are
/// [usual](Wish::usual_tries).
pub fn puzzles(wish: Wish, seed: u64, tries: Option<u64>) -> Result<Puzzles, Impossible> {
    let counter = Counter::new(tries.unwrap_or_else(|| wish.usual_tries()));
    let generator = Generator::new(wish, seed, &Interrupt::default())?;
    Ok(Puzzles { generator, counter, next: 0, ready: VecDeque::new() })
}

impl Generator {
    /// Makes what is wished for, until the flag is set.
    pub fn new(wish: Wish, seed: u64, interrupt: &Interrupt) -> Result<Generator, Impossible> {
        wish.check()?;
        let maker = match wish.board {
            Board::CLASSIC => Maker::Classic(Box::new(Classic::new(&wish.orbits()))),
            _ => Maker::Large(None),
        };
        let pattern = match &wish.places {
            Places::Symmetric(_) => None,
            Places::Pattern(pattern) => Some(pattern.cells().collect()),
        };
        Ok(Generator { task: Task { wish, seed, pattern }, maker, interrupt: interrupt.clone() })
    }

    /// What comes of these attempts, in their order. The only failure is to be stopped.
    pub fn attempts(&mut self, attempts: Range<u64>) -> Result<Vec<Generated>, SolveError> {
        let mut done = match &mut self.maker {
            Maker::Classic(classic) => classic.attempt(&self.task, attempts, &self.interrupt)?,
            Maker::Large(large) => {
                let large = match large {
                    Some(large) => large,
                    None => large.insert(Box::new(Large::new(&self.task.wish, &self.interrupt)?)),
                };
                large.attempt(&self.task, attempts)?
            }
        };
        done.sort_unstable_by_key(|generated| generated.attempt);
        Ok(done)
    }
}

impl Task {
    /// How far an attempt is to go: if more givens than needed are allowed, to a random one of the numbers wished for.
    fn aim(&self, random: &mut Rng) -> Aim {
        let cells = self.wish.board.cell_count();
        let (least, most) = (*self.wish.givens.start(), cells.min(*self.wish.givens.end()));
        if self.wish.minimal {
            return Aim { least: 0, enough: 0, most };
        }
        Aim { least, enough: least + random.below(most - least + 1), most }
    }
}

impl Counter {
    /// Gives up after so many attempts in a row.
    pub fn new(tries: u64) -> Counter {
        Counter { tries: tries.max(1), failed_from: 0 }
    }

    /// Whether this attempt, which succeeded, still counts; false if too many before it failed.
    pub fn succeeds(&mut self, attempt: u64) -> bool {
        let counts = !self.is_over(attempt);
        self.failed_from = if counts { attempt + 1 } else { self.failed_from };
        counts
    }

    /// Whether too many have failed when all attempts before this one are known.
    pub fn is_over(&self, next: u64) -> bool {
        next.saturating_sub(self.failed_from) >= self.tries
    }
}

impl Iterator for Puzzles {
    type Item = Result<Generated, NotFound>;

    fn next(&mut self) -> Option<Result<Generated, NotFound>> {
        loop {
            if let Some(generated) = self.ready.pop_front()
                && self.counter.succeeds(generated.attempt)
            {
                return Some(Ok(generated));
            }
            if self.counter.is_over(self.next) {
                let wish = self.generator.task.wish.clone();
                return Some(Err(NotFound { wish, tries: self.counter.tries }));
            }
            let attempts = self.next..self.next + self.generator.task.wish.side_by_side();
            self.next = attempts.end;
            self.ready.extend(self.generator.attempts(attempts).expect("nobody stops it"));
        }
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("wish", &self.task.wish)
            .field("seed", &self.task.seed)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzles").field("generator", &self.generator).field("next", &self.next).finish_non_exhaustive()
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = if self.tries == 1 { "attempt" } else { "attempts in a row" };
        write!(f, "no {} was found in {} {attempts}", self.wish, self.tries)
    }
}

impl std::error::Error for NotFound {}
