//! SVG drawing of a board: the canvas for puzzles and for the steps of explanations.
//!
//! A cell is [`CELL`] = 40 units wide and high; the view box scales. Text uses system fonts, so the file is self-contained. It is
//! centred vertically by a baseline 0.35 font sizes below the middle, because not every renderer supports
//! `dominant-baseline`. Each palette includes its background, on which all its colours have enough contrast.

use std::fmt::{Arguments, Write as _};

use super::Alphabet;
use crate::{Board, Candidate, Cell, Digit};

/// The width and height of a cell.
pub const CELL: usize = 40;

/// An SVG picture under construction. Later elements cover earlier ones.
#[derive(Clone, Debug)]
pub struct SvgBoard {
    board: Board,
    alphabet: Option<Alphabet>,
    margin: usize,
    body: String,
}

/// The colours of a board, as CSS colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The background.
    pub background: &'static str,
    /// Givens, and the lines around boxes.
    pub given: &'static str,
    /// Digits of the solution that are not givens.
    pub solved: &'static str,
    /// Candidates.
    pub candidate: &'static str,
    /// The lines between the cells of a box.
    pub thin: &'static str,
}

impl Palette {
    /// The light theme.
    pub const LIGHT: Palette =
        Palette { background: "#fdfdfb", given: "#1b1f24", solved: "#1f5fbf", candidate: "#57606a", thin: "#c3c9d0" };
    /// The dark theme.
    pub const DARK: Palette =
        Palette { background: "#16191e", given: "#e6eaef", solved: "#8cb8ff", candidate: "#a9b2bd", thin: "#3f4753" };

    /// The CSS rules of the classes that an [`SvgBoard`] uses.
    pub fn css(&self) -> String {
        let Palette { background, given, solved, candidate, thin } = self;
        format!(
            ".ground {{ fill: {background}; }}\n.g {{ fill: {given}; font-weight: 700; }}\n.s {{ fill: {solved}; }}\n\
             .c {{ fill: {candidate}; }}\n.thin {{ stroke: {thin}; stroke-width: 1; }}\n\
             .thick {{ stroke: {given}; stroke-width: 2.5; stroke-linecap: square; fill: none; }}\n"
        )
    }
}

/// The CSS rule for all text of a picture.
pub const TEXT_CSS: &str = "text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, \
                             sans-serif; text-anchor: middle; }\n";

impl SvgBoard {
    /// An empty picture of a board. Digits are written as symbols of the alphabet, or as numbers without one.
    pub fn new(board: Board, margin: usize, alphabet: Option<Alphabet>) -> SvgBoard {
        let mut svg = SvgBoard { board, alphabet, margin, body: String::new() };
        let size = svg.size();
        svg.add(format_args!("<rect class=\"ground\" width=\"{size}\" height=\"{size}\" rx=\"10\"/>\n"));
        svg
    }

    /// The width and height of the picture.
    pub fn size(&self) -> usize {
        CELL * self.board.side() + 2 * self.margin
    }

    /// Appends an SVG element.
    pub fn add(&mut self, element: Arguments<'_>) {
        push(&mut self.body, element);
    }

    /// Draws the lines: first the thin ones, so that the thick ones around boxes cover them.
    pub fn draw_lines(&mut self) {
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

    /// Draws a digit that fills its cell.
    pub fn draw_digit(&mut self, cell: Cell, digit: Digit, class: &str) {
        let name = Alphabet::name(self.alphabet, digit);
        let [x, middle] = self.corner(cell).map(|at| at + CELL / 2);
        let size = [24, 24, 20, 16][name.len().min(3)]; // by the number of characters
        let y = middle + size * 7 / 20;
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>\n"));
    }

    /// Draws a candidate: a small digit at its fixed position in the cell (a pencil mark).
    pub fn draw_candidate(&mut self, candidate: Candidate, class: &str) {
        let name = Alphabet::name(self.alphabet, candidate.digit);
        let font = 0.85 * self.pitch() / if self.has_long_names() { 1.3 } else { 1.0 };
        let [x, middle] = self.candidate_center(candidate);
        let y = middle + 0.35 * font;
        let text =
            format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{font:.1}\">{name}</text>\n");
        self.add(text);
    }

    /// Whether the largest digit has more than one character; then all candidates use a smaller font.
    fn has_long_names(&self) -> bool {
        Alphabet::name(self.alphabet, Digit::from_index(self.board.side() - 1)).len() > 1
    }

    /// The distance between neighbouring candidates of a cell.
    pub fn pitch(&self) -> f64 {
        (CELL - 4) as f64 / self.candidates_per_row() as f64
    }

    /// The centre of a candidate.
    pub fn candidate_center(&self, candidate: Candidate) -> [f64; 2] {
        let [x, y] = self.corner(candidate.cell).map(|at| (at + 2) as f64);
        let (column, row) =
            (candidate.digit.index() % self.candidates_per_row(), candidate.digit.index() / self.candidates_per_row());
        [x + self.pitch() * (column as f64 + 0.5), y + self.pitch() * (row as f64 + 0.5)]
    }

    /// The number of candidates per row of a cell: the square root of the side, rounded up.
    fn candidates_per_row(&self) -> usize {
        let side = self.board.side();
        side.isqrt() + usize::from(side.isqrt().pow(2) < side)
    }

    /// The picture as an element, for a page that has the CSS rules.
    pub fn into_element(self, alt: &AltText<'_>) -> String {
        self.with_head(alt, "")
    }

    /// The picture as a standalone document with these CSS rules.
    pub fn into_document(self, alt: &AltText<'_>, css: &str) -> String {
        self.with_head(alt, &format!("<style>\n{TEXT_CSS}{css}</style>\n"))
    }

    fn with_head(self, alt: &AltText<'_>, style: &str) -> String {
        let (size, body, title) = (self.size(), &self.body, escape(alt.title));
        let shown = size.min(1200);
        let more = alt.description.map_or_else(String::new, |text| format!("<desc>{}</desc>\n", escape(text)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown}\" height=\"{shown}\" viewBox=\"0 0 {size} {size}\" \
             role=\"img\">\n<title>{title}</title>\n{more}{style}{body}</svg>\n"
        )
    }
}

/// The alternative text of a picture, for screen readers.
#[derive(Clone, Copy, Debug)]
pub struct AltText<'a> {
    /// The title, a few words.
    pub title: &'a str,
    /// The description, one or more sentences.
    pub description: Option<&'a str>,
}

/// Escapes a text for SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn push(text: &mut String, more: Arguments<'_>) {
    text.write_fmt(more).expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_inside_their_cell_on_every_board() {
        for side in [4, 6, 9, 12, 16, 25, 36] {
            let board = Board::of_side(side).unwrap();
            let svg = SvgBoard::new(board, 12, None);
            for cell in [Cell::new(0, 0), Cell::new(side - 1, 1)] {
                for digit in board.digits() {
                    let [x, y] = svg.candidate_center(Candidate::new(cell, digit));
                    let [left, top] = svg.corner(cell).map(|at| at as f64);
                    let inside = |at: f64, from: f64| at > from && at < from + CELL as f64;
                    assert!(inside(x, left) && inside(y, top), "{digit} in {cell} of {board}");
                }
            }
        }
    }

    #[test]
    fn alternative_text_is_escaped() {
        let alt = AltText { title: "a < b & c", description: Some("\"why\"") };
        let svg = SvgBoard::new(Board::CLASSIC, 12, None).into_element(&alt);
        assert!(svg.contains("<title>a &lt; b &amp; c</title>\n<desc>&quot;why&quot;</desc>"));
        assert!(!svg.contains("<style>"));
    }
}
