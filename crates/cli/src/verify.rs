//! `qedoku verify`: checks certificates.
//!
//! The certificate of a single puzzle is checked while it is read, so it may be larger than memory. The certificates of
//! many puzzles are split into chunks, and each chunk is checked on all threads.

use std::io::{self, BufRead, BufReader, Read, Write};

use anyhow::{Context, Result, bail};
use clap::Args;
use qedoku::message_text::describe_claim;
use qedoku::proof::{VerifiedClaim, VerifyError, VerifyErrorKind, VerifyLimits, verify, verify_text};
use qedoku::{Locale, Puzzle, json};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs, ReadArgs};
use crate::exit::Exit;
use crate::input::{InputItem, Source, count_up_to_two};
use crate::input_stream::InputStream;
use crate::output::{self, Output, styled};
use crate::progress::ProgressLine;
use crate::verified::{self, CopyingReader, VerifiedRun, VerifiedVerdict};
use crate::{compression, limits, memory};

/// Check the certificates of puzzles
#[derive(Args)]
#[command(long_about = "Check the certificates of puzzles.\n\n\
    Examples:\n  \
    qedoku verify puzzle.txt puzzle.proof\n  \
    qedoku verify puzzles.txt proofs.gz      gzip and zstd are detected\n  \
    qedoku verify a.txt b.txt all.proof      the certificates of all puzzles, in their order\n  \
    qedoku verify puzzle.txt puzzle.proof --verified   and by the checker with a proof\n\n\
    The checker builds the formula from the puzzle and contains no solver; from the certificate it takes only the claim, the \
    grids and the steps. A refused certificate is reported with the first wrong line.\n\n\
    Exit code 0: all certificates are accepted; 1: a certificate is refused or missing.")]
pub(crate) struct VerifyArgs {
    /// A file, - for standard input, the puzzle itself, or a size such as 16x16
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<String>,
    /// File with one certificate per puzzle, in the same order; - for standard input
    #[arg(value_name = "CERT")]
    certificate: String,
    /// Also run qedoku-verified, the checker with a machine-checked proof, or this build of it, and compare the verdicts
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true, default_missing_value = verified::PROGRAM)]
    verified: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `qedoku verify`: Puzzle and text -> accepted or refused.
pub(crate) fn run(args: &VerifyArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    if args.certificate == "-" && args.inputs.iter().any(|input| input == "-") {
        bail!("puzzles and certificates cannot both be read from standard input");
    }
    let sources = args.inputs.iter().map(|input| Source::begin(input, &args.read)).collect::<Result<Vec<_>>>()?;
    let (mut puzzles, count) = count_up_to_two(InputStream::new(&sources, args.read.options(), global.quiet));
    let (many, color, locale) = (count > 1, out.color, global.locale());
    let report = VerdictFormat { json: global.json, many, color, locale };
    if many {
        let certificates = compression::open(&args.certificate)?;
        return check_many(puzzles, args, certificates, &report, global, out);
    }
    let Some(placed) = puzzles.next().map(placed_puzzle).transpose()? else {
        limits::check_reading()?; // It may have been interrupted.
        bail!("{} has no puzzle", args.inputs.join(", "));
    };
    let certificate = compression::open(&args.certificate)?;
    let checked = match &args.verified {
        None => check_one(&placed, certificate, &report, out),
        Some(program) => check_one_twice(&placed, program, args, certificate, &report, out),
    };
    checked.with_context(|| args.certificate.clone())
}

/// A puzzle with its place, such as `file:3`.
type PlacedPuzzle = (String, Puzzle);

/// A puzzle of the input. An unreadable one is an error, because it has no certificate and would shift all that follow.
fn placed_puzzle(InputItem { source, record }: InputItem) -> Result<PlacedPuzzle> {
    match record {
        Ok(record) => Ok((format!("{source}:{}", record.line), record.puzzle)),
        Err(error) => bail!("{}", source.describe_error(&error)),
    }
}

fn check_one(
    (place, puzzle): &PlacedPuzzle,
    mut reader: Box<dyn BufRead>,
    report: &VerdictFormat,
    out: &mut Output,
) -> Result<Exit> {
    let verdict = verify(puzzle, &mut reader, VerifyLimits::default());
    if verdict.is_ok() && !reader.fill_buf()?.is_empty() {
        bail!("{TOO_MANY_CERTIFICATES}");
    }
    report.write(place, &Verdict { ours: verdict, verified: None }, 1, out)
}

