//! Numbers as people write them.

/// A number with commas: 3,267,216.
pub fn commas(number: u64) -> String {
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

/// A number of things: `1 step`, `1,203 steps`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", commas(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_every_three_digits() {
        assert_eq!(
            ["0", "999", "1,000", "3,267,216"],
            [0, 999, 1000, 3_267_216].map(commas).each_ref().map(String::as_str)
        );
        assert_eq!([counted(1, "step"), counted(1203, "step")], ["1 step", "1,203 steps"]);
    }
}
