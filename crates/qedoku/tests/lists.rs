//! The SAT engine and the lanes engine at every available SIMD level agree, although they share no code.
//!
//! Inputs are the samples of the puzzle lists, the same puzzles with one given removed, changed or moved, and puzzles with
//! eliminated candidates.

use std::num::NonZero;
use std::thread;

use qedoku::{Answer, Board, Digit, DigitSet, Engine, Puzzle, SatEngine, Solver, lanes, referee};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{mutate, random_classic_solution, with_givens};
use qedoku_testdata::{is_long, seeded_rng};

/// The answers of the SAT engine, computed on all threads.
fn sat_answers(puzzles: &[Puzzle]) -> Vec<Answer> {
    let answer = |puzzle: &Puzzle| {
        Solver::new(Engine::Sat(SatEngine::default())).solve(puzzle).expect("the search is not interrupted")
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let size = puzzles.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let start = |part| scope.spawn(move || <[Puzzle]>::iter(part).map(answer).collect::<Vec<_>>());
        let parts: Vec<_> = puzzles.chunks(size).map(start).collect();
        parts.into_iter().flat_map(|part| part.join().expect("the thread does not panic")).collect()
    })
}

/// Asserts that both engines agree on every puzzle and that the referee accepts every grid. Returns the number of puzzles
/// with zero, one and many solutions.
fn assert_agreement(puzzles: &[Puzzle]) -> [usize; 3] {
    let expected = sat_answers(puzzles);
    let givens: Vec<lanes::CellDigits> = puzzles.iter().filter_map(lanes::digits).collect();
    let candidates: Vec<lanes::CellCandidates> = puzzles.iter().filter_map(lanes::candidates).collect();
    let givens_only = puzzles.iter().all(|puzzle| !puzzle.has_eliminations());
    for simd in lanes::SimdLevel::available() {
        let mut solver = lanes::LanesSolver::with_level(simd);
        let mut found = vec![lanes::BatchAnswer::default(); puzzles.len()];
        solver.solve(&candidates, 2, &mut found);
        check(puzzles, &expected, &found, simd);
        if givens_only {
            solver.solve(&givens, 2, &mut found);
            check(puzzles, &expected, &found, simd);
        }
    }
    // The same through the public interface.
    let answers = Solver::new(Engine::Lanes).solve_batch(&puzzles.iter().collect::<Vec<_>>());
    for ((puzzle, expected), answer) in puzzles.iter().zip(&expected).zip(answers) {
        assert!(
            are_equivalent(puzzle, expected, &answer.expect("the search is not interrupted")),
            "{}",
            puzzle.givens()
        );
    }
    let with = |expected_answer| expected.iter().filter(|answer| answer.as_str() == expected_answer).count();
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

/// Whether two answers are equivalent and all their grids are solutions.
fn are_equivalent(puzzle: &Puzzle, a: &Answer, b: &Answer) -> bool {
    let solves = |grid| referee::check(puzzle, grid).is_ok();
    match (a, b) {
        (Answer::None, Answer::None) => true,
        (Answer::One(a), Answer::One(b)) => a == b && solves(a),
        (Answer::Many(a, b), Answer::Many(c, d)) => a != b && c != d && [a, b, c, d].into_iter().all(solves),
        _ => false,
    }
}

/// Asserts that the engines agree on the sample of a list and on mutations of it, and that every puzzle of it has the
/// expected answer.
fn assert_agreement_on_list(name: &str, expected_answer: &str) {
    assert_agreement_on_puzzles(name, &collection::sample(&format!("9x9/{name}"), 300), expected_answer, 100);
}

fn assert_agreement_on_puzzles(name: &str, puzzles: &[Puzzle], expected_answer: &str, mutated: usize) {
    let counts = assert_agreement(puzzles);
    let expected = ["none", "one", "many"].map(|other| if other == expected_answer { puzzles.len() } else { 0 });
    assert_eq!(counts, expected, "{name}");
    let mut rng = seeded_rng(21);
    let step = puzzles.len().div_ceil(mutated);
    let mutated: Vec<Puzzle> = puzzles.iter().step_by(step).flat_map(|puzzle| mutations(puzzle, &mut rng)).collect();
    let [none, _, many] = assert_agreement(&mutated);
    assert!(none >= 30 && many >= 30, "{name}, mutated: {none} without solution, {many} with many");
}

/// Mutations of a puzzle: one digit changed or added, one given removed, and both.
fn mutations(puzzle: &Puzzle, rng: &mut Rng) -> [Puzzle; 3] {
    let mut givens = puzzle.givens().clone();
    let (cell, _) = givens.filled().nth(rng.below(givens.filled_count())).expect("the puzzle has givens");
    givens.set(cell, None);
    let reduced = Puzzle::new(givens);
    [mutate(puzzle, rng), mutate(&reduced, rng), reduced]
}

#[test]
fn the_engines_agree_on_puzzles_with_17_givens() {
    assert_agreement_on_list("17_clue.txt", "one");
}

#[test]
fn the_engines_agree_on_hard_puzzles() {
    assert_agreement_on_list("top1465.txt", "one");
    assert_agreement_on_list("hardest_1106.txt", "one");
    assert_agreement_on_list("hardest_1905_11.txt", "one");
}

#[test]
fn the_engines_agree_on_ambiguous_puzzles() {
    assert_agreement_on_list("serg_multi.txt", "many");
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn the_engines_agree_on_the_whole_lists() {
    for (name, expected_answer) in [
        ("17_clue.txt", "one"),
        ("top1465.txt", "one"),
        ("hardest_1106.txt", "one"),
        ("hardest_1905_11.txt", "one"),
        ("serg_multi.txt", "many"),
    ] {
        let puzzles = collection::whole_list(&format!("9x9/{name}"));
        assert_agreement_on_puzzles(name, &puzzles, expected_answer, 5000);
    }
}

/// The puzzle with candidates eliminated at random.
fn with_eliminations(puzzle: &Puzzle, eliminations: usize, rng: &mut Rng) -> Puzzle {
    let mut allowed: Vec<DigitSet> = Board::CLASSIC.cells().map(|cell| puzzle.allowed(cell)).collect();
    for _ in 0..eliminations {
        allowed[rng.below(81)].remove(Digit::from_index(rng.below(9)));
    }
    Puzzle::with_candidates(Board::CLASSIC, allowed)
}

#[test]
fn the_engines_agree_on_puzzles_with_eliminated_candidates() {
    let mut rng = seeded_rng(22);
    let mut puzzles = Vec::new();
    for _ in 0..if is_long() { 20_000 } else { 400 } {
        let (left, eliminations) = (24 + rng.below(20), 2 + rng.below(20));
        let grid = random_classic_solution(&mut rng);
        puzzles.push(with_eliminations(&with_givens(&grid, left, &mut rng), eliminations, &mut rng));
    }
    let counts = assert_agreement(&puzzles);
    assert!(counts.iter().all(|count| *count >= puzzles.len() / 25), "{counts:?}");
}
