//! A picture of a step: what it looks at, what it concludes, and in which order.
//!
//! ```text
//!   yellow ground        a set: a cell, or a house for a digit      red ground     a set with nothing left
//!   dashed blue frame    a set that covers others
//!   green disc           a candidate that the reason rests on       red, struck    a candidate that goes
//!   dashed amber ring    a candidate that would fall                blue, large    the digit that is placed
//!   arrows with numbers  set by set, what makes what fall and what is left then
//! ```
//!
//! Each meaning has a shape besides its colour.

mod marks;
mod arrows;
mod ink;

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::formats::svg_board::{AltText, CELL, SvgBoard};
use qedoku_puzzle::{Candidate, Cell, Grid};

use super::position::Position;
use super::step::Step;
use super::tell::capital;
use super::tell::tell;
use marks::{Mark, Marks};

pub(super) use ink::{dark_rules, light_rules};

/// Around the board, with room for the numbers of rows and columns.
const MARGIN: usize = 22;

/// How pictures are drawn.
#[derive(Clone, Copy, Default, Debug)]
pub struct PictureOptions<'a> {
    /// The symbols of the digits; numbers unless said otherwise.
    pub alphabet: Option<Alphabet>,
    /// The givens, if they shall look different from the digits that were placed later.
    pub givens: Option<&'a Grid>,
}

/// An SVG picture of a step in the position before it, as a document of its own.
pub fn picture(position: &Position, step: &Step, options: &PictureOptions<'_>) -> String {
    let (title, sentence) = (title(step), tell(position, step, options.alphabet));
    let about = AltText { title: &title, description: Some(&sentence) };
    draw(position, Some(step), options).into_document(&about, &light_rules())
}

/// The same as an element, for a page that has the rules.
pub(super) fn element(position: &Position, step: Option<&Step>, options: &PictureOptions<'_>) -> String {
    let title = step.map_or_else(|| "The board at the end".into(), title);
    draw(position, step, options).into_element(&AltText { title: &title, description: None })
}

fn title(step: &Step) -> String {
    capital(&step.technique.to_string())
}

fn draw(position: &Position, step: Option<&Step>, options: &PictureOptions<'_>) -> SvgBoard {
    let mut drawing = SvgBoard::new(position.board(), MARGIN, options.alphabet);
    let marks = step.map_or_else(Marks::default, |step| Marks::new(position, step));
    marks.grounds().for_each(|(cell, class)| tint(&mut drawing, cell, class));
    drawing.draw_lines();
    marks.frames().for_each(|(from, to)| frame(&mut drawing, from, to));
    write_numbers(&mut drawing, position);
    for cell in position.board().cells() {
        write_cell(&mut drawing, position, cell, &marks, options);
    }
    if let Some(step) = step.filter(|step| marks::has_arrows(step)) {
        arrows::draw(&mut drawing, position, step);
    }
    drawing
}

fn write_cell(drawing: &mut SvgBoard, position: &Position, cell: Cell, marks: &Marks, options: &PictureOptions<'_>) {
    let is_given = options.givens.is_none_or(|givens| givens.get(cell).is_some());
    match (position.placed().get(cell), marks.placed()) {
        (Some(digit), _) => drawing.draw_digit(cell, digit, if is_given { "g" } else { "s" }),
        (None, Some(placed)) if placed.cell == cell => write_placed(drawing, placed),
        _ => {
            let candidates = position.candidates(cell).iter().map(|digit| Candidate::new(cell, digit));
            candidates.for_each(|candidate| write_candidate(drawing, candidate, marks.of(candidate)));
        }
    }
}

/// A large digit in a ring.
fn write_placed(drawing: &mut SvgBoard, placed: Candidate) {
    let [x, y] = drawing.corner(placed.cell).map(|at| at + CELL / 2);
    drawing.add(format_args!("<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"16.5\"/>\n"));
    drawing.draw_digit(placed.cell, placed.digit, "p");
}

