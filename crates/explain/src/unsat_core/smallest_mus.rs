//! Smallest MUS of the givens, by minimum hitting sets of correction sets.
//!
//! A maximal satisfiable subset (MSS) of the givens has a solution, and no given can be added to it. Its complement is a correction
//! set. Every unsatisfiable subset contains a given of each correction set, or it would be part of that MSS. Hence:
//!
//! ```text
//!   H := a minimum hitting set of the correction sets known so far
//!   H has a solution:  grow it to an MSS; its complement is a new correction set; repeat
//!   H has none:        H is a core, and no smaller set hits all correction sets, so H is a smallest MUS
//! ```
//!
//! The result does not depend on which correction sets were found: `H` is always the lexicographically first minimum hitting set,
//! so the last one is the lexicographically first smallest MUS.
//!
//! # References
//! A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS extraction with minimal hitting set dualization. CP 2015.

use qedoku_puzzle::Puzzle;
use qedoku_puzzle::rng::Rng;
use qedoku_solve::{Interrupt, SolveError};

use super::subset_solver::{SubsetSolver, select};
use super::{Minimality, UnsatCore, conflict_of};
use crate::hitting_set::{ElementSet, HittingSetSolver, elements};

/// Subsets grown in parallel, each in its own random order. The SIMD engine solves that many in little more time than one, and
/// more correction sets per round mean fewer hitting sets to compute.
const GROWERS: usize = 16;

/// Finds the smallest core of a puzzle up to 9x9, or `None` if it has a solution.
pub(super) fn find(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Option<UnsatCore>, SolveError> {
    let mut solver = SubsetSolver::new(puzzle, interrupt);
    let all = solver.all();
    if solver.solve_each(&[all])?[0].is_some() {
        return Ok(None);
    }
    let corrections = single_corrections(&mut solver)?;
    let core = SmallestMus::new(&mut solver, corrections).find(interrupt)?;
    let givens: Vec<_> = select(solver.givens(), core).collect();
    let conflict = conflict_of(puzzle.board(), &givens);
    let single_corrections = select(solver.givens(), corrections).collect();
    let minimality = Minimality::Smallest;
    Ok(Some(UnsatCore { givens, minimality, conflict, single_corrections, undecided: Vec::new() }))
}

/// The givens whose removal alone makes the puzzle solvable.
fn single_corrections(solver: &mut SubsetSolver) -> Result<ElementSet, SolveError> {
    let all = solver.all();
    let ones: Vec<ElementSet> = (0..solver.givens().len()).map(|index| 1 << index).collect();
    let without: Vec<ElementSet> = ones.iter().map(|one| all & !one).collect();
    let answers = solver.solve_each(&without)?;
    Ok(ones.iter().zip(answers).filter(|(_, answer)| answer.is_some()).fold(0, |set, (one, _)| set | one))
}

struct SmallestMus<'s> {
    solver: &'s mut SubsetSolver,
    correction_sets: HittingSetSolver,
    rng: Rng,
}

/// A satisfiable subset that grows to a maximal one.
struct MssGrower {
    subset: ElementSet,
    /// The givens not tried yet, the next one last.
    untried: Vec<u8>,
}

impl<'s> SmallestMus<'s> {
    /// Starts from the correction sets of size one: their givens are in every core.
    fn new(solver: &'s mut SubsetSolver, single_corrections: ElementSet) -> SmallestMus<'s> {
        let mut correction_sets = HittingSetSolver::default();
        elements(single_corrections).for_each(|given| correction_sets.add(1 << given));
        SmallestMus { solver, correction_sets, rng: Rng::new(0, 0) }
    }

    fn find(&mut self, interrupt: &Interrupt) -> Result<ElementSet, SolveError> {
        loop {
            let hitting_set = self.correction_sets.lexicographically_first(interrupt)?;
            match self.solver.solve_each(&[hitting_set])?[0] {
                None => return Ok(hitting_set),
                Some(satisfied) => self.add_correction_sets([hitting_set, satisfied])?,
            }
        }
    }

    /// Grows two satisfiable subsets, each in many orders, and adds the complements of the MSSes. One is the hitting set itself,
    /// the other all givens that agree with the solution found for it.
    fn add_correction_sets(&mut self, subsets: [ElementSet; 2]) -> Result<(), SolveError> {
        let mut growers: Vec<MssGrower> = (0..GROWERS).map(|number| self.grower(subsets[number % 2])).collect();
        while growers.iter().any(|grower| !grower.untried.is_empty()) {
            self.grow_each(&mut growers)?;
        }
        let all = self.solver.all();
        for grower in &growers {
            self.correction_sets.add(all & !grower.subset);
        }
        Ok(())
    }

    fn grower(&mut self, subset: ElementSet) -> MssGrower {
        let mut untried: Vec<u8> =
            (0..self.solver.givens().len() as u8).filter(|given| subset >> given & 1 == 0).collect();
        self.rng.shuffle(&mut untried);
        MssGrower { subset, untried }
    }

    /// Tries to add one given to each subset.
    fn grow_each(&mut self, growers: &mut [MssGrower]) -> Result<(), SolveError> {
        let mut trials: Vec<(&mut MssGrower, ElementSet)> = Vec::new();
        for grower in growers {
            if let Some(given) = grower.untried.pop() {
                let larger = grower.subset | 1 << given;
                trials.push((grower, larger));
            }
        }
        let subsets: Vec<ElementSet> = trials.iter().map(|(_, larger)| *larger).collect();
        for ((grower, _), answer) in trials.into_iter().zip(self.solver.solve_each(&subsets)?) {
            // The solution may agree with more givens than the one added; all of them are in.
            if let Some(satisfied) = answer {
                grower.subset = satisfied;
                grower.untried.retain(|given| satisfied >> given & 1 == 0);
            }
        }
        Ok(())
    }
}
