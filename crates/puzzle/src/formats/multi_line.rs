//! Reader of puzzles of several lines: n rows of n cells, with or without borders, or rows of other lengths with n x n cells.
//!
//! A paragraph with a multiple of the rows of one puzzle contains several puzzles. A paragraph with fewer rows may continue after an
//! empty line (some people write one between bands), if the following rows complete the puzzle exactly. Any other number of rows is an
//! error of the whole paragraph, because nobody knows which row is too many.
//!
//! Lines of other lengths are put together only where that cannot change a row: the lines of a wrapped row add up to a row, and
//! a puzzle on one line that was wrapped has lines of equal length and a shorter last one. Two rows of 8 and 10 cells are an error.

use std::collections::BTreeSet;

use super::Format;
use super::cells::{MAX_SYMBOLS, ParsedPuzzle, ReadContext, has_repeated_symbol, is_in_candidate_positions};
use super::clue_list::skip_paragraph;
use super::error::{SpanError, shortened};
use super::heading::{Heading, is_heading};
use super::one_per_line::are_symbols;
use super::paragraph::{Paragraph, Row};
use super::table::Table;
use super::text::{Cursor, Line, has_bars, is_bar, is_blank_symbol, is_question_symbol, tokens};
use super::tokens::are_cells;
use crate::{Board, Puzzle};

/// The content of the next paragraph.
pub(super) struct GridEntry<'a> {
    pub(super) first: Line<'a>,
    pub(super) title: &'a str,
    pub(super) parsed: Result<ParsedPuzzle, SpanError<'a>>,
}

/// Layout of the rows of a paragraph: their number of cells, and what a cell is.
#[derive(Clone, Copy, Debug)]
struct RowLayout {
    side: usize,
    /// Whether a cell is a token; otherwise it is a character.
    by_tokens: bool,
}

/// Reads the next puzzle. `None` at the end of the text.
pub(super) fn next<'a>(cursor: &mut Cursor<'a>, context: &mut ReadContext) -> Option<GridEntry<'a>> {
    let mut heading = Heading::read(cursor);
    let mut paragraph = Paragraph::collect(cursor)?;
    while paragraph.rows.is_empty() {
        *cursor = paragraph.end;
        let Heading { size, .. } = Heading::read(cursor);
        heading.size = size.or(heading.size);
        paragraph = Paragraph::collect(cursor)?;
    }
    let parsed = parse(&mut paragraph, context);
    let parsed = parsed.map(|parsed| ParsedPuzzle { format: format(&parsed, &paragraph, &heading), ..parsed });
    *cursor = paragraph.end;
    if parsed.is_err() && paragraph.is_truncated {
        skip_paragraph(cursor);
    }
    let board = parsed.as_ref().ok().map(|parsed| parsed.puzzle.board());
    let is_last = cursor.clone().all(|line| line.is_blank());
    let number = &mut context.heading_number;
    if let Some((first, error)) = board.and_then(|board| heading.size_error(board, number, is_last)) {
        return Some(GridEntry { first, title: heading.title, parsed: Err(error) });
    }
    Some(GridEntry { first: paragraph.first, title: heading.title, parsed })
}

/// Skips the state of play and the candidates that Simple Sudoku writes below the givens.
///
/// They extend the givens, as the next puzzle of a file might by chance. Therefore they are skipped only if a candidate grid is
/// among them, or if the file contains nothing but the givens and one different state.
pub(super) fn skip_states(cursor: &mut Cursor<'_>, context: &mut ReadContext, givens: &Puzzle, is_first: bool) {
    let mut ahead = cursor.clone();
    let mut state = || next(&mut ahead, context).map(|entry| entry.parsed.ok().filter(|state| extends(state, givens)));
    let is_candidates = |state: &ParsedPuzzle| state.format == Format::CandidateGrid;
    let skip = match state() {
        Some(Some(first)) if is_candidates(&first) => true,
        Some(Some(first)) => match state() {
            Some(second) => second.is_some_and(|second| is_candidates(&second)),
            None => is_first && first.puzzle != *givens,
        },
        _ => false,
    };
    if skip {
        *cursor = ahead;
    }
}

