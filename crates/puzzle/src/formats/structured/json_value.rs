//! JSON values with their place in the text, and the abbreviated JSON of SudokuPad.
//!
//! Every value keeps the slice of the text that it was read from, so that an error in a cell has a line and a column. Numbers and
//! strings are not converted: most of them are never looked at.
//!
//! SudokuPad abbreviates its JSON before it compresses it: property names and colours lose their quotes, `true` and `false` become
//! `t` and `f`, an empty object between commas is left out, and `'` replaces `"`. [`Dialect::SudokuPad`] accepts both notations.

use std::borrow::Cow;

use super::super::error::{SpanError, shortened};

/// The notation of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// RFC 8259, and the `NaN` that some writers put into cells without a value.
    Standard,
    /// The abbreviated JSON of SudokuPad.
    SudokuPad,
}

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value<'a> {
    /// A number or a word such as `null`.
    Bare(&'a str),
    /// The text between the quotes, with its escape sequences.
    Text(&'a str),
    /// The elements, and the text from the bracket on.
    Array(Vec<Value<'a>>, &'a str),
    /// The fields in their order, and the text from the brace on.
    Object(Vec<(&'a str, Value<'a>)>, &'a str),
}

/// The reason why a text is not JSON.
#[derive(Debug)]
pub(super) enum SyntaxError<'a> {
    /// The text ends inside a value that began here.
    Incomplete(&'a str),
    /// The text has something else here.
    Unexpected(&'a str, &'static str),
    /// Arrays and objects are nested too deeply.
    TooDeep(&'a str),
}

/// The deepest nesting that is read. Puzzles need about six levels.
const MAX_DEPTH: usize = 48;

impl<'a> Value<'a> {
    /// Reads the value at the beginning of a text. Returns it with the text after it.
    pub(super) fn parse(text: &'a str, dialect: Dialect) -> Result<(Value<'a>, &'a str), SyntaxError<'a>> {
        let mut parser = Parser { rest: text, dialect };
        let value = parser.value(0)?;
        Ok((value, parser.rest.trim_start()))
    }

    /// Reads a text that contains one value and nothing else.
    pub(super) fn parse_all(text: &'a str, dialect: Dialect) -> Result<Value<'a>, SyntaxError<'a>> {
        match Value::parse(text, dialect)? {
            (value, "") => Ok(value),
            (_, rest) => Err(SyntaxError::Unexpected(rest, "the end of the text")),
        }
    }

    /// The place of the value.
    pub(super) fn span(&self) -> &'a str {
        match self {
            Value::Bare(span) | Value::Text(span) | Value::Array(_, span) | Value::Object(_, span) => span,
        }
    }

    /// The elements of an array; none of another value.
    pub(super) fn elements(&self) -> &[Value<'a>] {
        if let Value::Array(elements, _) = self { elements } else { &[] }
    }

    /// The fields of an object; none of another value.
    pub(super) fn fields(&self) -> &[(&'a str, Value<'a>)] {
        if let Value::Object(fields, _) = self { fields } else { &[] }
    }

    /// The first field with one of these names.
    pub(super) fn field(&self, names: &[&str]) -> Option<&Value<'a>> {
        self.fields().iter().find(|(name, _)| names.contains(name)).map(|(_, value)| value)
    }

    /// Whether the value is an array or an object.
    pub(super) fn is_container(&self) -> bool {
        matches!(self, Value::Array(..) | Value::Object(..))
    }

    /// Whether the value is `null`, `false`, `0`, or without content.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Value::Bare(word) => matches!(*word, "null" | "false" | "f" | "0"),
            Value::Text(text) => text.is_empty(),
            Value::Array(elements, _) => elements.is_empty(),
            Value::Object(fields, _) => fields.is_empty(),
        }
    }

    /// Whether the value is `true`.
    pub(super) fn is_true(&self) -> bool {
        matches!(self, Value::Bare("true" | "t"))
    }

    /// The text of a number, a word or a string.
    pub(super) fn text(&self) -> Option<Cow<'a, str>> {
        match self {
            Value::Bare(word) => Some(Cow::Borrowed(word)),
            Value::Text(text) => Some(unescape(text)),
            _ => None,
        }
    }

    /// The value of a whole number, or of a string that is one.
    pub(super) fn number(&self) -> Option<usize> {
        self.text()?.parse().ok()
    }
}

