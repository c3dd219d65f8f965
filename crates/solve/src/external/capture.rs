//! The output of a running program, read in bounded memory.
//!
//! Two threads drain the pipes, so that the program never blocks on a full one. Comment lines (`c ...`) of standard output are
//! dropped as they are read, except for their line ends, which keep line numbers right. What is kept has a limit that depends
//! on the size of the problem; so has all that is printed. A program that exceeds one of them is stopped.

use std::io::{self, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes of a result, besides those for each variable: status lines and log output that is no comment.
const RESULT_BASE_BYTES: u64 = 4 << 20;
/// Bytes of a result for each variable. A literal takes up to 12, in a list of one per line; an assignment in SMT-LIB 30.
const RESULT_BYTES_PER_VARIABLE: u64 = 64;
/// Bytes that a program may print in all, comments included.
const PRINTED_BYTES: u64 = 1 << 30;
/// Bytes at the end of standard error that are kept for error messages.
const ERROR_BYTES: usize = 4096;

/// The greatest result of a problem with this many variables: what is kept of standard output, or a result file.
pub(super) fn result_limit(variables: u64) -> u64 {
    variables.saturating_mul(RESULT_BYTES_PER_VARIABLE).saturating_add(RESULT_BASE_BYTES).min(PRINTED_BYTES)
}

/// The output of a program so far.
pub(super) struct Capture {
    shared: Arc<Shared>,
    /// Receives a message at the first output, and when a stream ends or exceeds a limit.
    events: Receiver<()>,
}

#[derive(Default)]
struct Shared {
    output: Mutex<Vec<u8>>,
    errors: Mutex<Vec<u8>>,
    printed: AtomicU64,
    /// The limit that was exceeded; 0 if none was.
    exceeded_limit: AtomicU64,
}

impl Capture {
    /// Starts to read the streams of a program, up to a limit for what is kept of standard output.
    pub(super) fn start(
        stdout: Option<ChildStdout>,
        stderr: Option<ChildStderr>,
        drops_comments: bool,
        result_limit: u64,
    ) -> io::Result<Capture> {
        let (sender, events) = channel();
        let shared = Arc::new(Shared::default());
        if let Some(stdout) = stdout {
            let mut comments = CommentFilter::default();
            read_in_background(stdout, &shared, &sender, move |shared, chunk| {
                let mut output = lock(&shared.output);
                if drops_comments {
                    comments.append(chunk, &mut output);
                } else {
                    output.extend_from_slice(chunk);
                }
                (output.len() as u64 > result_limit).then_some(result_limit)
            })?;
        }
        if let Some(stderr) = stderr {
            read_in_background(stderr, &shared, &sender, |shared, chunk| {
                let mut errors = lock(&shared.errors);
                errors.extend_from_slice(chunk);
                let excess = errors.len().saturating_sub(ERROR_BYTES);
                errors.drain(..excess);
                None
            })?;
        }
        Ok(Capture { shared, events })
    }

    /// Whether the program has printed something.
    pub(super) fn has_output(&self) -> bool {
        self.shared.printed.load(Ordering::Relaxed) > 0
    }

    /// The limit in bytes that the output has exceeded.
    pub(super) fn exceeded_limit(&self) -> Option<u64> {
        Some(self.shared.exceeded_limit.load(Ordering::Relaxed)).filter(|limit| *limit > 0)
    }

    /// Waits for this time, or until something changes: the first output, the end of a stream, a limit. Returns whether
    /// something changed.
    pub(super) fn wait_for_change(&self, time: Duration) -> bool {
        match self.events.recv_timeout(time) {
            Ok(()) => true,
            Err(RecvTimeoutError::Timeout) => false,
            // Both streams have ended, and the program has not.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(time);
                false
            }
        }
    }

    /// Waits until both streams have ended, after the program has. A process that holds them open without belonging to the run
    /// cannot be waited for; so the wait ends after some seconds.
    pub(super) fn wait_for_end(&self) {
        const PAUSES: usize = 200;
        const PAUSE: Duration = Duration::from_millis(10);
        let mut pauses = 0;
        while pauses < PAUSES {
            match self.events.recv_timeout(PAUSE) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => pauses += 1,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Standard output, without comments, and the end of standard error.
    pub(super) fn take(&self) -> [Vec<u8>; 2] {
        [&self.shared.output, &self.shared.errors].map(|stream| std::mem::take(&mut *lock(stream)))
    }
}

/// The data of a lock. A thread that panicked while it held the lock has left bytes, which are valid whatever they are.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a stream on a thread of its own, until it ends or `keep` returns a limit that it exceeds.
fn read_in_background(
    mut stream: impl Read + Send + 'static,
    shared: &Arc<Shared>,
    events: &Sender<()>,
    mut keep: impl FnMut(&Shared, &[u8]) -> Option<u64> + Send + 'static,
) -> io::Result<()> {
    let (shared, events) = (shared.clone(), events.clone());
    let read = move || {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let length = match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            };
            let exceeded = keep(&shared, &buffer[..length]);
            let before = shared.printed.fetch_add(length as u64, Ordering::Relaxed);
            let printed_too_much = (before + length as u64 > PRINTED_BYTES).then_some(PRINTED_BYTES);
            if let Some(limit) = exceeded.or(printed_too_much) {
                shared.exceeded_limit.store(limit, Ordering::Relaxed);
                break;
            }
            if before == 0 {
                let _ = events.send(()); // The receiver may have lost its interest.
            }
        }
        let _ = events.send(());
    };
    thread::Builder::new().name("solver output".to_owned()).spawn(read).map(drop)
}

