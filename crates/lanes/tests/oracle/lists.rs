//! The lists of the collection, puzzle by puzzle.

use qedoku_lanes::{Digits, Found, Solver};
use rayon::prelude::*;

use crate::questions::{Known, list, long};
use crate::solvers;

/// Fails unless every solver agrees with the oracle about the puzzles of a list: some of them, or all if there is time.
fn agree(name: &str, some: usize) {
    let Some(puzzles) = list(name) else { return };
    let step = if long() { 1 } else { puzzles.len().div_ceil(some) };
    let puzzles: Vec<Digits> = puzzles.into_iter().step_by(step).collect();
    let known: Vec<Known> = puzzles.par_iter().map(|puzzle| Known::new(*puzzle, 2)).collect();
    let mut found = vec![Found::default(); puzzles.len()];
    for mut solver in solvers() {
        solver.solve(&puzzles, 2, &mut found);
        check(&solver, &known, &found);
        for (puzzle, found) in puzzles.iter().zip(&mut found) {
            *found = solver.solve_one(puzzle, 2);
        }
        check(&solver, &known, &found);
    }
    println!("{name}: {} puzzles", puzzles.len());
}

fn check(solver: &Solver, known: &[Known], found: &[Found]) {
    known.iter().zip(found).for_each(|(known, found)| known.check(found, 2, solver.simd().name()));
}

#[test]
fn puzzles_with_17_givens_are_answered_as_by_the_oracle() {
    agree("17_clue.txt", 20);
}

#[test]
fn hard_puzzles_are_answered_as_by_the_oracle() {
    agree("top1465.txt", 50);
    agree("hardest_1106.txt", 20);
    agree("hardest_1905_11.txt", 20);
}

#[test]
fn ambiguous_puzzles_are_answered_as_by_the_oracle() {
    agree("serg_multi.txt", 100);
}
