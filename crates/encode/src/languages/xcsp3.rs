//! XCSP3: an XML instance with one `<allDifferent>` matrix for rows and columns and a group of them for the boxes.
//!
//! ```text
//! <array id="x" size="[4][4]"> 1..4 </array>
//! ...
//! <allDifferent note="rows and columns">
//!   <matrix> x[][] </matrix>
//! </allDifferent>
//! ```
//!
//! Solvers reply in the format of the 2022 competition: `s SATISFIABLE` and, on `v` lines, an `<instantiation>`, the element
//! that the instance also uses for givens:
//!
//! ```text
//! v <instantiation> <list> x[][] </list> <values> 1 2 3 4x2 3 ... </values> </instantiation>
//! ```
//!
//! `4x2` stands for 4 twice. ACE writes `x[][]` for all cells and colours its output; Choco names each cell, and all its
//! lines begin with `v`. Any other output is log output.
//!
//! The candidates of a cell are a unary table constraint. A domain for each cell would be shorter, but ACE 2.6 fails on it
//! (`ArrayIndexOutOfBoundsException`) when it turns the `allDifferent` of a 4x4 board into a table. A cell without
//! candidates has all digits as conflicts, because neither ACE nor Choco parses an empty list of supports.
//!
//! # References
//! - F. Boussemart, C. Lecoutre, G. Audemard, C. Piette: XCSP3, an integrated format for benchmarking combinatorial
//!   constrained problems. arXiv:1611.03398; XCSP3-core: arXiv:2009.00514.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, House, HouseKind, Puzzle};

use super::grid_builder::{GridBuilder, Token, lines};
use super::{Language, RULES, ReplyError, ReplyErrorKind, SolverReply, metadata, restricted_cells, write_joined};
use crate::model::SolverOutput;

/// Writes an instance.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let n = board.side();
    writeln!(out, "<!-- {} -->", metadata(Language::Xcsp3, board))?;
    writeln!(out, "<!-- {RULES} -->")?;
    writeln!(out, "<instance format=\"XCSP3\" type=\"CSP\">")?;
    writeln!(out, "  <variables>")?;
    writeln!(out, "    <array id=\"x\" size=\"[{n}][{n}]\"> 1..{n} </array>")?;
    writeln!(out, "  </variables>\n  <constraints>")?;
    write_houses(board, out)?;
    (0..n).try_for_each(|row| write_givens(puzzle, row, out))?;
    restricted_cells(puzzle).try_for_each(|cell| write_candidates(puzzle, cell, out))?;
    writeln!(out, "  </constraints>\n</instance>")
}

fn write_houses(board: Board, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "    <allDifferent note=\"rows and columns\">")?;
    writeln!(out, "      <matrix> x[][] </matrix>")?;
    writeln!(out, "    </allDifferent>")?;
    writeln!(out, "    <group note=\"boxes\">")?;
    writeln!(out, "      <allDifferent> %... </allDifferent>")?;
    for block in board.houses_of_kind(HouseKind::Block) {
        let (first, last) = corners(board, block);
        let (top, bottom, left, right) = (first.row(), last.row(), first.column(), last.column());
        writeln!(out, "      <args> x[{top}..{bottom}][{left}..{right}] </args>")?;
    }
    writeln!(out, "    </group>")
}

fn corners(board: Board, block: House) -> (Cell, Cell) {
    (board.cell_of(block, 0), board.cell_of(block, board.side() - 1))
}

fn write_givens(puzzle: &Puzzle, row: usize, out: &mut impl Write) -> io::Result<()> {
    let cells = puzzle.board().cells_of(House::new(HouseKind::Row, row));
    let givens = || cells.clone().filter_map(|cell| Some((cell, puzzle.givens().get(cell)?)));
    if givens().next().is_none() {
        return Ok(());
    }
    write!(out, "    <instantiation note=\"givens of row {}\">\n      <list> ", row + 1)?;
    write_joined(out, givens().map(|(cell, _)| variable_name(cell)), " ")?;
    write!(out, " </list>\n      <values> ")?;
    write_joined(out, givens().map(|(_, digit)| digit), " ")?;
    writeln!(out, " </values>\n    </instantiation>")
}

fn write_candidates(puzzle: &Puzzle, cell: Cell, out: &mut impl Write) -> io::Result<()> {
    let allowed = puzzle.allowed(cell);
    writeln!(out, "    <extension note=\"candidates of {cell}\">\n      <list> {} </list>", variable_name(cell))?;
    if allowed.is_empty() {
        writeln!(out, "      <conflicts> 1..{} </conflicts>", puzzle.board().side())?;
    } else {
        write!(out, "      <supports> ")?;
        write_joined(out, allowed.iter(), " ")?;
        writeln!(out, " </supports>")?;
    }
    writeln!(out, "    </extension>")
}

fn variable_name(cell: Cell) -> String {
    format!("x[{}][{}]", cell.row(), cell.column())
}

