//! Mutation test of the driver: engines that are wrong in one way each, and the defects that the driver must find.

use std::collections::BTreeSet;

use qedoku::{Answer, Board, Engine, Grid, Puzzle, SolutionCount};
use qedoku_testdata::suite::{Case, ExpectedCount, cases};

use crate::driver::{Defect, Report, TestEngine, run_cases};
use crate::engines::SolverEngine;

/// A correct engine with one of its calls changed.
struct Mutant {
    inner: SolverEngine,
    solutions: fn(&Puzzle, u64, Vec<Grid>) -> Vec<Grid>,
    solve: fn(Answer) -> Answer,
    count: fn(SolutionCount) -> SolutionCount,
    /// Changes the puzzle before it is solved.
    puzzle: fn(&Puzzle) -> Puzzle,
}

impl Mutant {
    /// The engine without a change.
    fn unchanged() -> Mutant {
        Mutant {
            inner: SolverEngine::new("mutant", Engine::Auto),
            solutions: |_, _, grids| grids,
            solve: |answer| answer,
            count: |count| count,
            puzzle: Puzzle::clone,
        }
    }

    fn run(&self) -> Report {
        run_cases(self, &small_cases())
    }
}

impl TestEngine for Mutant {
    fn name(&self) -> String {
        "mutant".into()
    }

    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String> {
        Ok((self.solutions)(puzzle, limit, self.inner.solutions(&(self.puzzle)(puzzle), limit)?))
    }

    fn solve(&self, puzzle: &Puzzle) -> Option<Result<Answer, String>> {
        Some(self.inner.solve(&(self.puzzle)(puzzle))?.map(self.solve))
    }

    fn count(&self, puzzle: &Puzzle, limit: u64) -> Option<Result<SolutionCount, String>> {
        Some(self.inner.count(&(self.puzzle)(puzzle), limit)?.map(self.count))
    }
}

/// The cases up to 9x9: enough to detect a mutant.
fn small_cases() -> Vec<Case> {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.puzzle.board().side() <= 9).collect();
    assert!(cases.len() >= 300);
    cases
}

/// Asserts that the driver finds a defect of exactly these kinds, in exactly the cases where the mutant differs.
#[track_caller]
fn assert_detected(mutant: &Mutant, kinds: &[Defect], differs: impl Fn(&Case) -> bool) {
    let report = mutant.run();
    let cases = small_cases();
    assert_eq!(report.defect_kinds(), kinds.iter().copied().collect::<BTreeSet<_>>());
    let expected: Vec<&str> = cases.iter().filter(|case| differs(case)).map(|case| case.name.as_str()).collect();
    let detected: Vec<&str> = report.defects.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(detected, expected);
    assert!(!detected.is_empty());
}

fn is_many(case: &Case) -> bool {
    case.answer() == "many"
}

#[test]
fn an_unchanged_engine_has_no_defects() {
    let report = Mutant::unchanged().run();
    assert!(report.defects.is_empty() && report.compared == small_cases().len(), "{report}");
}

#[test]
fn an_engine_that_drops_the_last_solution() {
    let drop_last = |_: &Puzzle, _, mut grids: Vec<Grid>| {
        grids.pop();
        grids
    };
    let mutant = Mutant { solutions: drop_last, ..Mutant::unchanged() };
    assert_detected(&mutant, &[Defect::NumberOfSolutions], |case| case.answer() != "none");
}

#[test]
fn an_engine_that_stops_before_the_limit() {
    let stop_early = |_: &Puzzle, limit: u64, mut grids: Vec<Grid>| {
        grids.truncate(limit as usize - 1);
        grids
    };
    let mutant = Mutant { solutions: stop_early, ..Mutant::unchanged() };
    assert_detected(&mutant, &[Defect::NumberOfSolutions], |case| matches!(case.solutions, ExpectedCount::AtLeast(_)));
}

#[test]
fn an_engine_that_lists_a_solution_twice() {
    let twice = |_: &Puzzle, _, mut grids: Vec<Grid>| {
        grids.extend(grids.last().cloned());
        grids
    };
    let mutant = Mutant { solutions: twice, ..Mutant::unchanged() };
    assert_detected(&mutant, &[Defect::RepeatedGrid], |case| case.answer() != "none");
}

#[test]
fn an_engine_that_repeats_a_solution_instead_of_the_next() {
    let repeat = |_: &Puzzle, _, mut grids: Vec<Grid>| {
        if grids.len() > 1 {
            grids[1] = grids[0].clone();
        }
        grids
    };
    assert_detected(&Mutant { solutions: repeat, ..Mutant::unchanged() }, &[Defect::RepeatedGrid], is_many);
}

