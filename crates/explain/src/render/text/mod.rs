//! Steps as English sentences: technique, pattern, conclusion.
//!
//! A sentence describes the position before its step. Digits are written with the symbols of the puzzle's input.
//!
//! Techniques that players see as a whole (subsets, fish, wings) have sentences of their own. Every other chain is described
//! link by link ([`chains`]).

mod lists;
mod subsets_and_fish;
mod wings;
mod chains;
mod patterns;
mod uniqueness;
mod found_chains;
mod hint;
#[cfg(test)]
mod tests;

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::message_text::pluralize;
use qedoku_puzzle::{Candidate, House};

use crate::position::Position;
use crate::step::{ExactlyOne, Justification, Step};
use crate::techniques::{StepPattern, Technique, has_one_open_cell};
pub(crate) use found_chains::chain_nodes;
pub(crate) use lists::ListWriter;

pub(crate) use lists::capitalize;

pub use hint::{HintLevel, describe_hint};

/// Constraints up to which a chain is described link by link. Nobody follows a longer one in his head.
const MAX_DESCRIBED_SIZE: usize = 12;

/// Describes a step in English. Steps that are trial and error in practice ([`is_trial_and_error`]) are summarised in one
/// line; [`describe_step_in_full`] has their details.
pub fn describe_step(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> String {
    let writer = StepWriter::new(position, step, alphabet);
    if is_trial_and_error(step) { writer.summary() } else { writer.describe() }
}

/// Describes a step in English with all links of a long chain, and with an indented list of the inner steps of a nested
/// forcing chain.
pub fn describe_step_in_full(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> String {
    StepWriter::new(position, step, alphabet).describe()
}

/// Whether a step is trial and error for a person: a nested forcing chain, or a chain of more than 12 constraints.
pub fn is_trial_and_error(step: &Step) -> bool {
    match &step.justification {
        Justification::Nested(_) => true,
        Justification::Chain(links) => links.len() > MAX_DESCRIBED_SIZE,
        _ => false,
    }
}

/// Writes the sentence of one step.
struct StepWriter<'a> {
    position: &'a Position,
    step: &'a Step,
    lists: ListWriter,
}

impl<'a> StepWriter<'a> {
    fn new(position: &'a Position, step: &'a Step, alphabet: Option<Alphabet>) -> StepWriter<'a> {
        StepWriter { position, step, lists: ListWriter { board: position.board(), alphabet } }
    }

    fn describe(&self) -> String {
        match &self.step.justification {
            Justification::Single(constraint) => self.single(*constraint),
            Justification::Contradiction(constraint) => self.contradiction(*constraint),
            Justification::Nested(steps) => self.nested_forcing_chain(steps),
            Justification::Chain(links) => {
                let pattern = self.pattern();
                self.named_technique(&pattern).unwrap_or_else(|| self.chain(&pattern, links))
            }
            Justification::BaseCover { base, cover } => {
                self.named_technique(&self.pattern()).unwrap_or_else(|| self.base_cover(base, cover))
            }
            Justification::Pattern(pattern) => {
                self.named_technique(&self.pattern()).unwrap_or_else(|| self.found_pattern(pattern))
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

    /// `Nested forcing chain (trial and error): if r1c1 were 4, 6 steps of up to 5 constraints would lead to a
    /// contradiction: row 9 would have no cell left for 2. So r1c1 is not 4.`
    fn summary(&self) -> String {
        let (work, end) = match &self.step.justification {
            Justification::Nested(steps) => {
                // The last inner step is the contradiction.
                let count = pluralize(steps.len().saturating_sub(1) as u64, "step");
                let largest = steps.iter().map(Step::size).max().unwrap_or_default();
                let sizes = if largest > 1 { format!(" of up to {largest} constraints") } else { String::new() };
                let end = steps.last().and_then(|last| match last.justification {
                    Justification::Contradiction(constraint) => Some(constraint),
                    _ => None,
                });
                (format!("{count}{sizes}"), end)
            }
            Justification::Chain(links) => {
                (pluralize(links.len() as u64, "constraint"), links.last().map(|link| link.constraint))
            }
            _ => return self.describe(),
        };
        let end = end.map_or(String::new(), |end| format!(": {}", self.no_candidate_left(end, "would have")));
        let (heading, assumption) = (self.heading(), self.lists.were(&self.step.eliminations));
        let conclusion = self.lists.is_not(&self.step.eliminations);
        format!(
            "{heading} (trial and error): if {assumption}, {work} would lead to a contradiction{end}. So {conclusion}."
        )
    }

    /// The inner steps as a list, each in the position that the assumption and the inner steps before it lead to.
    fn nested_forcing_chain(&self, steps: &[Step]) -> String {
        let mut position = self.position.clone();
        self.step.eliminations.iter().for_each(|candidate| position.place(*candidate));
        let assumption = self.lists.were(&self.step.eliminations);
        let inner = steps.iter().zip(1..).map(|(step, number)| {
            let sentence = describe_step_in_full(&position, step, self.lists.alphabet).replace('\n', "\n  ");
            position.apply(step);
            format!("  {number}. {sentence}\n")
        });
        let inner: String = inner.collect();
        let (heading, conclusion) = (self.heading(), self.lists.is_not(&self.step.eliminations));
        format!("{heading}: if {assumption}, these steps would lead to a contradiction.\n{inner}So {conclusion}.")
    }

    /// The sentence of a technique that has one of its own; `None` if the step does not have the shape of its technique.
    fn named_technique(&self, pattern: &StepPattern) -> Option<String> {
        match self.step.technique {
            Technique::Pointing | Technique::Claiming => self.locked_candidates(pattern),
            Technique::LockedSubset(_) | Technique::NakedSubset(_) => Some(self.naked_subset(pattern)),
            Technique::HiddenSubset(_) => self.hidden_subset(pattern),
            Technique::Fish(_) | Technique::FinnedFish(_) | Technique::SashimiFish(_) => self.fish(pattern),
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => self.turbot_fish(pattern),
            Technique::EmptyRectangle => self.empty_rectangle(pattern),
            Technique::XyWing => self.xy_wing(pattern),
            Technique::XyzWing => self.xyz_wing(pattern),
            Technique::WWing => self.w_wing(pattern),
            Technique::RemotePairs => self.remote_pairs(pattern),
            Technique::BentNakedSubset(_) => self.bent_subset(pattern),
            _ => None,
        }
    }
}
