//! Sentences about chains: every "then" follows from the link before it. Subsets and fish are described as a whole.

use qedoku::explain::{
    ExactlyOne, Explainer, Justification, Position, PositionedStep, Step, Technique, describe_step,
    describe_step_in_full,
};
use qedoku::{Candidate, Cell, Digit, House, HouseKind};
use qedoku_testdata::collection;

use crate::replay::{are_linked, check};

/// The meaning of a clause of a sentence: one of these candidates of the constraint is true; none if it has none left.
struct Clause {
    constraint: ExactlyOne,
    node: Vec<Candidate>,
}

/// Parses `r5c9 is 6`, `3 in row 7 could only be in r7c9`, `r4c2 would have no candidate left` and the like. `subject` is
/// what "it" refers to.
fn parse_clause(text: &str, subject: Option<ExactlyOne>) -> Clause {
    let text = text.split(", and the loop closes").next().unwrap_or(text);
    if let Some((cell, _)) = text.split_once(" would have no candidate left") {
        return Clause { constraint: ExactlyOne::Cell(cells(cell)[0]), node: Vec::new() };
    }
    if let Some((place, digit)) = text.split_once(" would have no cell left for ") {
        return Clause { constraint: ExactlyOne::HouseDigit(house(place), parse_digit(digit)), node: Vec::new() };
    }
    let separators = [" could only be in ", " could only be ", " is in ", " is "];
    let separator = separators.into_iter().find(|separator| text.contains(separator));
    let (what, rest) = text.split_once(separator.unwrap_or_else(|| panic!("{text}"))).expect("it is contained");
    let constraint = if what == "it" { subject.expect("a subject") } else { parse_constraint(what) };
    let node = match constraint {
        ExactlyOne::Cell(cell) => vec![Candidate::new(cell, parse_digit(rest))],
        ExactlyOne::HouseDigit(_, digit) => cells(rest).into_iter().map(|cell| Candidate::new(cell, digit)).collect(),
    };
    Clause { constraint, node }
}

/// `r3c4` or `7 in row 3`.
fn parse_constraint(text: &str) -> ExactlyOne {
    match text.split_once(" in ") {
        Some((digit, place)) => ExactlyOne::HouseDigit(house(place), parse_digit(digit)),
        None => ExactlyOne::Cell(cells(text)[0]),
    }
}

fn parse_digit(text: &str) -> Digit {
    Digit::new(text.parse().unwrap_or_else(|_| panic!("a digit: {text}"))).expect("a digit")
}

/// `row 3`.
fn house(text: &str) -> House {
    let (kind, number) = text.split_once(' ').unwrap_or_else(|| panic!("a house: {text}"));
    let kind = [HouseKind::Row, HouseKind::Column, HouseKind::Block].into_iter().find(|one| one.to_string() == kind);
    House::new(kind.expect("a kind of house"), number.parse::<usize>().expect("a number") - 1)
}

/// `r1c2`, `r1c258`, `r248c3`, `r1c25, r3c4 or r5c7`.
fn cells(text: &str) -> Vec<Cell> {
    let parts = text.split(", ").flat_map(|part| part.split(" or "));
    let index = |digit: char| digit.to_digit(10).unwrap_or_else(|| panic!("cells: {text}")) as usize - 1;
    let cells = parts.flat_map(|part| {
        let (rows, columns) = part.trim_start_matches('r').split_once('c').unwrap_or_else(|| panic!("cells: {text}"));
        rows.chars().flat_map(move |row| columns.chars().map(move |column| Cell::new(index(row), index(column))))
    });
    cells.collect()
}

/// The clauses of a line that contains "then", and the assumptions that it starts from.
fn parse_line(line: &str) -> Vec<Clause> {
    let line = line.split(". So ").next().unwrap_or(line);
    let line = line.split("; so ").next().unwrap_or(line).trim_end_matches('.');
    let mut subject = None;
    let segments = line.split("; then");
    segments
        .enumerate()
        .map(|(index, segment)| {
            let segment = segment.trim_start_matches(',').trim();
            // An assumption, a label or "with r1c1=3" comes before the clause.
            let clause = match segment.rsplit_once(", it is") {
                Some((condition, rest)) => {
                    let condition = condition.rsplit_once("if ").map_or(condition, |(_, condition)| condition);
                    subject = Some(parse_constraint(condition.split(" is not").next().expect("a part")));
                    format!("it is{rest}")
                }
                None if index == 0 => last_clause(segment).to_owned(),
                None => last_clause(segment.split(", and the loop closes").next().expect("a part")).to_owned(),
            };
            parse_clause(&clause, subject)
        })
        .collect()
}

/// The clause after the last label or condition; a list of cells keeps its commas.
fn last_clause(segment: &str) -> &str {
    let starts = segment.match_indices(", ").chain(segment.match_indices(": ")).map(|(at, _)| at + 2);
    let is_clause = |at: &usize| {
        let clause = &segment[*at..];
        [" is ", " could only ", " would have "].iter().any(|verb| clause.contains(verb))
    };
    starts.filter(is_clause).max().map_or(segment, |at| &segment[at..])
}

