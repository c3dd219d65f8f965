//! [`Table`]: rows whose blank cells are spaces or empty fields, rows with labels, and digits that are marked as givens.
//!
//! ```text
//!   5,3,,,7,,,,                  empty fields: commas, semicolons, tabs
//!   | 5 | 3 |   |   | 7 |        empty fields between bars: Markdown tables, frames
//!   |53 | 7 |   |                aligned columns: spaces are cells
//!     1 2 3   4 5 6   7 8 9      a heading of column labels
//!   A 5 3 . | . 7 . | . . .      a label before the row, and perhaps after it
//!   6!,1!,7,...                  6 and 1 are givens, 7 is an entry of the player
//! ```
//!
//! These readings apply only to paragraphs with as many rows as columns, or a multiple. A row of another length is an error: nothing
//! is moved to the next row. If the columns of spaces can be cells in two ways, there is no reading, and the rows are refused.

use super::cells::{ReadContext, number};
use super::error::SpanError;
use super::row_labels::{corner_error, is_sequence, labels, without_last};
use super::text::{is_bar, is_blank_symbol, is_blank_token, is_question_symbol};

/// The cells of a table.
#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) side: usize,
    /// The texts of the cells, `.` for a blank one; or of whole rows.
    pub(super) cells: Vec<&'a str>,
    /// Whether each text is a cell; otherwise each character is.
    pub(super) by_tokens: bool,
    pub(super) note: Option<String>,
}

/// The text of a blank cell.
const BLANK: &str = ".";

