//! A constraint problem said in clauses: the direct encoding.
//!
//! `x(v,a)` is true when variable `v` has value `a`. They are numbered variable by variable, value by value, from 1.
//!
//! | what | clauses |
//! |---|---|
//! | each variable has a value | x(v,a) ∨ x(v,b) ∨ ... |
//! | and not two | at most one, by any [`Amo`] |
//! | a rejected tuple | ¬x(u,a) ∨ ¬x(v,b) ∨ ... |
//! | accepted values of one variable | ¬x(v,a) for each other value; x(v,a) if only one is left |
//! | accepted tuples of two | for each value: ¬x(u,a) ∨ (the x(v,b) that go with it), and so for v |
//! | accepted tuples of more | a new variable t for each tuple: ¬t ∨ x(v,a) for each of its values, and for each value: ¬x(v,a) ∨ (the t that have it) |
//!
//! A value that no tuple supports is thus a unit clause, and a constraint that accepts nothing contradicts "each variable
//! has a value". With values going both ways, unit propagation finds all that the tuples say of single values (generalised
//! arc consistency). As a variable has exactly one value, exactly one t is true: models and solutions are one to one,
//! but for the new variables of some at-most-one encodings.
//!
//! Only tuples that can be are spoken of: those whose values are in the domains and, where a variable stands twice in a
//! constraint, are equal there. A tuple that stands twice is said once.
//!
//! # References
//! Walsh, SAT v CSP, CP 2000 (direct encoding). Gent, Arc Consistency in SAT, ECAI 2002 (support clauses). Bacchus, GAC
//! via Unit Propagation, CP 2007 (new variables for tuples).

use std::collections::HashSet;
use std::fmt;

use super::{Constraint, Csp, Effect, Value};
use crate::amo::Fresh;
use crate::{Amo, Formula, Lit, Sink, Size, Var};

/// A constraint problem together with a way of saying it.
#[derive(Debug)]
pub struct CspEncoding<'c> {
    csp: &'c Csp,
    amo: Amo,
    /// How many x's there are before those of each variable, and at the end all of them.
    before: Vec<u32>,
}

/// A problem that needs more variables than a literal can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// How many it may need.
    pub variables: u64,
}

/// In larger domains, [`CspEncoding::new`] does not say "at most one" by pairs: 1,000 values have half a million.
const PAIRS_UP_TO: usize = 144;

impl<'c> CspEncoding<'c> {
    /// The problem; at most one value by pairs, unless a domain is very large.
    pub fn new(csp: &'c Csp) -> Result<CspEncoding<'c>, TooLarge> {
        let largest = csp.domains().iter().map(|domain| domain.values().len()).max();
        let amo = if largest.is_some_and(|largest| largest > PAIRS_UP_TO) { Amo::Product } else { Amo::Pairwise };
        CspEncoding::with_amo(csp, amo)
    }

    /// The problem, with "at most one value" said in this way.
    pub fn with_amo(csp: &'c Csp, amo: Amo) -> Result<CspEncoding<'c>, TooLarge> {
        let mut all = 0_u64;
        let mut before = vec![0];
        for variable in csp.variables() {
            all += csp.domain_of(variable).values().len() as u64;
            before.push(u32::try_from(all).unwrap_or(u32::MAX));
        }
        let variables = all + extra(csp, amo, all);
        if i32::try_from(variables).is_ok() {
            Ok(CspEncoding { csp, amo, before })
        } else {
            Err(TooLarge { variables })
        }
    }

    /// The problem.
    pub fn csp(&self) -> &'c Csp {
        self.csp
    }

    /// Variable (by its place in [`Csp::variables`]) has this value (by its place in the domain).
    ///
    /// # Panics
    /// If there is no such variable or value.
    pub fn x(&self, variable: usize, place: u32) -> Var {
        let number = self.before[variable] + place + 1;
        assert!(number <= self.before[variable + 1], "the domain has a value at place {place}");
        Var::new(number).expect("fewer than 2^31 variables: it was checked when this was made")
    }

    /// The variable and the place of its value that an x speaks of; none for the extra ones.
    pub fn meaning(&self, var: Var) -> Option<(usize, u32)> {
        let variable = self.before.partition_point(|before| *before < var.get()) - 1;
        (variable < self.csp.variables().len()).then(|| (variable, var.get() - self.before[variable] - 1))
    }

    fn domain_size(&self, variable: u32) -> u32 {
        self.before[variable as usize + 1] - self.before[variable as usize]
    }
}

/// How many new variables are needed at most.
fn extra(csp: &Csp, amo: Amo, x_count: u64) -> u64 {
    let for_amo = if amo == Amo::Pairwise { 0 } else { x_count }; // no encoding needs more than it has literals
    let has_tuples = |constraint: &Constraint| constraint.effect() == Effect::Accept && constraint.scope().len() > 2;
    let for_tuples: u64 = csp.constraints().filter(has_tuples).map(|constraint| constraint.table().len() as u64).sum();
    let for_empty_domains = csp.variables().len() as u64;
    for_amo + for_tuples + for_empty_domains
}

impl Formula for CspEncoding<'_> {
    fn send<S: Sink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        let last = self.before[self.csp.variables().len()];
        let mut sending = Sending { encoding: self, fresh: Fresh::after(last), lits: vec![], sink };
        for variable in 0..self.csp.variables().len() as u32 {
            sending.one_value(variable)?;
        }
        let mut live = Live::new(self.csp);
        for constraint in self.csp.constraints() {
            live.find(self.csp, constraint);
            sending.constraint(constraint.effect(), &live)?;
        }
        Ok(sending.fresh.last())
    }

    fn is_x(&self, var: Var) -> bool {
        self.meaning(var).is_some()
    }

    /// The title, and which x's speak of which values.
    fn comments(&self, size: &Size) -> Vec<String> {
        let stats = self.csp.stats();
        let mut lines = vec![
            format!("c f2csp {}", stats.title).trim_end().to_owned(),
            format!("c {} variables, {} constraints, in {} clauses", stats.variables, stats.constraints, size.clauses),
        ];
        for domain in self.csp.domains() {
            let words: Vec<&str> = domain.values().iter().map(|value| self.csp.word(*value)).collect();
            lines.push(format!("c domain {}: {}", domain.name(), words.join(" ")));
        }
        for (variable, before) in self.csp.variables().iter().zip(&self.before) {
            let domain = self.csp.domain_of(variable).name();
            lines.push(format!("c {} = the values of {domain}, from {}", variable.name(), before + 1));
        }
        lines
    }
}

