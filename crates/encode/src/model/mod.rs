//! What a solver answered: its text to a [`Model`], and the model to a grid.
//!
//! ```
//! use qedoku_encode::model::{Output, recognise};
//!
//! let text = "c any solver's talk
//! s SATISFIABLE
//! v 1 -2 -3 -4 6 11 16 19 24 25 30
//! v 34 37 44 47 52 55 58 61 0";
//! let Output::Satisfiable(model) = Output::read(text)? else { panic!("it has a model") };
//! let variables = recognise(&model, None, None)?; // 4x4 and `rowmajor`: no other reading is a solved grid
//! assert_eq!(model.grid(&variables)?.to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`output`] knows how solvers write, [`recognise`](mod@recognise) finds board and numbering where nobody said them.
//! Whether the grid is a solution, the [`referee`](qedoku_puzzle::referee) says; nothing here does.

pub mod output;
pub mod recognise;

use std::fmt;

use qedoku_puzzle::referee::Fault;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid};

use crate::{Lit, Numbering, VariableMap};

pub use output::{Output, OutputError};
pub use recognise::recognise;

/// Literals that are true together: sorted by variable, each variable at most once. It may leave variables open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    literals: Vec<Lit>,
}

/// Why a model is no grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// The solver said "satisfiable" and no more.
    NoLiterals,
    /// A cell holds two digits, in the model or in model and givens together.
    TwoDigits(Cell, [Digit; 2]),
    /// The model makes every digit of a cell false.
    NoDigit(Cell),
    /// The model says no digit of a cell, and rules out too few: this many are left.
    Undecided(Cell, usize),
    /// No board and numbering make a solved grid of the model. If one comes near, what is wrong with it there.
    Unrecognised(Option<(Board, Numbering, Fault)>),
    /// More than one board and numbering make a solved grid of the model.
    Ambiguous(Vec<(Board, Numbering)>),
}

impl Model {
    /// A model of these literals.
    ///
    /// # Panics
    /// If it has a variable and its negation: no solver of ours may answer so. Text goes through [`Output::read`].
    pub fn new(literals: impl IntoIterator<Item = Lit>) -> Model {
        let mut literals: Vec<Lit> = literals.into_iter().collect();
        literals.sort_unstable_by_key(|lit| (lit.var(), *lit));
        literals.dedup();
        let both = literals.windows(2).find(|pair| pair[0].var() == pair[1].var());
        assert!(both.is_none(), "a model makes {both:?} true together");
        Model { literals }
    }

    /// The literals, by ascending variable.
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Whether there is none: the solver only said "satisfiable".
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// The digits that the model puts into the cells. In `open`, cells with a given have no variable and stay empty.
    pub fn grid(&self, variables: &VariableMap) -> Result<Grid, DecodeError> {
        self.grid_with(&Grid::empty(variables.board()), variables)
    }

    /// The givens and the digits that the model adds to them.
    ///
    /// A cell holds the digit whose x is true; where a partial model has none, the only one that is not false. Variables
    /// that are no x are left aside. A cell that has neither given nor x's stays empty.
    ///
    /// # Panics
    /// If the givens are for another board than the variables.
    pub fn grid_with(&self, givens: &Grid, variables: &VariableMap) -> Result<Grid, DecodeError> {
        let board = variables.board();
        assert_eq!(givens.board(), board, "givens and variables of one board");
        if self.is_empty() {
            return Err(DecodeError::NoLiterals);
        }
        let mut grid = givens.clone();
        let mut ruled_out = vec![DigitSet::EMPTY; board.cell_count()];
        for lit in &self.literals {
            match variables.candidate(lit.var()) {
                Some((cell, digit)) if lit.is_positive() => put(&mut grid, cell, digit)?,
                Some((cell, digit)) => ruled_out[board.index(cell)].insert(digit),
                None => {}
            }
        }
        for (cell, ruled_out) in board.cells().zip(ruled_out) {
            if grid.get(cell).is_none() {
                grid.set(cell, last_open(variables, cell, ruled_out)?);
            }
        }
        Ok(grid)
    }
}

fn put(grid: &mut Grid, cell: Cell, digit: Digit) -> Result<(), DecodeError> {
    match grid.get(cell) {
        Some(held) if held != digit => return Err(DecodeError::TwoDigits(cell, [held, digit])),
        _ => grid.set(cell, digit),
    }
    Ok(())
}

/// The only digit of a cell that is not ruled out; none for a cell without x's.
fn last_open(variables: &VariableMap, cell: Cell, ruled_out: DigitSet) -> Result<Option<Digit>, DecodeError> {
    let has_x = |digit: &Digit| variables.var(cell, *digit).is_some();
    let digits: DigitSet = variables.board().digits().filter(has_x).collect();
    let open = digits - ruled_out;
    match open.len() {
        0 if digits.is_empty() => Ok(None),
        0 => Err(DecodeError::NoDigit(cell)),
        1 => Ok(open.single()),
        left => Err(DecodeError::Undecided(cell, left)),
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::NoLiterals => f.write_str(
                "the solver says \"satisfiable\" but gives no literals; MiniSat and Glucose write them to a second file \
                 (minisat PUZZLE.cnf ANSWER.txt), others when asked to print the model",
            ),
            DecodeError::TwoDigits(cell, [a, b]) => write!(f, "{cell} holds both {a} and {b}"),
            DecodeError::NoDigit(cell) => write!(f, "{cell} holds no digit: the model makes all of them false"),
            DecodeError::Undecided(cell, left) => {
                write!(f, "{cell} holds no digit: the model makes none true and leaves {left} open")
            }
            DecodeError::Unrecognised(near) => unrecognised(f, near.as_ref()),
            DecodeError::Ambiguous(readings) => {
                f.write_str("the model is a solved grid in more than one way:")?;
                for (place, (board, numbering)) in readings.iter().enumerate() {
                    write!(f, "{} {board}, numbering {numbering}", if place == 0 { "" } else { ";" })?;
                }
                f.write_str("; say which by --size, --numbering or --cnf")
            }
        }
    }
}

fn unrecognised(f: &mut fmt::Formatter<'_>, near: Option<&(Board, Numbering, Fault)>) -> fmt::Result {
    f.write_str("no board and numbering make a solved grid of this model")?;
    if let Some((board, numbering, fault)) = near {
        let n = board.side();
        write!(f, "; as {n}x{n}, numbering {numbering}, each cell holds one digit, but {fault}")?;
    }
    f.write_str("; say how to read it by --size, --numbering or --cnf")
}

impl std::error::Error for DecodeError {}
