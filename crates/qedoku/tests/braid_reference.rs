//! Reference search for braids: every chain is valid, and none is smaller.

use std::collections::BTreeSet;

use qedoku::explain::reference::{self as braid_reference, SearchOutcome};
use qedoku::explain::{ChainLink, ExactlyOne, Justification, Position, Step, Technique};
use qedoku::{Answer, Board, Candidate, Grid, Puzzle, solve};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{random_solution, with_givens};
use qedoku_testdata::{is_long, seeded_rng};

/// Search budget that suffices on small and classic boards.
const BUDGET: u64 = 20_000_000;

/// Positions that singles and locked candidates do not advance, each with its puzzle: steps of the reference search are applied
/// until there is none.
fn positions(puzzles: impl Iterator<Item = Puzzle>, limit: usize) -> Vec<(Position, Puzzle)> {
    let mut positions = Vec::new();
    for puzzle in puzzles {
        let mut position = Position::new(&puzzle);
        loop {
            let next = braid_reference::next_step(&position, BUDGET);
            if next.as_ref().is_none_or(|next| next.step.size() > 1) && !position.is_full() {
                positions.push((position.clone(), puzzle.clone()));
            }
            match next {
                Some(next) if positions.len() < limit => position.apply(&next.step),
                _ => break,
            }
        }
        if positions.len() >= limit {
            break;
        }
    }
    positions
}

/// Puzzles on 4x4 and 6x6 boards: some digits of a random solution.
fn small_puzzles(rng: &mut Rng) -> impl Iterator<Item = Puzzle> + '_ {
    (0..).map(|round| {
        let (board, givens) =
            if round % 2 == 0 { (Board::of_side(4).unwrap(), 3) } else { (Board::new(2, 3).unwrap(), 9) };
        with_givens(&random_solution(board, rng), givens, rng)
    })
}

/// Classic puzzles with one solution that need more than singles.
fn classic_puzzles() -> impl Iterator<Item = Puzzle> {
    let puzzles = [
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....",
    ];
    puzzles.into_iter().map(|puzzle| puzzle.parse().expect("a puzzle"))
}

/// Whether the puzzle has a solution with this candidate.
fn is_possible(puzzle: &Puzzle, candidate: Candidate) -> bool {
    let mut givens = puzzle.givens().clone();
    givens.set(candidate.cell, candidate.digit);
    solve(&Puzzle::new(givens)) != Answer::None
}

/// Whether the chain refutes the target, by definition.
fn refutes(position: &Position, target: Candidate, links: &[ChainLink]) -> bool {
    let board = position.board();
    let are_linked = |one: Candidate, other: Candidate| {
        let constraints = ExactlyOne::containing(board, other);
        one != other && ExactlyOne::containing(board, one).iter().any(|constraint| constraints.contains(constraint))
    };
    let mut trues = vec![target];
    for (index, link) in links.iter().enumerate() {
        let remaining =
            position.candidates_in(link.constraint).filter(|other| !trues.iter().any(|one| are_linked(*one, *other)));
        let remaining: Vec<Candidate> = remaining.collect();
        let is_last = index + 1 == links.len();
        if remaining != link.candidate.into_iter().collect::<Vec<_>>() || link.candidate.is_none() != is_last {
            return false;
        }
        trues.extend(link.candidate);
    }
    true
}

/// The size of the smallest chain by breadth-first search over sets of true candidates.
fn breadth_first_size(position: &Position, target: Candidate, max_size: usize) -> Option<usize> {
    let board = position.board();
    let is_eliminated = |trues: &BTreeSet<Candidate>, other: Candidate| {
        trues.iter().any(|one| {
            *one != other
                && ExactlyOne::containing(board, *one)
                    .iter()
                    .any(|constraint| ExactlyOne::containing(board, other).contains(constraint))
        })
    };
    let mut layer: BTreeSet<BTreeSet<Candidate>> = [[target].into_iter().collect()].into();
    for size in 1..=max_size {
        let mut next_layer = BTreeSet::new();
        for trues in &layer {
            for constraint in ExactlyOne::all(board) {
                if position.candidates_in(constraint).any(|member| trues.contains(&member)) {
                    continue;
                }
                let remaining: Vec<Candidate> =
                    position.candidates_in(constraint).filter(|other| !is_eliminated(trues, *other)).collect();
                match remaining[..] {
                    [] => return Some(size),
                    [single] => {
                        let mut extended = trues.clone();
                        extended.insert(single);
                        next_layer.insert(extended);
                    }
                    _ => {}
                }
            }
        }
        layer = next_layer;
    }
    None
}

#[test]
fn the_smallest_chain_has_the_size_found_by_breadth_first_search() {
    let mut rng = seeded_rng(81);
    let mut histogram = [0; 4];
    let step = if is_long() { 1 } else { 9 };
    for (position, _) in
        [positions(small_puzzles(&mut rng), 12 / step + 2), positions(classic_puzzles(), 12 / step + 1)].concat()
    {
        for target in position.open_candidates().step_by(step) {
            let expected = breadth_first_size(&position, target, 3);
            let found = match braid_reference::smallest_braid(&position, target, 3, BUDGET) {
                SearchOutcome::Found(links) => {
                    assert!(refutes(&position, target, &links));
                    Some(links.len())
                }
                SearchOutcome::Exhausted => None,
                SearchOutcome::OutOfBudget => panic!("the budget suffices"),
            };
            assert_eq!(found, expected, "{target} in {position:?}");
            histogram[found.unwrap_or(0)] += 1;
        }
    }
    assert!(histogram[0] > 0 && histogram[2] + histogram[3] > 0, "{histogram:?}");
}

