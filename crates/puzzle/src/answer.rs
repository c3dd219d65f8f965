//! None, one or many: what there is to say about a puzzle.

use crate::Grid;

/// How many grids extend a puzzle. "None" and "many" are answers, not errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No grid does.
    None,
    /// Exactly one does.
    One(Grid),
    /// At least these two do; they differ.
    Many(Grid, Grid),
}

impl Answer {
    /// The solutions that the answer shows: none, one or two.
    pub fn solutions(&self) -> Vec<&Grid> {
        match self {
            Answer::None => vec![],
            Answer::One(grid) => vec![grid],
            Answer::Many(first, second) => vec![first, second],
        }
    }

    /// `none`, `one` or `many`.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::None => "none",
            Answer::One(_) => "one",
            Answer::Many(..) => "many",
        }
    }
}
