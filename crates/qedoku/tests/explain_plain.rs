//! Chains by plain search: what they say is so, and none is smaller.

use std::collections::BTreeSet;

use qedoku::explain::reference::{self as braid_reference, SearchOutcome};
use qedoku::explain::{ChainLink, ExactlyOne, Justification, Position, Step, Technique};
use qedoku::{Answer, Board, Candidate, Puzzle, solve};
use qedoku_puzzle::rng::Rng;
use qedoku_testdata::collection;
use qedoku_testdata::random_puzzles::{random_solution, shift_grid, with_givens};
use qedoku_testdata::settings::{is_long, seeded_rng};

const WORK: u64 = 20_000_000;

/// Positions on the way to the end of puzzles, where singles and locked candidates do not help; each with its puzzle. Without
/// chains there the way ends, unless the puzzle has one solution.
fn positions(puzzles: impl Iterator<Item = Puzzle>, most: usize) -> Vec<(Position, Puzzle)> {
    let mut made = Vec::new();
    for puzzle in puzzles {
        let mut position = Position::new(&puzzle);
        loop {
            let next = braid_reference::next_step(&position, WORK);
            if next.as_ref().is_none_or(|next| next.step.size() > 1) && !position.is_full() {
                made.push((position.clone(), puzzle.clone()));
            }
            match next {
                Some(next) if made.len() < most => position.apply(&next.step),
                _ => break,
            }
        }
        if made.len() >= most {
            break;
        }
    }
    made
}

/// Small boards with some digits of a full grid.
fn small(rng: &mut Rng) -> impl Iterator<Item = Puzzle> + '_ {
    (0..).map(|round| {
        let (board, left) =
            if round % 2 == 0 { (Board::of_side(4).unwrap(), 3) } else { (Board::new(2, 3).unwrap(), 9) };
        with_givens(&random_solution(board, rng), left, rng)
    })
}

