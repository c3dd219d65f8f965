//! Reader of puzzles of several lines: n rows of n cells, with or without borders, or rows of other lengths with n x n cells.
//!
//! A paragraph with more rows than one puzzle needs contains several puzzles. A paragraph with fewer rows may continue after an
//! empty line (some people write one between bands), if the following rows complete the puzzle exactly.

use super::Format;
use super::cells::{MAX_SYMBOLS, ParsedPuzzle, ReadContext};
use super::clue_list::skip_paragraph;
use super::error::SpanError;
use super::heading::{Heading, is_heading};
use super::one_per_line::are_symbols;
use super::paragraph::{Paragraph, Row};
use super::text::{Cursor, Line};
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
    let heading = Heading::read(cursor);
    let mut paragraph = Paragraph::collect(cursor)?;
    while paragraph.rows.is_empty() {
        *cursor = paragraph.end;
        Heading::read(cursor);
        paragraph = Paragraph::collect(cursor)?;
    }
    let parsed = parse(&mut paragraph, context);
    let parsed = parsed.map(|parsed| ParsedPuzzle { format: format(&parsed, &paragraph, &heading), ..parsed });
    *cursor = paragraph.end;
    if parsed.is_err() && paragraph.is_truncated {
        skip_paragraph(cursor);
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
    let detected = row_layout(&paragraph.rows, context);
    if detected.is_none() && !adds_up(&paragraph.rows, context) {
        extend(paragraph, context);
    }
    if let Some(layout) = detected.or_else(|| row_layout(&paragraph.rows, context)) {
        paragraph.end_after(layout.side - 1);
        let tokens = flatten(&paragraph.rows[..layout.side]);
        return if layout.by_tokens {
            context.parse_separate_cells(&tokens, layout.side)
        } else {
            context.parse_symbols(&tokens, layout.side)
        };
    }
    if paragraph.rows.len() == 1 || adds_up(&paragraph.rows, context) {
        return context.parse_tokens(&flatten(&paragraph.rows));
    }
    if paragraph.rows[0].characters > MAX_SYMBOLS && adds_up(&paragraph.rows[..1], context) {
        paragraph.end_after(0);
        return context.parse_tokens(&flatten(&paragraph.rows[..1]));
    }
    Err(layout_error(paragraph, context))
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

/// Whether rows of any length have as many cells as a board. Rows that all have the length of a valid side do not qualify: then
/// their number is wrong.
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
    let by_tokens = context.side_of(tokens.len()).is_some_and(|side| are_cells(&tokens, side));
    let by_characters = context.side_of(characters).is_some_and(|side| are_symbols(&tokens, side, context));
    by_tokens || by_characters || context.side_of_candidate_string(characters).is_some()
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
    if let Some(row) = rows.iter().find(|row| row.width(layout) != usual) {
        let found = row.width(layout);
        let message = format!("expected {usual} cells in this row, like the others, found {found}");
        return SpanError::in_line(row.tokens.first().unwrap_or(&""), message);
    }
    if let Err(error) = context.board(usual) {
        return error;
    }
    let tokens = flatten(&rows[..rows.len().min(usual)]);
    match context.parse_numbers(&tokens, usual) {
        Err(error) if rows.len() >= usual => error,
        _ => SpanError::whole(format!("expected {usual} rows of {usual} cells, found {}", rows.len())),
    }
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
