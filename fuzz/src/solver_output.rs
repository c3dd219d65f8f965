//! What solvers print: no text makes the reader panic, and a model that is recognised is a solved grid.

use qedoku_encode::model::{Model, Output, recognise};
use qedoku_encode::{Numbering, Variables};
use qedoku_puzzle::{Board, Grid, Puzzle, referee};

/// Reads the input as a solver's output and decodes its models.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let first = Output::read(&text);
    let Ok(all) = Output::read_all(&text) else {
        assert!(first.is_err());
        return;
    };
    assert_eq!(first.as_ref(), Ok(&all[0]));
    for output in &all {
        if let Output::Satisfiable(model) = output {
            check_model(model);
        }
    }
}

fn check_model(model: &Model) {
    assert!(model.literals().windows(2).all(|pair| pair[0].var() < pair[1].var()));
    if let Ok(variables) = recognise(model, None, None) {
        let grid = model.grid(&variables).expect("a model that is recognised is a grid");
        assert_eq!(referee::check(&empty(variables.board()), &grid), Ok(()));
    }
    for (height, width) in [(2, 2), (2, 3), (3, 3)] {
        let board = Board::new(height, width).expect("a board");
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            // Any grid or error will do: which of them is a solution, the referee says.
            let _ = model.grid(&Variables::of_board(board, numbering));
            let _ = recognise(model, Some(board), Some(numbering));
        }
    }
}

fn empty(board: Board) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}
