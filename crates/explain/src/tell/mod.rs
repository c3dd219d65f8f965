//! Steps as sentences: technique, cells, digits, houses, what goes.
//!
//! A sentence speaks of the position before its step. Digits are written with the symbols that the puzzle was read with.

mod words;
mod counted;
mod wings;
mod hint;
#[cfg(test)]
mod tests;

use qedoku_puzzle::Candidate;
use qedoku_puzzle::formats::Alphabet;

use super::name::{Pattern, is_last};
use super::position::Position;
use super::step::{ExactlyOne, Link, Reason, Step};
use super::technique::Technique;
use words::Words;

pub(super) use words::capital;

pub use hint::{Hint, hint};

/// The step in plain English; nested steps are an indented list, all else is one line.
pub fn tell(position: &Position, step: &Step, alphabet: Option<Alphabet>) -> String {
    let teller = Teller { position, step, words: Words { board: position.board(), alphabet } };
    teller.tell()
}

/// Whose candidates a step looks at.
pub(super) fn sets(reason: &Reason) -> Vec<ExactlyOne> {
    match reason {
        Reason::Single(set) | Reason::Contradiction(set) => vec![*set],
        Reason::Chain(links) => links.iter().map(|link| link.set).collect(),
        Reason::Counted { sets, .. } => sets.clone(),
        Reason::Nested(_) => Vec::new(),
    }
}

struct Teller<'a> {
    position: &'a Position,
    step: &'a Step,
    words: Words,
}

impl Teller<'_> {
    fn tell(&self) -> String {
        match &self.step.reason {
            Reason::Single(set) => self.single(*set),
            Reason::Contradiction(set) => format!("Contradiction: {}.", self.nothing_left(*set, "has")),
            Reason::Nested(steps) => self.nested(steps),
            Reason::Chain(links) => self.named().unwrap_or_else(|| self.argument(links)),
            Reason::Counted { sets, covers } => self.named().unwrap_or_else(|| self.counted(sets, covers)),
        }
    }

    /// `X-wing`, at the beginning of a sentence.
    fn heading(&self) -> String {
        capital(&self.step.technique.to_string())
    }

    fn pattern(&self) -> Pattern {
        Pattern::new(self.position, sets(&self.step.reason).into_iter())
    }

    /// `so 3 goes from r1c1`.
    fn goes(&self) -> String {
        self.words.goes(&self.step.removed)
    }

    fn single(&self, set: ExactlyOne) -> String {
        let Some(Candidate { cell, digit }) = self.step.placed.or_else(|| self.position.left(set).next()) else {
            return format!("Contradiction: {}.", self.nothing_left(set, "has"));
        };
        let (heading, digit) = (self.heading(), self.words.digit(digit));
        let mut houses = self.position.board().houses_of(cell).into_iter();
        match (self.step.technique, set) {
            (Technique::FullHouse, ExactlyOne::HouseDigit(house, _)) => {
                format!("{heading}: {cell} is the last open cell of {house}, so it is {digit}.")
            }
            (Technique::FullHouse, ExactlyOne::Cell(_)) => {
                let house = houses.find(|house| is_last(self.position, *house));
                let house = house.map_or_else(|| "its house".into(), |house| house.to_string());
                format!("{heading}: {cell} is the last open cell of {house}, so it is {digit}.")
            }
            (_, ExactlyOne::HouseDigit(house, _)) => {
                format!("{heading}: {digit} has only one place in {house}, {cell}.")
            }
            (_, ExactlyOne::Cell(_)) => format!("{heading}: {cell} can only be {digit}."),
        }
    }

    /// `row 9 would have no place for 2`.
    fn nothing_left(&self, set: ExactlyOne, has: &str) -> String {
        match set {
            ExactlyOne::Cell(cell) => format!("{cell} {has} no digit left"),
            ExactlyOne::HouseDigit(house, digit) => format!("{house} {has} no place for {}", self.words.digit(digit)),
        }
    }

    /// Set after set, from "if" to "so".
    fn argument(&self, links: &[Link]) -> String {
        let were = self.words.were(&self.step.removed);
        let told: Vec<String> = links.iter().map(|link| self.link(*link)).collect();
        let not = self.words.is_not(&self.step.removed);
        format!("{}: if {were}, {}. So {not}.", self.heading(), told.join("; then "))
    }

    fn link(&self, link: Link) -> String {
        match (link.set, link.left) {
            (set, None) => self.nothing_left(set, "would have"),
            (ExactlyOne::Cell(cell), Some(left)) => format!("{cell} could only be {}", self.words.digit(left.digit)),
            (ExactlyOne::HouseDigit(house, digit), Some(left)) => {
                format!("{} in {house} would have to be at {}", self.words.digit(digit), left.cell)
            }
        }
    }

    /// What would follow, as a list; its steps are told in the positions that they would be made in.
    fn nested(&self, steps: &[Step]) -> String {
        let mut position = self.position.clone();
        self.step.removed.iter().for_each(|candidate| position.place(*candidate));
        let were = self.words.were(&self.step.removed);
        let inner = steps.iter().enumerate().map(|(place, step)| {
            let told = tell(&position, step, self.words.alphabet).replace('\n', "\n  ");
            position.apply(step);
            format!("  {}. {told}\n", place + 1)
        });
        let inner: String = inner.collect();
        let (heading, not) = (self.heading(), self.words.is_not(&self.step.removed));
        format!("{heading}: if {were}, it would go on like this.\n{inner}So {not}.")
    }

    /// The sentence of a technique that has one of its own, if the step has that shape.
    fn named(&self) -> Option<String> {
        let pattern = self.pattern();
        match self.step.technique {
            Technique::Pointing | Technique::Claiming => self.locked(&pattern),
            Technique::NakedSet(_) => Some(self.naked(&pattern)),
            Technique::HiddenSet(_) => self.hidden(&pattern),
            Technique::Fish(_) | Technique::FinnedFish(_) | Technique::SashimiFish(_) => self.fish(&pattern),
            Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => self.turbot(&pattern),
            Technique::EmptyRectangle => self.empty_rectangle(&pattern),
            Technique::XyWing => self.xy_wing(&pattern),
            Technique::XyzWing => self.xyz_wing(&pattern),
            Technique::WWing => self.w_wing(&pattern),
            Technique::RemotePairs => self.remote_pairs(&pattern),
            Technique::BentSet(_) => Some(self.bent(&pattern)),
            _ => None,
        }
    }
}
