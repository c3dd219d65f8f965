//! Puzzle reader (every text format, tables, lists of givens and array literals included): no input makes it panic, and every puzzle read survives writing and reading in every format.
//!
//! The input is the text. If the third byte from the end is 0xff, which does not occur in UTF-8, the last two select the options.

use qedoku_puzzle::formats::{self, Alphabet, Format, PuzzleReadError, PuzzleRecord, ReadOptions, WriteOptions};
use qedoku_puzzle::{Board, Puzzle};

/// Reads puzzles from the input and writes each of them in every format.
pub fn check(data: &[u8]) {
    let (text, options) = match data {
        [text @ .., 0xff, format, more] => (text, options(*format, *more)),
        text => (text, ReadOptions::default()),
    };
    let text = String::from_utf8_lossy(text);
    let lines = text.split(['\n', '\r']).count();
    // A line of array literals may contain several puzzles.
    let most = lines + text.matches(['[', '{', '(']).count();
    let mut items = 0;
    for item in formats::read(&text, &options) {
        items += 1;
        assert!(items <= most, "more puzzles than lines and brackets");
        match item {
            Ok(record) => check_record(&record, lines),
            Err(error) => check_error(&error, lines),
        }
    }
}

fn options(format: u8, more: u8) -> ReadOptions {
    let choose = |number: u8| Format::ALL.get(usize::from(number)).copied();
    let alphabets = [Alphabet::OneTo(9), Alphabet::OneTo(16), Alphabet::ZeroTo(16), Alphabet::Letters(16)];
    let boards = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 6), (3, 4), (4, 4), (6, 6)];
    ReadOptions {
        format: choose(format % 32),
        alphabet: alphabets.get(usize::from(more % 8)).copied(),
        board: boards.get(usize::from(more / 8)).and_then(|(height, width)| Board::new(*height, *width).ok()),
    }
}

fn check_error(error: &PuzzleReadError, lines: usize) {
    assert!((1..=lines + 1).contains(&error.line), "{error} in a text of {lines} lines");
    assert!(!error.message.is_empty() && !error.message.contains('\n'), "an error is one line: {error}");
}

fn check_record(record: &PuzzleRecord, lines: usize) {
    let PuzzleRecord { puzzle, line, solution, .. } = record;
    assert!((1..=lines).contains(line));
    if let Some(solution) = solution {
        assert!(solution.is_full() && solution.board() == puzzle.board());
    }
    // A few bytes of a clue list make a board of any size; formats of larger boards take milliseconds each.
    if puzzle.board().side() <= 36 {
        Format::ALL.into_iter().filter(|format| format.is_readable()).for_each(|format| check_format(puzzle, format));
    }
    let svg = formats::write(puzzle, Format::Svg, &WriteOptions::default()).expect("every puzzle can be drawn");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
}

/// Writes and reads the puzzle, if the format can represent it. Detection of format and board must succeed too for an ordinary
/// puzzle: no given conflicts, no eliminations, the usual board of its size. Others are ambiguous: 64 dots are an empty 8x8, or
/// a 4x4 without candidates.
fn check_format(puzzle: &Puzzle, format: Format) {
    let Ok(text) = formats::write(puzzle, format, &WriteOptions::default()) else { return };
    let board = puzzle.board();
    let read_back = |options: &ReadOptions| {
        // Positions do not tell whether a candidate that a given eliminates is eliminated by the puzzle as well.
        if puzzle.has_eliminations() && matches!(format, Format::Hodoku | Format::SudokuWiki) {
            assert_eq!(
                formats::read_one(&text, options).map(Puzzle::into_givens).as_ref(),
                Ok(puzzle.givens()),
                "{text}"
            );
            return;
        }
        assert_eq!(
            formats::read_one(&text, options).as_ref(),
            Ok(puzzle),
            "written as {format}, read with {options:?}:\n{text}"
        );
    };
    read_back(&ReadOptions { format: Some(format), alphabet: None, board: Some(board) });
    let usual = Board::of_side(board.side()) == Ok(board);
    if usual && !puzzle.has_eliminations() && puzzle.given_conflicts().next().is_none() {
        read_back(&ReadOptions::default());
    }
}
