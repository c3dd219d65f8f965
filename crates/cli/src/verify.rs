//! `qedoku verify`: is what a certificate says of a puzzle true?
//!
//! The certificate of a single puzzle is checked as it is read, so it may be larger than memory. Those of many puzzles are
//! cut apart first, and checked on all threads.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::proof::{VerifiedClaim, VerifyError, VerifyErrorKind, VerifyLimits, verify, verify_text};
use qedoku::{Puzzle, json};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::args::{Common, Reading};
use crate::exit::Exit;
use crate::input::{Item, Source};
use crate::output::{self, Output, styled};
use crate::packed;
use crate::progress::ProgressLine;

/// Check certificates: is what they say of each puzzle true?
#[derive(Args)]
#[command(long_about = "Check certificates: is what they say of each puzzle true?\n\n\
    Examples:\n  \
    qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku verify puzzles.txt proofs.gz      gzip and zstd are recognised\n\n\
    The checker knows the rules and the puzzle itself, and no solver; of the certificate only the claim, the grids and the \
    steps are read. What is wrong is told with its line.\n\n\
    Exit code 0: accepted; 1: a certificate is refused or missing.")]
pub(crate) struct VerifyArgs {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16
    #[arg(value_name = "INPUT")]
    input: String,
    /// The file with a certificate for each puzzle, in the same order; - for standard input
    #[arg(value_name = "CERT")]
    certificate: String,
    #[command(flatten)]
    reading: Reading,
}

/// `qedoku verify`: Puzzle and text -> accepted or refused.
pub(crate) fn run(args: &VerifyArgs, common: &Common, out: &mut Output) -> Result<Exit> {
    if args.input == "-" && args.certificate == "-" {
        bail!("standard input can be the puzzles or the certificates, not both");
    }
    crate::limits::Limits::end_at(common.time_limit);
    let source = Source::read(&args.input, &args.reading)?;
    let puzzles = puzzles(&source, args, common)?;
    let certificates = packed::open(&args.certificate)?;
    let report = Report { json: common.json, many: puzzles.len() > 1, color: out.color };
    match &puzzles[..] {
        [] => bail!("{source} has no puzzle"),
        [(place, puzzle)] => check_one(place, puzzle, certificates, &report, out),
        _ => check_many(&puzzles, certificates, &report, common, out),
    }
    .with_context(|| args.certificate.clone())
}

/// A puzzle and its place.
type Placed = (String, Puzzle);

/// All puzzles; a bad one has no certificate, so it is an error.
fn puzzles(source: &Source, args: &VerifyArgs, common: &Common) -> Result<Vec<Placed>> {
    let items = source.items(&args.reading.options(), common.quiet);
    let placed = |item: Item| match item.record {
        Ok(record) => Ok((format!("{source}:{}", record.line), record.puzzle)),
        Err(error) => bail!("{}", source.at(&error)),
    };
    items.map(placed).collect()
}

fn check_one(
    place: &str,
    puzzle: &Puzzle,
    mut from: Box<dyn BufRead>,
    report: &Report,
    out: &mut Output,
) -> Result<Exit> {
    let verdict = verify(puzzle, &mut from, VerifyLimits::default());
    if verdict.is_ok() && !from.fill_buf()?.is_empty() {
        bail!("{MORE}");
    }
    report.write(place, verdict, 1, out)
}

const MORE: &str = "there are more certificates than puzzles";

/// How many puzzles are checked before their verdicts are written.
const TOGETHER: usize = 1024;

fn check_many(
    puzzles: &[Placed],
    from: Box<dyn BufRead>,
    report: &Report,
    common: &Common,
    out: &mut Output,
) -> Result<Exit> {
    let progress = ProgressLine::new("certificates", common);
    let mut texts = Texts { from, line: 1, next: Vec::new() };
    let mut exit = Exit::Yes;
    for chunk in puzzles.chunks(TOGETHER) {
        let texts = chunk.iter().map(|_| texts.next()).collect::<Result<Vec<_>>>()?;
        let pairs: Vec<(&Placed, &(u64, Vec<u8>))> = chunk.iter().zip(&texts).collect();
        let verdicts: Vec<_> = pairs
            .par_iter()
            .map(|((_, puzzle), (_, text))| verify_text(puzzle, text, VerifyLimits::default()))
            .collect();
        progress.add(chunk.len() as u64);
        for (((place, _), (first, _)), verdict) in pairs.iter().zip(verdicts) {
            exit = exit.max(progress.aside(|| report.write(place, verdict, *first, out))?);
        }
    }
    if !texts.next()?.1.is_empty() {
        bail!("{MORE}");
    }
    Ok(exit)
}

/// How many lines a text has, if it ends with a line.
fn line_count(text: &[u8]) -> u64 {
    text.split(|byte| *byte == b'\n').count() as u64 - 1
}

/// The certificates of a file, one by one.
struct Texts {
    from: Box<dyn BufRead>,
    /// The number of the next line.
    line: u64,
    /// The next line, if it was read.
    next: Vec<u8>,
}

/// A larger text than this is no certificate of one of many puzzles.
const TOO_LARGE: usize = 1 << 30;

impl Texts {
    /// The next certificate and its first line; empty at the end.
    fn next(&mut self) -> Result<(u64, Vec<u8>)> {
        let (first, mut text) = (self.line, std::mem::take(&mut self.next));
        loop {
            let begin = text.len();
            let length = self.from.read_until(b'\n', &mut text)?;
            let is_next = begin > 0 && text[begin..].starts_with(b"qedoku ");
            if is_next || length == 0 {
                self.next = text.split_off(begin);
                self.line = first + line_count(&text);
                return Ok((first, text));
            }
            if text.len() > TOO_LARGE {
                bail!("the certificate at line {first} is too large to be one of many: verify it alone");
            }
        }
    }
}

/// How verdicts are told.
struct Report {
    json: bool,
    /// Whether a verdict has to say which puzzle it is about.
    many: bool,
    color: bool,
}

impl Report {
    /// Tells the verdict on a certificate that begins at this line.
    fn write(
        &self,
        place: &str,
        verdict: Result<VerifiedClaim, VerifyError>,
        first: u64,
        out: &mut Output,
    ) -> Result<Exit> {
        let exit = if verdict.is_ok() { Exit::Yes } else { Exit::No };
        let verdict = match verdict {
            Err(VerifyError { kind: VerifyErrorKind::Io(error), .. }) => return Err(error.into()),
            verdict => verdict.map_err(|mut error| {
                error.line += first - 1;
                error
            }),
        };
        if self.json {
            out.json(&fields(place, &verdict))?;
            return Ok(exit);
        }
        let (words, style) = match &verdict {
            Ok(accepted) => (format!("accepted: {}", accepted.claim), output::GOOD),
            Err(refusal) => (format!("refused: {refusal}"), output::NOTE),
        };
        let words = if self.color { styled(words, style) } else { words };
        let place = if self.many { format!("{place}: ") } else { String::new() };
        writeln!(out, "{place}{words}")?;
        Ok(exit)
    }
}

fn fields(place: &str, verdict: &Result<VerifiedClaim, VerifyError>) -> Value {
    let mut fields = json!({ "input": place });
    json::merge(&mut fields, &json::verdict(verdict));
    fields
}
