//! Whether a step holds in a position: by its definition, with nothing of the search.

use qedoku::Candidate;
use qedoku::explain::{ExactlyOne, Explanation, Justification, Position, Step};

/// Fails unless every step holds in the position that those before it have left. Returns the last position.
#[track_caller]
pub(crate) fn check_all(position: &Position, steps: &[Step]) -> Position {
    let mut position = position.clone();
    for step in steps {
        check(&position, step);
        position.apply(step);
    }
    position
}

/// Fails unless an explanation holds and comes to the end that it tells.
#[track_caller]
pub(crate) fn check_explanation(position: &Position, explanation: &Explanation) {
    use qedoku::explain::ExplanationEnd;
    let last = check_all(position, &explanation.steps);
    let contradiction =
        explanation.steps.last().is_some_and(|step| matches!(step.justification, Justification::Contradiction(_)));
    assert_eq!(explanation.end == ExplanationEnd::Contradiction, contradiction);
    assert_eq!(explanation.end == ExplanationEnd::Solved, !contradiction && last.is_full());
}

/// Fails unless a step holds in a position.
#[track_caller]
pub(crate) fn check(position: &Position, step: &Step) {
    assert!(holds(position, step), "{step:?}");
    assert!(step.eliminations.iter().all(|candidate| position.allows(*candidate)), "nothing goes twice: {step:?}");
}

fn holds(position: &Position, step: &Step) -> bool {
    match &step.justification {
        Justification::Single(set) => {
            let left: Vec<Candidate> = position.candidates_in(*set).collect();
            step.eliminations.is_empty() && left.len() == 1 && step.placement == Some(left[0])
        }
        Justification::Chain(links) => {
            let refuted = |target: &Candidate| {
                let mut real = vec![*target];
                links.iter().enumerate().all(|(index, link)| {
                    let is_out = |one: &Candidate| real.iter().any(|real| are_linked(position, *real, *one));
                    let left: Vec<Candidate> =
                        position.candidates_in(link.constraint).filter(|one| !is_out(one)).collect();
                    real.extend(link.candidate);
                    left == Vec::from_iter(link.candidate) && link.candidate.is_none() == (index + 1 == links.len())
                })
            };
            !step.eliminations.is_empty() && step.eliminations.iter().all(refuted)
        }
        Justification::BaseCover { base: sets, cover: covers } => {
            let is_in = |one: &Candidate, sets: &[ExactlyOne]| {
                ExactlyOne::containing(position.board(), *one).iter().any(|set| sets.contains(set))
            };
            let members: Vec<Candidate> = sets.iter().flat_map(|set| position.candidates_in(*set)).collect();
            let different = members.iter().enumerate().all(|(index, one)| !members[..index].contains(one));
            let gone = |one: &Candidate| is_in(one, covers) && !members.contains(one);
            sets.len() == covers.len()
                && different
                && members.iter().all(|one| is_in(one, covers))
                && !step.eliminations.is_empty()
                && step.eliminations.iter().all(gone)
        }
        Justification::Nested(steps) => {
            let [target] = step.eliminations[..] else { return false };
            let mut inner = position.clone();
            inner.place(target);
            check_all(&inner, steps);
            steps.last().is_some_and(|last| matches!(last.justification, Justification::Contradiction(_)))
        }
        Justification::Contradiction(set) => position.candidates_in(*set).next().is_none(),
    }
}

/// Whether two different candidates share a set.
pub(crate) fn are_linked(position: &Position, one: Candidate, other: Candidate) -> bool {
    let sets = |candidate| ExactlyOne::containing(position.board(), candidate);
    one != other && sets(one).iter().zip(&sets(other)).any(|(one, other)| one == other)
}
