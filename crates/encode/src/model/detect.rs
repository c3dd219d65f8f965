//! Detection of the board and numbering of a model, from its literals alone.
//!
//! An interpretation (board, numbering) is accepted if exactly one variable of each cell is true and every house holds
//! every digit. This is strict enough to be unambiguous in practice:
//! - `rowmajor`: an n x n model makes one in n of its variables true. Interpreted with another side m, it has m³/n true
//!   variables instead of the m² required.
//! - `base`: a smaller board would need a whole corner of small digits.
//!
//! Auxiliary variables may have any value.
//!
//! All sides from 4 to 144 are tried. For each side, the default box shape ([`Board::of_side`]) is preferred; other
//! shapes count only if it does not fit, because the digits of the grid are the same.

use qedoku_puzzle::referee::{self, SolutionError};
use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle};

use super::{GridDecodeError, Model};
use crate::{Numbering, Var, VariableMap};

/// Detects the board and numbering of a model by trying every interpretation. Either may be given.
///
/// The numbering `open` depends on the puzzle, so it is never detected, and giving it is an error.
pub fn detect_numbering(
    model: &Model,
    board: Option<Board>,
    numbering: Option<Numbering>,
) -> Result<VariableMap, GridDecodeError> {
    let positive: Vec<Var> = model.literals().iter().filter(|lit| lit.is_positive()).map(|lit| lit.var()).collect();
    if model.is_empty() {
        return Err(GridDecodeError::NoLiterals);
    }
    let mut accepted = Vec::new();
    let mut nearest = None;
    for (board, numbering) in interpretations(board, numbering) {
        let variables = VariableMap::for_board(board, numbering);
        let Some(grid) = grid_with_one_digit_per_cell(&positive, &variables) else { continue };
        match find_fault(&grid) {
            None => accepted.push(variables),
            Some(fault) => nearest = nearest.or(Some((board, numbering, fault))),
        }
    }
    prefer_default_boxes(&mut accepted);
    match accepted.len() {
        0 => Err(GridDecodeError::NoInterpretation(nearest)),
        1 => Ok(accepted.remove(0)),
        _ => Err(GridDecodeError::Ambiguous(accepted.iter().map(|one| (one.board(), one.numbering())).collect())),
    }
}

fn interpretations(board: Option<Board>, numbering: Option<Numbering>) -> impl Iterator<Item = (Board, Numbering)> {
    let boards = board.map_or_else(all_boards, |board| vec![board]);
    let is_possible = move |one: &Numbering| numbering.is_none_or(|numbering| numbering == *one);
    let numberings = [Numbering::RowMajor, Numbering::Base].into_iter().filter(is_possible);
    numberings.flat_map(move |numbering| boards.clone().into_iter().map(move |board| (board, numbering)))
}

/// All boards by ascending side.
fn all_boards() -> Vec<Board> {
    (4..=Board::MAX_SIDE).flat_map(boards_of_side).collect()
}

/// All boards of a side, the default box shape first.
pub(crate) fn boards_of_side(side: usize) -> Vec<Board> {
    let shapes = (2..=side / 2).filter(move |height| side.is_multiple_of(*height));
    let mut boards: Vec<Board> = shapes.filter_map(|height| Board::new(height, side / height).ok()).collect();
    boards.sort_by_key(|board| Some(*board) != Board::of_side(side).ok());
    boards
}

/// The grid, if exactly one variable of each cell is true.
fn grid_with_one_digit_per_cell(positive: &[Var], variables: &VariableMap) -> Option<Grid> {
    let board = variables.board();
    let in_range = &positive[..positive.partition_point(|var| var.get() <= variables.max_var())];
    if in_range.len() < board.cell_count() {
        return None;
    }
    let mut grid = Grid::empty(board);
    for (cell, digit) in in_range.iter().filter_map(|var| variables.candidate(*var)) {
        place_first(&mut grid, cell, digit)?;
    }
    grid.is_full().then_some(grid)
}

fn place_first(grid: &mut Grid, cell: Cell, digit: Digit) -> Option<()> {
    grid.get(cell).is_none().then(|| grid.set(cell, digit))
}

/// The first violated rule of a grid, whatever the givens.
pub(crate) fn find_fault(grid: &Grid) -> Option<SolutionError> {
    referee::check(&Puzzle::new(Grid::empty(grid.board())), grid).err()
}

/// Removes interpretations that differ from one with default boxes only in the box shape.
fn prefer_default_boxes(accepted: &mut Vec<VariableMap>) {
    let is_default = |one: &VariableMap| Board::of_side(one.board().side()) == Ok(one.board());
    let key = |one: &VariableMap| (one.board().side(), one.numbering());
    let defaults: Vec<_> = accepted.iter().filter(|one| is_default(one)).map(key).collect();
    accepted.retain(|one| is_default(one) || !defaults.contains(&key(one)));
}
