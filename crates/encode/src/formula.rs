//! Formulas as streams of clauses: a [`Formula`] emits clauses, a [`ClauseSink`] consumes them.
//!
//! Clauses are streamed, so memory use does not depend on their number. A DIMACS header needs the number of clauses
//! before the first one; it comes from a first pass into a sink that only counts. That pass is cheap, because pairwise
//! at-most-one constraints are counted by formula ([`ClauseSink::pairwise_at_most_one`]).

use std::convert::Infallible;

use crate::{ClauseFamily, ClauseGroup, Lit, Var};

/// A formula in conjunctive normal form: the encoding of a puzzle or of a constraint problem.
pub trait Formula {
    /// Emits every clause into the sink. Returns the highest variable, auxiliary variables included.
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error>;

    /// Whether a variable is a problem variable. Solutions are distinguished by these; auxiliary variables are not.
    fn is_problem_var(&self, var: Var) -> bool;

    /// Comment lines of the DIMACS file, without line ends. Each begins with `c `.
    fn comments(&self, size: &FormulaSize) -> Vec<String>;

    /// Size of the formula, found by emitting it into a counter.
    fn size(&self) -> FormulaSize {
        let mut counter = Counter::default();
        let Ok(max_var) = self.emit(&mut counter);
        FormulaSize { variables: max_var, ..counter.size }
    }
}

impl<F: Formula> Formula for &F {
    fn emit<S: ClauseSink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        (**self).emit(sink)
    }

    fn is_problem_var(&self, var: Var) -> bool {
        (**self).is_problem_var(var)
    }

    fn comments(&self, size: &FormulaSize) -> Vec<String> {
        (**self).comments(size)
    }
}

/// A consumer of clauses: a file writer, a SAT solver, a counter.
pub trait ClauseSink {
    /// Error of the sink, such as a full disk. It ends the emission.
    type Error;
    /// Begins a group: the clauses up to the next call state this rule.
    fn begin_group(&mut self, group: ClauseGroup) -> Result<(), Self::Error> {
        let _ = group;
        Ok(())
    }
    /// Adds a clause. Encodings never emit an empty one.
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;
    /// Adds the pairwise at-most-one encoding: a clause ¬a ∨ ¬b for each pair of literals.
    ///
    /// Nearly all clauses of a formula come this way. A sink with work per literal, such as formatting its number,
    /// overrides this method to do it once per literal instead of once per clause.
    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        for (index, first) in lits.iter().enumerate() {
            for second in &lits[index + 1..] {
                self.add_clause(&[!*first, !*second])?;
            }
        }
        Ok(())
    }
}

/// Size of a formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormulaSize {
    /// Highest variable, which a DIMACS header declares.
    pub variables: u32,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals in all clauses.
    pub literals: u64,
    /// Number of clauses of each family, in the order of [`ClauseFamily::ALL`].
    pub by_family: [u64; ClauseFamily::ALL.len()],
}

/// Sink that counts clauses and drops them.
#[derive(Default)]
struct Counter {
    size: FormulaSize,
    /// Index of the current family in [`ClauseFamily::ALL`].
    family: usize,
}

impl ClauseSink for Counter {
    type Error = Infallible;
    fn begin_group(&mut self, group: ClauseGroup) -> Result<(), Infallible> {
        self.family = group.family() as usize;
        Ok(())
    }
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.size.clauses += 1;
        self.size.literals += clause.len() as u64;
        self.size.by_family[self.family] += 1;
        Ok(())
    }
    fn pairwise_at_most_one(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        let pairs = lits.len() as u64 * (lits.len() as u64).saturating_sub(1) / 2;
        self.size.clauses += pairs;
        self.size.literals += 2 * pairs;
        self.size.by_family[self.family] += pairs;
        Ok(())
    }
}

/// Stores all clauses: for small formulas and tests.
impl ClauseSink for Vec<Vec<Lit>> {
    type Error = Infallible;
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.push(clause.to_vec());
        Ok(())
    }
}

/// Stores all clauses by group.
impl ClauseSink for Vec<(ClauseGroup, Vec<Vec<Lit>>)> {
    type Error = Infallible;
    fn begin_group(&mut self, group: ClauseGroup) -> Result<(), Infallible> {
        self.push((group, Vec::new()));
        Ok(())
    }
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.last_mut().expect("begin_group is called before the first clause").1.push(clause.to_vec());
        Ok(())
    }
}
