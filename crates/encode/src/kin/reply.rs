//! What a solver replied, and in which language.

use std::borrow::Cow;

use qedoku_puzzle::{Board, Grid};

use super::{Language, ReplyError, minizinc, opb, smt2, xcsp3};

/// What a solver replied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A full grid; if it prints several, the first. Whether it is a solution, the
    /// [`referee`](qedoku_puzzle::referee) says.
    Solved(Grid),
    /// There is none.
    Unsatisfiable,
    /// The solver gave up: a limit was reached.
    Unknown,
}

impl Reply {
    /// Reads a solver's text. The language is recognised if none is given, the board by the number of its digits.
    ///
    /// Of the boards with as many cells it is the usual one, unless only other boxes make the grid a solved one. A text
    /// that has no sign of any language is read as an answer to OPB, which is that of most solvers: `s UNSATISFIABLE`.
    pub fn read(text: &str, language: Option<Language>, board: Option<Board>) -> Result<Reply, ReplyError> {
        let text = &*without_colours(text);
        match language.or_else(|| recognise(text)).unwrap_or(Language::Opb) {
            Language::MiniZinc => minizinc::read(text, board),
            Language::Xcsp3 => xcsp3::read(text, board),
            Language::Opb => opb::read(text, board),
            Language::Smt2 => smt2::read(text, board),
        }
    }
}

/// The language that a solver's text is a reply to, by the first line that only occurs there.
///
/// What a SAT solver prints is none of them; nor is a bare `s UNSATISFIABLE`, which may come from any solver.
pub fn recognise(text: &str) -> Option<Language> {
    without_colours(text).lines().find_map(|line| language_of(line.trim()))
}

/// The language whose replies have such a line.
fn language_of(line: &str) -> Option<Language> {
    match line {
        _ if minizinc::is_mark(line) => Some(Language::MiniZinc),
        _ if xcsp3::is_mark(line) => Some(Language::Xcsp3),
        _ if opb::is_mark(line) => Some(Language::Opb),
        _ if smt2::is_mark(line) => Some(Language::Smt2),
        _ => None,
    }
}

