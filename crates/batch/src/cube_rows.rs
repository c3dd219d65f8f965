//! Rows of cubes: the sub-puzzles of one puzzle as a table, and the results of their rows.
//!
//! | column | content |
//! |---|---|
//! | `puzzle` | the sub-puzzle: the puzzle with the decisions as givens |
//! | `parent` | the CRC-32 of the puzzle that was split: 8 hexadecimal digits |
//! | `cubes` | the number of cubes |
//! | `cube` | the number of this cube, from 1 |
//! | `decisions` | the decisions, such as `r3c2=7 r5c5=1`; empty if the cube is the whole puzzle |
//!
//! Whoever solves the rows adds the columns `answer` and `solution`, `count`, or `certificate`, as [`Labeller`](crate::Labeller)
//! does, and may reorder rows and add other columns.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use qedoku::cubes::Cube;
use qedoku::formats::{PuzzleWriteError, ReadOptions, WriteOptions, read_one, write_line};
use qedoku::proof::{Claim, VerifyError};
use qedoku::{Candidate, Certificate, Grid, Interrupt, Puzzle, referee};

use crate::columns::{ResultColumn, TextValues, Values};
use crate::dedup::puzzle_of;
use crate::rows::Rows;
use crate::{ChunkLimit, Results, RowCounts, TableError, TableFormat, TableOptions, TableReader, TableWriter};

/// The columns of a cube besides the puzzle.
const COLUMNS: [&str; 4] = ["parent", "cubes", "cube", "decisions"];
/// The columns of its results.
const RESULTS: [&str; 5] = ["answer", "solution", "count", "certificate", "error"];

/// The largest number of cubes.
pub const MAX_CUBES: u64 = 1_000_000;

/// The identity of a puzzle in the rows of its cubes.
pub fn parent_id(puzzle: &Puzzle) -> String {
    format!("{:08x}", crc32fast::hash(puzzle.to_string().as_bytes()))
}

/// The table of the cubes of a puzzle. The puzzle has no eliminated candidates, which a row could not state.
pub fn cube_table(
    puzzle: &Puzzle,
    cubes: &[Cube],
    format: TableFormat,
    symbols: &WriteOptions,
) -> Result<Vec<u8>, TableError> {
    let line = |cube: &Cube| write_line(cube.sub_puzzle(puzzle).givens(), symbols).map(|line| line + "\n");
    let not_written = |error: PuzzleWriteError| TableError::Format(error.to_string());
    let list = cubes.iter().map(line).collect::<Result<String, _>>().map_err(not_written)?;
    let read = ReadOptions { format: None, alphabet: symbols.alphabet, board: Some(puzzle.board()) };
    let options = TableOptions { format: Some(TableFormat::List), column: None, read };
    let mut reader = TableReader::open(Box::new(std::io::Cursor::new(list)), &options)?;
    let writer = TableWriter::with_columns(format, reader.layout(), COLUMNS.into_iter())?;
    let mut out = writer.header();
    let (parent, mut first) = (parent_id(puzzle), 0);
    while let Some(chunk) = reader.next_chunk(ChunkLimit::default())? {
        let rows = chunk.rows();
        let results = cube_columns(&parent, &cubes[first..first + rows.len()], first, cubes.len());
        writer.write(&rows, &results, |_| true, &mut out)?;
        first += rows.len();
    }
    Ok(out)
}

fn cube_columns(parent: &str, cubes: &[Cube], first: usize, total: usize) -> Results {
    let (mut parents, mut decisions) = (TextValues::default(), TextValues::default());
    for cube in cubes {
        parents.push(parent.as_bytes());
        decisions.push(cube.to_string().as_bytes());
    }
    let totals = vec![Some(total as i64); cubes.len()];
    let numbers = (first..first + cubes.len()).map(|index| Some(index as i64 + 1)).collect();
    let values = [Values::Text(parents), Values::Integer(totals), Values::Integer(numbers), Values::Text(decisions)];
    let columns = COLUMNS.into_iter().zip(values).map(|(name, values)| ResultColumn { name, values }).collect();
    Results { columns, counts: RowCounts::default() }
}

