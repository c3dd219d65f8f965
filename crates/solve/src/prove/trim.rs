//! Proof trimming: drops hints, literals and steps that a refutation does not need.
//!
//! Three passes:
//!
//! 1. *Replay*, first step to last, as the checker does it: assume the negated clause, apply the hints, and analyse the
//!    conflict. Hints and literals that the conflict does not depend on are dropped, as are steps whose clause is
//!    already satisfied at the root level. A clause that shrinks to one literal is assigned at the root level, which may
//!    shorten every later step.
//! 2. *Core extraction*, last step to first ([`Derivation::drop_unused_steps`]): drops steps that no remaining hint
//!    names. It comes second, because the replay drops hints, and then more steps are unused.
//! 3. *Inlining* ([`Derivation::inline_units`]): a unit step that places a digit and is a hint of one step only is
//!    replaced by its own hints there. It comes last, because the first two passes change how often a step is used.
//!
//! Invariant: after each pass, the hints of a step, applied in their order, prove its clause by unit propagation (RUP).
//!
//! - Pass 1 keeps exactly the antecedents of the conflict in the order of the trail. By the invariant of [`Assignment`]
//!   all false literals of a hint come from earlier antecedents, so each hint is unit when its turn comes, and the last
//!   one is falsified. A shorter clause implies the longer one, so hints of later steps stay valid.
//! - Pass 2 drops no clause that a remaining step names. Units count as named, although certificates do not write their
//!   hints.
//! - Pass 3 moves only hints that imply the same literal without an assumption, to the place where that literal was
//!   used.
//!
//! None of this is trusted: the checker verifies the text afterwards.
//!
//! Cost: one propagation per hint, linear in the proof, plus sorting the antecedents of each step.
//!
//! References: E. Goldberg, Y. Novikov: Verification of proofs of unsatisfiability for CNF formulas. DATE 2003 (clauses
//! that the empty clause does not depend on need no check). N. Wetzler, M. Heule, W. Hunt: DRAT-trim: efficient
//! checking and trimming using expressive clausal proofs. SAT 2014 (backward checking with core-first propagation).
//! DRAT-trim works backwards and must search for its hints. Here the hints are known, so a forward replay finds
//! shortened clauses in time for later steps.

use std::collections::BTreeMap;

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;

use super::ProveError;
use super::axioms::{assign_axioms, input_clause_count};
use super::derivation::Derivation;
use crate::propagation::{Assignment, ClauseStatus, Conflict, Reason};
use crate::{Interrupt, SolveError};

/// Trims a refutation of the negated claim. Hints of 0 stand for clauses that need no hint and are dropped.
pub(super) fn trim(
    puzzle: &Puzzle,
    claim: &Claim,
    derivation: &Derivation,
    interrupt: &Interrupt,
) -> Result<Derivation, ProveError> {
    let input_clauses = input_clause_count(puzzle, claim);
    // Axioms in conflict: the checker needs no step.
    let (assignment, Ok(())) = assign_axioms(puzzle, claim) else { return Ok(Derivation::new(input_clauses)) };
    let mut replay = Replay::new(derivation, assignment, &NO_LEMMAS, input_clauses);
    if replay.replay_all(interrupt)? { Ok(replay.into_trimmed()) } else { Err(ProveError::NotRup) }
}

/// Clauses that were proved before a derivation and can be hints in it, by their numbers.
pub(super) type Lemmas = BTreeMap<u64, Vec<CandidateLit>>;

static NO_LEMMAS: Lemmas = Lemmas::new();

/// Trims the proof of a lemma, the last step, over an assignment of axioms and units proved before, and over earlier
/// lemmas. No step is left if the lemma holds at the root level. If the steps turn out to be a refutation, the last one is the
/// empty clause.
pub(super) fn trim_lemma(
    assignment: &Assignment,
    lemmas: &Lemmas,
    derivation: &Derivation,
    interrupt: &Interrupt,
) -> Result<Derivation, ProveError> {
    let input_clauses = derivation.input_clauses();
    let mut replay = Replay::new(derivation, assignment.clone(), lemmas, input_clauses);
    replay.replay_all(interrupt)?;
    let is_known = replay.new_ids.last().is_none_or(|id| *id == 0);
    if is_known { Ok(Derivation::new(input_clauses)) } else { Ok(replay.into_trimmed()) }
}

/// Pass 1: replays a derivation step by step.
struct Replay<'d> {
    original: &'d Derivation,
    lemmas: &'d Lemmas,
    /// Between steps: the axioms and the unit steps, with at-most-one propagated. No other clause is applied at the
    /// root.
    assignment: Assignment,
    trimmed: Derivation,
    /// The new number of each step of the original; 0 if it was dropped because its clause is satisfied.
    new_ids: Vec<u64>,
    /// Buffers of conflict analysis.
    antecedents: Vec<CandidateLit>,
    hints: Vec<u64>,
}

