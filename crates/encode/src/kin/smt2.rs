//! SMT-LIB 2: each cell a bit vector, each house `distinct`.
//!
//! ```text
//! (define-sort Digit () (_ BitVec 3))
//! (define-fun digit? ((cell Digit)) Bool (and (bvule (_ bv1 3) cell) (bvule cell (_ bv4 3))))
//! (declare-const r1c1 Digit) (assert (digit? r1c1))
//! (assert (distinct r1c1 r1c2 r1c3 r1c4)) ; row 1
//! ```
//!
//! A solver answers `sat` and the values of the cells, `((r1c1 #b001) (r1c2 #b010) ...)`. After `unsat` it has none to
//! give, so what it says then to `get-value` is `(error ...)`, which is as it should be: the language has no "if". Models
//! (`(define-fun r1c1 () (_ BitVec 3) #b001)`) and integers are read too.
//!
//! Bit vectors, because z3 5.4 solves them sooner than integers (`QF_LIA`) with the same `distinct`. Seconds on one
//! core, one run each:
//!
//! | board | `QF_BV` | `QF_LIA` | an enumeration | `QF_FD` (z3's own) |
//! |---|---|---|---|---|
//! | 9x9, hard for search | 0.2 | 1.2 | 0.3 | 0.3 |
//! | 16x16, 55 % open | 0.5 | 3.1 | 0.6 | 0.6 |
//! | 16x16, 65 % open | 1.1 | > 20 | 6.4 | 2.1 |
//! | 25x25, 50 % open | 4.7 | > 20 | > 20 | 18 |
//!
//! A digit is its own number, not one less: with 0 to 15, which fills four bits and needs no bounds, z3 did not finish
//! either 16x16 in 20 s. To say also that each house holds each digit somewhere made 25x25 boards four times as fast and
//! the file twelve times as long; it is left out, for `distinct` says it all.
//!
//! # References
//! - C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, version 2.6. 2017.

use std::io::{self, Write};

use qedoku_puzzle::{Board, HouseKind, Puzzle};

use super::digits::{Digits, Word, lines};
use super::{Language, RULES, Reply, ReplyError, description, join, restricted};

/// Writes a script that asks for a solution and its digits.
pub fn write(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let board = puzzle.board();
    let (n, bits) = (board.side(), bits(board));
    writeln!(out, "; {}", description(Language::Smt2, board))?;
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
        join(out, board.cells_of(house), " ")?;
        writeln!(out, ")) ; {house}")?;
    }
    write_givens(puzzle, out)?;
    write_questions(board, out)
}

fn write_givens(puzzle: &Puzzle, out: &mut impl Write) -> io::Result<()> {
    let bits = bits(puzzle.board());
    for (cell, digit) in puzzle.givens().filled() {
        writeln!(out, "(assert (= {cell} (_ bv{digit} {bits})))")?;
    }
    for cell in restricted(puzzle) {
        let candidates = puzzle.allowed(cell).iter().map(|digit| format!("(= {cell} (_ bv{digit} {bits}))"));
        if puzzle.allowed(cell).is_empty() {
            write!(out, "(assert false")?;
        } else {
            write!(out, "(assert (or ")?;
            join(out, candidates, " ")?;
            write!(out, ")")?;
        }
        writeln!(out, ") ; the candidates of {cell}")?;
    }
    Ok(())
}

fn write_questions(board: Board, out: &mut impl Write) -> io::Result<()> {
    write!(out, "(check-sat)\n(get-value (")?;
    for row in board.houses_of_kind(HouseKind::Row) {
        write!(out, "{}", if row.index() == 0 { "" } else { "\n            " })?;
        join(out, board.cells_of(row), " ")?;
    }
    writeln!(out, "))")
}

/// How many bits the largest digit has.
fn bits(board: Board) -> u32 {
    board.side().ilog2() + 1
}

