//! [`PartEncoder`]: the bytes of one file of the output.
//!
//! Rows of text are bytes as soon as a worker has written them. Rows of Parquet wait until their row group is full, so such a file can be
//! cut off and continued only between row groups.

use std::io::{Read, Seek};

use crate::columns::Results;
use crate::rows::Rows;
use crate::{TableError, TableFormat, TableWriter};

/// Rows in the format of the output, not yet a part of a file.
#[derive(Debug)]
pub struct EncodedRows {
    content: RowContent,
    /// The number of rows of the input, those that were left out included.
    rows: u64,
}

#[derive(Debug)]
enum RowContent {
    Text(Vec<u8>),
    #[cfg(feature = "columnar")]
    Batch(arrow_array::RecordBatch),
}

/// Turns the rows of a part into bytes.
pub struct PartEncoder {
    /// Rows of the input that the part has so far.
    rows: u64,
    /// Rows of the input after which a row group ends.
    #[cfg(feature = "columnar")]
    group_rows: u64,
    #[cfg(feature = "columnar")]
    groups: Option<crate::columnar::RowGroupEncoder>,
}

impl EncodedRows {
    /// Rows that write nothing: those of a part that exists.
    pub fn empty() -> EncodedRows {
        EncodedRows { content: RowContent::Text(Vec::new()), rows: 0 }
    }
}

impl TableWriter {
    /// Writes the rows that `keep` selects to memory. This part may run on any thread.
    pub fn encode(
        &self,
        rows: &Rows<'_>,
        results: &Results,
        keep: impl Fn(usize) -> bool,
    ) -> Result<EncodedRows, TableError> {
        let count = rows.len() as u64;
        #[cfg(feature = "columnar")]
        if let Some(parquet) = &self.parquet {
            let batch = parquet.columns().batch(rows, results, keep)?;
            return Ok(EncodedRows { content: RowContent::Batch(batch), rows: count });
        }
        let mut text = Vec::new();
        self.write(rows, results, keep, &mut text)?;
        Ok(EncodedRows { content: RowContent::Text(text), rows: count })
    }

    /// Begins a file, after its [header](TableWriter::header).
    pub fn begin_part(&self) -> PartEncoder {
        PartEncoder {
            rows: 0,
            #[cfg(feature = "columnar")]
            group_rows: self.group_rows(),
            #[cfg(feature = "columnar")]
            groups: self.parquet.clone().map(crate::columnar::RowGroupEncoder::new),
        }
    }

    /// Continues a file of this length, which contains the first `rows` rows of its part.
    #[cfg_attr(
        not(feature = "columnar"),
        expect(unused_variables, clippy::needless_pass_by_value, reason = "text is continued without a look at it")
    )]
    pub fn resume_part(&self, file: impl Read + Seek, length: u64, rows: u64) -> Result<PartEncoder, TableError> {
        let mut part = self.begin_part();
        part.rows = rows;
        #[cfg(feature = "columnar")]
        if let Some(parquet) = &self.parquet {
            let groups = crate::columnar::RowGroupEncoder::resume(std::sync::Arc::clone(parquet), file, length)?;
            part.groups = Some(groups);
        }
        Ok(part)
    }

    /// Rows of the input per row group of Parquet; other formats have no groups.
    pub fn group_rows(&self) -> u64 {
        if self.format() == TableFormat::Parquet { self.row_group_rows.max(1) } else { u64::MAX }
    }
}

impl PartEncoder {
    /// Adds rows. They must not cross the end of a row group. Returns the bytes that follow those returned before.
    pub fn push(&mut self, rows: EncodedRows) -> Result<Vec<u8>, TableError> {
        self.rows += rows.rows;
        match rows.content {
            RowContent::Text(text) => Ok(text),
            #[cfg(feature = "columnar")]
            RowContent::Batch(batch) => {
                let Some(groups) = &mut self.groups else { return Ok(Vec::new()) };
                let is_large = groups.push(&batch)?;
                let is_full = self.rows.is_multiple_of(self.group_rows);
                if is_large || is_full { groups.end_group() } else { Ok(Vec::new()) }
            }
        }
    }

    /// Whether the bytes contain all rows that were added, so that the file can be continued here.
    pub fn is_aligned(&self) -> bool {
        #[cfg(feature = "columnar")]
        if let Some(groups) = &self.groups {
            return groups.is_aligned();
        }
        true
    }

    /// The bytes at the end of the file: the last row group and the footer of Parquet.
    pub fn finish(self) -> Result<Vec<u8>, TableError> {
        #[cfg(feature = "columnar")]
        if let Some(mut groups) = self.groups {
            let mut bytes = groups.end_group()?;
            bytes.extend(groups.footer()?);
            return Ok(bytes);
        }
        Ok(Vec::new())
    }
}

impl std::fmt::Debug for PartEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartEncoder").field("rows", &self.rows).finish_non_exhaustive()
    }
}
