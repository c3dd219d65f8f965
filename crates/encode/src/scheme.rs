//! Encoding schemes: which clause families state the rules of Sudoku.
//!
//! A scheme is a set of the eight families of rules ([`ClauseFamily::RULES`]): for each of cells, rows, columns and boxes,
//! "at least one" and "at most one". The named schemes are shorthands for such sets; C stands for the cells, H for all
//! three kinds of houses. On an n x n board a pairwise at-most-one constraint over n literals has P = n(n-1)/2 clauses,
//! so C+ has n², C- n²P, H+ 3n² and H- 3n²P clauses: on 9x9 81, 2,916, 243 and 8,748.
//!
//! Clauses on the empty board, checked in `tests/clause_counts.rs`:
//!
//! | scheme | families | 4x4 | 9x9 | 16x16 | 25x25 | 36x36 |
//! |---|---|---|---|---|---|---|
//! | `minimal` | C+ H- | 304 | 8,829 | 92,416 | 563,125 | 2,450,736 |
//! | `efficient` | C+ C- H- | 400 | 11,745 | 123,136 | 750,625 | 3,267,216 |
//! | `houses` | H+ H- | 336 | 8,991 | 92,928 | 564,375 | 2,453,328 |
//! | `houses-cells` | C+ H+ H- | 352 | 9,072 | 93,184 | 565,000 | 2,454,624 |
//! | `extended` | C+ C- H+ H- | 448 | 11,988 | 123,904 | 752,500 | 3,271,104 |
//! | `reduced` | C+ C- H+ H-, over the candidates that the givens leave open | | | | | |
//!
//! A set of families states Sudoku exactly if and only if it has
//! 1. a family of "at least one" and a family of "at most one", of the same or of different kinds, and
//! 2. a family of each kind: cells, rows, columns and boxes.
//!
//! *Sufficient:* each kind divides the n³ candidates into n² groups of n. By 1, at least n² and at most n² candidates are
//! true, so exactly n². A kind that has at least one true candidate in each of its n² groups, or at most one, then has
//! exactly one in each; by 2 this holds for all four kinds. *Necessary:* without "at least one" the empty assignment is
//! a model, without "at most one" the full one, and no three kinds imply the fourth: of a solved grid, exchanging two cells
//! of a box in one column (row) breaks only rows (columns), exchanging two rows of different bands breaks only boxes,
//! and placing one digit as in another solution breaks only cells. So 79 of the 256 sets are complete (3^4 - 2);
//! `tests/encoding_models.rs` counts the models of all of them.
//!
//! `minimal` is the smallest in common use. The families that the larger schemes add are implied. They help unit
//! propagation, which finds naked singles through C- and hidden singles through H+.
//!
//! `reduced` is the default because making the clauses takes nine tenths of the time, so fewer clauses win. Encoding
//! and solving 197 puzzles with 17 givens takes 138 ms with `CaDiCaL`, against 500 ms for `extended` and 928 ms for
//! `minimal`.
//!
//! **`houses` is incomplete**, although it was published with the claim that the cell clauses follow from the others.
//! No clause of `houses` has two digits in it, so each digit is placed independently: two digits may share a cell while
//! another cell stays empty. The empty 4x4 board has 16 placements per digit, hence 16^4 = 65,536 models instead of 288
//! solutions. The scheme is kept because its files are in use and make a good exercise. `houses-cells` repairs it with
//! one clause per cell: n digits in n cells, no cell empty. `cell-some,row-some,box-some,house-once`, with the cells in
//! place of the columns, has as many clauses as `houses` and is complete.
//!
//! # References
//! - I. Lynce, J. Ouaknine: Sudoku as a SAT Problem. AIMATH 2006 (minimal, extended).
//! - T. Weber: A SAT-based Sudoku Solver. LPAR 2005, short papers (efficient; the name is that of Kwon & Jain).
//! - G. Kwon, H. Jain: Optimized CNF Encoding for Sudoku Puzzles. LPAR 2006, short papers
//!   (reduced, there called optimized).

use std::fmt;
use std::str::FromStr;

use crate::{ClauseFamily, UnknownOptionError};

/// A set of clause families that state rules, over all candidates or over those that the givens leave open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scheme {
    /// Bit i stands for `ClauseFamily::RULES[i]`.
    families: u8,
    is_reduced: bool,
}

use ClauseFamily::{
    BoxAtLeastOne, BoxAtMostOne, CellAtLeastOne, CellAtMostOne, ColumnAtLeastOne, ColumnAtMostOne, RowAtLeastOne,
    RowAtMostOne,
};

