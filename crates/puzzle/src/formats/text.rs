//! Lines, comments, borders and tokens: the lexical elements of all formats.
//!
//! ```text
//!   *-----------*       a border: no digit, and a run of at least three of - = +
//!   |4..|...|8.5|       a row: the tokens 4.. ... 8.5
//!   |---+---+---|       a border; so is - - - + - - -
//!   |---|---|---|       a border, or nine blanks if the other rows write blanks as -
//! ```

/// One line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The content, trimmed at both ends and without a line continuation (`\`) at its end.
    pub(super) text: &'a str,
    /// The content without its line end: leading spaces and tabs may be blank cells.
    pub(super) raw: &'a str,
    /// The line number, from 1.
    pub(super) number: usize,
    /// The byte offset of the line in the text.
    pub(super) offset: usize,
}

/// A position between two lines of a text. Iterates over the lines after it.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    number: usize,
}

impl<'a> Cursor<'a> {
    /// The position before the first line, after a byte order mark.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, offset, number: 0 }
    }

    /// The position at this offset of a part of a longer text, after this many of its lines.
    pub(super) fn at(text: &'a str, offset: usize, lines_before: usize) -> Cursor<'a> {
        Cursor { text, offset, number: lines_before }
    }

    /// The byte offset in the text, and the number of lines before it.
    pub(super) fn position(&self) -> (usize, usize) {
        (self.offset, self.number)
    }

    /// The whole text.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The byte offset of the next line.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Advances to an offset in the text, which may be within a line.
    pub(super) fn advance_to(&mut self, offset: usize) {
        let skipped = self.text.get(self.offset..offset).unwrap_or_default();
        self.number += skipped.bytes().filter(|byte| *byte == b'\n').count();
        self.offset = self.offset.max(offset.min(self.text.len()));
    }

    /// The next line, without advancing.
    pub(super) fn peek(&self) -> Option<Line<'a>> {
        self.clone().next()
    }

    /// Advances past the next line that is neither empty nor a comment.
    pub(super) fn next_significant(&mut self) -> Option<Line<'a>> {
        self.find(Line::is_significant)
    }
}

impl<'a> Iterator for Cursor<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.text.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').unwrap_or(rest.len());
        let raw = rest[..length].trim_end_matches('\r');
        let line = Line { text: trim(raw), raw, number: self.number + 1, offset: self.offset };
        self.offset = (self.offset + length + 1).min(self.text.len());
        self.number += 1;
        Some(line)
    }
}

impl<'a> Line<'a> {
    /// Whether the line is empty.
    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the line begins with `#`. The metadata of .sdk files does too.
    pub(super) fn is_comment(&self) -> bool {
        self.text.starts_with('#')
    }

    /// Whether the line is neither empty nor a comment.
    pub(super) fn is_significant(&self) -> bool {
        !self.is_blank() && !self.is_comment()
    }

    /// See [`tokens`].
    pub(super) fn tokens(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        tokens(self.text)
    }
}

/// The pieces between bars, white space, commas, semicolons and brackets. Brackets are skipped so that a list of lists is a grid.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| c.is_whitespace() || matches!(c, '|' | '!' | ',' | ';' | '[' | ']') || is_box_drawing(c))
        .filter(|token| !token.is_empty())
}

/// Whether a line is a border: no digit or letter, and a run of at least three of `- = +` or box-drawing characters. Spaces,
/// bars and the colons of Markdown (`|:-:|:-:|`) may separate them if the line has nothing else.
pub(super) fn is_border(line: &str) -> bool {
    let is_rule = |c: char| matches!(c, '-' | '=' | '+') || is_box_drawing(c) && !is_vertical(c);
    let mut run = 0;
    let mut longest = 0;
    for c in line.chars() {
        run = if is_rule(c) { run + 1 } else { 0 };
        longest = longest.max(run);
        if !is_rule(c) && !matches!(c, '*' | '_' | '.' | ':' | '\'' | '`') && !is_vertical(c) && !c.is_whitespace() {
            return false;
        }
    }
    let is_spaced = || line.chars().all(|c| is_rule(c) || is_vertical(c) || c == ':' || c.is_whitespace());
    longest >= 3 || longest > 0 && is_spaced() && line.chars().filter(|c| is_rule(*c)).count() >= 3
}

