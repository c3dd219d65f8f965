//! Something said in clauses, and where the clauses go.
//!
//! Nothing is stored: a [`Sink`] takes each clause as it is made. The exact header of a file comes from a first run into a
//! sink that only counts.

use std::convert::Infallible;

use crate::{Family, Lit, Rule, Var};

/// Something that is said in clauses: a puzzle, or any constraint problem.
pub trait Formula {
    /// Sends every clause to the sink; returns the highest variable, extra ones included.
    fn send<S: Sink>(&self, sink: &mut S) -> Result<u32, S::Error>;

    /// Whether a variable is part of a solution; extra ones, which an encoding needs for itself, are not.
    fn is_x(&self, var: Var) -> bool;

    /// The comment lines of its file, without line ends; each begins with `c `.
    fn comments(&self, size: &Size) -> Vec<String>;

    /// The size, found by making it.
    fn size(&self) -> Size {
        let mut count = Count::default();
        let Ok(last) = self.send(&mut count);
        Size { variables: last, ..count.size }
    }
}

/// A borrowed formula is one too.
impl<F: Formula> Formula for &F {
    fn send<S: Sink>(&self, sink: &mut S) -> Result<u32, S::Error> {
        (**self).send(sink)
    }

    fn is_x(&self, var: Var) -> bool {
        (**self).is_x(var)
    }

    fn comments(&self, size: &Size) -> Vec<String> {
        (**self).comments(size)
    }
}

/// Takes clauses one by one.
pub trait Sink {
    /// What may go wrong, such as a full disk.
    type Error;
    /// The clauses that follow say this rule.
    fn rule(&mut self, rule: Rule) -> Result<(), Self::Error> {
        let _ = rule;
        Ok(())
    }
    /// Takes a clause; it is never empty.
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Self::Error>;
    /// Takes "not both" for each pair of these literals. Nearly all clauses come this way, so a sink that has work to do
    /// for each literal can do it once here.
    fn pairs(&mut self, lits: &[Lit]) -> Result<(), Self::Error> {
        for (place, first) in lits.iter().enumerate() {
            for second in &lits[place + 1..] {
                self.clause(&[!*first, !*second])?;
            }
        }
        Ok(())
    }
}

/// How large a formula is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// The highest variable, which a DIMACS header declares.
    pub variables: u32,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of literals in them.
    pub literals: u64,
    /// The number of clauses of each family, in the order of [`Family::ALL`].
    pub by_family: [u64; Family::ALL.len()],
}

/// Counts and forgets.
#[derive(Default)]
struct Count {
    size: Size,
    family: usize,
}

impl Sink for Count {
    type Error = Infallible;
    fn rule(&mut self, rule: Rule) -> Result<(), Infallible> {
        self.family = rule.family() as usize;
        Ok(())
    }
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.size.clauses += 1;
        self.size.literals += clause.len() as u64;
        self.size.by_family[self.family] += 1;
        Ok(())
    }
    fn pairs(&mut self, lits: &[Lit]) -> Result<(), Infallible> {
        let pairs = lits.len() as u64 * (lits.len() as u64).saturating_sub(1) / 2;
        self.size.clauses += pairs;
        self.size.literals += 2 * pairs;
        self.size.by_family[self.family] += pairs;
        Ok(())
    }
}

/// Keeps all clauses: for small formulas and tests.
impl Sink for Vec<Vec<Lit>> {
    type Error = Infallible;
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.push(clause.to_vec());
        Ok(())
    }
}

/// Keeps all clauses, each with the rule that it says.
impl Sink for Vec<(Rule, Vec<Vec<Lit>>)> {
    type Error = Infallible;
    fn rule(&mut self, rule: Rule) -> Result<(), Infallible> {
        self.push((rule, Vec::new()));
        Ok(())
    }
    fn clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        self.last_mut().expect("a rule comes before its clauses").1.push(clause.to_vec());
        Ok(())
    }
}
