//! Recorded CaDiCaL proof: original and derived clauses with their antecedents, by clause id.
//!
//! CaDiCaL numbers original and derived clauses together, from 1, in the order in which they are added. A clause that
//! it restores keeps its id. Derived clauses come with antecedents in propagation order (LRAT).
//!
//! Nothing is deleted before the end: which clauses the proof depends on is known only when the empty clause is
//! derived. The memory is that of all learnt clauses and their antecedents, four bytes per literal and per antecedent.

use crate::sat::ProofTracer;

/// All clauses of a session, by id.
#[derive(Debug, Default)]
pub(super) struct ProofTrace {
    /// Literals of the derived clauses, one clause after the other.
    lits: Vec<i32>,
    /// Antecedents of the derived clauses, one clause after the other.
    antecedents: Vec<u32>,
    /// By id, from 1.
    clauses: Vec<ClauseSpan>,
    /// Number of original clauses.
    original_count: u32,
    /// The id of the empty clause, once it is derived.
    empty_clause: Option<u32>,
    /// Whether a step has a witness (RAT or extended resolution), or the ids are not consecutive. The proof is then
    /// unusable.
    pub(super) has_non_rup_step: bool,
}

#[derive(Clone, Copy, Debug)]
struct ClauseSpan {
    /// Index of an original clause in the order of addition, counted from 0.
    original: Option<u32>,
    /// Where its literals and antecedents begin; they end where those of the next clause begin.
    first_lit: usize,
    first_antecedent: usize,
}

/// A clause of the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TracedClause<'t> {
    /// A clause that was added to the session, by its index in the order of addition.
    Original(usize),
    /// A clause that follows from its antecedents by propagation in their order.
    Derived { lits: &'t [i32], antecedents: &'t [u32] },
}

impl ProofTrace {
    /// The id of the empty clause, if it was derived.
    pub(super) fn empty_clause(&self) -> Option<u32> {
        self.empty_clause
    }

    /// The clause with this id.
    pub(super) fn clause(&self, id: u32) -> TracedClause<'_> {
        let ClauseSpan { original, first_lit, first_antecedent } = self.clauses[id as usize - 1];
        if let Some(index) = original {
            return TracedClause::Original(index as usize);
        }
        let next = self.clauses.get(id as usize);
        let (last_lit, last_antecedent) =
            next.map_or((self.lits.len(), self.antecedents.len()), |next| (next.first_lit, next.first_antecedent));
        TracedClause::Derived {
            lits: &self.lits[first_lit..last_lit],
            antecedents: &self.antecedents[first_antecedent..last_antecedent],
        }
    }

    fn push(&mut self, id: i64, original: Option<u32>) {
        self.has_non_rup_step |= id != self.clauses.len() as i64 + 1;
        let (first_lit, first_antecedent) = (self.lits.len(), self.antecedents.len());
        self.clauses.push(ClauseSpan { original, first_lit, first_antecedent });
    }
}

impl ProofTracer for ProofTrace {
    fn original_clause(&mut self, id: i64) {
        self.push(id, Some(self.original_count));
        self.original_count += 1;
    }

    fn derived_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool) {
        self.has_non_rup_step |= has_witness;
        if clause.is_empty() {
            self.empty_clause.get_or_insert(id as u32);
        }
        self.push(id, None);
        self.lits.extend_from_slice(clause);
        self.antecedents.extend(antecedents.iter().map(|antecedent| *antecedent as u32));
    }
}
