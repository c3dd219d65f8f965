//! [`Format`]: the text formats and their names.

use std::fmt;
use std::str::FromStr;

use super::UnknownNameError;

/// A text format of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// One puzzle per line, one character per cell (numbers above 35x35), optionally followed by other fields.
    Line,
    /// One line per row, with or without borders around the boxes.
    Grid,
    /// Numbers separated by blanks or commas, one line per row or one line per puzzle.
    Numbers,
    /// The side, the number of givens, and one `row column digit` per line.
    ClueList,
    /// One line of 81 characters per puzzle, blanks always `0`.
    Sdm,
    /// `[Puzzle]` and one line per row; `#` lines contain metadata.
    Sdk,
    /// The grid with borders `*-----------*` of the program Simple Sudoku.
    SimpleSudoku,
    /// One line of n x n x n characters: for each cell and digit the symbol of the digit, or a blank if it is eliminated.
    Candidates,
    /// One group of candidates per cell, such as `147`, in a bordered grid.
    CandidateGrid,
    /// Comma-separated columns: the puzzle, optionally its solution, other fields.
    Csv,
    /// JSON: one object per line when written; rows, lists, strings and objects of many shapes when read.
    Json,
    /// One line per position in the library format of the program HoDoKu, with placed digits and eliminated candidates.
    Hodoku,
    /// A link to sudokuwiki.org.
    SudokuWiki,
    /// A link to sudokuexchange.com.
    SudokuExchange,
    /// A link to f-puzzles.com, or the JSON in it.
    FPuzzles,
    /// A link to sudokupad.app, or the JSON in it.
    SudokuPad,
    /// XML of the program OpenSudoku.
    OpenSudoku,
    /// XML of the program KSudoku.
    KSudoku,
    /// A NumPy array of bytes, one row per puzzle. It is binary: [`npy`](super::npy) reads and writes it.
    Npy,
    /// A picture. It can be written but not read.
    Svg,
}

impl Format {
    /// All formats, in the order of the help text.
    pub const ALL: [Format; 20] = [
        Format::Line,
        Format::Grid,
        Format::Numbers,
        Format::ClueList,
        Format::Sdm,
        Format::Sdk,
        Format::SimpleSudoku,
        Format::Candidates,
        Format::CandidateGrid,
        Format::Csv,
        Format::Json,
        Format::Hodoku,
        Format::SudokuWiki,
        Format::SudokuExchange,
        Format::FPuzzles,
        Format::SudokuPad,
        Format::OpenSudoku,
        Format::KSudoku,
        Format::Npy,
        Format::Svg,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Grid => "grid",
            Format::Numbers => "numbers",
            Format::ClueList => "clues",
            Format::Sdm => "sdm",
            Format::Sdk => "sdk",
            Format::SimpleSudoku => "ss",
            Format::Candidates => "candidates",
            Format::CandidateGrid => "candidate-grid",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Hodoku => "hodoku",
            Format::SudokuWiki => "sudokuwiki",
            Format::SudokuExchange => "sudokuexchange",
            Format::FPuzzles => "f-puzzles",
            Format::SudokuPad => "sudokupad",
            Format::OpenSudoku => "opensudoku",
            Format::KSudoku => "ksudoku",
            Format::Npy => "npy",
            Format::Svg => "svg",
        }
    }

    /// Whether files of the format are text.
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Npy)
    }

    /// Whether [`read`](super::read) reads the format.
    pub const fn is_readable(self) -> bool {
        !matches!(self, Format::Npy | Format::Svg)
    }

    /// The text before the first puzzle of a file.
    pub const fn prologue(self) -> &'static str {
        match self {
            Format::Csv => "puzzle,solution\n",
            Format::OpenSudoku => super::structured::OPEN_SUDOKU_PROLOGUE,
            Format::KSudoku => super::structured::KSUDOKU_PROLOGUE,
            _ => "",
        }
    }

    /// The text after the last puzzle of a file.
    pub const fn epilogue(self) -> &'static str {
        match self {
            Format::OpenSudoku => super::structured::OPEN_SUDOKU_EPILOGUE,
            Format::KSudoku => super::structured::KSUDOKU_EPILOGUE,
            _ => "",
        }
    }

    /// The text between two puzzles of a file: an empty line for formats of several lines, else nothing.
    pub const fn separator(self) -> &'static str {
        match self {
            Format::Grid
            | Format::Numbers
            | Format::ClueList
            | Format::Sdk
            | Format::SimpleSudoku
            | Format::CandidateGrid
            | Format::Svg => "\n",
            _ => "",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownNameError;

    fn from_str(name: &str) -> Result<Format, UnknownNameError> {
        let found = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownNameError { name: name.into(), expected: Format::ALL.map(Format::name).join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_a_name_that_reads_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        }
        let error = "sudoku".parse::<Format>().unwrap_err().to_string();
        assert!(error.starts_with("expected line, grid, ") && error.ends_with(", found 'sudoku'"), "{error}");
    }
}
