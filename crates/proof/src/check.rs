//! Reads a certificate from its first line to its last, and accepts or refuses it.

use std::io::BufRead;

use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle, referee};

use crate::steps::Steps;
use crate::words::{Words, number};
use crate::{Claim, Formula, Reason, Refusal};

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
    /// 32 and 192 MiB: a checker within 256.
    fn default() -> Limits {
        Limits { grids: 32 << 20, steps: 192 << 20 }
    }
}

/// Whether the certificate proves something about this puzzle, and what; or the first wrong line.
///
/// It is read up to the end of its last line and no further, so that another one may follow.
pub fn check(puzzle: &Puzzle, certificate: impl BufRead, limits: Limits) -> Result<Accepted, Refusal> {
    let mut words = Words::new(certificate);
    words.expect_line("qedoku certificate 1")?;
    read_board(&mut words, puzzle.board())?;
    let claim = read_claim(&mut words, puzzle, limits)?;
    if !claim.needs_steps() {
        return Ok(Accepted { claim, steps: 0, hints: 0 });
    }
    words.expect_line("steps")?;
    let (steps, hints) = Steps::new(&Formula::new(puzzle, &claim), &mut words, limits).check()?;
    Ok(Accepted { claim, steps, hints })
}

/// `board 9x9 boxes 3x3`.
fn read_board(words: &mut Words<impl BufRead>, board: Board) -> Result<(), Refusal> {
    let (side, boxes) = (board.side(), format!("{}x{}", board.box_height(), board.box_width()));
    words.expect("board")?;
    let same_side = words.word()? == format!("{side}x{side}").as_bytes();
    words.expect("boxes")?;
    if !same_side || words.word()? != boxes.as_bytes() {
        return words.refuse(Reason::OtherBoard);
    }
    words.end_line()
}

/// `claim exactly 1` and its grids, or `claim forced r3c4=5`.
fn read_claim(words: &mut Words<impl BufRead>, puzzle: &Puzzle, limits: Limits) -> Result<Claim, Refusal> {
    words.expect("claim")?;
    match words.word()? {
        b"exactly" => read_grids(words, puzzle, limits).map(Claim::Exactly),
        b"at-least" => read_grids(words, puzzle, limits).map(Claim::AtLeast),
        b"forced" => read_candidate(words, puzzle.board()).map(|(cell, digit)| Claim::Forced(cell, digit)),
        b"excluded" => read_candidate(words, puzzle.board()).map(|(cell, digit)| Claim::Excluded(cell, digit)),
        _ => words.refuse(Reason::Expected("exactly, at-least, forced or excluded")),
    }
}

/// The number of grids, and then as many solutions. Each has a greater digit than the one before where they first differ:
/// so they are all different.
fn read_grids(words: &mut Words<impl BufRead>, puzzle: &Puzzle, limits: Limits) -> Result<Vec<Grid>, Refusal> {
    let count = words.number()?;
    let fits =
        |count: &usize| count.checked_mul(puzzle.board().cell_count()).is_some_and(|bytes| bytes <= limits.grids);
    let Some(count) = usize::try_from(count).ok().filter(fits) else { return words.refuse(Reason::TooLarge) };
    words.end_line()?;
    let mut grids: Vec<Grid> = Vec::new();
    for _ in 0..count {
        let grid = read_grid(words, puzzle.board())?;
        if let Err(fault) = referee::check(puzzle, &grid) {
            return words.refuse(Reason::Grid(fault));
        }
        if grids.last().is_some_and(|last| last.digits() >= grid.digits()) {
            return words.refuse(Reason::GridOrder);
        }
        words.end_line()?;
        grids.push(grid);
    }
    Ok(grids)
}

/// `grid` and the digits row by row.
fn read_grid(words: &mut Words<impl BufRead>, board: Board) -> Result<Grid, Refusal> {
    words.expect("grid")?;
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        match words.number().map(|digit| find_digit(board, digit))? {
            Some(digit) => grid.set(cell, digit),
            None => return words.refuse(Reason::Expected("a digit of the board")),
        }
    }
    Ok(grid)
}

/// `r3c4=5`.
fn read_candidate(words: &mut Words<impl BufRead>, board: Board) -> Result<(Cell, Digit), Refusal> {
    let Some(candidate) = find_candidate(board, words.word()?) else {
        return words.refuse(Reason::Expected("a cell and a digit of the board, such as r3c4=5"));
    };
    words.end_line()?;
    Ok(candidate)
}

fn find_candidate(board: Board, word: &[u8]) -> Option<(Cell, Digit)> {
    let (row, rest) = std::str::from_utf8(word).ok()?.strip_prefix('r')?.split_once('c')?;
    let (column, digit) = rest.split_once('=')?;
    let find = |text: &str| find_digit(board, number(text.as_bytes())?);
    Some((Cell::new(find(row)?.index(), find(column)?.index()), find(digit)?))
}

/// A number from 1 to the side of the board.
fn find_digit(board: Board, number: i64) -> Option<Digit> {
    Digit::new(usize::try_from(number).ok()?).filter(|digit| digit.get() <= board.side())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "qedoku certificate 1\nboard 4x4 boxes 2x2\n";
    const STEP: &str = "465 0 464 461 253 462 249 463 244 16 0\n";

    fn puzzle() -> Puzzle {
        "1234 3412 2143 432.".parse().unwrap()
    }

    fn verdict(rest: &str) -> Result<Claim, String> {
        let checked = check(&puzzle(), format!("{HEAD}{rest}").as_bytes(), Limits::default());
        checked.map(|accepted| accepted.claim).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn accepts_each_kind_of_claim() {
        let (cell, digit) = (Cell::new(3, 3), Digit::new(1).unwrap());
        let solution: Puzzle = "1234 3412 2143 4321".parse().unwrap();
        let grid = "grid 1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n";
        let all = vec![solution.givens().clone()];
        assert_eq!(verdict(&format!("claim forced r4c4=1\nsteps\n{STEP}")), Ok(Claim::Forced(cell, digit)));
        assert_eq!(verdict(&format!("claim exactly 1\n{grid}steps\n{STEP}")), Ok(Claim::Exactly(all.clone())));
        assert_eq!(verdict(&format!("claim at-least 1\n{grid}")), Ok(Claim::AtLeast(all)));
        assert_eq!(verdict("claim at-least 0\n"), Ok(Claim::AtLeast(vec![])));
        let not_two = Claim::Excluded(cell, Digit::new(2).unwrap());
        assert_eq!(verdict("claim excluded r4c4=2\nsteps\n465 0 464 463 244 0\n"), Ok(not_two));
    }

    #[test]
    fn refuses_the_same_steps_for_another_claim() {
        for claim in ["forced r4c4=2", "excluded r4c4=1", "forced r4c3=1"] {
            assert!(verdict(&format!("claim {claim}\nsteps\n{STEP}")).is_err(), "{claim}");
        }
        assert!(verdict(&format!("claim exactly 0\nsteps\n{}", STEP.replace("465 0 464", "464 0"))).is_err());
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
        assert_eq!(verdict(&format!("claim forced r4c4=1\nsteps\n{STEP}"), little), Err((6, true)));
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
