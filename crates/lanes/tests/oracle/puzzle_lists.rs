//! Published puzzle lists.
//!
//! The oracle takes 0.6 s on average for a puzzle with 17 givens (8 s for some), 0.14 s for one of `hardest_1106`, 0.07 s for one
//! of `hardest_1905_11`, 0.02 s for one of `top1465`, and less than 1 ms for an ambiguous one. It therefore solves a sample of
//! each list; other tests of the workspace compare whole lists with the SAT engine.

use qedoku_lanes::{BatchAnswer, CellDigits, LanesSolver};
use rayon::prelude::*;

use crate::cases::{OracleCase, from_whole_list, sample};
use crate::solvers;

/// Sample size that is larger than any list.
const EVERY_PUZZLE: usize = usize::MAX;

/// Asserts that every solver agrees with the oracle.
fn assert_agreement(puzzles: &[CellDigits]) {
    let cases: Vec<OracleCase> = puzzles.par_iter().map(|puzzle| OracleCase::new(*puzzle, 2)).collect();
    let mut answers = vec![BatchAnswer::default(); puzzles.len()];
    for mut solver in solvers() {
        solver.solve(puzzles, 2, &mut answers);
        check(&solver, &cases, &answers);
        for (puzzle, answer) in puzzles.iter().zip(&mut answers) {
            *answer = solver.solve_one(puzzle, 2);
        }
        check(&solver, &cases, &answers);
    }
}

fn check(solver: &LanesSolver, cases: &[OracleCase], answers: &[BatchAnswer]) {
    cases.iter().zip(answers).for_each(|(case, answer)| case.check(answer, 2, solver.level().name()));
}

#[test]
fn agrees_with_the_oracle_on_puzzles_with_17_givens() {
    assert_agreement(&sample("17_clue.txt", 4));
}

#[test]
fn agrees_with_the_oracle_on_hard_puzzles() {
    assert_agreement(&sample("top1465.txt", 50));
    assert_agreement(&sample("hardest_1106.txt", 8));
    assert_agreement(&sample("hardest_1905_11.txt", 16));
}

#[test]
fn agrees_with_the_oracle_on_ambiguous_puzzles() {
    assert_agreement(&sample("serg_multi.txt", 300));
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn agrees_with_the_oracle_on_large_parts_of_the_lists() {
    for (name, limit) in [
        ("17_clue.txt", 300),
        ("top1465.txt", EVERY_PUZZLE),
        ("hardest_1106.txt", EVERY_PUZZLE),
        ("hardest_1905_11.txt", 1000),
        ("serg_multi.txt", EVERY_PUZZLE),
    ] {
        assert_agreement(&from_whole_list(name, limit));
    }
}
