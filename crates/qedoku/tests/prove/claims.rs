//! Claims of every kind on boards of every size: true ones are proved, false ones refused.

use qedoku::prove::{Certificate, Claim, ProofGoal, ProveError, prove};
use qedoku::{Board, Candidate, Cell, Digit, DigitSet, Grid, Interrupt, Puzzle, SolveError};
use qedoku_proof::{VerifyLimits, verify};
use qedoku_puzzle::oracle;
use qedoku_testdata::suite::{Case, core};

use crate::external_checker::check_lrat;

/// The certificate for a goal.
pub(crate) fn proved(puzzle: &Puzzle, goal: ProofGoal) -> Certificate {
    prove(puzzle, goal, &Interrupt::default()).unwrap_or_else(|error| panic!("{}: {error}", puzzle.givens()))
}

/// Asserts that both checkers accept the certificate.
fn assert_accepted(puzzle: &Puzzle, certificate: &Certificate) {
    verify(puzzle, certificate.text(), VerifyLimits::default()).expect("`prove` returns verified certificates");
    if certificate.claim().needs_steps() {
        check_lrat(puzzle, certificate).expect("the external checker accepts the exported proof");
    }
}

#[test]
fn proves_the_number_of_solutions() {
    for case in core() {
        let puzzle = &case.puzzle;
        let certificate = proved(puzzle, ProofGoal::Solutions(2));
        let claimed = match certificate.claim() {
            Claim::Exactly(grids) => grids.len(),
            Claim::AtLeast(grids) if grids.len() == 3 => 3,
            claim => panic!("{claim} of {}", puzzle.givens()),
        };
        assert_eq!(claimed, case.up_to_three(), "{}", puzzle.givens());
        assert_accepted(puzzle, &certificate);
    }
}

#[test]
fn shows_two_solutions_of_an_ambiguous_puzzle() {
    for Case { puzzle, .. } in core().into_iter().filter(|case| case.up_to_three() > 1) {
        let certificate = proved(&puzzle, ProofGoal::Solutions(1));
        assert!(matches!(certificate.claim(), Claim::AtLeast(grids) if grids.len() == 2), "{}", puzzle.givens());
    }
}

#[test]
fn certifies_all_solutions_on_small_boards() {
    for side in [4, 6] {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(side).unwrap()));
        let mut givens = puzzle.givens().clone();
        oracle::solutions(&puzzle, |grid| {
            givens = grid.clone();
            std::ops::ControlFlow::Break(())
        });
        for cell in puzzle.board().cells().filter(|cell| cell.row() + 2 >= side || cell.column() == 0) {
            givens.set(cell, None);
        }
        let puzzle = Puzzle::new(givens);
        let certificate = proved(&puzzle, ProofGoal::Solutions(u64::MAX));
        assert_eq!(certificate.claim().grids().len() as u64, oracle::count(&puzzle, u64::MAX), "{}", puzzle.givens());
        assert_accepted(&puzzle, &certificate);
    }
}

#[test]
fn certifies_the_largest_board_without_its_854_million_clauses() {
    let board = Board::of_side(144).unwrap();
    let solution = Grid::cyclic_shift(board);
    let mut givens = solution.clone();
    for cell in board.cells().filter(|cell| (cell.row() + cell.column()) % 12 == 0 && cell.row() < 72) {
        givens.set(cell, None);
    }
    let puzzle = Puzzle::new(givens);
    let certificate = proved(&puzzle, ProofGoal::Solutions(1));
    assert_eq!(certificate.claim(), &Claim::Exactly(vec![solution]));
    verify(&puzzle, certificate.text(), VerifyLimits::default()).expect("`prove` returns verified certificates");
}

