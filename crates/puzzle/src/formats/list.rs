//! One puzzle per line, alone or among other fields.
//!
//! ```text
//!   ..3.2.6..9..305..1....                        a field of n x n symbols, or n x n x n candidates
//!   ..3.2.6..9..305..1....;7.2;the name           more fields after it
//!   1,"..3.2.6..9..305..1....",483921657...,25    CSV: a column of puzzles, one of solutions
//!   1.3. .... .... ..2.                           a whole line of pieces or numbers
//! ```
//!
//! Which column is which is found by content, in the first line that has a puzzle, and then holds for the file: a line
//! that does not fit is an error and the next line is read.

use super::Format;
use super::cells::{Context, MAX_SYMBOLS, Reading, number, places_alphabet};
use super::error::Fault;
use super::flow::{MAX_TOKENS, are_separate};
use super::text::{Line, is_blank_symbol, is_blank_token, tokens};
use super::usage::Usage;
use crate::Grid;

/// Where on its line a puzzle stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Columns {
    /// In one field of several.
    Field {
        /// What separates the fields; `None` for blanks, commas and semicolons, however many.
        separator: Option<char>,
        /// The place of the puzzle, from 0.
        puzzle: usize,
        /// The place of its solution.
        solution: Option<usize>,
    },
    /// All over the line.
    Whole,
}

/// What a line holds.
pub(super) struct Entry {
    pub(super) reading: Reading,
    pub(super) solution: Option<Grid>,
    pub(super) rest: String,
}

impl Columns {
    /// The first field, if nothing else is known.
    pub(super) const FIRST: Columns = Columns::Field { separator: None, puzzle: 0, solution: None };

    /// Where the puzzle is on this line, if there is one.
    pub(super) fn of(line: &str, context: &Context) -> Option<Columns> {
        if let Some(field) = split(line, None).find(|field| is_board(field, context)) {
            return Columns::of_field(line, field, context);
        }
        if line.contains(',') && line.contains(char::is_whitespace) {
            let columns = Columns::of_separated(line, ',', context);
            if columns.is_some() {
                return columns;
            }
        }
        is_whole(line, context).then_some(Columns::Whole)
    }

    fn of_field(line: &str, field: &str, context: &Context) -> Option<Columns> {
        let start = field.as_ptr() as usize - line.as_ptr() as usize;
        let after = line[start + field.len()..].trim_start_matches('"').chars().next();
        let before = line[..start].trim_end_matches('"').chars().next_back();
        if let Some(separator) = after.or(before).filter(|separator| matches!(separator, ',' | ';' | '\t')) {
            return Columns::of_separated(line, separator, context);
        }
        let puzzle = split(line, None).position(|other| other == field)?;
        let is_solution = |other: &str| other.len() == field.len() && is_full(other, context);
        let solution = split(line, None).skip(puzzle + 1).position(is_solution).map(|place| place + puzzle + 1);
        Some(Columns::Field { separator: None, puzzle, solution })
    }

    /// The puzzle is the first board that is not full; then another one, of the same length, is the solution.
    fn of_separated(line: &str, separator: char, context: &Context) -> Option<Columns> {
        let boards = split(line, Some(separator)).enumerate().filter(|(_, field)| is_board(field, context));
        let boards: Vec<(usize, &str)> = boards.take(16).collect();
        let (puzzle, field) = *boards.iter().find(|(_, field)| !is_full(field, context)).or(boards.first())?;
        let is_solution = |(place, other): &&(usize, &str)| {
            *place != puzzle && is_full(other, context) && { other.len() == field.len() || field.contains(' ') }
        };
        let solution = boards.iter().find(is_solution).map(|(place, _)| *place);
        Some(Columns::Field { separator: Some(separator), puzzle, solution })
    }

    /// Whether a line may begin with the puzzle, and so be nothing else.
    fn is_first(self) -> bool {
        matches!(self, Columns::Field { puzzle: 0, .. })
    }

    /// Whether fields are separated as in CSV.
    pub(super) fn is_csv(self) -> bool {
        matches!(self, Columns::Field { separator: Some(_), .. })
    }

    /// The symbols that a line uses, and the side of its board, for boards that need an alphabet.
    pub(super) fn usage(self, line: &str, context: &Context) -> Option<(usize, Usage)> {
        let texts: Vec<&str> = match self {
            Columns::Whole => return None,
            Columns::Field { separator, puzzle, solution } => [Some(puzzle), solution]
                .into_iter()
                .filter_map(|place| split(line, separator).nth(place?))
                .filter(|field| is_board(field, context))
                .collect(),
        };
        let side = context.side_of(texts.first()?.len()).filter(|side| (10..=MAX_SYMBOLS).contains(side))?;
        let mut usage = Usage::of_symbols(&texts[..1], side);
        texts[1..].iter().for_each(|text| usage.add(&Usage::of_symbols(&[text], side)));
        Some((side, usage))
    }

    /// Reads a line.
    pub(super) fn read<'a>(self, line: Line<'a>, context: &mut Context) -> Result<Entry, Fault<'a>> {
        if let Some(reading) = self.is_first().then(|| context.classic(line.text)).flatten() {
            return Ok(Entry { reading, solution: None, rest: String::new() });
        }
        let Columns::Field { separator, puzzle, solution } = self else {
            let tokens: Vec<&str> = line.tokens().take(MAX_TOKENS + 1).collect();
            return Ok(Entry { reading: context.flow(&tokens)?, solution: None, rest: String::new() });
        };
        let Some(field) = split(line.text, separator).nth(puzzle) else {
            let message = format!("expected a puzzle in field {}, found fewer fields", puzzle + 1);
            return Err(Fault::in_line(line.text, message));
        };
        let reading = read_field(field, context)?;
        let solution = solution.and_then(|place| {
            let grid = full_grid(split(line.text, separator).nth(place)?, &reading, context)?;
            Some((place, grid))
        });
        let taken = [Some(puzzle), solution.as_ref().map(|(place, _)| *place)];
        let rest = if field.len() == line.text.len() { String::new() } else { rest(line.text, separator, taken) };
        Ok(Entry { reading, solution: solution.map(|(_, grid)| grid), rest })
    }
}

