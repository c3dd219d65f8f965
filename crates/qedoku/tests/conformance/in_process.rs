//! The engines inside this process.

use qedoku::lanes::SimdLevel;
use qedoku::{Board, Engine, Portfolio, Puzzle, SatEngine, Solver};
use qedoku_testdata::suite::cases;

use crate::driver::{SkipReason, TestEngine, assert_conforms};
use crate::engines::{LanesLevel, Oracle, Prover, SolverEngine, not_classic};

#[test]
fn the_oracle() {
    let slow = |case: &qedoku_testdata::suite::Case| case.is_slow_for_oracle.then_some(SkipReason::SlowForOracle);
    assert!(assert_conforms(&Oracle, slow) >= 300);
}

#[test]
fn lanes_at_every_simd_level_by_digits() {
    let mut levels = 0;
    for level in SimdLevel::available() {
        let engine = LanesLevel { level, by_candidates: false };
        let compared = assert_conforms(&engine, |case| engine.skip(case));
        let plain = cases()
            .iter()
            .filter(|case| case.puzzle.board() == Board::CLASSIC && !case.puzzle.has_eliminations())
            .count();
        assert_eq!(compared, plain);
        levels += 1;
    }
    assert!(levels > 0);
}

#[test]
fn lanes_at_every_simd_level_by_candidates() {
    let mut levels = 0;
    for level in SimdLevel::available() {
        assert!(assert_conforms(&LanesLevel { level, by_candidates: true }, not_classic) >= 150);
        levels += 1;
    }
    assert!(levels > 0);
}

#[test]
fn lanes_in_batches_at_every_simd_level() {
    let classic: Vec<_> = cases().into_iter().filter(|case| case.puzzle.board() == Board::CLASSIC).collect();
    let inputs: Vec<_> = classic.iter().filter_map(|case| qedoku::lanes::candidates(&case.puzzle)).collect();
    assert!(inputs.len() == classic.len() && inputs.len() >= 150);
    for level in SimdLevel::available() {
        for limit in [1, 2, 3] {
            let mut answers = vec![qedoku::lanes::BatchAnswer::default(); inputs.len()];
            qedoku::lanes::LanesSolver::with_level(level).solve(&inputs, limit, &mut answers);
            for (case, answer) in classic.iter().zip(&answers) {
                assert_eq!(
                    Some(u64::from(answer.count)),
                    case.solutions.up_to(limit.into()),
                    "{level:?}, {}",
                    case.name
                );
                let grid = qedoku::lanes::grid(&answer.solution);
                assert!(answer.count == 0 || qedoku::referee::check(&case.puzzle, &grid).is_ok(), "{}", case.name);
                assert!(case.solution.as_ref().is_none_or(|solution| *solution == grid), "{}", case.name);
            }
        }
    }
}

#[test]
fn the_lanes_engine_of_the_solver() {
    let mut engine = SolverEngine::new("lanes", Engine::Lanes);
    engine.skip = not_classic;
    assert!(assert_conforms(&engine, not_classic) >= 150);
}

/// The portfolio; lanes on 9x9.
#[test]
fn the_default_engine() {
    assert_eq!(assert_conforms(&SolverEngine::new("auto", Engine::Auto), |_| None), cases().len());
}

#[test]
fn the_portfolio_on_two_threads() {
    let mut engine = SolverEngine::limited("portfolio, 2 threads".into(), Engine::Auto, |_| None);
    engine.solver =
        Solver { portfolio: Portfolio { threads: 2, seed: 7, ..Portfolio::default() }, ..Solver::default() };
    assert_eq!(assert_conforms(&engine, |_| None), cases().len());
}

#[test]
fn the_sat_engine() {
    let engine = SolverEngine::new("sat", Engine::Sat(SatEngine::default()));
    assert_eq!(assert_conforms(&engine, |_| None), cases().len());
}

#[test]
fn batches_of_the_default_engine() {
    let cases = cases();
    let puzzles: Vec<&Puzzle> = cases.iter().map(|case| &case.puzzle).collect();
    let answers = Solver::default().solve_batch(&puzzles);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(answer.expect("an answer").as_str(), case.answer(), "{}", case.name);
    }
}

#[test]
fn certificates() {
    let large =
        |case: &qedoku_testdata::suite::Case| (case.puzzle.board().side() > 16).then_some(SkipReason::LargeFormula);
    assert!(assert_conforms(&Prover, large) >= 500);
}
