//! A file that is sent while it is written, so that no more than a few pieces of it are in memory.

use std::io::{self, Write};
use std::time::Duration;

use hyper::body::Bytes;
use qedoku::Interrupt;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

/// A writer whose pieces go to a client, and which fails when the client has gone or the work was ended.
pub(crate) struct Pieces {
    pub(crate) to: Sender<io::Result<Bytes>>,
    pub(crate) stop: Interrupt,
}

impl Pieces {
    /// Waits until the client has taken earlier pieces, but no longer than the work may last.
    fn send(&self, mut piece: io::Result<Bytes>) -> io::Result<()> {
        loop {
            match self.to.try_send(piece) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(_)) if self.stop.is_set() => return Err(io::ErrorKind::TimedOut.into()),
                Err(TrySendError::Full(again)) => piece = again,
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.send(Ok(Bytes::copy_from_slice(bytes))).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