/// One run over the formula.
struct Sending<'a, 'c, S> {
    encoding: &'a CspEncoding<'c>,
    fresh: Fresh,
    /// The clause at hand, kept to save allocations.
    lits: Vec<Lit>,
    sink: &'a mut S,
}

impl<S: Sink> Sending<'_, '_, S> {
    fn x(&self, variable: u32, place: u32) -> Lit {
        self.encoding.x(variable as usize, place).positive()
    }

    /// A variable has one of its values. A domain without any is said as a contradiction of two unit clauses.
    fn one_value(&mut self, variable: u32) -> Result<(), S::Error> {
        let size = self.encoding.domain_size(variable);
        if size == 0 {
            let absurd = self.fresh.var();
            self.sink.clause(&[absurd])?;
            return self.sink.clause(&[!absurd]);
        }
        self.lits.clear();
        for place in 0..size {
            self.lits.push(self.x(variable, place));
        }
        self.sink.clause(&self.lits)?;
        self.encoding.amo.encode(&self.lits, &mut self.fresh, self.sink)
    }

    fn constraint(&mut self, effect: Effect, live: &Live) -> Result<(), S::Error> {
        match (effect, &live.variables[..]) {
            (Effect::Reject, _) => self.reject(live),
            (Effect::Accept, [variable]) => self.accept_values(*variable, live),
            (Effect::Accept, [first, second]) => {
                self.support(*first, live.rows().map(|row| (row[0], self.x(*second, row[1]))).collect())?;
                self.support(*second, live.rows().map(|row| (row[1], self.x(*first, row[0]))).collect())
            }
            (Effect::Accept, _) => self.accept_tuples(live),
        }
    }

    fn reject(&mut self, live: &Live) -> Result<(), S::Error> {
        for row in live.rows() {
            self.lits.clear();
            for (variable, place) in live.variables.iter().zip(row) {
                self.lits.push(!self.x(*variable, *place));
            }
            self.sink.clause(&self.lits)?;
        }
        Ok(())
    }

    fn accept_values(&mut self, variable: u32, live: &Live) -> Result<(), S::Error> {
        if let [only] = live.places[..] {
            return self.sink.clause(&[self.x(variable, only)]);
        }
        let mut accepted = vec![false; self.encoding.domain_size(variable) as usize];
        live.places.iter().for_each(|place| accepted[*place as usize] = true);
        for (_, place) in accepted.iter().zip(0..).filter(|(accepted, _)| !**accepted) {
            self.sink.clause(&[!self.x(variable, place)])?;
        }
        Ok(())
    }

