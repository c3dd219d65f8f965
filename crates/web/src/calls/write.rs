//! `/api/write`: a puzzle or its solution in any format, as a file.

use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Grid, Puzzle};

use super::field::{Field, Kind, PUZZLE, formats as format_names};
use super::solve::solver;
use super::{Call, File, Gives, Outcome, Task};
use crate::problem::Problem;

pub(crate) const WRITE: Call = Call {
    path: "/api/write",
    summary: "A puzzle, or its solution, as a file in any format",
    takes: &[
        PUZZLE,
        &[
            Field::new("to", Kind::Word(format_names), "The format"),
            Field::may(
                "solution",
                Kind::Flag,
                "Write the solution: beside the givens in svg and csv, else in their place",
            ),
        ],
    ],
    gives: Gives::File,
    example: r#"{"puzzle": "1.3. .... .... ..2.", "to": "svg"}"#,
    start: |ask| {
        let (puzzle, to) = (ask.puzzle()?, ask.format()?);
        if !ask.flag("solution") {
            return Ok(Task::Now(Outcome::File(file(&puzzle, to, None)?)));
        }
        Ok(Task::Later(Box::new(move |work| {
            let solution = solver(work).solutions(&puzzle).next().transpose()?;
            let none = || Problem::bad("there is no solution");
            Ok(Outcome::File(file(&puzzle, to, Some(solution.ok_or_else(none)?))?))
        })))
    },
};

fn file(puzzle: &Puzzle, to: Format, solution: Option<Grid>) -> Result<File, Problem> {
    let text = match (to, solution) {
        (Format::Svg | Format::Csv, solution) => {
            formats::write(puzzle, to, &WriteOptions { solution, ..WriteOptions::default() })
        }
        (_, None) => formats::write(puzzle, to, &WriteOptions::default()),
        (_, Some(solution)) => formats::write_grid(&solution, to, &WriteOptions::default()),
    };
    let text = text.map_err(|error| Problem::bad(error.to_string()))?;
    let (ending, kind) = match to {
        Format::Svg => ("svg", "image/svg+xml"),
        Format::Csv => ("csv", "text/csv; charset=utf-8"),
        Format::Sdm | Format::Sdk | Format::SimpleSudoku => (to.name(), PLAIN),
        _ => ("txt", PLAIN),
    };
    Ok(File { name: format!("puzzle.{ending}"), kind, write: Box::new(move |out| out.write_all(text.as_bytes())) })
}

const PLAIN: &str = "text/plain; charset=utf-8";
