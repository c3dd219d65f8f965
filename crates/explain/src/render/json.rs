//! Steps and ratings as JSON.
//!
//! A step has everything that a page needs to draw it. `docs/guide/src/explanations.md` documents the fields.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Candidate, Cell, Digit};
use serde_json::{Map, Value, json};

use super::eureka::eureka;
use super::text::{describe_step, describe_step_in_full, is_trial_and_error};
use crate::{BraidRating, ChainLink, Difficulty, ExactlyOne, Justification, Measure, PatternPart, Position, Step};

/// A step with the position before it. A step whose `sentence` is a summary has all details in `detail` and `steps`.
pub fn step(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> Value {
    let mut fields = step_fields(position, step, alphabet);
    if let Justification::Nested(steps) = &step.justification {
        fields.insert("steps".into(), nested(position, step, steps, alphabet));
    }
    if is_trial_and_error(step) {
        fields.insert("detail".into(), describe_step_in_full(position, step, alphabet).into());
    }
    let cells = || position.board().cells();
    let digit = |cell: Cell| position.placed().get(cell).map_or(0, Digit::get);
    let open = |cell: Cell| position.candidates(cell).iter().map(Digit::get).collect::<Vec<_>>();
    fields.insert("grid".into(), cells().map(digit).collect());
    fields.insert("candidates".into(), cells().map(open).collect());
    Value::Object(fields)
}

/// A step without the position and without the inner steps of a nested forcing chain: about a tenth of [`step`].
pub fn compact_step(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> Value {
    Value::Object(step_fields(position, step, alphabet))
}

/// The row of a step in a table of steps: number from 1, technique, size, conclusion.
pub fn step_row(number: usize, step: &Step) -> Value {
    json!({
        "step": number,
        "technique": step.technique.id(),
        "size": step.size(),
        "placed": step.placement.map(|placed| placed.to_string()),
        "removed": candidates(step.eliminations.iter().copied()),
    })
}

/// All measures of a rating. `docs/guide/src/ratings.md` documents the fields.
pub fn difficulty(rated: &Difficulty) -> Value {
    let quality = rated.estimate.map(|estimate| estimate.quality.as_str());
    let mut fields = rating(rated.rating);
    fields.insert("se".into(), rated.se().into());
    fields.insert("se_trust".into(), quality.into());
    if let Some(exact) = rated.se_rating {
        for (name, tenths) in [("er", exact.er), ("ep", exact.ep), ("ed", exact.ed)] {
            fields.insert(name.into(), (f64::from(tenths) / 10.0).into());
        }
    }
    if let Some(hodoku) = rated.hodoku {
        fields.insert("hodoku_score".into(), hodoku.score.into());
        fields.insert("hodoku_level".into(), hodoku.level.to_string().into());
    }
    fields.insert("steps".into(), rated.steps.into());
    fields.insert("hardest".into(), rated.hardest.map(|technique| technique.to_string()).into());
    match rated.guesses {
        Measure::Exactly(guesses) => fields.insert("guesses".into(), guesses.into()),
        Measure::AtLeast(guesses) => fields.insert("guesses_at_least".into(), guesses.into()),
    };
    Value::Object(fields)
}

/// The fields of a B rating: `b`, null if it is not known or there is none; `b_at_least` with a lower bound.
pub fn rating(rating: BraidRating) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("b".into(), rating.exact().into());
    if let Some(bound) = rating.b.and_then(Measure::lower_bound) {
        fields.insert("b_at_least".into(), bound.into());
    }
    fields
}

/// The fields of a step without its position, which inner steps omit.
fn step_fields(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.into(), value);
    add("technique", json!(step.technique.id()));
    add("name", json!(step.technique.to_string()));
    add("size", json!(step.size()));
    add("sentence", json!(describe_step(position, step, alphabet)));
    let all = |sets: &[ExactlyOne]| sets.iter().map(|set| constraint(position, *set)).collect::<Value>();
    match &step.justification {
        Justification::Single(one) | Justification::Contradiction(one) => add("sets", all(&[*one])),
        Justification::BaseCover { base, cover } => {
            add("sets", all(base));
            add("covers", all(cover))
        }
        Justification::Chain(links) => {
            add("sets", all(&links.iter().map(|link| link.constraint).collect::<Vec<_>>()));
            add("links", links.iter().enumerate().map(link).collect())
        }
        Justification::Pattern(pattern) => {
            add("sets", all(&pattern.constraints));
            if !pattern.cover.is_empty() {
                add("covers", all(&pattern.cover));
            }
            if let Some(deadly) = &pattern.deadly {
                let cells = deadly
                    .cells
                    .iter()
                    .map(|(cell, pair)| json!({ "cell": cell.to_string(), "digits": pair.map(Digit::get) }));
                add("deadly_pattern", cells.collect());
                add("rests_on", json!("exactly one solution"));
            }
            let part = |part: &PatternPart| json!({ "role": part.role.id(), "candidates": candidates(part.candidates.iter().copied()) });
            add("parts", pattern.parts.iter().map(part).collect())
        }
        Justification::Nested(_) => None,
    };
    if let Some(lines) = eureka(position, step, alphabet) {
        add("eureka", json!(lines));
    }
    add("placed", json!(step.placement.map(|placed| placed.to_string())));
    add("removed", candidates(step.eliminations.iter().copied()));
    fields
}

