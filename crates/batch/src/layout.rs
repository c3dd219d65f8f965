//! [`Layout`]: the columns of a table, detected from its first rows.
//!
//! | table | columns |
//! |---|---|
//! | CSV, TSV | those of the header; without one, `column_1` ... and `puzzle` |
//! | JSON Lines | the keys of the first rows |
//! | lists and arrays | `puzzle`; if the lines have other fields, too, `line` |
//!
//! The column of the puzzles is the one that the options name; else one with a usual name, if puzzles are in it; else the column
//! with the most puzzles that are not full grids, which may be solutions.

use std::borrow::Cow;

use qedoku::Board;
use qedoku::formats::{Alphabet, LineReader, ReadOptions};

use crate::csv::{self, RowEnd};
use crate::json_lines::{self, JsonRow, JsonType};
use crate::row_cutter::trim_line_break;
use crate::{TableError, TableFormat};

/// Options for reading a table. What is not set is detected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableOptions {
    /// The format.
    pub format: Option<TableFormat>,
    /// The column of the puzzles: its name, or its number from 1.
    pub column: Option<String>,
    /// The symbols and the board of the puzzles.
    pub read: ReadOptions,
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(crate) format: TableFormat,
    /// The separator of CSV and TSV.
    pub(crate) separator: u8,
    pub(crate) names: Vec<String>,
    /// The first line of CSV without its line break, if it names the columns.
    pub(crate) header: Option<Vec<u8>>,
    /// Whether a byte order mark precedes it.
    pub(crate) has_bom: bool,
    /// The index of the puzzles.
    pub(crate) puzzle: usize,
    /// The line break of the first line.
    pub(crate) line_break: &'static [u8],
    /// Whether the lines of a list have other fields than the puzzle.
    pub(crate) has_line_column: bool,
    pub(crate) reader: LineReader,
    /// The types of the columns of JSON Lines, by their first rows.
    pub(crate) json_types: Vec<JsonType>,
    /// The columns of a Parquet or Arrow table.
    #[cfg(feature = "columnar")]
    pub(crate) schema: Option<arrow_schema::SchemaRef>,
    /// The board of the first valid puzzle.
    pub(crate) board: Board,
}

/// Names of columns that hold puzzles in published data sets.
pub(crate) const PUZZLE_NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "question", "problem", "board", "grid"];

/// Rows that are examined: as many as [`qedoku::formats`] looks at.
const SAMPLE_ROWS: usize = 144;
/// Rows in which puzzles are looked for.
const COLUMN_ROWS: usize = 16;

impl Layout {
    /// The format of the table.
    pub fn format(&self) -> TableFormat {
        self.format
    }

    /// The names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of the column of the puzzles.
    pub fn puzzle_column(&self) -> &str {
        &self.names[self.puzzle]
    }

    /// The symbols of the first puzzle.
    pub fn alphabet(&self) -> Option<Alphabet> {
        self.reader.alphabet()
    }

    pub(crate) fn is_csv(&self) -> bool {
        matches!(self.format, TableFormat::Csv | TableFormat::Tsv)
    }

    /// The board of the first valid puzzle; 9x9 if there is none.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The digits of a grid that was written with the symbols of this table; `None` if its board is another.
    pub(crate) fn digits(&self, text: &[u8], board: Board) -> Option<Box<[u8]>> {
        let record = self.reader.clone().read(std::str::from_utf8(text).ok()?).ok()?;
        (record.puzzle.board() == board).then(|| record.puzzle.givens().digits().into())
    }

    /// Whether the rows of both tables can be rows of one.
    pub fn has_columns_of(&self, other: &Layout) -> bool {
        let key = |layout: &Layout| (layout.format, layout.separator, layout.header.is_some(), layout.puzzle);
        key(self) == key(other)
            && (self.format == TableFormat::JsonLines || self.names == other.names)
            && self.has_types_of(other)
    }

    #[cfg(feature = "columnar")]
    fn has_types_of(&self, other: &Layout) -> bool {
        let types = |layout: &Layout| {
            let fields = layout.schema.iter().flat_map(|schema| schema.fields().iter());
            fields.map(|field| field.data_type().clone()).collect::<Vec<_>>()
        };
        types(self) == types(other)
    }

    #[cfg(not(feature = "columnar"))]
    #[expect(clippy::unused_self, reason = "only columnar formats have types")]
    fn has_types_of(&self, _: &Layout) -> bool {
        true
    }

    /// The names of the columns, with their types if they have any.
    pub fn describe_columns(&self) -> String {
        #[cfg(feature = "columnar")]
        if let Some(schema) = &self.schema {
            return crate::columnar::describe(schema.fields());
        }
        self.names.join(", ")
    }

