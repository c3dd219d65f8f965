//! `qedoku-verified`, the checker with a machine-checked proof, has the same verdicts as our checker: the same claim, or the same
//! first invalid line.
//!
//! `verified/build` makes the program; `./test --all` does so and runs these tests, which are ignored otherwise. `QEDOKU_VERIFIED` names
//! another build of the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use qedoku::formats::{Format, WriteOptions, write};
use qedoku::proof::{VerifyLimits, verify_text};
use qedoku::prove::{ProofGoal, prove};
use qedoku::{Board, Candidate, Digit, DigitSet, Grid, Interrupt, Puzzle};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::random_puzzles::{Isomorphism, with_givens};
use qedoku_testdata::suite::core;
use qedoku_testdata::{is_long, seeded_rng};

use crate::mutations::{mutate, mutate_puzzle};

/// A puzzle and the text of a certificate for it.
type Case = (Puzzle, Vec<u8>);

/// Number of mutants; ten times as many with `QEDOKU_LONG=1`.
const MUTANTS: usize = 4_000;

#[test]
#[ignore = "needs target/verified/qedoku-verified: ./test --all"]
fn same_verdicts_on_the_invalid_certificates_of_the_proof_crate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/tests/testdata/invalid");
    let read = |path: PathBuf| -> Case {
        let text = fs::read_to_string(path).unwrap();
        let (puzzle, rest) = text.strip_prefix("puzzle ").unwrap().split_once('\n').unwrap();
        (puzzle.parse().unwrap(), rest.split_once('\n').unwrap().1.into())
    };
    let cases: Vec<Case> = fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap().path())).collect();
    let accepted = compare(&cases);
    assert!(cases.len() >= 60 && accepted == 0, "{} cases, {accepted} accepted", cases.len());
}

#[test]
#[ignore = "needs target/verified/qedoku-verified: ./test --all"]
fn same_verdicts_on_certificates_and_mutants_of_every_board_and_claim() {
    let mut rng = seeded_rng(20_261_118);
    let mut puzzles: Vec<Puzzle> = core().into_iter().map(|case| case.puzzle).filter(is_small).collect();
    // Three solutions.
    puzzles.push("4...3..2...4....".parse().unwrap());
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (4, 5), (5, 5)] {
        puzzles.extend(random_puzzles(Board::new(height, width).unwrap(), &mut rng));
    }
    let cases: Vec<Case> = puzzles.iter().flat_map(|puzzle| certificates(puzzle, &mut rng)).collect();
    println!("{} certificates", cases.len());
    assert_eq!(compare(&cases), cases.len(), "every certificate is accepted");
    for kind in ["exactly 0", "exactly 1", "exactly 3", "at-least", "forced", "excluded"] {
        let has_kind = |(_, text): &Case| String::from_utf8_lossy(text).contains(&format!("\nclaim {kind}"));
        assert!(cases.iter().any(has_kind), "no certificate with the claim {kind}");
    }

    let count = if is_long() { 10 * MUTANTS } else { MUTANTS };
    let mutants: Vec<Case> = (0..count).map(|round| mutant(&cases[round % cases.len()], &mut rng)).collect();
    let accepted = compare(&mutants);
    println!("{count} mutants, {accepted} of them accepted");
    assert!(accepted > count / 100 && accepted < count / 2, "{accepted} of {count} mutants accepted");
}

fn is_small(puzzle: &Puzzle) -> bool {
    puzzle.board().side() <= 9 && puzzle.givens().filled_count() > 0
}

/// Puzzles with a solution, an unsolvable one, and one with eliminated candidates.
fn random_puzzles(board: Board, rng: &mut Rng) -> Vec<Puzzle> {
    let solution = Isomorphism::random(board, rng).apply(&Grid::cyclic_shift(board));
    let cells = board.cell_count();
    // Enough givens for short proofs: large boards with fewer are hard.
    let few = if board.side() <= 9 { cells / 2 } else { cells * 4 / 5 };
    let unsolvable = mutate_puzzle(&with_givens(&solution, cells * 9 / 10, rng), rng);
    // Every cell keeps its digit of the solution and about one other.
    let allowed: Vec<DigitSet> = solution
        .iter()
        .map(|(_, digit)| {
            board.digits().filter(|other| Some(*other) == digit || rng.below(board.side()) == 0).collect()
        })
        .collect();
    let candidates = Puzzle::with_candidates(board, allowed);
    vec![with_givens(&solution, few, rng), with_givens(&solution, cells * 9 / 10, rng), unsolvable, candidates]
}

/// Certificates for the number of solutions and for random candidates.
fn certificates(puzzle: &Puzzle, rng: &mut Rng) -> Vec<Case> {
    let board = puzzle.board();
    let cell = board.cell(rng.below(board.cell_count()));
    let candidate = |rng: &mut Rng| Candidate::new(cell, Digit::from_index(rng.below(board.side())));
    let goals = [
        ProofGoal::Solutions(1),
        ProofGoal::Solutions(6),
        ProofGoal::Candidate(candidate(rng)),
        ProofGoal::Candidate(candidate(rng)),
    ];
    let text = |goal| prove(puzzle, goal, &Interrupt::default()).expect("every goal can be proved").text().to_vec();
    goals.map(|goal| (puzzle.clone(), text(goal))).into()
}

