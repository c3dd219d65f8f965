//! The solver: chooses an engine for a puzzle, and passes every grid through the referee.

use std::borrow::Borrow;
use std::fmt;

use qedoku_encode::csp::{Assignment, CspEncoding};
use qedoku_encode::dimacs::CnfFormula;
use qedoku_encode::model::SolverOutput;
use qedoku_encode::{Encoding, Model};
use qedoku_puzzle::{Answer, Board, Grid, Puzzle, referee};
use rayon::prelude::*;

use crate::error::IncompleteError;
use crate::error::InvalidSolutionError;
use crate::problem::SatProblem;
use crate::sat::SolutionEnumerator;
use crate::{ExternalSolver, Interrupt, Portfolio, SatEngine, SolveError, lanes};

/// A search engine.
#[derive(Clone, Debug, Default)]
pub enum Engine {
    /// The fastest engine for each board: lanes for classic 9x9, the portfolio of tabu search and CDCL for all others.
    #[default]
    Auto,
    /// The SIMD engine, for classic 9x9 puzzles only.
    Lanes,
    /// The built-in SAT engine.
    Sat(SatEngine),
    /// An external SAT solver.
    External(ExternalSolver),
}

/// The engine selected for one board.
enum SelectedEngine<'e> {
    Lanes,
    Portfolio,
    Sat(SatEngine),
    External(&'e ExternalSolver),
}

/// A solver: an engine with its configuration.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The search engine.
    pub engine: Engine,
    /// Configuration of the portfolio, which solves boards other than 9x9.
    pub portfolio: Portfolio,
    /// Ends the work when it is set.
    pub interrupt: Interrupt,
}

/// The number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionCount {
    /// Exactly this many.
    Exactly(u64),
    /// At least this many; counting ended at the limit or, in a partial result, at the interruption.
    AtLeast(u64),
}

impl fmt::Display for SolutionCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionCount::Exactly(count) => write!(f, "{count}"),
            SolutionCount::AtLeast(count) => write!(f, "at least {count}"),
        }
    }
}

/// Puzzles that [`Solver::solve_all`] holds at a time, per thread.
const WINDOW_PER_THREAD: usize = 16_384;
/// Puzzles per task of the lanes engine: enough to keep the lanes full.
const LANES_CHUNK: usize = 1024;

/// Largest limit up to which [`Solver::count_batch`] counts in a batch, which takes half a second for a chunk of the command.
const MAX_BATCH_COUNT: u32 = 1000;

/// Solves a puzzle with the default engine.
pub fn solve(puzzle: &Puzzle) -> Answer {
    Solver::default().solve(puzzle).expect("the built-in engine answers unless it is interrupted")
}

/// Decodes the output of a SAT solver for an encoded puzzle into a grid that passed the referee; `None` if the solver
/// reported "unsatisfiable".
pub fn decode(output: &str, encoding: &Encoding) -> Result<Option<Grid>, SolveError> {
    let output = SolverOutput::parse(output).map_err(|error| SolveError::Output(error.into()))?;
    let grid = decode_output(output, encoding)?;
    grid.iter().try_for_each(|grid| encoding.check(grid)).map_err(SolveError::InvalidSolution)?;
    Ok(grid)
}

/// Decodes the output of a SAT solver. The solution has not passed the referee.
pub(crate) fn decode_output<P: SatProblem>(
    output: SolverOutput,
    problem: &P,
) -> Result<Option<P::Solution>, SolveError> {
    match output {
        SolverOutput::Unsatisfiable => Ok(None),
        SolverOutput::Unknown => Err(SolveError::Unknown),
        SolverOutput::Satisfiable(model) => problem.decode(&model).map(Some).map_err(SolveError::Decode),
    }
}

/// Checks each solution of a search; ends after the first error.
fn check_each<'a, S: Clone + PartialEq + 'a>(
    mut search: impl Iterator<Item = Result<S, SolveError>> + 'a,
    check: impl Fn(&S) -> Result<(), InvalidSolutionError> + 'a,
) -> impl Iterator<Item = Result<S, SolveError>> + 'a {
    let mut last: Option<S> = None;
    let mut failed = false;
    std::iter::from_fn(move || {
        let next = if failed { None } else { search.next() };
        let checked = next.map(|found| {
            let solution = found?;
            check(&solution).map_err(SolveError::InvalidSolution)?;
            if last.as_ref() == Some(&solution) {
                Err(SolveError::DuplicateSolution)
            } else {
                Ok(last.insert(solution).clone())
            }
        });
        failed = matches!(checked, Some(Err(_)));
        checked
    })
}

