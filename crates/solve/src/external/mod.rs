//! Any SAT solver that is a program: write the file, run it, read its answer.
//!
//! ```no_run
//! use qedoku_solve::{Engine, ExternalSolver, Solver};
//!
//! let puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let minisat = ExternalSolver::new("minisat").unwrap(); // a name, a path, or a command such as "minisat -no-pre {cnf} {out}"
//! println!("{:?}", Solver::new(Engine::External(minisat)).answer(&puzzle));
//! ```
//!
//! For a second solution the program is run again, with a clause that forbids the first. This module alone of the
//! library opens files, in a temporary folder that is gone when the search ends.

mod command;
mod run;
mod constraint_solver;
mod cp_sat;

use std::fs::File;
use std::io::{self, BufWriter};

use qedoku_encode::dimacs::{self, write::DimacsOptions};
use qedoku_encode::{Encoding, EncodingOptions, EncodingOptionsError, Formula, Lit, Scheme};
use qedoku_puzzle::{Grid, Puzzle};

use command::Command;
pub use command::ExternalSolverError;
pub use constraint_solver::{ConstraintSolver, Prepared};

use crate::problem::SatProblem;
use crate::solver::decode_output;
use crate::{Interrupt, SolveError};

/// An outside solver, and how it is told the puzzle.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    command: Command,
    options: EncodingOptions,
}

impl ExternalSolver {
    /// A solver by name (`minisat`), by path (`./build/kissat`), or by a command with `{cnf}` and, where the solver
    /// writes its answer into a file, `{out}`. The program must exist.
    pub fn new(solver: &str) -> Result<ExternalSolver, ExternalSolverError> {
        Ok(ExternalSolver {
            command: Command::parse(solver)?,
            options: EncodingOptions { scheme: Scheme::Reduced, ..EncodingOptions::default() },
        })
    }

    /// Says the puzzle in this way instead.
    pub fn with_options(self, options: EncodingOptions) -> Result<ExternalSolver, EncodingOptionsError> {
        options.check_for_solving()?;
        Ok(ExternalSolver { options, ..self })
    }

    /// The name of the program, without its folder.
    pub fn name(&self) -> &str {
        self.command.name()
    }

    /// What the program says when asked for its version, if it says anything.
    pub fn version(&self) -> Option<String> {
        run::version(&self.command)
    }

    /// The solutions of a puzzle, one by one.
    pub(crate) fn search<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        interrupt: &'a Interrupt,
    ) -> impl Iterator<Item = Result<Grid, SolveError>> + 'a {
        let encoding = Encoding::new(puzzle, self.options).expect("the options were checked");
        self.solutions(encoding, interrupt)
    }

    /// The solutions of a question, one by one. The file for the first is written at once, before anything is solved.
    pub(crate) fn solutions<'a, Q: SatProblem + 'a>(
        &'a self,
        question: Q,
        interrupt: &'a Interrupt,
    ) -> impl Iterator<Item = Result<Q::Solution, SolveError>> + 'a {
        let mut forbidden: Vec<Vec<Lit>> = Vec::new();
        let mut first = (!interrupt.is_set()).then(|| written(&question, &forbidden));
        std::iter::from_fn(move || {
            let found = self.solve(&question, first.take(), &forbidden, interrupt).transpose()?;
            if let Ok(solution) = &found {
                forbidden.push(question.blocking_clause(solution));
            }
            Some(found)
        })
    }

    /// Runs the program on the file that was written, or else on a new one without what is forbidden.
    fn solve<Q: SatProblem>(
        &self,
        question: &Q,
        first: Option<Result<run::Work, SolveError>>,
        forbidden: &[Vec<Lit>],
        interrupt: &Interrupt,
    ) -> Result<Option<Q::Solution>, SolveError> {
        if interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        if forbidden.iter().any(Vec::is_empty) {
            return Ok(None); // there can be no other
        }
        let work = first.unwrap_or_else(|| written(question, forbidden))?;
        let output = run::run(&self.command, &work, interrupt)?;
        decode_output(output, question)
    }
}

/// A folder with the file that the program reads.
fn written(formula: &impl Formula, forbidden: &[Vec<Lit>]) -> Result<run::Work, SolveError> {
    let write = || {
        let work = run::Work::new("cnf")?;
        let file = BufWriter::new(File::create(work.input())?);
        dimacs::write::write_with(formula, DimacsOptions::default(), forbidden, file)?;
        Ok(work)
    };
    write().map_err(|error: io::Error| SolveError::External(ExternalSolverError::File(error)))
}
