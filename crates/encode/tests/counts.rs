//! The clause counts that the literature and the source programs give, for every scheme and size.

use qedoku_encode::{Amo, Encoding, Family, Formula, Lit, Numbering, Options, Part, Place, Repeats, Rule, Scheme};
use qedoku_puzzle::{Board, Grid, Puzzle};

fn empty(side: usize) -> Puzzle {
    Puzzle::new(Grid::empty(Board::of_side(side).unwrap()))
}

fn clauses(puzzle: &Puzzle, options: Options) -> u64 {
    Encoding::new(puzzle, options).unwrap().size().clauses
}

const SIDES: [usize; 5] = [4, 9, 16, 25, 36];

#[test]
fn empty_boards_have_the_known_numbers_of_clauses() {
    let known = [
        (Scheme::Minimal, [304, 8_829, 92_416, 563_125, 2_450_736]),
        (Scheme::Efficient, [400, 11_745, 123_136, 750_625, 3_267_216]),
        (Scheme::Houses, [336, 8_991, 92_928, 564_375, 2_453_328]),
        (Scheme::HousesCells, [352, 9_072, 93_184, 565_000, 2_454_624]),
        (Scheme::Extended, [448, 11_988, 123_904, 752_500, 3_271_104]),
        (Scheme::Reduced, [448, 11_988, 123_904, 752_500, 3_271_104]),
    ];
    for (scheme, counts) in known {
        for (side, count) in SIDES.into_iter().zip(counts) {
            assert_eq!(clauses(&empty(side), Options { scheme, ..Options::default() }), count, "{scheme} {side}");
        }
    }
}

#[test]
fn without_repeats_they_are_fewer() {
    let known =
        [(Scheme::Efficient, 10_287), (Scheme::Extended, 10_530), (Scheme::Minimal, 7_371), (Scheme::Houses, 7_533)];
    for (scheme, count) in known {
        let options = Options { scheme, repeats: Repeats::Drop, ..Options::default() };
        assert_eq!(clauses(&empty(9), options), count, "{scheme}");
        let mut all: Vec<Vec<Lit>> = Vec::new();
        let Ok(_) = Encoding::new(&empty(9), options).unwrap().send(&mut all);
        all.sort();
        all.dedup();
        assert_eq!(all.len() as u64, count, "{scheme} has a clause twice");
    }
}

#[test]
fn each_given_is_one_clause_more() {
    let puzzle: Puzzle =
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
    let givens = puzzle.givens().filled_count() as u64;
    for (scheme, _) in Scheme::ALL.iter().filter(|(scheme, _)| *scheme != Scheme::Reduced) {
        let options = Options { scheme: *scheme, ..Options::default() };
        assert_eq!(clauses(&puzzle, options), clauses(&empty(9), options) + givens);
        assert_eq!(clauses(&puzzle, Options { part: Part::Rules, ..options }), clauses(&empty(9), options));
        assert_eq!(clauses(&puzzle, Options { part: Part::Givens, ..options }), givens);
    }
}

#[test]
fn givens_stand_where_they_are_asked_to() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    for givens in [Place::First, Place::Last] {
        let mut all: Vec<(Rule, Vec<Vec<Lit>>)> = Vec::new();
        let options = Options { scheme: Scheme::Efficient, givens, ..Options::default() };
        let Ok(_) = Encoding::new(&puzzle, options).unwrap().send(&mut all);
        let places: Vec<usize> = (0..all.len()).filter(|place| all[*place].0.family() == Family::Given).collect();
        let expected = if givens == Place::First { 0 } else { all.len() - 3 };
        assert_eq!(places, [expected, expected + 1, expected + 2]);
    }
}

#[test]
fn every_clause_says_its_rule() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    for (scheme, _) in Scheme::ALL {
        for (numbering, _) in Numbering::ALL {
            let options = Options { scheme, numbering, ..Options::default() };
            let Ok(encoding) = Encoding::new(&puzzle, options) else { continue };
            let mut all: Vec<(Rule, Vec<Vec<Lit>>)> = Vec::new();
            let Ok(_) = encoding.send(&mut all);
            for (rule, clause) in
                all.iter().flat_map(|(rule, clauses)| clauses.iter().map(move |clause| (rule, clause)))
            {
                assert_says(&encoding, *rule, clause);
            }
        }
    }
}

fn assert_says(encoding: &Encoding, rule: Rule, clause: &[Lit]) {
    let board = encoding.puzzle().board();
    let meant = clause.iter().map(|lit| encoding.variables().meaning(lit.var()).unwrap());
    let fits = |(cell, digit)| match rule {
        Rule::CellSome(in_cell) | Rule::CellOnce(in_cell) => cell == in_cell,
        Rule::HouseSome(house, of) | Rule::HouseOnce(house, of) => {
            digit == of && board.houses_of(cell).contains(&house)
        }
        Rule::Given(in_cell, of) | Rule::Excluded(in_cell, of) => cell == in_cell && digit == of,
    };
    assert!(meant.into_iter().all(fits), "{rule}: {clause:?}");
    let positive = matches!(rule.family(), Family::CellSome | Family::HouseSome | Family::Given);
    assert!(clause.iter().all(|lit| lit.is_positive() == positive), "{rule}: {clause:?}");
    let pair = matches!(rule.family(), Family::CellOnce | Family::HouseOnce);
    assert!(!pair || clause.len() == 2, "{rule}: {clause:?}");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let dropped = Options { repeats: Repeats::Drop, amo: Amo::Product, ..Options::default() };
    let open = Options { numbering: Numbering::Open, scheme: Scheme::Extended, ..Options::default() };
    let said = [dropped, open].map(|options| Encoding::new(&empty(4), options).unwrap_err().to_string());
    assert_eq!(said[0], "only pair clauses repeat each other: no-repeats goes with pairwise, not with product");
    assert_eq!(
        said[1],
        "the numbering open has no numbers for what the scheme extended speaks of; it goes with reduced"
    );
}

#[test]
fn at_144x144_the_counts_are_the_formula() {
    let n: u64 = 144;
    let pairs = n * (n - 1) / 2;
    let options = Options { scheme: Scheme::Extended, ..Options::default() };
    assert_eq!(clauses(&empty(144), options), 4 * n * n + 4 * n * n * pairs);
}
