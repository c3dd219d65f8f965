//! Mutation test of the checker: random changes of certificates and puzzles.
//!
//! A mutant that our checker accepts must have a true claim by the oracle, and the external checker must accept its
//! steps.

use qedoku::prove::{Certificate, Claim, ProofGoal, prove};
use qedoku::{Candidate, Digit, Interrupt, Puzzle};
use qedoku_puzzle::oracle;
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::suite::core;
use qedoku_testdata::{is_long, seeded_rng};

use crate::external_checker::check_lrat;

/// Number of mutants; twenty times as many with `QEDOKU_LONG=1`.
const MUTANTS: usize = 12_000;

#[test]
fn accepts_a_mutated_certificate_only_if_its_claim_is_true() {
    let mut rng = seeded_rng(20_250_601);
    let is_small = |puzzle: &Puzzle| puzzle.board().side() <= 9 && puzzle.givens().filled_count() > 0;
    let small: Vec<Puzzle> = core().into_iter().map(|case| case.puzzle).filter(is_small).collect();
    let certificates: Vec<(Puzzle, Vec<u8>)> =
        small.iter().map(|puzzle| (puzzle.clone(), random_certificate(puzzle, &mut rng))).collect();
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..if is_long() { 20 * MUTANTS } else { MUTANTS } {
        let (puzzle, text) = &certificates[round % certificates.len()];
        let puzzle = if rng.below(8) == 0 { mutate_puzzle(puzzle, &mut rng) } else { puzzle.clone() };
        let text = mutate(text, &mut rng);
        match Certificate::read(&puzzle, text) {
            Err(_) => refused += 1,
            Ok(certificate) => {
                assert_sound(&puzzle, &certificate);
                accepted += 1;
            }
        }
    }
    assert!(refused > 2 * accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// The text of a certificate for the number of solutions or for a random candidate.
fn random_certificate(puzzle: &Puzzle, rng: &mut Rng) -> Vec<u8> {
    let board = puzzle.board();
    let goal = match rng.below(3) {
        0 => {
            let cell = board.cell(rng.below(board.cell_count()));
            ProofGoal::Candidate(Candidate::new(cell, Digit::from_index(rng.below(board.side()))))
        }
        _ => ProofGoal::Solutions(2),
    };
    prove(puzzle, goal, &Interrupt::default()).expect("every goal can be proved").text().to_vec()
}

/// Asserts that the claim is true and that the external checker accepts the steps.
fn assert_sound(puzzle: &Puzzle, certificate: &Certificate) {
    let claim = certificate.claim();
    let mut solutions = Vec::new();
    oracle::solutions(puzzle, |grid| {
        solutions.push(grid.clone());
        if solutions.len() < 10_000 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    let is_true = match claim {
        Claim::Exactly(grids) => grids.len() == solutions.len() && grids.iter().all(|grid| solutions.contains(grid)),
        Claim::AtLeast(grids) => solutions.len() == 10_000 || grids.iter().all(|grid| solutions.contains(grid)),
        Claim::Forced(Candidate { cell, digit }) => solutions.iter().all(|grid| grid.get(*cell) == Some(*digit)),
        Claim::Excluded(Candidate { cell, digit }) => solutions.iter().all(|grid| grid.get(*cell) != Some(*digit)),
    };
    assert!(is_true, "the checker accepted a false claim: {claim} of {}", puzzle.givens());
    if claim.needs_steps() {
        let external = check_lrat(puzzle, certificate);
        assert_eq!(external, Ok(()), "the external checker refuses it: {}\n{certificate}", puzzle.givens());
    }
}

/// The puzzle with a random given removed, changed or added.
pub(crate) fn mutate_puzzle(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let board = puzzle.board();
    let mut givens = puzzle.givens().clone();
    let cell = board.cell(rng.below(board.cell_count()));
    givens.set(cell, if rng.below(2) == 0 { None } else { Some(Digit::from_index(rng.below(board.side()))) });
    Puzzle::new(givens)
}

/// The text with one line removed, repeated, swapped or changed, or cut off.
pub(crate) fn mutate(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let text = std::str::from_utf8(text).expect("certificates are UTF-8");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = rng.below(lines.len());
    match rng.below(10) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[rng.below(lines.len())].clone()),
        2 => {
            let other = rng.below(lines.len());
            lines.swap(line, other);
        }
        3 => lines.truncate(line),
        _ => lines[line] = mutate_line(&lines[line], rng),
    }
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// The line with one word removed, repeated, swapped or changed.
fn mutate_line(line: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let place = rng.below(words.len());
    match rng.below(6) {
        0 => drop(words.remove(place)),
        1 => words.insert(place, words[rng.below(words.len())].clone()),
        2 => {
            let other = rng.below(words.len());
            words.swap(place, other);
        }
        3 => {
            words[place] =
                String::from(["0", "delete", ":", "-1", "forced", "excluded", "exactly", "at-least"][rng.below(8)]);
        }
        4 => words[place] = format!("-{}", words[place]).replace("--", ""),
        _ => {
            if let Ok(number) = words[place].parse::<i64>() {
                words[place] = (number + [-100, -9, -1, 1, 2, 9, 81, 1000][rng.below(8)]).to_string();
            }
        }
    }
    words.join(" ")
}
