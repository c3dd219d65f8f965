//! JSON output shared by the `--json` option of the command and the API of the web page.
//!
//! Each function returns an object of fields; [`merge`] combines objects and [`with_schema`] turns them into a complete response.

use qedoku_encode::{ClauseFamily, FormulaSize};
use qedoku_proof::{VerifiedClaim, VerifyError};
use qedoku_puzzle::formats::{self, Alphabet, WriteOptions};
use qedoku_puzzle::{Board, Digit, DigitSet, GivenConflict, Grid, Locale, Puzzle};
use serde_json::{Map, Value, json};

use crate::prove::Certificate;
use crate::{Completeness, CountEstimate, EnumerationResult, SolutionCount};

/// The text of an object with `"schema": 1` before the fields. (Adding the field to a copy of the object took a seventh of the time
/// of `explain --json`.)
pub fn with_schema(fields: &Value) -> String {
    let fields = serde_json::to_string(fields).expect("a JSON value can be written");
    let separator = if fields == "{}" { "" } else { "," };
    format!("{{\"schema\":1{separator}{}", &fields[1..])
}

/// Adds the fields of one object to another.
pub fn merge(object: &mut Value, fields: impl Fields) {
    if let Value::Object(object) = object {
        object.extend(fields.into_fields());
    }
}

/// The fields of a JSON object: moved out of a [`Value`], or copied from a reference to one.
pub trait Fields {
    /// The fields; none of a value that is no object.
    fn into_fields(self) -> Map<String, Value>;
}

impl Fields for Value {
    fn into_fields(self) -> Map<String, Value> {
        if let Value::Object(fields) = self { fields } else { Map::new() }
    }
}

impl Fields for &Value {
    fn into_fields(self) -> Map<String, Value> {
        self.as_object().cloned().unwrap_or_default()
    }
}

/// A puzzle: its board, its givens on one line and their number, in the usual symbols.
pub fn puzzle(puzzle: &Puzzle) -> Value {
    puzzle_with_symbols(puzzle, None)
}

/// A puzzle in the symbols of its input. Above 9x9, where several alphabets are customary, the field `alphabet` names them.
pub fn puzzle_with_symbols(puzzle: &Puzzle, alphabet: Option<Alphabet>) -> Value {
    let board = puzzle.board();
    let mut fields = json!({
        "board": format!("{side}x{side}", side = board.side()),
        "boxes": format!("{}x{}", board.box_height(), board.box_width()),
    });
    if board.side() > 9 {
        let written = symbols(board, alphabet).unwrap_or(Alphabet::usual(board.side()));
        fields["alphabet"] = written.with_side(board.side()).to_string().into();
    }
    fields["puzzle"] = line(puzzle.givens(), alphabet).into();
    fields["givens"] = puzzle.givens().filled_count().into();
    fields
}

/// A grid on one line, in the symbols of an alphabet if it has enough of them, else in the usual ones.
pub fn line(grid: &Grid, alphabet: Option<Alphabet>) -> String {
    let options = WriteOptions { alphabet: symbols(grid.board(), alphabet), ..WriteOptions::default() };
    formats::write_line(grid, &options).expect("the alphabet has enough symbols")
}

/// The alphabet, if it has a symbol for each digit of the board.
fn symbols(board: Board, alphabet: Option<Alphabet>) -> Option<Alphabet> {
    alphabet.filter(|alphabet| board.side() <= alphabet.max_side())
}

/// The result of an enumeration; `to_value` formats one solution.
pub fn enumeration<S, V: Into<Value>>(result: &EnumerationResult<S>, to_value: impl Fn(&S) -> V) -> Value {
    let solutions: Vec<Value> = result.solutions.iter().map(|solution| to_value(solution).into()).collect();
    let complete = result.completeness == Completeness::Complete;
    json!({ "answer": result.as_str(), "solutions": solutions, "complete": complete })
}

/// Whether an answer needs no trust in an external program: `false`, with the name of the solver, if it rests on the
/// solver's unchecked claim that there is no solution, or no further one.
pub fn verified(according_to: Option<&str>) -> Value {
    match according_to {
        None => json!({ "verified": true }),
        Some(solver) => json!({ "verified": false, "according_to": solver }),
    }
}

/// The answer to a puzzle: each solution on one line, and for a puzzle without solution the conflicts of its givens.
pub fn answer(puzzle: &Puzzle, result: &EnumerationResult<Grid>) -> Value {
    answer_with_symbols(puzzle, result, None)
}

/// The answer to a puzzle, with solutions in the symbols of its input.
pub fn answer_with_symbols(puzzle: &Puzzle, result: &EnumerationResult<Grid>, alphabet: Option<Alphabet>) -> Value {
    let mut fields = enumeration(result, |grid| line(grid, alphabet));
    if result.as_str() == "none" {
        fields["clashes"] = puzzle.given_conflicts().map(|conflict| conflict.to_string()).collect();
    }
    fields
}

/// The number of solutions, exact or a lower bound.
pub fn count(count: SolutionCount) -> Value {
    let (count, exact) = match count {
        SolutionCount::Exactly(count) => (count, true),
        SolutionCount::AtLeast(count) => (count, false),
    };
    json!({ "count": count, "exact": exact })
}

/// The estimated number of solutions: fields as of [`count()`] if it was counted, else `estimate`, `low` and `high` (`null`
/// beyond every floating-point number) with their decimal logarithms.
pub fn count_estimate(estimate: CountEstimate) -> Value {
    let sampled = match estimate {
        CountEstimate::Counted(counted) => return count(counted),
        CountEstimate::Sampled(sampled) => sampled,
    };
    let ([low, high], mean) = (sampled.interval, sampled.mean);
    // serde_json writes an infinite number as null.
    json!({
        "estimate": mean.get(),
        "low": low.get(),
        "high": high.get(),
        "confidence": 0.95,
        "log10": { "estimate": mean.log10(), "low": low.log10(), "high": high.log10() },
        "samples": sampled.samples,
        "solved_samples": sampled.solved,
        "exact": false,
    })
}

