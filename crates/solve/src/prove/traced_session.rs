//! A SAT session with a proof tracer, loaded with the open part of a puzzle.
//!
//! The formula has the exactly-one constraints over the open candidates only; each clause lacks the literals that
//! propagation made false, which are most of the full formula. Trimming (`trim.rs`) adds the steps that shorten the
//! clauses. Variables are numbered from 1 in the order in which they occur.

use std::cell::RefCell;
use std::rc::Rc;

use qedoku_encode::{Lit, Var};
use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Digit, Grid};

use super::proof_trace::ProofTrace;
use crate::propagation::Trail;
use crate::sat::{SatResult, SatSession};
use crate::{Interrupt, SolveError};

/// A SAT session for the open part of a puzzle, with the trace of its proof.
pub(super) struct TracedSession<'t> {
    trail: &'t Trail,
    session: SatSession,
    trace: Rc<RefCell<ProofTrace>>,
    /// The candidate of each variable, from variable 1.
    pub(super) candidates: Vec<CandidateLit>,
    /// The variable of each candidate of the board.
    variables: Vec<Option<Var>>,
    /// The origin of each clause that was added, in order.
    pub(super) origins: Vec<ClauseOrigin>,
    interrupt: Interrupt,
}

/// The constraint that an added clause states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClauseOrigin {
    /// At most one of two candidates of an exactly-one constraint; the checker needs no hint for it.
    AtMostOne,
    /// At least one candidate of the exactly-one constraint with this number, without its false literals.
    AtLeastOne(u64),
    /// The blocking clause of a grid, by its index in the order of the calls.
    Blocked(usize),
}

impl<'t> TracedSession<'t> {
    /// Loads the constraints.
    /// The flag that ends the search.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    pub(super) fn new(trail: &'t Trail, interrupt: &Interrupt) -> Result<TracedSession<'t>, SolveError> {
        let trace = Rc::new(RefCell::new(ProofTrace::default()));
        let session = SatSession::with_proof_tracer(&trace, interrupt)?;
        let mut traced = TracedSession {
            trail,
            session,
            trace,
            candidates: Vec::new(),
            variables: vec![None; trail.assignment.side.pow(3)],
            origins: Vec::new(),
            interrupt: interrupt.clone(),
        };
        traced.load_constraints();
        Ok(traced)
    }

    /// Searches for a solution that is not blocked; `None` if there is none.
    pub(super) fn solve(&mut self) -> Result<Option<Grid>, SolveError> {
        // If the interrupt flag was set while the constraints were loaded, some are missing, but then this call fails.
        match self.session.solve(None)? {
            SatResult::Unsatisfiable => Ok(None),
            SatResult::Satisfiable => Ok(Some(self.decode_model())),
            SatResult::OutOfBudget => unreachable!("the search has no limit"),
        }
    }

    /// Adds the blocking clause of a solution.
    pub(super) fn block(&mut self, grid: &Grid, index: usize) {
        let board = grid.board();
        let candidates = grid.filled().map(|(cell, digit)| CandidateLit::positive(board, cell, digit));
        let clause: Vec<Lit> =
            candidates.filter_map(|lit| self.variables[lit.index()]).map(|var| !var.positive()).collect();
        self.add(&clause, ClauseOrigin::Blocked(index));
    }

    /// The trace of the proof so far.
    pub(super) fn trace(&self) -> std::cell::Ref<'_, ProofTrace> {
        self.trace.borrow()
    }

    /// Adds the open part of each exactly-one constraint: at least one of its candidates, and no two of them.
    fn load_constraints(&mut self) {
        let assignment = &self.trail.assignment;
        let (side, tables, interrupt) = (assignment.side, assignment.tables, self.interrupt.clone());
        for constraint in (0..assignment.constraint_count()).take_while(|_| !interrupt.is_set()) {
            let open = self.open_candidates(constraint);
            let clause: Vec<Lit> = open.iter().map(|(_, lit)| *lit).collect();
            if !clause.is_empty() {
                self.add(&clause, ClauseOrigin::AtLeastOne(constraint as u64 + 1));
            }
            // Rows and columns come before boxes, so pairs of a box in one line are already excluded.
            let block = (constraint / side).checked_sub(3 * side).map(|block| tables.cells_of(2 * side + block));
            let is_excluded = |a: usize, b: usize| block.is_some_and(|cells| are_in_line(side, cells[a], cells[b]));
            for (place, (a, x)) in open.iter().enumerate() {
                for (_, y) in open[place + 1..].iter().filter(|(b, _)| !is_excluded(*a, *b)) {
                    self.add(&[!*x, !*y], ClauseOrigin::AtMostOne);
                }
            }
        }
    }

    /// The open candidates of a constraint with their places in it; none if one of them is true.
    fn open_candidates(&mut self, constraint: usize) -> Vec<(usize, Lit)> {
        let mut open = Vec::new();
        for (place, candidate) in self.trail.assignment.constraint_candidates(constraint).enumerate() {
            match self.trail.assignment.value(candidate) {
                Some(true) => return Vec::new(),
                Some(false) => {}
                None => open.push((place, self.variable_of(candidate).positive())),
            }
        }
        open
    }

    /// The variable of a candidate, allocated on first use.
    fn variable_of(&mut self, candidate: CandidateLit) -> Var {
        *self.variables[candidate.index()].get_or_insert_with(|| {
            self.candidates.push(candidate);
            Var::new(self.candidates.len() as u32).expect("a board has fewer candidates than variables")
        })
    }

    fn add(&mut self, clause: &[Lit], origin: ClauseOrigin) {
        self.session.add_clause(clause);
        self.origins.push(origin);
    }

    fn decode_model(&mut self) -> Grid {
        let mut grid = self.trail.grid();
        let (side, board) = (self.trail.assignment.side, grid.board());
        for (candidate, variable) in self.candidates.iter().zip((1..).filter_map(Var::new)) {
            if self.session.value(variable) {
                grid.set(board.cell(candidate.index() / side), Digit::from_index(candidate.index() % side));
            }
        }
        grid
    }
}

/// Whether two cells share a row or a column.
fn are_in_line(side: usize, a: u16, b: u16) -> bool {
    let (a, b) = (usize::from(a), usize::from(b));
    a / side == b / side || a % side == b % side
}
