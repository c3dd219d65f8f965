//! SIMD engine for 9x9 behind the `Solver` interface: batches, candidates, counts, interruption.

use std::collections::BTreeSet;

use qedoku::{
    Answer, Board, Digit, DigitSet, Engine, Grid, Puzzle, SatEngine, SolutionCount, SolveError, Solver, lanes,
};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::random_puzzles::{mutate, oracle_solutions, random_classic_solution, with_givens};
use qedoku_testdata::seeded_rng;

const ONE: &str = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
const FOUR: &str = "..2..3.114......";

fn lanes() -> Solver {
    Solver::new(Engine::Lanes)
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

/// Puzzles with zero, one and many solutions, some of them with eliminated candidates.
fn puzzles(rng: &mut Rng, count: usize) -> Vec<Puzzle> {
    let random_puzzle = |rng: &mut Rng| {
        let left = 24 + rng.below(16);
        with_givens(&random_classic_solution(rng), left, rng)
    };
    let each = |index: usize| match index % 3 {
        0 => random_puzzle(rng),
        1 => mutate(&random_puzzle(rng), rng),
        _ => with_eliminations(&random_puzzle(rng), rng),
    };
    (0..count).map(each).collect()
}

/// The puzzle with a few candidates eliminated.
fn with_eliminations(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let mut allowed: Vec<DigitSet> = Board::CLASSIC.cells().map(|cell| puzzle.allowed(cell)).collect();
    for _ in 0..10 {
        allowed[rng.below(81)].remove(Digit::from_index(rng.below(9)));
    }
    Puzzle::with_candidates(Board::CLASSIC, allowed)
}

#[test]
fn solutions_agree_with_the_oracle() {
    let mut rng = seeded_rng(11);
    for puzzle in puzzles(&mut rng, 60) {
        let texts = |grids: Vec<Grid>| grids.iter().map(Grid::to_string).collect::<BTreeSet<_>>();
        let found: Vec<Grid> = lanes().solutions(&puzzle).take(200).map(Result::unwrap).collect();
        let expected = oracle_solutions(&puzzle, 200);
        assert_eq!(found.len(), expected.len(), "{}", puzzle.givens());
        if expected.len() < 200 {
            assert_eq!(texts(found), texts(expected), "{}", puzzle.givens());
        }
    }
}

#[test]
fn a_batch_has_the_same_answers_as_single_puzzles() {
    let mut rng = seeded_rng(12);
    let mut list = puzzles(&mut rng, 90);
    list.insert(3, puzzle(FOUR));
    list.push(puzzle("123....4........"));
    for solver in [Solver::default(), lanes(), Solver::new(Engine::Sat(SatEngine::default()))] {
        let all: Vec<&Puzzle> = list.iter().collect();
        let answers = solver.solve_batch(&all);
        assert_eq!(answers.len(), list.len());
        for (puzzle, answer) in list.iter().zip(answers) {
            match (answer, solver.solve(puzzle)) {
                (Ok(answer), Ok(expected)) => assert_eq!(answer, expected, "{}", puzzle.givens()),
                (Err(SolveError::UnsupportedBoard), Err(SolveError::UnsupportedBoard)) => {
                    assert_ne!(puzzle.board(), Board::CLASSIC);
                }
                (answer, expected) => panic!("{answer:?}, {expected:?}: {}", puzzle.givens()),
            }
        }
    }
    assert!(Solver::default().solve_batch(&[]).is_empty());
}

#[test]
fn lines_have_the_first_solution_of_the_enumeration() {
    let mut rng = seeded_rng(14);
    let list = puzzles(&mut rng, 90);
    let lines: Vec<[u8; 81]> =
        list.iter().filter_map(|puzzle| puzzle.givens().to_string().into_bytes().try_into().ok()).collect();
    let lines: Vec<lanes::PuzzleLine> = lines.iter().map(lanes::PuzzleLine).collect();
    let (solver, mut answers) = (Solver::default(), Vec::new());
    solver.solve_lines(&lines, &mut answers).unwrap();
    let mut ambiguous = 0;
    for (line, answer) in lines.iter().zip(&answers) {
        let puzzle = puzzle(std::str::from_utf8(line.0).unwrap());
        let solutions: Vec<Grid> = solver.solutions(&puzzle).take(2).map(Result::unwrap).collect();
        assert_eq!(answer.count as usize, solutions.len(), "{}", puzzle.givens());
        ambiguous += usize::from(answer.count == 2);
        if let Some(first) = solutions.first() {
            assert_eq!(lanes::grid(&answer.solution), *first, "{}", puzzle.givens());
        }
    }
    assert!(ambiguous > 9, "{ambiguous} ambiguous puzzles");
}

#[test]
fn solve_and_solutions_yield_the_same_first_grids() {
    let puzzle = puzzle(&ONE.replace('8', "."));
    let solver = Solver::default();
    let Ok(Answer::Many(first, second)) = solver.solve(&puzzle) else { panic!("the puzzle has many solutions") };
    let list: Vec<Grid> = solver.solutions(&puzzle).take(2).map(Result::unwrap).collect();
    assert_eq!(list, [first, second]);
}

#[test]
fn counts_agree_with_the_oracle_up_to_the_limit() {
    let mut rng = seeded_rng(13);
    let mut list = puzzles(&mut rng, 60);
    list.push(puzzle(FOUR));
    let all: Vec<&Puzzle> = list.iter().collect();
    for limit in [0, 1, 2, 3, 300] {
        let counts = Solver::default().count_batch(&all, Some(limit));
        for (puzzle, count) in list.iter().zip(counts) {
            let exact = oracle_solutions(puzzle, 300).len() as u64;
            let expected = if exact < limit { SolutionCount::Exactly(exact) } else { SolutionCount::AtLeast(limit) };
            assert_eq!(count.unwrap(), expected, "{}", puzzle.givens());
            assert_eq!(Solver::default().count(puzzle, Some(limit)).unwrap(), expected, "{}", puzzle.givens());
        }
    }
    assert_eq!(Solver::default().count(&puzzle(ONE), None).unwrap(), SolutionCount::Exactly(1));
}

#[test]
fn other_boards_are_refused_except_by_the_auto_engine() {
    let four = puzzle(FOUR);
    assert!(matches!(lanes().solve(&four), Err(SolveError::UnsupportedBoard)));
    assert!(matches!(lanes().count(&four, None).unwrap_err().error, SolveError::UnsupportedBoard));
    assert!(matches!(lanes().solutions(&four).next(), Some(Err(SolveError::UnsupportedBoard))));
    assert!(matches!(Solver::default().solve(&four), Ok(Answer::One(_))));
    assert!(lanes::digits(&four).is_none() && lanes::candidates(&four).is_none());
}

#[test]
fn an_interrupted_search_is_an_error() {
    let solver = lanes();
    let (one, empty) = (puzzle(ONE), Puzzle::new(Grid::empty(Board::CLASSIC)));
    let mut solutions = solver.solutions(&empty);
    assert!(matches!(solutions.next(), Some(Ok(_))));
    solver.interrupt.set();
    assert!(matches!(solutions.next(), Some(Err(SolveError::Interrupted))));
    assert!(solutions.next().is_none());
    assert!(solver.solve_batch(&[&one, &empty]).iter().all(|answer| matches!(answer, Err(SolveError::Interrupted))));
    let counts = solver.count_batch(&[&one, &empty], None);
    assert!(counts.iter().all(|count| count.as_ref().is_err_and(|error| error.partial == SolutionCount::AtLeast(0))));
}

#[test]
fn an_endless_count_can_be_interrupted() {
    let solver = lanes();
    let interrupt = solver.interrupt.clone();
    let counting = std::thread::spawn(move || solver.count(&Puzzle::new(Grid::empty(Board::CLASSIC)), None));
    std::thread::sleep(std::time::Duration::from_millis(50));
    interrupt.set();
    assert!(counting.join().unwrap().unwrap_err().is_interrupted());
}

#[test]
fn puzzles_and_grids_are_converted_to_cell_arrays_and_back() {
    let one = puzzle(ONE);
    let digits = lanes::digits(&one).unwrap();
    assert_eq!((digits[..5].to_vec(), digits[80]), (vec![1, 2, 6, 0, 0], 0));
    let candidates = lanes::candidates(&one).unwrap();
    assert_eq!((candidates[1], candidates[80]), (0b10, lanes::ALL_DIGITS));
    assert_eq!(lanes::grid(&digits), *one.givens());
}
