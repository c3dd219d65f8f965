//! [`RowGroupEncoder`]: record batches as the bytes of a Parquet file, one row group after the other.
//!
//! ```text
//!   PAR1 | row group | its footer | row group | its footer | ... | footer of the file
//! ```
//!
//! A row group is followed by a footer that describes this group only. Readers of Parquet begin with the footer of the file and do not see
//! the others; a resumed run finds in them what the footer of the file needs, from the last one back to the first. They take about
//! 100 bytes per column.
//!
//! Invariant: the bytes depend on the batches and on where groups end. Therefore the footer of the file is always made of the footers of the
//! groups as they are read back, whether the run was resumed or not.

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter,
    RowGroupMetaData,
};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::OutputColumns;
use super::input::batch_bytes;
use crate::TableError;

/// The first and last bytes of a file.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";
/// The length of a footer and the magic bytes, after each footer.
const TAIL_BYTES: u64 = 8;
/// The size at which a row group ends, in bytes that its rows take in memory.
const GROUP_BYTES: usize = 128 << 20;

/// Encodes the rows of a part.
pub(crate) struct RowGroupEncoder {
    format: Arc<ParquetFormat>,
    /// The row group that is being filled, and the bytes that its rows take in memory.
    writer: Option<ArrowWriter<Vec<u8>>>,
    pending: usize,
    /// The finished row groups, and the end of the last one in the file.
    groups: Vec<RowGroupMetaData>,
    position: u64,
}

/// How the files of a run are written.
#[derive(Debug)]
pub(crate) struct ParquetFormat {
    columns: OutputColumns,
    properties: WriterProperties,
    /// The metadata of a file without rows.
    empty: ParquetMetaData,
}

impl ParquetFormat {
    /// Files with these columns; an error if Parquet has no type for one of them.
    pub(crate) fn new(columns: OutputColumns) -> Result<ParquetFormat, TableError> {
        let metadata = columns.schema().metadata();
        let mut entries: Vec<KeyValue> =
            metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone())).collect();
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_max_row_group_row_count(None)
            .set_created_by(format!("qedoku {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata((!entries.is_empty()).then_some(entries));
        for grid in &columns.grids {
            // Grids hardly repeat: a dictionary would be filled, and given up when it is full.
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(grid.as_str()), false);
        }
        let properties = properties.build();
        let schema = Arc::clone(columns.schema());
        let file = ArrowWriter::try_new(Vec::new(), schema, Some(properties.clone())).and_then(ArrowWriter::into_inner);
        let file = file.map_err(|error| TableError::Format(format!("cannot be written as Parquet: {error}")))?;
        let empty = decode_footer(&file).map_err(|error| TableError::Format(error.to_string()))?;
        Ok(ParquetFormat { columns, properties, empty })
    }

    pub(crate) fn columns(&self) -> &OutputColumns {
        &self.columns
    }

    /// A footer that describes these row groups.
    fn footer(&self, groups: Vec<RowGroupMetaData>, has_metadata: bool) -> Result<Vec<u8>, ParquetError> {
        let file = self.empty.file_metadata();
        let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
        let file = FileMetaData::new(
            file.version(),
            rows,
            file.created_by().map(str::to_owned),
            file.key_value_metadata().filter(|_| has_metadata).cloned(),
            file.schema_descr_ptr(),
            file.column_orders().cloned(),
        );
        let mut bytes = Vec::new();
        ParquetMetaDataWriter::new(&mut bytes, &ParquetMetaData::new(file, groups)).finish()?;
        Ok(bytes)
    }
}

/// The metadata of a file that is in memory.
fn decode_footer(file: &[u8]) -> Result<ParquetMetaData, ParquetError> {
    let length = footer_length(file).ok_or_else(|| ParquetError::General("no footer".to_owned()))?;
    let end = file.len() - TAIL_BYTES as usize;
    let start = end.checked_sub(length).ok_or_else(|| ParquetError::General("no footer".to_owned()))?;
    ParquetMetaDataReader::decode_metadata(&file[start..end])
}

/// The length of the footer at the end of these bytes.
fn footer_length(bytes: &[u8]) -> Option<usize> {
    let (_, tail) = bytes.split_last_chunk::<8>()?;
    let (length, magic) = tail.split_first_chunk::<4>()?;
    (magic == MAGIC).then_some(u32::from_le_bytes(*length) as usize)
}

impl RowGroupEncoder {
    /// Begins a file, after its first bytes.
    pub(crate) fn new(format: Arc<ParquetFormat>) -> RowGroupEncoder {
        RowGroupEncoder { format, writer: None, pending: 0, groups: Vec::new(), position: MAGIC.len() as u64 }
    }

