//! The engine for classic puzzles: every set of instructions finds the same, the referee accepts it, the oracle agrees.
//!
//! The first byte says what the others are: digits of cells, or candidates of cells, two bytes each. Cells that the input
//! does not reach hold the digits of a full grid: so a short input is a puzzle with a few open cells, and the longer it is,
//! the more it can say.

use std::collections::HashSet;
use std::ops::ControlFlow;

use qedoku_lanes::{ALL, Candidates, Digits, Found, Question, Simd, Solutions, Solver};
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle, oracle, referee};

/// Solutions that are looked for.
const LIMIT: usize = 3;

/// Cells with more than one candidate, up to which a question is asked: with more of them, a question without a solution
/// can be a search of seconds for any order of it.
const MOST_OPEN: usize = 58;

/// Candidates beyond the first of each cell, up to which the oracle is asked too.
const MOST_FOR_ORACLE: u32 = 260;

/// Asks the question that the input means.
pub fn check(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    if kind % 2 == 0 {
        let digits = digits(bytes);
        let candidates = digits.map(|digit| if digit == 0 { ALL } else { 1 << (digit - 1) });
        check_question(&digits, &candidates);
    } else {
        let candidates = candidates(bytes);
        check_question(&candidates, &candidates);
    }
}

/// The digit of a full grid in a cell: each row is the one above it, shifted.
fn filled(cell: usize) -> u8 {
    let (row, column) = (cell / 9, cell % 9);
    ((column + 3 * (row % 3) + row / 3) % 9) as u8 + 1
}

/// A byte is the digit that it writes, the one that the full grid has, or none.
fn digits(bytes: &[u8]) -> Digits {
    std::array::from_fn(|cell| match bytes.get(cell) {
        Some(byte @ b'1'..=b'9') => byte - b'0',
        Some(b'=') | None => filled(cell),
        Some(_) => 0,
    })
}

/// Two bytes are the candidates of a cell as bits; if the highest is set, the digit of the full grid is one of them too.
fn candidates(bytes: &[u8]) -> Candidates {
    std::array::from_fn(|cell| match bytes.get(2 * cell..2 * cell + 2) {
        Some(bytes) if bytes[0] & 0x80 != 0 => u16::from_be_bytes([bytes[0], bytes[1]]) & ALL | 1 << (filled(cell) - 1),
        Some(bytes) => u16::from_be_bytes([bytes[0], bytes[1]]) & ALL,
        None => 1 << (filled(cell) - 1),
    })
}

/// `candidates` are the same question.
fn check_question(question: &(impl Question + Clone), candidates: &Candidates) {
    if candidates.iter().filter(|set| set.count_ones() > 1).count() > MOST_OPEN {
        return;
    }
    let puzzle = puzzle(candidates);
    let listed: Vec<Digits> = Solutions::with(Simd::Portable, question).take(LIMIT).collect();
    listed.iter().for_each(|solution| check_solution(&puzzle, solution));
    assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len(), "one came twice");
    for simd in Simd::available() {
        let again: Vec<Digits> = Solutions::with(simd, question).take(LIMIT).collect();
        assert_eq!(again, listed, "{}, another order", simd.name());
        check_solver(&mut Solver::new(simd), question, &puzzle, &listed);
    }
    if candidates.iter().map(|set| set.count_ones().saturating_sub(1)).sum::<u32>() <= MOST_FOR_ORACLE {
        assert_eq!(oracle::count(&puzzle, LIMIT as u64), listed.len() as u64, "the oracle counts otherwise");
    }
}

/// Alone, many at once, counted, and its true candidates.
fn check_solver(solver: &mut Solver, question: &(impl Question + Clone), puzzle: &Puzzle, listed: &[Digits]) {
    let name = solver.simd().name();
    let mut found = [Found::default(); 9];
    solver.solve(&std::array::from_fn::<_, 9, _>(|_| question.clone()), LIMIT as u32, &mut found);
    for found in found.iter().chain([&solver.solve_one(question, LIMIT as u32)]) {
        assert_eq!(found.count as usize, listed.len(), "{name}");
        if listed.is_empty() {
            assert_eq!(found.solution, [0; 81], "{name}");
        } else {
            check_solution(puzzle, &found.solution);
        }
    }
    let count = solver.count(question, LIMIT as u64, |_| ControlFlow::Continue(()));
    assert_eq!(count, listed.len() as u64, "{name}");
    let candidates = solver.true_candidates(question);
    let holds = |solution: &Digits| solution.iter().zip(candidates).all(|(digit, set)| set >> (digit - 1) & 1 == 1);
    assert!(listed.iter().all(holds), "{name}");
    assert_eq!(candidates == [0; 81], listed.is_empty(), "{name}");
}

fn puzzle(candidates: &Candidates) -> Puzzle {
    let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect::<DigitSet>();
    Puzzle::with_candidates(Board::CLASSIC, candidates.iter().map(set).collect::<Vec<_>>())
}

fn check_solution(puzzle: &Puzzle, solution: &Digits) {
    let grid = Grid::from_digits(Board::CLASSIC, *solution).expect("digits from 1 to 9");
    assert_eq!(referee::check(puzzle, &grid), Ok(()), "{grid}");
}
