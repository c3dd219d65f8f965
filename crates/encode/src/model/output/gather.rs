//! The lines of a solver's text put together to answers.

use super::line::{Line, shortened};
use super::{Output, OutputError, Statement, Status};
use crate::{Lit, Model};

/// What was said so far.
#[derive(Default)]
pub(super) struct Gather {
    /// The status in force and its line.
    status: Option<(Status, usize)>,
    /// The lists of literals, each with the line it stands on. A list is closed by 0.
    lists: Vec<Vec<(Lit, usize)>>,
    /// The last list is still open.
    open: bool,
    /// Some literals came by `v` lines, so that several lists are several models.
    by_v: bool,
    /// Clauses of one literal are expected.
    units: bool,
    /// After the models, the solver said by an `s` line that there are no more.
    no_more: Option<usize>,
    /// The first line of talk.
    talk: Option<(usize, String)>,
}

impl Gather {
    /// Takes the next line.
    pub(super) fn line(&mut self, number: usize, line: Line) -> Result<(), OutputError> {
        match line {
            Line::Quiet => {}
            Line::Talk(text) => _ = self.talk.get_or_insert_with(|| (number, shortened(text))),
            Line::Units => self.units = true,
            Line::Status(status, by_s) => self.status(number, status, by_s)?,
            Line::Literals(lits, by_v) => self.literals(number, &lits, by_v)?,
        }
        Ok(())
    }

    fn status(&mut self, line: usize, status: Status, by_s: bool) -> Result<(), OutputError> {
        let Some((said, earlier)) = self.status else {
            self.status = Some((status, line));
            return match self.lists.iter().flatten().next() {
                Some((_, first)) if status != Status::Satisfiable => {
                    Err(conflict(line, Statement::Status(status), *first, Statement::Literals))
                }
                _ => Ok(()),
            };
        };
        match status {
            _ if status == said && self.no_more.is_none() => Ok(()),
            Status::Unsatisfiable if self.no_more.is_some() => Ok(()),
            // Asked for all models, a solver says so in the end.
            Status::Unsatisfiable if by_s && self.by_v => {
                self.no_more = Some(line);
                Ok(())
            }
            _ => Err(conflict(line, Statement::Status(status), earlier, Statement::Status(said))),
        }
    }

    fn literals(&mut self, line: usize, lits: &[Option<Lit>], by_v: bool) -> Result<(), OutputError> {
        let unfit = self.status.filter(|(status, _)| *status != Status::Satisfiable);
        let unfit = self.no_more.map(|line| (Status::Unsatisfiable, line)).or(unfit);
        if let (Some((status, earlier)), false) = (unfit, lits.is_empty()) {
            return Err(conflict(line, Statement::Literals, earlier, Statement::Status(status)));
        }
        self.by_v |= by_v;
        for lit in lits {
            match lit {
                Some(lit) if self.open => self.lists.last_mut().expect("an open list").push((*lit, line)),
                Some(lit) => self.lists.push(vec![(*lit, line)]),
                None => {}
            }
            self.open = lit.is_some();
        }
        Ok(())
    }

    /// The answers, at least one.
    pub(super) fn finish(mut self) -> Result<Vec<Output>, OutputError> {
        self.join_units()?;
        match self.status {
            Some((Status::Unsatisfiable, _)) => return Ok(vec![Output::Unsatisfiable]),
            Some((Status::Unknown, _)) => return Ok(vec![Output::Unknown]),
            Some((Status::Satisfiable, _)) if self.lists.is_empty() => self.lists.push(Vec::new()),
            // Without a status, talk makes doubtful what the numbers are. An empty list is no answer either.
            None if self.lists.is_empty() || (self.talk.is_some() && !self.by_v) => {
                return Err(OutputError::NoAnswer(self.talk));
            }
            _ => {}
        }
        let models = self.lists.into_iter().map(|list| model(list).map(Output::Satisfiable));
        models.chain(self.no_more.map(|_| Ok(Output::Unsatisfiable))).collect()
    }

    /// Lists of one literal each are one model: unit clauses. Longer ones must have come by `v` lines.
    fn join_units(&mut self) -> Result<(), OutputError> {
        let longer = self.lists.iter().find(|list| list.len() > 1).map(|list| list[0].1);
        match longer {
            Some(line) if self.units => return Err(OutputError::Formula { line }),
            Some(_) if self.lists.len() > 1 && !self.by_v => {
                return Err(OutputError::SeveralLists { line: self.lists[1][0].1 });
            }
            None if self.lists.len() > 1 => self.lists = vec![self.lists.concat()],
            _ => {}
        }
        Ok(())
    }
}

fn model(mut list: Vec<(Lit, usize)>) -> Result<Model, OutputError> {
    list.sort_by_key(|(lit, _)| lit.var());
    let both = list.windows(2).find(|pair| pair[0].0 == !pair[1].0);
    if let Some(&[(_, earlier), (literal, line)]) = both {
        return Err(OutputError::BothWays { line, literal, earlier });
    }
    list.dedup_by_key(|(lit, _)| *lit);
    Ok(Model { literals: list.into_iter().map(|(lit, _)| lit).collect() })
}

fn conflict(line: usize, says: Statement, earlier: usize, said: Statement) -> OutputError {
    OutputError::Conflict { line, says, earlier, said }
}
