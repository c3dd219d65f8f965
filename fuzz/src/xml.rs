//! XML reader: no input makes the reader panic or loop, errors have a place, and what is read survives writing and reading.

use qedoku_puzzle::formats::Format;

/// Reads the input as XML of OpenSudoku and KSudoku.
pub fn check(data: &[u8]) {
    crate::structured::check(data, &[Format::OpenSudoku, Format::KSudoku]);
}
