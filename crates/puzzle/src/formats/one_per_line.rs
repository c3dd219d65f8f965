//! Reader of files with one puzzle per line, alone or among other fields.
//!
//! ```text
//!   ..3.2.6..9..305..1....                        a field of n x n symbols, or n x n x n candidates
//!   ..3.2.6..9..305..1....;7.2;the name           followed by other fields
//!   1,"..3.2.6..9..305..1....",483921657...,25    CSV: a column of puzzles, one of solutions
//!   1.3. .... .... ..2.                           a line of row parts or numbers
//! ```
//!
//! The columns are detected by content in the first line that has a puzzle, and then apply to the whole file: a line that does not
//! fit is an error, and reading continues with the next line.

use super::Format;
use super::cells::{MAX_SYMBOLS, ParsedPuzzle, ReadContext, candidate_string_alphabet, number};
use super::error::SpanError;
use super::symbol_usage::{SymbolUsage, has_question_blanks};
use super::table::marked_line;
use super::text::{Line, is_blank_symbol, is_blank_token, is_question_symbol, tokens};
use super::tokens::{MAX_TOKENS, are_cells};
use crate::Grid;

/// The position of the puzzle on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Columns {
    /// The puzzle is one of several fields.
    Field {
        /// The separator of fields; `None` for any run of spaces, tabs, commas and semicolons.
        separator: Option<char>,
        /// The index of the puzzle, from 0.
        puzzle: usize,
        /// The index of its solution.
        solution: Option<usize>,
    },
    /// The puzzle is the whole line.
    Whole,
}

/// The content of a line.
pub(super) struct LineEntry {
    pub(super) parsed: ParsedPuzzle,
    pub(super) solution: Option<Grid>,
    pub(super) rest: String,
}

impl Columns {
    /// The puzzle is the first field: the default if no line of the sample has a puzzle.
    pub(super) const FIRST: Columns = Columns::Field { separator: None, puzzle: 0, solution: None };

    /// Detects the columns from a line, or returns `None` if the line has no puzzle.
    pub(super) fn detect(line: &str, context: &ReadContext) -> Option<Columns> {
        if let Some(field) = split(line, None).find(|field| is_board(field, context)) {
            return if is_split_board(line, field, context) {
                None
            } else {
                Columns::detect_around(line, field, context)
            };
        }
        if line.contains(',')
            && line.contains(char::is_whitespace)
            && !split(line, Some(',')).any(|field| is_rest(field, context))
        {
            let columns = Columns::detect_separated(line, ',', context);
            if columns.is_some() {
                return columns;
            }
        }
        is_whole(line, context).then_some(Columns::Whole)
    }

    /// Detects the columns from the characters around a field that is a board.
    fn detect_around(line: &str, field: &str, context: &ReadContext) -> Option<Columns> {
        let start = field.as_ptr() as usize - line.as_ptr() as usize;
        let after = line[start + field.len()..].trim_start_matches('"').chars().next();
        let before = line[..start].trim_end_matches('"').chars().next_back();
        if let Some(separator) = after.or(before).filter(|separator| matches!(separator, ',' | ';' | '\t')) {
            return Columns::detect_separated(line, separator, context);
        }
        let puzzle = split(line, None).position(|other| other == field)?;
        let is_solution = |other: &str| other.len() == field.len() && is_full(other, context);
        let solution = split(line, None).skip(puzzle + 1).position(is_solution).map(|index| index + puzzle + 1);
        Some(Columns::Field { separator: None, puzzle, solution })
    }

    /// The puzzle is the first board that is not full; a full one of the same length is the solution.
    fn detect_separated(line: &str, separator: char, context: &ReadContext) -> Option<Columns> {
        let boards = split(line, Some(separator)).enumerate().filter(|(_, field)| is_board(field, context));
        let boards: Vec<(usize, &str)> = boards.take(16).collect();
        let (puzzle, field) = *boards.iter().find(|(_, field)| !is_full(field, context)).or(boards.first())?;
        let is_solution = |(index, other): &&(usize, &str)| {
            *index != puzzle && is_full(other, context) && (other.len() == field.len() || field.contains(' '))
        };
        let solution = boards.iter().find(is_solution).map(|(index, _)| *index);
        Some(Columns::Field { separator: Some(separator), puzzle, solution })
    }

