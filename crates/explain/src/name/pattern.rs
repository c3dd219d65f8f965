//! The sets of a step with the candidates that they have.

use std::ops::Range;

use qedoku_puzzle::house_tables::HouseTables;
use qedoku_puzzle::{Board, Candidate, Digit, House, HouseKind};

use crate::position::Position;
use crate::step::ExactlyOne;

/// Sets, each with its candidates that are still possible.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) board: Board,
    sets: Vec<(ExactlyOne, Range<usize>)>,
    /// The candidates of the first set, then of the second, and so on.
    members: Vec<Candidate>,
}

impl Pattern {
    pub(crate) fn new(position: &Position, sets: impl ExactSizeIterator<Item = ExactlyOne>) -> Pattern {
        let mut members = Vec::with_capacity(4 * sets.len());
        let tables = HouseTables::of(position.board());
        let sets = sets.map(|set| {
            let start = members.len();
            push_left(position, tables, set, &mut members);
            (set, start..members.len())
        });
        let sets = sets.collect();
        Pattern { board: position.board(), sets, members }
    }

    /// The number of sets.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The sets in the order in which they came.
    pub(crate) fn sets(&self) -> impl Iterator<Item = ExactlyOne> + Clone {
        self.sets.iter().map(|(set, _)| *set)
    }

    /// One of the sets.
    pub(crate) fn set(&self, index: usize) -> ExactlyOne {
        self.sets[index].0
    }

    /// The candidates of one of the sets.
    pub(crate) fn members(&self, index: usize) -> &[Candidate] {
        &self.members[self.sets[index].1.clone()]
    }

    /// The candidates of all sets; one that is in two sets is there twice.
    pub(crate) fn all(&self) -> &[Candidate] {
        &self.members
    }

    /// Whether all sets are cells.
    pub(crate) fn is_cells(&self) -> bool {
        self.sets().all(|set| matches!(set, ExactlyOne::Cell(_)))
    }

    /// The digit, if all sets are places of one digit.
    pub(crate) fn digit(&self) -> Option<Digit> {
        let digit = |set| if let ExactlyOne::HouseDigit(_, digit) = set { Some(digit) } else { None };
        let first = digit(self.set(0))?;
        self.sets().all(|set| digit(set) == Some(first)).then_some(first)
    }

    /// The house, if all sets are places in one house.
    pub(crate) fn house(&self) -> Option<House> {
        let first = house(self.set(0))?;
        self.sets().all(|set| house(set) == Some(first)).then_some(first)
    }

    /// Rows or columns, if all sets are places in rows, or all are places in columns.
    pub(crate) fn lines(&self) -> Option<HouseKind> {
        let kind = house(self.set(0))?.kind();
        let is_same = self.sets().all(|set| house(set).is_some_and(|house| house.kind() == kind));
        (is_same && kind != HouseKind::Block).then_some(kind)
    }
}

fn house(set: ExactlyOne) -> Option<House> {
    if let ExactlyOne::HouseDigit(house, _) = set { Some(house) } else { None }
}

/// As [`Position::left`], without a division for each cell of a box.
fn push_left(position: &Position, tables: &HouseTables, set: ExactlyOne, members: &mut Vec<Candidate>) {
    let board = position.board();
    match set {
        ExactlyOne::Cell(cell) => {
            members.extend(position.candidates(cell).iter().map(|digit| Candidate::new(cell, digit)));
        }
        ExactlyOne::HouseDigit(house, digit) => {
            let number = house.kind() as usize * board.side() + house.index();
            let allows = |cell: &u16| position.candidates_of_all()[usize::from(*cell)].contains(digit);
            let left = tables.cells_of(number).iter().enumerate().filter(|(_, cell)| allows(cell));
            members.extend(left.map(|(place, _)| Candidate::new(board.cell_of(house, place), digit)));
        }
    }
}

/// Whether two candidates cannot both be true: two digits of a cell, or the same digit in two cells of a house.
#[inline]
pub(crate) fn linked(board: Board, one: Candidate, other: Candidate) -> bool {
    if one.digit != other.digit {
        return one.cell == other.cell;
    }
    let (rows, columns) = (one.cell.row().abs_diff(other.cell.row()), one.cell.column().abs_diff(other.cell.column()));
    if rows == 0 || columns == 0 {
        return rows != columns;
    }
    // Divisions are slow, so they come last.
    rows < board.box_height() && columns < board.box_width() && block(board, one) == block(board, other)
}

fn block(board: Board, candidate: Candidate) -> (usize, usize) {
    (candidate.cell.row() / board.box_height(), candidate.cell.column() / board.box_width())
}