/// [`check_one`], with a copy of the certificate for the program `qedoku-verified`.
fn check_one_twice(
    (place, puzzle): &PlacedPuzzle,
    program: &str,
    args: &VerifyArgs,
    certificate: Box<dyn BufRead>,
    report: &VerdictFormat,
    out: &mut Output,
) -> Result<Exit> {
    let mut run = VerifiedRun::start(program, puzzle)?;
    let mut reader = BufReader::new(CopyingReader { reader: certificate, run: &mut run });
    let verdict = verify(puzzle, &mut reader, VerifyLimits::default());
    if verdict.is_ok() && !reader.fill_buf()?.is_empty() {
        bail!("{TOO_MANY_CERTIFICATES}");
    }
    // The program reads the rest too: it may accept what we refuse.
    io::copy(&mut reader, &mut io::sink())?;
    let verdict = Verdict { ours: verdict, verified: Some(run.finish()?) };
    verdict.check_agreement(puzzle, || reproduce(args, puzzle, None))?;
    report.write(place, &verdict, 1, out)
}

/// The verdicts on a certificate.
struct Verdict {
    ours: Result<VerifiedClaim, VerifyError>,
    /// The verdict of the program `qedoku-verified`, if it was asked for.
    verified: Option<VerifiedVerdict>,
}

impl Verdict {
    /// The verdict on a whole certificate in memory.
    fn on_text(puzzle: &Puzzle, text: &[u8], program: Option<&str>) -> Result<Verdict> {
        limits::check_reading()?;
        let ours = verify_text(puzzle, text, VerifyLimits::default());
        let run_verified = |program| {
            let mut run = VerifiedRun::start(program, puzzle)?;
            run.write_all(text)?;
            run.finish()
        };
        Ok(Verdict { ours, verified: program.map(run_verified).transpose()? })
    }

    /// Different verdicts are an error with the command that shows the difference.
    fn check_agreement(&self, puzzle: &Puzzle, reproduce: impl FnOnce() -> Result<String>) -> Result<()> {
        let Some(verified) = self.verified.as_ref().filter(|verified| !verified.agrees_with(&self.ours)) else {
            return Ok(());
        };
        let ours = match &self.ours {
            Ok(proved) => format!("accepted: {}", proved.claim),
            Err(error) => format!("refused: {error}"),
        };
        bail!(
            "the checkers differ on a certificate for a puzzle of {}\n  qedoku: {ours}\n  qedoku-verified: {verified}\nreproduce it with: {}",
            puzzle.board(),
            reproduce()?
        )
    }
}

/// A command line that checks a certificate again: all of the file, or these lines of it.
fn reproduce(args: &VerifyArgs, puzzle: &Puzzle, lines: Option<(u64, u64)>) -> Result<String> {
    let (boxes, puzzle) = verified::exchange_form(puzzle)?;
    let certificate = &args.certificate;
    let show = match certificate.rsplit_once('.') {
        _ if certificate == "-" => "cat".to_owned(),
        Some((_, "gz")) => format!("gzip -dc '{certificate}'"),
        Some((_, "zst")) => format!("zstd -dc '{certificate}'"),
        _ => format!("cat '{certificate}'"),
    };
    let part = lines.map_or(String::new(), |(first, last)| format!(" | sed -n '{first},{last}p'"));
    let program = match args.verified.as_deref() {
        None | Some(verified::PROGRAM) => String::new(),
        Some(program) => format!("='{program}'"),
    };
    Ok(format!("{show}{part} | qedoku verify --boxes {boxes} '{puzzle}' - --verified{program}"))
}

const TOO_MANY_CERTIFICATES: &str = "there are more certificates than puzzles";

/// Certificates that are checked in parallel before their verdicts are written.
const CHUNK: usize = 1024;
/// Bytes of certificates after which a chunk ends.
const CHUNK_BYTES: usize = 16 << 20;

/// A puzzle and its certificate, with the number of the first line of the certificate.
type Job = (PlacedPuzzle, u64, Vec<u8>);

