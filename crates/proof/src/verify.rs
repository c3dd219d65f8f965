//! Verification of a certificate, from its first line to its last.
//!
//! ```text
//!   header   version, board, claim      the board is that of the puzzle
//!            grids                      each is a solution (referee), each is greater than the one before
//!   steps    clauses with hints         each follows by unit propagation; the last conflict refutes the negated claim
//! ```
//!
//! The certificate is read as a stream. The error names the first line that is invalid.

use std::io::BufRead;

use qedoku_puzzle::Puzzle;

use crate::header::read_header;
use crate::line_reader::LineReader;
use crate::rup::RupChecker;
use crate::{Claim, VerifyError, VerifyErrorKind};

/// A claim that a certificate proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedClaim {
    /// The statement, now known to be true of the puzzle.
    pub claim: Claim,
    /// Number of steps of the proof.
    pub steps: u64,
    /// Number of hints of all steps.
    pub hints: u64,
}

/// Memory limits of the checker. A certificate that exceeds one is refused before the memory is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifyLimits {
    /// Bytes for the grids of the claim, one byte per cell.
    pub grid_bytes: usize,
    /// Bytes for clauses stored at the same time.
    pub clause_bytes: usize,
}

impl Default for VerifyLimits {
    /// 24 MiB for grids and 160 MiB for clauses. They keep the checker within 256 MiB, together with 32 MiB for the line
    /// buffer and 16 MiB for the assignment of a 144x144 board.
    fn default() -> VerifyLimits {
        VerifyLimits { grid_bytes: 24 << 20, clause_bytes: 160 << 20 }
    }
}

/// Verifies one certificate for this puzzle.
///
/// Reads to the end of the last line of the certificate and no further, so the input may hold another certificate after it.
pub fn verify(puzzle: &Puzzle, certificate: impl BufRead, limits: VerifyLimits) -> Result<VerifiedClaim, VerifyError> {
    let mut lines = LineReader::new(certificate);
    verify_lines(puzzle, &mut lines, limits).map_err(|kind| VerifyError { line: lines.number, kind })
}

/// Verifies a text that must hold one certificate and nothing after it.
pub fn verify_text(puzzle: &Puzzle, text: &[u8], limits: VerifyLimits) -> Result<VerifiedClaim, VerifyError> {
    let mut rest = text;
    let verified = verify(puzzle, &mut rest, limits)?;
    if rest.is_empty() {
        return Ok(verified);
    }
    let certificate = &text[..text.len() - rest.len()];
    let line = certificate.split(|byte| *byte == b'\n').count() as u64;
    Err(VerifyError { line, kind: VerifyErrorKind::Expected("the end of the certificate") })
}

