//! Lists of cells, digits and eliminations in the notation of players.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Board, Candidate, Cell, Digit, House};

use crate::step::ExactlyOne;

/// Writes lists of cells and digits of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListWriter {
    pub(crate) board: Board,
    pub(crate) alphabet: Option<Alphabet>,
}

impl ListWriter {
    /// A digit in the alphabet of the puzzle: `7`, `G`.
    pub(crate) fn digit(self, digit: Digit) -> String {
        Alphabet::name(self.alphabet, digit)
    }

    /// `3 and 8`: ascending, without repetitions.
    pub(crate) fn digits(self, digits: impl IntoIterator<Item = Digit>, join: &str) -> String {
        let mut digits: Vec<Digit> = digits.into_iter().collect();
        digits.sort_unstable();
        digits.dedup();
        join_list(&digits.into_iter().map(|digit| self.digit(digit)).collect::<Vec<_>>(), join)
    }

    /// `r1c2 and r1c5`, `r1c258`, `r1c25, r3c4 and r5c7`: without repetitions. Three or more cells are merged along rows or down
    /// one column; not above 9x9, where merged coordinates would be ambiguous.
    pub(crate) fn cells(self, cells: impl IntoIterator<Item = Cell>, join: &str) -> String {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        if cells.len() < 3 || self.board.side() > 9 {
            return join_list(&cells.iter().map(Cell::to_string).collect::<Vec<_>>(), join);
        }
        if cells.iter().all(|cell| cell.column() == cells[0].column()) {
            let rows: String = cells.iter().map(|cell| (cell.row() + 1).to_string()).collect();
            return format!("r{rows}c{}", cells[0].column() + 1);
        }
        let rows = cells.chunk_by(|one, other| one.row() == other.row());
        join_list(&rows.map(merge_row).collect::<Vec<_>>(), join)
    }

    /// `3 can be eliminated from r1c1 and r1c9, 8 from r1c9`; grouped by digit, or by cell if that gives fewer groups.
    pub(super) fn describe_eliminations(self, eliminations: &[Candidate]) -> String {
        let by_digit = group_by(eliminations, |one| one.digit, |one| one.cell);
        let by_cell = group_by(eliminations, |one| one.cell, |one| one.digit);
        let mut groups: Vec<(Vec<Digit>, Vec<Cell>)> = by_digit;
        if by_cell.len() < groups.len() {
            groups = by_cell.into_iter().map(|(cells, digits)| (digits, cells)).collect();
        }
        let write = |(index, (digits, cells)): (usize, (Vec<Digit>, Vec<Cell>))| {
            // Only the first group has the verb.
            let verb = if index == 0 { " can be eliminated" } else { "" };
            format!("{}{verb} from {}", self.digits(digits, "and"), self.cells(cells, "and"))
        };
        groups.into_iter().enumerate().map(write).collect::<Vec<_>>().join(", ")
    }

    /// `r5c5 is not 4`, `r5c5 is not 4 or 7`; the list of eliminations if there is more than one cell.
    pub(super) fn is_not(self, eliminations: &[Candidate]) -> String {
        let Some(first) = eliminations.first() else { return "nothing is eliminated".to_owned() };
        if eliminations.iter().any(|candidate| candidate.cell != first.cell) {
            return self.describe_eliminations(eliminations);
        }
        format!("{} is not {}", first.cell, self.digits(eliminations.iter().map(|one| one.digit), "or"))
    }

    /// `r5c5 were 4`, `r5c5 or r6c5 were 4`, `r5c5 were 4 or r6c5 were 3`.
    pub(super) fn were(self, eliminations: &[Candidate]) -> String {
        let were = |(digits, cells): &(Vec<Digit>, Vec<Cell>)| {
            format!("{} were {}", self.cells(cells.iter().copied(), "or"), self.digits(digits.iter().copied(), "or"))
        };
        join_list(&group_by(eliminations, |one| one.digit, |one| one.cell).iter().map(were).collect::<Vec<_>>(), "or")
    }

    /// `r3c4`, or `7 in row 3`.
    pub(super) fn constraint(self, constraint: ExactlyOne) -> String {
        match constraint {
            ExactlyOne::Cell(cell) => cell.to_string(),
            ExactlyOne::HouseDigit(house, digit) => format!("{} in {house}", self.digit(digit)),
        }
    }
}

