//! `/api/solve`, `/api/count`, `/api/candidates`: none, one or many, how many, and what can be where.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use qedoku::{Board, Digit, DigitSet, EnumerationResult, Grid, Portfolio, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, DIGIT_LISTS, DIGITS, Field, Kind, PUZZLE, STOPPED};
use super::{Call, Gives, Task};
use crate::problem::Problem;
use crate::work::Work;

pub(crate) const SOLVE: Call = Call {
    path: "/api/solve",
    summary: "Answer a puzzle: none, one or many solutions",
    takes: &[
        PUZZLE,
        &[Field::may(
            "solutions",
            Kind::Number,
            "List up to this many solutions, at most 1000; if left out, two at most",
        )],
    ],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("answer", Kind::Text, "none, one, many, or unknown if the work was ended"),
            Field::new("solutions", Kind::List(&Kind::Text), "Solutions on one line each"),
            Field::new("complete", Kind::Flag, "Whether there are no others"),
            Field::new("grids", Kind::List(&DIGITS), "The same solutions, row by row"),
            Field::may("clashes", Kind::List(&Kind::Text), "If there is none: the givens that clash directly"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "..2..3.114......"}"#,
    start: |ask| {
        let (puzzle, limit) = (ask.puzzle()?, ask.number("solutions"));
        if !(1..=MOST_SOLUTIONS).contains(&limit.unwrap_or(1)) {
            return Err(Problem::bad(format!("solutions: expected a number from 1 to {MOST_SOLUTIONS}")));
        }
        if puzzle.board() == Board::CLASSIC {
            return Ok(Task::now(solve(&puzzle, limit, &Work::default())?));
        }
        Ok(Task::later(move |work| solve(&puzzle, limit, work)))
    },
};

/// The longest list of solutions that an answer holds.
const MOST_SOLUTIONS: u64 = 1000;

pub(crate) const COUNT: Call = Call {
    path: "/api/count",
    summary: "Count the solutions of a puzzle",
    takes: &[PUZZLE, &[Field::may("limit", Kind::Number, "Count no further than this")]],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("count", Kind::Number, "How many were counted"),
            Field::new("exact", Kind::Flag, "Whether these are all"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "4x4", "limit": 100}"#,
    start: |ask| {
        let (puzzle, limit) = (ask.puzzle()?, ask.number("limit"));
        Ok(Task::later(move |work| {
            let mut fields = json::puzzle(&puzzle);
            json::merge(&mut fields, &json::count(solver(work).count(&puzzle, limit)?));
            Ok(fields)
        }))
    },
};

pub(crate) const CANDIDATES: Call = Call {
    path: "/api/candidates",
    summary: "Find the candidates that occur in some solution",
    takes: &[PUZZLE],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("candidates", DIGIT_LISTS, "For each cell, row by row, the digits that some solution has there"),
            Field::new("complete", Kind::Flag, "Whether these are all"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "..2..3.1........"}"#,
    start: |ask| {
        let puzzle = ask.puzzle()?;
        if puzzle.board() == Board::CLASSIC {
            return Ok(Task::now(candidates(&puzzle, &Work::default())?));
        }
        Ok(Task::later(move |work| candidates(&puzzle, work)))
    },
};

/// The solver whose work this is.
pub(super) fn solver(work: &Work) -> Solver {
    // Two threads lead to the same grid as one does.
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(2);
    let portfolio = Portfolio { threads, progress: work.watch.clone(), ..Portfolio::default() };
    Solver { portfolio, interrupt: work.stop.clone(), ..Solver::default() }
}

/// The solutions of a puzzle: two at most, or as many as asked for.
fn search(puzzle: &Puzzle, limit: Option<u64>, work: &Work) -> Result<EnumerationResult<Grid>, SolveError> {
    let solver = solver(work);
    let Ok(found) = EnumerationResult::enumerate(solver.solutions(puzzle), limit, |_, _| Ok::<bool, Infallible>(false));
    found
}

fn solve(puzzle: &Puzzle, limit: Option<u64>, work: &Work) -> Result<Value, Problem> {
    let found = search(puzzle, limit, work)?;
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json::solved(puzzle, &found));
    fields["grids"] = found.solutions.iter().map(json::digits).collect();
    Ok(fields)
}

fn candidates(puzzle: &Puzzle, work: &Work) -> Result<Value, Problem> {
    let possible = solver(work).true_candidates(puzzle)?;
    let list = |set: &DigitSet| Value::from(set.iter().map(Digit::get).collect::<Vec<_>>());
    let rows = json::rows(puzzle.board(), possible.digits.iter().map(list));
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json!({ "candidates": rows, "complete": possible.complete }));
    Ok(fields)
}
