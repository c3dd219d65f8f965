//! Outside solvers: the real ones answer as the built-in engine does, and none is believed that lies, fails or hangs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use qedoku::external::ExternalSolverError;
use qedoku::{
    Amo, Answer, ConstraintSolver, EncodingOptions, Engine, ExternalSolver, Interrupt, Puzzle, Scheme, SolutionCount,
    SolveError, Solver,
};
use qedoku_testdata::suite::{Case, cases};
use tempfile::TempDir;

const ONE: &str = "..2..3.114......";

/// A solver in PATH; the test fails where it is not installed.
fn installed(name: &str) -> ExternalSolver {
    ExternalSolver::new(name)
        .unwrap_or_else(|error| panic!("{name} is needed for this test: {error} (./test installs it)"))
}

/// Fails unless the solver's answer is the known one.
#[track_caller]
fn check(solver: &ExternalSolver, how: &str, case: &Case) {
    let answer = Solver::new(Engine::External(solver.clone())).solve(&case.puzzle);
    let answer = answer.unwrap_or_else(|failure| panic!("{}, {how}: {failure}", solver.name()));
    let built_in = qedoku::solve(&case.puzzle);
    assert_eq!(answer.as_str(), built_in.as_str(), "{}, {how}: {}", solver.name(), case.puzzle.givens());
    if let Answer::One(_) = built_in {
        assert_eq!(answer, built_in, "{}, {how}", solver.name());
    }
}

/// Every case of the suite by default, and the 4x4, 6x6 and one 9x9 in every scheme and encoding.
fn check_all(name: &str) {
    let solver = installed(name);
    let cases = cases();
    for case in &cases {
        check(&solver, "default", case);
    }
    let nine = |case: &&Case| case.puzzle.board().side() == 9 && case.solutions == 1;
    let small = cases.iter().filter(|case| case.puzzle.board().side() < 9).chain(cases.iter().find(nine));
    let small: Vec<&Case> = small.collect();
    for (scheme, _) in Scheme::ALL.into_iter().filter(|(scheme, _)| scheme.is_complete()) {
        for (amo, _) in Amo::ALL {
            let solver =
                solver.clone().with_options(EncodingOptions { scheme, amo, ..EncodingOptions::default() }).unwrap();
            for case in &small {
                check(&solver, &format!("{scheme}, {amo}"), case);
            }
        }
    }
}

#[test]
fn minisat_answers_as_the_built_in_engine_does() {
    check_all("minisat");
}

#[test]
fn cryptominisat_answers_as_the_built_in_engine_does() {
    check_all("cryptominisat5");
}

#[test]
fn cadical_answers_as_the_built_in_engine_does() {
    check_all("cadical");
}

#[test]
fn picosat_answers_as_the_built_in_engine_does() {
    check_all("picosat");
}

#[test]
fn clasp_answers_as_the_built_in_engine_does() {
    check_all("clasp");
}

#[test]
fn cp_sat_finds_a_solution_where_there_is_one() {
    let cp_sat =
        ConstraintSolver::cp_sat().expect("the Python package ortools is needed for this test (./test installs it)");
    for text in [ONE, "123....4........", "44..............", "1..............................2...."] {
        let puzzle: Puzzle = text.parse().unwrap();
        let found = cp_sat.prepare(&puzzle).unwrap().solve(&Interrupt::default()).unwrap();
        assert_eq!(found.is_none(), qedoku::solve(&puzzle) == Answer::None, "{text}");
    }
}

#[test]
fn all_solutions_are_counted_by_forbidding_each() {
    let many: Puzzle = "..2..3.1........".parse().unwrap();
    for name in ["minisat", "cryptominisat5", "cadical", "picosat", "clasp"] {
        let solver = Solver::new(Engine::External(installed(name)));
        assert_eq!(solver.count(&many, None).unwrap(), SolutionCount::Exactly(6), "{name}");
        assert_eq!(solver.count(&many, Some(4)).unwrap(), SolutionCount::AtLeast(4), "{name}");
    }
}

#[test]
fn the_incomplete_scheme_is_refused() {
    let options = EncodingOptions { scheme: Scheme::Houses, ..EncodingOptions::default() };
    assert!(installed("minisat").with_options(options).is_err());
}

#[test]
fn versions_are_told_by_those_who_know_theirs() {
    for name in ["cadical", "clasp", "cryptominisat5"] {
        let version = installed(name).version().unwrap_or_default();
        assert!(version.contains(|symbol: char| symbol.is_ascii_digit()), "{name}: {version}");
    }
}

/// A shell script that stands for a solver. It gets the formula as $1 and the file for its answer as $2.
struct Fake {
    folder: TempDir,
}

impl Fake {
    fn new(script: &str) -> Fake {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a solver.sh"), script).unwrap();
        Fake { folder }
    }

    /// Run by `sh`, since a file that was just written cannot be run as long as any thread of ours has it open.
    fn solver(&self) -> Solver {
        let script = self.folder.path().join("a solver.sh");
        let command = format!("sh \"{}\" {{cnf}} '{{out}}'", script.display());
        Solver::new(Engine::External(ExternalSolver::new(&command).unwrap()))
    }

    fn fails(&self) -> SolveError {
        self.solver().solve(&ONE.parse().unwrap()).expect_err("this solver has no answer")
    }
}

