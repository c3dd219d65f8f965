//! Layouts of givens: symmetries of the board, and patterns read from text.

use std::fmt;
use std::str::FromStr;

use qedoku_puzzle::Board;

/// A symmetry of the cells that hold givens. It does not restrict their digits.
///
/// Diagonal symmetries exist on boards with rectangular boxes too, because only cells are mapped to each other, not boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotate180,
    /// Rotation by 90 degrees.
    Rotate90,
    /// Reflection that swaps left and right.
    Mirror,
    /// Reflection that swaps top and bottom.
    Flip,
    /// Both of these reflections.
    Both,
    /// Reflection in the main diagonal, from the top left.
    Diagonal,
    /// Reflection in the antidiagonal, from the top right.
    Antidiagonal,
    /// Reflection in both diagonals.
    Diagonals,
    /// All symmetries of the square.
    Full,
}

/// The set of cells that hold givens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenPattern {
    board: Board,
    given: Box<[bool]>,
}

/// The reason why a text is not a pattern of givens.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GivenPatternError {
    /// No board has this number of cells.
    CellCount(usize),
    /// The pattern has another side than the requested board.
    BoardMismatch {
        /// The side of the pattern.
        side: usize,
        /// The requested board.
        board: Board,
    },
}

/// Maps (row, column, last index of a line) to the row and column of the image.
type Transform = fn(usize, usize, usize) -> (usize, usize);

impl Symmetry {
    /// All symmetries with their names, in the order of the variants.
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

    /// The orbits of the cells: either all cells of an orbit hold givens or none. Both the cells of an orbit and the orbits are
    /// in reading order.
    pub fn orbits(self, board: Board) -> Vec<Vec<usize>> {
        let side = board.side();
        let mut seen = vec![false; board.cell_count()];
        let mut orbits = Vec::new();
        for start in 0..board.cell_count() {
            let mut orbit = Vec::new();
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if !std::mem::replace(&mut seen[cell], true) {
                    orbit.push(cell);
                    let image = |transform: &Transform| transform(cell / side, cell % side, side - 1);
                    let images = self.generators().iter().map(image);
                    stack.extend(images.map(|(row, column)| row * side + column));
                }
            }
            orbit.sort_unstable();
            orbits.extend((!orbit.is_empty()).then_some(orbit));
        }
        orbits
    }

    /// Generators of the symmetry group. Their closure on a cell is its orbit.
    fn generators(self) -> &'static [Transform] {
        const HALF_TURN: Transform = |row, column, last| (last - row, last - column);
        const QUARTER_TURN: Transform = |row, column, last| (column, last - row);
        const MIRROR: Transform = |row, column, last| (row, last - column);
        const FLIP: Transform = |row, column, last| (last - row, column);
        const DIAGONAL: Transform = |row, column, _| (column, row);
        const ANTIDIAGONAL: Transform = |row, column, last| (last - column, last - row);
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

impl GivenPattern {
    /// Parses a pattern: the cells row by row, `.`, `0`, `_` or `-` for an open cell and any other symbol for a given. White
    /// space, `|` and borders such as `---+---` between the boxes are skipped. Without a board, the number of cells selects
    /// [`Board::of_side`].
    ///
    /// A line of dashes may be a border or a row of open cells. It is a border, unless the text then has the wrong number of
    /// cells and has the right one if such lines are rows.
    pub fn parse(text: &str, board: Option<Board>) -> Result<GivenPattern, GivenPatternError> {
        let with_borders = GivenPattern::from_cells(parse_cells(text, is_border), board);
        with_borders.or_else(|error| {
            let is_certainly_border = |line: &str| is_border(line) && line.contains(['+', '=']);
            GivenPattern::from_cells(parse_cells(text, is_certainly_border), board).map_err(|_| error)
        })
    }

    fn from_cells(given: Box<[bool]>, board: Option<Board>) -> Result<GivenPattern, GivenPatternError> {
        let side = given.len().isqrt();
        let board = match board {
            None => Board::of_side(side).map_err(|_| GivenPatternError::CellCount(given.len()))?,
            Some(board) => board,
        };
        match given.len() {
            cells if cells == board.cell_count() => Ok(GivenPattern { board, given }),
            cells if cells == side * side => Err(GivenPatternError::BoardMismatch { side, board }),
            cells => Err(GivenPatternError::CellCount(cells)),
        }
    }