/// Whether a line is from an answer: a status, which stands alone and in small letters, or a value.
pub(super) fn is_mark(line: &str) -> bool {
    let value = line.trim_start_matches('(');
    let is_cell = |word: &str| place(word).is_some();
    matches!(line, "sat" | "unsat") || (value != line && value.split([' ', ')']).next().is_some_and(is_cell))
}

/// Reads the status and the values of the cells.
pub(super) fn read(text: &str, board: Option<Board>) -> Result<Reply, ReplyError> {
    let tokens: Vec<Word> = lines(text).flat_map(tokens).collect();
    let digits = digits(text, &tokens)?;
    match status(text, &tokens)? {
        Some((status, _)) if status != "sat" && digits.is_empty() => {
            Ok(if status == "unsat" { Reply::Unsatisfiable } else { Reply::Unknown })
        }
        Some((status, word)) if status != "sat" => Err(word.error(text).conflict()),
        _ if !digits.is_empty() => digits.grid(text, board).map(Reply::Solved),
        Some(_) => Err(ReplyError::NoDigits),
        None => Err(complaint(&tokens).map_or(ReplyError::NoAnswer(Language::Smt2), |word| word.error(text).failed())),
    }
}

/// `sat`, `unsat` or `unknown`, outside of parentheses.
fn status<'t>(text: &str, tokens: &[Word<'t>]) -> Result<Option<(&'t str, Word<'t>)>, ReplyError> {
    let mut depth = 0_usize;
    let mut status = None;
    for token in tokens {
        let said = match token.text {
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
            Some((earlier, _)) if earlier != said => return Err(token.error(text).conflict()),
            _ => status = Some((said, *token)),
        }
    }
    Ok(status)
}

/// What stands in the first `(error "...")`.
fn complaint<'t>(tokens: &[Word<'t>]) -> Option<Word<'t>> {
    tokens.windows(2).find(|pair| pair[0].text == "error").map(|pair| pair[1])
}

/// The values of the cells: what follows `(r1c1`, or `(define-fun r1c1 () Sort`.
fn digits<'t>(text: &str, tokens: &[Word<'t>]) -> Result<Digits<'t>, ReplyError> {
    let mut digits = Digits::default();
    for (index, token) in tokens.iter().enumerate().skip(1) {
        let Some(place) = place(token.text.trim_matches('|')) else { continue };
        let rest = &tokens[index + 1..];
        let value = match tokens[index - 1].text {
            "(" => rest,
            "define-fun" => after_expression(after_expression(rest)),
            _ => continue,
        };
        let (word, digit) = value_of(value).ok_or_else(|| value.first().unwrap_or(token).error(text).not_a_digit())?;
        digits.put_number(place, digit, word);
    }
    Ok(digits)
}

/// What comes after one word, or after one pair of parentheses and what is in it: `()`, or a sort, which is short.
fn after_expression<'a, 't>(tokens: &'a [Word<'t>]) -> &'a [Word<'t>] {
    let mut depth = 0_usize;
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

/// `5`, `#b0101`, `#x5` or `(_ bv5 4)`.
fn value_of<'t>(tokens: &[Word<'t>]) -> Option<(Word<'t>, usize)> {
    let first = *tokens.first()?;
    let number = match (first.text, tokens) {
        ("(", [_, mark, value, ..]) if mark.text == "_" => value.text.strip_prefix("bv")?.parse(),
        (text, _) if text.starts_with("#b") => usize::from_str_radix(&text[2..], 2),
        (text, _) if text.starts_with("#x") => usize::from_str_radix(&text[2..], 16),
        (text, _) => text.parse(),
    };
    Some((first, number.ok()?))
}

/// The row and column of `r1c3`, from 0.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse().ok().filter(|number| (1..=Board::MAX_SIDE).contains(number));
    Some((index(row)? - 1, index(column)? - 1))
}

/// Parentheses, words and strings; a comment ends the line.
fn tokens(line: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let mut rest = line.text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = match rest.chars().next()? {
            ';' => return None,
            '(' | ')' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(|c: char| c.is_whitespace() || "()\";".contains(c)).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(Word { text: word })
    })
}
