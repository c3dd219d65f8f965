//! Streamed file downloads: a job writes the file while hyper sends it.
//!
//! A file can be large (the clauses of a 36x36 board are 50 MB), and a client may read it slowly or not at all. At most
//! [`CHANNEL_CAPACITY`] chunks of it are in memory, and no thread waits for the client: a run whose client lags behind ends. When the
//! client has read most of the chunks, the next run writes the file again and skips what was sent. That works because a file is a
//! function of the request, and it is cheap: the largest file takes 0.3 s.

use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::CONTENT_DISPOSITION;
use qedoku::Interrupt;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::task;

use super::{AbortOnDrop, ClientUsage, Job, JobContext, Lanes, Overflow};
use crate::api::{FileDownload, WriteFile};
use crate::api_error::ApiError;
use crate::response::{self, HttpBody, HttpResponse};

/// Chunks between the job and the connection.
const CHANNEL_CAPACITY: usize = 16;
const CHUNK_SIZE: usize = 1 << 16;
/// Chunks that a client must read before the next run starts.
const RESUME_CAPACITY: usize = 12;
/// Pause of a run while the client is slower than it.
const BACKPRESSURE_DELAY: Duration = Duration::from_millis(1);
/// Pauses of a run, before it ends and frees its thread. A client that reads at all steadily drains a chunk within a pause or two.
const MAX_PAUSES: usize = 100;

/// Sends a file while it is written. If writing fails, the connection is aborted, so the client sees that the file is truncated.
pub(super) fn stream_file(file: FileDownload, lanes: &Lanes, usage: &ClientUsage) -> HttpResponse {
    let (sender, chunks) = mpsc::channel(CHANNEL_CAPACITY);
    let FileDownload { name, content_type, write } = file;
    let task = task::spawn(send_file(write, lanes.clone(), usage.clone(), sender));
    let body = HttpBody::Stream { chunks, _task: AbortOnDrop(task.abort_handle()) };
    let response = response::response(StatusCode::OK, content_type, body);
    response::with_header(response, CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\""))
}

/// Runs jobs until the file is complete.
async fn send_file(write: WriteFile, lanes: Lanes, usage: ClientUsage, sender: Sender<io::Result<Bytes>>) {
    let (stream, write) = (FileStream { sender: sender.clone(), position: Arc::default() }, Arc::new(write));
    loop {
        let (stream, write) = (stream.clone(), Arc::clone(&write));
        let work = Arc::new(move |context: &JobContext| write_rest(&write, &stream, &context.interrupt));
        match Job::new(&lanes, &usage, Overflow::Wait, work).finish().await {
            Ok(WriteOutcome::Complete) => return,
            Ok(WriteOutcome::ClientLags) if sender.reserve_many(RESUME_CAPACITY).await.is_ok() => {}
            _ => {
                let _ = sender.send(Err(io::ErrorKind::BrokenPipe.into())).await; // the client may have disconnected
                return;
            }
        }
    }
}

enum WriteOutcome {
    Complete,
    ClientLags,
}

/// The body of a response, shared by the runs that write it.
#[derive(Clone)]
struct FileStream {
    sender: Sender<io::Result<Bytes>>,
    position: Arc<Mutex<StreamPosition>>,
}

#[derive(Default)]
struct StreamPosition {
    /// Bytes sent.
    sent: u64,
    /// Number of the latest run. An earlier run, which was interrupted and has not ended yet, must not send any more.
    run: u64,
}

impl FileStream {
    fn position(&self) -> MutexGuard<'_, StreamPosition> {
        self.position.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the part of the file that was not sent yet.
fn write_rest(write: &WriteFile, stream: &FileStream, interrupt: &Interrupt) -> Result<WriteOutcome, ApiError> {
    let run = {
        let mut position = stream.position();
        position.run += 1;
        position.run
    };
    let writer = ChunkWriter { stream, interrupt, run, written: 0, pauses: 0 };
    let mut out = BufWriter::with_capacity(CHUNK_SIZE, writer);
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(WriteOutcome::Complete),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(WriteOutcome::ClientLags),
        Err(_) => Err(ApiError::interrupted()),
    }
}

/// A writer into the body of a response that skips what was sent. Fails when the client lags behind (`WouldBlock`), when it has
/// disconnected, and when the run was interrupted.
struct ChunkWriter<'s> {
    stream: &'s FileStream,
    interrupt: &'s Interrupt,
    run: u64,
    /// Bytes written in this run, sent or skipped.
    written: u64,
    pauses: usize,
}

impl ChunkWriter<'_> {
    /// Sends the part of `bytes` that was not sent before. Returns false if there is no room.
    fn try_send(&self, bytes: &[u8]) -> io::Result<bool> {
        let mut position = self.stream.position();
        if position.run != self.run {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let skipped = position.sent.saturating_sub(self.written).min(bytes.len() as u64);
        let rest = &bytes[skipped as usize..];
        if rest.is_empty() {
            return Ok(true);
        }
        match self.stream.sender.try_send(Ok(Bytes::copy_from_slice(rest))) {
            Ok(()) => position.sent += rest.len() as u64,
            Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
            Err(TrySendError::Full(_)) => return Ok(false),
        }
        Ok(true)
    }
}

impl Write for ChunkWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            if self.interrupt.is_set() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            if self.try_send(bytes)? {
                self.written += bytes.len() as u64;
                return Ok(bytes.len());
            }
            if self.pauses == MAX_PAUSES {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.pauses += 1;
            std::thread::sleep(BACKPRESSURE_DELAY);
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