/// The families of "at least one".
const SOME: [ClauseFamily; 4] = [CellAtLeastOne, RowAtLeastOne, ColumnAtLeastOne, BoxAtLeastOne];
/// The families of "at most one".
const ONCE: [ClauseFamily; 4] = [CellAtMostOne, RowAtMostOne, ColumnAtMostOne, BoxAtMostOne];

/// Sets of families of which a complete scheme has at least one member each.
const REQUIRED: [&[ClauseFamily]; 6] = [
    &[CellAtLeastOne, CellAtMostOne],
    &[RowAtLeastOne, RowAtMostOne],
    &[ColumnAtLeastOne, ColumnAtMostOne],
    &[BoxAtLeastOne, BoxAtMostOne],
    &SOME,
    &ONCE,
];

impl Scheme {
    /// C+ H-: the fewest families in common use, none implied by the others.
    pub const MINIMAL: Scheme = Scheme::of(C_SOME | H_ONCE);
    /// C+ C- H-: each cell has exactly one digit, each house no digit twice.
    pub const EFFICIENT: Scheme = Scheme::of(C_SOME | C_ONCE | H_ONCE);
    /// H+ H-: houses only. Incomplete, see [`Scheme::is_complete`].
    pub const HOUSES: Scheme = Scheme::of(H_SOME | H_ONCE);
    /// C+ H+ H-: houses, and no empty cell.
    pub const HOUSES_CELLS: Scheme = Scheme::of(C_SOME | H_SOME | H_ONCE);
    /// All families.
    pub const EXTENDED: Scheme = Scheme::of(u8::MAX);
    /// All families over open candidates only. The best choice for solving.
    pub const REDUCED: Scheme = Scheme { families: u8::MAX, is_reduced: true };

    /// Every named scheme with its name.
    pub const ALL: [(Scheme, &'static str); 6] = [
        (Scheme::MINIMAL, "minimal"),
        (Scheme::EFFICIENT, "efficient"),
        (Scheme::HOUSES, "houses"),
        (Scheme::HOUSES_CELLS, "houses-cells"),
        (Scheme::EXTENDED, "extended"),
        (Scheme::REDUCED, "reduced"),
    ];

    const fn of(families: u8) -> Scheme {
        Scheme { families, is_reduced: false }
    }

    /// The scheme of these families, over all candidates. Givens and eliminated candidates are in every formula and are
    /// not part of a scheme.
    pub fn from_families(families: impl IntoIterator<Item = ClauseFamily>) -> Scheme {
        Scheme::of(families.into_iter().fold(0, |set, family| set | bit(family)))
    }

    /// Whether the scheme has this family.
    pub fn contains(self, family: ClauseFamily) -> bool {
        self.families & bit(family) != 0
    }

    /// Clause families of the scheme, in the order of the formula.
    pub fn families(self) -> impl Iterator<Item = ClauseFamily> + Clone {
        ClauseFamily::RULES.into_iter().filter(move |family| self.contains(*family))
    }

    /// Whether the clauses are over the candidates that the givens leave open.
    pub fn is_reduced(self) -> bool {
        self.is_reduced
    }

    /// Whether the models are exactly the solutions.
    pub fn is_complete(self) -> bool {
        self.missing().next().is_none()
    }

    /// The gaps of an incomplete scheme: lists of families of which it needs one each. Empty for a complete scheme.
    pub fn missing(self) -> impl Iterator<Item = &'static [ClauseFamily]> {
        REQUIRED.into_iter().filter(move |required| !required.iter().any(|family| self.contains(*family)))
    }

    /// The rules that a named scheme states, in words; `None` for other sets of families.
    pub fn description(self) -> Option<&'static str> {
        Some(match self {
            Scheme::MINIMAL => "each cell some digit, no digit twice in a house",
            Scheme::EFFICIENT => "each cell one digit, no digit twice in a house",
            Scheme::HOUSES => "each house each digit once: incomplete",
            Scheme::HOUSES_CELLS => "each house each digit once, each cell some digit",
            Scheme::EXTENDED => "each house each digit once, each cell one digit",
            Scheme::REDUCED => "the rules of extended over the candidates that the givens leave open",
            _ => return None,
        })
    }
}

const C_SOME: u8 = bit(CellAtLeastOne);
const C_ONCE: u8 = bit(CellAtMostOne);
const H_SOME: u8 = bit(RowAtLeastOne) | bit(ColumnAtLeastOne) | bit(BoxAtLeastOne);
const H_ONCE: u8 = bit(RowAtMostOne) | bit(ColumnAtMostOne) | bit(BoxAtMostOne);

