//! Sudoku as logic: encode it, solve it, prove it, explain it.
//!
//! qedoku turns any Sudoku, 4x4 to 144x144, into SAT clauses or constraints for any solver, solves it, proves the answer with a
//! certificate that an independent checker accepts, and explains it in the smallest steps.
//!
//! # Solve
//!
//! [`solve`] answers a puzzle: no solution, exactly one, or two of several. It always searches for a second solution, so "one" is
//! proved.
//!
//! ```
//! use qedoku::{Answer, Puzzle};
//!
//! let puzzle: Puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let Answer::One(solution) = qedoku::solve(&puzzle) else { panic!("the puzzle has one solution") };
//! assert!(qedoku::referee::check(&puzzle, &solution).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve_all`] solves any number of puzzles on all cores and keeps their order; [`count`] and [`solutions`] count and enumerate.
//! A [`Solver`] chooses the [`Engine`], the seed and the number of threads, and holds the [`Interrupt`] flag that ends long work.
//! Interrupted work is an error that carries the result so far ([`IncompleteError`]).
//!
//! ```
//! use qedoku::{Puzzle, SolutionCount, Solver};
//!
//! let ambiguous: Puzzle = "1.3.............".parse()?;
//! assert_eq!(Solver::default().count(&ambiguous, None)?, SolutionCount::Exactly(24));
//! assert_eq!(qedoku::solutions(&ambiguous).count(), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encode for a SAT solver, and decode
//!
//! ```
//! use qedoku::{Encoding, EncodingOptions, Puzzle};
//!
//! let puzzle: Puzzle = "4...3..2...4..2.".parse()?;
//! let encoding = Encoding::new(&puzzle, EncodingOptions::default())?;
//! let mut cnf = Vec::new();
//! encoding.write_dimacs(&mut cnf)?; // run any SAT solver on this file
//! # let qedoku::Answer::One(solution) = qedoku::solve(&puzzle) else { panic!() };
//! # let var = |(cell, digit)| encoding.variables().var(cell, digit).unwrap().get().to_string();
//! # let output = format!("s SATISFIABLE\nv {} 0\n", solution.filled().map(var).collect::<Vec<_>>().join(" "));
//! let decoded = qedoku::decode(&output, &encoding)?; // output: what the solver printed
//! assert_eq!(decoded.unwrap().to_string(), "4231314223141423");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`encode`] has all schemes, at-most-one encodings, DIMACS, F2CSP, MiniZinc, XCSP3, OPB and SMT-LIB; [`ExternalSolver`] runs a
//! solver for you.
//!
//! # Prove and verify
//!
//! ```
//! let puzzle: qedoku::Puzzle = "4...3..2...4..2.".parse()?;
//! let certificate = qedoku::prove(&puzzle)?;
//! let verified = certificate.verify(&puzzle)?; // the checker knows no solver
//! assert_eq!(verified.claim.to_string(), "exactly 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Explain, rate, generate
//!
//! ```
//! use qedoku::Board;
//! use qedoku::generate::PuzzleSpec;
//!
//! let generated = qedoku::generate(PuzzleSpec::new(Board::CLASSIC), 2026)?.next().expect("an endless iterator")?;
//! for step in &qedoku::explain(&generated.puzzle)? {
//!     println!("{step}"); // a sentence
//! }
//! println!("{}", qedoku::rate(&generated.puzzle)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Cargo features
//!
//! All but `serde` are on by default.
//! - `sat`: the built-in SAT solver CaDiCaL, which needs a C++ compiler. Without it, 9x9 puzzles can still be solved, counted,
//!   generated, rated and explained; on other boards, what needs a SAT solver gives [`SolveError::SatUnavailable`].
//! - `explain`: explanations and ratings. `generate`: new puzzles.
//! - `serde`: `Serialize` and `Deserialize` for puzzles, grids and answers.
//!
//! Nothing here prints, reads a clock, the environment or a file. The exception is [`external`]: it finds solvers in PATH and runs
//! them on temporary files.

