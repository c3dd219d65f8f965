//! Reader of lists of givens without the side of the board: `r1c1=5`, and `row column digit` per line.
//!
//! ```text
//!   r1c1=5, r1c2=3; R2C1: 6      cells with digits, any separators
//!   A1=5 A2=3 B1=6               rows as letters
//!   1 1 5                        row, column, digit; also 1,1,5 and (1, 1, 5), up to 9x9 also 115
//!   1 2 3
//! ```
//!
//! A whole text is one puzzle. The side is the largest number that occurs, if that is 9 or more, or if it occurs as a row and as a
//! column. Otherwise the list may belong to a larger board, and is refused until the options name one.

use super::Format;
use super::cells::{ParsedPuzzle, ReadContext, number};
use super::error::{SpanError, shortened};
use super::text::{Cursor, Line};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Row, column and digit of a given, as they are written.
type Triple<'a> = [&'a str; 3];

/// Whether the lines are a list of cells with digits, perhaps after the size of the board.
pub(super) fn is_cell_list(sample: &[Line<'_>]) -> bool {
    let first = if sample.len() > 1 && size(sample[0].text).is_some() { &sample[1] } else { &sample[0] };
    let text = first.text.trim_start_matches(is_separator);
    matches!(cell_and_digit(text), Ok((Some(_), _)))
}

/// Whether the lines are a list of `row column digit`, perhaps after a line of three column names.
///
/// Three lines of three numbers are a 3x3 grid and not a list. The parts of rows such as `534 678 912` have the same length.
pub(super) fn is_triple_list(sample: &[Line<'_>]) -> bool {
    let lines = if is_column_names(sample[0].text) { &sample[1..] } else { sample };
    let lines: Vec<(&str, Option<Triple<'_>>)> = lines.iter().map(|line| (line.text, triple(line.text))).collect();
    let triples: Vec<Triple<'_>> = lines.iter().filter_map(|(_, triple)| *triple).collect();
    // A few lines with errors do not make it another format.
    if lines.first().is_none_or(|(_, first)| first.is_none())
        || triples.len() <= 3
        || 10 * (lines.len() - triples.len()) > lines.len()
    {
        return false;
    }
    let mut texts = lines.iter().filter(|(_, triple)| triple.is_some()).map(|(text, _)| *text);
    let is_separated = texts.clone().all(|text| text.len() > 3);
    let mut parts = triples.iter().flatten();
    let is_long = |part: &str| part.len() == triples[0][0].len() && part.len() > 1;
    let is_plain = |part: &&str| !part.starts_with('0') || part.len() == 1;
    (is_separated || texts.all(|text| text.len() == 3 && !text.contains('0')))
        && parts.clone().all(is_plain)
        && !parts.all(|part| is_long(part))
}

/// Whether a line is a header such as `row,column,digit`.
fn is_column_names(line: &str) -> bool {
    let words: Vec<&str> = split(line).collect();
    let is_name = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    words.len() == 3 && words.iter().all(is_name) && words[0].to_ascii_lowercase().starts_with(['r', 'x', 'i', 'l'])
}

/// The row, column and digit of a line: three numbers, or three digits.
pub(super) fn triple(line: &str) -> Option<Triple<'_>> {
    let parts: Vec<&str> = split(line).take(4).collect();
    let is_number = |part: &&str| number(part).is_some() && part.len() <= 3;
    match parts[..] {
        [row, column, digit] if parts.iter().all(is_number) => Some([row, column, digit]),
        [digits] if digits.len() == 3 && is_number(&digits) => Some([&digits[..1], &digits[1..2], &digits[2..]]),
        _ => None,
    }
}

/// The parts of a line between spaces, commas, semicolons and brackets.
pub(super) fn split(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}'))
        .filter(|part| !part.is_empty())
}

/// Reads the list of cells with digits. `None` at the end of the text.
pub(super) fn next_cell_list<'a>(
    cursor: &mut Cursor<'a>,
    context: &ReadContext,
) -> Option<(Line<'a>, Result<ParsedPuzzle, SpanError<'a>>)> {
    let mut first = cursor.next_significant()?;
    let stated = size(first.text);
    if stated.is_some() {
        first = cursor.next_significant()?;
    }
    let mut triples = Vec::new();
    let mut line = Some(first);
    while let Some(current) = line {
        let mut text = current.text.trim_start_matches(is_separator);
        while !text.is_empty() {
            match cell_and_digit(text) {
                Ok((Some(triple), rest)) => {
                    triples.push(triple);
                    text = rest.trim_start_matches(is_separator);
                }
                Ok((None, at)) | Err(at) => {
                    let found = shortened(at.split(is_separator).next().unwrap_or_default());
                    let message = format!("expected a cell and its digit, such as r1c1=5, found '{found}'");
                    cursor.by_ref().for_each(drop);
                    return Some((first, Err(SpanError::at(at, message))));
                }
            }
        }
        line = cursor.next_significant();
    }
    Some((first, parse(&triples, stated, context)))
}

