//! Core extraction: imports from a CaDiCaL proof the clauses on which the empty clause depends.
//!
//! CaDiCaL derives many clauses that its refutation does not use. One pass backwards from the empty clause marks the
//! antecedents (Goldberg & Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003); one pass
//! forwards translates the marked clauses: variables to candidates, clause ids to certificate numbers, antecedents to
//! hints.

use qedoku_proof::CandidateLit;

use super::derivation::Derivation;
use super::proof_trace::{ProofTrace, TracedClause};
use super::traced_session::{ClauseOrigin, TracedSession};

/// Appends the steps of a session's proof up to the empty clause.
///
/// `blocking_clause_ids` has the certificate number of each blocking clause in the order of the calls. At-most-one
/// clauses need no hint and become hint 0, which trimming drops.
pub(super) fn import_core(session: &TracedSession, blocking_clause_ids: &[u64], derivation: &mut Derivation) {
    let trace = &*session.trace();
    let is_in_core = mark_core(trace);
    let mut ids = vec![0; is_in_core.len()];
    let (mut clause, mut hints) = (Vec::new(), Vec::new());
    for id in (1..is_in_core.len()).filter(|id| is_in_core[*id]) {
        ids[id] = match trace.clause(id as u32) {
            TracedClause::Original(index) => certificate_id(session.origins[index], blocking_clause_ids),
            TracedClause::Derived { lits, antecedents } => {
                clause.clear();
                clause.extend(lits.iter().map(|lit| decode_literal(&session.candidates, *lit)));
                hints.clear();
                hints.extend(antecedents.iter().map(|antecedent| ids[*antecedent as usize]));
                derivation.push(&clause, &hints)
            }
        };
    }
}

/// For each clause id whether the empty clause depends on it. Antecedents have smaller ids, so one pass is enough.
fn mark_core(trace: &ProofTrace) -> Vec<bool> {
    let empty = trace.empty_clause().expect("the session found no further model") as usize;
    let mut is_in_core = vec![false; empty + 1];
    is_in_core[empty] = true;
    for id in (1..=empty).rev() {
        if let (true, TracedClause::Derived { antecedents, .. }) = (is_in_core[id], trace.clause(id as u32)) {
            for antecedent in antecedents {
                is_in_core[*antecedent as usize] = true;
            }
        }
    }
    is_in_core
}

/// The certificate number of an original clause; 0 if it needs no hint.
fn certificate_id(origin: ClauseOrigin, blocking_clause_ids: &[u64]) -> u64 {
    match origin {
        ClauseOrigin::AtMostOne => 0,
        ClauseOrigin::AtLeastOne(id) => id,
        ClauseOrigin::Blocked(index) => blocking_clause_ids[index],
    }
}

/// The literal of a DIMACS number of the session.
fn decode_literal(candidates: &[CandidateLit], lit: i32) -> CandidateLit {
    let candidate = candidates[lit.unsigned_abs() as usize - 1];
    if lit > 0 { candidate } else { !candidate }
}
