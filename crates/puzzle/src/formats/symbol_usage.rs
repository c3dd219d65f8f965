//! Alphabet detection from the symbols that a text uses.
//!
//! A 16x16 grid may be written in `1-G`, `0-F` or `A-P`. The first row that applies decides:
//!
//! | symbols | alphabet |
//! |---|---|
//! | `0` together with another blank (with a note if there is a single `0`), or each symbol from `0` to `F` exactly n times | `0-F`: the zero is a digit |
//! | only letters, and no `0` as the blank | `A-P` |
//! | a letter beyond `G` | `A-P` |
//! | anything else | `1-G`; a `0` is the blank |
//!
//! Digits and `A` to `F` without `0` and `G` may be `1-G` or `0-F`. Both are the same puzzle up to a renaming of digits, so `1-G` is
//! chosen and a note mentions the other. The same rules apply to other sides above 9; up to 9x9 a zero is always a blank.
//!
//! `x`, `X` and `?` are blanks of puzzles below 24x24 (there `X` becomes a digit of `A-X`) that have digits and no other blank.

use super::Alphabet;
use super::text::{is_blank_symbol, is_question_symbol};

/// The number of occurrences of each symbol in a puzzle, or in several puzzles of a file.
#[derive(Clone, Debug)]
pub(super) struct SymbolUsage {
    /// By value: `0` to `9`, `A` to `Z` are 0 to 35; numbers are themselves.
    counts: Vec<usize>,
    /// Whether a blank other than `0` occurs.
    other_blank: bool,
    /// Whether `0` is a digit.
    zero_is_digit: bool,
}

impl SymbolUsage {
    /// The usage of one puzzle with symbols. Invalid symbols are ignored here; the parser reports them.
    pub(super) fn of_symbols(tokens: &[&str], side: usize) -> SymbolUsage {
        let mut usage = SymbolUsage { counts: vec![0; 36], other_blank: false, zero_is_digit: false };
        let question_is_blank = has_question_blanks(tokens, side);
        for byte in tokens.iter().flat_map(|token| token.bytes()) {
            match char::from(byte).to_digit(36) {
                _ if question_is_blank && is_question_symbol(byte) => usage.other_blank = true,
                Some(value) => usage.counts[value as usize] += 1,
                None => usage.other_blank |= is_blank_symbol(byte),
            }
        }
        usage.classify_zero(side);
        usage
    }

    /// The usage of one puzzle with numbers. `None` is a blank other than 0.
    pub(super) fn of_numbers(numbers: impl Iterator<Item = Option<usize>>, side: usize) -> SymbolUsage {
        let mut usage = SymbolUsage { counts: vec![0; side + 1], other_blank: false, zero_is_digit: false };
        for number in numbers {
            match number {
                Some(number) => usage.counts[number.min(side)] += 1,
                None => usage.other_blank = true,
            }
        }
        usage.classify_zero(side);
        usage
    }

    /// Adds the usage of another puzzle of the same file and side.
    pub(super) fn add(&mut self, other: &SymbolUsage) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.other_blank |= other.other_blank;
        self.zero_is_digit |= other.zero_is_digit;
    }

    /// Decides whether `0` is a digit.
    fn classify_zero(&mut self, side: usize) {
        let complete = self.counts.len() >= side && self.counts[..side].iter().all(|count| *count == side);
        // A digit occurs at most n times.
        self.zero_is_digit = side > 9 && (complete || (1..=side).contains(&self.counts[0]) && self.other_blank);
    }

    /// Whether all symbols are in the alphabet.
    pub(super) fn fits(&self, alphabet: Alphabet, side: usize) -> bool {
        let top = self.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        match alphabet {
            Alphabet::OneTo(_) => top <= side && !(self.zero_is_digit && top < side),
            Alphabet::ZeroTo(_) => top < side,
            Alphabet::Letters(_) => side <= 26 && !self.has_digits() && top < side + 10 && !self.zero_is_digit,
        }
    }

    /// The most likely alphabet, and a note if another one is possible.
    pub(super) fn choose(&self, side: usize) -> (Alphabet, Option<String>) {
        let [one, zero, letters] = [Alphabet::OneTo(side), Alphabet::ZeroTo(side), Alphabet::Letters(side)];
        let only_letters = !self.has_digits() && self.counts.iter().skip(10).any(|count| *count > 0);
        if self.zero_is_digit && self.fits(zero, side) {
            // A single 0 among other blanks may be a blank.
            let is_ambiguous = self.counts[0] == 1 && self.other_blank && side <= one.max_side();
            return (zero, is_ambiguous.then(|| note("a single 0 and another blank", zero, one)));
        }
        if only_letters && self.fits(letters, side) && (self.counts[0] == 0 || !self.fits(one, side)) {
            return (letters, self.fits(one, side).then(|| note("only letters", letters, one)));
        }
        if side > one.max_side() && side <= zero.max_side() {
            return (zero, None);
        }
        if self.zero_is_digit && side <= one.max_side() {
            let message =
                format!("0 and another blank: read as {one} with 0 as a blank, because {zero} has fewer symbols");
            return (one, Some(message));
        }
        let is_ambiguous = side > 9 && self.counts[0] == 0 && self.counts.iter().any(|count| *count > 0);
        (one, (is_ambiguous && self.fits(zero, side)).then(|| note(&self.symbols(), one, zero)))
    }

    fn has_digits(&self) -> bool {
        self.counts.iter().take(10).skip(1).any(|count| *count > 0)
    }

    /// The symbols that occur, such as `symbols 1-9 and A-F`.
    fn symbols(&self) -> String {
        let name = |value: usize| char::from_digit(value as u32, 36).unwrap_or('?').to_ascii_uppercase();
        let range = |range: std::ops::Range<usize>| {
            let first = range.clone().find(|value| self.counts[*value] > 0)?;
            let last = range.rev().find(|value| self.counts[*value] > 0)?;
            Some(if first == last { name(first).to_string() } else { format!("{}-{}", name(first), name(last)) })
        };
        match (range(0..10), range(10..36)) {
            (Some(digits), Some(letters)) => format!("symbols {digits} and {letters}"),
            (digits, letters) => format!("symbols {}", digits.or(letters).unwrap_or_default()),
        }
    }
}