/// Reads the list of `row column digit`. `None` at the end of the text.
pub(super) fn next_triple_list<'a>(
    cursor: &mut Cursor<'a>,
    context: &ReadContext,
) -> Option<(Line<'a>, Result<ParsedPuzzle, SpanError<'a>>)> {
    let mut first = cursor.next_significant()?;
    if is_column_names(first.text) {
        first = cursor.next_significant()?;
    }
    let mut triples = Vec::new();
    let mut line = Some(first);
    while let Some(current) = line {
        let Some(triple) = triple(current.text) else {
            let message = format!("expected a given as `row column digit`, found '{}'", shortened(current.text));
            cursor.by_ref().for_each(drop);
            return Some((first, Err(SpanError::at(current.text, message))));
        };
        triples.push(triple);
        line = cursor.next_significant();
    }
    Some((first, parse(&triples, None, context)))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | '.')
}

/// The first cell of a text with its digit, and the text after them; no cell and the place of the error if only the digit is missing,
/// else the place as an error.
fn cell_and_digit(text: &str) -> Result<(Option<Triple<'_>>, &str), &str> {
    let leading_number = |text: &'_ str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(cell) = lettered_cell(text) {
        return Ok(cell);
    }
    let after_r = text.strip_prefix(['r', 'R']).ok_or(text)?;
    let row = leading_number(after_r);
    let after_c = after_r[row..].strip_prefix(['c', 'C']).filter(|_| row > 0).ok_or(text)?;
    let column = leading_number(after_c);
    if column == 0 {
        return Err(text);
    }
    let rest = after_c[column..].trim_start();
    let rest = ["==", "=", ":", "_", "->"].into_iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(rest);
    let rest = rest.trim_start();
    let digit = leading_number(rest);
    let is_end = rest[digit..].chars().next().is_none_or(is_separator);
    if digit == 0 || digit > 3 || !is_end {
        return Ok((None, if rest.is_empty() { text } else { rest }));
    }
    Ok((Some([&after_r[..row], &after_c[..column], &rest[..digit]]), &rest[digit..]))
}

/// The cell `A1=5`, whose row is a letter, and the text after it. The sign is required: `A15` may be anything, and `r1: 53..7`
/// is a row with a label.
fn lettered_cell(text: &str) -> Option<(Option<Triple<'_>>, &str)> {
    let (row, after) = text.split_at_checked(1).filter(|(row, _)| row.as_bytes()[0].is_ascii_alphabetic())?;
    let column = after.bytes().take_while(u8::is_ascii_digit).count();
    let rest = after[column..].trim_start().strip_prefix('=')?.trim_start();
    let digit = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_end = rest[digit..].chars().next().is_none_or(is_separator);
    ((1..=2).contains(&column) && (1..=2).contains(&digit) && is_end)
        .then_some((Some([row, &after[..column], &rest[..digit]]), &rest[digit..]))
}

/// The value of a part of a given: a number, or the letter of a row.
fn value(part: &str) -> Option<usize> {
    match part.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(usize::from(letter.to_ascii_uppercase() - b'A') + 1),
        _ => number(part),
    }
}

/// The side of a line such as `9` or `9x9`.
fn size(line: &str) -> Option<usize> {
    let mut parts = line.split(['x', 'X']);
    let side = parts.next().and_then(number).filter(|side| (4..=Board::MAX_SIDE).contains(side))?;
    let is_square = parts.next().is_none_or(|other| number(other) == Some(side));
    (is_square && parts.next().is_none()).then_some(side)
}

/// The puzzle of a list of givens.
fn parse<'a>(
    triples: &[Triple<'a>],
    stated: Option<usize>,
    context: &ReadContext,
) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some(zero) = triples.iter().flatten().find(|part| value(part) == Some(0)) {
        let message = "expected rows, columns and digits that count from 1, found '0'";
        return Err(SpanError::at(zero, message.into()));
    }
    let side = match (context.options.board, stated) {
        (Some(board), _) => board.side(),
        (None, Some(side)) => side,
        (None, None) => side_of(triples)?,
    };
    let board = context.board(side)?;
    let mut grid = Grid::empty(board);
    for triple in triples {
        place(&mut grid, *triple)?;
    }
    let note = box_note(board, context);
    Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::ClueList, alphabet: None, note })
}

