//! Layout detection from the first lines of a file; the file name is not considered.
//!
//! | first lines | layout |
//! |---|---|
//! | the side alone, then a count or a given | clue lists |
//! | borders, headings, rows of a larger board | puzzles of several lines |
//! | a puzzle on at least half of them | one puzzle per line; a first line of short words is the header of a CSV file |
//! | anything else | puzzles of several lines |
//!
//! The layout applies to the whole file: a line that does not fit is an error and not another format. Sixteen lines of 16 cells may
//! be one 16x16 or sixteen 4x4; a digit above 4 implies the former, a repeated digit in a row the latter.

use super::cells::{ReadContext, candidate_string_alphabet, number};
use super::heading::is_heading;
use super::one_per_line::Columns;
use super::text::{Cursor, Line, is_blank_symbol, is_border, is_dashes, tokens};
use super::{Format, PuzzleReadError};

/// The layout of a file.
#[derive(Debug)]
pub(super) enum FileLayout {
    /// One puzzle per line. The number is that of the header line, or 0 without one.
    OnePerLine(Columns, usize),
    /// Puzzles of several lines.
    MultiLine,
    /// Clue lists.
    ClueLists,
    /// Not a puzzle file. The error is reported once.
    Unsupported(Option<PuzzleReadError>),
}

/// The number of lines examined: the rows of the largest board.
const SAMPLE_LINES: usize = crate::Board::MAX_SIDE;

/// Detects the layout of a file and the alphabet of its puzzles.
pub(super) fn detect_layout(start: &Cursor<'_>, context: &mut ReadContext) -> FileLayout {
    let mut cursor = start.clone();
    let sample: Vec<Line<'_>> = std::iter::from_fn(|| cursor.next_significant()).take(SAMPLE_LINES).collect();
    let Some(first) = sample.first() else { return FileLayout::MultiLine };
    match context.options.format {
        Some(Format::Svg) => unsupported(first, "svg can be written but not read".into()),
        Some(Format::ClueList) => FileLayout::ClueLists,
        Some(Format::Line | Format::Sdm | Format::Candidates | Format::Csv) => one_per_line(&sample, context),
        Some(Format::Numbers) if is_one_per_line(&sample, start, context) => one_per_line(&sample, context),
        Some(_) => FileLayout::MultiLine,
        None => match other_kind(&sample) {
            Some(kind) => unsupported(first, format!("expected a puzzle, but this looks like {kind}")),
            None if is_clue_list(&sample) => FileLayout::ClueLists,
            None if is_one_per_line(&sample, start, context) => one_per_line(&sample, context),
            None => FileLayout::MultiLine,
        },
    }
}

fn unsupported(line: &Line<'_>, message: String) -> FileLayout {
    FileLayout::Unsupported(Some(PuzzleReadError::new(line.number, 0, message)))
}

/// The beginnings of other kinds of text that are often given instead of a puzzle.
const OTHER_SIGNATURES: [(&str, &str); 12] = [
    ("{", "JSON"),
    ("<", "XML"),
    ("http://", "a link"),
    ("https://", "a link"),
    ("c qedoku ", "a CNF file"),
    ("* #variable=", "an OPB file"),
    ("; qedoku ", "an SMT-LIB file"),
    ("(set-logic ", "an SMT-LIB file"),
    ("% qedoku ", "a MiniZinc file"),
    ("qedoku certificate ", "a certificate"),
    ("s SATISFIABLE", "a solver's answer"),
    ("s UNSATISFIABLE", "a solver's answer"),
];

