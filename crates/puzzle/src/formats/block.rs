//! The lines of one puzzle that spreads over several.
//!
//! ```text
//!   *-----------*       borders are left out
//!   |4..|...|8.5|       a row: its cells are glued or separated
//!   |.3.|...|...|
//!   |...|7..|...|
//!   |---+---+---|
//!   ...                 an empty line ends the block, and so do two borders in a row
//! ```
//!
//! A line of nothing but `-` is a border, unless other rows write their blanks as `-`.

use super::flow::MAX_TOKENS;
use super::heading::is_heading;
use super::text::{Cursor, Line, has_bars, is_border, is_dashes};
use crate::Board;

/// The lines of one puzzle, or of several without anything between them.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub(super) first: Line<'a>,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) has_borders: bool,
    /// Whether it begins as the boxes of Simple Sudoku do, with `*---`.
    pub(super) has_stars: bool,
    /// Whether there are more lines than one puzzle can have.
    pub(super) is_cut: bool,
    /// The place after the last line that was looked at.
    pub(super) end: Cursor<'a>,
}

/// One line of cells.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) tokens: Vec<&'a str>,
    pub(super) characters: usize,
    /// Whether it may be a border.
    is_dashes: bool,
    /// The place after this line.
    pub(super) end: Cursor<'a>,
}

impl<'a> Block<'a> {
    /// The lines from here to the next empty line, heading or pair of borders. `None` where there is none.
    pub(super) fn gather(start: &Cursor<'a>) -> Option<Block<'a>> {
        let first = start.peek()?;
        let mut block =
            Block { first, rows: Vec::new(), has_borders: false, has_stars: false, is_cut: false, end: start.clone() };
        block.take_lines();
        block.drop_dashes();
        Some(block)
    }

    fn take_lines(&mut self) {
        let mut after_border = false;
        let mut budget = 2 * MAX_TOKENS;
        while let Some(line) = self.end.peek().filter(|line| !line.is_blank() && !is_heading(line)) {
            let border = is_border(line.text) && !is_dashes(line.text);
            if border && after_border && !self.rows.is_empty() {
                return;
            }
            self.is_cut = self.rows.len() >= self.most_lines() || budget == 0;
            if self.is_cut {
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

    /// How many lines a puzzle can have whose rows are as long as the first one, if each is followed by two borders.
    fn most_lines(&self) -> usize {
        let row = self.rows.iter().find(|row| !row.is_dashes);
        let width = row.map_or(0, |row| row.tokens.len().max(row.characters));
        3 * if (1..=Board::MAX_SIDE).contains(&width) { width } else { Board::MAX_SIDE }
    }

    /// Leaves out lines of dashes, unless they are blanks.
    fn drop_dashes(&mut self) {
        let Some(width) = self.rows.iter().find(|row| !row.is_dashes).map(|row| row.characters) else {
            let side = self.rows.len();
            if side < 4 || self.rows.iter().any(|row| row.characters != side) {
                self.rows.clear();
            }
            return;
        };
        let blanks = self.rows.iter().any(Row::has_blank_dash);
        let before = self.rows.len();
        self.rows.retain(|row| !row.is_dashes || blanks && row.characters == width);
        self.has_borders |= self.rows.len() < before;
    }

    /// Goes past a border that closes the puzzle.
    pub(super) fn end_after(&mut self, row: usize) {
        self.end = self.rows[row].end.clone();
        let blanks = self.rows.iter().any(Row::has_blank_dash);
        if self.end.peek().is_some_and(|line| is_border(line.text) && !(blanks && is_dashes(line.text))) {
            self.end.next();
            self.has_borders = true;
        }
    }
}

impl<'a> Row<'a> {
    fn new(line: Line<'a>, end: Cursor<'a>) -> Row<'a> {
        let tokens: Vec<&str> = line.tokens().take(MAX_TOKENS + 1).collect();
        let characters = tokens.iter().map(|token| token.chars().count()).sum();
        Row { tokens, characters, is_dashes: is_dashes(line.text), end }
    }

    /// Whether the blank `-` occurs beside other cells.
    fn has_blank_dash(&self) -> bool {
        !self.is_dashes && self.tokens.iter().any(|token| token.contains('-') && *token != "-1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> usize {
        Block::gather(&Cursor::new(text)).unwrap().rows.len()
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
    fn a_block_ends_at_an_empty_line_a_heading_or_two_borders() {
        assert_eq!(rows("12..\n3...\n\n...."), 2);
        assert_eq!(rows("12..\n3...\nGrid 02\n...."), 2);
        assert_eq!(rows("*---*\n12..\n*---*\n*---*\n...."), 1);
        assert_eq!(rows(&"1...\n".repeat(1000)), 12);
    }
}
