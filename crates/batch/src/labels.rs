//! [`Labeller`]: computes the new columns of a chunk.
//!
//! Classic 9x9 puzzles of a chunk are solved together by the lanes engine, from text to text; the referee accepts every solution.
//! Other boards are solved one by one. Ratings and canonical forms are computed row by row.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use qedoku::explain::{Difficulty, DifficultyRater, Explainer, Measure, Technique};
use qedoku::formats::{WriteOptions, write_line};
use qedoku::lanes::{BatchAnswer, PuzzleLine};
use qedoku::{Answer, Grid, Interrupt, Puzzle, SolutionCount, SolveError, Solver};

use crate::certificates::proved_answer;
use crate::columns::{AddedColumn, ResultColumn, Results, TextValues, Values};
use crate::dedup::{canonical_form, puzzle_of};
use crate::rows::{Row, RowPuzzle, Rows};

/// Computes columns.
#[derive(Clone, Debug)]
pub struct Labeller {
    columns: Vec<AddedColumn>,
    /// The solver; its interrupt flag ends the work.
    pub solver: Solver,
    /// The number at which counting of solutions ends.
    pub count_limit: u64,
    /// The number of solutions up to which certificates are exact: see [`ProofGoal::Solutions`](qedoku::ProofGoal::Solutions).
    pub proof_limit: u64,
    /// The longest certificate that the output can hold; `None` for any length.
    pub max_certificate_bytes: Option<usize>,
    /// Whether the output has the columns of the first rows only: a row of JSON Lines with other keys then has an error.
    pub has_fixed_columns: bool,
    /// Whether the columns of the output have types: a row of JSON Lines with a value of another type then has an error.
    pub has_typed_columns: bool,
}

/// The number of rows by answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowCounts {
    /// All rows.
    pub rows: u64,
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with exactly one solution.
    pub one: u64,
    /// Puzzles with several solutions.
    pub many: u64,
    /// Malformed rows.
    pub invalid: u64,
    /// Rows whose puzzle is null, in Parquet and Arrow.
    pub missing: u64,
    /// Rows with an error other than that: some column could not be computed, or the number of fields is wrong.
    pub incomplete: u64,
    /// Rows that were left out because they are equivalent to an earlier one.
    pub duplicates: u64,
}

/// The reason why a chunk has no results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LabelError {
    /// The interrupt flag was set.
    Interrupted,
}