/// The side of a board that is not stated: see the module.
fn side_of<'a>(triples: &[Triple<'a>]) -> Result<usize, SpanError<'a>> {
    let largest = |part: usize| triples.iter().filter_map(|triple| value(triple[part])).max().unwrap_or(0);
    let [rows, columns, digits] = [0, 1, 2].map(largest);
    let side = rows.max(columns).max(digits);
    let reaches_corner = rows == side && columns == side;
    if side >= 9 && Board::of_side(side).is_ok() || reaches_corner && side >= 4 && Board::of_side(side).is_ok() {
        return Ok(side);
    }
    let at = triples.first().map_or("", |triple| triple[0]);
    let message = format!(
        "expected the size of the board: the largest row is {rows}, the largest column {columns}, the largest digit {digits} \
         (use --boxes 3x3 for 9x9)"
    );
    Err(SpanError::in_line(at, message))
}

/// Places a given in a grid.
pub(super) fn place<'a>(grid: &mut Grid, [row, column, digit]: Triple<'a>) -> Result<(), SpanError<'a>> {
    let side = grid.board().side();
    for (name, part) in [("row", row), ("column", column), ("digit", digit)] {
        if !value(part).is_some_and(|part| (1..=side).contains(&part)) {
            let message = format!("expected a {name} from 1 to {side}, found '{}'", shortened(part));
            return Err(SpanError::at(part, message));
        }
    }
    let [row_index, column_index, value] = [row, column, digit].map(|part| value(part).unwrap_or(1));
    let cell = Cell::new(row_index - 1, column_index - 1);
    if let Some(earlier) = grid.get(cell).filter(|earlier| earlier.get() != value) {
        return Err(SpanError::at(row, format!("{cell} already has the given {earlier}, found {value}")));
    }
    grid.set(cell, Digit::new(value));
    Ok(())
}

/// The note that names the boxes of a board, if the side allows several shapes and no option chose one.
pub(super) fn box_note(board: Board, context: &ReadContext) -> Option<String> {
    let (height, width) = (board.box_height(), board.box_width());
    let note = || {
        let side = board.side();
        format!("{side}x{side}: read with boxes of {height} rows and {width} columns (use --boxes for another shape)")
    };
    (height != width && context.options.board.is_none()).then(note)
}

#[cfg(test)]
mod tests {
    use crate::formats::{ReadOptions, read};

    fn read_text(text: &str) -> String {
        let mut reader = read(text, &ReadOptions::default());
        let first =
            reader.next().map(|item| item.map_or_else(|error| error.to_string(), |record| record.puzzle.to_string()));
        first.unwrap_or_default()
    }

    #[test]
    fn column_names_without_a_list_are_no_puzzle() {
        assert!(read_text("row column digit").starts_with("line 1"), "{}", read_text("row column digit"));
    }

    #[test]
    fn cells_and_digits_are_separated_by_anything_usual() {
        let expected = "1.3.....4.....24";
        for text in [
            "r1c1=1 r1c3=3 r3c1=4 r4c3=2 r4c4=4",
            "r1c1=1, r1c3=3, r3c1=4,\nr4c3=2, r4c4=4\n",
            "R1C1: 1; R1C3: 3; R3C1: 4; R4C3: 2; R4C4: 4",
            "A1=1 A3=3 C1=4 D3=2 D4=4",
            "a1 = 1\na3 = 3\nc1 = 4\nd3 = 2\nd4 = 4",
            "[r1c1_1 r1c3_3 r3c1_4]\n\nr4c3_2\n# a comment\nr4c4->4.",
        ] {
            assert_eq!(read_text(text), expected, "{text}");
        }
        assert_eq!(
            read_text("r1c1=1 r1c3=x"),
            "line 1, column 13: expected a cell and its digit, such as r1c1=5, found 'x'"
        );
        assert!(read_text("r1c1=1 r1c3=3").contains("expected the size of the board"));
        assert_eq!(read_text("4x4\nr1c1=1 r1c3=3"), "1.3.............");
    }

    #[test]
    fn triples_need_no_header() {
        for text in [
            "1 1 1\n1 3 3\n3 1 4\n4 4 2\n",
            "row,col,value\n1,1,1\n1,3,3\n3,1,4\n4,4,2",
            "(1, 1, 1)\n(1, 3, 3)\n(3, 1, 4)\n(4, 4, 2)",
            "111\n133\n314\n442",
        ] {
            assert_eq!(read_text(text), "1.3.....4......2", "{text}");
        }
        assert!(
            read_text("0 0 1\n0 2 3\n3 1 4\n3 3 2\n")
                .contains("column 1: expected rows, columns and digits that count from 1")
        );
    }
}
