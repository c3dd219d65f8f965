//! Why no solution, why not only one, what a player got wrong: against trying everything.

use qedoku::explain::{Ambiguity, Minimality, Position, UnsatCore, find_ambiguity, find_mistakes, find_unsat_core};
use qedoku::{Answer, Board, Candidate, Cell, Digit, DigitSet, Grid, Interrupt, Puzzle, solve};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{
    mutate, oracle_solutions, random_classic_solution, random_solution, shift_grid, with_givens,
};
use qedoku_testdata::settings::{is_long, seeded_rng};

fn why_none(puzzle: &Puzzle) -> Option<UnsatCore> {
    let why = find_unsat_core(puzzle, &Interrupt::default()).expect("nobody stops it");
    assert_eq!(find_unsat_core(puzzle, &Interrupt::default()).expect("nobody stops it"), why, "the same again");
    why
}

fn why_many(puzzle: &Puzzle) -> Option<Ambiguity> {
    let why = find_ambiguity(puzzle, &Interrupt::default()).expect("nobody stops it");
    assert_eq!(find_ambiguity(puzzle, &Interrupt::default()).expect("nobody stops it"), why, "the same again");
    why
}

fn givens(puzzle: &Puzzle) -> Vec<Candidate> {
    puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

/// The puzzle with these givens and no others; cells that had one allow all digits then.
fn only(puzzle: &Puzzle, givens: &[Candidate]) -> Puzzle {
    let board = puzzle.board();
    let allowed = |cell| match givens.iter().find(|given| given.cell == cell) {
        Some(given) => DigitSet::only(given.digit),
        None if puzzle.givens().get(cell).is_some() => DigitSet::all(board.side()),
        None => puzzle.allowed(cell),
    };
    Puzzle::with_candidates(board, board.cells().map(allowed).collect::<Vec<_>>())
}

fn has_solution(puzzle: &Puzzle, givens: &[Candidate]) -> bool {
    solve(&only(puzzle, givens)) != Answer::None
}

/// All subsets with so many of these, in the order of their first, second, ... things.
fn subsets<T: Clone>(things: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |place: usize| {
        let rest = subsets(&things[place + 1..], size - 1);
        rest.into_iter().map(move |rest| [&things[place..=place], &rest].concat())
    };
    (0..things.len()).flat_map(with).collect()
}

/// The first smallest set of givens without a solution, by trying them all with plain search.
fn by_trying(puzzle: &Puzzle) -> Vec<Candidate> {
    let all = givens(puzzle);
    let is_impossible = |set: &Vec<Candidate>| oracle_solutions(&only(puzzle, set), 1).is_empty();
    (0..=all.len()).find_map(|size| subsets(&all, size).into_iter().find(is_impossible)).expect("all are impossible")
}

fn removable_by_trying(puzzle: &Puzzle) -> Vec<Candidate> {
    let all = givens(puzzle);
    let without = |given: &Candidate| all.iter().copied().filter(|other| other != given).collect::<Vec<_>>();
    all.iter().copied().filter(|given| !oracle_solutions(&only(puzzle, &without(given)), 1).is_empty()).collect()
}

/// A puzzle with random digits, or with candidates ruled out at random.
fn any_small(board: Board, rng: &mut Rng) -> Puzzle {
    let grid = with_givens(&random_solution(board, rng), 4 + rng.below(6), rng);
    let puzzle = mutate(&mutate(&grid, rng), rng);
    if rng.below(3) > 0 {
        return puzzle;
    }
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for _ in 0..6 {
        let digit = Digit::from_index(rng.below(board.side()));
        let cell = rng.below(board.cell_count());
        if puzzle.givens().get(board.cell(cell)).is_none() && allowed[cell].len() > 2 {
            allowed[cell].remove(digit);
        }
    }
    Puzzle::with_candidates(board, allowed)
}

#[test]
fn on_4x4_and_6x6_the_givens_told_are_the_first_smallest_of_all_sets() {
    let mut rng = seeded_rng(71);
    let mut sizes = [0; 12];
    for (board, rounds) in [(Board::of_side(4).unwrap(), 400), (Board::new(3, 2).unwrap(), 40)] {
        for _ in 0..if is_long() { 10 * rounds } else { rounds } {
            let puzzle = any_small(board, &mut rng);
            let Some(why) = why_none(&puzzle) else {
                assert!(!oracle_solutions(&puzzle, 1).is_empty(), "{puzzle:?}");
                continue;
            };
            assert_eq!(why.givens, by_trying(&puzzle), "{puzzle:?}");
            assert_eq!(why.single_corrections, removable_by_trying(&puzzle), "{puzzle:?}");
            assert_eq!((why.minimality, why.undecided.len()), (Minimality::Smallest, 0));
            sizes[why.givens.len()] += 1;
        }
    }
    println!("by size: {sizes:?}");
    assert!(sizes[2] > 20 && sizes[3..].iter().sum::<usize>() > 20, "{sizes:?}");
}

/// A puzzle with one wrong digit that no given sees.
fn spoilt(rng: &mut Rng) -> Option<Puzzle> {
    let puzzle = with_givens(&random_classic_solution(rng), 24 + rng.below(16), rng);
    let (cell, _) = puzzle.givens().filled().nth(rng.below(puzzle.givens().filled_count()))?;
    let mut grid = puzzle.givens().clone();
    grid.set(cell, Digit::from_index(rng.below(9)));
    let spoilt = Puzzle::new(grid);
    (spoilt.given_conflicts().next().is_none() && solve(&spoilt) == Answer::None).then_some(spoilt)
}

#[test]
fn on_9x9_the_givens_told_are_impossible_and_no_fewer_are() {
    let mut rng = seeded_rng(72);
    let (mut tried, mut seen) = (0, [0; 40]);
    while tried < if is_long() { 500 } else { 40 } {
        let Some(puzzle) = spoilt(&mut rng) else { continue };
        tried += 1;
        let why = why_none(&puzzle).expect("it has no solution");
        assert_eq!(why.minimality, Minimality::Smallest);
        assert!(!has_solution(&puzzle, &why.givens), "{puzzle:?}");
        seen[why.givens.len()] += 1;
        // Every smaller set of any givens, where there are not too many of them; else every set with one less of these.
        let smaller = if why.givens.len() <= 4 {
            subsets(&givens(&puzzle), why.givens.len() - 1)
        } else {
            subsets(&why.givens, why.givens.len() - 1)
        };
        assert!(smaller.iter().all(|set| has_solution(&puzzle, set)), "{puzzle:?}: {:?}", why.givens);
        for given in &why.single_corrections {
            assert!(why.givens.contains(given), "{puzzle:?}");
            let rest: Vec<Candidate> = givens(&puzzle).into_iter().filter(|other| other != given).collect();
            assert!(has_solution(&puzzle, &rest), "{puzzle:?}");
        }
    }
    println!("by size: {seen:?}");
}

/// That no smaller set is impossible is shown by sets that have a solution: every set of fewer givens is inside one of them.
#[test]
fn on_9x9_no_set_of_a_smaller_size_is_impossible_by_trying_all() {
    let mut rng = seeded_rng(73);
    let mut tried = 0;
    while tried < if is_long() { 20 } else { 2 } {
        let Some(puzzle) = spoilt(&mut rng) else { continue };
        let why = why_none(&puzzle).expect("it has no solution");
        if !(5..=6).contains(&why.givens.len()) {
            continue;
        }
        tried += 1;
        let all = givens(&puzzle);
        let mut possible: Vec<Vec<Candidate>> = Vec::new();
        for set in subsets(&all, why.givens.len() - 1) {
            if possible.iter().any(|larger| set.iter().all(|given| larger.contains(given))) {
                continue;
            }
            let Some(grid) = solve(&only(&puzzle, &set)).solutions().first().map(|grid| (*grid).clone()) else {
                panic!("{puzzle:?}: {set:?} is smaller than {:?}", why.givens);
            };
            possible.push(all.iter().copied().filter(|given| grid.get(given.cell) == Some(given.digit)).collect());
        }
    }
}

#[test]
fn two_givens_that_clash_are_told_with_their_house_on_every_board() {
    for side in [4, 9, 16, 36] {
        let board = Board::of_side(side).unwrap();
        let mut grid = Grid::empty(board);
        for (row, column) in [(0, 0), (0, side - 1), (side - 1, 1)] {
            grid.set(Cell::new(row, column), Digit::new(3));
        }
        let why = why_none(&Puzzle::new(grid)).unwrap();
        let told = why.conflict.expect("they clash").to_string();
        assert_eq!(told, format!("r1c1 and r1c{side} both hold 3 in row 1"));
        assert_eq!((why.minimality, why.givens.len()), (Minimality::Smallest, 2));
        assert_eq!(why.single_corrections.len() + why.undecided.len(), 2, "{side}: {why:?}");
    }
}

#[test]
fn three_equal_digits_in_a_row_need_two_removed() {
    let puzzle: Puzzle =
        "5...5...5 ......... ......... ......... ......... ......... ......... ......... .........".parse().unwrap();
    let why = why_none(&puzzle).unwrap();
    assert_eq!(why.givens.iter().map(ToString::to_string).collect::<Vec<_>>(), ["r1c1=5", "r1c5=5"]);
    assert!(why.single_corrections.is_empty());
}

#[test]
fn candidates_that_are_impossible_by_themselves_need_no_given() {
    let board = Board::of_side(4).unwrap();
    let low: DigitSet = board.digits().take(2).collect();
    let mut allowed = vec![DigitSet::all(4); 16];
    allowed[..3].fill(low);
    allowed[15] = DigitSet::only(Digit::new(1).unwrap());
    let why = why_none(&Puzzle::with_candidates(board, allowed)).unwrap();
    assert!(why.givens.is_empty() && why.single_corrections.is_empty() && why.minimality == Minimality::Smallest);
}

#[test]
fn on_large_boards_none_of_the_givens_told_can_be_left_out() {
    let names = ["36x36_h045_1.txt", "25x25_h050_1.txt", "16x16_h055_1.txt"];
    for name in &names[..if is_long() { 3 } else { 1 }] {
        let Some(puzzle) = collection::puzzle(&format!("big/{name}")) else { continue };
        // The seed decides the cost: refuting one wrong given takes from seconds to minutes.
        let mut rng = seeded_rng(84);
        for _ in 0..if is_long() { 5 } else { 1 } {
            let puzzle = wrong_given(&puzzle, &mut rng);
            let why = why_none(&puzzle).expect("it has no solution");
            println!("{name}: {} of {} givens, {:?}", why.givens.len(), givens(&puzzle).len(), why.minimality);
            assert!(!has_solution(&puzzle, &why.givens));
            assert_eq!(why.minimality, Minimality::Irreducible);
            for fewer in subsets(&why.givens, why.givens.len() - 1) {
                assert!(has_solution(&puzzle, &fewer));
            }
            assert!(!why.single_corrections.is_empty(), "the wrong given is one of {:?}", why.givens);
        }
    }
}

/// The puzzle with a given changed, so that no given sees it and there is no solution.
fn wrong_given(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
    loop {
        let (cell, _) = puzzle.givens().filled().nth(rng.below(puzzle.givens().filled_count())).unwrap();
        let mut grid = puzzle.givens().clone();
        grid.set(cell, Digit::from_index(rng.below(puzzle.board().side())));
        let wrong = Puzzle::new(grid);
        if wrong.given_conflicts().next().is_none() && solve(&wrong) == Answer::None {
            return wrong;
        }
    }
}

/// The fewest candidates that just one of these solutions has, by trying all sets of them.
fn fewest_by_trying(solutions: &[Grid]) -> usize {
    let board = solutions[0].board();
    let masks = (0..board.cell_count() * board.side()).map(|number| {
        let candidate = Candidate::from_index(board, number);
        let has = |solution: &Grid| solution.get(candidate.cell) == Some(candidate.digit);
        solutions.iter().enumerate().fold(0_u128, |mask, (place, solution)| mask | u128::from(has(solution)) << place)
    });
    let masks: Vec<u128> = masks.filter(|mask| *mask != 0).collect();
    let alone = |set: &Vec<u128>| set.iter().fold(u128::MAX, |all, mask| all & mask).is_power_of_two();
    (1..=masks.len()).find(|size| subsets(&masks, *size).iter().any(alone)).unwrap()
}

#[test]
fn on_4x4_the_givens_more_are_as_few_as_can_be() {
    let mut rng = seeded_rng(75);
    let board = Board::of_side(4).unwrap();
    let mut sizes = [0; 6];
    for _ in 0..if is_long() { 2000 } else { 200 } {
        let puzzle = with_givens(&random_solution(board, &mut rng), 2 + rng.below(6), &mut rng);
        let solutions = oracle_solutions(&puzzle, 129);
        let Some(why) = why_many(&puzzle) else {
            assert_eq!(solutions.len(), 1, "{puzzle:?}");
            continue;
        };
        check_ambiguous(&puzzle, &why);
        let extra = why.disambiguating_givens.as_ref().unwrap();
        assert!(why.is_minimum() && why.is_complete);
        if solutions.len() <= 40 {
            assert_eq!(extra.len(), fewest_by_trying(&solutions), "{puzzle:?}");
            sizes[extra.len()] += 1;
        }
    }
    println!("by size: {sizes:?}");
    assert!(sizes[1] > 10 && sizes[2] > 10, "{sizes:?}");
}

/// The two solutions are two, what is open is what they say, and the givens more leave one.
fn check_ambiguous(puzzle: &Puzzle, why: &Ambiguity) {
    let [first, second] = &why.solutions;
    assert!(first != second && [first, second].iter().all(|grid| qedoku::referee::check(puzzle, grid).is_ok()));
    for (cell, digits) in &why.differing_cells {
        assert!(digits.len() > 1);
        for digit in digits {
            let mut grid = puzzle.givens().clone();
            grid.set(*cell, digit);
            assert_ne!(solve(&Puzzle::new(grid)), Answer::None, "{puzzle:?}: {cell}={digit}");
        }
    }
    let differing = puzzle.board().cells().filter(|cell| first.get(*cell) != second.get(*cell));
    assert!(differing.clone().all(|cell| why.differing_cells.iter().any(|(open, _)| *open == cell)));
    if let Some(extra) = &why.disambiguating_givens {
        let mut grid = puzzle.givens().clone();
        for given in extra {
            grid.set(given.cell, given.digit);
        }
        assert!(matches!(solve(&Puzzle::new(grid)), Answer::One(_)), "{puzzle:?}: {extra:?}");
        assert!(extra.len() >= why.min_givens);
    }
}

#[test]
fn the_empty_4x4_needs_four_givens() {
    let why = why_many(&Puzzle::new(Grid::empty(Board::of_side(4).unwrap()))).unwrap();
    assert_eq!(
        (why.disambiguating_givens.as_ref().unwrap().len(), why.is_minimum(), why.differing_cells.len()),
        (4, true, 16)
    );
}

#[test]
fn on_9x9_what_is_told_of_several_solutions_is_so() {
    let mut rng = seeded_rng(76);
    for round in 0..if is_long() { 300 } else { 25 } {
        let puzzle = with_givens(&random_classic_solution(&mut rng), 20 + rng.below(12), &mut rng);
        let Some(why) = why_many(&puzzle) else { continue };
        check_ambiguous(&puzzle, &why);
        assert!(why.is_complete, "round {round}");
        let solutions = oracle_solutions(&puzzle, 61);
        if solutions.len() <= 60 {
            assert!(why.is_minimum());
            assert_eq!(why.disambiguating_givens.unwrap().len(), fewest_by_trying(&solutions), "{puzzle:?}");
        }
    }
}

#[test]
fn empty_boards_are_answered_too() {
    for side in [6, 8, 9] {
        let empty = Puzzle::new(Grid::empty(Board::of_side(side).unwrap()));
        let why = why_many(&empty).unwrap();
        check_ambiguous(&empty, &why);
        println!("{side}x{side}: {} givens more", why.disambiguating_givens.as_ref().unwrap().len());
        assert_eq!(why.differing_cells.len(), side * side);
        assert!(!why.is_minimum());
    }
}

#[test]
fn on_a_large_board_two_solutions_and_some_givens_more_are_told() {
    let mut rng = seeded_rng(77);
    let board = Board::of_side(16).unwrap();
    let puzzle = with_givens(&shift_grid(board), 150, &mut rng);
    let why = why_many(&puzzle).expect("a pattern with holes has several");
    check_ambiguous(&puzzle, &why);
    println!(
        "{} cells differ, {:?} givens more",
        why.differing_cells.len(),
        why.disambiguating_givens.as_ref().map(Vec::len)
    );
    assert!(why.disambiguating_givens.is_some());
}

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn candidate(text: &str) -> Candidate {
    text.parse().unwrap()
}

#[test]
fn a_wrong_digit_and_a_lost_candidate_are_told_with_what_is_right() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let mut position = Position::new(&puzzle);
    let at = |position: &Position| find_mistakes(&puzzle, position, &Interrupt::default()).unwrap().unwrap();
    assert!(at(&position).is_consistent && at(&position).wrong_digits.is_empty());
    position.place(candidate("r1c3=4"));
    assert!(at(&position).is_consistent, "4 is right");
    position.place(candidate("r1c4=2")); // 6 is right
    position.eliminate(candidate("r2c2=7")); // is right
    position.eliminate(candidate("r2c3=4")); // is wrong
    let told = at(&position);
    assert!(!told.is_consistent && told.conflicts.is_empty());
    assert_eq!(told.wrong_digits.len(), 1);
    assert_eq!(
        (told.wrong_digits[0].entered, told.wrong_digits[0].correct.single()),
        (candidate("r1c4=2"), Digit::new(6))
    );
    assert_eq!(told.wrongly_eliminated, [candidate("r2c2=7")]);
}

