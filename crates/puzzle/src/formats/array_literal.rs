//! Reader of array literals: MiniZinc data (.dzn), Python, `PyCSP3`, C, Java, JavaScript.
//!
//! ```text
//!   start = [| 5, 3, 0, ... | 6, 0, ... |];        MiniZinc; blanks are 0, _ or <>
//!   grid = [[5, 3, None, ...], [6, ...], ...]      Python; tuples and np.array(...) too
//!   int grid[9][9] = { {5, 3, 0, ...}, ... };      C
//!   rows = ["53..7....", "6..195...", ...]         strings: rows, or whole puzzles
//! ```
//!
//! The first bracket that opens an array of n rows with n cells, of n x n cells, or of such arrays begins a puzzle; its name is the title.
//! Other statements are skipped, as are arrays of fewer than 16 cells. An array that has rows of numbers, but of different lengths or
//! with other words between them, is an error.

use super::Format;
use super::cells::{ParsedPuzzle, ReadContext};
use super::error::{SpanError, shortened};
use super::text::{Cursor, Line};

/// A puzzle of a text of literals.
pub(super) struct LiteralEntry<'a> {
    pub(super) first: Line<'a>,
    pub(super) title: &'a str,
    pub(super) parsed: Result<ParsedPuzzle, SpanError<'a>>,
}

/// An array or one of its elements.
#[derive(Debug)]
enum Value<'a> {
    Array(&'a str, Vec<Value<'a>>),
    /// A number or blank.
    Cell(&'a str),
    /// The text between quotes.
    Text(&'a str),
}

/// Whether the lines contain an array literal: an assignment of an array, or brackets around strings or words for blanks.
pub(super) fn is_array_literal(sample: &[Line<'_>]) -> bool {
    let is_assignment = |line: &Line<'_>| {
        let after = line.text.split_once(['=', ':']).map(|(name, after)| (name.trim(), after.trim_start()));
        let opens = |text: &str| {
            text.starts_with(['[', '{', '('])
                || text.ends_with(['[', '{', '('])
                || text.contains("array") && text.contains(['(', '['])
        };
        after.is_some_and(|(name, after)| opens(after) && name.contains(|c: char| c.is_ascii_alphabetic()))
    };
    let first = sample[0].text;
    let inner = first.trim_start_matches(['[', '{', '(', ' ']);
    let opening = &first[..first.len() - inner.len()];
    let is_c = opening.starts_with(['{', '(']) && (inner.is_empty() || inner.starts_with(|c: char| c.is_ascii_digit()));
    let begins_inside = sample.get(1).is_some_and(|line| line.text.starts_with(['{', '(']));
    let is_c = is_c && (opening.matches(['{', '(']).count() > 1 || begins_inside || first.contains(','));
    let is_python =
        opening.starts_with('[') && sample.iter().any(|line| line.text.contains("None") || has_quoted_row(line.text));
    let is_call = ["array(", "np.array(", "numpy.array("].iter().any(|call| first.starts_with(call));
    first.contains("[|") || is_call || is_c || is_python || sample.iter().any(is_assignment) && !has_json_key(sample)
}

/// Whether a line has a quoted text that may be a cell or a row.
fn has_quoted_row(line: &str) -> bool {
    line.split(['"', '\''])
        .skip(1)
        .step_by(2)
        .any(|text| text.is_empty() || text.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Whether the lines begin like a JSON object.
fn has_json_key(sample: &[Line<'_>]) -> bool {
    let start: String = sample.iter().take(3).map(|line| line.text).collect();
    start.trim_start().strip_prefix(['{', '[']).is_some_and(|rest| {
        let rest = rest.trim_start_matches(['{', '[', ' ']);
        rest.starts_with('"') && rest.split('"').nth(2).is_some_and(|after| after.trim_start().starts_with(':'))
    })
}

/// Reads the next puzzle. `None` at the end of the text.
pub(super) fn next<'a>(cursor: &mut Cursor<'a>, context: &mut ReadContext) -> Option<LiteralEntry<'a>> {
    let mut at = cursor.offset();
    loop {
        let text = &cursor.text()[at..];
        let start = next_bracket(text)?;
        let mut scanner = Scanner { text, at: start + 1, leaves: 0, depth: 1, unexpected: None };
        let value = scanner.array(&text[start..]);
        let title = title(&cursor.text()[..at + start]);
        let puzzles = value.as_ref().map(|value| puzzles(value, context));
        let error = scanner.unexpected.filter(|_| scanner.leaves >= 4 && scanner.depth > 1);
        match (puzzles, error) {
            (_, Some(found)) => {
                let message =
                    format!("expected a number, a string or None in this array, found '{}'", shortened(word(found)));
                let error = SpanError::at(found, message);
                let end = scanner.skip_to_end();
                return Some(entry(cursor, at + start, at + end, title, Err(error)));
            }
            (Some(Some(Ok(puzzle))), None) => {
                let parsed = puzzle.parse(context);
                return Some(entry(cursor, at + start, at + scanner.at, title, parsed));
            }
            (Some(Some(Err(Skip::Wrong(error)))), None) => {
                return Some(entry(cursor, at + start, at + scanner.at, title, Err(error)));
            }
            (Some(None), None) => at += scanner.at,
            // Not an array, or an array of puzzles: each of them is found next.
            (None | Some(Some(Err(Skip::Inside))), None) => at += start + 1,
        }
    }
}

/// The entry of a literal, with the cursor after it.
fn entry<'a>(
    cursor: &mut Cursor<'a>,
    start: usize,
    end: usize,
    title: &'a str,
    parsed: Result<ParsedPuzzle, SpanError<'a>>,
) -> LiteralEntry<'a> {
    cursor.advance_to(start);
    let line_start = cursor.text()[..start].rfind('\n').map_or(0, |end| end + 1);
    let first = cursor.peek().unwrap_or(Line { text: "", raw: "", number: 1, offset: 0 });
    cursor.advance_to(end);
    LiteralEntry { first: Line { offset: line_start, ..first }, title, parsed }
}