#[test]
fn a_grid_that_is_no_solution_is_refused() {
    // Every cell of the first row of the model holds 1.
    let ones: Vec<String> = (0..16).map(|cell| (4 * cell + 1 + cell / 4).to_string()).collect();
    let failure = Fake::new(&format!("echo 's SATISFIABLE'; echo 'v {} 0'; exit 10", ones.join(" "))).fails();
    assert!(matches!(failure, SolveError::InvalidSolution(..) | SolveError::Decode(_)), "{failure:?}");
    // A solved grid, but of another puzzle: `open` has no numbers for the givens, so ask in `rowmajor`.
    let other = "v 1 6 11 16 19 24 25 30 34 37 44 47 52 55 58 61 0";
    let failure = Fake::new(&format!("echo 's SATISFIABLE'; echo '{other}'; exit 10")).fails();
    assert!(matches!(failure, SolveError::InvalidSolution(..) | SolveError::Decode(_)), "{failure:?}");
}

#[test]
fn a_solver_that_gives_the_same_grid_again_is_not_believed() {
    let solution = "v 4 5 10 15 18 23 28 29 33 40 43 46 51 54 57 64 0";
    let failure = Fake::new(&format!("echo 's SATISFIABLE'; echo '{solution}'; exit 10")).fails();
    assert!(matches!(failure, SolveError::DuplicateSolution), "{failure:?}");
}

#[test]
fn a_crash_is_told_with_the_solvers_last_words() {
    let failure = Fake::new("echo thinking; echo 'out of luck' >&2; exit 1").fails();
    let SolveError::External(ExternalSolverError::Crashed(_, status, said)) = &failure else { panic!("{failure:?}") };
    assert_eq!((status.code(), &said[..]), (Some(1), "out of luck"));
    assert!(failure.to_string().contains("out of luck"));
    let killed = Fake::new("echo 's SATISFIABLE'; kill -SEGV $$").fails();
    let SolveError::External(ExternalSolverError::Crashed(_, status, _)) = &killed else { panic!("{killed:?}") };
    assert_eq!(status.code(), None);
}

#[test]
fn a_solver_without_a_word_or_with_nonsense_is_no_answer() {
    let failure = Fake::new("exit 10").fails();
    assert!(matches!(failure, SolveError::External(ExternalSolverError::Silent(..))), "{failure:?}");
    let failure = Fake::new("").fails();
    assert!(matches!(failure, SolveError::External(ExternalSolverError::Silent(..))), "{failure:?}");
    let failure = Fake::new("echo 'Segmentation violation imminent'").fails();
    assert!(matches!(failure, SolveError::Output(_)), "{failure:?}");
    let failure = Fake::new("echo 's SATISFIABLE'; echo 'v 1 2 banana 0'").fails();
    assert!(matches!(failure, SolveError::Output(_)), "{failure:?}");
    let failure = Fake::new("echo 's SATISFIABLE'; exit 10").fails();
    assert!(matches!(failure, SolveError::Decode(_)), "{failure:?}");
    let failure = Fake::new("printf '\\377\\376\\000'").fails();
    assert!(matches!(failure, SolveError::Output(_)), "{failure:?}");
    let failure = Fake::new("echo 's UNKNOWN'").fails();
    assert!(matches!(failure, SolveError::Unknown), "{failure:?}");
}

#[test]
fn an_exit_code_that_contradicts_the_output_is_told() {
    let failure = Fake::new("echo 's UNSATISFIABLE'; exit 10").fails();
    assert!(matches!(failure, SolveError::External(ExternalSolverError::Contradicts(_, 10))), "{failure:?}");
    let failure = Fake::new("echo 's SATISFIABLE'; echo 'v 1 0'; exit 20").fails();
    assert!(matches!(failure, SolveError::External(ExternalSolverError::Contradicts(_, 20))), "{failure:?}");
    assert!(failure.to_string().contains("20"));
}

#[test]
fn a_solver_that_runs_forever_is_stopped_with_the_work() {
    let fake = Fake::new("exec sleep 100");
    let solver = fake.solver();
    let start = Instant::now();
    let failure = std::thread::scope(|scope| {
        let stop = solver.interrupt.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            stop.set();
        });
        solver.solve(&ONE.parse().unwrap()).unwrap_err()
    });
    assert!(matches!(failure, SolveError::Interrupted), "{failure:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_missing_program_is_named() {
    let error = ExternalSolver::new("no-such-solver --fast {cnf}").unwrap_err();
    assert!(matches!(&error, ExternalSolverError::Missing(name) if name == "no-such-solver"));
    assert!(ExternalSolver::new("./no/such/path").is_err());
    assert!(matches!(ExternalSolver::new("'minisat {cnf}"), Err(ExternalSolverError::Malformed(_))));
    assert!(matches!(ExternalSolver::new(""), Err(ExternalSolverError::Malformed(_))));
}

#[test]
fn no_text_as_a_command_makes_a_panic() {
    let mut rng = qedoku_testdata::settings::seeded_rng(6);
    let symbols: Vec<char> = "ab /\\'\"{}{cnf}{out}\t\n\0é-$|".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..rng.below(12)).map(|_| symbols[rng.below(symbols.len())]).collect();
        let _ = ExternalSolver::new(&text);
    }
}

#[test]
fn a_file_with_a_space_in_its_name_is_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("minisat of mine");
    std::os::unix::fs::symlink(in_path("minisat"), &link).unwrap();
    for text in [link.display().to_string(), format!("'{}' -verb=0 {{cnf}} {{out}}", link.display())] {
        let external = ExternalSolver::new(&text).unwrap();
        assert_eq!(external.name(), "minisat of mine");
        let answer = Solver::new(Engine::External(external)).solve(&ONE.parse().unwrap()).unwrap();
        assert_eq!(answer, qedoku::solve(&ONE.parse().unwrap()));
    }
}

fn in_path(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| Path::is_file(file));
    found.unwrap_or_else(|| panic!("{name} is needed for this test (./test installs it)"))
}
