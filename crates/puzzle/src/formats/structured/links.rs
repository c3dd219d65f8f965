//! Links to Sudoku sites that contain the puzzle, and the parts of them that people copy.
//!
//! | link | content |
//! |---|---|
//! | `sudokuwiki.org/sudoku.htm?bd=...` | see [`sudoku_wiki`] |
//! | `sudokuexchange.com/play/?s=...` | 81 digits, 81 numbers with commas, or the run-length form |
//! | `f-puzzles.com/?load=...` | compressed JSON, see [`fpuzzles`] |
//! | `sudokupad.app/fpuzzles...`, `/scl...`, `/ctc...`, `/scf...` | JSON of f-puzzles, of SudokuPad (two names), the run-length form |
//! | any other | a parameter with a name such as `puzzle` or `grid` that is a board |
//!
//! Links with an identifier instead of the puzzle (`f-puzzles.com/?id=`) are refused: the puzzle is on the site.

use std::borrow::Cow;

use super::super::cells::{ParsedPuzzle, ReadContext};
use super::super::error::{SpanError, shortened};
use super::super::text::tokens;
use super::super::{Format, PuzzleWriteError};
use super::json_value::{Dialect, Value};
use super::{fpuzzles, lz_string, run_length, sudoku_pad, sudoku_wiki};
use crate::{Board, Puzzle};

/// Sites whose links are also recognised without `https://`.
const SITES: [&str; 5] =
    ["sudokuwiki.org/", "sudokuexchange.com/", "f-puzzles.com/", "sudokupad.app/", "app.crackingthecryptic.com/"];

/// Pages of sudokuwiki.org about variants, and their names.
const WIKI_VARIANTS: [(&str, &str); 7] = [
    ("jigsaw", "Jigsaw Sudoku"),
    ("killer", "Killer Sudoku"),
    ("str8ts", "Str8ts"),
    ("kenken", "KenKen"),
    ("kendoku", "KenDoku"),
    ("windoku", "Windoku"),
    ("sudokux", "Sudoku X"),
];

/// Whether a line is a link, or the part of one that contains the puzzle.
pub(super) fn is_link(line: &str) -> bool {
    let address = line.strip_prefix("www.").unwrap_or(line);
    let has_scheme = ["http://", "https://", "sudokupad://"].iter().any(|scheme| line.starts_with(scheme));
    has_scheme
        || SITES.iter().any(|site| address.starts_with(site))
        || sudoku_wiki::is_position(line)
        || payload_json(line).is_some()
}

/// Reads a line that [`is_link`]. Returns the puzzle and the words after the link.
pub(super) fn read<'a>(line: &'a str, context: &mut ReadContext) -> Result<(ParsedPuzzle, &'a str), SpanError<'a>> {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (address, rest) = line.split_at(end);
    Ok((read_link(address, context)?, rest.trim()))
}

fn read_link<'a>(link: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if let Some(payload) = link.strip_prefix("sudokupad://puzzle/") {
        return read_payload(payload);
    }
    let address = link.split_once("://").map_or(link, |(_, address)| address);
    let address = address.strip_prefix("www.").unwrap_or(address);
    let host_end = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, path) = address.split_at(host_end);
    match host {
        "sudokuwiki.org" => read_wiki(path, context),
        "sudokuexchange.com" => read_exchange(path, context),
        "f-puzzles.com" => match (parameter(path, "load"), parameter(path, "id")) {
            (Some(payload), _) => read_json_payload(payload),
            (None, Some(id)) => Err(stored(id, "f-puzzles.com")),
            (None, None) => Err(missing(path, "?load=")),
        },
        "sudokupad.app" | "beta.sudokupad.app" | "app.crackingthecryptic.com" => {
            let path = path.trim_start_matches('/');
            let path = path.strip_prefix("sudoku/").unwrap_or(path);
            read_payload(parameter(path, "puzzleid").unwrap_or(path))
        }
        _ if !link.contains("://") && !host.contains('.') => read_bare(link, context),
        _ => read_other(link, host, path, context),
    }
}

/// Reads the part of a link that contains the puzzle.
fn read_bare<'a>(text: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    if sudoku_wiki::is_position(text) { sudoku_wiki::read(text, context) } else { read_payload(text) }
}

fn read_wiki<'a>(path: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    let board = parameter(path, "bd").ok_or_else(|| missing(path, "?bd="))?;
    let page: String = path.split('?').next().unwrap_or_default().to_lowercase().replace('_', "");
    if let Some((_, name)) = WIKI_VARIANTS.iter().find(|(part, _)| page.contains(part)) {
        return Err(SpanError::at(path, format!("unsupported variant: {name}")));
    }
    sudoku_wiki::read(board, context)
}

fn read_exchange<'a>(path: &'a str, context: &mut ReadContext) -> Result<ParsedPuzzle, SpanError<'a>> {
    let board = parameter(path, "s").ok_or_else(|| missing(path, "?s="))?;
    let is_digits = board.len() == 81 && board.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    if !is_digits && !board.contains(',') {
        return run_length::decode(board, Format::SudokuExchange);
    }
    let parsed = context.parse_tokens(&tokens(board).collect::<Vec<_>>())?;
    Ok(ParsedPuzzle { format: Format::SudokuExchange, ..parsed })
}

