//! The fields of requests and answers.

use qedoku::encode::languages::Language;
use qedoku::formats::Format;
use qedoku::{Amo, Numbering, Scheme};
use serde_json::{Value, json};

/// A field of a request or an answer.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Whether it is always there.
    pub(crate) required: bool,
    pub(crate) about: &'static str,
}

/// What a field holds.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// A whole number from 0.
    Number,
    /// Any number from 0.
    Seconds,
    Flag,
    List(&'static Kind),
    /// A digit, or null for an empty cell.
    Digit,
    Object(&'static [Field]),
    /// An object that docs/explain.md describes: a step holds steps.
    Step,
}

/// One value for each cell, row by row.
pub(crate) const DIGITS: Kind = Kind::List(&Kind::List(&Kind::Digit));
/// A list of digits for each cell, row by row.
pub(crate) const DIGIT_LISTS: Kind = Kind::List(&Kind::List(&Kind::List(&Kind::Number)));

impl Field {
    /// A field that is always there.
    pub(crate) const fn new(name: &'static str, kind: Kind, about: &'static str) -> Field {
        Field { name, kind, required: true, about }
    }

    /// A field that may be left out.
    pub(crate) const fn may(name: &'static str, kind: Kind, about: &'static str) -> Field {
        Field { name, kind, required: false, about }
    }
}

impl Kind {
    /// Whether a value is of this kind.
    pub(crate) fn fits(self, value: &Value) -> bool {
        match self {
            Kind::Text => value.is_string(),
            Kind::Word(words) => value.as_str().is_some_and(|word| words().contains(&word)),
            Kind::Number => value.is_u64(),
            Kind::Seconds => value.as_f64().is_some_and(|number| number >= 0.0),
            Kind::Flag => value.is_boolean(),
            Kind::List(kind) => value.as_array().is_some_and(|all| all.iter().all(|one| kind.fits(one))),
            Kind::Digit => value.is_u64() || value.is_null(),
            Kind::Object(_) | Kind::Step => value.is_object(),
        }
    }

    /// What it is, for a person.
    pub(crate) fn words(self) -> String {
        match self {
            Kind::Text => "a text".to_owned(),
            Kind::Word(words) => format!("one of {}", words().join(", ")),
            Kind::Number => "a whole number".to_owned(),
            Kind::Seconds => "a number".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::List(_) => "a list".to_owned(),
            Kind::Digit => "a digit or null".to_owned(),
            Kind::Object(_) | Kind::Step => "an object".to_owned(),
        }
    }

    /// What it is, as JSON Schema says it.
    pub(crate) fn schema(self) -> Value {
        match self {
            Kind::Text => json!({ "type": "string" }),
            Kind::Word(words) => json!({ "type": "string", "enum": words() }),
            Kind::Number => json!({ "type": "integer", "minimum": 0 }),
            Kind::Seconds => json!({ "type": "number", "minimum": 0 }),
            Kind::Flag => json!({ "type": "boolean" }),
            Kind::List(kind) => json!({ "type": "array", "items": kind.schema() }),
            Kind::Digit => json!({ "type": ["integer", "null"] }),
            Kind::Object(fields) => object(fields.iter()),
            Kind::Step => json!({ "type": "object", "additionalProperties": true }),
        }
    }
}

/// The schema of an object with these fields.
pub(crate) fn object<'f>(fields: impl Iterator<Item = &'f Field>) -> Value {
    let (mut properties, mut required) = (json!({}), Vec::new());
    for field in fields {
        let mut schema = field.kind.schema();
        schema["description"] = field.about.into();
        properties[field.name] = schema;
        required.extend(field.required.then_some(field.name));
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The question, in every request.
pub(crate) const PUZZLE: &[Field] = &[
    Field::new(
        "puzzle",
        Kind::Text,
        "The puzzle in any format that is read, or a size such as 16x16; of several the first",
    ),
    Field::may("boxes", Kind::Text, "Rows and columns of a box, such as 2x6, where the size alone does not tell"),
];

/// How a puzzle is said in clauses.
pub(crate) const SAYING: &[Field] = &[
    Field::may("scheme", Kind::Word(|| names(&Scheme::ALL)), "Which families of rules are said; reduced if left out"),
    Field::may("amo", Kind::Word(|| names(&Amo::ALL)), "How at-most-one is said; pairwise if left out"),
    Field::may(
        "numbering",
        Kind::Word(|| names(&Numbering::ALL)),
        "The numbers of the variables; rowmajor if left out",
    ),
    Field::may("no_repeats", Kind::Flag, "Leave out the pair clauses that a box shares with a row or column"),
];

/// What every answer says of its puzzle.
pub(crate) const ABOUT_PUZZLE: &[Field] = &[
    Field::new("board", Kind::Text, "The size, such as 9x9"),
    Field::new("boxes", Kind::Text, "Rows and columns of a box, such as 3x3"),
    Field::new("puzzle", Kind::Text, "The puzzle on one line"),
    Field::new("givens", Kind::Number, "How many cells are given"),
];

/// What the answer of long work says if it was ended.
pub(crate) const STOPPED: &[Field] =
    &[Field::may("stopped", Kind::Text, "Why the work was ended before the answer was complete")];

/// The names in a table of choices.
pub(crate) fn names<T>(all: &[(T, &'static str)]) -> Vec<&'static str> {
    all.iter().map(|(_, name)| *name).collect()
}

/// The kinds of files that solvers read.
pub(crate) fn targets() -> Vec<&'static str> {
    let mut targets = vec!["cnf", "f2csp"];
    targets.extend(names(&Language::ALL));
    targets
}

/// The formats that puzzles are written in.
pub(crate) fn formats() -> Vec<&'static str> {
    Format::ALL.map(Format::name).to_vec()
}
