//! Which board and numbering a bare model has, from its literals alone.
//!
//! A reading (board, numbering) is right if exactly one x of each cell is true and every house holds every digit. That
//! is strict enough: an n x n model makes one in n of its x's true, so as `rowmajor` of another side m it has m³/n true
//! x's instead of m², and in `base` a smaller board would need a whole corner of small digits. Extra variables may be
//! true or false as they like.
//!
//! Sides are tried from 4 to 144. Boxes are first taken as usual ([`Board::of_side`]); other shapes count only if those
//! do not fit, since the digits in the grid are the same anyway.

use qedoku_puzzle::referee::{self, Fault};
use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle};

use super::{DecodeError, Model};
use crate::{Numbering, Var, VariableMap};

/// The x's of a model, found by trying every reading; board or numbering may be known already.
///
/// `open` numbers the candidates of a puzzle, so it cannot be recognised: with that as the known numbering, or with no
/// fitting reading, this is an error.
pub fn recognise(
    model: &Model,
    board: Option<Board>,
    numbering: Option<Numbering>,
) -> Result<VariableMap, DecodeError> {
    let positive: Vec<Var> = model.literals().iter().filter(|lit| lit.is_positive()).map(|lit| lit.var()).collect();
    if model.is_empty() {
        return Err(DecodeError::NoLiterals);
    }
    let mut fitting = Vec::new();
    let mut near = None;
    for (board, numbering) in readings(board, numbering) {
        let variables = VariableMap::for_board(board, numbering);
        let Some(grid) = one_per_cell(&positive, &variables) else { continue };
        match fault(&grid) {
            None => fitting.push(variables),
            Some(fault) => near = near.or(Some((board, numbering, fault))),
        }
    }
    prefer_usual_boxes(&mut fitting);
    match fitting.len() {
        0 => Err(DecodeError::Unrecognised(near)),
        1 => Ok(fitting.remove(0)),
        _ => Err(DecodeError::Ambiguous(fitting.iter().map(|one| (one.board(), one.numbering())).collect())),
    }
}

fn readings(board: Option<Board>, numbering: Option<Numbering>) -> impl Iterator<Item = (Board, Numbering)> {
    let boards = board.map_or_else(all_boards, |board| vec![board]);
    let known = move |one: &Numbering| numbering.is_none_or(|numbering| numbering == *one);
    let numberings = [Numbering::RowMajor, Numbering::Base].into_iter().filter(known);
    numberings.flat_map(move |numbering| boards.clone().into_iter().map(move |board| (board, numbering)))
}

/// Side by side, the usual boxes of each first.
fn all_boards() -> Vec<Board> {
    let boards_of = |side: usize| {
        let shapes = (2..=side / 2).filter(move |height| side.is_multiple_of(*height));
        let mut boards: Vec<Board> = shapes.filter_map(|height| Board::new(height, side / height).ok()).collect();
        boards.sort_by_key(|board| Some(*board) != Board::of_side(side).ok());
        boards
    };
    (4..=Board::MAX_SIDE).flat_map(boards_of).collect()
}

/// The grid, if every cell has exactly one true x.
fn one_per_cell(positive: &[Var], variables: &VariableMap) -> Option<Grid> {
    let board = variables.board();
    let within = &positive[..positive.partition_point(|var| var.get() <= variables.max_var())];
    if within.len() < board.cell_count() {
        return None;
    }
    let mut grid = Grid::empty(board);
    for (cell, digit) in within.iter().filter_map(|var| variables.candidate(*var)) {
        put_first(&mut grid, cell, digit)?;
    }
    grid.is_full().then_some(grid)
}

fn put_first(grid: &mut Grid, cell: Cell, digit: Digit) -> Option<()> {
    grid.get(cell).is_none().then(|| grid.set(cell, digit))
}

fn fault(grid: &Grid) -> Option<Fault> {
    referee::check(&Puzzle::new(Grid::empty(grid.board())), grid).err()
}

/// Drops a reading whose digits are the same as those of the usual boxes.
fn prefer_usual_boxes(fitting: &mut Vec<VariableMap>) {
    let usual = |one: &VariableMap| Board::of_side(one.board().side()) == Ok(one.board());
    let key = |one: &VariableMap| (one.board().side(), one.numbering());
    let kept: Vec<_> = fitting.iter().filter(|one| usual(one)).map(key).collect();
    fitting.retain(|one| usual(one) || !kept.contains(&key(one)));
}
