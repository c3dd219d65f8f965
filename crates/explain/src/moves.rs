//! Steps in numbers: what the search works with, before they become [`Step`]s.
//!
//! A move is played on a [`ConstraintState`]: it is looked at again whether it holds there, so that lists of moves can be shortened.

use super::braids::{ConstraintState, ConstraintTables, RawBraid};
use super::{Link, Position, Reason, Step};

/// A step: why, and the candidates that go; of a single, the one that is placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) why: Why,
    pub(crate) candidates: Vec<u16>,
}

/// A [`Reason`] in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    Single(u16),
    Chain(Vec<(u16, Option<u16>)>),
    Counted { sets: Vec<u16>, covers: Vec<u16> },
    Nested(Vec<Move>),
    Contradiction(u16),
}

impl Move {
    pub(crate) fn single((set, candidate): (usize, usize)) -> Move {
        Move { why: Why::Single(set as u16), candidates: vec![candidate as u16] }
    }

    pub(crate) fn chain(chain: RawBraid) -> Move {
        Move { why: Why::Chain(chain.links), candidates: chain.eliminations }
    }

    pub(crate) fn contradiction(set: usize) -> Move {
        Move { why: Why::Contradiction(set as u16), candidates: Vec::new() }
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self.why, Why::Single(_))
    }

    /// The number of sets used, as [`Step::size`] counts.
    pub(crate) fn size(&self) -> usize {
        match &self.why {
            Why::Single(_) | Why::Contradiction(_) => 0,
            Why::Chain(links) => links.len(),
            Why::Counted { sets, .. } => sets.len(),
            Why::Nested(moves) => 1 + moves.iter().map(Move::size).sum::<usize>(),
        }
    }

    /// Does what the move says, if it holds and changes something. Whether it did.
    pub(crate) fn play(&self, tables: &ConstraintTables, state: &mut ConstraintState) -> bool {
        match &self.why {
            Why::Single(set) => {
                let alone = !state.is_closed((*set).into()) && state.mask((*set).into()).is_power_of_two();
                let placed = alone && state.is_open(self.candidates[0].into());
                if placed {
                    state.place(tables, self.candidates[0].into());
                }
                placed
            }
            Why::Chain(links) => self.take(tables, state, |state, target| chain_holds(tables, state, links, target)),
            Why::Counted { sets, covers } => {
                are_covered(tables, state, sets, covers) && self.take(tables, state, |_, _| true)
            }
            Why::Nested(moves) => self.take(tables, state, |state, target| is_refuted(tables, state, moves, target)),
            Why::Contradiction(set) => state.mask((*set).into()) == 0,
        }
    }

    /// Keeps of a chain or a counted pattern what is still to be taken away; whether there is something.
    pub(crate) fn still_holds(&mut self, tables: &ConstraintTables, state: &ConstraintState) -> bool {
        self.candidates.retain(|candidate| state.is_open((*candidate).into()));
        match &self.why {
            Why::Chain(links) => self.candidates.retain(|target| chain_holds(tables, state, links, *target)),
            Why::Counted { sets, .. } if sets.iter().any(|set| state.is_closed((*set).into())) => {
                self.candidates.clear();
            }
            _ => {}
        }
        !self.candidates.is_empty()
    }

    /// Takes away the candidates that are open and for which it holds. Whether there was one.
    fn take(
        &self,
        tables: &ConstraintTables,
        state: &mut ConstraintState,
        holds: impl Fn(&ConstraintState, u16) -> bool,
    ) -> bool {
        let goes = |candidate: &&u16| state.is_open((**candidate).into()) && holds(state, **candidate);
        let gone: Vec<u16> = self.candidates.iter().filter(goes).copied().collect();
        for candidate in &gone {
            state.eliminate(tables, (*candidate).into());
        }
        !gone.is_empty()
    }

    /// The step, named; the position is the one before it.
    pub(crate) fn step(&self, tables: &ConstraintTables, position: &Position) -> Step {
        let names = || self.candidates.iter().map(|candidate| tables.candidate(*candidate));
        let reason = self.why.reason(tables, position, &self.candidates);
        let placed = self.is_single().then(|| names().next()).flatten();
        let removed = if placed.is_some() { Vec::new() } else { names().collect() };
        Step::new(position, reason, placed, removed)
    }
}

impl Why {
    /// The reason; inner steps of a nested one begin with its candidate placed.
    fn reason(&self, tables: &ConstraintTables, position: &Position, candidates: &[u16]) -> Reason {
        let set = |number: &u16| tables.constraint((*number).into());
        match self {
            Why::Single(number) => Reason::Single(set(number)),
            Why::Chain(links) => {
                let link = |(number, left): &(u16, Option<u16>)| Link {
                    set: set(number),
                    left: left.map(|candidate| tables.candidate(candidate)),
                };
                Reason::Chain(links.iter().map(link).collect())
            }
            Why::Counted { sets, covers } => {
                Reason::Counted { sets: sets.iter().map(set).collect(), covers: covers.iter().map(set).collect() }
            }
            Why::Nested(moves) => {
                let mut position = position.clone();
                position.place(tables.candidate(candidates[0]));
                Reason::Nested(steps(tables, position, moves))
            }
            Why::Contradiction(number) => Reason::Contradiction(set(number)),
        }
    }
}

/// Moves as steps, the first of them taken in this position.
pub(crate) fn steps(tables: &ConstraintTables, mut position: Position, moves: &[Move]) -> Vec<Step> {
    let step = |one: &Move| {
        let step = one.step(tables, &position);
        position.apply(&step);
        step
    };
    moves.iter().map(step).collect()
}

/// Whether each set is left with the candidate that is told, and the last one with none, were the target true.
fn chain_holds(tables: &ConstraintTables, state: &ConstraintState, links: &[(u16, Option<u16>)], target: u16) -> bool {
    links.iter().enumerate().all(|(index, (set, left))| {
        let real = |member: u16| {
            let before = links[..index].iter().filter_map(|(_, left)| *left);
            before.chain([target]).any(|real| tables.are_linked(real.into(), member.into()))
        };
        let set = usize::from(*set);
        let mut has_left = left.is_none();
        let rest = tables.candidates_in(set, state.mask(set)).all(|member| {
            let is_left = Some(member) == *left;
            has_left |= is_left;
            is_left != real(member)
        });
        rest && has_left
    })
}

/// Whether all candidates of the sets are in the covers, and no candidate of the sets is in two of the sets.
fn are_covered(tables: &ConstraintTables, state: &ConstraintState, sets: &[u16], covers: &[u16]) -> bool {
    sets.iter().all(|set| {
        let set = usize::from(*set);
        let covered = |member: u16| tables.constraints_of(member.into()).iter().any(|other| covers.contains(other));
        tables.candidates_in(set, state.mask(set)).all(covered)
    })
}

/// Whether the moves, one after the other, lead from the target to a contradiction.
fn is_refuted(tables: &ConstraintTables, state: &ConstraintState, moves: &[Move], target: u16) -> bool {
    let mut state = state.clone();
    state.place(tables, target.into());
    moves.iter().all(|one| one.play(tables, &mut state))
}
