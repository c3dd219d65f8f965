//! How what is known about solutions looks, and how it counts.

use anstyle::Style;
use qedoku::{Completeness, EnumerationResult};

use crate::batch::Outcome;
use crate::output;

/// How the verdict looks.
pub(crate) fn style<S>(found: &EnumerationResult<S>) -> Style {
    if found.as_str() == "one" { output::GOOD } else { output::NOTE }
}

/// What it means for the end of the command.
pub(crate) fn outcome<S>(found: &EnumerationResult<S>) -> Outcome {
    match found.as_str() {
        _ if found.completeness == Completeness::Interrupted => Outcome::Stopped,
        "one" => Outcome::Yes,
        word => Outcome::No { solvable: word == "many" },
    }
}
