//! From the tokens of one puzzle to its cells.
//!
//! ```text
//!   symbols   4.. ... 8.5 ...     one character per cell, glued or not
//!   numbers   16 7 0 . -1 ...     one number per cell
//!   groups    4 1679 12679 ...    the candidates of each cell
//!   places    ...4..... 1....67.9 ...   n characters per cell: a digit stands at its own place or not at all
//! ```

use super::error::{Fault, shortened};
use super::text::{is_blank_symbol, is_blank_token};
use super::usage::Usage;
use super::{Alphabet, Format, ReadOptions};
use crate::{Board, Digit, DigitSet, Grid, Puzzle};

/// The largest side that symbols suffice for.
pub(super) const MAX_SYMBOLS: usize = 36;

/// One puzzle, and how it was read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) puzzle: Puzzle,
    pub(super) format: Format,
    pub(super) alphabet: Option<Alphabet>,
    pub(super) note: Option<String>,
}

/// What is known while a file is read: what was asked for, and which alphabets its earlier puzzles used.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) options: ReadOptions,
    /// The alphabet of the last puzzle that needed one, for each side.
    alphabets: Vec<(usize, Alphabet)>,
    table: Table,
    /// Whether nothing was asked for.
    is_free: bool,
}

/// The digit of each ASCII character: 0 is a blank, [`Table::WRONG`] is neither.
#[derive(Debug)]
struct Table {
    alphabet: Alphabet,
    digits: [u8; 256],
}

impl Context {
    pub(super) fn new(options: ReadOptions) -> Context {
        let is_free = options == ReadOptions::default();
        Context { options, alphabets: Vec::new(), table: Table::new(Alphabet::OneTo(9)), is_free }
    }

    /// Whether there may be a puzzle of this side.
    pub(super) fn is_side(&self, side: usize) -> bool {
        match self.options.board {
            Some(board) => board.side() == side,
            None => Board::of_side(side).is_ok(),
        }
    }

    /// The side of a board with so many cells.
    pub(super) fn side_of(&self, cells: usize) -> Option<usize> {
        let side = cells.isqrt();
        (side * side == cells && self.is_side(side)).then_some(side)
    }

    /// The side of a board with so many places for candidates.
    pub(super) fn side_of_places(&self, places: usize) -> Option<usize> {
        let mut sides = (4..=MAX_SYMBOLS).take_while(|side| side.pow(3) <= places);
        sides.find(|side| side.pow(3) == places && self.is_side(*side))
    }

    /// The board of a side.
    pub(super) fn board<'a>(&self, side: usize) -> Result<Board, Fault<'a>> {
        match self.options.board {
            Some(board) if board.side() == side => Ok(board),
            Some(board) => Err(Fault::whole(format!("expected a puzzle {board}, found one of {side}x{side}"))),
            None => Board::of_side(side).map_err(|error| Fault::whole(error.to_string())),
        }
    }

    /// Takes a usage as the one of all puzzles of this side, as far as they leave it open.
    pub(super) fn expect_usage(&mut self, usage: &Usage, side: usize) {
        self.remember(usage.choose(side).0, side);
    }

    fn remember(&mut self, alphabet: Alphabet, side: usize) {
        match self.alphabets.iter_mut().find(|known| known.0 == side) {
            Some(known) => known.1 = alphabet,
            None => self.alphabets.push((side, alphabet)),
        }
    }

    /// The alphabet that was asked for, the one of earlier puzzles if it fits, or a new choice.
    fn alphabet(&mut self, side: usize, usage: impl FnOnce() -> Usage) -> (Alphabet, Option<String>) {
        if let Some(alphabet) = self.options.alphabet {
            return (alphabet.with_side(side), None);
        }
        let usage = usage();
        let (chosen, note) = usage.choose(side);
        let known = self.alphabets.iter().find(|known| known.0 == side).map(|known| known.1);
        let alphabet = known.filter(|known| usage.fits(*known, side)).unwrap_or(chosen);
        self.remember(alphabet, side);
        (alphabet, note.filter(|_| alphabet == chosen))
    }

    fn table(&mut self, alphabet: Alphabet) -> &Table {
        if self.table.alphabet != alphabet {
            self.table = Table::new(alphabet);
        }
        &self.table
    }

    /// 81 digits and blanks where nothing was asked for, which can be nothing but a 9x9: the short way to what
    /// [`Context::flow`] would find out. It matters, since this is what long lists are made of.
    pub(super) fn classic(&mut self, text: &str) -> Option<Reading> {
        let symbols: &[u8; 81] = text.as_bytes().try_into().ok().filter(|_| self.is_free)?;
        let alphabet = Alphabet::OneTo(9);
        let table = &self.table(alphabet).digits;
        let grid = Grid::from_digits(Board::CLASSIC, symbols.map(|symbol| table[usize::from(symbol)]))?;
        Some(Reading::of_symbols(grid, alphabet, None))
    }