/// Classic puzzles with one solution that need more than singles.
fn classic() -> impl Iterator<Item = Puzzle> {
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

/// Whether the chain does what it says, from the definition alone.
fn refutes(position: &Position, target: Candidate, links: &[ChainLink]) -> bool {
    let board = position.board();
    let are_linked = |one: Candidate, other: Candidate| {
        let sets = ExactlyOne::containing(board, other);
        one != other && ExactlyOne::containing(board, one).iter().any(|set| sets.contains(set))
    };
    let mut trues = vec![target];
    for (place, link) in links.iter().enumerate() {
        let left =
            position.candidates_in(link.constraint).filter(|other| !trues.iter().any(|one| are_linked(*one, *other)));
        let left: Vec<Candidate> = left.collect();
        let is_last = place + 1 == links.len();
        if left != link.candidate.into_iter().collect::<Vec<_>>() || link.candidate.is_none() != is_last {
            return false;
        }
        trues.extend(link.candidate);
    }
    true
}

/// The least size of a chain by breadth: all sets of true candidates of one size make those of the next.
fn by_breadth(position: &Position, target: Candidate, most: usize) -> Option<usize> {
    let board = position.board();
    let gone = |trues: &BTreeSet<Candidate>, other: Candidate| {
        trues.iter().any(|one| {
            *one != other
                && ExactlyOne::containing(board, *one)
                    .iter()
                    .any(|set| ExactlyOne::containing(board, other).contains(set))
        })
    };
    let mut nodes: BTreeSet<BTreeSet<Candidate>> = [[target].into_iter().collect()].into();
    for size in 1..=most {
        let mut larger = BTreeSet::new();
        for trues in &nodes {
            for set in ExactlyOne::all(board) {
                if position.candidates_in(set).any(|member| trues.contains(&member)) {
                    continue;
                }
                let left: Vec<Candidate> = position.candidates_in(set).filter(|other| !gone(trues, *other)).collect();
                match left[..] {
                    [] => return Some(size),
                    [single] => {
                        let mut more = trues.clone();
                        more.insert(single);
                        larger.insert(more);
                    }
                    _ => {}
                }
            }
        }
        nodes = larger;
    }
    None
}

#[test]
fn the_smallest_chain_is_as_small_as_one_found_by_breadth() {
    let mut rng = seeded_rng(81);
    let mut met = [0; 4];
    let step = if is_long() { 1 } else { 9 };
    for (position, _) in [positions(small(&mut rng), 12 / step + 2), positions(classic(), 12 / step + 1)].concat() {
        for target in position.open_candidates().step_by(step) {
            let expected = by_breadth(&position, target, 3);
            let found = match braid_reference::smallest_braid(&position, target, 3, WORK) {
                SearchOutcome::Found(links) => {
                    assert!(refutes(&position, target, &links));
                    Some(links.len())
                }
                SearchOutcome::Exhausted => None,
                SearchOutcome::OutOfBudget => panic!("the work suffices"),
            };
            assert_eq!(found, expected, "{target} in {position:?}");
            met[found.unwrap_or(0)] += 1;
        }
    }
    println!("targets without a chain, and with one of 1, 2, 3 sets: {met:?}");
    assert!(met[0] > 0 && met[2] + met[3] > 0, "{met:?}");
}

#[test]
fn the_next_step_is_right_and_the_smallest_of_all_targets() {
    let mut rng = seeded_rng(82);
    let count = if is_long() { 100 } else { 4 };
    for (position, puzzle) in [positions(small(&mut rng), count), positions(classic(), count)].concat() {
        let smaller = |target: &Candidate, size: usize| {
            braid_reference::smallest_braid(&position, *target, size, WORK) != SearchOutcome::Exhausted
        };
        let Some(next) = braid_reference::next_step(&position, WORK) else {
            assert_eq!(position.open_candidates().find(|target| smaller(target, 4)), None, "{position:?}");
            continue;
        };
        let Justification::Chain(links) = &next.step.justification else { panic!("{:?}", next.step) };
        for target in &next.step.eliminations {
            assert!(!is_possible(&puzzle, *target));
            assert!(refutes(&position, *target, links));
        }
        assert!(next.is_smallest);
        let size = links.len() - 1;
        assert_eq!(position.open_candidates().find(|target| smaller(target, size)), None, "{position:?}");
    }
}

#[test]
fn why_and_why_not_hold_for_every_candidate() {
    let (mut placed, mut refuted) = (0, 0);
    for (position, puzzle) in positions(classic(), if is_long() { 30 } else { 3 }) {
        let Answer::One(solution) = solve(&puzzle) else { panic!("it has one solution") };
        for target in position.open_candidates() {
            let is_true = solution.get(target.cell) == Some(target.digit);
            if let Some(chain) = braid_reference::why_not(&position, target, WORK) {
                assert!(!is_true && refutes(&position, target, &chain.links));
                if chain.is_smallest && chain.links.len() < 4 {
                    assert_eq!(
                        braid_reference::smallest_braid(&position, target, chain.links.len() - 1, WORK),
                        SearchOutcome::Exhausted
                    );
                }
                refuted += 1;
            }
            if let Some(why) = braid_reference::why(&position, target, WORK) {
                assert!(is_true);
                check_why(&position, target, &why.steps);
                placed += 1;
            }
        }
    }
    assert!(placed > 5 && refuted > 20, "{placed}, {refuted}");
}

/// The steps leave nothing but the target of the last one's set.
fn check_why(position: &Position, target: Candidate, steps: &[Step]) {
    let (last, chains) = steps.split_last().unwrap();
    assert_eq!(last.placement, Some(target));
    let Justification::Single(set) = last.justification else { panic!("{last:?}") };
    let mut left: Vec<Candidate> = position.candidates_in(set).collect();
    for step in chains {
        let Justification::Chain(links) = &step.justification else { panic!("{step:?}") };
        assert!(step.eliminations.iter().all(|other| refutes(position, *other, links)));
        left.retain(|other| !step.eliminations.contains(other));
    }
    assert_eq!(left, [target]);
}

#[test]
fn a_search_without_work_is_not_decided() {
    let (position, _) = positions(classic(), 1).remove(0);
    let target = position.open_candidates().next().unwrap();
    assert_eq!(braid_reference::smallest_braid(&position, target, 4, 3), SearchOutcome::OutOfBudget);
    assert_eq!(braid_reference::next_step(&position, 3), None);
}

#[test]
fn an_empty_set_comes_before_all_other_steps() {
    let puzzle: Puzzle = "123. ...4 .... ....".parse().unwrap();
    let step = braid_reference::next_step(&Position::new(&puzzle), WORK).unwrap().step;
    assert_eq!(step.technique, Technique::Contradiction);
    let clash: Puzzle = "11.. .... .... ....".parse().unwrap();
    let step = braid_reference::next_step(&Position::new(&clash), WORK).unwrap().step;
    assert_eq!(step.technique, Technique::Contradiction);
}

#[test]
fn patterns_with_few_holes_are_solved_on_every_board() {
    let mut rng = seeded_rng(85);
    for side in [4, 6, 9, 12, 16, 25, 49] {
        let board = Board::of_side(side).unwrap();
        let grid = shift_grid(board);
        let mut position = Position::new(&with_givens(&grid, board.cell_count() - side, &mut rng));
        while let Some(next) = braid_reference::next_step(&position, WORK) {
            position.apply(&next.step);
        }
        assert_eq!(*position.placed(), grid, "{board}");
    }
}

#[test]
fn large_boards_have_a_next_step_or_are_told_to_have_none() {
    for name in ["25x25_h050_1.txt", "36x36_h050_1.txt", "64x64_h045_1.txt", "100x100_h060_1.txt"] {
        let Some(puzzle) = collection::puzzle(&format!("big/{name}")) else { continue };
        let mut position = Position::new(&puzzle);
        let mut sizes = Vec::new();
        while sizes.len() < if is_long() { 50 } else { 4 } {
            let Some(next) = braid_reference::next_step(&position, braid_reference::DEFAULT_BUDGET) else { break };
            if let Justification::Chain(links) = &next.step.justification {
                assert!(next.step.eliminations.iter().all(|target| refutes(&position, *target, links)));
            }
            sizes.push((next.step.size(), next.is_smallest));
            position.apply(&next.step);
        }
        println!("{name}: {sizes:?}");
    }
}
