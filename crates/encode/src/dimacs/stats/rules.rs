//! What the clauses of a file say, by their content.
//!
//! | literals | in common | family |
//! |---|---|---|
//! | positive | the cell | cell-some |
//! | positive | the digit, and a house | house-some |
//! | two negative | the cell | cell-once |
//! | two negative | the digit, and a house | house-once |
//! | one positive | | given |
//! | one negative | | excluded |
//!
//! A clause with a variable beyond the x's is "extra": part of an at-most-one encoding. Anything else is "other". A rule
//! that `reduced` has cut down to one literal counts as a given: the clause says no more.

use qedoku_puzzle::{Board, Cell, Digit};

use crate::dimacs::Description;
use crate::dimacs::read::Header;
use crate::{ClauseFamily, Lit, Numbering, VariableMap};

/// What one clause says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A demand of the game.
    Family(ClauseFamily),
    /// It has variables beyond the x's.
    Extra,
    /// None of these.
    Other,
}

/// Where the meaning of the variables comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The caller knew.
    Known,
    /// A comment in the file says so.
    Described,
    /// A guess from the header and the first clause.
    Inferred,
}

/// How many clauses of a file say what.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The meaning of the variables.
    pub variables: VariableMap,
    /// How that is known.
    pub source: Source,
    /// What the comments of the file say, if they are its source.
    pub description: Option<Description>,
    /// Clauses per family, in the order of [`ClauseFamily::ALL`].
    pub by_family: [u64; ClauseFamily::ALL.len()],
    /// Clauses with variables beyond the x's.
    pub extra: u64,
    /// Clauses that say nothing of the kind.
    pub other: u64,
}

/// What a clause says.
pub fn kind(variables: &VariableMap, clause: &[Lit]) -> Kind {
    let Some((first, rest)) = clause.split_first() else { return Kind::Other };
    if clause.iter().any(|lit| lit.var().get() > variables.max_var()) {
        return Kind::Extra;
    }
    let Some(start) = variables.candidate(first.var()) else { return Kind::Other };
    let family = match (first.is_positive(), rest.len()) {
        (true, 0) => Some(ClauseFamily::Given),
        (false, 0) => Some(ClauseFamily::Eliminated),
        (true, _) => common(variables, start, rest, true).map(Common::some),
        (false, 1) => common(variables, start, rest, false).map(Common::once),
        (false, _) => None,
    };
    family.map_or(Kind::Other, Kind::Family)
}

/// What the literals of a clause share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    Cell,
    House,
}

impl Common {
    fn some(self) -> ClauseFamily {
        if self == Common::Cell { ClauseFamily::CellAtLeastOne } else { ClauseFamily::HouseAtLeastOne }
    }

    fn once(self) -> ClauseFamily {
        if self == Common::Cell { ClauseFamily::CellAtMostOne } else { ClauseFamily::HouseAtMostOne }
    }
}

/// What the first x and the rest share, if all have the same sign and no x is there twice in a row.
fn common(variables: &VariableMap, (cell, digit): (Cell, Digit), rest: &[Lit], positive: bool) -> Option<Common> {
    let board = variables.board();
    let houses = board.houses_of(cell);
    let mut shared = [true; 3];
    let (mut same_cell, mut same_digit) = (true, true);
    for lit in rest {
        let (other, its_digit) = variables.candidate(lit.var()).filter(|_| lit.is_positive() == positive)?;
        if (other, its_digit) == (cell, digit) {
            return None;
        }
        same_cell &= other == cell;
        same_digit &= its_digit == digit;
        let its_houses = board.houses_of(other);
        (0..3).for_each(|kind| shared[kind] &= houses[kind] == its_houses[kind]);
    }
    match (same_cell, same_digit && shared.contains(&true)) {
        (true, _) => Some(Common::Cell),
        (false, true) => Some(Common::House),
        (false, false) => None,
    }
}

impl Rules {
    pub(super) fn new(variables: VariableMap, source: Source) -> Rules {
        Rules { variables, source, description: None, by_family: [0; ClauseFamily::ALL.len()], extra: 0, other: 0 }
    }

    /// Finds out what the variables mean: by the description, else by the header and the first clause.
    pub(super) fn find(comments: &[String], header: Option<Header>, first: &[Lit]) -> Option<Rules> {
        if let Some(description) = Description::read(comments) {
            let rules = Rules::new(description.variables(), Source::Described);
            return Some(Rules { description: Some(description), ..rules });
        }
        infer(header, first).map(|variables| Rules::new(variables, Source::Inferred))
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        match kind(&self.variables, clause) {
            Kind::Family(family) => self.by_family[family as usize] += 1,
            Kind::Extra => self.extra += 1,
            Kind::Other => self.other += 1,
        }
    }

    /// How many clauses are of this family.
    pub fn of(&self, family: ClauseFamily) -> u64 {
        self.by_family[family as usize]
    }

    /// A guess is dropped if most clauses then make no sense.
    pub(super) fn is_plausible(&self) -> bool {
        self.source != Source::Inferred || self.other <= self.by_family.iter().sum()
    }
}

/// The boards that files without description are for. Boxes that are not square have two shapes, so of these only the
/// smallest is guessed at.
const GUESSED_SIDES: [usize; 12] = [4, 6, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144];

/// The numbering whose number of variables the header declares, if the first clause makes sense in it.
///
/// Without a header the first clause must be a whole cell or a whole house.
fn infer(header: Option<Header>, first: &[Lit]) -> Option<VariableMap> {
    let boards = GUESSED_SIDES.iter().filter_map(|side| Board::of_side(*side).ok());
    let readings = [Numbering::RowMajor, Numbering::Base]
        .into_iter()
        .flat_map(|numbering| boards.clone().map(move |board| VariableMap::for_board(board, numbering)));
    readings.into_iter().find(|variables| match (kind(variables, first), header) {
        (Kind::Family(_), Some(header)) => declares(header, variables),
        (Kind::Family(ClauseFamily::CellAtLeastOne | ClauseFamily::HouseAtLeastOne), None) => {
            first.len() == variables.board().side()
        }
        _ => false,
    })
}

/// Whether a header is one that is seen with this numbering.
fn declares(header: Header, variables: &VariableMap) -> bool {
    match (variables.board().side(), variables.numbering()) {
        // A course's rules for 16x16 declare 18 cubed; students' files declare 729 whatever the numbering.
        (16, Numbering::Base) => [4912, 5832].contains(&header.variables),
        (9, Numbering::Base) => [999, 729].contains(&header.variables),
        _ => header.variables == variables.max_var(),
    }
}
