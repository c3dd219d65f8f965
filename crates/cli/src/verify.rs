//! `qedoku verify`: checks certificates.
//!
//! The certificate of a single puzzle is checked while it is read, so it may be larger than memory. The certificates of
//! many puzzles are split first and then checked on all threads.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::proof::{VerifiedClaim, VerifyError, VerifyErrorKind, VerifyLimits, verify, verify_text};
use qedoku::{Puzzle, json};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, ReadArgs};
use crate::compression;
use crate::exit::Exit;
use crate::input::{InputItem, Source};
use crate::limits::Limits;
use crate::output::{self, Output, styled};
use crate::progress::ProgressLine;

/// Check the certificates of puzzles
#[derive(Args)]
#[command(long_about = "Check the certificates of puzzles.\n\n\
    Examples:\n  \
    qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku verify puzzles.txt proofs.gz      gzip and zstd are detected\n\n\
    The checker builds the formula from the puzzle and contains no solver; from the certificate it takes only the claim, the \
    grids and the steps. A refused certificate is reported with the first wrong line.\n\n\
    Exit code 0: all certificates are accepted; 1: a certificate is refused or missing.")]
pub(crate) struct VerifyArgs {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16
    #[arg(value_name = "INPUT")]
    input: String,
    /// File with one certificate per puzzle, in the same order; - for standard input
    #[arg(value_name = "CERT")]
    certificate: String,
    #[command(flatten)]
    read: ReadArgs,
}

/// `qedoku verify`: Puzzle and text -> accepted or refused.
pub(crate) fn run(args: &VerifyArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    if args.input == "-" && args.certificate == "-" {
        bail!("puzzles and certificates cannot both be read from standard input");
    }
    Limits::exit_at_time_limit(global.time_limit);
    let source = Source::read(&args.input, &args.read)?;
    let puzzles = read_puzzles(&source, args, global)?;
    let certificates = compression::open(&args.certificate)?;
    let report = VerdictFormat { json: global.json, many: puzzles.len() > 1, color: out.color };
    match &puzzles[..] {
        [] => bail!("{source} has no puzzle"),
        [(place, puzzle)] => check_one(place, puzzle, certificates, &report, out),
        _ => check_many(&puzzles, certificates, &report, global, out),
    }
    .with_context(|| args.certificate.clone())
}

/// A puzzle with its place, such as `file:3`.
type PlacedPuzzle = (String, Puzzle);

/// Reads all puzzles. An unreadable one is an error, because it has no certificate and would shift all that follow.
fn read_puzzles(source: &Source, args: &VerifyArgs, global: &GlobalArgs) -> Result<Vec<PlacedPuzzle>> {
    let items = source.items(&args.read.options(), global.quiet);
    let placed = |item: InputItem| match item.record {
        Ok(record) => Ok((format!("{source}:{}", record.line), record.puzzle)),
        Err(error) => bail!("{}", source.describe_error(&error)),
    };
    items.map(placed).collect()
}

fn check_one(
    place: &str,
    puzzle: &Puzzle,
    mut reader: Box<dyn BufRead>,
    report: &VerdictFormat,
    out: &mut Output,
) -> Result<Exit> {
    let verdict = verify(puzzle, &mut reader, VerifyLimits::default());
    if verdict.is_ok() && !reader.fill_buf()?.is_empty() {
        bail!("{TOO_MANY_CERTIFICATES}");
    }
    report.write(place, verdict, 1, out)
}

const TOO_MANY_CERTIFICATES: &str = "there are more certificates than puzzles";

/// Certificates that are checked in parallel before their verdicts are written.
const CHUNK: usize = 1024;

