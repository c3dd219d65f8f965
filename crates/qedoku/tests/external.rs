//! External solvers: wrong answers, crashes and hangs are detected.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use qedoku::external::{CertifiedAnswer, ExternalSolverError};
use qedoku::prove::ProveError;
use qedoku::{
    Answer, ConstraintSolver, EncodingOptions, Engine, ExternalSolver, Interrupt, Puzzle, Scheme, SolutionCount,
    SolveError, Solver,
};
use tempfile::TempDir;

const ONE: &str = "..2..3.114......";

/// A solver in PATH; the test fails where it is not installed.
fn installed(name: &str) -> ExternalSolver {
    ExternalSolver::new(name)
        .unwrap_or_else(|error| panic!("{name} is needed for this test: {error} (./test installs it)"))
}

#[test]
fn cp_sat_finds_a_solution_of_every_solvable_puzzle() {
    let cp_sat =
        ConstraintSolver::cp_sat().expect("the Python package ortools is needed for this test (./test installs it)");
    for text in [ONE, "123....4........", "44..............", "1..............................2...."] {
        let puzzle: Puzzle = text.parse().unwrap();
        let found = cp_sat.prepare(&puzzle).unwrap().solve(&Interrupt::default()).unwrap();
        assert_eq!(found.is_none(), qedoku::solve(&puzzle) == Answer::None, "{text}");
    }
}

#[test]
fn all_solutions_are_counted_with_blocking_clauses() {
    let many: Puzzle = "..2..3.1........".parse().unwrap();
    for name in ["minisat", "cryptominisat5", "cadical", "picosat", "clasp"] {
        let solver = Solver::new(Engine::External(installed(name)));
        assert_eq!(solver.count(&many, None).unwrap(), SolutionCount::Exactly(6), "{name}");
        assert_eq!(solver.count(&many, Some(4)).unwrap(), SolutionCount::AtLeast(4), "{name}");
    }
}

#[test]
fn the_incomplete_scheme_is_refused() {
    let options = EncodingOptions { scheme: Scheme::HOUSES, ..EncodingOptions::default() };
    assert!(installed("minisat").with_options(options).is_err());
}

#[test]
fn solvers_with_a_version_option_report_their_version() {
    for name in ["cadical", "clasp", "cryptominisat5"] {
        let version = installed(name).version().unwrap_or_default();
        assert!(version.contains(|symbol: char| symbol.is_ascii_digit()), "{name}: {version}");
    }
}

/// A shell script in place of a solver. Its parameters are the path of the formula ($1) and of the output file ($2).
struct FakeSolver {
    folder: TempDir,
}

impl FakeSolver {
    fn new(script: &str) -> FakeSolver {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a solver.sh"), script).unwrap();
        FakeSolver { folder }
    }

    /// Runs the script by `sh`: a file that was just written cannot be executed while another thread has it open.
    fn solver(&self) -> Solver {
        let script = self.folder.path().join("a solver.sh");
        let command = format!("sh \"{}\" {{cnf}} '{{out}}'", script.display());
        Solver::new(Engine::External(ExternalSolver::new(&command).unwrap()))
    }

    fn solve_error(&self) -> SolveError {
        self.solver().solve(&ONE.parse().unwrap()).expect_err("this solver has no valid answer")
    }
}

#[test]
fn a_grid_that_violates_the_rules_or_the_givens_is_refused() {
    // Every cell of the first row of the model is 1.
    let ones: Vec<String> = (0..16).map(|cell| (4 * cell + 1 + cell / 4).to_string()).collect();
    let error = FakeSolver::new(&format!("echo 's SATISFIABLE'; echo 'v {} 0'; exit 10", ones.join(" "))).solve_error();
    assert!(matches!(error, SolveError::InvalidSolution(..) | SolveError::Decode(_)), "{error:?}");
    // A solution of another puzzle, in `rowmajor` numbering: `open` has no variables for the givens.
    let other = "v 1 6 11 16 19 24 25 30 34 37 44 47 52 55 58 61 0";
    let error = FakeSolver::new(&format!("echo 's SATISFIABLE'; echo '{other}'; exit 10")).solve_error();
    assert!(matches!(error, SolveError::InvalidSolution(..) | SolveError::Decode(_)), "{error:?}");
}

