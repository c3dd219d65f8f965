//! `/api/prove`, `/api/verify`: certificates, and their independent checker, which contains no solver.

use std::time::Instant;

use qedoku::proof::{VerifyLimits, verify_text};
use qedoku::prove::{ProofGoal, prove};
use qedoku::{Candidate, Puzzle, json};
use serde_json::{Value, json};

use super::fields::{Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS};
use super::{ApiRequest, Endpoint, ResponseBody, ResponseKind};
use crate::api_error::ApiError;
use crate::jobs::JobContext;

pub(crate) const PROVE: Endpoint = Endpoint {
    path: "/api/prove",
    summary: "Prove the number of solutions, or that a candidate is forced or impossible",
    request: &[
        PUZZLE_FIELDS,
        &[Field::optional("cell", FieldType::Text, "Prove that this candidate is forced or impossible: r3c4=5")],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("claim", FieldType::Text, "The proved claim, such as exactly 1"),
            Field::new("steps", FieldType::Number, "Number of proof steps"),
            Field::new("certificate", FieldType::Text, "The certificate, accepted by the checker"),
            Field::new("bytes", FieldType::Number, "Length of the certificate"),
            Field::new("check_seconds", FieldType::Decimal, "Time of the check in seconds"),
        ],
    ]),
    example: r#"{"puzzle": "..2..3.114......"}"#,
    handle: |request, context| {
        let puzzle = request.puzzle()?;
        let goal = goal(request, &puzzle)?;
        prove_and_verify(&puzzle, goal, context).map(ResponseBody::Object)
    },
};

fn goal(request: &ApiRequest, puzzle: &Puzzle) -> Result<ProofGoal, ApiError> {
    match request.text("cell").map(str::parse::<Candidate>) {
        None => Ok(ProofGoal::Solutions(1)),
        Some(Err(error)) => Err(ApiError::bad_request(format!("cell: {error}"))),
        Some(Ok(candidate)) if candidate.is_on(puzzle.board()) => Ok(ProofGoal::Candidate(candidate)),
        Some(Ok(candidate)) => {
            Err(ApiError::bad_request(format!("there is no candidate {candidate} on a {} board", puzzle.board())))
        }
    }
}

fn prove_and_verify(puzzle: &Puzzle, goal: ProofGoal, context: &JobContext) -> Result<Value, ApiError> {
    context.check_search(puzzle.board())?;
    let certificate = prove(puzzle, goal, &context.interrupt)?;
    let start = Instant::now();
    verify_text(puzzle, certificate.text(), VerifyLimits::default())
        .map_err(|error| ApiError::bad_request(error.to_string()))?;
    let seconds = start.elapsed().as_secs_f64();
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, json::certificate(&certificate));
    json::merge(&mut fields, json!({ "bytes": certificate.text().len(), "check_seconds": seconds }));
    Ok(fields)
}

pub(crate) const VERIFY: Endpoint = Endpoint {
    path: "/api/verify",
    summary: "Verify a certificate: does it prove its claim about the puzzle?",
    request: &[PUZZLE_FIELDS, &[Field::new("certificate", FieldType::Text, "The certificate")]],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("accepted", FieldType::Flag, "Whether the certificate proves its claim"),
            Field::optional("claim", FieldType::Text, "The claim, if accepted"),
            Field::optional("steps", FieldType::Number, "Number of steps, if accepted"),
            Field::optional("hints", FieldType::Number, "Number of hints in all steps, if accepted"),
            Field::optional("line", FieldType::Number, "First invalid line, if rejected"),
            Field::optional("reason", FieldType::Text, "Why that line is invalid"),
        ],
    ]),
    example: r#"{"puzzle": "1234 3412 2143 432.", "certificate": "qedoku certificate 1\nboard 4x4 boxes 2x2\nclaim forced r4c4=1\nsteps\n465 0 464 461 253 462 249 463 244 16 0\n"}"#,
    handle: |request, _| {
        let puzzle = request.puzzle()?;
        let certificate = request.text("certificate").unwrap_or_default();
        let verdict = verify_text(&puzzle, certificate.as_bytes(), VerifyLimits::default());
        let mut fields = json::puzzle(&puzzle);
        json::merge(&mut fields, json::verdict(&verdict));
        Ok(ResponseBody::Object(fields))
    },
};
