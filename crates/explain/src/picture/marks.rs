//! What is marked in the picture of a step, and how.

use qedoku_puzzle::{Board, Candidate, Cell};

use crate::name::{Finned, Pattern};
use crate::position::Position;
use crate::step::{ExactlyOne, Reason, Step};
use crate::technique::Technique;
use crate::tell::sets;

/// What a candidate is to a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// The reason rests on it.
    True,
    /// It would fall.
    Falls,
    /// It goes.
    Goes,
}

impl Mark {
    /// The classes of its disc and of its text.
    pub(super) fn classes(self) -> (&'static str, &'static str) {
        match self {
            Mark::True => ("true", "t"),
            Mark::Falls => ("falls", "f"),
            Mark::Goes => ("goes", "x"),
        }
    }
}

/// All that is marked.
#[derive(Default, Debug)]
pub(super) struct Marks {
    candidates: Vec<(Candidate, Mark)>,
    grounds: Vec<(Cell, &'static str)>,
    frames: Vec<(Cell, Cell)>,
    placed: Option<Candidate>,
}

/// Whether a step is seen as one thing after the other, not all at once.
pub(super) fn has_arrows(step: &Step) -> bool {
    let is_whole = matches!(
        step.technique,
        Technique::Pointing
            | Technique::Claiming
            | Technique::NakedSet(_)
            | Technique::HiddenSet(_)
            | Technique::Fish(_)
            | Technique::FinnedFish(_)
            | Technique::SashimiFish(_)
            | Technique::BentSet(_)
    );
    matches!(step.reason, Reason::Chain(_)) && !is_whole
}

impl Marks {
    pub(super) fn new(position: &Position, step: &Step) -> Marks {
        let mut marks = Marks { placed: step.placed, ..Marks::default() };
        marks.candidates.extend(step.removed.iter().map(|candidate| (*candidate, Mark::Goes)));
        marks.add_members(position, step);
        marks.add_grounds(position.board(), step);
        marks
    }

    /// How a candidate is marked: the first word counts.
    pub(super) fn of(&self, candidate: Candidate) -> Option<Mark> {
        self.candidates.iter().find(|(marked, _)| *marked == candidate).map(|(_, mark)| *mark)
    }

    /// Cells with a ground of their own.
    pub(super) fn grounds(&self) -> impl Iterator<Item = (Cell, &'static str)> {
        self.grounds.iter().copied()
    }

    /// Frames from one corner to the other.
    pub(super) fn frames(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.frames.iter().copied()
    }

    /// The digit that is placed.
    pub(super) fn placed(&self) -> Option<Candidate> {
        self.placed
    }

    fn add_members(&mut self, position: &Position, step: &Step) {
        let pattern = Pattern::new(position, sets(&step.reason).into_iter());
        let left: Vec<Candidate> = match &step.reason {
            Reason::Chain(links) if has_arrows(step) => links.iter().filter_map(|link| link.left).collect(),
            _ => pattern.all().to_vec(),
        };
        if let (Technique::BentSet(_), Some(target)) = (step.technique, step.removed.first()) {
            let others = pattern.all().iter().filter(|member| member.digit != target.digit);
            self.candidates.extend(others.map(|member| (*member, Mark::Falls)));
        }
        let fins = Finned::new(&pattern, &step.removed).filter(|_| is_finned(step)).map(|fish| fish.fins);
        self.candidates.extend(fins.into_iter().flatten().map(|fin| (fin, Mark::Falls)));
        self.candidates.extend(left.into_iter().map(|member| (member, Mark::True)));
        self.candidates.extend(pattern.all().iter().map(|member| (*member, Mark::Falls)));
    }

    /// The sets; of a chain only its cells and the set at its end, for more would hide each other.
    fn add_grounds(&mut self, board: Board, step: &Step) {
        match &step.reason {
            Reason::Chain(links) if has_arrows(step) => {
                for link in links {
                    match link.set {
                        set if link.left.is_none() => self.tint(board, set, "empty"),
                        ExactlyOne::Cell(cell) => self.grounds.push((cell, "set")),
                        ExactlyOne::HouseDigit(..) => {}
                    }
                }
            }
            Reason::Contradiction(set) => self.tint(board, *set, "empty"),
            reason => sets(reason).into_iter().for_each(|set| self.tint(board, set, "set")),
        }
        if let Reason::Counted { covers, .. } = &step.reason {
            for set in covers {
                self.add_frame(board, *set);
            }
        }
    }

    /// No cell is tinted twice.
    fn tint(&mut self, board: Board, set: ExactlyOne, class: &'static str) {
        let cells: Vec<Cell> = set.candidates(board).map(|candidate| candidate.cell).collect();
        let new = |cell: &Cell| self.grounds.iter().all(|(tinted, _)| tinted != cell);
        let mut new: Vec<Cell> = cells.into_iter().filter(new).collect();
        new.dedup();
        self.grounds.extend(new.into_iter().map(|cell| (cell, class)));
    }

    /// Two digits in one house have one frame.
    fn add_frame(&mut self, board: Board, cover: ExactlyOne) {
        let mut cells = cover.candidates(board).map(|candidate| candidate.cell);
        let corners = cells.clone().next().zip(cells.nth(board.side() - 1));
        let frame = corners.filter(|frame| !self.frames.contains(frame));
        self.frames.extend(frame);
    }
}

fn is_finned(step: &Step) -> bool {
    matches!(step.technique, Technique::FinnedFish(_) | Technique::SashimiFish(_))
}