#[test]
fn digits_that_clash_are_told_first() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let mut position = Position::new(&puzzle);
    position.place(candidate("r1c3=5"));
    let told = find_mistakes(&puzzle, &position, &Interrupt::default()).unwrap().unwrap();
    assert_eq!(
        told.conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["r1c1 and r1c3 both hold 5 in row 1"]
    );
    assert_eq!(told.wrong_digits.iter().map(|wrong| wrong.entered).collect::<Vec<_>>(), [candidate("r1c3=5")]);
}

#[test]
fn with_several_solutions_only_what_none_allows_is_wrong() {
    let puzzle: Puzzle = "12.. 34.. .... ....".parse().unwrap();
    let solutions = oracle_solutions(&puzzle, 100);
    assert!(solutions.len() > 1);
    for (cell, digit) in puzzle.board().cells().flat_map(|cell| puzzle.board().digits().map(move |digit| (cell, digit)))
    {
        let mut position = Position::new(&puzzle);
        position.place(Candidate::new(cell, digit));
        let told = find_mistakes(&puzzle, &position, &Interrupt::default()).unwrap().unwrap();
        let is_right = solutions.iter().any(|solution| solution.get(cell) == Some(digit));
        assert_eq!((told.is_consistent, told.wrong_digits.is_empty()), (is_right, is_right), "{cell}={digit}");
        if let [wrong] = &told.wrong_digits[..] {
            let right: DigitSet = solutions.iter().filter_map(|solution| solution.get(cell)).collect();
            assert_eq!(wrong.correct, right);
        }
    }
}

#[test]
fn a_puzzle_without_a_solution_has_no_mistakes_to_tell() {
    let puzzle: Puzzle = "11.. .... .... ....".parse().unwrap();
    assert_eq!(find_mistakes(&puzzle, &Position::new(&puzzle), &Interrupt::default()).unwrap(), None);
}
