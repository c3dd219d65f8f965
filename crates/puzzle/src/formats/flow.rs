//! A puzzle whose tokens come in one row, or in rows of any length: their number says what they are.
//!
//! ```text
//!   1.3. .... .... ..2.          16 symbols: 4x4
//!   1 0 3 0 0 0 ... 0 2 0        16 numbers: 4x4
//!   1 24 3 24 1234 ... 4         16 groups of candidates: 4x4
//!   1....2....3.1234 ...         64 symbols, each at its own place: the candidates of 4x4
//! ```

use super::Format;
use super::cells::{Context, Reading, are_places, group, number};
use super::error::Fault;
use super::text::is_blank_token;

/// No puzzle has more tokens than the largest board has cells.
pub(super) const MAX_TOKENS: usize = crate::Board::MAX_SIDE * crate::Board::MAX_SIDE;

impl Context {
    /// Reads a puzzle from its tokens, or says what is wrong with their number.
    pub(super) fn flow<'a>(&mut self, tokens: &[&'a str]) -> Result<Reading, Fault<'a>> {
        let characters = count_characters(tokens);
        let by_tokens = self.side_of(tokens.len());
        let by_characters = self.side_of(characters);
        let by_places = self.side_of_places(characters);
        if let Some(format @ (Format::Numbers | Format::CandidateGrid | Format::Candidates)) = self.options.format {
            return self.forced(tokens, format);
        }
        match (self.options.format, by_tokens, by_characters, by_places) {
            (_, Some(side), ..) if are_separate(tokens, side) => self.separate(tokens, side),
            (None, _, Some(_), Some(side)) if are_places(tokens, side) => self.places(tokens, side),
            (_, _, Some(side), _) => self.symbols(tokens, side),
            (_, _, None, Some(side)) => self.places(tokens, side),
            (_, Some(side), None, None) => self.numbers(tokens, side),
            _ => Err(self.miscounted(tokens)),
        }
    }

    /// Reads a puzzle in a format that was asked for and leaves no other reading.
    fn forced<'a>(&mut self, tokens: &[&'a str], format: Format) -> Result<Reading, Fault<'a>> {
        let by_tokens = self.side_of(tokens.len());
        let by_places = self.side_of_places(count_characters(tokens));
        match (format, by_tokens, by_places) {
            (Format::Numbers, Some(side), _) => self.numbers(tokens, side),
            (Format::CandidateGrid, Some(side), _) => self.groups(tokens, side),
            (Format::Candidates, _, Some(side)) => self.places(tokens, side),
            _ => Err(self.miscounted(tokens)),
        }
    }

    /// Reads a puzzle with one token per cell.
    pub(super) fn separate<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<Reading, Fault<'a>> {
        if self.options.format == Some(Format::CandidateGrid) || are_groups(tokens, side) {
            self.groups(tokens, side)
        } else if tokens.iter().all(|token| number(token).is_some() || is_blank_token(token)) {
            self.numbers(tokens, side)
        } else if tokens.iter().all(|token| token.chars().count() == 1) {
            self.symbols(tokens, side)
        } else {
            self.numbers(tokens, side)
        }
    }

    fn miscounted<'a>(&self, tokens: &[&'a str]) -> Fault<'a> {
        let characters = count_characters(tokens);
        let found = match tokens.len() {
            0..16 => format!("{characters} characters"),
            MAX_TOKENS.. => format!("more than {MAX_TOKENS} numbers"),
            numbers if numbers == characters => format!("{numbers} cells"),
            numbers => format!("{numbers} numbers or {characters} characters"),
        };
        let wanted = match self.options.board {
            Some(board) => format!("a puzzle {board} has {} cells", board.cell_count()),
            None => "a puzzle on one line has n x n of them, such as 16, 36, 81, 256".into(),
        };
        let message = format!("{found}: {wanted}");
        tokens.first().map_or_else(|| Fault::whole(message.clone()), |first| Fault::in_line(first, message.clone()))
    }
}