/// Whether a state of play extends these givens.
fn extends(state: &ParsedPuzzle, givens: &Puzzle) -> bool {
    matches!(state.format, Format::SimpleSudoku | Format::CandidateGrid)
        && state.puzzle.board() == givens.board()
        && givens.givens().filled().all(|(cell, digit)| state.puzzle.givens().get(cell) == Some(digit))
}

fn parse<'a>(paragraph: &mut Paragraph<'a>, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some(table) = Table::explicit(&paragraph.raw_rows(), context) {
        return parse_table(table?, paragraph, context);
    }
    let detected = row_layout(&paragraph.rows, context);
    if detected.is_none() && !adds_up(&paragraph.rows, context) {
        extend(paragraph, context);
    }
    if let Some(layout) = detected.or_else(|| row_layout(&paragraph.rows, context)) {
        if let Some(result) = parse_as_spaces(paragraph, layout, context) {
            return result;
        }
        if !paragraph.rows.len().is_multiple_of(layout.side) && !paragraph.is_truncated {
            return Err(wrong_row_count(layout.side, paragraph.rows.len()));
        }
        if let Some(error) = lopsided_error(&paragraph.rows, layout) {
            return Err(error);
        }
        if is_irregular(&paragraph.rows, layout) {
            let message = "expected the digits of all rows in the same columns, or other blank cells than spaces";
            return Err(SpanError::whole(message.into()));
        }
        paragraph.end_after(layout.side - 1);
        let tokens = flatten(&paragraph.rows[..layout.side]);
        return if layout.by_tokens {
            context.parse_separate_cells(&tokens, layout.side)
        } else {
            context.parse_symbols(&tokens, layout.side)
        };
    }
    if let Some(table) = Table::implicit(&paragraph.raw_rows(), context) {
        return parse_table(table, paragraph, context);
    }
    if let Some(error) = candidate_row_error(&paragraph.rows) {
        return Err(error);
    }
    if paragraph.rows.len() == 1 || adds_up(&paragraph.rows, context) {
        if let Some(error) =
            prose_error(&paragraph.rows).filter(|_| context.side_of(paragraph.rows[0].characters).is_none())
        {
            return Err(error);
        }
        return context.parse_tokens(&flatten(&paragraph.rows));
    }
    if paragraph.rows[0].characters > MAX_SYMBOLS && adds_up(&paragraph.rows[..1], context) {
        paragraph.end_after(0);
        return context.parse_tokens(&flatten(&paragraph.rows[..1]));
    }
    Err(layout_error(paragraph, context))
}

fn parse_table<'a>(
    table: Table<'a>,
    paragraph: &mut Paragraph<'a>,
    context: &mut ReadContext,
) -> Result<ParsedPuzzle, SpanError<'a>> {
    let rows = paragraph.rows.len();
    if rows > table.side + 1 {
        paragraph.end_after(table.side - 1);
    }
    let parsed = if table.by_tokens {
        context.parse_separate_cells(&table.cells, table.side)?
    } else {
        context.parse_symbols(&table.cells, table.side)?
    };
    Ok(ParsedPuzzle { note: table.note.or(parsed.note), ..parsed })
}

/// Rows of single digits at irregular distances whose number differs from the number of digits in a row: spaces may be blank cells. The
/// rows of a 9x9 may have four digits each; they are not two 4x4 puzzles and a row.
fn parse_as_spaces<'a>(
    paragraph: &mut Paragraph<'a>,
    layout: RowLayout,
    context: &mut ReadContext,
) -> Option<Result<ParsedPuzzle, SpanError<'a>>> {
    let rows = paragraph.rows.len();
    if !layout.by_tokens && paragraph.rows.iter().all(|row| row.tokens.len() == 1) || rows == layout.side {
        return None;
    }
    let table = Table::implicit(&paragraph.raw_rows(), context)?;
    if !rows.is_multiple_of(layout.side) {
        return Some(parse_table(table, paragraph, context));
    }
    let (side, count) = (layout.side, rows / layout.side);
    let boxes =
        context.board(rows).map(|board| format!("{}x{}", board.box_height(), board.box_width())).unwrap_or_default();
    let message = format!(
        "expected one puzzle, but this may be a {rows}x{rows} with spaces as blank cells or {count} puzzles {side}x{side}: \
         write blank cells as '.', or use --boxes {boxes}"
    );
    Some(Err(SpanError::whole(message)))
}