impl<'a> Table<'a> {
    fn of_cells(rows: &[Vec<&'a str>]) -> Table<'a> {
        let cell = |cell: &&'a str| if cell.is_empty() { BLANK } else { cell };
        Table { side: rows.len(), cells: rows.iter().flatten().map(cell).collect(), by_tokens: true, note: None }
    }

    /// The table of rows that cannot be read as tokens: with empty fields, a heading, or marks of givens. `None` if the rows have none
    /// of these.
    pub(super) fn explicit(rows: &[&'a str], context: &ReadContext) -> Option<Result<Table<'a>, SpanError<'a>>> {
        if let Some(table) = marked_rows(rows, context) {
            return Some(Ok(table));
        }
        // The corner between labels of rows and columns is an empty field, but not a cell.
        let heading = without_heading(rows, context).or_else(|| without_joined_heading(rows));
        let without_labels = heading.and_then(|rows| labelled(rows, context));
        if let Some(table) = without_labels {
            return Some(Ok(table));
        }
        let table = Table::of_fields(rows, context);
        if matches!(table, Some(Ok(_))) {
            return table;
        }
        if let Some(rows) = without_heading(rows, context) {
            let table = Table::of_fields(rows, context);
            let table = table.or_else(|| plain(rows, context).map(Ok));
            return table.or_else(|| aligned(rows, context).map(Ok));
        }
        let error = table?;
        Some(labelled(rows, context).map_or(error, Ok))
    }

    /// The table of rows that are neither rows of tokens nor [`Table::explicit`]: with labels, or with spaces as cells.
    pub(super) fn implicit(rows: &[&'a str], context: &ReadContext) -> Option<Table<'a>> {
        labelled(rows, context).or_else(|| aligned(rows, context))
    }

    /// The table of fields, some of which are empty. An error if one row has another number of fields than the others.
    fn of_fields(rows: &[&'a str], context: &ReadContext) -> Option<Result<Table<'a>, SpanError<'a>>> {
        for separator in SEPARATORS {
            let Some(fields) = split_rows(rows, separator) else { continue };
            let side = usual_count(&fields);
            let is_written_by_program = || rows.iter().any(|row| row.contains('"')) || has_decimals(rows, separator);
            if !context.is_side(side)
                || !fields.iter().flatten().any(|field| field.is_empty()) && !is_written_by_program()
            {
                continue;
            }
            if !fields.iter().flatten().all(|field| is_cell(field)) {
                continue;
            }
            // Ten fields of which the last is always empty are rather nine and a separator at the end, with a row too many.
            if side == 10 && fields.iter().all(|row| row.last().is_some_and(|last| last.is_empty())) {
                let message = "expected a digit in the last column: rows that end with a separator have 9 fields, but there are 10 rows";
                return Some(Err(SpanError::whole(message.into())));
            }
            if let Some(message) = corner_error(&fields) {
                return Some(Err(SpanError::whole(message.into())));
            }
            let odd = fields.iter().position(|row| row.len() != side);
            return match odd {
                None if fields.len().is_multiple_of(side) => Some(Ok(Table::of_cells(&fields[..side]))),
                None => Some(Err(SpanError::whole(format!(
                    "expected {side} rows of {side} fields, found {}",
                    fields.len()
                )))),
                Some(odd) if fields.len() == side => {
                    let found = fields[odd].len();
                    let message = format!("expected {side} fields in this row, like the others, found {found}");
                    Some(Err(SpanError::in_line(rows[odd].trim_start(), message)))
                }
                Some(_) => continue,
            };
        }
        None
    }
}

/// The separators of fields, in the order in which they are tried.
const SEPARATORS: [fn(char) -> bool; 5] = [|c| c == '\t', |c| c == ';', |c| c == ',', |c| c == '&', is_bar];

/// The fields of all rows, or `None` if a row has no separator. A separator at both ends of all rows is a frame, and at the end of all
/// rows a terminator.
fn split_rows<'a>(rows: &[&'a str], separator: fn(char) -> bool) -> Option<Vec<Vec<&'a str>>> {
    if !rows.iter().all(|row| row.contains(separator)) {
        return None;
    }
    let is_frame = separator('|');
    let split = |row: &&'a str| {
        let row = row.trim_matches(|c| c == ' ' || c == '\\');
        let inner = if is_frame { strip_frame(row) } else { row };
        inner.split(separator).map(|field| cell_text(field.trim())).collect::<Vec<&str>>()
    };
    let mut fields: Vec<Vec<&str>> = rows.iter().map(split).collect();
    let count = usual_count(&fields);
    if is_frame {
        // `||` between boxes is a thick line and not an empty field, if the fields have spaces around them.
        let visible =
            |row: &&'a str| strip_frame(row.trim()).split(separator).filter(|field| !field.is_empty()).count();
        if count != rows.len() && rows.iter().all(|row| visible(row) == rows.len()) {
            let split = |row: &&'a str| strip_frame(row.trim()).split(separator).filter(|field| !field.is_empty());
            fields = rows.iter().map(|row| split(row).map(str::trim).collect()).collect();
        }
        // Without bars at the ends, the first and the last field may be empty.
        let open: Vec<Vec<&str>> = rows.iter().map(|row| row.split(separator).map(str::trim).collect()).collect();
        let is_framed = |row: &&str| row.trim().starts_with(is_bar) && row.trim().ends_with(is_bar);
        let has_frame = rows.iter().all(is_framed);
        if !has_frame
            && fields.iter().any(|row| row.len() != rows.len())
            && open.iter().all(|row| row.len() == rows.len())
        {
            fields = open;
        }
    } else if count == rows.len() + 1 && fields.iter().all(|row| row.last().is_some_and(|last| last.is_empty())) {
        let is_indented = fields.iter().all(|row| row[0].is_empty());
        if is_indented {
            return None; // the empty field may be the first or the last one
        }
        for row in &mut fields {
            row.pop();
        }
    }
    Some(fields)
}

/// The cell in a field as programs write it: in quotes, with a decimal point (a column with missing values is one of floating-point
/// numbers), or as a word for a missing value.
fn cell_text(field: &str) -> &str {
    let field = field.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).map_or(field, str::trim);
    if MISSING_VALUES.iter().any(|word| field.eq_ignore_ascii_case(word)) {
        return "";
    }
    match field.split_once('.') {
        Some((digits, "0" | "00")) if number(digits).is_some() => digits,
        _ => field,
    }
}

/// Words for a missing value in data files.
const MISSING_VALUES: [&str; 6] = ["nan", "none", "null", "na", "n/a", "<na>"];

/// Whether all cells but missing ones have a decimal point, as `5.0`.
fn has_decimals(rows: &[&str], separator: fn(char) -> bool) -> bool {
    let mut fields = rows.iter().flat_map(|row| row.split(separator)).map(str::trim).filter(|field| !field.is_empty());
    fields.all(|field| cell_text(field) != field)
}

/// The text between the first and the last bar of a row, or the whole row if it has no bars at its ends.
fn strip_frame(row: &str) -> &str {
    let row = row.trim();
    let inner = row.strip_prefix(is_bar).unwrap_or(row);
    inner.strip_suffix(is_bar).unwrap_or(inner)
}

/// The most frequent number of fields.
fn usual_count(rows: &[Vec<&str>]) -> usize {
    let often = |row: &&Vec<&str>| rows.iter().filter(|other| other.len() == row.len()).count();
    rows.iter().max_by_key(often).map_or(0, Vec::len)
}

/// Whether a field is empty or one cell.
fn is_cell(field: &str) -> bool {
    field.chars().count() <= 3 && field.chars().all(|c| c.is_ascii_alphanumeric() || "._*-?".contains(c))
}

/// The rows below a heading of column labels, if there is one row more than columns.
fn without_heading<'b, 'a>(rows: &'b [&'a str], context: &ReadContext) -> Option<&'b [&'a str]> {
    let (heading, rest) = rows.split_first()?;
    let labels: Vec<&str> = labels(heading).collect();
    let fields = strip_frame(heading).split(is_bar).count();
    let is_blank_heading = labels.is_empty() && (rest.len()..=rest.len() + 1).contains(&fields);
    let is_heading = is_blank_heading || labels.len() == rest.len() && is_sequence(&labels);
    (is_heading && context.is_side(rest.len())).then_some(rest)
}

