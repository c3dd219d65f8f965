//! Direct encoding of a constraint problem, with support clauses for accepted tuples.
//!
//! The problem variable `x(v,a)` is true if variable `v` takes value `a`. Problem variables are numbered from 1,
//! variable by variable and value by value.
//!
//! | constraint | clauses |
//! |---|---|
//! | each variable takes at least one value | x(v,a) ∨ x(v,b) ∨ ... |
//! | each variable takes at most one value | at most one of the x(v,a), by any [`Amo`] |
//! | rejected tuple | ¬x(u,a) ∨ ¬x(v,b) ∨ ... |
//! | accepted values of one variable | ¬x(v,a) for each other value; x(v,a) if only one is accepted |
//! | accepted pairs (binary) | for each value: ¬x(u,a) ∨ (all x(v,b) that support it), and the same for v |
//! | accepted tuples of three or more | an auxiliary variable t per tuple: ¬t ∨ x(v,a) for each of its values, and for each value: ¬x(v,a) ∨ (all t that contain it) |
//!
//! A value without support is thus a negative unit clause, and a constraint that accepts nothing contradicts "at least
//! one value". The clauses go both ways between values and tuples, so unit propagation enforces generalised arc
//! consistency (GAC) on each constraint.
//!
//! Every variable takes exactly one value, so exactly one t per constraint is true. One true value also determines the
//! auxiliary variables of every at-most-one encoding. Models and solutions are therefore one to one.
//!
//! Only valid tuples are encoded: those whose values are in the domains and agree where a variable occurs twice in the
//! scope. A tuple that occurs twice is encoded once.
//!
//! # References
//! - T. Walsh: SAT v CSP. CP 2000 (direct encoding).
//! - I. P. Gent: Arc Consistency in SAT. ECAI 2002 (support clauses).
//! - F. Bacchus: GAC via Unit Propagation. CP 2007 (auxiliary variables for tuples).

use std::collections::HashSet;
use std::fmt;

use super::{Constraint, Csp, TablePolarity, Value};
use crate::{Amo, ClauseSink, Formula, FormulaSize, Lit, Var, VarAllocator};

/// A constraint problem with its at-most-one encoding.
#[derive(Debug)]
pub struct CspEncoding<'c> {
    csp: &'c Csp,
    amo: Amo,
    /// Number of problem variables before those of each CSP variable; at the end the number of all.
    var_offset: Vec<u32>,
}

/// Error of a problem that may need more variables than DIMACS literals can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TooManyVariablesError {
    /// Upper bound on the variables of the encoding.
    pub variables: u64,
}

/// Largest domain for which [`CspEncoding::new`] uses the pairwise encoding: the digits of the largest board. A domain
/// of 1,000 values would have half a million pairs per variable.
const MAX_PAIRWISE_DOMAIN: usize = 144;

