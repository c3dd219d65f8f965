//! Step validator: checks a step in a position by its definition, without code of the search.

use qedoku::Candidate;
use qedoku::explain::{ExactlyOne, Explanation, Justification, Position, Step};

/// Asserts that every step is valid in the position after the preceding ones. Returns the last position.
#[track_caller]
pub(crate) fn check_all(position: &Position, steps: &[Step]) -> Position {
    let mut position = position.clone();
    for step in steps {
        check(&position, step);
        position.apply(step);
    }
    position
}

/// Asserts that the steps of an explanation are valid and lead to the reported end.
#[track_caller]
pub(crate) fn check_explanation(position: &Position, explanation: &Explanation) {
    use qedoku::explain::ExplanationEnd;
    let last = check_all(position, &explanation.steps);
    let contradiction =
        explanation.steps.last().is_some_and(|step| matches!(step.justification, Justification::Contradiction(_)));
    assert_eq!(explanation.end == ExplanationEnd::Contradiction, contradiction);
    assert_eq!(explanation.end == ExplanationEnd::Solved, !contradiction && last.is_full());
}

/// Asserts that a step is valid in a position.
#[track_caller]
pub(crate) fn check(position: &Position, step: &Step) {
    assert!(is_valid(position, step), "{step:?}");
    assert!(
        step.eliminations.iter().all(|candidate| position.allows(*candidate)),
        "no candidate is eliminated twice: {step:?}"
    );
}

fn is_valid(position: &Position, step: &Step) -> bool {
    match &step.justification {
        Justification::Single(constraint) => {
            let remaining: Vec<Candidate> = position.candidates_in(*constraint).collect();
            step.eliminations.is_empty() && remaining.len() == 1 && step.placement == Some(remaining[0])
        }
        Justification::Chain(links) => {
            let is_refuted = |target: &Candidate| {
                let mut trues = vec![*target];
                links.iter().enumerate().all(|(index, link)| {
                    let is_eliminated = |one: &Candidate| trues.iter().any(|other| are_linked(position, *other, *one));
                    let remaining: Vec<Candidate> =
                        position.candidates_in(link.constraint).filter(|one| !is_eliminated(one)).collect();
                    trues.extend(link.candidate);
                    remaining == Vec::from_iter(link.candidate)
                        && link.candidate.is_none() == (index + 1 == links.len())
                })
            };
            !step.eliminations.is_empty() && step.eliminations.iter().all(is_refuted)
        }
        Justification::BaseCover { base, cover } => {
            let is_in = |one: &Candidate, constraints: &[ExactlyOne]| {
                ExactlyOne::containing(position.board(), *one).iter().any(|constraint| constraints.contains(constraint))
            };
            let members: Vec<Candidate> =
                base.iter().flat_map(|constraint| position.candidates_in(*constraint)).collect();
            let are_disjoint = members.iter().enumerate().all(|(index, one)| !members[..index].contains(one));
            // Each cover constraint has exactly one true candidate of the base. A candidate that sees all of them is false: the
            // others of the cover constraint, and for a naked pair in a line and a box those of the other house.
            let sees_a_cover = |one: &Candidate| {
                cover.iter().any(|constraint| {
                    let mut of_base = members.iter().filter(|member| is_in(member, &[*constraint])).peekable();
                    of_base.peek().is_some() && of_base.all(|member| are_linked(position, *member, *one))
                })
            };
            let is_eliminated = |one: &Candidate| sees_a_cover(one) && !members.contains(one);
            base.len() == cover.len()
                && are_disjoint
                && members.iter().all(|one| is_in(one, cover))
                && !step.eliminations.is_empty()
                && step.eliminations.iter().all(is_eliminated)
        }
        Justification::Pattern(pattern) => {
            let constraints = pattern.constraints.iter().map(|one| position.candidates_in(*one).collect());
            let mut clauses: Vec<Vec<Candidate>> = constraints.collect();
            let deadly = pattern.deadly.iter().map(|deadly| deadly.clause(position.board()));
            clauses.extend(deadly.map(|clause| clause.filter(|one| position.allows(*one)).collect()));
            let is_refuted = |target: &Candidate| is_refuted_by_cases(position, &mut vec![*target], &clauses);
            !step.eliminations.is_empty() && step.eliminations.iter().all(is_refuted)
        }
        Justification::Nested(steps) => {
            let [target] = step.eliminations[..] else { return false };
            let mut inner = position.clone();
            inner.place(target);
            check_all(&inner, steps);
            steps.last().is_some_and(|last| matches!(last.justification, Justification::Contradiction(_)))
        }
        Justification::Contradiction(constraint) => position.candidates_in(*constraint).next().is_none(),
    }
}

/// Whether no choice of true candidates satisfies all clauses.
fn is_refuted_by_cases(position: &Position, trues: &mut Vec<Candidate>, clauses: &[Vec<Candidate>]) -> bool {
    let is_open = |one: &Candidate| !trues.iter().any(|other| are_linked(position, *other, *one));
    let unsatisfied = clauses.iter().filter(|clause| !clause.iter().any(|one| trues.contains(one)));
    let open = unsatisfied.map(|clause| clause.iter().copied().filter(is_open).collect::<Vec<Candidate>>());
    let Some(fewest) = open.min_by_key(Vec::len) else { return false };
    fewest.into_iter().all(|one| {
        trues.push(one);
        let is_refuted = is_refuted_by_cases(position, trues, clauses);
        trues.pop();
        is_refuted
    })
}

/// Whether two different candidates share an exactly-one constraint.
pub(crate) fn are_linked(position: &Position, one: Candidate, other: Candidate) -> bool {
    let constraints = |candidate| ExactlyOne::containing(position.board(), candidate);
    one != other && constraints(one).iter().zip(&constraints(other)).any(|(one, other)| one == other)
}