    fn accept_tuples(&mut self, live: &Live) -> Result<(), S::Error> {
        let tuples: Vec<Lit> = live.rows().map(|_| self.fresh.var()).collect();
        for (column, variable) in live.variables.iter().enumerate() {
            for (row, tuple) in live.rows().zip(&tuples) {
                self.sink.clause(&[!*tuple, self.x(*variable, row[column])])?;
            }
            self.support(*variable, live.rows().zip(&tuples).map(|(row, tuple)| (row[column], *tuple)).collect())?;
        }
        Ok(())
    }

    /// A value needs one of the literals that stand with it here.
    fn support(&mut self, variable: u32, mut by_place: Vec<(u32, Lit)>) -> Result<(), S::Error> {
        by_place.sort_unstable();
        let mut rest = &by_place[..];
        for place in 0..self.encoding.domain_size(variable) {
            let (here, after) = rest.split_at(rest.partition_point(|(one, _)| *one == place));
            self.lits.clear();
            self.lits.push(!self.x(variable, place));
            self.lits.extend(here.iter().map(|(_, lit)| *lit));
            self.sink.clause(&self.lits)?;
            rest = after;
        }
        Ok(())
    }
}

/// The tuples of a constraint that can be, as places in the domains of its different variables.
///
/// Made anew only when the constraint differs from the one before in more than the names of its variables.
struct Live {
    /// The different variables of the constraint.
    variables: Vec<u32>,
    /// One row per tuple, one place per variable.
    places: Vec<u32>,
    /// What they were made from.
    made_from: Option<Shape>,
    /// Which column a variable has, while the columns are found.
    column_of: Vec<Option<u32>>,
}

/// All that the rows depend on.
#[derive(PartialEq, Eq)]
struct Shape {
    table: u32,
    /// For each variable of the scope its domain and its column.
    scope: Vec<(u32, u32)>,
}

impl Live {
    fn new(csp: &Csp) -> Live {
        Live { variables: vec![], places: vec![], made_from: None, column_of: vec![None; csp.variables().len()] }
    }

    fn rows(&self) -> std::slice::ChunksExact<'_, u32> {
        self.places.chunks_exact(self.variables.len())
    }

    fn find(&mut self, csp: &Csp, constraint: Constraint) {
        let shape = Shape { table: constraint.table_number(), scope: self.scope(csp, constraint) };
        if self.made_from.as_ref() != Some(&shape) {
            self.make(csp, constraint, &shape.scope);
            self.made_from = Some(shape);
        }
    }

    /// The different variables, and for each place of the scope its domain and which of them it is.
    fn scope(&mut self, csp: &Csp, constraint: Constraint) -> Vec<(u32, u32)> {
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

    fn make(&mut self, csp: &Csp, constraint: Constraint, scope: &[(u32, u32)]) {
        self.places.clear();
        let mut seen = HashSet::new();
        let mut row = vec![None; self.variables.len()];
        for tuple in constraint.tuples() {
            let is_new = constraint.table().is_distinct() || seen.insert(tuple);
            row.fill(None);
            if is_new && fill(&mut row, csp, scope, tuple) {
                self.places.extend(row.iter().flatten());
            }
        }
    }
}

/// Puts the values of a tuple into their columns; false if it can never be.
fn fill(row: &mut [Option<u32>], csp: &Csp, scope: &[(u32, u32)], tuple: &[Value]) -> bool {
    scope.iter().zip(tuple).all(|((domain, column), value)| {
        let Some(place) = csp.domains()[*domain as usize].place(*value) else { return false };
        *row[*column as usize].get_or_insert(place) == place
    })
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the problem needs {} variables in clauses; there are {}", self.variables, i32::MAX)
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_at_most_one_encoding_needs_more_new_variables_than_it_has_literals() {
        for (amo, name) in Amo::ALL {
            for k in (1..200).chain([999, 1_000, 1_023, 1_025]) {
                let lits: Vec<Lit> = (1..=k).map(|number| Var::new(number).unwrap().positive()).collect();
                let mut fresh = Fresh::after(k);
                let mut clauses: Vec<Vec<Lit>> = Vec::new();
                amo.encode(&lits, &mut fresh, &mut clauses).unwrap();
                assert!(fresh.last() <= 2 * k, "{name}, {k}");
            }
        }
    }
}
