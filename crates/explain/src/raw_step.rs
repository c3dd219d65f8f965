//! Raw steps: steps by ids of candidates and constraints, as the search uses them.
//!
//! A [`RawStep`] becomes a [`Step`] with a technique only when it leaves the search. Until then it can be replayed on a
//! [`ConstraintState`], which tests again whether its justification holds there. That makes step lists cheap to
//! minimise ([`minimize_steps`](super::minimize_steps)) and steps found in one state usable in a later one.

use qedoku_puzzle::Candidate;

use super::braids::{ConstraintState, ConstraintTables, RawBraid};
use super::link_order::order_links;
use super::techniques::{Aic, ContinuousLoop, StepPattern, recognize};
use super::{ChainLink, ExactlyOne, Justification, Position, Step, Technique};

/// A step by ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawStep {
    pub(crate) justification: RawJustification,
    /// The eliminated candidates; of a single, the placed one.
    pub(crate) candidates: Vec<u16>,
}

/// A [`Justification`] by ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RawJustification {
    Single(u16),
    Chain(Vec<(u16, Option<u16>)>),
    BaseCover { base: Vec<u16>, cover: Vec<u16> },
    Nested(Vec<RawStep>),
    Contradiction(u16),
}

impl RawStep {
    pub(crate) fn single((constraint, candidate): (usize, usize)) -> RawStep {
        RawStep { justification: RawJustification::Single(constraint as u16), candidates: vec![candidate as u16] }
    }

    pub(crate) fn chain(chain: RawBraid) -> RawStep {
        RawStep { justification: RawJustification::Chain(chain.links), candidates: chain.eliminations }
    }

    /// Assumes `target`, and the steps lead to a contradiction.
    pub(crate) fn nested(target: u16, steps: Vec<RawStep>) -> RawStep {
        RawStep { justification: RawJustification::Nested(steps), candidates: vec![target] }
    }

    pub(crate) fn contradiction(constraint: usize) -> RawStep {
        RawStep { justification: RawJustification::Contradiction(constraint as u16), candidates: Vec::new() }
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self.justification, RawJustification::Single(_))
    }

    /// The size, as [`Step::size`] defines it.
    pub(crate) fn size(&self) -> usize {
        match &self.justification {
            RawJustification::Single(_) | RawJustification::Contradiction(_) => 0,
            RawJustification::Chain(links) => links.len(),
            RawJustification::BaseCover { base, .. } => base.len(),
            RawJustification::Nested(steps) => 1 + steps.iter().map(RawStep::size).sum::<usize>(),
        }
    }

    /// Carries out the step as far as it holds in the state. Returns whether it changed something.
    ///
    /// Of several candidates, those are eliminated that are open and that the justification refutes here.
    pub(crate) fn apply(&self, tables: &ConstraintTables, state: &mut ConstraintState) -> bool {
        match &self.justification {
            RawJustification::Single(constraint) => {
                let constraint = usize::from(*constraint);
                let is_last = !state.is_closed(constraint) && state.mask(constraint).is_power_of_two();
                let placed = is_last && state.is_open(self.candidates[0].into());
                if placed {
                    state.place(tables, self.candidates[0].into());
                }
                placed
            }
            RawJustification::Chain(links) => {
                self.eliminate(tables, state, |state, target| chain_refutes(tables, state, links, target))
            }
            RawJustification::BaseCover { base, cover } => {
                is_covered(tables, state, base, cover) && self.eliminate(tables, state, |_, _| true)
            }
            RawJustification::Nested(steps) => {
                self.eliminate(tables, state, |state, target| steps_refute(tables, state, steps, target))
            }
            RawJustification::Contradiction(constraint) => state.mask((*constraint).into()) == 0,
        }
    }

    /// Adapts a chain or base/cover step to a later state: keeps the candidates that it still eliminates. Returns
    /// whether there is one.
    ///
    /// A base/cover pattern only loses candidates as the state advances, so it holds unless one of its base constraints
    /// has been satisfied. Nested steps are revalidated by [`forcing`](super::forcing), which minimises them again.
    pub(crate) fn revalidate(&mut self, tables: &ConstraintTables, state: &ConstraintState) -> bool {
        self.candidates.retain(|candidate| state.is_open((*candidate).into()));
        match &self.justification {
            RawJustification::Chain(links) => {
                self.candidates.retain(|target| chain_refutes(tables, state, links, *target));
            }
            RawJustification::BaseCover { base, .. }
                if base.iter().any(|constraint| state.is_closed((*constraint).into())) =>
            {
                self.candidates.clear();
            }
            _ => {}
        }
        !self.candidates.is_empty()
    }

    /// Turns a chain whose ends see each other into a continuous loop, if that eliminates more.
    pub(crate) fn close_loop(&mut self, tables: &ConstraintTables, position: &Position) {
        let RawJustification::Chain(links) = &self.justification else { return };
        let eliminations = self.eliminations(tables);
        let constraints = links.iter().map(|(constraint, _)| tables.constraint((*constraint).into()));
        let pattern = StepPattern::new(position, constraints);
        let closed = Aic::new(&pattern, &eliminations)
            .and_then(|aic| ContinuousLoop::close(position, aic.chain_links(), &eliminations));
        let Some(closed) = closed else { return };
        let all = closed.eliminations(position);
        if all.len() > eliminations.len() {
            let id = |constraint: ExactlyOne| tables.constraint_id(constraint) as u16;
            let base = closed.links.iter().map(|link| id(link.constraint)).collect();
            let cover = closed.weak_links.iter().map(|constraint| id(*constraint)).collect();
            self.justification = RawJustification::BaseCover { base, cover };
            self.candidates = all.iter().map(|candidate| candidate.index(tables.board()) as u16).collect();
        }
    }

    /// Eliminates the open candidates that are refuted. Returns whether there was one.
    fn eliminate(
        &self,
        tables: &ConstraintTables,
        state: &mut ConstraintState,
        is_refuted: impl Fn(&ConstraintState, u16) -> bool,
    ) -> bool {
        // All candidates are tested before the first is eliminated: the step holds in one state.
        let is_eliminated = |candidate: &&u16| state.is_open((**candidate).into()) && is_refuted(state, **candidate);
        let eliminated: Vec<u16> = self.candidates.iter().filter(is_eliminated).copied().collect();
        for candidate in &eliminated {
            state.eliminate(tables, (*candidate).into());
        }
        !eliminated.is_empty()
    }

    /// The technique; `position` is the one before the step.
    pub(crate) fn technique(&self, tables: &ConstraintTables, position: &Position) -> Technique {
        let justification = self.justification.to_justification(tables, position, &self.candidates);
        recognize(position, &justification, &self.eliminations(tables))
    }

    /// The eliminated candidates.
    fn eliminations(&self, tables: &ConstraintTables) -> Vec<Candidate> {
        if self.is_single() {
            return Vec::new();
        }
        self.candidates.iter().map(|candidate| tables.candidate(*candidate)).collect()
    }

    /// The [`Step`] with its technique, the links of a chain in reading order; `position` is the one before it.
    pub(crate) fn to_step(&self, tables: &ConstraintTables, position: &Position) -> Step {
        let placement = self.is_single().then(|| tables.candidate(self.candidates[0]));
        let eliminations = self.eliminations(tables);
        let justification = match self.justification.to_justification(tables, position, &self.candidates) {
            Justification::Chain(links) => Justification::Chain(order_links(position, links, &eliminations)),
            other => other,
        };
        Step::new(position, justification, placement, eliminations)
    }
}

