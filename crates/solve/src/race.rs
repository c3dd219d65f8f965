//! Filling and SAT side by side: whichever answers first.
//!
//! Filling finds solutions of large boards that no SAT solver finds, and can say nothing else; "none" and "only one" come from
//! the SAT engine alone. Both work in rounds, slices of work that are counted and not timed, on threads of their own or in
//! turns on one:
//!
//! ```text
//!   filling   |==|====|========|================          a solution: the race is over
//!   SAT       |  |===.|=======.|==============.           a solution, or "none": likewise
//! ```
//!
//! The first round is for filling alone, and as much work as telling the SAT solver its clauses takes: most boards are
//! filled by then. When both find a solution in the same round, the one from filling counts. So the grid depends on
//! the seed and on nothing else, be it on one thread or on two. (More threads mean more fillings, each with random numbers of
//! its own; then which one is first depends on their number.)

use std::borrow::Cow;
use std::thread;

use qedoku_puzzle::{DigitSet, Grid, Puzzle};

use crate::exchange::exchange;
use crate::fill::Fill;
use crate::prune::{prune, prune_by_size};
use crate::sat::{Said, Search, Slice};
use crate::{Failure, Sat, Stop, Watch};

/// How large boards are solved.
#[derive(Clone, Debug)]
pub struct Race {
    /// Another seed may take more or less time, and find another solution where there are several.
    pub seed: u64,
    /// 1: in turns; 2: side by side; more: further fillings.
    pub threads: usize,
    /// Shows how far it is.
    pub watch: Watch,
}

impl Default for Race {
    fn default() -> Race {
        Race { seed: 0, threads: 1, watch: Watch::default() }
    }
}

/// What telling the SAT solver all about a candidate is worth, in work of filling: some 20 clauses.
const CANDIDATE: u64 = 1_500;
/// The work of filling in the first round that both take part in, and in the longest ones (about half a second).
const SHORT: u64 = 4_000_000;
const LONG: u64 = 64_000_000;
/// The work of filling between two looks at the flag that ends it.
const LOOK: u64 = 1_000_000;
/// The work of filling for each unit of the SAT solver's: so that in turns each gets about half of the time.
const TICK: u64 = 6;

impl Race {
    /// The solutions of a puzzle, one by one.
    pub(crate) fn solutions(&self, puzzle: &Puzzle, stop: &Stop) -> Box<dyn Iterator<Item = Result<Grid, Failure>>> {
        match prune(puzzle) {
            None => Box::new(std::iter::empty()),
            Some(left) if left.givens().is_full() => Box::new(std::iter::once(Ok(left.givens().clone()))),
            Some(left) => Box::new(Solutions::new(self.clone(), left, stop.clone())),
        }
    }
}

/// The solutions of a puzzle that has open cells left, one by one.
struct Solutions {
    race: Race,
    left: Puzzle,
    fills: Vec<Fill>,
    complete: Complete,
    progress: Progress,
    stop: Stop,
}

/// The SAT engine.
enum Complete {
    /// It was not needed yet.
    Idle,
    /// It is not needed: pruning showed that there is no solution.
    Needless,
    /// It has been told the clauses.
    Ready(Box<Search<Said<'static>>>),
}

/// How far the list of solutions is.
enum Progress {
    /// Nothing is known.
    Begun,
    /// Filling found the first one.
    Filled(Grid),
    /// These were told, and the SAT engine does not know them yet.
    Told(Vec<Grid>),
    /// The SAT engine knows all that were told.
    Searching,
}

impl Solutions {
    fn new(race: Race, left: Puzzle, stop: Stop) -> Solutions {
        let numbers = 0..race.threads.saturating_sub(1).max(1) as u64;
        let fills = numbers.map_while(|number| Fill::new(&left, race.seed.wrapping_add(number << 32))).collect();
        Solutions { race, left, fills, complete: Complete::Idle, progress: Progress::Begun, stop }
    }

    fn find(&mut self) -> Result<Option<Grid>, Failure> {
        if self.stop.is_set() {
            return Err(Failure::Stopped);
        }
        match std::mem::replace(&mut self.progress, Progress::Searching) {
            Progress::Begun if self.fills.is_empty() => Ok(None), // a box cannot be filled
            Progress::Begun => self.run(),
            Progress::Filled(first) => match exchange(&self.left, &first) {
                Some(second) => {
                    self.progress = Progress::Told(vec![first, second.clone()]);
                    Ok(Some(second))
                }
                None => self.tell(&[first]),
            },
            Progress::Told(known) => self.tell(&known),
            Progress::Searching => self.search(),
        }
    }

    /// The first solution.
    fn run(&mut self) -> Result<Option<Grid>, Failure> {
        let candidates: usize = self.left.initial_candidates().iter().map(DigitSet::len).sum();
        let mut outcome = self.fill_alone(CANDIDATE * candidates as u64)?;
        let mut work = SHORT;
        while outcome == Slice::NotYet {
            outcome = self.round(work)?;
            work = (2 * work).min(LONG);
        }
        Ok(if let Slice::Found(grid) = outcome { Some(grid) } else { None })
    }

