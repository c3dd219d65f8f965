//! [`ColumnPages`]: the pages of a column chunk, decompressed, with the name of the column in errors.
//!
//! The crate `parquet` decompresses snappy, gzip and LZ4 with Rust code, but zstd, the default of Polars, with a C library. Here
//! zstd pages are read as if they were not compressed, and then decompressed by `ruzstd`, which the command has for text files.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::ChunkReader;
use parquet::file::serialized_reader::SerializedPageReader;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The pages of one column chunk.
pub(super) struct ColumnPages<R: ChunkReader> {
    pages: SerializedPageReader<R>,
    column: String,
    /// The decoder of a column that is compressed with zstd.
    zstd: Option<FrameDecoder>,
}

/// Sizes of pages are 32-bit numbers in Parquet.
const MAX_PAGE_BYTES: usize = i32::MAX as usize;
/// Blocks of at most 128 KiB that are decoded before the size is checked.
const BLOCKS: usize = 16;

impl<R: ChunkReader> ColumnPages<R> {
    /// The pages of a column in a row group.
    pub(super) fn new(reader: Arc<R>, group: &RowGroupMetaData, column: usize) -> Result<ColumnPages<R>> {
        let chunk = group.column(column);
        let name = chunk.column_path().string();
        let is_zstd = matches!(chunk.compression(), Compression::ZSTD(_));
        let raw = |chunk: &ColumnChunkMetaData| {
            chunk.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()
        };
        let chunk = if is_zstd { raw(chunk)? } else { chunk.clone() };
        let pages = SerializedPageReader::new(reader, &chunk, group.num_rows() as usize, None);
        let pages = pages.map_err(|error| in_column(&name, &error))?;
        Ok(ColumnPages { pages, column: name, zstd: is_zstd.then(FrameDecoder::new) })
    }

    fn decompress(&mut self, page: Page) -> Result<Page> {
        let Some(decoder) = &mut self.zstd else { return Ok(page) };
        Ok(match page {
            Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, statistics } => {
                let buf = decompress(decoder, &buf, 0)?;
                Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, statistics }
            }
            Page::DataPageV2 { is_compressed: false, .. } => page,
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                statistics,
                ..
            } => {
                // The levels precede the values, and are never compressed.
                let levels = def_levels_byte_len as usize + rep_levels_byte_len as usize;
                let buf = decompress(decoder, &buf, levels)?;
                Page::DataPageV2 {
                    buf,
                    num_values,
                    encoding,
                    num_nulls,
                    num_rows,
                    def_levels_byte_len,
                    rep_levels_byte_len,
                    is_compressed: false,
                    statistics,
                }
            }
            Page::DictionaryPage { buf, num_values, encoding, is_sorted } => {
                let buf = decompress(decoder, &buf, 0)?;
                Page::DictionaryPage { buf, num_values, encoding, is_sorted }
            }
        })
    }
}

/// Decompresses what follows the first `plain` bytes, which are copied.
fn decompress(decoder: &mut FrameDecoder, page: &Bytes, plain: usize) -> Result<Bytes> {
    let corrupt = |error: &dyn std::fmt::Display| ParquetError::General(format!("corrupt zstd data: {error}"));
    let (plain, mut compressed) =
        page.split_at_checked(plain).ok_or_else(|| corrupt(&"the page is shorter than its levels"))?;
    let mut out = plain.to_vec();
    while !compressed.is_empty() {
        decoder.init(&mut compressed).map_err(|error| corrupt(&error))?;
        while !decoder.is_finished() {
            let blocks = BlockDecodingStrategy::UptoBlocks(BLOCKS);
            decoder.decode_blocks(&mut compressed, blocks).map_err(|error| corrupt(&error))?;
            decoder.collect_to_writer(&mut out).map_err(|error| corrupt(&error))?;
            if out.len() > MAX_PAGE_BYTES {
                return Err(corrupt(&"the page is larger than 2 GiB"));
            }
        }
        decoder.collect_to_writer(&mut out).map_err(|error| corrupt(&error))?;
    }
    Ok(out.into())
}

/// The name of the column before an error.
fn in_column(column: &str, error: &ParquetError) -> ParquetError {
    let text = error.to_string();
    ParquetError::General(format!("column {column}: {}", text.strip_prefix("Parquet error: ").unwrap_or(&text)))
}

impl<R: ChunkReader> PageReader for ColumnPages<R> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page();
        let page = page.and_then(|page| page.map(|page| self.decompress(page)).transpose());
        page.map_err(|error| in_column(&self.column, &error))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page().map_err(|error| in_column(&self.column, &error))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page().map_err(|error| in_column(&self.column, &error))
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary().map_err(|error| in_column(&self.column, &error))
    }
}

impl<R: ChunkReader> Iterator for ColumnPages<R> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

/// The pages of a column in one row group, as the reader of record batches wants them.
pub(super) struct SingleChunk(pub(super) Option<Result<Box<dyn PageReader>>>);

impl Iterator for SingleChunk {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take()
    }
}

impl PageIterator for SingleChunk {}
