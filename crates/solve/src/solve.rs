//! Asking an engine, and believing only the referee.

use std::fmt;

use qedoku_encode::Encoding;
use qedoku_encode::csp::{Assignment, CspEncoding};
use qedoku_encode::model::SolverOutput;
use qedoku_puzzle::{Answer, Board, Grid, Puzzle, referee};

use crate::external::ProgramError;
use crate::question::{Question, Reason};
use crate::{External, Race, Sat, Stop, lanes, sat};

/// What finds solutions.
#[derive(Clone, Debug, Default)]
pub enum Engine {
    /// The fastest for each puzzle: lanes for classic ones, filling and the built-in SAT solver together for all others.
    #[default]
    Auto,
    /// The engine for classic 9x9 puzzles, and no others.
    Lanes,
    /// The built-in SAT solver.
    Sat(Sat),
    /// A program of the user's choice.
    External(External),
}

/// The engine for puzzles of one board.
enum Chosen<'e> {
    Lanes,
    Race,
    Sat(Sat),
    External(&'e External),
}

/// An engine, with a flag that ends its work.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// What finds solutions.
    pub engine: Engine,
    /// How filling and the SAT solver work together.
    pub race: Race,
    /// Set it to end the work.
    pub stop: Stop,
}

/// How many solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// These, and no more.
    Exactly(u64),
    /// These, and then the limit was reached or the work was stopped.
    AtLeast(u64),
}

/// Why there is no answer. ("No solution" is an answer.)
#[derive(Debug)]
pub enum Failure {
    /// The work was stopped.
    Stopped,
    /// The engine lanes was asked about something else than a classic 9x9 puzzle.
    NotClassic,
    /// What the solver found is no solution.
    Wrong(Reason),
    /// The solver gave the same solution twice, though the second time it was forbidden.
    Again,
    /// The solver ended without an answer.
    GaveUp,
    /// The solver's output is not understood.
    Output(Reason),
    /// The solver's model means no solution.
    Decode(Reason),
    /// The solver did not run as it should.
    Program(ProgramError),
}

/// Answers a puzzle with the default engine.
pub fn solve(puzzle: &Puzzle) -> Answer {
    Solver::default().answer(puzzle).expect("the built-in engine answers unless it is stopped")
}

/// What a solver printed for an encoded puzzle, as a grid that passed the referee; `None` if it said "unsatisfiable".
pub fn decode(output: &str, encoding: &Encoding) -> Result<Option<Grid>, Failure> {
    let output = SolverOutput::parse(output).map_err(|error| Failure::Output(error.into()))?;
    let grid = solution(output, encoding)?;
    grid.iter().try_for_each(|grid| encoding.check(grid)).map_err(Failure::Wrong)?;
    Ok(grid)
}

/// The solution that a solver's answer to a question means.
pub(crate) fn solution<Q: Question>(output: SolverOutput, question: &Q) -> Result<Option<Q::Solution>, Failure> {
    match output {
        SolverOutput::Unsatisfiable => Ok(None),
        SolverOutput::Unknown => Err(Failure::GaveUp),
        SolverOutput::Satisfiable(model) => question.solution(&model).map(Some).map_err(Failure::Decode),
    }
}

/// The solutions of a search, each checked, up to the first failure.
fn checked<'a, S: Clone + PartialEq + 'a>(
    mut search: impl Iterator<Item = Result<S, Failure>> + 'a,
    check: impl Fn(&S) -> Result<(), Reason> + 'a,
) -> impl Iterator<Item = Result<S, Failure>> + 'a {
    let mut last: Option<S> = None;
    let mut failed = false;
    std::iter::from_fn(move || {
        let next = if failed { None } else { search.next() };
        let checked = next.map(|found| {
            let solution = found?;
            check(&solution).map_err(Failure::Wrong)?;
            if last.as_ref() == Some(&solution) { Err(Failure::Again) } else { Ok(last.insert(solution).clone()) }
        });
        failed = matches!(checked, Some(Err(_)));
        checked
    })
}

impl Solver {
    /// A solver with this engine and a flag of its own.
    pub fn new(engine: Engine) -> Solver {
        Solver { engine, ..Solver::default() }
    }

