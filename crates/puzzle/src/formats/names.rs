//! How the digits of one grid are written: as symbols, or as numbers where those do not suffice.

use super::{Alphabet, Format, WriteError, WriteOptions};
use crate::{Digit, Grid};

/// The texts of digits and of the blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    alphabet: Alphabet,
    is_numbers: bool,
    blank: &'static str,
}

impl Names {
    /// Symbols, or numbers where there are more digits than symbols.
    pub(super) fn new(grid: &Grid, options: &WriteOptions) -> Result<Names, WriteError> {
        let side = grid.board().side();
        let alphabet = options.alphabet.map_or(Alphabet::usual(side), |alphabet| alphabet.with_side(side));
        if side <= alphabet.max_side() {
            return Names::symbols(alphabet, grid, options);
        }
        let blank = blank(options, alphabet)?.unwrap_or(".");
        match alphabet {
            Alphabet::Letters(_) => Err(WriteError::Alphabet(alphabet, side)),
            _ => Ok(Names { alphabet, is_numbers: true, blank }),
        }
    }

    /// Symbols, for formats that put nothing between them.
    pub(super) fn glued(grid: &Grid, format: Format, options: &WriteOptions) -> Result<Names, WriteError> {
        let side = grid.board().side();
        let usual = if side == 36 { Alphabet::ZeroTo(side) } else { Alphabet::usual(side) };
        let alphabet = options.alphabet.map_or(usual, |alphabet| alphabet.with_side(side));
        match (side <= alphabet.max_side(), options.alphabet) {
            (true, _) => Names::symbols(alphabet, grid, options),
            (false, None) => Err(WriteError::Symbols(format, side)),
            (false, Some(_)) => Err(WriteError::Alphabet(alphabet, side)),
        }
    }

    /// Numbers, which count from 0 in the alphabet `0-...`; then the blank is -1.
    pub(super) fn numbers(grid: &Grid, options: &WriteOptions) -> Result<Names, WriteError> {
        let side = grid.board().side();
        let alphabet = match options.alphabet {
            Some(Alphabet::ZeroTo(_)) => Alphabet::ZeroTo(side),
            _ => Alphabet::OneTo(side),
        };
        let usual = if matches!(alphabet, Alphabet::ZeroTo(_)) { "-1" } else { "0" };
        Ok(Names { alphabet, is_numbers: true, blank: blank(options, alphabet)?.unwrap_or(usual) })
    }

    /// A grid whose givens are all letters of `1-G` would be read as `A-P`, were its blanks not written as 0.
    fn symbols(alphabet: Alphabet, grid: &Grid, options: &WriteOptions) -> Result<Names, WriteError> {
        let needs_zero = matches!(alphabet, Alphabet::OneTo(10..)) && grid.filled().all(|(_, digit)| digit.get() > 9);
        let usual = if needs_zero && grid.filled_count() > 0 { "0" } else { "." };
        Ok(Names { alphabet, is_numbers: false, blank: blank(options, alphabet)?.unwrap_or(usual) })
    }

    /// All cells of a grid row by row, unless something must stand between them.
    pub(super) fn glue(&self, grid: &Grid) -> Option<String> {
        if self.is_numbers {
            return None;
        }
        let blank = self.blank.as_bytes()[0];
        let symbols = self.alphabet.symbols();
        let symbol = |digit: &u8| if *digit == 0 { blank } else { symbols[usize::from(*digit) - 1] };
        let mut bytes = Vec::with_capacity(grid.digits().len() + 1); // room for the end of the line
        bytes.extend(grid.digits().iter().map(symbol));
        Some(String::from_utf8(bytes).expect("symbols are ASCII"))
    }

    /// What is written for a cell.
    pub(super) fn of(&self, digit: Option<Digit>) -> String {
        match digit {
            None => self.blank.into(),
            Some(digit) if self.is_numbers && matches!(self.alphabet, Alphabet::ZeroTo(_)) => digit.index().to_string(),
            Some(digit) if self.is_numbers => digit.to_string(),
            Some(digit) => self.alphabet.symbol(digit).map_or_else(|| digit.to_string(), String::from),
        }
    }

    /// The widest text of any digit.
    pub(super) fn width(&self) -> usize {
        self.of(Digit::new(self.alphabet.side())).len().max(self.blank.len())
    }
}

/// The blank that was asked for.
fn blank(options: &WriteOptions, alphabet: Alphabet) -> Result<Option<&'static str>, WriteError> {
    let Some(blank) = options.blank else { return Ok(None) };
    match blank {
        '0' if !matches!(alphabet, Alphabet::ZeroTo(_)) => Ok(Some("0")),
        '.' => Ok(Some(".")),
        '_' => Ok(Some("_")),
        '*' => Ok(Some("*")),
        '-' => Ok(Some("-")),
        _ => Err(WriteError::Blank(blank)),
    }
}
