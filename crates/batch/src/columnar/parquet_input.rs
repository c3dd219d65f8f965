//! [`ParquetInput`]: the record batches of a Parquet file, one row group after the other.
//!
//! Pages are read when their rows are needed, so memory holds a page and a dictionary per column, however large the row groups are.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, RowGroups};
use parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::column::page::PageIterator;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, Length};

use super::guard;
use super::page_reader::{ColumnPages, SingleChunk};
use crate::TableError;

/// The first and last bytes of a file; those of a file whose footer is encrypted.
const MAGIC: &[u8; 4] = b"PAR1";
const ENCRYPTED_MAGIC: &[u8; 4] = b"PARE";

/// Uncompressed bytes of a batch, about. A batch is cut into chunks.
const BATCH_BYTES: i64 = 4 << 20;
/// Rows of a batch.
const BATCH_ROWS: i64 = 8192;

/// Reads a Parquet file.
pub(super) struct ParquetInput {
    file: Arc<CountedFile>,
    metadata: Arc<ParquetMetaData>,
    levels: FieldLevels,
    schema: SchemaRef,
    /// The row group that is being read, from 0, and its rest.
    group: usize,
    batches: Option<ParquetRecordBatchReader>,
    /// Rows of this group that have been read.
    rows: i64,
}

impl ParquetInput {
    /// Reads the footer. Adds the number of bytes that are read to a counter.
    pub(super) fn open(file: File, bytes_read: Arc<AtomicU64>) -> Result<ParquetInput, TableError> {
        let file = CountedFile::new(file, bytes_read)?;
        file.check_magic()?;
        guard("the footer", || ParquetInput::with_footer(file))
    }

    fn with_footer(file: CountedFile) -> Result<ParquetInput, TableError> {
        let in_footer = |error: ParquetError| TableError::Data(format!("the footer: {}", plain(&error)));
        let footer = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(in_footer)?;
        let schema = Arc::clone(footer.schema());
        let levels =
            parquet_to_arrow_field_levels(footer.parquet_schema(), ProjectionMask::all(), Some(schema.fields()));
        let levels = levels.map_err(in_footer)?;
        let metadata = Arc::clone(footer.metadata());
        for (group, row_group) in metadata.row_groups().iter().enumerate() {
            check_group(row_group, file.length)
                .map_err(|message| TableError::Data(format!("row group {}, {message}", group + 1)))?;
        }
        Ok(ParquetInput { file: Arc::new(file), metadata, levels, schema, group: 0, batches: None, rows: 0 })
    }

    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next rows; `None` at the end.
    pub(super) fn next_batch(&mut self) -> Result<Option<RecordBatch>, TableError> {
        while self.group < self.metadata.num_row_groups() {
            let place = format!("row group {}, after row {}", self.group + 1, self.rows_before() + self.rows);
            let batch = guard(&place, || {
                self.next_in_group().map_err(|error| TableError::Data(format!("{place}: {}", plain(&error))))
            })?;
            if let Some(batch) = batch {
                self.rows += batch.num_rows() as i64;
                // The reader knows the fields; the metadata of the table is in the schema.
                let columns = batch.columns().to_vec();
                let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
                return batch.map(Some).map_err(|error| TableError::Data(format!("{place}: {error}")));
            }
            let expected = self.metadata.row_group(self.group).num_rows();
            if self.rows != expected {
                let rows = self.rows;
                return Err(TableError::Data(format!("{place}: expected {expected} rows, found {rows}")));
            }
            (self.group, self.rows, self.batches) = (self.group + 1, 0, None);
        }
        Ok(None)
    }

    /// The number of rows in the row groups before this one.
    fn rows_before(&self) -> i64 {
        self.metadata.row_groups()[..self.group].iter().map(RowGroupMetaData::num_rows).sum()
    }

