//! Time limit, memory limit, Ctrl-C and a closed output. Each sets the interrupt flag that the engines poll.
//!
//! [`Limits::start`] watches them for every command but `serve`. Engines poll [`Limits::interrupt`]; the readers of `compression` and
//! [`InterruptibleWriter`] poll it for commands that only read or write. Work that polls nothing is ended [`GRACE`] after the first
//! interruption, or as soon as it uses far more memory than allowed.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Result;
use qedoku::Interrupt;

use crate::args::GlobalArgs;
use crate::atomic_file;
use crate::exit::Exit;
use crate::memory;
use crate::output::message;

/// The interrupt flag of the command, and the first event that set it.
#[derive(Clone)]
pub(crate) struct Limits {
    pub(crate) interrupt: Interrupt,
    cause: Arc<OnceLock<Exit>>,
}

/// The limits of the command; none for `serve`.
static CURRENT: OnceLock<Limits> = OnceLock::new();

/// Time that an interrupted command has to end by itself. Commands need a fraction of a second; this is for one that waits for the
/// reader of its output, or that computes without polling.
const GRACE: Duration = Duration::from_secs(10);

/// Exit code if a limit, Ctrl-C or a closed output has interrupted the command.
pub(crate) fn current_early_exit() -> Option<Exit> {
    CURRENT.get().and_then(Limits::early_exit)
}

/// Interrupts the command because the reader of its output has closed the pipe.
pub(crate) fn stop_at_closed_output() {
    if let Some(limits) = CURRENT.get() {
        limits.stop(Exit::OutputClosed);
    }
}

/// Whether the reader of the output has closed the pipe.
pub(crate) fn is_output_closed() -> bool {
    current_early_exit() == Some(Exit::OutputClosed)
}

/// Fails if a limit or Ctrl-C has interrupted the command. A closed output is no reason to stop reading: the rest of the input may
/// be needed for the verdict.
pub(crate) fn check_reading() -> io::Result<()> {
    match current_early_exit() {
        None | Some(Exit::OutputClosed) => Ok(()),
        Some(_) => Err(io::Error::other(InterruptedError)),
    }
}

impl Limits {
    /// Starts to watch time, memory and Ctrl-C, once per process. A second Ctrl-C ends the process at once.
    pub(crate) fn start(global: &GlobalArgs) -> Result<()> {
        let limits = Limits { interrupt: Interrupt::before_exit(), cause: Arc::default() };
        let _ = CURRENT.set(limits.clone());
        if let Some(time_limit) = global.time_limit {
            let limits = limits.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time_limit);
                message!("stopped at the time limit of {}", describe_duration(time_limit));
                limits.stop(Exit::LimitReached);
            });
        }
        if let Some(limit) = memory::limit() {
            let limits = limits.clone();
            std::thread::spawn(move || limits.watch_memory(limit));
        }
        let mut was_pressed = false;
        ctrlc::set_handler(move || {
            if std::mem::replace(&mut was_pressed, true) {
                end_process(Exit::Interrupted);
            }
            limits.stop(Exit::Interrupted);
        })?;
        Ok(())
    }

    /// The limits of the command.
    ///
    /// # Panics
    /// In `serve`, which has none.
    pub(crate) fn current() -> Limits {
        CURRENT.get().expect("the limits were started before the command").clone()
    }

    /// Interrupts the command. The first cause determines the exit code.
    fn stop(&self, cause: Exit) {
        let is_first = self.cause.set(cause).is_ok();
        self.interrupt.set();
        // With a closed output, a command may work on until it knows its verdict.
        if is_first && cause != Exit::OutputClosed {
            std::thread::spawn(move || {
                std::thread::sleep(GRACE);
                end_process(cause);
            });
        }
    }

    /// Exit code of an interrupted command; `None` if nothing interrupted it.
    pub(crate) fn early_exit(&self) -> Option<Exit> {
        self.interrupt.is_set().then(|| self.cause.get().copied().unwrap_or(Exit::LimitReached))
    }

    /// Interrupts the command when the process uses more than `limit` bytes, and ends it when it uses an eighth more than that, and
    /// more than the command needs in any case.
    fn watch_memory(&self, limit: u64) {
        let mut is_reached = false;
        while let Some(used) = memory::used() {
            if used > limit && !is_reached {
                is_reached = true;
                message!("stopped at the memory limit of {}", memory::describe(limit));
                self.stop(Exit::LimitReached);
            }
            if used > limit.saturating_add((limit / 8).max(BASE_MEMORY)) {
                end_process(Exit::LimitReached);
            }
            std::thread::sleep(MEMORY_POLL_INTERVAL);
        }
    }
}

/// Removes temporary files and ends the process.
fn end_process(exit: Exit) -> ! {
    atomic_file::remove_temporary_files();
    std::process::exit(exit.code().into())
}

/// Memory that an interrupted command may need for its partial result, whatever the limit: the program itself has some megabytes.
const BASE_MEMORY: u64 = 16 << 20;

/// Time between two looks at the memory in use. Decompression fills about 1 MB per millisecond.
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A limit, Ctrl-C or a closed output ended the command while it read or wrote.
#[derive(Debug)]
pub(crate) struct InterruptedError;

impl fmt::Display for InterruptedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted before the end")
    }
}

impl std::error::Error for InterruptedError {}

impl InterruptedError {
    /// Whether an error says that the command was interrupted.
    pub(crate) fn is_cause_of(error: &anyhow::Error) -> bool {
        // The chain contains the I/O error, but not the error inside it.
        let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        io_errors.filter_map(io::Error::get_ref).any(<dyn std::error::Error + Send + Sync>::is::<InterruptedError>)
    }
}

/// A writer that fails after an interruption, for commands that do nothing but write.
pub(crate) struct InterruptibleWriter<W>(pub(crate) W);

impl<W: Write> Write for InterruptibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if current_early_exit().is_some() {
            return Err(io::Error::other(InterruptedError));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A text in memory, as a reader that fails after an interruption.
pub(crate) struct InterruptibleText<'t>(pub(crate) &'t [u8]);

/// Bytes of a text between two polls of the interruption.
const TEXT_BLOCK: usize = 1 << 16;

impl Read for InterruptibleText<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for InterruptibleText<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        check_reading()?;
        Ok(&self.0[..self.0.len().min(TEXT_BLOCK)])
    }

    fn consume(&mut self, bytes: usize) {
        self.0 = &self.0[bytes..];
    }
}

/// `300ms`, `1.5s` or `600s`: as `--time-limit` takes it.
fn describe_duration(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{}ms", duration.as_millis())
    } else {
        format!("{}s", duration.as_secs_f64())
    }
}
