//! Every kind of claim, on every size, is proved where it is true and refused where it is not.

use qedoku::prove::{Certificate, Claim, ProofGoal, prove};
use qedoku::{Board, Candidate, Cell, Digit, Grid, Interrupt, Puzzle};
use qedoku_proof::{VerifyLimits, verify};
use qedoku_puzzle::oracle;
use qedoku_testdata::suite::{Case, cases};

use crate::outside;

pub(crate) fn proved(puzzle: &Puzzle, wish: ProofGoal) -> Certificate {
    prove(puzzle, wish, &Interrupt::default()).unwrap_or_else(|error| panic!("{}: {error}", puzzle.givens()))
}

/// Fails unless both checkers accept the certificate.
fn check_outside(puzzle: &Puzzle, certificate: &Certificate) {
    verify(puzzle, certificate.text(), VerifyLimits::default()).expect("it was accepted before");
    if certificate.claim().needs_steps() {
        outside::accepts(puzzle, certificate).expect("the independent checker accepts it");
    }
}

#[test]
fn says_how_many_solutions_there_are() {
    for Case { puzzle, solutions } in cases() {
        let certificate = proved(&puzzle, ProofGoal::Solutions(2));
        let said = match certificate.claim() {
            Claim::Exactly(grids) => grids.len(),
            Claim::AtLeast(grids) if grids.len() == 3 => 3,
            claim => panic!("{claim} of {}", puzzle.givens()),
        };
        assert_eq!(said, solutions, "{}", puzzle.givens());
        check_outside(&puzzle, &certificate);
    }
}

#[test]
fn shows_two_solutions_where_one_was_hoped_for() {
    for Case { puzzle, .. } in cases().into_iter().filter(|case| case.solutions > 1) {
        let certificate = proved(&puzzle, ProofGoal::Solutions(1));
        assert!(matches!(certificate.claim(), Claim::AtLeast(grids) if grids.len() == 2), "{}", puzzle.givens());
    }
}

#[test]
fn lists_all_solutions_of_small_boards() {
    for side in [4, 6] {
        let puzzle = Puzzle::new(Grid::empty(Board::of_side(side).unwrap()));
        let mut some = puzzle.givens().clone();
        oracle::solutions(&puzzle, |grid| {
            some = grid.clone();
            std::ops::ControlFlow::Break(())
        });
        for cell in puzzle.board().cells().filter(|cell| cell.row() + 2 >= side || cell.column() == 0) {
            some.set(cell, None);
        }
        let puzzle = Puzzle::new(some);
        let certificate = proved(&puzzle, ProofGoal::Solutions(u64::MAX));
        assert_eq!(certificate.claim().grids().len() as u64, oracle::count(&puzzle, u64::MAX), "{}", puzzle.givens());
        check_outside(&puzzle, &certificate);
    }
}

/// A full grid: the first row shifted along by boxes, then by one for each band.
fn full(board: Board) -> Grid {
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let shift = cell.row() * board.box_width() + cell.row() / board.box_height();
        grid.set(cell, Digit::from_index((shift + cell.column()) % board.side()));
    }
    grid
}

#[test]
fn the_largest_board_is_certified_without_its_854_million_clauses() {
    let board = Board::of_side(144).unwrap();
    let solution = full(board);
    let mut givens = solution.clone();
    for cell in board.cells().filter(|cell| (cell.row() + cell.column()) % 12 == 0 && cell.row() < 72) {
        givens.set(cell, None);
    }
    let puzzle = Puzzle::new(givens);
    let certificate = proved(&puzzle, ProofGoal::Solutions(1));
    assert_eq!(certificate.claim(), &Claim::Exactly(vec![solution]));
    verify(&puzzle, certificate.text(), VerifyLimits::default()).expect("it was accepted before");
}