/// A certificate or its puzzle with random changes, or with a change of its spelling.
fn mutant((puzzle, text): &Case, rng: &mut Rng) -> Case {
    let is_plain = !puzzle.has_eliminations();
    let puzzle = if is_plain && rng.below(8) == 0 { mutate_puzzle(puzzle, rng) } else { puzzle.clone() };
    let text = if rng.below(8) == 0 { respell(text, rng) } else { mutate(text, rng) };
    (puzzle, text)
}

/// The text with one byte replaced by, or preceded by, a byte that matters to the syntax.
fn respell(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let place = rng.below(text.len());
    let byte = b" \t\r\n+-0:x\xff"[rng.below(10)];
    if rng.below(2) == 0 {
        text[place] = byte;
    } else {
        text.insert(place, byte);
    }
    text
}

/// Asserts that both checkers have the same verdict on each certificate. Returns the number of accepted ones.
fn compare(cases: &[Case]) -> usize {
    let expected: Vec<String> = cases.iter().map(our_verdict).collect();
    // A text that has not exactly one line that starts a certificate, its first, cannot be one of many in a file.
    let (listed, single): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(|index| is_listed(&cases[*index].1));
    let mut by_board: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for index in listed {
        let board = cases[index].0.board();
        by_board.entry((board.box_height(), board.box_width())).or_default().push(index);
    }
    let runs = by_board.into_values().chain(single.into_iter().map(|index| vec![index]));
    for run in runs {
        let group: Vec<&Case> = run.iter().map(|index| &cases[*index]).collect();
        for (index, verdict) in run.iter().zip(verified_verdicts(&group)) {
            let (puzzle, text) = &cases[*index];
            let text = String::from_utf8_lossy(text);
            assert_eq!(
                verdict,
                expected[*index],
                "qedoku-verified, then qedoku, on\n{}\n{text}",
                exchange_form(puzzle)
            );
        }
    }
    expected.iter().filter(|verdict| verdict.starts_with("accepted")).count()
}

fn is_listed(text: &[u8]) -> bool {
    let starts = text.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"qedoku ")).count();
    text.ends_with(b"\n") && text.starts_with(b"qedoku ") && starts == 1
}

/// The verdict of our checker, without the reason of a refusal.
fn our_verdict((puzzle, text): &Case) -> String {
    let unlimited = VerifyLimits { grid_bytes: usize::MAX, clause_bytes: usize::MAX };
    match verify_text(puzzle, text, unlimited) {
        Ok(verified) => format!("accepted: {}", verified.claim),
        Err(error) => format!("refused: line {}", error.line),
    }
}

/// The verdicts of the program on certificates for one board, with lines counted from the start of each certificate.
fn verified_verdicts(cases: &[&Case]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, certificates) = (folder.path().join("puzzles"), folder.path().join("certificates"));
    fs::write(&puzzles, cases.iter().map(|(puzzle, _)| exchange_form(puzzle)).collect::<String>()).unwrap();
    fs::write(&certificates, cases.iter().flat_map(|(_, text)| text.clone()).collect::<Vec<u8>>()).unwrap();
    let board = cases[0].0.board();
    let boxes = format!("{}x{}", board.box_height(), board.box_width());
    let output = Command::new(program()).args(["--boxes", &boxes]).arg(&puzzles).arg(&certificates).output();
    let output = output.unwrap_or_else(|error| panic!("{} cannot run ({error}): verified/build", program().display()));
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    if let ([(_, text)], true) = (cases, err.contains("there are more certificates than puzzles")) {
        // Like `qedoku verify`, the program reports text after the only certificate as an error.
        return vec![end_of_certificate(&cases[0].0, text)];
    }
    assert_eq!(out.lines().count(), cases.len(), "{err}");
    let mut first_line = 1;
    let verdicts = out.lines().zip(cases).map(|(line, (_, text))| {
        let verdict = relative_verdict(line, first_line);
        first_line += count_lines(text);
        verdict
    });
    verdicts.collect()
}

/// `file:3: refused: line 70` as `refused: line 5`, if the certificate starts at line 66 of the file.
fn relative_verdict(line: &str, first_line: usize) -> String {
    let start = line.find("accepted: ").or_else(|| line.find("refused: ")).expect("a verdict");
    match line[start..].strip_prefix("refused: line ") {
        None => line[start..].to_owned(),
        Some(number) => format!("refused: line {}", number.parse::<usize>().expect("a line") + 1 - first_line),
    }
}

/// The verdict on a certificate that is accepted but for the text after it.
fn end_of_certificate(puzzle: &Puzzle, text: &[u8]) -> String {
    let mut rest = text;
    qedoku::proof::verify(puzzle, &mut rest, VerifyLimits::default()).expect("the program accepted the certificate");
    format!("refused: line {}", count_lines(&text[..text.len() - rest.len()]) + 1)
}

fn count_lines(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count() - 1
}

/// The puzzle as a line of the file that the program reads.
fn exchange_form(puzzle: &Puzzle) -> String {
    let format = if puzzle.has_eliminations() { Format::Candidates } else { Format::Line };
    write(puzzle, format, &WriteOptions::default()).expect("the format fits").trim_end().to_owned() + "\n"
}

fn program() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/verified/qedoku-verified");
    std::env::var_os("QEDOKU_VERIFIED").map_or(built, PathBuf::from)
}