impl<'c> CspEncoding<'c> {
    /// Encoding with pairwise at-most-one, or product if a domain is very large.
    pub fn new(csp: &'c Csp) -> Result<CspEncoding<'c>, TooManyVariablesError> {
        let largest = csp.domains().iter().map(|domain| domain.values().len()).max();
        let amo =
            if largest.is_some_and(|largest| largest > MAX_PAIRWISE_DOMAIN) { Amo::Product } else { Amo::Pairwise };
        CspEncoding::with_amo(csp, amo)
    }

    /// Encoding with this at-most-one encoding.
    pub fn with_amo(csp: &'c Csp, amo: Amo) -> Result<CspEncoding<'c>, TooManyVariablesError> {
        let mut problem_vars = 0_u64;
        let mut var_offset = vec![0];
        for variable in csp.variables() {
            problem_vars += csp.domain_of(variable).values().len() as u64;
            // A saturated offset is never used: the check below fails.
            var_offset.push(u32::try_from(problem_vars).unwrap_or(u32::MAX));
        }
        let variables = problem_vars + max_auxiliary_vars(csp, amo, problem_vars);
        if i32::try_from(variables).is_ok() {
            Ok(CspEncoding { csp, amo, var_offset })
        } else {
            Err(TooManyVariablesError { variables })
        }
    }

    /// Encoded problem.
    pub fn csp(&self) -> &'c Csp {
        self.csp
    }

    /// Problem variable of a CSP variable (index in [`Csp::variables`]) and a value (index in its domain).
    ///
    /// # Panics
    /// If there is no such variable or value.
    pub fn var(&self, variable: usize, value: u32) -> Var {
        let number = self.var_offset[variable] + value + 1;
        assert!(number <= self.var_offset[variable + 1], "value index {value} is outside the domain");
        Var::new(number).expect("the constructor checked that there are fewer than 2^31 variables")
    }

    /// CSP variable and value (as indices) of a problem variable; `None` for auxiliary variables.
    pub fn variable_value(&self, var: Var) -> Option<(usize, u32)> {
        let variable = self.var_offset.partition_point(|offset| *offset < var.get()) - 1;
        (variable < self.csp.variables().len()).then(|| (variable, var.get() - self.var_offset[variable] - 1))
    }

    fn domain_size(&self, variable: u32) -> u32 {
        self.var_offset[variable as usize + 1] - self.var_offset[variable as usize]
    }
}

/// Upper bound on the auxiliary variables.
fn max_auxiliary_vars(csp: &Csp, amo: Amo, problem_vars: u64) -> u64 {
    // No at-most-one encoding has more auxiliary variables than literals; the unit test below checks it.
    let for_amo = if amo == Amo::Pairwise { 0 } else { problem_vars };
    let has_tuple_vars =
        |constraint: &Constraint| constraint.polarity() == TablePolarity::Accept && constraint.scope().len() > 2;
    let for_tuples: u64 =
        csp.constraints().filter(has_tuple_vars).map(|constraint| constraint.table().len() as u64).sum();
    let for_empty_domains = csp.variables().len() as u64;
    for_amo + for_tuples + for_empty_domains
}

impl Formula for CspEncoding<'_> {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let max_problem_var = self.var_offset[self.csp.variables().len()];
        let mut emitter = Emitter { encoding: self, vars: VarAllocator::after(max_problem_var), lits: vec![], sink };
        for variable in 0..self.csp.variables().len() as u32 {
            emitter.exactly_one_value(variable)?;
        }
        let mut tuples = ValidTuples::new(self.csp);
        for constraint in self.csp.constraints() {
            tuples.load(self.csp, constraint);
            emitter.constraint(constraint.polarity(), &tuples)?;
        }
        Ok(emitter.vars.max_var())
    }

    fn is_problem_var(&self, var: Var) -> bool {
        self.variable_value(var).is_some()
    }

    /// Title, size, domains, and the first problem variable of each CSP variable.
    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        let stats = self.csp.stats();
        let mut lines = vec![
            format!("c f2csp {}", stats.title).trim_end().to_owned(),
            format!("c {} variables, {} constraints, in {} clauses", stats.variables, stats.constraints, size.clauses),
        ];
        for domain in self.csp.domains() {
            let names: Vec<&str> = domain.values().iter().map(|value| self.csp.value_name(*value)).collect();
            lines.push(format!("c domain {}: {}", domain.name(), names.join(" ")));
        }
        for (variable, offset) in self.csp.variables().iter().zip(&self.var_offset) {
            let domain = self.csp.domain_of(variable).name();
            lines.push(format!("c {} = the values of {domain}, from {}", variable.name(), offset + 1));
        }
        lines
    }
}

/// Emitter of one pass over the formula.
struct Emitter<'a, 'c, S> {
    encoding: &'a CspEncoding<'c>,
    vars: VarAllocator,
    /// Literals of the current clause; a field to reuse the allocation.
    lits: Vec<Lit>,
    sink: &'a mut S,
}

