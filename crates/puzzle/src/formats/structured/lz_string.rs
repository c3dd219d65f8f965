//! The compression of lz-string (a JavaScript library by pieroxy), which f-puzzles and SudokuPad use in links.
//!
//! LZ78 over UTF-16 code units with codes of growing width, written as base64, six bits per character:
//!
//! ```text
//!   code 0, 8 bits      a new unit below 256, which also gets the next code
//!   code 1, 16 bits     another new unit
//!   code 2              the end
//!   code k              the phrase k; each phrase but the first also adds the previous one with the first unit of this one
//! ```
//!
//! The width of a code grows when the numbers run out. Bits of a code are written from the lowest.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The longest text that is decompressed, in code units: phrases may double in length, so a short input could make a huge text.
const MAX_UNITS: usize = 4 << 20;

/// Decompresses base64 text, or returns `None` if it is not compressed text.
pub(super) fn decompress(base64: &str) -> Option<String> {
    let mut bits = BitReader { codes: base64.trim_end_matches('=').as_bytes(), code: 0, left: 0 };
    let mut text: Vec<u16> = Vec::new();
    // Every phrase is a part of the text so far: its beginning and its length. Codes 0 to 2 are not phrases.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut width = Width { bits: 2, left: 2 };
    let mut previous = (0, 0);
    loop {
        let code = bits.read(width.bits)?;
        let start = text.len();
        let phrase = match code {
            0 | 1 => {
                text.push(bits.read(if code == 0 { 8 } else { 16 })? as u16);
                phrases.push((start, 1));
                width.count();
                (start, 1)
            }
            2 => return String::from_utf16(&text).ok(),
            code => {
                let (from, length) = match phrases.get(code) {
                    Some(phrase) => *phrase,
                    // The phrase that is being added: the previous one with its own first unit.
                    None if code == phrases.len() && previous.1 > 0 => (previous.0, previous.1 + 1),
                    None => return None,
                };
                if text.len() + length > MAX_UNITS {
                    return None;
                }
                (from..from + length).for_each(|index| text.push(text[index]));
                (start, length)
            }
        };
        if previous.1 > 0 {
            phrases.push((previous.0, previous.1 + 1));
        }
        width.count();
        previous = phrase;
    }
}

/// Compresses a text to base64.
pub(super) fn compress(text: &str) -> String {
    let mut bits = BitWriter { text: String::new(), code: 0, filled: 0 };
    let mut width = Width { bits: 2, left: 2 };
    // Phrases by their beginning (0: none) and last unit. A unit without a code of its own yet is in `new_units`.
    let mut phrases: HashMap<(usize, u16), usize> = HashMap::new();
    let mut new_units: HashMap<usize, u16> = HashMap::new();
    let mut next_code = 3;
    let mut phrase = 0;
    let mut emit = |phrase: usize, new_units: &mut HashMap<usize, u16>, width: &mut Width| {
        match new_units.remove(&phrase) {
            Some(unit @ ..=0xff) => {
                bits.write(0, width.bits);
                bits.write(usize::from(unit), 8);
                width.count();
            }
            Some(unit) => {
                bits.write(1, width.bits);
                bits.write(usize::from(unit), 16);
                width.count();
            }
            None => bits.write(phrase, width.bits),
        }
        width.count();
    };
    for unit in text.encode_utf16() {
        if let Entry::Vacant(entry) = phrases.entry((0, unit)) {
            entry.insert(next_code);
            new_units.insert(next_code, unit);
            next_code += 1;
        }
        if let Some(longer) = phrases.get(&(phrase, unit)) {
            phrase = *longer;
            continue;
        }
        emit(phrase, &mut new_units, &mut width);
        phrases.insert((phrase, unit), next_code);
        next_code += 1;
        phrase = phrases[&(0, unit)];
    }
    if phrase != 0 {
        emit(phrase, &mut new_units, &mut width);
    }
    bits.write(2, width.bits);
    bits.finish()
}

/// The width of codes in bits, and how many more codes have it.
struct Width {
    bits: u32,
    left: usize,
}

impl Width {
    /// Counts a code that was added.
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

struct BitReader<'a> {
    codes: &'a [u8],
    code: usize,
    left: u32,
}

impl BitReader<'_> {
    /// Reads a number, lowest bit first.
    fn read(&mut self, bits: u32) -> Option<usize> {
        let mut number = 0;
        for position in 0..bits {
            if self.left == 0 {
                let (first, rest) = self.codes.split_first()?;
                self.code = BASE64.iter().position(|symbol| symbol == first)?;
                self.codes = rest;
                self.left = 6;
            }
            self.left -= 1;
            number |= (self.code >> self.left & 1) << position;
        }
        Some(number)
    }
}

struct BitWriter {
    text: String,
    code: usize,
    filled: u32,
}

impl BitWriter {
    /// Writes a number, lowest bit first.
    fn write(&mut self, number: usize, bits: u32) {
        for position in 0..bits {
            self.push_bit(number >> position & 1);
        }
    }

    fn push_bit(&mut self, bit: usize) {
        self.code = self.code << 1 | bit;
        self.filled += 1;
        if self.filled == 6 {
            self.text.push(char::from(BASE64[self.code]));
            self.code = 0;
            self.filled = 0;
        }
    }

    /// Fills the last character, always at least one bit of it, and pads the text to a multiple of four.
    fn finish(mut self) -> String {
        self.push_bit(0);
        while self.filled > 0 {
            self.push_bit(0);
        }
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// The compressed text was made with the Python package lzstring 1.0.4. Longer ones are in `testdata/readers/links.toml`.
    #[test]
    fn agrees_with_another_implementation() {
        assert_eq!(decompress("N4IgHiBcDMC+Q===").as_deref(), Some("{\"x\":3}"));
        assert_eq!(compress("{\"x\":3}"), "N4IgHiBcDMC+Q===");
    }

    #[test]
    fn random_texts_are_restored() {
        let mut rng = Rng::new(7, 0);
        for length in (0..200).chain([1000, 5000, 20_000]) {
            let letters = 1 + rng.below(40) as u32;
            let text: String = (0..length)
                .map(|_| char::from_u32(0x60 + rng.below(letters as usize) as u32 * 9).unwrap_or('?'))
                .collect();
            assert_eq!(decompress(&compress(&text)).as_ref(), Some(&text), "{length}");
        }
    }

    #[test]
    fn damaged_text_is_refused() {
        let whole = compress(&"{\"size\":9}".repeat(20));
        for length in 0..whole.trim_end_matches('=').len() - 1 {
            assert_eq!(decompress(&whole[..length]), None, "{length}");
        }
        assert_eq!(decompress("N4I!"), None);
        assert_eq!(decompress(""), None);
    }
}
