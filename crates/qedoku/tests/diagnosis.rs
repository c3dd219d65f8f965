//! Diagnosis of unsolvable and ambiguous puzzles and of mistakes, compared with exhaustive search.

use qedoku::explain::{Ambiguity, Minimality, Position, UnsatCore, find_ambiguity, find_mistakes, find_unsat_core};
use qedoku::{Answer, Board, Candidate, Cell, Digit, DigitSet, Grid, Interrupt, Puzzle, solve};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{
    mutate, oracle_solutions, random_classic_solution, random_solution, with_givens,
};
use qedoku_testdata::{is_long, seeded_rng};

/// The unsatisfiable core of a puzzle; asserts that a second run finds the same.
fn unsat_core(puzzle: &Puzzle) -> Option<UnsatCore> {
    let core = find_unsat_core(puzzle, &Interrupt::default()).expect("the search is not interrupted");
    let again = find_unsat_core(puzzle, &Interrupt::default()).expect("the search is not interrupted");
    assert_eq!(again, core, "the search is deterministic");
    core
}

/// The ambiguity of a puzzle; asserts that a second run finds the same.
fn ambiguity(puzzle: &Puzzle) -> Option<Ambiguity> {
    let ambiguity = find_ambiguity(puzzle, &Interrupt::default()).expect("the search is not interrupted");
    let again = find_ambiguity(puzzle, &Interrupt::default()).expect("the search is not interrupted");
    assert_eq!(again, ambiguity, "the search is deterministic");
    ambiguity
}

fn givens(puzzle: &Puzzle) -> Vec<Candidate> {
    puzzle.givens().filled().map(|(cell, digit)| Candidate::new(cell, digit)).collect()
}

/// The puzzle with these givens and no others; the cells of the other givens allow all digits.
fn with_only(puzzle: &Puzzle, givens: &[Candidate]) -> Puzzle {
    let board = puzzle.board();
    let allowed = |cell| match givens.iter().find(|given| given.cell == cell) {
        Some(given) => DigitSet::only(given.digit),
        None if puzzle.givens().get(cell).is_some() => DigitSet::all(board.side()),
        None => puzzle.allowed(cell),
    };
    Puzzle::with_candidates(board, board.cells().map(allowed).collect::<Vec<_>>())
}

fn has_solution(puzzle: &Puzzle, givens: &[Candidate]) -> bool {
    solve(&with_only(puzzle, givens)) != Answer::None
}

/// All subsets of a size, in lexicographic order of their indices.
fn subsets<T: Clone>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest = subsets(&items[first + 1..], size - 1);
        rest.into_iter().map(move |rest| [&items[first..=first], &rest].concat())
    };
    (0..items.len()).flat_map(with_first).collect()
}

/// The lexicographically first smallest set of givens without a solution, by exhaustive search with the oracle.
fn exhaustive_core(puzzle: &Puzzle) -> Vec<Candidate> {
    let all = givens(puzzle);
    let is_unsolvable = |set: &Vec<Candidate>| oracle_solutions(&with_only(puzzle, set), 1).is_empty();
    (0..=all.len())
        .find_map(|size| subsets(&all, size).into_iter().find(is_unsolvable))
        .expect("the set of all givens is unsolvable")
}

/// The givens whose removal makes the puzzle solvable, by exhaustive search with the oracle.
fn exhaustive_single_corrections(puzzle: &Puzzle) -> Vec<Candidate> {
    let all = givens(puzzle);
    let without = |given: &Candidate| all.iter().copied().filter(|other| other != given).collect::<Vec<_>>();
    all.iter().copied().filter(|given| !oracle_solutions(&with_only(puzzle, &without(given)), 1).is_empty()).collect()
}

