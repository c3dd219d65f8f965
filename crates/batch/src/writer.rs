//! [`TableWriter`]: rows with their results, in the format of the output.
//!
//! A row is copied as it is if the format stays: the results follow the bytes of a row of CSV, before its line break, and stand before
//! the closing brace of an object. Otherwise the fields are written in the new format. All fields are text then, because nothing
//! else is known about the columns of CSV.

use std::sync::Arc;

use memchr::memchr;
use qedoku::Board;
use qedoku::formats::npy;

use crate::columns::{ResultColumn, Results, Values};
use crate::json_lines::{self, JsonRow};
use crate::layout::Layout;
use crate::rows::{FieldValue, Row, Rows};
use crate::{AddedColumn, Labeller, TableError, TableFormat, csv};

/// Writes the rows of a table in one of the formats.
#[derive(Clone, Debug)]
pub struct TableWriter {
    format: TableFormat,
    layout: Arc<Layout>,
    /// The names of the new columns: different from all others.
    names: Vec<String>,
    separator: u8,
    /// The board of the array, and its column among the results.
    array: Option<(Board, usize)>,
    /// Rows of the input after which a row group of Parquet ends. A run that is resumed continues at the end of a row group.
    pub row_group_rows: u64,
    #[cfg(feature = "columnar")]
    pub(crate) parquet: Option<Arc<crate::columnar::ParquetFormat>>,
}

/// Rows per row group, unless the caller sets another number. `DuckDB` has the same: large enough for its metadata not to matter, and small
/// enough for several threads to read a file.
const ROW_GROUP_ROWS: u64 = 122_880;

impl TableWriter {
    /// Writes tables with this layout and the columns of a labeller. A NumPy array holds one grid per row, so it needs exactly one
    /// column of grids.
    pub fn new(format: TableFormat, layout: &Arc<Layout>, labeller: &Labeller) -> Result<TableWriter, TableError> {
        let is_grids = matches!(labeller.columns(), [AddedColumn::Solution | AddedColumn::Canonical]);
        let array = match format {
            TableFormat::Npy if !is_grids => {
                let message = "an array holds one grid per row: use --add solution or --add canonical";
                return Err(TableError::Format(message.to_owned()));
            }
            TableFormat::Npy => Some((layout.board(), 0)),
            _ => None,
        };
        let writer = TableWriter { array, ..TableWriter::with_columns(format, layout, labeller.column_names())? };
        #[cfg(feature = "columnar")]
        if format == TableFormat::Parquet {
            let columns = crate::columnar::OutputColumns::new(layout, labeller, &writer.names);
            let parquet = Some(Arc::new(crate::columnar::ParquetFormat::new(columns)?));
            return Ok(TableWriter { parquet, ..writer });
        }
        Ok(writer)
    }

    /// Writes tables of text with this layout and these new columns.
    pub(crate) fn with_columns(
        format: TableFormat,
        layout: &Arc<Layout>,
        names: impl Iterator<Item = &'static str>,
    ) -> Result<TableWriter, TableError> {
        if !format.is_available() {
            return Err(TableError::NotBuilt(format));
        }
        if !format.is_writable() {
            return Err(TableError::Format(format!("tables cannot be written as {format}")));
        }
        #[cfg(feature = "columnar")]
        check_text_types(format, layout)?;
        let mut known = layout.names.clone();
        let names: Vec<String> = names.map(|name| free_name(name, &mut known)).collect();
        let separator = match (format, layout.format) {
            (TableFormat::Tsv, _) => b'\t',
            (TableFormat::Csv, TableFormat::Csv) => layout.separator,
            _ => b',',
        };
        Ok(TableWriter {
            format,
            layout: Arc::clone(layout),
            names,
            separator,
            array: None,
            row_group_rows: ROW_GROUP_ROWS,
            #[cfg(feature = "columnar")]
            parquet: None,
        })
    }

    /// The format.
    pub fn format(&self) -> TableFormat {
        self.format
    }

    /// The bytes before the first row: the header of CSV, that of an array without rows, the first bytes of Parquet. A CSV file
    /// without a header stays without one, so that rows correspond by number.
    pub fn header(&self) -> Vec<u8> {
        match self.format {
            TableFormat::Csv | TableFormat::Tsv => self.csv_header(),
            TableFormat::Npy => self.array_header(0),
            TableFormat::Parquet => b"PAR1".to_vec(),
            _ => Vec::new(),
        }
    }

    /// The header that replaces [`TableWriter::header`] when the number of rows is known; `None` if it stays.
    pub fn final_header(&self, rows: u64) -> Option<Vec<u8>> {
        (self.format == TableFormat::Npy).then(|| self.array_header(rows))
    }