    /// The first round.
    fn fill_alone(&mut self, work: u64) -> Result<Slice<Grid>, Failure> {
        let Solutions { fills, race, stop, .. } = self;
        let (filled, _) = side_by_side(fills, work, race, stop, |_| ());
        Ok(filled?.map_or(Slice::NotYet, |grid| self.filled(grid)))
    }

    /// A round of all.
    fn round(&mut self, work: u64) -> Result<Slice<Grid>, Failure> {
        let Solutions { race, left, fills, complete, stop, .. } = self;
        let mut engine = complete.engine(left, stop);
        let (filled, searched) = side_by_side(fills, work, race, stop, |over| {
            let searched = engine.as_mut().map_or(Ok(Slice::NoMore), |engine| engine.slice(ticks(work)));
            race.watch.set_conflicts(engine.map_or(0, |engine| engine.conflicts()));
            if matches!(searched, Ok(Slice::NoMore)) {
                over.set();
            }
            searched
        });
        match filled? {
            Some(grid) => {
                // On one thread the SAT engine did nothing in this round. It begins anew, so that what it finds next is the
                // same on two.
                self.complete = Complete::Idle;
                Ok(self.filled(grid))
            }
            None => searched.expect("it was done, since nothing was filled"),
        }
    }

    fn filled(&mut self, grid: Grid) -> Slice<Grid> {
        self.progress = Progress::Filled(grid.clone());
        Slice::Found(grid)
    }

    /// Tells the SAT engine the solutions that are known; the next one.
    fn tell(&mut self, known: &[Grid]) -> Result<Option<Grid>, Failure> {
        if let Some(engine) = self.complete.engine(&self.left, &self.stop) {
            for solution in known {
                engine.know(solution);
            }
        }
        self.search()
    }

    /// The next solution, by the SAT engine alone. (In slices, to show how far it is.)
    fn search(&mut self) -> Result<Option<Grid>, Failure> {
        let Some(engine) = self.complete.engine(&self.left, &self.stop) else { return Ok(None) };
        let mut work = SHORT;
        loop {
            let outcome = engine.slice(ticks(work))?;
            self.race.watch.set_conflicts(engine.conflicts());
            match outcome {
                Slice::Found(grid) => return Ok(Some(grid)),
                Slice::NoMore => return Ok(None),
                Slice::NotYet => work = work.saturating_mul(2),
            }
        }
    }
}

impl Complete {
    /// The SAT engine, made when it is first asked for; `None` if there is no solution.
    fn engine(&mut self, left: &Puzzle, stop: &Stop) -> Option<&mut Search<Said<'static>>> {
        if let Complete::Idle = self {
            let ready = |left| Complete::Ready(Box::new(Sat::default().search_in(Cow::Owned(left), stop)));
            *self = prune_by_size(left).map_or(Complete::Needless, ready);
        }
        if let Complete::Ready(engine) = self { Some(engine) } else { None }
    }
}

impl Iterator for Solutions {
    type Item = Result<Grid, Failure>;
    fn next(&mut self) -> Option<Self::Item> {
        self.find().transpose()
    }
}

/// Fills, and does something beside it; on one thread after it, and only if nothing was filled. The first of the fillings, and
/// what came of the other thing, which gets a flag that ends the filling.
fn side_by_side<T>(
    fills: &mut [Fill],
    work: u64,
    race: &Race,
    stop: &Stop,
    beside: impl FnOnce(&Stop) -> T,
) -> (Result<Option<Grid>, Failure>, Option<T>) {
    let over = Stop::default();
    if let ([fill], 1) = (&mut *fills, race.threads) {
        let filled = fill_on(fill, work, [stop, &over], &race.watch);
        let done = matches!(filled, Ok(None)).then(|| beside(&over));
        return (filled, done);
    }
    thread::scope(|scope| {
        let start = |fill| scope.spawn(|| fill_on(fill, work, [stop, &over], &race.watch));
        let running: Vec<_> = fills.iter_mut().map(start).collect();
        let done = beside(&over);
        let ended = running.into_iter().map(|fill| fill.join().expect("filling does not panic"));
        let filled = ended.reduce(|first, next| if matches!(first, Ok(None)) { next } else { first });
        (filled.expect("there is a filling"), Some(done))
    })
}

/// The work of the SAT solver in a round with this much of filling.
fn ticks(work: u64) -> u32 {
    u32::try_from(work / TICK).unwrap_or(u32::MAX)
}

/// Fills until this much work was done, or one of the flags is set.
fn fill_on(fill: &mut Fill, work: u64, [stop, over]: [&Stop; 2], watch: &Watch) -> Result<Option<Grid>, Failure> {
    for _ in 0..work.div_ceil(LOOK) {
        if stop.is_set() {
            return Err(Failure::Stopped);
        }
        if over.is_set() {
            break;
        }
        if let Some(grid) = fill.slice(LOOK) {
            return Ok(Some(grid));
        }
        watch.set_filling(fill.conflicts(), fill.lowest());
    }
    Ok(None)
}
