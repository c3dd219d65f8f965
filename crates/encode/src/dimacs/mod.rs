//! DIMACS CNF, the input format of SAT solvers: writer, tolerant reader, statistics, normalisation, metadata.
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme efficient amo pairwise numbering rowmajor
//! c x(r,c,d) = 16(r-1) + 4(c-1) + d
//! p cnf 64 400
//! 1 2 3 4 0
//! -1 -2 0
//! ...
//! ```
//!
//! The first comment is the [`metadata`] that makes a file decodable on its own. [`read`] and [`mod@write`] stream:
//! their memory use does not depend on the number of clauses.

pub mod cnf_formula;
pub mod metadata;
pub mod normalize;
pub mod read;
mod recognize;
pub mod stats;
pub mod write;

pub use cnf_formula::CnfFormula;
pub use metadata::DimacsMetadata;

/// Whether a text is DIMACS CNF, judged by its first bytes; some thousands are enough.
///
/// It has a header, or only comments, or integers of which one is below -1 (puzzles use -1 for an empty cell). Positive
/// integers alone are not enough: they may be a puzzle.
pub fn is_dimacs(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let is_comment = |line: &str| line == "c" || line.starts_with("c ") || line.starts_with("c\t");
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_some_and(|first| first.starts_with("c qedoku ")) {
        return true;
    }
    let has_comment = lines.peek().is_some_and(|first| is_comment(first));
    let mut clauses = lines.filter(|line| !is_comment(line)).peekable();
    let Some(first) = clauses.peek() else { return has_comment };
    if first.split_whitespace().take(2).eq(["p", "cnf"]) {
        return true;
    }
    let mut has_negative = false;
    for line in clauses.take_while(|line| *line != "%") {
        for word in line.split_whitespace() {
            match word.parse::<i64>() {
                Ok(number) => has_negative |= number < -1,
                // A header behind clauses is a deviation that the reader accepts; the last word may be cut off.
                Err(_) => return has_negative && (line.starts_with("p cnf") || word == "-"),
            }
        }
    }
    has_negative
}

#[cfg(test)]
mod tests {
    use super::is_dimacs;

    #[test]
    fn formulas_are_told_from_puzzles() {
        let formulas =
            ["p cnf 3 1\n1 2 3 0", "c a comment\np  cnf 3 1", "1 -2 0\n2 3 0\n", "-111 -112\n-111 -113", "c"];
        for text in formulas {
            assert!(is_dimacs(text.as_bytes()), "{text}");
        }
        let puzzles = [
            "",
            "4...3..2...4..2.",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
            "-1 2 0 -1\n",
            "112 0\n124 0",
            "c . 1 d 2 3 4 5 6 7 8 9 0 a b e\n. . . .",
            "-5 abc",
        ];
        for text in puzzles {
            assert!(!is_dimacs(text.as_bytes()), "{text}");
        }
    }
}