/// Asserts that each clause after "then" follows from the one before it: the one before excludes a candidate. Returns the
/// number of clauses after "then".
fn check_line(position: &Position, line: &str) -> usize {
    let clauses = parse_line(line);
    for pair in clauses.windows(2) {
        let excluded = position.candidates_in(pair[1].constraint).filter(|one| !pair[1].node.contains(one));
        let follows = |one: Candidate| pair[0].node.iter().all(|cause| are_linked(position, *cause, one));
        assert!(excluded.clone().any(follows), "{line}");
        let is_alternating = !line.contains("could only") && !line.contains("would have");
        assert!(!is_alternating || excluded.clone().all(follows), "{line}");
    }
    clauses.len() - 1
}

/// Checks all lines of a step and of the steps inside it.
fn check_sentence(position: &Position, step: &Step, counts: &mut [usize; 4]) {
    if let Justification::Nested(steps) = &step.justification {
        let mut position = position.clone();
        step.eliminations.iter().for_each(|candidate| position.place(*candidate));
        for inner in steps {
            check_sentence(&position, inner, counts);
            position.apply(inner);
        }
        return;
    }
    let sentence = describe_step_in_full(position, step, None);
    counts[1] += usize::from(sentence.contains("forcing chain): "));
    counts[2] += usize::from(sentence.starts_with("Continuous loop"));
    counts[3] += usize::from(sentence.contains("loses ") || sentence.contains("lose "));
    for line in sentence.lines().filter(|line| line.contains("; then")) {
        counts[0] += check_line(position, line);
    }
}

#[test]
fn every_then_follows_from_the_link_before_it() {
    let mut explainer = Explainer::default();
    let mut counts = [0; 4];
    let lists = [
        ("rated/cbg_000_a.csv", 300),
        ("9x9/top1465.txt", 25),
        ("explain/sudokuwiki76.txt", 40),
        ("9x9/hardest_1106.txt", 3),
    ];
    for (name, limit) in lists {
        for puzzle in collection::sample(name, limit) {
            for PositionedStep { position, step } in &explainer.explain(&puzzle).expect("not interrupted") {
                check(&position, step);
                check_sentence(&position, step, &mut counts);
            }
        }
    }
    let [links, forcing, loops, branched] = counts;
    println!(
        "{links} links after then, {forcing} forcing chains, {loops} continuous loops, {branched} lists of branches"
    );
    assert!(links > 1000 && forcing > 10 && loops > 2 && branched > 10, "{counts:?}");
}

#[test]
fn a_subset_is_described_once_inside_a_nested_step() {
    let mut explainer = Explainer::default();
    let mut subsets = 0;
    for puzzle in collection::sample("9x9/hardest_1106.txt", 6) {
        for PositionedStep { step, .. } in &explainer.explain(&puzzle).expect("not interrupted") {
            let Justification::Nested(steps) = &step.justification else { continue };
            let is_subset =
                |one: &&Step| matches!(one.technique, Technique::NakedSubset(_) | Technique::HiddenSubset(_));
            let inner: Vec<&Step> = steps.iter().filter(is_subset).collect();
            subsets += inner.len();
            for (index, one) in inner.iter().enumerate() {
                assert!(inner[..index].iter().all(|other| other.justification != one.justification), "{one:?}");
                assert!(matches!(one.justification, Justification::BaseCover { .. }), "{one:?}");
            }
        }
    }
    assert!(subsets > 5, "only {subsets} subsets");
}

#[test]
fn why_not_finds_the_subsets_and_fish_of_the_path() {
    let mut explainer = Explainer::default();
    let mut patterns = 0;
    let lists = [("rated/cbg_000_a.csv", 100), ("explain/sudokuwiki76.txt", 30)];
    for puzzle in lists.into_iter().flat_map(|(name, limit)| collection::sample(name, limit)) {
        for PositionedStep { position, step } in &explainer.explain(&puzzle).expect("not interrupted") {
            if !matches!(step.justification, Justification::BaseCover { .. }) || step.size() > 4 {
                continue;
            }
            patterns += 1;
            for candidate in &step.eliminations {
                let why = explainer.why_not(&position, *candidate).expect("not interrupted").expect("it is false");
                assert!(why.step.size() <= step.size(), "{}", describe_step(&position, &why.step, None));
                check(&position, &why.step);
            }
        }
    }
    assert!(patterns > 50, "only {patterns} subsets and fish");
}

/// Steps of trial and error take one line each, so that an explanation can be read.
#[test]
fn the_hardest_puzzles_are_explained_in_few_lines() {
    let mut explainer = Explainer::default();
    for puzzle in collection::sample("9x9/hardest_1106.txt", 4) {
        let explanation = explainer.explain(&puzzle).expect("not interrupted");
        let sentences: Vec<String> = explanation.iter().map(|step| step.to_string()).collect();
        let words = sentences.iter().map(|sentence| sentence.split_whitespace().count()).max().unwrap_or_default();
        let lines: usize = sentences.iter().map(|sentence| sentence.lines().count()).sum();
        assert!(lines < 250 && words < 200, "{lines} lines, {words} words: {}", puzzle.givens());
        assert!(sentences.iter().any(|sentence| sentence.contains("trial and error")));
    }
}
