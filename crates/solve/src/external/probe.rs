//! Detection of how an unknown solver takes a formula and reports its result.
//!
//! The solver runs on a satisfiable and on an unsatisfiable formula of two variables. A convention is accepted if both verdicts
//! are right and the model is complete and correct:
//!
//! | formula | result |
//! |---|---|
//! | first argument | standard output: `s` and `v` lines, or a list of literals |
//! | first argument | a file, the second argument, as MiniSat writes it |
//! | standard input | standard output |
//!
//! If "unsatisfiable" is not printed, exit code 20 may report it. A solver for which no convention fits gets the formula as its
//! first argument, and the error of its first run is reported.

use std::fs;

use qedoku_encode::model::SolverOutput;

use super::command::CommandLine;
use super::run::{self, RunDirectory};
use crate::Interrupt;

/// Its only model is 1, -2.
const SATISFIABLE: &str = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 -2 0\n";
/// All four assignments are excluded, so that no solver decides it by unit propagation while it reads the file.
const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// The command with the arguments and the convention of the solver.
pub(super) fn detect(command: &CommandLine, interrupt: &Interrupt) -> CommandLine {
    let command = CommandLine { has_exit_codes: true, ..command.clone() };
    let on_stdin = CommandLine { reads_stdin: true, ..command.completed(&[]) };
    let conventions = [command.completed(&["{cnf}"]), command.completed(&["{cnf}", "{out}"]), on_stdin];
    let detected = conventions.iter().find(|command| fits(command, interrupt)).cloned();
    let [default, ..] = conventions;
    detected.unwrap_or(default)
}

fn fits(command: &CommandLine, interrupt: &Interrupt) -> bool {
    let solve = |formula: &str| {
        let directory = RunDirectory::new("cnf").ok()?;
        fs::write(directory.input(), formula).ok()?;
        run::try_run(command, &directory, interrupt)
    };
    let is_model = |output: Option<SolverOutput>| match output {
        Some(SolverOutput::Satisfiable(model)) => {
            model.literals().iter().map(|lit| lit.to_dimacs()).eq([1, -2])
                // A list of the true variables only is a model too.
                || model.literals().iter().map(|lit| lit.to_dimacs()).eq([1])
        }
        _ => false,
    };
    is_model(solve(SATISFIABLE)) && matches!(solve(UNSATISFIABLE), Some(SolverOutput::Unsatisfiable))
}
