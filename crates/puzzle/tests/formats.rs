//! Round trips of every format at every size, and readers on random text.

use qedoku_puzzle::formats::{self, Alphabet, Format, PuzzleWriteError, ReadOptions, WriteOptions};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, DigitSet, Grid, Puzzle};

const SIDES: [usize; 13] = [4, 6, 8, 9, 10, 12, 16, 20, 25, 36, 49, 100, 144];

/// The puzzle that keeps about this percentage of the cells of the solution.
fn puzzle(board: Board, percent: usize, rng: &mut Rng) -> Puzzle {
    let mut grid = Grid::cyclic_shift(board);
    for cell in board.cells() {
        if rng.below(100) >= percent {
            grid.set(cell, None);
        }
    }
    Puzzle::new(grid)
}

fn with_candidates(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    let board = puzzle.board();
    let solution = Grid::cyclic_shift(board);
    let allowed = board.cells().map(|cell| {
        let any = puzzle.allowed(cell).iter().filter(|_| rng.below(3) > 0).collect::<DigitSet>();
        any | DigitSet::only(solution.get(cell).unwrap())
    });
    Puzzle::with_candidates(board, allowed.collect::<Vec<_>>())
}

fn board(side: usize) -> Board {
    Board::of_side(side).unwrap()
}

#[test]
fn every_format_reads_back_by_detection_and_by_name() {
    let mut rng = Rng::new(1, 0);
    for side in SIDES {
        for percent in [0, 1, 3, 30, 60, 99, 100] {
            let puzzle = puzzle(board(side), percent, &mut rng);
            for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
                let Ok(text) = formats::write(&puzzle, format, &WriteOptions::default()) else { continue };
                let read = formats::read_one(&text, &ReadOptions::default());
                assert_eq!(read.as_ref(), Ok(&puzzle), "{format}, {side}x{side}, {percent} %:\n{text}");
                let options = ReadOptions { format: Some(format), board: Some(board(side)), alphabet: None };
                assert_eq!(formats::read_one(&text, &options).as_ref(), Ok(&puzzle), "{format} by name:\n{text}");
            }
        }
    }
}

fn only_9x9(format: Format) -> bool {
    use Format::{Hodoku, OpenSudoku, Sdm, SudokuExchange, SudokuPad, SudokuWiki};
    matches!(format, Sdm | Hodoku | OpenSudoku | SudokuExchange | SudokuPad | SudokuWiki)
}

/// Positions of other programs do not tell whether a candidate that a given eliminates is eliminated by the puzzle as well.
fn assert_same_position(read: &Puzzle, written: &Puzzle, text: &str) {
    assert_eq!(read.givens(), written.givens(), "{text}");
    assert_eq!(read.initial_candidates(), written.initial_candidates(), "{text}");
}

#[test]
fn formats_refuse_only_puzzles_that_they_cannot_represent() {
    for side in SIDES {
        for format in Format::ALL {
            let written = formats::write_grid(&Grid::cyclic_shift(board(side)), format, &WriteOptions::default());
            let expected = match format {
                format if only_9x9(format) && side != 9 => Some(PuzzleWriteError::Only9x9(format, side)),
                Format::FPuzzles if side > 16 => Some(PuzzleWriteError::Board(format, board(side))),
                Format::KSudoku if side > 25 || ![4, 9, 16, 25].contains(&side) => {
                    Some(PuzzleWriteError::Board(format, board(side)))
                }
                Format::Npy => Some(PuzzleWriteError::Binary(format)),
                Format::Sdk | Format::SimpleSudoku | Format::Candidates if side > 36 => {
                    Some(PuzzleWriteError::Symbols(format, side))
                }
                Format::CandidateGrid if side > 9 => Some(PuzzleWriteError::Symbols(format, side)),
                _ => None,
            };
            assert_eq!(written.err(), expected);
        }
    }
}