/// What plain search says of a candidate: whether some solution has it, and whether some has not.
fn with_and_without(puzzle: &Puzzle, cell: Cell, digit: Digit) -> (bool, bool) {
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
fn says_of_each_candidate_whether_it_is_forced_excluded_or_neither() {
    let is_small =
        |case: &Case| case.puzzle.board().side() == 4 || case.puzzle.board().side() == 6 && case.solutions <= 2;
    for Case { puzzle, .. } in cases().into_iter().filter(is_small) {
        for (cell, digit) in
            puzzle.board().cells().flat_map(|cell| puzzle.board().digits().map(move |digit| (cell, digit)))
        {
            let certificate = proved(&puzzle, ProofGoal::Candidate(Candidate::new(cell, digit)));
            let said = match certificate.claim() {
                Claim::Excluded(..) => (false, true),
                Claim::Forced(..) => (true, false),
                claim => (claim.grids().len() == 2, claim.grids().len() == 2),
            };
            let (with, without) = with_and_without(&puzzle, cell, digit);
            assert_eq!(said, (with, without || !with), "{} {cell}={digit}", puzzle.givens());
            check_outside(&puzzle, &certificate);
        }
    }
}

#[test]
fn candidates_that_the_puzzle_came_without_are_part_of_the_question() {
    let two = |case: &Case| case.solutions == 2 && case.puzzle.board() == Board::CLASSIC;
    let puzzle = cases().into_iter().find(two).expect("the suite has one").puzzle;
    let certificate = proved(&puzzle, ProofGoal::Solutions(2));
    let [first, second] = certificate.claim().grids() else { panic!("it has two solutions") };
    let cell = puzzle.board().cells().find(|cell| first.get(*cell) != second.get(*cell)).unwrap();
    let mut allowed: Vec<_> = puzzle.board().cells().map(|cell| puzzle.allowed(cell)).collect();
    allowed[puzzle.board().index(cell)].remove(second.get(cell).unwrap());
    let puzzle = Puzzle::with_candidates(puzzle.board(), allowed);
    let certificate = proved(&puzzle, ProofGoal::Solutions(1));
    assert_eq!(certificate.claim(), &Claim::Exactly(vec![first.clone()]));
    check_outside(&puzzle, &certificate);
}

/// The certificate with another claim; its steps stay as they are, but are counted on from the clauses of the new formula.
fn with_claim(puzzle: &Puzzle, certificate: &Certificate, claim: &Claim) -> Vec<u8> {
    let mut text = Vec::new();
    qedoku_proof::write_header(puzzle.board(), claim, &mut text).expect("memory can be written");
    let old = std::str::from_utf8(certificate.text()).unwrap().split_once("\nsteps\n").map_or("", |(_, steps)| steps);
    text.extend_from_slice(old.as_bytes());
    text
}

#[test]
fn refuses_wrong_claims_of_every_size_whatever_the_steps() {
    let certificates: Vec<(Puzzle, Certificate)> =
        cases().into_iter().map(|case| (case.puzzle.clone(), proved(&case.puzzle, ProofGoal::Solutions(1)))).collect();
    for (puzzle, certificate) in &certificates {
        let wrong: Vec<Claim> = match certificate.claim().grids() {
            [] => vec![],
            [_] => vec![Claim::Exactly(vec![])],
            [a, b, ..] => {
                vec![Claim::Exactly(vec![]), Claim::Exactly(vec![a.clone()]), Claim::Exactly(vec![b.clone()])]
            }
        };
        for claim in wrong {
            for (_, other) in certificates.iter().filter(|(other, _)| other.board() == puzzle.board()) {
                let text = with_claim(puzzle, other, &claim);
                assert!(verify(puzzle, &text[..], VerifyLimits::default()).is_err(), "{claim} of {}", puzzle.givens());
            }
        }
    }
}

#[test]
fn refuses_the_certificate_of_another_puzzle() {
    let unique = cases().into_iter().filter(|case| case.solutions == 1);
    let all: Vec<(Puzzle, Certificate)> =
        unique.map(|case| (case.puzzle.clone(), proved(&case.puzzle, ProofGoal::Solutions(1)))).collect();
    for (puzzle, _) in &all {
        for (other, certificate) in all.iter().filter(|(other, _)| other != puzzle) {
            let verdict = verify(puzzle, certificate.text(), VerifyLimits::default());
            assert!(verdict.is_err(), "{} with the certificate of {}", puzzle.givens(), other.givens());
        }
    }
}

#[test]
fn a_stopped_proof_is_none() {
    let stop = Interrupt::default();
    stop.set();
    let large = cases().into_iter().find(|case| case.puzzle.board().side() == 16);
    let puzzle = large.expect("the suite has one").puzzle;
    let stopped = prove(&puzzle, ProofGoal::Solutions(1), &stop).unwrap_err();
    assert!(matches!(stopped, qedoku::prove::ProveError::Solve(qedoku::SolveError::Interrupted)), "{stopped}");
}
