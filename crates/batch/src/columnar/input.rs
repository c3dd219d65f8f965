//! [`BatchSource`]: chunks of the record batches of an input.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use arrow_array::{Array, RecordBatch};
use arrow_schema::SchemaRef;

use super::PuzzleColumn;
use super::ipc_input::IpcInput;
use super::parquet_input::ParquetInput;
use crate::{ChunkLimit, TableError, TableFormat};

/// An input of record batches.
pub(crate) struct BatchSource {
    input: BatchInput,
    /// The rest of the batch that was read last.
    rest: Option<RecordBatch>,
}

enum BatchInput {
    Parquet(Box<ParquetInput>),
    Ipc(Box<IpcInput>),
}

/// The rows of a chunk, and their puzzles when they have been looked at.
pub(crate) struct BatchRows {
    pub(crate) batch: RecordBatch,
    puzzles: OnceLock<PuzzleColumn>,
}

impl BatchSource {
    /// Opens a Parquet file, and reads its first rows.
    pub(crate) fn parquet(file: File, bytes_read: Arc<AtomicU64>) -> Result<BatchSource, TableError> {
        BatchSource::new(BatchInput::Parquet(Box::new(ParquetInput::open(file, bytes_read)?)))
    }

    /// Opens an Arrow file or stream, and reads its first rows.
    pub(crate) fn arrow(reader: Box<dyn Read + Send>, is_file: bool) -> Result<BatchSource, TableError> {
        BatchSource::new(BatchInput::Ipc(Box::new(IpcInput::open(reader, is_file)?)))
    }

    fn new(input: BatchInput) -> Result<BatchSource, TableError> {
        let mut source = BatchSource { input, rest: None };
        source.fill()?;
        Ok(source)
    }

    pub(crate) fn format(&self) -> TableFormat {
        match self.input {
            BatchInput::Parquet(_) => TableFormat::Parquet,
            BatchInput::Ipc(_) => TableFormat::Arrow,
        }
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        match &self.input {
            BatchInput::Parquet(input) => input.schema(),
            BatchInput::Ipc(input) => input.schema(),
        }
    }

    /// The first rows, before any chunk is taken.
    pub(crate) fn first_rows(&self) -> Option<&RecordBatch> {
        self.rest.as_ref()
    }

    /// Reads batches until one has rows, or there are no more.
    fn fill(&mut self) -> Result<(), TableError> {
        while self.rest.as_ref().is_none_or(|batch| batch.num_rows() == 0) {
            self.rest = match &mut self.input {
                BatchInput::Parquet(input) => input.next_batch()?,
                BatchInput::Ipc(input) => input.next_batch()?,
            };
            if self.rest.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The next rows; `None` at the end. A chunk never crosses the end of a batch, so it shares the memory of one.
    pub(crate) fn next_rows(&mut self, limit: ChunkLimit) -> Result<Option<BatchRows>, TableError> {
        self.fill()?;
        let Some(batch) = self.rest.take() else { return Ok(None) };
        let row_bytes = batch_bytes(&batch).div_ceil(batch.num_rows().max(1)).max(1);
        let rows = limit.rows.min(limit.bytes / row_bytes).clamp(1, batch.num_rows());
        self.rest = Some(batch.slice(rows, batch.num_rows() - rows));
        Ok(Some(BatchRows { batch: batch.slice(0, rows), puzzles: OnceLock::new() }))
    }
}

impl BatchRows {
    /// The puzzles: those of a column.
    pub(crate) fn puzzles(&self, column: usize) -> &PuzzleColumn {
        self.puzzles.get_or_init(|| PuzzleColumn::new(self.batch.column(column)).unwrap_or_default())
    }

    /// The number of bytes that the rows take in memory.
    pub(crate) fn bytes(&self) -> usize {
        batch_bytes(&self.batch)
    }
}

/// The number of bytes that the rows of a batch take in memory. It depends on the rows only.
pub(super) fn batch_bytes(batch: &RecordBatch) -> usize {
    let column = |array: &Arc<dyn Array>| array.to_data().get_slice_memory_size().unwrap_or(array.len() * 16);
    batch.columns().iter().map(column).sum()
}

impl fmt::Debug for BatchRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchRows").field("rows", &self.batch.num_rows()).finish_non_exhaustive()
    }
}