fn verify_lines(
    puzzle: &Puzzle,
    lines: &mut LineReader<impl BufRead>,
    limits: VerifyLimits,
) -> Result<VerifiedClaim, VerifyErrorKind> {
    let claim = read_header(puzzle, lines, limits)?;
    if !claim.needs_steps() {
        return Ok(VerifiedClaim { claim, steps: 0, hints: 0 });
    }
    let (steps, hints) = RupChecker::new(puzzle, &claim, limits.clause_bytes).check_steps(lines)?;
    Ok(VerifiedClaim { claim, steps, hints })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::{Board, Grid};

    const HEADER: &str = "qedoku certificate 2\nboard 4x4 boxes 2x2\n";
    /// Constraint 16, "r4c4 holds a digit", has one candidate left.
    const STEP: &str = "65 : 16\n";

    fn puzzle() -> Puzzle {
        "1234 3412 2143 432.".parse().unwrap()
    }

    fn verdict(rest: &str) -> Result<Claim, String> {
        let verified = verify(&puzzle(), format!("{HEADER}{rest}").as_bytes(), VerifyLimits::default());
        verified.map(|verified| verified.claim).map_err(|error| error.to_string())
    }

    #[test]
    fn accepts_each_kind_of_claim() {
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let grid = "grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n";
        let all = vec![solution.givens().clone()];
        let forced = Claim::Forced("r4c4=1".parse().unwrap());
        assert_eq!(verdict(&format!("claim forced r4c4=1\nsteps\n{STEP}")), Ok(forced));
        assert_eq!(verdict(&format!("claim exactly 1\n{grid}steps\n66 : 65 16\n")), Ok(Claim::Exactly(all.clone())));
        assert_eq!(verdict(&format!("claim at-least 1\n{grid}")), Ok(Claim::AtLeast(all)));
        assert_eq!(verdict("claim at-least 0\n"), Ok(Claim::AtLeast(vec![])));
        let not_two = Claim::Excluded("r4c4=2".parse().unwrap());
        assert_eq!(verdict("claim excluded r4c4=2\nsteps\n"), Ok(not_two), "the given 2 in row 4 is enough");
    }

    #[test]
    fn refuses_the_same_steps_for_another_claim() {
        for claim in ["forced r4c4=2", "excluded r4c4=1", "exactly 0"] {
            assert!(verdict(&format!("claim {claim}\nsteps\n{STEP}")).is_err(), "{claim}");
        }
    }

    #[test]
    fn unit_clauses_are_assigned_and_longer_ones_are_stored() {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let verdict = |steps: &str| {
            let text = format!("qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r1c2=2\nsteps\n{steps}");
            verify(&puzzle, text.as_bytes(), VerifyLimits::default()).map(|_| ()).map_err(|error| error.to_string())
        };
        // Box 1 has its 2 in r1c2 or r2c2, and row 2 has a given 2.
        assert_eq!(verdict("65 : 50\n"), Ok(()));
        assert_eq!(verdict("65 6 22 : 50\n66 : 65\n"), Ok(()));
        assert_eq!(verdict("65 -5 : 11\n"), Err("line 5: hint 11 is neither unit nor falsified here".to_owned()));
        assert_eq!(verdict("65 6 : 50\n"), Ok(()), "the unit clause contradicts the negated claim");
        assert_eq!(
            verdict("65 6 22 : 50\ndelete 65\n66 : 65\n").unwrap_err(),
            "line 7: no stored clause 65 (never added, deleted, or a unit clause)"
        );
    }

    #[test]
    fn refuses_grids_that_do_not_ascend() {
        let empty = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
        let (first, second) = ("grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n", "grid 1 2 3 4 3 4 1 2 2 3 4 1 4 1 2 3\n");
        let verdict = |grids: String| {
            let text = format!("{HEADER}claim at-least 2\n{grids}");
            verify(&empty, text.as_bytes(), VerifyLimits::default()).map(|_| ()).map_err(|error| error.line)
        };
        assert_eq!(verdict(format!("{first}{second}")), Ok(()));
        assert_eq!(verdict(format!("{second}{first}")), Err(5));
        assert_eq!(verdict(format!("{first}{first}")), Err(5));
    }

    #[test]
    fn refuses_certificates_beyond_the_limits_before_allocating() {
        let verdict = |text: &str, limits| {
            let verified = verify(&puzzle(), format!("{HEADER}{text}").as_bytes(), limits);
            verified.map(|_| ()).map_err(|error| (error.line, matches!(error.kind, VerifyErrorKind::LimitExceeded)))
        };
        assert_eq!(verdict("claim exactly 999999999999999999\n", VerifyLimits::default()), Err((3, true)));
        let tight = VerifyLimits { grid_bytes: 15, clause_bytes: 60 };
        assert_eq!(verdict("claim at-least 1\n", tight), Err((3, true)));
        assert_eq!(verdict("claim exactly 0\nsteps\n65 61 -1 : 16\n", tight), Err((5, true)));
    }

    /// Verifies steps for a puzzle in which constraint 50, "box 1 has a 2", refutes the negated claim.
    fn verdict_within(clause_bytes: usize, steps: &str) -> Result<(), String> {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let text = format!("{HEADER}claim forced r1c2=2\nsteps\n{steps}");
        let limits = VerifyLimits { clause_bytes, ..VerifyLimits::default() };
        verify(&puzzle, text.as_bytes(), limits).map(|_| ()).map_err(|error| error.to_string())
    }

    fn limit_exceeded(line: u64) -> Result<(), String> {
        Err(format!("line {line}: the certificate exceeds the memory limits of the checker"))
    }

    #[test]
    fn a_stored_clause_takes_64_bytes_and_four_for_each_literal() {
        let (two, three) = ("65 6 22 : 50\n66 : 65\n", "65 6 22 18 : 50\n66 : 65\n");
        assert_eq!((verdict_within(71, two), verdict_within(72, two)), (limit_exceeded(5), Ok(())));
        assert_eq!((verdict_within(75, three), verdict_within(76, three)), (limit_exceeded(5), Ok(())));
    }

    #[test]
    fn a_deletion_frees_exactly_the_bytes_of_its_clauses() {
        let two_clauses = "65 6 22 : 50\n66 6 22 : 50\n";
        assert_eq!(verdict_within(144, &format!("{two_clauses}67 6 22 : 50\n")), limit_exceeded(7));
        let two_more = format!("{two_clauses}delete 66 65\n67 6 22 : 50\n68 6 22 : 67\n");
        assert_eq!(verdict_within(144, &format!("{two_more}69 : 68\n")), Ok(()));
        assert_eq!(verdict_within(144, &format!("{two_more}69 6 22 : 50\n")), limit_exceeded(10));
    }

    #[test]
    fn the_empty_clause_and_unit_clauses_need_no_memory() {
        let limits = VerifyLimits { grid_bytes: 0, clause_bytes: 0 };
        for steps in [STEP, "65 61 : 16\n"] {
            let text = format!("{HEADER}claim forced r4c4=1\nsteps\n{steps}");
            let verified = verify(&puzzle(), text.as_bytes(), limits).unwrap();
            assert_eq!(verified.steps, 1, "{steps}");
        }
    }

    #[test]
    fn reports_the_number_of_steps_and_of_hints() {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let grid = "grid 4 2 3 1 3 1 4 2 2 3 1 4 1 4 2 3";
        let steps = "66 6 22 : 50\n67 : 6 2 7 10 11 3 4 9 13 14 16 65\n";
        let text = format!("{HEADER}claim exactly 1\n{grid}\nsteps\n{steps}");
        let verified = verify(&puzzle, text.as_bytes(), VerifyLimits::default()).unwrap();
        assert_eq!((verified.steps, verified.hints), (2, 13));
    }

    #[test]
    fn reads_no_further_than_the_last_line() {
        let both = format!("{HEADER}claim forced r4c4=1\nsteps\n{STEP}{HEADER}claim at-least 0\n");
        let mut rest = both.as_bytes();
        assert!(matches!(verify(&puzzle(), &mut rest, VerifyLimits::default()).unwrap().claim, Claim::Forced(..)));
        assert!(matches!(verify(&puzzle(), &mut rest, VerifyLimits::default()).unwrap().claim, Claim::AtLeast(_)));
        assert!(rest.is_empty());
    }

    #[test]
    fn verify_text_refuses_text_after_the_certificate() {
        let certificate = format!("{HEADER}claim forced r4c4=1\nsteps\n{STEP}");
        let verdict = |text: String| {
            let verified = verify_text(&puzzle(), text.as_bytes(), VerifyLimits::default());
            verified.map(|verified| verified.steps).map_err(|error| error.to_string())
        };
        assert_eq!(verdict(certificate.clone()), Ok(1));
        let error = "line 6: expected the end of the certificate".to_owned();
        assert_eq!(verdict(format!("{certificate}66 : 16\nmore\n")), Err(error));
    }
}