    /// Whether the puzzle is the first field, so that it may also be the whole line.
    pub(super) fn is_first(self) -> bool {
        matches!(self, Columns::Field { puzzle: 0, .. })
    }

    /// Whether the fields have a fixed separator, as in CSV.
    pub(super) fn is_csv(self) -> bool {
        self.separator().is_some()
    }

    /// The separator of the fields, if it is fixed.
    pub(super) fn separator(self) -> Option<char> {
        if let Columns::Field { separator, .. } = self { separator } else { None }
    }

    /// The side of the board on a line and the symbols that it uses, if they can be of several alphabets.
    pub(super) fn usage(self, line: &str, context: &ReadContext) -> Option<(usize, SymbolUsage)> {
        let texts: Vec<&str> = match self {
            Columns::Whole => return None,
            Columns::Field { separator, puzzle, solution } => [Some(puzzle), solution]
                .into_iter()
                .filter_map(|index| split(line, separator).nth(index?))
                .filter(|field| is_board(field, context))
                .collect(),
        };
        let side = context.side_of(texts.first()?.len()).filter(|side| (10..=MAX_SYMBOLS).contains(side))?;
        let mut usage = SymbolUsage::of_symbols(&texts[..1], side);
        texts[1..].iter().for_each(|text| usage.add(&SymbolUsage::of_symbols(&[text], side)));
        Some((side, usage))
    }

    /// The error of a line with several puzzles. A full board is a solution, and one that has all givens of the puzzle is a state of play.
    pub(super) fn several_puzzles<'a>(self, line: Line<'a>, context: &mut ReadContext) -> Option<SpanError<'a>> {
        let Columns::Field { separator, puzzle: index, .. } = self else { return None };
        let field = split(line.text, separator).nth(index).filter(|field| field.len() < line.text.len())?;
        let is_other = |other: &str| other.len() == field.len() && is_board(other, context) && !is_full(other, context);
        let others: Vec<&str> = split(line.text, separator).skip(index + 1).filter(|other| is_other(other)).collect();
        let first = (!others.is_empty()).then(|| parse_field(field, context).ok())??.puzzle;
        let is_second = |other: &&&str| {
            parse_field(other, context).is_ok_and(|ParsedPuzzle { puzzle: second, .. }| {
                let has_given = |(cell, digit)| second.givens().get(cell) == Some(digit);
                let (board, givens) = (first.board(), second.givens().filled_count());
                second.board() == board && givens > 0 && !first.givens().filled().all(has_given)
            })
        };
        let second = others.iter().find(is_second)?;
        let message = "expected one puzzle on the line, found a second one: write each puzzle on a line of its own, or name the \
                       columns in a first line";
        Some(SpanError::at(second, message.into()))
    }

    /// Reads a line.
    pub(super) fn read<'a>(self, line: Line<'a>, context: &mut ReadContext) -> Result<LineEntry, SpanError<'a>> {
        if let Some(parsed) = self.is_first().then(|| context.parse_classic(line.text)).flatten() {
            return Ok(LineEntry { parsed, solution: None, rest: String::new() });
        }
        let Columns::Field { separator, puzzle, solution } = self else {
            let parsed = parse_whole(line.text, context)?;
            return Ok(LineEntry { parsed, solution: None, rest: String::new() });
        };
        let Some(field) = split(line.text, separator).nth(puzzle) else {
            let message = format!("expected a puzzle in field {}, found fewer fields", puzzle + 1);
            return Err(SpanError::in_line(line.text, message));
        };
        let parsed = parse_field(field, context)?;
        let solution = solution.and_then(|index| {
            let grid = full_grid(split(line.text, separator).nth(index)?, &parsed, context)?;
            Some((index, grid))
        });
        let used = [Some(puzzle), solution.as_ref().map(|(index, _)| *index)];
        let rest = if field.len() == line.text.len() { String::new() } else { rest(line.text, separator, used) };
        Ok(LineEntry { parsed, solution: solution.map(|(_, grid)| grid), rest })
    }
}