/// A row of a table of cubes that belongs to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CubeRow {
    /// The number of the cube, from 1.
    pub number: u64,
    /// The number of all cubes.
    pub total: u64,
    /// The decisions.
    pub cube: Cube,
    /// The solutions, as far as the row states them.
    pub result: CubeResult,
}

/// The known solutions in a cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CubeResult {
    /// Nothing: the row has no result, or an error.
    Unknown(String),
    /// The statement of a row, without a proof.
    Stated {
        /// The number of solutions; there may be more if it is not exact.
        count: u64,
        /// Whether there are no more.
        is_exact: bool,
        /// A solution, accepted by the referee.
        solution: Option<Grid>,
    },
    /// A certificate that the checker has accepted for the sub-puzzle.
    Certified(Certificate),
}

/// The reason why a row is refused.
#[derive(Debug)]
#[non_exhaustive]
pub enum CubeRowError {
    /// A column is missing, or its value is not what it has to be.
    Column(&'static str, Option<String>),
    /// The row belongs to another puzzle.
    Parent(String),
    /// The puzzle of the row is not the parent with the decisions.
    Puzzle,
    /// The solution is none.
    Solution(String),
    /// The checker refused the certificate.
    Certificate(VerifyError),
    /// The certificate proves another answer than the row has.
    Contradiction(String, Claim),
    /// The work was interrupted.
    Interrupted,
}

impl CubeRow {
    /// Reads and checks a row. A count of at least `count_limit` is a lower bound.
    pub fn read(
        puzzle: &Puzzle,
        rows: &Rows<'_>,
        index: usize,
        count_limit: u64,
        interrupt: &Interrupt,
    ) -> Result<CubeRow, CubeRowError> {
        let mut fields = rows.fields(index, COLUMNS.iter().chain(&RESULTS)).into_iter();
        let mut column = |name| fields.next().flatten().ok_or(CubeRowError::Column(name, None));
        let parent = column("parent")?;
        if parent != parent_id(puzzle) {
            return Err(CubeRowError::Parent(parent.into_owned()));
        }
        let number = |name, text: Cow<'_, str>| {
            let number = text.parse().ok().filter(|number| (1..=MAX_CUBES).contains(number));
            number.ok_or_else(|| CubeRowError::Column(name, Some(text.into_owned())))
        };
        let total: u64 = number("cubes", column("cubes")?)?;
        let cube_text = column("cube")?;
        let row_number: u64 = number("cube", cube_text.clone())?;
        if row_number > total {
            return Err(CubeRowError::Column("cube", Some(cube_text.into_owned())));
        }
        // An empty field of CSV, or a null.
        let decisions = column("decisions").unwrap_or_default();
        let cube: Cube =
            decisions.parse().map_err(|_| CubeRowError::Column("decisions", Some(decisions.to_string())))?;
        // A decision that the puzzle does not allow would replace a given.
        let is_allowed = |Candidate { cell, digit }: &Candidate| {
            Candidate::new(*cell, *digit).is_on(puzzle.board()) && puzzle.allowed(*cell).contains(*digit)
        };
        if !cube.decisions().iter().all(is_allowed) {
            return Err(CubeRowError::Column("decisions", Some(decisions.into_owned())));
        }
        let sub_puzzle = cube.sub_puzzle(puzzle);
        let row = rows.iter().nth(index).and_then(|row| puzzle_of(&row.puzzle));
        if row.as_deref() != Some(&sub_puzzle) {
            return Err(CubeRowError::Puzzle);
        }
        let [answer, solution, count, certificate, error] = std::array::from_fn(|_| fields.next().flatten());
        let statement = Statement { answer, solution, count, error };
        let result = match certificate {
            Some(text) => statement.certified(&sub_puzzle, text.into_owned(), interrupt)?,
            None => statement.stated(&sub_puzzle, count_limit)?,
        };
        Ok(CubeRow { number: row_number, total, cube, result })
    }
}

/// The columns of the results of a row.
struct Statement<'r> {
    answer: Option<Cow<'r, str>>,
    solution: Option<Cow<'r, str>>,
    count: Option<Cow<'r, str>>,
    error: Option<Cow<'r, str>>,
}

