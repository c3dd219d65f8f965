//! Queries about one position: next step, all steps, why, why not.

use qedoku::explain::{
    ExplainQuery, ExplainReport, Explainer, HintLevel, Justification, Position, PositionedStep, ReportStatus, Step,
    StepDetail, StepSvgOptions, Technique, step_svg, steps_html,
};
use qedoku::{Answer, Board, Candidate, Grid, Puzzle, Solver};
use qedoku_testdata::{collection, is_long};

use crate::naive::{open_constraints, smallest_braid_size};
use crate::replay::{check, check_all};

/// Visits every position of the step-by-step solution of some puzzles, with its next step.
fn visit_positions(
    explainer: &mut Explainer,
    name: &str,
    limit: usize,
    mut visit: impl FnMut(&mut Explainer, &Position, &Step),
) {
    for puzzle in collection::sample(name, limit) {
        let mut position = Position::new(&puzzle);
        while let Some(step) = explainer.next_step(&position).unwrap() {
            check(&position, &step);
            visit(explainer, &position, &step);
            position.apply(&step);
        }
        assert!(position.is_full(), "{}", puzzle.givens());
    }
}

#[test]
fn the_next_step_is_smallest() {
    let mut sizes = [0; 4];
    visit_positions(&mut Explainer::default(), "9x9/17_clue.txt", 40, |_, position, step| {
        let max_size = step.size().min(4);
        if (1..=max_size).contains(&step.size()) {
            let constraints = open_constraints(position);
            assert!(constraints.iter().all(|constraint| constraint.len() > 1), "singles come first");
            let smaller = position
                .open_candidates()
                .find(|target| smallest_braid_size(position, &constraints, *target, max_size - 1).is_some());
            assert_eq!(smaller, None, "smaller than {step:?}");
            sizes[step.size() - 1] += 1;
        }
    });
    assert!(sizes[..3].iter().all(|count| *count >= 3) && sizes[3] > 0, "steps by size: {sizes:?}");
}

#[test]
fn why_not_is_answered_by_a_smallest_step() {
    let mut explainer = Explainer::default();
    let mut compared = 0;
    for puzzle in collection::sample("9x9/17_clue.txt", 3).iter().take(if is_long() { 30 } else { 3 }) {
        let position = Position::new(puzzle);
        let constraints = open_constraints(&position);
        for target in position.open_candidates().step_by(5) {
            let explanation = explainer.why_not(&position, target).unwrap();
            let expected = smallest_braid_size(&position, &constraints, target, 3);
            if let Some(explanation) = &explanation {
                check(&position, &explanation.step);
                assert!(explanation.step.eliminations.contains(&target));
            }
            let found = explanation.filter(|found| found.is_minimal && found.step.size() <= 3);
            match found.map(|found| found.step) {
                // A subset or fish is at most as large as the smallest braid.
                Some(step) if matches!(step.justification, Justification::BaseCover { .. }) => {
                    assert!(expected.is_none_or(|braid| step.size() <= braid), "{target}: {step:?}");
                }
                step => assert_eq!(step.map(|step| step.size()), expected, "{target}"),
            }
            compared += usize::from(expected.is_some());
        }
    }
    assert!(compared >= 20, "only {compared} small braids");
}

#[test]
fn true_candidates_are_derived_and_false_ones_refuted() {
    let mut explainer = Explainer::default();
    for puzzle in
        collection::sample("9x9/top1465.txt", 3).iter().chain(&collection::sample("9x9/hardest_1106.txt", 1)).take(5)
    {
        let Answer::One(solution) = qedoku::solve(puzzle) else { panic!("the puzzle has one solution") };
        let position = Position::new(puzzle);
        for candidate in position.open_candidates().step_by(23) {
            let is_true = solution.get(candidate.cell) == Some(candidate.digit);
            let explanation = explainer.why_not(&position, candidate).unwrap();
            assert_eq!(explanation.is_none(), is_true, "{candidate}");
            if let Some(explanation) = &explanation {
                check(&position, &explanation.step);
            }
            if is_true {
                let steps =
                    explainer.why(&position, candidate).unwrap().expect("a true candidate can be derived").steps;
                check_all(&position, &steps);
                assert_eq!(steps.last().and_then(|step| step.placement), Some(candidate));
            }
        }
    }
}

#[test]
fn all_steps_are_valid_and_the_next_step_is_among_the_smallest() {
    let mut explainer = Explainer::default();
    visit_positions(&mut explainer, "9x9/17_clue.txt", 5, |explainer, position, next| {
        let all = explainer.all_steps(position, 3).unwrap();
        for step in &all {
            check(position, step);
        }
        if next.size() <= 3 {
            assert_eq!(all.first().map(Step::size), Some(next.size()));
        }
        let is_eliminated = |candidate: &Candidate| all.iter().any(|step| step.eliminations.contains(candidate));
        assert!(next.size() > 3 || next.eliminations.iter().all(is_eliminated));
    });
}

