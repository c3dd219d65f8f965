//! Look-ahead: the exactly-one constraint over which a node of the cube tree branches.
//!
//! Each candidate of a constraint is placed and propagated. Its *reduction* Δ is the number of variables that this assigns. The work of
//! a search grows exponentially with the open candidates, by about e^(β·candidates), so the branching with the smallest Σ e^(-β·Δ) is
//! chosen. It compares branchings of two and of three children, which the product of the reductions of Cube and Conquer does not, and
//! like the product it prefers equal reductions.
//!
//! # References
//!
//! - M. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and Conquer: guiding CDCL SAT solvers by lookaheads. HVC 2011.
//! - O. Kullmann: Fundaments of branching heuristics. Handbook of Satisfiability, 2009 (projections of branching tuples).

use qedoku_proof::CandidateLit;

use crate::Interrupt;
use crate::propagation::Trail;

/// β: 36x36 boards with 47 % open cells took e^3.5 as many conflicts with 223 more open candidates.
pub(super) const LOG_WORK_PER_CANDIDATE: f64 = 0.016;

/// Constraints that are looked at in a node.
const PRESELECTED: usize = 300;

/// The candidates of the best branching of a node; `None` if the grid is full, or if interrupted.
///
/// `trail` has the consequences of the decisions by unit propagation alone, `preprocessed` those of full preprocessing. The children
/// are all candidates that unit propagation leaves in the constraint: this is how [`CubeTree`](super::CubeTree) checks them.
/// Constraints that preprocessing reduces further would have children without any work, and are used only if there is no other.
pub(super) fn best_branching(
    trail: &Trail,
    preprocessed: &mut Trail,
    interrupt: &Interrupt,
) -> Option<Vec<CandidateLit>> {
    let mut constraints = trail.open_constraints();
    let is_reduced = |constraint: &Vec<CandidateLit>| constraint.iter().any(|lit| preprocessed.value(*lit).is_some());
    if constraints.iter().any(|constraint| !is_reduced(constraint)) {
        constraints.retain(|constraint| !is_reduced(constraint));
    }
    let mut best = None;
    for constraint in preselected(constraints) {
        if interrupt.is_set() {
            return None;
        }
        let work: f64 = constraint.iter().map(|lit| relative_work(preprocessed, *lit)).sum();
        if best.as_ref().is_none_or(|(least, _)| work < *least) {
            best = Some((work, constraint));
        }
    }
    best.map(|(_, constraint)| constraint)
}

/// The smallest constraints, and those with three candidates. The sets of candidates are all different.
fn preselected(mut constraints: Vec<Vec<CandidateLit>>) -> impl Iterator<Item = Vec<CandidateLit>> {
    constraints.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    // A digit may have the same places in a row and in a box.
    constraints.dedup();
    let longest = constraints.first().map_or(0, Vec::len).max(3);
    constraints.retain(|constraint| constraint.len() <= longest);
    // If there are too many, a sample that is spread over the board.
    let stride = constraints.len().div_ceil(PRESELECTED).max(1);
    constraints.into_iter().step_by(stride)
}

/// The work after a candidate is placed, in units of that before.
fn relative_work(trail: &mut Trail, candidate: CandidateLit) -> f64 {
    if trail.value(candidate) == Some(false) {
        return 0.0;
    }
    let (level, before) = (trail.level(), trail.literals().len());
    let is_refuted = trail.value(candidate).is_none() && trail.decide(candidate).is_err();
    let reduction = (trail.literals().len() - before) as f64;
    if trail.level() > level {
        trail.backtrack(level);
    }
    if is_refuted { 0.0 } else { (-LOG_WORK_PER_CANDIDATE * reduction).exp() }
}
