//! Made puzzles are what was wished for, by the word of solvers that did not make them.

use std::ops::RangeInclusive;

use qedoku::generate::{self, Counter, Generated, Generator, NotFound, Pattern, Places, Symmetry, Wish};
use qedoku::{Answer, Board, Engine, Grid, Interrupt, Puzzle, SatEngine, Solver, referee};
use qedoku_puzzle::oracle;

fn board(height: usize, width: usize) -> Board {
    Board::new(height, width).expect("there is such a board")
}

fn made(wish: &Wish, seed: u64, count: usize) -> Vec<Generated> {
    let puzzles = generate::puzzles(wish.clone(), seed, None).expect("it is possible");
    puzzles.take(count).map(|made| made.expect("it is found")).collect()
}

/// Two or more, one, or none: by the plain search up to 9x9 and by the SAT engine above, neither of which makes puzzles
/// of the size.
fn solution_count(puzzle: &Puzzle) -> u64 {
    if puzzle.board().side() <= 9 {
        return oracle::count(puzzle, 2);
    }
    match Solver::new(Engine::Sat(SatEngine::default())).solve(puzzle).expect("nobody stops it") {
        Answer::None => 0,
        Answer::One(_) => 1,
        Answer::Many(..) => 2,
    }
}

/// The givens without those of some cells.
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

/// Fails unless the puzzle has one solution, the one told, and none of these groups of givens can be dropped.
#[track_caller]
fn check(made: &Generated, groups: &[Vec<usize>]) {
    let Generated { puzzle, solution, .. } = made;
    let text = puzzle.givens();
    referee::check(puzzle, solution).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert_eq!(solution_count(puzzle), 1, "{text}");
    for group in groups {
        assert_eq!(solution_count(&without(puzzle, group)), 2, "{group:?} can be dropped: {text}");
    }
}

/// Each given alone.
fn singly(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    given_cells(puzzle).into_iter().map(|cell| vec![cell]).collect()
}

#[test]
fn puzzles_have_one_solution_and_no_given_to_spare_at_every_size() {
    let sizes = [(2, 2, 20), (2, 3, 20), (3, 2, 10), (2, 4, 10), (3, 3, 40), (2, 5, 2), (3, 4, 2), (4, 4, 1)];
    for (height, width, count) in sizes {
        for made in made(&Wish::new(board(height, width)), 5, count) {
            check(&made, &singly(&made.puzzle));
        }
    }
}

#[test]
fn no_two_puzzles_of_a_seed_are_equal_and_other_seeds_make_others() {
    let all: std::collections::HashSet<String> = (0..3)
        .flat_map(|seed| made(&Wish::new(Board::CLASSIC), seed, 300))
        .map(|made| made.puzzle.givens().to_string())
        .collect();
    assert_eq!(all.len(), 900);
}

#[test]
fn the_number_of_givens_is_as_wished() {
    let counts = |givens: RangeInclusive<usize>, minimal, count| {
        let wish = Wish { givens: givens.clone(), minimal, ..Wish::new(Board::CLASSIC) };
        let made = made(&wish, 1, count);
        for made in &made {
            check(made, &if minimal { singly(&made.puzzle) } else { Vec::new() });
        }
        let counts: Vec<usize> = made.iter().map(|made| made.puzzle.givens().filled_count()).collect();
        assert!(counts.iter().all(|count| givens.contains(count)), "{counts:?}");
        counts
    };
    counts(22..=22, true, 5);
    counts(0..=21, true, 2);
    counts(27..=usize::MAX, true, 3);
    counts(60..=60, false, 5);
    counts(81..=81, false, 1);
    let spread = counts(30..=40, false, 60);
    assert!((30..=40).filter(|count| spread.contains(count)).count() > 6, "all numbers come up: {spread:?}");
}

