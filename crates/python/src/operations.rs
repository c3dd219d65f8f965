//! Operations on rows: solve, count, rate, canonical form, equivalent puzzles, minimal puzzle. The workers run them.

use qedoku::explain::{Difficulty, DifficultyRater, Explainer};
use qedoku::formats::{Alphabet, PuzzleReadError};
use qedoku::generate::Reducer;
use qedoku::generate::equivalence::{CanonicalForm, Canonicalizer, Transformation, augment};
use qedoku::lanes::{BatchAnswer, PuzzleLine};
use qedoku::{Answer, Board, Interrupt, Puzzle, SolutionCount, SolveError, Solver};

use crate::rows::{ParsedRow, RowChunk, line_puzzle};
use crate::text::PuzzleText;

/// An operation on every row of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    /// None, one or two of many solutions.
    Solve,
    /// The number of solutions, up to a limit.
    Count(Option<u64>),
    /// Whether there is exactly one solution.
    IsUnique,
    /// All measures of difficulty.
    Rate { exact: bool },
    /// The minlex form.
    Canonical,
    /// Random equivalent puzzles.
    Augment { copies: usize, seed: u64 },
    /// A minimal puzzle with the same solution.
    Minimize { seed: u64 },
}

/// The result of one row.
pub(crate) enum RowResult {
    /// The row is null.
    Missing,
    /// The row is not a puzzle.
    Invalid(PuzzleReadError),
    /// The operation has no result for this puzzle.
    Failed(String),
    /// The call was interrupted.
    Interrupted,
    /// No or one solution of a classic puzzle, in a list.
    Classic(BatchAnswer),
    Answer(Answer, Option<Alphabet>),
    Count(u64),
    IsUnique(bool),
    /// `None` for the difficulty of a puzzle that does not have exactly one solution.
    Rating(&'static str, Option<Difficulty>),
    Canonical(Box<CanonicalForm>, Option<Alphabet>),
    Augmented(Vec<(Puzzle, Transformation)>, Option<Alphabet>),
    Minimal(Puzzle, Option<Alphabet>),
}

/// Consumer of the results of a chunk, in the order of its rows.
pub(crate) trait ResultSink {
    /// A classic puzzle with no or one solution. The result is that of `push` with an [`Answer`], without a [`qedoku::Grid`].
    fn push_classic(&mut self, answer: &BatchAnswer);
    /// Any other result.
    fn push(&mut self, result: RowResult);
}

/// The engines of one thread: their buffers are worth keeping.
pub(crate) struct Worker {
    operation: Operation,
    boxes: Option<Board>,
    solver: Solver,
    answers: Vec<BatchAnswer>,
    rater: Option<DifficultyRater>,
    canonicalizer: Canonicalizer,
}

impl Operation {
    /// Rows per chunk: the engine of classic boards needs many, other operations are slow enough for few.
    pub(crate) fn chunk_rows(self, cells: Option<usize>) -> usize {
        match self {
            Operation::Solve | Operation::Count(_) | Operation::IsUnique if cells.is_none_or(|cells| cells == 81) => {
                crate::rows::CLASSIC_CHUNK
            }
            Operation::Canonical | Operation::Augment { .. } => 64,
            Operation::Solve | Operation::Count(_) | Operation::IsUnique => 8,
            Operation::Rate { .. } | Operation::Minimize { .. } => 4,
        }
    }
}

impl Worker {
    pub(crate) fn new(operation: Operation, boxes: Option<Board>, interrupt: &Interrupt) -> Worker {
        let solver = Solver::default().with_interrupt(interrupt);
        let (answers, canonicalizer) = (Vec::new(), Canonicalizer::default());
        Worker { operation, boxes, solver, answers, rater: None, canonicalizer }
    }

    /// Runs the operation on a chunk.
    pub(crate) fn run(&mut self, chunk: &RowChunk, sink: &mut impl ResultSink) {
        chunk.with_parsed(self.boxes, |rows| match self.operation {
            Operation::Solve => self.solve(rows, sink),
            Operation::Count(limit) => self.count(rows, limit, |count| sink.push(count)),
            Operation::IsUnique => self.count(rows, Some(2), |count| {
                sink.push(if let RowResult::Count(count) = count { RowResult::IsUnique(count == 1) } else { count });
            }),
            _ => rows.into_iter().for_each(|row| sink.push(self.run_row(row))),
        });
    }

