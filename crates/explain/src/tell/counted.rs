//! Sentences about counting: locked candidates, naked and hidden sets, fish.

use qedoku_puzzle::{House, HouseKind};

use super::Teller;
use super::words::{houses, list};
use crate::name::{Finned, Pattern};
use crate::step::ExactlyOne;

/// What follows "pointing" or "claiming": " pair", " triple".
pub(super) fn kin(places: usize) -> &'static str {
    match places {
        2 => " pair",
        3 => " triple",
        _ => "",
    }
}

impl Teller<'_> {
    pub(super) fn locked(&self, pattern: &Pattern) -> Option<String> {
        let (ExactlyOne::HouseDigit(house, digit), members) = (pattern.set(0), pattern.members(0)) else { return None };
        let board = pattern.board;
        let all_in = |other: &House| members.iter().all(|member| board.houses_of(member.cell).contains(other));
        let mut others = board.houses_of(members.first()?.cell).into_iter();
        let other = others.find(|other| *other != house && all_in(other))?;
        let (kin, digit) = (kin(members.len()), self.words.digit(digit));
        Some(format!("{}{kin}: in {house}, {digit} is only in {other}, so {}.", self.heading(), self.goes()))
    }

    pub(super) fn naked(&self, pattern: &Pattern) -> String {
        let cells = self.words.cells(pattern.all().iter().map(|member| member.cell), "and");
        let digits = self.words.digits(pattern.all().iter().map(|member| member.digit), "and");
        format!("{}: {cells} hold {digits} between them, so {}.", self.heading(), self.goes())
    }

    pub(super) fn hidden(&self, pattern: &Pattern) -> Option<String> {
        let house = pattern.house()?;
        let cells = self.words.cells(pattern.all().iter().map(|member| member.cell), "and");
        let digits = self.words.digits(pattern.all().iter().map(|member| member.digit), "and");
        Some(format!("{}: in {house}, {digits} are only in {cells}, so {}.", self.heading(), self.goes()))
    }

    /// The fins are what is excepted.
    pub(super) fn fish(&self, pattern: &Pattern) -> Option<String> {
        let fish = Finned::new(pattern, &self.step.removed)?;
        let kind = pattern.lines()?;
        let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let digit = self.words.digit(pattern.digit()?);
        let lines = pattern
            .sets()
            .filter_map(|set| if let ExactlyOne::HouseDigit(house, _) = set { Some(house) } else { None });
        let crossing = houses(fish.crossing.iter().map(|line| House::new(across, line.index())));
        let said = format!("{}: in {}, {digit} is only in {crossing}", self.heading(), houses(lines));
        if fish.fins.is_empty() {
            return Some(format!("{said}, so {}.", self.goes()));
        }
        let (fins, are) = (self.words.cells(fish.fins.iter().map(|fin| fin.cell), "or"), self.goes());
        Some(format!("{said}, unless it is at {fins}; either way, {are}."))
    }

    /// Sets that are inside others, without a name.
    pub(super) fn counted(&self, sets: &[ExactlyOne], covers: &[ExactlyOne]) -> String {
        let told = |sets: &[ExactlyOne]| list(&sets.iter().map(|set| self.words.set(*set)).collect::<Vec<_>>(), "and");
        let (inside, outside, goes) = (told(sets), told(covers), self.goes());
        let count = sets.len();
        let heading = self.heading();
        format!("{heading}: all candidates of {inside} are in {count} other sets, {outside}, so {goes}.")
    }
}
