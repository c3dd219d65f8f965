//! Report on a query: steps, sentences, grids and JSON fields, for the command line and the web page alike.
//!
//! Presentation only: the steps come from [`ExplainQuery`], the findings from [`Diagnosis`] and [`Mistakes`].

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::message_text::pluralize;
use qedoku_puzzle::{Answer, Board, Candidate, Digit, Grid, House, Puzzle};
use qedoku_solve::{SolveError, Solver};
use serde_json::{Value, json as value};

use super::eureka::eureka;
use super::json;
use super::text::{HintLevel, describe_hint, describe_step, describe_step_in_full};
use crate::{Ambiguity, Diagnosis, ExplainQuery, Explainer, Explanation, ExplanationEnd, Minimality, Mistakes};
use crate::{Position, Step};
use crate::{UnsatCore, WrongDigit, find_mistakes};

/// The answer to a query, as text and as JSON.
#[derive(Clone, Debug)]
pub struct ExplainReport {
    /// The query.
    pub query: ExplainQuery,
    /// Whether the answer is positive.
    pub status: ReportStatus,
    /// The position from which the steps start.
    pub start: Position,
    /// The steps that answer the query.
    pub steps: Vec<Step>,
    /// Lines to show before the steps.
    pub header: Vec<String>,
    /// Grids to show after the steps.
    pub grids: Vec<Grid>,
    /// Lines to show at the end.
    pub footer: Vec<String>,
    /// The mistakes in the player's position; then there are no steps.
    pub mistakes: Option<Mistakes>,
    /// JSON fields for everything but the steps.
    fields: Value,
}

/// How much a report says about each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepDetail {
    /// Trial and error is summarised; JSON has neither the position of each step nor inner steps.
    Compact,
    /// Everything.
    Full,
}

/// Whether the answer to a query is positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportStatus {
    /// The puzzle has one solution, or the query is answered by steps.
    Positive,
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions, the player's position contains mistakes, or there is no such step.
    Negative,
}

impl ExplainReport {
    /// Answers a query about a puzzle, or about a player's position of it.
    ///
    /// Mistakes in the position are reported whatever the query is.
    pub fn new(
        explainer: &mut Explainer,
        query: ExplainQuery,
        puzzle: &Puzzle,
        entered: Option<Position>,
        solver: &Solver,
    ) -> Result<ExplainReport, SolveError> {
        explainer.interrupt = solver.interrupt.clone();
        explainer.progress = solver.portfolio.progress.clone();
        explainer.progress.start_puzzle();
        explainer.establish_uniqueness(query, puzzle, solver)?;
        let report = match entered {
            None if query == ExplainQuery::SolutionPath => report_diagnosis(explainer, puzzle, solver),
            None => report_steps(explainer, query, puzzle, Position::new(puzzle), solver),
            Some(position) => match report_mistakes(query, puzzle, &position, solver)? {
                Some(report) => Ok(report),
                None => report_steps(explainer, query, puzzle, position, solver),
            },
        };
        // An interrupted explainer returns early with incomplete steps.
        if solver.interrupt.is_set() { Err(SolveError::Interrupted) } else { report }
    }

    fn empty(query: ExplainQuery, status: ReportStatus, start: Position, fields: Value) -> ExplainReport {
        let (steps, header, grids, footer) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        ExplainReport { query, status, start, steps, header, grids, footer, mistakes: None, fields }
    }

