//! `/api/clauses`: the clauses about a cell or a house, as DIMACS and in words.

use qedoku::encode::clause_query::{ClauseQuery, GroupClause};
use qedoku::{Board, Candidate, Cell, Digit, Encoding, EncodingOptions, House, HouseKind, Puzzle, json};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, Field, Kind, PUZZLE, SAYING};
use super::{Ask, Call, Gives, Task};
use crate::problem::Problem;

pub(crate) const CLAUSES: Call = Call {
    path: "/api/clauses",
    summary: "The clauses about a cell or a house, as DIMACS and in words",
    takes: &[
        PUZZLE,
        SAYING,
        &[
            Field::may("cell", Kind::Text, "A cell, such as r1c1"),
            Field::may("house", Kind::Text, "Or a house: row 3, column 4 or box 5"),
            Field::may("digit", Kind::Number, "Only the clauses about this digit there"),
        ],
    ],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("clauses", Kind::List(&CLAUSE), "The first 500, in the order of the formula"),
            Field::new("total", Kind::Number, "How many there are"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "cell": "r2c2", "scheme": "extended"}"#,
    start: |ask| {
        let (puzzle, options) = (ask.puzzle()?, ask.options()?);
        let (topic, digit) = (topic(ask, puzzle.board())?, digit(ask, puzzle.board())?);
        Ok(Task::now(clauses(&puzzle, options, topic, digit)))
    },
};

const CLAUSE: Kind = Kind::Object(&[
    Field::new("dimacs", Kind::Text, "Its numbers, with the 0 at the end"),
    Field::new("words", Kind::Text, "What it says"),
    Field::new("rule", Kind::Text, "The rule that it says, or a part of it"),
    Field::new("family", Kind::Text, "The kind of that rule"),
]);

/// The longest list that an answer holds.
const MOST: usize = 500;

fn clauses(puzzle: &Puzzle, options: EncodingOptions, topic: ClauseQuery, digit: Option<Digit>) -> Value {
    let encoding = Encoding::new(puzzle, options).expect("the options were checked");
    let about = encoding.clauses_about(topic, digit, MOST);
    let clause = |GroupClause { lits, group }: &GroupClause| {
        let numbers: Vec<String> = lits.iter().map(|lit| lit.to_dimacs().to_string()).collect();
        let (dimacs, words) = (format!("{} 0", numbers.join(" ")), encoding.describe_clause(lits));
        json!({ "dimacs": dimacs, "words": words, "rule": group.to_string(), "family": group.family().to_string() })
    };
    let mut fields = json::puzzle(puzzle);
    fields["clauses"] = about.clauses.iter().map(clause).collect();
    fields["total"] = about.total.into();
    fields
}

fn topic(ask: &Ask, board: Board) -> Result<ClauseQuery, Problem> {
    match (ask.text("cell"), ask.text("house")) {
        (Some(cell), None) => {
            let found = find_cell(cell).filter(|cell| cell.row().max(cell.column()) < board.side());
            found
                .map(ClauseQuery::Cell)
                .ok_or_else(|| Problem::bad(format!("there is no cell '{cell}' on a board {board}")))
        }
        (None, Some(house)) => {
            let found = find_house(house).filter(|house| house.index() < board.side());
            found
                .map(ClauseQuery::House)
                .ok_or_else(|| Problem::bad(format!("there is no '{house}' on a board {board}")))
        }
        _ => Err(Problem::bad("expected either a cell such as r1c1 or a house such as row 3")),
    }
}

fn digit(ask: &Ask, board: Board) -> Result<Option<Digit>, Problem> {
    let Some(number) = ask.number("digit") else { return Ok(None) };
    let digit = usize::try_from(number).ok().and_then(Digit::new).filter(|digit| digit.get() <= board.side());
    digit.map(Some).ok_or_else(|| Problem::bad(format!("there is no digit {number} on a board {board}")))
}

/// `r3c4`.
fn find_cell(text: &str) -> Option<Cell> {
    format!("{text}=1").parse::<Candidate>().ok().map(|candidate| candidate.cell)
}

/// `row 3`.
fn find_house(text: &str) -> Option<House> {
    let (kind, number) = text.split_once(' ')?;
    let kind = [HouseKind::Row, HouseKind::Column, HouseKind::Block].into_iter().find(|one| one.to_string() == kind)?;
    Some(House::new(kind, Digit::new(number.parse().ok()?)?.index()))
}
