//! Puzzles in JSON: rows, lists, strings, and objects with a field for the puzzle.
//!
//! ```text
//!   [[5,3,0,...], ...]   [[5,null,"",...], ...]      n rows of n cells; a blank is 0, null, "" or any blank of a text
//!   [5,3,0,...]   ["53..7....", ...]                 n x n cells; n rows as strings
//!   "53..7...."                                      a puzzle on one line
//!   {"puzzle": ..., "solution": ..., "name": ...}    one of the names of `fields`, or the only field with a board
//!   [..., ...]   {"quizzes": [...]}                  lists of all of these, at any depth
//! ```
//!
//! Sixteen lists of 16 numbers may be one 16x16 or sixteen 4x4. As in the other formats, a number above 4 implies the former and a
//! repeated number in a list the latter; if there is neither, the text is refused. Two different puzzles in one object are refused
//! as well.

use super::super::cells::{ParsedPuzzle, ReadContext, number};
use super::super::error::{SpanError, shortened};
use super::super::text::{is_blank_token, tokens};
use super::super::tokens::MAX_TOKENS;
use super::super::{Alphabet, Format, PuzzleWriteError, ReadOptions, WriteOptions, write_line};
use super::fields::{is_puzzle_name, is_solution_name};
use super::json_value::{Dialect, SyntaxError, Value, quoted};
use super::{FoundPuzzle, fpuzzles, sudoku_pad};
use crate::{Board, Candidate, DigitSet, Grid, Puzzle};

/// Result of reading a puzzle.
type ReadResult<'a> = Result<ParsedPuzzle, SpanError<'a>>;

/// Whether a text begins as JSON does. All of a list must be JSON, because programming languages write lists too.
pub(super) fn is_json(text: &str) -> bool {
    let inner = |open: char| text.strip_prefix(open).map(str::trim_start);
    if let Some(inner) = inner('{') {
        return inner.starts_with(['"', '}']);
    }
    match Value::parse_all(text.trim_end(), Dialect::Standard) {
        Ok(_) | Err(SyntaxError::Incomplete(_) | SyntaxError::TooDeep(_)) => true,
        Err(SyntaxError::Unexpected(..)) => inner('[').is_some_and(|inner| inner.starts_with("{\"")),
    }
}

/// Whether a line is a JSON value.
pub(super) fn is_complete(line: &str) -> bool {
    Value::parse_all(line, Dialect::Standard).is_ok()
}

/// Whether a line is a list that may be a row of a grid.
pub(super) fn is_row(line: &str) -> bool {
    let value = Value::parse_all(line, Dialect::Standard);
    let is_scalars = |value: &Value<'_>| !value.elements().iter().any(Value::is_container);
    value.is_ok_and(|value| is_scalars(&value) && Board::of_side(value.elements().len()).is_ok())
}

/// Reads the puzzles of a text that contains one value.
pub(super) fn read_text<'a>(text: &'a str, context: &mut ReadContext) -> Vec<FoundPuzzle<'a>> {
    let value = match Value::parse_all(text, Dialect::Standard) {
        Ok(value) => value,
        Err(error) => return vec![FoundPuzzle::of(text, Err(error.describe()))],
    };
    let mut found = Vec::new();
    visit(&value, context, true, &mut found);
    if found.is_empty() {
        found.push(FoundPuzzle::of(text, Err(no_puzzle(&value))));
    }
    found
}

/// Finds the puzzles of a value. `is_expected`: an element of a list that has none is an error. A list of numbers that is no board
/// has none.
fn visit<'a>(value: &Value<'a>, context: &mut ReadContext, is_expected: bool, found: &mut Vec<FoundPuzzle<'a>>) {
    if fpuzzles::is_puzzle(value) {
        found.push(FoundPuzzle::of(value.span(), fpuzzles::read(value, context.options.board)));
    } else if sudoku_pad::is_puzzle(value) {
        found.push(FoundPuzzle::of(value.span(), sudoku_pad::read(value, context.options.board)));
    } else if let Some(parsed) = read_board(value, context) {
        found.push(FoundPuzzle::of(value.span(), parsed));
    } else if let Value::Object(..) = value {
        visit_object(value, context, found);
    } else if value.elements().iter().any(|element| element.is_container() || element.span().len() >= 16) {
        for element in value.elements() {
            let before = found.len();
            visit(element, context, is_expected, found);
            if is_expected && found.len() == before {
                found.push(FoundPuzzle::of(element.span(), Err(no_puzzle(element))));
            }
        }
    }
}

