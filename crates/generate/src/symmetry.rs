//! Where givens may stand: symmetries, and patterns drawn by hand.

use std::fmt;

use qedoku_puzzle::Board;

/// A symmetry of the places of the givens. Their digits are free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// The same after half a turn.
    Rotate180,
    /// The same after a quarter turn.
    Rotate90,
    /// Left and right are mirror images.
    Mirror,
    /// Top and bottom are mirror images.
    Flip,
    /// Left and right, and top and bottom.
    Both,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
    /// Mirrored at both diagonals.
    Diagonals,
    /// All of these at once.
    Full,
}

/// Which cells hold givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    board: Board,
    given: Box<[bool]>,
}

/// Why a text is no pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternError {
    /// The number of cells is that of no board.
    Cells(usize),
    /// It is for another board than was asked for.
    OtherBoard(usize, Board),
}

type Turn = fn(usize, usize, usize) -> (usize, usize);

impl Symmetry {
    /// All, with their names.
    pub const ALL: [(Symmetry, &str); 10] = [
        (Symmetry::None, "none"),
        (Symmetry::Rotate180, "rotate180"),
        (Symmetry::Rotate90, "rotate90"),
        (Symmetry::Mirror, "mirror"),
        (Symmetry::Flip, "flip"),
        (Symmetry::Both, "both"),
        (Symmetry::Diagonal, "diagonal"),
        (Symmetry::Antidiagonal, "antidiagonal"),
        (Symmetry::Diagonals, "diagonals"),
        (Symmetry::Full, "full"),
    ];

    /// The name of this symmetry.
    pub fn name(self) -> &'static str {
        Symmetry::ALL[self as usize].1
    }

    /// The groups of cells that hold givens together or not at all, each and all in reading order.
    pub fn orbits(self, board: Board) -> Vec<Vec<usize>> {
        let side = board.side();
        let mut seen = vec![false; board.cell_count()];
        let mut orbits = Vec::new();
        for start in 0..board.cell_count() {
            let mut orbit = Vec::new();
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if !std::mem::replace(&mut seen[cell], true) {
                    orbit.push(cell);
                    let turned = |turn: &Turn| turn(cell / side, cell % side, side - 1);
                    open.extend(self.turns().iter().map(turned).map(|(row, column)| row * side + column));
                }
            }
            orbit.sort_unstable();
            orbits.extend((!orbit.is_empty()).then_some(orbit));
        }
        orbits
    }

    /// What may be done to a board, as places of (row, column) where `last` is the last row and column.
    fn turns(self) -> &'static [Turn] {
        const HALF_TURN: Turn = |row, column, last| (last - row, last - column);
        const QUARTER_TURN: Turn = |row, column, last| (column, last - row);
        const MIRROR: Turn = |row, column, last| (row, last - column);
        const FLIP: Turn = |row, column, last| (last - row, column);
        const DIAGONAL: Turn = |row, column, _| (column, row);
        const ANTIDIAGONAL: Turn = |row, column, last| (last - column, last - row);
        match self {
            Symmetry::None => &[],
            Symmetry::Rotate180 => &[HALF_TURN],
            Symmetry::Rotate90 => &[QUARTER_TURN],
            Symmetry::Mirror => &[MIRROR],
            Symmetry::Flip => &[FLIP],
            Symmetry::Both => &[MIRROR, FLIP],
            Symmetry::Diagonal => &[DIAGONAL],
            Symmetry::Antidiagonal => &[ANTIDIAGONAL],
            Symmetry::Diagonals => &[DIAGONAL, ANTIDIAGONAL],
            Symmetry::Full => &[QUARTER_TURN, MIRROR],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Pattern {
    /// The pattern of a text: the cells row by row, `.`, `0`, `_` or `-` for an open one and any other symbol for a given.
    /// Spaces and lines of `|`, `+` and `-` between the boxes do no harm. Without a board, the usual one of the size.
    ///
    /// A line of dashes is a border, unless only with the cells that it may stand for there are enough for a board.
    pub fn read(text: &str, board: Option<Board>) -> Result<Pattern, PatternError> {
        let with_borders = Pattern::of_cells(cells(text, is_border), board);
        with_borders.or_else(|error| {
            let is_certain = |line: &str| is_border(line) && line.contains(['+', '=']);
            Pattern::of_cells(cells(text, is_certain), board).map_err(|_| error)
        })
    }

    fn of_cells(given: Box<[bool]>, board: Option<Board>) -> Result<Pattern, PatternError> {
        let side = given.len().isqrt();
        let board = match board {
            None => Board::of_side(side).map_err(|_| PatternError::Cells(given.len()))?,
            Some(board) => board,
        };
        match given.len() {
            cells if cells == board.cell_count() => Ok(Pattern { board, given }),
            cells if cells == side * side => Err(PatternError::OtherBoard(side, board)),
            cells => Err(PatternError::Cells(cells)),
        }
    }

    /// The board that it is for.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The numbers of the cells that hold givens, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.given.len()).filter(|cell| self.given[*cell])
    }

    /// How many cells hold givens.
    pub fn given_count(&self) -> usize {
        self.cells().count()
    }
}