    /// Solves all lines in one batch.
    fn solve_lines(&mut self, rows: &[ParsedRow<'_>]) -> Result<(), SolveError> {
        let lines: Vec<PuzzleLine<'_>> = rows.iter().filter_map(ParsedRow::line).map(PuzzleLine).collect();
        self.solver.solve_lines(&lines, &mut self.answers)
    }

    fn solve(&mut self, rows: Vec<ParsedRow<'_>>, sink: &mut impl ResultSink) {
        if let Err(error) = self.solve_lines(&rows) {
            return rows.iter().for_each(|_| sink.push(failed(&error)));
        }
        let answers = std::mem::take(&mut self.answers);
        let mut batch = answers.iter();
        for row in rows {
            if let Some(line) = row.line() {
                match batch.next().expect("every line has an answer") {
                    answer if answer.count < 2 => sink.push_classic(answer),
                    // The order of the enumeration is the same on every machine; that of the batch is not.
                    _ => sink.push(self.solve_puzzle(line_puzzle(line).into())),
                }
            } else if let ParsedRow::Puzzle(puzzle) = row {
                sink.push(self.solve_puzzle(*puzzle));
            } else {
                sink.push(without_puzzle(row));
            }
        }
        self.answers = answers;
    }

    fn solve_puzzle(&self, PuzzleText { puzzle, alphabet }: PuzzleText) -> RowResult {
        self.solver.solve(&puzzle).map_or_else(|error| failed(&error), |answer| RowResult::Answer(answer, alphabet))
    }

    fn count(&mut self, rows: Vec<ParsedRow<'_>>, limit: Option<u64>, mut push: impl FnMut(RowResult)) {
        if let Err(error) = self.solve_lines(&rows) {
            return rows.iter().for_each(|_| push(failed(&error)));
        }
        let answers = std::mem::take(&mut self.answers);
        let mut batch = answers.iter();
        let up_to = |count: u32| u64::from(count).min(limit.unwrap_or(u64::MAX));
        for row in rows {
            push(if let Some(line) = row.line() {
                match batch.next().expect("every line has an answer").count {
                    count if count < 2 || limit.is_some_and(|limit| limit <= 2) => RowResult::Count(up_to(count)),
                    _ => self.count_puzzle(&line_puzzle(line), limit),
                }
            } else if let ParsedRow::Puzzle(puzzle) = row {
                self.count_puzzle(&puzzle.puzzle, limit)
            } else {
                without_puzzle(row)
            });
        }
        self.answers = answers;
    }

    fn count_puzzle(&self, puzzle: &Puzzle, limit: Option<u64>) -> RowResult {
        match self.solver.count(puzzle, limit) {
            Ok(SolutionCount::Exactly(count) | SolutionCount::AtLeast(count)) => RowResult::Count(count),
            Err(incomplete) => failed(&incomplete.error),
        }
    }

    fn run_row(&mut self, row: ParsedRow<'_>) -> RowResult {
        let PuzzleText { puzzle, alphabet } = match row {
            ParsedRow::Line(line) => line_puzzle(line).into(),
            ParsedRow::OwnedLine(line) => line_puzzle(&line).into(),
            ParsedRow::Puzzle(puzzle) => *puzzle,
            other => return without_puzzle(other),
        };
        if self.solver.interrupt.is_set() {
            return RowResult::Interrupted;
        }
        match self.operation {
            Operation::Solve | Operation::Count(_) | Operation::IsUnique => unreachable!("these run on whole chunks"),
            Operation::Rate { exact } => self.rate(&puzzle, exact),
            Operation::Canonical => match self.canonicalizer.canonical(&puzzle) {
                Ok(form) => RowResult::Canonical(Box::new(form), alphabet),
                Err(error) => RowResult::Failed(error.to_string()),
            },
            Operation::Augment { copies, seed } => {
                RowResult::Augmented(augment(&puzzle, seed).take(copies).collect(), alphabet)
            }
            Operation::Minimize { seed } => {
                let minimal =
                    Reducer::new(&puzzle, &self.solver.interrupt).and_then(|mut reducer| reducer.minimize(seed));
                minimal.map_or_else(|error| failed(&error), |puzzle| RowResult::Minimal(puzzle, alphabet))
            }
        }
    }

    fn rate(&mut self, puzzle: &Puzzle, exact: bool) -> RowResult {
        let board = puzzle.board();
        if !Explainer::supports(board) {
            return RowResult::Failed(format!(
                "cannot rate a {side}x{side} board: the largest is 16x16",
                side = board.side()
            ));
        }
        match self.solver.solve(puzzle) {
            Ok(Answer::One(_)) => {}
            Ok(answer) => return RowResult::Rating(answer.as_str(), None),
            Err(error) => return failed(&error),
        }
        let new = || if exact { DifficultyRater::default().exact() } else { DifficultyRater::default() };
        match self.rater.get_or_insert_with(new).rate(puzzle, &self.solver.interrupt) {
            Ok(difficulty) => RowResult::Rating("one", Some(difficulty)),
            Err(incomplete) => failed(&incomplete.error),
        }
    }
}

/// The result of a row without a puzzle.
fn without_puzzle(row: ParsedRow<'_>) -> RowResult {
    match row {
        ParsedRow::Missing => RowResult::Missing,
        ParsedRow::Invalid(error) => RowResult::Invalid(error),
        ParsedRow::Line(_) | ParsedRow::OwnedLine(_) | ParsedRow::Puzzle(_) => unreachable!("the row has a puzzle"),
    }
}

fn failed(error: &SolveError) -> RowResult {
    match error {
        SolveError::Interrupted => RowResult::Interrupted,
        error => RowResult::Failed(error.to_string()),
    }
}

/// Results as they are, for lists.
impl ResultSink for Vec<RowResult> {
    fn push_classic(&mut self, answer: &BatchAnswer) {
        Vec::push(self, RowResult::Classic(*answer));
    }

    fn push(&mut self, result: RowResult) {
        Vec::push(self, result);
    }
}
