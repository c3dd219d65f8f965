//! A constraint solver that is a program, told the puzzle in its own language.
//!
//! | language | program | command |
//! |---|---|---|
//! | `minizinc` | Gecode, by MiniZinc | `minizinc --solver gecode {cnf}` |
//! | `xcsp3` | ACE | `java -jar ACE.jar {cnf}` |
//! | `opb` | clasp | `clasp {cnf}` |
//! | `smt2` | Z3 | `z3 {cnf}` |
//!
//! They are here to be compared with SAT solvers, so one solution is asked for and no second one.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use qedoku_encode::kin::{self, Language, Reply};
use qedoku_puzzle::{Grid, Puzzle, referee};

use super::command::{Command, ProgramError};
use super::run::{self, Answer, Work};
use crate::question::Reason;
use crate::{Failure, Stop};

/// The program that solves files in a language.
#[derive(Clone, Debug)]
pub struct Tool {
    language: Language,
    command: Command,
}

/// A puzzle that was written for a program, which has not been run yet.
pub struct Prepared<'t> {
    tool: &'t Tool,
    puzzle: &'t Puzzle,
    work: Work,
}

impl Tool {
    /// The usual program for a language; it must exist.
    pub fn usual(language: Language) -> Result<Tool, ProgramError> {
        let command = match language {
            Language::MiniZinc => Command::parse("minizinc --solver gecode {cnf}")?,
            Language::Opb => Command::parse("clasp {cnf}")?,
            Language::Smt2 => Command::parse("z3 {cnf}")?,
            Language::Xcsp3 => {
                let jar = ace().ok_or_else(|| ProgramError::Missing("ACE, of the Python package pycsp3".to_owned()))?;
                Command::parse("java -jar {jar} {cnf}")?.with("{jar}", &jar)
            }
        };
        Ok(Tool { language, command })
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self.language {
            Language::MiniZinc => "minizinc/gecode",
            Language::Xcsp3 => "ace",
            Language::Opb => "clasp",
            Language::Smt2 => "z3",
        }
    }

    /// What it says of its version; ACE is asked for the name of its file.
    pub fn version(&self) -> Option<String> {
        match self.language {
            Language::Xcsp3 => Some(ace()?.file_stem()?.to_str()?.replace("ACE-", "ACE ")),
            _ => run::version(&self.command),
        }
    }

    /// Writes the file that the program reads.
    pub fn prepare<'t>(&'t self, puzzle: &'t Puzzle) -> Result<Prepared<'t>, Failure> {
        let write = || {
            let work = Work::new(self.language.extension())?;
            kin::write(self.language, puzzle, File::create(work.input())?)?;
            Ok(work)
        };
        let work = write().map_err(|error| Failure::Program(ProgramError::File(error)))?;
        Ok(Prepared { tool: self, puzzle, work })
    }
}

impl Prepared<'_> {
    /// Runs the program: a solution that passed the referee, or `None` if there is none.
    pub fn solve(&self, stop: &Stop) -> Result<Option<Grid>, Failure> {
        match run::run(&self.tool.command, &self.work, stop)? {
            Reply::Unsatisfiable => Ok(None),
            Reply::Unknown => Err(Failure::GaveUp),
            Reply::Solved(grid) => match referee::check(self.puzzle, &grid) {
                Ok(()) => Ok(Some(grid)),
                Err(fault) => Err(Failure::Wrong(fault.into())),
            },
        }
    }
}

impl Answer for Reply {
    fn read(text: &str) -> Result<Reply, Reason> {
        Ok(Reply::read(text, None, None)?)
    }

    fn is_satisfiable(&self) -> Option<bool> {
        match self {
            Reply::Solved(_) => Some(true),
            Reply::Unsatisfiable => Some(false),
            Reply::Unknown => None,
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
