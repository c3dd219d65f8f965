//! A constraint solver that is a program, told the puzzle in its own language.
//!
//! | language | program | command |
//! |---|---|---|
//! | `minizinc` | Gecode, by MiniZinc | `minizinc --solver gecode {cnf}` |
//! | `xcsp3` | ACE | `java -jar ACE.jar {cnf}` |
//! | `opb` | clasp | `clasp {cnf}` |
//! | `smt2` | Z3 | `z3 {cnf}` |
//! | candidates | OR-Tools CP-SAT | a Python program of ours ([`cp_sat`]) |
//!
//! They are here to be compared with SAT solvers, so one solution is asked for and no second one.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use qedoku_encode::languages::{self, Language, SolverReply};
use qedoku_puzzle::{Grid, Puzzle, referee};

use super::command::{Command, ExternalSolverError};
use super::cp_sat;
use super::run::{self, Answer, Loaded, Work};
use crate::problem::DynError;
use crate::{Interrupt, SolveError};

/// A program that solves files of one kind.
#[derive(Clone, Debug)]
pub struct ConstraintSolver {
    reads: Reads,
    command: Command,
}

/// What a program reads.
#[derive(Clone, Copy, Debug)]
enum Reads {
    Kin(Language),
    /// The candidates of every cell.
    Candidates,
}

/// A puzzle that was written for a program, which has not seen it yet.
pub struct Prepared<'t> {
    tool: &'t ConstraintSolver,
    puzzle: &'t Puzzle,
    work: Work,
    /// The program, if it was started already.
    loaded: Option<Loaded>,
}

impl ConstraintSolver {
    /// The usual program for a language; it must exist.
    pub fn usual(language: Language) -> Result<ConstraintSolver, ExternalSolverError> {
        let command = match language {
            Language::MiniZinc => Command::parse("minizinc --solver gecode {cnf}")?,
            Language::Opb => Command::parse("clasp {cnf}")?,
            Language::Smt2 => Command::parse("z3 {cnf}")?,
            Language::Xcsp3 => {
                let jar = ace()
                    .ok_or_else(|| ExternalSolverError::Missing("ACE, of the Python package pycsp3".to_owned()))?;
                Command::parse("java -jar {jar} {cnf}")?.with("{jar}", &jar.to_string_lossy())
            }
        };
        Ok(ConstraintSolver { reads: Reads::Kin(language), command })
    }

    /// CP-SAT, on one thread; there must be a Python with OR-Tools.
    pub fn cp_sat() -> Result<ConstraintSolver, ExternalSolverError> {
        Ok(ConstraintSolver { reads: Reads::Candidates, command: cp_sat::command()? })
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self.reads {
            Reads::Kin(Language::MiniZinc) => "minizinc/gecode",
            Reads::Kin(Language::Xcsp3) => "ace",
            Reads::Kin(Language::Opb) => "clasp",
            Reads::Kin(Language::Smt2) => "z3",
            Reads::Candidates => "cp-sat",
        }
    }

    /// What it says of its version; ACE is asked for the name of its file.
    pub fn version(&self) -> Option<String> {
        match self.reads {
            Reads::Kin(Language::Xcsp3) => Some(ace()?.file_stem()?.to_str()?.replace("ACE-", "ACE ")),
            Reads::Candidates => cp_sat::version(),
            Reads::Kin(_) => run::version(&self.command),
        }
    }

    /// Writes the file that the program reads; one that takes long to load is started.
    pub fn prepare<'t>(&'t self, puzzle: &'t Puzzle) -> Result<Prepared<'t>, SolveError> {
        let write = || {
            let work = Work::new(self.reads.extension())?;
            self.reads.write(puzzle, File::create(work.input())?)?;
            Ok(work)
        };
        let work = write().map_err(|error| SolveError::External(ExternalSolverError::File(error)))?;
        let is_slow = matches!(self.reads, Reads::Candidates);
        let loaded = is_slow.then(|| Loaded::new(&self.command, &work)).transpose().map_err(SolveError::External)?;
        Ok(Prepared { tool: self, puzzle, work, loaded })
    }
}

impl Reads {
    fn extension(self) -> &'static str {
        match self {
            Reads::Kin(language) => language.extension(),
            Reads::Candidates => "txt",
        }
    }

    fn write(self, puzzle: &Puzzle, file: File) -> io::Result<()> {
        match self {
            Reads::Kin(language) => languages::write(language, puzzle, file),
            Reads::Candidates => cp_sat::write(puzzle, file),
        }
    }
}

impl Prepared<'_> {
    /// Runs the program: a solution that passed the referee, or `None` if there is none.
    pub fn solve(self, interrupt: &Interrupt) -> Result<Option<Grid>, SolveError> {
        let command = &self.tool.command;
        let reply = match self.loaded {
            Some(loaded) => loaded.run(command, &self.work, interrupt),
            None => run::run(command, &self.work, interrupt),
        };
        match reply? {
            SolverReply::Unsatisfiable => Ok(None),
            SolverReply::Unknown => Err(SolveError::Unknown),
            SolverReply::Solved(grid) => match referee::check(self.puzzle, &grid) {
                Ok(()) => Ok(Some(grid)),
                Err(fault) => Err(SolveError::InvalidSolution(fault.into())),
            },
        }
    }
}

impl Answer for SolverReply {
    fn read(text: &str) -> Result<SolverReply, DynError> {
        Ok(SolverReply::parse(text, None, None)?)
    }

    fn is_satisfiable(&self) -> Option<bool> {
        match self {
            SolverReply::Solved(_) => Some(true),
            SolverReply::Unsatisfiable => Some(false),
            SolverReply::Unknown => None,
        }
    }
}

/// ACE's archive in the Python package that brings it along. (Python is asked where the package is without importing
/// it: importing has effects of its own.)
fn ace() -> Option<PathBuf> {
    let script = "import importlib.util as u; print(u.find_spec('pycsp3').submodule_search_locations[0])";
    let asked = std::process::Command::new("python3").args(["-c", script]).stdin(Stdio::null()).output().ok()?;
    let folder = Path::new(String::from_utf8(asked.stdout).ok()?.trim()).join("solvers").join("ace");
    let jars = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    jars.filter(|path| path.extension().is_some_and(|extension| extension == "jar")).max()
}