fn parse_whole<'a>(line: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some(table) = marked_line(line, context) {
        let parsed = context.parse_separate_cells(&table.cells, table.side)?;
        return Ok(ParsedPuzzle { note: table.note, ..parsed });
    }
    context.parse_tokens(&tokens(line).take(MAX_TOKENS + 1).collect::<Vec<_>>())
}

fn parse_field<'a>(field: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some(parsed) = context.parse_classic(field) {
        return Ok(parsed);
    }
    if field.bytes().any(|byte| byte.is_ascii_whitespace()) {
        context.parse_tokens(&tokens(field).take(MAX_TOKENS + 1).collect::<Vec<_>>())
    } else {
        context.parse_tokens(&[field])
    }
}

/// The solution, if the field is a full grid of the puzzle's board.
fn full_grid(field: &str, parsed: &ParsedPuzzle, context: &mut ReadContext) -> Option<Grid> {
    let solution = parse_field(field, context).ok()?.puzzle;
    let fits = solution.board() == parsed.puzzle.board() && solution.givens().is_full();
    fits.then(|| solution.givens().clone())
}

/// The fields other than the puzzle and the solution, joined by the separator.
fn rest(line: &str, separator: Option<char>, used: [Option<usize>; 2]) -> String {
    let mut rest = String::new();
    for (index, field) in split(line, separator).enumerate() {
        if !used.contains(&Some(index)) {
            if !rest.is_empty() {
                rest.push(separator.unwrap_or(' '));
            }
            rest.push_str(field);
        }
    }
    rest
}

/// The fields of a line, without quotes.
fn split(line: &str, separator: Option<char>) -> impl Iterator<Item = &str> + Clone {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        if let Some(separator) = separator {
            let (field, after) = split_once(rest?, separator);
            rest = after;
            return Some(field);
        }
        let text = rest?.trim_start_matches(is_any_separator);
        let end = text.bytes().position(|byte| is_any_separator(byte.into())).unwrap_or(text.len());
        rest = Some(&text[end..]);
        (end > 0).then(|| text[..end].trim_matches('"'))
    })
}

fn is_any_separator(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | ';')
}

/// The first field, and the text after its separator. A quote that is never closed is an ordinary character.
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

/// Whether a field is a board or a candidate string.
fn is_board(field: &str, context: &ReadContext) -> bool {
    if field.contains(char::is_whitespace) {
        let tokens: Vec<&str> = tokens(field).take(MAX_TOKENS + 1).collect();
        return context.side_of(tokens.len()).is_some_and(|side| are_cells(&tokens, side));
    }
    let is_candidates = context
        .side_of_candidate_string(field.len())
        .is_some_and(|side| candidate_string_alphabet(&[field], side).is_some());
    is_candidates || context.side_of(field.len()).is_some_and(|side| are_symbols(&[field], side, context))
}

/// Whether a line is a larger board or candidate string with a separator in it by mistake, and the field only a part that has the length
/// of a board by chance: another field consists of symbols and blanks, but is not a board.
fn is_split_board(line: &str, field: &str, context: &ReadContext) -> bool {
    let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || is_blank_symbol(byte);
    let is_part = |other: &str| {
        other.len() >= 16
            && other.bytes().all(is_symbol)
            && other.bytes().any(|byte| is_blank_symbol(byte) && byte != b'0')
            && other.len() != field.len()
            && !is_board(other, context)
    };
    let length: usize = split(line, None).map(str::len).sum();
    let is_whole = context.side_of(length).is_some() || context.side_of_candidate_string(length).is_some();
    let mut others = split(line, None).filter(|other| *other != field);
    // The digits of a candidate string with spaces as blanks.
    let is_number = |other: &str| other.bytes().all(|byte| byte.is_ascii_digit());
    let is_digits = || is_number(field) && others.clone().next().is_some() && others.clone().all(is_number);
    others.clone().any(is_part)
        || is_digits() && !field.contains('0') && has_repeated_digit(field, context)
        || is_whole
            && others.clone().next().is_some()
            && others.all(|other| other.len() >= 16 && other.len() != field.len() && other.bytes().all(is_symbol))
}