/// The text without what tells a terminal to change its colours: `ESC [ ... m`.
fn without_colours(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split(ESCAPE);
    let mut bare = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let parameters =
            piece.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        bare.push_str(parameters.and_then(|rest| rest.strip_prefix('m')).unwrap_or(piece));
    }
    Cow::Owned(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid as a line, or what else the reply says.
    fn said(text: &str) -> String {
        match Reply::read(text, recognise(text), None) {
            Ok(Reply::Solved(grid)) => grid.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_status_alone_is_a_reply() {
        for text in [
            "=====UNSATISFIABLE=====\n",
            "Warning: model inconsistency detected\np.mzn:5\n=====UNSATISFIABLE=====",
            "\u{1b}[91ms UNSATISFIABLE\u{1b}[0m\n\u{1b}[92m\nd FOUND SOLUTIONS\u{1b}[0m  0\n",
            "c Reading from p.opb\ns UNSATISFIABLE\n",
            "unsat\n(error \"line 47 column 35: model is not available\")\n",
        ] {
            assert_eq!(said(text), "Unsatisfiable", "{text}");
        }
        for text in ["=====UNKNOWN=====", "s UNKNOWN\nd FOUND SOLUTIONS 0", "s UNKNOWN", "unknown", "timeout\n"] {
            assert_eq!(said(text), "Unknown", "{text}");
        }
    }

    #[test]
    fn digits_are_read_in_every_dress() {
        let solved = "1234341221434321";
        let values = "1 2 3 4 3 4 1 2x2 1 4 3 4 3 2 1";
        assert_eq!(said("1 2 3 4\n3 4 1 2\n\n 2  1  4  3\r\n4 3 2 1\n----------\n==========\n"), solved);
        assert_eq!(said(&format!("<instantiation> <list> x[][] </list> <values> {values} </values>")), solved);
        let cells = |name: fn(usize, usize) -> String| {
            let place = |index: usize| name(15 - index, "1234341221434321".as_bytes()[15 - index].into());
            (0..16).map(place).collect::<Vec<_>>().join(" ")
        };
        let smt = |value: fn(usize, usize) -> String| format!("sat\n({})", cells(value));
        assert_eq!(said(&smt(|i, d| format!("(r{}c{} {})", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(said(&smt(|i, d| format!("(|r{}c{}| #x{:02x})", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(said(&smt(|i, d| format!("(r{}c{} (_ bv{} 3))", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(said(&smt(|i, d| format!("(define-fun r{}c{} () Int {})", i / 4 + 1, i % 4 + 1, d - 48))), solved);
    }

    #[test]
    fn boxes_that_are_not_the_usual_ones_are_found_by_the_digits() {
        let text = "1 2 3 4 5 6\n3 4 5 6 1 2\n5 6 1 2 3 4\n2 1 4 3 6 5\n4 3 6 5 2 1\n6 5 2 1 4 3\n----------\n";
        let Ok(Reply::Solved(grid)) = Reply::read(text, None, None) else { panic!("it is solved") };
        assert_eq!(grid.board().to_string(), "6x6 with boxes 3x2");
    }

    #[test]
    fn what_is_no_reply_is_told_with_its_place() {
        for (text, error) in [
            ("1 2 3\n----------\n", "3 digits: no board has as many cells"),
            ("----------\n", "0 digits: no board has as many cells"),
            (
                "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 5\n----------\n",
                "line 4, column 7: expected a digit from 1 to 4, found '5'",
            ),
            (
                "1 2\n=====UNSATISFIABLE=====\n",
                "line 2, column 1: '=====UNSATISFIABLE=====' contradicts the rest of the reply",
            ),
            ("=====ERROR=====\n", "line 1, column 1: the solver failed: '=====ERROR====='"),
            ("==========\n", "expected the answer of a solver for minizinc, found none; was it stopped?"),
            ("s SATISFIABLE\nd FOUND SOLUTIONS 1\n", "the solver says \"satisfiable\" but gives no digits"),
            (
                "v <instantiation>\nv <list> x[0][0] x[0] </list>\nv <values> 1 2 </values>",
                "line 2, column 18: expected a cell and its digit, found 'x[0]'",
            ),
            ("<instantiation> <list> x[][] </list> <values> 1 * </values>", "2 digits: no board has as many cells"),
            (
                "<instantiation> <list> x[][] </list> <values> 1x99999 </values>",
                "line 1, column 47: expected a digit, found '1x99999'",
            ),
            (
                "s SATISFIABLE\nv -x1 -x2\n",
                "no board and numbering make a solved grid of this model; say how to read it by --size, --numbering or --cnf",
            ),
            ("sat\n", "the solver says \"satisfiable\" but gives no digits"),
            ("sat\nunsat\n", "line 2, column 1: 'unsat' contradicts the rest of the reply"),
            ("sat\n((r1c1 true))", "line 2, column 8: expected a digit, found 'true'"),
            ("sat\n((r1c1 1) (r1c1 1))", "2 digits: no board has as many cells"),
            (
                "(error \"line 3: unknown sort\")\n((r1c1 1) (r4c4 1))",
                "2 digits: a board 4x4 with boxes 2x2 has 16 cells",
            ),
        ] {
            assert_eq!(said(text), error, "{text}");
        }
        let failed = Reply::read("(error \"line 3: unknown sort\")", Some(Language::Smt2), None).unwrap_err();
        assert_eq!(failed.to_string(), "line 1, column 8: the solver failed: '\"line 3: unknown sort\"'");
    }

    #[test]
    fn what_sat_solvers_print_is_none_of_these_languages() {
        for text in ["s SATISFIABLE\nv 1 -2 0", "SAT\n1 -2 0", "s UNSATISFIABLE", "[1, -2]", "--- [ banner ] ---", ""] {
            assert_eq!(recognise(text), None, "{text}");
        }
    }
}