    /// The board of the pattern.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The indices of the cells that hold givens, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.given.len()).filter(|cell| self.given[*cell])
    }

    /// The number of cells that hold givens.
    pub fn given_count(&self) -> usize {
        self.cells().count()
    }
}

impl FromStr for GivenPattern {
    type Err = GivenPatternError;

    fn from_str(text: &str) -> Result<GivenPattern, GivenPatternError> {
        GivenPattern::parse(text, None)
    }
}

/// Whether each cell of the text holds a given. Lines for which `is_border` holds are skipped.
fn parse_cells(text: &str, is_border: impl Fn(&str) -> bool) -> Box<[bool]> {
    let symbols = text.lines().filter(|line| !is_border(line)).flat_map(str::chars);
    let cells = symbols.filter(|symbol| !symbol.is_whitespace() && *symbol != '|' && *symbol != '\u{feff}');
    cells.map(|symbol| !".0_-".contains(symbol)).collect()
}

fn is_border(line: &str) -> bool {
    line.chars().all(|symbol| "+-=| \t\r".contains(symbol))
}

impl fmt::Display for GivenPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenPatternError::CellCount(0) => write!(f, "expected the cells of a board, found no cells"),
            GivenPatternError::CellCount(cells) => {
                write!(f, "expected the cells of a board, such as 81 for 9x9, found {cells} cells")
            }
            GivenPatternError::BoardMismatch { side, board } => {
                write!(f, "the pattern is {side}x{side}, the board is {board}")
            }
        }
    }
}

impl std::error::Error for GivenPatternError {}

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
    fn orbits_of_a_cell_match_the_names_of_the_symmetries() {
        let board = Board::of_side(4).unwrap();
        let orbit_of_r1c2 = |symmetry: Symmetry| {
            symmetry.orbits(board).into_iter().find(|orbit| orbit.contains(&1)).expect("every cell is in an orbit")
        };
        assert_eq!(orbit_of_r1c2(Symmetry::None), [1]);
        assert_eq!(orbit_of_r1c2(Symmetry::Rotate180), [1, 14]);
        assert_eq!(orbit_of_r1c2(Symmetry::Rotate90), [1, 7, 8, 14]);
        assert_eq!(orbit_of_r1c2(Symmetry::Mirror), [1, 2]);
        assert_eq!(orbit_of_r1c2(Symmetry::Flip), [1, 13]);
        assert_eq!(orbit_of_r1c2(Symmetry::Both), [1, 2, 13, 14]);
        assert_eq!(orbit_of_r1c2(Symmetry::Diagonal), [1, 4]);
        assert_eq!(orbit_of_r1c2(Symmetry::Antidiagonal), [1, 11]);
        assert_eq!(orbit_of_r1c2(Symmetry::Diagonals), [1, 4, 11, 14]);
        assert_eq!(orbit_of_r1c2(Symmetry::Full), [1, 2, 4, 7, 8, 11, 13, 14]);
    }

    #[test]
    fn patterns_are_parsed_with_and_without_borders() {
        let cells = |text: &str| GivenPattern::parse(text, None).unwrap().cells().collect::<Vec<_>>();
        assert_eq!(cells("x..1 .#.. ____ 000*"), [0, 3, 5, 15]);
        assert_eq!(cells("x . | . 1\n. # | - -\r\n----+----\n_ _ | _ _\n0 0 | 0 *\n"), [0, 3, 5, 15]);
        assert_eq!(cells("x--1\n-#--\n----\n---*\n"), [0, 3, 5, 15], "the third row is not a border");
        assert_eq!(cells("x- | -1\n-# | --\n---+---\n-- | --\n-- | -*\n"), [0, 3, 5, 15]);
        assert_eq!(cells("-------\nx.|.1\n.#|..\n-------\n..|..\n..|.*\n-------\n"), [0, 3, 5, 15]);
        let message = |text: &str, board| GivenPattern::parse(text, board).unwrap_err().to_string();
        assert!(message("...", None).ends_with("found 3 cells") && message("", None).ends_with("found no cells"));
        assert_eq!(
            message(&".".repeat(16), Some(Board::CLASSIC)),
            "the pattern is 4x4, the board is 9x9 with boxes 3x3"
        );
        assert_eq!(GivenPattern::parse(&"x".repeat(36), Some(Board::new(3, 2).unwrap())).unwrap().given_count(), 36);
    }
}
