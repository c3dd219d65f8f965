//! Cubes: they partition the solutions of a puzzle, and their certificates compose to that of the puzzle.

use std::collections::BTreeSet;

use qedoku::cubes::{self, CoverError, Cube, CubeTree};
use qedoku::proof::{Claim, VerifyLimits, verify_text};
use qedoku::prove::compose::{ComposeError, Composer};
use qedoku::prove::{ProofGoal, prove};
use qedoku::{Answer, Board, Certificate, Grid, Interrupt, Puzzle, SolutionCount, Solver};
use qedoku_testdata::collection::sample;
use qedoku_testdata::random_puzzles::{mutate, oracle_solutions, random_solution, with_givens};
use qedoku_testdata::seeded_rng;

fn split(puzzle: &Puzzle, count: usize) -> Vec<Cube> {
    cubes::split(puzzle, count, &Interrupt::default()).expect("nobody interrupts")
}

fn prove_all(puzzle: &Puzzle) -> Certificate {
    prove(puzzle, ProofGoal::Solutions(u64::MAX), &Interrupt::default()).expect("nobody interrupts")
}

/// The text of the certificate that is composed from those of the cubes.
fn composed(puzzle: &Puzzle, cubes: &[Cube]) -> Result<Vec<u8>, ComposeError> {
    let certificates: Vec<Certificate> = cubes.iter().map(|cube| prove_all(&cube.sub_puzzle(puzzle))).collect();
    let grids = certificates.iter().flat_map(|certificate| certificate.claim().grids().to_vec()).collect();
    let mut composer = Composer::begin(puzzle, grids, Vec::new()).map_err(ComposeError::Io)?;
    for (cube, certificate) in cubes.iter().zip(&certificates) {
        composer.add(cube, certificate, &Interrupt::default())?;
    }
    let tree = CubeTree::of_cubes(puzzle, cubes).expect("cubes of a split cover the puzzle");
    composer.finish(&tree, &Interrupt::default())
}

/// Asserts that the composed certificate is accepted, with the claim of the puzzle in one piece.
#[track_caller]
fn assert_composes(puzzle: &Puzzle, count: usize) {
    let cubes = split(puzzle, count);
    let text = composed(puzzle, &cubes).unwrap_or_else(|error| panic!("{puzzle}, {count} cubes: {error}"));
    let verified = verify_text(puzzle, &text, VerifyLimits::default());
    let verified = verified.unwrap_or_else(|error| panic!("{puzzle}, {count} cubes: {error}"));
    assert_eq!(verified.claim, *prove_all(puzzle).claim(), "{puzzle}, {count} cubes");
}

/// Random puzzles with some or no solutions, from 4x4 to 9x9.
fn random_puzzles(seed: u64, rounds: usize) -> Vec<Puzzle> {
    let mut rng = seeded_rng(seed);
    let boards = [(2, 2, 3), (2, 3, 12), (3, 3, 26)]
        .map(|(rows, columns, givens)| (Board::new(rows, columns).expect("the board exists"), givens));
    let mut puzzles = Vec::new();
    for _ in 0..rounds {
        for (board, givens) in boards {
            let puzzle = with_givens(&random_solution(board, &mut rng), givens, &mut rng);
            puzzles.push(mutate(&puzzle, &mut rng));
            puzzles.push(puzzle);
        }
    }
    puzzles
}

#[test]
fn every_solution_is_in_exactly_one_cube() {
    for puzzle in random_puzzles(1, 5) {
        let solutions: BTreeSet<Vec<u8>> =
            oracle_solutions(&puzzle, 2000).iter().map(|grid| grid.digits().to_vec()).collect();
        if solutions.len() == 2000 {
            continue;
        }
        for count in [1, 2, 7, 30] {
            let cubes = split(&puzzle, count);
            assert!(!cubes.is_empty() && CubeTree::of_cubes(&puzzle, &cubes).is_ok(), "{puzzle}, {count} cubes");
            let mut found = Vec::new();
            for cube in &cubes {
                found.extend(oracle_solutions(&cube.sub_puzzle(&puzzle), 2000));
            }
            assert_eq!(found.len(), solutions.len(), "{puzzle}, {count} cubes");
            assert!(found.iter().all(|grid| solutions.contains(grid.digits())), "{puzzle}, {count} cubes");
        }
    }
}

#[test]
fn counts_of_cubes_add_up_on_16x16() {
    let mut rng = seeded_rng(2);
    let board = Board::new(4, 4).expect("the board exists");
    for givens in [110, 120, 130] {
        let puzzle = with_givens(&random_solution(board, &mut rng), givens, &mut rng);
        let count = |puzzle: &Puzzle| match Solver::default().count(puzzle, Some(5000)) {
            Ok(SolutionCount::Exactly(count)) => Some(count),
            _ => None,
        };
        let Some(all) = count(&puzzle) else { continue };
        let cubes = split(&puzzle, 20);
        let sum: u64 =
            cubes.iter().map(|cube| count(&cube.sub_puzzle(&puzzle)).expect("a part of the solutions")).sum();
        assert_eq!(sum, all, "{puzzle}");
    }
}

#[test]
fn certificates_of_cubes_compose_to_the_certificate_of_the_puzzle() {
    for puzzle in random_puzzles(3, 4) {
        if oracle_solutions(&puzzle, 50).len() < 50 {
            for count in [1, 2, 5, 16] {
                assert_composes(&puzzle, count);
            }
        }
    }
}

