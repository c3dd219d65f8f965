//! How what is known about solutions looks, and how it counts.

use anstyle::Style;
use qedoku::{Found, Known};

use crate::batch::Outcome;
use crate::output;

/// How the verdict looks.
pub(crate) fn style<S>(found: &Found<S>) -> Style {
    if found.word() == "one" { output::GOOD } else { output::NOTE }
}

/// What it means for the end of the command.
pub(crate) fn outcome<S>(found: &Found<S>) -> Outcome {
    match found.word() {
        _ if found.known == Known::Stopped => Outcome::Stopped,
        "one" => Outcome::Yes,
        word => Outcome::No { solvable: word == "many" },
    }
}
