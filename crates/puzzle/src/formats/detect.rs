//! Layout detection from the first lines of a file; the file name is not considered.
//!
//! | first lines | layout |
//! |---|---|
//! | the side alone, then a count or a given; givens after the second line | clue lists |
//! | `r1c1=5`, or only lines of three numbers | a list of givens without the side |
//! | `name = [`, `[|`, `{{` | array literals |
//! | JSON, XML, links, HoDoKu lines | see `structured` |
//! | borders, headings, rows of a larger board | puzzles of several lines |
//! | a puzzle on at least half of them | one puzzle per line; a first line of short words is the header of a CSV file |
//! | anything else | puzzles of several lines |
//!
//! The layout applies to the whole file: a line that does not fit is an error and not another format. Sixteen lines of 16 cells may
//! be one 16x16 or sixteen 4x4; a digit above 4 implies the former, a repeated digit in a row the latter.

use super::array_literal::is_array_literal;
use super::cells::{ReadContext, candidate_string_alphabet, has_repeated_symbol, is_in_candidate_positions, number};
use super::heading::is_heading;
use super::one_per_line::Columns;
use super::placements::{is_cell_list, is_triple_list, triple};
use super::structured::StructuredSource;
use super::text::{Cursor, Line, is_blank_symbol, is_border, is_dashes, tokens};
use super::{Format, PuzzleReadError};

/// The layout of a file.
#[derive(Clone, Debug)]
pub(super) enum FileLayout {
    /// One puzzle per line. The number is that of the header line, or 0 without one.
    OnePerLine(Columns, usize),
    /// Puzzles of several lines.
    MultiLine,
    /// Clue lists.
    ClueLists,
    /// A list of cells with digits.
    CellList,
    /// A list of `row column digit` without side and count.
    TripleList,
    /// Array literals.
    ArrayLiterals,
    /// JSON, XML, links or library lines.
    Structured(StructuredSource),
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
    let structured = match context.options.format {
        None => StructuredSource::detect(start, first),
        Some(format) => StructuredSource::of_format(format, start, first),
    };
    if let Some(source) = structured {
        return FileLayout::Structured(source);
    }
    match context.options.format {
        Some(Format::Svg) => unsupported(first, "svg can be written but not read".into()),
        Some(Format::ClueList) => FileLayout::ClueLists,
        Some(Format::Line | Format::Sdm | Format::Candidates | Format::Csv) => one_per_line(&sample, context),
        Some(Format::Numbers) if is_one_per_line(&sample, start, context) => one_per_line(&sample, context),
        Some(_) => FileLayout::MultiLine,
        None if is_triple_list(&sample) => FileLayout::TripleList,
        None if is_array_literal(&sample) => FileLayout::ArrayLiterals,
        None => match other_kind(&sample) {
            Some(kind) => unsupported(first, format!("expected a puzzle, but this looks like {kind}")),
            None if is_tiny(&sample) => FileLayout::Unsupported(Some(tiny_error(&sample))),
            None if is_cell_list(&sample) => FileLayout::CellList,
            None if is_clue_list(&sample) => FileLayout::ClueLists,
            None if is_one_per_line(&sample, start, context) => match ambiguous_rows(start, context) {
                Some(side) => unsupported(first, ambiguous_message(side)),
                None => one_per_line(&sample, context),
            },
            None => FileLayout::MultiLine,
        },
    }
}

fn unsupported(line: &Line<'_>, message: String) -> FileLayout {
    FileLayout::Unsupported(Some(PuzzleReadError::new(line.number, 0, message)))
}

/// The beginnings of other kinds of text that are often given instead of a puzzle.
const OTHER_SIGNATURES: [(&str, &str); 14] = [
    ("p wcnf ", "a formula with weights (WCNF): expected clauses without weights (p cnf)"),
    ("p edge ", "a graph in DIMACS format"),
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
    if are_clauses(sample) {
        return Some("clauses of a CNF file without its header `p cnf`: every line ends with 0");
    }
    OTHER_SIGNATURES.into_iter().find(|(start, _)| sample[0].text.starts_with(start)).map(|(_, kind)| kind)
}

/// Whether the lines are clauses: literals and a final 0. Unit clauses have two numbers on each line, and a literal of several digits;
/// other clauses have a negative literal. The rows of a grid may end with a blank 0, too.
fn are_clauses(sample: &[Line<'_>]) -> bool {
    let lines = if sample.len() > 1 { sample } else { return false };
    let is_literal = |token: &str| {
        let digits = token.strip_prefix('-').unwrap_or(token);
        !digits.starts_with('0') && number(digits).is_some()
    };
    let is_clause = |line: &Line<'_>| {
        let mut tokens = line.text.split_ascii_whitespace().rev();
        tokens.next() == Some("0") && tokens.clone().next().is_some() && tokens.all(is_literal)
    };
    let is_negative = |token: &str| token.starts_with('-') && token != "-1" && token.len() > 1;
    let is_unit = |line: &Line<'_>| line.text.split_ascii_whitespace().count() == 2;
    let has_long = lines.iter().any(|line| line.text.split_ascii_whitespace().any(|token| token.len() > 1));
    let has_negative = lines.iter().any(|line| line.text.split_ascii_whitespace().any(is_negative));
    lines.iter().all(is_clause) && (lines.iter().all(is_unit) && has_long || has_negative)
}

/// Whether the lines are a grid that is too small for boxes, 1x1 to 3x3, and not the head of a clue list.
fn is_tiny(sample: &[Line<'_>]) -> bool {
    let side = sample.len();
    let is_cell = |byte: u8| is_blank_symbol(byte) || byte.is_ascii_digit() && usize::from(byte - b'0') <= side.max(3);
    let is_row = |line: &Line<'_>| {
        let cells: usize = line.tokens().map(str::len).sum();
        cells == side && line.tokens().all(|token| token.bytes().all(is_cell))
    };
    side <= 3 && sample.iter().all(is_row)
}

