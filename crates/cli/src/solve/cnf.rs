//! DIMACS input that is not a Sudoku: its solutions are models, printed as SAT solvers do.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use qedoku::encode::Model;
use qedoku::encode::dimacs::CnfFormula;
use qedoku::message_text::sat_word;
use qedoku::{Completeness, EnumerationResult, IncompleteError, Locale, ProofFormat, SolveError, Solver, json};
use serde_json::{Value, json};

use super::problem::{SEE_PROOF, found_or_failed};
use super::trust::Trust;
use super::{SolveArgs, puzzle_outcome};
use crate::args::GlobalArgs;
use crate::batch::{OutcomeCounts, PuzzleOutcome};
use crate::input::{Source, sudoku_of};
use crate::limits;
use crate::output::Output;

/// A formula and the file it was read from.
pub(super) struct CnfInput<'s> {
    source: &'s Source,
    formula: CnfFormula,
}

/// Width of the lines with literals.
const LINE_WIDTH: usize = 78;

impl<'s> CnfInput<'s> {
    /// The formula among the inputs; `None` if all of them are puzzles. A formula that states a Sudoku is a puzzle, unless a
    /// proof about its clauses is wanted.
    pub(super) fn find(sources: &'s [Source], wants_proof: bool) -> Result<Option<CnfInput<'s>>> {
        for source in sources {
            let Some(formula) = source.cnf().transpose()? else { continue };
            if !wants_proof && sudoku_of(&formula).is_some() {
                continue;
            }
            limits::check_reading()?; // It may have been interrupted.
            if sources.len() > 1 {
                bail!("{source} is a formula that is not a Sudoku: solve it on its own");
            }
            return Ok(Some(CnfInput { source, formula }));
        }
        Ok(None)
    }

    /// Searches for a model, or up to the limit of `--solutions`, and writes them and the verdict.
    pub(super) fn solve(
        &self,
        args: &SolveArgs,
        global: &GlobalArgs,
        solver: &Solver,
        out: &mut Output,
    ) -> Result<OutcomeCounts> {
        args.refuse_puzzle_options(self.source, None, SEE_PROOF)?;
        args.keep_formula(&self.formula, solver)?;
        let result = match (&args.proof, args.solutions) {
            (Some(path), _) => self.prove(path, solver)?,
            (None, None) => EnumerationResult::first(solver.models(&self.formula)),
            (None, limit) => {
                EnumerationResult::enumerate(solver.models(&self.formula), limit, |_, _| Ok::<_, anyhow::Error>(false))?
            }
        };
        let result = match found_or_failed(result, self.source) {
            Ok(result) => result,
            Err(failed) => return Ok(failed),
        };
        let trust = Trust::new(solver);
        let according_to = trust.according_to(&result);
        if global.json {
            let mut fields = self.fields(&result);
            json::merge(&mut fields, json::verified(according_to));
            out.json(&fields)?;
        } else {
            write_result(&result, according_to, out)?;
        }
        Ok(OutcomeCounts::single(match puzzle_outcome(&result) {
            PuzzleOutcome::Negative { solvable: true } => PuzzleOutcome::Success,
            outcome => outcome,
        }))
    }

    /// Searches for a model; writes the proof if there is none. A satisfiable formula leaves the file as it is.
    fn prove(
        &self,
        path: &Path,
        solver: &Solver,
    ) -> Result<Result<EnumerationResult<Model>, IncompleteError<EnumerationResult<Model>>>> {
        let is_lrat = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
            let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
            Path::new(name).extension().is_some_and(|extension| extension == "lrat")
        });
        let format = if is_lrat { ProofFormat::Lrat } else { ProofFormat::Drat };
        let (model, file) = match solver.model_or_proof(&self.formula, format, Output::create(path)?) {
            Ok(result) => result,
            Err(error) => return Ok(Err(IncompleteError::new(EnumerationResult::default(), error))),
        };
        if model.is_none() {
            file.finish()?;
        }
        Ok(EnumerationResult::first(model.into_iter().map(Ok::<Model, SolveError>)))
    }

    fn fields(&self, result: &EnumerationResult<Model>) -> Value {
        let literals = |model: &Model| model.literals().iter().map(|lit| lit.to_dimacs()).collect::<Value>();
        let (variables, clauses) = (self.formula.variables(), self.formula.clauses().len());
        let mut fields = json!({ "input": self.source.name, "variables": variables, "clauses": clauses });
        json::merge(&mut fields, json::enumeration(result, literals));
        fields
    }
}

/// Writes the verdict and the models in the format of the SAT competitions, which does not depend on the locale.
fn write_result(result: &EnumerationResult<Model>, according_to: Option<&str>, out: &mut Output) -> Result<()> {
    writeln!(out, "s {}", sat_word(result, Locale::English))?;
    for model in &result.solutions {
        write_model(model, out)?;
    }
    match (result.count, result.completeness) {
        (1.., Completeness::Complete) => writeln!(out, "c no further models")?,
        (1.., Completeness::More) => writeln!(out, "c there are further models")?,
        _ => {}
    }
    if let Some(solver) = according_to {
        writeln!(out, "c according to {solver}")?;
    }
    Ok(())
}

fn write_model(model: &Model, out: &mut Output) -> Result<()> {
    let numbers = model.literals().iter().map(|lit| lit.to_dimacs()).chain([0]);
    let mut line = "v".to_owned();
    for number in numbers.map(|number| number.to_string()) {
        if line.len() + 1 + number.len() > LINE_WIDTH {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&number);
    }
    Ok(writeln!(out, "{line}")?)
}
