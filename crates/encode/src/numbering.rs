//! Variable numberings: which number the problem variable `x(r,c,d)` has.
//!
//! | numbering | x(r,c,d), all from 1 | on 9x9 | purpose |
//! |---|---|---|---|
//! | `rowmajor` | (r-1)n² + (c-1)n + d | 1..729 | the usual numbering |
//! | `base` | b²r + bc + d, with b = 10 up to 9x9, else n+1 | 111..999 | courses that read `374` as r3 c7 d4 |
//! | `open` | the candidates that the givens leave open, in `rowmajor` order | fewer | large boards |
//!
//! Auxiliary variables are numbered after the last problem variable, so a model can be decoded without knowing them.

use std::fmt;
use std::str::FromStr;

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

use crate::{UnknownOptionError, Var};

/// A numbering of the problem variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// (r-1)n² + (c-1)n + d.
    #[default]
    RowMajor,
    /// b²r + bc + d, with b = 10 up to 9x9, else n + 1.
    Base,
    /// Consecutive numbers for the open candidates of cells without a given.
    Open,
}

/// Map between the candidates of one puzzle and their variables.
#[derive(Clone, Debug)]
pub struct VariableMap {
    board: Board,
    numbering: Numbering,
    /// For `Open`: the candidates of each cell, and the number of variables of the cells before it. Empty otherwise.
    open: Vec<(DigitSet, u32)>,
    max_var: u32,
}

impl Numbering {
    /// Every numbering with its name.
    pub const ALL: [(Numbering, &'static str); 3] =
        [(Numbering::RowMajor, "rowmajor"), (Numbering::Base, "base"), (Numbering::Open, "open")];

    /// Definition of x(r,c,d) for the comments of a file.
    pub fn formula(self, board: Board) -> String {
        let n = board.side();
        let b = base(board);
        match self {
            Numbering::RowMajor => format!("x(r,c,d) = {}(r-1) + {n}(c-1) + d", n * n),
            Numbering::Base => format!("x(r,c,d) = {}r + {b}c + d", b * b),
            Numbering::Open => "x(r,c,d) = place of r,c,d among the open candidates".to_owned(),
        }
    }
}

/// Radix b of `base`: larger than any coordinate, so that no two candidates share a number.
fn base(board: Board) -> usize {
    if board.side() <= 9 { 10 } else { board.side() + 1 }
}

impl VariableMap {
    /// Variables of a puzzle. Only `open` depends on its givens.
    pub fn new(puzzle: &Puzzle, numbering: Numbering) -> VariableMap {
        let board = puzzle.board();
        match numbering {
            Numbering::Open => VariableMap::for_open_candidates(puzzle, &puzzle.initial_candidates()),
            Numbering::RowMajor | Numbering::Base => VariableMap::for_board(board, numbering),
        }
    }

    /// Variables of a board, for `rowmajor` and `base`.
    ///
    /// # Panics
    /// If the numbering is `open`, which depends on the givens.
    pub fn for_board(board: Board, numbering: Numbering) -> VariableMap {
        let n = board.side();
        let max_var = match numbering {
            Numbering::RowMajor => n * n * n,
            Numbering::Base => (base(board) * base(board) + base(board) + 1) * n,
            Numbering::Open => panic!("numbering `open` needs a puzzle, not a board"),
        };
        VariableMap { board, numbering, open: Vec::new(), max_var: max_var as u32 }
    }

    /// Variables of these candidates, cell by cell. Cells with a given get none.
    pub(crate) fn for_open_candidates(puzzle: &Puzzle, candidates: &[DigitSet]) -> VariableMap {
        let mut max_var = 0;
        let number = |(cell, candidates): (Cell, &DigitSet)| {
            let offset = max_var;
            let numbered = if puzzle.givens().get(cell).is_some() { DigitSet::EMPTY } else { *candidates };
            max_var += numbered.len() as u32;
            (numbered, offset)
        };
        let open = puzzle.board().cells().zip(candidates).map(number).collect();
        VariableMap { board: puzzle.board(), numbering: Numbering::Open, open, max_var }
    }

    /// Board of the puzzle.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Numbering of the variables.
    #[inline]
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Highest number of a problem variable. Auxiliary variables follow it.
    #[inline]
    pub fn max_var(&self) -> u32 {
        self.max_var
    }

    /// Variable of a candidate; `None` if numbering `open` has eliminated it.
    #[inline]
    pub fn var(&self, cell: Cell, digit: Digit) -> Option<Var> {
        let (row, column, n) = (cell.row(), cell.column(), self.board.side());
        let number = match self.numbering {
            Numbering::RowMajor => (row * n + column) * n + digit.get(),
            Numbering::Base => (base(self.board) * (row + 1) + column + 1) * base(self.board) + digit.get(),
            Numbering::Open => {
                let (candidates, offset) = self.open[self.board.index(cell)];
                let rank = (candidates & DigitSet::all(digit.get())).len();
                // 0 is no variable: `Var::new` turns it into `None`.
                if candidates.contains(digit) { offset as usize + rank } else { 0 }
            }
        };
        Var::new(number as u32)
    }

    /// Candidate of a variable; `None` for auxiliary and unused numbers.
    pub fn candidate(&self, var: Var) -> Option<(Cell, Digit)> {
        let n = self.board.side();
        let number = var.get() as usize;
        let (row, column, digit) = match self.numbering {
            Numbering::RowMajor => ((number - 1) / (n * n), (number - 1) / n % n, (number - 1) % n + 1),
            Numbering::Base => {
                let b = base(self.board);
                ((number / (b * b)).checked_sub(1)?, (number / b % b).checked_sub(1)?, number % b)
            }
            Numbering::Open => return self.open_candidate(var.get()),
        };
        let digit = Digit::new(digit)?;
        (row < n && column < n && digit.get() <= n).then(|| (Cell::new(row, column), digit))
    }

    fn open_candidate(&self, number: u32) -> Option<(Cell, Digit)> {
        // Offsets ascend; cells without a variable share the offset of the next cell, so the last smaller one is the
        // owner.
        let index = self.open.partition_point(|(_, offset)| *offset < number).checked_sub(1)?;
        let (candidates, offset) = self.open[index];
        let digit = candidates.iter().nth((number - offset - 1) as usize)?;
        Some((self.board.cell(index), digit))
    }
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::option_name::name_of(&Numbering::ALL, self))
    }
}

