//! The driver: an engine, the cases, and the report of every comparison and every skip.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use qedoku::{Answer, Grid, Puzzle, SolutionCount, referee};
use qedoku_testdata::suite::{Case, ExpectedCount, cases};

/// An engine under test. Errors are texts, because an engine that refuses a case has failed.
pub(crate) trait TestEngine {
    fn name(&self) -> String;

    /// Why the engine leaves out a case.
    fn skip(&self, _case: &Case) -> Option<SkipReason> {
        None
    }

    /// The largest number of solutions to request.
    fn max_solutions(&self) -> u64 {
        u64::MAX
    }

    /// Solutions, up to a limit.
    fn solutions(&self, puzzle: &Puzzle, limit: u64) -> Result<Vec<Grid>, String>;

    /// The answer, if the engine has a call of its own for it.
    fn solve(&self, _puzzle: &Puzzle) -> Option<Result<Answer, String>> {
        None
    }

    /// The number of solutions up to a limit, if the engine has a call of its own for it.
    fn count(&self, _puzzle: &Puzzle, _limit: u64) -> Option<Result<SolutionCount, String>> {
        None
    }
}

/// Why an engine leaves out a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum SkipReason {
    /// The lanes engine solves classic 9x9 puzzles only.
    NotClassic,
    /// The input of this engine is an array of digits, which has no eliminated candidates.
    HasEliminations,
    /// The oracle takes too long: `slow-oracle` in the file of the case.
    SlowForOracle,
    /// The formula of this encoding is too large for a test.
    LargeFormula,
    /// A sample suffices for this combination of solver and encoding.
    OutsideSample,
}

/// A wrong result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Defect {
    /// The engine reports an error.
    Error,
    /// The number of solutions in a list is wrong.
    NumberOfSolutions,
    /// The referee refuses a grid.
    InvalidGrid,
    /// A grid occurs twice.
    RepeatedGrid,
    /// The unique solution is another grid.
    WrongSolution,
    /// The answer (none, one, many) is wrong.
    WrongAnswer,
    /// The count is wrong.
    WrongCount,
}

/// The result of a run over all cases.
#[derive(Default, Debug)]
pub(crate) struct Report {
    /// The number of cases that were compared.
    pub(crate) compared: usize,
    /// The names of the cases that were left out.
    pub(crate) skipped: BTreeMap<SkipReason, Vec<String>>,
    /// The wrong results, by the name of the case.
    pub(crate) defects: Vec<(String, Defect, String)>,
}

impl Report {
    pub(crate) fn defect_kinds(&self) -> BTreeSet<Defect> {
        self.defects.iter().map(|(_, defect, _)| *defect).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} cases compared", self.compared)?;
        for (reason, names) in &self.skipped {
            writeln!(f, "{} cases skipped, {reason:?}: {}", names.len(), names.join(" "))?;
        }
        for (name, defect, detail) in &self.defects {
            writeln!(f, "{name}: {defect:?}: {detail}")?;
        }
        Ok(())
    }
}

/// Runs an engine over all cases of the suite.
pub(crate) fn run(engine: &dyn TestEngine) -> Report {
    run_cases(engine, &cases())
}

pub(crate) fn run_cases(engine: &dyn TestEngine, cases: &[Case]) -> Report {
    let mut report = Report::default();
    for case in cases {
        if let Some(reason) = engine.skip(case) {
            report.skipped.entry(reason).or_default().push(case.name.clone());
            continue;
        }
        report.compared += 1;
        if let Err((defect, detail)) = check(engine, case) {
            report.defects.push((case.name.clone(), defect, detail));
        }
    }
    report
}

/// Runs an engine over all cases and asserts that all results are right, that the cases skipped are exactly those with a reason
/// (`is_expected` computes the reasons from the case alone), and that every other case was compared.
#[track_caller]
pub(crate) fn assert_conforms(engine: &dyn TestEngine, is_expected: impl Fn(&Case) -> Option<SkipReason>) -> usize {
    let report = run(engine);
    println!("{}: {report}", engine.name());
    assert!(report.defects.is_empty(), "{}: {report}", engine.name());
    let all = cases();
    let mut expected: BTreeMap<SkipReason, Vec<String>> = BTreeMap::new();
    for case in &all {
        if let Some(reason) = is_expected(case) {
            expected.entry(reason).or_default().push(case.name.clone());
        }
    }
    assert_eq!(report.skipped, expected, "{}", engine.name());
    let skipped: usize = expected.values().map(Vec::len).sum();
    assert_eq!(report.compared, all.len() - skipped, "{}", engine.name());
    assert!(report.compared > 0, "{} compared nothing", engine.name());
    report.compared
}

/// Compares all calls of an engine with the expectation of a case.
fn check(engine: &dyn TestEngine, case: &Case) -> Result<(), (Defect, String)> {
    let failed = |error| (Defect::Error, error);
    let limit = case.solutions.limit().min(engine.max_solutions());
    let grids = engine.solutions(&case.puzzle, limit).map_err(failed)?;
    check_grids(case, &grids)?;
    let expected = case.solutions.up_to(limit).expect("the limit is that of the case or lower");
    if grids.len() as u64 != expected {
        return Err((Defect::NumberOfSolutions, format!("expected {expected}, found {}", grids.len())));
    }
    if let Some(answer) = engine.solve(&case.puzzle).transpose().map_err(failed)? {
        let solutions: Vec<Grid> = answer.solutions().into_iter().cloned().collect();
        check_grids(case, &solutions)?;
        if answer.as_str() != case.answer() {
            return Err((Defect::WrongAnswer, format!("expected {}, found {}", case.answer(), answer.as_str())));
        }
    }
    if let Some(count) = engine.count(&case.puzzle, limit).transpose().map_err(failed)? {
        check_count(case, count, limit)?;
    }
    Ok(())
}

/// Every grid is a solution, none occurs twice, and a unique one is the expected one.
fn check_grids(case: &Case, grids: &[Grid]) -> Result<(), (Defect, String)> {
    let mut seen = HashSet::new();
    for grid in grids {
        referee::check(&case.puzzle, grid).map_err(|error| (Defect::InvalidGrid, error.to_string()))?;
        if !seen.insert(grid) {
            return Err((Defect::RepeatedGrid, grid.to_string()));
        }
        if case.solution.as_ref().is_some_and(|solution| solution != grid) {
            return Err((Defect::WrongSolution, grid.to_string()));
        }
    }
    Ok(())
}

fn check_count(case: &Case, count: SolutionCount, limit: u64) -> Result<(), (Defect, String)> {
    let expected = match case.solutions {
        ExpectedCount::Exactly(exact) if exact < limit => SolutionCount::Exactly(exact),
        _ => SolutionCount::AtLeast(limit),
    };
    if count == expected { Ok(()) } else { Err((Defect::WrongCount, format!("expected {expected}, found {count}"))) }
}
