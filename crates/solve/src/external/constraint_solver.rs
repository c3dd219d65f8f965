//! External constraint solvers, each with the modelling language it reads.
//!
//! | language | program | command |
//! |---|---|---|
//! | `minizinc` | Gecode, by MiniZinc | `minizinc --solver gecode {cnf}` |
//! | `xcsp3` | ACE | `java -jar ACE.jar {cnf}` |
//! | `opb` | clasp | `clasp {cnf}` |
//! | `smt2` | Z3 | `z3 {cnf}` |
//! | candidates | OR-Tools CP-SAT | the Python program in [`cp_sat`] |
//!
//! They serve for comparison with SAT solvers and search for one solution only.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use qedoku_encode::languages::{self, Language, ReplyError, SolverReply};
use qedoku_puzzle::{Grid, Puzzle, referee};

use super::command::{CommandLine, ExternalSolverError};
use super::cp_sat;
use super::run::{self, ParseOutput, PreloadedProcess, RunDirectory};
use crate::{Interrupt, SolveError};

/// An external constraint solver.
#[derive(Clone, Debug)]
pub struct ConstraintSolver {
    input: InputFormat,
    command: CommandLine,
}

/// The input format of a solver.
#[derive(Clone, Copy, Debug)]
enum InputFormat {
    Language(Language),
    /// The candidates of every cell.
    Candidates,
}

/// A run whose input file is written and whose program has not read it yet.
pub struct PreparedRun<'t> {
    solver: &'t ConstraintSolver,
    puzzle: &'t Puzzle,
    directory: RunDirectory,
    /// The program, if it was started already.
    process: Option<PreloadedProcess>,
}

impl ConstraintSolver {
    /// The default solver for a language; it must be installed.
    pub fn default_for(language: Language) -> Result<ConstraintSolver, ExternalSolverError> {
        let command = match language {
            Language::MiniZinc => CommandLine::parse("minizinc --solver gecode {cnf}")?,
            Language::Opb => CommandLine::parse("clasp {cnf}")?,
            Language::Smt2 => CommandLine::parse("z3 {cnf}")?,
            Language::Xcsp3 => {
                let jar = ace()
                    .ok_or_else(|| ExternalSolverError::Missing("ACE, of the Python package pycsp3".to_owned()))?;
                CommandLine::parse("java -jar {jar} {cnf}")?.with("{jar}", &jar.to_string_lossy())
            }
        };
        Ok(ConstraintSolver { input: InputFormat::Language(language), command })
    }

    /// CP-SAT on one thread; the Python package OR-Tools must be installed.
    pub fn cp_sat() -> Result<ConstraintSolver, ExternalSolverError> {
        Ok(ConstraintSolver { input: InputFormat::Candidates, command: cp_sat::command()? })
    }

    /// The name of the solver.
    pub fn name(&self) -> &'static str {
        match self.input {
            InputFormat::Language(Language::MiniZinc) => "minizinc/gecode",
            InputFormat::Language(Language::Xcsp3) => "ace",
            InputFormat::Language(Language::Opb) => "clasp",
            InputFormat::Language(Language::Smt2) => "z3",
            InputFormat::Candidates => "cp-sat",
        }
    }

    /// The version that the solver reports; for ACE, the one in its file name.
    pub fn version(&self) -> Option<String> {
        match self.input {
            InputFormat::Language(Language::Xcsp3) => Some(ace()?.file_stem()?.to_str()?.replace("ACE-", "ACE ")),
            InputFormat::Candidates => cp_sat::version(),
            InputFormat::Language(_) => run::version(&self.command),
        }
    }

    /// Writes the input file; starts the program if it takes long to load.
    pub fn prepare<'t>(&'t self, puzzle: &'t Puzzle) -> Result<PreparedRun<'t>, SolveError> {
        let write = || {
            let mut directory = RunDirectory::new(self.input.extension())?;
            directory.variables = (puzzle.board().cell_count() * puzzle.board().side()) as u64;
            self.input.write(puzzle, File::create(directory.input())?)?;
            Ok(directory)
        };
        let directory = write().map_err(|error| SolveError::External(ExternalSolverError::File(error)))?;
        let is_slow = matches!(self.input, InputFormat::Candidates);
        let preload = || PreloadedProcess::new(&self.command, &directory);
        let process = is_slow.then(preload).transpose().map_err(SolveError::External)?;
        Ok(PreparedRun { solver: self, puzzle, directory, process })
    }
}

impl InputFormat {
    fn extension(self) -> &'static str {
        match self {
            InputFormat::Language(language) => language.extension(),
            InputFormat::Candidates => "txt",
        }
    }

    fn write(self, puzzle: &Puzzle, file: File) -> io::Result<()> {
        match self {
            InputFormat::Language(language) => languages::write(language, puzzle, file),
            InputFormat::Candidates => cp_sat::write(puzzle, file),
        }
    }
}

impl PreparedRun<'_> {
    /// Runs the program. Returns a solution that passed the referee, or `None` if the puzzle has none.
    pub fn solve(self, interrupt: &Interrupt) -> Result<Option<Grid>, SolveError> {
        let command = &self.solver.command;
        let reply = match self.process {
            Some(process) => process.run(command, &self.directory, interrupt),
            None => run::run(command, &self.directory, interrupt),
        };
        match reply? {
            SolverReply::Unsatisfiable => Ok(None),
            SolverReply::Unknown => Err(SolveError::Unknown),
            SolverReply::Solved(grid) => match referee::check(self.puzzle, &grid) {
                Ok(()) => Ok(Some(grid)),
                Err(error) => Err(SolveError::InvalidSolution(error.into())),
            },
        }
    }
}

impl ParseOutput for SolverReply {
    fn parse_output(text: &str) -> Result<SolverReply, ReplyError> {
        SolverReply::parse(text, None, None)
    }

    fn is_satisfiable(&self) -> Option<bool> {
        match self {
            SolverReply::Solved(_) => Some(true),
            SolverReply::Unsatisfiable => Some(false),
            SolverReply::Unknown => None,
        }
    }
}

/// The archive of ACE inside the Python package pycsp3. The package is located without importing it, because importing has side
/// effects.
fn ace() -> Option<PathBuf> {
    let script = "import importlib.util as u; print(u.find_spec('pycsp3').submodule_search_locations[0])";
    let package = run::query(Path::new("python3"), &["-c", script])?;
    let folder = Path::new(package.trim()).join("solvers").join("ace");
    let jars = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    jars.filter(|path| path.extension().is_some_and(|extension| extension == "jar")).max()
}