fn no_puzzle<'a>(value: &Value<'a>) -> SpanError<'a> {
    let found = match value {
        Value::Array(elements, _) if elements.iter().any(Value::is_container) => {
            format!("a list of {} lists", elements.len())
        }
        Value::Array(elements, _) => format!("a list of {} values", elements.len()),
        Value::Object(..) => "an object without one".into(),
        Value::Bare(text) | Value::Text(text) => format!("'{}'", shortened(text)),
    };
    let expected = "expected a puzzle (rows of cells, a line of cells, or an object with a field such as \"puzzle\")";
    SpanError::at(value.span(), format!("{expected}, found {found}"))
}

/// Finds the puzzle of an object, or the puzzles in its fields.
fn visit_object<'a>(object: &Value<'a>, context: &mut ReadContext, found: &mut Vec<FoundPuzzle<'a>>) {
    let mut own_context = object_context(object, context);
    let named = object.fields().iter().filter(|(name, _)| is_puzzle_name(name));
    let boards: Vec<(&str, ReadResult<'a>)> =
        named.filter_map(|(name, value)| Some((*name, read_board(value, &mut own_context)?))).collect();
    if let Some(parsed) = choose(object, boards) {
        let parsed = parsed.and_then(|parsed| eliminate(object, parsed));
        let solution = parsed.as_ref().ok().and_then(|parsed| solution(object, parsed, &mut own_context));
        found.push(FoundPuzzle { solution, rest: name_of(object), ..FoundPuzzle::of(object.span(), parsed) });
        return;
    }
    for (name, value) in object.fields().iter().filter(|(name, _)| !is_solution_name(name)) {
        let before = found.len();
        if value.is_container() {
            visit(value, &mut own_context, is_puzzle_name(name), found);
        } else if !value.span().contains(|c: char| c.is_ascii_alphabetic()) {
            let parsed = read_board(value, &mut own_context).filter(Result::is_ok);
            found.extend(parsed.map(|parsed| FoundPuzzle::of(value.span(), parsed)));
        }
        add_solutions(object, &mut found[before..], &mut own_context);
    }
}

/// The puzzle of an object with named boards. Boards that cannot be read do not count beside one that can.
fn choose<'a>(object: &Value<'a>, boards: Vec<(&str, ReadResult<'a>)>) -> Option<ReadResult<'a>> {
    let (valid, invalid): (Vec<_>, Vec<_>) = boards.into_iter().partition(|(_, board)| board.is_ok());
    let mut valid = valid.into_iter().filter_map(|(name, board)| Some((name, board.ok()?)));
    let Some((name, first)) = valid.next() else { return invalid.into_iter().next().map(|(_, error)| error) };
    match valid.find(|(_, other)| other.puzzle != first.puzzle) {
        None => Some(Ok(first)),
        Some((other, _)) => {
            let message =
                format!("expected one puzzle in an object, found different ones in \"{name}\" and \"{other}\"");
            Some(Err(SpanError::at(object.span(), message)))
        }
    }
}

/// The context for the fields of an object, which may name its boxes and its alphabet.
fn object_context(object: &Value<'_>, context: &ReadContext) -> ReadContext {
    let text = |name: &str| object.field(&[name]).and_then(Value::text);
    let boxes = text("boxes").and_then(|boxes| Board::from_boxes(&boxes).ok());
    let alphabet = text("alphabet").and_then(|alphabet| alphabet.parse::<Alphabet>().ok());
    ReadContext::new(ReadOptions {
        format: None,
        board: context.options.board.or(boxes),
        alphabet: context.options.alphabet.or(alphabet),
    })
}

/// Applies the field `eliminated`, a list of candidates such as `r1c2=4`.
fn eliminate<'a>(object: &Value<'a>, parsed: ParsedPuzzle) -> ReadResult<'a> {
    let Some(list) = object.field(&["eliminated"]) else { return Ok(parsed) };
    let board = parsed.puzzle.board();
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| parsed.puzzle.allowed(cell)).collect();
    for value in list.elements() {
        let candidate = value.text().and_then(|text| text.parse::<Candidate>().ok());
        let Some(candidate) = candidate.filter(|candidate| candidate.is_on(board)) else {
            let message =
                format!("expected a candidate of the board, such as \"r1c1=1\", found '{}'", shortened(value.span()));
            return Err(SpanError::at(value.span(), message));
        };
        allowed[board.index(candidate.cell)].remove(candidate.digit);
    }
    Ok(ParsedPuzzle { puzzle: Puzzle::with_candidates(board, allowed), ..parsed })
}

