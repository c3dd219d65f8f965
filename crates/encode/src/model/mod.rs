//! Decoding: from the output of a SAT solver to a [`Model`], and from the model to a grid.
//!
//! ```
//! use qedoku_encode::model::{SolverOutput, detect_numbering};
//!
//! let text = "c any statistics of the solver
//! s SATISFIABLE
//! v 1 -2 -3 -4 6 11 16 19 24 25 30
//! v 34 37 44 47 52 55 58 61 0";
//! let SolverOutput::Satisfiable(model) = SolverOutput::parse(text)? else { panic!("satisfiable") };
//! let variables = detect_numbering(&model, None, None)?; // 4x4, `rowmajor`: the only one that yields a solved grid
//! assert_eq!(model.decode(&variables)?.to_string(), "1234341221434321");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`output`] parses the output formats of solvers, [`detect`] finds the board and numbering of a model without
//! metadata. Neither checks that a decoded grid solves the puzzle: that is the task of the
//! [`referee`](qedoku_puzzle::referee).

pub mod detect;
pub mod output;

use std::fmt;

use qedoku_puzzle::referee::SolutionError;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid};

use crate::{Lit, Numbering, VariableMap};

pub use detect::detect_numbering;
pub use output::{OutputError, SolverOutput};

/// A consistent set of literals, sorted by variable. May be partial: variables without a literal are unassigned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    literals: Vec<Lit>,
}

/// Error of decoding a model to a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridDecodeError {
    /// The model is empty: the solver printed only its status.
    NoLiterals,
    /// Two digits in one cell, both from the model or one of them a given.
    TwoDigits(Cell, [Digit; 2]),
    /// All digits of a cell are false.
    NoDigit(Cell),
    /// No digit of a cell is true and more than one is unassigned: how many.
    Undecided(Cell, usize),
    /// No board and numbering yield a solved grid. Holds the first interpretation with one digit per cell, and its fault.
    NoInterpretation(Option<(Board, Numbering, SolutionError)>),
    /// Several boards and numberings yield a solved grid.
    Ambiguous(Vec<(Board, Numbering)>),
}

impl Model {
    /// Creates a model.
    ///
    /// # Panics
    /// If it contains a variable and its negation, which is a bug of the caller. [`SolverOutput::parse`] returns an
    /// error instead.
    pub fn new(literals: impl IntoIterator<Item = Lit>) -> Model {
        let mut literals: Vec<Lit> = literals.into_iter().collect();
        literals.sort_unstable_by_key(|lit| (lit.var(), *lit));
        literals.dedup();
        let both = literals.windows(2).find(|pair| pair[0].var() == pair[1].var());
        assert!(both.is_none(), "a model contains the complementary literals {both:?}");
        Model { literals }
    }

    /// The literals, by ascending variable.
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Whether there are no literals: the solver printed only its status.
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Decodes the model to a grid. In numbering `open`, cells with a given have no variables and stay empty.
    pub fn decode(&self, variables: &VariableMap) -> Result<Grid, GridDecodeError> {
        self.decode_with_givens(&Grid::empty(variables.board()), variables)
    }

    /// Decodes the model and adds its digits to the givens.
    ///
    /// A cell gets the digit whose variable is true. If a partial model has none, it gets the only digit that is not
    /// false. Auxiliary variables are ignored. A cell with neither a given nor variables stays empty.
    ///
    /// # Panics
    /// If the boards of givens and variables differ.
    pub fn decode_with_givens(&self, givens: &Grid, variables: &VariableMap) -> Result<Grid, GridDecodeError> {
        let board = variables.board();
        assert_eq!(givens.board(), board, "givens and variables must have the same board");
        if self.is_empty() {
            return Err(GridDecodeError::NoLiterals);
        }
        let mut grid = givens.clone();
        let mut eliminated = vec![DigitSet::EMPTY; board.cell_count()];
        for lit in &self.literals {
            match variables.candidate(lit.var()) {
                Some((cell, digit)) if lit.is_positive() => place(&mut grid, cell, digit)?,
                Some((cell, digit)) => eliminated[board.index(cell)].insert(digit),
                None => {}
            }
        }
        for (cell, eliminated) in board.cells().zip(eliminated) {
            if grid.get(cell).is_none() {
                grid.set(cell, only_candidate(variables, cell, eliminated)?);
            }
        }
        Ok(grid)
    }
}

fn place(grid: &mut Grid, cell: Cell, digit: Digit) -> Result<(), GridDecodeError> {
    match grid.get(cell) {
        Some(placed) if placed != digit => return Err(GridDecodeError::TwoDigits(cell, [placed, digit])),
        _ => grid.set(cell, digit),
    }
    Ok(())
}

/// The only digit of a cell that is not eliminated; `None` for a cell without variables.
fn only_candidate(variables: &VariableMap, cell: Cell, eliminated: DigitSet) -> Result<Option<Digit>, GridDecodeError> {
    let has_variable = |digit: &Digit| variables.var(cell, *digit).is_some();
    let digits: DigitSet = variables.board().digits().filter(has_variable).collect();
    let open = digits - eliminated;
    match open.len() {
        0 if digits.is_empty() => Ok(None),
        0 => Err(GridDecodeError::NoDigit(cell)),
        1 => Ok(open.single()),
        count => Err(GridDecodeError::Undecided(cell, count)),
    }
}

impl fmt::Display for GridDecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridDecodeError::NoLiterals => f.write_str(
                "the solver reports \"satisfiable\" but prints no literals; MiniSat and Glucose write them to a second \
                 file (minisat PUZZLE.cnf ANSWER.txt), others need an option to print the model",
            ),
            GridDecodeError::TwoDigits(cell, [a, b]) => write!(f, "{cell} holds both {a} and {b}"),
            GridDecodeError::NoDigit(cell) => write!(f, "{cell} holds no digit: all of them are false in the model"),
            GridDecodeError::Undecided(cell, count) => {
                write!(f, "{cell} holds no digit: none is true in the model, and {count} are unassigned")
            }
            GridDecodeError::NoInterpretation(nearest) => write_no_interpretation(f, nearest.as_ref()),
            GridDecodeError::Ambiguous(interpretations) => {
                f.write_str("the model is a solved grid for more than one board and numbering:")?;
                for (index, (board, numbering)) in interpretations.iter().enumerate() {
                    write!(f, "{} {board}, numbering {numbering}", if index == 0 { "" } else { ";" })?;
                }
                f.write_str("; choose one with --size, --numbering or --cnf")
            }
        }
    }
}

fn write_no_interpretation(
    f: &mut fmt::Formatter<'_>,
    nearest: Option<&(Board, Numbering, SolutionError)>,
) -> fmt::Result {
    f.write_str("the model is not a solved grid for any board and numbering")?;
    if let Some((board, numbering, fault)) = nearest {
        let n = board.side();
        write!(f, "; for {n}x{n}, numbering {numbering}, each cell holds one digit, but {fault}")?;
    }
    f.write_str("; specify them with --size, --numbering or --cnf")
}

impl std::error::Error for GridDecodeError {}