    /// The position before each step. The steps of [`ExplainQuery::AllSteps`] share one position.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = position.clone();
            if !matches!(self.query, ExplainQuery::AllSteps(_)) {
                position.apply(step);
            }
            before
        })
    }

    /// The sentences that describe the steps, with the Eureka notation of chains on lines of their own.
    pub fn sentences(&self, detail: StepDetail, alphabet: Option<Alphabet>) -> impl Iterator<Item = String> {
        self.positions().zip(&self.steps).map(move |(position, step)| {
            let mut sentence = match (self.query, detail) {
                (ExplainQuery::Hint(level), _) => return describe_hint(&position, step, level, alphabet),
                (_, StepDetail::Compact) => describe_step(&position, step, alphabet),
                (_, StepDetail::Full) => describe_step_in_full(&position, step, alphabet),
            };
            for line in eureka(&position, step, alphabet).into_iter().flatten() {
                sentence += "\n  ";
                sentence += &line;
            }
            sentence
        })
    }

    /// The report as a JSON object. A hint does not reveal its step.
    pub fn fields(&self, detail: StepDetail, alphabet: Option<Alphabet>) -> Value {
        let mut fields = self.fields.clone();
        let lines: Vec<&str> = self.header.iter().chain(&self.footer).map(String::as_str).collect();
        if !lines.is_empty() {
            fields["sentence"] = lines.join(" ").into();
        }
        match self.query {
            ExplainQuery::Hint(level) if level != HintLevel::Reason => {
                fields["hint"] = self.sentences(detail, alphabet).next().into();
            }
            _ => {
                let write = match detail {
                    StepDetail::Compact => json::compact_step,
                    StepDetail::Full => json::step,
                };
                let steps = self.positions().zip(&self.steps);
                fields["steps"] = steps.map(|(position, step)| write(&position, step, alphabet)).collect();
            }
        }
        fields
    }
}

fn report_diagnosis(explainer: &mut Explainer, puzzle: &Puzzle, solver: &Solver) -> Result<ExplainReport, SolveError> {
    let diagnosis = explainer.diagnose(puzzle, solver)?;
    let start = diagnosis.start(puzzle);
    Ok(match diagnosis {
        Diagnosis::Unique(explanation) if explanation.end == ExplanationEnd::Open => {
            report_stuck(explainer, start, explanation)
        }
        Diagnosis::Unique(explanation) => report_unique(start, explanation),
        Diagnosis::Unsatisfiable(core, explanation) => report_unsatisfiable(start, &core, explanation),
        Diagnosis::Ambiguous(ambiguity) => report_ambiguous(start, &ambiguity),
    })
}

fn report_unique(start: Position, explanation: Explanation) -> ExplainReport {
    let mut end = start.clone();
    explanation.steps.iter().for_each(|step| end.apply(step));
    let fields = value!({ "answer": "one", "solution": end.placed().to_string(), "smallest": explanation.is_minimal });
    let mut report = ExplainReport::empty(ExplainQuery::SolutionPath, ReportStatus::Positive, start, fields);
    report.grids = vec![end.placed().clone()];
    report.footer = vec![solution_summary(&explanation)];
    report.steps = explanation.steps;
    report
}

/// Reports the steps that the allowed techniques lead to, and the technique that is missing.
fn report_stuck(explainer: &mut Explainer, start: Position, explanation: Explanation) -> ExplainReport {
    let mut end = start.clone();
    explanation.steps.iter().for_each(|step| end.apply(step));
    let missing = explainer.next_step_beyond(&end);
    let id = missing.as_ref().map(|step| step.technique.id());
    let fields = value!({ "answer": "one", "smallest": false, "stuck": true, "missing_technique": id });
    let mut report = ExplainReport::empty(ExplainQuery::SolutionPath, ReportStatus::Negative, start, fields);
    report.grids = vec![end.placed().clone()];
    report.footer = vec![match missing {
        Some(step) => format!("Stuck: the next step needs a technique beyond this level: {}.", step.technique),
        None => "Stuck: no step was found.".to_owned(),
    }];
    report.steps = explanation.steps;
    report
}

/// `One solution, 56 steps. Hardest: skyscraper.`
fn solution_summary(explanation: &Explanation) -> String {
    let steps = pluralize(explanation.steps.len() as u64, "step");
    let hardest = explanation.steps.iter().max_by_key(|step| (step.size(), step.technique));
    match hardest {
        Some(step) if step.size() > 0 => format!("One solution, {steps}. Hardest: {}.", step.technique),
        _ => format!("One solution, {steps}."),
    }
}

