//! `MiniZinc`: the textbook model of Sudoku, with `alldifferent` for each house.
//!
//! ```text
//! array[1..n, 1..n] of 0..n: givens = [|
//!   1, 0,  3, 0 |
//!   ...
//! array[1..n, 1..n] of var 1..n: x;
//!
//! predicate house(array[$X] of var int: cells) = alldifferent(cells) :: domain_propagation;
//!
//! constraint forall (r in 1..n) (house(x[r, ..]));
//! ```
//!
//! A reply contains the solution row by row, then the line `----------`. More solutions may follow; `==========` ends the
//! enumeration. `=====UNSATISFIABLE=====` and `=====UNKNOWN=====` replace the solution.
//!
//! `domain_propagation` makes Gecode enforce generalised arc consistency (GAC) on each house: it removes every candidate
//! that occurs in no arrangement of the digits. Two 25x25 boards (50 and 60 % open) took 0.2 s each with it and more than
//! 20 s without. Search annotations did not help. On 16 boards from 16x16 to 36x36 with a limit of 8 s, 2 were unsolved
//! without an annotation; with `first_fail` 3 were, and three others took 5 to 7 s instead of 0.3 s; with `dom_w_deg` 1
//! was, another took 7.3 s, and the rest did not change.
//!
//! **Debian's packages lose the propagation**: their Gecode (6.2) defines the constraint as `all_different_int`, but their
//! `MiniZinc` (2.6) looks for `fzn_all_different_int` and falls back to pairwise `!=`. Both 25x25 boards then took more
//! than 60 s. A folder with this file, passed as `-I FOLDER`, restores it:
//!
//! ```text
//! predicate all_different_int(array[int] of var int: x);
//! predicate fzn_all_different_int(array[int] of var int: x) = all_different_int(x);
//! ```
//!
//! The givens are an array of their own, because `x` with `_` for open cells fails on the empty board: an array of only
//! `_` has no type.
//!
//! The model includes `alldifferent.mzn` and not `globals.mzn`, because the two Debian packages disagree about another
//! global constraint too, and `globals.mzn` does not load there.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, Digit, Puzzle};

use super::grid_builder::{GridBuilder, Token, lines};
use super::{Language, RULES, ReplyError, ReplyErrorKind, SolverReply, metadata, restricted_cells, write_joined};

/// Writes a model.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    writeln!(out, "% {}", metadata(Language::MiniZinc, board))?;
    writeln!(out, "% {RULES}")?;
    writeln!(out, "include \"alldifferent.mzn\";\n")?;
    writeln!(out, "int: n = {}; % digits, and cells of a house", board.side())?;
    writeln!(out, "int: h = {}; % rows of a box", board.box_height())?;
    writeln!(out, "int: w = {}; % columns of a box\n", board.box_width())?;
    write_givens(puzzle, out)?;
    out.write_all(RULES_AND_GIVENS.as_bytes())?;
    write_candidates(puzzle, out)?;
    let width = decimal_width(board);
    writeln!(out, "\nsolve satisfy;\n")?;
    writeln!(out, "output [show_int({width}, x[r, c]) ++ if c < n then \" \" else \"\\n\" endif | r, c in 1..n];")
}

const RULES_AND_GIVENS: &str = r"
% Row r, column c holds x[r, c].
array[1..n, 1..n] of var 1..n: x;

predicate house(array[$X] of var int: cells) = alldifferent(cells) :: domain_propagation;

constraint forall (r in 1..n) (house(x[r, ..]));
constraint forall (c in 1..n) (house(x[.., c]));
constraint forall (r, c in 1..n where r mod h = 1 /\ c mod w = 1) (house(x[r..r+h-1, c..c+w-1]));
constraint forall (r, c in 1..n where givens[r, c] > 0) (x[r, c] = givens[r, c]);
";

/// Writes the givens as an array, with gaps between the boxes.
fn write_givens(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let (side, width) = (board.side(), decimal_width(board));
    writeln!(out, "% Givens; 0 is an open cell.")?;
    write!(out, "array[1..n, 1..n] of 0..n: givens = [|")?;
    for row in 0..side {
        let gap = if row > 0 && row.is_multiple_of(board.box_height()) { "\n" } else { "" };
        write!(out, "{}{gap}\n ", if row == 0 { "" } else { " |" })?;
        for column in 0..side {
            let gap = if column > 0 && column.is_multiple_of(board.box_width()) { " " } else { "" };
            let given = puzzle.givens().get(Cell::new(row, column)).map_or(0, Digit::get);
            write!(out, "{}{gap} {given:>width$}", if column == 0 { "" } else { "," })?;
        }
    }
    writeln!(out, " |];")
}

fn write_candidates(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    for (index, cell) in restricted_cells(puzzle).enumerate() {
        if index == 0 {
            writeln!(out, "\n% Candidates of restricted cells.")?;
        }
        write!(out, "constraint x[{}, {}] in {{", cell.row() + 1, cell.column() + 1)?;
        write_joined(out, puzzle.allowed(cell).iter(), ", ")?;
        writeln!(out, "}};")?;
    }
    Ok(())
}

/// Number of characters of the largest digit.
fn decimal_width(board: Board) -> usize {
    board.side().ilog10() as usize + 1
}

/// The line after each solution.
const SOLUTION_END: &str = "----------";
/// The line after the last solution, if the enumeration is complete.
const SEARCH_COMPLETE: &str = "==========";

/// Whether a line is one that `MiniZinc` adds to the output of a model.
pub(super) fn is_signature(line: &str) -> bool {
    line == SOLUTION_END || line == SEARCH_COMPLETE || parse_status(line).is_some()
}

/// Parses `=====STATUS=====`. A model without objective is never unbounded.
fn parse_status(line: &str) -> Option<Status> {
    match line.strip_prefix("=====")?.strip_suffix("=====")? {
        "UNSATISFIABLE" | "UNSATorUNBOUNDED" => Some(Status::Unsatisfiable),
        "UNKNOWN" => Some(Status::Unknown),
        "ERROR" => Some(Status::Error),
        _ => None,
    }
}

enum Status {
    Unsatisfiable,
    Unknown,
    Error,
}

/// Parses the first solution in a reply, or its status. Ignores lines with anything but numbers: warnings and statistics.
pub(super) fn parse(text: &str, board: Option<Board>) -> Result<SolverReply, ReplyError> {
    let mut grid = GridBuilder::default();
    for line in lines(text) {
        match parse_status(line.text.trim()) {
            Some(_) if !grid.is_empty() => return Err(line.error(text, ReplyErrorKind::Contradiction)),
            Some(Status::Unsatisfiable) => return Ok(SolverReply::Unsatisfiable),
            Some(Status::Unknown) => return Ok(SolverReply::Unknown),
            Some(Status::Error) => return Err(line.error(text, ReplyErrorKind::SolverError)),
            None if line.text.trim() == SOLUTION_END => return grid.build(text, board).map(SolverReply::Solved),
            None if is_row(&line) => line.words().for_each(|word| grid.push(word)),
            None => {}
        }
    }
    Err(ReplyError::NoAnswer(Language::MiniZinc))
}

fn is_row(line: &Token) -> bool {
    line.words().all(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()))
}
