//! Reads a certificate from its first line to its last, and accepts or refuses it.

use std::io::BufRead;

use qedoku_puzzle::{Board, Candidate, Digit, Grid, Puzzle, referee};

use crate::lines::{Lines, number};
use crate::steps::Steps;
use crate::write::board_line;
use crate::{Claim, Reason, Refusal};

/// A claim that was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// What is true of the puzzle.
    pub claim: Claim,
    /// The number of steps that it took.
    pub steps: u64,
    /// The number of hints in them.
    pub hints: u64,
}

/// How much memory a certificate may take; beyond it is refused before the memory is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes for grids, one for each cell.
    pub grids: usize,
    /// Bytes for steps that are kept at a time.
    pub steps: usize,
}

impl Default for Limits {
    /// 24 and 160 MiB: a checker within 256, with 32 for a line and 16 for what is known of a 144x144.
    fn default() -> Limits {
        Limits { grids: 24 << 20, steps: 160 << 20 }
    }
}

/// Whether the certificate proves something about this puzzle, and what; or the first wrong line.
///
/// It is read up to the end of its last line and no further, so that another one may follow.
pub fn check(puzzle: &Puzzle, certificate: impl BufRead, limits: Limits) -> Result<Accepted, Refusal> {
    let mut lines = Lines::new(certificate);
    read(puzzle, &mut lines, limits).map_err(|reason| Refusal { line: lines.number, reason })
}

fn read(puzzle: &Puzzle, lines: &mut Lines<impl BufRead>, limits: Limits) -> Result<Accepted, Reason> {
    expect(lines, VERSION, Reason::Expected("qedoku certificate 2 (version 1 is read no longer: prove it again)"))?;
    expect(lines, &board_line(puzzle.board()), Reason::OtherBoard)?;
    let claim = read_claim(puzzle, lines, limits)?;
    if !claim.needs_steps() {
        return Ok(Accepted { claim, steps: 0, hints: 0 });
    }
    expect(lines, "steps", Reason::Expected("steps"))?;
    let (steps, hints) = Steps::new(puzzle, &claim, limits.steps).check(lines)?;
    Ok(Accepted { claim, steps, hints })
}

/// The first line of a certificate.
pub(crate) const VERSION: &str = "qedoku certificate 2";

fn expect(lines: &mut Lines<impl BufRead>, line: &str, otherwise: Reason) -> Result<(), Reason> {
    if lines.next()? == line { Ok(()) } else { Err(otherwise) }
}

/// `claim exactly 1` and its grids, or `claim forced r3c4=5`.
fn read_claim(puzzle: &Puzzle, lines: &mut Lines<impl BufRead>, limits: Limits) -> Result<Claim, Reason> {
    let expected = Reason::Expected("claim exactly, at-least, forced or excluded");
    let (kind, what) = lines.next()?.strip_prefix("claim ").and_then(|claim| claim.split_once(' ')).ok_or(expected)?;
    match kind {
        "forced" => read_candidate(puzzle.board(), what).map(Claim::Forced),
        "excluded" => read_candidate(puzzle.board(), what).map(Claim::Excluded),
        "exactly" => read_grids(number(what)?, puzzle, lines, limits).map(Claim::Exactly),
        "at-least" => read_grids(number(what)?, puzzle, lines, limits).map(Claim::AtLeast),
        _ => Err(Reason::Expected("exactly, at-least, forced or excluded")),
    }
}

/// `r3c4=5`.
fn read_candidate(board: Board, word: &str) -> Result<Candidate, Reason> {
    let candidate = word.parse().ok().filter(|candidate: &Candidate| candidate.is_on(board));
    candidate.ok_or(Reason::Expected("a cell and a digit of the board, such as r3c4=5"))
}

/// As many solutions. Each has a greater digit than the one before where they first differ: so they are all different.
fn read_grids(
    count: usize,
    puzzle: &Puzzle,
    lines: &mut Lines<impl BufRead>,
    limits: Limits,
) -> Result<Vec<Grid>, Reason> {
    if count > limits.grids / puzzle.board().cell_count() {
        return Err(Reason::TooLarge);
    }
    let mut grids: Vec<Grid> = Vec::new();
    for _ in 0..count {
        let grid = read_grid(puzzle.board(), lines.next()?)?;
        referee::check(puzzle, &grid).map_err(Reason::Grid)?;
        if grids.last().is_some_and(|last| last.digits() >= grid.digits()) {
            return Err(Reason::GridOrder);
        }
        grids.push(grid);
    }
    Ok(grids)
}

