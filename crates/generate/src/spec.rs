//! Specification of puzzles, and the checks that refuse an impossible one without a search.

use std::fmt;
use std::ops::RangeInclusive;

use super::symmetry::{GivenPattern, Symmetry};
use qedoku_puzzle::{Board, House, HouseKind};

/// The properties of the puzzles to generate. They always have exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSpec {
    /// The board, up to 25x25.
    pub board: Board,
    /// The allowed numbers of givens. Ignored with a [pattern](GivenLayout::Pattern), which fixes the number.
    pub givens: RangeInclusive<usize>,
    /// Whether the puzzle is minimal: removing any given leads to a second solution. With a symmetry, removing any whole orbit
    /// does; a single given of an orbit may be redundant, but removing it would break the symmetry.
    pub minimal: bool,
    /// The cells that may hold givens.
    pub layout: GivenLayout,
}

/// The layout of the givens on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenLayout {
    /// Any set of cells with this symmetry.
    Symmetric(Symmetry),
    /// Exactly these cells.
    Pattern(GivenPattern),
}

/// The reason why no puzzle meets a specification. All reasons are found without a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleSpecError {
    /// The board is larger than 25x25.
    UnsupportedBoard(Board),
    /// The pattern is for another board.
    BoardMismatch {
        /// The board of the pattern.
        pattern: Board,
        /// The board of the specification.
        board: Board,
    },
    /// Every puzzle with one solution has more givens.
    TooFewGivens {
        /// The board.
        board: Board,
        /// The largest number of givens that the specification allows.
        max: usize,
        /// A lower bound on the number of givens.
        lower_bound: usize,
    },
    /// Every minimal puzzle has fewer givens, or the board has fewer cells.
    TooManyGivens {
        /// The board.
        board: Board,
        /// The smallest number of givens that the specification allows.
        min: usize,
        /// An upper bound on the number of givens.
        upper_bound: usize,
        /// Whether the bound is that of minimal puzzles.
        minimal: bool,
    },
    /// No union of orbits of the symmetry has such a number of cells.
    NoUnionOfOrbits(Symmetry, RangeInclusive<usize>),
    /// Two rows of a band, or two columns of a stack, have no givens. Swapping them gives a second solution.
    EmptyLines(House, House),
    /// A house whose cells are all given has a redundant given, so the puzzle is not minimal.
    FullHouse(House),
}

/// The largest supported side: the cell sets of the SAT generator have room for 25x25.
const MAX_SIDE: usize = 25;

impl PuzzleSpec {
    /// Minimal puzzles with any number of givens in any cells.
    pub fn new(board: Board) -> PuzzleSpec {
        let givens = 0..=board.cell_count();
        PuzzleSpec { board, givens, minimal: true, layout: GivenLayout::Symmetric(Symmetry::None) }
    }

    /// The default number of attempts in a row that may fail: some seconds of work on one core, up to a minute or two on the
    /// largest boards.
    pub fn default_tries(&self) -> u64 {
        match self.board.side() {
            9 if matches!(self.layout, GivenLayout::Pattern(_)) => 2_000,
            9 => 200_000,
            ..9 => 10_000,
            10..=12 => 500,
            13..=16 => 50,
            _ => 5,
        }
    }

    /// Whether every attempt succeeds: the specification restricts neither the number of givens nor their cells (except by a
    /// symmetry).
    pub fn always_succeeds(&self) -> bool {
        let any_number = *self.givens.start() == 0 && *self.givens.end() >= self.board.cell_count();
        any_number && matches!(self.layout, GivenLayout::Symmetric(_))
    }

    /// The number of attempts that one thread should run in one call of [`Generator::attempts`](super::Generator::attempts).
    ///
    /// 2,048 on 9x9, so that the batches of the SIMD engine stay full; 1 where attempts run one after the other.
    pub fn attempts_per_chunk(&self) -> u64 {
        let is_sequential = self.board != Board::CLASSIC || matches!(self.layout, GivenLayout::Pattern(_));
        if is_sequential { 1 } else { 2048 }
    }

    /// The orbits of the symmetry, or none for a pattern.
    pub(super) fn orbits(&self) -> Vec<Vec<usize>> {
        match &self.layout {
            GivenLayout::Symmetric(symmetry) => symmetry.orbits(self.board),
            GivenLayout::Pattern(_) => Vec::new(),
        }
    }

    /// Checks the conditions that are known without a search. `Ok` does not mean that such a puzzle exists.
    pub fn check(&self) -> Result<(), PuzzleSpecError> {
        if self.board.side() > MAX_SIDE {
            return Err(PuzzleSpecError::UnsupportedBoard(self.board));
        }
        match &self.layout {
            GivenLayout::Symmetric(symmetry) => {
                self.check_count(self.givens.clone())?;
                self.check_orbits(*symmetry)
            }
            GivenLayout::Pattern(pattern) => {
                self.check_count(pattern.given_count()..=pattern.given_count())?;
                self.check_pattern(pattern)
            }
        }
    }

