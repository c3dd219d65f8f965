//! Numbers in messages: digit grouping and plurals.

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
}
