//! Lists of cells and digits as people write them.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, House};

use crate::step::ExactlyOne;

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

    /// `3 goes from r1c1 and r1c9, 8 from r1c9`; or cell by cell, if that is shorter.
    pub(super) fn goes(self, removed: &[Candidate]) -> String {
        let by_digit = groups(removed, |one| one.digit, |one| one.cell);
        let by_cell = groups(removed, |one| one.cell, |one| one.digit);
        let mut parts: Vec<(Vec<Digit>, Vec<Cell>)> = by_digit;
        if by_cell.len() < parts.len() {
            parts = by_cell.into_iter().map(|(cells, digits)| (digits, cells)).collect();
        }
        let part = |(place, (digits, cells)): (usize, (Vec<Digit>, Vec<Cell>))| {
            let goes = match (place, digits.len()) {
                (0, 1) => " goes",
                (0, _) => " go",
                _ => "",
            };
            format!("{}{goes} from {}", self.digits(digits, "and"), self.cells(cells, "and"))
        };
        parts.into_iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
    }

    /// `r5c5 is not 4`, `r5c5 is not 4 or 7`, or what goes if that is more than one cell.
    pub(super) fn is_not(self, removed: &[Candidate]) -> String {
        if removed.iter().any(|candidate| candidate.cell != removed[0].cell) {
            return self.goes(removed);
        }
        format!("{} is not {}", removed[0].cell, self.digits(removed.iter().map(|one| one.digit), "or"))
    }

    /// `r5c5 were 4`, `r5c5 or r6c5 were 4`, `r5c5 were 4 or r6c5 were 3`.
    pub(super) fn were(self, removed: &[Candidate]) -> String {
        let were = |(digits, cells): &(Vec<Digit>, Vec<Cell>)| {
            format!("{} were {}", self.cells(cells.iter().copied(), "or"), self.digits(digits.iter().copied(), "or"))
        };
        list(&groups(removed, |one| one.digit, |one| one.cell).iter().map(were).collect::<Vec<_>>(), "or")
    }

    /// `r3c4`, or `7 in row 3`.
    pub(super) fn set(self, set: ExactlyOne) -> String {
        match set {
            ExactlyOne::Cell(cell) => cell.to_string(),
            ExactlyOne::HouseDigit(house, digit) => format!("{} in {house}", self.digit(digit)),
        }
    }
}

/// What goes together: those of one key with the same others, in ascending order.
fn groups<K: Copy + Ord, O: Copy + Ord>(
    removed: &[Candidate],
    key: impl Fn(&Candidate) -> K,
    other: impl Fn(&Candidate) -> O,
) -> Vec<(Vec<K>, Vec<O>)> {
    let mut keys: Vec<K> = removed.iter().map(&key).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut groups: Vec<(Vec<K>, Vec<O>)> = Vec::new();
    for one in keys {
        let mut others: Vec<O> = removed.iter().filter(|candidate| key(candidate) == one).map(&other).collect();
        others.sort_unstable();
        match groups.iter_mut().find(|(_, known)| *known == others) {
            Some((keys, _)) => keys.push(one),
            None => groups.push((vec![one], others)),
        }
    }
    groups
}

/// `r1c25`.
fn along_a_row(cells: &[Cell]) -> String {
    let columns: String = cells.iter().map(|cell| (cell.column() + 1).to_string()).collect();
    format!("r{}c{columns}", cells[0].row() + 1)
}

/// `rows 1 and 4`: houses of one kind; of several kinds, each by its name.
pub(super) fn houses(houses: impl IntoIterator<Item = House>) -> String {
    let mut houses: Vec<House> = houses.into_iter().collect();
    houses.sort_unstable();
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
        assert_eq!(words().were(&removed), "r1c1 or r1c9 were 3 or r1c9 were 8");
        assert_eq!(words().were(&removed[1..]), "r1c1 or r1c9 were 3");
        assert_eq!(words().is_not(&removed[..1]), "r1c9 is not 8");
        assert_eq!(words().is_not(&[removed[2], removed[0]]), "r1c9 is not 3 or 8");
        assert_eq!(words().were(&[removed[2], removed[0]]), "r1c9 were 3 or 8");
    }

    #[test]
    fn what_goes_is_told_cell_by_cell_if_that_is_shorter() {
        let removed: Vec<Candidate> =
            ["r5c6=3", "r5c6=4", "r5c6=9", "r4c6=5", "r4c6=9"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(words().goes(&removed), "5 and 9 go from r4c6, 3, 4 and 9 from r5c6");
        assert_eq!(words().goes(&removed[..2]), "3 and 4 go from r5c6");
    }

    #[test]
    fn digits_are_written_with_the_symbols_of_the_puzzle() {
        let hexadecimal = Words { board: Board::of_side(16).unwrap(), alphabet: Some(Alphabet::ZeroTo(16)) };
        assert_eq!(hexadecimal.digits([16, 1, 11].map(|digit| Digit::new(digit).unwrap()), "or"), "0, A or F");
    }
}
