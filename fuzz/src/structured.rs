//! The property that the targets of structured formats share.

use qedoku_puzzle::formats::{self, Format, ReadOptions, WriteOptions};

/// Most puzzles of an input. A character can be at most one puzzle of a list.
const MAX_PUZZLES: usize = 10_000;

/// Reads the text by detection and by the names of the formats. The givens and candidates of what is read survive a round trip.
pub fn check(data: &[u8], names: &[Format]) {
    let text = String::from_utf8_lossy(data);
    let lines = text.split('\n').count();
    for format in [None].into_iter().chain(names.iter().copied().map(Some)) {
        let options = ReadOptions { format, ..ReadOptions::default() };
        for (index, item) in formats::read(&text, &options).enumerate() {
            assert!(index < MAX_PUZZLES, "too many puzzles");
            match item {
                Ok(record) => {
                    assert!((1..=lines).contains(&record.line));
                    names.iter().for_each(|format| round_trip(&record.puzzle, *format));
                }
                Err(error) => {
                    assert!((1..=lines).contains(&error.line), "{error} in a text of {lines} lines");
                    assert!(
                        !error.message.is_empty() && !error.message.contains('\n'),
                        "an error is one line: {error}"
                    );
                }
            }
        }
    }
}

fn round_trip(puzzle: &qedoku_puzzle::Puzzle, format: Format) {
    let Ok(text) = formats::write(puzzle, format, &WriteOptions::default()) else { return };
    let read = formats::read_one(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(read.givens(), puzzle.givens(), "{text}");
    if puzzle.given_conflicts().next().is_none() {
        assert_eq!(read.initial_candidates(), puzzle.initial_candidates(), "{text}");
    }
}
