//! `/api/explain`, `/api/next`, `/api/hint`, `/api/why`, `/api/why-not`, `/api/rate`: explanations, hints and ratings.

use std::cell::RefCell;

use qedoku::explain::{
    self, DifficultyRater, ExplainQuery, ExplainReport, Explainer, HintLevel, Position, ReportStatus, StepDetail,
};
use qedoku::formats::Alphabet;
use qedoku::{Answer, Candidate, Puzzle, SolveError, json};
use serde_json::{Value, json};

use super::fields::{ALPHABET_FIELD, Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS};
use super::position::{self, MISTAKES_FIELD, POSITION_FIELDS, Reveal};
use super::request::missing;
use super::solve::solver;
use super::step_settings::{STEP_SETTINGS_FIELDS, StepSettings};
use super::{ApiRequest, Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;
use crate::jobs::JobContext;

const CANDIDATE_FIELD: &[Field] = &[Field::new("candidate", FieldType::Text, "A candidate, such as r3c4=5")];

const STEP_FIELDS: &[Field] = &[
    Field::optional("sentence", FieldType::Text, "Summary in words"),
    Field::optional(
        "steps",
        FieldType::List(&FieldType::Step),
        "The steps, each with the position before it; see docs/guide/src/explanations.md",
    ),
    Field::optional("smallest", FieldType::Flag, "Whether each step was proved to be a smallest one"),
];

/// In responses to requests that allow only some techniques.
const STUCK_FIELDS: &[Field] = &[
    Field::optional("stuck", FieldType::Flag, "true if these techniques do not reach the solution"),
    Field::optional("missing_technique", FieldType::TextOrNull, "The technique of the next step, by identifier"),
];

pub(crate) const EXPLAIN: Endpoint = Endpoint {
    path: "/api/explain",
    summary: "Explain the answer: the steps to the solution, or why there is none or more than one",
    request: &[PUZZLE_FIELDS, POSITION_FIELDS, ALPHABET_FIELD, STEP_SETTINGS_FIELDS],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        STEP_FIELDS,
        STUCK_FIELDS,
        MISTAKES_FIELD,
        &[
            Field::optional("answer", FieldType::Text, "none, one or many; absent if the request has a position"),
            Field::optional("solution", FieldType::Text, "The solution, if it is unique"),
            Field::optional("solutions", FieldType::List(&FieldType::Text), "Two of many solutions"),
            Field::optional(
                "clashing",
                FieldType::List(&FieldType::Text),
                "If there is no solution: an unsatisfiable core, givens that contradict each other",
            ),
            Field::optional(
                "few",
                FieldType::Text,
                "Size of the core: smallest, irreducible or reduced (possibly reducible)",
            ),
            Field::optional(
                "removable",
                FieldType::List(&FieldType::Text),
                "Givens whose removal alone makes the puzzle solvable",
            ),
            Field::optional("undecided", FieldType::List(&FieldType::Text), "Givens for which this is unknown"),
            Field::optional(
                "differ",
                FieldType::List(&FieldType::Text),
                "If there are many solutions: cells in which they differ",
            ),
            Field::optional("all_differ", FieldType::Flag, "Whether these are all such cells"),
            Field::optional("extra", FieldType::List(&FieldType::Text), "Givens that would make the solution unique"),
            Field::optional("extra_at_least", FieldType::Number, "Lower bound on the number of such givens"),
        ],
    ]),
    example: r#"{"puzzle": "4...3..2...4..2."}"#,
    handle: |request, context| handle(request, context, |_| Ok(ExplainQuery::SolutionPath)),
};

pub(crate) const NEXT: Endpoint = Endpoint {
    path: "/api/next",
    summary: "Get the next step",
    request: &[PUZZLE_FIELDS, POSITION_FIELDS, ALPHABET_FIELD, STEP_SETTINGS_FIELDS],
    response: ResponseKind::Object(&[PUZZLE_SUMMARY_FIELDS, STEP_FIELDS, STUCK_FIELDS, MISTAKES_FIELD]),
    example: r#"{"puzzle": "4...3..2...4..2.", "position": "42..3..2...4..2."}"#,
    handle: |request, context| handle(request, context, |_| Ok(ExplainQuery::NextStep)),
};