/// Whether each token is a cell of its own: a number, a blank or a group of candidates, and not a piece of a row.
pub(super) fn are_separate(tokens: &[&str], side: usize) -> bool {
    let is_number = |token: &&str| token.len() <= 3 && number(token).is_some() || is_blank_token(token);
    tokens.iter().all(is_number) || are_groups(tokens, side)
}

/// Whether the tokens are groups of candidates, and more of them have several than are blank: a `12` among the digits
/// and blanks of a 9x9 grid is a mistake.
fn are_groups(tokens: &[&str], side: usize) -> bool {
    let is_group = |token: &&str| is_blank_token(token) || group(token, side).is_some();
    let groups = tokens.iter().filter(|token| token.len() > 1 && **token != "-1").count();
    let blanks = tokens.iter().filter(|token| is_blank_token(token)).count();
    side <= 9 && groups > blanks && tokens.iter().all(is_group)
}

fn count_characters(tokens: &[&str]) -> usize {
    tokens.iter().map(|token| token.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{ReadOptions, text::tokens};
    use crate::{Board, Cell, DigitSet};

    fn flow(text: &str) -> Result<Reading, String> {
        let tokens: Vec<&str> = tokens(text).collect();
        Context::new(ReadOptions::default()).flow(&tokens).map_err(|fault| fault.message())
    }

    #[test]
    fn the_number_of_tokens_and_characters_says_what_they_are() {
        let read = |text: &str| flow(text).map(|read| (read.format, read.puzzle.board().side()));
        assert_eq!(read("1.3. .... .... ..2."), Ok((Format::Line, 4)));
        assert_eq!(read("1 0 3 0 0 0 0 0 0 0 0 0 0 0 2 0"), Ok((Format::Numbers, 4)));
        assert_eq!(read("1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4"), Ok((Format::CandidateGrid, 4)));
        assert_eq!(read(&"1.3.".repeat(16)), Ok((Format::Candidates, 4)));
        assert_eq!(read(&".".repeat(64)), Ok((Format::Line, 8)));
        assert_eq!(read(&"12345678".repeat(8)), Ok((Format::Line, 8)));
        assert_eq!(read(&"1..4..7..".repeat(81)), Ok((Format::Candidates, 9)));
        assert_eq!(read(&".23".repeat(243)), Ok((Format::Line, 27)));
        assert_eq!(read(&".".repeat(2401)), Ok((Format::Line, 49)));
    }

    #[test]
    fn wrong_numbers_of_characters_are_told() {
        let message = "80 characters: a puzzle on one line has n x n of them, such as 16, 36, 81, 256";
        assert_eq!(flow(&".".repeat(80)).unwrap_err(), message);
        let cx = &mut Context::new(ReadOptions { board: Some(Board::CLASSIC), ..ReadOptions::default() });
        let message = "16 characters: a puzzle 9x9 with boxes 3x3 has 81 cells";
        assert_eq!(cx.flow(&["................"]).unwrap_err().message(), message);
    }

    #[test]
    fn a_wrong_number_is_not_taken_for_a_larger_board() {
        let mut numbers = ["0"; 256];
        (0..144).for_each(|index| numbers[index] = "10"); // 400 characters, which is 20x20
        numbers[3] = "17";
        let error = flow(&numbers.join(" ")).unwrap_err();
        assert_eq!(error, "expected a number from 1 to 16 or a blank (0 . -1 _ * -), found '17'");
    }

    #[test]
    fn blanks_of_a_candidate_grid_leave_their_cells_open() {
        let puzzle = flow("1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4").unwrap().puzzle;
        assert_eq!(puzzle.allowed(Cell::new(0, 1)).iter().map(crate::Digit::get).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(puzzle.allowed(Cell::new(1, 3)), DigitSet::all(4));
    }
}