    /// The layout of record batches: the puzzles are looked for in the first rows.
    #[cfg(feature = "columnar")]
    pub(crate) fn of_batches(
        source: &crate::columnar::BatchSource,
        options: &TableOptions,
    ) -> Result<Layout, TableError> {
        let schema = source.schema();
        let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let texts = |column: usize, rows: usize| -> Vec<String> {
            let Some(batch) = source.first_rows() else { return Vec::new() };
            let array = batch.column(column).slice(0, rows.min(batch.num_rows()));
            let Some(puzzles) = crate::columnar::PuzzleColumn::new(&array) else { return Vec::new() };
            let texts = (0..array.len()).filter_map(|row| puzzles.get(row));
            texts.map(|text| lossy(text).into_owned()).collect()
        };
        let columns: Vec<Vec<String>> = (0..names.len()).map(|column| texts(column, COLUMN_ROWS)).collect();
        let puzzle = find_column(&names, &columns, options)?;
        let empty = arrow_array::new_empty_array(schema.field(puzzle).data_type());
        if crate::columnar::PuzzleColumn::new(&empty).is_none() {
            let field = schema.field(puzzle);
            return Err(TableError::Format(format!(
                "the column \"{}\" has the type {}, which holds no puzzles: expected text, binary, or lists of integers",
                field.name(),
                field.data_type()
            )));
        }
        let sample = texts(puzzle, SAMPLE_ROWS);
        let reader = LineReader::of_column(sample.iter().map(String::as_str), &options.read);
        let schema = Some(std::sync::Arc::clone(schema));
        Ok(Layout { names, puzzle, schema, ..Layout::of_format(source.format(), reader) })
    }

    /// The layout of a CSV file that begins like this.
    pub(crate) fn of_csv(head: &[u8], is_whole: bool, options: &TableOptions) -> Result<Layout, TableError> {
        let separators: &[u8] = if options.format == Some(TableFormat::Tsv) { b"\t" } else { b",;\t" };
        let candidates = separators.iter().map(|separator| CsvSample::new(head, is_whole, *separator));
        // Of several, the first one with the most puzzles, then with the most fields.
        let best = candidates.reduce(|best, other| if other.score() > best.score() { other } else { best });
        best.expect("there is a separator").into_layout(options)
    }

    /// The layout of JSON Lines that begin like this.
    pub(crate) fn of_json(head: &[u8], options: &TableOptions) -> Result<Layout, TableError> {
        let lines = head.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let texts: Vec<&str> = lines.take(SAMPLE_ROWS).filter_map(|line| std::str::from_utf8(line).ok()).collect();
        let rows: Vec<JsonRow> = texts.iter().filter_map(|line| JsonRow::parse(line).ok()).collect();
        let mut names: Vec<String> = Vec::new();
        for row in &rows {
            match row {
                JsonRow::Object(object) => {
                    for (key, _) in &object.0 {
                        if !names.iter().any(|name| name == key) {
                            names.push(key.clone().into_owned());
                        }
                    }
                }
                JsonRow::Value(_) if !names.iter().any(|name| name == "puzzle") => names.push("puzzle".to_owned()),
                JsonRow::Value(_) => {}
            }
        }
        let field = |row: &JsonRow, name: &str| {
            Some(json_lines::puzzle_text(row.get(name)?)?.into_owned()).filter(|text| !text.is_empty())
        };
        let column = |name: &str| rows.iter().take(COLUMN_ROWS).filter_map(|row| field(row, name)).collect();
        let columns: Vec<Vec<String>> = names.iter().map(|name| column(name)).collect();
        let puzzle = match find_column(&names, &columns, options) {
            Ok(puzzle) => puzzle,
            // Every row is malformed: the column that they lack.
            Err(_) if names.is_empty() => {
                names.push(options.column.clone().unwrap_or_else(|| "puzzle".to_owned()));
                0
            }
            Err(error) => return Err(error),
        };
        let sample: Vec<String> = rows.iter().filter_map(|row| field(row, &names[puzzle])).collect();
        let reader = LineReader::of_column(sample.iter().map(String::as_str), &options.read);
        let json_type = |name: &String| {
            let objects = rows.iter().filter(|row| matches!(row, JsonRow::Object(_)));
            JsonType::of_column(objects.filter_map(|row| JsonType::of(row.get(name)?)))
        };
        let json_types = names.iter().map(json_type).collect();
        let line_break = line_break(head);
        Ok(Layout { names, puzzle, line_break, json_types, ..Layout::of_format(TableFormat::JsonLines, reader) })
    }