/// Whether `x`, `X` and `?` are the blanks of these symbols.
pub(super) fn has_question_blanks(tokens: &[&str], side: usize) -> bool {
    let mut bytes = tokens.iter().flat_map(|token| token.bytes());
    let is_other_blank = |byte: u8| is_blank_symbol(byte) && (byte != b'0' || side <= 9);
    side < 24
        && bytes.clone().any(is_question_symbol)
        && !bytes.clone().any(is_other_blank)
        && bytes.any(|byte| byte.is_ascii_alphanumeric() && !is_question_symbol(byte))
}

fn note(symbols: &str, chosen: Alphabet, other: Alphabet) -> String {
    format!("{symbols}: read as {chosen} (use --alphabet {other} for the alternative)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(side: usize, text: &str) -> String {
        SymbolUsage::of_symbols(&[text], side).choose(side).0.to_string()
    }

    #[test]
    fn the_symbols_of_16x16_decide_between_three_alphabets() {
        assert_eq!(choose(16, "12.G"), "1-G");
        assert_eq!(choose(16, "12.0"), "0-F");
        assert_eq!(choose(16, "12F0"), "1-G");
        assert_eq!(choose(16, "AB.H"), "A-P");
        assert_eq!(choose(16, "AB.F"), "A-P");
        assert_eq!(choose(16, "AB0F"), "1-G");
        assert_eq!(choose(16, "AB0P"), "A-P");
        assert_eq!(choose(16, "12.F"), "1-G");
        assert_eq!(choose(16, "...."), "1-G");
        assert_eq!(choose(16, "1.0G"), "1-G");
    }

    #[test]
    fn other_sides_follow_the_same_rules() {
        assert_eq!(choose(9, "12.0"), "1-9");
        assert_eq!(choose(9, "AI.."), "A-I");
        assert_eq!(choose(10, "12.0"), "0-9");
        assert_eq!(choose(10, "12A0"), "1-A");
        assert_eq!(choose(25, "AY.."), "A-Y");
        assert_eq!(choose(25, "A1P."), "1-P");
        assert_eq!(choose(36, "A1Z."), "0-Z");
        assert_eq!(choose(16, "12x0"), "0-F");
        assert_eq!(choose(25, "AXX"), "A-Y");
    }

    #[test]
    fn a_complete_grid_with_zeros_counts_from_0() {
        let full: String = "0123456789abcdef".repeat(16);
        assert_eq!(choose(16, &full), "0-F");
    }

    #[test]
    fn an_alternative_alphabet_is_noted() {
        let note = |text| SymbolUsage::of_symbols(&[text], 16).choose(16).1;
        assert_eq!(
            note("129AF.").as_deref(),
            Some("symbols 1-9 and A-F: read as 1-G (use --alphabet 0-F for the alternative)")
        );
        assert_eq!(note("12G."), None);
        assert!(note("12.0").is_some_and(|note| note.starts_with("a single 0 and another blank: read as 0-F ")));
        assert_eq!(note("12.00"), None);
        assert!(note("ABC.").is_some());
        assert_eq!(note("...."), None);
    }
}
