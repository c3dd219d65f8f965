//! Answers of constraint solvers: no input makes the parser panic, and every parsed grid is complete.

use qedoku_encode::languages::{self, Language, SolverReply};
use qedoku_puzzle::Board;

/// Parses the text as an answer in every language, with and without a board.
pub fn check(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let _ = languages::detect_language(text);
    let languages = Language::ALL.iter().map(|(language, _)| Some(*language)).chain([None]);
    for language in languages {
        for board in [None, Some(Board::CLASSIC), Board::of_side(4).ok()] {
            if let Ok(SolverReply::Solved(grid)) = SolverReply::parse(text, language, board) {
                assert!(grid.is_full(), "{grid}");
                assert!(board.is_none_or(|board| board == grid.board()), "{grid}");
            }
        }
    }
}
