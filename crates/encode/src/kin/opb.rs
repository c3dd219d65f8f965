//! OPB: "exactly one" as a linear equation over 0 and 1.
//!
//! ```text
//! * #variable= 64 #constraint= 67
//! +1 x1 +1 x2 +1 x3 +1 x4 = 1 ;       each cell one digit: n² equations
//! +1 x1 +1 x5 +1 x9 +1 x13 = 1 ;      each house each digit: 3n²
//! +1 x1 = 1 ;                         a given
//! +1 x7 = 0 ;                         a candidate that is ruled out
//! ```
//!
//! The variables are the x's of [`Numbering::RowMajor`]. An equation takes the place of a clause and n(n-1)/2 pairs of
//! clauses, so that a 9x9 board has 324 lines where CNF has 11,988 clauses.
//!
//! The first line is the one that the format demands there; what the file is comes second. Solvers answer as SAT solvers
//! do but for the names on `v` lines, `x1 -x2`, which [`Output`] reads.
//!
//! # References
//! - O. Roussel, V. Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean
//!   solvers. 2012.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

use super::{Language, RULES, Reply, ReplyError, description, restricted};
use crate::model::{self, Output};
use crate::{ClauseFamily, Numbering, VariableMap};

/// Writes an instance, with the exact numbers of variables and constraints.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let x = VariableMap::for_board(board, Numbering::RowMajor);
    writeln!(out, "* #variable= {} #constraint= {}", x.max_var(), constraints(puzzle))?;
    writeln!(out, "* {}", description(Language::Opb, board))?;
    writeln!(out, "* {RULES}")?;
    writeln!(out, "* {}", Numbering::RowMajor.formula(board))?;
    writeln!(out, "* each cell holds one digit")?;
    for cell in board.cells() {
        equation(&x, board.digits().map(|digit| (cell, digit)), 1, out)?;
    }
    for house in board.houses() {
        writeln!(out, "* {house} holds every digit once")?;
        for digit in board.digits() {
            equation(&x, board.cells_of(house).map(|cell| (cell, digit)), 1, out)?;
        }
    }
    write_givens(puzzle, &x, out)
}

/// The givens, and the candidates that are ruled out.
fn write_givens(puzzle: &Puzzle, x: &VariableMap, out: &mut impl Write) -> io::Result<()> {
    for (place, (cell, digit)) in puzzle.givens().filled().enumerate() {
        if place == 0 {
            writeln!(out, "* {}", ClauseFamily::Given.description())?;
        }
        equation(x, [(cell, digit)].into_iter(), 1, out)?;
    }
    for (place, cell) in restricted(puzzle).enumerate() {
        if place == 0 {
            writeln!(out, "* {}", ClauseFamily::Eliminated.description())?;
        }
        for digit in ruled_out(puzzle, cell).iter() {
            equation(x, [(cell, digit)].into_iter(), 0, out)?;
        }
    }
    Ok(())
}

fn equation(
    x: &VariableMap,
    terms: impl Iterator<Item = (Cell, Digit)>,
    sum: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    for (cell, digit) in terms {
        let var = x.var(cell, digit).expect("`rowmajor` has a number for every x");
        write!(out, "+1 x{} ", var.get())?;
    }
    writeln!(out, "= {sum} ;")
}

fn constraints(puzzle: &Puzzle) -> usize {
    let excluded: usize = restricted(puzzle).map(|cell| ruled_out(puzzle, cell).len()).sum();
    4 * puzzle.board().cell_count() + puzzle.givens().filled_count() + excluded
}

fn ruled_out(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    DigitSet::all(puzzle.board().side()) - puzzle.allowed(cell)
}

/// Whether a line is from an answer: values by name.
pub(super) fn is_mark(line: &str) -> bool {
    let name = line.strip_prefix("v ").map(|rest| rest.trim_start().trim_start_matches('-'));
    name.and_then(|name| name.strip_prefix('x')).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Reads the first model that was printed, or why there is none.
pub(super) fn read(text: &str, board: Option<Board>) -> Result<Reply, ReplyError> {
    let model = match Output::read(text).map_err(ReplyError::Output)? {
        Output::Satisfiable(model) => model,
        Output::Unsatisfiable => return Ok(Reply::Unsatisfiable),
        Output::Unknown => return Ok(Reply::Unknown),
    };
    if model.is_empty() {
        return Err(ReplyError::NoDigits);
    }
    let x = match board {
        Some(board) => VariableMap::for_board(board, Numbering::RowMajor),
        None => model::recognise(&model, None, Some(Numbering::RowMajor)).map_err(ReplyError::Model)?,
    };
    model.grid(&x).map(Reply::Solved).map_err(ReplyError::Model)
}