    /// The layout of a list.
    pub(crate) fn of_list(reader: LineReader, head: &str) -> Layout {
        let mut sample = reader.clone();
        let lines = head.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).take(SAMPLE_ROWS);
        let mut has_other_fields = |line: &str| {
            let is_classic = sample.classic(line.as_bytes()).is_some();
            !is_classic && sample.read(line).is_ok_and(|record| !record.rest.is_empty() || record.solution.is_some())
        };
        let has_line_column = lines.into_iter().any(&mut has_other_fields);
        let names =
            if has_line_column { vec!["puzzle".to_owned(), "line".to_owned()] } else { vec!["puzzle".to_owned()] };
        Layout { names, has_line_column, ..Layout::of_format(TableFormat::List, reader) }
    }

    pub(crate) fn of_format(format: TableFormat, reader: LineReader) -> Layout {
        let board = reader.board().unwrap_or(Board::CLASSIC);
        Layout {
            board,
            format,
            separator: b',',
            names: vec!["puzzle".to_owned()],
            header: None,
            has_bom: false,
            puzzle: 0,
            line_break: b"\n",
            has_line_column: false,
            reader,
            json_types: Vec::new(),
            #[cfg(feature = "columnar")]
            schema: None,
        }
    }
}

/// The first rows of a CSV file, cut with one of the separators.
struct CsvSample<'h> {
    separator: u8,
    /// The rows without line breaks.
    rows: Vec<&'h [u8]>,
    /// The first fields of each column, without the first row.
    columns: Vec<Vec<String>>,
    first: Vec<String>,
    line_break: &'static [u8],
}

impl<'h> CsvSample<'h> {
    fn new(head: &'h [u8], is_whole: bool, separator: u8) -> CsvSample<'h> {
        let mut rows = Vec::new();
        let mut start = 0;
        while rows.len() < SAMPLE_ROWS && start < head.len() {
            let RowEnd::At(end) = csv::row_end(head, start, separator, is_whole) else { break };
            let row = trim_line_break(&head[start..end]);
            if !row.is_empty() {
                rows.push(row);
            }
            start = end;
        }
        let texts = |row: &[u8]| -> Vec<String> {
            let fields = csv::fields(row, separator).map(|range| csv::content(&row[range]).into_owned());
            fields.map(|field| String::from_utf8_lossy(&field).into_owned()).collect()
        };
        let first = rows.first().map(|row| texts(row)).unwrap_or_default();
        let mut columns = vec![Vec::new(); first.len()];
        for row in rows.iter().skip(1).take(COLUMN_ROWS) {
            for (column, field) in columns.iter_mut().zip(texts(row)) {
                column.push(field);
            }
        }
        CsvSample { separator, rows, columns, first, line_break: line_break(head) }
    }

    /// The number of puzzles in the best column, and the number of columns.
    fn score(&self) -> (usize, usize) {
        let first = self.first.iter().map(std::slice::from_ref);
        let most = self.columns.iter().map(|column| count_puzzles(column).0).max().unwrap_or(0);
        (most.max(first.map(|field| count_puzzles(field).0).max().unwrap_or(0)), self.first.len())
    }

    fn into_layout(self, options: &TableOptions) -> Result<Layout, TableError> {
        let is_named = options.column.as_ref().is_some_and(|column| column.parse::<usize>().is_err());
        let is_puzzle = |field: &String| count_puzzles(std::slice::from_ref(field)).0 > 0;
        // Without any puzzle in the sample, a first row of words is still a header.
        let has_header = is_named || !self.first.is_empty() && !self.first.iter().any(is_puzzle) && self.is_header();
        let mut columns = self.columns;
        if !has_header {
            for (column, field) in columns.iter_mut().zip(&self.first) {
                column.insert(0, field.clone());
            }
        }
        let mut names: Vec<String> = if has_header {
            self.first.clone()
        } else {
            (1..=self.first.len().max(1)).map(|number| format!("column_{number}")).collect()
        };
        if columns.is_empty() {
            columns.push(Vec::new());
        }
        let puzzle = find_column(&names, &columns, options)?;
        if !has_header {
            "puzzle".clone_into(&mut names[puzzle]);
        }
        let field_of = |row: &'_ &[u8]| -> Option<String> {
            let range = csv::fields(row, self.separator).nth(puzzle)?;
            Some(String::from_utf8_lossy(&csv::content(&row[range])).into_owned())
        };
        let sample: Vec<String> = self.rows.iter().skip(usize::from(has_header)).filter_map(field_of).collect();
        let reader = LineReader::of_column(sample.iter().map(String::as_str), &options.read);
        let format = if self.separator == b'\t' { TableFormat::Tsv } else { TableFormat::Csv };
        Ok(Layout {
            separator: self.separator,
            names,
            header: has_header.then(|| self.rows[0].to_vec()),
            puzzle,
            line_break: self.line_break,
            ..Layout::of_format(format, reader)
        })
    }

    /// Whether the fields of the first row are names: none is empty or begins like a puzzle or a number.
    fn is_header(&self) -> bool {
        let is_name = |field: &String| field.starts_with(|c: char| c.is_alphabetic() || c == '_');
        self.first.iter().any(is_name) && !self.first.iter().any(|field| field.len() >= 81)
    }
}