/// A constraint with its open candidates: `{"kind": "cell", "row": 1, "column": 2, ...}` or
/// `{"kind": "row", "number": 3, "digit": 7, ...}`.
fn constraint(position: &Position, constraint: ExactlyOne) -> Value {
    let open = candidates(position.candidates_in(constraint));
    match constraint {
        ExactlyOne::Cell(cell) => {
            json!({ "kind": "cell", "row": cell.row() + 1, "column": cell.column() + 1, "candidates": open })
        }
        ExactlyOne::HouseDigit(house, digit) => json!({
            "kind": house.kind().to_string(), "number": house.index() + 1, "digit": digit.get(), "candidates": open
        }),
    }
}

/// A link of a chain; `set` is the index of its constraint in `sets`.
fn link((index, link): (usize, &ChainLink)) -> Value {
    json!({ "set": index, "left": link.candidate.map(|left| left.to_string()) })
}

/// The steps below an assumption. They start in the position with the eliminated candidate placed.
fn nested(position: &Position, step: &Step, steps: &[Step], alphabet: Option<Alphabet>) -> Value {
    let mut position = position.clone();
    step.eliminations.iter().for_each(|candidate| position.place(*candidate));
    let inner = steps.iter().map(|inner| {
        let mut fields = step_fields(&position, inner, alphabet);
        if let Justification::Nested(steps) = &inner.justification {
            fields.insert("steps".into(), nested(&position, inner, steps, alphabet));
        }
        position.apply(inner);
        Value::Object(fields)
    });
    inner.collect()
}

fn candidates(candidates: impl Iterator<Item = Candidate>) -> Value {
    candidates.map(|candidate| candidate.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use qedoku_puzzle::{House, HouseKind, Puzzle};

    fn position() -> Position {
        Position::new(&"1.3. .... .... ..2.".parse::<Puzzle>().unwrap())
    }

    fn candidate(text: &str) -> Candidate {
        text.parse().unwrap()
    }

    #[test]
    fn writes_the_constraint_the_digit_and_the_position_of_a_single() {
        let placed = candidate("r1c4=4");
        let justification = Justification::Single(ExactlyOne::Cell(placed.cell));
        let single = Step {
            technique: Technique::NakedSingle,
            justification,
            placement: Some(placed),
            eliminations: Vec::new(),
        };
        let value = step(&position(), &single, None);
        assert_eq!(value["technique"], "naked-single");
        assert_eq!(
            value["sets"],
            json!([{ "kind": "cell", "row": 1, "column": 4, "candidates": ["r1c4=2", "r1c4=4"] }])
        );
        assert_eq!((&value["placed"], &value["removed"]), (&json!("r1c4=4"), &json!([])));
        assert_eq!(value["grid"], json!([1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]));
        assert_eq!(value["candidates"][1], json!([2, 4]));
        assert_eq!(value["candidates"].as_array().unwrap().len(), 16);
    }

    #[test]
    fn writes_the_links_of_a_chain_with_the_indices_of_their_constraints() {
        let row = ExactlyOne::HouseDigit(House::new(HouseKind::Row, 0), candidate("r1c1=4").digit);
        let left = Some(candidate("r1c2=4"));
        let justification = Justification::Chain(vec![
            ChainLink { constraint: row, candidate: left },
            ChainLink { constraint: ExactlyOne::Cell(candidate("r2c2=1").cell), candidate: None },
        ]);
        let eliminations = vec![candidate("r2c4=4")];
        let chain = Step { technique: Technique::Braid(2), justification, placement: None, eliminations };
        let value = step(&position(), &chain, None);
        assert_eq!(value["links"], json!([{ "set": 0, "left": "r1c2=4" }, { "set": 1, "left": null }]));
        assert_eq!(
            value["sets"][0],
            json!({ "kind": "row", "number": 1, "digit": 4, "candidates": ["r1c2=4", "r1c4=4"] })
        );
        assert_eq!((&value["name"], &value["size"]), (&json!("chain of 2"), &json!(2)));
        assert!(value["sentence"].as_str().unwrap().starts_with("Chain of 2"));
    }

    #[test]
    fn writes_inner_steps_in_their_own_positions() {
        let set = ExactlyOne::Cell(candidate("r1c2=1").cell);
        let contradiction = Step {
            technique: Technique::Contradiction,
            justification: Justification::Contradiction(set),
            placement: None,
            eliminations: Vec::new(),
        };
        let justification = Justification::Nested(vec![contradiction]);
        let nested = Step {
            technique: Technique::NestedForcingChain,
            justification,
            placement: None,
            eliminations: vec![candidate("r1c4=4")],
        };
        let value = step(&position(), &nested, None);
        assert_eq!(
            value["steps"][0]["sets"][0]["candidates"],
            json!(["r1c2=2"]),
            "4 is eliminated, because r1c4 is assumed to be 4"
        );
        assert_eq!(value["steps"][0].get("grid"), None);
    }
}
