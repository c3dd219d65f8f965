//! Text of messages and tables: digit grouping, plurals, truncation.
//!
//! It stands in this crate because every crate that writes messages depends on it.

/// Formats a number with a comma every three digits: 3,267,216.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: `1 step`, `1,203 steps`.
pub fn pluralize(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", group_digits(number), if number == 1 { "" } else { "s" })
}

/// Puts a text on one line and truncates it to `max_chars` characters, at least 1; the last one is `…` if anything is left out.
pub fn truncate_line(text: &str, max_chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= max_chars {
        return line;
    }
    line.chars().take(max_chars.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(
            ["0", "999", "1,000", "3,267,216"],
            [0, 999, 1000, 3_267_216].map(group_digits).each_ref().map(String::as_str)
        );
        assert_eq!([pluralize(1, "step"), pluralize(1203, "step")], ["1 step", "1,203 steps"]);
    }

    #[test]
    fn a_long_text_is_truncated_to_one_line() {
        assert_eq!(truncate_line("one\ntwo", 10), "one two");
        assert_eq!(truncate_line("0123456789", 5), "0123…");
        assert_eq!(truncate_line("0123456789", 10), "0123456789");
    }
}