/// The offset of the next opening bracket outside comments and strings.
fn next_bracket(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let length = comment_length(rest);
        if length > 0 {
            at += length;
            continue;
        }
        match rest.chars().next()? {
            '[' | '{' | '(' => return Some(at),
            c => at += c.len_utf8(),
        }
    }
}

/// The length of the comment at the beginning of a text, or 0. `#include` and `%` within a line are comments too: nothing there is an
/// array.
fn comment_length(text: &str) -> usize {
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    if text.starts_with("//") || text.starts_with('#') || text.starts_with('%') {
        return text.find('\n').unwrap_or(text.len());
    }
    0
}

/// The name before `=`, without its type.
fn title(before: &str) -> &str {
    let line = before.rsplit(['\n', ';']).next().unwrap_or_default();
    let declaration = line.split('=').next().unwrap_or_default().trim();
    let name = declaration.rsplit([' ', '\t', ':']).next().unwrap_or_default();
    let name = name.split(['[', '(']).next().unwrap_or_default();
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') { name } else { "" }
}

/// The first word of a text, for a message.
fn word(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || ",;|[]{}()".contains(c)).find(|word| !word.is_empty()).unwrap_or(text)
}

/// Recursive-descent parser of arrays.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The number of cells and strings.
    leaves: usize,
    /// The greatest number of open brackets.
    depth: usize,
    /// The first text that is neither a cell nor a string nor an array.
    unexpected: Option<&'a str>,
}

impl<'a> Scanner<'a> {
    /// The array after an opening bracket, or `None` if it contains something else.
    fn array(&mut self, start: &'a str) -> Option<Value<'a>> {
        self.array_at(start, 1)
    }

    fn array_at(&mut self, start: &'a str, depth: usize) -> Option<Value<'a>> {
        self.depth = self.depth.max(depth);
        if depth > 8 {
            return None;
        }
        let mut elements = Vec::new();
        // MiniZinc: `[| 1, 2 | 3, 4 |]` has rows between bars.
        let mut bar_rows: Option<Vec<Value<'a>>> = None;
        loop {
            self.at += comment_length(&self.text[self.at..]);
            let rest = &self.text[self.at..];
            let c = rest.chars().next()?;
            match c {
                ']' | '}' | ')' => {
                    self.at += 1;
                    if let Some(rows) = &mut bar_rows {
                        push_row(rows, start, elements);
                        return Some(Value::Array(start, bar_rows?));
                    }
                    return Some(Value::Array(start, elements));
                }
                '[' | '{' | '(' => {
                    self.at += 1;
                    elements.push(self.array_at(rest, depth + 1)?);
                }
                '|' => {
                    self.at += 1;
                    self.depth = self.depth.max(2);
                    push_row(bar_rows.get_or_insert_default(), rest, std::mem::take(&mut elements));
                }
                ',' | ';' => self.at += 1,
                '"' | '\'' => elements.push(self.quoted(c)?),
                c if c.is_whitespace() || c == '\\' => self.at += c.len_utf8(),
                _ => elements.push(self.cell()?),
            }
        }
    }

    /// A string: a cell if it is short, else a row.
    fn quoted(&mut self, quote: char) -> Option<Value<'a>> {
        let inner = &self.text[self.at + 1..];
        let end = inner.find(quote).filter(|end| !inner[..*end].contains('\n'))?;
        self.at += end + 2;
        self.leaves += 1;
        let text = &inner[..end];
        Some(if text.trim().is_empty() {
            Value::Cell(".")
        } else if text.len() == 1 {
            Value::Cell(text)
        } else {
            Value::Text(text)
        })
    }

    /// A number or a word for a blank cell.
    fn cell(&mut self) -> Option<Value<'a>> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || ",;|[]{}()\"'".contains(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_number = word.strip_prefix('-').unwrap_or(word).bytes().all(|byte| byte.is_ascii_digit());
        let is_blank =
            matches!(word, "None" | "null" | "nil" | "NaN" | "nan" | "_" | "<>" | "." | "x" | "X" | "?" | "undefined");
        if !(is_number || is_blank) {
            self.unexpected.get_or_insert(rest);
            return None;
        }
        self.at += end;
        self.leaves += 1;
        Some(Value::Cell(if is_number { word } else { "." }))
    }