    /// A board with one symbol per cell; there are side x side of them.
    pub(super) fn symbols<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<Reading, Fault<'a>> {
        let board = self.board(side)?;
        if side <= 9 && self.options.alphabet.is_none() {
            let alphabet = Alphabet::OneTo(side);
            match self.table(alphabet).grid(tokens, board) {
                Ok(grid) => return Ok(Reading::of_symbols(grid, alphabet, None)),
                Err(at) if !tokens.iter().any(|token| has_letter(token)) => return Err(wrong_symbol(at, alphabet)),
                Err(_) => {}
            }
        }
        let (alphabet, note) = self.alphabet(side, || Usage::of_symbols(tokens, side));
        let grid = self.table(alphabet).grid(tokens, board).map_err(|at| wrong_symbol(at, alphabet))?;
        Ok(Reading::of_symbols(grid, alphabet, note))
    }

    /// A board with one number per token.
    pub(super) fn numbers<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<Reading, Fault<'a>> {
        let board = self.board(side)?;
        let values = tokens.iter().map(|token| number(token));
        let (alphabet, note) = match self.options.alphabet {
            Some(alphabet) => (alphabet.with_side(side), None),
            None => choose_numbers(tokens, side),
        };
        let from_zero = matches!(alphabet, Alphabet::ZeroTo(_));
        let mut grid = Grid::empty(board);
        for ((cell, value), token) in board.cells().zip(values).zip(tokens) {
            match value {
                Some(value) if from_zero && value < side => grid.set(cell, Digit::new(value + 1)),
                Some(value) if !from_zero && value <= side => grid.set(cell, Digit::new(value)),
                None if is_blank_token(token) => {}
                _ => return Err(wrong_number(token, side, from_zero)),
            }
        }
        Ok(Reading { puzzle: Puzzle::new(grid), format: Format::Numbers, alphabet: Some(alphabet), note })
    }

    /// A board with one group of candidates per token, up to 9x9. A blank leaves its cell open.
    pub(super) fn groups<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<Reading, Fault<'a>> {
        let board = self.board(side)?;
        let mut allowed = Vec::with_capacity(board.cell_count());
        for token in tokens {
            allowed.push(match group(token, side) {
                _ if is_blank_token(token) => DigitSet::all(side),
                Some(candidates) => candidates,
                None => return Err(wrong_group(token, side)),
            });
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        Ok(Reading { puzzle, format: Format::CandidateGrid, alphabet: None, note: None })
    }

    /// A board with a place for each candidate of each cell: side x side x side symbols.
    pub(super) fn places<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<Reading, Fault<'a>> {
        let board = self.board(side)?;
        let alphabet = match self.options.alphabet {
            Some(alphabet) => alphabet.with_side(side),
            None => places_alphabet(tokens, side).unwrap_or(Alphabet::OneTo(side)),
        };
        let mut allowed = vec![DigitSet::EMPTY; board.cell_count()];
        let mut place = 0;
        for token in tokens {
            for (index, symbol) in token.char_indices() {
                let digit = Digit::from_index(place % side);
                if alphabet.symbol(digit) == Some(symbol.to_ascii_uppercase()) && place / side < allowed.len() {
                    allowed[place / side].insert(digit);
                } else if !symbol.is_ascii() || !is_blank_symbol(symbol as u8) {
                    return Err(wrong_place(&token[index..], alphabet, digit));
                }
                place += 1;
            }
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        Ok(Reading { puzzle, format: Format::Candidates, alphabet: Some(alphabet), note: None })
    }
}

impl Table {
    const WRONG: u8 = u8::MAX;

    fn new(alphabet: Alphabet) -> Table {
        let mut digits = [Table::WRONG; 256];
        for byte in (0..=u8::MAX).filter(|byte| is_blank_symbol(*byte)) {
            digits[usize::from(byte)] = 0;
        }
        let side = if alphabet.side() <= alphabet.max_side() { alphabet.side() } else { 0 };
        for byte in 0..128 {
            let digit = alphabet.digit(char::from(byte)).map(Digit::get);
            if let Some(digit) = digit.filter(|digit| *digit <= side) {
                digits[usize::from(byte)] = digit as u8;
            }
        }
        Table { alphabet, digits }
    }

    /// The digits of the cells, or the place of what is none.
    fn grid<'a>(&self, tokens: &[&'a str], board: Board) -> Result<Grid, &'a str> {
        let mut digits = Vec::with_capacity(board.cell_count());
        for token in tokens {
            for (place, byte) in token.bytes().enumerate() {
                match self.digits[usize::from(byte)] {
                    Table::WRONG => return Err(&token[floor(token, place)..]),
                    digit if digits.len() < board.cell_count() => digits.push(digit),
                    0 => {}
                    _ => return Err(&token[place..]),
                }
            }
        }
        digits.resize(board.cell_count(), 0);
        Ok(Grid::from_digits(board, digits).expect("the table has only digits of the board"))
    }
}

impl Reading {
    fn of_symbols(grid: Grid, alphabet: Alphabet, note: Option<String>) -> Reading {
        Reading { puzzle: Puzzle::new(grid), format: Format::Line, alphabet: Some(alphabet), note }
    }
}

