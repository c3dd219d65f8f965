//! Unit clauses of a formula without metadata: givens, or rules that the scheme `reduced` has shortened to one literal.
//!
//! In `reduced`, eliminated candidates are negative unit clauses, and each at-least-one rule has only its open candidates. A rule with
//! one of them left reads like a given. Both are told apart at the end of the file, when all eliminations are known:
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
    /// One bit per variable.
    eliminated: Vec<u64>,
    /// Whether some at-least-one rule is complete, so that the formula is not `reduced`.
    has_complete_rule: bool,
}

impl UnitClauses {
    /// Notes a clause that has been classified.
    pub(super) fn add(&mut self, variables: &VariableMap, family: ClauseFamily, clause: &[Lit]) {
        match (family, clause) {
            (ClauseFamily::Given, [lit]) => *self.positive.entry(lit.var()).or_default() += 1,
            (ClauseFamily::Eliminated, [lit]) => self.eliminate(variables, lit.var()),
            _ => {
                let is_complete = clause.len() == variables.board().side() && clause[0].is_positive();
                self.has_complete_rule |= is_complete;
            }
        }
    }

    fn eliminate(&mut self, variables: &VariableMap, var: Var) {
        let (word, bit) = bit_of(var);
        if self.eliminated.is_empty() {
            self.eliminated.resize(variables.max_var() as usize / 64 + 1, 0);
        }
        self.eliminated[word] |= bit;
    }

    fn is_eliminated(&self, var: Var) -> bool {
        let (word, bit) = bit_of(var);
        self.eliminated[word] & bit != 0
    }

    /// The families of the positive unit clauses that are not givens, with the number of their clauses.
    pub(super) fn shortened_rules(&self, variables: &VariableMap) -> Vec<(ClauseFamily, u64)> {
        if self.has_complete_rule || self.eliminated.is_empty() {
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
        let is_eliminated = |cell, digit| variables.var(cell, digit).is_none_or(|var| self.is_eliminated(var));
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

/// The word of a variable in the bit set, and its bit.
fn bit_of(var: Var) -> (usize, u64) {
    (var.get() as usize / 64, 1 << (var.get() % 64))
}
