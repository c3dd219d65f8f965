//! Labels of the rows and columns of a table: `1 2 3`, `A B C`, `r1 r2 r3`.

use super::cells::number;
use super::text::is_bar;

/// The words of a row that may be labels.
pub(super) fn labels(row: &str) -> impl Iterator<Item = &str> {
    row.split(|c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';' | ':'))
        .filter(|label| !label.is_empty())
}

/// Whether labels count the rows or columns: `1 2 3`, `0 1 2`, `A B C`, `r1 r2 r3`, `c1 c2 c3`.
pub(super) fn is_sequence(labels: &[&str]) -> bool {
    let value = |label: &str| -> Option<(usize, usize)> {
        let digits = label.trim_start_matches(['r', 'R', 'c', 'C', 'l', 'L']);
        match (number(digits), label.as_bytes()) {
            (Some(value), _) => Some((label.len() - digits.len(), value)),
            (None, [letter]) if letter.is_ascii_alphabetic() => Some((3, usize::from(*letter))),
            _ => None,
        }
    };
    let values: Option<Vec<_>> = labels.iter().map(|label| value(label)).collect();
    values.is_some_and(|values| {
        let Some(&(kind, first)) = values.first() else { return false };
        let starts = kind == 3 && (first == usize::from(b'A') || first == usize::from(b'a')) || kind < 2 && first <= 1;
        starts && values.iter().enumerate().all(|(index, value)| *value == (kind, first + index))
    })
}

/// The text before a label at the end of a row.
pub(super) fn without_last<'a>(row: &'a str, label: &str) -> Option<&'a str> {
    let before = row.trim_end().strip_suffix(label)?;
    before.ends_with(|c: char| c == ' ' || is_bar(c)).then_some(before)
}

/// The error of fields with an empty corner where only the first row or only the first column counts up. They are labels, and there is
/// an error in the other ones; as cells they would be a larger board.
pub(super) fn corner_error(fields: &[Vec<&str>]) -> Option<&'static str> {
    let (first_row, others) = fields.split_first()?;
    let (corner, columns) = first_row.split_first()?;
    let rows: Option<Vec<&str>> = others.iter().map(|row| row.first().copied()).collect();
    let is_labelled = is_sequence(columns) || is_sequence(&rows?);
    (corner.is_empty() && is_labelled)
        .then_some("expected labels that count up in both the first row and the first column, found them in only one")
}
