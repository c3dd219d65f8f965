//! [`LineReader`]: puzzles of one line each, for programs that cut a text into lines themselves.
//!
//! [`PuzzleStream`](super::PuzzleStream) reads whole files. A table holds puzzles in one of its columns, and its rows are cut and kept
//! by another program, which needs the reader of a field alone.

use super::detect::FileLayout;
use super::one_per_line::Columns;
use super::reader::ReaderState;
use super::stream::csv_layout;
use super::text::Cursor;
use super::{Alphabet, CsvLayout, Format, PuzzleReadError, PuzzleRecord, ReadOptions};
use crate::Board;

/// Reads puzzles of one line each. A copy reads the same, so every thread can have one.
///
/// ```
/// use qedoku_puzzle::formats::{LineReader, ReadOptions};
///
/// let mut reader = LineReader::of_column(["1.3.....4.....2.", "1.3.....4....y2."], &ReadOptions::default());
/// assert_eq!(reader.read("1.3.....4.....2.")?.puzzle.givens().filled_count(), 4);
/// assert_eq!(reader.read("1.3.....4....y2.").unwrap_err().column, 14);
/// # Ok::<(), qedoku_puzzle::formats::PuzzleReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineReader {
    state: ReaderState,
    columns: Columns,
    csv: Option<CsvLayout>,
    alphabet: Option<Alphabet>,
    board: Option<Board>,
}

impl LineReader {
    /// The reader of a text that begins like this; `None` if it does not have one puzzle per line.
    pub fn detect(head: &str, options: &ReadOptions) -> Option<LineReader> {
        let cursor = Cursor::new(head);
        let state = ReaderState::detect(&cursor, options);
        let FileLayout::OnePerLine(columns, header) = state.layout else { return None };
        let csv = csv_layout(columns, header, head);
        Some(LineReader::new(state, columns, csv, &cursor))
    }

    /// The reader of a column of a table whose first fields are these. Symbols that allow several alphabets are read as the fields
    /// suggest.
    pub fn of_column<'f>(fields: impl IntoIterator<Item = &'f str>, options: &ReadOptions) -> LineReader {
        let is_line = |field: &&str| !field.is_empty() && !field.starts_with('#') && !field.contains(['\n', '\r']);
        let sample: Vec<&str> = fields.into_iter().filter(is_line).collect();
        let sample = sample.join("\n");
        let as_lines = ReadOptions { format: Some(options.format.unwrap_or(Format::Line)), ..options.clone() };
        let cursor = Cursor::new(&sample);
        let mut state = ReaderState::detect(&cursor, &as_lines);
        let columns = match state.layout {
            FileLayout::OnePerLine(columns, _) => columns,
            _ => Columns::FIRST,
        };
        state.context.fix_alphabets();
        state.context.set_options(options.clone());
        LineReader::new(state, columns, None, &cursor)
    }

    fn new(mut state: ReaderState, columns: Columns, csv: Option<CsvLayout>, start: &Cursor<'_>) -> LineReader {
        state.layout = FileLayout::OnePerLine(columns, 0);
        let mut sample = state.clone();
        let mut cursor = start.clone();
        let mut records = std::iter::from_fn(|| sample.next_line(&mut cursor, columns, 0)).take(Board::MAX_SIDE);
        let board = records.find_map(|(_, record)| Some(record.ok()?.puzzle.board()));
        let alphabet = sample.detected.alphabet;
        LineReader { state, columns, csv, alphabet, board }
    }

    /// The columns, if the text is CSV.
    pub fn csv(&self) -> Option<&CsvLayout> {
        self.csv.as_ref()
    }

    /// The symbols of the first valid puzzle.
    pub fn alphabet(&self) -> Option<Alphabet> {
        self.alphabet
    }

    /// The board of the first valid puzzle.
    pub fn board(&self) -> Option<Board> {
        self.board
    }

    /// Reads a line. The line of the result is 1.
    pub fn read(&mut self, line: &str) -> Result<PuzzleRecord, PuzzleReadError> {
        let mut cursor = Cursor::new(line);
        let nothing = || PuzzleReadError::new(1, 0, "expected a puzzle, found none");
        self.state.next_line(&mut cursor, self.columns, 0).ok_or_else(nothing)?.1
    }

    /// The symbols of a line that is a classic puzzle and nothing else: the digits `1` to `9`, and blanks. [`LineReader::read`] reads it
    /// as well; this takes a tenth of the time.
    pub fn classic<'l>(&mut self, line: &'l [u8]) -> Option<&'l [u8; 81]> {
        let symbols: &[u8; 81] = line.try_into().ok().filter(|_| self.columns.is_first())?;
        self.state.context.is_classic(symbols).then_some(symbols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    const CLASSIC: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

    #[test]
    fn fields_of_a_column_are_read_alone() {
        let mut reader = LineReader::of_column([CLASSIC], &ReadOptions::default());
        assert_eq!(reader.classic(CLASSIC.as_bytes()).map(|line| &line[..]), Some(CLASSIC.as_bytes()));
        assert_eq!(reader.read(CLASSIC).unwrap().puzzle.to_string(), CLASSIC);
        assert_eq!(reader.read("").unwrap_err().message, "expected a puzzle, found none");
        assert!(reader.classic(b"4...3").is_none() && reader.read("4...3").is_err());
        let numbers = "1 0 3 0 0 0 0 0 4 0 0 0 0 0 2 0";
        let mut reader = LineReader::of_column([numbers], &ReadOptions::default());
        assert_eq!(reader.read(numbers).unwrap().puzzle.to_string(), "1.3.....4.....2.");
    }

    #[test]
    fn the_first_fields_choose_the_alphabet() {
        let board = Board::of_side(16).unwrap();
        let mut grid = Grid::empty(board);
        grid.set(crate::Cell::new(0, 0), board.digits().nth(9));
        let write = |alphabet| {
            let options = super::super::WriteOptions { alphabet: Some(alphabet), ..Default::default() };
            super::super::write_line(&grid, &options).unwrap()
        };
        let (zero, one) = (write(Alphabet::ZeroTo(16)), write(Alphabet::OneTo(16)));
        for (first, alphabet) in
            [(format!("{}0", &zero[..255]), Alphabet::ZeroTo(16)), (format!("{}G", &one[..255]), Alphabet::OneTo(16))]
        {
            let reader = LineReader::of_column([first.as_str()], &ReadOptions::default());
            assert_eq!(reader.alphabet(), Some(alphabet), "{first}");
        }
    }

    #[test]
    fn lists_and_tables_are_recognised_by_their_first_lines() {
        let list = LineReader::detect(&format!("{CLASSIC}\n{CLASSIC} name\n"), &ReadOptions::default()).unwrap();
        assert!(list.csv().is_none());
        let table = LineReader::detect(&format!("id,quiz\n1,{CLASSIC}\n"), &ReadOptions::default()).unwrap();
        assert_eq!(table.csv().unwrap().header.as_deref(), Some("id,quiz"));
        assert!(LineReader::detect("[Puzzle]\n4...3....\n", &ReadOptions::default()).is_none());
    }
}
