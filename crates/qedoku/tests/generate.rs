//! Generated puzzles meet their specification, according to solvers that did not generate them.

use std::ops::RangeInclusive;

use qedoku::generate::{
    self, AttemptsExhaustedError, FailureCounter, GenerateError, GeneratedPuzzle, GeneratedPuzzles, Generator,
    GivenLayout, GivenPattern, PuzzleSpec, Symmetry,
};
use qedoku::{Answer, Board, Engine, Grid, Interrupt, Puzzle, SatEngine, SolveError, Solver, referee};
use qedoku_puzzle::oracle;

fn board(height: usize, width: usize) -> Board {
    Board::new(height, width).expect("the board exists")
}

fn generate_puzzles(spec: &PuzzleSpec, seed: u64, count: usize) -> Vec<GeneratedPuzzle> {
    let puzzles = generate::puzzles(spec.clone(), seed, None).expect("the specification is possible");
    puzzles.take(count).map(|generated| generated.expect("some attempt succeeds")).collect()
}

/// The number of solutions, at most 2: by reference backtracking up to 9x9, by the SAT engine above. The generator uses neither
/// on boards of that size.
fn solution_count(puzzle: &Puzzle) -> u64 {
    if puzzle.board().side() <= 9 {
        return oracle::count(puzzle, 2);
    }
    match Solver::new(Engine::Sat(SatEngine::default())).solve(puzzle).expect("the search is not interrupted") {
        Answer::None => 0,
        Answer::One(_) => 1,
        Answer::Many(..) => 2,
    }
}

/// The puzzle without the givens of some cells.
fn without(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
    let mut givens = puzzle.givens().clone();
    for cell in cells {
        givens.set(puzzle.board().cell(*cell), None);
    }
    Puzzle::new(givens)
}

fn given_cells(puzzle: &Puzzle) -> Vec<usize> {
    puzzle.givens().filled().map(|(cell, _)| puzzle.board().index(cell)).collect()
}

/// Asserts that the puzzle has the reported solution and no other, and that none of these orbits of givens can be removed.
#[track_caller]
fn check(generated: &GeneratedPuzzle, orbits: &[Vec<usize>]) {
    let GeneratedPuzzle { puzzle, solution, .. } = generated;
    let text = puzzle.givens();
    referee::check(puzzle, solution).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(solution_count(puzzle), 1, "{text}");
    for orbit in orbits {
        assert_eq!(solution_count(&without(puzzle, orbit)), 2, "{orbit:?} is redundant: {text}");
    }
}

/// Each given as an orbit of its own.
fn single_givens(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    given_cells(puzzle).into_iter().map(|cell| vec![cell]).collect()
}

#[test]
fn puzzles_are_unique_and_minimal_on_boards_of_every_size() {
    let sizes = [(2, 2, 20), (2, 3, 20), (3, 2, 10), (2, 4, 10), (3, 3, 40), (2, 5, 2), (3, 4, 2), (4, 4, 1)];
    for (height, width, count) in sizes {
        for generated in generate_puzzles(&PuzzleSpec::new(board(height, width)), 5, count) {
            check(&generated, &single_givens(&generated.puzzle));
        }
    }
}

#[test]
fn puzzles_of_one_seed_and_of_different_seeds_are_distinct() {
    let all: std::collections::HashSet<String> = (0..3)
        .flat_map(|seed| generate_puzzles(&PuzzleSpec::new(Board::CLASSIC), seed, 300))
        .map(|generated| generated.puzzle.givens().to_string())
        .collect();
    assert_eq!(all.len(), 900);
}

#[test]
fn the_number_of_givens_is_in_the_specified_range() {
    let counts = |givens: RangeInclusive<usize>, minimal, count| {
        let spec = PuzzleSpec { givens: givens.clone(), minimal, ..PuzzleSpec::new(Board::CLASSIC) };
        let generated = generate_puzzles(&spec, 1, count);
        for generated in &generated {
            check(generated, &if minimal { single_givens(&generated.puzzle) } else { Vec::new() });
        }
        let counts: Vec<usize> = generated.iter().map(|generated| generated.puzzle.givens().filled_count()).collect();
        assert!(counts.iter().all(|count| givens.contains(count)), "{counts:?}");
        counts
    };
    counts(22..=22, true, 5);
    counts(0..=21, true, 2);
    counts(27..=usize::MAX, true, 3);
    counts(60..=60, false, 5);
    counts(81..=81, false, 1);
    let spread = counts(30..=40, false, 60);
    assert!(
        (30..=40).filter(|count| spread.contains(count)).count() > 6,
        "the numbers are spread over the range: {spread:?}"
    );
}

#[test]
fn givens_are_symmetric_and_no_orbit_is_redundant() {
    for (board, count) in [(Board::CLASSIC, 4), (board(2, 3), 4), (board(2, 2), 2)] {
        for (symmetry, name) in Symmetry::ALL {
            let spec = PuzzleSpec { layout: GivenLayout::Symmetric(symmetry), ..PuzzleSpec::new(board) };
            for generated in generate_puzzles(&spec, 3, count) {
                let cells = given_cells(&generated.puzzle);
                let (given, rest): (Vec<_>, Vec<_>) =
                    symmetry.orbits(board).into_iter().partition(|orbit| orbit.iter().all(|cell| cells.contains(cell)));
                let is_open = |orbit: &Vec<usize>| orbit.iter().all(|cell| !cells.contains(cell));
                assert!(rest.iter().all(is_open), "{name}: {}", generated.puzzle.givens());
                check(&generated, &given);
            }
        }
    }
}