/// Whether a line occurs only in replies to XCSP3: an instantiation, or the `d` line that ACE and Choco always print.
/// Colours must have been removed.
pub(super) fn is_signature(line: &str) -> bool {
    let line = line.strip_prefix('v').unwrap_or(line).trim_start();
    line.starts_with("<instantiation") || line.starts_with("d FOUND SOLUTIONS")
}

/// Parses the first instantiation in a reply, or its status. Colours must have been removed.
pub(super) fn parse(text: &str, board: Option<Board>) -> Result<SolverReply, ReplyError> {
    let status = parse_status(text)?;
    let (list, values) = parse_instantiation(text);
    match status {
        Some((SolverOutput::Unknown, _)) if values.is_empty() => Ok(SolverReply::Unknown),
        Some((SolverOutput::Unsatisfiable, _)) if values.is_empty() => Ok(SolverReply::Unsatisfiable),
        Some((SolverOutput::Unsatisfiable | SolverOutput::Unknown, line)) => {
            Err(line.error(text, ReplyErrorKind::Contradiction))
        }
        Some((SolverOutput::Satisfiable(_), _)) if values.is_empty() => Err(ReplyError::NoDigits),
        None if values.is_empty() => Err(ReplyError::NoAnswer(Language::Xcsp3)),
        Some((SolverOutput::Satisfiable(_), _)) | None => {
            collect_values(text, &list, &values)?.build(text, board).map(SolverReply::Solved)
        }
    }
}

/// Parses the `s` lines, which must agree. Returns the last one.
fn parse_status(text: &str) -> Result<Option<(SolverOutput, Token<'_>)>, ReplyError> {
    let mut status: Option<(SolverOutput, Token)> = None;
    for line in lines(text).filter(|line| line.text.starts_with("s ")) {
        let Ok(new) = SolverOutput::parse(line.text) else { return Err(line.error(text, ReplyErrorKind::SolverError)) };
        if status.as_ref().is_some_and(|(earlier, _)| *earlier != new) {
            return Err(line.error(text, ReplyErrorKind::Contradiction));
        }
        status = Some((new, line));
    }
    Ok(status)
}

/// The words of `<list>` and of `<values>` in the first instantiation.
fn parse_instantiation(text: &str) -> (Vec<Token<'_>>, Vec<Token<'_>>) {
    let (mut list, mut values) = (Vec::new(), Vec::new());
    let mut inside = "";
    let answer =
        lines(text).map(|line| line.strip_word("v").unwrap_or(line)).skip_while(|line| !is_signature(line.text.trim()));
    for word in answer.flat_map(|line| tokens(line).collect::<Vec<_>>()) {
        match word.text {
            "</instantiation>" => break,
            tag if tag.starts_with('<') => inside = tag,
            _ if inside == "<list>" => list.push(word),
            _ if inside == "<values>" => values.push(word),
            _ => {}
        }
    }
    (list, values)
}

/// The tags of a line and the words between them, each as a token.
fn tokens(line: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line.text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = match rest.strip_prefix('<') {
            Some(_) => rest.find('>').map_or(rest.len(), |end| end + 1),
            None => rest.find(|c: char| c == '<' || c.is_whitespace()).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(Token { text: word })
    })
}

/// Assigns each value to the cell at its position in the list.
fn collect_values<'t>(text: &str, list: &[Token<'t>], values: &[Token<'t>]) -> Result<GridBuilder<'t>, ReplyError> {
    let mut grid = GridBuilder::default();
    let mut cells = list.iter();
    let is_whole_array = matches!(list, [array] if array.text == "x[][]");
    for value in values {
        let (digit, times) = parse_run(*value).ok_or_else(|| value.error(text, ReplyErrorKind::InvalidDigit(None)))?;
        for _ in 0..times {
            if is_whole_array {
                grid.push(digit);
            } else {
                let cell = cells.next().ok_or_else(|| value.error(text, ReplyErrorKind::InvalidCell))?;
                let position = parse_cell(cell.text).ok_or_else(|| cell.error(text, ReplyErrorKind::InvalidCell))?;
                grid.place(position, digit);
            }
        }
    }
    Ok(grid)
}

/// Parses `4x2`, a run of 2 times 4. A run longer than the largest board is refused, which bounds the work.
fn parse_run(word: Token) -> Option<(Token, usize)> {
    let Some((digit, times)) = word.text.split_once('x') else { return Some((word, 1)) };
    let times = times.parse().ok().filter(|times| (1..=Board::MAX_SIDE.pow(2)).contains(times))?;
    Some((Token { text: digit }, times))
}

/// The row and column of `x[0][2]`, counted from 0.
fn parse_cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix("x[")?.strip_suffix(']')?.split_once("][")?;
    let index = |text: &str| text.parse().ok().filter(|index| *index < Board::MAX_SIDE);
    Some((index(row)?, index(column)?))
}