impl FromStr for Numbering {
    type Err = UnknownOptionError;
    fn from_str(name: &str) -> Result<Numbering, UnknownOptionError> {
        crate::option_name::parse(&Numbering::ALL, "numbering", name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: usize) -> Cell {
        Cell::new(row - 1, column - 1)
    }

    #[test]
    fn numbers_follow_the_published_formulas() {
        let number = |side, numbering, (r, c, d)| {
            let variables = VariableMap::for_board(Board::of_side(side).unwrap(), numbering);
            variables.var(cell(r, c), Digit::new(d).unwrap()).unwrap().get()
        };
        assert_eq!(number(9, Numbering::RowMajor, (1, 1, 1)), 1);
        assert_eq!(number(9, Numbering::RowMajor, (9, 9, 9)), 729);
        assert_eq!(number(9, Numbering::RowMajor, (3, 7, 4)), 81 * 2 + 9 * 6 + 4);
        assert_eq!(number(9, Numbering::Base, (3, 7, 4)), 374);
        assert_eq!(number(4, Numbering::Base, (4, 4, 4)), 444);
        assert_eq!(number(16, Numbering::Base, (1, 1, 1)), 307);
        assert_eq!(number(16, Numbering::Base, (16, 16, 16)), 4912);
    }

    #[test]
    fn candidates_and_variables_map_one_to_one() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        for side in [4, 6, 9, 12] {
            let empty = Puzzle::new(qedoku_puzzle::Grid::empty(Board::of_side(side).unwrap()));
            for puzzle in [&empty, &puzzle] {
                for (numbering, _) in Numbering::ALL {
                    let variables = VariableMap::new(puzzle, numbering);
                    let mut mapped = 0;
                    for number in 1..=variables.max_var() + 5 {
                        let var = Var::new(number).unwrap();
                        if let Some((cell, digit)) = variables.candidate(var) {
                            assert_eq!(variables.var(cell, digit), Some(var));
                            mapped += 1;
                        }
                    }
                    let open = puzzle.board().cells().flat_map(|cell| {
                        let variables = &variables;
                        puzzle.board().digits().filter_map(move |digit| variables.var(cell, digit))
                    });
                    assert_eq!(open.count(), mapped, "{numbering} of {}", puzzle.board());
                }
            }
        }
    }
}
