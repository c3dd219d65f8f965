//! Search for silent misreadings: texts with small errors that are read as puzzles of another size or alphabet.
//!
//! Valid texts (the cases of `testdata/readers`, and random puzzles in every format) get an error of a typist or a program: a
//! character or a line that is missing, doubled or replaced, a blank that becomes a space. The reader may refuse such a text, or return
//! a puzzle of the same board and alphabet, because a wrong digit is still a digit. It must not return a puzzle of another board or
//! alphabet, or several more puzzles than before, without an error or a note.

use std::collections::BTreeMap;

use qedoku_puzzle::formats::{self, Alphabet, Format, ReadOptions, WriteOptions};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Grid, Puzzle};
use qedoku_testdata::readers::cases;
use qedoku_testdata::{is_long, seeded_rng};

/// The sides of the puzzles of a text, their alphabet and format.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reading {
    sides: Vec<usize>,
    alphabet: Option<char>,
    format: Format,
    /// Whether every puzzle has as many givens as rows: the size of nearly empty boards is ambiguous.
    is_dense: bool,
    has_notes: bool,
}

impl Reading {
    /// Reads a text. `None` if it has errors or no givens: an empty board of any size is the same to a typist.
    fn of(text: &str) -> Option<Reading> {
        let mut reader = formats::read(text, &ReadOptions::default());
        let mut sides = Vec::new();
        let (mut has_givens, mut is_dense) = (false, true);
        for item in reader.by_ref() {
            let puzzle = item.ok()?.puzzle;
            let givens = puzzle.givens().filled_count();
            has_givens |= givens > 0;
            is_dense &= givens >= puzzle.board().side();
            sides.push(puzzle.board().side());
        }
        let detected = reader.detected();
        let alphabet = detected.alphabet.map(|alphabet| match alphabet {
            Alphabet::ZeroTo(_) => '0',
            Alphabet::Letters(_) => 'A',
            Alphabet::OneTo(_) => '1',
        });
        let has_notes = !detected.notes.is_empty();
        has_givens.then_some(Reading { sides, alphabet, format: detected.format, is_dense, has_notes })
    }

    /// Whether this reading of a faulty text is wrong, without an error or a note.
    fn misreads(&self, original: &Reading) -> bool {
        // A clue list states its size: a wrong one is another size.
        let states_side = self.format == Format::ClueList && original.format == Format::ClueList;
        let other_side = !states_side && self.sides.iter().any(|side| !original.sides.contains(side));
        // Without its only 0, -1 0 2 3 is -1 2 3, which counts from 1.
        let may_count_from_1 = self.format == Format::Numbers && original.alphabet == Some('0');
        let other_alphabet = !may_count_from_1
            && self.alphabet.is_some()
            && original.alphabet.is_some()
            && self.alphabet != original.alphabet;
        !self.has_notes && (other_side || other_alphabet || self.sides.len() > original.sides.len() + 3)
    }
}

/// Valid texts by name.
fn sources(rng: &mut Rng) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for case in cases() {
        if case.options == ReadOptions::default() && case.input.len() < 4000 {
            sources.push((case.name, case.input));
        }
    }
    for side in [4, 6, 8, 9, 10, 12, 16, 25] {
        let board = Board::of_side(side).unwrap();
        for percent in [25, 45, 100] {
            let mut grid = Grid::cyclic_shift(board);
            board
                .cells()
                .filter(|_| rng.below(100) >= percent)
                .collect::<Vec<_>>()
                .iter()
                .for_each(|cell| grid.set(*cell, None));
            for format in Format::ALL.into_iter().filter(|format| *format != Format::Svg) {
                if let Ok(text) = formats::write(&Puzzle::new(grid.clone()), format, &WriteOptions::default()) {
                    sources.push((format!("{format}, {side}x{side}, {percent} %"), text));
                }
            }
        }
    }
    sources
}

const REPLACEMENTS: &[u8] = b"0123456789.-_*xX?!|,; \t\nAGa+=r";

/// A text with an error, and the name of the error.
fn with_error(text: &str, rng: &mut Rng) -> (&'static str, String) {
    let characters: Vec<char> = text.chars().collect();
    let lines: Vec<&str> = text.lines().collect();
    let at = rng.below(characters.len().max(1));
    let line = rng.below(lines.len().max(1));
    let join = |characters: Vec<char>| characters.into_iter().collect::<String>();
    let edit = |edit: &dyn Fn(&mut Vec<char>)| {
        let mut edited = characters.clone();
        edit(&mut edited);
        join(edited)
    };
    let replacement = char::from(REPLACEMENTS[rng.below(REPLACEMENTS.len())]);
    let edit_lines = |edit: &dyn Fn(&mut Vec<String>)| {
        let mut edited: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        edit(&mut edited);
        edited.join("\n")
    };
    let few = rng.below(9) + 1;
    match rng.below(13) {
        0 => (
            "character missing",
            edit(&|text| {
                text.remove(at);
            }),
        ),
        1 => ("character doubled", edit(&|text| text.insert(at, text[at]))),
        2 => ("character replaced", edit(&|text| text[at] = replacement)),
        3 => ("character inserted", edit(&|text| text.insert(at, replacement))),
        4 => ("characters exchanged", edit(&|text| text.swap(at, (at + 1) % characters.len()))),
        5 => ("line missing", edit_lines(&|lines| drop(lines.remove(line)))),
        6 => ("line doubled", edit_lines(&|lines| lines.insert(line, lines[line].clone()))),
        7 => (
            "lines joined",
            edit_lines(&|lines| {
                let next = if line + 1 < lines.len() { lines.remove(line + 1) } else { String::new() };
                lines[line] += &next;
            }),
        ),
        8 => ("end missing", join(characters[..characters.len() - few.min(characters.len())].to_vec())),
        9 => ("beginning missing", lines[line..].join("\n")),
        10 => ("blanks as spaces", text.replace(['.', '_', '*'], " ")),
        11 => ("blanks missing", text.replace(['.', '_', '*'], "")),
        _ => ("spaces missing", edit_lines(&|lines| lines[line] = lines[line].replace(' ', ""))),
    }
}

#[test]
fn faulty_texts_are_not_read_as_puzzles_of_another_size() {
    let mut rng = seeded_rng(17);
    let sources = sources(&mut rng);
    let rounds = if is_long() { 2000 } else { 40 };
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut checked = 0;
    for (name, text) in &sources {
        // A text with a note has two readings already.
        let Some(original) = Reading::of(text).filter(|original| original.is_dense && !original.has_notes) else {
            continue;
        };
        for _ in 0..rounds {
            let (error, faulty) = with_error(text, &mut rng);
            checked += 1;
            // The last givens of a clue list without its head may have the shape of a grid.
            if original.format == Format::ClueList && error != "character replaced" && !faulty.starts_with(&text[..3]) {
                continue;
            }
            if let Some(reading) = Reading::of(&faulty).filter(|reading| reading.misreads(&original)) {
                found.entry(error).or_default().push(format!("{name}: {original:?} is read as {reading:?}:\n{faulty}"));
            }
        }
    }
    for (error, texts) in &found {
        println!("{error}: {} texts, such as {}", texts.len(), texts[0]);
    }
    let count: usize = found.values().map(Vec::len).sum();
    assert!(checked > 10_000, "{checked}");
    assert_eq!(count, 0, "misread texts of {checked}");
}