/// A mutated puzzle, in a third of the cases also with candidates eliminated at random.
fn random_small_puzzle(board: Board, rng: &mut Rng) -> Puzzle {
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
fn the_core_on_4x4_and_6x6_is_the_first_smallest_unsolvable_set_of_givens() {
    let mut rng = seeded_rng(71);
    let mut sizes = [0; 12];
    for (board, rounds) in [(Board::of_side(4).unwrap(), 400), (Board::new(3, 2).unwrap(), 40)] {
        for _ in 0..if is_long() { 10 * rounds } else { rounds } {
            let puzzle = random_small_puzzle(board, &mut rng);
            let Some(core) = unsat_core(&puzzle) else {
                assert!(!oracle_solutions(&puzzle, 1).is_empty(), "{puzzle:?}");
                continue;
            };
            assert_eq!(core.givens, exhaustive_core(&puzzle), "{puzzle:?}");
            assert_eq!(core.single_corrections, exhaustive_single_corrections(&puzzle), "{puzzle:?}");
            assert_eq!((core.minimality, core.undecided.len()), (Minimality::Smallest, 0));
            sizes[core.givens.len()] += 1;
        }
    }
    assert!(sizes[2] > 20 && sizes[3..].iter().sum::<usize>() > 20, "{sizes:?}");
}

/// An unsolvable puzzle: one given is wrong but conflicts with no other given.
fn random_unsolvable_puzzle(rng: &mut Rng) -> Option<Puzzle> {
    let puzzle = with_givens(&random_classic_solution(rng), 24 + rng.below(16), rng);
    let (cell, _) = puzzle.givens().filled().nth(rng.below(puzzle.givens().filled_count()))?;
    let mut grid = puzzle.givens().clone();
    grid.set(cell, Digit::from_index(rng.below(9)));
    let wrong = Puzzle::new(grid);
    (wrong.given_conflicts().next().is_none() && solve(&wrong) == Answer::None).then_some(wrong)
}

#[test]
fn the_core_on_9x9_is_unsolvable_and_no_smaller_set_is() {
    let mut rng = seeded_rng(72);
    let (mut tried, mut seen) = (0, [0; 40]);
    while tried < if is_long() { 500 } else { 40 } {
        let Some(puzzle) = random_unsolvable_puzzle(&mut rng) else { continue };
        tried += 1;
        let core = unsat_core(&puzzle).expect("the puzzle has no solution");
        assert_eq!(core.minimality, Minimality::Smallest);
        assert!(!has_solution(&puzzle, &core.givens), "{puzzle:?}");
        seen[core.givens.len()] += 1;
        // All smaller sets of givens if there are not too many of them, else all subsets of the core with one given less.
        let smaller = if core.givens.len() <= 4 {
            subsets(&givens(&puzzle), core.givens.len() - 1)
        } else {
            subsets(&core.givens, core.givens.len() - 1)
        };
        assert!(smaller.iter().all(|set| has_solution(&puzzle, set)), "{puzzle:?}: {:?}", core.givens);
        for given in &core.single_corrections {
            assert!(core.givens.contains(given), "{puzzle:?}");
            let rest: Vec<Candidate> = givens(&puzzle).into_iter().filter(|other| other != given).collect();
            assert!(has_solution(&puzzle, &rest), "{puzzle:?}");
        }
    }
    assert_eq!(seen.iter().sum::<usize>(), tried);
    assert!(seen.iter().filter(|count| **count > 0).count() >= 3, "by size: {seen:?}");
}

/// Shows that every smaller set of givens is solvable: it is a subset of the givens that some solution satisfies.
#[test]
fn no_smaller_set_of_givens_on_9x9_is_unsolvable_by_exhaustive_search() {
    let mut rng = seeded_rng(73);
    let mut tried = 0;
    while tried < if is_long() { 20 } else { 2 } {
        let Some(puzzle) = random_unsolvable_puzzle(&mut rng) else { continue };
        let core = unsat_core(&puzzle).expect("the puzzle has no solution");
        if !(5..=6).contains(&core.givens.len()) {
            continue;
        }
        tried += 1;
        let all = givens(&puzzle);
        let mut solvable: Vec<Vec<Candidate>> = Vec::new();
        for set in subsets(&all, core.givens.len() - 1) {
            if solvable.iter().any(|larger| set.iter().all(|given| larger.contains(given))) {
                continue;
            }
            let Some(grid) = solve(&with_only(&puzzle, &set)).solutions().first().map(|grid| (*grid).clone()) else {
                panic!("{puzzle:?}: {set:?} is unsolvable and smaller than {:?}", core.givens);
            };
            solvable.push(all.iter().copied().filter(|given| grid.get(given.cell) == Some(given.digit)).collect());
        }
    }
}

#[test]
fn a_conflict_of_two_givens_is_reported_with_its_house_on_boards_of_every_size() {
    for side in [4, 9, 16, 36] {
        let board = Board::of_side(side).unwrap();
        let mut grid = Grid::empty(board);
        for (row, column) in [(0, 0), (0, side - 1), (side - 1, 1)] {
            grid.set(Cell::new(row, column), Digit::new(3));
        }
        let core = unsat_core(&Puzzle::new(grid)).unwrap();
        let conflict = core.conflict.expect("two givens conflict").to_string();
        assert_eq!(conflict, format!("r1c1 and r1c{side} both hold 3 in row 1"));
        assert_eq!((core.minimality, core.givens.len()), (Minimality::Smallest, 2));
        assert_eq!(core.single_corrections.len() + core.undecided.len(), 2, "{side}: {core:?}");
    }
}

#[test]
fn three_equal_givens_in_a_row_have_no_single_correction() {
    let puzzle: Puzzle =
        "5...5...5 ......... ......... ......... ......... ......... ......... ......... .........".parse().unwrap();
    let core = unsat_core(&puzzle).unwrap();
    assert_eq!(core.givens.iter().map(ToString::to_string).collect::<Vec<_>>(), ["r1c1=5", "r1c5=5"]);
    assert!(core.single_corrections.is_empty());
}

#[test]
fn the_core_is_empty_if_the_eliminations_alone_are_unsolvable() {
    let board = Board::of_side(4).unwrap();
    let low: DigitSet = board.digits().take(2).collect();
    let mut allowed = vec![DigitSet::all(4); 16];
    allowed[..3].fill(low);
    allowed[15] = DigitSet::only(Digit::new(1).unwrap());
    let core = unsat_core(&Puzzle::with_candidates(board, allowed)).unwrap();
    assert!(core.givens.is_empty() && core.single_corrections.is_empty() && core.minimality == Minimality::Smallest);
}

#[test]
fn the_core_on_large_boards_is_irreducible() {
    let names = ["36x36_h045_1.txt", "25x25_h050_1.txt", "16x16_h055_1.txt"];
    for name in &names[..if is_long() { 3 } else { 1 }] {
        let puzzle = collection::sample_puzzle(&format!("big/{name}"));
        // The seed decides the cost: refuting one wrong given takes from seconds to minutes.
        let mut rng = seeded_rng(84);
        for _ in 0..if is_long() { 5 } else { 1 } {
            let puzzle = with_wrong_given(&puzzle, &mut rng);
            let core = unsat_core(&puzzle).expect("the puzzle has no solution");
            assert!(core.givens.len() < givens(&puzzle).len(), "{name}");
            assert!(!has_solution(&puzzle, &core.givens));
            assert_eq!(core.minimality, Minimality::Irreducible);
            for subset in subsets(&core.givens, core.givens.len() - 1) {
                assert!(has_solution(&puzzle, &subset));
            }
            assert!(!core.single_corrections.is_empty(), "the wrong given is one of {:?}", core.givens);
        }
    }
}

/// The puzzle with one given changed so that it conflicts with no other given and has no solution.
fn with_wrong_given(puzzle: &Puzzle, rng: &mut Rng) -> Puzzle {
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

/// The smallest number of candidates that only one of these solutions contains, by exhaustive search.
fn exhaustive_min_givens(solutions: &[Grid]) -> usize {
    let board = solutions[0].board();
    let masks = (0..board.cell_count() * board.side()).map(|index| {
        let candidate = Candidate::from_index(board, index);
        let contains = |solution: &Grid| solution.get(candidate.cell) == Some(candidate.digit);
        solutions
            .iter()
            .enumerate()
            .fold(0_u128, |mask, (index, solution)| mask | u128::from(contains(solution)) << index)
    });
    let masks: Vec<u128> = masks.filter(|mask| *mask != 0).collect();
    let is_unique = |set: &Vec<u128>| set.iter().fold(u128::MAX, |all, mask| all & mask).is_power_of_two();
    (1..=masks.len()).find(|size| subsets(&masks, *size).iter().any(is_unique)).unwrap()
}

#[test]
fn the_number_of_disambiguating_givens_on_4x4_is_minimum() {
    let mut rng = seeded_rng(75);
    let board = Board::of_side(4).unwrap();
    let mut sizes = [0; 6];
    for _ in 0..if is_long() { 2000 } else { 200 } {
        let puzzle = with_givens(&random_solution(board, &mut rng), 2 + rng.below(6), &mut rng);
        let solutions = oracle_solutions(&puzzle, 129);
        let Some(ambiguity) = ambiguity(&puzzle) else {
            assert_eq!(solutions.len(), 1, "{puzzle:?}");
            continue;
        };
        check_ambiguity(&puzzle, &ambiguity);
        let additional = ambiguity.disambiguating_givens.as_ref().unwrap();
        assert!(ambiguity.is_minimum() && ambiguity.is_complete);
        if solutions.len() <= 40 {
            assert_eq!(additional.len(), exhaustive_min_givens(&solutions), "{puzzle:?}");
            sizes[additional.len()] += 1;
        }
    }
    assert!(sizes[1] > 10 && sizes[2] > 10, "{sizes:?}");
}

/// Asserts that the two solutions are distinct, that every digit reported for a differing cell occurs in a solution, and that
/// the disambiguating givens leave one solution.
fn check_ambiguity(puzzle: &Puzzle, ambiguity: &Ambiguity) {
    let [first, second] = &ambiguity.solutions;
    assert!(first != second && [first, second].iter().all(|grid| qedoku::referee::check(puzzle, grid).is_ok()));
    for (cell, digits) in &ambiguity.differing_cells {
        assert!(digits.len() > 1);
        for digit in digits {
            let mut grid = puzzle.givens().clone();
            grid.set(*cell, digit);
            assert_ne!(solve(&Puzzle::new(grid)), Answer::None, "{puzzle:?}: {cell}={digit}");
        }
    }
    let differing = puzzle.board().cells().filter(|cell| first.get(*cell) != second.get(*cell));
    assert!(differing.clone().all(|cell| ambiguity.differing_cells.iter().any(|(other, _)| *other == cell)));
    if let Some(additional) = &ambiguity.disambiguating_givens {
        let mut grid = puzzle.givens().clone();
        for given in additional {
            grid.set(given.cell, given.digit);
        }
        assert!(matches!(solve(&Puzzle::new(grid)), Answer::One(_)), "{puzzle:?}: {additional:?}");
        assert!(additional.len() >= ambiguity.min_givens);
    }
}

#[test]
fn the_empty_4x4_board_needs_four_disambiguating_givens() {
    let ambiguity = ambiguity(&Puzzle::new(Grid::empty(Board::of_side(4).unwrap()))).unwrap();
    assert_eq!(
        (
            ambiguity.disambiguating_givens.as_ref().unwrap().len(),
            ambiguity.is_minimum(),
            ambiguity.differing_cells.len()
        ),
        (4, true, 16)
    );
}

#[test]
fn the_ambiguity_of_9x9_puzzles_agrees_with_the_oracle() {
    let mut rng = seeded_rng(76);
    for round in 0..if is_long() { 300 } else { 25 } {
        let puzzle = with_givens(&random_classic_solution(&mut rng), 20 + rng.below(12), &mut rng);
        let Some(ambiguity) = ambiguity(&puzzle) else { continue };
        check_ambiguity(&puzzle, &ambiguity);
        assert!(ambiguity.is_complete, "round {round}");
        let solutions = oracle_solutions(&puzzle, 61);
        if solutions.len() <= 60 {
            assert!(ambiguity.is_minimum());
            assert_eq!(ambiguity.disambiguating_givens.unwrap().len(), exhaustive_min_givens(&solutions), "{puzzle:?}");
        }
    }
}

#[test]
fn empty_boards_are_diagnosed_as_ambiguous() {
    for side in [6, 8, 9] {
        let empty = Puzzle::new(Grid::empty(Board::of_side(side).unwrap()));
        let ambiguity = ambiguity(&empty).unwrap();
        check_ambiguity(&empty, &ambiguity);
        assert!(ambiguity.disambiguating_givens.as_ref().unwrap().len() >= side, "{side}x{side}");
        assert_eq!(ambiguity.differing_cells.len(), side * side);
        assert!(!ambiguity.is_minimum());
    }
}

#[test]
fn two_solutions_and_disambiguating_givens_are_found_on_a_large_board() {
    let mut rng = seeded_rng(77);
    let board = Board::of_side(16).unwrap();
    let puzzle = with_givens(&Grid::cyclic_shift(board), 150, &mut rng);
    let ambiguity = ambiguity(&puzzle).expect("the puzzle has several solutions");
    check_ambiguity(&puzzle, &ambiguity);
    assert!(ambiguity.differing_cells.len() >= 4 && ambiguity.disambiguating_givens.is_some());
}

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn candidate(text: &str) -> Candidate {
    text.parse().unwrap()
}

#[test]
fn a_wrong_digit_is_reported_with_the_correct_one_and_a_wrong_elimination_is_reported() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let mut position = Position::new(&puzzle);
    let mistakes_in = |position: &Position| find_mistakes(&puzzle, position, &Interrupt::default()).unwrap().unwrap();
    assert!(mistakes_in(&position).is_consistent && mistakes_in(&position).wrong_digits.is_empty());
    position.place(candidate("r1c3=4"));
    assert!(mistakes_in(&position).is_consistent, "4 is correct");
    position.place(candidate("r1c4=2")); // The correct digit is 6.
    position.eliminate(candidate("r2c2=7")); // Wrong: r2c2 is 7.
    position.eliminate(candidate("r2c3=4")); // Correct: r2c3 is not 4.
    let mistakes = mistakes_in(&position);
    assert!(!mistakes.is_consistent && mistakes.conflicts.is_empty());
    assert_eq!(mistakes.wrong_digits.len(), 1);
    assert_eq!(
        (mistakes.wrong_digits[0].entered, mistakes.wrong_digits[0].correct.single()),
        (candidate("r1c4=2"), Digit::new(6))
    );
    assert_eq!(mistakes.wrongly_eliminated, [candidate("r2c2=7")]);
}

#[test]
fn conflicting_digits_are_reported_with_their_house() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    let mut position = Position::new(&puzzle);
    position.place(candidate("r1c3=5"));
    let mistakes = find_mistakes(&puzzle, &position, &Interrupt::default()).unwrap().unwrap();
    assert_eq!(
        mistakes.conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["r1c1 and r1c3 both hold 5 in row 1"]
    );
    assert_eq!(mistakes.wrong_digits.iter().map(|wrong| wrong.entered).collect::<Vec<_>>(), [candidate("r1c3=5")]);
}