impl Solver {
    /// A solver with this engine and an interrupt flag of its own.
    pub fn new(engine: Engine) -> Solver {
        Solver { engine, ..Solver::default() }
    }

    /// Uses this interrupt flag.
    #[must_use]
    pub fn with_interrupt(self, interrupt: &Interrupt) -> Solver {
        Solver { interrupt: interrupt.clone(), ..self }
    }

    /// Uses this seed for tabu search.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Solver {
        Solver { portfolio: Portfolio { seed, ..self.portfolio }, ..self }
    }

    /// Uses this many threads per puzzle on boards other than 9x9 (see [`Portfolio::threads`]).
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver { portfolio: Portfolio { threads, ..self.portfolio }, ..self }
    }

    /// Iterator over all solutions of a puzzle. The formula is loaded by this call (or written to the file for an external
    /// solver) and solving starts with `next`, so that the two can be measured separately.
    pub fn solutions<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = Result<Grid, SolveError>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Grid, SolveError>>> = match self.engine.select(puzzle.board()) {
            Ok(SelectedEngine::Lanes) => {
                Box::new(interruptible(lanes::solutions(puzzle, &self.interrupt), &self.interrupt))
            }
            Ok(SelectedEngine::Portfolio) => self.portfolio.solutions(puzzle, &self.interrupt),
            Ok(SelectedEngine::Sat(sat)) => sat.solutions(puzzle, &self.interrupt),
            Ok(SelectedEngine::External(external)) => Box::new(external.solutions_of(puzzle, &self.interrupt)),
            Err(error) => Box::new(std::iter::once(Err(error))),
        };
        check_each(search, |grid| Ok(referee::check(puzzle, grid)?))
    }

    /// Iterator over all solutions of a constraint problem.
    pub fn assignments<'a>(
        &'a self,
        problem: &'a CspEncoding<'a>,
    ) -> impl Iterator<Item = Result<Assignment, SolveError>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Assignment, SolveError>>> = match &self.engine {
            Engine::Auto | Engine::Sat(_) => Box::new(SolutionEnumerator::new(problem, &self.interrupt)),
            Engine::Lanes => Box::new(std::iter::once(Err(SolveError::UnsupportedBoard))),
            Engine::External(external) => Box::new(external.solutions(problem, &self.interrupt)),
        };
        check_each(search, |assignment| problem.check(assignment))
    }

    /// Iterator over all models of a formula, over all its variables.
    pub fn models<'a>(&'a self, formula: &'a CnfFormula) -> impl Iterator<Item = Result<Model, SolveError>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Model, SolveError>>> = match &self.engine {
            Engine::Auto | Engine::Sat(_) => Box::new(SolutionEnumerator::new(formula, &self.interrupt)),
            Engine::Lanes => Box::new(std::iter::once(Err(SolveError::UnsupportedBoard))),
            Engine::External(external) => Box::new(external.solutions(formula, &self.interrupt)),
        };
        check_each(search, |model| Ok(formula.check(model)?))
    }

    /// Solves a puzzle: no solution, one, or two of many.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Answer, SolveError> {
        let mut solutions = self.solutions(puzzle);
        let Some(first) = solutions.next().transpose()? else { return Ok(Answer::None) };
        match solutions.next() {
            None => Ok(Answer::One(first)),
            Some(Ok(second)) => Ok(Answer::Many(first, second)),
            Some(Err(error)) => Err(error),
        }
    }

    /// Solves a batch of puzzles on this thread; the answers are in the order of the puzzles. The lanes engine solves classic
    /// puzzles together, which takes far less time than one by one.
    pub fn solve_batch(&self, puzzles: &[&Puzzle]) -> Vec<Result<Answer, SolveError>> {
        let mut batch = self.lanes_answers(puzzles, 2).into_iter();
        let answer = |puzzle: &&Puzzle| match self.is_batchable(puzzle).then(|| batch.next()).flatten() {
            Some(lanes::BatchAnswer { count: 0, .. }) => Ok(Answer::None),
            Some(lanes::BatchAnswer { count: 1, solution }) => unique_answer(puzzle, &solution),
            // The first two solutions of the enumeration, whose order is the same on every machine.
            _ => self.solve(puzzle),
        };
        puzzles.iter().map(answer).collect()
    }

    /// Solves classic puzzles on lines of 81 symbols with the lanes engine, up to two solutions each: [`Solver::solve_batch`] without
    /// a [`Puzzle`] and a [`Grid`] per line. A symbol other than `1` to `9` is an open cell. The solution of an ambiguous puzzle is the
    /// first of [`Solver::solutions`]. The referee has accepted all solutions.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`]; [`SolveError::UnsupportedBoard`] if the engine of this solver is not lanes; and
    /// [`SolveError::InvalidSolution`] for a grid that the referee refused.
    pub fn solve_lines(
        &self,
        lines: &[lanes::PuzzleLine<'_>],
        answers: &mut Vec<lanes::BatchAnswer>,
    ) -> Result<(), SolveError> {
        if !matches!(self.engine.select(Board::CLASSIC), Ok(SelectedEngine::Lanes)) {
            return Err(SolveError::UnsupportedBoard);
        }
        lanes::solve_lines(lines, answers, &self.interrupt);
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        // The check of the batch accepts, and only the referee refuses.
        let Some(start) = lanes::find_invalid(lines, answers) else { return Ok(()) };
        let mut pairs = lines.iter().zip(&answers[..]).skip(start);
        match pairs.find(|(line, answer)| answer.count > 0 && !referee::solves_line(line.0, &answer.solution)) {
            None => Ok(()),
            Some((line, answer)) => unique_answer(&line_puzzle(*line), &answer.solution).map(|_| ()),
        }
    }

    /// Solves any number of puzzles on all threads of the current rayon pool; the answers are in the order of the puzzles.
    /// Memory use does not depend on the number of puzzles: some thousands are held at a time.
    ///
    /// ```
    /// use qedoku_puzzle::Puzzle;
    /// use qedoku_solve::Solver;
    ///
    /// let texts = ["4...3..2...4..2.", "4...3..2...4...."];
    /// let puzzles = texts.iter().map(|text| text.parse::<Puzzle>().unwrap());
    /// let solver = Solver::default();
    /// let answers = solver.solve_all(puzzles).map(|answer| answer.unwrap().as_str());
    /// assert_eq!(answers.collect::<Vec<_>>(), ["one", "many"]);
    /// ```
    pub fn solve_all<B: Borrow<Puzzle> + Sync>(
        &self,
        puzzles: impl IntoIterator<Item = B>,
    ) -> impl Iterator<Item = Result<Answer, SolveError>> {
        let mut puzzles = puzzles.into_iter();
        let mut answers = Vec::new().into_iter();
        std::iter::from_fn(move || {
            if answers.len() == 0 {
                let window: Vec<B> = puzzles.by_ref().take(WINDOW_PER_THREAD * rayon::current_num_threads()).collect();
                answers = self.solve_parallel(&window).into_iter();
            }
            answers.next()
        })
    }

    fn solve_parallel<B: Borrow<Puzzle> + Sync>(&self, puzzles: &[B]) -> Vec<Result<Answer, SolveError>> {
        // The lanes engine needs many puzzles at a time; every other engine is slow enough for tasks of one puzzle.
        let is_batchable = puzzles.iter().all(|puzzle| self.is_batchable(puzzle.borrow()));
        let chunk = if is_batchable { LANES_CHUNK } else { 1 };
        let chunks = puzzles.par_chunks(chunk).map(|chunk| chunk.iter().map(Borrow::borrow).collect::<Vec<&Puzzle>>());
        chunks.flat_map_iter(|chunk| self.solve_batch(&chunk)).collect()
    }

    /// Counts the solutions of a puzzle up to a limit.
    pub fn count(&self, puzzle: &Puzzle, limit: Option<u64>) -> Result<SolutionCount, IncompleteError<SolutionCount>> {
        if self.is_batchable(puzzle) {
            return lanes::count(puzzle, limit.unwrap_or(u64::MAX), &self.interrupt, &self.portfolio.progress);
        }
        let mut found = 0;
        let mut solutions = self.solutions(puzzle);
        while limit.is_none_or(|limit| found < limit) {
            match solutions.next() {
                None => return Ok(SolutionCount::Exactly(found)),
                Some(Ok(_)) => {
                    found += 1;
                    self.portfolio.progress.set_solutions(found);
                }
                Some(Err(error)) => return Err(IncompleteError { partial: SolutionCount::AtLeast(found), error }),
            }
        }
        Ok(SolutionCount::AtLeast(found))
    }

    /// Counts the solutions of many puzzles up to a limit; classic puzzles in one batch.
    pub fn count_batch(
        &self,
        puzzles: &[&Puzzle],
        limit: Option<u64>,
    ) -> Vec<Result<SolutionCount, IncompleteError<SolutionCount>>> {
        // A batch does not know how far an interrupted count was, so it counts to small limits only.
        let batch_limit = limit.and_then(|limit| u32::try_from(limit).ok()).filter(|limit| *limit <= MAX_BATCH_COUNT);
        let batch_limit = batch_limit.unwrap_or(2).max(1);
        let mut batch = self.lanes_answers(puzzles, batch_limit).into_iter();
        let count = |puzzle: &&Puzzle| match self.is_batchable(puzzle).then(|| batch.next()).flatten() {
            Some(lanes::BatchAnswer { count, .. }) if count < batch_limit && limit != Some(0) => {
                Ok(SolutionCount::Exactly(count.into()))
            }
            Some(lanes::BatchAnswer { count, .. }) if limit == Some(count.into()) => {
                Ok(SolutionCount::AtLeast(count.into()))
            }
            _ => self.count(puzzle, limit),
        };
        puzzles.iter().map(count).collect()
    }

    /// Whether [`Solver::solve_batch`] and [`Solver::count_batch`] solve this puzzle as part of a batch.
    pub fn is_batchable(&self, puzzle: &Puzzle) -> bool {
        matches!(self.engine.select(puzzle.board()), Ok(SelectedEngine::Lanes))
    }

    /// Batch results of the puzzles that are batchable; empty if interrupted.
    fn lanes_answers(&self, puzzles: &[&Puzzle], limit: u32) -> Vec<lanes::BatchAnswer> {
        let batch: Vec<&Puzzle> = puzzles.iter().copied().filter(|puzzle| self.is_batchable(puzzle)).collect();
        lanes::solve_batch(&batch, limit, &self.interrupt)
    }
}