/// Whether a line is a border that could also be a row of blanks `-`.
pub(super) fn is_dashes(line: &str) -> bool {
    is_border(line) && line.chars().all(|c| matches!(c, '-' | '|' | '!') || c.is_whitespace())
}

/// Whether a row has vertical borders.
pub(super) fn has_bars(line: &str) -> bool {
    line.contains(is_bar)
}

/// Whether a character separates cells: a vertical bar or any box-drawing character.
pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!') || is_box_drawing(c)
}

/// Whether a character is a vertical line.
fn is_vertical(c: char) -> bool {
    matches!(c, '|' | '!' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Trims a line at both ends. Backslashes at its end continue a line in C, Python and shell scripts, and end a row in LaTeX.
fn trim(line: &str) -> &str {
    let text = line.trim();
    if text.ends_with('\\') { text.trim_end_matches('\\').trim_end() } else { text }
}

/// The characters of the Unicode block "Box Drawing".
fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a token is a blank cell.
pub(super) fn is_blank_token(token: &str) -> bool {
    matches!(token, "." | "0" | "_" | "*" | "-" | "-1")
}

/// Whether a token is a blank cell of a puzzle that has no other blanks: see [`is_question_symbol`].
pub(super) fn is_question_token(token: &str) -> bool {
    matches!(token, "x" | "X" | "?")
}

/// Whether a symbol stands for an unknown digit. It is a blank cell of puzzles that have digits but no other blanks: a single `x`
/// among dots is an error.
pub(super) fn is_question_symbol(byte: u8) -> bool {
    matches!(byte, b'x' | b'X' | b'?')
}

/// Whether a symbol is a blank cell.
pub(super) fn is_blank_symbol(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'_' | b'*' | b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_numbered_from_1() {
        let lines: Vec<_> = Cursor::new("\u{feff}a \r\n\n #c\n\tb").map(|line| (line.number, line.text)).collect();
        assert_eq!(lines, [(1, "a"), (2, ""), (3, "#c"), (4, "b")]);
        let raw: Vec<_> = Cursor::new("\t1 \r\n1 2 \\\n3\\\\").map(|line| (line.raw, line.text)).collect();
        assert_eq!(raw, [("\t1 ", "1"), ("1 2 \\", "1 2"), ("3\\\\", "3")]);
        assert_eq!(Cursor::new("").count(), 0);
        assert_eq!(Cursor::new("\n").count(), 1);
    }

    #[test]
    fn borders_have_a_run_of_three_and_no_digit() {
        for border in [
            "---",
            "*-----------*",
            "|---+---+---|",
            "--+--",
            "=== ===",
            ":-----+------:",
            "╔═══╤═══╗",
            "- - -",
            "|:-:|:-:|:-:|",
        ] {
            assert!(is_border(border), "{border}");
        }
        for row in ["--", "4..|---|...", "│   │   │   │", "***", "___", ". . .", "- -", "---a", ""] {
            assert!(!is_border(row), "{row}");
        }
        assert!(
            is_dashes("|---|---|---|")
                && is_dashes("---------")
                && is_dashes("- - - -")
                && is_dashes("|--|--|")
                && !is_dashes("---+---")
                && !is_dashes("*---*")
        );
    }

    #[test]
    fn tokens_are_separated_by_bars_white_space_and_commas() {
        assert!(tokens("|4 .|12,,\t3|").eq(["4", ".", "12", "3"]));
        assert!(tokens("[[5, 3], [0, 1]]").eq(["5", "3", "0", "1"]));
        assert!(tokens("│4.│..┃").eq(["4.", ".."]));
    }
}