#[test]
fn a_digit_of_an_ambiguous_puzzle_is_wrong_only_if_no_solution_contains_it() {
    let puzzle: Puzzle = "12.. 34.. .... ....".parse().unwrap();
    let solutions = oracle_solutions(&puzzle, 100);
    assert!(solutions.len() > 1);
    for (cell, digit) in puzzle.board().cells().flat_map(|cell| puzzle.board().digits().map(move |digit| (cell, digit)))
    {
        let mut position = Position::new(&puzzle);
        position.place(Candidate::new(cell, digit));
        let mistakes = find_mistakes(&puzzle, &position, &Interrupt::default()).unwrap().unwrap();
        let is_correct = solutions.iter().any(|solution| solution.get(cell) == Some(digit));
        assert_eq!(
            (mistakes.is_consistent, mistakes.wrong_digits.is_empty()),
            (is_correct, is_correct),
            "{cell}={digit}"
        );
        if let [wrong] = &mistakes.wrong_digits[..] {
            let correct: DigitSet = solutions.iter().filter_map(|solution| solution.get(cell)).collect();
            assert_eq!(wrong.correct, correct);
        }
    }
}

#[test]
fn an_unsolvable_puzzle_has_no_mistakes() {
    let puzzle: Puzzle = "11.. .... .... ....".parse().unwrap();
    assert_eq!(find_mistakes(&puzzle, &Position::new(&puzzle), &Interrupt::default()).unwrap(), None);
}