/// The rows below a heading whose labels are not separated, such as `123456789`. Only rows with labels can have one: otherwise it is
/// a row too many.
fn without_joined_heading<'b, 'a>(rows: &'b [&'a str]) -> Option<&'b [&'a str]> {
    let (heading, rest) = rows.split_first()?;
    let heading = heading.trim();
    let labels: Vec<&str> = heading.split("").filter(|label| !label.is_empty()).collect();
    (labels.len() == rest.len() && is_sequence(&labels)).then_some(rest)
}

/// The table of rows that begin with labels, without the labels. There must be as many cells after them as rows.
fn labelled<'a>(rows: &[&'a str], context: &ReadContext) -> Option<Table<'a>> {
    let first: Option<Vec<&str>> = rows.iter().map(|row| labels(row).next()).collect();
    let first = first.filter(|first| context.is_side(first.len()) && is_sequence(first))?;
    let end = |(row, label): (&&'a str, &&'a str)| label.as_ptr() as usize - row.as_ptr() as usize + label.len();
    // Labels of one and two digits end in the same column; the cells begin after the longest.
    let ends: Vec<usize> = rows.iter().zip(&first).map(end).collect();
    let widest = *ends.iter().max()?;
    let is_repeated = rows.iter().zip(&first).all(|(row, label)| without_last(row, label).is_some());
    let strip = |((row, label), end): ((&&'a str, &&'a str), &usize)| {
        let padding = row[*end..].bytes().take(widest - end).take_while(|byte| *byte == b' ').count();
        let rest = row[end + padding..].strip_prefix([':', '.', ')']).unwrap_or(&row[end + padding..]);
        if is_repeated { without_last(rest, label).unwrap_or(rest) } else { rest }
    };
    let mut stripped: Vec<&str> = rows.iter().zip(&first).zip(&ends).map(strip).collect();
    // The separator after the label: the index column of a data frame.
    for separator in [',', ';', '\t'] {
        let without = |row: &&'a str| row.trim_start_matches(' ').strip_prefix(separator);
        if let Some(without) = stripped.iter().map(without).collect() {
            stripped = without;
            break;
        }
    }
    plain(&stripped, context)
        .or_else(|| Table::of_fields(&stripped, context).and_then(Result::ok))
        .or_else(|| aligned(&stripped, context))
}

