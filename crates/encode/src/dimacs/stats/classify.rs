//! Classification of clauses by the rule they state, from their literals alone.
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
//! A clause with an auxiliary variable is part of an at-most-one encoding ([`ClauseClass::Auxiliary`]). All remaining
//! clauses are [`ClauseClass::Other`]. A rule that the scheme `reduced` has shortened to one literal counts as a given,
//! because its clause cannot be distinguished from one.

use qedoku_puzzle::{Board, Cell, Digit};

use crate::dimacs::DimacsMetadata;
use crate::dimacs::read::DimacsHeader;
use crate::{ClauseFamily, Lit, Numbering, VariableMap};

/// Class of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseClass {
    /// The clause states a rule of Sudoku, a given or an eliminated candidate.
    Family(ClauseFamily),
    /// The clause contains auxiliary variables.
    Auxiliary,
    /// None of these.
    Other,
}

/// Source of the map from variables to candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetadataSource {
    /// The caller of [`DimacsStats::collect_with`](super::DimacsStats::collect_with).
    Caller,
    /// The metadata comments of the file.
    Comments,
    /// Inferred from the header and the first clause.
    Inferred,
}

/// Number of clauses of each class in a file.
#[derive(Clone, Debug)]
pub struct Classification {
    /// Map from variables to candidates.
    pub variables: VariableMap,
    /// Source of `variables`.
    pub source: MetadataSource,
    /// The metadata comments, if they are the source.
    pub metadata: Option<DimacsMetadata>,
    /// Number of clauses of each family, in the order of [`ClauseFamily::ALL`].
    pub by_family: [u64; ClauseFamily::ALL.len()],
    /// Number of clauses with auxiliary variables.
    pub auxiliary: u64,
    /// Number of all other clauses.
    pub other: u64,
}

/// Classifies a clause.
pub fn classify(variables: &VariableMap, clause: &[Lit]) -> ClauseClass {
    let Some((first, rest)) = clause.split_first() else { return ClauseClass::Other };
    if clause.iter().any(|lit| lit.var().get() > variables.max_var()) {
        return ClauseClass::Auxiliary;
    }
    let Some(start) = variables.candidate(first.var()) else { return ClauseClass::Other };
    let family = match (first.is_positive(), rest.len()) {
        (true, 0) => Some(ClauseFamily::Given),
        (false, 0) => Some(ClauseFamily::Eliminated),
        (true, _) => find_common_property(variables, start, rest, true).map(CommonProperty::at_least_one),
        (false, 1) => find_common_property(variables, start, rest, false).map(CommonProperty::at_most_one),
        (false, _) => None,
    };
    family.map_or(ClauseClass::Other, ClauseClass::Family)
}

/// The common property of all candidates of a clause: the cell, or the digit and a house.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommonProperty {
    Cell,
    House,
}

impl CommonProperty {
    fn at_least_one(self) -> ClauseFamily {
        if self == CommonProperty::Cell { ClauseFamily::CellAtLeastOne } else { ClauseFamily::HouseAtLeastOne }
    }

    fn at_most_one(self) -> ClauseFamily {
        if self == CommonProperty::Cell { ClauseFamily::CellAtMostOne } else { ClauseFamily::HouseAtMostOne }
    }
}

/// Finds the common property of the first candidate and the rest. Returns `None` if a sign differs or the first candidate is repeated.
fn find_common_property(
    variables: &VariableMap,
    (cell, digit): (Cell, Digit),
    rest: &[Lit],
    positive: bool,
) -> Option<CommonProperty> {
    let board = variables.board();
    let houses = board.houses_of(cell);
    let mut same_house = [true; 3]; // row, column, box
    let (mut same_cell, mut same_digit) = (true, true);
    for lit in rest {
        let (other_cell, other_digit) = variables.candidate(lit.var()).filter(|_| lit.is_positive() == positive)?;
        if (other_cell, other_digit) == (cell, digit) {
            return None;
        }
        same_cell &= other_cell == cell;
        same_digit &= other_digit == digit;
        let other_houses = board.houses_of(other_cell);
        (0..3).for_each(|kind| same_house[kind] &= houses[kind] == other_houses[kind]);
    }
    match (same_cell, same_digit && same_house.contains(&true)) {
        (true, _) => Some(CommonProperty::Cell),
        (false, true) => Some(CommonProperty::House),
        (false, false) => None,
    }
}

impl Classification {
    pub(super) fn new(variables: VariableMap, source: MetadataSource) -> Classification {
        let by_family = [0; ClauseFamily::ALL.len()];
        Classification { variables, source, metadata: None, by_family, auxiliary: 0, other: 0 }
    }

    /// Detects the meaning of the variables: from the metadata comments, else from the header and the first clause.
    pub(super) fn detect(comments: &[String], header: Option<DimacsHeader>, first: &[Lit]) -> Option<Classification> {
        if let Some(metadata) = DimacsMetadata::parse(comments) {
            let classification = Classification::new(metadata.variables(), MetadataSource::Comments);
            return Some(Classification { metadata: Some(metadata), ..classification });
        }
        infer(header, first).map(|variables| Classification::new(variables, MetadataSource::Inferred))
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        match classify(&self.variables, clause) {
            ClauseClass::Family(family) => self.by_family[family as usize] += 1,
            ClauseClass::Auxiliary => self.auxiliary += 1,
            ClauseClass::Other => self.other += 1,
        }
    }

    /// Number of clauses of a family.
    pub fn count(&self, family: ClauseFamily) -> u64 {
        self.by_family[family as usize]
    }

    /// An inferred meaning is plausible if at least half of the clauses without auxiliary variables state a rule under it.
    pub(super) fn is_plausible(&self) -> bool {
        self.source != MetadataSource::Inferred || self.other <= self.by_family.iter().sum()
    }
}

/// Board sizes that [`infer`] tries. All have square boxes except 6x6: other sizes have boxes of two shapes, which the
/// number of variables does not distinguish.
const INFERRED_SIDES: [usize; 12] = [4, 6, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144];

/// Infers board and numbering: the header must declare their number of variables and the first clause must state a rule
/// under them. Without a header, the first clause must be the at-least-one clause of a cell or a house.
fn infer(header: Option<DimacsHeader>, first: &[Lit]) -> Option<VariableMap> {
    let boards = INFERRED_SIDES.iter().filter_map(|side| Board::of_side(*side).ok());
    let interpretations = [Numbering::RowMajor, Numbering::Base]
        .into_iter()
        .flat_map(|numbering| boards.clone().map(move |board| VariableMap::for_board(board, numbering)));
    interpretations.into_iter().find(|variables| match (classify(variables, first), header) {
        (ClauseClass::Family(_), Some(header)) => is_usual_header(header, variables),
        (ClauseClass::Family(ClauseFamily::CellAtLeastOne | ClauseFamily::HouseAtLeastOne), None) => {
            first.len() == variables.board().side()
        }
        _ => false,
    })
}

/// Whether files with this numbering declare this number of variables.
fn is_usual_header(header: DimacsHeader, variables: &VariableMap) -> bool {
    match (variables.board().side(), variables.numbering()) {
        // Besides the highest variable: one course's rules for 16x16 declare 18 cubed, and files by students declare 729
        // for any 9x9.
        (16, Numbering::Base) => [4912, 5832].contains(&header.variables),
        (9, Numbering::Base) => [999, 729].contains(&header.variables),
        _ => header.variables == variables.max_var(),
    }
}
