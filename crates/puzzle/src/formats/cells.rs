//! Parsers from the tokens of one puzzle to its cells, one for each notation.
//!
//! ```text
//!   symbols             4.. ... 8.5 ...           one character per cell, with or without separators
//!   numbers             16 7 0 . -1 ...           one number per cell
//!   candidate groups    4 1679 12679 ...          the candidates of each cell
//!   candidate string    ...4..... 1....67.9 ...   n characters per cell: each digit in its own position, or a blank
//! ```

use super::error::{SpanError, shortened};
use super::symbol_usage::{SymbolUsage, has_question_blanks};
use super::text::{is_blank_symbol, is_blank_token, is_question_symbol, is_question_token};
use super::{Alphabet, Format, ReadOptions};
use crate::{Board, Digit, DigitSet, Grid, Puzzle};

/// The largest side with one symbol per digit.
pub(super) const MAX_SYMBOLS: usize = 36;

/// A puzzle and how it was read.
#[derive(Clone, Debug)]
pub(super) struct ParsedPuzzle {
    pub(super) puzzle: Puzzle,
    pub(super) format: Format,
    pub(super) alphabet: Option<Alphabet>,
    /// Another way to read it, if the text is ambiguous.
    pub(super) note: Option<String>,
}

/// The state of reading a file: the options, and the alphabets of earlier puzzles.
#[derive(Clone, Debug)]
pub(super) struct ReadContext {
    pub(super) options: ReadOptions,
    /// The alphabet of the last puzzle that needed one, for each side.
    alphabets: Vec<(usize, Alphabet)>,
    /// The table of the last alphabet, because most files use only one.
    table: SymbolTable,
    /// Whether no option is set.
    has_default_options: bool,
    /// Whether the alphabets of later puzzles are forgotten: see [`ReadContext::fix_alphabets`].
    has_fixed_alphabets: bool,
    /// The number in the heading of the last puzzle, or 0.
    pub(super) heading_number: usize,
    /// Whether a first line names several columns, so that a board in another column than the puzzle is no second puzzle.
    pub(super) has_named_columns: bool,
}

/// The digit of each byte: 0 is a blank, [`SymbolTable::INVALID`] is neither.
#[derive(Clone, Debug)]
struct SymbolTable {
    alphabet: Alphabet,
    digits: [u8; 256],
}

impl ReadContext {
    pub(super) fn new(options: ReadOptions) -> ReadContext {
        let has_default_options = options == ReadOptions::default();
        let table = SymbolTable::new(Alphabet::OneTo(9));
        ReadContext {
            options,
            alphabets: Vec::new(),
            table,
            has_default_options,
            has_fixed_alphabets: false,
            heading_number: 0,
            has_named_columns: false,
        }
    }

    /// Replaces the options; the alphabets of earlier puzzles stay.
    pub(super) fn set_options(&mut self, options: ReadOptions) {
        self.has_default_options = options == ReadOptions::default();
        self.options = options;
    }

    /// Keeps the alphabets that are known now: how a puzzle is read then depends on the puzzle alone and not on those since.
    /// Files with one puzzle per line are read like this, so that their parts can be read on several threads.
    pub(super) fn fix_alphabets(&mut self) {
        self.has_fixed_alphabets = true;
    }

    /// Whether the options allow a puzzle of this side.
    pub(super) fn is_side(&self, side: usize) -> bool {
        match self.options.board {
            Some(board) => board.side() == side,
            None => Board::of_side(side).is_ok(),
        }
    }

    /// The side of a board with this number of cells.
    pub(super) fn side_of(&self, cells: usize) -> Option<usize> {
        let side = cells.isqrt();
        (side * side == cells && self.is_side(side)).then_some(side)
    }

    /// The side of a board with this number of candidates, n x n x n.
    pub(super) fn side_of_candidate_string(&self, length: usize) -> Option<usize> {
        let mut sides = (4..=MAX_SYMBOLS).take_while(|side| side.pow(3) <= length);
        sides.find(|side| side.pow(3) == length && self.is_side(*side))
    }

    /// The board of a side.
    pub(super) fn board<'a>(&self, side: usize) -> Result<Board, SpanError<'a>> {
        match self.options.board {
            Some(board) if board.side() == side => Ok(board),
            Some(board) => {
                Err(SpanError::whole(format!("expected a puzzle of a board {board}, found one of {side}x{side}")))
            }
            None => Board::of_side(side).map_err(|error| SpanError::whole(error.to_string())),
        }
    }

