//! Chains that are a path: target - a = b - c = d - target.
//!
//! Each set has two parts, the one that falls and the one that then holds (`=`), and each part sees all of the next (`-`); the
//! first part and the last see the target. So one end or the other is true, and what sees both goes. A part is mostly one
//! candidate; more of them are a group.
//!
//! A chain of links may walk such a path from both ends at once, so the path is searched for. Parts see few others, and no chain
//! has more than a dozen sets: the search is short, and it is cut off where it would not be.

use qedoku_puzzle::{Board, Candidate, HouseKind};

use super::pattern::{Pattern, linked};
use super::{bent, fish};
use crate::position::Position;
use crate::step::ExactlyOne;
use crate::technique::Technique;

/// More turns than this are not tried. Paths of a dozen sets were found within 100.
const PATIENCE: usize = 1000;

/// One set on the path; its parts are bits for the places among its members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// Which set of the pattern.
    pub(crate) set: usize,
    /// What falls.
    pub(crate) entry: u128,
    /// What holds then.
    pub(crate) exit: u128,
}

/// A way through all sets, from the targets back to the targets.
#[derive(Debug)]
pub(crate) struct Path<'a> {
    pattern: &'a Pattern,
    turns: Vec<Turn>,
}

/// The name of a chain that is about a path, or that is like one.
pub(super) fn name(pattern: &Pattern, position: &Position, removed: &[Candidate]) -> Option<Technique> {
    let path = Path::new(pattern, removed);
    let plain = path.as_ref().filter(|path| path.is_plain()).map(|path| path.plain_name(position, removed));
    let rectangle = || path.as_ref().filter(|path| path.is_empty_rectangle(removed)).map(|_| Technique::EmptyRectangle);
    let grouped = || path.as_ref().map(|path| path.grouped_name(removed));
    plain
        .or_else(rectangle)
        .or_else(|| fish::finned(pattern, removed))
        .or_else(|| bent::bent(pattern, removed))
        .or_else(grouped)
}

impl<'a> Path<'a> {
    /// The path that these sets are, if they are one.
    pub(crate) fn new(pattern: &'a Pattern, removed: &[Candidate]) -> Option<Path<'a>> {
        let is_small = |set| (2..=128).contains(&pattern.members(set).len());
        if removed.is_empty() || pattern.len() > 64 || !(0..pattern.len()).all(is_small) {
            return None;
        }
        let mut search = Search { pattern, removed, turns: Vec::with_capacity(pattern.len()), used: 0, left: PATIENCE };
        search.extend().then_some(Path { pattern, turns: search.turns })
    }

    /// The sets on the way.
    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The candidates of a part.
    pub(crate) fn part(&self, set: usize, part: u128) -> Vec<Candidate> {
        let members = self.pattern.members(set).iter().enumerate();
        members.filter(|(place, _)| part >> place & 1 == 1).map(|(_, member)| *member).collect()
    }

    /// Whether no part is a group.
    pub(crate) fn is_plain(&self) -> bool {
        self.turns.iter().all(|turn| turn.entry.is_power_of_two() && turn.exit.is_power_of_two())
    }

    /// The candidate that falls and the one that holds then, where parts are single.
    pub(crate) fn ends(&self, turn: usize) -> [Candidate; 2] {
        let Turn { set, entry, exit } = self.turns[turn];
        [entry, exit].map(|part| self.pattern.members(set)[part.trailing_zeros() as usize])
    }

    fn plain_name(&self, position: &Position, removed: &[Candidate]) -> Technique {
        let digit = self.pattern.digit();
        match self.turns.len() {
            _ if self.pattern.is_cells() => self.cells_name(),
            2 if digit == Some(removed[0].digit) => self.turbot_name(),
            _ if digit == Some(removed[0].digit) && self.is_coloured(position) => Technique::SimpleColouring,
            _ if digit == Some(removed[0].digit) => Technique::XChain,
            3 if self.is_w_wing() => Technique::WWing,
            _ => Technique::Aic,
        }
    }

    fn cells_name(&self) -> Technique {
        let digits = |turn| self.ends(turn).map(|end| end.digit);
        let [one, other] = digits(0);
        let is_same = |turn| digits(turn) == [one, other] || digits(turn) == [other, one];
        match self.turns.len() {
            3 => Technique::XyWing,
            count if (0..count).all(is_same) => Technique::RemotePairs,
            _ => Technique::XyChain,
        }
    }

    /// Two houses with two places each for a digit.
    fn turbot_name(&self) -> Technique {
        let kinds = [0, 1].map(|turn| place_kind(self.pattern.set(self.turns[turn].set)));
        let ([_, one], [other, _]) = (self.ends(0), self.ends(1));
        let (row, column) = (one.cell.row() == other.cell.row(), one.cell.column() == other.cell.column());
        match kinds {
            [Some(HouseKind::Row), Some(HouseKind::Row)] if column => Technique::Skyscraper,
            [Some(HouseKind::Column), Some(HouseKind::Column)] if row => Technique::Skyscraper,
            [Some(HouseKind::Row), Some(HouseKind::Column)] | [Some(HouseKind::Column), Some(HouseKind::Row)] => {
                Technique::TwoStringKite
            }
            _ => Technique::TurbotFish,
        }
    }

    /// Whether what sees each other on the way are the only two places of a house too.
    fn is_coloured(&self, position: &Position) -> bool {
        (1..self.turns.len()).all(|turn| {
            let ([_, one], [other, _]) = (self.ends(turn - 1), self.ends(turn));
            let [mine, theirs] = [one, other].map(|end| ExactlyOne::containing(self.pattern.board, end));
            let shared = mine.into_iter().zip(theirs).filter(|(one, other)| one == other);
            shared.into_iter().any(|(set, _)| position.left(set).count() == 2)
        })
    }

    /// Cell, house, cell; and both cells have the same two candidates.
    fn is_w_wing(&self) -> bool {
        let sets = self.turns.iter().map(|turn| self.pattern.set(turn.set));
        let is_cell = sets.map(|set| matches!(set, ExactlyOne::Cell(_)));
        let digits = |turn| self.ends(turn).map(|end| end.digit);
        let [entry, exit] = digits(0);
        is_cell.eq([true, false, true]) && digits(2) == [exit, entry]
    }

    /// A line with two places, and a box whose places are in the line of the one and the line of a target, which cross.
    fn is_empty_rectangle(&self, removed: &[Candidate]) -> bool {
        let kind = |turn: &Turn| place_kind(self.pattern.set(turn.set));
        let boxes = |turn: &&Turn| kind(turn) == Some(HouseKind::Block);
        if self.turns.len() != 2 || self.pattern.digit().is_none() || self.turns.iter().filter(boxes).count() != 1 {
            return false;
        }
        let at_box = self.turns.iter().position(|turn| boxes(&turn)).expect("one is a box");
        let line = self.turns[1 - at_box];
        let mut parts = [self.turns[at_box].entry, self.turns[at_box].exit];
        if at_box == 0 {
            parts.reverse(); // the first part is now the one that the line's end sees
        }
        let [near, far] = parts.map(|part| self.part(self.turns[at_box].set, part));
        if !line.entry.is_power_of_two() || !line.exit.is_power_of_two() {
            return false;
        }
        let end = self.ends(1 - at_box)[at_box];
        let crosses = |target: &Candidate| match (shared_line(&near, end), shared_line(&far, *target)) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        };
        removed.iter().all(crosses)
    }