/// Exchanges the digits of two cells of the first row.
fn swap_pair(grid: &Grid) -> Grid {
    let mut swapped = grid.clone();
    let (first, second) = (grid.board().cell(0), grid.board().cell(1));
    swapped.set(first, grid.get(second));
    swapped.set(second, grid.get(first));
    swapped
}

#[test]
fn an_engine_that_swaps_two_digits_of_a_grid() {
    let swap = |_: &Puzzle, _, mut grids: Vec<Grid>| {
        if let Some(last) = grids.last_mut() {
            *last = swap_pair(last);
        }
        grids
    };
    assert_detected(&Mutant { solutions: swap, ..Mutant::unchanged() }, &[Defect::InvalidGrid], |case| {
        case.answer() != "none"
    });
}

#[test]
fn an_engine_whose_answer_has_two_digits_swapped() {
    let swap = |answer| match answer {
        Answer::One(grid) => Answer::One(swap_pair(&grid)),
        other => other,
    };
    assert_detected(&Mutant { solve: swap, ..Mutant::unchanged() }, &[Defect::InvalidGrid], |case| {
        case.answer() == "one"
    });
}

#[test]
fn an_engine_that_answers_none_for_one() {
    let none = |answer| if matches!(answer, Answer::One(_)) { Answer::None } else { answer };
    assert_detected(&Mutant { solve: none, ..Mutant::unchanged() }, &[Defect::WrongAnswer], |case| {
        case.answer() == "one"
    });
}

#[test]
fn an_engine_that_answers_one_for_many() {
    let one = |answer| if let Answer::Many(first, _) = answer { Answer::One(first) } else { answer };
    assert_detected(&Mutant { solve: one, ..Mutant::unchanged() }, &[Defect::WrongAnswer], is_many);
}

#[test]
fn an_engine_that_reports_one_solution_as_two() {
    let twice = |answer| if let Answer::One(grid) = answer { Answer::Many(grid.clone(), grid) } else { answer };
    assert_detected(&Mutant { solve: twice, ..Mutant::unchanged() }, &[Defect::RepeatedGrid], |case| {
        case.answer() == "one"
    });
}

#[test]
fn an_engine_that_counts_one_too_many() {
    let more = |count| match count {
        SolutionCount::Exactly(count) => SolutionCount::Exactly(count + 1),
        SolutionCount::AtLeast(count) => SolutionCount::AtLeast(count),
    };
    assert_detected(&Mutant { count: more, ..Mutant::unchanged() }, &[Defect::WrongCount], |case| {
        matches!(case.solutions, ExpectedCount::Exactly(_))
    });
}

#[test]
fn an_engine_that_claims_to_have_counted_all() {
    let exact = |count| match count {
        SolutionCount::Exactly(count) | SolutionCount::AtLeast(count) => SolutionCount::Exactly(count),
    };
    assert_detected(&Mutant { count: exact, ..Mutant::unchanged() }, &[Defect::WrongCount], |case| {
        matches!(case.solutions, ExpectedCount::AtLeast(_))
    });
}

#[test]
fn an_engine_that_ignores_eliminated_candidates() {
    let plain = |puzzle: &Puzzle| Puzzle::new(puzzle.givens().clone());
    let report = Mutant { puzzle: plain, ..Mutant::unchanged() }.run();
    let cases = small_cases();
    let kind = |name: &str| cases.iter().find(|case| case.name == name).expect("a case").kind.as_str();
    assert!(report.defects.iter().all(|(name, ..)| kind(name) == "candidates"), "{report}");
    assert!(report.defects.len() >= 40, "{report}");
}

#[test]
fn an_engine_that_transposes_rectangular_boxes() {
    let transpose = |puzzle: &Puzzle| {
        let board = Board::new(puzzle.board().box_width(), puzzle.board().box_height()).expect("a board");
        let allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
        Puzzle::with_candidates(board, allowed)
    };
    let report = Mutant { puzzle: transpose, ..Mutant::unchanged() }.run();
    let cases = small_cases();
    let board = |name: &str| cases.iter().find(|case| case.name == name).expect("a case").puzzle.board();
    assert!(report.defects.iter().all(|(name, ..)| board(name).box_height() != board(name).box_width()), "{report}");
    assert!(report.defects.len() >= 60, "{report}");
}

#[test]
fn an_engine_that_fails() {
    struct Failing;
    impl TestEngine for Failing {
        fn name(&self) -> String {
            "failing".into()
        }

        fn solutions(&self, _: &Puzzle, _: u64) -> Result<Vec<Grid>, String> {
            Err("out of order".into())
        }
    }
    let report = run_cases(&Failing, &small_cases());
    assert_eq!(report.defects.len(), small_cases().len());
    assert_eq!(report.defect_kinds(), BTreeSet::from([Defect::Error]));
}