/// The table of rows of tokens or characters without blank fields.
fn plain<'a>(rows: &[&'a str], context: &ReadContext) -> Option<Table<'a>> {
    let side = rows.len();
    let split = |row: &&'a str| super::text::tokens(row.trim_end_matches('\\')).collect::<Vec<&str>>();
    let tokens: Vec<Vec<&str>> = rows.iter().map(split).collect();
    if !context.is_side(side) {
        return None;
    }
    if tokens.iter().all(|row| row.len() == side) {
        return Some(Table::of_cells(&tokens));
    }
    let characters = |row: &Vec<&str>| row.iter().map(|token| token.chars().count()).sum::<usize>();
    tokens.iter().all(|row| characters(row) == side).then(|| Table {
        side,
        cells: tokens.concat(),
        by_tokens: false,
        note: None,
    })
}

/// Horizontal positions of the cells of a row: `groups` of `width` cells between bars, or between gaps without bars.
#[derive(Clone, Copy, Debug)]
struct Alignment {
    groups: usize,
    width: usize,
    /// The distance of two cells.
    pitch: usize,
    /// The spaces between a bar and the first cell after it.
    before: usize,
    /// The spaces between the last cell and the bar after it.
    after: usize,
}

/// The table of rows in which spaces are blank cells, if all characters are in the columns of cells in exactly one way.
///
/// The rows must have no other blank cells: a short row of dots is an error. Some row must have a space inside, so that a short row of a
/// full grid is an error, too.
fn aligned<'a>(rows: &[&'a str], context: &ReadContext) -> Option<Table<'a>> {
    let side = rows.len();
    if !context.is_side(side) || !rows.iter().all(|row| row.is_ascii() || row.contains(is_bar)) {
        return None;
    }
    let is_other_blank = |byte: u8| is_blank_symbol(byte) && (byte != b'0' || side <= 9) || is_question_symbol(byte);
    if rows.iter().flat_map(|row| row.bytes()).any(|byte| is_other_blank(byte) || byte == b'\t') {
        return None;
    }
    // Above 9x9, single digits without a letter are rather numbers with spaces between them.
    let has_letter = || rows.iter().any(|row| row.bytes().any(|byte| byte.is_ascii_alphabetic()));
    if side > 9 && !has_letter() {
        return None;
    }
    let (groups, is_framed) = segments(rows)?;
    let count = groups[0].len();
    let board = context.board(side).ok()?;
    if !side.is_multiple_of(count) || count == side {
        return None;
    }
    let mut readings: Vec<Vec<Vec<&str>>> = Vec::new();
    let width = rows.iter().map(|row| row.trim_end_matches('\\').len()).max().unwrap_or(0);
    for alignment in alignments(side, count, board.box_width()) {
        // Without bars, the longest row must reach the last column: nine columns are not ten of which the last is empty.
        if count == 1 && !is_framed && (width <= alignment.last_column() || alignment.before > 0) {
            continue;
        }
        let cells: Option<Vec<Vec<&str>>> = groups.iter().map(|row| alignment.cells(row, is_framed)).collect();
        if let Some(cells) = cells.filter(|cells| !readings.contains(cells)) {
            readings.push(cells);
        }
    }
    let [cells] = &readings[..] else { return None };
    let has_inner_blank = cells.iter().any(|row| {
        let last = row.iter().rposition(|cell| !cell.is_empty());
        last.is_some_and(|last| row[..last].iter().any(|cell| cell.is_empty()))
    });
    // Columns that are empty in all rows are gaps between cells.
    let is_filled = |column: usize| {
        (cells.iter().any(|row| !row[column].is_empty()), cells.iter().all(|row| !row[column].is_empty()))
    };
    let has_mixed_column = (0..side).map(is_filled).any(|(some, all)| some && !all);
    (has_inner_blank && has_mixed_column).then(|| Table::of_cells(cells))
}

