//! Recognition of a Sudoku in a DIMACS file.

use qedoku_encode::dimacs::CnfFormula;
use qedoku_encode::{Amo, Encoding, EncodingOptions, FormulaPart, GivensPosition, Numbering, Repeats, Scheme};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, DigitSet, Grid, Puzzle};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn encode(puzzle: &Puzzle, options: EncodingOptions) -> String {
    let mut file = Vec::new();
    Encoding::new(puzzle, options).unwrap().write_dimacs(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn recognize(text: &str) -> Option<Puzzle> {
    CnfFormula::read(text.as_bytes()).unwrap().as_puzzle()
}

/// The clauses without comments and header.
fn clauses(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(['c', 'p'])).collect()
}

#[test]
fn every_file_of_a_complete_scheme_is_recognised() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let lists = ["cell-some,row-some,box-some,house-once", "cell-once,row-some,column-some,box-once"];
    let lists = lists.map(|text| text.parse::<Scheme>().unwrap());
    let mut files = 0;
    for scheme in Scheme::ALL.into_iter().map(|(scheme, _)| scheme).chain(lists) {
        for (amo, _) in Amo::ALL {
            for (numbering, _) in Numbering::ALL {
                for repeats in [Repeats::Keep, Repeats::Drop] {
                    for givens in [GivensPosition::First, GivensPosition::Last] {
                        let part = FormulaPart::Whole;
                        let options = EncodingOptions { scheme, amo, repeats, numbering, part, givens };
                        if options.check().is_ok() {
                            let expected = Some(&puzzle).filter(|_| scheme.is_complete());
                            assert_eq!(recognize(&encode(&puzzle, options)).as_ref(), expected, "{options:?}");
                            files += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(files > 200, "{files} files");
}

/// As courses distribute them: rules and givens in one file, any order, wrong header or none, repeated clauses.
#[test]
fn foreign_files_are_recognised_whatever_their_order_and_header() {
    let puzzle: Puzzle = CLASSIC.parse().unwrap();
    let mut rng = Rng::new(7, 0);
    for numbering in [Numbering::RowMajor, Numbering::Base] {
        let options = EncodingOptions { scheme: Scheme::EXTENDED, numbering, ..EncodingOptions::default() };
        let text = encode(&puzzle, options);
        let mut lines = clauses(&text);
        for header in ["p cnf 999 12016\n", "p cnf 729 999999\n", "p cnf 1 1\n", ""] {
            rng.shuffle(&mut lines);
            assert_eq!(
                recognize(&format!("{header}{}", lines.join("\n"))).as_ref(),
                Some(&puzzle),
                "{numbering} {header}"
            );
        }
        lines.push(lines[0]);
        assert_eq!(recognize(&lines.join("\n")), Some(puzzle.clone()));
    }
}

#[test]
fn boards_with_other_boxes_are_told_apart() {
    for boxes in ["2x3", "3x2", "2x6", "4x3", "4x4"] {
        let board = Board::from_boxes(boxes).unwrap();
        for numbering in [Numbering::RowMajor, Numbering::Base] {
            let empty = Puzzle::new(Grid::empty(board));
            let options = EncodingOptions { scheme: Scheme::MINIMAL, numbering, ..EncodingOptions::default() };
            assert_eq!(recognize(&clauses(&encode(&empty, options)).join("\n")), Some(empty), "{boxes}");
        }
    }
}

#[test]
fn a_formula_with_more_or_fewer_rules_is_not_a_sudoku() {
    let puzzle: Puzzle = CLASSIC.parse().unwrap();
    let options = EncodingOptions { scheme: Scheme::MINIMAL, ..EncodingOptions::default() };
    let text = encode(&puzzle, options);
    assert!(recognize(&text).is_some());
    assert_eq!(recognize(&format!("{text}-1 -11 0\n")), None); // two cells, two digits
    assert_eq!(recognize(&format!("{text}1 2 3 0\n")), None); // fewer than all digits
    assert_eq!(recognize(&format!("{text}-1 2 0\n")), None);
    assert_eq!(recognize(&text.replace("\n-1 -10 0\n", "\n")), None); // a row pair is missing
    assert_eq!(recognize(&text.replace("\n1 2 3 4 5 6 7 8 9 0\n", "\n")), None);
    assert_eq!(recognize("p cnf 0 0\n"), None);
    // A changed file does not pass by its metadata.
    let reduced = encode(&puzzle, EncodingOptions::default());
    assert!(recognize(&reduced).is_some());
    assert_eq!(recognize(&format!("{reduced}-3 0\n")), None);
}

#[test]
fn eliminated_candidates_and_contradictory_units_are_kept() {
    let board = Board::of_side(4).unwrap();
    let mut allowed = vec![DigitSet::all(4); 16];
    allowed[5].remove(qedoku_puzzle::Digit::new(2).unwrap());
    let puzzle = Puzzle::with_candidates(board, allowed);
    let options = EncodingOptions { scheme: Scheme::MINIMAL, ..EncodingOptions::default() };
    assert_eq!(recognize(&encode(&puzzle, options)), Some(puzzle));
    let empty = encode(&Puzzle::new(Grid::empty(board)), options);
    let both = recognize(&format!("{empty}1 0\n2 0\n")).unwrap();
    assert!(both.allowed(board.cell(0)).is_empty(), "two digits are given in r1c1");
    // Units that the givens imply are no eliminations.
    let implied = recognize(&format!("{empty}1 0\n-2 0\n-5 0\n")).unwrap();
    assert!(!implied.has_eliminations());
    assert_eq!(implied.givens().to_string(), "1...............");
}

#[test]
fn recognition_ends_at_an_interruption() {
    let puzzle: Puzzle = CLASSIC.parse().unwrap();
    for scheme in [Scheme::EXTENDED, Scheme::REDUCED] {
        let text = encode(&puzzle, EncodingOptions { scheme, ..EncodingOptions::default() });
        let formula = CnfFormula::read(text.as_bytes()).unwrap();
        assert_eq!(formula.as_puzzle_unless(&|| false), Some(puzzle.clone()), "{scheme}");
        assert_eq!(formula.as_puzzle_unless(&|| true), None, "{scheme}");
    }
}
