//! SAT solver output: no input makes the parser panic, and a model whose numbering is detected decodes to a solution.

use qedoku_encode::model::{Model, SolverOutput, detect_numbering};
use qedoku_encode::{Numbering, VariableMap};
use qedoku_puzzle::{Board, Grid, Puzzle, referee};

/// Parses the input as the output of a solver and decodes its models.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let first = SolverOutput::parse(&text);
    let Ok(all) = SolverOutput::parse_all(&text) else {
        assert!(first.is_err());
        return;
    };
    assert_eq!(first.as_ref(), Ok(&all[0]));
    for output in &all {
        if let SolverOutput::Satisfiable(model) = output {
            check_model(model);
        }
    }
}

fn check_model(model: &Model) {
    assert!(model.literals().windows(2).all(|pair| pair[0].var() < pair[1].var()));
    if let Ok(variables) = detect_numbering(model, None, None) {
        let grid = model.decode(&variables).expect("a model with a detected numbering is a grid");
        assert_eq!(referee::check(&empty_puzzle(variables.board()), &grid), Ok(()));
    }
    for (height, width) in [(2, 2), (2, 3), (3, 3)] {
        let board = Board::new(height, width).expect("a board");
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            // Decoding may return any grid or error, but must not panic.
            let _ = model.decode(&VariableMap::for_board(board, numbering));
            let _ = detect_numbering(model, Some(board), Some(numbering));
        }
    }
}

fn empty_puzzle(board: Board) -> Puzzle {
    Puzzle::new(Grid::empty(board))
}