    fn next_in_group(&mut self) -> ParquetResult<Option<RecordBatch>> {
        if self.batches.is_none() {
            let group = self.metadata.row_group(self.group);
            // Rows that hold pictures or long texts are read in smaller batches.
            let row_bytes = (group.total_byte_size() / group.num_rows().max(1)).max(1);
            let rows = (BATCH_BYTES / row_bytes).clamp(1, BATCH_ROWS);
            let source =
                GroupSource { file: Arc::clone(&self.file), metadata: Arc::clone(&self.metadata), group: self.group };
            let reader = ParquetRecordBatchReader::try_new_with_row_groups(&self.levels, &source, rows as usize, None)?;
            self.batches = Some(reader);
        }
        let batches = self.batches.as_mut().expect("the group is open");
        Ok(batches.next().transpose()?)
    }
}

/// Checks that the column chunks lie in the file, and that they can be read.
fn check_group(group: &RowGroupMetaData, length: u64) -> Result<(), String> {
    if group.num_rows() < 0 {
        return Err("its number of rows is negative".to_owned());
    }
    for column in group.columns() {
        let name = column.column_path().string();
        let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
        let end = start.checked_add(column.compressed_size());
        let is_inside = start >= 0
            && column.compressed_size() >= 0
            && end.is_some_and(|end| u64::try_from(end).is_ok_and(|end| end <= length));
        if !is_inside {
            return Err(format!("column {name}: its data is not in the file, which may be truncated"));
        }
    }
    Ok(())
}

/// An error without the names of the types that it has passed through.
fn plain(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut rest = &text[..];
    let prefixes = ["Parquet error: ", "Parquet argument error: ", "Arrow: ", "External: "];
    while let Some(shorter) = prefixes.iter().find_map(|prefix| rest.strip_prefix(prefix)) {
        rest = shorter;
    }
    rest.to_owned()
}

/// One row group of a file.
struct GroupSource {
    file: Arc<CountedFile>,
    metadata: Arc<ParquetMetaData>,
    group: usize,
}

impl RowGroups for GroupSource {
    fn num_rows(&self) -> usize {
        self.metadata.row_group(self.group).num_rows() as usize
    }

    fn column_chunks(&self, column: usize) -> ParquetResult<Box<dyn PageIterator>> {
        let pages = ColumnPages::new(Arc::clone(&self.file), self.metadata.row_group(self.group), column)?;
        Ok(Box::new(SingleChunk(Some(Ok(Box::new(pages))))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.metadata.row_group(self.group)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// A file that counts the bytes that are read, and knows its length.
struct CountedFile {
    file: File,
    length: u64,
    bytes_read: Arc<AtomicU64>,
}

impl CountedFile {
    fn new(file: File, bytes_read: Arc<AtomicU64>) -> Result<CountedFile, TableError> {
        let length = file.metadata()?.len();
        Ok(CountedFile { file, length, bytes_read })
    }

    /// Checks the last bytes: truncated and encrypted files have their own errors.
    fn check_magic(&self) -> Result<(), TableError> {
        let end = self.length.checked_sub(12).map(|start| self.get_bytes(start + 8, 4)).transpose();
        let end = end.map_err(|error| TableError::Data(plain(&error)))?;
        match end.as_deref() {
            Some(magic) if magic == MAGIC => Ok(()),
            Some(magic) if magic == ENCRYPTED_MAGIC => {
                Err(TableError::Data("encrypted Parquet files cannot be read".to_owned()))
            }
            _ => Err(TableError::Data("the Parquet file is truncated: it has no footer".to_owned())),
        }
    }

    fn at(&self, start: u64) -> ParquetResult<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(file)
    }
}

impl Length for CountedFile {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for CountedFile {
    type T = std::io::BufReader<File>;

    /// Only headers of pages are read this way, so the bytes are not counted.
    fn get_read(&self, start: u64) -> ParquetResult<Self::T> {
        Ok(std::io::BufReader::new(self.at(start)?))
    }

    /// Checks the length first: a damaged one would reserve any amount of memory.
    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF("the file is truncated or damaged: data beyond its end".to_owned()));
        }
        let mut bytes = vec![0; length];
        self.at(start)?.read_exact(&mut bytes)?;
        self.bytes_read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(bytes.into())
    }
}