/// Whether rows of single digits without blanks have them in different columns, as in a larger board with spaces as blank cells.
fn is_irregular(rows: &[Row<'_>], layout: RowLayout) -> bool {
    let is_cell = |c: &char| c.is_ascii_alphanumeric() || *c == '?';
    let is_spaced = |row: &Row<'_>| {
        (!layout.by_tokens || row.tokens.len() == row.characters)
            && row.line.raw.chars().all(|c| is_cell(&c) || c == ' ')
    };
    let columns = |text: fn(&Line<'_>) -> usize| -> usize {
        let columns = rows.iter().flat_map(|row| {
            let skipped = text(&row.line);
            row.line.raw.chars().enumerate().filter(|(_, c)| is_cell(c)).map(move |(at, _)| at - skipped)
        });
        columns.collect::<BTreeSet<usize>>().len()
    };
    let indent = |line: &Line<'_>| line.raw.len() - line.raw.trim_start().len();
    rows.iter().all(is_spaced) && columns(indent) > layout.side && columns(|_| 0) > layout.side
}

/// The error of a row that has a single cell before a bar and several cells between others: it may be a label.
fn lopsided_error<'a>(rows: &[Row<'a>], layout: RowLayout) -> Option<SpanError<'a>> {
    let size = |segment: &str| -> usize {
        let length = |token: &str| if layout.by_tokens { 1 } else { token.chars().count() };
        tokens(segment).map(length).sum()
    };
    let is_lopsided = |row: &&Row<'_>| {
        let sizes: Vec<usize> = row.line.text.split(is_bar).map(size).filter(|size| *size > 0).collect();
        sizes.contains(&1) && sizes.iter().any(|size| *size > 1)
    };
    let row = rows.iter().filter(|row| has_bars(row.line.text)).find(is_lopsided)?;
    let message = "expected the same number of cells between all bars, found a single one".to_owned();
    Some(SpanError::in_line(row.line.text, message))
}