/// `grid` and the digits row by row.
fn read_grid(board: Board, line: &str) -> Result<Grid, Reason> {
    let mut digits = line.strip_prefix("grid ").ok_or(Reason::Expected("grid"))?.split_ascii_whitespace();
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let digit = digits.next().and_then(|word| Digit::new(word.parse().ok()?));
        let digit = digit.filter(|digit| digit.get() <= board.side());
        grid.set(cell, Some(digit.ok_or(Reason::Expected("a digit of the board for each cell"))?));
    }
    if digits.next().is_none() { Ok(grid) } else { Err(Reason::Expected("the end of the line")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "qedoku certificate 2\nboard 4x4 boxes 2x2\n";
    /// Cell 16 has only one candidate left.
    const STEP: &str = "65 : 16\n";

    fn puzzle() -> Puzzle {
        "1234 3412 2143 432.".parse().unwrap()
    }

    fn verdict(rest: &str) -> Result<Claim, String> {
        let checked = check(&puzzle(), format!("{HEAD}{rest}").as_bytes(), Limits::default());
        checked.map(|accepted| accepted.claim).map_err(|refusal| refusal.to_string())
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
        assert_eq!(verdict("claim excluded r4c4=2\nsteps\n"), Ok(not_two), "the given 2 of row 4 is enough");
    }

    #[test]
    fn refuses_the_same_steps_for_another_claim() {
        for claim in ["forced r4c4=2", "excluded r4c4=1", "exactly 0"] {
            assert!(verdict(&format!("claim {claim}\nsteps\n{STEP}")).is_err(), "{claim}");
        }
    }

    #[test]
    fn clauses_of_one_literal_are_known_and_others_are_followed() {
        let puzzle: Puzzle = "4...3..2...4..2.".parse().unwrap();
        let verdict = |steps: &str| {
            let text = format!("qedoku certificate 2\nboard 4x4 boxes 2x2\nclaim forced r1c2=2\nsteps\n{steps}");
            check(&puzzle, text.as_bytes(), Limits::default()).map(|_| ()).map_err(|refusal| refusal.to_string())
        };
        // 2 in box 1 is in r1c2 or r2c2, but not in r2c2: row 2 has its 2.
        assert_eq!(verdict("65 : 50\n"), Ok(()));
        assert_eq!(verdict("65 6 22 : 50\n66 : 65\n"), Ok(()));
        assert_eq!(verdict("65 -5 : 11\n"), Err("line 5: nothing follows from clause 11 here".to_owned()));
        assert_eq!(verdict("65 6 : 50\n"), Ok(()), "what is known contradicts the opposite of the claim");
        assert_eq!(
            verdict("65 6 22 : 50\ndelete 65\n66 : 65\n").unwrap_err(),
            "line 7: there is no clause 65, or no longer"
        );
    }

    #[test]
    fn grids_must_ascend() {
        let empty = Puzzle::new(Grid::empty(Board::of_side(4).unwrap()));
        let (first, second) = ("grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n", "grid 1 2 3 4 3 4 1 2 2 3 4 1 4 1 2 3\n");
        let verdict = |grids: String| {
            let text = format!("{HEAD}claim at-least 2\n{grids}");
            check(&empty, text.as_bytes(), Limits::default()).map(|_| ()).map_err(|refusal| refusal.line)
        };
        assert_eq!(verdict(format!("{first}{second}")), Ok(()));
        assert_eq!(verdict(format!("{second}{first}")), Err(5));
        assert_eq!(verdict(format!("{first}{first}")), Err(5));
    }

    #[test]
    fn limits_are_asked_before_memory_is() {
        let verdict = |text: &str, limits| {
            let checked = check(&puzzle(), format!("{HEAD}{text}").as_bytes(), limits);
            checked.map(|_| ()).map_err(|refusal| (refusal.line, matches!(refusal.reason, Reason::TooLarge)))
        };
        assert_eq!(verdict("claim exactly 999999999999999999\n", Limits::default()), Err((3, true)));
        let little = Limits { grids: 15, steps: 60 };
        assert_eq!(verdict("claim at-least 1\n", little), Err((3, true)));
        assert_eq!(verdict("claim exactly 0\nsteps\n65 61 -1 : 16\n", little), Err((5, true)));
    }

    #[test]
    fn reads_no_further_than_the_last_line() {
        let both = format!("{HEAD}claim forced r4c4=1\nsteps\n{STEP}{HEAD}claim at-least 0\n");
        let mut rest = both.as_bytes();
        assert!(matches!(check(&puzzle(), &mut rest, Limits::default()).unwrap().claim, Claim::Forced(..)));
        assert!(matches!(check(&puzzle(), &mut rest, Limits::default()).unwrap().claim, Claim::AtLeast(_)));
        assert!(rest.is_empty());
    }
}
