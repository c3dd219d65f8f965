//! Finders on positions made for them: an example and a near miss each. The proof kernel checks every step found.

use qedoku_puzzle::{Board, Candidate, Grid, Puzzle};

use crate::techniques::tests::{candidates, position};
use crate::{Explainer, Position, Step, Technique, describe_step, eureka};

/// The instances of a technique in a puzzle without givens that is claimed to have one solution.
fn instances(lines: &[&str], technique: Technique) -> (Position, Vec<Step>) {
    let (position, puzzle) = (position(lines), Puzzle::new(Grid::empty(Board::CLASSIC)));
    let steps = Explainer::default().instances(&position, &[technique], Some(&puzzle));
    (position, steps)
}

/// Checks that a step eliminates these candidates, and perhaps more.
fn assert_eliminates(lines: &[&str], technique: Technique, expected: &str) {
    let (_, steps) = instances(lines, technique);
    let expected: Vec<Candidate> = candidates(expected);
    let has_all = |step: &Step| expected.iter().all(|candidate| step.eliminations.contains(candidate));
    assert!(steps.iter().any(has_all), "{technique}: {steps:?}");
}

fn assert_none(lines: &[&str], technique: Technique) {
    let (_, steps) = instances(lines, technique);
    assert!(steps.is_empty(), "{technique}: {steps:?}");
}

/// `1 in row 1: ...` for the digits 1, 2 and 3.
fn for_three_digits(constraint: &str) -> Vec<String> {
    (1..=3).map(|digit| format!("{digit} in {constraint}")).collect()
}

fn lines(groups: &[Vec<String>]) -> Vec<&str> {
    groups.iter().flatten().map(String::as_str).collect()
}

const LOOP: [&str; 6] = ["r1c1=12", "r2c1=12", "r1c4=12", "r3c4=12", "r2c7=12", "r3c7=123"];

#[test]
fn a_unique_loop_of_six_cells_keeps_one_extra_candidate() {
    assert_eliminates(&LOOP, Technique::UniqueLoop, "r3c7=1 r3c7=2");
    let (position, steps) = instances(&LOOP, Technique::UniqueLoop);
    assert_eq!(
        describe_step(&position, &steps[0], None),
        "Unique loop: if r1c14, r2c17 and r3c47 held only 1 and 2, these digits could be exchanged, and the puzzle would have a \
         second solution. So r3c7 is 3, and 1 and 2 can be eliminated from r3c7."
    );
    let without_claim = Explainer::default().instances(&position, &[Technique::UniqueLoop], None);
    assert!(without_claim.is_empty());
    // The last cell cannot hold the second digit.
    let open = ["r1c1=12", "r2c1=12", "r1c4=12", "r3c4=12", "r2c7=12", "r3c7=13"];
    assert_none(&open, Technique::UniqueLoop);
}

#[test]
fn fireworks_fill_three_cells_with_three_digits() {
    let row = for_three_digits("row 1: r1c1 r1c2 r1c5");
    let column = for_three_digits("column 1: r1c1 r2c1 r5c1");
    assert_eliminates(&lines(&[row.clone(), column.clone()]), Technique::Fireworks, "r1c1=4 r1c5=9 r5c1=5");
    let mut other = column;
    other[2] = "3 in column 1: r1c1 r2c1 r6c1".into();
    assert_none(&lines(&[row, other]), Technique::Fireworks);
}

#[test]
fn a_multi_sector_locked_set_uses_every_digit_as_often_as_it_fits() {
    let cells = |last: &str| -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for row in [1, 4, 7] {
            cells.extend([1, 4, 7].map(|column| format!("r{row}c{column}=123")));
        }
        cells[8] = format!("r7c7={last}");
        cells
    };
    assert_eliminates(&lines(&[cells("123")]), Technique::MultiSectorLockedSet, "r1c2=1 r4c9=3 r7c8=2");
    assert_none(&lines(&[cells("1234")]), Technique::MultiSectorLockedSet);
}

/// Easter Monster, and the same without the given in a corner of its loop.
#[test]
fn an_sk_loop_needs_four_solved_corners() {
    const MONSTER: &str = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let find = |text: &str| {
        let position = Position::new(&text.parse().unwrap());
        Explainer::default().instances(&position, &[Technique::SkLoop], None)
    };
    let steps = find(MONSTER);
    assert!(steps.iter().any(|step| step.eliminations.len() == 13), "{steps:?}");
    assert!(find(&MONSTER.replacen("9.4", "..4", 1)).is_empty());
}

const DIAGONALS: [&str; 9] =
    ["r1c1=123", "r2c2=123", "r3c3=123", "r1c4=123", "r2c5=123", "r3c6=123", "r4c1=123", "r5c2=123", "r6c3=123"];

#[test]
fn a_tridagon_has_an_odd_number_of_boxes_that_descend() {
    let odd = [&DIAGONALS[..], &["r4c4=123", "r5c6=123", "r6c5=1234"]].concat();
    assert_eliminates(&odd, Technique::Tridagon, "r6c5=1 r6c5=2 r6c5=3 r6c9=4");
    let even = [&DIAGONALS[..], &["r4c4=123", "r5c5=123", "r6c6=1234"]].concat();
    assert_none(&even, Technique::Tridagon);
}

#[test]
fn the_targets_of_an_exocet_hold_base_digits_only() {
    let base = || vec!["r1c1=123".to_owned(), "r1c2=123".into(), "r3c4=456789".into(), "r2c7=456789".into()];
    let columns = |third: &str| {
        let others = ["column 4: r1c4 r2c4 r4c4 r5c4", "column 7: r1c7 r3c7 r4c7 r5c7", third];
        others.map(for_three_digits).concat()
    };
    let exocet = [base(), columns("column 3: r1c3 r2c3 r3c3 r4c3 r5c3")];
    assert_eliminates(&lines(&exocet), Technique::Exocet, "r2c4=4 r2c4=9 r3c7=5");
    // A third row outside the band.
    assert_none(&lines(&[base(), columns("column 3: r1c3 r2c3 r3c3 r4c3 r6c3")]), Technique::Exocet);
}

#[test]
fn chains_of_finders_are_described_from_end_to_end() {
    let (position, steps) = instances(&["r1c1=12", "r1c5=23", "r5c5=13"], Technique::XyChain);
    assert_eq!(
        describe_step(&position, &steps[0], None),
        "XY-chain: if r1c1 is not 1, it is 2; then r1c5 is 3; then r5c5 is 1. So r1c1 or r5c5 is 1, and 1 can be eliminated from \
         r5c1."
    );
    let notation = eureka(&position, &steps[0], None);
    assert_eq!(notation, Some(vec!["(1=2)r1c1 - (2=3)r1c5 - (3=1)r5c5 => r5c1<>1".to_owned()]));
}
