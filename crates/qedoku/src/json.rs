//! What the command's `--json` and the page's API say: the same fields, written once.
//!
//! Each function makes an object of fields; [`merge`] puts them together and [`with_schema`] makes the answer of them.

use qedoku_encode::{ClauseFamily, FormulaSize};
use qedoku_proof::{VerifiedClaim, VerifyError};
use qedoku_puzzle::{Board, GivenConflict, Grid, Puzzle};
use serde_json::{Map, Value, json};

use crate::prove::Certificate;
use crate::{Completeness, EnumerationResult, SolutionCount};

/// The object with `"schema": 1` in front.
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

/// The solutions that were found, each as the caller writes it.
pub fn found<S, V: Into<Value>>(found: &EnumerationResult<S>, solution: impl Fn(&S) -> V) -> Value {
    let solutions: Vec<Value> = found.solutions.iter().map(|shown| solution(shown).into()).collect();
    json!({ "answer": found.as_str(), "solutions": solutions, "complete": found.completeness == Completeness::Complete })
}

/// The answer to a puzzle: its solutions on lines, and if there is none, the givens that clash directly.
pub fn solved(puzzle: &Puzzle, solutions: &EnumerationResult<Grid>) -> Value {
    let mut fields = found(solutions, Grid::to_string);
    if solutions.as_str() == "none" {
        fields["clashes"] = puzzle.given_conflicts().map(|clash| clash.to_string()).collect();
    }
    fields
}

/// How many solutions.
pub fn count(count: SolutionCount) -> Value {
    let (count, exact) = match count {
        SolutionCount::Exactly(count) => (count, true),
        SolutionCount::AtLeast(count) => (count, false),
    };
    json!({ "count": count, "exact": exact })
}

/// The size of a formula, with the clauses of each family that it has.
pub fn size(size: &FormulaSize) -> Value {
    let families = ClauseFamily::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
    json!({
        "variables": size.variables,
        "clauses": size.clauses,
        "literals": size.literals,
        "families": families.map(|((_, name), count)| ((*name).to_owned(), count.into())).collect::<Map<_, _>>(),
    })
}

/// A certificate and what it says.
pub fn certificate(certificate: &Certificate) -> Value {
    let text = String::from_utf8_lossy(certificate.text());
    json!({ "claim": certificate.claim().to_string(), "steps": certificate.steps(), "certificate": text })
}

/// What the checker says of a certificate.
pub fn verdict(verdict: &Result<VerifiedClaim, VerifyError>) -> Value {
    match verdict {
        Ok(VerifiedClaim { claim, steps, hints }) => {
            json!({ "accepted": true, "claim": claim.to_string(), "steps": steps, "hints": hints })
        }
        Err(VerifyError { line, kind, .. }) => json!({ "accepted": false, "line": line, "reason": kind.to_string() }),
    }
}

/// The digits of a grid, row by row; `null` where there is none.
pub fn digits(grid: &Grid) -> Value {
    let digit = |digit: &u8| if *digit == 0 { Value::Null } else { (*digit).into() };
    rows(grid.board(), grid.digits().iter().map(digit))
}

/// One value per cell, row by row.
pub fn rows(board: Board, cells: impl IntoIterator<Item = Value>) -> Value {
    let cells: Vec<Value> = cells.into_iter().collect();
    cells.chunks(board.side()).map(|row| Value::from(row.to_vec())).collect()
}

/// Two givens that clash.
pub fn clash(clash: &GivenConflict) -> Value {
    let cells: Vec<String> = clash.cells.iter().map(ToString::to_string).collect();
    json!({ "house": clash.house.to_string(), "digit": clash.digit.get(), "cells": cells })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order_behind_the_schema() {
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
    fn a_puzzle_without_a_solution_tells_its_clashes() {
        let clashing: Puzzle = "11..............".parse().unwrap();
        let none = EnumerationResult { count: 0, solutions: vec![], completeness: Completeness::Complete };
        let fields = solved(&clashing, &none);
        assert_eq!(fields["clashes"], json!(["r1c1 and r1c2 both hold 1 in row 1"]));
        let told: Vec<Value> = clashing.given_conflicts().map(|one| clash(&one)).collect();
        assert_eq!(told, [json!({ "house": "row 1", "digit": 1, "cells": ["r1c1", "r1c2"] })]);
    }
}
