//! RUP checker with hints: checks that the puzzle and the negated claim are contradictory.
//!
//! A step adds a clause that has the RUP property (reverse unit propagation: Goldberg & Novikov, "Verification of proofs of
//! unsatisfiability for CNF formulas", DATE 2003). The checker assumes all literals of the clause false and applies the hints
//! of the step in order. A hint names a clause by its number. The clause must be unit, which makes its last open literal true,
//! or falsified, which is the conflict that ends the step. The clauses are numbered in this order:
//!
//! ```text
//!   1 ..= 4n²      an exactly-one constraint (its at-least-one half), in the order of `ExactlyOne::all`
//!   .. + K         the blocking clause of a grid of the claim `exactly K`: some cell differs from the grid
//!   then           the clause of an earlier step, if it was not deleted
//! ```
//!
//! Naming the clauses in propagation order makes a step linear in its hints; there is no search. This is LRAT without RAT
//! steps (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, "Efficient certified RAT verification", CADE 2017), with two
//! kinds of clauses that need no hint: the kernel propagates the at-most-one halves of the constraints by itself, and a unit
//! clause is assigned at once instead of being stored.
//!
//! Memory is proportional to the clauses stored at a time (added and not deleted), not to the length of the proof.

use std::collections::HashMap;
use std::io::BufRead;

use qedoku_puzzle::{Candidate, ExactlyOne, Puzzle};

use crate::line_reader::{LineReader, parse_number, words};
use crate::{CandidateLit, Claim, Kernel, VerifyErrorKind};

/// Clauses derived so far from the puzzle and the negated claim.
pub(crate) struct RupChecker<'a> {
    kernel: Kernel,
    claim: &'a Claim,
    /// The clauses of at least two literals that were added and not deleted, by number.
    clauses: HashMap<u64, Box<[CandidateLit]>>,
    /// Bytes that further clauses may take.
    byte_budget: usize,
    /// The number of the last step.
    last_id: u64,
    /// Hints applied so far.
    hints: u64,
}

impl<'a> RupChecker<'a> {
    /// Starts from the puzzle and the negation of the claim. The blocking clauses of `exactly` are part of the negation.
    pub(crate) fn new(puzzle: &Puzzle, claim: &'a Claim, byte_budget: usize) -> RupChecker<'a> {
        let mut kernel = Kernel::new(puzzle);
        // This scope is never closed: every step is derived under the negated claim.
        match claim {
            Claim::Forced(Candidate { cell, digit }) => {
                kernel.assume(!CandidateLit::positive(puzzle.board(), *cell, *digit));
            }
            Claim::Excluded(Candidate { cell, digit }) => {
                kernel.assume(CandidateLit::positive(puzzle.board(), *cell, *digit));
            }
            Claim::Exactly(_) | Claim::AtLeast(_) => {}
        }
        let last_id = (ExactlyOne::count_on(puzzle.board()) + claim.grids().len()) as u64;
        RupChecker { kernel, claim, clauses: HashMap::new(), byte_budget, last_id, hints: 0 }
    }

    /// Checks steps until the conflict that depends on no clause assumption. Returns the number of steps and of hints.
    pub(crate) fn check_steps(mut self, lines: &mut LineReader<impl BufRead>) -> Result<(u64, u64), VerifyErrorKind> {
        let first = self.last_id;
        while !self.kernel.has_conflict() {
            let line = lines.next()?;
            match line.strip_prefix("delete ") {
                Some(ids) => self.delete(ids)?,
                None => self.check_step(line)?,
            }
        }
        Ok((self.last_id - first, self.hints))
    }

    /// `delete NUMBERS`: frees stored clauses.
    fn delete(&mut self, ids: &str) -> Result<(), VerifyErrorKind> {
        for word in words(ids) {
            let id = parse_number(word)?;
            let clause = self.clauses.remove(&id).ok_or(VerifyErrorKind::UnknownClause(id))?;
            self.byte_budget += stored_bytes(&clause);
        }
        Ok(())
    }

    /// `NUMBER LITERALS : HINTS`: checks that the clause is RUP and adds it.
    fn check_step(&mut self, line: &str) -> Result<(), VerifyErrorKind> {
        let (clause, hints) = line.split_once(':').ok_or(VerifyErrorKind::Expected("a step or a deletion"))?;
        let mut clause = words(clause);
        self.last_id += 1;
        if clause.next().and_then(|word| parse_number(word).ok()) != Some(self.last_id) {
            return Err(VerifyErrorKind::StepNumber { expected: self.last_id });
        }
        let clause: Box<[CandidateLit]> = clause.map(|word| self.parse_literal(word)).collect::<Result<_, _>>()?;
        clause.iter().for_each(|lit| self.kernel.assume(!*lit));
        for word in words(hints) {
            self.hints += 1;
            self.apply_hint(parse_number(word)?)?;
        }
        if self.kernel.has_conflict() { self.add_clause(clause) } else { Err(VerifyErrorKind::NoConflict) }
    }

    fn parse_literal(&self, word: &str) -> Result<CandidateLit, VerifyErrorKind> {
        let lit = CandidateLit::from_dimacs(self.kernel.board(), parse_number(word)?);
        lit.ok_or(VerifyErrorKind::Expected("a literal of this board"))
    }

    /// Propagates the constraint, the blocking clause or the stored clause with this number.
    fn apply_hint(&mut self, id: u64) -> Result<(), VerifyErrorKind> {
        // Hint 0 wraps to the largest index, which is neither a constraint nor a grid.
        let (board, index) = (self.kernel.board(), (id as usize).wrapping_sub(1));
        let inference = if let Some(constraint) = ExactlyOne::from_index(board, index) {
            self.kernel.apply_exactly_one(constraint)
        } else if let Some(grid) = self.claim.grids().get(index.wrapping_sub(ExactlyOne::count_on(board))) {
            self.kernel.apply_clause(grid.filled().map(|(cell, digit)| !CandidateLit::positive(board, cell, digit)))
        } else {
            let clause = self.clauses.get(&id).ok_or(VerifyErrorKind::UnknownClause(id))?;
            self.kernel.apply_clause(clause.iter().copied())
        };
        match inference {
            Ok(_) => Ok(()),
            Err(_) if self.kernel.has_conflict() => Err(VerifyErrorKind::HintAfterConflict(id)),
            Err(_) => Err(VerifyErrorKind::HintNotUnit(id)),
        }
    }

    /// Adds a clause whose negation is in conflict: retracts the negation, then assigns a unit clause and stores a longer one.
    fn add_clause(&mut self, clause: Box<[CandidateLit]>) -> Result<(), VerifyErrorKind> {
        match clause.len() {
            // The empty clause: the conflict stays, and the proof is complete.
            0 => {}
            1 => _ = self.kernel.discharge(),
            _ => {
                clause.iter().for_each(|_| _ = self.kernel.retract());
                let bytes = stored_bytes(&clause);
                self.byte_budget = self.byte_budget.checked_sub(bytes).ok_or(VerifyErrorKind::LimitExceeded)?;
                self.clauses.insert(self.last_id, clause);
            }
        }
        Ok(())
    }
}

/// Memory of a stored clause: its literals, and 64 bytes for its entry in the hash table and its allocation.
fn stored_bytes(clause: &[CandidateLit]) -> usize {
    size_of_val(clause) + 64
}
