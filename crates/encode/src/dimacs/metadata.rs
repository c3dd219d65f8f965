//! Metadata comments: they make a CNF file decodable without the puzzle or the options it was written with.
//!
//! The first line names the board, scheme, at-most-one encoding and numbering. If the numbering or the scheme depends on
//! the puzzle, a second line holds its givens. A third line is added for a puzzle with eliminated candidates: one
//! hexadecimal number per cell, in which bit 0 stands for the digit 1.
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme reduced amo pairwise numbering open
//! c puzzle 1.3...........2.
//! c puzzle-allows 1 e 4 f f f f f f f f f f f 2 f
//! ```

use qedoku_puzzle::formats::{self, ReadOptions};
use qedoku_puzzle::{Board, Digit, DigitSet, Puzzle};

use crate::{Amo, Encoding, EncodingOptions, Numbering, Scheme, VariableMap};

/// Metadata of a CNF file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DimacsMetadata {
    /// Geometry of the board.
    pub board: Board,
    /// Clause families that state the rules.
    pub scheme: Scheme,
    /// At-most-one encoding.
    pub amo: Amo,
    /// Numbering of the problem variables.
    pub numbering: Numbering,
    /// The puzzle, if the numbering or the scheme depends on it.
    pub puzzle: Option<Puzzle>,
}

const METADATA_PREFIX: &str = "c qedoku 1 ";
const GIVENS_PREFIX: &str = "c puzzle ";
const CANDIDATES_PREFIX: &str = "c puzzle-allows ";

impl DimacsMetadata {
    /// Metadata of an encoding.
    pub fn for_encoding(encoding: &Encoding) -> DimacsMetadata {
        let EncodingOptions { scheme, amo, numbering, .. } = encoding.options();
        // `open` numbers only open candidates. In `reduced`, propagation adds positive unit clauses that are not givens,
        // so the givens cannot be recovered from the clauses.
        let depends_on_puzzle = numbering == Numbering::Open || scheme == Scheme::REDUCED;
        let puzzle = depends_on_puzzle.then(|| encoding.puzzle().clone());
        DimacsMetadata { board: encoding.puzzle().board(), scheme, amo, numbering, puzzle }
    }

    /// The comment lines, without line ends.
    pub fn lines(&self) -> Vec<String> {
        let DimacsMetadata { board, scheme, amo, numbering, puzzle } = self;
        let (side, height, width) = (board.side(), board.box_height(), board.box_width());
        let first = format!(
            "{METADATA_PREFIX}board {side}x{side} boxes {height}x{width} scheme {scheme} amo {amo} numbering {numbering}"
        );
        let givens = puzzle.as_ref().map(|puzzle| format!("{GIVENS_PREFIX}{}", puzzle.givens()));
        let restricted = puzzle.as_ref().filter(|puzzle| puzzle.has_eliminations());
        let candidates = restricted.map(|puzzle| format!("{CANDIDATES_PREFIX}{}", format_candidates(puzzle)));
        [first].into_iter().chain(givens).chain(candidates).collect()
    }

    /// Finds the metadata among comment lines. Returns `None` if it is missing, incomplete or malformed.
    pub fn parse<S: AsRef<str>>(lines: &[S]) -> Option<DimacsMetadata> {
        let line_after = |prefix| lines.iter().find_map(|line| line.as_ref().trim_end().strip_prefix(prefix));
        let words: Vec<&str> = line_after(METADATA_PREFIX)?.split(' ').collect();
        let value = |key| words.iter().position(|word| *word == key).and_then(|index| words.get(index + 1));
        let (height, width) = value("boxes")?.split_once('x')?;
        let board = Board::new(height.parse().ok()?, width.parse().ok()?).ok()?;
        let (scheme, amo, numbering) =
            (value("scheme")?.parse().ok()?, value("amo")?.parse().ok()?, value("numbering")?.parse().ok()?);
        let puzzle = match (line_after(GIVENS_PREFIX), line_after(CANDIDATES_PREFIX)) {
            // The candidate line contains the givens: a cell with one candidate.
            (_, Some(words)) => Some(parse_candidates(board, words)?),
            (Some(line), None) => Some(parse_givens(board, line)?),
            (None, None) if numbering == Numbering::Open => return None,
            (None, None) => None,
        };
        Some(DimacsMetadata { board, scheme, amo, numbering, puzzle })
    }

