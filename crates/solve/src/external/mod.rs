//! External solvers: SAT solvers and constraint solvers that are programs of their own.
//!
//! ```no_run
//! use qedoku_solve::{Engine, ExternalSolver, Solver};
//!
//! let puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let minisat = ExternalSolver::new("minisat").unwrap(); // a name, a path, or a command such as "minisat -no-pre {cnf} {out}"
//! println!("{:?}", Solver::new(Engine::External(minisat)).solve(&puzzle));
//! ```
//!
//! The formula is written to a file, the program runs on it, and its output is decoded. For each further solution the program
//! runs again, with one more blocking clause. This is the only module of the library that opens files; they are in a
//! temporary folder, which is removed when the search ends.
//!
//! Nothing that a program does is trusted: its solutions pass the referee, its output has a limit, and its processes end with
//! the run (`process_tree`). "Unsatisfiable" is the one answer that cannot be checked by itself;
//! [`ExternalSolver::certify`] checks the solver's proof, or proves the same claim with the built-in prover.

mod command;
mod probe;
mod process_tree;
mod capture;
mod run;
mod certified;
mod constraint_solver;
mod cp_sat;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, OnceLock};

use qedoku_encode::dimacs::{self, CnfFormula, write::DimacsOptions};
use qedoku_encode::{Encoding, EncodingOptions, EncodingOptionsError, Formula, Lit, Model, Scheme};
use qedoku_puzzle::{Grid, Puzzle};

pub use certified::{CertifiedAnswer, SolverProof};
use command::CommandLine;
pub use command::ExternalSolverError;
pub use constraint_solver::{ConstraintSolver, PreparedRun};

use crate::problem::SatProblem;
use crate::solver::decode_output;
use crate::{Interrupt, ProofFormat, SolveError};

/// An external SAT solver and the encoding it is given.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    command: CommandLine,
    /// The command whose arguments were detected, once they are.
    detected: Arc<OnceLock<CommandLine>>,
    options: EncodingOptions,
}

impl ExternalSolver {
    /// A solver by name (`minisat`), by path (`./build/kissat`), or by a command line with `{cnf}` and, if the solver writes its
    /// result to a file, `{out}`. The program must exist. If it is not a known one and the command has no `{cnf}`, how it takes a
    /// formula and reports its result is detected before its first run, on two tiny formulas.
    pub fn new(solver: &str) -> Result<ExternalSolver, ExternalSolverError> {
        Ok(ExternalSolver {
            command: CommandLine::parse(solver)?,
            detected: Arc::default(),
            options: EncodingOptions { scheme: Scheme::REDUCED, ..EncodingOptions::default() },
        })
    }

    /// Uses this encoding instead of the scheme `reduced`.
    pub fn with_options(self, options: EncodingOptions) -> Result<ExternalSolver, EncodingOptionsError> {
        options.check_for_solving()?;
        Ok(ExternalSolver { options, ..self })
    }

    /// The file name of the program.
    pub fn name(&self) -> &str {
        self.command.name()
    }

    /// The version that the program reports, if it does.
    pub fn version(&self) -> Option<String> {
        run::version(&self.command)
    }

    /// Writes the formula of a puzzle that the solver receives in its first run, without blocking clauses.
    pub fn write_formula(&self, puzzle: &Puzzle, out: impl Write) -> io::Result<()> {
        let encoding = Encoding::new(puzzle, self.options).expect("the options were checked");
        write_formula(&encoding, &[], out)
    }

    /// Searches for a model of a formula; `None` if it is unsatisfiable. Then `out` has received the solver's proof.
    pub(crate) fn model_or_proof(
        &self,
        formula: &CnfFormula,
        format: ProofFormat,
        out: &mut dyn Write,
        interrupt: &Interrupt,
    ) -> Result<Option<Model>, SolveError> {
        let command = self.command.with_proof(format).map_err(SolveError::External)?;
        let directory = write_instance(formula, &[])?;
        let model = decode_output(run::run(&command, &directory, interrupt)?, formula)?;
        if model.is_none() {
            let mut proof = File::open(directory.proof()).map_err(SolveError::ProofFile)?;
            io::copy(&mut proof, out).map_err(SolveError::ProofFile)?;
        }
        Ok(model)
    }

    /// The command with all its arguments.
    fn command(&self, interrupt: &Interrupt) -> &CommandLine {
        if self.command.is_complete {
            return &self.command;
        }
        self.detected.get_or_init(|| probe::detect(&self.command, interrupt))
    }

    /// Iterator over the solutions of a puzzle.
    pub(crate) fn solutions_of<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        interrupt: &'a Interrupt,
    ) -> impl Iterator<Item = Result<Grid, SolveError>> + 'a {
        let encoding = Encoding::new(puzzle, self.options).expect("the options were checked");
        self.solutions(encoding, interrupt)
    }

    /// Iterator over the solutions of a problem. The file for the first run is written by this call, before anything is solved.
    pub(crate) fn solutions<'a, P: SatProblem + 'a>(
        &'a self,
        problem: P,
        interrupt: &'a Interrupt,
    ) -> impl Iterator<Item = Result<P::Solution, SolveError>> + 'a {
        let mut blocked: Vec<Vec<Lit>> = Vec::new();
        let mut first = (!interrupt.is_set()).then(|| write_instance(&problem, &blocked));
        std::iter::from_fn(move || {
            let solution = match self.solve(&problem, first.take(), &blocked, interrupt).transpose()? {
                Ok(solution) => solution,
                Err(error) => return Some(Err(error)),
            };
            let clause = problem.blocking_clause(&solution);
            // A solver that alternates between two solutions would go on forever.
            if blocked.contains(&clause) {
                return Some(Err(SolveError::DuplicateSolution));
            }
            blocked.push(clause);
            Some(Ok(solution))
        })
    }

    /// Runs the program once: on the file that was written already, or on a new one with the blocking clauses.
    fn solve<P: SatProblem>(
        &self,
        problem: &P,
        first: Option<Result<run::RunDirectory, SolveError>>,
        blocked: &[Vec<Lit>],
        interrupt: &Interrupt,
    ) -> Result<Option<P::Solution>, SolveError> {
        if interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        if blocked.iter().any(Vec::is_empty) {
            return Ok(None); // an empty blocking clause: there can be no other solution
        }
        let directory = first.unwrap_or_else(|| write_instance(problem, blocked))?;
        let output = run::run(self.command(interrupt), &directory, interrupt)?;
        decode_output(output, problem)
    }
}

/// Writes the formula with the blocking clauses into a new run directory.
fn write_instance(formula: &impl Formula, blocked: &[Vec<Lit>]) -> Result<run::RunDirectory, SolveError> {
    let write = || {
        let mut directory = run::RunDirectory::new("cnf")?;
        let file = BufWriter::new(File::create(directory.input())?);
        let size = dimacs::write::write(formula, DimacsOptions::default(), blocked, file)?;
        directory.variables = size.variables.into();
        Ok(directory)
    };
    write().map_err(|error: io::Error| SolveError::External(ExternalSolverError::File(error)))
}

/// Writes the formula with the blocking clauses, as a solver receives it.
pub fn write_formula(formula: &impl Formula, blocked: &[Vec<Lit>], out: impl Write) -> io::Result<()> {
    dimacs::write::write(formula, DimacsOptions::default(), blocked, out).map(|_| ())
}
