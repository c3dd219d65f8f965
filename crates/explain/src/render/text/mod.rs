//! Steps as English sentences: technique, pattern, conclusion.
//!
//! A sentence describes the position before its step. Digits are written with the symbols of the puzzle's input.
//!
//! Techniques that players see as a whole (subsets, fish, wings) have sentences of their own. Every other chain is described
//! link by link: "if r1c9 were 8, r1c1 could only be 3; then ...".

mod lists;
mod subsets_and_fish;
mod wings;
mod hint;
#[cfg(test)]
mod tests;

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Candidate, House};

use crate::position::Position;
use crate::step::{ChainLink, ExactlyOne, Justification, Step};
use crate::techniques::{StepPattern, Technique, has_one_open_cell};
use lists::ListWriter;

pub(crate) use lists::capitalize;

pub use hint::{HintLevel, describe_hint};

/// Describes a step in English: one line, and for a nested forcing chain an indented list of its inner steps.
pub fn describe_step(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> String {
    StepWriter { position, step, lists: ListWriter { board: position.board(), alphabet } }.describe()
}

/// Writes the sentence of one step.
struct StepWriter<'a> {
    position: &'a Position,
    step: &'a Step,
    lists: ListWriter,
}

impl StepWriter<'_> {
    fn describe(&self) -> String {
        match &self.step.justification {
            Justification::Single(constraint) => self.single(*constraint),
            Justification::Contradiction(constraint) => self.contradiction(*constraint),
            Justification::Nested(steps) => self.nested_forcing_chain(steps),
            Justification::Chain(links) => self.named_technique().unwrap_or_else(|| self.chain(links)),
            Justification::BaseCover { base, cover } => {
                self.named_technique().unwrap_or_else(|| self.base_cover(base, cover))
            }
        }
    }

    /// The technique as the start of a sentence: `X-wing`.
    fn heading(&self) -> String {
        capitalize(&self.step.technique.to_string())
    }

    fn pattern(&self) -> StepPattern {
        StepPattern::of_step(self.position, self.step)
    }

    /// `3 can be eliminated from r1c1`.
    fn eliminations(&self) -> String {
        self.lists.describe_eliminations(&self.step.eliminations)
    }

    fn single(&self, constraint: ExactlyOne) -> String {
        let Some(Candidate { cell, digit }) =
            self.step.placement.or_else(|| self.position.candidates_in(constraint).next())
        else {
            return self.contradiction(constraint);
        };
        let (heading, digit) = (self.heading(), self.lists.digit(digit));
        match (self.step.technique, constraint) {
            (Technique::FullHouse, ExactlyOne::HouseDigit(house, _)) => {
                format!("{heading}: {cell} is the last open cell of {house}, so it is {digit}.")
            }
            (Technique::FullHouse, ExactlyOne::Cell(_)) => {
                let mut houses = self.position.board().houses_of(cell).into_iter();
                let house = houses.find(|house| has_one_open_cell(self.position, *house));
                let house = house.as_ref().map_or_else(|| "its house".into(), House::to_string);
                format!("{heading}: {cell} is the last open cell of {house}, so it is {digit}.")
            }
            (_, ExactlyOne::HouseDigit(house, _)) => format!("{heading}: in {house}, only {cell} can be {digit}."),
            (_, ExactlyOne::Cell(_)) => format!("{heading}: {cell} can only be {digit}."),
        }
    }

    fn contradiction(&self, constraint: ExactlyOne) -> String {
        format!("Contradiction: {}.", self.no_candidate_left(constraint, "has"))
    }

    /// `row 9 would have no cell left for 2`.
    fn no_candidate_left(&self, constraint: ExactlyOne, has: &str) -> String {
        match constraint {
            ExactlyOne::Cell(cell) => format!("{cell} {has} no candidate left"),
            ExactlyOne::HouseDigit(house, digit) => {
                format!("{house} {has} no cell left for {}", self.lists.digit(digit))
            }
        }
    }

    /// Link by link, from the assumption to its refutation.
    fn chain(&self, links: &[ChainLink]) -> String {
        let assumption = self.lists.were(&self.step.eliminations);
        let links: Vec<String> = links.iter().map(|link| self.link(*link)).collect();
        let conclusion = self.lists.is_not(&self.step.eliminations);
        format!("{}: if {assumption}, {}. So {conclusion}.", self.heading(), links.join("; then "))
    }

    fn link(&self, link: ChainLink) -> String {
        match (link.constraint, link.candidate) {
            (constraint, None) => self.no_candidate_left(constraint, "would have"),
            (ExactlyOne::Cell(cell), Some(implied)) => {
                format!("{cell} could only be {}", self.lists.digit(implied.digit))
            }
            (ExactlyOne::HouseDigit(house, digit), Some(implied)) => {
                format!("{} in {house} could only be in {}", self.lists.digit(digit), implied.cell)
            }
        }
    }

    /// The inner steps as a list, each in the position that the assumption and the inner steps before it lead to.
    fn nested_forcing_chain(&self, steps: &[Step]) -> String {
        let mut position = self.position.clone();
        self.step.eliminations.iter().for_each(|candidate| position.place(*candidate));
        let assumption = self.lists.were(&self.step.eliminations);
        let inner = steps.iter().zip(1..).map(|(step, number)| {
            let sentence = describe_step(&position, step, self.lists.alphabet).replace('\n', "\n  ");
            position.apply(step);
            format!("  {number}. {sentence}\n")
        });
        let inner: String = inner.collect();
        let (heading, conclusion) = (self.heading(), self.lists.is_not(&self.step.eliminations));
        format!("{heading}: if {assumption}, these steps would lead to a contradiction.\n{inner}So {conclusion}.")
    }

    /// The sentence of a technique that has one of its own; `None` if the step does not have the shape of its technique.
    fn named_technique(&self) -> Option<String> {
        let pattern = self.pattern();
        match self.step.technique {
            Technique::Pointing | Technique::Claiming => self.locked_candidates(&pattern),
            Technique::NakedSubset(_) => Some(self.naked_subset(&pattern)),
            Technique::HiddenSubset(_) => self.hidden_subset(&pattern),
            Technique::Fish(_) | Technique::FinnedFish(_) | Technique::SashimiFish(_) => self.fish(&pattern),
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => self.turbot_fish(&pattern),
            Technique::EmptyRectangle => self.empty_rectangle(&pattern),
            Technique::XyWing => self.xy_wing(&pattern),
            Technique::XyzWing => self.xyz_wing(&pattern),
            Technique::WWing => self.w_wing(&pattern),
            Technique::RemotePairs => self.remote_pairs(&pattern),
            Technique::BentNakedSubset(_) => self.bent_subset(&pattern),
            _ => None,
        }
    }
}
