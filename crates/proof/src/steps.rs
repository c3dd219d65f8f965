//! Checks that a formula has no model: steps, each a clause that follows from clauses before it, down to the empty one.
//!
//! That a clause follows is shown by hints, the numbers of clauses in the order of use. All literals of the new clause are
//! assumed false. Then each hint in turn must have no literal left but one, which is true from there on, or none at
//! all: that is the contradiction, and the last hint. (LRAT without RAT; L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann,
//! P. Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017.)
//!
//! Kept are the steps that were not deleted, and one clause; hints are used as they are read. So memory goes with what a
//! proof needs at a time, not with its length.

use std::collections::HashMap;
use std::io::BufRead;

use crate::words::Words;
use crate::{Formula, Limits, Lit, Reason, Refusal};

/// The clauses that are known to follow, and what is assumed at the moment.
pub(crate) struct Steps<'a, R> {
    formula: &'a Formula<'a>,
    words: &'a mut Words<R>,
    /// The steps so far that were not deleted.
    kept: HashMap<u64, Box<[Lit]>>,
    /// How many bytes they may still take.
    room: usize,
    /// The number of the last clause.
    last: u64,
    /// How many hints were used.
    hints: u64,
    /// For each x of the board whether it is true, if that is known.
    values: Vec<Option<bool>>,
    /// The literals that are true.
    trues: Vec<Lit>,
    /// The clause of a hint.
    clause: Vec<Lit>,
}

/// What a step takes beside its literals: the entry in the table and an allocation.
const OVERHEAD: usize = 64;

impl<'a, R: BufRead> Steps<'a, R> {
    pub(crate) fn new(formula: &'a Formula<'a>, words: &'a mut Words<R>, limits: Limits) -> Steps<'a, R> {
        let board = formula.board();
        Steps {
            formula,
            words,
            kept: HashMap::new(),
            room: limits.steps,
            last: formula.clause_count(),
            hints: 0,
            values: vec![None; board.cell_count() * board.side()],
            trues: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Checks all steps up to the empty clause; the numbers of steps and of hints.
    pub(crate) fn check(mut self) -> Result<(u64, u64), Refusal> {
        loop {
            let number = self.words.number()?;
            if self.words.word()? == b"d" {
                self.expect_number(number, self.last)?;
                self.delete()?;
            } else {
                self.expect_number(number, self.last + 1)?;
                if self.add()? {
                    return Ok((self.last - self.formula.clause_count(), self.hints));
                }
            }
        }
    }

    fn expect_number(&self, number: i64, expected: u64) -> Result<(), Refusal> {
        if u64::try_from(number) == Ok(expected) { Ok(()) } else { self.words.refuse(Reason::Number(expected)) }
    }

    /// `NUMBER d NUMBERS 0`: these steps are not needed any more.
    fn delete(&mut self) -> Result<(), Refusal> {
        while let Some(number) = self.next_number()? {
            match self.kept.remove(&number) {
                Some(clause) => self.room += size(&clause),
                None => return self.words.refuse(Reason::NoSuchStep(number)),
            }
        }
        self.words.end_line()
    }

    /// `NUMBER LITERALS 0 HINTS 0`: a clause that follows. Whether it is the empty one.
    fn add(&mut self) -> Result<bool, Refusal> {
        self.trues.clear();
        self.assume_false()?;
        let clause: Box<[Lit]> = self.trues.iter().map(|lit| !*lit).collect();
        self.follow_hints()?;
        self.words.end_line()?;
        for lit in &self.trues {
            self.values[lit.index()] = None;
        }
        self.last += 1;
        self.keep(clause)
    }

    /// Reads the literals, the first of which was read, and assumes that each is false.
    fn assume_false(&mut self) -> Result<(), Refusal> {
        loop {
            let number = self.words.last_number()?;
            if number == 0 {
                return Ok(());
            }
            let Some(lit) = Lit::from_dimacs(self.formula.board(), number) else {
                return self.words.refuse(Reason::NoSuchLiteral(number));
            };
            if self.values[lit.index()].is_some() {
                return self.words.refuse(Reason::Repeated(lit.to_dimacs()));
            }
            self.set(!lit);
            self.words.word()?;
        }
    }

    /// Reads the hints and uses each, until the last is a contradiction.
    fn follow_hints(&mut self) -> Result<(), Refusal> {
        while let Some(number) = self.next_number()? {
            self.find(number)?;
            self.hints += 1;
            let mut open = self.clause.iter().filter(|lit| !self.is_false(**lit)).copied();
            match (open.next(), open.next()) {
                (None, _) => return self.expect_no_more(),
                (Some(lit), None) if self.values[lit.index()].is_none() => self.set(lit),
                _ => return self.words.refuse(Reason::UselessHint(number)),
            }
        }
        self.words.refuse(Reason::NoContradiction)
    }

    fn expect_no_more(&mut self) -> Result<(), Refusal> {
        match self.next_number()? {
            None => Ok(()),
            Some(_) => self.words.refuse(Reason::Expected("0 after the contradiction")),
        }
    }

    /// The number of a clause, or none at the 0 that ends them.
    fn next_number(&mut self) -> Result<Option<u64>, Refusal> {
        match self.words.number()? {
            0 => Ok(None),
            number => match u64::try_from(number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => self.words.refuse(Reason::Expected("the number of a clause")),
            },
        }
    }

    /// Puts the clause of this number into `self.clause`.
    fn find(&mut self, number: u64) -> Result<(), Refusal> {
        if let Some(clause) = self.kept.get(&number) {
            self.clause.clear();
            self.clause.extend_from_slice(clause);
        } else if self.formula.clause(number, &mut self.clause).is_none() {
            return self.words.refuse(Reason::NoSuchClause(number));
        }
        Ok(())
    }

    /// Keeps the clause as the last one; whether it is the empty one.
    fn keep(&mut self, clause: Box<[Lit]>) -> Result<bool, Refusal> {
        let Some(room) = self.room.checked_sub(size(&clause)) else { return self.words.refuse(Reason::TooLarge) };
        let is_empty = clause.is_empty();
        self.room = room;
        self.kept.insert(self.last, clause);
        Ok(is_empty)
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] == Some(!lit.is_positive())
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.index()] = Some(lit.is_positive());
        self.trues.push(lit);
    }
}

fn size(clause: &[Lit]) -> usize {
    size_of_val(clause) + OVERHEAD
}
