//! A solver's model back to an assignment.

use std::fmt;

use super::{Assignment, Csp, CspEncoding};
use crate::Model;

/// Why a model is no assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// A variable has two values.
    TwoValues(String, [String; 2]),
    /// The model makes every value of a variable false.
    NoValue(String),
    /// The model makes no value of a variable true, and too few false: this many are left.
    Undecided(String, usize),
}

impl CspEncoding<'_> {
    /// The values that a model gives to the variables. Whether that is a solution, [`Csp::check`] says.
    ///
    /// A variable has the value whose x is true; where a partial model has none, the only one that is not false.
    pub fn assignment(&self, model: &Model) -> Result<Assignment, DecodeError> {
        let csp = self.csp();
        let mut found: Vec<Found> = vec![Found::default(); csp.variables().len()];
        for lit in model.literals() {
            let Some((variable, place)) = self.meaning(lit.var()) else { continue };
            match (lit.is_positive(), found[variable].place) {
                (false, _) => found[variable].false_places.push(place),
                (true, None) => found[variable].place = Some(place),
                (true, Some(other)) => return Err(two_values(csp, variable, [other, place])),
            }
        }
        let values = found.iter().enumerate().map(|(variable, found)| {
            let place = found.place.map_or_else(|| last_open(csp, variable, &found.false_places), Ok)?;
            Ok(csp.domain_of(&csp.variables()[variable]).values()[place as usize])
        });
        Ok(Assignment { values: values.collect::<Result<_, _>>()? })
    }
}

/// What a model says of a variable.
#[derive(Clone, Default)]
struct Found {
    place: Option<u32>,
    /// Ascending, each once: so are a model's literals.
    false_places: Vec<u32>,
}

/// The only value that is not false.
fn last_open(csp: &Csp, variable: usize, false_places: &[u32]) -> Result<u32, DecodeError> {
    let variable = &csp.variables()[variable];
    let size = csp.domain_of(variable).values().len();
    match size - false_places.len() {
        0 => Err(DecodeError::NoValue(variable.name().to_owned())),
        1 => Ok(false_places
            .iter()
            .zip(0..)
            .find(|(one, place)| **one != *place)
            .map_or(size as u32 - 1, |(_, place)| place)),
        left => Err(DecodeError::Undecided(variable.name().to_owned(), left)),
    }
}

fn two_values(csp: &Csp, variable: usize, places: [u32; 2]) -> DecodeError {
    let variable = &csp.variables()[variable];
    let word = |place| csp.word(csp.domain_of(variable).values()[place as usize]).to_owned();
    DecodeError::TwoValues(variable.name().to_owned(), places.map(word))
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::TwoValues(name, [a, b]) => write!(f, "{name} is both {a} and {b}"),
            DecodeError::NoValue(name) => write!(f, "{name} has no value: the model makes all of them false"),
            DecodeError::Undecided(name, left) => {
                write!(f, "{name} has no value: the model makes none true and leaves {left} open")
            }
        }
    }
}

impl std::error::Error for DecodeError {}
