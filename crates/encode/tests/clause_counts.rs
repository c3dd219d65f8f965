//! Clause counts of every scheme and board size, compared with those in the literature and of the programs that write
//! such files.

use qedoku_encode::{
    Amo, ClauseFamily, ClauseGroup, Encoding, EncodingOptions, Formula, FormulaPart, GivensPosition, Lit, Numbering,
    Repeats, Scheme,
};
use qedoku_puzzle::{Board, Grid, Puzzle};

fn empty(side: usize) -> Puzzle {
    Puzzle::new(Grid::empty(Board::of_side(side).unwrap()))
}

fn clauses(puzzle: &Puzzle, options: EncodingOptions) -> u64 {
    Encoding::new(puzzle, options).unwrap().size().clauses
}

const SIDES: [usize; 5] = [4, 9, 16, 25, 36];

#[test]
fn empty_boards_have_the_published_clause_counts() {
    let published = [
        (Scheme::MINIMAL, [304, 8_829, 92_416, 563_125, 2_450_736]),
        (Scheme::EFFICIENT, [400, 11_745, 123_136, 750_625, 3_267_216]),
        (Scheme::HOUSES, [336, 8_991, 92_928, 564_375, 2_453_328]),
        (Scheme::HOUSES_CELLS, [352, 9_072, 93_184, 565_000, 2_454_624]),
        (Scheme::EXTENDED, [448, 11_988, 123_904, 752_500, 3_271_104]),
        (Scheme::REDUCED, [448, 11_988, 123_904, 752_500, 3_271_104]),
    ];
    for (scheme, counts) in published {
        for (side, count) in SIDES.into_iter().zip(counts) {
            assert_eq!(
                clauses(&empty(side), EncodingOptions { scheme, ..EncodingOptions::default() }),
                count,
                "{scheme} {side}"
            );
        }
    }
}

#[test]
fn dropping_repeats_leaves_no_clause_twice() {
    let known =
        [(Scheme::EFFICIENT, 10_287), (Scheme::EXTENDED, 10_530), (Scheme::MINIMAL, 7_371), (Scheme::HOUSES, 7_533)];
    for (scheme, count) in known {
        let options = EncodingOptions { scheme, repeats: Repeats::Drop, ..EncodingOptions::default() };
        assert_eq!(clauses(&empty(9), options), count, "{scheme}");
        let mut all: Vec<Vec<Lit>> = Vec::new();
        let Ok(_) = Encoding::new(&empty(9), options).unwrap().emit(&mut all);
        all.sort();
        all.dedup();
        assert_eq!(all.len() as u64, count, "{scheme} has a clause twice");
    }
}

/// The formulas of a published program, read literally: 8,991 clauses, like `houses`, but complete.
#[test]
fn a_list_of_families_has_the_published_clause_count() {
    let scheme: Scheme = "cell-some,row-some,box-some,house-once".parse().unwrap();
    assert!(scheme.is_complete());
    assert_eq!(clauses(&empty(9), EncodingOptions { scheme, ..EncodingOptions::default() }), 8_991);
}

/// The classes of a published program: 5,832 clauses for rows and columns, 1,458 for boxes.
#[test]
fn rows_columns_and_boxes_are_counted_separately() {
    let count = |scheme, repeats| {
        let options = EncodingOptions { scheme, repeats, ..EncodingOptions::default() };
        Encoding::new(&empty(9), options).unwrap().size().by_family
    };
    assert_eq!(count(Scheme::EFFICIENT, Repeats::Drop), [81, 2916, 0, 0, 0, 2916, 2916, 1458, 0, 0]);
    assert_eq!(count(Scheme::EXTENDED, Repeats::Keep), [81, 2916, 81, 81, 81, 2916, 2916, 2916, 0, 0]);
    // A box leaves out only the pairs that a family of the scheme states.
    let without_rows = "cell-some,row-some,column-once,box-once".parse().unwrap();
    assert_eq!(count(without_rows, Repeats::Drop), [81, 0, 81, 0, 0, 0, 2916, 2187, 0, 0]);
}