/// Drops comment lines from a stream that comes in chunks.
#[derive(Default)]
struct CommentFilter {
    state: LineState,
    /// The beginning of a comment line, as long as it may be `c UNKNOWN`, which is a status.
    begin: Vec<u8>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum LineState {
    #[default]
    Begin,
    /// After a `c` at the beginning of the line.
    AfterC,
    /// In a comment whose first bytes are collected.
    CommentBegin,
    Comment,
    Kept,
}

impl CommentFilter {
    /// `CaDiCaL` prints the status UNKNOWN as a comment.
    const STATUS: &'static [u8] = b"c UNKNOWN";
    /// A longer comment is not this status, with white space at its end or without.
    const MAX_STATUS: usize = 16;

    fn append(&mut self, chunk: &[u8], kept: &mut Vec<u8>) {
        for line in chunk.split_inclusive(|byte| *byte == b'\n') {
            self.append_part(line, kept);
        }
    }

    /// Appends a line, or the part of it that is in the chunk.
    fn append_part(&mut self, part: &[u8], kept: &mut Vec<u8>) {
        let (text, is_end) = part.strip_suffix(b"\n").map_or((part, false), |text| (text, true));
        let mut rest = text;
        while let [byte, after @ ..] = rest {
            match (self.state, *byte) {
                (LineState::Begin, b'c') => self.state = LineState::AfterC,
                (LineState::AfterC, b' ' | b'\t') => self.state = LineState::CommentBegin,
                (LineState::Begin | LineState::AfterC, _) => {
                    kept.append(&mut self.begin);
                    self.state = LineState::Kept;
                }
                (LineState::CommentBegin, _) if self.begin.len() >= Self::MAX_STATUS => {
                    self.begin.clear();
                    self.state = LineState::Comment;
                }
                _ => {}
            }
            match self.state {
                LineState::Kept => {
                    kept.extend_from_slice(rest);
                    break;
                }
                LineState::Comment => break,
                _ => self.begin.push(*byte),
            }
            rest = after;
        }
        if is_end {
            let is_status = self.begin.trim_ascii_end() == Self::STATUS;
            if is_status || self.state == LineState::AfterC {
                kept.append(&mut self.begin);
            }
            kept.push(b'\n');
            *self = CommentFilter::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(text: &str, chunk: usize) -> String {
        let (mut filter, mut kept) = (CommentFilter::default(), Vec::new());
        text.as_bytes().chunks(chunk).for_each(|chunk| filter.append(chunk, &mut kept));
        String::from_utf8(kept).unwrap()
    }

    #[test]
    fn comments_are_dropped_and_line_numbers_kept_in_chunks_of_any_size() {
        let text = "c a comment\nc\ts\ncat 1\nc\n\n c no\ns SATISFIABLE\nv 1 -2 0\nc UNKNOWN\r\nc UNKNOWN reason\nv 3";
        let kept = "\n\ncat 1\nc\n\n c no\ns SATISFIABLE\nv 1 -2 0\nc UNKNOWN\r\n\nv 3";
        for chunk in 1..text.len() {
            assert_eq!(filtered(text, chunk), kept, "in chunks of {chunk}");
        }
    }

    #[test]
    fn the_limit_of_a_result_grows_with_the_problem() {
        assert_eq!(result_limit(729), (4 << 20) + 729 * 64);
        assert_eq!(result_limit(u64::MAX), 1 << 30);
    }
}