    /// The map from variables to candidates that the metadata defines.
    pub fn variables(&self) -> VariableMap {
        match &self.puzzle {
            Some(puzzle) => VariableMap::new(puzzle, self.numbering),
            None => VariableMap::for_board(self.board, self.numbering),
        }
    }
}

fn parse_givens(board: Board, line: &str) -> Option<Puzzle> {
    let options = ReadOptions { board: Some(board), ..ReadOptions::default() };
    formats::read_one(line, &options).ok().filter(|puzzle| puzzle.board() == board)
}

/// The candidates of each cell as a hexadecimal number. Boards have up to 144 digits, so the numbers are formatted
/// nibble by nibble.
fn format_candidates(puzzle: &Puzzle) -> String {
    let contains = |set: &DigitSet, index: usize| Digit::new(index + 1).is_some_and(|digit| set.contains(digit));
    let hexadecimal = |cell| {
        let allowed = puzzle.allowed(cell);
        let nibble = |from: usize| (0..4).filter(|bit| contains(&allowed, from + bit)).map(|bit| 1 << bit).sum::<u32>();
        let text: String =
            (0..Board::MAX_SIDE).step_by(4).rev().filter_map(|from| char::from_digit(nibble(from), 16)).collect();
        let significant = text.trim_start_matches('0');
        if significant.is_empty() { "0".to_owned() } else { significant.to_owned() }
    };
    puzzle.board().cells().map(hexadecimal).collect::<Vec<_>>().join(" ")
}

/// Parses the output of [`format_candidates`]: one number per cell, without bits above the largest digit.
fn parse_candidates(board: Board, words: &str) -> Option<Puzzle> {
    let parse_set = |word: &str| -> Option<DigitSet> {
        let mut set = DigitSet::EMPTY;
        for (index, nibble) in word.chars().rev().enumerate() {
            let nibble = nibble.to_digit(16)?;
            for bit in (0..4).filter(|bit| nibble >> bit & 1 == 1) {
                set.insert(Digit::new(4 * index + bit + 1).filter(|digit| digit.get() <= board.side())?);
            }
        }
        Some(set)
    };
    let allowed: Vec<DigitSet> = words.split(' ').map(parse_set).collect::<Option<_>>()?;
    (allowed.len() == board.cell_count()).then(|| Puzzle::with_candidates(board, allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(puzzle: &Puzzle, numbering: Numbering) -> DimacsMetadata {
        DimacsMetadata::for_encoding(
            &Encoding::new(puzzle, EncodingOptions { numbering, ..EncodingOptions::default() }).unwrap(),
        )
    }

    #[test]
    fn metadata_survives_a_round_trip() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        for (numbering, _) in Numbering::ALL {
            let metadata = metadata(&puzzle, numbering);
            assert_eq!(DimacsMetadata::parse(&metadata.lines()), Some(metadata));
        }
    }

    #[test]
    fn candidates_survive_a_round_trip_on_every_board_size() {
        for side in [4, 9, 36, 144] {
            let board = Board::of_side(side).unwrap();
            let mut allowed = vec![DigitSet::all(side); board.cell_count()];
            allowed[1] = DigitSet::only(Digit::new(side).unwrap());
            allowed[2].remove(Digit::new(1).unwrap());
            allowed[3] = DigitSet::EMPTY;
            let metadata = metadata(&Puzzle::with_candidates(board, allowed), Numbering::Open);
            assert_eq!(DimacsMetadata::parse(&metadata.lines()), Some(metadata));
        }
    }

    #[test]
    fn malformed_metadata_is_ignored() {
        let line = "c qedoku 1 board 4x4 boxes 2x2 scheme reduced amo pairwise numbering open";
        assert_eq!(DimacsMetadata::parse(&[line]), None);
        assert_eq!(DimacsMetadata::parse(&[line, "c puzzle 1.3."]), None);
        assert_eq!(DimacsMetadata::parse(&[line, "c puzzle-allows 1 2 3"]), None);
        assert_eq!(DimacsMetadata::parse(&[&line.replace("2x2", "0x9")]), None);
        assert_eq!(DimacsMetadata::parse(&["c some file"]), None);
    }
}