thread_local! {
    /// Memory that is reused for all chunks of a thread.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

#[derive(Default)]
struct Scratch {
    answers: Vec<BatchAnswer>,
    rater: DifficultyRater,
    explainer: Explainer,
}

/// The answer of a row.
pub(crate) enum RowAnswer {
    None,
    One(Grid),
    /// The digits of the only solution of a classic puzzle.
    ClassicOne([u8; 81]),
    Many(Grid),
    /// The digits of the first of several solutions of a classic puzzle.
    ClassicMany([u8; 81]),
    /// The row is malformed, or the solver failed.
    Unknown,
}

impl Labeller {
    /// Adds these columns, and `error`.
    pub fn new(columns: &[AddedColumn]) -> Labeller {
        Labeller {
            columns: columns.to_vec(),
            solver: Solver::default(),
            count_limit: 1000,
            proof_limit: 1,
            max_certificate_bytes: None,
            has_fixed_columns: false,
            has_typed_columns: false,
        }
    }

    /// The columns.
    pub fn columns(&self) -> &[AddedColumn] {
        &self.columns
    }

    /// The names of the columns, `error` included.
    pub fn column_names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.columns.iter().flat_map(|column| column.column_names()).copied().chain(["error"])
    }

    /// Whether a row takes milliseconds and not microseconds, so that chunks should be small.
    pub fn is_slow(&self) -> bool {
        self.columns.iter().any(|column| {
            matches!(
                column,
                AddedColumn::Rating
                    | AddedColumn::Se
                    | AddedColumn::Steps
                    | AddedColumn::Techniques
                    | AddedColumn::Count
                    | AddedColumn::Certificate
            )
        })
    }

    /// Computes the columns for the rows of a chunk.
    pub fn label(&self, rows: &Rows<'_>) -> Result<Results, LabelError> {
        self.label_where(rows, |_| true)
    }

    /// Computes the columns for some rows of a chunk; the others get nulls and are not counted.
    pub fn label_where(&self, rows: &Rows<'_>, keep: impl Fn(usize) -> bool) -> Result<Results, LabelError> {
        let mut errors: Vec<Option<String>> = rows.iter().map(|row| self.row_error(row, rows)).collect();
        let needs_answer = self
            .columns
            .iter()
            .any(|column| !matches!(column, AddedColumn::Count | AddedColumn::Canonical | AddedColumn::Givens));
        let is_proved = self.columns.contains(&AddedColumn::Certificate);
        let certificates = if is_proved { self.prove(rows, &keep, &mut errors)? } else { Vec::new() };
        let answers = if is_proved {
            Some(certificates.iter().map(|certificate| proved_answer(certificate.as_ref())).collect())
        } else if needs_answer {
            Some(self.solve(rows, &keep, &mut errors)?)
        } else {
            None
        };
        let mut ratings = match &answers {
            Some(answers) if self.columns.iter().any(|column| RATINGS.contains(column)) => {
                self.rating_columns(rows, answers, &mut errors)?
            }
            _ => RatingColumns::default(),
        };
        let mut columns = Vec::new();
        for column in &self.columns {
            if RATINGS.contains(column) {
                columns.extend(ratings.take(*column));
            } else if *column == AddedColumn::Certificate {
                let values = self.certificate_column(&certificates, &mut errors);
                columns.push(ResultColumn { name: column.name(), values });
            } else {
                let values = self.column(*column, rows, answers.as_deref(), &keep, &mut errors)?;
                columns.push(ResultColumn { name: column.name(), values });
            }
        }
        let counts = count_rows(rows, answers.as_deref(), &keep, &errors);
        let mut error = TextValues::with_capacity(rows.len(), 0);
        for message in &errors {
            match message {
                Some(message) => error.push(message.as_bytes()),
                None => error.push_null(),
            }
        }
        columns.push(ResultColumn { name: "error", values: Values::Text(error) });
        Ok(Results { columns, counts })
    }

    /// The error of a row before anything is computed.
    fn row_error(&self, row: &Row<'_>, rows: &Rows<'_>) -> Option<String> {
        let columns = rows.layout.names.len();
        match &row.puzzle {
            RowPuzzle::Malformed(message) => Some(message.clone()),
            _ if rows.layout.is_csv() && row.fields != columns => {
                Some(format!("expected {columns} fields, found {}", row.fields))
            }
            _ if row.has_other_keys && self.has_fixed_columns => {
                Some("the row has keys that the first rows do not have; only JSON Lines can keep them".to_owned())
            }
            _ if row.other_type.is_some() && self.has_typed_columns => {
                let name = &rows.layout.names[row.other_type.unwrap_or_default()];
                Some(format!("the value of \"{name}\" has another type than in the first rows; JSON Lines can keep it"))
            }
            _ => None,
        }
    }

    fn check_interrupt(&self) -> Result<(), LabelError> {
        if self.solver.interrupt.is_set() { Err(LabelError::Interrupted) } else { Ok(()) }
    }

    /// The answers of the rows.
    fn solve(
        &self,
        rows: &Rows<'_>,
        keep: &impl Fn(usize) -> bool,
        errors: &mut [Option<String>],
    ) -> Result<Vec<RowAnswer>, LabelError> {
        let is_classic = |(index, row): &(usize, &Row<'_>)| matches!(row.puzzle, RowPuzzle::Classic(_)) && keep(*index);
        let lines: Vec<PuzzleLine<'_>> =
            rows.iter().enumerate().filter(is_classic).filter_map(|(_, row)| line_of(row)).collect();
        SCRATCH.with_borrow_mut(|scratch| {
            let is_solved = match self.solver.solve_lines(&lines, &mut scratch.answers) {
                Ok(()) => true,
                Err(SolveError::Interrupted) => return Err(LabelError::Interrupted),
                Err(_) => false, // another engine, or a solution that the referee refused: one by one, with the error
            };
            let mut batch = scratch.answers.iter();
            let mut answers = Vec::with_capacity(rows.len());
            for (index, row) in rows.iter().enumerate() {
                let known = (is_solved && is_classic(&(index, row))).then(|| batch.next()).flatten();
                answers.push(match known {
                    Some(BatchAnswer { count: 0, .. }) => RowAnswer::None,
                    Some(BatchAnswer { count: 1, solution }) => RowAnswer::ClassicOne(*solution),
                    Some(BatchAnswer { solution, .. }) => RowAnswer::ClassicMany(*solution),
                    _ if keep(index) => self.solve_row(row, &mut errors[index])?,
                    _ => RowAnswer::Unknown,
                });
            }
            Ok(answers)
        })
    }

    fn solve_row(&self, row: &Row<'_>, error: &mut Option<String>) -> Result<RowAnswer, LabelError> {
        let Some(puzzle) = puzzle_of(&row.puzzle) else { return Ok(RowAnswer::Unknown) };
        match self.solver.solve(&puzzle) {
            Ok(Answer::None) => Ok(RowAnswer::None),
            Ok(Answer::One(solution)) => Ok(RowAnswer::One(solution)),
            Ok(Answer::Many(first, _)) => Ok(RowAnswer::Many(first)),
            Err(SolveError::Interrupted) => Err(LabelError::Interrupted),
            Err(solve_error) => {
                add_error(error, &solve_error);
                Ok(RowAnswer::Unknown)
            }
        }
    }

    fn column(
        &self,
        column: AddedColumn,
        rows: &Rows<'_>,
        answers: Option<&[RowAnswer]>,
        keep: &impl Fn(usize) -> bool,
        errors: &mut [Option<String>],
    ) -> Result<Values, LabelError> {
        let answers = answers.unwrap_or_default();
        match column {
            AddedColumn::Answer => Ok(answer_column(rows, answers)),
            AddedColumn::Solution => Ok(solution_column(rows, answers)),
            AddedColumn::Count => self.count_column(rows, keep, errors),
            AddedColumn::Canonical => self.canonical_column(rows, keep, errors),
            AddedColumn::Techniques => self.technique_column(rows, answers, errors),
            _ => Ok(Values::Integer(rows.iter().map(|row| givens(&row.puzzle)).collect())),
        }
    }

    fn count_column(
        &self,
        rows: &Rows<'_>,
        keep: &impl Fn(usize) -> bool,
        errors: &mut [Option<String>],
    ) -> Result<Values, LabelError> {
        let mut counts = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let puzzle = puzzle_of(&row.puzzle).filter(|_| keep(index));
            counts.push(match puzzle.map(|puzzle| self.solver.count(&puzzle, Some(self.count_limit))) {
                None => None,
                Some(Ok(SolutionCount::Exactly(count) | SolutionCount::AtLeast(count))) => i64::try_from(count).ok(),
                Some(Err(error)) if matches!(error.error, SolveError::Interrupted) => {
                    return Err(LabelError::Interrupted);
                }
                Some(Err(error)) => {
                    add_error(&mut errors[index], &error.error);
                    None
                }
            });
        }
        Ok(Values::Integer(counts))
    }

    fn canonical_column(
        &self,
        rows: &Rows<'_>,
        keep: &impl Fn(usize) -> bool,
        errors: &mut [Option<String>],
    ) -> Result<Values, LabelError> {
        let options = write_options(rows);
        let mut forms = TextValues::with_capacity(rows.len(), 81);
        for (index, row) in rows.iter().enumerate() {
            self.check_interrupt()?;
            match canonical_form(&row.puzzle).filter(|_| keep(index)) {
                Some(Ok(form)) => forms.push(grid_text(form.puzzle.givens(), &options).as_bytes()),
                Some(Err(error)) => {
                    add_error(&mut errors[index], &error);
                    forms.push_null();
                }
                None => forms.push_null(),
            }
        }
        Ok(Values::Text(forms))
    }

    fn technique_column(
        &self,
        rows: &Rows<'_>,
        answers: &[RowAnswer],
        errors: &mut [Option<String>],
    ) -> Result<Values, LabelError> {
        let mut column = TextValues::with_capacity(rows.len(), 40);
        for (index, row) in rows.iter().enumerate() {
            let Some(puzzle) = Labeller::ratable(row, &answers[index], &mut errors[index]) else {
                column.push_null();
                continue;
            };
            let steps = SCRATCH.with_borrow_mut(|scratch| {
                scratch.explainer.interrupt = self.solver.interrupt.clone();
                scratch.explainer.explain(&puzzle)
            });
            match steps {
                Ok(explanation) => {
                    let mut techniques: Vec<Technique> = explanation.steps.iter().map(|step| step.technique).collect();
                    techniques.sort_unstable();
                    techniques.dedup();
                    let names: Vec<String> = techniques.iter().map(ToString::to_string).collect();
                    column.push(names.join("; ").as_bytes());
                }
                Err(_) if self.solver.interrupt.is_set() => return Err(LabelError::Interrupted),
                Err(error) => {
                    add_error(&mut errors[index], &error.error);
                    column.push_null();
                }
            }
        }
        Ok(Values::List(column))
    }

    fn rating_columns(
        &self,
        rows: &Rows<'_>,
        answers: &[RowAnswer],
        errors: &mut [Option<String>],
    ) -> Result<RatingColumns, LabelError> {
        let mut ratings = RatingColumns::default();
        for (index, row) in rows.iter().enumerate() {
            let error = &mut errors[index];
            let difficulty = match Labeller::ratable(row, &answers[index], error) {
                Some(puzzle) => self.rate(&puzzle, error)?,
                None => None,
            };
            ratings.push(difficulty.as_ref(), self.columns.contains(&AddedColumn::Rating), error);
        }
        Ok(ratings)
    }

    /// The puzzle, if it has exactly one solution and its board is not too large.
    fn ratable<'r>(row: &'r Row<'_>, answer: &RowAnswer, error: &mut Option<String>) -> Option<Cow<'r, Puzzle>> {
        let puzzle =
            puzzle_of(&row.puzzle).filter(|_| matches!(answer, RowAnswer::One(_) | RowAnswer::ClassicOne(_)))?;
        if !Explainer::supports(puzzle.board()) {
            let side = puzzle.board().side();
            let message = format!("cannot rate a {side}x{side} board: the largest is 16x16");
            if error.as_ref().is_none_or(|known| !known.contains(&message)) {
                add_error(error, &message);
            }
            return None;
        }
        Some(puzzle)
    }

    fn rate(&self, puzzle: &Puzzle, error: &mut Option<String>) -> Result<Option<Difficulty>, LabelError> {
        let interrupt: &Interrupt = &self.solver.interrupt;
        match SCRATCH.with_borrow_mut(|scratch| scratch.rater.rate(puzzle, interrupt)) {
            Ok(difficulty) => Ok(Some(difficulty)),
            Err(_) if interrupt.is_set() => Err(LabelError::Interrupted),
            Err(incomplete) => {
                add_error(error, &incomplete.error);
                Ok(None)
            }
        }
    }
}

