//! `MiniZinc`: the rules as a textbook says them, with `alldifferent` for each house.
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
//! A solution is printed row by row, then `----------`; after that a solver may print more of them, and `==========` when
//! there are no more. `=====UNSATISFIABLE=====` and `=====UNKNOWN=====` stand alone.
//!
//! With `domain_propagation`, Gecode removes every candidate of a house that no arrangement of its digits uses: two 25x25
//! boards (50 and 60 % open) took 0.2 s each with it and more than 20 s without. Search annotations did not pay, on 16
//! boards from 16x16 to 36x36 with a limit of 8 s: without one, 2 were not solved; with `first_fail` 3 were not, and three
//! others took 5 to 7 s instead of 0.3; with `dom_w_deg` 1 was not, another took 7.3 s, and the rest were alike.
//!
//! **Debian's packages lose this**: their Gecode (6.2) still calls the constraint `all_different_int`, their `MiniZinc`
//! (2.6) asks for `fzn_all_different_int`, finds none and writes pairs of `!=` instead. Both 25x25 boards then took more
//! than 60 s. A folder with this file, given by `-I FOLDER`, brings it back:
//!
//! ```text
//! predicate all_different_int(array[int] of var int: x);
//! predicate fzn_all_different_int(array[int] of var int: x) = all_different_int(x);
//! ```
//!
//! The givens could stand in `x` itself, with `_` for an open cell, were it not for the empty board: an array of nothing but
//! `_` has no type.
//!
//! It is `alldifferent.mzn`, not `globals.mzn`, because the two packages disagree about another of the globals, too: the
//! file with all of them does not load there.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, Digit, Puzzle};

use super::digits::{Digits, Word, lines};
use super::{Language, RULES, Reply, ReplyError, description, join, restricted};

/// Writes a model.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    writeln!(out, "% {}", description(Language::MiniZinc, board))?;
    writeln!(out, "% {RULES}")?;
    writeln!(out, "include \"alldifferent.mzn\";\n")?;
    writeln!(out, "int: n = {}; % digits, and cells of a house", board.side())?;
    writeln!(out, "int: h = {}; % rows of a box", board.box_height())?;
    writeln!(out, "int: w = {}; % columns of a box\n", board.box_width())?;
    write_givens(puzzle, out)?;
    out.write_all(RULES_AND_GIVENS.as_bytes())?;
    write_candidates(puzzle, out)?;
    let digits = decimals(board);
    writeln!(out, "\nsolve satisfy;\n")?;
    writeln!(out, "output [show_int({digits}, x[r, c]) ++ if c < n then \" \" else \"\\n\" endif | r, c in 1..n];")
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

/// The array of the givens, with gaps between the boxes.
fn write_givens(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let (side, digits) = (board.side(), decimals(board));
    writeln!(out, "% What is given; 0 is an open cell.")?;
    write!(out, "array[1..n, 1..n] of 0..n: givens = [|")?;
    for row in 0..side {
        let gap = if row > 0 && row.is_multiple_of(board.box_height()) { "\n" } else { "" };
        write!(out, "{}{gap}\n ", if row == 0 { "" } else { " |" })?;
        for column in 0..side {
            let gap = if column > 0 && column.is_multiple_of(board.box_width()) { " " } else { "" };
            let given = puzzle.givens().get(Cell::new(row, column)).map_or(0, Digit::get);
            write!(out, "{}{gap} {given:>digits$}", if column == 0 { "" } else { "," })?;
        }
    }
    writeln!(out, " |];")
}

fn write_candidates(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    for (place, cell) in restricted(puzzle).enumerate() {
        if place == 0 {
            writeln!(out, "\n% The candidates of restricted cells.")?;
        }
        write!(out, "constraint x[{}, {}] in {{", cell.row() + 1, cell.column() + 1)?;
        join(out, puzzle.allowed(cell).iter(), ", ")?;
        writeln!(out, "}};")?;
    }
    Ok(())
}

/// How many decimals the largest digit has.
fn decimals(board: Board) -> usize {
    board.side().ilog10() as usize + 1
}

/// The line below a solution.
pub(super) const SOLUTION: &str = "----------";
/// The line below the last one.
const COMPLETE: &str = "==========";

/// Whether a line is one that `MiniZinc` adds to what a model prints.
pub(super) fn is_mark(line: &str) -> bool {
    line == SOLUTION || line == COMPLETE || status(line).is_some()
}

/// What `=====WORD=====` says; a model without objective is never unbounded.
fn status(line: &str) -> Option<Mark> {
    match line.strip_prefix("=====")?.strip_suffix("=====")? {
        "UNSATISFIABLE" | "UNSATorUNBOUNDED" => Some(Mark::Unsatisfiable),
        "UNKNOWN" => Some(Mark::Unknown),
        "ERROR" => Some(Mark::Error),
        _ => None,
    }
}

enum Mark {
    Unsatisfiable,
    Unknown,
    Error,
}

/// Reads the first solution that was printed, or why there is none.
///
/// Lines that hold anything but numbers are warnings and statistics.
pub(super) fn read(text: &str, board: Option<Board>) -> Result<Reply, ReplyError> {
    let mut digits = Digits::default();
    for line in lines(text) {
        match status(line.text.trim()) {
            Some(_) if !digits.is_empty() => return Err(line.error(text).conflict()),
            Some(Mark::Unsatisfiable) => return Ok(Reply::Unsatisfiable),
            Some(Mark::Unknown) => return Ok(Reply::Unknown),
            Some(Mark::Error) => return Err(line.error(text).failed()),
            None if line.text.trim() == SOLUTION => return digits.grid(text, board).map(Reply::Solved),
            None if is_row(&line) => line.words().for_each(|word| digits.push(word)),
            None => {}
        }
    }
    Err(ReplyError::NoAnswer(Language::MiniZinc))
}

fn is_row(line: &Word) -> bool {
    line.words().all(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()))
}
