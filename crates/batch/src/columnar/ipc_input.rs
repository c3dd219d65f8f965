//! [`IpcInput`]: the record batches of an Arrow file or stream.
//!
//! ```text
//!   stream:  message, message, ..., end        message:  ffffffff, length, metadata, body
//!   file:    "ARROW1\0\0", stream, footer, length of the footer, "ARROW1"
//! ```
//!
//! A file contains a stream, so both are read from front to back, also from a pipe. The footer would only give random access; that it
//! exists shows that the file is complete. Bodies are read as they arrive: a damaged length reserves no memory.

use std::io::Read;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::{CompressionType, Message, MessageHeader, root_as_message};
use arrow_schema::{ArrowError, SchemaRef};

use super::guard;
use crate::TableError;

/// The first and the last bytes of an Arrow file.
const FILE_MAGIC: &[u8] = b"ARROW1";
/// The first bytes of a stream, and of each of its messages.
pub(crate) const STREAM_START: &[u8] = &[0xff; 4];
/// Bytes before the stream in a file.
const FILE_HEADER_BYTES: u64 = 8;
/// The end of a stream.
const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
/// Metadata describe columns and buffers; more than this is damage.
const MAX_METADATA_BYTES: u32 = 256 << 20;

/// Reads an Arrow file or stream.
pub(super) struct IpcInput {
    reader: Box<dyn Read + Send>,
    decoder: StreamDecoder,
    schema: SchemaRef,
    is_file: bool,
    has_ended: bool,
    /// The number of messages and of rows that have been read, for errors.
    messages: u64,
    rows: u64,
    /// The first batch, which may come with the schema.
    first: Option<RecordBatch>,
}

impl IpcInput {
    /// Reads the schema. `is_file` is whether the input begins with [`FILE_MAGIC`].
    pub(super) fn open(mut reader: Box<dyn Read + Send>, is_file: bool) -> Result<IpcInput, TableError> {
        if is_file {
            let mut header = Vec::new();
            reader.by_ref().take(FILE_HEADER_BYTES).read_to_end(&mut header)?;
        }
        let mut input = IpcInput {
            reader,
            decoder: StreamDecoder::new(),
            schema: SchemaRef::new(arrow_schema::Schema::empty()),
            is_file,
            has_ended: false,
            messages: 0,
            rows: 0,
            first: None,
        };
        // A message without a body is decoded together with the next one.
        while input.decoder.schema().is_none() && !input.has_ended {
            input.first = input.next_message()?;
        }
        input.schema = input.decoder.schema().ok_or_else(|| TableError::Data("the Arrow data has no schema".into()))?;
        Ok(input)
    }

    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next rows; `None` at the end.
    pub(super) fn next_batch(&mut self) -> Result<Option<RecordBatch>, TableError> {
        let mut batch = self.first.take();
        while batch.is_none() && !self.has_ended {
            batch = self.next_message()?;
        }
        self.rows += batch.as_ref().map_or(0, |batch| batch.num_rows() as u64);
        Ok(batch)
    }

    /// Decodes a message; a batch if it contained one.
    fn next_message(&mut self) -> Result<Option<RecordBatch>, TableError> {
        self.messages += 1;
        let place = format!("message {}, after row {}", self.messages, self.rows);
        let message = if let Some(message) = self.read_message(&place)? {
            message
        } else {
            self.check_end(&place)?;
            END.to_vec()
        };
        let mut buffer = Buffer::from_vec(message);
        guard(&place, || {
            let batch = self.decoder.decode(&mut buffer);
            batch.map_err(|error| TableError::Data(format!("{place}: {}", plain(&error))))
        })
    }

    /// The bytes of the next message; `None` at the end.
    fn read_message(&mut self, place: &str) -> Result<Option<Vec<u8>>, TableError> {
        let truncated = || TableError::Data(format!("{place}: the Arrow data is truncated"));
        let mut message = Vec::new();
        self.reader.by_ref().take(END.len() as u64).read_to_end(&mut message)?;
        if message.is_empty() || message == END {
            return Ok(None);
        }
        let (start, length) = message.split_first_chunk::<4>().ok_or_else(truncated)?;
        let length = u32::from_le_bytes(length.try_into().map_err(|_| truncated())?);
        if start != STREAM_START || length > MAX_METADATA_BYTES {
            return Err(TableError::Data(format!("{place}: expected an Arrow message")));
        }
        self.read_exactly(length.into(), &mut message)?.ok_or_else(truncated)?;
        let metadata = root_as_message(&message[END.len()..]);
        let metadata = metadata.map_err(|error| TableError::Data(format!("{place}: {error}")))?;
        check_compression(metadata, place)?;
        let body = u64::try_from(metadata.bodyLength()).map_err(|_| truncated())?;
        self.read_exactly(body, &mut message)?.ok_or_else(truncated)?;
        Ok(Some(message))
    }

    /// Appends this many bytes; `None` if there are fewer.
    fn read_exactly(&mut self, length: u64, out: &mut Vec<u8>) -> Result<Option<()>, TableError> {
        let read = self.reader.by_ref().take(length).read_to_end(out)?;
        Ok((read as u64 == length).then_some(()))
    }

    /// Reads what follows the stream: the footer of a file.
    fn check_end(&mut self, place: &str) -> Result<(), TableError> {
        self.has_ended = true;
        let (mut last, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
        loop {
            let length = self.reader.read(&mut buffer)?;
            last.extend_from_slice(&buffer[..length]);
            last.drain(..last.len().saturating_sub(FILE_MAGIC.len()));
            if length == 0 {
                break;
            }
        }
        if self.is_file && last != FILE_MAGIC {
            return Err(TableError::Data(format!("{place}: the Arrow file is truncated: it has no footer")));
        }
        Ok(())
    }
}

/// Refuses zstd by name: its decoder would be a C library.
fn check_compression(message: Message<'_>, place: &str) -> Result<(), TableError> {
    let batch = match message.header_type() {
        MessageHeader::RecordBatch => message.header_as_record_batch(),
        MessageHeader::DictionaryBatch => message.header_as_dictionary_batch().and_then(|batch| batch.data()),
        _ => None,
    };
    let codec = batch.and_then(|batch| batch.compression()).map(|compression| compression.codec());
    if codec == Some(CompressionType::ZSTD) {
        let message = "zstd in Arrow files is not supported: write it with lz4 or without compression, or as Parquet";
        return Err(TableError::Data(format!("{place}: {message}")));
    }
    Ok(())
}

/// An error without the name of its type.
fn plain(error: &ArrowError) -> String {
    let text = error.to_string();
    text.strip_prefix("Ipc error: ").unwrap_or(&text).to_owned()
}
