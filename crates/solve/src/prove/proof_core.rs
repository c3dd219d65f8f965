//! From what the solver did to steps over sets and grids.
//!
//! Only what leads to the empty clause is taken over: what is met going back from it through the antecedents.

use qedoku_proof::CandidateLit;

use super::derivation::Derivation;
use super::proof_trace::{Trace, Traced};
use super::traced_session::{ClauseOrigin, TracedSession};

/// Adds the steps of a solver up to the empty clause. `grids` has the number of each grid that the solver was told to differ
/// from, as they came. What needs no hint has the hint 0.
pub(super) fn retrace(session: &TracedSession, grids: &[u64], derivation: &mut Derivation) {
    let trace = &*session.trace();
    let needed = needed(trace);
    let mut numbers = vec![0; needed.len()];
    let (mut lits, mut hints) = (Vec::new(), Vec::new());
    for clause in (1..needed.len()).filter(|clause| needed[*clause]) {
        numbers[clause] = match trace.clause(clause as u32) {
            Traced::Told(which) => session.origins[which].number(grids),
            Traced::Derived { lits: of_solver, antecedents } => {
                lits.clear();
                lits.extend(of_solver.iter().map(|lit| meaning(&session.candidates, *lit)));
                hints.clear();
                hints.extend(antecedents.iter().map(|antecedent| numbers[*antecedent as usize]));
                derivation.push(&lits, &hints)
            }
        };
    }
}

/// For each clause of the trace, from 1, whether it leads to the empty one.
fn needed(trace: &Trace) -> Vec<bool> {
    let empty = trace.empty().expect("there is no model") as usize;
    let mut needed = vec![false; empty + 1];
    needed[empty] = true;
    for clause in (1..=empty).rev() {
        if let (true, Traced::Derived { antecedents, .. }) = (needed[clause], trace.clause(clause as u32)) {
            for antecedent in antecedents {
                needed[*antecedent as usize] = true;
            }
        }
    }
    needed
}

impl ClauseOrigin {
    fn number(self, grids: &[u64]) -> u64 {
        match self {
            ClauseOrigin::AtMostOne => 0,
            ClauseOrigin::AtLeastOne(number) => number,
            ClauseOrigin::Blocked(which) => grids[which],
        }
    }
}

/// What a literal of the solver means.
fn meaning(xs: &[CandidateLit], lit: i32) -> CandidateLit {
    let x = xs[lit.unsigned_abs() as usize - 1];
    if lit > 0 { x } else { !x }
}
