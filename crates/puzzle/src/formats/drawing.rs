//! A board as a picture: what puzzles and the steps of explanations are drawn with.
//!
//! Everything is laid out in cells of 40 by 40; the picture scales. Fonts are the system's, so that the file stands
//! alone. A baseline lies 0.35 of the font's size below the middle, which every renderer understands, unlike
//! `dominant-baseline`. The colours have enough contrast on the ground that they bring along.

use std::fmt::{Arguments, Write as _};

use super::Alphabet;
use crate::{Board, Candidate, Cell, Digit};

/// The side of a cell.
pub const CELL: usize = 40;

/// An SVG picture in the making; what is drawn later lies over what was drawn before.
#[derive(Clone, Debug)]
pub struct Drawing {
    board: Board,
    alphabet: Option<Alphabet>,
    margin: usize,
    body: String,
}

/// The colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// What lies under all.
    pub ground: &'static str,
    /// Givens and the lines around boxes.
    pub given: &'static str,
    /// Digits that are no givens.
    pub solved: &'static str,
    /// Candidates.
    pub candidate: &'static str,
    /// The lines between cells.
    pub thin: &'static str,
}

impl Ink {
    /// For paper and light screens.
    pub const LIGHT: Ink =
        Ink { ground: "#fdfdfb", given: "#1b1f24", solved: "#1f5fbf", candidate: "#57606a", thin: "#c3c9d0" };
    /// For dark screens.
    pub const DARK: Ink =
        Ink { ground: "#16191e", given: "#e6eaef", solved: "#8cb8ff", candidate: "#a9b2bd", thin: "#3f4753" };

    /// The rules for the classes that a [`Drawing`] uses.
    pub fn rules(&self) -> String {
        let Ink { ground, given, solved, candidate, thin } = self;
        format!(
            ".ground {{ fill: {ground}; }}\n.g {{ fill: {given}; font-weight: 700; }}\n.s {{ fill: {solved}; }}\n\
             .c {{ fill: {candidate}; }}\n.thin {{ stroke: {thin}; stroke-width: 1; }}\n\
             .thick {{ stroke: {given}; stroke-width: 2.5; stroke-linecap: square; fill: none; }}\n"
        )
    }
}

/// The rule for all texts of a picture.
pub const TEXT_RULE: &str = "text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, \
                             sans-serif; text-anchor: middle; }\n";

impl Drawing {
    /// An empty sheet for a board; digits have the symbols of an alphabet, or are numbers.
    pub fn new(board: Board, margin: usize, alphabet: Option<Alphabet>) -> Drawing {
        let mut drawing = Drawing { board, alphabet, margin, body: String::new() };
        let size = drawing.size();
        drawing.add(format_args!("<rect class=\"ground\" width=\"{size}\" height=\"{size}\" rx=\"10\"/>\n"));
        drawing
    }

    /// The side of the sheet.
    pub fn size(&self) -> usize {
        CELL * self.board.side() + 2 * self.margin
    }

    /// Draws something else.
    pub fn add(&mut self, more: Arguments<'_>) {
        push(&mut self.body, more);
    }

    /// The lines: thin ones first, so that the thick ones around boxes lie over them.
    pub fn lines(&mut self) {
        let (near, far) = (self.margin, self.margin + CELL * self.board.side());
        let (mut thin, mut thick) = (String::new(), String::new());
        for line in 0..=self.board.side() {
            let at = near + CELL * line;
            let across = if line % self.board.box_height() == 0 { &mut thick } else { &mut thin };
            push(across, format_args!("M{near} {at}H{far}"));
            let down = if line % self.board.box_width() == 0 { &mut thick } else { &mut thin };
            push(down, format_args!("M{at} {near}V{far}"));
        }
        self.add(format_args!("<path class=\"thin\" d=\"{thin}\"/>\n<path class=\"thick\" d=\"{thick}\"/>\n"));
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, cell: Cell) -> [usize; 2] {
        [cell.column(), cell.row()].map(|index| self.margin + CELL * index)
    }

