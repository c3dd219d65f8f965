//! Lists of cells and digits as people write them.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, House};

use crate::explain::step::Set;

/// How cells and digits of a board are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) board: Board,
    pub(super) alphabet: Option<Alphabet>,
}

impl Words {
    /// `7`, or `G` if the puzzle was read so.
    pub(super) fn digit(self, digit: Digit) -> String {
        Alphabet::name(self.alphabet, digit)
    }

    /// `3 and 8`, each once, in ascending order.
    pub(super) fn digits(self, digits: impl IntoIterator<Item = Digit>, join: &str) -> String {
        let mut digits: Vec<Digit> = digits.into_iter().collect();
        digits.sort_unstable();
        digits.dedup();
        list(&digits.into_iter().map(|digit| self.digit(digit)).collect::<Vec<_>>(), join)
    }

    /// `r1c2 and r1c5`, `r1c258`, `r1c25, r3c4 and r5c7`: each once; three or more are joined along rows or down one column.
    pub(super) fn cells(self, cells: impl IntoIterator<Item = Cell>, join: &str) -> String {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.len() < 3 || self.board.side() > 9 {
            return list(&cells.iter().map(Cell::to_string).collect::<Vec<_>>(), join);
        }
        if cells.iter().all(|cell| cell.column() == cells[0].column()) {
            let rows: String = cells.iter().map(|cell| (cell.row() + 1).to_string()).collect();
            return format!("r{rows}c{}", cells[0].column() + 1);
        }
        let rows = cells.chunk_by(|one, other| one.row() == other.row());
        list(&rows.map(along_a_row).collect::<Vec<_>>(), join)
    }

    /// `3 goes from r1c1 and r1c9, 8 from r1c9`.
    pub(super) fn goes(self, removed: &[Candidate]) -> String {
        let mut digits: Vec<Digit> = removed.iter().map(|candidate| candidate.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let from = |digit: &Digit| {
            let cells = removed.iter().filter(|candidate| candidate.digit == *digit).map(|candidate| candidate.cell);
            self.cells(cells, "and")
        };
        let part = |(place, digit): (usize, &Digit)| {
            let goes = if place == 0 { " goes" } else { "" };
            format!("{}{goes} from {}", self.digit(*digit), from(digit))
        };
        digits.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
    }

    /// `r5c5 is not 4`, or what goes if that is more than one candidate.
    pub(super) fn is_not(self, removed: &[Candidate]) -> String {
        match removed {
            [one] => format!("{} is not {}", one.cell, self.digit(one.digit)),
            _ => self.goes(removed),
        }
    }

    /// `r5c5 were 4`, `r5c5 or r6c5 were 4`, `r5c5 were 4 or r6c5 were 3`.
    pub(super) fn were(self, removed: &[Candidate]) -> String {
        let is_one_digit = removed.iter().all(|candidate| candidate.digit == removed[0].digit);
        if is_one_digit {
            let cells = self.cells(removed.iter().map(|candidate| candidate.cell), "or");
            return format!("{cells} were {}", self.digit(removed[0].digit));
        }
        let one = |candidate: &Candidate| format!("{} were {}", candidate.cell, self.digit(candidate.digit));
        list(&removed.iter().map(one).collect::<Vec<_>>(), "or")
    }

    /// `r3c4`, or `7 in row 3`.
    pub(super) fn set(self, set: Set) -> String {
        match set {
            Set::Cell(cell) => cell.to_string(),
            Set::Place(house, digit) => format!("{} in {house}", self.digit(digit)),
        }
    }
}

/// `r1c25`.
fn along_a_row(cells: &[Cell]) -> String {
    let columns: String = cells.iter().map(|cell| (cell.column() + 1).to_string()).collect();
    format!("r{}c{columns}", cells[0].row() + 1)
}

/// `rows 1 and 4`: houses of one kind; of several kinds, each by its name.
pub(super) fn houses(houses: impl IntoIterator<Item = House>) -> String {
    let houses: Vec<House> = houses.into_iter().collect();
    let kind = houses[0].kind();
    if houses.len() == 1 || houses.iter().any(|house| house.kind() != kind) {
        return list(&houses.iter().map(House::to_string).collect::<Vec<_>>(), "and");
    }
    let numbers: Vec<String> = houses.iter().map(|house| (house.index() + 1).to_string()).collect();
    let plural = if kind == qedoku_puzzle::HouseKind::Block { "boxes".into() } else { format!("{kind}s") };
    format!("{plural} {}", list(&numbers, "and"))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String], join: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {join} {last}", rest.join(", ")),
    }
}

/// The first letter large, but for the name of a cell.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.as_str().chars().next()) {
        (Some(first), Some(second)) if !second.is_ascii_digit() => first.to_uppercase().chain(letters).collect(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words { board: Board::CLASSIC, alphabet: None }
    }

    fn cells(text: &str) -> String {
        words().cells(text.split(' ').map(|cell| format!("{cell}=1").parse::<Candidate>().unwrap().cell), "and")
    }

    #[test]
    fn cells_are_joined_where_people_join_them() {
        assert_eq!(cells("r1c2"), "r1c2");
        assert_eq!(cells("r1c5 r1c2"), "r1c2 and r1c5");
        assert_eq!(cells("r1c5 r1c2 r1c8 r1c5"), "r1c258");
        assert_eq!(cells("r2c3 r4c3 r8c3"), "r248c3");
        assert_eq!(cells("r1c2 r1c5 r3c4 r5c7"), "r1c25, r3c4 and r5c7");
        let large = Words { board: Board::of_side(16).unwrap(), alphabet: None };
        assert_eq!(large.cells([0, 1, 11].map(|column| Cell::new(0, column)), "and"), "r1c1, r1c2 and r1c12");
    }

    #[test]
    fn what_goes_is_told_digit_by_digit() {
        let removed: Vec<Candidate> = ["r1c9=8", "r1c1=3", "r1c9=3"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(words().goes(&removed), "3 goes from r1c1 and r1c9, 8 from r1c9");
        assert_eq!(words().were(&removed), "r1c9 were 8, r1c1 were 3 or r1c9 were 3");
        assert_eq!(words().were(&removed[1..]), "r1c1 or r1c9 were 3");
        assert_eq!(words().is_not(&removed[..1]), "r1c9 is not 8");
    }

    #[test]
    fn digits_are_written_with_the_symbols_of_the_puzzle() {
        let hexadecimal = Words { board: Board::of_side(16).unwrap(), alphabet: Some(Alphabet::ZeroTo(16)) };
        assert_eq!(hexadecimal.digits([16, 1, 11].map(|digit| Digit::new(digit).unwrap()), "or"), "0, A or F");
    }
}
