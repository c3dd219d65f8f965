//! Parser of a puzzle from its tokens: their number and the number of characters determine the format and the side.
//!
//! ```text
//!   1.3. .... .... ..2.          16 symbols: 4x4
//!   1 0 3 0 0 0 ... 0 2 0        16 numbers: 4x4
//!   1 24 3 24 1234 ... 4         16 candidate groups: 4x4
//!   1....2....3.1234 ...         64 symbols, each in its own position: the candidates of 4x4
//! ```

use super::Format;
use super::cells::{
    ParsedPuzzle, ReadContext, is_candidate_string, is_faulty_candidate_string, number, parse_candidate_group,
};
use super::error::SpanError;
use super::text::{is_blank_token, is_question_token};

/// The largest number of tokens of a puzzle: the cells of the largest board.
pub(super) const MAX_TOKENS: usize = crate::Board::MAX_SIDE * crate::Board::MAX_SIDE;

impl ReadContext {
    /// Parses a puzzle from its tokens.
    pub(super) fn parse_tokens<'a>(&mut self, tokens: &[&'a str]) -> Result<ParsedPuzzle, SpanError<'a>> {
        let characters = count_characters(tokens);
        let by_tokens = self.side_of(tokens.len());
        let by_characters = self.side_of(characters);
        let by_candidates = self.side_of_candidate_string(characters);
        if let Some(format @ (Format::Numbers | Format::CandidateGrid | Format::Candidates)) = self.options.format {
            return self.parse_as(tokens, format);
        }
        match (self.options.format, by_tokens, by_characters, by_candidates) {
            (_, Some(side), ..) if are_cells(tokens, side) => self.parse_separate_cells(tokens, side),
            (None, _, Some(_), Some(side))
                if is_candidate_string(tokens, side) || is_faulty_candidate_string(tokens, side) =>
            {
                self.parse_candidate_string(tokens, side)
            }
            (_, _, Some(side), _) if self.are_parts(tokens, side) => self.parse_symbols(tokens, side),
            (_, _, None, Some(side)) if self.are_parts(tokens, side) => self.parse_candidate_string(tokens, side),
            (_, Some(side), ..) => self.parse_numbers(tokens, side),
            _ => Err(self.count_error(tokens)),
        }
    }

    /// Parses a puzzle in a required format that determines the meaning of the tokens.
    fn parse_as<'a>(&mut self, tokens: &[&'a str], format: Format) -> Result<ParsedPuzzle, SpanError<'a>> {
        let by_tokens = self.side_of(tokens.len());
        let by_candidates = self.side_of_candidate_string(count_characters(tokens));
        match (format, by_tokens, by_candidates) {
            (Format::Numbers, Some(side), _) => self.parse_numbers(tokens, side),
            (Format::CandidateGrid, Some(side), _) => self.parse_candidate_groups(tokens, side),
            (Format::Candidates, _, Some(side)) => self.parse_candidate_string(tokens, side),
            _ => Err(self.count_error(tokens)),
        }
    }

    /// Parses a puzzle with one token per cell.
    pub(super) fn parse_separate_cells<'a>(
        &mut self,
        tokens: &[&'a str],
        side: usize,
    ) -> Result<ParsedPuzzle, SpanError<'a>> {
        if self.options.format == Some(Format::CandidateGrid) || are_candidate_groups(tokens, side) {
            self.parse_candidate_groups(tokens, side)
        } else if tokens.iter().all(|token| number(token).is_some() || is_blank_token(token)) {
            self.parse_numbers(tokens, side)
        } else if tokens.iter().all(|token| token.chars().count() == 1) {
            self.parse_symbols(tokens, side)
        } else {
            self.parse_numbers(tokens, side)
        }
    }

    /// Whether tokens are parts of rows or several rows, wrapped or not. A number of two digits among cells is not the symbols of two
    /// cells, and several boards are not one.
    fn are_parts(&self, tokens: &[&str], side: usize) -> bool {
        let Some((last, others)) = tokens.split_last() else { return false };
        let length = tokens[0].len();
        let is_even = others.iter().all(|token| token.len() == length) && last.len() <= length;
        let is_board = |token: &&str| self.side_of(token.len()).is_some();
        tokens.len() == 1
            || is_even && (side.is_multiple_of(length) || length.is_multiple_of(side))
            || tokens.iter().all(|token| token.len() > 3 && !is_board(token))
    }

    /// The error of a number of tokens that matches no board.
    fn count_error<'a>(&self, tokens: &[&'a str]) -> SpanError<'a> {
        let characters = count_characters(tokens);
        let found = match tokens.len() {
            0..16 if characters == 1 => "1 character".into(),
            0..16 => format!("{characters} characters"),
            MAX_TOKENS.. => format!("more than {MAX_TOKENS} numbers"),
            numbers if numbers == characters => format!("{numbers} cells"),
            numbers => format!("{numbers} numbers or {characters} characters"),
        };
        let expected = match self.options.board {
            Some(board) => format!("expected the {} cells of a board {board}", board.cell_count()),
            None => "expected n x n cells, such as 16, 36, 81 or 256".into(),
        };
        let message = format!("{expected}, found {found}");
        tokens
            .first()
            .map_or_else(|| SpanError::whole(message.clone()), |first| SpanError::in_line(first, message.clone()))
    }
}