/// The layout of the first puzzle in these rows: n rows of n cells.
///
/// Prefers a layout that uses all rows, then one whose tokens look like cells, then any layout that uses all rows by tokens (whose
/// tokens are reported as errors later).
fn row_layout(rows: &[Row<'_>], context: &ReadContext) -> Option<RowLayout> {
    let first = rows.first()?;
    let by_tokens = RowLayout { side: first.tokens.len(), by_tokens: true };
    let by_characters = RowLayout { side: first.characters, by_tokens: false };
    let fits = |layout: &RowLayout| {
        let paragraph = rows.get(..layout.side).filter(|_| context.is_side(layout.side));
        paragraph.is_some_and(|paragraph| {
            paragraph.iter().all(|row| row.width(*layout) == layout.side) && is_plausible(paragraph, *layout)
        })
    };
    let exact = [by_tokens, by_characters].into_iter().find(|layout| layout.side == rows.len() && fits(layout));
    let counted = |layout: &RowLayout| {
        layout.side == rows.len()
            && context.is_side(layout.side)
            && rows.iter().all(|row| row.width(*layout) == layout.side)
    };
    let plausible = exact.or_else(|| [by_tokens, by_characters].into_iter().find(fits));
    plausible.or_else(|| Some(by_tokens).filter(counted))
}

/// Whether the tokens of these rows are cells of this layout and not parts of rows.
fn is_plausible(rows: &[Row<'_>], layout: RowLayout) -> bool {
    let tokens = flatten(rows);
    let is_cells = || tokens.iter().all(|token| token.chars().count() == 1) || are_cells(&tokens, layout.side);
    if layout.by_tokens { is_cells() } else { layout.side <= MAX_SYMBOLS }
}

/// Appends the rows after an empty line if they complete the puzzle.
fn extend(paragraph: &mut Paragraph<'_>, context: &ReadContext) {
    let Some(first) = paragraph.rows.first() else { return };
    let layouts = [
        RowLayout { side: first.tokens.len(), by_tokens: true },
        RowLayout { side: first.characters, by_tokens: false },
    ];
    let layouts = layouts.into_iter().filter(|layout| context.is_side(layout.side) && !paragraph.is_truncated);
    for layout in layouts.filter(|layout| paragraph.rows.len() < layout.side).collect::<Vec<_>>() {
        if let Some((rows, end)) = following(paragraph, layout) {
            paragraph.rows.extend(rows);
            paragraph.end = end;
            return;
        }
    }
}

/// The rows of the next paragraphs, if exactly the missing number comes before the next heading.
fn following<'a>(paragraph: &Paragraph<'a>, layout: RowLayout) -> Option<(Vec<Row<'a>>, Cursor<'a>)> {
    let mut end = paragraph.end.clone();
    let mut rows = Vec::new();
    let is_row = |row: &Row<'_>| row.width(layout) == layout.side;
    while paragraph.rows.len() + rows.len() < layout.side && paragraph.rows.iter().all(is_row) {
        while end.peek().is_some_and(|line| !line.is_significant()) {
            end.next();
        }
        let next = end.peek().filter(|line| !is_heading(line)).and_then(|_| Paragraph::collect(&end))?;
        if next.rows.is_empty() || !next.rows.iter().all(is_row) {
            return None;
        }
        rows.extend(next.rows);
        end = next.end;
    }
    (paragraph.rows.len() + rows.len() == layout.side).then_some((rows, end))
}

/// Whether lines of any length are the wrapped rows of a board, or its wrapped cells. Rows that all have the length of a valid side do
/// not qualify: then their number is wrong.
fn adds_up(rows: &[Row<'_>], context: &ReadContext) -> bool {
    let tokens = flatten(rows);
    let characters = rows.iter().map(|row| row.characters).sum();
    let uniform = |by_tokens| {
        let width = rows[0].width(RowLayout { side: 0, by_tokens });
        let limit = if by_tokens { Board::MAX_SIDE } else { MAX_SYMBOLS };
        context.is_side(width)
            && width <= limit
            && rows.iter().all(|row| row.width(RowLayout { side: 0, by_tokens }) == width)
    };
    if rows.len() > 1 && (uniform(true) || uniform(false)) {
        return false;
    }
    let is_wrapped = |side: usize, by_tokens| is_wrapped(rows, RowLayout { side, by_tokens }, context);
    let by_tokens =
        context.side_of(tokens.len()).is_some_and(|side| are_cells(&tokens, side) && is_wrapped(side, true));
    let by_characters =
        context.side_of(characters).is_some_and(|side| are_symbols(&tokens, side, context) && is_wrapped(side, false));
    let by_candidates = context.side_of_candidate_string(characters);
    by_tokens || by_characters || by_candidates.is_some_and(|side| is_wrapped(side * side, false))
}

/// Whether lines are wrapped rows: their cells add up to whole rows, or all lines but the last are equally long.
fn is_wrapped(rows: &[Row<'_>], layout: RowLayout, context: &ReadContext) -> bool {
    let is_board = |width: usize| rows.len() > 1 && context.side_of(width).is_some();
    let mut in_row = 0;
    let adds_up = rows.iter().all(|row| {
        in_row += row.width(layout);
        let fits = in_row <= layout.side;
        in_row %= layout.side;
        fits
    });
    // Lines that are boards themselves are not parts of a larger one.
    let width = Some(rows[0].width(layout)).filter(|width| !is_board(*width)).unwrap_or(0);
    let (last, others) = rows.split_last().expect("there is a first row");
    let is_even = others.iter().all(|row| row.width(layout) == width) && last.width(layout) <= width;
    adds_up || is_even && width > layout.side
}

fn flatten<'a>(rows: &[Row<'a>]) -> Vec<&'a str> {
    rows.iter().flat_map(|row| row.tokens.iter().copied()).collect()
}

