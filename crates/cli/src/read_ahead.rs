//! [`ReadAhead`]: a thread that reads and decompresses an input while the others work.
//!
//! Standard input may be a pipe that delivers nothing for hours. The thread waits for it, and the command waits for the thread
//! in steps, so that Ctrl-C and `--time-limit` end the command at once.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::limits::{self, InterruptedError};

/// Bytes per message.
const BLOCK_BYTES: usize = 1 << 16;
/// Messages that may wait.
const QUEUED_BLOCKS: usize = 8;
/// Time between two looks at the interrupt flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Reads what a thread of its own has read from another reader.
pub(crate) struct ReadAhead {
    receiver: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// Bytes of the block that have been returned.
    used: usize,
}

impl ReadAhead {
    /// Starts the thread. It ends with the input, or with the first message after the value is dropped.
    pub(crate) fn new(mut reader: impl Read + Send + 'static) -> ReadAhead {
        let (sender, receiver) = sync_channel(QUEUED_BLOCKS);
        std::thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK_BYTES];
                let result = reader.read(&mut block).map(|length| {
                    block.truncate(length);
                    block
                });
                let is_last =
                    result.as_ref().map_or_else(|error| error.kind() != io::ErrorKind::Interrupted, Vec::is_empty);
                if sender.send(result).is_err() || is_last {
                    return;
                }
            }
        });
        ReadAhead { receiver, block: Vec::new(), used: 0 }
    }

    /// Waits for the next block. An empty one is the end.
    fn receive(&self) -> io::Result<Vec<u8>> {
        loop {
            match self.receiver.recv_timeout(POLL_INTERVAL) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) if limits::current_early_exit().is_some() => {
                    return Err(io::Error::other(InterruptedError));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.block.len() {
            self.block = self.receive()?;
            self.used = 0;
        }
        let length = buffer.len().min(self.block.len() - self.used);
        buffer[..length].copy_from_slice(&self.block[self.used..][..length]);
        self.used += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_errors_arrive_in_order() {
        struct ThenFail(usize);
        impl Read for ThenFail {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                if self.0 > 300 {
                    return Err(io::Error::other("the disk was removed"));
                }
                buffer[..7].fill(self.0 as u8);
                Ok(7)
            }
        }
        let mut bytes = Vec::new();
        let error = ReadAhead::new(ThenFail(0)).read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.to_string(), "the disk was removed");
        assert!(bytes.iter().copied().eq((1..=300).flat_map(|number| [number as u8; 7])));
    }
}