impl<S: ClauseSink> Emitter<'_, '_, S> {
    fn lit(&self, variable: u32, value: u32) -> Lit {
        self.encoding.var(variable as usize, value).positive()
    }

    /// Exactly one value for a variable. An empty domain becomes two contradicting unit clauses, because some DIMACS
    /// readers mistake an empty clause for the end of the file.
    fn exactly_one_value(&mut self, variable: u32) -> Result<(), S::Error> {
        let size = self.encoding.domain_size(variable);
        if size == 0 {
            let contradiction = self.vars.new_lit();
            self.sink.add_clause(&[contradiction])?;
            return self.sink.add_clause(&[!contradiction]);
        }
        self.lits.clear();
        for value in 0..size {
            self.lits.push(self.lit(variable, value));
        }
        self.sink.add_clause(&self.lits)?;
        self.encoding.amo.encode(&self.lits, &mut self.vars, self.sink)
    }

    fn constraint(&mut self, polarity: TablePolarity, tuples: &ValidTuples) -> Result<(), S::Error> {
        match (polarity, &tuples.variables[..]) {
            (TablePolarity::Reject, _) => self.reject(tuples),
            (TablePolarity::Accept, [variable]) => self.accept_values(*variable, tuples),
            (TablePolarity::Accept, [first, second]) => {
                self.support(*first, tuples.rows().map(|row| (row[0], self.lit(*second, row[1]))).collect())?;
                self.support(*second, tuples.rows().map(|row| (row[1], self.lit(*first, row[0]))).collect())
            }
            (TablePolarity::Accept, _) => self.accept_tuples(tuples),
        }
    }

    fn reject(&mut self, tuples: &ValidTuples) -> Result<(), S::Error> {
        for row in tuples.rows() {
            self.lits.clear();
            for (variable, value) in tuples.variables.iter().zip(row) {
                self.lits.push(!self.lit(*variable, *value));
            }
            self.sink.add_clause(&self.lits)?;
        }
        Ok(())
    }

    fn accept_values(&mut self, variable: u32, tuples: &ValidTuples) -> Result<(), S::Error> {
        if let [only] = tuples.values[..] {
            return self.sink.add_clause(&[self.lit(variable, only)]);
        }
        let mut accepted = vec![false; self.encoding.domain_size(variable) as usize];
        tuples.values.iter().for_each(|value| accepted[*value as usize] = true);
        for (_, value) in accepted.iter().zip(0..).filter(|(accepted, _)| !**accepted) {
            self.sink.add_clause(&[!self.lit(variable, value)])?;
        }
        Ok(())
    }

    fn accept_tuples(&mut self, tuples: &ValidTuples) -> Result<(), S::Error> {
        let tuple_lits: Vec<Lit> = tuples.rows().map(|_| self.vars.new_lit()).collect();
        for (column, variable) in tuples.variables.iter().enumerate() {
            let rows = || tuples.rows().zip(&tuple_lits);
            for (row, tuple) in rows() {
                self.sink.add_clause(&[!*tuple, self.lit(*variable, row[column])])?;
            }
            self.support(*variable, rows().map(|(row, tuple)| (row[column], *tuple)).collect())?;
        }
        Ok(())
    }

    /// Support clauses: each value of the variable implies one of the literals paired with it.
    fn support(&mut self, variable: u32, mut supports: Vec<(u32, Lit)>) -> Result<(), S::Error> {
        supports.sort_unstable();
        let mut rest = &supports[..];
        for value in 0..self.encoding.domain_size(variable) {
            let (of_value, others) = rest.split_at(rest.partition_point(|(supported, _)| *supported == value));
            self.lits.clear();
            self.lits.push(!self.lit(variable, value));
            self.lits.extend(of_value.iter().map(|(_, lit)| *lit));
            self.sink.add_clause(&self.lits)?;
            rest = others;
        }
        Ok(())
    }
}

