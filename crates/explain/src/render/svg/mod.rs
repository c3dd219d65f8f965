//! SVG drawings of steps: the pattern, the conclusion and the order of the links.
//!
//! ```text
//!   yellow, solid frame  constraint: a cell, or a house for a digit   red, dotted frame  constraint without candidates
//!   dashed blue frame    cover set
//!   green disc           candidate that justifies the step            red, struck     eliminated candidate
//!   dashed amber ring    candidate that the assumption falsifies      blue, large     placed digit
//!   numbered arrows      links of a chain: weak dashed, strong solid
//! ```
//!
//! Each meaning has a shape of its own besides its colour, for readers who cannot distinguish the colours.

mod roles;
mod arrows;
mod palette;

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::formats::svg_board::{AltText, CELL, SvgBoard};
use qedoku_puzzle::{Candidate, Cell, Grid};

use super::text::{capitalize, describe_step};
use crate::position::Position;
use crate::step::Step;
use roles::{CandidateRole, Frame, Highlights};

pub(super) use palette::{dark_css, light_css};

/// Margin around the board; the row and column labels stand in it.
const MARGIN: usize = 22;

/// Options of step drawings.
#[derive(Clone, Copy, Default, Debug)]
pub struct StepSvgOptions<'a> {
    /// Symbols of the digits; `None` writes numbers.
    pub alphabet: Option<Alphabet>,
    /// The givens, to distinguish them from digits placed later; `None` draws all digits as givens.
    pub givens: Option<&'a Grid>,
}

/// Draws a step in the position before it, as an SVG document.
pub fn step_svg(position: &Position, step: &Step, options: &StepSvgOptions<'_>) -> String {
    let (title, sentence) = (title(step), describe_step(position, step, options.alphabet));
    let alt_text = AltText { title: &title, description: Some(&sentence) };
    draw(position, Some(step), options).into_document(&alt_text, &light_css())
}

/// Draws a step, or the position alone, as an SVG element for a page that includes the CSS.
pub(super) fn svg_element(position: &Position, step: Option<&Step>, options: &StepSvgOptions<'_>) -> String {
    let title = step.map_or_else(|| "Final position".into(), title);
    draw(position, step, options).into_element(&AltText { title: &title, description: None })
}

fn title(step: &Step) -> String {
    capitalize(&step.technique.to_string())
}

fn draw(position: &Position, step: Option<&Step>, options: &StepSvgOptions<'_>) -> SvgBoard {
    let mut drawing = SvgBoard::new(position.board(), MARGIN, options.alphabet);
    let highlights = step.map_or_else(Highlights::default, |step| Highlights::new(position, step));
    highlights.tints().for_each(|(cell, class)| tint(&mut drawing, cell, class));
    drawing.draw_lines();
    highlights.frames().iter().for_each(|frame| draw_frame(&mut drawing, *frame));
    write_labels(&mut drawing, position);
    for cell in position.board().cells() {
        draw_cell(&mut drawing, position, cell, &highlights, options);
    }
    if let Some(step) = step.filter(|step| roles::has_arrows(step)) {
        arrows::draw_chain(&mut drawing, position, step);
    }
    drawing
}

fn draw_cell(
    drawing: &mut SvgBoard,
    position: &Position,
    cell: Cell,
    highlights: &Highlights,
    options: &StepSvgOptions<'_>,
) {
    let is_given = options.givens.is_none_or(|givens| givens.get(cell).is_some());
    match (position.placed().get(cell), highlights.placement()) {
        (Some(digit), _) => drawing.draw_digit(cell, digit, if is_given { "g" } else { "s" }),
        (None, Some(placed)) if placed.cell == cell => draw_placement(drawing, placed),
        _ => {
            let candidates = position.candidates(cell).iter().map(|digit| Candidate::new(cell, digit));
            candidates.for_each(|candidate| draw_candidate(drawing, candidate, highlights.role_of(candidate)));
        }
    }
}

/// Draws a large digit in a ring.
fn draw_placement(drawing: &mut SvgBoard, placed: Candidate) {
    let [x, y] = drawing.corner(placed.cell).map(|at| at + CELL / 2);
    drawing.add(format_args!("<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"16.5\"/>\n"));
    drawing.draw_digit(placed.cell, placed.digit, "p");
}

fn draw_candidate(drawing: &mut SvgBoard, candidate: Candidate, role: Option<CandidateRole>) {
    let Some(role) = role else { return drawing.draw_candidate(candidate, "c") };
    let [x, y] = drawing.candidate_center(candidate);
    let radius = 0.48 * drawing.pitch();
    let (disc, text) = role.classes();
    drawing.add(format_args!("<circle class=\"{disc}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>\n"));
    drawing.draw_candidate(candidate, text);
    if role == CandidateRole::Eliminated {
        let reach = 1.15 * radius;
        let [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach];
        drawing.add(format_args!("<path class=\"strike\" d=\"M{left:.1} {bottom:.1}L{right:.1} {top:.1}\"/>\n"));
    }
}