    /// Selects the alphabet for puzzles of this side whose symbols allow several.
    pub(super) fn expect_usage(&mut self, usage: &SymbolUsage, side: usize) {
        self.remember(usage.choose(side).0, side);
    }

    fn remember(&mut self, alphabet: Alphabet, side: usize) {
        match self.alphabets.iter_mut().find(|known| known.0 == side) {
            Some(known) => known.1 = alphabet,
            None => self.alphabets.push((side, alphabet)),
        }
    }

    /// The alphabet of the options, else that of earlier puzzles if it fits, else the one that the usage suggests.
    fn alphabet(&mut self, side: usize, usage: impl FnOnce() -> SymbolUsage) -> (Alphabet, Option<String>) {
        if let Some(alphabet) = self.options.alphabet {
            return (alphabet.with_side(side), None);
        }
        let usage = usage();
        let (chosen, note) = usage.choose(side);
        let known = self.alphabets.iter().find(|known| known.0 == side).map(|known| known.1);
        let alphabet = known.filter(|known| usage.fits(*known, side)).unwrap_or(chosen);
        if !self.has_fixed_alphabets {
            self.remember(alphabet, side);
        }
        (alphabet, note.filter(|_| alphabet == chosen))
    }

    fn table(&mut self, alphabet: Alphabet) -> &SymbolTable {
        if self.table.alphabet != alphabet {
            self.table = SymbolTable::new(alphabet);
        }
        &self.table
    }

    /// Fast path of [`ReadContext::parse_tokens`] for 81 digits and blanks under default options, which are always a 9x9. Long lists
    /// consist of such lines.
    pub(super) fn parse_classic(&mut self, text: &str) -> Option<ParsedPuzzle> {
        let symbols: &[u8; 81] = text.as_bytes().try_into().ok().filter(|_| self.has_default_options)?;
        let alphabet = Alphabet::OneTo(9);
        let table = &self.table(alphabet).digits;
        let digits: Box<[u8]> = symbols.iter().map(|symbol| table[usize::from(*symbol)]).collect();
        let grid = Grid::from_digits(Board::CLASSIC, digits)?;
        Some(ParsedPuzzle::of_symbols(grid, alphabet, None))
    }

    /// Whether [`ReadContext::parse_classic`] accepts a line of these symbols.
    pub(super) fn is_classic(&mut self, symbols: &[u8; 81]) -> bool {
        // Nearly all lines have the usual symbols; comparisons without early exit are done with vector instructions.
        let is_usual = |symbol: u8| matches!(symbol, b'0'..=b'9' | b'.');
        let are_usual = symbols.iter().fold(true, |all, symbol| all & is_usual(*symbol));
        let has_default_options = self.has_default_options;
        let table = &self.table(Alphabet::OneTo(9)).digits;
        // Digits are below 16.
        has_default_options && (are_usual || symbols.iter().all(|symbol| table[usize::from(*symbol)] < 16))
    }

