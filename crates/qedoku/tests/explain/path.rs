//! Easy paths have an easiest step in every position; short paths drop steps.

use qedoku::Puzzle;
use qedoku::explain::{Explainer, Explanation, Justification, PathStyle, PositionedStep, Step, Technique};
use qedoku_testdata::collection;

use crate::replay::check_explanation;

/// The shortened path of this puzzle has a chain as step 25, where a claiming pair is available.
const CLAIMING_DROPPED: &str = "12.......4..7...23.89.3..4.2.8..........6.2.1..7..1.3559.61.3...............7..14";

fn explain(explainer: &mut Explainer, puzzle: &Puzzle) -> Explanation {
    let explanation = explainer.explain(puzzle).expect("not interrupted");
    check_explanation(&explanation.start, &explanation);
    explanation
}

/// Whether some step is smaller than the one on the path, or of the same size with a better-known technique.
///
/// All singles, locked candidates, subsets and fish are compared, and of the chains a smallest one per candidate. Sizes
/// above 4 are not searched, for time.
fn is_easier_available(explainer: &mut Explainer, PositionedStep { position, step }: &PositionedStep<'_>) -> bool {
    let mut available = explainer.all_steps(position, step.size().min(4)).expect("not interrupted");
    available.retain(|other| {
        // Which chains of one size are compared by name depends on the budget, so they count by size alone.
        let by_name = !matches!(other.justification, Justification::Chain(_)) || other.size() == 1;
        other.size() < step.size()
            || other.size() == step.size() && by_name && is_easier(other.technique, step.technique)
    });
    !available.is_empty()
}

/// Whether a technique comes first. Singles are taken in the order of their houses, so they count as equal.
fn is_easier(one: Technique, other: Technique) -> bool {
    one < other && one > Technique::NakedSingle
}

#[test]
fn no_easier_step_is_available_anywhere_on_an_easy_path() {
    let mut explainer = Explainer::default();
    let mut puzzles = vec![CLAIMING_DROPPED.parse().expect("a puzzle")];
    let lists = [("rated/cbg_000_a.csv", 60), ("9x9/top1465.txt", 8), ("explain/sudokuwiki76.txt", 20)];
    puzzles.extend(lists.into_iter().flat_map(|(name, limit)| collection::sample(name, limit)));
    let mut larger_steps = 0;
    for puzzle in &puzzles {
        let explanation = explain(&mut explainer, puzzle);
        for positioned in &explanation {
            larger_steps += u32::from(positioned.step.size() > 1);
            assert!(!is_easier_available(&mut explainer, &positioned), "{}: {positioned}", puzzle.givens());
        }
    }
    assert!(larger_steps > 200, "only {larger_steps} steps of two or more constraints");
}

#[test]
fn the_next_step_in_every_position_of_an_easy_path_has_the_size_of_its_step() {
    let mut explainer = Explainer::default();
    for puzzle in collection::sample("rated/cbg_000_a.csv", 40) {
        for PositionedStep { position, step } in &explain(&mut explainer, &puzzle) {
            let next = explainer.next_step(&position).expect("not interrupted").expect("the path continues");
            assert_eq!(next.size(), step.size(), "{}: {step:?}", puzzle.givens());
        }
    }
}

#[test]
fn a_short_path_drops_steps_and_an_easy_one_keeps_them() {
    let puzzle: Puzzle = CLAIMING_DROPPED.parse().expect("a puzzle");
    let mut explainer = Explainer::default();
    let easy = explain(&mut explainer, &puzzle);
    explainer.path = PathStyle::Short;
    let short = explain(&mut explainer, &puzzle);
    assert!(short.steps.len() < easy.steps.len());
    let is_locked = |step: &&Step| matches!(step.technique, Technique::Pointing | Technique::Claiming);
    let [in_easy, in_short] = [&easy, &short].map(|path| path.steps.iter().filter(is_locked).count());
    assert!(in_short < in_easy, "{in_short} of {in_easy} locked candidates");
    assert!(short.iter().any(|positioned| is_easier_available(&mut explainer, &positioned)));
}

#[test]
fn pointing_comes_before_claiming() {
    let mut explainer = Explainer::default();
    let mut claiming = 0;
    for puzzle in collection::sample("rated/cbg_000_a.csv", 100) {
        for PositionedStep { position, step } in &explain(&mut explainer, &puzzle) {
            if step.technique == Technique::Claiming {
                claiming += 1;
                let available = explainer.all_steps(&position, 1).expect("not interrupted");
                assert!(available.iter().all(|other| other.technique != Technique::Pointing), "{}", puzzle.givens());
            }
        }
    }
    assert!(claiming > 10, "only {claiming} claiming steps");
}
