//! What an independent checker, which knows nothing of Sudoku, says of a certificate's steps.

use qedoku::Puzzle;
use qedoku::encode::{Encoding, Formula as _, Lit, Options, Scheme};
use qedoku_proof::{Claim, Formula};

use crate::reference::cases;

/// Whether the steps refute the formula, by `ordeal-lrat`.
pub(crate) fn accepts(puzzle: &Puzzle, claim: &Claim, certificate: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(certificate).map_err(|error| error.to_string())?;
    let (_, steps) = text.split_once("\nsteps\n").ok_or("there are no steps")?;
    ordeal_lrat::check(&clauses(puzzle, claim), steps).map_err(|error| error.to_string())
}

/// The formula as a list of clauses. The rules and the puzzle are those of the scheme `extended`, whose code shares nothing with
/// the checker's; only the opposite of the claim comes from there.
fn clauses(puzzle: &Puzzle, claim: &Claim) -> Vec<Vec<i32>> {
    let options = Options { scheme: Scheme::Extended, ..Options::default() };
    let mut extended: Vec<Vec<Lit>> = Vec::new();
    Encoding::new(puzzle, options).expect("these go together").send(&mut extended).expect("memory takes all");
    let mut clauses: Vec<Vec<i32>> =
        extended.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
    let formula = Formula::new(puzzle, claim);
    let mut lits = Vec::new();
    for number in clauses.len() as u64 + 1..=formula.clause_count() {
        formula.clause(number, &mut lits).expect("it is one of them");
        clauses.push(lits.iter().map(|lit| lit.to_dimacs()).collect());
    }
    clauses
}

#[test]
fn the_checkers_formula_is_the_scheme_extended_and_the_opposite_of_the_claim() {
    let candidates: Puzzle = "1234 1234 1234 123. .... 1234 1234 .... 1234 1234 1234 1234 .2.. 1234 1234 1234"
        .replace("....", "12.4")
        .replace(' ', "")
        .parse()
        .unwrap();
    assert!(candidates.has_candidates());
    for puzzle in cases().into_iter().map(|case| case.puzzle).chain([candidates]) {
        let claim = Claim::Exactly(vec![]);
        let (formula, expected) = (Formula::new(&puzzle, &claim), clauses(&puzzle, &claim));
        assert_eq!(formula.clause_count(), expected.len() as u64, "{}", puzzle.givens());
        let mut lits = Vec::new();
        for (number, clause) in (1..).zip(&expected) {
            formula.clause(number, &mut lits).expect("it is one of them");
            assert!(lits.iter().map(|lit| lit.to_dimacs()).eq(clause.iter().copied()), "clause {number}");
        }
    }
}
