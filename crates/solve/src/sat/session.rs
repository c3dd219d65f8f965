//! The incremental SAT session: one `CaDiCaL` instance, its formula, assumptions, limits and interrupt.
//!
//! Every use of the built-in SAT solver goes through [`SatSession`]: enumeration of solutions ([`SolutionEnumerator`]),
//! queries under assumptions ([`PuzzleSession`]), proof production and puzzle generation.
//!
//! [`SolutionEnumerator`]: super::SolutionEnumerator
//! [`PuzzleSession`]: super::PuzzleSession

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};
use qedoku_encode::{ClauseSink, Formula, Lit, Var};

use super::{ProofTracer, SatOption, SatResult};
use crate::{Interrupt, SolveError};

/// An incremental SAT solver.
pub struct SatSession {
    solver: CaDiCal,
    interrupt: Interrupt,
    /// Literals of the clause being added; saves an allocation per clause.
    clause: Vec<i32>,
    /// Clauses loaded since the interrupt flag was polled.
    loaded: u32,
}

/// Clauses of a formula that are loaded between two polls of the interrupt flag, about a millisecond.
const CLAUSES_PER_POLL: u32 = 4096;

impl SatSession {
    /// A session with an empty formula.
    pub fn new(options: &[SatOption], interrupt: &Interrupt) -> Result<SatSession, SolveError> {
        Ok(SatSession::configure(CaDiCal::new(), options, interrupt))
    }

    /// A session that reports every clause it adds or derives, with its antecedents, to a proof tracer.
    pub fn with_proof_tracer<T: ProofTracer + 'static>(
        tracer: &Rc<RefCell<T>>,
        interrupt: &Interrupt,
    ) -> Result<SatSession, SolveError> {
        let mut solver = CaDiCal::new();
        solver.connect_proof_tracer1(TracerAdapter(Rc::clone(tracer)), true, false);
        Ok(SatSession::configure(solver, &[], interrupt))
    }

    /// A session with this formula, and the formula's highest variable.
    pub fn load(
        formula: &impl Formula,
        options: &[SatOption],
        interrupt: &Interrupt,
    ) -> Result<(SatSession, u32), SolveError> {
        let mut session = SatSession::new(options, interrupt)?;
        let max_var = formula.emit(&mut session)?;
        Ok((session, max_var))
    }

    fn configure(mut solver: CaDiCal, options: &[SatOption], interrupt: &Interrupt) -> SatSession {
        // Lucky phases try trivial assignments first, which takes half of the search time of a 9x9.
        // Bounded variable addition (`factor`) would claim variable numbers that the caller has not used yet.
        for (option, value) in [("lucky", 0), ("factor", 0)].iter().chain(options) {
            assert!(solver.set(option, *value), "CaDiCaL has the option {option}");
        }
        solver.connect_terminator(InterruptTerminator(interrupt.clone()));
        SatSession { solver, interrupt: interrupt.clone(), clause: Vec::new(), loaded: 0 }
    }

    /// Whether the interrupt flag is set: the next call of [`solve`](SatSession::solve) fails.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    /// The solver's name and version.
    pub fn version() -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }

    /// Adds a clause for good.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        if let [a, b] = clause {
            return self.solver.clause2(a.to_dimacs(), b.to_dimacs());
        }
        self.clause.clear();
        self.clause.extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.solver.clause6(&self.clause);
    }

    /// Assumes a literal in the next call of [`solve`](SatSession::solve).
    pub fn assume(&mut self, lit: Lit) {
        self.solver.assume(lit.to_dimacs());
    }

    /// Adds a clause that holds in the next call of [`solve`](SatSession::solve) only; at most one per call.
    pub fn constrain(&mut self, clause: impl IntoIterator<Item = Lit>) {
        for lit in clause {
            self.solver.constrain(lit.to_dimacs());
        }
        self.solver.constrain(0);
    }

    /// Makes the solver decide on this literal before its negation.
    pub fn set_phase(&mut self, lit: Lit) {
        self.solver.phase(lit.to_dimacs());
    }

    /// Solves under the assumptions made since the last call, within a budget or without one.
    ///
    /// The budget is counted in CaDiCaL's ticks, cache lines that propagation reads; a second has some ten million of
    /// them. Calls with the same budgets therefore lead to the same model on every machine. Each call restarts the search
    /// with the learnt clauses, at some cost: few long calls are better than many short ones.
    pub fn solve(&mut self, ticks: Option<u32>) -> Result<SatResult, SolveError> {
        if self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        if let Some(ticks) = ticks {
            // CaDiCaL forgets the limit after the call.
            let ticks = i32::try_from(ticks).unwrap_or(i32::MAX);
            assert!(self.solver.limit("ticks", ticks), "CaDiCaL can limit ticks");
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Ok(SatResult::Satisfiable),
            Status::UNSATISFIABLE => Ok(SatResult::Unsatisfiable),
            Status::UNKNOWN if self.interrupt.is_set() => Err(SolveError::Interrupted),
            Status::UNKNOWN => Ok(SatResult::OutOfBudget),
        }
    }

    /// The value of a variable in the model that was found.
    pub fn value(&mut self, var: Var) -> bool {
        self.solver.val(var.positive().to_dimacs()) > 0
    }

    /// Whether an assumption is in the core that made the last call unsatisfiable.
    pub fn is_failed(&mut self, assumption: Lit) -> bool {
        self.solver.failed(assumption.to_dimacs())
    }

    /// The number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.get_statistic_value("conflicts") as u64
    }
}

/// Loads a formula, polling the interrupt flag.
impl ClauseSink for SatSession {
    type Error = SolveError;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolveError> {
        if self.loaded.is_multiple_of(CLAUSES_PER_POLL) && self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        self.loaded += 1;
        self.add_clause(clause);
        Ok(())
    }
}

impl Drop for SatSession {
    fn drop(&mut self) {
        if self.interrupt.leaks_sessions() {
            std::mem::forget(std::mem::replace(&mut self.solver, CaDiCal::new()));
        }
    }
}

/// Ends the solver's search when the interrupt flag is set.
struct InterruptTerminator(Interrupt);

impl Terminator for InterruptTerminator {
    fn terminated(&mut self) -> bool {
        self.0.is_set()
    }
}

/// Passes the clauses of CaDiCaL on to a proof tracer.
struct TracerAdapter<T>(Rc<RefCell<T>>);

impl<T: ProofTracer> cadical_sys::ProofTracer for TracerAdapter<T> {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        // A restored clause keeps its id.
        if !restored {
            self.0.borrow_mut().original_clause(id);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.0.borrow_mut().derived_clause(id, clause, antecedents, witness != 0);
    }

    // Deletions and the events of incremental solving do not change what was derived.
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
