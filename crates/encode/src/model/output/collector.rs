//! Collector: combines the lines of a solver's output to answers and refuses contradictions.

use super::line::{Line, shortened};
use super::{OutputClaim, OutputError, SolverOutput, SolverStatus};
use crate::{Lit, Model};

#[derive(Default)]
pub(super) struct OutputCollector {
    /// The status and its line.
    status: Option<(SolverStatus, usize)>,
    /// Lists of literals, each literal with its line. A 0 closes a list.
    lists: Vec<Vec<(Lit, usize)>>,
    /// The last list is not closed yet.
    is_open: bool,
    /// Some literals come from `v` lines, so several lists are several models.
    has_v_lines: bool,
    /// A `p cnf` line occurred, so unit clauses are expected.
    expects_units: bool,
    /// Line of the `s UNSATISFIABLE` that ends an enumeration of models.
    enumeration_end: Option<usize>,
    /// The first line of log output.
    log: Option<(usize, String)>,
}

impl OutputCollector {
    /// Adds the next line.
    pub(super) fn add(&mut self, number: usize, line: Line) -> Result<(), OutputError> {
        match line {
            Line::Ignored => {}
            Line::Log(text) => _ = self.log.get_or_insert_with(|| (number, shortened(text))),
            Line::Header => self.expects_units = true,
            Line::Status { status, is_s_line } => self.add_status(number, status, is_s_line)?,
            Line::Literals { lits, is_v_line } => self.add_literals(number, &lits, is_v_line)?,
        }
        Ok(())
    }

    fn add_status(&mut self, line: usize, status: SolverStatus, is_s_line: bool) -> Result<(), OutputError> {
        let Some((earlier, earlier_line)) = self.status else {
            self.status = Some((status, line));
            return match self.lists.iter().flatten().next() {
                Some((_, first)) if status != SolverStatus::Satisfiable => {
                    Err(contradiction(line, OutputClaim::Status(status), *first, OutputClaim::Literals))
                }
                _ => Ok(()),
            };
        };
        match status {
            _ if status == earlier && self.enumeration_end.is_none() => Ok(()),
            SolverStatus::Unsatisfiable if self.enumeration_end.is_some() => Ok(()),
            // CryptoMiniSat ends an enumeration of all models with this line.
            SolverStatus::Unsatisfiable if is_s_line && self.has_v_lines => {
                self.enumeration_end = Some(line);
                Ok(())
            }
            _ => Err(contradiction(line, OutputClaim::Status(status), earlier_line, OutputClaim::Status(earlier))),
        }
    }

    fn add_literals(&mut self, line: usize, lits: &[Option<Lit>], is_v_line: bool) -> Result<(), OutputError> {
        let refuting = self.status.filter(|(status, _)| *status != SolverStatus::Satisfiable);
        let refuting = self.enumeration_end.map(|line| (SolverStatus::Unsatisfiable, line)).or(refuting);
        if let (Some((status, earlier)), false) = (refuting, lits.is_empty()) {
            return Err(contradiction(line, OutputClaim::Literals, earlier, OutputClaim::Status(status)));
        }
        self.has_v_lines |= is_v_line;
        for lit in lits {
            match lit {
                Some(lit) if self.is_open => self.lists.last_mut().expect("an open list exists").push((*lit, line)),
                Some(lit) => self.lists.push(vec![(*lit, line)]),
                None => {}
            }
            self.is_open = lit.is_some();
        }
        Ok(())
    }

    /// The answers, at least one.
    pub(super) fn finish(mut self) -> Result<Vec<SolverOutput>, OutputError> {
        self.join_units()?;
        match self.status {
            Some((SolverStatus::Unsatisfiable, _)) => return Ok(vec![SolverOutput::Unsatisfiable]),
            Some((SolverStatus::Unknown, _)) => return Ok(vec![SolverOutput::Unknown]),
            Some((SolverStatus::Satisfiable, _)) if self.lists.is_empty() => self.lists.push(Vec::new()),
            // Without a status, an empty list is no answer, and numbers between lines of log output need not be literals.
            None if self.lists.is_empty() || (self.log.is_some() && !self.has_v_lines) => {
                return Err(OutputError::NoAnswer(self.log));
            }
            _ => {}
        }
        let models = self.lists.into_iter().map(|list| build_model(list).map(SolverOutput::Satisfiable));
        models.chain(self.enumeration_end.map(|_| Ok(SolverOutput::Unsatisfiable))).collect()
    }

    /// Joins lists of one literal each, which are unit clauses, to one model. Several longer lists are allowed only if
    /// they come from `v` lines.
    fn join_units(&mut self) -> Result<(), OutputError> {
        let longer = self.lists.iter().find(|list| list.len() > 1).map(|list| list[0].1);
        match longer {
            Some(line) if self.expects_units => return Err(OutputError::NotUnitClauses { line }),
            Some(_) if self.lists.len() > 1 && !self.has_v_lines => {
                return Err(OutputError::MultipleLists { line: self.lists[1][0].1 });
            }
            None if self.lists.len() > 1 => self.lists = vec![self.lists.concat()],
            _ => {}
        }
        Ok(())
    }
}

fn build_model(mut list: Vec<(Lit, usize)>) -> Result<Model, OutputError> {
    list.sort_by_key(|(lit, _)| lit.var());
    let complementary = list.windows(2).find(|pair| pair[0].0 == !pair[1].0);
    if let Some(&[(_, earlier_line), (literal, line)]) = complementary {
        return Err(OutputError::ComplementaryLiterals { line, literal, earlier_line });
    }
    list.dedup_by_key(|(lit, _)| *lit);
    Ok(Model { literals: list.into_iter().map(|(lit, _)| lit).collect() })
}

fn contradiction(line: usize, claim: OutputClaim, earlier_line: usize, earlier_claim: OutputClaim) -> OutputError {
    OutputError::Contradiction { line, claim, earlier_line, earlier_claim }
}
