//! Cube and conquer: splits a puzzle into disjoint sub-puzzles, to be solved on any number of machines.
//!
//! A cube is a conjunction of decisions, digits placed in cells. Its sub-puzzle is the puzzle with these digits as further givens: a
//! puzzle like any other, for every program and every format. The cubes are the leaves of a tree:
//!
//! ```text
//!   puzzle ─ where is 7 in row 3? ─┬─ r3c2=7 ─ what is r5c5? ─┬─ r5c5=1     cube 1   r3c2=7 r5c5=1
//!                                  │                          └─ r5c5=4     cube 2   r3c2=7 r5c5=4
//!                                  └─ r3c9=7                                cube 3   r3c9=7
//! ```
//!
//! A node branches over an exactly-one constraint, with a child for each candidate that unit propagation does not refute. No two
//! candidates of the constraint are true in a solution, so the cubes are disjoint, and one of them is, so they are complete.
//! [`CubeTree::of_cubes`] checks both properties of any set of cubes; [`compose`](crate::prove::compose) makes the certificate of the
//! puzzle from those of its cubes.
//!
//! Branching over digits to place, rather than over a candidate and its negation, keeps the sub-puzzles free of pencil marks. On the
//! boards that are worth splitting nearly all branchings have two children anyway, where both are the same.
//!
//! ```
//! use qedoku_puzzle::Puzzle;
//! use qedoku_solve::{Interrupt, SolutionCount, Solver, cubes};
//!
//! let puzzle: Puzzle = "1.3.............".parse()?;
//! let cubes = cubes::split(&puzzle, 4, &Interrupt::default())?;
//! let mut solutions = 0;
//! for cube in &cubes {
//!     let SolutionCount::Exactly(count) = Solver::default().count(&cube.sub_puzzle(&puzzle), None)? else { panic!() };
//!     solutions += count;
//! }
//! assert_eq!((cubes.len(), solutions), (4, 24));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//!
//! - M. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and Conquer: guiding CDCL SAT solvers by lookaheads. HVC 2011.

mod branching;
mod split;
mod tree;

use std::fmt;
use std::str::FromStr;

use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Board, Candidate, Puzzle};

pub use split::split;
pub(crate) use tree::CubeNode;
pub use tree::{CoverError, CubeTree};

use crate::propagation::{Conflict, Trail};

/// A conjunction of decisions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube {
    decisions: Vec<Candidate>,
}

impl Cube {
    /// The cube of these decisions, in the order of their nodes from the root of the tree.
    pub fn new(decisions: Vec<Candidate>) -> Cube {
        Cube { decisions }
    }

    /// The decisions.
    pub fn decisions(&self) -> &[Candidate] {
        &self.decisions
    }

    /// The puzzle with the decisions as givens.
    #[must_use]
    pub fn sub_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        self.decisions.iter().fold(puzzle.clone(), |puzzle, decision| puzzle.with_placed(*decision))
    }
}

/// The decisions, separated by spaces: `r3c2=7 r5c5=1`. The cube without decisions is the whole puzzle, and has an empty text.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, decision) in self.decisions.iter().enumerate() {
            write!(f, "{}{decision}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Cube {
    type Err = <Candidate as FromStr>::Err;

    fn from_str(text: &str) -> Result<Cube, Self::Err> {
        text.split_ascii_whitespace().map(str::parse).collect::<Result<_, _>>().map(Cube::new)
    }
}

/// The literal of a decision.
pub(crate) fn literal(board: Board, decision: Candidate) -> CandidateLit {
    CandidateLit::positive(board, decision.cell, decision.digit)
}

/// Makes decisions on a trail, each propagated before the next one.
fn decide_all(trail: &mut Trail, board: Board, decisions: &[Candidate]) -> Result<(), Conflict> {
    decisions.iter().map(|decision| literal(board, *decision)).try_for_each(|lit| match trail.value(lit) {
        Some(true) => Ok(()),
        _ => trail.decide(lit),
    })
}