    /// The offset after the bracket that closes the array of this scanner.
    fn skip_to_end(&self) -> usize {
        let mut open = 0;
        for (offset, c) in self.text.char_indices().skip_while(|(_, c)| !matches!(c, '[' | '{' | '(')) {
            match c {
                '[' | '{' | '(' => open += 1,
                ']' | '}' | ')' => open -= 1,
                _ => {}
            }
            if open <= 0 {
                return offset + 1;
            }
        }
        self.text.len()
    }
}

/// Appends a row between bars, unless it is empty as before the first bar.
fn push_row<'a>(rows: &mut Vec<Value<'a>>, start: &'a str, elements: Vec<Value<'a>>) {
    if !elements.is_empty() {
        rows.push(Value::Array(start, elements));
    }
}

/// The cells of an array that is a puzzle.
struct ArrayCells<'a> {
    cells: Vec<&'a str>,
    side: usize,
    by_tokens: bool,
}

/// The reason why an array with enough cells is not a puzzle.
enum Skip<'a> {
    /// Its elements are puzzles.
    Inside,
    Wrong(SpanError<'a>),
}

impl<'a> ArrayCells<'a> {
    fn parse(&self, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
        if self.by_tokens {
            context.parse_separate_cells(&self.cells, self.side)
        } else {
            let parsed = context.parse_symbols(&self.cells, self.side)?;
            Ok(ParsedPuzzle { format: Format::Grid, ..parsed })
        }
    }
}

/// The puzzle of an array. `None` if it has too few cells.
fn puzzles<'a>(value: &Value<'a>, context: &ReadContext) -> Option<Result<ArrayCells<'a>, Skip<'a>>> {
    let Value::Array(_, elements) = value else { return None };
    let cells: Vec<&str> = elements.iter().filter_map(Value::as_cell).collect();
    let texts: Vec<&str> = elements.iter().filter_map(Value::as_text).collect();
    let rows: Vec<(&str, &Vec<Value<'a>>)> = elements.iter().filter_map(Value::as_array).collect();
    if !cells.is_empty() && cells.len() == elements.len() {
        let side = context.side_of(cells.len())?;
        return Some(Ok(ArrayCells { cells, side, by_tokens: true }));
    }
    if !texts.is_empty() && texts.len() == elements.len() {
        return strings(&texts, context);
    }
    if rows.is_empty() || rows.len() != elements.len() {
        return None;
    }
    let is_nested = |(_, row): &(&str, &Vec<Value<'a>>)| row.iter().any(|value| matches!(value, Value::Array(..)));
    if rows.iter().all(is_nested) || rows.len() == 1 {
        return Some(Err(Skip::Inside));
    }
    let side = rows.len();
    if side < 4 && rows.iter().all(|(_, row)| row.len() < 4) {
        return None;
    }
    if rows.iter().all(|(_, row)| context.side_of(row.len()).is_some_and(|inner| inner != side && row.len() != side)) {
        return Some(Err(Skip::Inside)); // puzzles of n x n cells
    }
    if let Err(error) = context.board(side) {
        return Some(Err(Skip::Wrong(error)));
    }
    for (start, row) in &rows {
        if row.len() != side || !row.iter().all(|value| value.as_cell().is_some()) {
            let message =
                format!("expected {side} cells in this row, because there are {side} rows, found {}", row.len());
            return Some(Err(Skip::Wrong(SpanError::at(start, message))));
        }
    }
    let cells = rows.iter().flat_map(|(_, row)| row.iter().filter_map(Value::as_cell)).collect();
    Some(Ok(ArrayCells { cells, side, by_tokens: true }))
}

/// The puzzle whose rows are strings, or the first of the puzzles that are strings.
fn strings<'a>(texts: &[&'a str], context: &ReadContext) -> Option<Result<ArrayCells<'a>, Skip<'a>>> {
    let side = texts.len();
    if texts.len() == 1 || !context.is_side(side) {
        return None;
    }
    let odd = texts.iter().find(|text| text.chars().count() != side);
    match odd {
        None => Some(Ok(ArrayCells { cells: texts.to_vec(), side, by_tokens: false })),
        Some(odd) if texts.iter().filter(|text| text.len() == side).count() * 2 > side => {
            let message = format!(
                "expected {side} cells in this row, because there are {side} rows, found {}",
                odd.chars().count()
            );
            Some(Err(Skip::Wrong(SpanError::at(odd, message))))
        }
        Some(_) => None,
    }
}

