//! Portfolio solver for large boards: tabu search and CDCL in alternating rounds.
//!
//! Tabu search ([`TabuSearch`]) finds solutions of large boards where CDCL does not, but can prove nothing: "no solution" and
//! "unique" always come from the SAT session. Both run in rounds of counted work (not time), so a run is reproducible:
//!
//! ```text
//!   tabu   |==|====|========|================      solution found: done
//!   CDCL   |  |===.|=======.|==============.       solution found or UNSAT: done
//! ```
//!
//! The first round belongs to tabu search alone and is as long as encoding the formula would take; most boards are solved by
//! then and never encoded. If both find a solution in the same round, the one from tabu search is reported. The answer
//! therefore depends on the seed only, not on the number of threads, up to two. (More threads add tabu searches with
//! their own seeds; then the first solution depends on their number.)

use std::borrow::Cow;
use std::thread;

use qedoku_puzzle::{DigitSet, Grid, Puzzle};

use crate::exchange::SolutionFamily;
use crate::local_search::TabuSearch;
use crate::preprocess::{preprocess, propagate};
use crate::sat::{SatEncoding, SearchOutcome, SolutionEnumerator};
use crate::{Interrupt, Progress, SatEngine, SolveError};

/// Portfolio configuration.
#[derive(Clone, Debug)]
pub struct Portfolio {
    /// Seed of the tabu search. Different seeds may find different solutions of an ambiguous puzzle.
    pub seed: u64,
    /// 1 alternates both solvers, 2 runs them in parallel, more adds tabu searches.
    pub threads: usize,
    /// Receives progress: conflicts, best cost.
    pub progress: Progress,
}

impl Default for Portfolio {
    fn default() -> Portfolio {
        Portfolio { seed: 0, threads: 1, progress: Progress::default() }
    }
}

/// Cost of encoding one candidate (about 20 clauses), in units of tabu work.
const ENCODING_COST_PER_CANDIDATE: u64 = 1_500;
/// Tabu work in the first shared round, and in the longest round (about 0.5 s).
const FIRST_ROUND: u64 = 4_000_000;
const LONGEST_ROUND: u64 = 64_000_000;
/// Tabu work between two polls of the interrupt flag.
const POLL_INTERVAL: u64 = 1_000_000;
/// Tabu work per CaDiCaL tick: balances wall time when both alternate on one thread.
const WORK_PER_TICK: u64 = 6;

impl Portfolio {
    /// Iterator over the solutions of a puzzle.
    pub(crate) fn solutions(
        &self,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
    ) -> Box<dyn Iterator<Item = Result<Grid, SolveError>>> {
        match propagate(puzzle) {
            None => Box::new(std::iter::empty()),
            Some(left) if left.givens().is_full() => Box::new(std::iter::once(Ok(left.givens().clone()))),
            Some(left) => Box::new(Enumeration::new(self.clone(), left, interrupt.clone())),
        }
    }
}

/// Enumerates the solutions of a puzzle that propagation has not filled.
struct Enumeration {
    config: Portfolio,
    puzzle: Puzzle,
    searches: Vec<TabuSearch>,
    sat: LazySat,
    stage: Stage,
    interrupt: Interrupt,
}

/// The SAT session, created on first use.
enum LazySat {
    NotCreated,
    /// Preprocessing already refuted the puzzle.
    Unsatisfiable,
    Created(Box<SolutionEnumerator<SatEncoding<'static>>>),
}

/// The part of the enumeration that is done.
enum Stage {
    Start,
    /// Tabu search found the first solution. Those of its family are reported before anything is encoded.
    Family(SolutionFamily),
    /// All reported solutions are blocked; the SAT session enumerates the rest.
    SatOnly,
}

impl Enumeration {
    fn new(config: Portfolio, puzzle: Puzzle, interrupt: Interrupt) -> Enumeration {
        let numbers = 0..config.threads.saturating_sub(1).max(1) as u64;
        let seeds = numbers.map(|number| config.seed.wrapping_add(number << 32));
        let searches = seeds.map_while(|seed| TabuSearch::new(&puzzle, seed)).collect();
        Enumeration { config, puzzle, searches, sat: LazySat::NotCreated, stage: Stage::Start, interrupt }
    }

    fn next_solution(&mut self) -> Result<Option<Grid>, SolveError> {
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        match std::mem::replace(&mut self.stage, Stage::SatOnly) {
            Stage::Start if self.searches.is_empty() => Ok(None), // a box has no valid filling
            Stage::Start => self.first_solution(),
            Stage::Family(mut family) => match family.next_member(&self.puzzle) {
                Some(member) => {
                    self.stage = Stage::Family(family);
                    Ok(Some(member))
                }
                None => self.block_and_search(&family),
            },
            Stage::SatOnly => self.search_with_sat(),
        }
    }

    fn first_solution(&mut self) -> Result<Option<Grid>, SolveError> {
        let candidates: usize = self.puzzle.initial_candidates().iter().map(DigitSet::len).sum();
        let mut outcome = self.tabu_round(ENCODING_COST_PER_CANDIDATE * candidates as u64)?;
        let mut work = FIRST_ROUND;
        while outcome == SearchOutcome::OutOfBudget {
            outcome = self.shared_round(work)?;
            work = (2 * work).min(LONGEST_ROUND);
        }
        Ok(if let SearchOutcome::Found(grid) = outcome { Some(grid) } else { None })
    }