    /// Continues a file that ends after the footer of a row group.
    pub(crate) fn resume(
        format: Arc<ParquetFormat>,
        mut file: impl Read + Seek,
        end: u64,
    ) -> Result<RowGroupEncoder, TableError> {
        let damaged = || TableError::Data(format!("the footer of a row group before byte {end} is damaged"));
        let mut groups = Vec::new();
        let mut position = end;
        while position > MAGIC.len() as u64 {
            let tail = read_at(&mut file, position.checked_sub(TAIL_BYTES).ok_or_else(damaged)?, position)?;
            let length = footer_length(&tail).ok_or_else(damaged)? as u64 + TAIL_BYTES;
            let footer = read_at(&mut file, position.checked_sub(length).ok_or_else(damaged)?, position)?;
            let metadata = decode_footer(&footer).map_err(|_| damaged())?;
            let [group] = metadata.row_groups() else { return Err(damaged()) };
            let start = group_start(group).filter(|start| *start < position).ok_or_else(damaged)?;
            groups.push(group.clone());
            position = start;
        }
        groups.reverse();
        Ok(RowGroupEncoder { groups, position: end, ..RowGroupEncoder::new(format) })
    }

    /// Adds rows. Returns whether the row group is large enough to end.
    pub(crate) fn push(&mut self, batch: &RecordBatch) -> Result<bool, TableError> {
        if batch.num_rows() > 0 {
            if self.writer.is_none() {
                let schema = Arc::clone(self.format.columns.schema());
                let properties = Some(self.format.properties.clone());
                self.writer =
                    Some(ArrowWriter::try_new(Vec::new(), schema, properties).map_err(|error| to_error(&error))?);
            }
            self.writer.as_mut().expect("the group is open").write(batch).map_err(|error| to_error(&error))?;
            self.pending += batch_bytes(batch);
        }
        Ok(self.pending >= GROUP_BYTES)
    }

    /// Whether all rows are in finished row groups.
    pub(crate) fn is_aligned(&self) -> bool {
        self.writer.is_none()
    }

    /// Ends the row group. Returns its bytes; none if it has no rows.
    pub(crate) fn end_group(&mut self) -> Result<Vec<u8>, TableError> {
        self.pending = 0;
        let Some(writer) = self.writer.take() else { return Ok(Vec::new()) };
        let mut bytes = writer.into_inner().map_err(|error| to_error(&error))?;
        // A file with one group: its pages are moved to their place in this one.
        let metadata = decode_footer(&bytes).map_err(|error| to_error(&error))?;
        let length = footer_length(&bytes).unwrap_or_default() + TAIL_BYTES as usize;
        bytes.truncate(bytes.len() - length);
        bytes.drain(..MAGIC.len());
        let distance = self.position - MAGIC.len() as u64;
        let group = moved_group(metadata.row_group(0), distance as i64).map_err(|error| to_error(&error))?;
        bytes.extend(self.format.footer(vec![group], false).map_err(|error| to_error(&error))?);
        let metadata = decode_footer(&bytes).map_err(|error| to_error(&error))?;
        self.groups.push(metadata.row_group(0).clone());
        self.position += bytes.len() as u64;
        Ok(bytes)
    }

    /// The footer of the file.
    pub(crate) fn footer(&self) -> Result<Vec<u8>, TableError> {
        self.format.footer(self.groups.clone(), true).map_err(|error| to_error(&error))
    }
}

fn to_error(error: &ParquetError) -> TableError {
    TableError::Format(error.to_string())
}

fn read_at(file: &mut (impl Read + Seek), start: u64, end: u64) -> Result<Vec<u8>, TableError> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; (end - start) as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The place of the first page of a row group.
fn group_start(group: &RowGroupMetaData) -> Option<u64> {
    let start = |column: &ColumnChunkMetaData| {
        column.dictionary_page_offset().unwrap_or(i64::MAX).min(column.data_page_offset())
    };
    group.columns().iter().map(start).min().and_then(|start| u64::try_from(start).ok())
}

/// A row group whose pages are `distance` bytes further on. It has no number: those are 16 bits wide, and optional.
fn moved_group(group: &RowGroupMetaData, distance: i64) -> Result<RowGroupMetaData, ParquetError> {
    let move_column = |column: &ColumnChunkMetaData| {
        let builder = column.clone().into_builder();
        let builder = builder.set_data_page_offset(column.data_page_offset() + distance);
        builder.set_dictionary_page_offset(column.dictionary_page_offset().map(|offset| offset + distance)).build()
    };
    let columns = group.columns().iter().map(move_column).collect::<Result<Vec<_>, _>>()?;
    let builder = RowGroupMetaData::builder(group.schema_descr_ptr())
        .set_num_rows(group.num_rows())
        .set_total_byte_size(group.total_byte_size())
        .set_column_metadata(columns);
    match group_start(group) {
        Some(start) => builder.set_file_offset(start as i64 + distance).build(),
        None => builder.build(),
    }
}
