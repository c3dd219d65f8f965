//! `Pattern`: the justification of a step that a pattern finder has found.
//!
//! Every pattern rests on the same argument: if the eliminated candidate were true, some of a few clauses would have no
//! true candidate, whichever way the others are satisfied. The clauses are exactly-one constraints and, for uniqueness
//! techniques, the clause of a [`DeadlyPattern`]. [`StepChecker`](crate::StepChecker) verifies this by case distinction on
//! the proof kernel, so an error in a finder is never shown. Parts give the candidates of the pattern their roles, for
//! sentences and pictures only.

use std::fmt;

use qedoku_puzzle::{Board, Candidate, Cell, Digit, DigitSet, ExactlyOne, Puzzle};

/// The justification of a pattern: clauses that cannot all be satisfied if an eliminated candidate is true.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pattern {
    /// The constraints that the argument uses.
    pub constraints: Vec<ExactlyOne>,
    /// Cover sets of a fish.
    pub cover: Vec<ExactlyOne>,
    /// The deadly pattern that a uniqueness technique avoids.
    pub deadly: Option<DeadlyPattern>,
    /// Candidates with a role, in reading order.
    pub parts: Vec<PatternPart>,
}

/// Some candidates of a pattern and their role.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PatternPart {
    /// The role.
    pub role: PartRole,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

/// Role of candidates in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartRole {
    /// Base candidates of a fish, cells of a subset, the body of any other pattern.
    Body,
    /// Fins of a fish.
    Fin,
    /// An almost locked set: n cells with n + 1 digits.
    AlmostLockedSet,
    /// Candidates of a digit that at most one of two almost locked sets can hold.
    RestrictedCommon,
    /// Cell whose every candidate is a restricted common (death blossom), or pivot of a wing.
    Pivot,
    /// Candidates of the first colour.
    FirstColour,
    /// Candidates of the second colour.
    SecondColour,
    /// A node of a chain. The first and the last node are its ends.
    Node,
    /// Candidates besides those of a deadly pattern: one of them is true.
    Extra,
}

impl PartRole {
    /// Identifier in JSON.
    pub fn id(self) -> &'static str {
        match self {
            PartRole::Body => "body",
            PartRole::Fin => "fin",
            PartRole::AlmostLockedSet => "als",
            PartRole::RestrictedCommon => "restricted-common",
            PartRole::Pivot => "pivot",
            PartRole::FirstColour => "first-colour",
            PartRole::SecondColour => "second-colour",
            PartRole::Node => "node",
            PartRole::Extra => "extra",
        }
    }
}

/// A deadly pattern: open cells, each with a pair of digits, such that in every house each digit is in none or in two of
/// the pairs.
///
/// If every cell held a digit of its pair, exchanging the two digits of all pairs would keep the digits of every house:
/// k cells of the pattern in a house have k digits in their pairs, each twice, so both fillings use each of them once.
/// The puzzle would have a second solution. In a puzzle with exactly one solution, some cell of the pattern therefore
/// holds a digit outside its pair. That needs the cells to be free of givens, and both digits to be allowed by the puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeadlyPattern {
    /// The cells with their pairs.
    pub cells: Vec<(Cell, [Digit; 2])>,
}

impl DeadlyPattern {
    /// Whether the pattern is deadly in a puzzle with exactly one solution.
    pub fn is_deadly(&self, puzzle: &Puzzle) -> bool {
        let is_free = |(cell, pair): &(Cell, [Digit; 2])| {
            let allowed = puzzle.allowed(*cell);
            puzzle.givens().get(*cell).is_none() && pair.iter().all(|digit| allowed.contains(*digit))
        };
        !self.cells.is_empty() && self.cells.iter().all(is_free) && self.is_balanced(puzzle.board())
    }

    /// Whether each digit is in none or in two of the pairs of every house, and the cells and their digits are distinct.
    fn is_balanced(&self, board: Board) -> bool {
        let is_distinct = |(index, (cell, pair)): (usize, &(Cell, [Digit; 2]))| {
            pair[0] != pair[1] && self.cells[..index].iter().all(|(other, _)| other != cell)
        };
        self.cells.iter().enumerate().all(is_distinct)
            && board.houses().all(|house| {
                let in_house = self.cells.iter().filter(|(cell, _)| board.houses_of(*cell).contains(&house));
                board.digits().all(|digit| {
                    let pairs = in_house.clone().filter(|(_, pair)| pair.contains(&digit)).count();
                    pairs == 0 || pairs == 2
                })
            })
    }

    /// The clause that follows from uniqueness: some cell holds a digit outside its pair.
    pub fn clause(&self, board: Board) -> impl Iterator<Item = Candidate> + Clone + '_ {
        self.cells.iter().flat_map(move |(cell, pair)| {
            let outside = DigitSet::all(board.side()).iter().filter(|digit| !pair.contains(digit));
            outside.map(|digit| Candidate::new(*cell, digit))
        })
    }
}

/// `r1c1, r1c2, r5c1, r5c2`.
impl fmt::Display for DeadlyPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (cell, _)) in self.cells.iter().enumerate() {
            write!(f, "{}{cell}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
