//! Options that formulas and constraint problems have in common: inputs of `solve` that are not a Sudoku.

use anyhow::{Result, bail};
use qedoku::encode::Formula;
use qedoku::formats::Format;
use qedoku::{EnumerationResult, IncompleteError, Solver};

use super::{KeptFormula, SolveArgs};
use crate::batch::{OutcomeCounts, PuzzleOutcome};
use crate::input::Source;

/// Hint after the error about `--certified`, for a formula.
pub(super) const SEE_PROOF: &str = ", see --proof";

impl SolveArgs {
    /// Refuses options that are for puzzles. `hint` follows the error about `--certified`.
    pub(super) fn refuse_puzzle_options(&self, source: &Source, accepted: Option<Format>, hint: &str) -> Result<()> {
        if self.certified {
            bail!("{source} is not a Sudoku: --certified is for puzzles{hint}");
        }
        if self.to.is_some() && self.to != accepted {
            bail!("{source} is not a Sudoku: --to is for puzzles");
        }
        Ok(())
    }

    /// Writes the file of `--keep`.
    pub(super) fn keep_formula(&self, formula: &impl Formula, solver: &Solver) -> Result<()> {
        self.keep.iter().try_for_each(|path| KeptFormula::new(path, solver)?.write_problem(formula))
    }
}

/// The solutions found, even if the search was interrupted; else the outcome of a search that failed.
pub(super) fn found_or_failed<S>(
    result: Result<EnumerationResult<S>, IncompleteError<EnumerationResult<S>>>,
    source: &Source,
) -> Result<EnumerationResult<S>, OutcomeCounts> {
    result
        .or_else(IncompleteError::into_partial)
        .map_err(|error| OutcomeCounts::single(PuzzleOutcome::Failed(format!("{source}: {error}"))))
}
