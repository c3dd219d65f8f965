//! Lanes engine (9x9): all SIMD levels find the same solutions, the referee accepts them, and the oracle finds as many.
//!
//! The first byte selects the kind of the input: a digit per cell (one byte each) or the candidates of each cell (two bytes
//! each). Cells beyond the end of the input hold the digits of a fixed solution. A short input is therefore a puzzle with
//! few open cells, and libFuzzer grows the difficulty with the input.

use std::collections::HashSet;
use std::ops::ControlFlow;

use qedoku_lanes::{
    ALL_DIGITS, BatchAnswer, CellCandidates, CellDigits, LanesSolver, PuzzleInput, SimdLevel, SolutionIter,
};
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle, oracle, referee};

/// Number of solutions searched for.
const LIMIT: usize = 3;

/// Inputs with more open cells than this are skipped: refuting one can take seconds, whatever the branching order.
const MAX_OPEN_CELLS: usize = 58;

/// The oracle runs up to this number of candidates, not counting the first of each cell; beyond it is too slow.
const MAX_CANDIDATES_FOR_ORACLE: u32 = 260;

/// The input is a kind and the cells of a 9x9 puzzle.
pub fn check(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    if kind % 2 == 0 {
        let digits = parse_digits(bytes);
        let candidates = digits.map(|digit| if digit == 0 { ALL_DIGITS } else { 1 << (digit - 1) });
        check_puzzle(&digits, &candidates);
    } else {
        let candidates = parse_candidates(bytes);
        check_puzzle(&candidates, &candidates);
    }
}

/// The digit of the fixed solution in a cell: each row is the one above it, shifted.
fn solution_digit(cell: usize) -> u8 {
    let (row, column) = (cell / 9, cell % 9);
    ((column + 3 * (row % 3) + row / 3) % 9) as u8 + 1
}

/// `1` to `9` is a given, `=` the digit of the fixed solution, everything else an open cell.
fn parse_digits(bytes: &[u8]) -> CellDigits {
    std::array::from_fn(|cell| match bytes.get(cell) {
        Some(byte @ b'1'..=b'9') => byte - b'0',
        Some(b'=') | None => solution_digit(cell),
        Some(_) => 0,
    })
}

/// Two bytes (big-endian) are the candidates of a cell as a bit mask; the highest bit adds the digit of the fixed solution.
fn parse_candidates(bytes: &[u8]) -> CellCandidates {
    std::array::from_fn(|cell| match bytes.get(2 * cell..2 * cell + 2) {
        Some(bytes) if bytes[0] & 0x80 != 0 => {
            u16::from_be_bytes([bytes[0], bytes[1]]) & ALL_DIGITS | 1 << (solution_digit(cell) - 1)
        }
        Some(bytes) => u16::from_be_bytes([bytes[0], bytes[1]]) & ALL_DIGITS,
        None => 1 << (solution_digit(cell) - 1),
    })
}

/// `input` and `candidates` state the same puzzle.
fn check_puzzle(input: &(impl PuzzleInput + Clone), candidates: &CellCandidates) {
    if candidates.iter().filter(|set| set.count_ones() > 1).count() > MAX_OPEN_CELLS {
        return;
    }
    let puzzle = to_puzzle(candidates);
    let listed: Vec<CellDigits> = SolutionIter::with_level(SimdLevel::Portable, input).take(LIMIT).collect();
    listed.iter().for_each(|solution| check_solution(&puzzle, solution));
    assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len(), "a solution occurs twice");
    for simd in SimdLevel::available() {
        let again: Vec<CellDigits> = SolutionIter::with_level(simd, input).take(LIMIT).collect();
        assert_eq!(again, listed, "{}: different solutions or order", simd.name());
        check_solver(&mut LanesSolver::with_level(simd), input, &puzzle, &listed);
    }
    if candidates.iter().map(|set| set.count_ones().saturating_sub(1)).sum::<u32>() <= MAX_CANDIDATES_FOR_ORACLE {
        assert_eq!(
            oracle::count(&puzzle, LIMIT as u64),
            listed.len() as u64,
            "the oracle finds another number of solutions"
        );
    }
}

/// Compares single search, batch search, counting and true candidates with the listed solutions.
fn check_solver(solver: &mut LanesSolver, input: &(impl PuzzleInput + Clone), puzzle: &Puzzle, listed: &[CellDigits]) {
    let name = solver.level().name();
    let mut found = [BatchAnswer::default(); 9];
    solver.solve(&std::array::from_fn::<_, 9, _>(|_| input.clone()), LIMIT as u32, &mut found);
    for found in found.iter().chain([&solver.solve_one(input, LIMIT as u32)]) {
        assert_eq!(found.count as usize, listed.len(), "{name}");
        if listed.is_empty() {
            assert_eq!(found.solution, [0; 81], "{name}");
        } else {
            check_solution(puzzle, &found.solution);
        }
    }
    let count = solver.count(input, LIMIT as u64, |_| ControlFlow::Continue(()));
    assert_eq!(count, listed.len() as u64, "{name}");
    let candidates = solver.true_candidates(input);
    let contains =
        |solution: &CellDigits| solution.iter().zip(candidates).all(|(digit, set)| set >> (digit - 1) & 1 == 1);
    assert!(listed.iter().all(contains), "{name}");
    assert_eq!(candidates == [0; 81], listed.is_empty(), "{name}");
}

fn to_puzzle(candidates: &CellCandidates) -> Puzzle {
    let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect::<DigitSet>();
    Puzzle::with_candidates(Board::CLASSIC, candidates.iter().map(set).collect::<Vec<_>>())
}

fn check_solution(puzzle: &Puzzle, solution: &CellDigits) {
    let grid = Grid::from_digits(Board::CLASSIC, *solution).expect("digits from 1 to 9");
    assert_eq!(referee::check(puzzle, &grid), Ok(()), "{grid}");
}
