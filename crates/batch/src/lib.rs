//! Tables of puzzles, of any length: rows in, the same rows with new columns out.
//!
//! ```text
//!   bytes ─▶ TableReader ─▶ RowChunk ─▶ Rows ─▶ Labeller ─▶ Results ─▶ TableWriter ─▶ bytes
//!            whole rows     (one lock)  parsed   solve, rate            the row, then its results
//!                                       └────────── on any thread ─────────────┘
//! ```
//!
//! ```
//! use qedoku_batch::{AddedColumn, ChunkLimit, Labeller, TableFormat, TableOptions, TableReader, TableWriter};
//!
//! let csv = "id,puzzle\n7,1.3.....4.....2.\n8,1.3.....4.....x.\n";
//! let mut reader = TableReader::open(Box::new(csv.as_bytes()), &TableOptions::default())?;
//! let labeller = Labeller::new(&[AddedColumn::Answer, AddedColumn::Solution]);
//! let writer = TableWriter::new(TableFormat::Csv, reader.layout(), &labeller)?;
//! let mut out = writer.header();
//! while let Some(chunk) = reader.next_chunk(ChunkLimit::default())? {
//!     let rows = chunk.rows();
//!     let results = labeller.label(&rows)?;
//!     writer.write(&rows, &results, |_| true, &mut out)?;
//! }
//! assert_eq!(String::from_utf8(out)?, "id,puzzle,answer,solution,error\n\
//!     7,1.3.....4.....2.,one,1432234142133124,\n\
//!     8,1.3.....4.....x.,invalid,,\"column 15: expected a digit 1-4 or a blank (. 0 _ * -), found 'x'\"\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants:
//! - A row of the input is a row of the output, in the same order, with all its columns. A malformed row has an error.
//! - The bytes of the output depend on the input and the options, not on the number of threads or the size of chunks.
//! - Memory holds a few chunks and the longest row.
//!
//! Parquet and Arrow need the feature `columnar`; [`TableFormat::is_available`] tells whether a build has it.
//!
//! The crate prints nothing and opens no file. [`Manifest`] is the record of a run that can be resumed; the command `qedoku batch`
//! writes it.

mod format;
mod ordered;
mod row_cutter;
mod csv;
mod json_lines;
mod layout;
mod reader;
mod rows;
mod columns;
mod labels;
mod certificates;
mod dedup;
mod writer;
mod part_encoder;
#[cfg(feature = "columnar")]
mod columnar;
mod manifest;
mod cube_rows;
mod cube_join;

pub use columns::{AddedColumn, ResultColumn, Results, TextValues, Values};
pub use cube_join::{CubeJoin, JoinError, JoinedAnswer};
pub use cube_rows::{CubeResult, CubeRow, CubeRowError, MAX_CUBES, cube_table, parent_id};
pub use dedup::Dedup;
pub use format::{TableFormat, UnknownTableFormatError};
pub use labels::{LabelError, Labeller, RowCounts};
pub use layout::{Layout, TableOptions};
pub use manifest::{InputIdentity, Manifest, ManifestError, OpenPart, PartRecord};
pub use ordered::{Consumer, map_in_order};
pub use part_encoder::{EncodedRows, PartEncoder};
pub use reader::{ChunkLimit, RowChunk, TableError, TableReader};
pub use rows::{Row, RowPuzzle, Rows};
pub use writer::TableWriter;