    fn check_count(&self, givens: RangeInclusive<usize>) -> Result<(), PuzzleSpecError> {
        let board = self.board;
        let (min, max) = givens.into_inner();
        let lower_bound = min_givens(board);
        if max < lower_bound {
            return Err(PuzzleSpecError::TooFewGivens { board, max, lower_bound });
        }
        // In a row whose cells are all given, one given follows from the others.
        let upper_bound = if self.minimal { board.side() * (board.side() - 1) } else { board.cell_count() };
        if min > upper_bound {
            return Err(PuzzleSpecError::TooManyGivens { board, min, upper_bound, minimal: self.minimal });
        }
        Ok(())
    }

    /// Checks that some union of orbits has an allowed number of cells: a subset-sum table over the orbit sizes.
    fn check_orbits(&self, symmetry: Symmetry) -> Result<(), PuzzleSpecError> {
        let mut reachable = vec![false; self.board.cell_count() + 1];
        reachable[0] = true;
        for orbit in symmetry.orbits(self.board) {
            for sum in (orbit.len()..reachable.len()).rev() {
                reachable[sum] |= reachable[sum - orbit.len()];
            }
        }
        let is_possible = self.givens.clone().any(|sum| reachable.get(sum) == Some(&true));
        if is_possible { Ok(()) } else { Err(PuzzleSpecError::NoUnionOfOrbits(symmetry, self.givens.clone())) }
    }

    fn check_pattern(&self, pattern: &GivenPattern) -> Result<(), PuzzleSpecError> {
        let board = self.board;
        if pattern.board() != board {
            return Err(PuzzleSpecError::BoardMismatch { pattern: pattern.board(), board });
        }
        let mut given = vec![false; board.cell_count()];
        pattern.cells().for_each(|cell| given[cell] = true);
        let givens_in = |house: House| board.cells_of(house).filter(|cell| given[board.index(*cell)]).count();
        for (kind, depth) in [(HouseKind::Row, board.box_height()), (HouseKind::Column, board.box_width())] {
            for second in 0..board.side() {
                // The lines before `second` in its band or stack.
                for first in second / depth * depth..second {
                    let [first, second] = [first, second].map(|index| House::new(kind, index));
                    if givens_in(first) + givens_in(second) == 0 {
                        return Err(PuzzleSpecError::EmptyLines(first, second));
                    }
                }
            }
        }
        let full = self.minimal.then(|| board.houses().find(|house| givens_in(*house) == board.side()));
        full.flatten().map_or(Ok(()), |house| Err(PuzzleSpecError::FullHouse(house)))
    }
}

/// A lower bound on the givens of a puzzle with one solution.
///
/// 17 on 9x9: G. `McGuire`, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012 (Experimental Mathematics, 2014). 4 on 4x4
/// and 8 on 6x6 are known by exhaustive enumeration too. In general, two digits that are not given can be swapped, so at least
/// side - 1 digits are given.
fn min_givens(board: Board) -> usize {
    match board.side() {
        4 => 4,
        6 => 8,
        9 => 17,
        side => side - 1,
    }
}

impl fmt::Display for PuzzleSpec {
    /// `minimal 9x9 puzzle with 20 givens and the symmetry rotate180`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.board.side();
        write!(f, "{}{side}x{side} puzzle", if self.minimal { "minimal " } else { "" })?;
        let symmetry = match &self.layout {
            GivenLayout::Pattern(pattern) => {
                return write!(f, " with givens in exactly the {} cells of the pattern", pattern.given_count());
            }
            GivenLayout::Symmetric(symmetry) => symmetry,
        };
        match (*self.givens.start(), *self.givens.end()) {
            (0, max) if max >= self.board.cell_count() => {}
            (min, max) if min == max => write!(f, " with {min} givens")?,
            (0, max) => write!(f, " with at most {max} givens")?,
            (min, max) if max >= self.board.cell_count() => write!(f, " with at least {min} givens")?,
            (min, max) => write!(f, " with {min} to {max} givens")?,
        }
        match symmetry {
            Symmetry::None => Ok(()),
            symmetry => write!(f, " and the symmetry {symmetry}"),
        }
    }
}