impl<'d> Replay<'d> {
    fn new(original: &'d Derivation, assignment: Assignment, lemmas: &'d Lemmas, input_clauses: u64) -> Replay<'d> {
        let trimmed = Derivation::new(input_clauses);
        let (new_ids, antecedents, hints) = (Vec::new(), Vec::new(), Vec::new());
        Replay { original, lemmas, assignment, trimmed, new_ids, antecedents, hints }
    }

    /// Replays all steps, up to the empty clause. Returns whether it was reached.
    fn replay_all(&mut self, interrupt: &Interrupt) -> Result<bool, ProveError> {
        for (lits, hints) in self.original.steps() {
            if interrupt.is_set() {
                return Err(SolveError::Interrupted.into());
            }
            if self.replay(lits, hints)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Passes 2 and 3.
    fn into_trimmed(self) -> Derivation {
        self.trimmed.drop_unused_steps().inline_units()
    }

    /// Replays a step. Returns whether its trimmed clause is empty, which ends the proof, perhaps earlier than the
    /// original.
    fn replay(&mut self, lits: &[CandidateLit], hints: &[u64]) -> Result<bool, ProveError> {
        let root_len = self.assignment.trail().len();
        let Some(conflict) = self.find_conflict(lits, hints)? else {
            self.assignment.backtrack(root_len);
            self.new_ids.push(0);
            return Ok(false);
        };
        let clause = self.analyze(conflict);
        self.assignment.backtrack(root_len);
        let id = self.trimmed.push(&clause, &self.hints);
        self.new_ids.push(id);
        if let [unit] = clause[..] {
            let assigned = self.assignment.assign(unit, Reason::Unit(id));
            assigned.expect("conflict analysis drops literals that are false at the root level");
        }
        Ok(clause.is_empty())
    }

    /// The conflict in which a step ends; `None` if its clause has a literal that is true at the root level.
    fn find_conflict(&mut self, lits: &[CandidateLit], hints: &[u64]) -> Result<Option<Conflict>, ProveError> {
        if lits.iter().any(|lit| self.assignment.value(*lit) == Some(true)) {
            return Ok(None);
        }
        // Candidates assumed true come first: they make peers false by at-most-one constraints. Assumptions among these
        // peers are then implied, not decisions, and drop out of the clause.
        let (negative, positive): (Vec<CandidateLit>, Vec<CandidateLit>) =
            lits.iter().map(|lit| !*lit).partition(|lit| !lit.is_positive());
        for lit in positive.iter().chain(&negative) {
            if let Err(conflict) = self.assignment.assign(*lit, Reason::Decision) {
                return Ok(Some(conflict));
            }
        }
        for hint in hints {
            let id = self.original.step_index(*hint).map_or(*hint, |step| self.new_ids[step]);
            if id == 0 {
                continue;
            }
            match self.assignment.apply_clause(id, clause_of(self.lemmas, &self.trimmed, id)) {
                Ok(ClauseStatus::Unit | ClauseStatus::Satisfied) => {}
                Ok(ClauseStatus::Open) => return Err(ProveError::NotRup),
                Err(conflict) => return Ok(Some(conflict)),
            }
        }
        Err(ProveError::NotRup)
    }

    /// Conflict analysis: returns the trimmed clause and puts its hints into `self.hints`.
    fn analyze(&mut self, conflict: Conflict) -> Vec<CandidateLit> {
        let (lemmas, trimmed) = (self.lemmas, &self.trimmed);
        self.assignment.analyze_conflict(conflict, 0, |id| clause_of(lemmas, trimmed, id), &mut self.antecedents);
        self.hints.clear();
        self.hints.extend(self.assignment.hints(conflict, &self.antecedents));
        self.assignment.learnt_clause(conflict, &self.antecedents)
    }
}

/// The clause of a step or a lemma; empty for the constraints and blocking clauses, which [`Assignment`] knows.
pub(super) fn clause_of<'c>(lemmas: &'c Lemmas, steps: &'c Derivation, id: u64) -> &'c [CandidateLit] {
    steps.clause(id).or_else(|| lemmas.get(&id).map(Vec::as_slice)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trimmed(steps: &[(&[i64], &[u64])]) -> Result<String, ProveError> {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let claim = Claim::Forced("r1c2=2".parse().unwrap());
        let mut derivation = Derivation::new(input_clause_count(&puzzle, &claim));
        for (lits, hints) in steps {
            let lits: Vec<CandidateLit> =
                lits.iter().map(|lit| CandidateLit::from_dimacs(puzzle.board(), *lit).unwrap()).collect();
            derivation.push(&lits, hints);
        }
        let mut text = Vec::new();
        trim(&puzzle, &claim, &derivation, &Interrupt::default())?.write(&mut text).unwrap();
        Ok(String::from_utf8(text).unwrap())
    }

    #[test]
    fn drops_hints_and_literals_that_a_conflict_does_not_depend_on() {
        // Hint 50, "box 1 contains 2", is enough. Hint 24 implies r2c3=4 and literal 33 is r3c1=1: both are irrelevant.
        assert_eq!(trimmed(&[(&[], &[24, 50])]).unwrap(), "65 : 50\n");
        assert_eq!(trimmed(&[(&[33], &[50])]).unwrap(), "65 : 50\n");
    }

    #[test]
    fn drops_steps_that_are_satisfied_at_the_root_and_hints_of_zero() {
        // Literal 22 is r2c2=2, which the given r2c4=2 eliminates.
        assert_eq!(trimmed(&[(&[-22], &[]), (&[], &[65, 0, 50])]).unwrap(), "65 : 50\n");
    }

    #[test]
    fn keeps_steps_that_others_depend_on() {
        // Literal 5 is r1c2=1. It would leave r2c2 (hint 6) without a digit. Without it and 2, r1c2 (hint 2) has none.
        assert_eq!(trimmed(&[(&[-5], &[6]), (&[-7], &[]), (&[], &[2])]).unwrap(), "65 -5 : 6\n66 : 2\n");
    }

    #[test]
    fn refuses_hints_that_do_not_lead_to_a_conflict() {
        assert!(matches!(trimmed(&[(&[], &[24])]), Err(ProveError::NotRup)));
        assert!(matches!(trimmed(&[(&[], &[11])]), Err(ProveError::NotRup)));
    }
}
