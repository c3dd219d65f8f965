//! JSON, XML, links and HoDoKu lines that were damaged: they are refused with a place, or what is read survives a round trip.

use qedoku_puzzle::formats::{self, Format, ReadOptions, WriteOptions};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, DigitSet, Grid, Puzzle};

const STRUCTURED: [Format; 8] = [
    Format::Json,
    Format::Hodoku,
    Format::SudokuWiki,
    Format::SudokuExchange,
    Format::FPuzzles,
    Format::SudokuPad,
    Format::OpenSudoku,
    Format::KSudoku,
];

/// A 9x9 puzzle with or without eliminated candidates.
fn random_puzzle(rng: &mut Rng) -> Puzzle {
    let solution = Grid::cyclic_shift(Board::CLASSIC);
    let mut givens = solution.clone();
    Board::CLASSIC.cells().filter(|_| rng.below(3) > 0).for_each(|cell| givens.set(cell, None));
    let plain = Puzzle::new(givens);
    if rng.below(2) == 0 {
        return plain;
    }
    let allowed = Board::CLASSIC.cells().map(|cell| {
        let kept = plain.allowed(cell).iter().filter(|_| rng.below(4) > 0).collect::<DigitSet>();
        kept | DigitSet::only(solution.get(cell).unwrap())
    });
    Puzzle::with_candidates(Board::CLASSIC, allowed.collect::<Vec<_>>())
}

/// Replaces, removes, repeats or inserts a few characters.
fn damaged(text: &str, rng: &mut Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        let at = rng.below(characters.len().max(1)).min(characters.len());
        let other =
            ['0', '7', '"', '[', ']', '{', '}', ',', ':', '<', '>', '&', '=', '+', '\\', 'é', '\n'][rng.below(17)];
        match rng.below(4) {
            0 if at < characters.len() => characters[at] = other,
            1 if at < characters.len() => drop(characters.remove(at)),
            2 => characters.truncate(at),
            _ => characters.insert(at, other),
        }
    }
    characters.into_iter().collect()
}

fn assert_same_position(read: &Puzzle, written: &Puzzle, text: &str) {
    assert_eq!(read.givens(), written.givens(), "{text}");
    if written.given_conflicts().next().is_none() {
        assert_eq!(read.initial_candidates(), written.initial_candidates(), "{text}");
    }
}

#[test]
fn positions_of_every_structured_format_read_back() {
    let mut rng = Rng::new(21, 0);
    for round in 0..300 {
        let puzzle = random_puzzle(&mut rng);
        for format in STRUCTURED {
            let Ok(text) = formats::write(&puzzle, format, &WriteOptions::default()) else { continue };
            for options in [None, Some(format)].map(|format| ReadOptions { format, ..ReadOptions::default() }) {
                let read =
                    formats::read_one(&text, &options).unwrap_or_else(|error| panic!("{round}: {error}: {text}"));
                assert_same_position(&read, &puzzle, &text);
            }
        }
    }
}

#[test]
fn damaged_texts_are_read_or_refused_with_a_place() {
    let mut rng = Rng::new(22, 0);
    let (mut read, mut refused) = (0, 0);
    for round in 0..6_000 {
        let puzzle = random_puzzle(&mut rng);
        let format = STRUCTURED[rng.below(STRUCTURED.len())];
        let Ok(text) = formats::write(&puzzle, format, &WriteOptions::default()) else { continue };
        let text = damaged(&text, &mut rng);
        let lines = text.split('\n').count();
        let named = [None, Some(format)][rng.below(2)];
        for item in formats::read(&text, &ReadOptions { format: named, ..ReadOptions::default() }) {
            match item {
                Ok(record) => {
                    read += 1;
                    assert!((1..=lines).contains(&record.line), "{round}: {text}");
                    if let Ok(again) = formats::write(&record.puzzle, format, &WriteOptions::default()) {
                        let back = formats::read_one(&again, &ReadOptions::default()).unwrap();
                        assert_same_position(&back, &record.puzzle, &again);
                    }
                }
                Err(error) => {
                    refused += 1;
                    assert!(
                        (1..=lines).contains(&error.line) && !error.message.contains('\n'),
                        "{round}: {error}: {text}"
                    );
                    let line = text.split('\n').nth(error.line - 1).unwrap();
                    assert!(error.column <= line.chars().count() + 1, "{round}: {error}: {text}");
                }
            }
        }
    }
    assert!(read > 300 && refused > 1_000, "{read} read, {refused} refused");
}

#[test]
fn large_documents_are_read_in_time_linear_in_their_size() {
    let puzzle = "{\"puzzle\":[[1,0,3,0],[0,0,0,0],[4,0,0,0],[0,0,2,0]]}";
    let document = format!("[\n{}\n]\n", vec![puzzle; 20_000].join(",\n"));
    let records: Vec<_> = formats::read(&document, &ReadOptions::default()).map(Result::unwrap).collect();
    assert_eq!((records.len(), records[19_999].line), (20_000, 20_001));
    for text in
        ["[".repeat(1_000_000), "{\"a\":".repeat(200_000), "<opensudoku>".repeat(100_000), ":".repeat(1_000_000)]
    {
        assert!(formats::read_one(&text, &ReadOptions::default()).unwrap_err().to_string().len() < 300);
    }
}
