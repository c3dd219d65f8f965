//! A million made and changed puzzles. The oracle is asked once for each; every set of instructions must agree with it.

use qedoku_lanes::{Candidates, Digits, Found, Solver};
use rayon::prelude::*;

use crate::questions::{Known, Random, family, long, seed};
use crate::solvers;

/// Solutions that the oracle looks for.
const LIMIT: usize = 3;

/// Families in a batch. A family is 24.6 questions in the mean: a batch is more than twenty vectors of them, and a rest.
const FAMILIES: usize = 30;

/// How many questions there were, by their number of solutions: none, one, two, three or more.
type Tally = [usize; LIMIT + 1];

/// Fails unless every solver agrees with the oracle on all questions, asked in one batch: givens as such, and all as
/// candidates.
fn agree(solvers: &mut [Solver], known: &[Known], limit: u32) -> Tally {
    let plain: Vec<&Known> = known.iter().filter(|known| known.asked.givens.is_some()).collect();
    let givens: Vec<Digits> = plain.iter().filter_map(|known| known.asked.givens).collect();
    let candidates: Vec<Candidates> = known.iter().map(|known| known.asked.candidates).collect();
    let mut found = vec![Found::default(); known.len()];
    for solver in solvers {
        let name = solver.simd().name();
        solver.solve(&givens, limit, &mut found[..givens.len()]);
        plain.iter().zip(&found).for_each(|(known, found)| known.check(found, limit, name));
        solver.solve(&candidates, limit, &mut found);
        known.iter().zip(&found).for_each(|(known, found)| known.check(found, limit, name));
    }
    let mut tally = [0; LIMIT + 1];
    known.iter().for_each(|known| tally[known.solutions.len()] += 1);
    tally
}

fn add(mut a: Tally, b: Tally) -> Tally {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

#[test]
fn the_engine_agrees_with_the_oracle_on_made_and_changed_puzzles() {
    let wanted = if long() { 1_000_000 } else { 20_000 };
    let seed = seed(1);
    let tally = (0..usize::div_ceil(wanted, 24 * FAMILIES)).into_par_iter().map_init(solvers, |solvers, batch| {
        let places = FAMILIES * batch..FAMILIES * (batch + 1);
        let known: Vec<Known> = places.flat_map(|place| family(&mut Random::at(seed, place), LIMIT)).collect();
        agree(solvers, &known, 1 + (batch % LIMIT) as u32)
    });
    let tally = tally.reduce(Tally::default, add);
    let all: usize = tally.iter().sum();
    println!("questions with 0, 1, 2, 3 or more solutions: {tally:?} of {all}");
    assert!(all >= wanted, "{all}");
    assert!(tally[0].min(tally[1]).min(tally[2] + tally[3]) >= all / 5 && tally[2] >= all / 50, "{tally:?}");
}
