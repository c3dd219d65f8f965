//! What a player has made of a puzzle.

use anyhow::{Context, Result, anyhow};
use qedoku::Puzzle;
use qedoku::formats::{self, ReadOptions};

use crate::input::Source;

/// The position in a file or a text.
pub(super) fn read(input: &str) -> Result<Puzzle> {
    let source = if std::path::Path::new(input).exists() || input == "-" {
        Source::open(input)?
    } else {
        Source::of("the position", input.to_owned())
    };
    let first = formats::read(&source.text, &ReadOptions::default()).next();
    let record = first.with_context(|| format!("{source} has no position"))?;
    Ok(record.map_err(|error| anyhow!("{}", source.at(&error)))?.puzzle)
}