#[test]
fn a_contradiction_is_the_next_step() {
    let puzzle: Puzzle = format!("55{}", ".".repeat(79)).parse().unwrap();
    let position = Position::new(&puzzle);
    let step = Explainer::default().next_step(&position).unwrap().expect("a contradiction is a step");
    assert!(matches!(step.justification, Justification::Contradiction(_)));
    check(&position, &step);
}

/// Puzzles that start with naked singles.
const NAKED_SINGLE_PUZZLES: [&str; 4] = [
    "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..",
    ".48...2.......9.4........7942.165....8.........9..2......3.1..5..357...11.6.2..8.",
    ".174......8...6.7........42........8.5.3....1...14.....7.....6.6....2...84..97.5.",
    "..4.....1...394....9..8..7....1..........87..25..7....3.2....6........4.9..2.31.5",
];

/// `ExplainReport` validates each step and panics on an invalid one.
#[test]
fn every_query_in_a_position_with_singles_yields_valid_steps() {
    let (mut explainer, solver) = (Explainer::default(), Solver::default());
    for text in NAKED_SINGLE_PUZZLES {
        let puzzle: Puzzle = text.parse().unwrap();
        let start = Position::new(&puzzle);
        let mut report = |query| {
            ExplainReport::new(&mut explainer, query, &puzzle, None, &solver).expect("the search is not interrupted")
        };
        for step in &report(ExplainQuery::AllSteps(2)).steps {
            check(&start, step);
            assert_ne!(step.technique, Technique::Braid(1), "a braid of size 1 is reported as a single");
        }
        for candidate in start.open_candidates().step_by(if is_long() { 1 } else { 7 }) {
            let (why, why_not) = (report(ExplainQuery::Why(candidate)), report(ExplainQuery::WhyNot(candidate)));
            check_all(&start, &why.steps);
            check_all(&start, &why_not.steps);
            assert!(
                why.steps.iter().all(|step| step.technique != Technique::Braid(1)),
                "a braid of size 1 is reported as a single"
            );
            assert!(why.steps.last().is_none_or(|last| last.placement == Some(candidate)), "{candidate}");
            assert!(
                (why.status == ReportStatus::Positive) != (why_not.status == ReportStatus::Positive),
                "{candidate}"
            );
        }
    }
}

#[test]
fn why_not_names_the_placed_digit_or_the_elimination() {
    let puzzle: Puzzle = NAKED_SINGLE_PUZZLES[0].parse().unwrap();
    let mut entered = Position::new(&puzzle);
    entered.eliminate("r1c1=7".parse().unwrap());
    let why_not = |candidate: &str| {
        let (query, solver) = (ExplainQuery::WhyNot(candidate.parse().unwrap()), Solver::default());
        let report = ExplainReport::new(&mut Explainer::default(), query, &puzzle, Some(entered.clone()), &solver);
        report.expect("the search is not interrupted").header.join(" ")
    };
    assert_eq!(why_not("r1c1=9"), "r1c1 cannot be 9: r2c1 holds it in column 1.");
    assert_eq!(why_not("r1c1=7"), "7 is not a candidate of r1c1: it was crossed out.");
}

/// Conflicting givens yield no steps. Other unsolvable puzzles may yield steps, but only valid ones.
#[test]
fn why_is_answered_for_unsolvable_puzzles() {
    for (text, candidate, has_conflict) in [
        (".98...1..4.....7...3..62..91...4.......6..37..761...8...2598...87..........3.....", "r6c6=5", true),
        (".8..6....4........71.3...8....98......7.25..4..1.4.2...2.7....8.....2..1...49657.", "r7c5=5", false),
        ("57..3...14..9......9..7.........5....1..9.5...6.127......71..63.64..8.........8.7", "r7c2=5", true),
        ("..6..1..5..1..9.8...378.2..9.4.2.1........8..3...1...44..9.......58...6..6..35..9", "r6c4=5", false),
    ] {
        let (puzzle, query) = (text.parse().unwrap(), ExplainQuery::Why(candidate.parse().unwrap()));
        let report = ExplainReport::new(&mut Explainer::default(), query, &puzzle, None, &Solver::default());
        let report = report.expect("the search is not interrupted");
        check_all(&Position::new(&puzzle), &report.steps);
        if has_conflict {
            assert_eq!(report.header, ["The puzzle has no solution."], "{text}");
        }
    }
}

