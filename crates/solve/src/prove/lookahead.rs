//! Look-ahead proof search: DPLL with failed-literal probing and conflict-directed backjumping.
//!
//! Probes both candidates of every binary exactly-one constraint (a bivalue cell or a bilocal digit). A candidate whose
//! propagation ends in a conflict is refuted by a learnt clause over the decisions involved (conflict analysis). If no
//! probe fails, the search branches on the constraint with the largest product of propagated literals, as look-ahead
//! SAT solvers do.
//!
//! ```text
//!   probe all binary constraints --- a probe failed ---> learn a clause, backjump, probe again
//!        | none failed                                       |
//!        v                                                   +--> the empty clause: refuted
//!   decide the best candidate ------ conflict --------> learn a clause, backjump, probe again
//! ```
//!
//! Every conflict becomes one step of the derivation: the learnt clause, with the clauses of its propagation as hints.
//!
//! Probing prefers refutations that depend on few decisions, and conflict-directed backjumping leaves out decisions
//! that a conflict does not involve. Both keep learnt clauses short. They are not propagated again; a learnt clause
//! serves as the reason of its asserted literal only. CDCL reuses learnt clauses in other branches and finds shorter
//! proofs where the search tree is large. Hence the search has a hint budget and gives up when it is exhausted
//! (`prover.rs` has the budget and the figures).
//!
//! References:
//! - M. Heule, H. van Maaren: Look-ahead based SAT solvers. Handbook of Satisfiability, IOS Press 2009 (probing,
//!   product of both branches).
//! - P. Prosser: Hybrid algorithms for the constraint satisfaction problem. Computational Intelligence 9(3), 1993
//!   (conflict-directed backjumping).
//! - J. Marques-Silva, K. Sakallah: GRASP: a new search algorithm for satisfiability. ICCAD 1996 (conflict analysis).

use qedoku_proof::CandidateLit;

use super::derivation::Derivation;
use crate::propagation::{Conflict, Reason, Trail};

/// Searches for a refutation and appends its steps. Returns `false` if it gave up: the hint budget is exhausted, or
/// there is no binary constraint to branch on.
///
/// The steps of a search that gave up are valid, but do not reach the empty clause.
pub(super) fn refute(trail: Trail, derivation: &mut Derivation, hint_budget: usize) -> bool {
    let emitted_units = trail.root_len();
    let max_hints = derivation.hint_count() + hint_budget;
    let mut search = Lookahead { trail, emitted_units, max_hints, derivation, antecedents: Vec::new() };
    search.run()
}

struct Lookahead<'d> {
    trail: Trail,
    /// Number of root literals that already have a step, if they need one.
    emitted_units: usize,
    /// The search gives up when the derivation has more hints.
    max_hints: usize,
    derivation: &'d mut Derivation,
    /// Buffer of conflict analysis.
    antecedents: Vec<CandidateLit>,
}

/// The empty clause is derived: the refutation is complete.
struct EmptyClause;

/// Result of probing all binary constraints.
enum Probing {
    /// A probe failed and was refuted, so the assignment has changed.
    Learnt,
    /// No probe failed; this candidate is the best decision.
    Branch(CandidateLit),
    /// There is no binary constraint.
    NoBinaryConstraint,
}

