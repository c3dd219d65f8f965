//! The engines of this project as [`TestEngine`]s.

use std::ops::ControlFlow;

use qedoku::lanes::{self, LanesSolver, SimdLevel, SolutionIter};
use qedoku::prove::{Claim, ProofGoal, prove};
use qedoku::{Answer, Board, Engine, Grid, Interrupt, Puzzle, SolutionCount, Solver};
use qedoku_testdata::random_puzzles::oracle_solutions;
use qedoku_testdata::suite::Case;

use crate::driver::{SkipReason, TestEngine};

/// The reason of an engine that solves classic 9x9 puzzles only.
pub(crate) fn not_classic(case: &Case) -> Option<SkipReason> {
    (case.puzzle.board() != Board::CLASSIC).then_some(SkipReason::NotClassic)
}

/// The backtracking oracle.
pub(crate) struct Oracle;

impl TestEngine for Oracle {
    fn name(&self) -> String {
        "oracle".into()
    }

    fn skip(&self, case: &Case) -> Option<SkipReason> {
        case.is_slow_for_oracle.then_some(SkipReason::SlowForOracle)
    }

    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String> {
        Ok(oracle_solutions(puzzle, limit as usize))
    }
}

/// A [`Solver`], with all its calls.
pub(crate) struct SolverEngine {
    pub(crate) name: String,
    pub(crate) solver: Solver,
    pub(crate) skip: fn(&Case) -> Option<SkipReason>,
    /// Whether `solve` and `count` are called too, up to 16x16, and not only `solutions`.
    pub(crate) calls_all: bool,
    pub(crate) max_solutions: u64,
}

impl SolverEngine {
    /// All calls, all cases.
    pub(crate) fn new(name: &str, engine: Engine) -> SolverEngine {
        let solver = Solver::new(engine);
        SolverEngine { name: name.into(), solver, skip: |_| None, calls_all: true, max_solutions: u64::MAX }
    }

    /// Only the call `solutions`, for at most three.
    pub(crate) fn limited(name: String, engine: Engine, skip: fn(&Case) -> Option<SkipReason>) -> SolverEngine {
        SolverEngine { name, solver: Solver::new(engine), skip, calls_all: false, max_solutions: 3 }
    }

    /// `solve` and `count` repeat the search of `solutions`; above 16x16 that takes too long.
    fn calls_all(&self, puzzle: &Puzzle) -> bool {
        self.calls_all && puzzle.board().side() <= 16
    }
}

impl TestEngine for SolverEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn skip(&self, case: &Case) -> Option<SkipReason> {
        (self.skip)(case)
    }

    fn max_solutions(&self) -> u64 {
        self.max_solutions
    }

    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String> {
        let grids = self.solver.solutions(puzzle).take(limit as usize);
        grids.map(|grid| grid.map_err(|error| error.to_string())).collect()
    }

    fn solve(&self, puzzle: &Puzzle) -> Option<Result<Answer, String>> {
        self.calls_all(puzzle).then(|| self.solver.solve(puzzle).map_err(|error| error.to_string()))
    }

    fn count(&self, puzzle: &Puzzle, limit: u64) -> Option<Result<SolutionCount, String>> {
        self.calls_all(puzzle).then(|| self.solver.count(puzzle, Some(limit)).map_err(|error| error.to_string()))
    }
}

/// The lanes engine at one SIMD level, with digits or with candidates as its input.
pub(crate) struct LanesLevel {
    pub(crate) level: SimdLevel,
    pub(crate) by_candidates: bool,
}

impl LanesLevel {
    /// The first `limit` solutions, the number of them in a search that reports one, and the count.
    fn search(&self, puzzle: &Puzzle, limit: u64) -> (Vec<Grid>, u32, u64) {
        if self.by_candidates {
            self.search_input(&lanes::candidates(puzzle).expect("a classic puzzle"), limit)
        } else {
            self.search_input(&lanes::digits(puzzle).expect("a classic puzzle"), limit)
        }
    }

    fn search_input(&self, input: &impl lanes::PuzzleInput, limit: u64) -> (Vec<Grid>, u32, u64) {
        let grids = SolutionIter::with_level(self.level, input).take(limit as usize).map(|grid| lanes::grid(&grid));
        let mut solver = LanesSolver::with_level(self.level);
        let answer = solver.solve_one(input, 2);
        (grids.collect(), answer.count, solver.count(input, limit, |_| ControlFlow::Continue(())))
    }
}

impl TestEngine for LanesLevel {
    fn name(&self) -> String {
        format!("lanes at {} by {}", self.level.name(), if self.by_candidates { "candidates" } else { "digits" })
    }

    fn skip(&self, case: &Case) -> Option<SkipReason> {
        let eliminations = !self.by_candidates && case.puzzle.has_eliminations();
        not_classic(case).or(eliminations.then_some(SkipReason::HasEliminations))
    }

    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String> {
        let (grids, up_to_two, _) = self.search(puzzle, limit);
        let agrees = up_to_two as usize == grids.len().min(2) || limit < 2;
        if agrees { Ok(grids) } else { Err(format!("{up_to_two} solutions of {}", grids.len())) }
    }

    fn count(&self, puzzle: &Puzzle, limit: u64) -> Option<Result<SolutionCount, String>> {
        let (.., count) = self.search(puzzle, limit);
        Some(Ok(if count < limit { SolutionCount::Exactly(count) } else { SolutionCount::AtLeast(count) }))
    }
}

/// Certificates: the grids of the proved claim.
pub(crate) struct Prover;

impl TestEngine for Prover {
    fn name(&self) -> String {
        "prove".into()
    }

    fn skip(&self, case: &Case) -> Option<SkipReason> {
        (case.puzzle.board().side() > 16).then_some(SkipReason::LargeFormula)
    }

    fn max_solutions(&self) -> u64 {
        3
    }

    /// A claim about at most two solutions names three grids if there are more.
    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String> {
        let certificate = prove(puzzle, ProofGoal::Solutions(limit.max(2) - 1), &Interrupt::default());
        let certificate = certificate.map_err(|error| error.to_string())?;
        certificate.verify(puzzle).map_err(|error| error.to_string())?;
        match certificate.claim() {
            Claim::Exactly(grids) | Claim::AtLeast(grids) => Ok(grids.iter().take(limit as usize).cloned().collect()),
            claim => Err(format!("unexpected claim {claim}")),
        }
    }
}
