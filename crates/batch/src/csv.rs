//! Rows and fields of CSV (RFC 4180), as bytes.
//!
//! A field that begins with a quote ends at the closing one, and may hold separators and line breaks; a quote inside is doubled. A
//! quote that is not closed within [`MAX_QUOTED_BYTES`] is an ordinary character: one stray quote must not swallow the rest of a
//! file. Quotes elsewhere are ordinary characters, too.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

/// The longest quoted field.
pub(crate) const MAX_QUOTED_BYTES: usize = 1 << 20;

/// The end of a row in a text, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowEnd {
    /// The position after its line break, or the end of the last row.
    At(usize),
    /// The text is too short to tell.
    Unknown,
}

/// Finds the end of the row that begins at `start`. `is_complete` is whether nothing follows the text.
pub(crate) fn row_end(text: &[u8], start: usize, separator: u8, is_complete: bool) -> RowEnd {
    let mut position = start;
    loop {
        if text.get(position) == Some(&b'"') {
            match closing_quote(text, position) {
                Some(closing) => position = closing + 1,
                None if !is_complete && text.len() - position < MAX_QUOTED_BYTES => return RowEnd::Unknown,
                None => {} // an ordinary character
            }
        }
        // The rest of the field, up to a separator or line break.
        match memchr2(separator, b'\n', &text[position..]) {
            Some(offset) if text[position + offset] == b'\n' => return RowEnd::At(position + offset + 1),
            Some(offset) => position += offset + 1,
            None if is_complete => return RowEnd::At(text.len()),
            None => return RowEnd::Unknown,
        }
    }
}

/// The position of the quote that closes the one at `start`.
fn closing_quote(text: &[u8], start: usize) -> Option<usize> {
    let text = &text[..text.len().min(start + MAX_QUOTED_BYTES)];
    let mut position = start + 1;
    loop {
        position += memchr(b'"', text.get(position..)?)?;
        if text.get(position + 1) != Some(&b'"') {
            return Some(position);
        }
        position += 2;
    }
}

/// Whether a field begins with a quote that is not closed.
pub(crate) fn is_unclosed(field: &[u8]) -> bool {
    field.first() == Some(&b'"') && closing_quote(field, 0).is_none()
}

/// The ranges of the fields of a row without its line break, quotes included.
pub(crate) fn fields(row: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let is_quoted = row.get(start) == Some(&b'"');
        let from = if is_quoted { closing_quote(row, start).map_or(start, |closing| closing + 1) } else { start };
        let end = memchr(separator, &row[from..]).map(|offset| from + offset);
        next = end.map(|end| end + 1);
        Some(start..end.unwrap_or(row.len()))
    })
}

/// The content of a field: without its quotes and the spaces around it, which is how [`qedoku::formats`] reads CSV.
pub(crate) fn content(field: &[u8]) -> Cow<'_, [u8]> {
    let trimmed = field.trim_ascii();
    match trimmed.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")) {
        Some(inner) if memchr(b'"', inner).is_none() => inner.into(),
        Some(inner) => {
            let mut content = Vec::with_capacity(inner.len());
            let mut bytes = inner.iter();
            while let Some(byte) = bytes.next() {
                content.push(*byte);
                if *byte == b'"' && bytes.as_slice().first() == Some(&b'"') {
                    bytes.next();
                }
            }
            content.into()
        }
        None => trimmed.into(),
    }
}

/// Appends a field, in quotes if it needs them.
pub(crate) fn write_field(field: &[u8], separator: u8, out: &mut Vec<u8>) {
    let needs_quotes = |byte: &u8| *byte == separator || matches!(byte, b'"' | b'\n' | b'\r');
    // Programs that trim unquoted fields keep the spaces of quoted ones.
    let has_spaces = field.trim_ascii().len() < field.len();
    if has_spaces || field.iter().any(needs_quotes) {
        write_quoted(field, out);
    } else {
        out.extend_from_slice(field);
    }
}

/// Appends a field in quotes.
pub(crate) fn write_quoted(field: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in field {
        if *byte == b'"' {
            out.push(b'"');
        }
        out.push(*byte);
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(row: &str) -> Vec<String> {
        let contents = fields(row.as_bytes(), b',').map(|range| content(&row.as_bytes()[range]).into_owned());
        contents.map(|field| String::from_utf8(field).unwrap()).collect()
    }

    #[test]
    fn quotes_are_read_as_in_rfc_4180() {
        assert_eq!(split("1,\"a,\"\"b\"\"\n\",c"), ["1", "a,\"b\"\n", "c"]);
        assert_eq!(split(""), [""]);
        assert_eq!(split("a,"), ["a", ""]);
        assert_eq!(split("5\" disk,b"), ["5\" disk", "b"]);
        assert_eq!(split("\"never closed,b"), ["\"never closed", "b"]);
        assert_eq!(split(" a , \"b\" "), ["a", "b"]);
    }

    #[test]
    fn rows_end_at_line_breaks_outside_of_quotes() {
        let end = |text: &str, is_complete| row_end(text.as_bytes(), 0, b',', is_complete);
        assert_eq!(end("1,\"a\nb\",c\r\n2", false), RowEnd::At(11));
        assert_eq!(end("1,\"a\nb", false), RowEnd::Unknown);
        assert_eq!(end("1,\"a\nb", true), RowEnd::At(5), "the quote is an ordinary character");
        assert_eq!(end("1,2", false), RowEnd::Unknown);
        assert_eq!(end("1,2", true), RowEnd::At(3));
        let long = format!("1,\"a\n{}\"\n", "b\n".repeat(MAX_QUOTED_BYTES));
        assert_eq!(end(&long, false), RowEnd::At(5), "the closing quote is too far away");
    }

    #[test]
    fn written_fields_are_read_back() {
        for field in ["", "a", "a,b", "say \"hi\"", "two\nlines", "\"", " padded "] {
            let mut row = b"x,".to_vec();
            write_field(field.as_bytes(), b',', &mut row);
            row.extend(b",y");
            let ranges: Vec<_> = fields(&row, b',').collect();
            assert_eq!(ranges.len(), 3, "{field}");
            assert_eq!(&*content(&row[ranges[1].clone()]), field.as_bytes());
        }
    }
}