/// The columns that the rater computes together.
const RATINGS: [AddedColumn; 3] = [AddedColumn::Rating, AddedColumn::Se, AddedColumn::Steps];

/// The columns `rating`, `se`, `se_trust` and `steps`.
#[derive(Default)]
struct RatingColumns {
    b: Vec<Option<i64>>,
    se: Vec<Option<u32>>,
    se_trust: TextValues,
    steps: Vec<Option<i64>>,
}

impl RatingColumns {
    fn push(&mut self, difficulty: Option<&Difficulty>, needs_rating: bool, error: &mut Option<String>) {
        let b = difficulty.map(|difficulty| difficulty.rating.b);
        self.b.push(match b {
            Some(Some(Measure::Exactly(b))) => i64::try_from(b).ok(),
            Some(Some(Measure::AtLeast(bound))) if needs_rating => {
                add_error(error, &format_args!("rating: at least {bound}, where the search reached its work limit"));
                None
            }
            Some(None) if needs_rating => {
                add_error(error, &"rating: the puzzle is beyond braids");
                None
            }
            _ => None,
        });
        let estimate = difficulty.and_then(|difficulty| difficulty.estimate);
        self.se.push(estimate.map(|estimate| estimate.tenths.into()));
        match estimate {
            Some(estimate) => self.se_trust.push(estimate.quality.as_str().as_bytes()),
            None => self.se_trust.push_null(),
        }
        self.steps.push(difficulty.map(|difficulty| difficulty.steps as i64));
    }

