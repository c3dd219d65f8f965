//! `/api/solve`, `/api/count`, `/api/candidates`: solutions, their number, and the true candidates.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use qedoku::{Digit, DigitSet, EnumerationResult, Grid, IncompleteError, Portfolio, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use super::fields::{
    CANDIDATE_ROWS, DIGIT_ROWS, Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS, STOPPED_FIELD,
};
use super::{Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;
use crate::jobs::JobContext;

pub(crate) const SOLVE: Endpoint = Endpoint {
    path: "/api/solve",
    summary: "Solve a puzzle: no solution, one or many",
    request: &[
        PUZZLE_FIELDS,
        &[Field::optional(
            "solutions",
            FieldType::NumberFrom(1, MAX_SOLUTIONS),
            "Maximum number of solutions to list, from 1 to 1000 [default: 2]",
        )],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("answer", FieldType::Text, "none, one, many, or unknown if the request was stopped"),
            Field::new("solutions", FieldType::List(&FieldType::Text), "Solutions, each on one line"),
            Field::new("complete", FieldType::Flag, "Whether these are all solutions"),
            Field::new("grids", FieldType::List(&DIGIT_ROWS), "The same solutions by rows"),
            Field::optional(
                "clashes",
                FieldType::List(&FieldType::Text),
                "If there is none: pairs of equal givens in a house",
            ),
        ],
        STOPPED_FIELD,
    ]),
    example: r#"{"puzzle": "..2..3.114......"}"#,
    handle: |request, context| {
        solve(&request.puzzle()?, request.number("solutions"), context).map(ResponseBody::Object)
    },
};

/// Most solutions in one response.
const MAX_SOLUTIONS: u64 = 1000;

pub(crate) const COUNT: Endpoint = Endpoint {
    path: "/api/count",
    summary: "Count the solutions of a puzzle",
    request: &[
        PUZZLE_FIELDS,
        &[Field::optional("limit", FieldType::NumberFrom(0, u64::MAX), "Stop counting at this number")],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("count", FieldType::Number, "Number of solutions found"),
            Field::new("exact", FieldType::Flag, "Whether these are all solutions"),
        ],
        STOPPED_FIELD,
    ]),
    example: r#"{"puzzle": "4x4", "limit": 100}"#,
    handle: |request, context| {
        let (puzzle, limit) = (request.puzzle()?, request.number("limit"));
        context.check_search(puzzle.board())?;
        let count = solver(context).count(&puzzle, limit).or_else(IncompleteError::into_partial)?;
        let mut fields = json::puzzle(&puzzle);
        json::merge(&mut fields, &json::count(count));
        Ok(ResponseBody::Object(fields))
    },
};

pub(crate) const CANDIDATES: Endpoint = Endpoint {
    path: "/api/candidates",
    summary: "Find the true candidates: those that occur in some solution",
    request: &[PUZZLE_FIELDS],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("candidates", CANDIDATE_ROWS, "True candidates of each cell by rows"),
            Field::new("complete", FieldType::Flag, "Whether these are all true candidates"),
        ],
        STOPPED_FIELD,
    ]),
    example: r#"{"puzzle": "..2..3.1........"}"#,
    handle: |request, context| candidates(&request.puzzle()?, context).map(ResponseBody::Object),
};

/// A solver that a job can interrupt and that reports its progress.
pub(super) fn solver(context: &JobContext) -> Solver {
    // Up to two threads, the portfolio finds the same grid whatever their number; with more it would not.
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(2);
    let portfolio = Portfolio { threads, progress: context.progress.clone(), ..Portfolio::default() };
    Solver { portfolio, interrupt: context.interrupt.clone(), ..Solver::default() }
}

/// Enumerates up to `limit` solutions; without a limit, up to two.
fn enumerate(puzzle: &Puzzle, limit: Option<u64>, context: &JobContext) -> Result<EnumerationResult<Grid>, SolveError> {
    let solver = solver(context);
    let Ok(found) = EnumerationResult::enumerate(solver.solutions(puzzle), limit, |_, _| Ok::<bool, Infallible>(false));
    found.or_else(IncompleteError::into_partial)
}

fn solve(puzzle: &Puzzle, limit: Option<u64>, context: &JobContext) -> Result<Value, ApiError> {
    context.check_search(puzzle.board())?;
    let found = enumerate(puzzle, limit, context)?;
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json::answer(puzzle, &found));
    fields["grids"] = found.solutions.iter().map(json::digits).collect();
    Ok(fields)
}

fn candidates(puzzle: &Puzzle, context: &JobContext) -> Result<Value, ApiError> {
    context.check_search(puzzle.board())?;
    let found = solver(context).true_candidates(puzzle);
    let complete = found.is_ok();
    let found = found.or_else(IncompleteError::into_partial)?;
    let digits = |set: &DigitSet| Value::from(set.iter().map(Digit::get).collect::<Vec<_>>());
    let rows = json::rows(puzzle.board(), found.iter().map(digits));
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json!({ "candidates": rows, "complete": complete }));
    Ok(fields)
}
