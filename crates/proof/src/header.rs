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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(board: Board, claim: &Claim) -> String {
        let mut text = Vec::new();
        write_header(board, claim, &mut text).expect("writing to memory cannot fail");
        String::from_utf8(text).expect("a header is ASCII")
    }

    /// The two solutions of this puzzle, in ascending order.
    fn puzzle_and_solutions() -> (Puzzle, Vec<Grid>) {
        let solution = |text: &str| text.parse::<Puzzle>().unwrap().givens().clone();
        let puzzle = "1234 3412 2.4. 4.2.".parse().unwrap();
        (puzzle, vec![solution("1234 3412 2143 4321"), solution("1234 3412 2341 4123")])
    }

    #[test]
    fn the_header_of_each_kind_of_claim_has_the_specified_text() {
        let (puzzle, grids) = puzzle_and_solutions();
        let board = "qedoku certificate 2\nboard 4x4 boxes 2x2\n";
        let lines = "grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\ngrid 1 2 3 4 3 4 1 2 2 3 4 1 4 1 2 3\n";
        for (claim, text) in [
            (Claim::Exactly(grids.clone()), format!("claim exactly 2\n{lines}steps\n")),
            (Claim::AtLeast(grids), format!("claim at-least 2\n{lines}")),
            (Claim::Exactly(vec![]), "claim exactly 0\nsteps\n".to_owned()),
            (Claim::Forced("r3c2=1".parse().unwrap()), "claim forced r3c2=1\nsteps\n".to_owned()),
            (Claim::Excluded("r4c4=2".parse().unwrap()), "claim excluded r4c4=2\nsteps\n".to_owned()),
        ] {
            assert_eq!(written(puzzle.board(), &claim), format!("{board}{text}"));
        }
    }

    #[test]
    fn the_board_line_has_the_height_of_a_box_before_its_width() {
        let text = written(Board::new(2, 3).unwrap(), &Claim::AtLeast(vec![]));
        assert_eq!(text, "qedoku certificate 2\nboard 6x6 boxes 2x3\nclaim at-least 0\n");
    }

    #[test]
    fn reads_the_claim_that_was_written_and_stops_after_the_header() {
        let (puzzle, grids) = puzzle_and_solutions();
        let candidate: Candidate = "r3c2=1".parse().unwrap();
        for claim in [
            Claim::Exactly(grids.clone()),
            Claim::AtLeast(grids),
            Claim::Exactly(vec![]),
            Claim::AtLeast(vec![]),
            Claim::Forced(candidate),
            Claim::Excluded(candidate),
        ] {
            let text = written(puzzle.board(), &claim) + "next\n";
            let mut lines = LineReader::new(text.as_bytes());
            assert_eq!(read_header(&puzzle, &mut lines, VerifyLimits::default()).ok(), Some(claim));
            assert_eq!(lines.next().ok(), Some("next"), "{text}");
        }
    }

    #[test]
    fn the_grid_limit_is_one_byte_per_cell() {
        let (puzzle, grids) = puzzle_and_solutions();
        let claim = Claim::AtLeast(grids);
        let text = written(puzzle.board(), &claim);
        let read = |grid_bytes| {
            let limits = VerifyLimits { grid_bytes, ..VerifyLimits::default() };
            read_header(&puzzle, &mut LineReader::new(text.as_bytes()), limits)
        };
        assert_eq!(read(32).ok(), Some(claim.clone()));
        assert!(matches!(read(31), Err(VerifyErrorKind::LimitExceeded)));
    }
}
