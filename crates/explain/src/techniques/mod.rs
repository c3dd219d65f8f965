//! Technique recognition: which Sudoku technique a step is.
//!
//! Recognition gets a justification (a chain of links, or base and cover sets) and the eliminations. Most techniques are chains
//! of a certain shape, in whatever order the search found the links:
//!
//! ```text
//!   locked candidates   1 constraint: a digit in a house, all of whose candidates see the target
//!   subset, fish        n constraints of one kind, whose candidates lie in n constraints of another kind
//!   wings, AIC, ...     an alternating chain: target - a = b - c = d - target, with strong (=) and weak (-) links
//! ```
//!
//! A technique therefore depends on the constraints, their candidates in the position and the eliminations only, not on the
//! order of the links. If a step has several eliminations, the technique must hold for each of them.

mod technique;
mod definition;
mod hodoku;
mod technique_set;
mod pattern;
mod subset;
mod fish;
mod bent_subset;
mod aic;
mod forcing_chain;
mod continuous_loop;
#[cfg(test)]
pub(crate) mod tests;

use qedoku_puzzle::{Candidate, House};

use super::position::Position;
use super::step::{ChainLink, ExactlyOne, Justification};

pub(crate) use aic::{Aic, ChainNodes};
pub(crate) use continuous_loop::ContinuousLoop;
pub(crate) use fish::FinnedFish;
pub(crate) use forcing_chain::ForcingChain;
pub use hodoku::HodokuLevel;
pub(crate) use pattern::{StepPattern, are_linked, constraints_of, house_of};
pub use technique::Technique;
pub use technique_set::{TechniqueSet, UnknownTechniqueError};

/// The technique of a step with these eliminations (or a placement), whose justification holds in `position`.
pub(crate) fn recognize(position: &Position, justification: &Justification, eliminations: &[Candidate]) -> Technique {
    match justification {
        Justification::Single(constraint) => recognize_single(position, *constraint),
        Justification::Chain(links) => recognize_chain(position, links, eliminations),
        Justification::BaseCover { base, cover } => {
            let pattern = StepPattern::new(position, base.iter().copied());
            recognize_base_cover(&pattern, eliminations)
                .or_else(|| ContinuousLoop::new(position, base, cover).map(|closed| closed.technique()))
                .unwrap_or(Technique::BaseCover(base.len()))
        }
        // Finders of patterns name their steps themselves.
        Justification::Pattern(pattern) => Technique::BaseCover(pattern.constraints.len()),
        Justification::Nested(_) => Technique::NestedForcingChain,
        Justification::Contradiction(_) => Technique::Contradiction,
    }
}

fn recognize_single(position: &Position, constraint: ExactlyOne) -> Technique {
    match constraint {
        ExactlyOne::Cell(cell)
            if position.board().houses_of(cell).into_iter().any(|house| has_one_open_cell(position, house)) =>
        {
            Technique::FullHouse
        }
        ExactlyOne::HouseDigit(house, _) if has_one_open_cell(position, house) => Technique::FullHouse,
        ExactlyOne::Cell(_) => Technique::NakedSingle,
        ExactlyOne::HouseDigit(..) => Technique::HiddenSingle,
    }
}

/// Whether exactly one cell of the house is open.
pub(crate) fn has_one_open_cell(position: &Position, house: House) -> bool {
    let open = position.board().cells_of(house).filter(|cell| position.placed().get(*cell).is_none());
    open.take(2).count() == 1
}

fn recognize_chain(position: &Position, links: &[ChainLink], eliminations: &[Candidate]) -> Technique {
    let pattern = StepPattern::new(position, links.iter().map(|link| link.constraint));
    let named = recognize_base_cover(&pattern, eliminations)
        .or_else(|| aic::recognize_chain_shape(&pattern, position, eliminations));
    named.unwrap_or(Technique::Braid(links.len()))
}

/// Locked candidates, subsets and fish. The search may justify them by base and cover sets or by a chain.
fn recognize_base_cover(pattern: &StepPattern, eliminations: &[Candidate]) -> Option<Technique> {
    match pattern.len() {
        1 => subset::locked_candidates(pattern, eliminations),
        _ => subset::subset(pattern, eliminations).or_else(|| fish::basic_fish(pattern, eliminations)),
    }
}