fn write_candidate(drawing: &mut SvgBoard, candidate: Candidate, mark: Option<Mark>) {
    let Some(mark) = mark else { return drawing.draw_candidate(candidate, "c") };
    let [x, y] = drawing.candidate_center(candidate);
    let radius = 0.48 * drawing.pitch();
    let (disc, text) = mark.classes();
    drawing.add(format_args!("<circle class=\"{disc}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>\n"));
    drawing.draw_candidate(candidate, text);
    if mark == Mark::Goes {
        let reach = 1.15 * radius;
        let [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach];
        drawing.add(format_args!("<path class=\"strike\" d=\"M{left:.1} {bottom:.1}L{right:.1} {top:.1}\"/>\n"));
    }
}

fn tint(drawing: &mut SvgBoard, cell: Cell, class: &str) {
    let [x, y] = drawing.corner(cell);
    drawing.add(format_args!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\n"));
}

/// A dashed frame around the cells between two corners.
fn frame(drawing: &mut SvgBoard, from: Cell, to: Cell) {
    let [[x, y], [right, bottom]] = [drawing.corner(from), drawing.corner(to)];
    let (x, y, width, height) = (x + 3, y + 3, right + CELL - x - 6, bottom + CELL - y - 6);
    drawing.add(format_args!(
        "<rect class=\"cover\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>\n"
    ));
}

/// The numbers of rows and columns, as in r1c9.
fn write_numbers(drawing: &mut SvgBoard, position: &Position) {
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
    use crate::name::tests::{candidate, candidates, links, position, set};
    use crate::{Reason, Technique};

    fn count(svg: &str, class: &str) -> usize {
        svg.matches(&format!("class=\"{class}\"")).count()
    }

    #[test]
    fn a_single_has_its_house_tinted_and_its_digit_large() {
        let reason = Reason::Single(set("7 in row 3"));
        let placed = Some(candidate("r3c4=7"));
        let step = Step { technique: Technique::HiddenSingle, reason, placed, removed: Vec::new() };
        let svg = picture(&position(&["7 in row 3: r3c4"]), &step, &PictureOptions::default());
        assert_eq!((count(&svg, "set"), count(&svg, "ring"), count(&svg, "p")), (9, 1, 1));
        assert_eq!(
            count(&svg, "c") - 18,
            80 * 9 - 8,
            "all candidates but those of the cell and 7 in the rest of row 3"
        );
        assert!(svg.contains(
            "<title>Hidden single</title>\n<desc>Hidden single: 7 has only one place in row 3, r3c4.</desc>"
        ));
    }

    #[test]
    fn a_naked_pair_has_discs_and_strikes() {
        let reason = Reason::Counted {
            sets: vec![set("r1c2"), set("r1c5")],
            covers: vec![set("3 in row 1"), set("8 in row 1")],
        };
        let removed = candidates("r1c1=3 r1c9=3 r1c9=8");
        let step = Step { technique: Technique::NakedSet(2), reason, placed: None, removed };
        let svg = picture(&position(&["r1c2=38", "r1c5=38"]), &step, &PictureOptions::default());
        assert_eq!((count(&svg, "set"), count(&svg, "cover"), count(&svg, "true")), (2, 1, 4));
        assert_eq!((count(&svg, "goes"), count(&svg, "strike"), count(&svg, "arrow")), (3, 3, 0));
    }

    #[test]
    fn a_chain_has_numbered_arrows() {
        let lines = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "r9c9=68"];
        let reason = Reason::Chain(links(&["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"]));
        let step = Step { technique: Technique::Aic, reason, placed: None, removed: candidates("r1c9=8") };
        let svg = picture(&position(lines), &step, &PictureOptions::default());
        assert_eq!((count(&svg, "true"), count(&svg, "falls"), count(&svg, "goes")), (3, 5, 1));
        // 3 and 6 of r5c9 touch each other: there is no room for an arrow, and no need.
        assert_eq!((count(&svg, "arrow weak"), count(&svg, "arrow"), count(&svg, "badge")), (5, 2, 4));
        assert_eq!(count(&svg, "empty"), 1);
    }

    #[test]
    fn givens_look_different_where_they_are_known() {
        let mut position = position(&[]);
        let givens = position.placed().clone();
        position.place(candidate("r1c1=1"));
        let svg = element(&position, None, &PictureOptions { givens: Some(&givens), ..PictureOptions::default() });
        assert_eq!((count(&svg, "g"), count(&svg, "s")), (0, 1));
        let svg = element(&position, None, &PictureOptions::default());
        assert_eq!((count(&svg, "g"), count(&svg, "s")), (1, 0));
    }
}