impl<'a> SyntaxError<'a> {
    /// The error with its message.
    pub(super) fn describe(self) -> SpanError<'a> {
        match self {
            SyntaxError::Incomplete(start) => {
                let what = match start.bytes().next() {
                    Some(b'{') => "object",
                    Some(b'[') => "list",
                    Some(b'"' | b'\'') => "string",
                    _ => "value",
                };
                SpanError::at(start, format!("the JSON {what} that begins here has no end"))
            }
            SyntaxError::Unexpected(at, expected) => {
                let found = shortened(at.split(char::is_whitespace).next().unwrap_or_default());
                let found = if found.is_empty() { "the end of the text".into() } else { format!("'{found}'") };
                SpanError::at(at, format!("expected {expected} in JSON, found {found}"))
            }
            SyntaxError::TooDeep(at) => {
                SpanError::at(at, format!("expected a puzzle, found lists nested more than {MAX_DEPTH} deep"))
            }
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    dialect: Dialect,
}

impl<'a> Parser<'a> {
    fn value(&mut self, depth: usize) -> Result<Value<'a>, SyntaxError<'a>> {
        self.skip_space();
        let start = self.rest;
        if depth > MAX_DEPTH {
            return Err(SyntaxError::TooDeep(start));
        }
        match self.peek() {
            Some(b'{') => self.object(start, depth),
            Some(b'[') => self.array(start, depth),
            Some(quote) if self.is_quote(quote) => self.string().map(Value::Text),
            Some(b',' | b']' | b'}') if self.dialect == Dialect::SudokuPad => Ok(Value::Object(Vec::new(), start)),
            Some(_) => self.word().map(Value::Bare),
            None => Err(SyntaxError::Incomplete(start)),
        }
    }

    fn object(&mut self, start: &'a str, depth: usize) -> Result<Value<'a>, SyntaxError<'a>> {
        let mut fields = Vec::new();
        self.advance(1);
        self.skip_space();
        while self.peek() != Some(b'}') {
            self.skip_space();
            let name = match self.peek() {
                Some(quote) if self.is_quote(quote) => self.string()?,
                Some(byte) if byte.is_ascii_alphanumeric() && self.dialect == Dialect::SudokuPad => self.name(),
                Some(_) => return Err(SyntaxError::Unexpected(self.rest, "the name of a field in quotes")),
                None => return Err(SyntaxError::Incomplete(start)),
            };
            self.skip_space();
            self.require(b':', "':' after the name of a field", start)?;
            fields.push((name, self.value(depth + 1)?));
            self.separator(b'}', "',' or '}'", start)?;
        }
        self.advance(1);
        Ok(Value::Object(fields, start))
    }

    fn array(&mut self, start: &'a str, depth: usize) -> Result<Value<'a>, SyntaxError<'a>> {
        let mut elements = Vec::new();
        self.advance(1);
        self.skip_space();
        // An abbreviated list is never empty: `[]` has one element, an empty object that was left out.
        while self.peek() != Some(b']') || self.dialect == Dialect::SudokuPad && elements.is_empty() {
            elements.push(self.value(depth + 1)?);
            self.separator(b']', "',' or ']'", start)?;
            if self.dialect == Dialect::SudokuPad && self.follows_comma(start) && self.peek() == Some(b']') {
                elements.push(Value::Object(Vec::new(), self.rest));
            }
        }
        self.advance(1);
        Ok(Value::Array(elements, start))
    }

    /// Advances past a comma, or to the end of the list or object. A comma before the end is an error in standard JSON.
    fn separator(&mut self, end: u8, expected: &'static str, start: &'a str) -> Result<(), SyntaxError<'a>> {
        self.skip_space();
        if self.peek() == Some(end) {
            return Ok(());
        }
        self.require(b',', expected, start)?;
        self.skip_space();
        match self.peek() {
            Some(byte) if byte == end && self.dialect == Dialect::Standard => {
                Err(SyntaxError::Unexpected(self.rest, "a value after ','"))
            }
            None => Err(SyntaxError::Incomplete(start)),
            Some(_) => Ok(()),
        }
    }

    /// Whether the last character before the position, in the list that began at `start`, is a comma.
    fn follows_comma(&self, start: &'a str) -> bool {
        start[..start.len() - self.rest.len()].ends_with(',')
    }