fn tint(drawing: &mut SvgBoard, cell: Cell, class: &str) {
    let [x, y] = drawing.corner(cell);
    drawing.add(format_args!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\n"));
}

/// Draws a frame inside the outline of a cell or house.
fn draw_frame(drawing: &mut SvgBoard, frame: Frame) {
    let (class, inset) = frame.kind.style();
    let [[x, y], [right, bottom]] = [frame.from, frame.to].map(|cell| drawing.corner(cell).map(|at| at as f64));
    let (width, height) = (right - x + CELL as f64 - 2.0 * inset, bottom - y + CELL as f64 - 2.0 * inset);
    let (x, y) = (x + inset, y + inset);
    drawing.add(format_args!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\n"
    ));
}

/// Writes the labels of rows and columns, as in r1c9.
fn write_labels(drawing: &mut SvgBoard, position: &Position) {
    for index in 0..position.board().side() {
        let at = MARGIN + CELL * index + CELL / 2;
        let (number, y, low) = (index + 1, at + 3, MARGIN - 8);
        drawing.add(format_args!("<text class=\"c\" x=\"{at}\" y=\"{low}\" font-size=\"9\">c{number}</text>\n"));
        drawing.add(format_args!("<text class=\"c\" x=\"11\" y=\"{y}\" font-size=\"9\">r{number}</text>\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{candidate, candidates, constraint, links, position};
    use crate::{Justification, Technique};

    fn count(svg: &str, class: &str) -> usize {
        svg.matches(&format!("class=\"{class}\"")).count()
    }

    #[test]
    fn a_single_has_a_tinted_house_and_a_large_digit() {
        let justification = Justification::Single(constraint("7 in row 3"));
        let placed = Some(candidate("r3c4=7"));
        let step =
            Step { technique: Technique::HiddenSingle, justification, placement: placed, eliminations: Vec::new() };
        let svg = step_svg(&position(&["7 in row 3: r3c4"]), &step, &StepSvgOptions::default());
        assert_eq!((count(&svg, "set"), count(&svg, "ring"), count(&svg, "p")), (9, 1, 1));
        assert_eq!(count(&svg, "c") - 18, 80 * 9 - 8, "all candidates except those of r3c4 and 7 in the rest of row 3");
        assert!(
            svg.contains("<title>Hidden single</title>\n<desc>Hidden single: in row 3, only r3c4 can be 7.</desc>")
        );
    }

    #[test]
    fn a_naked_pair_has_discs_and_strikes() {
        let justification = Justification::BaseCover {
            base: vec![constraint("r1c2"), constraint("r1c5")],
            cover: vec![constraint("3 in row 1"), constraint("8 in row 1")],
        };
        let eliminations = candidates("r1c1=3 r1c9=3 r1c9=8");
        let step = Step { technique: Technique::NakedSubset(2), justification, placement: None, eliminations };
        let svg = step_svg(&position(&["r1c2=38", "r1c5=38"]), &step, &StepSvgOptions::default());
        assert_eq!((count(&svg, "set"), count(&svg, "cover"), count(&svg, "premise")), (2, 1, 4));
        assert_eq!((count(&svg, "set-frame"), count(&svg, "empty-frame")), (2, 0));
        assert_eq!((count(&svg, "eliminated"), count(&svg, "strike"), count(&svg, "arrow")), (3, 3, 0));
    }

    #[test]
    fn a_chain_has_numbered_arrows() {
        let lines = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "r9c9=68"];
        let justification = Justification::Chain(links(&["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"]));
        let step =
            Step { technique: Technique::Aic, justification, placement: None, eliminations: candidates("r1c9=8") };
        let svg = step_svg(&position(lines), &step, &StepSvgOptions::default());
        assert_eq!((count(&svg, "premise"), count(&svg, "falsified"), count(&svg, "eliminated")), (3, 5, 1));
        // The discs of 3 and 6 in r5c9 are adjacent and leave no room for an arrow.
        assert_eq!((count(&svg, "arrow weak"), count(&svg, "arrow"), count(&svg, "badge")), (5, 2, 4));
        assert_eq!((count(&svg, "set"), count(&svg, "set-frame")), (2, 2));
        assert_eq!((count(&svg, "empty"), count(&svg, "empty-frame")), (1, 1));
    }

    #[test]
    fn a_nested_forcing_chain_has_its_elimination_struck() {
        let contradiction = Justification::Contradiction(constraint("r2c2"));
        let inner = Step {
            technique: Technique::Contradiction,
            justification: contradiction,
            placement: None,
            eliminations: Vec::new(),
        };
        let (justification, eliminations) = (Justification::Nested(vec![inner]), candidates("r1c1=4"));
        let step = Step { technique: Technique::NestedForcingChain, justification, placement: None, eliminations };
        let svg = step_svg(&position(&[]), &step, &StepSvgOptions::default());
        assert_eq!((count(&svg, "eliminated"), count(&svg, "premise"), count(&svg, "arrow")), (1, 0, 0));
    }

    #[test]
    fn givens_look_different_if_they_are_known() {
        let mut position = position(&[]);
        let givens = position.placed().clone();
        position.place(candidate("r1c1=1"));
        let svg = svg_element(&position, None, &StepSvgOptions { givens: Some(&givens), ..StepSvgOptions::default() });
        assert_eq!((count(&svg, "g"), count(&svg, "s")), (0, 1));
        let svg = svg_element(&position, None, &StepSvgOptions::default());
        assert_eq!((count(&svg, "g"), count(&svg, "s")), (1, 0));
    }
}