/// Which cells of a picture are given.
fn cells(text: &str, is_border: impl Fn(&str) -> bool) -> Box<[bool]> {
    let symbols = text.lines().filter(|line| !is_border(line)).flat_map(str::chars);
    let cells = symbols.filter(|symbol| !symbol.is_whitespace() && *symbol != '|' && *symbol != '\u{feff}');
    cells.map(|symbol| !".0_-".contains(symbol)).collect()
}

fn is_border(line: &str) -> bool {
    line.chars().all(|symbol| "+-=| \t\r".contains(symbol))
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Cells(0) => write!(f, "expected a picture of a board, found no cells"),
            PatternError::Cells(cells) => {
                write!(f, "expected a picture of a board, such as 81 cells for 9x9, found {cells} cells")
            }
            PatternError::OtherBoard(side, board) => write!(f, "the pattern is {side}x{side}, the board {board}"),
        }
    }
}

impl std::error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_in_one_orbit_and_orbits_have_the_size_of_the_symmetry() {
        let largest = [1, 2, 4, 2, 2, 4, 2, 2, 4, 8];
        for side in [4, 6, 9, 16] {
            let board = Board::of_side(side).unwrap();
            for ((symmetry, name), largest) in Symmetry::ALL.into_iter().zip(largest) {
                let orbits = symmetry.orbits(board);
                let mut cells: Vec<usize> = orbits.iter().flatten().copied().collect();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..board.cell_count()), "{name} {side}");
                assert_eq!(orbits.iter().map(Vec::len).max(), Some(largest), "{name} {side}");
                assert_eq!((symmetry.name(), symmetry.to_string()), (name, name.to_owned()));
            }
        }
    }

    #[test]
    fn orbits_are_what_the_names_say() {
        let board = Board::of_side(4).unwrap();
        let of_second = |symmetry: Symmetry| {
            symmetry.orbits(board).into_iter().find(|orbit| orbit.contains(&1)).expect("every cell is in an orbit")
        };
        assert_eq!(of_second(Symmetry::None), [1]);
        assert_eq!(of_second(Symmetry::Rotate180), [1, 14]);
        assert_eq!(of_second(Symmetry::Rotate90), [1, 7, 8, 14]);
        assert_eq!(of_second(Symmetry::Mirror), [1, 2]);
        assert_eq!(of_second(Symmetry::Flip), [1, 13]);
        assert_eq!(of_second(Symmetry::Both), [1, 2, 13, 14]);
        assert_eq!(of_second(Symmetry::Diagonal), [1, 4]);
        assert_eq!(of_second(Symmetry::Antidiagonal), [1, 11]);
        assert_eq!(of_second(Symmetry::Diagonals), [1, 4, 11, 14]);
        assert_eq!(of_second(Symmetry::Full), [1, 2, 4, 7, 8, 11, 13, 14]);
    }

    #[test]
    fn patterns_are_read_with_and_without_borders() {
        let cells = |text: &str| Pattern::read(text, None).unwrap().cells().collect::<Vec<_>>();
        assert_eq!(cells("x..1 .#.. ____ 000*"), [0, 3, 5, 15]);
        assert_eq!(cells("x . | . 1\n. # | - -\r\n----+----\n_ _ | _ _\n0 0 | 0 *\n"), [0, 3, 5, 15]);
        assert_eq!(cells("x--1\n-#--\n----\n---*\n"), [0, 3, 5, 15], "the third row is no border");
        assert_eq!(cells("x- | -1\n-# | --\n---+---\n-- | --\n-- | -*\n"), [0, 3, 5, 15]);
        assert_eq!(cells("-------\nx.|.1\n.#|..\n-------\n..|..\n..|.*\n-------\n"), [0, 3, 5, 15]);
        let wrong = |text: &str, board| Pattern::read(text, board).unwrap_err().to_string();
        assert!(wrong("...", None).ends_with("found 3 cells") && wrong("", None).ends_with("found no cells"));
        assert_eq!(wrong(&".".repeat(16), Some(Board::CLASSIC)), "the pattern is 4x4, the board 9x9 with boxes 3x3");
        assert_eq!(Pattern::read(&"x".repeat(36), Some(Board::new(3, 2).unwrap())).unwrap().given_count(), 36);
    }
}
