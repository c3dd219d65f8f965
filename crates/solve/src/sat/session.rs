//! The incremental SAT session: one `CaDiCaL` instance, its formula, assumptions, limits and interrupt.
//!
//! Every use of the built-in SAT solver goes through [`SatSession`]: enumeration of solutions ([`SolutionEnumerator`]),
//! queries under assumptions ([`PuzzleSession`]), proof production and puzzle generation.
//!
//! [`SolutionEnumerator`]: super::SolutionEnumerator
//! [`PuzzleSession`]: super::PuzzleSession

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use qedoku_encode::{ClauseGroup, ClauseSink, Formula, Lit, Var};

use crate::Interrupt;

/// A `CaDiCaL` option and its value.
pub type SatOption = (&'static str, i32);

/// An incremental SAT solver.
pub struct SatSession {
    solver: CaDiCal,
    interrupt: Interrupt,
    /// Literals of the clause being added; saves an allocation per clause.
    clause: Vec<i32>,
}

/// The outcome of one call of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// The formula has a model under the assumptions.
    Satisfiable,
    /// It has none.
    Unsatisfiable,
    /// The budget was exhausted first.
    OutOfBudget,
}

/// The interrupt flag was set before the result was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl SatSession {
    /// A session with an empty formula.
    pub fn new(options: &[SatOption], interrupt: &Interrupt) -> SatSession {
        SatSession::configure(CaDiCal::new(), options, interrupt)
    }

    /// A session that reports every clause it adds or derives, with its antecedents, to a proof tracer.
    pub fn with_proof_tracer<T: ProofTracer + 'static>(tracer: &Rc<RefCell<T>>, interrupt: &Interrupt) -> SatSession {
        let mut solver = CaDiCal::new();
        solver.connect_proof_tracer1(Rc::clone(tracer), true, false);
        SatSession::configure(solver, &[], interrupt)
    }

    /// A session with this formula, and the formula's highest variable.
    pub fn load(
        formula: &impl Formula,
        options: &[SatOption],
        interrupt: &Interrupt,
    ) -> Result<(SatSession, u32), Interrupted> {
        let mut session = SatSession::new(options, interrupt);
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
        SatSession { solver, interrupt: interrupt.clone(), clause: Vec::new() }
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
        clause.into_iter().for_each(|lit| self.solver.constrain(lit.to_dimacs()));
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
    pub fn solve(&mut self, ticks: Option<u32>) -> Result<SatResult, Interrupted> {
        if self.interrupt.is_set() {
            return Err(Interrupted);
        }
        if let Some(ticks) = ticks {
            // CaDiCaL forgets the limit after the call.
            let ticks = i32::try_from(ticks).unwrap_or(i32::MAX);
            assert!(self.solver.limit("ticks", ticks), "CaDiCaL can limit ticks");
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Ok(SatResult::Satisfiable),
            Status::UNSATISFIABLE => Ok(SatResult::Unsatisfiable),
            Status::UNKNOWN if self.interrupt.is_set() => Err(Interrupted),
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

/// Loads a formula, polling the interrupt flag once per clause group.
impl ClauseSink for SatSession {
    type Error = Interrupted;

    fn begin_group(&mut self, _: ClauseGroup) -> Result<(), Interrupted> {
        if self.interrupt.is_set() { Err(Interrupted) } else { Ok(()) }
    }

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.add_clause(clause);
        Ok(())
    }
}

/// Ends the solver's search when the interrupt flag is set.
struct InterruptTerminator(Interrupt);

impl Terminator for InterruptTerminator {
    fn terminated(&mut self) -> bool {
        self.0.is_set()
    }
}