impl Lookahead<'_> {
    /// Whether the empty clause was derived within the hint budget.
    fn run(&mut self) -> bool {
        while self.derivation.hint_count() <= self.max_hints {
            match self.step() {
                Ok(true) => {}
                Ok(false) => return false,
                Err(EmptyClause) => return true,
            }
        }
        false
    }

    /// Probes, then decides unless a probe failed. Returns `false` if there is nothing to decide.
    fn step(&mut self) -> Result<bool, EmptyClause> {
        match self.probe_all()? {
            Probing::Learnt => Ok(true),
            Probing::NoBinaryConstraint => Ok(false),
            Probing::Branch(lit) => match self.trail.decide(lit) {
                Ok(()) => Ok(true),
                Err(conflict) => self.resolve_conflict(conflict).map(|()| true),
            },
        }
    }

    /// Probes the candidates of all binary constraints; stops at the first one that fails.
    ///
    /// The product of the two counts favours constraints that are strong on both sides: both branches must be refuted,
    /// and the larger subtree is that of the weaker one. Of the two candidates the stronger one is decided first.
    fn probe_all(&mut self) -> Result<Probing, EmptyClause> {
        let (mut best_score, mut best) = (0, Probing::NoBinaryConstraint);
        for [a, b] in self.trail.binary_constraints() {
            let (Some(from_a), Some(from_b)) = (self.probe(a)?, self.probe(b)?) else { return Ok(Probing::Learnt) };
            // At least 1: each count includes the probed candidate itself.
            let score = from_a * from_b;
            if score > best_score {
                (best_score, best) = (score, Probing::Branch(if from_a > from_b { a } else { b }));
            }
        }
        Ok(best)
    }

    /// Number of literals that become true with a candidate, or `None` if it is assigned or was just refuted.
    ///
    /// It is assigned if refuting the first candidate of the pair has decided the second.
    fn probe(&mut self, lit: CandidateLit) -> Result<Option<usize>, EmptyClause> {
        if self.trail.assignment.value(lit).is_some() {
            return Ok(None);
        }
        let (level, before) = (self.trail.level(), self.trail.assignment.trail().len());
        match self.trail.decide(lit) {
            Ok(()) => {
                let gain = self.trail.assignment.trail().len() - before;
                self.trail.backtrack(level);
                Ok(Some(gain))
            }
            Err(conflict) => self.resolve_conflict(conflict).map(|()| None),
        }
    }

    /// Learns the clause of a conflict and backjumps; repeats while the asserted literal conflicts again.
    ///
    /// The backjump undoes the latest decision of the learnt clause and everything after it. The negation of this
    /// decision is asserted at the level where it was made. (CDCL would jump further back, to the second latest
    /// decision of the clause, where the clause becomes unit. Here the decisions in between stay: learnt clauses are
    /// not propagated, so the search tree itself must record which branches are closed.)
    fn resolve_conflict(&mut self, mut conflict: Conflict) -> Result<(), EmptyClause> {
        loop {
            let (clause, id) = self.learn_clause(conflict);
            let Some(asserted) = clause.last() else { return Err(EmptyClause) };
            let level = (0..self.trail.level()).rposition(|level| self.trail.decision(level) == !*asserted);
            self.trail.backtrack(level.expect("literals of a learnt clause are negated decisions"));
            let reason = if clause.len() == 1 { Reason::Unit(id) } else { Reason::Clause(id) };
            let result = self.trail.assign(*asserted, reason);
            if self.trail.level() == 0 {
                // Conflict analysis takes root literals as known. So does the checker, once they have a step.
                self.derivation.push_root_units(&self.trail.assignment, self.emitted_units);
                self.emitted_units = self.trail.assignment.trail().len();
            }
            match result {
                Ok(()) => return Ok(()),
                Err(next) => conflict = next,
            }
        }
    }

    /// Conflict analysis: appends the step of the learnt clause. Returns the clause in the order of its decisions, and
    /// the number of the step.
    fn learn_clause(&mut self, conflict: Conflict) -> (Vec<CandidateLit>, u64) {
        let (root_len, derivation) = (self.trail.root_len(), &*self.derivation);
        let assignment = &mut self.trail.assignment;
        let clause_of = |id| derivation.clause(id).unwrap_or_default();
        assignment.analyze_conflict(conflict, root_len, clause_of, &mut self.antecedents);
        let clause = assignment.learnt_clause(conflict, &self.antecedents);
        let hints: Vec<u64> = assignment.hints(conflict, &self.antecedents).collect();
        let id = self.derivation.push(&clause, &hints);
        (clause, id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::axioms::{input_clause_count, propagate_axioms};
    use super::*;
    use qedoku_proof::Claim;
    use qedoku_puzzle::{Board, DigitSet, Puzzle};

    #[test]
    fn gives_up_if_there_is_no_binary_constraint() {
        // Four cells of row 1 allow three digits only, so there is no solution. All constraints have three candidates
        // or more.
        let board = Board::CLASSIC;
        let few: DigitSet = board.digits().take(3).collect();
        let all: DigitSet = board.digits().collect();
        let allowed: Vec<DigitSet> = (0..board.cell_count()).map(|cell| if cell < 4 { few } else { all }).collect();
        let (puzzle, claim) = (Puzzle::with_candidates(board, allowed), Claim::Exactly(vec![]));
        let (trail, propagated) = propagate_axioms(&puzzle, &claim);
        assert_eq!(propagated, Ok(()));
        assert!(!refute(trail, &mut Derivation::new(input_clause_count(&puzzle, &claim)), 300));
    }
}
