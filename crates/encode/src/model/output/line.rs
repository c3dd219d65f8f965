//! One line of a solver's text: what kind of line it is.

use super::{OutputError, Status};
use crate::Lit;

/// A line, by its content.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Line<'t> {
    /// Nothing on it, a comment, or an `o` or `d` line.
    Quiet,
    /// Any other text: statistics, warnings, a banner.
    Talk(&'t str),
    /// A status; whether by an `s` line.
    Status(Status, bool),
    /// `p cnf`: clauses of one literal follow.
    Units,
    /// Literals, and `None` for each 0; whether by a `v` line.
    Literals(Vec<Option<Lit>>, bool),
}

/// What solvers say, in capitals.
const STATUS_WORDS: [(&str, Status); 16] = [
    ("SATISFIABLE", Status::Satisfiable),
    ("SAT", Status::Satisfiable),
    ("INSTANCE SATISFIABLE", Status::Satisfiable),
    ("RESULT: SAT", Status::Satisfiable),
    ("TRUE", Status::Satisfiable),
    ("OPTIMUM FOUND", Status::Satisfiable),
    ("UNSATISFIABLE", Status::Unsatisfiable),
    ("UNSAT", Status::Unsatisfiable),
    ("INSTANCE UNSATISFIABLE", Status::Unsatisfiable),
    ("RESULT: UNSAT", Status::Unsatisfiable),
    ("FALSE", Status::Unsatisfiable),
    ("UNKNOWN", Status::Unknown),
    ("INDET", Status::Unknown),
    ("INDETERMINATE", Status::Unknown),
    ("TIMEOUT", Status::Unknown),
    ("TIME OUT", Status::Unknown),
];

impl<'t> Line<'t> {
    /// Reads a line, without its end.
    pub(super) fn of(number: usize, line: &'t str) -> Result<Line<'t>, OutputError> {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            // CaDiCaL has its status in a comment when it gave up.
            "c" if rest.trim() == "UNKNOWN" => Ok(Line::Status(Status::Unknown, true)),
            "" | "c" | "o" | "d" => Ok(Line::Quiet),
            "s" => Ok(status(rest).map_or(Line::Talk(text), |status| Line::Status(status, true))),
            "v" | "V" => literals(number, line, rest).map(|lits| Line::Literals(lits, true)),
            "p" => Ok(Line::Units),
            _ if begins_like_a_number(text) => literals(number, line, text).map(|lits| Line::Literals(lits, false)),
            _ => Ok(status(text).map_or(Line::Talk(text), |status| Line::Status(status, false))),
        }
    }
}

fn status(words: &str) -> Option<Status> {
    if words.len() > 40 {
        return None;
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase();
    STATUS_WORDS.iter().find(|(known, _)| *known == words).map(|(_, status)| *status)
}

/// `12`, `-12`, `[-12`, `(12)`; but not `-----`, `( Stack + Vsids )` or a lone `]`.
fn begins_like_a_number(text: &str) -> bool {
    let rest = text.trim_start_matches(['[', '(']).trim_start();
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit()) || (rest != text && rest.starts_with(']'))
}

/// The literals in a part of a line.
fn literals(number: usize, line: &str, part: &str) -> Result<Vec<Option<Lit>>, OutputError> {
    let mut lits = Vec::with_capacity(part.len() / 4);
    for word in part.split([' ', '\t', ',', '[', ']']).filter(|word| !word.is_empty()) {
        // zChaff goes on with its statistics on the line of the literals, and puts open variables in brackets.
        if word == "Random" {
            break;
        }
        if word.starts_with('(') && word.ends_with(')') {
            continue;
        }
        let signed = signed(word).ok_or_else(|| not_a_literal(number, line, word))?;
        lits.push(Lit::from_dimacs(signed));
    }
    Ok(lits)
}

/// The number that a word says; `x12` as pseudo-Boolean solvers write it, too.
fn signed(word: &str) -> Option<i32> {
    let (sign, name) = word.strip_prefix('-').map_or((1, word), |name| (-1, name));
    let digits = name.strip_prefix('x').unwrap_or(name);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    digits.parse::<i32>().ok().map(|number| sign * number)
}

fn not_a_literal(number: usize, line: &str, word: &str) -> OutputError {
    let offset = word.as_ptr().addr() - line.as_ptr().addr();
    let column = line[..offset].chars().count() + 1;
    OutputError::NotALiteral { line: number, column, found: shortened(word) }
}

/// A few words of a line, enough to find it by.
pub(super) fn shortened(text: &str) -> String {
    const ENOUGH: usize = 40;
    let mut short: String = text.chars().take(ENOUGH).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_statistics_is_talk() {
        for talk in [
            "============================[ Problem Statistics ]=============================",
            "|  Number of variables:             4                                         |",
            "restarts              : 1",
            "decisions             : 1              (0.00 % random) (298 /sec)",
            "CPU time              : 0.003352 s",
            "WARNING: for repeatability, setting FPU to use double precision",
            "*** Info : (clasp): INTERRUPTED by signal!",
            "( Stack + Vsids + Shrinking Decisions )\t\t0 + 0 + 0",
            "--- [ banner ] ---",
            "s SOLUTIONS 3",
        ] {
            assert_eq!(Line::of(1, talk), Ok(Line::Talk(talk)));
        }
    }

    #[test]
    fn numbers_in_any_dress_are_literals() {
        let read = |text| -> Vec<i32> {
            match Line::of(1, text) {
                Ok(Line::Literals(lits, _)) => lits.iter().map(|lit| lit.map_or(0, Lit::to_dimacs)).collect(),
                other => panic!("{text}: {other:?}"),
            }
        };
        for text in
            ["1 -2 0", "v 1 -2 0", "[1, -2, 0]", "v x1 -x2 0", "  1\t-2   0 \r", "1 -2 (3) 0 Random Seed Used\t0"]
        {
            assert_eq!(read(text), [1, -2, 0]);
        }
        assert_eq!(read("[]"), [0; 0]);
        assert_eq!(read("v"), [0; 0]);
    }
}
