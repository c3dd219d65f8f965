//! A certificate as the plain files that outside checkers read.
//!
//! The formula becomes DIMACS with the clauses in the order of their numbers, the steps are LRAT as they stand, and DRAT is
//! the same without numbers and hints.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use qedoku_proof::Formula;
use qedoku_puzzle::Puzzle;

use super::Certificate;

/// Writes the formula that the steps of a certificate refute. Its clauses are numbered from 1 in the order of the file.
pub fn write_cnf(puzzle: &Puzzle, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let (board, formula) = (puzzle.board(), Formula::new(puzzle, certificate.claim()));
    let mut out = BufWriter::new(out);
    writeln!(out, "c the rules, the puzzle, and the opposite of: {}", certificate.claim())?;
    writeln!(out, "p cnf {} {}", board.cell_count() * board.side(), formula.clause_count())?;
    let mut clause = Vec::new();
    for number in 1..=formula.clause_count() {
        formula.clause(number, &mut clause).expect("it is one of them");
        clause.iter().try_for_each(|lit| write!(out, "{lit} "))?;
        writeln!(out, "0")?;
    }
    out.flush()
}

/// The steps of a certificate, as lines of LRAT; none if its claim needs none.
pub fn lrat(certificate: &Certificate) -> Option<&[u8]> {
    let mark = b"\nsteps\n";
    let place = certificate.text().windows(mark.len()).position(|window| window == mark)?;
    Some(&certificate.text()[place + mark.len()..])
}

/// Writes the steps of a certificate as DRAT: the clauses, and those that are not needed any more.
pub fn write_drat(certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let steps = std::str::from_utf8(lrat(certificate).unwrap_or_default()).expect("a certificate is text");
    let mut out = BufWriter::new(out);
    let mut clauses = HashMap::new();
    for line in steps.lines() {
        let (number, rest) = line.split_once(' ').expect("a step has a number");
        if let Some(deleted) = rest.strip_prefix("d ") {
            for number in deleted.split(' ').take_while(|number| *number != "0") {
                writeln!(out, "d {}0", clauses.remove(number).expect("what is deleted was added"))?;
            }
        } else {
            let clause = if rest.starts_with("0 ") { "" } else { &rest[..=rest.find(" 0 ").expect("a clause ends")] };
            writeln!(out, "{clause}0")?;
            clauses.insert(number, clause);
        }
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_proof::{Accepted, Claim};

    #[test]
    fn drat_has_the_clauses_of_all_steps_also_of_those_that_are_deleted() {
        let text = "claim exactly 0\nsteps\n11 1 -2 0 3 4 0\n12 20 0 5 0\n12 d 11 12 0\n13 0 1 2 0\n";
        let accepted = Accepted { claim: Claim::Exactly(vec![]), steps: 3, hints: 5 };
        let certificate = Certificate { text: text.into(), accepted };
        let mut drat = Vec::new();
        write_drat(&certificate, &mut drat).unwrap();
        assert_eq!(String::from_utf8(drat).unwrap(), "1 -2 0\n20 0\nd 1 -2 0\nd 20 0\n0\n");
        assert!(lrat(&certificate).unwrap().starts_with(b"11 1 -2 0 3 4 0\n"));
    }
}