/// Whether a field has many cells, but not as many as a board: a comma by mistake has split a puzzle.
fn is_rest(field: &str, context: &ReadContext) -> bool {
    let cells = || tokens(field).take(MAX_TOKENS + 1);
    let is_cell = |token: &str| is_blank_token(token) || number(token).is_some();
    cells().count() >= 16 && cells().all(is_cell) && !is_board(field, context)
}

/// Whether a row of a full board has a digit twice.
fn has_repeated_digit(field: &str, context: &ReadContext) -> bool {
    let side = context.side_of(field.len()).unwrap_or(1);
    let repeats = |row: &[u8]| (1..row.len()).any(|last| row[..last].contains(&row[last]));
    field.as_bytes().chunks(side).any(repeats)
}

/// Whether a field is a board without blanks.
fn is_full(field: &str, context: &ReadContext) -> bool {
    let blank =
        |token: &str| token.bytes().all(|byte| is_blank_symbol(byte) || is_question_symbol(byte)) || token == "-1";
    let full = if field.contains(char::is_whitespace) {
        !tokens(field).any(blank)
    } else {
        let has_question_blanks = || has_question_blanks(&[field], context.side_of(field.len()).unwrap_or(0));
        !field.bytes().any(|byte| is_blank_symbol(byte) && byte != b'0')
            && has_no_blank_zero(field, context)
            && !has_question_blanks()
    };
    full && is_board(field, context)
}

/// Whether a field without other blanks has no `0`, or only zeros that are digits.
fn has_no_blank_zero(field: &str, context: &ReadContext) -> bool {
    let side = context.side_of(field.len()).unwrap_or(0);
    let from_zero = || matches!(SymbolUsage::of_symbols(&[field], side).choose(side).0, super::Alphabet::ZeroTo(_));
    !field.contains('0') || side > 9 && from_zero()
}

/// Whether all characters are blanks or symbols of one alphabet.
pub(super) fn are_symbols(tokens: &[&str], side: usize, context: &ReadContext) -> bool {
    let mut bytes = tokens.iter().flat_map(|token| token.bytes());
    if side > MAX_SYMBOLS {
        return bytes.all(is_blank_symbol);
    }
    let question_is_blank = has_question_blanks(tokens, side);
    let is_blank = |byte| is_blank_symbol(byte) || question_is_blank && is_question_symbol(byte);
    let known = bytes.all(|byte| byte.is_ascii_alphanumeric() || is_blank(byte));
    let usage = SymbolUsage::of_symbols(tokens, side);
    known && usage.fits(context.options.alphabet.unwrap_or_else(|| usage.choose(side).0), side)
}

/// Whether a line is a board of row parts or numbers.
fn is_whole(line: &str, context: &ReadContext) -> bool {
    let tokens: Vec<&str> = tokens(line).take(MAX_TOKENS + 1).collect();
    let characters = tokens.iter().map(|token| token.len()).sum();
    let is_number = |token: &&str, side| is_blank_token(token) || number(token).is_some_and(|number| number <= side);
    context.side_of(tokens.len()).is_some_and(|side| tokens.iter().all(|token| is_number(token, side)))
        || are_row_parts(&tokens) && context.side_of(characters).is_some_and(|side| are_symbols(&tokens, side, context))
}

/// Whether several tokens have the same length. Digits with spaces as blank cells between them do not.
fn are_row_parts(tokens: &[&str]) -> bool {
    tokens.len() > 1 && tokens.iter().all(|token| token.len() == tokens[0].len())
}

/// The format of a file with these columns.
pub(super) fn format(columns: Columns, parsed: Format) -> Format {
    if columns.is_csv() { Format::Csv } else { parsed }
}
