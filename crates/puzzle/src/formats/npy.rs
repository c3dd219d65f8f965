//! NumPy arrays (`.npy`): one puzzle per row, one number per cell, 0 for a blank.
//!
//! ```
//! use qedoku_puzzle::{Puzzle, formats::npy};
//! use std::io::Read;
//!
//! let puzzle: Puzzle = "1.3.....4.....2.".parse()?;
//! let mut file = npy::header(puzzle.board(), 1);
//! file.extend(npy::row(&puzzle, puzzle.board())?);
//! let mut text = String::new();
//! npy::NpyReader::new(&file[..]).read_to_string(&mut text)?;
//! assert_eq!(text, "1.3.....4.....2.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | shape | puzzles |
//! |---|---|
//! | (n, 81), (n, 9, 9) | n puzzles; other boards in the same way |
//! | (81,), (9, 9) | one puzzle |
//! | (16, 16), (36, 36), ... | a value above 4 means one 16x16, a repeated value in a row sixteen 4x4; refused if there is neither |
//!
//! Integers of 1 to 8 bytes and floating-point numbers are read, in both byte orders, and `bool` is not. Files are written as bytes
//! (`|u1`) of shape (n, 81). The format is described in NumPy Enhancement Proposal 1 (R. Kern, 2007).

use std::io::{self, Read};

use super::{Format, PuzzleWriteError};
use crate::{Board, Puzzle};

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Length of the header that [`header`] returns, for any number of rows.
pub const HEADER_BYTES: usize = 128;

/// The header of a file with this many rows. It always has [`HEADER_BYTES`], so it can be replaced when the number is known.
pub fn header(board: Board, rows: usize) -> Vec<u8> {
    let shape = format!("({rows}, {})", board.cell_count());
    let mut header = Vec::from(MAGIC);
    header.extend([1, 0]);
    header.extend(((HEADER_BYTES - 10) as u16).to_le_bytes());
    header.extend(format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}").bytes());
    header.resize(HEADER_BYTES - 1, b' ');
    header.push(b'\n');
    header
}

/// The row of a puzzle: its givens as bytes. All puzzles of a file have the same board.
pub fn row(puzzle: &Puzzle, board: Board) -> Result<Vec<u8>, PuzzleWriteError> {
    if puzzle.has_eliminations() {
        return Err(PuzzleWriteError::Candidates(Format::Npy));
    }
    if puzzle.board() != board {
        return Err(PuzzleWriteError::Board(Format::Npy, board));
    }
    Ok(puzzle.givens().digits().to_vec())
}

/// Reads an array as text: one puzzle per line, which [`read`](super::read) reads.
#[derive(Debug)]
pub struct NpyReader<R> {
    reader: R,
    layout: Option<ArrayLayout>,
    /// Number of the next row, from 1.
    row: usize,
    /// Text that was not read yet.
    text: Vec<u8>,
    position: usize,
    /// Whether a row with other numbers is an error of its line only.
    is_lenient: bool,
}

/// The layout of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ArrayLayout {
    number: NumberType,
    side: usize,
    puzzles: usize,
    /// The side of the boards in the other reading of a square array.
    small_side: Option<usize>,
}

/// The type of a number: kind (`u`, `i` or `f`), size in bytes, byte order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NumberType {
    kind: u8,
    bytes: usize,
    is_big_endian: bool,
}

impl<R: Read> NpyReader<R> {
    /// Reads from the beginning of a file.
    pub fn new(reader: R) -> NpyReader<R> {
        NpyReader { reader, layout: None, row: 1, text: Vec::new(), position: 0, is_lenient: false }
    }

    /// Like [`NpyReader::new`], but a row that is no puzzle becomes a line that is no puzzle either: its numbers, separated by spaces, and
    /// `?` for a number that is not whole. So one bad row does not end a long array.
    pub fn lenient(reader: R) -> NpyReader<R> {
        NpyReader { is_lenient: true, ..NpyReader::new(reader) }
    }