impl Statement<'_> {
    /// The certificate, verified; the answer must agree with it.
    fn certified(&self, puzzle: &Puzzle, text: String, interrupt: &Interrupt) -> Result<CubeResult, CubeRowError> {
        let certificate = Certificate::read_until(puzzle, text.into_bytes(), interrupt).map_err(|error| {
            if interrupt.is_set() { CubeRowError::Interrupted } else { CubeRowError::Certificate(error) }
        })?;
        let proved = match certificate.claim() {
            Claim::Exactly(grids) if grids.is_empty() => "none",
            Claim::Exactly(grids) if grids.len() == 1 => "one",
            Claim::Exactly(_) | Claim::AtLeast(_) => "many",
            Claim::Forced(_) | Claim::Excluded(_) => "a claim about a candidate",
        };
        let is_about_candidate = matches!(certificate.claim(), Claim::Forced(_) | Claim::Excluded(_));
        match self.answer.as_deref() {
            Some(answer) if answer != proved => {
                Err(CubeRowError::Contradiction(answer.to_owned(), certificate.claim().clone()))
            }
            _ if is_about_candidate => Ok(CubeResult::Unknown(certificate.claim().to_string())),
            _ => Ok(CubeResult::Certified(certificate)),
        }
    }

    /// The answer or the number of solutions, as the row states it.
    fn stated(&self, puzzle: &Puzzle, count_limit: u64) -> Result<CubeResult, CubeRowError> {
        let solution = self.solution.as_deref().map(|text| read_solution(puzzle, text)).transpose()?;
        let count = match self.count.as_deref().map(str::parse::<u64>) {
            Some(Err(_)) => {
                return Err(CubeRowError::Column("count", self.count.as_deref().map(str::to_owned)));
            }
            Some(Ok(count)) => Some((count, count < count_limit)),
            None => None,
        };
        let by_answer = match self.answer.as_deref() {
            Some("none") => Some((0, true)),
            Some("one") => Some((1, true)),
            Some("many") => Some((2, false)),
            _ => None,
        };
        let agrees = match (count, by_answer) {
            (Some((count, _)), Some((known, true))) => count == known,
            (Some((count, is_exact)), Some((known, false))) => count >= known || !is_exact,
            _ => true,
        };
        let found = u64::from(solution.is_some());
        match count.or(by_answer) {
            Some((count, is_exact)) if agrees && (found <= count || !is_exact) => {
                Ok(CubeResult::Stated { count: count.max(found), is_exact, solution })
            }
            Some(_) => {
                let texts = [&self.answer, &self.count, &self.solution].into_iter().flatten();
                Err(CubeRowError::Column("answer", Some(texts.map(AsRef::as_ref).collect::<Vec<_>>().join(", "))))
            }
            None => {
                let reason = self.error.as_deref().or(self.answer.as_deref()).unwrap_or("no result");
                Ok(CubeResult::Unknown(reason.to_owned()))
            }
        }
    }
}

/// The solution of a row, accepted by the referee.
fn read_solution(puzzle: &Puzzle, text: &str) -> Result<Grid, CubeRowError> {
    let options = ReadOptions { board: Some(puzzle.board()), ..ReadOptions::default() };
    let grid = read_one(text, &options).map_err(|error| CubeRowError::Solution(error.to_string()))?.into_givens();
    if grid.board() != puzzle.board() {
        return Err(CubeRowError::Solution(format!("a grid of {}", grid.board())));
    }
    referee::check(puzzle, &grid).map_err(|error| CubeRowError::Solution(error.to_string()))?;
    Ok(grid)
}

impl fmt::Display for CubeRowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CubeRowError::Column(name, None) => write!(f, "no column \"{name}\": expected a row of qedoku cubes"),
            CubeRowError::Column(name, Some(value)) => write!(f, "invalid value in the column \"{name}\": {value}"),
            CubeRowError::Parent(parent) => write!(f, "the cube belongs to another puzzle (parent {parent})"),
            CubeRowError::Puzzle => {
                f.write_str("the puzzle of the row is not the puzzle with the decisions of the cube")
            }
            CubeRowError::Solution(reason) => write!(f, "the solution is refused: {reason}"),
            CubeRowError::Certificate(error) => write!(f, "the certificate is refused: {error}"),
            CubeRowError::Contradiction(answer, claim) => {
                write!(f, "the answer is \"{answer}\", but the certificate proves: {claim}")
            }
            CubeRowError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for CubeRowError {}
