//! CSV output of lists: the columns of the input, then those of the results.
//!
//! A CSV file comes back row by row as it was, quotes included, with the results in further columns, so that they can be
//! joined. Rows that could not be read stay in their place. Puzzles of another format have one column, `puzzle`.

use std::borrow::Cow;
use std::io::{self, Write};

use qedoku::formats::CsvLayout;

/// The names of the result columns. The last one holds the verdict; `bad` for a row that could not be read.
pub(crate) type ResultColumns<'c> = &'c [&'static str];

/// Writes the names of all columns. A CSV file without a header stays without one.
pub(crate) fn write_header(
    out: &mut dyn Write,
    layout: Option<&CsvLayout>,
    columns: ResultColumns<'_>,
) -> io::Result<()> {
    let header = match layout {
        Some(CsvLayout { header: None, .. }) => return Ok(()),
        Some(CsvLayout { header: Some(header), .. }) => header,
        None => "puzzle",
    };
    let separator = separator(layout);
    write!(out, "{header}")?;
    let known: Vec<&str> = header.split(separator).map(|name| name.trim().trim_matches('"')).collect();
    for column in columns {
        // A second column of the same name gets a number, since most programs expect distinct names.
        let numbered = (2..).map(|number| format!("{column}_{number}"));
        let free = std::iter::once((*column).to_owned()).chain(numbered).find(|name| !known.contains(&&name[..]));
        write!(out, "{separator}{}", free.expect("there are more numbers than columns"))?;
    }
    writeln!(out)
}

/// Writes a row: `row` is that of a CSV file, or the text of a puzzle.
pub(crate) fn write_row(
    out: &mut dyn Write,
    layout: Option<&CsvLayout>,
    row: &str,
    results: &[Cow<'_, str>],
) -> io::Result<()> {
    let separator = separator(layout);
    match layout {
        // Results after an open quote would become part of the field.
        Some(_) if has_open_quote(row, separator) => {
            let message = format!(
                "a field of a CSV row contains a line break, so that no results can be added to the row: {row}"
            );
            return Err(io::Error::other(message));
        }
        Some(_) => write!(out, "{row}")?,
        None => write!(out, "{}", quoted(row, separator))?,
    }
    for result in results {
        write!(out, "{separator}{}", quoted(result, separator))?;
    }
    writeln!(out)
}

/// Writes the row of a puzzle that could not be read or solved.
pub(crate) fn write_failed(
    out: &mut dyn Write,
    layout: Option<&CsvLayout>,
    row: &str,
    columns: ResultColumns<'_>,
) -> io::Result<()> {
    let mut results = vec![Cow::Borrowed(""); columns.len()];
    if let Some(verdict) = results.last_mut() {
        *verdict = "bad".into();
    }
    write_row(out, layout, row, &results)
}

fn separator(layout: Option<&CsvLayout>) -> char {
    layout.map_or(',', |layout| layout.separator)
}

/// Whether a quoted field is not closed at the end of a line.
fn has_open_quote(row: &str, separator: char) -> bool {
    let (mut is_open, mut at_start) = (false, true);
    for c in row.chars() {
        // A doubled quote closes the field and opens it again. A quote inside an unquoted field is an ordinary character.
        let toggles = c == '"' && (is_open || at_start);
        at_start = !is_open && c == separator || toggles && is_open;
        is_open ^= toggles;
    }
    is_open
}

/// A field in quotes if it needs them (RFC 4180).
fn quoted(field: &str, separator: char) -> Cow<'_, str> {
    if field.contains([separator, '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(layout: Option<&CsvLayout>) -> String {
        let mut out = Vec::new();
        write_header(&mut out, layout, &["solution", "answer"]).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_appended_under_free_names() {
        let layout = |header: Option<&str>| CsvLayout { separator: ';', header: header.map(str::to_owned) };
        assert_eq!(header(None), "puzzle,solution,answer\n");
        assert_eq!(header(Some(&layout(None))), "");
        assert_eq!(header(Some(&layout(Some("id;quiz")))), "id;quiz;solution;answer\n");
        assert_eq!(header(Some(&layout(Some("quiz;\"solution\"")))), "quiz;\"solution\";solution_2;answer\n");
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let row = |layout, row: &str| {
            let mut out = Vec::new();
            write_row(&mut out, layout, row, &["a,b".into(), "c".into()]).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(row(None, "1,2"), "\"1,2\",\"a,b\",c\n");
        let layout = CsvLayout { separator: ',', header: None };
        assert_eq!(row(Some(&layout), "7,\"x \"\" y\",.."), "7,\"x \"\" y\",..,\"a,b\",c\n");
    }

    #[test]
    fn a_field_that_continues_on_the_next_line_is_found() {
        for row in ["1,\"a", "\"", "1,\"a \"\" b", "1,\"a, b"] {
            assert!(has_open_quote(row, ','), "{row}");
        }
        for row in ["", "1,\"a\"", "1,5\" disk", "\"a \"\" b\",2", "1,\"\"", "\"a\",\"b\""] {
            assert!(!has_open_quote(row, ','), "{row}");
        }
        let layout = CsvLayout { separator: ',', header: None };
        assert!(write_row(&mut Vec::new(), Some(&layout), "1,\"a", &[]).is_err());
    }
}
