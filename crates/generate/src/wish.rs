//! What is wished for, and what can be said about it before anything is tried.

use std::fmt;
use std::ops::RangeInclusive;

use super::symmetry::{Pattern, Symmetry};
use qedoku_puzzle::{Board, House, HouseKind};

/// What puzzles to make. They always have exactly one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The board, up to 25x25.
    pub board: Board,
    /// How many givens.
    pub givens: RangeInclusive<usize>,
    /// Whether no given may be dropped without a second solution. With a symmetry: no group of givens that it holds together;
    /// some of a group might be dropped, but then the symmetry would be lost.
    pub minimal: bool,
    /// Where the givens may stand.
    pub places: Places,
}

/// Where givens may stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Places {
    /// Anywhere, as long as the places have this symmetry.
    Symmetric(Symmetry),
    /// In exactly these cells.
    Pattern(Pattern),
}

/// Why there is no such puzzle. None of these needs a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// The board is too large to make puzzles for.
    Board(Board),
    /// The pattern is for another board.
    OtherBoard(Board, Board),
    /// No puzzle on this board with so few givens has one solution.
    TooFew {
        /// The board.
        board: Board,
        /// The most givens that were allowed.
        wished: usize,
        /// The fewest that there must be.
        least: usize,
    },
    /// No minimal puzzle on this board has so many givens, or the board has not so many cells.
    TooMany {
        /// The board.
        board: Board,
        /// The fewest givens that were asked for.
        wished: usize,
        /// The most that there can be.
        most: usize,
        /// Whether a puzzle that need not be minimal could have more.
        minimal: bool,
    },
    /// The groups of cells of this symmetry cannot make up such a number.
    Groups(Symmetry, RangeInclusive<usize>),
    /// Two rows of a band (or columns of a stack) without givens can change places.
    Lines(House, House),
    /// A house whose every cell is given has a given to spare: the puzzle is not minimal.
    FullHouse(House),
}

/// The largest board.
const MOST_SIDE: usize = 25;

impl Wish {
    /// Minimal puzzles on this board, with any number of givens anywhere.
    pub fn new(board: Board) -> Wish {
        let givens = 0..=board.cell_count();
        Wish { board, givens, minimal: true, places: Places::Symmetric(Symmetry::None) }
    }

    /// How many attempts in a row may fail before the search is given up, unless somebody says otherwise: some seconds of
    /// work on one core, up to a minute or two on the largest boards.
    pub fn usual_tries(&self) -> u64 {
        match self.board.side() {
            9 if matches!(self.places, Places::Pattern(_)) => 2_000,
            9 => 200_000,
            ..9 => 10_000,
            10..=12 => 500,
            13..=16 => 50,
            _ => 5,
        }
    }

    /// Whether every attempt succeeds: there is nothing to miss but a number of givens or a pattern.
    pub fn is_always_met(&self) -> bool {
        let any_number = *self.givens.start() == 0 && *self.givens.end() >= self.board.cell_count();
        any_number && matches!(self.places, Places::Symmetric(_))
    }

    /// So many attempts are best made by one thread at a time.
    pub fn side_by_side(&self) -> u64 {
        let is_alone = self.board != Board::CLASSIC || matches!(self.places, Places::Pattern(_));
        if is_alone { 1 } else { 2048 }
    }

    /// The groups of cells that hold givens together or not at all; with a pattern, none.
    pub(super) fn orbits(&self) -> Vec<Vec<usize>> {
        match &self.places {
            Places::Symmetric(symmetry) => symmetry.orbits(self.board),
            Places::Pattern(_) => Vec::new(),
        }
    }

    /// Whether it is known without a search that there is no such puzzle.
    pub fn check(&self) -> Result<(), Impossible> {
        if self.board.side() > MOST_SIDE {
            return Err(Impossible::Board(self.board));
        }
        match &self.places {
            Places::Symmetric(symmetry) => {
                self.check_count(self.givens.clone())?;
                self.check_groups(*symmetry)
            }
            Places::Pattern(pattern) => {
                self.check_count(pattern.given_count()..=pattern.given_count())?;
                self.check_pattern(pattern)
            }
        }
    }

