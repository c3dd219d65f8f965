//! Parquet and Arrow tables (feature `columnar`).
//!
//! ```text
//!   Parquet file ─▶ ParquetInput ─┐                                       ┌─▶ text of other formats (cell_text)
//!                                 ├─▶ RecordBatch ─▶ Rows ─▶ Results ─────┤
//!   Arrow IPC    ─▶ IpcInput ─────┘   (a chunk)                           └─▶ RecordBatch ─▶ RowGroupEncoder ─▶ bytes
//! ```
//!
//! The columns of an input stay Arrow arrays from the reader to the writer, so their types, nulls and metadata are kept. Memory
//! holds some pages of a Parquet file per column, or a record batch of an Arrow file, and the row group that is being written.

mod cell_text;
mod input;
mod ipc_input;
mod output_columns;
mod page_reader;
mod parquet_input;
mod puzzle_column;
mod row_groups;

pub(crate) use cell_text::{unsupported_column, value_text};
pub(crate) use input::{BatchRows, BatchSource};
pub(crate) use ipc_input::STREAM_START;
pub(crate) use output_columns::{OutputColumns, describe};
pub(crate) use puzzle_column::PuzzleColumn;
pub(crate) use row_groups::{ParquetFormat, RowGroupEncoder};

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::TableError;

/// Reads damaged data. The decoders return errors for most of it, but some length that contradicts another makes them panic; that is
/// an error too.
pub(crate) fn guard<T>(place: &str, read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    let result = catch_unwind(AssertUnwindSafe(read));
    result.unwrap_or_else(|_| Err(TableError::Data(format!("{place}: the data is damaged"))))
}