/// The texts between the bars of each row, which must be in the same columns of all rows, and whether bars are at both ends.
fn segments<'a>(rows: &[&'a str]) -> Option<(Vec<Vec<&'a str>>, bool)> {
    let split = |row: &&'a str| {
        let row = row.trim_end_matches(|c: char| c.is_whitespace() || c == '\\');
        row.split(is_bar).collect::<Vec<&str>>()
    };
    let mut rows: Vec<Vec<&str>> = rows.iter().map(split).collect();
    let count = rows[0].len();
    let width = |text: &str| text.chars().count();
    let is_framed = count > 1 && rows.iter().all(|row| row.len() == count && row[0].trim().is_empty());
    if is_framed {
        let indent = width(rows[0][0]);
        if rows.iter().any(|row| width(row[0]) != indent || !row[count - 1].is_empty()) {
            return None;
        }
        for row in &mut rows {
            row.remove(0);
            row.pop();
        }
    }
    // All segments but an open last one have the same width in all rows.
    let closed = if is_framed { rows[0].len() } else { count - 1 };
    let same_width = |index: usize| rows.iter().all(|row| width(row[index]) == width(rows[0][index]));
    let fits = rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty()) && (0..closed).all(same_width);
    fits.then_some((rows, is_framed))
}

/// The alignments that are tried: cells side by side or at distances up to 4, with or without spaces beside bars. Without bars, a gap of
/// one or two more spaces may separate the boxes.
fn alignments(side: usize, groups: usize, box_width: usize) -> Vec<Alignment> {
    let mut all = Vec::new();
    for pitch in 1..=4 {
        for (before, after) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 2)] {
            match groups {
                1 if before == after && before < 2 => {
                    all.push(Alignment { groups: 1, width: side, pitch, before, after });
                }
                1 if before == 0 && pitch < 3 => {
                    all.push(Alignment { groups: side / box_width, width: box_width, pitch, before, after });
                }
                1 => {}
                _ => all.push(Alignment { groups, width: side / groups, pitch, before, after }),
            }
        }
    }
    all
}

impl Alignment {
    /// The distance of two groups without bars.
    fn step(&self) -> usize {
        self.pitch * self.width + self.after
    }

    /// The column of the last cell without bars.
    fn last_column(&self) -> usize {
        (self.groups - 1) * self.step() + self.pitch * (self.width - 1)
    }

    /// The cells of a row, or `None` if a character is not in the column of a cell.
    fn cells<'a>(&self, segments: &[&'a str], is_framed: bool) -> Option<Vec<&'a str>> {
        let mut cells = Vec::with_capacity(self.groups * self.width);
        for (index, segment) in segments.iter().enumerate() {
            let is_first = index == 0 && !is_framed;
            let is_last = index + 1 == segments.len() && !is_framed;
            let before = if is_first { 0 } else { self.before };
            let span = self.pitch * (self.width - 1) + 1;
            if segments.len() > 1 {
                let expected = before + span + self.after;
                if !is_last && segment.chars().count() != expected {
                    return None;
                }
                self.group(segment, before, &mut cells)?;
            } else if is_framed && segment.chars().count() != self.before + self.last_column() + 1 + self.before {
                return None;
            } else if self.groups == 1 {
                self.group(segment, self.before, &mut cells)?;
            } else {
                // Without bars: one text for all groups.
                let step = self.step();
                let texts = (0..self.groups).map(|group| {
                    let start = (group * step).min(segment.len());
                    let end = if group + 1 == self.groups { segment.len() } else { (start + step).min(segment.len()) };
                    &segment[start..end]
                });
                texts.into_iter().try_for_each(|text| self.group(text, 0, &mut cells))?;
            }
        }
        Some(cells)
    }

    /// Appends the cells of a group that begins after some spaces.
    fn group<'a>(&self, text: &'a str, before: usize, cells: &mut Vec<&'a str>) -> Option<()> {
        let is_column = |offset: usize| {
            let cell = offset.checked_sub(before)?;
            (cell % self.pitch == 0 && cell / self.pitch < self.width).then_some(cell / self.pitch)
        };
        let start = cells.len();
        cells.resize(start + self.width, "");
        for (offset, byte) in text.bytes().enumerate().filter(|(_, byte)| *byte != b' ') {
            let cell = is_column(offset).filter(|_| byte.is_ascii_alphanumeric())?;
            cells[start + cell] = &text[offset..=offset];
        }
        Some(())
    }
}