    /// The first round: tabu search alone.
    fn tabu_round(&mut self, work: u64) -> Result<SearchOutcome<Grid>, SolveError> {
        let Enumeration { searches, config, interrupt, .. } = self;
        let (solution, _) = run_concurrently(searches, work, config, interrupt, |_| ());
        Ok(solution?.map_or(SearchOutcome::OutOfBudget, |grid| self.found_by_tabu(grid)))
    }

    /// A round of tabu search and CDCL.
    fn shared_round(&mut self, work: u64) -> Result<SearchOutcome<Grid>, SolveError> {
        let Enumeration { config, puzzle, searches, sat, interrupt, .. } = self;
        let mut session = sat.session(puzzle, interrupt);
        let (solution, sat_outcome) = run_concurrently(searches, work, config, interrupt, |end_tabu| {
            let outcome =
                session.as_mut().map_or(Ok(SearchOutcome::Exhausted), |session| session.next_limited(ticks(work)));
            config.progress.set_conflicts(session.map_or(0, |session| session.conflicts()));
            if matches!(outcome, Ok(SearchOutcome::Exhausted)) {
                end_tabu.set();
            }
            outcome
        });
        match solution? {
            Some(grid) => {
                // On one thread the SAT session was not called in this round. It starts again from scratch, so that its next
                // solution is the same with two threads.
                self.sat = LazySat::NotCreated;
                Ok(self.found_by_tabu(grid))
            }
            None => sat_outcome.expect("the SAT session runs unless tabu search found a solution"),
        }
    }

    fn found_by_tabu(&mut self, grid: Grid) -> SearchOutcome<Grid> {
        self.stage = Stage::Family(SolutionFamily::new(grid.clone()));
        SearchOutcome::Found(grid)
    }

    /// Blocks the reported solutions in the SAT session and searches for the next one.
    fn block_and_search(&mut self, reported: &SolutionFamily) -> Result<Option<Grid>, SolveError> {
        if let Some(session) = self.sat.session(&self.puzzle, &self.interrupt) {
            let clause = reported.blocking_clause(session.problem());
            session.block_and_set_phases(reported.solution(), &clause);
        }
        self.search_with_sat()
    }

    /// Searches with the SAT session alone; in rounds, to report progress.
    fn search_with_sat(&mut self) -> Result<Option<Grid>, SolveError> {
        let Some(session) = self.sat.session(&self.puzzle, &self.interrupt) else { return Ok(None) };
        let mut work = FIRST_ROUND;
        loop {
            let outcome = session.next_limited(ticks(work))?;
            self.config.progress.set_conflicts(session.conflicts());
            match outcome {
                SearchOutcome::Found(grid) => return Ok(Some(grid)),
                SearchOutcome::Exhausted => return Ok(None),
                SearchOutcome::OutOfBudget => work = work.saturating_mul(2),
            }
        }
    }
}

impl LazySat {
    /// The SAT session; `None` if the puzzle has no solution.
    fn session(
        &mut self,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
    ) -> Option<&mut SolutionEnumerator<SatEncoding<'static>>> {
        if let LazySat::NotCreated = self {
            let create = |left| LazySat::Created(Box::new(SatEngine::default().enumerate(Cow::Owned(left), interrupt)));
            *self = preprocess(puzzle, interrupt).map_or(LazySat::Unsatisfiable, create);
        }
        if let LazySat::Created(session) = self { Some(session) } else { None }
    }
}

impl Iterator for Enumeration {
    type Item = Result<Grid, SolveError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.next_solution().transpose()
    }
}

/// Runs the tabu searches and `other` in parallel. On one thread `other` runs after the tabu search, and only if that found
/// nothing. Returns the solution of the first successful search in their order, and the result of `other`, which
/// receives a flag that ends the tabu searches.
fn run_concurrently<T>(
    searches: &mut [TabuSearch],
    work: u64,
    config: &Portfolio,
    interrupt: &Interrupt,
    other: impl FnOnce(&Interrupt) -> T,
) -> (Result<Option<Grid>, SolveError>, Option<T>) {
    let end_tabu = Interrupt::default();
    if let ([search], 1) = (&mut *searches, config.threads) {
        let solution = run_tabu(search, work, [interrupt, &end_tabu], &config.progress);
        let other = matches!(solution, Ok(None)).then(|| other(&end_tabu));
        return (solution, other);
    }
    thread::scope(|scope| {
        let start = |search| scope.spawn(|| run_tabu(search, work, [interrupt, &end_tabu], &config.progress));
        let running: Vec<_> = searches.iter_mut().map(start).collect();
        let other = other(&end_tabu);
        let results = running.into_iter().map(|search| search.join().expect("tabu search does not panic"));
        let solution = results.reduce(|first, next| if matches!(first, Ok(None)) { next } else { first });
        (solution.expect("there is at least one tabu search"), Some(other))
    })
}

/// The SAT budget of a round with this much tabu work.
fn ticks(work: u64) -> u32 {
    u32::try_from(work / WORK_PER_TICK).unwrap_or(u32::MAX)
}

/// Runs a tabu search until the work is done or one of the flags is set.
fn run_tabu(
    search: &mut TabuSearch,
    work: u64,
    [interrupt, end_tabu]: [&Interrupt; 2],
    progress: &Progress,
) -> Result<Option<Grid>, SolveError> {
    for _ in 0..work.div_ceil(POLL_INTERVAL) {
        if interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        if end_tabu.is_set() {
            break;
        }
        if let Some(grid) = search.run_limited(POLL_INTERVAL) {
            return Ok(Some(grid));
        }
        progress.set_tabu_cost(search.cells_in_conflict(), search.best_cost());
    }
    Ok(None)
}