#[test]
fn the_next_step_is_valid_and_smallest_over_all_targets() {
    let mut rng = seeded_rng(82);
    let count = if is_long() { 100 } else { 4 };
    for (position, puzzle) in [positions(small_puzzles(&mut rng), count), positions(classic_puzzles(), count)].concat()
    {
        let has_chain = |target: &Candidate, size: usize| {
            braid_reference::smallest_braid(&position, *target, size, BUDGET) != SearchOutcome::Exhausted
        };
        let Some(next) = braid_reference::next_step(&position, BUDGET) else {
            assert_eq!(position.open_candidates().find(|target| has_chain(target, 4)), None, "{position:?}");
            continue;
        };
        let Justification::Chain(links) = &next.step.justification else { panic!("{:?}", next.step) };
        for target in &next.step.eliminations {
            assert!(!is_possible(&puzzle, *target));
            assert!(refutes(&position, *target, links));
        }
        assert!(next.is_smallest);
        let size = links.len() - 1;
        assert_eq!(position.open_candidates().find(|target| has_chain(target, size)), None, "{position:?}");
    }
}

#[test]
fn why_and_why_not_are_valid_for_every_candidate() {
    let (mut placed, mut refuted) = (0, 0);
    for (position, puzzle) in positions(classic_puzzles(), if is_long() { 30 } else { 3 }) {
        let Answer::One(solution) = solve(&puzzle) else { panic!("the puzzle has one solution") };
        for target in position.open_candidates() {
            let is_true = solution.get(target.cell) == Some(target.digit);
            if let Some(chain) = braid_reference::why_not(&position, target, BUDGET) {
                assert!(!is_true && refutes(&position, target, &chain.links));
                if chain.is_smallest && chain.links.len() < 4 {
                    assert_eq!(
                        braid_reference::smallest_braid(&position, target, chain.links.len() - 1, BUDGET),
                        SearchOutcome::Exhausted
                    );
                }
                refuted += 1;
            }
            if let Some(why) = braid_reference::why(&position, target, BUDGET) {
                assert!(is_true);
                check_why(&position, target, &why.steps);
                placed += 1;
            }
        }
    }
    assert!(placed > 5 && refuted > 20, "{placed}, {refuted}");
}

/// Asserts that the chains eliminate every candidate but the target from the constraint of the final single.
fn check_why(position: &Position, target: Candidate, steps: &[Step]) {
    let (last, chains) = steps.split_last().unwrap();
    assert_eq!(last.placement, Some(target));
    let Justification::Single(constraint) = last.justification else { panic!("{last:?}") };
    let mut remaining: Vec<Candidate> = position.candidates_in(constraint).collect();
    for step in chains {
        let Justification::Chain(links) = &step.justification else { panic!("{step:?}") };
        assert!(step.eliminations.iter().all(|other| refutes(position, *other, links)));
        remaining.retain(|other| !step.eliminations.contains(other));
    }
    assert_eq!(remaining, [target]);
}

#[test]
fn a_search_without_budget_is_undecided() {
    let (position, _) = positions(classic_puzzles(), 1).remove(0);
    let target = position.open_candidates().next().unwrap();
    assert_eq!(braid_reference::smallest_braid(&position, target, 4, 3), SearchOutcome::OutOfBudget);
    assert_eq!(braid_reference::next_step(&position, 3), None);
}

#[test]
fn an_empty_constraint_precedes_all_other_steps() {
    let puzzle: Puzzle = "123. ...4 .... ....".parse().unwrap();
    let step = braid_reference::next_step(&Position::new(&puzzle), BUDGET).unwrap().step;
    assert_eq!(step.technique, Technique::Contradiction);
    let conflicting: Puzzle = "11.. .... .... ....".parse().unwrap();
    let step = braid_reference::next_step(&Position::new(&conflicting), BUDGET).unwrap().step;
    assert_eq!(step.technique, Technique::Contradiction);
}

#[test]
fn shift_grids_with_few_empty_cells_are_solved_on_boards_of_every_size() {
    let mut rng = seeded_rng(85);
    for side in [4, 6, 9, 12, 16, 25, 49] {
        let board = Board::of_side(side).unwrap();
        let grid = Grid::cyclic_shift(board);
        let mut position = Position::new(&with_givens(&grid, board.cell_count() - side, &mut rng));
        while let Some(next) = braid_reference::next_step(&position, BUDGET) {
            position.apply(&next.step);
        }
        assert_eq!(*position.placed(), grid, "{board}");
    }
}

#[test]
fn steps_on_large_boards_are_valid() {
    for name in ["25x25_h050_1.txt", "36x36_h050_1.txt", "64x64_h045_1.txt", "100x100_h030_1.txt"] {
        let mut position = Position::new(&collection::sample_puzzle(&format!("big/{name}")));
        let mut sizes = Vec::new();
        while sizes.len() < if is_long() { 50 } else { 4 } {
            let Some(next) = braid_reference::next_step(&position, braid_reference::DEFAULT_BUDGET) else { break };
            if let Justification::Chain(links) = &next.step.justification {
                assert!(next.step.eliminations.iter().all(|target| refutes(&position, *target, links)));
            }
            sizes.push((next.step.size(), next.is_smallest));
            position.apply(&next.step);
        }
        assert!(sizes.len() >= 4, "{name}: {sizes:?}");
    }
}
