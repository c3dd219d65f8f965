//! The comment that lets a file be read back with nothing else at hand.
//!
//! One line says the board, scheme, at-most-one encoding and numbering. Where the numbering or the scheme depends on the
//! puzzle, a second one gives its givens, and a third one what else it came with: for each cell the digits that it
//! allows, as a hexadecimal number with bit 0 for the digit 1.
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme reduced amo pairwise numbering open
//! c puzzle 1.3...........2.
//! c puzzle-allows 1 e 4 f f f f f f f f f f f 2 f
//! ```

use qedoku_puzzle::formats::{self, ReadOptions};
use qedoku_puzzle::{Board, Digit, DigitSet, Puzzle};

use crate::{Amo, Encoding, EncodingOptions, Numbering, Scheme, VariableMap};

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
    /// The question, where the numbering or the scheme depends on it.
    pub puzzle: Option<Puzzle>,
}

const MARK: &str = "c qedoku 1 ";
const PUZZLE: &str = "c puzzle ";
const ALLOWS: &str = "c puzzle-allows ";

impl Description {
    /// Describes an encoding.
    pub fn of(encoding: &Encoding) -> Description {
        let EncodingOptions { scheme, amo, numbering, .. } = encoding.options();
        // In `reduced`, not every positive unit clause is a given: a reader could not tell what was asked.
        let depends = numbering == Numbering::Open || scheme == Scheme::Reduced;
        let puzzle = depends.then(|| encoding.puzzle().clone());
        Description { board: encoding.puzzle().board(), scheme, amo, numbering, puzzle }
    }

    /// The comment lines, without line ends.
    pub fn lines(&self) -> Vec<String> {
        let Description { board, scheme, amo, numbering, puzzle } = self;
        let (side, height, width) = (board.side(), board.box_height(), board.box_width());
        let marked =
            format!("{MARK}board {side}x{side} boxes {height}x{width} scheme {scheme} amo {amo} numbering {numbering}");
        let givens = puzzle.as_ref().map(|puzzle| format!("{PUZZLE}{}", puzzle.givens()));
        let restricted = puzzle.as_ref().filter(|puzzle| puzzle.has_candidates());
        let allows = restricted.map(|puzzle| format!("{ALLOWS}{}", words(puzzle)));
        [marked].into_iter().chain(givens).chain(allows).collect()
    }

    /// The description among these comment lines, if there is a whole one.
    pub fn read<S: AsRef<str>>(lines: &[S]) -> Option<Description> {
        let starting = |mark| lines.iter().find_map(|line| line.as_ref().trim_end().strip_prefix(mark));
        let words: Vec<&str> = starting(MARK)?.split(' ').collect();
        let after = |key| words.iter().position(|word| *word == key).and_then(|place| words.get(place + 1));
        let (height, width) = after("boxes")?.split_once('x')?;
        let board = Board::new(height.parse().ok()?, width.parse().ok()?).ok()?;
        let (scheme, amo, numbering) =
            (after("scheme")?.parse().ok()?, after("amo")?.parse().ok()?, after("numbering")?.parse().ok()?);
        let puzzle = match (starting(PUZZLE), starting(ALLOWS)) {
            (_, Some(words)) => Some(puzzle_of_words(board, words)?),
            (Some(line), None) => Some(puzzle_of_line(board, line)?),
            (None, None) if numbering == Numbering::Open => return None,
            (None, None) => None,
        };
        Some(Description { board, scheme, amo, numbering, puzzle })
    }

    /// What the variables of the file mean.
    pub fn variables(&self) -> VariableMap {
        match &self.puzzle {
            Some(puzzle) => VariableMap::new(puzzle, self.numbering),
            None => VariableMap::for_board(self.board, self.numbering),
        }
    }
}

fn puzzle_of_line(board: Board, line: &str) -> Option<Puzzle> {
    let options = ReadOptions { board: Some(board), ..ReadOptions::default() };
    formats::read_one(line, &options).ok().filter(|puzzle| puzzle.board() == board)
}

/// The digits that each cell allows, as hexadecimal numbers.
fn words(puzzle: &Puzzle) -> String {
    let holds = |set: &DigitSet, index: usize| Digit::new(index + 1).is_some_and(|digit| set.contains(digit));
    let word = |cell| {
        let allowed = puzzle.allowed(cell);
        let nibble = |from: usize| (0..4).filter(|bit| holds(&allowed, from + bit)).map(|bit| 1 << bit).sum::<u32>();
        let text: String =
            (0..Board::MAX_SIDE).step_by(4).rev().filter_map(|from| char::from_digit(nibble(from), 16)).collect();
        let short = text.trim_start_matches('0');
        if short.is_empty() { "0".to_owned() } else { short.to_owned() }
    };
    puzzle.board().cells().map(word).collect::<Vec<_>>().join(" ")
}

/// The puzzle that these numbers allow, if there is one per cell and none has a digit too many.
fn puzzle_of_words(board: Board, words: &str) -> Option<Puzzle> {
    let set = |word: &str| -> Option<DigitSet> {
        let mut set = DigitSet::EMPTY;
        for (place, nibble) in word.chars().rev().enumerate() {
            let nibble = nibble.to_digit(16)?;
            for bit in (0..4).filter(|bit| nibble >> bit & 1 == 1) {
                set.insert(Digit::new(4 * place + bit + 1).filter(|digit| digit.get() <= board.side())?);
            }
        }
        Some(set)
    };
    let allowed: Vec<DigitSet> = words.split(' ').map(set).collect::<Option<_>>()?;
    (allowed.len() == board.cell_count()).then(|| Puzzle::with_candidates(board, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(puzzle: &Puzzle, numbering: Numbering) -> Description {
        Description::of(&Encoding::new(puzzle, EncodingOptions { numbering, ..EncodingOptions::default() }).unwrap())
    }

    #[test]
    fn a_description_reads_back_as_it_was() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        for (numbering, _) in Numbering::ALL {
            let description = described(&puzzle, numbering);
            assert_eq!(Description::read(&description.lines()), Some(description));
        }
    }

    #[test]
    fn candidates_are_part_of_it_at_every_size() {
        for side in [4, 9, 36, 144] {
            let board = Board::of_side(side).unwrap();
            let mut allowed = vec![DigitSet::all(side); board.cell_count()];
            allowed[1] = DigitSet::only(Digit::new(side).unwrap());
            allowed[2].remove(Digit::new(1).unwrap());
            allowed[3] = DigitSet::EMPTY;
            let description = described(&Puzzle::with_candidates(board, allowed), Numbering::Open);
            assert_eq!(Description::read(&description.lines()), Some(description));
        }
    }

    #[test]
    fn a_broken_description_is_none() {
        let line = "c qedoku 1 board 4x4 boxes 2x2 scheme reduced amo pairwise numbering open";
        assert_eq!(Description::read(&[line]), None);
        assert_eq!(Description::read(&[line, "c puzzle 1.3."]), None);
        assert_eq!(Description::read(&[line, "c puzzle-allows 1 2 3"]), None);
        assert_eq!(Description::read(&[&line.replace("2x2", "0x9")]), None);
        assert_eq!(Description::read(&["c some file"]), None);
    }
}
