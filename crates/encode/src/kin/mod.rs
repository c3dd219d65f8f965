//! The other languages: a puzzle said to a constraint, pseudo-Boolean or SMT solver, and its reply read back.
//!
//! ```
//! use qedoku_encode::kin::{self, Language, Reply};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let mut file = Vec::new();
//! kin::write(Language::MiniZinc, &puzzle, &mut file)?; // for `minizinc --solver gecode FILE`
//! assert!(String::from_utf8(file)?.contains("alldifferent"));
//!
//! let reply = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n----------\n";
//! assert_eq!(kin::recognise(reply), Some(Language::MiniZinc));
//! let Reply::Solved(grid) = Reply::read(reply, None, None)? else { panic!("it is solved") };
//! assert_eq!(grid.to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | language | a cell is | a house is | constraints of an n x n board |
//! |---|---|---|---|
//! | [`minizinc`] | `x[r, c]`, an integer | `alldifferent` | 3n |
//! | [`xcsp3`] | `x[r-1][c-1]`, an integer | `<allDifferent>` | 3n |
//! | [`opb`] | n variables, one of them 1 | for each digit one variable is 1 | 4n² |
//! | [`smt2`] | `r1c1`, a bit vector | `distinct` | n² + 3n |
//!
//! To these come the givens, and the cells that a candidate grid restricts. Givens are never used to simplify: a file
//! says the question as it was asked, so one whose givens clash is a good file without a solution.
//!
//! Everything is written as it is made: memory does not grow with the file. Whether a grid that was read is a solution,
//! the [`referee`](qedoku_puzzle::referee) says; nothing here does.

use std::io::{self, BufWriter, Write};

use qedoku_puzzle::{Board, Cell, Puzzle};

mod language;
pub mod minizinc;
pub mod xcsp3;
pub mod opb;
pub mod smt2;
mod reply;
mod digits;
mod error;

pub use error::{Place, ReplyError, Wrong};
pub use language::Language;
pub use reply::{Reply, recognise};

/// Writes a puzzle in a language, for any solver that reads it.
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

/// What a file is, for its first comment: `qedoku 1 board 6x6 boxes 2x3 language opb`.
fn description(language: Language, board: Board) -> String {
    let (n, height, width) = (board.side(), board.box_height(), board.box_width());
    format!("qedoku 1 board {n}x{n} boxes {height}x{width} language {language}")
}

/// The rules in a sentence, for the second comment.
const RULES: &str = "Sudoku: each row, column and box holds every digit once.";

/// The cells that a candidate grid restricts, though not to a single digit.
fn restricted(puzzle: &Puzzle) -> impl Iterator<Item = Cell> + '_ {
    let side = puzzle.board().side();
    let open = |cell: &Cell| puzzle.givens().get(*cell).is_none();
    puzzle.board().cells().filter(open).filter(move |cell| puzzle.allowed(*cell).len() < side)
}

/// Writes items with something between them.
fn join<T: std::fmt::Display>(out: &mut impl Write, items: impl Iterator<Item = T>, between: &str) -> io::Result<()> {
    for (place, item) in items.enumerate() {
        write!(out, "{}{item}", if place == 0 { "" } else { between })?;
    }
    Ok(())
}
