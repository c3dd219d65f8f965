//! Clause groups: which rule of the puzzle each clause states.
//!
//! A group is one instance of a rule ("row 3 has 5 at most once"); its clauses follow each other in the formula, as in
//! a group CNF. A family is the set of all groups of one kind:
//!
//! | family | sign | groups on an n x n board |
//! |---|---|---|
//! | `cell-some` | C+ | n²: one per cell |
//! | `cell-once` | C- | n²: one per cell |
//! | `row-some`, `column-some`, `box-some` | H+ | n² each: one per house and digit |
//! | `row-once`, `column-once`, `box-once` | H- | n² each: one per house and digit |
//! | `given` | | one per given |
//! | `excluded` | | one per eliminated candidate |
//!
//! The names in the first column are a file format: DIMACS comments and JSON objects use them.

use std::fmt;

use qedoku_puzzle::{Cell, Digit, House, HouseKind};

/// A group of clauses that state one rule. `Display` writes the rule: `row 3 has 5 at most once`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseGroup {
    /// The cell has at least one digit.
    CellAtLeastOne(Cell),
    /// The cell has at most one digit.
    CellAtMostOne(Cell),
    /// The house has the digit at least once.
    HouseAtLeastOne(House, Digit),
    /// The house has the digit at most once.
    HouseAtMostOne(House, Digit),
    /// The digit is given in the cell.
    Given(Cell, Digit),
    /// The candidate is eliminated, by the givens (scheme `reduced`) or by the candidates of the puzzle.
    Eliminated(Cell, Digit),
}

/// The kind of a [`ClauseGroup`]. Formula sizes are reported per family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ClauseFamily {
    /// Each cell has at least one digit (C+).
    CellAtLeastOne,
    /// Each cell has at most one digit (C-).
    CellAtMostOne,
    /// Each row has each digit at least once (H+).
    RowAtLeastOne,
    /// Each column has each digit at least once (H+).
    ColumnAtLeastOne,
    /// Each box has each digit at least once (H+).
    BoxAtLeastOne,
    /// Each row has each digit at most once (H-).
    RowAtMostOne,
    /// Each column has each digit at most once (H-).
    ColumnAtMostOne,
    /// Each box has each digit at most once (H-).
    BoxAtMostOne,
    /// Unit clauses of the givens.
    Given,
    /// Unit clauses of eliminated candidates.
    Eliminated,
}

impl ClauseGroup {
    /// Family of the group.
    pub fn family(self) -> ClauseFamily {
        match self {
            ClauseGroup::CellAtLeastOne(_) => ClauseFamily::CellAtLeastOne,
            ClauseGroup::CellAtMostOne(_) => ClauseFamily::CellAtMostOne,
            ClauseGroup::HouseAtLeastOne(house, _) => ClauseFamily::at_least_one_in(house.kind()),
            ClauseGroup::HouseAtMostOne(house, _) => ClauseFamily::at_most_one_in(house.kind()),
            ClauseGroup::Given(..) => ClauseFamily::Given,
            ClauseGroup::Eliminated(..) => ClauseFamily::Eliminated,
        }
    }
}

impl ClauseFamily {
    /// Every family with its name in files.
    pub const ALL: [(ClauseFamily, &'static str); 10] = [
        (ClauseFamily::CellAtLeastOne, "cell-some"),
        (ClauseFamily::CellAtMostOne, "cell-once"),
        (ClauseFamily::RowAtLeastOne, "row-some"),
        (ClauseFamily::ColumnAtLeastOne, "column-some"),
        (ClauseFamily::BoxAtLeastOne, "box-some"),
        (ClauseFamily::RowAtMostOne, "row-once"),
        (ClauseFamily::ColumnAtMostOne, "column-once"),
        (ClauseFamily::BoxAtMostOne, "box-once"),
        (ClauseFamily::Given, "given"),
        (ClauseFamily::Eliminated, "excluded"),
    ];

    /// The families that state rules, in the order of a formula.
    pub const RULES: [ClauseFamily; 8] = [
        ClauseFamily::CellAtLeastOne,
        ClauseFamily::CellAtMostOne,
        ClauseFamily::RowAtLeastOne,
        ClauseFamily::ColumnAtLeastOne,
        ClauseFamily::BoxAtLeastOne,
        ClauseFamily::RowAtMostOne,
        ClauseFamily::ColumnAtMostOne,
        ClauseFamily::BoxAtMostOne,
    ];

    /// The family that states that houses of this kind have each digit at least once.
    pub fn at_least_one_in(kind: HouseKind) -> ClauseFamily {
        match kind {
            HouseKind::Row => ClauseFamily::RowAtLeastOne,
            HouseKind::Column => ClauseFamily::ColumnAtLeastOne,
            HouseKind::Block => ClauseFamily::BoxAtLeastOne,
        }
    }

    /// The family that states that houses of this kind have each digit at most once.
    pub fn at_most_one_in(kind: HouseKind) -> ClauseFamily {
        match kind {
            HouseKind::Row => ClauseFamily::RowAtMostOne,
            HouseKind::Column => ClauseFamily::ColumnAtMostOne,
            HouseKind::Block => ClauseFamily::BoxAtMostOne,
        }
    }

    /// The rule that the family states, in words.
    pub fn description(self) -> &'static str {
        match self {
            ClauseFamily::CellAtLeastOne => "each cell has at least one digit",
            ClauseFamily::CellAtMostOne => "each cell has at most one digit",
            ClauseFamily::RowAtLeastOne => "each row has each digit at least once",
            ClauseFamily::ColumnAtLeastOne => "each column has each digit at least once",
            ClauseFamily::BoxAtLeastOne => "each box has each digit at least once",
            ClauseFamily::RowAtMostOne => "each row has each digit at most once",
            ClauseFamily::ColumnAtMostOne => "each column has each digit at most once",
            ClauseFamily::BoxAtMostOne => "each box has each digit at most once",
            ClauseFamily::Given => "the givens",
            ClauseFamily::Eliminated => "eliminated candidates",
        }
    }
}

impl fmt::Display for ClauseGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseGroup::CellAtLeastOne(cell) => write!(f, "{cell} has at least one digit"),
            ClauseGroup::CellAtMostOne(cell) => write!(f, "{cell} has at most one digit"),
            ClauseGroup::HouseAtLeastOne(house, digit) => write!(f, "{house} has {digit} at least once"),
            ClauseGroup::HouseAtMostOne(house, digit) => write!(f, "{house} has {digit} at most once"),
            ClauseGroup::Given(cell, digit) => write!(f, "{cell} is {digit}"),
            ClauseGroup::Eliminated(cell, digit) => write!(f, "{cell} is not {digit}"),
        }
    }
}

impl fmt::Display for ClauseFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::option_name::name_of(&ClauseFamily::ALL, self))
    }
}
