//! The solver: chooses an engine for a puzzle, and passes every grid through the referee.

use qedoku_encode::Encoding;
use qedoku_encode::csp::{Assignment, CspEncoding};
use qedoku_encode::model::SolverOutput;
use qedoku_puzzle::{Answer, Board, Grid, Puzzle, referee};

use crate::problem::{DynError, SatProblem};
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
    /// At least this many: the limit was reached, or the count was interrupted.
    AtLeast(u64),
}

/// Solves a puzzle with the default engine.
pub fn solve(puzzle: &Puzzle) -> Answer {
    Solver::default().answer(puzzle).expect("the built-in engine answers unless it is interrupted")
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
    check: impl Fn(&S) -> Result<(), DynError> + 'a,
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

    /// Iterator over all solutions of a puzzle. The formula is loaded by this call (or written to the file for an external
    /// solver) and solving starts with `next`, so that the two can be measured separately.
    pub fn solutions<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = Result<Grid, SolveError>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Grid, SolveError>>> = match self.engine.select(puzzle.board()) {
            Ok(SelectedEngine::Lanes) => Box::new(interruptible(lanes::solutions(puzzle), &self.interrupt)),
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

    /// Solves a puzzle: no solution, one, or two of many.
    pub fn answer(&self, puzzle: &Puzzle) -> Result<Answer, SolveError> {
        let mut solutions = self.solutions(puzzle);
        let Some(first) = solutions.next().transpose()? else { return Ok(Answer::None) };
        match solutions.next() {
            None => Ok(Answer::One(first)),
            Some(Ok(second)) => Ok(Answer::Many(first, second)),
            Some(Err(error)) => Err(error),
        }
    }

    /// Solves many puzzles; the answers are in the order of the puzzles. Classic puzzles are solved in one batch by the lanes
    /// engine, which takes far less time than one by one.
    pub fn answers(&self, puzzles: &[&Puzzle]) -> Vec<Result<Answer, SolveError>> {
        let mut batch = self.solve_batch(puzzles).into_iter();
        let answer = |puzzle: &&Puzzle| match self.is_batchable(puzzle).then(|| batch.next()).flatten() {
            Some(lanes::BatchAnswer { count: 0, .. }) => Ok(Answer::None),
            Some(lanes::BatchAnswer { count: 1, solution }) => unique_answer(puzzle, &solution),
            // The first two solutions of the enumeration, whose order is the same on every machine.
            _ => self.answer(puzzle),
        };
        puzzles.iter().map(answer).collect()
    }

    /// Counts the solutions of a puzzle up to a limit.
    pub fn count(&self, puzzle: &Puzzle, limit: Option<u64>) -> Result<SolutionCount, SolveError> {
        if self.is_batchable(puzzle) {
            return Ok(lanes::count(puzzle, limit.unwrap_or(u64::MAX), &self.interrupt));
        }
        let mut found = 0;
        let mut solutions = self.solutions(puzzle);
        while limit.is_none_or(|limit| found < limit) {
            match solutions.next() {
                None => return Ok(SolutionCount::Exactly(found)),
                Some(Ok(_)) => found += 1,
                Some(Err(SolveError::Interrupted)) => break,
                Some(Err(error)) => return Err(error),
            }
        }
        Ok(SolutionCount::AtLeast(found))
    }

    /// Counts the solutions of many puzzles up to a limit; classic puzzles in one batch.
    pub fn counts(&self, puzzles: &[&Puzzle], limit: Option<u64>) -> Vec<Result<SolutionCount, SolveError>> {
        let mut batch = self.solve_batch(puzzles).into_iter();
        let count = |puzzle: &&Puzzle| match self.is_batchable(puzzle).then(|| batch.next()).flatten() {
            Some(lanes::BatchAnswer { count: known @ (0 | 1), .. })
                if limit.is_none_or(|limit| limit > known.into()) =>
            {
                Ok(SolutionCount::Exactly(known.into()))
            }
            _ => self.count(puzzle, limit),
        };
        puzzles.iter().map(count).collect()
    }

    /// Whether [`Solver::answers`] and [`Solver::counts`] solve this puzzle as part of a batch.
    pub fn is_batchable(&self, puzzle: &Puzzle) -> bool {
        matches!(self.engine.select(puzzle.board()), Ok(SelectedEngine::Lanes))
    }

    /// Batch results of the puzzles that are batchable; empty if interrupted.
    fn solve_batch(&self, puzzles: &[&Puzzle]) -> Vec<lanes::BatchAnswer> {
        if self.interrupt.is_set() {
            return Vec::new();
        }
        let batch: Vec<&Puzzle> = puzzles.iter().copied().filter(|puzzle| self.is_batchable(puzzle)).collect();
        lanes::found(&batch)
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

/// The same grids, until the interrupt flag is set.
fn interruptible(
    mut grids: impl Iterator<Item = Grid>,
    interrupt: &Interrupt,
) -> impl Iterator<Item = Result<Grid, SolveError>> {
    std::iter::from_fn(
        move || if interrupt.is_set() { Some(Err(SolveError::Interrupted)) } else { grids.next().map(Ok) },
    )
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
