//! Checks that a puzzle and the opposite of a claim are a contradiction: steps, each a clause that follows from what was there
//! before it.
//!
//! All literals of a clause are assumed false. Then each hint in turn, a set of the board, a grid of the claim or a clause
//! before, must leave one literal, which is true from there on, or none: that is the contradiction. (RUP with hints,
//! as LRAT without RAT; L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient Certified RAT
//! Verification, CADE 2017. What a true candidate makes false needs no hint.) A clause of one literal is known from there on
//! and needs no hint either.
//!
//! Kept are the steps that were not deleted; so memory goes with what a proof needs at a time, not with its length.

use std::collections::HashMap;
use std::io::BufRead;

use qedoku_puzzle::{Candidate, Puzzle, Set};

use crate::lines::{Lines, number};
use crate::{Claim, Kernel, Lit, Reason};

/// The clauses that are known to follow.
pub(crate) struct Steps<'a> {
    kernel: Kernel,
    claim: &'a Claim,
    /// The clauses of more than one literal that were not deleted.
    kept: HashMap<u64, Box<[Lit]>>,
    /// How many bytes they may still take.
    room: usize,
    /// The number of the last clause.
    last: u64,
    /// How many hints there were.
    hints: u64,
}

impl<'a> Steps<'a> {
    /// Knows the puzzle and the opposite of the claim.
    pub(crate) fn new(puzzle: &Puzzle, claim: &'a Claim, room: usize) -> Steps<'a> {
        let mut kernel = Kernel::new(puzzle);
        match claim {
            Claim::Forced(Candidate { cell, digit }) => kernel.assume(!Lit::x(puzzle.board(), *cell, *digit)),
            Claim::Excluded(Candidate { cell, digit }) => kernel.assume(Lit::x(puzzle.board(), *cell, *digit)),
            Claim::Exactly(_) | Claim::AtLeast(_) => {}
        }
        let last = (Set::count(puzzle.board()) + claim.grids().len()) as u64;
        Steps { kernel, claim, kept: HashMap::new(), room, last, hints: 0 }
    }

    /// Checks all steps, up to a contradiction that rests on no clause's opposite; how many steps and hints there were.
    pub(crate) fn check(mut self, lines: &mut Lines<impl BufRead>) -> Result<(u64, u64), Reason> {
        let before = self.last;
        while !self.kernel.is_contradiction() {
            let line = lines.next()?;
            match line.strip_prefix("delete ") {
                Some(numbers) => self.delete(numbers)?,
                None => self.add(line)?,
            }
        }
        Ok((self.last - before, self.hints))
    }

    /// `delete NUMBERS`: these steps are not needed any more.
    fn delete(&mut self, numbers: &str) -> Result<(), Reason> {
        for word in numbers.split_ascii_whitespace() {
            let number = number(word)?;
            let clause = self.kept.remove(&number).ok_or(Reason::NoSuchClause(number))?;
            self.room += size(&clause);
        }
        Ok(())
    }

    /// `NUMBER LITERALS : HINTS`: a clause that follows.
    fn add(&mut self, line: &str) -> Result<(), Reason> {
        let (clause, hints) = line.split_once(':').ok_or(Reason::Expected("a step, or delete and its numbers"))?;
        let mut words = clause.split_ascii_whitespace();
        self.last += 1;
        if words.next().and_then(|word| word.parse().ok()) != Some(self.last) {
            return Err(Reason::Number(self.last));
        }
        let clause: Box<[Lit]> = words.map(|word| self.read_literal(word)).collect::<Result<_, _>>()?;
        clause.iter().for_each(|lit| self.kernel.assume(!*lit));
        for word in hints.split_ascii_whitespace() {
            self.hints += 1;
            self.follow(number(word)?)?;
        }
        if self.kernel.is_contradiction() { self.keep(clause) } else { Err(Reason::NoContradiction) }
    }

    fn read_literal(&self, word: &str) -> Result<Lit, Reason> {
        Lit::from_dimacs(self.kernel.board(), number(word)?).ok_or(Reason::Expected("a literal of this board"))
    }

    /// Looks at what has this number: a set, a grid to differ from, a clause.
    fn follow(&mut self, number: u64) -> Result<(), Reason> {
        let (board, index) = (self.kernel.board(), (number as usize).wrapping_sub(1));
        let followed = if let Some(set) = Set::from_index(board, index) {
            self.kernel.apply_set(set)
        } else if let Some(grid) = self.claim.grids().get(index.wrapping_sub(Set::count(board))) {
            self.kernel.apply(grid.filled().map(|(cell, digit)| !Lit::x(board, cell, digit)))
        } else {
            let clause = self.kept.get(&number).ok_or(Reason::NoSuchClause(number))?;
            self.kernel.apply(clause.iter().copied())
        };
        followed.map(|_| ()).map_err(|_| Reason::UselessHint(number))
    }

    /// The clause was shown: its opposite is taken back, and it is known, or kept to be followed later.
    fn keep(&mut self, clause: Box<[Lit]>) -> Result<(), Reason> {
        match clause.len() {
            0 => {}
            1 => _ = self.kernel.discharge(),
            _ => {
                clause.iter().for_each(|_| _ = self.kernel.abandon());
                self.room = self.room.checked_sub(size(&clause)).ok_or(Reason::TooLarge)?;
                self.kept.insert(self.last, clause);
            }
        }
        Ok(())
    }
}

/// The bytes of a clause that is kept, with its entry in the table and an allocation.
fn size(clause: &[Lit]) -> usize {
    size_of_val(clause) + 64
}
