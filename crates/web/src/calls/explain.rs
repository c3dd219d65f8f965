//! `/api/explain`, `/api/next`, `/api/hint`, `/api/why`, `/api/why-not`, `/api/rate`: why, and how hard.

use std::cell::RefCell;

use qedoku::explain::{self, Critic, Explainer, Hint, Position, Reply};
use qedoku::formats::{self, ReadOptions};
use qedoku::{Answer, Candidate, Puzzle, json};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, Field, Kind, PUZZLE, STOPPED};
use super::solve::solver;
use super::{Ask, Call, Gives, Task};
use crate::problem::Problem;
use crate::work::Work;

/// Where the player is.
const POSITION: &[Field] = &[Field::may(
    "position",
    Kind::Text,
    "What a player has made of the puzzle, in any format, with candidates or without",
)];

const CANDIDATE: &[Field] = &[Field::new("candidate", Kind::Text, "A cell and a digit: r3c4=5")];

/// What all answers about steps have.
const STEPS: &[Field] = &[
    Field::may("sentence", Kind::Text, "What is said beside the steps"),
    Field::may("steps", Kind::List(&Kind::Step), "The steps, each with the position before it; docs/explain.md"),
    Field::may("smallest", Kind::Flag, "Whether it is known that there are no smaller steps"),
    Field::may(
        "wrong",
        Kind::List(&Kind::Step),
        "The digits that the player got wrong: placed, and what is right instead",
    ),
    Field::may("lost", Kind::List(&Kind::Text), "The candidates that the player should not have crossed out"),
    Field::may("clashes", Kind::List(&Kind::Text), "Digits that stand twice in a house"),
];

pub(crate) const EXPLAIN: Call = Call {
    path: "/api/explain",
    summary: "Explain the answer: the steps to the solution, or why there is none, or not only one",
    takes: &[PUZZLE, POSITION],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        STEPS,
        &[
            Field::may("answer", Kind::Text, "none, one or many; left out if a position was given"),
            Field::may("solution", Kind::Text, "The solution, if there is one"),
            Field::may("solutions", Kind::List(&Kind::Text), "Two of many solutions"),
            Field::may("clashing", Kind::List(&Kind::Text), "If there is none: givens that are impossible together"),
            Field::may("few", Kind::Text, "smallest, irreducible or reduced: how few these are"),
            Field::may("removable", Kind::List(&Kind::Text), "The givens without any one of which there is a solution"),
            Field::may("undecided", Kind::List(&Kind::Text), "Those of which that is not known"),
            Field::may("differ", Kind::List(&Kind::Text), "If there are many: the cells where they differ"),
            Field::may("all_differ", Kind::Flag, "Whether these are all such cells"),
            Field::may("extra", Kind::List(&Kind::Text), "Givens that would leave only one solution"),
            Field::may("extra_at_least", Kind::Number, "No fewer givens would"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "4...3..2...4..2."}"#,
    start: |ask| start(ask, |_| Ok(explain::Ask::Everything)),
};

pub(crate) const NEXT: Call = Call {
    path: "/api/next",
    summary: "The next step",
    takes: &[PUZZLE, POSITION],
    gives: Gives::Object(&[ABOUT_PUZZLE, STEPS, STOPPED]),
    example: r#"{"puzzle": "4...3..2...4..2.", "position": "42..3..2...4..2."}"#,
    start: |ask| start(ask, |_| Ok(explain::Ask::Next)),
};

pub(crate) const HINT: Call = Call {
    path: "/api/hint",
    summary: "A hint at the next step",
    takes: &[
        PUZZLE,
        POSITION,
        &[Field::may(
            "strength",
            Kind::Word(|| HINTS.map(|(name, _)| name).to_vec()),
            "How much is given away [house]",
        )],
    ],
    gives: Gives::Object(&[ABOUT_PUZZLE, STEPS, &[Field::may("hint", Kind::Text, "The hint")], STOPPED]),
    example: r#"{"puzzle": "4...3..2...4..2.", "strength": "cell"}"#,
    start: |ask| {
        start(ask, |ask| {
            let named = |(name, _): &&(&str, Hint)| Some(*name) == ask.text("strength");
            Ok(explain::Ask::Hint(HINTS.iter().find(named).map_or(Hint::House, |(_, hint)| *hint)))
        })
    },
};

const HINTS: [(&str, Hint); 3] = [("house", Hint::House), ("cell", Hint::Cell), ("reason", Hint::Reason)];

pub(crate) const WHY: Call = Call {
    path: "/api/why",
    summary: "Why a digit must be in a cell",
    takes: &[PUZZLE, POSITION, CANDIDATE],
    gives: Gives::Object(&[ABOUT_PUZZLE, STEPS, STOPPED]),
    example: r#"{"puzzle": "4...3..2...4..2.", "candidate": "r1c2=2"}"#,
    start: |ask| start(ask, |ask| candidate(ask).map(explain::Ask::Why)),
};

pub(crate) const WHY_NOT: Call = Call {
    path: "/api/why-not",
    summary: "Why a digit cannot be in a cell",
    takes: &[PUZZLE, POSITION, CANDIDATE],
    gives: Gives::Object(&[ABOUT_PUZZLE, STEPS, STOPPED]),
    example: r#"{"puzzle": "4...3..2...4..2.", "candidate": "r1c2=1"}"#,
    start: |ask| start(ask, |ask| candidate(ask).map(explain::Ask::WhyNot)),
};

pub(crate) const RATE: Call = Call {
    path: "/api/rate",
    summary: "How hard a puzzle is",
    takes: &[PUZZLE],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("answer", Kind::Text, "none, one or many; only what has one solution is rated"),
            Field::new("sentence", Kind::Text, "All of it in words"),
            Field::may(
                "b",
                Kind::Digit,
                "The number of sets in the largest step that is needed; null if no size suffices",
            ),
            Field::may("se", Kind::Seconds, "About what Sudoku Explainer would say"),
            Field::may("se_trust", Kind::Text, "walked, fitted or at-least: how that was come by"),
            Field::may("steps", Kind::Number, "Steps of the explanation beyond singles"),
            Field::may("hardest", Kind::Text, "The hardest of all steps"),
            Field::may("guesses", Kind::Number, "Guesses of a plain search"),
        ],
        STOPPED,
    ]),
    example: r#"{"puzzle": "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9.."}"#,
    start: |ask| {
        let puzzle = ask.puzzle()?;
        expect_small(&puzzle)?;
        Ok(Task::later(move |work| rate(&puzzle, work)))
    },
};