/// Valid tuples of the current constraint, as value indices of its distinct variables.
///
/// Most constraints repeat the table of the previous one on other variables. The rows are recomputed only if the
/// [`TupleKey`] changes.
struct ValidTuples {
    /// Distinct variables of the constraint: the columns.
    variables: Vec<u32>,
    /// One row per tuple, one value index per column.
    values: Vec<u32>,
    /// Key of the rows.
    key: Option<TupleKey>,
    /// Column of each variable of the problem. All `None` between calls of [`ValidTuples::columns`].
    column_of: Vec<Option<u32>>,
}

/// Key of the rows: the table, and the domains and columns of its scope.
#[derive(PartialEq, Eq)]
struct TupleKey {
    table: u32,
    /// Domain and column of each position of the scope.
    scope: Vec<(u32, u32)>,
}

impl ValidTuples {
    fn new(csp: &Csp) -> ValidTuples {
        ValidTuples { variables: vec![], values: vec![], key: None, column_of: vec![None; csp.variables().len()] }
    }

    fn rows(&self) -> std::slice::ChunksExact<'_, u32> {
        self.values.chunks_exact(self.variables.len())
    }

    /// Loads the valid tuples of a constraint.
    fn load(&mut self, csp: &Csp, constraint: Constraint) {
        let key = TupleKey { table: constraint.table_index(), scope: self.columns(csp, constraint) };
        if self.key.as_ref() != Some(&key) {
            self.compute_rows(csp, constraint, &key.scope);
            self.key = Some(key);
        }
    }

    /// Finds the distinct variables. Returns the domain and the column of each position of the scope.
    fn columns(&mut self, csp: &Csp, constraint: Constraint) -> Vec<(u32, u32)> {
        self.variables.clear();
        let mut scope = Vec::with_capacity(constraint.scope().len());
        for variable in constraint.scope() {
            let column = *self.column_of[*variable as usize].get_or_insert_with(|| {
                self.variables.push(*variable);
                self.variables.len() as u32 - 1
            });
            scope.push((csp.variables()[*variable as usize].domain, column));
        }
        self.variables.iter().for_each(|variable| self.column_of[*variable as usize] = None);
        scope
    }

    fn compute_rows(&mut self, csp: &Csp, constraint: Constraint, scope: &[(u32, u32)]) {
        self.values.clear();
        let mut seen = HashSet::new();
        let mut row = vec![None; self.variables.len()];
        for tuple in constraint.tuples() {
            let is_new = constraint.table().is_distinct() || seen.insert(tuple);
            row.fill(None);
            if is_new && fill_row(&mut row, csp, scope, tuple) {
                self.values.extend(row.iter().flatten());
            }
        }
    }
}

/// Writes the values of a tuple into their columns. Returns `false` if the tuple is not valid.
fn fill_row(row: &mut [Option<u32>], csp: &Csp, scope: &[(u32, u32)], tuple: &[Value]) -> bool {
    scope.iter().zip(tuple).all(|((domain, column), value)| {
        let Some(index) = csp.domains()[*domain as usize].index_of(*value) else { return false };
        *row[*column as usize].get_or_insert(index) == index
    })
}

impl fmt::Display for TooManyVariablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the problem may need {} CNF variables; the limit is {}", self.variables, i32::MAX)
    }
}

impl std::error::Error for TooManyVariablesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_at_most_one_encoding_has_more_auxiliary_variables_than_literals() {
        for (amo, name) in Amo::ALL {
            for k in (1..200).chain([999, 1_000, 1_023, 1_025]) {
                let lits: Vec<Lit> = (1..=k).map(|number| Var::new(number).unwrap().positive()).collect();
                let mut vars = VarAllocator::after(k);
                let mut clauses: Vec<Vec<Lit>> = Vec::new();
                amo.encode(&lits, &mut vars, &mut clauses).unwrap();
                assert!(vars.max_var() <= 2 * k, "{name}, {k}");
            }
        }
    }
}