    fn check_count(&self, givens: RangeInclusive<usize>) -> Result<(), Impossible> {
        let (board, wished) = (self.board, *givens.end());
        let least = fewest(board);
        if wished < least {
            return Err(Impossible::TooFew { board, wished, least });
        }
        let most = if self.minimal { board.side() * (board.side() - 1) } else { board.cell_count() };
        match *givens.start() {
            wished if wished > most => Err(Impossible::TooMany { board, wished, most, minimal: self.minimal }),
            _ => Ok(()),
        }
    }

    /// Which numbers can be made up of groups: a bit for each.
    fn check_groups(&self, symmetry: Symmetry) -> Result<(), Impossible> {
        let mut sums = vec![false; self.board.cell_count() + 1];
        sums[0] = true;
        for orbit in symmetry.orbits(self.board) {
            for sum in (orbit.len()..sums.len()).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        let can_be = self.givens.clone().any(|sum| sums.get(sum) == Some(&true));
        if can_be { Ok(()) } else { Err(Impossible::Groups(symmetry, self.givens.clone())) }
    }

    fn check_pattern(&self, pattern: &Pattern) -> Result<(), Impossible> {
        let board = self.board;
        if pattern.board() != board {
            return Err(Impossible::OtherBoard(pattern.board(), board));
        }
        let mut given = vec![false; board.cell_count()];
        pattern.cells().for_each(|cell| given[cell] = true);
        let in_house = |house: House| board.cells_of(house).filter(|cell| given[board.index(*cell)]).count();
        for (kind, depth) in [(HouseKind::Row, board.box_height()), (HouseKind::Column, board.box_width())] {
            for second in 0..board.side() {
                for first in second / depth * depth..second {
                    let [first, second] = [first, second].map(|index| House::new(kind, index));
                    if in_house(first) + in_house(second) == 0 {
                        return Err(Impossible::Lines(first, second));
                    }
                }
            }
        }
        let full = self.minimal.then(|| board.houses().find(|house| in_house(*house) == board.side()));
        full.flatten().map_or(Ok(()), |house| Err(Impossible::FullHouse(house)))
    }
}

/// So many givens must there be, as far as is known. 17 on 9x9: G. `McGuire`, B. Tugemann, G. Civario, There is no 16-clue
/// Sudoku, 2012; 4 on 4x4 and 8 on 6x6 were counted as well. In general, two digits that are not given could change places.
fn fewest(board: Board) -> usize {
    match board.side() {
        4 => 4,
        6 => 8,
        9 => 17,
        side => side - 1,
    }
}

impl fmt::Display for Wish {
    /// `minimal 9x9 puzzle with 20 givens and symmetry rotate180`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.board.side();
        write!(f, "{}{side}x{side} puzzle", if self.minimal { "minimal " } else { "" })?;
        match &self.places {
            Places::Pattern(pattern) => {
                return write!(f, " with givens in exactly the {} cells of the pattern", pattern.given_count());
            }
            Places::Symmetric(_) => {}
        }
        let (least, most) = (*self.givens.start(), *self.givens.end());
        match (least, most) {
            (0, most) if most >= self.board.cell_count() => {}
            _ if least == most => write!(f, " with {least} givens")?,
            (0, most) => write!(f, " with at most {most} givens")?,
            (least, most) if most >= self.board.cell_count() => write!(f, " with at least {least} givens")?,
            (least, most) => write!(f, " with {least} to {most} givens")?,
        }
        match &self.places {
            Places::Symmetric(Symmetry::None) | Places::Pattern(_) => Ok(()),
            Places::Symmetric(symmetry) => write!(f, " and the symmetry {symmetry}"),
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::Board(board) => write!(f, "no puzzles are made for boards above 25x25, such as {board}"),
            Impossible::OtherBoard(pattern, board) => write!(f, "the pattern is for {pattern}, not for {board}"),
            Impossible::TooFew { board, wished, least } if *board == Board::CLASSIC => {
                write!(f, "a 9x9 puzzle with one solution has {least} givens or more, never {wished} (McGuire 2012)")
            }
            Impossible::TooFew { board, wished, least } => {
                let side = board.side();
                write!(f, "a {side}x{side} puzzle with one solution has {least} givens or more, never {wished}")
            }
            Impossible::TooMany { board, wished, most, minimal: true } => {
                let side = board.side();
                write!(
                    f,
                    "a minimal {side}x{side} puzzle has {most} givens or fewer, never {wished}: \
                     a row whose every cell is given has one to spare"
                )
            }
            Impossible::TooMany { board, wished, most, minimal: false } => {
                write!(f, "{wished} givens on a board {board}: it has {most} cells")
            }
            Impossible::Groups(symmetry, givens) => {
                write!(f, "with the symmetry {symmetry} there is no way to place {} givens", range(givens))
            }
            Impossible::Lines(first, second) => {
                write!(
                    f,
                    "{first} and {second} are without givens: they could change places, so there are two solutions"
                )
            }
            Impossible::FullHouse(house) => {
                write!(f, "every cell of {house} is given, so one of them can be dropped: the puzzle is not minimal")
            }
        }
    }
}