const PATTERN: &str = "\
    . . . x x . x x .
    . x x . . . . . .
    . . x x . . . . .
    x . . . . x . x .
    . . . x . x . . .
    . x . x . . . . x
    . . . . . x x . .
    . . . . . . x x .
    . x x . x x . . .";

#[test]
fn givens_are_in_exactly_the_cells_of_the_pattern() {
    let pattern = GivenPattern::parse(PATTERN, None).unwrap();
    let cells: Vec<usize> = pattern.cells().collect();
    for minimal in [true, false] {
        let spec =
            PuzzleSpec { minimal, layout: GivenLayout::Pattern(pattern.clone()), ..PuzzleSpec::new(Board::CLASSIC) };
        for generated in generate_puzzles(&spec, 1, 2) {
            assert_eq!(given_cells(&generated.puzzle), cells);
            check(&generated, &if minimal { single_givens(&generated.puzzle) } else { Vec::new() });
        }
    }
    let small = GivenPattern::parse(".14....2.....4..", None).unwrap();
    let spec = PuzzleSpec { layout: GivenLayout::Pattern(small.clone()), ..PuzzleSpec::new(small.board()) };
    for generated in generate_puzzles(&spec, 1, 3) {
        assert!(given_cells(&generated.puzzle).into_iter().eq(small.cells()));
        check(&generated, &single_givens(&generated.puzzle));
    }
}

#[test]
fn attempts_do_not_depend_on_how_they_are_split_into_ranges() {
    let rotated = PuzzleSpec { layout: GivenLayout::Symmetric(Symmetry::Rotate180), ..PuzzleSpec::new(Board::CLASSIC) };
    let few = PuzzleSpec { givens: 0..=23, ..PuzzleSpec::new(Board::CLASSIC) };
    for (spec, count) in
        [(PuzzleSpec::new(Board::CLASSIC), 700), (rotated, 500), (few, 500), (PuzzleSpec::new(board(2, 3)), 20)]
    {
        let attempts = |bounds: &[u64]| -> Vec<GeneratedPuzzle> {
            let mut generator = Generator::new(spec.clone(), 9, &Interrupt::default()).unwrap();
            bounds.windows(2).flat_map(|range| generator.attempts(range[0]..range[1]).unwrap()).collect()
        };
        let at_once = attempts(&[0, count]);
        assert_eq!(at_once, attempts(&[0, 1, 7, 7, count / 2, count]));
        assert!(!at_once.is_empty() && at_once.windows(2).all(|pair| pair[0].attempt < pair[1].attempt));
    }
}

#[test]
fn the_iterator_gives_up_after_the_specified_number_of_failed_attempts() {
    let spec = PuzzleSpec { givens: 40..=72, ..PuzzleSpec::new(Board::CLASSIC) };
    let mut puzzles = generate::puzzles(spec.clone(), 1, Some(3000)).unwrap();
    let error = puzzles.next().unwrap().unwrap_err();
    let message = "no minimal 9x9 puzzle with 40 to 72 givens was found in 3000 attempts in a row";
    assert_eq!(error.to_string(), message);
    let GenerateError::AttemptsExhausted(error) = error else { panic!("{error:?}") };
    assert_eq!(error, AttemptsExhaustedError::new(spec, 3000));
    assert!(puzzles.next().unwrap().is_err(), "the iterator does not start again");
    let impossible = PuzzleSpec { givens: 16..=16, ..PuzzleSpec::new(Board::CLASSIC) };
    assert!(generate::puzzles(impossible, 1, None).is_err());
}

#[test]
fn failures_are_counted_from_the_last_success() {
    let mut counter = FailureCounter::new(3);
    assert!(
        counter.record_success(2) && !counter.is_exhausted(5) && counter.record_success(5) && counter.record_success(6)
    );
    assert!(!counter.is_exhausted(9) && counter.is_exhausted(10));
    assert!(!counter.record_success(10) && !counter.record_success(11), "attempts 7, 8 and 9 failed");
}

#[test]
fn interrupted_attempts_are_an_error() {
    let interrupt = Interrupt::default();
    interrupt.set();
    for board in [Board::CLASSIC, board(2, 2)] {
        let attempts = Generator::new(PuzzleSpec::new(board), 1, &interrupt).unwrap().attempts(0..10);
        assert!(matches!(attempts, Err(SolveError::Interrupted)), "{board}: {attempts:?}");
    }
}

#[test]
fn an_interrupted_iterator_yields_an_error() {
    for board in [Board::CLASSIC, board(2, 3)] {
        let interrupt = Interrupt::default();
        let mut puzzles = GeneratedPuzzles::new(PuzzleSpec::new(board), 1, None, &interrupt).unwrap();
        assert!(puzzles.next().unwrap().is_ok());
        interrupt.set();
        // Puzzles of attempts that were run before are still yielded.
        let error = puzzles.find_map(Result::err).unwrap();
        assert!(matches!(error, GenerateError::Solve(SolveError::Interrupted)), "{board}: {error:?}");
    }
}

/// There are 288 full grids of 4x4; 3,000 are generated.
#[test]
fn every_grid_of_4x4_is_reached() {
    let full = PuzzleSpec { givens: 16..=16, minimal: false, ..PuzzleSpec::new(board(2, 2)) };
    let mut generator = Generator::new(full, 1, &Interrupt::default()).unwrap();
    let mut seen = std::collections::HashMap::<Grid, usize>::new();
    generator
        .attempts(0..3000)
        .unwrap()
        .into_iter()
        .for_each(|generated| *seen.entry(generated.solution).or_default() += 1);
    assert_eq!(seen.len(), 288);
    assert!(seen.values().all(|count| *count < 40), "about ten of each: {:?}", seen.values().max());
}
