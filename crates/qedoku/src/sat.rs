//! The built-in SAT engine: singles and locked candidates, then the open rest as clauses for `CaDiCaL`.
//!
//! After a solution, a clause that forbids it is added and the search goes on in the same solver, until there is none:
//! so "one" is known, and not only found. Each puzzle has a fresh solver. Keeping one solver for many puzzles (the rules
//! once, the givens as assumptions) would save making the clauses, but then which two solutions are found for an
//! ambiguous puzzle would depend on the puzzles before it.

use std::borrow::Cow;

use cadical_sys::{CaDiCal, Status, Terminator};
use qedoku_encode::{
    Amo, Encoding, Formula, Lit, Model, Numbering, Options, OptionsError, Repeats, Rule, Scheme, Sink, Var,
};
use qedoku_puzzle::{Grid, Puzzle};

use crate::prune::prune;
use crate::question::Question;
use crate::{Failure, Stop};

/// The built-in SAT engine.
#[derive(Clone, Copy, Debug)]
pub struct Sat {
    options: Options,
    pruned_first: bool,
}

/// More clauses than this are too many: "at most one" is then said by `product`, which needs far fewer. (100x100 with
/// 80 % holes: 44.7 million clauses by pairs, 4.9 million by product.)
const TOO_MANY: u64 = 4_000_000;

impl Default for Sat {
    /// What was fastest: pruned first; then over the open candidates, no pair twice.
    fn default() -> Sat {
        let (scheme, numbering) = (Scheme::Reduced, Numbering::Open);
        let options = Options { scheme, numbering, repeats: Repeats::Drop, ..Options::default() };
        Sat { options, pruned_first: true }
    }
}

impl Sat {
    /// The engine with the whole puzzle said in this way, nothing pruned before: to compare schemes.
    pub fn with_options(options: Options) -> Result<Sat, OptionsError> {
        options.check_for_solving()?;
        Ok(Sat { options, pruned_first: false })
    }

    /// The solver inside and its version.
    pub fn version() -> String {
        format!("CaDiCaL {}", CaDiCal::version())
    }

    /// The solutions, one by one. The clauses are made at once, before anything is solved.
    pub(crate) fn search<'p>(
        self,
        puzzle: &'p Puzzle,
        stop: &Stop,
    ) -> Box<dyn Iterator<Item = Result<Grid, Failure>> + 'p> {
        let puzzle = match self.pruned_first.then(|| prune(puzzle)) {
            None => Cow::Borrowed(puzzle),
            Some(None) => return Box::new(std::iter::empty()),
            Some(Some(left)) if left.givens().is_full() => return Box::new(std::iter::once(Ok(left.givens().clone()))),
            Some(Some(left)) => Cow::Owned(left),
        };
        Box::new(self.search_in(puzzle, stop))
    }

    /// The solutions of a puzzle that was pruned before (or shall not be), one by one. The clauses are made at once.
    pub fn search_in<'p>(self, left: Cow<'p, Puzzle>, stop: &Stop) -> Search<Encoding<'p>> {
        Search::new(self.encoding(left), stop)
    }

    /// How many clauses it would take to tell the solver this puzzle.
    pub(crate) fn clauses(self, puzzle: &Puzzle) -> u64 {
        self.encoding(Cow::Borrowed(puzzle)).size().clauses
    }

    /// How a puzzle is said to the solver.
    fn encoding(self, puzzle: Cow<'_, Puzzle>) -> Encoding<'_> {
        let may_be_large = self.pruned_first && puzzle.board().side() > 25;
        let too_large = may_be_large && {
            let pairs = Encoding::new(&puzzle, self.options).expect("the options were checked");
            pairs.size().clauses > TOO_MANY
        };
        let product = Options { amo: Amo::Product, repeats: Repeats::Keep, ..self.options };
        Encoding::of(puzzle, if too_large { product } else { self.options }).expect("the options were checked")
    }
}

/// What a slice of work led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slice<S> {
    /// A solution that was not known before.
    Found(S),
    /// All solutions are known.
    NoMore,
    /// The work was done, and there is no answer yet.
    NotYet,
}

/// A solver that holds the clauses of a question; the solutions, one by one.
pub struct Search<Q> {
    question: Q,
    /// None if the work was stopped while the clauses were made.
    solver: Option<CaDiCal>,
    /// The variables that make up a solution.
    xs: Vec<Var>,
    stop: Stop,
}

impl<Q: Question> Search<Q> {
    /// Makes the clauses.
    pub fn new(question: Q, stop: &Stop) -> Search<Q> {
        let told = tell(&question, &[], stop);
        let last = told.as_ref().map_or(0, |(_, last)| *last);
        let xs = (1..=last).filter_map(Var::new).filter(|var| question.is_x(*var)).collect();
        Search { question, solver: told.map(|(solver, _)| solver), xs, stop: stop.clone() }
    }

    /// Searches on until a solution is found, there is none, or this much work was done. The work is counted in "ticks" of
    /// the solver, lines of memory that propagation looks at; a second has some ten millions of them. So slices of the
    /// same sizes lead to the same solution everywhere. Each slice begins anew with what was learnt, at no small
    /// cost: better few long ones than many short ones.
    pub fn slice(&mut self, work: u32) -> Result<Slice<Q::Solution>, Failure> {
        if let Some(solver) = &mut self.solver {
            assert!(solver.limit("ticks", i32::try_from(work).unwrap_or(i32::MAX)), "CaDiCaL can limit ticks");
        }
        self.find()
    }

    /// Tells of a solution that was found elsewhere: it will not be found again, and the search begins near it, where
    /// another one is most likely to be.
    pub fn know(&mut self, solution: &Q::Solution) {
        let Some(solver) = &mut self.solver else { return };
        let forbidding = self.question.forbidding(solution);
        add(solver, &forbidding, &mut Vec::new());
        for lit in forbidding {
            solver.phase((!lit).to_dimacs());
        }
    }

