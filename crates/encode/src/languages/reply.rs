//! [`SolverReply`]: the answer of a solver, and detection of its language.

use std::borrow::Cow;

use qedoku_puzzle::{Board, Grid};

use super::{Language, ReplyError, minizinc, opb, smt2, xcsp3};

/// The answer of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverReply {
    /// A full grid: the first one, if the solver printed several. The [`referee`](qedoku_puzzle::referee) decides
    /// whether it is a solution.
    Solved(Grid),
    /// The puzzle has no solution.
    Unsatisfiable,
    /// The solver stopped at a limit.
    Unknown,
}

impl SolverReply {
    /// Parses the output of a solver. Detects the language and the board if they are not given.
    ///
    /// The number of digits determines the side of the board. Boxes have the default shape unless only another shape
    /// makes the grid a solved one. A text without a signature of any language is parsed as a reply to OPB, because most
    /// solvers share its status lines, such as `s UNSATISFIABLE`.
    pub fn parse(text: &str, language: Option<Language>, board: Option<Board>) -> Result<SolverReply, ReplyError> {
        let text = &*without_colours(text);
        match language.or_else(|| detect_language(text)).unwrap_or(Language::Opb) {
            Language::MiniZinc => minizinc::parse(text, board),
            Language::Xcsp3 => xcsp3::parse(text, board),
            Language::Opb => opb::parse(text, board),
            Language::Smt2 => smt2::parse(text, board),
        }
    }
}

/// Detects the language of a reply from the first line that occurs only in replies to one language.
///
/// Returns `None` for the output of SAT solvers, and for a single `s UNSATISFIABLE`, which may come from any solver.
pub fn detect_language(text: &str) -> Option<Language> {
    without_colours(text).lines().find_map(|line| language_of(line.trim()))
}

/// The language with this signature line.
fn language_of(line: &str) -> Option<Language> {
    match line {
        _ if minizinc::is_signature(line) => Some(Language::MiniZinc),
        _ if xcsp3::is_signature(line) => Some(Language::Xcsp3),
        _ if opb::is_signature(line) => Some(Language::Opb),
        _ if smt2::is_signature(line) => Some(Language::Smt2),
        _ => None,
    }
}