pub(crate) const HINT: Endpoint = Endpoint {
    path: "/api/hint",
    summary: "Get a hint for the next step",
    request: &[
        PUZZLE_FIELDS,
        POSITION_FIELDS,
        ALPHABET_FIELD,
        STEP_SETTINGS_FIELDS,
        &[Field::optional(
            "strength",
            FieldType::Choice(|| HINT_LEVELS.map(|(name, _)| name).to_vec()),
            "How much the hint reveals, of the next step or of mistakes in the position [default: house]",
        )],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        STEP_FIELDS,
        MISTAKES_FIELD,
        &[Field::optional("hint", FieldType::TextOrNull, "The hint; null if there is no step")],
    ]),
    example: r#"{"puzzle": "4...3..2...4..2.", "strength": "cell"}"#,
    handle: |request, context| {
        handle(request, context, |request| {
            let is_requested = |(name, _): &&(&str, HintLevel)| Some(*name) == request.text("strength");
            Ok(ExplainQuery::Hint(HINT_LEVELS.iter().find(is_requested).map_or(HintLevel::House, |(_, level)| *level)))
        })
    },
};

const HINT_LEVELS: [(&str, HintLevel); 3] =
    [("house", HintLevel::House), ("cell", HintLevel::Cell), ("reason", HintLevel::Reason)];

pub(crate) const WHY: Endpoint = Endpoint {
    path: "/api/why",
    summary: "Explain why a digit must be in a cell",
    request: &[PUZZLE_FIELDS, POSITION_FIELDS, ALPHABET_FIELD, CANDIDATE_FIELD],
    response: ResponseKind::Object(&[PUZZLE_SUMMARY_FIELDS, STEP_FIELDS, MISTAKES_FIELD]),
    example: r#"{"puzzle": "4...3..2...4..2.", "candidate": "r1c2=2"}"#,
    handle: |request, context| handle(request, context, |request| candidate(request).map(ExplainQuery::Why)),
};

pub(crate) const WHY_NOT: Endpoint = Endpoint {
    path: "/api/why-not",
    summary: "Explain why a digit cannot be in a cell",
    request: &[PUZZLE_FIELDS, POSITION_FIELDS, ALPHABET_FIELD, CANDIDATE_FIELD],
    response: ResponseKind::Object(&[PUZZLE_SUMMARY_FIELDS, STEP_FIELDS, MISTAKES_FIELD]),
    example: r#"{"puzzle": "4...3..2...4..2.", "candidate": "r1c2=1"}"#,
    handle: |request, context| handle(request, context, |request| candidate(request).map(ExplainQuery::WhyNot)),
};

pub(crate) const RATE: Endpoint = Endpoint {
    path: "/api/rate",
    summary: "Rate the difficulty of a puzzle",
    request: &[PUZZLE_FIELDS],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("answer", FieldType::Text, "none, one or many; only a puzzle with one solution is rated"),
            Field::new("sentence", FieldType::Text, "The rating in words"),
            Field::optional(
                "b",
                FieldType::NumberOrNull,
                "B rating: number of constraints in the largest braid needed; null if braids do not suffice or it is not known",
            ),
            Field::optional("b_at_least", FieldType::Number, "A lower bound of the B rating, if it is not known"),
            Field::optional(
                "se",
                FieldType::DecimalOrNull,
                "Sudoku Explainer rating (ER); null on boards other than 9x9",
            ),
            Field::optional(
                "se_trust",
                FieldType::TextOrNull,
                "Quality of this rating: exact, or at-least if a limit was reached; null without a rating",
            ),
            Field::optional("er", FieldType::Decimal, "Exact rating of the hardest step"),
            Field::optional("ep", FieldType::Decimal, "Exact rating of the hardest step up to the first digit"),
            Field::optional("ed", FieldType::Decimal, "Exact rating of the first step"),
            Field::optional("steps", FieldType::Number, "Steps beyond singles"),
            Field::optional("hardest", FieldType::Text, "Hardest technique"),
            Field::optional("guesses", FieldType::Number, "Guesses of a brute-force search that uses only singles"),
            Field::optional("guesses_at_least", FieldType::Number, "A lower bound, if the search ended early"),
        ],
    ]),
    example: r#"{"puzzle": "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9.."}"#,
    handle: |request, context| {
        let puzzle = request.puzzle()?;
        check_size(&puzzle)?;
        rate(&puzzle, context).map(ResponseBody::Object)
    },
};

thread_local! {
    /// The engines of a worker thread, kept between requests so that their buffers are reused.
    static EXPLAINER: RefCell<Explainer> = RefCell::default();
    static RATER: RefCell<DifficultyRater> = RefCell::new(DifficultyRater::default().exact_se());
}