    /// The solutions of a puzzle one by one, all different, until there are no more. The clauses are made by this call
    /// (in memory, or as the file for an outside solver), solving begins with `next`: so the two can be measured apart.
    pub fn solutions<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = Result<Grid, Failure>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Grid, Failure>>> = match self.engine.choose(puzzle.board()) {
            Ok(Chosen::Lanes) => Box::new(stoppable(lanes::solutions(puzzle), &self.stop)),
            Ok(Chosen::Race) => self.race.solutions(puzzle, &self.stop),
            Ok(Chosen::Sat(sat)) => sat.search(puzzle, &self.stop),
            Ok(Chosen::External(external)) => Box::new(external.search(puzzle, &self.stop)),
            Err(failure) => Box::new(std::iter::once(Err(failure))),
        };
        checked(search, |grid| Ok(referee::check(puzzle, grid)?))
    }

    /// The solutions of any constraint problem one by one, all different, until there are no more.
    pub fn assignments<'a>(
        &'a self,
        problem: &'a CspEncoding<'a>,
    ) -> impl Iterator<Item = Result<Assignment, Failure>> + 'a {
        let search: Box<dyn Iterator<Item = Result<Assignment, Failure>>> = match &self.engine {
            Engine::Auto | Engine::Sat(_) => Box::new(sat::Search::new(problem, &self.stop)),
            Engine::Lanes => Box::new(std::iter::once(Err(Failure::NotClassic))),
            Engine::External(external) => Box::new(external.solutions(problem, &self.stop)),
        };
        checked(search, |assignment| problem.check(assignment))
    }

    /// None, one or many.
    pub fn answer(&self, puzzle: &Puzzle) -> Result<Answer, Failure> {
        let mut solutions = self.solutions(puzzle);
        let Some(first) = solutions.next().transpose()? else { return Ok(Answer::None) };
        match solutions.next() {
            None => Ok(Answer::One(first)),
            Some(Ok(second)) => Ok(Answer::Many(first, second)),
            Some(Err(failure)) => Err(failure),
        }
    }

    /// None, one or many for each of the puzzles, in their order. What the engine can answer in one go, it does: a list
    /// of classic puzzles takes far less time than one after the other.
    pub fn answers(&self, puzzles: &[&Puzzle]) -> Vec<Result<Answer, Failure>> {
        let mut quick = self.found(puzzles).into_iter();
        let answer = |puzzle: &&Puzzle| match self.is_quick(puzzle).then(|| quick.next()).flatten() {
            Some(lanes::Found { count: 0, .. }) => Ok(Answer::None),
            Some(lanes::Found { count: 1, solution }) => one(puzzle, &solution),
            // Of several solutions, those that are listed first: the same on every machine.
            _ => self.answer(puzzle),
        };
        puzzles.iter().map(answer).collect()
    }

    /// How many solutions, counting no further than the limit.
    pub fn count(&self, puzzle: &Puzzle, limit: Option<u64>) -> Result<Count, Failure> {
        if self.is_quick(puzzle) {
            return Ok(lanes::count(puzzle, limit.unwrap_or(u64::MAX), &self.stop));
        }
        let mut found = 0;
        let mut solutions = self.solutions(puzzle);
        while limit.is_none_or(|limit| found < limit) {
            match solutions.next() {
                None => return Ok(Count::Exactly(found)),
                Some(Ok(_)) => found += 1,
                Some(Err(Failure::Stopped)) => break,
                Some(Err(failure)) => return Err(failure),
            }
        }
        Ok(Count::AtLeast(found))
    }

    /// How many solutions each of the puzzles has, in their order, counting no further than the limit.
    pub fn counts(&self, puzzles: &[&Puzzle], limit: Option<u64>) -> Vec<Result<Count, Failure>> {
        let mut quick = self.found(puzzles).into_iter();
        let count = |puzzle: &&Puzzle| match self.is_quick(puzzle).then(|| quick.next()).flatten() {
            Some(lanes::Found { count: known @ (0 | 1), .. }) if limit.is_none_or(|limit| limit > known.into()) => {
                Ok(Count::Exactly(known.into()))
            }
            _ => self.count(puzzle, limit),
        };
        puzzles.iter().map(count).collect()
    }

    /// Whether a puzzle is one of those that [`Solver::answers`] and [`Solver::counts`] ask about in one go.
    pub fn is_quick(&self, puzzle: &Puzzle) -> bool {
        matches!(self.engine.choose(puzzle.board()), Ok(Chosen::Lanes))
    }

    /// What is found about the quick ones among these puzzles; nothing if the work was stopped.
    fn found(&self, puzzles: &[&Puzzle]) -> Vec<lanes::Found> {
        if self.stop.is_set() {
            return Vec::new();
        }
        let quick: Vec<&Puzzle> = puzzles.iter().copied().filter(|puzzle| self.is_quick(puzzle)).collect();
        lanes::found(&quick)
    }
}

/// The only solution, if the referee agrees.
fn one(puzzle: &Puzzle, solution: &lanes::Digits) -> Result<Answer, Failure> {
    let grid = lanes::grid(solution);
    match referee::check(puzzle, &grid) {
        Ok(()) => Ok(Answer::One(grid)),
        Err(fault) => Err(Failure::Wrong(fault.into())),
    }
}

/// The same grids, until the work is stopped.
fn stoppable(mut grids: impl Iterator<Item = Grid>, stop: &Stop) -> impl Iterator<Item = Result<Grid, Failure>> {
    std::iter::from_fn(move || if stop.is_set() { Some(Err(Failure::Stopped)) } else { grids.next().map(Ok) })
}

impl Engine {
    /// The engine that solves puzzles of this board.
    fn choose(&self, board: Board) -> Result<Chosen<'_>, Failure> {
        let is_classic = board == Board::CLASSIC;
        match self {
            Engine::Auto | Engine::Lanes if is_classic => Ok(Chosen::Lanes),
            Engine::Auto => Ok(Chosen::Race),
            Engine::Lanes => Err(Failure::NotClassic),
            Engine::Sat(sat) => Ok(Chosen::Sat(*sat)),
            Engine::External(external) => Ok(Chosen::External(external)),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Stopped => write!(f, "stopped before the answer was known"),
            Failure::NotClassic => write!(f, "the engine lanes solves classic 9x9 puzzles and nothing else"),
            Failure::Wrong(fault) => write!(f, "what the solver found is not a solution: {fault}"),
            Failure::Again => write!(f, "the solver gave the same solution again, though its formula forbids it"),
            Failure::GaveUp => write!(f, "the solver ended without an answer"),
            Failure::Output(error) => write!(f, "the solver's output is not understood: {error}"),
            Failure::Decode(error) => write!(f, "the solver's model is not a solution: {error}"),
            Failure::Program(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
