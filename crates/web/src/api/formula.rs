//! `/api/formula`, `/api/encode`, `/api/decode`: encoding a puzzle for solvers, and decoding their output.

use qedoku::encode::csp::f2csp;
use qedoku::encode::languages::{self, Language, SolverReply};
use qedoku::encode::model::{self, SolverOutput};
use qedoku::encode::{ClauseFamily, Formula, VariableMap};
use qedoku::{Encoding, EncodingOptions, Grid, Puzzle, json, referee};
use serde_json::{Value, json};

use super::fields::{
    DIGIT_ROWS, ENCODING_FIELDS, Field, FieldType, PUZZLE_FIELDS, PUZZLE_SUMMARY_FIELDS, encoding_targets,
};
use super::{ApiRequest, Endpoint, FileDownload, PLAIN_TEXT, ResponseBody, ResponseKind};
use crate::api_error::ApiError;

pub(crate) const FORMULA: Endpoint = Endpoint {
    path: "/api/formula",
    summary: "Size of the CNF formula of a puzzle",
    request: &[PUZZLE_FIELDS, ENCODING_FIELDS],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("variables", FieldType::Number, "Highest variable"),
            Field::new("clauses", FieldType::Number, "Number of clauses"),
            Field::new("literals", FieldType::Number, "Number of literals in all clauses"),
            Field::new("families", FieldType::List(&FAMILY), "Clauses of each family that occurs"),
            Field::new("numbering", FieldType::Text, "Formula for the number of a variable"),
            Field::new("sound", FieldType::Flag, "Whether every model is a solution: true for all schemes but houses"),
        ],
    ]),
    example: r#"{"puzzle": "9x9", "scheme": "efficient", "no_repeats": true}"#,
    handle: |request, _| Ok(ResponseBody::Object(formula(&request.puzzle()?, request.encoding_options()?))),
};

const FAMILY: FieldType = FieldType::Object(&[
    Field::new("name", FieldType::Text, "Name of the family, such as house-once"),
    Field::new("clauses", FieldType::Number, "Number of its clauses"),
    Field::new("words", FieldType::Text, "The rule that they encode"),
]);

fn formula(puzzle: &Puzzle, options: EncodingOptions) -> Value {
    let encoding = Encoding::new(puzzle, options).expect("the options were checked");
    let size = encoding.size();
    let mut fields = json::puzzle(puzzle);
    json::merge(&mut fields, json::size(&size));
    let families = ClauseFamily::ALL.iter().zip(size.by_family).filter(|(_, count)| *count > 0);
    let family = |((family, name), count): (&(ClauseFamily, &str), u64)| json!({ "name": name, "clauses": count, "words": family.description() });
    fields["families"] = families.map(family).collect();
    fields["numbering"] = options.numbering.formula(puzzle.board()).into();
    fields["sound"] = options.scheme.is_complete().into();
    fields
}

pub(crate) const ENCODE: Endpoint = Endpoint {
    path: "/api/encode",
    summary: "Encode a puzzle as a file for SAT, constraint, pseudo-Boolean or SMT solvers",
    request: &[
        PUZZLE_FIELDS,
        ENCODING_FIELDS,
        &[Field::new("to", FieldType::Choice(encoding_targets), "File format; the encoding options apply to cnf only")],
    ],
    response: ResponseKind::File(|| vec![PLAIN_TEXT]),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "to": "cnf"}"#,
    handle: |request, _| encode(request).map(ResponseBody::File),
};

fn encode(request: &ApiRequest) -> Result<FileDownload, ApiError> {
    let (puzzle, options) = (request.puzzle()?, request.encoding_options()?);
    let to = request.text("to").unwrap_or_default().to_owned();
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
    Ok(FileDownload { name, content_type: PLAIN_TEXT, write })
}

pub(crate) const DECODE: Endpoint = Endpoint {
    path: "/api/decode",
    summary: "Decode the output of a solver into a grid",
    request: &[
        PUZZLE_FIELDS,
        ENCODING_FIELDS,
        &[Field::new("output", FieldType::Text, "The output of a SAT, constraint, pseudo-Boolean or SMT solver")],
    ],
    response: ResponseKind::Object(&[
        PUZZLE_SUMMARY_FIELDS,
        &[
            Field::new("answer", FieldType::Text, "satisfiable, none, or unknown if the solver gave up"),
            Field::optional("solution", FieldType::Text, "The solution on one line, verified"),
            Field::optional("grid", DIGIT_ROWS, "The same solution by rows"),
        ],
    ]),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "output": "s UNSATISFIABLE"}"#,
    handle: |request, _| decode(request).map(ResponseBody::Object),
};

fn decode(request: &ApiRequest) -> Result<Value, ApiError> {
    let (puzzle, options) = (request.puzzle()?, request.encoding_options()?);
    let output = request.text("output").unwrap_or_default();
    let reply = match languages::detect_language(output) {
        Some(language) => SolverReply::parse(output, Some(language), Some(puzzle.board()))
            .map_err(|error| ApiError::bad_request(error.to_string())),
        None => decode_sat_output(output, &puzzle, options, request.text("numbering").is_some()),
    }?;
    let mut fields = json::puzzle(&puzzle);
    match reply {
        SolverReply::Unsatisfiable => fields["answer"] = "none".into(),
        SolverReply::Unknown => fields["answer"] = "unknown".into(),
        SolverReply::Solved(grid) => {
            referee::check(&puzzle, &grid)
                .map_err(|error| ApiError::bad_request(format!("not a solution: {error}")))?;
            fields["answer"] = "satisfiable".into();
            json::merge(&mut fields, json!({ "solution": grid.to_string(), "grid": json::digits(&grid) }));
        }
    }
    Ok(fields)
}

/// Decodes the output of a SAT solver. Unless the request names the numbering, it is detected from the model.
fn decode_sat_output(
    output: &str,
    puzzle: &Puzzle,
    options: EncodingOptions,
    numbering_is_known: bool,
) -> Result<SolverReply, ApiError> {
    let bad = |error: &dyn ToString| ApiError::bad_request(error.to_string());
    let model = match SolverOutput::parse(output).map_err(|error| bad(&error))? {
        SolverOutput::Unsatisfiable => return Ok(SolverReply::Unsatisfiable),
        SolverOutput::Unknown => return Ok(SolverReply::Unknown),
        SolverOutput::Satisfiable(model) => model,
    };
    let variables = if numbering_is_known {
        VariableMap::new(puzzle, options.numbering)
    } else {
        model::detect_numbering(&model, Some(puzzle.board()), None).map_err(|error| bad(&error))?
    };
    let grid: Grid = model.decode_with_givens(puzzle.givens(), &variables).map_err(|error| bad(&error))?;
    Ok(SolverReply::Solved(grid))
}