    fn grouped_name(&self, removed: &[Candidate]) -> Technique {
        if self.pattern.digit() == Some(removed[0].digit) { Technique::GroupedXChain } else { Technique::GroupedAic }
    }
}

fn place_kind(set: ExactlyOne) -> Option<HouseKind> {
    if let ExactlyOne::HouseDigit(house, _) = set { Some(house.kind()) } else { None }
}

/// The kind of line that a candidate shares with all of a part.
fn shared_line(part: &[Candidate], candidate: Candidate) -> Option<HouseKind> {
    if part.iter().all(|member| member.cell.row() == candidate.cell.row()) {
        return Some(HouseKind::Row);
    }
    part.iter().all(|member| member.cell.column() == candidate.cell.column()).then_some(HouseKind::Column)
}

struct Search<'a> {
    pattern: &'a Pattern,
    removed: &'a [Candidate],
    turns: Vec<Turn>,
    /// The sets on the way so far, as bits.
    used: u64,
    /// How many more turns may be tried.
    left: usize,
}

impl Search<'_> {
    /// Goes on until all sets are on the way and the last part sees the targets.
    fn extend(&mut self) -> bool {
        if self.turns.len() == self.pattern.len() {
            return self.is_closed();
        }
        (0..self.pattern.len()).any(|set| self.used >> set & 1 == 0 && self.turn(set))
    }

    fn turn(&mut self, set: usize) -> bool {
        let entry = self.seen(set);
        let all = u128::MAX >> (128 - self.pattern.members(set).len());
        if entry == 0 || entry == all || self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.used |= 1 << set;
        self.turns.push(Turn { set, entry, exit: all & !entry });
        let found = self.extend();
        if !found {
            self.turns.pop();
            self.used &= !(1 << set);
        }
        found
    }

    /// The members of a set that all of the last part see; at first, that all targets see.
    fn seen(&self, set: usize) -> u128 {
        let Some(last) = self.turns.last() else {
            return bits(self.pattern.members(set), |member| self.sees_targets(member));
        };
        let before = self.pattern.members(last.set);
        bits(self.pattern.members(set), |member| all_see(self.pattern.board, before, last.exit, member))
    }

    fn is_closed(&self) -> bool {
        let Some(last) = self.turns.last() else { return false };
        let members = self.pattern.members(last.set);
        members.iter().enumerate().all(|(place, member)| last.exit >> place & 1 == 0 || self.sees_targets(*member))
    }

    fn sees_targets(&self, member: Candidate) -> bool {
        self.removed.iter().all(|target| linked(self.pattern.board, *target, member))
    }
}

fn bits(members: &[Candidate], is_in: impl Fn(Candidate) -> bool) -> u128 {
    members.iter().enumerate().fold(0, |bits, (place, member)| bits | u128::from(is_in(*member)) << place)
}

fn all_see(board: Board, members: &[Candidate], part: u128, candidate: Candidate) -> bool {
    members.iter().enumerate().all(|(place, member)| part >> place & 1 == 0 || linked(board, *member, candidate))
}
