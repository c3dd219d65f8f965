//! Data types of a constraint problem.
//!
//! Values are names: `7`, `red`. Each name has one number in the whole problem ([`Value`]), so comparing values is
//! comparing numbers. Names are compared as text: `1` and `01` are two values.

use super::tables::{TupleTable, TupleTables};

/// A constraint satisfaction problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Csp {
    pub(super) title: String,
    /// Names of all values, indexed by [`Value`].
    pub(super) value_names: Vec<Box<str>>,
    pub(super) domains: Vec<Domain>,
    pub(super) variables: Vec<Variable>,
    pub(super) constraints: Constraints,
    pub(super) tables: TupleTables,
    pub(super) goal: Goal,
}

/// A value of one problem, by its number. [`Csp::value_name`] gives its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(super) u32);

/// A named set of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    name: Box<str>,
    values: Box<[Value]>,
    /// Each value with its index in `values`, sorted by value.
    indices: Box<[(Value, u32)]>,
}

/// A named variable that takes one value of its domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub(super) name: Box<str>,
    pub(super) domain: u32,
}

/// Polarity of a table constraint: whether its tuples are supports or conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TablePolarity {
    /// Supports: the scope takes one of the tuples.
    Accept,
    /// Conflicts: the scope takes none of the tuples.
    Reject,
}

/// Goal of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Any assignment that satisfies all constraints.
    #[default]
    Satisfy,
}

/// A table constraint of a problem: a scope of variables, and the tuples that it accepts or rejects.
#[derive(Clone, Copy, Debug)]
pub struct Constraint<'c> {
    csp: &'c Csp,
    index: usize,
}

/// All constraints, concatenated in three arrays: there may be millions, and most have a scope of two variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Constraints {
    names: String,
    scopes: Vec<u32>,
    rows: Vec<Row>,
}

/// End of the name and of the scope of a constraint in the arrays. Both begin where those of the previous row end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Row {
    name_end: usize,
    scope_end: usize,
    /// Index in [`TupleTables`].
    table: u32,
    accepts: bool,
}

impl Csp {
    /// Title of the problem; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Domains, in the order of the file.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// Variables, in the order of the file.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Domain of a variable of this problem.
    pub fn domain_of(&self, variable: &Variable) -> &Domain {
        &self.domains[variable.domain as usize]
    }

    /// Constraints, in the order of the file.
    pub fn constraints(&self) -> impl ExactSizeIterator<Item = Constraint<'_>> + Clone {
        (0..self.constraints.rows.len()).map(|index| Constraint { csp: self, index })
    }

    /// Goal of the problem.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Name of a value.
    pub fn value_name(&self, value: Value) -> &str {
        &self.value_names[value.0 as usize]
    }
}

impl Domain {
    /// Domain of these values. If a value occurs twice, that value is the error.
    pub(super) fn new(name: &str, values: Vec<Value>) -> Result<Domain, Value> {
        let mut indices: Box<[_]> = values.iter().zip(0..).map(|(value, index)| (*value, index)).collect();
        indices.sort_unstable();
        match indices.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(duplicate) => Err(duplicate[0].0),
            None => Ok(Domain { name: name.into(), values: values.into(), indices }),
        }
    }

    /// Name of the domain.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Values, in the order of the file.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Index of a value in [`Domain::values`], from 0; `None` if the domain does not contain it.
    pub fn index_of(&self, value: Value) -> Option<u32> {
        let position = self.indices.binary_search_by_key(&value, |(value, _)| *value);
        position.ok().map(|position| self.indices[position].1)
    }
}

impl Variable {
    /// Name of the variable.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<'c> Constraint<'c> {
    /// Name, such as `C1`. It is a label only: two constraints may share one.
    pub fn name(self) -> &'c str {
        let constraints = &self.csp.constraints;
        &constraints.names[self.previous_row().name_end..self.row().name_end]
    }

    /// Scope, as indices in [`Csp::variables`]. A variable may occur more than once; the reader accepts no empty scope.
    pub fn scope(self) -> &'c [u32] {
        let constraints = &self.csp.constraints;
        &constraints.scopes[self.previous_row().scope_end..self.row().scope_end]
    }

    /// Variables of the scope.
    pub fn variables(self) -> impl ExactSizeIterator<Item = &'c Variable> + Clone {
        self.scope().iter().map(move |index| &self.csp.variables[*index as usize])
    }

    /// Whether the tuples are accepted or rejected.
    pub fn polarity(self) -> TablePolarity {
        if self.row().accepts { TablePolarity::Accept } else { TablePolarity::Reject }
    }

    /// Tuples, each with one value per variable of the scope.
    ///
    /// A tuple may have a value outside the domain. Such a tuple is never taken, so it supports and forbids nothing.
    pub fn tuples(self) -> impl ExactSizeIterator<Item = &'c [Value]> + Clone {
        self.table().tuples()
    }

    pub(super) fn table(self) -> &'c TupleTable {
        self.csp.tables.get(self.table_index())
    }

    /// Index of the table. Constraints with the same tuples share one.
    pub(super) fn table_index(self) -> u32 {
        self.row().table
    }

    fn row(self) -> Row {
        self.csp.constraints.rows[self.index]
    }

    fn previous_row(self) -> Row {
        self.index.checked_sub(1).map_or(Row::default(), |index| self.csp.constraints.rows[index])
    }
}

impl Constraints {
    /// Begins a constraint.
    pub(super) fn begin(&mut self, name: &str) {
        self.names.push_str(name);
    }

    /// Adds a variable to the scope of the constraint begun last.
    pub(super) fn add_variable(&mut self, variable: u32) {
        self.scopes.push(variable);
    }

    /// Ends the constraint begun last.
    pub(super) fn end(&mut self, polarity: TablePolarity, table: u32) {
        let (name_end, scope_end) = (self.names.len(), self.scopes.len());
        self.rows.push(Row { name_end, scope_end, table, accepts: polarity == TablePolarity::Accept });
    }

    /// Variable at a position of the scope of the current constraint.
    pub(super) fn current_variable(&self, position: usize) -> Option<u32> {
        let start = self.rows.last().map_or(0, |row| row.scope_end);
        self.scopes.get(start + position).copied()
    }

    /// Number of variables in the scope of the constraint begun last.
    pub(super) fn current_arity(&self) -> usize {
        self.scopes.len() - self.rows.last().map_or(0, |row| row.scope_end)
    }

    /// Table of the last complete constraint.
    pub(super) fn last_table(&self) -> Option<u32> {
        self.rows.last().map(|row| row.table)
    }
}
