//! The demands of the game: every clause says one of them, or a part of it.

use std::fmt;

use qedoku_puzzle::{Cell, Digit, House};

/// What a clause says. Shown as a sentence: `row 3 holds 5 not twice`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A cell holds some digit.
    CellSome(Cell),
    /// A cell holds not two digits.
    CellOnce(Cell),
    /// A house holds a digit somewhere.
    HouseSome(House, Digit),
    /// A house holds a digit not twice.
    HouseOnce(House, Digit),
    /// A digit is given.
    Given(Cell, Digit),
    /// A digit is ruled out: by the givens (scheme `reduced`), or by the candidates that the puzzle came with.
    Excluded(Cell, Digit),
}

/// The kind of a [`Rule`]; sizes are told per family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Family {
    /// Each cell at least one digit (C+).
    CellSome,
    /// Each cell at most one digit (C-).
    CellOnce,
    /// Each house every digit (H+).
    HouseSome,
    /// No house a digit twice (H-).
    HouseOnce,
    /// The givens.
    Given,
    /// Candidates that are ruled out.
    Excluded,
}

impl Rule {
    /// Its kind.
    pub fn family(self) -> Family {
        match self {
            Rule::CellSome(_) => Family::CellSome,
            Rule::CellOnce(_) => Family::CellOnce,
            Rule::HouseSome(..) => Family::HouseSome,
            Rule::HouseOnce(..) => Family::HouseOnce,
            Rule::Given(..) => Family::Given,
            Rule::Excluded(..) => Family::Excluded,
        }
    }
}

impl Family {
    /// Every family with its name.
    pub const ALL: [(Family, &'static str); 6] = [
        (Family::CellSome, "cell-some"),
        (Family::CellOnce, "cell-once"),
        (Family::HouseSome, "house-some"),
        (Family::HouseOnce, "house-once"),
        (Family::Given, "given"),
        (Family::Excluded, "excluded"),
    ];

    /// What the family says, for a person.
    pub fn sentence(self) -> &'static str {
        match self {
            Family::CellSome => "each cell holds some digit",
            Family::CellOnce => "no cell holds two digits",
            Family::HouseSome => "each house holds every digit",
            Family::HouseOnce => "no house holds a digit twice",
            Family::Given => "the givens",
            Family::Excluded => "candidates that are ruled out",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::CellSome(cell) => write!(f, "{cell} holds some digit"),
            Rule::CellOnce(cell) => write!(f, "{cell} holds not two digits"),
            Rule::HouseSome(house, digit) => write!(f, "{house} holds {digit} somewhere"),
            Rule::HouseOnce(house, digit) => write!(f, "{house} holds {digit} not twice"),
            Rule::Given(cell, digit) => write!(f, "{cell} is {digit}"),
            Rule::Excluded(cell, digit) => write!(f, "{cell} is not {digit}"),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_in(&Family::ALL, self))
    }
}

/// The name of a choice in its table.
pub(crate) fn name_in<T: PartialEq>(all: &[(T, &'static str)], choice: &T) -> &'static str {
    all.iter().find(|(one, _)| one == choice).map(|(_, name)| *name).expect("every choice has a name")
}

/// The choice of this name, or a sentence that lists the names there are.
pub(crate) fn find_in<T: Copy>(all: &[(T, &'static str)], what: &str, name: &str) -> Result<T, String> {
    let found = all.iter().find(|(_, known)| *known == name).map(|(choice, _)| *choice);
    let names = || all.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("there is no {what} '{name}'; there are {}", names()))
}
