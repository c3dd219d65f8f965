//! The count above a list with one puzzle per line: a list that was cut off has fewer.

use super::cells::number;
use super::detect::FileLayout;
use super::text::Cursor;
use super::{PuzzleReadError, PuzzleRecord};

/// The first line of a list, if it is a number, and the puzzles since.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountLine {
    line: usize,
    expected: usize,
    found: usize,
}

impl CountLine {
    /// The count above the puzzles of a text. A number that is the side of the first puzzle, its number of cells, or 0 (the name that
    /// data frames give a column without one) is not a count.
    pub(super) fn find(
        layout: &FileLayout,
        text: &str,
        first: Option<&Result<PuzzleRecord, PuzzleReadError>>,
    ) -> Option<CountLine> {
        let FileLayout::OnePerLine(_, header @ 1..) = layout else { return None };
        let line = Cursor::new(text).find(|line| line.number == *header)?;
        let side = first.and_then(|first| first.as_ref().ok()).map_or(0, |first| first.puzzle.board().side());
        let expected = number(line.text).filter(|count| ![0, side, side * side].contains(count))?;
        Some(CountLine { line: *header, expected, found: 0 })
    }

    /// Counts puzzles, readable or not.
    pub(super) fn add(&mut self, puzzles: usize) {
        self.found += puzzles;
    }

    /// Counts the puzzles among these lines of the file, of which the first has the number `first`.
    pub(super) fn add_lines(&mut self, lines: &[u8], first: usize) {
        let lines = lines.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).zip(first..);
        let is_puzzle = |line: &[u8]| !line.is_empty() && !line.starts_with(b"#");
        self.found += lines.filter(|(line, number)| is_puzzle(line) && *number != self.line).count();
    }

    /// The error at the end of the list, if the number of puzzles is another one.
    pub(super) fn error(self) -> Option<PuzzleReadError> {
        let CountLine { line, expected, found } = self;
        let cause = if found < expected { "the list may have lost its end" } else { "the list may be two lists" };
        let message = format!("expected as many puzzles as this number says, {expected}, found {found}: {cause}");
        (found != expected).then(|| PuzzleReadError::new(line, 0, message))
    }
}
