//! Which number `x(r,c,d)` has.
//!
//! | numbering | x(r,c,d), all from 1 | on 9x9 | for |
//! |---|---|---|---|
//! | `rowmajor` | (r-1)n² + (c-1)n + d | 1..729 | the usual one |
//! | `base` | b²r + bc + d, with b = 10 up to 9x9, else n+1 | 111..999 | courses that read `374` as r3 c7 d4 |
//! | `open` | only candidates that the givens leave open, in the same order | fewer | large boards |
//!
//! Variables that an at-most-one encoding needs are numbered after the last x, so a model can always be read back.

use std::fmt;
use std::str::FromStr;

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

use crate::Var;

/// A way of numbering the x's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// (r-1)n² + (c-1)n + d.
    #[default]
    RowMajor,
    /// b²r + bc + d, with b = 10 up to 9x9, else n + 1.
    Base,
    /// The open candidates of cells without a given, consecutively.
    Open,
}

/// The x's of one puzzle: their numbers, and what a number means.
#[derive(Clone, Debug)]
pub struct Variables {
    board: Board,
    numbering: Numbering,
    /// For `Open`: each cell's candidates, and the number of the variable before its first.
    open: Vec<(DigitSet, u32)>,
    last: u32,
}

impl Numbering {
    /// Every numbering with its name.
    pub const ALL: [(Numbering, &'static str); 3] =
        [(Numbering::RowMajor, "rowmajor"), (Numbering::Base, "base"), (Numbering::Open, "open")];

    /// How x(r,c,d) is computed, for a person.
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

/// What a row counts as in `base`: large enough that no two x's meet.
fn base(board: Board) -> usize {
    if board.side() <= 9 { 10 } else { board.side() + 1 }
}

impl Variables {
    /// The x's of a puzzle. Only `open` looks further than its board.
    pub fn new(puzzle: &Puzzle, numbering: Numbering) -> Variables {
        let board = puzzle.board();
        match numbering {
            Numbering::Open => Variables::of_open(puzzle, &puzzle.open_candidates()),
            Numbering::RowMajor | Numbering::Base => Variables::of_board(board, numbering),
        }
    }

    /// The x's of a board, in `rowmajor` or `base`.
    pub fn of_board(board: Board, numbering: Numbering) -> Variables {
        let n = board.side();
        let last = match numbering {
            Numbering::RowMajor => n * n * n,
            Numbering::Base => (base(board) * base(board) + base(board) + 1) * n,
            Numbering::Open => panic!("`open` numbers the candidates of a puzzle, not of a board"),
        };
        Variables { board, numbering, open: Vec::new(), last: last as u32 }
    }

    /// The x's of these candidates, cell by cell; cells with a given need none.
    pub(crate) fn of_open(puzzle: &Puzzle, candidates: &[DigitSet]) -> Variables {
        let mut last = 0;
        let number = |(cell, candidates): (Cell, &DigitSet)| {
            let before = last;
            let numbered = if puzzle.givens().get(cell).is_some() { DigitSet::EMPTY } else { *candidates };
            last += numbered.len() as u32;
            (numbered, before)
        };
        let open = puzzle.board().cells().zip(candidates).map(number).collect();
        Variables { board: puzzle.board(), numbering: Numbering::Open, open, last }
    }

    /// The geometry.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How they are numbered.
    pub fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// The highest number of an x. What follows are extra variables.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The variable "this cell holds this digit"; in `open` only candidates have one.
    #[inline]
    pub fn x(&self, cell: Cell, digit: Digit) -> Option<Var> {
        let (row, column, n) = (cell.row(), cell.column(), self.board.side());
        let number = match self.numbering {
            Numbering::RowMajor => (row * n + column) * n + digit.get(),
            Numbering::Base => (base(self.board) * (row + 1) + column + 1) * base(self.board) + digit.get(),
            Numbering::Open => {
                let (candidates, before) = self.open[self.board.index(cell)];
                let place = (candidates & DigitSet::all(digit.get())).len();
                if candidates.contains(digit) { before as usize + place } else { 0 }
            }
        };
        Var::new(number as u32)
    }

    /// What a variable says, unless it is an extra one or none at all.
    pub fn meaning(&self, var: Var) -> Option<(Cell, Digit)> {
        let n = self.board.side();
        let number = var.get() as usize;
        let (row, column, digit) = match self.numbering {
            Numbering::RowMajor => ((number - 1) / (n * n), (number - 1) / n % n, (number - 1) % n + 1),
            Numbering::Base => {
                let b = base(self.board);
                ((number / (b * b)).checked_sub(1)?, (number / b % b).checked_sub(1)?, number % b)
            }
            Numbering::Open => return self.meaning_of_open(var.get()),
        };
        let digit = Digit::new(digit)?;
        (row < n && column < n && digit.get() <= n).then(|| (Cell::new(row, column), digit))
    }

    fn meaning_of_open(&self, number: u32) -> Option<(Cell, Digit)> {
        let index = self.open.partition_point(|(_, before)| *before < number).checked_sub(1)?;
        let (candidates, before) = self.open[index];
        let digit = candidates.iter().nth((number - before - 1) as usize)?;
        Some((self.board.cell(index), digit))
    }
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::rule::name_in(&Numbering::ALL, self))
    }
}

impl FromStr for Numbering {
    type Err = String;
    fn from_str(name: &str) -> Result<Numbering, String> {
        crate::rule::find_in(&Numbering::ALL, "numbering", name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(row: usize, column: usize) -> Cell {
        Cell::new(row - 1, column - 1)
    }

    #[test]
    fn numbers_are_the_ones_that_courses_use() {
        let number = |side, numbering, (r, c, d)| {
            let variables = Variables::of_board(Board::of_side(side).unwrap(), numbering);
            variables.x(cell(r, c), Digit::new(d).unwrap()).unwrap().get()
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
    fn every_x_has_its_own_number_and_the_number_means_that_x() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        for side in [4, 6, 9, 12] {
            let empty = Puzzle::new(qedoku_puzzle::Grid::empty(Board::of_side(side).unwrap()));
            for puzzle in [&empty, &puzzle] {
                for (numbering, _) in Numbering::ALL {
                    let variables = Variables::new(puzzle, numbering);
                    let mut meant = 0;
                    for number in 1..=variables.last() + 5 {
                        let var = Var::new(number).unwrap();
                        if let Some((cell, digit)) = variables.meaning(var) {
                            assert_eq!(variables.x(cell, digit), Some(var));
                            meant += 1;
                        }
                    }
                    let open = puzzle.board().cells().flat_map(|cell| {
                        let variables = &variables;
                        puzzle.board().digits().filter_map(move |digit| variables.x(cell, digit))
                    });
                    assert_eq!(open.count(), meant, "{numbering} of {}", puzzle.board());
                }
            }
        }
    }
}