/// Whether the oracle finds a solution with a candidate, and one without it.
fn oracle_with_and_without(puzzle: &Puzzle, cell: Cell, digit: Digit) -> (bool, bool) {
    let (mut with, mut without) = (false, false);
    oracle::solutions(puzzle, |grid| {
        if grid.get(cell) == Some(digit) {
            with = true;
        } else {
            without = true;
        }
        if with && without { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    (with, without)
}

#[test]
fn proves_for_each_candidate_that_it_is_forced_excluded_or_neither() {
    let is_small =
        |case: &Case| case.puzzle.board().side() == 4 || case.puzzle.board().side() == 6 && case.up_to_three() <= 2;
    for Case { puzzle, .. } in core().into_iter().filter(is_small) {
        for (cell, digit) in
            puzzle.board().cells().flat_map(|cell| puzzle.board().digits().map(move |digit| (cell, digit)))
        {
            let certificate = proved(&puzzle, ProofGoal::Candidate(Candidate::new(cell, digit)));
            let claimed = match certificate.claim() {
                Claim::Excluded(..) => (false, true),
                Claim::Forced(..) => (true, false),
                claim => (claim.grids().len() == 2, claim.grids().len() == 2),
            };
            let (with, without) = oracle_with_and_without(&puzzle, cell, digit);
            assert_eq!(claimed, (with, without || !with), "{} {cell}={digit}", puzzle.givens());
            assert_accepted(&puzzle, &certificate);
        }
    }
}

#[test]
fn eliminations_of_the_puzzle_are_axioms() {
    let has_two_solutions = |case: &Case| case.up_to_three() == 2 && case.puzzle.board() == Board::CLASSIC;
    let puzzle = core().into_iter().find(has_two_solutions).expect("the suite has such a puzzle").puzzle;
    let certificate = proved(&puzzle, ProofGoal::Solutions(2));
    let [first, second] = certificate.claim().grids() else { panic!("it has two solutions") };
    let cell = puzzle.board().cells().find(|cell| first.get(*cell) != second.get(*cell)).unwrap();
    let mut allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
    allowed[puzzle.board().index(cell)].remove(second.get(cell).unwrap());
    let puzzle = Puzzle::with_candidates(puzzle.board(), allowed);
    let certificate = proved(&puzzle, ProofGoal::Solutions(1));
    assert_eq!(certificate.claim(), &Claim::Exactly(vec![first.clone()]));
    assert_accepted(&puzzle, &certificate);
}

#[test]
fn proves_a_contradiction_without_binary_constraints() {
    // Four cells of row 1 allow three digits only. The look-ahead search has nothing to branch on and leaves this to
    // CDCL.
    let board = Board::CLASSIC;
    let few: DigitSet = board.digits().take(3).collect();
    let all: DigitSet = board.digits().collect();
    let allowed: Vec<DigitSet> = (0..board.cell_count()).map(|cell| if cell < 4 { few } else { all }).collect();
    let puzzle = Puzzle::with_candidates(board, allowed);
    let certificate = proved(&puzzle, ProofGoal::default());
    assert_eq!(certificate.claim(), &Claim::Exactly(vec![]));
    assert_accepted(&puzzle, &certificate);
}

/// A certificate with another claim and the same steps.
fn with_claim(puzzle: &Puzzle, certificate: &Certificate, claim: &Claim) -> Vec<u8> {
    let mut text = Vec::new();
    qedoku_proof::write_header(puzzle.board(), claim, &mut text).expect("writing to memory cannot fail");
    let steps = std::str::from_utf8(certificate.text()).unwrap().split_once("\nsteps\n").map_or("", |(_, steps)| steps);
    text.extend_from_slice(steps.as_bytes());
    text
}

#[test]
fn refuses_false_claims_with_the_steps_of_any_certificate() {
    let certificates: Vec<(Puzzle, Certificate)> =
        core().into_iter().map(|case| (case.puzzle.clone(), proved(&case.puzzle, ProofGoal::Solutions(1)))).collect();
    for (puzzle, certificate) in &certificates {
        let false_claims: Vec<Claim> = match certificate.claim().grids() {
            [] => vec![],
            [_] => vec![Claim::Exactly(vec![])],
            [a, b, ..] => {
                vec![Claim::Exactly(vec![]), Claim::Exactly(vec![a.clone()]), Claim::Exactly(vec![b.clone()])]
            }
        };
        for claim in false_claims {
            for (_, other) in certificates.iter().filter(|(other, _)| other.board() == puzzle.board()) {
                let text = with_claim(puzzle, other, &claim);
                assert!(verify(puzzle, &text[..], VerifyLimits::default()).is_err(), "{claim} of {}", puzzle.givens());
            }
        }
    }
}

#[test]
fn refuses_the_certificate_of_another_puzzle() {
    let unique = core().into_iter().filter(|case| case.up_to_three() == 1);
    let all: Vec<(Puzzle, Certificate)> =
        unique.map(|case| (case.puzzle.clone(), proved(&case.puzzle, ProofGoal::Solutions(1)))).collect();
    for (puzzle, _) in &all {
        for (other, certificate) in all.iter().filter(|(other, _)| other != puzzle) {
            let result = verify(puzzle, certificate.text(), VerifyLimits::default());
            assert!(result.is_err(), "{} with the certificate of {}", puzzle.givens(), other.givens());
        }
    }
}

#[test]
fn certificate_verifies_its_own_text_for_its_puzzle_only() {
    let unique = core().into_iter().filter(|case| case.up_to_three() == 1 && case.puzzle.board() == Board::CLASSIC);
    let puzzle =
        unique.max_by_key(|case| case.puzzle.givens().filled_count()).expect("the suite has such a puzzle").puzzle;
    let certificate = proved(&puzzle, ProofGoal::default());
    let verified = certificate.verify(&puzzle).expect("`prove` returns verified certificates");
    assert_eq!((&verified.claim, verified.steps), (certificate.claim(), certificate.steps()));
    assert!(certificate.verify(&Puzzle::new(Grid::empty(puzzle.board()))).is_err());
    let mut text = Vec::new();
    certificate.write(&mut text).expect("writing to memory cannot fail");
    assert_eq!((text.as_slice(), certificate.to_string().as_bytes()), (certificate.text(), certificate.text()));
}

#[test]
fn an_interrupted_proof_is_an_error() {
    let interrupt = Interrupt::default();
    interrupt.set();
    let large = core().into_iter().find(|case| case.puzzle.board().side() == 16);
    let puzzle = large.expect("the suite has a 16x16").puzzle;
    let error = prove(&puzzle, ProofGoal::Solutions(1), &interrupt).unwrap_err();
    assert!(matches!(error, ProveError::Solve(SolveError::Interrupted)), "{error}");
}
