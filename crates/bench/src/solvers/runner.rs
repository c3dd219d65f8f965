//! Runner: one solver on one input encoding, with encoding and solving as two phases that are timed apart.

use qedoku::encode::csp::{Csp, CspEncoding, f2csp};
use qedoku::{ConstraintSolver, Engine, Interrupt, Puzzle, SolveError, Solver};

/// A solver together with the input encoding that it receives.
pub enum Runner<'s> {
    /// qedoku with its default engine, from the puzzle to the grid. There is no encoding phase: preprocessing and
    /// encoding count as solving.
    Qedoku,
    /// A SAT solver on clauses.
    Clauses(Engine),
    /// The built-in SAT solver on the text of an F2CSP file. Parsing counts as solving, as it does for external solvers.
    F2csp,
    /// An external constraint solver.
    ConstraintSolver(&'s ConstraintSolver),
}

impl Runner<'_> {
    /// Encodes the puzzle, calls `encoded`, and solves. Returns whether there is a solution; every grid has passed the
    /// referee.
    pub(crate) fn run(
        &self,
        puzzle: &Puzzle,
        interrupt: &Interrupt,
        encoded: impl FnOnce(),
    ) -> Result<bool, SolveError> {
        match self {
            Runner::Qedoku => {
                encoded();
                let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
                let first = solver.solutions(puzzle).next();
                Ok(first.transpose()?.is_some())
            }
            Runner::Clauses(engine) => {
                let solver = Solver { interrupt: interrupt.clone(), ..Solver::new(engine.clone()) };
                // `solutions` encodes (into memory or into the solver's input file), `next` solves.
                let mut solutions = solver.solutions(puzzle);
                encoded();
                Ok(solutions.next().transpose()?.is_some())
            }
            Runner::F2csp => {
                let mut text = Vec::new();
                f2csp::write(puzzle, &mut text).expect("writing to memory succeeds");
                encoded();
                solve_f2csp(&text, interrupt)
            }
            Runner::ConstraintSolver(solver) => {
                let prepared = solver.prepare(puzzle)?;
                encoded();
                Ok(prepared.solve(interrupt)?.is_some())
            }
        }
    }
}

/// Solves an F2CSP file by its constraints alone, without recognising that they are a Sudoku.
fn solve_f2csp(text: &[u8], interrupt: &Interrupt) -> Result<bool, SolveError> {
    let csp = Csp::read(text).expect("the reader accepts the writer's text");
    let encoding = CspEncoding::new(&csp).expect("the largest board, 144x144, has 3 million variables");
    let solver = Solver { interrupt: interrupt.clone(), ..Solver::default() };
    let mut assignments = solver.assignments(&encoding);
    Ok(assignments.next().transpose()?.is_some())
}