#[test]
fn hard_puzzles_compose_with_many_cubes() {
    for puzzle in sample("9x9/hardest_1106.txt", 5) {
        assert_composes(&puzzle, 40);
        let Answer::One(solution) = qedoku::solve(&puzzle) else { panic!("the puzzle has one solution") };
        // A wrong given in the first open cell: no solution.
        let cell = puzzle.board().cells().find(|cell| puzzle.givens().get(*cell).is_none()).expect("an open cell");
        let allowed = puzzle.board().digits().filter(|digit| Some(*digit) != solution.get(cell));
        for digit in allowed {
            assert_composes(&puzzle.with_placed(qedoku::Candidate::new(cell, digit)), 9);
        }
    }
}

#[test]
fn a_puzzle_that_propagation_decides_is_one_cube() {
    let solved: Puzzle = "4...3..2...4..2.".parse().unwrap();
    let conflict: Puzzle = "44..............".parse().unwrap();
    let refuted: Puzzle = "123....4........".parse().unwrap();
    let full: Puzzle = "4231314223141423".parse().unwrap();
    for puzzle in [solved, conflict, refuted, full] {
        assert_eq!(split(&puzzle, 8), [Cube::default()], "{puzzle}");
        assert_composes(&puzzle, 8);
    }
}

#[test]
fn a_set_of_cubes_with_a_gap_or_an_overlap_is_refused() {
    let puzzle: Puzzle = "1.3.............".parse().unwrap();
    let all = split(&puzzle, 6);
    for missing in 0..all.len() {
        let mut some = all.clone();
        let cube = some.remove(missing);
        assert!(matches!(CubeTree::of_cubes(&puzzle, &some), Err(CoverError::Gap(_))), "without {cube}");
        some.extend([cube.clone(), cube]);
        assert!(matches!(CubeTree::of_cubes(&puzzle, &some), Err(CoverError::Overlap(..))));
    }
    let of = |cubes: &[&str]| {
        let cubes: Vec<Cube> = cubes.iter().map(|cube| cube.parse().unwrap()).collect();
        CubeTree::of_cubes(&puzzle, &cubes).map(drop)
    };
    assert_eq!(of(&["r1c2=2", "r1c2=4"]), Ok(()));
    assert_eq!(of(&["r1c2=2", "r1c4=2"]), Ok(()), "the places of 2 in row 1");
    assert_eq!(of(&["r1c2=2", ""]), Err(CoverError::Overlap(Cube::default(), "r1c2=2".parse().unwrap())));
    assert!(matches!(of(&["r1c2=2", "r2c1=2"]), Err(CoverError::Gap(_))), "box 1 has four cells");
    assert!(matches!(of(&["r1c2=2", "r2c3=2"]), Err(CoverError::Overlap(..))), "both may be true");
    // A decision in place of a given would make a puzzle that is no part of this one.
    assert!(matches!(of(&["r1c1=2"]), Err(CoverError::InvalidDecision(..))));
    assert!(matches!(of(&["r1c2=2 r1c2=4", "r1c2=4"]), Err(CoverError::InvalidDecision(..))));
    assert!(matches!(of(&["r5c1=1"]), Err(CoverError::InvalidDecision(..))));
    assert_eq!(of(&[]), Err(CoverError::Empty));
}

#[test]
fn a_composition_without_one_of_the_cubes_is_incomplete() {
    let puzzle = sample("9x9/hardest_1106.txt", 1).remove(0);
    let cubes = split(&puzzle, 6);
    let certificates: Vec<Certificate> = cubes.iter().map(|cube| prove_all(&cube.sub_puzzle(&puzzle))).collect();
    let grids: Vec<Grid> = certificates.iter().flat_map(|certificate| certificate.claim().grids().to_vec()).collect();
    let tree = CubeTree::of_cubes(&puzzle, &cubes).unwrap();
    let mut incomplete = 0;
    for missing in 0..cubes.len() {
        let mut composer = Composer::begin(&puzzle, grids.clone(), Vec::new()).unwrap();
        for (index, (cube, certificate)) in cubes.iter().zip(&certificates).enumerate() {
            if index != missing {
                composer.add(cube, certificate, &Interrupt::default()).unwrap();
            }
        }
        match composer.finish(&tree, &Interrupt::default()) {
            Err(ComposeError::Incomplete) => incomplete += 1,
            // The lemmas of the others may refute the cube by propagation; then the text is a proof all the same.
            Ok(text) => assert!(verify_text(&puzzle, &text, VerifyLimits::default()).is_ok()),
            Err(error) => panic!("{error}"),
        }
    }
    assert!(incomplete > 0);
}

#[test]
fn a_solution_that_the_composed_claim_does_not_have_is_refused() {
    let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
    let certificate = prove_all(&puzzle);
    let mut composer = Composer::begin(&puzzle, Vec::new(), Vec::new()).unwrap();
    let added = composer.add(&Cube::default(), &certificate, &Interrupt::default());
    assert!(matches!(added, Err(ComposeError::Claim(Claim::Exactly(grids))) if grids.len() == 1));
}

#[test]
fn an_interrupt_ends_splitting_and_composing() {
    let puzzle = sample("9x9/hardest_1106.txt", 1).remove(0);
    let interrupt = Interrupt::default();
    interrupt.set();
    assert!(cubes::split(&puzzle, 10, &interrupt).is_err());
    let certificate = prove_all(&puzzle);
    let mut composer = Composer::begin(&puzzle, certificate.claim().grids().to_vec(), Vec::new()).unwrap();
    assert!(composer.add(&Cube::default(), &certificate, &interrupt).is_err());
}
