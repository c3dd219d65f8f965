//! A proof by trying: one clause for each dead end.
//!
//! Each candidate of the open pairs (two candidates left in a cell, two places left for a digit) is tried in turn. One
//! that leads to a contradiction is false from there on, and the clause that says so names the assumptions that the
//! contradiction rests on, no others. When nothing fails, the pair whose two tries say most is assumed one way, and the
//! search goes on below it; a dead end takes back the last assumption that it rests on.
//!
//! On most 9x9 the proof is as short as a SAT solver's and takes half the time. On the hardest the solver wins: it uses what
//! it learned in one dead end again in others (34 against 48 KB), so the search is given up when it takes too many hints.

use qedoku_proof::CandidateLit;

use super::assignment::{Conflict, Reason};
use super::derivation::Derivation;
use super::trail::Trail;
use super::trim::hint;

/// Adds the steps down to the empty clause; not so if that would take more hints than these.
pub(super) fn search(trail: Trail, steps: &mut Derivation, most: usize) -> bool {
    let stated = trail.root();
    let mut search = Search { trail, stated, most: steps.hint_count() + most, steps, needed: Vec::new() };
    search.run()
}

struct Search<'s> {
    trail: Trail,
    /// How many facts without an assumption were looked at to be stated.
    stated: usize,
    most: usize,
    steps: &'s mut Derivation,
    needed: Vec<CandidateLit>,
}

/// The search is over: the empty clause was found.
struct Over;

impl Search<'_> {
    /// Whether the empty clause was found before there were too many hints.
    fn run(&mut self) -> bool {
        while self.steps.hint_count() <= self.most {
            let Ok(best) = self.try_pairs() else { return true };
            let Some(x) = best else { continue };
            if let Err(conflict) = self.trail.assume(x)
                && self.back_out(conflict).is_err()
            {
                return true;
            }
        }
        false
    }

    /// Tries the candidates of all open pairs; the best to assume, unless something became known on the way.
    fn try_pairs(&mut self) -> Result<Option<CandidateLit>, Over> {
        let mut best = (0, None);
        for [a, b] in self.trail.pairs() {
            let (Some(from_a), Some(from_b)) = (self.try_out(a)?, self.try_out(b)?) else { return Ok(None) };
            let score = from_a * from_b;
            if score > best.0 {
                best = (score, Some(if from_a > from_b { a } else { b }));
            }
        }
        Ok(best.1)
    }

    /// How many literals follow from this one; none if it is not open, or is false from now on.
    fn try_out(&mut self, x: CandidateLit) -> Result<Option<usize>, Over> {
        if self.trail.facts.value(x).is_some() {
            return Ok(None);
        }
        let (level, before) = (self.trail.level(), self.trail.facts.trues().len());
        match self.trail.assume(x) {
            Ok(()) => {
                let gain = self.trail.facts.trues().len() - before;
                self.trail.go_back(level);
                Ok(Some(gain))
            }
            Err(conflict) => self.back_out(conflict).map(|()| None),
        }
    }

    /// Out of a dead end: what it rests on becomes a clause, and the last assumption of these is false. That may be a
    /// dead end again.
    fn back_out(&mut self, mut conflict: Conflict) -> Result<(), Over> {
        loop {
            let (lits, number) = self.dead_end(conflict);
            let Some(last) = lits.last() else { return Err(Over) };
            let level = (0..self.trail.level()).rposition(|level| self.trail.assumption(level) == !*last);
            self.trail.go_back(level.expect("a dead end rests on assumptions"));
            let reason = if lits.len() == 1 { Reason::Unit(number) } else { Reason::Clause(number) };
            let learned = self.trail.learn(*last, reason);
            if self.trail.level() == 0 {
                self.state_facts();
            }
            match learned {
                Ok(()) => return Ok(()),
                Err(next) => conflict = next,
            }
        }
    }

    /// The clause of a dead end, in the order of the assumptions, and the number of its step.
    fn dead_end(&mut self, conflict: Conflict) -> (Vec<CandidateLit>, u64) {
        let (root, steps) = (self.trail.root(), &*self.steps);
        let facts = &mut self.trail.facts;
        facts.rests_on(conflict, root, |number| steps.clause(number).unwrap_or_default(), &mut self.needed);
        let hints = self.needed.iter().filter_map(|lit| hint(facts.reason(*lit)));
        let last = match conflict {
            Conflict::Clause(number) => Some(number),
            Conflict::Clash(_, reason) => hint(reason),
        };
        let hints: Vec<u64> = hints.chain(last).collect();
        let assumed = self.needed.iter().filter(|lit| facts.reason(**lit) == Reason::Assumed);
        let lits: Vec<CandidateLit> = assumed.map(|lit| !*lit).collect();
        let number = self.steps.push(&lits, &hints);
        (lits, number)
    }

    /// States what became true without an assumption, so that later steps need no hint for it.
    fn state_facts(&mut self) {
        for place in self.stated..self.trail.facts.trues().len() {
            let lit = self.trail.facts.trues()[place];
            if let Reason::Clause(number) = self.trail.facts.reason(lit) {
                let number = self.steps.push(&[lit], &[number]);
                self.trail.facts.set_reason(lit, Reason::Unit(number));
            }
        }
        self.stated = self.trail.facts.trues().len();
    }
}