#[test]
fn a_repeated_solution_is_refused() {
    let solution = "v 4 5 10 15 18 23 28 29 33 40 43 46 51 54 57 64 0";
    let error = FakeSolver::new(&format!("echo 's SATISFIABLE'; echo '{solution}'; exit 10")).solve_error();
    assert!(matches!(error, SolveError::DuplicateSolution), "{error:?}");
}

#[test]
fn a_crash_is_reported_with_the_standard_error_of_the_solver() {
    let error = FakeSolver::new("echo thinking; echo 'out of luck' >&2; exit 1").solve_error();
    let SolveError::External(ExternalSolverError::Crashed(_, status, stderr)) = &error else { panic!("{error:?}") };
    assert_eq!((status.code(), &stderr[..]), (Some(1), "out of luck"));
    assert!(error.to_string().contains("out of luck"));
    let killed = FakeSolver::new("echo 's SATISFIABLE'; kill -SEGV $$").solve_error();
    let SolveError::External(ExternalSolverError::Crashed(_, status, _)) = &killed else { panic!("{killed:?}") };
    assert_eq!(status.code(), None);
}

#[test]
fn empty_and_malformed_output_is_an_error() {
    let error = FakeSolver::new("exit 10").solve_error();
    assert!(matches!(error, SolveError::External(ExternalSolverError::Silent(..))), "{error:?}");
    let error = FakeSolver::new("").solve_error();
    assert!(matches!(error, SolveError::External(ExternalSolverError::Silent(..))), "{error:?}");
    let error = FakeSolver::new("echo 'Segmentation violation imminent'").solve_error();
    assert!(matches!(error, SolveError::Output(_)), "{error:?}");
    let error = FakeSolver::new("echo 's SATISFIABLE'; echo 'v 1 2 banana 0'").solve_error();
    assert!(matches!(error, SolveError::Output(_)), "{error:?}");
    let error = FakeSolver::new("echo 's SATISFIABLE'; exit 10").solve_error();
    assert!(matches!(error, SolveError::Decode(_)), "{error:?}");
    let error = FakeSolver::new("printf '\\377\\376\\000'").solve_error();
    assert!(matches!(error, SolveError::Output(_)), "{error:?}");
    let error = FakeSolver::new("echo 's UNKNOWN'").solve_error();
    assert!(matches!(error, SolveError::Unknown), "{error:?}");
}

#[test]
fn an_exit_code_that_contradicts_the_output_is_an_error() {
    let error = FakeSolver::new("echo 's UNSATISFIABLE'; exit 10").solve_error();
    assert!(matches!(error, SolveError::External(ExternalSolverError::Contradicts(_, 10))), "{error:?}");
    let error = FakeSolver::new("echo 's SATISFIABLE'; echo 'v 1 0'; exit 20").solve_error();
    assert!(matches!(error, SolveError::External(ExternalSolverError::Contradicts(_, 20))), "{error:?}");
    assert!(error.to_string().contains("20"));
}

#[test]
fn an_interrupt_ends_a_solver_that_runs_forever() {
    let fake = FakeSolver::new("exec sleep 600");
    let solver = fake.solver();
    let start = Instant::now();
    let error = std::thread::scope(|scope| {
        let interrupt = solver.interrupt.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            interrupt.set();
        });
        solver.solve(&ONE.parse().unwrap()).unwrap_err()
    });
    assert!(matches!(error, SolveError::Interrupted), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(300));
}

