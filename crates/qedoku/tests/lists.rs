//! Two engines that share nothing answer the same: SAT, and lanes with each set of instructions that the machine has.
//!
//! They are asked about the lists of the collection, about the same with one given dropped, changed or moved, and about
//! puzzles with candidates.

use std::num::NonZero;
use std::thread;

use qedoku::{Answer, Board, Digit, DigitSet, Engine, Puzzle, SatEngine, Solver, lanes, referee};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{mutate, random_classic_solution, with_givens};
use qedoku_testdata::settings::{is_long, seeded_rng};

/// What the SAT engine answers, on all threads.
fn by_sat(puzzles: &[Puzzle]) -> Vec<Answer> {
    let answer =
        |puzzle: &Puzzle| Solver::new(Engine::Sat(SatEngine::default())).solve(puzzle).expect("nobody stops it");
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let size = puzzles.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let start = |part| scope.spawn(move || <[Puzzle]>::iter(part).map(answer).collect::<Vec<_>>());
        let parts: Vec<_> = puzzles.chunks(size).map(start).collect();
        parts.into_iter().flat_map(|part| part.join().expect("it answers")).collect()
    })
}

/// Fails unless both engines agree about every puzzle, and the referee about every grid. Returns how many have no, one
/// and many solutions.
fn agree(puzzles: &[Puzzle]) -> [usize; 3] {
    let expected = by_sat(puzzles);
    let givens: Vec<lanes::CellDigits> = puzzles.iter().filter_map(lanes::digits).collect();
    let candidates: Vec<lanes::CellCandidates> = puzzles.iter().filter_map(lanes::candidates).collect();
    let plain = puzzles.iter().all(|puzzle| !puzzle.has_eliminations());
    for simd in lanes::SimdLevel::available() {
        let mut solver = lanes::LanesSolver::with_level(simd);
        let mut found = vec![lanes::BatchAnswer::default(); puzzles.len()];
        solver.solve(&candidates, 2, &mut found);
        check(puzzles, &expected, &found, simd);
        if plain {
            solver.solve(&givens, 2, &mut found);
            check(puzzles, &expected, &found, simd);
        }
    }
    // The same through the door that everybody uses.
    let answers = Solver::new(Engine::Lanes).solve_batch(&puzzles.iter().collect::<Vec<_>>());
    for ((puzzle, expected), answer) in puzzles.iter().zip(&expected).zip(answers) {
        assert!(same(puzzle, expected, &answer.expect("nobody stops it")), "{}", puzzle.givens());
    }
    let with = |word| expected.iter().filter(|answer| answer.as_str() == word).count();
    ["none", "one", "many"].map(with)
}

#[track_caller]
fn check(puzzles: &[Puzzle], expected: &[Answer], found: &[lanes::BatchAnswer], simd: lanes::SimdLevel) {
    for ((puzzle, expected), found) in puzzles.iter().zip(expected).zip(found) {
        let grid = lanes::grid(&found.solution);
        let agrees = match expected {
            Answer::None => found.count == 0 && grid.filled_count() == 0,
            Answer::One(solution) => found.count == 1 && grid == *solution,
            Answer::Many(..) => found.count == 2 && referee::check(puzzle, &grid).is_ok(),
        };
        assert!(agrees, "{}: {found:?}, SAT: {expected:?}: {}", simd.name(), puzzle.givens());
    }
}

/// Whether two answers mean the same and all their grids are solutions.
fn same(puzzle: &Puzzle, a: &Answer, b: &Answer) -> bool {
    let solves = |grid| referee::check(puzzle, grid).is_ok();
    match (a, b) {
        (Answer::None, Answer::None) => true,
        (Answer::One(a), Answer::One(b)) => a == b && solves(a),
        (Answer::Many(a, b), Answer::Many(c, d)) => a != b && c != d && [a, b, c, d].into_iter().all(solves),
        _ => false,
    }
}

/// Fails unless the engines agree about a list and about what changes make of it, or if any puzzle of the list has
/// another answer than the one told.
fn agree_about(name: &str, word: &str) {
    let puzzles = collection::puzzles(&format!("9x9/{name}"), 300);
    if puzzles.is_empty() {
        return;
    }
    let met = agree(&puzzles);
    let expected = ["none", "one", "many"].map(|other| if other == word { puzzles.len() } else { 0 });
    assert_eq!(met, expected, "{name}");
    let mut rng = seeded_rng(21);
    let step = puzzles.len().div_ceil(if is_long() { 5000 } else { 100 });
    let changed: Vec<Puzzle> = puzzles.iter().step_by(step).flat_map(|puzzle| changed(puzzle, &mut rng)).collect();
    println!("{name}: {met:?} with no, one and many solutions; changed: {:?}", agree(&changed));
}

/// The puzzle with a given less, with a digit changed or added, and with both.
fn changed(puzzle: &Puzzle, rng: &mut Rng) -> [Puzzle; 3] {
    let mut fewer = puzzle.givens().clone();
    let (cell, _) = fewer.filled().nth(rng.below(fewer.filled_count())).expect("it has givens");
    fewer.set(cell, None);
    let fewer = Puzzle::new(fewer);
    [mutate(puzzle, rng), mutate(&fewer, rng), fewer]
}

#[test]
fn the_engines_agree_about_puzzles_with_17_givens() {
    agree_about("17_clue.txt", "one");
}

#[test]
fn the_engines_agree_about_hard_puzzles() {
    agree_about("top1465.txt", "one");
    agree_about("hardest_1106.txt", "one");
    agree_about("hardest_1905_11.txt", "one");
}

#[test]
fn the_engines_agree_about_ambiguous_puzzles() {
    agree_about("serg_multi.txt", "many");
}

/// The candidates of a puzzle without some, chosen at random.
fn restricted(puzzle: &Puzzle, drops: usize, rng: &mut Rng) -> Puzzle {
    let mut allowed: Vec<DigitSet> = Board::CLASSIC.cells().map(|cell| puzzle.allowed(cell)).collect();
    for _ in 0..drops {
        allowed[rng.below(81)].remove(Digit::from_index(rng.below(9)));
    }
    Puzzle::with_candidates(Board::CLASSIC, allowed)
}

#[test]
fn the_engines_agree_about_puzzles_with_candidates() {
    let mut rng = seeded_rng(22);
    let mut made = Vec::new();
    for _ in 0..if is_long() { 20_000 } else { 400 } {
        let (left, drops) = (24 + rng.below(20), 2 + rng.below(20));
        let grid = random_classic_solution(&mut rng);
        made.push(restricted(&with_givens(&grid, left, &mut rng), drops, &mut rng));
    }
    let met = agree(&made);
    println!("{met:?} with no, one and many solutions");
    assert!(met.iter().all(|count| *count >= made.len() / 25), "{met:?}");
}
