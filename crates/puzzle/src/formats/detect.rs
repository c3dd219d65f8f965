//! How a file is to be read, found in its first lines and never in its name.
//!
//! | the first lines | the file |
//! |---|---|
//! | the side alone, then a count or a given | clue lists |
//! | borders, headings, rows of a larger board | puzzles of several lines |
//! | a puzzle each, half of them at least | one puzzle per line; a first line of short words is the header of a CSV file |
//! | anything else | puzzles of several lines |
//!
//! The decision holds for the whole file: a line that does not fit is an error and not another format. Sixteen lines
//! of 16 cells may be one 16x16 or sixteen 4x4; a digit above 4 says the former, a digit twice in a row the latter.

use super::cells::{Context, number, places_alphabet};
use super::heading::is_heading;
use super::list::Columns;
use super::text::{Cursor, Line, is_blank_symbol, is_border, is_dashes, tokens};
use super::{Format, ReadError};

/// How a file is read.
#[derive(Debug)]
pub(super) enum Mode {
    /// One puzzle per line, after a header that ends with this line (0 for none).
    List(Columns, usize),
    /// Puzzles of several lines.
    Blocks,
    /// Clue lists.
    Clues,
    /// Not at all, for a reason that is told once.
    Refused(Option<ReadError>),
}

/// How many lines are looked at: as many as the largest board has rows.
const SAMPLE: usize = crate::Board::MAX_SIDE;

/// Decides how to read a file, and learns which symbols it uses.
pub(super) fn mode(start: &Cursor<'_>, context: &mut Context) -> Mode {
    let mut cursor = start.clone();
    let sample: Vec<Line<'_>> = std::iter::from_fn(|| cursor.next_significant()).take(SAMPLE).collect();
    let Some(first) = sample.first() else { return Mode::Blocks };
    match context.options.format {
        Some(Format::Svg) => refused(first, "svg is written and never read".into()),
        Some(Format::ClueList) => Mode::Clues,
        Some(Format::Line | Format::Sdm | Format::Candidates | Format::Csv) => list(&sample, context),
        Some(Format::Numbers) if is_list(&sample, start, context) => list(&sample, context),
        Some(_) => Mode::Blocks,
        None => match foreign(&sample) {
            Some(what) => refused(first, format!("expected a puzzle, found what looks like {what}")),
            None if is_clue_list(&sample) => Mode::Clues,
            None if is_list(&sample, start, context) => list(&sample, context),
            None => Mode::Blocks,
        },
    }
}

fn refused(line: &Line<'_>, message: String) -> Mode {
    Mode::Refused(Some(ReadError { line: line.number, column: 0, message }))
}

/// How texts begin that are no puzzles but often come along with them.
const FOREIGN: [(&str, &str); 12] = [
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

/// What a text is that is no puzzle. A CNF file may begin with comments of any kind.
fn foreign(sample: &[Line<'_>]) -> Option<&'static str> {
    if sample.iter().any(|line| line.text.starts_with("p cnf ")) {
        return Some("a CNF file");
    }
    FOREIGN.into_iter().find(|(start, _)| sample[0].text.starts_with(start)).map(|(_, what)| what)
}

/// The side alone, then the number of givens, or (which is an error) a given, or nothing.
fn is_clue_list(sample: &[Line<'_>]) -> bool {
    let is_number = |text: &str, most: usize| text.len() <= most && number(text).is_some();
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

fn list(sample: &[Line<'_>], context: &mut Context) -> Mode {
    let found = sample.iter().find_map(|line| Columns::of(line.text, context));
    let columns = found.unwrap_or(Columns::FIRST);
    let is_header = found.is_some() && Columns::of(sample[0].text, context).is_none() && is_header(sample[0].text);
    let mut usages: Vec<(usize, super::usage::Usage)> = Vec::new();
    for (side, usage) in sample.iter().filter_map(|line| columns.usage(line.text, context)) {
        match usages.iter_mut().find(|known| known.0 == side) {
            Some(known) => known.1.add(&usage),
            None => usages.push((side, usage)),
        }
    }
    for (side, usage) in usages {
        context.expect_usage(&usage, side);
    }
    Mode::List(columns, if is_header { sample[0].number } else { 0 })
}

/// Whether a line is names of columns, or a count: too short for a puzzle.
fn is_header(line: &str) -> bool {
    line.split([',', ';', '\t']).all(|field| field.trim().len() < 16) && !line.bytes().all(is_blank_symbol)
}

fn is_list(sample: &[Line<'_>], start: &Cursor<'_>, context: &Context) -> bool {
    let paragraph = paragraph(start);
    let is_name = |line: &Line<'_>| line.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let after_header = if is_name(&sample[0]) { &sample[1..] } else { sample };
    if after_header.iter().any(|line| is_heading(line) && line.text.len() > 3) {
        return false;
    }
    let is_board = |line: &&Line<'_>| Columns::of(line.text, context).is_some();
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
    lines.filter(Line::is_significant).take(SAMPLE + 1).collect()
}

/// Whether lines that may be puzzles are the rows of one larger board, or of its candidates.
fn is_larger_board(lines: &[Line<'_>], context: &Context) -> bool {
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.tokens().take(SAMPLE + 1).collect()).collect();
    if rows.len() < 4 {
        return false;
    }
    if rows.iter().all(|row| row.len() == 1 && row[0].len() == rows.len().pow(2)) && rows.len() <= 36 {
        let symbols = rows.iter().flat_map(|row| row[0].bytes()).filter(|byte| !is_blank_symbol(*byte)).count();
        return symbols > rows.len() && places_alphabet(&rows.concat(), rows.len()).is_some();
    }
    let glued = rows.iter().all(|row| row.len() == 1);
    if !glued && rows.iter().flatten().any(|token| token.len() > 3) {
        return false;
    }
    let cells = |row: &Vec<&str>| if glued { row[0].len() } else { row.len() };
    let side = cells(&rows[0]);
    if !context.is_side(side) || !rows.iter().all(|row| cells(row) == side) || glued && side > 36 {
        return false;
    }
    let values: Vec<Vec<usize>> = rows.iter().map(|row| values(row, glued)).collect();
    let repeats = |row: &Vec<usize>| (1..row.len()).any(|last| row[..last].contains(&row[last]));
    let large = values.iter().flatten().any(|value| *value > side.isqrt());
    large || rows.len() == side && !values.iter().any(repeats) && (!glued || values.iter().all(Vec::is_empty))
}

/// The digits of a row that may be a row of a larger board.
fn values(row: &[&str], glued: bool) -> Vec<usize> {
    let symbol = |c: char| c.to_digit(36).map(|value| value as usize).filter(|value| *value > 0);
    if glued || row.iter().all(|token| token.len() == 1) {
        row.iter().flat_map(|token| token.chars()).filter_map(symbol).collect()
    } else {
        row.iter().filter_map(|token| number(token).filter(|value| *value > 0)).collect()
    }
}

/// Whether every line is one piece and too long for a row, so that all of them are puzzles that are wrong somewhere.
fn is_too_long_for_rows(sample: &[Line<'_>]) -> bool {
    sample.len() > 1 && sample.iter().all(|line| tokens(line.text).next().is_some_and(|first| first.len() > 40))
}
