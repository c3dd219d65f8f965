//! Techniques found by name, on positions that show one technique each.

mod case;

use std::collections::BTreeMap;

use case::Case;
use qedoku::Puzzle;
use qedoku::explain::{Explainer, PathStyle, Position, Technique};
use qedoku_testdata::collection;

/// Results for the cases of one technique.
#[derive(Default, Debug)]
struct Tally {
    cases: usize,
    /// Found by name with exactly the eliminations of the case.
    exact: usize,
    /// Found by name, with further eliminations.
    more: usize,
}

/// Finds the technique of every case by name. Returns the results per technique and the lines of the cases that were missed.
fn find_by_name(text: &str) -> (BTreeMap<String, Tally>, Vec<String>) {
    let (mut tallies, mut missed) = (BTreeMap::<String, Tally>::new(), Vec::new());
    let mut explainer = Explainer::default();
    for case in text.lines().filter_map(Case::parse) {
        let unique = case.unique();
        let steps = explainer.instances(&case.position, &case.techniques(), unique);
        let exact = steps.iter().any(|step| case.is_concluded_by(step));
        if case.is_negative() {
            let is_found = if case.eliminations.is_empty() { !steps.is_empty() } else { exact };
            assert!(!is_found, "found, but must not be: {}", case.line);
            continue;
        }
        let tally = tallies.entry(case.code.clone()).or_default();
        tally.cases += 1;
        if exact {
            tally.exact += 1;
        } else if steps.iter().any(|step| case.is_included_in(step)) {
            tally.more += 1;
        } else {
            missed.push(format!("{} steps, unique: {}: {}", steps.len(), unique.is_some(), case.line));
        }
    }
    (tallies, missed)
}

#[test]
fn finds_every_technique_of_the_sample_by_name() {
    let (tallies, missed) = find_by_name(&collection::sample_text("explain/hodoku_cases.txt"));
    assert!(tallies.len() > 50, "{} techniques", tallies.len());
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(tallies.values().all(|tally| tally.exact == tally.cases), "{tallies:#?}");
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn finds_the_techniques_of_the_whole_library_by_name() {
    let (tallies, missed) = find_by_name(&collection::whole_text("explain/hodoku_cases.txt"));
    let sum = |value: fn(&Tally) -> usize| tallies.values().map(value).sum::<usize>();
    for (code, tally) in &tallies {
        println!("{code:8} {:3} {:3} {:3}", tally.cases, tally.exact, tally.more);
    }
    for line in &missed {
        println!("missed: {line}");
    }
    let (cases, found) = (sum(|tally| tally.cases), sum(|tally| tally.exact));
    println!("{found} of {cases} exactly, {} with more", sum(|tally| tally.more));
    assert!(100 * found >= 95 * cases, "{found} of {cases}");
}

/// The score of the easiest technique that the explainer gives for an elimination; `None` without an explanation.
fn why_not_score(explainer: &mut Explainer, case: &Case, candidate: qedoku::Candidate) -> Option<(u32, Technique)> {
    explainer.unique_puzzle = case.unique().cloned();
    let explanation = explainer.why_not_by_technique(&case.position, candidate).expect("not interrupted")?;
    Some((explanation.step.technique.hodoku_score(), explanation.step.technique))
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn explains_the_eliminations_of_the_whole_library_by_no_harder_technique() {
    let mut explainer = Explainer::default();
    let (mut cases, mut good) = (0, 0);
    for case in collection::whole_text("explain/hodoku_cases.txt").lines().filter_map(Case::parse) {
        if case.is_negative() || case.eliminations.is_empty() {
            continue;
        }
        cases += 1;
        let limit = case.techniques().iter().map(|technique| technique.hodoku_score()).max();
        let found: Vec<_> =
            case.eliminations.iter().take(4).map(|one| why_not_score(&mut explainer, &case, *one)).collect();
        if found.iter().all(|found| found.is_some_and(|(score, _)| Some(score) <= limit)) {
            good += 1;
        } else {
            println!("harder: {found:?}: {}", case.line);
        }
    }
    println!("{good} of {cases} by the same or an easier technique");
    assert!(100 * good >= 95 * cases, "{good} of {cases}");
}

/// The techniques that a puzzle of sudokuwiki shows, and the score of the easiest one in `HoDoKu`.
fn sudokuwiki_technique(name: &str) -> (Vec<Technique>, u32) {
    use Technique::*;
    let rectangles = || (1..=6).map(UniqueRectangle).chain([HiddenRectangle]).collect::<Vec<_>>();
    let techniques = match name.split('-').next().unwrap_or(name) {
        "3dmedusa" => vec![Medusa],
        "BUG" => vec![Bug],
        // HoDoKu has no aligned pair exclusion; it is a special case of almost locked sets.
        "alignedpairexclusion" => vec![AlsXz],
        "boxlinereduction" | "tripleblr" => vec![Claiming],
        "extuniqrectangles" | "hiddenuniqrectangles" | "uniquerectangles" => rectangles(),
        "hiddenpairs" => vec![HiddenSubset(2)],
        "hiddentriples" => vec![HiddenSubset(3)],
        "hiddenquads" => vec![HiddenSubset(4)],
        "hiddensingles" => vec![HiddenSingle],
        "jellyfish" => vec![Fish(4)],
        "nakedpairs" => vec![NakedSubset(2)],
        "nakedtriples" => vec![NakedSubset(3)],
        "nakedquads" => vec![NakedSubset(4)],
        "pointingpairs" | "pointingtriples" => vec![Pointing],
        "simplecolouring" | "singlechains" => vec![SimpleColouring],
        "skloops" => vec![SkLoop],
        "perfect333swordfish" | "swordfish" => vec![Fish(3)],
        "wxyzwing" => vec![BentNakedSubset(4)],
        "xcycles" => vec![XChain],
        "xwing" => vec![Fish(2)],
        "xychain" => vec![XyChain],
        "xyzwing" => vec![XyzWing],
        "ywing" => vec![XyWing],
        other => panic!("{other} is not mapped"),
    };
    let score = techniques.iter().map(|technique| technique.hodoku_score()).min().expect("a technique");
    (techniques, score)
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn named_paths_of_sudokuwiki_puzzles_use_their_technique_or_nothing_harder() {
    let (mut count, mut good) = (0, 0);
    for line in collection::whole_text("explain/sudokuwiki76.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, name) = line.split_once(' ').expect("a puzzle and its name");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let is_unique = matches!(qedoku::solve(&puzzle), qedoku::Answer::One(_));
        let mut explainer = Explainer::default();
        explainer.path = PathStyle::Named;
        explainer.unique_puzzle = is_unique.then(|| puzzle.clone());
        let explanation = explainer.explain_position(&Position::new(&puzzle)).expect("not interrupted");
        let (techniques, score) = sudokuwiki_technique(name);
        let hardest = explanation.steps.iter().map(|step| step.technique).max_by_key(|one| one.hodoku_score());
        let uses = explanation.steps.iter().any(|step| techniques.contains(&step.technique));
        count += 1;
        if uses || hardest.is_some_and(|hardest| hardest.hodoku_score() <= score) {
            good += 1;
        } else {
            println!("{name}: {hardest:?}, unique: {is_unique}");
        }
    }
    println!("{good} of {count}");
    assert!(good >= 70, "{good} of {count}");
}