    /// The columns of one kind.
    fn take(&mut self, column: AddedColumn) -> Vec<ResultColumn> {
        let result = |name, values| ResultColumn { name, values };
        match column {
            AddedColumn::Rating => vec![result("rating", Values::Integer(std::mem::take(&mut self.b)))],
            AddedColumn::Steps => vec![result("steps", Values::Integer(std::mem::take(&mut self.steps)))],
            AddedColumn::Se => vec![
                result("se", Values::Tenths(std::mem::take(&mut self.se))),
                result("se_trust", Values::Text(std::mem::take(&mut self.se_trust))),
            ],
            _ => Vec::new(),
        }
    }
}

fn line_of<'r>(row: &'r Row<'_>) -> Option<PuzzleLine<'r>> {
    if let RowPuzzle::Classic(symbols) = row.puzzle { Some(PuzzleLine(symbols)) } else { None }
}

pub(crate) fn add_error(error: &mut Option<String>, message: &dyn fmt::Display) {
    match error {
        Some(error) => {
            error.push_str("; ");
            error.push_str(&message.to_string());
        }
        None => *error = Some(message.to_string()),
    }
}

fn answer_column(rows: &Rows<'_>, answers: &[RowAnswer]) -> Values {
    let mut column = TextValues::with_capacity(answers.len(), 4);
    for (row, answer) in rows.iter().zip(answers) {
        match (answer, &row.puzzle) {
            (RowAnswer::None, _) => column.push(b"none"),
            (RowAnswer::One(_) | RowAnswer::ClassicOne(_), _) => column.push(b"one"),
            (RowAnswer::Many(_) | RowAnswer::ClassicMany(_), _) => column.push(b"many"),
            (RowAnswer::Unknown, RowPuzzle::Malformed(_)) => column.push(b"invalid"),
            (RowAnswer::Unknown, _) => column.push_null(),
        }
    }
    Values::Text(column)
}

