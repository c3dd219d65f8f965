//! SMT-LIB 2: each cell is a bit vector, the cells of each house are `distinct`.
//!
//! ```text
//! (define-sort Digit () (_ BitVec 3))
//! (define-fun digit? ((cell Digit)) Bool (and (bvule (_ bv1 3) cell) (bvule cell (_ bv4 3))))
//! (declare-const r1c1 Digit) (assert (digit? r1c1))
//! (assert (distinct r1c1 r1c2 r1c3 r1c4)) ; row 1
//! ```
//!
//! A solver replies `sat` and the values of the cells, `((r1c1 #b001) (r1c2 #b010) ...)`. After `unsat` there are no
//! values, so the reply to `get-value` is `(error ...)`; this is expected, because a script cannot make a command
//! conditional. The parser also accepts models (`(define-fun r1c1 () (_ BitVec 3) #b001)`) and integers.
//!
//! Cells are bit vectors because z3 5.4 solves them faster than integers (`QF_LIA`) with the same `distinct`. Seconds on
//! one core, one run each:
//!
//! | board | `QF_BV` | `QF_LIA` | enumeration type | `QF_FD` (z3's own) |
//! |---|---|---|---|---|
//! | 9x9, hard for search | 0.2 | 1.2 | 0.3 | 0.3 |
//! | 16x16, 55 % open | 0.5 | 3.1 | 0.6 | 0.6 |
//! | 16x16, 65 % open | 1.1 | > 20 | 6.4 | 2.1 |
//! | 25x25, 50 % open | 4.7 | > 20 | > 20 | 18 |
//!
//! Digits count from 1: with 0 to 15, which fills four bits and needs no bounds, z3 did not finish either 16x16 in 20 s.
//! Redundant at-least-one constraints for each house and digit made 25x25 boards four times as fast but the file twelve
//! times as long, so they are omitted.
//!
//! # References
//! - C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, version 2.6. 2017.

use std::io::{self, Write};

use qedoku_puzzle::{Board, HouseKind, Puzzle};

use super::grid_builder::{GridBuilder, Token, lines};
use super::{Language, RULES, ReplyError, ReplyErrorKind, SolverReply, metadata, restricted_cells, write_joined};

/// Writes a script that checks satisfiability and gets the digits of a solution.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let (n, bits) = (board.side(), bits(board));
    writeln!(out, "; {}", metadata(Language::Smt2, board))?;
    writeln!(out, "; {RULES}")?;
    writeln!(out, "(set-option :produce-models true)")?;
    writeln!(out, "(set-logic QF_BV)")?;
    writeln!(out, "(define-sort Digit () (_ BitVec {bits}))")?;
    write!(out, "(define-fun digit? ((cell Digit)) Bool ")?;
    writeln!(out, "(and (bvule (_ bv1 {bits}) cell) (bvule cell (_ bv{n} {bits}))))")?;
    for cell in board.cells() {
        writeln!(out, "(declare-const {cell} Digit) (assert (digit? {cell}))")?;
    }
    for house in board.houses() {
        write!(out, "(assert (distinct ")?;
        write_joined(out, board.cells_of(house), " ")?;
        writeln!(out, ")) ; {house}")?;
    }
    write_givens(puzzle, out)?;
    write_queries(board, out)
}

fn write_givens(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let bits = bits(puzzle.board());
    for (cell, digit) in puzzle.givens().filled() {
        writeln!(out, "(assert (= {cell} (_ bv{digit} {bits})))")?;
    }
    for cell in restricted_cells(puzzle) {
        let candidates = puzzle.allowed(cell).iter().map(|digit| format!("(= {cell} (_ bv{digit} {bits}))"));
        if puzzle.allowed(cell).is_empty() {
            write!(out, "(assert false")?;
        } else {
            write!(out, "(assert (or ")?;
            write_joined(out, candidates, " ")?;
            write!(out, ")")?;
        }
        writeln!(out, ") ; candidates of {cell}")?;
    }
    Ok(())
}

fn write_queries(board: Board, out: &mut impl Write) -> io::Result<()> {
    write!(out, "(check-sat)\n(get-value (")?;
    for row in board.houses_of_kind(HouseKind::Row) {
        write!(out, "{}", if row.index() == 0 { "" } else { "\n            " })?;
        write_joined(out, board.cells_of(row), " ")?;
    }
    writeln!(out, "))")
}

/// Width of the bit vectors: number of bits of the largest digit.
fn bits(board: Board) -> u32 {
    board.side().ilog2() + 1
}