#[test]
fn eliminations_read_back_in_the_candidate_formats_and_are_refused_by_others() {
    let mut rng = Rng::new(2, 0);
    for side in [4, 6, 8, 9, 10, 16, 25, 36] {
        for percent in [0, 30, 100] {
            let plain = puzzle(board(side), percent, &mut rng);
            let puzzle = with_candidates(&plain, &mut rng);
            for format in Format::ALL {
                match formats::write(&puzzle, format, &WriteOptions::default()) {
                    Ok(text) if matches!(format, Format::Hodoku | Format::SudokuWiki) => {
                        let read = formats::read_one(&text, &ReadOptions::default()).unwrap();
                        assert_same_position(&read, &puzzle, &text);
                    }
                    Ok(text) if format != Format::Svg => {
                        assert_eq!(formats::read_one(&text, &ReadOptions::default()).as_ref(), Ok(&puzzle), "{text}");
                    }
                    Ok(_) => {}
                    Err(error) => {
                        let too_large = error == PuzzleWriteError::Symbols(format, side) && side > 9;
                        let other_board = matches!(error, PuzzleWriteError::Only9x9(..) | PuzzleWriteError::Board(..));
                        let binary = percent == 100 && error == PuzzleWriteError::Binary(format);
                        let candidates = error == PuzzleWriteError::Candidates(format);
                        assert!(too_large || other_board && side != 9 || binary || candidates, "{error}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_alphabet_and_blank_reads_back_when_specified() {
    let mut rng = Rng::new(3, 0);
    for side in [4, 9, 10, 16, 25] {
        for alphabet in [Alphabet::OneTo(side), Alphabet::ZeroTo(side), Alphabet::Letters(side)] {
            for blank in [None, Some('.'), Some('0'), Some('_'), Some('*'), Some('-')] {
                let puzzle = puzzle(board(side), 40, &mut rng);
                let options = WriteOptions { alphabet: Some(alphabet), blank, ..WriteOptions::default() };
                for format in [Format::Line, Format::Grid, Format::Sdk, Format::SimpleSudoku, Format::Csv] {
                    let written = formats::write(&puzzle, format, &options);
                    if blank == Some('0') && alphabet == Alphabet::ZeroTo(side) {
                        assert_eq!(written, Err(PuzzleWriteError::Blank('0')));
                        continue;
                    }
                    let text = written.unwrap();
                    let options = ReadOptions { alphabet: Some(alphabet), ..ReadOptions::default() };
                    assert_eq!(formats::read_one(&text, &options).as_ref(), Ok(&puzzle), "{format} {blank:?}\n{text}");
                }
            }
        }
    }
}

#[test]
fn unusual_boxes_read_back_when_the_board_is_specified() {
    for (height, width) in [(3, 2), (2, 6), (4, 3), (6, 2), (2, 8)] {
        let board = Board::new(height, width).unwrap();
        let puzzle = puzzle(board, 50, &mut Rng::new(4, 0));
        for format in [Format::Line, Format::Grid, Format::Numbers, Format::ClueList, Format::SimpleSudoku] {
            let text = formats::write(&puzzle, format, &WriteOptions::default()).unwrap();
            let options = ReadOptions { board: Some(board), ..ReadOptions::default() };
            assert_eq!(formats::read_one(&text, &options).as_ref(), Ok(&puzzle), "{text}");
            assert_eq!(formats::read_one(&text, &ReadOptions::default()).unwrap().board().side(), board.side());
        }
        for format in [Format::Json, Format::FPuzzles] {
            let text = formats::write(&puzzle, format, &WriteOptions::default()).unwrap();
            assert_eq!(formats::read_one(&text, &ReadOptions::default()).as_ref(), Ok(&puzzle), "{text}");
        }
    }
}

#[test]
fn files_with_many_puzzles_read_back_in_order() {
    let mut rng = Rng::new(5, 0);
    for side in SIDES.into_iter().filter(|side| *side <= 49) {
        let solution = Grid::cyclic_shift(board(side));
        let puzzles: Vec<Puzzle> = (0..20).map(|_| puzzle(board(side), 45, &mut rng)).collect();
        for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
            let options = WriteOptions { solution: Some(solution.clone()), header: false, ..WriteOptions::default() };
            let mut text = String::new();
            for puzzle in &puzzles {
                let Ok(written) = formats::write(puzzle, format, &options) else { continue };
                text += if text.is_empty() { format.prologue() } else { format.separator() };
                text += &written;
            }
            text += if text.is_empty() { "" } else { format.epilogue() };
            let records: Vec<_> = formats::read(&text, &ReadOptions::default()).map(Result::unwrap).collect();
            let read: Vec<&Puzzle> = records.iter().map(|record| &record.puzzle).collect();
            assert!(text.is_empty() || read.iter().copied().eq(&puzzles), "{format} {side}x{side}");
            let solved = records.iter().all(|record| record.solution.as_ref() == Some(&solution));
            assert!(!matches!(format, Format::Csv | Format::Json) || solved, "{format} {side}x{side}");
        }
    }
}

#[test]
fn random_text_never_panics_or_loops_and_errors_have_valid_positions() {
    let pieces = [
        "1",
        "2",
        "9",
        "0",
        "16",
        ".",
        "-",
        "---",
        "-1",
        "*",
        "_",
        "|",
        "+",
        "\n",
        "\n\n",
        " ",
        ",",
        ";",
        "\"",
        "#",
        "G",
        "a",
        "é",
        "─",
        "[Puzzle]\n",
        "[State]\n",
        "Grid 01\n",
        "*---*\n",
        "|--+--|\n",
        "puzzle,solution\n",
        "\t",
        "\r\n",
        "................",
        "1...\n....\n",
        "123456789",
        "4\n1\n1 1 1\n",
        "\u{feff}",
        "144\n999999999\n",
        "(12)",
        "0 0 0 0\n",
    ];
    let mut rng = Rng::new(6, 0);
    for round in 0..20_000 {
        let length = 1 + rng.below(60);
        let common = rng.below(pieces.len());
        let piece = |rng: &mut Rng| {
            if rng.below(2) == 0 { pieces[common] } else { pieces[rng.below(pieces.len())] }
        };
        let text: String = (0..length).map(|_| piece(&mut rng)).collect();
        let format = Format::ALL.get(rng.below(3 * Format::ALL.len())).copied();
        let alphabet = [None, Some(Alphabet::ZeroTo(9)), Some(Alphabet::Letters(144))][rng.below(3)];
        let board = [None, None, Some(Board::CLASSIC), Board::of_side(4).ok()][rng.below(4)];
        let options = ReadOptions { format, alphabet, board };
        let count = formats::read(&text, &options).count();
        assert!(count <= text.len(), "round {round}: {text:?}");
        for error in formats::read(&text, &options).filter_map(Result::err) {
            let lines = text.split('\n').count();
            assert!(
                (1..=lines).contains(&error.line) && !error.message.is_empty(),
                "round {round}: {error} in {text:?}"
            );
            let line = text.split('\n').nth(error.line - 1).unwrap();
            assert!(error.column <= line.chars().count() + 1, "round {round}: {error} in {text:?}");
        }
    }
}

#[test]
fn large_invalid_texts_are_refused_quickly() {
    for text in ["a b ".repeat(500_000), "x".repeat(2_000_000), "1 1 5\n".repeat(200_000), "-".repeat(2_000_000)] {
        let options = ReadOptions::default();
        assert_eq!(formats::read(&text, &options).flatten().count(), 0);
        assert!(formats::read_one(&text, &options).unwrap_err().to_string().len() < 300);
    }
    let error = formats::read_one("144\n999999999\n1 1 1\n", &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 1: expected the number of givens, 0 to 20736, found '999999999'");
}