fn solution_column(rows: &Rows<'_>, answers: &[RowAnswer]) -> Values {
    let options = write_options(rows);
    let mut column = TextValues::with_capacity(answers.len(), 81);
    for answer in answers {
        match answer {
            RowAnswer::ClassicOne(digits) | RowAnswer::ClassicMany(digits) => column.push_digits(digits),
            RowAnswer::One(grid) | RowAnswer::Many(grid) => column.push(grid_text(grid, &options).as_bytes()),
            RowAnswer::None | RowAnswer::Unknown => column.push_null(),
        }
    }
    Values::Text(column)
}

/// Grids are written with the symbols of the input.
fn write_options(rows: &Rows<'_>) -> WriteOptions {
    WriteOptions { alphabet: rows.layout.alphabet(), ..WriteOptions::default() }
}

fn grid_text(grid: &Grid, options: &WriteOptions) -> String {
    // The alphabet of the first puzzle may be too small for a larger board.
    write_line(grid, options).unwrap_or_else(|_| qedoku::formats::line(grid))
}

fn givens(puzzle: &RowPuzzle<'_>) -> Option<i64> {
    match puzzle {
        RowPuzzle::Classic(symbols) => {
            Some(symbols.iter().filter(|symbol| matches!(symbol, b'1'..=b'9')).count() as i64)
        }
        RowPuzzle::Puzzle(puzzle) => Some(puzzle.givens().filled_count() as i64),
        RowPuzzle::Malformed(_) | RowPuzzle::Missing => None,
    }
}

fn count_rows(
    rows: &Rows<'_>,
    answers: Option<&[RowAnswer]>,
    keep: &impl Fn(usize) -> bool,
    errors: &[Option<String>],
) -> RowCounts {
    let mut counts = RowCounts::default();
    for (index, row) in rows.iter().enumerate() {
        counts.rows += 1;
        if !keep(index) {
            counts.duplicates += 1;
            continue;
        }
        match answers.map(|answers| &answers[index]) {
            Some(RowAnswer::None) => counts.none += 1,
            Some(RowAnswer::One(_) | RowAnswer::ClassicOne(_)) => counts.one += 1,
            Some(RowAnswer::Many(_) | RowAnswer::ClassicMany(_)) => counts.many += 1,
            Some(RowAnswer::Unknown) | None => {}
        }
        let is_malformed = matches!(row.puzzle, RowPuzzle::Malformed(_));
        counts.invalid += u64::from(is_malformed);
        counts.missing += u64::from(matches!(row.puzzle, RowPuzzle::Missing));
        counts.incomplete += u64::from(!is_malformed && errors[index].is_some());
    }
    counts
}

impl RowCounts {
    /// Adds the counts of other rows.
    pub fn add(&mut self, other: &RowCounts) {
        let RowCounts { rows, none, one, many, invalid, missing, incomplete, duplicates } = other;
        self.rows += rows;
        self.none += none;
        self.one += one;
        self.many += many;
        self.invalid += invalid;
        self.missing += missing;
        self.incomplete += incomplete;
        self.duplicates += duplicates;
    }
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for LabelError {}
