//! Classification of one line of a solver's output.

use super::{OutputError, SolverStatus};
use crate::Lit;

/// A line, classified by its content.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Line<'t> {
    /// A blank line, a comment, or an `o` or `d` line.
    Ignored,
    /// Any other text: statistics, warnings, a banner.
    Log(&'t str),
    /// A status word.
    Status { status: SolverStatus, is_s_line: bool },
    /// `p cnf`: unit clauses follow.
    Header,
    /// Literals, and `None` for each 0.
    Literals { lits: Vec<Option<Lit>>, is_v_line: bool },
}

/// Status words of solvers, in upper case.
const STATUS_WORDS: [(&str, SolverStatus); 16] = [
    ("SATISFIABLE", SolverStatus::Satisfiable),
    ("SAT", SolverStatus::Satisfiable),
    ("INSTANCE SATISFIABLE", SolverStatus::Satisfiable),
    ("RESULT: SAT", SolverStatus::Satisfiable),
    ("TRUE", SolverStatus::Satisfiable),
    ("OPTIMUM FOUND", SolverStatus::Satisfiable),
    ("UNSATISFIABLE", SolverStatus::Unsatisfiable),
    ("UNSAT", SolverStatus::Unsatisfiable),
    ("INSTANCE UNSATISFIABLE", SolverStatus::Unsatisfiable),
    ("RESULT: UNSAT", SolverStatus::Unsatisfiable),
    ("FALSE", SolverStatus::Unsatisfiable),
    ("UNKNOWN", SolverStatus::Unknown),
    ("INDET", SolverStatus::Unknown),
    ("INDETERMINATE", SolverStatus::Unknown),
    ("TIMEOUT", SolverStatus::Unknown),
    ("TIME OUT", SolverStatus::Unknown),
];
/// Longer lines are not compared with the status words, the longest of which has 22 characters.
const MAX_STATUS_LENGTH: usize = 40;

impl<'t> Line<'t> {
    /// Classifies a line, without its line end.
    pub(super) fn parse(number: usize, line: &'t str) -> Result<Line<'t>, OutputError> {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            // CaDiCaL prints the status UNKNOWN as a comment.
            "c" if rest.trim() == "UNKNOWN" => Ok(Line::Status { status: SolverStatus::Unknown, is_s_line: true }),
            "" | "c" | "o" | "d" => Ok(Line::Ignored),
            "s" => Ok(parse_status(rest).map_or(Line::Log(text), |status| Line::Status { status, is_s_line: true })),
            "v" | "V" => parse_literals(number, line, rest).map(|lits| Line::Literals { lits, is_v_line: true }),
            "p" => Ok(Line::Header),
            _ if begins_like_a_number(text) => {
                parse_literals(number, line, text).map(|lits| Line::Literals { lits, is_v_line: false })
            }
            _ => Ok(parse_status(text).map_or(Line::Log(text), |status| Line::Status { status, is_s_line: false })),
        }
    }
}

fn parse_status(words: &str) -> Option<SolverStatus> {
    if words.len() > MAX_STATUS_LENGTH {
        return None;
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase();
    STATUS_WORDS.iter().find(|(known, _)| *known == words).map(|(_, status)| *status)
}

/// `12`, `-12`, `[-12`, `(12)`; but not `-----`, `( Stack + Vsids )` or a single `]`.
fn begins_like_a_number(text: &str) -> bool {
    let rest = text.trim_start_matches(['[', '(']).trim_start();
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit()) || (rest != text && rest.starts_with(']'))
}

/// Parses the literals in a part of a line.
fn parse_literals(number: usize, line: &str, part: &str) -> Result<Vec<Option<Lit>>, OutputError> {
    let mut lits = Vec::with_capacity(part.len() / 4);
    for word in part.split([' ', '\t', ',', '[', ']']).filter(|word| !word.is_empty()) {
        // zChaff appends its statistics, which begin with "Random Seed Used", to the line of literals, and prints
        // unassigned variables in parentheses.
        if word == "Random" {
            break;
        }
        if word.starts_with('(') && word.ends_with(')') {
            continue;
        }
        let signed = parse_signed(word).ok_or_else(|| invalid_literal(number, line, word))?;
        lits.push(Lit::from_dimacs(signed));
    }
    Ok(lits)
}

/// Parses `12`, or `x12` as pseudo-Boolean solvers print it, with an optional minus.
fn parse_signed(word: &str) -> Option<i32> {
    let (sign, name) = word.strip_prefix('-').map_or((1, word), |name| (-1, name));
    let digits = name.strip_prefix('x').unwrap_or(name);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    digits.parse::<i32>().ok().map(|number| sign * number)
}

fn invalid_literal(number: usize, line: &str, word: &str) -> OutputError {
    let offset = word.as_ptr().addr() - line.as_ptr().addr();
    let column = line[..offset].chars().count() + 1;
    OutputError::InvalidLiteral { line: number, column, found: shortened(word) }
}

/// The beginning of a text, for an error message.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_statistics_are_log_output() {
        for text in [
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
            assert_eq!(Line::parse(1, text), Ok(Line::Log(text)));
        }
    }

    #[test]
    fn literals_are_parsed_in_every_notation() {
        let parse = |text| -> Vec<i32> {
            match Line::parse(1, text) {
                Ok(Line::Literals { lits, .. }) => lits.iter().map(|lit| lit.map_or(0, Lit::to_dimacs)).collect(),
                other => panic!("{text}: {other:?}"),
            }
        };
        for text in
            ["1 -2 0", "v 1 -2 0", "[1, -2, 0]", "v x1 -x2 0", "  1\t-2   0 \r", "1 -2 (3) 0 Random Seed Used\t0"]
        {
            assert_eq!(parse(text), [1, -2, 0]);
        }
        assert_eq!(parse("[]"), [0; 0]);
        assert_eq!(parse("v"), [0; 0]);
    }
}
