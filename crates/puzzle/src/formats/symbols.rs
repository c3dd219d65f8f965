//! [`DigitSymbols`]: the texts of digits and blanks in the output, symbols or numbers.

use super::{Alphabet, Format, PuzzleWriteError, WriteOptions};
use crate::{Digit, Grid};

/// The texts of digits and of the blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitSymbols {
    alphabet: Alphabet,
    is_numbers: bool,
    blank: &'static str,
}

impl DigitSymbols {
    /// Symbols, or numbers if there are more digits than symbols.
    pub(super) fn new(grid: &Grid, options: &WriteOptions) -> Result<DigitSymbols, PuzzleWriteError> {
        let side = grid.board().side();
        let alphabet = options.alphabet.map_or(Alphabet::usual(side), |alphabet| alphabet.with_side(side));
        if side <= alphabet.max_side() {
            return DigitSymbols::symbols(alphabet, grid, options);
        }
        let blank = blank(options, alphabet)?.unwrap_or(".");
        match alphabet {
            Alphabet::Letters(_) => Err(PuzzleWriteError::Alphabet(alphabet, side)),
            _ => Ok(DigitSymbols { alphabet, is_numbers: true, blank }),
        }
    }

    /// Symbols, for formats without separators between cells.
    pub(super) fn without_separator(
        grid: &Grid,
        format: Format,
        options: &WriteOptions,
    ) -> Result<DigitSymbols, PuzzleWriteError> {
        let side = grid.board().side();
        let usual = if side == 36 { Alphabet::ZeroTo(side) } else { Alphabet::usual(side) };
        let alphabet = options.alphabet.map_or(usual, |alphabet| alphabet.with_side(side));
        match (side <= alphabet.max_side(), options.alphabet) {
            (true, _) => DigitSymbols::symbols(alphabet, grid, options),
            (false, None) => Err(PuzzleWriteError::Symbols(format, side)),
            (false, Some(_)) => Err(PuzzleWriteError::Alphabet(alphabet, side)),
        }
    }

    /// Numbers. With an alphabet that begins with `0` they count from 0, and the blank is -1.
    pub(super) fn numbers(grid: &Grid, options: &WriteOptions) -> Result<DigitSymbols, PuzzleWriteError> {
        let side = grid.board().side();
        let alphabet = match options.alphabet {
            Some(Alphabet::ZeroTo(_)) => Alphabet::ZeroTo(side),
            _ => Alphabet::OneTo(side),
        };
        let usual = if matches!(alphabet, Alphabet::ZeroTo(_)) { "-1" } else { "0" };
        Ok(DigitSymbols { alphabet, is_numbers: true, blank: blank(options, alphabet)?.unwrap_or(usual) })
    }

    /// Symbols of an alphabet. If all givens of a `1-G` grid are letters, blanks are written as `0`: otherwise it would be read as
    /// `A-P`.
    fn symbols(alphabet: Alphabet, grid: &Grid, options: &WriteOptions) -> Result<DigitSymbols, PuzzleWriteError> {
        let needs_zero = matches!(alphabet, Alphabet::OneTo(10..)) && grid.filled().all(|(_, digit)| digit.get() > 9);
        let usual = if needs_zero && grid.filled_count() > 0 { "0" } else { "." };
        Ok(DigitSymbols { alphabet, is_numbers: false, blank: blank(options, alphabet)?.unwrap_or(usual) })
    }

    /// All cells of a grid row by row without separators, or `None` if numbers need them.
    pub(super) fn concatenate(&self, grid: &Grid) -> Option<String> {
        if self.is_numbers {
            return None;
        }
        let blank = self.blank.as_bytes()[0];
        let symbols = self.alphabet.symbols();
        let symbol = |digit: &u8| if *digit == 0 { blank } else { symbols[usize::from(*digit) - 1] };
        let mut bytes = Vec::with_capacity(grid.digits().len() + 1); // room for the line break
        bytes.extend(grid.digits().iter().map(symbol));
        Some(String::from_utf8(bytes).expect("symbols are ASCII"))
    }

    /// The text of a cell.
    pub(super) fn of(&self, digit: Option<Digit>) -> String {
        match digit {
            None => self.blank.into(),
            Some(digit) if self.is_numbers && matches!(self.alphabet, Alphabet::ZeroTo(_)) => digit.index().to_string(),
            Some(digit) if self.is_numbers => digit.to_string(),
            Some(digit) => self.alphabet.symbol(digit).map_or_else(|| digit.to_string(), String::from),
        }
    }

    /// The width of the widest cell.
    pub(super) fn width(&self) -> usize {
        self.of(Digit::new(self.alphabet.side())).len().max(self.blank.len())
    }
}

/// The blank of the options.
fn blank(options: &WriteOptions, alphabet: Alphabet) -> Result<Option<&'static str>, PuzzleWriteError> {
    let Some(blank) = options.blank else { return Ok(None) };
    match blank {
        '0' if !matches!(alphabet, Alphabet::ZeroTo(_)) => Ok(Some("0")),
        '.' => Ok(Some(".")),
        '_' => Ok(Some("_")),
        '*' => Ok(Some("*")),
        '-' => Ok(Some("-")),
        _ => Err(PuzzleWriteError::Blank(blank)),
    }
}
