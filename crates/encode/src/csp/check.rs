//! The referee of a constraint problem: every variable has a value of its domain, and every constraint is kept.
//!
//! No engine is trusted over this, so it is written as plainly as the rules are said. It knows no clauses.

use std::collections::HashMap;
use std::fmt;

use super::{Constraint, Csp, Effect, Value};

/// A value for every variable of one problem, in its order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assignment {
    pub(super) values: Vec<Value>,
}

/// Why an assignment is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// It is for another problem: the number of variables differs.
    OtherProblem,
    /// A variable has a value that is not in its domain.
    OutOfDomain {
        /// The variable.
        variable: String,
        /// Its value.
        value: String,
        /// The domain that lacks it.
        domain: String,
    },
    /// A constraint is not kept.
    Constraint {
        /// Its name.
        name: String,
        /// Whether the tuple is one of those it rejects, or none of those it accepts.
        effect: Effect,
        /// Its variables, each with its value.
        tuple: Vec<(String, String)>,
    },
}

/// Why names and values are no assignment of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssignmentError {
    /// There is no variable of this name.
    NoVariable(String),
    /// The variable has no such value in its domain.
    NoValue(String, String),
    /// The variable is named twice.
    Twice(String),
    /// The variable is not named.
    Missing(String),
}

impl Csp {
    /// Whether the assignment is a solution, or the first thing that is wrong.
    pub fn check(&self, assignment: &Assignment) -> Result<(), Violation> {
        if assignment.values.len() != self.variables.len() {
            return Err(Violation::OtherProblem);
        }
        for (variable, value) in self.variables.iter().zip(&assignment.values) {
            let domain = self.domain_of(variable);
            if domain.place(*value).is_none() {
                let [variable, value, domain] =
                    [variable.name(), self.word_or_number(*value), domain.name()].map(String::from);
                return Err(Violation::OutOfDomain { variable, value, domain });
            }
        }
        for constraint in self.constraints() {
            if !is_kept(constraint, assignment) {
                return Err(self.violation(constraint, assignment));
            }
        }
        Ok(())
    }

    fn violation(&self, constraint: Constraint, assignment: &Assignment) -> Violation {
        let pair = |index: &u32| {
            let [variable, value] = self.pair(*index as usize, assignment).map(String::from);
            (variable, value)
        };
        let tuple = constraint.scope().iter().map(pair).collect();
        Violation::Constraint { name: constraint.name().to_owned(), effect: constraint.effect(), tuple }
    }

    /// The assignment that gives each variable the value of this word.
    pub fn assignment<'w>(
        &self,
        pairs: impl IntoIterator<Item = (&'w str, &'w str)>,
    ) -> Result<Assignment, AssignmentError> {
        let numbers: HashMap<&str, usize> =
            self.variables.iter().enumerate().map(|(number, variable)| (variable.name(), number)).collect();
        let mut values = vec![None; self.variables.len()];
        for (name, word) in pairs {
            let number = *numbers.get(name).ok_or_else(|| AssignmentError::NoVariable(name.to_owned()))?;
            let mut domain = self.domain_of(&self.variables[number]).values().iter();
            let value = domain.find(|value| self.word(**value) == word);
            let value = value.ok_or_else(|| AssignmentError::NoValue(name.to_owned(), word.to_owned()))?;
            if values[number].replace(*value).is_some() {
                return Err(AssignmentError::Twice(name.to_owned()));
            }
        }
        let missing = |number: usize| AssignmentError::Missing(self.variables[number].name().to_owned());
        let values = values.into_iter().enumerate().map(|(number, value)| value.ok_or_else(|| missing(number)));
        Ok(Assignment { values: values.collect::<Result<_, _>>()? })
    }

    /// The names of the variables with their values, in the order of the variables.
    pub fn pairs<'a>(&'a self, assignment: &'a Assignment) -> impl Iterator<Item = (&'a str, &'a str)> {
        (0..self.variables.len().min(assignment.values.len())).map(|index| self.pair(index, assignment).into())
    }

    fn pair(&self, index: usize, assignment: &Assignment) -> [&str; 2] {
        [self.variables[index].name(), self.word_or_number(assignment.values[index])]
    }

    /// The word of a value, even one of another problem.
    fn word_or_number(&self, value: Value) -> &str {
        self.words.get(value.0 as usize).map_or("(a value of another problem)", |word| word)
    }
}

fn is_kept(constraint: Constraint, assignment: &Assignment) -> bool {
    let value = |variable: &u32| assignment.values[*variable as usize];
    let is_here = |tuple: &[Value]| constraint.scope().iter().map(value).eq(tuple.iter().copied());
    match constraint.effect() {
        Effect::Accept => constraint.tuples().any(is_here),
        Effect::Reject => !constraint.tuples().any(is_here),
    }
}

impl Assignment {
    /// The values, in the order of the variables.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::OtherProblem => f.write_str("the assignment is for another problem"),
            Violation::OutOfDomain { variable, value, domain } => {
                write!(f, "{variable} = {value} is not in the domain {domain}")
            }
            Violation::Constraint { name, effect, tuple } => {
                let verb = if *effect == Effect::Accept { "does not accept" } else { "rejects" };
                write!(f, "the constraint {name} {verb}")?;
                for (place, (variable, value)) in tuple.iter().enumerate() {
                    write!(f, "{} {variable} = {value}", if place == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Violation {}

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssignmentError::NoVariable(name) => write!(f, "there is no variable {name}"),
            AssignmentError::NoValue(name, word) => write!(f, "{word} is not a value of {name}"),
            AssignmentError::Twice(name) => write!(f, "{name} has two values"),
            AssignmentError::Missing(name) => write!(f, "{name} has no value"),
        }
    }
}

impl std::error::Error for AssignmentError {}
