//! A build without the SAT solver still solves, counts, generates, rates and explains 9x9 puzzles.
#![cfg(not(feature = "sat"))]

use qedoku::generate::PuzzleSpec;
use qedoku::{Answer, Board, Puzzle, SolutionCount, SolveError, Solver};

#[test]
fn nine_by_nine_needs_no_sat_solver() {
    let generated = qedoku::generate(PuzzleSpec::new(Board::CLASSIC), 1).unwrap().next().unwrap().unwrap();
    assert_eq!(qedoku::solve(&generated.puzzle), Answer::One(generated.solution.clone()));
    assert_eq!(qedoku::count(&generated.puzzle, None), SolutionCount::Exactly(1));
    assert_eq!(qedoku::solutions(&generated.puzzle).collect::<Vec<_>>(), [generated.solution]);
    assert_eq!(Solver::default().true_candidates(&generated.puzzle).unwrap().len(), 81);
    assert!(!qedoku::explain(&generated.puzzle).unwrap().steps.is_empty());
    assert!(qedoku::rate(&generated.puzzle).is_ok());
}

#[test]
fn unsolvable_and_ambiguous_puzzles_are_diagnosed_without_sat_solver() {
    let unsolvable: Puzzle = format!("11{}", ".".repeat(79)).parse().unwrap();
    let ambiguous: Puzzle = format!("1{}", ".".repeat(80)).parse().unwrap();
    let interrupt = qedoku::Interrupt::default();
    assert!(qedoku::explain::find_unsat_core(&unsolvable, &interrupt).unwrap().is_some());
    assert!(qedoku::explain::find_ambiguity(&ambiguous, &interrupt).unwrap().is_some());
}

#[test]
fn other_boards_report_the_missing_feature() {
    let puzzle: Puzzle = "1...............".parse().unwrap();
    // Two solutions are found without a SAT solver; only it can prove that there are no others.
    assert_eq!(qedoku::count(&puzzle, Some(2)), SolutionCount::AtLeast(2));
    assert!(
        matches!(Solver::default().count(&puzzle, None), Err(error) if matches!(error.error, SolveError::SatUnavailable))
    );
    assert!(matches!(qedoku::prove(&puzzle), Err(qedoku::ProveError::Solve(SolveError::SatUnavailable))));
}