    /// Converts the next puzzle to text. At the end there is none.
    fn advance(&mut self) -> io::Result<()> {
        let mut layout = match self.layout.take() {
            Some(layout) => layout,
            None => read_header(&mut self.reader)?,
        };
        self.text.clear();
        self.position = 0;
        if layout.puzzles > 0 {
            layout.puzzles -= 1;
            let cells = self.read_cells(&layout)?;
            match layout.small_side.take() {
                None => self.write_line(&cells, layout.side)?,
                Some(small) => self.write_square(&cells, layout.side, small)?,
            }
        }
        self.layout = Some(layout);
        Ok(())
    }

    fn read_cells(&mut self, layout: &ArrayLayout) -> io::Result<Vec<i64>> {
        let mut bytes = vec![0; layout.side * layout.side * layout.number.bytes];
        self.reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => invalid(format!("the array ends in row {}", self.row)),
            _ => error,
        })?;
        let unknown = self.is_lenient.then_some(NOT_WHOLE);
        let numbers = bytes.chunks(layout.number.bytes).map(|bytes| layout.number.value(bytes).or(unknown));
        numbers.collect::<Option<_>>().ok_or_else(|| invalid(format!("row {}: expected whole numbers", self.row)))
    }

    /// Writes the text of a puzzle.
    fn write_line(&mut self, cells: &[i64], side: usize) -> io::Result<()> {
        let wrong = cells.iter().find(|value| !(0..=side as i64).contains(*value));
        if wrong.is_some() && self.is_lenient {
            let number = |value: &i64| if *value == NOT_WHOLE { "?".to_owned() } else { value.to_string() };
            self.text.extend(cells.iter().map(number).collect::<Vec<_>>().join(" ").bytes());
            self.text.push(b'\n');
            self.row += 1;
            return Ok(());
        }
        if let Some(wrong) = wrong {
            let hint = if *wrong == side as i64 + 1 { "; subtract 1 if blanks are 1 in this file" } else { "" };
            let message = format!("row {}: expected a number from 0 to {side}, found {wrong}{hint}", self.row);
            return Err(invalid(message));
        }
        for (index, value) in cells.iter().enumerate() {
            if side > 9 && index > 0 {
                self.text.push(b' ');
            }
            match value {
                0 => self.text.push(b'.'),
                value => self.text.extend(value.to_string().bytes()),
            }
        }
        self.text.push(b'\n');
        self.row += 1;
        Ok(())
    }

    /// Writes the text of a square array that may be one board or many small ones.
    fn write_square(&mut self, cells: &[i64], side: usize, small: usize) -> io::Result<()> {
        if cells.iter().any(|value| *value > small as i64) {
            return self.write_line(cells, side);
        }
        let has_repeat = |row: &[i64]| {
            let mut row: Vec<i64> = row.iter().copied().filter(|value| *value > 0).collect();
            row.sort_unstable();
            row.windows(2).any(|pair| pair[0] == pair[1])
        };
        if !cells.chunks(side).any(has_repeat) {
            return Err(invalid(format!(
                "an array of {side} x {side} numbers may be one {side}x{side} puzzle or {side} of {small}x{small}"
            )));
        }
        cells.chunks(side).try_for_each(|row| self.write_line(row, small))
    }
}

impl<R: Read> Read for NpyReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.text.len() {
            self.advance()?;
        }
        let length = buffer.len().min(self.text.len() - self.position);
        buffer[..length].copy_from_slice(&self.text[self.position..][..length]);
        self.position += length;
        Ok(length)
    }
}

impl NumberType {
    fn parse(name: &str) -> Option<NumberType> {
        let (order, rest) = name.split_at_checked(1)?;
        let (kind, bytes) = rest.split_at_checked(1)?;
        let is_supported = matches!((kind, bytes), ("u" | "i", "1" | "2" | "4" | "8") | ("f", "4" | "8"));
        (is_supported && matches!(order, "<" | ">" | "|" | "=")).then(|| NumberType {
            kind: kind.as_bytes()[0],
            bytes: usize::from(bytes.as_bytes()[0] - b'0'),
            is_big_endian: order == ">",
        })
    }

