//! Random campaign: generated and mutated puzzles, a million of them with `QEDOKU_LONG=1`. Every SIMD level must agree with the
//! oracle, which solves each puzzle once.

use qedoku_lanes::{BatchAnswer, CellCandidates, CellDigits, LanesSolver};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::{is_long, seed};
use rayon::prelude::*;

use crate::cases::{OracleCase, puzzle_family};
use crate::solvers;

/// Solutions that the oracle searches for.
const LIMIT: usize = 3;

/// Families per batch. A family has 24.6 puzzles on average, so a batch fills more than twenty vectors, the last one in part.
const FAMILIES_PER_BATCH: usize = 30;

/// Number of puzzles with no, one, two, and three or more solutions.
type SolutionCounts = [usize; LIMIT + 1];

/// Asserts that every solver agrees with the oracle on all puzzles in one batch: on those made of givens as digits, and on all as
/// candidates.
fn assert_agreement(solvers: &mut [LanesSolver], cases: &[OracleCase], limit: u32) -> SolutionCounts {
    let with_givens: Vec<&OracleCase> = cases.iter().filter(|case| case.input.givens.is_some()).collect();
    let givens: Vec<CellDigits> = with_givens.iter().filter_map(|case| case.input.givens).collect();
    let candidates: Vec<CellCandidates> = cases.iter().map(|case| case.input.candidates).collect();
    let mut answers = vec![BatchAnswer::default(); cases.len()];
    for solver in solvers {
        let name = solver.level().name();
        solver.solve(&givens, limit, &mut answers[..givens.len()]);
        with_givens.iter().zip(&answers).for_each(|(case, answer)| case.check(answer, limit, name));
        solver.solve(&candidates, limit, &mut answers);
        cases.iter().zip(&answers).for_each(|(case, answer)| case.check(answer, limit, name));
    }
    let mut counts = [0; LIMIT + 1];
    cases.iter().for_each(|case| counts[case.solutions.len()] += 1);
    counts
}

fn add(mut a: SolutionCounts, b: SolutionCounts) -> SolutionCounts {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

#[test]
fn agrees_with_the_oracle_on_generated_and_mutated_puzzles() {
    let wanted = if is_long() { 1_000_000 } else { 20_000 };
    let seed = seed(1);
    let counts =
        (0..usize::div_ceil(wanted, 24 * FAMILIES_PER_BATCH)).into_par_iter().map_init(solvers, |solvers, batch| {
            let numbers = FAMILIES_PER_BATCH * batch..FAMILIES_PER_BATCH * (batch + 1);
            let cases: Vec<OracleCase> =
                numbers.flat_map(|number| puzzle_family(&mut Rng::new(seed, number as u64), LIMIT)).collect();
            assert_agreement(solvers, &cases, 1 + (batch % LIMIT) as u32)
        });
    let counts = counts.reduce(SolutionCounts::default, add);
    let all: usize = counts.iter().sum();
    assert!(all >= wanted, "{all}");
    assert!(counts[0].min(counts[1]).min(counts[2] + counts[3]) >= all / 5 && counts[2] >= all / 50, "{counts:?}");
}