/// The kind of a text that is not a puzzle. A CNF file may begin with comments of any kind.
fn other_kind(sample: &[Line<'_>]) -> Option<&'static str> {
    if sample.iter().any(|line| line.text.starts_with("p cnf ")) {
        return Some("a CNF file");
    }
    OTHER_SIGNATURES.into_iter().find(|(start, _)| sample[0].text.starts_with(start)).map(|(_, kind)| kind)
}

/// Whether the first line is a side alone, and the second one a number of givens, a given (an error that is reported later), or missing.
fn is_clue_list(sample: &[Line<'_>]) -> bool {
    let is_number = |text: &str, max_length: usize| text.len() <= max_length && number(text).is_some();
    let Some(side) = number(sample[0].text).filter(|_| sample[0].text.len() <= 3) else { return false };
    let is_row = |line: &Line<'_>| line.text.len() == side && side >= 4;
    match sample.get(1) {
        None => true,
        Some(second) if is_row(second) && sample.get(2).is_some_and(is_row) => false,
        Some(second) => {
            is_number(second.text, 12) || second.tokens().count() == 3 && second.tokens().all(|part| is_number(part, 3))
        }
    }
}

fn one_per_line(sample: &[Line<'_>], context: &mut ReadContext) -> FileLayout {
    let found = sample.iter().find_map(|line| Columns::detect(line.text, context));
    let columns = found.unwrap_or(Columns::FIRST);
    let is_header = found.is_some() && Columns::detect(sample[0].text, context).is_none() && is_header(sample[0].text);
    let mut usages: Vec<(usize, super::symbol_usage::SymbolUsage)> = Vec::new();
    for (side, usage) in sample.iter().filter_map(|line| columns.usage(line.text, context)) {
        match usages.iter_mut().find(|known| known.0 == side) {
            Some(known) => known.1.add(&usage),
            None => usages.push((side, usage)),
        }
    }
    for (side, usage) in usages {
        context.expect_usage(&usage, side);
    }
    FileLayout::OnePerLine(columns, if is_header { sample[0].number } else { 0 })
}

/// Whether a line is a header (names of columns, or a count): all fields are too short for a puzzle.
fn is_header(line: &str) -> bool {
    line.split([',', ';', '\t']).all(|field| field.trim().len() < 16) && !line.bytes().all(is_blank_symbol)
}

fn is_one_per_line(sample: &[Line<'_>], start: &Cursor<'_>, context: &ReadContext) -> bool {
    let paragraph = paragraph(start);
    let is_name = |line: &Line<'_>| line.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let after_header = if is_name(&sample[0]) { &sample[1..] } else { sample };
    if after_header.iter().any(|line| is_heading(line) && line.text.len() > 3) {
        return false;
    }
    let is_board = |line: &&Line<'_>| Columns::detect(line.text, context).is_some();
    let boards = sample.iter().filter(is_board).count();
    let borders = paragraph.iter().any(|line| is_border(line.text) && !is_dashes(line.text));
    if borders || is_larger_board(&paragraph, context) {
        return false;
    }
    let lines = sample.len() - usize::from(is_header(sample[0].text));
    boards > 0 && 2 * boards >= lines || is_too_long_for_rows(sample)
}

/// The lines up to the first empty one.
fn paragraph<'a>(start: &Cursor<'a>) -> Vec<Line<'a>> {
    let lines = start.clone().skip_while(|line| !line.is_significant()).take_while(|line| !line.is_blank());
    lines.filter(Line::is_significant).take(SAMPLE_LINES + 1).collect()
}

/// Whether lines that could be puzzles are the rows of one larger board, or the rows of its candidate string.
fn is_larger_board(lines: &[Line<'_>], context: &ReadContext) -> bool {
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.tokens().take(SAMPLE_LINES + 1).collect()).collect();
    if rows.len() < 4 {
        return false;
    }
    if rows.iter().all(|row| row.len() == 1 && row[0].len() == rows.len().pow(2)) && rows.len() <= 36 {
        let symbols = rows.iter().flat_map(|row| row[0].bytes()).filter(|byte| !is_blank_symbol(*byte)).count();
        return symbols > rows.len() && candidate_string_alphabet(&rows.concat(), rows.len()).is_some();
    }
    let is_unseparated = rows.iter().all(|row| row.len() == 1);
    if !is_unseparated && rows.iter().flatten().any(|token| token.len() > 3) {
        return false;
    }
    let cells = |row: &Vec<&str>| if is_unseparated { row[0].len() } else { row.len() };
    let side = cells(&rows[0]);
    if !context.is_side(side) || !rows.iter().all(|row| cells(row) == side) || is_unseparated && side > 36 {
        return false;
    }
    let values: Vec<Vec<usize>> = rows.iter().map(|row| values(row, is_unseparated)).collect();
    let repeats = |row: &Vec<usize>| (1..row.len()).any(|last| row[..last].contains(&row[last]));
    let has_large_value = values.iter().flatten().any(|value| *value > side.isqrt());
    has_large_value
        || rows.len() == side && !values.iter().any(repeats) && (!is_unseparated || values.iter().all(Vec::is_empty))
}

/// The digits of a row, if it belongs to a larger board.
fn values(row: &[&str], is_unseparated: bool) -> Vec<usize> {
    let symbol = |c: char| c.to_digit(36).map(|value| value as usize).filter(|value| *value > 0);
    if is_unseparated || row.iter().all(|token| token.len() == 1) {
        row.iter().flat_map(|token| token.chars()).filter_map(symbol).collect()
    } else {
        row.iter().filter_map(|token| number(token).filter(|value| *value > 0)).collect()
    }
}

/// Whether every line begins with a token that is too long for a row, so that all of them are puzzles with errors.
fn is_too_long_for_rows(sample: &[Line<'_>]) -> bool {
    sample.len() > 1 && sample.iter().all(|line| tokens(line.text).next().is_some_and(|first| first.len() > 40))
}