    /// The value of a number, if it is whole.
    fn value(self, bytes: &[u8]) -> Option<i64> {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        if self.is_big_endian {
            word[..bytes.len()].reverse();
        }
        let bits = u64::from_le_bytes(word);
        match (self.kind, self.bytes) {
            (b'f', 4) => whole(f64::from(f32::from_bits(bits as u32))),
            (b'f', _) => whole(f64::from_bits(bits)),
            (b'i', bytes) => Some((bits as i64) << (64 - 8 * bytes) >> (64 - 8 * bytes)),
            _ => i64::try_from(bits).ok(),
        }
    }
}

/// Stands for a number that is not whole.
const NOT_WHOLE: i64 = i64::MIN;

/// A small whole number. Cells without a value are `NaN` in some files.
fn whole(value: f64) -> Option<i64> {
    if value.is_nan() {
        return Some(0);
    }
    (value.fract() == 0.0 && value.abs() < 1e6).then_some(value as i64)
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("NumPy array: {}", message.into()))
}

fn read_header(reader: &mut impl Read) -> io::Result<ArrayLayout> {
    let mut start = [0; 8];
    reader.read_exact(&mut start)?;
    if !start.starts_with(MAGIC) {
        return Err(invalid("expected the header of a .npy file"));
    }
    let mut length = [0; 4];
    reader.read_exact(&mut length[..if start[6] == 1 { 2 } else { 4 }])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > 1 << 16 {
        return Err(invalid("the header is too long"));
    }
    let mut header = vec![0; length];
    reader.read_exact(&mut header)?;
    parse_header(&String::from_utf8_lossy(&header)).map_err(invalid)
}

fn parse_header(header: &str) -> Result<ArrayLayout, String> {
    let value = |name: &str| header.split_once(&format!("'{name}':")).map_or("", |(_, value)| value.trim_start());
    let kind = value("descr").strip_prefix('\'').and_then(|text| text.split('\'').next()).unwrap_or_default();
    let number = NumberType::parse(kind).ok_or_else(|| format!("expected integers, found the type '{kind}'"))?;
    if value("fortran_order").starts_with("True") {
        return Err("expected rows one after the other, found Fortran order".into());
    }
    let shape = value("shape").strip_prefix('(').and_then(|text| text.split(')').next()).unwrap_or_default();
    let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty()).map(str::parse);
    let sizes: Vec<usize> =
        sizes.collect::<Result<_, _>>().map_err(|_| format!("expected a shape, found ({shape})"))?;
    let layout = |side, puzzles, small_side| Ok(ArrayLayout { number, side, puzzles, small_side });
    let side_of = |cells: usize| Some(cells.isqrt()).filter(|side| side * side == cells && is_side(*side));
    match sizes[..] {
        [rows, cells] if rows == cells && is_side(rows) => layout(rows, 1, side_of(cells)),
        [puzzles, cells] if side_of(cells).is_some() => layout(cells.isqrt(), puzzles, None),
        [cells] if side_of(cells).is_some() => layout(cells.isqrt(), 1, None),
        [puzzles, rows, cells] if rows == cells && is_side(rows) => layout(rows, puzzles, None),
        _ => Err(format!("expected the shape (n, 81), (n, 9, 9) or that of another board, found ({shape})")),
    }
}

