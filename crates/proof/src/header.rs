//! Certificate header: version, board, claim and grids; everything before the first step.
//!
//! ```text
//! qedoku certificate 2
//! board 4x4 boxes 2x2
//! claim exactly 1
//! grid 4 2 3 1 3 1 4 2 2 3 1 4 1 4 2 3
//! steps
//! ```

use std::io::{self, BufRead, Write};

use qedoku_puzzle::{Board, Candidate, Digit, Grid, Puzzle, referee};

use crate::line_reader::{LineReader, parse_number, words};
use crate::{Claim, VerifyErrorKind, VerifyLimits};

/// The first line of a certificate.
const VERSION: &str = "qedoku certificate 2";

/// Writes the header of a certificate. The steps follow it, if the claim needs any.
pub fn write_header(board: Board, claim: &Claim, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{VERSION}\n{}\nclaim {claim}", board_line(board))?;
    for grid in claim.grids() {
        write!(out, "grid")?;
        grid.digits().iter().try_for_each(|digit| write!(out, " {digit}"))?;
        writeln!(out)?;
    }
    if claim.needs_steps() { writeln!(out, "steps") } else { Ok(()) }
}

/// Reads a header. Checks that it belongs to the board of the puzzle and that its grids are different solutions.
pub(crate) fn read_header(
    puzzle: &Puzzle,
    lines: &mut LineReader<impl BufRead>,
    limits: VerifyLimits,
) -> Result<Claim, VerifyErrorKind> {
    let version = "qedoku certificate 2 (version 1 is no longer supported: run prove again)";
    expect_line(lines, VERSION, VerifyErrorKind::Expected(version))?;
    expect_line(lines, &board_line(puzzle.board()), VerifyErrorKind::BoardMismatch)?;
    let claim = read_claim(puzzle, lines, limits)?;
    if claim.needs_steps() {
        expect_line(lines, "steps", VerifyErrorKind::Expected("steps"))?;
    }
    Ok(claim)
}

/// `board 9x9 boxes 3x3`.
fn board_line(board: Board) -> String {
    let (side, height, width) = (board.side(), board.box_height(), board.box_width());
    format!("board {side}x{side} boxes {height}x{width}")
}

fn expect_line(
    lines: &mut LineReader<impl BufRead>,
    line: &str,
    error: VerifyErrorKind,
) -> Result<(), VerifyErrorKind> {
    if lines.next()? == line { Ok(()) } else { Err(error) }
}

/// `claim exactly 1` and its grids, or `claim forced r3c4=5`.
fn read_claim(
    puzzle: &Puzzle,
    lines: &mut LineReader<impl BufRead>,
    limits: VerifyLimits,
) -> Result<Claim, VerifyErrorKind> {
    let syntax = VerifyErrorKind::Expected("claim exactly, at-least, forced or excluded");
    let (kind, argument) =
        lines.next()?.strip_prefix("claim ").and_then(|claim| claim.split_once(' ')).ok_or(syntax)?;
    match kind {
        "forced" => parse_candidate(puzzle.board(), argument).map(Claim::Forced),
        "excluded" => parse_candidate(puzzle.board(), argument).map(Claim::Excluded),
        "exactly" => read_grids(parse_number(argument)?, puzzle, lines, limits).map(Claim::Exactly),
        "at-least" => read_grids(parse_number(argument)?, puzzle, lines, limits).map(Claim::AtLeast),
        _ => Err(VerifyErrorKind::Expected("exactly, at-least, forced or excluded")),
    }
}

/// `r3c4=5`.
fn parse_candidate(board: Board, word: &str) -> Result<Candidate, VerifyErrorKind> {
    // One spelling: `FromStr` also accepts plus signs and leading zeros.
    let is_valid = |candidate: &Candidate| candidate.is_on(board) && candidate.to_string() == word;
    let candidate = word.parse().ok().filter(is_valid);
    candidate.ok_or(VerifyErrorKind::Expected("a cell and a digit of the board, such as r3c4=5"))
}

/// Reads `count` solutions in strictly ascending (lexicographic) order, which makes them pairwise different.
fn read_grids(
    count: usize,
    puzzle: &Puzzle,
    lines: &mut LineReader<impl BufRead>,
    limits: VerifyLimits,
) -> Result<Vec<Grid>, VerifyErrorKind> {
    if count > limits.grid_bytes / puzzle.board().cell_count() {
        return Err(VerifyErrorKind::LimitExceeded);
    }
    let mut grids: Vec<Grid> = Vec::new();
    for _ in 0..count {
        let grid = parse_grid(puzzle.board(), lines.next()?)?;
        referee::check(puzzle, &grid).map_err(VerifyErrorKind::InvalidGrid)?;
        if grids.last().is_some_and(|last| last.digits() >= grid.digits()) {
            return Err(VerifyErrorKind::GridOrder);
        }
        grids.push(grid);
    }
    Ok(grids)
}

/// `grid` and the digits in row-major order.
fn parse_grid(board: Board, line: &str) -> Result<Grid, VerifyErrorKind> {
    let mut digits = words(line.strip_prefix("grid ").ok_or(VerifyErrorKind::Expected("grid"))?);
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let digit = digits.next().and_then(|word| Digit::new(parse_number(word).ok()?));
        let digit = digit.filter(|digit| digit.get() <= board.side());
        grid.set(cell, Some(digit.ok_or(VerifyErrorKind::Expected("a digit of the board for each cell"))?));
    }
    if digits.next().is_none() { Ok(grid) } else { Err(VerifyErrorKind::Expected("the end of the line")) }
}
