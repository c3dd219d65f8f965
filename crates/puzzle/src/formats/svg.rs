//! A picture of a puzzle: givens dark and bold, the other digits of its solution blue, candidates small.
//!
//! Everything is laid out in cells of 40 by 40; the picture scales. Fonts are the system's, so that the file stands
//! alone. A baseline lies 0.35 of the font's size below the middle, which every renderer understands, unlike
//! `dominant-baseline`. The colours have enough contrast on the light ground that they bring along.

use std::fmt::Write as _;

use super::{Alphabet, WriteOptions};
use crate::{Board, Cell, Digit, Puzzle};

const CELL: usize = 40;
const MARGIN: usize = 12;

/// The picture, as a document of its own.
pub(super) fn picture(puzzle: &Puzzle, options: &WriteOptions) -> String {
    let board = puzzle.board();
    let size = CELL * board.side() + 2 * MARGIN;
    let mut svg = head(board, size, puzzle.givens().filled_count());
    write_lines(&mut svg, board);
    for (cell, given) in puzzle.givens().iter() {
        let solved = options.solution.as_ref().and_then(|solution| solution.get(cell));
        match (given, solved) {
            (Some(digit), _) => write_digit(&mut svg, cell, &name(digit, options), "g"),
            (None, Some(digit)) => write_digit(&mut svg, cell, &name(digit, options), "s"),
            (None, None) if puzzle.has_candidates() => write_candidates(&mut svg, puzzle, cell, options),
            (None, None) => {}
        }
    }
    svg + "</svg>\n"
}

fn head(board: Board, size: usize, givens: usize) -> String {
    let n = board.side();
    let shown = size.min(1200);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown}\" height=\"{shown}\" viewBox=\"0 0 {size} {size}\" \
         role=\"img\">\n<title>Sudoku {n}x{n} with {givens} givens</title>\n<style>\n\
         text {{ font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; \
         text-anchor: middle; }}\n\
         .g {{ fill: #1b1f24; font-weight: 700; }}\n.s {{ fill: #1f5fbf; }}\n.c {{ fill: #6a737d; }}\n\
         .thin {{ stroke: #c3c9d0; stroke-width: 1; }}\n\
         .thick {{ stroke: #1b1f24; stroke-width: 2.5; stroke-linecap: square; fill: none; }}\n</style>\n\
         <rect width=\"{size}\" height=\"{size}\" rx=\"10\" fill=\"#fdfdfb\"/>\n"
    )
}

/// Thin lines first, so that the thick ones around boxes lie over them.
fn write_lines(svg: &mut String, board: Board) {
    let far = MARGIN + CELL * board.side();
    let (mut thin, mut thick) = (String::new(), String::new());
    for line in 0..=board.side() {
        let at = MARGIN + CELL * line;
        let across = if line % board.box_height() == 0 { &mut thick } else { &mut thin };
        push(across, format_args!("M{MARGIN} {at}H{far}"));
        let down = if line % board.box_width() == 0 { &mut thick } else { &mut thin };
        push(down, format_args!("M{at} {MARGIN}V{far}"));
    }
    push(svg, format_args!("<path class=\"thin\" d=\"{thin}\"/>\n<path class=\"thick\" d=\"{thick}\"/>\n"));
}

fn write_digit(svg: &mut String, cell: Cell, name: &str, class: &str) {
    let [x, middle] = [cell.column(), cell.row()].map(|index| MARGIN + CELL * index + CELL / 2);
    let size = [24, 24, 20, 16][name.len().min(3)];
    let y = middle + size * 7 / 20;
    push(svg, format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>\n"));
}

/// Each candidate at its own place in the cell, as on paper.
fn write_candidates(svg: &mut String, puzzle: &Puzzle, cell: Cell, options: &WriteOptions) {
    let side = puzzle.board().side();
    let across = side.isqrt() + usize::from(side.isqrt().pow(2) < side);
    let step = (CELL - 4) as f64 / across as f64;
    let font = 0.85 * step / if side > 9 { 1.3 } else { 1.0 };
    for digit in puzzle.allowed(cell).iter() {
        let place = |index: usize, part: usize| (MARGIN + CELL * index + 2) as f64 + step * (part as f64 + 0.5);
        let x = place(cell.column(), digit.index() % across);
        let y = place(cell.row(), digit.index() / across) + 0.35 * font;
        let name = name(digit, options);
        let text = format_args!("<text class=\"c\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{font:.1}\">{name}</text>\n");
        push(svg, text);
    }
}

/// A number, unless another alphabet was asked for that has a symbol for it.
fn name(digit: Digit, options: &WriteOptions) -> String {
    let symbol = options.alphabet.and_then(|alphabet: Alphabet| alphabet.symbol(digit));
    symbol.map_or_else(|| digit.to_string(), String::from)
}

fn push(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a string takes all that is written");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_text_per_digit_and_thick_lines_around_boxes() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let plain = picture(&puzzle, &WriteOptions::default());
        assert_eq!(plain.matches("<text").count(), 3);
        let options = WriteOptions { solution: Some(solution.givens().clone()), ..WriteOptions::default() };
        let solved = picture(&puzzle, &options);
        assert_eq!((solved.matches("class=\"g\"").count(), solved.matches("class=\"s\"").count()), (3, 13));
        let thick = solved.split("class=\"thick\" d=\"").nth(1).and_then(|path| path.split('"').next()).unwrap();
        assert_eq!(thick, "M12 12H172M12 12V172M12 92H172M92 12V172M12 172H172M172 12V172");
        assert!(plain.starts_with("<svg xmlns") && plain.ends_with("</svg>\n"));
    }

    #[test]
    fn candidates_are_drawn_where_the_puzzle_has_them() {
        let puzzle: Puzzle = "1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4".parse().unwrap();
        let drawn = picture(&puzzle, &WriteOptions::default());
        assert_eq!(drawn.matches("class=\"c\"").count(), 36);
    }
}
