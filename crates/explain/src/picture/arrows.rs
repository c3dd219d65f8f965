//! The links of a chain as arrows: what makes a candidate fall (dashed), and what is left of its set then (drawn through).
//!
//! Each link has its number once, on the longest of its arrows. Arrows are bent a little, so that they do not hide what stands in
//! the same line; their heads are drawn as shapes, because a marker would need a name that is unique on a page.

use qedoku_puzzle::Candidate;
use qedoku_puzzle::formats::svg_board::SvgBoard;

use crate::name::linked;
use crate::position::Position;
use crate::step::{Link, Reason, Step};

/// From one candidate to another.
#[derive(Clone, Copy)]
struct Arrow {
    from: [f64; 2],
    to: [f64; 2],
    is_weak: bool,
}

pub(super) fn draw(drawing: &mut SvgBoard, position: &Position, step: &Step) {
    let (Reason::Chain(links), Some(target)) = (&step.reason, step.removed.first()) else { return };
    let mut truths = vec![*target];
    let mut numbers = Vec::new();
    for link in links {
        let arrows = arrows(drawing, position, *link, &truths);
        for arrow in &arrows {
            arrow.draw(drawing);
        }
        numbers.push(arrows.into_iter().max_by(|one, other| one.length().total_cmp(&other.length())));
        truths.extend(link.left);
    }
    for (number, arrow) in (1..).zip(numbers) {
        if let Some(arrow) = arrow {
            arrow.write_number(drawing, number);
        }
    }
}

/// From the truth that each candidate falls by to it, and on to the one that is left.
fn arrows(drawing: &SvgBoard, position: &Position, link: Link, truths: &[Candidate]) -> Vec<Arrow> {
    let fallen = position.left(link.set).filter(|member| link.left != Some(*member));
    let place = |candidate| drawing.candidate_center(candidate);
    let arrows = fallen.flat_map(|member| {
        let cause = truths.iter().rev().find(|truth| linked(position.board(), **truth, member));
        let weak = cause.map(|truth| Arrow { from: place(*truth), to: place(member), is_weak: true });
        let strong = link.left.map(|left| Arrow { from: place(member), to: place(left), is_weak: false });
        [weak, strong].into_iter().flatten()
    });
    arrows.collect()
}

impl Arrow {
    fn length(&self) -> f64 {
        (self.to[0] - self.from[0]).hypot(self.to[1] - self.from[1])
    }

    /// The unit vector along the arrow.
    fn along(&self) -> [f64; 2] {
        let length = self.length().max(f64::EPSILON);
        [(self.to[0] - self.from[0]) / length, (self.to[1] - self.from[1]) / length]
    }

    /// How far the arrow bends to its left.
    fn bend(&self) -> f64 {
        (0.12 * self.length()).min(16.0)
    }

    /// The point through which the curve is pulled.
    fn pull(&self) -> [f64; 2] {
        let [x, y] = self.along();
        let [middle_x, middle_y] = [0, 1].map(|axis| f64::midpoint(self.from[axis], self.to[axis]));
        [middle_x + y * 2.0 * self.bend(), middle_y - x * 2.0 * self.bend()]
    }

    /// From disc to disc, with a head.
    fn draw(&self, drawing: &mut SvgBoard) {
        let gap = 0.5 * drawing.pitch();
        if self.length() < 2.0 * gap + 1.0 {
            return;
        }
        let pull = self.pull();
        let start = towards(self.from, pull, gap);
        let tip = towards(self.to, pull, gap);
        let head = (0.4 * drawing.pitch()).min(5.0).min(self.length() / 3.0);
        let neck = towards(tip, pull, head);
        let class = if self.is_weak { "arrow weak" } else { "arrow" };
        drawing.add(format_args!(
            "<path class=\"{class}\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\"/>\n",
            start[0], start[1], pull[0], pull[1], neck[0], neck[1]
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

    /// On the middle of the curve.
    fn write_number(&self, drawing: &mut SvgBoard, number: usize) {
        let pull = self.pull();
        let [x, y] = [0, 1].map(|axis| 0.25 * (self.from[axis] + self.to[axis]) + 0.5 * pull[axis]);
        drawing.add(format_args!("<circle class=\"badge\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n"));
        let baseline = y + 2.5;
        drawing
            .add(format_args!("<text class=\"n\" x=\"{x:.1}\" y=\"{baseline:.1}\" font-size=\"7\">{number}</text>\n"));
    }
}

/// A point so far from the first on the way to the second.
fn towards(from: [f64; 2], to: [f64; 2], far: f64) -> [f64; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(f64::EPSILON);
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * far / length)
}