    /// A large digit.
    pub fn digit(&mut self, cell: Cell, digit: Digit, class: &str) {
        let name = Alphabet::name(self.alphabet, digit);
        let [x, middle] = self.corner(cell).map(|at| at + CELL / 2);
        let size = [24, 24, 20, 16][name.len().min(3)];
        let y = middle + size * 7 / 20;
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>\n"));
    }

    /// A small digit at its own place in the cell, as on paper.
    pub fn candidate(&mut self, candidate: Candidate, class: &str) {
        let name = Alphabet::name(self.alphabet, candidate.digit);
        let font = 0.85 * self.pitch() / if self.has_long_names() { 1.3 } else { 1.0 };
        let [x, middle] = self.place(candidate);
        let y = middle + 0.35 * font;
        let text =
            format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{font:.1}\">{name}</text>\n");
        self.add(text);
    }

    /// Whether some digit is written with more than one character.
    fn has_long_names(&self) -> bool {
        Alphabet::name(self.alphabet, Digit::from_index(self.board.side() - 1)).len() > 1
    }

    /// How far candidates of a cell are from each other.
    pub fn pitch(&self) -> f64 {
        (CELL - 4) as f64 / self.across() as f64
    }

    /// The middle of a candidate.
    pub fn place(&self, candidate: Candidate) -> [f64; 2] {
        let [x, y] = self.corner(candidate.cell).map(|at| (at + 2) as f64);
        let (column, row) = (candidate.digit.index() % self.across(), candidate.digit.index() / self.across());
        [x + self.pitch() * (column as f64 + 0.5), y + self.pitch() * (row as f64 + 0.5)]
    }

    /// How many candidates stand side by side in a cell.
    fn across(&self) -> usize {
        let side = self.board.side();
        side.isqrt() + usize::from(side.isqrt().pow(2) < side)
    }

    /// The picture as an element, for a page that has the rules; `about` says what it shows.
    pub fn into_element(self, about: &About<'_>) -> String {
        self.with_head(about, "")
    }

    /// The picture as a document of its own, with these rules.
    pub fn into_document(self, about: &About<'_>, rules: &str) -> String {
        self.with_head(about, &format!("<style>\n{TEXT_RULE}{rules}</style>\n"))
    }

    fn with_head(self, about: &About<'_>, style: &str) -> String {
        let (size, body, title) = (self.size(), &self.body, escape(about.title));
        let shown = size.min(1200);
        let more = about.description.map_or_else(String::new, |text| format!("<desc>{}</desc>\n", escape(text)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown}\" height=\"{shown}\" viewBox=\"0 0 {size} {size}\" \
             role=\"img\">\n<title>{title}</title>\n{more}{style}{body}</svg>\n"
        )
    }
}

/// What a picture shows, for those who do not see it.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// In a few words.
    pub title: &'a str,
    /// In a sentence or more.
    pub description: Option<&'a str>,
}

/// A text as it must stand in SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn push(text: &mut String, more: Arguments<'_>) {
    text.write_fmt(more).expect("a string takes all that is written");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_stand_in_their_cell_on_every_board() {
        for side in [4, 6, 9, 12, 16, 25, 36] {
            let board = Board::of_side(side).unwrap();
            let drawing = Drawing::new(board, 12, None);
            for cell in [Cell::new(0, 0), Cell::new(side - 1, 1)] {
                for digit in board.digits() {
                    let [x, y] = drawing.place(Candidate::new(cell, digit));
                    let [left, top] = drawing.corner(cell).map(|at| at as f64);
                    let inside = |at: f64, from: f64| at > from && at < from + CELL as f64;
                    assert!(inside(x, left) && inside(y, top), "{digit} in {cell} of {board}");
                }
            }
        }
    }

    #[test]
    fn what_a_picture_says_is_escaped() {
        let about = About { title: "a < b & c", description: Some("\"why\"") };
        let svg = Drawing::new(Board::CLASSIC, 12, None).into_element(&about);
        assert!(svg.contains("<title>a &lt; b &amp; c</title>\n<desc>&quot;why&quot;</desc>"));
        assert!(!svg.contains("<style>"));
    }
}