    /// Appends the rows that `keep` selects, as text. Parquet is written by [`TableWriter::encode`].
    pub fn write(
        &self,
        rows: &Rows<'_>,
        results: &Results,
        keep: impl Fn(usize) -> bool,
        out: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        if self.format == TableFormat::Parquet {
            return Err(TableError::Format("Parquet is not text".to_owned()));
        }
        let per_row: usize = results.columns.iter().map(|column| column.values.text_length()).sum();
        let input: usize = rows.iter().map(|row| row.text.len()).sum();
        out.reserve(per_row + input + rows.len() * (results.columns.len() + 2));
        for index in (0..rows.len()).filter(|index| keep(*index)) {
            match self.format {
                TableFormat::Csv | TableFormat::Tsv => self.write_csv(rows, index, results, out),
                TableFormat::JsonLines => self.write_json(rows, index, results, out),
                _ => self.write_array_row(index, results, out),
            }
        }
        Ok(())
    }

    /// Whether rows are copied as they are.
    fn copies_csv(&self) -> bool {
        self.format == self.layout.format && self.separator == self.layout.separator
    }

    fn csv_header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if self.layout.has_bom && self.copies_csv() {
            out.extend("\u{feff}".bytes());
        }
        match &self.layout.header {
            None if self.layout.is_csv() => return out,
            Some(header) if self.copies_csv() => out.extend(header),
            _ => {
                for (index, name) in self.layout.names.iter().enumerate() {
                    if index > 0 {
                        out.push(self.separator);
                    }
                    csv::write_field(name.as_bytes(), self.separator, &mut out);
                }
            }
        }
        for name in &self.names {
            out.push(self.separator);
            csv::write_field(name.as_bytes(), self.separator, &mut out);
        }
        out.extend(self.layout.line_break);
        out
    }

    fn write_csv(&self, rows: &Rows<'_>, index: usize, results: &Results, out: &mut Vec<u8>) {
        let row = &rows.rows[index];
        if self.copies_csv() {
            self.copy_csv_row(row, out);
        } else {
            for (number, value) in rows.values(index).iter().enumerate() {
                if number > 0 {
                    out.push(self.separator);
                }
                self.write_csv_value(value, out);
            }
        }
        for column in &results.columns {
            out.push(self.separator);
            self.write_csv_result(column, index, out);
        }
        out.extend_from_slice(row.line_break);
    }

    /// Copies a row, so that the results are in their columns: missing fields are empty, and those beyond the last column are a part of it.
    fn copy_csv_row(&self, row: &Row<'_>, out: &mut Vec<u8>) {
        let columns = self.layout.names.len();
        if row.fields > columns {
            let last = csv::fields(row.text, self.separator).nth(columns - 1).map_or(0, |range| range.start);
            out.extend_from_slice(&row.text[..last]);
            csv::write_quoted(&row.text[last..], out);
            return;
        }
        let has_open_quote = memchr(b'"', row.text).is_some()
            && csv::fields(row.text, self.separator).any(|range| csv::is_unclosed(&row.text[range]));
        if has_open_quote {
            // A quote that is never closed would include the results.
            for (number, range) in csv::fields(row.text, self.separator).enumerate() {
                if number > 0 {
                    out.push(self.separator);
                }
                match &row.text[range] {
                    field if csv::is_unclosed(field) => csv::write_quoted(field, out),
                    field => out.extend_from_slice(field),
                }
            }
        } else {
            out.extend_from_slice(row.text);
        }
        out.extend(std::iter::repeat_n(self.separator, columns - row.fields));
    }

    fn write_csv_value(&self, value: &FieldValue<'_>, out: &mut Vec<u8>) {
        match value {
            FieldValue::Missing => {}
            FieldValue::Json(value) if value == "null" => {}
            FieldValue::Text(text) => csv::write_field(text, self.separator, out),
            FieldValue::Json(value) => match serde_json::from_str::<String>(value) {
                Ok(text) => csv::write_field(text.as_bytes(), self.separator, out),
                Err(_) => csv::write_field(value.as_bytes(), self.separator, out),
            },
        }
    }

    fn write_csv_result(&self, column: &ResultColumn, index: usize, out: &mut Vec<u8>) {
        match &column.values {
            // Grids and words need no quotes; errors and certificates do.
            Values::Text(texts) if !matches!(column.name, "error" | "certificate") => {
                out.extend_from_slice(texts.get(index).unwrap_or_default());
            }
            Values::Text(texts) | Values::List(texts) => {
                csv::write_field(texts.get(index).unwrap_or_default(), self.separator, out);
            }
            values => values.write_number(index, b"", out),
        }
    }

    fn write_json(&self, rows: &Rows<'_>, index: usize, results: &Results, out: &mut Vec<u8>) {
        let row = &rows.rows[index];
        if self.layout.format != TableFormat::JsonLines || !self.copy_json_row(row, out) {
            out.push(b'{');
            let values = rows.values(index);
            let mut is_first = true;
            for (name, value) in self.layout.names.iter().zip(&values) {
                write_json_field(name, value, &mut is_first, out);
            }
            if !is_first {
                out.push(b',');
            }
        }
        for (number, (name, column)) in self.names.iter().zip(&results.columns).enumerate() {
            if number > 0 {
                out.push(b',');
            }
            json_lines::write_string(name.as_bytes(), out);
            out.push(b':');
            write_json_result(&column.values, index, out);
        }
        out.push(b'}');
        out.extend_from_slice(row.line_break);
    }

    /// Copies an object up to its closing brace, and a comma. A row that is no object, or has a key with the name of a new column, becomes
    /// the field `row`, as text.
    fn copy_json_row(&self, row: &Row<'_>, out: &mut Vec<u8>) -> bool {
        let text = row.text.trim_ascii();
        let parsed =
            std::str::from_utf8(text).ok().filter(|_| row.is_json()).and_then(|text| JsonRow::parse(text).ok());
        match parsed {
            Some(JsonRow::Object(object)) => {
                let is_new = |key: &str| self.names.iter().any(|name| name == key);
                if !(row.has_other_keys && object.0.iter().any(|(key, _)| is_new(key))) {
                    let inner = text.strip_suffix(b"}").unwrap_or(text).trim_ascii_end();
                    out.extend_from_slice(inner);
                    if !object.0.is_empty() {
                        out.push(b',');
                    }
                    return true;
                }
            }
            Some(JsonRow::Value(_)) => return false,
            None => {}
        }
        out.extend(b"{\"row\":");
        json_lines::write_string(row.text, out);
        out.push(b',');
        true
    }

    fn array_header(&self, rows: u64) -> Vec<u8> {
        let board = self.array.map_or(Board::CLASSIC, |(board, _)| board);
        npy::header(board, usize::try_from(rows).unwrap_or(usize::MAX))
    }

    /// Appends the digits of a grid; zeros if the row has none.
    fn write_array_row(&self, index: usize, results: &Results, out: &mut Vec<u8>) {
        let Some((board, column)) = self.array else { return };
        let text = match &results.columns[column].values {
            Values::Text(texts) => texts.get(index),
            _ => None,
        };
        let digits = text.and_then(|text| self.layout.digits(text, board));
        let start = out.len();
        out.resize(start + board.cell_count(), 0);
        if let Some(digits) = digits {
            out[start..].copy_from_slice(&digits);
        }
    }
}