#[test]
fn symmetries_hold_and_no_group_can_be_dropped() {
    for (board, count) in [(Board::CLASSIC, 4), (board(2, 3), 4), (board(2, 2), 2)] {
        for (symmetry, name) in Symmetry::ALL {
            let wish = Wish { places: Places::Symmetric(symmetry), ..Wish::new(board) };
            for made in made(&wish, 3, count) {
                let cells = given_cells(&made.puzzle);
                let (whole, rest): (Vec<_>, Vec<_>) =
                    symmetry.orbits(board).into_iter().partition(|orbit| orbit.iter().all(|cell| cells.contains(cell)));
                let is_open = |orbit: &Vec<usize>| orbit.iter().all(|cell| !cells.contains(cell));
                assert!(rest.iter().all(is_open), "{name}: {}", made.puzzle.givens());
                check(&made, &whole);
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
fn givens_stand_in_exactly_the_cells_of_a_pattern() {
    let pattern = Pattern::read(PATTERN, None).unwrap();
    let cells: Vec<usize> = pattern.cells().collect();
    for minimal in [true, false] {
        let wish = Wish { minimal, places: Places::Pattern(pattern.clone()), ..Wish::new(Board::CLASSIC) };
        for made in made(&wish, 1, 2) {
            assert_eq!(given_cells(&made.puzzle), cells);
            check(&made, &if minimal { singly(&made.puzzle) } else { Vec::new() });
        }
    }
    let small = Pattern::read(".14....2.....4..", None).unwrap();
    let wish = Wish { places: Places::Pattern(small.clone()), ..Wish::new(small.board()) };
    for made in made(&wish, 1, 3) {
        assert!(given_cells(&made.puzzle).into_iter().eq(small.cells()));
        check(&made, &singly(&made.puzzle));
    }
}

#[test]
fn attempts_come_out_the_same_however_they_are_cut_into_ranges() {
    let rotated = Wish { places: Places::Symmetric(Symmetry::Rotate180), ..Wish::new(Board::CLASSIC) };
    let few = Wish { givens: 0..=23, ..Wish::new(Board::CLASSIC) };
    for (wish, count) in [(Wish::new(Board::CLASSIC), 700), (rotated, 500), (few, 500), (Wish::new(board(2, 3)), 20)] {
        let attempts = |cuts: &[u64]| -> Vec<Generated> {
            let mut generator = Generator::new(wish.clone(), 9, &Interrupt::default()).unwrap();
            cuts.windows(2).flat_map(|cut| generator.attempts(cut[0]..cut[1]).unwrap()).collect()
        };
        let whole = attempts(&[0, count]);
        assert_eq!(whole, attempts(&[0, 1, 7, 7, count / 2, count]));
        assert!(!whole.is_empty() && whole.windows(2).all(|pair| pair[0].attempt < pair[1].attempt));
    }
}

#[test]
fn what_is_not_found_is_given_up_after_the_number_of_attempts_told() {
    let wish = Wish { givens: 40..=72, ..Wish::new(Board::CLASSIC) };
    let mut puzzles = generate::puzzles(wish.clone(), 1, Some(3000)).unwrap();
    let not_found = puzzles.next().unwrap().unwrap_err();
    assert_eq!(not_found, NotFound { wish, tries: 3000 });
    let told = not_found.to_string();
    assert_eq!(told, "no minimal 9x9 puzzle with 40 to 72 givens was found in 3000 attempts in a row");
    let impossible = Wish { givens: 16..=16, ..Wish::new(Board::CLASSIC) };
    assert!(generate::puzzles(impossible, 1, None).is_err());
}

#[test]
fn failures_are_counted_from_the_last_success() {
    let mut counter = Counter::new(3);
    assert!(counter.succeeds(2) && !counter.is_over(5) && counter.succeeds(5) && counter.succeeds(6));
    assert!(!counter.is_over(9) && counter.is_over(10));
    assert!(!counter.succeeds(10) && !counter.succeeds(11), "attempts 7, 8 and 9 failed");
}

#[test]
fn work_that_is_stopped_makes_nothing() {
    let stop = Interrupt::default();
    stop.set();
    for board in [Board::CLASSIC, board(2, 2)] {
        assert!(Generator::new(Wish::new(board), 1, &stop).unwrap().attempts(0..10).is_err());
    }
}

/// Every full grid of 4x4 comes up: there are 288, and 3,000 are made.
#[test]
fn every_small_grid_is_reached() {
    let full = Wish { givens: 16..=16, minimal: false, ..Wish::new(board(2, 2)) };
    let mut generator = Generator::new(full, 1, &Interrupt::default()).unwrap();
    let mut seen = std::collections::HashMap::<Grid, usize>::new();
    generator.attempts(0..3000).unwrap().into_iter().for_each(|made| *seen.entry(made.solution).or_default() += 1);
    assert_eq!(seen.len(), 288);
    assert!(seen.values().all(|count| *count < 40), "about ten of each: {:?}", seen.values().max());
}
