//! Streamed file downloads: a job writes the file while hyper sends it.
//!
//! At most [`CHANNEL_CAPACITY`] chunks are in memory, because a file can be large: the clauses of a 36x36 board are 50 MB.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::CONTENT_DISPOSITION;
use qedoku::Interrupt;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Sender};
use tokio::task;

use super::{CancelOnDrop, Job, JobLimits, WorkerQueue};
use crate::api::FileDownload;
use crate::api_error::ApiError;
use crate::response::{self, HttpBody, HttpResponse};

/// Chunks between the job and the connection.
const CHANNEL_CAPACITY: usize = 4;
const CHUNK_SIZE: usize = 1 << 16;
/// Pause of the writing job while the client is slower than it.
const BACKPRESSURE_DELAY: Duration = Duration::from_millis(1);

/// Sends a file while it is written. If writing fails, the connection is aborted, so the client sees that the file is truncated.
pub(super) fn stream_file(
    file: FileDownload,
    queue: &WorkerQueue,
    limits: JobLimits,
) -> Result<HttpResponse, ApiError> {
    let (sender, chunks) = mpsc::channel(CHANNEL_CAPACITY);
    let abort = sender.clone();
    let FileDownload { name, content_type, write } = file;
    let mut job = Job::start(queue, limits, move |context| {
        let chunk_writer = ChunkWriter { sender, interrupt: context.interrupt.clone() };
        let mut out = BufWriter::with_capacity(CHUNK_SIZE, chunk_writer);
        write(&mut out).and_then(|()| out.flush()).map_err(|_| ApiError::interrupted())
    })?;
    let cancel = CancelOnDrop::new(&job.context);
    task::spawn(async move {
        if job.finish().await.is_err() {
            let _ = abort.send(Err(io::ErrorKind::BrokenPipe.into())).await; // the client may have disconnected
        }
    });
    let response = response::response(StatusCode::OK, content_type, HttpBody::Stream { chunks, _cancel: cancel });
    Ok(response::with_header(response, CONTENT_DISPOSITION, &format!("attachment; filename=\"{name}\"")))
}

/// A writer into the body of a response. Fails when the client has disconnected or the job was interrupted.
struct ChunkWriter {
    sender: Sender<io::Result<Bytes>>,
    interrupt: Interrupt,
}

impl ChunkWriter {
    /// Waits until there is room in the channel. A blocking send could not be interrupted while the client reads nothing.
    fn send(&self, mut chunk: io::Result<Bytes>) -> io::Result<()> {
        loop {
            match self.sender.try_send(chunk) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(_)) if self.interrupt.is_set() => return Err(io::ErrorKind::TimedOut.into()),
                Err(TrySendError::Full(unsent)) => chunk = unsent,
            }
            std::thread::sleep(BACKPRESSURE_DELAY);
        }
    }
}

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.send(Ok(Bytes::copy_from_slice(bytes))).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