#[test]
fn each_given_adds_one_clause() {
    let puzzle: Puzzle =
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
    let givens = puzzle.givens().filled_count() as u64;
    for (scheme, _) in Scheme::ALL.iter().filter(|(scheme, _)| *scheme != Scheme::REDUCED) {
        let options = EncodingOptions { scheme: *scheme, ..EncodingOptions::default() };
        assert_eq!(clauses(&puzzle, options), clauses(&empty(9), options) + givens);
        assert_eq!(
            clauses(&puzzle, EncodingOptions { part: FormulaPart::Rules, ..options }),
            clauses(&empty(9), options)
        );
        assert_eq!(clauses(&puzzle, EncodingOptions { part: FormulaPart::Givens, ..options }), givens);
    }
}

#[test]
fn givens_are_emitted_at_the_chosen_position() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    for givens in [GivensPosition::First, GivensPosition::Last] {
        let mut all: Vec<(ClauseGroup, Vec<Vec<Lit>>)> = Vec::new();
        let options = EncodingOptions { scheme: Scheme::EFFICIENT, givens, ..EncodingOptions::default() };
        let Ok(_) = Encoding::new(&puzzle, options).unwrap().emit(&mut all);
        let positions: Vec<usize> =
            (0..all.len()).filter(|position| all[*position].0.family() == ClauseFamily::Given).collect();
        let expected = if givens == GivensPosition::First { 0 } else { all.len() - 3 };
        assert_eq!(positions, [expected, expected + 1, expected + 2]);
    }
}

#[test]
fn every_clause_belongs_to_its_group() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    for (scheme, _) in Scheme::ALL {
        for (numbering, _) in Numbering::ALL {
            let options = EncodingOptions { scheme, numbering, ..EncodingOptions::default() };
            let Ok(encoding) = Encoding::new(&puzzle, options) else { continue };
            let mut all: Vec<(ClauseGroup, Vec<Vec<Lit>>)> = Vec::new();
            let Ok(_) = encoding.emit(&mut all);
            for (group, clause) in
                all.iter().flat_map(|(group, clauses)| clauses.iter().map(move |clause| (group, clause)))
            {
                assert_belongs(&encoding, *group, clause);
            }
        }
    }
}

fn assert_belongs(encoding: &Encoding, group: ClauseGroup, clause: &[Lit]) {
    let board = encoding.puzzle().board();
    let candidates = clause.iter().map(|lit| encoding.variables().candidate(lit.var()).unwrap());
    let fits = |(cell, digit)| match group {
        ClauseGroup::CellAtLeastOne(group_cell) | ClauseGroup::CellAtMostOne(group_cell) => cell == group_cell,
        ClauseGroup::HouseAtLeastOne(house, group_digit) | ClauseGroup::HouseAtMostOne(house, group_digit) => {
            digit == group_digit && board.houses_of(cell).contains(&house)
        }
        ClauseGroup::Given(group_cell, group_digit) | ClauseGroup::Eliminated(group_cell, group_digit) => {
            cell == group_cell && digit == group_digit
        }
    };
    assert!(candidates.into_iter().all(fits), "{group}: {clause:?}");
    let positive =
        matches!(group, ClauseGroup::CellAtLeastOne(_) | ClauseGroup::HouseAtLeastOne(..) | ClauseGroup::Given(..));
    assert!(clause.iter().all(|lit| lit.is_positive() == positive), "{group}: {clause:?}");
    let pair = matches!(group, ClauseGroup::CellAtMostOne(_) | ClauseGroup::HouseAtMostOne(..));
    assert!(!pair || clause.len() == 2, "{group}: {clause:?}");
}

#[test]
fn incompatible_options_are_refused() {
    let dropped = EncodingOptions { repeats: Repeats::Drop, amo: Amo::Product, ..EncodingOptions::default() };
    let open = EncodingOptions { numbering: Numbering::Open, scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
    let errors = [dropped, open].map(|options| Encoding::new(&empty(4), options).unwrap_err().to_string());
    assert_eq!(errors[0], "no-repeats requires the at-most-one encoding pairwise, not product");
    assert_eq!(errors[1], "numbering open requires scheme reduced, not extended");
}

#[test]
fn counts_at_144x144_follow_the_formula() {
    let n: u64 = 144;
    let pairs = n * (n - 1) / 2;
    let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
    assert_eq!(clauses(&empty(144), options), 4 * n * n + 4 * n * n * pairs);
}