    /// Parses one symbol per cell; there are side x side of them.
    pub(super) fn parse_symbols<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<ParsedPuzzle, SpanError<'a>> {
        let board = self.board(side)?;
        // Up to 9x9 the digits 1-9 come first; only text with letters can use another alphabet.
        if side <= 9 && self.options.alphabet.is_none() {
            let alphabet = Alphabet::OneTo(side);
            match self.parse_grid(alphabet, tokens, board) {
                Ok(grid) => return Ok(ParsedPuzzle::of_symbols(grid, alphabet, None)),
                Err(at) if !tokens.iter().any(|token| has_letter(token)) => return Err(wrong_symbol(at, alphabet)),
                Err(_) => {}
            }
        }
        let (alphabet, note) = self.alphabet(side, || SymbolUsage::of_symbols(tokens, side));
        let grid = self.parse_grid(alphabet, tokens, board).map_err(|at| wrong_symbol(at, alphabet))?;
        Ok(ParsedPuzzle::of_symbols(grid, alphabet, note))
    }

    /// The grid of symbols in an alphabet, or the position of the first invalid one.
    fn parse_grid<'a>(&mut self, alphabet: Alphabet, tokens: &[&'a str], board: Board) -> Result<Grid, &'a str> {
        match self.table(alphabet).parse(tokens, board) {
            Err(_) if has_question_blanks(tokens, board.side()) => {
                SymbolTable::with_question_blanks(alphabet).parse(tokens, board)
            }
            result => result,
        }
    }

    /// Parses one number per token.
    pub(super) fn parse_numbers<'a>(&mut self, tokens: &[&'a str], side: usize) -> Result<ParsedPuzzle, SpanError<'a>> {
        let board = self.board(side)?;
        let values = tokens.iter().map(|token| number(token));
        let (alphabet, note) = match self.options.alphabet {
            Some(alphabet) => (alphabet.with_side(side), None),
            None => choose_numbers(tokens, side),
        };
        let from_zero = matches!(alphabet, Alphabet::ZeroTo(_));
        let question_is_blank = !tokens.iter().any(|token| is_blank_token(token) && (*token != "0" || !from_zero));
        let mut grid = Grid::empty(board);
        for ((cell, value), token) in board.cells().zip(values).zip(tokens) {
            match value {
                Some(value) if from_zero && value < side => grid.set(cell, Digit::new(value + 1)),
                Some(value) if !from_zero && value <= side => grid.set(cell, Digit::new(value)),
                None if is_blank_token(token) => {}
                None if question_is_blank && is_question_token(token) => {}
                _ => return Err(wrong_number(token, side, from_zero)),
            }
        }
        Ok(ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::Numbers, alphabet: Some(alphabet), note })
    }

    /// Parses one candidate group per token, up to 9x9. A blank allows all digits.
    pub(super) fn parse_candidate_groups<'a>(
        &mut self,
        tokens: &[&'a str],
        side: usize,
    ) -> Result<ParsedPuzzle, SpanError<'a>> {
        let board = self.board(side)?;
        let mut allowed = Vec::with_capacity(board.cell_count());
        for token in tokens {
            allowed.push(match parse_candidate_group(token, side) {
                _ if is_blank_token(token) => DigitSet::all(side),
                Some(candidates) => candidates,
                None => return Err(wrong_group(token, side)),
            });
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        Ok(ParsedPuzzle { puzzle, format: Format::CandidateGrid, alphabet: None, note: None })
    }

    /// Parses a candidate string: side x side x side symbols, one for each candidate of each cell.
    pub(super) fn parse_candidate_string<'a>(
        &mut self,
        tokens: &[&'a str],
        side: usize,
    ) -> Result<ParsedPuzzle, SpanError<'a>> {
        let board = self.board(side)?;
        let alphabet = match self.options.alphabet {
            Some(alphabet) => alphabet.with_side(side),
            None => candidate_string_alphabet(tokens, side).unwrap_or(Alphabet::OneTo(side)),
        };
        let mut allowed = vec![DigitSet::EMPTY; board.cell_count()];
        let mut position = 0;
        for token in tokens {
            for (index, symbol) in token.char_indices() {
                let digit = Digit::from_index(position % side);
                if alphabet.symbol(digit) == Some(symbol.to_ascii_uppercase()) && position / side < allowed.len() {
                    allowed[position / side].insert(digit);
                } else if !symbol.is_ascii() || !is_blank_symbol(symbol as u8) {
                    return Err(wrong_candidate(&token[index..], alphabet, digit));
                }
                position += 1;
            }
        }
        let puzzle = Puzzle::with_candidates(board, allowed);
        Ok(ParsedPuzzle { puzzle, format: Format::Candidates, alphabet: Some(alphabet), note: None })
    }
}

impl SymbolTable {
    const INVALID: u8 = u8::MAX;

    fn new(alphabet: Alphabet) -> SymbolTable {
        let mut digits = [SymbolTable::INVALID; 256];
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
        SymbolTable { alphabet, digits }
    }

    /// The table of a puzzle whose blanks are `x`, `X` or `?`.
    fn with_question_blanks(alphabet: Alphabet) -> SymbolTable {
        let mut table = SymbolTable::new(alphabet);
        for byte in (0..=u8::MAX).filter(|byte| is_question_symbol(*byte)) {
            table.digits[usize::from(byte)] = 0;
        }
        table
    }

