//! `/api/read`: what a text says.

use qedoku::{Digit, json};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, DIGIT_LISTS, DIGITS, Field, Kind, PUZZLE};
use super::{Ask, Call, Gives, Task};
use crate::problem::Problem;

pub(crate) const READ: Call = Call {
    path: "/api/read",
    summary: "Read a puzzle in any format: its board, its digits, and the givens that clash directly",
    takes: &[PUZZLE],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("format", Kind::Text, "The format that was recognised"),
            Field::new("digits", DIGITS, "The givens, row by row, with null for empty cells"),
            Field::may("candidates", DIGIT_LISTS, "What each cell allows, row by row, if the text says that"),
            Field::new("clashes", Kind::List(&CLASH), "Pairs of givens that are the same digit in one house"),
            Field::new("notes", Kind::List(&Kind::Text), "Other ways to read the text, as sentences"),
            Field::new("puzzles", Kind::Number, "How many puzzles the text holds; the first is read"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2."}"#,
    start: |ask| Ok(Task::now(read(ask)?)),
};

const CLASH: Kind = Kind::Object(&[
    Field::new("house", Kind::Text, "Such as row 3"),
    Field::new("digit", Kind::Number, "The digit that is there twice"),
    Field::new("cells", Kind::List(&Kind::Text), "The two cells, such as r3c4"),
]);

fn read(ask: &Ask) -> Result<Value, Problem> {
    let asked = ask.asked()?;
    let (puzzle, board) = (&asked.puzzle, asked.puzzle.board());
    let mut fields = json::puzzle(puzzle);
    fields["format"] = asked.format.into();
    fields["digits"] = json::digits(puzzle.givens());
    if puzzle.has_eliminations() {
        let allowed = |cell| puzzle.allowed(cell).iter().map(Digit::get).collect::<Vec<_>>();
        fields["candidates"] = json::rows(board, board.cells().map(|cell| allowed(cell).into()));
    }
    fields["clashes"] = puzzle.given_conflicts().map(|clash| json::clash(&clash)).collect();
    json::merge(&mut fields, &json!({ "notes": asked.notes, "puzzles": asked.puzzles }));
    Ok(fields)
}
