//! OPB (pseudo-Boolean constraints): each exactly-one constraint is a linear equation over 0-1 variables.
//!
//! ```text
//! * #variable= 64 #constraint= 67
//! +1 x1 +1 x2 +1 x3 +1 x4 = 1 ;       each cell holds one digit: n² equations
//! +1 x1 +1 x5 +1 x9 +1 x13 = 1 ;      each house holds each digit once: 3n² equations
//! +1 x1 = 1 ;                         given
//! +1 x7 = 0 ;                         eliminated candidate
//! ```
//!
//! The variables are those of [`Numbering::RowMajor`]. One equation replaces an at-least-one clause and n(n-1)/2
//! pairwise at-most-one clauses, so a 9x9 board has 324 equations where CNF has 11,988 clauses.
//!
//! The format requires the counts in the first line, so the metadata comment is second. Solvers reply like SAT solvers,
//! except for the names on `v` lines, `x1 -x2`, which [`SolverOutput`] also parses.
//!
//! # References
//! - O. Roussel, V. Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean
//!   solvers. 2012.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

use super::{Language, RULES, ReplyError, SolverReply, metadata, restricted_cells};
use crate::model::{SolverOutput, detect_numbering};
use crate::{ClauseFamily, Numbering, VariableMap};

/// Writes an instance with an exact header.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let x = VariableMap::for_board(board, Numbering::RowMajor);
    writeln!(out, "* #variable= {} #constraint= {}", x.max_var(), constraint_count(puzzle))?;
    writeln!(out, "* {}", metadata(Language::Opb, board))?;
    writeln!(out, "* {RULES}")?;
    writeln!(out, "* {}", Numbering::RowMajor.formula(board))?;
    writeln!(out, "* each cell holds one digit")?;
    for cell in board.cells() {
        write_equation(&x, board.digits().map(|digit| (cell, digit)), 1, out)?;
    }
    for house in board.houses() {
        writeln!(out, "* {house} holds every digit once")?;
        for digit in board.digits() {
            write_equation(&x, board.cells_of(house).map(|cell| (cell, digit)), 1, out)?;
        }
    }
    write_givens(puzzle, &x, out)
}

/// Writes givens and eliminated candidates.
fn write_givens(puzzle: &Puzzle, x: &VariableMap, out: &mut impl Write) -> io::Result<()> {
    for (index, (cell, digit)) in puzzle.givens().filled().enumerate() {
        if index == 0 {
            writeln!(out, "* {}", ClauseFamily::Given.description())?;
        }
        write_equation(x, [(cell, digit)].into_iter(), 1, out)?;
    }
    for (index, cell) in restricted_cells(puzzle).enumerate() {
        if index == 0 {
            writeln!(out, "* {}", ClauseFamily::Eliminated.description())?;
        }
        for digit in eliminated(puzzle, cell) {
            write_equation(x, [(cell, digit)].into_iter(), 0, out)?;
        }
    }
    Ok(())
}

fn write_equation(
    x: &VariableMap,
    terms: impl Iterator<Item = (Cell, Digit)>,
    sum: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    for (cell, digit) in terms {
        let var = x.var(cell, digit).expect("`rowmajor` numbers every candidate");
        write!(out, "+1 x{} ", var.get())?;
    }
    writeln!(out, "= {sum} ;")
}

fn constraint_count(puzzle: &Puzzle) -> usize {
    let eliminations: usize = restricted_cells(puzzle).map(|cell| eliminated(puzzle, cell).len()).sum();
    4 * puzzle.board().cell_count() + puzzle.givens().filled_count() + eliminations
}

fn eliminated(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    DigitSet::all(puzzle.board().side()) - puzzle.allowed(cell)
}

/// Whether a line occurs only in replies to OPB: values of named variables.
pub(super) fn is_signature(line: &str) -> bool {
    let name = line.strip_prefix("v ").map(|rest| rest.trim_start().trim_start_matches('-'));
    name.and_then(|name| name.strip_prefix('x')).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Parses the first model in a reply, or its status.
pub(super) fn parse(text: &str, board: Option<Board>) -> Result<SolverReply, ReplyError> {
    let model = match SolverOutput::parse(text).map_err(ReplyError::Output)? {
        SolverOutput::Satisfiable(model) => model,
        SolverOutput::Unsatisfiable => return Ok(SolverReply::Unsatisfiable),
        SolverOutput::Unknown => return Ok(SolverReply::Unknown),
    };
    if model.is_empty() {
        return Err(ReplyError::NoDigits);
    }
    let x = match board {
        Some(board) => VariableMap::for_board(board, Numbering::RowMajor),
        None => detect_numbering(&model, None, Some(Numbering::RowMajor)).map_err(ReplyError::Model)?,
    };
    model.decode(&x).map(SolverReply::Solved).map_err(ReplyError::Model)
}
