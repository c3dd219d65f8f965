//! XML files of OpenSudoku and KSudoku.
//!
//! ```text
//!   <opensudoku><folder name="Easy"><game data="379000014..."/></folder></opensudoku>
//!   <ksudoku><game><puzzle><graph order="9" type="sudoku"/><values>_b_c...</values></puzzle></game></ksudoku>
//! ```
//!
//! OpenSudoku (R. Masek): `data` is 81 digits, or `version: N` and for each cell its digit, its notes and whether the player may edit
//! it, separated by `|`; from version 4 on with two fields of notes. KSudoku (KDE): letters from `b` for 1, `_` for a blank, column by column.
//! Digits of the player are not part of the puzzle; a note gives their number.

use super::super::cells::{ParsedPuzzle, ReadContext};
use super::super::error::{SpanError, shortened};
use super::super::{Alphabet, Format};
use super::FoundPuzzle;
use super::regions::board_of_regions;
use super::xml::{Event, XmlReader, unescape};
use crate::{Board, Cell, Digit, Grid, Puzzle};

/// Elements at the root of a puzzle file.
const ROOTS: [&str; 3] = ["opensudoku", "ksudoku", "sudoku"];

/// Whether the first element of a text is the root of a puzzle file.
pub(super) fn is_puzzle_file(text: &str) -> bool {
    let mut reader = XmlReader::new(text);
    match reader.next() {
        Ok(Some(Event::Open(name, ..))) => ROOTS.contains(&name),
        _ => false,
    }
}

/// Reads all puzzles of a document.
pub(super) fn read<'a>(text: &'a str, context: &mut ReadContext) -> Vec<FoundPuzzle<'a>> {
    let mut document = Document { context, found: Vec::new(), folder: String::new(), ksudoku: None };
    let mut reader = XmlReader::new(text);
    loop {
        match reader.next() {
            Ok(Some(event)) => document.event(event),
            Ok(None) => break,
            Err(error) => {
                document.found.push(FoundPuzzle::of(text, Err(error)));
                break;
            }
        }
    }
    let mut found = document.found;
    if found.is_empty() {
        let message = "expected an element <game> with a puzzle, found none".into();
        found.push(FoundPuzzle::of(text, Err(SpanError::at(text, message))));
    }
    found
}

struct Document<'a, 'c> {
    context: &'c mut ReadContext,
    found: Vec<FoundPuzzle<'a>>,
    /// Name of the folder of the next games.
    folder: String,
    /// The puzzle of KSudoku that is being read.
    ksudoku: Option<KSudokuPuzzle<'a>>,
}

/// The parts of an element `<puzzle>` of KSudoku.
#[derive(Default)]
struct KSudokuPuzzle<'a> {
    at: &'a str,
    /// The variant, if the graph is not a plain board.
    variant: Option<String>,
    /// Whether the graph lists its rows and columns only.
    without_boxes: bool,
    groups: Vec<&'a str>,
    values: &'a str,
    /// The element whose text comes next.
    element: &'a str,
}

impl<'a> Document<'a, '_> {
    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Open("folder", attributes, _) => {
                self.folder =
                    attribute(&attributes, "name").map(|name| unescape(name).into_owned()).unwrap_or_default();
            }
            Event::Open("puzzle", _, at) => self.ksudoku = Some(KSudokuPuzzle { at, ..KSudokuPuzzle::default() }),
            Event::Open("game" | "sudoku", attributes, at) => {
                if let Some(data) = attribute(&attributes, "data") {
                    let parsed = read_open_sudoku(data, self.context);
                    self.found.push(FoundPuzzle { rest: self.folder.clone(), ..FoundPuzzle::of(at, parsed) });
                }
            }
            Event::Close("puzzle") => {
                if let Some(puzzle) = self.ksudoku.take() {
                    self.found.push(FoundPuzzle::of(puzzle.at, puzzle.read(self.context.options.board)));
                }
            }
            event => {
                if let Some(puzzle) = &mut self.ksudoku {
                    puzzle.event(event);
                }
            }
        }
    }
}

fn attribute<'a>(attributes: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
}

/// Reads the data of a game of OpenSudoku.
fn read_open_sudoku<'a>(data: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    let plain = unescape(data);
    let parsed = match plain.trim_start().strip_prefix("version:") {
        Some(cells) => read_saved_cells(cells).map_err(|message| SpanError::at(data, message))?,
        None => context.parse_tokens(&[plain.trim()]).map_err(|error| error.moved_to(data))?,
    };
    Ok(ParsedPuzzle { format: Format::OpenSudoku, ..parsed })
}