    fn string(&mut self) -> Result<&'a str, SyntaxError<'a>> {
        let start = self.rest;
        let quote = start.as_bytes()[0];
        let mut is_escaped = false;
        for (index, byte) in start.bytes().enumerate().skip(1) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                byte if byte == quote => {
                    self.advance(index + 1);
                    return Ok(&start[1..index]);
                }
                b'\n' => return Err(SyntaxError::Unexpected(start, "a string that ends on its line")),
                _ => {}
            }
        }
        Err(SyntaxError::Incomplete(start))
    }

    /// A property name without quotes.
    fn name(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        self.advance(end);
        name
    }

    /// A number or word; in the abbreviated notation also a colour.
    fn word(&mut self) -> Result<&'a str, SyntaxError<'a>> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '#');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let is_number = word.parse::<f64>().is_ok() && word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let is_known = is_number || matches!(word, "null" | "true" | "false" | "NaN");
        let is_abbreviation = self.dialect == Dialect::SudokuPad && !word.is_empty();
        if is_known || is_abbreviation {
            self.advance(end);
            return Ok(word);
        }
        let is_cut_off = end == self.rest.len() && !word.is_empty();
        Err(if is_cut_off { SyntaxError::Incomplete(self.rest) } else { SyntaxError::Unexpected(self.rest, "a value") })
    }

    fn require(&mut self, byte: u8, expected: &'static str, start: &'a str) -> Result<(), SyntaxError<'a>> {
        match self.peek() {
            Some(found) if found == byte => {
                self.advance(1);
                Ok(())
            }
            Some(_) => Err(SyntaxError::Unexpected(self.rest, expected)),
            None => Err(SyntaxError::Incomplete(start)),
        }
    }

    fn is_quote(&self, byte: u8) -> bool {
        byte == b'"' || byte == b'\'' && self.dialect == Dialect::SudokuPad
    }

    fn peek(&self) -> Option<u8> {
        self.rest.bytes().next()
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }
}

/// Replaces the escape sequences of a string. An invalid one stands for itself.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let escaped = after.chars().next().unwrap_or('\\');
        rest = &after[after.len().min(escaped.len_utf8())..];
        match escaped {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'b' | 'f' => plain.push(' '),
            'u' => {
                let code = rest.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                plain.push(code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = code.map_or(rest, |_| &rest[4..]);
            }
            other => plain.push(other),
        }
    }
    Cow::Owned(plain + rest)
}

/// A text as a JSON string with its quotes.
pub(in super::super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c < ' ' => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(text: &str) -> Result<Value<'_>, String> {
        Value::parse_all(text, Dialect::Standard).map_err(|error| error.describe().message())
    }

    #[test]
    fn values_keep_their_text() {
        let value = standard(r#" {"a": [1, -2.5e1, null, "x\"y"], "b": {}} "#).unwrap();
        let a = value.field(&["a"]).unwrap();
        assert_eq!(a.elements()[1], Value::Bare("-2.5e1"));
        assert_eq!(a.elements()[3].text().unwrap(), "x\"y");
        assert!(value.field(&["b"]).unwrap().is_empty() && value.field(&["c"]).is_none());
        assert_eq!(standard(r#""\u0041\n\\\/é""#).unwrap().text().unwrap(), "A\n\\/é");
        assert_eq!(standard("[NaN]").unwrap().elements().len(), 1);
    }

    #[test]
    fn syntax_errors_name_what_was_expected() {
        let error = |text| standard(text).unwrap_err();
        assert_eq!(error("[1, 2"), "the JSON list that begins here has no end");
        assert_eq!(error("[1,]"), "expected a value after ',' in JSON, found ']'");
        assert_eq!(error("{a: 1}"), "expected the name of a field in quotes in JSON, found 'a:'");
        assert_eq!(error("{\"a\" 1}"), "expected ':' after the name of a field in JSON, found '1}'");
        assert_eq!(error("[1] 2"), "expected the end of the text in JSON, found '2'");
        assert_eq!(error("[1 2]"), "expected ',' or ']' in JSON, found '2]'");
        assert_eq!(error("[None]"), "expected a value in JSON, found 'None]'");
        assert!(error(&"[".repeat(100)).contains("nested more than 48 deep"));
        assert!(matches!(Value::parse("{\"a\":[1,", Dialect::Standard), Err(SyntaxError::Incomplete(_))));
    }

    #[test]
    fn abbreviated_json_leaves_out_quotes_and_empty_objects() {
        let text = "{ce:[[,{v:5},,'7'],[]],c:#F,on:t,s:'it\\'s',n:00ff00}";
        let value = Value::parse_all(text, Dialect::SudokuPad).unwrap();
        let rows = value.field(&["ce"]).unwrap().elements();
        assert_eq!(rows[0].elements().len(), 4);
        assert_eq!(rows[0].elements()[1].field(&["v"]).unwrap().number(), Some(5));
        assert_eq!(rows[1].elements().len(), 1);
        assert!(value.field(&["on"]).unwrap().is_true());
        assert_eq!(value.field(&["s"]).unwrap().text().unwrap(), "it's");
        let trailing = Value::parse_all("{a:[{v:1},]}", Dialect::SudokuPad).unwrap();
        assert_eq!(trailing.field(&["a"]).unwrap().elements().len(), 2);
    }
}
