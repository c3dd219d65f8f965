//! Decoding of a model: from the problem variables back to an assignment.

use std::fmt;

use super::{Assignment, Csp, CspEncoding};
use crate::Model;

/// Error when decoding a model that does not give every variable exactly one value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AssignmentDecodeError {
    /// The model makes two values of a variable true.
    TwoValues(String, [String; 2]),
    /// The model makes every value of a variable false.
    NoValue(String),
    /// The model makes no value of a variable true and leaves this many open.
    Undecided(String, usize),
}

impl CspEncoding<'_> {
    /// Decodes a model into an assignment, which [`Csp::check`] has not checked yet.
    ///
    /// A variable takes the value whose problem variable is true. If a partial model makes none true, it takes the only
    /// value that is not false.
    pub fn decode(&self, model: &Model) -> Result<Assignment, AssignmentDecodeError> {
        let csp = self.csp();
        let mut readings = vec![VariableReading::default(); csp.variables().len()];
        for lit in model.literals() {
            let Some((variable, value)) = self.variable_value(lit.var()) else { continue };
            match (lit.is_positive(), readings[variable].value) {
                (false, _) => readings[variable].false_values.push(value),
                (true, None) => readings[variable].value = Some(value),
                (true, Some(other)) => return Err(two_values(csp, variable, [other, value])),
            }
        }
        let values = readings.iter().enumerate().map(|(variable, reading)| {
            let value = reading.value.map_or_else(|| only_open_value(csp, variable, &reading.false_values), Ok)?;
            Ok(csp.domain_of(&csp.variables()[variable]).values()[value as usize])
        });
        Ok(Assignment { values: values.collect::<Result<_, _>>()? })
    }
}

/// Literals of a model about one variable, as indices in its domain.
#[derive(Clone, Default)]
struct VariableReading {
    /// The value that is true.
    value: Option<u32>,
    /// Values that are false, ascending and without repetition, because the literals of a [`Model`] are.
    false_values: Vec<u32>,
}

/// The only value that is not false: the first index that `false_values` skips.
fn only_open_value(csp: &Csp, variable: usize, false_values: &[u32]) -> Result<u32, AssignmentDecodeError> {
    let variable = &csp.variables()[variable];
    let size = csp.domain_of(variable).values().len();
    match size - false_values.len() {
        0 => Err(AssignmentDecodeError::NoValue(variable.name().to_owned())),
        1 => {
            let gap = false_values.iter().zip(0..).find(|(value, index)| **value != *index);
            Ok(gap.map_or(size as u32 - 1, |(_, index)| index))
        }
        open => Err(AssignmentDecodeError::Undecided(variable.name().to_owned(), open)),
    }
}

fn two_values(csp: &Csp, variable: usize, values: [u32; 2]) -> AssignmentDecodeError {
    let variable = &csp.variables()[variable];
    let name = |index| csp.value_name(csp.domain_of(variable).values()[index as usize]).to_owned();
    AssignmentDecodeError::TwoValues(variable.name().to_owned(), values.map(name))
}

impl fmt::Display for AssignmentDecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssignmentDecodeError::TwoValues(name, [a, b]) => write!(f, "{name} is both {a} and {b}"),
            AssignmentDecodeError::NoValue(name) => write!(f, "{name} has no value: the model makes all of them false"),
            AssignmentDecodeError::Undecided(name, open) => {
                write!(f, "{name} has no value: the model makes none true and leaves {open} open")
            }
        }
    }
}

impl std::error::Error for AssignmentDecodeError {}