    /// The grid of the tokens, or the position of the first invalid symbol.
    fn parse<'a>(&self, tokens: &[&'a str], board: Board) -> Result<Grid, &'a str> {
        let mut digits = Vec::with_capacity(board.cell_count());
        for token in tokens {
            for (offset, byte) in token.bytes().enumerate() {
                match self.digits[usize::from(byte)] {
                    SymbolTable::INVALID => return Err(&token[char_start(token, offset)..]),
                    digit if digits.len() < board.cell_count() => digits.push(digit),
                    0 => {}
                    _ => return Err(&token[offset..]),
                }
            }
        }
        digits.resize(board.cell_count(), 0);
        Ok(Grid::from_digits(board, digits).expect("the table contains only digits of the board"))
    }
}

impl ParsedPuzzle {
    fn of_symbols(grid: Grid, alphabet: Alphabet, note: Option<String>) -> ParsedPuzzle {
        ParsedPuzzle { puzzle: Puzzle::new(grid), format: Format::Line, alphabet: Some(alphabet), note }
    }
}

/// The alphabet in which every symbol of a candidate string is in its own position. One symbol is enough to identify it.
pub(super) fn candidate_string_alphabet(tokens: &[&str], side: usize) -> Option<Alphabet> {
    let is_consistent = |alphabet: Alphabet| {
        let mut digits = (0..side).cycle().map(Digit::from_index);
        tokens.iter().flat_map(|token| token.bytes()).all(|byte| {
            let symbol = digits.next().and_then(|digit| alphabet.symbol(digit));
            is_blank_symbol(byte) || symbol == Some(char::from(byte.to_ascii_uppercase()))
        })
    };
    let alphabets = [Alphabet::OneTo(side), Alphabet::ZeroTo(side), Alphabet::Letters(side)];
    alphabets.into_iter().filter(|alphabet| side <= alphabet.max_side()).find(|alphabet| is_consistent(*alphabet))
}

/// Whether symbols are a candidate string rather than the cells of a larger board, if their number allows both: 64, 729, 4,096 and
/// 15,625.
///
/// In a candidate string every symbol is in its own position. The cells of a larger board that look like this repeat one digit in
/// each column, so with more symbols than columns its givens would conflict.
pub(super) fn is_candidate_string(tokens: &[&str], side: usize) -> bool {
    let symbols = tokens.iter().flat_map(|token| token.bytes()).filter(|byte| !is_blank_symbol(*byte)).count();
    symbols > side.pow(3).isqrt() && candidate_string_alphabet(tokens, side).is_some()
}

/// Whether symbols are a candidate string with errors, if their number also allows a larger board: at least three quarters are in their
/// own position (of the cells of a larger board, one in twenty is), or hardly any is a digit of the larger board only.
pub(super) fn is_faulty_candidate_string(tokens: &[&str], side: usize) -> bool {
    let symbols = tokens.iter().flat_map(|token| token.bytes()).filter(|byte| !is_blank_symbol(*byte));
    let is_small = |byte: u8| Alphabet::OneTo(side).digit(byte.into()).is_some_and(|digit| digit.get() <= side);
    let (larger_side, count) = (side.pow(3).isqrt(), symbols.clone().count());
    if !has_repeated_symbol(tokens, larger_side) {
        return false; // a puzzle of the larger board without conflicts
    }
    let small = symbols.filter(|byte| is_small(*byte)).count();
    count > larger_side && (is_in_candidate_positions(tokens, side) || 8 * small >= 7 * count)
}

/// Whether a column of a board has a symbol twice.
pub(super) fn has_repeated_symbol(tokens: &[&str], side: usize) -> bool {
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.bytes()).collect();
    (0..side).any(|column| {
        let symbols: Vec<u8> =
            bytes.iter().skip(column).step_by(side).copied().filter(|byte| !is_blank_symbol(*byte)).collect();
        (1..symbols.len()).any(|last| symbols[..last].contains(&symbols[last]))
    })
}

/// Whether at least three quarters of the symbols are in their own position of a candidate string, and there are more than n.
pub(super) fn is_in_candidate_positions(tokens: &[&str], side: usize) -> bool {
    let symbols =
        || tokens.iter().flat_map(|token| token.bytes()).enumerate().filter(|(_, byte)| !is_blank_symbol(*byte));
    let is_in_position = |alphabet: Alphabet, (index, byte): (usize, u8)| {
        alphabet.symbol(Digit::from_index(index % side)) == Some(char::from(byte.to_ascii_uppercase()))
    };
    let alphabets = [Alphabet::OneTo(side), Alphabet::ZeroTo(side), Alphabet::Letters(side)];
    let best = alphabets.map(|alphabet| symbols().filter(|symbol| is_in_position(alphabet, *symbol)).count());
    let count = symbols().count();
    count > 2 * side && best.iter().any(|best| 4 * best >= 3 * count)
}

