//! `/api/clauses`: the clauses of a cell or a house, in DIMACS and in words.

use qedoku::encode::clause_query::{ClauseQuery, GroupClause};
use qedoku::{Board, Candidate, Cell, Digit, Encoding, EncodingOptions, House, HouseKind, Puzzle, json};
use serde_json::{Value, json};

use super::fields::{ENCODING_FIELDS, Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS};
use super::request::MAX_SIDE;
use super::{ApiRequest, Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;

pub(crate) const CLAUSES: Endpoint = Endpoint {
    path: "/api/clauses",
    summary: "List the clauses about a cell or a house, in DIMACS and in words",
    request: &[
        PUZZLE_FIELDS,
        ENCODING_FIELDS,
        &[
            Field::optional("cell", FieldType::Text, "A cell, such as r1c1"),
            Field::optional("house", FieldType::Text, "Or a house: row 3, column 4 or box 5"),
            Field::optional(
                "digit",
                FieldType::NumberFrom(1, MAX_SIDE as u64),
                "Restrict the list to clauses about this digit",
            ),
        ],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("clauses", FieldType::List(&CLAUSE), "The first 500 clauses, in the order of the formula"),
            Field::new("total", FieldType::Number, "Number of clauses"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "cell": "r2c2", "scheme": "extended"}"#,
    handle: |request, _| {
        let (puzzle, options) = (request.puzzle()?, request.encoding_options()?);
        let (query, digit) = (query(request, puzzle.board())?, digit(request, puzzle.board())?);
        Ok(ResponseBody::Object(clauses(&puzzle, options, query, digit)))
    },
};

const CLAUSE: FieldType = FieldType::Object(&[
    Field::new("dimacs", FieldType::Text, "The clause in DIMACS, with the final 0"),
    Field::new("words", FieldType::Text, "The clause in words"),
    Field::new("rule", FieldType::Text, "The rule instance that the clause encodes, alone or with others"),
    Field::new("family", FieldType::Text, "The clause family of that rule"),
]);

/// Most clauses in one response.
const MAX_CLAUSES: usize = 500;

fn clauses(puzzle: &Puzzle, options: EncodingOptions, query: ClauseQuery, digit: Option<Digit>) -> Value {
    let encoding = Encoding::new(puzzle, options).expect("the options were checked");
    let result = encoding.clauses_about(query, digit, MAX_CLAUSES);
    let clause = |GroupClause { lits, group }: &GroupClause| {
        let numbers: Vec<String> = lits.iter().map(|lit| lit.to_dimacs().to_string()).collect();
        let (dimacs, words) = (format!("{} 0", numbers.join(" ")), encoding.describe_clause(lits));
        json!({ "dimacs": dimacs, "words": words, "rule": group.to_string(), "family": group.family().to_string() })
    };
    let mut fields = json::puzzle(puzzle);
    fields["clauses"] = result.clauses.iter().map(clause).collect();
    fields["total"] = result.total.into();
    fields
}

fn query(request: &ApiRequest, board: Board) -> Result<ClauseQuery, ApiError> {
    match (request.text("cell"), request.text("house")) {
        (Some(text), None) => {
            let cell = parse_cell(text).filter(|cell| cell.row().max(cell.column()) < board.side());
            cell.map(ClauseQuery::Cell).ok_or_else(|| not_on_board("cell", text, board))
        }
        (None, Some(text)) => {
            let house = parse_house(text).filter(|house| house.index() < board.side());
            house.map(ClauseQuery::House).ok_or_else(|| not_on_board("house", text, board))
        }
        _ => Err(ApiError::bad_request("expected either a cell such as r1c1 or a house such as row 3")),
    }
}

fn digit(request: &ApiRequest, board: Board) -> Result<Option<Digit>, ApiError> {
    let Some(number) = request.number("digit") else { return Ok(None) };
    let digit = usize::try_from(number).ok().and_then(Digit::new).filter(|digit| digit.get() <= board.side());
    digit.map(Some).ok_or_else(|| not_on_board("digit", &number.to_string(), board))
}

fn not_on_board(what: &str, text: &str, board: Board) -> ApiError {
    ApiError::bad_request(format!("there is no {what} '{text}' on a {board} board"))
}

/// Parses `r3c4`.
fn parse_cell(text: &str) -> Option<Cell> {
    format!("{text}=1").parse::<Candidate>().ok().map(|candidate| candidate.cell)
}

/// Parses `row 3`.
fn parse_house(text: &str) -> Option<House> {
    let (kind, number) = text.split_once(' ')?;
    let kind =
        [HouseKind::Row, HouseKind::Column, HouseKind::Block].into_iter().find(|known| known.to_string() == kind)?;
    Some(House::new(kind, Digit::new(number.parse().ok()?)?.index()))
}