impl<'a> Value<'a> {
    fn as_cell(&self) -> Option<&'a str> {
        if let Value::Cell(cell) = self { Some(cell) } else { None }
    }

    fn as_text(&self) -> Option<&'a str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    fn as_array(&self) -> Option<(&'a str, &Vec<Value<'a>>)> {
        if let Value::Array(start, elements) = self { Some((start, elements)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::{ReadOptions, read};

    fn read_all(text: &str) -> Vec<String> {
        let line = |item: Result<crate::formats::PuzzleRecord, crate::formats::PuzzleReadError>| match item {
            Ok(record) => format!("{} {} {}", record.line, record.rest, record.puzzle),
            Err(error) => error.to_string(),
        };
        read(text, &ReadOptions::default()).map(line).collect()
    }

    #[test]
    fn arrays_of_programming_languages_are_grids() {
        let puzzle = "1.3.....4.....2.";
        for (text, line, name) in [
            ("n = 4;\nstart = [| 1, 0, 3, 0\n| 0, 0, 0, 0 | 4, 0, 0, 0 | 0, 0, 2, 0 |];", 2, "start"),
            ("% data\nx = array2d(1..4, 1..4, [1,_,3,_,_,_,_,_,4,_,_,_,_,_,2,_]);", 2, "x"),
            (
                "clues = [\n  [1, None, 3, None],\n  [None, None, None, None],  # empty\n  [4, None, None, None],\n  [None, None, 2, None],\n]\n",
                1,
                "clues",
            ),
            (
                "#include <stdio.h>\nint grid[4][4] = {\n {1,0,3,0}, {0,0,0,0},\n {4,0,0,0}, {0,0,2,0} };\nint main(void) { return f(1, 2); }\n",
                2,
                "grid",
            ),
            ("board = np.array(((1, 0, 3, 0), (0, 0, 0, 0), (4, 0, 0, 0), (0, 0, 2, 0)))", 1, "board"),
            ("const rows = [\n'1.3.',\n'....',\n'4...',\n'..2.',\n];", 1, "rows"),
            ("{{1,0,3,0},\n{0,0,0,0},\n{4,0,0,0},\n{0,0,2,0}}", 1, ""),
        ] {
            assert_eq!(read_all(text), [format!("{line} {name} {puzzle}")], "{text}");
        }
        let two =
            "easy = [[1,0,3,0],[0,0,0,0],[4,0,0,0],[0,0,2,0]]\nhard = [[1,0,0,0],[0,0,0,0],[4,0,0,0],[0,0,2,0]]\n";
        assert_eq!(read_all(two), [format!("1 easy {puzzle}"), "2 hard 1.......4.....2.".into()]);
    }

    #[test]
    fn arrays_with_errors_are_refused() {
        assert_eq!(
            read_all("grid = [[1,0,3,0],[0,0,0],[4,0,0,0],[0,0,2,0]]"),
            ["line 1, column 19: expected 4 cells in this row, because there are 4 rows, found 3"]
        );
        assert_eq!(
            read_all("grid = [[1,0,3,0],[0,o,0,0],[4,0,0,0],[0,0,2,0]]"),
            ["line 1, column 22: expected a number, a string or None in this array, found 'o'"]
        );
        assert_eq!(
            read_all("grid = [[1,0,3,0],[0,5,0,0],[4,0,0,0],[0,0,2,0]]"),
            ["line 1, column 22: expected a number from 1 to 4 or a blank (0 . -1 _ * -), found '5'"]
        );
        assert_eq!(read_all("grid = [[1,2],[3,4]]\n"), ["line 1: expected an array of n x n cells, found none"]);
    }
}
