//! Text of tables and plots: numbers with three significant digits, aligned columns.

/// A number with three significant digits, but at most `max_decimals` decimals.
pub(crate) fn three_digits(number: f64, max_decimals: usize) -> String {
    // The bounds are where rounding adds a digit: 9.995 becomes 10.0, not 9.99 or 10.00.
    let decimals = match number {
        99.95.. => 0,
        9.995.. => 1,
        0.999_5.. => 2,
        0.099_95.. => 3,
        _ => 4,
    };
    format!("{number:.decimals$}", decimals = decimals.min(max_decimals))
}

/// Pads the cells of a table to the width of their column. All rows have the same number of cells.
pub(crate) fn align(rows: &[Vec<String>], is_left_aligned: impl Fn(usize) -> bool) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let pad = |(column, cell): (usize, &String)| {
        let width = widths[column];
        if is_left_aligned(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    rows.iter().map(|row| row.iter().enumerate().map(pad).collect()).collect()
}

/// The aligned rows of a table, two spaces between columns.
pub(crate) fn table_lines(
    rows: &[Vec<String>],
    is_left_aligned: impl Fn(usize) -> bool,
) -> impl Iterator<Item = String> {
    align(rows, is_left_aligned).into_iter().map(|cells| cells.join("  ").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        let cases = [(0.00004, "0.0000"), (0.0123, "0.0123"), (0.12344, "0.123"), (9.996, "10.0"), (123.4, "123")];
        for (number, text) in cases {
            assert_eq!(three_digits(number, 4), text);
        }
        let cases = [(0.4321, "0.43"), (9.996, "10.0"), (12.34, "12.3"), (123.4, "123")];
        for (number, text) in cases {
            assert_eq!(three_digits(number, 2), text);
        }
    }

    #[test]
    fn columns_are_aligned_and_lines_have_no_trailing_spaces() {
        let rows = [["a", "1", "x"], ["bcd", "20", "µs"]].map(|row| row.map(str::to_owned).to_vec());
        let lines: Vec<String> = table_lines(&rows, |column| column != 1).collect();
        assert_eq!(lines, ["a     1  x", "bcd  20  µs"]);
    }
}
