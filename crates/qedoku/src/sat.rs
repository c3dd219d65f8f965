//! The built-in SAT engine: singles, then the open rest as clauses for `CaDiCaL`.
//!
//! After a solution, a clause that forbids it is added and the search goes on in the same solver, until there is none:
//! so "one" is known, and not only found. Each puzzle has a fresh solver. Keeping one solver for many puzzles (the rules
//! once, the givens as assumptions) would save making the clauses, but then which two solutions are found for an
//! ambiguous puzzle would depend on the puzzles before it.

use std::borrow::Cow;
use std::convert::Infallible;

use cadical_sys::{CaDiCal, Status, Terminator};
use qedoku_encode::{Encoding, Lit, Numbering, Options, OptionsError, Repeats, Scheme, Sink, Variables};
use qedoku_puzzle::{Cell, Digit, Grid, Puzzle};

use crate::prune::prune;
use crate::{Failure, Stop};

/// The built-in SAT engine.
#[derive(Clone, Copy, Debug)]
pub struct Sat {
    options: Options,
    pruned_first: bool,
}

impl Default for Sat {
    /// What was fastest: singles first; then over the open candidates, no pair twice.
    fn default() -> Sat {
        let (scheme, numbering) = (Scheme::Reduced, Numbering::Open);
        let options = Options { scheme, numbering, repeats: Repeats::Drop, ..Options::default() };
        Sat { options, pruned_first: true }
    }
}

impl Sat {
    /// The engine with the whole puzzle said in this way, no singles placed before: to compare schemes.
    pub fn with_options(options: Options) -> Result<Sat, OptionsError> {
        options.check_for_solving()?;
        Ok(Sat { options, pruned_first: false })
    }

    /// The solver inside and its version.
    pub fn version() -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }

    /// The solutions, one by one.
    pub(crate) fn search<'p>(
        self,
        puzzle: &'p Puzzle,
        stop: &Stop,
    ) -> impl Iterator<Item = Result<Grid, Failure>> + use<'p> {
        let mut search = Search::new(self, puzzle, stop);
        std::iter::from_fn(move || search.next().transpose())
    }
}

/// The search for one puzzle's solutions.
enum Search {
    /// Nothing (more) to find, or just this grid.
    Settled(Option<Grid>),
    /// Clauses to solve.
    Open(Box<Clauses>),
}

/// A solver that holds a puzzle's clauses.
struct Clauses {
    solver: CaDiCal,
    variables: Variables,
    /// What is known without searching.
    givens: Grid,
    stop: Stop,
}

impl Search {
    fn new(sat: Sat, puzzle: &Puzzle, stop: &Stop) -> Search {
        let puzzle = match sat.pruned_first.then(|| prune(puzzle)) {
            None => Cow::Borrowed(puzzle),
            Some(None) => return Search::Settled(None),
            Some(Some(left)) if left.givens().is_full() => return Search::Settled(Some(left.givens().clone())),
            Some(Some(left)) => Cow::Owned(left),
        };
        Search::Open(Box::new(Clauses::new(&puzzle, sat.options, stop)))
    }

    fn next(&mut self) -> Result<Option<Grid>, Failure> {
        match self {
            Search::Settled(grid) => Ok(grid.take()),
            Search::Open(clauses) => clauses.next(),
        }
    }
}

impl Clauses {
    fn new(puzzle: &Puzzle, options: Options, stop: &Stop) -> Clauses {
        let encoding = Encoding::new(puzzle, options).expect("the options were checked");
        let mut solver = CaDiCal::new();
        // Lucky phases try trivial assignments first: a third of the time of a 9x9, and never the answer.
        // Bounded variable addition would claim variable numbers that we have not used yet.
        for (option, value) in [("lucky", 0), ("factor", 0)] {
            assert!(solver.set(option, value), "CaDiCaL has the option {option}");
        }
        solver.connect_terminator(Poll(stop.clone()));
        let Ok(_) = encoding.send(&mut Adder { solver: &mut solver, clause: Vec::new() });
        Clauses { solver, variables: encoding.variables().clone(), givens: puzzle.givens().clone(), stop: stop.clone() }
    }

    fn next(&mut self) -> Result<Option<Grid>, Failure> {
        if self.stop.is_set() {
            return Err(Failure::Stopped(None));
        }
        match self.solver.solve() {
            Status::SATISFIABLE => Ok(Some(self.take_solution())),
            Status::UNSATISFIABLE => Ok(None),
            Status::UNKNOWN => Err(Failure::Stopped(None)),
        }
    }

    /// The solution that was found, which is then forbidden.
    fn take_solution(&mut self) -> Grid {
        let mut grid = self.givens.clone();
        let mut forbidding = Vec::new();
        for (cell, digit, x) in self.true_ones() {
            grid.set(cell, digit);
            forbidding.push(-x);
        }
        self.solver.clause6(&forbidding);
        grid
    }

    /// The x's of the model that are true in cells without a given.
    fn true_ones(&mut self) -> Vec<(Cell, Digit, i32)> {
        let board = self.givens.board();
        let mut found = Vec::new();
        for cell in board.cells().filter(|cell| self.givens.get(*cell).is_none()) {
            for digit in board.digits() {
                let x = self.variables.x(cell, digit).map(|x| x.positive().to_dimacs());
                found.extend(x.filter(|x| self.solver.val(*x) > 0).map(|x| (cell, digit, x)));
            }
        }
        found
    }
}

/// Adds clauses to the solver.
struct Adder<'s> {
    solver: &'s mut CaDiCal,
    clause: Vec<i32>,
}

impl Sink for Adder<'_> {
    type Error = Infallible;
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        if let [a, b] = clause {
            self.solver.clause2(a.to_dimacs(), b.to_dimacs());
            return Ok(());
        }
        self.clause.clear();
        self.clause.extend(clause.iter().map(|lit| lit.to_dimacs()));
        self.solver.clause6(&self.clause);
        Ok(())
    }
}

/// Lets the solver ask whether it should stop.
struct Poll(Stop);

impl Terminator for Poll {
    fn terminated(&mut self) -> bool {
        self.0.is_set()
    }
}
