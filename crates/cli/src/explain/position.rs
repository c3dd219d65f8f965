//! What a player has made of a puzzle.

use anyhow::{Context, Result, anyhow, bail};
use qedoku::explain::Position;
use qedoku::formats::{self, ReadOptions};
use qedoku::{Candidate, Puzzle};

use crate::input::Source;

/// The position in a file or a text.
pub(super) fn read(input: &str) -> Result<Puzzle> {
    let source = if std::path::Path::new(input).exists() || input == "-" {
        Source::open(input)?
    } else {
        Source { name: "the position".to_owned(), text: input.to_owned() }
    };
    let first = formats::read(&source.text, &ReadOptions::default()).next();
    let record = first.with_context(|| format!("{source} has no position"))?;
    Ok(record.map_err(|error| anyhow!("{}", source.at(&error)))?.puzzle)
}

/// What is known in the position of a player: what the puzzle says, the digits that were entered, and what was crossed out.
pub(super) fn enter(puzzle: &Puzzle, entered: &Puzzle) -> Result<Position> {
    if puzzle.board() != entered.board() {
        bail!("the position is on a board {}, the puzzle on one {}", entered.board(), puzzle.board());
    }
    let mut position = Position::new(puzzle);
    for (cell, digit) in entered.givens().filled() {
        match puzzle.givens().get(cell) {
            None => position.place(Candidate::new(cell, digit)),
            Some(given) if given != digit => bail!("{cell} is given as {given}, but the position has {digit} there"),
            Some(_) => {}
        }
    }
    for candidate in Position::new(puzzle).open() {
        let is_entered = entered.givens().get(candidate.cell).is_some();
        if !is_entered && !entered.allowed(candidate.cell).contains(candidate.digit) {
            position.remove(candidate);
        }
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_placed_and_what_is_crossed_out_goes() {
        let puzzle: Puzzle = "1... .... .... ....".parse().unwrap();
        let position = enter(&puzzle, &read("12.. .... .... ....").unwrap()).unwrap();
        assert_eq!(position.placed().filled_count(), 2);
        assert!(!position.allows("r1c3=2".parse().unwrap()) && position.allows("r1c3=3".parse().unwrap()));
        assert!(enter(&puzzle, &read("2... .... .... ....").unwrap()).is_err());
        assert!(enter(&puzzle, &read("4x4").map_or_else(|_| puzzle.clone(), |other| other)).is_ok());
        assert!(read("12.x").is_err());
    }
}