/// An executable script. A process of its own writes it, so that no thread of this one has it open when it is executed.
fn executable(folder: &TempDir, script: &str) -> PathBuf {
    let path = folder.path().join("solver");
    let write = "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod +x \"$1\"";
    let status = std::process::Command::new("sh").args(["-c", write, "sh"]).arg(&path).arg(script).status().unwrap();
    assert!(status.success());
    path
}

#[test]
fn a_version_that_never_ends_is_no_version() {
    let folder = tempfile::tempdir().unwrap();
    for script in ["exec sleep 600", "yes 1.0", "echo 1.0; exit 1", "sleep 600 & echo 1.0; wait"] {
        let solver = ExternalSolver::new(executable(&folder, script).to_str().unwrap()).unwrap();
        assert_eq!(solver.version(), None, "{script}");
    }
    let solver = ExternalSolver::new(executable(&folder, "sleep 600 & echo solver 1.0").to_str().unwrap()).unwrap();
    assert_eq!(solver.version().as_deref(), Some("solver 1.0"));
}

#[test]
fn answers_are_certified_by_the_solver_or_by_us() {
    for name in ["cadical", "picosat", "cryptominisat5", "minisat", "clasp"] {
        let solver = installed(name);
        for text in [ONE, "..2..3.1........", "123....4........", "44..............", "4123234114323214"] {
            let puzzle: Puzzle = text.parse().unwrap();
            let answer = solver.certify(&puzzle, &Interrupt::default()).unwrap();
            let CertifiedAnswer::Certified { certificate, .. } = answer else { panic!("{name}: {text}") };
            let claim = match qedoku::solve(&puzzle) {
                Answer::None => "exactly 0",
                Answer::One(_) => "exactly 1",
                Answer::Many(..) => "at-least 2",
            };
            assert_eq!(certificate.verify(&puzzle).unwrap().claim.to_string(), claim, "{name}: {text}");
        }
    }
}

#[test]
fn an_interrupted_search_has_no_claim_to_certify() {
    let interrupt = Interrupt::default();
    interrupt.set();
    let error = installed("minisat").certify(&ONE.parse().unwrap(), &interrupt).unwrap_err();
    assert!(matches!(error, ProveError::Solve(SolveError::Interrupted)), "{error:?}");
}

#[test]
fn missing_programs_and_malformed_commands_are_errors() {
    let error = ExternalSolver::new("no-such-solver --fast {cnf}").unwrap_err();
    assert!(matches!(&error, ExternalSolverError::Missing(name) if name == "no-such-solver"));
    assert!(ExternalSolver::new("./no/such/path").is_err());
    assert!(matches!(ExternalSolver::new("'minisat {cnf}"), Err(ExternalSolverError::Malformed(_))));
    assert!(matches!(ExternalSolver::new(""), Err(ExternalSolverError::Malformed(_))));
}

#[test]
fn arbitrary_text_as_a_command_does_not_panic() {
    let mut rng = qedoku_testdata::seeded_rng(6);
    let symbols: Vec<char> = "ab /\\'\"{}{cnf}{out}\t\n\0é-$|".chars().collect();
    for _ in 0..20_000 {
        let text: String = (0..rng.below(12)).map(|_| symbols[rng.below(symbols.len())]).collect();
        let _ = ExternalSolver::new(&text);
    }
}

#[test]
fn a_program_may_have_a_space_in_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("minisat of mine");
    std::os::unix::fs::symlink(find_in_path("minisat"), &link).unwrap();
    for text in [link.display().to_string(), format!("'{}' -verb=0 {{cnf}} {{out}}", link.display())] {
        let external = ExternalSolver::new(&text).unwrap();
        assert_eq!(external.name(), "minisat of mine");
        let answer = Solver::new(Engine::External(external)).solve(&ONE.parse().unwrap()).unwrap();
        assert_eq!(answer, qedoku::solve(&ONE.parse().unwrap()));
    }
}

fn find_in_path(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").expect("there is a PATH");
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| Path::is_file(file));
    found.unwrap_or_else(|| panic!("{name} is needed for this test (./test installs it)"))
}