pub mod json;
pub mod message_text;

use std::sync::LazyLock;

pub use qedoku_encode as encode;
pub use qedoku_encode::{Amo, Encoding, EncodingOptions, Numbering, Scheme};
#[cfg(feature = "explain")]
pub use qedoku_explain::{self as explain, explain, rate};
#[cfg(feature = "generate")]
pub use qedoku_generate as generate;
pub use qedoku_proof as proof;
pub use qedoku_puzzle::{
    Answer, Board, Candidate, Cell, Digit, DigitSet, GivenConflict, Grid, House, HouseKind, Locale, Puzzle, board,
    formats, locale, referee,
};
pub use qedoku_solve::prove::{Certificate, ProofGoal, ProveError};
pub use qedoku_solve::{
    CandidateCount, Completeness, ConstraintSolver, CountEstimate, Engine, EnumerationResult, EstimateOptions,
    ExternalSolver, IncompleteError, Interrupt, InvalidSolutionError, LogNumber, ModelDecodeError, Portfolio, Progress,
    ProofFormat, SampledCount, SatEngine, SatProblem, SolutionCount, SolveError, Solver, StepSearch, StepStage,
    TrueCandidates, cubes, decode, estimate, external, lanes, local_search, preprocess, prove, solve,
};

/// The solver of the functions below. Nobody else has its interrupt flag, so it always answers.
static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::default);
const ANSWERS: &str = "the default solver answers unless it is interrupted";

/// Solves any number of puzzles on all cores with the default engine; the answers are in the order of the puzzles.
///
/// ```
/// let texts = ["4...3..2...4..2.", "4...3..2...4....", "44.............."];
/// let puzzles = texts.map(|text| text.parse::<qedoku::Puzzle>().unwrap());
/// let answers: Vec<&str> = qedoku::solve_all(&puzzles).map(|answer| answer.as_str()).collect();
/// assert_eq!(answers, ["one", "many", "none"]);
/// ```
///
/// # Panics
/// Without the feature `sat`, if a board is not 9x9; [`Solver::solve_all`] returns an error instead.
pub fn solve_all<B: std::borrow::Borrow<Puzzle> + Sync>(
    puzzles: impl IntoIterator<Item = B>,
) -> impl Iterator<Item = Answer> {
    SOLVER.solve_all(puzzles).map(|answer| answer.expect(ANSWERS))
}

/// Counts the solutions of a puzzle up to a limit.
///
/// # Panics
/// Without the feature `sat`, if the board is not 9x9; [`Solver::count`] returns an error instead.
pub fn count(puzzle: &Puzzle, limit: Option<u64>) -> SolutionCount {
    SOLVER.count(puzzle, limit).expect(ANSWERS)
}

/// Iterator over the solutions of a puzzle.
///
/// # Panics
/// Without the feature `sat`, if the board is not 9x9; [`Solver::solutions`] returns an error instead.
pub fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> {
    SOLVER.solutions(puzzle).map(|solution| solution.expect(ANSWERS))
}

/// Generates puzzles with exactly one solution: an endless iterator, the same for the same seed on every machine.
/// [`generate::GeneratedPuzzles::new`] takes a limit of attempts and an interrupt flag.
#[cfg(feature = "generate")]
pub fn generate(
    spec: generate::PuzzleSpec,
    seed: u64,
) -> Result<generate::GeneratedPuzzles, generate::PuzzleSpecError> {
    generate::puzzles(spec, seed, None)
}

/// Proves how many solutions a puzzle has: none, exactly one (with the solution), or more than one (with two of them).
/// [`prove::prove`] takes other goals and an interrupt flag.
pub fn prove(puzzle: &Puzzle) -> Result<Certificate, ProveError> {
    prove::prove(puzzle, ProofGoal::default(), &Interrupt::default())
}

/// The library chapter of the guide: its examples are documentation tests.
#[cfg(all(doctest, feature = "sat", feature = "explain", feature = "generate"))]
#[doc = include_str!("../../../docs/guide/src/library.md")]
struct LibraryChapter;
