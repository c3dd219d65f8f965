//! Benchmark set: puzzles as text in memory, to be parsed while the clock runs.

use qedoku::formats::{self, Format, ReadOptions, WriteOptions};
use qedoku::{Board, Puzzle};

/// The puzzles of a file.
pub struct BenchmarkSet {
    /// Name of the file.
    pub name: String,
    /// Number of puzzles that could not be read and are not in the set.
    pub unreadable: usize,
    /// 9x9 puzzles without candidates, in lines of [`LINE_BYTES`] each: a batch of them is a slice.
    classic: String,
    /// All other puzzles.
    others: Vec<PuzzleText>,
}

/// A puzzle as text, and the board that is needed to parse it.
#[derive(Clone)]
pub(super) struct PuzzleText {
    text: String,
    board: Board,
}

/// Length of the line of a 9x9 puzzle: 81 cells and the line end.
pub(super) const LINE_BYTES: usize = 82;

impl BenchmarkSet {
    /// An empty set.
    pub fn new(name: impl Into<String>) -> BenchmarkSet {
        BenchmarkSet { name: name.into(), unreadable: 0, classic: String::new(), others: Vec::new() }
    }

    /// Adds a puzzle.
    pub fn push(&mut self, puzzle: &Puzzle) {
        if is_classic(puzzle) {
            self.classic.push_str(&formats::line(puzzle.givens()));
            self.classic.push('\n');
        } else {
            self.others.push(PuzzleText::new(puzzle));
        }
    }

    /// Number of puzzles.
    pub fn len(&self) -> usize {
        self.classic.len() / LINE_BYTES + self.others.len()
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lines of [`LINE_BYTES`] bytes, if all puzzles are 9x9 without candidates.
    pub(super) fn classic_lines(&self) -> Option<&[u8]> {
        self.others.is_empty().then_some(self.classic.as_bytes())
    }

    /// At most `max` puzzles, evenly spaced.
    pub(super) fn sample(&self, max: usize) -> Vec<PuzzleText> {
        let count = self.len().min(max);
        (0..count).map(|index| self.get(index * self.len() / count)).collect()
    }

    /// The puzzle with this index; those that are not classic come first.
    fn get(&self, index: usize) -> PuzzleText {
        match index.checked_sub(self.others.len()) {
            None => self.others[index].clone(),
            Some(line) => PuzzleText::from_line(&self.classic[line * LINE_BYTES..][..LINE_BYTES - 1]),
        }
    }
}

impl PuzzleText {
    fn from_line(line: &str) -> PuzzleText {
        PuzzleText { text: line.to_owned(), board: Board::CLASSIC }
    }

    fn new(puzzle: &Puzzle) -> PuzzleText {
        let format = if puzzle.has_eliminations() { Format::CandidateGrid } else { Format::Line };
        let text = formats::write(puzzle, format, &WriteOptions::default());
        // Boards with more digits than there are symbols can only be written with numbers.
        let text = text.or_else(|_| formats::write(puzzle, Format::Candidates, &WriteOptions::default()));
        PuzzleText { text: text.expect("every puzzle can be written as candidates"), board: puzzle.board() }
    }

    /// Parses the puzzle.
    pub(super) fn parse(&self) -> Puzzle {
        let options = ReadOptions { board: Some(self.board), ..ReadOptions::default() };
        formats::read_one(&self.text, &options).expect("a puzzle that was written can be read")
    }
}

/// Whether a line of 81 digits and blanks describes the puzzle completely.
fn is_classic(puzzle: &Puzzle) -> bool {
    puzzle.board() == Board::CLASSIC && !puzzle.has_eliminations()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_evenly_spaced_over_puzzles_of_both_kinds() {
        let mut set = BenchmarkSet::new("mixed");
        let classic: Puzzle = ".".repeat(81).parse().unwrap();
        let small: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        for puzzle in [&classic, &small, &classic, &small] {
            set.push(puzzle);
        }
        assert_eq!(set.len(), 4);
        assert!(set.classic_lines().is_none());
        let sides = |max| set.sample(max).iter().map(|text| text.parse().board().side()).collect::<Vec<_>>();
        assert_eq!(sides(9), [4, 4, 9, 9]);
        assert_eq!(sides(2), [4, 9]);
    }
}
