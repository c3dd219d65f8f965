//! Arrows for the links of a chain: weak links (dashed) falsify a candidate, strong links (solid) imply the last one left.
//!
//! Each link is numbered once, on the longest of its arrows. Arrows are curved, so that they do not cover candidates in the same
//! line. Their heads are paths: an SVG marker would need an id that is unique on a page with many drawings.

use qedoku_puzzle::Candidate;
use qedoku_puzzle::formats::svg_board::SvgBoard;

use crate::position::Position;
use crate::step::{ChainLink, Justification, Step};
use crate::techniques::are_linked;

/// An arrow between the centres of two candidates.
#[derive(Clone, Copy)]
struct Arrow {
    from: [f64; 2],
    to: [f64; 2],
    is_weak: bool,
}

/// Draws the chain of a step, with the first elimination as the assumption. Other justifications have no arrows.
pub(super) fn draw_chain(drawing: &mut SvgBoard, position: &Position, step: &Step) {
    let (Justification::Chain(links), Some(target)) = (&step.justification, step.eliminations.first()) else { return };
    let mut assumed_true = vec![*target];
    let mut numbered = Vec::new();
    for link in links {
        let arrows = link_arrows(drawing, position, *link, &assumed_true);
        for arrow in &arrows {
            arrow.draw(drawing);
        }
        numbered.push(arrows.into_iter().max_by(|one, other| one.length().total_cmp(&other.length())));
        assumed_true.extend(link.candidate);
    }
    for (number, arrow) in (1..).zip(numbered) {
        if let Some(arrow) = arrow {
            arrow.write_number(drawing, number);
        }
    }
}

/// For each falsified candidate of a link: a weak arrow from the candidate that falsifies it, and a strong one to the implied
/// candidate. Of several that falsify it, the latest is taken: its arrow continues the chain.
fn link_arrows(drawing: &SvgBoard, position: &Position, link: ChainLink, assumed_true: &[Candidate]) -> Vec<Arrow> {
    let falsified = position.candidates_in(link.constraint).filter(|candidate| link.candidate != Some(*candidate));
    let center = |candidate| drawing.candidate_center(candidate);
    let arrows = falsified.flat_map(|candidate| {
        let cause = assumed_true.iter().rev().find(|cause| are_linked(position.board(), **cause, candidate));
        let weak = cause.map(|cause| Arrow { from: center(*cause), to: center(candidate), is_weak: true });
        let strong = link.candidate.map(|left| Arrow { from: center(candidate), to: center(left), is_weak: false });
        [weak, strong].into_iter().flatten()
    });
    arrows.collect()
}

impl Arrow {
    fn length(&self) -> f64 {
        (self.to[0] - self.from[0]).hypot(self.to[1] - self.from[1])
    }

    /// The unit vector along the arrow.
    fn direction(&self) -> [f64; 2] {
        let length = self.length().max(f64::EPSILON);
        [(self.to[0] - self.from[0]) / length, (self.to[1] - self.from[1]) / length]
    }

    /// Distance of the curve from the straight line, to the left of the arrow: 12 % of the length, at most 16 units.
    fn bend(&self) -> f64 {
        (0.12 * self.length()).min(16.0)
    }

    /// Control point of the quadratic Bézier curve.
    fn control_point(&self) -> [f64; 2] {
        let [x, y] = self.direction();
        let [middle_x, middle_y] = [0, 1].map(|axis| f64::midpoint(self.from[axis], self.to[axis]));
        [middle_x + y * 2.0 * self.bend(), middle_y - x * 2.0 * self.bend()]
    }

    /// Draws the curve from the edge of one disc to the edge of the other, with a head. Adjacent discs leave no room for an arrow.
    fn draw(&self, drawing: &mut SvgBoard) {
        let gap = 0.5 * drawing.pitch();
        if self.length() < 2.0 * gap + 1.0 {
            return;
        }
        let control = self.control_point();
        let start = towards(self.from, control, gap);
        let tip = towards(self.to, control, gap);
        let head = (0.4 * drawing.pitch()).min(5.0).min(self.length() / 3.0);
        let neck = towards(tip, control, head);
        let class = if self.is_weak { "arrow weak" } else { "arrow" };
        drawing.add(format_args!(
            "<path class=\"{class}\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\"/>\n",
            start[0], start[1], control[0], control[1], neck[0], neck[1]
        ));
        self.write_head(drawing, tip, neck);
    }

    fn write_head(&self, drawing: &mut SvgBoard, tip: [f64; 2], neck: [f64; 2]) {
        let class = if self.is_weak { "head weak" } else { "head" };
        let [x, y] = [(tip[0] - neck[0]) * 0.45, (tip[1] - neck[1]) * 0.45];
        drawing.add(format_args!(
            "<path class=\"{class}\" d=\"M{:.1} {:.1}L{:.1} {:.1} {:.1} {:.1}Z\"/>\n",
            tip[0],
            tip[1],
            neck[0] - y,
            neck[1] + x,
            neck[0] + y,
            neck[1] - x
        ));
    }

    /// Writes the number of the link on the middle of the curve.
    fn write_number(&self, drawing: &mut SvgBoard, number: usize) {
        let control = self.control_point();
        let [x, y] = [0, 1].map(|axis| 0.25 * (self.from[axis] + self.to[axis]) + 0.5 * control[axis]);
        drawing.add(format_args!("<circle class=\"badge\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n"));
        let baseline = y + 2.5;
        drawing
            .add(format_args!("<text class=\"n\" x=\"{x:.1}\" y=\"{baseline:.1}\" font-size=\"7\">{number}</text>\n"));
    }
}

/// The point at a distance from `from` in the direction of `to`.
fn towards(from: [f64; 2], to: [f64; 2], distance: f64) -> [f64; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(f64::EPSILON);
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * distance / length)
}
