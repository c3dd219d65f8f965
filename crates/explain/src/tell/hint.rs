//! Hints in three strengths: where to look, what to look for, and why.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Cell, House};

use super::counted::kin;
use super::words::{Words, houses};
use super::{sets, tell};
use crate::name::{Pattern, is_last};
use crate::position::Position;
use crate::step::{ExactlyOne, Reason, Step};
use crate::technique::Technique;

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hint {
    /// A house to look at.
    House,
    /// The cells, and the name of the technique.
    Cell,
    /// The whole step.
    Reason,
}

/// A hint at a step, as a sentence.
pub fn hint(position: &Position, step: &Step, hint: Hint, alphabet: Option<Alphabet>) -> String {
    match hint {
        Hint::House => format!("Look at {}.", houses(look_at(position, step))),
        Hint::Cell => look_for(position, step, Words { board: position.board(), alphabet }),
        Hint::Reason => tell(position, step, alphabet),
    }
}

/// The houses that the step is about, or the box where something happens if these are too many.
fn look_at(position: &Position, step: &Step) -> Vec<House> {
    let board = position.board();
    let pattern = Pattern::new(position, sets(&step.reason).into_iter());
    let place = |set| if let ExactlyOne::HouseDigit(house, _) = set { Some(house) } else { None };
    let common = || {
        let cells = pattern.all().iter().map(|member| member.cell);
        board.houses().find(|house| cells.clone().all(|cell| board.houses_of(cell).contains(house)))
    };
    let by_shape = match step.technique {
        Technique::FullHouse => {
            let mut around = step.placed.iter().flat_map(|placed| board.houses_of(placed.cell));
            around.find(|house| is_last(position, *house)).map(|house| vec![house])
        }
        Technique::NakedSet(_) => common().map(|house| vec![house]),
        Technique::HiddenSet(_) => pattern.house().map(|house| vec![house]),
        Technique::Fish(_) => Some(pattern.sets().filter_map(place).collect()),
        Technique::HiddenSingle | Technique::Pointing | Technique::Claiming | Technique::Contradiction => {
            pattern.sets().next().and_then(place).map(|house| vec![house])
        }
        _ => None,
    };
    by_shape.unwrap_or_else(|| vec![board.houses_of(cells(step, &pattern)[0])[2]])
}

/// What the step changes; a contradiction changes nothing.
fn cells(step: &Step, pattern: &Pattern) -> Vec<Cell> {
    let changed = step.placed.iter().chain(&step.removed).map(|candidate| candidate.cell);
    let looked_at = pattern.sets().map(|set| match set {
        ExactlyOne::Cell(cell) => cell,
        ExactlyOne::HouseDigit(house, _) => pattern.board.cell_of(house, 0),
    });
    changed.chain(looked_at).collect()
}

fn look_for(position: &Position, step: &Step, words: Words) -> String {
    let pattern = Pattern::new(position, sets(&step.reason).into_iter());
    let name = with_article(step.technique);
    let members = || words.cells(pattern.all().iter().map(|member| member.cell), "and");
    match (&step.reason, step.technique) {
        (Reason::Contradiction(set), _) => format!("Look at {}: nothing is left there.", words.set(*set)),
        (Reason::Single(_), _) => match step.placed {
            Some(placed) => format!("Look at {}: there is {name}.", placed.cell),
            None => format!("Look at {}: there is {name}.", members()),
        },
        (_, Technique::Pointing | Technique::Claiming) => {
            format!("Look at {}: there is {name}{}.", members(), kin(pattern.all().len()))
        }
        (_, Technique::NakedSet(_) | Technique::HiddenSet(_) | Technique::Fish(_)) => {
            format!("Look at {}: there is {name}.", members())
        }
        _ => {
            let cells = words.cells(step.removed.iter().map(|candidate| candidate.cell), "and");
            format!("Look at {cells}: a candidate goes there, by {name}.")
        }
    }
}

/// `a naked pair`, `an X-wing`, `remote pairs`.
fn with_article(technique: Technique) -> String {
    let name = technique.to_string();
    match technique {
        Technique::RemotePairs | Technique::SimpleColouring | Technique::Nested | Technique::Counted(_) => name,
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u', 'X']) => format!("an {name}"),
        _ => format!("a {name}"),
    }
}
