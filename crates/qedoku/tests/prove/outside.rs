//! What an independent checker, which knows nothing of Sudoku, says of a certificate's steps.

use qedoku::Puzzle;
use qedoku::encode::{Encoding, EncodingOptions, Formula as _, Lit, Scheme};
use qedoku::prove::{Certificate, export};
use qedoku_testdata::suite::cases;

/// Whether the exported steps refute the exported formula, by `ordeal-lrat`.
pub(crate) fn accepts(puzzle: &Puzzle, certificate: &Certificate) -> Result<(), String> {
    let mut lrat = Vec::new();
    export::write_lrat(puzzle, certificate, &mut lrat).map_err(|error| error.to_string())?;
    let lrat = String::from_utf8(lrat).map_err(|error| error.to_string())?;
    ordeal_lrat::check(&clauses(puzzle, certificate), &lrat).map_err(|error| error.to_string())
}

/// The clauses of the exported file.
fn clauses(puzzle: &Puzzle, certificate: &Certificate) -> Vec<Vec<i32>> {
    let mut cnf = Vec::new();
    export::write_cnf(puzzle, certificate.claim(), &mut cnf).expect("memory can be written");
    let cnf = String::from_utf8(cnf).expect("it is text");
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
fn the_exported_formula_is_the_scheme_extended_and_the_opposite_of_the_claim() {
    for puzzle in cases().into_iter().map(|case| case.puzzle).filter(|puzzle| puzzle.board().side() < 16) {
        let certificate = crate::claims::proved(&puzzle, qedoku::prove::ProofGoal::Solutions(2));
        let options = EncodingOptions { scheme: Scheme::Extended, ..EncodingOptions::default() };
        let mut extended: Vec<Vec<Lit>> = Vec::new();
        Encoding::new(&puzzle, options).expect("these go together").emit(&mut extended).expect("memory takes all");
        let extended = extended.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>());
        let mut clauses = clauses(&puzzle, &certificate);
        let opposites = clauses.split_off(extended.len());
        assert!(extended.eq(clauses), "{}", puzzle.givens());
        // Each grid makes the clause that forbids it false, and no other.
        for (index, grid) in certificate.claim().grids().iter().enumerate() {
            let holds = |lit: &i32| {
                let (x, side) = ((lit.abs() - 1) as usize, puzzle.board().side());
                (usize::from(grid.digits()[x / side]) == x % side + 1) == (*lit > 0)
            };
            for (number, clause) in opposites.iter().enumerate() {
                assert_eq!(clause.iter().any(holds), number != index, "{}", puzzle.givens());
            }
        }
    }
}