/// Names of parameters that contain a puzzle, in lower case. A board in any other may be the solution, or the state of a variant.
const PUZZLE_PARAMETERS: [&str; 14] =
    ["bd", "board", "clues", "game", "givens", "grid", "p", "puzzle", "puzzles", "q", "quiz", "s", "start", "sudoku"];

/// Reads a link to a site that is not known: one of its parameters must be a board, and its name must say that it is the puzzle.
fn read_other<'a>(
    link: &'a str,
    host: &str,
    path: &'a str,
    context: &mut ReadContext,
) -> Result<ParsedPuzzle, SpanError<'a>> {
    let parts = path.split(['?', '&', '#', '/']).map(|part| part.split_once('=').unwrap_or(("", part)));
    let mut parsed: Vec<ParsedPuzzle> = Vec::new();
    for (name, board) in parts.filter(|(_, value)| value.len() >= 16) {
        let Ok(puzzle) = context.parse_tokens(&[board]) else { continue };
        if !PUZZLE_PARAMETERS.contains(&&name.to_lowercase()[..]) {
            let (cells, name) = (board.len(), shortened(name));
            let place = if name.is_empty() { "its path".to_owned() } else { format!("its parameter '{name}'") };
            let message = format!(
                "expected a link of a known site, found one to {} with {cells} cells in {place}: \
                 if they are the givens, write them without the link",
                shortened(host)
            );
            return Err(SpanError::at(board, message));
        }
        parsed.push(puzzle);
    }
    match (parsed.pop(), parsed.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => Err(SpanError::at(link, "expected one puzzle in the link, found several".into())),
        (None, _) => {
            let expected = "expected a link of SudokuWiki, SudokuExchange, f-puzzles or SudokuPad with a puzzle in it";
            Err(SpanError::at(link, format!("{expected}, found one to {}", shortened(host))))
        }
    }
}

/// The value of a parameter, which ends before the next one.
fn parameter<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let query = path.split_once('?')?.1;
    let values = query.split(['&', '#']).filter_map(|part| part.split_once('='));
    values.into_iter().find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn missing<'a>(path: &'a str, parameter: &str) -> SpanError<'a> {
    SpanError::at(path, format!("expected a puzzle in the link, after {parameter}"))
}

fn stored<'a>(id: &'a str, site: &str) -> SpanError<'a> {
    let message =
        format!("the puzzle of this link is stored on {site}: open it there and export a link that contains it");
    SpanError::at(id, message)
}

/// Reads what follows the host of a SudokuPad link.
fn read_payload(payload: &str) -> Result<ParsedPuzzle, SpanError<'_>> {
    let payload = payload.split(['?', '#']).next().unwrap_or_default();
    if let Some(cells) = payload.strip_prefix("scf") {
        return run_length::decode(cells, Format::SudokuPad);
    }
    let has_prefix = ["fpuz", "scl", "ctc", "N4"].iter().any(|prefix| payload.starts_with(prefix));
    if !has_prefix {
        return Err(stored(payload, "sudokupad.app"));
    }
    read_json_payload(payload)
}

/// Reads compressed JSON of f-puzzles or SudokuPad, with or without the prefix that names it.
fn read_json_payload(payload: &str) -> Result<ParsedPuzzle, SpanError<'_>> {
    let Some(json) = payload_json(payload) else {
        let message = "expected compressed JSON in the link; it may have lost its end".into();
        return Err(SpanError::at(payload, message));
    };
    let standard = Value::parse_all(&json, Dialect::Standard).ok();
    let value = match standard {
        Some(value) => value,
        None => Value::parse_all(&json, Dialect::SudokuPad).map_err(|error| error.describe().moved_to(payload))?,
    };
    let parsed = if fpuzzles::is_puzzle(&value) {
        fpuzzles::read(&value, None)
    } else if sudoku_pad::is_puzzle(&value) {
        sudoku_pad::read(&value, None)
    } else {
        Err(SpanError::at(&json, "expected a puzzle of f-puzzles or SudokuPad in the JSON of the link".into()))
    };
    parsed.map_err(|error| SpanError::at(payload, error.message()))
}

/// The JSON of a payload, if it is one.
fn payload_json(payload: &str) -> Option<String> {
    let prefixes = ["fpuzzles", "fpuz", "scl", "ctc"];
    let compressed = prefixes.iter().find_map(|prefix| payload.strip_prefix(prefix)).unwrap_or(payload);
    if compressed.len() < 8 {
        return None;
    }
    // A `+` of base64 is often lost: links turn it into a space.
    let base64 = percent_decoded(compressed).replace([' ', '-'], "+").replace('_', "/");
    lz_string::decompress(&base64).filter(|json| json.trim_start().starts_with('{'))
}

/// Replaces `%2B` and the like.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *first == b'%');
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a link to sudokuexchange.com with 81 digits.
pub(super) fn write_exchange(puzzle: &Puzzle) -> Result<String, PuzzleWriteError> {
    if puzzle.board() != Board::CLASSIC {
        return Err(PuzzleWriteError::Only9x9(Format::SudokuExchange, puzzle.board().side()));
    }
    let digits: String = puzzle.givens().digits().iter().map(|digit| char::from(b'0' + digit)).collect();
    Ok(format!("https://sudokuexchange.com/play/?s={digits}\n"))
}
