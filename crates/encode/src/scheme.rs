//! The schemes: which families of rules are written as clauses.
//!
//! Clauses on the empty board, pairwise at-most-one, each a test in `tests/counts.rs`:
//!
//! | scheme | families | 4x4 | 9x9 | 16x16 | 25x25 | 36x36 |
//! |---|---|---|---|---|---|---|
//! | `minimal` | C+ H- | 304 | 8,829 | 92,416 | 563,125 | 2,450,736 |
//! | `efficient` | C+ C- H- | 400 | 11,745 | 123,136 | 750,625 | 3,267,216 |
//! | `houses` | H+ H- | 336 | 8,991 | 92,928 | 564,375 | 2,453,328 |
//! | `houses-cells` | C+ H+ H- | 352 | 9,072 | 93,184 | 565,000 | 2,454,624 |
//! | `extended` | all four | 448 | 11,988 | 123,904 | 752,500 | 3,271,104 |
//! | `reduced` | all four, over the candidates that the givens leave open | | | | | |
//!
//! Minimal suffices: n cells of a house, each with some digit, none twice, are a permutation. What the larger schemes
//! add are shortcuts for unit propagation, which finds naked singles by C- and hidden singles by H+.
//!
//! **`houses` does not suffice**, though it was published with the claim that the cell clauses follow from the others.
//! They do not: no clause has two digits in it, so each digit is placed as if it were alone, and two may share a cell
//! while another cell stays empty. The empty 4x4 has 16 placements of a digit, hence 16^4 = 65,536 models instead of 288.
//! The scheme is kept because its files are in use and make a good exercise; with one clause per cell, `houses-cells`
//! is what it meant to be (n digits in n cells, none empty).
//!
//! # References
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT Problem. AIMATH 2006 (minimal, extended).
//! - T. Weber: A SAT-based Sudoku Solver. LPAR 2005 (short papers).
//! - G. Kwon, H. Jain: Optimized CNF Encoding for Sudoku Puzzles. LPAR 2006 (short papers) (reduced).

use std::fmt;
use std::str::FromStr;

use crate::Family;

/// A way of saying the rules in clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scheme {
    /// C+ H-: nothing that follows from the rest.
    Minimal,
    /// C+ C- H-: cells as functions.
    Efficient,
    /// H+ H-: houses only. Too weak: see [`Scheme::is_complete`].
    Houses,
    /// C+ H+ H-: houses, and no cell empty.
    HousesCells,
    /// All four families.
    Extended,
    /// All four, over open candidates only: what solvers should be given.
    #[default]
    Reduced,
}

impl Scheme {
    /// Every scheme with its name.
    pub const ALL: [(Scheme, &'static str); 6] = [
        (Scheme::Minimal, "minimal"),
        (Scheme::Efficient, "efficient"),
        (Scheme::Houses, "houses"),
        (Scheme::HousesCells, "houses-cells"),
        (Scheme::Extended, "extended"),
        (Scheme::Reduced, "reduced"),
    ];

    /// Whether its models are the solutions, no more: all schemes but `houses`.
    pub fn is_complete(self) -> bool {
        self != Scheme::Houses
    }

    /// The families of rules that it writes, in the order in which it writes them.
    pub fn families(self) -> &'static [Family] {
        use Family::{CellOnce, CellSome, HouseOnce, HouseSome};
        match self {
            Scheme::Minimal => &[CellSome, HouseOnce],
            Scheme::Efficient => &[CellSome, CellOnce, HouseOnce],
            Scheme::Houses => &[HouseSome, HouseOnce],
            Scheme::HousesCells => &[CellSome, HouseSome, HouseOnce],
            Scheme::Extended | Scheme::Reduced => &[CellSome, CellOnce, HouseSome, HouseOnce],
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::rule::name_in(&Scheme::ALL, self))
    }
}

impl FromStr for Scheme {
    type Err = String;
    fn from_str(name: &str) -> Result<Scheme, String> {
        crate::rule::find_in(&Scheme::ALL, "scheme", name)
    }
}
