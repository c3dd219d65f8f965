//! What a problem is made of.
//!
//! Values are words: `7`, `red`. A word has a number in the whole problem ([`Value`]), so that comparing two is comparing
//! numbers. Words are compared as they are written: `1` and `01` are two values.

use super::tables::{Table, Tables};

/// A constraint satisfaction problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Csp {
    pub(super) title: String,
    pub(super) words: Vec<Box<str>>,
    pub(super) domains: Vec<Domain>,
    pub(super) variables: Vec<Variable>,
    pub(super) constraints: Constraints,
    pub(super) tables: Tables,
    pub(super) goal: Goal,
}

/// A word that a variable may take, by its number in one problem. [`Csp::word`] says which it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(super) u32);

/// A named set of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    name: Box<str>,
    values: Box<[Value]>,
    /// Each value with its place, sorted by value.
    places: Box<[(Value, u32)]>,
}

/// A named unknown that takes one value of its domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub(super) name: Box<str>,
    pub(super) domain: u32,
}

/// What the tuples of a constraint mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// They are the only ones that may be.
    Accept,
    /// They may not be.
    Reject,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Any assignment that keeps all constraints.
    #[default]
    Satisfy,
}

/// A constraint of a problem: the variables that it binds and the tuples that may or may not be.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<'c> {
    csp: &'c Csp,
    index: usize,
}

/// All constraints, one behind the other: there may be millions, and most bind two variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Constraints {
    names: String,
    scopes: Vec<u32>,
    rows: Vec<Row>,
}

/// Where the name and the scope of a constraint end; they begin where those of the one before end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Row {
    name: usize,
    scope: usize,
    table: u32,
    accepts: bool,
}

impl Csp {
    /// What the problem is called; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The domains, in the order of the file.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// The variables, in the order of the file.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The domain of a variable of this problem.
    pub fn domain_of(&self, variable: &Variable) -> &Domain {
        &self.domains[variable.domain as usize]
    }

    /// The constraints, in the order of the file.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = Constraint<'_>> + Clone {
        (0..self.constraints.rows.len()).map(|index| Constraint { csp: self, index })
    }

    /// What is asked for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The word of a value.
    pub fn word(&self, value: Value) -> &str {
        &self.words[value.0 as usize]
    }
}

impl Domain {
    /// A domain of these values; none if one stands there twice: then that one.
    pub(super) fn new(name: &str, values: Vec<Value>) -> Result<Domain, Value> {
        let mut places: Box<[_]> = values.iter().zip(0..).map(|(value, place)| (*value, place)).collect();
        places.sort_unstable();
        match places.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(twice) => Err(twice[0].0),
            None => Ok(Domain { name: name.into(), values: values.into(), places }),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its values, in the order of the file.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The place of a value in [`Domain::values`], from 0; none if it is not in the domain.
    pub fn place(&self, value: Value) -> Option<u32> {
        let found = self.places.binary_search_by_key(&value, |(value, _)| *value);
        found.ok().map(|at| self.places[at].1)
    }
}

impl Variable {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<'c> Constraint<'c> {
    /// Its name, such as `C1`; a label only, so two constraints may share one.
    pub fn name(self) -> &'c str {
        let constraints = &self.csp.constraints;
        &constraints.names[self.before().name..self.row().name]
    }

    /// The places in [`Csp::variables`] of what it binds, at least one; a variable may stand there again.
    pub fn scope(self) -> &'c [u32] {
        let constraints = &self.csp.constraints;
        &constraints.scopes[self.before().scope..self.row().scope]
    }

    /// The variables that it binds.
    pub fn variables(self) -> impl ExactSizeIterator<Item = &'c Variable> + Clone {
        self.scope().iter().map(move |index| &self.csp.variables[*index as usize])
    }

    /// What its tuples mean.
    pub fn effect(self) -> Effect {
        if self.row().accepts { Effect::Accept } else { Effect::Reject }
    }

    /// Its tuples, one value for each variable of the scope. Values need not be in the domains: such a tuple never is.
    pub fn tuples(self) -> impl ExactSizeIterator<Item = &'c [Value]> + Clone {
        self.table().tuples()
    }

    pub(super) fn table(self) -> &'c Table {
        self.csp.tables.get(self.table_number())
    }

    /// Constraints with the same tuples have the same number.
    pub(super) fn table_number(self) -> u32 {
        self.row().table
    }

    fn row(self) -> Row {
        self.csp.constraints.rows[self.index]
    }

    fn before(self) -> Row {
        self.index.checked_sub(1).map_or(Row::default(), |index| self.csp.constraints.rows[index])
    }
}

impl Constraints {
    /// Begins a constraint.
    pub(super) fn add_name(&mut self, name: &str) {
        self.names.push_str(name);
    }

    /// A variable of the constraint that was begun.
    pub(super) fn add_variable(&mut self, variable: u32) {
        self.scopes.push(variable);
    }

    /// Ends the constraint that was begun.
    pub(super) fn end(&mut self, effect: Effect, table: u32) {
        let (name, scope) = (self.names.len(), self.scopes.len());
        self.rows.push(Row { name, scope, table, accepts: effect == Effect::Accept });
    }

    /// The variables of the constraint that was begun.
    pub(super) fn begun(&self) -> usize {
        self.scopes.len() - self.rows.last().map_or(0, |row| row.scope)
    }

    /// The table of the last constraint.
    pub(super) fn last_table(&self) -> Option<u32> {
        self.rows.last().map(|row| row.table)
    }
}