/// The column of the puzzles.
fn find_column(names: &[String], columns: &[Vec<String>], options: &TableOptions) -> Result<usize, TableError> {
    if let Some(column) = &options.column {
        let by_name = names.iter().position(|name| name == column);
        let by_number = || column.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < names.len());
        return by_name.or_else(by_number).ok_or_else(|| TableError::NoColumn(column.clone(), names.to_vec()));
    }
    let counts: Vec<(usize, usize)> = columns.iter().map(|column| count_puzzles(column)).collect();
    let is_usual = |index: &usize| PUZZLE_NAMES.contains(&names[*index].to_ascii_lowercase().as_str());
    let usual = || (0..names.len()).filter(is_usual);
    let best = || (0..names.len()).rev().max_by_key(|index| (counts[*index].1, counts[*index].0)); // the first of the best
    let found = usual().find(|index| counts[*index].0 > 0);
    let found = found.or_else(|| best().filter(|index| counts[*index].0 > 0));
    let single = || (names.len() == 1).then_some(0);
    found.or_else(|| usual().next()).or_else(single).ok_or_else(|| TableError::NoPuzzles(names.to_vec()))
}

/// The number of fields that are puzzles, and of those that are not full grids.
fn count_puzzles(fields: &[String]) -> (usize, usize) {
    let mut counts = (0, 0);
    for field in fields {
        let mut reader = LineReader::of_column([field.as_str()], &ReadOptions::default());
        if let Ok(record) = reader.read(field) {
            // Another field or text beside the puzzle: the separator is a wrong one.
            if record.rest.is_empty() && record.solution.is_none() {
                counts.0 += 1;
                counts.1 += usize::from(!record.puzzle.givens().is_full());
            }
        }
    }
    counts
}

/// The line break of the first line.
fn line_break(head: &[u8]) -> &'static [u8] {
    match memchr::memchr(b'\n', head) {
        Some(end) if end > 0 && head[end - 1] == b'\r' => b"\r\n",
        _ => b"\n",
    }
}

/// A text as UTF-8, for messages and for other formats.
pub(crate) fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

    fn csv(text: &str, column: Option<&str>) -> Result<Layout, TableError> {
        let options = TableOptions { column: column.map(str::to_owned), ..TableOptions::default() };
        Layout::of_csv(text.as_bytes(), true, &options)
    }

    #[test]
    fn the_column_of_the_puzzles_is_found() {
        let full = "1".repeat(81);
        let layout = csv(&format!("id,answer,quiz\r\n1,{full},{PUZZLE}\r\n"), None).unwrap();
        assert_eq!((layout.puzzle_column(), layout.line_break, layout.separator), ("quiz", &b"\r\n"[..], b','));
        assert_eq!(csv(&format!("a;b\n7;{PUZZLE}\n"), None).unwrap().puzzle_column(), "b");
        let layout = csv(&format!("7\t{PUZZLE}\n"), None).unwrap();
        assert_eq!(
            (layout.names(), layout.format()),
            (&["column_1".to_owned(), "puzzle".to_owned()][..], TableFormat::Tsv)
        );
        assert_eq!(csv(&format!("a,b\n{PUZZLE},{PUZZLE}\n"), Some("b")).unwrap().puzzle, 1);
        assert_eq!(csv(&format!("a,b\n{PUZZLE},{PUZZLE}\n"), Some("2")).unwrap().puzzle, 1);
        assert_eq!(csv("id,puzzle\n", None).unwrap().puzzle, 1, "an empty table");
        assert_eq!(csv(&format!("\"my \"\"puzzle\"\"\"\n\"{PUZZLE}\"\n"), None).unwrap().names(), ["my \"puzzle\""]);
    }

    #[test]
    fn tables_without_puzzles_are_refused() {
        let error = csv("id,name\n1,x\n", None).unwrap_err().to_string();
        assert_eq!(error, "no column holds puzzles (columns: id, name); choose one with --column");
        let error = csv(&format!("id,puzzle\n1,{PUZZLE}\n"), Some("quiz")).unwrap_err().to_string();
        assert_eq!(error, "no column \"quiz\" (columns: id, puzzle)");
    }

    #[test]
    fn keys_of_json_lines_are_columns() {
        let text =
            format!("{{\"id\": 1, \"grid\": \"{PUZZLE}\"}}\n{{\"grid\": \"{PUZZLE}\", \"tag\": null}}\nbroken\n");
        let layout = Layout::of_json(text.as_bytes(), &TableOptions::default()).unwrap();
        assert_eq!((layout.names(), layout.puzzle), (&["id", "grid", "tag"].map(str::to_owned)[..], 1));
    }
}
