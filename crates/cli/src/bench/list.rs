//! A list of puzzles as text in memory, ready to be read while the clock runs.

use qedoku::formats::{self, Format, ReadOptions, WriteOptions};
use qedoku::{Board, Puzzle};

use crate::args::Common;
use crate::input::{Inputs, Source};
use crate::output::complain;

/// The puzzles of a file.
pub(crate) struct List {
    pub(crate) name: String,
    /// How many could not be read.
    pub(crate) bad: usize,
    texts: Texts,
}

/// Puzzles as text.
enum Texts {
    /// Lines of [`LINE`] bytes.
    Classic(String),
    /// Any boards.
    Others(Vec<Text>),
}

/// A puzzle as text, and what must be known to read it.
#[derive(Clone)]
pub(crate) struct Text {
    text: String,
    board: Board,
}

/// The length of a line with a 9x9: 81 cells and the end.
pub(crate) const LINE: usize = 82;

impl List {
    /// The puzzles of a text; what cannot be read is told and counted.
    pub(crate) fn read(source: &Source, input: &Inputs, common: &Common) -> List {
        let (mut bad, mut classic, mut others) = (0, String::new(), Vec::new());
        for item in input.items(std::slice::from_ref(source), common) {
            match item.record {
                Ok(record) if is_classic(&record.puzzle) => {
                    classic.push_str(&formats::line(record.puzzle.givens()));
                    classic.push('\n');
                }
                Ok(record) => others.push(Text::of(&record.puzzle)),
                Err(error) => {
                    bad += 1;
                    complain(&source.at(&error));
                }
            }
        }
        let texts = if others.is_empty() {
            Texts::Classic(classic)
        } else {
            others.extend(classic.lines().map(Text::of_line));
            Texts::Others(others)
        };
        List { name: source.name.clone(), bad, texts }
    }

    /// How many puzzles.
    pub(crate) fn count(&self) -> usize {
        match &self.texts {
            Texts::Classic(lines) => lines.len() / LINE,
            Texts::Others(texts) => texts.len(),
        }
    }

    /// The lines, if all puzzles are 9x9 without candidates.
    pub(crate) fn lines(&self) -> Option<&[u8]> {
        match &self.texts {
            Texts::Classic(lines) => Some(lines.as_bytes()),
            Texts::Others(_) => None,
        }
    }

    /// Up to so many puzzles, evenly chosen.
    pub(crate) fn sample(&self, most: usize) -> Vec<Text> {
        let count = self.count().min(most);
        let places = (0..count).map(|place| place * self.count() / count);
        match &self.texts {
            Texts::Classic(lines) => places.map(|place| Text::of_line(&lines[place * LINE..][..LINE - 1])).collect(),
            Texts::Others(texts) => places.map(|place| texts[place].clone()).collect(),
        }
    }
}

impl Text {
    fn of_line(line: &str) -> Text {
        Text { text: line.to_owned(), board: Board::CLASSIC }
    }

    fn of(puzzle: &Puzzle) -> Text {
        let format = if puzzle.has_eliminations() { Format::CandidateGrid } else { Format::Line };
        let text = formats::write(puzzle, format, &WriteOptions::default());
        let text = text.or_else(|_| formats::write(puzzle, Format::Candidates, &WriteOptions::default()));
        Text { text: text.expect("every puzzle can be written"), board: puzzle.board() }
    }

    /// Reads it.
    pub(crate) fn puzzle(&self) -> Puzzle {
        let options = ReadOptions { board: Some(self.board), ..ReadOptions::default() };
        formats::read_one(&self.text, &options).expect("what was written can be read")
    }
}

/// Whether a line of digits and blanks says all.
fn is_classic(puzzle: &Puzzle) -> bool {
    puzzle.board() == Board::CLASSIC && !puzzle.has_eliminations()
}
