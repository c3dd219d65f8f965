//! Which name a step deserves: exactly the shape that people mean by it, or none.
//!
//! A chain arrives as links from a target: set after set is left with one candidate, the last one with none. Most named
//! techniques are such chains of a certain shape, however their links are ordered:
//!
//! ```text
//!   locked candidates   1 set: a digit in a house, all of whose places the target sees
//!   subset, fish        n sets of one kind, whose candidates are in n sets of another kind
//!   wings, AIC, ...     a path: target - a = b - c = d - target, where = is a set in two parts and - is "sees"
//! ```
//!
//! So a name depends on the sets, their candidates in the position, and what goes; the order of the links is not looked at. If more
//! than one candidate goes, the name must be true of each.

mod pattern;
mod subset;
mod fish;
mod bent;
mod path;
#[cfg(test)]
pub(super) mod tests;

use qedoku_puzzle::{Candidate, House};

use super::position::Position;
use super::step::{ExactlyOne, Link, Reason};
use super::technique::Technique;

pub(super) use fish::Finned;
pub(super) use path::Path;
pub(super) use pattern::{Pattern, linked};

/// The name of a step that takes `removed` away (or places a digit) for a reason that holds in the position.
pub(crate) fn name(position: &Position, reason: &Reason, removed: &[Candidate]) -> Technique {
    match reason {
        Reason::Single(set) => single(position, *set),
        Reason::Chain(links) => chain(position, links, removed),
        Reason::Counted { sets, .. } => {
            let pattern = Pattern::new(position, sets.iter().copied());
            counted(&pattern, removed).unwrap_or(Technique::Counted(sets.len()))
        }
        Reason::Nested(_) => Technique::Nested,
        Reason::Contradiction(_) => Technique::Contradiction,
    }
}

fn single(position: &Position, set: ExactlyOne) -> Technique {
    match set {
        ExactlyOne::Cell(cell)
            if position.board().houses_of(cell).into_iter().any(|house| is_last(position, house)) =>
        {
            Technique::FullHouse
        }
        ExactlyOne::HouseDigit(house, _) if is_last(position, house) => Technique::FullHouse,
        ExactlyOne::Cell(_) => Technique::NakedSingle,
        ExactlyOne::HouseDigit(..) => Technique::HiddenSingle,
    }
}

/// Whether the house has only one cell left without a digit.
pub(super) fn is_last(position: &Position, house: House) -> bool {
    let open = position.board().cells_of(house).filter(|cell| position.placed().get(*cell).is_none());
    open.take(2).count() == 1
}

fn chain(position: &Position, links: &[Link], removed: &[Candidate]) -> Technique {
    let pattern = Pattern::new(position, links.iter().map(|link| link.set));
    let named = counted(&pattern, removed).or_else(|| path::name(&pattern, position, removed));
    named.unwrap_or(Technique::Chain(links.len()))
}

/// The names that are about counting, whether the reason counts or goes candidate by candidate.
fn counted(pattern: &Pattern, removed: &[Candidate]) -> Option<Technique> {
    match pattern.len() {
        1 => subset::locked(pattern, removed),
        _ => subset::subset(pattern, removed).or_else(|| fish::fish(pattern, removed)),
    }
}
