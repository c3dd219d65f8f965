//! [`CubeJoin`]: the answer of a puzzle from the rows of its cubes.
//!
//! Nothing is taken for granted. Every row must belong to the puzzle ([`CubeRow::read`]), no cube may occur twice, and the cubes
//! must be disjoint and complete ([`CubeTree::of_cubes`]). As long as a cube is not known, the only answer is "many", and only if two
//! different solutions are at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use qedoku::cubes::{CoverError, Cube, CubeTree};
use qedoku::proof::Claim;
use qedoku::{Completeness, EnumerationResult, Grid, Puzzle};

use crate::cube_rows::{CubeResult, CubeRow};

/// Collects the results of cubes.
#[derive(Debug)]
pub struct CubeJoin<'p> {
    puzzle: &'p Puzzle,
    /// The number of cubes, according to the first row.
    total: Option<u64>,
    cubes: BTreeMap<u64, JoinedCube>,
    /// Different solutions, in ascending order: all of the certificates, and some of the rows without one.
    solutions: BTreeSet<Vec<u8>>,
}

/// A cube whose row was read.
#[derive(Debug)]
struct JoinedCube {
    cube: Cube,
    /// The number of solutions, and whether there are no more; `None` if nothing is known.
    count: Option<(u64, bool)>,
    is_certified: bool,
}

/// The answer of the puzzle.
#[derive(Debug)]
pub struct JoinedAnswer {
    /// The solutions that were found, and whether they are all. Without certificates there may be fewer of them than their number.
    pub result: EnumerationResult<Grid>,
    /// The number of solutions; a lower bound unless the result is complete.
    pub at_least: u64,
    /// Whether the answer is proved by certificates and the referee; otherwise it rests on the word of the rows.
    pub is_verified: bool,
    /// The tree of the cubes, if all are known by certificates: the composed certificate can be made.
    pub certifiable: Option<CubeTree>,
    /// The number of cubes.
    pub total: u64,
    /// The numbers of the cubes without a row.
    pub missing: Vec<u64>,
    /// The numbers of the cubes whose row has no result.
    pub unknown: Vec<u64>,
}

/// The reason why rows cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JoinError {
    /// There is a row of this cube already.
    Duplicate(u64),
    /// A row of another split, with another number of cubes.
    OtherSplit {
        /// The number of cubes of the earlier rows.
        expected: u64,
        /// That of the row.
        found: u64,
    },
    /// There are no rows.
    Empty,
    /// The cubes are not disjoint, or not complete although no number is missing.
    Cover(CoverError),
}

impl<'p> CubeJoin<'p> {
    /// No rows yet.
    pub fn new(puzzle: &'p Puzzle) -> CubeJoin<'p> {
        CubeJoin { puzzle, total: None, cubes: BTreeMap::new(), solutions: BTreeSet::new() }
    }

    /// Adds a row.
    pub fn add(&mut self, row: CubeRow) -> Result<(), JoinError> {
        let expected = *self.total.get_or_insert(row.total);
        if row.total != expected {
            return Err(JoinError::OtherSplit { expected, found: row.total });
        }
        let (count, grids, is_certified) = match row.result {
            CubeResult::Unknown(_) => (None, Vec::new(), false),
            CubeResult::Stated { count, is_exact, solution } => {
                (Some((count, is_exact)), Vec::from_iter(solution), false)
            }
            CubeResult::Certified(certificate) => {
                let claim = certificate.claim();
                let is_exact = matches!(claim, Claim::Exactly(_));
                (Some((claim.grids().len() as u64, is_exact)), claim.grids().to_vec(), true)
            }
        };
        if self.cubes.insert(row.number, JoinedCube { cube: row.cube, count, is_certified }).is_some() {
            return Err(JoinError::Duplicate(row.number));
        }
        self.solutions.extend(grids.iter().map(|grid| grid.digits().to_vec()));
        Ok(())
    }

    /// The answer.
    pub fn answer(&self) -> Result<JoinedAnswer, JoinError> {
        let total = self.total.ok_or(JoinError::Empty)?;
        let unknown: Vec<u64> =
            self.cubes.iter().filter(|(_, cube)| cube.count.is_none()).map(|(number, _)| *number).collect();
        let missing: Vec<u64> = (1..=total).filter(|number| !self.cubes.contains_key(number)).collect();
        let solutions = self.solutions();
        let (count, completeness, is_verified, certifiable) = if missing.is_empty() {
            let cubes: Vec<Cube> = self.cubes.values().map(|cube| cube.cube.clone()).collect();
            self.count(CubeTree::of_cubes(self.puzzle, &cubes).map_err(JoinError::Cover)?, solutions.len() as u64)
        } else {
            // The rows that are there need not be disjoint, but the solutions are different.
            let completeness = if solutions.len() > 1 { Completeness::More } else { Completeness::Unknown };
            (solutions.len() as u64, completeness, solutions.len() > 1, None)
        };
        // `Completeness::More`: there are more solutions than the count.
        let shown = if completeness == Completeness::More { 1 } else { count };
        let result = EnumerationResult { count: shown, solutions, completeness };
        Ok(JoinedAnswer { result, at_least: count, is_verified, certifiable, total, missing, unknown })
    }

    /// The number of solutions of cubes that are disjoint and complete.
    fn count(&self, tree: CubeTree, found: u64) -> (u64, Completeness, bool, Option<CubeTree>) {
        let counts = self.cubes.values().map(|cube| cube.count);
        let sum = counts.clone().flatten().fold(0, |sum: u64, (count, _)| sum.saturating_add(count));
        let is_exact = counts.clone().all(|count| count.is_some_and(|(_, is_exact)| is_exact));
        let is_certified = self.cubes.values().all(|cube| cube.is_certified);
        let completeness = match sum {
            _ if is_exact => Completeness::Complete,
            0 | 1 => Completeness::Unknown,
            _ => Completeness::More,
        };
        // "Many" needs two solutions, every other answer a proof of each cube.
        let is_verified = if is_exact { is_certified } else { found > 1 };
        (sum, completeness, is_verified, (is_exact && is_certified).then_some(tree))
    }

    fn solutions(&self) -> Vec<Grid> {
        let board = self.puzzle.board();
        let grid = |digits: &Vec<u8>| {
            let mut grid = Grid::empty(board);
            for (cell, digit) in board.cells().zip(digits) {
                grid.set(cell, qedoku::Digit::new(usize::from(*digit)));
            }
            grid
        };
        self.solutions.iter().map(grid).collect()
    }
}

impl JoinedAnswer {
    /// Whether the answer is known: no solution, one, or several.
    pub fn is_known(&self) -> bool {
        self.result.completeness != Completeness::Unknown
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Duplicate(number) => write!(f, "cube {number} occurs twice"),
            JoinError::OtherSplit { expected, found } => {
                write!(f, "the row is one of {found} cubes, and earlier rows are of {expected}: rows of two splits")
            }
            JoinError::Empty => f.write_str("there are no rows"),
            JoinError::Cover(error) => error.fmt(f),
        }
    }
}

impl Error for JoinError {}