fn report_unsatisfiable(start: Position, core: &UnsatCore, explanation: Explanation) -> ExplainReport {
    let minimality = match core.minimality {
        Minimality::Smallest => "smallest",
        Minimality::Irreducible => "irreducible",
        Minimality::Reduced => "reduced",
    };
    let fields = value!({
        "answer": "none", "clashing": names(&core.givens), "few": minimality,
        "removable": names(&core.single_corrections), "undecided": names(&core.undecided),
    });
    let mut report = ExplainReport::empty(ExplainQuery::SolutionPath, ReportStatus::NoSolution, start, fields);
    report.header = vec![core_sentence(core)];
    // A direct conflict needs no steps.
    report.steps = if core.conflict.is_some() { Vec::new() } else { explanation.steps };
    report.footer = vec![correction_sentence(core)];
    report
}

/// `No solution: these 3 givens contradict each other, and no smaller set does: ...`
fn core_sentence(core: &UnsatCore) -> String {
    let givens = list(&core.givens);
    match (&core.conflict, core.givens.len(), core.minimality) {
        (Some(conflict), ..) => format!("No solution: {conflict}."),
        (None, 0, _) => "No solution even without the givens: the eliminated candidates leave none.".to_owned(),
        (None, 1, _) => format!("No solution: {givens} alone is contradictory."),
        (None, count, Minimality::Smallest) => {
            format!("No solution: these {count} givens contradict each other, and no smaller set does: {givens}.")
        }
        (None, count, Minimality::Irreducible) => {
            format!("No solution: these {count} givens contradict each other, and none of them is redundant: {givens}.")
        }
        (None, count, Minimality::Reduced) => {
            format!("No solution: these {count} givens contradict each other: {givens}.")
        }
    }
}

