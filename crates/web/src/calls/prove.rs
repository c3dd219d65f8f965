//! `/api/prove`, `/api/verify`: a certificate, and the checker that knows no solver.

use std::time::Instant;

use qedoku::proof::{VerifyLimits, verify_text};
use qedoku::prove::{ProofGoal, prove};
use qedoku::{Candidate, Puzzle, json};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, Field, Kind, PUZZLE, STOPPED};
use super::{Ask, Call, Gives, Task};
use crate::problem::Problem;
use crate::work::Work;

pub(crate) const PROVE: Call = Call {
    path: "/api/prove",
    summary: "Prove how many solutions a puzzle has, or what must be in a cell",
    takes: &[
        PUZZLE,
        &[Field::may("cell", Kind::Text, "Prove that this digit must be, or cannot be, in this cell: r3c4=5")],
    ],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("claim", Kind::Text, "What was proved, such as: exactly 1"),
            Field::new("steps", Kind::Number, "How many steps the proof has"),
            Field::new("certificate", Kind::Text, "The certificate, which the checker has accepted"),
            Field::new("bytes", Kind::Number, "The length of the certificate"),
            Field::new("check_seconds", Kind::Seconds, "How long it took to check it"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "..2..3.114......"}"#,
    start: |ask| {
        let puzzle = ask.puzzle()?;
        let wish = wish(ask, &puzzle)?;
        Ok(Task::later(move |work| proved(&puzzle, wish, work)))
    },
};

fn wish(ask: &Ask, puzzle: &Puzzle) -> Result<ProofGoal, Problem> {
    match ask.text("cell").map(str::parse::<Candidate>) {
        None => Ok(ProofGoal::Solutions(1)),
        Some(Err(error)) => Err(Problem::bad(format!("cell: {error}"))),
        Some(Ok(candidate)) if candidate.is_on(puzzle.board()) => Ok(ProofGoal::Candidate(candidate)),
        Some(Ok(candidate)) => Err(Problem::bad(format!("there is no {candidate} on a board {}", puzzle.board()))),
    }
}

fn proved(puzzle: &Puzzle, wish: ProofGoal, work: &Work) -> Result<Value, Problem> {
    let certificate = prove(puzzle, wish, &work.stop)?;
    let begin = Instant::now();
    verify_text(puzzle, certificate.text(), VerifyLimits::default())
        .map_err(|refusal| Problem::bad(refusal.to_string()))?;
    let seconds = begin.elapsed().as_secs_f64();
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json::certificate(&certificate));
    json::merge(&mut fields, &json!({ "bytes": certificate.text().len(), "check_seconds": seconds }));
    Ok(fields)
}

pub(crate) const VERIFY: Call = Call {
    path: "/api/verify",
    summary: "Check a certificate: is what it says of the puzzle true?",
    takes: &[PUZZLE, &[Field::new("certificate", Kind::Text, "The certificate")]],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("accepted", Kind::Flag, "Whether it proves what it says"),
            Field::may("claim", Kind::Text, "What it says, if it is accepted"),
            Field::may("steps", Kind::Number, "How many steps it has, if it is accepted"),
            Field::may("hints", Kind::Number, "How many hints they have, if it is accepted"),
            Field::may("line", Kind::Number, "The first wrong line, if it is refused"),
            Field::may("reason", Kind::Text, "What is wrong there"),
        ],
    ]),
    example: r#"{"puzzle": "1234 3412 2143 432.", "certificate": "qedoku certificate 1\nboard 4x4 boxes 2x2\nclaim forced r4c4=1\nsteps\n465 0 464 461 253 462 249 463 244 16 0\n"}"#,
    start: |ask| {
        let puzzle = ask.puzzle()?;
        let certificate = ask.text("certificate").unwrap_or_default().to_owned();
        Ok(Task::later(move |_| {
            let mut fields = json::puzzle(&puzzle);
            json::merge(
                &mut fields,
                &json::verdict(&verify_text(&puzzle, certificate.as_bytes(), VerifyLimits::default())),
            );
            Ok(fields)
        }))
    },
};
