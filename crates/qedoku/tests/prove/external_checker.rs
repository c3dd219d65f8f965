//! External check of exported proofs by `ordeal-lrat`, an LRAT checker that knows nothing of Sudoku.

use qedoku::Puzzle;
use qedoku::encode::{Encoding, EncodingOptions, Formula as _, Lit, Scheme};
use qedoku::prove::{Certificate, ProofGoal, export};
use qedoku_testdata::suite::core;

use crate::claims::proved;

/// Exports formula and proof, and checks them with `ordeal-lrat`.
pub(crate) fn check_lrat(puzzle: &Puzzle, certificate: &Certificate) -> Result<(), String> {
    let mut lrat = Vec::new();
    export::write_lrat(puzzle, certificate, &mut lrat).map_err(|error| error.to_string())?;
    let lrat = String::from_utf8(lrat).map_err(|error| error.to_string())?;
    ordeal_lrat::check(&exported_clauses(puzzle, certificate), &lrat).map_err(|error| error.to_string())
}

/// The clauses of the exported CNF.
fn exported_clauses(puzzle: &Puzzle, certificate: &Certificate) -> Vec<Vec<i32>> {
    let mut cnf = Vec::new();
    export::write_cnf(puzzle, certificate.claim(), &mut cnf).expect("writing to memory cannot fail");
    let cnf = String::from_utf8(cnf).expect("DIMACS is text");
    let mut lines = cnf.lines().skip_while(|line| line.starts_with('c'));
    let header = lines.next().expect("a header");
    let clause = |line: &str| {
        let mut numbers: Vec<i32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers.pop(), Some(0));
        numbers
    };
    let clauses: Vec<Vec<i32>> = lines.map(clause).collect();
    let variables = puzzle.board().side().pow(3);
    assert_eq!(header, format!("p cnf {variables} {}", clauses.len()));
    clauses
}

#[test]
fn the_exported_formula_is_the_scheme_extended_and_the_negated_claim() {
    for puzzle in core().into_iter().map(|case| case.puzzle).filter(|puzzle| puzzle.board().side() < 16) {
        let certificate = proved(&puzzle, ProofGoal::Solutions(2));
        let options = EncodingOptions { scheme: Scheme::EXTENDED, ..EncodingOptions::default() };
        let mut extended: Vec<Vec<Lit>> = Vec::new();
        Encoding::new(&puzzle, options)
            .expect("these options are compatible")
            .emit(&mut extended)
            .expect("writing to memory cannot fail");
        let extended = extended.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>());
        let mut clauses = exported_clauses(&puzzle, &certificate);
        let negated_claim = clauses.split_off(extended.len());
        assert!(extended.eq(clauses), "{}", puzzle.givens());
        // Each grid falsifies its own blocking clause and no other.
        for (index, grid) in certificate.claim().grids().iter().enumerate() {
            let is_true = |lit: &i32| {
                let (candidate, side) = ((lit.abs() - 1) as usize, puzzle.board().side());
                (usize::from(grid.digits()[candidate / side]) == candidate % side + 1) == (*lit > 0)
            };
            for (number, clause) in negated_claim.iter().enumerate() {
                assert_eq!(clause.iter().any(is_true), number != index, "{}", puzzle.givens());
            }
        }
    }
}
