//! [`Answer`]: whether a puzzle has no solution, one, or many.

use std::fmt;
use std::str::FromStr;

use crate::Grid;
use crate::formats::PuzzleReadError;

/// The solutions of a puzzle, up to two of them. "None" and "many" are answers, not errors.
///
/// The text form is `none`, `one: GRID` or `many: GRID; GRID`, with grids as in [`Grid`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly one solution.
    One(Grid),
    /// The puzzle has at least these two different solutions.
    Many(Grid, Grid),
}

/// The text is not an [`Answer`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseAnswerError {
    /// The text does not begin with `none`, `one` or `many`, or has the wrong number of grids.
    Syntax,
    /// A grid cannot be read.
    Grid(PuzzleReadError),
}

impl Answer {
    /// The known solutions: none, one or two.
    pub fn solutions(&self) -> Vec<&Grid> {
        match self {
            Answer::None => vec![],
            Answer::One(grid) => vec![grid],
            Answer::Many(first, second) => vec![first, second],
        }
    }

    /// `none`, `one` or `many`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Answer::None => "none",
            Answer::One(_) => "one",
            Answer::Many(..) => "many",
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grids: Vec<String> = self.solutions().into_iter().map(Grid::exact_text).collect();
        let separator = if grids.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.as_str(), grids.join("; "))
    }
}

impl FromStr for Answer {
    type Err = ParseAnswerError;

    fn from_str(text: &str) -> Result<Answer, ParseAnswerError> {
        let grid = |text: &str| text.parse::<Grid>().map_err(ParseAnswerError::Grid);
        match text.split_once(": ") {
            None if text == "none" => Ok(Answer::None),
            Some(("one", solution)) => Ok(Answer::One(grid(solution)?)),
            Some(("many", solutions)) => {
                let (first, second) = solutions.split_once("; ").ok_or(ParseAnswerError::Syntax)?;
                Ok(Answer::Many(grid(first)?, grid(second)?))
            }
            _ => Err(ParseAnswerError::Syntax),
        }
    }
}

impl fmt::Display for ParseAnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseAnswerError::Syntax => f.write_str("expected `none`, `one: GRID` or `many: GRID; GRID`"),
            ParseAnswerError::Grid(_) => f.write_str("the answer contains an invalid grid"),
        }
    }
}

impl std::error::Error for ParseAnswerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ParseAnswerError::Syntax => None,
            ParseAnswerError::Grid(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn answers_read_back() {
        for board in [Board::CLASSIC, Board::new(3, 2).unwrap(), Board::of_side(36).unwrap()] {
            let mut other = Grid::empty(board);
            other.set(board.cell(1), board.digits().last());
            let one = Answer::One(Grid::empty(board));
            for answer in [Answer::None, one, Answer::Many(Grid::empty(board), other)] {
                assert_eq!(answer.to_string().parse(), Ok(answer));
            }
        }
        for text in ["", "none: ", "one", "two: 1", "many: 1234341221434321"] {
            assert_eq!(text.parse::<Answer>(), Err(ParseAnswerError::Syntax), "{text}");
        }
        assert!(matches!("one: 12".parse::<Answer>(), Err(ParseAnswerError::Grid(_))));
    }
}