/// Refuses columns of Parquet and Arrow that have no text.
#[cfg(feature = "columnar")]
fn check_text_types(format: TableFormat, layout: &Layout) -> Result<(), TableError> {
    let schema = layout.schema.as_ref().filter(|_| !format.is_columnar() && format != TableFormat::Npy);
    match schema.and_then(|schema| crate::columnar::unsupported_column(schema)) {
        Some((name, data_type)) => {
            let message =
                format!("the column \"{name}\" has the type {data_type}, which cannot be written as {format}");
            Err(TableError::Format(message))
        }
        None => Ok(()),
    }
}

/// The name, or the name with the first number that makes it different.
pub(crate) fn free_name(name: &str, known: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !known.contains(name)).expect("there are more numbers than columns");
    known.push(free.clone());
    free
}

fn write_json_field(name: &str, value: &FieldValue<'_>, is_first: &mut bool, out: &mut Vec<u8>) {
    if !std::mem::take(is_first) {
        out.push(b',');
    }
    json_lines::write_string(name.as_bytes(), out);
    out.push(b':');
    match value {
        FieldValue::Text(text) => json_lines::write_string(text, out),
        FieldValue::Json(value) => out.extend(value.bytes()),
        FieldValue::Missing => out.extend(b"null"),
    }
}

fn write_json_result(values: &Values, index: usize, out: &mut Vec<u8>) {
    match values {
        Values::Text(texts) => match texts.get(index) {
            Some(text) => json_lines::write_string(text, out),
            None => out.extend(b"null"),
        },
        Values::List(texts) => match texts.get(index) {
            Some(text) => {
                out.push(b'[');
                let text = String::from_utf8_lossy(text);
                for (number, part) in text.split("; ").filter(|part| !part.is_empty()).enumerate() {
                    if number > 0 {
                        out.push(b',');
                    }
                    json_lines::write_string(part.as_bytes(), out);
                }
                out.push(b']');
            }
            None => out.extend(b"null"),
        },
        values => values.write_number(index, b"null", out),
    }
}

impl Values {
    /// Writes a number, or this text if there is none.
    fn write_number(&self, index: usize, missing: &[u8], out: &mut Vec<u8>) {
        match self {
            Values::Integer(numbers) => match numbers[index] {
                Some(number) => out.extend(number.to_string().bytes()),
                None => out.extend(missing),
            },
            Values::Tenths(numbers) => match numbers[index] {
                Some(tenths) => out.extend(format!("{}.{}", tenths / 10, tenths % 10).bytes()),
                None => out.extend(missing),
            },
            Values::Text(_) | Values::List(_) => {}
        }
    }

    /// An estimate of the length of all values as text.
    fn text_length(&self) -> usize {
        match self {
            Values::Text(texts) | Values::List(texts) => texts.total_length(),
            Values::Integer(numbers) => numbers.len() * 4,
            Values::Tenths(numbers) => numbers.len() * 4,
        }
    }
}
