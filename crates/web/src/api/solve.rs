//! `/api/solve`, `/api/count`, `/api/candidates`: solutions, their number, and the true candidates.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use qedoku::{EnumerationResult, Grid, IncompleteError, Portfolio, Puzzle, SolutionCount, SolveError, Solver, json};
use serde_json::Value;

use super::fields::{
    CANDIDATE_ROWS, COMPLETE_FIELDS, DIGIT_ROWS, Field, FieldType, INCOMPLETE_FIELDS, PUZZLE_FIELDS,
    PUZZLE_SUMMARY_FIELDS,
};
use super::{Endpoint, ResponseBody, ResponseKind, SearchResult};
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
    response: ResponseKind::Search {
        complete: &[
            COMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[
                Field::new("answer", FieldType::Choice(|| vec!["none", "one", "many"]), "Number of solutions"),
                Field::new("solutions", FieldType::List(&FieldType::Text), "Solutions, each on one line"),
                Field::new("complete", FieldType::Flag, "Whether the list has all solutions"),
                Field::new("grids", FieldType::List(&DIGIT_ROWS), "The same solutions by rows"),
                Field::optional(
                    "clashes",
                    FieldType::List(&FieldType::Text),
                    "If there is none: pairs of equal givens in a house",
                ),
            ],
        ],
        incomplete: &[
            INCOMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[Field::new(
                "found",
                FieldType::List(&DIGIT_ROWS),
                "The solutions found: none, or one that need not be the only one; each by rows",
            )],
        ],
    },
    example: r#"{"puzzle": "..2..3.114......"}"#,
    handle: |request, context| {
        solve(&request.puzzle()?, request.number("solutions"), context).map(ResponseBody::Search)
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
    response: ResponseKind::Search {
        complete: &[
            COMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[Field::new("count", FieldType::Number, "Number of solutions")],
        ],
        incomplete: &[
            INCOMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[Field::new("at_least", FieldType::Number, "Number of solutions found before the search was stopped")],
        ],
    },
    example: r#"{"puzzle": "4x4", "limit": 100}"#,
    handle: |request, context| {
        let (puzzle, limit) = (request.puzzle()?, request.number("limit"));
        count(&puzzle, limit, context).map(ResponseBody::Search)
    },
};

pub(crate) const CANDIDATES: Endpoint = Endpoint {
    path: "/api/candidates",
    summary: "Find the true candidates: those that occur in some solution",
    request: &[PUZZLE_FIELDS],
    response: ResponseKind::Search {
        complete: &[
            COMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[Field::new("candidates", CANDIDATE_ROWS, "True candidates of each cell by rows")],
        ],
        incomplete: &[
            INCOMPLETE_FIELDS,
            PUZZLE_SUMMARY_FIELDS,
            &[Field::new(
                "found",
                CANDIDATE_ROWS,
                "Candidates of the solutions found so far, by rows; there may be more",
            )],
        ],
    },
    example: r#"{"puzzle": "..2..3.1........"}"#,
    handle: |request, context| candidates(&request.puzzle()?, context).map(ResponseBody::Search),
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

/// Whether there is no solution, one or many. A search that was stopped is still complete if it has found two solutions.
fn solve(puzzle: &Puzzle, limit: Option<u64>, context: &JobContext) -> Result<SearchResult, ApiError> {
    context.check_search(puzzle.board())?;
    let found = enumerate(puzzle, limit, context)?;
    let grids: Value = found.solutions.iter().map(json::digits).collect();
    let mut fields = json::puzzle(puzzle);
    if found.as_str() == "unknown" {
        fields["found"] = grids;
        return Ok(SearchResult::Incomplete { fields, stopped: None });
    }
    json::merge(&mut fields, json::answer(puzzle, &found));
    fields["grids"] = grids;
    Ok(SearchResult::Complete(fields))
}

fn count(puzzle: &Puzzle, limit: Option<u64>, context: &JobContext) -> Result<SearchResult, ApiError> {
    context.check_search(puzzle.board())?;
    let counted = solver(context).count(puzzle, limit);
    let at_limit = counted.is_ok().then(|| format!("the limit of {} was reached", limit.unwrap_or(u64::MAX)));
    let mut fields = json::puzzle(puzzle);
    Ok(match counted.or_else(IncompleteError::into_partial)? {
        SolutionCount::Exactly(count) => {
            fields["count"] = count.into();
            SearchResult::Complete(fields)
        }
        SolutionCount::AtLeast(count) => {
            fields["at_least"] = count.into();
            SearchResult::Incomplete { fields, stopped: at_limit }
        }
    })
}

fn candidates(puzzle: &Puzzle, context: &JobContext) -> Result<SearchResult, ApiError> {
    context.check_search(puzzle.board())?;
    let found = solver(context).true_candidates(puzzle);
    let is_complete = found.is_ok();
    let rows = json::candidates(puzzle.board(), &found.or_else(IncompleteError::into_partial)?);
    let mut fields = json::puzzle(puzzle);
    if is_complete {
        fields["candidates"] = rows;
        return Ok(SearchResult::Complete(fields));
    }
    fields["found"] = rows;
    Ok(SearchResult::Incomplete { fields, stopped: None })
}
