//! An F2CSP problem that is not a Sudoku: the same question, with assignments for grids.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Result, bail};
use qedoku::encode::csp::{Assignment, Csp, CspEncoding};
use qedoku::formats::{Format, WriteOptions, write_grid};
use qedoku::{EnumerationResult, Solver, json};
use serde_json::{Map, Value, json};

use super::found;
use super::{ALL, SolveArgs};
use crate::args::Common;
use crate::batch::{Outcome, Tally};
use crate::input::Source;
use crate::output::{Output, styled};

/// A problem and where it comes from.
pub(super) struct Problem<'s> {
    source: &'s Source,
    csp: Csp,
}

/// The problem that was given, if it is not puzzles that were.
pub(super) fn of(sources: &[Source]) -> Result<Option<Problem<'_>>> {
    for source in sources {
        let Some(csp) = source.f2csp().transpose()? else { continue };
        if csp.as_puzzle().is_some() {
            continue;
        }
        if sources.len() > 1 {
            bail!("{source} is a constraint problem: solve it alone");
        }
        return Ok(Some(Problem { source, csp }));
    }
    Ok(None)
}

impl Problem<'_> {
    /// Answers the problem: its assignments, then the verdict.
    pub(super) fn report(&self, args: &SolveArgs, common: &Common, solver: &Solver, out: &mut Output) -> Result<Tally> {
        if args.to.is_some_and(|to| to != Format::Grid) {
            bail!("{} is not a Sudoku: its solutions have no other form", self.source);
        }
        let encoding = CspEncoding::new(&self.csp)?;
        let stream = args.solutions == Some(ALL) && !common.json;
        let write_now = |assignment: &Assignment, number: u64| {
            if stream { self.write(assignment, number, out).map(|()| true) } else { Ok(false) }
        };
        let found = match EnumerationResult::enumerate(solver.assignments(&encoding), args.solutions, write_now)? {
            Ok(found) => found,
            Err(failure) => return Ok(Tally::of(Outcome::Bad(format!("{}: {failure}", self.source)))),
        };
        if common.json {
            let mut fields = json!({ "input": self.source.name, "title": self.csp.title() });
            json::merge(&mut fields, &json::found(&found, |assignment| self.fields(assignment)));
            out.json(&fields)?;
        } else {
            for (number, assignment) in (0..).zip(&found.solutions) {
                self.write(assignment, number, out)?;
            }
            let words = found.describe();
            let words = if out.color { styled(words, found::style(&found)) } else { words };
            writeln!(out, "{words}")?;
        }
        Ok(Tally::of(found::outcome(&found)))
    }

    /// A grid if the variables are the cells of a board or of any rectangle, else a line `name = value` for each.
    fn write(&self, assignment: &Assignment, number: u64, out: &mut Output) -> Result<()> {
        if number > 0 {
            writeln!(out)?;
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

    /// The values row by row, if the variables are `Vrow-column` of a whole rectangle that no board is.
    fn rectangle(&self, assignment: &Assignment) -> Option<Vec<Vec<String>>> {
        let place = |name: &str| -> Option<(usize, usize)> {
            let (row, column) = name.strip_prefix('V')?.split_once('-')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        };
        let pairs = self.csp.named_values(assignment).map(|(name, value)| Some((place(name)?, value)));
        let values: BTreeMap<(usize, usize), &str> = pairs.collect::<Option<_>>()?;
        let &(rows, columns) = values.keys().next_back()?;
        let whole = rows.checked_mul(columns) == Some(values.len()) && values.len() == self.csp.variables().len();
        let width = values.values().map(|value| value.chars().count()).max()?;
        let row = |row| (1..=columns).map(|column| Some(format!("{:>width$}", values.get(&(row, column))?))).collect();
        if whole { (1..=rows).map(row).collect() } else { None }
    }

    fn fields(&self, assignment: &Assignment) -> Map<String, Value> {
        self.csp.named_values(assignment).map(|(name, value)| (name.to_owned(), value.into())).collect()
    }
}
