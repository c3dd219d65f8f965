//! The SVG format: givens dark and bold, other digits of the solution blue and regular, candidates small.

use super::svg_board::{AltText, Palette, SvgBoard};
use super::{Alphabet, WriteOptions};
use crate::{Candidate, Cell, Digit, Grid, Puzzle};

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
    let description = description(puzzle, options);
    svg.into_document(&AltText { title: &title, description: Some(&description) }, &Palette::LIGHT.css())
}

/// The digits of the picture, for readers who do not see it: `Givens: r1c1=1, r1c3=3. Solution: row 1: 1 2 3 4; ...`.
fn description(puzzle: &Puzzle, options: &WriteOptions) -> String {
    let name = |digit: Digit| Alphabet::name(options.alphabet, digit);
    let givens = puzzle.givens().into_iter().filter_map(|(cell, digit)| Some(format!("{cell}={}", name(digit?))));
    let givens: Vec<String> = givens.collect();
    let givens = match &givens[..] {
        [] => "No givens.".to_owned(),
        givens => format!("Givens: {}.", givens.join(", ")),
    };
    let open_cells = match &options.solution {
        Some(solution) => format!(" Solution: {}.", row_texts(solution, &name).join("; ")),
        None if puzzle.has_eliminations() => " The open cells show their candidates.".to_owned(),
        None => String::new(),
    };
    givens + &open_cells
}

/// `row 1: 1 2 3 4` for each row; `-` is an open cell.
fn row_texts(grid: &Grid, name: &dyn Fn(Digit) -> String) -> Vec<String> {
    let side = grid.board().side();
    let symbol = |row, column| grid.get(Cell::new(row, column)).map_or_else(|| "-".to_owned(), name);
    let row_text = |row| (0..side).map(|column| symbol(row, column)).collect::<Vec<_>>().join(" ");
    (0..side).map(|row| format!("row {}: {}", row + 1, row_text(row))).collect()
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
    fn pictures_describe_their_digits_in_words() {
        let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let described = "<title>Sudoku 4x4 with 3 givens</title>\n<desc>Givens: r1c1=1, r1c3=3, r4c3=2.";
        assert!(picture(&puzzle, &WriteOptions::default()).contains(&format!("{described}</desc>")));
        let mut solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let mut options = WriteOptions { solution: Some(solution.givens().clone()), ..WriteOptions::default() };
        let rows = "Solution: row 1: 1 2 3 4; row 2: 3 4 1 2; row 3: 2 1 4 3; row 4: 4 3 2 1.";
        assert!(picture(&puzzle, &options).contains(&format!("{described} {rows}</desc>")));
        solution = "1.3. .... .... ....".parse().unwrap();
        options.solution = Some(solution.givens().clone());
        assert!(picture(&puzzle, &options).contains("row 1: 1 - 3 -; row 2: - - - -;"));
        let empty: Puzzle = ".... .... .... ....".parse().unwrap();
        assert!(picture(&empty, &WriteOptions::default()).contains("<desc>No givens.</desc>"));
    }

    #[test]
    fn candidates_are_drawn_where_the_puzzle_has_them() {
        let puzzle: Puzzle = "1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4".parse().unwrap();
        let drawn = picture(&puzzle, &WriteOptions::default());
        assert_eq!(drawn.matches("class=\"c\"").count(), 36);
        assert!(drawn.contains("The open cells show their candidates.</desc>"));
    }
}
