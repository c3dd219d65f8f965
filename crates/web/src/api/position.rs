//! The player's position in requests, and `/api/check`: its mistakes, revealed in levels.

use qedoku::explain::{Mistakes, Position, find_mistakes};
use qedoku::formats::{self, ReadOptions};
use qedoku::{Candidate, Cell, Digit, DigitSet, Puzzle, json};
use serde_json::{Value, json};

use super::fields::{Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS};
use super::{ApiRequest, Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;

/// The player's progress.
pub(super) const POSITION_FIELDS: &[Field] = &[
    Field::optional(
        "position",
        FieldType::Text,
        "The digits of the player in any format. In a text with candidates, a cell with one candidate counts as entered",
    ),
    Field::optional(
        "eliminated",
        FieldType::List(&FieldType::Text),
        "Candidates that the player crossed out, such as r3c4=5",
    ),
];

/// In responses about a position: its mistakes, instead of steps.
pub(super) const MISTAKES_FIELD: &[Field] = &[Field::optional(
    "mistakes",
    FieldType::Object(MISTAKE_FIELDS),
    "The mistakes in the position, if there are any; then there are no steps",
)];

const MISTAKE_FIELDS: &[Field] = &[
    Field::new("wrong_digits", FieldType::Number, "Entered digits that are in no solution"),
    Field::new("wrong_eliminations", FieldType::Number, "Crossed-out candidates that are in every solution"),
    Field::new(
        "consistent",
        FieldType::Flag,
        "Whether some solution agrees with all entries; with several solutions, entries may be right one by one only",
    ),
    Field::optional("cells", FieldType::List(&FieldType::Text), "The cells of the mistakes"),
    Field::optional(
        "right",
        FieldType::List(&FieldType::Object(&[
            Field::new("cell", FieldType::Text, "Cell, such as r3c4"),
            Field::new("digits", FieldType::List(&FieldType::Number), "Its digit in each solution"),
        ])),
        "The right digits of these cells",
    ),
];

/// How much of the mistakes a response reveals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reveal {
    Count,
    Cells,
    Digits,
}

const REVEALS: [(&str, Reveal); 3] = [("count", Reveal::Count), ("cells", Reveal::Cells), ("digits", Reveal::Digits)];

pub(crate) const CHECK: Endpoint = Endpoint {
    path: "/api/check",
    summary: "Check the digits and crossed-out candidates of a player: how many are wrong, which, and the right digits",
    request: &[
        PUZZLE_FIELDS,
        POSITION_FIELDS,
        &[Field::optional(
            "reveal",
            FieldType::Choice(|| REVEALS.map(|(name, _)| name).to_vec()),
            "How much is revealed: the number of mistakes, also their cells, or also the right digits [default: count]",
        )],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[Field::new(
            "solvable",
            FieldType::Flag,
            "Whether the puzzle has a solution; without one nothing can be checked",
        )],
        MISTAKES_FIELD,
    ]),
    example: r#"{"puzzle": "4...3..2...4..2.", "position": "41..3..2...4..2.", "reveal": "cells"}"#,
    handle: |request, context| {
        let puzzle = request.puzzle()?;
        let position = read(request, &puzzle)?.unwrap_or_else(|| Position::new(&puzzle));
        let reveal = REVEALS.iter().find(|(name, _)| Some(*name) == request.text("reveal"));
        context.check_search(puzzle.board())?;
        let mistakes = find_mistakes(&puzzle, &position, &context.interrupt)?;
        let mut fields = json::puzzle(&puzzle);
        fields["solvable"] = mistakes.is_some().into();
        if let Some(mistakes) = mistakes.filter(|mistakes| !mistakes.is_empty()) {
            fields["mistakes"] = mistake_fields(&mistakes, reveal.map_or(Reveal::Count, |(_, reveal)| *reveal));
        }
        Ok(ResponseBody::Object(fields))
    },
};

/// The position of the player, if the request has one.
///
/// Crossed-out candidates are a field of their own because a candidate grid does not distinguish an open cell with one candidate
/// left from a cell that the player has filled.
pub(super) fn read(request: &ApiRequest, puzzle: &Puzzle) -> Result<Option<Position>, ApiError> {
    let eliminated = eliminated(request, puzzle)?;
    let mut position = match request.text("position") {
        Some(text) => read_digits(puzzle, text)?,
        None if eliminated.is_empty() => return Ok(None),
        None => Position::new(puzzle),
    };
    let mut open = eliminated;
    open.retain(|candidate| position.placed().get(candidate.cell).is_none());
    for candidate in open {
        position.eliminate(candidate);
    }
    Ok(Some(position))
}

fn read_digits(puzzle: &Puzzle, text: &str) -> Result<Position, ApiError> {
    let options = ReadOptions { board: Some(puzzle.board()), ..ReadOptions::default() };
    let empty = || ApiError::bad_request("position: expected a grid, found none");
    let entered = formats::read(text, &options).next().ok_or_else(empty)?;
    Position::from_progress(puzzle, &entered?.puzzle).map_err(|error| ApiError::bad_request(error.to_string()))
}

fn eliminated(request: &ApiRequest, puzzle: &Puzzle) -> Result<Vec<Candidate>, ApiError> {
    let parse = |name: &str| {
        let candidate: Candidate =
            name.parse().map_err(|error| ApiError::bad_request(format!("eliminated: {error}")))?;
        check_candidate(candidate, puzzle)
    };
    request.texts("eliminated").map(parse).collect()
}

/// The candidate, if it is on the board of the puzzle.
pub(super) fn check_candidate(candidate: Candidate, puzzle: &Puzzle) -> Result<Candidate, ApiError> {
    if candidate.is_on(puzzle.board()) {
        return Ok(candidate);
    }
    Err(ApiError::bad_request(format!("there is no candidate {candidate} on a {} board", puzzle.board())))
}

/// The mistakes as far as they are to be revealed. A crossed-out candidate is named by its cell alone, since it is the right digit.
pub(super) fn mistake_fields(mistakes: &Mistakes, reveal: Reveal) -> Value {
    let Mistakes { wrong_digits, wrongly_eliminated, is_consistent, .. } = mistakes;
    let mut fields = json!({
        "wrong_digits": wrong_digits.len(),
        "wrong_eliminations": wrongly_eliminated.len(),
        "consistent": is_consistent,
    });
    let digits = wrong_digits.iter().map(|wrong| (wrong.entered.cell, wrong.correct));
    let lost = wrongly_eliminated.iter().map(|candidate| (candidate.cell, DigitSet::only(candidate.digit)));
    let right: Vec<(Cell, DigitSet)> = digits.chain(lost).collect();
    if reveal >= Reveal::Cells {
        fields["cells"] = right.iter().map(|(cell, _)| cell.to_string()).collect();
    }
    if reveal >= Reveal::Digits {
        let entry = |(cell, digits): &(Cell, DigitSet)| json!({ "cell": cell.to_string(), "digits": digits.iter().map(Digit::get).collect::<Vec<_>>() });
        fields["right"] = right.iter().map(entry).collect();
    }
    fields
}