impl std::error::Error for Impossible {}

fn range(givens: &RangeInclusive<usize>) -> String {
    match (givens.start(), givens.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(wish: &Wish) -> String {
        wish.check().map_or_else(|impossible| impossible.to_string(), |()| "possible".to_owned())
    }

    fn with(givens: RangeInclusive<usize>, symmetry: Symmetry, minimal: bool) -> String {
        told(&Wish { givens, minimal, places: Places::Symmetric(symmetry), ..Wish::new(Board::CLASSIC) })
    }

    #[test]
    fn numbers_that_cannot_be_are_known_before_the_search() {
        assert!(with(16..=16, Symmetry::None, true).contains("17 givens or more, never 16"));
        assert!(with(79..=79, Symmetry::None, true).contains("72 givens or fewer, never 79"));
        assert_eq!(with(79..=79, Symmetry::None, false), "possible");
        assert!(with(82..=90, Symmetry::None, false).contains("it has 81 cells"));
        assert!(with(26..=27, Symmetry::Rotate90, true).contains("no way to place 26 to 27 givens"));
        assert_eq!(with(24..=25, Symmetry::Rotate90, true), "possible");
        assert!(told(&Wish::new(Board::of_side(36).unwrap())).contains("above 25x25"));
        assert_eq!(told(&Wish::new(Board::of_side(25).unwrap())), "possible");
    }

    #[test]
    fn patterns_that_cannot_be_are_known_before_the_search() {
        let pattern = |text: &str, minimal| {
            let pattern = Pattern::read(text, None).unwrap();
            told(&Wish { minimal, places: Places::Pattern(pattern.clone()), ..Wish::new(pattern.board()) })
        };
        let rows = |rows: [&str; 9]| rows.concat();
        let (x, o) = ("xxxx.xxxx", ".........");
        assert!(pattern(&rows([x, o, o, x, x, x, x, x, x]), false).contains("row 2 and row 3 are without givens"));
        assert!(pattern(&"xx.x.xx.x".repeat(9), true).contains("every cell of column 1 is given"));
        assert_eq!(pattern(&"xx.x.xx.x".repeat(9), false), "possible");
        assert!(pattern(&"..xx.xxx.".repeat(9), false).contains("column 1 and column 2 are without givens"));
        assert!(pattern(&rows([x, x, o, x, o, x, o, o, x][..].try_into().unwrap()), false).contains("row 7 and row 8"));
        assert!(pattern("x...........x...", true).contains("4 givens or more, never 2"));
    }

    #[test]
    fn a_wish_is_told_in_words() {
        let wish = Wish { givens: 20..=20, places: Places::Symmetric(Symmetry::Full), ..Wish::new(Board::CLASSIC) };
        assert_eq!(wish.to_string(), "minimal 9x9 puzzle with 20 givens and the symmetry full");
        assert_eq!(Wish { minimal: false, ..Wish::new(Board::CLASSIC) }.to_string(), "9x9 puzzle");
        assert_eq!(
            Wish { givens: 0..=20, ..Wish::new(Board::CLASSIC) }.to_string(),
            "minimal 9x9 puzzle with at most 20 givens"
        );
    }
}