/// The value of a number token. Values of four or more digits are all 1000, which is above every digit.
pub(super) fn number(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !token.is_empty()).then(|| token.trim_start_matches('0'))?.get(..).map(|digits| match digits.len() {
        0 => 0,
        1..=3 => digits.parse().unwrap_or(1000),
        _ => 1000,
    })
}

/// Parses candidates in ascending order, with or without marks such as `(147)` or `*147`.
pub(super) fn parse_candidate_group(token: &str, side: usize) -> Option<DigitSet> {
    let token = token.trim_matches(['*', '#', '@', '(', ')']);
    let ascending = token.as_bytes().is_sorted_by(|one, next| one < next);
    let digits = token.bytes().map(|byte| Digit::new(usize::from(byte.checked_sub(b'0')?)));
    let digits = digits.map(|digit| digit.filter(|digit| digit.get() <= side.min(9)));
    (ascending && !token.is_empty()).then(|| digits.collect())?
}

/// Whether numbers count from 0 or from 1, and a note if both are possible.
fn choose_numbers(tokens: &[&str], side: usize) -> (Alphabet, Option<String>) {
    let values = tokens.iter().map(|token| number(token));
    let usage = SymbolUsage::of_numbers(values, side);
    let [one, zero] = [Alphabet::OneTo(side), Alphabet::ZeroTo(side)];
    // A number that is too large for 0-8 is an error if a 0 shows that 0 is a digit, and no sign of 1-9.
    if tokens.contains(&"-1") && (usage.fits(zero, side) || tokens.contains(&"0")) {
        let is_ambiguous = !tokens.contains(&"0");
        let note = || format!("blanks -1: read as numbers 0-{} (use --alphabet 1-{side} for numbers from 1)", side - 1);
        return (zero, is_ambiguous.then(note));
    }
    let from_zero = usage.fits(zero, side) && !usage.fits(one, side);
    (if from_zero { zero } else { one }, None)
}

fn has_letter(token: &str) -> bool {
    token.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The offset of the character that contains this byte.
fn char_start(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn wrong_symbol(at: &str, alphabet: Alphabet) -> SpanError<'_> {
    let side = alphabet.side();
    let found = at.chars().next().unwrap_or(' ');
    let expected = match alphabet {
        _ if side > alphabet.max_side() => {
            format!(
                "expected numbers separated by spaces or commas, because {side}x{side} has more digits than symbols"
            )
        }
        Alphabet::OneTo(..=9) => format!("expected a digit {alphabet} or a blank (. 0 _ * -)"),
        Alphabet::ZeroTo(_) => format!("expected a symbol {alphabet} or a blank (. _ * -)"),
        _ => format!("expected a symbol {alphabet} or a blank (. 0 _ * -)"),
    };
    SpanError::at(at, format!("{expected}, found '{found}'"))
}

fn wrong_number(token: &str, side: usize, from_zero: bool) -> SpanError<'_> {
    let found = shortened(token);
    let expected = if from_zero {
        format!("expected a number from 0 to {} or a blank (. -1 _ * -)", side - 1)
    } else {
        format!("expected a number from 1 to {side} or a blank (0 . -1 _ * -)")
    };
    SpanError::at(token, format!("{expected}, found '{found}'"))
}

fn wrong_group(token: &str, side: usize) -> SpanError<'_> {
    let found = shortened(token);
    let expected = format!("expected a digit 1-{side}, ascending candidates such as 124, or a blank");
    SpanError::at(token, format!("{expected}, found '{found}'"))
}

fn wrong_candidate(at: &str, alphabet: Alphabet, digit: Digit) -> SpanError<'_> {
    let found = at.chars().next().unwrap_or(' ');
    let symbol = alphabet.symbol(digit).map_or_else(|| digit.to_string(), String::from);
    SpanError::at(at, format!("expected '{symbol}' or a blank (. 0 _ * -) in this position of a cell, found '{found}'"))
}
