//! Equivalence of puzzles: transformations, canonical forms, automorphisms, random equivalent puzzles, duplicates.
//!
//! Two puzzles are *equivalent* (isomorphic) if a [`Transformation`] maps one to the other: transposition, permutations of bands,
//! stacks, rows of a band and columns of a stack, and relabelling of digits. Equivalent puzzles have equally many solutions and
//! the same difficulty. This is a relation between puzzles; [`Symmetry`](crate::Symmetry) is a property of the pattern of givens
//! of one puzzle.
//!
//! ```
//! use qedoku_generate::equivalence::{augment, canonical};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let form = canonical(&puzzle)?;
//! assert_eq!(form.transformation.puzzle(&puzzle), form.puzzle);
//! assert_eq!(form.automorphisms, 1);
//!
//! // Random equivalent puzzles have the same canonical form.
//! for (equivalent, _) in augment(&puzzle, 2026).take(3) {
//!     assert_eq!(canonical(&equivalent)?.puzzle, form.puzzle);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The canonical form
//!
//! The canonical form of a puzzle is its *minlex* form: of all equivalent puzzles the one whose line (the cells row by row, 0 for
//! an empty cell) is the smallest in lexicographic order. Empty cells come before digits, so the givens move to the end. Full
//! grids have the same definition; their first row is 123456789. The definition is the same for all boards; on boards with
//! rectangular boxes no equivalent puzzle is transposed. The module `minlex` describes the search.

mod transformation;
mod partial;
mod minlex;
mod class_set;

use std::error::Error;
use std::fmt;

use minlex::{MinlexError, MinlexSearch};
use partial::{Classic, MAX_SIDE};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, GivenConflict, Grid, Puzzle};

pub use class_set::CanonicalSet;
pub use transformation::{Transformation, TransformationError, TransformationParts};

/// The canonical form of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanonicalForm {
    /// The minlex form: the same for all equivalent puzzles, and different for others.
    pub puzzle: Puzzle,
    /// A transformation that maps the puzzle to this form. If the puzzle has automorphisms, it is one of several.
    pub transformation: Transformation,
    /// The number of automorphisms: transformations that map the puzzle to itself, the identity included.
    ///
    /// Permutations of digits that do not occur count too, so the number of equivalent puzzles is the order of the group divided
    /// by this number.
    pub automorphisms: u128,
}

/// The reason why a puzzle has no canonical form here.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CanonicalError {
    /// The board is larger than 16x16.
    BoardTooLarge(Board),
    /// The puzzle eliminates candidates, so it is more than its givens.
    Eliminations,
    /// A row or column holds a given twice.
    RepeatedGiven(GivenConflict),
    /// The puzzle has so many automorphisms, or arrangements that tie, that the search was stopped. No 9x9 puzzle has.
    TooSymmetric,
}

/// Computes canonical forms, with buffers that are reused from puzzle to puzzle. Create one per thread.
#[derive(Default)]
pub struct Canonicalizer {
    search: MinlexSearch,
}

/// The canonical form of a puzzle. For many puzzles use a [`Canonicalizer`].
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalForm, CanonicalError> {
    Canonicalizer::default().canonical(puzzle)
}

/// Random puzzles equivalent to this one, with the transformations that map it to them: an endless iterator.
///
/// The transformations depend on the seed and the puzzle only, not on its place in a list. They never change. To map the
/// solution, use [`Transformation::grid`]; for labels of cells, [`Transformation::cell_values`].
pub fn augment(puzzle: &Puzzle, seed: u64) -> impl Iterator<Item = (Puzzle, Transformation)> + '_ {
    let mut rng = Rng::new(seed, class_set::hash(puzzle.givens()) as u64);
    std::iter::repeat_with(move || {
        let transformation = Transformation::random(puzzle.board(), &mut rng);
        (transformation.puzzle(puzzle), transformation)
    })
}

/// The order of the symmetry group of a board: 2 x 6^8 x 9! on 9x9. `None` if it exceeds 128 bits (boards above 16x16).
pub fn group_order(board: Board) -> Option<u128> {
    let (height, width) = (board.box_height(), board.box_width());
    let factorial = |number: usize| (1..=number as u128).try_fold(1_u128, u128::checked_mul);
    let power = |base: usize, exponent: usize| factorial(base)?.checked_pow(exponent as u32);
    let transpositions = if transformation::can_transpose(board) { 2 } else { 1 };
    // A band has `height` rows and there are `width` bands; for stacks it is the other way round.
    let lines = power(height, width)?.checked_mul(factorial(width)?)?;
    let columns = power(width, height)?.checked_mul(factorial(height)?)?;
    lines.checked_mul(columns)?.checked_mul(factorial(board.side())?)?.checked_mul(transpositions)
}

impl Canonicalizer {
    /// The canonical form of a puzzle.
    pub fn canonical(&mut self, puzzle: &Puzzle) -> Result<CanonicalForm, CanonicalError> {
        let board = puzzle.board();
        if puzzle.has_eliminations() {
            return Err(CanonicalError::Eliminations);
        }
        if board.side() > MAX_SIDE {
            return Err(CanonicalError::BoardTooLarge(board));
        }
        let digits = puzzle.givens().digits();
        let minlex = match board {
            Board::CLASSIC => self.search.run(board, Classic, digits),
            _ => self.search.run(board, board, digits),
        };
        match minlex {
            Ok(minlex) => {
                let image = Grid::from_digits(board, minlex.image).expect("the image is a grid of the board");
                Ok(CanonicalForm {
                    puzzle: Puzzle::new(image),
                    transformation: Transformation::from_valid_parts(board, minlex.parts),
                    automorphisms: minlex.automorphisms,
                })
            }
            Err(MinlexError::TooManyPartials) => Err(CanonicalError::TooSymmetric),
            Err(MinlexError::RepeatedDigit) => {
                let conflict = puzzle.given_conflicts().next();
                Err(CanonicalError::RepeatedGiven(conflict.expect("a row or column holds a digit twice")))
            }
        }
    }
}

impl fmt::Debug for Canonicalizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canonicalizer").finish_non_exhaustive()
    }
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalError::BoardTooLarge(board) => {
                let side = board.side();
                write!(f, "no canonical form for a {side}x{side} board: the largest is 16x16")
            }
            CanonicalError::Eliminations => f.write_str("no canonical form for a puzzle with eliminated candidates"),
            CanonicalError::RepeatedGiven(conflict) => write!(f, "no canonical form: {conflict}"),
            CanonicalError::TooSymmetric => {
                f.write_str("no canonical form: the puzzle is too symmetric, so too many of its arrangements tie")
            }
        }
    }
}

impl Error for CanonicalError {}
