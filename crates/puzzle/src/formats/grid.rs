//! A puzzle of n rows with n cells each, with or without borders, or of rows whose cells add up.
//!
//! A block with more rows than one puzzle needs is several puzzles. A block with fewer may go on after an empty line
//! (some people write one between bands), if the rows after it make the puzzle complete and not more.

use super::Format;
use super::block::{Block, Row};
use super::cells::{Context, MAX_SYMBOLS, Reading};
use super::clues::skip_paragraph;
use super::error::Fault;
use super::flow::are_separate;
use super::heading::{Heading, is_heading};
use super::list::are_symbols;
use super::text::{Cursor, Line};
use crate::{Board, Puzzle};

/// What the next block holds.
pub(super) struct Entry<'a> {
    pub(super) first: Line<'a>,
    pub(super) title: &'a str,
    pub(super) reading: Result<Reading, Fault<'a>>,
}

/// How the rows of a block are cells.
#[derive(Clone, Copy, Debug)]
struct Shape {
    side: usize,
    /// One cell per token, else one per character.
    by_tokens: bool,
}

/// Reads the next puzzle. `None` at the end of the text.
pub(super) fn next<'a>(cursor: &mut Cursor<'a>, context: &mut Context) -> Option<Entry<'a>> {
    let heading = Heading::read(cursor);
    let mut block = Block::gather(cursor)?;
    while block.rows.is_empty() {
        *cursor = block.end;
        Heading::read(cursor);
        block = Block::gather(cursor)?;
    }
    let reading = read(&mut block, context);
    let reading = reading.map(|reading| Reading { format: format(&reading, &block, &heading), ..reading });
    *cursor = block.end;
    if reading.is_err() && block.is_cut {
        skip_paragraph(cursor);
    }
    Some(Entry { first: block.first, title: heading.title, reading })
}

/// Goes past the state of play and the candidates that Simple Sudoku writes below the givens.
///
/// They hold the same digits and more, as the next puzzle of a file might by chance. So candidates must be among them, or
/// the file must end there and have begun with the givens.
pub(super) fn skip_states(cursor: &mut Cursor<'_>, context: &mut Context, givens: &Puzzle, is_first: bool) {
    let mut ahead = cursor.clone();
    let mut state = || next(&mut ahead, context).map(|entry| entry.reading.ok().filter(|state| extends(state, givens)));
    let is_candidates = |state: &Reading| state.format == Format::CandidateGrid;
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

/// Whether a state of play has these givens.
fn extends(state: &Reading, givens: &Puzzle) -> bool {
    matches!(state.format, Format::SimpleSudoku | Format::CandidateGrid)
        && state.puzzle.board() == givens.board()
        && givens.givens().filled().all(|(cell, digit)| state.puzzle.givens().get(cell) == Some(digit))
}

fn read<'a>(block: &mut Block<'a>, context: &mut Context) -> Result<Reading, Fault<'a>> {
    let found = shape(&block.rows, context);
    if found.is_none() && !adds_up(&block.rows, context) {
        extend(block, context);
    }
    if let Some(shape) = found.or_else(|| shape(&block.rows, context)) {
        block.end_after(shape.side - 1);
        let tokens = flatten(&block.rows[..shape.side]);
        return if shape.by_tokens {
            context.separate(&tokens, shape.side)
        } else {
            context.symbols(&tokens, shape.side)
        };
    }
    if block.rows.len() == 1 || adds_up(&block.rows, context) {
        return context.flow(&flatten(&block.rows));
    }
    if block.rows[0].characters > MAX_SYMBOLS && adds_up(&block.rows[..1], context) {
        block.end_after(0);
        return context.flow(&flatten(&block.rows[..1]));
    }
    Err(misfit(block, context))
}

