//! Fields of requests and responses: names, types with validation and JSON Schema, and the groups that endpoints share.

use qedoku::encode::languages::Language;
use qedoku::formats::Format;
use qedoku::{Amo, Numbering, Scheme};
use serde_json::{Value, json};

/// A field of a request or a response.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) value_type: FieldType,
    pub(crate) required: bool,
    pub(crate) description: &'static str,
}

#[derive(Clone, Copy)]
pub(crate) enum FieldType {
    Text,
    /// One of these names.
    Choice(fn() -> Vec<&'static str>),
    /// This word: the tag of a type of objects.
    Tag(&'static str),
    /// A non-negative integer.
    Number,
    /// An integer from the first to the second number.
    NumberFrom(u64, u64),
    /// A non-negative real number.
    Decimal,
    DecimalOrNull,
    TextOrNull,
    Flag,
    List(&'static FieldType),
    /// A non-negative integer or null, such as the digit of a cell that may be empty.
    NumberOrNull,
    Object(&'static [Field]),
    /// A step as docs/guide/src/explanations.md describes it. It has no field list because steps contain steps.
    Step,
}

/// Rows of cells: a digit each, or null.
pub(crate) const DIGIT_ROWS: FieldType = FieldType::List(&FieldType::List(&FieldType::NumberOrNull));
/// Rows of cells: a list of digits each.
pub(crate) const CANDIDATE_ROWS: FieldType = FieldType::List(&FieldType::List(&FieldType::List(&FieldType::Number)));

impl Field {
    /// A required field of a request, or a field that every response has.
    pub(crate) const fn new(name: &'static str, value_type: FieldType, description: &'static str) -> Field {
        Field { name, value_type, required: true, description }
    }

    pub(crate) const fn optional(name: &'static str, value_type: FieldType, description: &'static str) -> Field {
        Field { name, value_type, required: false, description }
    }
}

impl FieldType {
    /// Whether a value has this type.
    pub(crate) fn accepts(self, value: &Value) -> bool {
        match self {
            FieldType::Text => value.is_string(),
            FieldType::Choice(names) => value.as_str().is_some_and(|name| names().contains(&name)),
            FieldType::Tag(word) => value == word,
            FieldType::Number => value.is_u64(),
            FieldType::NumberFrom(min, max) => value.as_u64().is_some_and(|number| (min..=max).contains(&number)),
            FieldType::Decimal => value.as_f64().is_some_and(|number| number >= 0.0),
            FieldType::DecimalOrNull => value.is_null() || FieldType::Decimal.accepts(value),
            FieldType::TextOrNull => value.is_null() || value.is_string(),
            FieldType::Flag => value.is_boolean(),
            FieldType::List(item) => {
                value.as_array().is_some_and(|items| items.iter().all(|value| item.accepts(value)))
            }
            FieldType::NumberOrNull => value.is_u64() || value.is_null(),
            FieldType::Object(_) | FieldType::Step => value.is_object(),
        }
    }

    /// The type in an error message.
    pub(crate) fn description(self) -> String {
        match self {
            FieldType::Text => "a string".to_owned(),
            FieldType::Choice(names) => format!("one of {}", names().join(", ")),
            FieldType::Tag(word) => format!("\"{word}\""),
            FieldType::Number => "a non-negative integer".to_owned(),
            FieldType::NumberFrom(min, max) => format!("a number from {min} to {max}"),
            FieldType::Decimal => "a non-negative number".to_owned(),
            FieldType::DecimalOrNull => "a non-negative number or null".to_owned(),
            FieldType::TextOrNull => "a string or null".to_owned(),
            FieldType::Flag => "true or false".to_owned(),
            FieldType::List(_) => "a list".to_owned(),
            FieldType::NumberOrNull => "a non-negative integer or null".to_owned(),
            FieldType::Object(_) | FieldType::Step => "an object".to_owned(),
        }
    }

    /// The type as JSON Schema.
    pub(crate) fn schema(self) -> Value {
        match self {
            FieldType::Text => json!({ "type": "string" }),
            FieldType::Choice(names) => json!({ "type": "string", "enum": names() }),
            FieldType::Tag(word) => json!({ "type": "string", "const": word }),
            FieldType::Number => json!({ "type": "integer", "minimum": 0 }),
            FieldType::NumberFrom(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
            FieldType::Decimal => json!({ "type": "number", "minimum": 0 }),
            FieldType::DecimalOrNull => json!({ "type": ["number", "null"], "minimum": 0 }),
            FieldType::TextOrNull => json!({ "type": ["string", "null"] }),
            FieldType::Flag => json!({ "type": "boolean" }),
            FieldType::List(item) => json!({ "type": "array", "items": item.schema() }),
            FieldType::NumberOrNull => json!({ "type": ["integer", "null"], "minimum": 0 }),
            FieldType::Object(fields) => object_schema(fields.iter()),
            FieldType::Step => json!({ "type": "object", "additionalProperties": true }),
        }
    }
}

/// JSON Schema of an object with these fields.
pub(crate) fn object_schema<'f>(fields: impl Iterator<Item = &'f Field>) -> Value {
    let (mut properties, mut required) = (json!({}), Vec::new());
    for field in fields {
        let mut schema = field.value_type.schema();
        schema["description"] = field.description.into();
        properties[field.name] = schema;
        required.extend(field.required.then_some(field.name));
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// The puzzle, in every request.
pub(crate) const PUZZLE_FIELDS: &[Field] = &[
    Field::new(
        "puzzle",
        FieldType::Text,
        "The puzzle in any supported format, or a board size such as 16x16; only the first of several puzzles is used",
    ),
    Field::optional("boxes", FieldType::Text, "Rows and columns of a box, such as 2x6, if the board size is ambiguous"),
];

/// Options of the SAT encoding.
pub(crate) const ENCODING_FIELDS: &[Field] = &[
    Field::optional(
        "scheme",
        FieldType::Choice(|| names(&Scheme::ALL)),
        "Encoding scheme: the clause families to emit [default: reduced]",
    ),
    Field::optional(
        "amo",
        FieldType::Choice(|| names(&Amo::ALL)),
        "Encoding of at-most-one constraints [default: pairwise]",
    ),
    Field::optional(
        "numbering",
        FieldType::Choice(|| names(&Numbering::ALL)),
        "Numbering of the variables [default: rowmajor]",
    ),
    Field::optional(
        "no_repeats",
        FieldType::Flag,
        "Skip duplicate clauses: the pairs that a box shares with a row or column",
    ),
];

/// Description of the puzzle, in every response.
pub(crate) const PUZZLE_SUMMARY_FIELDS: &[Field] = &[
    Field::new("board", FieldType::Text, "Size of the board, such as 9x9"),
    Field::new("boxes", FieldType::Text, "Rows and columns of a box, such as 3x3"),
    Field::optional("alphabet", FieldType::Text, "Above 9x9: the symbols of the digits on that line, such as 1-G"),
    Field::new("puzzle", FieldType::Text, "The puzzle on one line"),
    Field::new("givens", FieldType::Number, "Number of givens"),
];

/// In a complete search result.
pub(crate) const COMPLETE_FIELDS: &[Field] =
    &[Field::new("result", FieldType::Tag("complete"), "The search ended by itself")];

/// In a search result that a limit has cut short.
pub(crate) const INCOMPLETE_FIELDS: &[Field] = &[
    Field::new("result", FieldType::Tag("incomplete"), "The search was stopped"),
    Field::new("stopped", FieldType::Text, "Why it was stopped"),
];

/// Symbols of digits in sentences.
pub(crate) const ALPHABET_FIELD: &[Field] = &[Field::optional(
    "alphabet",
    FieldType::Text,
    "Symbols of the digits in sentences, such as 1-G or A-Y [default: numbers]",
)];

/// The names in a table of values and names.
pub(crate) fn names<T>(table: &[(T, &'static str)]) -> Vec<&'static str> {
    table.iter().map(|(_, name)| *name).collect()
}

/// File formats of `/api/encode`.
pub(crate) fn encoding_targets() -> Vec<&'static str> {
    let mut targets = vec!["cnf", "f2csp"];
    targets.extend(names(&Language::ALL));
    targets
}

/// Puzzle formats of `/api/write`.
pub(crate) fn format_names() -> Vec<&'static str> {
    Format::ALL.into_iter().filter(|format| format.is_text()).map(Format::name).collect()
}
