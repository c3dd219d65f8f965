//! `/api/formula`, `/api/encode`, `/api/decode`: a puzzle said in logic, and a solver's answer read back.

use qedoku::encode::csp::f2csp;
use qedoku::encode::languages::{self, Language, SolverReply};
use qedoku::encode::model::{self, SolverOutput};
use qedoku::encode::{ClauseFamily, Formula, VariableMap};
use qedoku::{Encoding, EncodingOptions, Grid, Puzzle, json, referee};
use serde_json::{Value, json};

use super::field::{ABOUT_PUZZLE, DIGITS, Field, Kind, PUZZLE, SAYING, targets};
use super::{Ask, Call, File, Gives, Outcome, Task};
use crate::problem::Problem;

pub(crate) const FORMULA: Call = Call {
    path: "/api/formula",
    summary: "The size of the formula that says a puzzle in clauses",
    takes: &[PUZZLE, SAYING],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("variables", Kind::Number, "The highest variable"),
            Field::new("clauses", Kind::Number, "How many clauses"),
            Field::new("literals", Kind::Number, "How many literals they have"),
            Field::new("families", Kind::List(&FAMILY), "The clauses of each family that there is"),
            Field::new("numbering", Kind::Text, "How the number of a variable is computed"),
            Field::new("sound", Kind::Flag, "Whether a model is a solution: with all schemes but houses"),
        ],
    ]),
    example: r#"{"puzzle": "9x9", "scheme": "efficient", "no_repeats": true}"#,
    start: |ask| {
        let (puzzle, options) = (ask.puzzle()?, ask.options()?);
        Ok(Task::now(formula(&puzzle, options))) // a tenth of a second at most, on 36x36
    },
};

const FAMILY: Kind = Kind::Object(&[
    Field::new("name", Kind::Text, "Such as house-once"),
    Field::new("clauses", Kind::Number, "How many"),
    Field::new("words", Kind::Text, "What they say"),
]);

fn formula(puzzle: &Puzzle, options: EncodingOptions) -> Value {
    let encoding = Encoding::new(puzzle, options).expect("the options were checked");
    let size = encoding.size();
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, &json::size(&size));
    let families = ClauseFamily::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
    let family = |((family, name), count): (&(ClauseFamily, &str), u64)| json!({ "name": name, "clauses": count, "words": family.description() });
    fields["families"] = families.map(family).collect();
    fields["numbering"] = options.numbering.formula(puzzle.board()).into();
    fields["sound"] = options.scheme.is_complete().into();
    fields
}

pub(crate) const ENCODE: Call = Call {
    path: "/api/encode",
    summary: "A puzzle as a file for SAT, constraint, pseudo-Boolean or SMT solvers",
    takes: &[
        PUZZLE,
        SAYING,
        &[Field::new("to", Kind::Word(targets), "The kind of file; the way of saying it is for cnf only")],
    ],
    gives: Gives::File,
    example: r#"{"puzzle": "1.3. .... .... ..2.", "to": "cnf"}"#,
    start: |ask| Ok(Task::Now(Outcome::File(encode(ask)?))),
};

fn encode(ask: &Ask) -> Result<File, Problem> {
    let (puzzle, options) = (ask.puzzle()?, ask.options()?);
    let to = ask.text("to").unwrap_or_default().to_owned();
    let language: Option<Language> = to.parse().ok();
    let name = format!("puzzle.{}", language.map_or(to.as_str(), |language| language.extension()));
    let write: super::WriteFile = Box::new(move |mut out| match language {
        Some(language) => languages::write(language, &puzzle, &mut out),
        None if to == "f2csp" => f2csp::write(&puzzle, &mut out).map(|_| ()),
        None => {
            let encoding = Encoding::new(&puzzle, options).expect("the options were checked");
            encoding.write_dimacs(&mut out).map(|_| ())
        }
    });
    Ok(File { name, kind: "text/plain; charset=utf-8", write })
}

pub(crate) const DECODE: Call = Call {
    path: "/api/decode",
    summary: "What a solver printed about a puzzle, back to a grid",
    takes: &[PUZZLE, SAYING, &[Field::new("output", Kind::Text, "What the solver printed")]],
    gives: Gives::Object(&[
        ABOUT_PUZZLE,
        &[
            Field::new("answer", Kind::Text, "satisfiable, none, or unknown if the solver gave up"),
            Field::may("solution", Kind::Text, "The grid on one line; it was checked"),
            Field::may("grid", DIGITS, "The same, row by row"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "output": "s UNSATISFIABLE"}"#,
    start: |ask| Ok(Task::now(decode(ask)?)),
};

fn decode(ask: &Ask) -> Result<Value, Problem> {
    let (puzzle, options) = (ask.puzzle()?, ask.options()?);
    let output = ask.text("output").unwrap_or_default();
    let reply = match languages::detect_language(output) {
        Some(language) => SolverReply::parse(output, Some(language), Some(puzzle.board()))
            .map_err(|error| Problem::bad(error.to_string())),
        None => of_clauses(output, &puzzle, options, ask.text("numbering").is_some()),
    }?;
    let mut fields = json::puzzle(&puzzle);
    match reply {
        SolverReply::Unsatisfiable => fields["answer"] = "none".into(),
        SolverReply::Unknown => fields["answer"] = "unknown".into(),
        SolverReply::Solved(grid) => {
            referee::check(&puzzle, &grid).map_err(|fault| Problem::bad(format!("it is not a solution: {fault}")))?;
            fields["answer"] = "satisfiable".into();
            json::merge(&mut fields, &json!({ "solution": grid.to_string(), "grid": json::digits(&grid) }));
        }
    }
    Ok(fields)
}

/// What a SAT solver says. Unless the numbering was said, it is recognised.
fn of_clauses(output: &str, puzzle: &Puzzle, options: EncodingOptions, is_known: bool) -> Result<SolverReply, Problem> {
    let bad = |error: &dyn ToString| Problem::bad(error.to_string());
    let model = match SolverOutput::parse(output).map_err(|error| bad(&error))? {
        SolverOutput::Unsatisfiable => return Ok(SolverReply::Unsatisfiable),
        SolverOutput::Unknown => return Ok(SolverReply::Unknown),
        SolverOutput::Satisfiable(model) => model,
    };
    let variables = if is_known {
        VariableMap::new(puzzle, options.numbering)
    } else {
        model::detect_numbering(&model, Some(puzzle.board()), None).map_err(|error| bad(&error))?
    };
    let grid: Grid = model.decode_with_givens(puzzle.givens(), &variables).map_err(|error| bad(&error))?;
    Ok(SolverReply::Solved(grid))
}