/// The shape of the first puzzle in these rows: n of them with n cells each.
fn shape(rows: &[Row<'_>], context: &Context) -> Option<Shape> {
    let first = rows.first()?;
    let by_tokens = Shape { side: first.tokens.len(), by_tokens: true };
    let by_characters = Shape { side: first.characters, by_tokens: false };
    let fits = |shape: &Shape| {
        let block = rows.get(..shape.side).filter(|_| context.is_side(shape.side));
        block
            .is_some_and(|block| block.iter().all(|row| row.width(*shape) == shape.side) && is_plausible(block, *shape))
    };
    let exact = [by_tokens, by_characters].into_iter().find(|shape| shape.side == rows.len() && fits(shape));
    let counted = |shape: &Shape| {
        shape.side == rows.len()
            && context.is_side(shape.side)
            && rows.iter().all(|row| row.width(*shape) == shape.side)
    };
    let plausible = exact.or_else(|| [by_tokens, by_characters].into_iter().find(fits));
    plausible.or_else(|| Some(by_tokens).filter(counted))
}

/// Whether tokens are cells and not pieces of rows.
fn is_plausible(rows: &[Row<'_>], shape: Shape) -> bool {
    let tokens = flatten(rows);
    let are_cells = || tokens.iter().all(|token| token.chars().count() == 1) || are_separate(&tokens, shape.side);
    if shape.by_tokens { are_cells() } else { shape.side <= MAX_SYMBOLS }
}

/// Adds what follows an empty line, if that completes the puzzle.
fn extend(block: &mut Block<'_>, context: &Context) {
    let Some(first) = block.rows.first() else { return };
    let shapes =
        [Shape { side: first.tokens.len(), by_tokens: true }, Shape { side: first.characters, by_tokens: false }];
    let shapes = shapes.into_iter().filter(|shape| context.is_side(shape.side) && !block.is_cut);
    for shape in shapes.filter(|shape| block.rows.len() < shape.side).collect::<Vec<_>>() {
        if let Some((rows, end)) = following(block, shape) {
            block.rows.extend(rows);
            block.end = end;
            return;
        }
    }
}

/// The rows of the next blocks, if just as many as are missing come before the next heading.
fn following<'a>(block: &Block<'a>, shape: Shape) -> Option<(Vec<Row<'a>>, Cursor<'a>)> {
    let mut end = block.end.clone();
    let mut rows = Vec::new();
    let is_row = |row: &Row<'_>| row.width(shape) == shape.side;
    while block.rows.len() + rows.len() < shape.side && block.rows.iter().all(is_row) {
        while end.peek().is_some_and(|line| !line.is_significant()) {
            end.next();
        }
        let next = end.peek().filter(|line| !is_heading(line)).and_then(|_| Block::gather(&end))?;
        if next.rows.is_empty() || !next.rows.iter().all(is_row) {
            return None;
        }
        rows.extend(next.rows);
        end = next.end;
    }
    (block.rows.len() + rows.len() == shape.side).then_some((rows, end))
}

/// Whether the cells of rows of any length make a board. Rows that are all as long as those of some board are just too few.
fn adds_up(rows: &[Row<'_>], context: &Context) -> bool {
    let tokens = flatten(rows);
    let characters = rows.iter().map(|row| row.characters).sum();
    let uniform = |by_tokens| {
        let width = rows[0].width(Shape { side: 0, by_tokens });
        let limit = if by_tokens { Board::MAX_SIDE } else { MAX_SYMBOLS };
        context.is_side(width)
            && width <= limit
            && rows.iter().all(|row| row.width(Shape { side: 0, by_tokens }) == width)
    };
    if rows.len() > 1 && (uniform(true) || uniform(false)) {
        return false;
    }
    let by_tokens = context.side_of(tokens.len()).is_some_and(|side| are_separate(&tokens, side));
    let by_characters = context.side_of(characters).is_some_and(|side| are_symbols(&tokens, side, context));
    by_tokens || by_characters || context.side_of_places(characters).is_some()
}

fn flatten<'a>(rows: &[Row<'a>]) -> Vec<&'a str> {
    rows.iter().flat_map(|row| row.tokens.iter().copied()).collect()
}

/// Why these rows are no puzzle: one is longer or shorter than the others, there are too few, or they are words.
fn misfit<'a>(block: &Block<'a>, context: &mut Context) -> Fault<'a> {
    let rows = &block.rows[..block.rows.len().min(Board::MAX_SIDE)];
    let shape = Shape { side: 0, by_tokens: rows.iter().all(|row| row.tokens.len() >= 4) };
    let often = |row: &&Row<'_>| rows.iter().filter(|other| other.width(shape) == row.width(shape)).count();
    let usual = rows.iter().max_by_key(often).map_or(0, |row| row.width(shape));
    if let Some(row) = rows.iter().find(|row| row.width(shape) != usual) {
        let found = row.width(shape);
        let message = format!("expected {usual} cells in this row as in others, found {found}");
        return Fault::in_line(row.tokens.first().unwrap_or(&""), message);
    }
    if let Err(fault) = context.board(usual) {
        return fault;
    }
    let tokens = flatten(&rows[..rows.len().min(usual)]);
    match context.numbers(&tokens, usual) {
        Err(fault) if rows.len() >= usual => fault,
        _ => Fault::whole(format!("expected {usual} rows of {usual} cells, found {}", rows.len())),
    }
}

fn format(reading: &Reading, block: &Block<'_>, heading: &Heading<'_>) -> Format {
    match reading.format {
        Format::CandidateGrid | Format::Candidates => reading.format,
        _ if block.has_stars => Format::SimpleSudoku,
        _ if heading.sdk => Format::Sdk,
        Format::Numbers if !block.has_borders => Format::Numbers,
        format if block.rows.len() == 1 => format,
        _ => Format::Grid,
    }
}

impl Row<'_> {
    /// The number of cells.
    fn width(&self, shape: Shape) -> usize {
        if shape.by_tokens { self.tokens.len() } else { self.characters }
    }
}
