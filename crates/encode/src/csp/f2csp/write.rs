//! The writer: Sudoku as pairs of cells that may not be equal, in constant memory.
//!
//! A cell is paired only with cells that come after it: along its row, down its column, in the rest of its box. So no pair
//! stands twice. With boxes h x w, n = hw, a cell has (n-1) + (n-1) + (h-1)(w-1) = 3n - h - w - 1 peers, and there are
//! n²(3n - h - w - 1)/2 pairs with n rejected tuples each (9x9: 810 and 7,290).
//!
//! A given is a constraint that accepts one value; so is a cell with candidates ruled out, with as many as are left.
//!
//! The tuples `1 1`, `2 2`, ... are the same for every pair: they are formatted once, and a constraint is three numbers and
//! one copy.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, DigitSet, Puzzle};

use super::Stats;
use crate::csp::{Csp, Effect, Variable};

/// Writes a puzzle as an F2CSP file; returns its statistics.
pub fn write(puzzle: &Puzzle, out: impl Write) -> io::Result<Stats> {
    let stats = stats_of(puzzle);
    let board = puzzle.board();
    let mut writer = Writer { out, text: Vec::with_capacity(PIECE + ROOM), constraints: 0, names: names(board) };
    writer.head(board, &stats)?;
    writer.pairs(board)?;
    for cell in restricted(puzzle) {
        writer.accept(cell, board, puzzle.allowed(cell))?;
    }
    writer.text.extend_from_slice(b"Goal\nSatisfy\n");
    writer.out.write_all(&writer.text)?;
    writer.out.flush()?;
    Ok(stats)
}

impl Csp {
    /// Writes the problem as an F2CSP file, without the comments and bent lines that it may have been read from.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(PIECE, out);
        if !self.title().is_empty() {
            writeln!(out, "{}", self.title())?;
        }
        writeln!(out, "Domains\n{}", self.domains().len())?;
        for domain in self.domains() {
            write!(out, "{}", domain.name())?;
            domain.values().iter().try_for_each(|value| write!(out, " {}", self.word(*value)))?;
            writeln!(out)?;
        }
        writeln!(out, "Variables\n{}", self.variables().len())?;
        for variable in self.variables() {
            writeln!(out, "{} {}", variable.name(), self.domain_of(variable).name())?;
        }
        writeln!(out, "Constraints\n{}", self.constraints().len())?;
        for constraint in self.constraints() {
            writeln!(out, "{}", constraint.name())?;
            line(&mut out, constraint.variables().map(Variable::name))?;
            writeln!(out, "{}\n{}", constraint.effect(), constraint.tuples().len())?;
            for tuple in constraint.tuples() {
                line(&mut out, tuple.iter().map(|value| self.word(*value)))?;
            }
        }
        writeln!(out, "Goal\n{}", self.goal())?;
        out.flush()
    }
}

/// Words with a blank between them.
fn line<'w>(out: &mut impl Write, words: impl Iterator<Item = &'w str>) -> io::Result<()> {
    for (place, word) in words.enumerate() {
        write!(out, "{}{word}", if place == 0 { "" } else { " " })?;
    }
    writeln!(out)
}

/// What the file of a puzzle has.
fn stats_of(puzzle: &Puzzle) -> Stats {
    let board = puzzle.board();
    let [n, h, w] = [board.side(), board.box_height(), board.box_width()].map(|number| number as u64);
    let pairs = n * n * (3 * n - h - w - 1) / 2;
    Stats {
        title: title(board),
        domains: 1,
        variables: n * n,
        constraints: pairs + restricted(puzzle).count() as u64,
        accepted: restricted(puzzle).map(|cell| puzzle.allowed(cell).len() as u64).sum(),
        rejected: pairs * n,
    }
}

/// `Sudoku 9x9`; with the boxes where they are not the usual ones.
fn title(board: Board) -> String {
    let n = board.side();
    if Board::of_side(n) == Ok(board) { format!("Sudoku {n}x{n}") } else { format!("Sudoku {board}") }
}

/// The cells with a given or with candidates ruled out.
fn restricted(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    let all = DigitSet::all(puzzle.board().side());
    puzzle.board().cells().filter(move |cell| puzzle.allowed(*cell) != all)
}

/// `V1-1` and so on, row by row.
fn names(board: Board) -> Vec<String> {
    board.cells().map(|cell| format!("V{}-{}", cell.row() + 1, cell.column() + 1)).collect()
}

struct Writer<W> {
    out: W,
    text: Vec<u8>,
    /// How many there are so far.
    constraints: u64,
    /// The name of each cell.
    names: Vec<String>,
}

const PIECE: usize = 1 << 16;
/// What is added at once: a pair on 144x144 is shorter.
const ROOM: usize = 1 << 12;

impl<W: Write> Writer<W> {
    fn head(&mut self, board: Board, stats: &Stats) -> io::Result<()> {
        write!(self.text, "{}\nDomains\n1\nD1", stats.title)?;
        board.digits().try_for_each(|digit| write!(self.text, " {digit}"))?;
        write!(self.text, "\nVariables\n{}\n", stats.variables)?;
        self.names.iter().try_for_each(|name| writeln!(self.text, "{name} D1"))?;
        writeln!(self.text, "Constraints\n{}", stats.constraints)
    }

    fn pairs(&mut self, board: Board) -> io::Result<()> {
        let mut equal = format!("\nReject\n{}\n", board.side()).into_bytes();
        board.digits().try_for_each(|digit| writeln!(equal, "{digit} {digit}"))?;
        for cell in board.cells() {
            for later in board.peers(cell).filter(|peer| *peer > cell) {
                self.begin()?;
                self.text.extend_from_slice(self.names[board.index(cell)].as_bytes());
                self.text.push(b' ');
                self.text.extend_from_slice(self.names[board.index(later)].as_bytes());
                self.text.extend_from_slice(&equal);
            }
        }
        Ok(())
    }

    fn accept(&mut self, cell: Cell, board: Board, allowed: DigitSet) -> io::Result<()> {
        self.begin()?;
        writeln!(self.text, "{}\nAccept\n{}", self.names[board.index(cell)], allowed.len())?;
        allowed.iter().try_for_each(|digit| writeln!(self.text, "{digit}"))
    }

    /// The number of the next constraint.
    fn begin(&mut self) -> io::Result<()> {
        if self.text.len() > PIECE {
            self.out.write_all(&self.text)?;
            self.text.clear();
        }
        self.constraints += 1;
        writeln!(self.text, "C{}", self.constraints)
    }
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Effect::Accept => "Accept",
            Effect::Reject => "Reject",
        })
    }
}

impl std::fmt::Display for crate::csp::Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Satisfy")
    }
}
