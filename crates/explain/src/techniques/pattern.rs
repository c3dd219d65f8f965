//! Constraints of a step together with their candidates in the position.

use std::ops::Range;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Digit, House, HouseKind};

use crate::position::Position;
use crate::step::{ExactlyOne, Justification, Step};

/// The constraints of a step (the base sets, or those of the chain links), each with its candidates in the position.
#[derive(Debug)]
pub(crate) struct StepPattern {
    pub(crate) board: Board,
    constraints: Vec<(ExactlyOne, Range<usize>)>,
    /// The candidates of the first constraint, then of the second, and so on.
    candidates: Vec<Candidate>,
}

impl StepPattern {
    pub(crate) fn new(position: &Position, constraints: impl ExactSizeIterator<Item = ExactlyOne>) -> StepPattern {
        let mut candidates = Vec::with_capacity(4 * constraints.len());
        let tables = HouseTables::of(position.board());
        let constraints = constraints.map(|constraint| {
            let start = candidates.len();
            push_candidates(position, tables, constraint, &mut candidates);
            (constraint, start..candidates.len())
        });
        let constraints = constraints.collect();
        StepPattern { board: position.board(), constraints, candidates }
    }

    /// The pattern of a step in the position before it. The pattern of a nested step is empty.
    pub(crate) fn of_step(position: &Position, step: &Step) -> StepPattern {
        StepPattern::new(position, constraints_of(&step.justification).into_iter())
    }

    /// Number of constraints.
    pub(crate) fn len(&self) -> usize {
        self.constraints.len()
    }

    /// The constraints in the order of the justification.
    pub(crate) fn constraints(&self) -> impl Iterator<Item = ExactlyOne> + Clone {
        self.constraints.iter().map(|(constraint, _)| *constraint)
    }

    /// One of the constraints.
    pub(crate) fn constraint(&self, index: usize) -> ExactlyOne {
        self.constraints[index].0
    }

    /// The candidates of one of the constraints.
    pub(crate) fn candidates_of(&self, index: usize) -> &[Candidate] {
        &self.candidates[self.constraints[index].1.clone()]
    }

    /// The candidates of all constraints; a candidate of two constraints occurs twice.
    pub(crate) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Whether all constraints are cells.
    pub(crate) fn is_cells(&self) -> bool {
        self.constraints().all(|constraint| matches!(constraint, ExactlyOne::Cell(_)))
    }

    /// The digit, if all constraints are about one digit in a house.
    pub(crate) fn digit(&self) -> Option<Digit> {
        let digit = |constraint| if let ExactlyOne::HouseDigit(_, digit) = constraint { Some(digit) } else { None };
        let first = digit(self.constraints().next()?)?;
        self.constraints().all(|constraint| digit(constraint) == Some(first)).then_some(first)
    }

    /// The house, if all constraints are about digits in one house.
    pub(crate) fn house(&self) -> Option<House> {
        let first = house_of(self.constraints().next()?)?;
        self.constraints().all(|constraint| house_of(constraint) == Some(first)).then_some(first)
    }

    /// Row or column, if all constraints are about digits in rows, or all about digits in columns.
    pub(crate) fn line_kind(&self) -> Option<HouseKind> {
        let kind = house_of(self.constraints().next()?)?.kind();
        let is_same =
            self.constraints().all(|constraint| house_of(constraint).is_some_and(|house| house.kind() == kind));
        (is_same && kind != HouseKind::Block).then_some(kind)
    }
}

/// The constraints that a justification looks at, without the cover sets.
pub(crate) fn constraints_of(justification: &Justification) -> Vec<ExactlyOne> {
    match justification {
        Justification::Single(constraint) | Justification::Contradiction(constraint) => vec![*constraint],
        Justification::Chain(links) => links.iter().map(|link| link.constraint).collect(),
        Justification::BaseCover { base, .. } => base.clone(),
        Justification::Pattern(pattern) => pattern.constraints.clone(),
        Justification::Nested(_) => Vec::new(),
    }
}

/// The house of a constraint; a cell constraint has none.
pub(crate) fn house_of(constraint: ExactlyOne) -> Option<House> {
    if let ExactlyOne::HouseDigit(house, _) = constraint { Some(house) } else { None }
}

/// Pushes the candidates of a constraint; as [`Position::candidates_in`], but by table instead of a division per cell of a box.
fn push_candidates(position: &Position, tables: &HouseTables, constraint: ExactlyOne, candidates: &mut Vec<Candidate>) {
    let board = position.board();
    match constraint {
        ExactlyOne::Cell(cell) => {
            candidates.extend(position.candidates(cell).iter().map(|digit| Candidate::new(cell, digit)));
        }
        ExactlyOne::HouseDigit(house, digit) => {
            let number = house.kind() as usize * board.side() + house.index();
            let allows = |cell: &u16| position.all_candidates()[usize::from(*cell)].contains(digit);
            let open = tables.cells_of(number).iter().enumerate().filter(|(_, cell)| allows(cell));
            candidates.extend(open.map(|(index, _)| Candidate::new(board.cell_of(house, index), digit)));
        }
    }
}

/// Whether two candidates are weakly linked, that is, cannot both be true: two digits of a cell, or one digit in two cells
/// of a house.
#[inline]
pub(crate) fn are_linked(board: Board, one: Candidate, other: Candidate) -> bool {
    if one.digit != other.digit {
        return one.cell == other.cell;
    }
    let (rows, columns) = (one.cell.row().abs_diff(other.cell.row()), one.cell.column().abs_diff(other.cell.column()));
    if rows == 0 || columns == 0 {
        return rows != columns;
    }
    // The comparisons of distances reject most pairs before the slow divisions.
    rows < board.box_height() && columns < board.box_width() && block_of(board, one) == block_of(board, other)
}

fn block_of(board: Board, candidate: Candidate) -> (usize, usize) {
    (candidate.cell.row() / board.box_height(), candidate.cell.column() / board.box_width())
}
