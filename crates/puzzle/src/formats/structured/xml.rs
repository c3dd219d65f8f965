//! A reader of XML: elements, attributes and text, one after the other.
//!
//! It covers what Sudoku programs write. Comments, processing instructions and the document type are skipped; entities other than
//! the five of XML and character numbers stand for themselves. Elements must be closed in order.

use std::borrow::Cow;

use super::super::error::{SpanError, shortened};

/// A part of a document.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// The beginning of an element: its name, its attributes and its place. An element such as `<game/>` also has an end.
    Open(&'a str, Vec<(&'a str, &'a str)>, &'a str),
    /// The end of an element.
    Close(&'a str),
    /// Text between elements, without the white space around it.
    Text(&'a str),
}

/// A position in a document.
#[derive(Debug)]
pub(super) struct XmlReader<'a> {
    rest: &'a str,
    /// Names and places of the elements around the position.
    open: Vec<(&'a str, &'a str)>,
    /// The element that `/>` closed, whose end comes next.
    closed: Option<&'a str>,
}

impl<'a> XmlReader<'a> {
    pub(super) fn new(text: &'a str) -> XmlReader<'a> {
        XmlReader { rest: text, open: Vec::new(), closed: None }
    }

    /// The next part; `None` at the end of the document.
    pub(super) fn next(&mut self) -> Result<Option<Event<'a>>, SpanError<'a>> {
        if let Some(name) = self.closed.take() {
            return Ok(Some(Event::Close(name)));
        }
        loop {
            self.rest = self.rest.trim_start();
            let start = self.rest;
            if start.is_empty() {
                return match self.open.pop() {
                    None => Ok(None),
                    Some((name, place)) => Err(SpanError::at(place, format!("the element <{name}> has no end"))),
                };
            }
            if let Some(after) = start.strip_prefix("<![CDATA[") {
                let end = after.find("]]>").ok_or_else(|| unfinished(start))?;
                self.rest = &after[end + 3..];
                return Ok(Some(Event::Text(&after[..end])));
            }
            if start.starts_with("<!--") {
                self.skip_past("-->")?;
            } else if start.starts_with("<?") {
                self.skip_past("?>")?;
            } else if start.starts_with("<!") {
                self.skip_past(if start.split('>').next().is_some_and(|part| part.contains('[')) {
                    "]>"
                } else {
                    ">"
                })?;
            } else if start.starts_with("</") {
                return self.close().map(Some);
            } else if start.starts_with('<') {
                return self.element().map(Some);
            } else {
                let end = start.find('<').unwrap_or(start.len());
                self.rest = &start[end..];
                return Ok(Some(Event::Text(start[..end].trim_end())));
            }
        }
    }

    fn skip_past(&mut self, end: &str) -> Result<(), SpanError<'a>> {
        let index = self.rest.find(end).ok_or_else(|| unfinished(self.rest))?;
        self.rest = &self.rest[index + end.len()..];
        Ok(())
    }

    fn close(&mut self) -> Result<Event<'a>, SpanError<'a>> {
        let start = self.rest;
        let end = start.find('>').ok_or_else(|| unfinished(start))?;
        let name = start[2..end].trim();
        self.rest = &start[end + 1..];
        match self.open.pop() {
            Some((open, _)) if open == name => Ok(Event::Close(name)),
            Some((open, _)) => Err(SpanError::at(start, format!("expected </{open}>, found </{}>", shortened(name)))),
            None => Err(SpanError::at(start, format!("expected no </{}>: the element is not open", shortened(name)))),
        }
    }

    fn element(&mut self) -> Result<Event<'a>, SpanError<'a>> {
        let start = self.rest;
        let after = &start[1..];
        let end = after.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).ok_or_else(|| unfinished(start))?;
        let name = &after[..end];
        if name.is_empty() {
            return Err(SpanError::at(start, "expected the name of an element after '<'".into()));
        }
        self.rest = &after[end..];
        let mut attributes = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix("/>") {
                self.rest = rest;
                self.closed = Some(name);
                break;
            }
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                self.open.push((name, start));
                break;
            }
            attributes.push(self.attribute(start)?);
        }
        Ok(Event::Open(name, attributes, start))
    }

    fn attribute(&mut self, element: &'a str) -> Result<(&'a str, &'a str), SpanError<'a>> {
        let start = self.rest;
        if start.is_empty() {
            return Err(unfinished(element));
        }
        let invalid = || SpanError::at(start, "expected an attribute as name=\"value\"".into());
        let (name, after) = start.split_once('=').ok_or_else(invalid)?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\'')).ok_or_else(invalid)?;
        if name.trim().is_empty() || name.contains(['<', '>', '"', '\'']) {
            return Err(invalid());
        }
        let value = &after[1..];
        let end = value.find(quote).ok_or_else(|| unfinished(element))?;
        self.rest = &value[end + 1..];
        Ok((name.trim(), &value[..end]))
    }
}

fn unfinished(start: &str) -> SpanError<'_> {
    SpanError::at(start, "the XML that begins here has no end".into())
}

/// Replaces entities and character numbers.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let entity = after.split_once(';').and_then(|(name, rest)| Some((character(name)?, rest)));
        plain.push(entity.map_or('&', |(character, _)| character));
        rest = entity.map_or(after, |(_, rest)| rest);
    }
    Cow::Owned(plain + rest)
}

fn character(entity: &str) -> Option<char> {
    let number = entity.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => number.parse().ok(),
    });
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => number.and_then(char::from_u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> Result<String, String> {
        let mut reader = XmlReader::new(text);
        let mut all = Vec::new();
        while let Some(event) = reader.next().map_err(|error| error.message())? {
            all.push(match event {
                Event::Open(name, attributes, _) => {
                    let attributes = attributes.iter().map(|(name, value)| format!(" {name}={}", unescape(value)));
                    format!("<{name}{}>", attributes.collect::<String>())
                }
                Event::Close(name) => format!("</{name}>"),
                Event::Text(text) => text.to_owned(),
            });
        }
        Ok(all.concat())
    }

    #[test]
    fn elements_attributes_and_text_come_in_order() {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]>\n<!-- <x> --><a b=\"1 &lt; &#50;&#x33;\" c='>'> t <d/>\n<![CDATA[<]]></a>\n";
        assert_eq!(events(text).unwrap(), "<a b=1 < 23 c=>>t<d></d><</a>");
    }

    #[test]
    fn malformed_documents_are_refused() {
        for (text, error) in [
            ("<a>", "the element <a> has no end"),
            ("<a></b>", "expected </a>, found </b>"),
            ("</a>", "expected no </a>: the element is not open"),
            ("<a b=1/>", "expected an attribute as name=\"value\""),
            ("<a b=\"1/>", "the XML that begins here has no end"),
            ("<a ", "the XML that begins here has no end"),
            ("<!-- a", "the XML that begins here has no end"),
            ("< a>", "expected the name of an element after '<'"),
        ] {
            assert_eq!(events(text), Err(error.to_owned()), "{text}");
        }
    }
}