/// Nested steps refute many candidates in sequence; some of these are already eliminated by earlier steps.
#[test]
fn why_is_answered_for_hard_puzzles() {
    let mut explainer = Explainer::default();
    for puzzle in collection::sample("9x9/hardest_1106.txt", 20) {
        let start = Position::new(&puzzle);
        let Ok(Answer::One(solution)) = Solver::default().solve(&puzzle) else { panic!("the puzzle has one solution") };
        let is_true = |candidate: &Candidate| solution.get(candidate.cell) == Some(candidate.digit);
        for candidate in start.open_candidates().filter(is_true).step_by(if is_long() { 1 } else { 20 }) {
            let steps = explainer.why(&start, candidate).unwrap().expect("a true candidate can be derived").steps;
            check_all(&start, &steps);
            assert_eq!(steps.last().and_then(|last| last.placement), Some(candidate));
        }
    }
}

/// Easter Monster, whose first step is a nested forcing chain. Nothing proves that such a chain is a smallest one.
#[test]
fn nested_chains_are_not_reported_as_smallest() {
    let puzzle: Puzzle =
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1".parse().unwrap();
    let Answer::One(solution) = qedoku::solve(&puzzle) else { panic!("the puzzle has one solution") };
    let start = Position::new(&puzzle);
    let is_true = |candidate: &Candidate| solution.get(candidate.cell) == Some(candidate.digit);
    let true_candidates = start.open_candidates().filter(is_true).step_by(20).map(ExplainQuery::Why);
    let false_candidates = start.open_candidates().filter(|candidate| !is_true(candidate)).step_by(20);
    let queries = [ExplainQuery::NextStep, ExplainQuery::SolutionPath].into_iter();
    let queries = queries.chain(true_candidates).chain(false_candidates.map(ExplainQuery::WhyNot));
    let (mut explainer, mut nested) = (Explainer::default(), 0);
    for query in queries {
        let report = ExplainReport::new(&mut explainer, query, &puzzle, None, &Solver::default()).unwrap();
        if report.steps.iter().any(|step| matches!(step.justification, Justification::Nested(_))) {
            assert_eq!(report.fields(StepDetail::Full, None)["smallest"], false, "{query:?}");
            nested += 1;
        }
    }
    assert!(nested > 2, "{nested} answers with nested chains");
    assert!(!explainer.explain(&puzzle).unwrap().is_minimal);
}

/// The exact search ends at 16x16. Above it every query has an answer of the reference search, which can be rendered.
#[test]
fn every_query_is_answered_on_a_board_of_25x25() {
    let board = Board::of_side(25).unwrap();
    let mut givens = Grid::cyclic_shift(board);
    let solution = givens.clone();
    for cell in board.cells().filter(|cell| cell.row() % 5 == cell.column() % 5) {
        givens.set(cell, None);
    }
    let puzzle = Puzzle::new(givens);
    let start = Position::new(&puzzle);
    let open = start.open_candidates().next().unwrap();
    let correct = Candidate::new(open.cell, solution.get(open.cell).unwrap());
    let wrong = start.open_candidates().find(|candidate| solution.get(candidate.cell) != Some(candidate.digit));
    let levels = [HintLevel::House, HintLevel::Cell, HintLevel::Reason].map(ExplainQuery::Hint);
    let queries = [ExplainQuery::NextStep, ExplainQuery::AllSteps(3), ExplainQuery::SolutionPath];
    let about = [ExplainQuery::Why(correct)].into_iter().chain(wrong.map(ExplainQuery::WhyNot));
    let mut explainer = Explainer::default();
    for query in queries.into_iter().chain(levels).chain(about) {
        let report =
            ExplainReport::new(&mut explainer, query, &puzzle, Some(start.clone()), &Solver::default()).unwrap();
        assert_eq!(report.status, ReportStatus::Positive, "{query:?}: {:?}", report.header);
        check_all(&start, &report.steps);
        let mut sentences = report.sentences(StepDetail::Compact, None);
        // A chain is followed by its Eureka notation.
        assert!(sentences.all(|sentence| sentence.split("\n  (").next().unwrap_or_default().ends_with('.')));
        assert!(report.fields(StepDetail::Full, None).is_object());
        let (position, step) = (report.positions().next().unwrap(), &report.steps[0]);
        assert!(step_svg(&position, step, &StepSvgOptions::default()).contains("</svg>"));
    }
    let next = explainer.next_step(&start).unwrap().expect("the puzzle has singles");
    assert_eq!(explainer.all_steps(&start, 3).unwrap(), std::slice::from_ref(&next));
    assert!(explainer.why(&start, correct).unwrap().is_some());
    let steps = [PositionedStep { position: start, step: &next }];
    assert!(steps_html(&steps, None, "25x25", &StepSvgOptions::default()).contains("</html>"));
}
