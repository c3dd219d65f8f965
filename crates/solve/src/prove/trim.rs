//! Makes steps as short as they can be without another idea.
//!
//! Each step is done again as the checker will do it. What is true by then needs no hint, what a contradiction does not rest
//! on is left out, be it a hint or a literal of the clause. Then the steps go that the last one does not need, and those that
//! say what is true without an assumption for one other step only: that one does without, by hints of its own.

use qedoku_proof::{CandidateLit, Claim};
use qedoku_puzzle::Puzzle;

use super::ProveError;
use super::assignment::{Conflict, Facts, Reason, Seen, clause_count};
use super::derivation::Derivation;
use super::trail::Trail;

/// The proof by propagation alone: a conflict without an assumption.
pub(super) fn of_conflict(puzzle: &Puzzle, claim: &Claim, trail: &mut Trail, conflict: Conflict) -> Derivation {
    let mut proof = Derivation::of(clause_count(puzzle, claim));
    let mut needed = Vec::new();
    trail.facts.rests_on(conflict, 0, |_| &[], &mut needed);
    let mut hints: Vec<u64> = needed.iter().filter_map(|lit| hint(trail.facts.reason(*lit))).collect();
    match conflict {
        Conflict::Clause(number) => hints.push(number),
        Conflict::Clash(_, reason) => hints.extend(hint(reason)),
    }
    // If the puzzle alone is a contradiction, not even one step is needed.
    if !hints.is_empty() {
        proof.push(&[], &hints);
    }
    proof
}

/// States all that follows from the puzzle, as steps that others can rest on.
pub(super) fn state_facts(facts: &Facts, steps: &mut Derivation) {
    for lit in facts.trues() {
        if let Reason::Clause(number) = facts.reason(*lit) {
            steps.push(&[*lit], &[number]);
        }
    }
}

/// The same proof, shorter. Hints of 0 are left out.
pub(super) fn polish(puzzle: &Puzzle, claim: &Claim, steps: &Derivation) -> Result<Derivation, ProveError> {
    let (facts, Ok(())) = Facts::new(puzzle, claim) else { return Ok(Derivation::of(clause_count(puzzle, claim))) };
    let done = Derivation::of(clause_count(puzzle, claim));
    let mut polish = Polish { facts, done, numbers: Vec::new(), needed: Vec::new(), hints: Vec::new() };
    for (lits, hints) in steps.steps() {
        if polish.redo(steps, lits, hints)? {
            return Ok(polish.done.trimmed().inlined());
        }
    }
    Err(ProveError::NotRup)
}

struct Polish {
    facts: Facts,
    done: Derivation,
    /// For each step the number under which it was done again; 0 if it says what is known.
    numbers: Vec<u64>,
    needed: Vec<CandidateLit>,
    hints: Vec<u64>,
}

impl Polish {
    /// Does a step again; whether it is the empty clause.
    fn redo(&mut self, steps: &Derivation, lits: &[CandidateLit], hints: &[u64]) -> Result<bool, ProveError> {
        let before = self.facts.trues().len();
        let Some(conflict) = self.conflict(steps, lits, hints)? else {
            self.facts.go_back(before);
            self.numbers.push(0);
            return Ok(false);
        };
        let clause = self.explain(conflict);
        self.facts.go_back(before);
        let number = self.done.push(&clause, &self.hints);
        self.numbers.push(number);
        if let [unit] = clause[..] {
            self.facts.set(unit, Reason::Unit(number)).expect("what is false was left out");
        }
        Ok(clause.is_empty())
    }