/// Whether each token is a cell (a number, a blank or a candidate group) and not a part of a row.
pub(super) fn are_cells(tokens: &[&str], side: usize) -> bool {
    let is_number =
        |token: &&str| token.len() <= 3 && number(token).is_some() || is_blank_token(token) || is_question_token(token);
    tokens.iter().all(is_number) || are_candidate_groups(tokens, side)
}

/// Whether the tokens are candidate groups, of which a few may have errors. More of them must have several candidates than are blank:
/// a `12` among the digits and blanks of a 9x9 grid is an error.
fn are_candidate_groups(tokens: &[&str], side: usize) -> bool {
    let blanks = tokens.iter().filter(|token| is_blank_token(token)).count();
    let groups = || tokens.iter().filter(|token| token.len() > 1 && **token != "-1");
    let valid = groups().filter(|token| parse_candidate_group(token, side).is_some()).count();
    side <= 9 && groups().count() > blanks && 4 * valid >= 3 * groups().count()
}

fn count_characters(tokens: &[&str]) -> usize {
    tokens.iter().map(|token| token.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{ReadOptions, text::tokens};
    use crate::{Board, Cell, DigitSet};

    fn parse_tokens(text: &str) -> Result<ParsedPuzzle, String> {
        let tokens: Vec<&str> = tokens(text).collect();
        ReadContext::new(ReadOptions::default()).parse_tokens(&tokens).map_err(|error| error.message())
    }

    #[test]
    fn the_numbers_of_tokens_and_characters_determine_the_format() {
        let read = |text: &str| parse_tokens(text).map(|read| (read.format, read.puzzle.board().side()));
        assert_eq!(read("1.3. .... .... ..2."), Ok((Format::Line, 4)));
        assert_eq!(read("1 0 3 0 0 0 0 0 0 0 0 0 0 0 2 0"), Ok((Format::Numbers, 4)));
        assert_eq!(read("1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4"), Ok((Format::CandidateGrid, 4)));
        assert_eq!(read(&"1.3.".repeat(16)), Ok((Format::Candidates, 4)));
        assert_eq!(read(&".".repeat(64)), Ok((Format::Line, 8)));
        assert_eq!(read(&"12345678".repeat(8)), Ok((Format::Line, 8)));
        assert_eq!(read(&"1..4..7..".repeat(81)), Ok((Format::Candidates, 9)));
        assert_eq!(read(&".2Q".repeat(243)), Ok((Format::Line, 27)));
        assert_eq!(read(&".".repeat(2401)), Ok((Format::Line, 49)));
    }

    #[test]
    fn wrong_numbers_of_characters_are_errors() {
        let message = "expected n x n cells, such as 16, 36, 81 or 256, found 80 characters";
        assert_eq!(parse_tokens(&".".repeat(80)).unwrap_err(), message);
        let context = &mut ReadContext::new(ReadOptions { board: Some(Board::CLASSIC), ..ReadOptions::default() });
        let message = "expected the 81 cells of a board 9x9 with boxes 3x3, found 16 characters";
        assert_eq!(context.parse_tokens(&["................"]).unwrap_err().message(), message);
    }

    #[test]
    fn an_invalid_number_does_not_select_a_larger_board() {
        let mut numbers = ["0"; 256];
        (0..144).for_each(|index| numbers[index] = "10"); // 400 characters, which is 20x20
        numbers[3] = "17";
        let error = parse_tokens(&numbers.join(" ")).unwrap_err();
        assert_eq!(error, "expected a number from 1 to 16 or a blank (0 . -1 _ * -), found '17'");
    }

    #[test]
    fn blanks_of_a_candidate_grid_leave_their_cells_open() {
        let puzzle = parse_tokens("1 24 3 24 1234 12 34 . 23 . 14 13 . 123 124 4").unwrap().puzzle;
        assert_eq!(puzzle.allowed(Cell::new(0, 1)).iter().map(crate::Digit::get).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(puzzle.allowed(Cell::new(1, 3)), DigitSet::all(4));
    }
}