fn check_many(
    mut puzzles: InputStream<'_>,
    args: &VerifyArgs,
    reader: Box<dyn BufRead>,
    report: &VerdictFormat,
    global: &GlobalArgs,
    out: &mut Output,
) -> Result<Exit> {
    let progress = ProgressLine::new("certificates", global);
    let mut splitter = CertificateSplitter { reader, line: 1, next_line: Vec::new() };
    let mut exit = Exit::Success;
    loop {
        let jobs = next_jobs(&mut puzzles, &mut splitter, &args.certificate)?;
        if jobs.is_empty() {
            break;
        }
        // There is more to check, and an interrupted command does not.
        if let Some(early_exit) = limits::current_early_exit() {
            return Ok(early_exit);
        }
        let verdicts: Vec<_> = jobs
            .par_iter()
            .map(|((_, puzzle), _, text)| Verdict::on_text(puzzle, text, args.verified.as_deref()))
            .collect();
        progress.add(jobs.len() as u64);
        for (((place, puzzle), first_line, text), verdict) in jobs.iter().zip(verdicts) {
            let verdict = verdict.with_context(|| args.certificate.clone())?;
            let lines = (*first_line, first_line + line_count(text).saturating_sub(1));
            verdict.check_agreement(puzzle, || reproduce(args, puzzle, Some(lines)))?;
            exit = exit.max(progress.suspend(|| report.write(place, &verdict, *first_line, out))?);
        }
    }
    if puzzles.was_interrupted() {
        return Ok(limits::current_early_exit().unwrap_or(Exit::Interrupted));
    }
    let rest = splitter.next().with_context(|| args.certificate.clone())?;
    if !rest.1.is_empty() {
        bail!("{}: {TOO_MANY_CERTIFICATES}", args.certificate);
    }
    Ok(exit)
}

/// The next puzzles with their certificates; none at the end.
fn next_jobs(puzzles: &mut InputStream, splitter: &mut CertificateSplitter, name: &str) -> Result<Vec<Job>> {
    let (mut jobs, mut bytes) = (Vec::new(), 0);
    while jobs.len() < CHUNK
        && bytes < CHUNK_BYTES
        && let Some(item) = puzzles.next()
    {
        let placed = placed_puzzle(item)?;
        let (first_line, text) = splitter.next().with_context(|| name.to_owned())?;
        bytes += text.len();
        jobs.push((placed, first_line, text));
    }
    Ok(jobs)
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
/// Bytes that are read between two looks at the memory in use.
const BLOCK_BYTES: usize = 1 << 20;

impl CertificateSplitter {
    /// The next certificate with the number of its first line; empty at the end.
    fn next(&mut self) -> Result<(u64, Vec<u8>)> {
        let (first_line, mut text) = (self.line, std::mem::take(&mut self.next_line));
        let mut checked = 0;
        loop {
            let line_start = text.len();
            // A long line is read in several parts.
            let length = self.reader.by_ref().take(BLOCK_BYTES as u64).read_until(b'\n', &mut text)?;
            let is_next = text[..line_start].ends_with(b"\n") && text[line_start..].starts_with(b"qedoku ");
            if text.len() - checked >= BLOCK_BYTES {
                checked = text.len();
                memory::check()?;
            }
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
    locale: Locale,
}

impl VerdictFormat {
    /// Writes the verdict on a certificate that starts at `first_line` of its file.
    fn write(&self, place: &str, verdict: &Verdict, first_line: u64, out: &mut Output) -> Result<Exit> {
        let (text, style, exit) = match &verdict.ours {
            Err(VerifyError { kind: VerifyErrorKind::Io(error), .. }) => {
                limits::check_reading()?;
                bail!("{error}")
            }
            Ok(verified) => {
                let claim = describe_claim(&verified.claim, self.locale);
                (self.locale.format("verify.accepted", &[("claim", &claim)]), output::SUCCESS, Exit::Success)
            }
            Err(error) => {
                // The reason is an error message: English in every language.
                let reason = format!("line {}: {}", error.line + first_line - 1, error.kind);
                (self.locale.format("verify.refused", &[("reason", &reason)]), output::WARNING, Exit::Negative)
            }
        };
        let verified = verdict.verified.clone().map(|verified| verified.at_line(first_line));
        if self.json {
            let mut fields = fields(place, &verdict.ours, first_line);
            if let Some(verified) = verified {
                verified.merge_into(&mut fields);
            }
            out.json(&fields)?;
            return Ok(exit);
        }
        let text = if self.color { styled(text, style) } else { text };
        let place = if self.many { format!("{place}: ") } else { String::new() };
        writeln!(out, "{place}{text}")?;
        if let Some(verified) = verified {
            writeln!(out, "{place}{}: {verified}", verified::PROGRAM)?;
        }
        Ok(exit)
    }
}

fn fields(place: &str, verdict: &Result<VerifiedClaim, VerifyError>, first_line: u64) -> Value {
    let mut fields = json!({ "input": place });
    json::merge(&mut fields, json::verdict(verdict));
    if let Err(error) = verdict {
        fields["line"] = (error.line + first_line - 1).into();
    }
    fields
}
