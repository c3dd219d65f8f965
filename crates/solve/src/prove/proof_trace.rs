//! What `CaDiCaL` learned, and from what: every clause that it was told or derived, under the numbers that it gave them.
//!
//! Clauses that it was told and clauses that it derived share one row of numbers, in the order in which they came. A
//! clause that it brings back (`restored`) keeps its number. Nothing is forgotten before the proof is made: which clauses it
//! needs is known only at its end.

use cadical_sys::ProofTracer;

/// All clauses of a solver, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The literals of derived clauses, and the clauses that they follow from, one after the other.
    lits: Vec<i32>,
    antecedents: Vec<u32>,
    /// By number, from 1.
    clauses: Vec<Clause>,
    told: u32,
    /// The number of the empty clause, once it was derived.
    empty: Option<u32>,
    /// Whether there is a step that is not plain propagation.
    pub(super) is_strange: bool,
}

#[derive(Clone, Copy, Debug)]
struct Clause {
    /// Which of the clauses that the solver was told, counted from 0.
    told: Option<u32>,
    /// Where its literals and antecedents begin; they end where those of the next clause begin.
    first_lit: usize,
    first_antecedent: usize,
}

/// A clause of the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Traced<'t> {
    /// The solver was told it: which one, counted from 0.
    Told(usize),
    /// It follows from others, in the order of propagation.
    Derived { lits: &'t [i32], antecedents: &'t [u32] },
}

impl Trace {
    /// The number of the empty clause.
    pub(super) fn empty(&self) -> Option<u32> {
        self.empty
    }

    /// The clause of a number.
    pub(super) fn clause(&self, number: u32) -> Traced<'_> {
        let Clause { told, first_lit, first_antecedent } = self.clauses[number as usize - 1];
        if let Some(told) = told {
            return Traced::Told(told as usize);
        }
        let next = self.clauses.get(number as usize);
        let (last_lit, last_antecedent) =
            next.map_or((self.lits.len(), self.antecedents.len()), |next| (next.first_lit, next.first_antecedent));
        Traced::Derived {
            lits: &self.lits[first_lit..last_lit],
            antecedents: &self.antecedents[first_antecedent..last_antecedent],
        }
    }

    fn push(&mut self, number: i64, told: Option<u32>) {
        self.is_strange |= number != self.clauses.len() as i64 + 1;
        self.clauses.push(Clause { told, first_lit: self.lits.len(), first_antecedent: self.antecedents.len() });
    }
}

impl ProofTracer for Trace {
    fn add_original_clause(&mut self, number: i64, _: bool, _: &[i32], restored: bool) {
        if !restored {
            self.push(number, Some(self.told));
            self.told += 1;
        }
    }

    fn add_derived_clause(&mut self, number: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.is_strange |= witness != 0;
        if clause.is_empty() {
            self.empty.get_or_insert(number as u32);
        }
        self.push(number, None);
        self.lits.extend_from_slice(clause);
        self.antecedents.extend(antecedents.iter().map(|antecedent| *antecedent as u32));
    }

    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
