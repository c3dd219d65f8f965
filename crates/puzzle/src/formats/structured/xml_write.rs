//! Writers of the XML of OpenSudoku and KSudoku.

use super::super::{Format, PuzzleWriteError, WriteOptions};
use crate::{Board, Cell, Puzzle};

/// The text before the games of an OpenSudoku file. This is the first version of the format, which all versions of the program read.
pub(in super::super) const OPEN_SUDOKU_PROLOGUE: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>qedoku</name>\n";
/// The text after the games of an OpenSudoku file.
pub(in super::super) const OPEN_SUDOKU_EPILOGUE: &str = "</opensudoku>\n";
/// The text before the games of a KSudoku file.
pub(in super::super) const KSUDOKU_PROLOGUE: &str = "<!DOCTYPE ksudoku>\n<ksudoku>\n";
/// The text after the games of a KSudoku file.
pub(in super::super) const KSUDOKU_EPILOGUE: &str = "</ksudoku>\n";

/// Writes a game, or a file with one game if `options.header` is set.
pub(super) fn write(puzzle: &Puzzle, format: Format, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let game = if format == Format::OpenSudoku { open_sudoku(puzzle)? } else { ksudoku(puzzle)? };
    Ok(if options.header { format!("{}{game}{}", format.prologue(), format.epilogue()) } else { game })
}

fn open_sudoku(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    if puzzle.board() != Board::CLASSIC {
        return Err(PuzzleWriteError::Only9x9(Format::OpenSudoku, puzzle.board().side()));
    }
    let digits: String = puzzle.givens().digits().iter().map(|digit| char::from(b'0' + digit)).collect();
    Ok(format!("<game data=\"{digits}\" />\n"))
}

fn ksudoku(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    let side = board.side();
    if board.box_height() != board.box_width() || side > 25 {
        return Err(PuzzleWriteError::Board(Format::KSudoku, board));
    }
    let cells = (0..board.cell_count()).map(|index| Cell::new(index % side, index / side));
    let letter = |cell| puzzle.givens().get(cell).map_or('_', |digit| char::from(b'a' + digit.get() as u8));
    let values: String = cells.map(letter).collect();
    // The program has graphs of its own from 9x9 on.
    let graph = if side == 4 {
        "<graph sizeX=\"4\" sizeY=\"4\" sizeZ=\"1\" order=\"4\" type=\"custom\" specific-type=\"Plain\" name=\"4x4\">\
         <sudokugroups at=\"0\" withblocks=\"1\"/></graph>"
            .to_owned()
    } else {
        format!("<graph order=\"{side}\" type=\"sudoku\" specific-type=\"Plain\"/>")
    };
    Ok(format!("<game had-help=\"0\" msecs-elapsed=\"0\"><puzzle>{graph}<values>{values}</values></puzzle></game>\n"))
}