fn read_field<'a>(field: &'a str, context: &mut Context) -> Result<Reading, Fault<'a>> {
    if let Some(reading) = context.classic(field) {
        return Ok(reading);
    }
    if field.bytes().any(|byte| byte.is_ascii_whitespace()) {
        context.flow(&tokens(field).take(MAX_TOKENS + 1).collect::<Vec<_>>())
    } else {
        context.flow(&[field])
    }
}

/// The solution, if the field is a full grid of the puzzle's board.
fn full_grid(field: &str, reading: &Reading, context: &mut Context) -> Option<Grid> {
    let solution = read_field(field, context).ok()?.puzzle;
    let fits = solution.board() == reading.puzzle.board() && solution.givens().is_full();
    fits.then(|| solution.givens().clone())
}

/// The fields but for the puzzle and the solution, with a separator between them.
fn rest(line: &str, separator: Option<char>, taken: [Option<usize>; 2]) -> String {
    let mut rest = String::new();
    for (place, field) in split(line, separator).enumerate() {
        if !taken.contains(&Some(place)) {
            if !rest.is_empty() {
                rest.push(separator.unwrap_or(' '));
            }
            rest.push_str(field);
        }
    }
    rest
}

/// The fields of a line, without quotes.
fn split(line: &str, separator: Option<char>) -> impl Iterator<Item = &str> {
    let mut left = Some(line);
    std::iter::from_fn(move || {
        if let Some(separator) = separator {
            let (field, after) = split_once(left?, separator);
            left = after;
            return Some(field);
        }
        let text = left?.trim_start_matches(is_loose);
        let end = text.bytes().position(|byte| is_loose(byte.into())).unwrap_or(text.len());
        left = Some(&text[end..]);
        (end > 0).then(|| text[..end].trim_matches('"'))
    })
}

fn is_loose(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | ';')
}

/// The first field, and what follows its separator. A quote that is never closed is an ordinary character.
fn split_once(text: &str, separator: char) -> (&str, Option<&str>) {
    if let Some((quoted, after)) = text.trim_start().strip_prefix('"').and_then(|inner| inner.split_once('"')) {
        if after.trim_start_matches(' ').is_empty() {
            return (quoted, None);
        }
        if let Some(after) = after.trim_start_matches(' ').strip_prefix(separator) {
            return (quoted, Some(after));
        }
    }
    match text.split_once(separator) {
        Some((field, after)) => (field.trim(), Some(after)),
        None => (text.trim(), None),
    }
}

/// Whether a field is a board or the candidates of one.
fn is_board(field: &str, context: &Context) -> bool {
    if field.contains(char::is_whitespace) {
        let tokens: Vec<&str> = tokens(field).take(MAX_TOKENS + 1).collect();
        return context.side_of(tokens.len()).is_some_and(|side| are_separate(&tokens, side));
    }
    let places = context.side_of_places(field.len()).is_some_and(|side| places_alphabet(&[field], side).is_some());
    places || context.side_of(field.len()).is_some_and(|side| are_symbols(&[field], side, context))
}

fn is_full(field: &str, context: &Context) -> bool {
    let blank = |token: &str| token.bytes().all(is_blank_symbol) || token == "-1";
    let full = if field.contains(char::is_whitespace) {
        !tokens(field).any(blank)
    } else {
        !field.bytes().any(|byte| is_blank_symbol(byte) && byte != b'0') && is_zero_free(field, context)
    };
    full && is_board(field, context)
}

/// Whether each `0` of a field without other blanks is a digit, if it has any.
fn is_zero_free(field: &str, context: &Context) -> bool {
    let side = context.side_of(field.len()).unwrap_or(0);
    let from_zero = || matches!(Usage::of_symbols(&[field], side).choose(side).0, super::Alphabet::ZeroTo(_));
    !field.contains('0') || side > 9 && from_zero()
}

/// Whether all characters are symbols of one alphabet, or blanks.
pub(super) fn are_symbols(tokens: &[&str], side: usize, context: &Context) -> bool {
    let mut bytes = tokens.iter().flat_map(|token| token.bytes());
    if side > MAX_SYMBOLS {
        return bytes.all(is_blank_symbol);
    }
    let known = bytes.all(|byte| byte.is_ascii_alphanumeric() || is_blank_symbol(byte));
    let usage = Usage::of_symbols(tokens, side);
    known && usage.fits(context.options.alphabet.unwrap_or_else(|| usage.choose(side).0), side)
}

/// Whether a line is a board in pieces or numbers.
fn is_whole(line: &str, context: &Context) -> bool {
    let tokens: Vec<&str> = tokens(line).take(MAX_TOKENS + 1).collect();
    let characters = tokens.iter().map(|token| token.len()).sum();
    let is_number = |token: &&str, side| is_blank_token(token) || number(token).is_some_and(|number| number <= side);
    context.side_of(tokens.len()).is_some_and(|side| tokens.iter().all(|token| is_number(token, side)))
        || tokens.len() > 1 && context.side_of(characters).is_some_and(|side| are_symbols(&tokens, side, context))
}

/// What a list in these columns is called.
pub(super) fn format(columns: Columns, reading: Format) -> Format {
    if columns.is_csv() { Format::Csv } else { reading }
}
