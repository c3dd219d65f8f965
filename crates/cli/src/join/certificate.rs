//! The certificate of the whole puzzle: composed row by row, checked while it is written.
//!
//! ```text
//!   rows ─▶ Composer ─┬─▶ file, which appears when the checker has accepted
//!                     └─▶ pipe ─▶ checker (a thread of its own)
//! ```
//!
//! Neither the certificate nor the rows are ever in memory as a whole.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow};
use qedoku::proof::{Claim, VerifyLimits, verify, write_header};
use qedoku::prove::ProveError;
use qedoku::prove::compose::{ComposeError, Composer};
use qedoku::{Puzzle, SolveError};
use qedoku_batch::{CubeResult, JoinedAnswer};

use super::JoinArgs;
use crate::args::GlobalArgs;
use crate::limits::{InterruptedError, Limits};
use crate::output::{Output, message, print_error};

/// Writes the certificate. Returns `false`, with a message, if some cube has none.
pub(super) fn write(
    args: &JoinArgs,
    path: &Path,
    puzzle: &Puzzle,
    answer: &JoinedAnswer,
    global: &GlobalArgs,
    limits: &Limits,
) -> Result<bool> {
    let is_many = answer.result.solutions.len() > 1;
    if answer.certifiable.is_none() && !is_many {
        print_error("no certificate: not every row has one (qedoku batch --add certificate)");
        return Ok(false);
    }
    let mut file = Output::create(path)?;
    let (pipe, checker_input) = io::pipe()?;
    let (written, verdict) = std::thread::scope(|scope| {
        let checker = scope.spawn(|| verify(puzzle, BufReader::with_capacity(1 << 16, pipe), VerifyLimits::default()));
        let copies = TwoWriters(&mut file, BufWriter::with_capacity(1 << 16, checker_input));
        let written = compose(args, puzzle, answer, global, limits, copies);
        (written, checker.join().expect("the checker does not panic"))
    });
    // A checker that refuses closes the pipe, and writing fails.
    let is_refused = written.as_ref().err().is_some_and(is_broken_pipe);
    let verified = match verdict {
        Err(error) if is_refused || written.is_ok() => {
            return Err(anyhow!("the checker refused the composed certificate: {error}"));
        }
        verdict => written.and_then(|()| Ok(verdict?))?,
    };
    file.finish()?;
    if !global.quiet {
        message!("{}: {}, {} steps, accepted by the checker", path.display(), verified.claim, verified.steps);
    }
    Ok(true)
}

fn is_broken_pipe(error: &Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn compose(
    args: &JoinArgs,
    puzzle: &Puzzle,
    answer: &JoinedAnswer,
    global: &GlobalArgs,
    limits: &Limits,
    mut out: impl Write,
) -> Result<()> {
    let Some(tree) = &answer.certifiable else {
        // Some cubes have more solutions than were counted, or are not known: the solutions are the proof.
        write_header(puzzle.board(), &Claim::AtLeast(answer.result.solutions.clone()), &mut out)?;
        return Ok(out.flush()?);
    };
    let mut composer = Composer::begin(puzzle, answer.result.solutions.clone(), out)?;
    super::for_each_row(args, puzzle, global, limits, |row| match &row.result {
        CubeResult::Certified(certificate) => {
            composer.add(&row.cube, certificate, &limits.interrupt).map_err(into_error)
        }
        _ => Err(anyhow!("the rows have changed while they were read")),
    })?;
    let mut out = composer.finish(tree, &limits.interrupt).map_err(into_error)?;
    out.flush().context("cannot write the certificate")
}

/// Keeps the causes that the command distinguishes: interruptions and closed pipes.
fn into_error(error: ComposeError) -> Error {
    match error {
        ComposeError::Io(error) => error.into(),
        ComposeError::Prove(ProveError::Solve(SolveError::Interrupted)) => io::Error::other(InterruptedError).into(),
        other => other.into(),
    }
}

/// Writes the same bytes to two writers.
struct TwoWriters<A, B>(A, B);

impl<A: Write, B: Write> Write for TwoWriters<A, B> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(bytes)?;
        self.1.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        self.1.flush()
    }
}
