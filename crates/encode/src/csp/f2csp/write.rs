//! Writer: a puzzle as binary "not equal" constraints, and any [`Csp`] as it was read.
//!
//! A cell is paired only with later cells: along its row, down its column, then in the rest of its box. So no pair
//! occurs twice. With boxes h x w, n = hw, a cell has (n-1) + (n-1) + (h-1)(w-1) = 3n - h - w - 1 peers. There are
//! n²(3n - h - w - 1)/2 pairs with n rejected tuples each (9x9: 810 and 7,290).
//!
//! A given is a unary constraint that accepts one value. A cell with eliminated candidates is one that accepts the
//! rest.
//!
//! The tuples `1 1`, `2 2`, ... are the same for every pair. They are formatted once; a constraint is then three
//! numbers and one copy. Memory use does not depend on the number of constraints.

use std::io::{self, Write};

use qedoku_puzzle::{Board, Cell, DigitSet, Puzzle};

use super::F2cspStats;
use crate::csp::{Csp, Goal, TablePolarity, Variable};

/// Writes a puzzle as an F2CSP file. Returns its statistics.
pub fn write(puzzle: &Puzzle, out: impl Write) -> io::Result<F2cspStats> {
    let stats = stats_of(puzzle);
    let board = puzzle.board();
    let mut writer =
        Writer { out, text: Vec::with_capacity(BUFFER_SIZE + RESERVE), constraints: 0, names: cell_names(board) };
    writer.header(board, &stats)?;
    writer.pairs(board)?;
    for cell in restricted_cells(puzzle) {
        writer.accept(cell, board, puzzle.allowed(cell))?;
    }
    writer.text.extend_from_slice(b"Goal\nSatisfy\n");
    writer.out.write_all(&writer.text)?;
    writer.out.flush()?;
    Ok(stats)
}

impl Csp {
    /// Writes the problem as an F2CSP file in canonical layout. Comments of the file that it was read from are lost.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(BUFFER_SIZE, out);
        if !self.title().is_empty() {
            writeln!(out, "{}", self.title())?;
        }
        writeln!(out, "Domains\n{}", self.domains().len())?;
        for domain in self.domains() {
            write!(out, "{}", domain.name())?;
            domain.values().iter().try_for_each(|value| write!(out, " {}", self.value_name(*value)))?;
            writeln!(out)?;
        }
        writeln!(out, "Variables\n{}", self.variables().len())?;
        for variable in self.variables() {
            writeln!(out, "{} {}", variable.name(), self.domain_of(variable).name())?;
        }
        writeln!(out, "Constraints\n{}", self.constraints().len())?;
        for constraint in self.constraints() {
            writeln!(out, "{}", constraint.name())?;
            write_words(&mut out, constraint.variables().map(Variable::name))?;
            writeln!(out, "{}\n{}", constraint.polarity(), constraint.tuples().len())?;
            for tuple in constraint.tuples() {
                write_words(&mut out, tuple.iter().map(|value| self.value_name(*value)))?;
            }
        }
        writeln!(out, "Goal\n{}", self.goal())?;
        out.flush()
    }
}

/// Writes a line of words with a space between them.
fn write_words<'w>(out: &mut impl Write, words: impl Iterator<Item = &'w str>) -> io::Result<()> {
    for (index, word) in words.enumerate() {
        write!(out, "{}{word}", if index == 0 { "" } else { " " })?;
    }
    writeln!(out)
}

/// Statistics of the file of a puzzle.
fn stats_of(puzzle: &Puzzle) -> F2cspStats {
    let board = puzzle.board();
    let [n, h, w] = [board.side(), board.box_height(), board.box_width()].map(|number| number as u64);
    let pairs = n * n * (3 * n - h - w - 1) / 2;
    F2cspStats {
        title: title(board),
        domains: 1,
        variables: n * n,
        constraints: pairs + restricted_cells(puzzle).count() as u64,
        accepted: restricted_cells(puzzle).map(|cell| puzzle.allowed(cell).len() as u64).sum(),
        rejected: pairs * n,
    }
}

/// `Sudoku 9x9`; with the shape of the boxes if they are not square: `Sudoku 6x6 with boxes 2x3`.
fn title(board: Board) -> String {
    let n = board.side();
    if board.box_height() == board.box_width() { format!("Sudoku {n}x{n}") } else { format!("Sudoku {board}") }
}

/// Cells with a given or with eliminated candidates.
fn restricted_cells(puzzle: &Puzzle) -> impl Iterator<Item = Cell> {
    let all = DigitSet::all(puzzle.board().side());
    puzzle.board().cells().filter(move |cell| puzzle.allowed(*cell) != all)
}

/// Variable names `V1-1`, `V1-2`, ..., row by row.
fn cell_names(board: Board) -> Vec<String> {
    board.cells().map(|cell| format!("V{}-{}", cell.row() + 1, cell.column() + 1)).collect()
}

/// Buffered writer of one puzzle.
struct Writer<W> {
    out: W,
    text: Vec<u8>,
    /// Number of constraints written.
    constraints: u64,
    /// Name of each cell.
    names: Vec<String>,
}

/// Text is written in pieces of this size.
const BUFFER_SIZE: usize = 1 << 16;
/// Room for one constraint beyond the buffer size: that of a pair on 144x144 is shorter.
const RESERVE: usize = 1 << 12;

impl<W: Write> Writer<W> {
    fn header(&mut self, board: Board, stats: &F2cspStats) -> io::Result<()> {
        write!(self.text, "{}\nDomains\n1\nD1", stats.title)?;
        board.digits().try_for_each(|digit| write!(self.text, " {digit}"))?;
        write!(self.text, "\nVariables\n{}\n", stats.variables)?;
        self.names.iter().try_for_each(|name| writeln!(self.text, "{name} D1"))?;
        writeln!(self.text, "Constraints\n{}", stats.constraints)
    }

    /// A "not equal" constraint for each pair of peers.
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

    /// A unary constraint that accepts these digits.
    fn accept(&mut self, cell: Cell, board: Board, allowed: DigitSet) -> io::Result<()> {
        self.begin()?;
        writeln!(self.text, "{}\nAccept\n{}", self.names[board.index(cell)], allowed.len())?;
        allowed.iter().try_for_each(|digit| writeln!(self.text, "{digit}"))
    }

    /// Begins a constraint with its name; writes the buffer out first if it is full.
    fn begin(&mut self) -> io::Result<()> {
        if self.text.len() > BUFFER_SIZE {
            self.out.write_all(&self.text)?;
            self.text.clear();
        }
        self.constraints += 1;
        writeln!(self.text, "C{}", self.constraints)
    }
}

impl std::fmt::Display for TablePolarity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            TablePolarity::Accept => "Accept",
            TablePolarity::Reject => "Reject",
        })
    }
}

impl std::fmt::Display for Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Satisfy")
    }
}
