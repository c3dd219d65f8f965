//! JSON output shared by the `--json` option of the command and the API of the web page.
//!
//! Each function returns an object of fields; [`merge`] combines objects and [`with_schema`] turns them into a complete response.

use qedoku_encode::{ClauseFamily, FormulaSize};
use qedoku_proof::{VerifiedClaim, VerifyError};
use qedoku_puzzle::{Board, GivenConflict, Grid, Puzzle};
use serde_json::{Map, Value, json};

use crate::prove::Certificate;
use crate::{Completeness, EnumerationResult, SolutionCount};

/// Prepends `"schema": 1` to the fields.
pub fn with_schema(fields: &Value) -> Value {
    let mut object = json!({ "schema": 1 });
    merge(&mut object, fields);
    object
}

/// Adds the fields of one object to another.
pub fn merge(object: &mut Value, fields: &Value) {
    for (key, value) in fields.as_object().into_iter().flatten() {
        object[key] = value.clone();
    }
}

/// A puzzle: its board, its givens on one line and their number.
pub fn puzzle(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    json!({
        "board": format!("{side}x{side}", side = board.side()),
        "boxes": format!("{}x{}", board.box_height(), board.box_width()),
        "puzzle": puzzle.givens().to_string(),
        "givens": puzzle.givens().filled_count(),
    })
}

/// The result of an enumeration; `to_value` formats one solution.
pub fn enumeration<S, V: Into<Value>>(result: &EnumerationResult<S>, to_value: impl Fn(&S) -> V) -> Value {
    let solutions: Vec<Value> = result.solutions.iter().map(|solution| to_value(solution).into()).collect();
    let complete = result.completeness == Completeness::Complete;
    json!({ "answer": result.as_str(), "solutions": solutions, "complete": complete })
}

/// The answer to a puzzle: each solution on one line, and for a puzzle without solution the conflicts of its givens.
pub fn answer(puzzle: &Puzzle, result: &EnumerationResult<Grid>) -> Value {
    let mut fields = enumeration(result, Grid::to_string);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_the_schema_in_their_order() {
        let text = with_schema(&puzzle(&"1...............".parse().unwrap())).to_string();
        assert_eq!(text, r#"{"schema":1,"board":"4x4","boxes":"2x2","puzzle":"1...............","givens":1}"#);
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