/// Removes terminal colours: ANSI escape sequences `ESC [ ... m`.
fn without_colours(text: &str) -> Cow<'_, str> {
    const ESCAPE: char = '\u{1b}';
    if !text.contains(ESCAPE) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after_parameters =
            part.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
        plain.push_str(after_parameters.and_then(|rest| rest.strip_prefix('m')).unwrap_or(part));
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid as a line, or the status or error of the reply.
    fn summary(text: &str) -> String {
        match SolverReply::parse(text, detect_language(text), None) {
            Ok(SolverReply::Solved(grid)) => grid.to_string(),
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
            assert_eq!(summary(text), "Unsatisfiable", "{text}");
        }
        for text in ["=====UNKNOWN=====", "s UNKNOWN\nd FOUND SOLUTIONS 0", "s UNKNOWN", "unknown", "timeout\n"] {
            assert_eq!(summary(text), "Unknown", "{text}");
        }
    }

    #[test]
    fn digits_are_parsed_in_every_notation() {
        let solved = "1234341221434321";
        let values = "1 2 3 4 3 4 1 2x2 1 4 3 4 3 2 1";
        assert_eq!(summary("1 2 3 4\n3 4 1 2\n\n 2  1  4  3\r\n4 3 2 1\n----------\n==========\n"), solved);
        assert_eq!(summary(&format!("<instantiation> <list> x[][] </list> <values> {values} </values>")), solved);
        let cells = |name: fn(usize, usize) -> String| {
            let place = |index: usize| name(15 - index, "1234341221434321".as_bytes()[15 - index].into());
            (0..16).map(place).collect::<Vec<_>>().join(" ")
        };
        let smt = |value: fn(usize, usize) -> String| format!("sat\n({})", cells(value));
        assert_eq!(summary(&smt(|i, d| format!("(r{}c{} {})", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(summary(&smt(|i, d| format!("(|r{}c{}| #x{:02x})", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(summary(&smt(|i, d| format!("(r{}c{} (_ bv{} 3))", i / 4 + 1, i % 4 + 1, d - 48))), solved);
        assert_eq!(
            summary(&smt(|i, d| format!("(define-fun r{}c{} () Int {})", i / 4 + 1, i % 4 + 1, d - 48))),
            solved
        );
    }

    #[test]
    fn other_box_shapes_are_detected_from_the_digits() {
        let text = "1 2 3 4 5 6\n3 4 5 6 1 2\n5 6 1 2 3 4\n2 1 4 3 6 5\n4 3 6 5 2 1\n6 5 2 1 4 3\n----------\n";
        let Ok(SolverReply::Solved(grid)) = SolverReply::parse(text, None, None) else { panic!("a solution") };
        assert_eq!(grid.board().to_string(), "6x6 with boxes 3x2");
    }

    #[test]
    fn malformed_replies_are_refused_with_their_position() {
        for (text, error) in [
            ("1 2 3\n----------\n", "3 digits: no board has this number of cells"),
            ("----------\n", "0 digits: no board has this number of cells"),
            (
                "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 5\n----------\n",
                "line 4, column 7: expected a digit from 1 to 4, found '5'",
            ),
            (
                "1 2\n=====UNSATISFIABLE=====\n",
                "line 2, column 1: '=====UNSATISFIABLE=====' contradicts the rest of the reply",
            ),
            ("=====ERROR=====\n", "line 1, column 1: the solver failed: '=====ERROR====='"),
            ("==========\n", "expected the reply of a solver for minizinc, found none; was the solver interrupted?"),
            ("s SATISFIABLE\nd FOUND SOLUTIONS 1\n", "the solver reports \"satisfiable\" but prints no digits"),
            (
                "v <instantiation>\nv <list> x[0][0] x[0] </list>\nv <values> 1 2 </values>",
                "line 2, column 18: expected a cell and its digit, found 'x[0]'",
            ),
            (
                "<instantiation> <list> x[][] </list> <values> 1 * </values>",
                "2 digits: no board has this number of cells",
            ),
            (
                "<instantiation> <list> x[][] </list> <values> 1x99999 </values>",
                "line 1, column 47: expected a digit, found '1x99999'",
            ),
            (
                "s SATISFIABLE\nv -x1 -x2\n",
                "the model is not a solved grid for any board and numbering; specify them with --size, --numbering or --cnf",
            ),
            ("sat\n", "the solver reports \"satisfiable\" but prints no digits"),
            ("sat\nunsat\n", "line 2, column 1: 'unsat' contradicts the rest of the reply"),
            ("sat\n((r1c1 true))", "line 2, column 8: expected a digit, found 'true'"),
            ("sat\n((r1c1 1) (r1c1 1))", "2 digits: no board has this number of cells"),
            (
                "(error \"line 3: unknown sort\")\n((r1c1 1) (r4c4 1))",
                "2 digits: a board 4x4 with boxes 2x2 has 16 cells",
            ),
        ] {
            assert_eq!(summary(text), error, "{text}");
        }
        let failed = SolverReply::parse("(error \"line 3: unknown sort\")", Some(Language::Smt2), None).unwrap_err();
        assert_eq!(failed.to_string(), "line 1, column 8: the solver failed: '\"line 3: unknown sort\"'");
    }

    #[test]
    fn the_output_of_sat_solvers_has_no_language_signature() {
        for text in ["s SATISFIABLE\nv 1 -2 0", "SAT\n1 -2 0", "s UNSATISFIABLE", "[1, -2]", "--- [ banner ] ---", ""] {
            assert_eq!(detect_language(text), None, "{text}");
        }
    }
}
