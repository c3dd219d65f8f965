//! Unit clauses of a formula without metadata: givens, or rules that the scheme `reduced` has shortened to one literal.
//!
//! In `reduced`, eliminated candidates are negative unit clauses, and each at-least-one rule has only its open candidates, so that no
//! eliminated one occurs in a rule. A rule with one candidate left is the same clause as a given. The end of the file, where all
//! eliminations are known, distinguishes them:
//!
//! - A given eliminates its digit from all its peers, and every other digit from its cell. Its four rules are satisfied
//!   and not written, so its clause occurs once.
//! - Otherwise the clause occurs once for each rule of which all other candidates are eliminated.

use std::collections::BTreeMap;

use qedoku_puzzle::{Cell, Digit};

use super::classify::KINDS;
use crate::{ClauseFamily, Lit, Var, VariableMap};

/// The unit clauses of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitClauses {
    /// How often each positive one has occurred.
    positive: BTreeMap<Var, u64>,
    eliminated: VarBits,
    /// The candidates of longer at-least-one rules.
    in_rules: VarBits,
}

impl UnitClauses {
    /// Notes a clause that has been classified.
    pub(super) fn add(&mut self, variables: &VariableMap, family: ClauseFamily, clause: &[Lit]) {
        match (family, clause) {
            (ClauseFamily::Given, [lit]) => *self.positive.entry(lit.var()).or_default() += 1,
            (ClauseFamily::Eliminated, [lit]) => self.eliminated.insert(variables, lit.var()),
            (_, [first, ..]) if first.is_positive() => {
                for lit in clause {
                    self.in_rules.insert(variables, lit.var());
                }
            }
            _ => {}
        }
    }

    /// The families of the positive unit clauses that are not givens, with the number of their clauses.
    pub(super) fn shortened_rules(&self, variables: &VariableMap) -> Vec<(ClauseFamily, u64)> {
        if self.eliminated.0.is_empty() || self.eliminated.intersects(&self.in_rules) {
            return Vec::new();
        }
        let mut counts = Vec::new();
        for (var, occurrences) in &self.positive {
            let Some((cell, digit)) = variables.candidate(*var) else { continue };
            let rules = self.rules_of_one_candidate(variables, cell, digit);
            let is_given = rules.len() == KINDS.len() + 1 && *occurrences < rules.len() as u64;
            let Some(last) = rules.last().filter(|_| !is_given) else { continue };
            let further = occurrences.saturating_sub(rules.len() as u64);
            counts.extend(rules.iter().take(*occurrences as usize).map(|rule| (*rule, 1)));
            counts.push((*last, further));
        }
        counts
    }

    /// The rules about a candidate of which all others are eliminated.
    fn rules_of_one_candidate(&self, variables: &VariableMap, cell: Cell, digit: Digit) -> Vec<ClauseFamily> {
        let board = variables.board();
        let is_eliminated = |cell, digit| variables.var(cell, digit).is_none_or(|var| self.eliminated.contains(var));
        let mut rules = Vec::new();
        if board.digits().all(|other| other == digit || is_eliminated(cell, other)) {
            rules.push(ClauseFamily::CellAtLeastOne);
        }
        for (kind, house) in KINDS.into_iter().zip(board.houses_of(cell)) {
            if board.cells_of(house).all(|other| other == cell || is_eliminated(other, digit)) {
                rules.push(ClauseFamily::at_least_one_in(kind));
            }
        }
        rules
    }
}

/// A set of problem variables, one bit each; no memory while it is empty.
#[derive(Clone, Debug, Default)]
struct VarBits(Vec<u64>);

impl VarBits {
    fn insert(&mut self, variables: &VariableMap, var: Var) {
        if self.0.is_empty() {
            self.0.resize(variables.max_var() as usize / 64 + 1, 0);
        }
        self.0[var.get() as usize / 64] |= 1 << (var.get() % 64);
    }

    fn contains(&self, var: Var) -> bool {
        self.0.get(var.get() as usize / 64).is_some_and(|word| word >> (var.get() % 64) & 1 == 1)
    }

    fn intersects(&self, other: &VarBits) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }
}
