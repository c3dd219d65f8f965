//! One solver on one way of saying a puzzle: first the file or the clauses, then the solving, to be timed apart.

use qedoku::encode::csp::{Csp, CspEncoding, f2csp};
use qedoku::{ConstraintSolver, Engine, Interrupt, Puzzle, SolveError, Solver};

/// What solves.
pub(crate) enum Runner<'p> {
    /// This program's own choice, from the puzzle to the grid: all of it is solving.
    Own,
    /// A SAT solver, by clauses.
    Clauses(Engine),
    /// The built-in solver, from the text of an F2CSP file; reading it is part of the solving.
    F2csp,
    /// A constraint solver.
    Tool(&'p ConstraintSolver),
}

impl Runner<'_> {
    /// Makes the clauses or writes the file, says so by `ready`, and solves: whether there is a solution. Every grid
    /// passed the referee.
    pub(crate) fn run(&self, puzzle: &Puzzle, stop: &Interrupt, ready: impl FnOnce()) -> Result<bool, SolveError> {
        match self {
            Runner::Own => {
                ready();
                let solver = Solver { interrupt: stop.clone(), ..Solver::default() };
                let first = solver.solutions(puzzle).next();
                Ok(first.transpose()?.is_some())
            }
            Runner::Clauses(engine) => {
                let solver = Solver { interrupt: stop.clone(), ..Solver::new(engine.clone()) };
                let mut solutions = solver.solutions(puzzle);
                ready();
                Ok(solutions.next().transpose()?.is_some())
            }
            Runner::F2csp => {
                let mut text = Vec::new();
                f2csp::write(puzzle, &mut text).expect("memory can be written");
                ready();
                solve_f2csp(&text, stop)
            }
            Runner::Tool(tool) => {
                let prepared = tool.prepare(puzzle)?;
                ready();
                Ok(prepared.solve(stop)?.is_some())
            }
        }
    }
}

/// As any F2CSP file is solved, Sudoku or not: by its constraints.
fn solve_f2csp(text: &[u8], stop: &Interrupt) -> Result<bool, SolveError> {
    let csp = Csp::read(text).map_err(|error| SolveError::Output(error.into()))?;
    let encoding = CspEncoding::new(&csp).map_err(|error| SolveError::Output(error.into()))?;
    let solver = Solver { interrupt: stop.clone(), ..Solver::default() };
    let mut assignments = solver.assignments(&encoding);
    Ok(assignments.next().transpose()?.is_some())
}
