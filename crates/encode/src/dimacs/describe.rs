//! The comment that lets a file be read back with nothing else at hand.
//!
//! One line says the board, scheme, at-most-one encoding and numbering; where the numbering depends on the puzzle, a
//! second one gives that:
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme reduced amo pairwise numbering open
//! c puzzle 1.3...........2.
//! ```

use qedoku_puzzle::Puzzle;
use qedoku_puzzle::board::Board;
use qedoku_puzzle::formats::{self, Format, ReadOptions, WriteOptions};

use crate::{Amo, Encoding, Numbering, Options, Scheme, Variables};

/// What the comments of a file say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The geometry.
    pub board: Board,
    /// Which families of rules.
    pub scheme: Scheme,
    /// How "at most one" is said.
    pub amo: Amo,
    /// The numbers of the x's.
    pub numbering: Numbering,
    /// The question, where the numbering depends on it.
    pub puzzle: Option<Puzzle>,
}

const MARK: &str = "c qedoku 1 ";
const PUZZLE: &str = "c puzzle ";

impl Description {
    /// Describes an encoding.
    pub fn of(encoding: &Encoding) -> Description {
        let Options { scheme, amo, numbering, .. } = encoding.options();
        let puzzle = (numbering == Numbering::Open).then(|| encoding.puzzle().clone());
        Description { board: encoding.puzzle().board(), scheme, amo, numbering, puzzle }
    }

    /// The comment lines, without line ends.
    pub fn lines(&self) -> Vec<String> {
        let Description { board, scheme, amo, numbering, puzzle } = self;
        let (side, height, width) = (board.side(), board.box_height(), board.box_width());
        let marked =
            format!("{MARK}board {side}x{side} boxes {height}x{width} scheme {scheme} amo {amo} numbering {numbering}");
        let puzzle = puzzle.as_ref().map(|puzzle| format!("{PUZZLE}{}", one_line(puzzle)));
        [marked].into_iter().chain(puzzle).collect()
    }

    /// The description among these comment lines, if there is a whole one.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Option<Description> {
        let starting = |mark| lines.iter().find_map(|line| line.as_ref().trim_end().strip_prefix(mark));
        let words: Vec<&str> = starting(MARK)?.split(' ').collect();
        let after = |key| words.iter().position(|word| *word == key).and_then(|place| words.get(place + 1));
        let (height, width) = after("boxes")?.split_once('x')?;
        let board = Board::new(height.parse().ok()?, width.parse().ok()?).ok()?;
        let numbering = after("numbering")?.parse().ok()?;
        let puzzle = match starting(PUZZLE) {
            Some(text) => {
                Some(formats::read_one(text, &ReadOptions { board: Some(board), ..Default::default() }).ok()?)
            }
            None if numbering == Numbering::Open => return None,
            None => None,
        };
        let (scheme, amo) = (after("scheme")?.parse().ok()?, after("amo")?.parse().ok()?);
        Some(Description { board, scheme, amo, numbering, puzzle })
    }

    /// What the variables of the file mean.
    pub fn variables(&self) -> Variables {
        match &self.puzzle {
            Some(puzzle) => Variables::new(puzzle, self.numbering),
            None => Variables::of_board(self.board, self.numbering),
        }
    }
}

fn one_line(puzzle: &Puzzle) -> String {
    let format = if puzzle.has_candidates() { Format::Candidates } else { Format::Line };
    let text = formats::write(puzzle, format, &WriteOptions::default());
    text.expect("every puzzle can be written as a line").trim_end().to_owned()
}