/// Whether a line occurs only in replies to SMT-LIB: a status in lower case, or the value of a cell.
pub(super) fn is_signature(line: &str) -> bool {
    let value = line.trim_start_matches('(');
    let is_cell = |word: &str| parse_cell(word).is_some();
    matches!(line, "sat" | "unsat") || (value != line && value.split([' ', ')']).next().is_some_and(is_cell))
}

/// Parses the status and the values of the cells.
pub(super) fn parse(text: &str, board: Option<Board>) -> Result<SolverReply, ReplyError> {
    let tokens: Vec<Token> = lines(text).flat_map(tokens).collect();
    let grid = collect_values(text, &tokens)?;
    match parse_status(text, &tokens)? {
        Some((status, _)) if status != "sat" && grid.is_empty() => {
            Ok(if status == "unsat" { SolverReply::Unsatisfiable } else { SolverReply::Unknown })
        }
        Some((status, token)) if status != "sat" => Err(token.error(text, ReplyErrorKind::Contradiction)),
        _ if !grid.is_empty() => grid.build(text, board).map(SolverReply::Solved),
        Some(_) => Err(ReplyError::NoDigits),
        None => Err(error_message(&tokens)
            .map_or(ReplyError::NoAnswer(Language::Smt2), |token| token.error(text, ReplyErrorKind::SolverError))),
    }
}

/// Parses `sat`, `unsat` or `unknown` outside of parentheses. Several must agree.
fn parse_status<'t>(text: &str, tokens: &[Token<'t>]) -> Result<Option<(&'t str, Token<'t>)>, ReplyError> {
    let mut depth = 0_usize;
    let mut status = None;
    for token in tokens {
        let new = match token.text {
            "(" => {
                depth += 1;
                continue;
            }
            ")" => {
                depth = depth.saturating_sub(1);
                continue;
            }
            "sat" | "unsat" | "unknown" if depth == 0 => token.text,
            "timeout" if depth == 0 => "unknown",
            _ => continue,
        };
        match status {
            Some((earlier, _)) if earlier != new => return Err(token.error(text, ReplyErrorKind::Contradiction)),
            _ => status = Some((new, *token)),
        }
    }
    Ok(status)
}

/// The message of the first `(error "...")`.
fn error_message<'t>(tokens: &[Token<'t>]) -> Option<Token<'t>> {
    tokens.windows(2).find(|pair| pair[0].text == "error").map(|pair| pair[1])
}

/// Collects the values of the cells: the expressions after `(r1c1`, or after `(define-fun r1c1 () Sort`.
fn collect_values<'t>(text: &str, tokens: &[Token<'t>]) -> Result<GridBuilder<'t>, ReplyError> {
    let mut grid = GridBuilder::default();
    for (index, token) in tokens.iter().enumerate().skip(1) {
        let Some(position) = parse_cell(token.text.trim_matches('|')) else { continue };
        let rest = &tokens[index + 1..];
        let value = match tokens[index - 1].text {
            "(" => rest,
            "define-fun" => skip_expression(skip_expression(rest)),
            _ => continue,
        };
        let (number_token, digit) = parse_number(value)
            .ok_or_else(|| value.first().unwrap_or(token).error(text, ReplyErrorKind::InvalidDigit(None)))?;
        grid.place_number(position, digit, number_token);
    }
    Ok(grid)
}

/// The tokens after one word or one parenthesised expression: `()`, or a sort, which has at most five tokens.
fn skip_expression<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let mut depth = 0_usize;
    // The bound keeps the work on malformed input linear.
    for (index, token) in tokens.iter().enumerate().take(8) {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &tokens[index + 1..];
        }
    }
    &[]
}

/// Parses `5`, `#b0101`, `#x5` or `(_ bv5 4)`. Returns the first token and the number.
fn parse_number<'t>(tokens: &[Token<'t>]) -> Option<(Token<'t>, usize)> {
    let first = *tokens.first()?;
    let number = match (first.text, tokens) {
        ("(", [_, underscore, value, ..]) if underscore.text == "_" => value.text.strip_prefix("bv")?.parse(),
        (text, _) if text.starts_with("#b") => usize::from_str_radix(&text[2..], 2),
        (text, _) if text.starts_with("#x") => usize::from_str_radix(&text[2..], 16),
        (text, _) => text.parse(),
    };
    Some((first, number.ok()?))
}

/// The row and column of `r1c3`, counted from 0.
fn parse_cell(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse().ok().filter(|number| (1..=Board::MAX_SIDE).contains(number));
    Some((index(row)? - 1, index(column)? - 1))
}

/// Tokens of a line: parentheses, words and strings, up to a comment.
fn tokens(line: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line.text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = match rest.chars().next()? {
            ';' => return None,
            '(' | ')' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(|c: char| c.is_whitespace() || "()\";".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(Token { text: token })
    })
}
