//! A smallest set of givens that has no solution, by what must be left out.
//!
//! Take a set of givens that has a solution, as large as can be: what is not in it, a *correction*, must be met by every
//! impossible set, or that set would have the solution too. So
//!
//! ```text
//!   the smallest set that meets all corrections known so far: has it a solution?
//!       yes: let it grow as far as it can; what is left is one more correction;
//!       no:  it is impossible, and no smaller set is, since no smaller one meets all corrections.
//! ```
//!
//! The corrections may be any; the answer is the first in reading order of all smallest sets, whatever they were.
//!
//! # References
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set dualization. CP 2015.

use super::super::hitting_set::{ElementSet, HittingSetSolver, elements};
use super::oracle::{Oracle, chosen};
use super::{Few, Impossible, clash_of};
use qedoku_puzzle::Puzzle;
use qedoku_puzzle::rng::Rng;
use qedoku_solve::{Interrupt, SolveError};

/// Sets that grow side by side, each in an order of its own: so many questions at once take little more time than one.
const GROWING: usize = 16;

/// Why a puzzle on a board up to 9x9 has no solution; none if it has one.
pub(super) fn smallest(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<Impossible>, SolveError> {
    let mut oracle = Oracle::new(puzzle, interrupt);
    let all = oracle.all();
    if oracle.ask(&[all])?[0].is_some() {
        return Ok(None);
    }
    let removable = removable(&mut oracle)?;
    let set = Search::new(&mut oracle, removable).run(interrupt)?;
    let givens: Vec<_> = chosen(oracle.givens(), set).collect();
    let clash = clash_of(puzzle.board(), &givens);
    let removable = chosen(oracle.givens(), removable).collect();
    Ok(Some(Impossible { givens, few: Few::Smallest, clash, removable, undecided: Vec::new() }))
}

/// The givens without any one of which there is a solution.
fn removable(oracle: &mut Oracle) -> Result<ElementSet, SolveError> {
    let all = oracle.all();
    let ones: Vec<ElementSet> = (0..oracle.givens().len()).map(|place| 1 << place).collect();
    let without: Vec<ElementSet> = ones.iter().map(|one| all & !one).collect();
    let answers = oracle.ask(&without)?;
    Ok(ones.iter().zip(answers).filter(|(_, answer)| answer.is_some()).fold(0, |set, (one, _)| set | one))
}

struct Search<'o> {
    oracle: &'o mut Oracle,
    hitting: HittingSetSolver,
    random: Rng,
}

/// A set of givens on its way to one that cannot grow.
struct Growing {
    /// It has a solution.
    set: ElementSet,
    /// The givens in the order in which they are tried, the last one first.
    untried: Vec<u8>,
}

impl<'o> Search<'o> {
    fn new(oracle: &'o mut Oracle, removable: ElementSet) -> Search<'o> {
        let mut hitting = HittingSetSolver::default();
        elements(removable).for_each(|given| hitting.add(1 << given));
        Search { oracle, hitting, random: Rng::new(0, 0) }
    }

    fn run(&mut self, interrupt: &Interrupt) -> Result<ElementSet, SolveError> {
        loop {
            let least = self.hitting.lexicographically_first(interrupt)?;
            match self.oracle.ask(&[least])?[0] {
                None => return Ok(least),
                Some(larger) => self.learn([least, larger])?,
            }
        }
    }

    /// Lets sets that have a solution grow in many ways, and keeps what is left out in each.
    fn learn(&mut self, sets: [ElementSet; 2]) -> Result<(), SolveError> {
        let mut growing: Vec<Growing> = (0..GROWING).map(|number| self.begin(sets[number % 2])).collect();
        while growing.iter().any(|growing| !growing.untried.is_empty()) {
            self.grow(&mut growing)?;
        }
        let all = self.oracle.all();
        for growing in &growing {
            self.hitting.add(all & !growing.set);
        }
        Ok(())
    }

    fn begin(&mut self, set: ElementSet) -> Growing {
        let mut untried: Vec<u8> =
            (0..self.oracle.givens().len() as u8).filter(|place| set >> place & 1 == 0).collect();
        self.random.shuffle(&mut untried);
        Growing { set, untried }
    }

    /// Tries one more given in each set.
    fn grow(&mut self, growing: &mut [Growing]) -> Result<(), SolveError> {
        let mut trying: Vec<(&mut Growing, ElementSet)> = Vec::new();
        for growing in growing {
            if let Some(given) = growing.untried.pop() {
                let larger = growing.set | 1 << given;
                trying.push((growing, larger));
            }
        }
        let questions: Vec<ElementSet> = trying.iter().map(|(_, larger)| *larger).collect();
        for ((growing, _), answer) in trying.into_iter().zip(self.oracle.ask(&questions)?) {
            if let Some(set) = answer {
                growing.set = set;
                growing.untried.retain(|given| set >> given & 1 == 0);
            }
        }
        Ok(())
    }
}