thread_local! {
    /// The memory of the engines, kept from request to request.
    static EXPLAINER: RefCell<Explainer> = RefCell::default();
    static CRITIC: RefCell<Critic> = RefCell::default();
}

fn start(ask: &Ask, question: impl FnOnce(&Ask) -> Result<explain::Ask, Problem>) -> Result<Task, Problem> {
    let puzzle = ask.puzzle()?;
    let entered = ask.text("position").map(|text| position(&puzzle, text)).transpose()?;
    let question = question(ask)?;
    if question == explain::Ask::Everything {
        expect_small(&puzzle)?;
    }
    if let Some(candidate) = question.candidate().filter(|candidate| !candidate.is_on(puzzle.board())) {
        return Err(Problem::bad(format!("there is no {candidate} on a board {}", puzzle.board())));
    }
    Ok(Task::later(move |work| explained(&puzzle, question, entered, work)))
}

fn expect_small(puzzle: &Puzzle) -> Result<(), Problem> {
    if Explainer::covers(puzzle.board()) {
        return Ok(());
    }
    Err(Problem::bad("boards up to 16x16 are explained and rated as a whole; larger ones step by step"))
}

fn candidate(ask: &Ask) -> Result<Candidate, Problem> {
    ask.word("candidate")?.ok_or_else(|| Problem::bad("candidate is missing"))
}

/// What the player has made of the puzzle.
fn position(puzzle: &Puzzle, text: &str) -> Result<Position, Problem> {
    let options = ReadOptions { board: Some(puzzle.board()), ..ReadOptions::default() };
    let read = formats::read(text, &options).next().ok_or_else(|| Problem::bad("position: there is none"))?;
    Position::entered(puzzle, &read?.puzzle).map_err(|error| Problem::bad(error.to_string()))
}

fn explained(puzzle: &Puzzle, ask: explain::Ask, entered: Option<Position>, work: &Work) -> Result<Value, Problem> {
    let solver = solver(work);
    let reply = EXPLAINER.with_borrow_mut(|explainer| Reply::new(explainer, ask, puzzle, entered, &solver))?;
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &reply.fields(None));
    Ok(fields)
}

fn rate(puzzle: &Puzzle, work: &Work) -> Result<Value, Problem> {
    let mut fields = json::puzzle(puzzle);
    let more = match solver(work).answer(puzzle)? {
        Answer::None => json!({ "answer": "none", "sentence": "Not rated: there is no solution." }),
        Answer::Many(..) => json!({ "answer": "many", "sentence": "Not rated: there are many solutions." }),
        Answer::One(_) => {
            let rated = CRITIC.with_borrow_mut(|critic| critic.rate(puzzle, &work.stop))?;
            let mut fields = json!({ "answer": "one", "sentence": rated.sentence() });
            json::merge(&mut fields, &rated.fields());
            fields
        }
    };
    json::merge(&mut fields, &more);
    Ok(fields)
}