/// Reads the version and the cells of a saved game.
fn read_saved_cells(text: &str) -> Result<ParsedPuzzle, String> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let version: usize = text[..end].parse().map_err(|_| "expected a number after 'version:'".to_owned())?;
    let fields_per_cell = if version < 4 { 3 } else { 4 };
    // Version 2 has a second bar after the notes.
    let fields: Vec<&str> = text[end..].trim().split('|').filter(|field| !field.is_empty()).collect();
    if fields.len() != 81 * fields_per_cell {
        let found = fields.len();
        return Err(format!("expected 81 cells with {fields_per_cell} fields each, found {found} fields"));
    }
    let mut grid = Grid::empty(Board::CLASSIC);
    let mut other_digits = 0;
    for (cell, fields) in Board::CLASSIC.cells().zip(fields.chunks(fields_per_cell)) {
        let digit = match fields[0] {
            "0" => continue,
            text => text.parse::<Digit>().ok().filter(|digit| digit.get() <= 9),
        };
        let digit = digit.ok_or_else(|| format!("expected a digit 0-9 in {cell}, found '{}'", shortened(fields[0])))?;
        match fields[fields_per_cell - 1] {
            "0" => grid.set(cell, digit),
            _ => other_digits += 1,
        }
    }
    let note = (other_digits > 0).then(|| format!("{other_digits} digits of a player are not part of the puzzle"));
    Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::OpenSudoku, alphabet: Some(Alphabet::OneTo(9)), note })
}

impl<'a> KSudokuPuzzle<'a> {
    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Open("graph", attributes, _) => self.variant = variant(&attributes),
            Event::Open("cage", ..) => self.variant = self.variant.take().or_else(|| Some("cages".into())),
            Event::Open("sudokugroups", attributes, _) => {
                self.without_boxes = attribute(&attributes, "withblocks") == Some("0");
            }
            Event::Open(name, ..) => self.element = name,
            Event::Close(_) => self.element = "",
            Event::Text(text) => match self.element {
                "values" => self.values = text,
                "clique" => self.groups.push(text),
                _ => {}
            },
        }
    }

    fn read(&self, required: Option<Board>) -> Result<ParsedPuzzle, SpanError<'a>> {
        if let Some(variant) = &self.variant {
            return Err(SpanError::at(self.at, format!("unsupported variant: {variant}")));
        }
        let side = self.values.len().isqrt();
        let board = self.board(side, required).map_err(|message| SpanError::at(self.at, message))?;
        if self.values.chars().count() != board.cell_count() {
            let message = format!("expected n x n letters, found {}", self.values.chars().count());
            return Err(SpanError::at(self.values, message));
        }
        let mut grid = Grid::empty(board);
        for (index, (offset, symbol)) in self.values.char_indices().enumerate() {
            let value = (symbol as usize).checked_sub('a' as usize);
            match value.and_then(Digit::new).filter(|digit| digit.get() <= side) {
                Some(digit) => grid.set(Cell::new(index % side, index / side), digit),
                None if symbol == '_' => {}
                None => {
                    let last = char::from(b'a' + side.min(25) as u8);
                    let message = format!("expected a letter b-{last} or the blank _, found '{symbol}'");
                    return Err(SpanError::at(&self.values[offset..], message));
                }
            }
        }
        Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::KSudoku, alphabet: None, note: None })
    }

    /// The board: square boxes, or the groups of cells that the graph lists, column by column.
    fn board(&self, side: usize, required: Option<Board>) -> Result<Board, String> {
        if self.groups.is_empty() && !self.without_boxes {
            let usual = Board::of_side(side).map_err(|error| error.to_string())?;
            return required
                .map_or(Ok(usual), |required| usual.with_boxes_of(required).map_err(|error| error.to_string()));
        }
        if !self.without_boxes {
            return Err("unsupported variant: additional groups".into());
        }
        let mut regions = vec![usize::MAX; side * side];
        for (number, group) in self.groups.iter().enumerate() {
            for index in group.split_whitespace().filter_map(|index| index.parse::<usize>().ok()) {
                if index < side * side {
                    regions[index % side * side + index / side] = number;
                }
            }
        }
        board_of_regions(&regions, side, required)
    }
}

/// The name of a graph that is not a plain board.
fn variant(attributes: &[(&str, &str)]) -> Option<String> {
    let kind = attribute(attributes, "type").unwrap_or("sudoku");
    let specific = attribute(attributes, "specific-type").unwrap_or("Plain");
    let is_plain = ["plain", "4x4", "6x6"].iter().any(|name| specific.eq_ignore_ascii_case(name));
    match kind {
        "roxdoku" => Some("Roxdoku".into()),
        "sudoku" | "custom" if is_plain => None,
        _ => Some(shortened(specific)),
    }
}