/// Groups candidates by one coordinate (the key); keys with the same list of the other coordinate share a group. Ascending.
fn group_by<K: Copy + Ord, O: Copy + Ord>(
    eliminations: &[Candidate],
    key: impl Fn(&Candidate) -> K,
    other: impl Fn(&Candidate) -> O,
) -> Vec<(Vec<K>, Vec<O>)> {
    let mut keys: Vec<K> = eliminations.iter().map(&key).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut groups: Vec<(Vec<K>, Vec<O>)> = Vec::new();
    for one in keys {
        let mut others: Vec<O> = eliminations.iter().filter(|candidate| key(candidate) == one).map(&other).collect();
        others.sort_unstable();
        match groups.iter_mut().find(|(_, known)| *known == others) {
            Some((keys, _)) => keys.push(one),
            None => groups.push((vec![one], others)),
        }
    }
    groups
}

/// `r1c25`: cells of one row.
fn merge_row(cells: &[Cell]) -> String {
    let columns: String = cells.iter().map(|cell| (cell.column() + 1).to_string()).collect();
    format!("r{}c{columns}", cells[0].row() + 1)
}

/// `rows 1 and 4`; houses of several kinds each with its kind.
pub(super) fn list_houses(houses: impl IntoIterator<Item = House>) -> String {
    let mut houses: Vec<House> = houses.into_iter().collect();
    houses.sort_unstable();
    let Some(kind) = houses.first().map(|house| house.kind()) else { return "the board".to_owned() };
    if houses.len() == 1 || houses.iter().any(|house| house.kind() != kind) {
        return join_list(&houses.iter().map(House::to_string).collect::<Vec<_>>(), "and");
    }
    let numbers: Vec<String> = houses.iter().map(|house| (house.index() + 1).to_string()).collect();
    let plural = if kind == qedoku_puzzle::HouseKind::Block { "boxes".into() } else { format!("{kind}s") };
    format!("{plural} {}", join_list(&numbers, "and"))
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn join_list(items: &[String], join: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {join} {last}", rest.join(", ")),
    }
}

/// Capitalizes the first letter, except in a cell such as `r1c2`.
pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.as_str().chars().next()) {
        (Some(first), Some(second)) if !second.is_ascii_digit() => first.to_uppercase().chain(letters).collect(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists() -> ListWriter {
        ListWriter { board: Board::CLASSIC, alphabet: None }
    }

    fn cells(text: &str) -> String {
        lists().cells(text.split(' ').map(|cell| format!("{cell}=1").parse::<Candidate>().unwrap().cell), "and")
    }

    #[test]
    fn three_or_more_cells_are_merged_along_rows_or_down_a_column() {
        assert_eq!(cells("r1c2"), "r1c2");
        assert_eq!(cells("r1c5 r1c2"), "r1c2 and r1c5");
        assert_eq!(cells("r1c5 r1c2 r1c8 r1c5"), "r1c258");
        assert_eq!(cells("r2c3 r4c3 r8c3"), "r248c3");
        assert_eq!(cells("r1c2 r1c5 r3c4 r5c7"), "r1c25, r3c4 and r5c7");
        let large = ListWriter { board: Board::of_side(16).unwrap(), alphabet: None };
        assert_eq!(large.cells([0, 1, 11].map(|column| Cell::new(0, column)), "and"), "r1c1, r1c2 and r1c12");
    }

    #[test]
    fn eliminations_are_grouped_by_digit() {
        let eliminations: Vec<Candidate> =
            ["r1c9=8", "r1c1=3", "r1c9=3"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(lists().describe_eliminations(&eliminations), "3 can be eliminated from r1c1 and r1c9, 8 from r1c9");
        assert_eq!(lists().were(&eliminations), "r1c1 or r1c9 were 3 or r1c9 were 8");
        assert_eq!(lists().were(&eliminations[1..]), "r1c1 or r1c9 were 3");
        assert_eq!(lists().is_not(&eliminations[..1]), "r1c9 is not 8");
        assert_eq!(lists().is_not(&[eliminations[2], eliminations[0]]), "r1c9 is not 3 or 8");
        assert_eq!(lists().were(&[eliminations[2], eliminations[0]]), "r1c9 were 3 or 8");
    }

    #[test]
    fn eliminations_are_grouped_by_cell_if_that_gives_fewer_groups() {
        let eliminations: Vec<Candidate> =
            ["r5c6=3", "r5c6=4", "r5c6=9", "r4c6=5", "r4c6=9"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(
            lists().describe_eliminations(&eliminations),
            "5 and 9 can be eliminated from r4c6, 3, 4 and 9 from r5c6"
        );
        assert_eq!(lists().describe_eliminations(&eliminations[..2]), "3 and 4 can be eliminated from r5c6");
    }

    #[test]
    fn digits_are_written_with_the_symbols_of_the_puzzle() {
        let hexadecimal = ListWriter { board: Board::of_side(16).unwrap(), alphabet: Some(Alphabet::ZeroTo(16)) };
        assert_eq!(hexadecimal.digits([16, 1, 11].map(|digit| Digit::new(digit).unwrap()), "or"), "0, A or F");
    }
}
