//! `qedoku verify --verified`: a second verdict, by the program `qedoku-verified`.
//!
//! That program is extracted from a Coq development with a proof of soundness (folder `verified`). It runs once per certificate,
//! with the puzzle as an argument and the certificate as standard input.

use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context, Result, bail};
use qedoku::formats::{Format, WriteOptions, write};
use qedoku::proof::{VerifiedClaim, VerifyError, VerifyErrorKind};
use qedoku::{Puzzle, json};
use serde_json::{Value, json};

/// The program, if no other is named.
pub(crate) const PROGRAM: &str = "qedoku-verified";

/// The verdict of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum VerifiedVerdict {
    /// The certificate proves this claim, such as `exactly 1`.
    Accepted(String),
    /// The certificate is refused at this line, counted from its first.
    Refused(u64),
}

/// A run of the program. It takes the text of a certificate as a writer.
pub(crate) struct VerifiedRun {
    program: String,
    child: Child,
    /// `None` after the program has ended, which it does at the first invalid line.
    input: Option<ChildStdin>,
}

impl VerifiedRun {
    /// Starts the program for a puzzle.
    pub(crate) fn start(program: &str, puzzle: &Puzzle) -> Result<VerifiedRun> {
        let (boxes, text) = exchange_form(puzzle)?;
        let mut child = Command::new(program)
            .args(["--boxes", &boxes, "--puzzle", &text, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {program} (verified/build makes it)"))?;
        let input = child.stdin.take();
        Ok(VerifiedRun { program: program.to_owned(), child, input })
    }

    /// Waits for the verdict.
    pub(crate) fn finish(mut self) -> Result<VerifiedVerdict> {
        drop(self.input.take());
        let output = self.child.wait_with_output()?;
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        match parse_verdict(out.trim_end()) {
            Some(verdict) => Ok(verdict),
            None => bail!("{} ended without a verdict: {}", self.program, err.trim_end()),
        }
    }
}

impl Write for VerifiedRun {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.input.as_mut().is_some_and(|input| input.write_all(bytes).is_err()) {
            self.input = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The boxes and the puzzle in the exchange form of the program.
pub(crate) fn exchange_form(puzzle: &Puzzle) -> Result<(String, String)> {
    let board = puzzle.board();
    let format = if puzzle.has_eliminations() { Format::Candidates } else { Format::Line };
    if format == Format::Candidates && board.side() > 35 {
        bail!("{PROGRAM} reads puzzles with eliminated candidates up to 35x35");
    }
    let text = write(puzzle, format, &WriteOptions::default())?;
    Ok((format!("{}x{}", board.box_height(), board.box_width()), text.trim_end().to_owned()))
}

fn parse_verdict(line: &str) -> Option<VerifiedVerdict> {
    match line.split_once(": ")? {
        ("accepted", claim) => Some(VerifiedVerdict::Accepted(claim.to_owned())),
        ("refused", place) => place.strip_prefix("line ")?.parse().ok().map(VerifiedVerdict::Refused),
        _ => None,
    }
}

impl VerifiedVerdict {
    /// Whether our checker has the same verdict: the same claim, or the same first invalid line. A certificate beyond our memory
    /// limits agrees with every verdict, because the limits are no part of the proof.
    pub(crate) fn agrees_with(&self, verdict: &Result<VerifiedClaim, VerifyError>) -> bool {
        match (self, verdict) {
            (_, Err(VerifyError { kind: VerifyErrorKind::LimitExceeded, .. })) => true,
            (VerifiedVerdict::Accepted(claim), Ok(verified)) => *claim == verified.claim.to_string(),
            (VerifiedVerdict::Refused(line), Err(error)) => *line == error.line,
            _ => false,
        }
    }

    /// The verdict on a certificate that starts at this line of its file.
    #[must_use]
    pub(crate) fn at_line(self, first_line: u64) -> VerifiedVerdict {
        match self {
            VerifiedVerdict::Refused(line) => VerifiedVerdict::Refused(line + first_line - 1),
            accepted @ VerifiedVerdict::Accepted(_) => accepted,
        }
    }

    /// The fields of `--json`.
    pub(crate) fn fields(&self) -> Value {
        match self {
            VerifiedVerdict::Accepted(claim) => json!({ "accepted": true, "claim": claim }),
            VerifiedVerdict::Refused(line) => json!({ "accepted": false, "line": line }),
        }
    }

    /// Adds the fields to those of our verdict.
    pub(crate) fn merge_into(&self, fields: &mut Value) {
        json::merge(fields, json!({ "verified": self.fields() }));
    }
}

/// As the program prints it.
impl fmt::Display for VerifiedVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifiedVerdict::Accepted(claim) => write!(f, "accepted: {claim}"),
            VerifiedVerdict::Refused(line) => write!(f, "refused: line {line}"),
        }
    }
}

/// A reader that copies everything that is read to a run of the program.
pub(crate) struct CopyingReader<'a, R> {
    pub(crate) reader: R,
    pub(crate) run: &'a mut VerifiedRun,
}

impl<R: Read> Read for CopyingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.run.write_all(&buffer[..length])?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_parsed_and_printed_alike() {
        for text in ["accepted: exactly 1", "accepted: forced r1c2=2", "refused: line 6"] {
            assert_eq!(parse_verdict(text).map(|verdict| verdict.to_string()).as_deref(), Some(text));
        }
        for text in ["", "accepted", "refused: 6", "unknown: line 6"] {
            assert_eq!(parse_verdict(text), None, "{text}");
        }
    }

    #[test]
    fn puzzles_are_written_in_the_exchange_form() {
        let form = |puzzle: &str| exchange_form(&puzzle.parse().unwrap()).unwrap();
        assert_eq!(form("4...3..2...4..2."), ("2x2".to_owned(), "4...3..2...4..2.".to_owned()));
        let candidates = format!("12..{}", "1234".repeat(15));
        assert_eq!(form(&candidates), ("2x2".to_owned(), candidates.clone()));
    }
}