/// `Without r3c4=4 there is a solution.` Followed by the givens for which this is unknown.
fn correction_sentence(core: &UnsatCore) -> String {
    let known = match &core.single_corrections[..] {
        [] if core.undecided.is_empty() => "Removing one given is not enough: there is still no solution.".to_owned(),
        [] => String::new(),
        [one] => format!("Without {one} there is a solution."),
        several => format!("Without any one of these there is a solution: {}.", list(several)),
    };
    let unknown = match &core.undecided[..] {
        [] => String::new(),
        [one] => format!("Whether removing {one} is enough is unknown: the search budget was exhausted."),
        several => format!(
            "Whether removing any one of these is enough is unknown, because the search budget was exhausted: {}.",
            list(several)
        ),
    };
    [known, unknown].into_iter().filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

fn report_ambiguous(start: Position, ambiguity: &Ambiguity) -> ExplainReport {
    let cells: Vec<String> = ambiguity.differing_cells.iter().map(|(cell, _)| cell.to_string()).collect();
    let givens = ambiguity.disambiguating_givens.as_deref();
    let fields = value!({
        "answer": "many",
        "solutions": ambiguity.solutions.each_ref().map(Grid::to_string),
        "differ": cells, "all_differ": ambiguity.is_complete,
        "extra": givens.map(names), "extra_at_least": ambiguity.min_givens,
    });
    let mut report = ExplainReport::empty(ExplainQuery::SolutionPath, ReportStatus::Negative, start, fields);
    report.header = vec!["Many solutions. Two of them:".to_owned()];
    report.grids = ambiguity.solutions.to_vec();
    let at_least = if ambiguity.is_complete { "" } else { "at least " };
    let count = pluralize(cells.len() as u64, "cell");
    report.footer = vec![format!("Solutions differ in {at_least}{count}: {}.", cells.join(", "))];
    report.footer.extend(givens.map(|givens| disambiguation_sentence(ambiguity, givens)));
    report
}

/// `With the additional given r1c3=1 there is only one solution.`
fn disambiguation_sentence(ambiguity: &Ambiguity, givens: &[Candidate]) -> String {
    let names = list(givens);
    match givens.len() {
        1 => format!("With the additional given {names} there is only one solution."),
        count if ambiguity.is_minimum() => {
            format!(
                "With these {count} additional givens there is only one solution, and fewer are not enough: {names}."
            )
        }
        count => {
            let least = ambiguity.min_givens;
            format!(
                "With these {count} additional givens there is only one solution: {names}. At least {least} are needed."
            )
        }
    }
}

/// Reports the steps that answer a query in a position.
fn report_steps(
    explainer: &mut Explainer,
    query: ExplainQuery,
    puzzle: &Puzzle,
    start: Position,
    solver: &Solver,
) -> Result<ExplainReport, SolveError> {
    let list = query.find_steps(explainer, &start);
    let Some(list) = list.filter(|list| !list.steps.is_empty()) else {
        return report_no_step(query, puzzle, start, solver, explainer.techniques.is_some());
    };
    let fields = value!({ "smallest": list.is_minimal });
    let mut report = ExplainReport::empty(query, ReportStatus::Positive, start, fields);
    report.steps = list.steps;
    Ok(report)
}

/// Reports why no step answers a query.
fn report_no_step(
    query: ExplainQuery,
    puzzle: &Puzzle,
    start: Position,
    solver: &Solver,
    is_restricted: bool,
) -> Result<ExplainReport, SolveError> {
    let sentence = match query.candidate() {
        None if start.is_full() => "Every cell has its digit.".to_owned(),
        None => no_step_sentence(query, start.board(), is_restricted),
        Some(candidate) => describe_candidate(candidate, puzzle, &start, solver, None)?,
    };
    let mut report = ExplainReport::empty(query, ReportStatus::Negative, start, value!({}));
    report.header = vec![sentence];
    Ok(report)
}

/// States what the failed search for a step means.
fn no_step_sentence(query: ExplainQuery, board: Board, is_restricted: bool) -> String {
    match query {
        _ if !Explainer::supports(board) => {
            "No step found by singles, locked candidates and chains; boards above 16x16 have a limited search."
                .to_owned()
        }
        ExplainQuery::AllSteps(_) if is_restricted => "No instance of these techniques found.".to_owned(),
        _ if is_restricted => "Stuck: no instance of these techniques found.".to_owned(),
        ExplainQuery::AllSteps(size) => format!("No step of size {size} or less found."),
        _ => "No step found: every remaining candidate may be in some solution.".to_owned(),
    }
}

/// States what is true of a candidate that no step explains in a position, with digits as symbols of the alphabet.
pub fn describe_candidate(
    candidate: Candidate,
    puzzle: &Puzzle,
    start: &Position,
    solver: &Solver,
    alphabet: Option<Alphabet>,
) -> Result<String, SolveError> {
    let Candidate { cell, digit } = candidate;
    let name = |digit: Digit| Alphabet::name(alphabet, digit);
    if let Some(placed) = start.placed().get(cell) {
        return Ok(format!("{cell} holds {}.", name(placed)));
    }
    if !start.allows(candidate) {
        return Ok(eliminated_sentence(candidate, start, &name(digit)));
    }
    Ok(match solver.solve(puzzle)? {
        Answer::None => "The puzzle has no solution.".to_owned(),
        Answer::One(solution) => match solution.get(cell).expect("a solution is full") {
            correct if correct == digit => format!("{cell} is {} in the solution.", name(digit)),
            correct => format!("{cell} is not {}: the solution has {} there.", name(digit), name(correct)),
        },
        Answer::Many(..) => {
            format!("The puzzle has several solutions, and {cell}={} could not be proved or ruled out.", name(digit))
        }
    })
}

/// States why a candidate is eliminated in a position; `name` is its digit in words.
fn eliminated_sentence(candidate: Candidate, start: &Position, name: &str) -> String {
    let Candidate { cell, digit } = candidate;
    let (board, placed) = (start.board(), start.placed());
    let holder = |house: House| board.cells_of(house).find(|other| placed.get(*other) == Some(digit));
    match board.houses_of(cell).into_iter().find_map(|house| Some((holder(house)?, house))) {
        Some((other, house)) => format!("{cell} cannot be {name}: {other} holds it in {house}."),
        None => format!("{name} is not a candidate of {cell}: it was crossed out."),
    }
}

/// Reports the mistakes in a player's position, if there are any.
fn report_mistakes(
    query: ExplainQuery,
    puzzle: &Puzzle,
    start: &Position,
    solver: &Solver,
) -> Result<Option<ExplainReport>, SolveError> {
    let mistakes = find_mistakes(puzzle, start, &solver.interrupt)?;
    let Some(mistakes) = mistakes.filter(|mistakes| !mistakes.is_empty()) else { return Ok(None) };
    let wrong = mistakes
        .wrong_digits
        .iter()
        .map(|wrong| value!({ "placed": wrong.entered.to_string(), "instead": correct_digits(wrong) }));
    let fields = value!({
        "wrong": wrong.collect::<Vec<_>>(),
        "lost": names(&mistakes.wrongly_eliminated),
        "clashes": mistakes.conflicts.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    let mut report = ExplainReport::empty(query, ReportStatus::Negative, start.clone(), fields);
    report.header = mistake_sentences(&mistakes);
    report.mistakes = Some(mistakes);
    Ok(Some(report))
}

fn mistake_sentences(mistakes: &Mistakes) -> Vec<String> {
    let mut lines: Vec<String> = mistakes.conflicts.iter().map(|conflict| format!("Wrong: {conflict}.")).collect();
    lines.extend(mistakes.wrong_digits.iter().map(|wrong| {
        let correct: Vec<String> = correct_digits(wrong).iter().map(ToString::to_string).collect();
        let Candidate { cell, digit } = wrong.entered;
        format!("Wrong: {cell} is not {digit}; it is {}.", correct.join(" or "))
    }));
    lines.extend(mistakes.wrongly_eliminated.iter().map(|Candidate { cell, digit }| {
        format!("Wrong: {digit} was crossed out in {cell}, but it is the digit of that cell.")
    }));
    if lines.is_empty() {
        lines.push("Wrong: each entry agrees with some solution, but no solution agrees with all of them.".to_owned());
    }
    lines
}

fn correct_digits(wrong: &WrongDigit) -> Vec<usize> {
    wrong.correct.iter().map(Digit::get).collect()
}

fn names(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(ToString::to_string).collect()
}

fn list(candidates: &[Candidate]) -> String {
    names(candidates).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(names: &[&str]) -> Vec<Candidate> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    fn correction(single_corrections: &[&str], undecided: &[&str]) -> String {
        correction_sentence(&UnsatCore {
            givens: candidates(&["r1c1=1", "r1c2=2", "r1c3=3"]),
            minimality: Minimality::Reduced,
            conflict: None,
            single_corrections: candidates(single_corrections),
            undecided: candidates(undecided),
        })
    }

    #[test]
    fn corrections_are_named_together_with_the_undecided_givens() {
        assert_eq!(correction(&[], &[]), "Removing one given is not enough: there is still no solution.");
        assert_eq!(correction(&["r1c1=1"], &[]), "Without r1c1=1 there is a solution.");
        assert_eq!(
            correction(&["r1c1=1"], &["r1c2=2"]),
            "Without r1c1=1 there is a solution. \
             Whether removing r1c2=2 is enough is unknown: the search budget was exhausted."
        );
        assert_eq!(
            correction(&[], &["r1c2=2", "r1c3=3"]),
            "Whether removing any one of these is enough is unknown, because the search budget was exhausted: \
             r1c2=2, r1c3=3."
        );
    }

    #[test]
    fn a_failed_search_claims_no_more_than_it_searched() {
        let large = Board::of_side(25).unwrap();
        let next = |board| no_step_sentence(ExplainQuery::NextStep, board, false);
        assert!(next(Board::CLASSIC).contains("may be in some solution"));
        assert!(next(large).contains("limited search"));
        let sentence = no_step_sentence(ExplainQuery::AllSteps(2), Board::CLASSIC, false);
        assert_eq!(sentence, "No step of size 2 or less found.");
    }
}