    /// The contradiction that a step ends in; none if its clause has a literal that is known to be true.
    fn conflict(
        &mut self,
        steps: &Derivation,
        lits: &[CandidateLit],
        hints: &[u64],
    ) -> Result<Option<Conflict>, ProveError> {
        if lits.iter().any(|lit| self.facts.value(*lit) == Some(true)) {
            return Ok(None);
        }
        // What becomes true makes others false that need not be assumed then.
        let (falses, trues): (Vec<CandidateLit>, Vec<CandidateLit>) =
            lits.iter().map(|lit| !*lit).partition(|lit| !lit.is_positive());
        for lit in trues.iter().chain(&falses) {
            if let Err(conflict) = self.facts.set(*lit, Reason::Assumed) {
                return Ok(Some(conflict));
            }
        }
        for hint in hints {
            let number = steps.index(*hint).map_or(*hint, |step| self.numbers[step]);
            if number == 0 {
                continue;
            }
            match self.facts.apply(number, self.done.clause(number).unwrap_or_default()) {
                Ok(Seen::Implied | Seen::Satisfied) => {}
                Ok(Seen::Open) => return Err(ProveError::NotRup),
                Err(conflict) => return Ok(Some(conflict)),
            }
        }
        Err(ProveError::NotRup)
    }

    /// The literals that a conflict rests on, as a clause; their hints go to `self.hints`.
    fn explain(&mut self, conflict: Conflict) -> Vec<CandidateLit> {
        let done = &self.done;
        self.facts.rests_on(conflict, 0, |number| done.clause(number).unwrap_or_default(), &mut self.needed);
        self.hints.clear();
        self.hints.extend(self.needed.iter().filter_map(|lit| hint(self.facts.reason(*lit))));
        let assumed = self.needed.iter().filter(|lit| self.facts.reason(**lit) == Reason::Assumed);
        let mut clause: Vec<CandidateLit> = assumed.map(|lit| !*lit).collect();
        match conflict {
            Conflict::Clause(number) => self.hints.push(number),
            Conflict::Clash(lit, Reason::Assumed) => clause.push(!lit),
            Conflict::Clash(_, reason) => self.hints.extend(hint(reason)),
        }
        clause
    }
}

/// What a certificate, or a step that rests on it, needs for a fact.
pub(super) fn hint(reason: Reason) -> Option<u64> {
    match reason {
        Reason::Clause(number) | Reason::Unit(number) => Some(number),
        Reason::Assumed | Reason::Puzzle | Reason::Once(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polished(steps: &[(&[i64], &[u64])]) -> Result<String, ProveError> {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let claim = Claim::Forced("r1c2=2".parse().unwrap());
        let mut derivation = Derivation::of(clause_count(&puzzle, &claim));
        for (lits, hints) in steps {
            let lits: Vec<CandidateLit> =
                lits.iter().map(|lit| CandidateLit::from_dimacs(puzzle.board(), *lit).unwrap()).collect();
            derivation.push(&lits, hints);
        }
        let mut text = Vec::new();
        polish(&puzzle, &claim, &derivation)?.write(&mut text).unwrap();
        Ok(String::from_utf8(text).unwrap())
    }

    #[test]
    fn what_a_step_does_not_rest_on_is_left_out() {
        // 50, the 2 of box 1, is all that it takes: r2c3=4 (24) and r3c1=1 (literal 33) have nothing to do with it.
        assert_eq!(polished(&[(&[], &[24, 50])]).unwrap(), "65 : 50\n");
        assert_eq!(polished(&[(&[33], &[50])]).unwrap(), "65 : 50\n");
    }

    #[test]
    fn what_is_known_needs_no_step_and_no_hint() {
        // 22 is r2c2=2, which the given r2c4=2 makes false.
        assert_eq!(polished(&[(&[-22], &[]), (&[], &[65, 0, 50])]).unwrap(), "65 : 50\n");
    }

    #[test]
    fn steps_that_others_need_stay() {
        // 5 is r1c2=1; were it true, r2c2 (6) would be left without a digit. Then r1c2 (2) is, as 2 is not there.
        assert_eq!(polished(&[(&[-5], &[6]), (&[-7], &[]), (&[], &[2])]).unwrap(), "65 -5 : 6\n66 : 2\n");
    }

    #[test]
    fn hints_that_do_not_lead_to_a_contradiction_are_strange() {
        assert!(matches!(polished(&[(&[], &[24])]), Err(ProveError::NotRup)));
        assert!(matches!(polished(&[(&[], &[11])]), Err(ProveError::NotRup)));
    }
}
