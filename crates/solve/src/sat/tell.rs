//! A `CaDiCaL` that was told a formula, and that can be stopped.

use cadical_sys::{CaDiCal, Terminator};
use qedoku_encode::{ClauseGroup, ClauseSink, Formula, Lit};

use crate::Stop;

/// A solver with these options that was told a formula, and the formula's last variable; none if the work was stopped before
/// that.
pub fn tell(formula: &impl Formula, options: &[(&str, i32)], stop: &Stop) -> Option<(CaDiCal, u32)> {
    let mut solver = CaDiCal::new();
    // Lucky phases try trivial assignments first: half of the search time of a 9x9.
    // Bounded variable addition would claim variable numbers that we have not used yet.
    for (option, value) in [("lucky", 0), ("factor", 0)].iter().chain(options) {
        assert!(solver.set(option, *value), "CaDiCaL has the option {option}");
    }
    solver.connect_terminator(Poll(stop.clone()));
    let last = formula.emit(&mut Adder { solver: &mut solver, clause: Vec::new(), stop }).ok()?;
    Some((solver, last))
}

/// Adds clauses to the solver.
struct Adder<'s> {
    solver: &'s mut CaDiCal,
    clause: Vec<i32>,
    stop: &'s Stop,
}

/// The work was stopped.
struct Stopped;

impl ClauseSink for Adder<'_> {
    type Error = Stopped;
    fn begin_group(&mut self, _: ClauseGroup) -> Result<(), Stopped> {
        if self.stop.is_set() { Err(Stopped) } else { Ok(()) }
    }
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Stopped> {
        add(self.solver, clause, &mut self.clause);
        Ok(())
    }
}

/// Adds a clause to the solver; the scratch saves an allocation per clause.
pub(super) fn add(solver: &mut CaDiCal, clause: &[Lit], scratch: &mut Vec<i32>) {
    if let [a, b] = clause {
        return solver.clause2(a.to_dimacs(), b.to_dimacs());
    }
    scratch.clear();
    scratch.extend(clause.iter().map(|lit| lit.to_dimacs()));
    solver.clause6(scratch);
}

/// Lets the solver ask whether it should stop.
struct Poll(Stop);

impl Terminator for Poll {
    fn terminated(&mut self) -> bool {
        self.0.is_set()
    }
}