/// The table of rows in which some digits are marked as givens by `!`: the others are entries of a player.
///
/// A mark follows its digit and comes before a separator. Marks in the same places of all rows are borders.
fn marked_rows<'a>(rows: &[&'a str], context: &ReadContext) -> Option<Table<'a>> {
    if !rows.iter().any(|row| row.contains('!')) || !context.is_side(rows.len()) {
        return None;
    }
    let marked: Option<Vec<Vec<(&str, bool)>>> = rows.iter().map(|row| marked_cells(row)).collect();
    let is_square = |cells: &Vec<Vec<(&str, bool)>>| cells.iter().all(|row| row.len() == rows.len());
    let marked = marked.filter(is_square).or_else(|| marked_fields(rows).filter(is_square))?;
    let marks = |row: &Vec<(&str, bool)>| row.iter().map(|(_, is_marked)| *is_marked).collect::<Vec<bool>>();
    if marked.iter().all(|row| marks(row) == marks(&marked[0])) {
        return None;
    }
    Some(Table::of_marked(&marked.concat(), rows.len()))
}

/// Like [`marked_cells`] for all rows, with empty fields as blank cells.
fn marked_fields<'a>(rows: &[&'a str]) -> Option<Vec<Vec<(&'a str, bool)>>> {
    let separators: [fn(char) -> bool; 3] = [|c| c == '\t', |c| c == ';', |c| c == ','];
    let fields = separators.into_iter().find_map(|separator| split_rows(rows, separator))?;
    let cell = |field: &&'a str| match marked_cells(field)?[..] {
        [] => Some((BLANK, false)),
        [cell] => Some(cell),
        _ => None,
    };
    fields.iter().map(|row| row.iter().map(cell).collect()).collect()
}

/// The table of a line in which some digits are marked as givens.
pub(super) fn marked_line<'a>(line: &'a str, context: &ReadContext) -> Option<Table<'a>> {
    let cells =
        marked_cells(line).filter(|cells| line.contains(',') && cells.iter().any(|(_, is_marked)| *is_marked))?;
    let side = context.side_of(cells.len())?;
    Some(Table::of_marked(&cells, side))
}

/// The cells of a row and whether they are marked, or `None` if a `!` does not follow a digit.
fn marked_cells(row: &str) -> Option<Vec<(&str, bool)>> {
    let cells = row.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|')).filter(|cell| !cell.is_empty());
    let is_digit = |cell: &str| number(cell).is_some_and(|value| value > 0);
    cells
        .map(|cell| match cell.strip_suffix('!') {
            Some(digit) => is_digit(digit).then_some((digit, true)),
            None => (is_digit(cell) || is_blank_token(cell)).then_some((cell, false)),
        })
        .collect()
}

