//! The SVG format: givens dark and bold, other digits of the solution blue, candidates small.

use super::WriteOptions;
use super::svg_board::{AltText, Palette, SvgBoard};
use crate::{Candidate, Puzzle};

const MARGIN: usize = 12;

/// The picture of a puzzle, as a standalone document.
pub(super) fn picture(puzzle: &Puzzle, options: &WriteOptions) -> String {
    let mut svg = SvgBoard::new(puzzle.board(), MARGIN, options.alphabet);
    svg.draw_lines();
    for (cell, given) in puzzle.givens() {
        let solved = options.solution.as_ref().and_then(|solution| solution.get(cell));
        match (given, solved) {
            (Some(digit), _) => svg.draw_digit(cell, digit, "g"),
            (None, Some(digit)) => svg.draw_digit(cell, digit, "s"),
            (None, None) if puzzle.has_eliminations() => {
                let candidates = puzzle.allowed(cell).iter().map(|digit| Candidate::new(cell, digit));
                candidates.for_each(|candidate| svg.draw_candidate(candidate, "c"));
            }
            (None, None) => {}
        }
    }
    let (n, givens) = (puzzle.board().side(), puzzle.givens().filled_count());
    let title = format!("Sudoku {n}x{n} with {givens} givens");
    svg.into_document(&AltText { title: &title, description: None }, &Palette::LIGHT.css())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_a_text_per_digit_and_thick_lines_around_boxes() {
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
