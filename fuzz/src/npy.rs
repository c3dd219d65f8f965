//! NumPy reader: no input makes it panic, and its text contains only puzzles that are read.

use std::io::Read;

use qedoku_puzzle::formats::npy::NpyReader;
use qedoku_puzzle::formats::{self, Format, ReadOptions};

/// Reads the input as an array. A header may promise more rows than follow; then the reader stops with an error.
pub fn check(data: &[u8]) {
    let mut text = String::new();
    if NpyReader::new(data).take(1 << 20).read_to_string(&mut text).is_ok() && text.len() < 1 << 20 {
        // By detection, the 64 cells of an 8x8 with conflicting givens may look like the candidates of a 4x4.
        let options = ReadOptions { format: Some(Format::Line), ..ReadOptions::default() };
        for item in formats::read(&text, &options) {
            assert!(item.is_ok(), "{item:?} in\n{text}");
        }
    }
}
