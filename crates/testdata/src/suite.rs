//! Conformance suite: named puzzles with known answers, which every engine runs (`testdata/suite/*.toml`).
//!
//! The file of a case is its kind. `testdata/suite/README.md` describes the fields.

use std::path::Path;

use qedoku_puzzle::{Grid, Puzzle};
use toml::{Table, Value};

use crate::toml_files;

/// A puzzle of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name, unique in the suite.
    pub name: String,
    /// The name of its file: `unique`, `none`, `clashes`, ...
    pub kind: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The expected number of solutions.
    pub solutions: ExpectedCount,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
    /// Whether the oracle takes too long for a test.
    pub is_slow_for_oracle: bool,
    /// The source of the puzzle.
    pub origin: String,
}

/// The expected number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedCount {
    /// Exactly this many.
    Exactly(u64),
    /// At least this many: more than two, and not counted further.
    AtLeast(u64),
}

impl ExpectedCount {
    /// The number of solutions that a search finds which stops at `limit`; `None` if the suite does not know.
    pub fn up_to(self, limit: u64) -> Option<u64> {
        match self {
            ExpectedCount::Exactly(count) => Some(count.min(limit)),
            ExpectedCount::AtLeast(count) => (limit <= count).then_some(limit),
        }
    }

    /// A limit at which a search confirms this count: one more than an exact count, the bound itself otherwise.
    pub fn limit(self) -> u64 {
        match self {
            ExpectedCount::Exactly(count) => count + 1,
            ExpectedCount::AtLeast(count) => count,
        }
    }
}

impl Case {
    /// The number of solutions, 0 to 3; 3 stands for three or more.
    pub fn up_to_three(&self) -> usize {
        self.solutions.up_to(3).expect("a bound is at least three") as usize
    }

    /// The expected answer: `none`, `one` or `many`.
    pub fn answer(&self) -> &'static str {
        ["none", "one", "many", "many"][self.up_to_three()]
    }

    fn from_table(kind: &str, table: &Table) -> Result<Case, String> {
        let fields = ["name", "puzzle", "answer", "solution", "count", "at-least", "slow-oracle", "origin"];
        if let Some(unknown) = table.keys().find(|key| !fields.contains(&key.as_str())) {
            return Err(format!("unknown field {unknown}"));
        }
        let text = |field: &str| table.get(field).and_then(Value::as_str).ok_or_else(|| format!("missing {field}"));
        let number = |field: &str| table.get(field).and_then(Value::as_integer).map(|value| value as u64);
        let puzzle: Puzzle = text("puzzle")?.parse().map_err(|error| format!("puzzle: {error}"))?;
        let solutions = match (text("answer")?, number("count"), number("at-least")) {
            ("none", None, None) => ExpectedCount::Exactly(0),
            ("one", None, None) => ExpectedCount::Exactly(1),
            ("many", Some(count @ 2..), None) => ExpectedCount::Exactly(count),
            ("many", None, Some(bound @ 3..)) => ExpectedCount::AtLeast(bound),
            (answer, count, bound) => return Err(format!("inconsistent: {answer}, {count:?}, {bound:?}")),
        };
        let solution = match (solutions, table.get("solution")) {
            (ExpectedCount::Exactly(1), Some(_)) => Some(solution_on_board(text("solution")?, &puzzle)?),
            (ExpectedCount::Exactly(1), None) => return Err("missing solution".into()),
            (_, Some(_)) => return Err("a solution needs the answer \"one\"".into()),
            (_, None) => None,
        };
        let is_slow_for_oracle = table.get("slow-oracle").and_then(Value::as_bool).unwrap_or(false);
        let (name, origin) = (text("name")?.to_owned(), text("origin")?.to_owned());
        Ok(Case { name, kind: kind.to_owned(), puzzle, solutions, solution, is_slow_for_oracle, origin })
    }
}

/// The grid of a line of digits, on the board of the puzzle.
fn solution_on_board(line: &str, puzzle: &Puzzle) -> Result<Grid, String> {
    let text = format!("{}: {line}", puzzle.board());
    text.parse().map_err(|error| format!("solution: {error}"))
}

/// All cases, file by file.
pub fn cases() -> Vec<Case> {
    let files = toml_files::read_all(&folder());
    let cases = files.iter().flat_map(|(kind, table)| {
        toml_files::entries(table, "case").map(move |entry| {
            Case::from_table(kind, entry).unwrap_or_else(|error| panic!("{kind}.toml: {error}: {entry:?}"))
        })
    });
    cases.collect()
}

/// The few cases of `core.toml`, for tests that take long on each.
pub fn core() -> Vec<Case> {
    cases().into_iter().filter(|case| case.kind == "core").collect()
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/suite")
}
