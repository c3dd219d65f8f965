//! Published puzzle lists, where the collection is present.
//!
//! The oracle takes 0.6 s on average for a puzzle with 17 givens (8 s for some), 0.14 s for one of `hardest_1106`, 0.07 s for one
//! of `hardest_1905_11`, 0.02 s for one of `top1465`, and less than 1 ms for an ambiguous one. It therefore solves a sample of
//! each list; other tests of the workspace compare whole lists with the SAT engine.

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};
use qedoku_testdata::is_long;
use rayon::prelude::*;

use crate::cases::{OracleCase, read_list};
use crate::solvers;

/// Sample size that is larger than any list.
const EVERY_PUZZLE: usize = usize::MAX;

/// Asserts that every solver agrees with the oracle on an evenly spaced sample of a list, which is larger in long runs.
fn assert_agreement(name: &str, sample: usize, long_sample: usize) {
    let Some(puzzles) = read_list(name) else { return };
    let step = puzzles.len().div_ceil(if is_long() { long_sample } else { sample });
    let puzzles: Vec<CellDigits> = puzzles.into_iter().step_by(step).collect();
    let cases: Vec<OracleCase> = puzzles.par_iter().map(|puzzle| OracleCase::new(*puzzle, 2)).collect();
    let mut answers = vec![BatchAnswer::default(); puzzles.len()];
    for mut solver in solvers() {
        solver.solve(&puzzles, 2, &mut answers);
        check(&solver, &cases, &answers);
        for (puzzle, answer) in puzzles.iter().zip(&mut answers) {
            *answer = solver.solve_one(puzzle, 2);
        }
        check(&solver, &cases, &answers);
    }
    println!("{name}: {} puzzles", puzzles.len());
}

fn check(solver: &LanesSolver, cases: &[OracleCase], answers: &[BatchAnswer]) {
    cases.iter().zip(answers).for_each(|(case, answer)| case.check(answer, 2, solver.level().name()));
}

#[test]
fn agrees_with_the_oracle_on_puzzles_with_17_givens() {
    assert_agreement("17_clue.txt", 4, 300);
}

#[test]
fn agrees_with_the_oracle_on_hard_puzzles() {
    assert_agreement("top1465.txt", 50, EVERY_PUZZLE);
    assert_agreement("hardest_1106.txt", 8, EVERY_PUZZLE);
    assert_agreement("hardest_1905_11.txt", 16, 1000);
}

#[test]
fn agrees_with_the_oracle_on_ambiguous_puzzles() {
    assert_agreement("serg_multi.txt", 500, EVERY_PUZZLE);
}
