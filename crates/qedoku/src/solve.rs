//! Asking an engine, and believing only the referee.

use std::fmt;

use qedoku_encode::Encoding;
use qedoku_encode::model::{Output, OutputError};
use qedoku_puzzle::referee::{self, Fault};
use qedoku_puzzle::{Answer, Grid, Puzzle};

use crate::external::ProgramError;
use crate::question::{NotASolution, Question};
use crate::{External, Sat, Stop};

/// What finds solutions.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The built-in SAT solver.
    Sat(Sat),
    /// A program of the user's choice.
    External(External),
}

/// An engine, with a flag that ends its work.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// What finds solutions.
    pub engine: Engine,
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
    /// The solver's grid is no solution.
    Wrong(Grid, Fault),
    /// The solver gave the same grid twice, though the second time it was forbidden.
    Again(Grid),
    /// The solver ended without an answer.
    GaveUp,
    /// The solver's output is not understood.
    Output(OutputError),
    /// The solver's model means no solution.
    Decode(NotASolution),
    /// The solver did not run as it should.
    Program(ProgramError),
}

/// Answers a puzzle with the default engine.
pub fn solve(puzzle: &Puzzle) -> Answer {
    Solver::default().answer(puzzle).expect("the built-in engine answers unless it is stopped")
}

/// What a solver printed for an encoded puzzle, as a grid that passed the referee; `None` if it said "unsatisfiable".
pub fn decode(output: &str, encoding: &Encoding) -> Result<Option<Grid>, Failure> {
    let output = Output::read(output).map_err(Failure::Output)?;
    solution(output, encoding)?.map(|grid| judged(encoding.puzzle(), grid)).transpose()
}

/// The solution that a solver's answer to a question means.
pub(crate) fn solution<Q: Question>(output: Output, question: &Q) -> Result<Option<Q::Solution>, Failure> {
    match output {
        Output::Unsatisfiable => Ok(None),
        Output::Unknown => Err(Failure::GaveUp),
        Output::Satisfiable(model) => question.solution(&model).map(Some).map_err(Failure::Decode),
    }
}

/// The grid, if the referee accepts it.
fn judged(puzzle: &Puzzle, grid: Grid) -> Result<Grid, Failure> {
    match referee::check(puzzle, &grid) {
        Ok(()) => Ok(grid),
        Err(fault) => Err(Failure::Wrong(grid, fault)),
    }
}

impl Solver {
    /// A solver with this engine and a flag of its own.
    pub fn new(engine: Engine) -> Solver {
        Solver { engine, stop: Stop::default() }
    }

    /// The solutions of a puzzle one by one, all different, until there are no more. The clauses are made by this call
    /// (in memory, or as the file for an outside solver), solving begins with `next`: so the two can be measured apart.
    pub fn solutions<'a>(&'a self, puzzle: &'a Puzzle) -> impl Iterator<Item = Result<Grid, Failure>> + 'a {
        let mut search: Box<dyn Iterator<Item = Result<Grid, Failure>>> = match &self.engine {
            Engine::Sat(sat) => sat.search(puzzle, &self.stop),
            Engine::External(external) => Box::new(external.search(puzzle, &self.stop)),
        };
        let mut last: Option<Grid> = None;
        let mut failed = false;
        std::iter::from_fn(move || {
            let next = if failed { None } else { search.next() };
            let judged = next.map(|found| match found.and_then(|grid| judged(puzzle, grid))? {
                grid if last.as_ref() == Some(&grid) => Err(Failure::Again(grid)),
                grid => Ok(last.insert(grid).clone()),
            });
            failed = matches!(judged, Some(Err(_)));
            judged
        })
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

    /// How many solutions, counting no further than the limit.
    pub fn count(&self, puzzle: &Puzzle, limit: Option<u64>) -> Result<Count, Failure> {
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
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::Sat(Sat::default())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Stopped => write!(f, "stopped before the answer was known"),
            Failure::Wrong(_, fault) => write!(f, "the solver's grid is not a solution: {fault}"),
            Failure::Again(_) => write!(f, "the solver gave the same grid again, though its formula forbids it"),
            Failure::GaveUp => write!(f, "the solver ended without an answer"),
            Failure::Output(error) => write!(f, "the solver's output is not understood: {error}"),
            Failure::Decode(error) => write!(f, "the solver's model is not a solution: {error}"),
            Failure::Program(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
