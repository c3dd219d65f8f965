//! The built-in SAT engine: singles, then the open rest as clauses for `CaDiCaL`.
//!
//! After a solution, a clause that forbids it is added and the search goes on in the same solver, until there is none:
//! so "one" is known, and not only found. Each puzzle has a fresh solver. Keeping one solver for many puzzles (the rules
//! once, the givens as assumptions) would save making the clauses, but then which two solutions are found for an
//! ambiguous puzzle would depend on the puzzles before it.

use std::borrow::Cow;

use cadical_sys::{CaDiCal, Status, Terminator};
use qedoku_encode::{Amo, Encoding, Lit, Numbering, Options, OptionsError, Repeats, Rule, Scheme, Sink, Variables};
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

    /// How a puzzle is said to the solver.
    fn encoding(self, puzzle: &Puzzle) -> Encoding<'_> {
        let with = |options| Encoding::new(puzzle, options).expect("the options were checked");
        let encoding = with(self.options);
        let may_be_large = self.pruned_first && puzzle.board().side() > 25;
        if may_be_large && encoding.size().clauses > TOO_MANY {
            return with(Options { amo: Amo::Product, repeats: Repeats::Keep, ..self.options });
        }
        encoding
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

/// More clauses than this are too many: "at most one" is then said by `product`, which needs far fewer. (100x100 with
/// 80 % holes: 90 million pairs or 9 million clauses.)
const TOO_MANY: u64 = 4_000_000;

/// The search for one puzzle's solutions.
enum Search {
    /// Nothing (more) to find, or just this grid.
    Settled(Option<Grid>),
    /// Clauses to solve.
    Open(Box<Clauses>),
    /// The work was stopped while the clauses were made.
    Stopped,
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
        let encoding = sat.encoding(&puzzle);
        Clauses::new(&encoding, stop).map_or(Search::Stopped, |clauses| Search::Open(Box::new(clauses)))
    }

    fn next(&mut self) -> Result<Option<Grid>, Failure> {
        match self {
            Search::Settled(grid) => Ok(grid.take()),
            Search::Open(clauses) => clauses.next(),
            Search::Stopped => Err(Failure::Stopped(None)),
        }
    }
}

impl Clauses {
    /// Makes the clauses; `None` if the work is stopped before they are all made.
    fn new(encoding: &Encoding, stop: &Stop) -> Option<Clauses> {
        let mut solver = CaDiCal::new();
        // Lucky phases try trivial assignments first: a third of the time of a 9x9, and never the answer.
        // Bounded variable addition would claim variable numbers that we have not used yet.
        for (option, value) in [("lucky", 0), ("factor", 0)] {
            assert!(solver.set(option, value), "CaDiCaL has the option {option}");
        }
        solver.connect_terminator(Poll(stop.clone()));
        encoding.send(&mut Adder { solver: &mut solver, clause: Vec::new(), stop }).ok()?;
        let (variables, givens) = (encoding.variables().clone(), encoding.puzzle().givens().clone());
        Some(Clauses { solver, variables, givens, stop: stop.clone() })
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
    stop: &'s Stop,
}

/// The work was stopped.
struct Stopped;

impl Sink for Adder<'_> {
    type Error = Stopped;
    fn rule(&mut self, _: Rule) -> Result<(), Stopped> {
        if self.stop.is_set() { Err(Stopped) } else { Ok(()) }
    }
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Stopped> {
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