fn tiny_error(sample: &[Line<'_>]) -> PuzzleReadError {
    let (line, side) = (sample[0].number, sample.len());
    let message = match crate::Board::of_side(side) {
        Err(error) if side > 1 => error.to_string(),
        _ => format!("expected a puzzle, found only '{}'", sample[0].text),
    };
    PuzzleReadError::new(line, 0, message)
}

/// Whether the first line is a side alone, and the second one a number of givens, a given (an error that is reported later), or missing.
/// Or the lines after the second are givens, so that the first two are the head of a list with an error.
fn is_clue_list(sample: &[Line<'_>]) -> bool {
    let is_number = |text: &str, max_length: usize| text.len() <= max_length && number(text).is_some();
    let is_given = |line: &Line<'_>| line.text.len() > 3 && triple(line.text).is_some();
    let has_givens = sample.len() > 2 && sample[2..].iter().all(is_given);
    if has_givens && !(is_given(&sample[0]) && is_given(&sample[1])) {
        return true;
    }
    let Some(side) = number(sample[0].text).filter(|_| sample[0].text.len() <= 3) else { return false };
    let is_row = |line: &Line<'_>| line.text.len() == side && side >= 4;
    match sample.get(1) {
        None => true,
        Some(second) if is_row(second) && sample.get(2).is_some_and(is_row) => false,
        Some(second) => is_number(second.text, 12) || triple(second.text).is_some(),
    }
}

/// The error of a text that has lines but no puzzle.
pub(super) fn nothing_found(start: &Cursor<'_>, layout: &FileLayout) -> Option<PuzzleReadError> {
    let first = start.clone().find(Line::is_significant)?;
    let message = match layout {
        FileLayout::Unsupported(_) => return None,
        FileLayout::ArrayLiterals => "expected an array of n x n cells, found none",
        _ if start.clone().any(|line| line.text.eq_ignore_ascii_case("[state]")) => {
            "expected a section [Puzzle] with the givens, found only [State]"
        }
        _ => "expected a puzzle, found none",
    };
    Some(PuzzleReadError::new(first.number, 0, message))
}

fn one_per_line(sample: &[Line<'_>], context: &mut ReadContext) -> FileLayout {
    let found = sample.iter().find_map(|line| Columns::detect(line.text, context));
    let columns = found.unwrap_or(Columns::FIRST);
    let is_header = found.is_some() && Columns::detect(sample[0].text, context).is_none() && is_header(sample[0].text);
    // A count or a title names no columns.
    context.has_named_columns = is_header && sample[0].text.contains([',', ';', '\t']);
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
    if are_candidate_rows(&rows) {
        return true;
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
    let has_large_value = values.iter().flatten().any(|value| (side.isqrt() + 1..=side).contains(value));
    has_large_value
        || rows.len() == side && !values.iter().any(repeats) && (!is_unseparated || values.iter().all(Vec::is_empty))
}

/// Whether each row has n x n symbols, one for each candidate of n cells. The rows of a 9x9 are 9 lines of 81 symbols, and any other
/// number of such lines is an error: as the cells of a puzzle they would have a digit nine times in a column.
fn are_candidate_rows(rows: &[Vec<&str>]) -> bool {
    let length = rows[0].first().map_or(0, |first| first.len());
    let side = length.isqrt();
    if !(4..=36).contains(&side) || !rows.iter().all(|row| row.len() == 1 && row[0].len() == side * side) {
        return false;
    }
    let cells = rows.concat();
    let symbols = cells.iter().flat_map(|row| row.bytes()).filter(|byte| !is_blank_symbol(*byte)).count();
    let is_consistent = || candidate_string_alphabet(&cells, side).is_some() || is_in_candidate_positions(&cells, side);
    // Another number of lines are rows of candidates only if they cannot be puzzles.
    let are_conflicting = || cells.iter().all(|row| has_repeated_symbol(&[row], side));
    symbols > side && is_consistent() && (rows.len() == side || are_conflicting())
}

/// The side of a board whose rows may also be smaller puzzles: 16 lines of 16 cells with digits up to 4 and none of them twice in a row or column.
/// In a 4x4 puzzle a digit is often repeated, in a 16x16 larger digits are frequent.
fn ambiguous_rows(start: &Cursor<'_>, context: &ReadContext) -> Option<usize> {
    let lines = paragraph(start);
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.tokens().take(2).collect()).collect();
    let side = rows.len();
    let is_row = |row: &Vec<&str>| row.len() == 1 && row[0].len() == side;
    if side < 16 || !context.is_side(side) || !context.is_side(side.isqrt()) || !rows.iter().all(is_row) {
        return None;
    }
    let repeats = |row: &Vec<usize>| (1..row.len()).any(|last| row[..last].contains(&row[last]));
    let is_conflicting =
        rows.iter().any(|row| repeats(&values(row, true))) || has_repeated_symbol(&rows.concat(), side);
    (!is_conflicting).then_some(side)
}

fn ambiguous_message(side: usize) -> String {
    let boxes = |side: usize| {
        let board = crate::Board::of_side(side).ok();
        board.map(|board| format!("{}x{}", board.box_height(), board.box_width())).unwrap_or_default()
    };
    let small = side.isqrt();
    format!(
        "expected one reading, but {side} lines of {side} cells may be one {side}x{side} or {side} puzzles {small}x{small}: use \
         --boxes {} or --boxes {}",
        boxes(side),
        boxes(small)
    )
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
