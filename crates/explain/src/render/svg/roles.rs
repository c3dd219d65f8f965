//! Highlights of a step drawing: roles of candidates, tinted cells, framed constraints.

use qedoku_puzzle::{Board, Candidate, Cell};

use crate::patterns::{PartRole, Pattern};
use crate::position::Position;
use crate::step::{ExactlyOne, Justification, Step};
use crate::techniques::{FinnedFish, StepPattern, Technique, constraints_of};

/// Role of a candidate in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CandidateRole {
    /// The justification relies on it; in a chain, it is implied by the assumption.
    Premise,
    /// The assumption of a chain makes it false. Fins of a fish and the restricted digits of a bent subset are drawn alike.
    Falsified,
    /// The step eliminates it.
    Eliminated,
}

impl CandidateRole {
    /// CSS classes of the disc and of the text.
    pub(super) fn classes(self) -> (&'static str, &'static str) {
        match self {
            CandidateRole::Premise => ("premise", "t"),
            CandidateRole::Falsified => ("falsified", "f"),
            CandidateRole::Eliminated => ("eliminated", "x"),
        }
    }
}

/// The frame around a constraint. Its shape distinguishes base sets, cover sets and constraints without candidates for
/// readers who cannot see the tints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// Opposite corners of the cell or house.
    pub(super) from: Cell,
    pub(super) to: Cell,
}

/// The kind of a frame, in the order of drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FrameKind {
    /// Constraint of the pattern: a solid line.
    Set,
    /// Cover set: a dashed line.
    Cover,
    /// Constraint without candidates: a dotted line.
    Empty,
}

impl FrameKind {
    /// CSS class of the tinted cells; cover sets have no tint.
    fn tint(self) -> Option<&'static str> {
        match self {
            FrameKind::Set => Some("set"),
            FrameKind::Cover => None,
            FrameKind::Empty => Some("empty"),
        }
    }

    /// CSS class of the frame, and its distance from the edges of the cells: nested frames of a house do not touch.
    pub(super) fn style(self) -> (&'static str, f64) {
        match self {
            FrameKind::Set => ("set-frame", 1.75),
            FrameKind::Cover => ("cover", 4.0),
            FrameKind::Empty => ("empty-frame", 2.25),
        }
    }
}

/// The highlights of a step.
#[derive(Default, Debug)]
pub(super) struct Highlights {
    /// The first entry of a candidate counts.
    roles: Vec<(Candidate, CandidateRole)>,
    /// Cells with a tinted background, and its CSS class.
    tints: Vec<(Cell, &'static str)>,
    frames: Vec<Frame>,
    placement: Option<Candidate>,
}

/// Whether a step is drawn link by link. Subsets, fish and bent subsets are seen as a whole, even if a chain justifies them.
pub(super) fn has_arrows(step: &Step) -> bool {
    let is_seen_as_a_whole = matches!(
        step.technique,
        Technique::Pointing
            | Technique::Claiming
            | Technique::NakedSubset(_)
            | Technique::HiddenSubset(_)
            | Technique::Fish(_)
            | Technique::FinnedFish(_)
            | Technique::SashimiFish(_)
            | Technique::BentNakedSubset(_)
    );
    matches!(step.justification, Justification::Chain(_)) && !is_seen_as_a_whole
}

impl Highlights {
    pub(super) fn new(position: &Position, step: &Step) -> Highlights {
        let mut highlights = Highlights { placement: step.placement, ..Highlights::default() };
        highlights.roles.extend(step.eliminations.iter().map(|candidate| (*candidate, CandidateRole::Eliminated)));
        highlights.add_roles(position, step);
        highlights.add_tints_and_frames(position.board(), step);
        highlights
    }

    /// The role of a candidate.
    pub(super) fn role_of(&self, candidate: Candidate) -> Option<CandidateRole> {
        self.roles.iter().find(|(other, _)| *other == candidate).map(|(_, role)| *role)
    }

    /// Cells with a tinted background, and its CSS class.
    pub(super) fn tints(&self) -> impl Iterator<Item = (Cell, &'static str)> {
        self.tints.iter().copied()
    }

    /// The frames in the order of drawing.
    pub(super) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The digit that the step places.
    pub(super) fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    /// Adds roles in order of precedence, after the eliminations.
    fn add_roles(&mut self, position: &Position, step: &Step) {
        if let Justification::Pattern(pattern) = &step.justification {
            return self.add_pattern_roles(pattern);
        }
        let pattern = StepPattern::of_step(position, step);
        let premises: Vec<Candidate> = match &step.justification {
            Justification::Chain(links) if has_arrows(step) => links.iter().filter_map(|link| link.candidate).collect(),
            _ => pattern.candidates().to_vec(),
        };
        if let (Technique::BentNakedSubset(_), Some(target)) = (step.technique, step.eliminations.first()) {
            let restricted = pattern.candidates().iter().filter(|candidate| candidate.digit != target.digit);
            self.roles.extend(restricted.map(|candidate| (*candidate, CandidateRole::Falsified)));
        }
        if let Some(fish) = FinnedFish::new(&pattern, &step.eliminations).filter(|_| is_finned(step)) {
            self.roles.extend(fish.fins.into_iter().map(|fin| (fin, CandidateRole::Falsified)));
        }
        self.roles.extend(premises.into_iter().map(|candidate| (candidate, CandidateRole::Premise)));
        self.roles.extend(pattern.candidates().iter().map(|candidate| (*candidate, CandidateRole::Falsified)));
    }