/// Abbreviations in lists of families.
const ABBREVIATIONS: [(u8, &str); 2] = [(H_SOME, "house-some"), (H_ONCE, "house-once")];

/// The bit of a family; 0 for givens and eliminated candidates.
const fn bit(family: ClauseFamily) -> u8 {
    let index = family as u32;
    if index < ClauseFamily::RULES.len() as u32 { 1 << index } else { 0 }
}

/// All families over open candidates.
impl Default for Scheme {
    fn default() -> Scheme {
        Scheme::REDUCED
    }
}

/// The name of the scheme, or the list of its families: `cell-some,row-some,box-some,house-once`.
impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, name)) = Scheme::ALL.iter().find(|(scheme, _)| scheme == self) {
            return f.write_str(name);
        }
        let mut written = 0;
        for family in self.families() {
            let abbreviated = ABBREVIATIONS.iter().find(|(set, _)| set & bit(family) != 0 && set & !self.families == 0);
            let (set, name) = match abbreviated {
                Some((set, name)) => (*set, (*name).to_owned()),
                None => (bit(family), family.to_string()),
            };
            if written & set == 0 {
                write!(f, "{}{name}", if written == 0 { "" } else { "," })?;
            }
            written |= set;
        }
        Ok(())
    }
}

/// Parses the name of a scheme, or families separated by commas. A list may also contain names of schemes, except `reduced`.
impl FromStr for Scheme {
    type Err = UnknownOptionError;

    fn from_str(text: &str) -> Result<Scheme, UnknownOptionError> {
        if text == "reduced" {
            return Ok(Scheme::REDUCED);
        }
        let named = Scheme::ALL.iter().filter(|(scheme, _)| !scheme.is_reduced);
        let named = named.map(|(scheme, name)| (scheme.families, *name));
        let rules = ClauseFamily::ALL.iter().map(|(family, name)| (bit(*family), *name)).filter(|(set, _)| *set != 0);
        let known: Vec<(u8, &'static str)> = named.chain(rules).chain(ABBREVIATIONS).collect();
        let parse = |name: &str| crate::option_name::parse(&known, "scheme", name.trim());
        let families = text.split(',').try_fold(0, |families, name| Ok(families | parse(name)?));
        families.map(Scheme::of).map_err(|mut error: UnknownOptionError| {
            error.available.insert(Scheme::ALL.len() - 1, "reduced");
            error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_families_parse_back_in_their_shortest_form() {
        for (text, shown) in [
            ("cell-some,house-once", "minimal"),
            ("box-once,column-once,row-once,cell-some", "minimal"),
            ("cell-some,row-some,box-some,house-once", "cell-some,row-some,box-some,house-once"),
            ("house-some, cell-once", "cell-once,house-some"),
            ("minimal,cell-once", "efficient"),
            ("row-once", "row-once"),
        ] {
            let scheme: Scheme = text.parse().unwrap();
            assert_eq!(scheme.to_string(), shown);
            assert_eq!(shown.parse(), Ok(scheme));
        }
        for families in 1..=u8::MAX {
            let scheme = Scheme::of(families);
            assert_eq!(scheme.to_string().parse(), Ok(scheme), "{scheme}");
        }
    }

    #[test]
    fn unknown_families_are_named() {
        let error = "cell-some,house-twice".parse::<Scheme>().unwrap_err().to_string();
        assert!(error.starts_with("unknown scheme 'house-twice' (available: minimal, efficient, "), "{error}");
        assert!(error.ends_with("box-once, house-some, house-once)"), "{error}");
        assert!("".parse::<Scheme>().is_err() && "minimal,".parse::<Scheme>().is_err());
        assert!("reduced,cell-some".parse::<Scheme>().is_err() && "given".parse::<Scheme>().is_err());
    }

    #[test]
    fn what_is_missing_is_listed() {
        let missing = |text: &str| text.parse::<Scheme>().unwrap().missing().collect::<Vec<_>>();
        assert_eq!(missing("houses"), [[CellAtLeastOne, CellAtMostOne]]);
        assert_eq!(missing("cell-some,house-some"), [ONCE]);
        assert_eq!(missing("cell-once,house-once"), [SOME]);
        assert_eq!(missing("cell-some,row-once,box-once"), [[ColumnAtLeastOne, ColumnAtMostOne]]);
        assert!(missing("cell-some,row-some,box-some,house-once").is_empty());
    }
}
