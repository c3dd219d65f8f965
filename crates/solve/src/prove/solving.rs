//! The open rest of a puzzle, told to a `CaDiCaL` that says how it came to its answer.
//!
//! The solver is told the rules over the open candidates only, each clause without the literals that are known to be false.
//! Those are what most of the formula is made of, and the steps that shorten the clauses are ours (`polish.rs`). Variables
//! are numbered from 1 as they come.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};
use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Digit, Grid};

use super::trace::Trace;
use super::trail::Trail;
use crate::{Failure, Stop};

/// A solver for the rest of a puzzle, and what became of it so far.
pub(super) struct Solving<'t> {
    trail: &'t Trail,
    solver: CaDiCal,
    trace: Rc<RefCell<Trace>>,
    /// What its variables mean, from 1.
    pub(super) xs: Vec<CandidateLit>,
    /// The variable of each x of the board, 0 for none.
    variables: Vec<i32>,
    /// What it was told.
    pub(super) told: Vec<Told>,
    stop: Stop,
}

/// A clause that the solver was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// Not both of two candidates of a set, which the checker needs no hint for.
    Once,
    /// The set of this number, without what is known to be false.
    Set(u64),
    /// Another solution than this grid, counted as they came.
    Grid(usize),
}

impl<'t> Solving<'t> {
    /// Tells a fresh solver the rules.
    pub(super) fn new(trail: &'t Trail, stop: &Stop) -> Solving<'t> {
        let trace = Rc::new(RefCell::new(Trace::default()));
        let mut solver = CaDiCal::new();
        solver.connect_proof_tracer1(Rc::clone(&trace), true, false);
        // `factor` would bring in variables that the formula does not have; lucky phases take half of the time of a 9x9.
        for (option, value) in [("factor", 0), ("lucky", 0)] {
            assert!(solver.set(option, value), "CaDiCaL has the option {option}");
        }
        solver.connect_terminator(Poll(stop.clone()));
        let variables = vec![0; trail.facts.side.pow(3)];
        let stop = stop.clone();
        let mut solving = Solving { trail, solver, trace, xs: Vec::new(), variables, told: Vec::new(), stop };
        solving.tell_sets();
        solving
    }

    /// A solution of the rest, or none any more.
    pub(super) fn solve(&mut self) -> Result<Option<Grid>, Failure> {
        match self.solver.solve() {
            // Stopped while it was told the clauses, it knows only some of them.
            _ if self.stop.is_set() => Err(Failure::Stopped),
            Status::UNKNOWN => Err(Failure::Stopped),
            Status::UNSATISFIABLE => Ok(None),
            Status::SATISFIABLE => Ok(Some(self.grid())),
        }
    }

    /// Another solution than this one.
    pub(super) fn forbid(&mut self, grid: &Grid, which: usize) {
        let board = grid.board();
        let xs = grid.filled().map(|(cell, digit)| CandidateLit::positive(board, cell, digit));
        let clause: Vec<i32> = xs.filter_map(|x| self.variable(x)).map(|variable| -variable).collect();
        self.tell(&clause, Told::Grid(which));
    }

    /// What the solver did.
    pub(super) fn trace(&self) -> std::cell::Ref<'_, Trace> {
        self.trace.borrow()
    }

    /// Tells what is left of each set: one of these, and not two of them.
    fn tell_sets(&mut self) {
        let facts = &self.trail.facts;
        let (side, tables, stop) = (facts.side, facts.tables, self.stop.clone());
        for set in (0..facts.sets()).take_while(|_| !stop.is_set()) {
            let open = self.open(set);
            let clause: Vec<i32> = open.iter().map(|(_, variable)| *variable).collect();
            if !clause.is_empty() {
                self.tell(&clause, Told::Set(set as u64 + 1));
            }
            // Pairs of a box that share a row or a column were told there.
            let block = (set / side).checked_sub(3 * side).map(|block| tables.cells_of(2 * side + block));
            let is_told = |a: usize, b: usize| block.is_some_and(|cells| is_in_line(side, cells[a], cells[b]));
            for (place, (a, x)) in open.iter().enumerate() {
                for (_, y) in open[place + 1..].iter().filter(|(b, _)| !is_told(*a, *b)) {
                    self.tell(&[-x, -y], Told::Once);
                }
            }
        }
    }

    /// The open candidates of a set, with their places; none if one is true.
    fn open(&mut self, set: usize) -> Vec<(usize, i32)> {
        let mut open = Vec::new();
        for place in 0..self.trail.facts.side {
            let x = self.trail.facts.x_of_set(set, place);
            match self.trail.facts.value(x) {
                Some(true) => return Vec::new(),
                Some(false) => {}
                None => open.push((place, self.new_variable(x))),
            }
        }
        open
    }

    fn new_variable(&mut self, x: CandidateLit) -> i32 {
        let variable = &mut self.variables[x.index()];
        if *variable == 0 {
            self.xs.push(x);
            *variable = self.xs.len() as i32;
        }
        *variable
    }

    fn variable(&self, x: CandidateLit) -> Option<i32> {
        Some(self.variables[x.index()]).filter(|variable| *variable != 0)
    }

    fn tell(&mut self, clause: &[i32], told: Told) {
        match clause {
            [a, b] => self.solver.clause2(*a, *b),
            _ => self.solver.clause6(clause),
        }
        self.told.push(told);
    }

    /// The grid of a model.
    fn grid(&mut self) -> Grid {
        let mut grid = self.trail.grid();
        let (side, board) = (self.trail.facts.side, grid.board());
        for (x, variable) in self.xs.iter().zip(1..) {
            if self.solver.val(variable) > 0 {
                grid.set(board.cell(x.index() / side), Digit::from_index(x.index() % side));
            }
        }
        grid
    }
}

/// Whether two cells share a row or a column.
fn is_in_line(side: usize, a: u16, b: u16) -> bool {
    let (a, b) = (usize::from(a), usize::from(b));
    a / side == b / side || a % side == b % side
}

/// Lets the solver ask whether it should stop.
struct Poll(Stop);

impl Terminator for Poll {
    fn terminated(&mut self) -> bool {
        self.0.is_set()
    }
}