impl RawJustification {
    /// Converts the ids. The steps of a nested forcing chain start from the position with its candidate placed.
    fn to_justification(&self, tables: &ConstraintTables, position: &Position, candidates: &[u16]) -> Justification {
        let constraint = |id: &u16| tables.constraint((*id).into());
        match self {
            RawJustification::Single(id) => Justification::Single(constraint(id)),
            RawJustification::Chain(links) => {
                let link = |(id, candidate): &(u16, Option<u16>)| ChainLink {
                    constraint: constraint(id),
                    candidate: candidate.map(|candidate| tables.candidate(candidate)),
                };
                Justification::Chain(links.iter().map(link).collect())
            }
            RawJustification::BaseCover { base, cover } => Justification::BaseCover {
                base: base.iter().map(constraint).collect(),
                cover: cover.iter().map(constraint).collect(),
            },
            RawJustification::Nested(steps) => {
                let mut position = position.clone();
                position.place(tables.candidate(candidates[0]));
                Justification::Nested(to_steps(tables, position, steps))
            }
            RawJustification::Contradiction(id) => Justification::Contradiction(constraint(id)),
        }
    }
}

/// Converts a list of steps, the first of which holds in `position`.
pub(crate) fn to_steps(tables: &ConstraintTables, mut position: Position, steps: &[RawStep]) -> Vec<Step> {
    let convert = |step: &RawStep| {
        let step = step.to_step(tables, &position);
        position.apply(&step);
        step
    };
    steps.iter().map(convert).collect()
}

/// Whether the chain refutes the target: each constraint is left with the candidate of its link, and the last one with
/// none.
fn chain_refutes(
    tables: &ConstraintTables,
    state: &ConstraintState,
    links: &[(u16, Option<u16>)],
    target: u16,
) -> bool {
    links.iter().enumerate().all(|(index, (constraint, candidate))| {
        // False once the target and the candidates of the links before are true.
        let is_falsified = |member: u16| {
            let before = links[..index].iter().filter_map(|(_, candidate)| *candidate);
            before.chain([target]).any(|implied| tables.are_linked(implied.into(), member.into()))
        };
        let constraint = usize::from(*constraint);
        let mut has_candidate = candidate.is_none();
        let others_are_falsified = tables.candidates_in(constraint, state.mask(constraint)).all(|member| {
            let is_candidate = Some(member) == *candidate;
            has_candidate |= is_candidate;
            is_candidate != is_falsified(member)
        });
        others_are_falsified && has_candidate
    })
}

/// Whether the cover constraints contain all candidates of the base.
fn is_covered(tables: &ConstraintTables, state: &ConstraintState, base: &[u16], cover: &[u16]) -> bool {
    base.iter().all(|constraint| {
        let constraint = usize::from(*constraint);
        let covered = |member: u16| tables.constraints_of(member.into()).iter().any(|other| cover.contains(other));
        tables.candidates_in(constraint, state.mask(constraint)).all(covered)
    })
}

/// Whether every step applies after the target is placed; the last one is a contradiction.
fn steps_refute(tables: &ConstraintTables, state: &ConstraintState, steps: &[RawStep], target: u16) -> bool {
    let mut state = state.clone();
    state.place(tables, target.into());
    steps.iter().all(|step| step.apply(tables, &mut state))
}
