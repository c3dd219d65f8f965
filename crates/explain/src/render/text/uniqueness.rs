//! Sentences about uniqueness techniques: the second solution that a deadly pattern would allow, and what avoids it.

use qedoku_puzzle::{Candidate, ExactlyOne};

use super::StepWriter;
use super::found_chains::houses_by_kind;
use crate::patterns::{DeadlyPattern, PartRole, Pattern};
use crate::techniques::{Technique, house_of};

impl StepWriter<'_> {
    /// The sentence of a uniqueness technique.
    pub(super) fn uniqueness(&self, deadly: &DeadlyPattern, pattern: &Pattern) -> String {
        let (heading, eliminations) = (self.heading(), self.eliminations());
        if self.step.technique == Technique::Bug {
            let extra = self.one_is_true(&extra_candidates(pattern));
            return format!(
                "{heading}: without {}, every open cell would have two candidates and every digit two cells in each house, so the \
                 puzzle would not have exactly one solution. So {extra}, and {eliminations}.",
                self.candidate_list(&extra_candidates(pattern), "and")
            );
        }
        let cells = self.lists.cells(deadly.cells.iter().map(|(cell, _)| *cell), "and");
        let digits = self.lists.digits(deadly.cells.iter().flat_map(|(_, pair)| *pair), "and");
        let premise = format!(
            "{heading}: if {cells} held only {digits}, these digits could be exchanged, and the puzzle would have a second solution."
        );
        format!("{premise} {}{eliminations}.", self.consequence(pattern))
    }

    /// From "one of the extra candidates is true" to the conclusion.
    fn consequence(&self, pattern: &Pattern) -> String {
        let extra = extra_candidates(pattern);
        let house_constraints: Vec<ExactlyOne> =
            pattern.constraints.iter().copied().filter(|one| house_of(*one).is_some()).collect();
        let houses = if house_constraints.is_empty() { String::new() } else { houses_by_kind(&house_constraints) };
        let confined = house_constraints.iter().find_map(|constraint| match constraint {
            ExactlyOne::HouseDigit(_, digit) => Some(self.lists.digit(*digit)),
            ExactlyOne::Cell(_) => None,
        });
        let confined = confined.unwrap_or_default();
        let eliminated = self.lists.digits(self.step.eliminations.iter().map(|one| one.digit), "or");
        let cells = self.lists.cells(self.step.eliminations.iter().map(|one| one.cell), "or");
        let set = pattern.parts.iter().find(|part| part.role == PartRole::AlmostLockedSet);
        match self.step.technique {
            _ if set.is_some() => {
                let set = set.map_or(&[][..], |part| &part.candidates[..]);
                let all = self.lists.digits(set.iter().chain(&extra).map(|one| one.digit), "and");
                let others = self.lists.cells(set.iter().map(|one| one.cell), "and");
                let holders = self.lists.cells(extra.iter().map(|one| one.cell), "or");
                let digits = self.lists.digits(extra.iter().map(|one| one.digit), "or");
                format!("So {holders} is {digits}. Together with {others}, that is a naked subset of {all}, and ")
            }
            Technique::UniqueRectangle(4) | Technique::UniqueLoop if !houses.is_empty() => format!(
                "In {houses}, {confined} is possible only in two of these cells, so one of the two is {confined}; if the other were \
                 {eliminated}, that would be the forbidden pattern. So "
            ),
            Technique::UniqueRectangle(6) => format!(
                "In {houses}, {confined} is possible only in these cells: if {cells} were {confined}, {confined} would also be in the \
                 opposite corner, and the other two would hold the other digit. So "
            ),
            Technique::HiddenRectangle => format!(
                "In {houses}, {confined} is possible only in these cells: if {cells} were {eliminated}, both neighbours in the \
                 rectangle would be {confined}, and the opposite corner {eliminated}. So "
            ),
            _ => format!("So {}, and ", self.one_is_true(&extra)),
        }
    }

    /// `r1c5 is 7`, `r1c5 or r1c6 is 7`, `r7c8 is 2 or 5`, `one of 5 in r1c2 and 7 in r3c4 is true`.
    pub(super) fn one_is_true(&self, extra: &[Candidate]) -> String {
        let Some(first) = extra.first() else { return "one of the others is true".to_owned() };
        let is_one_cell = extra.iter().all(|one| one.cell == first.cell);
        let is_one_digit = extra.iter().all(|one| one.digit == first.digit);
        if is_one_cell || is_one_digit {
            return self.is(extra);
        }
        format!("one of {} is true", self.candidate_list(extra, "and"))
    }
}

/// The candidates outside the deadly pattern, one of which is true.
fn extra_candidates(pattern: &Pattern) -> Vec<Candidate> {
    let extra = pattern.parts.iter().filter(|part| part.role == PartRole::Extra);
    extra.flat_map(|part| part.candidates.iter().copied()).collect()
}