    /// The solver's conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.get_statistic_value("conflicts") as u64)
    }

    fn find(&mut self) -> Result<Slice<Q::Solution>, Failure> {
        let Some(solver) = self.solver.as_mut().filter(|_| !self.stop.is_set()) else { return Err(Failure::Stopped) };
        match solver.solve() {
            Status::UNKNOWN if self.stop.is_set() => Err(Failure::Stopped),
            Status::UNKNOWN => Ok(Slice::NotYet),
            Status::UNSATISFIABLE => Ok(Slice::NoMore),
            Status::SATISFIABLE => {
                let is_true = |x: &Var| solver.val(x.positive().to_dimacs()) > 0;
                let model = Model::new(self.xs.iter().copied().filter(is_true).map(Var::positive));
                let solution = self.question.solution(&model).map_err(Failure::Decode)?;
                let forbidding = self.question.forbidding(&solution);
                add(solver, &forbidding, &mut Vec::new());
                Ok(Slice::Found(solution))
            }
        }
    }
}

impl<Q: Question> Iterator for Search<Q> {
    type Item = Result<Q::Solution, Failure>;
    fn next(&mut self) -> Option<Self::Item> {
        match self.find() {
            Ok(Slice::Found(solution)) => Some(Ok(solution)),
            Ok(Slice::NoMore) => None,
            Ok(Slice::NotYet) => unreachable!("there is no limit but that of a slice"),
            Err(failure) => Some(Err(failure)),
        }
    }
}

/// A solver with these options that was told a formula, and the formula's last variable; none if the work was stopped before
/// that.
pub(crate) fn tell(formula: &impl Formula, options: &[(&str, i32)], stop: &Stop) -> Option<(CaDiCal, u32)> {
    let mut solver = CaDiCal::new();
    // Lucky phases try trivial assignments first: half of the search time of a 9x9.
    // Bounded variable addition would claim variable numbers that we have not used yet.
    for (option, value) in [("lucky", 0), ("factor", 0)].iter().chain(options) {
        assert!(solver.set(option, *value), "CaDiCaL has the option {option}");
    }
    solver.connect_terminator(Poll(stop.clone()));
    let last = formula.send(&mut Adder { solver: &mut solver, clause: Vec::new(), stop }).ok()?;
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

impl Sink for Adder<'_> {
    type Error = Stopped;
    fn rule(&mut self, _: Rule) -> Result<(), Stopped> {
        if self.stop.is_set() { Err(Stopped) } else { Ok(()) }
    }
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Stopped> {
        add(self.solver, clause, &mut self.clause);
        Ok(())
    }
}

/// Adds a clause to the solver; the scratch saves an allocation per clause.
fn add(solver: &mut CaDiCal, clause: &[Lit], scratch: &mut Vec<i32>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Board, referee};

    /// Nine givens far from each other: many solutions, and some work to find one.
    fn open_board() -> Puzzle {
        "1........ .2....... ..3...... ...4..... ....5.... .....6... ......7.. .......8. ........9".parse().unwrap()
    }

    /// All solutions by slices of this much work, and the number of slices.
    fn by_slices(puzzle: &Puzzle, work: u32) -> (Vec<Grid>, usize) {
        let stop = Stop::default();
        let mut search = Sat::default().search_in(Cow::Borrowed(puzzle), &stop);
        let (mut found, mut slices) = (Vec::new(), 0);
        loop {
            slices += 1;
            match search.slice(work).unwrap() {
                Slice::Found(grid) => found.push(grid),
                Slice::NoMore => return (found, slices),
                Slice::NotYet => {}
            }
        }
    }

    #[test]
    fn slices_lead_to_the_same_answer_as_a_search_without_limit() {
        let hard: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let (found, slices) = by_slices(&hard, 2_000);
        assert!(slices > 3, "{slices} slices");
        assert_eq!((found, slices), by_slices(&hard, 2_000));
        let whole: Vec<Grid> = Sat::default().search(&hard, &Stop::default()).map(Result::unwrap).collect();
        assert_eq!(by_slices(&hard, 2_000).0, whole);
    }

    #[test]
    fn a_solution_found_elsewhere_is_not_found_again_and_the_next_one_is_near() {
        let (puzzle, stop) = (open_board(), Stop::default());
        let first = Sat::default().search(&puzzle, &stop).next().unwrap().unwrap();
        let mut search = Sat::default().search_in(Cow::Borrowed(&puzzle), &stop);
        search.know(&first);
        let Slice::Found(second) = search.slice(1_000_000).unwrap() else { panic!("there are many solutions") };
        assert!(referee::check(&puzzle, &second).is_ok());
        let differing = Board::CLASSIC.cells().filter(|cell| first.get(*cell) != second.get(*cell)).count();
        assert!((1..=30).contains(&differing), "{differing} cells differ");
    }

    #[test]
    fn the_only_solution_known_leaves_no_more() {
        let hard: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let stop = Stop::default();
        let only = Sat::default().search(&hard, &stop).next().unwrap().unwrap();
        let mut search = Sat::default().search_in(Cow::Borrowed(&hard), &stop);
        search.know(&only);
        assert_eq!(search.slice(u32::MAX).unwrap(), Slice::NoMore);
    }

    #[test]
    fn a_stopped_slice_is_stopped_and_not_merely_unfinished() {
        let (puzzle, stop) = (open_board(), Stop::default());
        let mut search = Sat::default().search_in(Cow::Borrowed(&puzzle), &stop);
        stop.set();
        assert!(matches!(search.slice(1), Err(Failure::Stopped)));
    }
}