fn check_many(
    puzzles: &[PlacedPuzzle],
    reader: Box<dyn BufRead>,
    report: &VerdictFormat,
    global: &GlobalArgs,
    out: &mut Output,
) -> Result<Exit> {
    let progress = ProgressLine::new("certificates", global);
    let mut splitter = CertificateSplitter { reader, line: 1, next_line: Vec::new() };
    let mut exit = Exit::Success;
    for chunk in puzzles.chunks(CHUNK) {
        let texts = chunk.iter().map(|_| splitter.next()).collect::<Result<Vec<_>>>()?;
        let pairs: Vec<(&PlacedPuzzle, &(u64, Vec<u8>))> = chunk.iter().zip(&texts).collect();
        let verdicts: Vec<_> = pairs
            .par_iter()
            .map(|((_, puzzle), (_, text))| verify_text(puzzle, text, VerifyLimits::default()))
            .collect();
        progress.add(chunk.len() as u64);
        for (((place, _), (first_line, _)), verdict) in pairs.iter().zip(verdicts) {
            exit = exit.max(progress.suspend(|| report.write(place, verdict, *first_line, out))?);
        }
    }
    if !splitter.next()?.1.is_empty() {
        bail!("{TOO_MANY_CERTIFICATES}");
    }
    Ok(exit)
}

/// Number of line breaks.
fn line_count(text: &[u8]) -> u64 {
    text.split(|byte| *byte == b'\n').count() as u64 - 1
}

/// Splits a file of certificates at the lines that start with `qedoku `.
struct CertificateSplitter {
    reader: Box<dyn BufRead>,
    /// Number of the first line of the next certificate.
    line: u64,
    /// First line of the next certificate, which was read to find the end of the previous one.
    next_line: Vec<u8>,
}

/// Upper bound on the size of one of many certificates, so that a file without separators does not fill the memory.
const MAX_CERTIFICATE_BYTES: usize = 1 << 30;

impl CertificateSplitter {
    /// The next certificate with the number of its first line; empty at the end.
    fn next(&mut self) -> Result<(u64, Vec<u8>)> {
        let (first_line, mut text) = (self.line, std::mem::take(&mut self.next_line));
        loop {
            let line_start = text.len();
            let length = self.reader.read_until(b'\n', &mut text)?;
            let is_next = line_start > 0 && text[line_start..].starts_with(b"qedoku ");
            if is_next || length == 0 {
                self.next_line = text.split_off(line_start);
                self.line = first_line + line_count(&text);
                return Ok((first_line, text));
            }
            if text.len() > MAX_CERTIFICATE_BYTES {
                bail!("the certificate at line {first_line} is too large to be one of many: verify it on its own");
            }
        }
    }
}

/// Output settings of verdicts.
struct VerdictFormat {
    json: bool,
    /// Whether there are several puzzles, so that each verdict needs the place of its puzzle.
    many: bool,
    color: bool,
}

impl VerdictFormat {
    /// Writes the verdict on a certificate that starts at `first_line` of its file.
    fn write(
        &self,
        place: &str,
        verdict: Result<VerifiedClaim, VerifyError>,
        first_line: u64,
        out: &mut Output,
    ) -> Result<Exit> {
        let exit = if verdict.is_ok() { Exit::Success } else { Exit::Negative };
        let verdict = match verdict {
            Err(VerifyError { kind: VerifyErrorKind::Io(error), .. }) => return Err(error.into()),
            verdict => verdict.map_err(|mut error| {
                error.line += first_line - 1;
                error
            }),
        };
        if self.json {
            out.json(&fields(place, &verdict))?;
            return Ok(exit);
        }
        let (text, style) = match &verdict {
            Ok(verified) => (format!("accepted: {}", verified.claim), output::SUCCESS),
            Err(error) => (format!("refused: {error}"), output::WARNING),
        };
        let text = if self.color { styled(text, style) } else { text };
        let place = if self.many { format!("{place}: ") } else { String::new() };
        writeln!(out, "{place}{text}")?;
        Ok(exit)
    }
}

fn fields(place: &str, verdict: &Result<VerifiedClaim, VerifyError>) -> Value {
    let mut fields = json!({ "input": place });
    json::merge(&mut fields, &json::verdict(verdict));
    fields
}
