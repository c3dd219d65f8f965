//! CP-SAT of OR-Tools, a Python package: a small Python program makes it a solver for files.
//!
//! The model has a variable per cell with its candidates as the domain (as in scheme `reduced`) and an alldifferent constraint per
//! house. It uses one worker; the default would be one per core.
//!
//! Python and OR-Tools are loaded before a run starts: that takes 0.7 s, which would be most of the measured time.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use qedoku_puzzle::Puzzle;

use super::command::{CommandLine, ExternalSolverError};
use super::run;

/// The program: reads a file of candidates and prints the result as `MiniZinc` does. It waits once it is loaded.
const PROGRAM: &str = include_str!("cp_sat.py");

/// The command line that solves a file of candidates; OR-Tools must be installed.
pub(super) fn command() -> Result<CommandLine, ExternalSolverError> {
    version().ok_or_else(|| ExternalSolverError::Missing("cp-sat, of the Python package ortools".to_owned()))?;
    Ok(CommandLine::parse("python3 -c {program} {cnf}")?.with("{program}", PROGRAM))
}

/// The version of OR-Tools, if it is installed. The package is not imported, because that takes long.
pub(super) fn version() -> Option<String> {
    let script = "from importlib.metadata import version; print(version('ortools'))";
    run::query(Path::new("python3"), &["-c", script]).map(|version| version.trim().to_owned())
}

/// Writes the height and width of a box on the first line, then one line per cell with its candidates.
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
    fn each_cell_is_a_line_with_its_initial_candidates() {
        let mut file = Vec::new();
        write(&"12.. .... 1... ....".parse().unwrap(), &mut file).unwrap();
        let lines: Vec<&str> = str::from_utf8(&file).unwrap().lines().collect();
        assert_eq!(lines.len(), 1 + 16);
        assert_eq!(lines[..6], ["2 2", "", "2", "3 4", "3 4", "3 4"]); // r1c1 conflicts with r3c1
    }
}
