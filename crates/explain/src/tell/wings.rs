//! Sentences about wings and other short chains, which people see as a whole.

use qedoku_puzzle::{Candidate, Cell, Digit, HouseKind};

use super::Teller;
use super::words::list;
use crate::name::{Path, Pattern, linked};
use crate::step::ExactlyOne;

impl Teller<'_> {
    /// Two houses with two places each: skyscraper, two-string kite, turbot fish.
    pub(super) fn turbot(&self, pattern: &Pattern) -> Option<String> {
        let path = Path::new(pattern, &self.step.removed).filter(Path::is_plain)?;
        let digit = self.words.digit(pattern.digit()?);
        let ([one, near], [next, other]) = (path.ends(0), path.ends(1));
        let house = |turn: usize| house_of(pattern.set(path.turns()[turn].set));
        let meeting = self.meeting(near, next)?;
        Some(format!(
            "{}: {digit} has two places in {}, {} and {}, and two in {}, {} and {}. {} and {} share {meeting}, so {} or {} is \
             {digit}, and {}.",
            self.heading(),
            house(0)?,
            one.cell,
            near.cell,
            house(1)?,
            next.cell,
            other.cell,
            near.cell,
            next.cell,
            one.cell,
            other.cell,
            self.goes()
        ))
    }

    /// The house in which two candidates see each other, lines before boxes.
    fn meeting(&self, one: Candidate, other: Candidate) -> Option<qedoku_puzzle::House> {
        let board = self.position.board();
        let theirs = board.houses_of(other.cell);
        board.houses_of(one.cell).into_iter().find(|house| theirs.contains(house))
    }

    pub(super) fn empty_rectangle(&self, pattern: &Pattern) -> Option<String> {
        let path = Path::new(pattern, &self.step.removed)?;
        let turns = path.turns();
        let is_box =
            |turn: usize| house_of(pattern.set(turns[turn].set)).is_some_and(|house| house.kind() == HouseKind::Block);
        let at_box = (0..2).find(|turn| is_box(*turn))?;
        let (block, line) = (house_of(pattern.set(turns[at_box].set))?, house_of(pattern.set(turns[1 - at_box].set))?);
        let mut ends = path.ends(1 - at_box);
        if at_box == 0 {
            ends.reverse(); // now the end that the box sees comes last
        }
        let members = pattern.members(turns[at_box].set).iter();
        let rest = members.filter(|member| !linked(pattern.board, **member, ends[1])).map(|member| member.cell);
        let (rest, [far, near]) = (self.words.cells(rest, "or"), ends.map(|end| end.cell));
        let digit = self.words.digit(pattern.digit()?);
        Some(format!(
            "{}: in {line}, {digit} is at {far} or at {near}. At {near}, it would leave {block} only {rest} for {digit}. \
             Either way, {}.",
            self.heading(),
            self.goes()
        ))
    }

    pub(super) fn xy_wing(&self, pattern: &Pattern) -> Option<String> {
        let path = Path::new(pattern, &self.step.removed).filter(Path::is_plain)?;
        let [wing, x] = path.ends(0);
        let [_, y] = path.ends(1);
        let other = path.ends(2)[1];
        let pivot = (y.cell, vec![x.digit, y.digit]);
        Some(self.wing(&pivot, [(x.digit, wing.cell), (y.digit, other.cell)], "two"))
    }

    pub(super) fn xyz_wing(&self, pattern: &Pattern) -> Option<String> {
        let common = self.step.removed.first()?.digit;
        let at = (0..pattern.len()).find(|set| pattern.members(*set).len() == 3)?;
        let pivot = pattern.members(at);
        let wings: Vec<(Digit, Cell)> = (0..pattern.len())
            .filter(|set| *set != at)
            .filter_map(|set| pattern.members(set).iter().find(|member| member.digit != common))
            .map(|member| (member.digit, member.cell))
            .collect();
        let wings = wings.try_into().ok()?;
        Some(self.wing(&(pivot[0].cell, pivot.iter().map(|member| member.digit).collect()), wings, "three"))
    }

    fn wing(&self, pivot: &(Cell, Vec<Digit>), wings: [(Digit, Cell); 2], count: &str) -> String {
        let common = self.words.digit(self.step.removed[0].digit);
        let [one, other] = wings.map(|(digit, wing)| format!("if {}, {wing} is {common}", self.words.digit(digit)));
        let digits = self.words.digits(pivot.1.iter().copied(), "or");
        let whose = if count == "two" { "So one of the two wings" } else { "So one of the three cells" };
        format!(
            "{}: {} is {digits}; {one}; {other}. {whose} is {common}, and {}.",
            self.heading(),
            pivot.0,
            self.goes()
        )
    }

    pub(super) fn w_wing(&self, pattern: &Pattern) -> Option<String> {
        let path = Path::new(pattern, &self.step.removed).filter(Path::is_plain)?;
        let [[one, joined], [near, far], [_, other]] = [path.ends(0), path.ends(1), path.ends(2)];
        let house = house_of(pattern.set(path.turns()[1].set))?;
        let [first, second] = [joined, one].map(|end| self.words.digit(end.digit));
        Some(format!(
            "{}: {} and {} both hold {}. In {house}, {first} is at {} or {}, so they cannot both be {first}; one of them is \
             {second}, and {}.",
            self.heading(),
            one.cell,
            other.cell,
            self.words.digits([one.digit, joined.digit], "and"),
            near.cell,
            far.cell,
            self.goes()
        ))
    }

    pub(super) fn remote_pairs(&self, pattern: &Pattern) -> Option<String> {
        let path = Path::new(pattern, &self.step.removed).filter(Path::is_plain)?;
        let cells: Vec<String> = (0..pattern.len()).map(|turn| path.ends(turn)[0].cell.to_string()).collect();
        let digits = self.words.digits(path.ends(0).map(|end| end.digit), "and");
        let [first, last] = [cells.first()?, cells.last()?];
        Some(format!(
            "{}: {} each see the next and all hold {digits}, which take turns. So {first} and {last} differ, and {}.",
            self.heading(),
            list(&cells, "and"),
            self.goes()
        ))
    }

    pub(super) fn bent(&self, pattern: &Pattern) -> String {
        let common = self.step.removed[0].digit;
        let digits = || pattern.all().iter().map(|member| member.digit);
        let cells = self.words.cells(pattern.all().iter().map(|member| member.cell), "and");
        let once = self.words.digits(digits().filter(|digit| *digit != common), "and");
        let (all, common) = (self.words.digits(digits(), "and"), self.words.digit(common));
        format!(
            "{}: {cells} hold {all} between them; {once} fit there only once each, so one of the cells is {common}, and {}.",
            self.heading(),
            self.goes()
        )
    }
}

fn house_of(set: ExactlyOne) -> Option<qedoku_puzzle::House> {
    if let ExactlyOne::HouseDigit(house, _) = set { Some(house) } else { None }
}