fn is_side(side: usize) -> bool {
    Board::of_side(side).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::rng::Rng;

    fn read(file: &[u8]) -> Result<String, String> {
        let mut text = String::new();
        NpyReader::new(file).read_to_string(&mut text).map(|_| text).map_err(|error| error.to_string())
    }

    /// A file with numbers of another type.
    fn file(kind: &str, shape: &str, body: &[u8]) -> Vec<u8> {
        let text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut file = [MAGIC, &[1, 0][..], &(text.len() as u16).to_le_bytes()[..]].concat();
        file.extend(text.bytes());
        file.extend(body);
        file
    }

    #[test]
    fn puzzles_of_every_size_are_restored() {
        let mut rng = Rng::new(3, 0);
        for side in [4, 6, 9, 16, 25, 49] {
            let board = Board::of_side(side).unwrap();
            let mut puzzles = Vec::new();
            let mut file = header(board, 20);
            for _ in 0..20 {
                let mut grid = Grid::cyclic_shift(board);
                board.cells().filter(|_| rng.below(2) == 0).for_each(|cell| grid.set(cell, None));
                file.extend(row(&Puzzle::new(grid.clone()), board).unwrap());
                puzzles.push(Puzzle::new(grid));
            }
            assert_eq!(file.len(), HEADER_BYTES + 20 * side * side);
            let text = read(&file).unwrap();
            let options = super::super::ReadOptions::default();
            let found = super::super::read(&text, &options).map(|record| record.unwrap().puzzle);
            assert!(found.eq(puzzles), "{side}");
        }
    }

    #[test]
    fn numbers_of_all_types_are_read() {
        let digits = [1, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0_u8];
        let expected = Ok("1.3.....4.....2.\n".to_owned());
        let wide =
            |convert: &dyn Fn(u8) -> Vec<u8>| digits.iter().flat_map(|digit| convert(*digit)).collect::<Vec<u8>>();
        assert_eq!(read(&file("|u1", "(1, 16)", &digits)), expected);
        assert_eq!(read(&file("|i1", "(4, 4)", &digits)), expected);
        assert_eq!(read(&file("|u1", "(1, 4, 4)", &digits)), expected);
        assert_eq!(read(&file("|u1", "(16,)", &digits)), expected);
        assert_eq!(read(&file("<i8", "(1, 16)", &wide(&|d| i64::from(d).to_le_bytes().into()))), expected);
        assert_eq!(read(&file(">i4", "(1, 16)", &wide(&|d| i32::from(d).to_be_bytes().into()))), expected);
        assert_eq!(read(&file("<f4", "(1, 16)", &wide(&|d| f32::from(d).to_le_bytes().into()))), expected);
        assert_eq!(read(&file("<f8", "(1, 16)", &wide(&|d| f64::from(d).to_le_bytes().into()))), expected);
    }

    #[test]
    fn a_lenient_reader_goes_on_after_a_row_that_is_no_puzzle() {
        let rows = [[0.0; 16], [7.0; 16], [0.5; 16], [1.0; 16]].concat();
        let body: Vec<u8> = rows.iter().flat_map(|value: &f64| value.to_le_bytes()).collect();
        let mut text = String::new();
        NpyReader::lenient(&file("<f8", "(4, 16)", &body)[..]).read_to_string(&mut text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[3]), (4, "................", "1111111111111111"));
        assert!(lines[1].starts_with("7 7 ") && lines[2].starts_with("? ? "));
    }

    #[test]
    fn other_arrays_are_refused() {
        let error = |kind, shape, body: &[u8]| read(&file(kind, shape, body)).unwrap_err();
        assert!(error("|b1", "(1, 16)", &[0; 16]).contains("expected integers, found the type '|b1'"));
        assert!(error("|u1", "(1, 15)", &[0; 15]).contains("expected the shape (n, 81)"));
        assert!(error("|u1", "(2, 16)", &[0; 20]).contains("the array ends in row 2"));
        assert!(error("|u1", "(1, 16)", &[5; 16]).contains("expected a number from 0 to 4, found 5; subtract 1"));
        assert!(error("|u1", "(16, 16)", &[0; 256]).contains("may be one 16x16 puzzle or 16 of 4x4"));
        assert!(error("<f8", "(1, 16)", &0.5_f64.to_le_bytes().repeat(16)).contains("whole numbers"));
        assert!(read(b"\x93NUMPY").is_err());
        let repeats = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1_u8].repeat(16);
        assert_eq!(read(&file("|u1", "(16, 16)", &repeats)).unwrap().lines().count(), 16);
    }
}
