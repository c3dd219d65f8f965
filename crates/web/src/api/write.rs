//! `/api/write`: a puzzle or its solution as a file in any format.

use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Grid, Puzzle};

use super::fields::{Field, FieldType, PUZZLE_FIELDS, format_names};
use super::solve::solver;
use super::{Endpoint, FileDownload, PLAIN_TEXT, ResponseBody, ResponseKind};
use crate::api_error::ApiError;

pub(crate) const WRITE: Endpoint = Endpoint {
    path: "/api/write",
    summary: "Write a puzzle, or its solution, as a file in any format",
    request: &[
        PUZZLE_FIELDS,
        &[
            Field::new("to", FieldType::Choice(format_names), "Output format"),
            Field::optional(
                "solution",
                FieldType::Flag,
                "Write the solution: in addition to the givens in svg and csv, instead of them in other formats",
            ),
        ],
    ],
    response: ResponseKind::File(|| Format::ALL.map(|format| file_type(format).1).to_vec()),
    example: r#"{"puzzle": "1.3. .... .... ..2.", "to": "svg"}"#,
    handle: |request, context| {
        let (puzzle, to) = (request.puzzle()?, request.format()?);
        if !request.flag("solution") {
            return file(&puzzle, to, None).map(ResponseBody::File);
        }
        context.check_search(puzzle.board())?;
        let solution = solver(context).solutions(&puzzle).next().transpose()?;
        let unsolvable = || ApiError::bad_request("the puzzle has no solution");
        file(&puzzle, to, Some(solution.ok_or_else(unsolvable)?)).map(ResponseBody::File)
    },
};

/// Extension and content type of a file in this format.
fn file_type(format: Format) -> (&'static str, &'static str) {
    match format {
        Format::Svg => ("svg", "image/svg+xml"),
        Format::Csv => ("csv", "text/csv; charset=utf-8"),
        Format::Json => ("json", "application/json"),
        Format::OpenSudoku | Format::KSudoku => ("xml", "application/xml"),
        Format::Sdm | Format::Sdk | Format::SimpleSudoku => (format.name(), PLAIN_TEXT),
        _ => ("txt", PLAIN_TEXT),
    }
}

fn file(puzzle: &Puzzle, to: Format, solution: Option<Grid>) -> Result<FileDownload, ApiError> {
    let text = match (to, solution) {
        (Format::Svg | Format::Csv | Format::Json, solution) => {
            formats::write(puzzle, to, &WriteOptions { solution, ..WriteOptions::default() })
        }
        (_, None) => formats::write(puzzle, to, &WriteOptions::default()),
        (_, Some(solution)) => formats::write_grid(&solution, to, &WriteOptions::default()),
    };
    let text = text.map_err(|error| ApiError::bad_request(error.to_string()))?;
    let (extension, content_type) = file_type(to);
    let name = format!("puzzle.{extension}");
    Ok(FileDownload { name, content_type, write: Box::new(move |out| out.write_all(text.as_bytes())) })
}
