//! `/api/read`: parses a puzzle in any format.

use qedoku::{Digit, json};
use serde_json::{Value, json};

use super::fields::{CANDIDATE_ROWS, DIGIT_ROWS, Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS};
use super::{ApiRequest, Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;

pub(crate) const READ: Endpoint = Endpoint {
    path: "/api/read",
    summary: "Read a puzzle in any format: board, givens, candidates and conflicting givens",
    request: &[PUZZLE_FIELDS],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("format", FieldType::Text, "Format of the text, as detected"),
            Field::new("digits", DIGIT_ROWS, "The givens by rows, with null for empty cells"),
            Field::optional(
                "candidates",
                CANDIDATE_ROWS,
                "Candidates of each cell by rows, if the text contains candidates",
            ),
            Field::new("clashes", FieldType::List(&GIVEN_CONFLICT), "Pairs of equal givens in one house"),
            Field::new("notes", FieldType::List(&FieldType::Text), "Alternative interpretations of the text"),
            Field::new("puzzles", FieldType::Number, "Number of puzzles in the text; the first one is returned"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2."}"#,
    handle: |request, _| read(request).map(ResponseBody::Object),
};

const GIVEN_CONFLICT: FieldType = FieldType::Object(&[
    Field::new("house", FieldType::Text, "House, such as row 3"),
    Field::new("digit", FieldType::Number, "Repeated digit"),
    Field::new("cells", FieldType::List(&FieldType::Text), "The two cells, such as r3c4"),
]);

fn read(request: &ApiRequest) -> Result<Value, ApiError> {
    let field = request.puzzle_field()?;
    let (puzzle, board) = (&field.puzzle, field.puzzle.board());
    let mut fields = json::puzzle(puzzle);
    fields["format"] = field.format.into();
    fields["digits"] = json::digits(puzzle.givens());
    if puzzle.has_eliminations() {
        let allowed = |cell| puzzle.allowed(cell).iter().map(Digit::get).collect::<Vec<_>>();
        fields["candidates"] = json::rows(board, board.cells().map(|cell| allowed(cell).into()));
    }
    fields["clashes"] = puzzle.given_conflicts().map(|conflict| json::given_conflict(&conflict)).collect();
    json::merge(&mut fields, json!({ "notes": field.notes, "puzzles": field.puzzle_count }));
    Ok(fields)
}
