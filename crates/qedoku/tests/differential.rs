//! Differential campaign on ten million 9x9 puzzles: the lanes engine, the SAT engine, and on every hundredth puzzle the oracle,
//! must have the same answer and the same solution.
//!
//! The puzzles are transformed puzzles of the published lists, half of them with a given changed, added or removed, so that about
//! a third each has no, one and many solutions.

use std::sync::atomic::{AtomicU64, Ordering};

use qedoku::{Answer, Board, Engine, Puzzle, SatEngine, Solver};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::random_puzzles::{Isomorphism, mutate, oracle_solutions};
use qedoku_testdata::{collection, seed};
use rayon::prelude::*;

/// Puzzles per batch.
const BATCH: u64 = 1_000;
/// The oracle solves one in this many puzzles.
const ORACLE_SHARE: usize = 100;

#[test]
fn engines_and_oracle_agree_on_transformed_and_mutated_puzzles() {
    compare_engines(2_000);
}

#[test]
#[ignore = "takes an hour: ./test --long differential"]
fn engines_and_oracle_agree_on_ten_million_puzzles() {
    let size = std::env::var("QEDOKU_CAMPAIGN").ok().and_then(|size| size.parse().ok());
    compare_engines(size.unwrap_or(10_000_000));
}

/// Compares the engines on this many puzzles, and prints how many have no, one and many solutions.
fn compare_engines(puzzles: u64) {
    let seed = seed(9);
    let lists = ["17_clue.txt", "top1465.txt", "hardest_1106.txt", "serg_multi.txt"];
    let originals: Vec<Puzzle> =
        lists.iter().flat_map(|name| collection::sample(&format!("9x9/{name}"), 300)).collect();
    let counts: [AtomicU64; 3] = Default::default();
    let done = AtomicU64::new(0);
    (0..puzzles.div_ceil(BATCH)).into_par_iter().for_each(|batch| {
        let mut rng = Rng::new(seed, batch);
        let puzzles: Vec<Puzzle> = (0..BATCH).map(|_| variation(&originals, &mut rng)).collect();
        for answer in common_answers(&puzzles) {
            counts[answer].fetch_add(1, Ordering::Relaxed);
        }
        let done = done.fetch_add(BATCH, Ordering::Relaxed) + BATCH;
        if done.is_multiple_of(1_000_000) {
            println!("{done} puzzles");
        }
    });
    let counts = counts.map(AtomicU64::into_inner);
    let all: u64 = counts.iter().sum();
    println!("{all} puzzles: {} without solution, {} with one, {} with many", counts[0], counts[1], counts[2]);
    assert!(all >= puzzles && counts.iter().all(|count| *count > all / 10), "{counts:?}");
}

/// A transformed puzzle; half of them are changed as well.
fn variation(originals: &[Puzzle], rng: &mut Rng) -> Puzzle {
    let original = originals[rng.below(originals.len())].givens();
    let mut puzzle = Puzzle::new(Isomorphism::random(Board::CLASSIC, rng).apply(original));
    for _ in 0..rng.below(2) * (1 + rng.below(3)) {
        puzzle = mutate(&puzzle, rng);
    }
    puzzle
}

/// Index of the answer of each puzzle: none, one or many. Panics where engines or oracle differ.
fn common_answers(puzzles: &[Puzzle]) -> impl Iterator<Item = usize> {
    let references: Vec<&Puzzle> = puzzles.iter().collect();
    let [lanes, sat] = [Engine::Lanes, Engine::Sat(SatEngine::default())].map(|engine| {
        let answers = Solver::new(engine).solve_batch(&references);
        answers.into_iter().map(|answer| answer.expect("an answer")).collect::<Vec<Answer>>()
    });
    for ((puzzle, lanes), sat) in puzzles.iter().zip(&lanes).zip(&sat) {
        assert_eq!(unique_solution(lanes), unique_solution(sat), "{}", puzzle.givens());
        assert_eq!(lanes.as_str(), sat.as_str(), "{}", puzzle.givens());
    }
    for (puzzle, answer) in puzzles.iter().zip(&lanes).step_by(ORACLE_SHARE) {
        let solutions = oracle_solutions(puzzle, 2);
        assert_eq!(["none", "one", "many"][solutions.len()], answer.as_str(), "{}", puzzle.givens());
        if let Some(solution) = unique_solution(answer) {
            assert_eq!(solution, solutions[0].to_string(), "{}", puzzle.givens());
        }
    }
    let index = |answer: Answer| match answer {
        Answer::None => 0,
        Answer::One(_) => 1,
        Answer::Many(..) => 2,
    };
    lanes.into_iter().map(index)
}

fn unique_solution(answer: &Answer) -> Option<String> {
    match answer {
        Answer::One(grid) => Some(grid.to_string()),
        _ => None,
    }
}
