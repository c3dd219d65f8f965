//! F2CSP input that is not a Sudoku: its solutions are assignments instead of grids.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, anyhow, bail};
use qedoku::encode::csp::{Assignment, Csp, CspEncoding};
use qedoku::formats::{Format, WriteOptions, write_grid};
use qedoku::message_text::{describe_enumeration, sat_word};
use qedoku::{EnumerationResult, Solver, json};
use serde_json::{Map, Value, json};

use super::problem::found_or_failed;
use super::trust::{Trust, mark};
use super::{ALL, SolveArgs, puzzle_outcome, verdict_style};
use crate::args::GlobalArgs;
use crate::batch::OutcomeCounts;
use crate::input::Source;
use crate::output::{Output, styled};

/// A constraint problem and the file it was read from.
pub(super) struct CspInput<'s> {
    source: &'s Source,
    csp: Csp,
}

impl<'s> CspInput<'s> {
    /// The constraint problem among the inputs; `None` if all of them are puzzles.
    pub(super) fn find(sources: &'s [Source]) -> Result<Option<CspInput<'s>>> {
        for source in sources {
            let read = source.read_f2csp().transpose();
            let Some((csp, warnings)) = read.map_err(|error| anyhow!("{}", source.describe_error(&error)))? else {
                continue;
            };
            if csp.as_puzzle().is_some() {
                continue;
            }
            if sources.len() > 1 {
                bail!("{source} is a constraint problem that is not a Sudoku: solve it on its own");
            }
            source.print_f2csp_warnings(&warnings);
            return Ok(Some(CspInput { source, csp }));
        }
        Ok(None)
    }

    /// Solves the problem and writes its assignments and the verdict.
    pub(super) fn solve(
        &self,
        args: &SolveArgs,
        global: &GlobalArgs,
        solver: &Solver,
        out: &mut Output,
    ) -> Result<OutcomeCounts> {
        args.refuse_puzzle_options(self.source, Some(Format::Grid), "")?;
        if args.proof.is_some() {
            bail!("{} is a constraint problem: --proof is for formulas in DIMACS", self.source);
        }
        let encoding = CspEncoding::new(&self.csp)?;
        args.keep_formula(&encoding, solver)?;
        let stream = args.solutions == Some(ALL) && !global.json;
        let satisfiable = args.sat_words.then(|| global.locale().text("sat.satisfiable"));
        let write_now = |assignment: &Assignment, number: u64| {
            if stream { self.write_assignment(assignment, number, satisfiable, out).map(|()| true) } else { Ok(false) }
        };
        let search = solver.assignments(&encoding);
        let result = if args.first {
            EnumerationResult::first(search)
        } else {
            EnumerationResult::enumerate(search, args.solutions, write_now)?
        };
        let result = match found_or_failed(result, self.source) {
            Ok(result) => result,
            Err(failed) => return Ok(failed),
        };
        let trust = Trust::new(solver);
        let according_to = trust.according_to(&result);
        if global.json {
            let mut fields = json!({ "input": self.source.name, "title": self.csp.title() });
            json::merge(&mut fields, json::enumeration(&result, |assignment| self.fields(assignment)));
            json::merge(&mut fields, json::verified(according_to));
            out.json(&fields)?;
        } else {
            for (number, assignment) in (0..).zip(&result.solutions) {
                self.write_assignment(assignment, number, satisfiable, out)?;
            }
            if args.sat_words && result.count == 0 {
                writeln!(out, "{}", sat_word(&result, global.locale()))?;
            }
            let verdict = mark(describe_enumeration(&result, global.locale()), according_to, global.locale());
            let verdict = if out.color { styled(verdict, verdict_style(&result)) } else { verdict };
            writeln!(out, "{verdict}")?;
        }
        Ok(OutcomeCounts::single(puzzle_outcome(&result)))
    }

    /// Writes a grid if the variables are the cells of a board or of any rectangle, else a line `name = value` for each.
    /// The word for "satisfiable" precedes the first assignment, an empty line the others.
    fn write_assignment(
        &self,
        assignment: &Assignment,
        number: u64,
        satisfiable: Option<&str>,
        out: &mut Output,
    ) -> Result<()> {
        match (number, satisfiable) {
            (0, Some(word)) => writeln!(out, "{word}")?,
            (0, None) => {}
            _ => writeln!(out)?,
        }
        match self.csp.grid(assignment) {
            Some(grid) => write!(out, "{}", write_grid(&grid, Format::Grid, &WriteOptions::default())?)?,
            None => match self.rectangle(assignment) {
                Some(rows) => rows.iter().try_for_each(|row| writeln!(out, "{}", row.join(" ")))?,
                None => {
                    for (name, value) in self.csp.named_values(assignment) {
                        writeln!(out, "{name} = {value}")?;
                    }
                }
            },
        }
        Ok(())
    }

    /// The values by row, if the variables are named `Vrow-column` and fill a rectangle. Covers the rectangles that are
    /// not the size of a board, such as those of n queens.
    fn rectangle(&self, assignment: &Assignment) -> Option<Vec<Vec<String>>> {
        let position = |name: &str| -> Option<(usize, usize)> {
            let (row, column) = name.strip_prefix('V')?.split_once('-')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        };
        let pairs = self.csp.named_values(assignment).map(|(name, value)| Some((position(name)?, value)));
        let values: BTreeMap<(usize, usize), &str> = pairs.collect::<Option<_>>()?;
        let &(rows, columns) = values.keys().next_back()?;
        let is_filled = rows.checked_mul(columns) == Some(values.len()) && values.len() == self.csp.variables().len();
        let width = values.values().map(|value| value.chars().count()).max()?;
        let row = |row| (1..=columns).map(|column| Some(format!("{:>width$}", values.get(&(row, column))?))).collect();
        if is_filled { (1..=rows).map(row).collect() } else { None }
    }

    fn fields(&self, assignment: &Assignment) -> Map<String, Value> {
        self.csp.named_values(assignment).map(|(name, value)| (name.to_owned(), value.into())).collect()
    }
}
