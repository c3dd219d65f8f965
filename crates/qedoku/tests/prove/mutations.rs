//! Certificates that were changed in a random place: none is accepted that should not be.
//!
//! What our checker accepts must be true by plain search, and the independent checker must accept the same steps.

use qedoku::prove::{Certificate, Claim, ProofGoal, prove};
use qedoku::{Candidate, Digit, Interrupt, Puzzle};
use qedoku_puzzle::oracle;
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::settings::{is_long, seeded_rng};
use qedoku_testdata::suite::cases;

use crate::outside;

/// How many changed certificates are tried; more with `QEDOKU_LONG=1`.
const CHANGES: usize = 12_000;

#[test]
fn no_changed_certificate_is_accepted_unless_it_is_right() {
    let mut rng = seeded_rng(20_250_601);
    let is_small = |puzzle: &Puzzle| puzzle.board().side() <= 9 && puzzle.givens().filled_count() > 0;
    let small: Vec<Puzzle> = cases().into_iter().map(|case| case.puzzle).filter(is_small).collect();
    let certificates: Vec<(Puzzle, Vec<u8>)> =
        small.iter().map(|puzzle| (puzzle.clone(), certificate(puzzle, &mut rng))).collect();
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..if is_long() { 20 * CHANGES } else { CHANGES } {
        let (puzzle, text) = &certificates[round % certificates.len()];
        let puzzle = if rng.below(8) == 0 { changed_puzzle(puzzle, &mut rng) } else { puzzle.clone() };
        let text = changed(text, &mut rng);
        match Certificate::read(&puzzle, text) {
            Err(_) => refused += 1,
            Ok(certificate) => {
                confirm(&puzzle, &certificate);
                accepted += 1;
            }
        }
    }
    println!("{refused} changed certificates refused, {accepted} accepted and confirmed");
    assert!(refused > 2 * accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// A certificate about the solutions, or about some candidate.
fn certificate(puzzle: &Puzzle, rng: &mut Rng) -> Vec<u8> {
    let board = puzzle.board();
    let wish = match rng.below(3) {
        0 => {
            let cell = board.cell(rng.below(board.cell_count()));
            ProofGoal::Candidate(Candidate::new(cell, Digit::from_index(rng.below(board.side()))))
        }
        _ => ProofGoal::Solutions(2),
    };
    prove(puzzle, wish, &Interrupt::default()).expect("it can be proved").text().to_vec()
}

/// Fails unless the claim is true, and the independent checker accepts the steps.
fn confirm(puzzle: &Puzzle, certificate: &Certificate) {
    let claim = certificate.claim();
    let mut solutions = Vec::new();
    oracle::solutions(puzzle, |grid| {
        solutions.push(grid.clone());
        if solutions.len() < 10_000 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    let is_true = match claim {
        Claim::Exactly(grids) => grids.len() == solutions.len() && grids.iter().all(|grid| solutions.contains(grid)),
        Claim::AtLeast(grids) => solutions.len() == 10_000 || grids.iter().all(|grid| solutions.contains(grid)),
        Claim::Forced(one) => solutions.iter().all(|grid| grid.get(one.cell) == Some(one.digit)),
        Claim::Excluded(one) => solutions.iter().all(|grid| grid.get(one.cell) != Some(one.digit)),
    };
    assert!(is_true, "accepted, though it is wrong: {claim} of {}", puzzle.givens());
    if claim.needs_steps() {
        let (outside, text) = (outside::accepts(puzzle, certificate), String::from_utf8_lossy(certificate.text()));
        assert_eq!(outside, Ok(()), "accepted by us alone: {}\n{text}", puzzle.givens());
    }
}

/// The puzzle with a given dropped, changed or added.
fn changed_puzzle(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let board = puzzle.board();
    let mut givens = puzzle.givens().clone();
    let cell = board.cell(rng.below(board.cell_count()));
    givens.set(cell, if rng.below(2) == 0 { None } else { Some(Digit::from_index(rng.below(board.side()))) });
    Puzzle::new(givens)
}

/// The text with a change in one line, or of the order of its lines.
fn changed(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let text = std::str::from_utf8(text).expect("it is text");
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
        _ => lines[line] = changed_line(&lines[line], rng),
    }
    lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect()
}

/// The line with one word dropped, repeated, exchanged with another, or changed.
fn changed_line(line: &str, rng: &mut Rng) -> String {
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