/// The alphabet in which every symbol stands at its own place; one symbol is enough to tell.
pub(super) fn places_alphabet(tokens: &[&str], side: usize) -> Option<Alphabet> {
    let stands = |alphabet: Alphabet| {
        let mut digits = (0..side).cycle().map(Digit::from_index);
        tokens.iter().flat_map(|token| token.bytes()).all(|byte| {
            let symbol = digits.next().and_then(|digit| alphabet.symbol(digit));
            is_blank_symbol(byte) || symbol == Some(char::from(byte.to_ascii_uppercase()))
        })
    };
    let alphabets = [Alphabet::OneTo(side), Alphabet::ZeroTo(side), Alphabet::Letters(side)];
    alphabets.into_iter().filter(|alphabet| side <= alphabet.max_side()).find(|alphabet| stands(*alphabet))
}

/// Whether so many symbols are candidates rather than a larger board, where the number of characters allows both: 64,
/// 729, 4,096 and 15,625.
///
/// Candidates stand at their own places. On a board that would put the same digit all over a column, so more symbols
/// than columns would be a clash.
pub(super) fn are_places(tokens: &[&str], side: usize) -> bool {
    let symbols = tokens.iter().flat_map(|token| token.bytes()).filter(|byte| !is_blank_symbol(*byte)).count();
    symbols > side.pow(3).isqrt() && places_alphabet(tokens, side).is_some()
}

/// The number that a token is, cut off well above all digits.
pub(super) fn number(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !token.is_empty()).then(|| token.trim_start_matches('0'))?.get(..).map(|digits| match digits.len() {
        0 => 0,
        1..=3 => digits.parse().unwrap_or(1000),
        _ => 1000,
    })
}

/// The candidates that a token lists in ascending order, with or without marks such as `(147)` or `*147`.
pub(super) fn group(token: &str, side: usize) -> Option<DigitSet> {
    let token = token.trim_matches(['*', '#', '@', '(', ')']);
    let ascending = token.as_bytes().is_sorted_by(|one, next| one < next);
    let digits = token.bytes().map(|byte| Digit::new(usize::from(byte.checked_sub(b'0')?)));
    let digits = digits.map(|digit| digit.filter(|digit| digit.get() <= side.min(9)));
    (ascending && !token.is_empty()).then(|| digits.collect())?
}

fn choose_numbers(tokens: &[&str], side: usize) -> (Alphabet, Option<String>) {
    let values = tokens.iter().map(|token| number(token));
    let usage = Usage::of_numbers(values, side);
    let [one, zero] = [Alphabet::OneTo(side), Alphabet::ZeroTo(side)];
    if tokens.contains(&"-1") && usage.fits(zero, side) {
        let open = !tokens.contains(&"0");
        let note = || format!("blanks -1: read as numbers 0-{} (--alphabet 1-{side} for the other reading)", side - 1);
        return (zero, open.then(note));
    }
    let from_zero = usage.fits(zero, side) && !usage.fits(one, side);
    (if from_zero { zero } else { one }, None)
}

fn has_letter(token: &str) -> bool {
    token.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The start of the character that this byte belongs to.
fn floor(text: &str, mut place: usize) -> usize {
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

fn wrong_symbol(at: &str, alphabet: Alphabet) -> Fault<'_> {
    let side = alphabet.side();
    let found = at.chars().next().unwrap_or(' ');
    let wanted = match alphabet {
        _ if side > alphabet.max_side() => {
            format!("expected numbers with spaces or commas between, as {side}x{side} has more digits than symbols")
        }
        Alphabet::OneTo(..=9) => format!("expected a digit {alphabet} or a blank (. 0 _ * -)"),
        Alphabet::ZeroTo(_) => format!("expected a symbol {alphabet} or a blank (. _ * -)"),
        _ => format!("expected a symbol {alphabet} or a blank (. 0 _ * -)"),
    };
    Fault::at(at, format!("{wanted}, found '{found}'"))
}

fn wrong_number(token: &str, side: usize, from_zero: bool) -> Fault<'_> {
    let found = shortened(token);
    let wanted = if from_zero {
        format!("expected a number from 0 to {} or a blank (. -1 _ * -)", side - 1)
    } else {
        format!("expected a number from 1 to {side} or a blank (0 . -1 _ * -)")
    };
    Fault::at(token, format!("{wanted}, found '{found}'"))
}

fn wrong_group(token: &str, side: usize) -> Fault<'_> {
    let found = shortened(token);
    let wanted = format!("expected a digit 1-{side}, ascending candidates such as 124, or a blank");
    Fault::at(token, format!("{wanted}, found '{found}'"))
}

fn wrong_place(at: &str, alphabet: Alphabet, digit: Digit) -> Fault<'_> {
    let found = at.chars().next().unwrap_or(' ');
    let symbol = alphabet.symbol(digit).map_or_else(|| digit.to_string(), String::from);
    Fault::at(at, format!("expected '{symbol}' or a blank (. 0 _ * -) at this place of a cell, found '{found}'"))
}
