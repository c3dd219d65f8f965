//! The lists of the collection.
//!
//! The oracle needs 0.6 s in the mean for a puzzle with 17 givens (and 8 s for some), 0.14 s for one of `hardest_1106`,
//! 0.07 s for one of `hardest_1905_11`, 0.02 s for one of `top1465`, and less than 1 ms for an ambiguous one: of the first
//! and the third, it is asked about a part. The tests of `qedoku` compare whole lists with the SAT engine.

use qedoku_lanes::{Digits, Found, Solver};
use rayon::prelude::*;

use crate::questions::{Known, list, long};
use crate::solvers;

/// More than any list has.
const ALL: usize = usize::MAX;

/// Fails unless every solver agrees with the oracle about `some` puzzles of a list, spread evenly, or `more` if there is
/// time.
fn agree(name: &str, some: usize, more: usize) {
    let Some(puzzles) = list(name) else { return };
    let step = puzzles.len().div_ceil(if long() { more } else { some });
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
    agree("17_clue.txt", 4, 300);
}

#[test]
fn hard_puzzles_are_answered_as_by_the_oracle() {
    agree("top1465.txt", 50, ALL);
    agree("hardest_1106.txt", 8, ALL);
    agree("hardest_1905_11.txt", 16, 1000);
}

#[test]
fn ambiguous_puzzles_are_answered_as_by_the_oracle() {
    agree("serg_multi.txt", 500, ALL);
}
