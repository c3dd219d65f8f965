//! Rows of JSON Lines: an object per line, or the puzzle alone.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// A row: the keys of an object with the texts of their values, in order.
pub(crate) struct Object<'t>(pub(crate) Vec<(Cow<'t, str>, &'t str)>);

/// The content of a line.
pub(crate) enum JsonRow<'t> {
    Object(Object<'t>),
    /// A string or an array: the puzzle alone.
    Value(&'t str),
}

impl<'t> JsonRow<'t> {
    /// Parses a line.
    pub(crate) fn parse(line: &'t str) -> Result<JsonRow<'t>, String> {
        let text = line.trim();
        let describe = |error: serde_json::Error| {
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or_default();
            format!("column {}: invalid JSON: {reason}", error.column())
        };
        if text.starts_with('{') {
            return serde_json::from_str(text).map(JsonRow::Object).map_err(describe);
        }
        let value: &RawValue = serde_json::from_str(text).map_err(describe)?;
        match text.as_bytes().first() {
            Some(b'"' | b'[') => Ok(JsonRow::Value(value.get())),
            _ => Err("expected a JSON object".to_owned()),
        }
    }

    /// The text of a value.
    pub(crate) fn get(&self, key: &str) -> Option<&'t str> {
        match self {
            JsonRow::Object(object) => object.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value),
            JsonRow::Value(value) => Some(value),
        }
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<'de>, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((Key(key), value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    entries.push((key, value.get()));
                }
                Ok(Object(entries))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}

/// A key that borrows from the text unless it has escapes.
struct Key<'t>(Cow<'t, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key<'de>, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(key)))
            }
            fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

/// The puzzle that a value states, as a line: a string, or rows of numbers or strings. `None` for any other value.
pub(crate) fn puzzle_text(value: &str) -> Option<Cow<'_, str>> {
    if let Some(plain) = plain_string(value) {
        return Some(plain.into());
    }
    match serde_json::from_str(value).ok()? {
        Value::String(text) => Some(text.into()),
        Value::Array(rows) => {
            let mut cells = Vec::new();
            collect_cells(&rows, &mut cells)?;
            Some(join_cells(&cells).into())
        }
        _ => None,
    }
}

/// Cells as a line: up to 9x9 they are symbols, and above they are numbers; strings as long as their number are rows.
pub(crate) fn join_cells(cells: &[String]) -> String {
    let are_rows = cells.iter().all(|cell| cell.len() == cells.len());
    let are_symbols = cells.len() <= 81 && cells.iter().all(|cell| cell.len() == 1);
    cells.join(if are_rows || are_symbols { "" } else { " " })
}

/// The type of a column, for a format whose columns have types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JsonType {
    /// Strings, and the text of arrays and objects.
    Text,
    Boolean,
    /// Whole numbers of 64 bits.
    Integer,
    Number,
}

impl JsonType {
    /// The type of a value; `None` for a null.
    pub(crate) fn of(value: &str) -> Option<JsonType> {
        match value {
            "null" => None,
            "true" | "false" => Some(JsonType::Boolean),
            value if value.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => match value.parse::<i64>() {
                Ok(_) => Some(JsonType::Integer),
                // A whole number that a float would change stays a text.
                Err(_) if !value.contains(['.', 'e', 'E']) => Some(JsonType::Text),
                Err(_) => Some(JsonType::Number),
            },
            _ => Some(JsonType::Text),
        }
    }

    /// The type of a column whose values have these types: text, unless all fit another.
    pub(crate) fn of_column(values: impl Iterator<Item = JsonType>) -> JsonType {
        let join = |a: JsonType, b: JsonType| match (a, b) {
            (a, b) if a == b => a,
            (JsonType::Integer, JsonType::Number) | (JsonType::Number, JsonType::Integer) => JsonType::Number,
            _ => JsonType::Text,
        };
        values.reduce(join).unwrap_or(JsonType::Text)
    }

    /// Whether a column of this type has a place for a value.
    pub(crate) fn fits(self, value: &str) -> bool {
        self == JsonType::Text
            || JsonType::of(value)
                .is_none_or(|found| found == self || (self, found) == (JsonType::Number, JsonType::Integer))
    }
}

/// The content of a string without escapes.
pub(crate) fn plain_string(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"').filter(|inner| !inner.contains(['\\', '"']))
}

/// The cells of an array: numbers, `null` for a blank, or strings.
fn collect_cells(values: &[Value], cells: &mut Vec<String>) -> Option<()> {
    for value in values {
        match value {
            Value::Number(number) => cells.push(number.to_string()),
            Value::Null => cells.push("0".to_owned()),
            Value::String(text) if text.is_empty() || text == " " => cells.push(".".to_owned()),
            Value::String(text) => cells.push(text.clone()),
            Value::Array(row) => collect_cells(row, cells)?,
            _ => return None,
        }
    }
    Some(())
}

/// Appends a JSON string. Bytes that are not UTF-8 are replaced.
pub(crate) fn write_string(text: &[u8], out: &mut Vec<u8>) {
    let is_plain = |byte: &u8| matches!(byte, 0x20..=0x7e) && !matches!(byte, b'"' | b'\\');
    if text.iter().all(is_plain) {
        out.push(b'"');
        out.extend_from_slice(text);
        out.push(b'"');
    } else {
        out.extend(Value::from(String::from_utf8_lossy(text)).to_string().bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_the_texts_of_their_values() {
        let Ok(JsonRow::Object(object)) = JsonRow::parse(" {\"a\": 1.50, \"b\\n\": [1, 2], \"a\": \"x\"} ") else {
            panic!("an object")
        };
        let expected: [(&str, &str); 3] = [("a", "1.50"), ("b\n", "[1, 2]"), ("a", "\"x\"")];
        assert!(object.0.iter().map(|(key, value)| (&**key, *value)).eq(expected));
        assert!(matches!(JsonRow::parse("\"1.3.\""), Ok(JsonRow::Value("\"1.3.\""))));
    }

    #[test]
    fn errors_have_a_column() {
        let error = |line: &str| JsonRow::parse(line).err().unwrap();
        assert_eq!(error("{\"a\": }"), "column 7: invalid JSON: expected value");
        assert_eq!(error("17"), "expected a JSON object");
        assert!(error("{\"a\": 1} x").contains("trailing characters"));
        assert!(error("").contains("EOF"));
    }

    #[test]
    fn puzzles_are_strings_or_rows() {
        assert_eq!(puzzle_text("\"1.3.\"").unwrap(), "1.3.");
        assert_eq!(puzzle_text("\"1\\u002e3\"").unwrap(), "1.3");
        assert_eq!(puzzle_text("[[1, null], [0, 2]]").unwrap(), "1002");
        assert_eq!(puzzle_text("[[1, 12], [0, \"\"]]").unwrap(), "1 12 0 .");
        assert_eq!(puzzle_text("[\"1.3.\", \"....\", \"4...\", \"..2.\"]").unwrap(), "1.3.....4.....2.");
        assert!(puzzle_text("{\"a\": 1}").is_none() && puzzle_text("3").is_none());
    }

    #[test]
    fn strings_are_escaped() {
        let write = |text: &[u8]| {
            let mut out = Vec::new();
            write_string(text, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(write(b"a b"), "\"a b\"");
        assert_eq!(write(b"a\"\\\n\0"), "\"a\\\"\\\\\\n\\u0000\"");
        assert_eq!(write(b"\xff"), "\"\u{fffd}\"");
    }
}