/// Handles a request for steps; `query` reads what is to be explained.
fn handle(
    request: &ApiRequest,
    context: &JobContext,
    query: impl FnOnce(&ApiRequest) -> Result<ExplainQuery, ApiError>,
) -> Result<ResponseBody, ApiError> {
    let puzzle = request.puzzle()?;
    let position = position::read(request, &puzzle)?;
    let (alphabet, settings) = (request.parsed("alphabet")?, StepSettings::read(request, puzzle.board())?);
    let query = query(request)?;
    if query == ExplainQuery::SolutionPath {
        check_size(&puzzle)?;
    }
    query.candidate().map(|candidate| position::check_candidate(candidate, &puzzle)).transpose()?;
    report(&puzzle, query, position, settings, alphabet, context).map(ResponseBody::Object)
}

fn check_size(puzzle: &Puzzle) -> Result<(), ApiError> {
    if Explainer::supports(puzzle.board()) {
        return Ok(());
    }
    Err(ApiError::bad_request("complete explanations and ratings support boards up to 16x16; use single steps instead"))
}

fn candidate(request: &ApiRequest) -> Result<Candidate, ApiError> {
    request.parsed("candidate")?.ok_or_else(|| missing("candidate", "a string"))
}

fn report(
    puzzle: &Puzzle,
    query: ExplainQuery,
    position: Option<Position>,
    settings: StepSettings,
    alphabet: Option<Alphabet>,
    context: &JobContext,
) -> Result<Value, ApiError> {
    context.check_search(puzzle.board())?;
    let solver = solver(context);
    EXPLAINER.with_borrow_mut(|explainer| {
        settings.apply_to(explainer);
        let mut report = ExplainReport::new(explainer, query, puzzle, position.clone(), &solver)?;
        if report.status == ReportStatus::NoSolution && settings.is_restricted() {
            // The steps to a contradiction are a proof, which needs all of them.
            StepSettings::default().apply_to(explainer);
            report = ExplainReport::new(explainer, query, puzzle, position, &solver)?;
        }
        let mut fields = json::puzzle(puzzle);
        if let Some(mistakes) = &report.mistakes {
            fields["mistakes"] = position::mistake_fields(mistakes, reveal_of(query));
            return Ok(fields);
        }
        json::merge(&mut fields, report.fields(StepDetail::Full, alphabet));
        if let (Some(candidate), true) = (query.candidate(), report.steps.is_empty()) {
            let sentence = explain::describe_candidate(candidate, puzzle, &report.start, &solver, alphabet)?;
            fields["sentence"] = sentence.into();
        }
        if settings.is_restricted() && matches!(query, ExplainQuery::SolutionPath | ExplainQuery::NextStep) {
            settings.unrestricted().apply_to(explainer);
            add_missing_technique(&mut fields, explainer, query, &report)?;
        }
        Ok(fields)
    })
}

/// States which technique the next step would need, if the steps of a position end because it is not allowed.
fn add_missing_technique(
    fields: &mut Value,
    explainer: &mut Explainer,
    query: ExplainQuery,
    report: &ExplainReport,
) -> Result<(), ApiError> {
    let is_answered = query == ExplainQuery::NextStep && !report.steps.is_empty();
    // With an answer, the report is about the puzzle itself, and has these fields.
    if is_answered || fields.get("answer").is_some() {
        return Ok(());
    }
    let mut end = report.start.clone();
    report.steps.iter().for_each(|step| end.apply(step));
    let Some(missing) = explainer.next_step(&end)? else { return Ok(()) };
    fields["stuck"] = true.into();
    fields["missing_technique"] = missing.technique.id().into();
    fields["sentence"] =
        format!("Stuck: the next step needs a technique beyond this level: {}.", missing.technique).into();
    Ok(())
}

/// Level of detail about the player's mistakes in the response to a query.
fn reveal_of(query: ExplainQuery) -> Reveal {
    match query {
        ExplainQuery::Hint(HintLevel::Reason) => Reveal::Digits,
        ExplainQuery::Hint(HintLevel::Cell) => Reveal::Cells,
        _ => Reveal::Count,
    }
}

fn rate(puzzle: &Puzzle, context: &JobContext) -> Result<Value, ApiError> {
    context.check_search(puzzle.board())?;
    let mut fields = json::puzzle(puzzle);
    let rating = match solver(context).solve(puzzle)? {
        Answer::None => json!({ "answer": "none", "sentence": "Not rated: the puzzle has no solution." }),
        Answer::Many(..) => {
            json!({ "answer": "many", "sentence": "Not rated: the puzzle has more than one solution." })
        }
        Answer::One(_) => {
            let rated =
                RATER.with_borrow_mut(|rater| rater.rate(puzzle, &context.interrupt)).map_err(SolveError::from)?;
            let mut fields = json!({ "answer": "one", "sentence": rated.to_string() });
            json::merge(&mut fields, explain::json::difficulty(&rated));
            fields
        }
    };
    json::merge(&mut fields, rating);
    Ok(fields)
}