/// The error of rows that form no puzzle: a row of another length, too few rows, or tokens that are not cells.
fn layout_error<'a>(paragraph: &Paragraph<'a>, context: &mut ReadContext) -> SpanError<'a> {
    let rows = &paragraph.rows[..paragraph.rows.len().min(Board::MAX_SIDE)];
    let layout = RowLayout { side: 0, by_tokens: rows.iter().all(|row| row.tokens.len() >= 4) };
    let often = |row: &&Row<'_>| rows.iter().filter(|other| other.width(layout) == row.width(layout)).count();
    let usual = rows.iter().max_by_key(often).map_or(0, |row| row.width(layout));
    if let Some(error) = prose_error(rows) {
        return error;
    }
    if let Some(row) = rows.iter().find(|row| row.width(layout) != usual) {
        let found = row.width(layout);
        let mut message = format!("expected {usual} cells in this row, like the others, found {found}");
        let is_single = |row: &Row<'_>| row.tokens.len() == row.characters;
        if !has_blanks(rows) && rows.iter().all(is_single) {
            message += " (if spaces are blank cells, write them as '.')";
        }
        return SpanError::in_line(row.line.text, message);
    }
    if let Err(error) = context.board(usual) {
        return error;
    }
    let tokens = flatten(&rows[..rows.len().min(usual)]);
    match context.parse_numbers(&tokens, usual) {
        Err(error) if rows.len() >= usual => error,
        _ => wrong_row_count(usual, rows.len()),
    }
}

/// The error of the rows of a candidate string whose number is wrong.
fn candidate_row_error<'a>(rows: &[Row<'_>]) -> Option<SpanError<'a>> {
    let length = rows[0].characters;
    let side = length.isqrt();
    let is_row = |row: &Row<'_>| row.tokens.len() == 1 && row.characters == length;
    let is_candidates = side * side == length && side >= 4 && rows.len() > 1 && rows.iter().all(is_row);
    let is_puzzle = |row: &Row<'_>| !has_repeated_symbol(&row.tokens, side);
    if !is_candidates
        || rows.len() == side
        || !is_in_candidate_positions(&flatten(rows), side)
        || rows.iter().any(is_puzzle)
    {
        return None;
    }
    let message = format!("expected {side} lines of {length} candidates, one for each row, found {}", rows.len());
    Some(SpanError::whole(message))
}

fn wrong_row_count<'a>(side: usize, found: usize) -> SpanError<'a> {
    SpanError::whole(format!("expected {side} rows of {side} cells, found {found}"))
}

/// Whether rows have blank cells other than spaces.
fn has_blanks(rows: &[Row<'_>]) -> bool {
    let mut bytes = rows.iter().flat_map(|row| row.line.text.bytes());
    bytes.any(|byte| is_blank_symbol(byte) || is_question_symbol(byte))
}

/// The error of a text in words: most tokens of the first line are words of three letters or more, or end with a full stop.
fn prose_error<'a>(rows: &[Row<'a>]) -> Option<SpanError<'a>> {
    let first = rows.first()?;
    let letters = |token: &&&str| token.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = |token: &&&str| letters(token) >= 2 && letters(token) + 1 >= token.chars().count();
    let words = first.tokens.iter().filter(is_word).count();
    let message = format!("expected a puzzle, found text: '{}'", shortened(first.line.text));
    (2 * words > first.tokens.len()).then(|| SpanError::in_line(first.line.text, message))
}

fn format(parsed: &ParsedPuzzle, paragraph: &Paragraph<'_>, heading: &Heading<'_>) -> Format {
    match parsed.format {
        Format::CandidateGrid | Format::Candidates => parsed.format,
        _ if paragraph.has_stars => Format::SimpleSudoku,
        _ if heading.is_sdk => Format::Sdk,
        Format::Numbers if !paragraph.has_borders => Format::Numbers,
        format if paragraph.rows.len() == 1 => format,
        _ => Format::Grid,
    }
}

impl Row<'_> {
    /// The number of cells.
    fn width(&self, layout: RowLayout) -> usize {
        if layout.by_tokens { self.tokens.len() } else { self.characters }
    }
}
