//! Sentences about locked candidates, subsets, fish and other base/cover patterns.

use qedoku_puzzle::{Cell, House, HouseKind};

use super::StepWriter;
use super::lists::{join_list, list_houses};
use crate::step::ExactlyOne;
use crate::techniques::{ContinuousLoop, FinnedFish, StepPattern, house_of};

/// The word after "pointing" or "claiming": " pair", " triple".
pub(super) fn locked_suffix(candidates: usize) -> &'static str {
    match candidates {
        2 => " pair",
        3 => " triple",
        _ => "",
    }
}

impl StepWriter<'_> {
    pub(super) fn locked_candidates(&self, pattern: &StepPattern) -> Option<String> {
        let ExactlyOne::HouseDigit(house, digit) = pattern.constraints().next()? else { return None };
        let candidates = pattern.candidates_of(0);
        let board = pattern.board;
        let contains_all =
            |other: &House| candidates.iter().all(|candidate| board.houses_of(candidate.cell).contains(other));
        let mut others = board.houses_of(candidates.first()?.cell).into_iter();
        let other = others.find(|other| *other != house && contains_all(other))?;
        let (suffix, digit) = (locked_suffix(candidates.len()), self.lists.digit(digit));
        let (heading, eliminations) = (self.heading(), self.eliminations());
        Some(format!("{heading}{suffix}: in {house}, {digit} is possible only in {other}, so {eliminations}."))
    }

    pub(super) fn naked_subset(&self, pattern: &StepPattern) -> String {
        let [cells, digits] = self.cells_and_digits(pattern);
        let houses = self.houses_of_eliminations(pattern);
        let place = if houses.is_empty() { String::new() } else { format!("in {}, ", list_houses(houses)) };
        format!("{}: {place}{cells} have only the candidates {digits}, so {}.", self.heading(), self.eliminations())
    }

    /// The houses that contain the whole pattern and an eliminated candidate: one as a rule; a pair of cells may share a
    /// line and a box.
    fn houses_of_eliminations(&self, pattern: &StepPattern) -> Vec<House> {
        let board = pattern.board;
        let is_in = |cell: Cell, house: &House| board.houses_of(cell).contains(house);
        let eliminations = &self.step.eliminations;
        let is_shared = |house: &House| {
            pattern.candidates().iter().all(|candidate| is_in(candidate.cell, house))
                && eliminations.iter().any(|candidate| is_in(candidate.cell, house))
        };
        let first = pattern.candidates().first();
        first.map_or(Vec::new(), |first| board.houses_of(first.cell).into_iter().filter(is_shared).collect())
    }

    pub(super) fn hidden_subset(&self, pattern: &StepPattern) -> Option<String> {
        let house = pattern.house()?;
        let [cells, digits] = self.cells_and_digits(pattern);
        let (heading, eliminations) = (self.heading(), self.eliminations());
        Some(format!("{heading}: in {house}, {digits} are possible only in {cells}, so {eliminations}."))
    }

    /// The cells and the digits of all candidates of a pattern.
    pub(super) fn cells_and_digits(&self, pattern: &StepPattern) -> [String; 2] {
        let candidates = || pattern.candidates().iter();
        [
            self.lists.cells(candidates().map(|candidate| candidate.cell), "and"),
            self.lists.digits(candidates().map(|candidate| candidate.digit), "and"),
        ]
    }

    pub(super) fn fish(&self, pattern: &StepPattern) -> Option<String> {
        let fish = FinnedFish::new(pattern, &self.step.eliminations)?;
        let kind = pattern.line_kind()?;
        let cover_kind = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let digit = self.lists.digit(pattern.digit()?);
        let base = list_houses(pattern.constraints().filter_map(house_of));
        let cover = list_houses(fish.cover_lines.iter().map(|line| House::new(cover_kind, line.index())));
        let (heading, eliminations) = (self.heading(), self.eliminations());
        let pattern = format!("{heading}: in {base}, {digit} is possible only in {cover}");
        if fish.fins.is_empty() {
            return Some(format!("{pattern}, so {eliminations}."));
        }
        let fins = self.lists.cells(fish.fins.iter().map(|fin| fin.cell), "and");
        let (fins, one_fin) = match fish.fins.len() {
            1 => (format!("the fin {fins}"), "the fin"),
            _ => (format!("the fins {fins}"), "one of the fins"),
        };
        Some(format!(
            "{pattern}, except for {fins}. Either {one_fin} is {digit} or the fish holds; either way, {eliminations}."
        ))
    }

    /// A base/cover pattern without a name of its own.
    pub(super) fn base_cover(&self, base: &[ExactlyOne], cover: &[ExactlyOne]) -> String {
        if let Some(chain) = ContinuousLoop::new(self.position, base, cover) {
            return self.continuous_loop(&chain);
        }
        let list = |constraints: &[ExactlyOne]| {
            join_list(
                &constraints.iter().map(|constraint| self.lists.constraint(*constraint)).collect::<Vec<_>>(),
                "and",
            )
        };
        let (count, heading, eliminations) = (base.len(), self.heading(), self.eliminations());
        format!(
            "{heading}: all candidates of the {count} base sets {} lie in the {count} cover sets {}, so {eliminations}.",
            list(base),
            list(cover)
        )
    }
}