impl fmt::Display for PuzzleSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleSpecError::UnsupportedBoard(board) => {
                write!(f, "cannot generate puzzles for boards above 25x25, such as {board}")
            }
            PuzzleSpecError::BoardMismatch { pattern, board } => {
                write!(f, "the pattern is for {pattern}, not for {board}")
            }
            PuzzleSpecError::TooFewGivens { board, max, lower_bound } => {
                let side = board.side();
                write!(f, "a {side}x{side} puzzle with one solution has at least {lower_bound} givens, not {max}")?;
                f.write_str(if *board == Board::CLASSIC { " (McGuire et al. 2012)" } else { "" })
            }
            PuzzleSpecError::TooManyGivens { board, min, upper_bound, minimal: true } => {
                let side = board.side();
                write!(
                    f,
                    "a minimal {side}x{side} puzzle has at most {upper_bound} givens, not {min}: \
                     in a row whose cells are all given, one given is redundant"
                )
            }
            PuzzleSpecError::TooManyGivens { board, min, upper_bound, minimal: false } => {
                write!(f, "cannot place {min} givens on a board {board}: it has {upper_bound} cells")
            }
            PuzzleSpecError::NoUnionOfOrbits(symmetry, givens) => {
                write!(f, "with the symmetry {symmetry} there is no way to place {} givens", format_range(givens))
            }
            PuzzleSpecError::EmptyLines(first, second) => {
                write!(f, "{first} and {second} have no givens: swapping them gives a second solution")
            }
            PuzzleSpecError::FullHouse(house) => {
                write!(f, "every cell of {house} is given, so one given is redundant: the puzzle is not minimal")
            }
        }
    }
}

impl std::error::Error for PuzzleSpecError {}

/// `24` or `20 to 23`.
fn format_range(givens: &RangeInclusive<usize>) -> String {
    match (givens.start(), givens.end()) {
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(spec: &PuzzleSpec) -> String {
        spec.check().map_or_else(|error| error.to_string(), |()| "possible".to_owned())
    }

    fn classic_message(givens: RangeInclusive<usize>, symmetry: Symmetry, minimal: bool) -> String {
        let layout = GivenLayout::Symmetric(symmetry);
        message(&PuzzleSpec { givens, minimal, layout, ..PuzzleSpec::new(Board::CLASSIC) })
    }

    #[test]
    fn impossible_numbers_of_givens_are_refused_without_a_search() {
        assert!(classic_message(16..=16, Symmetry::None, true).contains("at least 17 givens, not 16"));
        assert!(classic_message(79..=79, Symmetry::None, true).contains("at most 72 givens, not 79"));
        assert_eq!(classic_message(79..=79, Symmetry::None, false), "possible");
        assert!(classic_message(82..=90, Symmetry::None, false).contains("it has 81 cells"));
        assert!(classic_message(26..=27, Symmetry::Rotate90, true).contains("no way to place 26 to 27 givens"));
        assert_eq!(classic_message(24..=25, Symmetry::Rotate90, true), "possible");
        assert!(message(&PuzzleSpec::new(Board::of_side(36).unwrap())).contains("above 25x25"));
        assert_eq!(message(&PuzzleSpec::new(Board::of_side(25).unwrap())), "possible");
    }

    #[test]
    fn impossible_patterns_are_refused_without_a_search() {
        let pattern = |text: &str, minimal| {
            let pattern = GivenPattern::parse(text, None).unwrap();
            let board = pattern.board();
            message(&PuzzleSpec { minimal, layout: GivenLayout::Pattern(pattern), ..PuzzleSpec::new(board) })
        };
        let rows = |rows: [&str; 9]| rows.concat();
        let (x, o) = ("xxxx.xxxx", ".........");
        assert!(pattern(&rows([x, o, o, x, x, x, x, x, x]), false).contains("row 2 and row 3 have no givens"));
        assert!(pattern(&"xx.x.xx.x".repeat(9), true).contains("every cell of column 1 is given"));
        assert_eq!(pattern(&"xx.x.xx.x".repeat(9), false), "possible");
        assert!(pattern(&"..xx.xxx.".repeat(9), false).contains("column 1 and column 2 have no givens"));
        assert!(pattern(&rows([x, x, o, x, o, x, o, o, x]), false).contains("row 7 and row 8"));
        assert!(pattern("x...........x...", true).contains("at least 4 givens, not 2"));
    }

    #[test]
    fn specifications_are_displayed_as_a_noun_phrase() {
        let layout = GivenLayout::Symmetric(Symmetry::Full);
        let spec = PuzzleSpec { givens: 20..=20, layout, ..PuzzleSpec::new(Board::CLASSIC) };
        assert_eq!(spec.to_string(), "minimal 9x9 puzzle with 20 givens and the symmetry full");
        assert_eq!(PuzzleSpec { minimal: false, ..PuzzleSpec::new(Board::CLASSIC) }.to_string(), "9x9 puzzle");
        assert_eq!(
            PuzzleSpec { givens: 0..=20, ..PuzzleSpec::new(Board::CLASSIC) }.to_string(),
            "minimal 9x9 puzzle with at most 20 givens"
        );
    }
}