/// The solution in a field of the object, if it is a full grid of the same board.
fn solution(object: &Value<'_>, parsed: &ParsedPuzzle, context: &mut ReadContext) -> Option<Grid> {
    let (_, value) = object.fields().iter().find(|(name, _)| is_solution_name(name))?;
    full_grid(value, parsed.puzzle.board(), context)
}

fn full_grid(value: &Value<'_>, board: Board, context: &mut ReadContext) -> Option<Grid> {
    let grid = read_board(value, context)?.ok()?.puzzle.into_givens();
    (grid.is_full() && grid.board() == board).then_some(grid)
}

/// Adds the solutions of a list beside the list of puzzles.
fn add_solutions<'a>(object: &Value<'a>, found: &mut [FoundPuzzle<'a>], context: &mut ReadContext) {
    let count = found.len();
    let lists = object.fields().iter().filter(|(name, _)| is_solution_name(name)).map(|(_, list)| list.elements());
    let solutions = lists.into_iter().find(|list| list.len() == count).unwrap_or_default();
    for (puzzle, value) in found.iter_mut().zip(solutions) {
        if let Ok(parsed) = &puzzle.parsed {
            puzzle.solution = full_grid(value, parsed.puzzle.board(), context);
        }
    }
}

fn name_of(object: &Value<'_>) -> String {
    object
        .field(&["name", "title", "id"])
        .and_then(Value::text)
        .map(|text| super::first_words(&text))
        .unwrap_or_default()
}

/// Reads a value that is one board; `None` if it is not.
fn read_board<'a>(value: &Value<'a>, context: &mut ReadContext) -> Option<ReadResult<'a>> {
    let parsed = match value {
        Value::Text(text) => read_string(text, context)?,
        Value::Array(elements, _) if elements.iter().all(|row| matches!(row, Value::Array(..))) => {
            read_rows(elements, context)?
        }
        Value::Array(elements, _) if !elements.iter().any(Value::is_container) => read_list(elements, value, context)?,
        _ => return None,
    };
    Some(parsed.map(|parsed| ParsedPuzzle { format: Format::Json, ..parsed }))
}

/// Reads a string. A text that is not a board is an error only if it looks like one: half of it are digits or blanks.
fn read_string<'a>(text: &'a str, context: &mut ReadContext) -> Option<ReadResult<'a>> {
    if text.len() < 16 {
        return None;
    }
    let plain = Value::Text(text).text()?;
    let parsed = if plain.len() == text.len() {
        context.parse_tokens(&tokens(text).take(MAX_TOKENS + 1).collect::<Vec<_>>())
    } else {
        let parsed = context.parse_tokens(&tokens(&plain).take(MAX_TOKENS + 1).collect::<Vec<_>>());
        parsed.map_err(|error| error.moved_to(text))
    };
    let cells = text.bytes().filter(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    (parsed.is_ok() || 2 * cells >= text.len()).then_some(parsed)
}

/// Reads a list without lists in it: the cells of a board, or its rows as strings.
fn read_list<'a>(elements: &[Value<'a>], list: &Value<'a>, context: &mut ReadContext) -> Option<ReadResult<'a>> {
    let cells: Vec<&'a str> = elements.iter().map(cell).collect::<Option<_>>()?;
    let count = cells.len();
    if count >= 4 && context.is_side(count) && cells.iter().all(|row| row.len() == count) {
        let symbols: Vec<Vec<&str>> =
            cells.iter().map(|row| row.split("").filter(|c| !c.is_empty()).collect()).collect();
        return match rows_or_boards(&symbols, context) {
            RowsOrBoards::Rows => Some(context.parse_tokens(&cells)),
            RowsOrBoards::Boards => None,
            RowsOrBoards::Unclear => Some(Err(unclear(list, count))),
        };
    }
    let side = context.side_of(count).filter(|_| cells.iter().all(|cell| cell.len() <= 9))?;
    Some(context.parse_separate_cells(&cells, side))
}

