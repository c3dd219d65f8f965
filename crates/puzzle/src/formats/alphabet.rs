//! [`Alphabet`]: the symbols of digits, one character each.
//!
//! ```
//! use qedoku_puzzle::{Digit, formats::Alphabet};
//!
//! let alphabet: Alphabet = "0-f".parse()?;
//! assert_eq!(alphabet, Alphabet::ZeroTo(16));
//! assert_eq!(alphabet.symbol(Digit::new(16).unwrap()), Some('F'));
//! assert_eq!(Alphabet::usual(16).to_string(), "1-G");
//! # Ok::<(), qedoku_puzzle::formats::UnknownNameError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::UnknownNameError;
use crate::{Board, Digit};

/// A sequence of symbols for the digits of a board. The field is the side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alphabet {
    /// `1` to `9`, then `A` to `Z`: up to 35x35. For numbers: counting from 1.
    OneTo(usize),
    /// `0` to `9`, then `A` to `Z`: up to 36x36. For numbers: counting from 0.
    ZeroTo(usize),
    /// `A` to `Z`: up to 26x26.
    Letters(usize),
}

/// The symbols by value (base 36). An alphabet is the part of them that begins at 0, 1 or 10.
const SYMBOLS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Alphabet {
    /// The default alphabet for writing: `A-Y` on 25x25, where it is customary, else the one that begins with `1`.
    pub fn usual(side: usize) -> Alphabet {
        if side == 25 { Alphabet::Letters(side) } else { Alphabet::OneTo(side) }
    }

    /// The alphabet that begins with the same symbol, for another side.
    #[must_use]
    pub fn with_side(self, side: usize) -> Alphabet {
        match self {
            Alphabet::OneTo(_) => Alphabet::OneTo(side),
            Alphabet::ZeroTo(_) => Alphabet::ZeroTo(side),
            Alphabet::Letters(_) => Alphabet::Letters(side),
        }
    }

    /// The side of the board.
    pub fn side(self) -> usize {
        let (Alphabet::OneTo(side) | Alphabet::ZeroTo(side) | Alphabet::Letters(side)) = self;
        side
    }

    /// The largest side with a symbol for each digit.
    pub fn max_side(self) -> usize {
        SYMBOLS.len() - self.first()
    }

    /// The symbol of a digit, or `None` if the digit is above [`Alphabet::max_side`].
    pub fn symbol(self, digit: Digit) -> Option<char> {
        self.symbols().get(digit.index()).map(|symbol| char::from(*symbol))
    }

    /// The symbol of a digit, or its number if there is no alphabet or no symbol.
    pub fn name(alphabet: Option<Alphabet>, digit: Digit) -> String {
        let symbol = alphabet.and_then(|alphabet| alphabet.symbol(digit));
        symbol.map_or_else(|| digit.to_string(), String::from)
    }

    /// All symbols from the first one on.
    pub(super) fn symbols(self) -> &'static [u8] {
        &SYMBOLS[self.first()..]
    }

    /// The digit of a symbol (upper or lower case), or `None` if the symbol is not in the alphabet.
    pub fn digit(self, symbol: char) -> Option<Digit> {
        let value = symbol.to_digit(36)? as usize;
        Digit::new((value + 1).checked_sub(self.first())?)
    }

    /// The value of the first symbol.
    fn first(self) -> usize {
        match self {
            Alphabet::ZeroTo(_) => 0,
            Alphabet::OneTo(_) => 1,
            Alphabet::Letters(_) => 10,
        }
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = Digit::new(self.side()).and_then(|last| self.symbol(last));
        let first = char::from(SYMBOLS[self.first()]);
        match (last, self) {
            (Some(last), _) => f.pad(&format!("{first}-{last}")),
            (None, Alphabet::ZeroTo(side)) => f.pad(&format!("0-{}", side.saturating_sub(1))),
            (None, _) => f.pad(&format!("{first}-{}", self.side())),
        }
    }
}

impl FromStr for Alphabet {
    type Err = UnknownNameError;

    /// Parses `1-9`, `1-G`, `0-F`, `A-P`, `1-9A-P`, and with numbers `0-15` or `1-144`.
    fn from_str(name: &str) -> Result<Alphabet, UnknownNameError> {
        let expected = || "an alphabet such as 1-9, 1-G, 0-F, A-P or A-Y".to_string();
        parse(name.trim()).ok_or_else(|| UnknownNameError { name: name.into(), expected: expected() })
    }
}

fn parse(name: &str) -> Option<Alphabet> {
    let (start, end) = (name.split_once('-')?.0, name.rsplit_once('-')?.1);
    let alphabet = match start {
        "1" => Alphabet::OneTo(0),
        "0" => Alphabet::ZeroTo(0),
        "a" | "A" => Alphabet::Letters(0),
        _ => return None,
    };
    let side = match end.len() {
        1 => alphabet.digit(end.chars().next()?)?.get(),
        2 | 3 if alphabet.first() <= 1 && end.bytes().all(|byte| byte.is_ascii_digit()) => {
            end.parse::<usize>().ok()? + 1 - alphabet.first()
        }
        _ => return None,
    };
    (4..=Board::MAX_SIDE).contains(&side).then(|| alphabet.with_side(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conventional_names_are_parsed() {
        let read = |name: &str| name.parse::<Alphabet>().ok();
        assert_eq!(read("1-9"), Some(Alphabet::OneTo(9)));
        assert_eq!(read("1-g"), Some(Alphabet::OneTo(16)));
        assert_eq!(read("0-F"), Some(Alphabet::ZeroTo(16)));
        assert_eq!(read("0-15"), Some(Alphabet::ZeroTo(16)));
        assert_eq!(read("a-p"), Some(Alphabet::Letters(16)));
        assert_eq!(read("A-Y"), Some(Alphabet::Letters(25)));
        assert_eq!(read("1-9A-P"), Some(Alphabet::OneTo(25)));
        assert_eq!(read("1-144"), Some(Alphabet::OneTo(144)));
        for wrong in ["", "-", "1", "1-", "B-Q", "1-2", "1-145", "A-5", "A-15", "1-é", "1--", "0-999", "1-+9", "1-00"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_read_back_for_every_side() {
        for side in (4..=144).filter(|side| Board::of_side(*side).is_ok()) {
            for alphabet in [Alphabet::OneTo(side), Alphabet::ZeroTo(side)] {
                assert_eq!(alphabet.to_string().parse(), Ok(alphabet));
            }
        }
        assert_eq!(Alphabet::Letters(26).to_string().parse(), Ok(Alphabet::Letters(26)));
    }

    #[test]
    fn symbols_and_digits_correspond_up_to_the_largest_side() {
        for alphabet in [Alphabet::OneTo(16), Alphabet::ZeroTo(16), Alphabet::Letters(16)] {
            for digit in (1..=144).filter_map(Digit::new) {
                let symbol = alphabet.symbol(digit);
                assert_eq!(symbol.is_some(), digit.get() <= alphabet.max_side());
                assert_eq!(symbol.and_then(|symbol| alphabet.digit(symbol)), symbol.map(|_| digit));
            }
        }
        assert_eq!(Alphabet::OneTo(9).digit('0'), None);
        assert_eq!(Alphabet::Letters(16).digit('9'), None);
    }
}
