//! CP-SAT of OR-Tools, which is a package for Python and no program: a small Python program of ours makes one of it.
//!
//! It is told the candidates that the givens leave open, as SAT solvers are in scheme `reduced`, and that each house has
//! all its digits different. It uses one worker: by default there would be one for every core.
//!
//! Python and OR-Tools are loaded before a run begins, since that takes 0.7 s, which would be most of what is measured.

use std::io::{self, BufWriter, Write};
use std::process::Stdio;

use qedoku_puzzle::Puzzle;

use super::command::{Command, ExternalSolverError};

/// The program: a file with candidates in, an answer as `MiniZinc` prints it out. It waits when it is loaded.
const PROGRAM: &str = include_str!("cp_sat.py");

/// The command that solves a file with candidates; there must be a Python with OR-Tools.
pub(super) fn command() -> Result<Command, ExternalSolverError> {
    version().ok_or_else(|| ExternalSolverError::Missing("cp-sat, of the Python package ortools".to_owned()))?;
    Ok(Command::parse("python3 -c {program} {cnf}")?.with("{program}", PROGRAM))
}

/// The version of OR-Tools, if there is one. (The package is not imported for that: it takes its time.)
pub(super) fn version() -> Option<String> {
    let script = "from importlib.metadata import version; print(version('ortools'))";
    let asked = std::process::Command::new("python3").args(["-c", script]).stdin(Stdio::null()).output().ok()?;
    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).trim().to_owned())
}

/// Writes the rows and columns of a box on the first line, then the candidates of each cell on a line.
pub(super) fn write(puzzle: &Puzzle, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    writeln!(out, "{} {}", puzzle.board().box_height(), puzzle.board().box_width())?;
    for candidates in puzzle.initial_candidates() {
        let digits: Vec<String> = candidates.iter().map(|digit| digit.to_string()).collect();
        writeln!(out, "{}", digits.join(" "))?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_line_with_the_candidates_that_the_givens_leave() {
        let mut file = Vec::new();
        write(&"12.. .... 1... ....".parse().unwrap(), &mut file).unwrap();
        let lines: Vec<&str> = str::from_utf8(&file).unwrap().lines().collect();
        assert_eq!(lines.len(), 1 + 16);
        assert_eq!(lines[..6], ["2 2", "", "2", "3 4", "3 4", "3 4"]); // r1c1 clashes with r3c1
    }
}
