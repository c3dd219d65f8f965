//! [`Paragraph`]: the consecutive lines of a puzzle of several lines.
//!
//! ```text
//!   *-----------*       borders are skipped
//!   |4..|...|8.5|       a row, with or without separators between its cells
//!   |.3.|...|...|
//!   |...|7..|...|
//!   |---+---+---|
//!   ...                 an empty line ends the paragraph; so do two borders in a row
//! ```
//!
//! A line of dashes is a border, unless other rows write their blanks as `-`.

use super::heading::is_heading;
use super::text::{Cursor, Line, has_bars, is_border, is_dashes};
use super::tokens::MAX_TOKENS;
use crate::Board;

/// The lines of one puzzle, or of several puzzles without a separator.
#[derive(Debug)]
pub(super) struct Paragraph<'a> {
    pub(super) first: Line<'a>,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) has_borders: bool,
    /// Whether the first border begins with `*`, as in Simple Sudoku.
    pub(super) has_stars: bool,
    /// Whether reading stopped because there are more lines than a puzzle can have.
    pub(super) is_truncated: bool,
    /// The position after the last line that was read.
    pub(super) end: Cursor<'a>,
}

/// A line of cells.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) tokens: Vec<&'a str>,
    pub(super) characters: usize,
    pub(super) line: Line<'a>,
    /// Whether the line may be a border.
    is_dashes: bool,
    /// The position after this line.
    pub(super) end: Cursor<'a>,
}

impl<'a> Paragraph<'a> {
    /// The lines up to the next empty line, heading or pair of borders. `None` at the end of the text.
    pub(super) fn collect(start: &Cursor<'a>) -> Option<Paragraph<'a>> {
        let first = start.peek()?;
        let mut paragraph = Paragraph {
            first,
            rows: Vec::new(),
            has_borders: false,
            has_stars: false,
            is_truncated: false,
            end: start.clone(),
        };
        paragraph.read_lines();
        paragraph.drop_dash_borders();
        Some(paragraph)
    }

    fn read_lines(&mut self) {
        let mut after_border = false;
        let mut budget = 2 * MAX_TOKENS; // bounds the time that a huge invalid text takes
        while let Some(line) = self.end.peek().filter(|line| !is_end(line)) {
            let border = is_border(line.text) && !is_dashes(line.text);
            if border && after_border && !self.rows.is_empty() {
                return;
            }
            self.is_truncated = self.rows.len() >= self.max_lines() || budget == 0;
            if self.is_truncated {
                return;
            }
            self.end.next();
            after_border = border;
            if border {
                self.has_stars |= self.rows.is_empty() && line.text.starts_with('*');
                self.has_borders = true;
            } else if !line.is_comment() {
                let row = Row::new(line, self.end.clone());
                budget = budget.saturating_sub(row.tokens.len());
                self.has_borders |= has_bars(line.text);
                self.rows.push(row);
            }
        }
    }

    /// The largest number of lines of a puzzle whose rows have the width of the first one: each may be followed by two borders.
    fn max_lines(&self) -> usize {
        let row = self.rows.iter().find(|row| !row.is_dashes);
        let width = row.map_or(0, |row| row.line.raw.trim_end().len());
        3 * if (1..=Board::MAX_SIDE).contains(&width) { width } else { Board::MAX_SIDE }
    }

    /// Removes lines of dashes, unless they are rows of blanks.
    fn drop_dash_borders(&mut self) {
        let Some(width) = self.rows.iter().find(|row| !row.is_dashes).map(|row| row.characters) else {
            // Nothing but dashes: an empty board if the lines form a square, else only borders.
            let side = self.rows.len();
            if side < 4 || self.rows.iter().any(|row| row.characters != side) {
                self.rows.clear();
            }
            return;
        };
        let dash_is_blank = self.rows.iter().any(Row::has_blank_dash);
        let before = self.rows.len();
        self.rows.retain(|row| !row.is_dashes || dash_is_blank && row.characters == width);
        self.has_borders |= self.rows.len() < before;
    }

    /// The rows with their leading spaces.
    pub(super) fn raw_rows(&self) -> Vec<&'a str> {
        self.rows.iter().map(|row| row.line.raw).collect()
    }

    /// Ends the paragraph after a row, and after the border below it if there is one.
    pub(super) fn end_after(&mut self, row: usize) {
        self.end = self.rows[row].end.clone();
        let dash_is_blank = self.rows.iter().any(Row::has_blank_dash);
        if self.end.peek().is_some_and(|line| is_border(line.text) && !(dash_is_blank && is_dashes(line.text))) {
            self.end.next();
            self.has_borders = true;
        }
    }
}

/// Whether a line ends a paragraph. Tabs alone are a row of empty cells.
fn is_end(line: &Line<'_>) -> bool {
    line.is_blank() && !line.raw.contains('\t') || is_heading(line)
}

impl<'a> Row<'a> {
    fn new(line: Line<'a>, end: Cursor<'a>) -> Row<'a> {
        let tokens: Vec<&str> = line.tokens().take(MAX_TOKENS + 1).collect();
        let characters = tokens.iter().map(|token| token.chars().count()).sum();
        Row { tokens, characters, line, is_dashes: is_dashes(line.text), end }
    }

    /// Whether the row has other cells and blanks written as `-`.
    fn has_blank_dash(&self) -> bool {
        !self.is_dashes && self.tokens.iter().any(|token| token.contains('-') && *token != "-1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> usize {
        Paragraph::collect(&Cursor::new(text)).unwrap().rows.len()
    }

    #[test]
    fn dashes_are_borders_unless_other_rows_use_them_as_blanks() {
        assert_eq!(rows("12..\n....\n----\n....\n...1"), 4);
        assert_eq!(rows("12--\n----\n---3\n---1"), 4);
        assert_eq!(rows("1.|..\n--+--\n..|.2"), 2);
        assert_eq!(rows("----\n----\n----\n----"), 4);
        assert_eq!(rows("-----------"), 0);
    }

    #[test]
    fn paragraphs_end_at_an_empty_line_a_heading_or_two_borders() {
        assert_eq!(rows("12..\n3...\n\n...."), 2);
        assert_eq!(rows("12..\n3...\nGrid 02\n...."), 2);
        assert_eq!(rows("*---*\n12..\n*---*\n*---*\n...."), 1);
        assert_eq!(rows(&"1...\n".repeat(1000)), 12);
    }
}
