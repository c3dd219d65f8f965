//! Modelling languages of constraint, pseudo-Boolean and SMT solvers: writers for puzzles, parsers for solver replies.
//!
//! ```
//! use qedoku_encode::languages::{self, Language, SolverReply};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let mut file = Vec::new();
//! languages::write(Language::MiniZinc, &puzzle, &mut file)?; // for `minizinc --solver gecode FILE`
//! assert!(String::from_utf8(file)?.contains("alldifferent"));
//!
//! let text = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n----------\n";
//! assert_eq!(languages::detect_language(text), Some(Language::MiniZinc));
//! let SolverReply::Solved(grid) = SolverReply::parse(text, None, None)? else { panic!("a solution") };
//! assert_eq!(grid.to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | language | cell | house | constraints of an n x n board |
//! |---|---|---|---|
//! | [`minizinc`] | `x[r, c]`, an integer | `alldifferent` | 3n |
//! | [`xcsp3`] | `x[r-1][c-1]`, an integer | `<allDifferent>` | 3n |
//! | [`opb`] | n variables, one of them 1 | for each digit one variable is 1 | 4n² |
//! | [`smt2`] | `r1c1`, a bit vector | `distinct` | n² + 3n |
//!
//! Givens and eliminated candidates are further constraints. They never simplify the others: a puzzle with conflicting
//! givens yields a valid file without a solution.
//!
//! Writers stream: memory use does not depend on the size of the file. Parsers do not check that a grid solves the
//! puzzle: that is the task of the [`referee`](qedoku_puzzle::referee).

use std::io::{self, BufWriter, Write};

use qedoku_puzzle::{Board, Cell, Puzzle};

mod language;
pub mod minizinc;
pub mod xcsp3;
pub mod opb;
pub mod smt2;
mod reply;
mod grid_builder;
mod error;

pub use error::{ReplyError, ReplyErrorKind, TextPosition};
pub use language::Language;
pub use reply::{SolverReply, detect_language};

/// Writes a puzzle in a modelling language.
pub fn write(language: Language, puzzle: &Puzzle, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    match language {
        Language::MiniZinc => minizinc::write(puzzle, &mut out)?,
        Language::Xcsp3 => xcsp3::write(puzzle, &mut out)?,
        Language::Opb => opb::write(puzzle, &mut out)?,
        Language::Smt2 => smt2::write(puzzle, &mut out)?,
    }
    out.flush()
}

/// Metadata for the first comment of a file: `qedoku 1 board 6x6 boxes 2x3 language opb`.
fn metadata(language: Language, board: Board) -> String {
    let (n, height, width) = (board.side(), board.box_height(), board.box_width());
    format!("qedoku 1 board {n}x{n} boxes {height}x{width} language {language}")
}

/// The rules of Sudoku, for the second comment of a file.
const RULES: &str = "Sudoku: each row, column and box holds every digit once.";

/// The open cells with eliminated candidates.
fn restricted_cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> + '_ {
    let side = puzzle.board().side();
    let is_open = |cell: &Cell| puzzle.givens().get(*cell).is_none();
    puzzle.board().cells().filter(is_open).filter(move |cell| puzzle.allowed(*cell).len() < side)
}

/// Writes items with a separator between them.
fn write_joined<T: std::fmt::Display>(
    out: &mut impl Write,
    items: impl Iterator<Item = T>,
    separator: &str,
) -> io::Result<()> {
    for (index, item) in items.enumerate() {
        write!(out, "{}{item}", if index == 0 { "" } else { separator })?;
    }
    Ok(())
}