/// Reads a list of lists: the rows of a board.
fn read_rows<'a>(rows: &[Value<'a>], context: &mut ReadContext) -> Option<ReadResult<'a>> {
    let side = rows.len();
    let cells: Vec<Vec<&'a str>> =
        rows.iter().map(|row| row.elements().iter().map(cell).collect()).collect::<Option<_>>()?;
    let full_rows = cells.iter().filter(|row| row.len() == side).count();
    if side < 4 || !context.is_side(side) || 2 * full_rows < side {
        return None;
    }
    if let Some(wrong) = cells.iter().position(|row| row.len() != side) {
        let message = format!("expected {side} cells in row {}, found {}", wrong + 1, cells[wrong].len());
        return Some(Err(SpanError::at(rows[wrong].span(), message)));
    }
    match rows_or_boards(&cells, context) {
        RowsOrBoards::Rows => Some(context.parse_separate_cells(&cells.concat(), side)),
        RowsOrBoards::Boards => None,
        RowsOrBoards::Unclear => Some(Err(unclear(&rows[0], side))),
    }
}

/// The text of a cell: a blank is `.`; `None` if the value is not a cell.
fn cell<'a>(value: &Value<'a>) -> Option<&'a str> {
    match value {
        Value::Bare("null" | "NaN") => Some("."),
        Value::Bare(number) if !number.starts_with(['t', 'f']) => Some(number.strip_suffix(".0").unwrap_or(number)),
        Value::Text(text) if text.trim().is_empty() => Some("."),
        Value::Text(text) => Some(text.trim()),
        _ => None,
    }
}

enum RowsOrBoards {
    Rows,
    Boards,
    Unclear,
}

/// Whether n lists of n cells are the rows of one board, or boards of n cells each.
fn rows_or_boards(rows: &[Vec<&str>], context: &ReadContext) -> RowsOrBoards {
    let Some(small) = context.side_of(rows.len()).filter(|_| context.options.board.is_none()) else {
        return RowsOrBoards::Rows;
    };
    let value = |cell: &&str| match number(cell) {
        Some(number) => Some(number),
        None => cell
            .chars()
            .next()
            .filter(|_| !is_blank_token(cell))
            .and_then(|c| c.to_digit(36))
            .map(|value| value as usize),
    };
    let mut repeats = false;
    for row in rows {
        let mut values: Vec<usize> = row.iter().filter_map(value).filter(|value| *value > 0).collect();
        if values.iter().any(|value| *value > small) {
            return RowsOrBoards::Rows;
        }
        values.sort_unstable();
        repeats |= values.windows(2).any(|pair| pair[0] == pair[1]);
    }
    if repeats { RowsOrBoards::Boards } else { RowsOrBoards::Unclear }
}

fn unclear<'a>(at: &Value<'a>, count: usize) -> SpanError<'a> {
    let small = count.isqrt();
    let message = format!(
        "{count} lists of {count} cells may be one {count}x{count} puzzle or {count} of {small}x{small}: name the boxes with --boxes"
    );
    SpanError::at(at.span(), message)
}

/// Writes an object on one line, with the fields that all commands write.
pub(super) fn write(puzzle: &Puzzle, options: &WriteOptions) -> Result<String, PuzzleWriteError> {
    let board = puzzle.board();
    let side = board.side();
    let mut fields = vec![
        ("board", quoted(&format!("{side}x{side}"))),
        ("boxes", quoted(&format!("{}x{}", board.box_height(), board.box_width()))),
    ];
    if side > 9 || options.alphabet.is_some() {
        let alphabet = options.alphabet.map_or(Alphabet::usual(side), |alphabet| alphabet.with_side(side));
        fields.push(("alphabet", quoted(&alphabet.to_string())));
    }
    fields.push(("puzzle", quoted(&write_line(puzzle.givens(), options)?)));
    fields.push(("givens", puzzle.givens().filled_count().to_string()));
    if puzzle.has_eliminations() {
        let open = board.cells().filter(|cell| puzzle.givens().get(*cell).is_none());
        let eliminated = open.flat_map(|cell| {
            let digits = DigitSet::all(side) - puzzle.allowed(cell);
            digits.into_iter().map(move |digit| quoted(&Candidate::new(cell, digit).to_string()))
        });
        fields.push(("eliminated", format!("[{}]", eliminated.collect::<Vec<_>>().join(","))));
    }
    if let Some(solution) = &options.solution {
        fields.push(("solution", quoted(&write_line(solution, options)?)));
    }
    let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    Ok(format!("{{{}}}\n", fields.join(",")))
}