    /// Adds the roles of the parts of a pattern. Fins, extra candidates, restricted commons, second colours and every other
    /// node of a chain are drawn as falsified: in one of the two cases they are.
    fn add_pattern_roles(&mut self, pattern: &Pattern) {
        for (index, part) in pattern.parts.iter().enumerate() {
            let role = match part.role {
                PartRole::Fin | PartRole::Extra | PartRole::RestrictedCommon | PartRole::SecondColour => {
                    CandidateRole::Falsified
                }
                PartRole::Node if index % 2 == 1 => CandidateRole::Falsified,
                _ => CandidateRole::Premise,
            };
            // A restricted common lies in the sets listed before it, so it replaces their role.
            let entries = part.candidates.iter().map(|candidate| (*candidate, role));
            if part.role == PartRole::RestrictedCommon {
                let eliminated = self.roles.iter().filter(|(_, role)| *role == CandidateRole::Eliminated).count();
                self.roles.splice(eliminated..eliminated, entries);
            } else {
                self.roles.extend(entries);
            }
        }
    }

    /// Frames the cells and base sets of a pattern, and the cells of a deadly pattern. The houses of chains and colours would
    /// overlap too much.
    fn add_pattern_frames(&mut self, board: Board, pattern: &Pattern) {
        let has_houses = pattern.parts.iter().all(|part| !matches!(part.role, PartRole::Node | PartRole::FirstColour));
        for constraint in &pattern.constraints {
            if has_houses || matches!(constraint, ExactlyOne::Cell(_)) {
                self.mark(board, *constraint, FrameKind::Set);
            }
        }
        for constraint in &pattern.cover {
            self.mark(board, *constraint, FrameKind::Cover);
        }
        // All open cells of a bivalue universal grave would be framed.
        let deadly = pattern.deadly.iter().filter(|deadly| deadly.cells.len() <= 8);
        for (cell, _) in deadly.flat_map(|deadly| &deadly.cells) {
            self.mark(board, ExactlyOne::Cell(*cell), FrameKind::Set);
        }
    }

    /// Marks all constraints and the cover sets. Of a chain, only cell constraints and the last constraint are marked: its
    /// houses would overlap too much.
    fn add_tints_and_frames(&mut self, board: Board, step: &Step) {
        match &step.justification {
            Justification::Chain(links) if has_arrows(step) => {
                for link in links {
                    match (link.constraint, link.candidate) {
                        (constraint, None) => self.mark(board, constraint, FrameKind::Empty),
                        (constraint @ ExactlyOne::Cell(_), Some(_)) => self.mark(board, constraint, FrameKind::Set),
                        (ExactlyOne::HouseDigit(..), Some(_)) => {}
                    }
                }
            }
            Justification::Contradiction(constraint) => self.mark(board, *constraint, FrameKind::Empty),
            Justification::Pattern(pattern) => self.add_pattern_frames(board, pattern),
            justification => {
                for constraint in constraints_of(justification) {
                    self.mark(board, constraint, FrameKind::Set);
                }
            }
        }
        if let Justification::BaseCover { cover, .. } = &step.justification {
            for constraint in cover {
                self.mark(board, *constraint, FrameKind::Cover);
            }
        }
        self.frames.sort_by_key(|frame| frame.kind);
    }

    /// Tints and frames a constraint.
    fn mark(&mut self, board: Board, constraint: ExactlyOne, kind: FrameKind) {
        let cells: Vec<Cell> = constraint.candidates(board).map(|candidate| candidate.cell).collect();
        self.add_frame(Frame { kind, from: cells[0], to: cells[cells.len() - 1] });
        if let Some(class) = kind.tint() {
            self.tint(cells, class);
        }
    }

    /// Tints the cells that have no tint yet.
    fn tint(&mut self, cells: Vec<Cell>, class: &'static str) {
        let new = |cell: &Cell| self.tints.iter().all(|(tinted, _)| tinted != cell);
        let mut new: Vec<Cell> = cells.into_iter().filter(new).collect();
        new.dedup();
        self.tints.extend(new.into_iter().map(|cell| (cell, class)));
    }

    /// Adds a frame; constraints of several digits in one house share it.
    fn add_frame(&mut self, frame: Frame) {
        if !self.frames.contains(&frame) {
            self.frames.push(frame);
        }
    }
}

fn is_finned(step: &Step) -> bool {
    matches!(step.technique, Technique::FinnedFish(_) | Technique::SashimiFish(_))
}
