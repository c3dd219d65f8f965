//! Headings of puzzles of several lines: `Grid 01`, `[Puzzle]`, the side, comments.

use super::cells::number;
use super::error::SpanError;
use super::text::{Cursor, Line};
use crate::Board;

/// The content of the lines before a puzzle.
#[derive(Default, Debug)]
pub(super) struct Heading<'a> {
    /// The title, such as `Grid 01`.
    pub(super) title: &'a str,
    /// Whether the heading is that of an .sdk file: `[Puzzle]`, or `#` lines with one of its letters.
    pub(super) is_sdk: bool,
    /// The line with the side, or another number.
    pub(super) size: Option<Line<'a>>,
}

impl<'a> Heading<'a> {
    /// Advances to the first line that may be a row or a border.
    ///
    /// Sections other than `[Puzzle]`, such as the `[State]` of an .sdk file, are skipped.
    pub(super) fn read(cursor: &mut Cursor<'a>) -> Heading<'a> {
        let mut heading = Heading::default();
        let mut in_other_section = false;
        while let Some(line) = cursor.peek() {
            if let Some(section) = section(line.text) {
                in_other_section = !section.eq_ignore_ascii_case("puzzle");
                heading.is_sdk |= !in_other_section;
            } else if is_title(line.text) {
                heading.title = line.text;
            } else if is_size(line.text) {
                heading.size = Some(line);
            } else if line.is_comment() {
                heading.is_sdk |= is_metadata(line.text);
            } else if !(in_other_section || line.is_blank()) {
                break;
            }
            cursor.next();
        }
        heading
    }

    /// The line with a size that this board does not have, and the error.
    ///
    /// A number alone may also be the order of the board (3 for 9x9), the number of the puzzle, one more than that of the puzzle
    /// before it (`previous`, which is updated), or the number of puzzles in the file, unless this one is the last.
    pub(super) fn size_error(
        &self,
        board: Board,
        previous: &mut usize,
        is_last: bool,
    ) -> Option<(Line<'a>, SpanError<'a>)> {
        let line = self.size?;
        let mut numbers = line.text.split(['x', 'X']).filter_map(number);
        let (height, width) = (numbers.next()?, numbers.next());
        let is_count = width.is_none() && !is_last;
        let is_next = width.is_none() && height == *previous + 1;
        if width.is_none() {
            *previous = height;
        }
        let side = board.side();
        let is_order = width.unwrap_or(height) == height && height * height == side;
        // A number that is not the side of a board is a label.
        let is_label = width.is_none() && Board::of_side(height).is_err();
        if height == side && width.unwrap_or(height) == side || is_order || is_next || is_count || is_label {
            return None;
        }
        let width = width.unwrap_or(height);
        let message = format!(
            "expected a {side}x{side} board in the heading, as in the rows below it, found {height}x{width}: \
             rows may be missing; write the number of a puzzle as 'Puzzle {height}'"
        );
        Some((line, SpanError::in_line(line.text, message)))
    }
}

/// Whether a line belongs to the heading of a puzzle.
pub(super) fn is_heading(line: &Line<'_>) -> bool {
    section(line.text).is_some() || is_title(line.text) || is_size(line.text)
}

/// The name in `[Puzzle]`.
fn section(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')).then_some(name)
}

/// Whether a line is a word such as `Grid` or `Puzzle`, alone or with a number.
fn is_title(line: &str) -> bool {
    let end = line.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, number) = line.split_at(end);
    let known = ["grid", "puzzle", "sudoku", "game", "board"].iter().any(|known| known.eq_ignore_ascii_case(word));
    known && number.bytes().all(|byte| byte.is_ascii_digit() || b" \t#:.".contains(&byte))
}

/// Whether a line is the side alone, `9` or `9x9`: too short for a row. Three digits above 144 are a row with a missing cell.
fn is_size(line: &str) -> bool {
    let is_side = |side: &str| number(side).is_some_and(|side| side <= Board::MAX_SIDE) && side.len() <= 3;
    line.len() <= 7 && line.split(['x', 'X']).count() <= 2 && line.split(['x', 'X']).all(is_side)
}

/// Whether a comment is metadata of an .sdk file: `#A` author, `#D` description, `#C` comment, `#B` date, `#S` source,
/// `#L` level, `#U` address.
fn is_metadata(line: &str) -> bool {
    line.as_bytes().get(1).is_some_and(|letter| b"ADCBSLU".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_sections_and_sizes_are_headings() {
        let heading = |text| is_heading(&Line { text, raw: text, number: 1, offset: 0 });
        for text in ["Grid 01", "grid 1:", "Puzzle #3", "Sudoku", "[Puzzle]", "[State]", "9", "9x9", "144", "16X16"] {
            assert!(heading(text), "{text}");
        }
        for text in
            ["1234", "341", "[1,2,3,4]", "[[1]]", "Gridlock 1", "GRIDABCD", "....", "[]", "x", "1x2x3", "Grid one"]
        {
            assert!(!heading(text), "{text}");
        }
    }

    #[test]
    fn the_state_section_of_an_sdk_file_is_skipped() {
        let mut cursor = Cursor::new("#Aauthor\n[State]\n1...\n[Puzzle]\n\n2...\n");
        let heading = Heading::read(&mut cursor);
        assert!(heading.is_sdk && heading.title.is_empty());
        assert_eq!(cursor.peek().map(|line| line.text), Some("2..."));
    }
}