/// The candidates of each cell, row by row, as lists of digits.
pub fn candidates(board: Board, candidates: &[DigitSet]) -> Value {
    rows(board, candidates.iter().map(|set| set.iter().map(Digit::get).collect()))
}

/// The size of a formula, with the number of clauses per family.
pub fn size(size: &FormulaSize) -> Value {
    let families = ClauseFamily::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
    json!({
        "variables": size.variables,
        "clauses": size.clauses,
        "literals": size.literals,
        "families": families.map(|((_, name), count)| ((*name).to_owned(), count.into())).collect::<Map<_, _>>(),
    })
}

/// A certificate: its claim, its number of steps and its text.
pub fn certificate(certificate: &Certificate) -> Value {
    let text = String::from_utf8_lossy(certificate.text());
    json!({ "claim": certificate.claim().to_string(), "steps": certificate.steps(), "certificate": text })
}

/// The verdict of the checker on a certificate.
pub fn verdict(verdict: &Result<VerifiedClaim, VerifyError>) -> Value {
    match verdict {
        Ok(VerifiedClaim { claim, steps, hints }) => {
            json!({ "accepted": true, "claim": claim.to_string(), "steps": steps, "hints": hints })
        }
        Err(VerifyError { line, kind, .. }) => json!({ "accepted": false, "line": line, "reason": kind.to_string() }),
    }
}

/// The digits of a grid, row by row; `null` for an empty cell.
pub fn digits(grid: &Grid) -> Value {
    let digit = |digit: &u8| if *digit == 0 { Value::Null } else { (*digit).into() };
    rows(grid.board(), grid.digits().iter().map(digit))
}

/// One value per cell, row by row.
pub fn rows(board: Board, cells: impl IntoIterator<Item = Value>) -> Value {
    let cells: Vec<Value> = cells.into_iter().collect();
    cells.chunks(board.side()).map(|row| Value::from(row.to_vec())).collect()
}

/// Two givens that conflict: equal digits in one house.
pub fn given_conflict(conflict: &GivenConflict) -> Value {
    let cells: Vec<String> = conflict.cells.iter().map(ToString::to_string).collect();
    json!({ "house": conflict.house.to_string(), "digit": conflict.digit.get(), "cells": cells })
}

/// The catalogue of a language: its tag for `Intl.PluralRules` and `Intl.NumberFormat`, and its messages by key.
/// `key.one` and `key.other` are plural forms, `{name}` is a placeholder.
pub fn messages(locale: Locale) -> Value {
    let messages = locale.messages().map(|(key, text)| (key.to_owned(), text.into()));
    json!({ "locale": locale.tag(), "messages": messages.collect::<Map<_, _>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_is_an_object_of_texts() {
        let catalogue = messages(Locale::Portuguese);
        assert_eq!(
            (&catalogue["locale"], &catalogue["messages"]["verdict.none"]),
            (&json!("pt-PT"), &json!("sem solução"))
        );
        assert_eq!(catalogue["messages"].as_object().unwrap().len(), Locale::English.messages().count());
    }

    #[test]
    fn fields_follow_the_schema_in_their_order() {
        let text = with_schema(&puzzle(&"1...............".parse().unwrap()));
        assert_eq!(with_schema(&json!({})), r#"{"schema":1}"#);
        assert_eq!(text, r#"{"schema":1,"board":"4x4","boxes":"2x2","puzzle":"1...............","givens":1}"#);
    }

    #[test]
    fn above_9x9_the_symbols_are_those_of_the_input_and_named() {
        let hex: Puzzle = format!("G{}1", ".".repeat(254)).parse().unwrap();
        let fields = puzzle_with_symbols(&hex, Some(Alphabet::ZeroTo(16)));
        assert_eq!((&fields["alphabet"], &fields["puzzle"]), (&json!("0-F"), &json!(format!("F{}0", ".".repeat(254)))));
        let usual = puzzle(&hex);
        assert_eq!((&usual["alphabet"], &usual["puzzle"]), (&json!("1-G"), &json!(hex.givens().to_string())));
        let wide = puzzle_with_symbols(&Grid::empty(Board::of_side(49).unwrap()).into(), Some(Alphabet::Letters(49)));
        assert_eq!(wide["alphabet"], "1-49");
    }

    #[test]
    fn digits_are_rows_with_null_for_an_empty_cell() {
        let grid: Puzzle = "1.3.....4.....2.".parse().unwrap();
        let rows = json!([[1, null, 3, null], [null, null, null, null], [4, null, null, null], [null, null, 2, null]]);
        assert_eq!(digits(grid.givens()), rows);
    }

    #[test]
    fn an_unsolvable_puzzle_lists_the_conflicts_of_its_givens() {
        let conflicting: Puzzle = "11..............".parse().unwrap();
        let none = EnumerationResult { count: 0, solutions: vec![], completeness: Completeness::Complete };
        let fields = answer(&conflicting, &none);
        assert_eq!(fields["clashes"], json!(["r1c1 and r1c2 both hold 1 in row 1"]));
        let conflicts: Vec<Value> = conflicting.given_conflicts().map(|conflict| given_conflict(&conflict)).collect();
        assert_eq!(conflicts, [json!({ "house": "row 1", "digit": 1, "cells": ["r1c1", "r1c2"] })]);
    }
}
