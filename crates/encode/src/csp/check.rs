//! Referee of a constraint problem: every variable has a value of its domain, and every constraint is satisfied.
//!
//! No solver is trusted over this check, so it follows the definition literally and knows nothing about clauses.

use std::collections::HashMap;
use std::fmt;

use super::{Constraint, Csp, TablePolarity, Value};

/// A value for every variable of one problem, in the order of [`Csp::variables`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Assignment {
    pub(super) values: Vec<Value>,
}

/// First reason why an assignment is not a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CspSolutionError {
    /// The assignment belongs to another problem: the number of variables differs.
    OtherProblem,
    /// A variable has a value that is not in its domain.
    OutOfDomain {
        /// Name of the variable.
        variable: String,
        /// Name of the value.
        value: String,
        /// Name of the domain.
        domain: String,
    },
    /// A constraint is violated.
    Constraint {
        /// Name of the constraint.
        name: String,
        /// `Accept`: the tuple is not one of the accepted ones. `Reject`: it is one of the rejected ones.
        polarity: TablePolarity,
        /// Variables of the scope, each with its value.
        tuple: Vec<(String, String)>,
    },
}

/// Error when building an assignment from names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AssignmentError {
    /// The problem has no variable of this name.
    UnknownVariable(String),
    /// The domain of the variable (first) does not contain the value (second).
    NotInDomain(String, String),
    /// The variable occurs twice.
    DuplicateVariable(String),
    /// The variable has no value.
    MissingVariable(String),
}

impl Csp {
    /// Checks that an assignment is a solution.
    pub fn check(&self, assignment: &Assignment) -> Result<(), CspSolutionError> {
        if assignment.values.len() != self.variables.len() {
            return Err(CspSolutionError::OtherProblem);
        }
        for (variable, value) in self.variables.iter().zip(&assignment.values) {
            let domain = self.domain_of(variable);
            if domain.index_of(*value).is_none() {
                let [variable, value, domain] =
                    [variable.name(), self.value_name_or_placeholder(*value), domain.name()].map(String::from);
                return Err(CspSolutionError::OutOfDomain { variable, value, domain });
            }
        }
        for constraint in self.constraints() {
            if !is_satisfied(constraint, assignment) {
                return Err(self.violation(constraint, assignment));
            }
        }
        Ok(())
    }

    fn violation(&self, constraint: Constraint, assignment: &Assignment) -> CspSolutionError {
        let named = |index: &u32| self.named_value(*index as usize, assignment).map(String::from).into();
        let tuple = constraint.scope().iter().map(named).collect();
        CspSolutionError::Constraint { name: constraint.name().to_owned(), polarity: constraint.polarity(), tuple }
    }

    /// Assignment of these variables and values, given by name. Every variable must occur exactly once.
    pub fn assignment<'w>(
        &self,
        pairs: impl IntoIterator<Item = (&'w str, &'w str)>,
    ) -> Result<Assignment, AssignmentError> {
        let indices: HashMap<&str, usize> =
            self.variables.iter().enumerate().map(|(index, variable)| (variable.name(), index)).collect();
        let mut values = vec![None; self.variables.len()];
        for (name, value_name) in pairs {
            let index = *indices.get(name).ok_or_else(|| AssignmentError::UnknownVariable(name.to_owned()))?;
            let mut domain = self.domain_of(&self.variables[index]).values().iter();
            let value = domain.find(|value| self.value_name(**value) == value_name);
            let value = value.ok_or_else(|| AssignmentError::NotInDomain(name.to_owned(), value_name.to_owned()))?;
            if values[index].replace(*value).is_some() {
                return Err(AssignmentError::DuplicateVariable(name.to_owned()));
            }
        }
        let missing = |index: usize| AssignmentError::MissingVariable(self.variables[index].name().to_owned());
        let values = values.into_iter().enumerate().map(|(index, value)| value.ok_or_else(|| missing(index)));
        Ok(Assignment { values: values.collect::<Result<_, _>>()? })
    }

    /// Names of the variables with the names of their values, in the order of the variables.
    pub fn named_values<'a>(&'a self, assignment: &'a Assignment) -> impl Iterator<Item = (&'a str, &'a str)> {
        (0..self.variables.len().min(assignment.values.len())).map(|index| self.named_value(index, assignment).into())
    }

    fn named_value(&self, index: usize, assignment: &Assignment) -> [&str; 2] {
        [self.variables[index].name(), self.value_name_or_placeholder(assignment.values[index])]
    }

    /// Name of a value, or a placeholder if the value belongs to another problem.
    fn value_name_or_placeholder(&self, value: Value) -> &str {
        self.value_names.get(value.0 as usize).map_or("(a value of another problem)", |name| name)
    }
}

fn is_satisfied(constraint: Constraint, assignment: &Assignment) -> bool {
    let value = |variable: &u32| assignment.values[*variable as usize];
    let is_taken = |tuple: &[Value]| constraint.scope().iter().map(value).eq(tuple.iter().copied());
    match constraint.polarity() {
        TablePolarity::Accept => constraint.tuples().any(is_taken),
        TablePolarity::Reject => !constraint.tuples().any(is_taken),
    }
}

impl Assignment {
    /// Values, in the order of the variables.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

impl fmt::Display for CspSolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CspSolutionError::OtherProblem => f.write_str("the assignment is for another problem"),
            CspSolutionError::OutOfDomain { variable, value, domain } => {
                write!(f, "{variable} = {value} is not in the domain {domain}")
            }
            CspSolutionError::Constraint { name, polarity, tuple } => {
                let verb = if *polarity == TablePolarity::Accept { "does not accept" } else { "rejects" };
                write!(f, "the constraint {name} {verb}")?;
                for (index, (variable, value)) in tuple.iter().enumerate() {
                    write!(f, "{} {variable} = {value}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for CspSolutionError {}

impl fmt::Display for AssignmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssignmentError::UnknownVariable(name) => write!(f, "there is no variable {name}"),
            AssignmentError::NotInDomain(name, value) => write!(f, "{value} is not a value of {name}"),
            AssignmentError::DuplicateVariable(name) => write!(f, "{name} has two values"),
            AssignmentError::MissingVariable(name) => write!(f, "{name} has no value"),
        }
    }
}

impl std::error::Error for AssignmentError {}