/// The answer with this unique solution, if the referee accepts it.
fn unique_answer(puzzle: &Puzzle, solution: &lanes::CellDigits) -> Result<Answer, SolveError> {
    let grid = lanes::grid(solution);
    match referee::check(puzzle, &grid) {
        Ok(()) => Ok(Answer::One(grid)),
        Err(error) => Err(SolveError::InvalidSolution(error.into())),
    }
}

/// The puzzle on a line.
fn line_puzzle(line: lanes::PuzzleLine<'_>) -> Puzzle {
    let digit = |symbol: u8| symbol.checked_sub(b'0').filter(|digit| *digit <= 9).unwrap_or(0);
    Puzzle::new(lanes::grid(&line.0.map(digit)))
}

/// The same grids, until the interrupt flag is set.
fn interruptible(
    mut grids: impl Iterator<Item = Grid>,
    interrupt: &Interrupt,
) -> impl Iterator<Item = Result<Grid, SolveError>> {
    std::iter::from_fn(move || {
        let next = if interrupt.is_set() { None } else { grids.next() };
        // Without a next grid, the search may have ended because of the flag.
        next.map(Ok).or_else(|| interrupt.is_set().then_some(Err(SolveError::Interrupted)))
    })
}

impl Engine {
    /// Selects the engine for this board.
    fn select(&self, board: Board) -> Result<SelectedEngine<'_>, SolveError> {
        let is_classic = board == Board::CLASSIC;
        match self {
            Engine::Auto | Engine::Lanes if is_classic => Ok(SelectedEngine::Lanes),
            Engine::Auto => Ok(SelectedEngine::Portfolio),
            Engine::Lanes => Err(SolveError::UnsupportedBoard),
            Engine::Sat(sat) => Ok(SelectedEngine::Sat(*sat)),
            Engine::External(external) => Ok(SelectedEngine::External(external)),
        }
    }
}
