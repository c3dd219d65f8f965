//! Sentences about wings and other short chains that players see as a whole.

use qedoku_puzzle::{Candidate, Cell, Digit, House, HouseKind};

use super::StepWriter;
use super::lists::join_list;
use crate::techniques::{Aic, StepPattern, are_linked, house_of};

impl StepWriter<'_> {
    /// The chain without groups that the constraints of a pattern form, if they form one with `strong_links` strong links.
    fn ungrouped_aic<'a>(&self, pattern: &'a StepPattern, strong_links: usize) -> Option<Aic<'a>> {
        let aic = Aic::new(pattern, &self.step.eliminations)?;
        (aic.strong_links().len() == strong_links && !aic.is_grouped()).then_some(aic)
    }

    /// Skyscraper, two-string kite, turbot fish.
    pub(super) fn turbot_fish(&self, pattern: &StepPattern) -> Option<String> {
        let aic = self.ungrouped_aic(pattern, 2)?;
        let digit = self.lists.digit(pattern.digit()?);
        let ([first, second], [third, last]) = (aic.link_ends(0), aic.link_ends(1));
        let shared = self.shared_house(second, third)?;
        let [first_house, last_house] = [link_house(&aic, pattern, 0)?, link_house(&aic, pattern, 1)?];
        let [first, second, third, last] = [first, second, third, last].map(|end| end.cell);
        Some(format!(
            "{}: in {first_house}, {digit} is in {first} or {second}; in {last_house}, it is in {third} or {last}. {second} and \
             {third} share {shared}, so they cannot both be {digit}. Therefore {first} or {last} is {digit}, and {}.",
            self.heading(),
            self.eliminations()
        ))
    }

    /// A house that contains both candidates, lines before boxes.
    fn shared_house(&self, one: Candidate, other: Candidate) -> Option<House> {
        let board = self.position.board();
        let theirs = board.houses_of(other.cell);
        board.houses_of(one.cell).into_iter().find(|house| theirs.contains(house))
    }

    pub(super) fn empty_rectangle(&self, pattern: &StepPattern) -> Option<String> {
        let aic = Aic::new(pattern, &self.step.eliminations).filter(|aic| aic.strong_links().len() == 2)?;
        let is_box =
            |link: usize| link_house(&aic, pattern, link).is_some_and(|house| house.kind() == HouseKind::Block);
        let box_index = (0..2).find(|link| is_box(*link))?;
        let (block, line) = (link_house(&aic, pattern, box_index)?, link_house(&aic, pattern, 1 - box_index)?);
        let mut ends = aic.link_ends(1 - box_index);
        if box_index == 0 {
            ends.reverse(); // The end that sees candidates of the box comes last.
        }
        let block_candidates = pattern.candidates_of(aic.strong_links()[box_index].constraint).iter();
        let rest = block_candidates.filter(|candidate| !are_linked(pattern.board, **candidate, ends[1]));
        let rest = self.lists.cells(rest.map(|candidate| candidate.cell), "and");
        let [far, near] = ends.map(|end| end.cell);
        let digit = self.lists.digit(pattern.digit()?);
        Some(format!(
            "{}: in {line}, {digit} is in {far} or {near}. If {near} is {digit}, then in {block}, {digit} is possible only in \
             {rest}. Either way, {}.",
            self.heading(),
            self.eliminations()
        ))
    }

    pub(super) fn xy_wing(&self, pattern: &StepPattern) -> Option<String> {
        let aic = self.ungrouped_aic(pattern, 3)?;
        let [pincer, x] = aic.link_ends(0);
        let [_, y] = aic.link_ends(1);
        let other = aic.link_ends(2)[1];
        let pincers = [(x.digit, pincer.cell), (y.digit, other.cell)];
        self.wing(y.cell, &[x.digit, y.digit], pincers, "one of the pincers")
    }

    pub(super) fn xyz_wing(&self, pattern: &StepPattern) -> Option<String> {
        let common = self.step.eliminations.first()?.digit;
        let pivot_index = (0..pattern.len()).find(|index| pattern.candidates_of(*index).len() == 3)?;
        let pivot = pattern.candidates_of(pivot_index);
        let pincers: Vec<(Digit, Cell)> = (0..pattern.len())
            .filter(|index| *index != pivot_index)
            .filter_map(|index| pattern.candidates_of(index).iter().find(|candidate| candidate.digit != common))
            .map(|candidate| (candidate.digit, candidate.cell))
            .collect();
        let digits: Vec<Digit> = pivot.iter().map(|candidate| candidate.digit).collect();
        self.wing(pivot[0].cell, &digits, pincers.try_into().ok()?, "one of the three cells")
    }

    /// `pincers`: the digit of the pivot that leaves a pincer with the common digit, and the pincer.
    fn wing(&self, pivot: Cell, digits: &[Digit], pincers: [(Digit, Cell); 2], holder: &str) -> Option<String> {
        let common = self.lists.digit(self.step.eliminations.first()?.digit);
        let [(x, first), (y, second)] = pincers.map(|(digit, pincer)| (self.lists.digit(digit), pincer));
        let digits = self.lists.digits(digits.iter().copied(), "or");
        Some(format!(
            "{}: the pivot {pivot} is {digits}. If it is {x}, {first} is {common}; if it is {y}, {second} is {common}. So \
             {holder} is {common}, and {}.",
            self.heading(),
            self.eliminations()
        ))
    }

    pub(super) fn w_wing(&self, pattern: &StepPattern) -> Option<String> {
        let aic = self.ungrouped_aic(pattern, 3)?;
        let [[one, joined], [near, far], [_, other]] = [aic.link_ends(0), aic.link_ends(1), aic.link_ends(2)];
        let house = link_house(&aic, pattern, 1)?;
        let digits = self.lists.digits([one.digit, joined.digit], "and");
        let [first, second] = [joined, one].map(|end| self.lists.digit(end.digit));
        let [one, other, near, far] = [one, other, near, far].map(|end| end.cell);
        Some(format!(
            "{}: {one} and {other} both have only the candidates {digits}. In {house}, {first} is in {near} or {far}, so {one} \
             and {other} cannot both be {first}. One of them is {second}, and {}.",
            self.heading(),
            self.eliminations()
        ))
    }

    pub(super) fn remote_pairs(&self, pattern: &StepPattern) -> Option<String> {
        let aic = self.ungrouped_aic(pattern, pattern.len())?;
        let cells: Vec<String> = (0..pattern.len()).map(|link| aic.link_ends(link)[0].cell.to_string()).collect();
        let digits = self.lists.digits(aic.link_ends(0).map(|end| end.digit), "and");
        let [first, last] = [cells.first()?, cells.last()?];
        Some(format!(
            "{}: {} all have only the candidates {digits}, and each sees the next, so the digits alternate. One of {first} and \
             {last} is therefore {}, and {}.",
            self.heading(),
            join_list(&cells, "and"),
            self.lists.digit(self.step.eliminations.first()?.digit),
            self.eliminations()
        ))
    }

    pub(super) fn bent_subset(&self, pattern: &StepPattern) -> Option<String> {
        let common = self.step.eliminations.first()?.digit;
        let [cells, digits] = self.cells_and_digits(pattern);
        let restricted = pattern.candidates().iter().map(|candidate| candidate.digit).filter(|digit| *digit != common);
        let (restricted, common) = (self.lists.digits(restricted, "and"), self.lists.digit(common));
        Some(format!(
            "{}: {cells} have only the candidates {digits}. {restricted} can each be placed there only once, so one of the \
             cells is {common}, and {}.",
            self.heading(),
            self.eliminations()
        ))
    }
}

/// The house of a strong link.
fn link_house(aic: &Aic<'_>, pattern: &StepPattern, link: usize) -> Option<House> {
    house_of(pattern.constraint(aic.strong_links()[link].constraint))
}
