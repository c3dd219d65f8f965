//! Standard output or a file: results only, coloured where a person looks at them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result};
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Grid, Puzzle};
use serde_json::{Value, json};

/// The word "error".
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// A given in a grid.
pub(crate) const GIVEN: Style = Style::new().bold();
/// A digit that was found.
pub(crate) const FOUND: Style = AnsiColor::Cyan.on_default();
/// A good verdict.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();

/// A verdict that is not so good.
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default().bold();

/// Where results go.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    /// Whether styles are shown.
    pub(crate) color: bool,
}

impl Output {
    pub(crate) fn stdout() -> Output {
        let stdout = io::stdout();
        let color = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Output { writer: BufWriter::with_capacity(1 << 16, Box::new(stdout.lock())), color }
    }

    /// A file, without colours.
    pub(crate) fn create(path: &Path) -> Result<Output> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output { writer: BufWriter::with_capacity(1 << 16, Box::new(file)), color: false })
    }

    /// One JSON object on a line.
    pub(crate) fn json(&mut self, fields: &Value) -> io::Result<()> {
        writeln!(self, "{}", with_schema(fields))
    }

    /// Everything written; a full disk is found here at the latest.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The object with `"schema": 1` in front.
pub(crate) fn with_schema(fields: &Value) -> Value {
    let mut object = json!({ "schema": 1 });
    merge(&mut object, fields);
    object
}

/// Adds the fields of one object to another.
pub(crate) fn merge(object: &mut Value, fields: &Value) {
    for (key, value) in fields.as_object().into_iter().flatten() {
        object[key] = value.clone();
    }
}

/// A text in a style.
pub(crate) fn styled(text: impl Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}

/// A number with commas: 3,267,216.
pub(crate) fn commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What JSON says of a puzzle.
pub(crate) fn puzzle_fields(puzzle: &Puzzle) -> Value {
    let board = puzzle.board();
    json!({
        "board": format!("{side}x{side}", side = board.side()),
        "boxes": format!("{}x{}", board.box_height(), board.box_width()),
        "puzzle": puzzle.givens().to_string(),
        "givens": puzzle.givens().filled_count(),
    })
}

/// A grid for a person: boxes drawn, the givens set off from what was found.
pub(crate) fn picture(puzzle: &Puzzle, grid: &Grid, options: &WriteOptions, color: bool) -> Result<String> {
    let text = formats::write_grid(grid, Format::Grid, options)?;
    if !color {
        return Ok(text);
    }
    let mut cells = puzzle.board().cells();
    let mut paint = |word: &str| match word {
        "" | "|" => word.to_owned(),
        _ => {
            let given = cells.next().is_some_and(|cell| puzzle.givens().get(cell).is_some());
            styled(word, if given { GIVEN } else { FOUND })
        }
    };
    let mut line = |line: &str| {
        if line.starts_with("--") {
            return format!("{line}\n");
        }
        line.split(' ').map(&mut paint).collect::<Vec<_>>().join(" ") + "\n"
    };
    Ok(text.lines().map(&mut line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_every_three_digits() {
        assert_eq!(
            ["0", "999", "1,000", "3,267,216"],
            [0, 999, 1000, 3_267_216].map(commas).each_ref().map(String::as_str)
        );
    }
}
