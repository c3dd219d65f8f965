//! Deletion-based minimisation of step lists: drops every step that the end does not need.
//!
//! Each step is deleted in turn and the rest is replayed. The deletion is kept if the rest still reaches a full grid or
//! a contradiction. The result is minimal (no single step can be dropped), not a minimum.
//!
//! The last step is tried first, because the states before a deleted step are then the recorded ones. Other orders
//! change the length by at most 0.3 % on ten thousand puzzles.

use super::braids::{ConstraintState, ConstraintTables};
use super::raw_step::{RawJustification, RawStep};
use qedoku_solve::Interrupt;

/// Drops the steps that are not needed to reach a full grid or a contradiction.
///
/// The list has no singles; they are placed as they arise. An interrupted minimisation keeps the steps that it has not
/// tried to drop.
pub(crate) fn minimize(
    tables: &ConstraintTables,
    start: &ConstraintState,
    mut steps: Vec<RawStep>,
    interrupt: &Interrupt,
) -> Vec<RawStep> {
    let states = states_before(tables, start, &steps);
    let mut state = ConstraintState::default();
    for index in (0..steps.len()).rev().take_while(|_| !interrupt.is_set()) {
        state.clone_from(&states[index]);
        let used: Vec<bool> = steps[index + 1..].iter().map(|step| apply(tables, &mut state, step)).collect();
        if is_end(&state) {
            delete_step(&mut steps, index, &used);
        }
    }
    steps
}

/// Deletes the step at an index, and the later ones that changed nothing without it.
fn delete_step(steps: &mut Vec<RawStep>, index: usize, used: &[bool]) {
    let mut places = 0..;
    steps.retain(|_| {
        let place = places.next().expect("the range is infinite");
        place < index || place > index && used[place - index - 1]
    });
}

/// The state before each step.
fn states_before(tables: &ConstraintTables, start: &ConstraintState, steps: &[RawStep]) -> Vec<ConstraintState> {
    let mut state = start.clone();
    state.propagate_singles(tables);
    let before = |step: &RawStep| {
        let before = state.clone();
        apply(tables, &mut state, step);
        before
    };
    steps.iter().map(before).collect()
}

/// Applies a step and the singles after it, unless the end is reached. Returns whether the step changed something.
fn apply(tables: &ConstraintTables, state: &mut ConstraintState, step: &RawStep) -> bool {
    let applies = !is_end(state) && step.apply(tables, state);
    if applies {
        state.propagate_singles(tables);
    }
    applies
}

fn is_end(state: &ConstraintState) -> bool {
    state.is_full() || state.conflict().is_some()
}

/// Inserts the singles between the steps, and a contradiction at the end if there is one.
pub(crate) fn insert_singles(tables: &ConstraintTables, start: &ConstraintState, steps: Vec<RawStep>) -> Vec<RawStep> {
    let mut state = start.clone();
    // Room for the singles of a 9x9; larger boards reallocate.
    let mut complete = Vec::with_capacity(steps.len() + 64);
    place_singles(tables, &mut state, &mut complete);
    for mut step in steps {
        drop_stale_eliminations(tables, &state, &mut step);
        step.apply(tables, &mut state);
        complete.push(step);
        place_singles(tables, &mut state, &mut complete);
    }
    complete.extend(state.conflict().map(RawStep::contradiction));
    complete
}

/// Drops the candidates that a step, or a step inside it, does not eliminate in this state.
///
/// A step found in a later state may refute fewer candidates once steps before it are deleted, and it must not list
/// more than it proves: the step checker would reject it.
fn drop_stale_eliminations(tables: &ConstraintTables, state: &ConstraintState, step: &mut RawStep) {
    step.revalidate(tables, state);
    if let (RawJustification::Nested(steps), Some(target)) = (&mut step.justification, step.candidates.first()) {
        let mut assumed = state.clone();
        assumed.place(tables, (*target).into());
        for inner in steps {
            drop_stale_eliminations(tables, &assumed, inner);
            inner.apply(tables, &mut assumed);
        }
    }
}

/// Places all singles and appends them, in the order of [`ConstraintState::pop_single`]: the easiest to see first.
fn place_singles(tables: &ConstraintTables, state: &mut ConstraintState, steps: &mut Vec<RawStep>) {
    while state.conflict().is_none()
        && let Some(single) = state.pop_single(tables)
    {
        state.place(tables, single.1);
        steps.push(RawStep::single(single));
    }
}

/// The steps to a contradiction with their singles, minimised; `None` if they do not reach one.
///
/// Unlike [`minimize`], this also drops singles: a refutation needs only a few of those that arise.
pub(crate) fn minimize_refutation(
    tables: &ConstraintTables,
    start: &ConstraintState,
    steps: Vec<RawStep>,
) -> Option<Vec<RawStep>> {
    let mut steps = insert_singles(tables, start, steps);
    let last = steps.pop_if(|last| matches!(last.justification, RawJustification::Contradiction(_)))?;
    let end = delete_unneeded(tables, start, &mut steps).map_or(last, RawStep::contradiction);
    let mut state = start.clone();
    for step in &mut steps {
        drop_stale_eliminations(tables, &state, step);
        step.apply(tables, &mut state);
    }
    steps.push(end);
    Some(steps)
}

/// Deletes the steps and singles that a contradiction does not need. Returns the violated constraint if something was
/// deleted; it may be another one than before.
fn delete_unneeded(tables: &ConstraintTables, start: &ConstraintState, steps: &mut Vec<RawStep>) -> Option<usize> {
    let mut state = start.clone();
    let before = |step: &RawStep| {
        let before = state.clone();
        step.apply(tables, &mut state);
        before
    };
    let states: Vec<ConstraintState> = steps.iter().map(before).collect();
    let mut end = None;
    for index in (0..steps.len()).rev() {
        state.clone_from(&states[index]);
        let rest = &steps[index + 1..];
        let used: Vec<bool> =
            rest.iter().map(|step| state.conflict().is_none() && step.apply(tables, &mut state)).collect();
        if let Some(violated) = state.conflict() {
            end = Some(violated);
            delete_step(steps, index, &used);
        }
    }
    end
}