impl<'a> Table<'a> {
    fn of_marked(cells: &[(&'a str, bool)], side: usize) -> Table<'a> {
        let entries = cells.iter().filter(|(cell, is_marked)| !is_marked && !is_blank_token(cell)).count();
        let given = |(cell, is_marked): &(&'a str, bool)| if *is_marked { cell } else { BLANK };
        let note = "digits with `!` are read as givens, those without as entries of a player, which are not part of the puzzle";
        Table {
            side,
            cells: cells.iter().map(given).collect(),
            by_tokens: true,
            note: (entries > 0).then(|| note.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ReadOptions;

    fn context() -> ReadContext {
        ReadContext::new(ReadOptions::default())
    }

    fn cells(rows: &[&str]) -> Option<String> {
        let explicit = Table::explicit(rows, &context()).map(|table| table.unwrap());
        Some(explicit.or_else(|| Table::implicit(rows, &context()))?.cells.concat())
    }

    #[test]
    fn empty_fields_are_blank_cells() {
        assert_eq!(cells(&["1,,3,", ",,,", "4,,,", ",,2,"]).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&["1\t\t3\t", "\t\t\t", "4\t\t\t", "\t\t2\t"]).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&["|1| |3| |", "| | | | |", "|4| | | |", "| | |2| |"]).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&["1,,3,,", ",,,,", "4,,,,", ",,2,,"]).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&[",1,,3,", ",,,,", ",4,,,", ",,,2,"]), None, "the first or the last field is not a cell");
        assert!(Table::explicit(&["1,,3,", ",,", "4,,,", ",,2,"], &context()).unwrap().is_err());
        assert_eq!(cells(&["1 |  | 3 |", "| | |", "4 | | |", "| | 2 |"]).as_deref(), Some("1.3.....4.....2."));
    }

    #[test]
    fn fields_may_be_as_programs_write_them() {
        let expected = Some("1.3.....4.....2.");
        let quoted = ["\"1\",\"\",\"3\",\"\"", "\"\",\"\",\"\",\"\"", "\"4\",,,", ",,\"2\","];
        assert_eq!(cells(&quoted).as_deref(), expected);
        assert_eq!(cells(&["1.0,,3.0,", ",,,", "4.0,,,", ",,2.0,"]).as_deref(), expected);
        assert_eq!(cells(&["1,NaN,3,NaN", "NaN,NaN,NaN,NaN", "4,,,", ",,2,"]).as_deref(), expected);
        let data_frame = [",0,1,2,3", "0,1,,3,", "1,,,,", "2,4,,,", "3,,,2,"];
        assert_eq!(cells(&data_frame).as_deref(), expected);
        assert_eq!(
            cells(&data_frame.map(|row| row.replace(',', "\t")).each_ref().map(|row| &row[..])).as_deref(),
            expected
        );
    }

    #[test]
    fn spaces_are_cells_if_the_columns_are_unambiguous() {
        assert_eq!(cells(&["1 3", "  4", "4", "  21"]).as_deref(), Some("1.3...4.4.....21"));
        assert_eq!(cells(&["|1 |3 |", "|  |4 |", "|4 |  |", "|  |21|"]).as_deref(), Some("1.3...4.4.....21"));
        assert_eq!(cells(&["  |3", "1 |4", "4 |", "  |21"]).as_deref(), Some("..3.1.4.4.....21"));
        assert_eq!(cells(&["1   3", "    4", "4", "    2 1"]).as_deref(), Some("1.3...4.4.....21"));
        assert_eq!(
            cells(&["1 | 3", "  | 4", "4 |", "  | 2 1"]),
            None,
            "the bars are in the same columns, the cells are not"
        );
        assert_eq!(cells(&["1234", "341", "2143", "4321"]), None, "a short row of a full grid is an error");
    }

    #[test]
    fn labels_of_rows_and_columns_are_removed() {
        let rows = ["  1 2 3 4", "A 1 . 3 .", "B . . . .", "C 4 . . .", "D . . 2 ."];
        assert_eq!(cells(&rows).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&rows[1..]).as_deref(), Some("1.3.....4.....2."));
        let joined = ["  1234", "A 1.3.", "B ....", "C 4...", "D ..2."];
        assert_eq!(cells(&joined).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(cells(&["1234", "1.3.", "....", "4...", "..2."]), None, "a row too many");
        assert_eq!(cells(&["r1 1.3.", "r2 ....", "r3 4...", "r4 ..2."]).as_deref(), Some("1.3.....4.....2."));
        assert_eq!(
            cells(&["A|1| |3| |A", "B| | | | |B", "C|4| | | |C", "D| | |2| |D"]).as_deref(),
            Some("1.3.....4.....2.")
        );
    }

    #[test]
    fn only_marked_digits_are_givens() {
        assert_eq!(cells(&["1!,2,3!,4", "3,4,1,2", "4!,1,2,3", "2,3,4!,1"]).as_deref(), Some("1.3.....4.....4."));
        assert_eq!(cells(&["1!,,3!,", ",,,", "4!,1,,", ",,4!,"]).as_deref(), Some("1.3.....4.....4."));
        assert_eq!(cells(&["1 2! 3 4!", "3 4! 1 2!", "4 1! 2 3!", "2 3! 4 1!"]), None, "borders");
    }
}
