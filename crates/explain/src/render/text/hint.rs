//! Hints on three levels: a house, then the cells and the technique, then the whole step.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Cell, House};

use super::describe_step;
use super::lists::{ListWriter, list_houses};
use super::subsets_and_fish::locked_suffix;
use crate::position::Position;
use crate::step::{ExactlyOne, Justification, Step};
use crate::techniques::{StepPattern, Technique, has_one_open_cell, house_of};

/// Level of a hint: the part of the step that it reveals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HintLevel {
    /// The house to look at.
    House,
    /// The cells to look at, and the technique.
    Cell,
    /// The whole step.
    Reason,
}

/// Describes a hint at a step in English.
pub fn describe_hint(position: &Position, step: &Step, level: HintLevel, alphabet: Option<Alphabet>) -> String {
    match level {
        HintLevel::House => format!("Look at {}.", list_houses(houses_of_step(position, step))),
        HintLevel::Cell => cell_hint(position, step, ListWriter { board: position.board(), alphabet }),
        HintLevel::Reason => describe_step(position, step, alphabet),
    }
}

/// The houses of the pattern; the box of the first changed cell if the pattern is spread over too many.
fn houses_of_step(position: &Position, step: &Step) -> Vec<House> {
    let board = position.board();
    let pattern = StepPattern::of_step(position, step);
    let common_house = || {
        let cells = pattern.candidates().iter().map(|candidate| candidate.cell);
        board.houses().find(|house| cells.clone().all(|cell| board.houses_of(cell).contains(house)))
    };
    let by_technique = match step.technique {
        Technique::FullHouse => {
            let mut around = step.placement.iter().flat_map(|placed| board.houses_of(placed.cell));
            around.find(|house| has_one_open_cell(position, *house)).map(|house| vec![house])
        }
        Technique::NakedSubset(_) => common_house().map(|house| vec![house]),
        Technique::HiddenSubset(_) => pattern.house().map(|house| vec![house]),
        Technique::Fish(_) => Some(pattern.constraints().filter_map(house_of).collect()),
        Technique::HiddenSingle | Technique::Pointing | Technique::Claiming | Technique::Contradiction => {
            pattern.constraints().next().and_then(house_of).map(|house| vec![house])
        }
        _ => None,
    };
    by_technique.unwrap_or_else(|| {
        let blocks = first_cell(step, &pattern).map(|cell| board.houses_of(cell)[2]);
        blocks.into_iter().collect()
    })
}

/// The first cell that the step changes; for a contradiction, which changes none, a cell of its constraint.
fn first_cell(step: &Step, pattern: &StepPattern) -> Option<Cell> {
    let changed = step.placement.iter().chain(&step.eliminations).map(|candidate| candidate.cell);
    let looked_at = pattern.constraints().map(|constraint| match constraint {
        ExactlyOne::Cell(cell) => cell,
        ExactlyOne::HouseDigit(house, _) => pattern.board.cell_of(house, 0),
    });
    changed.chain(looked_at).next()
}

fn cell_hint(position: &Position, step: &Step, lists: ListWriter) -> String {
    let pattern = StepPattern::of_step(position, step);
    let technique = with_article(step.technique);
    let pattern_cells = || lists.cells(pattern.candidates().iter().map(|candidate| candidate.cell), "and");
    match (&step.justification, step.technique) {
        (Justification::Contradiction(ExactlyOne::Cell(cell)), _) => {
            format!("Look at {cell}: it has no candidate left.")
        }
        (Justification::Contradiction(ExactlyOne::HouseDigit(house, digit)), _) => {
            format!("Look at {house}: it has no cell left for {}.", lists.digit(*digit))
        }
        (Justification::Single(_), _) => match step.placement {
            Some(placed) => format!("Look at {}: there is {technique}.", placed.cell),
            None => format!("Look at {}: there is {technique}.", pattern_cells()),
        },
        (_, Technique::Pointing | Technique::Claiming) => {
            let suffix = locked_suffix(pattern.candidates().len());
            format!("Look at {}: there is {technique}{suffix}.", pattern_cells())
        }
        (_, Technique::NakedSubset(_) | Technique::HiddenSubset(_) | Technique::Fish(_)) => {
            format!("Look at {}: there is {technique}.", pattern_cells())
        }
        _ => {
            let cells = lists.cells(step.eliminations.iter().map(|candidate| candidate.cell), "and");
            format!("Look at {cells}: a candidate can be eliminated there by {technique}.")
        }
    }
}

/// `a naked pair`, `an X-wing`, `remote pairs`.
fn with_article(technique: Technique) -> String {
    let name = technique.to_string();
    match technique {
        Technique::RemotePairs | Technique::SimpleColouring => name,
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u', 'X']) => format!("an {name}"),
        _ => format!("a {name}"),
    }
}
