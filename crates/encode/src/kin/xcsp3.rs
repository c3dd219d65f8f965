//! XCSP3: the rules as an XML document, with one `<allDifferent>` for all rows and columns and a group of them for boxes.
//!
//! ```text
//! <array id="x" size="[4][4]"> 1..4 </array>
//! ...
//! <allDifferent note="rows and columns">
//!   <matrix> x[][] </matrix>
//! </allDifferent>
//! ```
//!
//! Solvers answer as in the competition of 2022: `s SATISFIABLE` and, on `v` lines, the element that a given is written
//! with, too:
//!
//! ```text
//! v <instantiation> <list> x[][] </list> <values> 1 2 3 4x2 3 ... </values> </instantiation>
//! ```
//!
//! where `4x2` is 4 twice. ACE writes `x[][]` for all cells and colours its output; Choco names each cell, on lines that all
//! begin with `v`. Everything else that they print is talk.
//!
//! Candidates are unary constraints. To give a cell a domain of its own would be shorter, but ACE 2.6 fails on that
//! (`ArrayIndexOutOfBoundsException`) where it turns the `allDifferent` of a 4x4 board into a table. A cell with no
//! candidate has all digits as conflicts, since neither ACE nor Choco reads an empty list of supports.
//!
//! # References
//! - F. Boussemart, C. Lecoutre, G. Audemard, C. Piette: XCSP3, an integrated format for benchmarking combinatorial
//!   constrained problems. arXiv:1611.03398; XCSP3-core: arXiv:2009.00514.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, House, HouseKind, Puzzle};

use super::digits::{Digits, Word, lines};
use super::{Language, RULES, Reply, ReplyError, description, join, restricted};
use crate::model::Output;

/// Writes an instance.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let n = board.side();
    writeln!(out, "<!-- {} -->", description(Language::Xcsp3, board))?;
    writeln!(out, "<!-- {RULES} -->")?;
    writeln!(out, "<instance format=\"XCSP3\" type=\"CSP\">")?;
    writeln!(out, "  <variables>")?;
    writeln!(out, "    <array id=\"x\" size=\"[{n}][{n}]\"> 1..{n} </array>")?;
    writeln!(out, "  </variables>\n  <constraints>")?;
    write_houses(board, out)?;
    (0..n).try_for_each(|row| write_givens(puzzle, row, out))?;
    restricted(puzzle).try_for_each(|cell| write_candidates(puzzle, cell, out))?;
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
    join(out, givens().map(|(cell, _)| name(cell)), " ")?;
    write!(out, " </list>\n      <values> ")?;
    join(out, givens().map(|(_, digit)| digit), " ")?;
    writeln!(out, " </values>\n    </instantiation>")
}

fn write_candidates(puzzle: &Puzzle, cell: Cell, out: &mut impl Write) -> io::Result<()> {
    let allowed = puzzle.allowed(cell);
    writeln!(out, "    <extension note=\"candidates of {cell}\">\n      <list> {} </list>", name(cell))?;
    if allowed.is_empty() {
        writeln!(out, "      <conflicts> 1..{} </conflicts>", puzzle.board().side())?;
    } else {
        write!(out, "      <supports> ")?;
        join(out, allowed.iter(), " ")?;
        writeln!(out, " </supports>")?;
    }
    writeln!(out, "    </extension>")
}

fn name(cell: Cell) -> String {
    format!("x[{}][{}]", cell.row(), cell.column())
}

/// Whether a line, bare of colours, is from an answer: an instantiation, or what ACE and Choco print in any case.
pub(super) fn is_mark(line: &str) -> bool {
    let line = line.strip_prefix('v').unwrap_or(line).trim_start();
    line.starts_with("<instantiation") || line.starts_with("d FOUND SOLUTIONS")
}

/// Reads the first instantiation that was printed, or why there is none. The text is bare of colours.
pub(super) fn read(text: &str, board: Option<Board>) -> Result<Reply, ReplyError> {
    let status = status(text)?;
    let (list, values) = instantiation(text);
    match status {
        Some((Output::Unknown, _)) if values.is_empty() => Ok(Reply::Unknown),
        Some((Output::Unsatisfiable, _)) if values.is_empty() => Ok(Reply::Unsatisfiable),
        Some((Output::Unsatisfiable | Output::Unknown, line)) => Err(line.error(text).conflict()),
        Some((Output::Satisfiable(_), _)) if values.is_empty() => Err(ReplyError::NoDigits),
        None if values.is_empty() => Err(ReplyError::NoAnswer(Language::Xcsp3)),
        Some((Output::Satisfiable(_), _)) | None => digits(text, &list, &values)?.grid(text, board).map(Reply::Solved),
    }
}

/// What the `s` lines say; the last one counts where there are several of one mind.
fn status(text: &str) -> Result<Option<(Output, Word<'_>)>, ReplyError> {
    let mut status: Option<(Output, Word)> = None;
    for line in lines(text).filter(|line| line.text.starts_with("s ")) {
        let Ok(said) = Output::read(line.text) else { return Err(line.error(text).failed()) };
        if status.as_ref().is_some_and(|(earlier, _)| *earlier != said) {
            return Err(line.error(text).conflict());
        }
        status = Some((said, line));
    }
    Ok(status)
}

/// The words of the first `<list>` and of the first `<values>`.
fn instantiation(text: &str) -> (Vec<Word<'_>>, Vec<Word<'_>>) {
    let (mut list, mut values) = (Vec::new(), Vec::new());
    let mut inside = "";
    let answer = lines(text).map(|line| line.after("v").unwrap_or(line)).skip_while(|line| !is_mark(line.text.trim()));
    for word in answer.flat_map(|line| elements(line).collect::<Vec<_>>()) {
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

/// The tags of a line, each as one word, and the words between them.
fn elements(line: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut rest = line.text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = match rest.strip_prefix('<') {
            Some(_) => rest.find('>').map_or(rest.len(), |end| end + 1),
            None => rest.find(|c: char| c == '<' || c.is_whitespace()).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(Word { text: word })
    })
}

/// The values, each for the cell at its place in the list.
fn digits<'t>(text: &str, list: &[Word<'t>], values: &[Word<'t>]) -> Result<Digits<'t>, ReplyError> {
    let mut digits = Digits::default();
    let mut cells = list.iter();
    let all = matches!(list, [all] if all.text == "x[][]");
    for value in values {
        let (digit, times) = run(*value).ok_or_else(|| value.error(text).not_a_digit())?;
        for _ in 0..times {
            if all {
                digits.push(digit);
            } else {
                let cell = cells.next().ok_or_else(|| value.error(text).not_a_cell())?;
                let place = place(cell.text).ok_or_else(|| cell.error(text).not_a_cell())?;
                digits.put(place, digit);
            }
        }
    }
    Ok(digits)
}

/// `4x2`: 4 twice. More often than a board has cells is no run.
fn run(word: Word) -> Option<(Word, usize)> {
    let Some((digit, times)) = word.text.split_once('x') else { return Some((word, 1)) };
    let times = times.parse().ok().filter(|times| (1..=Board::MAX_SIDE.pow(2)).contains(times))?;
    Some((Word { text: digit }, times))
}

/// The row and column of `x[0][2]`, from 0.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix("x[")?.strip_suffix(']')?.split_once("][")?;
    let index = |text: &str| text.parse().ok().filter(|index| *index < Board::MAX_SIDE);
    Some((index(row)?, index(column)?))
}
