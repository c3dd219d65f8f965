//! Reference implementation of unit propagation, for tests of encodings.
#![allow(dead_code, reason = "not every test uses all of it")]

use qedoku_encode::Lit;

/// Unit propagation to a fixpoint. `values` is indexed by variable. Returns `false` on a conflict.
pub(crate) fn propagate(clauses: &[Vec<Lit>], values: &mut [Option<bool>]) -> bool {
    loop {
        let mut changed = false;
        for clause in clauses {
            let value = |lit: &Lit| values[lit.var().get() as usize].map(|value| value == lit.is_positive());
            if clause.iter().any(|lit| value(lit) == Some(true)) {
                continue;
            }
            let mut open = clause.iter().filter(|lit| value(lit).is_none());
            match (open.next(), open.next()) {
                (None, _) => return false,
                (Some(unit), None) => {
                    values[unit.var().get() as usize] = Some(unit.is_positive());
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return true;
        }
    }
}

/// Whether the partial assignment can be extended to a model, by DPLL.
pub(crate) fn extends(clauses: &[Vec<Lit>], mut values: Vec<Option<bool>>) -> bool {
    if !propagate(clauses, &mut values) {
        return false;
    }
    let occurs = |var: &usize| clauses.iter().flatten().any(|lit| lit.var().get() as usize == *var);
    let Some(open) = (1..values.len()).filter(|var| values[*var].is_none()).find(occurs) else { return true };
    [false, true].into_iter().any(|value| {
        let mut branch = values.clone();
        branch[open] = Some(value);
        extends(clauses, branch)
    })
}
